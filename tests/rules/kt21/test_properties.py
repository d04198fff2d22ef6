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
from counteract.mechanics.operatives.effects import in_force
from counteract.mechanics.operatives.stats import apl, hit
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt21 import stats
from counteract.rulesets.kt21.actions import ACTIONS, why_not
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.phases import why_not_overwatch
from counteract.rulesets.kt21.sight import engaged_enemies
from counteract.rulesets.kt21.state import Skirmish
from tests.worlds import check_noise, check_operatives, check_undo, tables


def _battle(teams: list[str], table: tuple[str, str | None], **more: Any) -> dict[str, Any]:
    return {"teams": teams, "killzone": table[0], "mission": table[1], **more}


battles = st.builds(
    _battle,
    teams=st.lists(st.sampled_from(team_ids("kt21")), min_size=2, max_size=2),
    table=st.sampled_from(tables("kt21")),
    seed=st.integers(0, 10**6),
    defender=st.sampled_from(["random", "first", "second"]),
    lethal_needs_hit=st.booleans(),
)

#: Moves that never end within Engagement Range of an enemy. (MOVE-05, DASH-01, FALLBACK-04)
SHY = ("normal move", "dash", "fall back")


def most_points(arena: Arena) -> int:
    """Return the most a player can score in a turning point: 3 in the default mission. (MIS-10)"""
    return arena.mission.scoring.most + arena.mission.scoring.kills if arena.mission else 0


def check_state(arena: Arena, s: Skirmish) -> None:
    """Check the invariants of every state of a battle."""
    check_operatives(arena, s)
    assert all(place is None or place[2] == 0.0 for place in s.places), "somebody is off the floor"
    assert len(s.barricades) <= 4
    assert all(0 <= vp <= most_points(arena) * s.turn for vp in s.vp)
    assert len(s.acting) <= 1
    for acting in s.acting:
        once = [name for name in acting.done if name != "pass"]
        assert len(set(once)) == len(once), "an action was performed twice"
        if acting.kind == "overwatch":
            assert (acting.points, acting.done) == (0, ())
        else:
            assert acting.spent <= acting.points <= arena.cards[acting.operative].apl + gained(arena, s, acting.operative)


def gained(arena: Arena, s: Skirmish, i: int) -> int:
    """Return by how much abilities and ploys raise an operative's APL. (INT-54)"""
    return sum(effect.apl_bonus(arena, s, i) for effect in in_force(arena, s, i, "apl_bonus"))


