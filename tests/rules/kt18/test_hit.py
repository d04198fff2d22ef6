"""The hit roll: what makes it harder, and what a natural 1 and a natural 6 do. (HIT)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Dice
from counteract.rulesets.kt18.attack import hit_modifiers
from tests.rules.kt18.scene import Ability, Scene, blade, gun
from tests.rules.kt18.shots import SHOOTER, TARGET, duel, hit_rolls, rolls, shot

AGAIN = Dice("tactical-re-roll", (0,))


def modifier(weapon: str = '24" heavy 1, 4 0 1', **scene: Any) -> int:
    """Return the modifier to the hit roll of one shot."""
    ((_, added, _),) = hit_rolls(shot(weapon, [1], **scene))
    return added


# --- one die an attack


@pytest.mark.rule("KT18-HIT-01")
def test_every_shot_has_a_die_of_its_own() -> None:
    """Three attacks: three hit rolls of one die each, and only the two that hit lead to anything."""
    play = shot('24" heavy 3, 4 0 1', [3, 1, 2, 6, 1])
    assert [(die, hit) for die, _, hit in hit_rolls(play)] == [(3, True), (2, False), (6, True)]
    assert rolls(play) == [(3,), (1,), (2,), (6,), (1,)]
    assert {e.rule for e in play.events("hit-roll")} == {"KT18-HIT-01"}


@pytest.mark.rule("KT18-HIT-01")
def test_every_blow_has_a_die_of_its_own() -> None:
    """In close combat too: with 3 Attacks, three dice."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade()], attacks=3, began=True)
    scene.add(1, (6, 11), began=True)
    play = scene.fight(0, dice=[1, 2, 1])
    assert play.over and rolls(play) == [(1,), (2,), (1,)]


# --- what makes it harder


@pytest.mark.rule("KT18-HIT-02", "KT18-INT-39")
@pytest.mark.parametrize(
    ("reach", "away", "added"),
    [(24, 12.0, 0), (24, 12.01, -1), (24, 24.0, -1), (24, 1.5, 0), (25, 12.5, 0), (25, 12.51, -1), (6, 3.0, 0), (6, 3.1, -1)],
)
def test_long_range_is_more_than_half_the_range(reach: int, away: float, added: int) -> None:
    """Exactly half is not long; a hair more is, up to the very end of the range."""
    assert modifier(f'{reach}" heavy 1, 4 0 1', away=away) == added


@pytest.mark.rule("KT18-HIT-02", "KT18-INT-39")
def test_half_the_range_is_measured_between_bases_and_aslant() -> None:
    """12.0" away on the flat is half of 24"; the same with the shooter 3" higher is 12.37", and long."""
    scene = Scene()
    scene.add(0, (2, 11, 3), weapons=[gun('24" heavy 1, 4 0 1')])
    scene.add(1, (15, 11))
    scene.floor(0, 9, 2.6, 13)
    assert hit_rolls(scene.shoot(0, dice=[1]).answer(1)) == [(1, -1, False)]
    assert modifier(away=12.0) == 0


@pytest.mark.rule("KT18-HIT-03")
def test_an_obscured_target_is_harder_to_hit() -> None:
    """A wall that hides one side of the target costs 1, wherever on the way it stands; in the open nothing does."""
    assert [modifier(wall=wall) for wall in (None, 0.5, 3.0, 6.0)] == [0, -1, -1, -1]


@pytest.mark.rule("KT18-HIT-03", "KT18-INT-05")
@pytest.mark.parametrize("side", [0, 1])
def test_friend_and_foe_obscure_alike(side: int) -> None:
    """A model of either side that stands before one half of the target."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 1, 4 0 1')])
    if side == 0:
        scene.add(0, (8, 11.4))
    target = scene.add(1, (13, 11))
    if side == 1:
        scene.add(1, (8, 11.4))
    assert hit_rolls(scene.shoot(0, dice=[1]).answer(target)) == [(1, -1, False)]


@pytest.mark.rule("KT18-HIT-03")
def test_much_that_hides_costs_no_more_than_little() -> None:
    """Behind two walls and a crate, of nine points only one is seen, and it is still 1 that is taken off."""
    scene = duel(wall=3.0)
    scene.wall(9, 2, 9.5, 10.9)
    scene.wall(11, 10, 11.5, 12, top=1)
    assert hit_rolls(scene.shoot(SHOOTER, dice=[1]).answer(TARGET)) == [(1, -1, False)]


@pytest.mark.rule("KT18-HIT-04", "KT18-INJ-10")
@pytest.mark.parametrize("flesh", [0, 1, 2, 5])
def test_each_flesh_wound_of_the_shooter_costs_one(flesh: int) -> None:
    """Those of the shooter, all of them; those of the target do not matter."""
    assert modifier(shooter={"flesh": flesh}) == -flesh
    assert modifier(target={"flesh": flesh}) == 0


@pytest.mark.rule("KT18-HIT-05")
def test_the_models_of_a_broken_team_hit_worse() -> None:
    """It is the shooter's team that counts."""
    assert modifier(fields={"broken": (True, False)}) == -1
    assert modifier(fields={"broken": (False, True)}) == 0


