"""The cards that the odds of the army-scale edition read: weapons, units and fighters. (UNIT-04, WR)"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from counteract.attacks.hitwoundsave import NEVER
from counteract.core.language import Phrase, say
from counteract.odds.chains.cards import FLAG, NUMBER, TARGET_PARTS, CardPart, check_blade, read_card, read_fighter, said, weapon_figures, whole
from counteract.odds.named_cards import WRONG_KIND, is_name
from counteract.rulesets.kt40.cards import Card
from counteract.rulesets.kt40.effects import IgnoreWoundRoll, make
from counteract.rulesets.kt40.odds_form import EXAMPLE, MOST_MODELS
from counteract.rulesets.kt40.odds_units import FieldedUnit, UnitWeapon, arm, find_unit, find_weapon
from counteract.rulesets.kt40.weapons import Rules, Weapon, weapon_rule_id


class Figures(NamedTuple):
    """The figures that an attack on a unit meets: the Toughness of most of its models, and the saves of the one that the wound goes to. (INT-80)"""

    toughness: int
    save: int  # 0: none
    invulnerable: int  # 0: none
    ignore: int = 0  # wounds are not lost on this or more; 0: they are


class ModelLeft(NamedTuple):
    """A model of a unit whose models differ, and what counts for the unit while this model is the next to lose wounds."""

    until: int  # the wounds that the unit has lost once it is slain
    figures: Figures
    leadership: int  # the highest of those still there (MORALE-05)


class TargetUnit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A unit that is attacked.

    If its models differ, ``mixed`` has them in the order in which they lose wounds; it then counts instead of the figures of one model.
    """

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
    mixed: tuple[ModelLeft, ...] = ()

    @property
    def all(self) -> int:
        """The wounds of the whole unit."""
        return self.mixed[-1].until if self.mixed else self.models * self.wounds - self.hurt

    def slain(self, lost: int) -> int:
        """Return how many models are slain once the unit has lost so many wounds.

        >>> TargetUnit(toughness=4, models=3, wounds=2, hurt=1).slain(3)
        2
        """
        return bisect_right(self.mixed, lost, key=_until) if self.mixed else (lost + self.hurt) // self.wounds

    def lefts(self) -> list[int]:
        """Return for each number of wounds lost those left of the model that loses the next one; 0 if none is left.

        >>> TargetUnit(toughness=4, models=2, wounds=3, hurt=1).lefts()
        [2, 1, 3, 2, 1, 0]
        """
        if not self.mixed:
            return [*(self.wounds - (lost + self.hurt) % self.wounds for lost in range(self.all)), 0]
        return [*(self.mixed[self.slain(lost)].until - lost for lost in range(self.all)), 0]

    def led(self, lost: int) -> int:
        """Return the Leadership of the unit, not yet destroyed, once it has lost so many wounds. (MORALE-05)"""
        return self.mixed[self.slain(lost)].leadership if self.mixed else self.leadership

    def figures(self) -> dict[Figures, list[int]]:
        """Return the figures that attacks meet, each with the numbers of wounds lost for which it is these that count."""
        if not self.mixed:
            return {Figures(self.toughness, self.save, self.invulnerable, self.ignore): [*range(self.all + 1)]}
        found: dict[Figures, list[int]] = {}
        for lost in range(self.all):
            found.setdefault(self.mixed[self.slain(lost)].figures, []).append(lost)
        return found


def _until(model: ModelLeft) -> int:
    return model.until


