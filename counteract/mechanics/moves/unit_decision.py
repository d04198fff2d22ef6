"""The decision along which paths the models of a unit move, or where they are set up: one answer for all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from counteract.core.decision import NOT_YET, PASS, Answer, Chooser, Context, Decision, Paths, Refusal
from counteract.core.state import Point
from counteract.mechanics.field import Field
from counteract.mechanics.moves.limits import in_millionths
from counteract.mechanics.moves.unit_limits import Scene, UnitLimits, UnitMove, check_paths

DECLINES = 8  # an optional move is declined at random once in so many times
TRIES = 4  # steps drawn by chance before a place is looked for
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
    followed: tuple[Paths, UnitMove] | None = None  # the last answer found legal
    scene: Scene | None = None

    # --- legality

    def refuse(self, answer: Answer) -> Refusal | None:
        if answer == PASS and self.optional:
            return None
        if type(answer) is not Paths:
            return Refusal(self.rule, "The move of a unit is answered with a path for each model.")
        found = self.follow(answer)
        return found if isinstance(found, Refusal) else None

    def follow(self, answer: Paths) -> UnitMove | Refusal:
        """Return the move that an answer stands for, or why it is refused."""
        if self.followed is not None and self.followed[0] is answer:
            return self.followed[1]
        if self.scene is None:
            self.scene = Scene(self.field, self.places, self.limits)
        found = check_paths(self.scene, self.field.radii, self.limits, answer)
        if not isinstance(found, Refusal):
            self.followed = answer, found
        return found

    def move(self, answer: Paths) -> UnitMove:
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
        self.listed, self.accepted, self.followed, self.scene = (), NOT_YET, None, None

    # --- answers

    @property
    def stay(self) -> Paths:
        """The answer that leaves every model where it is."""
        return Paths(((),) * len(self.limits.models))

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            found = [self.stay] if self.limits.ways and self.refuse(self.stay) is None else []
            self.listed = (*((PASS,) if self.optional else ()), *found)
        return self.listed

    def sample(self, rng: Chooser) -> Answer:
        if self.optional and rng.random() * DECLINES < 1.0:
            return PASS
        answer = self._march(rng)
        if answer is None:
            return super().sample(rng)
        self.accepted = answer
        return answer

    def _march(self, rng: Chooser) -> Paths | None:
        """Return a step of the whole unit in a random direction, or None if none of some is legal."""
        reach = min(self.limits.most)
        for _ in range(TRIES):
            angle, length = math.tau * rng.random(), reach * math.sqrt(rng.random())
            answer = self.shift(length * math.cos(angle), length * math.sin(angle))
            if self.refuse(answer) is None:
                return answer
            reach /= 2
        return None

    def shift(self, dx: float, dy: float) -> Paths:
        """Return the answer that moves all models by one step, legal or not."""
        dx, dy = round(dx, 3), round(dy, 3)
        starts: Any = [self.places[i] for i in self.limits.models]
        return Paths(tuple(((round(x + dx, 3), round(y + dy, 3)),) for x, y, _ in starts))
