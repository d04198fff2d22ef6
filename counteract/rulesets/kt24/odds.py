"""The odds of Kill Team 2024: the effect of its weapon rules on dice. (SHOOT, FIGHT, WR)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from counteract.attacks.dicepool import sort_roll
from counteract.attacks.rerolls import defence_sources
from counteract.core.decision import Answer, Pick
from counteract.core.language import Phrase
from counteract.mechanics.operatives.stats import WORST
from counteract.odds.pools.arrays import Attack, Defence, Way
from counteract.odds.pools.edition import PoolOdds
from counteract.odds.pools.fight import DISCARDS_ANY, UNARMED, FightSide
from counteract.odds.pools.graph_builder import build_graph
from counteract.odds.pools.nodes import CRITICAL, FACES, FAIL, NORMAL
from counteract.odds.pools.reroll_graph import Final
from counteract.odds.pools.rules import PoolRules, Successes
from counteract.odds.pools.terms import PoolTerms, Target
from counteract.rulesets.kt24.odds_form import FORM, PRINTINGS
from counteract.rulesets.kt24.weapons import (
    Retained,
    Rules,
    Weapon,
    accurate_limit,
    defence_dice,
    hot_damage,
    join,
    parse_rules,
    reroll_sources,
    retain_options,
    use_retain_rule,
)

MANY = 99  # more dice than anything pierces


@lru_cache(maxsize=64)
def results(needed: int, critical_from: int = 6) -> tuple[int, ...]:
    """Return the result of each face of a die."""
    sorted_faces = (sort_roll((face,), needed, critical_from) for face in range(1, FACES + 1))
    return tuple(CRITICAL if criticals else NORMAL if normals else FAIL for criticals, normals, _ in sorted_faces)


def kept(rules: Rules, final: Final, accurate: int, terms: PoolTerms) -> tuple[tuple[int, int], ...]:
    """Return the successes that can be retained of attack dice. (SHOOT-09, MIS-26, MIS-27, WR-SEVERE, WR-RENDING, WR-PUNISHING)"""
    if terms.obscured:
        return ((0, max(0, final.criticals + final.normals + accurate - 1)),)
    if not (rules.severe or rules.rending or rules.punishing):
        return ((final.criticals, final.normals + accurate),)
    return tuple(uses(rules, retained(final, accurate), terms.printing or PRINTINGS[-1]))


def retained(final: Final, accurate: int) -> Retained:
    """Return attack dice before any rule changes them; some were kept by Accurate."""
    return Retained(final.criticals, final.normals + accurate, final.fails, accurate)


def uses(rules: Rules, dice: Retained, printing: str) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the successes that dice can be made into, each with the rules to use in turn."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    waiting: list[tuple[Retained, tuple[str, ...]]] = [(dice, ())]
    while waiting:
        dice, names = waiting.pop(0)
        found.setdefault((dice.criticals, dice.normals), names)
        waiting += [(use_retain_rule(dice, name), (*names, name)) for name in retain_options(rules, dice, printing)]
    return found


@lru_cache(maxsize=1024)
def attacks(weapon: Weapon, terms: PoolTerms) -> tuple[Attack, ...]:
    """Return the attacks a weapon can make: with as many dice as possible kept by Accurate, with one fewer, and so on."""
    rules = weapon.rules
    faces, sources = results(hit(weapon, terms), rules.lethal), reroll_sources(rules)
    most = min(weapon.attacks, accurate_limit(rules, terms.accurate_multi))
    found = []
    for accurate in range(most, -1, -1):
        dice = build_graph(weapon.attacks - accurate, faces, sources, terms.rerolls, saving=terms.saving, style=terms.reroll)
        found.append(
            Attack(
                graph=dice,
                kept=tuple(kept(rules, final, accurate, terms) for final in dice.finals),
                own=(0.0,) * len(dice.finals),
                most=weapon.attacks,
                normal=weapon.normal,
                critical=weapon.critical,
                direct=devastating(rules),
                pierce=MANY - defence_dice(rules, 0, MANY),
                pierce_critical=MANY - defence_dice(rules, 1, MANY),
                open=rules.saturate or not terms.cover,
                blocking="block",
                brutal=rules.brutal,
                unrolled=accurate,
            )
        )
    return tuple(found)


def against(weapon: Weapon, target: Target) -> Weapon:
    """Return the weapon with the damage that its dice do to this target."""
    if not target.soften:
        return weapon
    devastating = tuple((inches, target.softened(damage)) for inches, damage in weapon.rules.devastating)
    rules = replace(weapon.rules, devastating=devastating)
    return replace(weapon, normal=target.softened(weapon.normal), critical=target.softened(weapon.critical), rules=rules)


def hit(weapon: Weapon, terms: PoolTerms) -> int:
    """Return the number that attack dice need. (DMG-06, DIFF-16, INT-38)"""
    needed = weapon.hit + terms.injured
    return min(WORST, needed) if terms.limits == "book" else needed


def devastating(rules: Rules) -> int:
    """Return the immediate damage of a critical to the target. (WR-DEVASTATING-01)"""
    return rules.devastating[which_devastating(rules)][1] if rules.devastating else 0


def which_devastating(rules: Rules) -> int:
    """Return which Devastating to use: the one with most damage, among equals one that hurts only the target. (INT-50)"""
    return max(range(len(rules.devastating)), key=lambda at: (rules.devastating[at][1], not rules.devastating[at][0]))


@lru_cache(maxsize=1024)
def defence(target: Target, terms: PoolTerms) -> Defence:
    """Return the ways to defend. (SHOOT-10 to SHOOT-12, WR-PIERCING-01, MIS-36)"""
    faces = results(target.save)
    sources = defence_sources(target.rerolls)  # INT-84

    def way(dice: int, criticals: int = 0, normals: int = 0) -> Way:
        rolled = dice - criticals - normals
        return Way(build_graph(rolled, faces, sources, terms.defender_rerolls, saving=terms.saving, style=terms.reroll), criticals, normals)

    table = []
    for pierced in range(target.defence_dice + 1):
        dice = target.defence_dice - pierced
        plain = (way(dice),)
        kept = ((0, 1), (1, 0), (0, 2)) if terms.vantage_cover else ((0, 1),)
        covered = tuple(way(dice, criticals, normals) for criticals, normals in kept if criticals + normals <= dice)
        table.append((plain, covered if dice and terms.cover_save == "always" else (*covered, *plain)))
    return tuple(table)


def user_suffers(weapon: Weapon, terms: PoolTerms) -> dict[int, float]:
    """Return the damage that a Hot weapon may do to its user, each with its probability. (WR-HOT-01, WR-HOT-02)"""
    suffered: dict[int, float] = {}
    if weapon.rules.hot:
        for face in range(1, FACES + 1):
            damage = hot_damage(face, hit(weapon, terms))
            suffered[damage] = suffered.get(damage, 0.0) + 1 / FACES
    return suffered


def bystanders(weapon: Weapon, softened: Weapon) -> tuple[float, int]:
    """Return the radius in inches within which each critical hurts others, and the damage to them. (WR-DEVASTATING-02)"""
    return weapon.rules.devastating[which_devastating(softened.rules)] if weapon.rules.devastating else (0.0, 0)


def at_once(weapon: Weapon, softened: Weapon, user: Target | None) -> tuple[tuple[int, int], ...]:
    """Return the immediate damage of each critical in a fight, to the foe and to the user beside it; of several the user picks one.

    (WR-DEVASTATING-01, WR-DEVASTATING-02, INT-50)
    """
    own = [0 if not inches else user.softened(damage) if user else damage for inches, damage in weapon.rules.devastating]
    return tuple(zip((damage for _, damage in softened.rules.devastating), own, strict=True))


def fighters(weapon: Weapon | None, terms: PoolTerms) -> tuple[FightSide, ...]:
    """Return one side of a fight, for each number of dice kept by Accurate; without a weapon it rolls no dice. (FIGHT-07, WR-SHOCK, INT-62)"""
    if weapon is None:
        return (UNARMED,)
    shock = DISCARDS_ANY if weapon.rules.shock else 0
    return tuple(
        FightSide(a.graph, a.kept, a.most, a.normal, a.critical, a.brutal, shock, a.unrolled) for a in attacks(weapon, terms._replace(obscured=False))
    )


def ways_to_retain(rules: Rules, printing: str, final: Final, unrolled: int, replies: Sequence[Answer]) -> dict[Successes, tuple[str, ...]]:
    """Return the successes that attack dice can be made into, once some rules have been used, each with the rules still to use."""
    dice = retained(final, unrolled)
    for reply in replies:
        if isinstance(reply, Pick):
            dice = use_retain_rule(dice, str(reply.value))
    return uses(rules, dice, printing or PRINTINGS[-1])


RULES = PoolRules(
    weapon=Weapon,
    parse_rules=parse_rules,
    join=join,
    attacks=attacks,
    defence=defence,
    fighters=fighters,
    against=against,
    user_suffers=user_suffers,
    bystanders=bystanders,
    at_once=at_once,
    direct_damage=lambda rules: [damage for _, damage in rules.devastating],
    ways_to_retain=ways_to_retain,
    which_at_once=which_devastating,
    alternating_rerolls=True,  # INT-44
    at_once_rules=("KT24-WR-DEVASTATING-01",),
    refusals={
        "roof": Phrase("{ruleset} does not ask for a roof; leave it out"),
        "invulnerable": Phrase("kt24 has no invulnerable saves; leave it out"),
    },
)
ODDS = PoolOdds(ruleset="kt24", form=FORM, rules=RULES)
