"""Climbing, dropping and jumping, and what terrain there is to end a move on."""

from __future__ import annotations

import pytest

from counteract.core.decision import Place
from counteract.core.state import Task
from tests.rules.kt24.moving import length, lone, place, refused
from tests.rules.kt24.scene import Play, Scene

# --- solid terrain


@pytest.mark.rule("KT24-MIS-23")
def test_terrain_is_gone_round_or_climbed_never_passed_through() -> None:
    """A block that nothing can climb stops a path however low it is; a wall 1" tall is climbed; the way round is open."""
    for marks, top, rule in ((("blocking",), 1, "KT24-MIS-23"), ((), 5, "KT24-MIS-30"), ((), 1, "")):
        scene = lone()
        scene.wall(6.5, 10.5, 7, 11.5, top=top, marks=marks)
        play = scene.act(0, "reposition")
        assert play.why([(8, 11)]) == rule
        assert play.why([(5.8, 12.1), (7.6, 12.1)]) == ""
        if rule:
            refused(play, [(8, 11)], rule)


@pytest.mark.rule("KT24-MIS-23", "KT24-MIS-33")
def test_a_move_ends_on_the_floor_or_on_vantage() -> None:
    """A large block 1" tall can be climbed; only if it is marked Vantage can a move end on top of it."""
    for marks, rule in (((), "KT24-INT-15"), (("vantage",), "")):
        scene = lone(move=8)
        scene.wall(7, 9, 11, 13, top=1, marks=marks)
        play = scene.act(0, "reposition")
        assert play.why([(9, 11)]) == rule
        assert play.why([(9, 11, 1)]) == rule
        assert ((9.0, 11.0, 1.0) in {path.points[-1] for path in play.options()}) == (not rule)
    assert place(play.answer([(9, 11)])) == (9, 11, 1)


@pytest.mark.rule("KT24-MIS-23")
def test_operatives_are_deployed_on_the_floor_or_on_vantage() -> None:
    """Setting up on top of a block is refused, on top of a Vantage part it is allowed, inside either it is refused."""
    for marks, rule in (((), "KT24-INT-15"), (("vantage",), "")):
        scene = Scene()
        scene.add(0, None)
        scene.add(1, (28, 20))
        scene.wall(9, 0.2, 12, 2.8, top=1, marks=marks)
        play = scene.play(Task("set_up_operative", (0,)))
        assert play.why(Place(10.5, 1.5, 1)) == rule
        assert play.why(Place(10.5, 1.5, 0)) == "KT24-INT-15"
        assert play.why(Place(5, 1.5)) == ""


# --- climbing


def over(top: float, *, move: float = 6, action: str = "reposition") -> Play:
    """Return a battle: a straight path of 3" from (5, 11) to (8, 11) with a barrier 0.5" thick and this tall across it."""
    scene = lone(move=move)
    scene.wall(6.25, 9, 6.75, 13, top=top)
    return scene.act(0, action)


ACROSS = [(8, 11)]


@pytest.mark.rule("KT24-MIS-29", "KT24-MIS-31", "KT24-DASH-03")
def test_ex_26_over_a_barrier() -> None:
    """3" across a barrier 1" tall: 3.0 + 2 for the climb + 0 for the drop = 5.0": a Reposition with Move 6", never a Dash."""
    assert over(1, move=6).answer(ACROSS).over
    assert over(1, move=5).why(ACROSS) == ""
    assert length(refused(over(1, move=4.99), ACROSS, "KT24-REPO-02")) == pytest.approx(5.0)
    refused(over(1, action="dash"), ACROSS, "KT24-DASH-03")


@pytest.mark.rule("KT24-MIS-29")
@pytest.mark.parametrize(("top", "total"), [(0.1, 5.0), (1.9, 5.0), (2.0, 5.0), (2.5, 6.0), (3.0, 7.0)])
def test_a_climb_takes_its_height_but_at_least_two_inches(top: float, total: float) -> None:
    """3" of way: climbing 0.1" to 2" takes 2"; 2.5" takes 2.5" (and the drop 0.5"); 3" takes 3" (and the drop 1")."""
    assert over(top, move=total).why(ACROSS) == ""
    assert length(refused(over(top, move=4), ACROSS, "KT24-REPO-02")) == pytest.approx(total)


