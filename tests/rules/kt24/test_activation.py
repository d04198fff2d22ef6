"""Activations: who, in which order, with how many actions."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.state import Task
from counteract.rulesets.kt24.state import Acting
from tests.rules.kt24.rounds import firefight, strategy, take
from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun


def lines(a: int, b: int, **fields: Any) -> Scene:
    """Return a scene with ``a`` operatives against ``b``, far apart."""
    scene = Scene()
    for side, size, x in ((0, a, 2), (1, b, 28)):
        for k in range(size):
            scene.add(side, (x, 3 + 4 * k), **fields)
    return scene


# --- turns


@pytest.mark.rule("KT24-ACT-01")
@pytest.mark.parametrize("first", [0, 1])
def test_players_take_turns_beginning_with_the_initiative_player(first: int) -> None:
    """Three against three, whoever was given the initiative first: one operative at a time, in turn, only one's own ready ones."""
    play = strategy(lines(3, 3), turn=4, dice=[6, 1], initiative=1 - first).answer(first)
    order = []
    for _ in range(6):
        assert play.what == "activate"
        order.append(play.player)
        assert all(play.state.models[i].side == play.player and play.state.models[i].ready for i in play.options())
        take(play, play.options()[0])
    assert order == [first, 1 - first] * 3
    assert play.over


@pytest.mark.rule("KT24-ACT-01")
def test_neither_enemies_nor_the_expended_nor_the_fallen_can_be_activated() -> None:
    """Of four numbers one is an enemy, one is expended and one has been removed: only the fourth is offered."""
    scene = Scene()
    scene.add(0, (2, 3), ready=False)
    scene.add(0, None, left=0, down=True)
    scene.add(0, (2, 11))
    scene.add(1, (28, 11))
    play = firefight(scene)
    assert play.options() == [2]
    assert [play.why(i) for i in range(4)] == ["KT24-ACT-01", "KT24-DMG-08", "", "KT24-ACT-01"]


@pytest.mark.rule("KT24-ACT-02")
@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_the_player_whose_turn_it_is_chooses_among_their_ready_operatives(chosen: int) -> None:
    """Any of the three may go first, and it is that one which acts."""
    play = firefight(lines(3, 1))
    assert (play.player, play.options()) == (0, [0, 1, 2])
    play.answer(chosen, "conceal")
    assert (play.what, play.decision.subject) == ("action", chosen)


@pytest.mark.rule("KT24-ACT-03")
@pytest.mark.parametrize("before", ["engage", "conceal"])
@pytest.mark.parametrize("chosen", ["engage", "conceal"])
def test_the_order_is_chosen_before_any_action(before: str, chosen: str) -> None:
    """Whatever order it had, its player chooses either, and only then the first action."""
    play = firefight(lines(1, 1, order=before)).answer(0)
    assert (play.what, play.player, play.options()) == ("order", 0, ["engage", "conceal"])
    assert play.why("dash") == "KT24-ACT-03"
    play.answer(chosen)
    assert play.what == "action"
    assert play.state.models[0].order == chosen


@pytest.mark.rule("KT24-ACT-03")
def test_the_order_is_chosen_anew_in_every_activation() -> None:
    """In the next turning point it is asked again."""
    play = strategy(lines(1, 1), dice=[6, 1, 6, 1]).answer(0)
    take(play, 0, "engage")
    take(play, 1)
    assert play.answer(0, 0).what == "order"


@pytest.mark.rule("KT24-ACT-04")
def test_the_operative_performing_its_actions_is_the_active_one() -> None:
    """No operative is active before; then the activated one is, through all its actions; then no operative again."""
    play = firefight(lines(2, 1))
    assert play.game.view()["active"] is None
    play.answer(1)
    assert play.game.view()["active"] == 1
    play.answer("conceal", "dash")
    assert play.game.view()["active"] == 1
    play.answer([(3, 7)])
    assert play.game.view()["active"] == 1
    play.answer("end")
    assert play.game.view()["active"] is None


