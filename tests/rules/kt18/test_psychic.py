"""The Psychic phase: one psyker a player, the test, Perils, the chance to deny, and the power."""

from __future__ import annotations

import pytest

from counteract.attacks.hitwoundsave import Amount
from counteract.game import Game
from tests.rules.kt18.scene import Play, Power, Scene, gun


def power(name: str = "spark", charge: int = 6, effect: str = "strike", **figures: object) -> Power:
    return Power(id=name, name=name.title(), text="…", charge=charge, effect=effect, **figures)  # type: ignore[arg-type]


SPARK = power()


def attempt(*dice: int, powers: tuple[Power, ...] = (), wounds: int = 1, apart: float = 10, **fields: object) -> tuple[Play, int, int]:
    """Return a psyker and an enemy so far away, about to choose; the enemy has many wounds."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True, powers=powers, wounds=wounds)
    b = scene.add(1, (4 + apart, 11), wounds=9)
    return scene.psychic(0, dice=dice, **fields), a, b


# --- who and what


@pytest.mark.rule("KT18-PSY-01")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_players_take_turns_in_initiative_order_each_power_resolved_before_the_next(order: tuple[int, int]) -> None:
    """Both have a psyker: the one with the initiative chooses and its power is over and done with before the other is asked."""
    scene = Scene(rounds=1)
    psykers = scene.add(0, (5, 11), psyker=True, wounds=3), scene.add(1, (15, 11), psyker=True, wounds=3)
    dice = [6, 6, 1, 1] if order == (0, 1) else [1, 1, 6, 6]
    play = scene.round(dice=[*dice, 3, 3, 4, 4]).decline("decisive", "manoeuvre")
    first, second = psykers[order[0]], psykers[order[1]]
    assert (play.what, play.player, play.options()) == ("psyker", order[0], [first, "pass"])
    play.answer(first, "pass")  # no re-roll
    assert play.game.view()["active"] == first
    play.answer("pass")  # no deny
    assert play.wounds(second) == 2 and play.game.view()["active"] is None
    assert (play.what, play.player, play.options()) == ("psyker", order[1], [second, "pass"])
    play.answer(second, "pass", "pass")
    assert play.wounds(first) == 2


@pytest.mark.rule("KT18-PSY-01")
def test_attempting_a_power_is_a_choice() -> None:
    play, a, _ = attempt()
    assert (play.what, play.decision.rule, play.options()) == ("psyker", "KT18-PSY-01", [a, "pass"])
    play.answer("pass")
    assert play.over
    assert not play.events("psychic-test")


@pytest.mark.rule("KT18-PSY-01")
def test_only_psykers_attempt_powers() -> None:
    """A model without the keyword is refused, and so are an enemy psyker and one that is out of action."""
    scene = Scene()
    a, plain, gone = scene.add(0, (5, 11), psyker=True), scene.add(0, (5, 14)), scene.add(0, None, psyker=True)
    b = scene.add(1, (15, 11), psyker=True)
    play = scene.psychic(0)
    assert play.options() == [a, "pass"]
    assert [play.why(i) for i in (plain, gone, b)] == ["KT18-PSY-01"] * 3


@pytest.mark.rule("KT18-PSY-02", "KT18-INT-51")
def test_one_psyker_a_player_a_round() -> None:
    """Two psykers each: player 1 uses one of them, then it is player 2's turn, who may use one too; then the phase is over."""
    scene = Scene(rounds=1)
    a, a2 = scene.add(0, (5, 11), psyker=True, wounds=3), scene.add(0, (5, 14), psyker=True, wounds=3)
    b, b2 = scene.add(1, (15, 11), psyker=True, wounds=3), scene.add(1, (15, 14), psyker=True, wounds=3)
    play = scene.round(dice=[6, 6, 1, 1, 1, 2, 1, 2]).decline("decisive", "manoeuvre")
    assert play.options() == [a, a2, "pass"]
    play.answer(a2).decline("re-roll")
    assert (play.what, play.player, play.options()) == ("psyker", 1, [b, b2, "pass"])
    play.answer(b).decline("re-roll")
    assert play.over
    assert [e.values["model"] for e in play.events("psychic-test")] == [a2, b]


