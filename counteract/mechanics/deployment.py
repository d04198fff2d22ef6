"""Deployment: the decision where to set up a model, and the legal place nearest to one asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, hypot
from typing import TypeGuard

from msgspec.structs import astuple, replace

from counteract.core.decision import Answer, Chooser, Decision, NameContext, Place, Refusal, Why, is_plain
from counteract.core.language import Phrase
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.field import Field
from counteract.mechanics.missions import EDGES, Zone
from counteract.mechanics.names import part_of
from counteract.table.kernels.placement import check_placement
from counteract.table.placement import find_free_space_vertices, find_placement_problem, list_levels

Box = tuple[float, float, float, float]
SPACING = (1.0, 0.5, 0.25)  # inches between candidates; finer only where none fits
TRIES = 24
FAR_AWAY = 1e6  # inches: no board reaches this far; the comparison refuses NaN too
NEAR = 1.0  # inches: how far a legal place may be from the one asked for
ASIDE = 0.5  # inches beyond its radius that a base is moved aside at most
FINE = 0.125  # inches between the places tried near the one asked for
HALVINGS = 6  # bisection steps between the refused place and the legal one found
WHERE = Phrase("{name}: where do you set it up?")


def drop_zone(field: Field, edge: int, depth: float) -> Box:
    """Return the mission's drop zone along an edge; if there is none, a strip of this depth."""
    zones = field.mission.zones if field.mission else ()
    zone = next((z for z in zones if z.edge == EDGES[edge]), Zone(EDGES[edge], depth))
    return zone.box(field.terrain.board)


@lru_cache(maxsize=256)
def _lattice(zone: Box, radius: float, spacing: float) -> list[tuple[float, float]]:
    """Return evenly spaced places for a base of this size in a zone."""
    x0, y0, x1, y1 = zone
    columns = int((x1 - x0 - 2 * radius) / spacing) + 1
    rows = int((y1 - y0 - 2 * radius) / spacing) + 1
    low_x, low_y = round(x0 + radius + 0.0005, 3), round(y0 + radius + 0.0005, 3)
    return [(round(low_x + c * spacing, 3), round(low_y + r * spacing, 3)) for r in range(rows) for c in range(columns)]


def is_place(answer: Answer) -> TypeGuard[Place]:
    """Return True if an answer is a place that a record can hold, on the board or not."""
    return type(answer) is Place and is_plain(answer) and all(abs(number) < FAR_AWAY for number in astuple(answer))


# --- the legal place nearest to one asked for


@lru_cache(maxsize=32)
def _steps(most: float) -> list[tuple[float, float]]:
    """Return the steps (dx, dy) from a place to those tried near it."""
    row = [FINE * k for k in range(-ceil(most / FINE), ceil(most / FINE) + 1)]
    return [(dx, dy) for dx in row for dy in row]


def nearest_place(
    decision: Decision, wished: Place, most: float = NEAR, box: Box | None = None, nooks: Iterable[tuple[float, float]] = ()
) -> Place | None:
    """Return the legal place nearest to ``wished``, or None if none is within ``most`` inches.

    Only places in ``box`` are tried, if it is given. ``nooks`` are tried too: places where a model just fits, which a grid misses.
    """
    if decision.refuse(wished) is None:
        return wished
    if not is_place(wished):
        return None
    tried = {*(_brought(wished, dx, dy, box) for dx, dy in _steps(most)), *nooks}
    far = {spot: away for spot in tried if (away := _away(wished, spot)) <= most}
    near = (replace(wished, x=x, y=y) for x, y in sorted(far, key=lambda spot: far[spot]))
    found = next((place for place in near if decision.refuse(place) is None), None)
    return found and _drawn(decision, wished, found, box)


def _drawn(decision: Decision, wished: Place, found: Place, box: Box | None) -> Place:
    """Move a legal place towards the one asked for, as far as it stays legal."""
    dx, dy = found.x - wished.x, found.y - wished.y
    refused, legal, best = 0.0, 1.0, found
    for _ in range(HALVINGS):
        share = (refused + legal) / 2
        x, y = _brought(wished, dx * share, dy * share, box)
        place = replace(wished, x=x, y=y)
        if decision.refuse(place) is None:
            legal, best = share, place
        else:
            refused = share
    return best


def _brought(place: Place, dx: float, dy: float, box: Box | None) -> tuple[float, float]:
    """Return a place moved by a step and clamped into a box."""
    x, y = place.x + dx, place.y + dy
    if box is not None:
        x, y = max(box[0], min(box[2], x)), max(box[1], min(box[3], y))
    return round(x, 3), round(y, 3)


def _away(place: Place, spot: tuple[float, float]) -> float:
    return hypot(spot[0] - place.x, spot[1] - place.y)


