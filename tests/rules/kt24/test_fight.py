"""The Fight action. (FIGHT, INT-62 to INT-67, INT-81)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Dice, Pick
from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun

A, D = 0, 1  # the two fighters of a duel, and the players who own them


def duel(
    attacker: str = "4 3+ 4/5",
    defender: str = "3 4+ 3/4",
    dice: list[int] | None = None,
    *,
    wounds: tuple[int, int] = (10, 10),
    left: tuple[int | None, int | None] = (None, None),
    **fields: Any,
) -> Play:
    """Return a battle in which operative 0 fights operative 1, half an inch away; the attacker's dice fall first."""
    scene = Scene()
    scene.add(0, (10, 11), weapons=[blade(attacker)], wounds=wounds[0], left=left[0])
    scene.add(1, (11.5, 11), weapons=[blade(defender)], wounds=wounds[1], left=left[1])
    return scene.act(A, "fight", dice=dice or (), **fields)


def resolved(play: Play) -> list[tuple[int, str]]:
    """Return the use of each success, in order."""
    return [(e.values["model"], e.values["use"]) for e in play.game.events if e.kind in ("struck", "blocked")]


# --- the action


@pytest.mark.rule("KT24-FIGHT-01")
def test_a_fight_costs_one_ap() -> None:
    """With APL 1 a Fight can be chosen, and after it nothing more can be done."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 4+ 1/1")], apl=1)
    scene.add(1, (11.5, 11), weapons=[])
    play = scene.activate(a, dice=[1]).answer("engage")
    assert "fight" in play.options()
    play.answer("fight")
    assert play.over and not play.state.models[a].ready
    assert [e.values["cost"] for e in play.events("action")] == [1]


@pytest.mark.rule("KT24-FIGHT-01")
def test_a_fight_knows_neither_defence_dice_nor_cover() -> None:
    """A low wall stands between the two fighters, near both: still neither player rolls or keeps a defence die."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("2 4+ 3/4")])
    d = scene.add(1, (11.9, 11), weapons=[])
    scene.wall(10.6, 10, 10.9, 12, top=0.5)
    play = scene.act(a, "fight", dice=[4, 4])
    assert play.over
    assert not play.events("saves") and not play.events("cover-save")
    assert len(play.events("rolled")) == 1
    assert play.wounds(d) == 10 - 3 - 3


@pytest.mark.rule("KT24-FIGHT-02")
@pytest.mark.parametrize(("gap", "allowed"), [(0.5, True), (1.0, True), (1.01, False), (5.0, False)])
def test_a_fight_needs_an_enemy_within_control_range(gap: float, allowed: bool) -> None:
    """An enemy 1" away can be fought; one a hair further away cannot."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(1, (11 + gap, 11))
    play = scene.activate(a).answer("conceal")
    assert ("fight" in play.options()) is allowed
    assert play.why("fight") == ("" if allowed else "KT24-FIGHT-02")


@pytest.mark.rule("KT24-FIGHT-02", "KT24-GEN-05")
def test_a_friend_nearby_is_nobody_to_fight() -> None:
    """Only a friend stands within control range: there is no Fight."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(0, (11.2, 11))
    scene.add(1, (20, 11))
    play = scene.activate(a).answer("engage")
    assert play.why("fight") == "KT24-FIGHT-02" and "fight" not in play.options()


@pytest.mark.rule("KT24-FIGHT-03", "KT24-FIGHT-06", "KT24-INT-62")
def test_the_attacker_is_who_performs_the_action() -> None:
    """The second player's operative fights: that player chooses a weapon first, then the first player does."""
    scene = Scene()
    d = scene.add(0, (10, 11), weapons=[blade("1 4+ 1/1"), blade("2 4+ 1/1")])
    a = scene.add(1, (11.5, 11), weapons=[blade("3 4+ 1/1"), blade("4 4+ 1/1")])
    play = scene.act(a, "fight", dice=[1, 1, 1, 1, 1, 1])
    assert (play.what, play.player, play.options()) == ("weapon", 1, [0, 1])
    play.answer(1)
    assert (play.what, play.player, play.options()) == ("weapon", 0, [0, 1])
    play.answer(1)
    assert [(e.values["player"], len(e.values["dice"])) for e in play.events("rolled")] == [(1, 4), (0, 2)]
    assert play.events("fights")[0].values == {"model": a, "target": d}