class Watch:
    """An observer of a game, answer by answer, that notes events which must not happen twice or be taken back."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.done: set[tuple[str, int]] = set()
        self.gone: set[int] = set()
        self.before: Skirmish | None = None

    def once(self, what: str, i: int) -> None:
        """Check that an event happens at most once a turning point."""
        assert (what, i) not in self.done, f"twice in one turning point: {what} {i}"
        self.done.add((what, i))

    def __call__(self, game: Game, decision: Decision, answer: Answer) -> None:
        s: Skirmish = game.state
        for event in game.latest:
            assert game.tell(event)
            assert event.rule in self.rulebook, event
            self.follow(game, event, decision)
        check_state(game.arena, s)
        self.compare(s, decision)
        if game.decision is not None:
            assert game.decision.rule in self.rulebook
            self.look(game.arena, s, game.decision)
        self.before = s

    def follow(self, game: Game, event: Event, decision: Decision) -> None:
        """Check an event against those before it."""
        arena, s, values = game.arena, game.state, event.values
        i = values.get("model", -1)
        assert i not in self.gone, f"{i} has left the killzone: {event}"
        if event.kind == "turning-point":
            self.done.clear()
        if event.kind in ("activated", "overwatches", "expended"):
            self.once(event.kind, i)
        if event.kind in ("removed", "no-room"):
            self.gone.add(i)
        if event.kind == "moved":
            here = self.before.places[i] if self.before else None
            x, y, _ = values["to"]
            assert here is not None
            assert hypot(x - here[0], y - here[1]) <= decision.context.most + 0.002, f"too far: {event}"
            assert bool(engaged_enemies(arena, s, i)) == (values["action"] not in SHY), f"within Engagement Range or not: {event}"
        if event.kind == "scored":
            assert max(map(sum, zip(values["markers"], values["kills"], strict=True))) <= most_points(arena)

    def compare(self, s: Skirmish, decision: Decision) -> None:
        """Check fields that are never taken back, and fields that change only when asked for."""
        if self.before is None:
            return
        assert s.turn >= self.before.turn
        assert s.barricades[: len(self.before.barricades)] == self.before.barricades
        assert all(a <= b for a, b in zip(self.before.vp, s.vp, strict=True))
        for i, (then, now) in enumerate(zip(self.before.models, s.models, strict=True)):
            assert then.down <= now.down
            if then.order != now.order:
                assert (decision.what, decision.subject) == ("order", i)
                assert self.before.turn != 1, "an order has changed in the first turning point"

    def look(self, arena: Arena, s: Skirmish, asked: Decision) -> None:
        """Check the current decision: its player, and that exactly the legal answers are offered."""
        if asked.subject >= 0:
            assert s.places[asked.subject] is not None or asked.what == "place", "somebody who is not on the board is asked"
        picks = {option.value for option in asked.options if isinstance(option, Pick)} if asked.kind == "pick" else set()
        ready = [{i for i in models_of(s, player) if s.models[i].ready} for player in (0, 1)]
        if asked.what == "action":
            assert picks - {"end"} == {name for name in ACTIONS if why_not(arena, s, asked.subject, name) is None}
        elif asked.what == "activate":
            assert picks == ready[asked.player]
        elif asked.what == "overwatch":
            assert not ready[asked.player] and ready[1 - asked.player]
            assert picks == {i for i in models_of(s, asked.player) if why_not_overwatch(arena, s, i) is None}
            assert all(s.models[i].order == "engage" for i in picks if isinstance(i, int))
        elif asked.what == "order":
            assert s.turn != 1


@given(battle=battles)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_invariants_hold_after_every_answer(battle: dict[str, Any]) -> None:
    """No overlapping bases, wounds and CP in range, AP within APL, none acts twice or once removed, all legal answers are offered, all is told."""
    game = Game.new("kt21", **battle)
    watch, rng = Watch(Rulebook.load("kt21")), random.Random(battle["seed"])
    while (decision := game.decision) is not None:
        answer = decision.sample(rng)
        game.play(answer)
        watch(game, decision, answer)


@given(battle=battles, seed=st.integers(0, 10**6), steps=st.integers(1, 150))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_undo_and_fork_lead_to_equal_states(battle: dict[str, Any], seed: int, steps: int) -> None:
    """Taking back any number of answers, barricades among them, and giving them again passes through the same states."""
    check_undo(Game.new("kt21", **battle), seed, steps)


@given(battle=battles, seed=st.integers(0, 10**6), steps=st.integers(0, 150), noise=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_answer_not_offered_is_refused_and_changes_nothing(battle: dict[str, Any], seed: int, steps: int, noise: st.DataObject) -> None:
    """Random answers of every kind: what is not legal is refused by a rule, and the state stays what it was."""
    words = [*ACTIONS, "end", "overwatch", "engage", "conceal", "west", "cover-save", "invulnerable", "strike-critical", "command-reroll"]
    check_noise(Game.new("kt21", **battle), seed, steps, noise, words)


@given(battle=battles, seed=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_stats_stay_within_bounds(battle: dict[str, Any], seed: int) -> None:
    """M is what is printed or 2\" less, never below 0; BS and WS are from 2+ to 6+; APL is within one of the card. (INT-30, INT-54, INT-76)"""
    game = Game.new("kt21", **battle)
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        game.play(decision.sample(rng))
        arena, s, i = game.arena, game.state, decision.subject
        if i >= 0:
            card = arena.cards[i]
            assert stats.move(arena, s, i) in (card.move, max(0.0, card.move - 2))
            assert -1 <= apl(arena, s, i) - card.apl <= gained(arena, s, i)
            assert all(2 <= hit(arena, s, i, w) <= 6 for w in card.weapons)


@given(battle=battles, seed=st.integers(0, 10**6), silent=st.integers(0, 2))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_who_does_not_answer_holds_nobody_up(battle: dict[str, Any], seed: int, silent: int) -> None:
    """With the default answers of one player, or of both, a battle comes to its end, and all of them are legal."""
    game = Game.new("kt21", **battle)
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        answer = decision.default if silent in (decision.player, 2) else decision.sample(rng)
        assert game.why_not(answer) is None
        game.play(answer)
    assert game.result is not None
