"""Goals of a sensible beginner: units worth fighting, by their points, and markers, shared out among its own units."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, hypot

from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack_odds import NOTHING, UnitOdds
from counteract.rulesets.kt40.charge import DICE
from counteract.rulesets.kt40.forecasts import attack_odds, blow_rows, reaches, shooting
from counteract.rulesets.kt40.markers import CONTROL, controlled, holds
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.targeting import shots
from counteract.rulesets.kt40.units import ENGAGED, enemy_units, engaged_with, gap, on_table, own_units, standing

HOLDING = 45.0  # points that a marker held is worth
CROWD = 10.0  # inches that each friendly unit at a marker makes it seem farther away
Place = tuple[float, float]


def harm(arena: Arena, odds: UnitOdds, target: int) -> float:
    """Return what attacks on a unit are worth: the share of its points that they cost it, and a prize for destroying it."""
    points = arena.units[target].card.points
    full = sum(arena.cards[i].wounds for i in arena.units[target].models)
    return points * (odds.wounds + odds.fled) / full + 0.25 * points * odds.destroyed


def shot_worth(arena: Arena, s: ArmyBattle, unit: int, target: int) -> float:
    """Return the worth of a unit's shooting at another."""
    return harm(arena, shooting(arena, s, unit, target), target)


def best_shot(arena: Arena, s: ArmyBattle, unit: int) -> float:
    """Return the worth of a unit's shooting at its best target from where it stands."""
    memo, key = arena.memo(s.places), ("best shot", unit, s.units[unit], s.models)
    if key not in memo:
        targets = {shot.target for shot in shots(arena, s, unit, "shooting")}
        memo[key] = max((shot_worth(arena, s, unit, target) for target in targets), default=0.0)
    return float(memo[key])


def blows(arena: Arena, s: ArmyBattle, unit: int, target: int) -> UnitOdds:
    """Return the odds of the blows of all models of a unit at another, wherever they stand."""
    rows = [row._replace(hindered=False) for row in blow_rows(arena, s, target, standing(arena, s, unit))]
    return attack_odds(arena, s, unit, "fight", target, rows)


def brawl(arena: Arena, s: ArmyBattle, unit: int, target: int) -> float:
    """Return the worth of close combat with a unit that is struck first: the blows dealt less part of those that come back."""
    dealt = blows(arena, s, unit, target)
    return harm(arena, dealt, target) - 0.6 * (1.0 - dealt.destroyed) * harm(arena, blows(arena, s, target, unit), unit)


def charge_worth(arena: Arena, s: ArmyBattle, unit: int, target: int, dice: int = DICE) -> float:
    """Return the worth of charging a unit: the fight if it arrives, less overwatch and a marker that is left for it."""
    needed = max(dice, ceil(gap(arena, s, unit, target) - ENGAGED))
    fire = shooting(arena, s, target, unit, "overwatch") if not engaged_with(arena, s, target) else NOTHING
    given_up = HOLDING if _would_leave(arena, s, unit, target) else 0.0
    return reaches(needed, dice) * brawl(arena, s, unit, target) - harm(arena, fire, unit) - given_up


def goals(arena: Arena, s: ArmyBattle, side: int) -> dict[int, Place]:
    """Return the place that each unit of a side heads for: markers shared out by distance, enemies for those that hold none."""
    memo, key = arena.memo(s.places), ("goals", side)
    if key not in memo:
        memo[key] = _share_out(arena, s, side)
    found: dict[int, Place] = memo[key]
    return found


def _share_out(arena: Arena, s: ArmyBattle, side: int) -> dict[int, Place]:
    board = arena.terrain.board
    markers = [marker.at(board) for marker in arena.mission.markers] if arena.mission else []
    holders = controlled(arena, s)
    crowd = [0.0] * len(markers)
    found: dict[int, Place] = {}
    for unit in own_units(arena, s, side):  # who holds a marker stays at it
        k = next((k for k, at in enumerate(markers) if holders[k] == side and not crowd[k] and _is_at(arena, s, unit, at)), -1)
        if k >= 0:
            found[unit], crowd[k] = markers[k], CROWD
    for unit in own_units(arena, s, side):
        if unit in found:
            continue
        if not markers or arena.units[unit].has("AIRCRAFT"):
            found[unit] = _nearest_enemy(arena, s, unit)
            continue
        x, y = centre(s, standing(arena, s, unit))
        away = [hypot(mx - x, my - y) + crowd[k] + (0.0 if holders[k] == side else -3.0) for k, (mx, my) in enumerate(markers)]
        k = min(range(len(markers)), key=lambda k: round(away[k], 6))
        crowd[k] += CROWD
        found[unit] = markers[k]
    return found


def _nearest_enemy(arena: Arena, s: ArmyBattle, unit: int) -> Place:
    board = arena.terrain.board
    foes = enemy_units(arena, s, arena.units[unit].side)
    if not foes or not on_table(arena, s, unit):
        return board.width / 2, board.depth / 2
    return centre(s, standing(arena, s, min(foes, key=lambda v: gap(arena, s, unit, v))))


def centre(s: ArmyBattle, models: Iterable[int]) -> Place:
    """Return the middle of some models on the table."""
    places = [place for i in models if (place := s.places[i]) is not None]
    return sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)


def to_go(arena: Arena, s: ArmyBattle, unit: int) -> float:
    """Return how many inches a unit is from counting at the place it heads for."""
    x, y = goals(arena, s, arena.units[unit].side)[unit]
    own = standing(arena, s, unit)
    nearest = min(hypot(p[0] - x, p[1] - y) - arena.radii[i] for i in own if (p := s.places[i]) is not None)
    return max(0.0, nearest - CONTROL)


def _is_at(arena: Arena, s: ArmyBattle, unit: int, marker: Place) -> bool:
    """Return True if a model of a unit counts at a marker."""
    return any(holds(arena, s, i, *marker) for i in standing(arena, s, unit))


def _would_leave(arena: Arena, s: ArmyBattle, unit: int, target: int) -> bool:
    """Return True if a unit that holds a marker would leave it to charge another."""
    board, side = arena.terrain.board, arena.units[unit].side
    markers = [marker.at(board) for marker in arena.mission.markers] if arena.mission else []
    held = [at for at, holder in zip(markers, controlled(arena, s), strict=True) if holder == side and _is_at(arena, s, unit, at)]
    friends = [v for v in own_units(arena, s, side) if v != unit]
    alone = [at for at in held if not any(_is_at(arena, s, v, at) for v in friends)]
    return any(hypot(p[0] - at[0], p[1] - at[1]) > 2 * CONTROL for at in alone for i in standing(arena, s, target) if (p := s.places[i]) is not None)
