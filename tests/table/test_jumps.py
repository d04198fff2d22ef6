"""Jumps down, which cost no height, and leaps over gaps: how wide, how high, and from where."""

from __future__ import annotations

import random
from collections import Counter
from math import cos, hypot, pi, sin

import msgspec
import oracle_movement_costs as twin
import pytest
from move_scenes import BOARD, FIGURES, Setting, box, decision, go, man, roof, swamp, terms

from counteract.core.decision import Path, Refusal
from counteract.mechanics.moves.limits import check_path
from counteract.table.bodies import pack_bodies
from counteract.table.paths import measure
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Terrain

LEFT = roof("left", 2, 2, 10, 18, 5.0)
replace = msgspec.structs.replace


def across(gap, rise=0.0):
    """Return two roofs with a gap between them, the second one higher by so much."""
    return [LEFT, roof("right", 10 + gap, 2, 20 + gap, 18, 5.0 + rise)]


def leap(parts, x, to, z=5.0, **more):
    return go(parts, [(x, 10), (to, 10, None, "jump")], z=z, **more)


# --- down -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", [2.0, 5.0, 7.0, 11.5])
def test_a_jump_down_costs_only_its_length_and_tells_its_height(height):
    """Worked example 14 asks for the height: 7" are two full 3", 5" are one."""
    walk = go([roof("roof", 2, 2, 10, 18, height)], [(9, 10), (10.5, 10, None, "jump"), (12, 10)], z=height)
    assert walk.ok and walk.length == 3.0 and walk.z == 0.0
    assert walk.jumps == (height,) and (walk.climbed, walk.dropped) == (0.0, 0.0)
    assert walk.levels == ((0.0, height), (1.5, 0.0))


def test_a_jump_is_as_high_as_to_the_floor_it_leads_to():
    """It lands 1.2" high: on a floor, on a wall that is no floor with the ground below, or on one on a floor 1" high."""
    path = [(9, 10), (11, 10, None, "jump"), (14, 10)]
    crate, wall, step = roof("crate", 11, 8, 12, 12, 1.2), box("wall", 11, 8, 12, 12, 1.2), roof("step", 10, 2, 13, 18, 1.0)
    for parts, height in (([crate], 3.8), ([wall], 5.0), ([wall, step], 4.0)):
        assert go([LEFT, *parts], path, z=5.0).jumps == (pytest.approx(height),)


def test_climbing_down_instead_is_no_jump():
    walk = go([LEFT], [(9, 10), (12, 10)], z=5.0)
    assert walk.length == 8.0 and walk.jumps == ()


def test_several_jumps_are_told_in_order():
    """From 6" to 3", a leap of the same height, and to the ground."""
    parts = [roof("a", 2, 2, 6, 18, 6.0), roof("b", 6, 2, 10, 18, 3.0), roof("c", 11.5, 2, 15, 18, 3.0)]
    path = [(5, 10), (6.5, 10, 3.0, "jump"), (9.5, 10), (12, 10, 3.0, "jump"), (14.5, 10), (16, 10, 0.0, "jump")]
    walk = go(parts, path, z=6.0)
    assert walk.ok and walk.jumps == (3.0, 0.0, 3.0) and walk.length == 11.0


@pytest.mark.parametrize(("to", "problem"), [(12.5, None), (12.5009, None), (12.502, "jump-too-long")])
def test_the_base_is_off_its_floor_for_two_inches_at_most(to, problem):
    """The roof ends at 10, so the base (0.5") leaves it with its centre at 10.5."""
    assert leap([LEFT], 4, to).problem == problem


def test_only_what_is_as_high_counts_as_its_floor_in_a_jump_down():
    """A ledge passed over is one floor with the roof if it is level with it, else it is none of it."""
    for top, problem in ((5.0, None), (4.5, "jump-too-long")):
        assert leap([LEFT, roof("ledge", 11.5, 2, 11.8, 18, top)], 9, 12.6).problem == problem


def test_jumps_start_from_a_raised_floor():
    """Not from the ground, nor from what is no floor, nor lower than the figures say."""
    assert go([LEFT], [(15, 10), (16, 10, None, "jump")]).problem == "jump-start"
    crate = box("crate", 12, 9, 14, 11, 2.0)
    assert go([LEFT, crate], [(11.4, 10), (13, 10), (15, 10, None, "jump")]).problem == "jump-start"
    assert leap([LEFT], 9, 11, figures=replace(FIGURES, jump_from=5.0)).problem == "jump-start"
    assert leap([LEFT], 9, 11, figures=replace(FIGURES, jump_from=4.9)).ok


