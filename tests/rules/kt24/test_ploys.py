"""Ploys: firefight ploys, and the ploys every team has."""

from __future__ import annotations

import pytest

from counteract.core.decision import Dice
from counteract.mechanics.operatives.stats import hit
from counteract.rulesets.kt24.stats import move
from counteract.rulesets.kt24.teams import parse_team
from tests.rules.kt24.moving import deciding, lone
from tests.rules.kt24.rounds import firefight, idle, strategy, take
from tests.rules.kt24.scene import Play, Scene, blade, gun

GENERIC = ["brace", "focus", "grit", "surge"]


def schemers(*ids: str, sides: tuple[int, ...] = (0,), **options: object) -> Scene:
    """Return a scene with two operatives a side, and firefight ploys of these names for when an operative is activated."""
    scene = Scene(**options)  # type: ignore[arg-type]
    for side, x in ((0, 2), (1, 28)):
        for y in (5, 15):
            scene.add(side, (x, y))
    for side in sides:
        for name in ids:
            scene.ploy(side, id=name, kind="firefight", moment="activated", effect="more-apl", until="activation")
    return scene


# --- firefight ploys


@pytest.mark.rule("KT24-PLOY-01")
def test_either_player_may_spend_command_points_on_firefight_ploys() -> None:
    """A in A's activation, B in B's, 1CP each time; declining costs nothing."""
    play = firefight(schemers("hurry", sides=(0, 1)), cp=(2, 2)).answer(0, "conceal")
    assert (play.what, play.player) == ("ploy", 0)
    play.answer("hurry")
    assert play.state.cp == (1, 2)
    play.answer("end", 2, "conceal")
    assert (play.what, play.player) == ("ploy", 1)
    play.answer("pass")
    assert play.state.cp == (1, 2)
    play.answer("end", 1, "conceal")
    assert play.what == "action"  # A has used it this turning point
    play.answer("end", 3, "conceal", "hurry")
    assert play.state.cp == (1, 1)


@pytest.mark.rule("KT24-PLOY-01")
def test_several_ploys_can_be_used_at_one_moment() -> None:
    """Two ploys for the same moment: both can be used, for 1CP each; with 1CP only one of them."""
    play = firefight(schemers("one", "two"), cp=(2, 0)).answer(0, "conceal")
    assert play.options() == ["one", "two", "pass"]
    play.answer("two")
    assert play.options() == ["one", "pass"]
    play.answer("one")
    assert (play.what, play.state.cp) == ("action", (0, 0))
    poor = firefight(schemers("one", "two"), cp=(1, 0)).answer(0, "conceal", "one")
    assert (poor.what, poor.state.cp) == ("action", (0, 0))


@pytest.mark.rule("KT24-PLOY-01")
def test_without_command_points_nobody_is_asked() -> None:
    """0CP: the activation goes on without a question."""
    assert firefight(schemers("hurry"), cp=(0, 5)).answer(0, "conceal").what == "action"


@pytest.mark.rule("KT24-PLOY-02")
def test_a_ploy_is_used_once_a_turning_point() -> None:
    """After its use it is gone for this player's other operatives, and back in the next turning point."""
    play = firefight(schemers("one", "two", sides=(0, 1)), turn=1, dice=[6, 1], cp=(9, 9)).answer(0, "conceal", "one", "pass", "end")
    play.answer(2, "conceal")
    assert (play.player, play.options()) == (1, ["one", "two", "pass"])  # the other player's is another ploy
    play.answer("pass", "end", 1, "conceal")
    assert (play.player, play.options()) == (0, ["two", "pass"])
    assert play.why("one") == "KT24-PLOY-02"
    idle(play, until="initiative").answer(0, 0, "conceal")
    assert play.options() == ["one", "two", "pass"]


@pytest.mark.rule("KT24-PLOY-02")
def test_command_re_roll_has_no_such_limit() -> None:
    """Twice on one roll and again in a later shot of the same turning point, 1CP each."""
    scene = Scene()
    for y in (5, 15):
        scene.add(0, (10, y), weapons=[gun("4 3+ 1/1")], order="engage")
    scene.add(1, (20, 10), order="engage", wounds=20)
    play = firefight(scene, cp=(3, 0), dice=[1, 1, 1, 1, 2, 2, 1, 1, 1, *[1, 1, 1, 1], 2, 1, 1, 1])
    play.answer(0, "engage", "shoot", 2, Dice("command-reroll", (0,)), Dice("command-reroll", (1,)), "pass", "end")
    assert play.state.cp == (1, 0)
    take(play, 2).answer(1, "engage", "shoot", 2, Dice("command-reroll", (3,)))
    assert play.state.cp == (0, 0)


