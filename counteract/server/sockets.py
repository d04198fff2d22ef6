"""Links: the WebSocket between a page and a table. What arrives is read and measured here, and passed on."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import msgspec
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from counteract.core.language import LANGUAGES, speaking
from counteract.server import messages as m
from counteract.server.hall import Hall
from counteract.server.offers import next_token
from counteract.server.origins import is_at_home
from counteract.server.rooms import Denied
from counteract.server.settings import Settings
from counteract.server.store import Seat
from counteract.server.tables import Table

#: Why a link is closed for good; a page does not come back.
NOT_FOUND, NOT_ALLOWED, TOO_MUCH, LATER, GOING = 4404, 4403, 1008, 1013, 1001

_decoder: msgspec.json.Decoder[m.FromPage] = msgspec.json.Decoder(m.FromPage)


class Link:
    """One connection to a table."""

    def __init__(self, socket: WebSocket, seat: Seat, token: str, lang: str, settings: Settings) -> None:
        self.socket = socket
        self.seat = seat
        self.token = token
        self.lang = lang
        self.settings = settings
        self.too_slow = asyncio.Event()
        self._out: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        self._meter = Meter(settings)

    def seat_again(self) -> Seat:
        """The same seat in the battle that follows."""
        return msgspec.structs.replace(self.seat, token=next_token(self.token))

    # --- out

    def send(self, message: Any) -> None:
        self.send_bytes(msgspec.json.encode(message))

    def send_bytes(self, data: bytes) -> None:
        """Have a message sent; who reads too slowly is sent away, and can come back for the rest."""
        if self._out.qsize() >= self.settings.backlog:
            self.too_slow.set()
        else:
            self._out.put_nowait(data)

    def part(self, code: int, reason: str) -> None:
        """Close the link, once what is waiting has been sent."""
        self._out.put_nowait((code, reason))

    async def writing(self) -> None:
        """Send what is to be sent."""
        while True:
            message = await self._out.get()
            if isinstance(message, tuple):
                await self.socket.close(*message)
                return
            await self.socket.send_text(message.decode())

    # --- in

    async def reading(self, table: Table) -> None:
        """Pass on what arrives, until the link ends."""
        while True:
            arrived = await self.socket.receive()
            if arrived["type"] == "websocket.disconnect":
                return
            try:
                self._meter.count()
                message = self._read(arrived)
            except Denied as denied:
                with speaking(self.lang):
                    self.send(m.Refused(_id_in(arrived), denied.name, denied.sentence, ""))
                if self._meter.worn_out:
                    self.part(TOO_MUCH, denied.sentence)
                    return
                continue
            table.post(lambda message=message: table.hear(self, message))  # type: ignore[misc]

    def _read(self, arrived: Any) -> m.FromPage:
        text = arrived.get("text")
        if text is None:
            raise Denied("bad-message", "A message is a text, not bytes.")
        if len(text) > self.settings.message_size:
            raise Denied("bad-message", "A message has at most {most} characters.", most=self.settings.message_size)
        try:
            return _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Denied("bad-message", "This message cannot be read: {problem}", problem=str(error)) from None


class Meter:
    """How fast a link may send: so many messages at once, and so many a second after that."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._left = float(settings.message_burst)
        self._at = time.monotonic()
        self._too_many = 0

    def count(self) -> None:
        """One more message; denied if it comes too fast."""
        now = time.monotonic()
        self._left = min(float(self.settings.message_burst), self._left + (now - self._at) * self.settings.message_rate)
        self._at = now
        if self._left < 1.0:
            self._too_many += 1
            raise Denied("too-fast", "Not so fast: at most {rate:g} messages a second.", rate=self.settings.message_rate)
        self._left -= 1.0
        self._too_many = 0

    @property
    def worn_out(self) -> bool:
        """Whether somebody will not stop."""
        return self._too_many > self.settings.patience


def _id_in(arrived: Any) -> str:
    """The id of a message that could not be taken, if it has one."""
    with suppress(Exception):
        body = msgspec.json.decode(arrived.get("text") or "")
        if isinstance(body, dict) and isinstance(body.get("id"), str):
            return str(body["id"])[:64]
    return ""


async def play(socket: WebSocket, hall: Hall, token: str, lang: str | None, have: str | None) -> None:
    """One link, from its beginning to its end."""
    speech = lang if lang in LANGUAGES else "en"
    with speaking(speech):
        await socket.accept()
        try:
            if not is_at_home(socket.headers, hall.settings):
                raise Denied("not-allowed", "A page from elsewhere may not play here.")
            seat = await hall.seat(token)
            if seat.kind == "bot":
                raise Denied("no-seat", "A program sits here.")
            table = await hall.table(seat.game)
            if hall.connections >= hall.settings.connections or len(table.links) >= hall.settings.connections_a_game:
                raise Denied("full", "There are too many people here already; try again in a while.")
        except Denied as denied:
            await _turn_away(socket, denied)
            return
    link = Link(socket, seat, token, speech, hall.settings)
    hall.connections += 1
    tasks = [asyncio.create_task(work) for work in (link.writing(), link.reading(table), link.too_slow.wait())]
    try:
        table.join(link, int(have) if have is not None and have.isascii() and have.isdecimal() and len(have) < 10 else None)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hall.connections -= 1
        table.leave(link)
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await task


_CODES = {"no-seat": NOT_FOUND, "no-game": NOT_FOUND, "not-allowed": NOT_ALLOWED}


async def _turn_away(socket: WebSocket, denied: Denied) -> None:
    sentence = denied.sentence
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(msgspec.json.encode(m.Refused("", denied.name, sentence, "")).decode())
        await socket.close(_CODES.get(denied.name, LATER), sentence.encode()[:120].decode(errors="ignore"))
