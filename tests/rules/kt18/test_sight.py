"""Visibility, obscuring and cover. (INT-04 to INT-07)

The shooter is at (2, 11) and the target at (13, 11): both have a base of 1" and are 1.5" tall, so the eye is 1.35" up, and what is
looked at lies 0.15", 0.75" and 1.35" up, on the axis and 0.45" to either side.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from counteract.attacks.hitwoundsave import Amount
from counteract.core.decision import Allocate
from tests.rules.kt18.scene import Power, Scene, gun
from tests.rules.kt18.shots import SHOOTER, duel, hit_rolls, injuries, kinds

HIDDEN = "KT18-SHOOT-07"
GUN = '24" heavy 1, 4 0 1'


def sight(draw: Callable[[Scene], object], *, height: float = 1.5) -> str:
    """Return the visibility of the target with this on the board: in full, obscured, or not at all."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun(GUN)])
    target = scene.add(1, (13, 11), height=height)
    scene.add(1, (2, 2))  # an enemy to shoot at in any case
    draw(scene)
    play = scene.shoot(SHOOTER, dice=[1])
    if play.why(target):
        assert play.why(target) == HIDDEN
        assert target not in play.options()
        return "hidden"
    ((_, modifier, _),) = hit_rolls(play.answer(target))
    return {0: "in full", -1: "obscured"}[modifier]


# --- what is visible


@pytest.mark.rule("KT18-INT-04", "KT18-SHOOT-07")
@pytest.mark.parametrize(("top", "seen"), [(1.34, "obscured"), (1.36, "hidden"), (3.0, "hidden")])
def test_eye_and_highest_point_are_at_nine_tenths_of_the_height(top: float, seen: str) -> None:
    """A wall across the whole way: lower than 1.35" one looks over it, higher and nothing is seen."""
    assert sight(lambda scene: scene.wall(11.5, 2, 12, 20, top=top)) == seen


@pytest.mark.rule("KT18-INT-04")
@pytest.mark.parametrize(("top", "seen"), [(0.25, "in full"), (0.27, "obscured")])
def test_the_lowest_point_is_at_a_tenth_of_the_height(top: float, seen: str) -> None:
    """The lowest ray leaves the far side of the sill at x = 12 just 0.26" up."""
    assert sight(lambda scene: scene.wall(11.5, 2, 12, 20, top=top)) == seen


@pytest.mark.rule("KT18-INT-04")
@pytest.mark.parametrize(("bottom", "top", "seen"), [(0.4, 0.7, "in full"), (0.7, 0.9, "obscured"), (0.95, 1.3, "in full")])
def test_between_them_is_one_in_the_middle(bottom: float, top: float, seen: str) -> None:
    """A beam that is met only by rays to half the height, which pass there between 0.80" and 0.83" up."""
    assert sight(lambda scene: scene.wall(11.5, 2, 12, 20, bottom=bottom, top=top)) == seen


@pytest.mark.rule("KT18-INT-04")
@pytest.mark.parametrize(("end", "seen"), [(11.38, "obscured"), (11.42, "hidden")])
def test_the_outer_points_are_at_nine_tenths_of_the_radius(end: float, seen: str) -> None:
    """A tall wall that leaves one side of the target free: rays to 0.45" aside pass it 0.39" to 0.41" aside."""
    assert sight(lambda scene: scene.wall(11.5, 2, 12, end)) == seen


@pytest.mark.rule("KT18-INT-04", "KT18-INT-05")
def test_one_clear_ray_of_nine_is_enough_to_be_seen() -> None:
    """A tall wall leaves one side free, and a crate before it everything but the highest point there."""

    def draw(scene: Scene) -> None:
        scene.wall(11.5, 2, 12, 11.38)
        scene.wall(10.5, 2, 11, 20, top=1.2)

    assert sight(draw) == "obscured"


@pytest.mark.rule("KT18-INT-04")
@pytest.mark.parametrize(("height", "seen"), [(1.5, "hidden"), (3.0, "obscured")])
def test_tall_models_are_seen_over_what_hides_others(height: float, seen: str) -> None:
    """A wall 2" tall right before the target."""
    assert sight(lambda scene: scene.wall(11.5, 2, 12, 20, top=2), height=height) == seen


