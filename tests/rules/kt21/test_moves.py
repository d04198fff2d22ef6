"""The Normal Move, and what every move has in common: paths, terrain, bases, and whose Engagement Range is entered."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Path, Pick
from tests.rules.kt21.moving import MOVER, deciding, ends, length, lone, place, refused
from tests.rules.kt21.scene import Play, Scene


def moving(scene: Scene) -> Play:
    return scene.act(MOVER, "normal move")


# --- the action


@pytest.mark.rule("KT21-MOVE-01")
def test_a_normal_move_costs_one_action_point() -> None:
    """With APL 2 an operative has 1 AP left afterwards, with APL 1 its activation is over."""
    play = deciding(lone(apl=2)).answer("normal move", [(8, 11)])
    assert [(e.values["action"], e.values["cost"]) for e in play.events("action")] == [("normal move", 1)]
    assert (play.state.acting[-1].spent, play.what) == (1, "action")
    done = deciding(lone(apl=1)).answer("normal move", [(8, 11)])
    assert done.over and not done.state.models[MOVER].ready


@pytest.mark.rule("KT21-MOVE-02", "KT21-INT-03")
@pytest.mark.parametrize("move", [4.0, 6.0])
def test_a_normal_move_goes_no_further_than_m(move: float) -> None:
    """M and the usual 0.001" are allowed, 0.002" more are not; the refusal says how long the path was, the event which rule was used."""
    play = moving(lone(move=move))
    assert (play.player, play.decision.subject) == (0, MOVER)
    assert length(refused(play, [(5 + move + 0.002, 11)], "KT21-MOVE-02")) == pytest.approx(move + 0.002)
    assert play.why([(5 + move + 0.001, 11)]) == ""
    assert all((x - 5) ** 2 + (y - 11) ** 2 <= (move + 0.001) ** 2 for x, y, *_ in ends(play))
    play.answer([(5 + move, 11)])
    assert place(play) == (5 + move, 11, 0)
    (moved,) = play.events("moved")
    assert (moved.rule, moved.values["action"]) == ("KT21-MOVE-02", "normal move")


@pytest.mark.rule("KT21-INT-09")
def test_a_path_is_as_long_as_all_its_parts_together() -> None:
    """3" east and 3" north are 6" although the operative ends 4.24" away; 0.01" more is too long. The whole of it stays in the event."""
    play = moving(lone(move=6))
    assert length(refused(play, [(8, 11), (8, 14.01)], "KT21-MOVE-02")) == pytest.approx(6.01)
    play.answer([(8, 11), (8, 14)])
    assert play.events("moved")[0].values["path"] == ((8, 11), (8, 14))
    assert place(play) == (8, 14, 0)


@pytest.mark.rule("KT21-INT-09")
def test_the_parts_of_a_path_are_not_rounded() -> None:
    """Fifteen steps of 0.4" are 6"; counted in whole inches they would be 15"."""
    steps = [(5 + 0.4 * k, 11 + 0.0 * k) for k in range(1, 16)]
    assert place(moving(lone(move=6)).answer(steps)) == (11, 11, 0)


@pytest.mark.rule("KT21-INT-09")
def test_any_length_from_nothing_up_is_a_move() -> None:
    """A path may lead to where the operative stands: it has moved 0" and its action is spent."""
    play = deciding(lone(apl=2)).answer("normal move", [(5, 11)])
    assert place(play) == (5, 11, 0)
    assert play.why("normal move") == "KT21-ACT-05"
    assert place(moving(lone()).answer([(5.05, 11)])) == (5.05, 11, 0)


@pytest.mark.rule("KT21-INT-09")
@pytest.mark.parametrize("points", [(), ((5,),), ((5, float("nan")),), (("a", 5),), ((5, 5, 0, "hop"),), ((6, 11),) * 65])
def test_what_is_no_path_is_refused(points: tuple[Any, ...]) -> None:
    """A path has one to 64 points of plain numbers."""
    play = moving(lone())
    assert play.why(Path(points)) == "KT21-INT-09"
    assert play.why(Pick(3)) == "KT21-MOVE-02"


