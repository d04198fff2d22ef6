"""Scoring: markers at the end of turning points, kills at the end of the battle."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from counteract.core.state import Task
from counteract.mechanics.missions import load_mission
from counteract.rulesets.kt24.missions import kill_grade
from tests.rules.kt24.rounds import idle, strategy
from tests.rules.kt24.scene import Ability, Lasting, Play, Scene, gun

SPOTS = {"A": (15, 11), "B": (7, 8), "C": (23, 14)}
HOLD = load_mission("default", "kt24")


def held(mine: str, theirs: str, *, turn: int = 2, marker_vp: tuple[int, int] = (0, 0), **options: Any) -> Play:
    """Play the end of a turning point in which each side has an operative on these markers."""
    scene = Scene(mission=options.pop("mission", HOLD), **options)
    for side, names, corner in ((0, mine, (2, 2)), (1, theirs, (28, 20))):
        for name in names:
            scene.add(side, SPOTS[name])
        scene.add(side, corner)
    return scene.play(Task("end_turning_point"), dice=[6, 1], turn=turn, marker_vp=marker_vp)


@pytest.mark.rule("KT24-MIS-09", "KT24-MIS-10")
@pytest.mark.parametrize(
    ("mine", "theirs", "gained"),
    [
        ("", "", (0, 0)),  # neither side
        ("A", "", (2, 0)),  # one, and more than none
        ("A", "B", (1, 1)),  # one each: neither has more
        ("AB", "C", (2, 1)),
        ("A", "BC", (1, 2)),
        ("ABC", "", (2, 0)),  # never more than 2
        ("", "AB", (0, 2)),
    ],
)
def test_one_point_for_a_marker_and_one_for_more_markers(mine: str, theirs: str, gained: tuple[int, int]) -> None:
    """1VP for controlling any, 1VP more for controlling more than the opponent."""
    assert held(mine, theirs).state.marker_vp == gained


@pytest.mark.rule("KT24-MIS-09")
@pytest.mark.parametrize(("turn", "gained"), [(1, (3, 5)), (2, (5, 5)), (3, (5, 5)), (4, (5, 5))])
def test_markers_are_scored_from_the_second_turning_point_on(turn: int, gained: tuple[int, int]) -> None:
    """Turning point 1 brings nothing; the others add to what there is."""
    assert held("A", "", turn=turn, marker_vp=(3, 5)).state.marker_vp == gained


@pytest.mark.rule("KT24-MIS-09")
@pytest.mark.parametrize(("first", "turn", "gained"), [(1, 1, (2, 0)), (3, 2, (0, 0)), (3, 3, (2, 0))])
def test_the_first_scoring_turning_point_is_an_option(first: int, turn: int, gained: tuple[int, int]) -> None:
    """Set to 1 the first counts too, set to 3 the second does not."""
    assert held("A", "", turn=turn, first_scoring_tp=first).state.marker_vp == gained
    of_mission = msgspec.structs.replace(HOLD, first_scoring_tp=first)
    assert held("A", "", turn=turn, mission=of_mission).state.marker_vp == gained


@pytest.mark.rule("KT24-MIS-10")
def test_markers_bring_at_most_six_points_a_battle() -> None:
    """All three markers held from the beginning to the end: 2 in each of turning points 2, 3 and 4."""
    scene = Scene(mission="default")
    for spot in SPOTS.values():
        scene.add(0, spot)
    scene.add(1, (28, 20))
    play = idle(strategy(scene, dice=[6, 1] * 4))
    assert play.state.marker_vp == (6, 0)


@pytest.mark.rule("KT24-MIS-10")
def test_more_markers_means_their_number_not_their_worth() -> None:
    """Two markers worth 1 against one worth 5: the two are more."""
    markers = tuple(msgspec.structs.replace(m, value=5 if m.id == "A" else 1) for m in HOLD.markers)
    assert held("A", "BC", mission=msgspec.structs.replace(HOLD, markers=markers)).state.marker_vp == (1, 2)


@pytest.mark.rule("KT24-MIS-10")
def test_a_mission_may_pay_for_each_marker_by_its_worth() -> None:
    """Four Wells: two wells worth 1 and 2 against one worth 2, and never more than 4 at a time."""
    wells = load_mission("four-wells", "kt24")
    scene = Scene(mission=wells)
    for at in ((7.5, 11), (15, 5.5)):
        scene.add(0, at)
    scene.add(1, (15, 16.5))
    play = scene.play(Task("end_turning_point"), dice=[6, 1], turn=2)
    assert play.state.marker_vp == (3, 2)
    all_of_them = Scene(mission=wells)
    for at in ((7.5, 11), (15, 5.5), (22.5, 11), (15, 16.5)):
        all_of_them.add(0, at)
    all_of_them.add(1, (28, 20))
    assert all_of_them.play(Task("end_turning_point"), dice=[6, 1], turn=2).state.marker_vp == (4, 0)


@pytest.mark.rule("KT24-MIS-07", "KT24-MIS-09", "KT24-MIS-44")
@pytest.mark.parametrize("turn", [2, 4])
@pytest.mark.parametrize(("until", "side", "gained"), [("turn", 0, (2, 0)), ("turn", 1, (0, 2)), ("battle", 0, (2, 0))])
def test_what_lasts_for_the_turning_point_still_counts_when_it_is_scored(turn: int, until: str, side: int, gained: tuple[int, int]) -> None:
    """APL 2 against APL 2 at a marker: no side's, but for a ploy that adds 1 APL until the end of the turning point; then it is over."""
    scene = Scene(mission="default")
    for player in (0, 1):
        x, y = SPOTS["A"]
        scene.add(player, (x - 1.2 + 2.4 * player, y), apl=2)
    scene.ploy(side, name="drums", kind="strategy", effect="more-apl", until="turn")
    drums = Lasting(f"ploy/{side}/drums", side, -1, until)
    play = scene.play(Task("end_turning_point"), dice=[6, 1], turn=turn, lasting=(drums,))
    assert play.state.marker_vp == gained
    assert play.events("scored")[0].values["holders"] == (side, None, None)
    if turn == 2:
        assert play.state.lasting == ((drums,) if until == "battle" else ())
    assert scene.play(Task("end_turning_point"), dice=[6, 1], turn=turn).state.marker_vp == (0, 0)


