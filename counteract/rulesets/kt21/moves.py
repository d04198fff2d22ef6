"""The move actions of Kill Team 2021: their lengths, their paths and where they may end. (MOVE, CHARGE, FALLBACK, DASH)"""

from __future__ import annotations

from functools import lru_cache

from counteract.core.decision import Why
from counteract.core.procedure import Procedure
from counteract.mechanics.moves.limits import MALFORMED, MoveLimits
from counteract.mechanics.operatives import moves, ploys
from counteract.mechanics.operatives.effects import in_force
from counteract.mechanics.operatives.moves import CHARGE_GAPS
from counteract.mechanics.operatives.sight import CONTROL
from counteract.rulesets.kt21 import stats
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.state import Ref, Skirmish
from counteract.table.paths import MovementParameters
from counteract.table.reach import Mode

DASH = 3.0  # DASH-01
CHARGE_BONUS = 2.0  # CHARGE-02
TRAVERSE = 2.0  # INT-10

#: Moves stay on the floor, go round terrain or across traversable parts, and pass through no base. (MOVE-04, INT-10, INT-11)
FIGURES = MovementParameters(
    climb=False, climb_least=0.0, climb_most=0.0, drop_free=0.0, jump_from=0.0, jump_most=0.0, jump_slack=0.0, ladder_reach=0.0,
    friends_block=True, traverse=TRAVERSE, bends_on_top=False,
)  # fmt: skip

PROBLEMS: dict[str, Why] = {
    "off-board": ("KT21-INT-08", "The base would leave the board."),
    "end-overlaps-base": ("KT21-MOVE-03", "The base would end on top of another base."),
    "end-overlaps-terrain": ("KT21-MOVE-03", "The base would end on terrain ({part})."),
    "end-not-flat": ("KT21-INT-11", "Operatives stand on the floor."),
    "solid": ("KT21-INT-10", "Terrain ({part}) is in the way."),
    "enemy-base": ("KT21-MOVE-04", "{name} is in the way."),
    "friend-base": ("KT21-MOVE-04", "{name} is in the way."),
    "wrong-level": ("KT21-INT-11", "Operatives stay on the floor."),
    "jump-start": ("KT21-INT-11", "There is no jumping in this edition."),
    "tangled": ("KT21-INT-09", "The path crosses too much terrain to be followed."),
    MALFORMED: ("KT21-INT-09", "A path is a list of 1 to {most} points (x, y), in plain numbers."),
    "wrong-start": ("KT21-INT-09", "The path must start where the operative stands."),
}

_LENGTH_RULE = {"normal move": "KT21-MOVE-02", "dash": "KT21-DASH-01", "fall back": "KT21-FALLBACK-01", "charge": "KT21-CHARGE-02"}
_KEPT_OUT: tuple[Mode, Why] = ("keep-out", ("KT21-MOVE-05", "The path enters the Engagement Range of an enemy operative."))
_ENDING: dict[str, tuple[Mode, Why]] = {
    "normal move": _KEPT_OUT,
    "dash": _KEPT_OUT,
    "fall back": ("end-out", ("KT21-FALLBACK-04", "A Fall Back cannot end within Engagement Range of an enemy operative.")),
    "charge": ("end-in", ("KT21-CHARGE-04", "A Charge must end within Engagement Range of an enemy operative.")),
}


def limit(arena: Arena, s: Skirmish, i: int, action: str) -> float:
    """Return the longest a move action may be, in inches. (MOVE-02, CHARGE-02, FALLBACK-01, DASH-01)"""
    inches = DASH if action == "dash" else stats.move(arena, s, i)
    if action == "charge":
        inches += CHARGE_BONUS
    for effect in in_force(arena, s, i, "move_bonus"):
        inches += effect.move_bonus(arena, s, i, action)
    return inches


@lru_cache(maxsize=1024)
def terms(action: str, most: float) -> MoveLimits:
    """Return the terms that the path of a move action of this length must meet."""
    mode, ending = _ENDING[action]
    return MoveLimits(
        most=most, too_long=_LENGTH_RULE[action], figures=FIGURES, mode=mode, control=CONTROL,
        kept_out=ending, must_meet=ending, gaps=CHARGE_GAPS if action == "charge" else (), problems=PROBLEMS,
    )  # fmt: skip


def has_end(arena: Arena, s: Skirmish, i: int, action: str) -> bool:
    """Return True if a move action has a legal end point; a Normal Move or Dash may always end where it began. (INT-70)"""
    if _ENDING[action] is _KEPT_OUT:
        return True
    most = limit(arena, s, i, action)
    if action == "charge" and not moves.enemy_in_reach(arena, s, i, most):
        return False
    return moves.has_end(arena, s, i, action, terms(action, most))


def can_begin(arena: Arena, s: Skirmish, i: int, action: str) -> bool:
    """Return True if a Charge or Fall Back has a legal end point, perhaps only with a ploy used as it begins. (INT-70, PLOY-03)"""
    return ploys.can_begin(arena, s, i, action, lambda then: has_end(arena, then, i, action))


def move(ref: Ref, i: int, action: str) -> Procedure:
    """Ask for a path and move the operative along it. (MOVE-02, INT-09)"""
    return moves.move(ref, i, action, terms(action, limit(ref.arena, ref.state, i, action)))