def test_without_free_jumps_the_height_counts_as_ever():
    """The first 2" are free, 3" are not."""
    dear = replace(FIGURES, jump_free=False, drop_free=2.0)
    walk = leap([LEFT], 9, 11, figures=dear)
    assert (walk.dropped, walk.length) == (5.0, 5.0)


def test_nobody_jumps_through_a_wall():
    wall = box("wall", 11, 2, 11.2, 18, 8.0)
    assert leap([LEFT, wall], 10, 12.4).problem == "solid"
    low = box("wall", 11, 2, 11.2, 18, 4.0)
    assert leap([LEFT, low], 10, 12.4).ok


def test_a_jump_lands_clear_of_everything():
    assert leap([LEFT], 9, 10.2).problem == "end-not-flat"
    crate = box("crate", 11, 9, 12, 11, 2.0)
    assert leap([LEFT, crate], 9, 11.5).problem == "end-not-flat"
    assert leap([LEFT], 9, 12, others=[man(12.5, 10)]).problem in ("friend-base", "end-overlaps-base")
    assert leap([LEFT], 9, 11, others=[man(12.0, 10)]).ok


def test_a_parapet_is_stepped_over_in_a_jump_for_nothing():
    """Onto the parapet, 1" higher, and down from there; it is a floor itself."""
    parts = [LEFT, roof("parapet", 10, 2, 10.4, 18, 6.0)]
    walk = go(parts, [(9, 10), (10.2, 10, 6.0), (11, 10, 0.0, "jump")], z=5.0)
    assert walk.ok and walk.length == 2.0 and walk.jumps == (6.0,)


def test_a_climb_before_a_jump_is_paid_for():
    """2" up is no step: 1" to it, 2" up, then down for nothing."""
    parts = [roof("wall", 5, 2, 9, 18, 2.0)]
    walk = go(parts, [(4, 10), (8.5, 10, 2.0), (9.6, 10, 0.0, "jump")])
    assert walk.ok and walk.length == pytest.approx(5.6 + 2.0) and walk.jumps == (2.0,)


def test_a_step_that_a_jump_leaves_stays_free():
    """1.5" up onto a plank and a jump off it on the other side."""
    walk = go([roof("plank", 5, 2, 6, 18, 1.5)], [(4, 10), (5.5, 10, 1.5), (6.6, 10, 0.0, "jump")])
    assert walk.ok and walk.length == pytest.approx(2.6) and walk.jumps == (1.5,)
    wide = go([roof("block", 5, 2, 7, 18, 1.5)], [(4, 10), (6.6, 10, 1.5), (7.6, 10, 0.0, "jump")])
    assert wide.length == pytest.approx(3.6 + 1.5)


def test_after_a_jump_off_a_step_the_next_one_counts_anew():
    """Two planks, each 1" wide: over the first in a jump, over the second on foot."""
    parts = [roof("a", 5, 2, 6, 18, 1.5), roof("b", 8.5, 2, 9.5, 18, 1.5)]
    walk = go(parts, [(4, 10), (5.5, 10, 1.5), (6.6, 10, 0.0, "jump"), (11, 10)])
    assert walk.ok and walk.length == 7.0


def test_a_leap_from_a_step_to_something_higher_makes_a_climb_of_it():
    """1.5" up onto a plank, and 1" more in a leap: the plank is paid for, the leap is not. Without more both are one step."""
    for top, paid in ((2.5, 1.5), (1.5, 0.0)):
        parts = [roof("plank", 5, 2, 6, 18, 1.5), roof("roof", 7.5, 2, 12, 18, top)]
        walk = go(parts, [(4, 10), (5.5, 10, 1.5), (8.0, 10, top, "jump")])
        assert walk.ok and walk.climbed == paid and walk.length == pytest.approx(4.0 + paid)


def test_rough_ground_under_a_jump_does_not_count():
    mud = swamp("mud", 10, 2, 20, 18)
    assert leap([LEFT, mud], 9, 11).length == 2.0
    assert go([LEFT, mud], [(9, 10), (11, 10, 0.0, "jump"), (12, 10)], z=5.0).length == 4.0
    assert leap([LEFT, swamp("rubble", 2, 2, 10, 18, 5.0)], 9, 11).length == 3.0