@pytest.mark.rule("KT18-INT-04", "KT18-INT-05")
@pytest.mark.parametrize("side", [0, 1])
def test_other_models_block_like_terrain(side: int) -> None:
    """Near the shooter a model hides all of the target, half beside the way a part of it, and further aside nothing."""
    seen: list[str | int] = []
    for place in ((4.1, 11), (8, 11.4), (8, 12.5)):
        scene = Scene()
        scene.add(0, (2, 11), weapons=[gun(GUN)])
        if side == 0:
            scene.add(0, place)
        target = scene.add(1, (13, 11))
        scene.add(1, (2, 2))
        if side == 1:
            scene.add(1, place)
        play = scene.shoot(SHOOTER, dice=[1])
        hidden = play.why(target)
        seen.append(hidden or hit_rolls(play.answer(target))[0][1])
    assert seen == [HIDDEN, -1, 0]


@pytest.mark.rule("KT18-INT-04", "KT18-INT-05")
@pytest.mark.parametrize(("place", "seen"), [((8, 11.49), "obscured"), ((8, 11.5), "in full"), ((8, 11), "hidden"), ((9, 11), "obscured")])
def test_a_model_in_the_way_is_half_as_wide_as_its_base(place: tuple[float, float], seen: str) -> None:
    """Its body reaches 0.25" to either side. The outer rays pass x = 8 at 0.245" aside, within it, and x = 9 at 0.286", beyond it."""
    assert sight(lambda scene: scene.add(1, place)) == seen


@pytest.mark.rule("KT18-INT-04")
def test_a_model_looked_at_is_nine_tenths_as_wide_as_its_base() -> None:
    """A narrow obstacle is not a narrow target: a wall that hides its middle leaves its sides."""
    assert sight(lambda scene: scene.wall(12, 10.65, 12.2, 11.35)) == "obscured"


@pytest.mark.rule("KT18-INT-04")
def test_neither_of_the_two_concerned_is_in_its_own_way() -> None:
    """Two models touching a wall from the same side see each other in full along it."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun(GUN)])
    target = scene.add(1, (4.2, 11))
    scene.wall(1, 11.5, 6, 12)
    assert hit_rolls(scene.shoot(SHOOTER, dice=[1]).answer(target)) == [(1, 0, False)]


# --- what is obscured


@pytest.mark.rule("KT18-INT-05", "KT18-HIT-03")
def test_fully_hidden_is_no_target_rather_than_obscured() -> None:
    assert sight(lambda scene: scene.wall(6, 2, 6.5, 20)) == "hidden"
    assert sight(lambda scene: scene.wall(6, 11.1, 6.5, 20)) == "obscured"
    assert sight(lambda scene: None) == "in full"


@pytest.mark.rule("KT18-INT-05")
def test_flat_ground_hides_nothing() -> None:
    """Difficult and dangerous ground all the way, and under both."""
    assert sight(lambda scene: (scene.ground(1, 5, 15, 17, "difficult"), scene.ground(8, 5, 12, 17, "dangerous"))) == "in full"


@pytest.mark.rule("KT18-INT-05")
def test_a_weapon_that_need_not_see_its_target_finds_nothing_obscured_where_all_is_hidden() -> None:
    """Behind a wall that hides all of it the target is not obscured, and has no cover either."""
    scene = duel('24" heavy 1, 4 0 1; Indirect', target={"save": 7})
    scene.wall(11, 2, 11.5, 20)
    play = scene.shoot(SHOOTER, dice=[3, 5, 4]).answer(1)
    assert (hit_rolls(play), injuries(play)) == ([(3, 0, True)], [((4,), 0)])


# --- what protects


def cover(draw: Callable[[Scene], object]) -> tuple[int, int]:
    """Return the modifiers of cover to the hit roll and to the Injury roll."""
    scene = duel(GUN, target={"save": 7})
    draw(scene)
    play = scene.shoot(SHOOTER, dice=[6, 5, 1]).answer(1)
    ((_, to_hit, _),), ((_, to_injury),) = hit_rolls(play), injuries(play)
    return to_hit, to_injury


@pytest.mark.rule("KT18-INT-06", "KT18-INJ-03")
@pytest.mark.parametrize(("away", "found"), [(0.2, (-1, -1)), (1.0, (-1, -1)), (1.01, (-1, 0)), (5.0, (-1, 0))])
def test_what_hides_and_is_within_an_inch_protects(away: float, found: tuple[int, int]) -> None:
    """A wall whose nearest point is so far from the edge of the target's base."""
    edge = 12.5 - away
    assert cover(lambda scene: scene.wall(edge - 0.5, 11, edge, 20)) == found


