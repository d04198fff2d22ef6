"""The Shoot action and the steps of a shooting attack up to the hits. (SHOOTACT, SHOOT-01 to -09)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kt21.scene import Scene, blade, gun
from tests.rules.kt21.shots import COVER, TARGET, attacked, kept, rolled, saved, shot, spend

MISSES = [1] * 20


def face_off(*, order: str = "engage", apl: int = 2, gap: float = 9) -> Scene:
    """Return a scene: two operatives in the open, the first with a gun and a blade."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4"), blade()], order=order, apl=apl)
    scene.add(1, (6 + gap, 11))
    return scene


# --- the action


@pytest.mark.rule("KT21-SHOOTACT-01")
def test_shoot_costs_one_ap_and_makes_one_shooting_attack() -> None:
    """With APL 2 a shot leaves 1 AP; with APL 1 it ends the activation. Either way one attack is made."""
    play = face_off(apl=2).activate(0, dice=MISSES).answer("engage", "shoot", 1)
    assert (play.what, play.state.acting[-1].spent) == ("action", 1)
    assert [e.values["cost"] for e in play.events("action")] == [1]
    assert attacked(play) == [1]
    play = face_off(apl=1).activate(0, dice=MISSES).answer("engage", "shoot", 1)
    assert play.over
    assert not play.state.models[0].ready


@pytest.mark.rule("KT21-SHOOTACT-02")
@pytest.mark.parametrize(("gap", "why"), [(1.0, "KT21-SHOOTACT-02"), (1.1, "")])
def test_no_shooting_with_an_enemy_in_engagement_range(gap: float, why: str) -> None:
    """With an enemy 1" away even one far off cannot be shot at; with that enemy 1.1" away it can."""
    scene = face_off(gap=gap)
    far = scene.add(1, (5, 18))
    play = scene.activate(0).answer("engage")
    assert play.why("shoot") == why
    assert ("shoot" in play.options()) == (why == "")
    if not why:
        assert far in play.answer("shoot").options()


@pytest.mark.rule("KT21-SHOOTACT-03")
def test_no_shooting_with_a_conceal_order() -> None:
    """An operative may shoot after choosing Engage and may not after choosing Conceal."""
    play = face_off().activate(0).answer("conceal")
    assert play.why("shoot") == "KT21-SHOOTACT-03"
    assert "shoot" not in play.options()
    assert "shoot" in face_off().activate(0).answer("engage").options()


# --- roles and steps


@pytest.mark.rule("KT21-SHOOT-01", "KT21-SHOOT-05", "KT21-SHOOT-10")
@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize("defender_player", [0, 1])
def test_roles_of_one_attack_have_nothing_to_do_with_those_of_set_up(attacker: int, defender_player: int) -> None:
    """The shooter's player picks weapon and target and rolls attack dice, the target's player saves, whichever of them set up first."""
    other = 1 - attacker
    guns = [gun(), gun("2 3+ 3/4", "pistol")]
    scene = Scene()
    scene.add(0, (5, 11), weapons=guns)
    scene.add(1, (15, 11), weapons=guns)
    scene.barricade(6.4, 11, 90)
    scene.barricade(13.6, 11, 90)
    play = scene.act(attacker, "shoot", dice=[5, 5, 4, 4], defender=defender_player)
    asked = []
    for answer in (1, other, "cover-save", spend(1)):
        asked.append((play.what, play.player))
        play.answer(answer)
    assert asked == [("weapon", attacker), ("target", attacker), ("cover-save", other), ("block", other)]
    assert [e.values["player"] for e in play.events("rolled")] == [attacker, other]
    assert (play.damage(other), play.damage(attacker)) == (3, 0)
    assert [(e.rule, e.values["model"], e.values["target"]) for e in play.events("shoots")] == [("KT21-SHOOT-01", attacker, other)]


