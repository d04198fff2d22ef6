"""Command points and ploys: those used in a step of their own, and those used at the moment they name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core.decision import PASS, Answer, Decision, NameContext, Pick, Refusal, Why
from counteract.core.procedure import OVER, Alternation, Procedure
from counteract.mechanics.changes import Ref, change_battle
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.state import Lasting, OperativeBattle
from counteract.mechanics.sides import models_of

#: A function that returns True if a move has a legal end point in a given state of the battle.
HasEnd = Callable[[Any], bool]


def gain_cp(ref: Ref, player: int, cp: int, rule: str) -> None:
    """Give a player command points; there is no maximum."""
    total = tuple(c + cp if p == player else c for p, c in enumerate(ref.state.cp))
    change_battle(ref, cp=total)
    ref.emit("cp", rule, player=player, amount=cp, cp=total[player])


def spend_cp(ref: Ref, player: int, ploy: str, rule: str, price: int = 1) -> None:
    """Pay for a ploy and note it as used; Command Re-roll is not noted, because it may be used any number of times."""
    cp = tuple(c - price if p == player else c for p, c in enumerate(ref.state.cp))
    used = ref.state.used if ploy == COMMAND_REROLL else (*ref.state.used, (player, ploy))
    change_battle(ref, cp=cp, used=used)
    ref.emit("ploy", rule, player=player, ploy=ploy, cp=cp[player])


def use_ploys_in_turn(ref: Ref, turns: Alternation, what: str, prompt: str, *, passing_first: bool = False) -> Procedure:
    """Ask the players in turn to use a ploy or to pass, until both pass in a row.

    A player who can use no ploy passes unasked, and so does one with no model on the board.
    """
    arena, rules = ref.arena, ref.arena.rules
    while not turns.over:
        player, s = turns.player, ref.state
        open_ploys = [p for p in arena.ploys[player] if arena.edition.why_not_ploy(s, player, p, True) is None]
        choice: Answer = PASS
        if open_ploys and models_of(s, player):
            choice = yield Decision(
                player, what, _options(open_ploys, passing_first), rules[what], prompt, why=partial(refuse_ploy, arena, s, player, True)
            )
            if choice == PASS:
                ref.emit("passed", rules[what], player=player)
        if not isinstance(choice, Pick):
            turns = turns.passes()
            continue
        ploy = next(p for p in open_ploys if p.id == choice.value)
        spend_cp(ref, player, ploy.id, rules[f"{what}-used"], ploy.cost)
        yield from take_effect(ref, player, ploy, -1)
        turns = turns.acts()


def _options(ploys: list[Ploy], passing_first: bool) -> tuple[Answer, ...]:
    picks = tuple(Pick(p.id) for p in ploys)
    return (PASS, *picks) if passing_first else (*picks, PASS)


def refuse_ploy(arena: OperativeArena, s: OperativeBattle, player: int, in_its_step: bool, answer: Answer) -> Refusal | None:
    """Return why a ploy that is not open cannot be used; None if the answer is no ploy of the player."""
    match answer:
        case Pick(value):
            ploy = next((p for p in arena.ploys[player] if p.id == value), None)
            if ploy:
                moment: Why = (arena.rules["moment"], "This is not the moment for this ploy.")
                return Refusal(*(arena.edition.why_not_ploy(s, player, ploy, in_its_step) or moment))
    return None


def take_effect(ref: Ref, player: int, ploy: Ploy, model: int) -> Procedure:
    """Carry out a ploy: put it in force for its duration, with its immediate effect."""
    change_battle(ref, lasting=_lasting(ref.state, player, ploy, model))
    yield from ref.arena.effects[f"ploy/{player}/{ploy.id}"].at_once(ref, player)


def _lasting(s: OperativeBattle, player: int, ploy: Ploy, model: int) -> tuple[Lasting, ...]:
    """Return the effects in force once a ploy has been used."""
    return s.lasting if ploy.until == "now" else (*s.lasting, Lasting(f"ploy/{player}/{ploy.id}", player, model, ploy.until))


# --- ploys that name their moment


def open_at(arena: OperativeArena, s: OperativeBattle, i: int, moment: str) -> list[Ploy]:
    """Return the ploys that can be used for an operative at a moment."""
    player = arena.sides[i]
    if moment not in arena.ploys_at:
        return []
    why_not = arena.edition.why_not_ploy
    return [
        p
        for p in arena.ploys_at[moment][player]
        if why_not(s, player, p, False) is None and arena.effects[f"ploy/{player}/{p.id}"].applies(arena, s, i)
    ]


def can_begin(arena: OperativeArena, s: OperativeBattle, i: int, action: str, has_end: HasEnd) -> bool:
    """Return True if a move has somewhere to end, perhaps only with ploys that are used as it begins."""
    return has_end(s) or any(_leaves_an_end(arena, s, i, action, has_end, ploy) for ploy in open_at(arena, s, i, action))


def _leaves_an_end(arena: OperativeArena, s: OperativeBattle, i: int, action: str, has_end: HasEnd, ploy: Ploy) -> bool:
    """Return True if a move can begin once a ploy has been used for it."""
    player = arena.sides[i]
    cp = tuple(c - ploy.cost if p == player else c for p, c in enumerate(s.cp))
    then = msgspec.structs.replace(s, cp=cp, used=(*s.used, (player, ploy.id)), lasting=_lasting(s, player, ploy, i))
    return can_begin(arena, then, i, action, has_end)


def offer_ploys(ref: Ref, i: int, moment: str, prompt: str, has_end: HasEnd | None = None, *, passing_first: bool = False) -> Procedure:
    """Ask which ploys to use for an operative at a moment that ploys can name.

    If ``has_end`` finds no end for the move as it is, only ploys that give it one can be picked, and one must be.
    """
    ploys = open_at(ref.arena, ref.state, i, moment)
    return _window(ref, i, moment, prompt, has_end, passing_first, ploys) if ploys else OVER


def _window(ref: Ref, i: int, moment: str, prompt: str, has_end: HasEnd | None, passing_first: bool, ploys: list[Ploy]) -> Procedure:
    arena = ref.arena
    player = arena.sides[i]
    while ploys:
        s, options = ref.state, _options(ploys, passing_first)
        too_short: Sequence[Answer] = ()
        if has_end is not None and not has_end(s):
            helpful = [ploy for ploy in ploys if _leaves_an_end(arena, s, i, moment, has_end, ploy)]
            options, too_short = tuple(Pick(p.id) for p in helpful), options
        choice: Any = yield Decision(
            player, "ploy", options, arena.rules["ploy"], prompt, NameContext(arena.names[i]),
            subject=i, why=partial(_refuse_at_its_moment, arena, s, player, too_short),
        )  # fmt: skip
        if choice == PASS:
            return
        ploy = next(p for p in ploys if p.id == choice.value)
        spend_cp(ref, player, ploy.id, arena.rules["ploy"], ploy.cost)
        yield from take_effect(ref, player, ploy, i)
        ploys = open_at(arena, ref.state, i, moment)  # a ploy may cost nothing


def _refuse_at_its_moment(arena: OperativeArena, s: OperativeBattle, player: int, too_short: Sequence[Answer], answer: Answer) -> Refusal | None:
    """Return why a ploy, or passing, is refused now; ``too_short`` are the answers that would leave the move without an end."""
    if answer in too_short:
        return Refusal(arena.rules["no-end"], "The move has nowhere to end without a ploy that lengthens it.")
    return refuse_ploy(arena, s, player, False, answer)
