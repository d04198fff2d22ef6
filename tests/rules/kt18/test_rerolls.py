"""The Tactical Re-roll: which rolls, whose, when, and all dice or none."""

from __future__ import annotations

import pytest

from counteract.attacks.hitwoundsave import Amount
from counteract.core.decision import Dice
from counteract.rulesets.kt18.cards import Power
from tests.rules.kt18.scene import Play, Scene, gun

ONE, BOTH = Dice("tactical-re-roll", (0,)), Dice("tactical-re-roll", (0, 1))


def shot(cp: tuple[int, int], *dice: int, weapon: str = '24" assault 1, 4 0 1', **target: int) -> tuple[Play, int]:
    """Return a battle in which a model in the open shoots at another; both stand in the open. WS, BS 3+, T4, Sv 4+."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun(weapon)])
    b = scene.add(1, (15, 11), **target)
    return scene.shoot(a, cp=cp, dice=dice).answer(b), b


def offered(play: Play, player: int, count: int) -> bool:
    """Return True if this player is asked about a roll of so many dice, for 1CP."""
    assert (play.what, play.player, play.decision.rule) == ("re-roll", player, "KT18-TAC-03")
    return play.options() == ["pass", Dice("tactical-re-roll", tuple(range(count)))]


def asks(play: Play, what: str) -> bool:
    """Return True if the question names the dice, the number needed and the result."""
    return play.decision.prompt.partition(": ")[2] == f"{what} Roll again for 1CP?"


# --- each roll of the list


@pytest.mark.rule("KT18-TAC-03")
def test_an_advance_roll() -> None:
    """A 2, rolled again: a 5. The model may go 11", not 8"."""
    scene = Scene()
    a = scene.add(0, (5, 11))
    scene.add(1, (28, 2))
    play = scene.option(a, "advance", cp=(1, 0), dice=[2, 5])
    assert offered(play, 0, 1)
    assert asks(play, 'Advance roll 2, so up to 8".')
    play.answer(ONE)
    assert play.state.cp == (0, 0)
    assert play.why([(16, 11)]) == ""
    assert play.why([(16.1, 11)]) == "KT18-ADV-01"


@pytest.mark.rule("KT18-TAC-03")
def test_a_charge_roll_with_both_dice() -> None:
    """1+1, rolled again with both dice: 3+4. One die of the two cannot be kept."""
    scene = Scene()
    a = scene.add(0, (5, 11))
    b = scene.add(1, (13, 11), shaken=True)
    play = scene.option(a, "charge", cp=(1, 0), dice=[1, 1, 3, 4]).answer(b)
    assert offered(play, 0, 2)
    assert asks(play, 'charge roll 1 + 1 = 2; the nearest target is 7.0" away, and 1" is near enough: it falls short.')
    assert play.why(ONE) == "KT18-TAC-03"
    play.answer(BOTH)
    assert play.events("charge-roll")[0].values["distance"] == 7
    play.answer([(11.5, 11)])
    assert play.model(a).charged == (b,)


@pytest.mark.rule("KT18-TAC-03")
def test_a_psychic_test_and_the_deny_test_against_it() -> None:
    """2+2 becomes 3+4, which manifests Psybolt; 3+4 to deny it becomes 4+4, which stops it. Each player pays for their own."""
    scene = Scene()
    a = scene.add(0, (5, 11), psyker=True)
    b = scene.add(1, (15, 11), psyker=True)
    play = scene.psychic(0, cp=(1, 1), dice=[2, 2, 3, 4, 3, 4, 4, 4]).answer(a)
    assert offered(play, 0, 2)
    assert asks(play, "psychic test 2 + 2 = 4, needs 5: it fails.")
    assert play.why(ONE) == "KT18-TAC-03"
    play.answer(BOTH)
    assert play.events("psychic-test")[0].values["hit"]
    play.answer(b)
    assert offered(play, 1, 2)
    assert asks(play, "deny test 3 + 4 = 7, needs more than 7: in vain.")
    play.answer(BOTH)
    assert play.over
    assert play.state.cp == (0, 0)
    assert play.events("deny-test")[0].values["hit"]
    assert not play.events("power")


@pytest.mark.rule("KT18-TAC-03", "KT18-PSY-05", "KT18-PSY-08")
@pytest.mark.parametrize(
    ("dice", "denier", "strong", "no_effect"),
    [
        ((2, 4), False, None, True),
        ((2, 1), False, None, False),  # it fails
        ((2, 4), True, None, False),  # a higher test is harder to deny
        ((2, 4), False, Amount(1, 3), False),  # a higher one does more
        ((6, 4), False, Amount(1, 3), True),
        ((6, 6), False, None, False),  # Perils
    ],
)
def test_a_psychic_test_that_cannot_be_better(dice: tuple[int, int], denier: bool, strong: Amount | None, no_effect: bool) -> None:
    """It is offered all the same, as something that no player need be asked."""
    power = Power(id="spark", name="Spark", text="…", charge=5, effect="strike", strong=strong, strong_from=10)
    scene = Scene()
    a = scene.add(0, (5, 11), psyker=True, powers=(power,))
    scene.add(1, (15, 11), psyker=denier)
    play = scene.psychic(0, cp=(1, 0), dice=dice).answer(a)
    if play.what == "power":
        play.answer("spark")
    assert offered(play, 0, 2) and play.decision.no_effect == no_effect


@pytest.mark.rule("KT18-TAC-03")
def test_a_hit_roll() -> None:
    """A 2 misses on 3+; the 3 rolled instead hits."""
    play, _ = shot((1, 0), 2, 3, 1)
    assert offered(play, 0, 1)
    assert asks(play, "hit roll 2, needs 3+: a miss.")
    play.answer(ONE)
    assert play.over
    assert [e.values["hit"] for e in play.events("hit-roll")] == [True]
    assert [play.game.tell(e).partition(" roll ")[2] for e in play.events("rerolled")] == ["the hit roll 2 again: 3."]


@pytest.mark.rule("KT18-TAC-03")
def test_a_wound_roll() -> None:
    """S4 against T4 fails with a 3; the 4 rolled instead wounds."""
    play, _ = shot((1, 0), 3, 3, 4, 6)
    assert offered(play, 0, 1)
    assert asks(play, "wound roll 3, needs 4+: no wound.")
    play.answer(ONE)
    assert [e.values["hit"] for e in play.events("wound-roll")] == [True]


@pytest.mark.rule("KT18-TAC-03")
def test_a_saving_throw_is_rolled_again_by_the_target() -> None:
    """Sv 4+ fails with a 3; the 4 rolled instead saves. The attacker, with CP as well, has no say in it."""
    play, b = shot((1, 1), 3, 4, 3, 4)
    assert offered(play, 1, 1)
    assert asks(play, "saving throw 3, needs 4+: not saved; 1 damage, 1 of 1 wounds left.")
    play.answer(ONE)
    assert play.over
    assert (play.wounds(b), play.state.cp) == (1, (1, 0))


@pytest.mark.rule("KT18-TAC-03", "KT18-INT-71")
def test_an_injury_roll_is_rolled_again_by_the_attacker() -> None:
    """A 3 is a flesh wound; the attacker rolls a 4 instead. The target's player, with CP too, did not make this roll."""
    play, b = shot((1, 1), 3, 4, 1, 3, 4)
    play.answer("pass")  # the saving throw, which is the other player's roll
    assert offered(play, 0, 1)
    assert asks(play, "Injury roll 3: a flesh wound; out of action on 4+.")
    play.answer(ONE)
    assert play.over
    assert play.out(b)


