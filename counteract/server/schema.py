"""The one description of everything on the wire: OpenAPI for the calls, with the messages of the WebSocket beside them.

``python -m counteract.server.schema`` prints it.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from counteract import __version__
from counteract.core import preview
from counteract.server import calls, lobby, messages, problems, sheets, wishes

REF = "#/components/schemas/{name}"
KINDS = (
    messages.FromServer, wishes.FromPage, messages.ReachTold, messages.WayTold, messages.ArrangedTold, messages.MeasureTold, messages.HintTold,
    messages.SetUpTold, messages.ActsTold, messages.SeesTold, messages.InviteTold, preview.Forecast, preview.Threat,
    calls.NewGame, calls.Created, calls.PositionText, calls.PositionCard, calls.SeatCard, calls.Replay, calls.Rolls, calls.RuleText, calls.Health,
    calls.ShootQuery, calls.FightQuery, calls.TableQuery, lobby.RulesetCard, lobby.TeamCard, lobby.KillzoneCard, sheets.OddsSheet,
    problems.ProblemDetails,
)  # fmt: skip


def components() -> dict[str, Any]:
    """Every kind of thing by its name."""
    return msgspec.json.schema_components(KINDS, ref_template=REF)[1]


def speaks(*, gives: Any, takes: Any = None, status: int = 200, media: str = "application/json") -> dict[str, Any]:
    """Return the description of a route: what it takes and gives."""
    problem = {"description": "what is wrong", "content": {"application/problem+json": {"schema": {"$ref": REF.format(name="ProblemDetails")}}}}
    answers: dict[int | str, Any] = {status: {"description": "as asked", "content": {media: {"schema": _schema(gives)}}}}
    for code in (400, 403, 404, 409, 413, 503) if takes is not None else (400, 403, 404, 409, 503):
        answers[code] = problem
    more: dict[str, Any] = {}
    if takes is not None:
        more = {"openapi_extra": {"requestBody": {"required": True, "content": {"application/json": {"schema": _schema(takes)}}}}}
    return {"responses": answers, "response_model": None, **more}


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return schema


def install(app: FastAPI) -> None:
    """Have the app describe itself in this way."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            found = get_openapi(title="Counteract", version=__version__, routes=app.routes)
            for path in found["paths"].values():
                for call in path.values():
                    call["responses"].pop("422", None)
            found.setdefault("components", {})["schemas"] = components()
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def main() -> None:
    from counteract.server.app import described

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(described()), indent=1).decode() + "\n")


if __name__ == "__main__":
    main()
