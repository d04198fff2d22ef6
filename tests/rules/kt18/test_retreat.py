"""Retreats: 3" away from the charging model, as far as can be. (RETREAT, QA-03, QA-08, INT-28)"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from counteract.core.state import Task
from tests.rules.kt18.moving import ends, length
from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.shots import rolls

CHARGER, TARGET = 0, 1


def charged(scene: Scene, dice: list[int] | None = None, **fields: Any) -> Play:
    """Return a battle in which model 0 charges model 1, which is about to react."""
    return scene.option(CHARGER, "charge", dice=dice or [1, 1], **fields).answer(TARGET)


def pair(at: tuple[float, ...] = (5, 11), target: tuple[float, ...] = (14, 11), **given: Any) -> Scene:
    """Return a scene with the charger and its target, 8.0" apart unless told otherwise."""
    scene = Scene()
    scene.add(0, at)
    scene.add(1, target, **given)
    return scene


# --- who may


@pytest.mark.rule("KT18-RETREAT-01")
def test_who_has_moved_does_not_retreat() -> None:
    """Any move this round bars it; a model that has not moved may."""
    play = charged(pair(moved=True, weapons=[gun()]))
    assert play.options() == ["overwatch", "pass"] and play.why("retreat") == "KT18-RETREAT-01"
    assert "retreat" in charged(pair(weapons=[gun()])).options()


@pytest.mark.rule("KT18-RETREAT-01")
@pytest.mark.parametrize(("option", "answer"), [("normal move", [(14, 12)]), ("stay", None), ("ready", None), ("normal move", [(14, 11)])])
def test_what_counts_is_having_moved(option: str, answer: Any) -> None:
    """In the turn before, its player moved it: no Retreat. It stayed, was readied, or went 0": it may."""
    scene = pair(weapons=[gun()])
    play = scene.movement(order=(1, 0), dice=[1, 1]).answer(TARGET, option, *([answer] if answer else []), CHARGER, "charge", TARGET)
    assert ("retreat" in play.options()) is (answer != [(14, 12)])


@pytest.mark.rule("KT18-RETREAT-01", "KT18-REACT-05")
def test_who_tried_to_charge_does_not_retreat() -> None:
    """Its charge failed and it stayed where it was; it still cannot."""
    play = charged(pair(tried=True, weapons=[gun()]))
    assert not play.events("reacts") and play.events("cannot-react")[0].rule == "KT18-REACT-05"


# --- where to


@pytest.mark.rule("KT18-RETREAT-02", "KT18-INT-28")
def test_three_inches_straight_away() -> None:
    """On open ground: 3" straight away, or as good as that. Its own player goes."""
    play = charged(pair()).answer("retreat")
    assert (play.what, play.player, play.decision.subject, play.decision.rule) == ("move", 1, TARGET, "KT18-RETREAT-02")
    assert play.why([(17, 11)]) == play.why([(16.9, 11)]) == play.why([(16.9, 11.7)]) == ""
    for path in ([(16.8, 11)], [(15, 11)], [(14, 14)], [(12, 11)], [(14, 11)]):
        assert play.why(path) == "KT18-RETREAT-02"
    assert play.why([(17.01, 11)]) == "KT18-RETREAT-02"
    assert length(play, [(17.01, 11)]) == pytest.approx(3.01)
    assert ends(play) and all(hypot(x - 5, y - 11) >= 11.89 for x, y, _ in ends(play))
    play.answer([(17, 11)])
    assert play.at(TARGET) == (17, 11, 0) and play.model(TARGET).retreated and play.model(TARGET).moved
    (moved,) = play.events("moved")
    assert (moved.rule, moved.values["move"]) == ("KT18-RETREAT-02", "retreat")


@pytest.mark.rule("KT18-INT-28", "KT18-RETREAT-02")
def test_its_player_chooses_between_places_as_far_away() -> None:
    """A wall behind it that no model climbs: to one side or to the other, both as far from the charger."""
    scene = pair()
    scene.wall(14.5, 8, 15, 14, top=5, marks=("blocking",))
    play = charged(scene).answer("retreat")
    for y in (14, 8):
        assert play.why([(14, y)]) == ""
    assert play.why([(14, 13)]) == "KT18-RETREAT-02"
    sides = {y > 11 for _, y, _ in ends(play)}
    assert sides == {True, False}


