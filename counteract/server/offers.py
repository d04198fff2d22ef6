"""Offers at a table: to take something back, and to play again. They are made, accepted or declined, and forgotten with the table."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

from counteract.server import messages as m
from counteract.server.rooms import Denied
from counteract.server.store import Seat

if TYPE_CHECKING:
    from counteract.server.sockets import Link
    from counteract.server.tables import Table


class Offers:
    """What is offered at a table, and by whom."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.following: str | None = table.room.kept.following  # the battle that follows
        self._standing: dict[m.OfferKind, Seat] = {}

    def show(self, link: Link) -> None:
        """Tell somebody who comes of everything that is offered."""
        for kind, seat in self._standing.items():
            link.send(m.Offer(kind, seat.sides[0]))
        if self.following is not None:
            self.table.hall.spawn(self._tell_following(link))

    def make(self, link: Link, kind: m.OfferKind) -> None:
        self._standing[kind] = link.seat
        self.table.tell_all(m.Offer(kind, link.seat.sides[0]))

    def end(self, kind: m.OfferKind, how: m.OfferEnd) -> None:
        """An offer no longer stands, if it did."""
        seat = self._standing.pop(kind, None)
        if seat is not None:
            self.table.tell_all(m.OfferOver(kind, seat.sides[0], how))

    async def reply(self, link: Link, kind: m.OfferKind, accept: bool, key: str) -> None:
        """Accept or decline an offer of the other player, or withdraw one's own."""
        asked = self._standing.get(kind)
        if asked is None:
            raise Denied("no-offer", "Nothing of the kind is offered any more.")
        if not link.seat.sides:
            raise Denied("onlooker", "Onlookers only look on.")
        own = asked.token == link.seat.token
        if own and accept:
            raise Denied("not-yours", "It is for the other player to reply.")
        if not accept:
            self.end(kind, "withdrawn" if own else "declined")
        elif kind == "undo":
            change = self.table.room.undo(asked, self.table.room.version, key)
            self.end(kind, "accepted")
            await self.table.take(change)
        else:
            self.end(kind, "accepted")
            await self._next_battle()

    async def rematch(self, link: Link) -> None:
        """Play again: at once where nobody else is to be asked, or where the other player has offered the same."""
        room, asked = self.table.room, self._standing.get("rematch")
        if not link.seat.sides:
            raise Denied("onlooker", "Onlookers only look on.")
        if not room.game.over:
            raise Denied("not-over", "The next battle begins when this one is over.")
        if self.following is not None:
            await self._tell_following(link)
        elif room.alone(link.seat) or (asked is not None and asked.token != link.seat.token):
            self.end("rematch", "accepted")
            await self._next_battle()
        else:
            self.make(link, "rematch")

    async def _next_battle(self) -> None:
        """Set up the same battle again, and tell everybody here the link to their seat there."""
        self.following = await self.table.hall.rematch(self.table)
        for link in list(self.table.links):
            await self._tell_following(link)

    async def _tell_following(self, link: Link) -> None:
        assert self.following is not None
        await self.table.hall.seat_again(self.following, link.seat_again())
        link.send(m.Rematch(next_token(link.token)))


def next_token(token: str) -> str:
    """The link to the same seat in the battle that follows: known to whoever knows this one, and to nobody else."""
    return _derived("rematch", token)


def onlookers_token(token: str) -> str:
    """A link for onlookers of the same battle, which leads nobody to this seat."""
    return _derived("onlookers", token)


def _derived(purpose: str, token: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(f"counteract {purpose} {token}".encode()).digest()[:24]).decode()
