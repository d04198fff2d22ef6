"""Objectives: how a battle is won, in a few sentences."""

from __future__ import annotations

from counteract.core.language import Phrase, kept_words
from counteract.mechanics.missions import Mission
from counteract.mechanics.objectives import TURNING_POINTS, Objective, Shown, render_objectives, scored
from counteract.mechanics.operatives.sight import CONTROL
from counteract.rulesets.kt24.arena import BattleOptions
from counteract.rulesets.kt24.missions import FOR_THE_HIGHER, HIGHEST_GRADE


@kept_words
def list_objectives(mission: Mission | None, switches: BattleOptions) -> Shown:
    """Return the sentences on what brings victory. (MIS-07, MIS-09, MIS-13, MIS-17, INT-77)"""
    turns = switches.turning_points
    if mission is None:
        return render_objectives([Objective(Phrase("Without a mission nobody wins; it is fought for practice."), "KT24-INT-77")])
    found = [
        Objective(Phrase('A marker is held by the side with more APL within {inches:g}" of it.', inches=CONTROL), "KT24-MIS-07"),
        scored(mission, TURNING_POINTS, switches.first_scoring_tp, "KT24-MIS-09"),
    ]
    if mission.scoring.kills:
        kills = "The end of the battle brings up to {most} VP for enemies brought down, and {more} more to the side that is better at it."
        found.append(Objective(Phrase(kills, most=HIGHEST_GRADE, more=FOR_THE_HIGHER), "KT24-MIS-13"))
    return render_objectives([*found, Objective(Phrase("After {turns} turning points the side with more VP wins.", turns=turns), "KT24-MIS-17")])
