"""What a walker is told about moving and what it remembers on its way: the columns of its figures and of its state."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from counteract.table.kernels.outlines import Floats

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]

# Columns of the movement figures.
CLIMB, CLIMB_LEAST, CLIMB_MOST, DROP_FREE, JUMP_FROM, JUMP_MOST, JUMP_SLACK, LADDER_REACH, INCREMENTS = range(9)
STEP_HIGH, STEP_WIDE, ROUGH_COST, JUMP_FREE, GAP_MOST, FLY, FRIENDS_BLOCK, TRAVERSE, ROUGH_UNDER, FIGURES = range(9, 19)

# The state: base, height and side of the walker, its level, distance gone in plan, the same as it counts, length spent
# on climbing or traversing, height dropped, rows of the profile, how many things it overlaps, and where and on what it was stopped.
RADIUS_, HEIGHT_, SIDE_, LEVEL, GONE, COUNTED, CLIMBED, DROPPED, ROWS, MANY, WHERE, WHICH = range(12)
# On an obstacle that is stepped over: whether, from which level, the way on it so far, what going up and down there
# costs if it turns out too wide, and what rough ground beneath it costs if it does not. In a jump: the way off the floor
# it started from, and off all floors about that high, now and at the longest.
ON_STEP, STEP_FROM, STEP_WAY, STEP_UP, STEP_DOWN, STEP_ROUGH, OFF, RUN, GAP, STATES = range(12, 22)

# What the walker knows of a thing: apart, overlapped, overlapped since this very place (or since it took off).
APART, OVER, FRESH = 0, 1, 2


class Walker(NamedTuple):
    """A body on its way. Things are parts, then bodies; ``over`` says of each what the walker knows of it."""

    parts: Floats
    corners: Floats
    bodies: Floats
    figures: Floats
    profile: Floats
    state: Floats
    over: Bytes
    #: The things overlapped, the first MANY of them.
    things: Ints
