"""Weapon rules about when and at whom a weapon may be used: Range, Indirect, Silent, Heavy, Unwieldy, Limited, profiles."""

from __future__ import annotations

import msgspec
import pytest

from counteract.core.decision import Allocate, Pick
from counteract.core.state import Task
from counteract.rulesets.kt21.state import Acting
from tests.rules.kt21.scene import Play, Scene, blade, gun
from tests.rules.kt21.shots import COVER, attacked, range_of_fire, rolled, then_activated

MISSES = [1] * 30

# --- Range


@pytest.mark.rule("KT21-WR-RANGE-01")
@pytest.mark.parametrize(("gap", "why"), [(6.0, ""), (6.1, "KT21-WR-RANGE-01")])
def test_range_reaches_x_inches(gap: float, why: str) -> None:
    """Range 6": an enemy 6.0" off is a valid target, one 6.1" off is not."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('4 3+ 3/4; Range 6"')])
    enemy = scene.add(1, (6 + gap, 11))
    near = scene.add(1, (5, 14))
    play = scene.act(0, "shoot")
    assert play.why(enemy) == why
    assert play.options() == ([near] if why else [enemy, near])


@pytest.mark.rule("KT21-WR-RANGE-02")
def test_range_replaces_no_other_condition() -> None:
    """Near enough, but hiding in cover, engaged by a friend, or out of sight: no target for all that."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('4 3+ 3/4; Range 6"')])
    scene.add(0, (5, 7))
    hiding = scene.add(1, (10, 11), order="conceal")
    engaged = scene.add(1, (6.8, 7))
    unseen = scene.add(1, (5, 16))
    free = scene.add(1, (10, 14))
    scene.barricade(8.6, 11, 90)
    scene.wall(3, 14, 7, 14.5, top=4)
    play = scene.act(0, "shoot")
    assert play.options() == [free]
    assert [play.why(i) for i in (hiding, engaged, unseen)] == ["KT21-LOS-03", "KT21-SHOOT-04", "KT21-VIS-02"]


# --- Indirect


@pytest.mark.rule("KT21-WR-INDIRECT-01")
def test_indirect_finds_who_hides_in_cover() -> None:
    """A Conceal target in cover is a valid target for an Indirect gun, not for another; cover still keeps it a die."""
    guns = [gun("1 3+ 3/4"), gun("1 3+ 3/4; Indirect")]
    scene = range_of_fire("1 3+ 3/4", behind=[COVER], shooter={"weapons": guns}, target={"order": "conceal"})
    play = scene.activate(0, dice=[5]).answer("engage", "shoot")
    assert (play.what, play.options()) == ("target", [1]), "only the Indirect gun has a target"
    assert play.answer(1).what == "cover-save"


@pytest.mark.rule("KT21-INT-60")
def test_indirect_needs_sight_that_is_not_obscured() -> None:
    """Heavy terrain far from the target, or a wall before it: Indirect does not help."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Indirect")])
    obscured = scene.add(1, (15, 11))
    unseen = scene.add(1, (5, 20))
    free = scene.add(1, (15, 4))
    scene.wall(9.8, 10.9, 10, 11.1, top=2)
    scene.wall(3, 17, 7, 17.5, top=4)
    play = scene.act(0, "shoot")
    assert play.options() == [free]
    assert (play.why(obscured), play.why(unseen)) == ("KT21-OBSCURE-01", "KT21-VIS-02")


# --- Silent


@pytest.mark.rule("KT21-WR-SILENT-01", "KT21-SHOOTACT-03")
def test_with_a_conceal_order_only_silent_weapons_shoot() -> None:
    """Of a plain gun and two Silent ones a Conceal operative is offered the Silent ones; an Engage one all three."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4"), gun("1 3+ 3/4; Silent"), gun("2 3+ 3/4; Silent")])
    scene.add(1, (15, 11))
    play = scene.activate(0, dice=MISSES).answer("conceal", "shoot")
    assert (play.what, play.options()) == ("weapon", [1, 2])
    assert play.why(0) == "KT21-SHOOTACT-03"
    play.answer(2, 1)
    assert rolled(play, 0) == [2]
    assert scene.activate(0).answer("engage", "shoot").options() == [0, 1, 2]


