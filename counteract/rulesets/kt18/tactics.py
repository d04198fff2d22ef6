"""The Tactics of Kill Team 2018: effects bought with command points, re-rolls included. (TAC, CP)"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from counteract.core.decision import PASS, Answer, Context, Decision, Dice, NameContext, Pick, Refusal, Roll, Why
from counteract.core.language import Phrase, phrases
from counteract.core.procedure import Alternation, Steps
from counteract.mechanics.chain_rolls import ChainRerollDecision, RollContext
from counteract.mechanics.changes import change_battle, change_model
from counteract.mechanics.choices import ModelDecision, picks
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.state import Ref, Skirmish
from counteract.rulesets.kt18.weapons import Weapon

TACTICAL_REROLL = "tactical-re-roll"
DECISIVE_MOVE, DECISIVE_SHOT, DECISIVE_STRIKE = "decisive-move", "decisive-shot", "decisive-strike"
INSANE_BRAVERY, GRITTED_TEETH = "insane-bravery", "gritted-teeth"

COSTS = {TACTICAL_REROLL: 1, DECISIVE_MOVE: 1, DECISIVE_SHOT: 2, DECISIVE_STRIKE: 2, INSANE_BRAVERY: 1, GRITTED_TEETH: 1}
RULES = {
    TACTICAL_REROLL: "KT18-TAC-03",
    DECISIVE_MOVE: "KT18-TAC-04",
    DECISIVE_SHOT: "KT18-TAC-05",
    DECISIVE_STRIKE: "KT18-TAC-06",
    INSANE_BRAVERY: "KT18-TAC-08",
    GRITTED_TEETH: "KT18-TAC-09",
}
NAMES = phrases(
    {
        TACTICAL_REROLL: "Tactical Re-roll",
        DECISIVE_MOVE: "Decisive Move",
        DECISIVE_SHOT: "Decisive Shot",
        DECISIVE_STRIKE: "Decisive Strike",
        INSANE_BRAVERY: "Insane Bravery",
        GRITTED_TEETH: "Gritted Teeth",
    }
)
#: The prompt of each Decisive Tactic.
DECISIVE = phrases(
    {
        DECISIVE_MOVE: "{tactic} ({cost}CP): one model acts before all others of both sides. Which one?",
        DECISIVE_SHOT: "{tactic} ({cost}CP): one model shoots before all others, readied or not. Which one?",
        DECISIVE_STRIKE: "{tactic} ({cost}CP): one model fights before all others, even those that charged. Which one?",
    }
)
#: The prompt of a Tactical Re-roll by roll: {dice} are the dice, {sum} their sum, {outcome} their effect.
AGAIN = phrases(
    {
        "advance": '{name}: Advance roll {dice}, so up to {inches:g}". Roll again for 1CP?',
        "hit": "{name} against {target}: hit roll {dice}{modified}, needs {needed}+: {outcome}. Roll again for 1CP?",
        "wound": "{name} against {target}: wound roll {dice}, needs {needed}+: {outcome}. Roll again for 1CP?",
        "venomous": "{name} against {target}: wound roll {dice}, needs {needed}+: {outcome}; a 6 would add a mortal wound. Roll again for 1CP?",
        "save": "{name}: saving throw {dice}, needs {needed}+: {outcome}; {damage} damage, {left} of {wounds} wounds left. Roll again for 1CP?",
        "charge": '{name}: charge roll {sum}; the nearest target is {away:.1f}" away, and 1" is near enough: {outcome}. Roll again for 1CP?',
        "injury": "{name}: Injury roll {dice}{modified}: {outcome}; out of action on {needed}+. Roll again for 1CP?",
        "nerve": "{name}: Nerve test {dice}{modified}, at most {needed} passes: {outcome}. Roll again for 1CP?",
        "psychic": "{name}: psychic test {sum}, needs {needed}: {outcome}. Roll again for 1CP?",
        "deny": "{name}: deny test {sum}, needs more than {needed}: {outcome}. Roll again for 1CP?",
    }
)
#: The name of each roll in the sentence of a re-roll.
ROLLS = phrases(
    {
        "advance": "the Advance roll",
        "hit": "the hit roll",
        "wound": "the wound roll",
        "venomous": "the wound roll",
        "save": "the saving throw",
        "charge": "the charge roll",
        "injury": "the Injury roll",
        "nerve": "the Nerve test",
        "psychic": "the psychic test",
        "deny": "the deny test",
    }
)
#: The words for success and failure of each roll.
OUTCOMES = {
    "hit": (Phrase("a hit"), Phrase("a miss")),
    "wound": (Phrase("a wound"), Phrase("no wound")),
    "venomous": (Phrase("a wound"), Phrase("no wound")),
    "save": (Phrase("saved"), Phrase("not saved")),
    "ignore": (Phrase("it does"), Phrase("it does not")),
    "falling": (Phrase("it keeps its footing"), Phrase("it falls")),
    "dangerous": (Phrase("unharmed"), Phrase("it is hurt")),
    "charge": (Phrase("it arrives"), Phrase("it falls short")),
    "injury": (Phrase("out of action"), Phrase("a flesh wound")),
    "psychic": (Phrase("it manifests"), Phrase("it fails")),
    "deny": (Phrase("denied"), Phrase("in vain")),
    "nerve": (Phrase("steady"), Phrase("it fails")),
    "broken": (Phrase("they hold"), Phrase("they break")),
}


def why_not_tactic(s: Skirmish, player: int, tactic: str) -> Why | None:
    """Return why a player may not buy a Tactic now, or None. (TAC-02, CP-04)"""
    if (player, tactic) in s.used:
        return "KT18-TAC-02", "This Tactic has been used this phase."
    if s.cp[player] < COSTS[tactic]:
        return "KT18-CP-04", "There are not enough CP left to pay for it."
    return None


def buy(ref: Ref, player: int, tactic: str) -> None:
    """Pay for a Tactic before its effect. (TAC-01)"""
    s = ref.state
    cp = tuple(c - COSTS[tactic] if side == player else c for side, c in enumerate(s.cp))
    change_battle(ref, cp=cp, used=(*s.used, (player, tactic)))
    ref.emit("tactic", RULES[tactic], player=player, tactic=tactic, cp=cp[player])


# --- re-rolls


class TacticContext(Context, frozen=True, gc=False):
    """The context of the offer of a Tactic: its name and its cost."""

    tactic: str
    cost: int


class TacticalRerollDecision(ChainRerollDecision):
    """The decision whether to roll again: all dice of the roll, never some of them. (TAC-03, QA-18)"""


def _refuse_some(rule: str, answer: Answer) -> Refusal | None:
    if isinstance(answer, Dice) and answer.use == TACTICAL_REROLL:
        return Refusal(rule, "All dice of the roll are rolled again, or none.")
    return None


def reroll(
    ref: Ref, player: int, faces: tuple[int, ...], rule: str, roll: str, model: int,
    *, success: bool | None = None, no_effect: bool = False, **facts: Any,
) -> Steps[tuple[int, ...]]:
    """Ask for a Tactical Re-roll of a roll just made; return the dice that count. (TAC-03, INT-71)

    ``success`` is the result of the roll, ``no_effect`` is True if a re-roll cannot help, ``facts`` are further fields of the context.
    """
    if why_not_tactic(ref.state, player, TACTICAL_REROLL) is not None:
        return faces
    some = "KT18-QA-18" if roll == "injury" else "KT18-TAC-03"
    choice = yield TacticalRerollDecision(
        player, "re-roll", (PASS, Dice(TACTICAL_REROLL, tuple(range(len(faces))))), "KT18-TAC-03", AGAIN[roll],
        RollContext(name=ref.arena.names[model], outcome="" if success is None else OUTCOMES[roll][not success], **facts),
        kind="dice", subject=model, why=partial(_refuse_some, some), settled=no_effect, faces=faces, roll=roll,
    )  # fmt: skip
    if choice == PASS:
        return faces
    buy(ref, player, TACTICAL_REROLL)
    again: tuple[int, ...] = yield Roll(player, len(faces), rule)
    ref.emit("rerolled", rule, player=player, model=model, dice=again, before=faces, roll=roll)
    return again


# --- Decisive Tactics and others


def decisive(ref: Ref, tactic: str, why_not: Callable[[Arena, Skirmish, int], Why | None]) -> Steps[tuple[int, ...]]:
    """Ask for a Decisive Tactic at the start of a phase; return the models that act first, in order. (TAC-04 to TAC-07, INT-73)

    No model acts before every player has named a model or passed.
    """
    arena = ref.arena
    turns = Alternation(ref.state.order)
    named: list[int] = []
    while not turns.over:
        player, s = turns.player, ref.state
        choice: Answer = PASS
        if why_not_tactic(s, player, tactic) is None:
            which = ModelDecision(
                player, "decisive", (), RULES[tactic], DECISIVE[tactic], TacticContext(NAMES[tactic], COSTS[tactic]),
                before=(PASS,), likely=picks(models_of(s, player)), arena=arena, state=s, why_not=why_not,
            )  # fmt: skip
            if which.has_any():
                choice = yield which
        if not isinstance(choice, Pick):
            turns = turns.passes()
            continue
        buy(ref, player, tactic)
        named.append(int(choice.value))
        ref.emit("decisive", RULES[tactic], model=named[-1], tactic=tactic)
        turns = turns.acts()
    if len(named) < 2:
        return tuple(named)
    first = yield from roll_off(ref, "KT18-TAC-07")
    return tuple(sorted(named, key=lambda i: arena.sides[i] != first))


def roll_off(ref: Ref, rule: str) -> Steps[int]:
    """Roll a D6 for each player, ties rolled again; return the player with the higher roll. (TAC-07, MIS-03)"""
    while True:
        (one,) = yield Roll(0, 1, rule)
        (two,) = yield Roll(1, 1, rule)
        ref.emit("roll-off", rule, dice=(one, two))
        if one != two:
            return int(two > one)


def grit(ref: Ref, i: int, weapons: Iterable[Weapon]) -> Steps[None]:
    """Ask for Gritted Teeth, by which a model chosen to shoot or fight ignores its own flesh wounds. (TAC-09)"""
    s, player = ref.state, ref.arena.sides[i]
    if not s.models[i].flesh or s.models[i].gritted or why_not_tactic(s, player, GRITTED_TEETH) is not None:
        return
    if all(weapon.rules.auto_hit for weapon in weapons):
        return
    choice = yield Decision(
        player, "tactic", (PASS, Pick(GRITTED_TEETH)), "KT18-TAC-09",
        "{name}: Gritted Teeth for 1CP, so that its flesh wounds do not make it hit worse?", NameContext(ref.arena.names[i]), subject=i,
    )  # fmt: skip
    if choice != PASS:
        buy(ref, player, GRITTED_TEETH)
        change_model(ref, i, gritted=True)
        ref.emit("gritted", "KT18-TAC-09", model=i)
