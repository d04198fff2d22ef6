"""Weapon rules that shoot at several targets in one action: Blast and Torrent."""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from counteract.rulesets.kt24.state import Acting
from tests.rules.kt24.scene import Ability, Play, Scene, gun
from tests.rules.kt24.shots import block, one_way, rolled

BOTH = pytest.mark.parametrize("printing", ["2025", "2024"])


def blast(text: str = '1 3+ 3/4; Blast 2"', *, cover: bool = True, **options: object) -> Scene:
    """Return a scene with shooter 0 and friend 1 (2" from the primary target); enemies: 2 the primary, 3 Conceal and out of sight, 4 too far."""
    scene = Scene(**options)
    scene.add(0, (5, 11), weapons=[gun(text)], order="engage", wounds=20)
    scene.add(0, (18, 11), order="conceal", wounds=20)  # 2.0" from P
    scene.add(1, (15, 11), order="engage", wounds=20)  # P
    scene.add(1, (15, 13.5), order="conceal", wounds=20)  # 1.5" from P
    scene.add(1, (15, 7.9), order="engage", wounds=20)  # 2.1" from P
    scene.wall(13.5, 12.6, 14, 15, top=3)  # hides Q from the shooter, not from P
    if cover:
        scene.wall(13.5, 10, 14, 12, top=1)
    return scene


SHOOTER, FRIEND, P, Q, S = range(5)


def sequence_targets(play: Play) -> list[int]:
    """Return the targets of the sequences, in order."""
    return [e.values["model"] for e in play.events("unblocked")]


# --- Blast


@pytest.mark.rule("KT24-WR-BLAST-01")
def test_the_target_chosen_is_the_primary_target() -> None:
    """Only enemies that are valid targets can be chosen in step 2; the others are hit through the primary target."""
    play = blast().act(SHOOTER, "shoot")
    assert (play.what, play.options()) == ("target", [P, S])
    assert play.why(Q) == "KT24-VIS-01"
    assert play.why(FRIEND) == "KT24-SHOOT-06"


@pytest.mark.rule("KT24-WR-BLAST-02", "KT24-WR-BLAST-03", "KT24-DIFF-13")
@BOTH
def test_every_secondary_target_gets_a_sequence_of_its_own(printing: str) -> None:
    """First the primary target to the end, then the others in the order the attacker picks, each with its own dice."""
    play = blast(cover=False, printing=printing).act(SHOOTER, "shoot", dice=[5, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 1]).answer(P)
    assert sequence_targets(play) == [P]
    assert (play.what, play.player, play.options()) == ("next-target", 0, [FRIEND, Q])
    play.answer(Q)
    assert play.over  # the last one needs no choosing
    assert sequence_targets(play) == [P, Q, FRIEND]
    assert [play.damage(i) for i in (P, Q, FRIEND, S)] == [3, 4, 0, 0]
    assert rolled(play, 0) == [1, 1, 1, 3]  # three sequences, and the defence dice for the friend


@pytest.mark.rule("KT24-WR-BLAST-03")
def test_the_attacker_orders_the_secondary_targets() -> None:
    """The friend may be taken before the enemy."""
    play = blast(cover=False).act(SHOOTER, "shoot", dice=[1, 1, 1, 1] * 3).answer(P, FRIEND)
    assert sequence_targets(play) == [P, FRIEND, Q]


@pytest.mark.rule("KT24-WR-BLAST-04")
@pytest.mark.parametrize(("x", "hit"), [(18.0, True), (18.1, False)])
def test_secondary_targets_are_within_x_of_the_primary(x: float, hit: bool) -> None:
    """2.0" from the primary target is within Blast 2", 2.1" is not."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')], order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (x, 11), order="engage")
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1] * (2 if hit else 1)).answer(1)
    assert play.over
    assert play.damage(2) == (3 if hit else 0)


@pytest.mark.rule("KT24-WR-BLAST-04")
def test_secondary_targets_are_visible_to_the_primary() -> None:
    """An operative 1.5" away whom the shooter sees but the primary target does not is spared."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')], order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 8.5), order="engage")
    scene.wall(14, 9.7, 16, 9.8, top=3)
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1])
    assert play.options() == [1, 2]
    play.answer(1)
    assert play.over
    assert sequence_targets(play) == [1]