@pytest.mark.rule("KT18-INT-28")
def test_in_a_corner_there_is_no_retreat() -> None:
    """In the corner of the board, straight away from the charger: nowhere is farther, so it is not offered."""
    scene = pair(at=(24, 16), target=(29.5, 21.5), weapons=[gun()])
    play = charged(scene)
    assert play.options() == ["overwatch", "pass"] and play.why("retreat") == "KT18-INT-28"


@pytest.mark.rule("KT18-INT-28", "KT18-RETREAT-02")
def test_a_way_round_counts_if_it_ends_farther() -> None:
    """A friend stands right behind it: it goes round, and ends farther away than it stood, as far as the way leads."""
    scene = pair()
    scene.add(1, (15, 11))
    play = charged(scene).answer("pass", "retreat")
    assert play.why([(17, 11)]) == "KT18-INT-08"
    best = max(hypot(x - 5, y - 11) for x, y, _ in ends(play))
    assert 11 < best < 12
    assert all(hypot(x - 5, y - 11) >= best - 0.2 for x, y, _ in ends(play))


@pytest.mark.rule("KT18-INT-28", "KT18-INT-01")
def test_up_is_away_too() -> None:
    """A step 1" high right behind it: standing on it after a climb is farther than 3" along the ground would be to the sides."""
    scene = pair()
    scene.wall(14.5, 5, 20, 17, top=1.0, marks=("vantage",))
    play = charged(scene).answer("retreat")
    assert play.why([(16, 11, 1.0)]) == ""  # 2" on and 1" up: 10.05" away
    assert play.why([(14, 14)]) == "KT18-RETREAT-02"  # 8.49" away


# --- jumps and leaps


@pytest.mark.rule("KT18-QA-03", "KT18-INT-28", "KT18-RETREAT-02")
def test_a_retreat_may_jump_down() -> None:
    """On a tower with the charger below in front: over the far edge, down 2" for nothing, it gets 3" away in plan."""
    scene = Scene()
    scene.wall(12, 6, 15, 16, top=2, marks=("vantage",))
    scene.add(0, (11, 11))
    scene.add(1, (14.4, 11, 2))
    play = charged(scene).answer("retreat")
    assert play.why([(15.55, 11, 0, "jump"), (17.4, 11)]) == ""
    assert any(z == 0 for _, _, z, *_ in ends(play))  # such ways are offered too
    assert play.why([(14.4, 14)]) == "KT18-RETREAT-02"  # 4.1" away, on the tower; with the jump it is 5.4"
    play.answer([(15.55, 11, 0, "jump"), (17.4, 11)])
    assert play.at(TARGET) == (17.4, 11, 0)


@pytest.mark.rule("KT18-QA-03")
def test_a_retreat_may_leap() -> None:
    """Two towers 1" apart: it leaps from one to the other, away from the charger on the first."""
    scene = Scene()
    scene.wall(5, 6, 14, 16, top=4, marks=("vantage",))
    scene.wall(15, 6, 22, 16, top=4, marks=("vantage",))
    scene.add(0, (6, 11, 4))
    scene.add(1, (13.4, 11, 4))
    play = charged(scene).answer("retreat")
    assert play.why([(15.6, 11, 4, "jump"), (16.4, 11)]) == ""
    assert play.why([(16.4, 11, 4, "jump")]) == ""


# --- what it may not


@pytest.mark.rule("KT18-RETREAT-04", "KT18-INT-15")
def test_it_does_not_come_within_an_inch_of_an_enemy() -> None:
    """Another enemy stands behind it, 3" away: 1" from that one is too near, 1.01" is as far as it gets that way."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (18, 11))
    scene.add(1, (14, 11))
    play = scene.option(0, "charge", dice=[1, 1]).answer(2, "retreat")
    assert play.why([(16, 11)]) == "KT18-RETREAT-04" and play.why([(17, 11)]) == "KT18-RETREAT-04"
    assert all(hypot(x - 18, y - 11) > 2 for x, y, _ in ends(play))


@pytest.mark.rule("KT18-RETREAT-04")
def test_no_option_after_a_retreat() -> None:
    """When its own turn comes, in the same phase, it is done."""
    scene = pair()
    scene.add(1, (25, 3))
    play = scene.movement(dice=[1, 1]).answer(CHARGER, "charge", TARGET, "retreat", [(17, 11)], "pass")
    assert (play.player, play.options()) == (1, [2, "pass"])
    assert play.why(TARGET) == "KT18-RETREAT-04"


@pytest.mark.rule("KT18-RETREAT-03")
@pytest.mark.parametrize("fly", [False, True])
def test_who_retreated_does_not_shoot_unless_it_can_fly(fly: bool) -> None:
    """In the Shooting phase of the round it is not offered; a flyer is, with a Heavy weapon at -1 for the move."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (14, 11), weapons=[gun('24" heavy 1, 4 0 1')], retreated=True, moved=True, fly=fly)
    scene.add(1, (14, 14), weapons=[gun()])
    play = scene.shooting()
    assert play.options() == ([1, 2, "pass"] if fly else [2, "pass"])
    assert play.why(1) == ("" if fly else "KT18-RETREAT-03")


