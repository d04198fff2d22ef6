"""Kill teams: those that come with the package, and those in the player's own files."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, cast

from counteract.core import registry
from counteract.core.language import say
from counteract.files.card_text import with_cards
from counteract.files.data import converted
from counteract.files.reader import Entry, FileError, read_path, read_toml
from counteract.files.shelf import Shelf

__all__ = ["AnyTeam", "FileError", "find_teams", "load_team", "parse_team", "read_team", "team_ids"]


class AnyTeam(Protocol):
    """A team of any ruleset."""

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
    """Return the ids of all teams that come with the package, or of those for one ruleset, in alphabetical order."""
    return _SHELF.ids(ruleset)


def find_teams(ruleset: str | None = None) -> list[AnyTeam]:
    """Return all teams that come with the package, or those for one ruleset, in the order of their ids.

    >>> [team.name for team in find_teams(registry.default())][:1]
    ['Ashen Wardens']
    """
    return [_SHELF.shipped(name) for name in team_ids(ruleset)]


def load_team(team: str | PathLike[str] | Mapping[str, Any] | Entry | AnyTeam, ruleset: str | None = None) -> AnyTeam:
    """Read a team: by its id if it comes with the package, otherwise by the path of its file; a team is given back.

    A table has the contents of a file, or a name and ``models`` in the short text of their cards. With ``ruleset`` the team
    must be for that one.

    >>> load_team("ashen-wardens").name
    'Ashen Wardens'
    >>> load_team("dusk-runner")
    Traceback (most recent call last):
    counteract.files.reader.FileError: team 'dusk-runner' is not known (nearest: 'dusk-runners')
    """
    if ruleset is not None and isinstance(team, str | PathLike) and _SHELF.name_in(team) is None:
        _check_ruleset(team, ruleset)
    loaded = cast(AnyTeam, team) if _is_team(team) else _SHELF.load(team, lambda top: read_team(top, ruleset), ruleset)
    if ruleset is not None:
        _SHELF.check_ruleset(loaded, ruleset)
    return loaded


def _check_ruleset(path: str | PathLike[str], ruleset: str) -> None:
    """Refuse a file for another ruleset at the line that names it, before the rest is read with the wrong eyes."""
    top = read_toml(*read_path(path))
    own = top.choice("ruleset", registry.with_room("teams"))
    if own != ruleset:
        raise top.error(say("the team is for {own}, not for {ruleset}", own=own, ruleset=ruleset), "ruleset")


def _is_team(given: object) -> bool:
    return not isinstance(given, type) and all(hasattr(given, name) for name in ("id", "name", "ruleset", "operatives"))


def parse_team(text: str, source: str) -> AnyTeam:
    """Read a team from the text of its file; ``source`` is what complaints call the file.

    The file says which ruleset it is for, and that ruleset reads the rest.
    """
    ruleset = read_toml(text, source).choice("ruleset", registry.with_room("teams"))
    return cast(AnyTeam, _reader(ruleset).parse_team(text, source))


def _open_team(path: str | PathLike[str]) -> AnyTeam:
    """Read a team from its file; a ruleset whose files name others beside them reads it with ``open_team``."""
    text, source = read_path(path)
    open_team = getattr(_reader(read_toml(text, source).choice("ruleset", registry.with_room("teams"))), "open_team", None)
    return parse_team(text, source) if open_team is None else cast(AnyTeam, open_team(text, source, Path(path).parent))


def read_team(top: Entry, ruleset: str | None = None) -> AnyTeam:
    """Read a team from a table: that of a file, one with ``models`` as short text, or a loaded team as plain data.

    It is for ``ruleset`` unless it names another one. It need not be a team that could be mustered. A loaded team has a key that
    no file has, "operatives" unless its ruleset says otherwise with ``LOADED_KEY``.
    """
    known = registry.with_room("teams")
    own = top.choice("ruleset", known) if ruleset is None else top.choice("ruleset", known, ruleset)
    module = _reader(own)
    if getattr(module, "LOADED_KEY", "operatives") in top:
        return cast(AnyTeam, converted(top, module.Team))
    if not hasattr(module, "read_team"):
        raise top.error(say("teams of {ruleset} are read from files of their own", ruleset=own))
    read_card: Any = getattr(module, "written_card", None)
    if "models" in top and read_card is None:
        raise top.error(say("cards of {ruleset} have no short text: list them under 'operative'", ruleset=own), "models")
    return cast(AnyTeam, module.read_team(with_cards(top, own, read_card)))


def _reader(ruleset: str) -> Any:
    """Return the module that reads the team files of a ruleset."""
    return registry.room(ruleset, "teams")


_SHELF = Shelf[AnyTeam]("team", "teams", parse_team, _open_team)
