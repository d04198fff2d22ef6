"""Who stands on the board for whom: a side's own models, and its enemies. Missions may ally sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counteract.core.state import Battle

if TYPE_CHECKING:
    from counteract.mechanics.field import Field

Models = tuple[int, ...]


def own(state: Battle, side: int) -> Models:
    """The models of a side that are on the board, in order."""
    return _standing(state)[0].get(side, ())


def enemies_of(field: Field, state: Battle, side: int) -> Models:
    """The models on the board of all sides that are enemies of a side, in order."""
    by_side, known = _standing(state)
    key = field.enemy_sides[side]
    found = known.get(key)
    if found is None:
        found = known[key] = tuple(i for enemy in key for i in by_side.get(enemy, ()))
    return found


#: Who is on the board by side, and what was asked of enemies, for the places asked about last: most questions in a row are about the same.
_Known = tuple[dict[int, Models], dict[Models, Models]]
_last: tuple[tuple[Any, ...], _Known] = ((), ({}, {}))


def _standing(state: Battle) -> _Known:
    global _last
    if _last[0] is not state.places:
        sides: dict[int, list[int]] = {}
        for i, place in enumerate(state.places):
            if place is not None:
                sides.setdefault(state.models[i].side, []).append(i)
        _last = state.places, ({side: tuple(models) for side, models in sides.items()}, {})
    return _last[1]