@pytest.mark.rule("KT24-WR-BLAST-04")
@pytest.mark.parametrize(("primary", "hit"), [(1, [1, 2]), (2, [2])])
def test_it_is_the_primary_target_that_must_see(primary: int, hit: list[int]) -> None:
    """With sight one way only, an operative seen by the primary target is hit, and one that merely sees it is not."""
    play = one_way('1 3+ 3/4; Blast 2", Saturate').act(0, "shoot", dice=[1, 1, 1, 1] * len(hit)).answer(primary)
    assert sequence_targets(play) == hit


@pytest.mark.rule("KT24-WR-BLAST-05", "KT24-INT-58")
def test_secondary_targets_are_valid_whatever_hides_them() -> None:
    """Hit all the same: Conceal in cover, out of the weapon's Range, and in melee with a friend of the shooter."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 2", Range 9"')], order="engage")
    friend = scene.add(0, (16, 14.5), order="engage")
    primary = scene.add(1, (15, 11), order="engage")
    second = scene.add(1, (16, 13), order="conceal")
    scene.wall(14, 13, 14.5, 16, top=1)
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1] * 2)
    assert play.why(second) == "KT24-SHOOT-07"
    play.answer(primary)
    assert (play.damage(primary), play.damage(second), play.damage(friend)) == (3, 3, 0)


@pytest.mark.rule("KT24-WR-BLAST-06", "KT24-DIFF-07")
@BOTH
@pytest.mark.parametrize("cover", [True, False])
def test_secondary_targets_copy_the_cover_of_the_primary(cover: bool, printing: str) -> None:
    """The friend stands in the open and Q behind a wall; both have a cover save exactly if the primary target had one."""
    defence = [1, 1] if cover else [1, 1, 1]
    play = blast(cover=cover, printing=printing).act(SHOOTER, "shoot", dice=[1, *defence] * 3).answer(P)
    if cover:
        play.answer("cover-save")
    play.answer(Q)
    if cover:
        assert (play.what, play.player, play.decision.subject) == ("cover-save", 1, Q)
        play.answer("cover-save")
        assert (play.what, play.player, play.decision.subject) == ("cover-save", 0, FRIEND)
        play.answer("cover-save")
    assert play.over
    assert [e.values["normals"] for e in play.events("saves")] == [int(cover)] * 3


@pytest.mark.rule("KT24-DIFF-07", "KT24-WR-BLAST-06", "KT24-INT-59")
@BOTH
def test_copied_cover_outlives_the_primary_target(printing: str) -> None:
    """The primary target falls in its own sequence; the others are still hit, and still count as in cover."""
    scene = blast(printing=printing)
    scene.operatives[P]["wounds"] = 3
    play = scene.act(SHOOTER, "shoot", dice=[5, 1, 1, 1, 1, 1, 1, 1, 1]).answer(P, "pass")
    assert play.state.models[P].down
    play.answer(Q)
    assert (play.what, play.decision.subject) == ("cover-save", Q)


@pytest.mark.rule("KT24-WR-BLAST-06")
@pytest.mark.parametrize("past_a_wall", [True, False])
def test_secondary_targets_copy_obscuring(past_a_wall: bool) -> None:
    """If the primary target is obscured, so is the one beside it whose own line is clear; otherwise neither is."""
    scene = Scene(obscuring=True)
    scene.add(0, (5, 11), weapons=[gun('2 3+ 3/5; Blast 4"')], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=20)
    scene.add(1, (15, 15.5), order="engage", wounds=20)
    if past_a_wall:
        scene.wall(9.5, 10, 10.5, 12, top=1, kind="heavy")
    play = scene.act(0, "shoot", dice=[6, 6, 1, 1, 1] * 2).answer(1)
    assert (play.damage(1), play.damage(2)) == ((3, 3) if past_a_wall else (10, 10))


@pytest.mark.rule("KT24-INT-58")
def test_blast_hits_friends_and_the_shooter() -> None:
    """A shooter 1.5" from the primary target is hit by its own Blast, and its player rolls both sides' dice."""
    scene = Scene()
    scene.add(0, (12.5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')], order="engage", save=3)
    scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 6, 5, 5, 1]).answer(1)
    assert (play.what, play.player, play.decision.subject) == ("block", 0, 0)
    play.answer(block())
    assert play.damage(0) == 4
    assert [e.values["player"] for e in play.events("rolled")] == [0, 1, 0, 0]


