"""Worker processes of a league: each plays one game at a time, and is killed and replaced when a player hangs in it.

The clock of answers is here and not in the worker, which may be stuck. A worker writes into shared memory whom it asks; if nothing
has changed for as long as the patience, that player forfeits the game. Time is summed up over short looks, so that a machine that
was asleep between two of them takes nothing from anybody's patience.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from counteract.core.language import Phrase, say
from counteract.game import Game
from counteract.lab.league.games import GameOutcome, Reason, forfeit, play_fixture
from counteract.lab.league.schedule import Fixture, LeagueSpec

LOOK = 0.25  # the most seconds between two looks at the clocks
ENGINE_PATIENCE = 300.0  # seconds that a worker may spend between two answers before it counts as dead
MOST_TRIES = 2  # of a game whose worker dies
MOST_FALSE_STARTS = 3  # workers in a row that die before they are ready
MOST_TEMPLATES = 256
MAIN_GUARD = 'if __name__ == "__main__":'
NOBODY = -1

#: Places in the shared memory of a worker: the number of changes, the side that is asked, the answers of both sides so far.
CHANGES, ASKED, ANSWERS = range(3)


# --- in the worker


class SharedWatch:
    """A watch that the parent process looks at."""

    def __init__(self, memory: Any) -> None:
        self.memory = memory

    def ask(self, side: int, answers: int) -> None:
        self.memory[ASKED], self.memory[ANSWERS] = side, answers
        self.memory[CHANGES] += 1

    def rest(self) -> None:
        self.memory[ASKED] = NOBODY
        self.memory[CHANGES] += 1


def work(spec: LeagueSpec, folder: str, connection: Connection[Any, Any], memory: Any) -> None:
    """Play the games that come, until the parent is gone. The ``folder`` is where paths of files begin."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent sees to it
    os.chdir(folder)
    os.dup2(2, 1)  # whatever players print is kept out of the one document on standard output
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from counteract.warming import warm

    warm()
    templates: dict[Any, Game] = {}
    watch = SharedWatch(memory)
    with contextlib.suppress(EOFError, OSError):  # the parent is gone
        connection.send(None)
        gc.freeze()
        while True:
            fixture: Fixture = connection.recv()
            connection.send(play_fixture(fixture, partial(_template, spec, fixture, templates), watch))


