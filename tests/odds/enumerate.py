"""The referee over all dice: real procedures, run for every way the dice can fall, with the odds as both players."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from random import Random
from typing import Any, NamedTuple

from counteract.core.decision import Answer, Decision, Pick, Roll
from counteract.core.dice import SeededDice
from counteract.core.procedure import Referee
from counteract.core.state import Event
from counteract.game import Game
from counteract.mechanics.cards import Ability
from counteract.mechanics.operatives.best_play import AttackHistory, FightPlayer, ShotPlayer, attack_history
from counteract.odds import FightOdds, ShootOdds

#: The ways that dice can fall, and how likely each is.
Rolls = tuple[tuple[tuple[int, ...], float], ...]
NEAR = 1e-12
SHOOTER, TARGET, BYSTANDER = 0, 1, 2
ATTACKER, DEFENDER = 0, 1


# --- dice


@lru_cache(maxsize=32)
def rolls(count: int) -> Rolls:
    """Return all rolls, the lowest die first: no rule depends on the order of dice."""
    found = []
    for faces in combinations_with_replacement(range(1, 7), count):
        alike = prod(factorial(faces.count(face)) for face in set(faces))
        found.append((faces, factorial(count) / alike / 6**count))
    return tuple(found)


@lru_cache(maxsize=64)
def rolls_against(count: int, on: int) -> Rolls:
    """Return all rolls where only ``on`` or more counts: with the two faces on either side of that limit."""
    more = (7 - on) / 6
    return tuple(
        ((on - 1,) * (count - high) + (on,) * high, comb(count, high) * more**high * (1 - more) ** (count - high)) for high in range(count + 1)
    )


# --- playing


class Table(NamedTuple):
    """A battle about to go on, and who answers a decision in the procedure of this name."""

    ruleset: Any
    arena: Any
    state: Any
    answers: Callable[[str, Decision, AttackHistory], Answer]
    ignoring: int = 0  # wounds are not lost on this or more

    def falls(self, roll: Roll) -> Rolls:
        to_ignore = roll.rule == self.arena.rules["damage"] and roll.count > 1
        return rolls_against(roll.count, self.ignoring) if to_ignore else rolls(roll.count)


class Stood(NamedTuple):
    """A point in a battle after a roll: the state in which the procedure began, its inputs since, earlier events."""

    checkpoint: Any
    inputs: tuple[Any, ...]
    events: tuple[Event, ...]
    chance: float


def outcomes(table: Table, end: Callable[[Any, Sequence[Event]], Hashable]) -> dict[Any, float]:
    """Return the probability of each end if the whole agenda is played out over all dice."""
    found: dict[Any, float] = {}
    waiting = [Stood(table.state, (), (), 1.0)]
    while waiting:
        stood = waiting.pop()
        for state, events in _play(table, stood, waiting):
            if state.agenda:
                waiting.append(Stood(state, (), events, stood.chance))
            else:
                key = end(state, events)
                found[key] = found.get(key, 0.0) + stood.chance
    return found


def ends_of(table: Table, end: Callable[[Any], Hashable]) -> dict[Any, float]:
    """Return the probability of each end, without its events: states that are equal between two procedures are played on once."""
    found: dict[Any, float] = {}
    begun = {table.state: 1.0}
    while begun:
        state = next(iter(begun))
        chance = begun.pop(state)
        if not state.agenda:
            found[end(state)] = found.get(end(state), 0.0) + chance
            continue
        waiting = [Stood(state, (), (), chance)]
        while waiting:
            stood = waiting.pop()
            for finished, _ in _play(table, stood, waiting):
                begun[finished] = begun.get(finished, 0.0) + stood.chance
    return found


def _play(table: Table, stood: Stood, waiting: list[Stood]) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """Play on to the next dice, which are put to what waits in all ways they can fall, or to the procedure's end, which is handed out."""
    checkpoint, inputs, before, chance = stood
    task = checkpoint.agenda[-1]
    referee: Referee[Any, Any] = Referee(table.ruleset.arena_at(table.arena, checkpoint), checkpoint)
    procedure = table.ruleset.procedures[task.name](referee, *task.args)
    steps: list[tuple[Decision | Roll, Any]] = []
    given: Any = None
    try:
        while True:
            request = procedure.send(given)
            if len(steps) < len(inputs):
                given = inputs[len(steps)]
            elif isinstance(request, Roll):
                so_far = tuple(reply for _, reply in steps)
                waiting += [Stood(checkpoint, (*so_far, faces), before, chance * share) for faces, share in table.falls(request)]
                return
            else:
                given = table.answers(task.name, request, AttackHistory(steps, referee.events, checkpoint))
                assert request.refuse(given) is None, (request, given)
            steps.append((request, given))
    except StopIteration:
        yield referee.finished(), (*before, *referee.events)


# --- attacks


def ability(effect: str, known_as: str = "", /, **values: Any) -> Ability:
    return Ability(id=known_as or effect, name=effect, text="…", effect=effect, values=values)


def ignored(*abilities: Ability) -> int:
    """Return the number on which a wound is ignored; 0 if none is."""
    return max((one.values["on"] for one in abilities if one.effect == "ignore-wounds"), default=0)