@pytest.mark.rule("KT24-INT-59")
def test_the_blast_list_is_fixed_when_the_target_is_chosen() -> None:
    """An operative that falls to Devastating before its own sequence is skipped; no other drops out or comes in."""
    scene = blast('1 3+ 1/1; Blast 2", 2" Devastating 3', cover=False)
    scene.operatives[Q]["wounds"] = 3
    play = scene.act(SHOOTER, "shoot", dice=[6, 1, 1, 1, 5, 1, 1, 1]).answer(P)
    assert play.over  # only the friend was left, so there was nothing to order
    assert sequence_targets(play) == [P, FRIEND]
    assert play.state.models[Q].down


@pytest.mark.rule("KT24-INT-50", "KT24-WR-BLAST-04")
@pytest.mark.parametrize(("pick", "hit"), [('Blast 1"', [1]), ('Blast 2"', [1, 2])])
def test_of_two_blasts_the_user_picks_one(pick: str, hit: list[int]) -> None:
    """Blast 1" and Blast 2" on one weapon: the attacker picks which takes effect, and so who else is hit."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 1", Blast 2"')], order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 13.5), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1] * len(hit)).answer(1)
    assert (play.what, play.player, play.options()) == ("blast", 0, ['Blast 1"', 'Blast 2"'])
    assert sequence_targets(play.answer(pick)) == hit


@pytest.mark.rule(
    "KT24-WR-BLAST-01", "KT24-WR-BLAST-02", "KT24-WR-BLAST-03", "KT24-WR-BLAST-04", "KT24-WR-BLAST-05", "KT24-WR-BLAST-06",
    "KT24-WR-HOT-03", "KT24-INT-58",
)  # fmt: skip
@pytest.mark.parametrize("order", [(Q, FRIEND), (FRIEND, Q)])
def test_ex_12_blast(order: tuple[int, int]) -> None:
    """P in cover, then Q and R in either order, each with a cover save and two dice; S is spared; one Hot roll."""
    play = blast('1 3+ 3/4; Blast 2", Hot').act(SHOOTER, "shoot", dice=[5, 1, 1, 5, 1, 1, 5, 1, 1, 6]).answer(P)
    play.answer("cover-save", block())
    assert play.options() == [FRIEND, Q]
    play.answer(order[0])
    for target in order:
        owner = 0 if target == FRIEND else 1
        assert (play.what, play.player, play.decision.subject) == ("cover-save", owner, target)
        play.answer("cover-save")
        assert (play.what, play.player) == ("block", owner)
        play.answer(block())
    assert play.over
    assert sequence_targets(play) == [P, *order]
    assert rolled(play, 1) == [2, 2]  # P and Q; the attacker rolls the friend's
    assert sorted(rolled(play, 0)) == [1, 1, 1, 2]
    assert [play.damage(i) for i in (P, Q, FRIEND, S)] == [3, 3, 3, 0]
    assert len(play.events("hot")) == 1


# --- Torrent


def torrent(text: str = '1 3+ 3/4; Torrent 2"', **options: object) -> Scene:
    """Return a scene with shooter 0 and friend 1 out of the way; enemies 2 (P), 3 and 4 within 2" of P, 5 too far from it."""
    scene = Scene(**options)
    scene.add(0, (5, 11), weapons=[gun(text)], order="engage")
    scene.add(0, (5, 18), order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 13.5), order="engage")
    scene.add(1, (15, 8.5), order="conceal")
    scene.add(1, (15, 16), order="engage")
    return scene


