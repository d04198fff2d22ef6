"""Blows: weapons, targets, hit rolls and what makes them harder. (FIGHT-05 to FIGHT-11, QA-11, INT-59 to INT-61)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Allocate
from counteract.core.state import Task
from counteract.rulesets.kt18.attack import hit_modifiers
from tests.rules.kt18.scene import Play, Scene, as_answer, blade, gun

MISS = 1


def blows(scene: Scene, i: int, **given: Any) -> Play:
    """Play the attacks of a fight without its moves."""
    return scene.play(Task("blows", (i,)), **{"phase": "fight", **given})


def duel(*dice: int, attacker: dict[str, Any] | None = None, defender: dict[str, Any] | None = None, **fields: Any) -> Play:
    """Return a battle: model 0 attacks model 1 base to base, without moves: WS 3+, S4 against T4, save 4+ unless told otherwise."""
    scene = Scene()
    scene.add(0, (10, 11), **{"weapons": [blade()], **(attacker or {})})
    scene.add(1, (11, 11), **{"wounds": 9, **(defender or {})})
    return scene.fight(0, dice=dice, **fields)


def struck(play: Play) -> list[tuple[str, int, int]]:
    """Return the attacks given out: weapon, target, how many."""
    return [batch for e in play.events("attacks") for batch in e.values["batches"]]


def modifier(play: Play) -> int:
    """Return the modifier of the only hit roll."""
    (roll,) = play.events("hit-roll")
    return int(roll.values["modifier"])


@pytest.mark.rule("KT18-INT-59")
def test_many_attacks_weapons_and_enemies_are_shared_out_at_once() -> None:
    """Twelve attacks, three blades, four enemies: over a million ways. The plain ones are listed, and any other may be chosen."""
    scene = Scene()
    a = scene.add(0, (10, 11), attacks=12, weapons=[blade("user 0 1", "a"), blade("user 0 1", "b"), blade("+2 -1 1", "c")])
    for place in ((11.2, 11), (8.8, 11), (10, 12.2), (10, 9.8)):
        scene.add(1, place, wounds=9)
    play = blows(scene, a)
    assert play.decision.prompt.startswith("M 0: how are the 12 attacks given out (a at M 1, b at M 1, c at M 1, a at M 2")
    assert 12 < len(play.decision.options) <= 500
    assert str(play.game.label(play.game.advice())) == "12 × c at M 1"
    assert play.why(Allocate((7, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1))) == ""


# --- targets


@pytest.mark.rule("KT18-FIGHT-05", "KT18-GEN-07")
def test_targets_are_enemies_within_an_inch() -> None:
    """Enemies 0.5" and 1.0" away are targets, one 1.01" away and a friend are not; the owner shares out the attacks."""
    scene = Scene()
    a = scene.add(0, (10, 11), attacks=2)
    scene.add(0, (10, 12.2))
    near, edge = scene.add(1, (11.5, 11)), scene.add(1, (8, 11))
    scene.add(1, (10, 8.99))
    play = blows(scene, a, dice=[MISS, MISS])
    assert (play.what, play.player, play.decision.kind, play.decision.rule) == ("blows", 0, "allocate", "KT18-INT-59")
    assert play.decision.context.rows == ((0, near), (0, edge))
    play.answer(Allocate((1, 1)), f"0/{edge}")
    assert struck(play) == [("Bare hands", near, 1), ("Bare hands", edge, 1)]
    assert play.events("attacks")[0].rule == "KT18-FIGHT-05"


@pytest.mark.rule("KT18-FIGHT-05", "KT18-INT-62")
def test_targets_are_looked_for_after_the_pile_in() -> None:
    """A charged model 3" from its enemy piles in to 0.5", and then has a model to attack."""
    scene = Scene()
    a = scene.add(0, (10, 11), charged_by=(1,))
    e = scene.add(1, (14, 11))
    play = scene.fight(a, dice=[MISS]).answer([(12.5, 11)])
    assert struck(play) == [("Bare hands", e, 1)]


