"""Units, tolerances and the types of arrays: inches everywhere, and one name for each distance that counts as nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    #: Sets of bits, one for each part or body.
    Bytes = NDArray[np.uint8]
    Flags = NDArray[np.int8]

MM_PER_INCH = 25.4

# These guard geometry against rounding (inches). The tolerance of the rules is TOLERANCE in core.state.
#: Discs and footprints that overlap by less than this touch; heights closer together than this are equal.
TOUCH = 1e-6
#: Shorter lengths are 0.
TINY = 1e-9
#: A height given to 0.001" means the floor it was rounded from.
SNAP = 0.001
#: Floors whose edges are closer than this adjoin.
SEAM = 1e-4
#: A point closer to a surface than this is on it, not inside (for slopes: radians).
SKIN = 1e-9
#: A line crosses a part only if it runs longer than this inside.
MIN_CROSSING = 1e-6