# --- actions


@pytest.mark.rule("KT24-ACT-05")
def test_the_ap_spent_may_not_exceed_the_apl() -> None:
    """APL 2: two 1AP actions, then the activation is over without a question. APL 1: one. APL 3: three."""
    path = {"reposition": [(3, 3)], "dash": [(4, 3)]}
    for apl, after in ((1, ["reposition"]), (2, ["reposition", "dash"])):
        play = firefight(lines(1, 1, apl=apl)).answer(0, "conceal")
        for action in after:
            play.answer(action, path[action])
        assert (play.what, play.player) == ("activate", 1), apl
    three = firefight(lines(1, 1, apl=3)).answer(0, "engage", "reposition", path["reposition"], "dash", path["dash"])
    assert three.options() == ["shoot", "end"]


@pytest.mark.rule("KT24-ACT-05")
def test_an_action_that_costs_more_than_is_left_is_refused() -> None:
    """Fall Back costs 2AP: with APL 2 it can be the first action and not the second; with APL 3 it can be the second."""
    for apl, spent, rule in ((2, 0, ""), (2, 1, "KT24-ACT-05"), (3, 1, ""), (1, 0, "KT24-ACT-05")):
        scene = Scene()
        scene.add(0, (5, 11), apl=apl)
        scene.add(1, (6.5, 11))
        play = scene.play(Task("actions", (0,)), acting=(Acting(0, "activation", spent=spent, done=("shoot",) * spent),))
        if play.over:
            assert rule, "with nothing else to do the activation has ended"
            continue
        assert play.why("fall back") == rule, (apl, spent)
        assert ("fall back" in play.options()) == (rule == "")


@pytest.mark.rule("KT24-ACT-06")
@pytest.mark.parametrize("action", ["reposition", "dash", "shoot", "fight"])
def test_each_action_is_performed_once_in_an_activation(action: str) -> None:
    """With plenty of APL, an action performed before is not offered again, and another one is."""
    scene = Scene()
    scene.add(0, (5, 11), apl=6, order="engage")
    scene.add(1, (6.5, 11) if action == "fight" else (12, 11), order="engage")
    fresh = scene.play(Task("actions", (0,)), acting=(Acting(0, "activation"),))
    assert action in fresh.options()
    again = scene.play(Task("actions", (0,)), acting=(Acting(0, "activation", spent=1, done=(action,)),))
    assert action not in again.options()
    assert again.why(action) == "KT24-ACT-06"
    assert len(again.options()) > 1


@pytest.mark.rule("KT24-ACT-07")
def test_when_its_player_is_done_the_operative_is_expended() -> None:
    """It stays ready while it acts and is expended when its player says so, or when no action is left."""
    play = firefight(lines(1, 1)).answer(0, "conceal", "dash", [(3, 3)])
    assert play.state.models[0].ready
    play.answer("end")
    assert not play.state.models[0].ready
    assert [e.values["model"] for e in play.events("expended")] == [0]


@pytest.mark.rule("KT24-INT-23")
def test_nobody_may_decline_to_activate_but_an_activation_may_be_empty() -> None:
    """A pass is refused while an operative is ready. Order, then nothing at all, is fine, and the operative is expended."""
    play = firefight(lines(2, 1))
    assert "pass" not in play.options()
    assert play.why("pass") == "KT24-INT-23"
    play.answer(0, "engage", "end")
    assert play.events("action") == []
    assert not play.state.models[0].ready
    assert play.player == 1


@pytest.mark.rule("KT24-INT-23")
def test_unspent_ap_are_lost() -> None:
    """Nothing done in turning point 1: in turning point 2 there are 2AP again and no more."""
    play = strategy(lines(1, 1), dice=[6, 1, 6, 1]).answer(0)
    take(play, 0)
    take(play, 1)
    play.answer(0, 0, "engage", "reposition", [(3, 3)], "dash", [(4, 3)])
    assert (play.what, play.player) == ("activate", 1)


# --- which actions go together


