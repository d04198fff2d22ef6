"""Paths: their length as a chain of straight segments, models in the way, and answers that are no path at all."""

from __future__ import annotations

from decimal import Decimal
from math import inf, nan
from random import Random
from typing import Any

import numpy as np
import pytest

from counteract.core.decision import Path, Pick, Place, Refusal
from counteract.core.state import Task
from counteract.mechanics.moves.decision import PathDecision
from counteract.mechanics.moves.limits import check_path, length_of
from tests.rules.kt24.moving import deciding, length, lone, place, refused
from tests.rules.kt24.scene import Scene, gun

ACTIONS = ("reposition", "dash")


# --- length


@pytest.mark.rule("KT24-INT-13")
def test_the_segments_of_a_path_are_added_up() -> None:
    """3" + 1.5" + 1.5" is 6", legal with Move 6"; with the last segment 0.01" longer it is 6.01", refused."""
    play = lone(move=6).act(0, "reposition")
    assert play.why([(8, 11), (8, 12.5), (9.5, 12.5)]) == ""
    assert length(refused(play, [(8, 11), (8, 12.5), (9.51, 12.5)], "KT24-REPO-02")) == pytest.approx(6.01)
    assert length(refused(play, [(11, 11), (5, 11)], "KT24-REPO-02")) == pytest.approx(12)
    assert play.answer([(8, 11), (8, 12.5), (9.5, 12.5)]).over
    assert place(play) == (9.5, 12.5, 0)


@pytest.mark.rule("KT24-INT-13")
def test_a_path_on_the_limit_is_not_lost_to_rounding() -> None:
    """0.001" over the limit still counts as within it, 0.002" does not."""
    play = lone(move=6).act(0, "reposition")
    assert play.why([(11.001, 11)]) == ""
    assert play.why([(11.002, 11)]) == "KT24-REPO-02"


@pytest.mark.rule("KT24-INT-13")
def test_segments_round_up_only_if_so_agreed() -> None:
    """Four segments of 1.5" are 6"; where each counts as whole inches they are 8", and three of them are 6"."""
    zigzag = [(6.5, 11), (6.5, 12.5), (8, 12.5), (8, 14)]
    assert lone(move=6).act(0, "reposition").why(zigzag) == ""
    whole = lone(move=6, options={"move_increments": True}).act(0, "reposition")
    assert length(refused(whole, zigzag, "KT24-REPO-02")) == 8
    assert whole.why(zigzag[:3]) == ""
    assert whole.why([(11, 11)]) == ""
    assert whole.why([(8, 11), (8, 14)]) == ""


@pytest.mark.rule("KT24-INT-13")
def test_climbing_and_long_drops_are_part_of_the_length() -> None:
    """3" across a block 2.5" tall: 3 + 2.5 climbed + 0.5 of the drop = 6"; 2.6" tall: 6.2"."""
    for top, total in ((2.5, 6.0), (2.6, 6.2)):
        for most, rule in ((total, ""), (total - 0.01, "KT24-REPO-02")):
            scene = lone(move=most)
            scene.wall(6.25, 10, 6.75, 12, top=top)
            play = scene.act(0, "reposition")
            assert play.why([(8, 11)]) == rule
            if rule:
                assert length(play.refusal([(8, 11)])) == pytest.approx(total)


# --- past whom and what


@pytest.mark.rule("KT24-INT-14")
def test_a_path_leads_over_friends_but_not_onto_them() -> None:
    """Straight over a friend's base is legal, ending on it is not, ending right behind it is."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (7, 11))
    scene.add(1, (28, 20))
    play = scene.act(0, "reposition")
    refused(play, [(7.9, 11)], "KT24-INT-15")
    assert play.answer([(8, 11)]).over


@pytest.mark.rule("KT24-INT-14")
@pytest.mark.parametrize(("action", "through", "round_it"), [
    ("fall back", [(3, 11)], [(6, 12.2), (2.5, 12.2)]),
    ("charge", [(12, 11)], [(8, 12), (9.4, 12.2), (11.1, 11.8)]),
])  # fmt: skip
def test_a_path_never_leads_over_an_enemy_base(action: str, through: list[tuple[float, float]], round_it: list[tuple[float, float]]) -> None:
    """Even if control range may be entered, the base of an enemy is still in the way; going round it is legal."""
    scene = Scene()
    scene.add(0, (6, 11), order="engage")
    scene.add(1, (4.8, 11) if action == "fall back" else (10, 11))
    play = scene.act(0, action)
    refused(play, through, "KT24-INT-14")
    assert play.why(round_it) == ""


@pytest.mark.rule("KT24-INT-14", "KT24-INT-15")
def test_no_part_of_a_path_leaves_the_board() -> None:
    """Over the edge and back again is refused, as is ending with 0.01" of the base over it; touching the edge is legal."""
    play = lone(at=(1, 11)).act(0, "reposition")
    refused(play, [(0.4, 11), (1, 11)], "KT24-INT-14")
    refused(play, [(0.49, 11)], "KT24-INT-14")
    refused(play, [(-3, 11)], "KT24-INT-14")
    assert play.why([(0.5, 11)]) == ""
    top = lone(at=(5, 21)).act(0, "reposition")
    assert top.why([(5, 21.51)]) == "KT24-INT-14"
    assert top.why([(5, 21.5)]) == ""