# --- over a gap -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gap", "problem"), [(0.5, None), (1.9, None), (2.0, None), (2.0009, None), (2.002, "jump-too-long"), (3.0, "jump-too-long")]
)
@pytest.mark.parametrize("rise", [0.0, 1.0, -1.0])
def test_a_leap_crosses_two_inches(gap, problem, rise):
    walk = leap(across(gap, rise), 9, 11 + gap)
    assert walk.problem == problem
    if walk.ok:
        assert walk.length == pytest.approx(2 + gap) and walk.z == 5.0 + rise
        assert walk.jumps == (0.0,) and (walk.climbed, walk.dropped) == (0.0, 0.0)


def test_where_it_takes_off_does_not_matter_for_the_gap():
    assert leap(across(2.0), 4, 16).ok
    assert leap(across(2.1), 9.9, 12.6).problem == "jump-too-long"


def test_a_gap_that_the_base_spans_is_none():
    """A base 3" wide is on both sides of a gap of 2.5" at once."""
    assert leap(across(2.5), 8, 14.5, radius=1.5).ok
    assert leap(across(2.5), 9, 13.5).problem == "jump-too-long"


def test_a_pillar_makes_two_gaps_of_one():
    """From 10 to 14 there is a pillar in the middle, high enough or not."""
    for top, problem in ((5.0, None), (4.0, None), (3.9, "jump-too-long"), (6.1, "solid")):
        assert leap([*across(4.0), roof("pillar", 11.9, 2, 12.1, 18, top)], 9, 15).problem == problem


@pytest.mark.parametrize(("rise", "problem"), [(1.0, None), (1.0009, None), (1.002, "jump-too-high"), (3.0, "jump-too-high")])
def test_a_leap_lands_no_more_than_an_inch_higher(rise, problem):
    assert leap(across(1.5, rise), 9, 12.5).problem == problem


@pytest.mark.parametrize(("drop", "told"), [(1.0, 0.0), (1.0009, 0.0), (1.01, 1.01)])
def test_more_than_an_inch_lower_is_a_jump_down(drop, told):
    walk = leap(across(1.5, -drop), 9, 12.5)
    assert walk.ok and walk.jumps == (pytest.approx(told),)


def test_across_obliquely_the_gap_is_as_wide_as_the_way_over_it():
    """1.5" straight across is 1.5 * sqrt(2) + (what the base lacks) at 45 degrees."""
    parts = across(1.5)
    assert go(parts, [(9, 10), (12.5, 13.5, None, "jump")], z=5.0).ok
    # The base is off all floors for (1.5 - 1) * sqrt(2) = 0.71", and its own inch comes to it.
    assert go(across(1.72), [(9, 8), (12.72, 11.72, None, "jump")], z=5.0).problem == "jump-too-long"
    assert go(across(1.7), [(9, 8), (12.7, 11.7, None, "jump")], z=5.0).ok


# --- the twin -------------------------------------------------------------------------------------


def test_jumps_agree_with_the_twin():
    """Roofs of all heights at random, one jump from a roof to anywhere."""
    dice, seen = random.Random(5), Counter()
    while seen.total() < 350:
        parts = []
        for k in range(dice.randint(2, 6)):
            x, y = dice.uniform(1, 11), dice.uniform(1, 11)
            w, d = dice.choice(((3, 3), (2, 6), (6, 2), (4, 4), (0.3, 5)))
            parts.append(roof(str(k), x, y, x + w, y + d, dice.choice((2.0, 3.0, 4.0, 4.5, 6.0))))
        terrain, first = Terrain(BOARD, tuple(parts)), parts[0]
        (x0, y0), (x1, y1) = first.footprint[0], first.footprint[2]
        start = (dice.uniform(x0, x1), dice.uniform(y0, y1))
        if find_placement_problem(terrain, pack_bodies([]), *start, first.top, 0.5, 1.5) is not None:
            continue
        angle, length = dice.uniform(0, 2 * pi), dice.uniform(1, 6)
        end = (start[0] + length * cos(angle), start[1] + length * sin(angle))
        if not (0.5 < end[0] < 29.5 and 0.5 < end[1] < 19.5):
            continue
        expected = {_jump_problem(parts, 0.5 + by, start, end, first.top) for by in (-0.01, 0.0, 0.01)}
        if len(expected) > 1 or None in expected:
            continue
        ((problem, z),) = expected
        walk = measure(terrain, pack_bodies([man(*start, first.top)]), 0, [start, (*end, None, "jump")], FIGURES)
        found = "" if walk.problem in ("end-not-flat", None) else walk.problem
        assert found == problem, (parts, start, end)
        seen[problem] += 1
        if not problem:
            assert walk.z == z and walk.length == pytest.approx(hypot(end[0] - start[0], end[1] - start[1]))
            if walk.ok:
                assert walk.jumps == (max(0.0, first.top - z) if first.top - z > 1.001 else 0.0,)
    assert min(seen[p] for p in ("", "solid", "jump-too-long", "jump-too-high")) > 8, seen


