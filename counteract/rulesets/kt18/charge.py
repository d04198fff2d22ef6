"""The charges of Kill Team 2018: naming targets, their reactions, the charge roll and the move. (CHARGE, REACT, OW, RETREAT)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from counteract.core.decision import PASS, Answer, CheckedDecision, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.language import Phrase, Several
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import TOLERANCE, Task
from counteract.mechanics.changes import change_model
from counteract.mechanics.field import within
from counteract.mechanics.moves.limits import MoveLimits
from counteract.mechanics.moves.reach import can_move, reach_of
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt18 import moves
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.shoot import shoot, why_not_overwatch
from counteract.rulesets.kt18.sight import ENGAGED, engaged_enemies, gap, gap_in_plan, gaps
from counteract.rulesets.kt18.state import Ref, Skirmish, touch
from counteract.rulesets.kt18.tactics import reroll
from counteract.table import distances
from counteract.table.paths import measure
from counteract.table.placement import has_room_beside

REACH = 12.0  # CHARGE-01
FACES = range(1, 7)
MOST_ROLLED = 12.0  # CHARGE-03
OVERWATCH, RETREAT = "overwatch", "retreat"
_REACTIONS = (Pick(OVERWATCH), Pick(RETREAT))


class ChargeContext(NameContext, frozen=True, gc=False):
    """The targets of a charge that have been named, by their numbers and by their names."""

    named: tuple[int, ...]
    targets: Sequence[str]


# --- declaring


def why_not_target(arena: Arena, s: Skirmish, i: int, j: int) -> Why | None:
    """Return why a model may not name an enemy as a target of its charge, or None. (CHARGE-01, QA-02, QA-06, INT-29, INT-33)"""
    if not arena.is_enemy(i, j):
        return "KT18-CHARGE-01", "Only enemies can be charged."
    if not within(gap(arena, s, i, j), REACH):
        return "KT18-CHARGE-01", 'It is further than 12" away.'
    memo = arena.memo(s.places)
    key = ("room", i, j)
    if key not in memo:
        memo[key] = has_room_beside(arena.terrain, arena.bodies(s.places), i, j, ENGAGED)
    if not memo[key]:
        return "KT18-QA-02", "There is no room for the base beside it."
    return None


def targets(arena: Arena, s: Skirmish, i: int) -> list[int]:
    return [j for j in enemies_of(arena, s, arena.sides[i]) if why_not_target(arena, s, i, j) is None]


def why_not_charge(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model that is free to move may not charge, or None."""
    distances = gaps(arena, s, i)
    if any(within(distances[j], REACH) and why_not_target(arena, s, i, j) is None for j in enemies_of(arena, s, arena.sides[i])):
        return None
    return "KT18-CHARGE-01", 'No enemy that can be reached is within 12".'


def charge(ref: Ref, i: int) -> Procedure:
    """Resolve a charge: name targets; then reactions and the charge move. (CHARGE-01, CHARGE-02, CHARGE-06)"""
    arena, s = ref.arena, ref.state
    named = yield from _name_targets(ref, i)
    change_model(ref, i, tried=True)
    ref.emit("charge-declared", "KT18-CHARGE-01", model=i, targets=named)
    free: list[int] = []
    for j in named:
        problem = why_not_react(arena, s, j)
        if problem is None:
            free.append(j)
        else:  # INT-74
            ref.emit("cannot-react", problem[0], model=j, reason=problem[1])
    ref.then(*([Task("react", (i, tuple(free)))] if free else []), Task("charge_move", (i, named)))


class Arrival(NamedTuple):
    """A charge that arrives: its probability, the arena and battle with the model at the target, and the length of the way, 0 if none."""

    likely: float
    arena: Arena
    then: Skirmish
    way: float


def arrival(arena: Arena, s: Skirmish, i: int, j: int, named: tuple[int, ...]) -> Arrival:
    """Return the arrival of a charge at an enemy without reactions, given the targets already named. (CHARGE-03, CHARGE-04)"""
    memo, key = arena.memo(s.places), ("arrival", i, j, named)
    if key not in memo:
        memo[key] = _arrival(arena, s, i, j, named)
    found: Arrival = memo[key]
    return found


def _arrival(arena: Arena, s: Skirmish, i: int, j: int, named: tuple[int, ...]) -> Arrival:
    shunned = tuple(foe for foe in enemies_of(arena, s, arena.sides[i]) if foe != j and foe not in named)
    demands, target = moves.charge(arena, i, MOST_ROLLED, shunned), s.places[j]
    assert target is not None
    bodies = arena.bodies(s.places)
    walks = [measure(arena.terrain, bodies, i, way, demands.figures) for way in reach_of(arena, s.places, i, demands)]
    met = [walk for walk in walks if within(distances.gap((*walk.place, walk.z), arena.radii[i], target, arena.radii[j]), ENGAGED)]
    shortest = min(met, key=lambda walk: walk.length, default=None)
    if shortest is None:
        return Arrival(0.0, arena, s, 0.0)
    enough = sum(a + b >= shortest.length - TOLERANCE for a in FACES for b in FACES)
    places = (*s.places[:i], (*shortest.place, shortest.z), *s.places[i + 1 :])
    return Arrival(enough / len(FACES) ** 2, arena.with_terrain(arena.terrain), replace(s, places=places), shortest.length)


