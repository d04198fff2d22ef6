"""Terrain and moves: obstacles, climbs, jumps, leaps, difficult and dangerous terrain. (TERR, QA-09, INT-09 to INT-14)"""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from counteract.core.decision import Path
from counteract.core.state import Task
from tests.rules.kt18.moving import ENEMY, MOVER, choosing, ends, lone
from tests.rules.kt18.scene import Play, Scene, as_answer, gun
from tests.rules.kt18.shots import kinds, rolls


def moving(scene: Scene, dice: list[int] | None = None) -> Play:
    """Return a battle in which model 0 makes a Normal move; where to is about to be asked."""
    return choosing(scene, dice=dice or []).answer("normal move")


def cost(scene: Scene, path: list[tuple[Any, ...]]) -> float:
    """Return the cost of a path to a model that can pay for it, to 0.001"."""
    play = moving(scene)
    assert play.why(path) in ("", "KT18-MOVE-05"), play.refusal(path)
    found = play.decision.length(as_answer(path))
    assert found is not None
    return round(found, 3)


def block(scene: Scene, x0: float, x1: float, top: float, *, floor: bool = True, y0: float = 4, y1: float = 18) -> None:
    """Draw a block across most of the board, with or without a floor on top."""
    scene.wall(x0, y0, x1, y1, top=top, marks=("vantage",) if floor else ())


# --- obstacles


@pytest.mark.rule("KT18-TERR-01", "KT18-INT-10")
@pytest.mark.parametrize(("top", "wide", "more"), [(1.5, 1.5, 0), (0.5, 1, 0), (1.51, 1.5, 3.02), (1.5, 1.51, 3.0), (3, 0.5, 6)])
def test_low_and_thin_obstacles_are_stepped_over(top: float, wide: float, more: float) -> None:
    """Up to 1.5" high and 1.5" thick only the way in plan counts; a little higher or thicker, and up and down count too."""
    scene = lone(move=20)
    block(scene, 7, 7 + wide, top, floor=False)
    assert cost(scene, [(10, 11)]) == pytest.approx(5 + more)


@pytest.mark.rule("KT18-TERR-01", "KT18-INT-10")
def test_the_thickness_is_that_along_the_way() -> None:
    """A wall 1.2" thick: straight across it is stepped over; slantwise its thickness is 1.2" × √2 = 1.70", and it is climbed."""
    scene = lone(move=20)
    block(scene, 7, 8.2, 1.0, floor=False)
    assert cost(scene, [(10, 11)]) == pytest.approx(5)
    assert cost(scene, [(10, 16)]) == pytest.approx(5 * sqrt(2) + 2, abs=0.001)


@pytest.mark.rule("KT18-INT-10")
@pytest.mark.parametrize("half", [1, 9])
def test_its_length_does_not_matter(half: float) -> None:
    """A short barrier and one across the whole board are stepped over alike."""
    scene = lone()
    scene.wall(7, 11 - half, 7.5, 11 + half, top=1.5)
    assert cost(scene, [(10, 11)]) == pytest.approx(5)


# --- climbing


@pytest.mark.rule("KT18-TERR-02")
def test_up_and_down_count_like_any_distance() -> None:
    """Onto a block 2" high: the way in plan and 2". Over it and down again: 2" more."""
    scene = lone(move=20)
    block(scene, 7, 11, 2)
    assert cost(scene, [(9, 11)]) == pytest.approx(4 + 2)
    assert cost(scene, [(13, 11)]) == pytest.approx(8 + 4)


@pytest.mark.rule("KT18-TERR-02", "KT18-MOVE-05")
def test_a_climb_is_part_of_the_move() -> None:
    """M 6": 3.5" in plan and 2.5" up is just enough, and 0.01" more is refused."""
    scene = lone()
    block(scene, 7, 12, 2.5)
    play = moving(scene)
    assert play.why([(8.5, 11)]) == "" and play.why([(8.51, 11)]) == "KT18-MOVE-05"
    play.answer([(8.5, 11)])
    assert play.at(MOVER) == (8.5, 11, 2.5)


