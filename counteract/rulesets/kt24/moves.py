"""The four move actions: how far, past whom, and where they may end. (REPO, DASH, FALLBACK, CHARGE)"""

from __future__ import annotations

from functools import lru_cache

from counteract.core.decision import Why
from counteract.core.procedure import Procedure
from counteract.mechanics.changes import others, put
from counteract.mechanics.moves import MALFORMED, PathDecision, Terms, can_move
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.effects import in_force
from counteract.rulesets.kt24.measure import CONTROL, gap, in_control
from counteract.rulesets.kt24.state import Ref, Skirmish
from counteract.table.paths import MoveFigures
from counteract.table.reach import Mode

DASH = 3.0  # DASH-02
CHARGE_BONUS = 2.0  # CHARGE-02
COUNTERACT_MOST = 2.0  # COUNTER-05
CHARGE_GAPS = (0.01, 0.5, CONTROL)  # where a Charge may end: as near as can be, in between, just in control range

_FIGURES = {
    (climb, increments): MoveFigures(
        climb=climb, climb_least=2.0, climb_most=3.0, drop_free=2.0,
        jump_from=2.0, jump_most=4.0, jump_slack=1.0, ladder_reach=1.0, increments=increments,
    )
    for climb in (True, False)
    for increments in (True, False)
}  # fmt: skip

PROBLEMS: dict[str, Why] = {
    "off-board": ("KT24-INT-14", "The base would leave the board at ({x}, {y})."),
    "end-overlaps-base": ("KT24-INT-15", "The base would end on top of another base."),
    "end-overlaps-terrain": ("KT24-INT-15", "The base would end inside terrain ({part})."),
    "end-not-flat": ("KT24-INT-15", "The base must end flat on the floor or wholly on a Vantage part."),
    "solid": ("KT24-MIS-23", "Terrain ({part}) is in the way at ({x}, {y})."),
    "too-high": ("KT24-MIS-30", 'The climb at ({x}, {y}) is higher than 3" ({part}).'),
    "no-climb": ("KT24-DASH-03", "A Dash cannot climb ({part} at ({x}, {y}))."),
    "enemy-base": ("KT24-INT-14", "An enemy base is in the way at ({x}, {y})."),
    "wrong-level": ("KT24-MIS-33", "The path is not at the height wished for at ({x}, {y})."),
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
    """How far a move action may go, and the rule that says so. (INT-18, INT-27)"""
    inches = DASH if action == "dash" else stats.move(arena, s, i)
    if action == "charge":
        inches += CHARGE_BONUS
    for effect in in_force(arena, s, i, "move_bonus"):
        inches += effect.move_bonus(arena, s, i, action)
    if s.acting and s.acting[-1].kind == "counteract" and inches > COUNTERACT_MOST:
        return COUNTERACT_MOST, "KT24-COUNTER-05"
    return inches, _LENGTH_RULE[action]


def terms(arena: Arena, s: Skirmish, i: int, action: str) -> Terms:
    """What is asked of a move action."""
    most, too_long = limit(arena, s, i, action)
    sticky = holding(arena, s, i) if action == "charge" else ()
    return _terms(action, most, too_long, sticky, arena.switches.move_increments)


@lru_cache(maxsize=1024)
def _terms(action: str, most: float, too_long: str, sticky: tuple[int, ...], increments: bool) -> Terms:
    mode, ending = _ENDING[action]
    return Terms(
        most=most,
        too_long=too_long,
        figures=_FIGURES[action != "dash", increments],
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
    """The enemies that a charger may not leave once it has come within their control range.

    (CHARGE-05, DIFF-06, INT-20)
    """
    side = arena.sides[i]
    watched = side if arena.switches.charge_lock == "friends" else 1 - side
    return tuple(j for j in others(s, side) if not any(arena.sides[k] == watched for k in in_control(arena, s, j) if k != i))


def has_end(arena: Arena, s: Skirmish, i: int, action: str) -> bool:
    """Whether a Charge or Fall Back has somewhere to end. (INT-21)"""
    if action == "charge" and not _enemy_in_reach(arena, s, i):
        return False
    demands = terms(arena, s, i, action)
    memo = arena.memo(s.places)
    key = ("has_end", i, action, demands.most, demands.figures.climb, demands.sticky)
    known = memo.get(key)
    if known is None:
        known = memo[key] = can_move(arena, s.places, i, demands)
    return bool(known)


def _enemy_in_reach(arena: Arena, s: Skirmish, i: int) -> bool:
    """Whether an enemy is near enough for a Charge if nothing were in the way."""
    far = limit(arena, s, i, "charge")[0] + CONTROL + 0.01
    return any(gap(arena, s, i, j) <= far for j in others(s, arena.sides[i]))


def move(ref: Ref, i: int, action: str) -> Procedure:
    """Ask for a path and go there. (REPO-02, REPO-03, INT-13, INT-14)"""
    arena, s = ref.arena, ref.state
    demands = terms(arena, s, i, action)
    decision = PathDecision(
        arena.sides[i], arena, s.places, i, demands, demands.too_long,
        '{name}: {action} up to {most:g}". Where to?', {"name": arena.names[i], "action": action, "most": demands.most},
    )  # fmt: skip
    path = yield decision
    place = decision.landing(path)
    if place != s.places[i]:
        put(ref, i, place)
    ref.emit("moved", demands.too_long, model=i, action=action, path=tuple(map(tuple, path.points)), to=place)
