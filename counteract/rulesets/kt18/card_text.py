"""The card text of Kill Team 2018: cards written in one line, read into the tables of team files. (GEN-04, GEN-05)"""

from __future__ import annotations

from typing import Any

from counteract.attacks.hitwoundsave import Strength
from counteract.core.language import Phrase, say
from counteract.files.card_text import WrittenWeapon, slug, take_apart
from counteract.mechanics.operatives.card_text import BODY, INCHES, inches, stat, whole
from counteract.odds.chains.cards import FLAG, NUMBER, CardPart, read_card, said, weapon_figures

EXAMPLE = 'Keeper; M 6", WS 3+, BS 3+, S 4, T 4, W 1, A 2, Ld 7, Sv 4+, leader; pistol: Pistol 1 12" S4 AP-1 D1; hook: S+1'
KEYWORDS = ("psyker", "fly")
PARTS = (
    CardPart("move", ("M", "move"), INCHES, inches, 'M 6"'),
    CardPart("ws", ("WS",), NUMBER, stat, "WS 3+"),
    CardPart("bs", ("BS",), NUMBER, stat, "BS 3+"),
    CardPart("strength", ("S", "strength"), NUMBER, whole, "S 4"),
    CardPart("toughness", ("T", "toughness"), NUMBER, whole, "T 4"),
    CardPart("wounds", ("W", "wounds"), NUMBER, whole, "W 1"),
    CardPart("attacks", ("A", "attacks"), NUMBER, whole, "A 2"),
    CardPart("leadership", ("Ld", "leadership"), NUMBER, whole, "Ld 7"),
    CardPart("save", ("Sv", "save"), NUMBER, stat, "Sv 4+"),
    CardPart("invulnerable", ("invulnerable", "inv"), NUMBER, stat, "invulnerable 5+"),
    CardPart("leader", ("leader",), FLAG, said, "leader"),
    *(CardPart(word, (word,), FLAG, said, word) for word in KEYWORDS),
    *BODY,
)


def read_text(text: str) -> dict[str, Any]:
    """Return the table of a model from the text of its card."""
    card = take_apart(text, EXAMPLE)
    stats = read_card(card.stats, PARTS, Phrase("a card"), EXAMPLE)
    keywords = [word for word in KEYWORDS if stats.pop(word, False)]
    return {"id": slug(card.name), "name": card.name, **stats, "keywords": keywords, "weapon": [_weapon(weapon) for weapon in card.weapons]}


def _weapon(weapon: WrittenWeapon) -> dict[str, Any]:
    """Return the table of a weapon; one with a type is ranged."""
    figures = weapon_figures(f"{weapon.figures}; {', '.join(weapon.rules)}")
    if figures.skill:
        raise ValueError(say("weapon '{name}': WS and BS stand with the model, not with its weapons", name=weapon.name))
    if weapon.kind not in (None, figures.kind):
        raise ValueError(say("weapon '{name}': a ranged weapon has a type and a range, a melee weapon has neither", name=weapon.name))
    table = {"name": weapon.name, "kind": figures.kind, "strength": _strength(figures.strength), "ap": figures.ap, "damage": str(figures.damage)}
    if figures.kind == "ranged":
        table |= {"type": figures.type, "range": figures.range, "attacks": str(figures.attacks)}
    return {**table, "rules": list(figures.texts)}


def _strength(strength: Strength) -> str:
    if not strength.times:
        return str(strength.plus)
    return "user" if strength == Strength() else f"+{strength.plus}" if strength.times == 1 else f"x{strength.times}"
