"""Falling Back: who may, where to, and what it costs. (FALLBACK, QA-03 to QA-05, INT-21)"""

from __future__ import annotations

from math import hypot

import pytest

from counteract.core.state import Task
from tests.rules.kt18.moving import ENEMY, MOVER, choosing, ends, length, lone
from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.shots import hit_rolls

NEAR = (6.5, 11)  # 0.5" from a model at (5, 11)


def falling_back(scene: Scene) -> Play:
    """Return a battle in which model 0 has chosen to Fall Back; where to is about to be asked."""
    return choosing(scene).answer("fall back")


# --- who may


@pytest.mark.rule("KT18-FALLBACK-01", "KT18-MOVE-04")
def test_who_began_near_an_enemy_stays_or_falls_back() -> None:
    """Its player chooses; staying is nothing more than that."""
    scene = lone(enemy=NEAR)
    play = scene.movement().answer(MOVER)
    assert (play.player, play.options()) == (0, ["stay", "fall back"])
    assert play.why("normal move") == "KT18-MOVE-04"
    play.answer("stay")
    assert play.at(MOVER) == (5, 11, 0) and not play.model(MOVER).fell_back


@pytest.mark.rule("KT18-FALLBACK-01")
@pytest.mark.parametrize("enemy", [(15, 11), NEAR])
def test_nobody_else_falls_back(enemy: tuple[float, float]) -> None:
    """Not who was free when the phase began, be there an enemy near by now or not."""
    play = lone(enemy=enemy).play(Task("option", (MOVER,)))
    assert "fall back" not in play.options() and play.why("fall back") == "KT18-FALLBACK-01"


@pytest.mark.rule("KT18-FALLBACK-02")
def test_who_was_charged_does_not_fall_back() -> None:
    """It began the phase near one enemy, and another has charged it since: it stays."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 3))
    scene.add(1, NEAR)
    scene.add(1, (5, 16))
    play = scene.movement(order=(1, 0), dice=[3, 3]).answer(3, "charge", 0, "pass", [(5, 12.8)], "pass")
    assert play.model(0).began and play.model(0).charged_by == (3,)
    assert (play.player, play.options()) == (0, [1, "pass"])
    assert play.why(0) == "KT18-FALLBACK-02"
    stuck = lone(enemy=NEAR, began=True, charged_by=(1,)).play(Task("option", (MOVER,)))
    assert stuck.options() == ["stay"] and stuck.why("fall back") == "KT18-FALLBACK-02"


@pytest.mark.rule("KT18-FALLBACK-04")
def test_without_anywhere_to_go_there_is_none() -> None:
    """In a corner with enemies all around, every place within reach is within 1" of one of them."""
    scene = Scene(board=(30, 22))
    scene.add(0, (0.5, 0.5), began=True, move=2)
    scene.add(0, (20, 20))
    for at in ((1.6, 0.5), (0.5, 1.6), (1.8, 1.8)):
        scene.add(1, at)
    play = scene.play(Task("option", (0,)))
    assert play.options() == ["stay"] and play.why("fall back") == "KT18-FALLBACK-04"
    assert scene.manoeuvre(0).options() == [1, "pass"]


@pytest.mark.rule("KT18-FALLBACK-04")
@pytest.mark.parametrize(("apart", "room"), [(2.01, True), (2.005, True), (1.99, False)])
def test_the_smallest_nook_is_somewhere_to_go(apart: float, room: bool) -> None:
    """Three enemies this far from a spot at the edge of the board, centre to centre: more than 2" leaves a nook of a few thousandths."""
    scene = Scene()
    scene.add(0, (5.06, 1.03), began=True, move=1)
    for at in ((5 - apart, 0.5), (5 + apart, 0.5), (5, 0.5 + apart)):
        scene.add(1, at)
    play = scene.play(Task("option", (MOVER,)))
    assert ("fall back" in play.options()) is room
    if room:
        play.answer("fall back")
        assert ends(play) and all(hypot(x - 5, y - 0.5) < 0.02 for x, y, _ in ends(play))


# --- where to


@pytest.mark.rule("KT18-FALLBACK-03")
@pytest.mark.parametrize("move", [4, 6])
def test_as_far_as_the_move_characteristic(move: float) -> None:
    """M inches are allowed, 0.01" more are not."""
    play = falling_back(lone(enemy=NEAR, began=True, move=move))
    assert (play.what, play.player, play.decision.rule) == ("move", 0, "KT18-FALLBACK-03")
    assert play.why([(5, 11 + move + 0.01)]) == "KT18-FALLBACK-03"
    assert length(play, [(5, 11 + move + 0.01)]) == pytest.approx(move + 0.01)
    play.answer([(5, 11 + move)])
    assert play.at(MOVER) == (5, 11 + move, 0) and play.model(MOVER).fell_back and play.model(MOVER).moved
    (moved,) = play.events("moved")
    assert (moved.rule, moved.values["move"]) == ("KT18-FALLBACK-03", "fall back")


