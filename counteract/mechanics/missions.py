"""Missions: drop zones, markers and scoring as data, and the files they are read from.

A mission file is a TOML file::

    id = "three-hills"
    name = "Three Hills"
    ruleset = "kt24"
    summary = "Hold more hills than they do."
    turning_points = 4                       # 4 if left out
    first_scoring_tp = 2                     # 2 if left out

    allies = [[1, 3], [2, 4]]                # players that play together; nobody does if left out

    [[zone]]                                 # one a side, two on facing edges; in kt21 there may be none, and players choose among all edges
    edge = "south"
    depth = 3                                # 3 if left out

    [[marker]]                               # at least one (two in kt18); x, y on a board of 30" by 22", scaled to any other
    id = "A"
    x = 15
    y = 11
    value = 1                                # 1 if left out; counts where each marker is scored

    [scoring]                                # as below if there is no such table; in one, what is left out is not scored
    at_least_one = 1                         # victory points for controlling a marker,
    more_than_opponent = 1                   # more for controlling more of them than the opponent,
    each = 0                                 # and for every marker, as often as its value says,
    most = 2                                 # but never more than this at a time
    kills = true                             # whether kills are scored too; true if left out
    leader = 0                               # for the opponent, the first time a leader is out of action; 0 if left out

A battle round of the rulesets that have those is called a turning point here. Kills and leaders are scored by rulesets
whose rules know such a thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import hypot
from os import PathLike
from typing import Annotated, Any, Literal, cast

import msgspec

from counteract.core import registry
from counteract.core.language import say
from counteract.files import checks
from counteract.files.card_text import converted
from counteract.files.data import entry_of
from counteract.files.reader import Entry, FileError, read_toml
from counteract.files.shelf import SUFFIX, Shelf, read_path
from counteract.table.terrain import MAX_BOARD, Board

Edge = Literal["south", "north", "west", "east"]
FACING: dict[Edge, Edge] = {"south": "north", "north": "south", "west": "east", "east": "west"}
EDGES: tuple[Edge, ...] = ("south", "north", "west", "east")

#: The board that marker coordinates of mission files are written for; on another one they are scaled.
REFERENCE = Board(30.0, 22.0)

#: How many turns a battle has, or which of them it is.
MOST_TURNS = 10
Turns = Annotated[int, msgspec.Meta(ge=1, le=MOST_TURNS)]

#: Radius of an objective marker: 40 mm across.
MARKER_RADIUS = 20 / 25.4

#: Where markers are discs, these lie at least this far apart, edge to edge, and clear of the edges of the board.
#: In other rulesets a marker is a spot, and every spot of the board will do. (KT18-MIS-02)
MARKERS_APART = {"kt24": 2.0}
CLEAR_OF_EDGES = 1.0

#: How many markers there are at least, if not one. (KT18-MIS-02)
LEAST_MARKERS = {"kt18": 2}

#: The mission meant by "default"; in other rulesets it is the first of the alphabet for as many sides as play.
DEFAULTS = {"kt18": "three-stones", "kt21": "five-cairns", "kt24": "hold-the-ground"}

#: Where a mission need not have drop zones: players then choose among all edges. (KT21-SETUP-06)
ANY_EDGE = ("kt21",)

_SHELF = Shelf("mission", "missions")


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drop zone: the strip along an edge of the board."""

    edge: Edge
    depth: Annotated[float, msgspec.Meta(gt=0, le=MAX_BOARD)] = 3.0

    def box(self, board: Board) -> tuple[float, float, float, float]:
        """The zone as x0, y0, x1, y1.

        >>> Zone("north").box(REFERENCE)
        (0.0, 19.0, 30.0, 22.0)
        """
        w, d = board.width, board.depth
        match self.edge:
            case "south":
                return (0.0, 0.0, w, self.depth)
            case "north":
                return (0.0, d - self.depth, w, d)
            case "west":
                return (0.0, 0.0, self.depth, d)
        return (w - self.depth, 0.0, w, d)


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective marker, placed on the reference board."""

    id: str
    x: float
    y: float
    value: int = 1

    def at(self, board: Board) -> tuple[float, float]:
        return (round(self.x * board.width / REFERENCE.width, 3), round(self.y * board.depth / REFERENCE.depth, 3))


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What control of markers is worth at the end of a turning point, and what else is scored."""

    at_least_one: int = 1
    more_than_opponent: int = 1
    each: int = 0
    most: int = 2
    kills: bool = True
    leader: int = 0


