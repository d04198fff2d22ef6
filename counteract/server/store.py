"""The store of the server: games, seats, every step of every game, and chat. SQLite by default, PostgreSQL by URL.

A game is its set-up, its dice and its steps, and steps are only ever added: an answer, an answer taken back, a clock
that ran out. Whoever is told that a step was taken can rely on it: it is in the database by then.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from alembic.util import CommandError
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
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
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

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
    Column("revision", Integer),  # of the rules that the game was begun under
    Column("opening", LargeBinary),  # what happened before the first answer
    Column("standing", LargeBinary),  # where it stands: what it takes to go on from here
)
SEATS = Table(
    "seats",
    METADATA,
    Column("token", String(64), primary_key=True),  # its hash: whoever reads the database cannot sit down
    Column("game", String(16), ForeignKey("games.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("sides", String(64), nullable=False),  # the sides it plays: "0", "0,2" (people at one screen) or "" (onlooker)
    Column("name", String(64), nullable=False),
    Column("stood_in", Integer, nullable=False, server_default="0"),  # whether a program plays for whoever is away
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
    Column("clock", LargeBinary),  # the seconds left to each side
    Column("told", LargeBinary),  # what happened at this step
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
    Column("side", Integer),
    Column("message", String(64)),
    PrimaryKeyConstraint("game", "number"),
    Index("chat_message", "game", "message", unique=True),
)

SeatKind = Literal["human", "bot", "onlooker"]
StepKind = Literal["answer", "undo", "flag"]


class Seat(msgspec.Struct, frozen=True):
    """A seat in a game: the sides it plays, and what it may do."""

    token: str  # hashed, once it is kept
    game: str
    kind: SeatKind
    sides: tuple[int, ...]
    name: str
    stood_in: bool = False  # its player is away, and a program plays for them


class StoredStep(msgspec.Struct, frozen=True):
    """One thing that happened to a game, in order."""

    number: int
    kind: StepKind
    side: int
    message: str
    body: Any
    at: float
    clock: tuple[float, ...] | None = None
    told: bytes | None = None  # what happened, as a record tells it; nothing of steps that take others back
    standing: bytes | None = None  # where the game stands after it, which is kept of the last step only


class StoredGame(msgspec.Struct, frozen=True):
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
    revision: int | None = None  # of the rules that the game was begun under
    opening: bytes | None = None  # what happened before the first answer
    standing: bytes | None = None  # where it stands


class Said(msgspec.Struct, frozen=True):
    """One line of chat."""

    number: int
    name: str
    text: str
    at: float
    side: int | None = None


class AlreadyTaken(Exception):
    """A step with this number, or from this message, is there already."""


#: Something to be written, with everything that is written together with it.
Job = Callable[[Connection], Any]


def hashed(token: str) -> str:
    """Return the hash of a token, which is all that is kept of it."""
    return hashlib.sha256(token.encode()).hexdigest()


class Store:
    """The database of a server. What is to be written is given as a job; `write` carries out some of them together."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)

    def create(self) -> None:
        """Bring the database to the newest form."""
        from counteract.server.migrations import upgrade

        upgrade(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    def write(self, *jobs: Job) -> list[Any]:
        """Carry out all jobs or none. What they wrote is durable when this returns."""
        try:
            with self.engine.begin() as db:
                return [job(db) for job in jobs]
        except IntegrityError:
            raise AlreadyTaken from None

    # --- games

    def game(self, game: str) -> StoredGame | None:
        with self.engine.connect() as db:
            row = db.execute(select(GAMES).where(GAMES.c.id == game)).mappings().first()
        return None if row is None else _kept(row)

    def games(self, *, over: bool | None = None, limit: int = 100) -> list[StoredGame]:
        """The games touched last."""
        query = select(GAMES).order_by(GAMES.c.touched.desc()).limit(limit)
        if over is not None:
            query = query.where(GAMES.c.over == int(over))
        with self.engine.connect() as db:
            return [_kept(row) for row in db.execute(query).mappings()]

    def unfinished(self) -> int:
        """Return the number of games that are not over."""
        with self.engine.connect() as db:
            return db.execute(select(func.count()).select_from(GAMES).where(GAMES.c.over == 0)).scalar() or 0

    # --- seats

    def seat(self, token: str) -> Seat | None:
        with self.engine.connect() as db:
            row = db.execute(select(SEATS).where(SEATS.c.token == hashed(token))).mappings().first()
        return None if row is None else _seat(row)

    def seats(self, game: str) -> list[Seat]:
        with self.engine.connect() as db:
            return [_seat(row) for row in db.execute(select(SEATS).where(SEATS.c.game == game)).mappings()]

    # --- steps and chat

    def steps(self, game: str) -> list[StoredStep]:
        with self.engine.connect() as db:
            rows = db.execute(select(STEPS).where(STEPS.c.game == game).order_by(STEPS.c.number)).mappings()
            return [_step(row) for row in rows]

    def said(self, game: str, last: int | None = None) -> list[Said]:
        """Return the chat of a table, or its last so many lines."""
        with self.engine.connect() as db:
            rows = db.execute(select(CHAT).where(CHAT.c.game == game).order_by(CHAT.c.number.desc()).limit(last)).mappings()
            return [_said(row) for row in rows][::-1]


# --- jobs


def new_game(game: StoredGame, seats: Sequence[Seat]) -> Job:
    """Keep a new game and its seats."""

    def job(db: Connection) -> None:
        db.execute(
            insert(GAMES).values(
                id=game.id, made=game.made, touched=game.touched, ruleset=game.ruleset, setup=_packed(game.setup), dice=_packed(game.dice),
                options=_packed(game.options), over=int(game.over), result=None, following=None, revision=game.revision, opening=game.opening,
                standing=game.standing,
            )
        )  # fmt: skip
        for seat in seats:
            new_seat(seat)(db)

    return job


def new_seat(seat: Seat) -> Job:
    """Keep one more seat of a game; one that is there already stays as it is."""

    def job(db: Connection) -> None:
        token = hashed(seat.token)
        if db.execute(select(SEATS.c.game).where(SEATS.c.token == token)).first() is None:
            sides = ",".join(map(str, seat.sides))
            db.execute(insert(SEATS).values(token=token, game=seat.game, kind=seat.kind, sides=sides, name=seat.name))

    return job


def rename(token: str, name: str) -> Job:
    """Keep what somebody is called; the token is hashed already."""

    def job(db: Connection) -> None:
        db.execute(update(SEATS).where(SEATS.c.token == token).values(name=name))

    return job


def set_stood_in(token: str, *, stood_in: bool) -> Job:
    """Keep whether a program plays a seat for somebody who is away; the token is hashed already."""

    def job(db: Connection) -> None:
        db.execute(update(SEATS).where(SEATS.c.token == token).values(stood_in=int(stood_in)))

    return job


def set_up_anew(game: StoredGame, before: StoredGame) -> Job:
    """Keep another set-up of a game that nobody has played yet; gives whether it was still as before."""

    def job(db: Connection) -> bool:
        begun = select(STEPS.c.number).where(STEPS.c.game == game.id).exists()
        changed = {"setup": _packed(game.setup), "options": _packed(game.options), "touched": game.touched}
        changed |= {"revision": game.revision, "opening": game.opening, "standing": game.standing}
        as_before = update(GAMES).where(GAMES.c.id == game.id, GAMES.c.touched == before.touched, ~begun)
        return db.execute(as_before.values(**changed)).rowcount == 1

    return job


def rematch(game: str, other: StoredGame, seats: Sequence[Seat]) -> Job:
    """Keep the battle that follows another; gives the one that follows it already, if there is one."""

    def job(db: Connection) -> str:
        done = db.execute(update(GAMES).where(GAMES.c.id == game, GAMES.c.following.is_(None)).values(following=other.id))
        if done.rowcount == 1:
            new_game(other, seats)(db)
            return other.id
        return str(db.execute(select(GAMES.c.following).where(GAMES.c.id == game)).scalar_one())

    return job


def new_step(game: str, step: StoredStep, *, over: bool = False, result: Any = None) -> Job:
    """Keep one more step, and where the game stands after it."""

    def job(db: Connection) -> None:
        clock = None if step.clock is None else _packed(step.clock)
        db.execute(
            insert(STEPS).values(
                game=game, number=step.number, kind=step.kind, side=step.side, message=step.message, body=_packed(step.body), at=step.at,
                clock=clock, told=step.told,
            )
        )  # fmt: skip
        changed: dict[str, Any] = {"touched": step.at, "over": int(over), "standing": step.standing}
        if over:
            changed["result"] = _packed(result)
        db.execute(update(GAMES).where(GAMES.c.id == game).values(**changed))

    return job


def new_line(game: str, name: str, text: str, side: int | None = None, message: str | None = None) -> Job:
    """Keep one more line of chat; gives it, and whether it is new: what was sent again is not said twice."""

    def job(db: Connection) -> tuple[Said, bool]:
        if message is not None:
            known = db.execute(select(CHAT).where(CHAT.c.game == game, CHAT.c.message == message)).mappings().first()
            if known is not None:
                return _said(known), False
        last = db.execute(select(func.max(CHAT.c.number)).where(CHAT.c.game == game)).scalar()
        said = Said((last or 0) + 1, name, text, time.time(), side)
        db.execute(insert(CHAT).values(game=game, number=said.number, name=name, text=text, at=said.at, side=side, message=message))
        return said, True

    return job


class BadDatabase(ValueError):
    """A database that cannot be used, and why, in one sentence."""


def open_engine(url: str) -> Engine:
    """Connect to a database; a SQLite file is written through to the disk at every commit."""
    scheme, colon, rest = url.partition("://")
    if scheme in ("postgres", "postgresql"):
        url = f"postgresql+psycopg{colon}{rest}"
    try:
        where = make_url(url)
        if where.get_backend_name() not in ("sqlite", "postgresql"):
            raise BadDatabase(f"games are kept in SQLite or PostgreSQL, not in {where.get_backend_name()}")
        engine = create_engine(where, pool_pre_ping=True, pool_size=10)
    except (ArgumentError, NoSuchModuleError):
        raise BadDatabase("this is not the URL of a database; one is like sqlite:////home/me/games.db or postgresql://user@host/games") from None
    except ModuleNotFoundError:
        raise BadDatabase("PostgreSQL needs one more package: pip install 'counteract[postgres]'") from None
    if engine.dialect.name == "sqlite":
        if engine.url.database in (None, "", ":memory:"):
            raise BadDatabase("a database in memory would forget every game; name a file, as in sqlite:////home/me/games.db")

        @event.listens_for(engine, "connect")
        def _careful(connection: Any, _: Any) -> None:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
                connection.execute(f"PRAGMA {pragma}")

    return engine


def open_store(url: str) -> Store:
    """A database ready to be used, in its newest form; `BadDatabase` says in a sentence what is wrong with it."""
    store = Store(url)
    try:
        store.create()
    except (SQLAlchemyError, CommandError) as error:
        store.close()
        cause = getattr(error, "orig", None) or error
        raise BadDatabase(f"{store.engine.url.render_as_string()}: {' '.join(str(cause).split())}") from None
    return store


def _packed(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _kept(row: Any) -> StoredGame:
    return StoredGame(
        row["id"], row["made"], row["touched"], row["ruleset"], msgspec.json.decode(row["setup"]), msgspec.json.decode(row["dice"]),
        msgspec.json.decode(row["options"]), bool(row["over"]), msgspec.json.decode(row["result"]) if row["result"] else None,
        row["following"], row["revision"], row["opening"], row["standing"],
    )  # fmt: skip


def _step(row: Any) -> StoredStep:
    clock = msgspec.json.decode(row["clock"], type=tuple[float, ...]) if row["clock"] else None
    return StoredStep(row["number"], row["kind"], row["side"], row["message"], msgspec.json.decode(row["body"]), row["at"], clock, row["told"])


def _said(row: Any) -> Said:
    return Said(row["number"], row["name"], row["text"], row["at"], row["side"])


def _seat(row: Any) -> Seat:
    sides = tuple(int(side) for side in row["sides"].split(",") if side)
    return Seat(row["token"], row["game"], row["kind"], sides, row["name"], bool(row["stood_in"]))
