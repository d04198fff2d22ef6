"""An activation: a runner moves, then throws; whom it throws at may dodge. (ACT, MOVE, SHOOT, DMG)"""

from __future__ import annotations

from math import inf

from banners.state import Arena, Race, Ref, is_decided
from counteract.core.decision import PASS, Answer, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle, change_model, place_model
from counteract.mechanics.field import within
from counteract.mechanics.moves.decision import PathContext, PathDecision
from counteract.mechanics.moves.limits import MALFORMED, MoveLimits
from counteract.mechanics.sides import enemies_of
from counteract.table.kernels import ray_casting
from counteract.table.paths import MovementParameters

STOP, MOVE, THROW, DODGE = "stop", "move", "throw", "dodge"
_KNOWN = tuple(map(Pick, (STOP, MOVE, THROW)))
DODGES = 4  # what a dodge must roll (SHOOT-03)
NEAR = 1.0  # how near to its target a thing must be to shelter it; nothing asks for that here

#: Nothing is climbed, and dropping costs nothing. (MOVE-02)
FIGURES = MovementParameters(
    climb=False, climb_least=0.0, climb_most=0.0, drop_free=inf, jump_from=inf, jump_most=0.0, jump_slack=0.0, ladder_reach=0.0
)

PROBLEMS: dict[str, Why] = {
    "off-board": ("BANNERS-MOVE-03", "The base would leave the board."),
    "end-overlaps-base": ("BANNERS-MOVE-03", "The base would end on top of another base."),
    "end-overlaps-terrain": ("BANNERS-MOVE-03", "The base would end inside terrain ({part})."),
    "end-not-flat": ("BANNERS-MOVE-03", "The base must end wholly on flat ground."),
    **dict.fromkeys(("solid", "too-high", "no-climb"), ("BANNERS-MOVE-02", "Terrain ({part}) is in the way, and runners do not climb.")),
    **dict.fromkeys(("enemy-base", "friend-base"), ("BANNERS-MOVE-02", "{name} is in the way.")),
    **dict.fromkeys(("jump-start", "jump-too-long", "jump-too-high"), ("BANNERS-MOVE-02", "Runners do not jump.")),
    "wrong-level": ("BANNERS-MOVE-01", "The path is not at the height wished for."),
    "tangled": ("BANNERS-MOVE-01", "The path goes up and down too often to be followed."),
    MALFORMED: ("BANNERS-MOVE-01", "A path is a list of 1 to {most} points (x, y) or (x, y, z), in plain numbers."),
    "wrong-start": ("BANNERS-MOVE-01", "The path must start where the runner stands."),
}


def move_terms(arena: Arena, i: int) -> MoveLimits:
    """What is asked of a runner's move. (MOVE-01 to MOVE-03)"""
    return MoveLimits(
        most=arena.cards[i].move, too_long="BANNERS-MOVE-01", figures=FIGURES, mode="free", control=0.0, kept_out=("", ""), sight=False,
        problems=PROBLEMS,
    )  # fmt: skip


# --- an activation


def activate(ref: Ref, i: int) -> Procedure:
    """Move once, then throw once, each if it likes. Who gives up in the middle of it does no more. (ACT-01, GEN-03)"""
    change_model(ref, i, ready=False)
    change_battle(ref, acting=i)
    ref.emit("activated", "BANNERS-ACT-01", model=i)
    side, moved, choice = ref.arena.sides[i], False, Pick(MOVE)
    while choice.value == MOVE and side not in ref.state.conceded:
        choice = yield what_next(ref.arena, ref.state, i, moved)
        if choice.value == MOVE:
            moved = True
            yield from _move(ref, i)
        elif choice.value == THROW:
            yield from _throw(ref, i)


def what_next(arena: Arena, s: Race, i: int, moved: bool) -> Decision:
    """The question what a runner does. (ACT-01)"""
    why: dict[Answer, Why] = {}
    if moved:
        why[Pick(MOVE)] = "BANNERS-ACT-01", "It has moved in this activation."
    if not targets(arena, s, i):
        why[Pick(THROW)] = "BANNERS-SHOOT-01", "It sees no enemy within its range."
    return Decision(
        arena.sides[i], "act", tuple(deed for deed in _KNOWN if deed not in why), "BANNERS-ACT-01", "{name}: what does it do?",
        NameContext(arena.names[i]), subject=i, known=_KNOWN, why=lambda a: Refusal(*why[a]) if a in why else None,
    )  # fmt: skip


