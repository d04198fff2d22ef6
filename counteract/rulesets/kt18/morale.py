"""The Morale phase of Kill Team 2018: broken teams, shaken models, Nerve tests. (MORALE, BROKEN, SHAKEN, NERVE)"""

from __future__ import annotations

from counteract.core.decision import PASS, Decision, NameContext, Pick, Roll
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.chain_rolls import signed
from counteract.mechanics.changes import change_battle, change_model
from counteract.mechanics.field import within
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt18 import stats
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.sight import gaps
from counteract.rulesets.kt18.state import Fighter, Ref, Skirmish, touch
from counteract.rulesets.kt18.tactics import INSANE_BRAVERY, buy, reroll, why_not_tactic

STEADY_FRIENDS = 2.0  # NERVE-04


class NerveContext(NameContext, frozen=True, gc=False):
    """The context of a Nerve test: the modifier of the die, and the highest roll that passes."""

    modified: str
    needed: int


def morale(ref: Ref, player: int) -> Procedure:
    """Resolve a player's Morale phase: test for broken, remove shaken tokens, take Nerve tests. (MORALE-01, INT-65)"""
    yield from _check_broken(ref, player)
    s = ref.state
    shaken = [i for i in models_of(s, player) if s.models[i].shaken]
    if shaken:  # SHAKEN-01
        touch(ref, {i: {"shaken": False} for i in shaken})
        ref.emit("steadied", "KT18-SHAKEN-01", player=player, models=tuple(shaken))
    s = ref.state
    testing = tuple(i for i in models_of(s, player) if s.models[i].flesh or s.broken[player])  # NERVE-01
    if testing:
        ref.then(Task("nerve", (testing,)))


def _impaired(model: Fighter) -> bool:
    return bool(model.flesh or model.shaken or model.out)


def _check_broken(ref: Ref, player: int) -> Procedure:
    """Break the team, or test for it, if more than half of its models are impaired. (BROKEN-01 to BROKEN-04, INT-64, INT-66)"""
    arena, s = ref.arena, ref.state
    team = [m for m in s.models if m.side == player]
    impaired = sum(map(_impaired, team))
    if s.broken[player] or 2 * impaired <= len(team):
        return
    rule = "KT18-BROKEN-01"
    if impaired < len(team):
        rule = "KT18-BROKEN-03"
        best = max((stats.leadership(arena, s, i) for i in models_of(s, player) if not s.models[i].shaken), default=0)
        faces = yield Roll(player, 2, "KT18-BROKEN-02")
        ref.emit("broken-test", "KT18-BROKEN-02", player=player, dice=faces, needed=best, hit=sum(faces) <= best)
        if sum(faces) <= best:
            return
    change_battle(ref, broken=tuple(b or side == player for side, b in enumerate(s.broken)))
    ref.emit("broken", rule, player=player)


def nerve(ref: Ref, testing: tuple[int, ...]) -> Procedure:
    """Take the Nerve tests of a player's models in the order the player chooses. (NERVE-01 to NERVE-06, TAC-08, INT-67)"""
    arena, s = ref.arena, ref.state
    i = testing[0]
    player = arena.sides[i]
    if len(testing) > 1:
        choice = yield Decision(player, "nerve", tuple(map(Pick, testing)), "KT18-INT-67", "Whose nerve is tested next?")
        i = int(choice.value)
    modifier, limit = nerve_modifier(arena, s, i), stats.leadership(arena, s, i)
    if _passes(6, modifier, limit) or not (yield from _brave(ref, i, modifier, limit)):
        (die,) = yield Roll(player, 1, "KT18-NERVE-02")
        if not _passes(die, modifier, limit):
            (die,) = yield from reroll(ref, player, (die,), "KT18-NERVE-02", "nerve", i, success=False, needed=limit, modified=signed(modifier))
        steady = _passes(die, modifier, limit)
        ref.emit("nerve-test", "KT18-NERVE-02", model=i, dice=(die,), modifier=modifier, needed=limit, hit=steady)
        if not steady:
            change_model(ref, i, shaken=True)
            ref.emit("shaken", "KT18-NERVE-05", model=i)
    rest = tuple(j for j in testing if j != i)
    if rest:
        ref.then(Task("nerve", (rest,)))


def _passes(die: int, modifier: int, leadership: int) -> bool:
    """Return True if a die passes a Nerve test. (NERVE-05, NERVE-06)"""
    return die == 1 or die + modifier <= leadership


def highest_passing_roll(arena: Arena, s: Skirmish, i: int) -> int:
    """Return the highest roll that passes a Nerve test. (NERVE-05, NERVE-06)"""
    modifier, limit = nerve_modifier(arena, s, i), stats.leadership(arena, s, i)
    return max(die for die in range(1, 7) if _passes(die, modifier, limit))


def nerve_modifier(arena: Arena, s: Skirmish, i: int) -> int:
    """Return the modifier of a Nerve test: +1 for each other shaken or lost model, -1 for each steady one nearby. (NERVE-03, NERVE-04, INT-68)"""
    mates = [j for j in arena.team(arena.sides[i]) if j != i]
    distances = gaps(arena, s, i)
    lost = [j for j in mates if s.models[j].shaken or s.models[j].out]
    steady = [j for j in mates if j not in lost and within(distances[j], STEADY_FRIENDS)]
    return len(lost) - len(steady)


def _brave(ref: Ref, i: int, modifier: int, limit: int) -> Steps[bool]:
    """Ask for Insane Bravery, which passes a Nerve test without a roll. (TAC-08, INT-72)"""
    player = ref.arena.sides[i]
    if why_not_tactic(ref.state, player, INSANE_BRAVERY) is not None:
        return False
    choice = yield Decision(
        player, "tactic", (PASS, Pick(INSANE_BRAVERY)), "KT18-TAC-08",
        "{name} tests its nerve with D6{modified}, at most {needed} passes: Insane Bravery for 1CP?",
        NerveContext(ref.arena.names[i], signed(modifier), limit), subject=i,
    )  # fmt: skip
    if choice == PASS:
        return False
    buy(ref, player, INSANE_BRAVERY)
    ref.emit("brave", "KT18-TAC-08", model=i)
    return True