class PlaceDecision(Decision, kw_only=True):
    """The place where a model is set up: any place wholly within a zone where it can stand.

    ``outside`` refuses a place that is not wholly in the zone; ``problems`` are the refusals of the
    others, by the table's name for each problem.
    """

    field: Field
    places: tuple[Point | None, ...]
    zone: Box
    outside: Why
    problems: Mapping[str, Why]

    def _lattice(self, spacing: float) -> list[tuple[float, float]]:
        return _lattice(self.zone, self.field.radii[self.subject], spacing)

    def _stands(self, x: float, y: float, z: float = 0.0) -> bool:
        field, terrain, model = self.field, self.field.terrain, self.subject
        board = terrain.board
        code, _ = check_placement(
            terrain.parts_array, terrain.corners_array, board.width, board.depth, field.bodies(self.places),
            model, x, y, z, field.radii[model], field.heights[model],
        )  # fmt: skip
        return bool(code == 0)

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            self.listed = next((found for places in self._tries() if (found := tuple(places))), ())
        return self.listed

    def forget(self) -> None:
        self.listed = ()

    @property
    def room(self) -> bool:
        """Return True if there is any place for the model."""
        return any(True for places in self._tries() for _ in places)

    def _tries(self) -> Iterator[Iterator[Place]]:
        """Yield batches of legal places: on the lowest floor, on raised floors, then where the model just fits."""
        floors = list_levels(self.field.terrain)
        for heights in (floors[:1], floors[1:]):
            for spacing in SPACING:
                yield (Place(x, y, z) for z in heights for x, y in self._lattice(spacing) if self._inside(x, y) and self._stands(x, y, z))
        yield (Place(x, y, z) for height in floors for x, y, z in self._nooks(height) if self._inside(x, y))

    @property
    def _inner(self) -> Box:
        """The box in which the centre of the base must lie."""
        radius, (x0, y0, x1, y1) = self.field.radii[self.subject], self.zone
        return x0 + radius, y0 + radius, x1 - radius, y1 - radius

    def _nooks(self, height: float) -> list[list[float]]:
        field, model = self.field, self.subject
        bodies = field.bodies(self.places)
        radius, tall = field.radii[model], field.heights[model]
        found: list[list[float]] = find_free_space_vertices(field.terrain, bodies, height, radius, tall, model, self._inner).tolist()
        return found

    def sample(self, rng: Chooser) -> Answer:
        lattice = self._lattice(SPACING[0])
        for _ in range(TRIES):
            x, y = lattice[int(rng.random() * len(lattice))]
            if self._inside(x, y) and self._stands(x, y):
                place = self.accepted = Place(x, y)
                return place
        return super().sample(rng)

    def _inside(self, x: float, y: float) -> bool:
        radius = self.field.radii[self.subject] - TOLERANCE
        x0, y0, x1, y1 = self.zone
        return x0 + radius <= x <= x1 - radius and y0 + radius <= y <= y1 - radius

    @property
    def area(self) -> Box:
        return self.zone

    def place_near(self, place: Place) -> Place | None:
        nooks = ((x, y) for x, y, _ in self._nooks(place.z)) if place.z in list_levels(self.field.terrain) else ()
        return nearest_place(self, place, self.field.radii[self.subject] + ASIDE, self._inner, nooks)

    def point(self, answer: Place) -> Point:
        """Return the place that an answer stands for: rounded to 0.001", and on the floor within tolerance of its height."""
        z = next((level for level in list_levels(self.field.terrain) if abs(level - answer.z) <= TOLERANCE), answer.z)
        return round(float(answer.x), 3), round(float(answer.y), 3), round(float(z), 3)

    def refuse(self, answer: Answer) -> Refusal | None:
        if not is_place(answer):
            return Refusal(self.rule, "Setting up is answered with a place (x, y) or (x, y, z).")
        x, y, z = self.point(answer)
        if not self._inside(x, y):
            return Refusal(*self.outside)
        field, model = self.field, self.subject
        wrong = find_placement_problem(field.terrain, field.bodies(self.places), x, y, z, field.radii[model], field.heights[model], model)
        if wrong is None:
            return None
        rule, sentence = self.problems[wrong.problem]
        return Refusal(rule, sentence, x=round(x, 2), y=round(y, 2), part=part_of(field.terrain, wrong.part), body=wrong.body)


def where_to_set_up(
    field: Field, places: tuple[Point | None, ...], model: int, zone: Box, outside: Why, problems: Mapping[str, Why]
) -> PlaceDecision:
    """Return the question where a model is set up."""
    return PlaceDecision(
        field.sides[model], "place", (), outside[0], WHERE, NameContext(field.names[model]), kind="place", subject=model,
        field=field, places=places, zone=zone, outside=outside, problems=problems,
    )  # fmt: skip
