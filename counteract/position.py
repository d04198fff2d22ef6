"""Positions: moments of a battle to begin a game at, as plain data that people write and records hold.

>>> import counteract as ca
>>> reds = {"name": "Reds", "models": ["Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 3/4 Piercing 1; fists: 3 4+ 2/3"]}
>>> blues = {"name": "Blues", "models": ["Guard; APL 2, Move 6, Save 4+, Wounds 8; spear: 4 4+ 3/4"]}
>>> models = [{"model": "gunner", "at": (5, 11), "order": "engage"}, {"model": "guard", "at": (15, 11), "wounds": 5}]
>>> position = ca.Position(ca.load_team("ashen-wardens").ruleset, teams=[reds, blues], killzone="proving-ground", models=models)
>>> ca.Game.at(position, seed=7).decision.what
'activate'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from counteract.core.language import say
from counteract.files.data import NONE, entry_of, plain_data, read_file, read_json, write_file, write_toml
from counteract.files.reader import Entry, FileError, read_toml

if TYPE_CHECKING:
    from counteract.core.game import BaseGame, Ruleset, Setup

#: The fields of a position that every game is set up from.
SETUP = ("teams", "killzone", "mission", "options")


class Position:
    """A moment of a battle to begin a game at: models with their places and wounds, the turn, the phase, whose turn it is to act.

    Teams, killzone, mission and options are as in `Game.new`, but the teams need not be legal rosters. ``models`` lists the models
    in play, each a table: ``model`` is its name or number, ``side`` its side if several sides have that name, ``at`` its place,
    and any field that differs from its default. In battles of armies ``units`` lists the units instead: ``unit`` is the id or number
    of one, ``at`` the places of its models, ``wounds`` what each has left. ``fields`` are the rest, as the ruleset defines them: ``turn``, ``phase``,
    ``hand``, ``initiative``, ``cp`` and so on. Everything is checked at once; a fault is a `ValueError` that names the field.
    """

    __slots__ = ("_setup", "ruleset")

    def __init__(
        self,
        ruleset: str,
        *,
        teams: Sequence[Any] | None = None,
        killzone: Any = None,
        mission: Any = "default",
        options: Mapping[str, Any] | None = None,
        models: Sequence[Mapping[str, Any]] = (),
        units: Sequence[Mapping[str, Any]] | None = None,
        **fields: Any,
    ) -> None:
        rules = _find(ruleset)
        forces = {"models": models} if units is None else {"units": units, **({"models": models} if models else {})}
        top = entry_of({**fields, **forces}, "position")
        self._settle(rules, teams, killzone, mission, {} if options is None else options, top)

    def _settle(self, rules: Ruleset, teams: Any, killzone: Any, mission: Any, options: Any, top: Entry) -> None:
        if not isinstance(options, Mapping):
            raise ValueError(say("'options' must be a table, not {given!r}", given=options))
        setup = rules.prepare_position(rules.teams if teams is None else teams, killzone, mission, options)
        rules.arrange_position(setup, top)
        self.ruleset = rules.id
        self._setup: Setup = {**setup, "position": top.as_data()}

    # --- contents

    @property
    def setup(self) -> Setup:
        """The set-up of games that begin here, as plain data; it includes the position."""
        return self._setup

    @property
    def fields(self) -> dict[str, Any]:
        """The models, the turn, the phase and so on, in the form in which they were given."""
        return entry_of(self._setup["position"], "position").as_data()

    def replace(self, **changes: Any) -> Position:
        """Return a copy with some fields changed."""
        given = {**{name: self._setup[name] for name in SETUP}, **self.fields, **changes}
        return Position(self.ruleset, **given)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.ruleset, self._setup) == (other.ruleset, other._setup)

    def __hash__(self) -> int:
        return hash((self.ruleset, str(self._setup["position"])))

    def __repr__(self) -> str:
        given = self._setup["position"]
        told = f"{len(given['units'])} units" if "units" in given else f"{len(given['models'])} models"
        return f"<Position {self.ruleset}: {told}, turn {given.get('turn', 1)}>"

    # --- files

    @property
    def text(self) -> str:
        """The position as the text of a TOML file; `read_position` reads it."""
        return write_toml(self._table())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the position to a TOML or JSON file, by the ending of its name; `load_position` reads both."""
        write_file(self._table(), path)

    def _table(self) -> dict[str, Any]:
        """Return the contents of a file: teams, killzone and mission of the package by name, everything else in full."""
        rules = _find(self.ruleset)
        fields = dict(self._setup["position"])
        forces = {name: fields.pop(name) for name in ("models", "units") if name in fields}
        names: dict[str, Any] = rules.named(self._setup)
        return {"ruleset": self.ruleset, **names, **fields, **forces}


