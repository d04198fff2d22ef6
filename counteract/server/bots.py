"""Programs that play: in processes of their own, so that one that thinks keeps nobody waiting."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec

from counteract.core.dice import dice_from
from counteract.core.game import Game
from counteract.players import make
from counteract.rulesets import find
from counteract.server.rooms import Room
from counteract.server.steps import take

MOST_REMEMBERED = 64  # games a process keeps in mind

_remembered: OrderedDict[str, tuple[Game, int]] = OrderedDict()


class Position(msgspec.Struct, frozen=True):
    """A game so far, as it goes to another process: set-up, dice, and every step."""

    game: str
    ruleset: str
    setup: dict[str, Any]
    dice: dict[str, Any]
    steps: tuple[tuple[str, Any], ...]


def position(room: Room) -> Position:
    """The game of a room as it stands."""
    kept = room.kept
    return Position(kept.id, kept.ruleset, kept.setup, kept.dice, tuple((step.kind, step.body) for step in room.steps))


def think(now: Position, player: str) -> Any:
    """The answer of a program to a game so far; runs in a process of its own, which remembers the games it has seen."""
    found = caught_up(now)
    return msgspec.to_builtins(make(player, len(now.steps)).choose(found))


def caught_up(now: Position) -> Game:
    """The game of a position: from the beginning, or from where this process saw it last."""
    known = _remembered.pop(now.game, None)
    found, seen = known if known is not None and known[1] <= len(now.steps) else (Game(find(now.ruleset), now.setup, dice_from(now.dice)), 0)
    for kind, body in now.steps[seen:]:
        take(found, kind, body)
    _remembered[now.game] = found, len(now.steps)
    while len(_remembered) > MOST_REMEMBERED:
        _remembered.popitem(last=False)
    return found


class Bots:
    """The processes in which programs think."""

    def __init__(self, processes: int | None = None) -> None:
        count = processes or max(1, (os.cpu_count() or 2) - 1)
        self.pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))

    async def answer(self, now: Position, player: str) -> Any:
        """What a program answers, as plain data."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, think, now, player)

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
