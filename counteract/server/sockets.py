"""Links: the WebSocket between a page and a table. What arrives is read and measured here, and passed on."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import msgspec
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from counteract.core.language import LANGUAGES, say, speaking
from counteract.server import messages as m
from counteract.server import wishes
from counteract.server.hall import Hall
from counteract.server.offers import next_token
from counteract.server.origins import is_at_home
from counteract.server.rooms import Denied
from counteract.server.settings import Settings
from counteract.server.store import Seat
from counteract.server.tables import TableSession
from counteract.server.wires import drop

#: Why a link is closed for good; a page does not come back.
NOT_FOUND, NOT_ALLOWED, TOO_MUCH, LATER, GOING = 4404, 4403, 1008, 1013, 1001

_decoder: msgspec.json.Decoder[wishes.FromPage] = msgspec.json.Decoder(wishes.FromPage)


class Turns:
    """The amount of what a link has sent that is being dealt with; while that is too much, no more is read."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.now = 0
        self._free = asyncio.Event()
        self._free.set()

    def begin(self) -> None:
        self.now += 1
        if self.now >= self.most:
            self._free.clear()

    def end(self) -> None:
        self.now -= 1
        if self.now < self.most:
            self._free.set()

    async def wait(self) -> None:
        """Wait until there is room for more."""
        await self._free.wait()


class Link:
    """One connection to a table."""

    def __init__(self, socket: WebSocket, seat: Seat, token: str, lang: str, settings: Settings) -> None:
        self.socket = socket
        self.seat = seat
        self.token = token
        self.lang = lang
        self.settings = settings
        self.too_slow = asyncio.Event()
        self.turns = Turns(settings.waiting)
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._backlog = 0  # bytes that wait to be sent
        self._meter = Meter(settings)

    def seat_again(self) -> Seat:
        """Return the seat in the battle that follows this one."""
        return msgspec.structs.replace(self.seat, token=next_token(self.token))

    # --- out

    def send(self, message: Any) -> None:
        self.send_bytes(msgspec.json.encode(message))

    def send_bytes(self, data: bytes) -> None:
        """Have a message sent; who reads too slowly is sent away, and can come back for the rest."""
        if self.too_slow.is_set():
            return
        self._backlog += len(data)
        if self._backlog > self.settings.backlog:
            self.too_slow.set()
        else:
            self._out.put_nowait(data)

    async def writing(self) -> None:
        """Send what is to be sent."""
        while True:
            message = await self._out.get()
            await self.socket.send_text(message.decode())
            self._backlog -= len(message)

    def let_go(self) -> None:
        """End the link, whether anybody reads what has been sent or not."""
        with speaking(self.lang):
            if self.too_slow.is_set():
                code, reason = LATER, say("This page reads too slowly; it can come back for the rest.")
            elif self._meter.worn_out:
                code, reason = TOO_MUCH, self._meter.too_fast.sentence
            else:
                code, reason = GOING, ""
        drop(self.socket, code, in_short(reason), self.settings.linger)

    # --- in

    async def reading(self, table: TableSession) -> None:
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
                    self.send(m.RefusedMessage(_id_in(arrived), denied.name, denied.sentence, ""))
                if self._meter.worn_out:
                    return
                continue
            self.turns.begin()
            table.post(lambda message=message: self._heard(table, message))  # type: ignore[misc]
            await self.turns.wait()

    async def _heard(self, table: TableSession, message: wishes.FromPage) -> None:
        try:
            await table.hear(self, message)
        finally:
            self.turns.end()

    def _read(self, arrived: Any) -> wishes.FromPage:
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
    """The rate at which a link may send: so many messages at once, and so many a second after that."""

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
            raise self.too_fast
        self._left -= 1.0
        self._too_many = 0

    @property
    def too_fast(self) -> Denied:
        return Denied("too-fast", "Not so fast: at most {rate:g} messages a second.", rate=self.settings.message_rate)

    @property
    def worn_out(self) -> bool:
        """Return True if the sender has sent too much too often."""
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
        link.let_go()


_CODES = {"no-seat": NOT_FOUND, "no-game": NOT_FOUND, "not-allowed": NOT_ALLOWED}


async def _turn_away(socket: WebSocket, denied: Denied) -> None:
    sentence = denied.sentence
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(msgspec.json.encode(m.RefusedMessage("", denied.name, sentence, "")).decode())
        await socket.close(_CODES.get(denied.name, LATER), in_short(sentence))


def in_short(reason: str) -> str:
    """As much of a sentence as the end of a link can say."""
    return reason.encode()[:120].decode(errors="ignore")
