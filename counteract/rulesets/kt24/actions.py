"""The actions of Kill Team 2024: their costs, the rules that bar them, and activations, counteractions and Guard.

Each action is one entry of `ACTIONS`: its cost, the function that says why it is barred, and the procedure that performs it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from counteract.core.decision import PASS, Answer, Decision, NameContext, Pick, Why
from counteract.core.procedure import OVER, Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle, change_model
from counteract.mechanics.choices import ActionContext, ActionDecision
from counteract.mechanics.operatives import ploys, stats
from counteract.mechanics.operatives.damage import clear_the_fallen, heal, is_any_down
from counteract.mechanics.operatives.effects import in_force
from counteract.mechanics.operatives.refusals import NOT_WITH
from counteract.mechanics.operatives.sight import enemies_in_control, in_control
from counteract.mechanics.operatives.state import CONCEAL, change_activation
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt24 import moves
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.attack import recover
from counteract.rulesets.kt24.fight import fight, why_not_fight
from counteract.rulesets.kt24.shoot import is_point_blank, shoot, why_not_shoot
from counteract.rulesets.kt24.state import Acting, Ref, Skirmish
from counteract.rulesets.kt24.weapons import MOVES, heavy_bars_move

END = "end"

#: Actions that cannot share an activation, and the rule that says so for the first of the two. (DIFF-08)
NOT_AFTER: dict[str, dict[str, str]] = {
    "reposition": {"charge": "KT24-REPO-06", "fall back": "KT24-REPO-07"},
    "dash": {"charge": "KT24-DASH-05"},
    "fall back": {"reposition": "KT24-FALLBACK-05", "charge": "KT24-FALLBACK-06"},
    "charge": {"reposition": "KT24-CHARGE-08", "dash": "KT24-CHARGE-08", "fall back": "KT24-CHARGE-08"},
    "shoot": {"guard": "KT24-MIS-38"},
    "guard": {"shoot": "KT24-MIS-38"},
}


class Action(msgspec.Struct, frozen=True):
    """An action: its cost in AP, the check that may bar it, and its procedure."""

    name: str
    cost: int
    barred: Callable[[Arena, Skirmish, int], Why | None]
    perform: Callable[[Ref, int], Procedure]


# --- checks that bar an action


def _enemy_near(arena: Arena, s: Skirmish, i: int, rule: str) -> Why | None:
    if enemies_in_control(arena, s, i):
        return rule, "An enemy operative is within control range."
    return None


def _why_not_reposition(arena: Arena, s: Skirmish, i: int) -> Why | None:
    return _enemy_near(arena, s, i, "KT24-REPO-05")


def _why_not_dash(arena: Arena, s: Skirmish, i: int) -> Why | None:
    return _enemy_near(arena, s, i, "KT24-DASH-04")


def _why_not_fall_back(arena: Arena, s: Skirmish, i: int) -> Why | None:
    if not enemies_in_control(arena, s, i):
        return "KT24-FALLBACK-04", "Fall Back needs an enemy operative within control range."
    return None if moves.can_begin(arena, s, i, "fall back") else ("KT24-INT-21", "There is nowhere it could fall back to.")


def _why_not_charge(arena: Arena, s: Skirmish, i: int) -> Why | None:
    if s.models[i].order == CONCEAL:
        return "KT24-CHARGE-06", "An operative with a Conceal order cannot Charge."
    near = _enemy_near(arena, s, i, "KT24-CHARGE-07")
    if near:
        return near
    return None if moves.can_begin(arena, s, i, "charge") else ("KT24-INT-21", "There is no enemy it could reach with a Charge.")


def _why_not_shoot(arena: Arena, s: Skirmish, i: int) -> Why | None:
    close = is_point_blank(arena, s, i)
    if s.models[i].order == CONCEAL and not any(w.rules.silent for w in arena.cards[i].weapons if w.kind == "ranged"):
        return "KT24-SHOOT-02", "An operative with a Conceal order cannot Shoot."
    if not close and enemies_in_control(arena, s, i):
        return "KT24-SHOOT-03", "An enemy operative is within control range."
    return why_not_shoot(arena, s, i, point_blank=close)


def _why_not_guard(arena: Arena, s: Skirmish, i: int) -> Why | None:
    if not arena.options.guard:
        return "KT24-MIS-38", "Guard is not in use in this battle."
    if s.models[i].order == CONCEAL:
        return "KT24-MIS-39", "An operative with a Conceal order cannot go on guard."
    return _enemy_near(arena, s, i, "KT24-MIS-39")


def _why_not_mend(arena: Arena, s: Skirmish, i: int) -> Why | None:
    if not in_force(arena, s, i, "mends"):
        return "KT24-MIS-44", "This operative does not know how to do that."
    if enemies_in_control(arena, s, i):
        return "KT24-MIS-44", "Not while an enemy operative is within control range."
    return None if _hurt_friends(arena, s, i) else ("KT24-MIS-44", "Nobody within reach is wounded.")


def _hurt_friends(arena: Arena, s: Skirmish, i: int) -> list[int]:
    near = (i, *in_control(arena, s, i))
    return [j for j in near if not arena.is_enemy(i, j) and stats.is_wounded(arena, s, j)]


# --- procedures


def _move(action: str) -> Callable[[Ref, int], Procedure]:
    def perform(ref: Ref, i: int) -> Procedure:
        if ref.state.acting[-1].kind == "activation":  # MIS-48
            window = ploy_window(ref, i, action, lambda s: moves.has_end(ref.arena, s, i, action))
            if window is not OVER:
                return _move_after(window, ref, i, action)
        return moves.move(ref, i, action)

    return perform


def _move_after(window: Procedure, ref: Ref, i: int, action: str) -> Procedure:
    yield from window
    yield from moves.move(ref, i, action)


def _shoot(ref: Ref, i: int) -> Procedure:
    close = is_point_blank(ref.arena, ref.state, i)
    if close:
        change_model(ref, i, silenced=True)  # MIS-42
    return shoot(ref, i, close)


def _guard(ref: Ref, i: int) -> Procedure:
    change_model(ref, i, guard=True)
    ref.emit("on-guard", "KT24-MIS-38", model=i)
    return
    yield


def _mend(ref: Ref, i: int) -> Procedure:
    hurt = _hurt_friends(ref.arena, ref.state, i)
    chosen = hurt[0]
    if len(hurt) > 1:
        choice = yield Decision(ref.arena.sides[i], "mend", tuple(map(Pick, hurt)), "KT24-MIS-44", "Who is tended to?", subject=i)
        chosen = choice.value
    wounds = max(e.mends(ref.arena, ref.state, i) for e in in_force(ref.arena, ref.state, i, "mends"))
    heal(ref, chosen, wounds)


def ploy_window(ref: Ref, i: int, moment: str, has_end: ploys.HasEnd | None = None) -> Procedure:
    """Ask for firefight ploys at a moment that ploys can name. (PLOY-01, MIS-44, INT-21)"""
    return ploys.offer_ploys(ref, i, moment, "{name}: use a firefight ploy?", has_end)


ACTIONS: dict[str, Action] = {
    a.name: a
    for a in (
        Action("reposition", 1, _why_not_reposition, _move("reposition")),
        Action("dash", 1, _why_not_dash, _move("dash")),
        Action("fall back", 2, _why_not_fall_back, _move("fall back")),
        Action("charge", 1, _why_not_charge, _move("charge")),
        Action("shoot", 1, _why_not_shoot, _shoot),
        Action("fight", 1, why_not_fight, fight),
        Action("guard", 1, _why_not_guard, _guard),
        Action("mend", 1, _why_not_mend, _mend),
    )
}


#: The actions listed for an operative, legal or not, by whether Guard is in use and whether an effect gives it Mend.
_KNOWN = {
    (guard, mend): tuple(Pick(name) for name in ACTIONS if (guard or name != "guard") and (mend or name != "mend"))
    for guard in (True, False)
    for mend in (True, False)
}
_END = (Pick(END),)
_INTERRUPTING = (Pick("shoot"), Pick("fight"))
_BESIDE_AN_ENEMY = (Pick("fall back"), Pick("fight"))
#: The actions that may be possible away from enemies, by whether the card gives it one more and whether Guard is in use.
_ON_ITS_OWN = {
    (mend, guard): tuple(map(Pick, ("reposition", "dash", "charge", "shoot", *(["mend"] if mend else []), *(["guard"] if guard else []))))
    for mend in (True, False)
    for guard in (True, False)
}


def why_not(arena: Arena, s: Skirmish, i: int, name: str, left: int | None = None) -> Why | None:
    """Return why an operative may not perform an action now, or None. (ACT-05, ACT-06, COUNTER-03, INT-25, INT-26)"""
    action, acting = ACTIONS[name], s.acting[-1]
    if acting.kind == "activation":
        if name in acting.done:
            return "KT24-ACT-06", "An operative performs each action once in an activation."
        if action.cost > (stats.apl(arena, s, i) - acting.spent if left is None else left):
            return "KT24-ACT-05", "There are not enough AP left."
        if acting.done and name in NOT_AFTER:
            for done, rule in NOT_AFTER[name].items():
                if done in acting.done:
                    return rule, NOT_WITH[done]
    elif acting.kind == "counteract":
        if action.cost != 1:
            return "KT24-COUNTER-03", "Only a 1AP action can be performed when counteracting."
        if name == "guard":
            return "KT24-INT-26", "Guard is not possible when counteracting."
    elif name not in ("shoot", "fight"):
        return "KT24-MIS-41", "On guard an operative interrupts with Shoot or Fight."
    if name in MOVES and acting.fired:
        fired = [arena.cards[i].weapons[w].rules for w in acting.fired]
        if heavy_bars_move(fired, name):
            return "KT24-WR-HEAVY-02", "Having used a Heavy weapon it may not move."
    return action.barred(arena, s, i)


def has_action(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if there is an action that an operative may perform now."""
    return any(why_not(arena, s, i, str(pick.value)) is None for pick in _likely(arena, s, i))


