"""The moves of units: how far, past whom, and where they may end; and setting units up. (MOVE, FLY, AIR, UNIT-06, INT-04, INT-05)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import atan2, degrees
from typing import Any

from msgspec.structs import replace

from counteract.core.decision import PASS, Refusal, Why
from counteract.core.language import Phrase, phrases
from counteract.core.procedure import Steps
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.moves.limits import MALFORMED, in_millionths
from counteract.mechanics.moves.unit_closing import can_close_in
from counteract.mechanics.moves.unit_decision import UnitPathContext, UnitPathsDecision
from counteract.mechanics.moves.unit_drafts import Aim
from counteract.mechanics.moves.unit_limits import AT_THE_END, MISSING, ON_THE_WAY, FollowedPaths, Goal, UnitLimits
from counteract.mechanics.moves.unit_meeting import can_each_end, can_meet
from counteract.rulesets.kt40 import stats
from counteract.rulesets.kt40.arena import Arena, move_figures
from counteract.rulesets.kt40.damage import slay
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_models, change_unit
from counteract.rulesets.kt40.units import ENGAGED, alive, can_engage, enemy_units, gaps, standing
from counteract.table.paths import MovementParameters
from counteract.table.unit_distances import is_one_group

TOGETHER, HEIGHT = 2.0, 6.0  # UNIT-06
PILE_IN = 3.0  # FIGHT-07, FIGHT-12, HERO-01
CLOSER = 0.002  # inches that count as closer, more than the tolerance of equal distances
DISEMBARK = 3.0  # TRANS-02, TRANS-05
FAR_FROM_ENEMIES = 9.0  # RES-03, INT-73
Box = tuple[float, float, float, float]

PROBLEMS: dict[str, Why] = {
    "off-board": ("KT40-SETUP-02", "{model}: the base would leave the battlefield."),
    "end-overlaps-base": ("KT40-MOVE-06", "{model}: the base would end on top of {name}."),
    "end-overlaps-terrain": ("KT40-MOVE-06", "{model}: the base would end inside terrain ({part})."),
    "end-not-flat": ("KT40-INT-05", "{model}: the whole base must end on the ground or on one floor."),
    "solid": ("KT40-INT-04", "{model}: terrain ({part}) is in the way."),
    "too-high": ("KT40-INT-05", "{model}: the climb is too high ({part})."),
    "no-climb": ("KT40-INT-05", "{model}: it cannot climb here ({part})."),
    "enemy-base": ("KT40-MOVE-06", "{model}: {name} is in the way."),
    "friend-base": ("KT40-MOVE-06", "{model}: {name} is in the way."),
    "wrong-level": ("KT40-INT-04", "{model}: the path is not at the height wished for."),
    "jump-start": ("KT40-GEN-05", "{model}: there are no jumps."),
    "jump-too-long": ("KT40-GEN-05", "{model}: there are no jumps."),
    "jump-too-high": ("KT40-GEN-05", "{model}: there are no jumps."),
    "tangled": ("KT40-INT-04", "{model}: the path climbs and drops too often to be followed."),
    "wrong-start": ("KT40-INT-04", "{model}: the path must start where the model stands."),
    MALFORMED: ("KT40-INT-04", "{model}: a path is a list of points (x, y) or (x, y, z) in plain numbers, {most} at most."),
    MISSING: ("KT40-UNIT-08", "The unit moves as one, with a path for each model: {count} in all."),
}
_APART: Why = ("KT40-UNIT-06", '{model} would be {gap:.2f}" from the rest of its unit; 2" is the most, and 6" in height.')
_NEAR: Why = ("KT40-MOVE-07", '{model} comes within 1" of an enemy model.')

#: The rule of each kind of move, whom it must keep clear of and when, and why a move that does not is refused.
_KINDS: dict[str, tuple[str, str, Why]] = {
    "normal move": ("KT40-MOVE-05", ON_THE_WAY, _NEAR),
    "advance": ("KT40-ADV-01", ON_THE_WAY, _NEAR),
    "fall back": ("KT40-FALLBACK-01", AT_THE_END, ("KT40-FALLBACK-01", '{model} would end within 1" of an enemy model.')),
    "charge": ("KT40-CHARGE-06", ON_THE_WAY, ("KT40-CHARGE-08", '{model} comes within 1" of an enemy unit that is no target of the charge.')),
    "failed charge": ("KT40-CHARGE-09", ON_THE_WAY, ("KT40-CHARGE-09", '{model} comes within 1" of an enemy model; the charge has failed.')),
    "pile in": ("KT40-FIGHT-07", "", ("", "")),
    "consolidate": ("KT40-FIGHT-12", "", ("", "")),
    "heroic intervention": ("KT40-HERO-01", "", ("", "")),
}
#: Moves in which FLY passes over everything, and those in which it passes over units. (FLY-01, CHARGE-11, INT-40)
_FLOWN, _OVER_UNITS = ("normal move", "advance", "fall back"), ("charge", "failed charge")
_OVER = replace(move_figures(False), friends_block=False)

_WHERE_TO = phrases(
    {
        "normal move": '{name}: normal move up to {most:g}". Where to?',
        "advance": '{name}: advance up to {most:g}". Where to?',
        "fall back": '{name} falls back up to {most:g}". Where to?',
        "charge": '{name}: charge up to {most:g}". Where to?',
        "failed charge": '{name}: the charge has failed. Move up to {most:g}" towards a target?',
        "pile in": '{name}: pile in up to {most:g}"?',
        "consolidate": '{name}: consolidate up to {most:g}"?',
        "heroic intervention": '{name}: heroic intervention up to {most:g}". Where to?',
        "deployed": "{name}: where do you set it up?",
        "arrived": "{name} arrives: where do you set it up?",
        "disembarked": "{name} gets out: where do you set it up?",
        "thrown out": "{name} is thrown out: where do you set it up?",
    }
)
#: What is asked where no move is found and none is ruled out.
_DOUBTFUL = phrases(
    {
        "charge": '{name}: charge up to {most:g}". No way to a target is found: show one, or the charge fails.',
        "fall back": '{name} falls back up to {most:g}". No way out is found: show one, or it stays where it is.',
    }
)


# --- limits


def kept_models(arena: Arena, s: ArmyBattle, unit: int, spared: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the enemy models that a unit may not come within 1" of, without those of ``spared`` units. (MOVE-07, AIR-04)"""
    memo, key = arena.memo(s.places), ("kept", unit, tuple(spared))
    if key not in memo:
        near = (v for v in enemy_units(arena, s, arena.units[unit].side) if v not in spared and can_engage(arena, unit, v))
        memo[key] = tuple(i for v in near for i in standing(arena, s, v))
    found: tuple[int, ...] = memo[key]
    return found


