"""Orders: Engage and Conceal, what each allows, and when it can be changed."""

from __future__ import annotations

import random

import pytest

from counteract.core.decision import Pick
from counteract.core.dice import SeededDice
from counteract.game import Game
from counteract.rulesets.kt21.ruleset import RULESET
from tests.rules.kt21.rounds import PASS_ACTION, battle, idle, lines, take, turning_point
from tests.rules.kt21.scene import Play, Scene, gun


def facing(order: str, *, weapons: list[str] | None = None, gap: float = 6.0) -> Scene:
    """Return a scene: one operative with this order, and an enemy so far away that it can be shot and charged."""
    scene = Scene()
    arms = None if weapons is None else [gun(text, f"gun{k}") for k, text in enumerate(weapons)]
    scene.add(0, (5, 11), order=order, weapons=arms)
    scene.add(1, (6 + gap, 11))
    return scene


@pytest.mark.rule("KT21-ORDER-01")
def test_an_operative_always_has_one_of_two_orders() -> None:
    """Asked for an order there are just these two, and none is no answer; in a whole battle at random no operative ever has anything else."""
    play = facing("engage").activate(0)
    assert sorted(play.options()) == ["conceal", "engage"]
    assert play.why("pass") == play.why("guard") == "KT21-ORDER-06"
    rng, game = random.Random(4), Game(RULESET, lines(3, 3).setup(), SeededDice(4))
    while game.decision is not None:
        assert all(m.order in ("engage", "conceal") for m in game.state.models)
        game.play(game.decision.sample(rng))


@pytest.mark.rule("KT21-ORDER-02")
def test_engage_opens_shoot_charge_and_overwatch() -> None:
    """All three are offered to an operative with an Engage order."""
    play = facing("engage").activate(0).answer("engage")
    assert {"shoot", "charge"} <= set(play.options())
    waiting = facing("engage")
    waiting.operatives[0]["ready"] = False
    assert waiting.overwatch(0).options() == ["pass", 0]


@pytest.mark.rule("KT21-ORDER-03")
def test_conceal_bars_shoot_charge_and_overwatch() -> None:
    """With a Conceal order the three are refused; other actions are not."""
    play = facing("conceal").activate(0).answer("conceal")
    assert play.options() == ["normal move", "dash", "pass", "end"]
    assert (play.why("shoot"), play.why("charge")) == ("KT21-SHOOTACT-03", "KT21-CHARGE-06")
    waiting = lines(2, 2, ready=False)
    waiting.operatives[0]["order"] = "conceal"
    watch = waiting.overwatch(0)
    assert watch.options() == ["pass", 1]
    assert watch.why(0) == "KT21-OW-05"


@pytest.mark.rule("KT21-ORDER-03")
def test_a_silent_weapon_relaxes_that_for_shoot_only() -> None:
    """With a Silent and a loud gun a concealed operative may Shoot, with the Silent one; Charge and Overwatch stay barred."""
    scene = facing("conceal", weapons=["4 3+ 1/1", "4 3+ 1/1; Silent"])
    play = scene.activate(0, dice=[1] * 7).answer("conceal")
    assert "shoot" in play.options()
    assert play.why("charge") == "KT21-CHARGE-06"
    play.answer("shoot", 1)
    assert [e.values["weapon"] for e in play.events("shoots")] == ["gun1"]
    assert scene.overwatch(0).over, "nobody can overwatch"