def _likely(arena: Arena, s: Skirmish, i: int) -> tuple[Pick, ...]:
    """Return the actions worth asking `why_not` about; it bars all others."""
    if s.acting[-1].kind == "interrupt":
        return _INTERRUPTING
    if enemies_in_control(arena, s, i):
        return _BESIDE_AN_ENEMY
    return _ON_ITS_OWN[bool(in_force(arena, s, i, "mends")), arena.options.guard]


def actions(ref: Ref, i: int) -> Procedure:
    """Ask for the operative's next action, or end its activation. (ACT-04 to ACT-07, INT-23)"""
    if is_unsettled(ref.state) and not (yield from settled(ref)):
        return
    arena, s = ref.arena, ref.state
    left = 0 if s.places[i] is None else stats.apl(arena, s, i) - s.acting[-1].spent
    if left <= 0 or not (which := which_action(arena, s, i, left)).has_any():
        end_activation(ref, i)
        return
    choice = yield which
    if choice.value == END:
        end_activation(ref, i)
        return
    action = ACTIONS[choice.value]
    begin(ref, i, action, action.cost)
    if arena.options.guard:
        ref.then(Task("perform", (i, action.name)), Task("after_action", (i,)), Task("actions", (i,)))
    else:
        ref.then(Task("perform", (i, action.name)), Task("actions", (i,)))


