"""The cards that the odds of the army-scale edition read: weapons, units and fighters. (UNIT-04, WR)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from counteract.core.language import Phrase, say
from counteract.odds.chains.cards import FLAG, NUMBER, TARGET_PARTS, CardPart, check_blade, read_card, read_fighter, said, weapon_figures, whole
from counteract.rulesets.kt40.odds_form import EXAMPLE, MOST_MODELS
from counteract.rulesets.kt40.weapons import Rules, Weapon, weapon_rule_id


class TargetUnit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A unit that is attacked."""

    toughness: int
    models: int = 1
    save: int = 0  # 0: none
    wounds: int = 1  # of each model
    invulnerable: int = 0  # 0: none
    ignore: int = 0  # wounds are not lost on this or more; 0: they are
    leadership: int = 7
    hurt: int = 0  # wounds that one model has lost already
    lost: int = 0  # wounds that the unit has lost this turn already
    cover: bool = False
    character: bool = False
    vehicle: bool = False
    table: bool = False  # it has a degrading table

    @property
    def all(self) -> int:
        """The wounds of the whole unit."""
        return self.models * self.wounds - self.hurt


class Combatant(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A unit in close combat."""

    target: TargetUnit
    weapon: Weapon
    strength: int = 4


PARTS = (
    *TARGET_PARTS,
    CardPart("models", ("models",), NUMBER, whole("models", 1, MOST_MODELS), "models 5"),
    CardPart("leadership", ("Ld", "leadership"), NUMBER, whole("leadership", 1, 20), "Ld 7"),
    CardPart("hurt", ("hurt",), NUMBER, whole("the wounds a hurt model has lost", 0, 29), "hurt 1"),
    CardPart("lost", ("lost",), NUMBER, whole("the wounds lost this turn", 0, 99), "lost 2"),
    CardPart("character", ("character",), FLAG, said, "character"),
    CardPart("vehicle", ("vehicle",), FLAG, said, "vehicle"),
    CardPart("table", ("degrading table", "table"), FLAG, said, "degrading table"),
)


def weapon_of(card: str | Mapping[str, Any] | Weapon) -> Weapon:
    """Read a weapon; an ability that is not known stays in its text.

    >>> weapon = weapon_of('Assault 1 12" S8 AP-4 D D6 BS3+; melta')
    >>> weapon.type, weapon.rules.melta, weapon.skill
    ('assault', True, 3)
    """
    if isinstance(card, Weapon):
        return card
    figures = weapon_figures(card)
    fields: dict[str, Any] = {}
    for text in figures.texts:
        fields.update(weapon_rule_id(text) or {})
    rules = Rules(**fields)
    if rules.melta and figures.damage.dice != 1:
        raise ValueError(say("melta: the damage of the weapon must be one die, not {damage}; write it like 'D D6; melta'", damage=figures.damage))
    if rules.unwieldy and figures.kind != "melee":
        raise ValueError(say("unwieldy is for melee weapons only; leave it out"))
    figured = figures._asdict()
    texts = figured.pop("texts")
    return Weapon(**figured, text=texts, rules=rules)


def target_of(card: str | Mapping[str, Any] | TargetUnit) -> TargetUnit:
    """Read a unit.

    >>> target_of("models 5 T4 save 3+ wounds 2 Ld 7").all
    10
    """
    return card if isinstance(card, TargetUnit) else _target(read_card(card, PARTS, "a unit", EXAMPLE))


def _target(fields: dict[str, Any]) -> TargetUnit:
    if "toughness" not in fields:
        raise ValueError(say("the toughness of the unit is missing; write it like '{example}'", example=EXAMPLE))
    target = TargetUnit(**fields)
    if target.hurt >= target.wounds:
        told = Phrase("'hurt {hurt}': a model with {wounds} wounds that has lost so many is slain; write it like 'wounds 3 hurt 1'")
        raise ValueError(say(told, hurt=target.hurt, wounds=target.wounds))
    return target


def fighter_of(card: str | Mapping[str, Any] | Combatant) -> Combatant:
    """Read a unit in close combat: its weapon and its defence, with an upright stroke between; as a mapping, with the key "weapon".

    >>> fighter = fighter_of("A2 WS3+ S+1 AP-1 D1 | models 5 T4 S4 save 3+")
    >>> fighter.weapon.strength.of(fighter.strength), fighter.target.models
    (5, 5)
    """
    if isinstance(card, Combatant):
        return card
    given, fields = read_fighter(card, None, PARTS, "a fighting unit", EXAMPLE)
    weapon, strength = weapon_of(given), fields.pop("strength", 4)
    check_blade(weapon, "a fighting unit")
    return Combatant(target=_target(fields), weapon=weapon, strength=strength)


def unknown(weapon: Weapon) -> list[str]:
    """Return the abilities that the odds do not know."""
    return [text for text in weapon.text if weapon_rule_id(text) is None]
