"""Bands: their cards, and the files they are read from.

A file of a band is a TOML file::

    id = "larks"                       # small letters, digits, hyphens
    name = "Larks"
    ruleset = "banners"
    summary = "Up early."

    [[operative]]
    id = "lark"
    name = "Lark"
    count = 3                          # 1 if left out; three in all
    move = 6                           # inches
    range = 8                          # inches
    aim = "4+"                         # what a throw must roll
    wounds = 2
"""

from __future__ import annotations

import msgspec

from counteract.core.language import Phrase, say
from counteract.files import checks
from counteract.files.reader import Entry, read_toml
from counteract.mechanics import team_tables
from counteract.mechanics.cards import Legend, Table

RULESET = "banners"
RUNNERS = 3  # GEN-01


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A runner as its card has it."""

    id: str
    name: str
    move: float
    range: float
    aim: int
    wounds: int
    base: float = 25.0  # mm
    height: float = 1.5  # inches


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A band ready to play: one card a runner."""

    id: str
    name: str
    ruleset: str = RULESET
    summary: str = ""
    operatives: tuple[Card, ...] = ()


def parse_team(text: str, source: str) -> Team:
    """Read a band from the text of its file; ``source`` is what complaints call the file. (GEN-01)"""
    return read_team(read_toml(text, source), RUNNERS)


def read_team(top: Entry, least: int = 1) -> Team:
    """Read a band from a table, as a file has it."""
    own, name, summary = team_tables.heading(top, RULESET)
    entries = top.tables("operative", ())
    top.done()
    seen: team_tables.Seen = {}
    cards = team_tables.line_up(top, entries, [_runner(entry, seen) for entry in entries], least, RUNNERS)
    return Team(id=own, name=name, summary=summary, operatives=cards)


def _runner(entry: Entry, seen: team_tables.Seen) -> tuple[Card, int]:
    card = Card(
        id=checks.fresh_id(entry, "operative", seen),
        name=entry.text("name"),
        move=checks.number(entry, "move", 1, 20),
        range=checks.number(entry, "range", 1, 20),
        aim=checks.stat(entry, "aim"),
        wounds=checks.whole(entry, "wounds", 1, 6),
    )
    count = checks.whole(entry, "count", 1, RUNNERS, 1)
    entry.done()
    return card, count


# --- as people read them

#: What a runner has.
LEGEND: Legend = ((Phrase("M"), Phrase("how far it moves")), (Phrase("W"), Phrase("wounds")))
THROWN = Phrase("Bean bag")


def figures(card: Card) -> list[tuple[Phrase, str]]:
    """What is thrown, by its figures."""
    return [(Phrase("range"), f'{card.range:g}"'), (Phrase("aim"), f"{card.aim}+")]


def printed(card: Card) -> tuple[Table, ...]:
    """A card: what the runner has, and what it throws."""
    columns, row = zip((Phrase("weapon"), say(THROWN)), *figures(card), strict=True)
    return Table((say("M"), say("W")), ((f'{card.move:g}"', card.wounds),)), Table(tuple(map(say, columns)), (row,))


def appendix(team: Team) -> tuple[Table, ...]:
    """Nothing belongs to the whole band."""
    return ()
