"""Sitting down at a table: what people are called, a team that was left open, and links for those who look on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from counteract.core.dice import dice_from
from counteract.game import Game
from counteract.server import lobby
from counteract.server.offers import onlookers_token
from counteract.server.rooms import Denied
from counteract.server.settings import Settings
from counteract.server.steps import standing_of, told_of
from counteract.server.store import AlreadyTaken, Seat, StoredGame, new_seat, rename, set_up_anew

if TYPE_CHECKING:
    from counteract.server.sockets import Link
    from counteract.server.tables import TableSession


def called(name: str, settings: Settings) -> str:
    """A name as it is kept: what can be printed of it, and not too long."""
    return "".join(c for c in name if c.isprintable()).strip()[: settings.name_length].strip()


async def introduce(table: TableSession, link: Link, name: str) -> None:
    """Somebody says what they are called; everybody at the table is told."""
    _check_plays(link)
    seat = replace(link.seat, name=called(name, table.hall.settings))
    await table.hall.writer.do(rename(seat.token, seat.name))
    table.room.seats = [seat if one.token == seat.token else one for one in table.room.seats]
    for other in table.links:
        if other.seat.token == seat.token:
            other.seat = seat
    table.presence()


async def invite(table: TableSession, link: Link) -> str:
    """A link for onlookers that a player can pass on; always the same."""
    _check_plays(link)
    token = onlookers_token(link.token)
    await table.hall.writer.do(new_seat(Seat(token, table.room.id, "onlooker", (), "")))
    return token


async def choose_team(table: TableSession, link: Link, team: str) -> None:
    """Somebody chooses the team of their side where it was left open, and the battle can begin."""
    _check_plays(link)
    room = table.room
    side = next((one for one in room.open if one in link.seat.sides), None)
    if side is None:
        raise Denied("not-open", "Your team has been chosen.")
    if not await table.hall.writer.do(set_up_anew(_with_team(room.kept, side, team), room.kept)):
        raise AlreadyTaken
    await table.catch_up()


def _with_team(kept: StoredGame, side: int, team: str) -> StoredGame:
    """Return a battle set up anew with another team on one side."""
    teams = [one["id"] for one in kept.setup["teams"]]
    teams[side] = team
    mission = kept.setup["mission"]
    game = lobby.new_game(kept.ruleset, teams, kept.setup["killzone"]["id"], mission["id"] if mission else "none", kept.setup["options"])
    options = {**kept.options, "open": [one for one in kept.options["open"] if one != side]}
    begun = Game(game.ruleset, game.setup, dice_from(kept.dice))  # the dice that were committed to
    known = {"revision": begun.revision, "opening": told_of(begun), "standing": standing_of(begun)}
    return replace(kept, setup=game.setup, options=options, touched=time.time(), **known)


def _check_plays(link: Link) -> None:
    if not link.seat.sides:
        raise Denied("onlooker", "Onlookers only look on.")
