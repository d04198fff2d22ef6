"""Kill Team 2024 in the lobby: the game in one sentence, and its options in words."""

from __future__ import annotations

from counteract.core.language import Phrase, phrases
from counteract.mechanics.lobby import FIRST_SCORING, TURNING_POINTS, OptionText

ABOUT = Phrase("Operatives with action points, Engage and Conceal orders, dice pools, counteracting, kill grades.")

OPTIONS = {
    "printing": OptionText(
        Phrase("Printing of the rules"),
        Phrase("The printing of 2025 changed some rules of 2024; the rulebook says which."),
    ),
    "accurate_multi": OptionText(
        Phrase("Several Accurate rules"),
        Phrase("What a weapon gets that has the rule Accurate more than once."),
        phrases({"two": "they count as Accurate 2", "largest": "the largest counts"}),
    ),
    "charge_lock": OptionText(
        Phrase("Running on past an enemy in a charge"),
        Phrase("A charge that comes within control range of an enemy may leave it again only on this condition."),
        phrases({"friends": "if a friend stays with it", "enemies": "if the enemy has help there"}),
    ),
    "limits": OptionText(
        Phrase("Limits of stats"),
        Phrase(
            'As the sheets print it, injury and every Stun count at once and in full; in the full game Move stays at 4", Hit at '
            "6+, APL within 1 of the card, and changes count after the action."
        ),
        phrases({"sheet": "as the sheets print them", "book": "as in the full game"}),
    ),
    "turning_points": TURNING_POINTS,
    "first_scoring_tp": FIRST_SCORING,
    "allow_draw": OptionText(
        Phrase("The battle can be drawn"),
        Phrase("If everything is level it is a draw; otherwise the player without the last initiative wins."),
    ),
    "obscuring": OptionText(
        Phrase("Obscuring"),
        Phrase("Heavy terrain in between makes a target harder to hit."),
    ),
    "vantage": OptionText(
        Phrase("Vantage terrain"),
        Phrase("Who stands high sees over cover."),
    ),
    "guard": OptionText(
        Phrase("Guard action (close quarters)"),
        Phrase("Operatives may wait and interrupt, as in close quarters."),
    ),
    "generic_ploys": OptionText(
        Phrase("Ploys for everybody"),
        Phrase("Brace, Focus, Grit and Surge, which every team can use besides its own ploys."),
    ),
    "move_floor": OptionText(
        Phrase("Lowest Move, in inches"),
        Phrase(
            "With the limits of the full game: whatever slows an operative down, its Move stays at this, or at what its card says if that is less."
        ),
    ),
    "move_increments": OptionText(
        Phrase("Moves in whole inches"),
        Phrase("Every straight stretch of a move is rounded up to whole inches."),
    ),
}
