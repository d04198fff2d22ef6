"""Obscured targets: Heavy terrain in the way, away from both. (MIS-25 to MIS-28, INT-12)

The shooter's base ends at x = 5.5 and the target's begins at x = 14.5. All walls are low enough to look over.
"""

from __future__ import annotations

import pytest

from tests.rules.kt24.scene import Scene, gun
from tests.rules.kt24.sightlines import BOTH, COVER, EITHER, OBSCURED, OPEN, TARGET, Lane


def heavy(*boxes: tuple[float, float], order: str = "engage", rules: str = "", feature: str = "") -> Lane:
    """Return a lane crossed by Heavy walls, each from one x to another."""
    lane = Lane(order=order, rules=rules, obscuring=True)
    for x0, x1 in boxes:
        lane.wall(x0, 8, x1, 14, top=1, kind="heavy", feature=feature)
    return lane


# --- when a target is obscured


@pytest.mark.rule("KT24-MIS-25")
@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((9, 10), OBSCURED),  # far from both
        ((13.2, 13.49), OBSCURED),  # just over 1" from the target
        ((13.65, 14.3), COVER),  # within 1" of the target everywhere on the lines
        ((5.6, 6.49), OPEN),  # within 1" of the shooter
        ((5.6, 6.51), OBSCURED),  # reaches further than 1" from the shooter
        ((12, 14), EITHER),  # one portion is within 1" of the target, the other is not
    ],
)
def test_heavy_terrain_obscures_at_a_place_more_than_an_inch_from_both(box: tuple[float, float], expected: str) -> None:
    """Only the portion within 1" of either operative is left out, not the whole feature."""
    assert heavy(box).outcome() == expected


@pytest.mark.rule("KT24-MIS-25")
def test_only_terrain_that_lies_between_obscures() -> None:
    """A Heavy block beside the lane, or behind the target, does nothing."""
    lane = Lane(obscuring=True)
    lane.wall(9, 11.6, 10, 14, top=1, kind="heavy")
    lane.wall(9, 8, 10, 10.4, top=1, kind="heavy")
    lane.wall(17, 8, 18, 14, top=1, kind="heavy")
    assert lane.outcome() == OPEN


@pytest.mark.rule("KT24-MIS-25")
def test_close_together_there_is_no_cover_but_there_can_be_obscuring() -> None:
    """Within 2" the wall between the two cannot cover. 1.8" apart no place is more than 1" from both, so it does not obscure either.

    2" apart there are such places to both sides of the straight line between the centres (1.02" from both, still on lines to the
    near side of the base): obscured. 2.2" apart cover is possible again.
    """
    for gap, expected in ((1.8, OPEN), (2.0, OBSCURED), (2.2, EITHER)):
        lane = Lane(shooter=(14 - gap, 11), obscuring=True)
        lane.wall(14.5 - gap + 0.1, 8, 14.4, 14, top=1, kind="heavy")
        assert lane.outcome() == expected


@pytest.mark.rule("KT24-MIS-25")
def test_a_conceal_target_can_be_obscured_and_is_still_a_target() -> None:
    """Obscuring has nothing to do with validity."""
    assert heavy((9, 10), order="conceal").outcome() == OBSCURED


@pytest.mark.rule("KT24-INT-12")
def test_nothing_is_obscured_without_a_mission_unless_asked_for() -> None:
    """A Heavy block has no effect in the bare game and obscures in a mission; the option decides where it is given."""
    for options, expected in (
        ({}, OPEN),
        ({"mission": "default"}, OBSCURED),
        ({"obscuring": True}, OBSCURED),
        ({"mission": "default", "obscuring": False}, OPEN),
    ):
        lane = Lane(**options)  # type: ignore[arg-type]
        lane.wall(9, 8, 10, 14, top=1, kind="heavy")
        assert lane.outcome() == expected


