"""Mortal wounds: straight at a model, past all its saves. (MW)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Dice
from tests.rules.kt18.scene import Play, Scene, blade
from tests.rules.kt18.shots import SHOOTER, fate, injuries, kinds, rolls, shot

PSYKER, TARGET = 0, 1


def bolt(*dice: int, test: tuple[int, int] = (2, 4), **target: Any) -> Play:
    """Return a battle in which Psybolt strikes model 1: one mortal wound, or a D3 with a test of 11."""
    scene = Scene()
    scene.add(0, (5, 11), psyker=True)
    scene.add(1, (15, 11), **target)
    scene.add(1, (15, 13), wounds=5)
    return scene.psychic(0, dice=[*test, *dice]).answer(PSYKER)


@pytest.mark.rule("KT18-MW-01")
@pytest.mark.parametrize(("dice", "count"), [((), 1), ((1,), 1), ((4,), 2), ((5,), 3)])
def test_each_mortal_wound_takes_one_wound_off_its_target(dice: tuple[int, ...], count: int) -> None:
    """1, or 1 to 3 with a D3; the model beside is not touched."""
    play = bolt(*dice, test=(5, 6) if dice else (2, 4), wounds=5)
    assert play.over and fate(play, TARGET) == (5 - count, 0, False) and fate(play, 2) == (5, 0, False)
    assert [e.rule for e in play.events("wound-lost")] == ["KT18-MW-01"] * count


@pytest.mark.rule("KT18-MW-02")
def test_there_is_no_wound_roll_and_no_save() -> None:
    """Neither toughness nor any save helps: after the psychic test the only die is the Injury roll."""
    play = bolt(2, toughness=10, save=2, invulnerable=2)
    assert play.over and rolls(play) == [(2, 4), (2,)]
    assert kinds(play, "wound-roll", "save-roll") == []
    assert fate(play, TARGET) == (1, 1, False)


@pytest.mark.rule("KT18-MW-02")
def test_a_mortal_wound_that_a_weapon_adds_cannot_be_saved_either() -> None:
    """A venomous hit wounds with a 6: the save stops the attack, not the venom."""
    play = shot('24" heavy 1, 4 0 1; Auto-hit, Venomous', [6, 6], target={"wounds": 3, "save": 2})
    assert play.over and kinds(play)[-3:] == ["save-roll", "mortal-wounds", "wound-lost"]
    assert fate(play, TARGET) == (2, 0, False)
    assert fate(shot('24" heavy 1, 4 0 1; Auto-hit, Venomous', [5, 6], target={"wounds": 3, "save": 2}), TARGET) == (3, 0, False)


@pytest.mark.rule("KT18-INJ-01", "KT18-MW-04", "KT18-INT-45")
def test_the_injury_roll_of_a_mortal_wound_that_a_weapon_adds_is_the_attackers() -> None:
    """Its player inflicted it, so that player rolls, and alone may pay to roll a flesh wound again."""
    venom = '24" heavy 1, 4 0 1; Auto-hit, Venomous'
    play = shot(venom, [6, 6, 3, 4], target={"save": 2}, fields={"cp": (1, 1)})
    assert [e.values["player"] for e in play.events("injury-roll")] == [SHOOTER]
    assert (play.what, play.player, play.decision.roll) == ("re-roll", 0, "injury")
    assert fate(play.answer(Dice("tactical-re-roll", (0,))), TARGET) == (0, 0, True)
    out = shot(venom, [6, 6, 4], target={"save": 2}, fields={"cp": (0, 1)})
    assert out.over and fate(out, TARGET) == (0, 0, True)  # who suffers it has nothing to roll again


@pytest.mark.rule("KT18-INJ-01", "KT18-INJ-03", "KT18-INJ-05")
def test_cover_helps_against_a_mortal_wound_of_a_shot_and_not_of_a_blow() -> None:
    """A wall 0.5" from the target hides one side of it; the Injury roll of a venomous shot is 1 harder, that of a venomous blow is not."""
    venom = '24" heavy 1, 4 0 1; Auto-hit, Venomous'
    assert injuries(shot(venom, [6, 6, 4], wall=0.5, target={"save": 2})) == [((4,), -1)]
    assert injuries(shot(venom, [6, 6, 4], wall=1.1, target={"save": 2})) == [((4,), 0)]
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("user 0 1; Auto-hit, Venomous")])
    e = scene.add(1, (11.9, 11), save=2)
    scene.wall(10.7, 11, 11.2, 20)
    play = scene.fight(a, dice=[6, 6, 4]).answer("pass")
    assert injuries(play) == [((4,), 0)] and play.out(e)
    assert play.events("injury-roll")[0].values["player"] == 0


@pytest.mark.rule("KT18-MW-03", "KT18-MW-04")
@pytest.mark.parametrize(("injury", "end"), [(3, (1, 1, False)), (4, (0, 0, True))])
def test_mortal_wounds_stop_at_0_and_are_followed_by_one_injury_die(injury: int, end: tuple[int, int, bool]) -> None:
    """Three against two wounds: two are lost, the third is not resolved, not even against the wound a flesh wound leaves."""
    play = bolt(5, injury, test=(5, 6), wounds=2)
    assert play.over and rolls(play) == [(5, 6), (5,), (injury,)]
    assert [e.values["left"] for e in play.events("wound-lost")] == [1, 0]
    assert injuries(play) == [((injury,), 0)] and fate(play, TARGET) == end


@pytest.mark.rule("KT18-MW-04")
def test_however_many_there_were_it_is_one_die() -> None:
    """Three mortal wounds take three wounds: one die, to which flesh wounds add."""
    play = bolt(5, 2, test=(5, 6), wounds=3, flesh=2)
    assert play.over and injuries(play) == [((2,), 2)]


@pytest.mark.rule("KT18-MW-01", "KT18-MW-03")
def test_each_mortal_wound_can_be_ignored_by_who_ignores_wounds() -> None:
    """Point by point, as with any damage: of three, a 5+ keeps one, and two are lost."""
    play = bolt(5, 5, 1, 2, test=(5, 6), wounds=3, ignores=5)
    assert play.over and fate(play, TARGET) == (1, 0, False)
