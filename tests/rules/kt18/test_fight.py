"""The Fight phase: who fights, and when. (FIGHT-01 to FIGHT-03, FIGHT-13, QA-14, INT-58, INT-62, INT-63)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.procedure import Alternation
from counteract.core.state import Task
from tests.rules.kt18.scene import Play, Scene, blade, gun

MISS = 1


def rows(*states: tuple[dict[str, Any], dict[str, Any]], **fields: Any) -> Scene:
    """Return a scene with one model of each side in every row, base to base: models 0, 1, … of side 0, then those of side 1."""
    scene = Scene()
    for k, (mine, _) in enumerate(states):
        scene.add(0, (10, 3 + 3 * k), **{**fields, **mine})
    for k, (_, theirs) in enumerate(states):
        scene.add(1, (11, 3 + 3 * k), **{**fields, **theirs})
    return scene


def fights(play: Play) -> list[int]:
    """Return the models that have fought, in order."""
    return [e.values["model"] for e in play.events("fights")]


# --- the order


@pytest.mark.rule("KT18-FIGHT-01", "KT18-GEN-03")
def test_chargers_fight_first_one_at_a_time_the_player_with_the_initiative_beginning() -> None:
    """Models 0, 1 and 2 charged for one side, models 8 and 9 for the other, which has the initiative.

    So one of 8 and 9 fights, then one of 0 to 2, then the other of the first two, and so on; no other model may before them.
    """
    charging = [({"charged": (k + 5,)}, {"charged_by": (k,)}) for k in range(3)]
    charged = [({"charged_by": (k + 5,)}, {"charged": (k,)}) for k in (3, 4)]
    play = rows(*charging, *charged).fighting(dice=[MISS] * 5, order=(1, 0))
    assert (play.player, play.options(), play.decision.rule) == (1, [8, 9, "pass"], "KT18-FIGHT-01")
    assert play.why(5) == play.why(6) == "KT18-FIGHT-01"
    play.answer(9)
    assert (play.player, play.options()) == (0, [0, 1, 2, "pass"])
    assert play.why(3) == "KT18-FIGHT-01" and "charged" in play.refusal(3).reason
    play.answer(1)
    assert (play.player, play.options()) == (1, [8, "pass"])
    play.answer(8, 0)
    assert (play.player, play.options()) == (0, [2, "pass"])  # the other side has no charger left
    play.answer(2)
    assert fights(play) == [9, 1, 8, 0, 2]
    assert (play.player, play.decision.rule) == (1, "KT18-FIGHT-02")


@pytest.mark.rule("KT18-FIGHT-01", "KT18-FIGHT-02", "KT18-GEN-03")
def test_the_initiative_of_the_round_decides_who_fights_first() -> None:
    """The second player rolls higher for initiative and charges; so does the first. Both parts of the Fight phase begin with them."""
    scene = Scene()
    one, other = scene.add(0, (5, 5)), scene.add(0, (5, 15))
    foe, fellow = scene.add(1, (8.5, 5)), scene.add(1, (8.5, 15))
    play = scene.round(dice=[1, 1, 6, 5, 6, 6, 6, 6, MISS, MISS])
    play.answer("pass", "pass")  # neither uses Decisive Move
    play.answer(fellow, "charge", other, "pass", "pass", [(6.2, 15)], "pass")
    play.answer(one, "charge", foe, "pass", "pass", [(7.2, 5)])
    while play.what != "fight":
        play.answer("pass")
    assert (play.player, play.options(), play.decision.rule) == (1, [fellow, "pass"], "KT18-FIGHT-01")
    play.answer(fellow, "pass", "pass", "pass")
    assert (play.player, play.options()) == (0, [one, "pass"])
    play.answer(one, "pass", "pass", "pass")
    assert (play.player, play.options(), play.decision.rule) == (1, [foe, "pass"], "KT18-FIGHT-02")


@pytest.mark.rule("KT18-FIGHT-02", "KT18-INT-36")
def test_the_others_fight_when_no_charger_is_left_alternating_again() -> None:
    """One charger fights; then the rest alternate, beginning with the player who has the initiative, not with the next in turn."""
    scene = rows(({"charged": (3,)}, {"charged_by": (0,)}), ({}, {}), ({}, {}))
    play = scene.fighting(dice=[MISS] * 6).answer(0)
    assert (play.player, play.options(), play.decision.rule) == (0, [1, 2, "pass"], "KT18-FIGHT-02")
    play.answer(2)
    assert (play.player, play.options()) == (1, [3, 4, 5, "pass"])
    play.answer(4)
    assert (play.player, play.options()) == (0, [1, "pass"])
    play.answer(1, 3, 5)
    assert fights(play) == [0, 2, 4, 1, 3, 5] and play.over


@pytest.mark.rule("KT18-FIGHT-02", "KT18-INT-36")
def test_a_charger_held_back_may_fight_among_the_others() -> None:
    """All pass in a row while a charger is left: the first part is over, and in the second it may be chosen like any other model."""
    scene = rows(({"charged": (2,)}, {"charged_by": (0,)}), ({"charged_by": (3,)}, {"charged": (1,)}))
    play = scene.fighting(dice=[MISS] * 4).answer("pass")
    assert (play.player, play.options(), play.decision.rule) == (1, [3, "pass"], "KT18-FIGHT-01")
    play.answer("pass")
    assert (play.player, play.options(), play.decision.rule) == (0, [0, 1, "pass"], "KT18-FIGHT-02")
    play.answer(0)
    assert (play.player, play.options()) == (1, [2, 3, "pass"])


@pytest.mark.rule("KT18-FIGHT-02", "KT18-INT-36")
def test_a_player_who_passed_may_still_fight_when_the_other_goes_on() -> None:
    """A pass is not for good: only when both pass in a row is the part over."""
    scene = rows(({}, {}), ({}, {}))
    play = scene.fighting(dice=[MISS] * 4).answer("pass", 2)
    assert (play.player, play.options()) == (0, [0, 1, "pass"])
    play.answer("pass", "pass")
    assert fights(play) == [2] and play.over


@pytest.mark.rule("KT18-FIGHT-13")
def test_a_model_finishes_all_four_steps_before_the_next_is_chosen() -> None:
    """Pile in, attacks, consolidation: all questions in between are about the one model, and only then is the next chosen."""
    scene = Scene()
    a = scene.add(0, (10, 11), attacks=2, weapons=[blade(name="axe"), blade(name="pick")])
    other = scene.add(0, (10, 5))
    scene.add(1, (11.9, 11), wounds=3)
    scene.add(1, (11.9, 5))
    play = scene.fighting(dice=[MISS] * 2).answer(a)
    asked = []
    while play.what != "fight":
        asked.append((play.what, play.decision.context.action if play.what == "move" else "", play.decision.subject, play.player))
        play.answer({"move": [(10.2, 11)], "blows": play.decision.options[1], "next-batch": "1/2"}.get(play.what) if len(asked) < 4 else "pass")
    assert asked == [("move", "pile in", a, 0), ("blows", "", a, 0), ("next-batch", "", a, 0), ("move", "consolidate", a, 0)]
    assert play.player == 1
    assert play.events("fights")[0].rule == "KT18-FIGHT-13"
    assert other not in fights(play)


# --- who may fight


@pytest.mark.rule("KT18-FIGHT-03", "KT18-GEN-07")
@pytest.mark.parametrize(("gap", "allowed"), [(0.0, True), (1.0, True), (1.01, False), (3.0, False)])
def test_an_enemy_within_an_inch_is_reason_enough_to_fight(gap: float, allowed: bool) -> None:
    """No model charged. With an enemy 1" away a model may fight, a hair further away it may not."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(0, (5, 5))
    scene.add(1, (6, 5))
    scene.add(1, (11 + gap, 11))
    play = scene.fighting()
    assert (a in play.options()) is allowed
    assert play.why(a) == ("" if allowed else "KT18-FIGHT-03")


