"""Cards in one line of editions whose attacks hit, wound and are saved, read into the tables of team files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counteract.attacks.hitwoundsave import Strength
from counteract.core.language import Phrase, say
from counteract.files.card_text import WrittenWeapon, slug, take_apart
from counteract.mechanics.operatives.card_text import BODY, INCHES, inches, stat, whole
from counteract.odds.chains.cards import FLAG, NUMBER, CardPart, read_card, said, weapon_figures

#: The characteristics, and what any card may have besides.
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
    *BODY,
)


def read_chain_card(text: str, example: str, keywords: Sequence[str], more: Sequence[CardPart] = ()) -> dict[str, Any]:
    """Return the table of a model from the text of its card, which may name ``keywords`` and have ``more`` parts."""
    card = take_apart(text, example)
    flags = (CardPart(word, (word,), FLAG, said, word) for word in keywords)
    stats = read_card(card.stats, (*PARTS, *more, *flags), Phrase("a card"), example)
    named = [word for word in keywords if stats.pop(word, False)]
    return {"id": slug(card.name), "name": card.name, **stats, "keywords": named, "weapon": [_weapon(weapon) for weapon in card.weapons]}


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