@pytest.mark.rule("KT24-PLOY-01", "KT24-MIS-44")
def test_a_ploy_waits_for_its_moment() -> None:
    """A ploy for Charge is not offered when the operative is activated, nor when it starts a Dash."""
    scene = schemers("hurry")
    scene.ploy(0, id="lunge", kind="firefight", moment="charge", effect="longer-move", values={"action": "charge", "inches": 1}, until="activation")
    scene.ploy(0, id="sprint", kind="firefight", moment="dash", effect="longer-move", values={"action": "dash", "inches": 1}, until="activation")
    play = firefight(scene, cp=(5, 0)).answer(0, "engage")
    assert play.options() == ["hurry", "pass"]
    assert play.why("lunge") == "KT24-MIS-44"
    play.answer("pass", "dash")
    assert (play.what, play.options()) == ("ploy", ["sprint", "pass"])
    assert play.why("lunge") == "KT24-MIS-44"


@pytest.mark.rule("KT24-INT-21", "KT24-PLOY-01")
@pytest.mark.parametrize(("gap", "cp", "asked"), [(9.0, 1, ["lunge", "pass"]), (9.1, 1, ["lunge"]), (9.1, 0, None), (10.1, 1, None)])
def test_a_charge_that_only_a_ploy_makes_long_enough(gap: float, cp: int, asked: list[str] | None) -> None:
    """8\" reach an enemy up to 9\" away; with 1\" more, up to 10\"."""
    scene = lone(at=(5, 11), far=(6 + gap, 11))
    scene.ploy(0, id="lunge", kind="firefight", moment="charge", effect="longer-move", values={"action": "charge", "inches": 1}, until="activation")
    play = deciding(scene, cp=(cp, 0))
    if asked is None:
        assert play.why("charge") == "KT24-INT-21"
        return
    play.answer("charge")
    assert (play.what, play.options()) == ("ploy", asked)
    assert play.why("pass") == ("" if "pass" in asked else "KT24-INT-21")
    assert play.answer("lunge").why([(4 + gap, 11)]) == ""


# --- ploys as data


TEAM = """
id = "planners"
name = "Planners"
ruleset = "kt24"

[[operative]]
id = "guard"
name = "Guard"
move = 6
apl = 2
save = 4
wounds = 10

[[ploy]]
id = "steady"
name = "Steady"
kind = "strategy"
text = "Being injured changes nothing."
effect = "ignore-injury"

[[ploy]]
id = "supplies"
name = "Supplies"
kind = "strategy"
text = "Gain 2CP."
effect = "gain-cp"
values = { cp = 2 }

[[ploy]]
id = "oath"
name = "Oath"
kind = "gambit"
cost = 2
text = "Damage of 3 or more is 1 less."
effect = "soften"
"""


@pytest.mark.rule("KT24-MIS-44", "KT24-INT-33")
def test_a_team_file_brings_its_ploys() -> None:
    """Name, kind, moment and effect come from the file; a gambit that is no ploy names its own price."""
    ploys = {p.id: p for p in parse_team(TEAM, "planners.toml").ploys}
    assert [(p.name, p.kind, p.until, p.cost) for p in ploys.values()] == [
        ("Steady", "strategy", "turn", 1), ("Supplies", "strategy", "now", 1), ("Oath", "gambit", "turn", 2),
    ]  # fmt: skip


def injured_pair() -> Scene:
    """Return a scene with two injured operatives (Move 6, Hit 3+) and one enemy like them. Side 0 has the ploys of that team file."""
    scene = Scene()
    scene.add(0, (2, 5), left=4)
    scene.add(0, (2, 15), left=4)
    scene.add(1, (28, 15), left=4)
    scene.ploys[0].extend(parse_team(TEAM, "planners.toml").ploys)
    return scene


def fit(play: Play, i: int) -> bool:
    """Return True if an injured operative moves and hits as if it were not."""
    arena = play.game.arena
    values = move(arena, play.state, i), hit(arena, play.state, i, arena.cards[i].weapons[0])
    assert values in ((6, 3), (4, 4))
    return values == (6, 3)


