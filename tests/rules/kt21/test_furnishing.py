"""Barricades become terrain in the middle of a game: taking back, forking, records, and several games side by side."""

from __future__ import annotations

import json
import random
from pathlib import Path as FilePath
from typing import Any

import pytest

from counteract.core.decision import PASS, Place
from counteract.core.dice import SeededDice
from counteract.core.record import RecordError, record
from counteract.game import Game, replay
from counteract.rulesets.kt21.ruleset import RULESET
from tests.rules.kt21.rounds import battle, idle, lines
from tests.rules.kt21.scene import Play, Scene, gun

ONE, TWO, THREE, FOUR = Place(10.0, 4.0), Place(20.0, 18.0), Place(14.0, 4.5, 0.0, 90.0), Place(12.0, 17.5, 0.0, 45.0)


def begun(*barricades: Any) -> Play:
    """Return a battle in which A, the Defender player, has taken the south edge, and these barricades have been set up."""
    scene = lines(2, 2, options={"defender": "first"})
    return battle(scene, dice=[6, 1] * 4).answer("south", *barricades)


def standing(game: Game) -> list[str]:
    """Return the barricades on the table."""
    return [part.id for part in game.arena.terrain.parts if part.id.startswith("barricade")]


def middles(game: Game) -> list[tuple[float, float]]:
    """Return the middles of the barricades."""
    parts = [part for part in game.arena.terrain.parts if part.id.startswith("barricade")]
    return [(round(sum(x for x, _ in p.footprint) / 4, 3), round(sum(y for _, y in p.footprint) / 4, 3)) for p in parts]


@pytest.mark.rule("KT21-SETUP-08")
def test_a_barricade_is_terrain_as_soon_as_it_is_set_up() -> None:
    """Four of them, one after the other: each is on the table for the next decision, and both players see it."""
    play = begun()
    assert (play.what, standing(play.game)) == ("barricade", [])
    for count, place in enumerate((ONE, TWO, THREE, FOUR), 1):
        play.answer(place)
        assert len(standing(play.game)) == count
    assert middles(play.game) == [(10, 4), (20, 18), (14, 4.5), (12, 17.5)]
    shown = [part for part in play.game.view()["terrain"] if part["id"].startswith("barricade")]
    assert [(part["top"], part["kind"]) for part in shown] == [(1.0, "light")] * 4


@pytest.mark.rule("KT21-SETUP-08")
def test_a_barricade_can_be_taken_back() -> None:
    """No dice have fallen: it is off the table again, the question is the same as before, and another place is as good."""
    play = begun(ONE)
    before = play.game.digest()
    play.answer(TWO)
    assert middles(play.game) == [(10, 4), (20, 18)]
    play.game.undo()
    assert (play.what, play.player, play.game.digest(), middles(play.game)) == ("barricade", 1, before, [(10, 4)])
    assert play.why(ONE) != "", "the first one still stands there"
    play.answer(FOUR)
    assert middles(play.game) == [(10, 4), (12, 17.5)]
    play.game.undo()
    play.game.undo()
    assert (play.player, middles(play.game), play.why(ONE)) == (0, [], "")


@pytest.mark.rule("KT21-SETUP-08")
def test_taking_back_leads_through_barricades_and_deployment() -> None:
    """Back from the first turning point to the beginning, state by state, and forward again: the same states, the same terrain."""
    play = begun(ONE, TWO, THREE, FOUR)
    idle(play, until="initiative")
    states = [(m.digest(), m.answer) for m in play.game.moments]
    terrain = play.game.arena.terrain.parts
    for digest, _ in states[-2::-1]:
        play.game.undo(across_dice=True)
        assert play.game.digest() == digest
    assert standing(play.game) == []
    for digest, answer in states[1:]:
        assert answer is not None
        play.game.play(answer)
        assert play.game.digest() == digest
    assert play.game.arena.terrain.parts == terrain


@pytest.mark.rule("KT21-SETUP-08", "KT21-INT-08")
def test_what_is_legal_afterwards_depends_on_what_stands_there() -> None:
    """With a barricade in the zone no operative is set up on it; taken back and set up elsewhere, an operative is."""
    inside = Place(15.0, 2.0)
    play = begun(inside, PASS, PASS, PASS).answer(0)
    assert (play.what, play.why(Place(15.0, 2.0))) == ("place", "KT21-INT-08")
    while play.what != "barricade" or middles(play.game):
        play.game.undo()
    play.answer(ONE, "pass", "pass", "pass", 0)
    assert (play.what, play.why(Place(15.0, 2.0))) == ("place", "")


def test_forks_before_and_after_a_barricade_do_not_disturb_each_other() -> None:
    """Three forks of one moment with three different next barricades: each has its own, and the original none of them."""
    play = begun(ONE)
    forks = [play.game.fork() for _ in range(3)]
    for fork, place in zip(forks, (TWO, FOUR, PASS), strict=True):
        fork.play(place)
    assert [middles(fork) for fork in forks] == [[(10, 4), (20, 18)], [(10, 4), (12, 17.5)], [(10, 4)]]
    assert middles(play.game) == [(10, 4)]
    later = forks[0].fork()
    later.undo()
    assert (middles(later), middles(forks[0])) == ([(10, 4)], [(10, 4), (20, 18)])
    later.play(TWO)
    assert later.digest() == forks[0].digest()
    assert later.arena is forks[0].arena, "the same barricades are the same table"


