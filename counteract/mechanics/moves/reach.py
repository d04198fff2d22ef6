"""Reach of a move: the places where it may end, and the one nearest to a body or farthest from it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from counteract.core.decision import Path, Refusal
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.moves.limits import JUMP, MoveLimits, Setting, check_path
from counteract.table.paths import MovementParameters
from counteract.table.placement import find_free_space_vertices, list_levels
from counteract.table.reach import Reach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.terrain import Terrain

#: If no place to end at is found, more are tried: at this many gaps to an enemy's base, at this many angles around it, or on
#: a mesh of this many inches about the model.
GAPS, AROUND, MESH = 9, 60, 0.125
NEAR = 0.002  # inches kept beyond the least distance allowed
#: Angles all about a model or a body, straight ahead first, and shares of the longest move.
_TURNS = np.array([side * turn * math.tau / 72 for turn in range(37) for side in (1, -1)][1:-1])
_SHARES = np.array((1.0, 0.9, 0.75, 0.5, 0.25))
_SHARES_PAST = np.linspace(1.0, 0.3, 15)  # shares of a move just past an enemy


def reach_of(setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits, *, closely: bool = False) -> Reach:
    """Return the places that a model can reach on these terms, searched more finely if there seem to be none."""
    bodies = setting.bodies(places)
    if terms.mode == "keep-out" and not (closely or terms.goal >= 0 or terms.sticky or terms.shunned or terms.gaps):  # most moves
        return Reach(setting.terrain, bodies, model, terms.most, terms.figures, mode=terms.mode, reach=terms.control, sight=terms.sight)
    memo, asked = setting.memo(places), ("reach", model, id(terms), closely)
    if asked not in memo:  # whether a move can be made is asked before where it can lead
        memo[asked] = terms, _find_reach(setting, places, model, terms, closely)
    reach: Reach = memo[asked][1]
    return reach


def _find_reach(setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits, closely: bool) -> Reach:
    bodies = setting.bodies(places)
    closely = closely or terms.goal >= 0
    asked: dict[str, Any] = {"mode": terms.mode, "reach": terms.control, "sight": terms.sight, "closely": closely}
    for name, marked in (("sticky", terms.sticky), ("shunned", terms.shunned)):
        if marked:
            asked[name] = np.zeros(len(bodies), np.int8)
            asked[name][list(marked)] = 1
    if terms.goal >= 0:
        asked["goal"] = terms.goal, terms.goal_low, terms.goal_high
        return _towards_goal(setting, places, model, terms, asked)
    reach = Reach(setting.terrain, bodies, model, terms.most, terms.figures, rings=terms.gaps, **asked)
    if terms.mode == "keep-out" or reach:  # a model that must keep out of contact may at least stay put
        return reach
    if terms.gaps:
        gaps = tuple(np.linspace(terms.gaps[0], terms.gaps[-1], GAPS).tolist())
        reach = Reach(setting.terrain, bodies, model, terms.most, terms.figures, rings=gaps, around=AROUND, **{**asked, "closely": True})
        if not reach:
            _meet_exactly(setting.terrain, bodies, model, terms, reach)
        return reach
    more = np.concatenate((_mesh(setting.terrain, places[model], terms.most), _nooks(setting.terrain, bodies, model, terms)))
    reach = Reach(setting.terrain, bodies, model, terms.most, terms.figures, extras=more, **{**asked, "closely": True})
    if not reach:
        reach.search_exactly(np.empty((0, 4)), more)
    return reach


def _meet_exactly(terrain: Terrain, bodies: NDArray[np.float64], model: int, terms: MoveLimits, reach: Reach) -> None:
    """Search exactly for a path to an enemy, if one is near enough as the crow flies."""
    x, y, _, radius, height, side = bodies[model, :6].tolist()
    goals, places = [], []
    for j, (ex, ey, ez, er, _, other) in enumerate(bodies[:, :6].tolist()):
        far = radius + er + terms.gaps[-1]
        if er < 0 or other == side or j in terms.shunned or math.hypot(ex - x, ey - y) - far > terms.most + TOLERANCE:
            continue
        goals.append((ex, ey, far, ez))
        places.append(find_free_space_vertices(terrain, bodies, ez, radius, height, model, (ex - far, ey - far, ex + far, ey + far), [(ex, ey, far)]))
        places.append(_circles(ex, ey, ez, radius + er + np.array(terms.gaps), _TURNS))
    if goals:
        reach.search_exactly(np.array(goals), np.concatenate(places))


def _towards_goal(setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits, asked: dict[str, Any]) -> Reach:
    """Return the places at the distance from the goal that the terms ask for; if there seem to be none, the best place found."""
    bodies = setting.bodies(places)
    farthest = terms.goal_low > 0.0
    spots = _spots(bodies, model, terms, terms.goal, farthest)
    reach = Reach(setting.terrain, bodies, model, terms.most, terms.figures, extras=spots, **asked)
    if reach:
        return reach
    free = msgspec.structs.replace(terms, goal=-1, goal_low=-math.inf, goal_high=math.inf)
    best = _best_spot(setting, places, model, free, terms.goal, farthest)
    return Reach(setting.terrain, bodies, model, terms.most, terms.figures, extras=np.array([best[1]]), **asked) if best else reach


def can_move(setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits) -> bool:
    """Return True if any path keeps to the terms."""
    return bool(reach_of(setting, places, model, terms)) or any(True for _ in leaps(setting, places, model, terms))


# --- as far from a body, or as near, as possible


def extreme(setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits, body: int, *, farthest: bool) -> float | None:
    """Return the greatest or the least gap to a body that a move on these terms can end with, to about 0.05"; None if there is none."""
    found = _best_spot(setting, places, model, terms, body, farthest)
    return None if found is None else found[0]


