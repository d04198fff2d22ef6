"""Scenes for the tests of all rulesets: a board to set up, and a procedure to play on it.

A scene is a `Position` with its own agenda, and a play is a game begun there: everything goes through the public API.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Self

import msgspec

import counteract as ca
from counteract.core.decision import PASS, Allocate, Answer, Decision, Dice, Path, Pick, Place, Refusal
from counteract.core.registry import find
from counteract.core.state import Event, Task
from counteract.game import Game
from counteract.mechanics.missions import FACING
from counteract.mechanics.operatives.state import NOBODY
from counteract.table.killzone import Killzone
from counteract.table.terrain import Board, Part

INCH = 25.4  # mm: a base of this diameter has a radius of 0.5"


class Stage:
    """A board with terrain and models. Each edition adds how its cards are made and which fields a model has."""

    ruleset: ClassVar[str]
    #: The task that begins a turn, and those with which players set up.
    begins: ClassVar[str]
    setting_up: ClassVar[tuple[str, ...]] = ("set_up", "deploy", "set_up_operative", "barricade")
    #: The conditions of a position by field and value of a model; and the fields that a position names otherwise.
    conditions: ClassVar[Mapping[tuple[str, object], str]]
    names: ClassVar[Mapping[str, str]] = {}
    gone: ClassVar[str]  # the field that is true if a model is out of the battle

    mission: Any
    options: dict[str, Any]

    def __init__(self, board: tuple[float, float]) -> None:
        self.board = Board(*board)
        self.parts: list[Part] = []
        self.cards: list[tuple[int, Any]] = []
        self.places: list[tuple[float, float, float] | None] = []
        self.said: list[dict[str, Any]] = []  # the fields of each model: its wounds, and any others a test sets

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
        """Add a rectangular terrain part and return its id. Each is a feature of its own unless ``feature`` is given."""
        name = f"part{len(self.parts)}"
        kind = kind or ("heavy" if top - bottom >= 2 else "light")
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        self.parts.append(Part(id=name, feature=feature or name, footprint=corners, bottom=bottom, top=top, kind=kind, marks=tuple(marks)))  # type: ignore[arg-type]
        return name

    def floor(self, x0: float, y0: float, x1: float, y1: float, *, z: float = 3.0, feature: str = "") -> str:
        """Add a raised floor to stand on and return its id."""
        return self.wall(x0, y0, x1, y1, bottom=z - 0.1, top=z, kind="light", marks=("vantage",), feature=feature)

    def killzone(self) -> Killzone:
        return Killzone(id="scene", name="Scene", summary="…", board=self.board, parts=tuple(self.parts))

    # --- for editions to define

    def teams(self) -> list[Any]:
        """Return the teams with the cards that were added."""
        raise NotImplementedError

    def told(self, **fields: Any) -> dict[str, Any]:
        """Return the fields of a battle as the fields of a position."""
        raise NotImplementedError

    # --- positions

    def stand(self, side: int, at: Sequence[float] | None, card: Any, **said: Any) -> int:
        """Add a card with the place and the fields of its model, and return its number. Side 0 must be complete before side 1 is begun."""
        assert not self.cards or self.cards[-1][0] <= side, "add all models of side 0 first"
        self.cards.append((side, card))
        self.places.append(None if at is None else (float(at[0]), float(at[1]), float(at[2]) if len(at) > 2 else 0.0))
        self.said.append(said)
        return len(self.cards) - 1

    def told_model(self, i: int) -> dict[str, Any]:
        """Return a model as an entry of a position."""
        place, said = self.places[i], self.said[i]
        told: dict[str, Any] = {"model": i, "wounds": 0 if said.get(self.gone) else said["wounds"], "conditions": []}
        for name, value in said.items():
            if (name, value) in self.conditions:
                told["conditions"].append(self.conditions[name, value])
            elif value and name != "wounds":
                told[self.names.get(name, name)] = value
        return told if place is None else {**told, "at": place}

    def position(self, *agenda: Task, **fields: Any) -> ca.Position:
        """Return the scene as a position with these tasks on its agenda, the first one first, and nothing after them."""
        rows = [[task.name, *map(msgspec.to_builtins, task.args)] for task in agenda]
        told = {"agenda": rows, "edges": self.edges(), **self.told(**fields)}
        if agenda and agenda[0].name == self.begins:
            told |= {"phase": "initiative", "turn": told["turn"] + 1}
        elif agenda and agenda[0].name in self.setting_up:
            told |= {"phase": "setup", "turn": 0}
        return self._at(models=[self.told_model(i) for i in range(len(self.cards))], **told)

    def edges(self) -> list[str]:
        """Return the edges where the sides set up: the first that the mission names, and the one across."""
        first = self.mission.zones[0].edge if self.mission and self.mission.zones else "south"
        return [first, FACING[first]]

    def setup(self) -> dict[str, Any]:
        """Return the set-up of a battle from its beginning; the places of models do not matter."""
        return deepcopy({name: part for name, part in self._at(phase="setup").setup.items() if name != "position"})

    def _at(self, **fields: Any) -> ca.Position:
        options = {"teams": self.teams(), "killzone": self.killzone(), "mission": self.mission, "options": self.options}
        return ca.Position(self.ruleset, **options, **fields)

    def begin(self, *agenda: Task, dice: Iterable[int] = (), **fields: Any) -> Game:
        """Begin a game that carries out these tasks."""
        return ca.Game.at(self.position(*agenda, **fields), dice=ca.ScriptedDice(dice))

    def new(self, dice: Iterable[int]) -> Game:
        """Begin a game from its set-up."""
        given: dict[str, Any] = {"teams": self.teams(), "killzone": self.killzone(), "mission": self.mission, **self.options}
        return ca.Game.new(self.ruleset, dice=ca.ScriptedDice(dice), **given)

    def state(self, *agenda: Task, **fields: Any) -> Any:
        """Return the state in which such a game begins."""
        position = self.position(*agenda, **fields)
        return find(self.ruleset).arrange(position.setup)[1]


class OperativeStage(Stage):
    """A board of an edition with operatives."""

    begins, gone = "turning_point", "down"
    names = {"stunned": "stuns"}
    conditions = {
        ("ready", True): "ready",
        ("ready", False): "expended",
        ("down", True): "incapacitated",
        ("stun", 1): "stunned",
        ("stun", 2): "stunned beyond this activation",
    }

    @property
    def operatives(self) -> list[dict[str, Any]]:
        """The fields of each operative."""
        return self.said

    def told_model(self, i: int) -> dict[str, Any]:
        told = super().told_model(i)
        if "uses" in told:
            told["uses"] = dict(zip(weapon_names(self.cards[i][1]), told["uses"], strict=True))
        return told

    def told(self, **fields: Any) -> dict[str, Any]:
        told: dict[str, Any] = {
            "used": [list(row) for row in fields.pop("used", ())],
            "effects": [_effect(effect) for effect in fields.pop("lasting", ())],
            "acting": [self.told_acting(acting) for acting in fields.pop("acting", ())],
        }
        if fields.get("initiative") == NOBODY:
            fields["initiative"] = "nobody"
        return {**told, **fields}

    def told_acting(self, acting: Any) -> dict[str, Any]:
        """Return an activation as an entry of a position."""
        fired = [weapon_names(self.cards[acting.operative][1])[w] for w in acting.fired]
        return {"model": acting.operative, "kind": acting.kind, "spent": acting.spent, "done": list(acting.done), "fired": fired}


def weapon_names(card: Any) -> list[str]:
    """Return the names of a card's weapons as in a position: the second of a name has its kind behind it."""
    names = [weapon.name for weapon in card.weapons]
    return [f"{name} ({card.weapons[w].kind})" if name in names[:w] else name for w, name in enumerate(names)]


def _effect(effect: Any) -> dict[str, Any]:
    """Return a ploy in force as an entry of a position."""
    whom = {} if effect.model < 0 else {"model": effect.model}
    return {"side": effect.side, "ploy": effect.effect.rpartition("/")[2], "until": effect.until, **whom}


class Play:
    """A procedure being played, with short methods for tests."""

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
        """The name of the current decision, or "" if there is none."""
        return self.game.decision.what if self.game.decision else ""

    @property
    def player(self) -> int:
        return self.decision.player

    def options(self) -> list[Any]:
        """Return the options, picks as bare values and a pass as "pass"."""
        return [o.value if isinstance(o, Pick) else "pass" if o == PASS else o for o in self.decision.options]

    def answer(self, *answers: Any) -> Self:
        """Give answers in order: a name or number is a pick, "pass" passes, a list of points is a path."""
        for answer in answers:
            self.game.play(as_answer(answer))
        return self

    def why(self, answer: Any) -> str:
        """Return the rule that refuses an answer; "" if it is legal."""
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
        """Return all the damage an operative has suffered in this play."""
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
