"""Objectives: how a battle is won, in a few sentences."""

from __future__ import annotations

from counteract.core.language import Phrase, kept_words
from counteract.mechanics.missions import Mission
from counteract.mechanics.objectives import TURNING_POINTS, Objective, Shown, render_objectives, scored
from counteract.rulesets.kt21.arena import BattleOptions
from counteract.rulesets.kt21.measure import CONTESTED
from counteract.rulesets.kt21.missions import KILL_VP


@kept_words
def list_objectives(mission: Mission | None, switches: BattleOptions) -> Shown:
    """Return the sentences on what brings victory. (MIS-05, MIS-07, MIS-09, MIS-12, INT-80)"""
    turns = switches.turning_points
    if mission is None:
        most_kills = Phrase("After {turns} turning points the side that has brought down more enemies wins.", turns=turns)
        return render_objectives([Objective(most_kills, "KT21-INT-80")])
    found = [
        Objective(Phrase('A marker is held by the side with more APL within {inches:g}" of its middle.', inches=CONTESTED), "KT21-MIS-05"),
        scored(mission, TURNING_POINTS, switches.first_scoring_tp, "KT21-MIS-07"),
    ]
    if mission.scoring.kills:
        found.append(Objective(Phrase("A turning point in which an enemy was brought down brings {points} VP more.", points=KILL_VP), "KT21-MIS-09"))
    return render_objectives([*found, Objective(Phrase("After {turns} turning points the side with more VP wins.", turns=turns), "KT21-MIS-12")])
