"""What shooting and fighting have in common: rolling attack dice, re-rolling, sorting hits, Rending, Stun. (WR, PLOY, INT-42)"""

from __future__ import annotations

import msgspec

from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core.decision import PASS, Decision, Pick
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics.changes import change
from counteract.mechanics.operatives.rerolls import Hand, which_dice
from counteract.rulesets.kt21.state import Ref
from counteract.rulesets.kt21.weapons import Rules, can_rend, sorted_hits

_RENDING = (PASS, Pick("rending"))


class Hits(msgspec.Struct, frozen=True, gc=False):
    """Attack dice that are retained."""

    criticals: int
    normals: int


def reroll(ref: Ref, hand: Hand) -> Procedure:
    """First what the weapon gives, then Command Re-rolls, each for another die. (INT-26 to INT-28, PLOY-05, PLOY-06)"""
    while ways := hand.ways(ref):
        choice = yield which_dice(ref.arena, hand, ways)
        if choice == PASS:
            return
        if choice.use == COMMAND_REROLL:
            hand.sources = ()
        yield from hand.use(ref, choice)


def sort_hits(ref: Ref, rules: Rules, results: tuple[int, ...], needed: int) -> Hits:
    """Hits by kind. (SHOOT-06 to -09, FIGHT-05, -06)"""
    return Hits(*sorted_hits(rules, results, needed, lethal_needs_hit=ref.arena.switches.lethal_needs_hit))


def rend(ref: Ref, player: int, rules: Rules, hits: Hits) -> Steps[Hits]:
    """With a critical hit, one normal hit may become another. (WR-RENDING-01, INT-56)"""
    if can_rend(rules, hits.criticals, hits.normals):
        choice = yield Decision(player, "rending", _RENDING, "KT21-WR-RENDING-01", "Turn a normal hit into a critical one?")
        if choice != PASS:
            hits = Hits(hits.criticals + 1, hits.normals - 1)
            ref.emit("used", "KT21-WR-RENDING-01", player=player, use="rending")
    return hits


def stun(ref: Ref, target: int, rule: str) -> None:
    """APL is 1 lower until the end of its next activation; if it is being activated, of the one after. (INT-54)"""
    if ref.state.models[target].down:
        return
    active = any(a.kind == "activation" and a.operative == target for a in ref.state.acting)
    change(ref, target, stun=2 if active else 1)
    ref.emit("stunned", rule, model=target)
