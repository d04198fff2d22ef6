"""Best play as answers to the questions of the referee: players of one attack.

    player = ShotPlayer(case, shooting.policy(case, "damage"))
    game.play(player.answer(game.decision, attack_history(game)))

A player keeps no memory. It is told each time what has happened in the attack, so it answers just as well after
choices that it would not have made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from counteract.attacks.dicepool import replaced
from counteract.core.decision import PASS, Answer, Decision, Dice, Pick, Roll
from counteract.core.game import BaseGame
from counteract.core.procedure import Referee
from counteract.core.state import Event
from counteract.mechanics.operatives.fight import DuelContext
from counteract.mechanics.operatives.rerolls import RerollDecision
from counteract.odds.pools import fight as fights
from counteract.odds.pools.arrays import Way
from counteract.odds.pools.fight import Duel
from counteract.odds.pools.fight_policy import DuelPolicy, FightState, RerollState, Successes
from counteract.odds.pools.fighting import FightCase, policy_for, rounds_of
from counteract.odds.pools.nodes import CHOICE
from counteract.odds.pools.reroll_graph import RerollGraph
from counteract.odds.pools.series import Series, SeriesState
from counteract.odds.pools.shooting import Case, shot_policy
from counteract.odds.pools.shot_policy import DiceOnTable, Reroll, ShotPolicy, Solved, node_of, pick_reroll, reroll_of
from counteract.odds.terms import FightObjective

#: The requests of a procedure, each with its reply.
Steps = Sequence[tuple[Decision | Roll, Any]]

#: The answer by which a target in cover keeps so many critical and normal saves unrolled.
COVER_SAVES: dict[Successes, Answer] = {
    (0, 0): PASS,
    (0, 1): Pick("cover-save"),
    (1, 0): Pick("critical-cover-save"),
    (0, 2): Pick("two-cover-saves"),
}
NO_DICE = DiceOnTable(())


# --- the history of an attack


class AttackHistory(NamedTuple):
    """The course of a procedure so far: its requests with their replies, and its events."""

    steps: Steps
    events: Sequence[Event]
    before: Any = None  # the state in which it began

    def replies(self, what: str, player: int) -> list[Any]:
        """Return a player's answers to one kind of question."""
        return [reply for request, reply in self.steps if isinstance(request, Decision) and request.what == what and request.player == player]

    def told(self, kind: str) -> dict[str, Any] | None:
        """Return the latest event of a kind, if there has been one."""
        return next((event.values for event in reversed(self.events) if event.kind == kind), None)


def attack_history(game: BaseGame) -> AttackHistory:
    """Return the history of the procedure that a game is in the middle of."""
    now = game.moments[-1]
    task = now.checkpoint.agenda[-1]
    referee: Referee[Any, Any] = Referee(game.arena, now.checkpoint)
    procedure = game.ruleset.procedures[task.name](referee, *task.args)
    steps = []
    request = next(procedure)
    for reply in now.inputs:
        steps.append((request, reply))
        request = procedure.send(reply)
    return AttackHistory(steps, referee.events, now.checkpoint)


class AttackRoll(NamedTuple):
    """Dice that a player has rolled, after all re-rolls so far."""

    player: int
    dice: DiceOnTable


def rolled_dice(steps: Steps) -> list[AttackRoll]:
    """Return all dice rolled, in order; dice rolled again are part of the roll they belong to."""
    found: list[AttackRoll] = []
    again: Dice | None = None
    for request, reply in steps:
        if isinstance(request, RerollDecision):
            again = reply if isinstance(reply, Dice) else None
        elif isinstance(request, Roll):
            if again is None:
                found.append(AttackRoll(request.player, DiceOnTable(reply, tuple(range(len(reply))))))
            else:
                at = max(place for place, one in enumerate(found) if one.player == request.player)
                found[at] = AttackRoll(request.player, _rerolled(found[at].dice, again, reply))
            again = None
    return found


def _rerolled(dice: DiceOnTable, again: Dice, faces: tuple[int, ...]) -> DiceOnTable:
    free = tuple(place for place in dice.free if place not in again.chosen)
    return DiceOnTable(replaced(dice.faces, again.chosen, faces), free, (*dice.used, again.use))


# --- shots and fights


def _dice(reroll: Reroll | None) -> Answer:
    return Dice(reroll.source, reroll.places) if reroll else PASS


def _first(names: Sequence[str]) -> Answer:
    return Pick(names[0]) if names else PASS


# --- shots


