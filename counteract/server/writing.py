"""One thread that writes: what several games want kept at the same time goes to the disk together."""

from __future__ import annotations

import asyncio
import queue
import threading
from contextlib import suppress
from typing import Any

from counteract.server.store import Job, Store

MOST_TOGETHER = 64

Waiting = tuple[Job, asyncio.Future[Any]]


class Writer:
    """Carries out jobs one after the other, as many in one commit as are waiting."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def do(self, job: Job) -> Any:
        """Carry out a job. What it wrote is durable when this returns."""
        done: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put((job, done))
        return await done

    def close(self) -> None:
        """Finish what is waiting."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            waiting, last = [first], False
            with suppress(queue.Empty):
                while len(waiting) < MOST_TOGETHER:
                    more = self._jobs.get_nowait()
                    if more is None:
                        last = True
                        break
                    waiting.append(more)
            self._carry_out(waiting)
            if last:
                return

    def _carry_out(self, waiting: list[Waiting]) -> None:
        """All jobs in one commit; if one of them fails, each by itself."""
        try:
            results = self.store.write(*(job for job, _ in waiting))
        except BaseException as error:
            if len(waiting) == 1:
                self._tell(waiting[0][1], None, error)
                return
            for one in waiting:
                self._carry_out([one])
            return
        for (_, done), result in zip(waiting, results, strict=True):
            self._tell(done, result, None)

    def _tell(self, done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
        def tell() -> None:
            if done.cancelled():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)

        with suppress(RuntimeError):  # the loop is gone, and with it whoever waited
            self._loop.call_soon_threadsafe(tell)
