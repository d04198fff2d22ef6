"""Transports of the army-scale edition: embarking, disembarking, and the passengers of a destroyed one. (TRANS, INT-41, INT-81)"""

from __future__ import annotations

from msgspec.structs import replace

from counteract.core.decision import PASS, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.mechanics.changes import change_battle
from counteract.mechanics.choices import picks
from counteract.mechanics.field import within
from counteract.rulesets.kt40 import moves
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.casualties import choose_casualties, rank_casualties
from counteract.rulesets.kt40.damage import slay
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit
from counteract.rulesets.kt40.stratagems import reroll
from counteract.rulesets.kt40.units import ENGAGED, Units, alive, are_enemies, model_gap, on_table, standing

SLAYS = 1  # TRANS-08


# --- who fits in


def passengers(s: ArmyBattle, carrier: int) -> Units:
    """Return the units that are embarked in a unit."""
    return tuple(unit for unit, own in enumerate(s.units) if own.carrier == carrier and not own.destroyed)


def can_carry(arena: Arena, unit: int, carrier: int) -> bool:
    """Return True if a unit is a friendly TRANSPORT for units of this kind. (TRANS-01, TRANS-02)"""
    card, own = arena.units[carrier].card, arena.units[unit]
    if not card.capacity or unit == carrier or arena.alliances[own.side] != arena.alliances[arena.units[carrier].side]:
        return False
    return not card.carries or bool(own.keywords & {*card.carries})


def has_room(arena: Arena, s: ArmyBattle, unit: int, carrier: int) -> bool:
    """Return True if a TRANSPORT may carry a unit and has room for all its models. (TRANS-01)"""
    return can_carry(arena, unit, carrier) and len(alive(arena, s, unit)) <= count_free_seats(arena, s, carrier)


def why_not_aboard(arena: Arena, s: ArmyBattle, unit: int, carrier: int) -> Refusal | None:
    """Return why a unit may not begin the battle in another, or None. (SETUP-04, TRANS-01)"""
    carried = {"carrier": arena.unit_names[carrier], "unit": arena.unit_names[unit]}
    if not can_carry(arena, unit, carrier):
        return Refusal("KT40-TRANS-01", "{carrier} does not carry {unit}.", **carried)
    seats, models = count_free_seats(arena, s, carrier), len(alive(arena, s, unit))
    if models > seats:
        return Refusal("KT40-TRANS-01", "{carrier} has {seats} seats left, and {unit} is {models} models.", seats=seats, models=models, **carried)
    return None


def count_free_seats(arena: Arena, s: ArmyBattle, carrier: int) -> int:
    """Return how many more models a TRANSPORT has room for. (TRANS-01)"""
    return arena.units[carrier].card.capacity - sum(len(alive(arena, s, other)) for other in passengers(s, carrier))


# --- embarking


def embark(ref: Ref, unit: int) -> Steps[None]:
    """Ask a unit that has moved whether it embarks in a TRANSPORT that all its models are within 3" of. (TRANS-02, TRANS-03)"""
    arena, s = ref.arena, ref.state
    own = standing(arena, s, unit)
    if not own or s.units[unit].disembarked:
        return
    able = tuple(c for c in range(len(arena.units)) if _can_board(arena, s, unit, c))
    if not able:
        return
    choice = yield Decision(
        arena.units[unit].side, "embark", (PASS, *picks(able)), "KT40-TRANS-02", "{name} may embark: in which transport?",
        NameContext(arena.unit_names[unit]), subject=unit,
    )  # fmt: skip
    if choice == PASS:
        return
    change_battle(ref, places=tuple(None if i in own else place for i, place in enumerate(s.places)))
    change_unit(ref, unit, carrier=int(choice.value), embarked=True)
    ref.emit("embarked", "KT40-TRANS-02", unit=unit, target=int(choice.value))


def _can_board(arena: Arena, s: ArmyBattle, unit: int, carrier: int) -> bool:
    if not arena.units[carrier].card.capacity or are_enemies(arena, unit, carrier) or not on_table(arena, s, carrier):
        return False
    near = all(within(model_gap(arena, s, i, carrier), moves.DISEMBARK) for i in standing(arena, s, unit))
    return near and has_room(arena, s, unit, carrier)


# --- disembarking