@pytest.mark.rule("KT24-INT-14", "KT24-MIS-23")
def test_a_path_does_not_lead_through_a_wall() -> None:
    """A wall too high to climb stops the straight way; the way round its end is legal."""
    scene = lone()
    scene.wall(6.5, 9, 7, 12, top=4)
    play = scene.act(0, "reposition")
    refused(play, [(8.5, 11)], "KT24-MIS-30")
    assert play.why([(6, 12.6), (7.5, 12.6), (8, 12)]) == ""


@pytest.mark.rule("KT24-INT-14")
def test_a_move_may_end_on_a_marker() -> None:
    """Objective markers are flat and never in the way: a base may stop in the middle of one."""
    scene = Scene(mission="default")
    scene.add(0, (13, 11))
    scene.add(1, (28, 20))
    play = scene.act(0, "reposition").answer([(15, 11)])
    assert place(play) == (15, 11, 0)


@pytest.mark.rule("KT24-INT-15")
def test_where_an_operative_can_be_placed() -> None:
    """Touching bases and walls is fine, overlapping them by 0.01" is not; neither is a base with its rim over a floor's edge."""
    scene = Scene()
    scene.add(0, (5, 11), move=12)
    scene.add(0, (8, 11))
    scene.add(1, (28, 20))
    scene.wall(4, 13, 6, 14, top=1)
    scene.floor(9, 5, 13, 9, z=2)
    play = scene.act(0, "reposition")
    for good, bad in (
        ([(7, 11)], [(7.01, 11)]),
        ([(5, 12.5)], [(5, 12.51)]),
        ([(9.5, 7, 2)], [(9.49, 7, 2)]),
    ):
        assert play.why(good) == ""
        refused(play, bad, "KT24-INT-15")


@pytest.mark.rule("KT24-INT-15")
def test_two_floors_side_by_side_are_one() -> None:
    """A base may stand across the seam of two Vantage parts of the same height, not across a step of 0.5"."""
    for second, rule in ((2.0, ""), (2.5, "KT24-INT-15")):
        scene = lone(at=(6, 7, 2))
        scene.floor(5, 5, 8, 9, z=2)
        scene.floor(8, 5, 11, 9, z=second)
        assert scene.act(0, "reposition").why([(8, 7)]) == rule


# --- enemies on the way


def along(*walls: tuple[float, float, float, float], friend: bool = False) -> Any:
    """Return a battle: an operative walks along y = 9 from x = 5; an enemy stands at (8, 11), 1" from the middle of that way."""
    scene = Scene()
    scene.add(0, (5, 9))
    if friend:
        scene.add(0, (8, 12.5))
    scene.add(1, (8, 11))
    for box in walls:
        scene.wall(*box, top=5)
    return scene.act(0, "reposition")


@pytest.mark.rule("KT24-INT-16")
def test_the_whole_way_keeps_out_of_sight_or_reach_of_enemies() -> None:
    """Passing an enemy at 1" is refused; behind a high wall it is legal; a slit in that wall, passed on the way, is enough to be seen."""
    assert along().why([(11, 9)]) == "KT24-REPO-04"
    assert along((3, 9.8, 13, 10)).why([(11, 9)]) == ""
    slit = along((3, 9.8, 7.7, 10), (8.3, 9.8, 13, 10))
    assert slit.why([(11, 9)]) == "KT24-REPO-04"
    assert slit.why([(7, 9)]) == ""