@pytest.mark.rule("KT24-MIS-18", "KT24-MIS-44")
def test_what_lasts_for_the_last_turning_point_counts_for_markers_at_the_end_of_the_battle() -> None:
    """Equal points, the marker contested: the ploy of the second player decides who holds it, and with it the battle."""
    quiet = msgspec.structs.replace(HOLD, scoring=msgspec.structs.replace(HOLD.scoring, at_least_one=0, more_than_opponent=0))
    scene = Scene(mission=quiet)
    for player in (0, 1):
        x, y = SPOTS["A"]
        scene.add(player, (x - 1.2 + 2.4 * player, y), apl=2)
    scene.ploy(1, name="drums", kind="strategy", effect="more-apl", until="turn")
    for lasting, won_by in (((Lasting("ploy/1/drums", 1, -1, "turn"),), (1, "KT24-MIS-18")), ((), (0, "KT24-MIS-19"))):
        result = scene.play(Task("end_turning_point"), turn=4, lasting=lasting, initiative=1).game.result
        assert result is not None
        assert (result.winner, result.reasons[0]) == won_by


# --- kills


def fallen(mine: int, theirs: int, *, of: tuple[int, int] = (6, 7), marker_vp: tuple[int, int] = (0, 0), **options: Any) -> Play:
    """Play the end of a battle in which so many of each team have fallen."""
    scene = Scene(mission=options.pop("mission", HOLD), **options)
    for side, size, down in ((0, of[0], mine), (1, of[1], theirs)):
        for k in range(size):
            gone: dict[str, Any] = {"left": 0, "down": True} if k < down else {}
            scene.add(side, None if k < down else (1.5 + 1.5 * k, 1 if side == 0 else 21), **gone)
    return scene.play(Task("final"), turn=4, marker_vp=marker_vp)