@pytest.mark.rule("KT24-MIS-29")
def test_each_part_is_climbed_once_and_each_on_its_own() -> None:
    """Two barriers on one way are two climbs of 2"; a thick block takes one climb, however far the way across it is."""
    scene = lone(move=4)
    scene.wall(5.75, 9, 6, 13, top=1)
    scene.wall(7.5, 9, 7.75, 13, top=1)
    assert length(refused(scene.act(0, "reposition"), [(8.5, 11)], "KT24-REPO-02")) == pytest.approx(3.5 + 2 + 2)
    scene = lone(move=4)
    scene.wall(5.75, 9, 8.75, 13, top=1)
    assert length(refused(scene.act(0, "reposition"), [(9.5, 11)], "KT24-REPO-02")) == pytest.approx(4.5 + 2)


@pytest.mark.rule("KT24-MIS-29")
def test_a_climb_begins_where_the_base_begins_to_overlap() -> None:
    """Brushing along a barrier is no climb; with 0.01" of the base over it, it is."""
    scene = lone(move=4)
    scene.wall(5, 11.5, 9, 12, top=1)
    play = scene.act(0, "reposition")
    assert play.why([(9, 11)]) == ""
    assert play.why([(7, 11.01), (8, 11)]) == "KT24-REPO-02"


@pytest.mark.rule("KT24-MIS-29")
def test_insignificant_terrain_is_crossed_without_climbing() -> None:
    """A barrier marked as insignificant costs nothing."""
    scene = lone(move=3)
    scene.wall(6.25, 9, 6.75, 13, top=1, marks=("insignificant",))
    assert scene.act(0, "reposition").why(ACROSS) == ""


@pytest.mark.rule("KT24-MIS-30")
def test_a_climb_is_at_most_three_inches() -> None:
    """A wall 3" tall can be climbed, one 3.1" tall cannot, with however much move to spare."""
    assert over(3.0, move=20).why(ACROSS) == ""
    refused(over(3.1, move=20), ACROSS, "KT24-MIS-30")


@pytest.mark.rule("KT24-MIS-30")
def test_the_height_of_a_climb_is_taken_from_where_the_operative_stands() -> None:
    """From a floor at 3" the edge at 6" can be reached, the edge at 6.1" cannot."""
    for top, rule in ((6.0, ""), (6.1, "KT24-MIS-30")):
        scene = lone(at=(6, 11, 3), move=20)
        scene.wall(4, 9, 8, 13, top=3, marks=("vantage",))
        scene.wall(8, 9, 12, 13, top=top, marks=("vantage",))
        assert scene.act(0, "reposition").why([(10, 11, top)]) == rule


@pytest.mark.rule("KT24-MIS-30", "KT24-MIS-33")
def test_a_climb_needs_the_terrain_at_hand() -> None:
    """No operative rises to the height of a floor that the base does not reach: the path must lead onto it first."""
    scene = lone(at=(5, 11), move=12)
    scene.floor(8, 9, 12, 13, z=2)
    play = scene.act(0, "reposition")
    refused(play, [(6, 11, 2), (10, 11, 2)], "KT24-MIS-33")
    assert play.why([(7, 11, 0), (10, 11, 2)]) == ""


# --- dropping


def stairs(*steps: tuple[float, float, float], start: float, **fields: float) -> Scene:
    """Return a scene with blocks side by side along x: from, to, height; the operative stands on the first, at y = 11."""
    scene = lone(at=(steps[0][1] - 0.5, 11, start), **fields)
    for x0, x1, top in steps:
        scene.wall(x0, 9, x1, 13, top=top, marks=("vantage",))
    return scene