@pytest.mark.rule("KT18-INT-51")
def test_denying_does_not_use_up_a_players_psyker() -> None:
    """Player 2's only psyker denies a power and then attempts one of its own."""
    scene = Scene(rounds=1)
    a, b = scene.add(0, (5, 11), psyker=True), scene.add(1, (15, 11), psyker=True, wounds=3)
    play = scene.round(dice=[6, 6, 1, 1, 3, 2, 4, 4, 1, 2]).decline("decisive", "manoeuvre")
    play.answer(a, "pass", b)
    assert (play.what, play.player, play.options()) == ("psyker", 1, [b, "pass"])
    play.answer(b).decline("re-roll")
    assert [e.values["model"] for e in play.events("psychic-test")] == [a, b]


@pytest.mark.rule("KT18-PSY-03", "KT18-INT-52")
def test_the_player_picks_one_of_the_powers_the_psyker_knows() -> None:
    """Its own and Psybolt, which all know; one of them, once. A power of another model is none of them."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True, powers=[SPARK])
    a2 = scene.add(0, (3, 15), psyker=True, powers=[power("gloom")])
    b = scene.add(1, (14, 11), wounds=9)
    play = scene.psychic(0, dice=[3, 3]).answer(a)
    assert (play.what, play.player, play.decision.rule) == ("power", 0, "KT18-PSY-03")
    assert play.options() == ["psybolt", "spark"]
    assert play.why("gloom") == "KT18-PSY-03"
    play.answer("spark")
    assert play.over  # one power for the chosen psyker, none for the other
    assert [(e.values["model"], e.values["power"]) for e in play.events("psychic-test")] == [(a, "spark")]
    assert (play.wounds(b), a2) == (8, 1)


# --- the test


@pytest.mark.rule("KT18-PSY-04")
@pytest.mark.parametrize(("dice", "manifested"), [((2, 3), False), ((2, 4), True), ((3, 4), True), ((1, 4), False)])
def test_the_test_reaches_the_warp_charge_or_fails(dice: tuple[int, int], manifested: bool) -> None:
    """Warp charge 6: 5 fails, 6 is enough."""
    play, a, b = attempt(*dice, powers=(SPARK,))
    play.answer(a, "spark")
    assert play.events("psychic-test")[0].values["hit"] is manifested
    assert play.wounds(b) == (8 if manifested else 9)


@pytest.mark.rule("KT18-PSY-05")
@pytest.mark.parametrize(("dice", "perils"), [((1, 1), True), ((6, 6), True), ((2, 2), False), ((5, 5), False), ((1, 6), False), ((6, 5), False)])
def test_two_ones_or_two_sixes_are_perils(dice: tuple[int, int], perils: bool) -> None:
    """Any other double, or a single 1 or 6, is not."""
    play, a, _ = attempt(*dice, 1, 1, wounds=9)
    play.answer(a)
    assert bool(play.events("perils")) is perils
    assert play.wounds(a) == (8 if perils else 9)


@pytest.mark.rule("KT18-PSY-05")
@pytest.mark.parametrize(("die", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_perils_cost_the_psyker_a_d3(die: int, lost: int) -> None:
    """Mortal wounds, so its invulnerable save is of no use."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True, wounds=9, invulnerable=2)
    scene.add(1, (28, 2))
    play = scene.psychic(0, dice=[1, 1, die]).answer(a)
    assert play.over
    assert play.wounds(a) == 9 - lost


@pytest.mark.rule("KT18-INT-53", "KT18-PSY-06")
@pytest.mark.parametrize(("dice", "charge", "works"), [((6, 6), 12, True), ((1, 1), 2, True), ((1, 1), 3, False)])
def test_perils_stop_a_power_only_if_the_psyker_is_lost(dice: tuple[int, int], charge: int, works: bool) -> None:
    """It lives: 12 manifests a power of warp charge 12, and 2 one of warp charge 2, not one of 3."""
    play, a, b = attempt(*dice, 1, powers=(power(charge=charge),), wounds=2)
    play.answer(a, "spark")
    assert (play.wounds(a), play.wounds(b)) == (1, 8 if works else 9)


