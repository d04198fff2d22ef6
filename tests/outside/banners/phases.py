"""Setting up, rounds, and whose turn it is. (SETUP, BATTLE)"""

from __future__ import annotations

from banners.actions import PROBLEMS
from banners.state import Arena, Race, Ref, is_decided
from counteract.core.decision import Answer, Decision, Pick, Refusal, Why
from counteract.core.procedure import Alternation, Procedure
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle, change_model, place_model
from counteract.mechanics.deployment import where_to_set_up
from counteract.mechanics.sides import models_of

_OUTSIDE: Why = ("BANNERS-SETUP-01", "The runner must lie wholly within the strip along its band's edge.")


# --- setting up


def set_up(ref: Ref) -> Procedure:
    """The bands set up in turn, the first of them first. (SETUP-02)"""
    ref.then(Task("deploy", (_turns(ref.arena, 0),)), Task("round"))
    return
    yield


def _turns(arena: Arena, first: int) -> Alternation:
    """All bands in order, beginning with one of them; who has nobody left to act with is out."""
    sides = tuple(range(len(arena.teams)))
    return Alternation((*sides[first:], *sides[:first]), final=True)


def deploy(ref: Ref, turns: Alternation) -> Procedure:
    """One runner, then the next band's, until all are set up. (SETUP-02)"""
    withdraw(ref)
    if turns.over:
        return
    s = ref.state
    waiting = [i for i in ref.arena.band(turns.player) if s.places[i] is None and not s.models[i].gone]
    if waiting:
        yield from _set_up_runner(ref, waiting[0])
    ref.then(Task("deploy", (turns.acts() if waiting else turns.passes(),)))


def _set_up_runner(ref: Ref, i: int) -> Procedure:
    """Where it may stand; a runner that there is no room for takes no part. (SETUP-01, SETUP-03)"""
    arena, side = ref.arena, ref.arena.sides[i]
    decision = where_to_set_up(arena, ref.state.places, i, arena.zones[side], _OUTSIDE, PROBLEMS)
    if not decision.room:
        change_model(ref, i, gone=True, wounds=0)
        ref.emit("no-room", "BANNERS-SETUP-03", model=i)
        return
    place = decision.point((yield decision))
    if side not in ref.state.conceded:
        place_model(ref, i, place)
        ref.emit("deployed", "BANNERS-SETUP-02", model=i, to=place)


def withdraw(ref: Ref) -> None:
    """The runners of a band that has given up leave, now that nobody is in the middle of anything. (GEN-03)"""
    for side in ref.state.conceded:
        if side not in ref.state.withdrawn:
            for i in ref.arena.band(side):
                change_model(ref, i, gone=True, ready=False, wounds=0)
                place_model(ref, i, None)
            change_battle(ref, withdrawn=(*ref.state.withdrawn, side))
            ref.emit("withdrawn", "BANNERS-GEN-03", player=side)


# --- rounds


def begin_round(ref: Ref) -> Procedure:
    """Everybody is ready; each round another band begins. (BATTLE-01, BATTLE-02)"""
    arena, turn = ref.arena, ref.state.turn + 1
    for i in range(len(arena.cards)):
        change_model(ref, i, ready=ref.state.places[i] is not None)
    change_battle(ref, turn=turn, phase="round")
    ref.emit("round", "BANNERS-BATTLE-01", turn=turn)
    ref.then(Task("turn", (_turns(arena, (turn - 1) % len(arena.teams)),)), Task("end_round"))
    return
    yield


def turn(ref: Ref, turns: Alternation) -> Procedure:
    """One band activates a runner, then the next, until nobody is ready. (BATTLE-02, GEN-04)"""
    change_battle(ref, acting=-1)
    withdraw(ref)
    arena, s, side = ref.arena, ref.state, turns.player
    if is_decided(arena, s):
        ref.instead(Task("final"))
        return
    if turns.over:
        return
    ready = [i for i in models_of(s, side) if s.models[i].ready]
    if not ready:
        ref.then(Task("turn", (turns.passes(),)))
        return
    choice = yield Decision(
        side, "activate", tuple(map(Pick, ready)), "BANNERS-BATTLE-02", "Which runner do you activate?",
        known=tuple(map(Pick, models_of(s, side))), why=lambda a: _refuse(arena, s, side, a),
    )  # fmt: skip
    if side in ref.state.conceded:
        ref.then(Task("turn", (turns.passes(),)))
    else:
        ref.then(Task("activate", (int(choice.value),)), Task("turn", (turns.acts(),)))


def _refuse(arena: Arena, s: Race, side: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(i)) if 0 <= i < len(arena.cards):
            if arena.sides[i] != side:
                return Refusal("BANNERS-BATTLE-02", "{name} is not one of your runners.", name=arena.names[i])
            if s.models[i].gone:
                return Refusal("BANNERS-DMG-01", "{name} is no longer in play.", name=arena.names[i])
            return Refusal("BANNERS-BATTLE-02", "{name} has acted this round.", name=arena.names[i])
    return None