def _move(ref: Ref, i: int) -> Procedure:
    """Along a path, up to Move. (MOVE-01)"""
    arena, start, terms = ref.arena, ref.state.places[i], move_terms(ref.arena, i)
    decision = PathDecision(
        arena.sides[i], "move", (), "BANNERS-MOVE-01", '{name}: move up to {most:g}". Where to?', PathContext(arena.names[i], MOVE, terms.most),
        kind="path", subject=i, setting=arena, places=ref.state.places, terms=terms,
    )  # fmt: skip
    path = yield decision
    if arena.sides[i] not in ref.state.conceded:
        place, length = decision.landing(path), decision.length_gone(path)
        place_model(ref, i, place)
        ref.emit("moved", "BANNERS-MOVE-01", model=i, move=MOVE, path=decision.points(path), start=start, to=place, length=length)


# --- throwing


def why_not_target(arena: Arena, s: Race, i: int, j: int) -> Why | None:
    """What keeps a runner from throwing at another. (SHOOT-01)"""
    if not arena.is_enemy(i, j):
        return "BANNERS-SHOOT-01", "{name} is a friend."
    if not within(arena.gap(s.places, i, j), arena.cards[i].range):
        return "BANNERS-SHOOT-01", "{name} is out of range."
    if not is_seen(arena, s, i, j):
        return "BANNERS-SHOOT-01", "{name} is not to be seen."
    return None


def is_seen(arena: Arena, s: Race, i: int, j: int) -> bool:
    """Return True if a runner sees another: some line from its eye to the other's body is clear. (SHOOT-01)"""
    memo = arena.memo(s.places)
    if (i, j) not in memo:
        clear, _ = ray_casting.count_clear_rays(arena.terrain.parts_array, arena.terrain.corners_array, arena.bodies(s.places), i, j, NEAR)
        memo[i, j] = clear > 0
    return bool(memo[i, j])


def targets(arena: Arena, s: Race, i: int) -> tuple[int, ...]:
    """Whom a runner could throw at."""
    return tuple(j for j in enemies_of(arena, s, arena.sides[i]) if why_not_target(arena, s, i, j) is None)


def _throw(ref: Ref, i: int) -> Procedure:
    """Choose a target, roll to hit; it may dodge. (SHOOT-01 to SHOOT-03)"""
    arena, s, side = ref.arena, ref.state, ref.arena.sides[i]
    choice = yield Decision(
        side, "target", tuple(map(Pick, targets(arena, s, i))), "BANNERS-SHOOT-01", "{name}: whom does it throw at?", NameContext(arena.names[i]),
        subject=i, known=tuple(map(Pick, enemies_of(arena, s, side))), why=lambda a: _refuse_target(arena, s, i, a),
    )  # fmt: skip
    if side in ref.state.conceded:
        return
    j = int(choice.value)
    (die,) = yield Roll(side, 1, "BANNERS-SHOOT-02")
    hit = die >= arena.cards[i].aim
    ref.emit("thrown", "BANNERS-SHOOT-02", model=i, target=j, dice=(die,), needed=arena.cards[i].aim, hit=hit)
    if hit and not (yield from _dodges(ref, j)):
        _wound(ref, i, j)


def _refuse_target(arena: Arena, s: Race, i: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(j)) if 0 <= j < len(arena.cards) and s.places[j] is not None:
            why = why_not_target(arena, s, i, j)
            return Refusal(*why, name=arena.names[j]) if why else None
    return None


def _dodges(ref: Ref, j: int) -> Steps[bool]:
    """A runner that is still ready may give its activation for a chance to get away. (SHOOT-03)"""
    arena, s = ref.arena, ref.state
    if not s.models[j].ready:
        return False
    answer = yield Decision(
        arena.sides[j], "dodge", (PASS, Pick(DODGE)), "BANNERS-SHOOT-03", "{name} is hit. Does it dodge, and not act this round?",
        NameContext(arena.names[j]), subject=j,
    )  # fmt: skip
    if answer == PASS:
        return False
    change_model(ref, j, ready=False)
    (die,) = yield Roll(arena.sides[j], 1, "BANNERS-SHOOT-03")
    ref.emit("dodged", "BANNERS-SHOOT-03", model=j, dice=(die,), needed=DODGES, hit=die >= DODGES)
    return bool(die >= DODGES)


def _wound(ref: Ref, i: int, j: int) -> None:
    """A hit costs a wound; who has none left falls, and may be worth a point. (DMG-01, MIS-04, GEN-04)"""
    arena, left = ref.arena, ref.state.models[j].wounds - 1
    change_model(ref, j, wounds=left)
    ref.emit("wounded", "BANNERS-DMG-01", model=j, left=left)
    if left:
        return
    change_model(ref, j, gone=True, ready=False)
    place_model(ref, j, None)
    ref.emit("fallen", "BANNERS-DMG-01", model=j)
    if arena.mission is None or arena.mission.scoring.kills:
        side = arena.sides[i]
        change_battle(ref, points=tuple(points + (k == side) for k, points in enumerate(ref.state.points)))
        ref.emit("felled", "BANNERS-MIS-04", player=side)
    if is_decided(arena, ref.state):
        ref.instead(Task("final"))
