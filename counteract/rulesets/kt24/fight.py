"""The Fight action of Kill Team 2024: weapons, attack dice, then strikes and blocks in turn. (FIGHT)"""

from __future__ import annotations

from typing import Any

from counteract.core.decision import PASS, Why
from counteract.core.procedure import Alternation, Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.operatives.damage import choose_first_effect
from counteract.mechanics.operatives.effects import in_force
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
from counteract.mechanics.operatives.rerolls import Hand, attack_question, roll_hand, which_dice
from counteract.mechanics.operatives.shoot import use_weapon
from counteract.mechanics.operatives.sight import enemies_in_control
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.attack import declare_accurate, devastate, retain, stun
from counteract.rulesets.kt24.shoot import hot
from counteract.rulesets.kt24.state import Ref, Skirmish
from counteract.rulesets.kt24.weapons import MOVES, Retained, Rules, heavy_bars_use, reroll_sources

MELEE_STYLE = MeleeStyle(
    ward="block",
    warded="blocked",
    prompt="{name}: strike or block? ({mine} left against {others})",
    resolve="KT24-FIGHT-11",
    strike="KT24-FIGHT-12",
    critical_strike="KT24-FIGHT-13",
    warding="KT24-FIGHT-14",
    critical_warding="KT24-FIGHT-14",
    too_weak=("KT24-FIGHT-15", "A normal success blocks only a normal success."),
    brutal=("KT24-WR-BRUTAL-01", "Only critical successes block the dice of a Brutal weapon."),
    must=("KT24-INT-63", "A player must resolve one of their successes."),
    gone=("KT24-FIGHT-11", "There is no such success left, or nothing to block with it."),
)


def why_not_weapon(arena: Arena, s: Skirmish, i: int, w: int, *, retaliating: bool = False) -> Why | None:
    """Return why an operative may not fight with a weapon, or None. (FIGHT-06, WR-LIMITED-01, WR-HEAVY-01, INT-74)"""
    weapon, operative = arena.cards[i].weapons[w], s.models[i]
    if weapon.kind != "melee":
        return "KT24-STAT-08", "Only melee weapons are used in a fight."
    if weapon.rules.limited and operative.uses and operative.uses[w] >= weapon.rules.limited:
        return "KT24-WR-LIMITED-01", "This weapon has been used up."
    if not retaliating and s.acting and heavy_bars_use(weapon.rules, [a for a in s.acting[-1].done if a in MOVES]):
        return "KT24-WR-HEAVY-01", "A Heavy weapon cannot be used after moving."
    return None


def usable_weapons(arena: Arena, s: Skirmish, i: int, *, retaliating: bool = False) -> list[int]:
    return [w for w in range(len(arena.cards[i].weapons)) if why_not_weapon(arena, s, i, w, retaliating=retaliating) is None]