def _figures(flies: bool, kind: str) -> MovementParameters:
    """Return what paths of a kind of move are measured with: FLY passes over everything, or over units. (FLY-01, CHARGE-11, INT-40)"""
    return _OVER if flies and kind in _OVER_UNITS else move_figures(flies and kind in _FLOWN)


def limits(arena: Arena, s: ArmyBattle, unit: int, kind: str, most: Iterable[float], **more: Any) -> UnitLimits:
    """Return the limits of a kind of move of a unit, each model by so many inches at most. (MOVE-05 to MOVE-07, FLY-01, CHARGE-11)"""
    rule, mode, why = _KINDS[kind]
    flies = arena.units[unit].has("FLY")
    over = flies and kind in (*_FLOWN, *_OVER_UNITS)
    return UnitLimits(
        models=standing(arena, s, unit), terrain=arena.ground(unit, flown=kind in _FLOWN), figures=_figures(flies, kind), problems=PROBLEMS,
        most=tuple(map(float, most)), too_long=rule, passes=flies and kind in _OVER_UNITS, apart=_APART, clear=ENGAGED,
        mode=AT_THE_END if over else mode, kept_out=why, **{"kept": kept_models(arena, s, unit) if mode else (), **more},
    )  # fmt: skip


def march(arena: Arena, s: ArmyBattle, unit: int, kind: str, extra: float = 0.0) -> UnitLimits:
    """Return the limits of a normal move, an advance or a fall back: M, and what a roll adds. (MOVE-05, ADV-01, FALLBACK-01, INT-80)"""
    return limits(arena, s, unit, kind, (stats.move(arena, s, i) + extra for i in standing(arena, s, unit)))


def closing_in(arena: Arena, s: ArmyBattle, unit: int, kind: str) -> UnitLimits | None:
    """Return the limits of a pile-in, a consolidation or an intervention; None if no model can get closer. (FIGHT-07, FIGHT-12, HERO-01, INT-57)"""
    own = standing(arena, s, unit)
    goals = tuple(_nearest(arena, s, unit, i) for i in own)
    if not any(goal.most > 0.0 for near in goals for goal in near):
        return None
    why: Why = (_KINDS[kind][0], "{model} must end closer to the enemy model that is nearest to it now, or stay.")
    toward = tuple(dict.fromkeys(goal.body for near in goals for goal in near))
    return limits(arena, s, unit, kind, [PILE_IN] * len(own), goals=goals, goal_why=why, toward=toward, engage=True)