@pytest.mark.rule("KT18-FIGHT-06", "KT18-INT-61")
def test_a_charger_attacks_only_whom_it_charged_or_who_charged_it() -> None:
    """Three enemies within 1": one it charged, one that charged it, one that did neither, which is refused."""
    scene = Scene()
    reached, charging, bystander = 1, 2, 3
    a = scene.add(0, (10, 11), attacks=3, charged=(reached,), charged_by=(charging,))
    scene.add(1, (11.5, 11))
    scene.add(1, (8.5, 11))
    scene.add(1, (10, 9.5))
    play = blows(scene, a, dice=[MISS] * 3)
    assert play.decision.context.rows == ((0, reached), (0, charging), (0, bystander))
    assert play.why(Allocate((2, 0, 1))) == "KT18-FIGHT-06"
    assert play.why(Allocate((0, 0, 3))) == "KT18-FIGHT-06"
    assert all(option.counts[2] == 0 for option in play.options()) and len(play.options()) == 4
    play.answer(Allocate((2, 1, 0)), f"0/{reached}")
    assert struck(play) == [("Bare hands", reached, 2), ("Bare hands", charging, 1)]


@pytest.mark.rule("KT18-QA-11", "KT18-FIGHT-06")
def test_a_named_target_the_charge_did_not_reach_is_not_attacked() -> None:
    """A charge at two enemies reaches one; a pile-in brings the other to 0.1": all attacks go at the first, unasked."""
    scene = Scene()
    a = scene.add(0, (5, 11), attacks=2)
    x, y = scene.add(1, (10, 11), wounds=9, moved=True), scene.add(1, (12.6, 12.25), wounds=9, moved=True)
    play = scene.play(Task("option", (a,)), Task("fight", (a,)), dice=[2, 3, MISS, MISS]).answer("charge", x, y)
    play.answer([(9, 12.7)])
    assert play.model(a).charged == (x,) and not play.model(y).charged_by
    play.answer([(11.5, 12.25)])
    assert round(play.game.arena.gap(play.state.places, a, y), 2) == 0.1
    assert struck(play) == [("Bare hands", x, 2)]


@pytest.mark.rule("KT18-INT-61")
def test_a_missed_target_that_charges_back_may_be_attacked() -> None:
    """Named and not reached, it then charged the charger: whoever charged it is a target, once they are within 1"."""
    scene = Scene()
    a = scene.add(0, (10, 11), attacks=2, charged=(1,), charged_by=(2,))
    x, y = scene.add(1, (11.5, 11)), scene.add(1, (8.5, 11))
    play = blows(scene, a, dice=[MISS, MISS])
    assert play.why(Allocate((0, 2))) == ""
    play.answer(Allocate((0, 2)))
    assert struck(play) == [("Bare hands", y, 2)] and x != y


@pytest.mark.rule("KT18-INT-61", "KT18-FIGHT-06")
@pytest.mark.parametrize("state", [{}, {"tried": True}, {"charged_by": (1,)}])
def test_who_has_not_charged_attacks_any_enemy_within_an_inch(state: dict[str, Any]) -> None:
    """A model that stood there, one that failed a charge, one that was charged by just one of them: both enemies are open."""
    scene = Scene()
    a = scene.add(0, (10, 11), attacks=2, **state)
    scene.add(1, (11.5, 11))
    scene.add(1, (8.5, 11))
    play = blows(scene, a)
    assert [play.why(Allocate(shares)) for shares in ((2, 0), (1, 1), (0, 2))] == ["", "", ""]


@pytest.mark.rule("KT18-FIGHT-06", "KT18-INT-62")
def test_a_charger_with_only_bystanders_near_makes_no_attacks() -> None:
    """Its target was put out of action by another model; the enemy beside it was never charged: no attacks, nothing asked."""
    scene = Scene()
    a = scene.add(0, (10, 11), charged=(1,))
    scene.add(1, None)
    scene.add(1, (11, 11))
    play = scene.fight(a)
    assert play.over and not play.events("attacks") and not play.events("hit-roll")


