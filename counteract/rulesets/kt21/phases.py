"""The phases of Kill Team 2021: set-up, Initiative phase, Strategy phase, Firefight phase and Overwatch. (SETUP to ACT, OW)"""

from __future__ import annotations

from functools import partial

import msgspec

from counteract.core.decision import PASS, Answer, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.procedure import Alternation, Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle, change_model, place_model
from counteract.mechanics.choices import ModelDecision, picks
from counteract.mechanics.missions import EDGES, FACING, Edge
from counteract.mechanics.operatives import ploys, stats
from counteract.mechanics.operatives.deployment import ApartDecision, where_apart
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE, NOBODY
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt21.actions import is_unsettled, ploy_window, settled
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.barricades import where_to_build
from counteract.rulesets.kt21.missions import decided, fallen
from counteract.rulesets.kt21.moves import PROBLEMS
from counteract.rulesets.kt21.shoot import OVERWATCH, why_not_shoot
from counteract.rulesets.kt21.sight import drop_zone, engaged_enemies
from counteract.rulesets.kt21.state import Acting, Ref, Skirmish

STARTING_CP, INCOME = 2, 1  # CP-01, CP-02
BARRICADES = 4  # SETUP-02
_OUTSIDE = ("KT21-SETUP-11", "No part of the base may lie outside the drop zone.")
_TOO_NEAR = ("KT21-INT-25", "Nobody is set up within Engagement Range of an enemy.")
_NO_PLACE: dict[str, Why] = {
    **PROBLEMS,
    "end-overlaps-base": ("KT21-INT-08", "The base would stand on another base."),
    "end-overlaps-terrain": ("KT21-INT-08", "The base would stand on terrain ({part})."),
}
_DEFENDERS = {"first": 0, "second": 1}
_EDGES: list[Edge] = ["west", "east", "south", "north"]  # in the order they are offered (INT-01, INT-83)


# --- set-up


def set_up(ref: Ref) -> Procedure:
    """Resolve set-up: find the Defender player, choose edges, then set up barricades and teams. (SETUP-03 to SETUP-10)"""
    arena = ref.arena
    defender = yield from _defender(ref)
    change_battle(ref, defender=defender, cp=(STARTING_CP, STARTING_CP))
    zones = arena.mission.zones if arena.mission else ()
    if zones:
        edges = sorted((zone.edge for zone in zones), key=_EDGES.index)
        rule, prompt = "KT21-SETUP-05", "Which drop zone do you take?"
    else:
        edges = _EDGES
        rule, prompt = "KT21-MIS-03" if arena.mission else "KT21-SETUP-06", "Which edge of the killzone is your territory?"
    choice = yield Decision(defender, "drop-zone", tuple(map(Pick, edges)), rule, prompt)
    mine, theirs = EDGES.index(choice.value), EDGES.index(FACING[choice.value])
    change_battle(ref, zones=(mine, theirs) if defender == 0 else (theirs, mine))
    ref.emit("zone", rule, player=defender, edge=choice.value)
    in_turn = [Task("barricade", ((defender + k) % 2,)) for k in range(BARRICADES)]
    ref.then(*in_turn, Task("deploy", (defender,)), Task("deploy", (1 - defender,)), Task("turning_point"))


def _defender(ref: Ref) -> Steps[int]:
    """Return the Defender player, as agreed or drawn. (SETUP-04, INT-71)"""
    agreed = ref.arena.options.defender
    if agreed == "random":
        (drawn,) = yield Roll(0, 1, "KT21-SETUP-04", sides=2)
        defender = int(drawn) - 1
    else:
        defender = _DEFENDERS[agreed]
    ref.emit("defender", "KT21-SETUP-04", player=defender)
    return defender


def barricade(ref: Ref, player: int) -> Procedure:
    """Ask where a player sets up a barricade; none if the player declines or there is no room. (SETUP-08, SETUP-09, INT-07)"""
    arena, s = ref.arena, ref.state
    decision = where_to_build(arena, player, drop_zone(arena, s, player))
    answer: Answer = PASS
    if decision.room:
        answer = yield decision
    if answer == PASS:
        ref.emit("no-barricade", "KT21-INT-07", player=player)
        return
    placed = decision.placed(answer)
    change_battle(ref, barricades=(*s.barricades, placed))
    ref.emit("barricade", "KT21-SETUP-08", player=player, x=placed[0], y=placed[1], turn=placed[2])


def deploy(ref: Ref, player: int) -> Procedure:
    """Deploy a whole kill team, one operative after another. (SETUP-10)"""
    ref.then(*[Task("set_up_operative", (player,))] * ref.arena.sides.count(player))
    return
    yield