@pytest.mark.rule("KT21-INT-76")
@pytest.mark.parametrize(("move", "left", "reached"), [(1.0, 4, 0.0), (2.0, 4, 0.0), (3.0, 4, 1.0), (1.0, 5, 1.0)])
def test_m_is_never_less_than_nothing(move: float, left: int, reached: float) -> None:
    """Injury takes 2" off: from an M of 1" 0" are left, not -1", and the move can still be performed. A Charge then goes 2"."""
    play = moving(lone(move=move, left=left, wounds=10))
    refused(play, [(5 + reached + 0.01, 11)], "KT21-MOVE-02")
    assert place(play.answer([(5 + reached, 11)])) == (5 + reached, 11, 0)
    charge = lone(move=move, left=left, wounds=10, far=(9 + reached, 11)).act(MOVER, "charge")
    assert length(refused(charge, [(7.01 + reached, 11)], "KT21-CHARGE-02")) == pytest.approx(reached + 2.01)
    assert charge.why([(7 + reached, 11)]) == ""


@pytest.mark.rule("KT21-INT-76", "KT21-CHARGE-02", "KT21-DASH-01", "KT21-FALLBACK-01")
def test_example_12_moves_of_an_injured_operative() -> None:
    """W 7: at 4 wounds not injured, at 3 injured; W 8: at 4 not, at 3 injured. M 6" becomes 4": a Charge goes 6", a Dash still 3"."""
    for wounds, left, move in ((7, 4, 6), (7, 3, 4), (8, 4, 6), (8, 3, 4)):
        for action, most in (("normal move", move), ("charge", move + 2), ("dash", 3), ("fall back", move)):
            far = {"charge": (5 + most + 1.5, 11), "fall back": (3.2, 11)}.get(action, (28, 20))
            play = lone(wounds=wounds, left=left, move=6, far=far).act(MOVER, action)
            assert play.why([(5 + most, 11)]) == "", (wounds, left, action)
            assert play.decision.context.most == most
            too_far = play.refusal([(5 + most + 0.01, 11)])
            assert length(too_far) == pytest.approx(most + 0.01)


# --- where it may end


@pytest.mark.rule("KT21-MOVE-03", "KT21-INT-08")
def test_a_move_ends_on_free_ground() -> None:
    """Not on another base, not on terrain, whether it can be crossed or not, not partly off the board. Touching all of these is fine."""
    scene = Scene()
    scene.add(0, (5, 3), move=9)
    scene.add(0, (9, 3))
    scene.add(1, (28, 20))
    scene.wall(4, 6, 6, 7, top=1)
    scene.wall(0, 6, 2, 7, top=3)
    play = moving(scene)
    refused(play, [(8.01, 3)], "KT21-MOVE-04")
    refused(play, [(5, 5.6)], "KT21-MOVE-03")
    refused(play, [(5, 6.5)], "KT21-MOVE-03")
    refused(play, [(5, 0.49)], "KT21-INT-08")
    refused(play, [(0.49, 3)], "KT21-INT-08")
    assert "terrain (part0)" in play.refusal([(5, 5.6)]).reason
    for end in ((8, 3), (5, 5.5), (1, 5.5), (5, 0.5), (0.5, 3)):
        assert play.why([end]) == "", end


@pytest.mark.rule("KT21-MOVE-03", "KT21-INT-08")
def test_no_place_offered_is_taken() -> None:
    """In a crowd, every path offered ends clear of all other bases and of all terrain."""
    scene = Scene()
    scene.add(0, (5, 11))
    friends = [(6.2, 11), (5, 12.2), (8, 13), (3, 9)]
    for at in friends:
        scene.add(0, at)
    scene.add(1, (28, 20))
    scene.wall(7, 8, 9, 10, top=1)
    offered = ends(moving(scene))
    assert len(offered) > 20
    for x, y, *_ in offered:
        assert all((x - fx) ** 2 + (y - fy) ** 2 >= 0.9999 for fx, fy in friends)
        away = max(7 - x, x - 9, 0) ** 2 + max(8 - y, y - 10, 0) ** 2
        assert away >= 0.2499


@pytest.mark.rule("KT21-INT-11")
def test_everybody_stays_on_the_floor() -> None:
    """There is a floor 3" up and a block 1" high: neither can be stood on, and no operative jumps."""
    scene = lone(move=9)
    scene.floor(8, 9, 12, 13, z=3)
    scene.wall(3, 14, 7, 18, top=1, marks=("vantage",))
    play = moving(scene)
    refused(play, [(10, 11, 3)], "KT21-INT-11")
    refused(play, [(5, 16, 1)], "KT21-INT-11")
    refused(play, [(7, 11, 0, "jump")], "KT21-INT-11")
    refused(play, [(5, 16)], "KT21-MOVE-03")
    assert all(tuple(end[2:]) in ((), (0,)) for end in ends(play))
    assert place(play.answer([(10, 11, 0)])) == (10, 11, 0)  # below the floor, which is a roof