@pytest.mark.rule("KT18-TAC-03")
def test_a_nerve_test() -> None:
    """Ld 3: a 4 fails; the 3 rolled instead passes."""
    scene = Scene()
    a = scene.add(0, (5, 5), flesh=1, leadership=3)
    scene.add(0, (15, 5))
    scene.add(1, (25, 20))
    play = scene.morale(0, cp=(1, 0), dice=[4, 3])
    assert play.decision.prompt.endswith("tests its nerve with D6, at most 3 passes: Insane Bravery for 1CP?")
    play.answer("pass")
    assert offered(play, 0, 1)
    assert asks(play, "Nerve test 4, at most 3 passes: it fails.")
    play.answer(ONE)
    assert play.over
    assert not play.model(a).shaken


# --- when, and what else


@pytest.mark.rule("KT18-TAC-03", "KT18-TAC-01")
def test_a_declined_re_roll_costs_nothing_and_changes_nothing() -> None:
    play, _ = shot((1, 0), 2)
    play.answer("pass")
    assert play.over
    assert play.state.cp == (1, 0)
    assert not play.events("rerolled")


@pytest.mark.rule("KT18-TAC-01", "KT18-INT-71")
def test_a_re_roll_comes_right_after_the_roll_and_is_paid_for_first() -> None:
    """The miss is known, nothing else has been rolled yet; then the CP goes, then the die falls again."""
    play, _ = shot((1, 0), 2, 3, 4, 6)
    assert sum(len(m.dice) for m in play.game.moments) == 1
    play.answer(ONE)
    kinds = [e.kind for e in play.game.events]
    assert kinds.index("tactic") < kinds.index("rerolled") < kinds.index("hit-roll") < kinds.index("wound-roll")


