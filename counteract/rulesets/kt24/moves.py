"""The move actions of Kill Team 2024: their lengths, their paths and where they may end. (REPO, DASH, FALLBACK, CHARGE)"""

from __future__ import annotations

from functools import lru_cache

from counteract.core.decision import Why
from counteract.core.procedure import Procedure
from counteract.mechanics.moves.limits import MALFORMED, MoveLimits
from counteract.mechanics.operatives import moves, ploys
from counteract.mechanics.operatives.effects import in_force
from counteract.mechanics.operatives.moves import CHARGE_GAPS
from counteract.mechanics.operatives.sight import CONTROL, in_control
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.state import Ref, Skirmish
from counteract.table.paths import MovementParameters
from counteract.table.reach import Mode

DASH = 3.0  # DASH-02
CHARGE_BONUS = 2.0  # CHARGE-02
COUNTERACT_MOST = 2.0  # COUNTER-05

_FIGURES = {
    (climb, increments): MovementParameters(
        climb=climb, climb_least=2.0, climb_most=3.0, drop_free=2.0,
        jump_from=2.0, jump_most=4.0, jump_slack=1.0, ladder_reach=1.0, increments=increments,
    )
    for climb in (True, False)
    for increments in (True, False)
}  # fmt: skip

PROBLEMS: dict[str, Why] = {
    "off-board": ("KT24-INT-14", "The base would leave the board."),
    "end-overlaps-base": ("KT24-INT-15", "The base would end on top of another base."),
    "end-overlaps-terrain": ("KT24-INT-15", "The base would end inside terrain ({part})."),
    "end-not-flat": ("KT24-INT-15", "The base must end flat on the floor or wholly on a Vantage part."),
    "solid": ("KT24-MIS-23", "Terrain ({part}) is in the way."),
    "too-high": ("KT24-MIS-30", 'The climb is higher than 3" ({part}).'),
    "no-climb": ("KT24-DASH-03", "A Dash cannot climb ({part})."),
    "enemy-base": ("KT24-INT-14", "{name} is in the way."),
    "wrong-level": ("KT24-MIS-33", "The path is not at the height wished for."),
    "jump-start": ("KT24-MIS-32", 'A jump starts from a Vantage part more than 2" up.'),
    "jump-too-long": ("KT24-MIS-32", 'A jump covers at most 4" in a straight line.'),
    "tangled": ("KT24-INT-13", "The path climbs and drops too often to be followed."),
    MALFORMED: ("KT24-INT-13", 'A path is a list of 1 to {most} points (x, y), (x, y, z) or (x, y, z, "jump"), in plain numbers.'),
    "wrong-start": ("KT24-INT-13", "The path must start where the operative stands."),
}

_LENGTH_RULE = {"reposition": "KT24-REPO-02", "dash": "KT24-DASH-02", "fall back": "KT24-FALLBACK-02", "charge": "KT24-CHARGE-02"}
_ENDING: dict[str, tuple[Mode, Why]] = {
    "reposition": ("keep-out", ("KT24-REPO-04", "The path comes within control range of an enemy operative.")),
    "dash": ("keep-out", ("KT24-REPO-04", "The path comes within control range of an enemy operative.")),
    "fall back": ("end-out", ("KT24-FALLBACK-03", "A Fall Back cannot end within control range of an enemy operative.")),
    "charge": ("end-in", ("KT24-CHARGE-04", "A Charge must end within control range of an enemy operative.")),
}


def limit(arena: Arena, s: Skirmish, i: int, action: str) -> tuple[float, str]:
    """Return the longest a move action may be, in inches, and the rule that limits it. (INT-18, INT-27)"""
    inches = DASH if action == "dash" else stats.move(arena, s, i)
    if action == "charge":
        inches += CHARGE_BONUS
    for effect in in_force(arena, s, i, "move_bonus"):
        inches += effect.move_bonus(arena, s, i, action)
    if s.acting and s.acting[-1].kind == "counteract" and inches > COUNTERACT_MOST:
        return COUNTERACT_MOST, "KT24-COUNTER-05"
    return inches, _LENGTH_RULE[action]


def figures(arena: Arena, action: str) -> MovementParameters:
    """Return the parameters that the path of a move action is measured with."""
    return _FIGURES[action != "dash", arena.options.move_increments]


def terms(arena: Arena, s: Skirmish, i: int, action: str) -> MoveLimits:
    """Return the terms that the path of a move action must meet."""
    most, too_long = limit(arena, s, i, action)
    sticky = holding(arena, s, i) if action == "charge" else ()
    return _terms(action, most, too_long, sticky, figures(arena, action))


@lru_cache(maxsize=1024)
def _terms(action: str, most: float, too_long: str, sticky: tuple[int, ...], figures: MovementParameters) -> MoveLimits:
    mode, ending = _ENDING[action]
    return MoveLimits(
        most=most,
        too_long=too_long,
        figures=figures,
        mode=mode,
        control=CONTROL,
        kept_out=ending,
        must_meet=ending,
        sticky=sticky,
        stuck=("KT24-CHARGE-05", "The path leaves the control range of an enemy that holds the operative."),
        gaps=CHARGE_GAPS if action == "charge" else (),
        problems=PROBLEMS,
    )


def holding(arena: Arena, s: Skirmish, i: int) -> tuple[int, ...]:
    """Return the enemies whose control range a charging operative may not leave once it has entered it.

    (CHARGE-05, DIFF-06, INT-20)
    """
    side, foes = arena.sides[i], arena.options.charge_lock == "enemies"  # True if enemies beside an enemy release the charger, False if friends do
    return tuple(j for j in enemies_of(arena, s, side) if not any(arena.is_enemy(i, k) == foes for k in in_control(arena, s, j) if k != i))


def has_end(arena: Arena, s: Skirmish, i: int, action: str) -> bool:
    """Return True if a move action has a legal end point; only Charge and Fall Back may have none. (INT-21)"""
    if _ENDING[action][0] == "keep-out":
        return True
    if action == "charge" and not moves.enemy_in_reach(arena, s, i, limit(arena, s, i, "charge")[0]):
        return False
    return moves.has_end(arena, s, i, action, terms(arena, s, i, action))


def can_begin(arena: Arena, s: Skirmish, i: int, action: str) -> bool:
    """Return True if a Charge or Fall Back has a legal end point, perhaps only with a ploy used as it begins. (INT-21, MIS-44)

    No ploys are used while counteracting, but then none could lengthen the move either.
    """
    return ploys.can_begin(arena, s, i, action, lambda then: has_end(arena, then, i, action))


def move(ref: Ref, i: int, action: str) -> Procedure:
    """Ask for a path and move the operative along it. (REPO-02, REPO-03, INT-13, INT-14)"""
    return moves.move(ref, i, action, terms(ref.arena, ref.state, i, action))
