"""Kill teams: those that come with the package, and those in files of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from typing import Any, Protocol, cast

from counteract.core import registry
from counteract.core.language import say
from counteract.files.card_text import converted, with_cards
from counteract.files.data import entry_of
from counteract.files.reader import Entry, FileError, read_toml
from counteract.files.shelf import SUFFIX, Shelf, read_path

__all__ = ["AnyTeam", "FileError", "find_teams", "load_team", "parse_team", "read_team", "team_ids"]

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

    >>> [team.name for team in find_teams(registry.newest())][:1]
    ['Ashen Wardens']
    """
    return [_shipped(name) for name in team_ids(ruleset)]


def load_team(team: str | PathLike[str] | Mapping[str, Any] | Entry | AnyTeam, ruleset: str | None = None) -> AnyTeam:
    """Read a team: by its id if it comes with the package, otherwise by the path of its file; a team is given back.

    A table is what a file holds, or a name and ``models`` in the short text of their cards. With ``ruleset`` the team
    must be for that one.

    >>> load_team("ashen-wardens").name
    'Ashen Wardens'
    >>> load_team("dusk-runner")
    Traceback (most recent call last):
    counteract.files.reader.FileError: team 'dusk-runner' is not known (nearest: 'dusk-runners')
    """
    loaded = _loaded(team, ruleset)
    if ruleset is not None and loaded.ruleset != ruleset:
        raise FileError("", say("team '{id}'", id=loaded.id), say("is for {own}, not for {ruleset}", own=loaded.ruleset, ruleset=ruleset))
    return loaded


def _loaded(team: Any, ruleset: str | None) -> AnyTeam:
    if isinstance(team, str | PathLike):
        return _read(team, ruleset)
    if isinstance(team, Mapping):
        team = entry_of(team, say("team"))
    if isinstance(team, Entry):
        return read_team(team, ruleset)
    if isinstance(team, type) or not all(hasattr(team, name) for name in ("id", "name", "ruleset", "operatives")):
        raise ValueError(say("{team!r} is no team: give a name, a file, a table or a loaded team", team=team))
    return cast(AnyTeam, team)


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
    return cast(AnyTeam, _reader(ruleset).parse_team(text, source))


def read_team(top: Entry, ruleset: str | None = None) -> AnyTeam:
    """Read a team from a table: that of a file, one with ``models`` as short text, or a loaded team as plain data.

    It is for ``ruleset`` unless it names another one. It need not be a team that could be mustered.
    """
    own = top.choice("ruleset", _with_teams()) if ruleset is None else top.choice("ruleset", _with_teams(), ruleset)
    module = _reader(own)
    if "operatives" in top:
        return cast(AnyTeam, converted(top, module.Team))
    if not hasattr(module, "read_team"):
        raise top.error(say("teams of {ruleset} are read from files of their own", ruleset=own))
    read_card: Any = getattr(module, "written_card", None)
    if "models" in top and read_card is None:
        raise top.error(say("cards of {ruleset} have no short text: list them under 'operative'", ruleset=own), "models")
    return cast(AnyTeam, module.read_team(with_cards(top, own, read_card)))


def _reader(ruleset: str) -> Any:
    """The module that reads the team files of a ruleset."""
    return registry.room(ruleset, "teams")


def _with_teams() -> list[str]:
    return [name for name in registry.names() if registry.room(name, "teams")]