def which_action(arena: Arena, s: Skirmish, i: int, left: int) -> ActionDecision:
    """Return the decision which action an operative performs next. (ACT-05)"""
    return ActionDecision(
        arena.sides[i], "action", (), "KT24-ACT-05", "{name}: which action? ({left} AP left)", ActionContext(arena.names[i], left),
        subject=i, known=_known(arena, s, i), likely=_likely(arena, s, i), after=_END,
        arena=arena, state=s, names=ACTIONS, why_not=partial(why_not, left=left),
    )  # fmt: skip


def end_activation(ref: Ref, i: int) -> None:
    """Make the operative expended and end effects that last until the end of its activation. (ACT-07, WR-STUN-01, INT-42)"""
    models, lasting = ref.state.models, ref.state.lasting
    if ref.state.places[i] is not None:
        spent = msgspec.structs.replace(recover(models[i]), ready=False)
        models = (*models[:i], spent, *models[i + 1 :])
        ref.emit("expended", "KT24-ACT-07", model=i)
    if any(e.until == "activation" for e in lasting):
        lasting = tuple(e for e in lasting if e.until != "activation")
    change_battle(ref, models=models, acting=(), lasting=lasting)
    if ref.arena.options.guard:
        for k, m in enumerate(ref.state.models):
            if m.silenced:
                change_model(ref, k, silenced=False)


def _known(arena: Arena, s: Skirmish, i: int) -> tuple[Pick, ...]:
    return _KNOWN[arena.options.guard, bool(in_force(arena, s, i, "mends"))]


def counteraction(ref: Ref, i: int) -> Procedure:
    """Ask for the one action of a counteraction; to decline, a player passes when asked which operative counteracts. (COUNTER-03, INT-25)"""
    arena, s = ref.arena, ref.state
    choice = yield ActionDecision(
        arena.sides[i], "action", (), "KT24-COUNTER-03", "{name} counteracts: which action?", NameContext(arena.names[i]),
        subject=i, known=_known(arena, s, i), likely=_likely(arena, s, i), arena=arena, state=s, names=ACTIONS, why_not=why_not,
    )  # fmt: skip
    begin(ref, i, ACTIONS[choice.value], 0)
    ref.then(Task("perform", (i, choice.value)), Task("after_action", (i,)), Task("end_counteraction"))