def load_position(path: str | PathLike[str]) -> Position:
    """Read a position from a file; an error in it is a `FileError` that names the line.

    Paths of team, killzone and mission files are relative to it.
    """
    top, folder = read_file(path), FilePath(path).parent
    return _read(top, lambda _, given: _beside(folder, given))


def read_position(text: str, source: str = "position") -> Position:
    """Read a position from TOML or JSON text; it can name teams, killzones and missions of the package, but no other files."""
    top = read_json(text, source) if text.lstrip().startswith("{") else read_toml(text, source)
    return _read(top, lambda name, given: _no_file(top, name, given))


def _read(top: Entry, found: Callable[[str, Any], Any]) -> Position:
    """Return the position in a file; ``found`` resolves its teams, killzone, mission and options."""
    rules = _find(top.text("ruleset"), top)
    teams, killzone, mission, options = (found(name, top.part(name)) for name in SETUP)
    if mission is None and "mission" not in top:
        mission = "default"
    settled = options.as_data() if isinstance(options, Entry) else {} if options is None else options
    if not isinstance(settled, dict):
        raise top.error(say("'options' must be a table, not {given!r}", given=settled), "options")
    given = {"teams": teams, "killzone": killzone, "mission": None if mission == NONE else mission, "options": settled}
    _check_setup(rules, given, top)
    position = Position.__new__(Position)
    try:
        position._settle(rules, **given, top=top.without("ruleset", *SETUP))
    except FileError:
        raise
    except ValueError as error:  # parts that do not fit together
        raise top.error(str(error)) from None
    return position


def _check_setup(rules: Ruleset, given: Mapping[str, Any], top: Entry) -> None:
    """Report an error in teams, killzone, mission or options at its place in the file."""
    usual: dict[str, Any] = {"teams": rules.teams, "killzone": None, "mission": None, "options": {}}
    for name, value in given.items():
        try:
            rules.prepare_position(**{**usual, name: usual[name] if value is None else value})
        except ValueError as error:
            inside = isinstance(error, FileError) and error.line is not None
            raise error if inside else top.error(say("'{key}': {problem}", key=name, problem=error), name) from None


def _beside(folder: FilePath, given: Any) -> Any:
    """Return paths of files relative to a folder; anything else as it is."""
    if isinstance(given, list):
        return [_beside(folder, one) for one in given]
    return str(folder / given) if isinstance(given, str) and given.endswith(".toml") else given


def _no_file(top: Entry, name: str, given: Any) -> Any:
    """Return a value, which must not be the path of a file."""
    if isinstance(given, list):
        return [_no_file(top, name, one) for one in given]
    if isinstance(given, str) and (given.endswith(".toml") or FilePath(given).name != given):
        raise top.error(say("'{key}': {given!r} is a file; write what is in it here", key=name, given=given), name)
    return given


def _find(ruleset: object, top: Entry | None = None) -> Ruleset:
    from counteract.core.registry import find

    try:
        return find(ruleset)  # type: ignore[arg-type]
    except LookupError as error:
        problem = str(error.args[0])
        raise FileError("position", "", problem) if top is None else top.error(problem, "ruleset") from None


def position_of(game: BaseGame) -> Position:
    """Return the current position of a game, or that at the beginning of the running procedure."""
    battle = game._now.checkpoint
    setup: Setup = {name: game.setup[name] for name in SETUP}
    position = Position.__new__(Position)
    position.ruleset = game.ruleset.id
    setup["revision"] = game.ruleset.revision  # whatever it was played under so far, it goes on under today's rules
    position._setup = {**setup, "position": plain_data(game.ruleset.describe(setup, battle), "position")}
    return position
