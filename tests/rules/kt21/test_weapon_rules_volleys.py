"""Weapon rules that make several attacks of one action: Blast, Torrent, Fusillade. (INT-41, INT-48 to INT-51)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate
from tests.rules.kt21.scene import Play, Scene, gun
from tests.rules.kt21.shots import again, attacked, kept, rolled, saved, spend

MISSES = [1] * 60
HITS = [5, 1, 1, 1] * 15  # of a gun with one die, at targets with Df 3

# --- Blast


def blasted(inches: float, *others: tuple[int, tuple[float, float], str]) -> tuple[Scene, int, list[int]]:
    """Return a shooter with a Blast gun, its target 9" away, and others of either side."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f'1 3+ 3/4; Blast {inches:g}"')])
    numbers = {place: scene.add(0, place, order=order) for side, place, order in others if side == 0}
    target = scene.add(1, (15, 11))
    numbers |= {place: scene.add(1, place, order=order) for side, place, order in others if side == 1}
    return scene, target, [numbers[place] for _, place, _ in others]


def struck(play: Play) -> list[int]:
    """Return all operatives attacked, in the order of a player who gives default answers."""
    while not play.over:
        play.answer(play.decision.default)
    return attacked(play)


@pytest.mark.rule("KT21-WR-BLAST-01", "KT21-WR-BLAST-02", "KT21-INT-48")
def test_blast_attacks_everybody_near_the_target() -> None:
    """Enemies and friends within x of the target are attacked one by one after it, in the attacker's order; none can be left out."""
    scene, target, (friend, near, far) = blasted(2, (0, (15, 8.5), "engage"), (1, (15, 14), "engage"), (1, (18.1, 11), "engage"))
    play = scene.act(0, "shoot", dice=MISSES).answer(target)
    assert attacked(play) == [target]
    assert (play.what, play.player, play.options()) == ("next-target", 0, [friend, near])
    assert play.why("pass") == "KT21-INT-48"
    assert play.why(far) == "KT21-INT-48"
    play.answer(near)
    assert play.over
    assert attacked(play) == [target, near, friend]
    assert [(e.values["player"], len(e.values["dice"])) for e in play.events("rolled")] == [(0, 1), (1, 3), (0, 1), (1, 3), (0, 1), (0, 3)]


@pytest.mark.rule("KT21-WR-BLAST-02", "KT21-INT-48")
def test_the_owner_of_a_friend_that_is_hit_saves_for_it() -> None:
    """The attacker rolls against the own operative and then spends its saves; the damage is real."""
    scene, target, (friend,) = blasted(2, (0, (15, 8.5), "engage"))
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 5, 5, 1, 1]).answer(target)
    assert (play.what, play.player, play.decision.subject) == ("block", 0, friend)
    assert [e.values["player"] for e in play.events("rolled")] == [0, 1, 0, 0]
    assert play.answer(spend()).damage(friend) == 3