@pytest.mark.rule("KT18-INT-71")
def test_no_die_is_rolled_twice_again() -> None:
    """A natural 1 that a weapon's own rule rolls again (another 1) is not offered a Tactical Re-roll; a plain 2 is."""
    play, _ = shot((1, 0), 1, 1, weapon='24" assault 1, 4 0 1; Sure')
    assert play.over
    assert play.state.cp == (1, 0)
    play, _ = shot((1, 0), 2, weapon='24" assault 1, 4 0 1; Sure')
    assert play.what == "re-roll"


@pytest.mark.rule("KT18-INT-71")
def test_a_re_rolled_roll_is_not_offered_again() -> None:
    """Missed, rolled again, missed: with CP left the matter is closed."""
    play, _ = shot((5, 0), 2, 2)
    play.answer(ONE)
    assert play.over
    assert play.state.cp == (4, 0)


@pytest.mark.rule("KT18-INT-71")
def test_neither_the_number_of_attacks_nor_damage_is_rolled_again() -> None:
    """A D6 weapon rolls a 1 for its attacks and a 1 for its damage: no player is asked about either."""
    play, b = shot((9, 9), 1, 3, 4, 3, 1, weapon='24" assault D6, 4 0 D6', wounds=2)
    assert (play.what, play.player) == ("re-roll", 1)  # the saving throw, which can
    assert len(play.game.moments[-1].dice) == 4
    play.answer("pass")
    assert play.over
    assert play.wounds(b) == 1


@pytest.mark.rule("KT18-INT-71")
def test_the_d3_of_a_power_and_of_perils_are_not_rolled_again() -> None:
    """A double 6: one wound of Perils (a 1), then a D3 of 1 on the target; only test and Injury rolls are asked about."""
    scene = Scene()
    a = scene.add(0, (5, 11), psyker=True, wounds=3)
    b = scene.add(1, (15, 11), wounds=3)
    play = scene.psychic(0, cp=(9, 9), dice=[6, 6, 1, 1]).answer(a)
    assert play.what == "re-roll"
    play.answer("pass")
    assert play.over
    assert (play.wounds(a), play.wounds(b)) == (2, 2)


@pytest.mark.rule("KT18-INT-71")
def test_initiative_and_broken_tests_are_not_rolled_again() -> None:
    """With 9CP each both stand as they fall."""
    scene = Scene()
    for x in (3, 8):
        scene.add(0, None)
        scene.add(0, (x, 3), leadership=7)
    scene.add(0, (13, 3), shaken=True)
    scene.add(1, (27, 19))
    assert scene.round(cp=(9, 9), dice=[1, 1, 6, 6]).what == "decisive"
    play = scene.morale(0, cp=(9, 9), dice=[4, 4])
    assert play.events("broken")
    assert play.what == "nerve"