# --- past others


@pytest.mark.rule("KT21-MOVE-04")
@pytest.mark.parametrize("side", [0, 1])
def test_no_move_passes_through_a_base(side: int) -> None:
    """A friend is as much in the way as an enemy, also for a Charge or a Fall Back; round the base, touching it, there is a way."""
    others = {0: [(0, (8, 11)), (1, (12, 11))], 1: [(1, (8, 11)), (1, (12, 11))]}[side]
    scene = Scene()
    scene.add(0, (5, 11), move=8)
    for number, at in others:
        scene.add(number, at)
    refused(moving(scene), [(10, 11)], "KT21-MOVE-04")
    charge = scene.act(MOVER, "charge")
    refused(charge, [(11, 11)], "KT21-MOVE-04")
    refused(charge, [(5, 11.99), (11, 11.99)], "KT21-MOVE-04")
    assert charge.why([(5, 12), (11, 12)]) == ""
    if side == 0:
        refused(moving(scene), [(5, 11.99), (9, 11.99)], "KT21-MOVE-04")
        assert moving(scene).why([(5, 12), (9, 12)]) == ""
        assert moving(scene).refusal([(10, 11)]).reason == "Op 1 is in the way."
    else:
        assert charge.refusal([(11, 11)]).reason == "Op 1 is in the way."


@pytest.mark.rule("KT21-MOVE-04", "KT21-FALLBACK-01")
def test_no_fall_back_passes_through_a_base() -> None:
    """Neither through the enemy it falls back from nor through a friend behind it."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 9))
    scene.add(1, (6.5, 11))
    play = scene.act(MOVER, "fall back")
    refused(play, [(10, 11)], "KT21-MOVE-04")
    refused(play, [(5, 7)], "KT21-MOVE-04")
    assert play.why([(4, 10), (4, 7)]) == ""


@pytest.mark.rule("KT21-MOVE-05", "KT21-INT-03", "KT21-INT-12")
@pytest.mark.parametrize(("gap", "rule"), [(0.9, "KT21-MOVE-05"), (1.0, "KT21-MOVE-05"), (1.0009, "KT21-MOVE-05"), (1.0011, "")])
def test_no_normal_move_enters_engagement_range(gap: float, rule: str) -> None:
    """Past an enemy, or up to it, a Normal Move and a Dash keep more than 1" away at every point."""
    scene = lone(far=(7, 12 + gap))
    for action in ("normal move", "dash"):
        play = scene.act(MOVER, action)
        assert play.why([(8, 11)]) == rule
        assert play.why([(7, 11)]) == rule
        assert all((x - 7) ** 2 + (y - 12 - gap) ** 2 > 2.001**2 for x, y, *_ in ends(play))


@pytest.mark.rule("KT21-MOVE-05", "KT21-INT-12")
def test_a_corner_of_the_path_counts_as_well() -> None:
    """The way there and back is far enough from the enemy but for the tip of the path."""
    play = moving(lone(far=(8, 11)))
    assert play.why([(6.01, 11), (5, 13)]) == "KT21-MOVE-05"
    assert play.why([(5.99, 11), (5, 13)]) == ""


@pytest.mark.rule("KT21-INT-12", "KT21-ER-01")
@pytest.mark.parametrize(("top", "rule"), [(3.0, ""), (1.0, "KT21-MOVE-05")])
def test_who_is_behind_a_high_wall_can_be_passed(top: float, rule: str) -> None:
    """The enemy is 0.3" from the path, with a wall between: neither sees the other across 3", both do across 1"."""
    scene = lone(far=(8, 12.3))
    scene.wall(4, 11.6, 12, 11.7, top=top)
    play = moving(scene)
    assert play.why([(11, 11)]) == rule
    assert ([e for e in ends(play) if abs(e[0] - 8) < 1 and abs(e[1] - 11) < 0.5] != []) is (not rule)


@pytest.mark.rule("KT21-INT-12")
def test_where_the_wall_ends_the_enemy_is_met() -> None:
    """The wall stops short: as soon as it does not hide the enemy, the path has entered Engagement Range."""
    scene = lone(far=(8, 12.3))
    scene.wall(4, 11.6, 7.6, 11.7, top=3)
    play = moving(scene)
    assert play.why([(7.5, 11), (11, 11)]) == "KT21-MOVE-05"
    assert play.why([(6.4, 11)]) == ""


