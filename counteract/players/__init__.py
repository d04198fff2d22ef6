"""Players that are programs: found by name, each asked for one answer at a time."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from counteract.core.language import say

if TYPE_CHECKING:
    from counteract.core.decision import Answer
    from counteract.core.game import Game

#: The module and class of each player; a class is called with a seed.
PLAYERS = {
    "idle": ("counteract.players.idle", "IdlePlayer"),
    "novice": ("counteract.players.novice", "NovicePlayer"),
    "random": ("counteract.players.random", "RandomPlayer"),
}

#: Names that players had before: saved games and settings may still say them.
FORMER = {"greedy": "novice"}


class Player(Protocol):
    """Anything that can answer the current decision of a game."""

    def choose(self, game: Game) -> Answer:
        """A legal answer to ``game.decision``; the game itself is left as it is."""


def names() -> list[str]:
    """The names of all players there are.

    >>> names()
    ['idle', 'novice', 'random']
    """
    return sorted(PLAYERS)


def current(name: str) -> str:
    """The name that a player goes by now, whether this is it or one it had before.

    >>> current("greedy"), current("random")
    ('novice', 'random')
    """
    return FORMER.get(name, name)


def make(name: str, seed: int) -> Player:
    """A new player of this name. All its chance comes from the seed, so it plays the same game again.

    >>> make("randon", 1)
    Traceback (most recent call last):
    LookupError: there is no player 'randon' (did you mean 'random'?)
    """
    if current(name) not in PLAYERS:
        like = get_close_matches(name, PLAYERS, n=1, cutoff=0.5)
        if like:
            raise LookupError(say("there is no player {name!r} (did you mean {like!r}?)", name=name, like=like[0]))
        raise LookupError(say("there is no player {name!r} (there are: {known})", name=name, known=", ".join(names())))
    module, maker = PLAYERS[current(name)]
    player: Player = getattr(import_module(module), maker)(seed)
    return player
