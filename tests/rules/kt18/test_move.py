"""The Movement phase: whose turn it is, one option a model, and where moves may lead. (MOVE, INT-08, INT-11, INT-12, INT-15)"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from counteract.core.state import Task
from tests.rules.kt18.moving import ENEMY, MOVER, choosing, ends, length, lone
from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.shots import hit_rolls

ALL = ["stay", "normal move", "advance", "fall back", "ready", "charge"]


def two_and_two() -> Scene:
    """Return a scene with models 0 and 1 against models 2 and 3, none near another."""
    scene = Scene()
    for side, y in ((0, 3), (1, 19)):
        for x in (5, 25):
            scene.add(side, (x, y))
    return scene


# --- turns and options


@pytest.mark.rule("KT18-MOVE-01")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_one_player_moves_all_their_models_then_the_next(order: tuple[int, int]) -> None:
    """In initiative order: both models of the first player, and only then those of the second, who may not cut in."""
    play = two_and_two().movement(order=order)
    first, second = ([0, 1], [2, 3]) if order == (0, 1) else ([2, 3], [0, 1])
    asked: list[int] = []
    for i in first + second:
        assert play.what == "manoeuvre"
        asked.append(play.player)
        other = second[0] if i in first else first[0]
        assert other not in play.options() and play.why(other) == "KT18-MOVE-01"
        play.answer(i, "ready")
    assert asked == [order[0], order[0], order[1], order[1]]
    assert play.over


@pytest.mark.rule("KT18-MOVE-01")
@pytest.mark.parametrize(("dice", "first"), [([6, 6, 1, 1], 0), ([1, 1, 6, 6], 1)])
def test_who_has_the_initiative_moves_first(dice: list[int], first: int) -> None:
    """In a battle round it is the initiative roll that decides."""
    play = two_and_two().round(dice=dice).decline("decisive")
    assert (play.state.phase, play.what, play.player) == ("movement", "manoeuvre", first)
    play.answer("pass")
    assert (play.what, play.player) == ("manoeuvre", 1 - first)


@pytest.mark.rule("KT18-MOVE-02", "KT18-MOVE-03")
def test_models_are_taken_one_at_a_time_in_any_order() -> None:
    """The second model first, then the first; who has had an option cannot be picked again."""
    play = two_and_two().manoeuvre(0)
    assert play.options() == [0, 1, "pass"]
    play.answer(1, "normal move", [(25, 5)])
    assert play.options() == [0, "pass"]
    assert play.why(1) == "KT18-MOVE-03"
    play.answer(0, "normal move", [(5, 5)])
    assert play.over and (play.at(0), play.at(1)) == ((5, 5, 0), (25, 5, 0))


@pytest.mark.rule("KT18-MOVE-02")
def test_the_player_may_leave_the_rest_where_they_are() -> None:
    """After a pass the turn is over, and no model has moved."""
    play = two_and_two().movement()
    play.answer("pass")
    assert play.player == 1
    play.answer("pass")
    assert play.over and not play.events("moved")


@pytest.mark.rule("KT18-MOVE-02")
@pytest.mark.parametrize(
    ("enemy", "began", "options"),
    [
        ((15, 11), False, ["stay", "normal move", "advance", "ready", "charge"]),
        ((25, 11), False, ["stay", "normal move", "advance", "ready"]),  # no enemy within 12"
        ((6.8, 11), True, ["stay", "fall back"]),
    ],
)
def test_the_options_of_a_model(enemy: tuple[float, float], began: bool, options: list[str]) -> None:
    """Every option there is, each only where it applies."""
    play = choosing(lone(enemy=enemy, began=began))
    assert (play.what, play.player, play.decision.subject) == ("option", 0, MOVER)
    assert play.options() == options
    assert [name for name in ALL if not play.why(name)] == options


@pytest.mark.rule("KT18-MOVE-02", "KT18-MOVE-03", "KT18-INT-12")
def test_staying_is_an_option_too_and_uses_it_up() -> None:
    """A model that stays has had its option: it cannot be readied afterwards."""
    play = two_and_two().manoeuvre(0).answer(0, "stay")
    assert play.events("stays")[0].values["model"] == 0
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-MOVE-03"
    assert not play.model(0).moved and not play.model(0).readied


@pytest.mark.rule("KT18-MOVE-03")
@pytest.mark.parametrize(("option", "path"), [("normal move", [(6, 11)]), ("advance", [(6, 11)]), ("ready", None), ("stay", None)])
def test_one_option_a_phase(option: str, path: list[tuple[float, float]] | None) -> None:
    """Whatever a model did, it does nothing more in this phase."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 3))
    scene.add(1, (15, 11))
    play = choosing(scene, dice=[3]).answer(option, *([path] if path else []))
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-MOVE-03"