@pytest.mark.rule("KT24-FIGHT-04")
def test_the_attacker_picks_one_enemy_within_control_range() -> None:
    """Two enemies are near, a third is not, a friend is: the choice is between the two, and only one is fought."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 2+ 3/3")])
    friend = scene.add(0, (10, 9.8))
    near = scene.add(1, (11.5, 11), weapons=[])
    other = scene.add(1, (8.5, 11), weapons=[])
    far = scene.add(1, (13, 11), weapons=[])
    play = scene.act(a, "fight", dice=[5])
    assert (play.what, play.player, play.options()) == ("opponent", 0, [near, other])
    assert play.why(far) == play.why(friend) == play.why(a) == "KT24-FIGHT-04"
    play.answer(other)
    assert (play.wounds(near), play.wounds(other), play.wounds(far)) == (10, 7, 10)


@pytest.mark.rule("KT24-FIGHT-05")
def test_who_is_fought_retaliates_with_weapon_and_dice_of_its_own() -> None:
    """The defender's only success strikes the attacker in the same fight."""
    play = duel("1 6+ 4/5", "2 4+ 3/4", [1, 4, 2])
    assert play.over
    assert (play.wounds(A), play.wounds(D)) == (7, 10)


@pytest.mark.rule("KT24-FIGHT-06", "KT24-STAT-08")
def test_only_melee_weapons_are_chosen_for_a_fight() -> None:
    """Of a gun and two blades each side is offered the blades, attacking and retaliating."""
    arms = [gun(), blade("1 6+ 1/1", name="knife"), blade("1 6+ 1/1", name="sword")]
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=arms)
    scene.add(1, (11.5, 11), weapons=arms[::-1])
    play = scene.act(a, "fight", dice=[1, 1])
    assert play.options() == [1, 2] and play.why(0) == "KT24-STAT-08"
    play.answer(2)
    assert (play.player, play.options()) == (1, [0, 1]) and play.why(2) == "KT24-STAT-08"


@pytest.mark.rule("KT24-FIGHT-07", "KT24-STAT-05")
def test_each_rolls_as_many_dice_as_its_own_weapon_has_attacks() -> None:
    """Attacks 5 against attacks 2: five dice, then two."""
    play = duel("5 6+ 1/1", "2 6+ 1/1", [1, 2, 3, 1, 2, 3, 4])
    rolled = play.events("rolled")
    assert [(e.values["player"], e.values["dice"]) for e in rolled] == [(0, (1, 2, 3, 1, 2)), (1, (3, 4))]


@pytest.mark.rule("KT24-FIGHT-08", "KT24-STAT-06")
def test_each_needs_the_hit_of_its_own_weapon() -> None:
    """A 3 is a success for Hit 3+ and a fail for Hit 4+; a 4 is one for both."""
    play = duel("2 3+ 1/1", "2 4+ 1/1", [3, 2, 3, 4])
    kept = [(e.values["criticals"], e.values["normals"]) for e in play.events("retained")]
    assert kept == [(0, 1), (0, 1)]


# --- strike and block


@pytest.mark.rule("KT24-FIGHT-09")
def test_successes_are_resolved_in_turn_the_attacker_first() -> None:
    """Two successes each, all struck with: attacker, defender, attacker, defender."""
    play = duel("2 4+ 1/1", "2 4+ 2/2", [4, 4, 4, 4])
    players = []
    while not play.over:
        players.append(play.player)
        play.answer("strike-normal")
    assert resolved(play) == [(A, "strike-normal"), (D, "strike-normal")] * 2
    assert players == [0, 1, 0]  # the last die can only strike, so no player is asked
    assert (play.wounds(A), play.wounds(D)) == (6, 8)


@pytest.mark.rule("KT24-FIGHT-09")
def test_a_blocked_success_is_not_resolved_any_more() -> None:
    """Each has one success and the attacker blocks: the defender has none left to strike with."""
    play = duel("1 4+ 4/5", "1 4+ 3/4", [4, 4])
    play.answer("block-normal-with-normal")
    assert play.over and resolved(play) == [(A, "block-normal-with-normal")]
    assert (play.wounds(A), play.wounds(D)) == (10, 10)


