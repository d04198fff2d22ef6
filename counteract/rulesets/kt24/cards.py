"""What a kill team brings to the table: cards of operatives, weapons, abilities and ploys. (GEN-03, MIS-44)"""

from __future__ import annotations

import msgspec

from counteract.core.language import Phrase, say
from counteract.mechanics.cards import Legend, Table, explained
from counteract.mechanics.operatives import cards
from counteract.mechanics.operatives.cards import Ploy, appendix, noted, weapon_figures
from counteract.rulesets.kt24.weapons import Weapon, rule_of

__all__ = ["Card", "Ploy", "Team", "appendix", "printed"]

DEFAULT_BASE = 28.0  # mm (INT-01)
DEFAULT_HEIGHT = 1.5  # inches (INT-01)


class Card(cards.Card, frozen=True, kw_only=True):
    """One operative as printed. (STAT-01 to STAT-04)"""

    base: float = DEFAULT_BASE
    height: float = DEFAULT_HEIGHT
    weapons: tuple[Weapon, ...] = ()


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A kill team ready to play: one card an operative, in deployment order."""

    id: str
    name: str
    ruleset: str = "kt24"
    summary: str = ""
    operatives: tuple[Card, ...] = ()
    ploys: tuple[Ploy, ...] = ()


# --- as people read them

LEGEND: Legend = (
    (Phrase("APL"), Phrase("action point limit: AP to spend in an activation")),
    (Phrase("MOVE"), Phrase("how far it moves")),
    (Phrase("SAVE"), Phrase("what a defence die must show")),
    (Phrase("ATK"), Phrase("attack dice")),
    (Phrase("HIT"), Phrase("what an attack die must show")),
    (Phrase("DMG"), Phrase("damage of a normal and of a critical hit")),
    (Phrase("WR"), Phrase("weapon rules")),
)


def printed(card: Card) -> tuple[Table, ...]:
    """A card: its stats, then its weapons and what it can do."""
    stats = Table(
        (say("APL"), say("MOVE"), say("SAVE"), say("WOUNDS")), ((card.apl, f'{card.move:g}"', f"{card.save}+", card.wounds),)
    )
    columns = (say("weapon"), "", say("ATK"), say("HIT"), say("DMG"), say("WR"))
    return stats, Table(columns, tuple(map(_printed_weapon, card.weapons)), tuple(map(explained, card.abilities)))


def _printed_weapon(weapon: Weapon) -> tuple[object, ...]:
    rules = noted([(text, rule_of(text)) for text in weapon.text], weapon.rules.unenforced)
    return *weapon_figures(weapon), rules
