"""The psychic phase: tries, tests, perils, denials and Smite. (PSY, INT-44 to INT-46, INT-63, INT-78)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Dice
from counteract.core.state import Task
from counteract.rulesets.kt40.cards import Deed, Power
from counteract.rulesets.kt40.deeds import targets
from counteract.rulesets.kt40.psychic import why_not_power, why_not_psyker
from tests.rules.kt40.scenes import Play, Scene
from tests.rules.kt40.shots import finish, kinds

WARD = Power(id="ward", name="Ward", text="…", charge=6, deed=Deed(kind="boon", inches=12, boon="invulnerable", bonus=5))
HEX = Power(id="hex", name="Hex", text="…", charge=6, deed=Deed(kind="boon", inches=18, boon="to hit", bonus=-1, enemy=True))


def smiter(*, casts: int = 1, away: float = 10.0, enemy: dict[str, Any] | None = None, **more: Any) -> Scene:
    """Return a scene: a Psyker, and a squad of five of two wounds each so many inches away."""
    scene = Scene()
    scene.psyker(0, (10, 10), casts=casts, **more)
    scene.squad(1, (10, 11 + away), wounds=2, **(enemy or {}))
    return scene


def cast(scene: Scene, *dice: int, power: str = "smite", **fields: Any) -> Play:
    """Play one try of the first unit."""
    return scene.play(Task("manifest", (0, power)), dice=dice, phase="psychic", **fields)


@pytest.mark.rule("KT40-PSY-01", "KT40-PSY-02", "KT40-PSY-03", "KT40-PSY-08", "KT40-PSY-11", "KT40-PSY-13", "KT40-PSY-14")
def test_psykers() -> None:
    """Worked example 19: order B, A; P1's Smite of 11 does D6, Q's deny of 11 is not more; P2's Smite needs 6."""
    scene = Scene()
    p1, p2 = scene.psyker(0, (10, 10), wounds=9), scene.psyker(0, (14, 10), wounds=9)
    q = scene.psyker(1, (10, 20), wounds=9)
    play = scene.alternate("psychic", order=(1, 0), dice=[2, 1, 5, 6, 6, 5, 4, 3, 2])
    assert (play.player, play.options()) == (1, [q, "pass"])
    play.answer(q, "smite")  # 3: fails
    assert (play.player, play.options()) == (0, [p1, p2, "pass"])
    play.answer(p1, "smite")
    assert (play.what, play.player, play.options()) == ("deny", 1, ["pass", q])
    play.answer(q)
    assert play.lost(q) == 4  # and the hand of B, whose only Psyker has acted, is passed over
    assert (play.player, play.options()) == (0, [p2, "pass"]) and play.why(p1) == "KT40-PSY-03"
    play.answer(p2, "smite")
    assert play.over and [event.values["needed"] for event in play.events("psychic-test")] == [5, 5, 6]
    assert play.lost(q) == 4


@pytest.mark.rule("KT40-PSY-02", "KT40-PSY-04")
def test_a_psyker_makes_all_its_tries_in_a_row() -> None:
    """As many as its datasheet allows, of the powers it knows; it may stop before."""
    scene = smiter(casts=2, powers=[WARD])
    play = scene.manifest(0, dice=[1, 2, 1, 2])
    assert play.options() == ["smite", "ward", "pass"] and play.why("hex") == "KT40-PSY-04"
    play.answer("ward")
    assert play.options() == ["smite", "pass"]
    assert play.answer("smite").over and len(play.events("psychic-test")) == 2
    assert scene.manifest(0).answer("pass").over


@pytest.mark.rule("KT40-PSY-05")
def test_a_power_is_tried_once_a_turn_by_a_player() -> None:
    """Successful or not, and by whichever Psyker; Smite is excepted, and the other player is not bound."""
    scene = Scene()
    one, two = scene.psyker(0, (10, 10), powers=[WARD]), scene.psyker(0, (14, 10), powers=[WARD])
    other = scene.psyker(1, (10, 20), powers=[WARD])
    play = scene.manifest(one, dice=[1, 2]).answer("ward")
    assert why_not_power(play.arena, play.s, two, "ward") == ("KT40-PSY-05", "Its player has tried this power this turn.")
    assert why_not_power(play.arena, play.s, two, "smite") is None and why_not_power(play.arena, play.s, other, "ward") is None


