"""The two short moves of a fight: pile in and consolidate. (FIGHT-04, FIGHT-12, QA-15, INT-57, INT-58)"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from counteract.core.state import Task
from tests.rules.kt18.scene import Play, Scene

#: Both moves follow the same rules; each is told by its own.
STEPS = pytest.mark.parametrize(("kind", "rule"), [("pile in", "KT18-FIGHT-04"), ("consolidate", "KT18-FIGHT-12")])


def close_in(scene: Scene, i: int, kind: str, **given: Any) -> Play:
    """Play one of the two moves of a fight, by itself."""
    return scene.play(Task("close_in", (i, kind)), **{"phase": "fight", **given})


def facing(gap: float = 4.0) -> Scene:
    """Return a scene with model 0 at (10, 11), its enemy this far away to the east."""
    scene = Scene()
    scene.add(0, (10, 11))
    scene.add(1, (11 + gap, 11))
    return scene


# --- how far, and which way


@STEPS
@pytest.mark.rule("KT18-FIGHT-04", "KT18-FIGHT-12")
def test_up_to_three_inches_towards_the_enemy(kind: str, rule: str) -> None:
    """3.0" is allowed, 3.01" is not; the event tells which of the moves it was, by its rule."""
    play = close_in(facing(), 0, kind)
    assert (play.what, play.player, play.decision.subject, play.decision.rule) == ("move", 0, 0, rule)
    assert play.why([(13.01, 11)]) == rule and "3.1" in play.refusal([(13.01, 11)]).reason
    assert play.why([(13, 11)]) == ""
    play.answer([(13, 11)])
    assert play.at(0) == (13, 11, 0)
    (moved,) = play.events("moved")
    assert (moved.rule, moved.values["move"]) == (rule, kind)


@STEPS
@pytest.mark.rule("KT18-FIGHT-04", "KT18-FIGHT-12", "KT18-INT-57")
@pytest.mark.parametrize(("to", "closer"), [((10.5, 11), True), ((10, 11), False), ((9.5, 11), False), ((10, 12), False), ((10.02, 11), True)])
def test_it_must_end_closer_to_the_nearest_enemy(kind: str, rule: str, to: tuple[float, float], closer: bool) -> None:
    """A little nearer is enough; standing still, stepping back and stepping aside are no such moves."""
    play = close_in(facing(), 0, kind)
    assert play.why([to]) == ("" if closer else rule)
    if not closer:
        assert "closer" in play.refusal([to]).reason


@STEPS
@pytest.mark.rule("KT18-FIGHT-04", "KT18-FIGHT-12", "KT18-INT-57")
def test_going_round_at_the_same_distance_is_not_closer(kind: str, rule: str) -> None:
    """From 1.0" west of the enemy to 1.0" south of it: not closer, so refused; to 0.9" south of it is."""
    play = close_in(facing(1.0), 0, kind)
    assert play.why([(12, 9.0)]) == rule
    assert play.why([(12, 9.1)]) == ""


@STEPS
@pytest.mark.rule("KT18-INT-57")
def test_the_way_need_not_be_straight(kind: str, rule: str) -> None:
    """Away first, then near: only the end counts, and the length of the whole way."""
    play = close_in(facing(), 0, kind)
    assert play.why([(9.5, 11), (10.8, 11)]) == ""
    assert play.why([(9.5, 11), (12.2, 11)]) == rule  # 0.5 + 2.7 inches
    play.answer([(9.5, 11), (10.8, 11)])
    assert play.at(0) == (10.8, 11, 0)


@STEPS
@pytest.mark.rule("KT18-FIGHT-04", "KT18-FIGHT-12")
def test_the_move_is_optional(kind: str, rule: str) -> None:
    """Its player may leave the model where it is; then it has not moved."""
    play = close_in(facing(), 0, kind)
    assert "pass" in play.options()
    play.answer("pass")
    assert play.over and play.at(0) == (10, 11, 0)
    assert not play.model(0).moved and not play.events("moved")


@STEPS
@pytest.mark.rule("KT18-FIGHT-04", "KT18-FIGHT-12")
def test_every_way_offered_leads_closer_and_not_too_far(kind: str, rule: str) -> None:
    """Whatever is offered besides staying ends nearer to the enemy within 3" of movement."""
    play = close_in(facing(), 0, kind)
    stay, *ways = play.options()
    assert stay == "pass" and len(ways) > 5
    assert all(play.decision.length(way) <= 3.001 and hypot(way.points[-1][0] - 15, way.points[-1][1] - 11) < 5 for way in ways)


# --- the nearest enemy


