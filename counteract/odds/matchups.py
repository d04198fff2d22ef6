"""Match-ups: every weapon of a team against every piece of another: a model or a unit, as the ruleset says."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.core.language import say
from counteract.odds.edition import Bearer, Report, find
from counteract.odds.results import FightOdds, ShotTable, ask_rows
from counteract.odds.terms import FightObjective

Floats = NDArray[np.float64]


class FightTable(NamedTuple):
    """Every melee weapon against every target: a row a weapon, a column a target, which fights back as well as it can.

    ``answers`` has the name of the weapon with which each target does so; it is empty for bare hands.
    """

    ruleset: str
    weapons: tuple[str, ...]
    targets: tuple[str, ...]
    dealt: Floats
    taken: Floats
    incapacitate: Floats
    incapacitated: Floats
    not_computed: tuple[str, ...] = ()
    answers: tuple[tuple[str, ...], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers of the table and their names, ready for JSON."""
        fields = {name: value for name, value in self._asdict().items() if name != "answers"}
        return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields.items()}


def ranged(team: Any, against: Any, **terms: Any) -> ShotTable | None:
    """Return the table of a team's shots at another; None if it has no ranged weapon."""
    rows = carried(team, "ranged")
    if not rows:
        return None
    targets = pieces(against)
    found = find(team.ruleset).table([bearer for _, bearer in rows], targets, **terms)
    return found._replace(weapons=tuple(name for name, _ in rows), targets=tuple(say(piece.name) for piece in targets))


def melee(team: Any, against: Any, objective: FightObjective = "difference", report: Report = None, **terms: Any) -> FightTable | None:
    """Return the table of a team's fights against another, each started by the first; None if it has no melee weapon."""
    rows, targets = carried(team, "melee"), pieces(against)
    if not rows:
        return None
    asked = [[partial(_fought, team.ruleset, bearer, piece, objective, terms) for piece in targets] for _, bearer in rows]
    found = ask_rows(asked, report)
    numbers = np.array([[_numbers(one) for one, _ in row] for row in found]).transpose(2, 0, 1)
    left = dict.fromkeys(name for row in found for one, _ in row for name in one.not_computed)
    dealt, taken, incapacitate, incapacitated = numbers
    names = tuple(name for name, _ in rows), tuple(say(piece.name) for piece in targets)
    answers = tuple(tuple(_name(against, answer) for _, answer in row) for row in found)
    return FightTable(team.ruleset, *names, dealt, taken, incapacitate, incapacitated, tuple(left), answers)


def in_melee(ruleset: str, terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms of fights that correspond to terms of shots."""
    known = {term.name for term in find(ruleset).form.fight}
    both = {name: value for name, value in terms.items() if name in known}
    if "shooter_injured" in terms:
        both["attacker_injured"] = terms["shooter_injured"]
    return {**both, "objective": "remove" if terms.get("objective") == "incapacitate" else "difference"}


def _numbers(found: FightOdds) -> tuple[float, float, float, float]:
    return found.expected_dealt, found.expected_taken, found.defender_incapacitated, found.attacker_incapacitated


def _fought(ruleset: str, bearer: Bearer, piece: Any, objective: FightObjective, terms: dict[str, Any]) -> tuple[FightOdds, Bearer | None]:
    """Return the odds of a fight against the weapon that serves the defender best, and that weapon."""
    edition = find(ruleset)
    choices: Sequence[Bearer | None] = [(piece, weapon) for weapon in edition.melee_weapons(piece)] or [None]
    wounds = edition.wounds_of_fighters(bearer[0], piece)
    fights = [(edition.fight(bearer, one, objective=objective, **wounds, **terms), one) for one in choices]
    return min(fights, key=lambda fight: fight[0].value)


def sizes(team: Any, against: Any) -> tuple[int, int]:
    """Return how many cells there are in the tables of shots and of fights."""
    columns = len(pieces(against))
    return len(carried(team, "ranged")) * columns, len(carried(team, "melee")) * columns


def pieces(team: Any) -> list[Any]:
    """Return what attacks and what is attacked in the tables of a team."""
    return find(team.ruleset).pieces(team)


def carried(team: Any, kind: str) -> list[tuple[str, Bearer]]:
    """Return the weapons of a team with their names; those whose odds do not depend on the bearer are listed once."""
    edition = find(team.ruleset)
    groups: dict[Hashable, list[Bearer]] = {}
    for piece in edition.pieces(team):
        for weapon in edition.melee_weapons(piece) if kind == "melee" else [weapon for weapon in piece.weapons if weapon.kind == "ranged"]:
            groups.setdefault(edition.likeness(piece, weapon), []).append((piece, weapon))
    return [(edition.row_name(bearers), bearers[0]) for bearers in groups.values()]


def ids(team: Any, kind: str) -> list[str]:
    """Return the names by which the weapons of a team can be asked about; empty for bare hands, which no card lists."""
    return [_name(team, bearer) for _, bearer in carried(team, kind)]


def target_ids(team: Any) -> list[str]:
    """Return the names by which the pieces of a team can be asked about as targets."""
    return [f"{team.id}/{piece.id}" for piece in pieces(team)]


def _name(team: Any, bearer: Bearer | None) -> str:
    """Return the name of a weapon in the hands of a piece; empty if there is none."""
    if bearer is None:
        return ""
    piece, weapon = bearer
    key = find(team.ruleset).weapon_key(piece, weapon)
    return f"{team.id}/{piece.id}/{key}" if key else ""