@pytest.mark.rule("KT21-SHOOT-02")
def test_the_steps_come_in_their_order() -> None:
    """Weapon, target, attack dice, cover die and defence dice, saves, damage: nothing is known before its step."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4"), gun("3 3+ 3/4")])
    scene.add(1, (15, 11))
    scene.barricade(13.6, 11, 90)
    play = scene.act(0, "shoot", dice=[5, 5, 4, 1])
    assert play.what == "weapon"
    assert play.answer(0).what == "target"
    assert not play.events("rolled")
    assert play.answer(1).what == "cover-save"
    assert (rolled(play, 0), rolled(play, 1)) == ([2], [])
    assert play.answer("cover-save").what == "block"
    assert rolled(play, 1) == [2]
    assert not play.events("damage")
    play.answer(spend(1))
    assert play.over
    kinds = [e.kind for e in play.game.events if e.kind in ("shoots", "rolled", "retained", "cover-save", "saves", "unblocked", "damage")]
    assert kinds == ["shoots", "rolled", "retained", "cover-save", "rolled", "saves", "unblocked", "damage"]


# --- steps 1 and 2


@pytest.mark.rule("KT21-SHOOT-03")
def test_the_attacker_picks_one_ranged_weapon() -> None:
    """Of a blade and two guns either gun can be picked, the blade cannot; the gun picked rolls its own dice."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade(), gun("2 3+ 3/4", "pistol"), gun("5 3+ 3/4", "rifle")])
    scene.add(1, (15, 11))
    play = scene.act(0, "shoot", dice=MISSES)
    assert (play.what, play.player, play.options()) == ("weapon", 0, [1, 2])
    assert play.decision.default.value == 1  # type: ignore[union-attr]
    assert play.why(0) == "KT21-SHOOT-03"
    play.answer(2, 1)
    assert rolled(play, 0) == [5]


@pytest.mark.rule("KT21-SHOOT-04")
def test_a_valid_target_is_an_enemy_in_line_of_sight() -> None:
    """Offered: an Engage enemy in cover and a Conceal one in the open. Not: a friend, the hidden, Conceal in cover, the obscured."""
    scene = Scene()
    me = scene.add(0, (5, 11))
    friend = scene.add(0, (2, 11))
    covered = scene.add(1, (15, 11), order="engage")
    in_the_open = scene.add(1, (15, 6), order="conceal")
    hiding = scene.add(1, (15, 16), order="conceal")
    unseen = scene.add(1, (25, 11))
    obscured = scene.add(1, (5, 21))
    scene.barricade(13.6, 11, 90)
    scene.barricade(13.6, 15.4, 90)
    scene.wall(20, 5, 21, 17, top=4)
    scene.wall(4.9, 16, 5.1, 16.2, top=4)
    play = scene.act(me, "shoot")
    assert (play.what, play.player, play.options()) == ("target", 0, [covered, in_the_open])
    assert (play.why(friend), "an enemy" in play.refusal(friend).reason) == ("KT21-SHOOT-04", True)
    assert play.why(hiding) == "KT21-LOS-03"
    assert play.why(unseen) == "KT21-VIS-02"
    assert play.why(obscured) == "KT21-OBSCURE-01"


@pytest.mark.rule("KT21-SHOOT-04")
@pytest.mark.parametrize(("gap", "why"), [(1.0, "KT21-SHOOT-04"), (1.1, "")])
def test_an_enemy_engaged_by_any_friend_is_no_target(gap: float, why: str) -> None:
    """A friend of the shooter 1" from the enemy shields it, one 1.1" away does not; the enemy's own mates change nothing."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (15, 12 + gap))
    enemy = scene.add(1, (15, 11))
    mate = scene.add(1, (15, 9.5))
    play = scene.act(0, "shoot")
    assert play.why(enemy) == why
    assert (enemy in play.options()) == (why == "")
    assert mate in play.options()


@pytest.mark.rule("KT21-INT-40")
def test_shoot_needs_a_weapon_with_a_valid_target() -> None:
    """Out of range of the only gun Shoot is not offered; with further guns it is, and only those are offered."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('4 3+ 3/4; Range 6"')])
    scene.add(1, (15, 11))
    play = scene.activate(0).answer("engage")
    assert play.why("shoot") == "KT21-INT-40"
    assert "shoot" not in play.options()
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('4 3+ 3/4; Range 6"', "short"), gun("4 3+ 3/4", "long"), gun("5 3+ 3/4", "longer")])
    scene.add(1, (15, 11))
    play = scene.activate(0).answer("engage", "shoot")
    assert (play.what, play.options()) == ("weapon", [1, 2])
    assert play.why(0) == "KT21-INT-40"


