"""Kill Team 2018 in the lobby: the game in one sentence, and its options in words."""

from __future__ import annotations

from counteract.core.language import Phrase
from counteract.mechanics.lobby import BATTLE_ROUNDS, OptionText

ABOUT = Phrase("Battle rounds in phases, single dice that hit, wound and save, flesh wounds and broken nerves.")

OPTIONS = {
    "rounds": BATTLE_ROUNDS,
    "specialists": OptionText(
        Phrase("Specialists"),
        Phrase("Models with a specialism on their card gain its ability; without this it does nothing."),
    ),
    "leader_cp_needs_unshaken": OptionText(
        Phrase("A shaken leader gives no CP"),
        Phrase("A leader brings one more command point every round; with this, not while it is shaken."),
    ),
    "max_flesh_wounds": OptionText(
        Phrase("Most flesh wounds"),
        Phrase("With one more than this a model is out of action; 0: there is no limit."),
    ),
}