@pytest.mark.rule("KT18-INT-71", "KT18-INT-46")
def test_dangerous_ground_is_not_rolled_again_but_the_injury_roll_after_it_is() -> None:
    """A 1 on dangerous ground hurts, no question asked; the Injury roll is the mover's own, who may roll a bad one again."""
    scene = Scene()
    a = scene.add(0, (5, 11))
    scene.add(1, (28, 2))
    scene.ground(3, 9, 7, 13, "dangerous")
    play = scene.option(a, "normal move", cp=(1, 1), dice=[1, 4, 3]).answer([(9, 11)])
    assert offered(play, 0, 1)
    assert play.events("injury-roll")[0].values["player"] == 0
    play.answer(ONE)
    assert (play.flesh(a), play.out(a)) == (1, False)


@pytest.mark.rule("KT18-INT-46")
def test_a_flesh_wound_of_ones_own_roll_is_not_rolled_again() -> None:
    """The player of the model rolls, and is content with a 3: there is nothing to ask, nor is the enemy asked."""
    scene = Scene()
    a = scene.add(0, (5, 11))
    scene.add(1, (28, 2))
    scene.ground(3, 9, 7, 13, "dangerous")
    play = scene.option(a, "normal move", cp=(1, 1), dice=[1, 3]).answer([(9, 11)])
    assert play.over
    assert play.flesh(a) == 1


@pytest.mark.rule("KT18-INT-46", "KT18-INT-71")
def test_a_jump_down_is_the_jumpers_own_affair() -> None:
    """From 6" one die: a 5 hurts and is not rolled again; the Injury roll is the jumper's, and is."""
    scene = Scene()
    scene.floor(3, 9, 7, 13, z=6)
    a = scene.add(0, (6.4, 11, 6))
    scene.add(1, (28, 2))
    play = scene.option(a, "normal move", cp=(1, 1), dice=[5, 4, 1]).answer([(7.8, 11, 0, "jump")])
    assert offered(play, 0, 1)
    assert play.events("impact")[0].values["dice"] == (5,)
    play.answer(ONE)
    assert play.flesh(a) == 1


@pytest.mark.rule("KT18-INT-46", "KT18-INT-71")
def test_a_fall_is_the_fallers_own_affair_and_so_it_is_for_whom_it_falls_onto() -> None:
    """Hit on a ledge 3" up: the falling test (1) and the dice of the fall stand. Injury rolls are made by who controls the hurt model."""
    scene = Scene()
    a = scene.add(0, (5, 2), weapons=[gun('24" assault 1, 1 0 1')])
    under = scene.add(0, (15.5, 11))
    scene.floor(11, 9, 15.4, 13, z=3)
    b = scene.add(1, (14.9, 11, 3))
    play = scene.shoot(a, cp=(1, 1), dice=[6, 1, 1, 5, 4, 2, 5, 4, 2]).answer(b)
    play.answer("pass")  # the wound roll failed, and so it stays
    assert offered(play, 1, 1)
    assert play.events("injury-roll")[0].values["player"] == 1
    play.answer(ONE)
    assert play.flesh(b) == 1
    assert offered(play, 0, 1)
    roll = play.events("injury-roll")[1].values
    assert (roll["model"], roll["player"], roll["dice"], roll["modifier"], roll["cover"]) == (under, 0, (4,), 0, False)
    play.answer(ONE)
    assert play.flesh(under) == 1


# --- several Injury dice


def three_dice(*dice: int) -> tuple[Play, int]:
    """Return a battle with damage 3, the target brought to 0 wounds; the attacker has 1CP."""
    return shot((1, 0), 3, 4, 1, *dice, weapon='24" assault 1, 4 0 3', wounds=2)


