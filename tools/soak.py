"""The server under load and under the axe: `make soak` prints the figures, the tests run the same in short.

Load: many games at once over WebSockets, a program at each end; how long from an answer to its event.
Age: battles that end while others begin, for long; the memory of the server does not go on growing.
Crash: many games at once, the server killed at random moments and started again; nothing acknowledged may be missing.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from served import Postgres, Served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from counteract.core.record import encode, parse, record
from counteract.core.registry import shipped as names
from counteract.game import replay
from counteract.server.rooms import find_room, sender
from counteract.server.store import Store, open_store

MOST_P95 = 0.250  # seconds from an answer to its event
MOST_GROWTH = 0.05  # share by which memory may grow in the second half of a long run


class Player:
    """A program that plays over a link, remembers what was acknowledged, and comes back when the link breaks."""

    def __init__(self, server: Served, made: dict[str, Any], number: int, pace: float, tired: float = 0.0) -> None:
        self.server = server
        self.game: str = made["game"]
        self.token: str = made["links"][made["yours"]]
        self.chance = random.Random(number)
        self.pace = pace  # seconds it takes over an answer, on average
        self.tired = tired  # the chance that it gives up instead
        self.acknowledged: dict[str, tuple[int, Any]] = {}  # by id: version and answer
        self.waits: list[float] = []
        self.problems: list[str] = []
        self.version = -1
        self.over = False
        self._pending: tuple[str, Any, float] | None = None
        self._last: tuple[str, Any, int] | None = None  # what was acknowledged last, to be sent again after a break
        self._sent = 0

    async def play(self) -> None:
        """Play until the battle is over, however often the link breaks."""
        while not self.over:
            try:
                have = f"have={self.version}" if self.version >= 0 and self.chance.random() < 0.5 else ""
                async with connect(f"ws://{self.server.host}/api/play/{self.token}?{have}", max_size=None) as link:
                    await self._converse(link)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await asyncio.sleep(0.05)

    async def _converse(self, link: Any) -> None:
        fresh = True
        while not self.over:
            message = json.loads(await link.recv())
            match message["type"]:
                case "snapshot" | "step":
                    if fresh:
                        fresh = False
                        await self._come_back(link, message)
                    await self._go_on(link, message)
                case "ack":
                    self._done(message)
                case "refused":
                    self._refused(message)

    async def _come_back(self, link: Any, message: dict[str, Any]) -> None:
        """After a break: nothing acknowledged is missing, and what is sent again is not done again."""
        newest = max((version for version, _ in self.acknowledged.values()), default=0)
        if message["type"] == "snapshot" and message["version"] < newest:
            self.problems.append(f"{self.game}: at version {message['version']}, but {newest} had been acknowledged")
        if self._last is not None:
            name, answer, version = self._last
            await link.send(json.dumps({"type": "answer", "id": name, "version": version, "answer": answer}))
        self._pending = None

    async def _go_on(self, link: Any, message: dict[str, Any]) -> None:
        self.version = message["version"]
        question = message["question"]
        if question is None:
            self.over = True
            return
        if self._pending is not None and message["type"] == "step" and message["version"] == self._pending[1][1] + 1:
            self.waits.append(time.perf_counter() - self._pending[2])
        if not question["yours"] or "options" not in question:
            return
        if self.pace:
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * self.pace)
        self._sent += 1
        name = f"{self._sent}"
        if self.chance.random() < self.tired:
            await link.send(json.dumps({"type": "concede", "id": name, "version": self.version}))
            return
        answer = self.chance.choice(question["options"])["answer"]
        self._pending = name, (answer, self.version), time.perf_counter()
        await link.send(json.dumps({"type": "answer", "id": name, "version": self.version, "answer": answer}))

    def _done(self, message: dict[str, Any]) -> None:
        name, version = message["id"], message["version"]
        if name in self.acknowledged:
            if self.acknowledged[name][0] != version:
                self.problems.append(f"{self.game}: {name} was version {self.acknowledged[name][0]}, sent again it is {version}")
        elif self._pending is not None and self._pending[0] == name:
            answer, at = self._pending[1]
            self.acknowledged[name] = version, answer
            self._last = name, answer, at

    def _refused(self, message: dict[str, Any]) -> None:
        if message["name"] != "stale":
            self.problems.append(f"{self.game}: {message['name']}: {message['sentence']}")


PROGRAM = {"kind": "program", "level": "novice"}
ME = {"kind": "me"}


def _new(server: Served, number: int, pace: float, other: dict[str, str], tired: float = 0.0) -> Player:
    rulesets = names()
    made = server.new_game(ruleset=rulesets[number % len(rulesets)], seats=[ME, other] if number % 2 else [other, ME])
    return Player(server, made, number, pace, tired)


# --- load


class Load(msgspec.Struct):
    """The findings of a run under load."""

    games: int
    seconds: float
    answers: int
    p50: float
    p95: float
    p99: float
    most: float
    finished: int
    memory: list[float]
    problems: list[str]

    @property
    def growth(self) -> float:
        """The share by which memory has grown from the middle to the end."""
        return self.memory[-1] / self.memory[len(self.memory) // 2] - 1.0


def load(database: str, games: int, seconds: float, pace: float, tired: float = 0.0, **settings: Any) -> Load:
    """So many games at once for so long; whoever finishes a battle begins another, and who is ``tired`` gives up sometimes."""
    with Served(database, connections=2 * games + 10, rooms=4 * games, games=100_000, **settings) as server:
        found = asyncio.run(_load(server, games, seconds, pace, tired))
        found.problems += [line for line in server.stop().splitlines() if line.strip()]
    return found


async def _ready(server: Served) -> None:
    """Wait until programs answer."""
    made = await asyncio.to_thread(server.new_game, seats=[PROGRAM, PROGRAM])
    async with connect(f"ws://{server.host}/api/play/{made['links']['watch']}", max_size=None) as link:
        while json.loads(await link.recv())["type"] != "step":
            pass


async def _load(server: Served, games: int, seconds: float, pace: float, tired: float) -> Load:
    await _ready(server)
    players: list[Player] = []
    begun = time.monotonic()

    async def keep_playing(number: int) -> None:
        await asyncio.sleep(number * min(1.0, seconds / 8 / games))
        while time.monotonic() - begun < seconds:
            player = await asyncio.to_thread(_new, server, number + len(players), pace, PROGRAM, tired)
            players.append(player)
            await player.play()

    memory = []
    tasks = [asyncio.create_task(keep_playing(number)) for number in range(games)]
    for _ in range(8):
        await asyncio.sleep(seconds / 8)
        memory.append(round(server.memory_of_all(), 1))
    for task in tasks:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    waits = sorted(wait for player in players for wait in player.waits)
    problems = [problem for player in players for problem in player.problems]
    problems += [repr(result) for result in results if isinstance(result, Exception)]
    finished = sum(player.over for player in players)
    if not waits:
        return Load(games, seconds, 0, 0.0, 0.0, 0.0, 0.0, finished, memory, [*problems, "nobody could answer anything"])
    p50, p95, p99 = (waits[int(share * len(waits))] for share in (0.5, 0.95, 0.99))
    return Load(games, seconds, len(waits), p50, p95, p99, waits[-1], finished, memory, problems)


# --- crashes


class Crashes(msgspec.Struct):
    """The findings of killing a server."""

    kills: int
    games: int
    acknowledged: int
    finished: int
    problems: list[str]


def crash(database: str, games: int, kills: int, seed: int = 1, spell: float = 2.0) -> Crashes:
    """Kill the server so many times while games go on, then look at everything that was kept."""
    chance = random.Random(seed)
    server = Served(database).start()
    try:
        players = asyncio.run(_crash(server, games, kills, chance, spell))
    finally:
        server.stop()
    problems = [problem for player in players for problem in player.problems]
    store = open_store(database)
    for player in players:
        problems += _examine(store, player)
    store.close()
    kept = sum(len(player.acknowledged) for player in players)
    return Crashes(kills, games, kept, sum(player.over for player in players), problems)


async def _crash(server: Served, games: int, kills: int, chance: random.Random, spell: float) -> list[Player]:
    players = [await asyncio.to_thread(_new, server, number, 0.02, (ME, PROGRAM)[number % 2]) for number in range(games)]
    tasks = [asyncio.create_task(player.play()) for player in players]
    for _ in range(kills):
        before = sum(len(player.acknowledged) for player in players)
        while sum(len(player.acknowledged) for player in players) < before + 2 * games and not all(task.done() for task in tasks):
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0.0, spell))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    back = [player.version for player in players]
    while any(player.version <= version and not player.over for player, version in zip(players, back, strict=True)):
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return players


def _examine(store: Store, player: Player) -> list[str]:
    """Return the faults found: acknowledged answers that are not where they were said to be, and games that no longer play."""
    room = find_room(store, player.game)
    seat = next(seat for seat in room.seats if seat.kind == "human")
    found = []
    for name, (version, answer) in player.acknowledged.items():
        step = room.steps[version - 1] if version <= room.version else None
        if step is None or step.message != f"{sender(seat)}:{name}" or step.body["type"] != answer["type"]:
            found.append(f"{player.game}: answer {name} was acknowledged as version {version}, and is not there")
    if not room.game.over:
        room.accept(room.concede(seat, room.version, "end"))
    if replay(parse(encode(record(room.game)), player.game)).digest() != room.game.digest():
        found.append(f"{player.game}: its record leads elsewhere")
    return found


# --- age


def _age(database: str) -> list[str]:
    """Ten minutes of battles that end, and others in their place; what is not as it should be."""
    print("20 games at once for ten minutes, each given up after some 30 answers:")
    found = load(database, games=20, seconds=600, pace=0.5, tired=0.03)
    first, middle, last = found.memory[0], found.memory[len(found.memory) // 2], found.memory[-1]
    print(f"  {found.finished} battles finished, {found.answers} answers; problems: {len(found.problems)}")
    print(f"  memory of the server and its helpers, in MB: {first} at first, {middle} in the middle, {last} at the end ({found.growth:+.1%} since)")
    if found.growth > MOST_GROWTH:
        found.problems.append(f"memory has grown by {found.growth:.1%} in the second half, and {MOST_GROWTH:.0%} is the most it may")
    return found.problems


def _listed(numbers: list[float]) -> str:
    return ", ".join(map(str, numbers))


# --- all of it


def main() -> int:
    """Print the figures; 1 if anything is not as it should be."""
    bad = []
    with tempfile.TemporaryDirectory() as folder, Postgres() as postgres:
        print("100 games at once for two minutes, an answer every second and a half in each, the other side played by a program:")
        found = load(f"sqlite:///{Path(folder)}/load.db", games=100, seconds=120, pace=1.5)
        print(
            f"  {found.answers} answers; from answer to event: median {1000 * found.p50:.0f} ms, 95% within {1000 * found.p95:.0f} ms, "
            f"99% within {1000 * found.p99:.0f} ms, the longest {1000 * found.most:.0f} ms"
        )
        print(f"  memory of the server and its helpers all along, in MB: {_listed(found.memory)}; problems: {len(found.problems)}")
        bad += found.problems
        if found.p95 > MOST_P95:
            bad.append(f"95% within {1000 * found.p95:.0f} ms is too slow")
        bad += _age(f"sqlite:///{Path(folder)}/age.db")
        for name, url in (("SQLite", f"sqlite:///{Path(folder)}/crash.db"), ("PostgreSQL", postgres.url)):
            lost = crash(url, games=20, kills=20)
            print(
                f"{name}: {lost.kills} kills in {lost.games} games, {lost.acknowledged} answers acknowledged, "
                f"{lost.finished} battles finished; problems: {len(lost.problems)}"
            )
            bad += lost.problems
    for problem in bad:
        print(f"  {problem}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
