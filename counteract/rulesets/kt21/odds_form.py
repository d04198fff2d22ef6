"""The form of questions to the odds of Kill Team 2021: its terms, and the forms of its cards."""

from __future__ import annotations

from counteract.core.language import Phrase
from counteract.odds import terms
from counteract.odds.pools.terms import ASSUMPTIONS, CARDS, COVER_SAVE, DETAILS, FIGHTERS, SHOOTER_INJURED, SHOOTER_WOUNDS, WORDS
from counteract.odds.terms import QuestionForm, Term

OBSCURED = terms.OBSCURED._replace(ruled_out=True)  # OBSCURE-01
ROOF = Term("roof", "defender", "flag", Phrase("below terrain"), Phrase("Barrage looks for a roof instead of cover."), written="below terrain")
SPLIT = Term("split", "play", "text", Phrase("Dice of Fusillade on each target"), Phrase("Such as 3, 2; as is best if nothing is said."), "")

AIM = (terms.COVER, OBSCURED, SHOOTER_INJURED, terms.OBJECTIVE, COVER_SAVE)
AGAIN = (terms.REROLLS, terms.DEFENDER_REROLLS, terms.REROLL)

FORM = QuestionForm(
    words=WORDS, shoot=(*AIM, ROOF, SHOOTER_WOUNDS, terms.SHOTS, *AGAIN, SPLIT), fight=(*FIGHTERS, terms.REROLL), table=(*AIM, *AGAIN),
    cards=CARDS, assumptions=ASSUMPTIONS,
    details={**DETAILS, "split": (Phrase("dice on each target"), lambda value: " + ".join(map(str, value)))}, several_targets=True, unarmed=True,
)  # fmt: skip