@pytest.mark.rule("KT21-INT-48")
def test_the_shooter_may_be_within_its_own_blast() -> None:
    """A shooter 1.5" from its target attacks itself too."""
    scene = Scene()
    shooter = scene.add(0, (12.5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')])
    target = scene.add(1, (15, 11))
    play = scene.act(shooter, "shoot", dice=[1, 1, 1, 1, 5, 1, 1, 1]).answer(target)
    assert play.over
    assert attacked(play) == [target, shooter]
    assert play.damage(shooter) == 3


@pytest.mark.rule("KT21-WR-BLAST-03", "KT21-INT-48")
def test_who_is_valid_for_blast_is_judged_from_the_target() -> None:
    """Seen by the target, not by the shooter: attacked. Seen by the shooter, not by the target: spared."""
    scene, target, (unseen, spared) = blasted(2, (1, (15, 13.5), "engage"), (1, (15, 8.5), "engage"))
    scene.wall(13.5, 12.6, 14, 15, top=3)
    scene.wall(14, 9.7, 16, 9.8, top=3)
    play = scene.act(0, "shoot", dice=MISSES)
    assert play.options() == [target, spared]
    assert struck(play.answer(target)) == [target, unseen]


@pytest.mark.rule("KT21-WR-BLAST-03", "KT21-INT-48")
def test_obscured_from_the_target_is_not_attacked() -> None:
    """Blast 6": a narrow pillar taller than they are stands 3" from the far one and obscures it from the target."""
    scene, target, (far, clear) = blasted(6, (1, (21.5, 11), "engage"), (1, (15, 16), "engage"))
    assert struck(scene.act(0, "shoot", dice=MISSES).answer(target)) == [target, far, clear]
    scene.wall(17.8, 10.9, 18, 11.1, top=2)
    assert struck(scene.act(0, "shoot", dice=MISSES).answer(target)) == [target, clear]


@pytest.mark.rule("KT21-WR-BLAST-03", "KT21-INT-48")
@pytest.mark.parametrize(("order", "hit"), [("conceal", False), ("engage", True)])
def test_beyond_2_inches_cover_from_the_target_counts(order: str, hit: bool) -> None:
    """Blast 4": behind a barricade as the target sees it, 3" off, a Conceal operative is safe; an Engage one keeps a die."""
    scene, target, (other,) = blasted(4, (1, (15, 15), order))
    scene.barricade(15, 13.6, 0)
    play = scene.act(0, "shoot", dice=HITS).answer(target)
    assert attacked(play) == ([target, other] if hit else [target])
    if hit:
        assert (play.what, play.player, play.decision.subject) == ("cover-save", 1, other)


@pytest.mark.rule("KT21-INT-48", "KT21-WR-INDIRECT-01")
def test_indirect_finds_the_target_and_not_those_around_it() -> None:
    """Blast 4" and Indirect: a Conceal operative in cover can be selected, but behind a barricade as the target sees it, it is safe."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 4", Indirect')])
    target = scene.add(1, (15, 11), order="conceal")
    other = scene.add(1, (15, 15), order="conceal")
    scene.barricade(15, 13.6, 0)
    scene.barricade(13.6, 11, 90)
    play = scene.act(0, "shoot", dice=HITS)
    assert play.options() == [target, other]
    assert struck(play.answer(target)) == [target]


@pytest.mark.rule("KT21-WR-BLAST-03")
def test_cover_from_the_shooter_does_not_count_for_the_others() -> None:
    """A barricade between the shooter and a second Conceal operative, who stands open to the target: attacked, and no die is kept."""
    scene, target, (other,) = blasted(4, (1, (15, 15), "conceal"))
    scene.barricade(13.6, 14.5, 90)
    play = scene.act(0, "shoot", dice=HITS)
    assert play.why(other) == "KT21-LOS-03"
    play.answer(target)
    assert play.over
    assert attacked(play) == [target, other]


@pytest.mark.rule("KT21-INT-49")
def test_within_2_inches_of_the_target_nobody_is_in_cover() -> None:
    """A barricade between the target and a Conceal operative 2.0" off does not protect it: attacked, and no die is kept."""
    scene, target, (other,) = blasted(2, (1, (15, 14), "conceal"))
    scene.barricade(15, 12.5, 0)
    play = scene.act(0, "shoot", dice=HITS).answer(target)
    assert play.over
    assert attacked(play) == [target, other]


@pytest.mark.rule("KT21-INT-48")
def test_neither_engagement_nor_range_protects_from_blast() -> None:
    """An enemy engaged by a friend and beyond the gun's Range is attacked if it is near the target."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 3", Range 9"')])
    friend = scene.add(0, (18.5, 12.9))
    target = scene.add(1, (15, 11))
    engaged = scene.add(1, (18.5, 11))  # 12.5" from the shooter, 0.9" from its friend
    play = scene.act(0, "shoot", dice=MISSES)
    assert play.options() == [target]
    assert sorted(struck(play.answer(target))) == sorted([target, engaged, friend])


@pytest.mark.rule("KT21-WR-BLAST-01")
@pytest.mark.parametrize(("gap", "hit"), [(2.0, True), (2.1, False)])
def test_blast_reaches_x_inches(gap: float, hit: bool) -> None:
    """Blast 2": an operative 2.0" from the target is attacked, one 2.1" off is not."""
    scene, target, (other,) = blasted(2, (1, (15, 12 + gap), "engage"))
    assert struck(scene.act(0, "shoot", dice=MISSES).answer(target)) == ([target, other] if hit else [target])


@pytest.mark.rule("KT21-WR-BLAST-04")
def test_no_overwatch_with_a_blast_weapon() -> None:
    """An operative with nothing else is not offered; one with two other guns is, and those are."""
    scene = Scene()
    only = scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')])
    other = scene.add(0, (5, 14), weapons=[gun('1 3+ 3/4; Blast 2"'), gun(), gun()])
    scene.add(1, (15, 11))
    play = scene.overwatch(0)
    assert play.options() == ["pass", other]
    assert play.why(only) == "KT21-WR-BLAST-04"
    play.answer(other)
    assert play.options() == [1, 2]
    assert play.why(0) == "KT21-WR-BLAST-04"


@pytest.mark.rule("KT21-WR-BLAST-01", "KT21-WR-BLAST-02", "KT21-WR-BLAST-03", "KT21-SHOOT-04", "KT21-INT-48", "KT21-INT-49")
@pytest.mark.parametrize(("gap", "why"), [(1.5, ""), (1.0, "KT21-SHOOT-04")])
def test_example_18_blast(gap: float, why: str) -> None:
    """T, then E1 (Conceal, 1.9" from T) and F (1.5"), not E2 (2.2"); E1 keeps no die. With F 1.0" from T, T cannot be selected."""
    scene, t, (f, e1, e2) = blasted(2, (0, (15, 10 - gap), "engage"), (1, (15, 13.9), "conceal"), (1, (18.2, 11), "engage"))
    scene.barricade(13.6, 13.9, 90)
    play = scene.act(0, "shoot", dice=HITS)
    assert play.why(t) == why
    assert play.why(e1) == "KT21-LOS-03", "from where the shooter stands it hides in cover"
    assert play.options() == ([e2] if why else [t, e2])
    if why:
        return
    play.answer(t)
    assert (play.what, play.options()) == ("next-target", [f, e1])
    play.answer(e1)
    assert play.over
    assert attacked(play) == [t, e1, f]
    assert rolled(play, 1) == [3, 3], "E1 has no cover die"


# --- Torrent


def jet(*places: tuple[float, float], text: str = '1 3+ 3/4; Torrent 2"') -> tuple[Scene, list[int]]:
    """Return a shooter with a Torrent gun, and enemies."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(text)])
    return scene, [scene.add(1, place) for place in places]


@pytest.mark.rule("KT21-WR-TORRENT-01", "KT21-INT-50")
def test_torrent_is_optional_and_comes_after_the_attack_on_the_target() -> None:
    """Once the target has been attacked the attacker is asked for others, may name none, and does so by default."""
    scene, (t, e1) = jet((15, 11), (15, 13.5))
    play = scene.act(0, "shoot", dice=MISSES).answer(t)
    assert attacked(play) == [t]
    assert rolled(play, 1) == [3]
    assert (play.what, play.player, play.options()) == ("secondary", 0, ["pass", e1])
    assert play.decision.default == play.decision.options[0]
    assert attacked(play.answer("pass")) == [t]
    assert play.over


@pytest.mark.rule("KT21-WR-TORRENT-01", "KT21-INT-50")
@pytest.mark.parametrize(("e2_at", "together"), [((17.774, 10.618), False), ((17.5592, 12.136), True)])
def test_example_19_torrent(e2_at: tuple[float, float], together: bool) -> None:
    """E1 1.5" and E2 1.8" from T: 3.0" apart only one of them joins T; 1.9" apart all three are attacked."""
    scene, (t, e1, e2) = jet((15, 11), (15, 13.5), e2_at)
    play = scene.act(0, "shoot", dice=MISSES).answer(t)
    assert play.options() == ["pass", e1, e2]
    play.answer(e1)
    if together:
        assert play.options() == ["pass", e2]
        play.answer(e2)
        assert (play.what, play.player, play.options()) == ("next-target", 0, [e1, e2])
        play.answer(e2)
        assert attacked(play) == [t, e2, e1]
    else:
        assert attacked(play) == [t, e1]
    assert play.over


@pytest.mark.rule("KT21-WR-TORRENT-01", "KT21-INT-50")
def test_every_target_of_torrent_is_near_every_other() -> None:
    """Two candidates 3.0" apart and a third near all: once one is named the far one is refused, the third is not."""
    scene, (t, e1, e2, e3) = jet((15, 11), (15, 13.5), (17.774, 10.618), (16.6, 12.6))
    play = scene.act(0, "shoot", dice=MISSES).answer(t, e1)
    assert play.options() == ["pass", e3]
    assert play.why(e2) == "KT21-INT-50"
    assert play.why(e1) == play.why(t) == "KT21-WR-TORRENT-01"


@pytest.mark.rule("KT21-INT-50")
def test_torrent_needs_valid_targets_from_where_the_shooter_stands() -> None:
    """Near the target, but hiding in cover, engaged, out of range, hidden, or a friend: none of them can be added."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Torrent 3", Range 10"')])
    friend = scene.add(0, (16, 8.4))
    t = scene.add(1, (15, 11))
    hiding = scene.add(1, (14.5, 14), order="conceal")
    engaged = scene.add(1, (14.1, 8.4))  # 0.9" from the friend
    distant = scene.add(1, (17.5, 11))
    unseen = scene.add(1, (14.6, 12.4))
    scene.barricade(13.1, 13.5, 90)
    scene.wall(13.8, 11.6, 13.9, 13.2, top=3)
    play = scene.act(0, "shoot", dice=MISSES)
    assert play.options() == [t]
    play.answer(t)
    assert play.over, "there is nobody to add"
    lone = scene.add(1, (13.2, 10))
    play = scene.act(0, "shoot", dice=MISSES).answer(t)
    assert play.options() == ["pass", lone]
    found = [play.why(i) for i in (friend, hiding, engaged, distant, unseen)]
    assert found == ["KT21-SHOOT-04", "KT21-LOS-03", "KT21-SHOOT-04", "KT21-WR-RANGE-01", "KT21-VIS-02"]


@pytest.mark.rule("KT21-WR-TORRENT-01")
def test_torrent_attacks_no_friends() -> None:
    """A friend of the shooter near the target is neither asked about nor attacked."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Torrent 2"')])
    scene.add(0, (15, 13.5))
    t = scene.add(1, (15, 11))
    play = scene.act(0, "shoot", dice=MISSES).answer(t)
    assert play.over
    assert attacked(play) == [t]


@pytest.mark.rule("KT21-WR-TORRENT-02")
def test_torrent_works_in_overwatch() -> None:
    """Every attack of the Torrent is made, each with BS worsened by 1: a 3 misses, a 4 hits."""
    scene, (t, e1) = jet((15, 11), (15, 13.5), text='2 3+ 3/4; Torrent 2"')
    play = scene.overwatch(0, dice=[3, 4, 1, 1, 1, 3, 4, 1, 1, 1]).answer(0, t)
    assert (play.what, play.player) == ("secondary", 0)
    play.answer(e1)
    assert play.over
    assert attacked(play) == [t, e1]
    assert (play.damage(t), play.damage(e1)) == (3, 3)


@pytest.mark.rule("KT21-WR-TORRENT-01")
def test_cover_of_further_targets_is_judged_from_the_shooter() -> None:
    """A second target with an Engage order behind a barricade keeps a die; the first in the open has none to keep."""
    scene, (t, e1) = jet((15, 11), (15, 13.5))
    scene.barricade(13.6, 13.2, 90)
    play = scene.act(0, "shoot", dice=HITS).answer(t, e1)
    assert (play.what, play.decision.subject) == ("cover-save", e1)


# --- Fusillade


def salvo(text: str = "5 4+ 3/4; Fusillade", *places: tuple[float, float]) -> tuple[Scene, list[int]]:
    """Return a shooter with a Fusillade gun, its target, and other enemies."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(text)])
    return scene, [scene.add(1, place) for place in ((15, 11), *places)]


@pytest.mark.rule("KT21-WR-FUSILLADE-01", "KT21-WR-FUSILLADE-02", "KT21-WR-FUSILLADE-03")
def test_example_20_fusillade() -> None:
    """3 dice for T and 2 for E1, 1.7" from it: a critical and a normal, and a normal; each saves for itself. 2.1" is too far."""
    scene, (t, e1, far) = salvo("5 4+ 3/4; Fusillade", (15, 13.7), (15, 7.9))
    play = scene.act(0, "shoot", dice=[6, 4, 2, 1, 1, 1, 5, 1, 1, 1, 1]).answer(t)
    assert (play.what, play.player) == ("fusillade", 0)
    assert play.decision.context.rows == (t, e1), 'the one 2.1" away cannot be added'
    play.answer(Allocate((3, 2)), t)
    assert play.over
    assert attacked(play) == [t, e1]
    assert [len(e.values["dice"]) for e in play.events("rolled")] == [3, 3, 2, 3]
    assert [(e.values["criticals"], e.values["normals"]) for e in play.events("retained")] == [(1, 1), (0, 1)]
    assert (play.damage(t), play.damage(e1), play.damage(far)) == (7, 3, 0)


@pytest.mark.rule("KT21-WR-FUSILLADE-01")
@pytest.mark.parametrize(("gap", "asked"), [(2.0, True), (2.1, False)])
def test_fusillade_spreads_2_inches(gap: float, asked: bool) -> None:
    """An enemy 2.0" from the target can share the dice, one 2.1" off cannot, and then no player is asked."""
    scene, (t, _) = salvo("2 4+ 3/4; Fusillade", (15, 12 + gap))
    play = scene.act(0, "shoot", dice=MISSES).answer(t)
    assert (play.what == "fusillade") == asked
    assert play.over != asked


@pytest.mark.rule("KT21-WR-FUSILLADE-01")
def test_fusillade_takes_valid_targets_only() -> None:
    """An enemy that hides in cover or is engaged cannot share the dice; nor can a friend."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 4+ 3/4; Fusillade")])
    scene.add(0, (16.9, 8.5))
    t = scene.add(1, (15, 11))
    scene.add(1, (15, 13.5), order="conceal")  # in cover
    scene.add(1, (15, 8.5))  # engaged
    fit = scene.add(1, (17, 11.5))
    scene.barricade(13.6, 13.2, 90)
    play = scene.act(0, "shoot", dice=MISSES).answer(t)
    assert play.decision.context.rows == (t, fit)