def _best_spot(
    setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits, body: int, farthest: bool
) -> tuple[float, Point] | None:
    """Return the greatest or the least gap to a body, and the place where a move ends with it; None if there is none."""
    memo = setting.memo(places)
    asked = "best spot", model, body, farthest, terms.most, terms.figures, terms.mode, terms.control, terms.sight, terms.sticky, terms.shunned
    if asked not in memo:
        memo[asked] = _find_best_spot(setting, places, model, terms, body, farthest)
    best: tuple[float, Point] | None = memo[asked]
    return best


def _find_best_spot(
    setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits, body: int, farthest: bool
) -> tuple[float, Point] | None:
    bodies = setting.bodies(places)
    reach = reach_of(setting, places, model, terms, closely=True)
    ground = reach.places
    up = math.inf if terms.figures.fly else max(terms.figures.step_high, terms.most)
    ground = ground[(np.hypot(*(ground[:, :2] - bodies[model, :2]).T) <= terms.most) & (ground[:, 2] - bodies[model, 2] <= up + TOLERANCE)]
    straight = _straight(bodies, model, terms, body, farthest)
    if bodies[model, 2] == bodies[body, 2] and not (farthest and _is_uneven(ground[:, 2], straight[2], terms.figures)):
        if reach.can_reach_by_graph(*straight):  # nothing can be better
            apart = math.hypot(straight[0] - bodies.item(body, 0), straight[1] - bodies.item(body, 1))
            return max(0.0, apart - bodies.item(model, 3) - bodies.item(body, 3)), straight
    about = _spots(bodies, model, terms, body, farthest)
    above = [about + np.array((0.0, 0.0, z - straight[2])) for z in np.unique(ground[:, 2]).tolist() if z != straight[2]]
    just_fit = _nooks(setting.terrain, bodies, model, terms)
    return reach.find_extreme_gap(body, np.concatenate((about, *above, ground, just_fit, bodies[model : model + 1, :3])), farthest=farthest)


def _is_uneven(heights: NDArray[np.float64], level: float, figures: MovementParameters) -> bool:
    """Return True if a model on a level gets to one of the other heights at no cost."""
    up = math.inf if figures.fly else figures.step_high
    down = math.inf if figures.fly or (figures.jump_free and level > figures.jump_from) else 0.0
    rises = heights - level
    return bool(np.any((np.abs(rises) > TOLERANCE) & (-down <= rises) & (rises <= up + TOLERANCE)))


def _straight(bodies: NDArray[np.float64], model: int, terms: MoveLimits, body: int, farthest: bool) -> Point:
    """Return where a move straight away from a body, or straight up to it, ends."""
    (x, y, z), (bx, by) = bodies[model, :3].tolist(), bodies[body, :2].tolist()
    length, d = _longest(bodies, model, terms, body, farthest), math.hypot(x - bx, y - by) or 1.0
    share = length / d if farthest else -length / d
    return round(x + share * (x - bx), 3), round(y + share * (y - by), 3), z


def _longest(bodies: NDArray[np.float64], model: int, terms: MoveLimits, body: int, farthest: bool) -> float:
    """Return the length of a move straight away from a body, or of one that ends as near to it as the terms allow."""
    if farthest:
        return terms.most
    apart = math.hypot(bodies.item(model, 0) - bodies.item(body, 0), bodies.item(model, 1) - bodies.item(body, 1))
    return min(terms.most, max(0.0, apart - bodies.item(model, 3) - bodies.item(body, 3) - _near(terms)))


def _near(terms: MoveLimits) -> float:
    """Return how near another base the terms let a model come."""
    return terms.control + NEAR if terms.mode == "keep-out" else NEAR


