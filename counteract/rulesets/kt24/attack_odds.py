"""The odds of attacks in Kill Team 2024 in the current state of the table, for the policy and for the labels of options."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from counteract.mechanics.operatives import attack_odds
from counteract.mechanics.operatives.attack_odds import AttackOdds
from counteract.mechanics.operatives.state import ENGAGE
from counteract.odds.pools.terms import PoolTerms
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.odds import RULES
from counteract.rulesets.kt24.shoot import cover_choices, hit_penalty, is_valid_through_vantage
from counteract.rulesets.kt24.sight import height_above, judge_cover
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import Weapon


def options_of(arena: Arena) -> dict[str, Any]:
    """Return the options of the battle that the odds depend on. (DIFF-02, DIFF-04, DIFF-16)"""
    return {name: getattr(arena.options, name) for name in ("printing", "accurate_multi", "limits")}


def shot(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> AttackOdds:
    """Return the odds of a shot at operative j now: with cover, obscuring and high ground. (MIS-28, MIS-35, MIS-36)"""
    return sheltered(arena, s, i, weapon, j)[0]


def sheltered(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> tuple[AttackOdds, PoolTerms]:
    """Return the odds of a shot at operative j now, and its terms: of cover and obscuring what the defender would choose. (MIS-28)"""
    screen = judge_cover(arena, s, i, j)
    used = attack_odds.in_hand(arena, s, i, weapon, j, hit_penalty(arena, s, i))
    vantage_cover = is_valid_through_vantage(arena, s, i, used.rules, j, screen)
    if s.models[j].order == ENGAGE:
        used = replace(used, rules=stats.high_ground(used.rules, height_above(arena, s, i, j)))
    settled = options_of(arena)
    ways = (
        PoolTerms(cover=cover, obscured=obscured, vantage_cover=vantage_cover and cover, **settled)
        for cover, obscured in sorted(cover_choices(arena, screen))
    )
    return min(((attack_odds.shot(RULES, arena, s, used, j, terms), terms) for terms in ways), key=lambda way: way[0].wounds)
