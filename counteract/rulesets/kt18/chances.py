"""The odds of attacks as the table stands: for those who advise, and for labels that tell what to expect."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from counteract.mechanics.field import within
from counteract.mechanics.hitwoundsave import Amount
from counteract.odds import kt18 as odds
from counteract.odds.kt18_cards import Target
from counteract.rulesets.kt18 import stats
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.attack import Kind, hit_modifiers
from counteract.rulesets.kt18.measure import gap, look
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.weapons import Weapon


class Chance(NamedTuple):
    """What to expect of some attacks: wounds lost, and how likely the model is out of action."""

    wounds: float = 0.0
    out: float = 0.0


def attack(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int, kind: Kind) -> Chance:
    """The odds of one model attacking another with all attacks of a weapon."""
    card, model = arena.cards[j], s.models[j]
    cover = kind != "fight" and look(arena, s, i, j).in_cover
    modifier = sum(amount for _, _, amount in hit_modifiers(arena, s, i, weapon, j, kind))
    target = Target(
        toughness=card.toughness, save=card.save, wounds=model.wounds, invulnerable=stats.invulnerable(arena, s, j),
        ignore=arena.ignores[j], flesh=model.flesh,
    )  # fmt: skip
    if kind == "fight":
        weapon = replace(weapon, kind="ranged", type="assault", attacks=Amount(plus=stats.attacks(arena, s, i)))
    elif kind == "shooting" and arena.specialists[i] == "sniper":  # SPEC-05
        weapon = replace(weapon, rules=replace(weapon.rules, sure=True))
    near = kind != "fight" and within(gap(arena, s, i, j), weapon.range / 2)
    skill = arena.cards[i].ws if kind == "fight" else arena.cards[i].bs
    strength, overwatch = stats.own_strength(arena, s, i), kind == "overwatch"
    return _attack(weapon, skill, strength, modifier, target, cover, near, overwatch, arena.switches.max_flesh_wounds)


@lru_cache(maxsize=65536)
def _attack(
    weapon: Weapon, skill: int, strength: int, modifier: int, target: Target, cover: bool, near: bool, overwatch: bool, most_flesh: int
) -> Chance:
    counted = int(cover) + int(weapon.rules.unwieldy)  # what the odds take off themselves
    found = odds.shoot(
        weapon, target, bs=skill, strength=strength, modifier=modifier + counted, cover=cover, half_range=near, overwatch=overwatch,
        max_flesh_wounds=most_flesh,
    )  # fmt: skip
    return Chance(float(found.details["capped"]), found.incapacitate)


def attacks(arena: Arena, s: Skirmish, i: int, weapons: Iterable[Weapon], j: int, kind: Kind) -> Chance:
    """The odds of several weapons; each as if it were the first, so a little too high."""
    wounds, spared = 0.0, 1.0
    for weapon in weapons:
        one = attack(arena, s, i, weapon, j, kind)
        wounds += one.wounds
        spared *= 1 - one.out
    return Chance(min(float(s.models[j].wounds), wounds), 1 - spared)
