"""Falling back. (FALLBACK, INT-34)"""

from __future__ import annotations

import pytest

from counteract.rulesets.kt40 import moves
from tests.rules.kt40.scenes import DEGRADING, Play, Scene, blade, gun


def engaged(**more: object) -> tuple[Scene, int, int]:
    """Return a scene with two models within 1" of each other."""
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, **more)  # type: ignore[arg-type]
    return scene, unit, scene.squad(1, (12, 10), models=1)


def falling_back(scene: Scene, unit: int) -> Play:
    return scene.option(unit).answer("fall back").decline("strike")


@pytest.mark.rule("KT40-FALLBACK-01")
def test_a_unit_passes_enemies_and_ends_clear_of_them() -> None:
    scene, unit, _ = engaged()
    play = falling_back(scene, unit)
    assert play.why({0: (10, 16.01)}) == "KT40-FALLBACK-01"  # M 6
    assert play.why({}) == "KT40-FALLBACK-01"  # it would end within 1"
    assert play.why({0: [(10.5, 12), (12, 12.5)]}) == ""  # past the enemy within 1"
    assert play.why({0: (12, 12)}) == "KT40-FALLBACK-01"  # but it may not end there
    assert play.why({0: (14.5, 10)}) == "KT40-MOVE-06"  # nor go through it


@pytest.mark.rule("KT40-FALLBACK-01")
def test_only_an_engaged_unit_falls_back() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (12.01, 10), models=1)
    assert scene.option(unit).why("fall back") == "KT40-FALLBACK-01"


@pytest.mark.rule("KT40-FALLBACK-01")
def test_every_model_ends_clear() -> None:
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (10, 11.5)], models=2)
    scene.squad(1, (12, 10), models=1)
    play = falling_back(scene, unit)
    refusal = play.refusal({1: (8, 11)})  # the first stays within 1"
    assert (refusal.rule, refusal.values["number"]) == ("KT40-FALLBACK-01", 0)


@pytest.mark.rule("KT40-FALLBACK-02")
def test_a_unit_that_fell_back_takes_no_other_option() -> None:
    scene, unit, _ = engaged(weapons=[gun()])
    play = falling_back(scene, unit).answer({0: (6, 10)})
    assert play.unit(unit).option == "fall back"
    again = scene.part_of(0, units=play.s.units, places=play.s.places)
    assert again.what == ""  # it cannot advance, charge or be readied


@pytest.mark.rule("KT40-FALLBACK-03")
def test_only_flyers_shoot_after_falling_back() -> None:
    for keywords, shoots in ((("INFANTRY",), False), (("INFANTRY", "FLY"), True)):
        scene, unit, _ = engaged(weapons=[gun()], keywords=keywords)
        play = falling_back(scene, unit).answer({0: (6, 10)})
        after = scene.alternate("shooting", units=play.s.units, places=play.s.places, models=play.s.models)
        assert bool(after.what) is shoots


@pytest.mark.rule("KT40-FALLBACK-04")
def test_a_unit_that_fell_back_fires_overwatch() -> None:
    scene, unit, enemy = engaged(weapons=[gun()])
    play = falling_back(scene, unit).answer({0: (6, 10)})
    charge = scene.option(enemy, units=play.s.units, places=play.s.places).answer("charge")
    assert (charge.what, charge.options()) == ("overwatch", ["pass", unit])


@pytest.mark.rule("KT40-FALLBACK-05")
def test_overwatch_is_the_only_reaction_to_a_charge() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    target = scene.squad(1, (16, 10), models=1, weapons=[gun()])
    play = scene.option(unit, dice=[3, 3]).answer("charge")
    assert (play.what, play.options()) == ("overwatch", ["pass", target])
    play.answer("pass")
    assert (play.what, play.player) == ("move", 0)  # nobody retreats
    assert play.at(1) == (16, 10, 0)


@pytest.mark.rule("KT40-INT-34")
def test_a_fall_back_without_a_legal_end_cannot_be_declared() -> None:
    scene = Scene(board=(8, 1.2))  # the end of a corridor as wide as a base
    unit = scene.squad(0, (0.5, 0.6), models=1)
    scene.squad(1, [(2.2, 0.6), (4, 0.6)], models=2)
    assert scene.option(unit).why("fall back") == "KT40-INT-34"


