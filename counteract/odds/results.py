"""Results of the odds: distributions with their figures, and the advice behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from counteract.core.language import Phrase

#: Attacker and defender.
WHO = (Phrase("attacker"), Phrase("defender"))
SITUATION = Phrase("{who}: {when}")


class Advice(NamedTuple):
    """The best choice in a situation, and the probability of the situation."""

    when: str
    do: str
    chance: float


T = TypeVar("T")


def likeliest_first(found: Iterable[T], chance: Callable[[T], float]) -> list[T]:
    """Return items by probability, the highest first; equal ones keep their order, whatever rounding did to their last digits.

    >>> likeliest_first([("a", 0.3), ("b", 0.1 + 0.2), ("c", 0.4)], lambda one: one[1])
    [('c', 0.4), ('a', 0.3), ('b', 0.30000000000000004)]
    """
    return sorted(found, key=lambda one: -round(chance(one), 12))


def mean(distribution: Mapping[int, float]) -> float:
    return sum(value * chance for value, chance in distribution.items())


def at_least(distribution: Mapping[int, float]) -> dict[int, float]:
    """Return the probability of each value or more.

    >>> at_least({0: 0.5, 2: 0.25, 3: 0.25})
    {0: 1.0, 2: 0.5, 3: 0.25}
    """
    found, total = {}, 0.0
    for value in sorted(distribution, reverse=True):
        total += distribution[value]
        found[value] = min(1.0, total)
    return dict(sorted(found.items()))


class ShootOdds:
    """The odds of shooting at one target.

    ``distribution`` is of the damage, not capped at the target's wounds. ``details`` are further numbers by name, such
    as how likely the target is stunned; ``not_computed`` are rules on the cards that the odds do not know.
    """

    def __init__(
        self,
        ruleset: str,
        distribution: dict[int, float],
        *,
        incapacitate: float,
        injure: float,
        value: float,
        objective: str,
        details: Mapping[str, Any] | None = None,
        not_computed: Sequence[str] = (),
        advise: Callable[[], Sequence[Advice]] = tuple,
        targets: Sequence[ShootOdds] = (),
    ) -> None:
        self.ruleset = ruleset
        self.distribution = distribution
        self.incapacitate = incapacitate
        self.injure = injure
        self.value = value  # of the objective
        self.objective = objective
        self.details = dict(details or {})
        self.not_computed = tuple(not_computed)
        self.targets = tuple(targets)  # one a target, if several are shot at
        self._advise = advise

    @cached_property
    def expected(self) -> float:
        return mean(self.distribution)

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """The best choice in each situation, the likeliest first."""
        return tuple(self._advise())

    def as_dict(self) -> dict[str, Any]:
        """Return the odds, ready for JSON."""
        found: dict[str, Any] = {
            "ruleset": self.ruleset,
            "objective": self.objective,
            "value": self.value,
            "expected": self.expected,
            "incapacitate": self.incapacitate,
            "injure": self.injure,
            "distribution": {str(damage): chance for damage, chance in self.distribution.items()},
            "at_least": {str(damage): chance for damage, chance in at_least(self.distribution).items()},
            **self.details,
            "advice": [advice._asdict() for advice in self.advice],
            "not_computed": list(self.not_computed),
        }
        if self.targets:
            found["targets"] = [target.as_dict() for target in self.targets]
        return found


class FightOdds:
    """The odds of a fight. ``joint`` lists the wounds left of attacker and defender, with the probability of each pair."""

    def __init__(
        self,
        ruleset: str,
        joint: Sequence[tuple[int, int, float]],
        *,
        attacker_wounds: int,
        defender_wounds: int,
        value: float,
        objective: str,
        details: Mapping[str, Any] | None = None,
        not_computed: Sequence[str] = (),
        advise: Callable[[], Sequence[Advice]] = tuple,
    ) -> None:
        self.ruleset = ruleset
        self.joint = list(joint)
        self.attacker_wounds = attacker_wounds
        self.defender_wounds = defender_wounds
        self.value = value
        self.objective = objective
        self.details = dict(details or {})
        self.not_computed = tuple(not_computed)
        self._advise = advise

    @cached_property
    def expected_dealt(self) -> float:
        """Wounds the defender loses on average."""
        return sum((self.defender_wounds - theirs) * chance for _, theirs, chance in self.joint)

    @cached_property
    def expected_taken(self) -> float:
        """Wounds the attacker loses on average."""
        return sum((self.attacker_wounds - mine) * chance for mine, _, chance in self.joint)

    @cached_property
    def attacker_incapacitated(self) -> float:
        return sum(chance for mine, _, chance in self.joint if mine <= 0)

    @cached_property
    def defender_incapacitated(self) -> float:
        return sum(chance for _, theirs, chance in self.joint if theirs <= 0)

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """The best choice in each situation, the likeliest first."""
        return tuple(self._advise())

    def as_dict(self) -> dict[str, Any]:
        """Return the odds, ready for JSON."""
        return {
            "ruleset": self.ruleset,
            "objective": self.objective,
            "value": self.value,
            "joint": [list(row) for row in self.joint],
            "attacker_wounds": self.attacker_wounds,
            "defender_wounds": self.defender_wounds,
            "expected_dealt": self.expected_dealt,
            "expected_taken": self.expected_taken,
            "attacker_incapacitated": self.attacker_incapacitated,
            "defender_incapacitated": self.defender_incapacitated,
            **self.details,
            "advice": [advice._asdict() for advice in self.advice],
            "not_computed": list(self.not_computed),
        }


class ShotTable(NamedTuple):
    """Every weapon against every target: ``expected``, ``incapacitate`` and ``injure`` have a row a weapon, a column a target."""

    ruleset: str
    weapons: tuple[str, ...]
    targets: tuple[str, ...]
    expected: Any
    incapacitate: Any
    injure: Any
    not_computed: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the table, ready for JSON."""
        return {
            "ruleset": self.ruleset,
            "weapons": list(self.weapons),
            "targets": list(self.targets),
            "expected": self.expected.tolist(),
            "incapacitate": self.incapacitate.tolist(),
            "injure": self.injure.tolist(),
            "not_computed": list(self.not_computed),
        }


Found = TypeVar("Found")


def ask_rows(rows: Sequence[Sequence[Callable[[], Found]]], report: Callable[[int], None] | None) -> list[list[Found]]:
    """Return the answers to rows of questions; after each row ``report`` is called with the number of answers so far."""
    found: list[list[Found]] = []
    for row in rows:
        found.append([ask() for ask in row])
        if report is not None:
            report(len(found) * len(row))
    return found
