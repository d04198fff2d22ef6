"""The units of army lists as the odds know them: their weapons, how many models bear each, and the names of both. (UNIT-02, UNIT-04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from counteract.attacks.hitwoundsave import Amount
from counteract.core.language import Phrase, say
from counteract.files.teams import load_team
from counteract.mechanics.cards import CardTable
from counteract.mechanics.chain_cards import print_characteristics, print_weapons
from counteract.mechanics.field import numbered
from counteract.odds.named_cards import slug, weapon_key
from counteract.rulesets.kt40.cards import Card, Team, Unit, weapon_phrase
from counteract.rulesets.kt40.weapons import TYPE_RULES, Weapon, meaning_of


class UnitWeapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon of a unit, in one of its modes, with the models that bear it and use it with the same figures."""

    id: str  # no other weapon of the unit has it
    weapon: Weapon  # with the skill of its bearers, and in close combat with their attacks
    card: Card  # of its first bearer
    bearers: tuple[Card, ...]  # a card for each model
    whose: str = ""  # the name of the bearers, if others of the unit have the weapon with other figures

    @property
    def name(self) -> Phrase:
        """The weapon with its mode, and with its bearers if others have it too."""
        return Phrase("{weapon}, {model}", weapon=self.label, model=Phrase(self.whose)) if self.whose else self.label

    @property
    def label(self) -> Phrase:
        """The weapon with its mode."""
        return weapon_phrase(self.weapon)

    @property
    def kind(self) -> Literal["ranged", "melee"]:
        return self.weapon.kind

    @property
    def models(self) -> int:
        """The models of the unit that use it at once: all that bear it, but only one throws a grenade. (GREN-01)"""
        return 1 if self.weapon.type == "grenade" else len(self.bearers)


class FieldedUnit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A unit of an army list with all weapons of its models."""

    name: Phrase  # no other unit of the list has it
    unit: Unit
    card: Card  # of its most models
    weapons: tuple[UnitWeapon, ...]

    @property
    def id(self) -> str:
        return self.unit.id

    @property
    def wounds(self) -> int:
        """The wounds of the whole unit."""
        return sum(card.wounds for card in self.unit.cards)

    @property
    def leadership(self) -> int:
        """The highest Leadership of its models. (MORALE-05)"""
        return max(card.leadership for card in self.unit.cards)


def fielded_units(army: Team) -> list[FieldedUnit]:
    """Return the units of an army list, with names as in a battle: "Guard 1", "Guard 2"."""
    names = numbered([unit.name for unit in army.units], (0,) * len(army.units))
    return [_fielded(unit, name) for unit, name in zip(army.units, names, strict=True)]


def _fielded(unit: Unit, name: Phrase) -> FieldedUnit:
    groups = sorted(unit.models, key=lambda group: -group.count)
    found: dict[tuple[Weapon, int], list[Card]] = {}
    for group in groups:
        for weapon in (*group.card.guns, *group.card.blades):
            used = arm(group.card, weapon)
            found.setdefault((used, weapon.strength.of(group.card.strength)), []).extend([group.card] * group.count)
    keys = [weapon_key(weapon) for weapon, _ in found]
    weapons = [
        UnitWeapon(
            id=key if key not in keys[:at] else f"{key}-{bearers[0].id}",
            weapon=weapon, card=bearers[0], bearers=tuple(bearers), whose=bearers[0].name if keys.count(key) > 1 else "",
        )
        for at, (key, ((weapon, _), bearers)) in enumerate(zip(keys, found.items(), strict=True))
    ]  # fmt: skip
    return FieldedUnit(name=name, unit=unit, card=groups[0].card, weapons=tuple(weapons))


def arm(card: Card, weapon: Weapon) -> Weapon:
    """Return a weapon in the hands of a model: with its skill, and in close combat with its attacks."""
    if weapon.kind == "ranged":
        return msgspec.structs.replace(weapon, skill=card.bs)
    return msgspec.structs.replace(weapon, skill=card.ws, attacks=Amount(plus=card.attacks))


# --- names


def find_unit(text: str) -> FieldedUnit:
    """Return the unit of an army list that a name stands for, as in army/unit; the name of a model stands for its unit."""
    return next(_units_named(text, "team/unit"))[0]


def find_weapon(text: str) -> tuple[FieldedUnit, UnitWeapon]:
    """Return the weapon of a unit that a name stands for, as in army/unit/weapon, and the unit; of several modes the first if none is named."""
    found, key = [*_units_named(text, "team/unit/weapon")], slug(text.rpartition("/")[2])
    carried = [(unit, weapon) for unit, card in found for weapon in unit.weapons if card is None or card in weapon.bearers]
    for of in (lambda weapon: weapon.id, lambda weapon: weapon_key(weapon.weapon), lambda weapon: slug(weapon.weapon.name)):
        for unit, weapon in carried:
            if of(weapon) == key:
                return unit, weapon
    unit, known = found[0][0], ", ".join(dict.fromkeys(weapon.id for _, weapon in carried))
    raise ValueError(say("{operative} has no weapon {name!r}; it has {known}", operative=unit.name, name=key, known=known))


def _units_named(text: str, form: str) -> Iterator[tuple[FieldedUnit, Card | None]]:
    """Yield the units that a name stands for, each with the card of the model if it is one that is named."""
    team, name, *more = text.split("/")
    if len(more) != form.count("/") - 1:
        raise ValueError(say("{text!r} is no name here: write {form}", text=text, form=form))
    army: Any = load_team(team.strip(), "kt40")
    units = fielded_units(army)
    for unit in units:
        if slug(name) in (slug(unit.id), slug(unit.unit.name), slug(unit.name)):
            yield unit, None
            return
    models = [(unit, card) for unit in units for card in dict.fromkeys(unit.unit.cards) if slug(name) in (slug(card.id), slug(card.name))]
    if not models:
        told = {"team": team.strip(), "name": name.strip(), "known": ", ".join(unit.id for unit in units)}
        raise ValueError(say("{team} has no unit {name!r}; it has {known}", **told))
    yield from models


# --- as people read them


def print_unit(unit: FieldedUnit) -> tuple[CardTable, CardTable]:
    """Return the tables of a unit's card: the characteristics of its most models, and its weapons with their bearers."""
    stats = print_characteristics(msgspec.structs.replace(unit.card, leadership=unit.leadership))
    names = {id(weapon.weapon): say(weapon.name) for weapon in unit.weapons}
    weapons = print_weapons([weapon.weapon for weapon in unit.weapons], lambda weapon: names[id(weapon)], TYPE_RULES, meaning_of)
    columns = weapons.columns[0], say("models"), say("A"), say("BS"), say("WS"), *weapons.columns[1:]
    rows = [(row[0], weapon.models, *_use(weapon.weapon), *row[1:]) for weapon, row in zip(unit.weapons, weapons.rows, strict=True)]
    return CardTable((say("models"), *stats.columns), ((unit.unit.size, *stats.rows[0]),)), CardTable(columns, tuple(rows))


def _use(weapon: Weapon) -> tuple[object, str, str]:
    """Return the attacks of each bearer in close combat, and its skill with guns and with blades; a stroke for what does not count."""
    return ("-", f"{weapon.skill}+", "-") if weapon.kind == "ranged" else (weapon.attacks, "-", f"{weapon.skill}+")