@pytest.mark.rule("KT24-INT-12", "KT24-WR-BLAST-06")
@pytest.mark.parametrize(("options", "criticals"), [({}, 1), ({"obscuring": True}, 0)])
def test_blast_copies_obscuring_only_where_there_is_any(options: dict[str, bool], criticals: int) -> None:
    """The secondary target of a Blast stands in the open beside an obscured primary target: it is obscured too, in a mission."""
    scene = Scene(**options)
    shooter = scene.add(0, (5, 11), weapons=[gun('1 4+ 1/1; Blast 2"')], order="engage")
    target = scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 12.5), order="conceal")
    scene.wall(9, 8, 10, 11.6, top=1, kind="heavy")
    play = scene.act(shooter, "shoot", dice=[6, 1, 1, 1, 6, 1, 1, 1]).answer(target)
    while play.what == "block":
        play.answer(play.decision.options[-1])
    assert [e.values["criticals"] for e in play.events("retained")] == [criticals, criticals]


# --- what it does


@pytest.mark.rule("KT24-MIS-26", "KT24-MIS-27")
@pytest.mark.parametrize(
    ("dice", "normals"),
    [((6, 6, 6), 2), ((6, 4, 1), 1), ((6, 1, 1), 0), ((5, 1, 1), 0), ((1, 1, 1), 0)],
)
def test_criticals_count_as_normal_and_one_success_is_lost(dice: tuple[int, int, int], normals: int) -> None:
    """Three criticals leave two normals, a critical and a normal leave one, a lone success leaves none; no success, nothing lost."""
    play = heavy((9, 10)).aim(dice=(*dice, 1, 1, 1)).answer(TARGET)
    (kept,) = play.events("retained")
    assert (kept.values["criticals"], kept.values["normals"]) == (0, normals)
    told = [play.game.tell(event) for event in play.events("obscured")]
    assert told == ["The target is obscured: criticals count as normal, and one success is lost."] * any(die > 1 for die in dice)


@pytest.mark.rule("KT24-MIS-26", "KT24-MIS-27")
def test_obscured_successes_do_normal_damage() -> None:
    """Dmg 2/5, three criticals, nothing saved: 4 damage instead of 15."""
    play = heavy((9, 10)).aim(dice=(6, 6, 6, 1, 1, 1)).answer(TARGET)
    assert play.over and play.damage(TARGET) == 4
    play = Lane(obscuring=True).aim(dice=(6, 6, 6, 1, 1, 1)).answer(TARGET)
    assert play.over and play.damage(TARGET) == 15


@pytest.mark.rule("KT24-MIS-26")
@pytest.mark.parametrize("rule", ["Lethal 4+", "Severe", "Rending", "Punishing"])
def test_no_rule_makes_a_die_critical_against_an_obscured_target(rule: str) -> None:
    """Lethal, Severe, Rending (and Punishing, which needs a critical) find nothing to do; the attacker is not even asked."""
    play = heavy((9, 10), rules=rule).aim(dice=(6, 5, 1, 1, 1, 1)).answer(TARGET)
    assert play.over
    (kept,) = play.events("retained")
    assert (kept.values["criticals"], kept.values["normals"]) == (0, 1)


@pytest.mark.rule("KT24-MIS-26")
def test_what_feeds_on_criticals_starves_against_an_obscured_target() -> None:
    """Devastating, Stun and Piercing Crits do not act: three defence dice are rolled, nothing else is lost."""
    play = heavy((9, 10), rules="Devastating 3, Stun, Piercing Crits 2").aim(dice=(6, 6, 1, 1, 1, 1)).answer(TARGET)
    assert play.over and play.damage(TARGET) == 2 and not play.events("stunned")
    assert len(play.events("rolled")[1].values["dice"]) == 3


