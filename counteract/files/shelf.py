"""Shelves of files: those that come with a package go by name, all others by path."""

from __future__ import annotations

from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from counteract.core import registry
from counteract.core.language import phrases, say
from counteract.files.reader import FileError, nearest, read_toml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUFFIX = ".toml"


KINDS = phrases({"team": "team", "mission": "mission", "killzone": "killzone"})


class Shelf:
    """The files of one kind.

    >>> Shelf("mission", "missions").name_in("hold-the-ground"), Shelf("mission", "missions").name_in("my/own.toml")
    ('hold-the-ground', None)
    """

    __slots__ = ("_folder", "kind")

    def __init__(self, kind: str, folder: str) -> None:
        self.kind = kind
        self._folder = folder

    def ids(self, ruleset: str | None = None) -> list[str]:
        """The ids of all files that come with the package, or of those for one ruleset, in alphabetical order."""
        ids = list(_files(self))
        return ids if ruleset is None else [name for name in ids if _ruleset(self, name) == ruleset]

    def name_in(self, given: str | PathLike[str]) -> str | None:
        """The name that is given, or nothing if it is a path."""
        if isinstance(given, str) and not given.endswith(SUFFIX) and Path(given).name == given:
            return given
        return None

    def text(self, name: str) -> str:
        """The text of a file that comes with the package, by one of the ids."""
        return _files(self)[name].read_text(encoding="utf-8")

    def unknown(self, name: str, ruleset: str | None = None) -> FileError:
        """The complaint about a name that nothing on the shelf has."""
        known = self.ids(ruleset)
        like = nearest(name, known, 3)
        values = {"kind": KINDS[self.kind], "name": name, "names": ", ".join(f"'{one}'" for one in like or known) or say("none")}
        if like:
            return FileError("", "", say("{kind} '{name}' is not known (nearest: {names})", **values))
        return FileError("", "", say("{kind} '{name}' is not known (known: {names})", **values))


@lru_cache(maxsize=16)
def _files(shelf: Shelf) -> dict[str, Traversable]:
    """The files on a shelf by their ids; those of Counteract go before those of other packages."""
    found: dict[str, Traversable] = {}
    for folder in registry.data_folders(shelf._folder):
        for file in folder.iterdir():
            if file.name.endswith(SUFFIX):
                found.setdefault(file.name.removesuffix(SUFFIX), file)
    return dict(sorted(found.items()))


@lru_cache(maxsize=256)
def _ruleset(shelf: Shelf, name: str) -> str:
    return read_toml(shelf.text(name), name + SUFFIX).text("ruleset")


def read_path(given: str | PathLike[str]) -> tuple[str, str]:
    """The text of a file of one's own, and what complaints call it."""
    path = Path(fspath(given))
    try:
        return path.read_text(encoding="utf-8-sig"), path.name  # some editors begin a file with a mark that is no text
    except OSError as error:
        raise FileError(str(path), "", say("cannot be read: {problem}", problem=error.strerror)) from None
    except UnicodeDecodeError:
        raise FileError(str(path), "", say("is not a text in UTF-8")) from None
    except ValueError as error:  # no file can have such a name
        raise FileError(ascii(str(path)), "", say("cannot be read: {problem}", problem=error)) from None