@pytest.mark.rule("KT18-INT-53")
def test_perils_come_before_the_deny_test() -> None:
    """The psyker has suffered before the other player decides whether to deny."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True, wounds=3)
    b = scene.add(1, (14, 11), psyker=True)
    play = scene.psychic(0, dice=[6, 6, 1]).answer(a)
    assert (play.what, play.player, play.wounds(a)) == ("deny", 1, 2)
    assert play.options() == [b, "pass"]


def doomed(*dice: int, order: tuple[int, int] = (0, 1), **fields: object) -> tuple[Play, int, int, int, int, int]:
    """Return a psyker with one wound and bad luck, a friend 3" away, one a hair farther, an enemy beside it, one psyker far off."""
    scene = Scene()
    a, near, off = scene.add(0, (10, 11), psyker=True), scene.add(0, (14, 11), wounds=3), scene.add(0, (10, 15.01), wounds=3)
    b, far = scene.add(1, (8, 11), wounds=3), scene.add(1, (28, 11), psyker=True, wounds=3)
    play = scene.psychic(0, dice=[6, 6, 1, 4, *dice], order=order, **fields).answer(a)
    return play, a, near, off, b, far


@pytest.mark.rule("KT18-PSY-06")
def test_a_psyker_lost_to_perils_has_failed() -> None:
    """A total of 12, but the Injury roll is a 4: out of action. There is no power, and nothing to deny."""
    play, a, near, _off, _b, _far = doomed(1, 1)
    assert play.out(a)
    play.answer(near)
    assert play.over
    assert not play.events("power")
    assert [e.rule for e in play.events("psyker-lost")] == ["KT18-PSY-06"]


@pytest.mark.rule("KT18-PSY-07", "KT18-INT-55", "KT18-INT-47")
def test_the_blast_strikes_friend_and_foe_within_3_inches_each_for_a_d3_of_its_own() -> None:
    """Exactly 3" is near enough, a hair more is not; friend 3 (die 5), enemy 2 (die 3). The psyker itself suffers no more."""
    play, a, near, off, b, far = doomed(5, 2, 3)
    assert (play.what, play.options()) == ("blast", [near, b])
    play.answer(near)  # 3 wounds lost, so an Injury roll: a 2
    assert (play.flesh(near), play.wounds(near)) == (1, 1)
    assert [play.wounds(i) for i in (off, b, far)] == [3, 1, 3]
    assert play.over
    assert [(e.rule, e.values["model"]) for e in play.events("mortal-wounds")] == [("KT18-PSY-05", a), ("KT18-PSY-07", near), ("KT18-PSY-07", b)]


@pytest.mark.rule("KT18-INT-47")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_player_with_the_initiative_orders_the_blast(order: tuple[int, int]) -> None:
    """Whoever's psyker it was."""
    play, _a, near, _off, b, _far = doomed(1, 1, order=order)
    assert (play.what, play.player, play.decision.rule) == ("blast", order[0], "KT18-INT-47")
    play.answer(b)
    assert [e.values["model"] for e in play.events("mortal-wounds")][1:] == [b, near]


@pytest.mark.rule("KT18-INT-46")
def test_injuries_of_perils_and_blast_are_rolled_by_who_suffers() -> None:
    """No player inflicted them: the psyker's player rolls for the psyker, and each model's own player for that model."""
    play, _a, _near, _off, b, _far = doomed(5, 1, 5, 1)
    play.answer(b)
    assert [e.values["player"] for e in play.events("injury-roll")] == [0, 1, 0]


@pytest.mark.rule("KT18-INT-46")
def test_who_rolls_is_who_may_roll_again() -> None:
    """Out of action by its own player's Injury roll: that player, and no other, may pay to roll it again."""
    scene = Scene()
    a = scene.add(0, (10, 11), psyker=True)
    scene.add(1, (20, 11))
    play = scene.psychic(0, cp=(1, 1), dice=[1, 1, 1, 4]).answer(a, "pass")
    assert (play.what, play.player) == ("re-roll", 0)


@pytest.mark.rule("KT18-INT-55", "KT18-PSY-07")
def test_the_blast_is_measured_from_where_the_psyker_stood() -> None:
    """The psyker has been removed when the others are struck; who was within 3" of it still is."""
    play, a, near, _off, b, _far = doomed(1, 1)
    assert play.at(a) is None
    play.answer(near)
    assert (play.wounds(near), play.wounds(b)) == (2, 2)


# --- denying


def denied(*dice: int, apart: float = 10, **state: object) -> tuple[Play, int, int]:
    """Return a battle with a Psybolt of 3+3 against an enemy psyker so far away."""
    scene = Scene(board=(40, 22))
    a = scene.add(0, (3, 11), psyker=True)
    scene.add(0, (6, 20))
    b = scene.add(1, (4 + apart, 11), psyker=True, wounds=9, **state)
    return scene.psychic(0, dice=[3, 3, *dice]).answer(a), a, b


