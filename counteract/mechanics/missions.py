"""Missions: drop zones, markers and scoring as data, and the files they are read from.

A mission file is a TOML file::

    id = "three-hills"
    name = "Three Hills"
    ruleset = "…"                            # the name of the ruleset
    summary = "Hold more hills than they do."
    turning_points = 4                       # 4 if left out
    first_scoring_tp = 2                     # 2 if left out

    allies = [[1, 3], [2, 4]]                # players that play together; none do if left out
    board = [72, 48]                         # the board that places of markers are written for; 30" by 22" if left out
    deploy_bonus = false                     # whether the first to finish deploying adds 1 to the first initiative roll; false if left out

    [[zone]]                                 # one a side, two on facing edges; some rulesets allow none, and players choose among all edges
    edge = "south"
    depth = 3                                # 3 if left out
    apart = 18                               # it is so shallow that this much lies between it and the facing one; 0 if left out
    shape = "corner"                         # instead of a strip a rectangle at the edge: "corner", "middle" or "flank" (see `Zone`)
    end = "west"                             # of a corner or a flank: the end of the edge

    [[marker]]                               # at least as many as the ruleset wants; x, y are scaled to any other board
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
    first_strike = 0                         # for destroying an enemy unit in the first turn; 0 if left out
    warlord = 0                              # for each enemy Warlord destroyed, at the end of the battle; 0 if left out
    linebreaker = 0                          # for a unit in an enemy zone at the end of the battle; 0 if left out

    [tactical]                               # tactical objectives; none are used if it is left out
    hold = 3                                 # how many a player holds; whoever has fewer draws when a turn starts
    discards = 1                             # how many a player may give up at the end of each turn

    [[objective]]                            # more than a player holds
    id = "break-the-line"
    name = "Break the Line"
    asks = "break through"                   # one of `Asked`
    count = 1                                # how much or how often; 1 if left out
    marker = "A"                             # the marker that is asked for, if it is about one
    keyword = "VEHICLE"                      # the keyword that is asked for, if it is about one
    points = 1                               # victory points; 1 if left out

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
from counteract.files.reader import Entry, is_number, read_toml
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
    defaults: Mapping[int, str] = {}  # the mission meant by "default", by the number of sides that play
    least_markers: int = 1
    markers_apart: float | None = None  # where markers are discs: the least distance between two, edge to edge; else a marker is a spot
    any_edge: bool = False  # a mission need not have drop zones: players then choose among all edges
    deepest_zone: float = 8.0


def limits_of(ruleset: str) -> MissionLimits:
    """Return the limits of a ruleset's missions."""
    limits: MissionLimits = getattr(registry.room(ruleset, "missions"), "LIMITS", MissionLimits())
    return limits