@pytest.mark.rule("KT24-MIS-44")
def test_a_strategy_ploy_lasts_until_the_end_of_the_turning_point() -> None:
    """From its use through all activations of both sides, for friendly operatives only; in the next turning point it is over."""
    play = strategy(injured_pair(), dice=[6, 1, 6, 1], cp=(3, 3)).answer(0)
    assert [fit(play, i) for i in range(3)] == [False, False, False]
    play.answer("steady", "pass")
    assert [fit(play, i) for i in range(3)] == [True, True, False]
    take(play, 0)
    take(play, 2)
    assert [fit(play, i) for i in range(3)] == [True, True, False]
    take(play, 1)
    assert play.state.turn == 2
    assert [fit(play, i) for i in range(3)] == [False, False, False]


@pytest.mark.rule("KT24-MIS-44")
def test_an_immediate_effect_happens_at_once_and_does_not_last() -> None:
    """2CP arrive the moment the ploy is used, for the player who used it, and nothing is left in force."""
    play = strategy(injured_pair(), turn=2, dice=[6, 1], cp=(1, 0)).answer(0, "supplies")
    assert play.state.cp == (2 - 1 + 2, 2)
    assert play.state.lasting == ()


# --- the ploys both players have


def generic(**options: object) -> Scene:
    return Scene(generic_ploys=True, **options)  # type: ignore[arg-type]


@pytest.mark.rule("KT24-MIS-49")
def test_both_players_have_the_generic_ploys_besides_their_own() -> None:
    """With the option on each player has the four and those of their team; with it off only those of their team."""
    scene = schemers("hurry", generic_ploys=True)
    assert [[p.id for p in ploys] for ploys in scene.play().game.arena.ploys] == [["hurry", *GENERIC], GENERIC]
    play = strategy(scene, dice=[6, 1], cp=(2, 2)).answer(0)
    assert play.options() == ["brace", "focus", "pass"]
    play.answer("brace")
    assert (play.player, play.options(), play.state.cp) == (1, ["brace", "focus", "pass"], (2, 3))
    play.answer("pass")
    assert (play.options(), play.why("brace")) == (["focus", "pass"], "KT24-GAMBIT-04")
    without = schemers("hurry", generic_ploys=False)
    assert [[p.id for p in ploys] for ploys in without.play().game.arena.ploys] == [["hurry"], []]


@pytest.mark.rule("KT24-MIS-49")
@pytest.mark.parametrize(("mission", "count"), [("default", 4), (None, 0)])
def test_the_generic_ploys_belong_to_missions_unless_told_otherwise(mission: str | None, count: int) -> None:
    """Nothing said: with a mission both players have the four, in training neither."""
    scene = schemers(mission=mission)
    del scene.options["generic_ploys"]
    assert [len(ploys) for ploys in scene.play().game.arena.ploys] == [count, count]


def behind_a_wall(*, wall: bool = True, weapon: str = "4 3+ 3/4") -> Scene:
    """Return a scene in which A shoots at B, which stands behind a low wall or, without it, in the open."""
    scene = generic()
    scene.add(0, (5, 11), weapons=[gun(weapon)], order="engage")
    scene.add(1, (15, 11), order="engage")
    if wall:
        scene.wall(13.5, 10, 14, 12, top=1)
    return scene


def braced(scene: Scene, *, user: int, dice: list[int]) -> Play:
    """Return a battle in which that player uses Brace in the Strategy phase; then A shoots at B."""
    play = strategy(scene, turn=4, dice=[6, 1, *dice], cp=(0, 0)).answer(0)
    play.answer(*(["brace", "pass"] if user == 0 else ["pass", "brace", "pass", "pass"]))
    while play.what == "gambit":
        play.answer("pass")
    return play.answer(0, "engage", "shoot", 1)


