"""Moving while counteracting: two inches in all."""

from __future__ import annotations

import pytest

from tests.rules.kt24.moving import ends, length, lone, place, refused
from tests.rules.kt24.scene import Play


def counteracting(*, gap: float = 20, move: float = 6) -> Play:
    """Return a battle: an expended operative at (5.3, 11.4) that counteracts, with an enemy this far to the right of it."""
    return lone(at=(5.3, 11.4), far=(6.3 + gap, 11.4), move=move, ready=False).counteract(0)


@pytest.mark.rule("KT24-COUNTER-05")
@pytest.mark.parametrize("action", ["reposition", "dash"])
def test_a_counteraction_moves_at_most_two_inches(action: str) -> None:
    """For Reposition and Dash alike 2" are allowed, 2.01" are not, and nothing longer is offered."""
    play = counteracting().answer(action)
    assert play.player == 0
    assert length(refused(play, [(5.3, 13.41)], "KT24-COUNTER-05")) == pytest.approx(2.01)
    assert all((x - 5.3) ** 2 + (y - 11.4) ** 2 <= 2.001**2 for x, y, _ in ends(play))
    assert place(play.answer([(5.3, 13.4)])) == (5.3, 13.4, 0)
    assert play.over


@pytest.mark.rule("KT24-COUNTER-05")
def test_the_cap_is_only_for_counteractions() -> None:
    """An operative goes its whole Move in an activation."""
    assert lone().activate(0).answer("engage", "reposition").why([(5, 17)]) == ""


@pytest.mark.rule("KT24-COUNTER-05", "KT24-INT-27", "KT24-CHARGE-04")
@pytest.mark.parametrize(("gap", "legal"), [(2.9, True), (3.0, True), (3.1, False)])
def test_ex_16_counteracting_with_a_charge(gap: float, legal: bool) -> None:
    """Move 6", counteracting: after 2" an enemy 2.9" or 3.0" away is in control range, one 3.1" away is not."""
    play = counteracting(gap=gap)
    assert ("charge" in play.options()) == legal
    if not legal:
        refused(play, "charge", "KT24-INT-21")
        return
    play.answer("charge")
    refused(play, [(7.31, 11.4)], "KT24-COUNTER-05")
    assert play.answer([(7.3, 11.4)]).over


@pytest.mark.rule("KT24-INT-27")
def test_the_smaller_of_cap_and_own_limit_applies() -> None:
    """An operative with Move 1" repositions 1" when counteracting, and charges 2", not 3"."""
    play = counteracting(move=1).answer("reposition")
    refused(play, [(5.3, 12.41)], "KT24-REPO-02")
    assert play.why([(5.3, 12.4)]) == ""
    play = counteracting(move=1, gap=2.5).answer("charge")
    refused(play, [(5.3, 13.41)], "KT24-COUNTER-05")
    assert play.why([(7.3, 11.4)]) == ""


@pytest.mark.rule("KT24-INT-27")
def test_climbing_counts_against_the_cap() -> None:
    """The 2" a climb takes leave nothing to get over a barrier with; without the barrier the same way is legal."""
    for barrier in (True, False):
        scene = lone(ready=False)
        if barrier:
            scene.wall(5.6, 9, 5.8, 13, top=0.5)
        play = scene.counteract(0).answer("reposition")
        if barrier:
            assert length(refused(play, [(6.5, 11)], "KT24-COUNTER-05")) == pytest.approx(3.5)
        else:
            assert play.why([(6.5, 11)]) == ""
