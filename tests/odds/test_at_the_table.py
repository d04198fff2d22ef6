"""Labels and advice at the table use the odds of the attack as it would be."""

from __future__ import annotations

import re

import pytest

from counteract import odds
from counteract.core.decision import Pick
from tests.rules.kt18 import scene as kt18
from tests.rules.kt21 import scene as kt21
from tests.rules.kt24 import scene as kt24


def told(label: str) -> list[float]:
    """Return the figures of a label: damage and chance to fall, once or twice."""
    found = re.findall(r"about (\d+\.\d)|(<?\d+)% incapacitated", label)
    return [0.0 if figure == "<1" else float(figure) for pair in found for figure in pair if figure]


def rounded(*chances: tuple[float, float]) -> list[float]:
    return [figure for damage, falls in chances for figure in (round(damage, 1), float(f"{falls:.0%}".rstrip("%")))]


SOFT = kt24.Ability(id="tough", name="Tough", text="-", effect="soften", values={"by": 1, "least": 4})


@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("left", [12, 5])
def test_a_target_of_2024_is_told_with_its_odds(cover: bool, left: int) -> None:
    """With cover, wounds lost, an injured shooter, and what softens damage."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun("5 3+ 3/4; Balanced")], order="engage", wounds=10, left=4)
    scene.add(1, (15, 11), order="engage", wounds=12, left=left, save=3, abilities=[SOFT])
    if cover:
        scene.wall(13.5, 10, 14, 12, top=1)
    label = str(scene.act(0, "shoot").game.label(Pick(1)))
    found = odds.shoot(weapon="5 4+ 3/3; Balanced", target=f"save 3+, wounds {left} of 12", cover=cover, objective="capped")
    assert told(label) == rounded((found.value, found.incapacitate))


@pytest.mark.rule("KT24-MIS-36")
def test_who_is_seen_from_above_is_told_with_all_its_cover_saves() -> None:
    """The shooter stands on a vantage point, and the target is concealed behind something low."""
    scene = kt24.Scene()
    scene.add(0, (5, 11, 3.0), weapons=[kt24.gun("5 3+ 3/4")], order="engage")
    scene.add(1, (15, 11), order="conceal", wounds=12, save=4)
    scene.floor(3, 9, 5.5, 13, z=3.0)
    scene.wall(13.5, 10, 14, 12, top=1)
    label = str(scene.act(0, "shoot").game.label(Pick(1)))
    found = odds.shoot(weapon="5 3+ 3/4", target="save 4+, wounds 12, in cover, seen from above", objective="capped")
    plain = odds.shoot(weapon="5 3+ 3/4", target="save 4+, wounds 12, in cover", objective="capped")
    assert told(label) == rounded((found.value, found.incapacitate)) != rounded((plain.value, plain.incapacitate))


@pytest.mark.rule("KT24-MIS-28")
def test_terrain_that_covers_or_obscures_is_told_as_the_defender_would_have_it() -> None:
    """It cannot do both."""
    scene = kt24.Scene(obscuring=True)
    scene.add(0, (5, 11), weapons=[kt24.gun("5 2+ 3/4")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=12, save=4)
    scene.wall(9, 9, 11, 13, top=1, kind="heavy", feature="house")
    scene.wall(13.5, 10, 14, 12, top=1, feature="house")
    label = str(scene.act(0, "shoot").game.label(Pick(1)))
    ways = [odds.shoot(weapon="5 2+ 3/4", target="save 4+, wounds 12", objective="capped", **{way: True}) for way in ("cover", "obscured")]
    assert told(label) == min(rounded((one.value, one.incapacitate)) for one in ways)


def test_an_opponent_of_2024_is_told_with_what_comes_back() -> None:
    """Both sides at their best, each with the weapon that serves it best."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.blade("4 3+ 4/5; Brutal"), kt24.blade("1 6+ 1/1")], order="engage", wounds=13)
    scene.add(1, (6.5, 11), weapons=[kt24.blade("3 4+ 3/4")], order="engage", wounds=8)
    scene.add(1, (5, 12.5), weapons=[kt24.blade("3 4+ 3/4")], order="engage", wounds=9)
    play = scene.act(0, "fight")
    assert play.what == "opponent"
    found = odds.fight(attacker="4 3+ 4/5; Brutal", attacker_wounds=13, defender="3 4+ 3/4", defender_wounds=8)
    dealt, taken = (found.expected_dealt, found.defender_incapacitated), (found.expected_taken, found.attacker_incapacitated)
    assert told(str(play.game.label(Pick(1)))) == rounded(dealt, taken)


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-40")
@pytest.mark.parametrize("grit", [False, True])
@pytest.mark.parametrize("left", [10, 4])
@pytest.mark.parametrize("limits", ["sheet", "book"])
def test_a_hot_blade_is_told_with_what_the_fight_does_to_its_hit(limits: str, left: int, grit: bool) -> None:
    """By the sheet who is injured in the fight burns more easily after it; not who makes nothing of injury."""
    scene = kt24.Scene(limits=limits)
    tough = kt24.Ability(id="grit", name="Grit", text="-", effect="ignore-injury")
    scene.add(0, (5, 11), weapons=[kt24.blade("3 3+ 2/3; Hot")], order="engage", wounds=10, left=left, abilities=[tough] * grit)
    scene.add(1, (6.5, 11), weapons=[kt24.blade("4 2+ 2/3")], order="engage", wounds=20)
    scene.add(1, (5, 12.5), weapons=[kt24.blade("4 2+ 2/3")], order="engage", wounds=30)
    label = str(scene.act(0, "fight").game.label(Pick(1)))
    wounds = left if grit else f"{left} of 10"
    found = odds.fight(attacker="3 3+ 2/3; Hot", attacker_wounds=wounds, defender="4 2+ 2/3", defender_wounds=20, limits="book" if grit else limits)
    dealt, taken = (found.expected_dealt, found.defender_incapacitated), (found.expected_taken, found.attacker_incapacitated)
    assert told(label) == rounded(dealt, taken)


