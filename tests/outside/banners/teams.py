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

from typing import Annotated

import msgspec

from counteract.core.language import Phrase, say
from counteract.files.fields import REQUIRED, DieResult, Id, IfOmitted, Number, Rows, TextLine, Whole
from counteract.files.reader import Entry, read_toml
from counteract.mechanics.cards import CardTable, Legend, RulesetName, TeamHeading
from counteract.mechanics.team_tables import Seen, TeamFile

RULESET = "banners"
RUNNERS = 3  # GEN-01


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A runner as its card has it."""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    move: Annotated[float, Number(1, 20), "inches"]
    range: Annotated[float, Number(1, 20), "inches"]
    aim: Annotated[int, DieResult(), "what a throw must roll"]
    wounds: Annotated[int, Whole(1, 6)]
    base: float = 25.0  # mm
    height: float = 1.5  # inches


class Team(TeamHeading, frozen=True, kw_only=True):
    """A band ready to play: one card a runner."""

    ruleset: RulesetName = RULESET
    operatives: Annotated[tuple[Card, ...], Rows("operative", 1), IfOmitted(REQUIRED)] = ()


FILE = TeamFile(RULESET, "Banners", Team, RUNNERS, {"operative": Card})


def parse_team(text: str, source: str) -> Team:
    """Read a band from the text of its file; ``source`` is what complaints call the file. (GEN-01)"""
    return read_team(read_toml(text, source), RUNNERS)


def read_team(top: Entry, least: int = 1) -> Team:
    """Read a band from a table, as a file has it."""
    heading = FILE.read_heading(top)
    entries, seen = heading.pop("operatives"), Seen()
    return Team(**heading, operatives=FILE.line_up(top, entries, [_runner(entry, seen) for entry in entries], least))


def _runner(entry: Entry, seen: Seen) -> tuple[Card, int]:
    card = FILE.read_card(entry, seen)
    count = card.pop("count")
    return Card(**card), count


# --- as people read them

#: What a runner has.
LEGEND: Legend = ((Phrase("M"), Phrase("how far it moves")), (Phrase("W"), Phrase("wounds")))
THROWN = Phrase("Bean bag")


def figures(card: Card) -> list[tuple[Phrase, str]]:
    """What is thrown, by its figures."""
    return [(Phrase("range"), f'{card.range:g}"'), (Phrase("aim"), f"{card.aim}+")]


def printed(card: Card) -> tuple[CardTable, ...]:
    """A card: what the runner has, and what it throws."""
    columns, row = zip((Phrase("weapon"), say(THROWN)), *figures(card), strict=True)
    return CardTable((say("M"), say("W")), ((f'{card.move:g}"', card.wounds),)), CardTable(tuple(map(say, columns)), (row,))


def appendix(team: Team) -> tuple[CardTable, ...]:
    """Nothing belongs to the whole band."""
    return ()