@pytest.mark.rule("KT21-INT-40")
@pytest.mark.parametrize("weapons", [[blade()], []])
def test_nobody_shoots_or_overwatches_without_a_gun(weapons: list[object]) -> None:
    """An operative with a blade only, or with nothing, is offered neither Shoot nor Overwatch; one with a gun is."""
    scene = Scene()
    unarmed = scene.add(0, (5, 11), weapons=weapons)
    armed = scene.add(0, (5, 15))
    scene.add(1, (15, 11))
    assert scene.activate(unarmed).answer("engage").why("shoot") == "KT21-INT-40"
    play = scene.overwatch(0)
    assert play.options() == ["pass", armed]
    assert play.why(unarmed) == "KT21-INT-40"


@pytest.mark.rule("KT21-INT-40")
def test_nobody_shoots_or_overwatches_without_a_valid_target() -> None:
    """A tall wall hides the only enemy: Shoot is not offered, and for Overwatch no player is even asked."""
    scene = face_off()
    scene.wall(9, 5, 10, 17, top=4)
    assert scene.activate(0).answer("engage").why("shoot") == "KT21-INT-40"
    assert scene.overwatch(0).over


# --- step 3


@pytest.mark.rule("KT21-SHOOT-05")
@pytest.mark.parametrize("attacks", [1, 4, 6])
def test_as_many_attack_dice_as_a(attacks: int) -> None:
    """The attacker rolls exactly A dice, and all of them can hit."""
    play = shot(f"{attacks} 3+ 1/2", [3] * attacks + [1, 1, 1])
    assert rolled(play, 0) == [attacks]
    assert play.damage(TARGET) == attacks


@pytest.mark.rule("KT21-SHOOT-06", "KT21-SHOOT-07")
@pytest.mark.parametrize(("skill", "normals"), [(2, 4), (3, 3), (4, 2), (5, 1), (6, 0)])
def test_dice_of_bs_or_more_hit_and_the_others_are_discarded(skill: int, normals: int) -> None:
    """Of 5, 4, 3, 2 those equal to BS or above hit; those below do nothing at all."""
    play = shot(f"4 {skill}+ 3/4", [5, 4, 3, 2, 1, 1, 1])
    assert kept(play) == (0, normals)
    assert play.damage(TARGET) == 3 * normals


@pytest.mark.rule("KT21-SHOOT-08")
def test_a_six_hits_whatever_the_bs_and_is_critical() -> None:
    """A shooter hurt and with BS 6+ still hits with a 6, critically; a 5 with BS 2+ is a normal hit."""
    play = shot("2 6+ 3/7", [6, 5, 1, 1, 1], shooter={"left": 3})
    assert kept(play) == (1, 0)
    assert play.damage(TARGET) == 7
    play = shot("2 2+ 3/7", [5, 5, 1, 1, 1])
    assert kept(play) == (0, 2)


@pytest.mark.rule("KT21-SHOOT-09")
def test_a_one_always_fails() -> None:
    """With BS 2+, and even with Lethal 2+, a 1 is no hit while a 2 is."""
    assert kept(shot("2 2+ 3/4", [1, 2, 1, 1, 1])) == (0, 1)
    assert kept(shot("2 2+ 3/4; Lethal 2+", [1, 2, 1, 1, 1])) == (1, 0)


@pytest.mark.rule("KT21-INT-30")
@pytest.mark.parametrize(
    ("skill", "hurt", "overwatch", "needed"),
    [(3, False, False, 3), (3, True, False, 4), (3, False, True, 4), (3, True, True, 5), (5, True, True, 6)],
)
def test_what_worsens_bs_adds_up_to_6_at_worst(skill: int, hurt: bool, overwatch: bool, needed: int) -> None:
    """Injury and Overwatch each make the number needed 1 higher, together 2, but it never goes beyond 6."""
    scene = Scene()
    i = scene.add(0, (5, 11), weapons=[gun(f"4 {skill}+ 1/1")], left=4 if hurt else None)
    j = scene.add(1, (15, 11))
    dice = [5, 4, 3, 2, 1, 1, 1]
    play = scene.overwatch(0, dice=dice).answer(i, j) if overwatch else scene.act(i, "shoot", dice=dice).answer(j)
    assert kept(play) == (0, sum(die >= needed for die in dice[:4]))


