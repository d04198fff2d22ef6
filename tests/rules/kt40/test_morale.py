"""Morale tests: who owes one, the roll, what failing costs, and how long it lasts. (MORALE, DEG, INT-60 to INT-70)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.state import Task
from counteract.rulesets.kt40 import damage, stats
from counteract.rulesets.kt40.ruleset import RULESET
from tests.rules.kt40.scenes import DEGRADING, Play, Scene, ability, gun


def squad(models: int = 10, *, lost: int = 0, leadership: int = 7, alone: bool = True, **more: Any) -> Scene:
    """Return a board with one squad that has lost some wounds, its slain models among ``left``, and an enemy far away."""
    scene = Scene()
    scene.squad(0, (5, 5), models=models, leadership=leadership, state={"lost": lost, **more.pop("state", {})}, **more)
    if alone:
        scene.squad(1, (40, 30), models=1)
    return scene


def settle(play: Play) -> Play:
    """Answer by default until nothing is left to decide."""
    while not play.over:
        play.game.play(play.decision.default)
    return play


def next_turn(play: Play, scene: Scene, *agenda: Task, dice: list[int], **fields: Any) -> Play:
    """Go on with the next turn from where a play ended: initiative for two players, then these tasks."""
    state = play.state
    kept = {"models": state.models, "places": state.places, "units": state.units, "vp": state.vp}
    began = scene.play(Task("turn"), dice=[6, 6, 1, 1], turn=state.turn, **kept)
    now = began.state
    kept = {"models": now.models, "places": now.places, "units": now.units, "turn": now.turn, "order": now.order}
    return scene.play(*agenda, dice=dice, **{**kept, **fields})


# --- who tests


@pytest.mark.rule("KT40-MORALE-02", "KT40-MORALE-03", "KT40-ALT-11")
def test_units_that_lost_wounds_test_once_each_in_turn_order() -> None:
    """Characters and vehicles test too; a unit without losses does not. Who tests next is its player's choice."""
    scene = Scene()
    scene.squad(0, (5, 5), models=5, state={"lost": 2})
    scene.squad(0, (5, 10), models=5)
    scene.character(0, (5, 15), left=[3], state={"lost": 1})
    scene.vehicle(1, (30, 20), left=[11], state={"lost": 1})
    play = scene.alternate("morale", dice=[1, 1, 1], order=(1, 0))
    assert (play.what, play.player, play.options()) == ("morale", 0, [0, 2])  # the vehicle, alone on its side, was not asked
    assert play.unit(3).tested
    assert play.why(1) == "KT40-MORALE-02"
    assert play.why("pass") == "KT40-ALT-11"
    play.answer(2)
    assert play.over
    assert [event.values["unit"] for event in play.events("morale-test")] == [3, 2, 0]


@pytest.mark.rule("KT40-INT-84", "KT40-MORALE-02")
def test_nobody_is_asked_for_the_order_of_tests_that_cannot_fail() -> None:
    scene = Scene()
    for y in (5, 10):
        scene.squad(0, (5, y), models=5, state={"lost": 1})
    scene.squad(1, (30, 20))
    play = scene.alternate("morale", dice=[6, 6])
    assert play.over and [event.values["hit"] for event in play.events("morale-test")] == [True, True]


@pytest.mark.rule("KT40-INT-69")
def test_units_that_are_not_on_the_table_take_no_test() -> None:
    scene = Scene()
    wagon = scene.transport(0, (10, 10))
    scene.squad(0, None, models=3, state={"lost": 2, "carrier": wagon})
    scene.squad(0, None, models=3, state={"lost": 2, "reserve": True})
    scene.squad(1, (40, 30), models=1)
    assert scene.alternate("morale").over


# --- the roll


@pytest.mark.rule("KT40-MORALE-04", "KT40-MORALE-05", "KT40-MORALE-06", "KT40-MORALE-07")
@pytest.mark.parametrize(("die", "left"), [(4, 3), (2, 5), (1, 5), (3, 4), (6, 1)])
def test_worked_example_14(die: int, left: int) -> None:
    """Ten models of W1, 5 lost, Ld 7: a 4 makes 9 and costs 2 more; a 2 makes 7, which passes; a 1 passes."""
    play = settle(squad(lost=5, left=[1] * 5 + [0] * 5).morale(0, dice=[die]))
    assert sum(play.left(0)) == left


@pytest.mark.rule("KT40-MORALE-06")
def test_a_rolled_1_passes_whatever_the_total() -> None:
    """12 wounds lost, Ld 6: 13 is far above 6."""
    play = squad(20, lost=12, leadership=6, left=[1] * 8 + [0] * 12).morale(0, dice=[1])
    assert play.over
    (test,) = play.events("morale-test")
    assert (test.values["amount"], test.values["hit"], test.rule) == (13, True, "KT40-MORALE-06")
    assert sum(play.left(0)) == 8


