"""Queries about a game: visibility, cover, distance, control range, reach."""

from __future__ import annotations

import random
from typing import Any

import pytest

import counteract as ca
from counteract.core import registry
from tests.worlds import tables

#: A model of each side, in short text, and its plain move; rulesets of units have scenes of their own.
CARDS = {
    "kt18": "Gunner; M 6, WS 3+, BS 3+, S 4, T 4, W 2, A 1, Ld 7, Sv 4+, base 25.4, count 2; rifle: Rapid Fire 1 24\" S4 AP0 D1",
    "kt21": "Gunner; M 6, APL 2, DF 3, SV 3+, W 12, base 25.4, count 2; rifle: 4 3+ 3/4",
    "kt24": "Gunner; APL 2, Move 6, Save 3+, Wounds 12, base 25.4, count 2; rifle: 4 3+ 3/4",
}
RULESETS = [ruleset for ruleset in registry.shipped() if ruleset in CARDS]
WALKS = {"kt18": "normal move", "kt21": "normal move", "kt24": "reposition"}


def wall(x0: float, y0: float, x1: float, y1: float, top: float, name: str = "wall") -> dict[str, Any]:
    return {"id": name, "part": [{"id": name, "box": [x0, y0, x1, y1], "top": top}]}


def scene(ruleset: str, *places: tuple[float, ...], features: list[Any] | None = None, **fields: Any) -> ca.Game:
    """Return a game with two gunners a side, as many as there are places: one, then the other side's, and so on; bases of 1"."""
    teams = [{"name": name, "models": [CARDS[ruleset]]} for name in ("Reds", "Blues")]
    zone = {"id": "z", "name": "Z", "summary": "…", "board": {"width": 30, "depth": 22}, "feature": features or []}
    who = [(0, "gunner"), (1, "gunner"), (0, "gunner 2"), (1, "gunner 2")]
    models = [{"side": side, "model": name, "at": at} for (side, name), at in zip(who, places, strict=False)]
    options = {"obscuring": True} if ruleset == "kt24" else {}
    return ca.Game.at(ca.Position(ruleset, teams=teams, killzone=zone, mission=None, options=options, models=models, **fields), seed=1)


A, B, A2, B2 = 0, 2, 1, 3


# --- sight


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_clear_line_is_shown(ruleset: str) -> None:
    game = scene(ruleset, (5, 11), (15, 11))
    found = game.visible(A, B)
    assert found and found.holds
    assert found.parts == found.models == ()
    (x, y, z), (end_x, _, _) = found.line
    assert (x, y) == (5.0, 11.0) and z > 1.0
    assert end_x == pytest.approx(15.0, abs=0.6)
    assert not game.cover(A, B)
    assert not game.obscured(A, B)
    assert game.cover(A, B).parts == ()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_hides_somebody_is_named(ruleset: str) -> None:
    game = scene(ruleset, (5, 11), (15, 11), features=[wall(9, 0, 10, 22, 5)])
    found = game.visible(A, B)
    assert not found
    assert found.parts == ("wall",)
    assert found.line[0][0] == 5.0
    ca.Rulebook.load(ruleset).get(found.rule)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_covers_somebody_is_named(ruleset: str) -> None:
    """A low wall right before the target."""
    game = scene(ruleset, (5, 11), (15, 11), features=[wall(13.9, 9, 14.3, 13, 1.0)])
    found = game.cover(A, B)
    assert game.visible(A, B)
    assert found
    assert found.parts == ("wall",)
    assert not game.cover(B, A)
    ca.Rulebook.load(ruleset).get(found.rule)