@pytest.mark.rule("KT18-PSY-08", "KT18-INT-54")
@pytest.mark.parametrize(("apart", "asked"), [(24.0, True), (24.01, False)])
def test_an_enemy_psyker_within_24_inches_may_deny(apart: float, asked: bool) -> None:
    play, a, b = denied(apart=apart)
    if not asked:
        assert play.over
        return
    assert (play.what, play.player, play.decision.subject, play.decision.rule) == ("deny", 1, a, "KT18-PSY-08")
    assert play.options() == [b, "pass"]


@pytest.mark.rule("KT18-PSY-08")
def test_denying_is_a_choice() -> None:
    play, _, b = denied()
    play.answer("pass")
    assert play.wounds(b) == 8
    assert not play.events("deny-test")


@pytest.mark.rule("KT18-PSY-08")
def test_a_power_that_fails_need_not_be_denied() -> None:
    """2+2 is less than Psybolt's 5."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True)
    scene.add(1, (14, 11), psyker=True)
    assert scene.psychic(0, dice=[2, 2]).answer(a).over


@pytest.mark.rule("KT18-PSY-09")
@pytest.mark.parametrize(("dice", "stopped"), [((2, 3), False), ((2, 4), False), ((3, 4), True), ((5, 6), True)])
def test_denying_takes_more_than_the_test(dice: tuple[int, int], stopped: bool) -> None:
    """Against 6: 5 and 6 fail, 7 stops it, and then the power does nothing."""
    play, _, b = denied(*dice)
    play.answer(b)
    assert play.events("deny-test")[0].values["hit"] is stopped
    assert play.wounds(b) == (9 if stopped else 8)


@pytest.mark.rule("KT18-INT-54")
@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_doubles_do_nothing_to_who_denies(dice: tuple[int, int]) -> None:
    play, _, b = denied(*dice)
    play.answer(b)
    assert not play.events("perils")


@pytest.mark.rule("KT18-INT-54", "KT18-QA-16")
def test_a_shaken_psyker_denies_nothing() -> None:
    play, _, b = denied(shaken=True)
    assert play.over
    assert play.wounds(b) == 8


@pytest.mark.rule("KT18-INT-54", "KT18-PSY-08")
def test_one_psyker_tries_once_whichever_its_player_picks() -> None:
    """Two in range and one not; no line of sight is needed. The one picked fails, and that is that."""
    scene = Scene(board=(40, 22))
    a = scene.add(0, (3, 11), psyker=True)
    b, hidden = scene.add(1, (14, 11), psyker=True, wounds=9), scene.add(1, (20, 3), psyker=True)
    scene.add(1, (38, 20), psyker=True)
    scene.add(1, (14, 14))
    scene.wall(18, 0, 18.5, 6, top=9)
    play = scene.psychic(0, dice=[3, 3, 1, 2]).answer(a)
    assert play.options() == [b, hidden, "pass"]
    play.answer(hidden)
    assert play.over
    assert play.wounds(b) == 8


@pytest.mark.rule("KT18-PSY-10")
def test_the_order_of_a_power() -> None:
    """Psyker, power, test, Perils, deny, and only then whom it touches and what it does."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True, powers=[SPARK], wounds=3)
    b, b2 = scene.add(1, (14, 11), psyker=True, wounds=9), scene.add(1, (14, 14), wounds=9)
    play = scene.psychic(0, dice=[6, 6, 1, 1, 1])
    asked = []
    for answer in (a, "spark", b, b2):
        asked.append(play.what)
        play.answer(answer)
    assert asked == ["psyker", "power", "deny", "power-target"]
    kinds = [e.kind for e in play.game.events]
    assert [k for k in kinds if k in ("psychic-test", "perils", "deny-test", "power")] == ["psychic-test", "perils", "deny-test", "power"]
    assert play.wounds(b2) == 8


# --- powers


@pytest.mark.rule("KT18-PSY-11", "KT18-INT-52")
def test_every_psyker_knows_psybolt() -> None:
    """A psyker whose card names no power attempts it without further question, warp charge 5."""
    play, a, b = attempt(2, 3)
    play.answer(a)
    (test,) = play.events("psychic-test")
    assert (test.values["power"], test.values["needed"]) == ("psybolt", 5)
    assert play.wounds(b) == 8