@pytest.mark.rule("KT24-MIS-31")
@pytest.mark.parametrize(("height", "total"), [(1.0, 2.0), (2.0, 2.0), (2.5, 2.5), (3.0, 3.0), (5.0, 5.0)])
def test_the_first_two_inches_of_a_drop_are_free(height: float, total: float) -> None:
    """2" of way and a drop: 1" or 2" cost nothing, 2.5" cost 0.5", 3" cost 1", 5" cost 3"."""
    for most, rule in ((total, ""), (total - 0.01, "KT24-REPO-02")):
        play = stairs((4, 8, height), start=height, move=most).act(0, "reposition")
        assert play.why([(9.5, 11)]) == rule
        if rule:
            assert length(play.refusal([(9.5, 11)])) == pytest.approx(total)


@pytest.mark.rule("KT24-MIS-31")
def test_all_drops_of_one_action_count_together() -> None:
    """Two drops of 1.5" are 3" in all, of which 2" are free, not 2" each."""
    play = stairs((4, 8, 3), (8, 10, 1.5), start=3, move=4).act(0, "reposition")
    assert length(refused(play, [(11.5, 11)], "KT24-REPO-02")) == pytest.approx(4 + 1)
    assert stairs((4, 8, 3), (8, 10, 1.5), start=3, move=5).act(0, "reposition").why([(11.5, 11)]) == ""


@pytest.mark.rule("KT24-MIS-31")
def test_drops_of_two_actions_count_apart() -> None:
    """1.5" down in a Reposition and 1.5" down in a Dash are both free."""
    scene = stairs((4, 8, 3), (8, 10, 1.5), start=3, move=4)
    play = scene.activate(0).answer("engage", "reposition", [(9, 11)])
    assert place(play) == (9, 11, 1.5)
    play.answer("dash")
    assert play.why([(12, 11)]) == ""
    assert play.why([(12.01, 11)]) == "KT24-DASH-02"


# --- jumping


def ledge(*, z: float = 3.0, other: float | None = None, wall: float = 0.0, action: str = "reposition", move: float = 6) -> Play:
    """Return a battle with an operative at (7.5, 11) on the edge of a block; perhaps another block begins 3" further on, or a wall between."""
    scene = lone(at=(7.5, 11, z), move=move, far=(28, 20))
    scene.wall(4, 9, 8, 13, top=z, marks=("vantage",))
    if other is not None:
        scene.wall(11, 9, 15, 13, top=other, marks=("vantage",))
    if wall:
        scene.wall(9, 9, 9.3, 13, top=wall)
    return scene.act(0, action)


@pytest.mark.rule("KT24-MIS-32")
def test_a_jump_is_at_most_four_inches_and_then_drops() -> None:
    """From a floor 3" up, 4" through the air and 3" down: 4 + 1 = 5". 4.01" is too far for one jump."""
    jump = [(11.5, 11, 0, "jump")]
    assert place(ledge(move=5).answer(jump)) == (11.5, 11, 0)
    assert length(refused(ledge(move=4.99), jump, "KT24-REPO-02")) == pytest.approx(5)
    refused(ledge(move=20), [(11.51, 11, 0, "jump")], "KT24-MIS-32")
    assert ledge(move=5).why([(11.5, 11, None, "jump")]) == ""


@pytest.mark.rule("KT24-MIS-32")
def test_a_jump_starts_more_than_two_inches_up() -> None:
    """From a floor exactly 2" up no operative jumps, from 2.1" one may; not from the board floor, nor in mid-air."""
    jump = [(10, 11, 0, "jump")]
    refused(ledge(z=2.0), jump, "KT24-MIS-32")
    assert ledge(z=2.1).why(jump) == ""
    refused(lone().act(0, "reposition"), [(7, 11, 0, "jump")], "KT24-MIS-32")
    refused(ledge(), [(10, 11, None, "jump"), (11, 11, None, "jump")], "KT24-MIS-32")


