"""Fights: two fighters strike or ward off (block, parry) with one success at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from counteract.attacks.dicepool import counted, fight_options, read_resolution
from counteract.core.decision import PASS, Answer, Context, Decision, NameContext, Pick, Refusal, Why
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics.changes import Ref
from counteract.mechanics.operatives import stats
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.damage import damage_of, inflict, may_ignore, reduce_all_damage
from counteract.mechanics.operatives.refusals import refuse_number
from counteract.mechanics.operatives.sight import enemies_in_control, gap
from counteract.mechanics.operatives.state import OperativeBattle

#: Criticals and normal successes that a fighter has not resolved yet.
Left = tuple[int, int]


class FightingOperative(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One side of a fight: the operative, its weapon (-1: none), and the Hit stat as settled when the action began."""

    operative: int
    weapon: int
    hit: int


UNARMED = -1


class DuelContext(Context, frozen=True, gc=False):
    """The context of a question about a fight: the operative whose player is asked, and its foe."""

    arena: OperativeArena
    state: OperativeBattle
    operative: int
    foe: int

    @property
    def wounds(self) -> int:
        return int(self.state.models[self.operative].wounds)

    @property
    def foe_wounds(self) -> int:
        return int(self.state.models[self.foe].wounds)


class ResolveContext(DuelContext, frozen=True, gc=False):
    """The context of the use of a success: the successes both fighters have left, the attacker's first, and which fighter is asked."""

    fighters: tuple[FightingOperative, FightingOperative]
    left: tuple[Left, Left]
    asked: int

    @property
    def damage(self) -> tuple[int, int]:
        """The damage of a normal and of a critical strike to the foe."""
        return self._damage(self.fighters[self.asked], self.foe)

    @property
    def their_damage(self) -> tuple[int, int]:
        """The damage of a normal and of a critical strike of the foe."""
        return self._damage(self.fighters[1 - self.asked], self.operative)

    @property
    def foe_ignores(self) -> bool:
        """Return True if the foe may ignore some of the wounds it would lose."""
        return may_ignore(self.arena, self.state, self.foe)

    def _damage(self, fighter: FightingOperative, target: int) -> tuple[int, int]:
        if fighter.weapon == UNARMED:
            return 0, 0
        return damage_of(self.arena, self.state, self.arena.cards[fighter.operative].weapons[fighter.weapon], target)

    def prompt_values(self) -> dict[str, Any]:
        mine, others = self.left[self.asked], self.left[1 - self.asked]
        return {"name": self.arena.names[self.operative], "mine": counted(*mine), "others": counted(*others)}


class MeleeStyle(msgspec.Struct, frozen=True):
    """An edition's words for a fight, and the rules behind it."""

    ward: str  # "block" or "parry"
    warded: str  # the kind of event that tells of warding off
    prompt: str
    resolve: str  # rules from here on
    strike: str
    critical_strike: str
    warding: str
    critical_warding: str
    too_weak: Why  # refuses to ward off a critical success with a normal one
    brutal: Why
    must: Why  # refuses a pass
    gone: Why  # refuses to use, or to ward off, a success that is not left


def choose_opponent(ref: Ref, i: int, rule: str, refused: str) -> Steps[int]:
    """Ask which enemy within control range an operative fights."""
    arena = ref.arena
    enemies = enemies_in_control(arena, ref.state, i)
    if len(enemies) == 1:
        return enemies[0]

    def why(answer: Answer) -> Refusal | None:
        return Refusal(rule, refused) if isinstance(answer, Pick) else None

    choice = yield Decision(
        arena.sides[i], "opponent", tuple(map(Pick, enemies)), rule, "{name}: fight whom?", NameContext(arena.names[i]), subject=i, why=why
    )
    return int(choice.value)


def choose_weapon(ref: Ref, i: int, weapons: list[int], rule: str, why_not: Callable[[int], Why | None]) -> Steps[int]:
    """Ask which of the usable weapons an operative fights with; ``why_not`` gives the reason against the others."""
    arena = ref.arena
    if len(weapons) == 1:
        return weapons[0]

    choice = yield Decision(
        arena.sides[i], "weapon", tuple(map(Pick, weapons)), rule, "{name}: which weapon?", NameContext(arena.names[i]),
        subject=i, why=partial(refuse_number, len(arena.cards[i].weapons), why_not),
    )  # fmt: skip
    return int(choice.value)