@pytest.mark.rule("KT18-FIGHT-03", "KT18-INT-62")
@pytest.mark.parametrize("state", [{"charged": (2,)}, {"charged_by": (2,)}, {}])
def test_who_charged_or_was_charged_may_fight_with_nobody_near(state: dict[str, Any]) -> None:
    """The enemy is 6" away by now: having charged or been charged this round is enough, and without either there is no fight."""
    scene = Scene()
    a = scene.add(0, (10, 11), **state)
    scene.add(0, (5, 5))
    scene.add(1, (17, 11))
    scene.add(1, (6, 5), charged=(1,))
    scene.fighters[1]["charged"] = (3,)
    play = scene.fighting(dice=[MISS] * 4).answer("pass", "pass")
    assert (a in play.options()) is bool(state)
    assert play.why(a) == ("" if state else "KT18-FIGHT-03")


@pytest.mark.rule("KT18-FIGHT-03")
def test_a_model_fights_once_in_a_phase() -> None:
    """A model that has fought is not offered again, charger or not, and is refused; the phase ends when all have."""
    scene = rows(({"charged": (2,)}, {"charged_by": (0,)}), ({}, {}))
    play = scene.fighting(dice=[MISS] * 4).answer(0)
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-FIGHT-03"
    play.answer(1, 2, 3)
    assert play.over and sorted(fights(play)) == [0, 1, 2, 3]


