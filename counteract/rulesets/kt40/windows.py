"""The twelve effect windows of a turn: what players may use in them, one action each in turn order. (ALT, INT-20, INT-25, INT-84)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from counteract.core.decision import PASS, Answer, Concede, Context, Decision, Pick, Refusal, Roll
from counteract.core.language import Phrase, phrases
from counteract.core.procedure import Alternation, Procedure, Procedures, Steps
from counteract.core.state import Task
from counteract.mechanics.chain_rolls import signed
from counteract.mechanics.changes import change_battle
from counteract.rulesets.kt40 import deeds, objectives, reserves, stats, stratagems
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import Window
from counteract.rulesets.kt40.effects import WindowAct
from counteract.rulesets.kt40.missions import withdraw
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit
from counteract.rulesets.kt40.units import on_table

#: The rule of each window.
RULES: dict[Window, str] = {
    "turn start": "KT40-TURN-01",
    "movement start": "KT40-MOVE-01",
    "movement end": "KT40-RES-01",
    "psychic start": "KT40-PSY-01",
    "psychic end": "KT40-PSY-01",
    "shooting start": "KT40-SHOOT-01",
    "shooting end": "KT40-SHOOT-01",
    "fight start": "KT40-FIGHT-01",
    "fight end": "KT40-FIGHT-01",
    "morale start": "KT40-MORALE-01",
    "morale end": "KT40-MORALE-01",
    "turn end": "KT40-EOT-01",
}
NAMES = phrases(
    {
        "turn start": "the start of the turn",
        "movement start": "the start of the movement phase",
        "movement end": "the end of the movement phase",
        "psychic start": "the start of the psychic phase",
        "psychic end": "the end of the psychic phase",
        "shooting start": "the start of the shooting phase",
        "shooting end": "the end of the shooting phase",
        "fight start": "the start of the fight phase",
        "fight end": "the end of the fight phase",
        "morale start": "the start of the morale phase",
        "morale end": "the end of the morale phase",
        "turn end": "the end of the turn",
    }
)

STRATAGEM, ABILITY, ARRIVE, INTERVENE = "stratagem", "ability", "arrive", "intervene"
#: Why a unit may not arrive or intervene now, or None.
WHY_NOT_ENTER = {ARRIVE: reserves.why_not_arrive, INTERVENE: reserves.why_not_intervene}


class WindowContext(Context, frozen=True, gc=False):
    """The context of a question in an effect window: its name in words, and as the rules know it."""

    window: Phrase
    name: Window


def acts(arena: Arena, unit: int, window: str) -> Iterator[tuple[str, WindowAct]]:
    """Yield the abilities of a unit that are used in a window, by id. (ALT-09)"""
    own = arena.units[unit]
    for ability, effect in zip(own.card.abilities, own.effects, strict=True):
        if isinstance(effect, WindowAct) and effect.window == window:
            yield ability.id, effect


# --- what a player can do


def actions(arena: Arena, s: ArmyBattle, player: int) -> list[str]:
    """Return the actions of a player in the window that is open: effects that are legal now and can be paid. (ALT-02, ALT-09, INT-84)"""
    return [
        *(f"{STRATAGEM}:{ident}" for ident in _stratagems(arena, s, player)),
        *(f"{ABILITY}:{unit}:{ident}" for unit, ident in _abilities(arena, s, player)),
        *_entrances(arena, s, player),
    ]


def _stratagems(arena: Arena, s: ArmyBattle, player: int) -> Iterator[str]:
    generic = stratagems.GENERIC.get(s.window)
    if generic and stratagems.why_not_stratagem(arena, s, player, generic) is None and stratagems.can_name(arena, s, player, generic):
        yield generic
    for one in arena.teams[player].stratagems:
        if one.window != s.window or stratagems.why_not_stratagem(arena, s, player, one.id) is not None:
            continue
        if deeds.can_do(arena, s, player, one.deed, source=one.id):
            yield one.id


def _abilities(arena: Arena, s: ArmyBattle, player: int) -> Iterator[tuple[int, str]]:
    for unit in arena.units_of[player]:
        for ident, act in acts(arena, unit, s.window):
            if not act.by_itself and ident not in s.units[unit].acted and can_act(arena, s, unit, act, ident):
                yield unit, ident


def can_act(arena: Arena, s: ArmyBattle, unit: int, act: WindowAct, ident: str) -> bool:
    """Return True if a unit on the table can use an ability now. (TRANS-04)"""
    return on_table(arena, s, unit) and deeds.can_do(arena, s, arena.units[unit].side, act.deed, unit, ident)


def _entrances(arena: Arena, s: ArmyBattle, player: int) -> list[str]:
    if s.window != "movement end":
        return []
    arriving, intervening = reserves.arrivals(arena, s, player), reserves.interveners(arena, s, player)
    return [*(f"{ARRIVE}:{unit}" for unit in arriving), *(f"{INTERVENE}:{unit}" for unit in intervening)]


def may_act_later(arena: Arena, s: ArmyBattle, player: int) -> bool:
    """Return True if something could still become possible for a player in the window: that player is skipped, not out. (INT-20)"""
    own = [unit for unit in arena.units_of[player] if not s.units[unit].destroyed]
    if any(ident not in s.units[unit].acted for unit in own for ident, _ in acts(arena, unit, s.window)):
        return True
    if any(one.window == s.window and stratagems.why_not_stratagem(arena, s, player, one.id) is None for one in arena.teams[player].stratagems):
        return True
    if s.window == "movement end":
        return any(s.units[unit].reserve or arena.units[unit].has("CHARACTER") for unit in own)
    return False


# --- a window


def window(ref: Ref, name: Window, turns: Alternation | None = None, skipped: int = 0) -> Procedure:
    """Ask players in turn order for one action each until all have passed. (ALT-01 to ALT-10, INT-20, INT-84)

    ``skipped`` is how many players in a row could not act; the window ends when these are all that are left.
    """
    change_battle(ref, window=name, acting=-1)
    if turns is None:
        turns = Alternation(ref.state.order, final=True)
        yield from _happen(ref, name)
    while not turns.over and skipped < len(turns.order) - len(turns.passed):
        yield from withdraw(ref)
        arena, s, player = ref.arena, ref.state, turns.player
        can = actions(arena, s, player) if is_in_play(arena, s, player) else []
        if not can:
            later = is_in_play(arena, s, player) and may_act_later(arena, s, player)
            turns, skipped = (turns.acts(), skipped + 1) if later else (turns.passes(), skipped)
            continue
        options: tuple[Answer, ...] = (PASS, *map(Pick, can))
        choice = yield Decision(
            player, "effect", options, RULES[name], "Do you use an effect at {window}?", WindowContext(NAMES[name], name),
            known=_held_back(arena, s, player), why=partial(_refuse, arena, s, player), renewed=True,
        )  # fmt: skip
        if isinstance(choice, Concede):  # MIS-15
            continue
        if isinstance(choice, Pick):
            ref.then(Task("window", (name, turns.acts(), 0)))
            yield from _use(ref, player, str(choice.value))
            return
        ref.emit("passes", "KT40-ALT-03", player=player)
        turns = turns.passes()
    change_battle(ref, window="")


def _held_back(arena: Arena, s: ArmyBattle, player: int) -> tuple[Pick, ...]:
    """Return the arrivals of a player's units in reserve, which may be refused for now. (RES-02, RES-03)"""
    if s.window != "movement end":
        return ()
    return tuple(Pick(f"{ARRIVE}:{unit}") for unit in arena.units_of[player] if s.units[unit].reserve and s.units[unit].carrier < 0)


