"""Command points and what they buy: ploys in a step of their own, and ploys at the moment they name."""

from __future__ import annotations

from functools import partial
from typing import Any

from counteract.core.decision import PASS, Answer, Decision, Pick, Refusal, Why
from counteract.core.procedure import Alternation, Procedure
from counteract.mechanics.changes import Ref, own, update
from counteract.mechanics.operatives.arena import Arena
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.state import Lasting, Skirmish

COMMAND_REROLL = "command-reroll"


def gain(ref: Ref, player: int, cp: int, rule: str) -> None:
    """Command points for a player; there is no maximum."""
    total = tuple(c + cp if p == player else c for p, c in enumerate(ref.state.cp))
    update(ref, cp=total)
    ref.emit("cp", rule, player=player, amount=cp, cp=total[player])


def spend(ref: Ref, player: int, ploy: str, rule: str, price: int = 1) -> None:
    """Pay for a ploy. Command Re-roll is the one that can be used again and again."""
    cp = tuple(c - price if p == player else c for p, c in enumerate(ref.state.cp))
    used = ref.state.used if ploy == COMMAND_REROLL else (*ref.state.used, (player, ploy))
    update(ref, cp=cp, used=used)
    ref.emit("ploy", rule, player=player, ploy=ploy, cp=cp[player])


def in_turn(ref: Ref, turns: Alternation, what: str, prompt: str, *, passing_first: bool = False) -> Procedure:
    """Players use one ploy each or pass until both pass in a row.

    Who can use nothing passes unasked, and so does a team with nobody left.
    """
    arena, rules = ref.arena, ref.arena.rules
    while not turns.over:
        player, s = turns.player, ref.state
        open_ploys = [p for p in arena.ploys[player] if arena.edition.why_not_ploy(s, player, p, True) is None]
        choice: Answer = PASS
        if open_ploys and own(s, player):
            choice = yield Decision(
                player, what, _options(open_ploys, passing_first), rules[what], prompt, why=partial(refuse, arena, s, player, True)
            )
        if not isinstance(choice, Pick):
            turns = turns.passes()
            continue
        ploy = next(p for p in open_ploys if p.id == choice.value)
        spend(ref, player, ploy.id, rules[f"{what}-used"], ploy.cost)
        yield from take_effect(ref, player, ploy, -1)
        turns = turns.acts()


def _options(ploys: list[Ploy], passing_first: bool) -> tuple[Answer, ...]:
    picks = tuple(Pick(p.id) for p in ploys)
    return (PASS, *picks) if passing_first else (*picks, PASS)


def refuse(arena: Arena, s: Skirmish, player: int, in_its_step: bool, answer: Answer) -> Refusal | None:
    """Why a ploy that is not among those open cannot be used."""
    match answer:
        case Pick(value):
            ploy = next((p for p in arena.ploys[player] if p.id == value), None)
            if ploy:
                moment: Why = (arena.rules["moment"], "This is not the moment for this ploy.")
                return Refusal(*(arena.edition.why_not_ploy(s, player, ploy, in_its_step) or moment))
    return None


def take_effect(ref: Ref, player: int, ploy: Ploy, model: int) -> Procedure:
    """A ploy acts at once, or lasts as long as it says."""
    if ploy.until != "now":
        update(ref, lasting=(*ref.state.lasting, Lasting(f"ploy/{player}/{ploy.id}", player, model, ploy.until)))
    yield from ref.arena.effects[f"ploy/{player}/{ploy.id}"].at_once(ref, player)


def window(ref: Ref, i: int, moment: str, prompt: str, *, passing_first: bool = False) -> Procedure:
    """A chance to use ploys for an operative at a moment that ploys can name."""
    arena = ref.arena
    player = arena.sides[i]
    if moment not in arena.ploys_at:
        return
    while True:  # a ploy may cost nothing
        s = ref.state
        open_ploys = [
            p
            for p in arena.ploys_at[moment][player]
            if arena.edition.why_not_ploy(s, player, p, False) is None and arena.effects[f"ploy/{player}/{p.id}"].applies(arena, s, i)
        ]
        if not open_ploys:
            return
        choice: Any = yield Decision(
            player, "ploy", _options(open_ploys, passing_first), arena.rules["ploy"], prompt, {"name": arena.names[i]},
            subject=i, why=partial(refuse, arena, s, player, False),
        )  # fmt: skip
        if choice == PASS:
            return
        ploy = next(p for p in open_ploys if p.id == choice.value)
        spend(ref, player, ploy.id, arena.rules["ploy"], ploy.cost)
        yield from take_effect(ref, player, ploy, i)