@STEPS
@pytest.mark.rule("KT18-INT-57", "KT18-FIGHT-04", "KT18-FIGHT-12")
def test_the_nearest_enemy_is_judged_before_the_move(kind: str, rule: str) -> None:
    """One enemy 2.0" to the east, another 2.2" to the west: it must get closer to the eastern one.

    Going west is refused, though it ends very near the other. Going round the eastern one, to end closer to it and
    still nearer to a third, is fine.
    """
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(1, (13, 11))
    scene.add(1, (6.8, 11))
    scene.add(1, (12, 13.4))
    play = close_in(scene, a, kind)
    assert play.what == "move"  # there is no choice of enemies
    assert play.why([(8, 11)]) == rule
    assert play.why([(11, 12)]) == ""


@STEPS
@pytest.mark.rule("KT18-INT-57")
def test_between_equally_near_enemies_the_player_chooses(kind: str, rule: str) -> None:
    """Two enemies 2.0" away on either side: the owner names one, then must get closer to that one."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    east, west, far = scene.add(1, (13, 11)), scene.add(1, (7, 11)), scene.add(1, (10, 14.1))
    play = close_in(scene, a, kind)
    assert (play.what, play.player, play.options(), play.decision.rule) == ("close-in", 0, [east, west, "pass"], "KT18-INT-57")
    assert play.why(far) == "KT18-INT-57"
    play.answer(west)
    assert play.why([(10.5, 11)]) == rule and play.why([(9.5, 11)]) == ""
    declined = close_in(scene, a, kind).answer("pass")
    assert declined.over and declined.at(a) == (10, 11, 0)


@STEPS
@pytest.mark.rule("KT18-INT-57")
def test_friends_are_nobody_to_close_in_on(kind: str, rule: str) -> None:
    """A friend is nearer than the enemy: the move is about the enemy all the same, and the friend's base is in the way."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(0, (11.5, 11))
    scene.add(1, (14, 11))
    play = close_in(scene, a, kind)
    assert play.why([(8.5, 11)]) == rule
    assert play.why([(13, 11)]) == "KT18-INT-08"
    assert play.why([(10.5, 12), (11.5, 12.2)]) == ""


@pytest.mark.rule("KT18-INT-57", "KT18-INT-01")
def test_nearness_counts_height() -> None:
    """An enemy on a ledge 3" up and 1" aside is 3.16" away, one on the ground 3.1": the one on the ground is the nearest."""
    scene = Scene()
    scene.wall(11, 9, 14, 13, top=3, marks=("vantage",))
    a = scene.add(0, (10, 11))
    scene.add(1, (12, 11, 3))
    scene.add(1, (5.9, 11))
    play = close_in(scene, a, "pile in")
    assert play.why([(9.5, 11)]) == "" and play.why([(10.3, 11)]) == "KT18-FIGHT-04"


# --- nowhere nearer


@STEPS
@pytest.mark.rule("KT18-INT-57")
def test_base_to_base_there_is_nothing_to_ask(kind: str, rule: str) -> None:
    """No place is nearer than touching: the model does not move, and no player is asked."""
    play = close_in(facing(0.0), 0, kind)
    assert play.over and not play.events("moved")


@STEPS
@pytest.mark.rule("KT18-INT-57")
def test_with_no_nearer_spot_the_model_does_not_move(kind: str, rule: str) -> None:
    """Both stand against a wall that no model can cross or walk round: there is no nearer spot, and no player is asked."""
    scene = facing(0.4)
    scene.wall(10.5, 0, 10.9, 22, marks=("blocking",))
    play = close_in(scene, 0, kind)
    assert play.over and play.at(0) == (10, 11, 0) and not play.events("moved")
    scene.places[0] = (9.8, 11.0, 0.0)  # a step away from the wall there is
    assert close_in(scene, 0, kind).what == "move"


@STEPS
@pytest.mark.rule("KT18-INT-58")
def test_with_no_enemy_left_there_is_nowhere_to_go(kind: str, rule: str) -> None:
    """The last enemy is out of action: neither move is made."""
    scene = Scene()
    scene.add(0, (10, 11))
    scene.add(1, None)
    assert close_in(scene, 0, kind).over


# --- after the blows


