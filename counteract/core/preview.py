"""Previews of an answer before it is given: sight, odds, areas, dice. Rulesets compute them, clients show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from counteract.core.decision import Answer, Decision, Path
from counteract.core.state import Battle, Point

if TYPE_CHECKING:
    from counteract.core.game import BaseGame

State = Literal["open", "cover", "obscured", "masked", "hidden"]
Mark = Literal["critical", "success", "fail"]
Success = Literal["critical", "normal"]
#: Amounts of damage, each with its probability.
Bars = tuple[tuple[int, float], ...]
Ring = tuple[tuple[float, float], ...]


class SightLine(msgspec.Struct, frozen=True):
    """The line of one model of a unit to a model that it sees: both models, its ends, and how it sees it."""

    viewer: int
    model: int
    state: State
    line: tuple[Point, Point]


class UnitSight(msgspec.Struct, frozen=True):
    """The visibility of an enemy unit to a whole unit: of its models so many see it, so many of these on masked lines; so many may shoot at it.

    ``lines`` are those of all models that see it. ``seen_by`` are the models of the enemy unit that see one of the unit. ``text`` says it.
    """

    models: int
    seeing: int
    masked: int
    able: int
    lines: tuple[SightLine, ...]
    seen_by: tuple[int, ...]
    text: str


class Sight(msgspec.Struct, frozen=True):
    """The visibility of an enemy to a model that might shoot at it, or to the model of a unit that sees it best.

    ``weapons`` are those it is a valid target of, by their numbers on the card; if there are none, ``sentence`` and
    ``rule`` say why. ``parts`` of the terrain and ``models`` cover, obscure or hide it. ``unit`` tells of a whole unit.
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
    unit: UnitSight | None = None


class Prospect(msgspec.Struct, frozen=True):
    """The damage a model may suffer: wounds (never more than it has), the chance that it falls, the chance that it is injured or worse.

    ``told`` are these three in the words of the rules.
    """

    expected: float
    falls: float
    injures: float
    bars: Bars
    told: tuple[str, str, str]


class Odds(msgspec.Struct, frozen=True):
    """The outcome of an attack in chances; ``back`` is that of the strikes back in a fight."""

    kind: Literal["shot", "fight"]
    expected: float
    falls: float
    injures: float
    bars: Bars
    told: tuple[str, str, str]
    back: Prospect | None = None