@pytest.mark.rule("KT40-MORALE-04", "KT40-INT-60")
def test_wounds_count_and_not_models() -> None:
    """Three wounds lost of one model that still stands: 5 + 3 is above 7, and one more wound is lost."""
    play = settle(squad(3, lost=3, wounds=4, left=[1, 4, 4]).morale(0, dice=[5]))
    assert play.left(0) == [0, 4, 4]


@pytest.mark.rule("KT40-MORALE-05")
def test_the_highest_leadership_in_the_unit_counts() -> None:
    scene = Scene()
    scene.unit(0, (5, 5), (scene.card(leadership=6), 4), (scene.card(leadership=8), 1), state={"lost": 3})
    scene.squad(1, (40, 30), models=1)
    assert not scene.morale(0, dice=[5]).unit(0).failing
    assert settle(scene.morale(0, dice=[6])).unit(0).failing


@pytest.mark.rule("KT40-DMG-01", "KT40-DMG-02", "KT40-DMG-04", "KT40-MORALE-04", "KT40-MORALE-07", "KT40-INT-60")
def test_worked_example_13() -> None:
    """Three models of W2: an attack of Damage 3 costs 2, then 3 mortal wounds: 5 lost. Ld 7, a 3: 8, so the last wound goes too."""
    scene = Scene()
    scene.squad(0, (5, 5), models=1, weapons=[gun('24" heavy 1, 8 -6 3')])
    target = scene.squad(1, (15, 5), models=3, wounds=2, leadership=7)
    play = settle(scene.shoot(0, dice=[6, 6, 1]))
    assert (play.lost(target), sorted(play.left(target))) == (2, [0, 2, 2])
    units, models, places = play.state.units, play.state.models, play.state.places

    def hurt(ref: Any) -> Any:
        yield from damage.mortal_wounds(ref, target, 3, "KT40-DMG-02", by=0)

    after = _run(scene, hurt, units=units, models=models, places=places)
    assert (after.lost(target), sorted(after.left(target))) == (5, [0, 0, 1])
    state = after.state
    last = settle(scene.morale(target, dice=[3], units=state.units, models=state.models, places=state.places))
    assert last.unit(target).destroyed
    assert last.unit(target).destroyed_by == 0  # INT-82


def _run(scene: Scene, procedure: Any, **fields: Any) -> Play:
    """Play a procedure of the test's own."""
    RULESET.procedures["of-the-test"] = procedure
    try:
        return settle(scene.play(Task("of-the-test"), **fields))
    finally:
        del RULESET.procedures["of-the-test"]


# --- failing


@pytest.mark.rule("KT40-MORALE-03", "KT40-MORALE-08")
def test_worked_example_15() -> None:
    """A vehicle without a table: W8, 6 lost, 2 left, Ld 7, a 3: 9, so it loses 2 and is destroyed."""
    scene = Scene()
    tank = scene.vehicle(0, (10, 10), wounds=8, leadership=7, left=[2], state={"lost": 6})
    scene.squad(1, (40, 30), models=1)
    assert settle(scene.morale(tank, dice=[3])).unit(tank).destroyed


@pytest.mark.rule("KT40-MORALE-09", "KT40-DEG-01", "KT40-DEG-02", "KT40-INT-65")
def test_worked_example_16() -> None:
    """Lines 12-7, 6-4, 3-1. From 12 to 7, Ld 8, a 4: failed, nothing lost; next turn it reads one line lower until the morale phase."""
    scene = Scene()
    tank = scene.vehicle(0, (10, 10), degrading=DEGRADING, left=[7], state={"lost": 5})
    scene.squad(1, (40, 30), models=1)
    failed = scene.morale(tank, dice=[4])
    assert failed.over
    assert (failed.left(tank), failed.unit(tank).failing) == ([7], True)
    assert _moves(failed) == 12  # the shift begins with the next turn
    shifted = next_turn(failed, scene, dice=[])
    assert _moves(shifted) == 8
    hurt = _run(scene, lambda ref: damage.lose_wounds(ref, tank, 2, "KT40-DMG-02"), **_kept(shifted))
    assert (hurt.left(tank), _moves(hurt)) == ([5], 4)
    play = scene.play(Task("phase", ("morale",)), Task("alternate", ("morale",)), dice=[6], **_kept(hurt))
    assert play.over
    assert _moves(play) == 8
    assert not play.unit(tank).failing  # 6 + 2 = 8 is not more than 8
    assert _moves(next_turn(play, scene, dice=[])) == 8