def _jump_problem(parts, radius, start, end, level):
    """Return the problem of a jump ("" if none) and the height of its landing; None if it hangs on very little."""
    ground = twin.Ground(tuple(parts), [start, end], FIGURES)
    over = ground.apart < radius
    tops = [p.top for p in parts]
    for p, top in enumerate(tops):
        if top > level:
            where = over[p].nonzero()[0]
            if len(where) and not over[p][where[0] :].all():
                return "solid", 0.0
    z = max([0.0, *(top for p, top in enumerate(tops) if over[p][-1])])
    if z > level + 1.001:
        return "jump-too-high", 0.0
    leaping = level - z <= 1.001
    stretch, off = ground.widest_gap(radius, level - leaping, level + leaping)
    far = stretch + 2 * radius if leaping else off
    if abs(far - 2.0) < 0.05 or 0 < stretch < 0.03:
        return None
    return ("jump-too-long", 0.0) if stretch > 0 and far > 2.0 else ("", z)


# --- ways with jumps -------------------------------------------------------------------------------


def way_to(setting, most, place, mode="free", **more):
    """Return the points of the path to a place that a move is offered, after the referee has seen it; None if there is none."""
    demands = terms(most, mode, **more)
    way = decision(setting, demands).way_to(place)
    if way is None:
        return None
    assert check_path(setting, setting.places, 0, demands, way)[0] == pytest.approx(place, abs=0.001)
    return way.points


def jumped(paths):
    return [path for path in paths if any(len(point) > 3 for point in path.points)]


def test_who_cannot_afford_to_climb_down_jumps():
    """3" to the place and 5" down: 8" on foot, 3" with a jump just over the edge or straight there."""
    setting = Setting([man(9, 10, 5.0)], (LEFT,))
    assert way_to(setting, 8.0, (12, 10, 0.0)) == ((12, 10, 0),)
    assert way_to(setting, 7.9, (12, 10, 0.0)) == ((12, 10, 0, "jump"),)
    assert way_to(setting, 5.0, (14, 10, 0.0)) == ((10.498, 10, 5), (10.502, 10, 0, "jump"), (14, 10, 0))
    assert way_to(setting, 4.9, (14, 10, 0.0)) is None
    assert way_to(setting, 5.0, (14, 10, 0.0), figures=replace(FIGURES, jump_free=False)) is None


def test_a_jump_may_come_anywhere_on_the_way():
    """Round a friend to the edge, down, and round a wall that stands before it."""
    wall = box("wall", 12, 8, 12.4, 14, 6.0)
    setting = Setting([man(7, 10, 5.0), man(8.8, 10, 5.0)], (LEFT, wall))
    points = way_to(setting, 9.5, (14, 10, 0.0))
    assert points is not None and len(points) > 3
    assert [len(p) > 3 for p in points].count(True) == 1
    assert way_to(setting, 7.0, (14, 10, 0.0)) is None


def test_up_over_and_down_again():
    """A hall 2" high: 1.5" to it, 2" up, 4" across and down in a jump."""
    setting = Setting([man(2, 10)], (roof("hall", 4, 2, 8, 18, 2.0),))
    points = way_to(setting, 9.1, (9, 10, 0.0))
    assert points is not None and jumped([Path(points)])
    assert way_to(setting, 8.9, (9, 10, 0.0)) is None
    assert way_to(setting, 10.9, (9, 10, 0.0), figures=replace(FIGURES, jump_free=False)) is None


def test_a_gap_on_the_way_is_leapt():
    setting = Setting([man(5, 10, 5.0)], tuple(across(1.8)))
    assert way_to(setting, 9.0, (14, 10, 5.0)) == ((14, 10, 5, "jump"),)
    assert way_to(Setting([man(5, 10, 5.0)], tuple(across(2.1))), 9.0, (14, 10, 5.0)) is None
    assert way_to(Setting([man(5, 10, 5.0)], tuple(across(0.9))), 9.0, (13.9, 10, 5.0)) == ((13.9, 10, 5),)


