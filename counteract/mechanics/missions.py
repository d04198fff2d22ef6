"""Missions: drop zones, markers and scoring as data, and the files they are read from.

A mission file is a TOML file::

    id = "three-hills"
    name = "Three Hills"
    ruleset = "…"                            # the name of the ruleset
    summary = "Hold more hills than they do."
    turning_points = 4                       # 4 if left out
    first_scoring_tp = 2                     # 2 if left out

    allies = [[1, 3], [2, 4]]                # players that play together; none do if left out

    [[zone]]                                 # one a side, two on facing edges; some rulesets allow none, and players choose among all edges
    edge = "south"
    depth = 3                                # 3 if left out

    [[marker]]                               # at least as many as the ruleset wants; x, y on a board of 30" by 22", scaled to any other
    id = "A"
    x = 15
    y = 11
    value = 1                                # 1 if left out; counts where each marker is scored

    [scoring]                                # as below if there is no such table; in one, keys left out are not scored
    at_least_one = 1                         # victory points for controlling a marker,
    more_than_opponent = 1                   # more for controlling more of them than the opponent,
    each = 0                                 # and for every marker, as often as its value says,
    most = 2                                 # but never more than this at a time
    kills = true                             # true if kills are scored too; true if left out
    leader = 0                               # for the opponent, the first time a leader is out of action; 0 if left out

A battle round of the rulesets that have those is called a turning point here. Kills and leaders are scored by rulesets
that have rules for it. The limits of a ruleset's missions are the `MissionLimits` in its ``missions.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import hypot
from os import PathLike
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec

from counteract.core import registry
from counteract.core.language import say
from counteract.files.data import converted
from counteract.files.fields import REQUIRED, Choice, Flag, Id, IfOmitted, Number, Rows, Text, TextLine, Whole, fields_of, read_fields
from counteract.files.reader import Entry, read_toml
from counteract.files.shelf import Shelf
from counteract.table.terrain import MAX_BOARD, Board

Edge = Literal["south", "north", "west", "east"]
FACING: dict[Edge, Edge] = {"south": "north", "north": "south", "west": "east", "east": "west"}
EDGES: tuple[Edge, ...] = get_args(Edge)

#: The board that marker coordinates of mission files are written for; on another one they are scaled.
REFERENCE = Board(30.0, 22.0)

#: How many turns a battle has, or which of them it is.
MOST_TURNS = 10
Turns = Annotated[int, msgspec.Meta(ge=1, le=MOST_TURNS)]

#: Radius of an objective marker: 40 mm across.
MARKER_RADIUS = 20 / 25.4

#: How far markers that are discs lie from the edges of the board.
CLEAR_OF_EDGES = 1.0


class MissionLimits(NamedTuple):
    """The limits of a ruleset's missions; its ``missions.py`` defines them as ``LIMITS`` where they differ from the defaults."""

    default: str = ""  # the mission meant by "default"; if none is named, the first of the alphabet for as many sides as play
    least_markers: int = 1
    markers_apart: float | None = None  # where markers are discs: the least distance between two, edge to edge; else a marker is a spot
    any_edge: bool = False  # a mission need not have drop zones: players then choose among all edges


def limits_of(ruleset: str) -> MissionLimits:
    """Return the limits of a ruleset's missions."""
    limits: MissionLimits = getattr(registry.room(ruleset, "missions"), "LIMITS", MissionLimits())
    return limits


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drop zone: the strip along an edge of the board."""

    edge: Annotated[Edge, Choice(), "the edge of the board that it lies along"]
    depth: Annotated[float, msgspec.Meta(gt=0, le=MAX_BOARD), Number(1, 8), "inches"] = 3.0

    def box(self, board: Board) -> tuple[float, float, float, float]:
        """Return the zone as x0, y0, x1, y1.

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


class ObjectiveMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective marker, placed on the reference board."""

    id: Annotated[str, TextLine()]
    x: Annotated[float, Number(0, REFERENCE.width), "inches on the reference board"]
    y: Annotated[float, Number(0, REFERENCE.depth), "inches on the reference board"]
    value: Annotated[int, Whole(1, 10), "how often it counts where each marker is scored"] = 1

    def at(self, board: Board) -> tuple[float, float]:
        """Return its place on a board."""
        return (round(self.x * board.width / REFERENCE.width, 3), round(self.y * board.depth / REFERENCE.depth, 3))


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The victory points for markers at the end of a turning point, and for kills and leaders."""

    at_least_one: Annotated[int, Whole(0, 20), IfOmitted(0), "victory points for controlling a marker"] = 1
    more_than_opponent: Annotated[int, Whole(0, 20), IfOmitted(0), "more for controlling more of them than the opponent"] = 1
    each: Annotated[int, Whole(0, 20), "and for every marker, as often as its value says"] = 0
    most: Annotated[int, Whole(1, 99), IfOmitted(REQUIRED), "but never more than this at a time"] = 2
    kills: Annotated[bool, Flag(), "whether kills are scored too"] = True
    leader: Annotated[int, Whole(0, 20), "for the opponent, the first time a leader is out of action"] = 0