def _nearest(arena: Arena, s: ArmyBattle, unit: int, i: int) -> tuple[Goal, ...]:
    """Return the enemy models nearest to a model, and how near it must come to one of them to be closer. (AIR-04, INT-57, INT-79)"""
    kept = kept_models(arena, s, unit)
    if not kept:
        return ()
    away = gaps(arena, s)[i, list(kept)]
    least = float(away.min())
    return tuple(Goal(kept[k], least - CLOSER) for k in range(len(kept)) if away[k] <= least + TOLERANCE)


# --- whether a move can be made


def ask_paths(arena: Arena, s: ArmyBattle, unit: int, kind: str, demands: UnitLimits, *, optional: bool = False) -> UnitPathsDecision:
    """Return the question where a unit goes or is set up."""
    return UnitPathsDecision(
        arena.units[unit].side, "move" if demands.ways else "set-up", (), demands.too_long,
        _DOUBTFUL[kind] if optional and kind in _DOUBTFUL else _WHERE_TO[kind],
        UnitPathContext(arena.unit_names[unit], kind, max(demands.most, default=0.0)), kind="paths", subject=unit,
        field=arena, places=s.places, limits=demands, aims=partial(aims, arena, s, unit), optional=optional,
    )  # fmt: skip


def is_possible(arena: Arena, s: ArmyBattle, unit: int, kind: str, demands: UnitLimits) -> bool:
    """Return True if a unit has a move within some limits."""
    return not isinstance(ask_paths(arena, s, unit, kind, demands).find(), Refusal)


