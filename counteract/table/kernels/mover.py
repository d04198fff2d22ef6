"""Columns of the movement parameters and of the state of a moving disc."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from counteract.table.units import Bytes, Floats, Ints

# Columns of the movement parameters.
CLIMB, CLIMB_LEAST, CLIMB_MOST, DROP_FREE, JUMP_FROM, JUMP_MOST, JUMP_SLACK, LADDER_REACH, INCREMENTS = range(9)
STEP_HIGH, STEP_WIDE, ROUGH_COST, JUMP_FREE, GAP_MOST, FLY, FRIENDS_BLOCK, TRAVERSE, ROUGH_UNDER, BENDS_ON_TOP, PARAMETERS = range(9, 20)
# Columns of the state: base, height and side of the mover, its level, distance gone in plan, its cost, cost of climbs or traversals,
# height dropped, rows of the profile, number of obstacles overlapped, and the distance and the obstacle at which it was stopped.
MOVER_RADIUS, MOVER_HEIGHT, MOVER_SIDE, LEVEL, DISTANCE_GONE, COUNTED, CLIMBED, DROPPED, LEVELS_RECORDED, OVERLAPS, STOPPED_AT, CULPRIT = range(12)
# While stepping over an obstacle: 1 if so, the level before, distance on it so far, cost of going up and down if it proves too wide, and
# cost of the rough ground beneath if not. In a jump: distance off its floor, and off all floors about that high, now and at most.
ON_STEP, STEP_FROM, STEP_WAY, STEP_UP, STEP_DOWN, STEP_ROUGH, OFF, RUN, GAP, STATE_SIZE = range(12, 22)
# State of an obstacle: apart, overlapped, overlapped since this point (or since the jump began).
APART, OVERLAPPED, NEWLY_OVERLAPPED = 0, 1, 2


class Mover(NamedTuple):
    """A disc on its path. Obstacles are numbered: parts, then bodies; ``overlap`` holds APART, OVERLAPPED or NEWLY_OVERLAPPED for each."""

    parts: Floats
    corners: Floats
    bodies: Floats
    params: Floats
    profile: Floats
    state: Floats
    overlap: Bytes
    #: The numbers of the obstacles overlapped: the first ``state[OVERLAPS]`` rows.
    overlapped: Ints