@pytest.mark.rule("KT18-MOVE-03", "KT18-INT-22")
def test_a_reaction_is_no_option() -> None:
    """A model that fired Overwatch in the enemy's turn moves in its own; one that Retreated does not."""

    def charged() -> Play:
        scene = Scene()
        scene.add(0, (5, 11))
        scene.add(1, (14, 11), weapons=[gun()])
        scene.add(1, (25, 3))
        return scene.movement(dice=[1, 1, 1, 1])

    play = charged().answer(0, "charge", 1, "overwatch", "pass")
    assert play.player == 1 and play.options() == [1, 2, "pass"]
    play.answer(1)
    assert play.options() == ["stay", "normal move", "advance", "ready", "charge"]
    play.answer("normal move", [(14, 12)])
    assert play.at(1) == (14, 12, 0)

    play = charged().answer(0, "charge", 1, "retreat", [(17, 11)], "pass")
    assert play.player == 1 and play.options() == [2, "pass"]
    assert play.why(1) == "KT18-RETREAT-04"


# --- enemies nearby


@pytest.mark.rule("KT18-MOVE-04", "KT18-FALLBACK-01")
def test_who_began_the_phase_near_an_enemy_stays_or_falls_back() -> None:
    """1" away is near: everything but staying and Falling Back is refused. 1.01" away is not."""
    play = lone(enemy=(7, 11)).movement().answer(MOVER)
    assert play.options() == ["stay", "fall back"]
    for name in ("normal move", "advance", "ready", "charge"):
        assert play.why(name) == "KT18-MOVE-04"
    free = lone(enemy=(7.01, 11)).movement().answer(MOVER)
    assert free.options() == ["stay", "normal move", "advance", "ready", "charge"]
    assert free.why("fall back") == "KT18-FALLBACK-01"


@pytest.mark.rule("KT18-MOVE-04", "KT18-INT-21", "KT18-QA-04")
@pytest.mark.parametrize("gone", ["fell back", "out of action"])
def test_the_enemy_that_has_left_does_not_set_it_free(gone: str) -> None:
    """The start of the phase counts. Its enemy away or removed, it still may only stay or Fall Back, up to M and anywhere."""
    scene = lone(enemy=(12, 11) if gone == "fell back" else (28, 20), began=True)
    scene.fighters[ENEMY].update(began=True, fell_back=True)
    play = choosing(scene)
    assert play.options() == ["stay", "fall back"]
    assert {play.why(name) for name in ("normal move", "advance", "ready", "charge")} == {"KT18-MOVE-04"}
    play.answer("fall back")
    assert play.why([(5, 17.01)]) == "KT18-FALLBACK-03"
    assert play.why([(5, 17)]) == play.why([(9, 11)]) == play.why([(1, 11)]) == ""  # aside, towards the enemy, away


@pytest.mark.rule("KT18-MOVE-08", "KT18-READY-03", "KT18-CHARGE-08")
def test_who_an_enemy_has_come_near_in_this_phase_stays() -> None:
    """It began the phase free, and an enemy has come within 1" since: it can do nothing, so it is not even asked."""
    scene = lone(enemy=(6.9, 11))
    scene.add(1, (12, 11))
    play = choosing_anyway(scene)
    assert play.options() == ["stay"]
    rules = {"normal move": "KT18-MOVE-08", "advance": "KT18-MOVE-08", "ready": "KT18-READY-03", "charge": "KT18-CHARGE-08"}
    assert {name: play.why(name) for name in rules} == rules
    assert play.why("fall back") == "KT18-FALLBACK-01"
    assert scene.manoeuvre(0).over


def choosing_anyway(scene: Scene, i: int = MOVER, **fields: Any) -> Play:
    """Return a battle in which the option of a model is asked for, though it can only stay."""
    return scene.play(Task("option", (i,)), **fields)


