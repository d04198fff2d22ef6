"""Previews that all rulesets share: the model an option stands for, markers gained and lost, and areas to draw."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from msgspec.structs import replace

from counteract.core.decision import Answer, Decision, Path, Pick, Refusal, Why
from counteract.core.game import BaseGame
from counteract.core.language import Phrase, Several, phrases, say
from counteract.core.preview import Area, Bars, Forecast, Odds, Pool, Prospect, Risk, Rolled, Sight, Success, Threat
from counteract.core.state import Battle, Point
from counteract.mechanics.deployment import Box, drop_zone
from counteract.mechanics.field import Field
from counteract.mechanics.missions import EDGES
from counteract.mechanics.sides import enemies_of
from counteract.table.polygons import LevelPolygon, list_polygons
from counteract.table.reach import Reach
from counteract.table.terrain import Board
from counteract.table.visible_area import Viewpoints, find_visible_area

LOOKOUTS = 0.5  # inches between the places from which a model is taken to look
_MARKERS = phrases({"held": "holds {markers}", "contested": "contests {markers}", "left": "gives up {markers}"})


class BasePreview:
    """The preview methods that all rulesets share; each ruleset adds those of its own rules and odds."""

    #: Questions in which a picked number does not stand for a model.
    numbers: frozenset[str] = frozenset()
    #: Questions which action a model takes, as opposed to its target, its path or its dice.
    action_prompts: frozenset[str] = frozenset()
    #: The ids of the plain move, and of doing no more, among a model's actions.
    walk: str
    still: str
    #: Recurring questions, which a player may decline once for a whole turn.
    offers: frozenset[str] = frozenset()
    #: The depth in inches of a drop zone that no mission defines.
    strip: float

    # --- options

    def rest(self, decision: Decision) -> Answer | None:
        still = Pick(self.still)
        return still if decision.what in self.action_prompts and still in decision.options else None

    def drag(self, decision: Decision) -> Answer | None:
        walk = Pick(self.walk)
        return walk if decision.what in self.action_prompts and walk in decision.options else None

    def offer(self, decision: Decision) -> str:
        return decision.what if decision.what in self.offers else ""

    def is_standing(self, decision: Decision) -> bool:
        return False

    def is_weighed(self, decision: Decision) -> bool:
        return False

    def rank(self, game: BaseGame, answers: Sequence[Answer]) -> Sequence[Answer]:
        return answers

    def subject_of(self, game: BaseGame, decision: Decision) -> tuple[int | None, int | None]:
        return (decision.subject if decision.subject >= 0 else None), None

    def rows(self, game: BaseGame, decision: Decision) -> tuple[int, ...]:
        return ()

    def models_meant(self, game: BaseGame, decision: Decision) -> tuple[int, ...]:
        return ()

    def is_of_models(self, decision: Decision) -> bool:
        return False

    def points_at(self, game: BaseGame, answer: Answer) -> int | None:
        decision = require_decision(game)
        match answer:
            case Pick(int(number)) if decision.what not in self.numbers and 0 <= number < len(game.state.models):
                return number
        return None

    def area(self, game: BaseGame, answer: Answer) -> Box | None:
        match answer:
            case Pick(str(edge)) if edge in EDGES:
                return drop_zone(game.arena, list(EDGES).index(edge), self.strip)
        return None

    def group(self, game: BaseGame, answer: Answer) -> str | None:
        return None

    def has_forecast(self, game: BaseGame, answer: Answer) -> bool:
        return False

    def forecast(self, game: BaseGame, answer: Answer) -> Forecast | None:
        return None

    def best(self, game: BaseGame) -> Answer:
        return game.advice()

    def set_up(self, game: BaseGame) -> Answer:
        return self.best(game)

    # --- dice

    def pools(self, game: BaseGame) -> tuple[Pool, ...] | None:
        return None

    def successes_used(self, game: BaseGame, answer: Answer) -> tuple[Success | None, Success | None]:
        return None, None

    def rolled(self, game: BaseGame) -> Rolled | None:
        return None

    # --- the board

    def acts(self, game: BaseGame, model: int) -> tuple[Battle, Decision] | None:
        return None

    def acted(self, game: BaseGame, model: int) -> str:
        return ""

    def risks(self, game: BaseGame, path: Path) -> tuple[Risk, ...]:
        return ()

    def sees(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[Sight, ...]:
        raise NotImplementedError

    def unit_sees(self, game: BaseGame, model: int, ends: Mapping[int, Point]) -> tuple[Sight, ...]:
        return self.sees(game, model, ends.get(model))

    def seen_by(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[int, ...]:
        raise NotImplementedError

    def unit_seen_by(self, game: BaseGame, unit: int, ends: Mapping[int, Point]) -> tuple[int, ...]:
        return ()

    def unit_watched_by(self, game: BaseGame, unit: int, ends: Mapping[int, Point]) -> tuple[int, ...]:
        return ()

    def markers(self, game: BaseGame, model: int, at: Point) -> tuple[str, ...]:
        require_model(game, model)
        return self.unit_markers(game, {model: at})

    def unit_markers(self, game: BaseGame, ends: Mapping[int, Point]) -> tuple[str, ...]:
        rules: Any = game.ruleset
        arena, s = game.arena.with_terrain(game.arena.terrain), game.state
        side = arena.sides[next(iter(ends))]
        enemies = arena.enemy_sides[side]
        there, gone = replace_places(s, ends), replace_places(s, dict.fromkeys(ends))
        now, without, then = (rules.rooms.missions.controlled(arena, one) for one in (s, gone, there))
        ids = [marker.id for marker in arena.mission.markers] if arena.mission else []
        marked = list(zip(ids, now, without, then, strict=True))
        held = [one for one, _, before, after in marked if after == side != before]
        contested = [one for one, _, before, after in marked if before in enemies and after is None]
        left = [one for one, before, _, after in marked if before == side != after]
        told = {"held": held, "contested": contested, "left": left}
        return tuple(say(_MARKERS[what], markers=Several(map(Phrase, names))) for what, names in told.items() if names)

    def threat(self, game: BaseGame, model: int) -> Threat:
        raise NotImplementedError


def require_decision(game: BaseGame) -> Decision:
    """Return the decision that a game waits for; refuse if the battle is over."""
    if game.decision is None:
        raise Refusal("", "The battle is over; there is nothing left to decide.")
    return game.decision


# --- models


def require_model(game: BaseGame, model: int) -> None:
    """Refuse a number that no model has."""
    if not 0 <= model < len(game.state.places):
        raise Refusal("", "There is no model with the number {model}.", model=model)


def require_place(game: BaseGame, model: int) -> Point:
    """Return the place of a model; refuse a model that is not on the board."""
    require_model(game, model)
    place: Point | None = game.state.places[model]
    if place is None:
        raise Refusal("", "{name} is not on the board.", name=game.arena.names[model])
    return place


def suppose_at(game: BaseGame, model: int, at: Point | None) -> tuple[Any, Any]:
    """Return the arena and the battle with a model where it stands, or at another place.

    Another place gets a copy of the arena, so that the memo of the real one stays valid.
    """
    arena, s = game.arena, game.state
    if at is None:
        require_place(game, model)
        return arena, s
    require_model(game, model)
    return arena.with_terrain(arena.terrain), replace_place(s, model, at)


def replace_place(s: Any, model: int, at: Point | None) -> Any:
    """Return a battle with one model at another place, or off the board."""
    return replace_places(s, {model: at})


def replace_places(s: Any, ends: Mapping[int, Point | None]) -> Any:
    """Return a battle with some models at other places, or off the board."""
    return replace(s, places=tuple(ends.get(i, place) for i, place in enumerate(s.places)))


def head(field: Field, s: Battle, i: int) -> Point:
    """Return the point at the top of a model."""
    place = s.places[i]
    assert place is not None
    return place[0], place[1], place[2] + field.heights[i]


def centre(field: Field, s: Battle, i: int) -> Point:
    """Return the point in the middle of a model."""
    place = s.places[i]
    assert place is not None
    return place[0], place[1], place[2] + field.heights[i] / 2


def round_point(point: Sequence[float]) -> Point:
    """Return a point rounded for drawing."""
    x, y, z = point
    return round(float(x), 3), round(float(y), 3), round(float(z), 3)


# --- odds


#: Expected wounds lost, the chance to fall, the chance to be injured or worse, and the chance of each loss.
Loss = tuple[float, float, float, Bars]


def odds_of(kind: Literal["shot", "fight"], told: Callable[[Any], tuple[str, str, str]], there: Loss, back: Loss | None = None) -> Odds:
    """Return the odds to show: the target's loss and, in a fight, the attacker's; ``told`` words the first three numbers of a loss."""
    return Odds(kind, *there, told(there), None if back is None else Prospect(*back, told(back)))


# --- areas


def areas(reach: Reach) -> tuple[Area, ...]:
    """Return the area that can be reached, by floor."""
    return tuple(map(_drawn, reach.polygons()))


def spread(reached: Sequence[Area], place: Point, inches: float, board: Board, most: float = math.inf) -> tuple[Area, ...]:
    """Return the area within some inches of areas or of a place, but no farther than ``most`` from the place; flat, for drawing only."""
    from shapely import Point as Dot
    from shapely import box

    limit = box(0, 0, board.width, board.depth)
    if most < math.inf:
        limit = limit.intersection(Dot(place[:2]).buffer(most))
    return tuple(map(_drawn, list_polygons(0.0, _about(reached, place, inches).intersection(limit).simplify(0.02))))


def find_shooting_area(field: Field, s: Battle, i: int, aims: Iterable[tuple[Reach | None, float]], *, rays: bool = False) -> tuple[Area, ...]:
    """Return the area in which an enemy would be in sight and in range; ``aims`` are reaches (None if it stays) with a range each.

    The enemy is taken to have the size that most of them have; with ``rays`` other models may block sight.
    """
    place, foes = s.places[i], enemies_of(field, s, field.sides[i]) or (i,)
    assert place is not None
    like, _ = Counter((field.radii[j], field.heights[j]) for j in foes).most_common(1)[0]
    j = next(j for j in foes if (field.radii[j], field.heights[j]) == like)
    watches = []
    for reach, inches in aims:
        eyes = np.array([place]) if reach is None else np.concatenate((np.array([place]), reach.list_ends(LOOKOUTS)))
        within = None if inches == math.inf else _about(() if reach is None else areas(reach), place, field.radii[i] + inches)
        watches.append(Viewpoints(eyes, inches, within))
    return tuple(map(_drawn, find_visible_area(field.terrain, field.bodies(s.places), i, j, watches, rays=rays)))


def how_far(ranges: Iterable[float]) -> tuple[float | None, str]:
    """Return the range of a model with guns of these ranges, and a sentence on it; None means as far as it sees."""
    longest = max(ranges, default=0.0)
    if not longest:
        return 0.0, say("It has nothing to shoot with.")
    if longest == math.inf:
        return None, say("It shoots as far as it sees.")
    return longest, say('It shoots up to {range:g}" far.', range=longest)


def _about(reached: Sequence[Area], place: Point, inches: float) -> Any:
    """Return the shape of all points within some inches of areas or of a place."""
    from shapely import Point as Dot
    from shapely import Polygon, unary_union

    return unary_union([shape.buffer(inches) for shape in (Dot(place[:2]), *(Polygon(area.rings[0], area.rings[1:]) for area in reached))])


def _drawn(area: LevelPolygon) -> Area:
    return Area(area.z, (area.outline, *area.holes))


def unless_barred(acting: int, barred: Why | None, decision: Decision) -> Decision:
    """Return a decision of a model or unit; without options if it is barred and is not the one ``acting``."""
    if barred is None or acting == decision.subject:
        return decision
    refusal = Refusal(*barred)
    return Decision(
        decision.player, decision.what, (), decision.rule, decision.template, decision.context,
        subject=decision.subject, known=decision.known, why=lambda _: refusal,
    )  # fmt: skip