@pytest.mark.rule("KT18-FIGHT-04", "KT18-FIGHT-06", "KT18-QA-11", "KT18-INT-30", "KT18-INT-57", "KT18-CHARGE-04", "KT18-CHARGE-10")
def test_example_12_two_targets_one_reached() -> None:
    """Bases of 32 mm; C at (10, 10), X 5.0" and Y 9.0" to the east of it.

    C names both and rolls 6. Y is out of reach. It ends 5.98" away, 0.94" from X and 3.85" from Y: only X was charged.
    Then it piles in 2.91", which brings it to 0.84" from X and 0.95" from Y: all its attacks go at X.
    """
    scene = Scene()
    c = scene.add(0, (10, 10), base=32, attacks=2, weapons=[blade(name="left"), blade(name="right")])
    x, y = scene.add(1, (16.26, 10), base=32, wounds=9), scene.add(1, (20.26, 10), base=32, wounds=9)
    play = scene.play(Task("option", (c,)), Task("fight", (c,)), dice=[2, 4, MISS, MISS]).answer("charge", x, y)
    assert play.what == "react"
    play.answer("pass")
    assert play.events("charge-roll")[0].values["distance"] == 6
    assert play.why([(14, 13.5), (18.6, 11)]) == "KT18-CHARGE-04"  # Y would need 8"
    assert round(play.decision.length(as_answer([(15.6, 12.1)])), 2) == 5.98
    play.answer([(15.6, 12.1)])
    gap = play.game.arena.gap
    assert [round(gap(play.state.places, c, j), 2) for j in (x, y)] == [0.94, 3.85]
    assert play.model(c).charged == (x,)
    assert play.model(x).charged_by == (c,) and play.model(y).charged_by == ()
    assert play.events("charged")[0].values["targets"] == (x,)

    assert (play.what, play.decision.context.action, play.decision.context.most) == ("move", "pile in", 3)
    assert round(play.decision.length(as_answer([(18.2, 10.8)])), 2) == 2.91
    play.answer([(18.2, 10.8)])
    assert [round(gap(play.state.places, c, j), 2) for j in (x, y)] == [0.84, 0.95]
    assert play.decision.context.rows == ((0, x), (1, x), (0, y), (1, y))
    assert play.why(Allocate((1, 0, 1, 0))) == play.why(Allocate((0, 0, 0, 2))) == "KT18-FIGHT-06"
    play.answer(Allocate((1, 1, 0, 0)), f"1/{x}")
    assert [j for _, j, _ in struck(play)] == [x, x]


# --- weapons and attacks


@pytest.mark.rule("KT18-FIGHT-05", "KT18-INT-59")
def test_each_attack_is_given_a_weapon_and_a_target_before_any_die() -> None:
    """Three attacks, two blades, two enemies: every way to share them out is open, and all three must be."""
    arms = [blade("user 0 1", name="axe"), gun(), blade("+2 -1 1", name="maul")]
    scene = Scene()
    a = scene.add(0, (10, 11), attacks=3, weapons=arms)
    x, y = scene.add(1, (11.5, 11), wounds=9), scene.add(1, (8.5, 11), wounds=9)
    play = blows(scene, a, dice=[MISS] * 3)
    assert play.decision.context.rows == ((0, x), (1, x), (0, y), (1, y))  # no guns
    assert len(play.options()) == 20
    assert play.why(Allocate((1, 1, 0, 0))) == play.why(Allocate((2, 2, 0, 0))) == "KT18-INT-59"
    assert not play.events("hit-roll")
    play.answer(Allocate((1, 0, 0, 2)))
    assert play.what == "next-batch" and not play.events("hit-roll")
    play.answer(f"1/{y}")
    assert struck(play) == [("axe", x, 1), ("maul", y, 2)]
    assert [e.values["target"] for e in play.events("hit-roll")] == [y, y, x]


@pytest.mark.rule("KT18-INT-59")
def test_the_weapon_of_each_attack_tells() -> None:
    """An axe at S4 AP0 D1 needs 4+ to wound T4, a maul at S8 AP-3 D2 needs 2+, and its victim has no save."""
    arms = [blade("user 0 1", name="axe"), blade("x2 -3 2", name="maul")]
    scene = Scene()
    a = scene.add(0, (10, 11), attacks=2, weapons=arms)
    e = scene.add(1, (11, 11), wounds=9)
    play = blows(scene, a, dice=[3, 4, 4, 3, 2]).answer(Allocate((1, 1)), f"0/{e}")
    assert [roll.values["needed"] for roll in play.events("wound-roll")] == [4, 2]
    assert [roll.values["needed"] for roll in play.events("save-roll")] == [4]
    assert play.wounds(e) == 9 - 2


@pytest.mark.rule("KT18-INT-59")
def test_bare_hands_are_a_weapon() -> None:
    """A model with a gun only strikes with its own strength, AP 0 and Damage 1."""
    play = duel(3, 5, 3, attacker={"weapons": [gun()], "strength": 3})
    assert struck(play) == [("Bare hands", 1, 1)]
    assert (play.events("wound-roll")[0].values["needed"], play.events("save-roll")[0].values["needed"]) == (5, 4)
    assert play.wounds(1) == 8


@pytest.mark.rule("KT18-FIGHT-07")
@pytest.mark.parametrize("attacks", [1, 2, 4])
def test_as_many_attacks_as_the_model_has(attacks: int) -> None:
    """A 1, 2 or 4: so many hit rolls, whatever its gun could fire."""
    play = duel(*[MISS] * attacks, attacker={"attacks": attacks, "weapons": [gun('24" heavy 6, 4 0 1')]})
    assert len(play.events("hit-roll")) == attacks and play.over


