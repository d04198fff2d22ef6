"""Terms of attacks with chains of single dice: those that every such edition knows, and their checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta

from counteract.core.language import Phrase, say
from counteract.odds import terms
from counteract.odds.chains.cards import GUN, MOST_STRENGTH
from counteract.odds.terms import (
    MOST_SHOTS,
    BadTerm,
    FightObjective,
    Objective,
    RerollStyle,
    Term,
    check_choice,
    check_flag,
    check_number,
    meaningless,
)

MODIFIERS = (-6, 6)

Modifier = Annotated[int, Meta(ge=MODIFIERS[0], le=MODIFIERS[1])]


class ChainTerms(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The terms of every attack, settled before the first die."""

    REROLL: ClassVar[str]  # the edition's name for it

    modifier: Modifier = 0  # any other than those below, to the hit roll
    rerolls: int = 0
    defender_rerolls: int = 0
    reroll: RerollStyle = "best"

    @property
    def rerolls_left(self) -> tuple[int, int]:
        return self.rerolls, self.defender_rerolls


class ChainShootTerms(ChainTerms, frozen=True, gc=False, kw_only=True):
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


class ChainFightTerms(ChainTerms, frozen=True, gc=False, kw_only=True):
    """The terms of close combat."""

    defender_modifier: Modifier = 0
    attacker_wounds: int | str | None = None
    defender_wounds: int | str | None = None
    strikes_back: bool = True
    obstacle: bool = False
    objective: FightObjective = "difference"


#: Terms as the forms of questions declare them.
GUN_FORM = Phrase("a weapon is written {example}: type and attacks, range, S, AP, D, BS, abilities", example=GUN)
FIGHTER_FORM = Phrase("a fighter is written {example}: weapon and defence with a stroke between")
REROLLS = tuple(term._replace(limits=(0, 1)) for term in (terms.REROLLS, terms.DEFENDER_REROLLS))  # one a phase
MODIFIER = Term("modifier", "attacker", "number", Phrase("Modifier to hit"), Phrase("Any that is not said otherwise."), 0, MODIFIERS)
HALF_RANGE = Term("half_range", "defender", "flag", Phrase("within half range"))
SHOOTER_MOVES = (
    Term("moved", "attacker", "flag", Phrase("has moved"), Phrase("For Heavy weapons.")),
    Term("advanced", "attacker", "flag", Phrase("has advanced")),
    Term("overwatch", "attacker", "flag", Phrase("overwatch"), Phrase("Hits on sixes.")),
)
BS = Term("bs", "attacker", "number", Phrase("BS of the shooter"), Phrase("If the weapon does not say it."), None, (2, 6))
FIGHTERS = (terms.ATTACKER_WOUNDS, terms.DEFENDER_WOUNDS, MODIFIER, MODIFIER._replace(name="defender_modifier", place="defender"))
STRIKES_BACK = Term("strikes_back", "defender", "flag", Phrase("strikes back"), None, True)
OBSTACLE = Term("obstacle", "dice", "flag", Phrase("across an obstacle"))

#: Terms of other editions, which may be given as long as they have their usual values.
USUAL: dict[str, Any] = {
    "shooter_injured": False, "cover_save": "best", "printing": None, "limits": None, "shooter_wounds": None, "roof": False, "vantage": False,
    "split": None, "attacker_policy": "best", "defender_policy": "best", "attacker_injured": False, "defender_injured": False,
    "attacker_ignore": None, "defender_ignore": None, "fights": 1, "initiative": "attacker",
}  # fmt: skip

T = TypeVar("T", bound=ChainTerms)


def without_usual(ruleset: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms without those of other editions that have their usual values; refuse those that have another."""
    for name, usual in USUAL.items():
        if given.get(name) and given[name] != usual:
            raise meaningless(name, ruleset)
    return {name: value for name, value in given.items() if name not in USUAL}


def read_terms(ruleset: str, kind: type[T], given: Mapping[str, Any]) -> T:
    """Return the terms that were given, checked; refuse those that the edition does not know."""
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
        check_flag(name, value)
    elif get_origin(kind) is Literal:
        check_choice(name, value, get_args(kind))
    elif get_origin(kind) is Annotated:
        limits = kind.__metadata__[0]
        check_number(name, value, limits.ge, limits.le)


def check_gun(weapon: Any, terms: ChainShootTerms) -> None:
    """Refuse a weapon that cannot be fired on these terms."""
    if weapon.kind != "ranged":
        raise ValueError(say("'{weapon}' is a melee weapon; shooting needs one like '{example}'", weapon=Phrase(weapon.name), example=GUN))
    if terms.advanced and weapon.type != "assault":
        raise BadTerm("advanced", say("after an Advance only Assault weapons can be fired; leave out advanced"))


def skill_of(weapon: Any, terms: ChainShootTerms) -> int:
    """Return the BS given as a term, or that of the weapon; none is needed where attacks hit without it."""
    skill = terms.bs if terms.bs is not None else getattr(weapon, "skill", 0)
    if skill not in range(2, 7) and not (weapon.rules.auto_hit or terms.overwatch):
        raise BadTerm("bs", say("BS must be from 2+ to 6+; write 'BS3+' on the weapon or say bs=3"))
    return int(skill)


def times(weapon: Any, terms: ChainShootTerms) -> int:
    """Return how often the attacks of a weapon are made: twice with Rapid Fire within half range."""
    return 2 if terms.half_range and weapon.type == "rapid fire" else 1


def check_attacks(most: int, limit: int) -> None:
    """Refuse more attacks than the odds are known for."""
    if most > limit:
        told = Phrase("so many shots make up to {most} attacks, and the odds are known for up to {limit}; take fewer")
        raise BadTerm("shots", say(told, most=most, limit=limit))