def _name_targets(ref: Ref, i: int) -> Steps[tuple[int, ...]]:
    arena, s = ref.arena, ref.state
    open_to = targets(arena, s, i)
    named: tuple[int, ...] = ()
    while open_to:
        choice = yield Decision(
            arena.sides[i], "charge-target", (*map(Pick, open_to), *((PASS,) if named else ())), "KT18-CHARGE-01",
            "{name} charges {targets}: name another target?" if named else "{name} charges: which target?",
            ChargeContext(arena.names[i], named, Several(arena.names[j] for j in named)),
            subject=i, known=tuple(map(Pick, enemies_of(arena, s, arena.sides[i]))), why=lambda a: _refuse_target(arena, s, i, a),
        )  # fmt: skip
        if choice == PASS:
            break
        named = (*named, int(choice.value))
        open_to = [j for j in open_to if j not in named]
    return named


def _refuse_target(arena: Arena, s: Skirmish, i: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(j)) if 0 <= j < len(arena.cards) and s.places[j] is not None:
            problem = why_not_target(arena, s, i, j) or ("KT18-CHARGE-01", "It has been named already.")
            return Refusal(*problem)
    return None


# --- reactions


def why_not_react(arena: Arena, s: Skirmish, j: int) -> Why | None:
    """Return why a target may not react at all, or None. (REACT-03 to REACT-07, QA-07, QA-16)"""
    model = s.models[j]
    if model.shaken:
        return "KT18-QA-16", "A shaken model cannot react."
    if model.advanced:
        return "KT18-REACT-03", "It has Advanced this round."
    if model.fell_back:
        return "KT18-REACT-04", "It has Fallen Back this round."
    if model.tried:
        return "KT18-REACT-05", "It has attempted a charge this round."
    if model.retreated:
        return "KT18-REACT-06", "It has Retreated this round."
    if engaged_enemies(arena, s, j):
        return "KT18-REACT-07", 'An enemy is within 1" of it.'
    return None


def why_not_retreat(arena: Arena, s: Skirmish, j: int, i: int) -> Why | None:
    """Return why a target that may react may not Retreat, or None. (RETREAT-01, INT-28)"""
    if s.models[j].moved:
        return "KT18-RETREAT-01", "It has moved this round."
    if moves.retreat(arena, s, j, i) is None:
        return "KT18-INT-28", "There is nowhere farther from the charging model to go."
    return None


def why_not_reaction(arena: Arena, s: Skirmish, j: int, i: int, name: str) -> Why | None:
    problem = why_not_react(arena, s, j)
    if problem is not None:
        return problem
    return why_not_overwatch(arena, s, j, i) if name == OVERWATCH else why_not_retreat(arena, s, j, i)


class ReactionDecision(CheckedDecision, kw_only=True):
    """The decision how a target reacts to a charge."""

    arena: Arena
    state: Skirmish
    charger: int

    def barred(self, value: Any) -> Why | None:
        return why_not_reaction(self.arena, self.state, self.subject, self.charger, value)


def which_reaction(arena: Arena, s: Skirmish, j: int, i: int) -> ReactionDecision:
    """Return the question how a target reacts to a charge. (REACT-01)"""
    return ReactionDecision(
        arena.sides[j], "reaction", (), "KT18-REACT-01", "{name} is charged: how does it react?", NameContext(arena.names[j]),
        subject=j, known=_REACTIONS, likely=_REACTIONS, after=(PASS,), arena=arena, state=s, charger=i,
    )  # fmt: skip


def react(ref: Ref, i: int, waiting: tuple[int, ...]) -> Procedure:
    """Ask the charged player which target reacts next, and how. (REACT-01, REACT-02, INT-27)"""
    arena, s = ref.arena, ref.state
    if s.places[i] is None or engaged_enemies(arena, s, i):  # OW-05; or it fell next to an enemy (INT-81)
        return
    waiting = tuple(j for j in waiting if s.places[j] is not None)
    able = [j for j in waiting if which_reaction(arena, s, j, i).has_any()]
    if not able:
        for j in waiting:  # INT-74
            ref.emit("cannot-react", "KT18-INT-74", model=j, reason="It can neither fire nor get away.")
        return
    player = 1 - arena.sides[i]
    j = able[0]
    if len(able) > 1:
        choice = yield Decision(
            player, "react", (*map(Pick, able), PASS), "KT18-INT-27", "{name} charges: which target reacts next?",
            NameContext(arena.names[i]), subject=i, known=tuple(map(Pick, waiting)), why=lambda a: _refuse_reactor(arena, s, i, waiting, a),
        )  # fmt: skip
        if choice == PASS:
            return
        j = int(choice.value)
    choice = yield which_reaction(arena, s, j, i)
    rest = Task("react", (i, tuple(k for k in waiting if k != j)))
    if choice == PASS:
        ref.then(rest)
        return
    ref.emit("reacts", "KT18-REACT-01", model=j, target=i, reaction=choice.value)
    ref.then(Task(choice.value, (j, i)), rest)


