"""Tactics: what they cost, when they can be used, and what they do. Re-rolls have a file of their own."""

from __future__ import annotations

import pytest

from counteract.core.decision import Dice
from counteract.rulesets.kt18.tactics import COSTS
from tests.rules.kt18.scene import Play, Scene, blade, gun

AGAIN = Dice("tactical-re-roll", (0,))
MISS = gun('24" assault 1, 4 0 1')


def line_up(cp: tuple[int, int] = (1, 1), **fields: object) -> tuple[Play, int, int, int, int]:
    """Return the start of a Movement phase: two models a side, 10" apart, player 1 first."""
    scene = Scene()
    a, a2 = scene.add(0, (5, 5)), scene.add(0, (5, 9))
    b, b2 = scene.add(1, (16, 5)), scene.add(1, (16, 9))
    return scene.movement(cp=cp, **fields), a, a2, b, b2


# --- buying


@pytest.mark.rule("KT18-TAC-01", "KT18-CP-04")
@pytest.mark.parametrize(
    ("tactic", "cost"),
    [("tactical-re-roll", 1), ("decisive-move", 1), ("decisive-shot", 2), ("decisive-strike", 2), ("insane-bravery", 1), ("gritted-teeth", 1)],
)
def test_what_each_tactic_costs(tactic: str, cost: int) -> None:
    """There are six of them."""
    assert COSTS[tactic] == cost
    assert len(COSTS) == 6


@pytest.mark.rule("KT18-TAC-01")
def test_a_tactic_is_paid_for_before_its_effect() -> None:
    """The CP of a Decisive Move are gone as soon as the model is named, before it has done anything."""
    play, _a, _a2, b, _b2 = line_up((0, 1))
    play.answer(b)
    assert play.state.cp == (0, 0)
    assert (play.what, play.decision.subject) == ("option", b)
    assert not play.model(b).option
    (bought,) = play.events("tactic")
    assert (bought.rule, bought.values) == ("KT18-TAC-04", {"player": 1, "tactic": "decisive-move", "cp": 0})


@pytest.mark.rule("KT18-TAC-01")
def test_a_tactic_is_a_players_choice() -> None:
    """A player who declines keeps the CP, and nothing happens."""
    play, *_ = line_up((1, 0))
    assert (play.what, play.player) == ("decisive", 0)
    play.answer("pass")
    assert (play.what, play.state.cp) == ("manoeuvre", (1, 0))
    assert not play.events("tactic")


@pytest.mark.rule("KT18-TAC-02")
def test_the_same_tactic_once_a_phase() -> None:
    """With 9CP a first miss is rolled again; a second one in the same phase is not."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 3, 4 0 1')])
    b = scene.add(1, (15, 11))
    play = scene.shoot(a, cp=(9, 0), dice=[1, 2, 1, 1])
    play.answer(b)
    assert play.what == "re-roll"
    play.answer(AGAIN)
    assert play.over
    assert play.state.cp == (8, 0)


@pytest.mark.rule("KT18-TAC-02")
def test_each_player_has_each_tactic_once_a_phase() -> None:
    """The attacker has used the re-roll; the defender may use it too, and the attacker something else."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1')], flesh=1)
    b = scene.add(1, (15, 11))
    play = scene.shoot(a, cp=(9, 9), dice=[1, 6, 6, 1, 6])
    play.answer("gritted-teeth", b, AGAIN)
    assert (play.what, play.player) == ("re-roll", 1)  # the saving throw
    play.answer(AGAIN)
    assert play.over
    assert play.state.cp == (7, 8)


@pytest.mark.rule("KT18-TAC-02")
def test_the_next_phase_is_another_phase() -> None:
    """A failed psychic test, a missed shot and a missed blow: each may be rolled again, for each is in a phase of its own."""
    scene = Scene(rounds=1)
    a = scene.add(0, (5, 11), weapons=[gun('24" pistol 1, 4 0 1')], psyker=True)
    b = scene.add(1, (6.001, 11), shaken=True)
    scene.add(1, (28, 20))
    play = scene.round(cp=(2, 0), dice=[6, 6, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2])
    play.decline("decisive", "manoeuvre")
    assert (play.state.phase, play.state.cp[0]) == ("psychic", 3)
    play.answer(a, Dice("tactical-re-roll", (0, 1))).decline("decisive")
    play.answer(a, b, AGAIN)
    assert (play.state.phase, play.state.cp[0]) == ("fight", 1)
    play.answer(a).decline("move")
    play.answer(AGAIN).decline("move")
    assert play.over
    assert play.state.cp[0] == 0


