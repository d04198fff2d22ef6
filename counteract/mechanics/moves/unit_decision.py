"""The decision along which paths the models of a unit move, or where they are set up: one answer for all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from counteract.core.decision import NOT_YET, PASS, Answer, Chooser, Context, Decision, Paths, Refusal
from counteract.core.state import Point
from counteract.mechanics.field import Field
from counteract.mechanics.moves.limits import in_millionths
from counteract.mechanics.moves.unit_arranging import HeldUnit
from counteract.mechanics.moves.unit_limits import FollowedPaths, Surroundings, UnitLimits, check_paths

if TYPE_CHECKING:
    from counteract.table.formations import Formation

DECLINES = 8  # an optional move is declined at random once in so many times
TRIES = 4  # steps drawn by chance before the solver looks for a place
DIRECTIONS = 16  # about a unit or a body in which places are tried
LATTICE = 5  # places tried in a row and in a column of a zone
GAP = 0.25  # inches between models that are set up in ranks
RANK = 5  # models of one rank
PAIRS, GAPS = 3, (0.5, 0.99, 0.1)  # pairs of models that are brought together, and the gaps left between them, as shares of the reach
JUST_OUT = 1.003
TURNS, SHARES = 37, 9  # headings and lengths that are tried of a straight move
SETTLED = 2  # goals that the solver is given more time for
HEADINGS = tuple(math.tau * k / 8 for k in range(8))
#: A goal for a unit: x and y, and the height of the floor if it matters.
Aim = tuple[float, ...]


class UnitPathContext(Context, frozen=True, gc=False):
    """Where a unit goes or is set up: its name, what kind of move it makes, and how many inches that may be long at most."""

    name: str
    action: str
    most: float


class UnitPathsDecision(Decision, kw_only=True):
    """Where the models of a unit go, the subject of the question: any paths that keep to the limits.

    ``aims`` returns places that are worth going to. An ``optional`` move may be declined.
    """

    field: Field
    places: tuple[Point | None, ...]
    limits: UnitLimits
    aims: Callable[[], Sequence[Aim]] | None = None
    optional: bool = False
    followed: tuple[Paths, FollowedPaths] | None = None  # the last answer found legal
    scene: Surroundings | None = None
    held: tuple[HeldUnit | None, HeldUnit | None] = (None, None)  # in hand for a goal, and to go toward bodies
    first: Paths | Refusal | None = None  # what `find` has found

    # --- legality

    def refuse(self, answer: Answer) -> Refusal | None:
        if answer == PASS and self.optional:
            return None
        if type(answer) is not Paths:
            return Refusal(self.rule, "The move of a unit is answered with a path for each model.")
        found = self.follow(answer)
        return found if isinstance(found, Refusal) else None

    def follow(self, answer: Paths) -> FollowedPaths | Refusal:
        """Return the move that an answer stands for, or why it is refused."""
        if self.followed is not None and self.followed[0] is answer:
            return self.followed[1]
        if self.scene is None:
            self.scene = Surroundings(self.field, self.places, self.limits)
        found = check_paths(self.scene, self.field.radii, self.limits, answer)
        if not isinstance(found, Refusal):
            self.followed = answer, found
        return found

    def move(self, answer: Paths) -> FollowedPaths:
        """Return the move that a legal answer stands for."""
        found = self.follow(answer)
        assert not isinstance(found, Refusal)
        return found

    def lengths(self, answer: Answer) -> tuple[float, ...] | None:
        """Return the length of each path of a legal answer, in inches, or None."""
        found = self.follow(answer) if isinstance(answer, Paths) else None
        return None if found is None or isinstance(found, Refusal) else tuple(map(in_millionths, found.lengths))

    def length(self, answer: Answer) -> float | None:
        """Return the length of the longest path of a legal answer, in inches, or None."""
        lengths = self.lengths(answer)
        return None if lengths is None else max(lengths, default=0.0)

    def forget(self) -> None:
        self.listed, self.accepted, self.followed, self.scene, self.held, self.first = (), NOT_YET, None, None, (None, None), None

    # --- answers

    def arrange(
        self, goal: Sequence[float] | None, formation: Formation = "as they stand", *, quick: bool = True, previous: Paths | None = None
    ) -> Paths | Refusal:
        """Return a legal answer that brings the unit as near to a goal as it can get, or the refusal that names a model without a place.

        Without a goal models go toward the enemies that the move is about. ``previous`` is the answer of the frame before a drag went on:
        it is kept to unless another is clearly better.
        """
        if self.limits.heading is not None:
            return self._head_for(goal)
        wished = None if goal is None else (float(goal[0]), float(goal[1]), float(goal[2]) if len(goal) > 2 else 0.0)
        found = self._hold(wished is None).arrange(wished, formation, quick=quick, previous=previous)
        return found if isinstance(found, Refusal) else self.refuse(found) or found

    def _hold(self, toward: bool) -> HeldUnit:
        """Return the unit in hand: to go toward bodies, or to be brought to any goal."""
        held = self.held[toward]
        if held is None:
            limits = self.limits if toward else replace(self.limits, toward=(), engage=False)
            held = HeldUnit(self.field, self.places, limits)
            self.held = (self.held[0], held) if toward else (held, self.held[1])
        return held

    def find(self) -> Paths | Refusal:
        """Return a legal answer, the plainest first: to stay, a step of the whole unit, then what the solver finds; or why there is none."""
        if self.first is None:
            self.first = self._find()
        return self.first

    def _find(self) -> Paths | Refusal:
        problem: Refusal | None = None
        for answer in self._plain_answers():
            problem = self.refuse(answer)
            if problem is None:
                return answer
        found: Paths | Refusal | None = problem
        for quick, most in ((True, None), (False, SETTLED)):
            for goal in islice(self._goals(), most):
                found = self.arrange(goal, quick=quick)
                if isinstance(found, Paths):
                    return found
        return found or Refusal(self.rule, "There is nowhere to go.")

    def find_nearest(self) -> Paths | Refusal:
        """Return a legal answer that goes toward bodies, searched more thoroughly, or why there is none."""
        found: Paths | Refusal = Refusal(self.rule, "There is nowhere to go.")
        for goal in self._goals():
            found = self.arrange(goal, "tight", quick=False)
            if isinstance(found, Paths):
                break
        return found

    @property
    def stay(self) -> Paths:
        """The answer that leaves every model where it is."""
        return Paths(((),) * len(self.limits.models))

    @property
    def default(self) -> Answer:
        if self.optional:
            return PASS
        found = self.find()
        return self.stay if isinstance(found, Refusal) else found

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            found: list[Answer] = [PASS] if self.optional else []
            first = self.find()
            goals = () if self.limits.toward or self.aims is None else self.aims()
            arranged = [first, *([self.find_nearest()] if self.limits.toward else [self.arrange(goal) for goal in goals])]
            found += [answer for answer in arranged if isinstance(answer, Paths)]
            self.listed = tuple(dict.fromkeys(found))
        return self.listed

    # --- answers at random

    def sample(self, rng: Chooser) -> Answer:
        answer = PASS if self.optional and rng.random() * DECLINES < 1.0 else self._draw(rng)
        self.accepted = answer
        return answer

    def _draw(self, rng: Chooser) -> Answer:
        limits = self.limits
        if limits.meets:
            found = self.find()
        elif limits.toward and not limits.engage:
            found = next((answer for answer in self._rushes() if self.refuse(answer) is None), self.stay)
        elif limits.toward:
            found = self.arrange(None)
        else:
            drawn = self._step(rng) if limits.ways else self._drop(rng)
            if drawn is not None:
                return drawn
            found = self.find()
        if isinstance(found, Paths):
            return found
        return self.default

    def _step(self, rng: Chooser) -> Paths | None:
        """Return a step of the whole unit in a random direction, or None if none of some is legal."""
        limits = self.limits
        reach, about = min(limits.most), 1.0
        for _ in range(TRIES):
            if limits.heading is None:
                angle, length = math.tau * rng.random(), reach * math.sqrt(rng.random())
            else:
                angle = math.radians(limits.heading) + math.pi * (rng.random() - 0.5) * about
                length = limits.least + (reach - limits.least) * rng.random()
            answer = self.shift(length * math.cos(angle), length * math.sin(angle))
            if self.refuse(answer) is None:
                return answer
            reach = reach / 2 if limits.heading is None else reach
        return None

    def _drop(self, rng: Chooser) -> Paths | None:
        """Return the unit set up in ranks at a random place, or None if none of some is legal."""
        if self.limits.near is not None:
            return None
        for _ in range(TRIES):
            x0, y0, x1, y1 = self._box(rng.random())
            answer = self.ranks(x0 + (x1 - x0) * rng.random(), y0 + (y1 - y0) * rng.random())
            if self.refuse(answer) is None:
                return answer
        return None

    # --- steps and ranks

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

    def _box(self, share: float) -> tuple[float, float, float, float]:
        """Return one of the zones that the unit is set up in, less the room that its ranks take up; the board without zones."""
        board, own = self.limits.terrain.board, self.limits.models
        zones = self.limits.zones or ((0.0, 0.0, float(board.width), float(board.depth)),)
        x0, y0, x1, y1 = zones[int(share * len(zones))]
        radius = max(self.field.radii[i] for i in own)
        wide = radius + (min(RANK, len(own)) - 1) * (radius + GAP / 2)
        deep = radius + (math.ceil(len(own) / RANK) - 1) * (radius + GAP / 2)
        wide, deep = min(wide, (x1 - x0) / 2), min(deep, (y1 - y0) / 2)
        return x0 + wide, y0 + deep, x1 - wide, y1 - deep

    # --- answers that are tried when any will do

    def _plain_answers(self) -> Iterator[Paths]:
        limits = self.limits
        if not limits.ways:
            if limits.near is None:
                yield from (self.ranks(x, y) for x, y in self._spots())
            return
        if limits.heading is not None:
            yield from self._straight_moves()
            return
        if limits.meets:
            yield from self._rushes()
            return
        yield self.stay
        if limits.toward:
            return
        reach = min(limits.most)
        for share in (1.0, 0.6):
            for angle in self._headings(DIRECTIONS):
                yield self.shift(share * reach * math.cos(angle), share * reach * math.sin(angle))

    def _rushes(self) -> Iterator[Paths]:
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

    def _spots(self) -> Iterator[tuple[float, float]]:
        """Yield places all over the zones, the middle first."""
        shares = sorted((k / (LATTICE - 1) for k in range(LATTICE)), key=lambda share: abs(share - 0.5))
        count = max(1, len(self.limits.zones))
        for zone in range(count):
            x0, y0, x1, y1 = self._box(zone / count)
            yield from ((x0 + across * (x1 - x0), y0 + up * (y1 - y0)) for up in shares for across in shares)

    def _straight_moves(self) -> Iterator[Paths]:
        """Yield straight moves at all headings that a quarter turn allows, straight ahead and short first."""
        limits = self.limits
        assert limits.heading is not None
        most = min(limits.most)
        for k in range(TURNS):
            turn = (k + 1) // 2 * (1 if k % 2 else -1) * 180.0 / (TURNS - 1)
            angle = math.radians(limits.heading + turn)
            for share in range(SHARES):
                length = limits.least + (most - limits.least) * share / (SHARES - 1)
                yield self.shift(length * math.cos(angle), length * math.sin(angle))

    def _head_for(self, goal: Sequence[float] | None) -> Paths | Refusal:
        """Return the legal straight move that ends nearest to a goal, or why there is none."""
        found = [answer for answer in self._straight_moves() if self.refuse(answer) is None]
        if goal is None or not found:
            return found[0] if found else self.find()
        wished = self._straight_to(goal)
        if wished is not None and self.refuse(wished) is None:
            return wished
        return min(found, key=lambda answer: math.dist(answer.paths[0][-1][:2], goal[:2]))

    def _straight_to(self, goal: Sequence[float]) -> Paths | None:
        """Return the move that brings the first model straight to a goal, or as far towards it as it may go."""
        start, limits = self.places[self.limits.models[0]], self.limits
        assert start is not None
        away = math.dist(start[:2], goal[:2])
        if away == 0.0:
            return None
        length = min(max(away, limits.least), min(limits.most))
        return self.shift((goal[0] - start[0]) * length / away, (goal[1] - start[1]) * length / away)

    def _goals(self) -> Iterator[Aim | None]:
        """Yield goals for the solver, until one will do."""
        limits = self.limits
        if limits.heading is not None:
            return
        if limits.toward:
            yield None
            if not limits.meets:
                yield from (place for j in limits.toward[:PAIRS] if (place := self.places[j]) is not None)
        elif limits.near is not None:
            for j in limits.near[0]:
                yield from self._about(j)
        elif limits.ways:
            yield from self._about(limits.models[0], min(limits.most), self._headings(DIRECTIONS // 2))
        else:
            yield from self._spots()

    def _about(self, body: int, away: float = 0.0, headings: Sequence[float] = HEADINGS) -> Iterator[Aim]:
        """Yield places about a body: at its edge or at a distance."""
        place = self.places[body]
        assert place is not None
        x, y, z = place
        far = away or self.field.radii[body] + 1.0
        for angle in headings:
            yield x + far * math.cos(angle), y + far * math.sin(angle), z

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