def why_not_fight(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why an operative may not fight, or None. (FIGHT-02, INT-62)"""
    if not enemies_in_control(arena, s, i):
        return "KT24-FIGHT-02", "No enemy operative is within control range."
    if not usable_weapons(arena, s, i):
        return "KT24-INT-62", "It has no melee weapon it could use."
    return None


def fight(ref: Ref, i: int) -> Procedure:
    """Resolve steps 1 and 2 of a fight: choose the enemy, then both weapons. (FIGHT-01, FIGHT-04 to FIGHT-06)"""
    target = yield from choose_opponent(ref, i, "KT24-FIGHT-04", "Only an enemy within control range can be fought.")
    ref.emit("fights", "KT24-FIGHT-01", model=i, target=target)
    mine = yield from _arm(ref, i)
    theirs = yield from _arm(ref, target, retaliating=True)
    ref.then(Task("melee", (mine, theirs)))


def _arm(ref: Ref, i: int, *, retaliating: bool = False) -> Steps[FightingOperative]:
    """Ask which melee weapon an operative uses; without one it rolls no dice. (INT-62, MIS-42)"""
    arena, s = ref.arena, ref.state
    weapons = [] if retaliating and s.models[i].silenced else usable_weapons(arena, s, i, retaliating=retaliating)
    if not weapons:
        return FightingOperative(i, UNARMED, 6)
    w = yield from choose_weapon(ref, i, weapons, "KT24-FIGHT-06", lambda w: why_not_weapon(arena, s, i, w, retaliating=retaliating))
    hit = stats.fixed_hit(arena, s, i, arena.cards[i].weapons[w])
    use_weapon(ref, i, w)
    return FightingOperative(i, w, hit)


def melee(ref: Ref, attacker: FightingOperative, defender: FightingOperative) -> Procedure:
    """Resolve step 3 of a fight: both roll, re-roll and retain, the attacker always first; then step 4. (FIGHT-07, FIGHT-08, INT-81)"""
    arena = ref.arena
    fighters = (attacker, defender)
    rules = (rules_of(ref, attacker, defender, Rules()), rules_of(ref, defender, attacker, Rules()))
    players = tuple(arena.sides[f.operative] for f in fighters)
    dice = [attacks(arena, f) for f in fighters]
    hits = [stats.current_hit(arena, ref.state, f.operative, f.hit) for f in fighters]
    accurate = [0, 0]
    for k in (0, 1):
        accurate[k] = yield from declare_accurate(ref, fighters[k].operative, fighters[1 - k].operative, rules[k], dice[k])
    hands = []
    for k in (0, 1):
        hand = yield from roll_hand(ref, players[k], dice[k] - accurate[k], reroll_sources(rules[k]), "KT24-FIGHT-07", attack_question(hits[k]))
        hands.append(hand)
    yield from _reroll_in_turn(ref, hands)
    kept = []
    for k in (0, 1):
        kept.append((yield from retain(ref, players[k], rules[k], hands[k].results, hits[k], accurate[k])))
    first = yield from _first_to_devastate(ref, fighters, rules, kept)
    for k in (first, 1 - first):  # INT-66: both act at the same time, so the first does not stop the second
        yield from devastate(ref, players[k], rules[k], kept[k], fighters[k].operative, fighters[1 - k].operative)
    for k in (0, 1):
        stun(ref, rules[k], kept[k], fighters[1 - k].operative)
    if not any(ref.state.models[f.operative].down for f in fighters):
        yield from _resolve(ref, fighters, rules, kept)
    for k in (0, 1):
        yield from _hot(ref, fighters[k], rules[k])


def _first_to_devastate(
    ref: Ref, fighters: tuple[FightingOperative, FightingOperative], rules: tuple[Rules, Rules], kept: list[Retained]
) -> Steps[int]:
    """Return 0 or 1: the fighter whose Devastating acts first; asked only if the order can matter for an effect after a kill. (INT-34, INT-66)"""
    if not all(rules[k].devastating and kept[k].criticals for k in (0, 1)):
        return 0
    rewards = [e for f in fighters for e in in_force(ref.arena, ref.state, f.operative, "after_kill")]
    contested = any(inches for r in rules for inches, _ in r.devastating)  # both may strike the same bystander
    if not any(contested or e.feeds for e in rewards):
        return 0
    chosen, _ = yield from choose_first_effect(ref, [(f.operative, "devastating") for f in fighters])
    return int(chosen == fighters[1].operative)


def _reroll_in_turn(ref: Ref, hands: list[Hand]) -> Procedure:
    """Ask both players in turn for one re-roll or a pass, the player with initiative first. (INT-44)"""
    by_player = {hand.player: hand for hand in hands}
    first = ref.state.initiative
    turns = Alternation((first, 1 - first))
    while not turns.over:
        hand = by_player[turns.player]
        ways = hand.ways(ref)
        choice: Any = PASS
        if ways:
            choice = yield which_dice(ref.arena, hand, ways)
        if choice == PASS:
            turns = turns.passes()
        else:
            yield from hand.use(ref, choice)
            turns = turns.acts()


def _resolve(ref: Ref, fighters: tuple[FightingOperative, FightingOperative], rules: tuple[Rules, Rules], kept: list[Retained]) -> Procedure:
    """Resolve step 4 of a fight: strike or block with one success at a time. (FIGHT-09 to FIGHT-16, INT-63 to INT-65)"""
    shocked = [False, False]

    def struck(k: int, critical: bool, left: list[Left]) -> Procedure:
        foe = fighters[1 - k]
        if critical and rules[k].shock and not shocked[k] and not ref.state.models[foe.operative].down:
            shocked[k] = True
            left[1 - k] = _shocked(ref, foe, left[1 - k])
        return
        yield

    left = [(k.criticals, k.normals) for k in kept]
    yield from resolve(ref, fighters, left, (rules[0].brutal, rules[1].brutal), MELEE_STYLE, struck)


def _shocked(ref: Ref, foe: FightingOperative, left: tuple[int, int]) -> tuple[int, int]:
    """Return the successes left after Shock: one normal success is discarded, or a critical one if there is none. (WR-SHOCK-01, -02)"""
    criticals, normals = left
    if normals:
        ref.emit("shocked", "KT24-WR-SHOCK-01", model=foe.operative)
        return criticals, normals - 1
    if criticals:
        ref.emit("shocked", "KT24-WR-SHOCK-02", model=foe.operative)
        return criticals - 1, 0
    return left


def _hot(ref: Ref, fighter: FightingOperative, rules: Rules) -> Procedure:
    if rules.hot:
        yield from hot(ref, fighter.operative, fighter.hit)
