"""Errors of HTTP calls, each in one sentence: application/problem+json for every call."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from counteract.core.language import LANGUAGES, say, speaking
from counteract.server.rooms import Denied

_log = logging.getLogger("counteract")

#: The status of each kind of denial; whatever else is denied was a bad question.
STATUS = {
    "no-game": 404, "no-seat": 404, "not-found": 404, "no-call": 404, "no-way": 405, "not-over": 409, "not-allowed": 403,
    "too-large": 413, "full": 503, "busy": 503,
}  # fmt: skip


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reason a call failed."""

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""
    where: str = ""  # the part of the question that is wrong


def answer(denied: Denied, lang: str = "en") -> Response:
    """A denial as an answer."""
    with speaking(lang):
        status = STATUS.get(denied.name, 400)
        problem = ProblemDetails(
            type=f"about:counteract/{denied.name}", title=say("This cannot be done."), status=status, detail=denied.sentence, rule=denied.rule,
            where=denied.values.get("where", ""),
        )  # fmt: skip
    return Response(msgspec.json.encode(problem), status, media_type="application/problem+json")


def install(app: FastAPI) -> None:
    """Have everything that goes wrong answered in this way."""

    @app.exception_handler(Denied)
    async def denied(request: Request, error: Exception) -> Response:
        assert isinstance(error, Denied)
        return answer(error, _language(request))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first: Any = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return answer(Denied("bad-question", "{where}: {problem}.", where=where, problem=first["msg"]), _language(request))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        kinds = {404: Denied("no-call", "There is nothing here."), 405: Denied("no-way", "This cannot be done here in this way.")}
        response = answer(kinds.get(error.status_code, Denied("bad-question", "This cannot be understood.")), _language(request))
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response

    @app.exception_handler(Exception)
    async def trouble(request: Request, error: Exception) -> Response:
        _log.error("%s %s", request.method, request.url.path, exc_info=error)
        with speaking(_language(request)):
            words = say("Something went wrong."), say("The fault is the server's; nothing has changed.")
        problem = ProblemDetails(type="about:counteract/trouble", title=words[0], status=500, detail=words[1])
        return Response(msgspec.json.encode(problem), 500, media_type="application/problem+json")


def _language(request: Request) -> str:
    lang = request.query_params.get("lang", "en")
    return lang if lang in LANGUAGES else "en"
