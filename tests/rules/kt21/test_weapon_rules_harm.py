"""Weapon rules of critical hits: MW, Splash, Stun, Reap; and Brutal. (INT-52 to INT-54)"""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from tests.rules.kt21.scene import Play, Scene, blade, gun
from tests.rules.kt21.shots import TARGET, brawl, kept, resolved, rolled, saved, shot, spend, then_activated

# --- MW


@pytest.mark.rule("KT21-WR-MW-01")
def test_mw_inflicts_x_for_each_critical_and_the_die_still_counts() -> None:
    """MW3 with two criticals: 6 at once, and both dice are still to be saved; without a critical nothing."""
    play = shot("3 3+ 1/2; MW3", [6, 6, 5, 6, 1, 1], save=3)
    assert (play.what, play.damage(TARGET)) == ("block", 6)
    play.answer(spend(critical_on_critical=1))
    assert play.damage(TARGET) == 6 + 2 + 1
    assert [e.rule for e in play.events("damage")] == ["KT21-WR-MW-01", "KT21-SHOOT-20"]
    assert shot("3 3+ 1/2; MW3", [5, 5, 5, 1, 1, 1]).damage(TARGET) == 3


@pytest.mark.rule("KT21-WR-MW-01", "KT21-WR-SPLASH-01")
def test_mw_and_splash_do_nothing_in_a_fight() -> None:
    """A blade with MW3 and Splash 3: its critical strikes for 2 and that is all."""
    play = brawl("1 3+ 1/2; MW3, Splash 3", None, [6])
    assert play.damage(1) == 2


# --- Splash


@pytest.mark.rule("KT21-WR-SPLASH-01", "KT21-WR-SPLASH-02", "KT21-INT-52")
def test_example_17_splash() -> None:
    """Two criticals with Splash 1: 2 to the target, to an enemy 1.5" and a friend 2.0" off, none at 2.1"; then the defence roll."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4; Splash 1")])
    friend = scene.add(0, (15, 8))  # 2.0"
    target = scene.add(1, (15, 11), save=4, wounds=20)
    near = scene.add(1, (15, 13.5))  # 1.5"
    far = scene.add(1, (18.1, 11))  # 2.1"
    play = scene.act(0, "shoot", dice=[6, 6, 6, 1, 1]).answer(target)
    assert [play.damage(i) for i in (target, near, friend, far)] == [2, 2, 2, 0]
    assert (play.what, play.player, saved(play)) == ("block", 1, (1, 0))
    play.answer(spend(critical_on_critical=1))
    assert play.damage(target) == 2 + 4


@pytest.mark.rule("KT21-WR-SPLASH-02", "KT21-INT-52")
def test_splash_strikes_whom_the_target_sees_and_the_shooter_too() -> None:
    """A wall hides one bystander from the target, not from the shooter: it is spared. The shooter, 1.5" off, is not."""
    scene = Scene()
    shooter = scene.add(0, (12.5, 11), weapons=[gun("1 3+ 0/0; Splash 2")])
    target = scene.add(1, (15, 11), defence=0)
    hidden = scene.add(1, (15, 13))
    scene.wall(14, 11.9, 16, 12.1, top=3)
    play = scene.act(shooter, "shoot", dice=[6])
    assert play.options() == [target, hidden]
    play.answer(target)
    assert [play.damage(i) for i in (shooter, target, hidden)] == [2, 2, 0]


@pytest.mark.rule("KT21-WR-SPLASH-01", "KT21-WR-SPLASH-02")
def test_no_splash_without_a_critical() -> None:
    """Normal hits splash no operative."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 0/0; Splash 2")])
    target = scene.add(1, (15, 11), defence=0)
    near = scene.add(1, (15, 13))
    play = scene.act(0, "shoot", dice=[5, 5]).answer(target)
    assert (play.damage(target), play.damage(near)) == (0, 0)


# --- Stun


def points(play: Play) -> list[int]:
    """Return the AP an operative generates in the activations to come, one after the other, all of them passed."""
    found = []
    while not play.over:
        play.answer(play.decision.default)
        if play.what == "action":
            found.append(play.state.acting[-1].points)
            play.answer("end")
    return found


@pytest.mark.rule("KT21-WR-STUN-01", "KT21-INT-54")
@pytest.mark.parametrize(("dice", "generated"), [([6, 6, 1], [1, 2]), ([6, 1, 1], [1, 2]), ([5, 5, 5], [2, 2])])
def test_stun_takes_1_apl_until_the_end_of_the_next_activation(dice: list[int], generated: list[int]) -> None:
    """One critical or more: 1 AP less in the next activation, not in the one after; with normal hits nothing."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("3 3+ 0/0; Stun")], apl=1)
    target = scene.add(1, (15, 11), apl=2, defence=0)
    play = then_activated(scene, 0, "shoot", target, target, dice=dice).answer(target)
    assert [e.rule for e in play.events("stunned")] == ["KT21-WR-STUN-01"] * (generated[0] == 1)
    assert points(play) == generated


