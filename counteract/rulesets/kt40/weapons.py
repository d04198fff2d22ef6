"""The weapons of the army-scale edition and their rules: how a card writes them, and the effect of each. (UNIT-04, WR)

`Rules` has a line on the effect of each rule. The chain of dice that applies them is in odds.py and odds_states.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec

from counteract.attacks.hitwoundsave import Amount, Strength, WeaponType
from counteract.attacks.weapon_rules import BadRule
from counteract.core.language import Phrase, phrases, say
from counteract.files.fields import REQUIRED, Choice, IfOmitted, Number, Text, TextLine, Whole
from counteract.mechanics.chain_fields import AmountKind, StrengthKind
from counteract.mechanics.team_tables import WeaponRules


class Rules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The rules of a weapon besides its figures. (WR)"""

    auto_hit: bool = False  # no hit roll: chains.attack.attack_profile
    melta: bool = False  # within half range two dice are rolled for damage and the higher counts: odds_states.UnitAttacks.damage
    overheat: bool = False  # a natural 1 to hit slays the bearer afterwards: odds_states.UnitAttacks.closed
    unwieldy: bool = False  # -1 to hit in a fight: odds.Combat.profile
    indirect: bool = False  # need not see its target: no part of the odds
    no_cover: bool = False  # cover does not help the save: odds._profile
    sniper: bool = False  # a natural 6 to wound brings a mortal wound besides: odds._profile
    sure: bool = False  # natural 1s to hit are rolled again
    cruel: bool = False  # natural 1s to wound are rolled again
    extra: int = 0  # attacks


NAMES = {
    "auto-hit": "auto_hit",
    "melta": "melta",
    "overheat": "overheat",
    "unwieldy": "unwieldy",
    "indirect": "indirect",
    "ignores cover": "no_cover",
    "sniper": "sniper",
    "re-roll ones to hit": "sure",
    "re-roll ones to wound": "cruel",
}
EXTRA = re.compile(r"extra attacks (\d)")
#: The abilities as cards write them; those of melee weapons only, and those of ranged weapons only.
WRITTEN = (*(name.capitalize() for name in NAMES), "Extra attacks 1")
MELEE_ONLY, RANGED_ONLY = ("unwieldy", "extra"), ("melta", "sniper")

#: The rule ID of each type.
TYPE_RULES: dict[str, str] = {
    "rapid fire": "KT40-WT-01",
    "assault": "KT40-WT-02",
    "heavy": "KT40-WT-03",
    "pistol": "KT40-WT-04",
    "grenade": "KT40-WT-05",
}
#: The explanation of each ability on a card.
MEANINGS: dict[str, Phrase] = phrases(
    {
        "auto_hit": "Every shot hits without a roll, in Overwatch too.",
        "melta": "Within half range two dice are rolled for its damage, and the higher one counts.",
        "overheat": "If a hit roll with it is a 1, its bearer is slain after its attacks.",
        "unwieldy": "1 is taken off its hit rolls.",
        "indirect": "It need not see its target.",
        "no_cover": "Cover does not help its target's saves.",
        "sniper": "It may choose a CHARACTER that is not the closest unit, and a wound roll of 6 brings 1 mortal wound besides.",
        "sure": "Hit rolls of 1 are rolled again.",
        "cruel": "Wound rolls of 1 are rolled again.",
        "extra": "Its bearer makes that many more attacks, with this weapon only.",
    }
)


def weapon_rule_id(text: str) -> dict[str, Any] | None:
    """Return the field of `Rules` that a card's ability sets, with its value; None if the ability is not known.

    >>> weapon_rule_id("Melta"), weapon_rule_id("Extra attacks 2"), weapon_rule_id("Holy")
    ({'melta': True}, {'extra': 2}, None)
    """
    words = " ".join(text.lower().split())
    if match := EXTRA.fullmatch(words):
        return {"extra": int(match.group(1))}
    return {NAMES[words]: True} if words in NAMES else None


def meaning_of(text: str) -> Phrase:
    """Return the explanation of an ability that a card writes."""
    (name,) = weapon_rule_id(text) or ("",)
    return MEANINGS[name]


def parse_rules(texts: Iterable[str]) -> Rules:
    """Return the abilities written on a card.

    >>> parse_rules(["Sniper", "Ignores cover"]).sniper
    True
    """
    found: dict[str, Any] = {}
    for text in texts:
        rule = weapon_rule_id(text)
        if rule is None:
            raise BadRule(say("there is no weapon ability '{text}' (known: {known})", text=text, known=", ".join(WRITTEN)))
        found |= rule
    return Rules(**found)


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon in the hands of its user: with the skill (BS or WS; 0 if not given) and, in close combat, the user's attacks. (UNIT-04)"""

    name: Annotated[str, TextLine()]
    kind: Annotated[Literal["ranged", "melee"], Choice()]
    type: Annotated[WeaponType | None, Choice(), "ranged weapons only, and always"] = None
    range: Annotated[float, Number(1, 99), IfOmitted(None), "ranged weapons only, and always: how far it reaches, in inches"] = 0.0
    attacks: Annotated[Amount, AmountKind(), IfOmitted(None), "ranged weapons only, and always: its shots"] = Amount(plus=1)
    strength: Annotated[Strength, StrengthKind(), IfOmitted(REQUIRED), 'a number; with melee weapons also "user", "+1" or "x2"'] = Strength()
    ap: Annotated[int, Whole(-6, 0), "armour penetration"] = 0
    damage: Annotated[Amount, AmountKind(), "a number, or dice to be rolled"] = Amount(plus=1)
    text: tuple[str, ...] = ()
    rules: Annotated[Rules, WeaponRules(examples=WRITTEN), IfOmitted(()), "weapon abilities"] = Rules()
    skill: int = 0
    # Of several weapons with one name and different modes one is used at a time.
    mode: Annotated[str, Text(), "of a weapon with several profiles: which of them this is"] = ""


#: The weapon of a model that carries no melee weapon. (UNIT-05)
CLOSE_COMBAT_WEAPON = Weapon(name="Close combat weapon", kind="melee")
