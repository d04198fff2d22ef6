"""What a page is told of units: their moves arranged, one model corrected, why not, where they can get to."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from counteract.core.decision import read_answer
from counteract.core.state import Task
from counteract.game import Game
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.server.asking import takes_long, told
from counteract.server.messages import ArrangedTold, ReachTold, SeesTold, SetUpTold
from counteract.server.questions import question
from counteract.server.rooms import Denied
from counteract.server.telling import changes
from counteract.server.wishes import Ask
from counteract.table.placement import list_levels
from tests.rules.kt40.scenes import Scene, gun


def play_until(what: str, models: int = 1) -> Game:
    """Return a battle played by hints until that is asked, of a unit of at least so many models that is not led toward enemies."""
    game = Game.new("kt40", seed=1)
    while not (game.decision.what == what and _has(game.decision, models)):
        game.play(game.advice())
    return game


def _has(decision: Any, models: int) -> bool:
    if not isinstance(decision, UnitPathsDecision):
        return True
    return len(decision.limits.models) >= models and not decision.limits.toward


def ask(game: Game, about: str, **more: Any) -> dict[str, Any]:
    return told(game, Ask("1", about, 0, **more))


def conform(facts: dict[str, Any], kind: type) -> None:
    """Assert that facts are told as the schema has them."""
    msgspec.convert(msgspec.json.decode(msgspec.json.encode(facts)), kind)


@pytest.fixture(scope="module")
def moving() -> Game:
    return play_until("move", 5)


def forward(game: Game, inches: float) -> tuple[float, float]:
    """Return the place so many inches before the middle of the unit that moves, toward the middle of the board."""
    places = [game.state.places[i] for i in game.decision.limits.models]
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    return x, y + math.copysign(inches, game.arena.terrain.board.depth / 2 - y)


def test_the_question_names_the_unit_its_models_and_the_one_that_leads_it(moving: Game) -> None:
    asked = question(moving, (moving.decision.player,))
    unit = moving.view(None)["units"][asked.unit]
    assert asked.kind == "paths" and asked.subject == asked.marching.models[0] and set(asked.marching.models) <= set(unit["models"])
    assert not asked.marching.sets_up and asked.most == max(moving.decision.limits.most)
    assert question(moving, ()).unit == asked.unit and question(moving, ()).marching is not asked.marching


def test_every_model_belongs_to_a_unit() -> None:
    assert [model["unit"] for model in Game.new("kt24", seed=1).view(None)["models"]][:3] == [0, 1, 2]
    view = Game.new("kt40", seed=1).view(None)
    assert all(model["unit"] == unit["id"] for unit in view["units"] for model in view["models"] if model["id"] in unit["models"])


@pytest.mark.parametrize("formation", ["as they stand", "tight", "spread", "line"])
def test_an_arrangement_is_legal_and_tells_what_is_left(moving: Game, formation: str) -> None:
    found = ask(moving, "arrange", to=forward(moving, 2), formation=formation)
    conform(found, ArrangedTold)
    assert moving.why_not(read_answer(found["answer"])) is None
    left = min(most - length for most, length in zip(moving.decision.limits.most, found["lengths"], strict=True))
    assert found["left"] == pytest.approx(left, abs=0.002)
    assert found["broken"] == [] and len(found["ends"]) == len(found["models"])


def test_the_settled_arrangement_is_worked_out_elsewhere(moving: Game) -> None:
    settled = Ask("1", "arrange", 0, to=forward(moving, 2), settle=True)
    assert takes_long(settled) and not takes_long(Ask("1", "arrange", 0, to=forward(moving, 2)))
    assert moving.why_not(read_answer(told(moving, settled)["answer"])) is None


def test_a_unit_led_toward_enemies_is_proposed_a_legal_arrangement() -> None:
    seen = set()
    game = Game.new("kt40", seed=1)
    while game.decision is not None and len(seen) < 3:
        decision = game.decision
        if isinstance(decision, UnitPathsDecision) and decision.limits.toward and decision.context.action not in seen:
            seen.add(decision.context.action)
            found = ask(game, "arrange")
            conform(found, ArrangedTold)
            assert "sentence" not in found and game.why_not(read_answer(found["answer"])) is None
        game.play(game.advice())
    assert len(seen) == 3 and takes_long(Ask("1", "arrange", 0))


def test_one_model_is_corrected_and_all_others_stay(moving: Game) -> None:
    found = ask(moving, "arrange", to=forward(moving, 2))
    last = found["models"][-1]
    x, y, z = found["ends"][-1]
    corrected = ask(moving, "arrange-one", model=last, to=(x, y + math.copysign(0.1, y - 1), z), answer=found["answer"])
    conform(corrected, ArrangedTold)
    assert corrected["ends"][:-1] == found["ends"][:-1] and corrected["ends"][-1] != found["ends"][-1]


def test_a_model_put_upon_another_slides_to_the_nearest_free_place(moving: Game) -> None:
    found = ask(moving, "arrange", to=forward(moving, 2), formation="spread")
    (x, y, _), radius = found["ends"][0], moving.arena.radii[found["models"][0]]
    slid = ask(moving, "arrange-one", model=found["models"][-1], to=(x + 2 * radius - 0.2, y), answer=found["answer"])
    assert "sentence" not in slid and slid["ends"][:-1] == found["ends"][:-1]
    assert math.dist(slid["ends"][-1][:2], (x + 2 * radius - 0.2, y)) <= 0.5
    upon = ask(moving, "arrange-one", model=found["models"][-1], to=(x, y), answer=found["answer"])
    assert upon["ends"][-1][:2] == (x, y) and upon["faulty"] == [found["models"][0], found["models"][-1]]


def test_every_model_at_fault_is_named(moving: Game) -> None:
    found = ask(moving, "arrange", to=forward(moving, 2), formation="spread")
    first, second = ask(moving, "arrange-one", model=found["models"][1], to=found["ends"][0], answer=found["answer"]), found["models"][-1]
    both = ask(moving, "arrange-one", model=second, to=(1.0, 1.0), answer=first["answer"])
    conform(both, ArrangedTold)
    assert both["faulty"] == [*found["models"][:2], second]


def test_a_model_that_is_led_away_is_named_with_the_rule_and_the_gap(moving: Game) -> None:
    found = ask(moving, "arrange", to=forward(moving, 0.5))
    last = found["models"][-1]
    away = ask(moving, "arrange-one", model=last, to=(1.0, 1.0, 0.0), answer=found["answer"])
    conform(away, ArrangedTold)
    assert away["model"] == last and away["sentence"] and away["rule"].startswith("KT40-")
    assert len(away["broken"]) == 1 and last in away["broken"][0]
    checked = ask(moving, "check", answer=away["answer"])
    assert checked["legal"] is False and checked["sentence"] == away["sentence"]


def test_nonsense_is_denied(moving: Game) -> None:
    found = ask(moving, "arrange", to=forward(moving, 1))
    with pytest.raises(Denied):
        ask(moving, "arrange", to=(1.0,))
    with pytest.raises(Denied):
        ask(moving, "arrange-one", model=10**5, to=(1.0, 1.0), answer=found["answer"])
    with pytest.raises(Denied):
        ask(moving, "arrange-one", model=found["models"][0], to=(1.0, 1.0), answer={"type": "pass"})
    with pytest.raises(Denied):
        ask(play_until("deploy"), "arrange", to=(1.0, 1.0))
    missing = {"type": "paths", "paths": found["answer"]["paths"][1:]}
    assert ask(moving, "check", answer=missing)["legal"] is False
    conform(ask(moving, "arrange-one", model=found["models"][0], to=(1.0, 1.0), answer=missing), ArrangedTold)


def test_the_reach_of_a_unit_holds_where_its_models_can_go(moving: Game) -> None:
    from shapely import Point, Polygon

    found = ask(moving, "reach")
    conform(found, ReachTold)
    area = [Polygon(polygon["rings"][0], polygon["rings"][1:]) for polygon in found["polygons"]]
    ends = ask(moving, "arrange", to=forward(moving, 1))["ends"]
    assert any(shape.buffer(0.1).contains(Point(*ends[0][:2])) for shape in area)


def test_no_slits_run_through_the_area_that_a_unit_threatens(moving: Game) -> None:
    from shapely import Polygon

    standing = [unit["models"][0] for unit in moving.view(None)["units"] if moving.state.places[unit["models"][0]] is not None]
    for area in (area for model in standing for area in ask(moving, "threat", model=model)["move"]):
        shape = Polygon(area["rings"][0], area["rings"][1:])
        assert shape.length < 1.02 * shape.buffer(0.02).buffer(-0.02).length


def test_a_unit_is_set_up_within_its_zone() -> None:
    game = play_until("set-up")
    asked = question(game, (game.decision.player,))
    assert asked.marching.sets_up
    (polygon,) = ask(game, "reach")["polygons"]
    xs, ys = zip(*polygon["rings"][0], strict=True)
    found = ask(game, "arrange", to=(sum(xs) / len(xs), sum(ys) / len(ys)))
    assert all(min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys) for x, y, _ in found["ends"])
    game.play(read_answer(found["answer"]))


def test_one_model_of_a_unit_that_is_set_up_stands_on_the_ground_and_its_refusal_names_the_zone() -> None:
    game = play_until("set-up", 5)
    ((x0, y0, x1, y1),) = game.decision.limits.zones
    found = ask(game, "arrange", to=((x0 + x1) / 4, (y0 + y1) / 2))
    (x, y, _), last = found["ends"][-1], found["models"][-1]
    assert len(list_levels(game.arena.terrain)) > 1
    beside = ask(game, "arrange-one", model=last, to=(x - 0.3, y), answer=found["answer"])
    assert beside["ends"][-1][2] == 0.0 and "sentence" not in beside
    outside = ask(game, "arrange-one", model=last, to=(x, game.arena.terrain.board.depth / 2 - 4), answer=found["answer"])
    assert outside["ends"][-1][2] == 0.0 and outside["rule"] == "KT40-SETUP-03" and outside["model"] == last


def test_losses_stand_for_models_on_the_board() -> None:
    game = play_until("casualties")
    shares = question(game, (game.decision.player,)).allocate
    assert len(shares.models) == len(shares.most) and shares.total == sum(game.decision.default.counts)
    assert ask(game, "check", answer={"type": "allocate", "counts": list(game.decision.default.counts)}) == {"legal": True}


def test_of_units_only_those_are_told_that_have_changed() -> None:
    game = play_until("move", 5)
    views = [game.fork(moment).view(None) for moment in game.moments[-8:]]
    told_units = [changes(before, after).get("units", []) for before, after in pairwise(views)]
    assert any(told_units) and all(len(units) < len(views[0]["units"]) for units in told_units)


def test_the_units_that_may_be_readied_are_named_even_if_there_is_one_only() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=3, name="Gunners", weapons=[gun()])
    scene.squad(1, (30, 30), models=1)
    asked = question(scene.play(Task("ready", (0,))).game, (0, 1))
    assert asked is not None and asked.allocate.names == ["Gunners"]


# --- whole units: who sees them, and setting up an army


def test_a_page_is_told_how_a_unit_sees_from_where_it_is_held(moving: Game) -> None:
    models = moving.decision.limits.models
    held = ask(moving, "arrange", to=forward(moving, 5.0))
    seen = ask(moving, "sees", model=models[0], answer=held["answer"])
    conform(seen, SeesTold)
    there = {row["model"]: row["unit"] for row in seen["models"]}
    assert all(unit["models"] == len(models) for unit in there.values())
    watched = {j for unit in there.values() for j in unit["seen_by"]}
    assert watched == set(held["watched_by"])
    for unit in there.values():
        assert len(unit["lines"]) == unit["seeing"] >= unit["masked"]
    here = ask(moving, "sees", model=models[0])["models"]
    starts = {line["viewer"]: line["line"][0] for row in seen["models"] for line in row["unit"]["lines"]}
    assert starts != {line["viewer"]: line["line"][0] for row in here for line in row["unit"]["lines"]}


@pytest.mark.parametrize("far", [1e5, 1e155, 1e300])
def test_a_unit_cannot_be_asked_what_it_sees_from_far_beyond_the_board(moving: Game, far: float) -> None:
    """Ends that nobody can mean are as none: the unit sees from where it stands, and its answer is refused."""
    models = moving.decision.limits.models
    answer = {"type": "paths", "paths": [[[far, 10.0]] for _ in models]}
    assert ask(moving, "sees", model=models[0], answer=answer) == ask(moving, "sees", model=models[0])
    assert ask(moving, "check", answer=answer)["legal"] is False


def test_places_that_are_no_numbers_are_refused_while_a_unit_is_set_up() -> None:
    game = play_until("set-up", 5)
    words = {"type": "paths", "paths": [[["a", "b"]] for _ in game.decision.limits.models]}
    assert ask(game, "check", answer=words)["legal"] is False


def test_only_the_unit_that_moves_sees_from_elsewhere(moving: Game) -> None:
    held = ask(moving, "arrange", to=forward(moving, 2.0))
    other = next(i for i in range(len(moving.state.models)) if i not in moving.decision.limits.models)
    with pytest.raises(Denied):
        ask(moving, "sees", model=other, answer=held["answer"])


@pytest.mark.parametrize("ruleset", ["kt40", "kt24", "kt21", "kt18"])
def test_all_that_is_left_to_set_up_is_told_at_once(ruleset: str) -> None:
    game = Game.new(ruleset, seed=2)
    side = game.decision.player
    facts = ask(game, "set-up")
    conform(facts, SetUpTold)
    assert takes_long(Ask("1", "set-up", 0))
    assert game.turns_taken == 0
    answers = facts["answers"]
    assert answers
    while answers:
        assert game.state.phase == "setup"
        if game.decision.player == side:
            assert game.decision.what == answers[0]["what"]
            game.play(read_answer(answers.pop(0)["answer"]))
        else:
            game.play(game.advice())


def test_who_has_set_up_is_told_no_more_of_it(moving: Game) -> None:
    with pytest.raises(Denied, match="set up already"):
        ask(moving, "set-up")


# --- units that cannot get where they are wished


def hemmed_in(models: int = 1) -> Game:
    """Return a battle in which one model to move stands in a closed ring of friends, with the others of its unit south of it."""
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (10, 8), (11.5, 8)][:models], models=models)
    ring = [(10 + 1.05 * math.cos(k * math.tau / 6), 10 + 1.05 * math.sin(k * math.tau / 6)) for k in range(6)]
    scene.squad(0, ring, models=6)
    scene.squad(1, (40, 30), models=1)
    return scene.option(unit).answer("normal move").game


@pytest.mark.parametrize("settle", [False, True])
def test_a_unit_that_is_hemmed_in_is_told_who_is_in_its_way(settle: bool) -> None:
    """It would stand where it stands, which is no move to the place that was pointed at."""
    found = ask(hemmed_in(), "arrange", to=(15.0, 10.0), settle=settle)
    conform(found, ArrangedTold)
    assert math.dist(found["ends"][0], (10.0, 10.0, 0.0)) < 0.1
    assert "is in the way" in found["sentence"] and found["rule"] == "KT40-MOVE-06" and found["model"] == 0


def test_a_unit_that_is_hemmed_in_may_stay_where_it_is() -> None:
    """It is wished where it stands: nobody need come nearer."""
    game = hemmed_in()
    found = ask(game, "arrange", to=(10.2, 10.0))
    assert "sentence" not in found and game.why_not(read_answer(found["answer"])) is None


def test_a_model_that_does_not_follow_its_unit_is_named() -> None:
    found = ask(hemmed_in(3), "arrange", to=(9.0, 9.5), formation="as they stand", settle=True)
    conform(found, ArrangedTold)
    assert found.get("stays") == [0]