def deploying(arena: Arena, s: Skirmish, i: int) -> ApartDecision:
    """Return the decision where an operative is set up: in the drop zone, outside enemy Engagement Range. (SETUP-11, INT-25)"""
    return where_apart(arena, s, i, drop_zone(arena, s, arena.sides[i]), _OUTSIDE, _NO_PLACE, engaged_enemies, _TOO_NEAR)


def set_up_operative(ref: Ref, player: int) -> Procedure:
    """Ask which operative to set up, where, and with which order. (SETUP-10 to SETUP-12, INT-24)"""
    arena, s = ref.arena, ref.state
    waiting = [i for i, side in enumerate(arena.sides) if side == player and s.places[i] is None and not s.models[i].down]
    i = waiting[0]
    if len({arena.cards[k].id for k in waiting}) > 1:
        choice = yield Decision(player, "deploy", tuple(map(Pick, waiting)), "KT21-SETUP-10", "Which operative do you set up?")
        i = choice.value
    decision = deploying(arena, s, i)
    if not decision.room:
        change_model(ref, i, wounds=0, down=True)
        ref.emit("no-room", "KT21-INT-24", model=i)
        return
    place = decision.point((yield decision))
    place_model(ref, i, place)
    ref.emit("deployed", "KT21-SETUP-11", model=i, x=place[0], y=place[1], z=place[2])
    yield from _give_order(ref, i, CONCEAL, "KT21-SETUP-12", "{name}: which order for all of the first turning point?")


def _give_order(ref: Ref, i: int, usual: str, rule: str, prompt: str = "{name}: which order?") -> Procedure:
    """Ask for an order; ``usual`` is the default answer. (ORDER-01, INT-83)"""
    arena = ref.arena
    choice = yield Decision(
        arena.sides[i], "order", (Pick(CONCEAL), Pick(ENGAGE)), rule, prompt, NameContext(arena.names[i]), subject=i, usual=Pick(usual)
    )
    if choice.value != ref.state.models[i].order:
        change_model(ref, i, order=choice.value)


# --- Initiative phase and Strategy phase


def turning_point(ref: Ref) -> Procedure:
    """Begin a turning point: readying, initiative, command points; then strategic ploys and the Firefight phase. (BATTLE-02, INIT-01, CP-02)"""
    s = ref.state
    if decided(ref.arena, s):  # no operative of one side could be set up
        ref.instead(Task("final"))
        return
    turn = s.turn + 1
    change_battle(ref, turn=turn, phase="initiative", used=(), acting=(), down_before=(fallen(s, 0), fallen(s, 1)))
    ref.emit("turning-point", "KT21-BATTLE-02", turn=turn)
    models = tuple(
        m if p is None else msgspec.structs.replace(m, ready=True, overwatched=False) for m, p in zip(s.models, s.places, strict=True)
    )
    change_battle(ref, models=models)
    ref.emit("ready", "KT21-INIT-01")
    yield from _initiative(ref)
    first = ref.state.initiative
    change_battle(ref, phase="strategy")
    for player in (first, 1 - first):
        ploys.gain_cp(ref, player, INCOME, "KT21-CP-02")
    ref.then(Task("strategy", (Alternation((first, 1 - first)),)), Task("firefight", (first,)))


def _initiative(ref: Ref) -> Procedure:
    """Roll off for initiative: the winner decides who has it; a tie passes it over, or in turning point 1 is rolled again. (INIT-02 to -05)"""
    before = ref.state.initiative
    handed_over = ref.state.turn > 1 and before != NOBODY  # a battle that begins at a later turning point may have no player with initiative
    while True:
        (one,) = yield Roll(0, 1, "KT21-INIT-02")
        (two,) = yield Roll(1, 1, "KT21-INIT-02")
        ref.emit("initiative-roll", "KT21-INIT-02", dice=(one, two))
        if one != two or handed_over:
            break
    if one == two:
        first, rule = 1 - before, "KT21-INIT-04"
    else:
        winner, rule = int(two > one), "KT21-INIT-03"
        choice = yield Decision(winner, "initiative", (Pick(winner), Pick(1 - winner)), rule, "Who has initiative this turning point?")
        first = choice.value
    change_battle(ref, initiative=first)
    ref.emit("initiative", rule, player=first)


def strategy(ref: Ref, turns: Alternation) -> Procedure:
    """Ask players in turn for a strategic ploy until both pass in a row. (PLOY-01, PLOY-02, INT-72)"""
    yield from ploys.use_ploys_in_turn(ref, turns, "strategic-ploy", "Use a strategic ploy?", passing_first=True)
    change_battle(ref, phase="firefight")
    ref.emit("firefight", "KT21-BATTLE-02")


