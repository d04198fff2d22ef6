"""Positions of the 2024 edition: orders, conditions, phases, activations, ploys, points."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.rulesets.kt24.positions import TASKS
from counteract.rulesets.kt24.ruleset import RULESET
from tests.rules.board import begin
from tests.rules.stage import Play

CAPTAIN = {"side": 0, "model": "captain", "at": (5, 11), "order": "engage"}
WARDEN = {"side": 0, "model": "line-warden", "at": (5, 15), "order": "engage"}
PRECENTOR = {"side": 1, "model": "precentor", "at": (15, 11), "order": "engage"}
A, B, C = 0, 1, 7


def scene(*changes: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any) -> Play:
    models = [{**model, **change} for model, change in zip((CAPTAIN, WARDEN, PRECENTOR), (*changes, {}, {}, {}), strict=False)]
    return begin("kt24", *models, dice=dice, **fields)


def test_every_task_can_stand_in_an_agenda() -> None:
    assert set(TASKS) == set(RULESET.procedures)


def test_ready_is_as_always_and_the_expended_are_not_activated() -> None:
    assert scene().options() == [A, B]
    assert scene({"conditions": ["expended"]}).options() == [B]
    assert scene(hand=1).options() == [C]


def test_an_order_that_is_left_out_is_conceal() -> None:
    play = begin("kt24", {"model": A, "at": (5, 11)})
    assert play.state.models[A].order == "conceal"


def test_the_stunned_have_less_to_spend() -> None:
    """Stun takes 1 from APL until the end of the next activation."""
    for conditions, left in (([], 3), (["stunned"], 2)):
        play = scene({"conditions": conditions}).answer(A, "engage")
        assert play.decision.context.left == left


def test_who_stands_nowhere_has_fallen() -> None:
    play = scene()
    assert all(model.down and not model.wounds for i, model in enumerate(play.state.models) if i not in (A, B, C))


def test_an_activation_under_way_goes_on() -> None:
    play = scene(acting={"model": "captain", "done": ["dash"]})
    assert (play.what, play.decision.subject) == ("action", A)
    assert play.why("dash") == "KT24-ACT-06"
    assert play.decision.context.left == 2
    play.answer("end")
    assert play.options() == [C]  # it is the other player's turn


def test_a_counteraction_under_way_goes_on() -> None:
    play = scene(acting={"model": "captain", "kind": "counteract"})
    assert (play.what, play.decision.subject) == ("action", A)
    assert play.why("fall back") == "KT24-COUNTER-03"


def test_who_has_counteracted_does_not_again() -> None:
    spent: dict[str, Any] = {"conditions": ["expended"]}
    assert scene(spent, spent).options() == [A, B, "pass"]
    assert scene({"conditions": ["expended", "counteracted"]}, spent).options() == [B, "pass"]


def test_who_is_on_guard_may_interrupt() -> None:
    options = {"guard": True}
    acting = {"model": "captain", "done": ["dash"]}
    on_guard = {"at": (10, 11), "conditions": ["on guard"]}
    play = scene({}, {}, on_guard, options=options, acting=acting, agenda=[["after_action", "captain"], "..."])
    assert (play.what, play.player, play.options()) == ("interrupt", 1, [C, "pass"])
    play = scene({}, {}, on_guard, options=options, acting={**acting, "interrupted": True}, agenda=[["after_action", 0], "..."])
    assert play.what == "action"


def test_gambits_begin_with_whose_hand_it_is() -> None:
    play = scene(phase="strategy", initiative=1, cp=[1, 1])
    assert (play.what, play.player) == ("gambit", 1)
    assert scene(phase="strategy", initiative=1, hand=0, cp=[1, 1]).player == 0


def test_a_turning_point_begins_with_a_roll() -> None:
    play = scene({"conditions": ["expended"]}, phase="initiative", turn=3, initiative=1, dice=(2, 5))
    assert (play.what, play.player, play.state.turn) == ("initiative", 1, 3)
    play.answer(0)
    assert play.state.models[A].ready
    assert play.state.cp == (1, 2)


def test_setting_up_begins_from_nothing_or_from_drop_zones() -> None:
    assert begin("kt24", phase="setup", dice=(1,)).what == "drop-zone"
    play = begin("kt24", {"model": 0, "at": (5, 1)}, phase="setup", edges=["south", "north"], hand=1)
    assert (play.what, play.player) == ("deploy", 1)


def test_ploys_in_force_and_ploys_used() -> None:
    march = [{"side": 0, "ploy": "forced-march", "model": "captain"}]
    plain, longer = (scene(acting={"model": A}, effects=effects).answer("reposition") for effects in ([], march))
    assert longer.decision.terms.most > plain.decision.terms.most  # type: ignore[attr-defined]
    open_to = scene(acting={"model": A}, cp=[1, 0]).answer("reposition").options()
    assert open_to == ["forced-march", "pass"]
    assert scene(acting={"model": A}, cp=[1, 0], used=[[0, "forced-march"]]).answer("reposition").what == "move"


def test_weapons_used_up_stay_so() -> None:
    grenade = {"name": "Reds", "models": ["Gunner; APL 2, Move 6, Save 3+, Wounds 8; grenade: 4 3+ 3/4 Limited 1; fists: 3 4+ 2/3"]}
    models = [{"side": 0, "model": "gunner", "at": (5, 11), "order": "engage"}, {**PRECENTOR, "model": "precentor"}]
    teams = [grenade, "hollow-choir"]
    fresh = begin("kt24", *models, teams=teams, acting={"model": 0})
    assert "shoot" in fresh.options()
    used = begin("kt24", {**models[0], "uses": {"grenade": 1}}, models[1], teams=teams, acting={"model": 0})
    assert used.why("shoot") == "KT24-WR-LIMITED-01"


def test_points_are_kept_apart() -> None:
    play = scene(vp=[3, 1], mission="default", turn=4)
    assert [side["vp"] for side in play.game.view()["sides"]] == [3, 1]


@pytest.mark.parametrize("phase", ["setup", "initiative", "strategy", "firefight", "over"])
def test_every_phase_can_be_begun_in(phase: str) -> None:
    play = scene(phase=phase, dice=(1, 2, 3, 4, 5, 6))
    assert play.over == (phase == "over")
