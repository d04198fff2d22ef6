"""Counteracting: when, who, with what."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.state import Task
from tests.rules.kt24.rounds import firefight, strategy, take
from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun


def waiting(*mine: dict[str, Any], theirs: int = 2, first: int = 0, **options: Any) -> Play:
    """Return a battle on side 0's turn: its operatives (expended and engaged by default) against ready ones far away."""
    scene = Scene(**options)
    for k, fields in enumerate(mine):
        scene.add(0, **{"at": (5, 5 + 6 * k), "order": "engage", "ready": False, **fields})
    for k in range(theirs):
        scene.add(1, (25, 5 + 6 * k), order="engage")
    return firefight(scene, first=first)


@pytest.mark.rule("KT24-COUNTER-01", "KT24-COUNTER-02")
def test_all_own_operatives_expended_and_an_enemy_not() -> None:
    """Both mine are expended and the opponent has some ready: I may counteract with either, or pass."""
    play = waiting({}, {})
    assert (play.what, play.player, play.options()) == ("counteract", 0, [0, 1, "pass"])


@pytest.mark.rule("KT24-COUNTER-01")
def test_no_counteracting_while_one_of_ones_own_is_ready() -> None:
    """One of mine is ready: I must activate it, the expended one cannot counteract."""
    play = waiting({}, {"ready": True})
    assert (play.what, play.player, play.options()) == ("activate", 0, [1])
    assert play.why(0) == "KT24-ACT-01"


@pytest.mark.rule("KT24-COUNTER-01")
def test_no_counteracting_once_the_opponent_is_done_too() -> None:
    """All operatives are expended: the turning point is over and no player is asked."""
    scene = Scene()
    scene.add(0, (5, 5), order="engage", ready=False)
    scene.add(1, (25, 5), order="engage", ready=False)
    assert firefight(scene).over


@pytest.mark.rule("KT24-COUNTER-02")
def test_only_expended_operatives_with_an_engage_order_counteract() -> None:
    """Of three expended operatives one is concealed: it is neither offered nor accepted. Enemies are not offered either."""
    play = waiting({}, {"order": "conceal"}, {})
    assert play.options() == [0, 2, "pass"]
    assert play.why(1) == "KT24-COUNTER-02"
    assert play.why(3) == "KT24-COUNTER-02"


@pytest.mark.rule("KT24-COUNTER-03", "KT24-INT-26")
def test_one_action_of_1ap_for_free() -> None:
    """It performs one action without paying for it, and then it is the opponent's turn. Having been picked, it does perform one."""
    play = waiting({}).answer(0)
    assert (play.what, play.player) == ("action", 0)
    assert play.options() == ["reposition", "dash", "shoot"]
    assert play.why("end") == "KT24-COUNTER-03"
    play.answer("dash", [(6, 5)])
    assert play.state.places[0] == (6, 5, 0)
    assert play.events("action")[0].values == {"model": 0, "action": "dash", "cost": 0}
    assert (play.what, play.player) == ("activate", 1)


@pytest.mark.rule("KT24-COUNTER-03", "KT24-INT-26")
def test_fall_back_costs_2ap_and_cannot_be_used() -> None:
    """Beside an enemy it may Fight; Fall Back is refused for its price, however many AP the card has."""
    scene = Scene()
    scene.add(0, (5, 5), order="engage", ready=False, apl=3)
    scene.add(1, (6.5, 5), order="engage")
    play = firefight(scene).answer(0)
    assert play.options() == ["fight"]
    assert play.why("fall back") == "KT24-COUNTER-03"


@pytest.mark.rule("KT24-COUNTER-03")
def test_even_an_operative_with_no_ap_counteracts() -> None:
    """The action is free: a stunned operative with APL 1, which could do nothing in an activation, still performs one."""
    play = waiting({"apl": 1, "stun": 1}).answer(0, "dash", [(6, 5)])
    assert play.state.places[0] == (6, 5, 0)