@pytest.mark.rule("KT21-WR-SILENT-01")
def test_silent_does_not_let_the_concealed_overwatch() -> None:
    """A Conceal operative with a Silent gun is not offered Overwatch; with an Engage order it is."""
    for order, why in (("conceal", "KT21-OW-05"), ("engage", "")):
        scene = Scene()
        i = scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Silent")], order=order)
        other = scene.add(0, (5, 14))
        scene.add(1, (15, 11))
        play = scene.overwatch(0)
        assert play.why(i) == why
        assert play.options() == (["pass", other] if why else ["pass", i, other])


# --- Heavy


def gunner(text: str, *, apl: int = 3) -> Scene:
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(text, "cannon"), gun("1 3+ 3/4", "pistol"), blade("1 3+ 1/1; Heavy")], apl=apl)
    scene.add(1, (15, 11), wounds=30)
    return scene


def after(scene: Scene, *done: str, points: int = 9) -> Play:
    """Return the next actions of the first operative, after these."""
    return scene.play(Task("actions", (0,)), dice=MISSES, acting=(Acting(0, "activation", points=points, spent=1, done=done),))


@pytest.mark.rule("KT21-WR-HEAVY-01", "KT21-INT-57")
@pytest.mark.parametrize(("move", "barred"), [("normal move", True), ("charge", True), ("fall back", True), ("dash", False)])
def test_after_a_move_a_heavy_weapon_is_not_fired(move: str, barred: bool) -> None:
    """Normal Move, Charge and Fall Back rule it out, Dash does not; other guns can be fired in any case."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Heavy"), gun(), gun()])
    scene.add(1, (15, 11))
    play = after(scene, move).answer("shoot")
    assert play.options() == ([1, 2] if barred else [0, 1, 2])
    assert play.why(0) == ("KT21-WR-HEAVY-01" if barred else "")


@pytest.mark.rule("KT21-WR-HEAVY-01", "KT21-INT-57")
@pytest.mark.parametrize(("weapon", "why"), [(0, "KT21-WR-HEAVY-01"), (1, "")])
def test_after_firing_a_heavy_weapon_it_only_dashes(weapon: int, why: str) -> None:
    """Having fired the cannon it may Dash and nothing else that moves; having fired the pistol it may move and charge."""
    play = gunner("1 3+ 3/4; Heavy").activate(0, dice=MISSES).answer("engage", "shoot", weapon, 1)
    assert play.what == "action"
    assert play.why("normal move") == why
    assert play.why("dash") == ""
    assert ("normal move" in play.options()) == (why == "")
    if why:
        assert play.why("charge") == play.why("fall back") == why


@pytest.mark.rule("KT21-WR-HEAVY-01")
def test_a_heavy_blade_bars_nothing() -> None:
    """The rule is about shooting: an operative that has fought with a blade marked Heavy may still fall back."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 3+ 1/1; Heavy")], apl=3)
    scene.add(1, (11.5, 11), weapons=[])
    play = scene.activate(a, dice=[1]).answer("engage", "fight")
    assert play.why("fall back") == ""


@pytest.mark.rule("KT21-INT-57")
def test_heavy_means_nothing_to_overwatch() -> None:
    """An operative that moved this turning point overwatches with its Heavy gun."""
    scene = Scene()
    i = scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Heavy")], ready=False)
    j = scene.add(1, (15, 11))
    play = scene.overwatch(0, dice=MISSES).answer(i, j)
    assert attacked(play) == [j]
    assert play.over


# --- Unwieldy


@pytest.mark.rule("KT21-WR-UNWIELDY-01")
def test_an_unwieldy_weapon_costs_an_ap_more() -> None:
    """With APL 3 the unwieldy gun leaves 1 AP, the pistol 2."""
    for weapon, spent in ((0, 2), (1, 1)):
        play = gunner("1 3+ 3/4; Unwieldy").activate(0, dice=MISSES).answer("engage", "shoot", weapon, 1)
        assert play.state.acting[-1].spent == spent


@pytest.mark.rule("KT21-WR-UNWIELDY-01")
def test_the_extra_ap_is_told() -> None:
    """Before the shot with the unwieldy gun, and not with the pistol."""
    play = gunner("1 3+ 3/4; Unwieldy").activate(0, dice=MISSES).answer("engage", "shoot", 0, 1)
    (event,) = play.events("unwieldy")
    assert (event.rule, event.values["cost"]) == ("KT21-WR-UNWIELDY-01", 1)
    assert play.game.tell(event) == "cannon is unwieldy: Op 0 spends 1 AP more."
    assert [e.kind for e in play.game.events if e.kind in ("unwieldy", "shoots")] == ["unwieldy", "shoots"]
    pistol = gunner("1 3+ 3/4; Unwieldy").activate(0, dice=MISSES).answer("engage", "shoot", 1, 1)
    assert not pistol.events("unwieldy")


