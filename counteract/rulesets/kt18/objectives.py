"""Objectives: how a battle is won, in a few sentences."""

from __future__ import annotations

from counteract.core.language import Phrase, kept_words
from counteract.mechanics.missions import Mission
from counteract.mechanics.objectives import BATTLE_ROUNDS, Objective, Shown, render_objectives, scored
from counteract.rulesets.kt18.arena import BattleOptions
from counteract.rulesets.kt18.missions import CONTROL


@kept_words
def list_objectives(mission: Mission | None, switches: BattleOptions) -> Shown:
    """Return the sentences on what brings victory. (MIS-06, MIS-08, MIS-09, MIS-11, MIS-12)"""
    found = list[Objective]()
    if mission is not None:
        held = Phrase('A marker is held by the side with more models within {inches:g}" of it; shaken ones do not count.', inches=CONTROL)
        found.append(Objective(held, "KT18-MIS-06"))
        found.append(scored(mission, BATTLE_ROUNDS, mission.first_scoring_tp, "KT18-MIS-08"))
        if points := mission.scoring.leader:
            found.append(Objective(Phrase("The first time the enemy's Leader goes out of action: {points} VP.", points=points), "KT18-MIS-09"))
    found.append(Objective(Phrase("A side with nobody left at the end of a phase has lost."), "KT18-MIS-11"))
    found.append(Objective(Phrase("After {turns} battle rounds the side with more VP wins.", turns=switches.rounds), "KT18-MIS-12"))
    return render_objectives(found)
