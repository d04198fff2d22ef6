"""Command points and stratagems: paying, Decisive Movement, Decisive Shot, Command Re-roll, Counter-Offensive, Insane Bravery. (STRAT)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.attacks.hitwoundsave import Amount
from counteract.core.decision import Dice
from counteract.core.state import Task
from counteract.mechanics.chain_rolls import RollContext
from counteract.rulesets.kt40 import stratagems
from counteract.rulesets.kt40.cards import Deed
from tests.rules.kt40.scenes import Boon, Play, Scene, Stratagem, ability, gun
from tests.rules.kt40.shots import finish, kinds

AGAIN = Dice("command-re-roll", (0,))


def armies(**more: Any) -> Scene:
    scene = Scene()
    scene.squad(0, (5, 5), weapons=[gun()], **more)
    scene.squad(0, (5, 10), weapons=[gun()])
    scene.squad(1, (5, 28), weapons=[gun()])
    scene.squad(1, (20, 28), weapons=[gun()])
    return scene


# --- paying


@pytest.mark.rule("KT40-STRAT-01", "KT40-STRAT-02")
def test_a_stratagem_of_the_army_is_paid_for_in_its_window() -> None:
    scene = armies()
    scene.stratagem(
        0, Stratagem(id="levy", name="Levy", text="…", cost=2, window="psychic end", deed=Deed(kind="command points", amount=Amount(plus=1)))
    )
    play = scene.window("psychic end", cp=(2, 2))
    assert play.options() == ["pass", "stratagem:levy"]
    play.answer("stratagem:levy")
    assert play.state.cp == (1, 2)  # 2 paid, 1 gained
    assert scene.window("psychic end", cp=(1, 2)).over  # not enough


@pytest.mark.rule("KT40-STRAT-01", "KT40-INT-61")
def test_what_a_stratagem_does_is_told_by_its_rule() -> None:
    """A bolt of the army, measured from any of its units."""
    scene = armies()
    deed = Deed(kind="strike", inches=48, amount=Amount(plus=1))
    scene.stratagem(0, Stratagem(id="shell", name="Shell", text="…", cost=1, window="psychic end", deed=deed))
    play = scene.window("psychic end", cp=(1, 0)).answer("stratagem:shell")
    assert play.options() == [2, 3]
    assert finish(play.answer(3)).lost(3) == 1
    assert play.events("deed")[0].rule == "KT40-STRAT-01"


@pytest.mark.rule("KT40-STRAT-01", "KT40-STRAT-02")
@pytest.mark.parametrize(
    ("deed", "asked", "named"),
    [
        (Deed(kind="boon", boon="attacks"), "Spur (2CP): for which unit?", 1),
        (Deed(kind="boon", boon="attacks", bonus=-1, enemy=True, inches=48), "Spur (2CP): which unit does it affect?", 3),
        (Deed(kind="bolt", inches=48), "Spur (2CP): which unit does it affect?", 3),
        (Deed(kind="strike", inches=48), "Spur (2CP): which unit does it affect?", 3),
    ],
)
def test_a_stratagem_of_the_army_names_its_unit_before_it_is_paid_for(deed: Deed, asked: str, named: int) -> None:
    """The question tells the price; neither the points nor the die that may bring one back are gone before its answer."""
    scene = Scene()
    for y in (5, 10):
        scene.squad(0, (5, y), models=1, abilities=[ability("thrift", needed=5)] if y == 5 else [])
    for x in (3.5, 6.5):  # equally far from the unit before them
        scene.squad(1, (x, 28), models=1)
    scene.stratagem(0, Stratagem(id="spur", name="Spur", text="…", cost=2, window="fight start", deed=deed))
    play = scene.window("fight start", cp=(3, 0), dice=[5]).answer("stratagem:spur")
    assert (play.what, play.decision.prompt, play.state.cp, kinds(play)) == ("power-target", asked, (3, 0), [])
    play.answer(named)
    assert play.state.cp == (2, 0)  # 2 paid, 1 came back
    assert kinds(play)[:3] == ["stratagem", "thrift", "deed"]
    assert play.events("deed")[0].values["target"] == named


@pytest.mark.rule("KT40-STRAT-01", "KT40-STRAT-02")
def test_a_stratagem_of_the_army_with_one_unit_to_name_is_paid_for_at_once() -> None:
    scene = Scene()
    scene.squad(0, (5, 5), models=1)
    scene.squad(1, (5, 28), models=1)
    deed = Deed(kind="boon", boon="attacks")
    scene.stratagem(0, Stratagem(id="spur", name="Spur", text="…", cost=2, window="fight start", deed=deed))
    play = scene.window("fight start", cp=(3, 0)).answer("stratagem:spur")
    assert play.over and play.state.cp == (1, 0)
    assert kinds(play) == ["stratagem", "deed", "boon"]


@pytest.mark.rule("KT40-STRAT-01", "KT40-STRAT-09")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("deed", "asked"),
    [
        (Deed(kind="strike", inches=48, amount=Amount(1, 3)), "D3 mortal wounds, rolled 1 → 1. Roll one die again for 1CP?"),
        (Deed(kind="command points", amount=Amount(1, 3)), "D3 mortal wounds, rolled 1 → 1. Roll one die again for 1CP?"),
        (Deed(kind="mend", amount=Amount(1, 3)), "D3 wounds given back, rolled 1 → 1. Roll one die again for 1CP?"),
    ],
)
def test_the_player_of_an_army_rolls_the_dice_of_its_stratagem(deed: Deed, asked: str, player: int) -> None:
    """It is this player who may roll them again, under the name of the army's first unit; of what is mended under that unit's own."""
    scene = Scene()
    for side in (0, 1):
        first = scene.squad(side, (5, 5 + 20 * side), models=1, wounds=3, name=f"First {side}")
        scene.squad(side, (15, 5 + 20 * side), models=1, wounds=3, left=[1], name=f"Hurt {side}")
        scene.stratagem(side, Stratagem(id="spur", name="Spur", text="…", cost=1, window="psychic end", deed=deed))
    play = scene.window("psychic end", cp=(2, 2), dice=[1], order=(player, 1 - player)).answer("stratagem:spur")
    if play.what == "power-target":
        play.answer(first - 2 * player)
    assert (play.what, play.player) == ("re-roll", player)
    assert play.decision.prompt == f"{'Hurt' if deed.kind == 'mend' else 'First'} {player}: {asked}"


@pytest.mark.rule("KT40-STRAT-03")
def test_the_same_stratagem_once_a_phase_but_as_often_as_paid_outside_phases() -> None:
    scene = armies()
    gain = Deed(kind="command points", amount=Amount(plus=1))
    for window in ("psychic end", "turn end"):
        scene.stratagem(0, Stratagem(id=window.replace(" ", "-"), name="Levy", text="…", cost=0, window=window, deed=gain))
    assert scene.window("psychic end").answer("stratagem:psychic-end").over
    play = scene.window("turn end", phase="end")
    play.answer("stratagem:turn-end", "stratagem:turn-end")
    assert (play.state.cp, play.what) == ((2, 0), "effect")


@pytest.mark.rule("KT40-STRAT-03")
def test_another_player_may_use_the_same_stratagem_in_the_phase() -> None:
    play = armies().window("movement start", cp=(1, 1))
    play.answer("stratagem:decisive-movement", 0)
    assert (play.player, play.options()) == (1, ["pass", "stratagem:decisive-movement"])


@pytest.mark.rule("KT40-STRAT-02")
def test_why_a_stratagem_cannot_be_paid() -> None:
    scene = armies()
    state = scene.state(cp=(1, 0), phase="shooting", used=((0, "insane-bravery"),))
    assert stratagems.why_not_stratagem(scene.arena, state, 0, "decisive-shot") == ("KT40-STRAT-02", "There are not enough CP left to pay for it.")
    assert (stratagems.why_not_stratagem(scene.arena, state, 0, "insane-bravery") or ("",))[0] == "KT40-STRAT-03"
    assert stratagems.why_not_stratagem(scene.arena, state, 0, "command-re-roll") is None


@pytest.mark.rule("KT40-ARMY-05", "KT40-INT-75")
@pytest.mark.parametrize(("die", "left"), [(5, 1), (4, 0)])
def test_an_ability_may_give_a_command_point_back(die: int, left: int) -> None:
    play = armies(abilities=[ability("thrift", needed=5)]).window("movement start", cp=(1, 0), dice=[die])
    play.answer("stratagem:decisive-movement", 0)
    assert play.state.cp == (left, 0)


# --- Decisive Movement


@pytest.mark.rule("KT40-STRAT-04", "KT40-MOVE-01")
def test_decisive_movement_is_for_the_start_of_movement_and_names_a_unit_on_the_table() -> None:
    scene = armies()
    away = scene.squad(1, None, abilities=[ability("reserve")], state={"reserve": True})
    play = scene.window("movement start", cp=(0, 1))
    assert play.player == 1
    play.answer("stratagem:decisive-movement")
    assert play.options() == [2, 3]
    assert play.why(away) == "KT40-STRAT-04"
    play.answer(3)
    assert (play.state.named, play.state.cp) == ((3,), (0, 0))


@pytest.mark.rule("KT40-STRAT-04", "KT40-STRAT-05", "KT40-STRAT-06", "KT40-INT-18", "KT40-INT-26")
def test_worked_example_3() -> None:
    """Both name a unit; A rolls 2, B 5: B's unit acts, then A's, then A moves its others, then B. Each has paid 1 CP."""
    scene = armies()
    parts = [Task("part", (player,)) for player in (0, 1)]
    play = scene.play(Task("window", ("movement start",)), Task("decisive_moves"), *parts, dice=[2, 5], cp=(1, 1))
    play.answer("stratagem:decisive-movement", 0, "stratagem:decisive-movement", 3)
    assert play.state.cp == (0, 0)
    acted = []
    for _ in range(2):
        assert play.what == "option"
        acted.append(play.decision.subject)
        play.answer("stay")
    assert acted == [3, 0]
    assert (play.player, [option for option in play.options() if option != "pass"]) == (0, [1])
    play.answer("pass").decline("ready")
    assert (play.player, [option for option in play.options() if option != "pass"]) == (1, [2])


@pytest.mark.rule("KT40-STRAT-04", "KT40-TRANS-04", "KT40-INT-26")
@pytest.mark.parametrize("wagon", [(5, 5), None])
def test_decisive_movement_names_passengers_of_a_transport_on_the_table(wagon: tuple[float, float] | None) -> None:
    """Of the first unit as of any other."""
    scene = Scene()
    carrier = scene.transport(0, wagon, state={"reserve": wagon is None})
    rider = scene.squad(0, None, models=2, state={"carrier": carrier})
    scene.squad(1, (5, 28))
    s = scene.state()
    problem = stratagems.why_not_decisive_movement(scene.arena, s, rider)
    assert (problem[0] if problem else "") == ("" if wagon else "KT40-STRAT-04")


@pytest.mark.rule("KT40-STRAT-05", "KT40-INT-18")
def test_equal_rolls_for_decisive_movement_are_rolled_again() -> None:
    play = armies().play(Task("decisive_moves"), dice=[4, 4, 6, 1], named=(0, 3))
    assert play.decision.subject == 0


@pytest.mark.rule("KT40-STRAT-05")
def test_a_single_named_unit_needs_no_roll() -> None:
    assert armies().play(Task("decisive_moves"), named=(3,)).decision.subject == 3


@pytest.mark.rule("KT40-INT-26")
def test_a_named_unit_may_wait_for_step_2_and_the_cp_stays_spent() -> None:
    play = armies().play(Task("decisive_moves"), Task("part", (1,)), named=(3,), order=(1, 0))
    play.answer("pass")
    assert not play.unit(3).option
    assert [option for option in play.options() if option != "pass"] == [2, 3]


# --- Decisive Shot


@pytest.mark.rule("KT40-STRAT-07", "KT40-STRAT-08")
def test_a_unit_named_by_decisive_shot_shoots_among_the_readied() -> None:
    scene = Scene()
    named = scene.squad(0, (5, 5), weapons=[gun()], state={"moved": True, "option": "advance"})
    other = scene.squad(0, (5, 10), weapons=[gun()])
    scene.squad(1, (5, 28))
    tasks = [Task("window", ("shooting start",)), Task("alternate", ("readied",)), Task("alternate", ("shooting",))]
    play = scene.play(*tasks, phase="shooting", cp=(2, 0))
    play.answer("stratagem:decisive-shot", named)
    assert play.state.cp == (0, 0)
    assert (play.what, play.options()) == ("shoot", [named, "pass"])
    play.answer("pass")
    assert play.options() == [other, "pass"]


@pytest.mark.rule("KT40-STRAT-07")
def test_decisive_shot_costs_two() -> None:
    assert armies().window("shooting start", cp=(1, 1)).over
    assert armies().window("shooting start", cp=(2, 1)).options() == ["pass", "stratagem:decisive-shot"]


# --- Command Re-roll


def hurt(**fields: Any) -> Play:
    """Return the morale test of a squad that lost 5 wounds: it passes on 2 or less, and a 6 is rolled."""
    scene = Scene()
    squad = scene.squad(0, (5, 5), models=10, state={"lost": 5})
    scene.squad(1, (5, 28))
    return scene.morale(squad, **fields)


@pytest.mark.rule("KT40-STRAT-09", "KT40-DICE-02")
def test_command_re_roll_of_a_morale_die() -> None:
    play = hurt(dice=[6, 2], cp=(1, 0))
    assert (play.what, play.player) == ("re-roll", 0)
    play.answer(AGAIN)
    assert play.state.cp == (0, 0)
    assert play.events("morale-test")[0].values["hit"]
    (again,) = play.events("rerolled")
    assert (again.values["before"], again.values["dice"]) == ((6,), (2,))


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84")
def test_nobody_is_asked_for_a_re_roll_without_cp_or_without_use() -> None:
    assert hurt(dice=[2], cp=(1, 0)).over  # passed
    assert hurt(dice=[6], cp=(0, 0)).what != "re-roll"
    assert hurt(dice=[6], cp=(1, 0), used=((0, "command-re-roll"),)).what != "re-roll"
    assert armies().option(0, dice=[6], cp=(1, 0)).answer("advance").what == "move"  # no Advance roll is better than a 6
    assert armies().option(0, dice=[5], cp=(1, 0)).answer("advance").what == "re-roll"


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84", "KT40-CHARGE-06")
def test_a_charge_roll_is_offered_again_that_could_reach_one_more_target() -> None:
    """3 inches reach the first of two targets, and round it the second takes 8: a 6 for the 1 is enough, none for the 2 is."""
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    near, far = scene.squad(1, (10, 15), models=1), scene.squad(1, (10, 19), models=1)
    play = scene.option(unit, dice=[1, 2], cp=(1, 0)).answer("charge").answer(near, far)
    assert play.what == "re-roll" and play.options() == ["pass", Dice("command-re-roll", (0,))]


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84")
def test_a_charge_roll_is_offered_again_only_with_dice_that_can_reach() -> None:
    """8" are needed: of a 2 and a 4 either die will do, of a 1 and a 2 none, of a 3 and a 5 nothing is asked; a bonus counts."""
    for dice, bonus, offered in (((2, 4), 0, [0, 1]), ((1, 2), 0, [0]), ((1, 1), 0, []), ((3, 5), 0, []), ((3, 4), 1, [])):
        scene = Scene()
        unit = scene.squad(0, (10, 10), models=1, state={"boons": (Boon("charge", bonus, "turn", "drum"),)} if bonus else None)
        scene.squad(1, (20, 10), models=1)
        play = scene.option(unit, dice=dice, cp=(1, 0)).answer("charge")
        assert (play.what == "re-roll") == bool(offered), dice
        if offered:
            assert play.options() == ["pass", *(Dice("command-re-roll", (k,)) for k in offered)]
            assert play.decision.about(RollContext).needed == 8


