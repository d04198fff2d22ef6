"""Targets of shooting: range, sight, friends nearby, characters, and who is closest. (TARGET, INT-52, INT-70, INT-79)"""

from __future__ import annotations

import pytest

from counteract.rulesets.kt40.sight import closest_enemies
from counteract.rulesets.kt40.targeting import why_not_target
from tests.rules.kt40.scenes import Scene, gun, pistol
from tests.rules.kt40.shots import facing

GUN = '24" assault 1, 4 0 1'


def why(scene: Scene, target: int, text: str = GUN, model: int = 0) -> str:
    """Return the rule that bars a unit as the target of a model's gun; "" if none does."""
    s = scene.state()
    problem = why_not_target(scene.arena, s, model, gun(text), target, "shooting")
    return problem[0] if problem else ""


@pytest.mark.rule("KT40-TARGET-01")
def test_a_target_is_in_range_and_seen() -> None:
    """One and the same model of the target must be both."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN), gun('36" assault 1, 4 0 1')])
    far, hidden, split = scene.squad(1, (10, 35.5), models=1), scene.squad(1, (20, 10), models=1), scene.squad(1, [(10, 5), (40, 5)], models=2)
    scene.block(15, 5, 16, 15)
    assert why(scene, far) == "KT40-TARGET-01" and why(scene, far, '25" assault 1, 4 0 1') == ""
    assert why(scene, hidden) == "KT40-TARGET-01"
    assert why(scene, split, '5" assault 1, 4 0 1') == ""
    assert why(scene, 0) == "KT40-TARGET-01"  # a friend
    s = scene.state()
    assert why_not_target(scene.arena, s, 0, gun('12" assault 1, 4 0 1'), far, "shooting") == ("KT40-TARGET-01", "It is out of range.")
    assert why_not_target(scene.arena, s, 0, gun(GUN), hidden, "shooting") == ("KT40-TARGET-01", "No model of it in range can be seen.")


@pytest.mark.rule("KT40-TARGET-01")
def test_the_near_model_is_hidden_and_the_seen_one_too_far() -> None:
    """So the unit is no target."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    split = scene.squad(1, [(20, 10), (10, 30)], models=2)
    scene.block(15, 5, 16, 15)
    assert why(scene, split, '12" assault 1, 4 0 1') == "KT40-TARGET-01"
    assert why(scene, split, '24" assault 1, 4 0 1') == ""


@pytest.mark.rule("KT40-TARGET-02")
def test_nobody_shoots_into_a_fight_of_friends() -> None:
    """An enemy within 1" of a friendly unit is no target; an aircraft nearby engages nobody."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    scene.squad(0, (10, 20), models=1)
    scene.aircraft(0, (30, 20))
    fighting, free, below = scene.squad(1, (10, 21.5), models=1), scene.squad(1, (20, 20), models=1), scene.squad(1, (30, 23.4), models=1)
    assert why(scene, fighting) == "KT40-TARGET-02"
    assert why(scene, free) == "" and why(scene, below) == ""


@pytest.mark.rule("KT40-TARGET-03", "KT40-INT-52")
def test_characters_hide_behind_other_units() -> None:
    """Worked example 22: a squad at 10" leaves both targets; one at 7", even out of sight, protects both."""
    for at, hides in ((10, False), (7, True)):
        scene = Scene()
        scene.squad(0, (10, 15), models=1, weapons=[gun(GUN)])
        first, second = scene.character(1, (19, 15)), scene.character(1, (10, 5), wounds=5)
        scene.squad(1, (10, 16 + at) if not hides else (9 - at, 15), models=1)
        if hides:
            scene.block(6, 10, 7, 20)
        assert [why(scene, hero) for hero in (first, second)] == (["KT40-TARGET-03"] * 2 if hides else ["", ""])


@pytest.mark.rule("KT40-TARGET-03")
def test_big_characters_and_snipers() -> None:
    """Ten wounds are too many to hide; a sniper need not care, but must see it."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    scene.squad(1, (10, 14), models=1)
    hero, giant = scene.character(1, (10, 20)), scene.character(1, (20, 20), wounds=10)
    assert why(scene, hero) == "KT40-TARGET-03" and why(scene, giant) == ""
    assert why(scene, hero, GUN + "; Sniper") == ""


@pytest.mark.rule("KT40-TARGET-03")
@pytest.mark.parametrize(("wounds", "barred"), [(9, "KT40-TARGET-03"), (10, "")])
def test_a_character_of_fewer_than_ten_wounds_hides(wounds: int, barred: str) -> None:
    """By the Wounds of its datasheet, whatever it has left: nine hide behind a closer squad, ten do not."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    scene.squad(1, (10, 14), models=1)
    assert why(scene, scene.character(1, (10, 20), wounds=wounds, left=[5])) == barred


@pytest.mark.rule("KT40-TARGET-03")
def test_an_unseen_character_is_no_target_of_indirect_fire() -> None:
    """It would have to be visible, even as the closest."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN + "; Indirect")])
    hero = scene.character(1, (20, 10))
    scene.block(15, 5, 16, 15)
    assert why(scene, hero, GUN + "; Indirect") == "KT40-TARGET-03"


@pytest.mark.rule("KT40-TARGET-03")
def test_the_unit_of_a_third_player_shields_too() -> None:
    """All enemies of the shooter count; the shooter's own units do not."""
    for side, hides in ((0, False), (2, True)):
        scene = Scene(players=3)
        scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
        if side == 0:
            scene.squad(0, (12, 14), models=1)
        hero = scene.character(1, (10, 20))
        scene.squad(2, (12, 14) if side == 2 else (40, 30), models=1)
        assert why(scene, hero) == ("KT40-TARGET-03" if hides else "")


@pytest.mark.rule("KT40-INT-70")
def test_a_unit_is_a_character_by_its_keyword() -> None:
    """A squad with other keywords does not hide."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    scene.squad(1, (10, 14), models=1)
    squad = scene.squad(1, (10, 20), models=3, wounds=4)
    assert why(scene, squad) == ""


@pytest.mark.rule("KT40-INT-79")
def test_equally_close_units_leave_a_choice() -> None:
    """Of two units at the same distance the player may choose either."""
    scene = Scene()
    scene.squad(0, (20, 10), models=1, weapons=[gun(GUN), pistol()])
    one, other = scene.squad(1, (18.5, 10), models=1), scene.squad(1, (21.5, 10), models=1)
    farther = scene.squad(1, (20, 12), models=1)
    s = scene.state()
    assert closest_enemies(scene.arena, s, 0) == (one, other)
    play = scene.shoot(0, dice=[1])
    assert play.options()[:2] == [one, other] and farther not in play.options()


@pytest.mark.rule("KT40-TARGET-01", "KT40-TARGET-03")
def test_refusals_of_targets_name_their_rule() -> None:
    """What bars the weapon that comes nearest to firing."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    scene.squad(1, (10, 14), models=1), scene.squad(1, (12, 14), models=1)
    hero, far = scene.character(1, (10, 20)), scene.squad(1, (47, 35), models=1)
    play = scene.shoot(squad)
    assert (play.why(hero), play.why(far), play.why(squad)) == ("KT40-TARGET-03", "KT40-TARGET-01", "KT40-TARGET-01")


@pytest.mark.rule("KT40-OBSC-07")
def test_there_is_no_penalty_for_long_range() -> None:
    """At 23.9" a 3 hits as it does nearby."""
    play = facing(away=23.9).shoot(0, dice=[3, 1])
    assert play.events("hit-roll")[0].values["hits"] == 1