# --- before all others


@pytest.mark.rule("KT18-TAC-04")
def test_decisive_move_comes_before_the_player_with_the_initiative() -> None:
    """Player 2 buys it: one of their models takes its option, then player 1 moves, then the rest of player 2's."""
    play, a, a2, b, b2 = line_up((0, 1))
    assert (play.what, play.player, play.decision.rule) == ("decisive", 1, "KT18-TAC-04")
    assert play.options() == ["pass", b, b2]
    play.answer(b)
    assert (play.what, play.player, play.decision.subject) == ("option", 1, b)
    assert play.options() == ["stay", "normal move", "advance", "ready", "charge"]
    play.answer("ready")
    assert play.model(b).readied
    assert (play.what, play.player, play.options()) == ("manoeuvre", 0, [a, a2, "pass"])
    play.answer("pass")
    assert (play.player, play.options()) == (1, [b2, "pass"])
    assert play.why(b) == "KT18-MOVE-03"  # that was its option for the phase


@pytest.mark.rule("KT18-TAC-04", "KT18-TAC-05", "KT18-TAC-06")
def test_decisive_tactics_belong_to_the_start_of_their_phases() -> None:
    """In a whole round each of them is offered before any model moves, shoots or fights, and at no other moment."""
    scene = Scene(rounds=1)
    scene.add(0, (5, 5))
    scene.add(0, (5, 15), weapons=[MISS])
    scene.add(1, (6.5, 5))
    scene.add(1, (20, 15), weapons=[MISS])
    play = scene.round(cp=(9, 0), dice=[6, 6, 1, 1])
    asked = []
    while not play.over:
        if play.player == 0:
            asked.append(play.decision.rule)
        play.answer("pass")
    assert asked == ["KT18-TAC-04", "KT18-MOVE-02", "KT18-TAC-05", "KT18-SHOOT-02", "KT18-TAC-06", "KT18-FIGHT-02"]


@pytest.mark.rule("KT18-TAC-04", "KT18-QA-16")
def test_decisive_move_is_for_a_friend_that_may_move() -> None:
    """Not for an enemy, not for a model that is out of action, not for a shaken one, not for one kept in place."""
    scene = Scene()
    a, lost, shaken = scene.add(0, (5, 5)), scene.add(0, None), scene.add(0, (5, 9), shaken=True)
    held = scene.add(0, (0.5, 0.5), move=1)
    b = scene.add(1, (1.9, 1.9))
    scene.wall(0, 2.5, 1.2, 2.7)
    scene.wall(2.5, 0, 2.7, 1.2)
    play = scene.movement(cp=(1, 0))
    assert play.options() == ["pass", a]
    assert play.why(b) == "KT18-TAC-04"
    assert play.why(lost) == "KT18-TAC-04"
    assert play.why(shaken) == "KT18-QA-16"
    assert play.why(held) == "KT18-FALLBACK-04"


@pytest.mark.rule("KT18-TAC-05")
def test_decisive_shot_comes_before_readied_models() -> None:
    """2CP: a model that is not readied shoots before a readied one of the enemy; afterwards it has shot."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[MISS], readied=True)
    b, b2 = scene.add(1, (15, 11), weapons=[MISS]), scene.add(1, (15, 14), weapons=[MISS], readied=True)
    play = scene.shooting(cp=(0, 2), dice=[1, 1, 1])
    assert (play.what, play.player, play.decision.rule) == ("decisive", 1, "KT18-TAC-05")
    assert play.options() == ["pass", b, b2]
    play.answer(b)
    assert play.state.cp == (0, 0)
    assert (play.what, play.decision.subject) == ("target", b)
    play.answer(a)
    assert (play.what, play.player, play.options()) == ("shoot", 0, [a, "pass"])
    play.answer("pass")
    assert (play.player, play.options()) == (1, [b2, "pass"])
    play.answer("pass")
    assert (play.player, play.options()) == (0, [a, "pass"])
    play.answer("pass")
    assert (play.player, play.options()) == (1, [b2, "pass"])
    assert play.why(b) == "KT18-SHOOT-12"


@pytest.mark.rule("KT18-TAC-05")
def test_decisive_shot_is_for_a_model_that_may_shoot() -> None:
    """One that Retreated, one without a gun and one whose every target is out of range are refused, each for its reason."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[MISS])
    gone, unarmed = scene.add(0, (5, 15), weapons=[MISS], retreated=True), scene.add(0, (5, 5))
    far = scene.add(0, (1, 11), weapons=[gun('6" assault 1, 4 0 1')])
    scene.add(1, (15, 11))
    play = scene.shooting(cp=(2, 0))
    assert play.options() == ["pass", a]
    assert play.why(gone) == "KT18-RETREAT-03"
    assert play.why(unarmed) == play.why(far) == "KT18-SHOOT-06"


