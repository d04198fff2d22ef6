"""Kill Team 2021 in the lobby: the game in one sentence, and its options in words."""

from __future__ import annotations

from counteract.core.language import Phrase, phrases
from counteract.mechanics.lobby import FIRST_SCORING, TURNING_POINTS, OptionText

ABOUT = Phrase("Operatives with action points, Engage and Conceal orders, dice pools, barricades.")

OPTIONS = {
    "turning_points": TURNING_POINTS,
    "first_scoring_tp": FIRST_SCORING,
    "defender": OptionText(
        Phrase("Who defends"),
        Phrase("Who defends chooses an edge of the board."),
        phrases({"random": "by chance", "first": "the first player", "second": "the second player"}),
    ),
    "lethal_needs_hit": OptionText(
        Phrase("Lethal only for hits"),
        Phrase("Lethal x+ turns hits into critical hits; without this also dice that would miss."),
    ),
}
