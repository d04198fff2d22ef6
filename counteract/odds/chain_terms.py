"""On what terms attacks are made in the editions with chains of single dice: what both know, and how it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta

from counteract.core.language import Phrase, say
from counteract.odds.asking import MOST_SHOTS, BadTerm, flag, known, meaningless, number
from counteract.odds.chain_cards import GUN, MOST_STRENGTH
from counteract.odds.chains import FightObjective, Left, Manner, Objective

Change = Annotated[int, Meta(ge=-6, le=6)]  # a modifier


class Terms(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What is settled before the first die of any attack."""

    REROLL: ClassVar[str]  # what the edition calls it

    modifier: Change = 0  # any other than those below, to the hit roll
    rerolls: int = 0
    defender_rerolls: int = 0
    reroll: Manner = "best"

    @property
    def left(self) -> Left:
        return self.rerolls, self.defender_rerolls


class Shots(Terms, frozen=True, gc=False, kw_only=True):
    """The terms of shooting; ``shots`` are made one after the other."""

    bs: int | None = None
    strength: Annotated[int, Meta(ge=1, le=MOST_STRENGTH)] = 4
    cover: bool = False
    obscured: bool = False
    half_range: bool = False
    moved: bool = False
    advanced: bool = False
    overwatch: bool = False
    shots: Annotated[int, Meta(ge=1, le=MOST_SHOTS)] = 1
    objective: Objective = "damage"


class Fights(Terms, frozen=True, gc=False, kw_only=True):
    """The terms of close combat."""

    defender_modifier: Change = 0
    attacker_wounds: int | str | None = None
    defender_wounds: int | str | None = None
    strikes_back: bool = True
    obstacle: bool = False
    objective: FightObjective = "difference"


T = TypeVar("T", bound=Terms)


def asked(ruleset: str, kind: type[T], given: Mapping[str, Any]) -> T:
    """The terms that were given, checked; what the edition does not know is refused."""
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for name, value in given.items():
        if name not in fields:
            raise meaningless(name, ruleset)
        if name.endswith("rerolls") and (isinstance(value, bool) or value not in (0, 1)):
            told = Phrase("a player has at most one {reroll} a phase, so {name} is 0 or 1, not {value!r}")
            raise BadTerm(name, say(told, reroll=Phrase(kind.REROLL), name=name, value=value))
        _check(name, value, fields[name])
    return kind(**given)


def _check(name: str, value: object, kind: Any) -> None:
    if kind is bool:
        flag(name, value)
    elif get_origin(kind) is Literal:
        known(name, value, get_args(kind))
    elif get_origin(kind) is Annotated:
        limits = kind.__metadata__[0]
        number(name, value, limits.ge, limits.le)


def check_gun(weapon: Any, terms: Shots) -> None:
    """Refuse what cannot be fired on these terms."""
    if weapon.kind != "ranged":
        raise ValueError(say("'{weapon}' is a melee weapon; shooting needs one like '{example}'", weapon=Phrase(weapon.name), example=GUN))
    if terms.advanced and weapon.type != "assault":
        raise BadTerm("advanced", say("after an Advance only Assault weapons can be fired; leave out advanced"))


def skill_of(weapon: Any, terms: Shots) -> int:
    """The BS that was said, or that of the weapon; who needs none may have none."""
    skill = terms.bs if terms.bs is not None else getattr(weapon, "skill", 0)
    if skill not in range(2, 7) and not (weapon.rules.auto_hit or terms.overwatch):
        raise BadTerm("bs", say("BS must be from 2+ to 6+; write 'BS3+' on the weapon or say bs=3"))
    return int(skill)


def times(weapon: Any, terms: Shots) -> int:
    """How often the attacks of a weapon are made. (KT18-WR-RAPID-01, KT40-WT-01)"""
    return 2 if terms.half_range and weapon.type == "rapid fire" else 1


def check_attacks(most: int, limit: int) -> None:
    if most > limit:
        told = Phrase("so many shots make up to {most} attacks, and the odds are known for up to {limit}; take fewer")
        raise BadTerm("shots", say(told, most=most, limit=limit))