@pytest.mark.rule("KT24-MIS-27", "KT24-WR-ACCURATE-01")
@pytest.mark.parametrize(("die", "left"), [(1, 0), (4, 1)])
def test_a_die_kept_unrolled_may_be_the_success_that_is_discarded(die: int, left: int) -> None:
    """Accurate 1 keeps one of three dice: with nothing else it is the one that goes, with another success one of the two is left."""
    play = heavy((9, 10), rules="Accurate 1").aim(dice=(die, 1, 1, 1, 1)).answer(TARGET, 1)
    (kept,) = play.events("retained")
    assert (kept.values["criticals"], kept.values["normals"]) == (0, left)
    assert play.over and play.damage(TARGET) == 2 * left


# --- cover or obscured


@pytest.mark.rule("KT24-MIS-28")
def test_one_feature_does_one_thing_and_the_defender_chooses_which() -> None:
    """One wall reaches from near the target to far from it. The defender chooses as soon as the target is chosen, before any die."""
    play = heavy((12, 14)).aim(dice=(6, 6, 6, 1, 1, 1)).answer(TARGET)
    assert (play.what, play.player, play.options()) == ("cover-or-obscured", 1, ["cover", "obscured"])
    assert not play.events("rolled")
    play.answer("cover")
    assert play.what == "cover-save" and play.events("retained")[0].values["criticals"] == 3
    play = heavy((12, 14)).aim(dice=(6, 6, 6, 1, 1, 1)).answer(TARGET, "obscured")
    assert play.over and play.damage(TARGET) == 4


@pytest.mark.rule("KT24-MIS-28")
def test_parts_of_one_feature_count_together() -> None:
    """A wall near the target and one halfway: as parts of one feature they leave a choice, as two features they do both."""
    assert heavy((13.65, 14), (9, 10), feature="ruin").outcome() == EITHER
    assert heavy((13.65, 14), (9, 10)).outcome() == BOTH


@pytest.mark.rule("KT24-MIS-28")
@pytest.mark.parametrize(("choice", "asked", "criticals"), [("cover", "cover-save", 0), ("obscured", "", 0)])
def test_another_feature_keeps_doing_what_it_does(choice: str, asked: str, criticals: int) -> None:
    """One wall would do both, another one obscures anyway: with cover chosen for the first the target has both."""
    play = heavy((12, 14), (8, 9)).aim(dice=(6, 6, 6, 1, 1, 1)).answer(TARGET, choice)
    assert play.what == asked
    assert play.events("retained")[0].values["criticals"] == criticals


@pytest.mark.rule("KT24-MIS-28")
def test_two_features_that_would_each_do_both_do_both_between_them() -> None:
    """Two such walls side by side: the defender can have cover from one and obscuring from the other, so nothing is asked."""
    lane = Lane(obscuring=True)
    lane.wall(12, 8, 14, 11, top=1, kind="heavy")
    lane.wall(12, 11, 14, 14, top=1, kind="heavy")
    assert lane.outcome() == BOTH


@pytest.mark.rule("KT24-MIS-28")
def test_validity_is_settled_before_the_choice() -> None:
    """A Conceal operative in cover is no target, whatever else the same wall might do for it."""
    assert heavy((12, 14), order="conceal").outcome() == "KT24-TARGET-03"


@pytest.mark.rule("KT24-MIS-28")
def test_the_choice_is_made_for_each_sequence_anew() -> None:
    """With Torrent each target has its own sequence, and its player chooses for each: cover for one, obscured for the other."""
    lane = Lane(obscuring=True, rules='Torrent 4"')
    other = lane.add(1, (15, 13), order="engage", wounds=30)
    lane.wall(12, 8, 14, 17, top=1, kind="heavy")
    play = lane.aim(dice=(6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1)).answer(TARGET, "cover")
    assert play.what == "secondary"
    play.answer(other)
    assert (play.what, play.player) == ("cover-or-obscured", 1)
    play.answer("obscured", TARGET, "pass")
    assert (play.damage(TARGET), play.damage(other)) == (15, 4)
