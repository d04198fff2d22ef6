"""Kill teams: those that come with the package, and those in files of one's own."""

from __future__ import annotations

import importlib
from functools import lru_cache
from importlib.util import find_spec
from os import PathLike
from typing import Any, Protocol, cast

from counteract import rulesets
from counteract.core.language import say
from counteract.rosters.files import FileError, read_toml
from counteract.rosters.shelf import SUFFIX, Shelf, read_path

__all__ = ["AnyTeam", "FileError", "find_teams", "load_team", "parse_team", "team_ids"]

_SHELF = Shelf("team", "teams")


class AnyTeam(Protocol):
    """What the teams of all rulesets have in common."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def operatives(self) -> tuple[Any, ...]: ...


def team_ids(ruleset: str | None = None) -> list[str]:
    """The ids of all teams that come with the package, or of those for one ruleset, in alphabetical order."""
    return _SHELF.ids(ruleset)


def find_teams(ruleset: str | None = None) -> list[AnyTeam]:
    """All teams that come with the package, or those for one ruleset, in the order of their ids.

    >>> [team.name for team in find_teams("kt24")][:1]
    ['Ashen Wardens']
    """
    return [_shipped(name) for name in team_ids(ruleset)]


def load_team(team: str | PathLike[str] | AnyTeam, ruleset: str | None = None) -> AnyTeam:
    """Read a team: by its id if it comes with the package, otherwise by the path of its file; a team is given back.

    With ``ruleset`` the team must be for that one.

    >>> load_team("ashen-wardens").name
    'Ashen Wardens'
    >>> load_team("dusk-runner")
    Traceback (most recent call last):
    counteract.rosters.files.FileError: team 'dusk-runner' is not known (nearest: 'dusk-runners')
    """
    loaded = _read(team, ruleset) if isinstance(team, str | PathLike) else team
    if ruleset is not None and loaded.ruleset != ruleset:
        raise FileError("", say("team '{id}'", id=loaded.id), say("is for {own}, not for {ruleset}", own=loaded.ruleset, ruleset=ruleset))
    return loaded


def _read(given: str | PathLike[str], ruleset: str | None) -> AnyTeam:
    name = _SHELF.name_in(given)
    if name is None:
        return parse_team(*read_path(given))
    if name not in team_ids():
        raise _SHELF.unknown(name, ruleset)
    return _shipped(name)


@lru_cache(maxsize=256)
def _shipped(name: str) -> AnyTeam:
    return parse_team(_SHELF.text(name), name + SUFFIX)


def parse_team(text: str, source: str) -> AnyTeam:
    """Read a team from the text of its file; ``source`` is what complaints call the file.

    The file says which ruleset it is for, and that ruleset reads the rest.
    """
    ruleset = read_toml(text, source).choice("ruleset", _with_teams())
    return cast(AnyTeam, importlib.import_module(f"counteract.rulesets.{ruleset}.teams").parse_team(text, source))


def _with_teams() -> list[str]:
    return [name for name in rulesets.names() if find_spec(f"counteract.rulesets.{name}.teams")]
