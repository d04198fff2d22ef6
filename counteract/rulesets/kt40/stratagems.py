"""Command points and stratagems of the army-scale edition, and the re-roll of one die. (STRAT, ARMY-05, INT-26 to INT-28)"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from counteract.core.decision import PASS, Answer, Context, Decision, Dice, NameContext, Pick, Refusal, Roll, Why, is_plain
from counteract.core.language import Phrase, Several, phrases
from counteract.core.procedure import Steps
from counteract.mechanics.chain_rolls import LEAST, ChainRerollDecision, RollContext
from counteract.mechanics.changes import change_battle
from counteract.mechanics.choices import ModelDecision, picks
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import Stratagem, Window
from counteract.rulesets.kt40.effects import Thrift
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit
from counteract.rulesets.kt40.units import on_table

COMMAND_REROLL, DECISIVE_MOVEMENT, DECISIVE_SHOT = "command-re-roll", "decisive-movement", "decisive-shot"
COUNTER_OFFENSIVE, INSANE_BRAVERY = "counter-offensive", "insane-bravery"

#: The stratagems of every player: cost and rule.
COSTS = {COMMAND_REROLL: 1, DECISIVE_MOVEMENT: 1, DECISIVE_SHOT: 2, COUNTER_OFFENSIVE: 2, INSANE_BRAVERY: 2}
RULES = {
    COMMAND_REROLL: "KT40-STRAT-09",
    DECISIVE_MOVEMENT: "KT40-STRAT-04",
    DECISIVE_SHOT: "KT40-STRAT-07",
    COUNTER_OFFENSIVE: "KT40-STRAT-10",
    INSANE_BRAVERY: "KT40-STRAT-11",
}
NAMES = phrases(
    {
        COMMAND_REROLL: "Command Re-roll",
        DECISIVE_MOVEMENT: "Decisive Movement",
        DECISIVE_SHOT: "Decisive Shot",
        COUNTER_OFFENSIVE: "Counter-Offensive",
        INSANE_BRAVERY: "Insane Bravery",
    }
)
#: Those that are used in a window.
WINDOWS: dict[str, Window] = {DECISIVE_MOVEMENT: "movement start", DECISIVE_SHOT: "shooting start"}
GENERIC: dict[str, str] = {window: ident for ident, window in WINDOWS.items()}

#: The phases, in which a stratagem is used once. (STRAT-03)
PHASES = ("movement", "psychic", "shooting", "fight", "morale")


# --- paying


def own_stratagem(arena: Arena, player: int, ident: str) -> Stratagem | None:
    """Return a stratagem of a player's army, or None if the army has none of this id."""
    return next((one for one in arena.teams[player].stratagems if one.id == ident), None)


def cost_of(arena: Arena, player: int, ident: str) -> int:
    """Return the command points that a stratagem costs a player."""
    own = own_stratagem(arena, player, ident)
    return COSTS[ident] if own is None else own.cost


def why_not_stratagem(arena: Arena, s: ArmyBattle, player: int, ident: str) -> Why | None:
    """Return why a player may not pay for a stratagem now, or None; that its timing has come is for the caller to see. (STRAT-02, STRAT-03)"""
    if (player, ident) in s.used:
        return "KT40-STRAT-03", "This stratagem has been used this phase."
    if s.cp[player] < cost_of(arena, player, ident):
        return "KT40-STRAT-02", "There are not enough CP left to pay for it."
    return None


def pay(ref: Ref, player: int, ident: str, *, unit: int = -1) -> Steps[None]:
    """Pay for a stratagem before its effect; ``unit`` is the one it is for, if it is for one. (STRAT-02, ARMY-05)"""
    arena, s = ref.arena, ref.state
    cost = cost_of(arena, player, ident)
    used = (*s.used, (player, ident)) if s.phase in PHASES else s.used  # STRAT-03
    _gain(ref, player, -cost)
    change_battle(ref, used=used)
    ref.emit("stratagem", RULES.get(ident, "KT40-STRAT-01"), player=player, stratagem=ident, cost=cost, cp=ref.state.cp[player], unit=unit)
    for own in arena.units_of[player]:
        thrift = arena.units[own].effect(Thrift)
        if thrift is not None and on_table(arena, ref.state, own):
            yield from _save(ref, own, thrift.needed)


def _save(ref: Ref, unit: int, needed: int) -> Steps[None]:
    """Roll for a command point that comes back; a shaken CHARACTER rolls at -1. (ARMY-05, INT-63)"""
    player, modifier = ref.arena.units[unit].side, -int(ref.state.units[unit].shaken)
    (die,) = yield Roll(player, 1, "KT40-ARMY-05")
    saved = die + modifier >= needed
    ref.emit("thrift", "KT40-ARMY-05", unit=unit, player=player, dice=(die,), modifier=modifier, needed=needed, hit=saved)
    if saved:
        _gain(ref, player, 1)


def _gain(ref: Ref, player: int, amount: int) -> None:
    change_battle(ref, cp=tuple(cp + amount if side == player else cp for side, cp in enumerate(ref.state.cp)))


# --- Command Re-roll

