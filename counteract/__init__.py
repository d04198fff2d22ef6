"""Counteract plays, referees, analyses and simulates the Kill Team family of skirmish games.

>>> import counteract as ca
>>> team = ca.load_team("ashen-wardens")
>>> game = ca.Game.new(team.ruleset, teams=[team, "hollow-choir"], seed=7)
>>> game.play(game.decision.options[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from counteract.core.decision import PASS, Allocate, Answer, Concede, Decision, Dice, Pass, Path, Paths, Pick, Place, Refusal
    from counteract.core.dice import CommittedDice, ScriptedDice, SeededDice
    from counteract.core.record import RecordError
    from counteract.core.rulebook import Rule, Rulebook
    from counteract.core.state import Event, Result
    from counteract.files.reader import FileError
    from counteract.files.teams import load_team, team_ids
    from counteract.game import Game
    from counteract.lab.simulate import simulate, simulate_from
    from counteract.players import Player, make_player
    from counteract.position import Position, load_position
    from counteract.table.killzone import Killzone, killzone_ids, load_killzone

__all__ = [
    "PASS",
    "Allocate",
    "Answer",
    "CommittedDice",
    "Concede",
    "Decision",
    "Dice",
    "Event",
    "FileError",
    "Game",
    "Killzone",
    "Pass",
    "Path",
    "Paths",
    "Pick",
    "Place",
    "Player",
    "Position",
    "RecordError",
    "Refusal",
    "Result",
    "Rule",
    "Rulebook",
    "ScriptedDice",
    "SeededDice",
    "killzone_ids",
    "load_killzone",
    "load_position",
    "load_team",
    "make_player",
    "simulate",
    "simulate_from",
    "team_ids",
]

# Where each name comes from: it is imported when first asked for, so that `import counteract` costs next to nothing.
_HOME = {
    "PASS": "core.decision",
    "Allocate": "core.decision",
    "Answer": "core.decision",
    "CommittedDice": "core.dice",
    "Concede": "core.decision",
    "Decision": "core.decision",
    "Dice": "core.decision",
    "Event": "core.state",
    "FileError": "files.reader",
    "Game": "game",
    "Killzone": "table.killzone",
    "Pass": "core.decision",
    "Path": "core.decision",
    "Paths": "core.decision",
    "Pick": "core.decision",
    "Place": "core.decision",
    "Player": "players",
    "Position": "position",
    "RecordError": "core.record",
    "Refusal": "core.decision",
    "Result": "core.state",
    "Rule": "core.rulebook",
    "Rulebook": "core.rulebook",
    "ScriptedDice": "core.dice",
    "SeededDice": "core.dice",
    "killzone_ids": "table.killzone",
    "load_killzone": "table.killzone",
    "load_position": "position",
    "load_team": "files.teams",
    "make_player": "players",
    "simulate": "lab.simulate",
    "simulate_from": "lab.simulate",
    "team_ids": "files.teams",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'counteract' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"counteract.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