@pytest.mark.rule("KT24-FIGHT-10")
def test_who_is_left_alone_with_successes_resolves_them_all() -> None:
    """Three successes against one: once the defender's is spent the attacker goes on alone."""
    play = duel("3 4+ 2/2", "1 4+ 3/3", [4, 4, 4, 4])
    play.answer("strike-normal", "strike-normal")
    assert play.over
    assert [who for who, _ in resolved(play)] == [A, D, A, A]
    assert (play.wounds(A), play.wounds(D)) == (7, 4)


@pytest.mark.rule("KT24-FIGHT-10")
def test_an_attacker_without_successes_lets_the_defender_resolve_all() -> None:
    """The attacker misses with everything: the defender strikes twice."""
    play = duel("2 6+ 4/4", "2 4+ 3/3", [1, 2, 4, 4])
    assert play.over and resolved(play) == [(D, "strike-normal")] * 2
    assert play.wounds(A) == 4


@pytest.mark.rule("KT24-FIGHT-11", "KT24-INT-63")
def test_a_success_strikes_or_blocks_and_cannot_be_kept_back() -> None:
    """The player who is to resolve a die can neither pass nor give another answer."""
    play = duel("2 4+ 1/1", "1 4+ 1/1", [4, 6, 4])
    assert (play.what, play.player) == ("resolve", 0)
    assert play.options() == ["strike-critical", "strike-normal", "block-normal-with-critical", "block-normal-with-normal"]
    assert play.why("pass") == "KT24-INT-63"
    assert play.why("keep") == "KT24-FIGHT-11"


@pytest.mark.rule("KT24-FIGHT-12", "KT24-FIGHT-13", "KT24-STAT-07")
@pytest.mark.parametrize(("die", "left"), [(5, 7), (6, 3)])
def test_a_strike_does_normal_or_critical_damage(die: int, left: int) -> None:
    """Damage 3/7: a normal success takes 3 wounds, a critical one 7."""
    play = duel("1 4+ 3/7", "1 4+ 1/1", [die, 1])
    assert play.over and play.wounds(D) == left and play.wounds(A) == 10


@pytest.mark.rule("KT24-FIGHT-12", "KT24-FIGHT-13", "KT24-STAT-07")
@pytest.mark.parametrize(("die", "left"), [(5, 7), (6, 3)])
def test_a_retaliating_strike_uses_the_damage_of_its_own_weapon(die: int, left: int) -> None:
    """The attacker loses the damage of the defender's weapon."""
    play = duel("1 4+ 1/1", "1 4+ 3/7", [1, die])
    assert play.over and play.wounds(A) == left and play.wounds(D) == 10


@pytest.mark.rule("KT24-FIGHT-14")
def test_a_block_spends_one_die_and_cancels_one() -> None:
    """Two normals against two normals: after one block each side has one left."""
    play = duel("2 4+ 1/1", "2 4+ 1/1", [4, 4, 5, 5])
    play.answer("block-normal-with-normal")
    assert (play.player, play.options()) == (1, ["strike-normal", "block-normal-with-normal"])
    play.answer("block-normal-with-normal")
    assert play.over and play.damage(A) == play.damage(D) == 0


@pytest.mark.rule("KT24-FIGHT-15")
def test_a_normal_success_cannot_cancel_a_critical_one_nor_can_two() -> None:
    """Two normals against one critical: they can only strike."""
    play = duel("2 4+ 1/1", "1 4+ 1/4", [4, 4, 6])
    assert play.player == 1, "the attacker had nothing to choose"
    play.answer("strike-critical")
    assert play.over and resolved(play) == [(A, "strike-normal"), (D, "strike-critical"), (A, "strike-normal")]
    assert play.wounds(A) == 6


@pytest.mark.rule("KT24-FIGHT-15")
def test_a_normal_success_cancels_the_normal_one_but_not_the_critical() -> None:
    """Two normals against a critical and a normal: a normal may be blocked, the critical may not."""
    play = duel("2 4+ 1/1", "2 4+ 1/4", [4, 4, 6, 4])
    assert play.options() == ["strike-normal", "block-normal-with-normal"]
    assert play.why("block-critical-with-normal") == "KT24-FIGHT-15"
    play.answer("block-normal-with-normal", "strike-critical")
    assert play.over and (play.wounds(A), play.wounds(D)) == (6, 9)


