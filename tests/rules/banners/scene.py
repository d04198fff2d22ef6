"""Small battles for banners: runners where they are wanted, dice as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import counteract as ca
from counteract.core.decision import PASS, Answer, Path, Pick
from counteract.game import Game
from counteract.table.killzone import Killzone
from counteract.table.terrain import Board, Part

BANDS = ("herons", "larks", "magpies", "wrens")
WALL = Part(id="wall", feature="wall", footprint=((10, 0), (10.5, 0), (10.5, 22), (10, 22)), top=5.0, kind="heavy")


def battle(
    places: dict[int, tuple[float, float]],
    *dice: int,
    mission: Any = "fair-day",
    parts: Sequence[Part] = (),
    sides: int = 3,
    turn: int = 1,
    first: int = 0,
    wounds: dict[int, int] | None = None,
    options: dict[str, Any] | None = None,
) -> Game:
    """Return a round in which all models on the board are ready and a band is to begin; those without a place are out of the battle.

    The runners of the first band are 0 to 2, those of the second 3 to 5, and so on.
    """
    zone = Killzone(id="empty", name="Empty", summary="", board=Board(30, 22), parts=tuple(parts))
    order = [(first + k) % sides for k in range(sides)]
    position = ca.Position(
        "banners", teams=BANDS[:sides], killzone=zone, mission=mission, options=options, turn=turn,
        agenda=[["turn", {"order": order, "final": True}], ["end_round"]],
        models=[{"model": i, "at": at, **({"wounds": wounds[i]} if wounds and i in wounds else {})} for i, at in places.items()],
    )  # fmt: skip
    return ca.Game.at(position, dice=ca.ScriptedDice(dice))


def play(game: Game, *answers: object) -> Game:
    """Give answers: words and numbers are picked, a pair is a place to move to, None is a pass."""
    for answer in answers:
        game.play(as_answer(answer))
    return game


def as_answer(answer: object) -> Answer:
    match answer:
        case None:
            return PASS
        case (x, y):
            return Path(((float(x), float(y)),))
        case int() | str():
            return Pick(answer)
    return answer  # type: ignore[return-value]


def told(game: Game) -> list[str]:
    """Return the events as sentences."""
    return [game.tell(event) for event in game.events]