GRADES = {
    5: (1, 2, 3, 4, 5), 6: (1, 2, 4, 5, 6), 7: (1, 3, 4, 6, 7), 8: (2, 3, 5, 6, 8), 9: (2, 4, 5, 7, 9),
    10: (2, 4, 6, 8, 10), 12: (2, 5, 7, 10, 12), 14: (3, 6, 8, 11, 14), 1: (1, 1, 1, 1, 1), 2: (1, 1, 1, 2, 2),
}  # fmt: skip


@pytest.mark.rule("KT24-MIS-12")
@pytest.mark.parametrize("size", GRADES)
def test_the_kill_grades_of_a_team_size(size: int) -> None:
    """Grade k is reached at the k-th number of the row, and not one kill sooner."""
    reached = GRADES[size]
    for kills in range(size + 1):
        assert kill_grade(kills, size) == sum(kills >= needed for needed in reached), kills


@pytest.mark.rule("KT24-MIS-12", "KT24-MIS-13")
def test_the_grade_is_measured_against_the_starting_team_of_the_opponent() -> None:
    """Three kills: grade 2 against seven, grade 2 against six, grade 3 against five; with the size of one's own team it would differ."""
    assert fallen(3, 3, of=(6, 7)).state.kill_vp == (2, 2)
    assert fallen(3, 3, of=(5, 7)).state.kill_vp == (2, 3 + 1)
    assert fallen(3, 3, of=(7, 5)).state.kill_vp == (3 + 1, 2)


@pytest.mark.rule("KT24-MIS-13", "KT24-MIS-14")
@pytest.mark.parametrize(
    ("mine", "theirs", "points"),
    [(0, 0, (0, 0)), (0, 1, (1 + 1, 0)), (1, 0, (0, 1 + 1)), (2, 3, (2, 2)), (2, 4, (3 + 1, 2)), (4, 7, (5 + 1, 3)), (5, 1, (1, 4 + 1))],
)
def test_kill_grades_are_scored_at_the_end_with_one_point_for_the_higher(mine: int, theirs: int, points: tuple[int, int]) -> None:
    """Each side's grade in VP, and 1VP more for the higher; equal grades bring neither player the extra point."""
    play = fallen(mine, theirs)
    assert play.state.kill_vp == points
    assert play.game.result is not None
    assert play.game.result.scores == points


@pytest.mark.rule("KT24-MIS-11", "KT24-MIS-13")
def test_a_kill_is_a_kill_whoever_did_it() -> None:
    """A's own Hot weapon kills its user: B has a kill."""
    scene = Scene(mission="default")
    scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1; Hot")], wounds=4, order="engage")
    scene.add(0, (2, 2))
    scene.add(1, (15, 11), order="engage", wounds=20)
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 2]).answer(2)
    assert play.state.places[0] is None
    assert [side["kill_grade"] for side in play.game.view()["sides"]] == [0, 3]  # one of two


@pytest.mark.rule("KT24-MIS-11")
def test_ones_own_blast_counts_for_the_opponent() -> None:
    """A's Blast takes an enemy and one of A's own with it: a kill for each side."""
    scene = Scene(mission="default")
    scene.add(0, (5, 11), weapons=[gun("2 2+ 9/9; Blast 2\"")], order="engage")
    scene.add(0, (16.5, 12.5), wounds=5)
    scene.add(1, (15, 11), order="engage", wounds=5)
    scene.add(1, (28, 20))
    play = scene.act(0, "shoot", dice=[5, 5, 1, 1, 1] * 2).answer(2)
    assert [m.down for m in play.state.models] == [False, True, True, False]
    assert [side["kill_grade"] for side in play.game.view()["sides"]] == [3, 3]