def rules_of(ref: Ref, fighter: FightingOperative, other: FightingOperative, nothing: Any) -> Any:
    """Return the weapon rules of a fighter in this fight; ``nothing`` if it is unarmed."""
    if fighter.weapon == UNARMED:
        return nothing
    arena, s = ref.arena, ref.state
    weapon = arena.cards[fighter.operative].weapons[fighter.weapon]
    return stats.weapon_rules(arena, s, fighter.operative, weapon, other.operative, gap(arena, s, fighter.operative, other.operative))


def attacks(arena: OperativeArena, fighter: FightingOperative) -> int:
    """Return how many attack dice a fighter has."""
    return 0 if fighter.weapon == UNARMED else int(arena.cards[fighter.operative].weapons[fighter.weapon].attacks)


def resolve(
    ref: Ref,
    fighters: tuple[FightingOperative, FightingOperative],
    left: list[Left],
    brutal: tuple[bool, bool],
    manners: MeleeStyle,
    struck: Callable[[int, bool, list[Left]], Procedure],
) -> Procedure:
    """Strike or ward off with one success at a time, the attacker first, until one falls or nothing is left.

    ``struck`` carries out what follows a strike, given the fighter (0 or 1) and whether it was critical; it may take from ``left``.
    """
    arena = ref.arena
    k = 0
    while left[0] != (0, 0) or left[1] != (0, 0):
        if left[k] == (0, 0):
            k = 1 - k
            continue
        me, foe = fighters[k], fighters[1 - k]
        options = fight_options(left[k], left[1 - k], brutal[1 - k], manners.ward)
        choice = options[0]
        if len(options) > 1:
            answer = yield Decision(
                arena.sides[me.operative], "resolve", tuple(map(Pick, options)), manners.resolve, manners.prompt,
                ResolveContext(arena, ref.state, me.operative, foe.operative, fighters, (left[0], left[1]), k),
                subject=me.operative, why=partial(_refuse, manners, left[k], left[1 - k]),
            )  # fmt: skip
            choice = answer.value
        used = read_resolution(choice)
        critical = used.die == "critical"
        left[k] = (left[k][0] - critical, left[k][1] - (not critical))
        if used.against is None:
            rule = manners.critical_strike if critical else manners.strike
            ref.emit("struck", rule, model=me.operative, target=foe.operative, use=choice)
            weapon = arena.cards[me.operative].weapons[me.weapon]
            damage = reduce_all_damage(ref, foe.operative, (weapon.critical if critical else weapon.normal,))
            yield from inflict(ref, foe.operative, damage, rule, me.operative)
            yield from struck(k, critical, left)
            if any(ref.state.models[f.operative].down for f in fighters):
                return
        else:
            cancelled = used.against == "critical"
            left[1 - k] = (left[1 - k][0] - cancelled, left[1 - k][1] - (not cancelled))
            rule = manners.critical_warding if critical else manners.warding
            ref.emit(manners.warded, rule, model=me.operative, use=choice)
        k = 1 - k


def _refuse(manners: MeleeStyle, mine: Left, theirs: Left, answer: Answer) -> Refusal | None:
    """Return the refusal of a use of a success, given the successes left on both sides; None if it is legal."""
    if answer == PASS:
        return Refusal(*manners.must)
    too_weak, even = f"{manners.ward}-critical-with-normal", f"{manners.ward}-normal-with-normal"
    if answer == Pick(too_weak) and mine[1] and theirs[0]:
        return Refusal(*manners.too_weak)
    if answer == Pick(even) and mine[1] and theirs[1]:
        return Refusal(*manners.brutal)
    match answer:
        case Pick(str(way)) if way in (too_weak, *fight_options((1, 1), (1, 1), ward=manners.ward)):
            return Refusal(*manners.gone)
    return None