@pytest.mark.rule("KT24-COUNTER-04")
def test_an_operative_counteracts_once_a_turning_point() -> None:
    """After it has counteracted only the other one may; once both have, no player is asked. In the next turning point it may again."""
    scene = Scene()
    for y in (5, 11):
        scene.add(0, (5, y), order="engage", ready=False)
    for y in (3, 7, 11, 15):
        scene.add(1, (25, y), weapons=[])
    play = firefight(scene, turn=1, dice=[1, 6]).answer(0, "dash", [(6, 5)])
    take(play, 2)
    assert (play.what, play.options()) == ("counteract", [1, "pass"])
    assert play.why(0) == "KT24-COUNTER-04"
    play.answer(1, "dash", [(6, 11)])
    take(play, 3)
    assert (play.what, play.player) == ("activate", 1)
    take(play, 4)
    take(play, 5)
    play.answer(1)  # B keeps the initiative in turning point 2
    take(play, 2)
    take(play, 0, "engage")
    take(play, 3)
    take(play, 1, "engage")
    take(play, 4)
    assert (play.what, play.options()) == ("counteract", [0, 1, "pass"])


@pytest.mark.rule("KT24-COUNTER-01", "KT24-COUNTER-04", "KT24-INT-24", "KT24-ACT-01")
@pytest.mark.parametrize("order", ["engage", "conceal"])
def test_ex_19_order_of_activations(order: str) -> None:
    """One against three: a1, b1, a chance to counteract with a1, b2, nothing, b3, over. With Conceal there is no such chance."""
    scene = Scene()
    a1 = scene.add(0, (5, 11))
    for y in (5, 11, 17):
        scene.add(1, (25, y))
    b1, b2, b3 = 1, 2, 3
    play = firefight(scene, first=0, turn=1, dice=[6, 1])
    assert (play.what, play.player) == ("activate", 0)
    take(play, a1, order)
    assert (play.what, play.player) == ("activate", 1)
    take(play, b1)
    if order == "engage":
        assert (play.what, play.player, play.options()) == ("counteract", 0, [a1, "pass"])
        play.answer(a1, "dash", [(6, 11)])
    assert (play.what, play.player, play.options()) == ("activate", 1, [b2, b3])
    take(play, b2)
    assert (play.what, play.player, play.options()) == ("activate", 1, [b3])
    take(play, b3)
    assert (play.what, play.state.turn) == ("initiative", 2)


@pytest.mark.rule("KT24-INT-24")
def test_a_chance_each_time_the_turn_comes_round() -> None:
    """A player who passes the first time is asked again the next time; the larger side activates one operative a turn in between."""
    play = waiting({}, theirs=3)
    for ready in (3, 2, 1):
        assert (play.what, play.player) == ("counteract", 0)
        play.answer("pass")
        assert (play.what, play.player, len(play.options())) == ("activate", 1, ready)
        take(play, play.options()[0])
    assert play.over


@pytest.mark.rule("KT24-INT-25")
def test_counteracting_is_optional_and_no_activation() -> None:
    """The order is not chosen anew, the operative stays expended, Stun does not wear off, and "once an activation" starts afresh."""
    scene = Scene()
    scene.add(0, (5, 11), order="engage", ready=False, stun=1)
    scene.add(1, (25, 5))
    scene.add(1, (25, 11))
    play = firefight(scene, turn=1, dice=[6, 1])
    assert play.options() == [0, "pass"]
    play.answer(0)
    assert play.what == "action"  # not "order"
    play.answer("reposition", [(6, 11)])
    assert play.state.models[0].stuns == 1
    assert (play.state.models[0].order, play.state.models[0].ready) == ("engage", False)
    assert play.events("activated") == []
    take(play, 1)
    take(play, 2)
    play.answer(0)
    take(play, 0)
    assert play.state.models[0].stuns == 0


