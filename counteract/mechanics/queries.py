"""Queries that all rulesets answer in the same way: distances, control range, and the reach of a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from counteract.core.decision import Path
from counteract.core.game import BaseGame
from counteract.core.language import say
from counteract.core.preview import Area
from counteract.core.queries import ControlRange, Distance, Finding, Named
from counteract.core.state import Point
from counteract.files.reader import is_number, perhaps
from counteract.mechanics.model_names import number_of
from counteract.mechanics.moves.decision import PathDecision, as_path
from counteract.mechanics.moves.limits import MoveLimits
from counteract.mechanics.moves.reach import reach_of
from counteract.mechanics.preview import areas, round_point
from counteract.table.distances import gap_line
from counteract.table.placement import list_levels


class Reachable:
    """The places that a model can reach with one move."""

    def __init__(self, field: Any, places: tuple[Point | None, ...], model: int, action: str, terms: MoveLimits) -> None:
        self.model, self.action, self.rule, self.inches = model, action, terms.too_long, terms.most
        self._field = field
        self._reach = reach_of(field, places, model, terms, closely=True)

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        return areas(self._reach)

    def way_to(self, place: Sequence[float]) -> Path | None:
        ways = (self._reach.find_path(*spot) for spot in self._on_floors(place))
        found = next((way for way in ways if way is not None), None)
        return None if found is None else as_path(found)

    def __contains__(self, place: Sequence[float]) -> bool:
        return any(self._reach.can_reach(*spot) for spot in self._on_floors(place))

    def _on_floors(self, place: Sequence[float]) -> list[tuple[float, float, float]]:
        """Return a place on the floor given, or on every floor if none is."""
        if not isinstance(place, list | tuple) or not 2 <= len(place) <= 3 or not all(map(is_number, place)):
            raise ValueError(say("a place is two or three numbers, not {given!r}", given=place))
        return [(place[0], place[1], height) for height in place[2:] or list_levels(self._field.terrain)]

    def __bool__(self) -> bool:
        return bool(self._reach)

    def __repr__(self) -> str:
        return f'<Reachable by model {self.model}: {self.action} up to {self.inches:g}">'


class ModelQueries:
    """The queries that all rulesets answer; each ruleset adds those about sight and moves."""

    #: The rule behind each answer, and the control range in inches.
    rules: ClassVar[Mapping[str, str]]
    control: ClassVar[float]
    #: The moves that can be asked about.
    moves: ClassVar[tuple[str, ...]]

    # --- parts that each ruleset adds

    def seen(self, arena: Any, s: Any, i: int, j: int) -> Finding:
        raise NotImplementedError

    def covered(self, arena: Any, s: Any, i: int, j: int) -> Finding:
        raise NotImplementedError

    def judge_obscuring(self, arena: Any, s: Any, i: int, j: int) -> Finding:
        raise NotImplementedError

    def near(self, arena: Any, s: Any, i: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the enemies and the friends within control range of a model."""
        raise NotImplementedError

    def terms(self, arena: Any, s: Any, i: int, action: str) -> MoveLimits:
        """Return the limits of a move."""
        raise NotImplementedError

    def usual_move(self, arena: Any, s: Any, i: int) -> str:
        """Return the move to take if none is named."""
        raise NotImplementedError

    def setting(self, arena: Any, s: Any, i: int) -> tuple[Any, tuple[Point | None, ...]]:
        """Return the field that a model moves on, a copy so that the memo of the real one stays valid, and the places of all models."""
        return arena.with_terrain(arena.terrain), s.places

    def pending(self, game: BaseGame, i: int) -> tuple[str, MoveLimits] | None:
        """Return the move of a model that is being decided, and its limits, or None."""
        decision = game.decision
        return (decision.what, decision.terms) if isinstance(decision, PathDecision) and decision.subject == i else None

    # --- answers

    def visible(self, game: BaseGame, one: Named, other: Named) -> Finding:
        return self.seen(game.arena, game.state, *self._two(game, one, other))

    def cover(self, game: BaseGame, one: Named, other: Named) -> Finding:
        return self.covered(game.arena, game.state, *self._two(game, one, other))

    def obscured(self, game: BaseGame, one: Named, other: Named) -> Finding:
        return self.judge_obscuring(game.arena, game.state, *self._two(game, one, other))

    def control_range(self, game: BaseGame, model: Named) -> ControlRange:
        i = self._on_board(game, model)
        return ControlRange(i, self.control, self.rules["control"], *self.near(game.arena, game.state, i))

    def distance(self, game: BaseGame, one: Named, other: Named) -> Distance:
        arena, places = game.arena, game.state.places
        i, j = self._two(game, one, other)
        start, end = gap_line(places[i], arena.radii[i], places[j], arena.radii[j])
        return Distance(arena.gap(places, i, j), self.rules["distance"], (round_point(start), round_point(end)))

    def reach(self, game: BaseGame, model: Named, action: str | None) -> Reachable:
        arena, s, i = game.arena, game.state, self._on_board(game, model)
        if action is not None and action not in self.moves:
            raise ValueError(say("there is no move {name!r}{hint}", name=action, hint=perhaps(str(action), self.moves)))
        asked = self.pending(game, i) if action is None else None
        if asked is None:
            name = self.usual_move(arena, s, i) if action is None else action
            asked = name, self.terms(arena, s, i, name)
        return Reachable(*self.setting(arena, s, i), i, *asked)

    # --- models

    def _two(self, game: BaseGame, one: Named, other: Named) -> tuple[int, int]:
        i, j = self._on_board(game, one), self._on_board(game, other)
        if i == j:
            raise ValueError(say("this takes two models, not the same one twice"))
        return i, j

    def _on_board(self, game: BaseGame, model: Named) -> int:
        i = number_of(game.arena, model)
        if game.state.places[i] is None:
            raise ValueError(say("{name} is not on the board", name=game.arena.names[i]))
        return i