@pytest.mark.rule("KT18-MOVE-08")
def test_who_was_charged_stays_even_if_the_charger_is_gone() -> None:
    """An enemy charged it in this phase and is no longer beside it: the model still cannot move."""
    scene = lone(enemy=(12, 11), charged_by=(1,))
    play = choosing_anyway(scene)
    assert play.options() == ["stay"] and play.why("normal move") == "KT18-MOVE-08"
    scene.fighters[MOVER]["charged_by"] = ()
    assert "normal move" in choosing_anyway(scene).options()


@pytest.mark.rule("KT18-MOVE-08", "KT18-MOVE-04")
def test_why_a_model_cannot_be_picked() -> None:
    """Asked about models that can only stay, the referee names what keeps each of them."""
    scene = Scene()
    scene.add(0, (5, 3))
    scene.add(0, (5, 11), charged_by=(3,))
    scene.add(0, (5, 18), began=True, charged_by=(4,))
    scene.add(1, (6.5, 11), charged=(1,), tried=True)
    scene.add(1, (6.5, 18), charged=(2,), tried=True)
    play = scene.manoeuvre(0)
    assert play.options() == [0, "pass"]
    assert play.why(1) == "KT18-MOVE-08" and play.why(2) == "KT18-FALLBACK-02"


# --- how far


@pytest.mark.rule("KT18-MOVE-05")
@pytest.mark.parametrize("move", [4, 6])
def test_a_normal_move_is_as_long_as_the_move_characteristic(move: float) -> None:
    """M inches are allowed, 0.01" more are not, straight or round a corner; the player of the model is asked."""
    play = choosing(lone(move=move)).answer("normal move")
    assert (play.what, play.player, play.decision.subject) == ("move", 0, MOVER)
    assert play.why([(5 + move + 0.01, 11)]) == "KT18-MOVE-05"
    assert length(play, [(7, 11), (7, 11 + move - 1.99)]) == pytest.approx(move + 0.01)
    assert play.why([(7, 11), (7, 11 + move - 2)]) == ""
    play.answer([(5 + move, 11)])
    assert play.at(MOVER) == (5 + move, 11, 0) and play.model(MOVER).moved
    (moved,) = play.events("moved")
    assert (moved.rule, moved.values["move"]) == ("KT18-MOVE-05", "normal move")


@pytest.mark.rule("KT18-MOVE-05")
def test_no_way_offered_is_too_long() -> None:
    """Whatever is offered for a Normal move is within M."""
    play = choosing(lone(move=5)).answer("normal move")
    assert len(ends(play)) > 20
    assert all(play.decision.length(way) <= 5.001 for way in play.options())


# --- how near


@pytest.mark.rule("KT18-MOVE-06", "KT18-INT-15")
@pytest.mark.parametrize(("option", "dice"), [("normal move", []), ("advance", [4])])
def test_neither_end_nor_way_is_within_an_inch_of_an_enemy(option: str, dice: list[int]) -> None:
    """The enemy's centre is at (9, 11). Ending 1" from its base is refused, 1.01" is not; nor may the way pass so near."""
    play = choosing(lone(enemy=(9, 11)), dice=dice).answer(option)
    assert play.why([(7, 11)]) == "KT18-MOVE-06" and play.why([(6.99, 11)]) == ""
    for y, rule in ((13.0, "KT18-MOVE-06"), (13.02, "")):  # past it, 1.0" or 1.02" away
        assert play.why([(7.4, y), (10, y)]) == rule
    assert all(hypot(x - 9, y - 11) > 2 for x, y, _ in ends(play))


@pytest.mark.rule("KT18-INT-15", "KT18-MOVE-06")
def test_the_inch_goes_up_and_down_as_well() -> None:
    """Beneath an enemy on a floor 3" up the way is free; beneath one on a step 0.8" up it is not."""
    for z, rule in ((3.0, ""), (0.8, "KT18-MOVE-06")):
        scene = lone(enemy=(9, 12.2, z))
        scene.floor(7, 11.6, 11, 14, z=z)
        play = choosing(scene).answer("normal move")
        assert play.why([(11, 11)]) == rule


# --- what is in the way