class ShotPlayer:
    """Answers for both sides of a shot at one target."""

    def __init__(self, case: Case, policy: ShotPolicy) -> None:
        self.case = case
        self._best = policy
        self._policies = {policy.attack.unrolled: policy}

    def answer(self, decision: Decision, history: AttackHistory) -> Answer:
        """Return the best answer to a question of the attack; to one that the odds say nothing about, the usual one."""
        policy = self._policy(history)
        match decision.what:
            case "accurate":
                return Pick(policy.attack.unrolled)
            case "re-roll" if history.told("retained") is None:
                return _dice(pick_reroll(policy.attack.graph, policy.solved, self._attack(policy, history)))
            case "retain" | "rending":
                return self._retain(policy, history, decision.player)
            case "devastating":
                return decision.options[self.case.edition.which_at_once(self.case.weapon.rules)]
            case "which-save":
                return Pick("invulnerable" if _is_invulnerable(self._defence(policy, history)[0], decision) else "save")
            case "cover-save":
                way, _ = self._defence(policy, history)
                return COVER_SAVES[way.criticals, way.normals]
            case "re-roll":
                way, solved = self._defence(policy, history)
                return _dice(pick_reroll(way.graph, solved, rolled_dice(history.steps)[-1].dice))
            case "block":
                return self._block(policy, history)
        return decision.default

    def attacks(self, decision: Decision, history: AttackHistory) -> bool:
        """Return True if it is the attacker who decides."""
        return decision.what not in ("which-save", "cover-save", "block") and history.told("retained") is None

    def worth(self, decision: Decision, history: AttackHistory, answer: Answer) -> float | None:
        """Return the worth of the attack after an answer, with best play by both from there on; None if the odds do not say."""
        then = history._replace(steps=(*history.steps, (decision, answer)))
        policy = self._policy(then if decision.what == "accurate" else history)
        match decision.what, answer:
            case "accurate", _:
                return policy.solved.worth[0]
            case "re-roll", _ if history.told("retained") is None:
                return _reroll_worth(policy.attack.graph, policy.solved, self._attack(policy, history), answer)
            case "re-roll", _:
                way, solved = self._defence(policy, history)
                return _reroll_worth(way.graph, solved, rolled_dice(history.steps)[-1].dice, answer)
            case (("which-save" | "cover-save"), _):
                return self._defence(policy, then)[1].worth[0]
        return None

    def _policy(self, history: AttackHistory) -> ShotPolicy:
        """Return best play with as many dice unrolled as have been kept."""
        kept = [reply.value for request, reply in history.steps if isinstance(request, Decision) and request.what == "accurate"]
        unrolled = kept[0] if kept else self._best.attack.unrolled
        if unrolled not in self._policies:
            self._policies[unrolled] = self._best.keeping(unrolled)
        return self._policies[unrolled]

    def _attack(self, policy: ShotPolicy, history: AttackHistory) -> DiceOnTable:
        """Return the attack dice, which are the first to be rolled, unless all are kept unrolled."""
        return rolled_dice(history.steps)[0].dice if self.case.weapon.attacks > policy.attack.unrolled else NO_DICE

    def _retain(self, policy: ShotPolicy, history: AttackHistory, player: int) -> Answer:
        dice = self._attack(policy, history)
        final = policy.attack.graph.final(dice.faces, dice.used)
        case, replies = self.case, history.replies("retain", player)
        ways = case.edition.ways_to_retain(case.weapon.rules, case.terms.printing, final, policy.attack.unrolled, replies)
        goal = policy.keep(final)
        return _first(ways[goal if goal in ways else policy.prefer(ways, policy.attack.row(final))])

    def _hits(self, policy: ShotPolicy, history: AttackHistory) -> tuple[int, int, int, int]:
        """Return the criticals and normal successes to defend against, the row of its dice in the policy, and the wounds lost at once."""
        values, dice = history.told("retained"), self._attack(policy, history)
        assert values is not None
        rules = self.case.edition.at_once_rules if policy.thin else ()
        lost = sum(event.values["amount"] for event in history.events if event.kind == "damage" and event.rule in rules)
        return values["criticals"], values["normals"], policy.attack.row(policy.attack.graph.final(dice.faces, dice.used)), lost

    def _defence(self, policy: ShotPolicy, history: AttackHistory) -> tuple[Way, Solved]:
        """Return the best way to defend among those that are still open, and best play with it."""
        hits = self._hits(policy, history)
        ways: Sequence[Way] = policy.ways(hits[0])
        for request, reply in history.steps:
            match request:
                case Decision(what="which-save"):
                    ways = [way for way in ways if _is_invulnerable(way, request) == (reply == Pick("invulnerable"))]
                case Decision(what="cover-save"):
                    ways = [way for way in ways if COVER_SAVES[way.criticals, way.normals] == reply]
        return policy.choose(ways, *hits)

    def _block(self, policy: ShotPolicy, history: AttackHistory) -> Answer:
        criticals, normals, *_ = self._hits(policy, history)
        saves = history.told("saves")
        assert saves is not None
        return policy.block(criticals, normals, saves["criticals"], saves["normals"])


