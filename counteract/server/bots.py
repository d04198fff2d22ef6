"""Programs that play: in processes of their own, so that one that thinks keeps nobody waiting."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from counteract.core.dice import dice_from
from counteract.core.language import phrases
from counteract.core.registry import find
from counteract.game import Game
from counteract.players import make_player
from counteract.server.steps import Stored, Taken, reopened, take
from counteract.server.store import StoredGame, StoredStep
from counteract.server.workers import Workers

#: Programs to play against by their level, the strongest first.
LEVELS = phrases({"novice": "Normal", "random": "Easy", "idle": "Asleep"})
MOST_REMEMBERED = 128  # games a process keeps in mind

_remembered: OrderedDict[tuple[str, int], tuple[Game, int]] = OrderedDict()  # by its id and how it was set up


class Past(msgspec.Struct, frozen=True):
    """The past of a game besides its steps: the news of each of them, and the state after it."""

    revision: int | None
    opening: bytes | None
    standing: bytes | None
    told: tuple[bytes | None, ...]


class Transcript(msgspec.Struct, frozen=True):
    """A game so far, as it goes to another process: set-up and dice, and every step, each as JSON.

    ``past`` is how the game was played and where it stood after so many steps, should today's rules not bring that about again.
    """

    game: str
    ruleset: str
    start: bytes
    steps: tuple[bytes, ...]
    past: Past | None = None


class Transcripts:
    """The transcripts of a game to which steps are added: what has been written down once is not written again."""

    def __init__(self, kept: StoredGame, steps: Sequence[StoredStep], *, as_played: bool = False) -> None:
        self.kept = kept
        self.steps = steps
        past = Past(kept.revision, kept.opening, kept.standing, tuple(step.told for step in steps)) if as_played else None
        self._past = past if kept.opening is not None else None
        self._start = msgspec.json.encode((kept.setup, kept.dice))
        self._steps: tuple[bytes, ...] = ()

    def now(self) -> Transcript:
        """The game as it stands."""
        self._steps += tuple(msgspec.json.encode((step.kind, step.side, step.body)) for step in self.steps[len(self._steps) :])
        return Transcript(self.kept.id, self.kept.ruleset, self._start, self._steps, self._past)


def transcript(kept: StoredGame, steps: Sequence[StoredStep]) -> Transcript:
    """A game as it stands."""
    return Transcripts(kept, steps).now()


def think(now: Transcript, player: str) -> Any:
    """The answer of a program to a game so far; runs in a process of its own, which remembers the games it has seen."""
    found = caught_up(now)
    return msgspec.to_builtins(make_player(player, len(now.steps)).choose(found))


def caught_up(now: Transcript) -> Game:
    """The game of a transcript as it stands, without its past: from where this process saw it last, if nothing was taken back since."""
    which = now.game, hash(now.start)  # a friend who chooses a team sets the battle up anew
    known = _remembered.pop(which, None)
    steps = [msgspec.json.decode(step) for step in now.steps[known[1] :]] if known else []
    if known is None or known[1] > len(now.steps) or any(kind == "undo" for kind, *_ in steps):
        found = played(now)
    else:
        found = known[0]
        for step in steps:
            take(found, *step)
    found.drop_past()
    _remembered[which] = found, len(now.steps)
    while len(_remembered) > MOST_REMEMBERED:
        _remembered.popitem(last=False)
    return found


def played(now: Transcript) -> Game:
    """The game of a transcript, from the beginning."""
    setup, dice = msgspec.json.decode(now.start)
    steps = [msgspec.json.decode(step) for step in now.steps]
    if now.past is None:
        game, rest = Game(find(now.ruleset), setup, dice_from(dice)), steps
    else:
        before = [Taken(kind, side, body, told) for (kind, side, body), told in zip(steps, now.past.told, strict=False)]
        game = reopened(Stored(now.ruleset, setup, dice, now.past.revision, now.past.opening, now.past.standing), before)
        rest = steps[len(before) :]
    for step in rest:
        take(game, *step)
    return game


class Bots(Workers):
    """The processes in which programs think."""

    async def answer(self, now: Transcript, player: str) -> Any:
        """Return a program's answer, as plain data."""
        return await self.call(think, now, player)