@pytest.mark.rule("KT18-TAC-06")
def test_decisive_strike_comes_before_chargers() -> None:
    """2CP: the model that was charged fights before the one that charged it, and not again."""
    scene = Scene()
    a = scene.add(0, (5, 11), charged=(1,), tried=True)
    b = scene.add(1, (6.1, 11), charged_by=(0,))
    far = scene.add(1, (20, 11))
    play = scene.fighting(cp=(0, 2), dice=[1, 1])
    assert (play.what, play.player, play.decision.rule) == ("decisive", 1, "KT18-TAC-06")
    assert play.options() == ["pass", b]
    assert play.why(far) == "KT18-FIGHT-03"
    play.answer(b)
    assert play.state.cp == (0, 0)
    play.decline("move")
    assert [e.values["model"] for e in play.events("fights")] == [b]
    assert (play.what, play.player, play.options()) == ("fight", 0, [a, "pass"])
    play.answer(a).decline("move")
    assert play.over
    assert [e.values["model"] for e in play.events("fights")] == [b, a]


@pytest.mark.rule("KT18-TAC-06", "KT18-TAC-07")
@pytest.mark.parametrize(("falls", "fought"), [(1, 1), (2, 2)])
def test_who_can_no_longer_act_when_its_turn_comes_does_not(falls: int, fought: int) -> None:
    """Both buy Decisive Strike, and the first strikes the second off the tower they stand on: out of reach, that one is not eligible any more."""
    scene = Scene()
    scene.wall(15, 6, 23, 16, top=4, marks=("vantage",))
    a, b = scene.add(0, (17, 11, 4)), scene.add(1, (15.6, 11, 4), wounds=5)
    play = scene.fighting(cp=(2, 2), dice=[6, 1, 6, 1, falls, 1, 1]).answer(a, b).decline("move", "fight")
    assert [e.values["model"] for e in play.events("fights")] == [a, b][:fought]
    assert bool(play.events("falls")) == (falls == 1)


@pytest.mark.rule("KT18-TAC-07", "KT18-INT-73")
@pytest.mark.parametrize(("dice", "first"), [((2, 2, 6, 6, 3, 4), 1), ((5, 4), 0), ((4, 5), 1)])
def test_who_wins_the_roll_off_acts_first(dice: tuple[int, ...], first: int) -> None:
    """Both buy Decisive Move: a D6 each, ties again; the winner's model, then the other, then the phase in initiative order."""
    play, a, a2, b, b2 = line_up((1, 1), dice=dice)
    play.answer(a, b)
    assert len(play.events("roll-off")) == len(dice) // 2
    assert {e.rule for e in play.events("roll-off")} == {"KT18-TAC-07"}
    order = [a, b] if first == 0 else [b, a]
    for i in order:
        assert (play.what, play.decision.subject) == ("option", i)
        play.answer("ready")
    assert (play.what, play.player, play.options()) == ("manoeuvre", 0, [a2, "pass"])
    play.answer("pass")
    assert (play.player, play.options()) == (1, [b2, "pass"])


@pytest.mark.rule("KT18-TAC-07")
def test_one_player_alone_rolls_off_with_nobody() -> None:
    play, a, *_ = line_up((1, 1))
    play.answer(a, "pass")
    assert not play.events("roll-off")
    assert (play.what, play.decision.subject) == ("option", a)