@pytest.mark.rule("KT21-INT-30", "KT21-DMG-05")
def test_players_are_shown_the_bs_and_ws_as_they_are_now() -> None:
    """Injured, a gun of 4+ is shown as 5+, a blade of 6+ stays at 6+."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("4 4+ 1/1"), blade("4 6+ 1/1")], left=4)
    scene.add(1, (15, 11))
    play = scene.activate(0)
    assert [weapon["hit"] for weapon in play.game.view()["models"][0]["weapons"]] == [5, 6]


# --- damage


@pytest.mark.rule("KT21-SHOOT-19", "KT21-SHOOT-20")
def test_each_hit_left_does_the_damage_of_its_kind() -> None:
    """Two normal hits and a critical one with D 3/5 and nothing saved: 3 + 3 + 5."""
    play = shot("3 3+ 3/5", [5, 5, 6, 1, 1, 1])
    assert play.damage(TARGET) == 11
    assert shot("3 3+ 3/5", [5, 5, 1, 1, 1, 1]).damage(TARGET) == 6
    assert shot("3 3+ 3/5", [6, 1, 1, 1, 1, 1]).damage(TARGET) == 5


@pytest.mark.rule("KT21-INT-28", "KT21-SHOOT-02")
def test_defence_dice_are_rolled_even_if_nothing_hit() -> None:
    """All attack dice fail: the defender still has the roll, and nothing is asked or suffered."""
    play = shot("2 3+ 3/4", [1, 2, 6, 6, 6])
    assert play.over
    assert rolled(play, 1) == [3]
    assert (saved(play), play.damage(TARGET)) == ((3, 0), 0)


@pytest.mark.rule("KT21-SHOOT-14", "KT21-WR-INVULN-01", "KT21-PLOY-06")
def test_nothing_is_asked_of_who_was_not_hit() -> None:
    """In cover, with an invulnerable save and CP: the dice that AP1 leaves fall unasked; after a single hit all of that is asked."""
    told: dict[str, Any] = {"behind": [COVER], "cp": (0, 2), "invulnerable": 5, "save": 3}
    missed = shot("2 3+ 3/4; AP1", [1, 2, 1, 1], **told)
    assert missed.over
    assert rolled(missed, 1) == [2]
    hit = shot("2 3+ 3/4; AP1", [5, 2, 1, 1], **told)
    asked = []
    for answer in ("save", "pass", "pass"):
        asked.append(hit.what)
        hit.answer(answer)
    assert (asked, hit.over) == (["which-save", "cover-save", "re-roll"], True)


# --- the whole


@pytest.mark.rule("KT21-SHOOT-05", "KT21-SHOOT-06", "KT21-SHOOT-07", "KT21-SHOOT-08", "KT21-SHOOT-15", "KT21-SHOOT-16", "KT21-INT-33")
def test_example_03_plain_attack() -> None:
    """6, 4, 3, 1 on 3+ against 6, 4, 2 on 4+: the best defence lets one normal hit through; a worse one the critical."""
    dice = [6, 4, 3, 1, 6, 4, 2]
    play = shot("4 3+ 3/4", dice, defence=3, save=4, wounds=10)
    assert (kept(play), saved(play)) == ((1, 2), (1, 1))
    assert (play.what, play.player) == ("block", 1)
    assert play.decision.default == spend(normal_on_normal=1, critical_on_critical=1)
    play.answer(play.decision.default)
    assert (play.damage(TARGET), play.wounds(TARGET)) == (3, 7)
    play = shot("4 3+ 3/4", dice, defence=3, save=4, wounds=10).answer(spend(normal_on_normal=1, critical_on_normal=1))
    assert (play.damage(TARGET), play.wounds(TARGET)) == (4, 6)


@pytest.mark.rule("KT21-WR-LETHAL-01", "KT21-DMG-05", "KT21-INT-30", "KT21-INT-55")
@pytest.mark.parametrize(("needs_hit", "hits"), [(False, (3, 0)), (True, (1, 0))])
def test_example_10_lethal_with_a_worsened_bs(needs_hit: bool, hits: tuple[int, int]) -> None:
    """BS 4+, injured and in Overwatch: 6+. With Lethal 5+ a 6 and two 5s are critical, the 4 fails; by the switch the 6 alone hits."""
    scene = Scene(lethal_needs_hit=needs_hit)
    i = scene.add(0, (5, 11), weapons=[gun("4 4+ 1/1; Lethal 5+")], wounds=10, left=4)
    j = scene.add(1, (15, 11))
    play = scene.overwatch(0, dice=[6, 5, 5, 4, 1, 1, 1]).answer(i, j)
    assert kept(play) == hits
