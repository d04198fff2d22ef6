"""Programs that play: `make_player` finds one by its name, and `Player.choose` asks it for one answer."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

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
    """Make a player. All its chance comes from the seed, so that it plays the same game again; it never sees dice to come.

    >>> make_player("randon", 1)
    Traceback (most recent call last):
    LookupError: there is no player 'randon' (did you mean 'random'?)
    """
    if current_name(name) not in PLAYERS:
        like = get_close_matches(name, PLAYERS, n=1, cutoff=0.5)
        if like:
            raise LookupError(say("there is no player {name!r} (did you mean {like!r}?)", name=name, like=like[0]))
        raise LookupError(say("there is no player {name!r} (there are: {known})", name=name, known=", ".join(player_names())))
    module, player_class = PLAYERS[current_name(name)]
    return FairPlayer(getattr(import_module(module), player_class)(seed))
