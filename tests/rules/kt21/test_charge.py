"""The Charge action: further than a Normal Move, and into Engagement Range."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.kt21.moving import MOVER, deciding, ends, length, lone, place, refused
from tests.rules.kt21.scene import Scene


@pytest.mark.rule("KT21-CHARGE-01")
def test_a_charge_costs_one_action_point() -> None:
    """With APL 2 there is 1 AP left to fight with; with APL 1 the activation is over."""
    play = deciding(lone(far=(10, 11), apl=2)).answer("charge", [(8.5, 11)])
    assert [(e.values["action"], e.values["cost"]) for e in play.events("action")] == [("charge", 1)]
    assert play.state.acting[-1].spent == 1
    assert "fight" in play.options()
    assert deciding(lone(far=(10, 11), apl=1)).answer("charge", [(8.5, 11)]).over


@pytest.mark.rule("KT21-CHARGE-01")
def test_a_charge_keeps_to_the_rules_of_a_normal_move_otherwise() -> None:
    """It ends where a base can stand, on the board, passes no base, and pays for crossing terrain."""
    scene = Scene()
    scene.add(0, (5, 11), move=6)
    scene.add(0, (5, 9.5))
    scene.add(1, (10, 11))
    scene.add(1, (0.5, 13))
    scene.barricade(8.8, 13.3)
    play = scene.act(MOVER, "charge")
    refused(play, [(9.1, 11)], "KT21-MOVE-04")
    refused(play, [(5, 8.4)], "KT21-MOVE-04")
    refused(play, [(9, 12.8)], "KT21-MOVE-03")
    refused(play, [(0.4, 11.5)], "KT21-INT-08")
    assert play.why([(9, 11)]) == ""  # touching it
    assert length(play.refusal([(5, 14.5), (9.5, 14.5), (9.5, 12.4)])) == pytest.approx(3.5 + 4.5 + 2.1 + 2)


@pytest.mark.rule("KT21-CHARGE-02")
@pytest.mark.parametrize("move", [4.0, 6.0])
def test_a_charge_goes_two_inches_further_than_m(move: float) -> None:
    """M and 2" are allowed, 0.01" more are not."""
    play = lone(move=move, far=(5 + move + 3.5, 11)).act(MOVER, "charge")
    assert (play.player, play.decision.subject) == (0, MOVER)
    assert length(refused(play, [(7.01 + move, 11)], "KT21-CHARGE-02")) == pytest.approx(move + 2.01)
    play.answer([(7 + move, 11)])
    assert place(play) == (7 + move, 11, 0)
    assert [e.rule for e in play.events("moved")] == ["KT21-CHARGE-02"]


@pytest.mark.rule("KT21-CHARGE-03", "KT21-INT-12")
def test_a_charge_may_go_through_engagement_range() -> None:
    """Round its enemy, within 1" of it all the way, to stand behind it. A Normal Move could not."""
    scene = lone(far=(9, 11))
    path = [(7.5, 12), (9, 12.6), (10.5, 11)]
    assert scene.act(MOVER, "normal move").why([(7.5, 12), (9, 14)]) == "KT21-MOVE-05"
    assert place(scene.act(MOVER, "charge").answer(path)) == (10.5, 11, 0)


@pytest.mark.rule("KT21-INT-69", "KT21-CHARGE-03")
def test_a_charge_may_pass_several_enemies() -> None:
    """Into the Engagement Range of one enemy, out of it again and on to another; only where it ends counts."""
    scene = Scene()
    scene.add(0, (5, 11), move=6)
    scene.add(1, (7, 12.4))
    scene.add(1, (9, 9.6))
    scene.add(1, (12.5, 11))
    play = scene.act(MOVER, "charge")
    refused(play, [(10.49, 11)], "KT21-CHARGE-04")
    play.answer([(11, 11)])
    assert play.over and place(play) == (11, 11, 0)


@pytest.mark.rule("KT21-CHARGE-04", "KT21-INT-03")
@pytest.mark.parametrize(("gap", "rule"), [(0.0, ""), (1.0, ""), (1.002, "KT21-CHARGE-04"), (4.0, "KT21-CHARGE-04")])
def test_a_charge_ends_in_engagement_range(gap: float, rule: str) -> None:
    """1" from the enemy's base is near enough, more is not."""
    assert lone(far=(10, 11)).act(MOVER, "charge").why([(9 - gap, 11)]) == rule


@pytest.mark.rule("KT21-CHARGE-04")
def test_nothing_else_is_offered() -> None:
    """Every path offered or drawn at random ends within 1" of the enemy's base."""
    play = lone(far=(10, 11)).act(MOVER, "charge")
    drawn = [play.decision.sample(Random(seed)).points[-1] for seed in range(40)]  # type: ignore[union-attr]
    assert len({*ends(play)}) > 5
    assert all((x - 10) ** 2 + (y - 11) ** 2 <= 2.001**2 for x, y, *_ in (*ends(play), *drawn))


@pytest.mark.rule("KT21-CHARGE-04", "KT21-ER-01")
@pytest.mark.parametrize(("top", "rule"), [(3.0, "KT21-CHARGE-04"), (1.0, "")])
def test_near_an_enemy_behind_a_high_wall_is_not_near_enough(top: float, rule: str) -> None:
    """0.6" away with a wall between: across 3" neither sees the other, so it is not in Engagement Range."""
    scene = lone(far=(10, 11))
    scene.wall(9, 8, 9.2, 14, top=top)
    assert scene.act(MOVER, "charge").why([(8.4, 11)]) == rule