class Struck(msgspec.Struct, frozen=True):
    """Another model that an attack strikes too, and the expected effect."""

    model: int
    text: str


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """The preview of one answer: for an attack its target, weapon, sight and odds; for a choice about dice its value.

    ``worth`` and ``best`` are wounds on average, with this answer and with the best one, best play by both from there on;
    ``higher`` is True if the deciding player wants many of them.
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
    note: str | None = None  # a further effect that the odds leave out


class Area(msgspec.Struct, frozen=True):
    """An area on one floor: its outline, then the outlines of its holes."""

    z: float
    rings: tuple[Ring, ...]


class Threat(msgspec.Struct, frozen=True):
    """Threat range: every point the model could reach, fight at or shoot at with its next move.

    An enemy is threatened if its base reaches into the area. An enemy in the area of shooting is visible from somewhere, in
    cover or not. ``range`` is that of the longest weapon; None is unlimited.
    """

    move: tuple[Area, ...]
    fight: tuple[Area, ...]
    shoot: tuple[Area, ...]
    range: float | None
    text: str


class Use(msgspec.Struct, frozen=True):
    """A rule that lets a player change dice, and the sets of dice (by place in the roll) that may be chosen."""

    name: str
    label: str
    rule: str
    choices: tuple[tuple[int, ...], ...]


class Rolled(msgspec.Struct, frozen=True):
    """Rolled dice that a player may use rules on; a mark is the kind of success of a die, None where it is not settled yet."""

    faces: tuple[int, ...]
    uses: tuple[Use, ...]
    marks: tuple[Mark | None, ...]


class Die(msgspec.Struct, frozen=True):
    """A success in a fight that is not resolved yet: its kind, and its face (None: it was not rolled)."""

    kind: Success
    face: int | None


class Pool(msgspec.Struct, frozen=True):
    """The successes of one side of a fight."""

    side: int
    model: int
    dice: tuple[Die, ...]


class Risk(NamedTuple):
    """A danger to a model in one sentence, and the rule behind it."""

    text: str
    rule: str


class PreviewProtocol(Protocol):
    """The previews that a ruleset computes. A question that makes no sense is a `Refusal`."""

    @property
    def action_prompts(self) -> frozenset[str]:
        """The names of decisions that choose a model's action, rather than its target, its way or its dice."""

    def rest(self, decision: Decision) -> Answer | None:
        """Return the answer that ends a model's actions, if the decision chooses an action."""

    def drag(self, decision: Decision) -> Answer | None:
        """Return the answer that dragging the model stands for: its plain move, if the decision chooses an action and allows one."""

    def offer(self, decision: Decision) -> str:
        """Return the name of an offer that recurs and may be declined for a while; empty if the decision is no such offer."""

    def is_standing(self, decision: Decision) -> bool:
        """Return True if an offer, once declined, is declined for the rest of the battle, else for the rest of the turn."""

    def is_weighed(self, decision: Decision) -> bool:
        """Return True if a person is to choose by purpose, since the default gives something up."""

    def rank(self, game: BaseGame, answers: Sequence[Answer]) -> Sequence[Answer]:
        """Return answers to the current decision in the order in which a person is shown them."""

    def subject_of(self, game: BaseGame, decision: Decision) -> tuple[int | None, int | None]:
        """Return the model that a decision is about, and the unit if it is about a whole unit; the model is then the one that leads it."""

    def points_at(self, game: BaseGame, answer: Answer) -> int | None:
        """Return the model that an option stands for; of a unit the one that leads it."""

    def models_meant(self, game: BaseGame, decision: Decision) -> tuple[int, ...]:
        """Return the models that a question is about, where it is about some models of a unit and not all."""

    def is_of_models(self, decision: Decision) -> bool:
        """Return True if options stand for single models, where models stand in units."""

    def rows(self, game: BaseGame, decision: Decision) -> tuple[int, ...]:
        """Return the models that the rows of an allocation stand for; empty if they stand for something else."""

    def area(self, game: BaseGame, answer: Answer) -> tuple[float, float, float, float] | None:
        """Return the part of the board that an option stands for: x0, y0, x1, y1."""

    def group(self, game: BaseGame, answer: Answer) -> str | None:
        """Return the heading to list an option under."""

    def has_forecast(self, game: BaseGame, answer: Answer) -> bool:
        """Return True if there is a forecast for an option."""

    def forecast(self, game: BaseGame, answer: Answer) -> Forecast | None:
        """Return the forecast of an answer."""

    def acts(self, game: BaseGame, model: int) -> tuple[Battle, Decision] | None:
        """Return the battle and the decision of a model's action as if it were to act next; None where no single model decides that."""

    def acted(self, game: BaseGame, model: int) -> str:
        """Return the sentence that a model has acted already and waits for the next turn; empty if it has not."""

    def sees(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[Sight, ...]:
        """Return the enemies as a model sees them from where it stands, or from another place."""

    def unit_sees(self, game: BaseGame, model: int, ends: Mapping[int, Point]) -> tuple[Sight, ...]:
        """Return the enemies as the whole unit of a model sees them if its models stood at these ends."""

    def seen_by(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[int, ...]:
        """Return the enemies that could target a model where it stands, or at another place, if they were to act next."""

    def markers(self, game: BaseGame, model: int, at: Point) -> tuple[str, ...]:
        """Return the effect on markers of a model standing at a place, in a few words each."""

    def unit_seen_by(self, game: BaseGame, unit: int, ends: Mapping[int, Point]) -> tuple[int, ...]:
        """Return the enemy units that could shoot at a unit if its models stood at these ends."""

    def unit_watched_by(self, game: BaseGame, unit: int, ends: Mapping[int, Point]) -> tuple[int, ...]:
        """Return the enemy models that would see one of a unit's models if these stood at these ends."""

    def unit_markers(self, game: BaseGame, ends: Mapping[int, Point]) -> tuple[str, ...]:
        """Return the effect on markers of models standing at these ends, in a few words each."""

    def threat(self, game: BaseGame, model: int) -> Threat:
        """Return the threat range of a model."""

    def risks(self, game: BaseGame, path: Path) -> tuple[Risk, ...]:
        """Return the dangers to a model on a path that it can take now."""

    def pools(self, game: BaseGame) -> tuple[Pool, ...] | None:
        """Return the unresolved successes of the current fight, the attacker's first; None if no fight is being decided."""

    def successes_used(self, game: BaseGame, answer: Answer) -> tuple[Success | None, Success | None]:
        """Return the success that an option of a fight uses, and the enemy's that it is used against."""

    def rolled(self, game: BaseGame) -> Rolled | None:
        """Return the dice of a decision about dice."""

    def best(self, game: BaseGame) -> Answer:
        """Return the best answer as far as it is known, else a sensible one."""

    def set_up(self, game: BaseGame) -> Answer:
        """Return the answer to give for a player who has the army set up."""