@pytest.mark.rule("KT24-WR-TORRENT-01")
def test_the_primary_target_is_chosen_as_usual() -> None:
    """Step 2 offers every valid target and no other, and asks nothing about distances."""
    play = torrent().act(0, "shoot")
    assert (play.what, play.player, play.options()) == ("target", 0, [2, 3, 4, 5])
    assert play.why(1) == "KT24-SHOOT-06"


@pytest.mark.rule("KT24-WR-TORRENT-02")
def test_any_number_of_further_targets_near_the_primary() -> None:
    """With two more enemies within 2" of the primary one: none, one or both; the one further off is refused."""
    for chosen in ((), (3,), (4,), (3, 4), (4, 3)):
        play = torrent().act(0, "shoot", dice=[1, 1, 1, 1] * (1 + len(chosen))).answer(2)
        assert (play.what, play.player, play.options()) == ("secondary", 0, [3, 4, "pass"])
        assert play.why(5) == "KT24-WR-TORRENT-02"
        play.answer(*chosen)
        if len(chosen) < 2:
            play.answer("pass")
        while play.what == "next-target":
            play.answer(play.options()[0])
        assert sorted(sequence_targets(play)) == sorted((2, *chosen))


@pytest.mark.rule("KT24-WR-TORRENT-02")
@pytest.mark.parametrize(("y", "allowed"), [(14.0, True), (14.1, False)])
def test_torrent_reaches_x_from_the_primary_target(y: float, allowed: bool) -> None:
    """2.0" from the primary target is within Torrent 2", 2.1" is not."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Torrent 2"')], order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, y), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1]).answer(1)
    assert (play.what == "secondary") == allowed


@pytest.mark.rule("KT24-WR-TORRENT-03", "KT24-DIFF-03", "KT24-SHOOT-07", "KT24-WR-TORRENT-01", "KT24-WR-TORRENT-02", "KT24-WR-TORRENT-04")
@BOTH
def test_ex_13_torrent(printing: str) -> None:
    """Q is in melee with a friend: never the primary target, and a secondary one by the 2024 printing only."""
    scene = Scene(printing=printing)
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Torrent 2"')], order="engage")
    scene.add(0, (15, 15.5), order="engage")  # F, 0.7" from Q
    p = scene.add(1, (15, 11), order="engage")
    q = scene.add(1, (15, 13.8), order="engage")  # 1.8" from P
    other = scene.add(1, (15, 8.2), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1])
    assert play.why(q) == "KT24-SHOOT-07"
    play.answer(p)
    if printing == "2025":
        assert play.options() == [other, "pass"]
        assert play.why(q) == "KT24-WR-TORRENT-03"
    else:
        assert play.options() == [q, other, "pass"]


@pytest.mark.rule("KT24-WR-TORRENT-04", "KT24-DIFF-13")
@BOTH
def test_torrent_shoots_in_the_order_the_attacker_likes(printing: str) -> None:
    """The primary target may be last; every target has its own attack and defence dice."""
    play = torrent(printing=printing).act(0, "shoot", dice=[5, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 1]).answer(2, 3, 4)
    assert (play.what, play.player, play.options()) == ("next-target", 0, [2, 3, 4])
    assert play.decision.rule == "KT24-WR-TORRENT-04"
    play.answer(4)
    assert play.options() == [2, 3]
    play.answer(3)
    assert sequence_targets(play) == [4, 3, 2]
    assert [play.damage(i) for i in (2, 3, 4)] == [0, 4, 3]
    assert (rolled(play, 0), rolled(play, 1)) == ([1, 1, 1], [3, 3, 3])


@pytest.mark.rule("KT24-INT-60")
def test_torrent_takes_enemies_only() -> None:
    """A friend beside the primary target is not offered; the primary target is not offered twice."""
    scene = torrent()
    scene.places[1] = (17.6, 11, 0.0)
    play = scene.act(0, "shoot").answer(2)
    assert play.options() == [3, 4, "pass"]
    assert play.why(1) == "KT24-INT-60"
    assert play.why(2) == "KT24-INT-60"


@pytest.mark.rule("KT24-INT-60")
@pytest.mark.parametrize(("seek", "why"), [("", "KT24-TARGET-03"), (", Seek", "")])
def test_each_torrent_target_must_be_valid_by_itself(seek: str, why: str) -> None:
    """Beside the primary target: one in the open is allowed, out of sight or beyond Range not, Conceal in cover by Seek."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f'1 3+ 3/4; Torrent 4", Range 10"{seek}')], order="engage")
    scene.add(1, (15, 11), order="engage")
    opened = scene.add(1, (13, 11), order="conceal")
    covered = scene.add(1, (15, 14), order="conceal")
    unseen = scene.add(1, (15, 8), order="engage")
    far = scene.add(1, (17, 11), order="engage")
    scene.wall(13.5, 12.5, 14, 15, top=1)
    scene.wall(13, 6, 13.5, 9.5, top=3)
    play = scene.act(0, "shoot").answer(1)
    assert play.options() == ([opened, "pass"] if why else [opened, covered, "pass"])
    assert play.why(covered) == why
    assert play.why(unseen) == "KT24-VIS-01"
    assert play.why(far) == "KT24-WR-RANGE-01"