@pytest.mark.rule("KT18-MOVE-07", "KT18-INT-08")
@pytest.mark.parametrize("side", [0, 1])
def test_bases_are_in_the_way(side: int) -> None:
    """Through a friend is refused as much as through an enemy; round them is not. The enemy is met while Falling Back."""
    scene = Scene()
    scene.add(0, (5, 11), began=True)
    if side == 0:
        scene.add(0, (7, 11))
    scene.add(1, (7, 11) if side else (5, 9.2))
    play = choosing(scene).answer("fall back")
    assert play.why([(9.2, 11)]) == "KT18-INT-08"
    assert play.why([(5.5, 12.1), (8.5, 12.1), (9.2, 11)]) == ""
    assert play.why([(5.5, 11.9), (8.5, 11.9), (9.2, 11)]) == "KT18-INT-08"


@pytest.mark.rule("KT18-INT-08", "KT18-MOVE-07")
@pytest.mark.parametrize(("space", "rule"), [(1.02, ""), (0.98, "KT18-INT-08")])
def test_the_whole_base_must_fit_through(space: float, rule: str) -> None:
    """Between two friends a base of 1" passes if there is a little more than 1", and not if there is less."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (8, 11 - 0.5 - space / 2))
    scene.add(0, (8, 11 + 0.5 + space / 2))
    scene.add(1, (28, 20))
    assert choosing(scene).answer("normal move").why([(11, 11)]) == rule


@pytest.mark.rule("KT18-INT-08", "KT18-INT-11")
@pytest.mark.parametrize(("fly", "rule"), [(False, "KT18-INT-08"), (True, "KT18-INT-11")])
def test_no_base_ends_on_another(fly: bool, rule: str) -> None:
    """It may touch a friend's base and not overlap it, whether it walks there or flies."""
    scene = Scene()
    scene.add(0, (5, 11), fly=fly)
    scene.add(0, (9, 11))
    scene.add(1, (28, 20))
    play = choosing(scene).answer("normal move")
    assert play.why([(8.1, 11)]) == rule and play.why([(8, 11)]) == ""


@pytest.mark.rule("KT18-MOVE-07", "KT18-INT-08")
@pytest.mark.parametrize("fly", [False, True])
def test_impassable_terrain_stops_all_but_flyers(fly: bool) -> None:
    """A wall that cannot be climbed, however low: only models that can FLY get past it, and no model ends in it."""
    scene = lone(fly=fly)
    scene.wall(7, 0, 7.5, 22, top=1, marks=("blocking",))
    play = choosing(scene).answer("normal move")
    assert play.why([(9, 11)]) == ("" if fly else "KT18-MOVE-07")
    assert play.why([(7.2, 11)]) in (("KT18-INT-11", "KT18-TERR-06") if fly else ("KT18-MOVE-07", "KT18-INT-11"))
    assert fly or all(x < 7 for x, *_ in ends(play))


@pytest.mark.rule("KT18-MOVE-07", "KT18-INT-08")
@pytest.mark.parametrize("fly", [False, True])
def test_nobody_leaves_the_battlefield(fly: bool) -> None:
    """The base stays wholly on the board, all along the way, also of who can FLY."""
    play = choosing(lone(at=(2, 11), fly=fly)).answer("normal move")
    assert play.why([(0.5, 11)]) == "" and play.why([(0.49, 11)]) == "KT18-MOVE-07"
    assert play.why([(0.3, 11), (1, 11)]) == "KT18-MOVE-07"


@pytest.mark.rule("KT18-INT-08", "KT18-TERR-09")
def test_a_flyer_passes_over_models_and_ends_beside_them() -> None:
    """Over a friend, over an enemy; but it ends on no base, nor within 1" of the enemy."""
    for side in (0, 1):
        scene = Scene()
        scene.add(0, (5, 11), fly=True)
        if side == 0:
            scene.add(0, (7.5, 11))
        scene.add(1, (7.5, 11) if side else (28, 20))
        play = choosing(scene).answer("normal move")
        assert play.why([(10, 11)]) == ""
        assert play.why([(7.5, 11.5)]) in (("KT18-MOVE-06", "KT18-INT-11") if side else ("KT18-INT-11",))


# --- where a base can stand