class Combatant(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A unit in close combat."""

    target: TargetUnit
    weapon: Weapon
    strength: int = 4
    bearers: int = MOST_MODELS  # the models that have the weapon, at most all; the others do not strike


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
BEARERS = CardPart("bearers", ("bearers",), NUMBER, whole("bearers", 1, MOST_MODELS), "bearers 2")


def weapon_of(card: str | Mapping[str, Any] | Weapon | tuple[Card, Weapon] | tuple[FieldedUnit, UnitWeapon]) -> Weapon:
    """Read a weapon, or that of a model or unit by name or as a pair; an ability that is not known stays in its text.

    >>> weapon = weapon_of('Assault 1 12" S8 AP-4 D D6 BS3+; melta')
    >>> weapon.type, weapon.rules.melta, weapon.skill
    ('assault', True, 3)
    """
    return gun_of(card)[0]


def gun_of(card: str | Mapping[str, Any] | Weapon | tuple[Card, Weapon] | tuple[FieldedUnit, UnitWeapon]) -> tuple[Weapon, int]:
    """Read a weapon likewise, and return how many models use it: those of its unit, else one.

    >>> gun_of("bell-patrol/vergers/peal-rifle")[1], gun_of('Assault 1 12" S8 AP-4 D D6 BS3+')[1]
    (3, 1)
    """
    if isinstance(card, Weapon):
        return card, 1
    if isinstance(card, str) and is_name(card):
        card = find_weapon(card)
    if isinstance(card, tuple) and len(card) == 2:
        user: Any = card[0]  # a model, or the unit whose weapon it is
        used = card[1]
        return (used.weapon, used.models) if isinstance(used, UnitWeapon) else (arm(user, used), 1)
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
    return Weapon(**figured, text=texts, rules=rules), 1


def target_of(card: str | Mapping[str, Any] | Card | FieldedUnit | TargetUnit) -> TargetUnit:
    """Read a unit; a name may be followed by a comma and the values that differ from its datasheet.

    >>> target_of("models 5 T4 save 3+ wounds 2 Ld 7").all
    10
    >>> target_of("hedge-patrol/nettlings, models 7 in cover").models
    7
    """
    if isinstance(card, Card):
        return _printed_model(card)
    if isinstance(card, FieldedUnit):
        return _printed(card)
    if isinstance(card, str) and is_name(card):
        name, _, more = card.partition(",")
        return msgspec.structs.replace(_printed(find_unit(name)), **read_card(more, PARTS, "a unit", EXAMPLE))
    return card if isinstance(card, TargetUnit) else _target(read_card(card, PARTS, "a unit", EXAMPLE))


def _printed_model(card: Card) -> TargetUnit:
    """Return a unit of one model as its card prints it."""
    return TargetUnit(
        toughness=card.toughness, save=card.save if card.save < NEVER else 0, wounds=card.wounds, invulnerable=card.invulnerable,
        leadership=card.leadership,
    )  # fmt: skip


def _printed(fielded: FieldedUnit) -> TargetUnit:
    """Return a unit as its datasheet prints it, with the figures of its most models."""
    unit = fielded.unit
    effects = [make(ability.effect, ability.values) for ability in unit.abilities]
    ignores = (effect.needed for effect in effects if isinstance(effect, IgnoreWoundRoll))
    return msgspec.structs.replace(
        _printed_model(fielded.card), models=unit.size, ignore=min(ignores, default=0), leadership=fielded.leadership,
        character="CHARACTER" in unit.keywords, vehicle="VEHICLE" in unit.keywords, table=bool(unit.degrading),
    )  # fmt: skip


def _target(fields: dict[str, Any]) -> TargetUnit:
    if "toughness" not in fields:
        raise ValueError(say("the toughness of the unit is missing; write it like '{example}'", example=EXAMPLE))
    target = TargetUnit(**fields)
    if target.hurt >= target.wounds:
        told = Phrase("'hurt {hurt}': a model with {wounds} wounds that has lost so many is slain; write it like 'wounds 3 hurt 1'")
        raise ValueError(say(told, hurt=target.hurt, wounds=target.wounds))
    return target


def fighter_of(card: str | Mapping[str, Any] | Card | Combatant | tuple[Card, Weapon] | tuple[FieldedUnit, UnitWeapon]) -> Combatant:
    """Read a unit in close combat: its weapon and its defence, with an upright stroke between; as a mapping, with the key "weapon".

    >>> fighter = fighter_of("A2 WS3+ S+1 AP-1 D1 | models 5 T4 S4 save 3+")
    >>> fighter.weapon.strength.of(fighter.strength), fighter.target.models
    (5, 5)
    >>> fighter_of("bell-patrol/vergers/founder-s-blade").bearers
    1
    """
    if isinstance(card, Combatant):
        return card
    if isinstance(card, str) and is_name(card):
        card = find_weapon(card)
    if isinstance(card, Card):
        card = card, card.blades[0]
    if isinstance(card, tuple):
        user: Any = card[0]  # a model, or the unit whose weapon it is
        blade = card[1]
        if blade.kind != "melee":
            raise ValueError(say(WRONG_KIND["melee"], weapon=blade.label if isinstance(blade, UnitWeapon) else Phrase(blade.name)))
        if isinstance(blade, UnitWeapon):
            return Combatant(target=target_of(user), weapon=blade.weapon, strength=blade.card.strength, bearers=blade.models)
        return Combatant(target=_printed_model(user), weapon=arm(user, blade), strength=user.strength)
    given, fields = read_fighter(card, None, (*PARTS, BEARERS), "a fighting unit", EXAMPLE)
    weapon, strength, bearers = weapon_of(given), fields.pop("strength", 4), fields.pop("bearers", MOST_MODELS)
    check_blade(weapon, "a fighting unit")
    return Combatant(target=_target(fields), weapon=weapon, strength=strength, bearers=bearers)


def unknown(weapon: Weapon) -> list[str]:
    """Return the abilities that the odds do not know."""
    return [text for text in weapon.text if weapon_rule_id(text) is None]
