"""Weapon rules about when and how often a weapon can be used: Heavy and Limited."""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from tests.rules.kt24.scene import Scene, blade, gun
from tests.rules.kt24.shots import rolled

STAY = [(5, 11)]
MISS = [1, 1, 1, 1]


def gunner(text: str, *, apl: int = 3, others: tuple[str, ...] = (), **options: object) -> Scene:
    """Return a scene: an operative with a gun (and perhaps further ones) and an enemy in the open."""
    scene = Scene(**options)
    scene.add(0, (5, 11), weapons=[gun(t, f"gun {n}") for n, t in enumerate((text, *others))], apl=apl, order="engage")
    scene.add(1, (15, 11), order="engage")
    return scene


# --- Heavy


@pytest.mark.rule("KT24-WR-HEAVY-01")
@pytest.mark.parametrize("move", ["reposition", "dash"])
def test_no_heavy_weapon_after_a_move(move: str) -> None:
    """After a move, even one of 0", the Heavy gun cannot be used; before it could."""
    play = gunner("1 3+ 3/4; Heavy").activate(0).answer("engage")
    assert "shoot" in play.options()
    play.answer(move, STAY)
    assert play.why("shoot") == "KT24-WR-HEAVY-01"
    assert "shoot" not in play.options()


@pytest.mark.rule("KT24-WR-HEAVY-01")
def test_after_a_move_other_weapons_can_be_used() -> None:
    """Of three guns only the two that are not Heavy are offered after a move."""
    play = gunner("1 3+ 3/4; Heavy", others=("1 3+ 3/4", "2 3+ 3/4")).activate(0).answer("engage", "dash", STAY, "shoot")
    assert (play.what, play.options()) == ("weapon", [1, 2])
    assert play.why(0) == "KT24-WR-HEAVY-01"


@pytest.mark.rule("KT24-WR-HEAVY-01", "KT24-INT-74")
def test_a_heavy_blade_cannot_be_used_after_a_charge() -> None:
    """After a Charge only the other blade can be used; retaliating with the Heavy one is always allowed."""
    scene = Scene()
    arms = [blade("1 3+ 1/1; Heavy", "hammer"), blade("2 3+ 1/1", "knife"), blade("3 3+ 1/1", "sword")]
    scene.add(0, (5, 11), weapons=arms, order="engage")
    scene.add(1, (10, 11), weapons=arms, order="engage")
    play = scene.activate(0, dice=[1, 1, 1]).answer("engage", "charge", [(8.6, 11)], "fight")
    assert (play.what, play.player, play.options()) == ("weapon", 0, [1, 2])
    assert play.why(0) == "KT24-WR-HEAVY-01"
    play.answer(1)
    assert (play.what, play.player, play.options()) == ("weapon", 1, [0, 1, 2])
    play.answer(0)
    assert rolled(play, 1) == [1]


@pytest.mark.rule("KT24-WR-HEAVY-02")
def test_no_move_after_a_heavy_weapon() -> None:
    """Having fired a Heavy gun, the operative may neither Reposition nor Dash nor Charge; with another gun it may."""
    play = gunner("1 3+ 3/4; Heavy").activate(0, dice=MISS).answer("engage", "shoot", 1)
    assert play.over  # no action was left to it, so the activation ended by itself
    assert not play.state.models[0].ready

    play = gunner("1 3+ 3/4; Heavy", others=("1 3+ 3/4",), guard=True).activate(0, dice=MISS).answer("engage", "shoot", 0, 1)
    assert play.over

    play = gunner("1 3+ 3/4; Heavy", others=("1 3+ 3/4",)).activate(0, dice=MISS).answer("engage", "shoot", 1, 1)
    assert {"reposition", "dash"} <= {*play.options()}