@pytest.mark.rule("KT24-MIS-45")
def test_brace_re_rolls_one_defence_die_of_an_operative_in_cover() -> None:
    """B has used Brace and keeps the cover save: one of the two dice rolled may be rolled again, free, by B, and only one."""
    scene = behind_a_wall()
    play = strategy(scene, turn=4, dice=[6, 1, *(6, 5, 3, 2), *(1, 2), 5], cp=(0, 0)).answer(0)
    play.answer("pass", "brace", "pass", "pass")
    assert play.state.cp == (1, 1)
    play.answer(0, "engage", "shoot", 1, "pass", "cover-save")
    assert (play.what, play.player) == ("re-roll", 1)
    uses = [o for o in play.decision.options if isinstance(o, Dice) and o.use == "defence-reroll"]
    assert uses == [Dice("defence-reroll", (0,)), Dice("defence-reroll", (1,))]
    assert play.why(Dice("defence-reroll", (0, 1))) != ""
    play.answer(Dice("defence-reroll", (0,)))
    assert play.state.cp == (1, 1)
    assert all(o.use != "defence-reroll" for o in play.decision.options if isinstance(o, Dice))
    play.answer("pass")
    assert play.events("saves")[0].values == {"player": 1, "criticals": 0, "normals": 2, "unrolled": 1}


@pytest.mark.rule("KT24-MIS-45")
def test_brace_counts_in_cover_only_and_for_friends_only() -> None:
    """In the open Brace gives nothing; and A's Brace does nothing for B. Saturate takes the cover save, not the re-roll."""
    attack, defence = [6, 5, 3, 2], [1, 2, 3]
    in_open = braced(behind_a_wall(wall=False), user=1, dice=attack + defence).answer("pass")
    assert not any(isinstance(o, Dice) and o.use == "defence-reroll" for o in in_open.decision.options)
    others = braced(behind_a_wall(), user=0, dice=attack + defence).answer("cover-save")
    assert not any(isinstance(o, Dice) and o.use == "defence-reroll" for o in others.decision.options)
    saturated = braced(behind_a_wall(weapon="4 3+ 3/4; Saturate"), user=1, dice=attack + defence).answer("pass")
    assert any(isinstance(o, Dice) and o.use == "defence-reroll" for o in saturated.decision.options)


def focused(away: float, *, melee: bool = False) -> Play:
    """Return a battle: A has used Focus; its operative attacks an enemy that is this far away, base to base."""
    scene = generic()
    scene.add(0, (5, 11), weapons=[gun("4 3+ 1/1"), blade("4 3+ 1/1")], order="engage")
    scene.add(1, (6 + away, 11), order="engage", weapons=[])
    play = strategy(scene, turn=4, dice=[6, 1, 1, 1, 3, 2, 1, 1, 1], cp=(0, 0)).answer(0, "focus", "pass")
    play.answer(0, "engage", "fight" if melee else "shoot")
    return play if melee else play.answer(1)


@pytest.mark.rule("KT24-MIS-46")
def test_focus_gives_ranged_weapons_balanced_within_six_inches() -> None:
    """At 6" one attack die may be re-rolled, at 6.1" none; with a blade none either."""
    near = focused(6.0)
    assert (near.what, near.player) == ("re-roll", 0)
    assert {o.use for o in near.decision.options if isinstance(o, Dice)} == {"balanced"}
    assert near.why(Dice("balanced", (0, 1))) != ""
    assert near.why(Dice("balanced", (0,))) == ""
    far = focused(6.1)
    assert (far.what, far.player) == ("re-roll", 1)  # the attack dice stand; B may still spend CP on the defence dice
    by_hand = focused(0.5, melee=True)
    assert by_hand.damage(1) == 1
    assert (by_hand.what, by_hand.player) == ("activate", 1)  # the blow was struck without a question


@pytest.mark.rule("KT24-MIS-46")
def test_focus_is_for_friends_only() -> None:
    """B's gun gains nothing from A's Focus."""
    scene = generic()
    scene.add(0, (5, 11), order="engage", ready=False)
    scene.add(1, (9, 11), weapons=[gun("4 3+ 1/1")], order="engage")
    play = strategy(scene, turn=3, dice=[6, 1, 1, 1, 3, 2, 1, 1, 1], cp=(0, 0)).answer(0, "focus", "pass")
    take(play, 0).answer(1, "engage", "shoot", 0)
    assert (play.what, play.player) == ("re-roll", 1)
    assert {o.use for o in play.decision.options if isinstance(o, Dice)} == {"command-reroll"}


