"""The phases of Kill Team 2024: set-up, Strategy phase and Firefight phase. (SETUP to COUNTER)"""

from __future__ import annotations

from functools import partial
from math import ceil

import msgspec

from counteract.core.decision import PASS, Answer, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.procedure import Alternation, Procedure
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle, change_model, place_model
from counteract.mechanics.choices import ModelDecision, picks
from counteract.mechanics.deployment import where_to_set_up
from counteract.mechanics.missions import EDGES, FACING
from counteract.mechanics.operatives import ploys
from counteract.mechanics.operatives.deployment import nearest_room
from counteract.mechanics.operatives.sight import enemies_in_control
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt24.actions import has_action, ploy_window
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.moves import PROBLEMS
from counteract.rulesets.kt24.sight import drop_zone
from counteract.rulesets.kt24.state import Acting, Operative, Ref, Skirmish

STARTING_CP = 2  # CP-01
_ORDERS = (Pick(ENGAGE), Pick(CONCEAL))
_OUTSIDE = ("KT24-SETUP-10", "The operative must lie wholly within its drop zone.")
_FARTHER = ("KT24-INT-86", "Its drop zone is full: it is set up as near to it as it can be, and not within control range of an enemy.")


# --- set-up


def set_up(ref: Ref) -> Procedure:
    """Resolve set-up: draw for initiative, choose drop zones, deploy in thirds. (SETUP-04 to SETUP-09, MIS-05)"""
    (drawn,) = yield Roll(0, 1, "KT24-SETUP-05", sides=2)
    first = drawn - 1
    change_battle(ref, initiative=first, cp=(STARTING_CP, STARTING_CP))
    ref.emit("drawn", "KT24-SETUP-05", player=first)
    mission = ref.arena.mission
    if mission:  # SETUP-06
        edges = tuple(zone.edge for zone in mission.zones)
        rule, prompt = "KT24-SETUP-06", "Which drop zone do you take?"
    else:  # SETUP-07
        edges = EDGES
        rule, prompt = "KT24-SETUP-07", "Which edge of the killzone is yours?"
    choice = yield Decision(first, "drop-zone", tuple(map(Pick, edges)), rule, prompt)
    edge = choice.value
    other = next(e for e in edges if e != edge) if mission else FACING[edge]
    mine, theirs = EDGES.index(edge), EDGES.index(other)
    change_battle(ref, zones=(mine, theirs) if first == 0 else (theirs, mine))
    ref.emit("zone", rule, player=first, edge=edge)
    ref.then(Task("deploy", (first,)), Task("turning_point"))


def third(count: int) -> int:
    """Return how many operatives of a team are deployed at a time. (SETUP-09, INT-31)

    >>> third(10), third(5), third(4)
    (4, 2, 2)
    """
    return ceil(count / 3)


def deploy(ref: Ref, player: int) -> Procedure:
    """Deploy a third of one player's team, then of the other's, until both teams are set up. (SETUP-09)"""
    team = [i for i, side in enumerate(ref.arena.sides) if side == player]
    batch = min(third(len(team)), len(_waiting(ref, player)))
    if not batch and not _waiting(ref, 1 - player):
        return
    ref.then(*[Task("set_up_operative", (player,))] * batch, Task("deploy", (1 - player,)))
    return
    yield


def _waiting(ref: Ref, player: int) -> list[int]:
    """Return a player's operatives that are not set up yet."""
    places, models = ref.state.places, ref.state.models
    return [i for i, side in enumerate(ref.arena.sides) if side == player and places[i] is None and not models[i].down]


def set_up_operative(ref: Ref, player: int) -> Procedure:
    """Ask which operative to set up and where; it gets a Conceal order. (SETUP-10, SETUP-11)"""
    arena = ref.arena
    waiting = _waiting(ref, player)
    i = waiting[0]
    if len({arena.cards[k].id for k in waiting}) > 1:
        choice = yield Decision(player, "deploy", tuple(map(Pick, waiting)), "KT24-SETUP-09", "Which operative do you set up?")
        i = choice.value
    zone = drop_zone(arena, ref.state, player)
    decision = where_to_set_up(arena, ref.state.places, i, zone, _OUTSIDE, PROBLEMS)
    if not decision.room:  # INT-86
        farther = nearest_room(arena, ref.state, i, zone, _FARTHER, PROBLEMS, enemies_in_control)
        if farther is None:
            change_model(ref, i, wounds=0, down=True)
            ref.emit("no-room", "KT24-INT-86", model=i)
            return
        decision = farther
    x, y, z = decision.point((yield decision))
    place_model(ref, i, (x, y, z))
    change_model(ref, i, order=CONCEAL)
    ref.emit("deployed", decision.rule, model=i, x=x, y=y, z=z)


# --- strategy phase


def turning_point(ref: Ref) -> Procedure:
    """Begin a turning point: initiative, command points, readying; then gambits and the Firefight phase. (BATTLE-02, INT-30)"""
    turn = ref.state.turn + 1
    change_battle(ref, turn=turn, phase="strategy", used=(), acting=())
    ref.emit("turning-point", "KT24-BATTLE-02", turn=turn)
    for i in (i for i, m in enumerate(ref.state.models) if m.guard):
        change_model(ref, i, guard=False)  # MIS-40
    yield from _initiative(ref)
    first = ref.state.initiative
    for player in (0, 1):  # CP-02, CP-03
        ploys.gain_cp(ref, player, 1 if turn == 1 or player == first else 2, "KT24-CP-02" if turn == 1 else "KT24-CP-03")
    ready(ref)
    ref.then(Task("gambits", (Alternation((first, 1 - first)),)), Task("firefight", (first,)))