@pytest.mark.rule("KT24-INT-25")
@pytest.mark.parametrize(
    ("first", "path", "then"), [("reposition", [(5, 12)], "charge"), ("charge", [(8.6, 11)], "shoot"), ("dash", [(5, 12)], "dash")]
)
def test_the_bans_of_the_activation_do_not_reach_the_counteraction(first: str, path: list[tuple[float, float]], then: str) -> None:
    """Actions of the activation neither bar nor use up an action of the counteraction: Reposition then Charge, Dash twice."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 6+ 1/1"), blade("1 6+ 1/1")])
    scene.add(1, (10, 11), wounds=20, weapons=[])
    scene.add(1, (25, 5))
    play = firefight(scene, dice=[1] * 8).answer(0, "engage", first, path, "end" if first != "charge" else "fight")
    if first == "charge":  # B steps away, so that there is something to shoot at
        play.answer(1, "engage", "fall back", [(16, 11)])
    else:
        take(play, 1, "engage", "dash", [(8, 12)]) if then == "charge" else take(play, 1, "engage")
    assert (play.what, play.options()) == ("counteract", [0, "pass"])
    play.answer(0)
    assert play.why(then) == ""


@pytest.mark.rule("KT24-INT-25")
def test_the_conditions_of_the_action_itself_must_be_met() -> None:
    """With an enemy beside it, it may not Dash or Shoot when counteracting either; and who could do nothing at all is not asked."""
    scene = Scene()
    scene.add(0, (5, 11), order="engage", ready=False)
    scene.add(1, (6.5, 11), order="engage")
    play = firefight(scene).answer(0)
    assert play.why("dash") == "KT24-DASH-04"
    assert play.why("shoot") == "KT24-SHOOT-03"
    helpless = Scene()
    helpless.add(0, (5, 11), order="engage", ready=False, weapons=[])
    helpless.add(1, (6.5, 11), order="engage")
    assert (firefight(helpless).what, firefight(helpless).player) == ("activate", 1)


@pytest.mark.rule("KT24-INT-26")
def test_which_actions_can_be_used() -> None:
    """Any 1AP action: Reposition, Dash, Charge, Shoot, Fight, one of its own such as tending the wounded; not Fall Back, not Guard."""
    mend = Ability(id="mend", name="Mend", text="…", effect="mend")
    scene = Scene(guard=True)
    scene.add(0, (5, 11), order="engage", ready=False, left=5, abilities=[mend])
    scene.add(1, (8, 11), order="engage")
    play = firefight(scene).answer(0)
    assert sorted(play.options()) == ["charge", "dash", "mend", "reposition", "shoot"]
    assert play.why("guard") == "KT24-INT-26"
    assert play.why("fall back") == "KT24-COUNTER-03"
    play.answer("mend")
    assert play.wounds(0) == 8


@pytest.mark.rule("KT24-INT-78", "KT24-COUNTER-01")
def test_all_expended_looks_only_at_operatives_on_the_board() -> None:
    """A comrade that fell before its turn came is no reason to wait: the expended survivor may counteract."""
    play = waiting({}, {"at": None, "left": 0, "down": True, "ready": True})
    assert (play.what, play.player, play.options()) == ("counteract", 0, [0, "pass"])


@pytest.mark.rule("KT24-COUNTER-03")
def test_the_counteraction_is_over_after_its_action() -> None:
    """No operative is active afterwards, and the operative that counteracts is active during it."""
    scene = Scene()
    scene.add(0, (5, 11), order="engage", ready=False)
    scene.add(1, (25, 11))
    play = scene.play(Task("counteract", (0,)))
    assert play.game.view()["active"] == 0
    play.answer("dash", [(6, 11)])
    assert play.over
    assert play.game.view()["active"] is None


@pytest.mark.rule("KT24-COUNTER-04", "KT24-INT-25")
def test_the_turning_point_after_it_the_chance_is_back() -> None:
    """An operative that has counteracted is readied like any other and may be activated as usual."""
    scene = Scene()
    scene.add(0, (5, 11), order="engage", ready=False, counteracted=True)
    scene.add(1, (25, 11), ready=False)
    play = strategy(scene, turn=2, dice=[6, 1]).answer(0)
    assert (play.what, play.options()) == ("activate", [0])
    assert not play.state.models[0].counteracted
