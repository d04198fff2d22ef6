"""Columns of the arrays that all kernels read, and the bits that mark parts.

``parts`` and ``corners`` are packed by ``Terrain``, ``bodies`` by ``pack_bodies``. A body that is off the table has a negative
radius. ``bodies`` has a seventh column only if a figure has an unusual width.
"""

from __future__ import annotations

from counteract.table.terrain import MARKS

# Columns of a part: bounding box, heights, bits, number of its feature, first and one-past-last row of its corners.
X0, Y0, X1, Y1, BOTTOM, TOP, FLAGS, FEATURE, FIRST, LAST = range(10)
# Columns of a body: centre of its base, level, radius, height, side, and width of its figure as a share of its base.
X, Y, Z, RADIUS, HEIGHT, SIDE, WIDTH_SHARE = range(7)

VANTAGE = MARKS["vantage"]
INSIGNIFICANT = MARKS["insignificant"]
BLOCKING = MARKS["blocking"]
ACCESSIBLE = MARKS["accessible"]
LADDER = MARKS["ladder"]
FLAT = MARKS["flat"]
OPEN = MARKS["open"]
ROUGH = MARKS["difficult"] | MARKS["dangerous"]
#: Parts that lines of sight pass through.
SEEN_THROUGH = FLAT | MARKS["windowed"]
#: Parts that a base may stand in.
BODILESS = INSIGNIFICANT | FLAT
#: Parts that a base may move through.
UNNOTICED = BODILESS | ACCESSIBLE