def gritty(left: int, *, cp: int = 1) -> Play:
    """Return a battle: an operative with Move 6, Hit 3+ and 10 wounds, some of them lost, is activated by a player with so many CP."""
    scene = generic()
    scene.add(0, (5, 5), left=left, weapons=[gun()])
    scene.add(0, (5, 15), left=left, weapons=[gun()])
    scene.add(1, (28, 11), wounds=10, left=left, weapons=[gun()])
    return firefight(scene, cp=(cp, cp)).answer(0, "conceal")


@pytest.mark.rule("KT24-MIS-47")
def test_grit_makes_up_for_an_injury_until_the_end_of_the_activation() -> None:
    """Its owner is asked as it is activated; then it moves 6" and hits on 3+, no other operative does, and afterwards it is 4" and 4+ again."""
    play = gritty(4)
    assert (play.what, play.player, play.options()) == ("ploy", 0, ["grit", "pass"])
    assert [fit(play, i) for i in range(3)] == [False, False, False]
    play.answer("grit")
    assert play.state.cp == (0, 1)
    assert [fit(play, i) for i in range(3)] == [True, False, False]
    play.answer("reposition")
    assert play.why([(11, 5)]) == ""
    play.answer([(11, 5)], "end")
    assert [fit(play, i) for i in range(3)] == [False, False, False]


@pytest.mark.rule("KT24-MIS-47")
def test_grit_is_for_the_injured() -> None:
    """Exactly half of its wounds left is not injured: no question. Without Grit the injury counts."""
    assert gritty(5).what == "action"
    assert gritty(10).what == "action"
    play = gritty(4).answer("pass", "reposition")
    assert play.why([(9, 5)]) == ""
    assert play.why([(9.1, 5)]) == "KT24-REPO-02"


def dashing(*, cp: int = 1) -> Play:
    """Return a battle in which an operative starts a Dash in its activation; its owner has so many CP."""
    scene = generic()
    scene.add(0, (5, 5))
    scene.add(1, (28, 11))
    return firefight(scene, cp=(cp, 0)).answer(0, "engage", "dash")


@pytest.mark.rule("KT24-MIS-48")
def test_surge_makes_a_dash_four_inches() -> None:
    """Its owner is asked as the Dash starts: 4" with it, 3" without; it makes no other move longer."""
    play = dashing()
    assert (play.what, play.player, play.options()) == ("ploy", 0, ["surge", "pass"])
    play.answer("surge")
    assert play.state.cp == (0, 0)
    assert (play.why([(9, 5)]), play.why([(9.1, 5)])) == ("", "KT24-DASH-02")
    play.answer([(9, 5)], "reposition")
    assert (play.what, play.why([(15, 5)]), play.why([(15.1, 5)])) == ("move", "", "KT24-REPO-02")
    without = dashing().answer("pass")
    assert (without.why([(8, 5)]), without.why([(8.1, 5)])) == ("", "KT24-DASH-02")


@pytest.mark.rule("KT24-MIS-48")
def test_surge_is_for_activations() -> None:
    """A Dash made while counteracting cannot be lengthened; nor does a Reposition ask for Surge."""
    scene = generic()
    scene.add(0, (5, 5), order="engage", ready=False)
    scene.add(1, (28, 11))
    play = firefight(scene, cp=(3, 0)).answer(0, "dash")
    assert play.what == "move"
    assert play.why([(7.1, 5)]) == "KT24-COUNTER-05"
    scene.operatives[0]["ready"] = True
    assert firefight(scene, cp=(3, 0)).answer(0, "engage", "reposition").what == "move"


@pytest.mark.rule("KT24-MIS-49")
@pytest.mark.parametrize("ploy", ["grit", "surge"])
def test_the_generic_firefight_ploys_are_limited_like_any_other(ploy: str) -> None:
    """1CP for each use, once per turning point; the second operative is not offered it again."""
    scene = generic()
    scene.add(0, (5, 5), left=4)
    scene.add(0, (5, 15), left=4)
    scene.add(1, (28, 11))
    play = firefight(scene, cp=(9, 0))
    for i, asked in ((0, True), (1, False)):
        play.answer(i, "conceal")
        if ploy == "surge":
            if play.what == "ploy":
                play.answer("pass")
            play.answer("dash")
        assert (play.what == "ploy") == asked
        if asked:
            play.answer(ploy)
            assert play.state.cp == (8, 0)
        if play.what == "move":
            play.answer([(6, play.state.places[i][1])])  # type: ignore[index]
        play.answer("end")
        if i == 0:
            take(play, 2)
