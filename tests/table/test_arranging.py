"""Arranging a unit: always legal, as good as a slow twin finds, in every formation and under every condition on the ends."""

from __future__ import annotations

import random
from itertools import pairwise
from math import cos, dist, hypot, pi, sin

import msgspec
import numpy as np
import pytest
from check_arrangement import find_faults, gap
from move_scenes import box
from oracle_arranging import TooLong, Twin
from unit_scenes import WALKING, a_scene

from counteract.table.arranging import Arrangement, Coherency, Ends, Obstruction, UnitMove, pick_up
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.formations import lay_out
from counteract.table.terrain import Board, Terrain

BOARD = Board(30, 20)
SMALL = Board(24, 18)
FORMATIONS = ("as they stand", "tight", "spread", "line")
FLYING = msgspec.structs.replace(WALKING, fly=True)


def man(x: float, y: float, z: float = 0.0, side: int = 0, radius: float = 0.5) -> Body:
    return Body(x, y, z, Round(radius), 1.5, side)


def a_rank(count: int, x: float, y: float, apart: float = 1.1) -> list[Body]:
    return [man(x, y + k * apart) for k in range(count)]


def arrange(
    unit: list[Body], goal=None, formation="as they stand", others=(), parts=(), budget=6.0, board=BOARD, settled=True, movement=WALKING, **more
) -> Arrangement | Obstruction:
    """Arrange the first bodies on a table, and check that what is found is legal; enemies are kept out of unless told otherwise."""
    bodies, count = pack_bodies([*unit, *others]), len(unit)
    enemies = tuple(j for j, b in enumerate([*unit, *others]) if b.side != 0)
    asked = {"keep_out": enemies, **more}
    task = UnitMove(unit=tuple(range(count)), budgets=(budget,) * count, movement=movement, **asked)
    terrain = Terrain(board, tuple(parts))
    found = pick_up(terrain, bodies, task).arrange(goal, formation, quick=not settled)
    if isinstance(found, Arrangement):
        assert find_faults(terrain, bodies, task, found) == []
    return found


def enemy_of(bodies: list[Body], end: tuple[float, float, float], radius: float = 0.5) -> float:
    """Return the distance from the nearest enemy."""
    return min(gap((*end, radius), (b.x, b.y, b.z, b.base.radius)) for b in bodies if b.side != 0)


