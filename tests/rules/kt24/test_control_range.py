"""Control range, and how distances are measured. (CTRL, INT-02, INT-03, INT-10, INT-11)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Place
from counteract.mechanics.operatives.sight import sees
from tests.rules.kt24.scene import Scene, blade, gun
from tests.rules.kt24.sightlines import COVER, OPEN, TARGET, Lane


def beside(gap: float, *, walls: tuple[tuple[float, float, float], ...] = (), height: float = 1.5) -> dict[str, str]:
    """Return the actions barred to an operative at (10, 11) with an enemy this far away, each with its rule.

    A wall is given by where it begins and ends between the two bases, and its top.
    """
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(1, (11 + gap, 11), height=height)
    scene.add(1, (10, 18), order="engage")
    for x0, x1, top in walls:
        scene.wall(10.5 + x0, 8, 10.5 + x1, 14, top=top)
    play = scene.activate(a).answer("engage")
    return {action: play.why(action) for action in ("reposition", "dash", "fall back", "shoot", "fight") if play.why(action)}


FREE = {"fall back": "KT24-FALLBACK-04", "fight": "KT24-FIGHT-02"}
HELD = {"reposition": "KT24-REPO-05", "dash": "KT24-DASH-04", "shoot": "KT24-SHOOT-03"}


@pytest.mark.rule("KT24-CTRL-01", "KT24-INT-03")
@pytest.mark.parametrize(("gap", "held"), [(0.2, True), (1.0, True), (1.001, True), (1.002, False), (1.1, False), (3.0, False)])
def test_control_range_reaches_one_inch(gap: float, held: bool) -> None:
    """An enemy up to 1" away bars moving and shooting and can be fought; further away it does not matter. A thousandth is forgiven."""
    assert beside(gap) == (HELD if held else FREE)


@pytest.mark.rule("KT24-CTRL-01", "KT24-INT-11")
def test_control_range_needs_sight() -> None:
    """With a tall wall between them two enemies half an inch apart take no notice of each other."""
    assert beside(0.5, walls=((0.2, 0.3, 3.0),)) == FREE
    assert beside(0.5, walls=((0.2, 0.3, 1.0),)) == HELD


@pytest.mark.rule("KT24-CTRL-02", "KT24-INT-06")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("seer", [0, 1])
def test_control_range_is_mutual_if_only_one_sees_the_other(active: int, seer: int) -> None:
    """Under a hanging screen close to one operative the other sees its legs, but is not seen itself: both are held.

    From 1.5" the line down to 0.375" passes the screen at 0.79" or less; from the other head every line passes it above 1.1".
    """
    scene = Scene()
    scene.add(0, (10, 11))
    scene.add(1, (11.9, 11))
    x = 11.2 if seer == 0 else 10.65
    scene.wall(x, 8, x + 0.05, 14, bottom=0.85, top=4)
    play = scene.activate(active).answer("engage")
    assert sees(play.game.arena, play.state, seer, 1 - seer) and not sees(play.game.arena, play.state, 1 - seer, seer)
    assert "fight" in play.options() and play.why("reposition") == "KT24-REPO-05"


@pytest.mark.rule("KT24-CTRL-02", "KT24-INT-11")
def test_if_neither_sees_the_other_neither_is_held() -> None:
    """The screen reaches down to 0.3" above the floor."""
    for active in (0, 1):
        scene = Scene()
        scene.add(0, (10, 11))
        scene.add(1, (11.9, 11))
        scene.wall(11.2, 8, 11.25, 14, bottom=0.3, top=4)
        play = scene.activate(active).answer("engage")
        assert play.why("fight") == "KT24-FIGHT-02" and play.why("reposition") == ""


@pytest.mark.rule("KT24-CTRL-01", "KT24-CTRL-02", "KT24-INT-11")
@pytest.mark.parametrize("active", [0, 2])
def test_ex_23_control_range_and_walls(active: int) -> None:
    """Two enemies 0.6" apart: a 3" wall parts them, so both may shoot elsewhere and neither may fight; a 0.5" wall does not."""
    for top, held in ((3.0, False), (0.5, True)):
        scene = Scene()
        one = scene.add(0, (10, 11), weapons=[gun(), blade()], order="engage")
        mark_of_two = scene.add(0, (20, 18), order="engage")
        two = scene.add(1, (11.6, 11), weapons=[gun(), blade()], order="engage")
        mark_of_one = scene.add(1, (2, 4), order="engage")
        scene.wall(10.6, 8, 11.0, 14, top=top)
        play = scene.activate(active).answer("engage")
        assert {one, two} == {0, 2}
        if held:
            assert "fight" in play.options() and play.why("shoot") == "KT24-SHOOT-03"
        else:
            assert play.why("fight") == "KT24-FIGHT-02"
            play.answer("shoot")
            assert play.options() == [mark_of_one if active == one else mark_of_two]