@pytest.mark.rule("KT21-MOVE-06")
@pytest.mark.parametrize(("gap", "rule"), [(1.0, "KT21-MOVE-06"), (1.01, "")])
def test_no_normal_move_out_of_engagement_range(gap: float, rule: str) -> None:
    """With an enemy within 1" it can be neither chosen nor is it offered."""
    play = deciding(lone(far=(6 + gap, 11)))
    assert play.why("normal move") == rule
    assert ("normal move" in play.options()) is (not rule)


@pytest.mark.rule("KT21-MOVE-07")
@pytest.mark.parametrize(("before", "rule"), [("charge", "KT21-MOVE-07"), ("fall back", "KT21-MOVE-07"), ("dash", ""), ("shoot", ""), ("fight", "")])
def test_no_normal_move_after_a_charge_or_fall_back(before: str, rule: str) -> None:
    """After a Dash, a Shoot or a Fight there may be one."""
    play = deciding(lone(apl=4), done=(before,), spent=1)
    assert play.why("normal move") == rule
    assert ("normal move" in play.options()) is (not rule)


# --- terrain


@pytest.mark.rule("KT21-INT-10", "KT21-INT-05")
def test_crossing_a_barricade_costs_two_inches() -> None:
    """3" of path and one crossing make 5"; with M 6" the operative gets 4" far, not 4.01", and cannot stop on the way across."""
    scene = lone(move=6)
    scene.barricade(7, 11, 90)
    play = moving(scene)
    assert length(refused(play, [(9.01, 11)], "KT21-MOVE-02")) == pytest.approx(6.01)
    refused(play, [(7, 11)], "KT21-MOVE-03")
    refused(play, [(6.5, 11)], "KT21-MOVE-03")
    assert play.why([(6.375, 11)]) == ""  # touching
    assert place(play.answer([(9, 11)])) == (9, 11, 0)


@pytest.mark.rule("KT21-INT-10")
def test_each_crossing_costs_again() -> None:
    """Two barricades, or the same one there and back, cost 4". Round their ends nothing is paid."""
    scene = lone(move=8)
    scene.barricade(7, 11, 90)
    scene.barricade(9, 11, 90)
    play = moving(scene)
    assert length(play.refusal([(5, 11), (11, 11), (11, 8)])) == pytest.approx(13)
    assert length(refused(play, [(8, 11), (6, 11), (6, 16)], "KT21-MOVE-02")) == pytest.approx(14)
    assert length(refused(play, [(9.01, 11), (13, 11)], "KT21-MOVE-02")) == pytest.approx(12)
    around = [(5, 9.5), (10.55, 9.5)]
    assert play.why(around) == ""
    assert length(play.refusal([(5, 9.5), (11.6, 9.5)])) == pytest.approx(8.1)
    assert length(play.refusal([(5, 9.51), (11.6, 9.51)])) == pytest.approx(12.09)  # the rim of the base crosses both


@pytest.mark.rule("KT21-INT-10")
def test_one_unbroken_stretch_on_a_feature_is_one_crossing() -> None:
    """Along a wall and across it, with corners on the way, is one crossing; so is a feature of two parts side by side. Two features are two."""
    scene = lone(move=6)
    scene.wall(6.5, 8, 7, 14, top=1)
    play = moving(scene)
    assert length(play.refusal([(6.4, 11), (6.4, 12), (7.6, 12), (7.6, 14)])) == pytest.approx(1.4 + 1 + 1.2 + 2 + 2)
    for features, crossings in ((("hedge", "hedge"), 1), (("hedge", "fence"), 2)):
        scene = lone(move=6)
        scene.wall(6.5, 8, 7, 14, top=1, feature=features[0])
        scene.wall(7, 8, 7.5, 14, top=1, feature=features[1])
        assert length(moving(scene).refusal([(11, 11), (12, 11)])) == pytest.approx(7 + 2 * crossings)