# --- Firefight phase


def firefight(ref: Ref, player: int) -> Procedure:
    """Ask a player which operative to activate, or to overwatch with if none is ready. (ACT-01, ACT-07, ACT-08, BATTLE-03, OW-03, INT-67)"""
    arena, s = ref.arena, ref.state
    nxt = Task("firefight", (1 - player,))
    mine = [i for i in models_of(s, player) if s.models[i].ready]
    if mine:
        choice = yield Decision(
            player, "activate", picks(tuple(mine)), "KT21-ACT-01", "Which operative do you activate?",
            why=partial(_refuse_activation, arena, s, player),
        )  # fmt: skip
        ref.then(Task("activation", (choice.value,)), nxt)
    elif any(s.models[i].ready for i in models_of(s, 1 - player)):
        ref.then(Task("overwatch", (player,)), nxt)
    else:
        ref.then(Task("end_turning_point"))


def _refuse_activation(arena: Arena, s: Skirmish, player: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(i)) if 0 <= i < len(arena.cards):
            activated = Refusal("KT21-ACT-06", "{name} has been activated.", name=arena.names[i])
            return _no_use(arena, s, player, i, "KT21-ACT-01") or activated
        case answer if answer == PASS:
            return Refusal("KT21-INT-64", "A player with a ready operative must activate one.")
    return None


def _no_use(arena: Arena, s: Skirmish, player: int, i: int, whose: str) -> Refusal | None:
    """Return the refusal of an operative that is not the player's or has left the killzone, or None."""
    if arena.sides[i] != player:
        return Refusal(whose, "{name} is not one of your operatives.", name=arena.names[i])
    if s.places[i] is None:
        return Refusal("KT21-DMG-06", "{name} has left the killzone.", name=arena.names[i])
    return None


def activation(ref: Ref, i: int) -> Procedure:
    """Resolve an activation: order (fixed in the first turning point), ploys, AP, then actions. (ACT-02, ACT-03, ORDER-05, ORDER-06, INT-74)"""
    change_battle(ref, acting=(Acting(i, "activation"),))
    order = ref.state.models[i].order
    if ref.state.turn > 1:
        yield from _give_order(ref, i, order, "KT21-ORDER-06")
    ref.emit("activated", "KT21-ACT-02", model=i, order=ref.state.models[i].order)
    yield from ploy_window(ref, i, "activated")
    points = stats.apl(ref.arena, ref.state, i)
    change_battle(ref, acting=(Acting(i, "activation", points=points),))
    ref.then(Task("actions", (i,)))


# --- Overwatch


def why_not_overwatch(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why an operative may not overwatch, or None. (ORDER-03, OW-05, OW-07)"""
    if s.models[i].order != ENGAGE:
        return "KT21-OW-05", "Only an operative with an Engage order overwatches."
    if s.models[i].overwatched:
        return "KT21-OW-07", "It has overwatched this turning point."
    if engaged_enemies(arena, s, i):
        return "KT21-OW-05", "An enemy operative is within Engagement Range."
    return why_not_shoot(arena, msgspec.structs.replace(s, acting=(Acting(i, OVERWATCH),)), i)


def overwatch(ref: Ref, player: int) -> Procedure:
    """Ask whether an operative shoots for free between two enemy activations. (OW-01 to OW-07)"""
    arena, s = ref.arena, ref.state
    which = ModelDecision(
        player, "overwatch", (), "KT21-OW-04", "Does an operative overwatch?", why=partial(_refuse_overwatch, arena, s, player),
        before=(PASS,), likely=picks(models_of(s, player)), arena=arena, state=s, why_not=why_not_overwatch,
    )  # fmt: skip
    if not which.has_any():
        return
    choice = yield which
    if choice == PASS:
        return
    i = choice.value
    change_battle(ref, acting=(Acting(i, OVERWATCH),))
    change_model(ref, i, overwatched=True)
    ref.emit("overwatches", "KT21-OW-04", model=i)
    ref.then(Task("shoot", (i,)), Task("end_overwatch"))


def _refuse_overwatch(arena: Arena, s: Skirmish, player: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(i)) if 0 <= i < len(arena.cards):
            return _no_use(arena, s, player, i, "KT21-OW-04")
    return None


def end_overwatch(ref: Ref) -> Procedure:
    if not is_unsettled(ref.state) or (yield from settled(ref)):
        change_battle(ref, acting=())
