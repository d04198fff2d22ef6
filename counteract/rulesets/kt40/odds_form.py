"""The form of questions to the odds of the army-scale edition: its terms, and the forms of its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from counteract.core.language import Phrase, say
from counteract.odds import terms
from counteract.odds.chains.cards import BLADE, GUN
from counteract.odds.chains.terms import (
    BS,
    FIGHTER_FORM,
    FIGHTERS,
    GUN_FORM,
    HALF_RANGE,
    MODIFIER,
    OBSTACLE,
    REROLLS,
    SHOOTER_MOVES,
    STRIKES_BACK,
)
from counteract.odds.terms import CardForm, OddsWords, QuestionForm, Term, tell_chances, tell_mean, tell_share

EXAMPLE = "models 5 T4 save 3+ wounds 1 Ld 7"
MOST_MODELS = 30

MASKED = terms.OBSCURED._replace(label=Phrase("masked"))
ALL_AT_FIRST = Phrase("Of a unit, at first all that have the weapon.")
MODELS = Term("models", "attacker", "number", Phrase("Models that shoot"), ALL_AT_FIRST, 1, (1, MOST_MODELS))
MORALE_REROLLS = Term("morale_rerolls", "dice", "number", Phrase("Re-rolls of the target in the Morale phase"), None, 0, (0, 1))
MORALE_MODIFIER = MODIFIER._replace(name="morale_modifier", place="defender", label=Phrase("Modifier to the morale test"), help=None)
OPPORTUNITY = Term("opportunity", "dice", "flag", Phrase("opportunity strike"), Phrase("Hits on sixes and is not answered."))


def tell_morale(value: Mapping[str, Any]) -> str:
    """Return the chance that a morale test fails, and the wounds lost to it."""
    return say("fails {chance}, costs {wounds}", chance=tell_share(value["fails"]), wounds=tell_chances(value["losses"]))


ASSUMPTIONS = (
    Phrase("What exceeds the last wound of a model is lost. Wounds are counted on past the last model of the unit, as if it had more of them."),
    Phrase("Ranges and sight are settled: say what holds."),
    Phrase("Stratagems are not used, but for the re-rolls that are said; what they cost does not count."),
    Phrase("All models of a unit that have a weapon use it, but only one throws a grenade. The unit's other weapons are not used besides."),
    Phrase("In a fight the models that have the weapon are the last of their unit to fall."),
    Phrase("A unit counts as so many models like most of its own, with the highest Leadership in it."),
)

#: The terms of fighters, without the wounds of units, which stand on their cards.
UNITS = tuple(term for term in FIGHTERS if not term.name.endswith("_wounds"))

FORM = QuestionForm(
    words=OddsWords(Phrase("wounds lost"), Phrase("destroyed"), Phrase("wounded")),
    shoot=(
        terms.COVER, MASKED, terms.OBJECTIVE, HALF_RANGE, *SHOOTER_MOVES, BS, MODIFIER, terms.SHOTS, MODELS, *REROLLS, terms.REROLL,
        MORALE_REROLLS, MORALE_MODIFIER,
    ),
    fight=(*UNITS, STRIKES_BACK, *REROLLS, OBSTACLE, OPPORTUNITY, terms.FIGHT_OBJECTIVE, terms.REROLL),
    table=(terms.COVER, MASKED, terms.OBJECTIVE, *REROLLS, terms.REROLL),
    cards={
        "weapon": CardForm(GUN_FORM, GUN.partition(";")[0]),
        "target": CardForm(Phrase("a unit is written {example}; there may also be ignore 5+, hurt 1, in cover", example=EXAMPLE), EXAMPLE),
        "attacker": CardForm(Phrase(FIGHTER_FORM, example=f"{BLADE} | {EXAMPLE}"), f"{BLADE} | {EXAMPLE}"),
        "defender": CardForm(Phrase(FIGHTER_FORM, example=f"{BLADE} | {EXAMPLE}"), f"A2 WS4+ S4 AP0 D1 | {EXAMPLE}"),
    },
    assumptions=ASSUMPTIONS,
    details={
        "wounds_lost": (Phrase("wounds lost"), tell_chances),
        "capped": (Phrase("wounds lost on average"), tell_mean),
        "models_slain": (Phrase("models slain"), tell_chances),
        "attacker_models_slain": (Phrase("attacking models slain"), tell_chances),
        "defender_models_slain": (Phrase("defending models slain"), tell_chances),
        "morale": (Phrase("morale"), tell_morale),
        "attacker_morale": (Phrase("morale of the attacker"), tell_morale),
        "defender_morale": (Phrase("morale of the defender"), tell_morale),
        "destroyed": (Phrase("destroyed, with morale"), tell_share),
        "bearers_slain": (Phrase("bearers slain on average"), tell_mean),
    },
    several_targets=False,
    unarmed=False,
)  # fmt: skip
