"""The form of questions to the odds of Kill Team 2024: its terms, and the forms of its cards."""

from __future__ import annotations

from counteract.core.language import Phrase
from counteract.odds import terms
from counteract.odds.pools.terms import ASSUMPTIONS, CARDS, COVER_SAVE, DETAILS, FIGHTERS, SHOOTER_INJURED, SHOOTER_WOUNDS, WORDS
from counteract.odds.terms import QuestionForm, Term

#: The printings of the rules, the latest last. (DIFF-02)
PRINTINGS = ("2024", "2025")

VANTAGE = Term(
    "vantage", "defender", "flag", Phrase("seen from above"), Phrase("It is in cover, and a target only because the shooter looks down on it."),
    written="seen from above",
)  # fmt: skip
PRINTING = Term(
    "printing", "play", "choice", Phrase("Printing of the rules"), None, PRINTINGS[-1], choices={"2025": Phrase("2025"), "2024": Phrase("2024")}
)
LIMITS = Term(
    "limits", "play", "choice", Phrase("Limits of stats"), Phrase("How bad the Hit of the injured can get, and when injury counts."), "sheet",
    choices={"sheet": Phrase("as the sheets print them"), "book": Phrase("as in the full game")},
)  # fmt: skip
INITIATIVE = Term(
    "initiative", "play", "choice", Phrase("Initiative"), Phrase("Who has it re-rolls first."), "attacker",
    choices={"attacker": Phrase("attacker"), "defender": Phrase("defender")},
)  # fmt: skip

TARGETING = (terms.COVER, terms.OBSCURED, VANTAGE, SHOOTER_INJURED, terms.OBJECTIVE, COVER_SAVE)
DICE = (terms.REROLLS, terms.DEFENDER_REROLLS, terms.REROLL, PRINTING, LIMITS)

FORM = QuestionForm(
    words=WORDS,
    shoot=(*TARGETING, SHOOTER_WOUNDS, terms.SHOTS, *DICE),
    fight=(*FIGHTERS, INITIATIVE, terms.REROLL, PRINTING, LIMITS),
    table=(*TARGETING, *DICE),
    cards=CARDS,
    assumptions=ASSUMPTIONS,
    details=DETAILS,
    several_targets=True,
    unarmed=True,
)
