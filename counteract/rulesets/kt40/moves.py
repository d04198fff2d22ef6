"""The moves of units: how far, past whom, and where they may end; and setting units up. (MOVE, FLY, AIR, UNIT-06, INT-04, INT-05)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from counteract.core.decision import PASS, Why
from counteract.core.language import phrases
from counteract.core.procedure import Steps
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.moves.limits import MALFORMED, in_millionths
from counteract.mechanics.moves.unit_decision import Aim, UnitPathContext, UnitPathsDecision
from counteract.mechanics.moves.unit_limits import AT_THE_END, MISSING, ON_THE_WAY, Goal, UnitLimits, UnitMove
from counteract.rulesets.kt40 import stats
from counteract.rulesets.kt40.arena import Arena, move_figures
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_models, change_unit
from counteract.rulesets.kt40.units import ENGAGED, can_engage, enemy_units, gaps, standing

PILE_IN = 3.0  # FIGHT-07, FIGHT-12, HERO-01
CLOSER = 0.002  # inches that count as closer, more than the tolerance of equal distances
NEARBY = 12.0  # inches: enemies no farther than this are worth an answer of their own

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
    MALFORMED: ("KT40-INT-04", "{model}: a path is a list of 1 to {most} points (x, y) or (x, y, z), in plain numbers."),
    MISSING: ("KT40-UNIT-08", "The unit moves as one: {count} paths are needed, one for each model."),
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

_WHERE_TO = phrases(
    {
        "normal move": '{name}: normal move up to {most:g}". Where to?',
        "advance": '{name}: advance up to {most:g}". Where to?',
        "fall back": '{name}: fall back up to {most:g}". Where to?',
        "charge": '{name}: charge up to {most:g}". Where to?',
        "failed charge": '{name}: the charge has failed. Move up to {most:g}" towards a target?',
        "pile in": '{name}: pile in up to {most:g}"?',
        "consolidate": '{name}: consolidate up to {most:g}"?',
        "heroic intervention": '{name}: heroic intervention up to {most:g}". Where to?',
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


def limits(arena: Arena, s: ArmyBattle, unit: int, kind: str, most: Iterable[float], **more: Any) -> UnitLimits:
    """Return the limits of a kind of move of a unit, each model by so many inches at most. (MOVE-05 to MOVE-07, FLY-01, CHARGE-11)"""
    rule, mode, why = _KINDS[kind]
    flies = arena.units[unit].has("FLY")
    over = flies and kind in (*_FLOWN, *_OVER_UNITS)
    return UnitLimits(
        models=standing(arena, s, unit), terrain=arena.ground(unit), figures=move_figures(flies and kind in _FLOWN), problems=PROBLEMS,
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
    return limits(arena, s, unit, kind, [PILE_IN] * len(own), goals=goals, goal_why=why)


def _nearest(arena: Arena, s: ArmyBattle, unit: int, i: int) -> tuple[Goal, ...]:
    """Return the enemy models nearest to a model, and how near it must come to one of them to be closer. (AIR-04, INT-57, INT-79)"""
    kept = kept_models(arena, s, unit)
    if not kept:
        return ()
    away = gaps(arena, s)[i, list(kept)]
    least = float(away.min())
    return tuple(Goal(kept[k], least - CLOSER) for k in range(len(kept)) if away[k] <= least + TOLERANCE)


# --- making a move


def travel(ref: Ref, unit: int, kind: str, demands: UnitLimits, *, optional: bool = False, strike: bool = False) -> Steps[bool]:
    """Ask for the paths of a unit and move it; return True if a model has moved. (UNIT-08, MOVE-12)"""
    arena, s = ref.arena, ref.state
    decision = UnitPathsDecision(
        arena.units[unit].side, "move", (), demands.too_long, _WHERE_TO[kind],
        UnitPathContext(arena.unit_names[unit], kind, max(demands.most)), kind="paths", subject=unit,
        field=arena, places=s.places, limits=demands, aims=partial(aims, arena, s, unit), optional=optional,
    )  # fmt: skip
    answer = yield decision
    return answer != PASS and carry_out(ref, unit, kind, demands, decision.move(answer), strike=strike)


def carry_out(ref: Ref, unit: int, kind: str, demands: UnitLimits, move: UnitMove, *, strike: bool = False) -> bool:
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
    """Ask for a pile-in or a consolidation, of a strike or of a fight, unless nobody can get closer. (FIGHT-07, FIGHT-12, INT-77)"""
    arena, s = ref.arena, ref.state
    if arena.units[unit].has("AIRCRAFT") or not standing(arena, s, unit):
        return
    demands = closing_in(arena, s, unit, kind)
    if demands is not None:
        yield from travel(ref, unit, kind, demands, optional=True, strike=strike)


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
