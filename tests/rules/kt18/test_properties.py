"""Whatever is played, some things always hold. Games of random players on random choices, checked after every answer."""

from __future__ import annotations

import random
from math import hypot
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counteract.core.decision import Answer, Decision, Pick
from counteract.core.rulebook import Rulebook
from counteract.core.state import Event
from counteract.files.teams import team_ids
from counteract.game import Game
from counteract.mechanics.missions import mission_ids
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt18 import stats
from counteract.rulesets.kt18.actions import OPTIONS, why_not
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.fight import why_not_charger, why_not_fight
from counteract.rulesets.kt18.phases import why_not_readied
from counteract.rulesets.kt18.shoot import why_not_shoot
from counteract.rulesets.kt18.state import Fighter, Skirmish
from tests.worlds import KILLZONES, check_noise, check_table, check_undo

battles = st.fixed_dictionaries(
    {
        "teams": st.lists(st.sampled_from(team_ids("kt18")), min_size=2, max_size=2),
        "killzone": st.sampled_from(KILLZONES),
        "mission": st.sampled_from([*mission_ids("kt18"), None]),
        "seed": st.integers(0, 10**6),
        "specialists": st.booleans(),
        "leader_cp_needs_unshaken": st.booleans(),
        "max_flesh_wounds": st.sampled_from([0, 3]),
    }
)

#: The greatest length of each kind of move, besides M. (ADV-01, CHARGE-03, RETREAT-02, FIGHT-04, FIGHT-12)
FARTHEST = {"advance": 6, "charge": 12, "failed charge": 12, "retreat": 3, "pile in": 3, "consolidate": 3}

#: Moves that never end within 1" of an enemy. (INT-15)
SHY = ("normal move", "advance", "fall back", "retreat", "failed charge")

#: Actions of a model at most once a round.
ONCE = ("readied", "advance-roll", "charge-declared", "charge-roll", "charged", "fights", "psychic-test", "nerve-test", "shaken")

#: The subjects of the questions which model is next, by rule.
ELIGIBLE = {
    "KT18-SHOOT-01": why_not_readied,
    "KT18-SHOOT-02": why_not_shoot,
    "KT18-FIGHT-01": why_not_charger,
    "KT18-FIGHT-02": why_not_fight,
}


def as_new(m: Fighter) -> Fighter:
    """Return a model as a round begins with it: only its wounds, its fear and the enemies it began next to are older."""
    return Fighter(m.side, m.wounds, flesh=m.flesh, shaken=m.shaken, began=m.began)


