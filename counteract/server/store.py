"""What the server keeps: games, seats, every step of every game, and chat. SQLite by default, PostgreSQL by URL.

A game is its set-up, its dice and its steps, and steps are only ever added: an answer, an answer taken back, a clock
that ran out. Whoever is told that a step was taken can rely on it: it is in the database by then.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

METADATA = MetaData()

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("made", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("ruleset", String(16), nullable=False),
    Column("setup", LargeBinary, nullable=False),
    Column("dice", LargeBinary, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("over", Integer, nullable=False, default=0),
    Column("result", LargeBinary),
    Column("following", String(16)),  # the rematch
)
SEATS = Table(
    "seats",
    METADATA,
    Column("token", String(64), primary_key=True),  # its hash: whoever reads the database cannot sit down
    Column("game", String(16), ForeignKey("games.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("sides", String(8), nullable=False),  # the sides it plays: "0", "1", "01" (hot-seat) or "" (onlooker)
    Column("name", String(64), nullable=False),
)
STEPS = Table(
    "steps",
    METADATA,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("side", Integer, nullable=False),
    Column("message", String(64), nullable=False),  # the id that the sender gave it
    Column("body", LargeBinary, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "message"),
)
CHAT = Table(
    "chat",
    METADATA,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("game", "number"),
)

SeatKind = Literal["human", "bot", "onlooker"]
StepKind = Literal["answer", "undo", "flag"]


class Seat(msgspec.Struct, frozen=True):
    """Who may do what in a game."""

    token: str  # hashed, once it is kept
    game: str
    kind: SeatKind
    sides: tuple[int, ...]
    name: str


class Step(msgspec.Struct, frozen=True):
    """One thing that happened to a game, in order."""

    number: int
    kind: StepKind
    side: int
    message: str
    body: Any
    at: float


class Kept(msgspec.Struct, frozen=True):
    """A game as it is kept."""

    id: str
    made: float
    touched: float
    ruleset: str
    setup: dict[str, Any]
    dice: dict[str, Any]
    options: dict[str, Any]
    over: bool
    result: Any = None
    following: str | None = None


class Said(msgspec.Struct, frozen=True):
    """One line of chat."""

    number: int
    name: str
    text: str
    at: float


class AlreadyTaken(Exception):
    """A step with this number, or from this message, is there already."""


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Store:
    """The database of a server."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)

    def create(self) -> None:
        """Bring the database to the newest form."""
        from counteract.server.migrations import upgrade

        upgrade(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.engine.begin() as connection:
            yield connection

    # --- games

    def add_game(self, game: Kept, seats: Sequence[Seat]) -> None:
        """Keep a new game and its seats, whole or not at all."""
        with self._writing() as db:
            db.execute(
                insert(GAMES).values(
                    id=game.id, made=game.made, touched=game.touched, ruleset=game.ruleset, setup=_packed(game.setup), dice=_packed(game.dice),
                    options=_packed(game.options), over=int(game.over), result=None, following=None,
                )
            )  # fmt: skip
            for seat in seats:
                db.execute(
                    insert(SEATS).values(
                        token=hashed(seat.token), game=seat.game, kind=seat.kind, sides="".join(map(str, seat.sides)), name=seat.name
                    )
                )

    def game(self, game: str) -> Kept | None:
        with self.engine.connect() as db:
            row = db.execute(select(GAMES).where(GAMES.c.id == game)).mappings().first()
        return None if row is None else _kept(row)

    def games(self, *, over: bool | None = None, limit: int = 100) -> list[Kept]:
        """The games touched last."""
        query = select(GAMES).order_by(GAMES.c.touched.desc()).limit(limit)
        if over is not None:
            query = query.where(GAMES.c.over == int(over))
        with self.engine.connect() as db:
            return [_kept(row) for row in db.execute(query).mappings()]

    def following(self, game: str, other: str) -> bool:
        """Note the rematch of a game; False if it has one already."""
        with self._writing() as db:
            done = db.execute(update(GAMES).where(GAMES.c.id == game, GAMES.c.following.is_(None)).values(following=other))
            return done.rowcount == 1

    # --- seats

    def seat(self, token: str) -> Seat | None:
        with self.engine.connect() as db:
            row = db.execute(select(SEATS).where(SEATS.c.token == hashed(token))).mappings().first()
        return None if row is None else _seat(row)

    def seats(self, game: str) -> list[Seat]:
        with self.engine.connect() as db:
            return [_seat(row) for row in db.execute(select(SEATS).where(SEATS.c.game == game)).mappings()]

    # --- steps

    def steps(self, game: str) -> list[Step]:
        with self.engine.connect() as db:
            rows = db.execute(select(STEPS).where(STEPS.c.game == game).order_by(STEPS.c.number)).mappings()
            return [Step(r["number"], r["kind"], r["side"], r["message"], msgspec.json.decode(r["body"]), r["at"]) for r in rows]

    def add_step(self, game: str, step: Step, *, over: bool = False, result: Any = None) -> None:
        """Keep one more step. It is durable when this returns."""
        try:
            with self._writing() as db:
                db.execute(
                    insert(STEPS).values(
                        game=game, number=step.number, kind=step.kind, side=step.side, message=step.message, body=_packed(step.body), at=step.at
                    )
                )
                changed: dict[str, Any] = {"touched": step.at, "over": int(over)}
                if over:
                    changed["result"] = _packed(result)
                db.execute(update(GAMES).where(GAMES.c.id == game).values(**changed))
        except IntegrityError:
            raise AlreadyTaken from None

    # --- chat

    def say(self, game: str, name: str, text: str) -> Said:
        with self._writing() as db:
            last = db.execute(select(CHAT.c.number).where(CHAT.c.game == game).order_by(CHAT.c.number.desc()).limit(1)).scalar()
            said = Said((last or 0) + 1, name, text, time.time())
            db.execute(insert(CHAT).values(game=game, number=said.number, name=name, text=text, at=said.at))
        return said

    def said(self, game: str) -> list[Said]:
        with self.engine.connect() as db:
            rows = db.execute(select(CHAT).where(CHAT.c.game == game).order_by(CHAT.c.number)).mappings()
            return [Said(r["number"], r["name"], r["text"], r["at"]) for r in rows]


def open_engine(url: str) -> Engine:
    """Connect to a database; a SQLite file is written through to the disk at every commit."""
    engine = create_engine(url, pool_pre_ping=True)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _careful(connection: Any, _: Any) -> None:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
                connection.execute(f"PRAGMA {pragma}")

    return engine


def _packed(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _kept(row: Any) -> Kept:
    return Kept(
        row["id"], row["made"], row["touched"], row["ruleset"], msgspec.json.decode(row["setup"]), msgspec.json.decode(row["dice"]),
        msgspec.json.decode(row["options"]), bool(row["over"]), msgspec.json.decode(row["result"]) if row["result"] else None, row["following"],
    )  # fmt: skip


def _seat(row: Any) -> Seat:
    return Seat(row["token"], row["game"], row["kind"], tuple(map(int, row["sides"])), row["name"])
