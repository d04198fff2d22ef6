"""Changes of a battle's state: each replaces some fields and leaves the rest as it was."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from counteract.core.procedure import Referee
from counteract.core.state import Point

Ref = Referee[Any, Any]


def change_model(ref: Ref, i: int, **fields: Any) -> None:
    """Replace fields of one model."""
    state = ref.state
    models = state.models
    model = replace(models[i], **fields)
    ref.state = replace(state, models=(*models[:i], model, *models[i + 1 :]))


def change_battle(ref: Ref, **fields: Any) -> None:
    """Replace fields of the battle."""
    ref.state = replace(ref.state, **fields)


def place_model(ref: Ref, i: int, place: Point | None) -> None:
    """Place a model on the board, or take it off."""
    places = ref.state.places
    ref.state = replace(ref.state, places=(*places[:i], place, *places[i + 1 :]))