@pytest.mark.rule("KT21-WR-UNWIELDY-01", "KT21-SHOOTACT-01")
@pytest.mark.parametrize(
    ("weapons", "price"),
    [
        (["1 3+ 3/4"], "1AP"),
        (["1 3+ 3/4; Unwieldy"], "2AP"),
        (["1 3+ 3/4; Unwieldy", "1 3+ 3/4; Unwieldy"], "2AP"),
        (["1 3+ 3/4; Unwieldy", "1 3+ 3/4"], "1AP, 2AP with gun 0"),
        (["1 3+ 3/4; Unwieldy", "1 3+ 3/4", "1 3+ 3/4; Unwieldy"], "1AP, 2AP with gun 0 or gun 2"),
        (["1 3+ 3/4; Unwieldy", '1 3+ 3/4; Range 6"'], "2AP"),  # the other one reaches no enemy
        (['1 3+ 3/4; Unwieldy, Range 6"', "1 3+ 3/4"], "1AP"),
    ],
)
def test_the_price_of_shooting_is_on_the_label(weapons: list[str], price: str) -> None:
    """2 AP if every weapon with a target is unwieldy; if only some are, which ones."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(text, f"gun {k}") for k, text in enumerate(weapons)])
    scene.add(1, (15, 11))
    play = scene.activate(0).answer("engage")
    assert str(play.game.label(Pick("shoot"))) == f"Shoot ({price}): Op 1"


@pytest.mark.rule("KT21-INT-59", "KT21-WR-UNWIELDY-01")
def test_with_one_ap_left_it_is_not_offered() -> None:
    """After a Dash with APL 2 an operative with nothing else cannot Shoot; with two pistols besides it can, with those."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Unwieldy")])
    scene.add(1, (15, 11))
    play = after(scene, "dash", points=2)
    assert play.why("shoot") == "KT21-WR-UNWIELDY-01"
    assert "shoot" not in play.options()
    assert after(scene, "dash", points=3).why("shoot") == ""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Unwieldy"), gun(), gun()])
    scene.add(1, (15, 11))
    play = after(scene, "dash", points=2).answer("shoot")
    assert play.options() == [1, 2]
    assert play.why(0) == "KT21-WR-UNWIELDY-01"


@pytest.mark.rule("KT21-WR-UNWIELDY-02")
def test_an_unwieldy_weapon_does_not_overwatch() -> None:
    """With nothing else the operative is not offered; with two other guns those are."""
    scene = Scene()
    only = scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Unwieldy")])
    other = scene.add(0, (5, 14), weapons=[gun("1 3+ 3/4; Unwieldy"), gun(), gun()])
    scene.add(1, (15, 11))
    play = scene.overwatch(0)
    assert play.options() == ["pass", other]
    assert play.why(only) == "KT21-WR-UNWIELDY-02"
    play.answer(other)
    assert play.options() == [1, 2]
    assert play.why(0) == "KT21-WR-UNWIELDY-02"


# --- Limited


