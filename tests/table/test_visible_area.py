"""The visible area: each spot from every viewpoint, and the polygons drawn."""

from __future__ import annotations

import random
from math import hypot, inf

import numpy as np
import oracle_ray_casting as scenes
import pytest
from shapely import Point, Polygon, unary_union

from counteract.table import ray_casting, sight
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.kernels.visible_area import mark_visible
from counteract.table.terrain import Board, Part, Terrain
from counteract.table.visible_area import Viewpoints, find_visible_area

FLOORS = (0.0, 0.0, 3.0)


@pytest.mark.parametrize("along_rays", [False, True])
def test_spots_are_those_seen_from_somewhere(along_rays: bool) -> None:
    """As if a body were set at every place, and the other at every spot, and a model looked."""
    dice = random.Random(4)
    seen = hidden = far = 0
    for _ in range(80):
        terrain = Terrain(Board(16, 16), tuple(scenes.a_part(dice, n, scenes.a_footprint(dice, 16), (0.0, 0.5), (1.0, 3.0, 6.0)) for n in range(9)))
        bodies = [scenes.a_body(dice, 16, FLOORS) for _ in range(4)]
        eyes, spots = ([(dice.uniform(1, 15), dice.uniform(1, 15), dice.choice(FLOORS)) for _ in range(count)] for count in (3, 12))
        inches = dice.choice((4.0, 8.0, inf))
        arrays = terrain.parts_array, terrain.corners_array, pack_bodies(bodies)
        found = mark_visible(*arrays, 0, 1, np.array(eyes), np.array(spots), inches, along_rays)
        for spot, told in zip(spots, found, strict=True):
            near = [eye for eye in eyes if _away(eye, spot, bodies[0].base.radius) <= inches]
            assert told == any(_sees(terrain, bodies, eye, spot, along_rays) for eye in near)
            seen, hidden, far = seen + bool(told), hidden + (not told and bool(near)), far + (not near)
    assert min(seen, hidden, far) > 50


def _away(eye: tuple[float, float, float], spot: tuple[float, float, float], radius: float) -> float:
    return hypot(max(0.0, hypot(spot[0] - eye[0], spot[1] - eye[1]) - radius), spot[2] - eye[2])


def _sees(terrain: Terrain, bodies: list[Body], eye: tuple[float, float, float], spot: tuple[float, float, float], along_rays: bool) -> bool:
    looker, target = (Body(*place, body.base, body.height) for place, body in zip((eye, spot), bodies, strict=False))
    if along_rays:
        return ray_casting.cast_rays(terrain, pack_bodies([looker, target, *bodies[2:]]), 0, 1).visible
    return sight.look(terrain, looker, target).visible


def _drawn(areas: tuple[object, ...], z: float = 0.0) -> Polygon:
    return unary_union([Polygon(area.outline, area.holes) for area in areas if area.z == z])  # type: ignore[attr-defined]


def test_what_is_drawn() -> None:
    """The board up to its edges, less what is behind a wall, and a floor of its own; with a range no more than lies within it."""
    wall = Part(id="wall", feature="wall", footprint=((9, 4), (9.5, 4), (9.5, 8), (9, 8)), top=5.0, kind="heavy")
    roof = Part(id="roof", feature="roof", footprint=((2, 9), (5, 9), (5, 11), (2, 11)), bottom=2.5, top=3.0, kind="heavy", marks=("vantage",))
    terrain = Terrain(Board(16, 12), (wall, roof))
    bodies = pack_bodies([Body(6, 6, 0, Round(0.5), 1.5), Body(14, 6, 0, Round(0.5), 1.5)])
    here = find_visible_area(terrain, bodies, 0, 1, [Viewpoints([(6, 6, 0)])])
    ground, above = _drawn(here), _drawn(here, 3.0)
    assert all(ground.covers(Point(corner)) for corner in ((0, 0), (9, 0), (0, 12), (9, 12)))
    assert not ground.intersects(Point(12, 6).buffer(1))
    assert above.covers(Point(3.5, 10)) and not above.intersects(Point(8, 10))
    round_the_wall = _drawn(find_visible_area(terrain, bodies, 0, 1, [Viewpoints([(6, 6, 0), (9, 10, 0)])]))
    assert round_the_wall.covers(Point(12, 6))
    near = _drawn(find_visible_area(terrain, bodies, 0, 1, [Viewpoints([(6, 6, 0)], 3.0, Point(6, 6).buffer(3.5))]))
    assert near.covers(Point(6, 6).buffer(2.8)) and Point(6, 6).buffer(3.51).covers(near) and near.covers(Point(2.6, 6))


def test_who_stands_in_between_hides_others_along_rays_only() -> None:
    terrain = Terrain(Board(12, 12))
    bodies = pack_bodies([Body(2, 6, 0, Round(0.5), 1.5), Body(10, 6, 0, Round(0.5), 1.5), Body(4, 6, 0, Round(1.0), 3.0)])
    plain, through = (_drawn(find_visible_area(terrain, bodies, 0, 1, [Viewpoints([(2, 6, 0)])], rays=rays)) for rays in (False, True))
    assert plain.covers(Point(6, 6)) and not through.intersects(Point(6, 6))
    assert through.covers(Point(6, 11))