@pytest.mark.rule("KT24-WR-HEAVY-02")
def test_a_fight_with_a_heavy_blade_bars_moves() -> None:
    """After a fight with a Heavy blade that fells the enemy, Reposition, Dash and Charge are refused, Shoot is not."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade("1 3+ 9/9; Heavy"), gun()], order="engage", apl=3)
    scene.add(1, (6.5, 11), weapons=[], order="engage", wounds=5)
    scene.add(1, (10, 11), order="engage")
    play = scene.activate(0, dice=[5]).answer("engage", "fight")
    assert play.options() == ["shoot", "end"]
    for move in ("reposition", "dash", "charge"):
        assert play.why(move) == "KT24-WR-HEAVY-02"


@pytest.mark.rule("KT24-WR-HEAVY-03")
def test_heavy_dash_only() -> None:
    """Heavy (Dash only): Dash before or after the shot is allowed, Reposition is not on either side of it."""
    text = "1 3+ 3/4; Heavy (Dash only)"
    assert "shoot" in gunner(text).activate(0).answer("engage", "dash", STAY).options()
    assert gunner(text).activate(0).answer("engage", "reposition", STAY).why("shoot") == "KT24-WR-HEAVY-01"
    play = gunner(text, others=("1 3+ 3/4", "2 3+ 3/4")).activate(0).answer("engage", "dash", STAY, "reposition", STAY, "shoot")
    assert play.why(0) == "KT24-WR-HEAVY-01"  # the Dash is forgiven, the Reposition is not
    play = gunner(text).activate(0, dice=MISS).answer("engage", "shoot", 1)
    assert "dash" in play.options()
    assert play.why("reposition") == "KT24-WR-HEAVY-02"
    assert play.why("charge") == "KT24-WR-HEAVY-02"


@pytest.mark.rule("KT24-WR-HEAVY-03")
def test_heavy_reposition_only() -> None:
    """Heavy (Reposition only) exempts Reposition and leaves Dash barred."""
    text = "1 3+ 3/4; Heavy (Reposition only)"
    assert "shoot" in gunner(text).activate(0).answer("engage", "reposition", STAY).options()
    assert gunner(text).activate(0).answer("engage", "dash", STAY).why("shoot") == "KT24-WR-HEAVY-01"


@pytest.mark.rule("KT24-WR-HEAVY-04")
def test_heavy_does_not_bar_guard() -> None:
    """With a Heavy gun as only weapon an operative that has moved may still go on guard."""
    play = gunner("1 3+ 3/4; Heavy", guard=True).activate(0).answer("engage", "reposition", STAY)
    assert "guard" in play.options()
    assert play.why("shoot") == "KT24-WR-HEAVY-01"
    play.answer("guard")
    assert play.state.models[0].guard


@pytest.mark.rule("KT24-WR-HEAVY-04")
def test_guard_is_open_after_a_heavy_blade() -> None:
    """Having fought with a Heavy blade, which bars moves, the operative may go on guard."""
    scene = Scene(guard=True)
    scene.add(0, (5, 11), weapons=[blade("1 3+ 9/9; Heavy")], order="engage")
    scene.add(1, (6.5, 11), weapons=[], order="engage", wounds=5)
    scene.add(1, (25, 11), order="engage")
    play = scene.activate(0, dice=[5]).answer("engage", "fight")
    assert play.options() == ["guard", "end"]


@pytest.mark.rule("KT24-INT-74")
def test_heavy_looks_at_this_activation_or_counteraction_only() -> None:
    """An operative that moved in its activation may fire its Heavy gun when it counteracts."""
    scene = gunner("1 3+ 3/4; Heavy", apl=1)
    play = scene.play(Task("activation", (0,)), Task("counteract", (0,)), dice=MISS).answer("engage", "reposition", STAY)
    assert (play.what, play.state.acting[-1].kind) == ("action", "counteract")
    assert "shoot" in play.options()
    play.answer("shoot", 1)
    assert rolled(play, 0) == [1]


@pytest.mark.rule("KT24-INT-74")
def test_firing_a_heavy_gun_does_not_bar_a_move_in_a_counteraction() -> None:
    """An operative that fired its Heavy gun in its activation may move when it counteracts."""
    play = gunner("1 3+ 3/4; Heavy", apl=1).play(Task("activation", (0,)), Task("counteract", (0,)), dice=MISS)
    play.answer("engage", "shoot", 1)
    assert play.state.acting[-1].kind == "counteract"
    assert {"reposition", "dash"} <= {*play.options()}


@pytest.mark.rule("KT24-INT-74")
def test_retaliating_with_a_heavy_blade_binds_nobody() -> None:
    """The enemy retaliates with a Heavy blade; in its own activation afterwards it may Fall Back."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade("1 3+ 1/1")], order="engage")
    scene.add(1, (6.5, 11), weapons=[blade("1 3+ 1/1; Heavy")], order="engage")
    play = scene.play(Task("activation", (0,)), Task("activation", (1,)), dice=[1, 1]).answer("engage", "fight", "engage")
    assert (play.what, play.decision.subject) == ("action", 1)
    assert "fall back" in play.options()


