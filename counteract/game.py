"""The public game: a ruleset found by its name and handed to the core, from a set-up, a position or a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from counteract.core.dice import DiceStream, dice_for
from counteract.core.game import BaseGame
from counteract.core.registry import find

if TYPE_CHECKING:
    from counteract.position import Position


class Game(BaseGame):
    """A battle being played: `play` answers `decision` until there is none.

    >>> from counteract.core import registry
    >>> game = Game.new(registry.newest(), seed=7)
    >>> game.play(game.decision.options[0])
    """

    __slots__ = ()

    @classmethod
    def new(
        cls,
        ruleset: str,
        *,
        teams: Sequence[Any] | None = None,
        killzone: Any = None,
        mission: Any = "default",
        seed: int | None = None,
        dice: DiceStream | None = None,
        start: bool = True,
        **options: Any,
    ) -> Game:
        """Set up a battle. Teams, killzone and mission are names, files or loaded objects; ``seed`` fixes the dice.

        What is not named is what the ruleset has for beginners.

        Without a seed the dice are committed: `commitment` is known at once, the secret is in the record. With
        ``start=False`` no die falls before `start` is called.
        """
        stream = dice_for(seed, dice)
        rules = find(ruleset)
        return cls(rules, rules.prepare(rules.teams if teams is None else teams, killzone, mission, options), stream, start=start)

    @classmethod
    def at(cls, position: Position, *, seed: int | None = None, dice: DiceStream | None = None) -> Game:
        """Begin at a position. Such a game is saved, loaded, replayed and taken back like any other."""
        from counteract.position import begin

        return begin(position, seed, dice)

    @classmethod
    def load(cls, path: str | FilePath) -> Game:
        """Read a record and replay it, checking every answer and every die on the way.

        A battle that today's rules would not bring about again is remembered as it was played, and goes on from where it
        stood.
        """
        from counteract.replay import read

        return read(path)

    def position(self) -> Position:
        """Return where the game stands, as a position to begin others at or to write down.

        In the middle of a procedure (an attack, a move that has been chosen) it is the point where that began: a game begun
        there asks the first question of that procedure.
        """
        from counteract.position import position_of

        return position_of(self)