@pytest.mark.rule("KT40-INT-34")
def test_a_unit_that_is_hemmed_in_by_the_strikes_stays_and_has_fallen_back() -> None:
    scene = Scene(board=(12, 1.2))  # a corridor as wide as a base
    unit = scene.squad(0, (5, 0.6), models=1, move=1)
    striker = scene.squad(1, [(7, 0.6), (8.5, 0.6)], models=2)
    play = scene.option(unit, dice=[1, 1]).answer("fall back", striker)
    play.answer({1: (6, 0.6), 2: (7.1, 0.6)})  # it piles in to contact: 1" is not enough to get away
    play.answer("pass")
    assert play.events("cannot-fall-back")
    assert (play.at(0), play.unit(unit).option) == ((5, 0.6, 0), "fall back")
    assert not play.unit(unit).moved


@pytest.mark.rule("KT40-TRANS-02", "KT40-FALLBACK-01")
def test_a_unit_falls_back_into_its_transport() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=2)
    carrier = scene.transport(0, (10, 15))
    scene.squad(1, (10, 8), models=1)
    play = falling_back(scene, unit)
    play.answer({0: (10, 12), 1: (11.5, 12)})
    assert play.what == "embark"
    play.answer(carrier)
    assert play.unit(unit).carrier == carrier


@pytest.mark.rule("KT40-INT-34", "KT40-DEG-01")
def test_a_vehicle_that_strikes_have_slowed_down_may_be_unable_to_get_away() -> None:
    """It could fly 12" out of its corner; with 1 wound left it moves 4", and every place within 4" is near an enemy."""
    scene = Scene()
    unit = scene.vehicle(0, (1.97, 1.97), keywords=("FLY",), degrading=DEGRADING, left=[7], toughness=4)
    places = [(5.3, 2), (2, 5.3), (5.3, 5.3), (7.5, 5.3), (5.3, 7.5)]
    enemy = scene.squad(1, places, models=5, attacks=2, strength=8, weapons=[blade("user -6 2")])
    play = scene.option(unit, dice=[6, 6, 6, 1, 6, 6, 6]).answer("fall back", enemy).decline("move")
    assert play.left(unit) == [1]
    assert [event.kind for event in play.game.events][-1] == "cannot-fall-back"
    assert play.unit(unit).option == "fall back"


@pytest.mark.rule("KT40-INT-34", "KT40-FALLBACK-01")
def test_a_fall_back_is_ruled_out_only_by_proof() -> None:
    """Either model could end in the one free nook of the corridor, not both: no move is found, none is ruled out, and the player may show one.

    One that has no end even by itself rules the move out for its unit.
    """
    scene = Scene(board=(12, 1.2))
    unit = scene.squad(0, [(3.5, 0.6), (4.7, 0.6)], models=2, move=12)
    scene.squad(1, [(1.7, 0.6), (6.5, 0.6)], models=2)
    s = scene.state()
    assert not moves.can_fall_back(scene.arena, s, unit)
    assert moves.may_fall_back(scene.arena, s, unit)
    play = scene.option(unit).answer("fall back").decline("strike")
    assert (play.what, play.options()) == ("move", ["pass"])
    assert play.why({0: (3.75, 0.6)}) == "KT40-FALLBACK-01"
    assert play.why({0: (3.75, 0.6), 1: (4.45, 0.6)}) == "KT40-MOVE-06"
    play.answer("pass")
    assert play.events("cannot-fall-back") and play.unit(unit).option == "fall back" and not play.unit(unit).moved
    narrow = Scene(board=(12, 1.2))
    unit = narrow.squad(0, [(3.2, 0.6), (4.3, 0.6)], models=2, move=12)
    narrow.squad(1, [(1.7, 0.6), (5.6, 0.6)], models=2)
    assert narrow.option(unit).why("fall back") == "KT40-INT-34"


@pytest.mark.rule("KT40-INT-34", "KT40-UNIT-07")
def test_a_broken_unit_whose_parts_cannot_meet_does_not_fall_back() -> None:
    """Two models with a Move of 6" come together over a gap of 14" at most: twice 6" and the 2" of coherency."""

    def refusal(apart: float) -> str:
        scene = Scene()
        unit = scene.squad(0, [(10, 10), (10 + apart, 10)], models=2, move=6)
        scene.squad(1, [(10, 11.5)], models=1)
        return scene.option(unit).why("fall back")

    bases = 1.0  # of two models, half of each
    assert refusal(14.0 + bases) == ""
    assert refusal(14.1 + bases) == "KT40-INT-34"
