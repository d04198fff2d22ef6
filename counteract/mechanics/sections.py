"""What the parts of rulebooks are called."""

from __future__ import annotations

from counteract.core.language import phrases, say

#: The parts of all rulebooks by the letters in the IDs of their rules.
SECTIONS = phrases(
    {
        "GEN": "The game",
        "STAT": "Stats",
        "SETUP": "Setting up",
        "ORDER": "Orders",
        "BATTLE": "The battle",
        "INIT": "Initiative",
        "CP": "Command points",
        "READY": "Readying",
        "GAMBIT": "Strategic gambits",
        "PLOY": "Ploys",
        "TAC": "Tactics",
        "SPEC": "Leaders and specialists",
        "ACT": "Activations and actions",
        "COUNTER": "Counteracting",
        "ER": "Engagement Range",
        "MOVE": "Moving",
        "REPO": "Reposition",
        "DASH": "Dash",
        "ADV": "Advancing",
        "TERR": "Terrain",
        "CHARGE": "Charging",
        "REACT": "Reacting to a charge",
        "OW": "Overwatch",
        "RETREAT": "Retreating",
        "FALLBACK": "Falling back",
        "PASS": "Passing",
        "PSY": "Psychic powers",
        "DICE": "Dice",
        "SHOOTACT": "The Shoot action",
        "SHOOT": "Shooting",
        "HIT": "Hit rolls",
        "WOUND": "Wound rolls",
        "SAVE": "Saving throws",
        "FIGHTACT": "The Fight action",
        "FIGHT": "Fighting",
        "DMG": "Damage and wounds",
        "INJ": "Injury rolls",
        "MW": "Mortal wounds",
        "FALL": "Falling",
        "CTRL": "Control range",
        "TARGET": "Valid targets",
        "LOS": "Lines of sight",
        "VIS": "Visibility",
        "OBSCURE": "Obscured",
        "COVER": "Cover",
        "WR": "Weapon rules",
        "MORALE": "Morale",
        "BROKEN": "Broken teams",
        "SHAKEN": "Shaken models",
        "NERVE": "Nerve tests",
        "QA": "Questions and answers",
        "DIFF": "Printings",
        "MIS": "Missions",
        "INT": "Rulings of our own",
    }
)
#: Those that a rulebook calls otherwise, in some language.
OTHERWISE = phrases({("kt18", "OW"): "Overwatch shots"})


def section(ruleset: str, letters: str) -> str:
    """What a part of a rulebook is called."""
    return say(OTHERWISE.get((ruleset, letters), SECTIONS.get(letters, letters)))
