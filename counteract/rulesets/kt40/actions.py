"""The movement options of units, and the opportunity strikes at those that fall back. (MOVE, READY, ADV, FALLBACK, OPP)"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from counteract.core.decision import PASS, Answer, Concede, Decision, NameContext, Pick, Roll, Why
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.choices import ActionDecision, picks
from counteract.rulesets.kt40 import aircraft, moves, stats, transports
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.charge import charge, long_charge, may_react, next_player, why_not_charge, why_not_long_charge
from counteract.rulesets.kt40.fight import strike_attacks
from counteract.rulesets.kt40.missions import withdraw
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit, change_units
from counteract.rulesets.kt40.stratagems import reroll
from counteract.rulesets.kt40.units import Units, engaged_with, on_table, standing

STAY, READY, DISEMBARK = "stay", "ready", "disembark"
BEST = 6  # an Advance roll that cannot be bettered


class MovementOption(msgspec.Struct, frozen=True):
    """An option of the movement phase: the check that may bar it, and its procedure. (MOVE-03)"""

    name: str
    barred: Callable[[Arena, ArmyBattle, int], Why | None]
    perform: Callable[[Ref, int], Procedure]


# --- checks that bar an option


def why_not(arena: Arena, s: ArmyBattle, unit: int, name: str) -> Why | None:
    """Return why a unit may not take an option now, or None."""
    return why_no_option(s, unit) or OPTIONS[name].barred(arena, s, unit)


def why_no_option(s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit may take no option at all, or None. (MOVE-04, RES-04)"""
    if s.units[unit].arrived:
        return "KT40-RES-04", "It has arrived from reserve this turn."
    if s.units[unit].option:
        return "KT40-MOVE-04", "It has taken its movement option this turn."
    return None