@pytest.mark.rule("KT21-INT-54")
def test_losses_of_apl_do_not_add_up() -> None:
    """Stunned by two shots of a turning point, an operative with APL 3 has 2, and 3 again after its next activation."""
    scene = Scene()
    guns = [gun("1 3+ 0/0; Stun")]
    scene.add(0, (5, 11), weapons=guns)
    scene.add(0, (5, 14), weapons=guns, apl=1)
    target = scene.add(1, (15, 11), apl=3, defence=0)
    play = then_activated(scene, 0, "shoot", 1, target, target, dice=[6, 6]).answer(target)
    play.answer("engage", "shoot", target)
    assert len(play.events("stunned")) == 2
    assert points(play) == [2, 3]


@pytest.mark.rule("KT21-INT-54", "KT21-INT-68", "KT21-OW-02")
def test_overwatch_is_no_activation_that_stun_ends_with() -> None:
    """Stunned, then it overwatches: its next activation still has 1 AP less."""
    scene = Scene()
    target = scene.add(0, (15, 11), weapons=[gun("1 6+ 1/1")], apl=2, ready=False, state={"stun": 1})
    scene.add(1, (5, 11))
    play = scene.play(Task("overwatch", (0,)), *[Task("activation", (target,))] * 2, dice=[1] * 4).answer(target, 1)
    assert play.events("overwatches") and play.state.models[target].stun == 1
    assert points(play) == [1, 2]


@pytest.mark.rule("KT21-INT-54")
def test_apl_never_falls_below_0() -> None:
    """With APL 1 a stunned operative generates no AP: its next activation is over at once, the one after is as usual."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 0/0; Stun")])
    target = scene.add(1, (15, 11), apl=1, defence=0)
    play = then_activated(scene, 0, "shoot", target, target, dice=[6]).answer(target)
    assert play.game.view()["models"][target]["apl"] == 0
    assert points(play) == [1]
    assert [e.values["model"] for e in play.events("expended")] == [0, target, target]


@pytest.mark.rule("KT21-WR-STUN-03", "KT21-INT-54", "KT21-INT-38")
def test_stunned_in_its_own_activation_it_keeps_its_ap() -> None:
    """The defender's second critical strike stuns the attacker: the AP it has stay, and its next activation has 1 less."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 6+ 1/1")], apl=3, wounds=30)
    scene.add(1, (11.5, 11), weapons=[blade("2 4+ 1/1; Stun")])
    play = scene.play(*[Task("activation", (a,))] * 3, dice=[1, 6, 6])
    play.answer("engage", "fight")
    assert [(e.rule, e.values["model"]) for e in play.events("stunned")] == [("KT21-WR-STUN-03", a)]
    assert (play.what, play.state.acting[-1].points, play.state.acting[-1].spent) == ("action", 3, 1)
    assert "fall back" in play.options()
    play.answer("end")
    assert points(play) == [2, 3]


@pytest.mark.rule("KT21-WR-STUN-02")
def test_the_first_critical_strike_takes_a_normal_hit_away() -> None:
    """Of three normals of the opponent one is discarded, once: the second critical strike takes none, and two strike back."""
    play = brawl("2 4+ 1/2; Stun", "3 4+ 1/1", [6, 6, 4, 4, 4]).answer("strike-critical")
    assert [(e.rule, e.values["model"]) for e in play.events("reeled")] == [("KT21-WR-STUN-02", 1)]
    play.answer("strike-critical")
    assert play.over
    assert len(play.events("reeled")) == 1
    assert [e.values["model"] for e in play.events("stunned")] == [1]
    assert [who for who, _ in resolved(play)] == [0, 1, 0, 1]
    assert play.damage(0) == 2


