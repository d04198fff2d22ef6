"""Damage, injury and incapacitation. (DMG, INT-41)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.state import Task
from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun


def hit_for(damage: int, *, wounds: int = 10, left: int | None = None, **fields: Any) -> Play:
    """Return a battle in which operative 0 shoots operative 1 across the open and does just this much damage."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 2+ {damage}/{damage}")], order="engage")
    scene.add(1, (15, 11), weapons=[gun(), blade()], wounds=wounds, left=left, order="engage")
    scene.add(1, (15, 18), order="engage")
    return scene.act(0, "shoot", dice=[3, 1, 1, 1], **fields).answer(1)


@pytest.mark.rule("KT24-DMG-01", "KT24-DMG-02")
def test_damage_is_taken_off_the_remaining_wounds() -> None:
    """From its 10 Wounds an operative that suffers 4 has 6 left; suffering 4 again it has 2."""
    assert hit_for(4).wounds(1) == 6
    assert hit_for(4, left=6).wounds(1) == 2


@pytest.mark.rule("KT24-DMG-02")
def test_damage_of_several_attacks_adds_up() -> None:
    """Two activations shoot the same target: 3 and 5 of 10 wounds leave 2."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 2+ 3/3")])
    scene.add(0, (5, 14), weapons=[gun("1 2+ 5/5")])
    scene.add(1, (15, 11), order="engage")
    play = scene.play(Task("activation", (0,)), Task("activation", (1,)), dice=[3, 1, 1, 1, 3, 1, 1, 1])
    play.answer("engage", "shoot", 2, "end", "engage", "shoot", 2, "end")
    assert play.over and play.wounds(2) == 2


MEND = Ability(id="mend", name="Mend", text="…", effect="mend", values={"wounds": 3})


@pytest.mark.rule("KT24-DMG-03")
@pytest.mark.parametrize(("left", "rule"), [(10, "KT24-MIS-44"), (9, ""), (1, "")])
def test_who_has_lost_a_wound_is_wounded(left: int, rule: str) -> None:
    """A medic finds nothing to do at an operative with all its wounds, but tends to one that has lost any."""
    scene = Scene()
    scene.add(0, (5, 11), abilities=[MEND])
    scene.add(0, (6.5, 11), left=left)
    scene.add(1, (25, 20))
    play = scene.activate(0).answer("conceal")
    assert play.why("mend") == rule


@pytest.mark.rule("KT24-MIS-44")
@pytest.mark.parametrize(("x", "rule"), [(3.0, "KT24-MIS-44"), (2.99, "")])
def test_nobody_is_tended_to_with_an_enemy_in_control_range(x: float, rule: str) -> None:
    """An enemy 1.0" from the medic keeps it from mending, one 1.01" away does not."""
    scene = Scene()
    scene.add(0, (5, 11), abilities=[MEND])
    scene.add(0, (6.5, 11), left=5)
    scene.add(1, (x, 11))
    play = scene.activate(0).answer("conceal")
    assert play.why("mend") == rule
    assert ("mend" in play.options()) == (not rule)


@pytest.mark.rule("KT24-DMG-03", "KT24-DMG-01")
def test_wounds_given_back_never_exceed_the_starting_number() -> None:
    """3 wounds are given back to one that has lost one: it is whole again, not better than new."""
    scene = Scene()
    scene.add(0, (5, 11), abilities=[MEND])
    scene.add(0, (6.5, 11), left=9)
    scene.add(1, (25, 20))
    assert scene.activate(0).answer("conceal", "mend", "end").wounds(1) == 10


@pytest.mark.rule("KT24-DMG-04", "KT24-INT-41")
@pytest.mark.parametrize(
    ("starting", "left", "injured"),
    [(10, 6, False), (10, 5, False), (10, 4, True), (7, 4, False), (7, 3, True), (8, 4, False), (8, 3, True), (1, 1, False)],
)
def test_injured_is_fewer_than_half_without_rounding(starting: int, left: int, injured: bool) -> None:
    """Exactly half is not injured; of 7 wounds 4 are more than half and 3 are fewer."""
    play = hit_for(starting - left, wounds=starting) if left < starting else hit_for(0, wounds=starting)
    assert play.wounds(1) == left
    assert [e.values["model"] for e in play.events("injured")] == ([1] if injured else [])
    assert play.game.view()["models"][1]["injured"] is injured


@pytest.mark.rule("KT24-DMG-05")
@pytest.mark.parametrize(("left", "most"), [(5, 7), (4, 5)])
def test_an_injured_operative_moves_two_inches_less(left: int, most: float) -> None:
    """Move 7" with 10 Wounds: at 5 still 7", at 4 only 5"; Charge and Fall Back shrink with it, Dash does not."""
    scene = Scene()
    scene.add(0, (5, 11), move=7, left=left, order="engage")
    scene.add(1, (5 + most + 3.9, 11), order="engage")
    for action, limit, rule in (("reposition", most, "KT24-REPO-02"), ("dash", 3, "KT24-DASH-02"), ("charge", most + 2, "KT24-CHARGE-02")):
        play = scene.act(0, action)
        assert play.why([(5 + limit, 11)]) == "" and play.why([(5 + limit + 0.01, 11)]) == rule
    scene = Scene()
    scene.add(0, (10, 11), move=7, left=left)
    scene.add(1, (11.5, 11))
    play = scene.act(0, "fall back")
    assert play.why([(10 - most, 11)]) == "" and play.why([(10 - most - 0.01, 11)]) == "KT24-FALLBACK-02"


