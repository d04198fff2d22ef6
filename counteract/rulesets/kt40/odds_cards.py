"""The cards that the odds of the army-scale edition read: weapons, units and fighters. (UNIT-04, WR)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from counteract.attacks.hitwoundsave import NEVER, Amount
from counteract.core.language import Phrase, say
from counteract.files.teams import load_team
from counteract.odds.chains.cards import FLAG, NUMBER, TARGET_PARTS, CardPart, check_blade, read_card, read_fighter, said, weapon_figures, whole
from counteract.odds.named_cards import WRONG_KIND, card_named, is_name, slug, weapon_named
from counteract.rulesets.kt40.cards import Card, Unit
from counteract.rulesets.kt40.effects import IgnoreWoundRoll, make
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


def weapon_of(card: str | Mapping[str, Any] | Weapon | tuple[Card, Weapon]) -> Weapon:
    """Read a weapon, or that of a model or unit by name or as a pair; an ability that is not known stays in its text.

    >>> weapon = weapon_of('Assault 1 12" S8 AP-4 D D6 BS3+; melta')
    >>> weapon.type, weapon.rules.melta, weapon.skill
    ('assault', True, 3)
    """
    if isinstance(card, Weapon):
        return card
    if isinstance(card, tuple) and len(card) == 2:
        return armed(*card)
    if isinstance(card, str) and is_name(card):
        _, user, weapon = _named(card, "team/unit/weapon")
        return armed(user, weapon)
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


def target_of(card: str | Mapping[str, Any] | Card | TargetUnit) -> TargetUnit:
    """Read a unit; a name may be followed by a comma and the values that differ from its datasheet.

    >>> target_of("models 5 T4 save 3+ wounds 2 Ld 7").all
    10
    >>> target_of("hedge-patrol/nettlings, models 7 in cover").models
    7
    """
    if isinstance(card, Card):
        return _printed_model(card)
    if isinstance(card, str) and is_name(card):
        name, _, more = card.partition(",")
        return msgspec.structs.replace(_printed(*_units_named(name, "team/unit")[0]), **read_card(more, PARTS, "a unit", EXAMPLE))
    return card if isinstance(card, TargetUnit) else _target(read_card(card, PARTS, "a unit", EXAMPLE))


def _units_named(text: str, form: str) -> list[tuple[Unit, Card]]:
    """Return the units of an army that a name stands for, each with the card of its most models; of a model's name that card."""
    team, name, *more = text.split("/")
    if len(more) != form.count("/") - 1:
        raise ValueError(say("{text!r} is no name here: write {form}", text=text, form=form))
    army: Any = load_team(team.strip(), "kt40")
    for unit in army.units:
        if slug(name) in (slug(unit.id), slug(unit.name)):
            groups = sorted(unit.models, key=lambda group: -group.count)
            return [(unit, group.card) for group in groups]
    card = card_named("kt40", team, name)
    return [(unit, card) for unit in army.units if card in unit.cards]


def _named(text: str, form: str) -> tuple[Unit, Card, Weapon]:
    """Return a unit, a model of it and its weapon, from the name of an army, a unit or model, and a weapon."""
    found, weapon = _units_named(text, form), text.rpartition("/")[2]
    for unit, card in found:
        for one in (*card.guns, *card.blades):
            if slug(weapon) in (slug(one.name), slug(f"{one.name} {one.mode}")):
                return unit, card, one
    return *found[0], weapon_named(found[0][1], weapon)


def armed(card: Card, weapon: Weapon) -> Weapon:
    """Return a weapon in the hands of a model: with its skill, and in close combat with its attacks."""
    if weapon.kind == "ranged":
        return msgspec.structs.replace(weapon, skill=card.bs)
    return msgspec.structs.replace(weapon, skill=card.ws, attacks=Amount(plus=card.attacks))


def _printed_model(card: Card) -> TargetUnit:
    """Return a unit of one model as its card prints it."""
    return TargetUnit(
        toughness=card.toughness, save=card.save if card.save < NEVER else 0, wounds=card.wounds, invulnerable=card.invulnerable,
        leadership=card.leadership,
    )  # fmt: skip


def _printed(unit: Unit, card: Card) -> TargetUnit:
    """Return a unit as its datasheet prints it, with the figures of one of its models."""
    effects = [make(ability.effect, ability.values) for ability in unit.abilities]
    ignores = (effect.needed for effect in effects if isinstance(effect, IgnoreWoundRoll))
    return msgspec.structs.replace(
        _printed_model(card), models=unit.size, ignore=min(ignores, default=0), leadership=max(one.leadership for one in unit.cards),
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


def fighter_of(card: str | Mapping[str, Any] | Card | Combatant | tuple[Card, Weapon]) -> Combatant:
    """Read a unit in close combat: its weapon and its defence, with an upright stroke between; as a mapping, with the key "weapon".

    >>> fighter = fighter_of("A2 WS3+ S+1 AP-1 D1 | models 5 T4 S4 save 3+")
    >>> fighter.weapon.strength.of(fighter.strength), fighter.target.models
    (5, 5)
    """
    if isinstance(card, Combatant):
        return card
    if isinstance(card, str) and is_name(card):
        unit, user, blade = _named(card, "team/unit/weapon")
        return msgspec.structs.replace(fighter_of((user, blade)), target=_printed(unit, user))
    if isinstance(card, Card):
        card = card, card.blades[0]
    if isinstance(card, tuple):
        user, blade = card
        if blade.kind != "melee":
            raise ValueError(say(WRONG_KIND["melee"], weapon=Phrase(blade.name)))
        return Combatant(target=_printed_model(user), weapon=armed(user, blade), strength=user.strength)
    given, fields = read_fighter(card, None, PARTS, "a fighting unit", EXAMPLE)
    weapon, strength = weapon_of(given), fields.pop("strength", 4)
    check_blade(weapon, "a fighting unit")
    return Combatant(target=_target(fields), weapon=weapon, strength=strength)


def unknown(weapon: Weapon) -> list[str]:
    """Return the abilities that the odds do not know."""
    return [text for text in weapon.text if weapon_rule_id(text) is None]
