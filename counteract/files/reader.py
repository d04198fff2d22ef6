"""Reading files that people write by hand: TOML in, one clear sentence out when something is wrong.

A reader takes an ``Entry`` (one table of the file), asks it for its keys by name and type, and ends
with ``done``, which refuses unknown keys. Every complaint names file, line and thing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from copy import deepcopy
from difflib import get_close_matches
from os import PathLike, fspath
from pathlib import Path as FilePath
from typing import Any, Final

from counteract.core.language import say

#: A place in a file: keys, and numbers within lists of tables.
Path = tuple[str | int, ...]

_MISSING: Final = object()
_HEADER = re.compile(r"\s*\[(\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_NAME = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")
_TOKEN = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*|[\[\]{}]')


class FileError(ValueError):
    """Something is wrong with a file; printed as one sentence.

    >>> print(FileError("ruins.toml", "part 'wall-2' of feature 'hall'", "has no top", line=14))
    ruins.toml, line 14: part 'wall-2' of feature 'hall': has no top
    """

    def __init__(self, source: str, where: str, problem: str, line: int | None = None) -> None:
        self.source = source
        self.where = where
        self.problem = problem
        self.line = line
        place = source if line is None else say("{source}, line {line}", source=source, line=line)
        super().__init__(say(": ").join(text for text in (place, where, problem) if text))


def nearest(name: str, known: Iterable[str], count: int = 1) -> list[str]:
    """Return the known names most like this one, best first; fewer or none if nothing is like it."""
    return get_close_matches(name, list(known), n=count, cutoff=0.5)


def perhaps(name: str, known: Iterable[str]) -> str:
    """Return the end of a complaint about an unknown name: the likeliest known name, or all of them.

    >>> perhaps("tpo", ("top", "bottom"))
    " (did you mean 'top'?)"
    """
    names = sorted(known)
    guess = nearest(name, names)
    if guess:
        return say(" (did you mean '{guess}'?)", guess=guess[0])
    return say(" (known: {known})", known=", ".join(names))


# --- lines --------------------------------------------------------------------------------------


def find_lines(text: str) -> dict[Path, int]:
    """Return the line of every table and key written on a line of its own.

    >>> find_lines("[[feature]]\\nid = 'hall'\\n[[feature.part]]\\ntop = 3")
    {('feature', 0): 1, ('feature', 0, 'id'): 2, ('feature', 0, 'part', 0): 3, ('feature', 0, 'part', 0, 'top'): 4}
    """
    lines: dict[Path, int] = {}
    last: dict[Path, int] = {}  # number of the newest table in each list of tables
    table: Path = ()
    quote, depth = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not quote and depth == 0:
            if header := _HEADER.match(line):
                table = _enter(header.group(2), bool(header.group(1)), last)
                lines.setdefault(table, number)
                continue
            if key := _KEY.match(line):
                lines.setdefault((*table, *_names(key.group(1))), number)
        quote, depth = _scan(line, quote, depth)
    return lines


def _names(dotted: str) -> list[str]:
    return [name.strip("\"'") for name in _NAME.findall(dotted)]


def _enter(dotted: str, listed: bool, last: dict[Path, int]) -> Path:
    """Return the path of a table from its header; the name of a list stands for its newest table."""
    names = _names(dotted)
    path: Path = ()
    for k, name in enumerate(names):
        path = (*path, name)
        if listed and k == len(names) - 1:
            last[path] = last.get(path, -1) + 1
        if path in last:
            path = (*path, last[path])
    return path


def _scan(line: str, quote: str, depth: int) -> tuple[str, int]:
    """Return the quotes of the long text that the next line begins in, if any, and the number of open brackets."""
    at = 0
    while True:
        if quote:
            end = line.find(quote, at)
            if end < 0:
                return quote, depth
            at, quote = end + 3, ""
        token = _TOKEN.search(line, at)
        if token is None:
            return quote, depth
        at = token.end()
        if token.group() in ('"""', "'''"):
            quote = token.group()
        elif token.group() in "[{":
            depth += 1
        elif token.group() in "]}":
            depth -= 1


# --- entries ------------------------------------------------------------------------------------


