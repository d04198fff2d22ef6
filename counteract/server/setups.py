"""Setting up: from what somebody wishes for to a battle, who plays each side of it, and what else is kept of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from counteract.core.dice import CommittedDice
from counteract.core.language import joined
from counteract.core.procedure import ASTRAY
from counteract.core.registry import default, find
from counteract.game import Game
from counteract.players import current_name, player_names
from counteract.server import calls, lobby
from counteract.server.rooms import Denied


class BattleSetup(NamedTuple):
    """A battle with who plays it: a kind and a name for each side, the sides of whoever asked, and what is kept besides."""

    game: Game
    players: list[tuple[str, str]]
    mine: list[int]
    settings: dict[str, Any]


def set_up(wish: calls.NewGame, name: str, posed: tuple[str, dict[str, Any]] | None = None) -> BattleSetup:
    """Return the set-up that a player of this name wishes for.

    ``posed`` are the ruleset and the set-up of the position that it begins at, if it does.
    """
    sides = len(posed[1]["teams"]) if posed else _sides(wish)
    seats: list[calls.Player] = [calls.Me(), *(calls.Program() for _ in range(sides - 1))] if wish.seats is None else wish.seats
    if len(seats) != sides:
        raise Denied("bad-battle", "Every side has one seat, so there must be {sides} of them, not {seats}.", sides=sides, seats=len(seats))
    order = random.sample(range(sides), sides) if wish.shuffle else range(sides)
    seats = [seats[number] for number in order]
    if posed:
        game = _at_position(wish, *posed, seats)
    else:
        ruleset = _ruleset(wish)
        teams = wish.teams or lobby.usual_teams(ruleset, sides)
        game = lobby.new_game(ruleset, [teams[number] for number in order], wish.killzone, wish.mission, dict(wish.options))
    mine = [side for side, seat in enumerate(seats) if isinstance(seat, calls.Me)]
    choosing = [side for side, seat in enumerate(seats) if isinstance(seat, calls.ByLink) and seat.chooses]
    settings = {"clock": _clock(wish, seats), "open": choosing, "stand_in": _stand_in(wish, seats)}
    return BattleSetup(game, [_player(seat, name) for seat in seats], mine, settings)


def _ruleset(wish: calls.NewGame) -> str:
    return default() if wish.ruleset is None else wish.ruleset


def _sides(wish: calls.NewGame) -> int:
    """Return the number of sides wished for, which the ruleset must take."""
    try:
        rules: Any = find(_ruleset(wish))
    except LookupError as error:
        raise Denied("bad-battle", "This battle cannot be set up: {problem}.", problem=str(error.args[0])) from None
    given = wish.teams if wish.teams is not None else wish.seats
    sides = len(rules.teams) if given is None else len(given)
    if sides not in rules.sides:
        values = {"edition": rules.edition, "sides": joined(map(str, rules.sides)), "count": sides}
        if rules.sides_rule:
            raise Denied("bad-battle", "{edition} is played by {sides} sides, not by {count} [{rule}].", rule=rules.sides_rule, **values)
        raise Denied("bad-battle", "{edition} is played by {sides} sides, not by {count}.", **values)
    return sides


def _player(seat: calls.Player, name: str) -> tuple[str, str]:
    match seat:
        case calls.Me():
            return "human", name
        case calls.Program(level):
            if current_name(level) not in player_names():
                raise Denied("bad-battle", "There is no program {program}; there are: {known}.", program=level, known=", ".join(player_names()))
            return current_name(level), ""
    return "human", ""


def _clock(wish: calls.NewGame, seats: Sequence[calls.Player]) -> Any:
    if wish.clock is not None and all(isinstance(seat, calls.Program) for seat in seats):
        raise Denied("bad-battle", "Programs play without a clock.")
    return msgspec.to_builtins(wish.clock)


def _stand_in(wish: calls.NewGame, seats: Sequence[calls.Player]) -> float | None:
    if wish.stand_in is not None and all(isinstance(seat, calls.Program) for seat in seats):
        raise Denied("bad-battle", "Where only programs play, nobody is ever away.")
    return wish.stand_in


def _at_position(wish: calls.NewGame, ruleset: str, setup: dict[str, Any], seats: Sequence[calls.Player]) -> Game:
    """A game that begins at a position, which says itself what is played."""
    said = {"ruleset": wish.ruleset, "teams": wish.teams, "killzone": wish.killzone, "mission": wish.mission, "options": wish.options}
    twice = next((part for part, value in said.items() if value and not (part == "ruleset" and value == ruleset)), None)
    if twice is not None:
        raise Denied("bad-battle", "The position says itself what is played: leave {part} out.", part=twice)
    if any(isinstance(seat, calls.ByLink) and seat.chooses for seat in seats):
        raise Denied("bad-battle", "In a position the teams stand on the board already; nobody can choose another one.")
    try:
        game = Game(find(ruleset), setup, CommittedDice.draw())
    except (ValueError, *ASTRAY) as error:
        raise Denied("bad-battle", "This battle cannot be set up: {problem}.", problem=str(error)) from None
    if game.over:
        raise Denied("bad-battle", "At this position the battle is over.")
    return game
