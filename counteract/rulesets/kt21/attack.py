"""Attack steps of Kill Team 2021 that shooting and fighting share: re-rolls, sorting hits, Rending, Stun. (WR, PLOY, INT-42)"""

from __future__ import annotations

import msgspec

from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core.decision import PASS, Decision, Pick
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics.changes import change_model
from counteract.mechanics.operatives.rerolls import Hand, which_dice
from counteract.rulesets.kt21.state import Ref
from counteract.rulesets.kt21.weapons import Rules, can_rend, count_hits

_RENDING = (PASS, Pick("rending"))


class Hits(msgspec.Struct, frozen=True, gc=False):
    """Retained attack dice: critical and normal hits."""

    criticals: int
    normals: int


def reroll(ref: Ref, hand: Hand) -> Procedure:
    """Ask for re-rolls: first those of the weapon, then Command Re-rolls, each of a different die. (INT-26 to INT-28, PLOY-05, PLOY-06)"""
    while ways := hand.ways(ref):
        choice = yield which_dice(ref.arena, hand, ways)
        if choice == PASS:
            return
        if choice.use == COMMAND_REROLL:
            hand.sources = ()
        yield from hand.use(ref, choice)


def sort_hits(ref: Ref, rules: Rules, results: tuple[int, ...], needed: int) -> Hits:
    """Return the hits of a roll, critical and normal. (SHOOT-06 to -09, FIGHT-05, -06)"""
    return Hits(*count_hits(rules, results, needed, lethal_needs_hit=ref.arena.options.lethal_needs_hit))


def rend(ref: Ref, player: int, rules: Rules, hits: Hits) -> Steps[Hits]:
    """Ask whether Rending turns a normal hit into a critical one. (WR-RENDING-01, INT-56)"""
    if can_rend(rules, hits.criticals, hits.normals):
        choice = yield Decision(player, "rending", _RENDING, "KT21-WR-RENDING-01", "Turn a normal hit into a critical one?")
        if choice != PASS:
            hits = Hits(hits.criticals + 1, hits.normals - 1)
            ref.emit("used", "KT21-WR-RENDING-01", player=player, use="rending")
    return hits


def stun(ref: Ref, target: int, rule: str) -> None:
    """Stun an operative: 1 APL less until the end of its next activation, not counting one in progress. (INT-54)"""
    if ref.state.models[target].down:
        return
    active = any(a.kind == "activation" and a.operative == target for a in ref.state.acting)
    change_model(ref, target, stun=2 if active else 1)
    ref.emit("stunned", rule, model=target)
