"""Valid targets. (TARGET)"""

from __future__ import annotations

import pytest

from tests.rules.kt24.scene import Scene, gun
from tests.rules.kt24.sightlines import COVER, OPEN, Lane


@pytest.mark.rule("KT24-TARGET-01", "KT24-COVER-01")
def test_validity_is_asked_of_one_operative_for_another() -> None:
    """One and the same Conceal operative is a target for the shooter on its open side, not for the one beyond the wall."""
    scene = Scene()
    west = scene.add(0, (5, 11), order="engage")
    east = scene.add(0, (25, 11), order="engage")
    target = scene.add(1, (15, 11), order="conceal")
    decoy = scene.add(1, (15, 20), order="engage")
    scene.wall(13.5, 10, 14, 12, top=1)
    assert scene.act(west, "shoot").options() == [decoy]
    assert scene.act(west, "shoot").why(target) == "KT24-TARGET-03"
    assert scene.act(east, "shoot").options() == [target, decoy]


@pytest.mark.rule("KT24-TARGET-02")
def test_an_engage_target_only_needs_to_be_visible() -> None:
    """In cover or not, it can be chosen; hidden by a tall wall it cannot."""
    lane = Lane(order="engage")
    assert lane.outcome() == OPEN
    lane.wall(13.5, 10, 14, 12, top=1)
    assert lane.outcome() == COVER
    lane.wall(9, 5, 10, 17, top=3)
    assert lane.outcome() == "KT24-VIS-01"


@pytest.mark.rule("KT24-TARGET-03")
def test_a_conceal_target_must_be_visible_and_out_of_cover() -> None:
    """In the open it can be chosen, in cover it cannot, and hidden by a tall wall it cannot either."""
    assert Lane(order="conceal").outcome() == OPEN
    covered = Lane(order="conceal")
    covered.wall(13.5, 10, 14, 12, top=1)
    assert covered.outcome() == "KT24-TARGET-03"
    hidden = Lane(order="conceal")
    hidden.wall(9, 5, 10, 17, top=3)
    assert hidden.outcome() == "KT24-VIS-01"


@pytest.mark.rule("KT24-TARGET-02", "KT24-TARGET-03", "KT24-TARGET-01")
def test_an_operative_with_no_valid_target_cannot_shoot() -> None:
    """The only enemy hides behind its wall: Shoot is not offered. Were it to engage, it would be."""
    for order, rule in (("conceal", "KT24-INT-76"), ("engage", "")):
        scene = Scene()
        shooter = scene.add(0, (5, 11), weapons=[gun()])
        scene.add(1, (15, 11), order=order)
        scene.wall(13.5, 10, 14, 12, top=1)
        play = scene.activate(shooter).answer("engage")
        assert play.why("shoot") == rule and ("shoot" in play.options()) is (not rule)