@pytest.mark.parametrize("ruleset", ["kt21", "kt24"])
def test_the_line_of_cover_leads_to_what_covers(ruleset: str) -> None:
    (_, (x, y, _)) = scene(ruleset, (5, 11), (15, 11), features=[wall(13.9, 9, 14.3, 13, 1.0)]).cover(A, B).line
    assert 13.9 <= x <= 14.3
    assert 9.0 <= y <= 13.0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_obscures_somebody_is_named(ruleset: str) -> None:
    """Heavy terrain halfway that does not hide all of the target: it is seen past its end or through its window."""
    post = {"id": "post", "part": [{"id": "post", "box": [9.5, 10.6, 10.5, 22], "top": 4, "marks": ["windowed"] if ruleset == "kt21" else []}]}
    game = scene(ruleset, (5, 10.4), (15, 11), features=[post])
    if ruleset == "kt24":
        low = {"id": "post", "part": [{"id": "post", "box": [9.5, 0, 10.5, 22], "top": 1.4, "kind": "heavy"}]}
        game = scene(ruleset, (5, 12), (15, 12), features=[low])
    found = game.obscured(A, B)
    assert game.visible(A, B)
    assert found
    assert found.parts == ("post",)
    assert not game.cover(A, B)
    ca.Rulebook.load(ruleset).get(found.rule)


def test_models_hide_others_where_the_rules_say_so() -> None:
    """In the 2018 edition models hide those behind them; in the others they do not."""
    hidden, obscured = scene("kt18", (5, 11), (15, 11), (10, 11)), scene("kt18", (5, 11), (15, 11), (10, 11.4))
    assert not hidden.visible(A, B) and hidden.visible(A, B).models == (A2,)
    assert obscured.obscured(A, B) and obscured.obscured(A, B).models == (A2,)
    assert scene("kt24", (5, 11), (15, 11), (10, 11)).visible(A, B)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_answers_agree_with_what_previews_show(ruleset: str) -> None:
    rng, states = random.Random(7), set()
    for seed in range(3):
        killzone, mission = rng.choice(tables(ruleset))
        game = ca.Game.new(ruleset, killzone=killzone, mission=mission, seed=seed)
        while game.decision is not None and game.turns_taken < 220:
            if game.state.turn and rng.random() < 0.04:
                states |= check_sights(game)
            game.play(game.decision.sample(rng))
    assert states == {"open", "cover", "obscured", "hidden"}


def check_sights(game: ca.Game) -> set[str]:
    states = set()
    for i, place in enumerate(game.state.places):
        for sight in game.ruleset.preview.sees(game, i) if place is not None else ():
            states.add(sight.state)
            seen, cover, obscured = game.visible(i, sight.model), game.cover(i, sight.model), game.obscured(i, sight.model)
            assert bool(seen) == (sight.state != "hidden")
            assert bool(seen.parts or seen.models) != bool(seen)
            assert bool(cover.parts or cover.models) == bool(cover)
            assert bool(obscured.parts or obscured.models) == bool(obscured)
            if sight.state == "open":
                assert not cover and not obscured
            if sight.state == "obscured":
                assert obscured
            if sight.state == "cover":
                assert cover
                assert set(sight.parts) >= set(cover.parts)
    return states


# --- distances


@pytest.mark.parametrize("ruleset", RULESETS)
def test_distances_run_from_edge_to_edge(ruleset: str) -> None:
    game = scene(ruleset, (5, 11), (9, 14))
    found = game.distance(A, B)
    assert found.inches == float(found) == pytest.approx(4.0)
    assert found.within(4) and not found.within(3.99)
    assert found.line == ((5.4, 11.3, 0.0), (8.6, 13.7, 0.0))
    assert bool(found)
    ca.Rulebook.load(ruleset).get(found.rule)


@pytest.mark.parametrize(("x", "apart", "near"), [(6, False, True), (6.5, True, True), (7, True, True), (7.01, True, False)])
def test_who_touches_is_not_apart(x: float, apart: bool, near: bool) -> None:
    """Bases of 1": base to base there is no distance, and 1" apart counts as within 1"."""
    found = scene("kt24", (5, 11), (x, 11)).distance(A, B)
    assert float(found) == pytest.approx(x - 6)
    assert (bool(found), found.within(1)) == (apart, near)