@pytest.mark.rule("KT21-ORDER-04")
@pytest.mark.parametrize(("order", "cover", "target"), [("conceal", True, False), ("engage", True, True), ("conceal", False, True)])
def test_conceal_hides_who_is_in_cover(order: str, cover: bool, target: bool) -> None:
    """Behind a barricade a concealed operative is no valid target; an engaged one is, and so is a concealed one in the open."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (15, 11), order=order)
    scene.add(1, (15, 18))
    if cover:
        scene.barricade(14, 11, 90)
    play = scene.act(0, "shoot")
    assert (1 in play.options()) == target
    assert play.why(1) == ("" if target else "KT21-LOS-03")


@pytest.mark.rule("KT21-ORDER-05", "KT21-ACT-02")
@pytest.mark.parametrize("order", ["engage", "conceal"])
def test_in_the_first_turning_point_the_order_of_deployment_stays(order: str) -> None:
    """Deployed with an order, activated with it: nothing is asked, and it keeps it to the next turning point."""
    play = battle(lines(1, 1), dice=[1, 6, 1, 6, 1])
    idle(play, until="order").answer(order)
    idle(play, until="initiative").answer(0)
    assert (play.what, play.state.turn) == ("activate", 1)
    play.answer(0)
    assert play.what == "action"
    assert play.events("activated")[0].values["order"] == play.state.models[0].order == order
    idle(play, until="initiative")
    assert play.state.models[0].order == order


@pytest.mark.rule("KT21-ORDER-06", "KT21-INT-74")
@pytest.mark.parametrize("turn", [2, 3, 4])
@pytest.mark.parametrize("before", ["engage", "conceal"])
@pytest.mark.parametrize("chosen", ["engage", "conceal"])
def test_later_the_order_may_be_changed_when_the_operative_is_activated(turn: int, before: str, chosen: str) -> None:
    """Its controller is asked, and keeps the present order unless they answer; it is the chosen one from then on."""
    play = lines(2, 2, order=before).firefight(0, turn=turn).answer(1)
    assert (play.what, play.player, play.decision.subject, play.decision.rule) == ("order", 0, 1, "KT21-ORDER-06")
    assert (play.options(), play.decision.default) == (["conceal", "engage"], Pick(before))
    play.answer(chosen)
    assert [m.order for m in play.state.models] == [before, chosen, before, before], "nobody else's order changes"


@pytest.mark.rule("KT21-ORDER-06", "KT21-INT-74")
def test_and_at_no_other_moment() -> None:
    """In a whole turning point each operative's order is asked for once, before its first action; being shot at or overwatching changes nothing."""
    scene = lines(1, 2, weapons=[gun("1 6+ 1/1")])
    play = scene.firefight(0, turn=2, dice=[1] * 20)
    asked = []
    orders = [m.order for m in play.state.models]
    while not play.over and play.state.turn == 2:
        if play.what == "order":
            asked.append(play.decision.subject)
            assert play.state.acting[-1].done == ()
        if play.what == "overwatch":
            play.answer(0)
        elif play.what == "action" and "shoot" in play.options():
            play.answer("shoot")
        else:
            play.game.play(play.decision.default)
    assert asked == [0, 1, 2]
    assert len(play.events("shoots")) == 4, "each has shot in its activation, and one in Overwatch"
    assert [m.order for m in play.state.models] == orders


@pytest.mark.rule("KT21-INT-74")
def test_overwatch_asks_for_no_order() -> None:
    """From the choice to overwatch straight to the target."""
    scene = lines(1, 2)
    scene.operatives[0]["ready"] = False
    play = scene.firefight(0, turn=3).answer(0)
    assert play.what == "target"
    assert play.state.models[0].order == "engage"


@pytest.mark.rule("KT21-ORDER-07")
def test_who_is_ready_can_be_seen_beside_the_order() -> None:
    """Order and readiness are both shown for all operatives: ready, then activated with the new order, then ready with that one again."""

    def tokens(play: Play) -> list[tuple[str, bool]]:
        return [(m["order"], m["ready"]) for m in play.game.view()["models"]]

    play = turning_point(lines(1, 1, ready=False), turn=2, dice=[6, 1, 6, 1])
    assert tokens(play) == [("engage", True), ("engage", True)]
    play.answer(0, 0, "conceal", PASS_ACTION)
    assert tokens(play) == [("conceal", True), ("engage", True)]
    play.answer("end")
    assert tokens(play) == [("conceal", False), ("engage", True)]
    take(play, 1)
    assert tokens(play) == [("conceal", True), ("engage", True)]


@pytest.mark.rule("KT21-ORDER-03", "KT21-ORDER-05", "KT21-ORDER-06", "KT21-FIGHTACT-02")
def test_example_25_orders() -> None:
    """Concealed in turning point 1: moves, fights and passes only. Engaged and shooting in 2; Engage when shot at till its activation in 3."""
    scene = Scene()
    scene.add(0, (5, 11), order="conceal", weapons=[gun("1 6+ 1/1")], wounds=20)
    scene.add(1, (9, 11), weapons=[gun("1 6+ 1/1")])
    scene.barricade(6.2, 11, 90)
    play = turning_point(scene, turn=1, dice=[6, 1, 6, 1, 1, 1, 1, 1, 6, 1]).answer(0, 0)
    assert play.options() == ["normal move", "dash", "pass", "end"]
    assert (play.why("shoot"), play.why("charge"), play.why("overwatch")) == ("KT21-SHOOTACT-03", "KT21-CHARGE-06", "KT21-OW-02")
    play.answer("end", 1)
    assert play.why("shoot") == "KT21-INT-40", "it is concealed and in cover"
    play.answer("end")

    assert play.answer(0, 0).what == "order"
    play.answer("engage", "shoot", 1, "pass", "end", 1, "engage")
    assert play.why("shoot") == "", "it counts as Engage now, cover or not"
    play.answer("end")
    assert play.state.turn == 3
    play.answer(1, 1, "engage")
    assert play.why("shoot") == "", "and still does before its next activation"


@pytest.mark.rule("KT21-ORDER-03", "KT21-FIGHTACT-02")
def test_example_25_beside_an_enemy() -> None:
    """Concealed and within Engagement Range in turning point 1: it may Fight and Fall Back."""
    scene = Scene()
    scene.add(0, (5, 11), order="conceal")
    scene.add(1, (6.5, 11))
    play = scene.activate(0, turn=1)
    assert play.options() == ["fall back", "fight", "pass", "end"]