def test_a_target_of_2021_is_told_with_its_odds() -> None:
    """With its own defence dice and invulnerable save."""
    scene = kt21.Scene()
    scene.add(0, (5, 11), weapons=[kt21.gun("4 3+ 3/4; AP2")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=9, save=3, defence=3, invulnerable=5)
    label = str(scene.act(0, "shoot").game.label(Pick(1)))
    found = odds.shoot(ruleset="kt21", weapon="4 3+ 3/4; AP2", target="save 3+, wounds 9, defence 3, invulnerable 5+", objective="capped")
    assert told(label) == rounded((found.value, found.incapacitate))


def test_a_target_of_2018_is_told_with_its_odds() -> None:
    """Long range, flesh wounds of both, and a sniper."""
    scene = kt18.Scene(specialists=True)
    scene.add(0, (3, 11), weapons=[kt18.gun('24" heavy 3, 5 -1 1')], specialist="sniper", flesh=1)
    scene.add(1, (20, 11), wounds=2, toughness=3, save=5, flesh=1)
    label = str(scene.shoot(0).game.label(Pick(1)))
    found = odds.shoot(
        ruleset="kt18", weapon='Heavy 3 24" S5 AP-1 D1 BS3+; sure', target="T3 save 5+ wounds 2 flesh 1", long_range=True, flesh=1
    )
    assert f"about {found.details['capped']:.1f} wounds, {found.incapacitate:.0%} out of action" in label


def test_several_guns_of_2018_are_told_together() -> None:
    """A flesh wound by one of them ends the attacks of both: with one wound each is as likely to be the one that matters."""
    scene = kt18.Scene()
    scene.add(0, (3, 11), weapons=[kt18.gun('24" heavy 1, 4 -6 1'), kt18.gun('24" assault 1, 4 -6 1')])
    scene.add(1, (10, 11), wounds=1, toughness=4, save=5)
    label = str(scene.shoot(0).game.label(Pick(1)))
    wounded = 4 / 6 * 3 / 6
    hit = 1 - (1 - wounded) ** 2
    assert f"about {hit:.1f} wounds, {hit / 2:.0%} out of action" in label


def test_close_combat_of_2018_is_told_before_it_is_chosen() -> None:
    """Whom a model can strike, and how likely that puts it out of action."""
    scene = kt18.Scene()
    scene.add(0, (5, 11), weapons=[kt18.blade("+1 -1 1")], attacks=2)
    scene.add(1, (6.5, 11), toughness=3, save=5)
    play = scene.fighting()
    assert play.what == "fight"
    label = str(play.game.label(Pick(0)))
    found = odds.shoot(ruleset="kt18", weapon='Assault 2 6" S5 AP-1 D1 BS3+', target="T3 save 5+ wounds 1")
    assert label.endswith(f"; M 1: about {found.details['capped']:.1f} wounds, {found.incapacitate:.0%} out of action")
