"""The edition data of Kill Team 2021 for the shared mechanics: rule IDs, move actions, ploys, effects."""

from __future__ import annotations

from counteract.core.decision import Why
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.edition import Edition
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.rulesets.kt21.effects import EFFECTS
from counteract.rulesets.kt21.weapons import MOVES, join, parse_rules

RULES = {
    "damage": "KT21-DMG-02",
    "wounds": "KT21-INT-78",
    "injured": "KT21-DMG-03",
    "incapacitated": "KT21-DMG-06",
    "removed": "KT21-DMG-06",
    "at-once": "KT21-INT-47",
    "cp": "KT21-CP-03",
    "cp-by-effect": "KT21-CP-03",
    "moment": "KT21-PLOY-03",
    "no-end": "KT21-INT-70",
    "strategic-ploy": "KT21-PLOY-01",
    "strategic-ploy-used": "KT21-PLOY-01",
    "ploy": "KT21-PLOY-03",
    "re-roll": "KT21-INT-28",
    "re-roll-once": "KT21-INT-26",
    "buy-re-roll": "KT21-PLOY-06",
    "command-reroll": "KT21-PLOY-06",
    "balanced": "KT21-WR-BALANCED-01",
    "ceaseless": "KT21-WR-CEASELESS-01",
    "relentless": "KT21-WR-RELENTLESS-01",
    "defence-reroll": "KT21-GEN-06",
}


def why_not_ploy(s: OperativeBattle, player: int, ploy: Ploy, strategy_phase: bool) -> Why | None:
    """Return why a player may not use a ploy, or None. (PLOY-01, PLOY-03, PLOY-04, INT-73)"""
    if (ploy.kind == "strategic") != strategy_phase:
        if strategy_phase:
            return "KT21-PLOY-03", "This is a tactical ploy: it is used at the moment it names."
        return "KT21-PLOY-01", "This is a strategic ploy: it is used in the Strategy phase."
    if (player, ploy.id) in s.used:
        return "KT21-PLOY-04", "This ploy has been used this turning point."
    if s.cp[player] < ploy.cost:
        return "KT21-INT-73", "There are not enough CP left to pay for it."
    return None


EDITION = Edition(
    id="kt21",
    rules=RULES,
    moves=MOVES,
    parse=parse_rules,
    join=join,
    fixed=("heavy", "limited", "silent", "unwieldy", "blast", "torrent", "fusillade", "indirect"),
    ploys={True: ("strategic",), False: ("tactical",)},
    why_not_ploy=why_not_ploy,
    removed={"ready": False, "stun": 0},
    effects=EFFECTS,
)
