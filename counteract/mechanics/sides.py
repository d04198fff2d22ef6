"""The models on the board, by side: a side's own, and those of its enemies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counteract.core.state import Battle

if TYPE_CHECKING:
    from counteract.mechanics.field import Field

Models = tuple[int, ...]
AWAY = -1  # no side: not on the board


def models_of(state: Battle, side: int) -> Models:
    """Return the models of a side that are on the board, in order."""
    last = _last
    return (last[1] if last[0] is state.places else _standing(state))[0].get(side, ())


def enemies_of(field: Field, state: Battle, side: int) -> Models:
    """Return the models on the board of all sides that are enemies of a side, in order."""
    by_side, known = _standing(state)
    sides = field.enemy_sides[side]
    if len(sides) == 1:
        return by_side.get(sides[0], ())
    found = known.get(sides)
    if found is None:
        found = known[sides] = tuple(i for enemy in sides for i in by_side.get(enemy, ()))
    return found


#: The models on the board by side, and the models of several enemy sides together, as far as asked for.
_Known = tuple[dict[int, Models], dict[Models, Models]]
#: The places asked about last, the models by side there, and the side of each model on the board: most calls in a row are about
#: the same places, and most moves bring no model onto the board or off it.
_last: tuple[tuple[Any, ...], _Known, list[int]] = ((), ({}, {}), [])


def _standing(state: Battle) -> _Known:
    global _last
    last = _last
    if last[0] is state.places:
        return last[1]
    on_board = [AWAY if place is None else model.side for model, place in zip(state.models, state.places, strict=True)]
    known = last[1] if on_board == last[2] else (_by_side(on_board), {})
    _last = state.places, known, on_board
    return known


def _by_side(on_board: list[int]) -> dict[int, Models]:
    return {side: tuple(i for i, own in enumerate(on_board) if own == side) for side in {*on_board} - {AWAY}}
