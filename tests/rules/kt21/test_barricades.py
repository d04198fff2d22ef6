"""Barricades: four of them, set up in turn near the own drop zone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from counteract.core.decision import PASS, Pick, Place
from counteract.game import Game
from counteract.rulesets.kt21 import barricades
from tests.rules.kt21.moving import refused
from tests.rules.kt21.rounds import battle, idle
from tests.rules.kt21.scene import Play, Scene


def placing(scene: Scene | None = None, *, defender: str = "first", edge: str = "south") -> Play:
    """Return a battle in which the Defender player is about to set up the first barricade; unless told otherwise the edge is the southern one."""
    drawn = scene or Scene()
    drawn.options["defender"] = defender
    if not drawn.cards:
        drawn.add(0, None)
        drawn.add(1, None)
    play = battle(drawn, dice=[6, 1]).answer(edge)
    assert play.what == "barricade"
    return play


def standing(play: Play) -> list[list[list[float]]]:
    """Return the outlines of all barricades on the board."""
    return [[[round(x, 3), round(y, 3)] for x, y in part["footprint"]] for part in play.game.view()["terrain"] if part["id"].startswith("barricade")]


# --- whose turn, and how many


@pytest.mark.rule("KT21-SETUP-08", "KT21-SETUP-02")
@pytest.mark.parametrize("defender", [0, 1])
def test_the_players_take_turns_until_four_stand(defender: int) -> None:
    """Defender player, Attacker player, and again: two each, four in all, then the teams are set up."""
    play = placing(defender=("first", "second")[defender])
    asked = []
    for k in range(4):
        asked.append(play.player)
        assert (play.what, play.decision.rule) == ("barricade", "KT21-SETUP-08")
        play.answer(Place(5 + 4 * k, 4 if play.player == defender else 18))
        assert len(standing(play)) == k + 1
    assert asked == [defender, 1 - defender, defender, 1 - defender]
    assert [(e.values["player"], e.rule) for e in play.events("barricade")] == [(player, "KT21-SETUP-08") for player in asked]
    assert play.what == "place"
    assert len(play.state.barricades) == 4


@pytest.mark.rule("KT21-INT-07")
def test_a_placement_may_be_declined_and_is_lost() -> None:
    """The first player declines once: the turn passes on as ever, and there are three barricades in the end. Not answering declines."""
    play = placing()
    assert play.decision.default == PASS
    play.answer("pass")
    assert play.player == 1
    for at in (Place(5, 18), Place(5, 4), Place(10, 18)):
        play.answer(at)
    assert play.what == "place"
    assert len(standing(play)) == 3
    assert [(e.values["player"], e.rule) for e in play.events("no-barricade")] == [(0, "KT21-INT-07")]


@pytest.mark.rule("KT21-INT-07")
def test_who_has_no_room_loses_the_placement() -> None:
    """The southern zone and 2" beyond it are full of rubble: its player is not asked, the other one sets up two."""
    scene = Scene()
    scene.wall(0, 0, 30, 5.01, top=1)
    scene.add(0, None)
    scene.add(1, None)
    scene.options["defender"] = "first"
    play = battle(scene, dice=[6, 1]).answer("south")
    assert (play.what, play.player) == ("barricade", 1)
    play.answer(Place(5, 18))
    assert (play.what, play.player) == ("barricade", 1)
    play.answer(Place(10, 18))
    assert play.what != "barricade"
    assert [(e.values["player"], e.rule) for e in play.events("no-barricade")] == [(0, "KT21-INT-07"), (0, "KT21-INT-07")]


@pytest.mark.rule("KT21-INT-07")
def test_a_small_gap_is_room_enough() -> None:
    """Rubble everywhere but for a strip 2.3" long and 0.6" wide: the player is asked, and the gap is offered."""
    scene = Scene()
    for box in ((0, 0, 30, 3.2), (0, 3.8, 30, 5.01), (0, 3.2, 12.1, 3.8), (14.4, 3.2, 30, 3.8)):
        scene.wall(*box, top=1)
    play = placing(scene)
    assert play.player == 0
    assert len(play.options()) > 1 and play.options()[0] == "pass"
    assert all(12.1 < place.x < 14.4 and 3.2 < place.y < 3.8 for place in play.options()[1:])
    assert play.decision.sample(Random(1)) in play.decision.options


