"""Rulesets by name: those of this package, one folder each, and those of other packages.

Another package brings a ruleset by an entry point of the group ``counteract.rulesets``::

    [project.entry-points."counteract.rulesets"]
    skirmish = "skirmish.ruleset:RULESET"

A ruleset's folder is a set of rooms, modules with the same names in every ruleset: ``ruleset.py`` makes it playable, ``odds.py``
gives it exact odds, ``teams.py`` reads its team files. Beside them lie ``rulebook.toml`` and, in another package, files of teams,
killzones and missions in ``data/teams``, ``data/killzones`` and ``data/missions``, and translations in ``data/languages``.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

from counteract.core.language import say

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from types import ModuleType

    from counteract.core.game import Ruleset

GROUP = "counteract.rulesets"
PACKAGE = "counteract"


@lru_cache(maxsize=1)
def _packages() -> dict[str, str]:
    """Return the package of each ruleset: those of Counteract, which cannot be replaced, then those of others."""
    folders = (files(PACKAGE) / "rulesets").iterdir()
    own = {one.name: f"{GROUP}.{one.name}" for one in folders if one.is_dir() and (one / "__init__.py").is_file()}
    others = {entry.name: _package(entry) for entry in entry_points(group=GROUP) if entry.name not in own}
    return {**dict(sorted(own.items())), **dict(sorted(others.items()))}


def _package(entry: EntryPoint) -> str:
    return entry.module.rpartition(".")[0] or entry.module


@lru_cache(maxsize=16)
def with_room(module: str) -> tuple[str, ...]:
    """Return the rulesets whose folder has this module."""
    return tuple(name for name, package in _packages().items() if find_spec(f"{package}.{module}"))


def names() -> tuple[str, ...]:
    """Return the names of all rulesets that can be played."""
    return with_room("ruleset")


def shipped() -> tuple[str, ...]:
    """Return the names of those that come with Counteract, in the order in which they are offered."""
    own = [name for name in names() if _packages()[name].startswith(f"{GROUP}.")]
    return *(name for name in _offered() if name in own), *(name for name in own if name not in _offered())


def default() -> str:
    """Return the name of the ruleset to take where none is named."""
    return _offered()[0]


def _offered() -> tuple[str, ...]:
    order: tuple[str, ...] = importlib.import_module(GROUP).OFFERED
    return order


def find(name: str) -> Ruleset:
    """Return the ruleset of this name."""
    if name not in names():
        raise LookupError(say("there is no ruleset {name!r}; there are: {known}", name=name, known=", ".join(names())))
    ruleset: Ruleset = importlib.import_module(f"{_packages()[name]}.ruleset").RULESET
    return ruleset


def folder(name: str) -> Traversable:
    """Return the folder of a ruleset."""
    return files(_packages()[name])


def room(name: str, module: str) -> ModuleType | None:
    """Return a module of a ruleset's folder, or None if the ruleset has no such room."""
    return importlib.import_module(f"{_packages()[name]}.{module}") if name in with_room(module) else None


def data_folders(kind: str) -> Iterator[Traversable]:
    """Yield the folders with data files of a kind: that of Counteract, then those of other packages."""
    yield files(PACKAGE) / "data" / kind
    for name, package in _packages().items():
        if not package.startswith(f"{GROUP}.") and (found := folder(name) / "data" / kind).is_dir():
            yield found