#: The forms of a drop zone.
ZoneShape = Literal["strip", "corner", "middle", "flank"]


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drop zone: the strip along an edge of the board, or a rectangle at the south or north edge.

    A strip is ``depth`` deep, and shallower (but for a quarter of the board) where less than ``apart`` would lie between it and the facing
    one. The others are a quarter of the board deep: a corner is a quarter of the edge, the middle is the middle third of it, and a flank is
    a quarter of it that begins so far from its end that three zones (two flanks, and a middle across) lie half the board's depth apart.
    """

    edge: Annotated[Edge, Choice(), "the edge of the board that it lies along"]
    depth: Annotated[float, msgspec.Meta(gt=0, le=MAX_BOARD), Number(1, 24), "inches"] = 3.0
    apart: Annotated[float, msgspec.Meta(ge=0, le=MAX_BOARD), Number(0, 48), "least inches between it and the facing one"] = 0.0
    shape: Annotated[ZoneShape, Choice(), "the form of the zone"] = "strip"
    end: Annotated[Literal["", "west", "east"], Choice(), "of a corner or a flank: the end of the edge"] = ""

    @property
    def name(self) -> str:
        """The name of the zone among those of a mission, such as "north" or "south-west"."""
        return f"{self.edge}-{self.end}" if self.end else self.edge

    def box(self, board: Board) -> tuple[float, float, float, float]:
        """Return the zone as x0, y0, x1, y1.

        >>> Zone("north").box(REFERENCE)
        (0.0, 19.0, 30.0, 22.0)
        >>> Zone("south", 12, 18).box(Board(48.0, 36.0)), Zone("south", shape="corner", end="east").box(Board(72.0, 48.0))
        ((0.0, 0.0, 48.0, 9.0), (54.0, 0.0, 72.0, 12.0))
        """
        w, d = board.width, board.depth
        along, across = (w, d) if self.edge in ("south", "north") else (d, w)
        x0, x1, depth = 0.0, along, min(self.depth, max(across - self.apart, across / 2) / 2) if self.apart else self.depth
        if self.shape != "strip":
            depth, begin, wide = across / 4, *_stretch(self.shape, along, across)
            x0, x1 = (along - begin - wide, along - begin) if self.end == "east" else (begin, begin + wide)
        match self.edge:
            case "south":
                return (x0, 0.0, x1, depth)
            case "north":
                return (x0, d - depth, x1, d)
            case "west":
                return (0.0, x0, depth, x1)
        return (w - depth, x0, w, x1)


def _stretch(shape: ZoneShape, along: float, across: float) -> tuple[float, float]:
    """Return where a zone that is no strip begins on its edge, and how long it is."""
    match shape:
        case "middle":
            return along / 3, along / 3
        case "flank":
            return (along - across) / 4, along / 4
    return 0.0, along / 4


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
    first_strike: Annotated[int, Whole(0, 20), "for destroying an enemy unit in the first turn"] = 0
    warlord: Annotated[int, Whole(0, 20), "for each enemy Warlord destroyed, at the end of the battle"] = 0
    linebreaker: Annotated[int, Whole(0, 20), "for a unit in an enemy zone at the end of the battle"] = 0


#: What a tactical objective asks for, at the end of a turn.
Asked = Literal[
    "hold marker",  # controls the marker named
    "hold markers",  # controls so many markers
    "destroy units",  # destroyed so many enemy units this turn, with the keyword if one is named
    "charge",  # so many of its units made a charge this turn that succeeded
    "break through",  # so many of its units stand wholly within enemy zones
    "clear the ground",  # no enemy model is in its own zone, and so many of its units are on the table
    "spread out",  # a unit of its own stands wholly within each of so many quarters of the table
    "stand firm",  # so many of its units tested their morale this turn, and all passed
]


class TacticalObjective(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tactical objective: what it asks for, and the victory points that it brings."""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    asks: Annotated[Asked, Choice()]
    count: Annotated[int, Whole(1, 10), "how much or how often"] = 1
    marker: Annotated[str, Text(), "the marker that is asked for"] = ""
    keyword: Annotated[str, Text(), "the keyword that is asked for"] = ""
    points: Annotated[int, Whole(1, 10), "victory points"] = 1


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
    deploy_bonus: Annotated[bool, Flag(), "whether the first to finish deploying adds 1 to the first initiative roll"] = False
    objectives: Annotated[tuple[TacticalObjective, ...], Rows("objective")] = ()
    hold: int = 0  # how many of the objectives a player holds
    discards: int = 0  # how many a player may give up at the end of each turn


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
    limits = limits_of(ruleset)
    return limits.defaults.get(sides or 0) or limits.default or next(fitting, known[0] if known else "default")


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
    values["hold"], values["discards"] = _tactical(top.table("tactical")) if "tactical" in top else (0, 0)
    board = _written_for(top)
    top.done()
    values["zones"] = () if limits.any_edge and not zones else _zones(top, zones, sides, limits)
    values["markers"] = _markers(top, values["markers"], limits, board)
    values["objectives"] = _objectives(top, values["objectives"], values["markers"], values["hold"])
    return Mission(**values)


def _written_for(top: Entry) -> Board:
    """Return the board that places of markers are written for."""
    size = top.values("board", (REFERENCE.width, REFERENCE.depth))
    if len(size) != 2 or not all(is_number(side) and 0 < side <= MAX_BOARD for side in size):
        raise top.error(say("'board' must be the width and the depth of a board in inches"), "board")
    return Board(float(size[0]), float(size[1]))


