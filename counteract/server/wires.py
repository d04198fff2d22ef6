"""The wire below a link: as the server brings it, and able to let go of somebody who has stopped reading."""

from __future__ import annotations

from typing import Any, cast

from fastapi import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

LINGER = 10.0  # seconds to read what was sent before, and why it ends
_DROP = "counteract.drop"


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket that can be ended while its reader is not reading.

    What has been written waits in the connection until it is read, and so would a plain end, for as long as the other
    side likes. Here it waits for a while only.
    """

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            cast(Any, scope)["extensions"][_DROP] = self.drop

    def drop(self, code: int, reason: str, linger: float) -> None:
        """End the link behind what has been written; who has not read that in time is cut off."""
        if not (self.close_sent or self.transport.is_closing()):
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            if self.read_paused:  # the other side says when it has read so far
                self.read_paused = False
                self.transport.resume_reading()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(linger, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Somebody does not answer any more."""
        super().keepalive_timeout()
        self.loop.call_later(LINGER, self.transport.abort)


def drop(socket: WebSocket, code: int, reason: str, linger: float = LINGER) -> None:
    """End a link whose reader does not read; over any other kind of wire it ends as all links do."""
    let_go = socket.scope.get("extensions", {}).get(_DROP)
    if let_go is not None:
        let_go(code, reason, linger)
