"""Dice rolls and re-rolls: by a rule of the weapon, by an effect, or for a command point."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from counteract.attacks import rerolls
from counteract.attacks.dicepool import replaced, sort_roll, subsets
from counteract.attacks.rerolls import COMMAND_REROLL, FOR_A_POINT, Source, distinct, kind_of_use
from counteract.core.decision import PASS, Answer, Context, Decision, Dice, Refusal, Roll, is_plain
from counteract.core.language import Phrase, Several
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics.changes import Ref
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.ploys import spend_cp
from counteract.mechanics.operatives.shoot import Incoming

ATTACK = "Attack dice {dice}, hits on {needed}+. Re-roll any?"
ATTACK_ON = "Attack dice {dice} against {target}, hits on {needed}+. Re-roll any?"
DEFENCE = "{threat} Defence dice {dice}, saves on {needed}+. Re-roll any?"


class RerollContext(Context, frozen=True, gc=False):
    """The context of a re-roll: the number that a die must reach, and the target if the attack has several."""

    needed: int
    target: str | None = None


class DefenceContext(RerollContext, frozen=True, gc=False, kw_only=True):
    """The context of a re-roll of defence dice: the incoming hits, the dice, and the critical and normal saves kept unrolled."""

    incoming: Incoming
    results: tuple[int, ...]
    kept: tuple[int, int]

    @property
    def least(self) -> int:
        """The damage that gets through as the dice lie."""
        criticals, normals, _ = sort_roll(self.results, self.needed)
        return self.incoming.least((criticals + self.kept[0], normals + self.kept[1]))

    def prompt_values(self) -> dict[str, Any]:
        return {"needed": self.needed, "threat": self.incoming.describe_with(self.least)}


class Attacking(NamedTuple):
    """The question about re-rolls of attack dice.

    If all dice show a 6 there is nothing to gain, unless the target is a friend.
    """

    template: str
    needed: int
    target: str | None = None
    friend: bool = False

    def context(self, results: tuple[int, ...]) -> RerollContext:
        return RerollContext(self.needed, self.target)

    def is_settled(self, context: Context, only_sixes: bool) -> bool:
        return only_sixes and not self.friend


class Defending(NamedTuple):
    """The question about re-rolls of defence dice; ``kept`` are critical and normal saves besides those rolled.

    There is nothing to gain if no damage gets through, or if all dice show a 6.
    """

    template: str
    needed: int
    threat: Incoming
    kept: tuple[int, int]

    def context(self, results: tuple[int, ...]) -> RerollContext:
        return DefenceContext(self.needed, incoming=self.threat, results=results, kept=self.kept)

    def is_settled(self, context: Context, only_sixes: bool) -> bool:
        if self.threat.is_harmless():
            return True
        assert isinstance(context, DefenceContext)
        return (only_sixes or not context.least) and self.threat.fears_damage


#: The question about re-rolls of a hand of dice.
QuestionMaker = Attacking | Defending


def attack_question(needed: int, target: Phrase | None = None, *, friend: bool = False) -> QuestionMaker:
    """Return the question about re-rolls of attack dice, with the target if the attack has several."""
    return Attacking(ATTACK if target is None else ATTACK_ON, needed, target, friend)


def defence_question(needed: int, threat: Incoming, kept: tuple[int, int]) -> QuestionMaker:
    """Return the question about re-rolls of defence dice."""
    return Defending(DEFENCE, needed, threat, kept)


class RerollDecision(Decision, kw_only=True):
    """The decision which dice to re-roll, and by which rule; any choice the rule allows is legal."""

    arena: OperativeArena
    results: tuple[int, ...]
    free: tuple[int, ...]  # the dice that may be re-rolled, by their places
    sources: tuple[Source, ...]
    question: QuestionMaker

    @property
    def no_effect(self) -> bool:
        return self.question.is_settled(self.context, all(self.results[place] == 6 for place in self.free))

    def prompt_values(self) -> dict[str, Any]:
        return {**super().prompt_values(), "dice": Several(map(str, self.results))}

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            self.listed = _reroll_options(self.results, self.free, self.sources)
        return self.listed

    def refuse(self, answer: Answer) -> Refusal | None:
        if answer is self.accepted or answer == PASS:
            return None
        if type(answer) is not Dice or not is_plain(answer):
            return self.explain(answer)
        rules, name, kind = self.arena.rules, rerolls.use(answer.use), kind_of_use(answer.use)
        source = next((s for s in self.sources if s.name == answer.use), None)
        if source is None:
            if answer.use == COMMAND_REROLL:
                return Refusal(rules["cp"], "Command Re-roll costs 1CP, and there is none left.")
            return Refusal(rules.get(kind, self.rule), "{use} gives no re-roll here, or none any more.", use=name)
        chosen = answer.chosen
        if not chosen or len(set(chosen)) != len(chosen) or not all(0 <= c < len(self.results) for c in chosen):
            return Refusal(self.rule, "Choose dice of this roll, each once.")
        if not set(chosen) <= set(self.free):
            return Refusal(rules["re-roll-once"], "A die is re-rolled once at most, and the second result stands.")
        if len(chosen) > source.most:
            return Refusal(rules[kind], "{use}: {most} at most.", use=name, most=source.most)
        faces = {self.results[c] for c in chosen}
        if source.alike and len(faces) > 1:
            return Refusal(rules[kind], "{use} re-rolls dice that show one and the same result.", use=name)
        if source.showing and faces != {source.showing}:
            return Refusal(rules[kind], "{use} re-rolls dice that show {face}.", use=name, face=source.showing)
        return None


def which_dice(arena: OperativeArena, hand: Hand, sources: tuple[Source, ...]) -> RerollDecision:
    """Return the question which dice of a hand are rolled again."""
    question = hand.question
    return RerollDecision(
        hand.player, "re-roll", (), arena.rules["re-roll"], question.template, question.context(hand.results), kind="dice",
        arena=arena, results=hand.results, free=hand.free, sources=sources, question=question,
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _reroll_options(results: tuple[int, ...], free: tuple[int, ...], sources: tuple[Source, ...]) -> tuple[Answer, ...]:
    ways: list[Answer] = [PASS]
    for name, most, alike, showing in sources:
        fitting = tuple(c for c in free if not showing or results[c] == showing)
        ways += [Dice(name, chosen) for chosen in subsets(results, fitting, most, alike)]
    return tuple(ways)


class Hand:
    """The dice of one player in one attack, while re-rolls are open; ``question`` words the decision."""

    __slots__ = ("free", "player", "question", "results", "rule", "sources")

    def __init__(self, player: int, results: tuple[int, ...], sources: tuple[Source, ...], rule: str, question: QuestionMaker) -> None:
        self.player = player
        self.question = question
        self.results = results
        self.free = tuple(range(len(results)))
        self.sources = sources
        self.rule = rule

    def ways(self, ref: Ref) -> tuple[Source, ...]:
        """Return the re-rolls open to this player now."""
        if not self.free:
            return ()
        sources = tuple(s for s in distinct(self.sources) if not s.showing or any(self.results[c] == s.showing for c in self.free))
        if ref.state.phase == "firefight" and ref.state.cp[self.player] > 0:
            return (*sources, FOR_A_POINT)
        return sources

    def use(self, ref: Ref, choice: Dice) -> Procedure:
        """Re-roll the chosen dice, together."""
        rules = ref.arena.rules
        if choice.use == COMMAND_REROLL:
            spend_cp(ref, self.player, COMMAND_REROLL, rules["buy-re-roll"])
        else:
            self.sources = tuple(s for s in self.sources if s.name != choice.use)
        new = yield Roll(self.player, len(choice.chosen), self.rule)
        before = tuple(self.results[place] for place in choice.chosen)
        self.results = replaced(self.results, choice.chosen, new)
        self.free = tuple(c for c in self.free if c not in choice.chosen)
        ref.emit("rerolled", rules[kind_of_use(choice.use)], player=self.player, use=choice.use, dice=self.results, before=before)


def roll_hand(ref: Ref, player: int, count: int, sources: tuple[Source, ...], rule: str, question: QuestionMaker) -> Steps[Hand]:
    """Roll dice that may be re-rolled."""
    results: tuple[int, ...] = ()
    if count > 0:
        results = yield Roll(player, count, rule)
        ref.emit("rolled", rule, player=player, dice=results)
    return Hand(player, results, sources, rule, question)


def reroll(ref: Ref, hand: Hand) -> Procedure:
    """Ask a player which dice to re-roll, by one source after another, until the player passes or none is open."""
    while ways := hand.ways(ref):
        choice = yield which_dice(ref.arena, hand, ways)
        if choice == PASS:
            return
        yield from hand.use(ref, choice)