# --- measuring


@pytest.mark.rule("KT24-INT-02")
@pytest.mark.parametrize(("base", "x", "near"), [(25.4, 12.0, True), (25.4, 12.1, False), (50.8, 13.0, True), (50.8, 13.1, False)])
def test_distance_is_from_base_edge_to_base_edge(base: float, x: float, near: bool) -> None:
    """Bases of 1" and of 2": 1" between the edges is 2" or 3" between the centres, whatever the models on them are like."""
    for height in (0.5, 4.0):
        scene = Scene()
        a = scene.add(0, (10, 11), base=base, height=height)
        scene.add(1, (x, 11), base=base)
        assert ("fight" in scene.activate(a).answer("engage").options()) is near


@pytest.mark.rule("KT24-INT-02")
@pytest.mark.parametrize(("flat", "rule"), [(4.0, ""), (4.01, "KT24-WR-RANGE-01")])
def test_distance_between_floors_is_the_straight_one(flat: float, rule: str) -> None:
    """4" apart in plan and 3" in height is 5": just within Range 5"; a hundredth more in plan is not."""
    lane = Lane(shooter=(5, 11, 3), target=(6 + flat, 11), rules='Range 5"', decoy=(9, 11))
    lane.floor(3, 9, 5.5, 13)
    assert lane.why() == rule
    assert Lane(target=(6 + flat, 11), rules='Range 5"', decoy=(9, 11)).why() == "", "on one floor both are near enough"


@pytest.mark.rule("KT24-INT-02", "KT24-CTRL-01")
@pytest.mark.parametrize(("up", "held"), [(0.8, True), (0.9, False)])
def test_control_range_between_floors_is_measured_straight(up: float, held: bool) -> None:
    """0.5" apart in plan: with 0.8" of height between them it is 0.94", with 0.9" it is 1.03"."""
    scene = Scene()
    a = scene.add(0, (10, 11, up))
    scene.add(1, (11.5, 11))
    scene.floor(8, 9, 10.6, 13, z=up)
    assert ("fight" in scene.activate(a).answer("engage").options()) is held


@pytest.mark.rule("KT24-INT-03")
@pytest.mark.parametrize(("gap", "rule"), [(8.0, ""), (8.001, ""), (8.002, "KT24-WR-RANGE-01")])
def test_within_includes_the_limit_and_a_thousandth_of_an_inch(gap: float, rule: str) -> None:
    """Range 8": 8" and 8.001" are within, 8.002" is not."""
    assert Lane(target=(6 + gap, 11), rules='Range 8"', decoy=(5, 4)).why() == rule


@pytest.mark.rule("KT24-INT-03")
@pytest.mark.parametrize(("x0", "covered"), [(12.5, True), (12.4995, True), (12.497, False)])
def test_the_same_holds_for_the_distance_to_terrain(x0: float, covered: bool) -> None:
    """A wall ends 1" before the target's base, or 1.0005": cover. 1.003": none."""
    lane = Lane()
    lane.wall(x0, 5, x0 + 1, 17, top=1)
    assert lane.outcome() == (COVER if covered else OPEN)


@pytest.mark.rule("KT24-INT-03")
def test_wholly_within_means_every_point_of_the_base() -> None:
    """In a drop zone 3" deep a base of 1" can be at most 2.5" from the edge; with its centre alone inside it is refused."""
    from counteract.core.state import Task

    scene = Scene()
    scene.add(0, None)
    scene.add(1, (15, 20))
    play = scene.play(Task("set_up_operative", (0,)), phase="setup")
    assert play.why(Place(15, 2.5)) == ""
    assert play.why(Place(15, 2.51)) == play.why(Place(15, 2.9)) == "KT24-SETUP-10"


@pytest.mark.rule("KT24-INT-10", "KT24-WR-SEEK-02")
def test_terrain_close_by_counts_as_seen() -> None:
    """A kerb gives cover to a tiny operative that cannot see it for the step in between.

    The operative is 0.3" tall, the step 0.4", the kerb behind it 0.35": the shooter, 3" tall, looks over both. Seek Light
    disregards the (Light) step; the Heavy kerb, within 1" of the operative, still covers it.
    """
    lane = Lane(order="conceal", heights=(3.0, 0.3), rules="Seek Light")
    lane.wall(14.2, 9, 14.4, 13, top=0.4, kind="light")
    assert lane.why() == ""
    lane.wall(13.8, 9, 14.0, 13, top=0.35, kind="heavy")
    assert lane.why() == "KT24-TARGET-03"
    play = lane.aim()
    terrain = play.game.arena.terrain
    from counteract.table.kernels.sight import see_part

    assert see_part(terrain.parts_array, terrain.corners_array, play.game.arena.bodies(play.state.places), TARGET, 1) < 0
