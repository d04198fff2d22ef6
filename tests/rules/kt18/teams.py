"""Teams made in a test, as a program might hand them to a game."""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.dice import ScriptedDice
from counteract.game import Game
from counteract.rulesets.kt18.cards import Card, Team
from counteract.table.killzone import Killzone
from counteract.table.terrain import Board
from tests.rules.kt18.scene import Play

SOLDIER = Card(id="soldier", name="Soldier", move=6, ws=3, bs=3, strength=4, toughness=4, wounds=1, attacks=1, leadership=7, save=4, base=25.4)
LEADER = msgspec.structs.replace(SOLDIER, id="leader", name="Leader", leader=True)
EMPTY = Killzone(id="empty", name="Empty", summary="…", board=Board(30, 22), parts=())


def soldier(name: str = "soldier", **figures: Any) -> Card:
    return msgspec.structs.replace(SOLDIER, id=name, name=name.title(), **figures)


def team(*cards: Card, name: str = "crew") -> Team:
    return Team(id=name, name=name.title(), operatives=cards)


def crew(size: int = 3, name: str = "crew") -> Team:
    """Return a Leader and as many soldiers as it takes."""
    return team(LEADER, *[SOLDIER] * (size - 1), name=name)


def new(*teams: Team, dice: tuple[int, ...] = (6, 1), **options: Any) -> Play:
    """Return a battle from its set-up on, on an empty board unless told otherwise."""
    return Play(Game.new("kt18", teams=teams or [crew(), crew()], dice=ScriptedDice(dice), **{"killzone": EMPTY, **options}))