@pytest.mark.rule("KT21-WR-LIMITED-01")
def test_a_limited_weapon_is_selected_once_a_battle() -> None:
    """Used in one activation it is refused in the next; an operative with nothing else cannot Shoot any more."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1; Limited"), gun(), gun()], apl=1)
    other = scene.add(0, (5, 14), weapons=[gun("1 3+ 1/1; Limited")], apl=1)
    scene.add(1, (15, 11))
    play = scene.play(*[Task("activation", (i,)) for i in (0, 0, other, other)], dice=MISSES)
    play.answer("engage", "shoot", 0, 2, "engage", "shoot")
    assert play.options() == [1, 2]
    assert play.why(0) == "KT21-WR-LIMITED-01"
    play.answer(1, 2, "engage")
    assert play.why("shoot") == "", "the other's own weapon is unused"
    play.answer("shoot", 2, "engage")
    assert play.why("shoot") == "KT21-WR-LIMITED-01"


@pytest.mark.rule("KT21-INT-58")
def test_all_profiles_of_a_limited_weapon_are_one_weapon() -> None:
    """Used with one profile it cannot be used with the other either; a second Limited weapon is another matter."""
    bombs = [gun("1 3+ 1/1; Limited", f"bomb ({size})", of="bomb") for size in ("big", "small")]
    scene = Scene()
    scene.add(0, (5, 11), weapons=[*bombs, gun("1 3+ 1/1; Limited", "flare"), gun()], apl=1)
    scene.add(1, (15, 11))
    play = scene.play(*[Task("activation", (0,))] * 2, dice=MISSES).answer("engage", "shoot", 1, 1, "engage", "shoot")
    assert play.options() == [2, 3]
    assert play.why(0) == play.why(1) == "KT21-WR-LIMITED-01"


@pytest.mark.rule("KT21-INT-58")
def test_limited_weapons_without_profiles_are_weapons_of_their_own() -> None:
    """Cards made without a file need not say what a weapon is a profile of: its own name tells it from others."""
    bombs = [msgspec.structs.replace(gun("1 3+ 1/1; Limited", name), of="") for name in ("bomb", "flare", "bomb")]
    scene = Scene()
    scene.add(0, (5, 11), weapons=[*bombs, gun()], apl=1)
    scene.add(1, (15, 11))
    play = scene.play(*[Task("activation", (0,))] * 2, dice=MISSES).answer("engage", "shoot", 0, 1, "engage", "shoot")
    assert play.options() == [1, 3]


@pytest.mark.rule("KT21-INT-58")
@pytest.mark.parametrize(("x", "uses", "action"), [(11.5, (1, 0), "fight"), (20, (0, 1), "shoot")])
def test_a_gun_and_a_blade_of_one_name_are_two_weapons(x: float, uses: tuple[int, int], action: str) -> None:
    """Both are Limited: that the gun has been fired leaves the blade, and that the blade has been used leaves the gun."""
    claws = [gun("1 3+ 1/1; Limited", "claw"), blade("1 6+ 1/1; Limited", "claw")]
    scene = Scene()
    scene.add(0, (10, 11), weapons=claws, apl=1, state={"uses": uses})
    enemy = scene.add(1, (x, 11), weapons=[])
    play = scene.activate(0, dice=MISSES).answer("engage")
    assert play.why(action) == ""
    play.answer(action)
    if action == "shoot":
        play.answer(enemy)
    assert play.over and play.state.models[0].uses == (1, 1)


@pytest.mark.rule("KT21-INT-58")
def test_a_profile_without_limited_is_free_and_uses_nothing_up() -> None:
    """A launcher with a Limited profile and a plain one: the plain one is fired as often as one likes, the other once, in any order."""
    launcher = [gun("1 3+ 1/1; Limited", "launcher (star)", of="launcher"), gun("1 3+ 1/1", "launcher (plain)", of="launcher")]
    scene = Scene()
    scene.add(0, (5, 11), weapons=launcher, apl=1)
    scene.add(1, (15, 11))
    play = scene.play(*[Task("activation", (0,))] * 4, dice=MISSES)
    for profile, open_to in ((1, [0, 1]), (0, [0, 1])):
        play.answer("engage", "shoot")
        assert play.options() == open_to
        play.answer(profile, 1)
    for _ in range(2):
        play.answer("engage")
        assert play.why("shoot") == ""
        play.answer("shoot", 1)
    assert play.over
    assert [e.values["weapon"] for e in play.events("shoots")] == [launcher[k].name for k in (1, 0, 1, 1)]


@pytest.mark.rule("KT21-INT-58")
def test_overwatch_uses_a_limited_weapon_up() -> None:
    """Fired in Overwatch it is gone for the operative's own activation."""
    scene = Scene()
    i = scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1; Limited")])
    j = scene.add(1, (15, 11))
    play = scene.play(Task("overwatch", (0,)), Task("activation", (i,)), dice=MISSES).answer(i, j, "engage")
    assert play.why("shoot") == "KT21-WR-LIMITED-01"