@pytest.mark.rule("KT24-INT-16")
def test_a_slit_is_seen_through_wherever_it_is_passed() -> None:
    """Abreast of the enemy the wall hides the walker; a little further on a slit of 0.15" gives it away, still within 1"."""
    for walls, rule in (([(3, 13)], ""), ([(3, 8.35), (8.5, 13)], "KT24-REPO-04")):
        scene = Scene()
        scene.add(0, (5, 9))
        scene.add(1, (8, 10.6))
        for x0, x1 in walls:
            scene.wall(x0, 9.7, x1, 9.9, top=5)
        play = scene.act(0, "reposition")
        assert play.why([(11, 9)]) == rule
        assert play.why([(8, 9)]) == ""


@pytest.mark.rule("KT24-INT-16")
@pytest.mark.parametrize(("y", "rule"), [(11.0005, "KT24-REPO-04"), (11.002, "")])
def test_the_nearest_point_of_the_way_counts_wherever_it_lies(y: float, rule: str) -> None:
    """At the one nearest point of the way the gap is 1.0005", which counts as 1"; 0.05" before and after it is more than that."""
    scene = Scene()
    scene.add(0, (5, 9))
    scene.add(1, (8.05, y))
    assert scene.act(0, "reposition").why([(11, 9)]) == rule


@pytest.mark.rule("KT24-INT-16")
def test_an_enemy_already_fighting_a_friend_is_no_exception() -> None:
    """There is no walking past an enemy in melee with a friend."""
    assert along(friend=True).why([(11, 9)]) == "KT24-REPO-04"


# --- moves of 0"


@pytest.mark.rule("KT24-INT-17")
@pytest.mark.parametrize("action", ACTIONS)
def test_a_move_of_no_inches_counts_as_a_move(action: str) -> None:
    """Staying put is a legal Reposition or Dash: it is paid for, cannot be done again, and a Heavy gun stays silent."""
    scene = lone(far=(15, 11), apl=3, weapons=[gun("4 3+ 3/4; Heavy")])
    scene.operatives[1]["order"] = "engage"
    play = deciding(scene)
    assert "shoot" in play.options()
    play.answer(action)
    assert Path(((5.0, 11.0, 0.0),)) in play.options()
    play.answer([(5, 11)])
    assert place(play) == (5, 11, 0)
    assert play.state.acting[-1].spent == 1
    assert play.why(action) == "KT24-ACT-06"
    assert "shoot" not in play.options()


@pytest.mark.rule("KT24-INT-17")
@pytest.mark.parametrize(("action", "rule"), [("charge", "KT24-CHARGE-04"), ("fall back", "KT24-FALLBACK-03")])
def test_a_charge_or_fall_back_of_no_inches_leads_nowhere(action: str, rule: str) -> None:
    """An operative cannot stand already where these two may end."""
    play = lone(far=(10, 11) if action == "charge" else (6.5, 11)).act(0, action)
    refused(play, [(5, 11)], rule)


# --- what is no path


NO_PATHS: dict[str, Any] = {
    "no points": (),
    "nothing": None,
    "a word": "north",
    "a number": 7,
    "a set": {(6, 11)},
    "a bare point": (6, 11),
    "a short point": ((6,),),
    "a long point": ((6, 11, 0, "jump", 1),),
    "an empty point": ((),),
    "words": (("6", "11"),),
    "a word for a point": ("ab",),
    "nan": ((nan, 11),),
    "nan second": ((6, nan),),
    "nan height": ((6, 11, nan),),
    "infinity": ((inf, 11),),
    "minus infinity": ((6, -inf),),
    "later nan": ((6, 11), (7, nan)),
    "huge": ((10**400, 11),),
    "very far": ((1e9, 11),),
    "none": ((None, 11),),
    "yes and no": ((True, False),),
    "complex": ((6 + 0j, 11),),
    "decimal": ((Decimal(6), Decimal(11)),),
    "numpy": ((np.float64(6), np.float64(11)),),
    "nested": (((6, 11), (7, 11)),),
    "a leap": ((6, 11, 0, "leap"),),
    "a jump by number": ((6, 11, 0, 1),),
    "an array for jump": ((6, 11, 0, np.array([1, 2])),),
    "a word for height": ((6, 11, "jump"),),
    "too many": tuple((6, 11) for _ in range(1000)),
}