@pytest.mark.rule("KT18-FIGHT-12", "KT18-INT-57")
@pytest.mark.parametrize(("injury", "nearest"), [(6, "east"), (1, "west")])
def test_consolidation_is_about_the_enemy_nearest_after_the_blows(injury: int, nearest: str) -> None:
    """The enemy it strikes is 0.5" to the west, another 2" to the east. If the first is out of action the other is the nearest now."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(1, (8.5, 11), save=7)
    scene.add(1, (13, 11))
    play = scene.fight(a, dice=[6, 6, injury]).answer("pass")
    assert (play.what, play.decision.context.action, play.decision.rule) == ("move", "consolidate", "KT18-FIGHT-12")
    east, west = play.why([(10.3, 11)]), play.why([(9.7, 11)])
    assert (east, west) == (("", "KT18-FIGHT-12") if nearest == "east" else ("KT18-FIGHT-12", ""))


@pytest.mark.rule("KT18-FIGHT-12", "KT18-FIGHT-04")
def test_a_long_pile_in_leaves_consolidation_its_three_inches() -> None:
    """Charged by a model now 8" away it piles in 3", and consolidates 3" more, not 3.01"."""
    scene = Scene()
    a = scene.add(0, (5, 11), charged_by=(1,))
    scene.add(1, (14, 11), charged=(0,))
    play = scene.fight(a).answer([(8, 11)])
    assert play.why([(11.01, 11)]) == "KT18-FIGHT-12" and play.why([(11, 11)]) == ""
    assert play.answer([(11, 11)]).over
    assert [(e.values["move"], e.values["to"]) for e in play.events("moved")] == [("pile in", (8, 11, 0)), ("consolidate", (11, 11, 0))]


@pytest.mark.rule("KT18-FIGHT-12", "KT18-INT-57")
@pytest.mark.parametrize(("wall", "asked"), [(False, True), (True, False)])
def test_who_cannot_get_closer_after_the_blows_stays(wall: bool, asked: bool) -> None:
    """Its enemy is out of action; behind a wall that no model can cross or walk round, no spot within 3" is nearer to the next one."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(1, (8.5, 11), save=7)
    scene.add(1, (14, 11))
    if wall:
        scene.wall(10.5, 0, 10.9, 22, marks=("blocking",))
    play = scene.fight(a, dice=[6, 6, 6]).answer("pass")
    assert play.out(1) and (play.what == "move") is asked and play.over is not asked
    assert play.at(a) == (10, 11, 0) and not play.events("moved")


# --- past whom, and where it may end


@STEPS
@pytest.mark.rule("KT18-QA-15", "KT18-FIGHT-12", "KT18-INT-15")
@pytest.mark.parametrize("gap", [0.0, 0.4, 1.0])
def test_it_may_end_within_an_inch_of_enemies(kind: str, rule: str, gap: float) -> None:
    """From 3" away to base contact, 0.4" or 1.0" of an enemy no model has charged: allowed, and then they are engaged."""
    scene = facing(3.0)
    play = close_in(scene, 0, kind)
    play.answer([(13 - gap, 11)])
    assert play.at(0) == (13 - gap, 11, 0)
    assert not play.model(0).charged and not play.model(1).charged_by


@STEPS
@pytest.mark.rule("KT18-INT-15", "KT18-QA-15")
def test_it_may_pass_close_to_anybody(kind: str, rule: str) -> None:
    """On its way to the nearest enemy it passes 0.2" from another and ends 0.5" from a third."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(1, (13.5, 11.6))
    scene.add(1, (11.6, 13.2))
    scene.add(1, (13.5, 9))
    play = close_in(scene, a, kind)
    assert play.why([(12.4, 11.2)]) == ""


@STEPS
@pytest.mark.rule("KT18-INT-14", "KT18-FIGHT-04", "KT18-FIGHT-12")
def test_difficult_ground_costs_double_here_too(kind: str, rule: str) -> None:
    """On difficult ground 3" of movement are 1.5"."""
    scene = facing()
    scene.ground(8, 8, 20, 14, "difficult")
    play = close_in(scene, 0, kind)
    assert play.why([(11.5, 11)]) == "" and play.why([(11.55, 11)]) == rule


@STEPS
@pytest.mark.rule("KT18-INT-14")
def test_dangerous_ground_hurts_who_piles_in_but_not_who_stays(kind: str, rule: str) -> None:
    """It starts and ends on dangerous ground: a die each time, here a 2 and a 1 that costs a wound. Declining rolls nothing."""
    scene = Scene()
    a = scene.add(0, (10, 11), wounds=2)
    scene.add(1, (15, 11))
    scene.ground(8, 8, 20, 14, "dangerous")
    play = close_in(scene, a, kind, dice=[2, 1])
    play.answer([(11, 11)])
    assert play.wounds(a) == 1 and len(play.events("dangerous")) == 2
    assert not close_in(scene, a, kind).answer("pass").events("dangerous")


@pytest.mark.rule("KT18-INT-14", "KT18-INT-62")
def test_who_is_lost_in_piling_in_makes_no_attacks() -> None:
    """The first die on dangerous ground is a 1, the Injury roll a 6: out of action, no move, no attack, no consolidation."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(0, (3, 3))
    scene.add(1, (11.5, 11))
    scene.ground(8, 8, 11, 14, "dangerous")
    play = scene.fight(a, dice=[1, 6]).answer([(10.3, 11)])
    assert play.out(a) and play.over
    assert not play.events("attacks") and not play.events("moved")


@STEPS
@pytest.mark.rule("KT18-FIGHT-04", "KT18-FIGHT-12", "KT18-READY-04")
def test_closing_in_is_a_move(kind: str, rule: str) -> None:
    """Whoever piles in or consolidates has moved this round and is no longer readied."""
    scene = facing()
    scene.fighters[0]["readied"] = True
    play = close_in(scene, 0, kind).answer([(11, 11)])
    assert play.model(0).moved and not play.model(0).readied
