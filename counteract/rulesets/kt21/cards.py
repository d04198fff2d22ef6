"""What a kill team of this edition brings to the table: cards of operatives, weapons, abilities and ploys. (GEN-03, GEN-06)"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from counteract.core.language import Phrase, say
from counteract.mechanics.cards import Legend, Note, Table, Words, explained
from counteract.mechanics.operatives import cards
from counteract.mechanics.operatives.cards import Ploy, appendix, noted, rules_line, weapon_figures
from counteract.rulesets.kt21.gauge import circles, plain, rewritten, symbols
from counteract.rulesets.kt21.weapons import Weapon, is_critical_rule, rule_of

__all__ = ["Card", "Ploy", "Team", "appendix", "printed"]

DEFAULT_BASE = 32.0  # mm (INT-02)
DEFAULT_HEIGHT, TALL_FROM, TALL = 1.5, 40.0, 2.0  # inches; bases from 40 mm on carry taller operatives (INT-02)


class Card(cards.Card, frozen=True, kw_only=True):
    """One operative as printed: M, APL, DF, SV, W. GA, how many are activated as a group, is kept and not used. (INT-79)"""

    group: int = 1
    defence: int
    invulnerable: int = 0  # 0: none (WR-INVULN-01)
    base: float = DEFAULT_BASE
    height: float = DEFAULT_HEIGHT
    weapons: tuple[Weapon, ...] = ()


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A kill team ready to play: one card an operative."""

    id: str
    name: str
    ruleset: str = "kt21"
    summary: str = ""
    operatives: tuple[Card, ...] = ()
    ploys: tuple[Ploy, ...] = ()


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


def printed(card: Card) -> tuple[Table, ...]:
    """A card: its stats, then its weapons with special rules (SR) and critical rules (!), and what it can do."""
    save = f"{card.save}+" + (f"/{card.invulnerable}++" if card.invulnerable else "")
    stats = (_distance(card.move), card.apl, card.defence, save, card.wounds)
    abilities = list(map(explained, card.abilities))
    if card.invulnerable:
        abilities.insert(0, say("Invulnerable save {save}+", save=card.invulnerable))
    return (
        Table((say("M"), say("APL"), say("DF"), say("SV"), say("W")), (stats,)),
        Table(
            (say("weapon"), "", say("A"), say("BS/WS"), say("D"), say("SR"), "!"), tuple(map(_weapon_row, card.weapons)), tuple(abilities)
        ),
    )


def _distance(inches: float) -> Words:
    """A distance in symbols, with what they stand for. (GEN-04)"""
    written = circles(inches)
    return Words(written, (Note(written, "KT21-GEN-04", plain(inches)),))


def _weapon_row(weapon: Weapon) -> tuple[object, ...]:
    special = [(rewritten(text, symbols), rule_of(text)) for text in weapon.text if not is_critical_rule(text)]
    critical = [(text, rule_of(text)) for text in weapon.text if is_critical_rule(text)]
    return *weapon_figures(weapon), noted(special, weapon.rules.unenforced), noted(critical)


def rule_columns(weapon: Weapon, write: Callable[[float], str]) -> tuple[str, str]:
    """The special rules and the critical rules of a weapon, with distances written in symbols or in inches. (GEN-04)"""
    critical = [text for text in weapon.text if is_critical_rule(text)]
    special = [rewritten(text, write) for text in weapon.text if text not in critical]
    return rules_line(special), rules_line(critical)