@pytest.mark.rule("KT18-TERR-06", "KT18-INT-11")
def test_a_climb_ends_on_a_surface() -> None:
    """Not part-way up, not half over the edge, not on a wall that is no floor; nor is any such place offered."""
    scene = lone(move=7)
    block(scene, 8, 12, 3)
    play = moving(scene)
    assert play.why([(7.5, 11, 1.5)]) == "KT18-INT-08"  # half way up its side
    for x in (7.6, 8, 8.4):
        assert play.why([(x, 11)]) == "KT18-TERR-06"
    assert all(x <= 7.5 or x >= 8.5 for x, y, _ in ends(play) if 4 < y < 18)
    assert play.answer([(9, 11)]).at(MOVER) == (9, 11, 3)
    bare = lone(move=12)
    block(bare, 8, 12, 3, floor=False)
    assert moving(bare).why([(10, 11)]) in ("KT18-TERR-06", "KT18-INT-11")


@pytest.mark.rule("KT18-TERR-06", "KT18-MOVE-05")
def test_who_cannot_get_up_in_one_move_does_not_climb() -> None:
    """M 4" in front of a block 4" high: it stays on the ground, and nothing above is offered."""
    scene = lone(move=4)
    block(scene, 6, 12, 4)
    play = moving(scene)
    assert play.why([(6.5, 11)]) == "KT18-MOVE-05"
    assert {z for *_, z in ends(play)} == {0}


# --- difficult and dangerous ground


@pytest.mark.rule("KT18-TERR-03", "KT18-TERR-04", "KT18-INT-09")
@pytest.mark.parametrize("marks", [("difficult",), ("dangerous",), ("difficult", "dangerous")])
def test_difficult_and_dangerous_ground_cost_double(marks: tuple[str, ...]) -> None:
    """2" of open ground and 3" of such: 2 + 6. Where it is both it still costs double, not four times."""
    scene = lone(move=20)
    scene.ground(7, 4, 12, 18, *marks)
    assert cost(scene, [(10, 11)]) == pytest.approx(8)
    plain = lone(move=20)
    plain.ground(7, 4, 12, 18)
    assert cost(plain, [(10, 11)]) == pytest.approx(5)


@pytest.mark.rule("KT18-INT-09")
def test_two_areas_on_top_of_each_other_cost_double_once() -> None:
    """A difficult area, and a dangerous one over half of it."""
    scene = lone(move=20)
    scene.ground(7, 4, 12, 18, "difficult")
    scene.ground(9, 4, 12, 18, "dangerous")
    assert cost(scene, [(11, 11)]) == pytest.approx(2 + 8)


@pytest.mark.rule("KT18-INT-09", "KT18-TERR-03")
def test_what_counts_is_where_the_centre_of_the_base_is() -> None:
    """Along the rim of the area, the base half over it: nothing more to pay as long as the centre is outside. Nothing is rounded."""
    scene = lone(move=20)
    scene.ground(4, 11.2, 20, 18, "difficult")
    assert cost(scene, [(10.3, 11)]) == pytest.approx(5.3)
    inside = lone(move=20)
    inside.ground(4, 10.8, 20, 18, "difficult")
    assert cost(inside, [(10.3, 11)]) == pytest.approx(10.6)


@pytest.mark.rule("KT18-INT-09", "KT18-TERR-01", "KT18-TERR-03")
def test_a_low_obstacle_makes_difficult_ground_no_easier() -> None:
    """5" in difficult ground cost 10", be there nothing else, a low wall along the way that the base brushes, or one across it."""
    for wall in (None, (6, 11.3, 8.5, 11.8), (7, 4, 7.5, 18)):
        scene = lone(move=20)
        scene.ground(4, 4, 20, 18, "difficult")
        if wall:
            scene.wall(*wall, top=1.0)
        assert cost(scene, [(10, 11)]) == pytest.approx(10)


@pytest.mark.rule("KT18-INT-09")
def test_the_vertical_inches_are_doubled_too() -> None:
    """A block 2" high in difficult ground: 2" open; 1.5" to its side and 2" up at double; 1.5" on top, where the ground is good."""
    scene = lone(move=20)
    scene.ground(7, 4, 9.5, 18, "difficult")
    block(scene, 9, 13, 2)
    assert cost(scene, [(10, 11)]) == pytest.approx(2 + 2 * (1.5 + 2) + 1.5)