@pytest.mark.rule("KT40-DICE-01", "KT40-STRAT-09")
def test_dice_of_a_d3_are_told_as_what_they_count() -> None:
    """A 3 on the die is a 2, and a 5 is the best there is."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 9 -6 D3')])
    scene.squad(1, (10, 20), models=1, wounds=5)
    play = scene.shoot(0, dice=[6, 6, 3], cp=(1, 0))
    assert play.what == "re-roll" and "D3, rolled 3 → 2;" in play.decision.prompt
    assert scene.shoot(0, dice=[6, 6, 5], cp=(1, 0)).over


@pytest.mark.rule("KT40-DICE-01", "KT40-STRAT-09")
@pytest.mark.parametrize(("die", "told"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_each_face_of_a_d3_is_told_as_what_it_counts(die: int, told: int) -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 9 -6 D3')])
    scene.squad(1, (10, 20), models=1, wounds=5)
    assert f" {told}; wounds left: 5. Roll one die again" in scene.shoot(0, dice=[6, 6, die], cp=(1, 0)).decision.prompt


@pytest.mark.rule("KT40-STRAT-09", "KT40-DICE-03")
def test_one_die_is_re_rolled_and_only_once() -> None:
    """Of several dice one; and the new one counts, though there are command points left."""
    play = hurt(dice=[6, 5], cp=(3, 0)).answer("pass")  # no Insane Bravery
    assert play.why(Dice("command-re-roll", (0, 1))) == "KT40-STRAT-09"
    assert play.why(Dice("command-re-roll", (1,))) == "KT40-STRAT-09"
    play.answer(AGAIN)
    assert play.what != "re-roll"
    assert play.state.cp == (2, 0)


@pytest.mark.rule("KT40-INT-28")
def test_rolls_for_an_order_are_never_re_rolled() -> None:
    play = armies().play(Task("decisive_moves"), dice=[1, 6], named=(0, 3), cp=(5, 5))
    assert play.what == "option"


# --- Insane Bravery


@pytest.mark.rule("KT40-STRAT-11")
def test_insane_bravery_is_asked_before_the_roll_and_passes_the_test() -> None:
    play = hurt(cp=(2, 0))
    assert play.options() == ["pass", "insane-bravery"]
    play.answer("insane-bravery")
    assert play.over
    assert play.state.cp == (0, 0)
    assert (play.unit(0).tested, play.unit(0).failing) == (True, False)


@pytest.mark.rule("KT40-STRAT-11", "KT40-INT-84")
def test_insane_bravery_is_not_offered_to_a_unit_that_cannot_fail() -> None:
    scene = Scene()
    squad = scene.squad(0, (5, 5), models=10, state={"lost": 1})
    scene.squad(1, (5, 28))
    assert scene.morale(squad, dice=[6], cp=(2, 0)).over


@pytest.mark.rule("KT40-STRAT-11", "KT40-INT-84")
def test_insane_bravery_is_offered_where_only_a_six_would_fail() -> None:
    """Ld 7 and two wounds lost: 5 passes, 6 does not."""
    scene = Scene()
    squad = scene.squad(0, (5, 5), models=10, state={"lost": 2})
    scene.squad(1, (5, 28))
    assert scene.morale(squad, dice=[6], cp=(2, 0)).options() == ["pass", "insane-bravery"]


# --- Counter-Offensive


def charge(players: int = 2) -> Scene:
    """Return the pairs of worked example 20: X1 (0) charged Z (2), Y1 (3) charged X2 (1), which charged it too."""
    scene = Scene(players=players)
    scene.squad(0, [(10, 5)], models=1, state={"charged": (2,), "declared": (2,)})
    scene.squad(0, [(10, 20)], models=1, state={"charged": (3,), "charged_by": (3,), "declared": (3,)})
    scene.squad(1, [(11.2, 5)], models=1, save=2, state={"charged_by": (0,)})
    scene.squad(1, [(11.2, 20)], models=1, save=2, state={"charged": (1,), "charged_by": (1,), "declared": (1,)})
    return scene


def fought(play: Play) -> list[int]:
    return [unit for unit, _ in enumerate(play.state.units) if play.unit(unit).fought]


def settle(play: Play) -> Play:
    """Answer all questions of a fight by default until somebody picks a unit again."""
    while not play.over and play.what != "fight":
        play.game.play(play.decision.default)
    return play


@pytest.mark.rule("KT40-STRAT-10", "KT40-FIGHT-02", "KT40-FIGHT-03", "KT40-INT-58")
def test_worked_example_20() -> None:
    """A: X1 fights. B plays Counter-Offensive and Z fights. A: X2. B: Y1. Nobody is left for the normal step."""
    play = charge().alternate("hammer", "fights", dice=[1] * 40, cp=(0, 2))
    settle(play.answer(0))
    assert (play.player, play.options()) == (1, [3, "counter-offensive:2"])
    settle(play.answer("counter-offensive:2"))
    assert play.state.cp == (0, 0)
    assert play.over or play.player == 0
    assert set(fought(play)) == {0, 1, 2, 3}
    order = [event.values["unit"] for event in play.events("fights")]
    assert order == [0, 2, 1, 3]


@pytest.mark.rule("KT40-STRAT-10", "KT40-INT-58")
def test_counter_offensive_waits_for_an_enemy_charger_that_has_fought() -> None:
    """With the order B, A the first hand is B's: nobody has fought yet, so it cannot play it, and its one unit acts unasked."""
    play = settle(charge().alternate("hammer", dice=[1] * 40, cp=(0, 2), order=(1, 0)))
    assert (play.player, play.options()) == (0, [0, 1])
    assert fought(play) == [3]