def _allies(top: Entry, sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return groups of allied players, who are counted from 1 in files."""
    groups: Any = top.values("allies", [])
    whole = isinstance(groups, list) and all(isinstance(group, list) and all(type(one) is int for one in group) for group in groups)
    named = [one for group in groups for one in group] if whole else [0]
    if len({*named}) != len(named) or any(not 1 <= one <= max(sides) for one in named):
        raise top.error(say("'allies' must be lists of players from 1 to {most}, each named once", most=max(sides)), "allies")
    return tuple(tuple(one - 1 for one in group) for group in groups)


def _zones(top: Entry, entries: list[Entry], sides: tuple[int, ...], limits: MissionLimits) -> tuple[Zone, ...]:
    zones = []
    for entry in entries:
        depth = partial(Number(1, limits.deepest_zone).get, entry, "depth", Zone("south").depth)
        zone = Zone(**read_fields(entry, fields_of(Zone), depth=depth))
        entry.done()
        if zone.shape != "strip" and (zone.edge not in ("south", "north") or (zone.shape == "middle") == bool(zone.end)):
            raise entry.error(say("a corner or a flank lies at an end of the south or north edge, a middle between its ends"), "shape")
        zones.append(zone)
    if len(zones) not in sides:
        wanted = {"most": max(sides), "count": len(zones)}
        raise (entries[-1] if entries else top).error(say("there must be a drop zone ([[zone]]) for each of {most} sides, not {count}", **wanted))
    if len(zones) == 2 and zones[1].edge != FACING[zones[0].edge]:
        facing, edge = FACING[zones[0].edge], zones[1].edge
        raise entries[1].error(say("'edge' must be '{facing}', which faces the other drop zone, not '{edge}'", facing=facing, edge=edge), "edge")
    return tuple(zones)


def _markers(top: Entry, entries: list[Entry], limits: MissionLimits, board: Board) -> tuple[ObjectiveMarker, ...]:
    least, apart = limits.least_markers, limits.markers_apart
    if len(entries) < least:
        raise top.error(say("there must be at least two markers: [[marker]]") if least == 2 else say("there must be at least one marker: [[marker]]"))
    markers: list[ObjectiveMarker] = []
    for entry in entries:
        marker = _marker(entry, [other.id for other in markers], 0.0 if apart is None else CLEAR_OF_EDGES, board)
        for other in markers:
            if apart is not None and hypot(marker.x - other.x, marker.y - other.y) < 2 * MARKER_RADIUS + apart:
                raise entry.error(say("is less than {apart:g}\" from marker '{id}'", apart=apart, id=other.id), "x")
        markers.append(marker)
    return tuple(markers)


def _marker(entry: Entry, others: list[str], clear: float, board: Board) -> ObjectiveMarker:
    own = entry.text("id")
    entry.name = say("marker '{id}'", id=own)
    if own in others:
        raise entry.error(say("the id is used twice"), "id")
    within = {"x": Number(clear, board.width - clear), "y": Number(clear, board.depth - clear)}
    readers = {key: partial(kind.read, entry, key) for key, kind in within.items()}
    marker = ObjectiveMarker(**read_fields(entry, fields_of(ObjectiveMarker), **readers))
    entry.done()
    if board == REFERENCE:
        return marker
    x, y = marker.x * REFERENCE.width / board.width, marker.y * REFERENCE.depth / board.depth
    return msgspec.structs.replace(marker, x=x, y=y)


def _tactical(entry: Entry) -> tuple[int, int]:
    """Return how many tactical objectives a player holds, and how many it may give up at the end of each turn."""
    hold, discards = Whole(1, 6).read(entry, "hold"), Whole(0, 6).get(entry, "discards", 0)
    entry.done()
    return hold, discards


def _objectives(top: Entry, entries: list[Entry], markers: tuple[ObjectiveMarker, ...], hold: int) -> tuple[TacticalObjective, ...]:
    found: list[TacticalObjective] = []
    for entry in entries:
        objective = TacticalObjective(**read_fields(entry, fields_of(TacticalObjective)))
        entry.name = say("objective '{id}'", id=objective.id)
        entry.done()
        if objective.id in [other.id for other in found]:
            raise entry.error(say("the id is used twice"), "id")
        if (objective.asks == "hold marker") != bool(objective.marker) or objective.marker not in ("", *(marker.id for marker in markers)):
            raise entry.error(say("'marker' must name a marker of the mission, if and only if that one is to be held"), "marker")
        found.append(objective)
    if bool(hold) != bool(found) or (hold and len(found) <= hold):
        raise top.error(say("there must be more tactical objectives ([[objective]]) than a player holds ([tactical])"))
    return tuple(found)


def _scoring(entry: Entry) -> Scoring:
    scoring = Scoring(**read_fields(entry, fields_of(Scoring)))
    entry.done()
    late = scoring.first_strike or scoring.warlord or scoring.linebreaker
    if not (scoring.at_least_one or scoring.more_than_opponent or scoring.each or scoring.kills or scoring.leader or late):
        raise entry.error(say("nothing would ever be scored"))
    return scoring


_SHELF = Shelf("mission", "missions", parse_mission)