@pytest.mark.rule("KT40-PSY-03", "KT40-PSY-04", "KT40-PSY-06")
def test_who_may_be_activated() -> None:
    """Not embarked or in reserve, not twice, and only who tries powers; being engaged does not matter."""
    scene = Scene()
    inside, waiting = scene.psyker(0, None, state={"carrier": 5}), scene.psyker(0, None, state={"reserve": True})
    done, plain = scene.psyker(0, (10, 10), state={"activated": True}), scene.character(0, (14, 10))
    engaged = scene.psyker(0, (20, 10))
    scene.transport(0, (30, 10))
    scene.squad(1, (20, 11.2), models=1)
    s = scene.state()
    found = [(why_not_psyker(scene.arena, s, unit) or ("",))[0] for unit in (inside, waiting, done, plain, engaged)]
    assert found == ["KT40-PSY-06", "KT40-PSY-06", "KT40-PSY-03", "KT40-PSY-04", ""]


@pytest.mark.rule("KT40-PSY-07")
def test_the_steps_of_a_try() -> None:
    """Test, perils, denial, and only then the target is chosen."""
    scene = Scene()
    scene.psyker(0, (10, 10), powers=[HEX])
    scene.psyker(1, (10, 20)), scene.squad(1, (14, 20))
    play = cast(scene, 6, 6, 1, 1, 1, power="hex")  # perils of 1, a deny test of 2
    assert play.what == "deny" and "perils" in kinds(play)
    play.answer(1)
    assert play.what == "power-target" and play.options() == [1, 2]
    play.answer(2)
    assert kinds(play) == ["psychic-test", "perils", "mortal-wounds", "wounds-lost", "deny-test", "deed", "boon"]


@pytest.mark.rule("KT40-PSY-08")
def test_the_test_reaches_the_warp_charge() -> None:
    """Smite needs 5: 4 fails, 5 does it."""
    assert cast(smiter(), 2, 2).lost(1) == 0
    assert finish(cast(smiter(), 2, 3, 1)).lost(1) == 1


@pytest.mark.rule("KT40-PSY-09")
def test_perils() -> None:
    """Double 1 and double 6, D3 mortal wounds; a pair of fives is none."""
    play = cast(smiter(), 1, 1, 3)
    assert play.lost(0) == 2 and play.over
    play = finish(cast(smiter(), 6, 6, 1, 4))
    assert play.lost(0) == 1 and play.lost(1) == 4  # the power works all the same
    assert "perils" not in kinds(finish(cast(smiter(), 5, 5, 1)))


@pytest.mark.rule("KT40-PSY-10", "KT40-INT-44")
def test_a_psyker_slain_by_perils() -> None:
    """The power fails; each unit within 6", friend or enemy, suffers D3, rolled for each; 3" would be KT18's."""
    scene = Scene()
    scene.psyker(0, (10, 10), left=[1])
    friend, far = scene.squad(0, (16, 10), models=3), scene.squad(0, (30, 10), models=3)
    enemy = scene.squad(1, (10, 16.9), models=3)
    play = cast(scene, 6, 6, 2, 6, 1)
    finish(play)
    assert play.unit(0).destroyed and (play.lost(friend), play.lost(far), play.lost(enemy)) == (3, 0, 1)
    assert "deed" not in kinds(play) and kinds(play).index("psyker-lost") < kinds(play).index("unit-destroyed")


@pytest.mark.rule("KT40-PSY-10", "KT40-INT-44")
@pytest.mark.parametrize(("away", "lost"), [(6.0, 1), (6.002, 0)])
def test_the_blast_of_a_slain_psyker_reaches_six_inches(away: float, lost: int) -> None:
    """From base to base; a hair more is far enough."""
    scene = Scene()
    scene.psyker(0, (10, 10), left=[1])
    friend, enemy = scene.squad(0, (11 + away, 10), models=1, wounds=3), scene.squad(1, (10, 11 + away), models=1, wounds=3)
    play = finish(cast(scene, 6, 6, 1, 1, 1))
    assert (play.lost(friend), play.lost(enemy)) == (lost, lost)


