"""Sources of victory points: what each event of an edition that gives points gives them for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from counteract.core.language import Phrase
from counteract.core.state import Event


class PointSource(NamedTuple):
    """A source of victory points, and the values of the event that count them: a number for each side, or one for its player."""

    name: Phrase
    values: tuple[str, ...]


#: The sources of points by the kind of event.
PointSources = Mapping[str, tuple[PointSource, ...]]

MARKERS, KILLS = Phrase("Markers"), Phrase("Enemies brought down")


def count_points(sources: PointSources, event: Event, sides: int) -> list[tuple[Phrase, tuple[int, ...]]]:
    """Return the victory points that an event tells of, by source and with a number for each side.

    >>> sources = {"scored": (PointSource(MARKERS, ("markers",)), PointSource(KILLS, ("kills",))), "first-strike": (PointSource(KILLS, ("amount",)),)}
    >>> [points for _, points in count_points(sources, Event("scored", "", {"markers": (2, 1), "kills": (0, 1)}), 2)]
    [(2, 1), (0, 1)]
    >>> [points for _, points in count_points(sources, Event("first-strike", "", {"player": 1, "amount": 2}), 3)]
    [(0, 2, 0)]
    """
    found = []
    for source in sources.get(event.kind, ()):
        counts = [event.values[name] for name in source.values]
        own = [[n * (side == event.values["player"]) for side in range(sides)] if isinstance(n, int) else n for n in counts]
        found.append((source.name, tuple(map(sum, zip(*own, strict=True)))))
    return found
