"""The odds of attacks in the current state of the table, for policies and for the labels of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from counteract.core.preview import Bars
from counteract.mechanics.operatives import stats
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.effects import IgnoreWounds, defence_rerolls, in_force, softeners
from counteract.mechanics.operatives.sight import gap, near_and_seen
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.odds.pools import fighting, shooting
from counteract.odds.pools.fighting import FightCase, ReadyFighter
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.shooting import Case
from counteract.odds.pools.shot import injuring
from counteract.odds.pools.terms import PoolTerms, Target

OPEN = PoolTerms()


class AttackOdds(NamedTuple):
    """The odds of an attack: expected wounds lost, capped at those left, and the chances that the target falls, or is injured or worse.

    ``bars`` are the numbers of wounds that may be lost, each with its chance.
    """

    wounds: float
    falls: float
    injures: float = 0.0
    bars: Bars = ()


class Exchange(NamedTuple):
    """The odds of a fight, for both sides."""

    dealt: AttackOdds
    taken: AttackOdds


def shot(edition: PoolRules, arena: OperativeArena, s: OperativeBattle, weapon: Any, j: int, terms: PoolTerms = OPEN) -> AttackOdds:
    """Return the odds of shooting at operative j with a weapon as it is used now (see `in_hand`)."""
    return _shot(edition, weapon, body(arena, s, j, terms.cover), terms)


@lru_cache(maxsize=16384)
def _shot(edition: PoolRules, weapon: Any, target: Target, terms: PoolTerms) -> AttackOdds:
    found = shooting.solve(Case("", edition, edition.against(weapon, target), target, terms, ()), "capped")
    return AttackOdds(found.value, found.incapacitate, found.injure, capped(found.distribution.items(), target.wounds))


@lru_cache(maxsize=16384)
def exchange(edition: PoolRules, mine: ReadyFighter, theirs: ReadyFighter) -> Exchange:
    """Return the odds of a fight between two operatives (see `ready`)."""
    assert mine.body is not None and theirs.body is not None
    found = fighting.solve("", FightCase(edition, mine, theirs, (OPEN, OPEN), (False, False), 0), "difference", 1)
    dealt, taken = (capped(((one.wounds - int(row[k]), row[2]) for row in found.joint), one.wounds) for k, one in ((1, theirs), (0, mine)))
    return Exchange(
        AttackOdds(found.expected_dealt, found.defender_incapacitated, _injured(dealt, theirs.body), dealt),
        AttackOdds(found.expected_taken, found.attacker_incapacitated, _injured(taken, mine.body), taken),
    )


def capped(damage: Iterable[tuple[int, float]], wounds: int) -> Bars:
    """Return damage as wounds lost, no more than there are, the least first.

    >>> capped([(0, 0.5), (4, 0.25), (9, 0.25)], 4)
    ((0, 0.5), (4, 0.5))
    """
    found: dict[int, float] = {}
    for points, chance in damage:
        lost = min(points, wounds)
        found[lost] = found.get(lost, 0.0) + chance
    return tuple(sorted(found.items()))


def _injured(bars: Bars, target: Target) -> float:
    least = injuring(target)
    return sum(chance for lost, chance in bars if lost >= least)


def body(arena: OperativeArena, s: OperativeBattle, j: int, cover: bool = False) -> Target:
    """Return an operative as a target: its card, its wounds, and its protection."""
    card = arena.cards[j]
    ignore = [e.on for e in in_force(arena, s, j, "ignored_wounds") if isinstance(e, IgnoreWounds)]
    return Target(
        save=card.save,
        wounds=s.models[j].wounds,
        starting=card.wounds,
        defence_dice=getattr(card, "defence", 3),
        invulnerable=getattr(card, "invulnerable", 0),
        ignore=min(ignore, default=0),
        rerolls=defence_rerolls(arena, s, j, cover),
        soften=softeners(arena, s, j),
    )


def in_hand(arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, j: int, worse: int = 0) -> Any:
    """Return a weapon as operative i uses it against operative j now: with its current Hit and the rules that effects give it."""
    return _used(arena, s, i, weapon, j, stats.hit(arena, s, i, weapon, worse))


def _used(arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, j: int, hit: int) -> Any:
    rules = stats.weapon_rules(arena, s, i, weapon, j, gap(arena, s, i, j))
    return weapon if hit == weapon.hit and rules is weapon.rules else replace(weapon, hit=hit, rules=rules)


def ready(arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, j: int) -> ReadyFighter:
    """Return an operative about to fight another with a weapon, or with none.

    Where injury counts at once, so does injury in the fight: the odds get the starting wounds and the Hit stat of the card.
    """
    target, heeds = body(arena, s, i), arena.limits.at_once and not stats.ignores_injury(arena, s, i)
    hit = None if weapon is None else weapon.hit if heeds else stats.hit(arena, s, i, weapon)
    used = None if hit is None else _used(arena, s, i, weapon, j, hit)
    return ReadyFighter(used, target.wounds, target.full if heeds else 0, target, ())


def bout(edition: PoolRules, arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, j: int) -> Exchange:
    """Return the odds of a fight with a weapon, if the other side takes the weapon that is best for it."""
    mine = ready(arena, s, i, weapon, j)
    others = [other for other in arena.cards[j].weapons if other.kind == "melee"] or [None]
    return min((exchange(edition, mine, ready(arena, s, j, other, i)) for other in others), key=gain)


KILL = 3.0  # the worth of a kill besides the wounds
COST = 0.5  # the weight of damage taken


def worth(chance: AttackOdds) -> float:
    """Return the worth of an attack: wounds, and a prize for a kill; rounded, so that equals are equal on every machine."""
    return round(chance.wounds + KILL * chance.falls, 9)


def gain(fight: Exchange) -> float:
    """Return the worth of a fight: that of the damage dealt, less part of that of the damage taken."""
    return worth(fight.dealt) - COST * worth(fight.taken)


def best_target(shots: Mapping[int, AttackOdds]) -> int:
    """Return the best target to shoot at, the first of equals."""
    return max(shots, key=lambda j: (worth(shots[j]), -j))


def best_foe(fights: Mapping[int, Exchange]) -> int:
    """Return the best enemy to fight, the first of equals."""
    return max(fights, key=lambda j: (gain(fights[j]), -j))


def expected(edition: PoolRules, arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, j: int, shot: Callable[..., AttackOdds]) -> float:
    """Return the worth of an attack with best play by both; ``shot`` returns the odds of a shot."""
    if weapon.kind == "melee":
        return gain(bout(edition, arena, s, i, weapon, j))
    return worth(shot(arena, s, i, weapon, j)) + blast_worth(edition, arena, s, i, weapon, j, weapon.rules.blast_radius)


def blast_worth(edition: PoolRules, arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, j: int, inches: float) -> float:
    """Return the worth of a blast to operatives near its target: enemies count for it, friends against it."""
    if not inches:
        return 0.0
    used = in_hand(arena, s, i, weapon, j)
    struck = near_and_seen(arena, s, j, inches)
    return sum((worth(shot(edition, arena, s, used, k)) * (1 if arena.is_enemy(k, i) else -1) for k in struck), 0.0)
