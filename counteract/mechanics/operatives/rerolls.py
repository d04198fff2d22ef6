"""Dice rolls and re-rolls: by a rule of the weapon, by an effect, or for a command point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from counteract.core.decision import PASS, Answer, Decision, Dice, Refusal, Roll, is_plain
from counteract.core.language import Phrase, Several
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics import names
from counteract.mechanics.changes import Ref
from counteract.mechanics.dicepool import replaced, sort_roll, subsets
from counteract.mechanics.operatives.arena import Arena
from counteract.mechanics.operatives.ploys import COMMAND_REROLL, spend
from counteract.mechanics.operatives.shoot import Incoming

ANY = 99  # dice
DEFENCE_REROLL = "defence-reroll"


class Source(NamedTuple):
    """A rule that grants a re-roll: the most dice, whether all must show one result, and the result they must show (0: any)."""

    name: str
    most: int = ANY
    alike: bool = False
    showing: int = 0


def sources_of(rules: Any, ceaseless: Source) -> tuple[Source, ...]:
    """Return the re-rolls that Balanced, Ceaseless and Relentless give; ``ceaseless`` is what the edition makes of Ceaseless."""
    ways = (rules.balanced, Source("balanced", 1)), (rules.ceaseless, ceaseless), (rules.relentless, Source("relentless"))
    return tuple(source for has, source in ways if has)


def defence_sources(dice: Iterable[int]) -> tuple[Source, ...]:
    """Return the re-rolls that effects give, each of at most so many defence dice; from the second on they are numbered.

    >>> [source.name for source in defence_sources([1, 2])]
    ['defence-reroll', 'defence-reroll-2']
    """
    return tuple(Source(f"{DEFENCE_REROLL}-{k}" if k > 1 else DEFENCE_REROLL, most) for k, most in enumerate(dice, 1))


def distinct(sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """Return the sources without those that differ from an earlier one only by the number in their name."""
    if len(sources) < 2:
        return sources
    found: dict[tuple[object, ...], Source] = {}
    for source in sources:
        found.setdefault((names.kind_of_use(source.name), *source[1:]), source)
    return tuple(found.values())


_FOR_A_POINT = Source(COMMAND_REROLL, 1)

ATTACK = "Attack dice {dice}, hits on {needed}+. Re-roll any?"
ATTACK_ON = "Attack dice {dice} against {target}, hits on {needed}+. Re-roll any?"
DEFENCE = "{threat} Defence dice {dice}, saves on {needed}+. Re-roll any?"


class Asked(NamedTuple):
    """The question for a player who may re-roll: a template, its values besides the dice, and whether there is nothing to gain."""

    template: str
    values: dict[str, Any]
    moot: bool = False


#: A function that returns the question for the dice as they lie.
Question = Callable[["Hand"], Asked]


def attacking(needed: int, target: Phrase | None = None, *, friend: bool = False) -> Question:
    """Return the question for a player who may re-roll attack dice; ``target`` names the target if there are several.

    If all dice show a 6 there is nothing to gain, unless the target is a friend.
    """
    template = ATTACK if target is None else ATTACK_ON
    return lambda hand: Asked(template, {"needed": needed, "target": target}, not friend and all(hand.results[place] == 6 for place in hand.free))


def defending(needed: int, threat: Incoming, kept: tuple[int, int]) -> Question:
    """Return the question for a player who may re-roll defence dice; ``kept`` are critical and normal saves kept without a roll.

    There is nothing to gain if no damage gets through, or if all dice show a 6.
    """

    def ask(hand: Hand) -> Asked:
        criticals, normals, _ = sort_roll(hand.results, needed)
        saves = criticals + kept[0], normals + kept[1]
        least, most = threat.least(saves), threat.least()
        best = not least or all(hand.results[place] == 6 for place in hand.free)
        return Asked(DEFENCE, {"needed": needed, "threat": threat.told_with(least)}, not most or (best and threat.feared))

    return ask


class RerollDecision(Decision):
    """The dice to re-roll, and the rule that grants it; any choice the rule allows is legal."""

    __slots__ = ("arena", "free", "results", "sources")

    def __init__(self, arena: Arena, hand: Hand, sources: tuple[Source, ...]) -> None:
        template, values, moot = hand.question(hand)
        dice = Several(map(str, hand.results))
        super().__init__(hand.player, "re-roll", (), arena.rules["re-roll"], template, {**values, "dice": dice}, kind="dice", moot=moot)
        self.arena = arena
        self.results = hand.results
        self.free = hand.free
        self.sources = sources

    @property
    def options(self) -> Sequence[Answer]:
        if not self._options:
            self._options = _reroll_options(self.results, self.free, self.sources)
        return self._options

    def refuse(self, answer: Answer) -> Refusal | None:
        if answer == PASS:
            return None
        if type(answer) is not Dice or not is_plain(answer):
            return self.explain(answer)
        rules, name, kind = self.arena.rules, names.use(answer.use), names.kind_of_use(answer.use)
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

    def __init__(self, player: int, results: tuple[int, ...], sources: tuple[Source, ...], rule: str, question: Question) -> None:
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
            return (*sources, _FOR_A_POINT)
        return sources

    def use(self, ref: Ref, choice: Dice) -> Procedure:
        """Re-roll the chosen dice, together."""
        rules = ref.arena.rules
        if choice.use == COMMAND_REROLL:
            spend(ref, self.player, COMMAND_REROLL, rules["buy-re-roll"])
        else:
            self.sources = tuple(s for s in self.sources if s.name != choice.use)
        new = yield Roll(self.player, len(choice.chosen), self.rule)
        before = tuple(self.results[place] for place in choice.chosen)
        self.results = replaced(self.results, choice.chosen, new)
        self.free = tuple(c for c in self.free if c not in choice.chosen)
        ref.emit("rerolled", rules[names.kind_of_use(choice.use)], player=self.player, use=choice.use, dice=self.results, before=before)


def roll_hand(ref: Ref, player: int, count: int, sources: tuple[Source, ...], rule: str, question: Question) -> Steps[Hand]:
    """Roll dice that may be re-rolled."""
    results: tuple[int, ...] = ()
    if count > 0:
        results = yield Roll(player, count, rule)
        ref.emit("rolled", rule, player=player, dice=results)
    return Hand(player, results, sources, rule, question)


def reroll(ref: Ref, hand: Hand) -> Procedure:
    """Ask a player which dice to re-roll, by one source after another, until the player passes or none is open."""
    while ways := hand.ways(ref):
        choice = yield RerollDecision(ref.arena, hand, ways)
        if choice == PASS:
            return
        yield from hand.use(ref, choice)
