"""Texts of the lobby: labels and help for the options of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from counteract.core.language import Phrase


class OptionText(NamedTuple):
    """The text of a battle's option: its label, one sentence of help, and names for choices whose ids do not say enough."""

    label: str
    help: str
    choices: Mapping[str, str] = {}


#: Options that several rulesets have.
TURNING_POINTS = OptionText(Phrase("Turning points"), Phrase("How long the battle lasts."))
BATTLE_ROUNDS = OptionText(Phrase("Battle rounds"), Phrase("How long the battle lasts."))
TURNS = OptionText(Phrase("Turns"), Phrase("How long the battle lasts."))
FIRST_SCORING = OptionText(Phrase("First turning point that is scored"), Phrase("Before it nobody gains victory points for markers."))