@pytest.mark.rule("KT18-QA-18")
@pytest.mark.parametrize("chosen", [(0,), (2,), (0, 1), (1, 2)])
def test_some_of_several_injury_dice_cannot_be_rolled_again(chosen: tuple[int, ...]) -> None:
    """With Damage 3 it is all three dice or none."""
    play, _ = three_dice(1, 2, 3)
    assert play.why(Dice("tactical-re-roll", chosen)) == "KT18-QA-18"
    assert play.options() == ["pass", Dice("tactical-re-roll", (0, 1, 2))]


@pytest.mark.rule("KT18-TAC-03", "KT18-QA-18")
def test_example_28_a_re_rolled_injury() -> None:
    """1, 2, 3 is a flesh wound; for 1CP all three again, 6, 1, 1: out of action. Keeping the 3 is not allowed."""
    play, b = three_dice(1, 2, 3, 6, 1, 1)
    assert play.why(Dice("tactical-re-roll", (0, 1))) == "KT18-QA-18"
    play.answer(Dice("tactical-re-roll", (0, 1, 2)))
    assert play.state.cp == (0, 0)
    assert play.out(b)
    play, b = three_dice(1, 2, 3)
    play.answer("pass")
    assert (play.out(b), play.flesh(b)) == (False, 1)


@pytest.mark.rule("KT18-QA-18")
def test_a_better_die_is_not_kept_when_all_are_rolled_again() -> None:
    """1, 2, 3, then 2, 2, 1: the best is now a 2, still a flesh wound; the 3 is gone."""
    play, b = three_dice(1, 2, 3, 2, 2, 1)
    play.answer(Dice("tactical-re-roll", (0, 1, 2)))
    assert (play.out(b), play.flesh(b), play.state.cp) == (False, 1, (0, 0))
    assert play.events("rerolled")[0].values["dice"] == (2, 2, 1)


@pytest.mark.rule("KT18-TAC-03", "KT18-INT-71")
def test_a_wound_that_a_venomous_weapon_could_better_may_be_rolled_again() -> None:
    """A 4 wounds, but a 6 would bring a mortal wound besides: the player with 1CP is asked; after a 6 no player is."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1; Venomous')])
    target = scene.add(1, (12, 11), wounds=3, save=6)
    play = scene.shoot(shooter, dice=[5, 4, 6, 1], cp=(1, 0)).answer(target)
    assert (play.what, play.player) == ("re-roll", 0)
    play.answer(play.decision.options[1])
    assert play.over
    assert play.model(target).wounds == 1
    assert scene.shoot(shooter, dice=[5, 6, 1], cp=(1, 0)).answer(target).over


@pytest.mark.rule("KT18-TAC-03", "KT18-INJ-08")
@pytest.mark.parametrize(("flesh", "asked"), [(2, True), (3, False)])
def test_an_injury_roll_is_sold_only_if_another_could_end_otherwise(flesh: int, asked: bool) -> None:
    """Hurt by dangerous ground, the model's own player would have it in play; with three flesh wounds even a 1 is too much."""
    scene = Scene()
    a = scene.add(0, (5, 11), flesh=flesh)
    scene.add(1, (28, 2))
    scene.ground(3, 9, 7, 13, "dangerous")
    play = scene.option(a, "normal move", cp=(1, 1), dice=[1, 5]).answer([(9, 11)])
    assert (play.what == "re-roll") is asked
    assert asked or play.out(a)


@pytest.mark.rule("KT18-TAC-03", "KT18-INT-80")
@pytest.mark.parametrize(("most", "asked"), [(0, True), (2, True), (1, False)])
def test_who_can_bear_no_more_flesh_wounds_is_out_without_a_re_roll(most: int, asked: bool) -> None:
    """With one flesh wound, a 2 and +1: the attacker is asked, unless one is the most there may be."""
    scene = Scene(max_flesh_wounds=most)
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1')])
    b = scene.add(1, (15, 11), flesh=1, save=7)
    play = scene.shoot(a, cp=(1, 0), dice=[6, 6, 2]).answer(b)
    assert (play.what == "re-roll") is asked
    assert asked or play.out(b)
