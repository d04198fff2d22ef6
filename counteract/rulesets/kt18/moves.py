"""The moves of Kill Team 2018: their lengths, their paths, where they may end, and dangerous ground. (MOVE, TERR)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Any

from counteract.core.decision import PASS, Answer, Chooser, Refusal, Roll, Why
from counteract.core.language import phrases
from counteract.core.procedure import Steps
from counteract.mechanics.changes import change_model, place_model
from counteract.mechanics.moves.decision import PathContext, PathDecision
from counteract.mechanics.moves.limits import MALFORMED, MoveLimits
from counteract.mechanics.moves.reach import can_move, extreme
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.damage import jump_down, mortal_wounds
from counteract.rulesets.kt18.sight import ENGAGED, gap
from counteract.rulesets.kt18.state import Ref, Skirmish
from counteract.table.paths import MovementParameters, measure
from counteract.table.placement import is_on_marked_area
from counteract.table.reach import Mode

RETREAT = 3.0  # RETREAT-02
PILE_IN = 3.0  # FIGHT-04
AS_FAR_AS = 0.1  # inches that a move may end short of the farthest or nearest point (INT-28, INT-31)
CLOSER = 0.002  # inches that count as closer, more than the tolerance of equal distances (INT-57)
CHARGE_GAPS = (0.01, 0.5, ENGAGED)  # distances to try for the end of a charge: almost in contact, in between, just within 1"
DECLINES = 8  # an optional move is declined at random once in so many times
HURTS_ON = 1  # TERR-05

PROBLEMS: dict[str, Why] = {
    "off-board": ("KT18-MOVE-07", "The base would leave the battlefield."),
    "end-overlaps-base": ("KT18-INT-11", "The base would end on top of another base."),
    "end-overlaps-terrain": ("KT18-INT-11", "The base would end inside terrain ({part})."),
    "end-not-flat": ("KT18-TERR-06", "The base must end wholly on one flat surface."),
    "solid": ("KT18-MOVE-07", "Terrain ({part}) is in the way."),
    "too-high": ("KT18-TERR-02", "The climb is too high ({part})."),
    "no-climb": ("KT18-TERR-02", "It cannot climb here ({part})."),
    "enemy-base": ("KT18-INT-08", "{name} is in the way."),
    "friend-base": ("KT18-INT-08", "{name} is in the way."),
    "wrong-level": ("KT18-INT-08", "The path is not at the height wished for."),
    "jump-start": ("KT18-TERR-07", "A jump or leap starts from a raised surface."),
    "jump-too-long": ("KT18-TERR-08", 'A leap crosses a gap of at most 2", and a jump down leads no further from its edge.'),
    "jump-too-high": ("KT18-TERR-08", 'A leap ends no more than 1" higher.'),
    "tangled": ("KT18-INT-08", "The path climbs and drops too often to be followed."),
    MALFORMED: ("KT18-INT-08", 'A path is a list of 1 to {most} points (x, y), (x, y, z) or (x, y, z, "jump"), in plain numbers.'),
    "wrong-start": ("KT18-INT-08", "The path must start where the model stands."),
}

#: The length rule of each kind of move, how it treats enemies on the way, and the reason of a refusal. (INT-15)
_KEEP_OUT: Why = ("KT18-MOVE-06", 'The path comes within 1" of an enemy model.')
_WAYS: dict[str, tuple[str, Mode, Why]] = {
    "normal move": ("KT18-MOVE-05", "keep-out", _KEEP_OUT),
    "advance": ("KT18-ADV-01", "keep-out", _KEEP_OUT),
    "fall back": ("KT18-FALLBACK-03", "end-out", ("KT18-FALLBACK-04", 'A Fall Back must end more than 1" from every enemy model.')),
    "retreat": ("KT18-RETREAT-02", "keep-out", ("KT18-RETREAT-04", 'A Retreat cannot bring the model within 1" of an enemy.')),
    "charge": ("KT18-CHARGE-04", "end-in", ("KT18-CHARGE-04", 'The charge must end within 1" of a named target.')),
    "failed charge": ("KT18-CHARGE-05", "keep-out", ("KT18-INT-31", 'A failed charge cannot come within 1" of an enemy.')),
    "pile in": ("KT18-FIGHT-04", "free", ("", "")),
    "consolidate": ("KT18-FIGHT-12", "free", ("", "")),
}
_GOALS: dict[str, Why] = {
    "retreat": ("KT18-RETREAT-02", "A Retreat must lead as far away from the charging model as it can."),
    "failed charge": ("KT18-INT-31", "A failed charge must end as close to the target as it can."),
    "pile in": ("KT18-FIGHT-04", "A pile-in must end closer to the nearest enemy model."),
    "consolidate": ("KT18-FIGHT-12", "A consolidation must end closer to the nearest enemy model."),
}
_SHUN: Why = ("KT18-CHARGE-07", 'The path comes within 1" of an enemy that was not named as a target.')


@lru_cache(maxsize=2048)
def terms(
    kind: str, most: float, figures: MovementParameters, shunned: tuple[int, ...] = (), goal: int = -1, goal_low: float = -inf, goal_high: float = inf
) -> MoveLimits:
    """Return the terms that a move of some kind and length must meet."""
    too_long, mode, why = _WAYS[kind]
    return MoveLimits(
        most=most, too_long=too_long, figures=figures, mode=mode, control=ENGAGED, kept_out=why, must_meet=why,
        gaps=CHARGE_GAPS if kind == "charge" else (), problems=PROBLEMS, sight=False, shunned=shunned, shun=_SHUN,
        goal=goal, goal_low=goal_low, goal_high=goal_high, goal_why=_GOALS.get(kind, ("", "")),
    )  # fmt: skip


class OptionalPathDecision(PathDecision):
    """The decision for a path that may be declined."""

    @property
    def options(self) -> Sequence[Answer]:
        return (PASS, *super().options)

    def sample(self, rng: Chooser) -> Answer:
        return PASS if rng.random() * DECLINES < 1.0 else super().sample(rng)

    def refuse(self, answer: Answer) -> Refusal | None:
        return None if answer == PASS else super().refuse(answer)


# --- making a move


_WHERE_TO = phrases(
    {
        "normal move": '{name}: normal move up to {most:g}". Where to?',
        "advance": '{name}: advance up to {most:g}". Where to?',
        "fall back": '{name}: fall back up to {most:g}". Where to?',
        "retreat": '{name}: retreat up to {most:g}". Where to?',
        "charge": '{name}: charge up to {most:g}". Where to?',
        "failed charge": '{name}: failed charge up to {most:g}". Where to?',
        "pile in": '{name}: pile in up to {most:g}". Where to?',
        "consolidate": '{name}: consolidate up to {most:g}". Where to?',
    }
)


def travel(ref: Ref, i: int, kind: str, demands: MoveLimits, *, optional: bool = False) -> Steps[bool]:
    """Ask for a path and move the model along it; return True if it has moved and is still in play. (INT-12 to INT-14, INT-81)"""
    arena, s = ref.arena, ref.state
    ask = OptionalPathDecision if optional else PathDecision
    decision = ask(
        arena.sides[i], "move", (), demands.too_long, _WHERE_TO[kind], PathContext(arena.names[i], kind, demands.most),
        kind="path", subject=i, setting=arena, places=s.places, terms=demands,
    )  # fmt: skip
    path = yield decision
    if path == PASS:
        return False
    place, length = decision.landing(path), decision.length_gone(path)
    if place == s.places[i] and not length:  # INT-12
        return False
    if not (yield from _dangerous(ref, i)):
        return False
    change_model(ref, i, moved=True, readied=False)  # READY-04
    points = decision.points(path)
    drops = _drops(ref, i, points, demands)
    place_model(ref, i, place)
    ref.emit("moved", demands.too_long, model=i, move=kind, path=points, start=s.places[i], to=place, length=length)
    for height in drops:
        yield from jump_down(ref, i, height)
        if ref.state.places[i] is None:
            return False
    return (yield from _dangerous(ref, i))


def _drops(ref: Ref, i: int, points: tuple[tuple[Any, ...], ...], demands: MoveLimits) -> tuple[float, ...]:
    """Return the drop of each jump of a path. (TERR-07)"""
    if demands.figures.fly or not any(len(point) > 3 for point in points):
        return ()
    places = ref.state.places
    start = places[i]
    assert start is not None
    walk = measure(ref.arena.terrain, ref.arena.bodies(places), i, [start, *points], demands.figures)
    assert walk.ok
    return walk.jumps


def _dangerous(ref: Ref, i: int) -> Steps[bool]:
    """Roll for dangerous ground where a move starts or ends; return True if the model is still in play. (TERR-05, INT-13)"""
    place = ref.state.places[i]
    if place is None:
        return False
    if is_on_marked_area(ref.arena.terrain, *place, ref.arena.radii[i], "dangerous"):
        (die,) = yield Roll(ref.arena.sides[i], 1, "KT18-TERR-05")
        ref.emit("dangerous", "KT18-TERR-05", model=i, dice=(die,), hit=die > HURTS_ON)
        if die <= HURTS_ON:
            yield from mortal_wounds(ref, i, 1, "KT18-TERR-05")
    return ref.state.places[i] is not None


# --- terms of moves towards or away from a model


def fall_back(arena: Arena, i: int) -> MoveLimits:
    return terms("fall back", arena.cards[i].move, arena.figures[i])


def can_fall_back(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if a Fall Back has a legal end point."""
    memo = arena.memo(s.places)
    key = ("fall back", i)
    if key not in memo:
        memo[key] = can_move(arena, s.places, i, fall_back(arena, i))
    return bool(memo[key])