@pytest.mark.rule("KT18-PSY-11")
@pytest.mark.parametrize(("test", "die", "lost"), [((4, 6), 6, 1), ((5, 6), 1, 1), ((5, 6), 3, 2), ((5, 6), 6, 3)])
def test_psybolt_deals_one_wound_or_a_d3_from_11_on(test: tuple[int, int], die: int, lost: int) -> None:
    """No save is rolled against it."""
    play, a, b = attempt(*test, die)
    play.answer(a)
    assert play.wounds(b) == 9 - lost
    assert not play.events("save-roll")


@pytest.mark.rule("KT18-PSY-11")
@pytest.mark.parametrize(("apart", "struck"), [(18.0, True), (18.01, False)])
def test_psybolt_reaches_18_inches(apart: float, struck: bool) -> None:
    play, a, b = attempt(3, 4, apart=apart)
    play.answer(a)
    assert play.wounds(b) == (8 if struck else 9)


@pytest.mark.rule("KT18-PSY-11", "KT18-INT-07")
def test_psybolt_strikes_the_closest_enemy_that_is_seen() -> None:
    """The nearest of all stands behind a wall; of the others the nearer one is struck, with no choice in it."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True)
    scene.add(0, (5, 15))
    hidden, b, b2 = scene.add(1, (3, 17), wounds=9), scene.add(1, (12, 11), wounds=9), scene.add(1, (13, 14), wounds=9)
    scene.wall(0, 14, 4.4, 14.5, top=5)
    play = scene.psychic(0, dice=[3, 4]).answer(a)
    assert play.over
    assert [play.wounds(i) for i in (hidden, b, b2)] == [9, 8, 9]


@pytest.mark.rule("KT18-INT-56")
def test_of_two_enemies_equally_close_the_psykers_player_chooses() -> None:
    scene = Scene()
    a = scene.add(0, (10, 11), psyker=True)
    b, b2 = scene.add(1, (15, 11), wounds=9), scene.add(1, (10, 16), wounds=9)
    scene.add(1, (5, 5))
    play = scene.psychic(0, dice=[3, 4]).answer(a)
    assert (play.what, play.player, play.options(), play.decision.rule) == ("power-target", 0, [b, b2], "KT18-INT-56")
    play.answer(b2)
    assert (play.wounds(b), play.wounds(b2)) == (9, 8)


@pytest.mark.rule("KT18-INT-56")
def test_psybolt_may_be_attempted_with_nobody_to_strike() -> None:
    """It does nothing, and says so; Perils strike all the same."""
    play, a, b = attempt(6, 6, 1, apart=20, wounds=3)
    play.answer(a)
    assert play.over
    assert (play.wounds(a), play.wounds(b)) == (2, 9)
    assert [e.rule for e in play.events("no-effect")] == ["KT18-INT-56"]


@pytest.mark.rule("KT18-PSY-10")
def test_a_power_with_a_choice_of_targets_lets_the_psykers_player_choose() -> None:
    """A strike may touch any enemy it can see in its range, not only the closest."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True, powers=[power(range=12.0, amount=Amount(plus=2))])
    b, b2, far = scene.add(1, (8, 11), wounds=9), scene.add(1, (14, 15), wounds=9), scene.add(1, (17, 3), wounds=9)
    play = scene.psychic(0, dice=[3, 4]).answer(a, "spark")
    assert (play.what, play.player, play.options()) == ("power-target", 0, [b, b2])
    assert play.why(far) == "KT18-PSY-10"
    play.answer(b2)
    assert play.wounds(b2) == 7


@pytest.mark.rule("KT18-PSY-10")
def test_powers_that_mend_ward_and_hex() -> None:
    """They give wounds back up to the card, an invulnerable save, or -1 to hit; the last two for the rest of the round."""
    scene = Scene()
    powers = [power("mend", 5, "mend", amount=Amount(plus=3)), power("ward", 5, "ward", save=4), power("hex", 5, "hex")]
    a = scene.add(0, (3, 11), psyker=True, powers=powers, left=1, wounds=3)
    b = scene.add(1, (13, 11), weapons=[gun()])
    assert scene.psychic(0, dice=[3, 4]).answer(a, "mend").wounds(a) == 3
    assert scene.psychic(0, dice=[3, 4]).answer(a, "ward").model(a).warded == 4
    play = scene.psychic(0, dice=[3, 4]).answer(a, "hex")
    assert play.model(b).hexed
    scene.fighters[b]["hexed"], scene.fighters[a]["warded"] = True, 4
    shot = scene.shoot(b, dice=[3, 3]).answer(a)
    assert [e.values["modifier"] for e in shot.events("hit-roll")] == [-1, -1]
    later = scene.round(dice=[6, 6, 1, 1])
    assert (later.model(b).hexed, later.model(a).warded) == (False, 0)