@pytest.mark.rule("KT24-INT-74", "KT24-WR-HEAVY-02")
def test_a_heavy_blade_used_by_the_enemy_bars_no_move_of_the_attacker() -> None:
    """The attacker fells an enemy that retaliated with a Heavy blade and goes on moving, though its own gun is Heavy."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Heavy"), blade("1 3+ 9/9")], order="engage")
    scene.add(1, (6.5, 11), weapons=[blade("1 3+ 1/1; Heavy")], order="engage", wounds=5)
    scene.add(1, (25, 11), order="engage")
    play = scene.activate(0, dice=[5, 1]).answer("engage", "fight")
    assert {"reposition", "dash"} <= {*play.options()}


# --- Limited


@pytest.mark.rule("KT24-WR-LIMITED-01", "KT24-INT-73")
def test_limited_weapons_are_used_up() -> None:
    """Limited 2: after two actions with it the weapon is gone, for the rest of the battle."""
    scene = gunner("1 3+ 3/4; Limited 2", others=("1 3+ 3/4", "2 3+ 3/4"), apl=1)
    play = scene.play(*[Task("activation", (0,))] * 3, dice=MISS * 2)
    for _ in range(2):
        play.answer("engage", "shoot")
        assert play.options() == [0, 1, 2]
        play.answer(0, 1)
    play.answer("engage", "shoot")
    assert play.options() == [1, 2]
    assert play.why(0) == "KT24-WR-LIMITED-01"


@pytest.mark.rule("KT24-WR-LIMITED-01")
def test_without_another_weapon_shoot_is_gone_too() -> None:
    """The only gun was Limited 1 and has been used: Shoot is refused."""
    play = gunner("1 3+ 3/4; Limited 1", apl=1).play(*[Task("activation", (0,))] * 2, dice=MISS).answer("engage", "shoot", 1, "engage")
    assert play.why("shoot") == "KT24-WR-LIMITED-01"
    assert "shoot" not in play.options()


@pytest.mark.rule("KT24-INT-73", "KT24-WR-LIMITED-01")
def test_limited_counts_retaliation_and_each_operative_by_itself() -> None:
    """A Limited 1 blade used to retaliate is gone in the next fight; the comrade's blade of the same kind is not."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade("1 3+ 1/1")], order="engage", apl=1)
    arms = [blade("1 3+ 1/1; Limited 1", "bomb"), blade("2 3+ 1/1", "knife")]
    scene.add(1, (6.5, 11), weapons=arms, order="engage")
    scene.add(1, (5, 12.5), weapons=arms, order="engage")
    play = scene.play(*[Task("activation", (0,))] * 3, dice=[1, 1, 1, 1, 1]).answer("engage", "fight", 1)
    assert (play.player, play.options()) == (1, [0, 1])
    play.answer(0)
    assert (rolled(play, 1), play.state.models[1].uses) == ([1], (1, 0))
    play.answer("engage", "fight", 1)
    assert rolled(play, 1) == [1, 2]  # only the knife was left to it
    play.answer("engage", "fight", 2)
    assert (play.player, play.options()) == (1, [0, 1])


@pytest.mark.rule("KT24-INT-73")
def test_a_use_counts_when_the_weapon_is_chosen() -> None:
    """The use is noted before the first die of the action falls."""
    play = gunner("1 3+ 3/4; Limited 1, Accurate 1").act(0, "shoot").answer(1)
    assert (play.what, play.events("rolled")) == ("accurate", [])
    assert play.state.models[0].uses == (1,)


@pytest.mark.rule("KT24-WR-LIMITED-02")
def test_a_volley_is_one_use_of_a_limited_weapon() -> None:
    """Blast at two targets uses Limited 2 once: it can be fired once more, and then no more."""
    scene = gunner('1 3+ 3/4; Limited 2, Blast 3"', apl=1)
    scene.add(1, (15, 13), order="engage")
    play = scene.play(*[Task("activation", (0,))] * 3, dice=MISS * 4).answer("engage", "shoot", 1, "engage")
    assert "shoot" in play.options()
    play.answer("shoot", 1, "engage")
    assert play.why("shoot") == "KT24-WR-LIMITED-01"
