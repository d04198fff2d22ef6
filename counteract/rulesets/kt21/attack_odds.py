"""The odds of attacks in Kill Team 2021 in the current state of the table, for the policy and for the labels of options."""

from __future__ import annotations

from counteract.mechanics.operatives import attack_odds
from counteract.mechanics.operatives.attack_odds import AttackOdds
from counteract.odds.pools.terms import PoolTerms
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.odds import RULES
from counteract.rulesets.kt21.shoot import hit_penalty, is_sheltered
from counteract.rulesets.kt21.sight import COVERED, judge_cover
from counteract.rulesets.kt21.state import Skirmish
from counteract.rulesets.kt21.weapons import Weapon


def now(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> Weapon:
    """Return a weapon as operative i uses it against operative j now; in Overwatch BS is worse. (OW-06)"""
    used: Weapon = attack_odds.in_hand(arena, s, i, weapon, j, hit_penalty(arena, s, i))
    return used


def sheltered(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> bool:
    """Return True if operative j is in cover from a weapon of operative i; for Barrage, if it is below terrain."""
    return is_sheltered(arena, s, now(arena, s, i, weapon, j).rules, j, judge_cover(arena, s, i, j) == COVERED)


def shot(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> AttackOdds:
    """Return the odds of a shot at operative j now, with its cover."""
    hidden = sheltered(arena, s, i, weapon, j)
    terms = PoolTerms(cover=hidden, roof=hidden, lethal_needs_hit=arena.options.lethal_needs_hit)
    return attack_odds.shot(RULES, arena, s, now(arena, s, i, weapon, j), j, terms)