def acting(*done: str, spent: int, apl: int, order: str = "engage", enemies: tuple[tuple[float, float], ...] = ((12, 11),), **options: Any) -> Play:
    """Return a battle in which an operative at (5, 11) has performed these actions and is about to choose the next one."""
    scene = Scene(**options)
    scene.add(0, (5, 11), apl=apl, order=order)
    for at in enemies:
        scene.add(1, at, order="engage")
    return scene.play(Task("actions", (0,)), acting=(Acting(0, "activation", spent=spent, done=done),))


NEAR, FAR = ((6.5, 11),), ((12, 11),)

#: Action, the one that bars it, and the rule that says so.
EXCLUSIONS = [
    ("reposition", "charge", "KT24-REPO-06"),
    ("charge", "reposition", "KT24-CHARGE-08"),
    ("reposition", "fall back", "KT24-REPO-07"),
    ("fall back", "reposition", "KT24-FALLBACK-05"),
    ("dash", "charge", "KT24-DASH-05"),
    ("charge", "dash", "KT24-CHARGE-08"),
    ("fall back", "charge", "KT24-FALLBACK-06"),
    ("charge", "fall back", "KT24-CHARGE-08"),
]


@pytest.mark.rule("KT24-DIFF-08", "KT24-INT-22")
@pytest.mark.parametrize("printing", ["2025", "2024"])
@pytest.mark.parametrize(("action", "other", "rule"), EXCLUSIONS)
def test_the_four_pairs_exclude_each_other_whichever_comes_first(printing: str, action: str, other: str, rule: str) -> None:
    """Both printings, both ways round: once the one has been done the other is refused; without it, it is allowed."""
    enemies = NEAR if action == "fall back" else FAR
    free = acting(spent=2, apl=6, enemies=enemies, printing=printing)
    assert free.why(action) == ""
    barred = acting(other, spent=2, apl=6, enemies=enemies, printing=printing)
    assert action not in barred.options()
    assert barred.why(action) == rule


@pytest.mark.rule("KT24-INT-22", "KT24-DIFF-08")
@pytest.mark.parametrize(
    ("action", "done"),
    [
        ("dash", ("reposition",)), ("reposition", ("dash",)), ("dash", ("fall back",)), ("fall back", ("dash",)),
        ("shoot", ("charge",)), ("charge", ("shoot",)), ("shoot", ("reposition", "dash")), ("shoot", ("fall back",)),
        ("charge", ("fight",)), ("reposition", ("fight",)), ("fight", ("charge",)), ("fight", ("reposition",)), ("fight", ("shoot",)),
    ],
)  # fmt: skip
def test_every_other_combination_of_different_actions_is_allowed(action: str, done: tuple[str, ...]) -> None:
    """Whatever is not one of the four pairs may share an activation, as long as there are AP and its conditions are met."""
    enemies = NEAR if action in ("fight", "fall back") else FAR
    assert acting(*done, spent=1, apl=6, enemies=enemies).why(action) == ""


def brawler(apl: int, *, enemies: list[dict[str, Any]], dice: list[int] = ()) -> Play:  # type: ignore[assignment]
    """Return a battle: an operative at (5, 11) with gun and blade, activated with an Engage order."""
    scene = Scene()
    scene.add(0, (5, 11), apl=apl, weapons=[gun("4 3+ 3/4"), blade("4 3+ 4/5")], wounds=20)
    for enemy in enemies:
        scene.add(1, **{"weapons": [], "order": "engage", **enemy})
    return scene.activate(0, dice=dice).answer("engage")


FAR_AWAY = {"at": (12, 11), "wounds": 20}
BESIDE = {"at": (6.5, 11), "wounds": 20}