@pytest.mark.rule("KT18-INT-40", "KT18-HIT-02", "KT18-HIT-03", "KT18-HIT-04", "KT18-HIT-05")
def test_all_that_makes_it_harder_adds_up() -> None:
    """Long range, obscured, two flesh wounds, broken, and a Heavy weapon after a move: 6 in all, and nothing caps it."""
    shooter = {"flesh": 2, "moved": True}
    play = shot('24" heavy 1, 4 0 1', [5], away=14, wall=3.0, shooter=shooter, fields={"broken": (True, False)})
    assert hit_rolls(play) == [(5, -6, False)]


# --- when it hits


@pytest.mark.rule("KT18-HIT-06")
@pytest.mark.parametrize("bs", [2, 3, 4, 5, 6])
def test_a_shot_hits_on_the_ballistic_skill_or_more(bs: int) -> None:
    """The Ballistic Skill of the shooter, not its Weapon Skill, nor anything of the target."""
    scene: dict[str, Any] = {"shooter": {"bs": bs, "ws": 8 - bs}, "target": {"bs": 8 - bs}}
    assert hit_rolls(shot('24" heavy 1, 4 0 1', [bs - 1], **scene)) == [(bs - 1, 0, False)]
    assert hit_rolls(shot('24" heavy 1, 4 0 1', [bs, 1], **scene)) == [(bs, 0, True)]


@pytest.mark.rule("KT18-HIT-06")
@pytest.mark.parametrize(("die", "hit"), [(3, False), (4, True)])
def test_the_modified_result_counts(die: int, hit: bool) -> None:
    """With 1 taken off, Ballistic Skill 3+ takes a 4."""
    assert hit_rolls(shot('24" heavy 1, 4 0 1', [die, 1], wall=3.0)) == [(die, -1, hit)]


@pytest.mark.rule("KT18-HIT-07")
def test_a_natural_1_misses_however_good_the_shot() -> None:
    """Even with a Ballistic Skill that a 1 would reach."""
    assert hit_rolls(shot('24" heavy 2, 4 0 1', [1, 2, 1], shooter={"bs": 1})) == [(1, 0, False), (2, 0, True)]


@pytest.mark.rule("KT18-HIT-08", "KT18-INT-79")
def test_a_natural_6_hits_however_hard_the_shot() -> None:
    """With 7 taken off every other face ends at 0 or below and misses; the 6 hits all the same."""
    play = shot('24" heavy 6, 4 0 1', [5, 4, 3, 2, 1, 6, 1], shooter={"flesh": 7, "bs": 2})
    assert hit_rolls(play) == [*((die, -7, False) for die in (5, 4, 3, 2, 1)), (6, -7, True)]


# --- re-rolls come first


@pytest.mark.rule("KT18-INT-40")
def test_naturals_are_judged_on_the_die_that_counts() -> None:
    """A miss with 2 taken off is rolled again for a CP: a 6 hits, a 1 misses, and a 4 is still only a 2."""
    for again, hit in ((6, True), (1, False), (4, False), (5, True)):
        play = duel(shooter={"flesh": 2}).shoot(SHOOTER, dice=[3, again, 1], cp=(2, 0)).answer("pass", TARGET)
        assert (play.what, play.player) == ("re-roll", 0)
        play.answer(AGAIN)
        assert hit_rolls(play) == [(again, -2, hit)]


@pytest.mark.rule("KT18-INT-40")
def test_what_modifiers_make_of_a_die_is_no_natural_1() -> None:
    """A weapon that rolls natural 1s again does so for a 1, but not for a 2 that a flesh wound makes a 1."""
    sure = '24" heavy 1, 4 0 1; Sure'
    assert rolls(shot(sure, [1, 2], shooter={"flesh": 1})) == [(1,), (2,)]
    assert rolls(shot(sure, [2], shooter={"flesh": 1})) == [(2,)]
    assert hit_rolls(shot(sure, [1, 4, 1], shooter={"flesh": 1})) == [(4, -1, True)]