@pytest.mark.rule("KT21-INT-07", "KT21-SETUP-09")
@pytest.mark.parametrize("gap", [
    (12, 0, 14.3, 0.3), (0, 1.5, 0.3, 3.8), (29.7, 1.5, 30, 3.8), (12, 4.95, 14.3, 5.25), (12, 4.9, 12.3, 7), (0, 0, 2.1, 0.26), (0, 0, 0.26, 2.1),
])  # fmt: skip
def test_there_is_room_along_the_edges_and_at_the_end_of_the_reach(gap: tuple[float, float, float, float]) -> None:
    """Rubble everywhere but for a gap at an edge of the board, or one that only the near side of a barricade is within 2" in."""
    x0, y0, x1, y1 = gap
    scene = Scene()
    for box in ((0, 0, x0, 9), (x1, 0, 30, 9), (x0, 0, x1, y0), (x0, y1, x1, 9)):
        if box[0] < box[2] and box[1] < box[3]:
            scene.wall(*box, top=1)
    play = placing(scene)
    assert play.player == 0
    assert len(play.options()) > 1
    assert all(play.why(place) == "" and x0 < place.x < x1 and y0 < place.y < y1 for place in play.options()[1:])


# --- where


@pytest.mark.rule("KT21-SETUP-09", "KT21-INT-06", "KT21-INT-03")
@pytest.mark.parametrize(
    ("nearest", "rule"), [(3.0, ""), (4.0, ""), (5.0, ""), (5.001, ""), (5.002, "KT21-SETUP-09"), (5.1, "KT21-SETUP-09"), (11.0, "KT21-SETUP-09")]
)
@pytest.mark.parametrize(("turn", "half"), [(0.0, 0.125), (90.0, 1.0), (180.0, 0.125), (270.0, 1.0)])
def test_within_two_inches_of_the_own_zone(nearest: float, rule: str, turn: float, half: float) -> None:
    """It is the nearest point of the barricade that counts, however it is turned; the zone ends at y = 3."""
    assert barricades.REACH == 2
    play = placing()
    assert play.why(Place(10, round(nearest + half, 3), 0, turn)) == rule
    if rule == "KT21-SETUP-09":
        assert '2"' in play.refusal(Place(10, round(nearest + half, 3), 0, turn)).reason


@pytest.mark.rule("KT21-SETUP-09")
@pytest.mark.parametrize(("edge", "mine", "theirs"), [
    ("south", (10, 4), (10, 18)), ("north", (10, 18), (10, 4)), ("west", (4, 10), (26, 10)), ("east", (26, 10), (4, 10)),
])  # fmt: skip
@pytest.mark.parametrize("defender", ["first", "second"])
def test_near_the_own_zone_not_the_opponents(edge: str, mine: tuple[float, float], theirs: tuple[float, float], defender: str) -> None:
    """Each player has the own side of the board for it."""
    play = placing(defender=defender, edge=edge)
    assert (play.why(Place(*mine)), play.why(Place(*theirs))) == ("", "KT21-SETUP-09")
    play.answer(Place(*mine))
    assert (play.why(Place(*mine)), play.why(Place(*theirs))) == ("KT21-SETUP-09", "")


@pytest.mark.rule("KT21-INT-06")
def test_inside_the_zone_counts_and_one_point_is_enough() -> None:
    """Wholly inside it, across its border, or with only an end within 2"."""
    play = placing()
    for place in (Place(10, 1), Place(10, 3), Place(10, 6, 0, 90), Place(10, 5.7, 0, 45)):
        assert play.why(place) == "", place
    refused(play, Place(10, 5.9, 0, 45), "KT21-SETUP-09")  # its lowest corner is at 5.9 - 0.707 - 0.088


@pytest.mark.rule("KT21-INT-06")
@pytest.mark.parametrize(
    ("x", "y", "turn", "rule"),
    [
        (1, 2, 0, ""), (0.99, 2, 0, "KT21-INT-06"), (29, 2, 0, ""), (29.01, 2, 0, "KT21-INT-06"), (10, 0.125, 0, ""), (10, 0.12, 0, "KT21-INT-06"),
        (0.125, 2, 90, ""), (0.12, 2, 90, "KT21-INT-06"), (10, 1, 90, ""), (10, 0.99, 90, "KT21-INT-06"), (0.7, 2, 45, "KT21-INT-06"),
        (0.8, 2, 45, ""), (-5, 2, 0, "KT21-INT-06"),
    ],
)  # fmt: skip
def test_wholly_on_the_board(x: float, y: float, turn: float, rule: str) -> None:
    """Up to the edge and not beyond, however it is turned."""
    assert placing().why(Place(x, y, 0, turn)) == rule


@pytest.mark.rule("KT21-INT-06")
def test_not_on_terrain_nor_on_another_barricade() -> None:
    """Touching is fine; below a roof there is room."""
    scene = Scene()
    scene.wall(8, 2, 12, 4, top=3)
    scene.roof(20, 1, 24, 5)
    scene.wall(26, 2, 26.2, 2.2, top=1)
    play = placing(scene)
    for place in (Place(10, 3), Place(10, 4.1), Place(7.5, 3), Place(12.3, 1.9, 0, 135), Place(26.1, 2.1), Place(26.5, 2.15, 0, 30)):
        refused(play, place, "KT21-INT-06")
    assert "part0" in play.refusal(Place(10, 3)).reason
    for place in (Place(10, 4.125), Place(7, 3), Place(22, 3), Place(7.875, 3, 0, 90)):
        assert play.why(place) == "", place
    play.answer(Place(22, 3), "pass")
    refused(play, Place(22, 3.2), "KT21-INT-06")
    refused(play, Place(22, 3, 0, 90), "KT21-INT-06")
    assert play.why(Place(22, 3.25)) == ""