def _refuse(arena: Arena, s: ArmyBattle, player: int, answer: Answer) -> Refusal | None:
    if not isinstance(answer, Pick):
        return None
    kind, _, ident = str(answer.value).partition(":")
    own = stratagems.own_stratagem(arena, player, ident)
    if kind == STRATAGEM and s.window == (own.window if own else stratagems.WINDOWS.get(ident)):
        problem = stratagems.why_not_stratagem(arena, s, player, ident)
        return None if problem is None else Refusal(*problem)
    if kind in WHY_NOT_ENTER and s.window == "movement end" and ident in map(str, arena.units_of[player]):
        problem = WHY_NOT_ENTER[kind](arena, s, int(ident))
        return None if problem is None else Refusal(*problem)
    return Refusal("KT40-ALT-09", "That cannot be used in this window.")


def is_in_play(arena: Arena, s: ArmyBattle, player: int) -> bool:
    """Return True if a player has a unit left; one without passes everywhere. (INT-72)"""
    return any(not s.units[unit].destroyed for unit in arena.units_of[player])


def _use(ref: Ref, player: int, action: str) -> Steps[None]:
    """Carry out an action. (ALT-02)"""
    kind, _, what = action.partition(":")
    match kind:
        case "arrive" | "intervene":
            ref.then(Task(kind, (int(what),)))
        case "stratagem" if what in stratagems.WHY_NOT_NAMED:
            yield from stratagems.name_unit(ref, player, what)
        case "stratagem":
            one = stratagems.own_stratagem(ref.arena, player, what)
            assert one is not None
            yield from deeds.do(ref, player, one.deed, source=what)
        case _:
            unit, _, ident = what.partition(":")
            yield from _use_ability(ref, int(unit), ident)


def _happen(ref: Ref, name: Window) -> Steps[None]:
    """Resolve what happens by itself as a window opens, in turn order. (INT-25)"""
    for player in ref.state.order:
        yield from withdraw(ref)
        if name == "turn start" and player not in ref.state.eliminated:
            yield from objectives.draw(ref, player)
        for unit in ref.arena.units_of[player]:
            for ident, act in acts(ref.arena, unit, name):
                if not act.by_itself:
                    continue
                yield from withdraw(ref)  # somebody may have given up meanwhile
                if can_act(ref.arena, ref.state, unit, act, ident):
                    yield from _use_ability(ref, unit, ident)


def _use_ability(ref: Ref, unit: int, ident: str) -> Steps[None]:
    """Use an ability once in the turn; some need a roll first, at -1 for a shaken CHARACTER. (ALT-09, INT-24, INT-63)"""
    arena, player = ref.arena, ref.arena.units[unit].side
    act = next(act for own, act in acts(arena, unit, ref.state.window) if own == ident)
    change_unit(ref, unit, acted=(*ref.state.units[unit].acted, ident))
    change_battle(ref, acting=unit)
    ref.emit("ability-used", "KT40-ALT-09", unit=unit, ability=ident, player=player)
    if act.needed:
        modifier = stats.test_penalty(ref.state, unit)
        (die,) = yield Roll(player, 1, "KT40-INT-63")
        if die + modifier < act.needed:
            facts: dict[str, Any] = {"needed": act.needed, "modified": signed(modifier)}
            (die,) = yield from stratagems.reroll(ref, player, (die,), "KT40-INT-63", "ability", unit, useful=(0,), **facts)
        works = die + modifier >= act.needed
        ref.emit("ability-roll", "KT40-INT-63", unit=unit, dice=(die,), modifier=modifier, needed=act.needed, hit=works)
        if not works:
            return
    yield from deeds.do(ref, player, act.deed, unit=unit, source=ident)


PROCEDURES: Procedures = {"window": window}