def _kept(play: Play) -> dict[str, Any]:
    return {"models": play.state.models, "places": play.state.places, "units": play.state.units, "turn": play.state.turn}


def _moves(play: Play) -> float:
    return stats.move(play.arena, play.s, 0)


@pytest.mark.rule("KT40-DEG-01")
@pytest.mark.parametrize(("wounds", "figures"), [(12, (12, 3, 3)), (7, (12, 3, 3)), (6, (8, 4, 2)), (4, (8, 4, 2)), (3, (4, 5, 1)), (1, (4, 5, 1))])
def test_the_line_follows_the_wounds(wounds: int, figures: tuple[int, int, int]) -> None:
    scene = Scene()
    scene.vehicle(0, (10, 10), degrading=DEGRADING, left=[wounds])
    scene.squad(1, (40, 30), models=1)
    state = scene.state()
    assert (stats.move(scene.arena, state, 0), stats.bs(scene.arena, state, 0), stats.attacks(scene.arena, state, 0)) == figures


@pytest.mark.rule("KT40-INT-66", "KT40-DEG-02")
def test_below_the_bottom_line_there_is_nothing() -> None:
    scene = Scene()
    scene.vehicle(0, (10, 10), degrading=DEGRADING, left=[2], state={"lowered": True})
    scene.squad(1, (40, 30), models=1)
    assert stats.move(*_board(scene), 0) == 4


def _board(scene: Scene) -> tuple[Any, Any]:
    state = scene.state()
    return scene.arena, state


@pytest.mark.rule("KT40-MORALE-10", "KT40-MORALE-11", "KT40-MORALE-12", "KT40-INT-64", "KT40-INT-65")
def test_worked_example_17() -> None:
    """Ld 9, 4 lost, a 6: failed, nothing lost. Next turn no auras; its own morale at 2 lost: 6 + 2 + 1 = 9, which passes."""
    scene = Scene()
    aura = ability("aura", inches=6, boon="to hit shooting", bonus=1)
    hero = scene.character(0, (5, 5), wounds=8, left=[4], leadership=9, abilities=[aura], state={"lost": 4})
    mate = scene.squad(0, (7, 5), models=3)
    scene.squad(1, (40, 30), models=1)
    assert stats.boons(*_board(scene), mate, "to hit shooting") == 1
    failed = scene.morale(hero, dice=[6])
    assert failed.over
    assert (failed.left(hero), failed.unit(hero).failing, failed.unit(hero).shaken) == ([4], True, False)
    later = next_turn(failed, scene, dice=[])
    assert later.unit(hero).shaken
    assert stats.boons(later.arena, later.s, mate, "to hit shooting") == 0
    assert stats.test_penalty(later.s, hero) == -1
    hurt = _run(scene, lambda ref: damage.lose_wounds(ref, hero, 2, "KT40-DMG-02"), **_kept(later))
    test = scene.play(Task("phase", ("morale",)), Task("alternate", ("morale",)), dice=[6], **_kept(hurt))
    (rolled,) = test.events("morale-test")
    assert (rolled.values["amount"], rolled.values["hit"]) == (9, True)
    assert test.unit(hero).shaken  # it weighs on this very test, and ends with the turn
    assert not next_turn(test, scene, dice=[]).unit(hero).shaken


@pytest.mark.rule("KT40-MORALE-13")
def test_worked_example_18() -> None:
    """A CHARACTER VEHICLE with a table: Ld 8, 5 lost, a 5: nothing lost; next turn the lower line, no auras and -1."""
    scene = Scene()
    tank = scene.vehicle(0, (10, 10), keywords=("CHARACTER",), degrading=DEGRADING, left=[7], leadership=8, state={"lost": 5})
    scene.squad(1, (40, 30), models=1)
    failed = scene.morale(tank, dice=[5])
    assert failed.over
    assert failed.left(tank) == [7]
    later = next_turn(failed, scene, dice=[])
    assert (later.unit(tank).lowered, later.unit(tank).shaken) == (True, True)


@pytest.mark.rule("KT40-INT-65")
def test_a_new_failure_renews_the_penalties_and_they_never_stack() -> None:
    scene = Scene()
    hero = scene.character(0, (5, 5), wounds=8, leadership=7, left=[3], state={"lost": 5, "shaken": True})
    scene.squad(1, (40, 30), models=1)
    failed = scene.morale(hero, dice=[2])  # 2 + 5 + 1 = 8
    assert failed.unit(hero).failing
    later = next_turn(failed, scene, dice=[])
    assert (later.unit(hero).shaken, stats.test_penalty(later.s, hero)) == (True, -1)


