"""What the scenes of all rulesets have in common: a board under construction, and a procedure being played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import msgspec

from counteract.core.decision import PASS, Allocate, Answer, Decision, Dice, Path, Pick, Place, Refusal
from counteract.core.game import Game
from counteract.core.state import Event
from counteract.table.killzone import Killzone
from counteract.table.terrain import Board, Part

INCH = 25.4  # mm: a base of this diameter has a radius of 0.5"


class Stage:
    """A board with terrain on it."""

    def __init__(self, board: tuple[float, float]) -> None:
        self.board = Board(*board)
        self.parts: list[Part] = []

    def wall(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        *,
        top: float = 3.0,
        bottom: float = 0.0,
        kind: str = "",
        marks: Iterable[str] = (),
        feature: str = "",
    ) -> str:
        """Put a rectangular terrain part down; its id. Each is a feature of its own unless told otherwise."""
        name = f"part{len(self.parts)}"
        kind = kind or ("heavy" if top - bottom >= 2 else "light")
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        self.parts.append(Part(id=name, feature=feature or name, footprint=corners, bottom=bottom, top=top, kind=kind, marks=tuple(marks)))  # type: ignore[arg-type]
        return name

    def floor(self, x0: float, y0: float, x1: float, y1: float, *, z: float = 3.0, feature: str = "") -> str:
        """A raised floor to stand on."""
        return self.wall(x0, y0, x1, y1, bottom=z - 0.1, top=z, kind="light", marks=("vantage",), feature=feature)

    def killzone(self) -> Killzone:
        return Killzone(id="scene", name="Scene", summary="…", board=self.board, parts=tuple(self.parts))

    def described(self, *about: Any) -> dict[str, Any]:
        """A set-up on this board: teams, mission, options and the revision of the rules as plain data."""
        teams, mission, options, revision = map(msgspec.to_builtins, about)
        killzone = msgspec.to_builtins(self.killzone())
        return {"teams": teams, "killzone": killzone, "mission": mission, "options": options, "revision": revision}


class Play:
    """A procedure being played, with short words for what tests do."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def decision(self) -> Decision:
        assert self.game.decision is not None, "there is nothing to decide"
        return self.game.decision

    @property
    def state(self) -> Any:
        return self.game.state

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def what(self) -> str:
        """What is being asked, or "" if nothing is."""
        return self.game.decision.what if self.game.decision else ""

    @property
    def player(self) -> int:
        return self.decision.player

    def options(self) -> list[Any]:
        """The options, picks as bare values and a pass as "pass"."""
        return [o.value if isinstance(o, Pick) else "pass" if o == PASS else o for o in self.decision.options]

    def answer(self, *answers: Any) -> Self:
        """Give answers in order: a name or number is a pick, "pass" passes, a list of points is a path."""
        for answer in answers:
            self.game.play(as_answer(answer))
        return self

    def why(self, answer: Any) -> str:
        """The rule that an answer is refused by; "" if it is legal."""
        assert self.game.decision is not None, "there is nothing to decide"
        refusal = self.game.why_not(as_answer(answer))
        return refusal.rule if refusal else ""

    def refusal(self, answer: Any) -> Refusal:
        refusal = self.game.why_not(as_answer(answer))
        assert refusal is not None, "it would be accepted"
        return refusal

    def wounds(self, i: int) -> int:
        return int(self.state.models[i].wounds)

    def events(self, kind: str) -> list[Event]:
        return [e for e in self.game.events if e.kind == kind]

    def damage(self, i: int) -> int:
        """All the damage an operative has suffered in this play."""
        return sum(e.values["amount"] for e in self.events("damage") if e.values["model"] == i)


def as_answer(answer: Any) -> Answer:
    if answer == "pass":
        return PASS
    if isinstance(answer, (str, int)):
        return Pick(answer)
    if isinstance(answer, list):
        return Path(tuple(tuple(p) for p in answer))
    assert isinstance(answer, (Pick, Place, Path, Dice, Allocate)) or answer == PASS
    return answer