@pytest.mark.rule("KT18-TAC-07")
def test_a_model_shot_down_in_the_meantime_does_not_act() -> None:
    """Both buy Decisive Shot; the winner's model takes the other out of action, which then shoots no more."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 8 -6 1')])
    b = scene.add(1, (15, 11), weapons=[gun('24" assault 1, 8 -6 1')])
    scene.add(1, (25, 11))
    play = scene.shooting(cp=(2, 2), dice=[6, 1, 6, 6, 6])
    play.answer(a, b, b)
    assert play.out(b)
    assert play.over
    assert len(play.events("shoots")) == 1


@pytest.mark.rule("KT18-INT-73")
def test_nobody_acts_before_everybody_has_declared_or_passed() -> None:
    """In initiative order, one each: player 1 names a model, but player 2 is asked before that model does anything."""
    play, a, _a2, _b, _b2 = line_up((1, 1))
    assert (play.what, play.player) == ("decisive", 0)
    play.answer(a)
    assert (play.what, play.player) == ("decisive", 1)
    assert not play.model(a).option
    play.answer("pass")
    assert (play.what, play.decision.subject) == ("option", a)


@pytest.mark.rule("KT18-INT-73")
def test_who_passed_may_still_answer_a_declaration() -> None:
    """Player 1 passes, player 2 declares: not all have passed in a row, so player 1 is asked once more."""
    play, a, _a2, b, _b2 = line_up((1, 1), dice=[6, 1])
    play.answer("pass", b)
    assert (play.what, play.player, play.state.cp) == ("decisive", 0, (1, 0))
    play.answer(a)
    assert (play.what, play.decision.subject) == ("option", a)  # it won the roll-off


@pytest.mark.rule("KT18-INT-73")
def test_the_order_of_declaring_is_that_of_initiative() -> None:
    play, *_ = line_up((1, 1), order=(1, 0))
    assert (play.what, play.player) == ("decisive", 1)


# --- Insane Bravery


def frightened(cp: int, *dice: int) -> tuple[Play, int, int]:
    """Return two models with a flesh wound each and Ld 3, far apart; their morale is tested."""
    scene = Scene()
    a, a2 = scene.add(0, (5, 5), flesh=1, leadership=3), scene.add(0, (15, 5), flesh=1, leadership=3)
    for x in (5, 10, 20):
        scene.add(0, (x, 15))
    scene.add(1, (25, 20))
    return scene.morale(0, cp=(cp, 0), dice=dice), a, a2


@pytest.mark.rule("KT18-TAC-08")
def test_insane_bravery_passes_a_nerve_test_without_a_die() -> None:
    """Asked before the die; for 1CP none is rolled and the model is not shaken."""
    play, a, a2 = frightened(1, 6)
    play.answer(a)
    assert (play.what, play.player, play.decision.subject, play.decision.rule) == ("tactic", 0, a, "KT18-TAC-08")
    assert play.options() == ["pass", "insane-bravery"]
    play.answer("insane-bravery")
    assert play.state.cp == (0, 0)
    assert not play.model(a).shaken
    assert play.game.tell(play.events("brave")[0]) == "M 0 keeps its nerve without a test."
    assert play.over  # the other one had to roll the 6
    assert [e.values["model"] for e in play.events("nerve-test")] == [a2]
    assert play.model(a2).shaken


@pytest.mark.rule("KT18-TAC-08")
def test_without_insane_bravery_the_die_decides() -> None:
    play, a, a2 = frightened(1, 6, 1)
    play.answer(a, "pass")
    assert play.what == "re-roll"  # a failed test may be rolled again; it is another Tactic
    play.answer("pass")
    assert play.model(a).shaken
    assert (play.what, play.decision.subject) == ("tactic", a2)  # the CP is still there


@pytest.mark.rule("KT18-TAC-08", "KT18-TAC-02")
def test_insane_bravery_helps_one_model_a_phase() -> None:
    play, a, a2 = frightened(5, 1)
    play.answer(a, "insane-bravery")
    assert play.over
    assert [e.values["model"] for e in play.events("nerve-test")] == [a2]


@pytest.mark.rule("KT18-TAC-08")
@pytest.mark.parametrize(("leadership", "asked"), [(8, False), (7, True)])
def test_who_cannot_fail_needs_no_insane_bravery(leadership: int, asked: bool) -> None:
    """Two of the team are lost: a 6 becomes an 8, which is no more than Ld 8."""
    scene = Scene()
    scene.add(0, (5, 11), flesh=1, leadership=leadership)
    for x in (5, 15, 25):
        scene.add(0, (x, 18))
    for _ in range(2):
        scene.add(0, None)
    scene.add(1, (20, 3))
    play = scene.morale(0, cp=(1, 0), dice=[6])
    assert (play.what == "tactic") is asked
    assert asked or not play.model(0).shaken


# --- Gritted Teeth


@pytest.mark.rule("KT18-TAC-09")
@pytest.mark.parametrize(("grits", "hit"), [(True, True), (False, False)])
def test_gritted_teeth_in_shooting(grits: bool, hit: bool) -> None:
    """BS 3+, two flesh wounds, a 3: it hits only if they are disregarded. Asked when the model is chosen, before anything else."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1')], flesh=2)
    b = scene.add(1, (15, 11))
    play = scene.shoot(a, cp=(1, 0), dice=[3, 1])
    assert (play.what, play.player, play.decision.rule) == ("tactic", 0, "KT18-TAC-09")
    play.answer("gritted-teeth" if grits else "pass", b)
    play.decline("re-roll")
    (roll,) = play.events("hit-roll")
    assert (roll.values["modifier"], roll.values["hit"]) == (0 if grits else -2, hit)