@pytest.mark.rule("KT21-WR-FUSILLADE-02", "KT21-INT-51")
def test_all_dice_are_divided_before_the_first_is_rolled() -> None:
    """Exactly A dice are shared out, the first target gets one at least, and no player is forced to divide."""
    scene, (t, _, _) = salvo("3 4+ 3/4; Fusillade", (15, 13), (15, 9))
    play = scene.act(0, "shoot", dice=MISSES).answer(t)
    assert not play.events("rolled")
    assert play.decision.default == Allocate((3, 0, 0))
    assert play.why(Allocate((0, 2, 1))) == "KT21-INT-51"
    for wrong in ((1, 1, 0), (2, 1, 1), (3, 0), (4, -1, 0)):
        assert play.why(Allocate(wrong)) == "KT21-WR-FUSILLADE-02"
    assert [play.why(Allocate(right)) for right in ((3, 0, 0), (1, 1, 1), (2, 0, 1))] == ["", "", ""]
    assert attacked(play.answer(Allocate((3, 0, 0)))) == [t]
    assert rolled(play, 0) == [3]


@pytest.mark.rule("KT21-INT-51")
def test_with_one_die_there_is_nothing_to_divide() -> None:
    """Every chosen target needs a die: with A 1 no player is asked."""
    scene, (t, _) = salvo("1 4+ 3/4; Fusillade", (15, 13))
    play = scene.act(0, "shoot", dice=MISSES).answer(t)
    assert play.over
    assert attacked(play) == [t]