def test_heights_count() -> None:
    tower = {"id": "tower", "part": [{"id": "tower", "box": [8, 9, 12, 13], "top": 3, "marks": ["vantage"]}]}
    game = scene("kt24", (5, 11), (10, 11, 3), features=[tower])
    assert float(game.distance(A, B)) == pytest.approx(5.0)
    assert game.distance(A, B).line == ((5.5, 11.0, 0.0), (9.5, 11.0, 3.0))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_is_beside_whom(ruleset: str) -> None:
    game = scene(ruleset, (5, 11), (6.9, 11), (5, 12.8), (20, 11))
    found = game.control_range(A)
    assert found
    assert (found.enemies, found.friends, found.inches) == ((B,), (A2,), 1.0)
    assert not game.control_range(A2)
    assert game.control_range(A2).friends == (A,)
    assert game.control_range(B2) == game.control_range((1, "gunner 2"))
    ca.Rulebook.load(ruleset).get(found.rule)


def test_a_wall_between_keeps_control_range_away() -> None:
    places = (5, 11), (6.4, 11)
    assert not scene("kt24", *places, features=[wall(5.6, 5, 5.8, 17, 5)]).control_range(A)
    assert scene("kt18", *places, features=[wall(5.6, 5, 5.8, 17, 5)]).control_range(A)


# --- moves


@pytest.mark.parametrize("ruleset", RULESETS)
def test_places_within_a_move_are_in_reach(ruleset: str) -> None:
    game = scene(ruleset, (5, 11), (25, 11))
    reach = game.reach(A)
    assert (reach.model, reach.action, reach.inches) == (A, WALKS[ruleset], 6.0)
    assert reach
    assert (11, 11) in reach and (11.01, 11) not in reach
    assert (5, 17, 0) in reach and (5, 17, 3) not in reach
    (area,) = reach.areas
    assert area.z == 0.0
    xs = [x for x, _ in area.rings[0]]
    assert 10.8 < max(xs) <= 11.0
    ca.Rulebook.load(ruleset).get(reach.rule)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_walls_are_walked_round(ruleset: str) -> None:
    game = scene(ruleset, (5, 11), (25, 11), features=[{"id": "w", "part": [{"id": "w", "box": [6, 5, 7, 17], "top": 6, "marks": ["blocking"]}]}])
    reach = game.reach(A)
    assert (9, 11) not in reach
    assert (3, 11) in reach


@pytest.mark.parametrize("ruleset", RULESETS)
def test_other_moves_are_asked_about_by_name(ruleset: str) -> None:
    game = scene(ruleset, (5, 11), (11, 11))
    far = {"kt18": ("advance", 12.0), "kt21": ("charge", 8.0), "kt24": ("charge", 8.0)}[ruleset]
    assert game.reach(A, far[0]).inches == far[1]
    charge = game.reach(A, "charge")
    assert (9.5, 11) in charge  # 0.5" from the enemy
    assert (5, 13) not in charge
    beside = scene(ruleset, (5, 11), (6.5, 11))
    assert beside.reach(A).action == "fall back"


def test_a_charge_needs_somebody_to_charge() -> None:
    with pytest.raises(ValueError, match="has nobody to charge"):
        scene("kt18", (5, 11), (25, 11)).reach(A, "charge")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_move_that_is_asked_about_is_the_one(ruleset: str) -> None:
    """On any table: a place is in reach just if the question takes a way to it, and the way given is legal."""
    rng, asked = random.Random(3), 0
    killzone, mission = rng.choice(tables(ruleset))
    game = ca.Game.new(ruleset, killzone=killzone, mission=mission, seed=5)
    while game.decision is not None and asked < 12:
        decision = game.decision
        if decision.what == "move" and rng.random() < 0.5:
            asked += 1
            reach = game.reach(decision.subject)
            x, y, _ = game.state.places[decision.subject]
            for _ in range(12):
                place = round(x + rng.uniform(-7, 7), 3), round(y + rng.uniform(-7, 7), 3), 0.0
                assert (place in reach) == (decision.way_to(place) is not None)
                way = reach.way_to(place)
                assert way is None or game.why_not(way) is None
        game.play(decision.sample(rng))
    assert asked > 8


def test_somebody_else_than_who_is_asked_is_asked_about_its_plain_move() -> None:
    """Model A is asked where it dashes to, up to 3"; a friend of it and an enemy would still reposition, up to 6"."""
    game = scene("kt24", (5, 11), (25, 11), (5, 3))
    for answer in (A, "engage", "dash"):
        game.play(ca.Pick(answer))
    assert game.decision is not None and game.decision.what == "move"
    assert (game.reach(A).action, game.reach(A).inches, (8, 11) in game.reach(A), (8.1, 11) in game.reach(A)) == ("move", 3.0, True, False)
    for model, place in ((A2, (11, 3)), (B, (19, 11))):
        reach = game.reach(model)
        assert (reach.model, reach.action, reach.inches) == (model, "reposition", 6.0)
        assert place in reach