@pytest.mark.rule("KT18-TAC-09")
def test_gritted_teeth_leaves_all_other_penalties() -> None:
    """At long range and broken it still has -2; only its own flesh wound is disregarded."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1')], flesh=1)
    b = scene.add(1, (20, 11))
    play = scene.shoot(a, cp=(1, 0), broken=(True, False), dice=[4])
    play.answer("gritted-teeth", b)
    assert play.events("hit-roll")[0].values["modifier"] == -2


@pytest.mark.rule("KT18-TAC-09")
def test_gritted_teeth_in_a_fight() -> None:
    """WS 3+, one flesh wound, a 3: it hits."""
    scene = Scene()
    a = scene.add(0, (5, 11), flesh=1)
    scene.add(1, (6.001, 11))
    play = scene.fight(a, cp=(1, 0), dice=[3, 1])
    assert (play.what, play.player) == ("tactic", 0)
    play.answer("gritted-teeth").decline("move", "re-roll")
    assert play.events("hit-roll")[0].values["hit"]


@pytest.mark.rule("KT18-TAC-09")
def test_gritted_teeth_lasts_until_the_end_of_the_phase() -> None:
    """Bought in the Shooting phase, it is over in the Fight phase, where it can be bought again."""
    scene = Scene(rounds=1)
    a = scene.add(0, (5, 11), weapons=[gun('24" pistol 1, 4 0 1')], flesh=1)
    b = scene.add(1, (6.001, 11))
    play = scene.round(cp=(1, 0), dice=[6, 6, 1, 1, 2, 2, 1])
    play.decline("decisive", "manoeuvre")
    play.answer(a, "gritted-teeth", b)
    assert (play.what, play.state.phase, play.model(a).gritted) == ("re-roll", "shooting", True)
    play.decline("re-roll")
    assert play.events("hit-roll")[-1].values["modifier"] == 0
    assert (play.what, play.state.phase, play.model(a).gritted) == ("fight", "fight", False)
    play.answer(a)
    assert play.what == "tactic"
    play.answer("pass").decline("move", "re-roll")
    assert play.events("hit-roll")[-1].values["modifier"] == -1


@pytest.mark.rule("KT18-TAC-09")
def test_a_model_without_flesh_wounds_has_nothing_to_grit_its_teeth_over() -> None:
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[MISS])
    scene.add(1, (15, 11))
    assert scene.shoot(a, cp=(9, 0)).what == "target"


@pytest.mark.rule("KT18-TAC-09")
@pytest.mark.parametrize(("rest", "asked"), [("", True), ("; Auto-hit", False)])
def test_who_hits_without_a_roll_has_no_use_for_gritted_teeth(rest: str, asked: bool) -> None:
    """A gun that could not fire makes no difference, neither in shooting nor in a fight."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1' + rest), gun('3" assault 1, 4 0 1'), blade("user 0 1" + rest)], flesh=1)
    scene.add(1, (15, 11))
    assert (scene.shoot(a, cp=(1, 0)).what == "tactic") is asked
    scene.places[1] = (6.5, 11.0, 0.0)
    assert (scene.fight(a, cp=(1, 0), dice=[1, 1]).what == "tactic") is asked