@pytest.mark.rule("KT24-ACT-05", "KT24-ACT-06", "KT24-INT-22")
def test_ex_17_combining_actions_with_apl_two() -> None:
    """Reposition and Dash, Charge and Fight, Fight and Charge if the enemy fell; not Dash and Charge, nor Reposition twice."""
    moved = brawler(2, enemies=[FAR_AWAY]).answer("reposition", [(5, 12)])
    assert moved.why("dash") == ""
    assert moved.why("reposition") == "KT24-ACT-06"
    charged = brawler(2, enemies=[FAR_AWAY]).answer("charge", [(10.6, 11)])
    assert charged.why("fight") == ""
    assert charged.why("dash") == "KT24-DASH-05"
    dashed = brawler(2, enemies=[FAR_AWAY]).answer("dash", [(5, 12)])
    assert dashed.why("charge") == "KT24-CHARGE-08"
    fought = brawler(2, enemies=[{"at": (6.5, 11), "wounds": 4}, {"at": (12, 11)}], dice=[3, 1, 1, 1]).answer("fight")
    assert fought.state.places[1] is None
    assert fought.why("charge") == ""
    fell_back = brawler(2, enemies=[BESIDE]).answer("fall back", [(2, 11)])
    assert fell_back.over  # both AP are spent
    assert [e.values["model"] for e in fell_back.events("expended")] == [0]


@pytest.mark.rule("KT24-ACT-05", "KT24-INT-22")
def test_ex_17_combining_actions_with_apl_three() -> None:
    """Fall Back and Dash or Shoot, not Reposition; and Reposition, Dash and Shoot all together."""
    fell_back = brawler(3, enemies=[BESIDE]).answer("fall back", [(2, 11)])
    assert fell_back.why("dash") == ""
    assert fell_back.why("shoot") == ""
    assert fell_back.why("reposition") == "KT24-REPO-07"
    moved = brawler(3, enemies=[FAR_AWAY], dice=[1, 1, 1, 1, 1, 1, 1]).answer("reposition", [(5, 12)], "dash", [(5, 11)])
    assert moved.why("shoot") == ""
    assert [e.values["action"] for e in moved.answer("shoot", 1).events("action")] == ["reposition", "dash", "shoot"]


# --- what is the same action


@pytest.mark.rule("KT24-INT-35", "KT24-ACT-06")
def test_an_action_performed_for_free_counts() -> None:
    """No AP have been spent and yet Dash has been performed in this activation: not again. Reposition is another action."""
    play = acting("dash", spent=0, apl=2)
    assert play.why("dash") == "KT24-ACT-06"
    assert play.why("reposition") == ""


@pytest.mark.rule("KT24-INT-35", "KT24-INT-25")
def test_an_action_performed_outside_the_activation_does_not_count() -> None:
    """Shoot in the activation, Shoot again when counteracting, and Shoot in the next activation: all three."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 6+ 1/1")])
    scene.add(1, (15, 5), order="engage", wounds=20)
    scene.add(1, (15, 15), order="engage", wounds=20)
    play = strategy(scene, dice=[6, 1, *[1, 1, 1, 1] * 2, 6, 1, *[1, 1, 1, 1]]).answer(0)
    shot = ("shoot", 1, "pass", "pass")  # neither player re-rolls
    play.answer(0, "engage", *shot, "end")
    take(play, 1, "engage")
    assert (play.what, play.options()) == ("counteract", [0, "pass"])
    play.answer(0, *shot)
    take(play, 2, "engage")
    play.answer(0, 0, "engage", *shot)
    assert [e.values["action"] for e in play.events("action")] == ["shoot"] * 3


@pytest.mark.rule("KT24-INT-35")
def test_a_new_name_is_a_new_action() -> None:
    """Tending the wounded is an action of its own: after a Dash it can be performed, after itself it cannot."""
    mend = Ability(id="mend", name="Mend", text="…", effect="mend")
    for done, rule in (("dash", ""), ("mend", "KT24-ACT-06")):
        scene = Scene()
        scene.add(0, (5, 11), left=5, abilities=[mend])
        scene.add(1, (28, 11))
        play = scene.play(Task("actions", (0,)), acting=(Acting(0, "activation", spent=1, done=(done,)),))
        assert play.why("mend") == rule