@pytest.mark.rule("KT21-WR-LIMITED-01")
def test_limited_blades_are_used_up_by_fighting_on_either_side() -> None:
    """The defender's only blade is Limited: it serves in the first fight, in the second it has none."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 6+ 1/1")], apl=1)
    d = scene.add(1, (11.5, 11), weapons=[blade("2 4+ 1/1; Limited")], apl=1)
    play = then_activated(scene, a, "fight", a, d, dice=[1, 4, 4, 1]).answer("engage", "fight")
    assert play.damage(a) == 2
    assert rolled(play, 1) == [2]
    assert (play.what, play.decision.subject) == ("order", d)
    play.answer("engage")
    assert play.over  # it cannot fight without a blade
    assert not [e for e in play.events("fights") if e.values["model"] == d]


@pytest.mark.rule("KT21-WR-LIMITED-02", "KT21-INT-58")
@pytest.mark.parametrize("rules", ['Blast 2"', 'Torrent 2"', "Fusillade"])
def test_all_attacks_of_the_one_use_are_made(rules: str) -> None:
    """Blast, Torrent and Fusillade make all their attacks with a Limited weapon, and then it is used up."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"2 3+ 1/1; Limited, {rules}")], apl=1)
    first = scene.add(1, (15, 11))
    second = scene.add(1, (15, 13))
    play = scene.play(*[Task("activation", (0,))] * 2, dice=MISSES).answer("engage", "shoot", first)
    if rules == "Fusillade":
        play.answer(Allocate((1, 1)), first)
    elif "Torrent" in rules:
        play.answer(second)
    assert attacked(play) == [first, second]
    play.answer("engage")
    assert play.why("shoot") == "KT21-WR-LIMITED-01"


# --- profiles


@pytest.mark.rule("KT21-WR-GEN-02")
@pytest.mark.parametrize(("profile", "dice", "struck"), [(0, [2, 2], True), (1, [3], False)])
def test_one_profile_for_every_attack_of_the_action(profile: int, dice: list[int], struck: bool) -> None:
    """A launcher with a Blast profile and a single one: the attacker picks one, and all attacks are made with it."""
    arms = [gun('2 3+ 1/1; Blast 2"', "launcher (wide)", of="launcher"), gun("3 3+ 5/5", "launcher (narrow)", of="launcher")]
    scene = Scene()
    scene.add(0, (5, 11), weapons=arms)
    first = scene.add(1, (15, 11))
    second = scene.add(1, (15, 13))
    play = scene.act(0, "shoot", dice=MISSES)
    assert (play.what, play.player, play.options()) == ("weapon", 0, [0, 1])
    play.answer(profile, first)
    assert play.over
    assert rolled(play, 0) == dice
    assert attacked(play) == ([first, second] if struck else [first])
    assert {e.values["weapon"] for e in play.events("shoots")} == {arms[profile].name}


# --- worked example


@pytest.mark.rule("KT21-WR-HEAVY-01", "KT21-INT-57")
def test_example_26_heavy() -> None:
    """APL 2: Dash and then the Heavy gun is legal; with a Normal Move it is not, in either order."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Heavy")], apl=2)
    scene.add(1, (15, 11))
    play = scene.activate(0, dice=MISSES).answer("engage", "dash", [(7, 11)])
    assert play.why("shoot") == ""
    assert attacked(play.answer("shoot", 1)) == [1]
    play = scene.activate(0, dice=MISSES).answer("engage", "shoot", 1)
    assert (play.why("dash"), play.why("normal move")) == ("", "KT21-WR-HEAVY-01")
    play = scene.activate(0, dice=MISSES).answer("engage", "normal move", [(7, 11)])
    assert play.why("shoot") == "KT21-WR-HEAVY-01"


@pytest.mark.rule("KT21-WR-UNWIELDY-01", "KT21-WR-UNWIELDY-02", "KT21-INT-59")
def test_example_26_unwieldy() -> None:
    """APL 2: Shoot takes both AP; after a Dash it is not available; never in Overwatch."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 3/4; Unwieldy")], apl=2)
    scene.add(1, (15, 11))
    play = scene.activate(0, dice=MISSES).answer("engage", "shoot", 1)
    assert play.over  # nothing is left
    assert not play.events("passes")
    play = scene.activate(0).answer("engage", "dash", [(7, 11)])
    assert play.why("shoot") == "KT21-WR-UNWIELDY-01"
    assert scene.overwatch(0).over


@pytest.mark.rule("KT21-WR-SILENT-01", "KT21-SHOOTACT-03")
def test_example_26_silent() -> None:
    """A Conceal operative shoots with a Silent gun, not with another, and does not overwatch with it."""
    for rules, why in (("; Silent", ""), ("", "KT21-SHOOTACT-03")):
        scene = Scene()
        scene.add(0, (5, 11), weapons=[gun(f"1 3+ 3/4{rules}")], order="conceal")
        scene.add(1, (15, 11))
        assert scene.activate(0).answer("conceal").why("shoot") == why
        assert scene.overwatch(0).over
