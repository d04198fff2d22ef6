"""Small battles for banners: runners where they are wanted, dice as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from banners.ruleset import RULESET
from counteract.core.decision import PASS, Answer, Path, Pick
from counteract.core.dice import ScriptedDice
from counteract.core.game import Game
from counteract.core.procedure import Alternation
from counteract.core.state import Task
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
    """A round in which everybody on the board is ready and a band is to begin; who has no place is out of the battle.

    The runners of the first band are 0 to 2, those of the second 3 to 5, and so on.
    """
    zone = Killzone(id="empty", name="Empty", summary="", board=Board(30, 22), parts=tuple(parts))
    setup = RULESET.prepare(BANDS[:sides], zone, mission, options or {})
    _, start = RULESET.arrange(setup)
    models = tuple(replace(m, ready=i in places, gone=i not in places, wounds=(wounds or {}).get(i, m.wounds)) for i, m in enumerate(start.models))
    order = tuple((first + k) % sides for k in range(sides))
    agenda = Task("end_round"), Task("turn", (Alternation(order, final=True),))
    stand = tuple((*map(float, places[i]), 0.0) if i in places else None for i in range(len(models)))
    return Game(RULESET, setup, ScriptedDice(dice), replace(start, models=models, places=stand, turn=turn, phase="round", agenda=agenda))


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
    """What has happened, in words."""
    return [game.tell(event) for event in game.events]
