"""Real servers and databases for tests, each in processes of its own, and people who talk to them."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from counteract.server.store import Store

ROOT = Path(__file__).parent.parent
LAUNCH = """
import sys, msgspec
from counteract.server.settings import Settings
from counteract.server.starting import run
settings = msgspec.json.decode(sys.argv[1], type=Settings)
run(settings, "127.0.0.1", int(sys.argv[2]), lambda address: print(address, flush=True))
"""
PATIENCE = 60.0  # seconds: a machine may be busy


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Served:
    """A server in a process of its own; it can be killed and started again on the same database."""

    path: Path | None = None  # a folder with packages whose rulesets it knows too

    def __init__(self, database: str, **settings: Any) -> None:
        self.settings = {"database": database, "workers": 1, **settings}
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None
        self._complaints = Path(tempfile.mkdtemp(prefix="counteract-server-")) / "stderr"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> Self:
        command = [sys.executable, "-c", LAUNCH, json.dumps(self.settings), str(self.port)]
        with self._complaints.open("a") as file:
            env = {**os.environ, "PYTHONPATH": str(self.path)} if self.path else None
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=file, text=True, env=env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("http://"):
            self.process.wait()
            raise RuntimeError(f"the server did not start: {line}{self.complaints()}")
        return self

    def complaints(self) -> str:
        """Return the server's lines on standard error, but for being slow to start."""
        return "".join(line for line in self._complaints.read_text().splitlines(keepends=True) if not line.startswith("preparing"))

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """End it as Ctrl-C does; gives what it complained about."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.communicate(timeout=PATIENCE)
            return self.complaints()
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        finally:
            shutil.rmtree(self._complaints.parent)

    def memory(self) -> float:
        """Megabytes in use by the server itself."""
        assert self.process is not None
        return _memory(self.process.pid)

    def memory_of_all(self) -> float:
        """Megabytes in use by the server and the processes that help it; what they share counts once."""
        assert self.process is not None
        return sum(map(_memory, _family(self.process.pid)))

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()

    # --- calls

    def call(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """The status and the answer of a call."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(f"http://{self.host}{path}", data, headers or {}), timeout=PATIENCE) as response:
                status, answer = response.status, response.read()
        except HTTPError as error:
            with error:
                status, answer = error.code, error.read()
        return status, json.loads(answer) if answer[:1] in (b"{", b"[") else answer

    def new_game(self, **wish: Any) -> dict[str, Any]:
        """A game that was set up."""
        status, made = self.call("/api/games", wish)
        if status != 201:
            raise RuntimeError(f"{status}: {made}")
        found: dict[str, Any] = made
        return found

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Yield the server's store, opened beside the server."""
        store = Store(self.settings["database"])
        try:
            yield store
        finally:
            store.close()

    def join(self, token: str, query: str = "", **headers: str) -> Person:
        """Somebody sits down."""
        return Person(f"ws://{self.host}/api/play/{token}?{query}", headers)


def _memory(pid: int) -> float:
    """Megabytes in use by a process, its share of what it shares with others; none if it is gone."""
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 1024


def _family(pid: int) -> list[int]:
    """A process and all that it has started, and they in turn."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


class Person:
    """Somebody at a table: says things, and hears what is told."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._line = connect(address, max_size=None, additional_headers=headers, open_timeout=PATIENCE, close_timeout=1)
        self.socket = self._line.__enter__()
        self.state: dict[str, Any] = {}  # the last snapshot or step
        self.heard: list[dict[str, Any]] = []
        self.version = -1
        self._aside: list[dict[str, Any]] = []  # heard while waiting for something else

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
        self.heard.append(message)
        if message["type"] in ("snapshot", "step"):
            self.state, self.version = message, message["version"]
        return message

    def until(self, wanted: str | Callable[[dict[str, Any]], bool], timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message of this type, or as wanted; others are put aside."""

        def fits(message: dict[str, Any]) -> bool:
            return message["type"] == wanted if isinstance(wanted, str) else wanted(message)

        ends = time.monotonic() + timeout
        while (found := next(filter(fits, self._aside), None)) is None:
            self._aside.append(self.hear(max(0.01, ends - time.monotonic())))
        self._aside.remove(found)
        return found

    def send(self, type: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type, **fields}))

    def do(self, type: str, id: str, **fields: Any) -> dict[str, Any]:
        """Send something, and hear until it is done, told or refused."""
        self.send(type, id=id, **fields)
        return self.until(lambda m: m["type"] in ("ack", "refused", "told") and m["id"] == id)

    def answer(self, answer: Any, id: str) -> dict[str, Any]:
        """Answer the question there is, and if it is taken hear what comes of it."""
        done = self.do("answer", id, version=self.version, answer=answer)
        while done["type"] == "ack" and self.version < done["version"]:
            self._aside.append(self.hear())
        return done

    def my_turn(self) -> dict[str, Any] | None:
        """Hear until this person has to decide; the question, or nothing once the battle is over."""
        while not self.state or (self.state["question"] is not None and not self.state["question"]["yours"]):
            self._aside.append(self.hear())
        question: dict[str, Any] | None = self.state["question"]
        return question

    def ask(self, about: str, **more: Any) -> dict[str, Any]:
        return self.do("ask", f"ask-{len(self.heard)}", about=about, version=self.version, **more)

    def closing(self) -> tuple[int, str]:
        """Hear until the server closes the link; its code and reason."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")

    def close(self) -> None:
        self._line.__exit__(None, None, None)

    def __enter__(self) -> Self:
        self.until(lambda m: m["type"] in ("snapshot", "step", "refused"))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Postgres:
    """A PostgreSQL server with an empty database, in a folder that goes when it goes."""

    def __init__(self) -> None:
        found = shutil.which("initdb") or next(iter(sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")), reverse=True)), None)
        if found is None:
            raise RuntimeError("there is no PostgreSQL here: apt install postgresql")
        self.programs = Path(found).parent
        self.folder = Path(tempfile.mkdtemp(prefix="counteract-postgres-"))
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"postgresql://counteract@127.0.0.1:{self.port}/postgres"

    def __enter__(self) -> Self:
        if os.getuid() == 0:  # PostgreSQL does not run as root
            entry = pwd.getpwnam("postgres")
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self._run("initdb", "--auth=trust", "--username=counteract", "--no-sync", "--encoding=UTF8", "--locale=C", "-D", str(self.folder / "data"))
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w", "-o", options, "start")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        user = "postgres" if os.getuid() == 0 else None
        command = [str(self.programs / program), *words]
        done = subprocess.run(command, user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr}")
