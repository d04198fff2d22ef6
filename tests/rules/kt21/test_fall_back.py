"""The Fall Back action: out of Engagement Range, for 2 AP."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.kt21.moving import MOVER, deciding, ends, length, lone, place, refused
from tests.rules.kt21.scene import Scene

NEAR = (6.5, 11)  # 0.5" from the mover


@pytest.mark.rule("KT21-FALLBACK-01")
@pytest.mark.parametrize(("apl", "rule"), [(1, "KT21-ACT-04"), (2, ""), (3, "")])
def test_a_fall_back_costs_two_action_points(apl: int, rule: str) -> None:
    """With APL 1 it can never be performed; with APL 3 there is 1 AP left."""
    play = deciding(lone(far=NEAR, apl=apl))
    assert play.why("fall back") == rule
    assert ("fall back" in play.options()) is (not rule)
    if not rule:
        play.answer("fall back", [(2, 11)])
        assert [(e.values["action"], e.values["cost"]) for e in play.events("action")] == [("fall back", 2)]
        assert play.over is (apl == 2)


@pytest.mark.rule("KT21-FALLBACK-01")
def test_an_operative_stunned_to_one_action_point_cannot_fall_back() -> None:
    """APL 2, 1 lower by Stun: 1 AP is not enough."""
    play = lone(far=NEAR, apl=2, state={"stun": 1}).activate(MOVER).answer("engage")
    assert play.why("fall back") == "KT21-ACT-04"
    assert lone(far=NEAR, apl=2).activate(MOVER).answer("engage").why("fall back") == ""


@pytest.mark.rule("KT21-FALLBACK-01")
@pytest.mark.parametrize("move", [4.0, 6.0])
def test_a_fall_back_goes_as_far_as_m(move: float) -> None:
    """M, and nothing on top of it; crossing terrain is paid for as in any move."""
    play = lone(at=(14, 11), far=(15.5, 11), move=move).act(MOVER, "fall back")
    assert (play.player, play.decision.subject) == (0, MOVER)
    assert length(refused(play, [(14 - move - 0.01, 11)], "KT21-FALLBACK-01")) == pytest.approx(move + 0.01)
    play.answer([(14 - move, 11)])
    assert place(play) == (14 - move, 11, 0)
    assert [e.rule for e in play.events("moved")] == ["KT21-FALLBACK-01"]
    scene = lone(at=(14, 11), far=(15.5, 11), move=move)
    scene.barricade(12.5, 11, 90)
    assert length(scene.act(MOVER, "fall back").refusal([(14 - move, 11)])) == pytest.approx(move + 2)


@pytest.mark.rule("KT21-FALLBACK-02")
@pytest.mark.parametrize(("gap", "rule"), [(1.0, ""), (1.01, "KT21-FALLBACK-02")])
def test_only_out_of_engagement_range(gap: float, rule: str) -> None:
    """With no enemy within 1" there is nothing to fall back from."""
    play = deciding(lone(far=(6 + gap, 11)))
    assert play.why("fall back") == rule
    assert ("fall back" in play.options()) is (not rule)


@pytest.mark.rule("KT21-FALLBACK-03", "KT21-INT-12")
def test_the_way_may_lead_through_engagement_range() -> None:
    """Past the enemy it leaves, and past another one, both within 1" of the path; only the end counts."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (6.5, 12.2))
    scene.add(1, (8, 9.7))
    play = scene.act(MOVER, "fall back")
    play.answer([(11, 11)])
    assert place(play) == (11, 11, 0)


@pytest.mark.rule("KT21-FALLBACK-04", "KT21-INT-03")
@pytest.mark.parametrize(("gap", "rule"), [(1.0, "KT21-FALLBACK-04"), (1.002, "")])
def test_it_cannot_end_in_engagement_range(gap: float, rule: str) -> None:
    """Neither of the enemy it leaves nor of any other."""
    assert lone(far=NEAR).act(MOVER, "fall back").why([(5.5 - gap, 11)]) == rule
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, NEAR)
    scene.add(1, (1, 11))
    play = scene.act(MOVER, "fall back")
    assert play.why([(2 + gap, 11)]) == rule


@pytest.mark.rule("KT21-FALLBACK-04")
def test_nothing_else_is_offered() -> None:
    """Every path offered or drawn at random ends more than 1" from every enemy's base."""
    scene = Scene()
    scene.add(0, (5, 11))
    foes = [NEAR, (3, 8), (4, 14)]
    for at in foes:
        scene.add(1, at)
    play = scene.act(MOVER, "fall back")
    drawn = [play.decision.sample(Random(seed)).points[-1] for seed in range(40)]  # type: ignore[union-attr]
    assert len({*ends(play)}) > 5
    assert all((x - fx) ** 2 + (y - fy) ** 2 > 2.001**2 for x, y, *_ in (*ends(play), *drawn) for fx, fy in foes)


@pytest.mark.rule("KT21-FALLBACK-04", "KT21-ER-01")
def test_behind_a_high_wall_it_is_out_of_engagement_range() -> None:
    """0.3" from its enemy as before, but round the end of a wall that hides both: that is far enough."""
    scene = lone(at=(5, 11), far=(6.5, 11), move=6)
    scene.wall(6, 12, 9, 12.1, top=3)
    play = scene.act(MOVER, "fall back")
    assert play.why([(5, 13), (7, 12.7)]) == ""
    scene.parts.clear()
    assert scene.act(MOVER, "fall back").why([(5, 13), (7, 12.7)]) == "KT21-FALLBACK-04"


@pytest.mark.rule("KT21-FALLBACK-05")
@pytest.mark.parametrize("before", ["normal move", "dash", "charge", "fight", "shoot", "pass"])
def test_no_fall_back_after_a_normal_move_or_dash(before: str) -> None:
    """After a Charge it may fall back again, as after anything else that is no Normal Move or Dash."""
    play = deciding(lone(far=NEAR, apl=4), done=(before,), spent=1)
    rule = "KT21-FALLBACK-05" if before in ("normal move", "dash") else ""
    assert play.why("fall back") == rule
    assert ("fall back" in play.options()) is (not rule)


@pytest.mark.rule("KT21-INT-70")
def test_no_fall_back_without_anywhere_to_go() -> None:
    """In a corner with enemies all around there is no place outside their Engagement Range; with one of them gone there is."""
    for foes, offered in (([(2.2, 0.8), (0.8, 2.2), (2.6, 2.6)], False), ([(2.2, 0.8)], True)):
        scene = Scene()
        scene.add(0, (0.6, 0.6), move=2)
        for at in foes:
            scene.add(1, at)
        play = deciding(scene)
        assert ("fall back" in play.options()) is offered
        assert play.why("fall back") == ("" if offered else "KT21-INT-70")
