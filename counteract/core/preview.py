"""What can be told before an answer is given: sight, odds, areas, dice. Rulesets work it out, clients show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from counteract.core.decision import Answer, Decision, Path
from counteract.core.state import Battle, Point

if TYPE_CHECKING:
    from counteract.core.game import BaseGame

State = Literal["open", "cover", "obscured", "hidden"]
Mark = Literal["critical", "success", "fail"]
Success = Literal["critical", "normal"]
#: How much may be lost, and how likely that is.
Bars = tuple[tuple[int, float], ...]
Ring = tuple[tuple[float, float], ...]


class Sight(msgspec.Struct, frozen=True):
    """What an enemy is to a model that might shoot at it.

    ``weapons`` are those it is a valid target of, by their numbers on the card; if there are none, ``sentence`` and
    ``rule`` tell why. ``parts`` of the terrain and ``models`` cover, obscure or hide it.
    """

    model: int
    state: State
    valid: bool
    weapons: tuple[int, ...]
    line: tuple[Point, Point]
    parts: tuple[str, ...]
    models: tuple[int, ...] = ()
    sentence: str | None = None
    rule: str | None = None


class Prospect(msgspec.Struct, frozen=True):
    """What a model may lose: wounds, never more than it has; how likely it falls, and how likely it is injured or worse.

    ``told`` are these three in the words of the rules.
    """

    expected: float
    falls: float
    injures: float
    bars: Bars
    told: tuple[str, str, str]


class Odds(msgspec.Struct, frozen=True):
    """What may come of an attack, and in a fight what may come back."""

    kind: Literal["shot", "fight"]
    expected: float
    falls: float
    injures: float
    bars: Bars
    told: tuple[str, str, str]
    back: Prospect | None = None


class Struck(msgspec.Struct, frozen=True):
    """Somebody else whom an attack strikes too, and what to expect of that."""

    model: int
    text: str


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What would come of an answer: for an attack against whom, with what, sight and odds; for a choice about dice what it is worth.

    ``worth`` and ``best`` are wounds on average, with this answer and with the best one, best play by both from there on;
    ``higher`` says whether the one who chooses wants many of them.
    """

    text: str
    model: int | None = None
    weapon: str | None = None
    sight: Sight | None = None
    odds: Odds | None = None
    also: tuple[Struck, ...] = ()
    worth: float | None = None
    best: float | None = None
    higher: bool | None = None
    note: str | None = None  # what besides may happen, and is not in the odds


class Area(msgspec.Struct, frozen=True):
    """An area on one floor: its outline, then the outlines of the holes in it."""

    z: float
    rings: tuple[Ring, ...]


class Threat(msgspec.Struct, frozen=True):
    """Where a model could go with its next move, and where an enemy's base must reach into to be fought or shot at then.

    An enemy that stands where it could be shot at is seen from somewhere, be it in cover or not. ``range`` is the longest
    that the model could shoot; None is as far as it sees.
    """

    move: tuple[Area, ...]
    fight: tuple[Area, ...]
    shoot: tuple[Area, ...]
    range: float | None
    text: str


class Use(msgspec.Struct, frozen=True):
    """A rule that dice can be used with, and the sets of places in the roll that may be chosen."""

    name: str
    label: str
    rule: str
    choices: tuple[tuple[int, ...], ...]


class Rolled(msgspec.Struct, frozen=True):
    """Dice that somebody may do something with; a mark is what a die counts as, None where that is not said yet."""

    faces: tuple[int, ...]
    uses: tuple[Use, ...]
    marks: tuple[Mark | None, ...]


class Die(msgspec.Struct, frozen=True):
    """A success in a fight that is not resolved yet: its kind, and what it shows (None: it was not rolled)."""

    kind: Success
    face: int | None


class Pool(msgspec.Struct, frozen=True):
    """The successes of one side of a fight."""

    side: int
    model: int
    dice: tuple[Die, ...]


class Risk(NamedTuple):
    """What may befall somebody, in a sentence, and the rule behind it."""

    text: str
    rule: str


class Preview(Protocol):
    """What a ruleset can tell before an answer is given. What cannot be asked is refused with a `Refusal`."""

    @property
    def action_prompts(self) -> frozenset[str]:
        """Questions in which a model is asked what it does, and not whom, where or with which dice."""

    def rest(self, decision: Decision) -> Answer | None:
        """The answer that a model does no more, or nothing, if it is asked what it does."""

    def drag(self, decision: Decision) -> Answer | None:
        """The answer that somebody gives who drags the model that is asked what it does: its plain move, if it may make one."""

    def offer(self, decision: Decision) -> str:
        """A name for what comes again and again and may be declined once for a whole turn; none if the question is no such thing."""

    def points_at(self, game: BaseGame, answer: Answer) -> int | None:
        """The model that an option stands for."""

    def area(self, game: BaseGame, answer: Answer) -> tuple[float, float, float, float] | None:
        """The part of the board that an option stands for: x0, y0, x1, y1."""

    def group(self, game: BaseGame, answer: Answer) -> str | None:
        """A heading to list an option under."""

    def has_forecast(self, game: BaseGame, answer: Answer) -> bool:
        """Return True if there is a forecast for an option."""

    def forecast(self, game: BaseGame, answer: Answer) -> Forecast | None:
        """What would come of an answer."""

    def acts(self, game: BaseGame, model: int) -> tuple[Battle, Decision] | None:
        """The battle and the question what to do, if a model were to act next; None where no single model is asked that."""

    def acted(self, game: BaseGame, model: int) -> str:
        """That a model has acted already and waits for the next turn, in a sentence; nothing if it is not so."""

    def sees(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[Sight, ...]:
        """What a model could target from where it stands, or from another place."""

    def seen_by(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[int, ...]:
        """The enemies that could target a model where it stands, or at another place, if they were to act next."""

    def markers(self, game: BaseGame, model: int, at: Point) -> tuple[str, ...]:
        """What it does for markers that a model stands at a place, in a few words each."""

    def threat(self, game: BaseGame, model: int) -> Threat:
        """Where a model could go, fight and shoot next."""

    def risks(self, game: BaseGame, path: Path) -> tuple[Risk, ...]:
        """What may befall a model on a way that it can go now."""

    def pools(self, game: BaseGame) -> tuple[Pool, ...] | None:
        """The successes of a fight as it stands, the attacker's first, while it is asked what to do with them."""

    def successes_used(self, game: BaseGame, answer: Answer) -> tuple[Success | None, Success | None]:
        """The success that an option of a fight uses, and the enemy's that it is used against."""

    def rolled(self, game: BaseGame) -> Rolled | None:
        """The dice of a question about dice."""

    def best(self, game: BaseGame) -> Answer:
        """The best answer as far as it is known, else a sensible one."""