@pytest.mark.rule("KT40-PSY-09", "KT40-STRAT-09", "KT40-INT-84")
@pytest.mark.parametrize(("die", "asked"), [(3, True), (2, False)])
def test_perils_of_one_wound_cannot_get_better(die: int, asked: bool) -> None:
    """A 3 is two wounds of a D3 and may be rolled again; a 2 is one."""
    play = cast(smiter(), 1, 1, die, 1, cp=(1, 0)).answer("pass")
    assert (play.what == "re-roll") is asked


@pytest.mark.rule("KT40-PSY-11")
def test_a_denial_must_be_more() -> None:
    """Against 7: a 7 is in vain, an 8 cancels; beyond 24" nobody denies."""
    for dice, lost in (((3, 4), 2), ((4, 4), 0)):
        scene = smiter()
        scene.psyker(1, (30, 10))
        play = cast(scene, 3, 4, *dice, *([3] if lost else [])).answer(2)
        assert finish(play).lost(1) == lost
    scene = smiter()
    scene.psyker(1, (36, 10))
    assert "deny-test" not in kinds(finish(cast(scene, 3, 4, 3)))


@pytest.mark.rule("KT40-PSY-11")
@pytest.mark.parametrize(("away", "near"), [(24.0, True), (24.002, False)])
def test_a_denier_is_within_twenty_four_inches(away: float, near: bool) -> None:
    """From base to base: exactly 24" is near enough, a hair more is not."""
    scene = smiter()
    scene.psyker(1, (11 + away, 10))
    assert (cast(scene, 3, 4, 1).what == "deny") is near


@pytest.mark.rule("KT40-PSY-12", "KT40-INT-46")
def test_how_often_a_psyker_denies() -> None:
    """Once a power for each player, and as often in the phase as its datasheet allows; it may cast in the same phase."""
    scene = smiter()
    first, second = scene.psyker(1, (30, 10)), scene.psyker(1, (30, 14))
    play = scene.play(Task("manifest", (0, "smite")), Task("manifest", (0, "smite")), dice=[3, 4, 1, 1, 1, 3, 4, 1, 1, 1], phase="psychic")
    assert play.options() == ["pass", first, second]
    play.answer(first)
    finish_to_deny(play)
    assert play.options() == ["pass", second]  # the first has used its one denial
    assert why_not_psyker(play.arena, play.s, first) is None


def finish_to_deny(play: Play) -> None:
    """Answer by default until a denial is asked for."""
    while play.what != "deny":
        play.game.play(play.decision.default)


@pytest.mark.rule("KT40-PSY-12", "KT40-INT-45")
def test_several_enemies_deny_in_turn_order() -> None:
    """Each player once, until the power is cancelled."""
    scene = Scene(players=3)
    scene.psyker(0, (10, 10))
    one, two = scene.psyker(1, (20, 10), wounds=9), scene.psyker(2, (10, 20), wounds=9)
    play = cast(scene, 3, 4, 1, 1, 6, 6, order=(2, 0, 1))
    assert (play.what, play.player) == ("deny", 2)
    play.answer(two)
    assert (play.what, play.player) == ("deny", 1)
    play.answer(one)
    assert play.over and "deed" not in kinds(play)


@pytest.mark.rule("KT40-PSY-13", "KT40-INT-79")
def test_smite_strikes_the_closest_visible_unit() -> None:
    """The hidden squad is nearer, the far one out of reach; of two equally close ones the player chooses."""
    scene = Scene()
    scene.psyker(0, (20, 10))
    hidden, seen, other = scene.squad(1, (26, 10), models=1), scene.squad(1, (20, 20), models=1), scene.squad(1, (20, 25), models=1)
    scene.block(22, 5, 23, 15)
    play = cast(scene, 3, 3, 1)
    assert (play.lost(hidden), play.lost(seen), play.lost(other)) == (0, 1, 0)
    assert cast(smiter(away=18.1), 3, 3).events("no-effect")
    scene = Scene()
    scene.psyker(0, (20, 10))
    one, two = scene.squad(1, (10, 10), models=1), scene.squad(1, (30, 10), models=1)
    assert cast(scene, 3, 3, 1).options() == [one, two]