# --- no limits to how far results go


@pytest.mark.rule("KT18-INT-79")
@pytest.mark.parametrize(("lost", "steady"), [(7, True), (8, False)])
def test_leadership_may_go_beyond_what_a_card_has(lost: int, steady: bool) -> None:
    """Ld 10 and an icon worth 3 are 13: a 6 with 7 models lost is 13 and passes, with 8 lost it does not."""
    scene = Scene()
    icon = Ability(id="icon", name="Icon", text="…", effect="icon", values={"inches": 6, "leadership": 3})
    bearer = scene.add(0, (5, 11), leadership=10, flesh=1, abilities=[icon])
    for _ in range(lost):
        scene.add(0, None)
    scene.add(1, (20, 11))
    assert scene.morale(0, dice=[6]).model(bearer).shaken is not steady


@pytest.mark.rule("KT18-INT-79")
def test_less_than_no_dice_is_no_dice() -> None:
    """A jump of 2" would have one die fewer than none: none is rolled."""
    scene = Scene()
    jumper = scene.add(0, (5, 11, 2))
    scene.add(1, (25, 11))
    scene.floor(3, 9, 6, 13, z=2)
    play = scene.option(jumper, "normal move", dice=[]).answer([(7.5, 11, 0, "jump")])
    assert play.over and rolls(play) == [] and play.at(jumper) == (7.5, 11, 0)


@pytest.mark.rule("KT18-INT-40")
def test_an_ability_and_a_power_add_to_all_else() -> None:
    """Unwieldy, under a hex, at long range: -3."""
    scene = duel('24" heavy 1, 4 0 1; Unwieldy', away=13, shooter={"hexed": True})
    play = scene.shoot(SHOOTER, dice=[1]).answer(TARGET)
    assert hit_rolls(play) == [(1, -3, False)]
    found = hit_modifiers(play.game.arena, play.state, SHOOTER, play.game.arena.guns[SHOOTER][0], TARGET, "shooting")
    assert found == [("KT18-HIT-02", "long range", -1), ("KT18-INT-40", "unwieldy", -1), ("KT18-INT-40", "under a hex", -1)]


@pytest.mark.rule("KT18-HIT-03", "KT18-INJ-03", "KT18-INT-05")
@pytest.mark.parametrize(("top", "added"), [(1.0, -1), (5.0, 0)])
def test_who_is_not_seen_at_all_is_not_obscured(top: float, added: int) -> None:
    """A weapon that need not see its target: behind a low wall -1 to hit and to the Injury roll, behind a high one neither."""
    scene = duel('24" heavy 1, 4 0 1; Indirect', target={"save": 7})
    scene.wall(12, 9, 12.3, 13, top=top)
    play = scene.shoot(SHOOTER, dice=[5, 6, 4]).answer(TARGET)
    assert [e.values["modifier"] for e in (*play.events("hit-roll"), *play.events("injury-roll"))] == [added, added]


# --- worked examples


@pytest.mark.rule("KT18-HIT-02", "KT18-HIT-03", "KT18-HIT-04", "KT18-HIT-06", "KT18-HIT-07", "KT18-HIT-08", "KT18-WR-RAPID-01")
@pytest.mark.parametrize(("die", "hit"), [(5, False), (6, True), (1, False)])
def test_example_02_stacked_hit_penalties(die: int, hit: bool) -> None:
    """BS 3+, Rapid Fire 1 with 24": at 14", obscured, with a flesh wound: one attack at -3, which only a 6 can make."""
    play = shot('24" rapid fire 1, 4 0 1', [die, 1], away=14, wall=3.0, shooter={"flesh": 1})
    assert hit_rolls(play) == [(die, -3, hit)]


@pytest.mark.rule("KT18-WR-RAPID-01", "KT18-HIT-02", "KT18-INT-39")
def test_example_03_exactly_half_range() -> None:
    """Example 3 at 12.0": two attacks at -2, and of a 5 and a 4 the 5 hits."""
    play = shot('24" rapid fire 1, 4 0 1', [5, 1, 4], away=12, wall=3.0, shooter={"flesh": 1})
    assert hit_rolls(play) == [(5, -2, True), (4, -2, False)]