class Mission(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mission."""

    id: str
    name: str
    ruleset: str
    summary: str = ""
    turning_points: int = 4
    first_scoring_tp: int = 2
    zones: tuple[Zone, ...]
    markers: tuple[Marker, ...]
    scoring: Scoring = Scoring()
    allies: tuple[tuple[int, ...], ...] = ()  # sides that are on one side; each is for itself if it is in none of these


def marker_points(scoring: Scoring, mine: int, theirs: int, value: int = 0) -> int:
    """Victory points at one scoring, for the number of markers controlled, the most that an enemy controls, and the value of one's own.

    >>> marker_points(Scoring(), 2, 1), marker_points(Scoring(), 1, 1), marker_points(Scoring(), 0, 2)
    (2, 1, 0)
    >>> marker_points(Scoring(at_least_one=0, more_than_opponent=0, each=1, most=9), 2, 2, value=5)
    5
    """
    points = value * scoring.each
    if mine:
        points += scoring.at_least_one
    if mine > theirs:
        points += scoring.more_than_opponent
    return min(points, scoring.most)


# --- files


def mission_ids(ruleset: str | None = None) -> list[str]:
    """The ids of all missions that come with the package, or of those for one ruleset, in alphabetical order."""
    return _SHELF.ids(ruleset)


def load_mission(mission: str | PathLike[str] | Mapping[str, Any] | Entry | Mission, ruleset: str, sides: int | None = None) -> Mission:
    """Read a mission: by its id if it comes with the package, otherwise by the path of its file; a mission is given back.

    A table is what a file holds, or a loaded mission as plain data. The one meant by "default" is for so many sides, if it is said
    how many and there is such a one.

    >>> load_mission("default", "kt24").name
    'Hold the Ground'
    >>> load_mission("hold-the-grond", "kt24")
    Traceback (most recent call last):
    counteract.files.reader.FileError: mission 'hold-the-grond' is not known (nearest: 'hold-the-ground')
    """
    loaded = mission if isinstance(mission, Mission) else _loaded(mission, ruleset, sides)
    if loaded.ruleset != ruleset:
        raise FileError("", say("mission '{id}'", id=loaded.id), say("is for {own}, not for {ruleset}", own=loaded.ruleset, ruleset=ruleset))
    return loaded


def _loaded(given: str | PathLike[str] | Mapping[str, Any] | Entry, ruleset: str, sides: int | None) -> Mission:
    if isinstance(given, Mapping):
        given = entry_of(given, say("mission"))
    if isinstance(given, Entry):
        return converted(given, Mission) if "markers" in given else read_mission(given)
    if not isinstance(given, str | PathLike):
        raise ValueError(say("{given!r} is no mission: give a name, a file, a table or a loaded mission", given=given))
    return _read(given, ruleset, sides)


def _read(given: str | PathLike[str], ruleset: str, sides: int | None) -> Mission:
    name = _SHELF.name_in(given)
    if name is None:
        return parse_mission(*read_path(given))
    if name == "default":
        known = mission_ids(ruleset)
        fitting = (one for one in known if sides is None or len(_shipped(one).zones) in (0, sides))
        name = DEFAULTS.get(ruleset) or next(fitting, known[0] if known else name)
    if name not in mission_ids():
        raise _SHELF.unknown(name, ruleset)
    return _shipped(name)


@lru_cache(maxsize=256)
def _shipped(name: str) -> Mission:
    return parse_mission(_SHELF.text(name), name + SUFFIX)


def parse_mission(text: str, source: str) -> Mission:
    """Read a mission from the text of its file; ``source`` is what complaints call the file."""
    return read_mission(read_toml(text, source))


def read_mission(top: Entry) -> Mission:
    """Read a mission from the table of its file."""
    mission_id, name, summary = checks.identifier(top), top.text("name"), top.text("summary", "")
    ruleset = top.choice("ruleset", registry.names())
    turns = checks.whole(top, "turning_points", 1, MOST_TURNS, 4)
    first = checks.whole(top, "first_scoring_tp", 1, turns, min(2, turns))
    zones, markers = top.tables("zone", ()), top.tables("marker", ())
    allies = _allies(top, registry.find(ruleset).sides)
    scoring = _scoring(top.table("scoring")) if "scoring" in top else Scoring()
    top.done()
    return Mission(
        id=mission_id, name=name, ruleset=ruleset, summary=summary, turning_points=turns, first_scoring_tp=first,
        zones=() if ruleset in ANY_EDGE and not zones else _zones(top, zones, registry.find(ruleset).sides),
        markers=_markers(top, markers, ruleset), scoring=scoring, allies=allies,
    )  # fmt: skip


def _allies(top: Entry, sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Groups of players, who are counted from 1 in files."""
    groups: Any = top.values("allies", [])
    whole = isinstance(groups, list) and all(isinstance(group, list) and all(type(one) is int for one in group) for group in groups)
    named = [one for group in groups for one in group] if whole else [0]
    if len({*named}) != len(named) or any(not 1 <= one <= max(sides) for one in named):
        raise top.error(say("'allies' must be lists of players from 1 to {most}, each named once", most=max(sides)), "allies")
    return tuple(tuple(one - 1 for one in group) for group in groups)


def _zones(top: Entry, entries: list[Entry], sides: tuple[int, ...]) -> tuple[Zone, ...]:
    zones = []
    for entry in entries:
        zones.append(Zone(cast(Edge, entry.choice("edge", EDGES)), checks.number(entry, "depth", 1, 8, 3)))
        entry.done()
    if len(zones) not in sides:
        wanted = {"most": max(sides), "count": len(zones)}
        raise (entries[-1] if entries else top).error(say("there must be a drop zone ([[zone]]) for each of {most} sides, not {count}", **wanted))
    if len(zones) == 2 and zones[1].edge != FACING[zones[0].edge]:
        facing, edge = FACING[zones[0].edge], zones[1].edge
        raise entries[1].error(say("'edge' must be '{facing}', which faces the other drop zone, not '{edge}'", facing=facing, edge=edge), "edge")
    return tuple(zones)


def _markers(top: Entry, entries: list[Entry], ruleset: str) -> tuple[Marker, ...]:
    least, apart = LEAST_MARKERS.get(ruleset, 1), MARKERS_APART.get(ruleset)
    if len(entries) < least:
        raise top.error(say("there must be at least two markers: [[marker]]") if least == 2 else say("there must be at least one marker: [[marker]]"))
    markers: list[Marker] = []
    for entry in entries:
        marker = _marker(entry, [other.id for other in markers], 0.0 if apart is None else CLEAR_OF_EDGES)
        for other in markers:
            if apart is not None and hypot(marker.x - other.x, marker.y - other.y) < 2 * MARKER_RADIUS + apart:
                raise entry.error(say("is less than {apart:g}\" from marker '{id}'", apart=apart, id=other.id), "x")
        markers.append(marker)
    return tuple(markers)


def _marker(entry: Entry, others: list[str], clear: float) -> Marker:
    own = entry.text("id")
    entry.name = say("marker '{id}'", id=own)
    if own in others:
        raise entry.error(say("the id is used twice"), "id")
    x = checks.number(entry, "x", clear, REFERENCE.width - clear)
    y = checks.number(entry, "y", clear, REFERENCE.depth - clear)
    value = checks.whole(entry, "value", 1, 10, 1)
    entry.done()
    return Marker(own, x, y, value)


def _scoring(entry: Entry) -> Scoring:
    scoring = Scoring(
        at_least_one=checks.whole(entry, "at_least_one", 0, 20, 0),
        more_than_opponent=checks.whole(entry, "more_than_opponent", 0, 20, 0),
        each=checks.whole(entry, "each", 0, 20, 0),
        most=checks.whole(entry, "most", 1, 99),
        kills=checks.flag(entry, "kills", True),
        leader=checks.whole(entry, "leader", 0, 20, 0),
    )
    entry.done()
    if not (scoring.at_least_one or scoring.more_than_opponent or scoring.each or scoring.kills or scoring.leader):
        raise entry.error(say("nothing would ever be scored"))
    return scoring
