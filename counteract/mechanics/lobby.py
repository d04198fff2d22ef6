"""Words of the lobby: what an option of a battle is called and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from counteract.core.language import Phrase


class OptionText(NamedTuple):
    """An option of a battle in words: its label, one sentence of help, and its choices where their ids do not say enough."""

    label: str
    help: str
    choices: Mapping[str, str] = {}


#: Options that several rulesets have.
TURNING_POINTS = OptionText(Phrase("Turning points"), Phrase("How long the battle lasts."))
BATTLE_ROUNDS = OptionText(Phrase("Battle rounds"), Phrase("How long the battle lasts."))
FIRST_SCORING = OptionText(Phrase("First turning point that is scored"), Phrase("Before it nobody gains victory points for markers."))
