"""What the odds of a ruleset can be asked with: its terms, its teams with their weapons, and how cards are written."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from counteract.core.language import Phrase, say
from counteract.core.registry import find, names
from counteract.files.teams import find_teams
from counteract.odds.asking import POOLS
from counteract.odds.chain_cards import BLADE, GUN
from counteract.odds.forms import FIGHT, SHOOT, TABLE, Term, terms_in
from counteract.odds.kt18_cards import EXAMPLE
from counteract.odds.matchups import distinct
from counteract.odds.reading import FORM, TARGET_FORM, slug, target_card
from counteract.odds.showing import WORDS
from counteract.odds.writing import target_text, weapon_text
from counteract.server.lobby import Thing
from counteract.server.rooms import Denied

#: How cards of single dice are written.
GUN_FORM = Phrase("a weapon is written {example}: type and attacks, range, S, AP, D, BS, abilities", example=GUN)
MODEL_FORM = Phrase("a target is written {example}; there may also be ignore 5+, flesh 1, in cover", example=EXAMPLE)
FIGHTER_FORM = Phrase("a fighter is written {example}: weapon and defence with a stroke between", example=f"{BLADE} | {EXAMPLE}")


#: What the odds take for granted.
ALWAYS = (
    Phrase("Damage is counted to the full, also what exceeds the wounds of the target."),
    Phrase("Ranges, sight and orders are settled: say what holds."),
    Phrase("Ploys are not used, but for the re-rolls that are said; what they cost does not count."),
)
GRANTED = {
    "pools": (
        *ALWAYS,
        Phrase("Injured is who is left with fewer than half of the starting wounds; who is incapacitated counts as injured too."),
        Phrase("All shots of a row are fired, also at a target that has fallen."),
        Phrase("In a fight the attacker resolves first; it ends when somebody is taken out or no success is left."),
    ),
    "chains": (
        *ALWAYS,
        Phrase("At 0 wounds a model makes its Injury roll, and the attacks left are lost."),
        Phrase("A target in cover is obscured too. Falls and morale are left out."),
        Phrase("In a fight the attacker makes its attacks, then the defender if it still can; who has just taken a flesh wound has 1 wound left."),
    ),
}


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


class OperativeRow(Struct, frozen=True):
    """An operative likewise, as a target and as who fights."""

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
    """How a card is written: in words, and an example to begin with."""

    form: str
    example: str


class OddsSheet(Struct, frozen=True):
    """What the odds of a ruleset can be asked with."""

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
    if ruleset not in WORDS:
        raise Denied("not-found", "There are no odds for {ruleset}.", ruleset=ruleset)
    rules: Any = find(ruleset)
    pools, words = ruleset in POOLS, WORDS[ruleset]
    return OddsSheet(
        ruleset,
        say(rules.edition),
        {"damage": say(words.damage), "out": say(words.out), "hurt": say(words.hurt)},
        pools,
        pools,
        _cards(pools),
        [_term(term) for term in terms_in(SHOOT, ruleset)],
        [_term(term) for term in terms_in(FIGHT, ruleset)],
        [_term(term) for term in terms_in(TABLE, ruleset)],
        [_team(ruleset, team) for team in find_teams(ruleset)],
        [say(words) for words in GRANTED["pools" if pools else "chains"]],
    )


def _cards(pools: bool) -> dict[str, Written]:
    if pools:
        gun, model = Written(say(FORM), "5 3+ 3/4; Piercing 1, Balanced"), Written(say(TARGET_FORM), "save 3+, wounds 12")
        fighters = Written(say(FORM), "4 3+ 4/5; Brutal"), Written(say(FORM), "3 4+ 3/4")
    else:
        gun, model = Written(say(GUN_FORM), GUN.partition(";")[0]), Written(say(MODEL_FORM), EXAMPLE)
        fighters = Written(say(FIGHTER_FORM), f"{BLADE} | {EXAMPLE}"), Written(say(FIGHTER_FORM), f"A2 WS4+ S4 AP0 D1 | {EXAMPLE}")
    return {"weapon": gun, "target": model, "attacker": fighters[0], "defender": fighters[1]}


def _term(term: Term) -> TermCard:
    least, most = term.limits or (None, None)
    choices = [Thing(name, say(label)) for name, label in (term.choices or {}).items()]
    return TermCard(
        term.name, term.place, term.kind, say(term.label), say(term.help) if term.help else "", term.usual, least, most, choices, term.written
    )


def _team(ruleset: str, team: Any) -> TeamRows:
    return TeamRows(team.id, say(team.name), [_operative(ruleset, team, card) for card in distinct(team)])


def _operative(ruleset: str, team: Any, card: Any) -> OperativeRow:
    stats, weapons = find(ruleset).rooms.cards.printed(card)[:2]
    name, text = f"{team.id}/{card.id}", target_text(ruleset, card)
    rows = [
        WeaponRow(
            f"{name}/{slug(weapon.name)}", say(weapon.name), weapon.kind, _figures(weapons.columns[1:], row[1:]),
            weapon_text(ruleset, card, weapon) if text or weapon.kind == "ranged" else "",
        )
        for weapon, row in zip(card.weapons, weapons.rows, strict=True)
    ]  # fmt: skip
    ignore = (target_card(card).target.ignore or None) if ruleset in POOLS else None
    return OperativeRow(name, say(card.name), _figures(stats.columns, stats.rows[0]), text, card.wounds, ignore, rows)


def _figures(columns: Any, row: Any) -> list[tuple[str, str]]:
    """Figures with the columns they stand in; what has no heading is said elsewhere."""
    return [(say(column), str(say(cell) if isinstance(cell, str) else cell)) for column, cell in zip(columns, row, strict=True) if column]