@pytest.mark.rule("KT40-INT-67")
def test_a_monster_with_a_table_loses_wounds_like_an_ordinary_unit() -> None:
    scene = Scene()
    beast = scene.squad(0, (10, 10), models=1, wounds=12, keywords=("MONSTER",), degrading=DEGRADING, leadership=7, left=[7], state={"lost": 5})
    scene.squad(1, (40, 30), models=1)
    play = settle(scene.morale(beast, dice=[4]))
    assert play.left(beast) == [5]
    assert not next_turn(play, scene, dice=[]).unit(beast).lowered


@pytest.mark.rule("KT40-INT-67", "KT40-INT-68", "KT40-MORALE-10")
@pytest.mark.parametrize("keyword", ["MONSTER", "VEHICLE"])
def test_a_character_loses_no_wounds_whatever_else_it_is(keyword: str) -> None:
    """A CHARACTER MONSTER with a table keeps its line; a CHARACTER VEHICLE without one has nothing to lose but its nerve."""
    scene = Scene()
    table = {"degrading": DEGRADING} if keyword == "MONSTER" else {}
    hero = scene.squad(0, (10, 10), models=1, wounds=12, keywords=(keyword, "CHARACTER"), left=[7], leadership=7, state={"lost": 5}, **table)
    scene.squad(1, (40, 30), models=1)
    play = scene.morale(hero, dice=[6])
    assert play.over
    later = next_turn(play, scene, dice=[])
    assert (later.left(hero), later.unit(hero).shaken, later.unit(hero).lowered) == ([7], True, False)


@pytest.mark.rule("KT40-INT-62")
def test_wounds_lost_to_a_test_are_neither_saved_nor_ignored_and_cause_no_test() -> None:
    """Ld 7, 5 lost, a 6: 4 more. The unit ignores wounds on 2+, and no such die is rolled: the script has none."""
    scene = squad(lost=5, left=[1] * 5 + [0] * 5, abilities=[ability("ignore-wounds", needed=2)])
    play = settle(scene.alternate("morale", dice=[6]))
    assert sum(play.left(0)) == 1
    assert len(play.events("morale-test")) == 1


@pytest.mark.rule("KT40-INT-62")
def test_a_unit_loses_at_most_what_it_has() -> None:
    play = settle(squad(6, lost=5, leadership=5, left=[1] + [0] * 5).morale(0, dice=[6]))
    assert play.unit(0).destroyed


@pytest.mark.rule("KT40-INT-61", "KT40-UNIT-12", "KT40-DMG-04")
def test_only_wounds_actually_lost_are_counted() -> None:
    """Three mortal wounds against W2 models that ignore wounds on 5+: one 5, so two are lost and counted."""
    scene = Scene()
    scene.squad(0, (5, 5), models=3, wounds=2, abilities=[ability("ignore-wounds", needed=5)])
    scene.squad(1, (40, 30), models=1)
    play = _run(scene, lambda ref: damage.mortal_wounds(ref, 0, 3, "KT40-DMG-02"), dice=[5, 4, 1])
    assert (play.lost(0), sum(play.left(0))) == (2, 4)


@pytest.mark.rule("KT40-INT-70")
def test_what_a_unit_is_stands_on_its_datasheet() -> None:
    """A mixed unit is no CHARACTER unit unless all its models are: then the keyword is the unit's, and it falters instead of fleeing."""
    scene = Scene()
    pair = scene.squad(0, (5, 5), models=2, wounds=3, keywords=("INFANTRY", "CHARACTER"), left=[1, 3], leadership=5, state={"lost": 2})
    scene.squad(1, (40, 30), models=1)
    play = scene.morale(pair, dice=[6])
    assert play.over
    assert (play.left(pair), play.unit(pair).failing) == ([1, 3], True)


@pytest.mark.rule("KT40-MORALE-01", "KT40-MORALE-09")
def test_the_shift_ends_as_the_morale_phase_begins() -> None:
    scene = Scene()
    tank = scene.vehicle(0, (10, 10), degrading=DEGRADING, state={"lowered": True})
    scene.squad(1, (40, 30), models=1)
    assert scene.play(Task("phase", ("fight",))).unit(tank).lowered
    assert not scene.play(Task("phase", ("morale",))).unit(tank).lowered


@pytest.mark.rule("KT40-GEN-06")
def test_nobody_is_shaken_or_broken_by_losses_alone() -> None:
    """A squad that failed its test has lost wounds and nothing else: next turn it is as steady as any."""
    play = settle(squad(lost=5, left=[1] * 5 + [0] * 5).morale(0, dice=[4]))
    later = next_turn(play, squad(lost=5, left=[1] * 5 + [0] * 5), dice=[])
    assert (later.unit(0).shaken, later.unit(0).lowered, later.unit(0).failing) == (False, False, False)