@pytest.mark.rule("KT21-INT-06", "KT21-SETUP-09")
def test_every_place_offered_is_legal() -> None:
    """Also those drawn at random; and they are of several orientations."""
    scene = Scene()
    scene.wall(8, 2, 12, 4, top=3)
    play = placing(scene)
    offered = play.options()[1:]
    assert len({place.turn for place in offered}) == 4
    drawn = [play.decision.sample(Random(seed)) for seed in range(50)]
    for place in (*offered, *drawn):
        assert play.why(place) == ""
    assert len({*drawn}) > 20


@pytest.mark.rule("KT21-INT-06")
@pytest.mark.parametrize("answer", [Pick(3), Place(float("nan"), 4), Place(10, 4, 0, float("inf")), Place("10", 4), Place(10, 4, 0, True)])  # type: ignore[arg-type]
def test_what_is_no_place_is_refused(answer: Any) -> None:
    """An answer is a place and an angle in plain numbers, or a pass."""
    play = placing()
    assert play.why(answer) == "KT21-SETUP-08"
    refused(play, Place(10, 4, 1), "KT21-INT-11")


@pytest.mark.rule("KT21-SETUP-09")
@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_the_hint_is_the_same_from_every_edge(edge: str) -> None:
    """On an empty square board: across the way, as far ahead as may be, at one side of the middle and then at the other."""
    play = placing(Scene(board=(24, 24)), edge=edge)
    for side in (-1, 1):
        hint = play.game.advice()
        assert isinstance(hint, Place)
        aside, ahead, turn = (hint.x, hint.y, 0) if edge in ("south", "north") else (hint.y, hint.x, 90)
        assert (min(ahead, 24 - ahead), hint.turn) == (5.125, turn)
        assert abs(aside - 12 - 4 * side) <= 0.75
        play.answer(hint)
        assert play.game.tell(play.events("barricade")[-1]) == "Team 0 set up a barricade."
        play.answer(play.game.advice())


# --- what it is


@pytest.mark.rule("KT21-INT-05")
@pytest.mark.parametrize(
    ("turn", "corners"),
    [
        (0, [[9, 3.875], [11, 3.875], [11, 4.125], [9, 4.125]]),
        (90, [[10.125, 3], [10.125, 5], [9.875, 5], [9.875, 3]]),
        (180, [[9, 3.875], [11, 3.875], [11, 4.125], [9, 4.125]]),
        (45, [[9.381, 3.205], [10.795, 4.619], [10.619, 4.795], [9.205, 3.381]]),
        (-45, [[9.205, 4.619], [10.619, 3.205], [10.795, 3.381], [9.381, 4.795]]),
    ],
)
def test_two_inches_long_a_quarter_thick_and_one_tall(turn: float, corners: list[list[float]]) -> None:
    """Turned to the left by so many degrees about its middle."""
    play = placing().answer(Place(10, 4, 0, turn))
    (outline,) = standing(play)
    assert sorted(outline) == sorted(corners)
    (part,) = play.game.view()["terrain"]
    assert (part["bottom"], part["top"], part["kind"]) == (0, 1, "light")


@pytest.mark.rule("KT21-INT-05", "KT21-SETUP-08")
def test_it_is_terrain_for_the_rest_of_the_battle() -> None:
    """No operative is set up on it, and it is crossed for 2"."""
    play = placing().answer(Place(10, 2), "pass", "pass", "pass")
    refused(play, Place(10, 2.2), "KT21-INT-08")
    play.answer(Place(10, 1.3), "engage")
    idle(play, until="action")
    while play.decision.subject != 0:
        play.answer("end")
        idle(play, until="action")
    play.answer("normal move")
    assert play.refusal([(10, 5.4)]).values["length"] == pytest.approx(6.1)
    assert play.why([(10, 5.2)]) == ""


@pytest.mark.rule("KT21-SETUP-08")
def test_a_battle_is_replayed_with_its_barricades(tmp_path: Any) -> None:
    """They are in the record: the same answers give the same board, and a saved game has them."""
    game = Game.new("kt21", seed=3, defender="first")
    game.play(Pick("south"))
    for _ in range(4):
        assert game.decision is not None and game.decision.what == "barricade"
        game.play(game.decision.options[5])
    game.save(tmp_path / "game")
    again = Game.load(tmp_path / "game")
    assert again.view()["terrain"] == game.view()["terrain"]
    assert len([part for part in again.view()["terrain"] if part["id"].startswith("barricade")]) == 4
