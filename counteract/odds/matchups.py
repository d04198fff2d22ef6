"""Match-ups: every weapon of a team against every operative of another."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.core.language import Phrase, joined, say
from counteract.odds.edition import Report, find
from counteract.odds.named_cards import slug
from counteract.odds.results import FightOdds, ShotTable, ask_rows
from counteract.odds.terms import FightObjective

Floats = NDArray[np.float64]

Bearer = tuple[Any, Any]  # a card and a weapon on it


class FightTable(NamedTuple):
    """Every melee weapon against every operative: a row a weapon, a column a target, which fights back as well as it can."""

    ruleset: str
    weapons: tuple[str, ...]
    targets: tuple[str, ...]
    dealt: Floats
    taken: Floats
    incapacitate: Floats
    incapacitated: Floats
    not_computed: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the table, ready for JSON."""
        return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in self._asdict().items()}


def ranged(team: Any, against: Any, **terms: Any) -> ShotTable | None:
    """Return the table of a team's shots at another; None if it has no ranged weapon."""
    rows = carried(team, "ranged")
    if not rows:
        return None
    cards = distinct(against)
    found = find(team.ruleset).table([bearer for _, bearer in rows], cards, **terms)
    return found._replace(weapons=tuple(name for name, _ in rows), targets=tuple(say(card.name) for card in cards))


def melee(team: Any, against: Any, objective: FightObjective = "difference", report: Report = None, **terms: Any) -> FightTable | None:
    """Return the table of a team's fights against another, each started by the first; None if it has no melee weapon."""
    rows, cards = carried(team, "melee"), distinct(against)
    if not rows:
        return None
    found = ask_rows([[partial(_fought, team.ruleset, bearer, card, objective, terms) for card in cards] for _, bearer in rows], report)
    numbers = np.array([[_numbers(one) for one in row] for row in found]).transpose(2, 0, 1)
    left = dict.fromkeys(name for row in found for one in row for name in one.not_computed)
    dealt, taken, incapacitate, incapacitated = numbers
    names = tuple(name for name, _ in rows), tuple(say(card.name) for card in cards)
    return FightTable(team.ruleset, *names, dealt, taken, incapacitate, incapacitated, tuple(left))


def in_melee(ruleset: str, terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms of fights that correspond to terms of shots."""
    known = {term.name for term in find(ruleset).form.fight}
    both = {name: value for name, value in terms.items() if name in known}
    if "shooter_injured" in terms:
        both["attacker_injured"] = terms["shooter_injured"]
    return {**both, "objective": "remove" if terms.get("objective") == "incapacitate" else "difference"}


def _numbers(found: FightOdds) -> tuple[float, float, float, float]:
    return found.expected_dealt, found.expected_taken, found.defender_incapacitated, found.attacker_incapacitated


def _fought(ruleset: str, bearer: Bearer, card: Any, objective: FightObjective, terms: dict[str, Any]) -> FightOdds:
    """Return the odds of a fight against the weapon that serves the defender best."""
    edition = find(ruleset)
    choices: Sequence[Any] = [(card, weapon) for weapon in edition.melee_weapons(card)] or [None]
    wounds = edition.wounds_of_fighters(bearer[0], card)
    fights = [edition.fight(bearer, one, objective=objective, **wounds, **terms) for one in choices]
    return min(fights, key=lambda found: found.value)


def sizes(team: Any, against: Any) -> tuple[int, int]:
    """Return how many cells there are in the tables of shots and of fights."""
    columns = len(distinct(against))
    return len(carried(team, "ranged")) * columns, len(carried(team, "melee")) * columns


def distinct(team: Any) -> list[Any]:
    """Return the operatives of a team, one of each kind."""
    found: list[Any] = []
    for card in team.operatives:
        if card not in found:
            found.append(card)
    return found


def carried(team: Any, kind: str) -> list[tuple[str, Bearer]]:
    """Return the weapons of a team with their names; those whose odds do not depend on the bearer are listed once."""
    groups: dict[Hashable, list[Bearer]] = {}
    for card in distinct(team):
        for weapon in find(team.ruleset).melee_weapons(card) if kind == "melee" else _of_kind(card, "ranged"):
            groups.setdefault(find(team.ruleset).likeness(card, weapon), []).append((card, weapon))
    return [(_label(bearers), bearers[0]) for bearers in groups.values()]


def ids(team: Any, kind: str) -> list[str]:
    """Return the names by which the weapons of a team can be asked about; empty for bare hands, which no card lists."""
    return [f"{team.id}/{card.id}/{slug(weapon.name)}" if weapon in card.weapons else "" for _, (card, weapon) in carried(team, kind)]


def _of_kind(card: Any, kind: str) -> Iterator[Any]:
    return (weapon for weapon in card.weapons if weapon.kind == kind)


def _label(bearers: Sequence[Bearer]) -> str:
    return say("{weapon} ({bearers})", weapon=Phrase(bearers[0][1].name), bearers=joined(card.name for card, _ in bearers))
