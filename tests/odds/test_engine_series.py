"""The referee as an oracle for shots one after the other: several at one target, and one attack on several targets.

All dice are played, with the odds as both players; the wounds left of all operatives are as likely as they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from counteract import odds
from counteract.core.decision import PASS, Allocate, Answer, Decision, Pick
from counteract.core.state import Task
from counteract.mechanics.cards import Ability
from counteract.mechanics.operatives.best_play import AttackHistory, SeriesPlayer
from counteract.odds.edition import find
from counteract.odds.pools import cards, shooting
from counteract.odds.pools.series import Series, SeriesShot, SeriesState
from counteract.odds.pools.terms import PoolTerms
from counteract.rulesets.kt21 import sight as kt21_measure
from counteract.rulesets.kt24 import sight as kt24_measure
from tests.odds import test_engine_kt21, test_engine_kt24
from tests.odds.enumerate import NEAR, SHOOTER, TARGET, Table, ability, assert_same, ends_of, ignored, left, marginal, some_damage

SECOND = 2
ENGINES: dict[str, ModuleType] = {"kt24": test_engine_kt24, "kt21": test_engine_kt21}
FAR = {"kt24": ("Blast 4", "Torrent 4"), "kt21": ("Blast 4", "Torrent 4", "Fusillade")}  # and who is 2" away
DISTANT = ('2" Devastating 2', 'Devastating 1, 2" Devastating 3', "Splash 1", "Splash 2")  # hurt both of two who stand so near each other


class Given(NamedTuple):
    """Shots to be played over all dice."""

    edition: str
    weapon: str
    foes: tuple[tuple[int, int, int], ...]  # save, wounds left, wounds at the start
    abilities: tuple[Ability, ...]  # of all of them
    own: tuple[int, int]  # the shooter's wounds, left and at the start
    terms: PoolTerms
    objective: Any
    shots: int = 1


def some_given(edition: str, seed: int, *, targets: int) -> Given:
    """Return one die more where little can be done with it."""
    rng = Random(f"{edition} {seed} {targets}")
    engine = ENGINES[edition]
    spread = rng.choice(FAR[edition]) if targets > 1 else ""
    open_to = [rule for rule in engine.SHOOTING if not (spread == "Fusillade" and rule in DISTANT)]
    rules = {*rng.sample(open_to, rng.randint(0, 3)), *(["Hot"] if rng.random() < 0.4 else []), *(["Stun"] if rng.random() < 0.4 else [])}
    commands = rng.choice([(0, 0), (1, 0), (1, 0), (0, 1), (1, 1)])
    again = rng.choice(["", "", "Balanced", "Relentless"]) if sum(commands) < 2 else ""
    ignores = rng.random() < 0.25
    if ignores:
        commands, again = (0, 0), ""
        rules.add({"kt24": "Devastating 1", "kt21": "MW1"}[edition])
    pierces = {"kt24": "Piercing 2", "kt21": "AP1"}[edition] if sum(commands) + ignores or rng.random() < 0.5 else ""
    dice = 2 if spread == "Fusillade" or not (sum(commands) + bool(again) + ignores + targets > 2) else 1
    normal, critical = (1, rng.randint(1, 2)) if ignores else some_damage(rng, 4)
    listed = [rule for rule in (*sorted(rules), again, pierces, spread) if rule]
    foes = tuple((rng.randint(2, 6), rng.randint(2, full), full) for full in (rng.randint(2, 9) for _ in range(targets)))
    full = rng.randint(4, 13)
    terms = PoolTerms(cover=rng.random() < 0.5, rerolls=commands[0], defender_rerolls=commands[1])
    at_once = any(rule.startswith(("Devastating", '2"', "MW", "Splash")) for rule in rules)
    surplus = [] if at_once and commands[1] else ["damage"]  # which counts, so that a re-roll may be used for who has fallen at once
    return Given(
        edition, f"{dice} {rng.randint(2, 5)}+ {normal}/{critical}; {', '.join(listed)}", foes,
        (ability("ignore-wounds", on=rng.randint(3, 6)),) if ignores else (), (rng.randint(1, full), full), terms,
        rng.choice([*surplus, "incapacitate", "capped"]), 2 if targets == 1 else 1,
    )  # fmt: skip


class Posed(NamedTuple):
    """Shots about to be fired, who answers for both sides, and what the odds say."""

    given: Given
    ruleset: Any
    setup: Any
    state: Any
    series: Series
    player: SeriesPlayer
    odds: odds.ShootOdds

    @property
    def split(self) -> Sequence[int]:
        return self.odds.details.get("split", ())

    def table(self, answers: Any, state: Any) -> Table:
        return Table(self.ruleset, self.ruleset.arrange(self.setup)[0], state, answers, ignored(*self.given.abilities))


def posed(given: Given) -> Posed:
    engine, edition = ENGINES[given.edition], given.edition
    own, full = given.own
    kt24 = edition == "kt24"
    scene = engine.Scene()
    orders = {"order": "engage"} if kt24 else {}
    scene.add(0, (5, 11), weapons=[engine.gun(given.weapon)], wounds=full, left=own, **orders)
    near = 13.5 if "Fusillade" in given.weapon else 15
    for at, (save, has, of) in zip(((15, 11), (15, near)), given.foes, strict=False):
        dice = {} if kt24 else {"defence": 2}
        scene.add(1, at, weapons=[], save=save, wounds=of, left=has, abilities=given.abilities, **dice, **orders)
    if given.terms.cover and kt24:
        scene.wall(13.5, 10, 14, 12, top=1)
    elif given.terms.cover:
        scene.barricade(13.6, 11, 90)
    state = scene.state(Task("perform", (SHOOTER, "shoot")), **engine.doing("shoot"), cp=(given.terms.rerolls, given.terms.defender_rerolls))
    arena = engine.RULESET.arena_at(engine.RULESET.arrange(scene.setup())[0], state)
    covers = [is_covered(given, arena, state, j) for j in range(1, len(given.foes) + 1)]
    targets = [cards.target_card(scene.cards[j][1], foe[1], cover=covers[j - 1]).target for j, foe in enumerate(given.foes, start=TARGET)]
    several = len(targets) > 1
    found = odds.shoot(
        ruleset=edition, weapon=engine.gun(given.weapon), target=targets if several else targets[0], cover=covers if several else covers[0],
        rerolls=given.terms.rerolls, defender_rerolls=given.terms.defender_rerolls, shots=given.shots, objective=given.objective,
        shooter_wounds=f"{own} of {full}",
    )  # fmt: skip
    terms = given.terms._replace(injured=2 * own < full)
    weapons = [replace(engine.gun(given.weapon), attacks=dice) for dice in found.details.get("split", ())] or [engine.gun(given.weapon)] * 2
    pairs = zip(weapons, targets, covers, strict=False)
    cases = [shooting.case_of(find(edition), weapon, target, terms._replace(cover=cover)) for weapon, target, cover in pairs] * given.shots
    stages = [
        SeriesShot(case.weapon, case.target, case.terms, again=n > 0 and not several, ends=n > 0 or not several) for n, case in enumerate(cases)
    ]
    series = Series(find(edition).rules, stages, given.objective, given.own)
    return Posed(given, engine.RULESET, scene.setup(), state, series, SeriesPlayer(cases, series), found)


def is_covered(given: Given, arena: Any, state: Any, j: int) -> bool:
    """Return True if a further target is in cover by the rules of its edition. (KT24-WR-BLAST-06, KT21-WR-BLAST-03)"""
    blast = "Blast" in given.weapon and j != TARGET
    if given.edition == "kt24":
        return bool(kt24_measure.judge_cover(arena, state, SHOOTER, TARGET if blast else j).cover)
    return bool(kt21_measure.judge_cover(arena, state, TARGET if blast else SHOOTER, j) == kt21_measure.COVERED)


def settled(split: Sequence[int], decision: Decision) -> Answer:
    """Return the answer that chooses the targets in their fixed order."""
    match decision.what:
        case "target":
            return Pick(TARGET)
        case "secondary":
            return Pick(SECOND) if Pick(SECOND) in decision.options else PASS
        case "fusillade":
            return Allocate(tuple(split))
    return decision.options[0]


# --- several targets


class After(NamedTuple):
    """The wounds left of all operatives, and those that were stunned."""

    first: int
    second: int
    shooter: int
    first_stunned: bool
    second_stunned: bool


def now_of(posed: Posed, before: Any) -> SeriesState:
    """Return the state of the series before an attack on one of several targets."""
    shot = before.agenda[-1].args[0]
    stage = shot.target - TARGET
    assert shot.cover == posed.player.cases[stage].terms.cover
    return SeriesState(stage, 0, *before.cp, posed.given.own[0] - before.models[SHOOTER].wounds)


def answer(posed: Posed, strayer: int, rng: Random, task: str, decision: Decision, course: AttackHistory) -> Answer:
    """Return the answer of the odds; a random one for the player who strays."""
    if task != "sequence":
        return settled(posed.split, decision)
    best = posed.player.answer(decision, course, now_of(posed, course.before))
    return decision.sample(rng) if decision.player == strayer else best


def after(state: Any) -> After:
    models = state.models
    return After(*(models[i].wounds for i in (TARGET, SECOND, SHOOTER)), models[TARGET].stuns > 0, models[SECOND].stuns > 0)


def gained(given: Given, ends: dict[After, float]) -> float:
    """Return the value of the objective, of those that need no surplus damage."""
    has = [foe[1] for foe in given.foes]
    return sum(
        chance * sum(wounds - now if given.objective == "capped" else now == 0 for wounds, now in zip(has, end, strict=False))
        for end, chance in ends.items()
    )


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("edition", ENGINES)
def test_attacks_on_several_targets_end_as_the_odds_say(edition: str, seed: int) -> None:
    """With Blast, Torrent or Fusillade, whatever else the weapon does."""
    given = some_given(edition, seed, targets=2)
    case = posed(given)
    ends = ends_of(case.table(partial(answer, case, -1, Random(0)), case.state), after)
    for k, name in enumerate(("first", "second")):
        one = case.odds.targets[k]
        assert_same(marginal(ends, name), left(one.distribution, given.foes[k][1]))
        stun = one.details.get("stun", 0.0)
        assert_same(marginal(ends, f"{name}_stunned"), {True: stun, False: 1.0 - stun})
    assert_same(marginal(ends, "shooter"), left(case.odds.details.get("own_damage", {0: 1.0}), given.own[0]))
    if given.objective != "damage":
        assert abs(gained(given, ends) - case.odds.value) < NEAR


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("strayer", [0, 1])
@pytest.mark.parametrize("edition", ENGINES)
def test_no_answers_on_several_targets_do_better(edition: str, strayer: int, seed: int) -> None:
    """Than those of the odds."""
    given = some_given(edition, 100 + seed, targets=2)._replace(objective=("capped", "incapacitate")[seed % 2])
    case = posed(given)
    ends = ends_of(case.table(partial(answer, case, strayer, Random(seed)), case.state), after)
    gain = gained(given, ends) - case.odds.value
    assert (gain if strayer == 0 else -gain) < NEAR


# --- in a row


class Between(NamedTuple):
    """The state after a shot."""

    lost: int  # of the target
    shooter: int
    cp: tuple[int, int]
    stunned: bool


def fire(posed: Posed, shot: int, now: Between) -> dict[Between, float]:
    """Play one shot of several in a row. A target that has fallen is replaced and shot at all the same."""
    given = posed.given
    (_, has, full) = given.foes[0]
    state = SeriesState(shot, now.lost if given.objective != "damage" else 0, *now.cp, given.own[0] - now.shooter)
    models = list(posed.state.models)
    models[SHOOTER] = replace(models[SHOOTER], wounds=now.shooter)
    models[TARGET] = replace(models[TARGET], wounds=has - now.lost or full)
    before = models[TARGET].wounds

    def answers(task: str, decision: Decision, course: AttackHistory) -> Answer:
        return posed.player.answer(decision, course, state) if task == "sequence" else settled((), decision)

    def end(state: Any) -> Between:
        lost = min(has, now.lost + before - state.models[TARGET].wounds)
        hit = state.models[TARGET].stuns > 0 and now.lost < has
        return Between(lost, state.models[SHOOTER].wounds, tuple(state.cp), now.stunned or hit)

    return ends_of(posed.table(answers, replace(posed.state, models=tuple(models), cp=now.cp)), end)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("edition", ENGINES)
def test_shots_in_a_row_end_as_the_odds_say(edition: str, seed: int) -> None:
    """With injury, Command Re-rolls and stunned targets carried over; who has fallen shoots no more."""
    given = some_given(edition, seed, targets=1)
    case = posed(given)
    ends = {Between(0, given.own[0], tuple(case.state.cp), False): 1.0}
    for shot in range(given.shots):
        later: dict[Between, float] = {}
        for now, chance in ends.items():
            for there, share in fire(case, shot, now).items() if now.shooter else ((now, 1.0),):
                later[there] = later.get(there, 0.0) + chance * share
        ends = later
    has = given.foes[0][1]
    assert_same({has - lost: chance for lost, chance in marginal(ends, "lost").items()}, left(case.odds.distribution, has))
    assert_same(marginal(ends, "shooter"), left(case.odds.details.get("own_damage", {0: 1.0}), given.own[0]))
    stun = case.odds.details.get("stun", 0.0)
    assert_same(marginal(ends, "stunned"), {True: stun, False: 1.0 - stun})