# --- random scenes ------------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [range(60), range(60, 600)], ids=["some", "more"])
def test_every_arrangement_is_legal(seeds):
    for seed in seeds:
        count = (1, 2, 5, 10, 16)[seed % 5]
        terrain, bodies, task, goal = a_scene(seed, count, mixed=seed % 3 == 0)
        held = pick_up(terrain, bodies, task)
        for settled in (False, True):
            found = held.arrange(goal, FORMATIONS[seed // 5 % 4], quick=not settled)
            assert isinstance(found, Arrangement)
            assert find_faults(terrain, bodies, task, found) == [], seed


def compare_with_twin(seed: int, count: int, formation: str, apart: float) -> str:
    """Return how an arrangement compares with the best that the twin finds."""
    terrain, bodies, task, goal = a_scene(seed, count, others=14, parts=12, board=SMALL, mixed=seed % 3 == 0, spread=apart)
    found = pick_up(terrain, bodies, task).arrange(goal, formation, quick=False)
    targets = lay_out(bodies[:count, :4].tolist(), goal, formation)
    least = [max(0.0, dist(t[:2], b[:2]) - 6.0) for t, b in zip(targets, bodies.tolist(), strict=False)]
    limit = np.inf
    if isinstance(found, Arrangement):
        assert find_faults(terrain, bodies, task, found) == [], seed
        limit = found.cost - 0.25 * count
        if limit <= sum(least):
            return "best"
    twin = Twin(terrain, bodies, task, targets, 0.5)
    twin.list_options(limit - sum(least) + max(least))
    try:
        better = twin.find_best(limit)
    except TooLong:
        return "too long"
    if better == np.inf:
        return "best" if limit < np.inf else "neither"
    return f"seed {seed}: {limit} against {better}"


@pytest.mark.parametrize("seeds", [range(200), range(200, 1500)], ids=["some", "more"])
def test_no_arrangement_of_up_to_five_models_is_much_better(seeds):
    """Within a quarter of an inch a model of the best that an exhaustive search on a lattice finds."""
    seen = [compare_with_twin(seed, 1 + seed % 5, FORMATIONS[seed // 5 % 4], 1.9) for seed in seeds]
    assert seen.count("too long") <= len(seen) // 50
    assert [s for s in seen if s not in ("best", "too long")] == []


@pytest.mark.parametrize("seeds", [range(24), range(24, 300)], ids=["some", "more"])
def test_a_unit_out_of_coherency_regains_it_whenever_the_twin_can(seeds):
    seen = [compare_with_twin(seed, 2 + seed % 4, "tight", 9.0) for seed in seeds]
    assert seen.count("too long") <= len(seen) // 5
    assert [s for s in seen if s not in ("best", "neither", "too long")] == []
    assert seen.count("best") > len(seen) // 3


def test_the_order_in_which_obstacles_are_listed_does_not_matter():
    for seed in range(40):
        count = (3, 6, 10)[seed % 3]
        terrain, bodies, task, goal = a_scene(seed, count)
        turned = Terrain(terrain.board, terrain.parts[::-1])
        others = np.concatenate((bodies[:count], bodies[count:][::-1]))
        enemies = tuple(j for j in range(count, len(others)) if others[j, 5] != 0)
        same = msgspec.structs.replace(task, keep_out=enemies)
        for formation in ("as they stand", "tight"):
            one = pick_up(terrain, bodies, task).arrange(goal, formation, quick=False)
            other = pick_up(turned, others, same).arrange(goal, formation, quick=False)
            assert one == other, seed


def test_what_was_asked_before_does_not_matter_to_a_settled_answer_on_a_fresh_pick_up():
    terrain, bodies, task, goal = a_scene(4, 10)
    answers = [pick_up(terrain, bodies, task).arrange(goal, "tight", quick=False) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("quick", [True, False])
def test_what_was_asked_of_a_unit_in_hand_does_not_matter(quick):
    """Given a unit in hand, then the arrangement for a goal is the same whether other goals were asked for before or not."""
    for seed in range(12):
        terrain, bodies, task, goal = a_scene(seed, 4)
        wanted = pick_up(terrain, bodies, task).arrange(goal, quick=quick)
        held = pick_up(terrain, bodies, task)
        for k in range(4):
            held.arrange((goal[0] + 2.0 - k, goal[1] + k - 2.0, 0.0), ("tight", "spread")[k % 2], quick=k % 2 == 0)
        assert held.arrange(goal, quick=quick) == wanted


def test_thirty_models_among_a_hundred_and_twenty():
    for seed in range(3):
        terrain, bodies, task, goal = a_scene(seed, 30, others=90)
        for formation in FORMATIONS:
            found = pick_up(terrain, bodies, task).arrange(goal, formation)
            assert isinstance(found, Arrangement) and find_faults(terrain, bodies, task, found) == []


# --- formations ---------------------------------------------------------------------------------


def test_on_open_ground_a_unit_keeps_its_shape():
    unit = a_rank(4, 5, 5, 1.4)
    found = arrange(unit, (10, 7.1, 0))
    assert found.ends == tuple((10.0, pytest.approx(5 + 1.4 * k), 0.0) for k in range(4))
    assert found.lengths == (5.0,) * 4 and found.left == 1.0 and found.cost == pytest.approx(0.0, abs=1e-9)


def test_a_goal_out_of_reach_is_approached():
    found = arrange(a_rank(3, 5, 5), (20, 6.1, 0))
    assert found.ends == tuple((11.0, pytest.approx(5 + 1.1 * k), 0.0) for k in range(3))


def test_tight_is_as_close_as_bases_allow():
    found = arrange(a_rank(7, 8, 6, 1.3), (10, 10, 0), "tight")
    assert found.cost == pytest.approx(sum(dist(end[:2], (10, 10)) for end in found.ends))
    assert found.cost < 6.7  # six bases that touch one in the middle: 6.0


def test_spread_is_wide_but_coherent():
    found = arrange(a_rank(6, 8, 6, 1.1), (10, 9, 0), "spread")
    gaps = [min(dist(a[:2], b[:2]) - 1 for b in found.ends if a != b) for a in found.ends]
    assert min(gaps) > 1.8


def test_a_line_stands_shoulder_to_shoulder_across_the_move():
    found = arrange([man(5, 8), man(4, 9), man(5, 10), man(4, 11)], (9, 9.5, 0), "line")
    assert {x for x, _, _ in found.ends} == {9.0}
    ys = sorted(y for _, y, _ in found.ends)
    assert [b - a for a, b in pairwise(ys)] == pytest.approx([1.01] * 3, abs=0.002)


def test_a_line_may_face_any_way():
    bodies = pack_bodies(a_rank(4, 5, 5))
    task = UnitMove(unit=(0, 1, 2, 3), budgets=(6.0,) * 4, movement=WALKING)
    found = pick_up(Terrain(BOARD), bodies, task).arrange((8, 7, 0), "line", angle=pi / 2)
    assert {y for _, y, _ in found.ends} == {7.0}


def put_down(goal, formation, zones, **more):
    """Return four models set up about a goal."""
    bodies = pack_bodies(a_rank(4, 5, 5))
    task = UnitMove(unit=(0, 1, 2, 3), budgets=(None,) * 4, movement=WALKING, ends=Ends(zones=zones), sizes=((0.5, 1.5),) * 4)
    return pick_up(Terrain(BOARD), bodies, task).arrange(goal, formation, **more)


def test_a_line_turns_from_the_direction_of_the_move():
    bodies = pack_bodies(a_rank(4, 5, 5))
    task = UnitMove(unit=(0, 1, 2, 3), budgets=(6.0,) * 4, movement=WALKING)
    found = pick_up(Terrain(BOARD), bodies, task).arrange((8, 6.65, 0), "line", turn=pi / 2)
    assert {round(y, 3) for _, y, _ in found.ends} == {6.65}


def test_a_unit_that_is_set_up_lines_up_along_the_longer_side_of_its_zone_and_turns():
    wide, high = (0.0, 0.0, 20.0, 6.0), (0.0, 0.0, 6.0, 20.0)
    assert {round(y, 3) for _, y, _ in put_down((8, 3, 0), "line", (wide,)).ends} == {3.0}
    assert {round(x, 3) for x, _, _ in put_down((3, 8, 0), "line", (high,)).ends} == {3.0}
    assert {round(x, 3) for x, _, _ in put_down((8, 3, 0), "line", (wide,), turn=pi / 2).ends} == {8.0}


def test_without_a_zone_it_lines_up_along_the_nearest_edge_of_the_board():
    assert {round(x, 3) for x, _, _ in put_down((2, 9, 0), "line", ()).ends} == {2.0}
    assert {round(y, 3) for _, y, _ in put_down((9, 2, 0), "line", ()).ends} == {2.0}


@pytest.mark.parametrize("formation", ["line", "spread"])
def test_a_formation_that_does_not_fit_at_the_edge_of_a_zone_is_shifted_inside_as_it_is(formation):
    zone = (0.0, 0.0, 20.0, 8.0)
    free, squeezed = (put_down(goal, formation, (zone,)) for goal in ((10, 4, 0), (0.5, 7.9, 0)))
    assert squeezed.cost == pytest.approx(0.0, abs=0.01)
    shape = [[dist(a[:2], b[:2]) for b in found.ends for a in found.ends] for found in (free, squeezed)]
    assert shape[0] == pytest.approx(shape[1], abs=0.003)


def test_models_flow_round_what_is_in_the_way():
    block = box("block", 9, 5.5, 10, 8.5, 5.0)
    found = arrange(a_rank(4, 7, 5.2, 1.2), (9.5, 7, 0), parts=[block], budget=6.0)
    assert isinstance(found, Arrangement) and found.cost < 4 * 1.6


def test_bases_of_several_sizes_are_arranged_together():
    unit = [man(5, 5, radius=0.5), man(5, 7, radius=1.0), man(5, 9.5, radius=0.79)]
    found = arrange(unit, (9, 7, 0), "tight")
    assert found.cost < 4.0


def test_a_frame_keeps_to_the_one_before():
    terrain, bodies, task, goal = a_scene(3, 8)
    held = pick_up(terrain, bodies, task)
    before = held.arrange(goal, "tight")
    beside = (goal[0] + 0.05, goal[1], 0.0)
    steady = held.arrange(beside, "tight", previous=before)
    assert find_faults(terrain, bodies, task, steady) == []
    assert max(dist(a, b) for a, b in zip(before.ends, steady.ends, strict=True)) < 1.0


# --- ways ---------------------------------------------------------------------------------------


def test_a_barricade_is_climbed_where_that_is_shorter():
    wall = box("barricade", 7, 0, 7.5, 20, 1.0)
    found = arrange(a_rank(3, 5, 8), (9, 9.1, 0), parts=[wall])
    assert found.ends == tuple((9.0, pytest.approx(8 + 1.1 * k), 0.0) for k in range(3))
    assert found.lengths == pytest.approx((6.0,) * 3)


def test_nobody_ends_on_a_barricade():
    wall = box("barricade", 7, 0, 7.5, 20, 1.0)
    found = arrange(a_rank(3, 5, 8), (7.25, 9.1, 0), parts=[wall])
    assert all(z == 0.0 and (x <= 6.5 or x >= 8.0) for x, _, z in found.ends)


def test_a_unit_climbs_up_through_an_open_floor():
    floor = box("floor", 6, 4, 14, 12, 3.0, 2.9, ("vantage", "open"))
    found = arrange(a_rank(3, 8, 7), (10, 8.1, 3), parts=[floor])
    assert found.ends == tuple((10.0, pytest.approx(7 + 1.1 * k), 3.0) for k in range(3))
    assert found.lengths == (5.0,) * 3


def test_models_without_room_on_a_floor_stand_below():
    floor = box("floor", 9, 7, 11.2, 9.2, 3.0, 2.9, ("vantage", "open"))
    found = arrange(a_rank(6, 7, 6), (10.1, 8.1, 3), "tight", parts=[floor], budget=8.0)
    assert sum(z == 3.0 for _, _, z in found.ends) >= 3


def test_a_goal_on_the_ground_leaves_nobody_on_a_floor():
    floor = box("floor", 6, 4, 14, 12, 3.0, 2.9, ("vantage", "open"))
    found = arrange([man(8, 7, 3.0), man(8, 8.5, 3.0)], (9, 7.75, 0), parts=[floor])
    assert [z for _, _, z in found.ends] == [0.0, 0.0]


def test_flyers_go_over_everything():
    wall = box("wall", 7, 0, 7.5, 20, 5.0)
    found = arrange(a_rank(3, 5, 8), (10, 9.1, 0), others=[man(7.2, 3, 5.0, 1)], parts=[wall], movement=FLYING)
    assert found.lengths == (5.0,) * 3


def test_models_go_round_enemies_at_more_than_an_inch():
    found = arrange([man(5, 10), man(5, 11.5)], (14, 10.75, 0), others=[man(9, 10.75, side=1)], budget=12.0)
    assert found.cost < 0.1 and max(found.lengths) > 9.1


def test_who_may_not_move_stays_and_holds_the_others():
    found = arrange(a_rank(3, 5, 5), (15, 6.1, 0), "tight", budget=6.0, fixed=(1,))
    assert found.paths[1] == () and found.ends[1] == (5.0, 6.1, 0.0)


def test_budgets_may_differ():
    bodies = pack_bodies(a_rank(3, 5, 5))
    task = UnitMove(unit=(0, 1, 2), budgets=(6.0, 2.0, 6.0), movement=WALKING)
    found = pick_up(Terrain(BOARD), bodies, task).arrange((20, 6.1, 0), quick=False)
    assert find_faults(Terrain(BOARD), bodies, task, found) == []
    assert found.ends[1][0] == pytest.approx(7.0, abs=0.01) and max(x for x, _, _ in found.ends) > 9.5


# --- conditions on the ends ---------------------------------------------------------------------


def set_up(count: int, goal, formation="tight", others=(), parts=(), **more) -> Arrangement | Obstruction:
    bodies = pack_bodies([*([None] * count), *others])
    asked = {"keep_out": tuple(count + j for j, b in enumerate(others) if b.side != 0), **more}
    task = UnitMove(unit=tuple(range(count)), budgets=(None,) * count, movement=WALKING, sizes=((0.5, 1.5),) * count, **asked)
    terrain = Terrain(BOARD, tuple(parts))
    found = pick_up(terrain, bodies, task).arrange(goal, formation, quick=False)
    if isinstance(found, Arrangement):
        assert find_faults(terrain, bodies, task, found) == []
    return found


@pytest.mark.parametrize("formation", FORMATIONS)
def test_a_unit_is_set_up_in_a_zone(formation):
    found = set_up(10, (3, 10, 0), formation, ends=Ends(zones=((0, 0, 6, 20),)))
    assert found.paths == ((),) * 10 and found.left == float("inf")


def test_one_of_several_zones_holds_each_base_wholly():
    found = set_up(5, (5, 10, 0), ends=Ends(zones=((0, 8, 4.6, 12), (5.4, 8, 10, 12))))
    assert isinstance(found, Arrangement)


def test_a_unit_gets_out_of_a_transport():
    transport = man(10, 10, radius=2.0)
    found = set_up(10, (16, 10, 0), others=[transport, man(15.5, 10, side=1)], ends=Ends(near=((10,), 3.0)))
    assert all(hypot(x - 10, y - 10) - 2.5 <= 3.001 for x, y, _ in found.ends)


def test_reserves_arrive_more_than_nine_inches_away():
    enemies = [man(15, 10, side=1), man(25, 5, side=1)]
    found = set_up(6, (15, 10, 0), others=enemies, ends=Ends(clear_of=(((6, 7), 9.0),)))
    away = [enemy_of(enemies, end) for end in found.ends]
    assert min(away) > 9.001 and min(away) < 9.05


def test_who_falls_back_may_pass_enemies_but_not_end_near_them():
    others = [man(6.2, 5.5, side=1), man(6.2, 6.6, side=1)]
    found = arrange(a_rank(2, 5, 5.5), (10, 6, 0), others=others, keep_out=(), ends=Ends(clear_of=(((2, 3), 1.0),)))
    assert isinstance(found, Arrangement)
    assert arrange(a_rank(2, 5, 5.5), (10, 6, 0), others=others) == Obstruction(0, "enemy", other=2)


def pile_in(unit: list[Body], enemies: list[Body], budget: float = 3.0, parts=()) -> Arrangement:
    count = len(unit)
    closer, fixed = [], []
    for i, own in enumerate(unit):
        gaps = [gap((own.x, own.y, own.z, own.base.radius), (b.x, b.y, b.z, b.base.radius)) for b in enemies]
        j = gaps.index(min(gaps))
        closer.append((i, count + j, gaps[j]))
        if gaps[j] < 0.001:
            fixed.append(i)
    toward = tuple(range(count, count + len(enemies)))
    found = arrange(
        unit, others=enemies, parts=parts, budget=budget, keep_out=(), toward=toward, engage=True, ends=Ends(closer=tuple(closer)), fixed=tuple(fixed)
    )
    assert isinstance(found, Arrangement)
    return found


def test_a_pile_in_brings_everybody_who_can_within_an_inch():
    enemies = [man(10, 10, side=1), man(10, 11.2, side=1), man(10, 12.4, side=1)]
    found = pile_in([man(8.9, 10), man(7.5, 10.2), man(7.4, 11.6), man(7.6, 12.9), man(6.2, 11)], enemies)
    assert sum(enemy_of(enemies, end) <= 1.001 for end in found.ends) >= 4


def test_in_a_pile_in_the_second_rank_supports_the_first():
    enemies = [man(10, 10, side=1)]
    walls = [box("north", 4, 10.7, 20, 11.2, 5.0), box("south", 4, 8.8, 20, 9.3, 5.0)]
    unit = [man(8.5, 10), man(6.9, 10), man(5.3, 10)]
    found = pile_in(unit, enemies, parts=walls)
    assert enemy_of(enemies, found.ends[0]) <= 1.001
    assert dist(found.ends[1][:2], found.ends[0][:2]) - 1 <= 1.001


def charge(unit: list[Body], targets: list[Body], others: list[Body], budget: float) -> Arrangement | Obstruction:
    count = len(unit)
    toward = tuple(range(count, count + len(targets)))
    shunned = tuple(range(count + len(targets), count + len(targets) + len(others)))
    return arrange(unit, others=[*targets, *others], budget=budget, keep_out=shunned, toward=toward, engage=True, ends=Ends(pins=toward))


def test_a_charge_pins_one_model_within_an_inch_of_a_target():
    targets = [man(14, 10, side=1), man(14, 11.2, side=1)]
    found = charge(a_rank(5, 7, 8.5, 1.2), targets, [man(14, 6.5, side=1)], 6.0)
    assert enemy_of(targets, found.ends[found.pinned]) <= 1.001


def test_a_charge_that_is_too_short_is_none():
    assert isinstance(charge(a_rank(3, 5, 9), [man(14, 10, side=1)], [], 6.0), Obstruction)
    assert isinstance(charge(a_rank(3, 5, 9), [man(14, 10, side=1)], [], 7.0), Arrangement)


def test_a_failed_charge_goes_as_near_as_it_may():
    found = arrange(a_rank(3, 5, 9), others=[man(14, 10.1, side=1)], budget=4.0, toward=(3,))
    assert min(enemy_of([man(14, 10.1, side=1)], end) for end in found.ends) == pytest.approx(4.0, abs=0.01)


def test_coherency_counts_heights_too():
    floor = box("floor", 6, 4, 14, 12, 7.0, 6.9, ("vantage", "open"))
    low = arrange([man(8, 7), man(8, 8.5)], (9, 7.75, 7), parts=[floor], budget=7.5, coherency=Coherency(vertical=6.0))
    assert len({z for _, _, z in low.ends}) == 1


# --- who cannot, and why ------------------------------------------------------------------------


def test_a_model_with_an_enemy_too_near_is_named():
    found = arrange([man(5, 5), man(5, 6.5)], (5, 5.75, 0), others=[man(5, 8, side=1)], budget=0.2)
    assert found == Obstruction(1, "enemy", other=2)


def test_a_model_cut_off_from_the_others_is_named():
    found = arrange([man(5, 5), man(15, 5)], (10, 5, 0), budget=3.0)
    assert isinstance(found, Obstruction) and found.reason == "coherency"


def test_a_full_zone_leaves_somebody_over():
    found = set_up(5, (1, 1, 0), ends=Ends(zones=((0, 0, 2.1, 2.1),)))
    assert isinstance(found, Obstruction) and found.reason == "own"


def test_no_place_at_all_is_told_with_what_is_in_the_way():
    block = box("block", 0, 0, 6, 20, 5.0)
    assert set_up(1, (3, 10, 0), parts=[block], ends=Ends(zones=((0, 0, 6, 20),))) == Obstruction(0, "terrain", part="block")
    assert set_up(1, (3, 10, 0), others=[man(3, 10, radius=3.5)], ends=Ends(zones=((1, 8, 5, 12),))) == Obstruction(0, "friend", other=1)


def test_a_unit_in_the_open_is_never_obstructed():
    dice = random.Random(1)
    for _ in range(50):
        unit, turn = a_rank(5, 15, 8, dice.uniform(1.05, 2.9)), dice.uniform(0, 2 * pi)
        goal = (15 + 9 * cos(turn), 10 + 9 * sin(turn), 0.0)
        assert isinstance(arrange(unit, goal, dice.choice(FORMATIONS), settled=False), Arrangement)
