"""Places where an army is proposed to be set up: spread along its zone, shooters behind cover with a view of the middle, fast units in front,
characters last, beside those who fight with them.

Players who have their army set up for them get this; programs that play by the policy do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from counteract.core.decision import Answer, Decision, Paths, Pick
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.policy import Policy
from counteract.rulesets.kt40 import stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.policy import POLICY
from counteract.rulesets.kt40.policy_goals import centre
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import own_units, standing
from counteract.rulesets.kt40.zones import Box
from counteract.table.polygons import Outline, distance, is_crossed
from counteract.table.terrain import Part

Place = tuple[float, float]

COLUMNS, ROWS = 9, (0.15, 0.4, 0.65, 0.9)  # places tried, as shares of the zone: along it, and from its back to its front
MARGIN = 2.0  # inches from the ends of a zone to the first place
FAST, LONG_RANGE = 10.0, 24.0  # inches of a move, and of a gun
FRONT, MIDDLE, BACK = 0.9, 0.65, 0.4  # how far forward units go: fast ones, those that fight, those that shoot far
AT = 2.0  # inches from terrain that a unit at it may be
TALL = 2.0  # inches: higher terrain is not looked over
TRIED = 4  # places at which the unit is arranged, until it fits

BESIDE = 4.0  # inches from the middle of the next friends that a character keeps to
# What a place costs, in inches: of missing room, of leaving one's row by the depth of the zone, without cover, without a view, and
# each that a character is farther from friends.
WORTH_ROOM, WORTH_ROW, WORTH_COVER, WORTH_VIEW, WORTH_COMPANY = 3.0, 12.0, 4.0, 5.0, 3.0


def deploy_characters_last(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Choose the unit that the policy deploys next, but no character while there are others."""
    usual = POLICY["deploy"](arena, s, decision)
    others = [o for o in decision.options if isinstance(o, Pick) and isinstance(o.value, int) and not arena.units[o.value].has("CHARACTER")]
    is_character = isinstance(usual, Pick) and isinstance(usual.value, int) and arena.units[usual.value].has("CHARACTER")
    return others[0] if is_character and others else usual


def set_up_spread(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Return the unit set up where its part in the battle asks for, with room between it and its friends."""
    assert isinstance(decision, UnitPathsDecision)
    if s.phase != "setup" or not decision.limits.zones:
        return POLICY["set-up"](arena, s, decision)
    for goal in find_places(arena, s, decision.subject, decision.limits.zones[0])[:TRIED]:
        found = decision.arrange(goal, "tight")
        if isinstance(found, Paths):
            return found
    return POLICY["set-up"](arena, s, decision)


def find_places(arena: Arena, s: ArmyBattle, unit: int, zone: Box) -> list[Place]:
    """Return places in a zone for the middle of a unit, the best first."""
    friends = [centre(s, standing(arena, s, v)) for v in own_units(arena, s, arena.units[unit].side) if v != unit]
    shoots, row = has_long_range(arena, unit), choose_row(arena, s, unit)
    room = find_room(arena, unit, zone)
    covers = [part for part in arena.terrain.parts if part.top > 0.0]
    middle = arena.terrain.board.width / 2, arena.terrain.board.depth / 2

    def cost(at: Place, forward: float) -> float:
        if friends and arena.units[unit].has("CHARACTER"):
            alone = max(0.0, min(hypot(at[0] - x, at[1] - y) for x, y in friends) - BESIDE)
            return round(WORTH_COMPANY * alone + WORTH_ROW * abs(forward - row), 6)
        crowded = sum(max(0.0, room - hypot(at[0] - x, at[1] - y)) for x, y in friends)
        found = WORTH_ROOM * crowded + WORTH_ROW * abs(forward - row)
        if shoots:
            found += 0.0 if is_near_cover(covers, at) else WORTH_COVER
            found += 0.0 if has_view(covers, at, middle) else WORTH_VIEW
        return round(found, 6)

    return [at for at, _ in sorted(list_places(arena, zone), key=lambda place: cost(*place))]


def list_places(arena: Arena, zone: Box) -> Iterator[tuple[Place, float]]:
    """Yield places all over a zone, from its middle to its ends, each with how far forward it is: 0 at the back, 1 at the front."""
    (x0, y0, x1, y1), board = zone, arena.terrain.board
    flat = x1 - x0 >= y1 - y0
    a0, a1, b0, b1, middle = (x0, x1, y0, y1, board.depth / 2) if flat else (y0, y1, x0, x1, board.width / 2)
    ahead = (b0 + b1) / 2 <= middle
    margin = min(MARGIN, (a1 - a0) / 4)
    for k in sorted(range(COLUMNS), key=lambda k: abs(2 * k - COLUMNS + 1)):
        along = a0 + margin + (a1 - a0 - 2 * margin) * k / (COLUMNS - 1)
        for forward in ROWS:
            deep = b0 + (b1 - b0) * (forward if ahead else 1.0 - forward)
            yield ((along, deep) if flat else (deep, along)), forward


def find_room(arena: Arena, unit: int, zone: Box) -> float:
    """Return the distance in inches that units of an army keep from each other if they share the length of a zone."""
    x0, y0, x1, y1 = zone
    units = len(arena.units_of[arena.units[unit].side])
    return max(4.0, 1.6 * max(x1 - x0, y1 - y0) / max(1, units))


def choose_row(arena: Arena, s: ArmyBattle, unit: int) -> float:
    """Return how far forward a unit goes."""
    if stats.move(arena, s, arena.units[unit].models[0]) >= FAST:
        return FRONT
    return BACK if has_long_range(arena, unit) else MIDDLE


def has_long_range(arena: Arena, unit: int) -> bool:
    """Return True if half of a unit's models shoot far."""
    own = arena.units[unit].models
    return 2 * sum(any(gun.range >= LONG_RANGE for gun in arena.guns[i]) for i in own) >= len(own)


def is_near_cover(parts: Sequence[Part], at: Place) -> bool:
    """Return True if there is terrain near a place."""
    return any(_is_at(part.footprint, at) for part in parts)


def has_view(parts: Sequence[Part], at: Place, goal: Place) -> bool:
    """Return True if no tall terrain lies between two places, but for what the first is at."""
    return not any(is_crossed(part.footprint, at, goal) and not _is_at(part.footprint, at) for part in parts if part.top > TALL)


def _is_at(outline: Outline, at: Place) -> bool:
    return distance(outline, *at) <= AT


#: What answers questions while an army is set up for its player; all others are answered by the policy.
SETTING_UP: dict[str, Policy] = {"deploy": deploy_characters_last, "set-up": set_up_spread}