# --- worked examples


@pytest.mark.rule("KT18-PSY-04", "KT18-PSY-05", "KT18-PSY-08", "KT18-PSY-09")
def test_example_18_psychic_test_and_deny() -> None:
    """Warp charge 6: 3+3 manifests it and is no Perils. At exactly 24.0" a 6 does not deny it, a 7 does."""
    scene = Scene(board=(40, 22))
    a = scene.add(0, (3, 11), psyker=True, powers=[power(range=30.0)])
    b = scene.add(1, (28, 11), psyker=True, wounds=9)
    for deny, left in (((2, 4), 8), ((3, 4), 9)):
        play = scene.psychic(0, dice=[3, 3, *deny]).answer(a, "spark")
        assert not play.events("perils")
        assert play.options() == [b, "pass"]
        play.answer(b)
        assert play.wounds(b) == left


def perils(*dice: int) -> tuple[Play, int, int, int]:
    """Return a double 6 by a psyker with two wounds; an enemy psyker 3" away and one far away."""
    scene = Scene()
    a = scene.add(0, (10, 11), psyker=True, wounds=2)
    b, far = scene.add(1, (14, 11), psyker=True, wounds=3), scene.add(1, (28, 11), wounds=3)
    return scene.psychic(0, dice=[6, 6, 5, *dice]).answer(a), a, b, far


@pytest.mark.rule("KT18-PSY-05", "KT18-PSY-06", "KT18-PSY-07", "KT18-PSY-10", "KT18-MW-03", "KT18-MW-04", "KT18-INJ-06")
def test_example_19_perils() -> None:
    """12, a D3 of 3 on two wounds: two are lost, the third is not resolved, one Injury die. 3: the power goes on. 4: it fails, with a blast."""
    play, a, b, far = perils(3)
    assert [e.values["left"] for e in play.events("wound-lost")] == [1, 0]
    assert [e.values["dice"] for e in play.events("injury-roll")] == [(3,)]
    assert (play.flesh(a), play.wounds(a)) == (1, 1)
    assert (play.what, play.player) == ("deny", 1)
    play, a, b, far = perils(4, 3)
    assert play.over
    assert play.out(a)
    assert not play.events("power")
    assert (play.wounds(b), play.wounds(far)) == (1, 3)


@pytest.mark.rule("KT18-PSY-11", "KT18-INJ-03", "KT18-INJ-04", "KT18-INJ-08", "KT18-MW-03", "KT18-INT-07")
@pytest.mark.parametrize(("die", "out"), [(4, True), (3, False)])
def test_example_20_psybolt(die: int, out: bool) -> None:
    """11: D3 with a 4 is 2 mortal wounds. One wound, one flesh wound, a crate 0.8" away in between: 4 - 1 + 1 is 4, out of action."""
    scene = Scene()
    a = scene.add(0, (3, 11), psyker=True)
    b = scene.add(1, (13, 11), flesh=1)
    scene.add(1, (20, 11))
    scene.wall(11.2, 10, 11.7, 12, top=1)  # its near side is 0.8" from the base
    play = scene.psychic(0, dice=[5, 6, 4, die]).answer(a)
    assert play.over
    assert [e.values["amount"] for e in play.events("mortal-wounds")] == [2]
    assert len(play.events("wound-lost")) == 1
    (roll,) = play.events("injury-roll")
    assert (roll.values["player"], roll.values["modifier"], roll.values["cover"]) == (0, 0, True)
    assert play.out(b) is out


@pytest.mark.rule("KT18-INT-52")
def test_shipped_psykers_know_psybolt_too() -> None:
    """Every PSYKER of every team, besides the powers on its card."""
    game = Game.new("kt18", teams=["lantern-circle", "lantern-circle"], seed=1)
    known = [[p.id for p in powers] for card, powers in zip(game.arena.cards, game.arena.powers, strict=True) if card.psyker]
    assert known and all(powers[0] == "psybolt" for powers in known)