@pytest.mark.rule("KT40-PSY-13")
def test_a_smite_of_eleven() -> None:
    """D6 instead of D3; a ten does D3."""
    assert finish(cast(smiter(), 6, 5, 5)).lost(1) == 5
    assert finish(cast(smiter(), 5, 5, 5)).lost(1) == 3


@pytest.mark.rule("KT40-PSY-13")
@pytest.mark.parametrize(("away", "lost"), [(18.0, 1), (18.002, 0)])
def test_a_smite_reaches_eighteen_inches(away: float, lost: int) -> None:
    """From base to base; a hair more is too far."""
    assert finish(cast(smiter(away=away), 3, 3, 1)).lost(1) == lost


@pytest.mark.rule("KT40-PSY-13")
@pytest.mark.parametrize(("test", "thrown"), [((6, 4), "D3"), ((6, 5), "D6")])
def test_what_a_smite_rolls(test: tuple[int, int], thrown: str) -> None:
    assert finish(cast(smiter(), *test, 2)).events("mortal-wounds")[0].values["thrown"] == thrown


@pytest.mark.rule("KT40-PSY-14")
def test_smites_get_harder_up_to_eleven() -> None:
    """By 1 for each earlier try of the player in the phase."""
    for tries, needed in ((0, 5), (1, 6), (3, 8), (9, 11)):
        play = finish(cast(smiter(), 1, 2, tried=((0, "smite"),) * tries + ((1, "smite"),)))
        assert play.events("psychic-test")[0].values["needed"] == needed


@pytest.mark.rule("KT40-MORALE-12", "KT40-INT-63")
def test_a_shaken_character_tests_at_minus_one() -> None:
    """Worked example 17: Smite 3 + 2 - 1 = 4 fails; a denial of 4 + 4 - 1 = 7 is not more than 7."""
    assert cast(smiter(state={"shaken": True}), 3, 2).lost(1) == 0
    scene = smiter()
    scene.psyker(1, (30, 10), state={"shaken": True})
    assert finish(cast(scene, 3, 4, 4, 4, 1).answer(2)).lost(1) == 1


@pytest.mark.rule("KT40-INT-78")
def test_a_unit_of_psykers_is_one_psyker() -> None:
    """It measures from any of its models; perils are allocated in the unit, and no blast follows while one is left."""
    scene = Scene()
    coven = scene.squad(0, [(10, 10), (10, 11.5)], models=2, casts=1, denies=1, keywords=("INFANTRY", "PSYKER"))
    enemy = scene.squad(1, (10, 30), wounds=2)  # 19" from the first, 17.5" from the second
    assert finish(cast(scene, 3, 3, 1)).lost(enemy) == 1
    play = finish(cast(scene, 1, 1, 1))
    assert len(play.models(coven)) == 1 and "psyker-lost" not in kinds(play)


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84")
def test_command_re_roll_of_a_psychic_test() -> None:
    """One of the two dice."""
    play = cast(smiter(), 1, 3, 5, 1, cp=(1, 0))
    assert play.what == "re-roll" and play.options() == ["pass", Dice("command-re-roll", (0,)), Dice("command-re-roll", (1,))]
    assert finish(play.answer(Dice("command-re-roll", (0,)))).lost(1) == 1


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84")
def test_a_psychic_test_is_offered_again_only_with_dice_that_change_its_result() -> None:
    """Smite needs 5, and is stronger from 11 on: 4 and 3 have done and can do no more, of 6 and 4 the 4 may become a 5."""
    assert cast(smiter(), 4, 3, 1, cp=(1, 0)).events("psychic-test")  # nobody was asked about it
    play = cast(smiter(), 6, 4, 1, cp=(1, 0))
    assert play.what == "re-roll" and play.options() == ["pass", Dice("command-re-roll", (1,))]
    assert play.events("psychic-test") == []


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84", "KT40-PSY-11")
def test_a_psychic_test_that_may_be_denied_can_be_made_harder_to_deny() -> None:
    """A 5 and a 4 manifest Smite, but an enemy Psyker is near: the more they come to, the harder it is to deny."""
    scene = smiter()
    scene.psyker(1, (30, 20))
    play = cast(scene, 5, 4, cp=(1, 0))
    assert play.what == "re-roll" and play.options() == ["pass", Dice("command-re-roll", (0,)), Dice("command-re-roll", (1,))]


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84", "KT40-PSY-11")
def test_even_an_eleven_that_may_be_denied_can_be_made_harder_to_deny() -> None:
    """Only twelve is the most there is: of 6 and 5 the 5 may become a 6."""
    scene = smiter()
    scene.psyker(1, (30, 20))
    play = cast(scene, 6, 5, cp=(1, 0))
    assert play.what == "re-roll" and play.options() == ["pass", Dice("command-re-roll", (1,))]


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84", "KT40-PSY-13")
def test_a_die_is_offered_again_where_only_a_six_would_do() -> None:
    """Smite is stronger from 11 on: of 5 and 4 the 4 would have to become a 6, and with the 5 it is out of reach."""
    play = cast(smiter(), 5, 4, 1, cp=(1, 0))
    assert play.what == "re-roll" and play.options() == ["pass", Dice("command-re-roll", (1,))]


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84", "KT40-PSY-11")
@pytest.mark.parametrize(("test", "denial"), [((5, 3), (5, 2)), ((6, 4), (5, 3))])
def test_a_die_of_a_denial_is_offered_again_if_it_could_bring_more_than_the_test(test: tuple[int, int], denial: tuple[int, int]) -> None:
    """Against 8, of 5 and 2 only the 2 may bring a 9; against 10, of 5 and 3 only the 3 may bring an 11: with a 6 each time."""
    scene = smiter()
    denier = scene.psyker(1, (30, 20))
    play = cast(scene, *test, *denial, 1, cp=(0, 1)).answer(denier)
    assert (play.what, play.player) == ("re-roll", 1) and play.options() == ["pass", Dice("command-re-roll", (1,))]