@pytest.mark.parametrize("seed", range(3))
def test_what_a_jump_straight_over_the_edge_reaches_is_reached(seed):
    """Roofs at random: straight on, down at any point of the way, and straight on; ways found are never longer."""
    dice, seen = random.Random(seed), Counter()
    while seen[True] < 25:
        parts = []
        for k in range(dice.randint(1, 4)):
            x, y, (w, d) = dice.uniform(2, 10), dice.uniform(2, 10), dice.choice(((4, 4), (2, 6), (6, 2), (0.5, 5)))
            parts.append(roof(str(k), x, y, x + w, y + d, dice.choice((1.0, 2.5, 4.0, 6.0))))
        first = parts[0]
        (x0, y0), (x1, y1) = first.footprint[0], first.footprint[2]
        setting = Setting([man(round(dice.uniform(x0, x1), 3), round(dice.uniform(y0, y1), 3), first.top)], tuple(parts))
        (start,) = setting.places
        if find_placement_problem(setting.terrain, pack_bodies([]), *start, 0.5, 1.5) is not None:
            continue
        demands = terms(6.0)
        asked = decision(setting, demands)
        for _ in range(10):
            angle, length = dice.uniform(0, 2 * pi), dice.uniform(1, 6)
            end = (round(start[0] + length * cos(angle), 3), round(start[1] + length * sin(angle), 3), 0.0)
            edges = [k / 40 for k in range(1, 41)]
            ways = [Path(((*(round(s + share * (e - s), 3) for s, e in zip(start[:2], end[:2], strict=True)), None, "jump"), end)) for share in edges]
            there = any(not isinstance(check_path(setting, setting.places, 0, demands, way), Refusal) for way in ways)
            found = asked.way_to(end)
            assert found is not None or not there, (parts, start, end)
            seen[there] += 1
            if found is not None:
                assert check_path(setting, setting.places, 0, demands, found)[0] == pytest.approx(end, abs=0.001)


def test_every_way_offered_from_a_roof_is_legal_and_some_jump():
    setting = Setting(
        [man(9, 10, 5.0), man(14, 11, side=1), man(11.5, 8)], (LEFT, roof("low", 2, 0.5, 10, 2, 3.0), roof("far", 11.5, 13, 16, 17, 5.5))
    )
    for demands in (terms(6, "keep-out"), terms(3, "end-out"), terms(6, "free", goal=1, goal_low=4.0), terms(6, "end-in", gaps=(0.01, 1.0))):
        options = decision(setting, demands).options
        for path in options:
            assert not isinstance(check_path(setting, setting.places, 0, demands, path), Refusal), path
        assert len(jumped(options)) > 4
        assert any(path.points[-1][2] == 0.0 for path in jumped(options))


@pytest.mark.parametrize(("place", "most", "more"), [
    ((15, 10, 0.0), 6, {}), ((4, 10, 5.0), 1, {}), ((9, 10, 5.0), 6, {"jump_free": False}), ((9, 10, 5.0), 6, {"fly": True}),
])  # fmt: skip
def test_who_cannot_jump_is_offered_no_jump(place, most, more):
    """On the ground; too far from an edge; without free jumps; in the air."""
    options = decision(Setting([man(*place)], (LEFT,)), terms(most, figures=replace(FIGURES, **more))).options
    assert options and not jumped(options)


def test_both_the_leap_over_a_gap_and_the_jump_into_it_are_offered():
    setting = Setting([man(9, 10, 5.0)], tuple(across(2.0)))
    ends = {path.points[-1][:3] for path in jumped(decision(setting, terms(6, "keep-out")).options)}
    assert any(x > 12 and z == 5.0 for x, _, z in ends)
    assert any(10 < x < 12 and z == 0.0 for x, _, z in ends)


def test_chance_jumps_now_and_then():
    asked = decision(Setting([man(9, 10, 5.0)], (LEFT,)), terms(6, "keep-out"))
    dice = random.Random(3)
    assert 40 < len(jumped(asked.sample(dice) for _ in range(200))) < 160


def test_a_charge_down_from_a_roof():
    """8" along the ground could not be climbed down to: 5" of them would be gone."""
    setting = Setting([man(8, 10, 5.0), man(15, 10, side=1)], (LEFT,))
    demands = terms(6.0, "end-in", gaps=(0.01, 0.5, 1.0))
    options = decision(setting, demands).options
    assert options and len(jumped(options)) == len(options)
    assert not decision(setting, replace(demands, figures=replace(FIGURES, jump_free=False))).options


def test_the_drawn_area_has_what_a_jump_reaches():
    setting = Setting([man(9, 10, 5.0)], (LEFT,))
    (ground,) = [a for a in decision(setting, terms(4.0)).reach.polygons() if a.z == 0.0]
    assert max(x for x, _ in ground.outline) > 12.8
    assert not any(a.z == 0.0 for a in decision(setting, terms(4.0, figures=replace(FIGURES, jump_free=False))).reach.polygons())
