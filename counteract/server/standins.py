"""Stand-ins: after a stated wait a program plays for somebody who is away, until they come back.

The wait runs while a seat has to decide, nobody is there for it, and somebody else who plays is kept waiting. Whose seat a
program plays is kept, so a server that was stopped goes on from there; what was waited until then is not.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from counteract.server.store import Seat, set_stood_in

if TYPE_CHECKING:
    from counteract.server.sockets import Link
    from counteract.server.tables import TableSession

PROGRAM = "novice"


class StandIns:
    """The players who are waited for at a table, and the seats that a program plays meanwhile."""

    def __init__(self, table: TableSession) -> None:
        minutes = table.room.kept.options.get("stand_in")
        self.table = table
        self.wait = None if minutes is None else 60.0 * minutes  # seconds; None: everybody is waited for
        self._awaited: str | None = None  # the token of the seat that is waited for
        self._left = 0.0  # seconds to wait for it
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    # --- who is there

    def is_here(self, seat: Seat) -> bool:
        """Return True if somebody is linked to a seat."""
        return any(link.seat.token == seat.token for link in self.table.links)

    def _missed(self) -> Seat | None:
        """Return the seat that has to decide if nobody is there for it and somebody else who plays waits, else None."""
        room, decision = self.table.room, self.table.room.game.decision
        if self.wait is None or decision is None or room.open:
            return None
        seat = next((seat for seat in room.seats if seat.kind == "human" and decision.player in seat.sides), None)
        if seat is None or self.is_here(seat):
            return None
        return seat if any(set(link.seat.sides) - set(room.game.state.conceded) for link in self.table.links) else None

    def program(self) -> str | None:
        """Return the name of the program that is to answer for somebody who is away, if one is."""
        seat = self._missed()
        return PROGRAM if seat is not None and seat.stood_in else None

    # --- waiting

    def look(self) -> None:
        """Let the wait for whoever has to decide run, stand still or end."""
        self.stop()
        seat, decision = self._missed(), self.table.room.game.decision
        if seat is None:
            awaited = next((one for one in self.table.room.seats if one.token == self._awaited), None)
            if awaited is None or self.is_here(awaited) or decision is None or decision.player not in awaited.sides:
                self._awaited = None
        elif not seat.stood_in and self.wait is not None:
            if self._awaited != seat.token:
                self._awaited, self._left = seat.token, self.wait
            self._since = self.table.hall.now()
            self._timer = asyncio.get_running_loop().call_later(self._left, lambda: self.table.post(self._begin))

    def stop(self) -> None:
        """Let no wait run; what is left of it stays."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._left = max(0.0, self._left - (self.table.hall.now() - self._since))

    # --- handing over

    async def _begin(self) -> None:
        """A program takes the seat that was waited for, unless its player came back just in time."""
        seat = self._missed()
        if seat is None or seat.token != self._awaited or seat.stood_in:
            return
        await self.table.hall.writer.do(set_stood_in(seat.token, stood_in=True))
        if self.is_here(seat):
            await self._give_back(seat)
            return
        self._awaited = None
        self._set(seat, stood_in=True)
        self.table.presence()
        await self.table.offers.pass_over(seat)
        self.table.go_on()

    def come(self, link: Link) -> None:
        """Somebody comes: the seat is theirs again at once, and they are asked whatever others are asked."""
        link.seat = replace(link.seat, stood_in=False)
        seat = next((one for one in self.table.room.seats if one.token == link.seat.token and one.stood_in), None)
        if seat is not None:
            self._set(seat, stood_in=False)
            self.table.offers.end("undo", "lapsed")
            self.table.post(lambda: self._give_back(seat))

    async def _give_back(self, seat: Seat) -> None:
        await self.table.hall.writer.do(set_stood_in(seat.token, stood_in=False))

    def remind(self) -> None:
        """The seats have been read anew: those of people who are there are their own."""
        self.table.room.seats = [replace(seat, stood_in=seat.stood_in and not self.is_here(seat)) for seat in self.table.room.seats]

    def _set(self, seat: Seat, *, stood_in: bool) -> None:
        changed = replace(seat, stood_in=stood_in)
        self.table.room.seats = [changed if one.token == seat.token else one for one in self.table.room.seats]
