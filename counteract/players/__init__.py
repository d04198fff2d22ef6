"""Programs that play: `make_player` finds one by its name, and `Player.choose` asks it for one answer.

A player from outside the package is named ``module:Class``. The class is called with a seed and has the method ``choose``.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Protocol, cast

from counteract.core.language import say

if TYPE_CHECKING:
    from counteract.core.decision import Answer
    from counteract.game import Game

#: The module and the class of each player. A class is called with a seed.
PLAYERS = {
    "idle": ("counteract.players.idle", "IdlePlayer"),
    "novice": ("counteract.players.novice", "NovicePlayer"),
    "random": ("counteract.players.random", "RandomPlayer"),
}

#: Earlier names of players, which saved games and settings may still have.
FORMER_NAMES = {"greedy": "novice"}


class Player(Protocol):
    """A program that answers decisions."""

    def choose(self, game: Game) -> Answer:
        """Return a legal answer to ``game.decision``. The game stays as it is."""


class FairPlayer:
    """A player that never sees dice to come: it is handed a fork of the game that has dice of its own."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, game: Game) -> Answer:
        """Return the player's answer."""
        return self.player.choose(game.hide_dice())


def player_names() -> list[str]:
    """Return the names of all players.

    >>> player_names()
    ['idle', 'novice', 'random']
    """
    return sorted(PLAYERS)


def current_name(name: str) -> str:
    """Return the present name of a player, given that or an earlier one.

    >>> current_name("greedy"), current_name("random")
    ('novice', 'random')
    """
    return FORMER_NAMES.get(name, name)


def make_player(name: str, seed: int) -> Player:
    """Make a player, by its name or as ``module:Class``. It never sees dice to come.

    All chance of our own players comes from the seed, so that they play the same game again.

    >>> make_player("randon", 1)
    Traceback (most recent call last):
    LookupError: there is no player 'randon' (did you mean 'random'?)
    """
    return FairPlayer(find_player(name)(seed))


def find_player(name: str) -> Callable[[int], Player]:
    """Return the class of a player, by its name or as ``module:Class``.

    >>> find_player("counteract.players.random:RandomPlayer") is find_player("random")
    True
    """
    if ":" in name:
        return _load_class(name)
    if current_name(name) not in PLAYERS:
        like = get_close_matches(name, PLAYERS, n=1, cutoff=0.5)
        if like:
            raise LookupError(say("there is no player {name!r} (did you mean {like!r}?)", name=name, like=like[0]))
        raise LookupError(say("there is no player {name!r} (there are: {known})", name=name, known=", ".join(player_names())))
    module, player_class = PLAYERS[current_name(name)]
    return cast("Callable[[int], Player]", getattr(import_module(module), player_class))


def _load_class(name: str) -> Callable[[int], Player]:
    """Return the class that ``module:Class`` names, if it can be a player."""
    module_name, _, class_name = name.partition(":")
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as error:  # whatever the module does while it is imported
        problem = f"{type(error).__name__}: {error}"
        raise ValueError(say("the module of the player {name!r} cannot be imported: {problem}", name=name, problem=problem)) from error
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        raise LookupError(say("there is no class {one!r} in the module of the player {name!r}", one=class_name, name=name))
    if not callable(getattr(found, "choose", None)):
        raise ValueError(say("the player {name!r} has no method 'choose'", name=name))
    try:
        signature(found).bind(0)
    except TypeError:
        raise ValueError(say("the class of the player {name!r} must be called with a seed and nothing else", name=name)) from None
    return cast("Callable[[int], Player]", found)