@pytest.mark.rule("KT24-INT-60")
def test_torrent_settles_cover_for_each_target() -> None:
    """The primary target stands in the open and has no cover save, the secondary one behind a wall has."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Torrent 3"')], order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 14), order="engage")
    scene.wall(13.5, 12.8, 14, 15, top=1)
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 1, 1]).answer(1, 2, 1)
    assert (play.what, play.decision.subject) == ("cover-save", 2)
    assert sequence_targets(play) == [1]


@pytest.mark.rule("KT24-INT-59")
def test_the_torrent_list_is_fixed_before_the_first_shot() -> None:
    """All targets are named before any die is rolled; the fall of the primary target takes no operative off the list."""
    scene = torrent()
    scene.operatives[2]["wounds"] = 3
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1, 5, 1, 1, 1]).answer(2)
    assert play.events("rolled") == []
    play.answer(3, "pass", 2)
    assert play.over
    assert sequence_targets(play) == [2, 3]
    assert play.damage(3) == 3


@pytest.mark.rule("KT24-WR-HOT-03", "KT24-WR-LIMITED-02")
@pytest.mark.parametrize("rule", ['Blast 3"', 'Torrent 3"'])
def test_several_targets_are_one_use(rule: str) -> None:
    """Three sequences in one action: one Hot roll at the end, and one use of Limited."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 3+ 3/4; {rule}, Hot, Limited 2")], order="engage")
    for y in (11, 13, 9):
        scene.add(1, (15, y), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1] * 3 + [6]).answer(1)
    if rule.startswith("Torrent"):
        play.answer(2, 3, 1)
    play.answer(2)
    assert play.over
    assert sequence_targets(play) == [1, 2, 3]
    assert len(play.events("hot")) == 1
    assert play.state.models[0].uses == (1,)


# --- Blast and Torrent


BOTH_RULES = '1 3+ 3/4; Blast 2", Torrent 3"'