#: The question by roll: {dice} are the dice, {sum} their sum, {needed} the number to reach.
AGAIN = phrases(
    {
        "advance": '{name}: Advance roll {dice}, so up to {inches:g}". Roll again for 1CP?',
        "move": "{name}: Move {thrown}, rolled {dice}. Roll one die again for 1CP?",
        "charge": '{name}: charge roll {sum}{modified}; {needed}" are needed. Roll one die again for 1CP?',
        "psychic": "{name}: psychic test {sum}{modified}, needs {needed}. Roll one die again for 1CP?",
        "deny": "{name}: deny test {sum}{modified}, needs more than {needed}. Roll one die again for 1CP?",
        "shots": "{name}: {thrown} shots, rolled {dice}. Roll one die again for 1CP?",
        "hit": "{name} against {target}: hits on {needed}+{modified}, rolled {dice}{left}. Roll one die again for 1CP?",
        "wound": "{name} against {target}: wounds on {needed}+{modified}, rolled {dice}{left}{more}. Roll one die again for 1CP?",
        "save": "{name}: saves on {needed}+, rolled {dice}{left}{more}. Roll one die again for 1CP?",
        "damage": "{name} against {target}: damage {thrown}, rolled {dice}{left}{more}. Roll one die again for 1CP?",
        "ignore": "{name}: ignores a wound on {needed}+, rolled {dice}. Roll one die again for 1CP?",
        "mortal": "{name}: {thrown} mortal wounds, rolled {dice}. Roll one die again for 1CP?",
        "perils": "{name}: Perils of the warp, {thrown} mortal wounds, rolled {dice}. Roll one die again for 1CP?",
        "explodes": "{name}: {dice}, explodes on {needed}+. Roll again for 1CP?",
        "passengers": "{name} gets out: {dice}, each 1 slays a model. Roll one die again for 1CP?",
        "morale": "{name}: morale test {dice}, at most {needed} passes; as it stands, {outcome}. Roll again for 1CP?",
        "ability": "{name}: {dice}{modified}, needs {needed}+. Roll again for 1CP?",
        "mend": "{name}: {thrown} wounds given back, rolled {dice}. Roll one die again for 1CP?",
    }
)
#: The name of each roll in the sentence of a re-roll.
ROLLS = phrases(
    {
        "move": "the Move roll",
        "advance": "the Advance roll",
        "charge": "the charge roll",
        "psychic": "the psychic test",
        "deny": "the deny test",
        "shots": "the number of shots",
        "hit": "a hit roll",
        "wound": "a wound roll",
        "save": "a saving throw",
        "damage": "the damage",
        "ignore": "a die to ignore a wound",
        "mortal": "the mortal wounds",
        "perils": "the mortal wounds of Perils",
        "explodes": "the die for an explosion",
        "passengers": "a die for passengers",
        "morale": "the morale test",
        "ability": "the die of an ability",
        "mend": "the wounds given back",
    }
)


class CommandRerollDecision(ChainRerollDecision, kw_only=True):
    """The decision whether to roll one die again; beside a die of a D3 stands what it counts. (STRAT-09, DICE-01)

    ``useful`` are the dice that may be rolled again. Of dice that are alike only the first is listed. (INT-84)
    """

    useful: tuple[int, ...]

    def refuse(self, answer: Answer) -> Refusal | None:
        if is_plain(answer) and isinstance(answer, Dice) and any(answer == again(k) for k in self.useful):
            return None
        return super().refuse(answer)

    def prompt_values(self) -> dict[str, Any]:
        values, about = super().prompt_values(), self.about(RollContext)
        values["left"] = Phrase(_LEFT[about.of_model], left=about.left) if about.left else ""
        values["more"] = Phrase("; attacks to come: {more}", more=about.more) if about.more else ""
        if self.roll == "save":
            values["needed"] = max(LEAST, values["needed"])
        if "D3" not in about.thrown:
            return values
        return {**values, "dice": Several(f"{face} → {(face + 1) // 2}" for face in self.faces)}


#: The wounds left of the unit that is attacked, or of the one model of it that is.
_LEFT = phrases({False: "; wounds left: {left}", True: "; wounds left of the model: {left}"})


def again(place: int) -> Dice:
    """Return the answer that rolls the die at a place of a roll again."""
    return Dice(COMMAND_REROLL, (place,))


def _refuse_die(count: int, answer: Answer) -> Refusal | None:
    if not isinstance(answer, Dice) or answer.use != COMMAND_REROLL:
        return None
    if len(answer.chosen) != 1:
        return Refusal("KT40-STRAT-09", "Only one die is rolled again.")
    if 0 <= answer.chosen[0] < count:
        return Refusal("KT40-INT-84", "Rolling this die again could not make the result any better.")
    return Refusal("KT40-STRAT-09", "There is no such die in this roll.")


