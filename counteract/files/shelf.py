"""Shelves of files: shipped ones are found by name, all others by path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from counteract.core import registry
from counteract.core.language import phrases, say
from counteract.files.data import entry_of
from counteract.files.reader import Entry, FileError, nearest, read_path, read_toml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")

SUFFIX = ".toml"
KINDS = phrases({"team": "team", "mission": "mission", "killzone": "killzone", "army": "army"})
CALLED = phrases({"team": "team '{id}'", "mission": "mission '{id}'"})
REFUSED = phrases(
    {
        "team": "{team!r} is no team: give a name, a file, a table or a loaded team",
        "mission": "{given!r} is no mission: give a name, a file, a table or a loaded mission",
        "killzone": "{given!r} is no killzone: give a name, a file, a table or a loaded killzone",
        "army": "{given!r} is no army: give a name, a file, a table or a loaded army",
    }
)


class Shelf(Generic[T]):
    """The files of one kind; ``parse`` reads the text of one, with its name for error messages, ``open_file`` one with its neighbours.

    >>> shelf = Shelf("mission", "missions", lambda text, source: text)
    >>> shelf.name_in("hold-the-ground"), shelf.name_in("my/own.toml")
    ('hold-the-ground', None)
    """

    def __init__(self, kind: str, folder: str, parse: Callable[[str, str], T], open_file: Callable[[str | PathLike[str]], T] | None = None) -> None:
        self.kind = kind
        self.folder = folder
        self._parse = parse
        self._open = open_file or (lambda path: parse(*read_path(path)))
        self._loaded: dict[str, T] = {}

    def ids(self, ruleset: str | None = None) -> list[str]:
        """Return the ids of all files that come with the package, or of those for one ruleset, in alphabetical order."""
        ids = list(_files(self.folder))
        return ids if ruleset is None else [name for name in ids if _ruleset(self.folder, name) == ruleset]

    def load(self, given: object, read: Callable[[Entry], T], ruleset: str | None = None) -> T:
        """Load a file by its id or path, or a table with ``read``; a name that is not known is compared with those for the ruleset."""
        if isinstance(given, Mapping):
            given = entry_of(given, say(KINDS[self.kind]))
        if isinstance(given, Entry):
            return read(given)
        if not isinstance(given, str | PathLike):
            raise ValueError(say(REFUSED[self.kind], given=given, team=given))
        name = self.name_in(given)
        if name is None:
            return self._open(given)
        if name not in _files(self.folder):
            raise self._unknown(name, ruleset)
        return self.shipped(name)

    def shipped(self, name: str) -> T:
        """Return a file that comes with the package, by one of the ids."""
        if name not in self._loaded:
            self._loaded[name] = self._parse(_text(self.folder, name), name + SUFFIX)
        return self._loaded[name]

    def check_ruleset(self, loaded: Any, ruleset: str) -> None:
        """Refuse an object that is for another ruleset."""
        if loaded.ruleset != ruleset:
            told = say("is for {own}, not for {ruleset}", own=loaded.ruleset, ruleset=ruleset)
            raise FileError("", say(CALLED[self.kind], id=loaded.id), told)

    def name_in(self, given: str | PathLike[str]) -> str | None:
        """Return the name that is given, or None if it is a path."""
        if isinstance(given, str) and not given.endswith(SUFFIX) and Path(given).name == given:
            return given
        return None

    def _unknown(self, name: str, ruleset: str | None) -> FileError:
        known = self.ids(ruleset)
        like = nearest(name, known, 3)
        values = {"kind": KINDS[self.kind], "name": name, "names": ", ".join(f"'{one}'" for one in like or known) or say("none")}
        if like:
            return FileError("", "", say("{kind} '{name}' is not known (nearest: {names})", **values))
        return FileError("", "", say("{kind} '{name}' is not known (known: {names})", **values))


@lru_cache(maxsize=16)
def _files(folder: str) -> dict[str, Traversable]:
    """Return the files of a folder by their ids; those of Counteract go before those of other packages."""
    found: dict[str, Traversable] = {}
    for place in registry.data_folders(folder):
        for file in place.iterdir():
            if file.name.endswith(SUFFIX):
                found.setdefault(file.name.removesuffix(SUFFIX), file)
    return dict(sorted(found.items()))


def _text(folder: str, name: str) -> str:
    return _files(folder)[name].read_text(encoding="utf-8")


@lru_cache(maxsize=256)
def _ruleset(folder: str, name: str) -> str:
    return read_toml(_text(folder, name), name + SUFFIX).text("ruleset")