def _reroll_worth(graph: RerollGraph, solved: Solved, held: DiceOnTable, answer: Answer) -> float | None:
    """Return the worth of rolling these dice again; None if the odds do not say."""
    at, pick = node_of(graph, held), _pick_of(graph, held, answer)
    if pick is None:
        return None
    return solved.nodes[graph.nodes[at].to[pick] if graph.nodes[at].kind == CHOICE else at][0]


def _pick_of(graph: RerollGraph, held: DiceOnTable, answer: Answer) -> int | None:
    """Return the pick at a choice that an answer means: dice with the same results are interchangeable."""
    node = graph.nodes[node_of(graph, held)]
    if not isinstance(answer, Dice):
        return 0
    comes_to = {face: (kind.result, kind.showing) for kind in graph.kinds for face in kind.faces}

    def meant(source: str, places: Sequence[int]) -> tuple[str, list[tuple[int, bool]]]:
        return source, sorted(comes_to[held.faces[place]] for place in places)

    wanted = meant(answer.use, answer.chosen)
    rerolls = ((pick, reroll_of(graph, held, pick)) for pick in range(1, len(node.to)))
    return next((pick for pick, found in rerolls if found is not None and meant(found.source, found.places) == wanted), None)


def _is_invulnerable(way: Way, decision: Decision) -> bool:
    """Return True if a way to defend is the invulnerable save of a question: by the number needed and the number of dice."""
    context: Any = decision.context
    dice = sum(way.graph.finals[0].dice) + way.criticals + way.normals
    return (way.save, dice) == (context.special, context.all)


class SeriesPlayer:
    """Answers for both sides of shots one after the other."""

    def __init__(self, cases: Sequence[Case], series: Series) -> None:
        self.cases = cases
        self.series = series
        self._players: dict[SeriesState, ShotPlayer] = {}

    def answer(self, decision: Decision, history: AttackHistory, now: SeriesState) -> Answer:
        """Return the best answer to a question of the shot that the series stands before in this state."""
        if now not in self._players:
            self._players[now] = ShotPlayer(self.cases[now.shot], shot_policy(*self.series.asked(now)))
        return self._players[now].answer(decision, history)


# --- fights