def end_counteraction(ref: Ref) -> Procedure:
    change_battle(ref, acting=())
    return
    yield


def begin(ref: Ref, i: int, action: Action, cost: int) -> None:
    """Pay for an action and record it; any action ends the operative's guard. (ACT-05, MIS-40)"""
    acting = ref.state.acting[-1]
    change_activation(ref, spent=acting.spent + cost, done=(*acting.done, action.name))
    if ref.state.models[i].guard:
        change_model(ref, i, guard=False)
    ref.emit("action", "KT24-ACT-05", model=i, action=action.name, cost=cost)


def perform(ref: Ref, i: int, name: str) -> Procedure:
    return ACTIONS[name].perform(ref, i)


def is_unsettled(s: Skirmish) -> bool:
    """Return True if an operative has fallen in the action that is over; a move is never the cause."""
    acting = s.acting
    moved = bool(acting) and (not acting[-1].done or acting[-1].done[-1] in MOVES)
    return not moved and is_any_down(s)


def settled(ref: Ref) -> Steps[bool]:
    """Remove incapacitated operatives after an action; return False if that ends the battle. (INT-68, MIS-15, INT-77)"""
    yield from clear_the_fallen(ref)
    alive = [bool(models_of(ref.state, side)) for side in (0, 1)]
    if any(alive) and (ref.arena.mission is not None or all(alive)):
        return True
    change_battle(ref, acting=())
    ref.instead(Task("final"))
    return False


def after_action(ref: Ref, i: int) -> Procedure:
    """Clear the board after an action, then let an enemy on guard interrupt. (MIS-41)"""
    if (not is_unsettled(ref.state) or (yield from settled(ref))) and ref.arena.options.guard:
        ref.then(Task("guard_window", (i,)))


# --- guard


def guard_window(ref: Ref, i: int) -> Procedure:
    """Ask whether an operative on guard interrupts; if none does, those within control range of the active operative lose their guard.

    Counteractions and interruptions cannot be interrupted, nor can an activation twice. (MIS-40, MIS-41)
    """
    arena, s = ref.arena, ref.state
    player = 1 - arena.sides[i]
    on_guard = [k for k in models_of(s, player) if s.models[k].guard]
    acting = s.acting[-1]
    choice: Answer = PASS
    if acting.kind == "activation" and not acting.interrupted:
        able = [k for k in on_guard if has_action(arena, msgspec.structs.replace(s, acting=(*s.acting, Acting(k, "interrupt"))), k)]
        if able:
            choice = yield Decision(player, "interrupt", (*map(Pick, able), PASS), "KT24-MIS-41", "Interrupt with an operative on guard?", subject=i)
    if not isinstance(choice, Pick):
        for k in on_guard:
            if i in in_control(arena, s, k):
                change_model(ref, k, guard=False)
                ref.emit("off-guard", "KT24-MIS-40", model=k)
        return
    k = int(choice.value)
    change_activation(ref, interrupted=True)
    change_battle(ref, acting=(*ref.state.acting, Acting(k, "interrupt")))
    change_model(ref, k, interrupted=True)
    ref.emit("interrupts", "KT24-MIS-41", model=k)
    ref.then(Task("interruption", (k,)), Task("end_interruption"))


def interruption(ref: Ref, i: int) -> Procedure:
    """Perform a free Shoot or Fight action as an interruption. (MIS-41)"""
    arena, s = ref.arena, ref.state
    which = ActionDecision(
        arena.sides[i], "action", (), "KT24-MIS-41", "{name} interrupts: how?", NameContext(arena.names[i]),
        subject=i, known=_known(arena, s, i), likely=_likely(arena, s, i), arena=arena, state=s, names=ACTIONS, why_not=why_not,
    )  # fmt: skip
    choice: Any = which.default
    if len(which.options) > 1:
        choice = yield which
    name = choice.value
    begin(ref, i, ACTIONS[name], 0)
    ref.then(Task("perform", (i, name)), Task("after_action", (i,)))


def end_interruption(ref: Ref) -> Procedure:
    change_battle(ref, acting=ref.state.acting[:-1])
    return
    yield
