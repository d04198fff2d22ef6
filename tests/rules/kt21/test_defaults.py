"""The answers of a player who gives none: every decision has one, and a battle of nothing else comes to its end."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from counteract.core.decision import PASS, Allocate, Answer, Decision, Pick
from counteract.core.dice import SeededDice
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.game import Game
from counteract.mechanics.missions import Mission, Zone
from counteract.rulesets.kt21.ruleset import RULESET
from tests.rules.kt21.rounds import battle, lines, turning_point
from tests.rules.kt21.scene import Scene, blade, gun
from tests.rules.kt21.test_mission import CAIRNS

DEFAULT = pytest.mark.rule("KT21-INT-83")


def company(mission: Mission | None = None) -> Scene:
    """Return a scene with weapons, abilities and ploys that ask for all kinds of decisions."""
    scene = Scene(mission=mission)
    guns = [gun('4 3+ 3/4; Torrent 3"', "flamer"), gun("5 3+ 2/3; Fusillade, Rending", "autogun"), gun('3 4+ 3/4; Blast 2", Balanced', "bombs")]
    for side, count in ((0, 4), (1, 5)):
        for k in range(count):
            scene.add(side, None, weapons=[guns[k % 3], guns[(k + 1) % 3], blade("4 3+ 3/5; Stun"), blade("3 3+ 4/4; Reap 1", "axe")], invulnerable=5)
        scene.ploy(side, name="plan", kind="strategic", effect="rally", until="now")
        scene.ploy(side, name="drill", kind="tactical", moment="activated", effect="more-apl", until="activation")
    for x in (9, 14, 19):
        scene.wall(x, 7, x + 2, 9)
    return scene


# --- whole battles


@DEFAULT
@pytest.mark.parametrize("mission", [None, CAIRNS])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_battle_in_which_nobody_answers_comes_to_its_end(mission: Mission | None, seed: int) -> None:
    """Four turning points of nothing but defaults, all of them legal: all stay where they were set up, concealed, and no operative is hurt."""
    game = Game(RULESET, company(mission).setup(), SeededDice(seed))
    given = 0
    while (decision := game.decision) is not None:
        assert decision.default == decision.default
        assert game.why_not(decision.default) is None, decision
        game.play(decision.default)
        given += 1
        assert given < 1000
    assert game.state.turn == 4
    assert all(m.order == "conceal" and m.wounds == 10 for m in game.state.models)
    assert not any(e.kind in ("moved", "shoots", "fights", "barricade", "ploy", "overwatches") for e in game.events)
    assert game.result is not None and game.result.winner is None


@DEFAULT
@pytest.mark.parametrize("silent", [0, 1])
@pytest.mark.parametrize("seed", range(6))
def test_a_battle_against_one_who_does_not_answer_comes_to_its_end(silent: int, seed: int) -> None:
    """One player plays at random, the other gives no answer: whatever that one is asked, the default is legal, and nothing stalls."""
    game, rng = Game(RULESET, company(CAIRNS if seed % 2 else None).setup(), SeededDice(seed)), random.Random(seed)
    given = 0
    while (decision := game.decision) is not None:
        if decision.player == silent:
            assert game.why_not(decision.default) is None, decision
            game.play(decision.default)
        else:
            game.play(decision.sample(rng))
        given += 1
        assert given < 3000
    assert game.result is not None


@DEFAULT
@pytest.mark.parametrize("seed", range(4))
def test_every_decision_has_a_legal_default(seed: int) -> None:
    """In battles at random the default of every single decision is legal, and one of the options where these can be listed."""
    game, rng = Game(RULESET, company(CAIRNS).setup(), SeededDice(seed)), random.Random(seed)
    asked = set()
    while (decision := game.decision) is not None:
        asked.add(decision.what)
        assert game.why_not(decision.default) is None, decision
        if decision.what not in ("barricade", "place", "move"):
            assert decision.default in decision.options
        game.play(decision.sample(rng))
    assert {"barricade", "place", "order", "activate", "action", "move", "weapon", "target", "re-roll"} <= asked


# --- what is declined or left as it is


@DEFAULT
@pytest.mark.parametrize("order", ["engage", "conceal"])
def test_the_present_order_is_kept(order: str) -> None:
    """Activated without an answer an operative keeps the order it has; set up without one it gets Conceal."""
    assert lines(1, 1, order=order).activate(0).decision.default == Pick(order)
    play = battle(lines(1, 1, order=order), dice=[1])
    while play.what != "order":
        play.game.play(play.decision.default)
    assert (play.decision.rule, play.decision.default) == ("KT21-SETUP-12", Pick("conceal"))


@DEFAULT
@pytest.mark.parametrize("beside", [False, True])
def test_the_default_action_is_pass(beside: bool) -> None:
    """Whatever else could be done."""
    scene = Scene()
    scene.add(0, (5, 11), apl=2)
    scene.add(1, (6.5, 11) if beside else (12, 11))
    play = scene.activate(0).answer("engage")
    assert len(play.options()) > 3
    assert play.decision.default == Pick("pass")
    play.answer(play.decision.default, play.decision.default)
    assert play.over and [e.values["action"] for e in play.events("action")] == ["pass", "pass"]


def declined() -> dict[str, Decision]:
    """Return the decisions that can be declined, by name."""
    first = battle(lines(1, 1), dice=[1]).answer("south")
    planned, ready = company(), company()
    for scene in (planned, ready):
        for i in range(len(scene.places)):
            scene.places[i] = (5.0 + 20 * (i > 3), 2.0 + 2 * i, 0.0)
    duel = Scene()
    duel.add(0, (5, 11), weapons=[gun("4 3+ 1/1; Rending, Balanced"), blade()], ready=False)
    duel.add(1, (15, 11), wounds=30)
    flame = Scene()
    flame.add(0, (5, 11), weapons=[gun('2 3+ 1/1; Torrent 2"')])
    for y in (11, 13):
        flame.add(1, (15, y), wounds=30)
    return {
        "barricade": first.decision,
        "strategic-ploy": planned.play(Task("strategy", (Alternation((0, 1)),)), cp=(5, 5), phase="strategy").decision,
        "ploy": ready.firefight(0, cp=(5, 5)).answer(0, "engage").decision,
        "overwatch": duel.overwatch(0).decision,
        "re-roll": duel.act(0, "shoot", dice=[6, 4, 4, 1], cp=(1, 0)).answer(1).decision,
        "rending": duel.act(0, "shoot", dice=[6, 4, 4, 1]).answer(1, "pass").decision,
        "secondary": flame.act(0, "shoot", dice=[1] * 5).answer(1).decision,
    }


@DEFAULT
@pytest.mark.parametrize("what", ["barricade", "strategic-ploy", "ploy", "overwatch", "re-roll", "rending", "secondary"])
def test_what_need_not_be_done_is_declined(what: str) -> None:
    """A barricade, ploys, Overwatch, re-rolls, Rending, further targets: all declined."""
    decision = declined()[what]
    assert decision.what == what
    assert decision.default == PASS
    assert any(option != PASS for option in decision.options)


@DEFAULT
def test_fusillade_is_not_split_unless_somebody_says_so() -> None:
    """All five dice stay with the target that was selected, though another is near enough and stands before it in the roster."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("5 3+ 1/1; Fusillade")])
    for y in (11, 13):
        scene.add(1, (15, y))
    play = scene.act(0, "shoot").answer(2)
    assert (play.what, play.decision.default) == ("fusillade", Allocate((5, 0)))
    assert play.decision.context.rows == (2, 1)