@pytest.mark.rule("KT18-TERR-03", "KT18-MOVE-05")
def test_the_move_is_used_up_twice_as_fast() -> None:
    """M 6" in difficult ground throughout: 3" and no more."""
    scene = lone()
    scene.ground(0, 0, 30, 22, "difficult")
    play = moving(scene)
    assert play.why([(8, 11)]) == "" and play.why([(8.01, 11)]) == "KT18-MOVE-05"


# --- the die for dangerous ground


def bog(*areas: tuple[float, float], **mover: Any) -> Scene:
    """Return a scene with dangerous ground across the board, from x to x; the mover at (5, 11) has no save that could matter."""
    scene = lone(move=20, **mover)
    for x0, x1 in areas:
        scene.ground(x0, 0, x1, 22, "dangerous")
    return scene


@pytest.mark.rule("KT18-TERR-05", "KT18-INT-13")
@pytest.mark.parametrize(
    ("areas", "dice"),
    [([(0, 6)], [2]), ([(9, 12)], [2]), ([(0, 6), (9, 12)], [2, 2]), ([(0, 14)], [2, 2]), ([(6.5, 8)], [])],
    ids=["start", "end", "both", "throughout", "on the way only"],
)
def test_a_die_for_starting_and_one_for_ending_there(areas: list[tuple[float, float]], dice: list[int]) -> None:
    """Starting or ending a move on dangerous ground calls for a die each, crossing it for none."""
    play = moving(bog(*areas), dice).answer([(10, 11)])
    assert rolls(play) == [(face,) for face in dice]
    assert [(e.rule, e.values["model"]) for e in play.events("dangerous")] == [("KT18-TERR-05", MOVER)] * len(dice)


@pytest.mark.rule("KT18-TERR-05")
@pytest.mark.parametrize(("face", "hurt"), [(1, True), (2, False), (6, False)])
def test_a_one_is_a_mortal_wound(face: int, hurt: bool) -> None:
    """On the mover, and there is no save against it."""
    play = moving(bog((9, 12), wounds=3, save=2, invulnerable=2), [face]).answer([(10, 11)])
    assert play.wounds(MOVER) == (2 if hurt else 3) and not play.events("save-roll")
    assert [e.rule for e in play.events("mortal-wounds")] == (["KT18-TERR-05"] if hurt else [])


@pytest.mark.rule("KT18-INT-13")
def test_the_first_die_falls_before_the_move() -> None:
    """A model put out of action where it started has not moved; with a flesh wound it goes on."""
    scene = bog((0, 6))
    scene.cards.insert(1, (0, scene.cards[0][1]))
    scene.places.insert(1, (25.0, 3.0, 0.0))
    scene.fighters.insert(1, {"wounds": 1})
    lost = moving(scene, [1, 4]).answer([(10, 11)])
    assert lost.out(MOVER) and not lost.events("moved")
    hurt = moving(scene, [1, 3]).answer([(10, 11)])
    assert kinds(hurt, "dangerous", "flesh-wound", "moved") == ["dangerous", "flesh-wound", "moved"]
    assert hurt.at(MOVER) == (10, 11, 0) and hurt.flesh(MOVER) == 1


@pytest.mark.rule("KT18-INT-13", "KT18-INT-12")
@pytest.mark.parametrize(("option", "path"), [("stay", None), ("ready", None), ("normal move", [(5, 11)])])
def test_who_does_not_move_does_not_roll(option: str, path: Any) -> None:
    """Staying on dangerous ground is no move, nor is a move of 0"."""
    play = choosing(bog((0, 30))).answer(option, *([path] if path else []))
    assert play.over and rolls(play) == []


