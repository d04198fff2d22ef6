"""The decision along which paths the models of a unit move, or where they are set up: one answer for all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from counteract.core.decision import NOT_YET, PASS, Answer, Chooser, Context, Decision, Paths, Refusal
from counteract.core.state import Point
from counteract.mechanics.field import Field
from counteract.mechanics.moves.limits import in_millionths
from counteract.mechanics.moves.unit_arranging import HeldUnit
from counteract.mechanics.moves.unit_checking import check_paths, turn_between
from counteract.mechanics.moves.unit_drafts import Aim, UnitDrafts
from counteract.mechanics.moves.unit_limits import FollowedPaths, Surroundings, UnitLimits
from counteract.mechanics.moves.unit_meeting import find_lone_end

if TYPE_CHECKING:
    from counteract.table.formations import Formation

DECLINES = 8  # an optional move is declined at random once in so many times
TRIES = 4  # steps drawn by chance before the solver looks for a place
QUARTER_TURN = 90.0  # degrees
SETTLED = 2  # goals that the solver is given more time for


class UnitPathContext(Context, frozen=True, gc=False):
    """The move or setting up that a question is about: the unit's name, the kind of move, and the most inches it may be long."""

    name: str
    action: str
    most: float


class UnitPathsDecision(Decision, kw_only=True):
    """The question for the paths of a unit's models, its subject: any paths that keep to the limits.

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
    nearest: Paths | Refusal | None = None  # what `find_nearest` has found

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
        found = check_paths(self.surroundings, self.field.radii, self.limits, answer)
        if not isinstance(found, Refusal):
            self.followed = answer, found
        return found

    @property
    def surroundings(self) -> Surroundings:
        """The other models as those of the unit meet them."""
        if self.scene is None:
            self.scene = Surroundings(self.field, self.places, self.limits)
        return self.scene

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
        self.listed, self.accepted, self.followed, self.scene, self.held = (), NOT_YET, None, None, (None, None)
        self.first = self.nearest = None

    # --- answers

    @property
    def drafts(self) -> UnitDrafts:
        """Plain answers, legal or not, and goals for the solver."""
        return UnitDrafts(self.field, self.places, self.limits)

    def arrange(
        self,
        goal: Sequence[float] | None,
        formation: Formation = "as they stand",
        *,
        quick: bool = True,
        previous: Paths | None = None,
        turn: float = 0.0,
    ) -> Paths | Refusal:
        """Return a legal answer that brings the unit as near to a goal as it can get, or the refusal that names a model without a place.

        Without a goal models go toward the enemies that the move is about. ``previous`` is the answer of the frame before a drag went on:
        it is kept to unless another is clearly better. A line or spread is turned by ``turn`` degrees to the left.
        """
        if self.limits.heading is not None:
            return self._head_for(goal)
        wished = None if goal is None else (float(goal[0]), float(goal[1]), float(goal[2]) if len(goal) > 2 else 0.0)
        found = self._hold(wished is None).arrange(wished, formation, quick=quick, previous=previous, turn=turn)
        return found if isinstance(found, Refusal) else self.refuse(found) or found

    def _hold(self, toward: bool) -> HeldUnit:
        """Return the unit in hand: to go toward bodies, or to be brought to any goal."""
        held = self.held[toward]
        if held is None:
            limits = self.limits if toward else replace(self.limits, toward=(), engage=False)
            held = HeldUnit(self.field, self.places, limits)
            self.held = (self.held[0], held) if toward else (held, self.held[1])
        return held

    @property
    def most_placed(self) -> int:
        """The most models that have found a place together in what has been tried."""
        return max((held.most_placed for held in self.held if held is not None), default=0)

    def find(self) -> Paths | Refusal:
        """Return a legal answer, the plainest first: to stay, a step of the whole unit, then what the solver finds; or why there is none."""
        if self.first is None:
            self.first = self._find()
        return self.first

    def _find(self) -> Paths | Refusal:
        problem: Refusal | None = None
        for answer in self.drafts.plain_answers():
            problem = self.refuse(answer)
            if problem is None:
                return answer
        found: Paths | Refusal | None = problem
        for quick, most in ((True, None), (False, None if self.limits.meets else SETTLED)):
            for goal in islice(self.drafts.goals(), most):
                found = self.arrange(goal, "tight", quick=quick)
                if isinstance(found, Paths):
                    return found
        return self._find_alone() or found or Refusal(self.rule, "There is nowhere to go.")

    def _find_alone(self) -> Paths | None:
        """Return a legal move of a unit of one model, searched as thoroughly as can be, or None."""
        limits = self.limits
        if len(limits.models) > 1 or not limits.ways or limits.meets or limits.heading is not None:
            return None
        way = find_lone_end(self.field, self.places, limits, 0)
        answer = None if way is None else Paths((tuple(point[:3] for point in way[1:]),))
        return answer if answer is not None and self.refuse(answer) is None else None

    def find_nearest(self) -> Paths | Refusal:
        """Return a legal answer that goes toward bodies, searched more thoroughly, or why there is none."""
        if self.nearest is None:
            arranged = (self.arrange(goal, "tight", quick=False) for goal in self.drafts.goals())
            found = next((answer for answer in arranged if isinstance(answer, Paths)), None)
            self.nearest = found or Refusal(self.rule, "There is nowhere to go.")
        return self.nearest

    def propose(self) -> Paths | Refusal:
        """Return the answer that a unit is shown with before its player points anywhere: toward bodies if it goes there of itself; or why none."""
        found = self.find_nearest() if self.limits.toward else self.find()
        return self.find() if isinstance(found, Refusal) else found

    @property
    def stay(self) -> Paths:
        """The answer that leaves every model where it is."""
        return self.drafts.stay

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
        found: Paths | Refusal | None
        if limits.meets:
            found = self.find()
        elif limits.toward and not limits.engage:
            found = next((answer for answer in self.drafts.rushes() if self.refuse(answer) is None), None)
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
            answer = self.drafts.shift(length * math.cos(angle), length * math.sin(angle))
            if self.refuse(answer) is None:
                return answer
            reach = reach / 2 if limits.heading is None else reach
        return None

    def _drop(self, rng: Chooser) -> Paths | None:
        """Return the unit set up in ranks at a random place, or None if none of some is legal."""
        if self.limits.near is not None:
            return None
        for _ in range(TRIES):
            x0, y0, x1, y1 = self.drafts.box(rng.random())
            answer = self.drafts.ranks(x0 + (x1 - x0) * rng.random(), y0 + (y1 - y0) * rng.random())
            if self.refuse(answer) is None:
                return answer
        return None

    def _head_for(self, goal: Sequence[float] | None) -> Paths | Refusal:
        """Return the legal straight move that ends nearest to a goal, or why there is none: no move leads behind."""
        found = [answer for answer in self.drafts.straight_moves() if self.refuse(answer) is None]
        if goal is None or not found:
            return found[0] if found else self.find()
        wished = self._straight_to(goal)
        problem = None if wished is None else self.refuse(wished)
        if wished is not None and (problem is None or self._is_behind(goal)):
            return problem or wished
        return min(found, key=lambda answer: math.dist(answer.paths[0][-1][:2], goal[:2]))

    def _is_behind(self, goal: Sequence[float]) -> bool:
        """Return True if a goal lies more than a quarter turn from the way the unit faces."""
        start = self.places[self.limits.models[0]]
        assert start is not None
        assert self.limits.heading is not None
        return abs(turn_between(self.limits.heading, math.degrees(math.atan2(goal[1] - start[1], goal[0] - start[0])))) > QUARTER_TURN

    def _straight_to(self, goal: Sequence[float]) -> Paths | None:
        """Return the move that brings the first model straight to a goal, or as far towards it as it may go."""
        start, limits = self.places[self.limits.models[0]], self.limits
        assert start is not None
        away = math.dist(start[:2], goal[:2])
        if away == 0.0:
            return None
        length = min(max(away, limits.least), min(limits.most))
        return self.drafts.shift((goal[0] - start[0]) * length / away, (goal[1] - start[1]) * length / away)
