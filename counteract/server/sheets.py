"""Odds sheets: the terms of a ruleset's odds, its teams with their weapons, and how cards are written."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from counteract.core.language import say
from counteract.core.registry import find, names
from counteract.files.teams import find_teams
from counteract.odds.edition import find as find_odds
from counteract.odds.edition import question_form, rulesets
from counteract.odds.matchups import pieces
from counteract.odds.terms import Term
from counteract.server.lobby import Thing
from counteract.server.rooms import Denied


class TermCard(Struct, frozen=True):
    """A term of an attack."""

    name: str
    place: str
    kind: str
    label: str
    help: str
    usual: Any
    least: int | None
    most: int | None
    choices: list[Thing]
    written: str


class WeaponRow(Struct, frozen=True):
    """A weapon of an operative: the name it is asked with, its figures as the card prints them, and its card as text (or nothing)."""

    id: str
    name: str
    kind: str
    figures: list[tuple[str, str]]
    text: str
    terms: dict[str, Any]  # what holds with it where nothing else is said


class OperativeRow(Struct, frozen=True):
    """An operative likewise, as a target and as who fights; in rulesets of units, a unit."""

    id: str
    name: str
    figures: list[tuple[str, str]]
    text: str
    wounds: int
    ignore: int | None
    weapons: list[WeaponRow]


class TeamRows(Struct, frozen=True):
    """The operatives of a team, each kind of them once."""

    id: str
    name: str
    operatives: list[OperativeRow]


class Written(Struct, frozen=True):
    """The way a card is written: in words, and an example to begin with."""

    form: str
    example: str


class OddsSheet(Struct, frozen=True):
    """The weapons, targets, terms and rules that questions for the odds of a ruleset may name."""

    ruleset: str
    name: str
    words: dict[str, str]
    several: bool  # whether one attack can have several targets
    unarmed: bool  # whether a defender may have no weapon
    cards: dict[str, Written]
    shoot: list[TermCard]
    fight: list[TermCard]
    table: list[TermCard]
    teams: list[TeamRows]
    granted: list[str]  # what is taken for granted


def sheet(ruleset: str) -> OddsSheet:
    """The sheet of a ruleset."""
    if ruleset not in names():
        raise Denied("not-found", "There is nothing of this name.")
    if ruleset not in rulesets():
        raise Denied("not-found", "There are no odds for {ruleset}.", ruleset=ruleset)
    rules: Any = find(ruleset)
    form = question_form(ruleset)
    return OddsSheet(
        ruleset,
        say(rules.edition),
        {"damage": say(form.words.damage), "out": say(form.words.out), "hurt": say(form.words.hurt)},
        form.several_targets,
        form.unarmed,
        {name: Written(say(card.form), card.example) for name, card in form.cards.items()},
        _terms(form.shoot),
        _terms(form.fight),
        _terms(form.table),
        [_team(ruleset, team) for team in find_teams(ruleset)],
        [say(words) for words in form.assumptions],
    )


def _terms(terms: tuple[Term, ...]) -> list[TermCard]:
    return [_term(term) for term in terms if not term.ruled_out]


def _term(term: Term) -> TermCard:
    least, most = term.limits or (None, None)
    choices = [Thing(name, say(label)) for name, label in (term.choices or {}).items()]
    return TermCard(
        term.name, term.place, term.kind, say(term.label), say(term.help) if term.help else "", term.usual, least, most, choices, term.written
    )


def _team(ruleset: str, team: Any) -> TeamRows:
    return TeamRows(team.id, say(team.name), [_operative(ruleset, team, card) for card in pieces(team)])


def _operative(ruleset: str, team: Any, card: Any) -> OperativeRow:
    odds = find_odds(ruleset)
    stats, weapons = odds.printed(card)
    name, text = f"{team.id}/{card.id}", odds.target_text(card)
    rows = [
        WeaponRow(
            f"{name}/{odds.weapon_key(card, weapon)}", str(row[0]), weapon.kind, _figures(weapons.columns[1:], row[1:]),
            odds.weapon_text(card, weapon) if text or weapon.kind == "ranged" else "", odds.usual_terms(weapon),
        )
        for weapon, row in zip(card.weapons, weapons.rows, strict=True)
    ]  # fmt: skip
    return OperativeRow(name, say(card.name), _figures(stats.columns, stats.rows[0]), text, card.wounds, odds.ignores(card), rows)


def _figures(columns: Any, row: Any) -> list[tuple[str, str]]:
    """Figures with the columns they stand in; what has no heading is said elsewhere."""
    return [(say(column), str(say(cell) if isinstance(cell, str) else cell)) for column, cell in zip(columns, row, strict=True) if column]