@pytest.mark.rule("KT21-CHARGE-05")
@pytest.mark.parametrize(("gap", "rule"), [(1.0, "KT21-CHARGE-05"), (1.01, "")])
def test_no_charge_out_of_engagement_range(gap: float, rule: str) -> None:
    """An enemy within 1" bars a Charge, also at another operative."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (6 + gap, 11))
    scene.add(1, (5, 16))
    play = deciding(scene)
    assert play.why("charge") == rule
    assert ("charge" in play.options()) is (not rule)


@pytest.mark.rule("KT21-CHARGE-06")
@pytest.mark.parametrize(("order", "rule"), [("conceal", "KT21-CHARGE-06"), ("engage", "")])
def test_no_charge_with_a_conceal_order(order: str, rule: str) -> None:
    """An operative may charge with an Engage order only."""
    play = lone(far=(10, 11)).activate(MOVER).answer(order)
    assert play.why("charge") == rule
    assert ("charge" in play.options()) is (not rule)


@pytest.mark.rule("KT21-CHARGE-07")
@pytest.mark.parametrize("before", ["normal move", "dash", "fall back", "shoot", "fight", "pass"])
def test_no_charge_after_another_move(before: str) -> None:
    """Not in an activation with a Normal Move, Dash or Fall Back; after a Shoot, a Fight or a Pass it may charge."""
    play = deciding(lone(far=(10, 11), apl=4), done=(before,), spent=1)
    rule = "KT21-CHARGE-07" if before in ("normal move", "dash", "fall back") else ""
    assert play.why("charge") == rule
    assert ("charge" in play.options()) is (not rule)
    if rule:
        assert before.title() in play.refusal("charge").reason


@pytest.mark.rule("KT21-INT-70", "KT21-CHARGE-04")
@pytest.mark.parametrize(("x", "rule"), [(15.0, ""), (15.001, ""), (15.01, "KT21-INT-70")])
def test_no_charge_if_no_enemy_can_be_reached(x: float, rule: str) -> None:
    """M 6" and 2" and Engagement Range reach an enemy whose base is 9" away, not one further off."""
    play = deciding(lone(far=(x, 11)))
    assert play.why("charge") == rule
    assert ("charge" in play.options()) is (not rule)


@pytest.mark.rule("KT21-INT-70")
def test_no_charge_at_an_enemy_behind_walls_on_all_sides() -> None:
    """The enemy is near and can be seen over the wall, but there is no room beside it; a gap in the wall lets the charger in."""
    for gap, offered in ((0.0, False), (1.1, True)):
        scene = lone(far=(10, 11))
        scene.wall(8.3, 9, 8.5, 10.45, top=1, kind="heavy")
        scene.wall(8.3, 10.45 + gap, 8.5, 13, top=1, kind="heavy")
        scene.wall(8.5, 12.8, 12, 13, top=1, kind="heavy")
        scene.wall(8.5, 9, 12, 9.2, top=1, kind="heavy")
        scene.wall(11.8, 9.2, 12, 12.8, top=1, kind="heavy")
        scene.wall(8.5, 9.2, 9.0, 10.4, top=1, kind="heavy")
        play = deciding(scene)
        assert ("charge" in play.options()) is offered
        assert play.why("charge") == ("" if offered else "KT21-INT-70")
        if offered:
            assert ends(play.answer("charge"))


@pytest.mark.rule("KT21-INT-70", "KT21-CHARGE-04")
def test_a_charge_that_is_offered_can_be_made() -> None:
    """In random crowds: where a Charge is offered there is a path for it, and where it is refused no straight way up to an enemy is free."""
    offered = refusals = 0
    for seed in range(60):
        dice = Random(seed)
        scene = Scene(board=(16, 12))
        spots: list[tuple[float, float]] = []
        while len(spots) < 6:
            x, y = dice.uniform(1, 15), dice.uniform(1, 11)
            if all((x - a) ** 2 + (y - b) ** 2 > 4.1 for a, b in spots):
                spots.append((round(x, 2), round(y, 2)))
        for k, at in enumerate(spots):
            scene.add(0 if k < 2 else 1, at, move=0.5)
        play = deciding(scene)
        if play.why("charge") == "":
            offered += 1
            play.answer("charge")
            assert play.why(list(play.decision.default.points)) == ""  # type: ignore[union-attr]
        else:
            refusals += 1
            x, y = spots[0]
            for ex, ey in spots[2:]:
                away = ((ex - x) ** 2 + (ey - y) ** 2) ** 0.5
                step = min(2.5, away - 1.01)
                end = (x + (ex - x) * step / away, y + (ey - y) * step / away)
                assert end not in play.game.reach(MOVER, "charge")
    assert offered > 5 and refusals > 5


@pytest.mark.rule("KT21-CHARGE-02", "KT21-INT-70")
@pytest.mark.parametrize(("apart", "offered"), [(8.35, True), (8.39, False)])
def test_a_way_round_a_friend_is_as_long_as_it_is(apart: float, offered: bool) -> None:
    """A friend touches it, straight ahead: a quarter of the circle 1" about the friend and a little more, then straight on till 2" from the enemy's.

    That is π/2 + 0.120 + 8.290 - 2 = 7.98" if the enemy is 8.35" behind the friend, and 8.02" if it is 8.39".
    """
    scene = Scene()
    scene.add(0, (5, 11), move=6)
    scene.add(0, (6, 11))
    scene.add(1, (6 + apart, 11))
    play = deciding(scene)
    assert ("charge" in play.options()) is offered
    assert play.why("charge") == ("" if offered else "KT21-INT-70")
    if offered:
        assert ends(play.answer("charge"))
