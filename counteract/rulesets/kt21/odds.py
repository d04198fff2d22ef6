"""The odds of Kill Team 2021: the effect of its weapon rules on dice. (SHOOT, FIGHT, WR)

Barrage looks at the roof over a target instead of its cover: say ``roof`` for one below terrain. (WR-BARRAGE-01, -02)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from counteract.attacks.dicepool import sort_roll
from counteract.attacks.rerolls import defence_sources
from counteract.core.decision import Answer
from counteract.core.language import Phrase
from counteract.mechanics.operatives.stats import WORST
from counteract.odds.pools.arrays import Attack, Defence, Way
from counteract.odds.pools.edition import PoolOdds
from counteract.odds.pools.fight import DISCARDS_NORMAL, UNARMED, FightSide
from counteract.odds.pools.graph_builder import build_graph
from counteract.odds.pools.nodes import CRITICAL, FACES, FAIL, NORMAL, ONE
from counteract.odds.pools.reroll_graph import Final
from counteract.odds.pools.rules import PoolRules, Successes
from counteract.odds.pools.terms import PoolTerms, Target
from counteract.rulesets.kt21.odds_form import FORM
from counteract.rulesets.kt21.shoot import HOT, SPLASH, ways_to_save
from counteract.rulesets.kt21.weapons import Rules, Weapon, can_rend, count_hits, join, parse_rules, pierced, reroll_sources


@lru_cache(maxsize=256)
def results(rules: Rules, needed: int, lethal_needs_hit: bool) -> tuple[int, ...]:
    """Return the result of each face of an attack die; ones are told apart where they burn the shooter."""
    found = []
    for face in range(1, FACES + 1):
        criticals, normals = count_hits(rules, (face,), needed, lethal_needs_hit=lethal_needs_hit)
        found.append(CRITICAL if criticals else NORMAL if normals else ONE if rules.hot and face == 1 else FAIL)
    return tuple(found)


def kept(rules: Rules, final: Final) -> tuple[tuple[int, int], ...]:
    """Return the hits that attack dice can be made into. (WR-RENDING-01)"""
    plain = final.criticals, final.normals
    return (plain, (plain[0] + 1, plain[1] - 1)) if can_rend(rules, *plain) else (plain,)


@lru_cache(maxsize=1024)
def attacks(weapon: Weapon, terms: PoolTerms) -> tuple[Attack, ...]:
    """Return the attack a weapon makes."""
    rules = weapon.rules
    faces = results(rules, hit(weapon, terms.injured), terms.lethal_needs_hit)
    dice = build_graph(weapon.attacks, faces, reroll_sources(rules), terms.rerolls, closing=True, saving=terms.saving, style=terms.reroll)
    attack = Attack(
        graph=dice,
        kept=tuple(kept(rules, final) for final in dice.finals),
        own=tuple(float(HOT * final.dice[ONE]) for final in dice.finals),
        most=weapon.attacks,
        normal=weapon.normal,
        critical=weapon.critical,
        direct=rules.mw + rules.splash,
        pierce=pierced(rules, 0),
        pierce_critical=pierced(rules, 1),
        open=rules.no_cover or not (terms.roof if rules.barrage else terms.cover),
        blocking="save",
        brutal=False,
    )
    return (attack,)


def against(weapon: Weapon, target: Target) -> Weapon:
    """Return the weapon with the damage that its dice do to this target; mortal wounds are not lowered."""
    if not target.soften:
        return weapon
    return replace(weapon, normal=target.softened(weapon.normal), critical=target.softened(weapon.critical))


def hit(weapon: Weapon, injured: bool) -> int:
    """Return the number that attack dice need. (DMG-05, INT-29)"""
    return min(WORST, weapon.hit + injured)


@lru_cache(maxsize=64)
def save_results(needed: int) -> tuple[int, ...]:
    """Return the result of each face of a defence die. (SHOOT-11 to -13)"""
    faces = (sort_roll((face,), needed) for face in range(1, FACES + 1))
    return tuple(CRITICAL if criticals else NORMAL if normals else FAIL for criticals, normals, _ in faces)


@lru_cache(maxsize=1024)
def defence(target: Target, terms: PoolTerms) -> Defence:
    """Return the ways to defend: with which save, with or without the cover die. (SHOOT-10 to -14, WR-INVULN, INT-35)"""
    sources = defence_sources(target.rerolls)

    def way(save: int, dice: int, kept: int = 0) -> Way:
        rolled = build_graph(dice, save_results(save), sources, terms.defender_rerolls, closing=True, saving=terms.saving, style=terms.reroll)
        return Way(rolled, 0, kept, save)

    table = []
    for taken in range(target.defence_dice + 1):
        saves = ways_to_save(target.save, target.invulnerable, target.defence_dice, taken)
        plain = tuple(way(save, dice) for save, dice in saves)
        kept = tuple(way(save, dice - 1, 1) for save, dice in saves if dice)
        unkept = tuple(way(save, dice) for save, dice in saves if not dice or terms.cover_save == "best")
        table.append((plain, (*kept, *unkept)))
    return tuple(table)


def user_suffers(weapon: Weapon, terms: PoolTerms) -> dict[int, float]:
    """Return no damage: that of Hot depends on the attack dice and is part of the attack."""
    return {}


def bystanders(weapon: Weapon, softened: Weapon) -> tuple[float, int]:
    """Return the radius in inches within which each critical hurts others, and the damage to them. (WR-SPLASH-02)"""
    return (SPLASH, weapon.rules.splash) if weapon.rules.splash else (0.0, 0)


def at_once(weapon: Weapon, softened: Weapon, user: Target | None) -> tuple[tuple[int, int], ...]:
    """Return no damage: in a fight no critical hurts before it strikes."""
    return ()


def fighters(weapon: Weapon | None, terms: PoolTerms) -> tuple[FightSide, ...]:
    """Return one side of a fight; without a weapon it rolls no dice. (FIGHT-04, WR-STUN-02, INT-40)"""
    if weapon is None:
        return (UNARMED,)
    shock = DISCARDS_NORMAL if weapon.rules.stun else 0
    (a,) = attacks(weapon, terms)
    return (FightSide(a.graph, a.kept, a.most, a.normal, a.critical, weapon.rules.brutal, shock),)


def ways_to_retain(rules: Rules, printing: str, final: Final, unrolled: int, replies: Sequence[Answer]) -> dict[Successes, tuple[str, ...]]:
    """Return the successes that attack dice can be made into: as they are, or with Rending."""
    return {(final.criticals, final.normals): (), (final.criticals + 1, final.normals - 1): ("rending",)}


RULES = PoolRules(
    weapon=Weapon, parse_rules=parse_rules, join=join, attacks=attacks, defence=defence, fighters=fighters, against=against,
    user_suffers=user_suffers, bystanders=bystanders, at_once=at_once, direct_damage=lambda rules: (rules.mw, rules.splash),
    ways_to_retain=ways_to_retain, divides_dice=lambda weapon: bool(weapon.rules.fusillade),
    alternating_rerolls=False,  # INT-28
    at_once_rules=("KT21-WR-MW-01", "KT21-WR-SPLASH-01"),
    refusals={
        "printing": Phrase("{ruleset} has one printing only; leave printing out"),
        "obscured": Phrase("in kt21 an obscured operative is no target (KT21-OBSCURE-01)"),
        "vantage": Phrase("{ruleset} has no cover saves against vantage points; leave vantage out"),
    },
)  # fmt: skip
ODDS = PoolOdds(ruleset="kt21", form=FORM, rules=RULES)