# --- the charge goes on


@pytest.mark.rule("KT18-RETREAT-05", "KT18-CHARGE-03")
def test_the_charge_is_measured_to_where_the_target_is_now() -> None:
    """From 8.0" to 11.0": a 9 fails, a 10 succeeds, though a 7 would have done before."""
    for dice, success in (([4, 5], False), ([5, 5], True)):
        play = charged(pair(), dice).answer("retreat", [(17, 11)])
        assert rolls(play) == [tuple(dice)]
        assert bool(play.events("charge-failed")) is not success
        if success:
            assert play.why([(15, 11)]) == ""


@pytest.mark.rule("KT18-RETREAT-05")
def test_twelve_inches_are_not_asked_again() -> None:
    """From 12.0" it Retreats 1.0", to 13.0", to the end of the board: a 12 still reaches it."""
    scene = Scene(board=(19.5, 3))
    scene.add(0, (5, 1.5))
    scene.add(1, (18.0, 1.5))
    play = charged(scene, [6, 6]).answer("retreat", [(19, 1.5)])
    assert play.what == "move" and not play.events("charge-failed")
    play.answer([(17, 1.5)])
    assert play.model(CHARGER).charged == (TARGET,)


# --- the worked example


@pytest.mark.rule(
    "KT18-RETREAT-02", "KT18-RETREAT-03", "KT18-RETREAT-04", "KT18-RETREAT-05", "KT18-CHARGE-05", "KT18-CHARGE-10", "KT18-REACT-06", "KT18-QA-08",
)  # fmt: skip
def test_example_10_retreat() -> None:
    """X, readied and 8.0" away, Retreats 3" straight back: 11.0". A 9 fails: C stays, or goes 9" and ends 2.0" from X. A 10 succeeds.

    X cannot react again this round, nor shoot, is readied no more and takes no option later; it was not charged.
    """
    scene = pair(readied=True, weapons=[gun()])
    stays = charged(scene, [4, 5]).answer("retreat", [(17, 11)])
    assert stays.game.arena.gap(stays.state.places, 0, 1) == pytest.approx(11.0)
    assert stays.events("charge-failed") and "pass" in stays.options()
    goes = charged(scene, [4, 5]).answer("retreat", [(17, 11)], [(14, 11)])
    assert goes.game.arena.gap(goes.state.places, 0, 1) == pytest.approx(2.0)
    x = goes.model(TARGET)
    assert x.charged_by == () and goes.model(CHARGER).charged == ()
    assert x.retreated and not x.readied

    scene.places = list(goes.state.places)
    scene.fighters = [{"wounds": 1, "tried": m.tried, "retreated": m.retreated, "moved": m.moved, "readied": m.readied} for m in goes.state.models]
    assert scene.shooting().over  # X does not shoot
    assert scene.manoeuvre(1).over  # and takes no option
    scene.fighters[CHARGER]["tried"] = False
    again = scene.play(Task("option", (CHARGER,)), dice=[1, 1]).answer("charge", TARGET)
    assert again.events("cannot-react")[0].rule == "KT18-REACT-06"

    reaches = charged(pair(readied=True), [5, 5]).answer("retreat", [(17, 11)], [(15, 11)])
    assert reaches.model(CHARGER).charged == (TARGET,)
    assert reaches.game.arena.gap(reaches.state.places, 0, 1) == pytest.approx(1.0)

    flyer = pair(fly=True, weapons=[gun()], retreated=True, moved=True)
    assert flyer.shooting().options() == [TARGET, "pass"]
