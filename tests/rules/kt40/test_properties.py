"""Whatever armies play, some things always hold. Battles of random players, two to four of them, checked after every answer."""

from __future__ import annotations

import random
from itertools import combinations
from math import hypot
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counteract.core.decision import Answer, Decision
from counteract.core.rulebook import Rulebook
from counteract.core.state import Event
from counteract.game import Game
from counteract.mechanics.missions import load_mission, mission_ids
from counteract.rulesets.kt40.actions import OPTIONS
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.damage import lingers
from counteract.rulesets.kt40.ruleset import RULESET
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import engaged_with
from counteract.table.killzone import killzone_ids
from counteract.table.placement import find_placement_problem
from counteract.table.unit_distances import is_one_group
from tests.worlds import check_noise, check_undo

PATROLS = ("bell-patrol", "hedge-patrol", "iron-patrol")


@st.composite
def battles(draw: st.DrawFn) -> dict[str, Any]:
    """Draw battles of small armies on any table, by as many players as the mission has zones."""
    mission = draw(st.sampled_from([*mission_ids("kt40"), None]))
    sides = len(load_mission(mission, "kt40").zones) if mission else draw(st.sampled_from(RULESET.sides))
    teams = draw(st.lists(st.sampled_from(PATROLS), min_size=sides, max_size=sides))
    return {"teams": teams, "killzone": draw(st.sampled_from(killzone_ids("kt40"))), "mission": mission, "seed": draw(st.integers(0, 10**6))}


#: Moves that never end within 1" of an enemy, and the greatest length of those that have one. (MOVE-07, FIGHT-07, FIGHT-12, HERO-01)
SHY = ("normal move", "advance", "fall back", "failed charge")
FARTHEST = {"pile in": 3.0, "consolidate": 3.0, "heroic intervention": 3.0, "charge": 18.0, "failed charge": 18.0}
#: What a unit does at most once a turn.
ONCE = ("readied", "advance-roll", "charge-declared", "charge-roll", "morale-test", "falls-back", "arrived")


def check_bases(arena: Arena, s: ArmyBattle) -> None:
    """Check that no two bases overlap, and that every model stands where it can stand."""
    standing = [(i, p) for i, p in enumerate(s.places) if p is not None]
    for (i, a), (j, b) in combinations(standing, 2):
        same_height = a[2] < b[2] + arena.heights[j] and b[2] < a[2] + arena.heights[i]
        assert not same_height or hypot(a[0] - b[0], a[1] - b[1]) >= arena.radii[i] + arena.radii[j] - 1e-4, f"bases {i} and {j} overlap"
    bodies = arena.bodies(s.places)
    for i, (x, y, z) in standing:
        wrong = find_placement_problem(arena.ground(arena.unit_of[i]), bodies, x, y, z, arena.radii[i], arena.heights[i], i)
        assert wrong is None, f"{i} cannot stand at {(x, y, z)}: {wrong}"


def check_units(arena: Arena, s: ArmyBattle) -> None:
    """Check that models and units agree with each other."""
    for unit, own in enumerate(s.units):
        models = arena.units[unit].models
        left = [i for i in models if s.models[i].wounds]
        placed = [i for i in models if s.places[i] is not None]
        assert all(0 <= s.models[i].wounds <= arena.cards[i].wounds for i in models)
        assert sum(s.models[i].wounds < arena.cards[i].wounds for i in left) <= 1, "two models of a unit are damaged (ATT-09)"
        in_perils = s.phase == "psychic" and s.acting == unit  # a Psyker is removed after its blast (PSY-10)
        assert {*placed} <= {*left} or in_perils or lingers(arena, s, unit), "a slain model is on the table"
        if own.destroyed:
            assert not left and not placed
        elif own.reserve or own.carrier >= 0:
            assert left and not placed
        elif own.deployed and left and s.turn:
            assert placed, "a unit is nowhere"
        if own.carrier >= 0:
            assert not s.units[own.carrier].destroyed
        assert all(unit in s.units[v].charged_by for v in own.charged)
        assert not own.charged or own.declared
        assert not (own.readied and own.option not in ("ready", "stay", ""))