@pytest.mark.rule("KT24-FIGHT-11", "KT24-FIGHT-15", "KT24-WR-BRUTAL-01")
@pytest.mark.parametrize(
    ("mine", "theirs", "too_weak", "even"),
    [
        ([6, 4], [6, 4], "KT24-FIGHT-15", "KT24-WR-BRUTAL-01"),
        ([6, 4], [4, 4], "KT24-FIGHT-11", "KT24-WR-BRUTAL-01"),  # no critical to block
        ([6, 4], [6, 6], "KT24-FIGHT-15", "KT24-FIGHT-11"),  # no normal to block
        ([6, 6], [6, 4], "KT24-FIGHT-11", "KT24-FIGHT-11"),  # no normal to block with
    ],
)
def test_a_block_is_refused_for_what_is_missing_first(mine: list[int], theirs: list[int], too_weak: str, even: str) -> None:
    """Against a Brutal blade: too weak, or barred by Brutal, is only a block whose two successes are there."""
    play = duel("2 4+ 1/1", "2 4+ 1/4; Brutal", [*mine, *theirs])
    assert (play.why("block-critical-with-normal"), play.why("block-normal-with-normal")) == (too_weak, even)


@pytest.mark.rule("KT24-FIGHT-12", "KT24-FIGHT-13")
def test_what_softens_a_strike_is_counted_before_it_is_made() -> None:
    """4/5 at a target that takes 1 off: 3 or 4 damage are announced, and a normal strike does not fell it."""
    scene = Scene()
    scene.add(0, (10, 11), weapons=[blade("2 3+ 4/5")], order="engage")
    tough = Ability(id="tough", name="Tough", text="…", effect="soften", values={"by": 1, "least": 3})
    scene.add(1, (11.5, 11), weapons=[blade("1 3+ 3/4")], left=4, abilities=[tough])
    play = scene.act(A, "fight", dice=[6, 4, 4])
    assert (play.decision.context.damage, play.decision.context.their_damage) == ((3, 4), (3, 4))
    assert str(play.game.label(Pick("strike-normal"))) == "strike with a normal success: 3 damage (wounds left: 1)"
    assert play.answer("strike-normal").events("damage")[0].values["amount"] == 3


@pytest.mark.rule("KT24-FIGHT-16")
@pytest.mark.parametrize(("way", "hurt"), [("block-critical-with-critical", 1), ("block-normal-with-critical", 4)])
def test_a_critical_success_cancels_either_kind(way: str, hurt: int) -> None:
    """Against a critical (4 damage) and a normal (1 damage) the critical may stop the one or the other."""
    play = duel("1 4+ 1/1", "2 4+ 1/4", [6, 6, 4])
    assert play.options() == ["strike-critical", "block-critical-with-critical", "block-normal-with-critical"]
    play.answer(way)
    assert play.over and play.wounds(A) == 10 - hurt


# --- rulings


@pytest.mark.rule("KT24-INT-62")
def test_without_a_melee_weapon_there_is_no_fight() -> None:
    """An operative with a gun only cannot perform Fight, though an enemy is beside it."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[gun()])
    scene.add(1, (11.5, 11))
    play = scene.activate(a).answer("engage")
    assert play.why("fight") == "KT24-INT-62" and "fight" not in play.options()


@pytest.mark.rule("KT24-INT-62")
def test_without_a_melee_weapon_it_rolls_no_dice_when_fought() -> None:
    """The defender has a gun only: one roll is made, and every success strikes."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("2 4+ 3/4")])
    d = scene.add(1, (11.5, 11), weapons=[gun()])
    play = scene.act(a, "fight", dice=[4, 6])
    play.answer("strike-critical")
    assert play.over and len(play.events("rolled")) == 1
    assert play.wounds(d) == 3