@pytest.mark.rule("KT18-FALLBACK-04", "KT18-INT-15")
def test_it_ends_more_than_an_inch_from_every_enemy() -> None:
    """1.0" from the one it leaves, or from another, is refused; 1.01" is not. On the way it may pass as near as it likes."""
    scene = lone(enemy=NEAR, began=True)
    scene.add(1, (5, 16))
    play = falling_back(scene)
    assert play.why([(4.5, 11)]) == "KT18-FALLBACK-04" and play.why([(4.49, 11)]) == ""
    assert play.why([(5, 14)]) == "KT18-FALLBACK-04" and play.why([(5, 13.98)]) == ""
    assert play.why([(5, 11)]) == "KT18-FALLBACK-04"  # it may stay, but that is another option
    assert play.why([(5.8, 9.9), (8, 9.9), (8.5, 9.9)]) == ""  # brushing past the enemy
    assert all(hypot(x - 6.5, y - 11) > 2 and hypot(x - 5, y - 16) > 2 for x, y, _ in ends(play))


@pytest.mark.rule("KT18-QA-05")
@pytest.mark.parametrize("path", [[(1, 11)], [(5, 15)], [(5, 9.7), (8, 9.7), (9, 10.2)]])
def test_any_direction_will_do(path: list[tuple[float, float]]) -> None:
    """Backwards, aside, or past the enemy and on."""
    play = falling_back(lone(enemy=NEAR, began=True)).answer(path)
    assert play.at(MOVER) == (*path[-1], 0) and play.model(MOVER).fell_back


@pytest.mark.rule("KT18-QA-04", "KT18-INT-21", "KT18-MOVE-04")
def test_the_enemy_of_one_that_fell_back_does_not_charge() -> None:
    """In its own turn of the same phase it may stay or Fall Back itself, in any direction, but not go after it."""
    scene = lone(enemy=NEAR)
    play = scene.movement().answer(MOVER, "fall back", [(1, 11)], ENEMY)
    assert (play.player, play.options()) == (1, ["stay", "fall back"])
    assert play.why("charge") == "KT18-MOVE-04"
    play.answer("fall back")
    assert play.why([(3.1, 11)]) == ""  # towards the one that left, up to more than 1" from it
    assert play.why([(3, 11)]) == "KT18-FALLBACK-04"
    play.answer([(12.5, 11)])
    assert play.at(ENEMY) == (12.5, 11, 0) and play.model(ENEMY).fell_back


# --- jumps and leaps


def tower(scene: Scene, x0: float, x1: float, top: float) -> None:
    scene.wall(x0, 6, x1, 16, top=top, marks=("vantage",))


@pytest.mark.rule("KT18-QA-03", "KT18-QA-09", "KT18-TERR-07")
def test_a_fall_back_may_jump_down() -> None:
    """From a tower 5" high: the drop costs nothing and is not high enough to hurt."""
    scene = lone(at=(10.6, 11, 5), enemy=(12, 11, 5), began=True)
    tower(scene, 10, 16, 5)
    play = falling_back(scene)
    assert play.why([(9.45, 11, 0, "jump"), (4.6, 11)]) == ""  # 6.0" in plan
    assert play.why([(9.45, 11, 0, "jump"), (4.59, 11)]) == "KT18-FALLBACK-03"
    play.answer([(9.45, 11, 0, "jump"), (4.6, 11)])
    assert play.at(MOVER) == (4.6, 11, 0) and play.model(MOVER).fell_back and not play.events("impact")


@pytest.mark.rule("KT18-QA-03", "KT18-TERR-08")
def test_a_fall_back_may_leap() -> None:
    """To another tower across a gap of 1.5"."""
    scene = lone(at=(10.6, 11, 5), enemy=(12, 11, 5), began=True)
    tower(scene, 10, 16, 5)
    tower(scene, 2, 8.5, 5)
    play = falling_back(scene).answer([(7.9, 11, 5, "jump")])
    assert play.at(MOVER) == (7.9, 11, 5) and play.model(MOVER).fell_back


# --- what it costs


