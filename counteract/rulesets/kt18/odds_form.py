"""The form of questions to the odds of Kill Team 2018: its terms, and the forms of its cards."""

from __future__ import annotations

from counteract.core.language import Phrase
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

EXAMPLE = "T4 save 3+ wounds 1 invulnerable 5+"
MOST_FLESH = 6

LONG_RANGE = Term("long_range", "defender", "flag", Phrase("at long range"))
BROKEN = Term("broken", "attacker", "flag", Phrase("its team is broken"))
FLESH = Term("flesh", "attacker", "number", Phrase("Flesh wounds of the shooter"), None, 0, (0, MOST_FLESH))
MOST_FLESH_WOUNDS = Term("max_flesh_wounds", "play", "number", Phrase("Most flesh wounds (0: no limit)"), None, 0, (0, MOST_FLESH))

FORM = QuestionForm(
    words=OddsWords(Phrase("damage"), Phrase("out of action"), Phrase("flesh wound")),
    shoot=(
        terms.COVER, terms.OBSCURED, terms.OBJECTIVE, HALF_RANGE, LONG_RANGE, *SHOOTER_MOVES, BROKEN, FLESH, BS, MODIFIER, terms.SHOTS, *REROLLS,
        terms.REROLL, MOST_FLESH_WOUNDS,
    ),
    fight=(
        *FIGHTERS, BROKEN, BROKEN._replace(name="defender_broken", place="defender"), STRIKES_BACK, *REROLLS, OBSTACLE, terms.FIGHT_OBJECTIVE,
        terms.REROLL, MOST_FLESH_WOUNDS,
    ),
    table=(terms.COVER, terms.OBSCURED, terms.OBJECTIVE, *REROLLS, terms.REROLL),
    cards={
        "weapon": CardForm(GUN_FORM, GUN.partition(";")[0]),
        "target": CardForm(Phrase("a target is written {example}; there may also be ignore 5+, flesh 1, in cover", example=EXAMPLE), EXAMPLE),
        "attacker": CardForm(Phrase(FIGHTER_FORM, example=f"{BLADE} | {EXAMPLE}"), f"{BLADE} | {EXAMPLE}"),
        "defender": CardForm(Phrase(FIGHTER_FORM, example=f"{BLADE} | {EXAMPLE}"), f"A2 WS4+ S4 AP0 D1 | {EXAMPLE}"),
    },
    assumptions=(
        *terms.ASSUMPTIONS,
        Phrase("At 0 wounds a model makes its Injury roll, and the attacks left are lost."),
        Phrase("A target in cover is obscured too. Falls and morale are left out."),
        Phrase("In a fight the attacker makes its attacks, then the defender if it still can; who has just taken a flesh wound has 1 wound left."),
    ),
    details={
        "wounds_lost": (Phrase("wounds lost"), tell_chances),
        "flesh_wounds": (Phrase("new flesh wounds, still in play"), tell_chances),
        "brought_to_0": (Phrase("brought to 0 wounds"), tell_share),
        "attacker_flesh_wound": (Phrase("flesh wound of the attacker"), tell_share),
        "defender_flesh_wound": (Phrase("flesh wound of the defender"), tell_share),
        "capped": (Phrase("wounds lost on average"), tell_mean),
    },
    several_targets=False,
    unarmed=False,
)  # fmt: skip