@pytest.mark.rule("KT21-INT-10", "KT21-INT-04")
@pytest.mark.parametrize("action", ["normal move", "dash", "charge", "fall back"])
def test_other_terrain_is_in_the_way(action: str) -> None:
    """A heavy wall, however low, or a light one that is marked as blocking stops every move; on its way the whole base must get past."""
    for top, kind, marks in ((3.0, "heavy", ()), (0.5, "heavy", ()), (1.0, "light", ("blocking",))):
        scene = lone(move=9, far={"charge": (11, 11), "fall back": (3.2, 11)}.get(action, (28, 20)))
        scene.wall(6, 11, 6.5, 15, top=top, kind=kind, marks=marks)
        play = scene.act(MOVER, action)
        refused(play, [(8, 11)], "KT21-INT-10")
        refused(play, [(5, 10.6), (8, 10.6)], "KT21-INT-10")
        assert play.why([(5, 10.5), (7.4, 10.5)]) in ("", "KT21-CHARGE-04")


@pytest.mark.rule("KT21-INT-04", "KT21-INT-10")
def test_insignificant_terrain_is_in_nobodys_way() -> None:
    """A low wall costs nothing if it is insignificant, and an operative may stop on it."""
    for marks, rule in (((), "KT21-MOVE-02"), (("insignificant",), "")):
        scene = lone(move=6)
        scene.wall(7, 9, 7.5, 13, top=0.3, marks=marks)
        assert moving(scene).why([(11, 11)]) == rule
        assert moving(scene).why([(7.2, 11)]) == ("KT21-MOVE-03" if rule else "")


# --- in one activation


@pytest.mark.rule("KT21-MOVE-07", "KT21-CHARGE-07", "KT21-DASH-03", "KT21-FALLBACK-05")
def test_example_22_action_legality() -> None:
    """APL 3, M 6", Engage: what may follow what in one activation."""

    def three(far: tuple[float, float] = (20, 11)) -> Scene:
        scene = lone(apl=3, move=6, far=far)
        scene.add(1, (28, 2))
        return scene

    # Normal Move + Dash + Shoot: 9" in all.
    play = three().activate(MOVER).answer("engage", "normal move", [(11, 11)], "dash", [(14, 11)])
    assert place(play) == (14, 11, 0) and "shoot" in play.options()
    # Normal Move + Charge, Dash + Charge, Fall Back + Charge.
    for before, spent in (("normal move", 1), ("dash", 1), ("fall back", 2)):
        play = deciding(three((9, 11)), done=(before,), spent=spent)
        assert play.why("charge") == "KT21-CHARGE-07" and "charge" not in play.options()
    # Charge + Fight + Dash, even if the enemy is gone; then Charge + Fight + Shoot.
    kill = [6, 6, 6, 6, 1, 1, 1, 1]
    gone = three((10, 11))
    play = gone.activate(MOVER, dice=[*kill, 1, 1, 1, 1, 1, 1, 1]).answer("engage", "charge", [(8.5, 11)], "fight")
    while play.what == "resolve":
        play.answer(play.decision.default)
    assert play.state.places[1] is None
    assert play.why("dash") == "KT21-DASH-03" and "dash" not in play.options()
    assert "shoot" in play.options()
    miss = [1] * 8
    play = three((10, 11)).activate(MOVER, dice=miss).answer("engage", "charge", [(8.5, 11)], "fight")
    assert play.over  # nothing is left but to pass
    play = deciding(three((6.5, 11)), done=("charge", "fight"), spent=2)
    assert play.over
    # Fall Back + Normal Move; Fall Back + Dash; Fall Back + Shoot.
    play = three((6.5, 11)).activate(MOVER).answer("engage", "fall back", [(2, 11)])
    assert play.why("normal move") == "KT21-MOVE-07" and "normal move" not in play.options()
    assert {"dash", "shoot"} <= {*play.options()}
    # Dash + Fall Back, Normal Move + Fall Back.
    for before in ("dash", "normal move"):
        play = deciding(three((6.5, 11)), done=(before,), spent=1)
        assert play.why("fall back") == "KT21-FALLBACK-05"
    # Charge + Fall Back.
    play = three((10, 11)).activate(MOVER).answer("engage", "charge", [(8.5, 11)])
    assert "fall back" in play.options()
    # Fight + Fight.
    play = three((6.5, 11)).activate(MOVER, dice=miss).answer("engage", "fight")
    assert play.why("fight") == "KT21-ACT-05" and "fight" not in play.options()
    # Pass + Pass + Pass.
    play = three().activate(MOVER).answer("engage", Pick("pass"), Pick("pass"), Pick("pass"))
    assert play.over
