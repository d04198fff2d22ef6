"""Views of cards of editions whose attacks hit, wound and are saved: profiles, weapons and powers as data for clients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from counteract.core.label import Label
from counteract.core.language import Phrase, joined, measured, say
from counteract.mechanics import view
from counteract.mechanics.chain_cards import CHARACTERISTICS, WEAPON_TYPES, ChainPower, ChainWeapon, power_name

_MELEE, _RANGED = Phrase("melee, S {strength}, AP {ap}, D {damage}"), Phrase("{type}, S {strength}, AP {ap}, D {damage}")


def label_weapon(weapon: ChainWeapon, name: str) -> Label:
    """Return a weapon as a card prints it, under a name."""
    figures = {"strength": Phrase(str(weapon.strength)), "ap": weapon.ap, "damage": weapon.damage}
    if weapon.type is None:
        line = say(_MELEE, **figures)
    else:
        kind = say('{range:g}" {type}', range=weapon.range, type=say(WEAPON_TYPES[weapon.type], attacks=weapon.attacks))
        line = say(_RANGED, type=kind, **figures)
    return Label(name, joined((line, *map(measured, weapon.text))))


def view_weapon(weapon: ChainWeapon, name: str, type_rules: Mapping[str, str]) -> dict[str, Any]:
    """Return the view of a weapon: its figures, and its type and abilities as rules; ``type_rules`` has the rule ID of each type."""
    reach = f'{weapon.range:g}"' if weapon.range else "-"
    figures = ((Phrase("range"), reach), (Phrase("S"), say(str(weapon.strength))), (Phrase("AP"), weapon.ap), (Phrase("D"), weapon.damage))
    types = [(say(WEAPON_TYPES[weapon.type], attacks=weapon.attacks), type_rules[weapon.type])] if weapon.type else []
    return view.weapon(name, weapon.kind, str(label_weapon(weapon, name)), figures, [*types, *((say(measured(text)), "") for text in weapon.text)])


def view_power(power: ChainPower) -> dict[str, str]:
    """Return the view of a psychic power."""
    return {"name": power_name(power), "text": say(power.text)}


def view_weapon_abilities(weapons: Iterable[ChainWeapon], meaning: Callable[[str], Phrase]) -> list[dict[str, str]]:
    """Return the abilities of weapons, each once, with what it means."""
    texts = dict.fromkeys(text for weapon in weapons for text in weapon.text)
    return [{"name": say(measured(text)), "text": say(meaning(text))} for text in texts]


def view_profile(values: Iterable[object]) -> list[list[str]]:
    """Return characteristics in the order of a card, each with its short name."""
    return [[say(name), str(value)] for name, value in zip(CHARACTERISTICS, values, strict=True)]