@pytest.mark.rule("KT18-FIGHT-03", "KT18-QA-16")
def test_a_shaken_model_does_not_fight_even_after_a_charge() -> None:
    """A shaken model with an enemy at its throat is not offered; its enemy is, and may attack it."""
    scene = rows(({"shaken": True, "charged_by": (2,)}, {"charged": (0,)}), ({}, {}))
    play = scene.fighting(dice=[MISS] * 3)
    assert (play.player, play.options()) == (1, [2, "pass"])
    play.answer(2)
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-QA-16"


@pytest.mark.rule("KT18-FIGHT-01", "KT18-FIGHT-02")
def test_only_ones_own_models_on_the_board_are_chosen() -> None:
    """Another player's model and one that is out of action are refused by rules of the Fight phase and of injuries."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    gone = scene.add(0, None)
    e = scene.add(1, (11, 11))
    play = scene.fighting()
    assert play.options() == [a, "pass"]
    assert play.why(e) == "KT18-FIGHT-02" and play.why(gone) == "KT18-INJ-08"


@pytest.mark.rule("KT18-INT-62")
def test_who_is_put_out_of_action_before_its_turn_does_not_fight() -> None:
    """The charger fells the model it charged: that model is gone, and no model is left to fight back."""
    scene = rows(({"charged": (1,)}, {"charged_by": (0,)}))
    scene.add(1, (25, 18))
    play = scene.fighting(dice=[5, 5, 1, 5]).answer(0, "pass")
    assert play.out(1) and play.over
    assert fights(play) == [0]


@pytest.mark.rule("KT18-INT-62", "KT18-INT-58")
def test_a_charged_model_with_nobody_in_reach_makes_no_attacks_but_moves_twice() -> None:
    """Charged this round, its enemy now 8" away: it piles in 3", has no enemy to attack, and consolidates another 3"."""
    scene = Scene()
    a = scene.add(0, (10, 11), charged_by=(1,))
    scene.add(1, (19, 11))
    play = scene.fighting().answer(a)
    assert (play.what, play.decision.context.action) == ("move", "pile in")
    play.answer([(13, 11)])
    assert (play.what, play.decision.context.action) == ("move", "consolidate")
    play.answer([(16, 11)])
    assert play.at(a) == (16, 11, 0)
    assert not play.events("attacks") and play.over


@pytest.mark.rule("KT18-INT-58")
def test_a_model_that_is_not_eligible_neither_piles_in_nor_consolidates() -> None:
    """1.5" from the enemy and no charge between them: a 3" pile-in would reach it, but it is a step of a fight there is none of."""
    scene = Scene()
    scene.add(0, (10, 11))
    scene.add(1, (12.5, 11))
    play = scene.fighting()
    assert play.over and not play.events("moved")


# --- failed charges


def failed_charge() -> tuple[Scene, tuple[Task, ...]]:
    """Return a scene in which model 0 charges model 1, which is 8" away and can do nothing about it."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (14, 11), moved=True)
    parts = [Task("alternate", ("fight", part, Alternation((0, 1)))) for part in ("first", "rest")]
    return scene, (Task("option", (0,)), Task("phase", ("fight",)), *parts)


@pytest.mark.rule("KT18-QA-14")
def test_a_failed_charge_earns_no_fight() -> None:
    """8" away, 2D6 show 6: the charge fails, the model goes as near as it can, and in the Fight phase no model may fight."""
    scene, tasks = failed_charge()
    play = scene.play(*tasks, dice=[3, 3]).answer("charge", 1)
    assert play.events("charge-failed")
    play.answer("pass")
    assert play.over and not play.events("fights")


