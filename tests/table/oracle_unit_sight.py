"""A slow twin of firing lines, cover of units and distances between units.

Lines are cut in exact fractions, so that touching is decided too; distances to footprints are shapely's. Where the distance between two
centres is a fraction, the sides of bases are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import dist, hypot, inf, isqrt, sqrt

from oracle_sight import exactly_blocked
from shapely import Point as Spot
from shapely import Polygon

from counteract.table.bodies import Body
from counteract.table.elements import Element, Prism
from counteract.table.terrain import Part

Place = tuple[Fraction, Fraction, Fraction]
Bodies = Sequence[Body | None]


# --- lines --------------------------------------------------------------------------------------


def _root(square: Fraction) -> Fraction:
    """Return a square root, exactly if it is a fraction."""
    top, bottom = isqrt(square.numerator), isqrt(square.denominator)
    if top * top == square.numerator and bottom * bottom == square.denominator:
        return Fraction(top, bottom)
    return Fraction(sqrt(square))


def _sides(of: Body, one: Body, other: Body) -> list[tuple[Fraction, Fraction]]:
    """Return the centre of a base and its left and right side, as seen along the line from one body to another."""
    dx, dy = Fraction(other.x) - Fraction(one.x), Fraction(other.y) - Fraction(one.y)
    away = _root(dx * dx + dy * dy)
    ux, uy = (dx / away, dy / away) if away else (Fraction(1), Fraction(0))
    x, y, r = Fraction(of.x), Fraction(of.y), Fraction(of.base.radius)
    return [(x, y), (x - uy * r, y + ux * r), (x + uy * r, y - ux * r)]


def starts(one: Body, other: Body) -> list[Place]:
    """Return the three points that a body looks from."""
    top = Fraction(one.z) + Fraction(one.height)
    return [(x, y, top) for x, y in _sides(one, one, other)]


def ends(one: Body, other: Body) -> list[Place]:
    """Return the six points of another body that it looks at."""
    z, height = Fraction(other.z), Fraction(other.height)
    return [(x, y, z + share * height) for share in (Fraction(1), Fraction(1, 2)) for x, y in _sides(other, one, other)]


def middle(body: Body) -> Place:
    return Fraction(body.x), Fraction(body.y), Fraction(body.z) + Fraction(body.height) / 2


def _misses_box(prism: Prism, a: Place, b: Place) -> bool:
    xs, ys = [x for x, _ in prism.footprint], [y for _, y in prism.footprint]
    boxes = ((min(xs), max(xs)), (min(ys), max(ys)), (prism.bottom, prism.top))
    return any(max(a[k], b[k]) <= low or min(a[k], b[k]) >= high for k, (low, high) in enumerate(boxes))


def crosses(element: Element, a: Place, b: Place) -> bool:
    """Return True if some of a line is inside an element."""
    for prism in element.prisms:
        part = Part(id="", feature="", footprint=prism.footprint, bottom=prism.bottom, top=prism.top, kind="heavy")
        if not _misses_box(prism, a, b) and exactly_blocked(part, a, b):
            return True
    return False


def passes_through(body: Body, a: Place, b: Place) -> bool:
    """Return True if some of a line is inside the cylinder of a body."""
    way = [q - p for p, q in zip(a, b, strict=True)]
    low, high = Fraction(body.z), Fraction(body.z) + Fraction(body.height)
    t0, t1 = Fraction(0), Fraction(1)
    if way[2]:
        shares = sorted(((low - a[2]) / way[2], (high - a[2]) / way[2]))
        t0, t1 = max(t0, shares[0]), min(t1, shares[1])
    elif not low < a[2] < high:
        return False
    if t0 >= t1:
        return False
    wx, wy = a[0] - Fraction(body.x), a[1] - Fraction(body.y)
    square = way[0] ** 2 + way[1] ** 2
    t = min(t1, max(t0, -(wx * way[0] + wy * way[1]) / square)) if square else t0
    return (wx + t * way[0]) ** 2 + (wy + t * way[1]) ** 2 < Fraction(body.base.radius) ** 2


# --- standing -----------------------------------------------------------------------------------


def reaches(element: Element, body: Body, margin: float) -> bool:
    """Return True if a base that is larger by a margin overlaps an element at its level."""
    for prism in element.prisms:
        if prism.bottom - 0.001 <= body.z <= prism.top + 0.001:
            if Polygon(prism.footprint).distance(Spot(body.x, body.y)) < body.base.radius + margin:
                return True
    return False


def stands_in(element: Element, body: Body) -> bool:
    return reaches(element, body, -1e-6)


def touches(element: Element, body: Body) -> bool:
    return reaches(element, body, 0.001)


# --- sight and masks ----------------------------------------------------------------------------


def stoppers(elements: Sequence[Element], one: Body, other: Body) -> list[Element]:
    """Return the elements that can stop sight between two bodies."""
    return [e for e in elements if e.blocks and not (e.area and (stands_in(e, one) or stands_in(e, other)))]


def first_free_segment(elements: Sequence[Element], one: Body, other: Body) -> int:
    """Return the first of the 18 segments that nothing stops, or -1."""
    walls = stoppers(elements, one, other)
    segments = [(a, b) for a in starts(one, other) for b in ends(one, other)]
    return next((n for n, (a, b) in enumerate(segments) if not any(crosses(wall, a, b) for wall in walls)), -1)


def stops_centre(elements: Sequence[Element], one: Body, other: Body) -> set[str]:
    """Return the elements that stop the segment from top to top."""
    return {e.id for e in stoppers(elements, one, other) if crosses(e, starts(one, other)[0], ends(one, other)[0])}


def hidden_points(elements: Sequence[Element], one: Body, other: Body) -> int:
    """Return how many points of a body are hidden from the top of another."""
    walls = [e for e in elements if e.blocks and (not e.area or stands_in(e, other) or not stands_in(e, one))]
    return sum(any(crosses(wall, starts(one, other)[0], b) for wall in walls) for b in ends(one, other))


def crossed(elements: Sequence[Element], one: Body, other: Body) -> list[str]:
    return [e.id for e in elements if crosses(e, middle(one), middle(other))]


def masking_elements(elements: Sequence[Element], one: Body, other: Body) -> set[str]:
    return {e.id for e in elements if crosses(e, middle(one), middle(other)) and not touches(e, one)}


def masking_bodies(bodies: Bodies, units: Sequence[int], kinds: Sequence[int], i: int, j: int) -> set[int]:
    found = set()
    for b, body in enumerate(bodies):
        if body is not None and units[b] not in (units[i], units[j]) and kinds[b] == kinds[j] >= 0:
            if passes_through(body, middle(bodies[i]), middle(bodies[j])):
                found.add(b)
    return found


def elements_between(elements: Sequence[Element], one: Body, other: Body) -> set[str]:
    return {e.id for e in elements if crosses(e, middle(one), middle(other)) and not (stands_in(e, one) and stands_in(e, other))}


# --- units --------------------------------------------------------------------------------------


def flat_gap(one: Body, other: Body) -> float:
    return max(0.0, dist((one.x, one.y), (other.x, other.y)) - one.base.radius - other.base.radius)


def gap(one: Body, other: Body) -> float:
    return hypot(flat_gap(one, other), one.z - other.z)


def of_unit(bodies: Bodies, units: Sequence[int], unit: int) -> list[int]:
    return [j for j, body in enumerate(bodies) if body is not None and units[j] == unit]


def unit_gap(bodies: Bodies, units: Sequence[int], unit: int, other: int) -> float:
    pairs = [gap(bodies[i], bodies[j]) for i in of_unit(bodies, units, unit) for j in of_unit(bodies, units, other)]
    return min(pairs, default=inf)


def unit_aim(
    elements: Sequence[Element], bodies: Bodies, units: Sequence[int], kinds: Sequence[int], i: int, unit: int, reach: float, indirect: bool
) -> tuple[float, float, float]:
    """Return the gaps to the nearest body of a unit, to the nearest seen in reach, to the nearest of these on a free line."""
    near, seen, free = [inf], [inf], [inf]
    for j in of_unit(bodies, units, unit):
        if j == i:
            continue
        away = gap(bodies[i], bodies[j])
        near.append(away)
        if away <= reach + 0.001 and (indirect or first_free_segment(elements, bodies[i], bodies[j]) >= 0):
            seen.append(away)
            if not masking_elements(elements, bodies[i], bodies[j]) and not masking_bodies(bodies, units, kinds, i, j):
                free.append(away)
    return min(near), min(seen), min(free)


def is_across(elements: Sequence[Element], bodies: Bodies, units: Sequence[int], i: int, unit: int) -> bool:
    """Return True if an element lies before every one of the nearest bodies of a unit."""
    others = [j for j in of_unit(bodies, units, unit) if j != i]
    nearest = min((gap(bodies[i], bodies[j]) for j in others), default=inf)
    return bool(others) and all(elements_between(elements, bodies[i], bodies[j]) for j in others if gap(bodies[i], bodies[j]) <= nearest + 0.001)


# --- cover --------------------------------------------------------------------------------------


def terrain_under(elements: Sequence[Element], body: Body) -> set[str]:
    lowest = {e.id: min(prism.bottom for prism in e.prisms) for e in elements}
    return {e.id for e in elements if stands_in(e, body) and (e.area or body.z > lowest[e.id] + 0.001)}


def element_gap(element: Element, body: Body) -> float:
    gaps = []
    for prism in element.prisms:
        flat = max(0.0, Polygon(prism.footprint).distance(Spot(body.x, body.y)) - body.base.radius)
        gaps.append(hypot(flat, max(0.0, prism.bottom - body.z, body.z - prism.top)))
    return min(gaps)


def is_behind_obstacles(elements: Sequence[Element], bodies: Bodies, units: Sequence[int], i: int, unit: int, near: float) -> bool:
    members = of_unit(bodies, units, unit)
    away = min((gap(bodies[i], bodies[j]) for j in members), default=inf)
    walls = [e for e in elements if e.obstacle and element_gap(e, bodies[i]) < away - 1e-6]
    return bool(members) and all(any(element_gap(e, bodies[j]) <= near + 0.001 for e in walls) for j in members)


# --- groups -------------------------------------------------------------------------------------


def groups(bodies: Bodies, members: Sequence[int], flat: float, up: float) -> list[list[int]]:
    """Return the groups that members form, by merging sets until nothing changes."""
    sets = [{i} for i in members if bodies[i] is not None]
    merged = True
    while merged:
        merged = False
        for one, other in combinations(sets, 2):
            if any(flat_gap(bodies[i], bodies[j]) <= flat + 0.001 and abs(bodies[i].z - bodies[j].z) <= up + 0.001 for i in one for j in other):
                sets.remove(other)
                one |= other
                merged = True
                break
    return sorted(sorted(group) for group in sets)


def removable(bodies: Bodies, members: Sequence[int], flat: float, up: float) -> list[int]:
    here = [i for i in members if bodies[i] is not None]
    return [i for i in here if len(groups(bodies, [j for j in here if j != i], flat, up)) <= 1]
