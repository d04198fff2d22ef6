"""The options of the Movement phase of Kill Team 2018: the rules that bar each, and its procedure. (MOVE, ADV, READY, FALLBACK)"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from counteract.core.decision import PASS, Answer, Decision, Dice, NameContext, Pick, Refusal, Roll, Why
from counteract.core.procedure import Procedure
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle, change_model
from counteract.mechanics.choices import ActionDecision, ModelDecision, picks
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt18 import moves
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.charge import charge, why_not_charge
from counteract.rulesets.kt18.sight import engaged_enemies
from counteract.rulesets.kt18.state import Ref, Skirmish
from counteract.rulesets.kt18.tactics import reroll

SCOUT, STAY = "scout", "stay"


class MovementOption(msgspec.Struct, frozen=True):
    """An option of the Movement phase: the check that may bar it, and its procedure."""

    name: str
    barred: Callable[[Arena, Skirmish, int], Why | None]
    perform: Callable[[Ref, int], Procedure]


class ScoutContext(NameContext, frozen=True, gc=False):
    """An Advance roll, and how many inches it comes to."""

    die: int
    inches: float


# --- checks that bar an option


def why_not(arena: Arena, s: Skirmish, i: int, name: str) -> Why | None:
    """Return why a model may not take an option now, or None."""
    return why_no_option(arena, s, i) or OPTIONS[name].barred(arena, s, i)


def why_no_option(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may take no option at all, or None. (MOVE-03, RETREAT-04, QA-16)"""
    model = s.models[i]
    if model.shaken:
        return "KT18-QA-16", "A shaken model cannot do anything."
    if model.retreated:
        return "KT18-RETREAT-04", "It has Retreated, and gets no option in this phase."
    if model.option:
        return "KT18-MOVE-03", "It has had its option in this phase."
    return None


def _kept(arena: Arena, s: Skirmish, i: int, rule: str) -> Why | None:
    """Return why an enemy within 1", at the start of the phase or since, bars an option, or None. (MOVE-04, MOVE-08, QA-04, INT-21)"""
    if s.models[i].began:
        return "KT18-MOVE-04", 'It began the phase within 1" of an enemy: it may stay or Fall Back.'
    if s.models[i].charged_by or engaged_enemies(arena, s, i):
        return rule, 'An enemy has come within 1" of it in this phase.'
    return None


def _may_always(arena: Arena, s: Skirmish, i: int) -> Why | None:
    return None


def _why_not_move(arena: Arena, s: Skirmish, i: int) -> Why | None:
    return _kept(arena, s, i, "KT18-MOVE-08")