@pytest.mark.rule("KT40-STRAT-10", "KT40-INT-58")
def test_not_playing_counter_offensive_is_no_pass() -> None:
    """B has nobody else for the step. It declines at its first hand, and is asked again after A's second charger has fought."""
    scene = Scene()
    for y in (5, 20):
        scene.squad(0, [(10, y)], models=1, state={"charged": (2 if y == 5 else 3,), "declared": (2 if y == 5 else 3,)})
    for y in (5, 20):
        scene.squad(1, [(11.2, y)], models=1, save=2, state={"charged_by": (0 if y == 5 else 1,)})
    play = scene.alternate("hammer", "fights", dice=[1] * 40, cp=(0, 2))
    settle(play.answer(0))
    assert (play.player, play.options()) == (1, ["counter-offensive:2", "counter-offensive:3", "pass"])
    settle(play.answer("pass"))
    assert (play.player, play.options()) == (1, ["counter-offensive:2", "counter-offensive:3", "pass"])
    settle(play.answer("counter-offensive:3"))
    assert play.state.cp == (0, 0)
    assert play.events("fights")[2].values["unit"] == 3


@pytest.mark.rule("KT40-INT-58", "KT40-STRAT-10")
def test_counter_offensive_has_no_place_in_the_normal_step() -> None:
    play = charge().alternate("fights", dice=[1] * 40, cp=(5, 5))
    while not play.over:
        assert not any(str(option).startswith("counter") for option in play.options())
        play.game.play(play.decision.default)


@pytest.mark.rule("KT40-STRAT-10")
def test_counter_offensive_needs_an_engaged_unit_that_has_not_fought() -> None:
    scene = charge()
    scene.squad(1, [(40, 30)], models=1)
    play = scene.alternate("hammer", dice=[1] * 40, cp=(0, 2))
    settle(play.answer(0))
    assert play.why("counter-offensive:4") == "KT40-STRAT-10"
    assert play.why("counter-offensive:3") == "KT40-STRAT-10"  # it fights in this step anyway


@pytest.mark.rule("KT40-STRAT-05", "KT40-MIS-15")
def test_nobody_rolls_for_the_named_unit_of_a_player_who_has_given_up() -> None:
    scene = Scene(players=3)
    for side in range(3):
        scene.squad(side, (10, 10 + 8 * side), models=1)
    play = scene.play(Task("decisive_moves"), named=(0, 1), conceded=(1,), eliminated=(1,))
    assert not play.events("roll-off")
    assert (play.what, play.player) == ("option", 0)
