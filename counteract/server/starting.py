"""Starting a server: where it listens, where it keeps its games, and the one line that says so."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from counteract.core.registry import find, names
from counteract.server.settings import Settings
from counteract.server.store import open_store
from counteract.warming import warm_with_notice

FIRST_PORT, PORTS = 8300, 100
HOME = "127.0.0.1"


def default_database() -> str:
    """The URL of the database in this user's data folder, which is made if need be."""
    match sys.platform:
        case "win32":
            folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        case "darwin":
            folder = Path.home() / "Library" / "Application Support"
        case _:
            folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    home = folder / "counteract"
    home.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{home / 'games.db'}"


def bind(host: str, port: int | None) -> socket.socket:
    """A socket to listen on; without a port the first free one."""
    tries = range(FIRST_PORT, FIRST_PORT + PORTS) if port is None else (port,)
    problem: OSError | None = None
    for number in tries:
        try:
            family, kind, proto, _, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
            listening = socket.socket(family, kind, proto)
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind(address)
                listening.listen()  # who comes while the server gets ready waits, and is not sent away
            except OSError:
                listening.close()
                raise
            return listening
        except (OSError, OverflowError) as error:
            problem = error if isinstance(error, OSError) else OSError(str(error))
    assert problem is not None
    raise ValueError(f"nothing can listen on {host}, port {port or FIRST_PORT}: {problem.strerror or problem}")


def address(listening: socket.socket, host: str) -> str:
    """Return the address of a page that is served there."""
    named = HOME if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
    return f"http://{named}:{listening.getsockname()[1]}/"


def run(settings: Settings, host: str, port: int | None, ready: Callable[[str], None]) -> None:
    """Serve until somebody interrupts; ``ready`` is told the address. What cannot be used is said before anything starts."""
    import uvicorn

    from counteract.server.app import create_app
    from counteract.server.wires import Wire

    open_store(settings.database).close()
    listening = bind(host, port)
    warm_with_notice()
    for name in names():  # so that nobody waits for the first game of a ruleset
        find(name)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    app = create_app(settings, lambda: ready(address(listening, host)))
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws_max_size=4 * settings.message_size, ws_per_message_deflate=False, ws=Wire,
        timeout_graceful_shutdown=3, server_header=False, lifespan="on",
    )  # fmt: skip
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