@pytest.mark.rule("KT18-INT-06")
def test_what_is_near_but_hides_nothing_does_not_protect() -> None:
    """Something far off hides a side of the target, and something right behind it hides nothing."""
    assert cover(lambda scene: (scene.wall(6, 11, 6.5, 20), scene.wall(13.6, 5, 14, 17))) == (-1, 0)
    assert cover(lambda scene: scene.wall(13.6, 5, 14, 17)) == (0, 0)


@pytest.mark.rule("KT18-INT-06")
def test_one_of_those_that_hide_is_enough() -> None:
    """Two walls hide the same side, and the nearer of them is near enough, though the rays meet the other first."""
    assert cover(lambda scene: (scene.wall(6, 11, 6.5, 20), scene.wall(11.5, 11, 12, 20))) == (-1, -1)


@pytest.mark.rule("KT18-INT-06", "KT18-INJ-03")
@pytest.mark.parametrize(("x", "found"), [(11.5, (-1, -1)), (11.1, (-1, -1)), (11.0, (-1, 0)), (8.0, (-1, 0))])
def test_a_model_protects_like_a_wall(x: float, found: tuple[int, int]) -> None:
    """One that stands before a side of the target: bases 0.94" apart are within 1", though the body is not, and 1.04" are too far."""
    assert cover(lambda scene: scene.add(1, (x, 11.4))) == found


@pytest.mark.rule("KT18-INT-06")
@pytest.mark.parametrize(("first", "found"), [(2, [(0, 0), (0, 0)]), (1, [(-1, -1), (0, 0)])])
def test_cover_is_judged_when_the_attack_is_made(first: int, found: list[tuple[int, int]]) -> None:
    """A friend half before the target protects it as long as it stands: shot first, it is gone when the target's turn comes."""
    scene = duel('24" heavy 2, 4 0 1', target={"save": 7})
    scene.add(1, (11.5, 11.6), save=7)
    play = scene.shoot(SHOOTER, dice=[6, 5, 6] * 2).answer(1, Allocate((1, 1)), f"0/{first}")
    assert play.over and play.out(1) and play.out(2)
    assert [(hit[1], injury[1]) for hit, injury in zip(hit_rolls(play), injuries(play), strict=True)] == found


# --- powers


@pytest.mark.rule("KT18-INT-07")
@pytest.mark.parametrize(("wall", "struck"), [(None, 1), ((6, 9, 6.5, 12), 2)])
def test_terrain_keeps_a_power_from_whom_the_psyker_cannot_see(wall: tuple[float, float, float, float] | None, struck: int) -> None:
    """Psybolt goes at the closest enemy that is seen; behind a wall it is another."""
    scene = Scene()
    scene.add(0, (2, 11), psyker=True)
    scene.add(1, (9, 11), wounds=2)
    scene.add(1, (9, 16), wounds=2)
    if wall:
        scene.wall(*wall)
    play = scene.psychic(0, dice=[2, 4]).answer(0)
    assert [e.values["target"] for e in play.events("power")] == [struck]


@pytest.mark.rule("KT18-INT-07")
def test_a_power_that_does_not_ask_for_sight_goes_through_walls() -> None:
    """A friend behind a wall is mended; the psychic test has no modifier from anything in between."""
    scene = Scene()
    mend = Power(id="mend", name="Mend", text="…", charge=6, effect="mend", range=12, amount=Amount(plus=1))
    scene.add(0, (2, 11), psyker=True, powers=[mend])
    friend = scene.add(0, (9, 11), wounds=3, left=1)
    scene.add(1, (25, 20))
    scene.wall(6, 2, 6.5, 20)
    play = scene.psychic(0, dice=[2, 4]).answer(0, "mend")
    assert play.wounds(friend) == 2


@pytest.mark.rule("KT18-INT-07", "KT18-INJ-03")
def test_cover_from_a_power_is_judged_from_the_psyker() -> None:
    """A wall near the target that hides a side of it from the psyker; it does not make the power miss."""
    for y, modifier in ((11, -1), (11.7, 0)):
        scene = duel(GUN, shooter={"psyker": True}, target={"save": 7})
        scene.wall(11.5, y, 12, 20)
        play = scene.psychic(0, dice=[2, 4, 3]).answer(0)
        assert injuries(play) == [((3,), modifier)]
        assert kinds(play, "hit-roll", "save-roll") == []