@pytest.mark.rule("KT24-DMG-06")
@pytest.mark.parametrize(("left", "successes"), [(5, 2), (4, 1)])
def test_an_injured_operative_hits_one_worse_with_all_its_weapons(left: int, successes: int) -> None:
    """Dice 3 and 4 with Hit 3+: shooting, fighting and retaliating alike, the 3 misses once the operative is injured."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 1/1")], left=left, order="engage")
    scene.add(1, (15, 11), order="engage")
    shots = scene.act(0, "shoot", dice=[3, 4, 1, 1, 1]).answer(1)
    assert shots.events("retained")[0].values["normals"] == successes
    for fighter in (0, 1):
        scene = Scene()
        for side in (0, 1):
            hurt = side == fighter
            arms = [blade("2 3+ 1/1" if hurt else "1 6+ 1/1")]
            scene.add(side, (10 + 1.5 * side, 11), weapons=arms, left=left if hurt else None)
        play = scene.act(0, "fight", dice=[3, 4, 1] if fighter == 0 else [1, 3, 4])
        assert play.events("retained")[fighter].values["normals"] == successes


@pytest.mark.rule("KT24-DMG-06", "KT24-DMG-05")
def test_injury_ends_when_the_wounds_come_back() -> None:
    """An injured operative is tended to (from 4 to 7 of 10 wounds) and then moves its full 6"."""
    scene = Scene()
    scene.add(0, (5, 11), abilities=[MEND])
    scene.add(0, (6.5, 11), left=4)
    scene.add(1, (25, 20))
    play = scene.play(Task("activation", (0,)), Task("activation", (1,)))
    play.answer("conceal", "mend", "end", "conceal", "reposition")
    assert play.why([(12.5, 11)]) == "" and play.why([(12.51, 11)]) == "KT24-REPO-02"


@pytest.mark.rule("KT24-DMG-07")
@pytest.mark.parametrize(("damage", "left", "down"), [(9, 1, False), (10, 0, True), (13, 0, True)])
def test_at_no_wounds_an_operative_is_incapacitated(damage: int, left: int, down: bool) -> None:
    """One wound left is enough to go on; at 0 or below it is incapacitated."""
    play = hit_for(damage)
    assert play.wounds(1) == left
    assert [e.values["model"] for e in play.events("incapacitated")] == ([1] if down else [])
    assert (play.state.places[1] is None) is down


@pytest.mark.rule("KT24-DMG-08")
def test_an_incapacitated_operative_is_removed_from_the_game() -> None:
    """It leaves the board: it cannot be activated, shot at or fought, and bars no operative any more."""
    scene = Scene()
    killer = scene.add(0, (10, 11), weapons=[gun("1 6+ 1/1"), blade("1 2+ 9/9")], apl=3)
    fallen = scene.add(1, (11.5, 11), weapons=[], wounds=9)
    other = scene.add(1, (10, 18), order="engage")
    play = scene.play(Task("activation", (killer,)), Task("firefight", (1,)), dice=[3, 1, 1, 1, 1])
    play.answer("engage")
    assert play.why("shoot") == "KT24-SHOOT-03"
    play.answer("fight")
    assert play.state.places[fallen] is None and play.events("removed")[0].values == {"model": fallen}
    assert {"shoot", "reposition"} <= set(play.options()) and "fight" not in play.options()
    play.answer("shoot")
    assert play.options() == [other] and play.why(fallen) == "KT24-SHOOT-06"
    play.answer(other, "end")
    assert (play.player, play.options()) == (1, [other]) and play.why(fallen) == "KT24-DMG-08"


@pytest.mark.rule("KT24-DMG-08")
def test_the_place_of_a_removed_operative_is_free() -> None:
    """Another operative may end a move in the place of a fallen one."""
    scene = Scene()
    killer = scene.add(0, (10, 11), weapons=[blade("1 2+ 9/9")])
    scene.add(1, (11.5, 11), weapons=[], wounds=9)
    scene.add(1, (25, 20))
    play = scene.activate(killer, dice=[3]).answer("conceal", "fight", "reposition", [(11.5, 11)])
    assert play.over and play.state.places[killer] == (11.5, 11, 0)