class Entry:
    """One table of a file: gives its keys, checked, and knows how to complain about them."""

    __slots__ = ("_asked", "_lines", "_path", "_table", "name", "source")

    def __init__(self, source: str, table: dict[str, Any], lines: dict[Path, int], path: Path, name: str) -> None:
        self.source = source
        self.name = name
        self._table = table
        self._lines = lines
        self._path = path
        self._asked: set[str] = set()

    def error(self, problem: str, key: str | None = None) -> FileError:
        """Return a complaint about this entry, at the line of one of its keys if one is named."""
        return FileError(self.source, self.name, problem, self.line(key))

    def line(self, key: str | None = None) -> int | None:
        """Return the line of a key, or of the nearest table around it whose line is known."""
        path = self._path if key is None else (*self._path, key)
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path)

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def _take(self, key: str, default: object) -> Any:
        self._asked.add(key)
        if key in self._table:
            return self._table[key]
        if default is _MISSING:
            raise self.error(say("'{key}' is missing", key=key))
        return default

    def text(self, key: str, default: object = _MISSING) -> str:
        value = self._take(key, default)
        if not isinstance(value, str):
            raise self.error(say("'{key}' must be a text", key=key), key)
        if value == "" and default is _MISSING:
            raise self.error(say("'{key}' must not be empty", key=key), key)
        return value

    def number(self, key: str, default: object = _MISSING) -> float:
        value = self._take(key, default)
        if not is_number(value):
            raise self.error(say("'{key}' must be a number", key=key), key)
        return float(value)

    def values(self, key: str, default: object = _MISSING) -> list[Any]:
        value = self._take(key, default)
        if not isinstance(value, list | tuple):
            raise self.error(say("'{key}' must be a list", key=key), key)
        return list(value)

    def choice(self, key: str, known: Collection[str], default: object = _MISSING) -> str:
        value = self.text(key, default)
        if value not in known:
            raise self.error(say("'{key}' cannot be '{value}'{hint}", key=key, value=value, hint=perhaps(value, known)), key)
        return value

    def choices(self, key: str, known: Collection[str]) -> tuple[str, ...]:
        """Return a list of known names, none twice."""
        values = self.values(key, ())
        for value in values:
            if not isinstance(value, str):
                raise self.error(say("'{key}' must be a list of texts", key=key), key)
            if value not in known:
                raise self.error(say("'{key}' cannot hold '{value}'{hint}", key=key, value=value, hint=perhaps(value, known)), key)
            if values.count(value) > 1:
                raise self.error(say("'{key}' holds '{value}' twice", key=key, value=value), key)
        return tuple(values)

    def table(self, key: str) -> Entry:
        """Return the one table under a key."""
        value = self._take(key, _MISSING)
        if not isinstance(value, dict):
            raise self.error(say("'{key}' must be a table", key=key), key)
        return Entry(self.source, value, self._lines, (*self._path, key), self._joined(key))

    def texts(self, key: str) -> dict[str, str]:
        """Return the texts of a table that may be left out, by their names."""
        value = self._take(key, {})
        if not isinstance(value, dict) or not all(isinstance(text, str) and text for text in value.values()):
            raise self.error(say("'{key}' must be a table of texts", key=key), key)
        return dict(value)

    def part(self, key: str) -> Any:
        """Return the value of a key unchecked, tables as entries, in a list too; None if there is none."""
        value = self._take(key, None)
        if isinstance(value, dict):
            return self.table(key)
        if not isinstance(value, list):
            return value
        return [self._item(key, n, item) if isinstance(item, dict) else item for n, item in enumerate(value)]

    def tables(self, key: str, default: object = _MISSING) -> list[Entry]:
        """Return the tables of a list, each named by its number until its reader gives it another name."""
        value = self._take(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(v, dict) for v in value):
            raise self.error(say("'{key}' must be a list of tables: [[{key}]]", key=key), key)
        return [self._item(key, n, item) for n, item in enumerate(value)]

    def _item(self, key: str, n: int, table: dict[str, Any]) -> Entry:
        return Entry(self.source, table, self._lines, (*self._path, key, n), self._joined(f"{key} {n + 1}"))

    def _joined(self, name: str) -> str:
        return f"{name} of {self.name}" if self.name else name

    def with_table(self, table: dict[str, Any], lines: dict[Path, int] | None = None) -> Entry:
        """Return an entry with another table at the same place of the file; ``lines`` are those of its new keys."""
        moved = {(*self._path, *path): line for path, line in (lines or {}).items()}
        return Entry(self.source, table, {**self._lines, **moved}, self._path, self.name)

    def without(self, *keys: str) -> Entry:
        """Return an entry without some of the keys."""
        return self.with_table({key: value for key, value in self._table.items() if key not in keys})

    def as_data(self) -> dict[str, Any]:
        """Return a copy of the table."""
        return deepcopy(self._table)

    def holds(self, table: object) -> bool:
        """Return True if the table equals this one."""
        return self._table == table

    def done(self) -> None:
        """Refuse the keys that the reader has not asked for."""
        for key in self._table:
            if key not in self._asked:
                raise self.error(say("'{key}' is not known here{hint}", key=key, hint=perhaps(key, self._asked)), key)


def is_number(value: object) -> bool:
    """Return True if a value is a finite number (truth values are not numbers here)."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def read_toml(text: str, source: str) -> Entry:
    """Read the whole of a TOML file as an entry."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(text, source, str(error)) from None
    except (ValueError, RecursionError):
        raise FileError(source, "", say("not valid TOML: a number is too long, or lists are nested too deeply")) from None
    return Entry(source, table, find_lines(text), (), "")


def _broken(text: str, source: str, message: str) -> FileError:
    problem, _, place = message.partition(" (at ")
    found = re.match(r"line (\d+)", place)
    line = int(found.group(1)) if found else max(1, len(text.splitlines()))
    return FileError(source, "", say("not valid TOML: {problem}", problem=problem[:1].lower() + problem[1:]), line)


def read_path(given: str | PathLike[str]) -> tuple[str, str]:
    """Return the text of a file, and its name for complaints."""
    path = FilePath(fspath(given))
    try:
        return path.read_text(encoding="utf-8-sig"), path.name  # some editors begin a file with a mark that is no text
    except OSError as error:
        raise FileError(str(path), "", say("cannot be read: {problem}", problem=error.strerror)) from None
    except UnicodeDecodeError:
        raise FileError(str(path), "", say("is not a text in UTF-8")) from None
    except ValueError as error:  # no file can have such a name
        raise FileError(ascii(str(path)), "", say("cannot be read: {problem}", problem=error)) from None