@pytest.mark.rule("KT21-WR-STUN-02")
def test_stun_takes_no_critical_hit_away() -> None:
    """The opponent has a critical hit only: it stays, and nothing else happens with the first critical strike."""
    play = brawl("1 4+ 1/2; Stun", "1 4+ 1/5", [6, 6]).answer("strike-critical")
    assert play.over
    assert play.damage(0) == 5
    assert not play.events("reeled")
    assert not play.events("stunned")


@pytest.mark.rule("KT21-WR-STUN-02", "KT21-WR-STUN-03")
def test_stun_counts_critical_strikes_and_nothing_else() -> None:
    """A critical parry and a normal strike do not count: the strike that follows is the first critical one."""
    play = brawl("3 4+ 1/2; Stun", "3 4+ 1/1", [6, 6, 4, 6, 4, 4])
    play.answer("parry-critical-with-critical", "strike-normal", "strike-normal")
    assert play.over
    assert [use for who, use in resolved(play) if who == 0] == ["parry-critical-with-critical", "strike-normal", "strike-critical"]
    assert not play.events("stunned")
    play = brawl("2 4+ 1/2; Stun", "2 4+ 1/1", [6, 4, 4, 4]).answer("strike-normal")
    assert not play.events("reeled")


@pytest.mark.rule("KT21-WR-STUN-02", "KT21-WR-STUN-03", "KT21-WR-STUN-01")
def test_one_critical_strike_does_not_stun() -> None:
    """Retaining criticals stuns no operative in a fight; the second strike with one does."""
    play = brawl("2 4+ 1/1; Stun", "1 4+ 1/1", [6, 6, 6])
    play.answer("strike-critical")
    assert not play.events("stunned")
    play.answer("parry-critical-with-critical")
    assert not play.events("stunned")
    assert play.over
    play = brawl("2 4+ 1/1; Stun", "1 4+ 1/1", [6, 6, 1])
    assert play.over
    assert [e.rule for e in play.events("stunned")] == ["KT21-WR-STUN-03"]


# --- Brutal


@pytest.mark.rule("KT21-WR-BRUTAL-01")
def test_against_brutal_only_criticals_parry() -> None:
    """The attacker's blade is Brutal: the defender's normal cannot parry, the critical can parry either kind."""
    play = brawl("3 4+ 1/2; Brutal", "2 4+ 1/1", [6, 4, 4, 6, 4]).answer("strike-normal")
    assert (play.what, play.player) == ("resolve", 1)
    assert play.options() == ["strike-critical", "strike-normal", "parry-critical-with-critical", "parry-normal-with-critical"]
    assert play.why("parry-normal-with-normal") == "KT21-WR-BRUTAL-01"


@pytest.mark.rule("KT21-WR-BRUTAL-01")
def test_brutal_does_not_bind_its_own_user() -> None:
    """The user of the Brutal blade parries with normal hits as ever; and Brutal means nothing to shooting."""
    play = brawl("2 4+ 1/2; Brutal", "2 4+ 1/1", [4, 4, 4, 4])
    assert "parry-normal-with-normal" in play.options()
    play = shot("1 3+ 3/4; Brutal", [5, 4, 1, 1])
    assert play.answer(spend(1)).damage(TARGET) == 0


# --- Reap