@pytest.mark.rule("KT18-INT-11", "KT18-TERR-06")
@pytest.mark.parametrize(("x", "rule"), [(8.5, ""), (8.4, "KT18-TERR-06"), (7.9, "KT18-TERR-06"), (7.5, "")])
def test_a_base_stands_wholly_on_one_surface(x: float, rule: str) -> None:
    """The block begins at x = 8: on it means with the whole base, as does below it."""
    scene = lone()
    scene.wall(8, 8, 12, 14, top=1, marks=("vantage",))
    play = choosing(scene).answer("normal move")
    assert play.why([(x, 11)]) == rule


@pytest.mark.rule("KT18-INT-11")
def test_two_surfaces_are_not_one() -> None:
    """Two blocks side by side, a step of 0.5" between their tops: no model stands on both."""
    scene = lone()
    scene.wall(7, 8, 9, 14, top=1, marks=("vantage",))
    scene.wall(9, 8, 12, 14, top=1.5, marks=("vantage",))
    play = choosing(scene).answer("normal move")
    assert play.why([(9, 11)]) in ("KT18-TERR-06", "KT18-INT-11")
    assert play.why([(8, 11)]) == play.why([(9.5, 11)]) == ""


@pytest.mark.rule("KT18-INT-11")
def test_terrain_that_is_no_floor_is_nowhere_to_stand() -> None:
    """The top of a crate that is not marked as a floor is no place to end a move; overlapping its side is none either."""
    scene = lone()
    scene.wall(7, 9, 11, 13, top=1)
    play = choosing(scene).answer("normal move")
    assert play.why([(9, 11)]) in ("KT18-TERR-06", "KT18-INT-11")
    assert play.why([(6.7, 11)]) in ("KT18-TERR-06", "KT18-INT-11")
    assert play.why([(6.5, 11)]) == ""


# --- what counts as having moved


@pytest.mark.rule("KT18-INT-12", "KT18-MOVE-03")
def test_a_normal_move_of_nothing_is_no_move_but_uses_the_option_up() -> None:
    """0" is staying: the model has not moved, so a Heavy weapon takes no penalty; but it may not be readied any more."""
    scene = lone(weapons=[gun('24" heavy 1, 4 0 1')], enemy=(14, 11))
    play = choosing(scene).answer("normal move", [(5, 11)])
    assert play.over and not play.model(MOVER).moved and not play.events("moved")
    assert play.model(MOVER).option == "normal move"  # which is all that it gets (MOVE-03)
    scene.fighters[MOVER].update(option="normal move", moved=play.model(MOVER).moved)
    assert hit_rolls(scene.shoot(MOVER, dice=[1]).answer(ENEMY)) == [(1, 0, False)]


@pytest.mark.rule("KT18-INT-12", "KT18-WR-HEAVY-01")
@pytest.mark.parametrize("path", [[(5.1, 11)], [(6, 11), (5, 11)]])
def test_any_way_gone_is_a_move(path: list[tuple[float, float]]) -> None:
    """A step of 0.1", or there and back again: it has moved, and a Heavy weapon takes -1."""
    scene = lone(weapons=[gun('24" heavy 1, 4 0 1')], enemy=(14, 11))
    play = choosing(scene).answer("normal move", path)
    assert play.model(MOVER).moved
    scene.fighters[MOVER].update(option="normal move", moved=play.model(MOVER).moved)
    assert hit_rolls(scene.shoot(MOVER, dice=[1]).answer(ENEMY)) == [(1, -1, False)]


@pytest.mark.rule("KT18-INT-12", "KT18-ADV-02")
def test_an_advance_of_nothing_is_still_an_advance() -> None:
    """The die was rolled: it has Advanced, though it has not moved."""
    play = choosing(lone(), dice=[2]).answer("advance", [(5, 11)])
    assert play.model(MOVER).advanced and not play.model(MOVER).moved


@pytest.mark.rule("KT18-INT-12", "KT18-FALLBACK-06")
@pytest.mark.parametrize(("path", "gone"), [([(5, 11)], False), ([(6, 11), (5, 11)], True)])
def test_a_fall_back_of_nothing_is_none(path: list[tuple[float, float]], gone: bool) -> None:
    """Its enemy has left before. Chosen and not carried out, it has stayed; there and back again, it has Fallen Back."""
    play = choosing(lone(enemy=(14, 11), began=True)).answer("fall back", path)
    assert (play.model(MOVER).fell_back, play.model(MOVER).moved) == (gone, gone)