@pytest.mark.rule("KT18-INT-13")
@pytest.mark.parametrize(("x", "dice"), [(9.51, [2]), (9.49, [])])
def test_a_base_that_overlaps_the_area_is_on_it(x: float, dice: list[int]) -> None:
    """The area begins at x = 10, and the base has a radius of 0.5"; whoever would end on it is warned."""
    play = moving(bog((10, 14)), dice)
    assert [risk.rule for risk in play.game.ruleset.preview.risks(play.game, Path(((x, 11),)))] == ["KT18-TERR-05"] * len(dice)
    play.answer([(x, 11)])
    assert rolls(play) == [(face,) for face in dice]


@pytest.mark.rule("KT18-INT-13", "KT18-TERR-05")
def test_the_shape_of_the_area_counts() -> None:
    """A corner of it within the square about the base, but not under the base: not on it."""
    for x, dice in ((9.6, []), (9.8, [2])):  # the corner (10, 11.4) is 0.57" from the centre, then 0.45"
        scene = lone(move=20)
        scene.ground(10, 11.4, 14, 18, "dangerous")
        play = moving(scene, dice).answer([(x, 11)])
        assert rolls(play) == [(face,) for face in dice]


@pytest.mark.rule("KT18-INT-13")
def test_dangerous_ground_is_on_its_own_level() -> None:
    """On a block that stands in the bog one is not in the bog."""
    scene = bog((9, 15))
    block(scene, 8, 14, 2)
    play = moving(scene).answer([(11, 11)])
    assert play.at(MOVER) == (11, 11, 2) and rolls(play) == []


# --- every kind of move


def kind_of_move(kind: str, mark: str, dice: list[int]) -> tuple[Play, list[tuple[float, float]], list[tuple[float, float]]]:
    """Return a battle before a move of this kind on 2" of difficult or dangerous ground; a path that ends on it, one 0.2" too long."""
    scene = Scene()
    if kind in ("charge", "failed charge"):
        scene.add(0, (5, 11))
        scene.add(1, (11, 11) if kind == "charge" else (16, 11), moved=True)
        scene.ground(7, 0, 15, 22, mark)
        play = scene.option(0, "charge", dice=[4, 3, *dice]).answer(1)
        # 7" are 2" of open ground and 2.5" of difficult: the charge ends 1" from an enemy 4" or 5" away.
        return play, [(9.4, 11)], [(9.6, 11)]
    if kind == "retreat":
        scene.add(0, (5, 11))
        scene.add(1, (12, 11))
        scene.ground(13, 0, 20, 22, mark)
        play = scene.option(0, "charge", dice=[*dice, 1, 1]).answer(1, "retreat")
        return play, [(14, 11)], [(14.1, 11)]
    if kind in ("pile in", "consolidate"):
        scene.add(0, (5, 11))
        scene.add(1, (10, 11))
        scene.ground(6, 0, 15, 22, mark)
        play = scene.play(Task("close_in", (0, kind)), dice=dice, phase="fight")
        return play, [(7, 11)], [(7.1, 11)]
    scene.add(0, (5, 11), began=kind == "fall back")
    scene.add(1, (3.5, 11) if kind == "fall back" else (28, 20))
    scene.ground(7, 0, 20, 22, mark)
    play = scene.option(0, kind, dice=[*([1] if kind == "advance" else []), *dice])
    most = 9.5 if kind == "advance" else 9
    return play, [(most, 11)], [(most + 0.1, 11)]


KINDS = ["normal move", "advance", "fall back", "charge", "failed charge", "retreat", "pile in", "consolidate"]