def reroll(
    ref: Ref, player: int, faces: tuple[int, ...], rule: str, roll: str, unit: int, *, useful: tuple[int, ...],
    are_alike: Callable[[], bool] | None = None, **facts: Any,
) -> Steps[tuple[int, ...]]:  # fmt: skip
    """Ask for a Command Re-roll of one die of a roll just made; return the dice that count. (STRAT-09, INT-84)

    ``useful`` are the places of the dice whose re-roll could make the result better; a die that has been re-rolled already is none of
    them (DICE-03). If they ``are_alike`` the first is listed for all. ``facts`` are further fields of the context. Where no die is
    useful or the player cannot pay, nobody is asked.
    """
    if not useful or why_not_stratagem(ref.arena, ref.state, player, COMMAND_REROLL) is not None:
        return faces
    listed = useful[:1] if len(useful) > 1 and are_alike is not None and are_alike() else useful
    choice = yield CommandRerollDecision(
        player, "re-roll", (PASS, *map(again, listed)), "KT40-STRAT-09", AGAIN[roll],
        RollContext(name=ref.arena.unit_names[unit], **facts), kind="dice", subject=unit, why=partial(_refuse_die, len(faces)),
        faces=faces, roll=roll, useful=useful,
    )  # fmt: skip
    if not isinstance(choice, Dice):
        return faces
    yield from pay(ref, player, COMMAND_REROLL, unit=unit)
    (place,) = choice.chosen
    (die,) = yield Roll(player, 1, rule)
    rolled = (*faces[:place], die, *faces[place + 1 :])
    ref.emit("rerolled", rule, player=player, unit=unit, dice=(die,), before=(faces[place],), roll=roll)
    return rolled


# --- units that are named


class BraveryContext(NameContext, frozen=True, gc=False):
    """The question whether a unit passes its morale test for command points: the unit, and what failing costs it."""

    outcome: Phrase


class StratagemContext(Context, frozen=True, gc=False):
    """The context of the question which unit a stratagem is for: its name and its cost."""

    stratagem: str
    cost: int


def why_not_decisive_movement(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit cannot be named by Decisive Movement, or None: on the table, or embarked in a unit that is. (STRAT-04, TRANS-04)"""
    own = s.units[unit]
    carrier = unit if own.carrier < 0 else own.carrier
    if own.destroyed or not on_table(arena, s, carrier):
        return "KT40-STRAT-04", "The unit must be on the table."
    if own.option:
        return "KT40-MOVE-04", "The unit has taken its movement option this turn."
    return None


def why_not_decisive_shot(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit cannot be named by Decisive Shot, or None. (STRAT-07)"""
    if not on_table(arena, s, unit):
        return "KT40-STRAT-07", "The unit must be on the table."
    if not any(arena.cards[i].guns for i in arena.units[unit].models if s.models[i].wounds):
        return "KT40-STRAT-07", "The unit has nothing to shoot with."
    return None


WHY_NOT_NAMED = {DECISIVE_MOVEMENT: why_not_decisive_movement, DECISIVE_SHOT: why_not_decisive_shot}
WHICH = phrases(
    {
        DECISIVE_MOVEMENT: "{stratagem} ({cost}CP): one unit moves before all others. Which one?",
        DECISIVE_SHOT: "{stratagem} ({cost}CP): one unit shoots among the readied ones, as if it had not moved. Which one?",
    }
)


def can_name(arena: Arena, s: ArmyBattle, player: int, ident: str) -> bool:
    """Return True if a player has a unit that Decisive Movement or Decisive Shot can name."""
    return any(WHY_NOT_NAMED[ident](arena, s, unit) is None for unit in arena.units_of[player])


def name_unit(ref: Ref, player: int, ident: str) -> Steps[None]:
    """Ask which unit Decisive Movement or Decisive Shot is for, and pay for it. (STRAT-04, STRAT-07, STRAT-08)"""
    arena, s = ref.arena, ref.state
    which = ModelDecision(
        player, "named-unit", (), RULES[ident], WHICH[ident], StratagemContext(NAMES[ident], COSTS[ident]),
        likely=picks(arena.units_of[player]), arena=arena, state=s, why_not=WHY_NOT_NAMED[ident],
    )  # fmt: skip
    unit = int((yield which).value)
    yield from pay(ref, player, ident, unit=unit)
    if ident == DECISIVE_MOVEMENT:
        change_battle(ref, named=(*ref.state.named, unit))
    else:
        change_unit(ref, unit, decisive=True)


def insane_bravery(ref: Ref, unit: int, outcome: Phrase) -> Steps[bool]:
    """Ask for Insane Bravery before a unit rolls its morale test; return True if the test is passed by it. (STRAT-11)

    ``outcome`` is what failing costs it, in words.
    """
    arena, player = ref.arena, ref.arena.units[unit].side
    if why_not_stratagem(arena, ref.state, player, INSANE_BRAVERY) is not None:
        return False
    choice = yield Decision(
        player, "insane-bravery", (PASS, Pick(INSANE_BRAVERY)), "KT40-STRAT-11",
        "{name}: Insane Bravery for 2CP, so that it passes its morale test? If it fails, {outcome}.",
        BraveryContext(arena.unit_names[unit], outcome), subject=unit,
    )  # fmt: skip
    if choice == PASS:
        return False
    yield from pay(ref, player, INSANE_BRAVERY, unit=unit)
    ref.emit("brave", "KT40-STRAT-11", unit=unit)
    return True