@pytest.mark.rule("KT24-INT-62")
def test_the_defender_chooses_knowing_the_attackers_weapon() -> None:
    """The attacker's weapon is named first; the defender is asked afterwards and may pick either of theirs."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 4+ 1/1"), blade("3 4+ 1/1")])
    scene.add(1, (11.5, 11), weapons=[blade("1 4+ 1/1"), blade("2 4+ 1/1")])
    play = scene.act(a, "fight", dice=[1] * 5)
    order = []
    for choice in (0, 1):
        order.append((play.what, play.player))
        play.answer(choice)
    assert order == [("weapon", 0), ("weapon", 1)]
    assert [len(e.values["dice"]) for e in play.events("rolled")] == [1, 2]


@pytest.mark.rule("KT24-INT-63")
def test_a_die_that_can_block_nothing_must_strike() -> None:
    """The defender is down to no success: the attacker's next die strikes without being asked; no empty block."""
    play = duel("2 4+ 3/3", "1 4+ 1/1", [4, 4, 4])
    play.answer("block-normal-with-normal")
    assert play.over
    assert resolved(play) == [(A, "block-normal-with-normal"), (A, "strike-normal")]


@pytest.mark.rule("KT24-INT-64")
def test_a_strike_already_made_cannot_be_blocked() -> None:
    """The attacker strikes with its critical: the defender's critical finds only the normal left to block."""
    play = duel("2 4+ 1/4", "1 4+ 1/1", [6, 4, 6])
    play.answer("strike-critical")
    assert (play.player, play.options()) == (1, ["strike-critical", "block-normal-with-critical"])
    assert play.why("block-critical-with-critical") == "KT24-FIGHT-11"
    play.answer("block-normal-with-critical")
    assert play.over and play.wounds(D) == 6 and play.wounds(A) == 10


@pytest.mark.rule("KT24-INT-65")
def test_a_fight_ends_when_one_of_the_two_falls() -> None:
    """The first strike is deadly: the defender's two successes are lost, and so is the attacker's second."""
    play = duel("2 4+ 5/5", "2 4+ 4/4", [4, 4, 4, 4], wounds=(10, 5))
    play.answer("strike-normal")
    assert play.over and resolved(play) == [(A, "strike-normal")]
    assert play.wounds(A) == 10 and play.state.places[D] is None


@pytest.mark.rule("KT24-INT-65")
def test_the_attacker_may_fall_to_the_retaliation() -> None:
    """The defender's first strike fells the attacker, whose second success is lost."""
    play = duel("2 4+ 1/1", "1 4+ 9/9", [4, 4, 4], wounds=(9, 9))
    play.answer("strike-normal", "strike-normal")
    assert play.over and resolved(play) == [(A, "strike-normal"), (D, "strike-normal")]
    assert play.wounds(D) == 8 and play.state.places[A] is None


@pytest.mark.rule("KT24-INT-66")
@pytest.mark.parametrize(("wounds", "fallen"), [((2, 2), (True, True)), ((5, 2), (False, True)), ((2, 5), (True, False))])
def test_devastating_acts_on_both_sides_at_once_and_then_nobody_strikes(wounds: tuple[int, int], fallen: tuple[bool, bool]) -> None:
    """Both retain a critical of Devastating 2: who has 2 wounds falls, also both; nothing is struck after that."""
    play = duel("2 4+ 3/3; Devastating 2", "2 4+ 3/3; Devastating 2", [6, 4, 6, 4], wounds=wounds)
    assert play.over and resolved(play) == []
    assert tuple(place is None for place in play.state.places) == fallen
    assert tuple(map(play.wounds, (A, D))) == tuple(max(0, w - 2) for w in wounds)


@pytest.mark.rule("KT24-INT-66")
def test_if_devastating_fells_nobody_the_fight_goes_on() -> None:
    """Both lose 2 wounds at retention and then strike with the same criticals."""
    play = duel("1 4+ 3/3; Devastating 2", "1 4+ 4/4; Devastating 2", [6, 6])
    play.answer("strike-critical")
    assert play.over and (play.wounds(A), play.wounds(D)) == (10 - 2 - 4, 10 - 2 - 3)