def _why_not_stay(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit cannot remain stationary, or None: an AIRCRAFT flies on if it can. (AIR-06)"""
    if aircraft.must_fly(arena, s, unit):
        return "KT40-AIR-06", "An aircraft with a minimum move must move every turn."
    return None


def why_not_ready(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit may not be readied, or None; moves of an opportunity strike are no reason. (READY-02, INT-31, INT-35, INT-41)"""
    if s.units[unit].disembarked or s.units[unit].arrived:
        return "KT40-READY-02", "It has moved this turn."
    return _why_not_stay(arena, s, unit)


def why_not_leave(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit may not move freely, or None. (MOVE-08, INT-29)"""
    if engaged_with(arena, s, unit):
        return "KT40-MOVE-08", 'An enemy is within 1" of it: it may stay or fall back.'
    return None


def _why_not_move(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    return why_not_leave(arena, s, unit) or _why_not_march(arena, s, unit, "normal move")


def _why_not_advance(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    return why_not_leave(arena, s, unit) or _why_not_march(arena, s, unit, "advance", BEST)


def _why_not_march(arena: Arena, s: ArmyBattle, unit: int, kind: str, extra: float = 0.0) -> Why | None:
    """Return why a unit has no legal move of a kind, or None. (AIR-01, UNIT-07)"""
    if aircraft.has_minimum(arena, unit):
        return None if aircraft.can_fly(arena, s, unit, kind) else ("KT40-AIR-01", "There is no place that it could fly to.")
    if not moves.can_march(arena, s, unit, kind, extra + stats.move_dice(arena, unit).most):
        return "KT40-UNIT-07", "Its models cannot come together again within one move."
    return None


def _why_not_fall_back(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit may not fall back, or None. (FALLBACK-01, MOVE-09, INT-34)"""
    if s.units[unit].charged_by:
        return "KT40-MOVE-09", "An enemy has charged it this turn."
    if not engaged_with(arena, s, unit):
        return "KT40-FALLBACK-01", "Only an engaged unit can fall back."
    if not aircraft.has_minimum(arena, unit) and not moves.may_fall_back(arena, s, unit, stats.move_dice(arena, unit).most):
        return "KT40-INT-34", 'There is nowhere to go that is more than 1" from every enemy.'
    return None


def _why_not_charge(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    return why_not_leave(arena, s, unit) or why_not_charge(arena, s, unit)


def _why_not_long_charge(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    return why_not_leave(arena, s, unit) or why_not_long_charge(arena, s, unit)


# --- the options


def _stay(ref: Ref, unit: int) -> Procedure:
    """Leave the unit where it is. (MOVE-03)"""
    ref.emit("stays", "KT40-MOVE-03", unit=unit)
    return
    yield


def _ready(ref: Ref, unit: int) -> Procedure:
    """Ready the unit: it stays, and shoots in the first shooting step. (READY-01, READY-04)"""
    make_ready(ref, (unit,))
    return
    yield


def make_ready(ref: Ref, units: Units) -> None:
    change_units(ref, {unit: {"option": READY, "readied": True} for unit in units})
    for unit in units:
        ref.emit("readied", "KT40-READY-01", unit=unit)


def _normal_move(ref: Ref, unit: int) -> Procedure:
    """Move each model up to its M. (MOVE-05)"""
    yield from _march(ref, unit, "normal move")


def _advance(ref: Ref, unit: int) -> Procedure:
    """Roll a D6 and move each model up to its M plus the roll; an AIRCRAFT adds 20". (ADV-01, AIR-01)"""
    if aircraft.has_minimum(ref.arena, unit):
        yield from _march(ref, unit, "advance", aircraft.FASTER)
        return
    player = ref.arena.units[unit].side
    faces = yield Roll(player, 1, "KT40-ADV-01")
    demands = moves.march(ref.arena, ref.state, unit, "advance", faces[0])
    useful = (0,) if faces[0] < BEST else ()
    faces = yield from reroll(ref, player, faces, "KT40-ADV-01", "advance", unit, useful=useful, inches=max(demands.most))
    ref.emit("advance-roll", "KT40-ADV-01", unit=unit, dice=faces)
    yield from _march(ref, unit, "advance", faces[0])


def _march(ref: Ref, unit: int, kind: str, extra: float = 0.0) -> Procedure:
    """Make a normal move, an advance or a fall back; then the unit may embark. (TRANS-02, INT-34)"""
    if aircraft.has_minimum(ref.arena, unit):
        yield from aircraft.fly(ref, unit, kind, extra)
        return
    extra += yield from _roll_move(ref, unit)
    if kind == "fall back" and not moves.may_fall_back(ref.arena, ref.state, unit, extra):
        ref.emit("cannot-fall-back", "KT40-INT-34", unit=unit)
        return
    if kind != "fall back" and not moves.can_march(ref.arena, ref.state, unit, kind, extra):  # a roll that is too low for a broken unit
        ref.emit("cannot-move", "KT40-UNIT-07", unit=unit)
        return
    doubtful = kind == "fall back" and not moves.can_fall_back(ref.arena, ref.state, unit, extra)
    moved = yield from moves.travel(ref, unit, kind, moves.march(ref.arena, ref.state, unit, kind, extra), optional=doubtful)
    if doubtful and not moved:  # none was shown
        ref.emit("cannot-fall-back", "KT40-INT-34", unit=unit)
        return
    yield from transports.embark(ref, unit)


def _roll_move(ref: Ref, unit: int) -> Steps[int]:
    """Roll the dice of a random Move, once for the unit; return their total, 0 if it has none. (DICE-06)"""
    amount, player = stats.move_dice(ref.arena, unit), ref.arena.units[unit].side
    if not amount.dice:
        return amount.plus
    faces = yield Roll(player, amount.dice, "KT40-DICE-06")
    useful = tuple(k for k, face in enumerate(faces) if face < BEST - (amount.sides == 3))  # a 5 is a 3 as well
    faces = yield from reroll(ref, player, faces, "KT40-DICE-06", "move", unit, useful=useful, thrown=str(amount))
    ref.emit("move-roll", "KT40-DICE-06", unit=unit, dice=faces, amount=amount.read(faces))
    return amount.read(faces)


def _fall_back(ref: Ref, unit: int) -> Procedure:
    """Declare a fall back: first the units it leaves may strike. (FALLBACK-01, OPP-01, INT-33)"""
    ref.emit("falls-back", "KT40-FALLBACK-01", unit=unit)
    ref.then(Task("strikes", (unit, engaged_with(ref.arena, ref.state, unit))), Task("fall_back_move", (unit,)))
    return
    yield


OPTIONS: dict[str, MovementOption] = {
    option.name: option
    for option in (
        MovementOption(STAY, _why_not_stay, _stay),
        MovementOption("normal move", _why_not_move, _normal_move),
        MovementOption("advance", _why_not_advance, _advance),
        MovementOption("fall back", _why_not_fall_back, _fall_back),
        MovementOption("charge", _why_not_charge, charge),
        MovementOption("long charge", _why_not_long_charge, long_charge),
        MovementOption(READY, why_not_ready, _ready),
    )
}
_KNOWN = tuple(map(Pick, OPTIONS))


# --- falling back


def strikes(ref: Ref, unit: int, waiting: Units, last: int = -1) -> Procedure:
    """Ask the units that a unit falls back from for their opportunity strikes, in turn order. (OPP-01, OPP-05, INT-22, INT-33)"""
    while True:
        arena, s = ref.arena, ref.state
        waiting = tuple(v for v in waiting if may_react(arena, s, v))
        if not waiting or not on_table(arena, s, unit):
            return
        player = next_player(arena, s, waiting, last)
        mine = tuple(v for v in waiting if arena.units[v].side == player)
        choice = yield Decision(
            player, "strike", (PASS, *picks(mine)), "KT40-OPP-05", "{name} falls back: which unit makes an opportunity strike?",
            NameContext(arena.unit_names[unit]), subject=unit, usual=Pick(mine[0]), renewed=True,
        )  # fmt: skip
        if not isinstance(choice, Concede):  # MIS-15
            break
    if choice == PASS:  # it declines for all of its units
        ref.then(Task("strikes", (unit, tuple(v for v in waiting if v not in mine), player)))
        return
    striker = int(choice.value)
    ref.emit("strikes", "KT40-OPP-01", unit=striker, target=unit)
    ref.then(Task("strike", (striker, unit)), Task("strikes", (unit, tuple(v for v in waiting if v != striker), player)))


def strike(ref: Ref, striker: int, unit: int) -> Procedure:
    """Resolve an opportunity strike: pile-in, attacks that hit on a 6, consolidation. (OPP-03)"""
    ref.then(Task("strike_move", (striker, "pile in")), Task("strike_blows", (striker, unit)), Task("strike_move", (striker, "consolidate")))
    return
    yield


def strike_move(ref: Ref, striker: int, kind: str) -> Procedure:
    """Make the pile-in or the consolidation of an opportunity strike. (OPP-03, INT-35)"""
    yield from moves.close_in(ref, striker, kind, strike=True)


def strike_blows(ref: Ref, striker: int, unit: int) -> Procedure:
    """Resolve the attacks of an opportunity strike, all of them at the unit that falls back. (OPP-04, INT-33)"""
    if on_table(ref.arena, ref.state, unit):
        yield from strike_attacks(ref, striker, unit)


def fall_back_move(ref: Ref, unit: int) -> Procedure:
    """Move a unit that falls back; if it can no longer get away, it stays and is still engaged. (FALLBACK-01, INT-34)"""
    if on_table(ref.arena, ref.state, unit):
        yield from _march(ref, unit, "fall back")


# --- which option


class OptionDecision(ActionDecision, kw_only=True):
    """The decision which option a unit takes: by default Ready, else to stay if that is allowed, else the first that is. (INT-84)

    Ready to no effect is not offered. Who is readied may do all that one who stays may do, but shoot in the second step. (READY-04, INT-19)
    """

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            found = super().options
            ready = (Pick(READY),) if Pick(READY) in found and has_guns(self.arena, self.state, self.subject) else ()
            self.listed = (*ready, *(option for option in found if option != Pick(READY)))
        return self.listed

    @property
    def default(self) -> Answer:
        return self.after[0] if self.after else self.options[0]


def option(ref: Ref, unit: int, declines: bool = False) -> Procedure:
    """Ask which option a unit takes and carry it out; with ``declines`` it may keep its option for later. (MOVE-03, STRAT-06, INT-26)"""
    if declines:  # the unit before it is done
        yield from withdraw(ref)
    arena, s = ref.arena, ref.state
    if why_no_option(s, unit) is not None or s.units[unit].destroyed:
        return
    change_battle(ref, acting=unit)
    if not on_table(arena, s, unit):
        if declines and transports.why_not_disembark(arena, s, unit) is None:
            choice = yield which_option(arena, s, unit, (Pick(DISEMBARK),), declines=True)
            if choice != PASS:
                ref.then(Task("disembark", (unit,)), Task("option", (unit,)))
        return
    if aircraft.is_doomed(arena, s, unit):  # AIR-02
        if declines:
            return
        change_unit(ref, unit, option="normal move")
        yield from aircraft.crash(ref, unit)
        return
    choice = yield which_option(arena, s, unit, _KNOWN, declines=declines)
    if choice == PASS:
        ref.emit("declines", "KT40-INT-26", unit=unit)
        return
    change_unit(ref, unit, option=choice.value)
    yield from OPTIONS[choice.value].perform(ref, unit)


def which_option(arena: Arena, s: ArmyBattle, unit: int, known: tuple[Pick, ...], *, declines: bool = False) -> OptionDecision:
    """Return the decision which option a unit takes. (MOVE-03)"""
    return OptionDecision(
        arena.units[unit].side, "option", (), "KT40-MOVE-03", "{name}: what does it do?", NameContext(arena.unit_names[unit]),
        subject=unit, known=known, likely=known, after=(PASS,) if declines else (), arena=arena, state=s, names=OPTIONS, why_not=_why_not_option,
    )  # fmt: skip


def _why_not_option(arena: Arena, s: ArmyBattle, unit: int, name: str) -> Why | None:
    return transports.why_not_disembark(arena, s, unit) if name == DISEMBARK else why_not(arena, s, unit, name)


def has_guns(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a model of a unit on the table has a ranged weapon; the others gain nothing from Ready. (READY-04)"""
    return any(arena.cards[i].guns for i in standing(arena, s, unit))


def has_moved_heavy(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a model of a unit has moved this turn, as in an opportunity strike, and has a Heavy weapon. (INT-35, WT-03)"""
    return any(s.models[i].moved and any(gun.type == "heavy" for gun in arena.guns[i]) for i in standing(arena, s, unit))


PROCEDURES: Procedures = {
    "option": option,
    "strikes": strikes,
    "strike": strike,
    "strike_move": strike_move,
    "strike_blows": strike_blows,
    "fall_back_move": fall_back_move,
}
