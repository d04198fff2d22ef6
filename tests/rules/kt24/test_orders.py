"""Orders: Engage and Conceal, ready and expended."""

from __future__ import annotations

import pytest

from counteract.core.decision import PASS
from tests.rules.kt24.rounds import firefight, strategy, take
from tests.rules.kt24.scene import Play, Scene, blade, gun


def alone(*, order: str, weapons: str = "4 3+ 3/4", enemy: tuple[float, float] = (12, 11), enemy_order: str = "engage") -> tuple[Scene, int, int]:
    """Return one operative at (5, 11) and an enemy; each has a gun and a blade."""
    scene = Scene()
    mine = scene.add(0, (5, 11), weapons=[gun(weapons), blade()], order=order)
    theirs = scene.add(1, enemy, order=enemy_order)
    return scene, mine, theirs


def ordered(order: str, **kwargs: object) -> Play:
    """Return a battle in which that operative is activated with this order and is about to act."""
    scene, mine, _ = alone(order="conceal", **kwargs)  # type: ignore[arg-type]
    return scene.activate(mine).answer(order)


@pytest.mark.rule("KT24-ORDER-01")
@pytest.mark.parametrize("before", ["engage", "conceal"])
@pytest.mark.parametrize("chosen", ["engage", "conceal"])
def test_an_operative_has_one_of_two_orders(before: str, chosen: str) -> None:
    """There are two orders to choose from and no third; the one chosen replaces the one before."""
    scene, mine, _ = alone(order=before)
    play = scene.activate(mine)
    assert play.options() == ["engage", "conceal"]
    assert play.why("pass") == "KT24-ACT-03"
    play.answer(chosen)
    assert play.state.models[mine].order == chosen
    assert play.game.view()["models"][mine]["order"] == chosen


@pytest.mark.rule("KT24-ORDER-02")
def test_engage_allows_every_action_whose_own_conditions_are_met() -> None:
    """At 6" from an enemy in the open: every move that does not need a melee, and Shoot. Beside it: Fight and Fall Back instead."""
    assert ordered("engage").options() == ["reposition", "dash", "charge", "shoot", "end"]
    beside = ordered("engage", enemy=(6.5, 11))
    assert beside.options() == ["fall back", "fight", "end"]


@pytest.mark.rule("KT24-ORDER-03", "KT24-COUNTER-02")
@pytest.mark.parametrize(("order", "may"), [("engage", True), ("conceal", False)])
def test_only_an_engage_order_lets_an_operative_counteract(order: str, may: bool) -> None:
    """An expended operative in one situation may counteract with an Engage order and not with Conceal."""
    scene, mine, _ = alone(order=order)
    scene.operatives[mine]["ready"] = False
    play = firefight(scene, first=0)
    assert (play.what, play.player) == (("counteract", 0) if may else ("activate", 1))


def hiding(order: str) -> Play:
    """Return a battle: a target behind a low wall and one in the open, both with this order; an operative is about to shoot."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun()], order="engage")
    scene.add(1, (15, 11), order=order)
    scene.add(1, (15, 4), order=order)
    scene.wall(13.5, 10, 14, 12, top=1)
    return scene.act(shooter, "shoot")


@pytest.mark.rule("KT24-ORDER-04")
def test_conceal_in_cover_is_no_valid_target() -> None:
    """Behind the wall Conceal hides an operative and Engage does not; in the open neither does."""
    concealed = hiding("conceal")
    assert concealed.options() == [2]
    assert concealed.why(1) == "KT24-TARGET-03"
    assert hiding("engage").options() == [1, 2]


@pytest.mark.rule("KT24-ORDER-05")
def test_conceal_bars_shoot_unless_the_weapon_is_silent() -> None:
    """With Conceal an ordinary gun cannot be fired, a Silent one can; with Engage both can."""
    barred = ordered("conceal")
    assert "shoot" not in barred.options()
    assert barred.why("shoot") == "KT24-SHOOT-02"
    assert "shoot" in ordered("conceal", weapons="4 3+ 3/4; Silent").options()
    assert "shoot" in ordered("engage").options()


@pytest.mark.rule("KT24-ORDER-05")
def test_conceal_leaves_the_silent_weapons_only() -> None:
    """Two Silent guns and an ordinary one: with Conceal the choice is between the two, with Engage among all three."""
    for order, weapons in (("conceal", [0, 2]), ("engage", [0, 1, 2])):
        scene = Scene()
        scene.add(0, (5, 11), weapons=[gun("4 3+ 3/4; Silent", "one"), gun(), gun("4 3+ 3/4; Silent", "two")], order=order)
        scene.add(1, (15, 11), order="engage")
        play = scene.act(0, "shoot")
        assert (play.what, play.options()) == ("weapon", weapons)
        assert play.why(1) == ("KT24-SHOOT-02" if order == "conceal" else "")


@pytest.mark.rule("KT24-ORDER-06")
def test_conceal_bars_charge_and_leaves_the_other_moves_and_fight() -> None:
    """With Conceal: no Charge, but Reposition and Dash; and beside an enemy Fight and Fall Back as ever."""
    barred = ordered("conceal")
    assert barred.options() == ["reposition", "dash", "end"]
    assert barred.why("charge") == "KT24-CHARGE-06"
    assert "charge" in ordered("engage").options()
    assert ordered("conceal", enemy=(6.5, 11)).options() == ["fall back", "fight", "end"]


@pytest.mark.rule("KT24-ORDER-07", "KT24-READY-01")
def test_the_token_shows_ready_until_the_activation_and_expended_after_it() -> None:
    """Two operatives: each may be activated while it is ready; the one that has been is expended until the next turning point."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 15))
    scene.add(1, (25, 11))
    play = strategy(scene, dice=[6, 1, 6, 1]).answer(0)
    assert play.options() == [0, 1]
    take(play, 0)
    assert [m["ready"] for m in play.game.view()["models"]] == [False, True, True]
    take(play, 2)
    assert play.options() == [1]
    assert play.why(0) == "KT24-ACT-01"
    take(play, 1)
    play.answer(0)  # the next turning point
    assert [m["ready"] for m in play.game.view()["models"]] == [True, True, True]
    assert play.options() == [0, 1]


@pytest.mark.rule("KT24-INT-28")
def test_an_order_lasts_until_the_next_activation_and_everybody_can_see_it() -> None:
    """Engage chosen in the first turning point still shows in the second, to both players and to an onlooker, until it is changed."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (25, 11))
    play = strategy(scene, dice=[6, 1, 6, 1]).answer(0)
    take(play, 0, "engage")
    take(play, 1, "conceal")
    play.answer(0)
    for onlooker in (0, 1, None):
        assert [m["order"] for m in play.game.view(onlooker)["models"]] == ["engage", "conceal"]
    play.answer(0)
    assert [m["order"] for m in play.game.view()["models"]] == ["engage", "conceal"]
    play.answer("conceal")
    assert [m["order"] for m in play.game.view()["models"]] == ["conceal", "conceal"]


@pytest.mark.rule("KT24-ORDER-03")
def test_declining_to_counteract_is_open_to_an_engaged_operative() -> None:
    """Being able to counteract is a chance, not a duty: the player may pass."""
    scene, mine, theirs = alone(order="engage")
    scene.operatives[mine]["ready"] = False
    play = firefight(scene, first=0)
    assert PASS in play.decision.options
    play.answer("pass")
    assert (play.what, play.player, play.options()) == ("activate", 1, [theirs])
