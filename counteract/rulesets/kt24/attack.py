"""What shooting and fighting have in common: rolling attack dice, re-rolling, retaining. (DICE, PLOY, WR)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from counteract.core.decision import PASS, Answer, Decision, Dice, Pick, Refusal, Roll
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics.changes import change, update
from counteract.mechanics.dicepool import replaced, sort_roll, subsets
from counteract.rulesets.kt24.damage import inflict, softened
from counteract.rulesets.kt24.effects import in_force
from counteract.rulesets.kt24.measure import near_and_seen
from counteract.rulesets.kt24.state import Ref
from counteract.rulesets.kt24.weapons import (
    RETAIN_RULES,
    Retained,
    Rules,
    accurate_limit,
    retain_options,
    use_retain_rule,
    why_not_retain,
)

COMMAND_REROLL = "command-reroll"

#: The rule behind each way to re-roll.
REROLL_RULES = {
    "balanced": "KT24-WR-BALANCED-01",
    "ceaseless": "KT24-WR-CEASELESS-01",
    "relentless": "KT24-WR-RELENTLESS-01",
    "defence-reroll": "KT24-MIS-45",
    COMMAND_REROLL: "KT24-PLOY-05",
}

#: A way to re-roll: its name, how many dice at most, whether they must all show one result.
Source = tuple[str, int, bool]


class RerollDecision(Decision):
    """Which dice to roll again, and by which rule; any choice the rule allows is legal."""

    __slots__ = ("free", "results", "sources")

    def __init__(self, player: int, results: tuple[int, ...], free: tuple[int, ...], sources: tuple[Source, ...], rule: str) -> None:
        super().__init__(player, "re-roll", (), rule, "Re-roll any of {dice}?", {"dice": ", ".join(map(str, results))}, kind="dice")
        self.results = results
        self.free = free
        self.sources = sources

    @property
    def options(self) -> Sequence[Answer]:
        if not self._options:
            self._options = _reroll_options(self.results, self.free, self.sources)
        return self._options

    def refuse(self, answer: Answer) -> Refusal | None:
        if answer == PASS:
            return None
        if not isinstance(answer, Dice):
            return self.explain(answer)
        source = next((s for s in self.sources if s[0] == answer.use), None)
        if source is None:
            if answer.use == COMMAND_REROLL:
                return Refusal("KT24-CP-04", "Command Re-roll costs 1CP, and there is none left.")
            return Refusal(REROLL_RULES.get(answer.use, self.rule), "{use} gives no re-roll here, or has been used.", use=answer.use)
        chosen, (_, most, alike) = answer.chosen, source
        if not chosen or len(set(chosen)) != len(chosen) or not all(0 <= c < len(self.results) for c in chosen):
            return Refusal(self.rule, "Choose dice of this roll, each once.")
        if not set(chosen) <= set(self.free):
            return Refusal("KT24-INT-43", "A die is re-rolled once at most, and the second result stands.")
        if len(chosen) > most:
            return Refusal(REROLL_RULES[answer.use], "{use} re-rolls at most {most}.", use=answer.use, most=most)
        if alike and len({self.results[c] for c in chosen}) > 1:
            return Refusal("KT24-WR-CEASELESS-01", "Ceaseless re-rolls dice that show one and the same result.")
        return None


@lru_cache(maxsize=8192)
def _reroll_options(results: tuple[int, ...], free: tuple[int, ...], sources: tuple[Source, ...]) -> tuple[Answer, ...]:
    ways: list[Answer] = [PASS]
    for name, most, alike in sources:
        ways += [Dice(name, chosen) for chosen in subsets(results, free, most, alike)]
    return tuple(ways)


class Hand:
    """The dice of one player in one sequence, while re-rolls are open."""

    __slots__ = ("free", "player", "results", "rule", "sources")

    def __init__(self, player: int, results: tuple[int, ...], sources: tuple[Source, ...], rule: str) -> None:
        self.player = player
        self.results = results
        self.free = tuple(range(len(results)))
        self.sources = sources
        self.rule = rule

    def ways(self, ref: Ref) -> tuple[Source, ...]:
        """The re-rolls open to this player now."""
        if not self.free:
            return ()
        if ref.state.phase == "firefight" and ref.state.cp[self.player] > 0:  # PLOY-01, PLOY-03
            return (*self.sources, (COMMAND_REROLL, 1, False))
        return self.sources

    def use(self, ref: Ref, choice: Dice) -> Procedure:
        """Roll the chosen dice again, together. (INT-43, INT-80)"""
        if choice.use == COMMAND_REROLL:
            spend(ref, self.player, COMMAND_REROLL, "KT24-PLOY-04")
        else:
            self.sources = tuple(s for s in self.sources if s[0] != choice.use)
        new = yield Roll(self.player, len(choice.chosen), self.rule)
        self.results = replaced(self.results, choice.chosen, new)
        self.free = tuple(c for c in self.free if c not in choice.chosen)
        ref.emit("rerolled", REROLL_RULES[choice.use], player=self.player, use=choice.use, dice=self.results)


def spend(ref: Ref, player: int, ploy: str, rule: str, price: int = 1) -> None:
    """Pay for a ploy, 1CP unless it is a gambit with a price of its own. (CP-04, PLOY-01, INT-33)"""
    cp = tuple(c - price if p == player else c for p, c in enumerate(ref.state.cp))
    used = ref.state.used if ploy == COMMAND_REROLL else (*ref.state.used, (player, ploy))  # PLOY-02, PLOY-06
    update(ref, cp=cp, used=used)
    ref.emit("ploy", rule, player=player, ploy=ploy, cp=cp[player])


def declare_accurate(ref: Ref, player: int, rules: Rules, attacks: int) -> Steps[int]:
    """How many attack dice the user keeps unrolled. (WR-ACCURATE-01, -02)"""
    most = min(attacks, accurate_limit(rules, ref.arena.switches.accurate_multi))
    if most == 0:
        return 0
    options = tuple(Pick(n) for n in range(most, -1, -1))
    choice = yield Decision(player, "accurate", options, "KT24-WR-ACCURATE-01", "Keep how many attack dice unrolled as normal successes?")
    return int(choice.value)


def roll_hand(ref: Ref, player: int, count: int, sources: tuple[Source, ...], rule: str) -> Steps[Hand]:
    """Roll dice that may be re-rolled."""
    results: tuple[int, ...] = ()
    if count > 0:
        results = yield Roll(player, count, rule)
        ref.emit("rolled", rule, player=player, dice=results)
    return Hand(player, results, sources, rule)


def reroll(ref: Ref, hand: Hand) -> Procedure:
    """All re-rolls of one player's dice, in any order, before anything is retained. (INT-44, INT-45)"""
    while ways := hand.ways(ref):
        choice = yield RerollDecision(hand.player, hand.results, hand.free, ways, "KT24-INT-44")
        if choice == PASS:
            return
        yield from hand.use(ref, choice)