class FightPlayer:
    """Answers for both sides of a fight; ``attacker`` is the player who attacks."""

    def __init__(self, bout: FightCase, objective: FightObjective, attacker: int) -> None:
        wounds = bout.attacker.wounds, bout.defender.wounds
        self.players = attacker, 1 - attacker
        self.rules = bout.edition
        self.terms = bout.terms
        self.weapons = bout.hits(bout.attacker, bout.defender), bout.hits(bout.defender, bout.attacker)
        self.at_once = bout.at_once(bout.attacker, bout.defender), bout.at_once(bout.defender, bout.attacker)
        self.duels = bout.duels(*wounds)
        self.ends = rounds_of(bout, objective).ends(0, *wounds)
        self._policies: dict[Duel, DuelPolicy] = {}

    def answer(self, decision: Decision, history: AttackHistory) -> Answer:
        """Return the best answer to a question of the fight; to one that the odds say nothing about, the usual one."""
        k = self.players.index(decision.player)
        match decision.what:
            case "accurate":
                duel = self._duel(history)
                return Pick((duel.attacker, duel.defender)[k].unrolled)
            case "re-roll":
                return self._reroll(k, history)
            case "retain" | "rending":
                return self._retain(k, history)
            case "devastating":
                return self._devastate(k, decision, history)
            case "resolve":
                return self._resolve(k, decision, history)
        return decision.default

    def attacks(self, decision: Decision, history: AttackHistory) -> bool:
        """Return True if it is the attacker who decides."""
        return decision.player == self.players[0]

    def worth(self, decision: Decision, history: AttackHistory, answer: Answer) -> float | None:
        """Return the worth of the fight to the attacker after an answer, with best play from there on; None if the odds do not say."""
        k = self.players.index(decision.player)
        match decision.what, answer:
            case "re-roll", _:
                now, held = self._rerolling(k, history)
                policy = self._policy(history)
                pick = _pick_of(policy.sides[k].graph, held, answer)
                return None if pick is None else policy.rerolled(now, pick)[0]
            case "resolve", Pick(str(way)):
                return self._policy(history).resolved(self._moment(k, decision, history), _as_block(way))[0]
        return None

    def _duel(self, history: AttackHistory) -> Duel:
        """Return the duel as both keep dice unrolled: as many as they have said, else as many as is best."""
        mine, theirs = (history.replies("accurate", player) for player in self.players)
        rows = [row for row in self.duels if mine in ([], [Pick(row[0].attacker.unrolled)])]
        duels = [[duel for duel in row if theirs in ([], [Pick(duel.defender.unrolled)])] for row in rows]
        return duels[0][0] if len(duels) == len(duels[0]) == 1 else fights.best(duels, *self.ends)[0]

    def _policy(self, history: AttackHistory) -> DuelPolicy:
        duel = self._duel(history)
        if duel not in self._policies:
            self._policies[duel] = policy_for(duel, *self.ends)
        return self._policies[duel]

    def _dice(self, history: AttackHistory) -> tuple[DiceOnTable, DiceOnTable]:
        """Return the attack dice of both."""
        rolled = {one.player: one.dice for one in reversed(rolled_dice(history.steps))}  # the first roll of each
        return rolled.get(self.players[0], NO_DICE), rolled.get(self.players[1], NO_DICE)

    # --- re-rolls and retained dice

    def _reroll(self, k: int, history: AttackHistory) -> Answer:
        policy = self._policy(history)
        now, held = self._rerolling(k, history)
        return _dice(reroll_of(policy.sides[k].graph, held, policy.reroll(now)))

    def _rerolling(self, k: int, history: AttackHistory) -> tuple[RerollState, DiceOnTable]:
        """Return the re-rolls going on, and the dice of the side that is asked."""
        policy, dice = self._policy(history), self._dice(history)
        one, two = (node_of(side.graph, held) for side, held in zip(policy.sides, dice, strict=True))
        passed = policy.duel.in_turn and self._other_passed(k, policy.duel.first, history)
        return RerollState((one, two), k, passed), dice[k]

    def _other_passed(self, k: int, first: int, history: AttackHistory) -> bool:
        """Return True if the other side has just passed: if this one was the last to re-roll, or is asked first out of its turn."""
        acted = [request.player for request, reply in history.steps if isinstance(request, RerollDecision) and reply != PASS]
        return acted[-1] == self.players[k] if acted else k != first

    def _retain(self, k: int, history: AttackHistory) -> Answer:
        policy = self._policy(history)
        one, two = (side.graph.final(held.faces, held.used) for side, held in zip(policy.sides, self._dice(history), strict=True))
        replies = history.replies("retain", self.players[k])
        ways = self.rules.ways_to_retain(self.weapons[k].rules, self.terms[k].printing, (one, two)[k], policy.sides[k].unrolled, replies)
        mine = self._kept(0, history) if k else None
        goal = policy.keep(k, (one, two), mine)
        return _first(ways[goal if goal in ways else policy.keep(k, (one, two), mine, tuple(ways))])

    def _kept(self, k: int, history: AttackHistory) -> Successes:
        """Return the successes that a side has retained."""
        for event in history.events:
            if event.kind == "retained" and event.values["player"] == self.players[k]:
                return event.values["criticals"], event.values["normals"]
        return 0, 0

    # --- immediate effects of criticals, striking and warding off

    def _devastate(self, k: int, decision: Decision, history: AttackHistory) -> Answer:
        way, _ = self._policy(history).hurt(k, self._moment(k, decision, history)._replace(turn=0))
        return decision.options[self.at_once[k].index(way)]

    def _resolve(self, k: int, decision: Decision, history: AttackHistory) -> Answer:
        way, _ = self._policy(history).resolve(self._moment(k, decision, history))
        return next(option for option in decision.options if isinstance(option, Pick) and _as_block(str(option.value)) == way)

    def _moment(self, k: int, decision: Decision, history: AttackHistory) -> FightState:
        """Return the fight as it stands when a side is asked how to use its successes."""
        policy = self._policy(history)
        now = FightState((self._kept(0, history), self._kept(1, history)), policy.duel.wounds)
        for event in history.events:
            if event.kind in ("struck", "blocked", "parried"):
                turn = k if event.values["model"] == decision.subject else 1 - k
                now = policy.after(now._replace(turn=turn), _as_block(event.values["use"]), 0)
        context = decision.about(DuelContext)
        wounds = context.wounds, context.foe_wounds
        return now._replace(turn=k, wounds=wounds if k == 0 else wounds[::-1])


def _as_block(way: str) -> str:
    """Return a way to ward off in the words of the odds, which call a parry a block."""
    return way.replace("parry", "block")
