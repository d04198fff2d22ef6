"""The Fight action of Kill Team 2021: weapons, attack dice, then strikes and parries in turn. (FIGHTACT, FIGHT)"""

from __future__ import annotations

from counteract.core.decision import Why
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.field import within
from counteract.mechanics.operatives import stats
from counteract.mechanics.operatives.damage import inflict
from counteract.mechanics.operatives.fight import (
    UNARMED,
    FightingOperative,
    Left,
    MeleeStyle,
    attacks,
    choose_opponent,
    choose_weapon,
    resolve,
    rules_of,
)
from counteract.mechanics.operatives.rerolls import attack_question, roll_hand
from counteract.mechanics.operatives.shoot import use_weapon
from counteract.mechanics.operatives.sight import gap, sees
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.attack import Hits, rend, reroll, sort_hits, stun
from counteract.rulesets.kt21.shoot import used_up
from counteract.rulesets.kt21.sight import engaged_enemies
from counteract.rulesets.kt21.state import Ref, Skirmish
from counteract.rulesets.kt21.weapons import Rules, reroll_sources

REAP = 1.0  # WR-REAP-02

MELEE_STYLE = MeleeStyle(
    ward="parry",
    warded="parried",
    prompt="{name}: strike or parry? ({mine} left against {others})",
    resolve="KT21-FIGHT-10",
    strike="KT21-FIGHT-11",
    critical_strike="KT21-FIGHT-12",
    warding="KT21-FIGHT-13",
    critical_warding="KT21-FIGHT-14",
    too_weak=("KT21-FIGHT-13", "A normal hit parries only a normal hit."),
    brutal=("KT21-WR-BRUTAL-01", "Against a Brutal weapon only critical hits parry."),
    must=("KT21-INT-39", "A hit must strike or parry."),
    gone=("KT21-INT-39", "There is no such hit left, or nothing to parry with it."),
)


def why_not_weapon(arena: Arena, s: Skirmish, i: int, w: int) -> Why | None:
    """Return why an operative may not fight with a weapon, or None. (FIGHT-03, WR-LIMITED-01)"""
    weapon = arena.cards[i].weapons[w]
    if weapon.kind != "melee":
        return "KT21-FIGHT-03", "Only melee weapons are used in a fight."
    if weapon.rules.limited and used_up(arena, s, i, w):
        return "KT21-WR-LIMITED-01", "This weapon has been used in this battle."
    return None


def usable_weapons(arena: Arena, s: Skirmish, i: int) -> list[int]:
    return [w for w in range(len(arena.cards[i].weapons)) if why_not_weapon(arena, s, i, w) is None]


def why_not_fight(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why an operative may not fight, or None; any order allows it. (FIGHTACT-02, INT-40)"""
    if not engaged_enemies(arena, s, i):
        return "KT21-FIGHTACT-02", "No enemy operative is within Engagement Range."
    return None if usable_weapons(arena, s, i) else ("KT21-INT-40", "It has no melee weapon it could use.")


def fight(ref: Ref, i: int) -> Procedure:
    """Resolve steps 1 and 2 of a fight: choose the enemy, then both weapons. (FIGHT-01 to FIGHT-03)"""
    target = yield from choose_opponent(ref, i, "KT21-FIGHT-02", "Only an enemy within Engagement Range can be fought.")
    ref.emit("fights", "KT21-FIGHT-01", model=i, target=target)
    mine = yield from _arm(ref, i)
    theirs = yield from _arm(ref, target)
    ref.then(Task("melee", (mine, theirs)))


def _arm(ref: Ref, i: int) -> Steps[FightingOperative]:
    """Ask which melee weapon an operative uses; without one it rolls no dice. (FIGHT-03, INT-40)"""
    arena, s = ref.arena, ref.state
    weapons = usable_weapons(arena, s, i)
    if not weapons:
        return FightingOperative(i, UNARMED, 6)
    w = yield from choose_weapon(ref, i, weapons, "KT21-FIGHT-03", lambda w: why_not_weapon(arena, s, i, w))
    use_weapon(ref, i, w)
    return FightingOperative(i, w, stats.hit(arena, s, i, arena.cards[i].weapons[w]))  # INT-29, DMG-05


def melee(ref: Ref, attacker: FightingOperative, defender: FightingOperative) -> Procedure:
    """Resolve steps 3 and 4 of a fight: roll, re-roll and retain, then strike or parry, the attacker first. (FIGHT-04 to FIGHT-09, INT-28, INT-38)"""
    fighters = (attacker, defender)
    rules = (rules_of(ref, attacker, defender, Rules()), rules_of(ref, defender, attacker, Rules()))
    players = tuple(ref.arena.sides[f.operative] for f in fighters)
    hands = []
    for k in (0, 1):
        dice, again = attacks(ref.arena, fighters[k]), reroll_sources(rules[k])
        hands.append((yield from roll_hand(ref, players[k], dice, again, "KT21-FIGHT-04", attack_question(fighters[k].hit))))
    left: list[Left] = []
    for k in (0, 1):
        yield from reroll(ref, hands[k])
    for k in (0, 1):
        hits: Hits = yield from rend(ref, players[k], rules[k], sort_hits(ref, rules[k], hands[k].results, fighters[k].hit))
        if hands[k].results:
            ref.emit("retained", "KT21-FIGHT-06", player=players[k], criticals=hits.criticals, normals=hits.normals)
        left.append((hits.criticals, hits.normals))
    critical_strikes = [0, 0]

    def struck(k: int, critical: bool, left: list[Left]) -> Procedure:
        if critical:
            critical_strikes[k] += 1
            yield from _critical_strike(ref, fighters[k], fighters[1 - k], rules[k], critical_strikes[k], left, 1 - k)

    yield from resolve(ref, fighters, left, (rules[0].brutal, rules[1].brutal), MELEE_STYLE, struck)


def _critical_strike(ref: Ref, me: FightingOperative, foe: FightingOperative, rules: Rules, count: int, left: list[Left], theirs: int) -> Procedure:
    """Resolve Reap and Stun after a critical strike. (WR-REAP-01, WR-STUN-02, -03, INT-53)"""
    if rules.reap:
        for j in reaped(ref.arena, ref.state, me.operative, foe.operative):
            yield from inflict(ref, j, rules.reap, "KT21-WR-REAP-01", me.operative)
    if not rules.stun or ref.state.models[foe.operative].down:
        return
    criticals, normals = left[theirs]
    if count == 1 and normals:
        left[theirs] = (criticals, normals - 1)
        ref.emit("reeled", "KT21-WR-STUN-02", model=foe.operative)
    elif count == 2:
        stun(ref, foe.operative, "KT21-WR-STUN-03")


def reaped(arena: Arena, s: Skirmish, i: int, fought: int) -> list[int]:
    """Return the other visible enemies within 1" of the operative or of its opponent. (WR-REAP-02)"""
    return [
        j
        for j, place in enumerate(s.places)
        if place is not None
        and j != fought
        and arena.is_enemy(i, j)
        and any(within(gap(arena, s, k, j), REAP) for k in (i, fought))
        and sees(arena, s, i, j)
    ]
