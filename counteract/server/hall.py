"""The hall: all tables of a server. A game is fetched from the store when somebody comes, and put back when all have gone."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import time
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from counteract.core.decision import Refusal
from counteract.core.dice import CommittedDice
from counteract.core.registry import find
from counteract.game import Game
from counteract.server import messages as m
from counteract.server.bots import Bots, Transcript, Transcripts
from counteract.server.calls import Created
from counteract.server.rooms import Denied, GameRoom, make_seats, new_battle
from counteract.server.settings import Settings
from counteract.server.store import Seat, Store, StoredGame, new_game, new_seat, rematch
from counteract.server.tables import TableSession
from counteract.server.telling import Glimpse
from counteract.server.workers import Workers
from counteract.server.writing import Writer

SWEEP = 30.0  # seconds between two looks for tables that nobody sits at
MOST_GLIMPSES = 2_000
BREATH = 10  # steps followed in one go while others wait

_log = logging.getLogger("counteract")


class Glimpses:
    """Glimpses of games at whose table nobody is, in every language, kept as long as the games have not been touched."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[float, dict[str, Glimpse]]] = OrderedDict()

    def get(self, game: str, touched: float) -> dict[str, Glimpse] | None:
        when, found = self._known.get(game, (None, None))
        return found if when == touched else None

    def keep(self, game: str, touched: float, found: dict[str, Glimpse]) -> None:
        self._known[game] = touched, found
        while len(self._known) > MOST_GLIMPSES:
            self._known.popitem(last=False)


class Hall:
    """Every open table, the store behind them, and the processes that help."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.now = time.monotonic
        self.writer = Writer(store)
        self.bots = Bots(settings.workers)
        self.helpers = Workers(1)
        self.tables: dict[str, TableSession] = {}
        self.connections = 0
        self.glimpses = Glimpses()
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.spawn(self._sweep())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def warm(self) -> None:
        """Have the processes ready before anybody needs them."""
        await asyncio.gather(self.bots.warm(), self.helpers.warm())

    async def close(self) -> None:
        """Finish what is being written, and go."""
        for task in list(self._tasks):
            task.cancel()
        for table in list(self.tables.values()):
            await table.close()
        for part in (self.writer, self.bots, self.helpers):
            await asyncio.to_thread(part.close)
        self.store.close()

    # --- games

    async def set_up(self, game: Game, players: Sequence[tuple[str, str]], mine: Sequence[int], settings: dict[str, Any]) -> Created:
        """Keep a new game; gives its id and the secret links to the seats of people."""
        if await asyncio.to_thread(self.store.unfinished) >= self.settings.games:
            raise Denied("full", "This server has as many battles going on as it takes; finish one first.")
        kept = new_battle(game, settings, time.time())
        chairs, tokens = make_seats(kept.id, players, mine)
        await self.writer.do(new_game(kept, chairs))
        programs = {seat.token for seat in chairs if seat.kind == "bot"}
        return Created(kept.id, {key: token for key, token in tokens.items() if token not in programs}, "mine" if mine else "watch")

    async def seat(self, token: str) -> Seat:
        """The seat that a link leads to."""
        found = await asyncio.to_thread(self.store.seat, token) if 0 < len(token) <= 64 else None
        if found is None:
            raise Denied("no-seat", "This link leads to no seat at any table.")
        return found

    async def kept(self, game: str) -> StoredGame:
        """A game as the store has it."""
        kept = await asyncio.to_thread(self.store.game, game)
        if kept is None:
            raise Denied("no-game", "There is no such game.")
        return kept

    async def seats(self, game: str) -> list[Seat]:
        return await asyncio.to_thread(self.store.seats, game)

    async def transcript(self, kept: StoredGame) -> Transcript:
        """A game of the store, as it goes to another process."""
        return Transcripts(kept, await asyncio.to_thread(self.store.steps, kept.id), as_played=True).now()

    async def fetch(self, game: str) -> GameRoom:
        """A game from the store, to be played."""
        kept = await self.kept(game)
        seats, steps = await asyncio.gather(asyncio.to_thread(self.store.seats, game), asyncio.to_thread(self.store.steps, game))
        try:
            room = GameRoom(kept, seats)
            for number, step in enumerate(steps):
                if number % BREATH == 0:
                    await asyncio.sleep(0)
                room.follow(step)
            if room.is_as_kept:
                return room
        except (Refusal, ValueError, LookupError) as error:
            _log.warning("game %s goes on from where it stood: %s", game, error)
        return GameRoom.as_played(kept, seats, steps)

    async def table(self, game: str) -> TableSession:
        """The table of a game, opened if it is not; whoever comes at the same time gets the same one."""
        while game not in self.tables:
            if game not in self._opening:
                await self._make_room()
            if game not in self._opening and game not in self.tables:
                self._opening[game] = asyncio.create_task(self._open(game))
            if game in self._opening:
                await asyncio.shield(self._opening[game])
        return self.tables[game]

    async def _make_room(self) -> None:
        """See to it that one more table fits in, if need be by closing the one that everybody left longest ago."""
        if len(self.tables) + len(self._opening) < self.settings.rooms:
            return
        idle = [table for table in self.tables.values() if table.idle]
        if not idle:
            raise Denied("full", "All tables are taken; try again in a while.")
        await self._put_away(max(idle, key=lambda table: table.left))

    async def _put_away(self, table: TableSession) -> None:
        """Close a table; its game is in the store."""
        if self.tables.get(table.room.id) is table:
            del self.tables[table.room.id]
            await table.close()

    async def _open(self, game: str) -> None:
        try:
            room = await self.fetch(game)
            said = await asyncio.to_thread(self.store.said, game, self.settings.chat_lines)
            chat = [m.ChatLine(line.number, line.name, line.side, line.text, line.at) for line in said]
            self.tables[game] = TableSession(self, room, chat)
        finally:
            del self._opening[game]

    async def _sweep(self) -> None:
        """From time to time close the tables that everybody left."""
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.idle, self.settings.idle_over))
            for table in list(self.tables.values()):
                if table.idle and table.left > (self.settings.idle_over if table.room.game.over else self.settings.idle):
                    await self._put_away(table)
            await asyncio.to_thread(_give_back)

    # --- the next battle

    async def rematch(self, table: TableSession) -> str:
        """The battle that follows: the same set-up, new dice; gives its id."""
        old = table.room.kept
        fresh = Game(find(old.ruleset), old.setup, CommittedDice.draw())
        kept = new_battle(fresh, old.options, time.time())
        players = [(table.room.program_of(side) or "human", "") for side in range(fresh.sides)]
        programs = [seat for seat in make_seats(kept.id, players)[0] if seat.kind == "bot"]
        people = {link.token: replace(link.seat_again(), game=kept.id) for link in table.links}
        seats = [*programs, *people.values()]
        return str(await self.writer.do(rematch(old.id, kept, seats)))

    async def seat_again(self, game: str, seat: Seat) -> None:
        """See to it that somebody has a seat in the battle that follows."""
        await self.writer.do(new_seat(replace(seat, game=game)))


def _give_back() -> None:
    """Give memory that is free back to the system, where the C library knows how: tables come and go, and leave gaps."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
