"""Cards of teams by their names: team/operative and team/operative/weapon."""

from __future__ import annotations

import re
from typing import Any

from counteract.core.language import Phrase, phrases, say
from counteract.files.teams import load_team

#: The error about a weapon that is not of the kind needed.
WRONG_KIND = phrases(
    {
        "melee": "{weapon} is a ranged weapon, and a melee one is needed",
        "ranged": "{weapon} is a melee weapon, and a ranged one is needed",
    }
)


def is_name(text: str) -> bool:
    """Return True if a text is the name of a team's card, as in team/operative/weapon."""
    return bool(re.fullmatch(r"[^\s;/][^;/]*(?:/[^;/]+){1,2}", text.strip())) and not re.match(r"\s*(?:-?[\d.]+\s|\S+\s+\d+\+\s)", text)


def slug(name: str) -> str:
    """Return a name as it stands in the address of a card."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def weapon_key(weapon: Any) -> str:
    """Return a weapon's name in the address of its card; of a weapon with several modes each has one of its own."""
    return slug(f"{weapon.name} {getattr(weapon, 'mode', '')}")


def card_named(ruleset: str, team: str, operative: str) -> Any:
    """Return a card of a team, by the name of the operative."""
    cards = load_team(team.strip(), ruleset).operatives
    for card in cards:
        if slug(operative) in (slug(card.id), slug(card.name)):
            return card
    known = ", ".join(dict.fromkeys(slug(c.name) for c in cards))
    raise ValueError(say("{team} has no operative {name!r}; it has {known}", team=team.strip(), name=operative.strip(), known=known))


def weapon_named(card: Any, name: str) -> Any:
    """Return a weapon of a card, by its name."""
    for weapon in card.weapons:
        if slug(name) in (weapon_key(weapon), slug(weapon.name)):
            return weapon
    known = ", ".join(map(weapon_key, card.weapons))
    raise ValueError(say("{operative} has no weapon {name!r}; it has {known}", operative=Phrase(card.name), name=name.strip(), known=known))
