"""The file of a league: a SQLite database in which every finished game is a row, written in a transaction of its own.

Other tools may read it, also while games are being played. Whoever is interrupted loses at most the games that were not finished.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from counteract.core.language import joined, say
from counteract.lab.league.games import GameOutcome
from counteract.lab.league.schedule import LeagueSpec, fixture_of, pairs_of

APPLICATION = 0x434C5447  # "CLTG": says to SQLite whose file it is
FORMAT = 1
CONTENTS = "contents"

TABLES = (
    """
CREATE TABLE specification (
    name TEXT PRIMARY KEY,          -- what is specified; "contents" is a hash of teams, killzones, missions, options and rules
    value TEXT NOT NULL             -- as JSON
)
    """,
    """
CREATE TABLE pairs (
    pair INTEGER PRIMARY KEY,
    first TEXT NOT NULL,            -- the names of both players
    second TEXT NOT NULL
)
    """,
    """
CREATE TABLE games (
    made INTEGER PRIMARY KEY AUTOINCREMENT,  -- the order in which games were finished
    pair INTEGER NOT NULL REFERENCES pairs,
    number INTEGER NOT NULL,        -- of the game in its pair; 2n and 2n + 1 are the same with seats swapped
    team_0 TEXT NOT NULL, team_1 TEXT NOT NULL,
    killzone TEXT NOT NULL,
    mission TEXT,
    player_0 TEXT NOT NULL, player_1 TEXT NOT NULL,
    first_seat INTEGER NOT NULL,    -- the side of the pair's first player
    dice_seed INTEGER NOT NULL, player_seed_0 INTEGER NOT NULL, player_seed_1 INTEGER NOT NULL,
    winner INTEGER,                 -- the side; none in a draw and in a fault
    score_0 INTEGER, score_1 INTEGER,
    turns INTEGER,
    decisions INTEGER,              -- answers that were given
    record TEXT,                    -- the hash of the game's record
    seconds REAL NOT NULL,
    ended TEXT NOT NULL CHECK (ended IN ('played', 'forfeit', 'fault')),
    forfeited_by INTEGER,           -- the side that loses by the rule of forfeits: it raised (error), answered illegally (illegal), or
    why TEXT,                       -- did not answer in time (time). A fault is nobody's: engine or died; it counts for nothing
    detail TEXT,
    UNIQUE (pair, number)
)
    """,
)

INSERT = """
INSERT INTO games (
    pair, number, team_0, team_1, killzone, mission, player_0, player_1, first_seat, dice_seed, player_seed_0, player_seed_1,
    winner, score_0, score_1, turns, decisions, record, seconds, ended, forfeited_by, why, detail
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (pair, number) DO NOTHING
"""


class LeagueFile:
    """The open file of a league."""

    def __init__(self, path: Path, spec: LeagueSpec, contents: str) -> None:
        """Open the file of this league, or make it. A file of another one, or of something else, is refused and left as it is."""
        self.path, self.spec = path, spec
        told = {**msgspec.to_builtins(spec), CONTENTS: contents}
        if not path.is_file() and (path.exists() or not path.absolute().parent.is_dir()):
            raise ValueError(say("{path} cannot be written: it is no file, or its folder does not exist", path=path))
        with self._faults():
            self._base = sqlite3.connect(path, isolation_level=None, timeout=30.0)
        try:
            with self._faults():
                self._check(told)
                self._begin(told)
        except BaseException:
            self._base.close()
            raise

    def _check(self, told: dict[str, Any]) -> None:
        """Refuse a file that holds something else."""
        if not self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return
        if self._base.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise ValueError(say("{path} is a database, but not of a league", path=self.path))
        if self._base.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
            raise ValueError(say("{path} was written by another version of the league", path=self.path))
        kept = {name: msgspec.json.decode(value) for name, value in self._base.execute("SELECT name, value FROM specification")}
        others = [name for name in told if msgspec.json.decode(msgspec.json.encode(told[name])) != kept.get(name)]
        if others == [CONTENTS]:
            raise ValueError(say("{path} holds a league of these names, but teams, killzones, missions or rules have changed since", path=self.path))
        if others:
            differ = joined(
                say("{name} {kept} instead of {given}", name=name, kept=_brief(kept.get(name)), given=_brief(told[name]))
                for name in others if name != CONTENTS
            )  # fmt: skip
            raise ValueError(say("{path} holds another league: {differences}", path=self.path, differences=differ))

    def _begin(self, told: dict[str, Any]) -> None:
        """Write what a new file begins with; forget the faults of an earlier run, so that those games are played again."""
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = NORMAL")
        with self._transaction():
            if not self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in TABLES:
                    self._base.execute(statement)
                rows = [(name, msgspec.json.encode(value).decode()) for name, value in told.items()]
                self._base.executemany("INSERT INTO specification VALUES (?, ?)", rows)
                self._base.executemany("INSERT INTO pairs VALUES (?, ?, ?)", [(k, *pair) for k, pair in enumerate(pairs_of(self.spec))])
                self._base.execute(f"PRAGMA application_id = {APPLICATION}")
                self._base.execute(f"PRAGMA user_version = {FORMAT}")
            self._base.execute("DELETE FROM games WHERE ended = 'fault'")

    def finished(self) -> set[tuple[int, int]]:
        """Return pair and number of every game that is in the file."""
        with self._faults():
            return set(self._base.execute("SELECT pair, number FROM games"))

    def add(self, outcome: GameOutcome) -> None:
        """Write a finished game, in one transaction."""
        game = fixture_of(self.spec, outcome.pair, outcome.number)
        scores = outcome.scores or (None, None)
        row = (
            game.pair, game.number, *game.teams, game.killzone, game.mission, *game.players, game.first_seat, game.dice_seed, *game.player_seeds,
            outcome.winner, *scores, outcome.turns, outcome.decisions, outcome.record, outcome.seconds,
            outcome.ended, outcome.by, outcome.why, outcome.detail,
        )  # fmt: skip
        with self._faults(), self._transaction():
            self._base.execute(INSERT, row)

    def outcomes(self) -> list[GameOutcome]:
        """Return all games in the order of the schedule's pairs and numbers."""
        fields = "pair, number, ended, winner, score_0, score_1, turns, decisions, record, forfeited_by, why, detail, seconds"
        names = ("pair", "number", "ended", "winner", "scores", "turns", "decisions", "record", "by", "why", "detail", "seconds")
        with self._faults():
            rows = self._base.execute(f"SELECT {fields} FROM games ORDER BY pair, number").fetchall()
        found = []
        for row in rows:
            scores = None if row[4] is None else (row[4], row[5])
            found.append(GameOutcome(**dict(zip(names, (*row[:4], scores, *row[6:]), strict=True))))
        return found

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn what is wrong with the file into one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise ValueError(say("{path} cannot be used as the file of a league: {problem}", path=self.path, problem=error)) from error


def _brief(value: Any) -> str:
    """Return a value of a specification as it stands in a sentence."""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
