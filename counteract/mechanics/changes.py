"""Changing a battle: every change replaces a part of the state and leaves the rest as it was."""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.procedure import Referee
from counteract.core.state import Battle
from counteract.table.shapes import Point

Ref = Referee[Any, Any]


def change(ref: Ref, i: int, **fields: Any) -> None:
    """Replace fields of one model."""
    state = ref.state
    models = state.models
    model = msgspec.structs.replace(models[i], **fields)
    ref.state = msgspec.structs.replace(state, models=(*models[:i], model, *models[i + 1 :]))


def update(ref: Ref, **fields: Any) -> None:
    """Replace fields of the battle."""
    ref.state = msgspec.structs.replace(ref.state, **fields)


def put(ref: Ref, i: int, place: Point | None) -> None:
    """Set a model somewhere, or take it off the board."""
    places = ref.state.places
    ref.state = msgspec.structs.replace(ref.state, places=(*places[:i], place, *places[i + 1 :]))


def others(state: Battle, side: int) -> tuple[int, ...]:
    """The models of the other side that are on the board, in order."""
    return own(state, 1 - side)


def own(state: Battle, side: int) -> tuple[int, ...]:
    """The models of a side that are on the board, in order."""
    global _standing
    if _standing[0] is not state.places:
        sides: tuple[list[int], list[int]] = ([], [])
        for j, place in enumerate(state.places):
            if place is not None:
                sides[state.models[j].side].append(j)
        _standing = (state.places, (tuple(sides[0]), tuple(sides[1])))
    return _standing[1][side]


#: Who is on the board, for the places asked about last: most questions in a row are about the same.
_standing: tuple[tuple[Any, ...], tuple[tuple[int, ...], tuple[int, ...]]] = ((), ((), ()))