# --- the defaults that other rules name


@pytest.mark.rule("KT21-INT-83", "KT21-INT-34")
def test_the_cover_die_is_kept() -> None:
    """A target in cover keeps a die unrolled unless its player says otherwise."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (15, 11))
    scene.barricade(14, 11, 90)
    play = scene.act(0, "shoot", dice=[6, 1, 1, 1]).answer(1)
    assert (play.what, play.player, play.decision.default) == ("cover-save", 1, Pick("cover-save"))


@pytest.mark.rule("KT21-INT-83", "KT21-INT-37")
@pytest.mark.parametrize(("save", "invulnerable", "pierced", "chosen"), [(3, 5, 2, "invulnerable"), (3, 5, 1, "save"), (5, 4, 0, "invulnerable")])
def test_the_save_with_more_to_expect_is_used(save: int, invulnerable: int, pierced: int, chosen: str) -> None:
    """One die on 3+ or three on 5+: the latter. Two on 3+ or three on 5+: the former. 5+ or 4+ with three dice: the latter."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 3+ 1/1; AP{pierced}" if pierced else "1 3+ 1/1")])
    scene.add(1, (15, 11), save=save, invulnerable=invulnerable)
    play = scene.act(0, "shoot", dice=[5]).answer(1)
    assert (play.what, play.player, play.decision.default) == ("which-save", 1, Pick(chosen))