class Watch:
    """An observer of a battle, answer by answer, that notes what must not happen twice or be taken back."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.done: set[tuple[Any, ...]] = set()
        self.before: ArmyBattle | None = None

    def __call__(self, game: Game, decision: Decision, answer: Answer) -> None:
        s: ArmyBattle = game.state
        for event in game.latest:
            assert game.tell(event)
            assert event.rule in self.rulebook, event
            self.follow(game.arena, s, event)
        check_bases(game.arena, s)
        check_units(game.arena, s)
        assert min(s.cp) >= 0
        assert len({*s.used}) == len(s.used), "a stratagem was used twice in a phase"
        if self.before is not None:
            assert s.turn >= self.before.turn
            assert all(a <= b for a, b in zip(self.before.vp, s.vp, strict=True))
            assert all(then.destroyed <= now.destroyed for then, now in zip(self.before.units, s.units, strict=True))
        if (asked := game.decision) is not None:
            assert asked.rule in self.rulebook
            assert asked.player not in s.eliminated
            assert asked.refuse(asked.default) is None, (asked, asked.default)
        self.before = s

    def follow(self, arena: Arena, s: ArmyBattle, event: Event) -> None:
        values, unit = event.values, event.values.get("unit", -1)
        if event.kind == "turn":
            self.done.clear()
        if event.kind in ONCE or (event.kind == "shoots" and not values["overwatch"]):
            what = event.kind, unit, values.get("target")
            assert what not in self.done, f"twice in one turn: {what}"
            self.done.add(what)
        if event.kind in ("unit-moved", "deployed", "arrived", "disembarked") and values["to"] == tuple(s.places[i] for i in values["models"]):
            self.judge_end(arena, s, unit, values)

    def judge_end(self, arena: Arena, s: ArmyBattle, unit: int, values: dict[str, Any]) -> None:
        """Check where a unit has ended a move, if it still stands there."""
        assert is_one_group(arena.bodies(s.places), np.array(values["models"], dtype=np.int64), 2.001, 6.001), "a unit ends in several groups"
        if values.get("move") in SHY:
            assert not engaged_with(arena, s, unit), f"too near an enemy: {values['move']}"
        if values.get("move") in FARTHEST:
            assert max(values["lengths"]) <= FARTHEST[values["move"]] + 0.01


@given(battle=battles())
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_invariants_hold_after_every_answer(battle: dict[str, Any]) -> None:
    """No overlapping bases, units together, wounds and CP in range, no unit acts twice or once destroyed, all is told."""
    game = Game.new("kt40", **battle)
    watch, rng = Watch(Rulebook.load("kt40")), random.Random(battle["seed"])
    while (decision := game.decision) is not None:
        answer = decision.sample(rng)
        game.play(answer)
        watch(game, decision, answer)


@given(battle=battles(), seed=st.integers(0, 10**6), steps=st.integers(1, 150))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_undo_and_fork_lead_to_equal_states(battle: dict[str, Any], seed: int, steps: int) -> None:
    """Taking back any number of answers and giving them again passes through the same states."""
    check_undo(Game.new("kt40", **battle), seed, steps)


@given(battle=battles(), seed=st.integers(0, 10**6), steps=st.integers(0, 200), noise=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_answer_not_offered_is_refused_and_changes_nothing(battle: dict[str, Any], seed: int, steps: int, noise: st.DataObject) -> None:
    """Random answers of every kind: what is not legal is refused by a rule, and the state stays what it was."""
    words = [*OPTIONS, "all", "split by weapon", "split by model", "smite", "stratagem:decisive-shot", "reserve:1", "embark:1:2", "0/1/2", "north"]
    check_noise(Game.new("kt40", **battle), seed, steps, noise, words)
