"""The actions of Kill Team 2021: their costs, the rules that bar them, and the course of an activation. (ACT, MOVE to PASS)

Each action is one entry of `ACTIONS`: its cost, the function that says why it is barred, and its procedure.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import msgspec

from counteract.core.decision import Answer, Decision, Pick, Refusal, Why
from counteract.core.language import Phrase
from counteract.core.procedure import OVER, Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.choices import ActionContext, ActionDecision
from counteract.mechanics.field import within
from counteract.mechanics.names import TITLES
from counteract.mechanics.operatives import ploys
from counteract.mechanics.operatives.damage import clear_the_fallen, heal, inflict, is_any_down
from counteract.mechanics.operatives.effects import in_force
from counteract.mechanics.operatives.sight import gap, in_control, visible_enemies
from counteract.mechanics.operatives.state import CONCEAL, change_activation
from counteract.mechanics.operatives.stats import is_wounded
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt21 import moves
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.fight import fight, why_not_fight
from counteract.rulesets.kt21.missions import decided
from counteract.rulesets.kt21.shoot import OVERWATCH, shoot, why_not_shoot
from counteract.rulesets.kt21.sight import engaged_enemies
from counteract.rulesets.kt21.state import Ref, Skirmish
from counteract.rulesets.kt21.weapons import BARRED_BY_HEAVY, MOVES

PASSING, END = "pass", "end"

#: Actions that cannot follow others in an activation, and the rule that says so. (INT-63)
NOT_AFTER: dict[str, dict[str, str]] = {
    "normal move": {"charge": "KT21-MOVE-07", "fall back": "KT21-MOVE-07"},
    "charge": {"normal move": "KT21-CHARGE-07", "dash": "KT21-CHARGE-07", "fall back": "KT21-CHARGE-07"},
    "fall back": {"normal move": "KT21-FALLBACK-05", "dash": "KT21-FALLBACK-05"},
    "dash": {"charge": "KT21-DASH-03"},
}
_FREE_ONLY = {"normal move": "KT21-MOVE-06", "shoot": "KT21-SHOOTACT-02", "charge": "KT21-CHARGE-05", "dash": "KT21-DASH-02"}


class Action(msgspec.Struct, frozen=True):
    """An action: its cost in AP, the check that may bar it, its procedure, and whether rules call it psychic. (WR-PSYCHIC-01)"""

    name: str
    cost: int
    barred: Callable[[Arena, Skirmish, int], Why | None]
    perform: Callable[[Ref, int], Procedure]
    psychic: bool = False


# --- checks that bar an action


def _nothing(arena: Arena, s: Skirmish, i: int) -> Why | None:
    return None


def _why_not_charge(arena: Arena, s: Skirmish, i: int) -> Why | None:
    if s.models[i].order == CONCEAL:
        return "KT21-CHARGE-06", "An operative with a Conceal order cannot Charge."
    return None if moves.can_begin(arena, s, i, "charge") else ("KT21-INT-70", "There is no enemy it could reach with a Charge.")


def _why_not_fall_back(arena: Arena, s: Skirmish, i: int) -> Why | None:
    if not engaged_enemies(arena, s, i):
        return "KT21-FALLBACK-02", "Fall Back needs an enemy operative within Engagement Range."
    return None if moves.can_begin(arena, s, i, "fall back") else ("KT21-INT-70", "There is nowhere it could fall back to.")


def _why_not_mend(arena: Arena, s: Skirmish, i: int) -> Why | None:
    if not in_force(arena, s, i, "mends"):
        return "KT21-GEN-06", "This operative does not know how to do that."
    if engaged_enemies(arena, s, i):
        return "KT21-GEN-06", "Not within Engagement Range of an enemy operative."
    return None if _hurt_friends(arena, s, i) else ("KT21-GEN-06", "Nobody within reach is wounded.")


def _hurt_friends(arena: Arena, s: Skirmish, i: int) -> list[int]:
    near = (i, *in_control(arena, s, i))
    return [j for j in near if not arena.is_enemy(i, j) and is_wounded(arena, s, j) and not s.models[j].down]


def _why_not_psychic_strike(arena: Arena, s: Skirmish, i: int) -> Why | None:
    if not in_force(arena, s, i, "psychic_strike"):
        return "KT21-GEN-06", "This operative does not know how to do that."
    for j in enemies_of(arena, s, arena.sides[i]):
        for effect in in_force(arena, s, j, "psychic_ward"):
            if within(gap(arena, s, i, j), effect.psychic_ward(arena, s, j)):
                return "KT21-WR-PSYCHIC-01", "An enemy nearby keeps psychic actions away."
    return None if _within_mind(arena, s, i) else ("KT21-GEN-06", "It sees no enemy near enough.")


def _within_mind(arena: Arena, s: Skirmish, i: int) -> list[int]:
    inches = max(e.psychic_strike(arena, s, i)[0] for e in in_force(arena, s, i, "psychic_strike"))
    return sorted(j for j in visible_enemies(arena, s, i) if not s.models[j].down and within(gap(arena, s, i, j), inches))


# --- procedures


def _move(action: str) -> Callable[[Ref, int], Procedure]:
    def perform(ref: Ref, i: int) -> Procedure:
        window = ploy_window(ref, i, action, lambda s: moves.has_end(ref.arena, s, i, action))
        return moves.move(ref, i, action) if window is OVER else _move_after(window, ref, i, action)

    return perform


def _move_after(window: Procedure, ref: Ref, i: int, action: str) -> Procedure:
    yield from window
    yield from moves.move(ref, i, action)


def _pass(ref: Ref, i: int) -> Procedure:
    ref.emit("passes", "KT21-PASS-01", model=i, points=1)
    return
    yield


def _mend(ref: Ref, i: int) -> Procedure:
    chosen = yield from _choose(ref, i, "mend", _hurt_friends(ref.arena, ref.state, i), "Who is tended to?")
    heal(ref, chosen, max(e.mends(ref.arena, ref.state, i) for e in in_force(ref.arena, ref.state, i, "mends")))


def _psychic_strike(ref: Ref, i: int) -> Procedure:
    chosen = yield from _choose(ref, i, "victim", _within_mind(ref.arena, ref.state, i), "Whose mind is struck?")
    wounds = max(e.psychic_strike(ref.arena, ref.state, i)[1] for e in in_force(ref.arena, ref.state, i, "psychic_strike"))
    yield from inflict(ref, chosen, wounds, "KT21-INT-43", i)


def _choose(ref: Ref, i: int, what: str, among: list[int], prompt: str) -> Steps[int]:
    if len(among) == 1:
        return among[0]
    choice = yield Decision(ref.arena.sides[i], what, tuple(map(Pick, among)), "KT21-GEN-06", prompt, subject=i)
    return int(choice.value)


def ploy_window(ref: Ref, i: int, moment: str, has_end: ploys.HasEnd | None = None) -> Procedure:
    """Ask for tactical ploys at a moment that ploys can name. (PLOY-03, INT-70)"""
    return ploys.offer_ploys(ref, i, moment, "{name}: use a tactical ploy?", has_end, passing_first=True)


ACTIONS: dict[str, Action] = {
    a.name: a
    for a in (
        Action("normal move", 1, _nothing, _move("normal move")),
        Action("dash", 1, _nothing, _move("dash")),
        Action("charge", 1, _why_not_charge, _move("charge")),
        Action("fall back", 2, _why_not_fall_back, _move("fall back")),
        Action("shoot", 1, why_not_shoot, shoot),
        Action("fight", 1, why_not_fight, fight),
        Action("mend", 1, _why_not_mend, _mend),
        Action("psychic strike", 1, _why_not_psychic_strike, _psychic_strike, psychic=True),
        Action(PASSING, 1, _nothing, _pass),
    )
}
#: The reason that an earlier action gives for refusing a later one in the same activation.
_DONE = {name: Phrase("Not in an activation in which it has performed {action}.", action=title) for name, title in TITLES.items()}
_BESIDE_AN_ENEMY = (Pick("fall back"), Pick("fight"))
_ON_ITS_OWN = (Pick("normal move"), Pick("dash"), Pick("charge"), Pick("shoot"))
#: Actions that effects give to an operative, and the hook of those effects.
_GIVEN = {"mend": "mends", "psychic strike": "psychic_strike"}
_REST = (Pick(PASSING), Pick(END))
_OVERWATCH = Pick(OVERWATCH)
#: The actions a player may expect of an operative, by which of those its card gives it.
_KNOWN = {
    given: (*(Pick(name) for name in ACTIONS if dict(zip(_GIVEN, given, strict=True)).get(name, True)), _OVERWATCH)
    for given in product((True, False), repeat=len(_GIVEN))
}


def why_not(arena: Arena, s: Skirmish, i: int, name: str) -> Why | None:
    """Return why an operative may not perform an action now, or None. (ACT-04, ACT-05, PASS-03, INT-57, INT-63)"""
    action, acting = ACTIONS[name], s.acting[-1]
    if name in acting.done and name != PASSING:
        return "KT21-ACT-05", "An operative performs each action once in an activation."
    if acting.spent + action.cost > acting.points:
        return "KT21-ACT-04", "There are not enough AP left."
    for done, rule in NOT_AFTER.get(name, {}).items():
        if done in acting.done:
            return rule, _DONE[done]
    if name in BARRED_BY_HEAVY and any(arena.cards[i].weapons[w].kind == "ranged" for w in acting.fired):
        return "KT21-WR-HEAVY-01", "Having fired a Heavy weapon it cannot Charge, Fall Back or make a Normal Move."
    if name == "shoot" and s.models[i].order == CONCEAL and not any(w.rules.silent for w in arena.cards[i].weapons if w.kind == "ranged"):
        return "KT21-SHOOTACT-03", "An operative with a Conceal order cannot Shoot."
    if name in _FREE_ONLY and engaged_enemies(arena, s, i):
        return _FREE_ONLY[name], "An enemy operative is within Engagement Range."
    return action.barred(arena, s, i)


def _likely(arena: Arena, s: Skirmish, i: int) -> tuple[Pick, ...]:
    """Return the actions worth asking `why_not` about, Pass aside; it bars all others."""
    usual = _BESIDE_AN_ENEMY if engaged_enemies(arena, s, i) else _ON_ITS_OWN
    given = [Pick(name) for name, hook in _GIVEN.items() if in_force(arena, s, i, hook)]
    return (*usual, *given) if given else usual


def actions(ref: Ref, i: int) -> Procedure:
    """Ask for the operative's next action until its AP are spent; if it can only Pass, it passes unasked.

    (ACT-03 to ACT-06, PASS-01, PASS-02, INT-65, INT-66)
    """
    if is_unsettled(ref.state) and not (yield from settled(ref)):
        return
    arena, s = ref.arena, ref.state
    left = 0 if s.places[i] is None else s.acting[-1].points - s.acting[-1].spent
    if left <= 0 or not (which := which_action(arena, s, i, left)).has_any():
        end_activation(ref, i, left)
        return
    choice = yield which
    if choice.value == END:
        end_activation(ref, i, left)
        return
    action = ACTIONS[choice.value]
    acting = s.acting[-1]
    change_activation(ref, spent=acting.spent + action.cost, done=(*acting.done, action.name))
    ref.emit("action", "KT21-ACT-04", model=i, action=action.name, cost=action.cost)
    ref.then(Task("perform", (i, action.name)), Task("actions", (i,)))


def which_action(arena: Arena, s: Skirmish, i: int, left: int) -> ActionDecision:
    """Return the decision which action an operative performs next. (ACT-04)"""
    likely, after = (_likely(arena, s, i), _REST) if left > 0 else ((), _REST[1:])
    return ActionDecision(
        arena.sides[i], "action", (), "KT21-ACT-04", "{name}: which action? ({left} AP left)", ActionContext(arena.names[i], left),
        subject=i, why=_refuse, known=_known(arena, s, i), usual=after[0],
        likely=likely, after=after, arena=arena, state=s, names=ACTIONS, why_not=why_not,
    )  # fmt: skip


def end_activation(ref: Ref, i: int, left: int) -> None:
    """End an activation: spend the AP left on Pass, make the operative expended, end effects that last until then. (ACT-06, INT-54, INT-65)"""
    models, lasting = ref.state.models, ref.state.lasting
    if ref.state.places[i] is not None:
        if left:
            ref.emit("passes", "KT21-PASS-02", model=i, points=left)
        done = msgspec.structs.replace(models[i], ready=False, stun=max(0, models[i].stun - 1))
        models = (*models[:i], done, *models[i + 1 :])
        ref.emit("expended", "KT21-ACT-06", model=i)
    change_battle(ref, models=models, acting=(), lasting=tuple(e for e in lasting if e.until != "activation"))


def _known(arena: Arena, s: Skirmish, i: int) -> tuple[Pick, ...]:
    return _KNOWN[tuple([bool(in_force(arena, s, i, hook)) for hook in _GIVEN.values()])]


def _refuse(answer: Answer) -> Refusal | None:
    if answer == _OVERWATCH:
        return Refusal("KT21-OW-02", "Overwatch is no action of an activation: it is for who has nobody ready while the opponent has.")
    return None


def perform(ref: Ref, i: int, name: str) -> Procedure:
    return ACTIONS[name].perform(ref, i)


def is_unsettled(s: Skirmish) -> bool:
    """Return True if an operative has fallen in the action that is over; a move is never the cause."""
    acting = s.acting[-1]
    return not (acting.done and acting.done[-1] in MOVES) and is_any_down(s)


def settled(ref: Ref) -> Steps[bool]:
    """Remove incapacitated operatives after an action; return False if that ends the battle. (INT-47, INT-80)"""
    yield from clear_the_fallen(ref)
    if not decided(ref.arena, ref.state):
        return True
    change_battle(ref, acting=())
    ref.instead(Task("final"))
    return False