def _initiative(ref: Ref) -> Procedure:
    """Roll off for initiative: the higher roll decides who has it; on a tie, the player without initiative decides. (INIT-01 to -03)"""
    (one,) = yield Roll(0, 1, "KT24-INIT-01")
    (two,) = yield Roll(1, 1, "KT24-INIT-01")
    ref.emit("initiative-roll", "KT24-INIT-01", dice=(one, two))
    namer = 1 - ref.state.initiative if one == two else int(two > one)
    rule = "KT24-INIT-03" if one == two else "KT24-INIT-02"
    choice = yield Decision(namer, "initiative", (Pick(namer), Pick(1 - namer)), rule, "Who has initiative this turning point?")
    change_battle(ref, initiative=choice.value)
    ref.emit("initiative", rule, player=choice.value)


def ready(ref: Ref) -> None:
    """Ready every operative and clear its marks of the last turning point. (READY-01)"""
    models = tuple(
        m if p is None else msgspec.structs.replace(m, ready=True, counteracted=False, interrupted=False)
        for m, p in zip(ref.state.models, ref.state.places, strict=True)
    )
    change_battle(ref, models=models)
    ref.emit("ready", "KT24-READY-01")


def gambits(ref: Ref, turns: Alternation) -> Procedure:
    """Ask players in turn for a strategic gambit until both pass in a row. (GAMBIT-01 to -04, INT-30, INT-33, INT-78)"""
    yield from ploys.use_ploys_in_turn(ref, turns, "gambit", "Use a strategic gambit?")
    change_battle(ref, phase="firefight")
    ref.emit("firefight", "KT24-GAMBIT-02")


# --- firefight phase


def firefight(ref: Ref, player: int) -> Procedure:
    """Ask a player which operative to activate, or to counteract with if none is ready. (ACT-01, ACT-02, COUNTER-01, INT-24)"""
    arena, s = ref.arena, ref.state
    nxt = Task("firefight", (1 - player,))
    mine = [i for i in models_of(s, player) if s.models[i].ready]
    if not mine and not any(s.models[i].ready for i in models_of(s, 1 - player)):  # BATTLE-03
        ref.then(Task("end_turning_point"))
        return
    if mine:
        choice = yield Decision(
            player, "activate", picks(tuple(mine)), "KT24-ACT-02", "Which operative do you activate?",
            why=partial(_refuse_activation, arena, s, player),
        )  # fmt: skip
        ref.then(Task("activation", (choice.value,)), nxt)
        return
    which = ModelDecision(
        player, "counteract", (), "KT24-COUNTER-02", "Which operative counteracts?",
        likely=picks(models_of(s, player)), after=(PASS,), arena=arena, state=s, why_not=why_not_counteract,
    )  # fmt: skip
    if which.has_any():  # COUNTER-02, INT-25
        choice = yield which
        if choice != PASS:
            ref.then(Task("counteract", (choice.value,)), nxt)
            return
    ref.then(nxt)


def _refuse_activation(arena: Arena, s: Skirmish, player: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(i)) if 0 <= i < len(arena.cards):
            if arena.sides[i] != player:
                return Refusal("KT24-ACT-01", "{name} is not one of your operatives.", name=arena.names[i])
            if s.places[i] is None:
                return Refusal("KT24-DMG-08", "{name} has been removed from the game.", name=arena.names[i])
            return Refusal("KT24-ACT-01", "{name} is expended.", name=arena.names[i])
        case answer if answer == PASS:
            return Refusal("KT24-INT-23", "A player with a ready operative must activate one.")
    return None


def why_not_counteract(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why an expended operative may not counteract, or None. (COUNTER-02 to -04, ORDER-03, MIS-41, INT-25)"""
    operative: Operative = s.models[i]
    if operative.order != ENGAGE:
        return "KT24-COUNTER-02", "Only an operative with an Engage order counteracts."
    if operative.counteracted:
        return "KT24-COUNTER-04", "It has counteracted this turning point."
    if operative.interrupted:
        return "KT24-MIS-41", "It has interrupted on guard this turning point."
    trial = msgspec.structs.replace(s, acting=(Acting(i, "counteract"),))
    if not has_action(arena, trial, i):
        return "KT24-COUNTER-03", "There is no 1AP action it could perform."
    return None


def activation(ref: Ref, i: int) -> Procedure:
    """Resolve an activation: order, ploys, then actions. (ACT-03, ACT-04)"""
    arena = ref.arena
    change_battle(ref, acting=(Acting(i, "activation"),))
    choice = yield Decision(arena.sides[i], "order", _ORDERS, "KT24-ACT-03", "{name}: which order?", NameContext(arena.names[i]), subject=i)
    operative = ref.state.models[i]
    if choice.value != operative.order:
        change_model(ref, i, order=choice.value, guard=False)  # MIS-40
    ref.emit("activated", "KT24-ACT-03", model=i, order=choice.value)
    yield from ploy_window(ref, i, "activated")  # MIS-47
    ref.then(Task("actions", (i,)))


def counteract(ref: Ref, i: int) -> Procedure:
    """Begin a counteraction: one free 1AP action. (COUNTER-03, COUNTER-04)"""
    change_battle(ref, acting=(Acting(i, "counteract"),))
    change_model(ref, i, counteracted=True)
    ref.emit("counteracts", "KT24-COUNTER-03", model=i)
    ref.then(Task("counteraction", (i,)))
    return
    yield
