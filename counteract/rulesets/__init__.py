"""The rulesets: those that come with the package, one folder each, and those of other packages.

Another package brings a ruleset by an entry point of the group ``counteract.rulesets``::

    [project.entry-points."counteract.rulesets"]
    skirmish = "skirmish.ruleset:RULESET"

Beside that module it may have ``rulebook.toml``, ``teams.py`` (which reads its team files), files of teams, killzones and
missions in ``data/teams``, ``data/killzones`` and ``data/missions``, and catalogues of translations in ``data/messages``.
"""

from __future__ import annotations

import importlib
import pkgutil
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


@lru_cache(maxsize=1)
def _packages() -> dict[str, str]:
    """The package of each ruleset: those that come with Counteract, which cannot be replaced, then those of others."""
    own = {module.name: f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__) if module.ispkg}
    others = {entry.name: _package(entry) for entry in entry_points(group=GROUP) if entry.name not in own}
    return {**dict(sorted(own.items())), **dict(sorted(others.items()))}


def _package(entry: EntryPoint) -> str:
    return entry.module.rpartition(".")[0] or entry.module


def names() -> tuple[str, ...]:
    """The names of all rulesets there are."""
    return tuple(_packages())


def shipped() -> tuple[str, ...]:
    """The names of those that come with Counteract, the newest last.

    >>> shipped()
    ('kt18', 'kt21', 'kt24')
    """
    return tuple(name for name, package in _packages().items() if package.startswith(f"{__name__}."))


def find(name: str) -> Ruleset:
    """The ruleset of this name."""
    if name not in _packages():
        raise LookupError(say("there is no ruleset {name!r}; there are: {known}", name=name, known=", ".join(names())))
    ruleset: Ruleset = importlib.import_module(f"{_packages()[name]}.ruleset").RULESET
    return ruleset


def folder(name: str) -> Traversable:
    """The folder of a ruleset, with its rulebook."""
    return files(_packages()[name])


def part(name: str, module: str) -> ModuleType | None:
    """A module of a ruleset, if it has such a one."""
    path = f"{_packages()[name]}.{module}"
    return importlib.import_module(path) if find_spec(path) else None


def data_folders(kind: str) -> Iterator[Traversable]:
    """The folders with files of a kind: that of Counteract itself, then those of other packages that have one."""
    yield files("counteract") / "data" / kind
    for name in names():
        if name not in shipped() and (found := folder(name) / "data" / kind).is_dir():
            yield found
