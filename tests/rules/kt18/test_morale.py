"""The Morale phase: broken teams, shaken tokens, Nerve tests."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Pick
from tests.rules.kt18.scene import Ability, Play, Scene

OUT, SHAKEN, HURT, FINE = {"out": True}, {"shaken": True}, {"flesh": 1}, dict[str, Any]()


def team(*states: dict[str, Any]) -> Scene:
    """Return a scene with player 1's models, each far from the next, in these states (Ld 7); one enemy."""
    scene = Scene()
    for k, state in enumerate(states):
        scene.add(0, None if state.get("out") else (2 + 4 * (k % 7), 3 + 4 * (k // 7)), **state)
    scene.add(1, (28, 20))
    return scene


def morale(*states: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any) -> Play:
    return team(*states).morale(0, dice=dice, **fields)


# --- the three steps


@pytest.mark.rule("KT18-MORALE-01")
def test_broken_first_then_tokens_then_nerves() -> None:
    """Shaken models still count for breaking, are steady when nerves are tested, and are tested because the team is broken."""
    play = morale(SHAKEN, SHAKEN, HURT, FINE, dice=(6, 6))
    kinds = [e.kind for e in play.game.events]
    assert kinds == ["broken-test", "broken", "steadied"]
    assert (play.what, play.options()) == ("nerve", [0, 1, 2, 3])
    assert not any(play.model(i).shaken for i in range(4))


@pytest.mark.rule("KT18-MORALE-01", "KT18-INT-65")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_teams_go_through_all_steps_in_initiative_order(order: tuple[int, int]) -> None:
    """One team does its three steps, then the other: breaking, steadying, testing; breaking, steadying, testing."""
    scene = Scene(rounds=1)
    for side in (0, 1):
        scene.add(side, (3 + 20 * side, 5), shaken=True)
    dice = [6, 6, 1, 1] if order == (0, 1) else [1, 1, 6, 6]
    play = scene.round(dice=[*dice, 1, 1]).decline("decisive", "manoeuvre", "tactic")
    kinds = ("broken", "steadied", "nerve-test")
    told = [(e.kind, e.values.get("player", e.values.get("model"))) for e in play.game.events if e.kind in kinds]
    assert told == [(kind, side) for side in order for kind in kinds]


# --- broken


@pytest.mark.rule("KT18-BROKEN-01", "KT18-INT-66")
@pytest.mark.parametrize("states", [(HURT, HURT, HURT), (SHAKEN, SHAKEN), (HURT, SHAKEN, OUT), (OUT, OUT, SHAKEN)])
def test_nobody_unhurt_and_steady_breaks_a_team_at_once(states: tuple[dict[str, Any], ...]) -> None:
    """Every model has a flesh wound or is shaken; those out of action do not spoil it. No dice."""
    scene = team(*states)
    play = scene.morale(0, dice=[1, 1])
    assert play.state.broken == (True, False)
    assert [e.rule for e in play.events("broken")] == ["KT18-BROKEN-01"]
    assert not play.events("broken-test")


@pytest.mark.rule("KT18-BROKEN-01")
def test_one_model_unhurt_and_steady_is_enough_for_a_roll() -> None:
    play = morale(HURT, SHAKEN, FINE, dice=(1, 1, 1))
    assert len(play.events("broken-test")) == 1
    assert not play.state.broken[0]


@pytest.mark.rule("KT18-BROKEN-02", "KT18-INT-64")
@pytest.mark.parametrize(
    ("states", "rolls"),
    [
        ((OUT, HURT, SHAKEN, FINE, FINE, FINE), False),  # 3 of 6
        ((OUT, HURT, SHAKEN, HURT, FINE, FINE), True),  # 4 of 6
        ((OUT, HURT, SHAKEN, FINE, FINE, FINE, FINE), False),  # 3 of 7
        ((OUT, HURT, SHAKEN, SHAKEN, FINE, FINE, FINE), True),  # 4 of 7
        ((OUT, OUT, OUT, OUT, FINE, FINE), True),  # lost models are counted, and counted among the whole
        ((OUT, OUT, FINE, FINE), False),
    ],
)
def test_more_than_half_of_the_starting_team_calls_for_a_roll(states: tuple[dict[str, Any], ...], rolls: bool) -> None:
    """Hurt, shaken or out of action, strictly more than half of all that the team began with: 2D6."""
    play = morale(*states, dice=(1, 1, 1, 1, 1))
    assert bool(play.events("broken-test")) is rolls
    if rolls:
        assert play.events("broken-test")[0].rule == "KT18-BROKEN-02"
        assert play.events("broken-test")[0].values["dice"] == (1, 1)


@pytest.mark.rule("KT18-INT-64")
def test_a_model_with_two_conditions_counts_once() -> None:
    """Two models with a flesh wound and shaken, of five: two, not four."""
    both = {"flesh": 1, "shaken": True}
    play = morale(both, both, FINE, FINE, FINE)
    assert not play.events("broken-test")


@pytest.mark.rule("KT18-BROKEN-03")
@pytest.mark.parametrize(("dice", "broken"), [((3, 4), False), ((4, 4), True), ((2, 4), False), ((6, 6), True)])
def test_a_roll_higher_than_the_best_leadership_breaks(dice: tuple[int, int], broken: bool) -> None:
    """Ld 7: 7 does nothing, 8 breaks the team."""
    play = morale(OUT, OUT, OUT, FINE, FINE, dice=dice)
    assert play.state.broken == (broken, False)
    assert [e.rule for e in play.events("broken")] == ["KT18-BROKEN-03"] * broken


@pytest.mark.rule("KT18-BROKEN-03")
@pytest.mark.parametrize(
    ("bearer", "best"),
    [
        ({"leadership": 10, "shaken": True}, 7),
        ({"leadership": 10, "out": True}, 7),
        ({"leadership": 10, "flesh": 1}, 10),
        ({"leadership": 6, "flesh": 1}, 7),
    ],
)
def test_whose_leadership_counts(bearer: dict[str, Any], best: int) -> None:
    """The best among models in play that are not shaken; a flesh wound takes nothing from it."""
    play = morale(bearer, OUT, OUT, FINE, dice=(1, 1, 1))
    assert play.events("broken-test")[0].values["needed"] == best


@pytest.mark.rule("KT18-BROKEN-04", "KT18-INT-66")
def test_broken_is_for_good() -> None:
    """A broken team with all models fine stays so and does not roll again; it is broken in the next round, too."""
    play = morale(FINE, FINE, dice=(1, 1), broken=(True, False))
    play.answer(0)
    assert play.over
    assert play.state.broken == (True, False)
    assert not play.events("broken-test") and not play.events("broken")
    scene = team(FINE, FINE)
    assert scene.round(broken=(True, False), dice=[6, 6, 1, 1]).state.broken == (True, False)


@pytest.mark.rule("KT18-BROKEN-04")
def test_a_team_stays_broken_when_the_other_breaks_too() -> None:
    scene = team(FINE, FINE)
    scene.fighters[2]["flesh"] = 1
    assert scene.morale(1, broken=(True, False), dice=[1]).state.broken == (True, True)


@pytest.mark.rule("KT18-INT-66")
def test_a_broken_team_skips_the_first_step() -> None:
    """Hurt through and through, but broken already: no roll, no news."""
    play = morale(OUT, OUT, FINE, HURT, dice=(1, 1), broken=(True, False)).answer(2)
    assert play.over
    assert not play.events("broken-test") and not play.events("broken")


@pytest.mark.rule("KT18-BROKEN-01")
def test_only_the_team_itself_breaks() -> None:
    """Player 2's morale is its own."""
    scene = team(FINE, FINE)
    scene.fighters[2]["flesh"] = 1
    play = scene.morale(1, dice=[1])
    assert play.state.broken == (False, True)


# --- shaken tokens


@pytest.mark.rule("KT18-SHAKEN-01")
def test_tokens_are_removed_in_the_second_step() -> None:
    """Both shaken models are steady again; an enemy's token stays."""
    scene = Scene()
    a, a2 = scene.add(0, (3, 3), shaken=True), scene.add(0, (8, 3), shaken=True)
    for x in (12, 16):
        scene.add(0, (x, 3))
    b = scene.add(1, (28, 20), shaken=True)
    play = scene.morale(0)
    assert play.over
    assert (play.model(a).shaken, play.model(a2).shaken, play.model(b).shaken) == (False, False, True)
    (told,) = play.events("steadied")
    assert (told.rule, told.values) == ("KT18-SHAKEN-01", {"player": 0, "models": (a, a2)})


@pytest.mark.rule("KT18-INT-69", "KT18-SHAKEN-01")
def test_shaken_lasts_from_the_failed_test_to_the_next_morale_phase() -> None:
    """It fails in round 1, is shaken all through round 2, and is steady again in that round's Morale phase."""
    scene = Scene(rounds=3)
    a = scene.add(0, (3, 3), flesh=1, leadership=2)
    for x in (8, 12):
        scene.add(0, (x, 3))
    scene.add(1, (28, 20))
    play = scene.round(dice=[6, 6, 1, 1, 6, 6, 6, 1, 1, 1, 6, 6, 1, 1, 1])
    seen = []
    while not play.over:
        play.answer("pass")
        if not play.over:
            seen.append((play.state.turn, play.state.phase, play.model(a).shaken))
    assert {s for s in seen if s[0] == 2 and s[1] != "morale"} == {(2, "movement", True)}
    assert {s for s in seen if s[0] == 3 and s[1] != "morale"} == {(3, "movement", False)}


# --- Nerve tests


@pytest.mark.rule("KT18-NERVE-01")
def test_who_is_tested_in_a_steady_team() -> None:
    """Those with a flesh wound, and no other model."""
    play = morale(FINE, HURT, FINE, {"flesh": 2}, FINE, FINE)
    assert (play.what, play.player, play.options()) == ("nerve", 0, [1, 3])


@pytest.mark.rule("KT18-NERVE-01")
def test_who_is_tested_in_a_broken_team() -> None:
    """All models in play."""
    play = morale(FINE, HURT, OUT, FINE, FINE, FINE, broken=(True, False))
    assert play.options() == [0, 1, 3, 4, 5]


@pytest.mark.rule("KT18-NERVE-01")
def test_nobody_is_tested_who_has_no_reason() -> None:
    assert morale(FINE, FINE, FINE).over


@pytest.mark.rule("KT18-NERVE-01", "KT18-NERVE-02")
def test_each_is_tested_once() -> None:
    """Two flesh wounds are one test with one die."""
    play = morale({"flesh": 2}, FINE, FINE, dice=(3,))
    assert play.over
    assert [(e.values["model"], e.values["dice"]) for e in play.events("nerve-test")] == [(0, (3,))]


def nerve(scene: Scene, *dice: int, **fields: Any) -> Any:
    """Return the values of the one Nerve test there is."""
    (test,) = scene.morale(0, dice=dice, **fields).events("nerve-test")
    return test.values


@pytest.mark.rule("KT18-NERVE-03", "KT18-NERVE-02")
@pytest.mark.parametrize(("lost", "modifier"), [(0, 0), (1, 1), (2, 2)])
def test_each_model_out_of_action_adds_one(lost: int, modifier: int) -> None:
    assert nerve(team(HURT, *[OUT] * lost, *[FINE] * 4), 3)["modifier"] == modifier


@pytest.mark.rule("KT18-NERVE-03")
def test_the_losses_of_the_enemy_do_not_count() -> None:
    scene = team(HURT, FINE)
    scene.add(1, None)
    scene.add(1, (24, 20), shaken=True)
    assert nerve(scene, 3)["modifier"] == 0


@pytest.mark.rule("KT18-NERVE-03", "KT18-INT-67")
def test_a_model_shaken_earlier_in_this_step_adds_one() -> None:
    """Three with flesh wounds, one after the other: the first fails (Ld 7, 6 +2 lost), so the second has +3, and so on."""
    play = morale(HURT, HURT, HURT, OUT, OUT, FINE, FINE, FINE, FINE, FINE, FINE, dice=(6, 6, 1))
    play.answer(1, 2)
    assert play.over
    assert [(e.values["model"], e.values["modifier"]) for e in play.events("nerve-test")] == [(1, 2), (2, 3), (0, 4)]


@pytest.mark.rule("KT18-NERVE-05", "KT18-NERVE-06")
@pytest.mark.parametrize(("lost", "most"), [(0, 6), (2, 5), (3, 4), (6, 1)])
def test_it_is_told_how_high_a_roll_may_be(lost: int, most: int) -> None:
    """Leadership 7 with so many lost, and whoever rolls that is steady; a 1 always is."""
    for die in (most, most + 1):
        play = morale(HURT, HURT, *[OUT] * lost, *[FINE] * 8, dice=(min(die, 6), 1))
        assert str(play.game.label(Pick(0))).endswith(f"steady on {most} or less")
        play.answer(0)
        assert play.events("nerve-test")[0].values["hit"] is (min(die, 6) <= most)


@pytest.mark.rule("KT18-INT-67")
def test_old_tokens_do_not_count() -> None:
    """A model that was shaken until now is steady: no +1, and nearby it even helps."""
    scene = Scene()
    scene.add(0, (3, 3), flesh=1)
    scene.add(0, (6, 3), shaken=True)
    for x in (15, 20, 25):
        scene.add(0, (x, 3))
    scene.add(1, (28, 20))
    assert nerve(scene, 3)["modifier"] == -1


@pytest.mark.rule("KT18-INT-67")
def test_the_player_names_who_is_tested_next() -> None:
    """The controller, one at a time, in any order."""
    play = morale(HURT, HURT, HURT, FINE, FINE, FINE, dice=(1, 1, 1))
    assert (play.what, play.player, play.options(), play.decision.rule) == ("nerve", 0, [0, 1, 2], "KT18-INT-67")
    play.answer(2)
    assert play.options() == [0, 1]
    assert play.why(2) == "KT18-INT-67"
    play.answer(1)
    assert [e.values["model"] for e in play.events("nerve-test")] == [2, 1, 0]


@pytest.mark.rule("KT18-NERVE-04")
@pytest.mark.parametrize(("x", "modifier"), [(6.0, -1), (6.01, 0), (4.0, -1)])
def test_a_steady_friend_within_2_inches_takes_one_off(x: float, modifier: int) -> None:
    """Exactly 2" between the bases counts, a hair more does not."""
    scene = Scene()
    scene.add(0, (3, 3), flesh=1)
    scene.add(0, (x, 3))
    scene.add(0, (20, 3))
    scene.add(1, (28, 20))
    assert nerve(scene, 3)["modifier"] == modifier


@pytest.mark.rule("KT18-NERVE-04")
def test_each_such_friend_counts_but_no_enemy() -> None:
    """Three friends around it: -3. An enemy beside it is no comfort."""
    scene = Scene()
    scene.add(0, (10, 10), flesh=1)
    for at in ((12, 10), (10, 12), (8, 10)):
        scene.add(0, at)
    scene.add(1, (10, 8))
    assert nerve(scene, 3)["modifier"] == -3


@pytest.mark.rule("KT18-NERVE-04", "KT18-NERVE-03")
def test_a_friend_shaken_just_now_weighs_and_does_not_help() -> None:
    """Two side by side: the first fails, and the second has +1 instead of -1."""
    scene = Scene()
    a, a2 = scene.add(0, (3, 3), flesh=1, leadership=4), scene.add(0, (5, 3), flesh=1, leadership=4)
    for x in (12, 17, 22):
        scene.add(0, (x, 3))
    scene.add(1, (28, 20))
    play = scene.morale(0, dice=[6, 4]).answer(a)
    assert [(e.values["model"], e.values["modifier"]) for e in play.events("nerve-test")] == [(a, -1), (a2, 1)]
    assert (play.model(a).shaken, play.model(a2).shaken) == (True, True)


@pytest.mark.rule("KT18-INT-68")
def test_a_model_does_not_count_for_itself() -> None:
    """It is steady and within 2" of itself, and hurt; none of it changes its own die."""
    assert nerve(team(HURT, FINE), 3)["modifier"] == 0


@pytest.mark.rule("KT18-NERVE-05")
@pytest.mark.parametrize(("die", "shaken"), [(3, False), (4, False), (5, True), (6, True)])
def test_a_result_higher_than_its_own_leadership_shakes_a_model(die: int, shaken: bool) -> None:
    """Ld 5 and one model lost: 4 + 1 passes, 5 + 1 fails. The better Ld of others does not matter."""
    play = morale({"flesh": 1, "leadership": 5}, OUT, FINE, FINE, dice=(die,))
    assert play.model(0).shaken is shaken
    assert [(e.rule, e.values["model"]) for e in play.events("shaken")] == [("KT18-NERVE-05", 0)] * shaken
    assert play.events("nerve-test")[0].values["hit"] is not shaken


@pytest.mark.rule("KT18-NERVE-06")
@pytest.mark.parametrize(("die", "shaken"), [(1, False), (2, True)])
def test_a_natural_one_always_passes(die: int, shaken: bool) -> None:
    """Ld 2 and +3: a 1 passes all the same; a 2 does not."""
    play = morale({"flesh": 1, "leadership": 2}, OUT, OUT, OUT, *[FINE] * 5, dice=(die,))
    assert play.model(0).shaken is shaken


# --- icons


@pytest.mark.rule("KT18-QA-17", "KT18-NERVE-05")
@pytest.mark.parametrize(("x", "shaken"), [(10.0, False), (10.01, True)])
def test_an_icon_raises_the_leadership_of_friends_near_it(x: float, shaken: bool) -> None:
    """Ld 5 and an icon that gives 1 within 6": a 6 passes."""
    icon = Ability(id="icon", name="Icon", text="…", effect="icon", values={"inches": 6})
    scene = Scene()
    a = scene.add(0, (3, 3), flesh=1, leadership=5)
    scene.add(0, (x, 3), abilities=[icon])
    scene.add(1, (28, 20))
    assert scene.morale(0, dice=[6]).model(a).shaken is shaken


# --- worked examples


@pytest.mark.rule("KT18-BROKEN-01", "KT18-BROKEN-02", "KT18-BROKEN-03", "KT18-INT-64", "KT18-INT-66")
def test_example_26_broken_test() -> None:
    """4 of 7: best Ld of those in play and not shaken is 8; 9 breaks, 8 does not. 3 of 6: no test. No model fine of 5: broken without a roll."""
    seven = {"out": True, "leadership": 10}, OUT, {"shaken": True, "leadership": 9}, HURT, {"leadership": 8}, FINE, FINE
    play = morale(*seven, dice=(4, 5))
    assert play.events("broken-test")[0].values["needed"] == 8
    assert play.state.broken[0]
    play = morale(*seven, dice=(4, 4, 1))
    assert not play.state.broken[0]
    play = morale(OUT, SHAKEN, HURT, FINE, FINE, FINE, dice=(1,))
    assert not play.events("broken-test") and not play.state.broken[0]
    play = morale(OUT, OUT, HURT, HURT, SHAKEN)
    assert not play.events("broken-test") and play.state.broken[0]


def seven(friend: float, *dice: int, leadership: int = 7, lost: int = 2, second: bool = False) -> Play:
    """Return a scene: two (or more) of a team out of action, one shaken, one hurt, the rest fine, one of them so far from the hurt one."""
    scene = Scene()
    for _ in range(lost):
        scene.add(0, None)
    scene.add(0, (25, 3), shaken=True)
    scene.add(0, (3, 3), flesh=1, leadership=leadership)
    scene.add(0, (4 + friend, 3))
    scene.add(0, (12, 3), flesh=int(second))
    scene.add(0, (20, 12))
    scene.add(1, (28, 20))
    return scene.morale(0, dice=dice)


@pytest.mark.rule(
    "KT18-SHAKEN-01", "KT18-NERVE-01", "KT18-NERVE-02", "KT18-NERVE-03", "KT18-NERVE-04", "KT18-NERVE-05", "KT18-NERVE-06", "KT18-INT-67"
)  # fmt: skip
def test_example_27_nerve_tests() -> None:
    """Ld 7, two lost, a steady friend near: 5 + 2 - 1 is 6, a pass. No friend near and a 6: 8, shaken; the next one has +3. A natural 1 passes."""
    play = seven(1, 3, 3, 5)
    (test,) = play.events("nerve-test")
    assert (test.values["modifier"], test.values["hit"]) == (1, True)
    assert not play.model(2).shaken  # its token was removed
    play = seven(3, 3, 3, 6)
    (test,) = play.events("nerve-test")
    assert (test.values["modifier"], test.values["hit"]) == (2, False)
    assert play.model(3).shaken
    play = seven(3, 3, 3, 6, 1, second=True).answer(3)
    assert [e.values["modifier"] for e in play.events("nerve-test")] == [2, 3]
    play = seven(3, 2, 2, 1, leadership=4, lost=6)
    (test,) = play.events("nerve-test")
    assert (test.values["modifier"], test.values["hit"]) == (6, True)
