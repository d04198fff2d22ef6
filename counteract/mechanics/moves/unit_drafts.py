"""Drafts of a unit's move: plain answers, legal or not, that are tried before the solver, and goals for it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from counteract.core.decision import Paths
from counteract.core.state import Point
from counteract.mechanics.field import Field
from counteract.mechanics.moves.unit_limits import AT_THE_END, UnitLimits
from counteract.mechanics.moves.unit_meeting import find_meetings
from counteract.table.kernels.unit_distances import label_groups
from counteract.table.placement import find_free_space_vertices, list_levels

DIRECTIONS = 16  # about a unit or a body in which places are tried
LATTICE = 5  # places tried in a row and in a column of a zone
GAP = 0.25  # inches between models that are set up in ranks
RANK = 5  # models of one rank
PAIRS, GAPS = 3, (0.5, 0.99, 0.1)  # pairs of models that are brought together, and the gaps left between them, as shares of the reach
JUST_OUT = 1.003  # such a gap that is out of reach
TURNS, SHARES = 37, 9  # headings and lengths that are tried of a straight move
FINE_TURNS, FINE_SHARES = 901, 17  # and before it is said that there is none
SLACK = 0.01  # inches beyond the edge of the board that are left for others to judge
SPOTS = 2  # places of a zone that the solver begins at
HEADINGS = tuple(math.tau * k / 4 for k in range(4))
#: A goal for a unit: x and y, and the height of the floor if it matters.
Aim = tuple[float, ...]


class UnitDrafts(NamedTuple):
    """Answers to try for a unit that moves or is set up within some limits."""

    field: Field
    places: tuple[Point | None, ...]
    limits: UnitLimits

    # --- steps and ranks

    @property
    def stay(self) -> Paths:
        """The answer that leaves every model where it is."""
        return Paths(((),) * len(self.limits.models))

    def shift(self, dx: float, dy: float) -> Paths:
        """Return the answer that moves all models by one step, legal or not."""
        dx, dy = round(dx, 3), round(dy, 3)
        starts: Any = [self.places[i] for i in self.limits.models]
        return Paths(tuple(((round(x + dx, 3), round(y + dy, 3)),) for x, y, _ in starts))

    def ranks(self, x: float, y: float) -> Paths:
        """Return the answer that sets the unit up in ranks about a place, legal or not."""
        radii, own = self.field.radii, self.limits.models
        pitch = 2 * max(radii[i] for i in own) + GAP
        wide = min(RANK, len(own))
        deep = math.ceil(len(own) / wide)
        at = [(x + (k % wide - (wide - 1) / 2) * pitch, y + (k // wide - (deep - 1) / 2) * pitch) for k in range(len(own))]
        return Paths(tuple(((round(px, 3), round(py, 3)),) for px, py in at))

    def box(self, share: float) -> tuple[float, float, float, float]:
        """Return one of the zones that the unit is set up in, less the room that its ranks take up; the board without zones."""
        board, own = self.limits.terrain.board, self.limits.models
        zones = self.limits.zones or ((0.0, 0.0, float(board.width), float(board.depth)),)
        x0, y0, x1, y1 = zones[int(share * len(zones))]
        radius = max(self.field.radii[i] for i in own)
        wide = radius + (min(RANK, len(own)) - 1) * (radius + GAP / 2)
        deep = radius + (math.ceil(len(own) / RANK) - 1) * (radius + GAP / 2)
        wide, deep = min(wide, (x1 - x0) / 2), min(deep, (y1 - y0) / 2)
        return x0 + wide, y0 + deep, x1 - wide, y1 - deep

    # --- any answer

    def plain_answers(self) -> Iterator[Paths]:
        """Yield answers that are quickly thought of, the plainest first."""
        limits = self.limits
        if not limits.ways:
            yield from (self.ranks(x, y) for x, y in (self.spots() if limits.near is None else self._beside(limits.near[0])))
            if len(limits.models) == 1:
                yield from self._nooks()
            return
        if limits.heading is not None:
            yield from self.straight_moves()
            yield from self.straight_moves(FINE_TURNS, FINE_SHARES)
            return
        if limits.meets:
            yield from self.rushes()
            if len(limits.models) == 1:
                yield from (Paths((way[1:],)) for way in self.meetings())
            return
        yield self.stay
        if limits.toward:
            return
        reach = min(limits.most)
        for share in (1.0, 0.6):
            for angle in self._headings(DIRECTIONS):
                yield self.shift(share * reach * math.cos(angle), share * reach * math.sin(angle))

    def _beside(self, bodies: Sequence[int]) -> Iterator[tuple[float, float]]:
        """Yield places beside some bodies for one model; several find none by ranks."""
        if len(self.limits.models) > 1:
            return
        radius = self.field.radii[self.limits.models[0]]
        for j in bodies:
            far = self.field.radii[j] + radius + GAP
            yield from ((x, y) for x, y, _ in self._about(j, far, [math.tau * k / DIRECTIONS for k in range(DIRECTIONS)]))

    def rushes(self) -> Iterator[Paths]:
        """Yield steps of the whole unit that bring one of its models near one it goes toward, the nearest pairs first.

        It comes within reach of one that must be met, else just out of reach.
        """
        limits = self.limits
        rows = self.field.bodies(self.places)
        own, them = rows[list(limits.models)], rows[list(limits.toward)]
        across, up = them[:, 0] - own[:, None, 0], them[:, 1] - own[:, None, 1]
        away = np.hypot(across, up)
        gaps = away - own[:, None, 3] - them[:, 3]
        for k in np.argsort(gaps, axis=None, kind="stable")[:PAIRS].tolist():
            i, j = divmod(k, len(them))
            for left in GAPS if limits.meets else (JUST_OUT,):
                length = min(max(0.0, gaps.item(i, j) - left * limits.reach), min(limits.most))
                share = length / max(away.item(i, j), 1e-9)
                yield self.shift(share * across.item(i, j), share * up.item(i, j))

    def meetings(self) -> Iterator[Any]:
        """Yield ways on which one model, by itself, meets one that its unit must meet."""
        return find_meetings(self.field, self.places, self.limits)

    def spots(self) -> Iterator[tuple[float, float]]:
        """Yield places all over the zones, the middle first."""
        shares = sorted((k / (LATTICE - 1) for k in range(LATTICE)), key=lambda share: abs(share - 0.5))
        count = max(1, len(self.limits.zones))
        for zone in range(count):
            x0, y0, x1, y1 = self.box(zone / count)
            yield from ((x0 + across * (x1 - x0), y0 + up * (y1 - y0)) for up in shares for across in shares)

    def straight_moves(self, turns: int = TURNS, shares: int = SHARES) -> Iterator[Paths]:
        """Yield straight moves at all headings that a quarter turn allows, straight ahead and short first; none that leaves the board."""
        limits, board = self.limits, self.limits.terrain.board
        assert limits.heading is not None
        most = min(limits.most)
        x0, y0, x1, y1 = self._extent()
        for k in range(turns):
            turn = (k + 1) // 2 * (1 if k % 2 else -1) * 180.0 / (turns - 1)
            angle = math.radians(limits.heading + turn)
            for share in range(shares):
                length = limits.least + (most - limits.least) * share / (shares - 1)
                dx, dy = length * math.cos(angle), length * math.sin(angle)
                if x0 + dx > -SLACK and y0 + dy > -SLACK and x1 + dx < board.width + SLACK and y1 + dy < board.depth + SLACK:
                    yield self.shift(dx, dy)

    def _extent(self) -> tuple[float, float, float, float]:
        """Return the box that the bases of a unit lie in."""
        rows = self.field.bodies(self.places)[list(self.limits.models)]
        low, high = (rows[:, :2] - rows[:, 3:4]).min(axis=0), (rows[:, :2] + rows[:, 3:4]).max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def goals(self) -> Iterator[Aim | None]:
        """Yield goals for the solver, until one will do."""
        limits = self.limits
        if limits.heading is not None or (not limits.ways and len(limits.models) == 1):
            return
        if limits.toward:
            yield None
            if limits.meets:
                yield from (way[-1] for way in self.meetings())
            else:
                yield from (place for j in limits.toward[:PAIRS] if (place := self.places[j]) is not None)
        elif limits.near is not None:
            yield from self._about(limits.near[0][0])
        elif limits.ways:
            yield from self._middles()
            if limits.mode == AT_THE_END:
                yield from self._about(limits.models[0], min(limits.most), self._headings(DIRECTIONS // 2))
        else:
            yield from islice(self.spots(), SPOTS)

    def _about(self, body: int, away: float = 0.0, headings: Sequence[float] = HEADINGS) -> Iterator[Aim]:
        """Yield places about a body: at its edge or at a distance."""
        place = self.places[body]
        assert place is not None
        x, y, z = place
        far = away or self.field.radii[body] + 1.0
        for angle in headings:
            yield x + far * math.cos(angle), y + far * math.sin(angle), z

    def _middles(self) -> Iterator[Aim]:
        """Yield the middle of the unit, and of its largest group if it stands in several: where a broken unit comes together."""
        limits = self.limits
        rows, own = self.field.bodies(self.places), np.array(limits.models)
        labels = label_groups(rows, own, limits.flat, limits.up)
        largest = own[labels == np.bincount(labels).argmax()]
        for group in (own, largest) if len(largest) < len(own) else ():
            x, y, z = rows[group, :3].mean(axis=0).tolist()
            yield x, y, rows.item(largest[0], 2) if z else 0.0

    def _nooks(self) -> Iterator[Paths]:
        """Yield every place where the one model of a unit that is set up just fits: touching two things at once."""
        limits, (i,) = self.limits, self.limits.models
        radius, height = self.field.radii[i], self.field.heights[i]
        bodies, board = self.field.bodies(self.places), limits.terrain.board
        for x0, y0, x1, y1 in limits.zones or ((0.0, 0.0, float(board.width), float(board.depth)),):
            box = x0 + radius, y0 + radius, x1 - radius, y1 - radius
            for level in list_levels(limits.terrain):
                found = find_free_space_vertices(limits.terrain, bodies, level, radius, height, i, box, self._rings(radius, level))
                yield from (Paths((((round(x, 3), round(y, 3), round(z, 3)),),)) for x, y, z in found.tolist())

    def _rings(self, radius: float, level: float) -> list[tuple[float, float, float]]:
        """Return circles (x, y, radius) about those to be kept clear of, and about those to be near, that the middle of a base may lie on."""
        limits, rows = self.limits, self.field.bodies(self.places)
        bounds = [(j, limits.clear + 0.002) for j in limits.kept]
        if limits.near is not None:
            bounds += [(j, limits.near[1]) for j in limits.near[0]]
        flat = [(j, distance**2 - (rows.item(j, 2) - level) ** 2) for j, distance in bounds]
        return [(rows.item(j, 0), rows.item(j, 1), radius + rows.item(j, 3) + math.sqrt(square)) for j, square in flat if square > 0.0]

    def _headings(self, count: int) -> Sequence[float]:
        """Return directions all about, in radians, that away from those to be kept clear of first."""
        limits = self.limits
        first = 0.0
        if limits.kept:
            rows = self.field.bodies(self.places)
            own, them = rows[list(limits.models), :2].mean(axis=0), rows[list(limits.kept)]
            near = them[np.argsort(np.hypot(them[:, 0] - own[0], them[:, 1] - own[1]), kind="stable")[: len(limits.models)], :2].mean(axis=0)
            first = math.atan2(own[1] - near[1], own[0] - near[0])
        return [first + (k + 1) // 2 * (1 if k % 2 else -1) * math.tau / count for k in range(count)]