def why_not_disembark(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit that is not on the table may not disembark, or None. (TRANS-03, TRANS-05, INT-81)"""
    own = s.units[unit]
    if own.carrier < 0 or not on_table(arena, s, own.carrier):
        return "KT40-MOVE-02", "The unit is not on the table."
    carrier = s.units[own.carrier]
    if own.embarked:
        return "KT40-TRANS-03", "It has embarked this turn."
    if carrier.arrived:
        return "KT40-INT-81", "Its transport has arrived from reserve this turn."
    if carrier.moved:
        return "KT40-TRANS-05", "Its transport has moved this turn."
    memo, key = arena.memo(s.places), ("room to get out", unit, own.carrier)
    if key not in memo:
        memo[key] = any(is_room_for(arena, s, unit, i) for i in alive(arena, s, unit))
    return None if memo[key] else ("KT40-TRANS-09", "There is no room to get out.")


def is_room_for(arena: Arena, s: ArmyBattle, unit: int, i: int) -> bool:
    """Return True if one model could be set up beside the TRANSPORT of its unit."""
    demands = moves.set_up_limits(arena, s, unit, "disembarked", carrier=s.units[unit].carrier, clear=ENGAGED)
    return moves.is_possible(arena, s, unit, "disembarked", replace(demands, models=(i,)))


def disembark(ref: Ref, unit: int) -> Procedure:
    """Set up a unit beside its TRANSPORT; it counts as having moved. (TRANS-05, TRANS-06, MOVE-12)"""
    change_battle(ref, acting=unit)
    yield from _get_out(ref, unit, "disembarked")


def _get_out(ref: Ref, unit: int, kind: str) -> Steps[bool]:
    """Set up a unit beside its TRANSPORT; return False if nobody finds room: then all are slain. (TRANS-05, TRANS-08, TRANS-09)"""
    carrier = ref.state.units[unit].carrier
    stands = yield from moves.set_up_unit(ref, unit, kind, carrier=carrier, clear=ENGAGED)
    if stands:
        change_unit(ref, unit, carrier=-1, disembarked=True)
        moves.mark_moved(ref, standing(ref.arena, ref.state, unit))
    else:
        yield from slay(ref, alive(ref.arena, ref.state, unit), "KT40-TRANS-09")
    return stands


def thrown_out(ref: Ref, carrier: int) -> Steps[None]:
    """Set up the passengers of a destroyed TRANSPORT, and slay a model for each 1 they roll. (TRANS-08, TRANS-09, INT-41)"""
    arena = ref.arena
    for unit in passengers(ref.state, carrier):
        if not (yield from _get_out(ref, unit, "thrown out")):
            continue
        player, own = arena.units[unit].side, standing(arena, ref.state, unit)
        faces: tuple[int, ...] = yield Roll(player, len(own), "KT40-TRANS-08")
        useful = tuple(k for k, face in enumerate(faces) if face <= SLAYS)
        faces = yield from reroll(ref, player, faces, "KT40-TRANS-08", "passengers", unit, useful=useful)
        count = sum(face <= SLAYS for face in faces)
        ref.emit("passengers-roll", "KT40-TRANS-08", unit=unit, dice=faces, amount=count)
        if count:
            yield from slay(ref, (yield from _choose_slain(ref, unit, own, count)), "KT40-TRANS-08")


def _choose_slain(ref: Ref, unit: int, own: tuple[int, ...], count: int) -> Steps[tuple[int, ...]]:
    """Return the models that are slain, as their player chooses: models of unequal wounds one by one. (TRANS-08, INT-83)"""
    arena, s = ref.arena, ref.state
    if len({arena.cards[i].wounds for i in own}) == 1 and len({s.models[i].wounds for i in own}) == 1:
        return tuple((yield from choose_casualties(ref, unit, own, count, 0, -1)))
    slain: tuple[int, ...] = ()
    while len(slain) < count < len(own):
        ranked = rank_casualties(arena, s, unit, [i for i in own if i not in slain], len(own) - len(slain), -1)
        choice = yield Decision(
            arena.units[unit].side, "allocate", tuple(map(Pick, ranked)), "KT40-TRANS-08", "{name}: which model is slain?",
            NameContext(arena.unit_names[unit]), subject=unit,
        )  # fmt: skip
        slain = (*slain, int(choice.value))
    return slain or own


PROCEDURES: Procedures = {"disembark": disembark}
