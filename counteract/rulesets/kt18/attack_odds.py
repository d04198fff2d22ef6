"""The odds of attacks in Kill Team 2018 in the current state of the table, for the policy and for the labels of options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from counteract.attacks.hitwoundsave import Amount
from counteract.core.preview import Bars
from counteract.mechanics.field import within
from counteract.odds.chains.attack import Faces, faces, from_face
from counteract.rulesets.kt18 import odds, stats
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.attack import OVERWATCH, Kind, circumstances
from counteract.rulesets.kt18.modifiers import total
from counteract.rulesets.kt18.odds_cards import TargetModel
from counteract.rulesets.kt18.sight import gap, judge_visibility
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.weapons import Weapon

TERMS = odds.ShootTerms(objective="incapacitate")


class InjuryOdds(NamedTuple):
    """The odds of attacks: expected wounds lost, and the chances of out of action, and of a further flesh wound or worse.

    ``bars`` are the numbers of wounds that may be lost, each with its chance.
    """

    wounds: float = 0.0
    out: float = 0.0
    hurt: float = 0.0
    bars: Bars = ()


def mixed(parts: Iterable[tuple[float, InjuryOdds]]) -> InjuryOdds:
    """Return the odds of one of several attacks, each with its probability; with the rest of it there is no attack."""
    known = list(parts)
    lost: dict[int, float] = {}
    for likely, chance in known:
        for number, share in chance.bars:
            if number:
                lost[number] = lost.get(number, 0.0) + likely * share
    return InjuryOdds(
        wounds=sum(likely * chance.wounds for likely, chance in known),
        out=sum(likely * chance.out for likely, chance in known),
        hurt=sum(likely * chance.hurt for likely, chance in known),
        bars=((0, 1.0 - sum(lost.values())), *sorted(lost.items())),
    )


class Used(NamedTuple):
    """A weapon as it is used now: the faces that hit, the strength of its user, and how many times its attacks are made."""

    weapon: Weapon
    hit: Faces
    strength: int
    often: int


def attack(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int, kind: Kind) -> InjuryOdds:
    """Return the odds of one model attacking another with all attacks of a weapon."""
    return attacks(arena, s, i, (weapon,), j, kind)


def attacks(arena: Arena, s: Skirmish, i: int, weapons: Iterable[Weapon], j: int, kind: Kind) -> InjuryOdds:
    """Return the odds of attacking with several weapons, in the order that is likeliest to put the target out of action."""
    card, model = arena.cards[j], s.models[j]
    target = TargetModel(
        toughness=card.toughness, save=card.save, wounds=model.wounds, invulnerable=stats.invulnerable(arena, s, j),
        ignore=arena.ignores[j], flesh=model.flesh,
    )  # fmt: skip
    cover = kind != "fight" and judge_visibility(arena, s, i, j).in_cover
    used = tuple(_used(arena, s, i, weapon, j, kind) for weapon in weapons)
    return _attacks(used, target, cover, arena.options.max_flesh_wounds)


def _used(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int, kind: Kind) -> Used:
    card, fight = arena.cards[i], kind == "fight"
    modifier = total(weapon, circumstances(arena, s, i, weapon, j, kind), fight=fight)
    hit = from_face(OVERWATCH) if kind == "overwatch" else faces(card.ws if fight else card.bs, modifier)
    if fight:
        weapon = replace(weapon, attacks=Amount(plus=stats.attacks(arena, s, i)))
    elif kind == "shooting" and arena.specialists[i] == "sniper":  # SPEC-05
        weapon = replace(weapon, rules=replace(weapon.rules, sure=True))
    rapid = weapon.type == "rapid fire" and within(gap(arena, s, i, j), weapon.range / 2)  # WR-RAPID-01
    return Used(weapon, hit, stats.own_strength(arena, s, i), 2 if rapid else 1)


@lru_cache(maxsize=16384)
def _attacks(used: tuple[Used, ...], target: TargetModel, cover: bool, most_flesh: int) -> InjuryOdds:
    if not used:
        return InjuryOdds()
    guns = [
        odds.gun_of(one.weapon, target, one.hit, strength=one.strength, often=one.often, cover=cover, max_flesh_wounds=most_flesh) for one in used
    ]
    found = odds.odds_of(odds.ShotQuestion(TERMS, guns))
    lost: dict[int, float] = found.details["wounds_lost"]
    return InjuryOdds(float(found.details["capped"]), found.incapacitate, found.incapacitate + found.injure, tuple(sorted(lost.items())))