def retain(ref: Ref, player: int, rules: Rules, results: tuple[int, ...], hit: int, accurate: int, *, obscured: bool = False) -> Steps[Retained]:
    """Sort the attack dice and use what changes them. (SHOOT-09, FIGHT-08, INT-46)"""
    criticals, normals, fails = sort_roll(results, hit, rules.lethal)
    normals += accurate
    if obscured:  # MIS-26, MIS-27: every critical counts as normal, none can be made, and one success is lost
        successes = criticals + normals
        kept = Retained(0, max(0, successes - 1), fails, accurate)
        ref.emit("retained", "KT24-MIS-26", player=player, criticals=0, normals=kept.normals)
        return kept
    kept = Retained(criticals, normals, fails, accurate)
    printing = ref.arena.switches.printing
    while options := retain_options(rules, kept, printing):
        choice = yield Decision(
            player, "retain", (*map(Pick, options), PASS), RETAIN_RULES[options[0]], "Use a rule on the dice you retain?",
            why=partial(_refuse_retain, rules, kept, printing),
        )  # fmt: skip
        if choice == PASS:
            break
        kept = use_retain_rule(kept, choice.value)
        ref.emit("used", RETAIN_RULES[choice.value], player=player, use=choice.value)
    ref.emit("retained", "KT24-DICE-01", player=player, criticals=kept.criticals, normals=kept.normals)
    return kept


def _refuse_retain(rules: Rules, kept: Retained, printing: str, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(str(name)) if name in RETAIN_RULES:
            problem = why_not_retain(rules, kept, printing, name)
            return Refusal(*problem) if problem else None
    return None


def devastate(ref: Ref, player: int, rules: Rules, kept: Retained, user: int, target: int) -> Procedure:
    """Devastating acts on each critical at the moment it is retained. (WR-DEVASTATING-01 to -03, INT-50)"""
    if not rules.devastating or not kept.criticals:
        return
    distance, damage = rules.devastating[0]
    if len(rules.devastating) > 1:
        options = tuple(Pick(f'{d:g}" Devastating {x}' if d else f"Devastating {x}") for d, x in rules.devastating)
        choice = yield Decision(player, "devastating", options, "KT24-INT-50", "Which Devastating takes effect?")
        distance, damage = rules.devastating[options.index(choice)]
    struck = [target]
    if distance:
        struck += near_and_seen(ref.arena, ref.state, target, distance)
    if user in struck:
        struck = yield from _user_first_or_last(ref, player, user, struck)
    for j in struck:
        rule = "KT24-WR-DEVASTATING-01" if j == target else "KT24-WR-DEVASTATING-02"
        yield from inflict(ref, j, kept.criticals * softened(ref, j, damage), rule, user)


def _user_first_or_last(ref: Ref, player: int, user: int, struck: list[int]) -> Steps[list[int]]:
    """Devastating strikes its own user too, who orders what one weapon does; it matters if a kill gives wounds back. (INT-34)"""
    rest = [j for j in struck if j != user]
    if rest and any(e.feeds for e in in_force(ref.arena, ref.state, user, "after_kill")):
        options = (Pick("user-last"), Pick("user-first"))
        prompt = "It strikes its user too: after or before the others?"
        choice = yield Decision(player, "devastating-order", options, "KT24-INT-34", prompt, subject=user)
        if choice == options[1]:
            return [user, *rest]
    return [*rest, user]


def stun(ref: Ref, rules: Rules, kept: Retained, target: int) -> None:
    """Stun lowers APL until the end of the target's next activation. (WR-STUN-01, INT-42, INT-48)"""
    if not rules.stun or not kept.criticals or ref.state.models[target].down:
        return
    active = any(a.kind == "activation" and a.operative == target for a in ref.state.acting)
    change(ref, target, stun=2 if active else 1)
    ref.emit("stunned", "KT24-WR-STUN-01", model=target)
