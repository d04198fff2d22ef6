"""The phases of Kill Team 2018: set-up, the six phases of a battle round, and the order in which models act. (GEN, INIT, CP, SHOOT, FIGHT)"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from counteract.core.decision import PASS, Answer, Decision, Pick, Refusal, Roll, Why
from counteract.core.procedure import Alternation, Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle, change_model, place_model
from counteract.mechanics.choices import ModelDecision, picks
from counteract.mechanics.deployment import where_to_set_up
from counteract.mechanics.missions import EDGES, FACING
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt18.actions import why_not_manoeuvre
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.fight import why_not_charger, why_not_fight
from counteract.rulesets.kt18.moves import PROBLEMS
from counteract.rulesets.kt18.shoot import why_not_shoot
from counteract.rulesets.kt18.sight import drop_zone, engaged_enemies
from counteract.rulesets.kt18.state import NEW_ROUND, Ref, Skirmish, touch
from counteract.rulesets.kt18.tactics import DECISIVE_MOVE, DECISIVE_SHOT, DECISIVE_STRIKE, decisive, roll_off

_OUTSIDE: Why = ("KT18-MIS-04", "The model must lie wholly within the strip along its player's edge.")


# --- set-up


def set_up(ref: Ref) -> Procedure:
    """Resolve set-up: roll off, choose edges, then deploy, the loser of the roll-off first. (MIS-01, MIS-03, MIS-14)"""
    winner = yield from roll_off(ref, "KT18-MIS-03")
    mission = ref.arena.mission
    edges = tuple(zone.edge for zone in mission.zones) if mission else ("south", "north")
    choice = yield Decision(winner, "edge", tuple(map(Pick, edges)), "KT18-MIS-03", "Which edge of the battlefield is yours?")
    mine, theirs = EDGES.index(choice.value), EDGES.index(FACING[choice.value])
    change_battle(ref, zones=(mine, theirs) if winner == 0 else (theirs, mine))
    ref.emit("edge", "KT18-MIS-03", player=winner, edge=choice.value)
    ref.then(Task("deploy", (1 - winner,)), Task("battle_round"))


def deploy(ref: Ref, player: int) -> Procedure:
    """Deploy one model of a player, then one of the other, until all are set up. (MIS-04)"""
    arena, s = ref.arena, ref.state
    waiting = [[i for i, side in enumerate(arena.sides) if side == k and s.places[i] is None and not s.models[i].out] for k in (0, 1)]
    if not any(waiting):
        return
    mine = waiting[player]
    if mine:
        i = mine[0]
        if len({arena.cards[k].id for k in mine}) > 1:
            choice = yield Decision(player, "deploy", tuple(map(Pick, mine)), "KT18-MIS-04", "Which model do you set up?")
            i = int(choice.value)
        yield from _set_up_model(ref, i)
    ref.then(Task("deploy", (1 - player,)))


def _set_up_model(ref: Ref, i: int) -> Procedure:
    """Ask where a model is set up; a model without room takes no part in the battle. (MIS-04, INT-74)"""
    arena, s = ref.arena, ref.state
    decision = where_to_set_up(arena, s.places, i, drop_zone(arena, s, arena.sides[i]), _OUTSIDE, PROBLEMS)
    if not decision.room:
        change_model(ref, i, out=True, wounds=0)
        ref.emit("no-room", "KT18-INT-74", model=i)
        return
    place = decision.point((yield decision))
    place_model(ref, i, place)
    ref.emit("deployed", "KT18-MIS-04", model=i, to=place)


# --- a battle round

PHASES = ("movement", "psychic", "shooting", "fight", "morale")


def battle_round(ref: Ref) -> Procedure:
    """Begin a battle round: command points, initiative, then the other phases in order. (GEN-01, GEN-02, CP-01 to CP-03, INT-17)"""
    s = ref.state
    turn = s.turn + 1
    touch(ref, dict.fromkeys(range(len(s.models)), NEW_ROUND))
    change_battle(ref, turn=turn, phase="initiative", used=(), grenadiers=(-1, -1), acting=-1)
    ref.emit("battle-round", "KT18-GEN-01", turn=turn)
    for player in (0, 1):
        _gain_cp(ref, player)
    order = yield from _initiative(ref)
    ref.then(*from_phase(PHASES[0], order))


def from_phase(first: str, order: tuple[int, ...]) -> tuple[Task, ...]:
    """Return the tasks of a battle round from the start of a phase on."""
    rest = PHASES[PHASES.index(first) :]
    tasks = (task for phase in rest for task in (Task("phase", (phase,)), *turns_of(phase, order), Task("end_phase", (phase,))))
    return *tasks, Task("end_round")


def turns_of(phase: str, order: tuple[int, ...]) -> tuple[Task, ...]:
    """Return the tasks of a phase: a turn for each player, or parts in which they alternate. (GEN-03)"""
    match phase:
        case "movement":
            return (Task("decide_first", (phase,)), *(Task("manoeuvre", (player,)) for player in order))
        case "psychic" | "morale":
            return tuple(Task(phase, (player,)) for player in order)
    parts = (phase, "first"), (phase, "rest")
    return (Task("decide_first", (phase,)), *(Task("alternate", (*part, Alternation(order))) for part in parts))


def _gain_cp(ref: Ref, player: int) -> None:
    """Give a player the command points of the round. (CP-01, CP-02, INT-18)"""
    arena, s = ref.arena, ref.state
    unshaken = arena.options.leader_cp_needs_unshaken
    led = any(arena.cards[i].leader and not (unshaken and s.models[i].shaken) for i in models_of(s, player))
    cp = tuple(c + 1 + led if side == player else c for side, c in enumerate(s.cp))
    change_battle(ref, cp=cp)
    ref.emit("cp", "KT18-CP-02" if led else "KT18-CP-01", player=player, amount=1 + led, cp=cp[player])


def _initiative(ref: Ref) -> Steps[tuple[int, ...]]:
    """Roll off for initiative with 2D6 each, ties rolled again; return the players in order. (INIT-01 to INIT-03, INT-19)"""
    one = two = 0
    while one == two:
        first = yield Roll(0, 2, "KT18-INIT-01")
        second = yield Roll(1, 2, "KT18-INIT-01")
        one, two = sum(first), sum(second)
        ref.emit("initiative-roll", "KT18-INIT-02" if one == two else "KT18-INIT-01", totals=(one, two), dice=(*first, *second))
    order = (0, 1) if one > two else (1, 0)
    change_battle(ref, order=order)
    ref.emit("initiative", "KT18-INIT-03", player=order[0])
    return order


def phase(ref: Ref, name: str) -> Procedure:
    """Begin a phase and end effects that lasted for the one before."""
    s = ref.state
    touch(ref, {i: {"gritted": False} for i, m in enumerate(s.models) if m.gritted})  # TAC-09
    if name == "movement":  # a snapshot (MOVE-04, INT-20)
        touch(ref, {i: {"began": True} for i in range(len(s.models)) if engaged_enemies(ref.arena, s, i)})
    change_battle(ref, phase=name, used=(), acting=-1)
    ref.emit("phase", "KT18-GEN-01", phase=name)
    return
    yield


# --- models that act first

Eligible = Callable[[Arena, Skirmish, int], Why | None]
_DECISIVE: dict[str, tuple[str, Eligible, str]] = {
    "movement": (DECISIVE_MOVE, why_not_manoeuvre, "option"),
    "shooting": (DECISIVE_SHOT, why_not_shoot, "shoot"),
    "fight": (DECISIVE_STRIKE, why_not_fight, "fight"),
}


def decide_first(ref: Ref, phase: str) -> Procedure:
    """Ask for Decisive Tactics at the start of a phase. (TAC-04 to TAC-07)"""
    tactic, eligible, task = _DECISIVE[phase]
    models = yield from decisive(ref, tactic, eligible)
    ref.then(*(Task("act_first", (i, task)) for i in models))


def act_first(ref: Ref, i: int, task: str) -> Procedure:
    """Let a model named by a Decisive Tactic act, if it still can."""
    eligible = next(e for _, e, name in _DECISIVE.values() if name == task)
    if ref.state.places[i] is not None and eligible(ref.arena, ref.state, i) is None:
        ref.then(Task(task, (i,)))
    return
    yield


# --- alternating models


def why_not_readied(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may not shoot among the readied models, or None. (SHOOT-01)"""
    if not s.models[i].readied:
        return "KT18-SHOOT-01", "Readied models shoot first."
    return why_not_shoot(arena, s, i)


