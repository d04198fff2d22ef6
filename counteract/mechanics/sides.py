"""Who stands on the board for whom: a side's own models, and its enemies. Missions may ally sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counteract.core.state import Battle

if TYPE_CHECKING:
    from counteract.mechanics.field import Field

Models = tuple[int, ...]


def own(state: Battle, side: int) -> Models:
    """The models of a side that are on the board, in order."""
    last = _last
    return (last[1] if last[0] is state.places else _standing(state))[0].get(side, ())


def enemies_of(field: Field, state: Battle, side: int) -> Models:
    """The models on the board of all sides that are enemies of a side, in order."""
    by_side, known = _standing(state)
    sides = field.enemy_sides[side]
    if len(sides) == 1:
        return by_side.get(sides[0], ())
    found = known.get(sides)
    if found is None:
        found = known[sides] = tuple(i for enemy in sides for i in by_side.get(enemy, ()))
    return found


#: Who is on the board by side, and what was asked of enemies, for the places asked about last: most questions in a row are about the same.
_Known = tuple[dict[int, Models], dict[Models, Models]]
_last: tuple[tuple[Any, ...], _Known] = ((), ({}, {}))


def _standing(state: Battle) -> _Known:
    global _last
    last = _last
    if last[0] is not state.places:
        models, sides = state.models, tuple({model.side: None for model in state.models})
        on_board = [i for i, place in enumerate(state.places) if place is not None]
        last = _last = state.places, ({side: tuple([i for i in on_board if models[i].side == side]) for side in sides}, {})
    return last[1]