@pytest.mark.rule("KT21-WR-FUSILLADE-03")
def test_fusillade_makes_one_attack_a_target_in_the_attackers_order() -> None:
    """The attacker picks who is attacked first; each attack has the dice assigned to it and its own cover."""
    scene, (t, e1, e2) = salvo("6 4+ 3/4; Fusillade", (15, 13), (15, 9))
    scene.barricade(13.6, 13, 90)
    play = scene.act(0, "shoot", dice=[5, *[1] * 5, 5, *[1] * 10]).answer(t, Allocate((1, 2, 3)))
    assert (play.what, play.player, play.options()) == ("next-target", 0, [t, e1, e2])
    play.answer(e2, e1)
    assert (play.what, play.decision.subject) == ("cover-save", e1)
    play.answer("pass")
    assert play.over
    assert attacked(play) == [e2, e1, t]
    assert rolled(play, 0) == [3, 2, 1]


@pytest.mark.rule("KT21-INT-51")
def test_dice_of_a_target_that_is_gone_are_lost() -> None:
    """Splash of the first attack fells the second target: its two dice are not rolled at any target."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("3 4+ 0/0; Fusillade, Splash 2")])
    t = scene.add(1, (15, 11))
    weak = scene.add(1, (15, 13), left=2)
    play = scene.act(0, "shoot", dice=[6, 1, 1, 1]).answer(t, Allocate((1, 2)), t)
    assert play.over
    assert attacked(play) == [t]
    assert play.state.places[weak] is None


@pytest.mark.rule("KT21-INT-51")
def test_in_overwatch_fusillade_is_not_split() -> None:
    """The gun can be used, with all its dice at one target."""
    scene, (t, _) = salvo("3 3+ 3/4; Fusillade", (15, 13))
    play = scene.overwatch(0, dice=MISSES).answer(0, t)
    assert play.over
    assert attacked(play) == [t]
    assert rolled(play, 0) == [3]


# --- separate attacks


@pytest.mark.rule("KT21-INT-41")
@pytest.mark.parametrize("rules", ['Blast 2"', 'Torrent 2"', "Fusillade"])
def test_every_attack_of_an_action_has_its_own_roll_and_re_rolls(rules: str) -> None:
    """Balanced: the attacker may re-roll one die against the first target, and one more against the next."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"{4 if rules == 'Fusillade' else 2} 3+ 3/4; {rules}, Balanced")])
    first = scene.add(1, (15, 11))
    second = scene.add(1, (15, 13))
    play = scene.act(0, "shoot", dice=[1, 5, 4, 1, 1, 1, 2, 2, 4, 1, 1, 1]).answer(first)
    if rules == "Fusillade":
        play.answer(Allocate((2, 2)), first)
    assert play.what == "re-roll"
    play.answer(again("balanced", 0))
    if "Torrent" in rules:
        play.answer(second)
    assert (play.what, play.damage(first)) == ("re-roll", 6)
    play.answer(again("balanced", 1))
    assert play.over
    assert (kept(play), play.damage(second)) == ((0, 1), 3)
    assert attacked(play) == [first, second]


@pytest.mark.rule("KT21-WR-BLAST-01")
def test_every_attack_is_saved_for_on_its_own() -> None:
    """Saves against the first attack do nothing against the second."""
    scene, target, (other,) = blasted(2, (1, (15, 13.5), "engage"))
    play = scene.act(0, "shoot", dice=[5, 6, 6, 6, 5, 1, 1, 1]).answer(target, spend(critical_on_normal=1))
    assert play.over
    assert saved(play) == (0, 0)
    assert (play.damage(target), play.damage(other)) == (0, 3)