@pytest.mark.rule("KT24-INT-67")
def test_friends_nearby_give_no_bonus() -> None:
    """Two friends stand beside the enemy that is fought: a 3 still misses with Hit 4+, and no die is added."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("2 4+ 3/3")])
    scene.add(0, (11.5, 12.4))
    scene.add(0, (11.5, 9.6))
    d = scene.add(1, (11.5, 11), weapons=[])
    play = scene.act(a, "fight", dice=[3, 3])
    assert play.over and play.wounds(d) == 10
    assert [len(e.values["dice"]) for e in play.events("rolled")] == [2]


@pytest.mark.rule("KT24-INT-81", "KT24-INT-66")
def test_the_attacker_commits_first_throughout() -> None:
    """Accurate, the roll, re-rolls, what changes retained dice: each time the attacker, then the defender; then Devastating.

    Both weapons have Accurate 1, Balanced and Rending. Only re-rolls are taken in turn by initiative, here the defender's.
    """
    rules = "3 4+ 3/5; Accurate 1, Balanced, Rending, Devastating 1"
    play = duel(rules, rules, [6, 4, 6, 1, 5], initiative=1)
    asked = [(play.what, play.player)]
    for answer in (1, 1, Dice("balanced", (1,)), "pass", "rending", "rending"):
        if answer == "rending" and play.player == 0:
            assert not play.events("damage"), "Devastating waits until both have retained"
        play.answer(answer)
        asked.append((play.what, play.player))
    assert asked == [
        ("accurate", 0),
        ("accurate", 1),
        ("re-roll", 1),  # initiative
        ("re-roll", 0),
        ("retain", 0),
        ("retain", 1),
        ("resolve", 0),
    ]
    assert [e.values["player"] for e in play.events("rolled")] == [0, 1]
    assert play.damage(A) == play.damage(D) == 2  # two criticals each
    assert play.events("retained")[1].values == {"player": 1, "criticals": 2, "normals": 1, "unrolled": 1}


@pytest.mark.rule("KT24-INT-81")
def test_the_defender_retains_after_the_attacker_and_devastating_comes_last() -> None:
    """While the defender is still to decide on Severe nothing has been inflicted, though the attacker has a critical."""
    play = duel("1 4+ 1/1; Devastating 3", "2 4+ 1/1; Severe", [6, 4, 4])
    assert (play.what, play.player) == ("retain", 1)
    assert play.damage(D) == 0
    play.answer("severe")
    assert play.damage(D) == 3


# --- worked examples


@pytest.mark.rule("KT24-FIGHT-04", "KT24-FIGHT-09", "KT24-FIGHT-10", "KT24-FIGHT-13", "KT24-FIGHT-14", "KT24-FIGHT-16", "KT24-INT-65")
def test_ex_10_a_fight() -> None:
    """One critical and two normals (4/5) against one critical and one normal (3/4): the attacker ends with 6, the other falls."""
    play = duel("4 3+ 4/5", "3 4+ 3/4", [6, 4, 3, 1, 6, 4, 2], wounds=(10, 9))
    kept = [(e.values["criticals"], e.values["normals"]) for e in play.events("retained")]
    assert kept == [(1, 2), (1, 1)]
    assert play.player == 0
    play.answer("strike-critical")
    assert play.wounds(D) == 4 and play.player == 1
    play.answer("strike-critical")
    assert play.wounds(A) == 6 and play.player == 0
    play.answer("block-normal-with-normal")
    assert play.over  # nothing is left to the defender, and the last normal can only strike
    assert play.wounds(D) == 0 and play.state.models[D].down and play.state.places[D] is None
    assert play.wounds(A) == 6


@pytest.mark.rule("KT24-WR-BRUTAL-01", "KT24-WR-SHOCK-01", "KT24-FIGHT-10", "KT24-DMG-04")
def test_ex_11_brutal_and_shock() -> None:
    """A Brutal, Shock weapon with one critical and one normal against three normals: 9 damage dealt, 4 suffered."""
    play = duel("2 4+ 3/6; Brutal, Shock", "4 4+ 2/3", [6, 5, 5, 4, 4, 2], wounds=(10, 12))
    kept = [(e.values["criticals"], e.values["normals"]) for e in play.events("retained")]
    assert kept == [(1, 1), (0, 3)]
    play.answer("strike-critical")
    # 6 damage, and one of the three normals is discarded. The defender's normals cannot block, so one strikes unasked.
    assert resolved(play) == [(A, "strike-critical"), (D, "strike-normal")] and play.player == 0
    play.answer("strike-normal")
    assert play.over
    assert resolved(play) == [(A, "strike-critical"), (D, "strike-normal"), (A, "strike-normal"), (D, "strike-normal")]
    assert [e.values["left"] for e in play.events("damage") if e.values["model"] == D] == [6, 3]
    assert [e.values["left"] for e in play.events("damage") if e.values["model"] == A] == [8, 6]
    assert [e.values["model"] for e in play.events("injured")] == [D]
