"""Games on an empty board, for tests of the fields of positions."""

from __future__ import annotations

from typing import Any

import counteract as ca
from tests.rules.stage import Play

EMPTY = {"id": "empty", "name": "Empty", "summary": "Nothing", "board": {"width": 30, "depth": 22}}


def begin(ruleset: str, *models: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any) -> Play:
    """Begin a game with some models on an empty board."""
    position = ca.Position(ruleset, **{"killzone": EMPTY, "mission": None, **fields, "models": models})
    return Play(ca.Game.at(position, dice=ca.ScriptedDice(dice)))