@pytest.mark.rule("KT24-MIS-32")
@pytest.mark.parametrize(("other", "total"), [(3.0, 4.0), (2.0, 4.0), (4.0, 4.0), (4.1, 6.0), (5.5, 6.5), (0.9, 4.1)])
def test_landing_within_an_inch_of_the_height_left_costs_nothing(other: float, total: float) -> None:
    """4" across to a floor as high, 1" lower or 1" higher is 4"; to one 1.1" higher it takes a climb of 2", to one 2.5"
    higher a climb of 2.5"; down 2.1" costs 0.1".
    """
    jump = [(11.5, 11, other, "jump")]
    assert place(ledge(other=other, move=total).answer(jump)) == (11.5, 11, other)
    assert length(refused(ledge(other=other, move=total - 0.01), jump, "KT24-REPO-02")) == pytest.approx(total)


@pytest.mark.rule("KT24-MIS-32")
def test_a_small_step_down_at_the_end_of_a_jump_uses_up_no_free_drop() -> None:
    """1" lower on landing is disregarded: 2" further down are still free afterwards."""
    play = ledge(other=2.0, move=20)
    assert play.why([(11.5, 11, 2, "jump"), (15.6, 11)]) == ""
    assert length(refused(ledge(other=2.0, move=4), [(11.5, 11, 2, "jump"), (15.6, 11)], "KT24-REPO-02")) == pytest.approx(4 + 4.1)


@pytest.mark.rule("KT24-MIS-32")
def test_a_jump_does_not_lead_through_terrain() -> None:
    """Terrain as low as the floor jumped from is cleared, higher terrain is in the way."""
    assert ledge(other=3.0, wall=3.0).why([(11.5, 11, 3, "jump")]) == ""
    refused(ledge(other=3.0, wall=4.0), [(11.5, 11, 3, "jump")], "KT24-MIS-23")


@pytest.mark.rule("KT24-MIS-32")
def test_without_a_jump_one_walks_off_the_edge() -> None:
    """The gap on foot means down 3" and up 3" again, which no Move 6" can pay for."""
    assert length(refused(ledge(other=3.0), [(11.5, 11, 3)], "KT24-REPO-02")) == pytest.approx(4 + 1 + 3)


# --- where a move ends, and Dash


@pytest.mark.rule("KT24-MIS-33")
def test_a_move_does_not_end_half_way_up_or_in_the_air() -> None:
    """Not astride a barrier, not with the base over the edge of a floor, not at a height where there is nothing."""
    refused(over(1, move=20), [(6.5, 11)], "KT24-INT-15")
    refused(over(1, move=20), [(6, 11)], "KT24-INT-15")
    play = ledge()
    refused(play, [(8.2, 11)], "KT24-INT-15")
    refused(play, [(10, 11, 1.5)], "KT24-MIS-33")
    refused(play, [(10, 11, 3, "jump")], "KT24-MIS-33")
    refused(play, [(7.5, 11, 4)], "KT24-MIS-33")
    assert play.why([(10, 11, 0)]) == ""


@pytest.mark.rule("KT24-MIS-33", "KT24-DASH-03")
def test_a_dash_may_drop_and_jump_but_not_climb() -> None:
    """Down 3" with 2" of way is a Dash of 3"; a jump of 2.5" off a floor 2.5" up too, and one to a floor 1" higher; a
    jump that ends in a climb is not.
    """
    assert place(ledge(action="dash").answer([(9.5, 11)])) == (9.5, 11, 0)
    refused(ledge(action="dash"), [(9.51, 11)], "KT24-DASH-02")
    assert place(ledge(z=2.5, action="dash").answer([(10, 11, 0, "jump")])) == (10, 11, 0)
    for other, rule in ((4.0, ""), (4.1, "KT24-DASH-03")):
        scene = lone(at=(7.5, 11, 3))
        scene.wall(4, 9, 8, 13, top=3, marks=("vantage",))
        scene.wall(9.5, 9, 13, 13, top=other, marks=("vantage",))
        assert scene.act(0, "dash").why([(10, 11, other, "jump")]) == rule
