"""Attack steps of Kill Team 2024 that shooting and fighting share: Accurate, retaining dice, Devastating, Stun. (DICE, WR)"""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from counteract.attacks.dicepool import counted, sort_roll
from counteract.core.decision import PASS, Answer, Context, Decision, Pick, Refusal
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics.changes import change_model
from counteract.mechanics.operatives.damage import inflict, reduce_all_damage
from counteract.mechanics.operatives.effects import in_force
from counteract.mechanics.operatives.fight import DuelContext
from counteract.mechanics.operatives.sight import near_and_seen
from counteract.rulesets.kt24.state import Operative, Ref
from counteract.rulesets.kt24.weapons import (
    RETAIN_RULES,
    Retained,
    Rules,
    accurate_limit,
    retain_options,
    use_retain_rule,
    why_not_retain,
)


class AccurateContext(Context, frozen=True, gc=False):
    """The context of Accurate: the attacker, the target, and the number of attack dice."""

    name: str
    target: str
    attacks: int


class RetainContext(Context, frozen=True, gc=False):
    """The context of the use of Severe, Rending or Punishing: the dice retained so far."""

    retained: Retained

    def prompt_values(self) -> dict[str, Any]:
        return {"kept": counted(self.retained.criticals, self.retained.normals)}


def declare_accurate(ref: Ref, i: int, j: int, rules: Rules, attacks: int) -> Steps[int]:
    """Ask how many attack dice operative i retains unrolled against operative j. (WR-ACCURATE-01, -02)"""
    most = min(attacks, accurate_limit(rules, ref.arena.options.accurate_multi))
    if most == 0:
        return 0
    options = tuple(Pick(n) for n in range(most, -1, -1))
    choice = yield Decision(
        ref.arena.sides[i], "accurate", options, "KT24-WR-ACCURATE-01",
        "{name} attacks {target}: keep how many of {attacks} dice unrolled as normal successes?",
        AccurateContext(ref.arena.names[i], ref.arena.names[j], attacks), subject=i,
    )  # fmt: skip
    kept = int(choice.value)
    if kept:
        ref.emit("unrolled", "KT24-WR-ACCURATE-01", model=i, amount=kept)
    return kept


def retain(
    ref: Ref, player: int, rules: Rules, results: tuple[int, ...], hit: int, accurate: int, *, obscured: bool = False, friend: bool = False
) -> Steps[Retained]:
    """Sort the attack dice, then ask for Severe, Rending and Punishing. (SHOOT-09, FIGHT-08, INT-46)

    One more success can only help the attacker, unless the target is a ``friend``.
    """
    criticals, normals, fails = sort_roll(results, hit, rules.lethal)
    normals += accurate
    if obscured:  # MIS-26, MIS-27: every critical counts as normal, none can be made, and one success is lost
        successes = criticals + normals
        if successes:
            ref.emit("obscured", "KT24-MIS-26", player=player)
        kept = Retained(0, max(0, successes - 1), fails, accurate)
        ref.emit("retained", "KT24-MIS-26", player=player, criticals=0, normals=kept.normals, unrolled=accurate)
        return kept
    kept = Retained(criticals, normals, fails, accurate)
    printing = ref.arena.options.printing
    while options := retain_options(rules, kept, printing):
        choice = yield Decision(
            player, "retain", (*map(Pick, options), PASS), RETAIN_RULES[options[0]], "You retain {kept}. Use a rule on these dice?",
            RetainContext(kept), why=partial(_refuse_retain, rules, kept, printing),
            settled=options == ("punishing",) and not friend,
        )  # fmt: skip
        if choice == PASS:
            break
        kept = use_retain_rule(kept, choice.value)
        ref.emit("used", RETAIN_RULES[choice.value], player=player, use=choice.value)
    ref.emit("retained", "KT24-DICE-01", player=player, criticals=kept.criticals, normals=kept.normals, unrolled=accurate)
    return kept


def _refuse_retain(rules: Rules, kept: Retained, printing: str, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(str(name)) if name in RETAIN_RULES:
            problem = why_not_retain(rules, kept, printing, name)
            return Refusal(*problem) if problem else None
    return None


def devastate(ref: Ref, player: int, rules: Rules, kept: Retained, user: int, target: int) -> Procedure:
    """Inflict Devastating damage for each retained critical success. (WR-DEVASTATING-01 to -03, INT-50)"""
    if not rules.devastating or not kept.criticals:
        return
    distance, damage = rules.devastating[0]
    if len(rules.devastating) > 1:
        options = tuple(Pick(f'{d:g}" Devastating {x}' if d else f"Devastating {x}") for d, x in rules.devastating)
        wounds = DuelContext(ref.arena, ref.state, user, target)
        choice = yield Decision(player, "devastating", options, "KT24-INT-50", "Which Devastating takes effect?", wounds)
        distance, damage = rules.devastating[options.index(choice)]
    struck = [target]
    if distance:
        struck += near_and_seen(ref.arena, ref.state, target, distance)
    if user in struck:
        struck = yield from _user_first_or_last(ref, player, user, struck)
    for j in struck:
        rule = "KT24-WR-DEVASTATING-01" if j == target else "KT24-WR-DEVASTATING-02"
        yield from inflict(ref, j, reduce_all_damage(ref, j, (damage,) * kept.criticals), rule, user)


def _user_first_or_last(ref: Ref, player: int, user: int, struck: list[int]) -> Steps[list[int]]:
    """Ask whether Devastating strikes its own user first or last; asked only if a kill heals the user. (INT-34)"""
    rest = [j for j in struck if j != user]
    if rest and any(e.feeds for e in in_force(ref.arena, ref.state, user, "after_kill")):
        options = (Pick("user-last"), Pick("user-first"))
        prompt = "It strikes its user too: after or before the others?"
        choice = yield Decision(player, "devastating-order", options, "KT24-INT-34", prompt, subject=user)
        if choice == options[1]:
            return [user, *rest]
    return [*rest, user]


def stun(ref: Ref, rules: Rules, kept: Retained, target: int) -> None:
    """Stun the target of a critical success: lower its APL until the end of its next activation. (WR-STUN-01, DIFF-16, INT-42, INT-48)"""
    if not rules.stun or not kept.criticals or ref.state.models[target].down:
        return
    active = any(a.kind == "activation" and a.operative == target for a in ref.state.acting)
    lasts = 2 if active else 1
    change_model(ref, target, stunned=(*ref.state.models[target].stunned, lasts))
    ref.emit("stunned", "KT24-WR-STUN-01", model=target)


def recover(operative: Operative) -> Operative:
    """Return an operative as it is after its activation, with each Stun one activation shorter. (WR-STUN-01, DIFF-16, INT-42)"""
    if not operative.stun and not operative.stunned:
        return operative
    stunned = tuple(left - 1 for left in operative.stunned if left > 1)
    return replace(operative, stun=max(0, operative.stun - 1), stunned=stunned)