@pytest.mark.rule("KT24-INT-83")
def test_with_blast_and_torrent_the_user_picks_one_once_the_primary_target_is_chosen() -> None:
    """As Blast it strikes Q and the friend, as Torrent it may go on to S; nothing else is an answer."""
    play = blast(BOTH_RULES, cover=False).act(SHOOTER, "shoot", dice=[5, 1, 1, 1] * 3).answer(P)
    assert (play.what, play.player, play.options()) == ("blast-or-torrent", 0, ["blast", "torrent"])
    assert play.decision.rule == play.why("pass") == play.why("both") == "KT24-INT-83"
    assert [str(play.game.label(option)) for option in play.decision.options] == ["Blast: strikes Op 1, Op 3 too", "Torrent: may go on to Op 4"]
    play.answer("blast")
    assert (play.what, play.options()) == ("next-target", [FRIEND, Q])
    play.answer(Q)
    assert play.over and sequence_targets(play) == [P, Q, FRIEND]

    play = blast(BOTH_RULES, cover=False).act(SHOOTER, "shoot", dice=[5, 1, 1, 1] * 2).answer(P, "torrent")
    assert (play.what, play.options()) == ("secondary", [S, "pass"])
    play.answer(S)
    assert (play.what, play.options()) == ("next-target", [P, S])
    play.answer(S)
    assert play.over and sequence_targets(play) == [S, P]


@pytest.mark.rule("KT24-INT-83")
def test_it_is_picked_anew_each_time() -> None:
    """First Torrent, then Blast, with the same gun."""
    play = blast(BOTH_RULES, cover=False).play(
        *[Task("perform", (SHOOTER, "shoot"))] * 2, dice=[1, 1, 1, 1] * 4, acting=(Acting(SHOOTER, "activation", done=("shoot",)),)
    )
    play.answer(P, "torrent", "pass", P, "blast")
    assert (play.what, play.options()) == ("next-target", [FRIEND, Q])


@pytest.mark.rule("KT24-INT-83")
def test_blast_on_the_weapon_and_torrent_from_an_ability() -> None:
    """It does not matter where the rules come from."""
    scene = Scene()
    pour = Ability(id="pour", name="Pour", text="…", effect="weapon-rule", values={"rules": ['Torrent 3"']})
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')], order="engage", abilities=[pour])
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 14.5), order="engage")
    play = scene.act(0, "shoot").answer(1)
    assert play.options() == ["blast", "torrent"]
    assert play.answer("torrent").options() == [2, "pass"]


@pytest.mark.rule("KT24-INT-83")
def test_nobody_is_bothered_if_it_makes_no_difference() -> None:
    """A target that stands alone: the question has no effect, and both answers lead to the same."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(BOTH_RULES)], order="engage")
    scene.add(1, (15, 11), order="engage")
    for spread in ("blast", "torrent"):
        play = scene.act(0, "shoot", dice=[5, 1, 1, 1]).answer(1)
        assert play.decision.no_effect
        assert play.answer(spread).over and sequence_targets(play) == [1]
    assert not blast(BOTH_RULES).act(SHOOTER, "shoot").answer(P).decision.no_effect


@pytest.mark.rule("KT24-INT-83")
@pytest.mark.parametrize(
    ("rules", "others", "no_effect"),
    [
        ('Blast 2", Torrent 2"', [(0, (15, 13.5))], False),  # a friend, whom only Blast would strike
        ('Blast 1", Torrent 3"', [(1, (15, 14.5))], False),  # an enemy whom only Torrent reaches
        ('Blast 1", Blast 2", Torrent 1"', [(1, (15, 13.5))], False),  # an enemy whom only the wider Blast reaches
        ('Blast 1", Torrent 1"', [(0, (15, 13.5)), (1, (15, 8.5))], True),  # no operative is near enough for either
    ],
)
def test_it_makes_a_difference_if_either_of_them_strikes_somebody_else(
    rules: str, others: list[tuple[int, tuple[float, float]]], no_effect: bool
) -> None:
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 3+ 3/4; {rules}")], order="engage")
    for side, at in others:
        if side == 0:
            scene.add(0, at, order="engage")
    target = scene.add(1, (15, 11), order="engage")
    for side, at in others:
        if side == 1:
            scene.add(1, at, order="engage")
    play = scene.act(0, "shoot").answer(target)
    assert play.what == "blast-or-torrent" and play.decision.no_effect is no_effect
