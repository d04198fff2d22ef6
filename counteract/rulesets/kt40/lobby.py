"""The army-scale edition in the lobby: the game in one sentence, and its options in words."""

from __future__ import annotations

from counteract.core.language import Phrase
from counteract.mechanics.lobby import TURNS

ABOUT = Phrase("Whole armies of two to four players: each moves all its units, then they take turns with powers, shots, fights and morale.")

OPTIONS = {"turns": TURNS}