@pytest.mark.rule("KT18-QA-14")
def test_the_same_charge_with_a_better_roll_earns_one() -> None:
    """With 7 on 2D6 the charger reaches 1" and fights first; so may its target."""
    scene, tasks = failed_charge()
    play = scene.play(*tasks, dice=[3, 4, MISS]).answer("charge", 1, [(12, 11)])
    assert (play.what, play.options(), play.decision.rule) == ("fight", [0, "pass"], "KT18-FIGHT-01")
    play.answer(0, "pass", "pass")
    assert (play.player, play.options(), play.decision.rule) == (1, [1, "pass"], "KT18-FIGHT-02")


@pytest.mark.rule("KT18-QA-14")
@pytest.mark.parametrize(
    ("state", "at", "allowed"),
    [({}, 14, False), ({}, 6.9, True), ({"charged_by": (1,)}, 14, True)],
)
def test_after_a_failed_charge_only_an_enemy_near_or_its_own_charge_gives_a_fight(state: dict[str, Any], at: float, allowed: bool) -> None:
    """A model that failed a charge may fight if an enemy is within 1" or has charged it this round, never among the first."""
    scene = Scene()
    a = scene.add(0, (5, 11), tried=True, **state)
    other = scene.add(0, (5, 5), charged=(2,))
    scene.add(1, (6, 5))
    scene.add(1, (at, 11))
    play = scene.fighting(dice=[MISS]).answer(other)
    assert play.decision.rule == "KT18-FIGHT-02"
    if allowed:
        assert a in play.options()
    else:
        play.answer("pass")
        assert play.over or play.why(a)
    play = scene.fighting()
    assert play.options() == [other, "pass"] and play.why(a) == ("KT18-FIGHT-01")


@pytest.mark.rule("KT18-QA-14")
def test_who_asks_why_a_failed_charger_cannot_fight_is_told() -> None:
    """The refusal names the failed charge, not just that no enemy is near."""
    scene = Scene()
    a = scene.add(0, (5, 11), tried=True)
    scene.add(0, (5, 5))
    scene.add(1, (6, 5))
    play = scene.fighting()
    assert play.why(a) == "KT18-QA-14" and a not in play.options()


# --- eligibility changes while the phase goes on


@pytest.mark.rule("KT18-INT-63", "KT18-QA-15")
def test_consolidating_next_to_somebody_draws_it_into_the_phase() -> None:
    """The victor consolidates to 0.5" from an enemy that was out of it all: now that one may fight."""
    scene = Scene()
    a = scene.add(0, (10, 11), charged=(1,))
    scene.add(1, (11, 11), charged_by=(0,))
    bystander = scene.add(1, (13.5, 11))
    play = scene.fighting(dice=[5, 5, 1, 5, MISS]).answer(a)
    assert (play.what, play.decision.context.action) == ("move", "consolidate")
    play.answer([(12, 11)])
    assert (play.player, play.options()) == (1, [bystander, "pass"])
    play.answer(bystander, "pass")
    assert [e.values["batches"] for e in play.events("attacks")][-1] == (("Bare hands", a, 1),)


@pytest.mark.rule("KT18-INT-63")
def test_piling_in_next_to_somebody_gives_no_second_fight() -> None:
    """Enemy 2 has fought already when a pile-in brings model 0 next to it: both are engaged, but it does not fight again."""
    scene = Scene()
    a = scene.add(0, (10, 11), charged_by=(3,))
    scene.add(0, (14, 5))
    fought = scene.add(1, (13.5, 11), fought=True)
    far = scene.add(1, (15, 5))
    play = scene.fighting(dice=[MISS] * 4).answer(a, [(12, 11)])
    assert [e.values["batches"] for e in play.events("attacks")] == [(("Bare hands", fought, 1),)]
    play.answer("pass")
    assert (play.player, play.options()) == (1, [far, "pass"])
    assert play.why(fought) == "KT18-FIGHT-03"


@pytest.mark.rule("KT18-FIGHT-11", "KT18-FIGHT-03")
def test_guns_and_what_was_done_with_them_do_not_matter() -> None:
    """A model that moved, Advanced and shot this round fights like any other."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[gun()], moved=True, advanced=True, shot=True)
    scene.add(1, (11, 11), wounds=2)
    play = scene.fighting(dice=[3, MISS]).answer(a)
    assert [e.values["modifier"] for e in play.events("hit-roll")] == [0]
