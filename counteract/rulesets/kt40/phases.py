"""The turn of the army-scale edition: initiative, the phases in order, and the steps in which players alternate. (INIT, TURN, ALT)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from counteract.core.decision import PASS, Answer, Concede, Pick, Refusal, Roll, Why
from counteract.core.procedure import Alternation, Procedure, Procedures, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.choices import ModelDecision, picks
from counteract.rulesets.kt40 import fight, morale, psychic, shoot, stratagems
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import WINDOWS
from counteract.rulesets.kt40.missions import withdraw
from counteract.rulesets.kt40.state import NEW_TURN, ArmyBattle, Ref, change_models, change_unit, change_units
from counteract.rulesets.kt40.units import engaged_with, on_table

# --- rolls for an order


def roll_order(
    ref: Ref, players: Sequence[int], rule: str, *, event: str = "roll-off", dice: int = 1, bonus: Mapping[int, int] | None = None
) -> Steps[tuple[int, ...]]:
    """Roll for each of some players and return them, the best first; tied ones roll again for their places. (DICE-04, INIT-03, INT-17)"""
    if len(players) < 2:
        return tuple(players)
    bonus = bonus or {}
    thrown: list[tuple[int, ...]] = []
    for player in players:
        thrown.append((yield Roll(player, dice, rule)))
    totals = [sum(faces) + bonus.get(player, 0) for player, faces in zip(players, thrown, strict=True)]
    ref.emit(event, rule, players=tuple(players), dice=tuple(die for faces in thrown for die in faces), totals=tuple(totals))
    order: list[int] = []
    for total in sorted({*totals}, reverse=True):
        tied = [player for player, own in zip(players, totals, strict=True) if own == total]
        order += yield from roll_order(ref, tied, rule, event=event, dice=dice, bonus=bonus)
    return tuple(order)


# --- a turn

#: The steps of each phase between its two windows; "part" is a task for each player.
STEPS: dict[str, tuple[str, ...]] = {
    "movement": ("decisive_moves", "part"),  # MOVE-01, MOVE-02
    "psychic": ("psychic",),  # PSY-01
    "shooting": ("readied", "shooting"),  # SHOOT-01
    "fight": ("hammer", "fights"),  # FIGHT-01
    "morale": ("morale",),  # MORALE-01
}


def turn(ref: Ref) -> Procedure:
    """Begin a turn: clear the records of the last one, roll for initiative, then the windows and phases in order. (GEN-03, INIT, TURN, EOT-02)"""
    yield from withdraw(ref)
    arena, s = ref.arena, ref.state
    morale.begin_penalties(ref)
    change_models(ref, {i: {"moved": False} for i, model in enumerate(s.models) if model.moved})
    fresh = {**NEW_TURN, "boons": ()}
    change_units(ref, {unit: {**fresh, "began": bool(engaged_with(arena, s, unit))} for unit in range(len(s.units))})
    change_battle(ref, turn=s.turn + 1, phase="start", window="", used=(), tried=(), named=(), acting=-1)
    ref.emit("turn", "KT40-GEN-03", turn=ref.state.turn)
    order = yield from _initiative(ref)
    change_battle(ref, order=order)
    ref.emit("initiative", "KT40-INIT-02", order=order)
    ref.then(*from_start(order))


def _initiative(ref: Ref) -> Steps[tuple[int, ...]]:
    """Roll 2D6 for each player and return the turn order. (INIT-01 to INIT-05, INT-17, INT-72, INT-76)"""
    arena, s = ref.arena, ref.state
    players = tuple(side for side in range(len(arena.teams)) if side not in s.eliminated)
    first = s.turn == 1 and arena.mission is not None and arena.mission.deploy_bonus
    bonus = {s.finished_first: 1} if first else {}  # INIT-04
    return (yield from roll_order(ref, players, "KT40-INIT-01", event="initiative-roll", dice=2, bonus=bonus))


def from_start(order: tuple[int, ...]) -> tuple[Task, ...]:
    """Return the tasks of a turn after its initiative roll. (TURN-01, TURN-02)"""
    return (Task("window", (WINDOWS[0],)), *from_phase("movement", order))


def from_phase(first: str, order: tuple[int, ...]) -> tuple[Task, ...]:
    """Return the tasks of a turn from the start of a phase on. (TURN-02, ALT-08)"""
    names = (*STEPS,)
    tasks: list[Task] = []
    for name in names[names.index(first) :]:
        steps = [task for step in STEPS[name] for task in _tasks_of(step, order)]
        tasks += [Task("phase", (name,)), Task("window", (f"{name} start",)), *steps, Task("window", (f"{name} end",))]
    return *tasks, Task("phase", ("end",)), Task("window", (WINDOWS[-1],)), Task("end_turn")


def _tasks_of(step: str, order: tuple[int, ...]) -> Sequence[Task]:
    match step:
        case "decisive_moves":
            return (Task(step),)
        case "part":
            return tuple(Task(step, (player,)) for player in order)
    return (Task("alternate", (step,)),)


def phase(ref: Ref, name: str) -> Procedure:
    """Begin a phase, or the end of the turn; what lasted for the phase before ends. (STRAT-03, INT-65)"""
    s = ref.state
    brief = {
        unit: {"boons": tuple(boon for boon in own.boons if boon.until != "phase")}
        for unit, own in enumerate(s.units)
        if any(boon.until == "phase" for boon in own.boons)
    }
    change_units(ref, brief)
    if name == "morale":
        morale.end_degrading(ref)
    change_battle(ref, phase=name, window="", used=(), acting=-1)
    ref.emit("phase", "KT40-TURN-02", phase=name)
    return
    yield


def decisive_moves(ref: Ref) -> Procedure:
    """Let the units named by Decisive Movement act, from the highest roll of their players down. (STRAT-05, MOVE-01, INT-18, INT-26)"""
    arena, s = ref.arena, ref.state
    named = tuple(unit for unit in s.named if not s.units[unit].destroyed and arena.units[unit].side not in s.eliminated)
    order = yield from roll_order(ref, [arena.units[unit].side for unit in named], "KT40-STRAT-05")
    units = sorted(named, key=lambda unit: order.index(arena.units[unit].side))
    ref.then(*(Task("option", (unit, True)) for unit in units))


# --- steps in which players alternate


class AlternatingStep(NamedTuple):
    """A step in which players activate one unit each: its rule, the question, who can be activated, the task, and whether units must act.

    Units for which ``does_something`` is False only use up an action.
    """

    rule: str
    what: str
    prompt: str
    why_not: Callable[[Arena, ArmyBattle, int], Why | None]
    task: str
    mandatory: bool = False  # ALT-11
    does_something: Callable[[Arena, ArmyBattle, int], bool] | None = None


def _why_not_readied(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    return shoot.why_not_shoot(arena, s, unit, "readied")


def _why_not_shooting(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    return shoot.why_not_shoot(arena, s, unit, "shooting")


def _why_not_hammer(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    return fight.why_not_fight(arena, s, unit, "hammer")


def _why_not_fights(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    return fight.why_not_fight(arena, s, unit, "fights")


ALTERNATING: dict[str, AlternatingStep] = {
    "psychic": AlternatingStep("KT40-PSY-02", "psyker", "Which Psyker uses its powers?", psychic.why_not_psyker, "psyker"),
    "readied": AlternatingStep("KT40-SHOOT-02", "shoot", "Which readied unit shoots?", _why_not_readied, "shoot", does_something=shoot.has_target),
    "shooting": AlternatingStep("KT40-SHOOT-03", "shoot", "Which unit shoots?", _why_not_shooting, "shoot", does_something=shoot.has_target),
    "hammer": AlternatingStep("KT40-FIGHT-02", "fight", "Hammer of Wrath: which unit fights?", _why_not_hammer, "fight", True),
    "fights": AlternatingStep("KT40-FIGHT-03", "fight", "Which unit fights?", _why_not_fights, "fight", True),
    "morale": AlternatingStep("KT40-MORALE-02", "morale", "Which unit tests its morale?", morale.why_not_test, "morale_test", True),
}


def alternate(ref: Ref, step: str, turns: Alternation | None = None, skipped: int = 0) -> Procedure:
    """Ask players in turn order for one unit each. (ALT-01, ALT-03 to ALT-05, ALT-07, ALT-11, INT-20, INT-21)

    Whoever passes is out; whoever cannot act, or not to any effect, is skipped. ``skipped`` is how many players in a row were, and the step
    ends when these are all that are left. Where units must act nobody passes, and a choice of one is not asked.
    """
    change_battle(ref, acting=-1)
    turns = turns or Alternation(ref.state.order, final=True)
    while not turns.over and skipped < len(turns.order) - len(turns.passed):
        yield from withdraw(ref)
        choice = yield from _hand(ref, step, turns.player)
        if isinstance(choice, Concede):  # MIS-15
            continue
        if choice is None:
            turns, skipped = turns.acts(), skipped + 1
        elif isinstance(choice, Pick):
            ref.then(Task("alternate", (step, turns.acts(), 0)))
            yield from _activate(ref, step, turns.player, choice.value)
            return
        else:
            ref.emit("passes", "KT40-ALT-03", player=turns.player)
            turns = turns.passes()


def _hand(ref: Ref, step: str, player: int) -> Steps[Answer | None]:
    """Return what a player does at its hand: a unit to activate, Counter-Offensive, a pass; None if it cannot or need not act."""
    arena, s, kind = ref.arena, ref.state, ALTERNATING[step]
    counters = tuple(Pick(f"{stratagems.COUNTER_OFFENSIVE}:{unit}") for unit in counter_units(arena, s, player)) if step == "hammer" else ()
    likely = tuple(unit for unit in arena.units_of[player] if not s.units[unit].destroyed)
    if kind.does_something is not None:
        able = tuple(unit for unit in likely if kind.why_not(arena, s, unit) is None and kind.does_something(arena, s, unit))
        if not able:
            return None  # to be skipped serves better than to use up units for nothing
        likely = (*able, *(unit for unit in likely if unit not in able))
    which = ModelDecision(
        player, kind.what, (), kind.rule, kind.prompt, why=partial(_refuse, arena, player, step), known=picks(likely), likely=picks(likely),
        after=counters if kind.mandatory else (PASS,), usual=None if kind.mandatory or kind.does_something else PASS, arena=arena, state=s,
        why_not=kind.why_not, renewed=True,
    )  # fmt: skip
    if not which.has_any():
        if not counters:
            return None
        which.after, which.usual = (*counters, PASS), PASS  # not playing it is no pass (STRAT-10, INT-58)
    elif kind.mandatory and (len(which.options) == 1 or (step == "morale" and not morale.can_anybody_fail(arena, s, player))):
        return which.options[0]
    choice: Answer = yield which
    return None if kind.mandatory and choice == PASS else choice


def _activate(ref: Ref, step: str, player: int, chosen: int | str) -> Steps[None]:
    """Put the activation of a unit on the agenda, after paying for Counter-Offensive if it is brought in by that."""
    if isinstance(chosen, str):
        unit = int(chosen.partition(":")[2])
        yield from stratagems.pay(ref, player, stratagems.COUNTER_OFFENSIVE, unit=unit)
        change_unit(ref, unit, hammer=True)
    else:
        unit = chosen
    change_battle(ref, acting=unit)
    ref.then(Task(ALTERNATING[step].task, (unit,)))


def counter_units(arena: Arena, s: ArmyBattle, player: int) -> tuple[int, ...]:
    """Return the units that a player can bring into the Hammer of Wrath step by Counter-Offensive now. (STRAT-10, INT-58)"""
    if stratagems.why_not_stratagem(arena, s, player, stratagems.COUNTER_OFFENSIVE) is not None:
        return ()
    enemies = (unit for side in arena.enemy_sides[player] for unit in arena.units_of[side])
    if not any(s.units[unit].charged and s.units[unit].fought for unit in enemies):
        return ()
    return tuple(
        unit
        for unit in arena.units_of[player]
        if on_table(arena, s, unit) and not s.units[unit].fought and engaged_with(arena, s, unit) and _why_not_hammer(arena, s, unit) is not None
    )


def _refuse(arena: Arena, player: int, step: str, answer: Answer) -> Refusal | None:
    kind = ALTERNATING[step]
    match answer:
        case Pick(int(unit)) if 0 <= unit < len(arena.units) and arena.units[unit].side != player:
            return Refusal(kind.rule, "{name} is not one of your units.", name=arena.unit_names[unit])
        case Pick(int(unit)) if 0 <= unit < len(arena.units):
            return Refusal("KT40-UNIT-09", "{name} is destroyed.", name=arena.unit_names[unit])
        case Pick(str(name)) if name.startswith(stratagems.COUNTER_OFFENSIVE):
            return Refusal("KT40-STRAT-10", "Counter-Offensive is for an engaged unit that has not fought, after an enemy that charged has.")
    if answer == PASS and kind.mandatory:
        return Refusal("KT40-ALT-11", "Nobody passes with units that still have to act.")
    return None


PROCEDURES: Procedures = {"turn": turn, "phase": phase, "decisive_moves": decisive_moves, "alternate": alternate}
