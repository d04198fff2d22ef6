"""Settings of a server: where it keeps its games, and how much of anything it takes."""

from __future__ import annotations

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server; each limit is met with a sentence."""

    database: str = "sqlite://"
    origins: tuple[str, ...] = ()  # pages from elsewhere that may talk to it, as "https://example.org"
    workers: int | None = None  # processes for programs; one fewer than there are cores if nothing is said

    message_size: int = 32_768  # characters of a message
    message_rate: float = 60.0  # messages a second that a connection may send in the long run
    message_burst: int = 200  # and at once
    patience: int = 200  # messages too many in a row until a connection is closed
    upload_size: int = 4_194_304  # bytes of a record
    body_size: int = 65_536  # bytes of any other call
    chat_length: int = 500  # characters
    chat_lines: int = 200  # that who comes to a table is told
    name_length: int = 40
    games: int = 20_000  # battles that are not over
    rooms: int = 1_000  # battles in memory
    connections: int = 1_000
    connections_a_game: int = 50
    idle: float = 900.0  # seconds after which a battle that nobody looks at leaves memory
    idle_over: float = 60.0  # the same once it is over
    helping: float = 30.0  # seconds that what takes long (odds, replays) may take
    watch_pace: float = 0.8  # seconds between two answers where only programs play, so that people can follow
    tail: int = 100  # steps that a page coming back is told one by one; after more it gets a snapshot
    waiting: int = 8  # messages of a connection that are dealt with at a time; meanwhile no more are read
    backlog: int = 2_000_000  # bytes that wait for a slow reader before it is sent away
    linger: float = 10.0  # seconds until it is cut off if it does not read that either
