"""The cards of Kill Team 2024: operatives and teams, as data and as people read them. (GEN-03, MIS-44)"""

from __future__ import annotations

from typing import Annotated

from counteract.core.language import Phrase, say
from counteract.files.fields import REQUIRED, IfOmitted, Rows
from counteract.mechanics.cards import Base, CardTable, Height, Legend, RulesetName, TeamHeading, explained
from counteract.mechanics.operatives.cards import OperativeCard, Ploy, appendix, noted, weapon_figures
from counteract.rulesets.kt24.weapons import Weapon, weapon_rule_id

__all__ = ["Card", "Team", "appendix", "printed"]  # the names that the lobby and the command line use

DEFAULT_BASE = 28.0  # mm (INT-01)
DEFAULT_HEIGHT = 1.5  # inches (INT-01)


class Card(OperativeCard, frozen=True, kw_only=True):
    """One operative as printed. (STAT-01 to STAT-04)"""

    base: Base = DEFAULT_BASE
    height: Height = DEFAULT_HEIGHT
    weapons: Annotated[tuple[Weapon, ...], Rows("weapon")] = ()


class Team(TeamHeading, frozen=True, kw_only=True):
    """A kill team ready to play: one card an operative, in deployment order."""

    ruleset: RulesetName = "kt24"
    operatives: Annotated[tuple[Card, ...], Rows("operative", 1), IfOmitted(REQUIRED)] = ()
    ploys: Annotated[tuple[Ploy, ...], Rows("ploy")] = ()


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


def printed(card: Card) -> tuple[CardTable, ...]:
    """Return the tables of a card: its stats, then its weapons and abilities."""
    stats = CardTable(
        (say("APL"), say("MOVE"), say("SAVE"), say("WOUNDS")), ((card.apl, f'{card.move:g}"', f"{card.save}+", card.wounds),)
    )
    columns = (say("weapon"), "", say("ATK"), say("HIT"), say("DMG"), say("WR"))
    return stats, CardTable(columns, tuple(map(_printed_weapon, card.weapons)), tuple(map(explained, card.abilities)))


def _printed_weapon(weapon: Weapon) -> tuple[object, ...]:
    rules = noted([(text, weapon_rule_id(text)) for text in weapon.text], weapon.rules.unenforced)
    return *weapon_figures(weapon), rules
