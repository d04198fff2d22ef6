"""The edition data of Kill Team 2024 for the shared mechanics: rule IDs, move actions, ploys, effects."""

from __future__ import annotations

from counteract.core.decision import Why
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.edition import Edition
from counteract.mechanics.operatives.effects import EFFECTS
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.rulesets.kt24.weapons import MOVES, join, parse_rules

RULES = {
    "damage": "KT24-DMG-02",
    "wounds": "KT24-DMG-01",
    "injured": "KT24-DMG-04",
    "incapacitated": "KT24-DMG-07",
    "removed": "KT24-DMG-08",
    "at-once": "KT24-INT-34",
    "cp": "KT24-CP-04",
    "cp-by-effect": "KT24-CP-04",
    "moment": "KT24-MIS-44",
    "no-end": "KT24-INT-21",
    "gambit": "KT24-GAMBIT-01",
    "gambit-used": "KT24-GAMBIT-03",
    "ploy": "KT24-PLOY-01",
    "re-roll": "KT24-INT-44",
    "re-roll-once": "KT24-INT-43",
    "buy-re-roll": "KT24-PLOY-04",
    "command-reroll": "KT24-PLOY-05",
    "balanced": "KT24-WR-BALANCED-01",
    "ceaseless": "KT24-WR-CEASELESS-01",
    "relentless": "KT24-WR-RELENTLESS-01",
    "defence-reroll": "KT24-MIS-45",
}


def why_not_ploy(s: OperativeBattle, player: int, ploy: Ploy, gambit_step: bool) -> Why | None:
    """Return why a player may not use a ploy, or None. (CP-04, GAMBIT-03, GAMBIT-04, PLOY-02, INT-32, INT-33)"""
    if (ploy.kind == "firefight") == gambit_step:
        if gambit_step:
            return "KT24-PLOY-01", "This ploy belongs in the Firefight phase."
        return "KT24-GAMBIT-03", "This belongs in the gambit step."
    if (player, ploy.id) in s.used:
        return ("KT24-GAMBIT-04" if gambit_step else "KT24-PLOY-02"), "This has been used this turning point."
    if s.cp[player] < ploy.cost:
        return ("KT24-INT-33" if ploy.kind == "gambit" else "KT24-CP-04"), "There are not enough CP left to pay for it."
    return None


EDITION = Edition(
    id="kt24",
    rules=RULES,
    moves=MOVES,
    parse=parse_rules,
    join=join,
    fixed=("heavy", "limited", "silent"),
    ploys={True: ("strategy", "gambit"), False: ("firefight",)},
    why_not_ploy=why_not_ploy,
    removed={"ready": False, "guard": False, "stun": 0, "stunned": ()},
    effects=EFFECTS,
)
