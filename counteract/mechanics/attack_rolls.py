"""Dice of attacks that hit, wound and are saved, as the referees of several editions roll them."""

from __future__ import annotations

from typing import Any

from counteract.core.decision import Roll
from counteract.core.procedure import Referee, Steps


def roll_ones_again(
    ref: Referee[Any, Any], player: int, count: int, rule: str, roll: str, *, ones: bool, **who: Any
) -> Steps[tuple[tuple[int, ...], frozenset[int]]]:
    """Roll dice, and natural ones again if ``ones``; return the dice and the places of those rolled twice.

    ``roll`` is the kind of roll and ``who`` further values of the event that tells of the second throw.
    """
    faces: tuple[int, ...] = yield Roll(player, count, rule)
    again = [place for place, face in enumerate(faces) if face == 1] if ones else []
    if not again:
        return faces, frozenset()
    second = yield Roll(player, len(again), rule)
    thrown = dict(zip(again, second, strict=True))
    ref.emit("rerolled", rule, player=player, **who, dice=second, before=(1,) * len(again), roll=roll)
    return tuple(thrown.get(place, face) for place, face in enumerate(faces)), frozenset(again)