def test_a_running_deployment_survives_a_fork_and_a_way_back() -> None:
    """Forked in the middle of setting up an operative: both go on with the terrain there is."""
    play = begun(ONE, TWO, THREE, FOUR).answer(0)
    fork = play.game.fork()
    for game in (play.game, fork):
        assert game.decision is not None and game.decision.what == "place"
        game.play(Place(5.0, 1.0))
    assert fork.digest() == play.game.digest()
    assert len(standing(fork)) == 4


# --- records


def played(seed: int) -> Game:
    """Return a whole game at random."""
    game, rng = Game(RULESET, lines(2, 3).setup(), SeededDice(seed)), random.Random(seed)
    while game.decision is not None:
        game.play(game.decision.sample(rng))
    return game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_record_with_barricades_replays(seed: int, tmp_path: FilePath) -> None:
    """Saved, loaded and verified state by state: the same game on the same table."""
    game = played(seed)
    assert len(game.state.barricades) > 1
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert [m.digest() for m in again.moments] == [m.digest() for m in game.moments]
    assert again.state.barricades == game.state.barricades
    assert again.arena.terrain.parts == game.arena.terrain.parts
    assert replay(record(game)).result == game.result


def test_an_unfinished_record_goes_on_where_it_stopped(tmp_path: FilePath) -> None:
    """Saved after two of four barricades and loaded: the third is asked for, with two on the table."""
    play = begun(ONE, TWO)
    play.game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert again.decision is not None
    assert (again.decision.what, again.decision.player, middles(again)) == ("barricade", 0, [(10, 4), (20, 18)])
    for game in (again, play.game):
        game.play(THREE)
    assert again.digest() == play.game.digest()


@pytest.mark.parametrize(("field", "value"), [("x", 10.5), ("turn", 90.0), ("y", 5.5)])
def test_a_record_whose_barricade_was_moved_is_found_out(field: str, value: float, tmp_path: FilePath) -> None:
    """A barricade shifted, turned, or put where it cannot stand: the record disagrees at just that step."""
    path = tmp_path / "game.json"
    begun(ONE, TWO).game.save(path)
    data = json.loads(path.read_text())
    step = next(k for k, s in enumerate(data["steps"]) if s["answer"] and s["answer"]["type"] == "place")
    data["steps"][step]["answer"][field] = value
    path.write_text(json.dumps(data))
    with pytest.raises(RecordError) as caught:
        Game.load(path)
    assert caught.value.step == step


@pytest.mark.parametrize("wrong", [Place(10.0, 4.0, float("nan")), Place(10.0, 4.0, 0.0, float("nan")), Place(10.0, 4.0, 0.0, float("inf"))])
@pytest.mark.parametrize("what", ["barricade", "place"])
def test_no_place_is_accepted_that_a_record_cannot_hold(wrong: Place, what: str) -> None:
    """A value that is no number, in any part of the answer, is refused for a barricade and for an operative alike."""
    play = begun() if what == "barricade" else begun(PASS, PASS, PASS, PASS).answer(0)
    assert play.what == what
    near = Place(wrong.x, 4.0 if what == "barricade" else 1.0, wrong.z, wrong.turn)
    assert play.why(Place(near.x, near.y)) == ""
    assert play.why(near) != ""
    assert play.why(Place(near.x, near.y, 0.0, "left")) != ""  # type: ignore[arg-type]


# --- several games in one process


def test_games_with_different_barricades_side_by_side() -> None:
    """Two games with the same set-up, played in turn, one with a barricade before the enemy: each sees its own table."""
    scene = Scene(defender="first")
    scene.add(0, None, weapons=[gun()])
    scene.add(1, None)
    games = [Play(Game(RULESET, scene.setup(), SeededDice(3))) for _ in range(2)]
    screen = Place(15.0, 18.5)
    answers = [("south", "pass", wall, "pass", "pass", Place(15.0, 1.0), "engage", Place(15.0, 20.0), "conceal") for wall in (screen, "pass")]
    for pair in zip(*answers, strict=True):
        for game, answer in zip(games, pair, strict=True):
            game.answer(answer)
    for game in games:
        idle(game, until="initiative").answer(0, 0)
    covered, open_to = games
    assert covered.why("shoot") == "KT21-INT-40"
    assert open_to.why("shoot") == ""
    assert covered.why("shoot") == "KT21-INT-40", "and is not misled by the other"


def test_games_side_by_side_play_as_they_would_alone() -> None:
    """Four games of one set-up with random barricades, their answers mixed: state for state the same as one after the other."""
    alone = [[m.digest() for m in played(seed).moments] for seed in range(4)]
    together = [(Game(RULESET, lines(2, 3).setup(), SeededDice(seed)), random.Random(seed)) for seed in range(4)]
    while any(game.decision is not None for game, _ in together):
        for game, rng in together:
            if game.decision is not None:
                game.play(game.decision.sample(rng))
    assert len({game.state.barricades for game, _ in together}) == 4
    assert [[m.digest() for m in game.moments] for game, _ in together] == alone


def test_however_many_tables_there_have_been_each_game_keeps_its_own() -> None:
    """A game goes on rightly after more different barricades than are remembered, taken back and forth."""
    play = begun(ONE, TWO, THREE, FOUR).answer(0)
    assert play.why(Place(10.0, 2.5)) == ""
    for k in range(150):
        fork = begun().game
        fork.play(Place(2.0 + k / 10, 4.0, 0.0, 90.0))
        assert middles(fork) == [(round(2.0 + k / 10, 3), 4)]
    assert middles(play.game) == [(10, 4), (20, 18), (14, 4.5), (12, 17.5)]
    play.answer(Place(10.0, 2.5))
    play.game.undo()
    assert (play.what, len(standing(play.game))) == ("place", 4)