class Mission(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mission."""

    id: Annotated[str, Id(), "what programs call the mission; usually the name of the file"]
    name: Annotated[str, TextLine(), "what people call the mission"]
    ruleset: Annotated[str, TextLine()]
    summary: Annotated[str, Text()] = ""
    turning_points: Annotated[int, Whole(1, MOST_TURNS), "how many turning points or battle rounds there are"] = 4
    first_scoring_tp: Annotated[int, Whole(1, MOST_TURNS), "the first of them that is scored"] = 2
    zones: Annotated[tuple[Zone, ...], Rows("zone")]
    markers: Annotated[tuple[ObjectiveMarker, ...], Rows("marker")]
    scoring: Scoring = Scoring()
    allies: tuple[tuple[int, ...], ...] = ()  # groups of sides that play together; a side in none of them is on its own


def marker_points(scoring: Scoring, mine: int, theirs: int, value: int = 0) -> int:
    """Return the victory points of one scoring: for the markers controlled, the most that an enemy controls, and the value of those controlled.

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
    """Return the ids of all missions that come with the package, or of those for one ruleset, in alphabetical order."""
    return _SHELF.ids(ruleset)


def load_mission(mission: str | PathLike[str] | Mapping[str, Any] | Entry | Mission, ruleset: str, sides: int | None = None) -> Mission:
    """Read a mission: by its id if it comes with the package, otherwise by the path of its file; a mission is given back.

    A table has the contents of a file, or is a loaded mission as plain data. The one meant by "default" is for so many sides, if it is said
    how many and there is such a one.

    >>> load_mission("default", registry.default()).name
    'Hold the Ground'
    >>> load_mission("hold-the-grond", registry.default())
    Traceback (most recent call last):
    counteract.files.reader.FileError: mission 'hold-the-grond' is not known (nearest: 'hold-the-ground')
    """
    given = _default_mission(ruleset, sides) if mission == "default" else mission
    loaded = given if isinstance(given, Mission) else _SHELF.load(given, _read_table, ruleset)
    _SHELF.check_ruleset(loaded, ruleset)
    return loaded


def _default_mission(ruleset: str, sides: int | None) -> str:
    """Return the id of the default mission."""
    known = mission_ids(ruleset)
    fitting = (one for one in known if sides is None or len(_SHELF.shipped(one).zones) in (0, sides))
    return limits_of(ruleset).default or next(fitting, known[0] if known else "default")


def _read_table(top: Entry) -> Mission:
    return converted(top, Mission) if "markers" in top else read_mission(top)


def parse_mission(text: str, source: str) -> Mission:
    """Read a mission from the text of its file; ``source`` is what complaints call the file."""
    return read_mission(read_toml(text, source))


def read_mission(top: Entry) -> Mission:
    """Read a mission from the table of its file."""
    readers = {"ruleset": lambda: top.choice("ruleset", registry.names()), "first_scoring_tp": lambda: 0}
    values = read_fields(top, fields_of(Mission), **readers)
    turns, ruleset, zones = values["turning_points"], values["ruleset"], values["zones"]
    sides, limits = registry.find(ruleset).sides, limits_of(ruleset)
    values["first_scoring_tp"] = Whole(1, turns).get(top, "first_scoring_tp", min(2, turns))
    values["allies"] = _allies(top, sides)
    values["scoring"] = _scoring(top.table("scoring")) if "scoring" in top else Scoring()
    top.done()
    values["zones"] = () if limits.any_edge and not zones else _zones(top, zones, sides)
    values["markers"] = _markers(top, values["markers"], limits)
    return Mission(**values)


def _allies(top: Entry, sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return groups of allied players, who are counted from 1 in files."""
    groups: Any = top.values("allies", [])
    whole = isinstance(groups, list) and all(isinstance(group, list) and all(type(one) is int for one in group) for group in groups)
    named = [one for group in groups for one in group] if whole else [0]
    if len({*named}) != len(named) or any(not 1 <= one <= max(sides) for one in named):
        raise top.error(say("'allies' must be lists of players from 1 to {most}, each named once", most=max(sides)), "allies")
    return tuple(tuple(one - 1 for one in group) for group in groups)


def _zones(top: Entry, entries: list[Entry], sides: tuple[int, ...]) -> tuple[Zone, ...]:
    zones = []
    for entry in entries:
        zones.append(Zone(**read_fields(entry, fields_of(Zone))))
        entry.done()
    if len(zones) not in sides:
        wanted = {"most": max(sides), "count": len(zones)}
        raise (entries[-1] if entries else top).error(say("there must be a drop zone ([[zone]]) for each of {most} sides, not {count}", **wanted))
    if len(zones) == 2 and zones[1].edge != FACING[zones[0].edge]:
        facing, edge = FACING[zones[0].edge], zones[1].edge
        raise entries[1].error(say("'edge' must be '{facing}', which faces the other drop zone, not '{edge}'", facing=facing, edge=edge), "edge")
    return tuple(zones)


def _markers(top: Entry, entries: list[Entry], limits: MissionLimits) -> tuple[ObjectiveMarker, ...]:
    least, apart = limits.least_markers, limits.markers_apart
    if len(entries) < least:
        raise top.error(say("there must be at least two markers: [[marker]]") if least == 2 else say("there must be at least one marker: [[marker]]"))
    markers: list[ObjectiveMarker] = []
    for entry in entries:
        marker = _marker(entry, [other.id for other in markers], 0.0 if apart is None else CLEAR_OF_EDGES)
        for other in markers:
            if apart is not None and hypot(marker.x - other.x, marker.y - other.y) < 2 * MARKER_RADIUS + apart:
                raise entry.error(say("is less than {apart:g}\" from marker '{id}'", apart=apart, id=other.id), "x")
        markers.append(marker)
    return tuple(markers)


def _marker(entry: Entry, others: list[str], clear: float) -> ObjectiveMarker:
    own = entry.text("id")
    entry.name = say("marker '{id}'", id=own)
    if own in others:
        raise entry.error(say("the id is used twice"), "id")
    within = {"x": Number(clear, REFERENCE.width - clear), "y": Number(clear, REFERENCE.depth - clear)}
    readers = {key: partial(kind.read, entry, key) for key, kind in within.items()}
    marker = ObjectiveMarker(**read_fields(entry, fields_of(ObjectiveMarker), **readers))
    entry.done()
    return marker


def _scoring(entry: Entry) -> Scoring:
    scoring = Scoring(**read_fields(entry, fields_of(Scoring)))
    entry.done()
    if not (scoring.at_least_one or scoring.more_than_opponent or scoring.each or scoring.kills or scoring.leader):
        raise entry.error(say("nothing would ever be scored"))
    return scoring


_SHELF = Shelf("mission", "missions", parse_mission)