@pytest.mark.rule("KT24-INT-13")
@pytest.mark.parametrize("points", NO_PATHS.values(), ids=NO_PATHS.keys())
def test_what_is_no_path_is_refused(points: Any) -> None:
    """Whatever is handed in, the answer is a refusal that says what a path is, and nothing changes."""
    play = lone().act(0, "reposition")
    refusal = refused(play, Path(points), "KT24-INT-13")
    assert "points" in refusal.reason
    assert play.answer([(6, 11)]).over


@pytest.mark.rule("KT24-INT-13")
def test_points_may_be_lists_and_whole_numbers() -> None:
    """A path written with lists, as it comes out of a file, is as good as one of tuples."""
    play = lone().act(0, "reposition")
    play.game.play(Path([[6, 11], [7, 11.0]]))  # type: ignore[arg-type]
    assert place(play) == (7, 11, 0)
    assert play.events("moved")[0].values["path"] == ((6, 11), (7, 11.0))


@pytest.mark.rule("KT24-INT-13")
def test_the_path_told_is_the_one_measured() -> None:
    """Points are taken to 0.001", and so is what is told of the move."""
    play = lone().act(0, "reposition").answer([(6.0004, 11.00049), (7, 11, 0.0001)])
    assert play.events("moved")[0].values["path"] == ((6, 11), (7, 11, 0))


@pytest.mark.rule("KT24-REPO-02")
@pytest.mark.parametrize("answer", [Pick("north"), Pick(1), Place(6, 11), None, (6, 11), "pass"])
def test_a_move_is_answered_with_a_path_and_nothing_else(answer: Any) -> None:
    """A point, a name or a number is no answer to the question where to."""
    play = lone().act(0, "reposition")
    before = play.game.digest()
    with pytest.raises(Refusal) as caught:
        play.game.play(answer)
    assert caught.value.rule == "KT24-REPO-02"
    assert play.game.digest() == before


@pytest.mark.rule("KT24-REPO-02")
def test_only_its_own_player_moves_an_operative() -> None:
    """A legal path given by the opponent is refused and changes nothing; given by the player it is carried out."""
    play = lone().act(0, "reposition")
    before = play.game.digest()
    with pytest.raises(Refusal) as caught:
        play.game.play(Path(((6, 11),)), player=1)
    assert caught.value.rule == "KT24-REPO-02"
    assert play.game.digest() == before
    play.game.play(Path(((6, 11),)), player=0)
    assert place(play) == (6, 11, 0)


@pytest.mark.rule("KT24-INT-13")
def test_a_path_can_be_taken_back_and_taken_again() -> None:
    """Undone, the operative stands where it stood; the same path again leads to the same state."""
    play = lone().play(Task("perform", (0, "reposition")), acting=lone().act(0, "reposition").state.acting)
    start = play.game.digest()
    play.answer([(8, 11), (8, 12.3456)])
    there = play.game.digest()
    assert place(play) == (8, 12.346, 0)
    play.game.undo()
    assert play.game.digest() == start
    assert play.answer([(8, 11), (8, 12.3456)]).game.digest() == there


# --- what is offered


@pytest.mark.rule("KT24-INT-14", "KT24-INT-15", "KT24-INT-16", "KT24-INT-20")
@pytest.mark.parametrize("action", ["reposition", "dash", "charge", "fall back"])
def test_what_is_offered_or_drawn_at_random_is_legal(action: str) -> None:
    """Among walls, floors, friends and enemies every path offered, and every one drawn, passes the referee and ends where it says."""
    scene = Scene()
    scene.add(0, (8, 11), order="engage")
    scene.add(0, (9, 13))
    scene.add(1, (9.4, 11) if action == "fall back" else (12, 11))
    scene.add(1, (11.6, 13.2))
    scene.add(1, (6, 15))
    scene.wall(9.6, 8, 10, 10.4, top=5)
    scene.wall(5, 12.6, 7.6, 13, top=1)
    scene.floor(3, 8, 6.5, 11, z=2.5)
    decision = scene.act(0, action).decision
    assert isinstance(decision, PathDecision)
    drawn = []
    for seed in range(60):
        path = decision.sample(Random(seed))
        assert isinstance(path, Path)
        measured = length_of(decision.setting, decision.places, decision.subject, decision.terms.figures, decision.points(path))
        assert decision.length_gone(path) == measured  # the search tells it, no second measuring does
        drawn.append(path)
    offered = decision.options
    assert len(offered) > 5
    assert set(drawn) <= set(offered)
    for path in offered:
        assert isinstance(path, Path)
        assert check_path(decision.setting, decision.places, decision.subject, decision.terms, path)[0] == path.points[-1]