def near(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if an enemy is within 1" of a model, by the book. (GEN-07, INT-01, INT-02)"""
    here = s.places[i]
    for j, there in enumerate(s.places):
        if here is not None and there is not None and s.models[j].side != s.models[i].side:
            flat = max(0.0, hypot(here[0] - there[0], here[1] - there[1]) - arena.radii[i] - arena.radii[j])
            if hypot(flat, here[2] - there[2]) <= 1.001:
                return True
    return False


def check_state(arena: Arena, s: Skirmish, decision: Decision | None = None) -> None:
    """Check the invariants of every state of a battle; ``decision`` is the current one."""
    check_table(arena, s.places)
    falling = decision.subject if decision and decision.what == "re-roll" else -1  # its Injury roll may be rolled again
    for i, m in enumerate(s.models):
        assert 0 <= m.wounds <= arena.cards[i].wounds
        if m.out:
            assert s.places[i] is None and m.wounds == 0 and not m.readied
            continue
        assert s.places[i] is not None or not s.turn, "a model in play is not on the board"
        assert m.wounds > 0 or i == falling
        assert not (m.readied and (m.moved or m.fell)), "a readied model has moved"
        assert not m.tried or m.option == "charge"
        assert not m.charged or m.tried
        assert not m.advanced or m.option == "advance"
        for j in m.charged:
            assert s.models[j].out or i in s.models[j].charged_by
        for j in m.charged_by:
            assert s.models[j].out or i in s.models[j].charged
    assert min(s.cp) >= 0 and min(s.vp) >= 0
    assert len(set(s.used)) == len(s.used), "a Tactic was used twice in a phase"


class Watch:
    """An observer of a game, answer by answer, that notes events which must not happen twice or be taken back."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.turn = 0
        self.done: set[tuple[Any, ...]] = set()
        self.gone: set[int] = set()
        self.began: list[bool] = []
        self.before: Skirmish | None = None

    def once(self, *what: Any) -> None:
        """Check that an event happens at most once a round."""
        assert what not in self.done, f"twice in one round: {what}"
        self.done.add(what)

    def __call__(self, game: Game, decision: Decision, answer: Answer) -> None:
        s: Skirmish = game.state
        if decision.what == "option":
            self.once("option", decision.subject)
        for event in game.latest:
            assert game.tell(event)
            assert event.rule in self.rulebook, event
            self.follow(game, event)
        asked = game.decision
        check_state(game.arena, s, asked)
        self.compare(s)
        if asked is not None:
            assert asked.rule in self.rulebook
            self.judge_visibility(game.arena, s, asked)
        self.before = s

    def follow(self, game: Game, event: Event) -> None:
        """Check an event against those before it."""
        arena, s, values = game.arena, game.state, event.values
        i = values.get("model", -1)
        assert i not in self.gone or event.kind in ("leader-lost", "psyker-lost"), f"{i} is out of action: {event}"
        if event.kind == "battle-round":
            self.turn = values["turn"]
            self.done.clear()
            self.began = []
        if event.kind in ONCE or (event.kind == "shoots" and not values["overwatch"]):
            self.once(event.kind, i)
        if event.kind == "psychic-test":
            self.once("power of", s.models[i].side)
        if event.kind in ("out-of-action", "no-room"):
            self.gone.add(i)
        if event.kind == "moved":
            here = self.before.places[i] if self.before else None
            x, y, _ = values["to"]
            most = FARTHEST.get(values["move"], 0) + (arena.cards[i].move if values["move"] in ("normal move", "advance", "fall back") else 0)
            assert here is not None and hypot(x - here[0], y - here[1]) <= most + 0.01, f"too far: {event}"
            assert values["move"] not in SHY or not near(arena, s, i), f"too near an enemy: {event}"

    def compare(self, s: Skirmish) -> None:
        """Check the fields that only ever grow."""
        if self.before is None:
            return
        assert s.turn >= self.before.turn
        assert all(a <= b for a, b in zip(self.before.vp, s.vp, strict=True))
        assert all(a <= b for a, b in zip(self.before.broken, s.broken, strict=True)), "a broken team has recovered"
        for then, now in zip(self.before.models, s.models, strict=True):
            assert then.out <= now.out and then.flesh <= now.flesh

    def judge_visibility(self, arena: Arena, s: Skirmish, asked: Decision) -> None:
        """Check the current decision: its player, and that exactly the legal answers are offered."""
        if asked.subject >= 0 and asked.what not in ("place", "blast"):  # not set up yet; the psyker that is gone
            assert s.places[asked.subject] is not None, "somebody who is not on the board is asked"
        if s.phase not in ("setup", "initiative") and not self.began:
            self.began = [near(arena, s, i) for i in range(len(s.models))]
            if s.phase == "movement":
                assert all(m.out or as_new(m) == m for m in s.models), "something is left from the round before"
        if self.began:
            assert all(m.out or m.began == began for m, began in zip(s.models, self.began, strict=True)), "began is a snapshot"
        picks = {option.value for option in asked.options if isinstance(option, Pick)} if asked.kind == "pick" else set()
        if asked.what == "option":
            assert picks == {name for name in OPTIONS if why_not(arena, s, asked.subject, name) is None}
        if asked.rule in ELIGIBLE and asked.what in ("shoot", "fight"):
            eligible = ELIGIBLE[asked.rule]
            assert picks == {i for i in models_of(s, asked.player) if eligible(arena, s, i) is None}
            assert all(not s.models[i].shaken for i in picks if isinstance(i, int))


@given(battle=battles)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_invariants_hold_after_every_answer(battle: dict[str, Any]) -> None:
    """No overlapping bases, wounds and CP in range, no model acts twice or once removed, rounds start afresh, all is told."""
    game = Game.new("kt18", **battle)
    watch, rng = Watch(Rulebook.load("kt18")), random.Random(battle["seed"])
    while (decision := game.decision) is not None:
        answer = decision.sample(rng)
        game.play(answer)
        watch(game, decision, answer)


@given(battle=battles, seed=st.integers(0, 10**6), steps=st.integers(1, 150))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_undo_and_fork_lead_to_equal_states(battle: dict[str, Any], seed: int, steps: int) -> None:
    """Taking back any number of answers and giving them again passes through the same states."""
    check_undo(Game.new("kt18", **battle), seed, steps)


@given(battle=battles, seed=st.integers(0, 10**6), steps=st.integers(0, 200), noise=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_answer_not_offered_is_refused_and_changes_nothing(battle: dict[str, Any], seed: int, steps: int, noise: st.DataObject) -> None:
    """Random answers of every kind: what is not legal is refused by a rule, and the state stays what it was."""
    words = [*OPTIONS, "overwatch", "retreat", "guns", "pistols", "psybolt", "normal", "gritted-teeth", "north", "0/3"]
    check_noise(Game.new("kt18", **battle), seed, steps, noise, words)


@given(battle=battles, seed=st.integers(0, 10**6))
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_characteristics_stay_near_the_card(battle: dict[str, Any], seed: int) -> None:
    """Attacks and Leadership are at most a few points better than printed, never worse; saves are saves."""
    game = Game.new("kt18", **battle)
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        game.play(decision.sample(rng))
        arena, s, i = game.arena, game.state, decision.subject
        if i >= 0:
            card = arena.cards[i]
            assert 0 <= stats.attacks(arena, s, i) - card.attacks <= 1
            assert 0 <= stats.leadership(arena, s, i) - card.leadership <= 3
            assert stats.invulnerable(arena, s, i) in (0, 2, 3, 4, 5, 6)
