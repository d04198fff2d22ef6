"""What a page wants to know of the referee before an answer is given. Each ruleset knows it; this is the door to it."""

from __future__ import annotations

from counteract.core.decision import Answer, Decision, Path
from counteract.core.foresight import Foreseen, Pool, Risk, Rolled, Sight, Threat
from counteract.core.game import Game
from counteract.core.state import Battle
from counteract.table.shapes import Point


def asks_for_a_deed(game: Game, decision: Decision) -> bool:
    """Whether a model is asked what it does, and not whom, where or with which dice."""
    return decision.what in game.ruleset.foresight.deeds


def rest(game: Game, decision: Decision) -> Answer | None:
    """The answer that a model does no more, if it is asked what it does."""
    return game.ruleset.foresight.rest(decision)


def drag(game: Game, decision: Decision) -> Answer | None:
    """The answer that somebody gives who drags the model that is asked what it does."""
    return game.ruleset.foresight.drag(decision)


def offer(game: Game, decision: Decision) -> str:
    """A name for what comes again and again and may be declined once for a whole turn; none if the question is no such thing."""
    return game.ruleset.foresight.offer(decision)


def points_at(game: Game, answer: Answer) -> int | None:
    """The model that an option stands for."""
    return game.ruleset.foresight.points_at(game, answer)


def area(game: Game, answer: Answer) -> tuple[float, float, float, float] | None:
    """The part of the board that an option stands for."""
    return game.ruleset.foresight.area(game, answer)


def group(game: Game, answer: Answer) -> str | None:
    """A heading to list an option under, where that helps."""
    return game.ruleset.foresight.group(game, answer)


def foretells(game: Game, answer: Answer) -> bool:
    """Whether `foresee` has something to tell of an option."""
    return game.ruleset.foresight.foretells(game, answer)


def foresee(game: Game, answer: Answer) -> Foreseen | None:
    """What would come of an answer; of a target that is refused too, with the reason."""
    return game.ruleset.foresight.foresee(game, answer)


def acts(game: Game, model: int) -> tuple[Battle, Decision] | None:
    """The battle and the question what to do, if a model were to act next."""
    return game.ruleset.foresight.acts(game, model)


def acted(game: Game, model: int) -> str:
    """That a model has acted already and waits for the next turn; nothing if it is not so."""
    return game.ruleset.foresight.acted(game, model)


def risks(game: Game, path: Path) -> tuple[Risk, ...]:
    """What may befall a model on a way that it can go now."""
    return game.ruleset.foresight.risks(game, path)


def sees(game: Game, model: int, at: Point | None = None) -> tuple[Sight, ...]:
    """What a model could target from where it stands, or from another place."""
    return game.ruleset.foresight.sees(game, model, at)


def seen_by(game: Game, model: int, at: Point | None = None) -> tuple[int, ...]:
    """The enemies that could target a model where it stands, or at another place, if they were to act next."""
    return game.ruleset.foresight.seen_by(game, model, at)


def markers(game: Game, model: int, at: Point) -> tuple[str, ...]:
    """What it does for markers that a model stands at a place."""
    return game.ruleset.foresight.markers(game, model, at)


def threat(game: Game, model: int) -> Threat:
    """Where a model could go, fight and shoot next."""
    return game.ruleset.foresight.threat(game, model)


def fight_pools(game: Game) -> tuple[Pool, ...] | None:
    """The successes of both fighters that are not resolved yet, while it is asked what to do with them."""
    return game.ruleset.foresight.pools(game)


def dice(game: Game) -> Rolled | None:
    """The dice of a question about dice: what they show and count as, and what can be done with which of them."""
    return game.ruleset.foresight.rolled(game)


def best(game: Game) -> Answer:
    """A hint: best play where the odds know it, else what a sensible beginner would answer."""
    return game.ruleset.foresight.best(game)