def _spots(bodies: NDArray[np.float64], model: int, terms: MoveLimits, body: int, farthest: bool) -> NDArray[np.float64]:
    """Return candidate places all about the model and, if it is to get near, about the body: rows x, y, z."""
    x, y, z, radius = bodies[model, :4].tolist()
    bx, by, bz, b_radius = bodies[body, :4].tolist()
    heading = math.atan2(y - by, x - bx) if farthest else math.atan2(by - y, bx - x)
    longest = _longest(bodies, model, terms, body, farthest)
    past = _circles(x, y, z, longest * _SHARES_PAST, _tangents(bodies, model, terms))
    spots = _circles(x, y, z, longest * _SHARES, heading + _TURNS)
    if farthest:
        return np.concatenate((spots, past))
    about = _circles(bx, by, bz, radius + b_radius + _near(terms) + np.array((0.0, 0.4)), heading + math.pi + _TURNS)
    return np.concatenate((about, spots, past))


def _tangents(bodies: NDArray[np.float64], model: int, terms: MoveLimits) -> NDArray[np.float64]:
    """Return the angles at which a straight path just passes each enemy within reach that it must keep clear of."""
    if terms.mode != "keep-out" or terms.figures.fly:
        return np.empty(0)
    enemies = bodies[(bodies[:, 3] >= 0) & (bodies[:, 5] != bodies[model, 5])]
    x, y = (enemies[:, :2] - bodies[model, :2]).T
    away, clear = np.hypot(x, y), enemies[:, 3] + bodies.item(model, 3) + terms.control + NEAR
    near = (away > clear) & (away < terms.most + clear)
    ahead, aside = np.arctan2(y, x)[near], np.arcsin(clear[near] / away[near])
    return np.concatenate((ahead + aside, ahead - aside))


def _circles(x: float, y: float, z: float, radii: NDArray[np.float64], angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return places on circles, at some angles: rows x, y, z."""
    around = np.column_stack((np.outer(radii, np.cos(angles)).ravel() + x, np.outer(radii, np.sin(angles)).ravel() + y))
    return np.column_stack((around, np.full(len(around), z)))


# --- where no other place is found


def _mesh(terrain: Terrain, place: Point | None, most: float) -> NDArray[np.float64]:
    """Return places all about a model, on every level where it could stand: rows x, y, z."""
    assert place is not None
    steps = np.arange(-most, most + MESH / 2, MESH)
    x, y, z = np.meshgrid(place[0] + steps, place[1] + steps, list_levels(terrain))
    return np.column_stack((x.ravel(), y.ravel(), z.ravel()))


def _nooks(terrain: Terrain, bodies: NDArray[np.float64], model: int, terms: MoveLimits) -> NDArray[np.float64]:
    """Return places about a model where it just fits, clear of enemies and no farther than the move leads: rows x, y, z."""
    x, y, _, radius, height = bodies[model, :5].tolist()
    box = (x - terms.most, y - terms.most, x + terms.most, y + terms.most)
    enemies = bodies[(bodies[:, 3] >= 0) & (bodies[:, 5] != bodies[model, 5]), :4].tolist()
    found = []
    for level in list_levels(terrain):
        flat = [(ex, ey, r, (terms.control + NEAR) ** 2 - (level - ez) ** 2) for ex, ey, ez, r in enemies]
        rings = [(x, y, terms.most), *((ex, ey, radius + r + math.sqrt(square)) for ex, ey, r, square in flat if square > 0.0)]
        found.append(find_free_space_vertices(terrain, bodies, level, radius, height, model, box, rings))
    return np.concatenate(found)


def leaps(setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits) -> Iterator[Path]:
    """Yield straight paths to an enemy that end in a jump, for a model on a high floor that reaches no enemy on foot."""
    start = places[model]
    assert start is not None
    if not terms.gaps or start[2] <= terms.figures.jump_from:
        return
    bodies = setting.bodies(places)
    for x, y, z, radius in bodies[(bodies[:, 3] >= 0) & (bodies[:, 5] != bodies[model, 5]), :4].tolist():
        if math.hypot(x - start[0], y - start[1]) > terms.most + terms.control + radius + bodies.item(model, 3) + TOLERANCE:
            continue
        first = math.atan2(start[1] - y, start[0] - x)
        for off in terms.gaps:
            for turn in range(AROUND):
                angle, away = first + turn * math.tau / AROUND, bodies.item(model, 3) + radius + off
                end = (x + away * math.cos(angle), y + away * math.sin(angle))
                path = _leap(start, end, z, terms.figures.jump_most)
                if not isinstance(check_path(setting, places, model, terms, path), Refusal):
                    yield path


def _leap(start: Point, end: tuple[float, float], z: float, most: float) -> Path:
    """Return a straight path: on foot as far as needed, the rest a jump."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    walked = 1.0 - most / length if length > most else 0.0
    jump = (round(end[0], 3), round(end[1], 3), z, JUMP)
    return Path(((round(start[0] + walked * dx, 3), round(start[1] + walked * dy, 3), start[2]), jump) if walked else (jump,))