def some_damage(rng: Random, most: int) -> tuple[int, int]:
    """Return normal and critical damage, the latter usually greater."""
    normal = rng.randint(1, most)
    return normal, max(0, normal + rng.choice([-2, 0, 1, 1, 2]))


def some_wounds(rng: Random) -> tuple[int, int]:
    """Return wounds left and at the start."""
    full = rng.randint(2, 10)
    return rng.randint((full + 2) // 3, full), full


class After(NamedTuple):
    """The wounds left of all operatives after a shot, and whether the target was stunned."""

    target: int
    shooter: int
    bystander: int
    stunned: bool


class Posed(NamedTuple):
    """An attack about to be made, who answers for both sides, and what the odds say."""

    ruleset: Any
    setup: Any
    state: Any
    player: ShotPlayer | FightPlayer
    odds: Any
    ignoring: int

    def table(self, answers: Callable[[str, Decision, AttackHistory], Answer]) -> Table:
        return Table(self.ruleset, self.ruleset.arrange(self.setup)[0], self.state, answers, self.ignoring)


def check_shot(posed: Posed) -> None:
    """Check that the wounds left of all operatives, and a stunned target, are as likely as the odds say."""
    odds: ShootOdds = posed.odds

    def answers(task: str, decision: Decision, course: AttackHistory) -> Answer:
        return posed.player.answer(decision, course) if task == "sequence" else Pick(TARGET)

    def end(state: Any, events: Sequence[Event]) -> After:
        return After(*(state.models[i].wounds for i in (TARGET, SHOOTER, BYSTANDER)), any(event.kind == "stunned" for event in events))

    ends = outcomes(posed.table(answers), end)
    damage = {
        "target": odds.distribution,
        "shooter": odds.details.get("own_damage", {0: 1.0}),
        "bystander": odds.details.get("bystanders", {}).get("damage", {0: 1.0}),
    }
    for name, i in (("target", TARGET), ("shooter", SHOOTER), ("bystander", BYSTANDER)):
        assert_same(marginal(ends, name), left(damage[name], posed.state.models[i].wounds))
    stun = odds.details.get("stun", 0.0)
    assert_same(marginal(ends, "stunned"), {True: stun, False: 1.0 - stun})


def check_fight(posed: Posed) -> None:
    """Check that the wounds left of both are as likely as the odds say."""
    odds: FightOdds = posed.odds

    def answers(task: str, decision: Decision, course: AttackHistory) -> Answer:
        assert task == "melee"
        return posed.player.answer(decision, course)

    def end(state: Any, events: Sequence[Event]) -> tuple[int, int]:
        return state.models[ATTACKER].wounds, state.models[DEFENDER].wounds

    ends = outcomes(posed.table(answers), end)
    assert_same(ends, {(mine, theirs): chance for mine, theirs, chance in odds.joint})


def check_answers(posed: Posed, seed: int) -> int:
    """Play a game with half of the answers random: the odds always have a legal one; return how often another was given."""
    rng = Random(seed)
    game = Game(posed.ruleset, posed.setup, SeededDice(seed), posed.state)
    strayed = 0
    while (decision := game.decision) is not None:
        answer: Answer = Pick(TARGET)
        if game.moments[-1].checkpoint.agenda[-1].name in ("sequence", "melee"):
            best = posed.player.answer(decision, attack_history(game))
            assert game.why_not(best) is None, (decision, best)
            answer = best if rng.random() < 0.5 else decision.sample(rng)
            strayed += answer != best
        game.play(answer)
    return strayed


def check_best(posed: Posed, worth: Callable[[Any], float], strayer: int, seed: int) -> None:
    """Check that a player with random answers does no better against best play than the odds promise."""
    rng = Random(seed)

    def answers(task: str, decision: Decision, course: AttackHistory) -> Answer:
        if task not in ("sequence", "melee"):
            return Pick(TARGET)
        return decision.sample(rng) if decision.player == strayer else posed.player.answer(decision, course)

    ends = outcomes(posed.table(answers), lambda state, events: worth(state.models))
    reached = sum(end * chance for end, chance in ends.items())
    gain = reached - posed.odds.value if strayer == 0 else posed.odds.value - reached
    assert gain < NEAR


def marginal(ends: Mapping[Any, float], name: str) -> dict[Any, float]:
    """Return the probability of each value of one part of the ends."""
    found: dict[Any, float] = {}
    for end, chance in ends.items():
        found[getattr(end, name)] = found.get(getattr(end, name), 0.0) + chance
    return found


def left(damage: Mapping[int, float], wounds: int) -> dict[int, float]:
    """Return the distribution of wounds left instead of damage done."""
    found: dict[int, float] = {}
    for harm, chance in damage.items():
        found[max(0, wounds - harm)] = found.get(max(0, wounds - harm), 0.0) + chance
    return found


def assert_same(one: Mapping[Any, float], two: Mapping[Any, float]) -> None:
    """Check that two distributions agree."""
    wrong = {key: (one.get(key, 0.0), two.get(key, 0.0)) for key in {*one, *two} if abs(one.get(key, 0.0) - two.get(key, 0.0)) > NEAR}
    assert not wrong, wrong