@pytest.mark.rule("KT18-FALLBACK-05", "KT18-MOVE-03")
def test_it_was_the_option_of_this_phase() -> None:
    """Afterwards it neither Advances nor charges nor is readied."""
    scene = lone(enemy=NEAR)
    scene.cards.insert(1, (0, scene.cards[0][1]))
    scene.places.insert(1, (5.0, 3.0, 0.0))
    scene.fighters.insert(1, {"wounds": 1})
    play = scene.movement().answer(0, "fall back", [(1, 11)])
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-MOVE-03"


@pytest.mark.rule("KT18-FALLBACK-05", "KT18-REACT-04")
def test_who_fell_back_does_not_react() -> None:
    """Charged afterwards by another model it neither fires nor Retreats."""
    scene = lone(enemy=NEAR, weapons=[gun()])
    scene.add(1, (5, 20))
    play = scene.movement(dice=[6, 6]).answer(MOVER, "fall back", [(1, 11)], 2, "charge", MOVER)
    assert (play.what, play.player) == ("move", 1)
    assert [(e.rule, e.values["model"]) for e in play.events("cannot-react")] == [("KT18-REACT-04", MOVER)]


@pytest.mark.rule("KT18-FALLBACK-06", "KT18-SHOOT-03", "KT18-SHOOT-04")
@pytest.mark.parametrize("fly", [False, True])
def test_who_fell_back_does_not_shoot_unless_it_can_fly(fly: bool) -> None:
    """Not even with an Assault weapon; a flyer may shoot with everything, with a Heavy weapon at -1 for the move."""
    scene = lone(enemy=(15, 11), weapons=[gun('24" heavy 1, 4 0 1')], began=True, fell_back=True, moved=True, fly=fly)
    play = scene.shooting(dice=[1])
    if not fly:
        assert play.over
        scene.fighters[MOVER].update(fell_back=False, began=False)
        assert scene.shooting().options() == [MOVER, "pass"]
        return
    assert play.options() == [MOVER, "pass"]
    assert hit_rolls(play.answer(MOVER, ENEMY)) == [(1, -1, False)]


@pytest.mark.rule("KT18-FALLBACK-06")
def test_the_refusal_names_it() -> None:
    """A comrade may shoot; asked about the one that Fell Back, the referee says why not."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1')], began=True, fell_back=True, moved=True)
    scene.add(0, (5, 14), weapons=[gun()])
    scene.add(1, (15, 11))
    play = scene.shooting()
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-FALLBACK-06"


# --- the worked example


@pytest.mark.rule(
    "KT18-MOVE-04", "KT18-FALLBACK-01", "KT18-FALLBACK-02", "KT18-FALLBACK-03", "KT18-FALLBACK-04", "KT18-FALLBACK-05", "KT18-FALLBACK-06",
    "KT18-SHOOT-04", "KT18-QA-04", "KT18-QA-05", "KT18-INT-35",
)  # fmt: skip
@pytest.mark.parametrize("fly", [False, True])
def test_example_16_fall_back(fly: bool) -> None:
    """P and Q begin the round within 1". P (M 6") goes first, Falls Back 5" and ends 4.5" from Q.

    Q cannot charge, Advance, move or be readied: it may stay, or Fall Back up to M in any direction. In the Shooting phase
    P cannot shoot (with FLY it can), and Q, if it stayed, cannot either.
    """
    p, q = 0, 1
    scene = Scene()
    scene.add(0, (12, 11), weapons=[gun()], fly=fly)
    scene.add(1, (13.9, 11), weapons=[gun()])
    play = scene.movement().answer(p, "fall back", [(11.568, 6.019)])
    assert hypot(0.432, 4.981) == pytest.approx(5.0, abs=0.001)
    assert play.game.arena.gap(play.state.places, p, q) == pytest.approx(4.5, abs=0.001)
    play.answer(q)
    assert (play.player, play.options()) == (1, ["stay", "fall back"])
    for name in ("charge", "advance", "normal move", "ready"):
        assert play.why(name) == "KT18-MOVE-04"
    back = scene.movement().answer(p, "fall back", [(11.568, 6.019)], q, "fall back")
    assert back.why([(19.9, 11)]) == back.why([(7.9, 11)]) == back.why([(13.9, 17)]) == ""
    assert back.why([(19.91, 11)]) == "KT18-FALLBACK-03"
    play.answer("stay")
    assert play.over

    later = Scene()
    later.cards, later.places = scene.cards, list(play.state.places)
    later.fighters = [{"wounds": 1, "began": m.began, "fell_back": m.fell_back, "moved": m.moved} for m in play.state.models]
    shooting = later.shooting()
    if fly:
        assert (shooting.player, shooting.options()) == (0, [p, "pass"])
    else:
        assert shooting.over
