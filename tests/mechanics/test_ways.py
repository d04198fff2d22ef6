"""Paths to a place: the shortest one, and why there is none."""

from __future__ import annotations

import pytest

from counteract.core.decision import Path
from counteract.mechanics.moves.decision import PathDecision
from counteract.mechanics.moves.limits import in_tenths
from tests.rules.kt21 import scene as kt21
from tests.rules.kt24 import scene as kt24


def asked(play: kt21.Play | kt24.Play) -> PathDecision:
    decision = play.game.decision
    assert isinstance(decision, PathDecision)
    return decision


@pytest.mark.parametrize(("half", "least", "most"), [(0.5, 4.1, 4.9), (5.0, 6.0, 6.0)])
def test_a_way_round_is_taken_if_it_is_shorter_than_the_way_over(half: float, least: float, most: float) -> None:
    """A path over a low wall costs 2" more; the path past the end of a short wall is shorter."""
    scene = kt21.Scene()
    scene.add(0, (6, 11), move=6, order="engage")
    scene.add(1, (28, 20), order="engage")
    scene.wall(7.9, 11 - half, 8.1, 11 + half, top=1)
    decision = asked(scene.act(0, "normal move"))
    way = decision.way_to((10, 11, 0))
    assert way is not None
    length = decision.length(way)
    assert length is not None
    assert least - 1e-6 <= length <= most + 1e-6


def test_the_reason_why_no_way_leads_somewhere() -> None:
    """The reason is the place itself or the length of the shortest path, not an obstacle on the straight line."""
    scene = kt24.Scene()
    scene.add(0, (6, 11), move=6, order="engage")
    scene.add(0, (6, 14))
    scene.add(1, (11, 11), order="engage")
    scene.wall(7.5, 4, 8, 18, top=5)
    decision = asked(scene.act(0, "reposition"))
    found = [decision.why_no_way([(*place, 0.0)]) for place in ((9.0, 8.5), (10.0, 12.5), (6.0, 14.2))]
    (behind, way), (near, _), (taken, _) = (one for one in found if one is not None)
    assert way is not None
    walk = decision.walk(way)
    assert walk is not None and f'{in_tenths(walk.length):.1f}"' in behind.reason
    assert behind.rule == "KT24-REPO-02"
    assert behind.reason.startswith("The shortest way there is ")
    assert near.rule == "KT24-REPO-04"
    assert "base" in taken.reason


@pytest.mark.rule("KT24-REPO-02", "KT24-MIS-30")
def test_the_log_tells_a_move_as_it_was_measured() -> None:
    """A path over a low wall, 3" long with 2" of climbing, is 5" in the decision and in the log."""
    scene = kt24.Scene()
    scene.add(0, (6, 11), move=6, order="engage")
    scene.add(1, (28, 20), order="engage")
    scene.wall(7.4, 4, 7.6, 18, top=1)
    play = scene.act(0, "reposition")
    decision, path = asked(play), Path(((9.0, 11.0),))
    assert decision.length(path) == pytest.approx(5.0)
    play.answer(path)
    assert [play.game.tell(event) for event in play.events("moved")] == ['Op 0 repositions 5.0".']
