"""Deployment: every place offered is legal, and wherever a base has room some place is offered."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest

from counteract.core.decision import Place
from counteract.mechanics.deployment import FINE, NEAR, PlaceDecision, where_to_set_up
from counteract.mechanics.field import Field
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Board, Part, Terrain
from tests.mechanics.test_field import Card

ZONE = (0.0, 0.0, 4.0, 2.0)
OUTSIDE = ("ANY-01", "Not there.")
PROBLEMS = dict.fromkeys(("end-overlaps-base", "end-overlaps-terrain", "end-not-flat"), OUTSIDE)
STEP = 0.05


def part(name: str, x0: float, y0: float, x1: float, y1: float, top: float, *marks: str) -> Part:
    return Part(id=name, feature=name, footprint=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), top=top, kind="heavy", marks=marks)


def crowded(dice: random.Random) -> PlaceDecision:
    """Return the decision where to set up a model in a small zone full of walls, crates and other models."""
    parts = []
    for k in range(dice.randint(3, 7)):
        x, y = dice.uniform(-1, 3), dice.uniform(-1, 1.5)
        top, marks = dice.choice(((4.0, ()), (4.0, ()), (1.0, ("vantage",)), (2.0, ("vantage",))))
        parts.append(part(str(k), x, y, x + dice.uniform(0.5, 3), y + dice.uniform(0.5, 2), top, *marks))
    field = Field(Terrain(Board(6, 6), tuple(parts)), None, ((Card("Guard", 25.4, 1.5),) * 9, ()))
    places: list[tuple[float, float, float] | None] = [None] * 9
    for _ in range(60):
        i, place = dice.randint(1, 8), (dice.uniform(0, 4), dice.uniform(0, 2), dice.choice((0.0, 1.0, 2.0)))
        if places[i] is None and find_placement_problem(field.terrain, field.bodies(tuple(places)), *place, 0.5, 1.5) is None:
            places[i] = place
    return where_to_set_up(field, tuple(places), 0, ZONE, OUTSIDE, PROBLEMS)


@pytest.mark.parametrize("seed", range(2))
def test_if_trying_everywhere_finds_room_so_does_the_decision(seed: int) -> None:
    dice, seen = random.Random(seed), Counter[str]()
    places = [Place(x, y, z) for z in (0.0, 1.0, 2.0) for x in np.arange(0.5, 3.51, STEP).tolist() for y in np.arange(0.5, 1.51, STEP).tolist()]
    for _ in range(60):
        decision = crowded(dice)
        there = any(decision.refuse(place) is None for place in places)
        assert decision.room or not there
        assert decision.room == bool(decision.options)
        if decision.room:
            assert all(decision.refuse(place) is None for place in (*decision.options, decision.sample(dice)))
        seen["room" if there else "a nook" if decision.room else "none"] += 1
    assert min(seen["room"], seen["none"]) > 5, seen


@pytest.mark.parametrize("seed", range(2))
def test_what_is_nearly_right_is_put_where_it_was_meant(seed: int) -> None:
    """The place found is legal, within an inch (radius of the base and half an inch), and hardly farther than the nearest legal one."""
    dice, seen = random.Random(seed), Counter[str]()
    grid = [(x, y) for x in np.arange(0.5, 3.51, STEP).tolist() for y in np.arange(0.5, 1.51, STEP).tolist()]
    for _ in range(80):
        decision = crowded(dice)
        wished = Place(dice.uniform(0, 4), dice.uniform(0, 2), dice.choice((0.0, 1.0, 2.0)))
        near = sorted((_away(wished, spot), spot) for spot in grid if _away(wished, spot) <= NEAR)
        nearest = next((away for away, spot in near if decision.refuse(Place(*spot, wished.z)) is None), 9.0)
        found = decision.place_near(wished)
        if decision.refuse(wished) is None:
            assert found == wished
        elif found is None:
            assert nearest > NEAR - FINE
            seen["nothing near"] += 1
        else:
            assert decision.refuse(found) is None and found.z == wished.z
            assert _away(wished, (found.x, found.y)) <= min(NEAR, nearest + 2 * FINE) + 0.001
            seen["set aside"] += 1
    assert min(seen.values()) > 2 and len(seen) == 2, seen


def test_a_strip_too_thin_to_hit_is_found() -> None:
    """Hardly more than a base's width of the floor lies in the zone; the place there is found."""
    roof = part("roof", 0.5, 0.99, 3.5, 4.0, 3.0, "vantage")
    field = Field(Terrain(Board(6, 6), (roof,)), None, ((Card("Guard", 25.4, 1.5),), ()))
    decision = where_to_set_up(field, (None,), 0, ZONE, OUTSIDE, PROBLEMS)
    assert decision.refuse(Place(2.0, 2.1, 3.0)) is not None
    assert decision.place_near(Place(2.0, 2.1, 3.0)) == Place(2.0, 1.5, 3.0)


def _away(place: Place, spot: tuple[float, float]) -> float:
    return math.hypot(place.x - spot[0], place.y - spot[1])
