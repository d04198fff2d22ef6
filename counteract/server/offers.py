"""Offers at a table: to take something back, and to play again. They are made, accepted or declined, and forgotten with the table."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from counteract.server import messages as m
from counteract.server.rooms import Denied
from counteract.server.store import Seat

if TYPE_CHECKING:
    from counteract.server.sockets import Link
    from counteract.server.tables import TableSession


class Offer:
    """Something that a seat offers, and the sides that have not replied yet."""

    def __init__(self, kind: m.OfferKind, seat: Seat, waiting: list[int]) -> None:
        self.kind = kind
        self.seat = seat
        self.waiting = waiting

    def message(self) -> m.OfferMessage:
        return m.OfferMessage(self.kind, self.seat.sides[0], self.waiting)


class Offers:
    """The offers made at a table, each with who made it. An offer takes everybody who is asked to accept, and one to decline."""

    def __init__(self, table: TableSession) -> None:
        self.table = table
        self.following: str | None = table.room.kept.following  # the battle that follows
        self._standing: dict[m.OfferKind, Offer] = {}

    def show(self, link: Link) -> None:
        """Tell somebody who comes of everything that is offered."""
        for offer in self._standing.values():
            link.send(offer.message())
        if self.following is not None:
            self.table.hall.spawn(self._tell_following(link))

    def make(self, link: Link, kind: m.OfferKind, asked: list[int]) -> None:
        """Offer something to some sides; who offers it again asks nobody twice, and somebody else's offer gives way."""
        offer = self._standing.get(kind)
        if offer is None or offer.seat.token != link.seat.token:
            self.end(kind, "lapsed")
            offer = self._standing[kind] = Offer(kind, link.seat, asked)
        self.table.tell_all(offer.message())

    def end(self, kind: m.OfferKind, how: m.OfferEnd, by: int | UnsetType = UNSET) -> None:
        """An offer no longer stands, if it did; ``by`` is the side that declined it."""
        offer = self._standing.pop(kind, None)
        if offer is not None:
            self.table.tell_all(m.OfferOver(kind, offer.seat.sides[0], how, by))

    async def reply(self, link: Link, kind: m.OfferKind, accept: bool, key: str) -> None:
        """Accept or decline what another player offers, or withdraw one's own offer."""
        offer = self._standing.get(kind)
        if offer is None:
            raise Denied("no-offer", "Nothing of the kind is offered any more.")
        if not link.seat.sides:
            raise Denied("onlooker", "Onlookers only look on.")
        own = offer.seat.token == link.seat.token
        if accept if own else all(side not in offer.waiting for side in link.seat.sides):
            raise Denied("not-yours", "It is for others to reply.")
        if not accept:
            self.end(kind, "withdrawn" if own else "declined", UNSET if own else link.seat.sides[0])
        else:
            await self._accept(offer, link.seat, key)

    async def pass_over(self, seat: Seat) -> None:
        """Wait no more for the reply of a seat whose player is away, to who asks to take something back."""
        offer = self._standing.get("undo")
        if offer is not None and any(side in offer.waiting for side in seat.sides):
            await self._accept(offer, seat, f"away:{self.table.room.version}")

    async def _accept(self, offer: Offer, seat: Seat, key: str) -> None:
        """One more accepts; what all have accepted is done."""
        table = self.table
        left = [side for side in offer.waiting if side not in seat.sides]
        if left:
            offer.waiting = left
            table.tell_all(offer.message())
        elif offer.kind == "undo":
            change = table.room.undo(offer.seat, table.room.version, key)
            self.end("undo", "accepted")
            await table.take(change)
        else:
            self.end("rematch", "accepted")
            await self._next_battle()

    async def rematch(self, link: Link) -> None:
        """Play again: at once where nobody else is to be asked; who offers what is offered already accepts it."""
        room, offer = self.table.room, self._standing.get("rematch")
        if not link.seat.sides:
            raise Denied("onlooker", "Onlookers only look on.")
        if not room.game.over:
            raise Denied("not-over", "The next battle begins when this one is over.")
        others = room.others(link.seat)
        if self.following is not None:
            await self._tell_following(link)
        elif not others:
            await self._next_battle()
        elif offer is None or offer.seat.token == link.seat.token:
            self.make(link, "rematch", others)
        else:
            await self._accept(offer, link.seat, "")

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