@pytest.mark.rule("KT18-FIGHT-07", "KT18-HIT-01")
@pytest.mark.parametrize(("face", "hit"), [(3, False), (4, True)])
def test_a_hit_needs_weapon_skill_not_ballistic_skill(face: int, hit: bool) -> None:
    """WS 4+, BS 2+: a 3 misses, a 4 hits."""
    play = duel(face, *([1] if hit else []), attacker={"ws": 4, "bs": 2})
    assert [e.values["hit"] for e in play.events("hit-roll")] == [hit]


@pytest.mark.rule("KT18-FIGHT-07")
def test_each_attack_goes_all_the_way_before_the_next() -> None:
    """Two attacks on two wounds: hit, wound, save, damage; hit, wound, save, damage, injury. The attacker rolls the injury."""
    play = duel(3, 4, 3, 3, 4, 3, 4, attacker={"attacks": 2}, defender={"wounds": 2})
    steps = [e.kind for e in play.game.events if e.kind.endswith("roll") or e.kind in ("damage", "out-of-action")]
    once = ["hit-roll", "wound-roll", "save-roll", "damage"]
    assert steps == [*once, *once, "injury-roll", "out-of-action"]
    assert play.events("injury-roll")[0].values["player"] == 0


# --- what makes hitting harder


def over(*walls: tuple[float, ...], top: float = 1.0, flat: bool = False, **attacker: Any) -> Play:
    """Play a blow across 0.9" with terrain drawn in: each wall is x0, y0, x1, y1."""
    scene = Scene()
    a = scene.add(0, (10, 11), **attacker)
    scene.add(1, (11.9, 11), wounds=9)
    for x0, y0, x1, y1 in walls:
        scene.wall(x0, y0, x1, y1, top=0.1 if flat else top, marks=("flat", "difficult") if flat else ())
    return blows(scene, a, dice=[MISS])


@pytest.mark.rule("KT18-FIGHT-08", "KT18-INT-60")
@pytest.mark.parametrize("top", [0.3, 1.0, 4.0])
def test_terrain_in_between_is_minus_one(top: float) -> None:
    """A barricade or a wall crosses the line between the two bases, however low or high."""
    assert modifier(over((10.8, 9, 11.1, 13), top=top)) == -1


@pytest.mark.rule("KT18-FIGHT-08", "KT18-INT-60")
def test_terrain_beside_the_line_does_not_count() -> None:
    """The wall ends before the line from centre to centre, though it is between parts of the bases."""
    assert modifier(over((10.8, 11.05, 11.1, 13))) == 0
    assert modifier(over((10.8, 10.95, 11.1, 13))) == -1


@pytest.mark.rule("KT18-FIGHT-08", "KT18-INT-60")
def test_several_walls_are_no_worse_than_one() -> None:
    """Two walls in between: still -1."""
    assert modifier(over((10.6, 9, 10.8, 13), (11.1, 9, 11.3, 13))) == -1


@pytest.mark.rule("KT18-INT-60")
def test_flat_ground_is_not_in_between() -> None:
    """Difficult ground between the two hinders no attack."""
    assert modifier(over((10.6, 9, 11.3, 13), flat=True)) == 0


@pytest.mark.rule("KT18-INT-60", "KT18-FIGHT-08")
@pytest.mark.parametrize("up", [0, 1])
def test_fighting_up_or_down_an_open_edge_is_not_over_terrain(up: int) -> None:
    """One stands on a slab 0.8" high, the other at its foot: what one of them stands on does not lie between them."""
    scene = Scene()
    scene.wall(10.5, 8, 14, 14, top=0.8, marks=("vantage",))
    low, high = (9.9, 11), (11.1, 11, 0.8)
    a = scene.add(0, high if up == 0 else low)
    scene.add(1, low if up == 0 else high, wounds=9)
    assert modifier(blows(scene, a, dice=[MISS])) == 0


@pytest.mark.rule("KT18-INT-60", "KT18-FIGHT-08")
def test_a_railing_on_the_same_floor_is_in_between() -> None:
    """Both stand on a floor 3" up with a railing between them; the floor does not count, the railing does."""
    scene = Scene()
    scene.floor(6, 6, 16, 16, z=3)
    a = scene.add(0, (10, 11, 3))
    scene.add(1, (11.9, 11, 3), wounds=9)
    assert modifier(blows(scene, a, dice=[MISS])) == 0
    scene.wall(10.8, 9, 11.1, 13, bottom=3, top=3.5)
    assert modifier(blows(scene, a, dice=[MISS])) == -1


