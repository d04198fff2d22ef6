"""The deployment zones of the army-scale edition, and which units stand in them. (MIS-02, MIS-11, MIS-16)"""

from __future__ import annotations

from counteract.core.state import TOLERANCE
from counteract.mechanics.missions import Zone
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import standing

Box = tuple[float, float, float, float]

STRIPS = tuple(Zone(edge, 12.0, 18.0) for edge in ("south", "north"))
THREE = Zone("south", shape="middle"), Zone("north", shape="flank", end="west"), Zone("north", shape="flank", end="east")
CORNERS = tuple(Zone(edge, shape="corner", end=end) for edge in ("south", "north") for end in ("west", "east"))
#: The zones of a battle without a mission, by the number of players.
WITHOUT_MISSION: dict[int, tuple[Zone, ...]] = {2: STRIPS, 3: THREE, 4: CORNERS}


def zones_of(arena: Arena) -> tuple[Zone, ...]:
    """Return the deployment zones of a battle. (MIS-02, MIS-16)"""
    return (arena.mission.zones if arena.mission else ()) or WITHOUT_MISSION[len(arena.teams)]


def zone_box(arena: Arena, s: ArmyBattle, side: int) -> Box:
    """Return the deployment zone of a side as x0, y0, x1, y1."""
    return zones_of(arena)[s.zones[side]].box(arena.terrain.board)


def is_wholly_within(arena: Arena, s: ArmyBattle, unit: int, box: Box) -> bool:
    """Return True if a unit is on the table and every point of its bases is within a rectangle. (INT-03)"""
    x0, y0, x1, y1 = box
    own = standing(arena, s, unit)
    for i in own:
        x, y, _ = s.places[i] or (0.0, 0.0, 0.0)
        radius = arena.radii[i] - TOLERANCE
        if not (x0 + radius <= x <= x1 - radius and y0 + radius <= y <= y1 - radius):
            return False
    return bool(own)


def breaks_through(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit, not AIRCRAFT, is wholly within the zone of an enemy, eliminated or not. (MIS-11, MIS-12)"""
    own = arena.units[unit]
    return not own.has("AIRCRAFT") and any(is_wholly_within(arena, s, unit, zone_box(arena, s, enemy)) for enemy in arena.enemy_sides[own.side])