@pytest.mark.rule("KT40-PSY-12")
def test_each_denial_counts_once() -> None:
    """Who may deny two powers in a phase is asked again after the first, and not after the second."""
    scene = smiter()
    denier = scene.psyker(1, (30, 10), denies=2)
    play = scene.play(*[Task("manifest", (0, "smite"))] * 3, dice=[3, 4, 6, 6, 3, 4, 6, 6, 3, 4, 1], phase="psychic")
    for _ in range(2):
        assert (play.what, play.options()) == ("deny", ["pass", denier])
        play.answer(denier)
    assert finish(play).lost(1) == 1


@pytest.mark.rule("KT40-PSY-07", "KT40-INT-78")
@pytest.mark.parametrize(("away", "found"), [(12.0, (0, 1)), (12.002, (0,))])
def test_a_power_for_friends_reaches_so_far_from_the_psyker(away: float, found: tuple[int, ...]) -> None:
    scene = Scene()
    scene.psyker(0, (10, 10), powers=[WARD])
    scene.squad(0, (11 + away, 10), models=1)
    scene.squad(1, (10, 30), models=1)
    s = scene.state()
    assert targets(scene.arena, s, 0, WARD.deed, unit=0) == found


@pytest.mark.rule("KT40-PSY-07", "KT40-INT-78")
@pytest.mark.parametrize(("away", "found"), [(18.0, (2,)), (18.002, ())])
def test_a_power_against_enemies_is_measured_from_the_psyker_alone(away: float, found: tuple[int, ...]) -> None:
    """Another unit of its player stands nearer, to no avail."""
    scene = Scene()
    scene.psyker(0, (10, 10), powers=[HEX])
    scene.squad(0, (20, 14), models=1)
    scene.squad(1, (11 + away, 10), models=1)
    s = scene.state()
    assert targets(scene.arena, s, 0, HEX.deed, unit=0) == found
    if found:
        assert finish(cast(scene, 3, 4, power="hex")).events("deed")[0].rule == "KT40-PSY-07"


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84", "KT40-PSY-09")
@pytest.mark.parametrize("die", [1, 6])
def test_either_die_of_perils_may_be_rolled_again(die: int) -> None:
    play = cast(smiter(), die, die, cp=(1, 0))
    assert (play.what, play.options()) == ("re-roll", ["pass", *(Dice("command-re-roll", (k,)) for k in (0, 1))])
