"""Cards of operatives in short text, turned into the tables of team files, whose readers check them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from counteract.core.language import Phrase
from counteract.files.card_text import WrittenWeapon, kinds_of, slug, split_rules, take_apart
from counteract.odds.chains.cards import NUMBER, CardPart, read_card
from counteract.odds.pools.cards import weapon_fields

__all__ = ["BODY", "INCHES", "NUMBER", "CardPart", "inches", "read_text", "stat", "whole"]

INCHES = r'\d+(?:\.\d+)?(?:"|”|″|in)?'
_FIGURES = re.compile(r"(\S+\s+\S+\s+[^\s,]+)(?:\s+(.*))?", re.DOTALL)


def whole(text: str) -> int:
    return int(text)


def stat(text: str) -> str:
    return text


def inches(text: str) -> float:
    return float(text.rstrip('"”″in'))


#: Parts that any card may have besides its stats.
BODY = (
    CardPart("base", ("base",), r"\d+(?:\.\d+)?(?:mm)?", lambda text: float(text.removesuffix("mm")), "base 28"),
    CardPart("height", ("height",), INCHES, inches, 'height 1.5"'),
    CardPart("count", ("count",), NUMBER, whole, "count 2"),
)


def read_text(text: str, parts: Sequence[CardPart], example: str) -> dict[str, Any]:
    """Return the table of an operative from the text of its card."""
    card = take_apart(text, example)
    stats = read_card(card.stats, (*parts, *BODY), Phrase("a card"), example)
    weapons = [_weapon(weapon, kind) for weapon, kind in zip(card.weapons, kinds_of(card.weapons), strict=True)]
    return {"id": slug(card.name), "name": card.name, **stats, "weapon": weapons}


def _weapon(weapon: WrittenWeapon, kind: str) -> dict[str, Any]:
    """Return the table of a weapon; its rules may stand right behind its damage."""
    figures = _FIGURES.fullmatch(weapon.figures)
    line, behind = (figures[1], figures[2] or "") if figures else (weapon.figures, "")
    attacks, hit, damage, _ = weapon_fields(line)
    number = int(attacks) if attacks.isdecimal() else attacks
    rules = [*split_rules(behind), *weapon.rules]
    return {"name": weapon.name, "kind": kind, "attacks": number, "hit": hit, "damage": damage, "rules": rules}