_PARTS: dict[tuple[str, str], tuple[str, str, Eligible, str]] = {
    ("shooting", "first"): ("KT18-SHOOT-01", "Which readied model shoots?", why_not_readied, "shoot"),
    ("shooting", "rest"): ("KT18-SHOOT-02", "Which model shoots?", why_not_shoot, "shoot"),
    ("fight", "first"): ("KT18-FIGHT-01", "Which model that charged fights?", why_not_charger, "fight"),
    ("fight", "rest"): ("KT18-FIGHT-02", "Which model fights?", why_not_fight, "fight"),
}


def alternate(ref: Ref, phase: str, part: str, turns: Alternation, unable: tuple[int, ...] = ()) -> Procedure:
    """Ask players in turn for one model to act until all pass in a row. (SHOOT-01, SHOOT-02, FIGHT-01, FIGHT-02, INT-36)

    A player without a model to choose passes unasked, with one event in each part; ``unable`` are the players who had it. (INT-74)
    """
    change_battle(ref, acting=-1)
    arena, s = ref.arena, ref.state
    rule, prompt, eligible, task = _PARTS[phase, part]
    while not turns.over:
        player = turns.player
        mine = picks(models_of(s, player))
        which = ModelDecision(
            player, task, (), rule, prompt, known=mine, why=partial(_refuse_model, arena, s, player, rule),
            likely=mine, after=(PASS,), arena=arena, state=s, why_not=eligible,
        )  # fmt: skip
        choice: Answer = PASS
        if which.has_any():
            choice = yield which
        elif player not in unable:
            unable = (*unable, player)
            ref.emit("unable", "KT18-INT-74", player=player, what=f"{task} among the first" if part == "first" else task)
        if isinstance(choice, Pick):
            ref.then(Task(task, (choice.value,)), Task("alternate", (phase, part, turns.acts(), unable)))
            return
        turns = turns.passes()


def _refuse_model(arena: Arena, s: Skirmish, player: int, rule: str, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(i)) if 0 <= i < len(arena.cards):
            if arena.sides[i] != player:
                return Refusal(rule, "{name} is not one of your models.", name=arena.names[i])
            if s.places[i] is None:
                return Refusal("KT18-INJ-08", "{name} is out of action.", name=arena.names[i])
    return None
