"""A player's part of the movement phase: which unit acts next, and Ready for the units that are left. (MOVE-02, MOVE-04, AIR-06, INT-84)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from counteract.core.decision import PASS, Allocate, Answer, Concede, Context, Decision, Pass, Pick, Refusal, Why, is_plain
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure, Procedures
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.choices import ModelDecision, picks
from counteract.rulesets.kt40 import aircraft, transports
from counteract.rulesets.kt40.actions import OPTIONS, STAY, has_guns, has_moved_heavy, make_ready, why_no_option, why_not_leave, why_not_ready
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.missions import withdraw
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_units
from counteract.rulesets.kt40.units import Units, on_table

ALL = "all"
#: The options that lead a unit away, in the order in which it is quickest to see that one is open.
_MOVES = ("normal move", "fall back", "advance", "charge", "long charge")


def part(ref: Ref, player: int) -> Procedure:
    """Ask a player for one unit after the other to take its option; the rest stay. (MOVE-02, MOVE-04, AIR-06, MIS-15)"""
    yield from withdraw(ref)
    change_battle(ref, acting=-1)
    arena, s = ref.arena, ref.state
    if player in s.conceded:
        return
    mine = tuple(u for u in arena.units_of[player] if why_no_option(s, u) is None and not s.units[u].destroyed)
    flying = any(aircraft.must_fly(arena, s, unit) for unit in mine)
    if not flying and not any(can_move(arena, s, unit) for unit in mine):
        ref.then(Task("ready", (player,)))
        return
    which = ManoeuvreDecision(
        player, "manoeuvre", (), "KT40-MOVE-02", "Which unit moves, charges or is readied next?",
        why=partial(_refuse_unit, arena, s, player), likely=picks(mine), after=() if flying else (PASS,),
        arena=arena, state=s, why_not=why_not_manoeuvre, renewed=True,
    )  # fmt: skip
    choice = yield which
    if isinstance(choice, Concede):  # MIS-15
        ref.then(Task("part", (player,)))
        return
    if choice == PASS:
        ref.then(Task("ready", (player,)))
        return
    unit = int(choice.value)
    first = [Task("disembark", (unit,))] if ref.state.units[unit].carrier >= 0 else []
    ref.then(*first, Task("option", (unit,)), Task("part", (player,)))


def can_move(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit that has its option can move, charge, fall back or disembark."""
    if not on_table(arena, s, unit):
        return transports.why_not_disembark(arena, s, unit) is None
    return any(OPTIONS[name].barred(arena, s, unit) is None for name in _MOVES)


def why_not_manoeuvre(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit may only stay where it is, or None."""
    problem = why_no_option(s, unit)
    if problem is not None:
        return problem
    if not on_table(arena, s, unit):
        return transports.why_not_disembark(arena, s, unit)
    if can_move(arena, s, unit) or why_not_ready(arena, s, unit) is None or aircraft.must_fly(arena, s, unit):
        return None
    return why_not_leave(arena, s, unit)


def _refuse_unit(arena: Arena, s: ArmyBattle, player: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(unit)) if 0 <= unit < len(arena.units):
            if arena.units[unit].side != player:
                return Refusal("KT40-MOVE-02", "{name} is not one of your units.", name=arena.unit_names[unit])
            if s.units[unit].destroyed:
                return Refusal("KT40-UNIT-09", "{name} is destroyed.", name=arena.unit_names[unit])
            return Refusal(*(why_no_option(s, unit) or ("KT40-MOVE-02", "The unit is not on the table.")))
        case Pass():
            return Refusal("KT40-AIR-06", "An aircraft has yet to move.")
    return None


class ManoeuvreDecision(ModelDecision, kw_only=True):
    """The decision which unit acts next; one that could only be readied to no effect is not offered, but may be named. (INT-84)"""

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            self.listed = tuple(option for option in super().options if self._is_of_use(option))
        return self.listed

    def _is_of_use(self, answer: Answer) -> bool:
        arena, s = self.arena, self.state
        match answer:
            case Pick(int(unit)):
                return can_move(arena, s, unit) or aircraft.must_fly(arena, s, unit) or has_guns(arena, s, unit)
        return True


class ReadyContext(Context, frozen=True, gc=False):
    """The units that may be readied, by number and by name."""

    units: Units
    names: Sequence[str]


class ReadyDecision(Decision, kw_only=True):
    """The decision which of the units left are readied: all, none, or those with a 1 in an allocation."""

    units: Units

    def refuse(self, answer: Answer) -> Refusal | None:
        if type(answer) is Allocate and is_plain(answer) and len(answer.counts) == len(self.units) and {*answer.counts} <= {0, 1}:
            return None
        return super().refuse(answer)

    def chosen(self, answer: Answer) -> Units:
        """Return the units that an answer readies."""
        if isinstance(answer, Allocate):
            return tuple(unit for unit, count in zip(self.units, answer.counts, strict=True) if count)
        return () if answer == PASS else self.units


def ready(ref: Ref, player: int) -> Procedure:
    """Offer Ready to the units left, together; the others remain stationary. (READY-01, MOVE-04, INT-84)"""
    yield from withdraw(ref)
    arena, s = ref.arena, ref.state
    left = tuple(u for u in arena.units_of[player] if on_table(arena, s, u) and why_no_option(s, u) is None)
    able = tuple(u for u in left if why_not_ready(arena, s, u) is None and has_guns(arena, s, u))
    chosen: Units = ()
    if able:
        decision = ReadyDecision(
            player, "ready", (Pick(ALL), PASS), "KT40-READY-01", "Which of the units that have not moved are readied?",
            ReadyContext(able, [_name_ready(arena, s, u) for u in able]), kind="allocate", usual=PASS, units=able, renewed=True,
        )  # fmt: skip
        choice = yield decision
        if isinstance(choice, Concede):  # MIS-15
            ref.then(Task("ready", (player,)))
            return
        chosen = decision.chosen(choice)
        make_ready(ref, chosen)
    rest: dict[int, dict[str, Any]] = {u: {"option": STAY} for u in left if u not in chosen}
    change_units(ref, rest)


def _name_ready(arena: Arena, s: ArmyBattle, unit: int) -> str:
    """Return the name of a unit that may be readied, with what its Heavy weapons lose if models of it have moved. (INT-35, WT-03)"""
    name = arena.unit_names[unit]
    return Phrase("{name} (models have moved: Heavy weapons at -1)", name=name) if has_moved_heavy(arena, s, unit) else name


PROCEDURES: Procedures = {"part": part, "ready": ready}
