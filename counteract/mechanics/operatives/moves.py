"""Move actions of operatives: legal end points, and the move itself."""

from __future__ import annotations

from counteract.core.procedure import Procedure
from counteract.mechanics.changes import Ref, place_model
from counteract.mechanics.moves.decision import PathContext, PathDecision
from counteract.mechanics.moves.limits import MoveLimits
from counteract.mechanics.moves.reach import can_move
from counteract.mechanics.names import ACTIONS
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.sight import CONTROL, gap
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.mechanics.sides import enemies_of

#: Gaps to an enemy, in inches, at which a Charge may end: as near as possible, in between, just near enough.
CHARGE_GAPS = (0.01, 0.5, CONTROL)


def has_end(arena: OperativeArena, s: OperativeBattle, i: int, action: str, demands: MoveLimits) -> bool:
    """Return True if a move with conditions on where it ends has a place to end."""
    memo = arena.memo(s.places)
    key = ("has_end", i, action, demands.most, demands.figures.climb, demands.sticky)
    known = memo.get(key)
    if known is None:
        known = memo[key] = can_move(arena, s.places, i, demands)
    return bool(known)


def enemy_in_reach(arena: OperativeArena, s: OperativeBattle, i: int, most: float) -> bool:
    """Return True if an enemy is near enough for a Charge of some length, were nothing in the way."""
    far = most + CONTROL + 0.01
    return any(gap(arena, s, i, j) <= far for j in enemies_of(arena, s, arena.sides[i]))


def move(ref: Ref, i: int, action: str, demands: MoveLimits) -> Procedure:
    """Ask for a path and move the operative along it."""
    arena, s = ref.arena, ref.state
    decision = PathDecision(
        arena.sides[i], "move", (), demands.too_long, '{name}: {action} up to {most:g}". Where to?',
        PathContext(arena.names[i], ACTIONS[action], demands.most), kind="path", subject=i,
        setting=arena, places=s.places, terms=demands,
    )  # fmt: skip
    path = yield decision
    place, length = decision.landing(path), decision.length_gone(path)
    if place != s.places[i]:
        place_model(ref, i, place)
    ref.emit("moved", demands.too_long, model=i, action=action, path=decision.points(path), start=s.places[i], to=place, length=length)