def retreat(arena: Arena, s: Skirmish, i: int, charger: int) -> MoveLimits | None:
    """Return the terms of a Retreat from a charging model, or None if the model cannot get farther away. (RETREAT-02, INT-28)"""
    memo = arena.memo(s.places)
    key = ("retreat", i, charger)
    if key not in memo:
        figures, now = arena.figures[i], gap(arena, s, i, charger)
        best = extreme(arena, s.places, i, terms("retreat", RETREAT, figures), charger, farthest=True)
        low = max(now + CLOSER, (best or 0.0) - AS_FAR_AS)
        farther = best is not None and best > now + CLOSER
        memo[key] = terms("retreat", RETREAT, figures, goal=charger, goal_low=round(low, 4)) if farther else None
    demands: MoveLimits | None = memo[key]
    return demands


def charge(arena: Arena, i: int, distance: float, shunned: tuple[int, ...]) -> MoveLimits:
    """Return the terms of a charge that keeps away from the ``shunned`` enemies. (CHARGE-04, CHARGE-07)"""
    return terms("charge", distance, arena.figures[i], shunned)


def failed_charge(arena: Arena, s: Skirmish, i: int, distance: float, target: int) -> MoveLimits | None:
    """Return the terms of a failed charge that ends as close to a target as it can, or None if the model is there already. (CHARGE-05, INT-31)"""
    figures = arena.figures[i]
    best = extreme(arena, s.places, i, terms("failed charge", distance, figures), target, farthest=False)
    if best is None or best >= gap(arena, s, i, target) - CLOSER:
        return None
    return terms("failed charge", distance, figures, goal=target, goal_high=round(best + AS_FAR_AS, 4))


def closer(arena: Arena, s: Skirmish, i: int, kind: str, target: int) -> MoveLimits:
    """Return the terms of a pile-in or consolidation that ends closer to the target. (FIGHT-04, FIGHT-12, INT-57)"""
    return terms(kind, PILE_IN, arena.figures[i], goal=target, goal_high=round(gap(arena, s, i, target) - CLOSER, 4))