@pytest.mark.rule("KT24-MIS-44", "KT24-MIS-11", "KT24-INT-58")
@pytest.mark.parametrize(("fallen", "cp", "wounds", "grades"), [("friend", 0, 4, [0, 3]), ("enemy", 1, 6, [3, 0])])
def test_who_fells_a_friend_is_not_rewarded_for_it(fallen: str, cp: int, wounds: int, grades: list[int]) -> None:
    """A Blast fells an operative beside its target. If it is an enemy, a kill brings 1CP and gives 2 wounds back; if it is a friend, nothing."""
    rewards = [Ability(id="bounty", name="Bounty", text="…", effect="bounty"), Ability(id="feed", name="Feed", text="…", effect="feed")]
    scene = Scene(mission="default")
    scene.add(0, (5, 11), weapons=[gun('1 2+ 9/9; Blast 2"')], order="engage", left=4, abilities=rewards)
    scene.add(0, (15, 13.2) if fallen == "friend" else (2, 2), wounds=5)
    scene.add(1, (15, 11), order="engage", wounds=30)
    scene.add(1, (15, 13) if fallen == "enemy" else (28, 20), wounds=5)
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1] * 2, cp=(0, 0)).answer(2)
    assert [m.down for m in play.state.models] == [False, fallen == "friend", False, fallen == "enemy"]
    assert (play.state.cp, play.wounds(0)) == ((cp, 0), wounds)
    assert [side["kill_grade"] for side in play.game.view()["sides"]] == grades


@pytest.mark.rule("KT24-MIS-13")
def test_kills_are_scored_at_the_end_of_the_battle_only() -> None:
    """At the end of turning point 3 a kill is not worth anything yet; after turning point 4 it is."""
    scene = Scene(mission="default")
    scene.add(0, (2, 2))
    scene.add(1, None, left=0, down=True)
    scene.add(1, (28, 20))
    third = scene.play(Task("end_turning_point"), dice=[6, 1], turn=3)
    assert third.state.kill_vp == (0, 0)
    fourth = scene.play(Task("end_turning_point"), turn=4)
    assert fourth.state.kill_vp == (3 + 1, 0)


@pytest.mark.rule("KT24-MIS-13")
def test_a_mission_may_do_without_kills() -> None:
    """If the mission does not score kills, they bring nothing."""
    quiet = msgspec.structs.replace(HOLD, scoring=msgspec.structs.replace(HOLD.scoring, kills=False))
    assert fallen(0, 7, mission=quiet).state.kill_vp == (0, 0)


@pytest.mark.rule("KT24-MIS-09", "KT24-MIS-10", "KT24-MIS-13", "KT24-MIS-14", "KT24-MIS-17")
def test_ex_21_full_scoring() -> None:
    """Markers 2-1, 1-1 and 0-2 bring 3 and 4. Four kills of seven and four of six are grade 3 each: 6 to 7, B wins.

    With six kills of seven A has grade 4 and the bonus: 8 to 7, A wins.
    """
    vp: tuple[int, ...] = (0, 0)
    for turn, mine, theirs, after in ((2, "AB", "C", (2, 1)), (3, "A", "B", (3, 2)), (4, "", "AB", (3, 4))):
        vp = held(mine, theirs, turn=turn, marker_vp=vp).state.marker_vp  # type: ignore[arg-type]
        assert vp == after, turn
    four = fallen(4, 4, marker_vp=(3, 4))
    assert four.state.kill_vp == (3, 3)
    assert four.game.result is not None
    assert (four.game.result.scores, four.game.result.winner, four.game.result.reasons) == ((6, 7), 1, ("KT24-MIS-17",))
    six = fallen(4, 6, marker_vp=(3, 4))
    assert six.state.kill_vp == (4 + 1, 3)
    assert six.game.result is not None
    assert (six.game.result.scores, six.game.result.winner) == ((8, 7), 0)
