"""Processes for what takes long, so that nobody waits at the table: programs that think, odds, replays."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_all_start_methods, get_context, parent_process
from typing import TypeVar

T = TypeVar("T")

PREPARED = "counteract.server.prepared"
FORKED = "forkserver" in get_all_start_methods()


class Workers:
    """Some processes that carry out calls; should one die, others take its place and the call is made again."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.pool = self._new_pool()
        self._door = ThreadPoolExecutor(1)  # who comes first waits here until there is a process, and keeps nobody else waiting

    def _new_pool(self) -> ProcessPoolExecutor:
        context = get_context("forkserver" if FORKED else "spawn")
        if FORKED:
            context.set_forkserver_preload([PREPARED])
        return ProcessPoolExecutor(self.processes, mp_context=context, initializer=_ready)

    async def call(self, function: Callable[..., T], *args: object, seconds: float | None = None) -> T:
        """Return the result of a function called in one of the processes; a process that takes longer than so many seconds is ended."""
        for last in (False, True):
            pool = self.pool
            try:
                called = await asyncio.get_running_loop().run_in_executor(self._door, pool.submit, function, *args)
                return await asyncio.wait_for(asyncio.wrap_future(called), seconds)
            except TimeoutError:
                _end(pool)
                raise
            except BrokenProcessPool:
                if last:
                    raise
                if self.pool is pool:
                    self.pool = self._new_pool()
                    pool.shutdown(wait=False)
        raise AssertionError("unreachable")

    async def warm(self) -> None:
        """Have every process ready."""
        await asyncio.gather(*(self.call(_warmed) for _ in range(self.processes)))

    def close(self) -> None:
        """End the processes, whatever they are at."""
        _end(self.pool)
        self.pool.shutdown(wait=True, cancel_futures=True)
        self._door.shutdown()


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool; what others have called for there is called for again."""
    for process in list((pool._processes or {}).values()):
        process.terminate()


def _ready() -> None:
    """Leave interrupts to the server, and go when it goes, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _warmed() -> int:
    """Be ready, which takes time only for a process that was not forked."""
    import_module(PREPARED)
    return os.getpid()
