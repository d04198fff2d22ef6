"""Players that leagues of the tests name as ``tests.lab.league_players:Class``. Those that misbehave do so on side 0 only."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

from counteract import Concede, Pick
from counteract.players.random import RandomPlayer

FIRST = 0


class Misbehaving(RandomPlayer):
    """A player that answers well a few times, and then does what its class says."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.left = 3

    def choose(self, game: Any) -> Any:
        self.left -= 1
        if game.decision.player == FIRST and self.left < 0:
            return self.misbehave()
        return super().choose(game)

    def misbehave(self) -> Any:
        raise NotImplementedError


class Raising(Misbehaving):
    def misbehave(self) -> Any:
        print("this is not JSON")  # noqa: T201
        raise ValueError("no\nidea")


class Leaving(Misbehaving):
    def misbehave(self) -> Any:
        raise SystemExit(0)


class Quitting(Misbehaving):
    def misbehave(self) -> Any:
        os._exit(0)


class Hanging(Misbehaving):
    def misbehave(self) -> Any:
        time.sleep(3600)


class Inventing(Misbehaving):
    def misbehave(self) -> Any:
        return Pick("the roof")


class Silent(Misbehaving):
    def misbehave(self) -> Any:
        return None


class Framing(Misbehaving):
    """A player that gives up for the other one."""

    def misbehave(self) -> Any:
        return Concede(1)


class Dying(Misbehaving):
    """A player whose process is killed, as by a system that is short of memory."""

    def misbehave(self) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Unmade(RandomPlayer):
    """A player that cannot be made."""

    def __init__(self, seed: int) -> None:
        raise RuntimeError("not today")


class NeedsTwo:
    def __init__(self, seed: int, strength: int) -> None: ...

    def choose(self, game: Any) -> Any: ...


class NoPlayer:
    def __init__(self, seed: int) -> None: ...