@pytest.mark.rule("KT18-FIGHT-09")
@pytest.mark.parametrize("flesh", [0, 1, 3])
def test_each_flesh_wound_of_the_attacker_is_minus_one(flesh: int) -> None:
    """None, one, three: 0, -1, -3. Those of the target do not matter."""
    assert modifier(duel(MISS, attacker={"flesh": flesh}, defender={"flesh": 2})) == -flesh


@pytest.mark.rule("KT18-FIGHT-10")
@pytest.mark.parametrize(("broken", "expected"), [((True, False), -1), ((False, True), 0), ((True, True), -1)])
def test_a_broken_attacker_is_minus_one(broken: tuple[bool, bool], expected: int) -> None:
    """It is the attacker's kill team that counts."""
    assert modifier(duel(MISS, broken=broken)) == expected


@pytest.mark.rule("KT18-FIGHT-08", "KT18-FIGHT-09", "KT18-FIGHT-10", "KT18-INT-40")
def test_the_penalties_add_up() -> None:
    """Over a wall, two flesh wounds, broken: -4. A natural 6 hits all the same, a 5 does not with WS 2+."""
    scene = Scene()
    scene.wall(10.8, 9, 11.1, 13, top=1)
    a = scene.add(0, (10, 11), flesh=2, ws=2, attacks=2)
    scene.add(1, (11.9, 11), wounds=9)
    play = blows(scene, a, dice=[5, 6, 1], broken=(True, False))
    assert [(e.values["modifier"], e.values["hit"]) for e in play.events("hit-roll")] == [(-4, False), (-4, True)]


@pytest.mark.rule("KT18-FIGHT-11")
def test_what_hinders_shooters_does_not_hinder_fighters() -> None:
    """The target is half hidden behind a third model, the attacker Advanced and carries Assault and Heavy guns: no penalty."""
    scene = Scene()
    guns = [gun('2" assault 1, 4 0 1'), gun('1" heavy 1, 4 0 1')]
    a = scene.add(0, (10, 11), weapons=guns, moved=True, advanced=True)
    scene.add(0, (11.1, 11.3), base=12)
    e = scene.add(1, (11.9, 11), wounds=9)
    play = blows(scene, a, dice=[MISS])
    shooting = hit_modifiers(play.game.arena, play.state, a, play.game.arena.guns[a][0], e, "shooting")
    assert {rule for rule, _, _ in shooting} == {"KT18-HIT-03", "KT18-WR-ASSAULT-02"}
    assert modifier(play) == 0


@pytest.mark.rule("KT18-FIGHT-07", "KT18-FIGHT-08", "KT18-FIGHT-09", "KT18-WOUND-02", "KT18-SAVE-01", "KT18-SAVE-02")
def test_example_25_close_combat() -> None:
    """WS 3+, A 2, S4, AP -1, D1, one flesh wound, over a barricade: -2. A 5 hits, a 4 misses.

    T3 is wounded on 3+: a 3 does. Sv 4+ against AP -1: a 4 fails. With a 5+ invulnerable save instead, a 5 saves.
    """

    def play(*dice: int, invulnerable: int = 0) -> Play:
        scene = Scene()
        scene.wall(10.7, 9, 11.2, 13, top=1)
        a = scene.add(0, (10, 11), ws=3, attacks=2, strength=4, weapons=[blade("user -1 1")], flesh=1)
        scene.add(1, (11.9, 11), toughness=3, save=4, invulnerable=invulnerable, wounds=2)
        return scene.fight(a, dice=dice).answer("pass")

    normal = play(5, 3, 4, 4)
    assert [(e.values["modifier"], e.values["hit"]) for e in normal.events("hit-roll")] == [(-2, True), (-2, False)]
    (wound,), (save,) = normal.events("wound-roll"), normal.events("save-roll")
    assert (wound.values["needed"], wound.values["hit"]) == (3, True)
    assert (save.values["needed"], save.values["save"], save.values["hit"]) == (5, "normal", False)
    assert normal.wounds(1) == 1

    warded = play(5, 3, 5, 4, invulnerable=5)
    assert (warded.what, warded.player, set(warded.options())) == ("save", 1, {"normal", "invulnerable"})
    warded.answer("invulnerable")
    (save,) = warded.events("save-roll")
    assert (save.values["needed"], save.values["save"], save.values["hit"]) == (5, "invulnerable", True)
    assert warded.wounds(1) == 2
    assert [e.values["hit"] for e in warded.events("hit-roll")] == [True, False]