def _end_with_parent() -> None:
    """Wait for the end of the parent process, however it comes, and end this one."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _template(spec: LeagueSpec, fixture: Fixture, known: dict[Any, Game]) -> Game:
    """Return a battle with the set-up of a game; the same set-up is prepared once."""
    key = (fixture.teams, fixture.killzone, fixture.mission)
    if key not in known:
        if len(known) >= MOST_TEMPLATES:
            known.clear()
        known[key] = Game.new(
            spec.ruleset, teams=fixture.teams, killzone=fixture.killzone, mission=fixture.mission, seed=0, start=False, **spec.options
        )
    return known[key]


# --- in the parent


class LeagueWorker:
    """A worker process, the game it plays, and the clock of the answer it waits for."""

    def __init__(self, spec: LeagueSpec) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.memory = context.RawArray("q", [0, NOBODY, 0])
        self.process: BaseProcess = context.Process(target=work, args=(spec, os.getcwd(), theirs, self.memory), daemon=True)
        self.process.start()
        theirs.close()  # or its end would not be seen
        self.is_ready = False
        self.fixture: Fixture | None = None
        self.began = 0.0  # when it was given its game
        self._changes, self._waited = 0, 0.0

    def play(self, fixture: Fixture) -> None:
        """Let it play a game."""
        self.fixture, self.began = fixture, time.monotonic()
        self._changes, self._waited = self.memory[CHANGES], 0.0
        with contextlib.suppress(OSError):  # it has died, which is seen when it is listened to
            self.connection.send(fixture)

    def wait_more(self, seconds: float) -> float:
        """Add to the time for which it has said nothing new, and return that."""
        changes = self.memory[CHANGES]
        self._waited = self._waited + seconds if changes == self._changes else 0.0
        self._changes = changes
        return self._waited

    @property
    def asked(self) -> int:
        """The side that is asked now, or NOBODY."""
        return int(self.memory[ASKED])

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        self.connection.close()


class WorkerPool:
    """Workers that play fixtures; those that are lost are replaced."""

    def __init__(self, spec: LeagueSpec, fixtures: Iterable[Fixture], jobs: int) -> None:
        self.spec = spec
        self.waiting = deque(fixtures)
        self.tries: dict[tuple[int, int], int] = {}
        self.false_starts = 0
        self.look = min(LOOK, spec.patience / 4)
        self.jobs = jobs
        self.workers = [LeagueWorker(spec)] if self.waiting else []  # the others when its kernels are compiled: they only load them

    def play(self, done: Callable[[GameOutcome], None]) -> None:
        """Play all fixtures and hand over the outcome of each as soon as it is there."""
        try:
            while self.workers:
                for outcome in self._listen():
                    done(outcome)
        finally:
            for worker in self.workers:
                worker.end()

    def _listen(self) -> Iterator[GameOutcome]:
        """Yield what workers say within one look, and keep them at work."""
        begin = time.monotonic()
        spoke = wait([worker.connection for worker in self.workers], self.look)
        elapsed = min(time.monotonic() - begin, 2 * self.look)
        for worker in list(self.workers):
            if worker.connection in spoke:
                yield from self._hear(worker)
            elif worker.fixture is not None:
                yield from self._judge(worker, elapsed)

    def _hear(self, worker: LeagueWorker) -> Iterator[GameOutcome]:
        try:
            said: GameOutcome | None = worker.connection.recv()
        except (EOFError, OSError):
            yield from self._mourn(worker)
            return
        worker.is_ready, self.false_starts = True, 0
        self._give_work(worker)  # before the outcome is stored, so that the worker need not wait for that
        self._start_workers()
        if said is not None:
            yield said

    def _give_work(self, worker: LeagueWorker) -> None:
        if self.waiting:
            worker.play(self.waiting.popleft())
        else:
            self.workers.remove(worker)
            worker.end()

    def _mourn(self, worker: LeagueWorker) -> Iterator[GameOutcome]:
        """Yield what becomes of the game of a worker that died: the library ends no process, so one that ended itself did so for its player."""
        worker.process.join(self.look)
        code, side = worker.process.exitcode, worker.asked
        if worker.fixture is not None and side != NOBODY and code is not None and code >= 0:
            yield self._forfeit(worker, side, "error", "it ended the process")
        else:
            yield from self._lose(worker, "its worker process died")

    def _judge(self, worker: LeagueWorker, elapsed: float) -> Iterator[GameOutcome]:
        """Yield the outcome of a game whose player has used up the patience."""
        waited, side = worker.wait_more(elapsed), worker.asked
        if side != NOBODY and waited > self.spec.patience and not worker.connection.poll():
            yield self._forfeit(worker, side, "time", f"no answer within {self.spec.patience:g} seconds")
        elif side == NOBODY and waited > ENGINE_PATIENCE:
            yield from self._lose(worker, "its worker process stood still")

    def _forfeit(self, worker: LeagueWorker, side: int, why: Reason, detail: str) -> GameOutcome:
        """Replace a worker and return the outcome of its game, which the side that is asked has lost."""
        assert worker.fixture is not None
        lost = {**forfeit(side, why, detail, int(worker.memory[ANSWERS])), "seconds": time.monotonic() - worker.began}
        self._replace(worker)
        return msgspec.convert({"pair": worker.fixture.pair, "number": worker.fixture.number, **lost}, GameOutcome)

    def _lose(self, worker: LeagueWorker, detail: str) -> Iterator[GameOutcome]:
        """Replace a worker that is lost. Its game is played once more; then it is a fault."""
        fixture = worker.fixture
        if fixture is None:  # it has not begun, for the last one is ended here
            self.false_starts += 1
            if self.false_starts > MOST_FALSE_STARTS:
                told = Phrase("the worker processes of the league end before they can begin; a script needs {guard!r} around it")
                raise RuntimeError(say(told, guard=MAIN_GUARD))
            self._replace(worker)
            return
        key = (fixture.pair, fixture.number)
        self.tries[key] = self.tries.get(key, 1) + 1
        if self.tries[key] <= MOST_TRIES:
            self.waiting.appendleft(fixture)
            self._replace(worker)
        else:
            self._replace(worker)
            yield GameOutcome(pair=fixture.pair, number=fixture.number, ended="fault", why="died", detail=detail)

    def _replace(self, worker: LeagueWorker) -> None:
        """End a worker; another one takes its place if there is work left for it."""
        worker.end()
        self.workers.remove(worker)
        if self.waiting and not self.workers:
            self.workers.append(LeagueWorker(self.spec))
        elif any(one.is_ready for one in self.workers):
            self._start_workers()

    def _start_workers(self) -> None:
        """Start as many workers as there is work for."""
        starting = sum(not worker.is_ready for worker in self.workers)
        while len(self.workers) < self.jobs and starting < len(self.waiting):
            self.workers.append(LeagueWorker(self.spec))
            starting += 1