def _refuse_reactor(arena: Arena, s: Skirmish, i: int, waiting: tuple[int, ...], answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(j)) if 0 <= j < len(arena.cards) and s.places[j] is not None and arena.is_enemy(i, j):
            problem = why_not_react(arena, s, j)
            if problem is None and j in waiting:
                return _neither(arena, s, j, i)
            return Refusal(*(problem or ("KT18-REACT-02", "Only a target of this charge reacts to it, and only once.")))
    return None


def _neither(arena: Arena, s: Skirmish, j: int, i: int) -> Refusal | None:
    """Return the refusal of a target that may neither Overwatch nor Retreat, or None."""
    fire, flee = why_not_overwatch(arena, s, j, i), why_not_retreat(arena, s, j, i)
    return Refusal("KT18-REACT-01", "No Overwatch: {fire} No Retreat: {flee}", fire=Phrase(fire[1]), flee=Phrase(flee[1])) if fire and flee else None


def overwatch(ref: Ref, j: int, i: int) -> Procedure:
    """Shoot at the charging model, hitting on a 6. (OW-01 to OW-05)"""
    return shoot(ref, j, "overwatch", i)


def retreat(ref: Ref, j: int, i: int) -> Procedure:
    """Move the target up to 3", as far from the charging model as it can get. (RETREAT-02 to RETREAT-05, QA-03, QA-08)"""
    demands = moves.retreat(ref.arena, ref.state, j, i)
    assert demands is not None
    change_model(ref, j, retreated=True)
    yield from moves.travel(ref, j, "retreat", demands)


# --- the charge move


def charge_move(ref: Ref, i: int, named: tuple[int, ...]) -> Procedure:
    """Roll the charge distance and resolve the move, or the failed charge. (CHARGE-03 to CHARGE-05, CHARGE-10, OW-05, INT-30, INT-34)"""
    arena, s = ref.arena, ref.state
    if s.places[i] is None:
        return
    if engaged_enemies(arena, s, i):  # it fell next to an enemy (INT-81)
        ref.emit("charge-failed", "KT18-INT-81", model=i)
        return
    player = arena.sides[i]
    faces = yield Roll(player, 2, "KT18-CHARGE-03")
    named = tuple(j for j in named if s.places[j] is not None)
    distance = sum(faces)
    demands = _way_there(arena, s, i, named, distance)
    if distance < MOST_ROLLED:
        away = min((gap(arena, s, i, j) for j in named), default=0.0)
        faces = yield from reroll(ref, player, faces, "KT18-CHARGE-03", "charge", i, success=demands is not None, away=away)
        if sum(faces) != distance:
            distance = sum(faces)
            demands = _way_there(arena, s, i, named, distance)
    ref.emit("charge-roll", "KT18-CHARGE-03", model=i, dice=faces, distance=distance)
    if demands is not None:
        yield from moves.travel(ref, i, "charge", demands)
        _reached(ref, i, named)
        return
    ref.emit("charge-failed", "KT18-CHARGE-05", model=i)
    yield from _fall_short(ref, i, float(distance), named)


def _way_there(arena: Arena, s: Skirmish, i: int, named: tuple[int, ...], distance: int) -> MoveLimits | None:
    """Return the terms of a charge move that reaches a named target, or None if the distance is too short. (CHARGE-04)"""
    if not any(within(gap_in_plan(arena, s, i, j), distance + ENGAGED + TOLERANCE) for j in named):
        return None
    demands = moves.charge(arena, i, float(distance), tuple(j for j in enemies_of(arena, s, arena.sides[i]) if j not in named))
    return demands if can_move(arena, s.places, i, demands) else None


def _reached(ref: Ref, i: int, named: Sequence[int]) -> None:
    """Record the targets that a charge has reached. (CHARGE-10)"""
    s = ref.state
    if s.places[i] is None:
        return
    near = engaged_enemies(ref.arena, s, i)
    reached = tuple(j for j in named if j in near)
    touch(ref, {i: {"charged": reached}, **{j: {"charged_by": (*s.models[j].charged_by, i)} for j in reached}})
    ref.emit("charged", "KT18-CHARGE-10", model=i, targets=reached)


def _fall_short(ref: Ref, i: int, distance: float, named: tuple[int, ...]) -> Procedure:
    """Ask whether a model that failed its charge moves as near as it can to a named target. (CHARGE-05, INT-31)"""
    arena, s = ref.arena, ref.state
    ways = {j: demands for j in named if (demands := moves.failed_charge(arena, s, i, distance, j)) is not None}
    if not ways:
        return
    goal = next(iter(ways))
    if len(ways) > 1:
        choice = yield Decision(
            arena.sides[i], "fall-short", (*map(Pick, ways), PASS), "KT18-INT-31", "{name} fails its charge: which target does it go near?",
            NameContext(arena.names[i]), subject=i,
        )  # fmt: skip
        if choice == PASS:
            return
        goal = int(choice.value)
    yield from moves.travel(ref, i, "failed charge", ways[goal], optional=True)
