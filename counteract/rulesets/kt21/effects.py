"""The effects that only Kill Team 2021 has: psychic actions, and wards against them. (WR-PSYCHIC-01)"""

from __future__ import annotations

from typing import Annotated

from counteract.mechanics.operatives import effects as shared
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.effects import COUNT, INCHES, Effect
from counteract.mechanics.operatives.state import OperativeBattle


class PsychicStrike(Effect):
    """An effect with a psychic action of its own: a visible enemy near enough suffers mortal wounds."""

    inches: Annotated[float, INCHES, "how far it reaches"]
    wounds: Annotated[int, COUNT, "mortal wounds inflicted"]

    def psychic_strike(self, arena: OperativeArena, s: OperativeBattle, i: int) -> tuple[float, int]:
        return self.inches, self.wounds


class PsychicWard(Effect):
    """An effect that bars psychic actions of enemies near the bearer."""

    inches: Annotated[float, INCHES, "how far it reaches"]

    def psychic_ward(self, arena: OperativeArena, s: OperativeBattle, i: int) -> float:
        return self.inches


EFFECTS: dict[str, type[Effect]] = {**shared.EFFECTS, "psychic-strike": PsychicStrike, "psychic-ward": PsychicWard}