def test_a_place_without_a_height_is_on_whichever_floor_it_can_be() -> None:
    """A tower 3" high right before the model: 1" across and 3" up is within 6", and there is no other floor in that place."""
    tower = {"id": "tower", "part": [{"id": "tower", "box": [5.5, 9, 9, 13], "top": 3, "marks": ["vantage"]}]}
    reach = scene("kt24", (5, 11), (25, 11), features=[tower]).reach(A)
    assert (6, 11) in reach and (6, 11, 3) in reach and (6, 11, 0) not in reach
    way = reach.way_to((6, 11))
    assert way is not None and way.points[-1][:3] == (6, 11, 3)
    assert {area.z for area in reach.areas} == {0.0, 3.0}


def test_what_was_asked_stays_true_while_the_game_goes_on() -> None:
    game = scene("kt24", (5, 11), (25, 11))
    reach = game.reach(A)
    game.play(ca.Pick(A))
    game.play(ca.Pick("engage"))
    game.play(ca.Pick("reposition"))
    game.play(ca.Path(((9, 11),)))
    assert (11, 11) in reach and (13, 11) not in reach


# --- models


@pytest.mark.parametrize("name", ["line-warden", "line-warden 1", 1])
def test_the_first_of_several_goes_by_the_bare_name_too(name: str | int) -> None:
    """In a position and in a question: "line-warden 1" is the one before "line-warden 2"."""
    models = [{"side": 0, "model": name, "at": (2, 2)}, {"model": "line-warden 2", "at": (5, 2)}]
    game = ca.Game.at(ca.Position("kt24", models=models), seed=1)
    assert [i for i, place in enumerate(game.state.places) if place] == [1, 2]
    for other in ("line-warden", "line-warden 1", (0, "line-warden 1")):
        assert game.distance(other, "line-warden 2") == game.distance(1, 2)


def test_models_go_by_number_by_name_or_by_side_and_name() -> None:
    game = ca.Game.at(ca.Position("kt24", models=[{"model": "line-warden 2", "at": (2, 2)}, {"model": "precentor", "at": (20, 2)}]), seed=1)
    for one, other in ((2, 7), ("line-warden 2", "precentor"), ((0, "line-warden 2"), (1, "precentor")), (2, (1, "precentor"))):
        assert game.distance(one, other) == game.distance(2, 7)


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("gunner", "several sides have a model 'gunner': say which side"),
        ("gunner 3", "there is no model 'gunner 3'"),
        (9, "there is no model with the number 9"),
        (-1, "there is no model with the number -1"),
        (True, "a model is a number or a name, not True"),
        (None, "a model is a number or a name, not None"),
        ((2, "gunner"), "there is no side 2"),
        ((True, "gunner"), "there is no side True"),
        ((-1, "gunner"), "there is no side -1"),
        ((0, 3), "model 3 is not of side 0"),
        (A2, "is not on the board"),
        (B, "this takes two models, not the same one twice"),
    ],
)  # fmt: skip
def test_who_is_not_there_is_refused(model: Any, told: str) -> None:
    game = scene("kt24", (5, 11), (15, 11))
    for ask in (game.visible, game.cover, game.obscured, game.distance):
        with pytest.raises(ValueError, match=r".") as caught:
            ask(model, B)
        assert told in str(caught.value)


def test_moves_and_places_that_are_none_are_refused() -> None:
    game = scene("kt24", (5, 11), (15, 11))
    with pytest.raises(ValueError, match="there is no move 'fly'"):
        game.reach(A, "fly")
    for nonsense in (5, (1,), (1, "x"), (1, 2, 3, 4), (float("nan"), 1)):
        with pytest.raises(ValueError, match="a place is two or three numbers"):
            nonsense in game.reach(A)  # type: ignore[operator]  # noqa: B015
