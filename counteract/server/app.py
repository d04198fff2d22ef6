"""The server as an application: calls, links, and the page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Response, WebSocket
from fastapi.responses import FileResponse, HTMLResponse
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from counteract import __version__
from counteract.server import api, problems, schema, sockets
from counteract.server.hall import Hall
from counteract.server.rooms import Denied
from counteract.server.settings import Settings
from counteract.server.store import open_store

PAGE = Path(__file__).parent / "page"

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # links are secrets
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
UNBUILT = """<!doctype html><meta charset="utf-8"><title>Counteract</title>
<p>The table runs, but its page has not been built. In a clone, <code>make play</code> builds it; it needs Node.js.</p>"""


def create_app(settings: Settings, ready: Callable[[], None] | None = None) -> FastAPI:
    """A server with these settings; ``ready`` is called once it takes calls."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hall = Hall(open_store(settings.database), settings)
        app.state.hall = hall
        hall.spawn(hall.warm())
        if ready is not None:
            ready()
        yield
        await hall.close()

    app = FastAPI(title="Counteract", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/schema.json")
    app.include_router(api.router)
    app.add_api_websocket_route("/api/play/{token}", _play)
    app.add_api_route("/{path:path}", _page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(_Careful)
    problems.install(app)
    schema.install(app)
    return app


def described() -> dict[str, Any]:
    """Return the description of all calls and messages."""
    return create_app(Settings()).openapi()


async def _play(socket: WebSocket, token: str, lang: str | None = None, have: str | None = None) -> None:
    await sockets.play(socket, socket.app.state.hall, token, lang, have)


class _Careful:
    """Every answer gets the headers that belong to it. A reader who has gone away meanwhile is no trouble."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, answer)


async def _page(path: str) -> Response:
    """A file of the page; every address that is no file is the page itself, which knows what to show."""
    if path == "api" or path.startswith("api/"):
        raise Denied("no-call", "There is nothing here.")
    file = (PAGE / path).resolve()
    if path and file.is_relative_to(PAGE.resolve()) and file.is_file():
        lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"cache-control": lasting})
    index = PAGE / "index.html"
    if not index.is_file():
        return HTMLResponse(UNBUILT, 503)
    return FileResponse(index, headers={"cache-control": "no-cache"})