@pytest.mark.rule("KT18-INT-14", "KT18-TERR-03", "KT18-TERR-04")
@pytest.mark.parametrize("mark", ["difficult", "dangerous"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_move_pays_double(kind: str, mark: str) -> None:
    """As far as it gets with every inch of such ground counted twice, and 0.1" further."""
    play, path, too_long = kind_of_move(kind, mark, [])
    assert play.what == "move" and play.why(path) == ""
    assert play.why(too_long) and "long" in play.refusal(too_long).reason


@pytest.mark.rule("KT18-INT-14", "KT18-TERR-05")
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_move_rolls_for_dangerous_ground(kind: str) -> None:
    """Whoever ends there rolls; a 1 hurts."""
    play, path, _ = kind_of_move(kind, "dangerous", [1, 2])
    mover = play.decision.subject
    play.answer(path)
    assert [(e.values["model"], e.values["dice"]) for e in play.events("dangerous")] == [(mover, (1,))]
    assert play.flesh(mover) == 1


@pytest.mark.rule("KT18-INT-14")
def test_who_is_put_there_by_a_fall_does_not_roll() -> None:
    """Below the tower lies dangerous ground; falling onto it is no move."""
    scene = Scene()
    scene.wall(15, 6, 23, 16, top=2.5, marks=("vantage",))
    scene.ground(8, 0, 15, 22, "dangerous")
    scene.add(0, (6, 11), weapons=[gun('24" heavy 1, 4 0 1')])
    scene.add(1, (15.6, 11, 2.5))
    play = scene.shoot(0, dice=[6, 1, 1]).answer(1)
    assert play.events("falls") and play.at(1) == (14.5, 11, 0)
    assert play.over and not play.events("dangerous")


# --- jumping down


def tower(top: float, *, dice: list[int] | None = None, **mover: Any) -> Play:
    """Return a battle: model 0 is at x = 10.6 near the western edge of a tower at x = 10, and about to make a Normal move."""
    scene = lone(at=(10.6, 11, top), **mover)
    block(scene, 10, 16, top)
    return moving(scene, dice)


@pytest.mark.rule("KT18-TERR-07", "KT18-QA-09")
@pytest.mark.parametrize("top", [1.6, 3, 5.9])
def test_the_drop_of_a_jump_is_free(top: float) -> None:
    """6" in plan, whatever the height; climbing down would cost it."""
    play = tower(top)
    jump = [(9.45, 11, 0, "jump"), (4.6, 11)]
    assert play.why(jump) == "" and play.why([(9.45, 11, 0, "jump"), (4.59, 11)]) == "KT18-MOVE-05"
    assert play.decision.length(as_answer([(8, 11)])) == pytest.approx(2.6 + top)
    play.answer(jump)
    assert play.at(MOVER) == (4.6, 11, 0) and not play.events("impact")


@pytest.mark.rule("KT18-TERR-07")
@pytest.mark.parametrize(("top", "count"), [(2, 0), (5.9, 0), (6, 1), (8.9, 1), (9, 2), (12, 3)])
def test_a_die_for_every_full_three_inches_but_one(top: float, count: int) -> None:
    """Under 6" it is safe; then a die, and another for every 3" more."""
    play = tower(top, dice=[4] * count).answer([(9.45, 11, 0, "jump")])
    assert rolls(play) == ([(4,) * count] if count else [])
    assert [(e.rule, e.values["amount"]) for e in play.events("impact")] == ([("KT18-TERR-07", 0)] if count else [])


@pytest.mark.rule("KT18-TERR-07")
def test_each_five_or_more_is_a_mortal_wound() -> None:
    """Three dice: 4, 5 and 6 are two mortal wounds."""
    play = tower(12, dice=[4, 5, 6], wounds=3).answer([(9.45, 11, 0, "jump")])
    assert play.wounds(MOVER) == 1


@pytest.mark.rule("KT18-TERR-07")
def test_a_path_written_too_finely_rolls_all_the_same() -> None:
    """Places are kept to 0.001": a jump that would graze the tower by less than that is the jump beside it, dice and all."""
    play = tower(9, dice=[4, 4]).answer([(9.5004, 11, 0, "jump")])
    assert rolls(play) == [(4, 4)]
    assert play.at(MOVER) == (9.5, 11, 0) and play.events("moved")[0].values["path"] == ((9.5, 11, 0, "jump"),)


@pytest.mark.rule("KT18-TERR-07")
@pytest.mark.parametrize(("marks", "count"), [((), 2), (("vantage",), 1)])
def test_a_jump_leads_to_a_floor(marks: tuple[str, ...], count: int) -> None:
    """A crate 1.2" high to stand on makes it a jump of 7.8"; the top of a wall as high is no level: those are 9"."""
    scene = lone(at=(10.6, 11, 9))
    block(scene, 10, 16, 9)
    scene.wall(8.7, 10, 9, 12, top=1.2, marks=marks)
    play = moving(scene, [4] * count).answer([(9, 11, None, "jump"), (6, 11)])
    assert rolls(play) == [(4,) * count] and play.at(MOVER) == (6, 11, 0)


@pytest.mark.rule("KT18-TERR-07", "KT18-QA-09")
def test_a_jump_is_among_the_ways_offered() -> None:
    """From a tower too high to climb down in one move some ways lead down all the same."""
    play = tower(8)
    assert any(z == 0 for _, _, z, *_ in ends(play))


@pytest.mark.rule("KT18-TERR-07")
def test_a_jump_leads_down_from_an_edge() -> None:
    """On the ground there is nothing to jump from, and no model jumps up onto a tower."""
    play = moving(lone())
    assert play.why([(6, 11, 0, "jump")]) == "KT18-TERR-07"
    scene = lone(at=(9, 11, 1))
    block(scene, 5, 9.6, 1)
    block(scene, 9.6, 16, 5)
    assert moving(scene).why([(10.2, 11, 5, "jump")]) == "KT18-TERR-08"


# --- leaping


def gap(width: float, *, up: float = 0.0, **mover: Any) -> Play:
    """Return a battle: two towers 5" high with a gap between them, the second one higher or lower; a Normal move is about to be made."""
    scene = lone(at=(9.4, 11, 5), **mover)
    block(scene, 4, 10, 5)
    block(scene, 10 + width, 20, 5 + up)
    return moving(scene)


@pytest.mark.rule("KT18-TERR-08")
@pytest.mark.parametrize(("width", "rule"), [(0.5, ""), (1.0, ""), (2.0, ""), (2.02, "KT18-TERR-08"), (3.0, "KT18-TERR-08")])
def test_a_gap_of_up_to_two_inches_is_leapt(width: float, rule: str) -> None:
    """2.0" wide is not too wide, a little more is."""
    play = gap(width)
    assert play.why([(10.6 + width, 11, 5, "jump")]) == rule


@pytest.mark.rule("KT18-TERR-08")
@pytest.mark.parametrize(("up", "rule"), [(1.0, ""), (1.1, "KT18-TERR-08"), (-1.0, ""), (0.0, "")])
def test_up_to_an_inch_higher_or_lower(up: float, rule: str) -> None:
    """Only the way in plan counts: 3.2" of the 6" are used, so 2.8" are left to walk."""
    play = gap(2.0, up=up)
    leap = [(12.6, 11, 5 + up, "jump")]
    assert play.why(leap) == rule
    if not rule:
        assert play.why([*leap, (15.4, 11)]) == "" and play.why([*leap, (15.41, 11)]) == "KT18-MOVE-05"
        play.answer(leap)
        assert play.at(MOVER) == (12.6, 11, 5 + up) and not play.events("impact")


# --- flying


@pytest.mark.rule("KT18-TERR-09", "KT18-INT-09")
def test_a_flyer_pays_for_the_way_in_plan_only() -> None:
    """Onto a tower 8" high, off it again, over walls and difficult ground: 6" in plan."""
    scene = lone(fly=True)
    block(scene, 8, 14, 8)
    scene.ground(5, 0, 8, 22, "difficult")
    play = moving(scene)
    assert play.why([(11, 11)]) == "" and play.why([(11.01, 11)]) == "KT18-MOVE-05"
    play.answer([(11, 11)])
    assert play.at(MOVER) == (11, 11, 8)
    walker = lone()
    block(walker, 8, 14, 8)
    assert moving(walker).why([(11, 11)]) == "KT18-MOVE-05"


@pytest.mark.rule("KT18-TERR-09")
def test_a_flyer_comes_down_unhurt() -> None:
    """12" down is no jump: no dice."""
    scene = lone(at=(10.6, 11, 12), fly=True)
    block(scene, 10, 16, 12)
    play = moving(scene).answer([(5, 11)])
    assert play.at(MOVER) == (5, 11, 0) and rolls(play) == []


@pytest.mark.rule("KT18-TERR-09", "KT18-INT-08")
def test_a_flyer_ends_on_a_legal_spot() -> None:
    """Not on another base, not half over an edge, not within 1" of an enemy; over all of them it may pass."""
    scene = Scene()
    scene.add(0, (5, 11), fly=True)
    scene.add(0, (7, 11))
    scene.add(1, (5, 16))
    block(scene, 8, 9.5, 3, y0=10, y1=12)
    play = moving(scene)
    assert play.why([(7.3, 11)]) == "KT18-INT-11"
    assert play.why([(8.2, 11)]) in ("KT18-TERR-06", "KT18-INT-11")
    assert play.why([(5, 14.5)]) == "KT18-MOVE-06"
    assert play.why([(11, 11)]) == ""


@pytest.mark.rule("KT18-INT-09", "KT18-TERR-05")
def test_a_flyer_rolls_for_dangerous_ground_like_any_other() -> None:
    """It ends there: a die. It was not slowed down."""
    scene = lone(fly=True)
    scene.ground(6, 0, 20, 22, "dangerous")
    play = moving(scene, [2]).answer([(11, 11)])
    assert play.at(MOVER) == (11, 11, 0) and play.events("dangerous")[0].values["dice"] == (2,)


# --- the worked examples


@pytest.mark.rule("KT18-TERR-01", "KT18-TERR-02", "KT18-TERR-03", "KT18-TERR-07", "KT18-QA-09")
def test_example_13_movement_costs() -> None:
    """M 6". (a) 2" open and 2" difficult: 6. (b) 6" across a barricade 1.5" high and 1" thick: 6.

    (c) A wall 2" high and 1" thick: 1" to it, 2" up, 1" across, 2" climbing down: 6. (d) The same, but jumping down: 4, with
    2" left; a drop of 2" rolls no dice. So that a base takes no room of its own, it is as small as a pin in (c) and (d).
    """
    a = lone()
    a.ground(7, 4, 12, 18, "difficult")
    assert cost(a, [(9, 11)]) == 6.0 and moving(a).why([(9, 11)]) == ""
    assert moving(a).why([(9.01, 11)]) == "KT18-MOVE-05"

    b = lone()
    block(b, 7, 8, 1.5, floor=False)
    assert cost(b, [(11, 11)]) == 6.0 and moving(b).why([(11, 11)]) == ""

    c = lone(at=(5.01, 11), base=0.02)
    block(c, 6, 7, 2)
    assert cost(c, [(7.005, 11)]) == pytest.approx(6.0, abs=0.01)
    play = moving(c)
    assert play.why([(7.005, 11)]) == "" and play.why([(7.02, 11)]) == "KT18-MOVE-05"

    jump = [(6.9, 11, 2), (7.005, 11, 0, "jump")]
    assert cost(c, jump) == pytest.approx(4.0, abs=0.01)
    assert play.why([*jump, (9.005, 11)]) == "" and play.why([*jump, (9.02, 11)]) == "KT18-MOVE-05"
    play.answer([*jump, (9.005, 11)])
    assert play.at(MOVER) == (9.005, 11, 0) and rolls(play) == []


@pytest.mark.rule("KT18-TERR-04", "KT18-TERR-05", "KT18-MW-01", "KT18-INJ-06", "KT18-INJ-07", "KT18-INT-13")
def test_example_15_dangerous_terrain() -> None:
    """A model with 1 wound begins its move on dangerous ground: a 1, a mortal wound, Injury 3, a flesh wound.

    It moves on and ends on dangerous ground: a 4, nothing.
    """
    scene = lone()
    scene.ground(0, 0, 30, 22, "dangerous")
    play = moving(scene, [1, 3, 4])
    assert play.why([(8.01, 11)]) == "KT18-MOVE-05"  # every inch costs double
    play.answer([(8, 11)])
    assert rolls(play) == [(1,), (3,), (4,)]
    assert kinds(play, "dangerous", "injury-roll", "flesh-wound", "moved") == ["dangerous", "injury-roll", "flesh-wound", "moved", "dangerous"]
    assert (play.wounds(MOVER), play.flesh(MOVER), play.at(MOVER)) == (1, 1, (8, 11, 0))
    assert play.events("injury-roll")[0].values["modifier"] == 0
    assert ENEMY not in [e.values["model"] for e in play.events("dangerous")]