def is_broken(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if casualties have left a unit in several groups. (UNIT-07, INT-74)"""
    own = arena.units[unit].models
    if len(own) < 2:
        return False
    memo, key = arena.memo(s.places), ("broken", unit)
    if key not in memo:
        memo[key] = not is_one_group(arena.bodies(s.places), arena.index.members[unit], TOGETHER, HEIGHT)
    return bool(memo[key])


def can_march(arena: Arena, s: ArmyBattle, unit: int, kind: str, extra: float = 0.0) -> bool:
    """Return True if a unit that is not engaged can move and end in coherency: a broken one must come together. (UNIT-07)"""
    if not is_broken(arena, s, unit):
        return True
    demands = march(arena, s, unit, kind, extra)
    memo, key = arena.memo(s.places), ("march", unit, kind, demands.most)
    if key not in memo:
        memo[key] = is_possible(arena, s, unit, kind, demands)
    return bool(memo[key])


def can_fall_back(arena: Arena, s: ArmyBattle, unit: int, extra: float = 0.0) -> bool:
    """Return True if a legal end of a fall back is known. (INT-34)"""
    demands = march(arena, s, unit, "fall back", extra)
    memo, key = arena.memo(s.places), ("fall back", unit, demands.most)
    if key not in memo:
        memo[key] = is_possible(arena, s, unit, "fall back", demands)
    return bool(memo[key])


def may_fall_back(arena: Arena, s: ArmyBattle, unit: int, extra: float = 0.0) -> bool:
    """Return True unless it is proved that a fall back has no legal end. (FALLBACK-01, INT-34, UNIT-07)

    It is where a model of the unit has none even by itself, or where the models are too far from each other to come together.
    """
    demands = march(arena, s, unit, "fall back", extra)
    memo, key = arena.memo(s.places), ("lone fall back", unit, demands.most)
    if key not in memo:
        memo[key] = can_meet(arena.bodies(s.places), demands, TOGETHER) and can_each_end(arena, s.places, demands)
    return bool(memo[key]) and (len(demands.models) > 1 or can_fall_back(arena, s, unit, extra))


# --- making a move


def travel(ref: Ref, unit: int, kind: str, demands: UnitLimits, *, optional: bool = False) -> Steps[bool]:
    """Ask for the paths of a unit and move it; return True if a model has moved. (UNIT-08, MOVE-12)"""
    decision = ask_paths(ref.arena, ref.state, unit, kind, demands, optional=optional)
    answer = yield decision
    return answer != PASS and carry_out(ref, unit, kind, demands, decision.move(answer))


def carry_out(ref: Ref, unit: int, kind: str, demands: UnitLimits, move: FollowedPaths, *, strike: bool = False) -> bool:
    """Move a unit along its paths; return True if a model has moved."""
    starts = tuple(ref.state.places[i] for i in move.models)
    moved = tuple(i for i, length in zip(move.models, move.lengths, strict=True) if length > 0.0)
    if not moved:
        return False
    ref.state = replace(ref.state, places=move.place_all(ref.state.places))
    if kind not in ("pile in", "consolidate") or strike:
        mark_moved(ref, moved, strike=strike)
    ref.emit(
        "unit-moved", demands.too_long, unit=unit, move=kind, models=move.models, paths=move.paths, starts=starts, to=move.ends,
        lengths=tuple(map(in_millionths, move.lengths)),
    )  # fmt: skip
    return True


def mark_moved(ref: Ref, models: Sequence[int], *, strike: bool = False) -> None:
    """Record that models have moved, and their unit with them: it is readied no longer, except in a strike. (MOVE-12, READY-02, INT-35)"""
    if not models:
        return
    change_models(ref, {i: {"moved": True} for i in models})
    unit = ref.arena.unit_of[models[0]]
    change_unit(ref, unit, moved=True, **({} if strike else {"readied": False}))


def close_in(ref: Ref, unit: int, kind: str, *, strike: bool = False) -> Steps[None]:
    """Ask for a pile-in or a consolidation, of a strike or of a fight, unless nobody can get closer. (FIGHT-07, FIGHT-12, INT-57, INT-77)"""
    arena, s = ref.arena, ref.state
    if arena.units[unit].has("AIRCRAFT") or not standing(arena, s, unit):
        return
    demands = closing_in(arena, s, unit, kind)
    if demands is None or (is_broken(arena, s, unit) and not _comes_together(arena, s, unit, kind, demands)):
        return
    decision = ask_paths(arena, s, unit, kind, demands, optional=True)
    if can_close_in(decision):
        answer = yield decision
        if answer != PASS:
            carry_out(ref, unit, kind, demands, decision.move(answer), strike=strike)


def _comes_together(arena: Arena, s: ArmyBattle, unit: int, kind: str, demands: UnitLimits) -> bool:
    """Return True if a broken unit can close in so that it is one group again. (UNIT-07)"""
    return not isinstance(ask_paths(arena, s, unit, kind, demands).find_nearest(), Refusal)


# --- setting a unit up

#: The event and the rule of each way to set a unit up.
_PLACED = {"deployed": "deployed", "arrived": "arrived", "disembarked": "disembarked", "thrown out": "thrown-out"}
_SET_UP = {"deployed": "KT40-SETUP-03", "arrived": "KT40-RES-03", "disembarked": "KT40-TRANS-05", "thrown out": "KT40-TRANS-08"}
_OUTSIDE: Why = ("KT40-SETUP-03", "{model} must be set up wholly within its player's deployment zone.")
_CLEAR = Phrase('{model} must be more than {clear:g}" from every enemy model.')
_TOO_FAR: Why = ("KT40-TRANS-05", '{model} must be set up within {most:g}" of the transport.')


def set_up_limits(arena: Arena, s: ArmyBattle, unit: int, kind: str, *, carrier: int = -1, zone: Box | None = None, clear: float = 0.0) -> UnitLimits:
    """Return the limits of setting a unit up: in a zone, near a TRANSPORT, more than so many inches from enemies. (SETUP-03, TRANS-05, RES-03)"""
    enemies = (
        kept_models(arena, s, unit)
        if carrier >= 0
        else tuple(i for v in enemy_units(arena, s, arena.units[unit].side) for i in standing(arena, s, v))
    )
    return UnitLimits(
        models=alive(arena, s, unit), terrain=arena.ground(unit), figures=move_figures(False), problems=PROBLEMS, ways=False, apart=_APART,
        too_long=_SET_UP[kind], kept=enemies if clear else (), clear=clear, mode=AT_THE_END,
        kept_out=(_SET_UP[kind], _CLEAR),
        zones=() if zone is None else (zone,), outside=_OUTSIDE,
        near=(standing(arena, s, carrier), DISEMBARK) if carrier >= 0 else None, too_far=_TOO_FAR,
    )  # fmt: skip


def set_up_unit(ref: Ref, unit: int, kind: str, *, carrier: int = -1, zone: Box | None = None, clear: float = 0.0) -> Steps[bool]:
    """Ask where a unit is set up; return False if there is no room for any of its models. (SETUP-03, TRANS-05, TRANS-09, RES-03, INT-73)

    A deployment zone without room is widened; who finds no room beside a TRANSPORT is slain.
    """
    arena, s = ref.arena, ref.state
    decision = _ask_with_room(arena, s, unit, kind, set_up_limits(arena, s, unit, kind, carrier=carrier, zone=zone, clear=clear))
    if decision is None:
        return False
    move = decision.move((yield decision))
    ref.state = replace(ref.state, places=move.place_all(s.places))  # somebody may have given up meanwhile
    own = arena.units[unit]
    facing = move.paths[0][0][3] if move.paths[0] and len(move.paths[0][0]) > 3 else _inward(arena, move.ends[0])
    change_unit(ref, unit, facing=facing if own.has("AIRCRAFT") else 0.0)
    ref.emit(_PLACED[kind], _SET_UP[kind], unit=unit, models=move.models, to=move.ends)
    lost = tuple(i for i, end in zip(move.models, move.ends, strict=True) if end is None)
    if lost:
        yield from slay(ref, lost, "KT40-TRANS-09")
    return True


def _ask_with_room(arena: Arena, s: ArmyBattle, unit: int, kind: str, demands: UnitLimits) -> UnitPathsDecision | None:
    """Return the question where a unit is set up under the first limits that leave room for it; None if none do."""
    decision = ask_paths(arena, s, unit, kind, demands)
    if not isinstance(decision.find(), Refusal):
        return decision
    asked = (ask_paths(arena, s, unit, kind, limits) for limits in _ease(arena, s, unit, kind, demands, decision.most_placed))
    return next((decision for decision in asked if not isinstance(decision.find(), Refusal)), None)


def _ease(arena: Arena, s: ArmyBattle, unit: int, kind: str, demands: UnitLimits, most: int) -> Iterator[UnitLimits]:
    """Yield the limits under which a unit without room may be set up: with at most so many models, or in a wider zone. (TRANS-09, INT-73)"""
    board, last = arena.terrain.board, len(demands.models) - 1
    if demands.near is not None:
        small_first = tuple(sorted(demands.models, key=lambda i: arena.radii[i]))
        if small_first != demands.models:  # bases of several sizes: more of the small ones may fit
            yield from (replace(demands, lost=lost, models=models) for lost in range(1, last + 1) for models in (demands.models, small_first))
        else:
            yield from (replace(demands, lost=lost) for lost in range(max(1, last + 1 - most), last + 1))
        # one model alone, whichever it is
        yield from (replace(demands, lost=last, models=(i, *(j for j in demands.models if j != i))) for i in demands.models[1:])
    elif kind == "deployed":
        enemies = tuple(i for v in enemy_units(arena, s, arena.units[unit].side) for i in standing(arena, s, v))
        x0, y0, x1, y1 = demands.zones[0]
        for inches in range(1, int(max(board.width, board.depth)) + 1):
            box = max(0.0, x0 - inches), max(0.0, y0 - inches), min(board.width, x1 + inches), min(board.depth, y1 + inches)
            yield replace(demands, zones=(box,), kept=enemies, clear=FAR_FROM_ENEMIES, outside=("KT40-INT-73", _OUTSIDE[1]))


def _inward(arena: Arena, end: Point | None) -> float:
    """Return the way from a place to the middle of the board, in degrees: where an AIRCRAFT faces unless its player says otherwise."""
    board = arena.terrain.board
    x, y = (0.0, 0.0) if end is None else end[:2]
    return round(degrees(atan2(board.depth / 2 - y, board.width / 2 - x)) % 360.0, 3)


# --- places worth going to


def aims(arena: Arena, s: ArmyBattle, unit: int) -> list[Aim]:
    """Return places that a unit may want to go to: objective markers, and enemy units nearby, the nearest first."""
    markers = [marker.at(arena.terrain.board) for marker in arena.mission.markers] if arena.mission else []
    own = arena.units[unit]
    matrix = gaps(arena, s)[own.models.start : own.models.stop]
    found: list[tuple[float, Point]] = []
    for v in enemy_units(arena, s, own.side):
        them = standing(arena, s, v)
        columns = matrix[:, list(them)]
        away = float(columns.min())
        place = s.places[them[int(columns.min(axis=0).argmin())]]
        assert place is not None
        found.append((away, place))
    return [*markers, *(place for _, place in sorted(found)[:3])]