@pytest.mark.rule("KT21-INT-83", "KT21-INT-33")
@pytest.mark.parametrize(("damage", "default"), [("3/4", (1, 0, 1, 0)), ("4/5", (1, 0, 1, 0)), ("5/2", (1, 0, 0, 1))])
def test_saves_are_spent_so_that_the_damage_is_least(damage: str, default: tuple[int, ...]) -> None:
    """One critical and two normal hits against a critical and a normal save; where criticals do less, normals are stopped first."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"4 3+ {damage}")])
    scene.add(1, (15, 11), wounds=30)
    play = scene.act(0, "shoot", dice=[6, 4, 3, 1, 6, 4, 2]).answer(1)
    assert (play.what, play.decision.default) == ("block", Allocate(default))


# --- compulsory choices


@DEFAULT
@pytest.mark.parametrize(
    ("zones", "edges"),
    [
        ((), ["west", "east", "south", "north"]),
        (("north", "south"), ["south", "north"]),
        (("east", "west"), ["west", "east"]),
    ],
)
def test_edges_come_in_a_fixed_order(zones: tuple[Any, ...], edges: list[str]) -> None:
    """x = 0, x = 30, y = 0, y = 22: the first of them that is offered is the default, in whichever order the mission has them."""
    mission = msgspec.structs.replace(CAIRNS, zones=tuple(map(Zone, zones)))
    play = battle(lines(1, 1, mission=mission if zones else None), dice=[1])
    assert (play.what, play.options(), play.decision.default) == ("drop-zone", edges, Pick(edges[0]))
    play.game.play(play.decision.default)
    assert play.game.view()["zones"][0] == ([0, 0, 3, 22] if edges[0] == "west" else [0, 0, 30, 3])


@DEFAULT
@pytest.mark.parametrize("winner", [0, 1])
def test_initiative_for_oneself(winner: int) -> None:
    """The winner of the roll-off has the initiative unless they give it away."""
    play = turning_point(lines(1, 1), turn=2, dice=[6, 1] if winner == 0 else [1, 6], initiative=1 - winner)
    assert (play.player, play.decision.default) == (winner, Pick(winner))


@DEFAULT
def test_operatives_and_weapons_in_the_order_of_the_roster() -> None:
    """To set up, activate, shoot at or fight, and with which weapon: the first possible one of the roster."""
    defaults: dict[str, Answer] = {}
    setting_up = battle(lines(3, 3), dice=[1]).answer("south", "pass", "pass", "pass", "pass")
    defaults["deploy"] = setting_up.decision.default
    scene = Scene()
    arms = [blade(name="axe"), gun(name="one"), gun(name="two"), blade(name="hook")]
    scene.add(0, (10, 11), ready=False, weapons=arms)
    scene.add(0, (10, 4), weapons=arms)
    scene.add(1, (11.4, 11))
    scene.add(1, (8.6, 11))
    for y in (2, 5):
        scene.add(1, (18, y))
    defaults["activate"] = scene.firefight(0).decision.default
    shooting = scene.act(1, "shoot")
    defaults["weapon"] = shooting.decision.default
    defaults["target"] = shooting.answer(2).decision.default
    fighting = scene.act(0, "fight")
    defaults["opponent"] = fighting.decision.default
    fighting.answer(3)
    assert fighting.what == "weapon"
    defaults["melee weapon"] = fighting.decision.default
    assert defaults == {
        "deploy": Pick(0), "activate": Pick(1), "weapon": Pick(1), "target": Pick(4), "opponent": Pick(2), "melee weapon": Pick(0),
    }  # fmt: skip


@DEFAULT
def test_further_attacks_in_the_order_of_the_roster() -> None:
    """A Blast strikes two more, a friend and an enemy: the first of the roster is next by default."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 1/1; Blast 3"')])
    scene.add(0, (15, 8.5), wounds=30)
    for y in (14, 11, 16):
        scene.add(1, (15, y), wounds=30)
    play = scene.act(0, "shoot", dice=[1] * 20).answer(3)
    assert (play.what, play.options(), play.decision.default) == ("next-target", [1, 2], Pick(1))


@DEFAULT
@pytest.mark.parametrize(
    ("mine", "default"), [([6, 4, 3, 1], "strike-critical"), ([4, 4, 1, 1], "strike-normal"), ([6, 6, 1, 1], "strike-critical")]
)
def test_strikes_before_parries_and_criticals_before_normals(mine: list[int], default: str) -> None:
    """Whatever there is to parry."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade("4 3+ 1/1")], wounds=30)
    scene.add(1, (6.5, 11), weapons=[blade("4 3+ 1/1")], wounds=30)
    play = scene.act(0, "fight", dice=[*mine, 6, 6, 4, 4])
    assert (play.what, play.decision.default) == ("resolve", Pick(default))
    assert any(str(option).startswith("parry") for option in play.options())


@DEFAULT
@pytest.mark.parametrize("action", ["normal move", "dash", "charge", "fall back"])
def test_a_move_that_was_begun_ends_somewhere_legal(action: str) -> None:
    """Having chosen to move and then fallen silent, an operative goes the same legal way every time."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (6.5, 11) if action == "fall back" else (11, 11))
    scene.wall(3, 12, 8, 13)
    one, two = scene.act(0, action), scene.act(0, action)
    assert one.decision.default == two.decision.default
    assert one.why(one.decision.default) == ""
    one.answer(one.decision.default)
    assert [e.values["action"] for e in one.events("moved")] == [action]