def _why_not_ready(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may not be readied, or None. (READY-02, READY-03)"""
    if s.models[i].moved or s.models[i].fell:
        return "KT18-READY-02", "It has moved this round."
    return _kept(arena, s, i, "KT18-READY-03")


def _why_not_fall_back(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may not Fall Back, or None. (FALLBACK-01, FALLBACK-02)"""
    if s.models[i].charged_by:
        return "KT18-FALLBACK-02", "An enemy has charged it this round."
    if not s.models[i].began:
        return "KT18-FALLBACK-01", 'Only a model that began the phase within 1" of an enemy can Fall Back.'
    if not moves.can_fall_back(arena, s, i):
        return "KT18-FALLBACK-04", 'There is nowhere to go that is more than 1" from every enemy.'
    return None


def _why_not_charge(arena: Arena, s: Skirmish, i: int) -> Why | None:
    return _kept(arena, s, i, "KT18-CHARGE-08") or why_not_charge(arena, s, i)


# --- procedures


def _stay(ref: Ref, i: int) -> Procedure:
    """Leave the model where it is. (MOVE-02)"""
    ref.emit("stays", "KT18-MOVE-02", model=i)
    return
    yield


def _normal_move(ref: Ref, i: int) -> Procedure:
    """Move the model up to its M. (MOVE-05)"""
    card = ref.arena.cards[i]
    yield from moves.travel(ref, i, "normal move", moves.terms("normal move", card.move, ref.arena.figures[i]))


def _advance(ref: Ref, i: int) -> Procedure:
    """Roll a D6 and move the model up to its M plus the roll. (ADV-01, SPEC-04, TAC-03)"""
    arena = ref.arena
    player, card = arena.sides[i], arena.cards[i]
    change_model(ref, i, advanced=True)  # INT-12
    (die,) = yield Roll(player, 1, "KT18-ADV-01")
    again = False
    if arena.specialists[i] == "scout" and die < 6:  # SPEC-04
        choice = yield Decision(
            player, "scout", (PASS, Dice(SCOUT, (0,))), "KT18-SPEC-04", '{name} Advances with a {die}, so up to {inches:g}". Roll again?',
            ScoutContext(arena.names[i], die, card.move + die), kind="dice", subject=i,
        )  # fmt: skip
        if choice != PASS:
            again, before = True, die
            (die,) = yield Roll(player, 1, "KT18-ADV-01")
            ref.emit("rerolled", "KT18-SPEC-04", player=player, model=i, dice=(die,), before=(before,), roll="advance")
    if not again and die < 6:
        (die,) = yield from reroll(ref, player, (die,), "KT18-ADV-01", "advance", i, inches=card.move + die)
    ref.emit("advance-roll", "KT18-ADV-01", model=i, dice=(die,))
    yield from moves.travel(ref, i, "advance", moves.terms("advance", card.move + die, arena.figures[i]))


def _ready(ref: Ref, i: int) -> Procedure:
    """Ready the model: it stays and shoots among the first. (READY-01)"""
    change_model(ref, i, readied=True)
    ref.emit("readied", "KT18-READY-01", model=i)
    return
    yield


def _fall_back(ref: Ref, i: int) -> Procedure:
    """Move the model up to its M, to end more than 1" from every enemy. (FALLBACK-03, FALLBACK-04, QA-05)"""
    yield from moves.travel(ref, i, "fall back", moves.fall_back(ref.arena, i))
    if ref.state.models[i].moved:  # INT-12
        change_model(ref, i, fell_back=True)


OPTIONS: dict[str, MovementOption] = {
    option.name: option
    for option in (
        MovementOption(STAY, _may_always, _stay),
        MovementOption("normal move", _why_not_move, _normal_move),
        MovementOption("advance", _why_not_move, _advance),
        MovementOption("fall back", _why_not_fall_back, _fall_back),
        MovementOption("ready", _why_not_ready, _ready),
        MovementOption("charge", _why_not_charge, charge),
    )
}
_KNOWN = tuple(map(Pick, OPTIONS))


def legal_options(arena: Arena, s: Skirmish, i: int) -> list[str]:
    """Return the options a model may take now, except to stay."""
    if why_no_option(arena, s, i) is not None:
        return []
    return [name for name, option in OPTIONS.items() if name != STAY and option.barred(arena, s, i) is None]


def why_not_manoeuvre(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may only stay where it is, or None."""
    problem = why_no_option(arena, s, i)
    if problem is None and not has_option(arena, s, i):
        return _why_not_fall_back(arena, s, i) if s.models[i].began else _why_not_move(arena, s, i)
    return problem


# --- the phase


def manoeuvre(ref: Ref, player: int) -> Procedure:
    """Ask a player for one model after another to take its option; the rest stay. (MOVE-01, MOVE-02)"""
    change_battle(ref, acting=-1)
    arena, s = ref.arena, ref.state
    which = ModelDecision(
        player, "manoeuvre", (), "KT18-MOVE-02", "Which model moves, charges or is readied next?",
        why=partial(_refuse_model, arena, s, player), likely=picks(models_of(s, player)), after=(PASS,),
        arena=arena, state=s, why_not=why_not_manoeuvre,
    )  # fmt: skip
    if not which.has_any():
        if not any(m.option for m in s.models if m.side == player):  # INT-74
            ref.emit("unable", "KT18-INT-74", player=player, what="move")
        return
    choice = yield which
    if choice != PASS:
        ref.then(Task("option", (choice.value,)), Task("manoeuvre", (player,)))


def has_option(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if a model may take any option; the Normal move, the likeliest, is tried first."""
    return any(option.barred(arena, s, i) is None for name, option in OPTIONS.items() if name != STAY)


def _refuse_model(arena: Arena, s: Skirmish, player: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(i)) if 0 <= i < len(arena.cards):
            if arena.sides[i] != player:
                return Refusal("KT18-MOVE-01", "{name} is not one of your models.", name=arena.names[i])
            if s.places[i] is None:
                return Refusal("KT18-INJ-08", "{name} is out of action.", name=arena.names[i])
    return None


def option(ref: Ref, i: int) -> Procedure:
    """Ask which option a model takes and carry it out. (MOVE-02)"""
    arena, s = ref.arena, ref.state
    if s.places[i] is None or why_no_option(arena, s, i) is not None:
        return
    change_battle(ref, acting=i)
    choice = yield which_option(arena, s, i)
    change_model(ref, i, option=choice.value)
    yield from OPTIONS[choice.value].perform(ref, i)


def which_option(arena: Arena, s: Skirmish, i: int) -> ActionDecision:
    """Return the decision which option a model takes. (MOVE-02)"""
    return ActionDecision(
        arena.sides[i], "option", (), "KT18-MOVE-02", "{name}: what does it do?", NameContext(arena.names[i]),
        subject=i, known=_KNOWN, before=_KNOWN[:1], likely=_KNOWN[1:], arena=arena, state=s, names=OPTIONS, why_not=why_not,
    )  # fmt: skip