def melee(reap: int, *, strikes: int) -> tuple[Play, dict[str, int]]:
    """Return a battle: A fights T with so many critical strikes; E1 is 0.8" from A, E2 0.9" from T, E3 1.5" from both, F 0.5" from T."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade(f"2 3+ 4/5; Reap {reap}")])
    f = scene.add(0, (12.96, 12.06))
    t = scene.add(1, (11.9, 11), weapons=[], wounds=30)
    e1 = scene.add(1, (10, 12.8))
    e2 = scene.add(1, (13.2237, 9.637))
    e3 = scene.add(1, (10.95, 8.6875))
    play = scene.act(a, "fight", dice=[6] * strikes + [1] * (2 - strikes)).answer(t)
    assert play.over
    return play, {"a": a, "f": f, "t": t, "e1": e1, "e2": e2, "e3": e3}


@pytest.mark.rule("KT21-WR-REAP-01", "KT21-WR-REAP-02", "KT21-INT-53")
@pytest.mark.parametrize("strikes", [1, 2])
def test_example_16_reap(strikes: int) -> None:
    """Reap 2: each critical strike costs E1 and E2 2 wounds; T suffers the strikes alone, E3 and the friend nothing."""
    play, who = melee(2, strikes=strikes)
    suffered = {name: play.damage(i) for name, i in who.items()}
    assert suffered == {"a": 0, "f": 0, "t": 5 * strikes, "e1": 2 * strikes, "e2": 2 * strikes, "e3": 0}
    assert {e.rule for e in play.events("damage") if e.values["model"] in (who["e1"], who["e2"])} == {"KT21-WR-REAP-01"}


@pytest.mark.rule("KT21-WR-REAP-01")
def test_reap_needs_a_strike_with_a_critical() -> None:
    """Neither a normal strike nor a parry with the critical reaps."""
    for die, answer in ((5, "strike-normal"), (6, "parry-normal-with-critical")):
        scene = Scene()
        a = scene.add(0, (10, 11), weapons=[blade("1 3+ 4/5; Reap 2")])
        t = scene.add(1, (11.5, 11), weapons=[blade("1 3+ 1/1")])
        beside = scene.add(1, (10, 12.5))
        play = scene.act(a, "fight", dice=[die, 5]).answer(t, answer)
        assert play.over
        assert play.damage(beside) == 0


@pytest.mark.rule("KT21-INT-53")
def test_near_both_fighters_it_suffers_once_a_strike() -> None:
    """An enemy within 1" of the user and of the operative fought loses 2 to one critical strike, not 4."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 3+ 4/5; Reap 2")])
    t = scene.add(1, (11.5, 11), weapons=[], wounds=30)
    between = scene.add(1, (10.75, 12.4))
    play = scene.act(a, "fight", dice=[6]).answer(t)
    assert play.damage(between) == 2


@pytest.mark.rule("KT21-WR-REAP-02")
@pytest.mark.parametrize(("gap", "hurt"), [(1.0, 2), (1.1, 0)])
def test_reap_reaches_1_inch(gap: float, hurt: int) -> None:
    """An enemy 1.0" from the operative fought suffers, one 1.1" off does not."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 3+ 4/5; Reap 2")])
    t = scene.add(1, (11.5, 11), weapons=[], wounds=30)
    other = scene.add(1, (12.5 + gap, 11))
    play = scene.act(a, "fight", dice=[6])
    assert play.over
    assert (play.damage(t), play.damage(other)) == (5, hurt)


@pytest.mark.rule("KT21-WR-REAP-02")
def test_who_the_user_does_not_see_is_not_reaped() -> None:
    """A wall hides an enemy 0.5" from the operative fought from the user of the blade: it is spared."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 3+ 4/5; Reap 2")])
    t = scene.add(1, (11.5, 11), weapons=[], wounds=30)
    hidden = scene.add(1, (13, 11))
    scene.wall(12.1, 9, 12.4, 13, top=3)
    play = scene.act(a, "fight", dice=[6])
    assert (play.damage(t), play.damage(hidden)) == (5, 0)


@pytest.mark.rule("KT21-INT-38", "KT21-WR-REAP-01")
def test_the_defender_reaps_too() -> None:
    """The defender's critical strike costs a friend of the attacker beside them 2 wounds, and none of its own side."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 6+ 1/1")])
    friend = scene.add(0, (11.5, 12.5))
    scene.add(1, (11.5, 11), weapons=[blade("1 3+ 4/5; Reap 2")])
    mate = scene.add(1, (12.9, 11))
    play = scene.act(a, "fight", dice=[1, 6])
    assert play.over
    assert (play.damage(a), play.damage(friend), play.damage(mate)) == (5, 2, 0)


# --- worked example


@pytest.mark.rule("KT21-WR-RENDING-01", "KT21-WR-MW-01", "KT21-INT-42", "KT21-INT-56")
def test_example_09_rending_and_mw() -> None:
    """6, 5, 3, 2 with Rending and MW2: two criticals and a normal, 4 at once, then 7: 3 of 14 wounds left, injured."""
    play = shot("4 3+ 3/4; Rending, MW2", [6, 5, 3, 2, 5, 4, 1], defence=3, save=4, wounds=14)
    assert play.what == "rending"
    play.answer("rending")
    assert (kept(play), play.wounds(TARGET)) == ((2, 1), 10)
    assert (saved(play), rolled(play, 1)) == ((0, 2), [3])
    assert play.decision.default == spend(pairs_on_critical=1)
    play.answer(play.decision.default)
    assert play.wounds(TARGET) == 3
    assert [e.values["model"] for e in play.events("injured")] == [TARGET]
