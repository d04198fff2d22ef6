"""The cards that the odds of Kill Team 2018 read: weapons, targets and fighters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from counteract.attacks.hitwoundsave import NEVER, Strength
from counteract.core.language import Phrase, say
from counteract.odds.chains.cards import NUMBER, TARGET_PARTS, CardPart, check_blade, read_card, read_fighter, weapon_figures, whole
from counteract.odds.named_cards import WRONG_KIND, card_named, is_name, weapon_named
from counteract.rulesets.kt18.cards import Card
from counteract.rulesets.kt18.effects import IgnoreWoundRoll, make
from counteract.rulesets.kt18.odds_form import EXAMPLE, MOST_FLESH
from counteract.rulesets.kt18.weapons import BARE_HANDS, NAMES, Weapon, parse_rules

RULESET = "kt18"


class ArmedWeapon(Weapon, frozen=True, gc=False, kw_only=True):
    """A weapon in the hands of a model: with the skill (BS or WS) and, in close combat, the attacks of its user; 0 if not given."""

    skill: int = 0
    blows: int = 0


class TargetModel(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The defence of a model: ``wounds`` are those it has left."""

    toughness: int
    save: int = 0  # 0: none
    wounds: int = 1
    invulnerable: int = 0  # 0: none
    ignore: int = 0  # wounds are not lost on this or more; 0: they are
    flesh: int = 0  # flesh wounds it has already
    cover: bool = False


class Combatant(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A model in close combat."""

    target: TargetModel
    weapon: Weapon
    ws: int
    attacks: int
    strength: int = 4


PARTS = (*TARGET_PARTS, CardPart("flesh", ("flesh", "flesh wounds"), NUMBER, whole(Phrase("flesh wounds"), 0, MOST_FLESH), "flesh 1"))


def weapon_of(card: str | Mapping[str, Any] | Weapon | tuple[Card, Weapon]) -> Weapon:
    """Read a weapon, or the weapon of a model by name or as a pair; an ability that is not known stays in its text.

    >>> weapon = weapon_of('Rapid Fire 1 24" S4 AP-1 D1 BS3+; venomous')
    >>> weapon.type, weapon.ap, weapon.rules.venomous, weapon.skill
    ('rapid fire', -1, True, 3)
    """
    if isinstance(card, Weapon):
        return card
    if isinstance(card, tuple) and len(card) == 2 and isinstance(card[1], Weapon):
        return armed(*card)
    if isinstance(card, str) and is_name(card):
        return armed(*_named(card))
    figures = weapon_figures(card)
    rules = parse_rules(text for text in figures.texts if text.capitalize() in NAMES)
    melee = figures.kind == "melee"
    return ArmedWeapon(
        name=figures.name, kind=figures.kind, type=figures.type, range=figures.range, strength=figures.strength, ap=figures.ap, damage=figures.damage,
        text=figures.texts, rules=rules, skill=figures.skill, **({"blows": figures.attacks.plus} if melee else {"attacks": figures.attacks}),
    )  # fmt: skip


def armed(card: Card, weapon: Weapon) -> ArmedWeapon:
    """Return a weapon in the hands of a model: with its skill, its attacks and its strength."""
    fields = {name: getattr(weapon, name) for name in Weapon.__struct_fields__}
    strength = Strength(0, weapon.strength.of(card.strength))
    return ArmedWeapon(**{**fields, "strength": strength}, skill=card.bs if weapon.kind == "ranged" else card.ws, blows=card.attacks)


def _named(text: str) -> tuple[Card, Weapon]:
    """Return a model and its weapon, from team/operative/weapon."""
    team, operative, *weapon = text.split("/")
    if not weapon:
        raise ValueError(say("{text!r} names no weapon: write team/operative/weapon", text=text))
    card = card_named(RULESET, team, operative)
    return card, weapon_named(card, weapon[0])


def target_of(card: str | Mapping[str, Any] | Card | TargetModel) -> TargetModel:
    """Read a target; a name may be followed by a comma and the values that differ from its card.

    >>> target_of("T4 save 3+ wounds 2 invulnerable 5+").invulnerable
    5
    >>> target_of("kite-riders/rider, wounds 1 in cover").cover
    True
    """
    if isinstance(card, TargetModel):
        return card
    if isinstance(card, Card):
        return _printed_target(card)
    if isinstance(card, str) and is_name(card):
        name, _, more = card.partition(",")
        team, operative, *weapon = name.split("/")
        if weapon:
            raise ValueError(say("{text!r} names no target: write team/operative", text=card))
        return msgspec.structs.replace(_printed_target(card_named(RULESET, team, operative)), **read_card(more, PARTS, Phrase("a target"), EXAMPLE))
    fields = read_card(card, PARTS, Phrase("a target"), EXAMPLE)
    if "toughness" not in fields:
        raise ValueError(say("the toughness of the target is missing; write it like '{example}'", example=EXAMPLE))
    return TargetModel(**fields)


def _printed_target(card: Card) -> TargetModel:
    effects = [make(ability.effect, ability.values) for ability in card.abilities]
    ignore = min((effect.needed for effect in effects if isinstance(effect, IgnoreWoundRoll)), default=0)
    save = card.save if card.save < NEVER else 0
    return TargetModel(toughness=card.toughness, save=save, wounds=card.wounds, invulnerable=card.invulnerable, ignore=ignore)


def fighter_of(card: str | Mapping[str, Any] | Card | Combatant | tuple[Card, Weapon]) -> Combatant:
    """Read a fighter: its weapon and its defence, with an upright stroke between; as a mapping, with the key "weapon".

    >>> fighter = fighter_of("A2 WS3+ S+1 AP0 D1; cruel | T4 S4 save 3+ wounds 1")
    >>> fighter.attacks, fighter.weapon.strength.of(fighter.strength), fighter.target.toughness
    (2, 5, 4)
    """
    if isinstance(card, Combatant):
        return card
    if isinstance(card, str) and is_name(card):
        card = _named(card) if card.count("/") > 1 else card_named(RULESET, *card.split("/"))
    if isinstance(card, Card):
        return fighter_of((card, next((weapon for weapon in card.weapons if weapon.kind == "melee"), BARE_HANDS)))
    if isinstance(card, tuple):
        user, blade = card
        if blade.kind != "melee":
            raise ValueError(say(WRONG_KIND["melee"], weapon=Phrase(blade.name)))
        return Combatant(target=_printed_target(user), weapon=blade, ws=user.ws, attacks=user.attacks, strength=user.strength)
    given, fields = read_fighter(card, BARE_HANDS, PARTS, Phrase("a fighter"), EXAMPLE)
    weapon, strength = weapon_of(given), fields.pop("strength", 4)
    if "toughness" not in fields:
        raise ValueError(say("the toughness of the fighter is missing; write it like '{example}'", example=EXAMPLE))
    check_blade(weapon, Phrase("a fighter"))
    assert isinstance(weapon, ArmedWeapon)
    return Combatant(target=TargetModel(**fields), weapon=weapon, ws=weapon.skill, attacks=weapon.blows, strength=strength)


def unknown(weapon: Weapon) -> list[str]:
    """Return the abilities that the odds do not know."""
    return [text for text in weapon.text if text.strip().capitalize() not in NAMES]
