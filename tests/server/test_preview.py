"""Previews agree with what the referee does afterwards, over whole games of every ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, islice, product
from random import Random
from typing import Any

import pytest
from msgspec import UNSET, to_builtins

from counteract.core.decision import PASS, Path, Pick, Refusal
from counteract.core.preview import Forecast, Sight
from counteract.game import Game
from counteract.mechanics.moves.decision import PathDecision
from counteract.mechanics.operatives.shoot import TargetContext
from counteract.players import make_player
from counteract.server import asking
from counteract.server.questions import question
from counteract.server.wishes import Ask

#: Games to look into: every kind of weapon and terrain is met in them.
GAMES: dict[str, dict[str, Any]] = {
    "kt24": {"ruleset": "kt24", "teams": ["ashen-wardens", "hollow-choir"], "killzone": "proving-ground"},
    "kt24-guard": {"ruleset": "kt24", "teams": ["dusk-runners", "sump-brewers"], "killzone": "undercroft", "mission": "two-beacons", "guard": True},
    "kt21": {"ruleset": "kt21", "teams": ["thorn-wardens", "tide-callers"], "killzone": "salt-flats"},
    "kt21-larders": {"ruleset": "kt21", "teams": ["quarry-guild", "moth-parade"], "killzone": "hollow-quarter", "mission": "two-larders"},
    "kt18": {"ruleset": "kt18", "teams": ["barrow-company", "lantern-circle"], "killzone": "proving-ground"},
    "kt18-fliers": {"ruleset": "kt18", "teams": ["kite-riders", "fen-fusiliers"], "killzone": "drowned-yard", "mission": "last-light"},
}


def moments(name: str, seed: int = 5) -> Iterator[Game]:
    """A game at each of its decisions: one side plays with care, the other at random."""
    game = Game.new(**GAMES[name], seed=seed)
    players = make_player("novice", seed), make_player("random", seed)
    while game.decision is not None:
        yield game
        game.play(players[game.decision.player].choose(game))


def shots(game: Game) -> Iterator[tuple[int, set[int], tuple[int, ...]]]:
    """Every question for a target that the present one can lead to: who shoots, the options, and the guns in use."""
    decision = game.decision
    assert decision is not None
    if decision.what == "target":
        context: Any = decision.context
        uses = context.uses if isinstance(context, TargetContext) else on_card(game, decision.subject, context.guns)
        yield decision.subject, {option.value for option in decision.options if isinstance(option, Pick)}, tuple(uses)
        return
    leads_on = {"action": (Pick("shoot"),), "tactic": (PASS,)}.get(decision.what, decision.options)
    if decision.what in ("action", "shoot", "weapon", "weapons", "tactic"):
        for option in leads_on:
            if option in decision.options and not (decision.what == "shoot" and option == PASS):
                then = game.fork()
                then.play(option)
                yield from shots(then)


def on_card(game: Game, i: int, guns: tuple[int, ...]) -> tuple[int, ...]:
    numbers = [n for n, weapon in enumerate(game.arena.cards[i].weapons) if weapon.kind == "ranged"]
    return tuple(numbers[w] for w in guns)


@pytest.mark.parametrize("name", GAMES)
def test_who_can_be_targeted_is_who_may_be_chosen(name: str) -> None:
    """With every weapon, whenever a model could shoot: the valid targets of the preview are the options of the decision."""
    asked = 0
    for game in moments(name):
        decision = game.decision
        assert decision is not None
        if decision.what not in ("action", "shoot", "target"):
            continue
        for i, options, uses in shots(game):
            rows = game.ruleset.preview.sees(game, i)
            assert {row.model for row in rows if {*row.weapons} & {*uses}} == options
            assert all(row.valid == bool(row.weapons) == (row.rule is None) == (row.sentence is None) for row in rows)
            asked += 1
    assert asked > 20


@pytest.mark.parametrize("name", GAMES)
def test_a_ghost_sees_what_the_model_sees_once_it_is_there(name: str) -> None:
    """And looking with it leaves the real table as it was."""
    rng, asked = Random(3), 0
    for game in moments(name):
        decision = game.decision
        if not isinstance(decision, PathDecision) or rng.random() < 0.5:
            continue
        path, i = decision.sample(rng), decision.subject
        if not isinstance(path, Path):
            continue
        before, place = game.ruleset.preview.sees(game, i), decision.landing(path)
        ghost = game.ruleset.preview.sees(game, i, place)
        then = game.fork()
        then.play(path)
        if then.state.places[i] == place:
            there = then.ruleset.preview.sees(then, i)
            assert [(row.model, row.state, row.line, row.parts) for row in ghost] == [(row.model, row.state, row.line, row.parts) for row in there]
            if then.state.acting == game.state.acting:
                assert [row.valid for row in ghost] == [row.valid for row in there]
            asked += 1
        assert game.ruleset.preview.sees(game, i) == before
    assert asked > 5


@pytest.mark.parametrize("name", GAMES)
def test_what_is_foreseen_is_what_labels_tell(name: str) -> None:
    """The same figures, with bars that come to them; and whatever is said to be foretold is."""
    told = 0
    for game in moments(name):
        decision = game.decision
        assert decision is not None
        if decision.kind in ("path", "place"):
            continue
        for answer in decision.options[:6]:
            forecast = game.ruleset.preview.forecast(game, answer)
            assert forecast is None or game.ruleset.preview.has_forecast(game, answer)
            if forecast is None or forecast.odds is None:
                continue
            check_odds(game, forecast)
            if decision.what in ("target", "secondary", "opponent", "weapon"):
                assert forecast.text in str(game.label(answer))
                told += 1
    assert told > 10


def check_odds(game: Game, forecast: Forecast) -> None:
    odds, model = forecast.odds, forecast.model
    assert odds is not None
    assert model is not None
    assert sum(chance for _, chance in odds.bars) == pytest.approx(1.0, abs=1e-9)
    assert sum(lost * chance for lost, chance in odds.bars) == pytest.approx(odds.expected, abs=1e-9)
    assert max(lost for lost, _ in odds.bars) <= game.state.models[model].wounds
    assert odds.injures >= odds.falls - 1e-12
    foe = game.state.models[model]
    spent = getattr(foe, "shaken", False) or (game.state.phase == "fight" and getattr(foe, "fought", False))  # who cannot strike back
    assert (odds.back is not None) == (odds.kind == "fight" and not spent)
    assert forecast.sight is None or forecast.sight.model == model


@pytest.mark.parametrize("name", GAMES)
def test_hints_are_legal_and_options_have_their_models(name: str) -> None:
    """At every decision of a whole game."""
    for game in moments(name, seed=8):
        decision = game.decision
        assert decision is not None
        assert game.why_not(game.ruleset.preview.best(game)) is None
        for answer in decision.options[:4]:
            model = game.ruleset.preview.points_at(game, answer)
            if decision.what in ("weapon", "accurate", "initiative"):
                assert model is None
            elif isinstance(answer, Pick) and isinstance(answer.value, int):
                assert model == answer.value
        rolled = game.ruleset.preview.rolled(game)
        assert (rolled is None) == (decision.kind != "dice")
        if rolled is not None:
            assert len(rolled.marks) == len(rolled.faces)
            assert all(use.label and use.rule and use.choices for use in rolled.uses)


def test_a_hidden_enemy_is_told_with_what_hides_it() -> None:
    """The line ends in the middle of it, and the part lies on that line."""
    game = next(game for game in moments("kt24") if game.decision and game.decision.what == "action")
    on_board = [i for i, place in enumerate(game.state.places) if place]
    hidden = [row for i in on_board for row in game.ruleset.preview.sees(game, i) if row.state == "hidden"]
    assert hidden
    for row in hidden:
        place = game.state.places[row.model]
        assert row.line[1][:2] == pytest.approx(place[:2], abs=0.001)
        assert len(row.parts) == 1
        assert isinstance(row, Sight)
        assert row.rule


@pytest.mark.parametrize("name", ["kt24", "kt21", "kt18"])
def test_what_cannot_be_asked_is_refused(name: str) -> None:
    """With a sentence, never with a traceback."""
    game = Game.new(**GAMES[name], seed=1)
    for ask in (
        lambda: game.ruleset.preview.sees(game, 0),
        lambda: game.ruleset.preview.sees(game, 999),
        lambda: game.ruleset.preview.threat(game, 0),
        lambda: game.ruleset.preview.threat(game, -1),
    ):
        with pytest.raises(Refusal):
            ask()
    shooting = next(game for game in moments(name) if game.decision and game.decision.what == "target")
    with pytest.raises(Refusal):
        shooting.ruleset.preview.forecast(shooting, Pick(999))
    friend = shooting.ruleset.preview.forecast(shooting, Pick(shooting.decision.subject))  # type: ignore[union-attr]
    assert friend is not None
    assert friend.sight is not None
    assert not friend.sight.valid
    assert shooting.ruleset.preview.forecast(shooting, Pick("nobody")) is None


@pytest.mark.parametrize("name", GAMES)
def test_what_a_model_could_do_is_what_it_is_asked(name: str) -> None:
    """The actions told of a model are those of the question once it acts; of any other one there is a reason why it does not act now."""
    asked = 0
    for game in islice(moments(name), 150):
        decision = game.decision
        assert decision is not None
        if decision.what not in ("action", "option"):
            continue
        told = asking.told(game, Ask(id="a", about="acts", version=0, model=decision.subject))
        legal = [act["label"] for act in told["acts"] if "sentence" not in act]
        assert legal == [to_builtins(game.label(answer)) for answer in decision.known if answer in decision.options]
        assert told["sentence"] is None
        other = next(i for i, side in enumerate(game.arena.sides) if side != decision.player and game.state.places[i] is not None)
        sentence = asking.told(game, Ask(id="a", about="acts", version=0, model=other))["sentence"]
        model, its = game.state.models[other], game.arena.names[other]
        if getattr(model, "option", ""):
            assert sentence == f"{its} has acted in this phase already."
        elif getattr(model, "ready", True):
            assert sentence == f"It is for {game.arena.teams[decision.player].name} to decide now."
        else:
            assert sentence == f"{its} has been activated already this turning point."
        asked += 1
    assert asked > 5


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_told_of_deeds_before_the_battle_has_begun(name: str) -> None:
    for game in islice(moments(name), 12):
        if game.state.phase == "setup":
            assert asking.told(game, Ask(id="a", about="acts", version=0, model=0)) == {"acts": [], "sentence": None}


@pytest.mark.parametrize("name", GAMES)
def test_dragging_a_model_is_its_plain_move(name: str) -> None:
    """Where a model is asked what it does, and may make one; a path of that model is asked for next, once no offer stands between."""
    dragged = 0
    for game in islice(moments(name), 150):
        asked = question(game, (0, 1))
        assert asked is not None
        assert isinstance(asked.deeds, bool) or asked.drag is UNSET
        if asked.drag is UNSET:
            continue
        assert asked.drag in game.decision.options  # type: ignore[union-attr]
        then = game.fork()
        then.play(asked.drag)  # type: ignore[arg-type]
        while then.decision is not None and then.ruleset.preview.offer(then.decision):
            then.play(PASS)
        assert then.decision is not None
        assert (then.decision.kind, then.decision.subject) == ("path", asked.subject)
        dragged += 1
    assert dragged


@pytest.mark.parametrize("name", GAMES)
def test_options_of_a_group_stand_side_by_side(name: str) -> None:
    """However an edition lists them; each is there once."""
    grouped = 0
    for game in islice(moments(name), 150):
        asked = question(game, (0, 1))
        assert asked is not None
        if game.decision.kind in ("place", "path") or not asked.options:  # type: ignore[union-attr]
            continue
        groups = [group for group, _ in groupby(option.group for option in asked.options)]
        assert len(groups) == len(set(groups))
        assert {option.answer for option in asked.options} == set(game.decision.options[:400])  # type: ignore[union-attr]
        grouped += len(groups) > 1
    assert grouped


def test_what_a_model_could_do_in_every_phase_of_2018() -> None:
    """A model can be chosen to shoot or to fight just if it is told what with or whom; of any other one each deed has a reason."""
    seen = {"shoot": 0, "fight": 0, "weapons": 0, "psyker": 0}
    for name, seed in product(("kt18", "kt18-fliers"), range(2)):
        for game in moments(name, seed):
            decision = game.decision
            assert decision is not None
            if decision.what not in seen:
                continue
            seen[decision.what] += 1
            for model, side in enumerate(game.arena.sides):
                if side != decision.player or game.state.places[model] is None:
                    continue
                acts = asking.told(game, Ask(id="a", about="acts", version=0, model=model))["acts"]
                able = [act for act in acts if "sentence" not in act]
                match decision.what:
                    case "weapons" if model == decision.subject:
                        assert [act["label"] for act in able] == [to_builtins(game.label(answer)) for answer in decision.options]
                    case "shoot" if decision.rule == "KT18-SHOOT-02":
                        assert bool(able) == (game.why_not(Pick(model)) is None)
                        assert len(acts) == len({weapon.group for weapon in game.arena.guns[model]})
                    case "fight" if acts:
                        assert able or game.why_not(Pick(model)) is not None or game.state.models[model].charged
                    case "psyker":
                        assert bool(able) == (game.why_not(Pick(model)) is None)
    assert min(seen.values()) > 0, seen


@pytest.mark.parametrize("name", GAMES)
def test_what_a_place_does_for_markers_is_what_comes_of_going_there(name: str) -> None:
    """Held, contested or given up, as the board shows it once the model stands there."""
    told: set[str] = set()
    chance = Random(4)
    for game in moments(name):
        decision = game.decision
        if not isinstance(decision, PathDecision) or game.arena.mission is None:
            continue
        way, after = decision.sample(chance), game.fork()
        if not isinstance(way, Path):
            continue
        after.play(way)
        there = after.state.places[decision.subject]
        if there is None or after.state.turn != game.state.turn or there != decision.landing(way):
            continue
        before, then = ({marker["name"]: marker["holder"] for marker in one.view()["markers"]} for one in (game, after))
        words = game.ruleset.preview.markers(game, decision.subject, there)
        told.update(one.partition(" ")[0] for one in words)
        held, contested, left = (_named(words, verb, before) for verb in ("holds", "contests", "gives up"))
        assert {one for one in before if then[one] == decision.player != before[one]} <= held
        assert all(then[one] == decision.player for one in held)
        assert {one for one in before if before[one] == 1 - decision.player and then[one] is None} <= contested
        assert all(then[one] is None for one in contested)
        assert left == {one for one in before if before[one] == decision.player != then[one]}
    assert "holds" in told


def _named(words: tuple[str, ...], verb: str, markers: Mapping[str, Any]) -> set[str]:
    said = next((one.removeprefix(verb + " ").split(", ") for one in words if one.startswith(verb)), [])
    assert set(said) <= set(markers)
    return set(said)
