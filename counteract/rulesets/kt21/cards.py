"""The cards of Kill Team 2021: operatives and teams, as data and as people read them. (GEN-03, GEN-06)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from counteract.core.language import Phrase, say
from counteract.files import checks
from counteract.files.fields import REQUIRED, DieResult, IfOmitted, Number, Rows, Schema, ValueKind, Whole
from counteract.files.reader import Entry, is_number
from counteract.mechanics.cards import Base, CardTable, Legend, Note, NotedText, RulesetName, TeamHeading, explained
from counteract.mechanics.operatives.cards import OperativeCard, Ploy, appendix, noted, rules_line, weapon_figures
from counteract.rulesets.kt21.gauge import WRITTEN, circles, inches, plain, rewritten, symbols
from counteract.rulesets.kt21.weapons import Weapon, is_critical_rule, weapon_rule_id

__all__ = ["Card", "Team", "appendix", "printed"]  # the names that the lobby and the command line use

DEFAULT_BASE = 32.0  # mm (INT-02)
DEFAULT_HEIGHT, TALL_FROM, TALL = 1.5, 40.0, 2.0  # inches; bases from 40 mm on carry taller operatives (INT-02)


class GaugeDistance(ValueKind, frozen=True):
    """A distance of the card in symbols of the gauge or in inches, within limits. (GEN-04)"""

    least: float
    most: float

    def read(self, entry: Entry, key: str) -> float:
        given = checks.raw(entry, key)
        if not isinstance(given, str) and not is_number(given):
            raise entry.error(say("'move' must be a distance: symbols of the gauge, such as \"3●\", or inches, such as 6"), key)
        try:
            distance = inches(given) if isinstance(given, str) else float(given)
        except ValueError as error:
            raise entry.error(say("'move': {error}", error=error), key) from None
        if not self.least <= distance <= self.most:
            told = Phrase("'move' must be from {least:g}\" to {most:g}\", not {given}")
            raise entry.error(say(told, least=self.least, most=self.most, given=given), key)
        return distance

    def schema(self) -> Schema:
        number = {"type": "number", "minimum": self.least, "maximum": self.most}
        return {"anyOf": [{"type": "string", "pattern": rf"^\s*({WRITTEN})\s*$"}, number], "examples": ["3●", "2●▲", '6"', 6]}


class Card(OperativeCard, frozen=True, kw_only=True):
    """One operative as printed: M, APL, DF, SV, W. GA, how many are activated as a group, is kept and not used. (INT-79)"""

    move: Annotated[float, GaugeDistance(0.1, 20), 'M, in symbols of the gauge (▲ 1", ● 2", ■ 3", ⬟ 6") or in inches']
    group: Annotated[int, Whole(1, 4), "GA: on the card, but of no use in these rules"] = 1
    defence: Annotated[int, Whole(0, 8), "DF, the number of defence dice"]
    invulnerable: Annotated[int, DieResult(), 'invulnerable save, for example "5+"; none if left out'] = 0  # 0: none (WR-INVULN-01)
    base: Base = DEFAULT_BASE
    height: Annotated[float, Number(0.5, 8), IfOmitted(None), "height in inches; left out: 1.5, and 2 on bases of 40 mm and more"] = DEFAULT_HEIGHT
    weapons: Annotated[tuple[Weapon, ...], Rows("weapon")] = ()


class Team(TeamHeading, frozen=True, kw_only=True):
    """A kill team ready to play: one card an operative."""

    ruleset: RulesetName = "kt21"
    operatives: Annotated[tuple[Card, ...], Rows("operative", 1), IfOmitted(REQUIRED)] = ()
    ploys: Annotated[tuple[Ploy, ...], Rows("ploy")] = ()


# --- as people read them

LEGEND: Legend = (
    (Phrase("M"), Phrase("how far it moves")),
    (Phrase("APL"), Phrase("action point limit: AP to spend in an activation")),
    (Phrase("DF"), Phrase("defence dice")),
    (Phrase("SV"), Phrase("what a defence die must show")),
    (Phrase("W"), Phrase("wounds")),
    (Phrase("A"), Phrase("attack dice")),
    (Phrase("BS/WS"), Phrase("what an attack die must show, shooting or fighting")),
    (Phrase("D"), Phrase("damage of a normal and of a critical hit")),
    (Phrase("SR"), Phrase("special rules")),
    (Phrase("!"), Phrase("rules of critical hits")),
)


def printed(card: Card) -> tuple[CardTable, ...]:
    """Return the tables of a card: its stats, then its weapons with special rules (SR) and critical rules (!), and its abilities."""
    save = f"{card.save}+" + (f"/{card.invulnerable}++" if card.invulnerable else "")
    stats = (_distance(card.move), card.apl, card.defence, save, card.wounds)
    abilities = list(map(explained, card.abilities))
    if card.invulnerable:
        abilities.insert(0, say("Invulnerable save {save}+", save=card.invulnerable))
    return (
        CardTable((say("M"), say("APL"), say("DF"), say("SV"), say("W")), (stats,)),
        CardTable(
            (say("weapon"), "", say("A"), say("BS/WS"), say("D"), say("SR"), "!"), tuple(map(_weapon_row, card.weapons)), tuple(abilities)
        ),
    )


def _distance(inches: float) -> NotedText:
    """Return a distance in symbols, with a note in inches. (GEN-04)"""
    written = circles(inches)
    return NotedText(written, (Note(written, "KT21-GEN-04", plain(inches)),))


def _weapon_row(weapon: Weapon) -> tuple[object, ...]:
    special = [(rewritten(text, symbols), weapon_rule_id(text)) for text in weapon.text if not is_critical_rule(text)]
    critical = [(text, weapon_rule_id(text)) for text in weapon.text if is_critical_rule(text)]
    return *weapon_figures(weapon), noted(special, weapon.rules.unenforced), noted(critical)


def rule_columns(weapon: Weapon, write: Callable[[float], str]) -> tuple[str, str]:
    """Return the special rules and the critical rules of a weapon, with distances written in symbols or in inches. (GEN-04)"""
    critical = [text for text in weapon.text if is_critical_rule(text)]
    special = [rewritten(text, write) for text in weapon.text if text not in critical]
    return rules_line(special), rules_line(critical)
