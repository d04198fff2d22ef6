"""Killzones: boards with their terrain, read from TOML files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from typing import Any, cast

import msgspec

from counteract.core.language import Phrase, say
from counteract.files.checks import refuse_again
from counteract.files.data import converted
from counteract.files.fields import Texts
from counteract.files.reader import Entry, FileError, is_number, read_toml
from counteract.files.shelf import Shelf
from counteract.table.terrain import HEAVY_FROM, MARKS, MAX_BOARD, Board, Corner, Kind, Part, Terrain

#: A footprint has at least and at most this many corners.
FEWEST_CORNERS, MOST_CORNERS = 3, 32
#: What a flat part may be marked with.
AREA_MARKS = frozenset(("flat", "difficult", "dangerous"))


class Killzone(msgspec.Struct, frozen=True, kw_only=True):
    """A board and the terrain on it.

    >>> zone = load_killzone("proving-ground")
    >>> zone.board.width, len(zone.parts)
    (30.0, 16)
    """

    id: str
    name: str
    summary: str
    board: Board
    parts: tuple[Part, ...]
    note: str = ""
    summaries: dict[str, str] = {}  # by ruleset, where it makes something else of the terrain
    rulesets: tuple[str, ...] = ()  # those it is made for; if none are named, all that have no killzones of their own

    def summary_in(self, ruleset: str) -> str:
        """Return the summary for players of a ruleset."""
        return self.summaries.get(ruleset, self.summary)

    @property
    def solid(self) -> Terrain:
        """The terrain without flat areas, for rulesets that have no rough ground."""
        return Terrain(self.board, tuple(part for part in self.parts if "flat" not in part.marks))

    @property
    def features(self) -> tuple[str, ...]:
        """The ids of the terrain features, in the order of the file."""
        return tuple(dict.fromkeys(part.feature for part in self.parts))

    def terrain(self) -> Terrain:
        """Return the terrain in the form that geometry is computed on."""
        return Terrain(self.board, self.parts)


def killzone_ids(ruleset: str | None = None) -> list[str]:
    """Return the ids of all killzones of the package, or of those that a ruleset is played on, in alphabetical order.

    A killzone that names rulesets is for these alone, and these are played on killzones that name them.
    """
    ids = _SHELF.ids()
    return ids if ruleset is None else [name for name in ids if _is_for(_SHELF.shipped(name), ruleset)]


def _is_for(zone: Killzone, ruleset: str) -> bool:
    return ruleset in zone.rulesets if zone.rulesets else ruleset not in _rulesets_with_own()


@lru_cache(maxsize=1)
def _rulesets_with_own() -> frozenset[str]:
    """Return the rulesets that are named by a killzone of the package."""
    return frozenset(ruleset for name in _SHELF.ids() for ruleset in _SHELF.shipped(name).rulesets)


def check_killzone(zone: Killzone, ruleset: str) -> None:
    """Refuse a killzone that is not made for a ruleset."""
    if not _is_for(zone, ruleset):
        told = say("is not made for {ruleset}, which is played on: {names}", ruleset=ruleset, names=", ".join(killzone_ids(ruleset)))
        raise FileError("", say("killzone '{id}'", id=zone.id), told)


def load_killzone(path_or_id: str | PathLike[str] | Mapping[str, Any] | Entry | Killzone) -> Killzone:
    """Read a killzone: by its id if the package has it, otherwise from the path of its file. A killzone is returned as it is.

    A mapping is taken as the content of a file, or as a loaded killzone in plain data.

    >>> load_killzone("salt-flat")
    Traceback (most recent call last):
    counteract.files.reader.FileError: killzone 'salt-flat' is not known (nearest: 'salt-flats')
    """
    return path_or_id if isinstance(path_or_id, Killzone) else _SHELF.load(path_or_id, _read_table)


def _read_table(top: Entry) -> Killzone:
    return converted(top, Killzone) if "parts" in top else read_killzone(top)


def parse_killzone(text: str, source: str) -> Killzone:
    """Read a killzone from the text of its file; errors call the file ``source``."""
    return read_killzone(read_toml(text, source))


def read_killzone(top: Entry) -> Killzone:
    """Read a killzone from the table of its file."""
    zone_id, name, summary = top.text("id"), top.text("name"), top.text("summary")
    note, summaries, rulesets = top.text("note", ""), top.texts("summaries"), Texts().get(top, "rulesets", ())
    board = _board(top.table("board"))
    parts: list[Part] = []
    feature_ids: dict[str, int | None] = {}
    part_ids: dict[str, int | None] = {}
    for feature in top.tables("feature", ()):
        feature_id = _fresh_id(feature, Phrase("feature '{id}'"), feature_ids)
        entries = feature.tables("part")
        if not entries:
            raise feature.error(say("has no parts"))
        feature.done()
        for entry in entries:
            part_id = _fresh_id(entry, Phrase("part '{id}' of {feature}", id="", feature=feature.name), part_ids)
            parts.append(_part(entry, part_id, feature_id, board))
    top.done()
    return Killzone(id=zone_id, name=name, summary=summary, board=board, parts=tuple(parts), note=note, summaries=summaries, rulesets=rulesets)


def _fresh_id(entry: Entry, name: str, seen: dict[str, int | None]) -> str:
    """Return the id of a feature or part after checking that the file has it once; names the entry."""
    own = entry.text("id")
    entry.name = say(name, id=own)
    refuse_again(entry, own, seen)
    return own


def _board(entry: Entry) -> Board:
    board = Board(entry.number("width"), entry.number("depth"))
    entry.done()
    for key, size in (("width", board.width), ("depth", board.depth)):
        if size <= 0:
            raise entry.error(say("'{key}' must be more than 0", key=key), key)
        if size > MAX_BOARD:
            limits = {"least": 0, "most": MAX_BOARD, "value": size}
            raise entry.error(say("'{key}' must be from {least:g} to {most:g}, not {value:g}", key=key, **limits), key)
    return board


def _part(entry: Entry, part_id: str, feature_id: str, board: Board) -> Part:
    footprint = _footprint(entry)
    bottom, top = entry.number("bottom", 0.0), entry.number("top")
    usual = "heavy" if top - bottom >= HEAVY_FROM else "light"
    kind = cast(Kind, entry.choice("kind", ("light", "heavy"), usual))
    marks = entry.choices("marks", MARKS)
    entry.done()
    if "flat" in marks and not AREA_MARKS.issuperset(marks):
        raise entry.error(say("what is flat can only be difficult or dangerous besides"), "marks")
    if bottom < 0:
        raise entry.error(say("bottom must not be below the floor"), "bottom")
    if bottom > top or (bottom == top and "flat" not in marks):
        raise entry.error(say("top must be above bottom"), "top")
    _check_outline(entry, footprint, board)
    return Part(
        id=part_id,
        feature=feature_id,
        footprint=footprint,
        bottom=bottom,
        top=top,
        kind=kind,
        marks=marks,
    )


def _footprint(entry: Entry) -> tuple[Corner, ...]:
    """Return the corners, given as ``box`` or as ``footprint``."""
    boxed = entry.values("box", ())
    corners = entry.values("footprint", ())
    if ("box" in entry) == ("footprint" in entry):
        raise entry.error(say("needs either 'box' or 'footprint', and not both"))
    if "box" in entry:
        if len(boxed) != 4 or not all(map(is_number, boxed)):
            raise entry.error(say("'box' must be four numbers: x0, y0, x1, y1"), "box")
        x0, y0, x1, y1 = map(float, boxed)
        if x0 >= x1 or y0 >= y1:
            raise entry.error(say("'box' must have x0 below x1 and y0 below y1"), "box")
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    for corner in corners:
        if not isinstance(corner, list) or len(corner) != 2 or not all(map(is_number, corner)):
            raise entry.error(say("'footprint' must be a list of corners [x, y]"), "footprint")
    if not FEWEST_CORNERS <= len(corners) <= MOST_CORNERS:
        limits = {"fewest": FEWEST_CORNERS, "most": MOST_CORNERS, "count": len(corners)}
        raise entry.error(say("'footprint' must have from {fewest} to {most} corners, not {count}", **limits), "footprint")
    return tuple((float(x), float(y)) for x, y in corners)


def _check_outline(entry: Entry, footprint: tuple[Corner, ...], board: Board) -> None:
    """Refuse a footprint that leaves the board, has no area or crosses itself."""
    key = "box" if "box" in entry else "footprint"
    for x, y in footprint:
        if not (0 <= x <= board.width and 0 <= y <= board.depth):
            raise entry.error(say("corner ({x:g}, {y:g}) is outside the board", x=x, y=y), key)
    if key == "box":
        return
    from shapely import Polygon  # only odd shapes pay for loading it

    outline = Polygon(footprint)
    if outline.convex_hull.area < 1e-6:
        raise entry.error(say("the footprint has no area"), key)
    if len(set(footprint)) < len(footprint):
        raise entry.error(say("the footprint has the same corner twice"), key)
    if not outline.is_valid:
        raise entry.error(say("the footprint crosses or touches itself"), key)


_SHELF = Shelf("killzone", "killzones", parse_killzone)
