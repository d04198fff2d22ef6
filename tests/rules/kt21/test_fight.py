"""The Fight action: both roll, then strike and parry in turn. (FIGHTACT, FIGHT, INT-29, INT-38 to INT-40)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Dice, Pick
from counteract.core.state import Task
from tests.rules.kt21.scene import Ability, Scene, blade, gun
from tests.rules.kt21.shots import ATTACKER, DEFENDER, brawl, kept, resolved, rolled, then_activated

# --- the action


@pytest.mark.rule("KT21-FIGHTACT-01")
def test_a_fight_costs_one_ap() -> None:
    """With APL 1 a Fight can be chosen and ends the activation; with APL 3 it leaves the 2 AP of a Fall Back."""
    for apl in (1, 3):
        scene = Scene()
        a = scene.add(0, (10, 11), weapons=[blade("1 4+ 1/1")], apl=apl)
        d = scene.add(1, (11.5, 11), weapons=[])
        play = scene.activate(a, dice=[5]).answer("engage", "fight")
        assert [e.values["cost"] for e in play.events("action")] == [1]
        assert [(e.values["model"], e.values["target"]) for e in play.events("fights")] == [(a, d)]
        assert play.wounds(d) == 9
        assert play.over == (apl == 1)
    assert "fall back" in play.options()


@pytest.mark.rule("KT21-FIGHTACT-02")
@pytest.mark.parametrize(("gap", "why"), [(0.5, ""), (1.0, ""), (1.01, "KT21-FIGHTACT-02"), (5.0, "KT21-FIGHTACT-02")])
@pytest.mark.parametrize("order", ["engage", "conceal"])
def test_a_fight_needs_an_enemy_in_engagement_range_and_no_order(gap: float, why: str, order: str) -> None:
    """An enemy 1" away can be fought under either order; one a hair further off cannot."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(1, (11 + gap, 11))
    play = scene.activate(a).answer(order)
    assert play.why("fight") == why
    assert ("fight" in play.options()) == (why == "")


@pytest.mark.rule("KT21-FIGHTACT-02")
def test_a_friend_is_nobody_to_fight() -> None:
    """Only a friend is near: there is no Fight."""
    scene = Scene()
    a = scene.add(0, (10, 11))
    scene.add(0, (11.2, 11))
    scene.add(1, (20, 11))
    assert scene.activate(a).answer("engage").why("fight") == "KT21-FIGHTACT-02"


# --- steps 1 and 2


@pytest.mark.rule("KT21-FIGHT-01", "KT21-FIGHT-03")
@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize("defender_player", [0, 1])
def test_who_performs_the_action_is_the_attacker(attacker: int, defender_player: int) -> None:
    """The active player picks a weapon and rolls first, then the other does, whoever was the Defender player of set-up."""
    other = 1 - attacker
    scene = Scene()
    scene.add(0, (10, 11), weapons=[blade("1 4+ 1/1"), blade("2 4+ 1/1")])
    scene.add(1, (11.5, 11), weapons=[blade("3 4+ 1/1"), blade("4 4+ 1/1")])
    play = scene.act(attacker, "fight", dice=[4] * 6, defender=defender_player)
    assert (play.what, play.player, play.options()) == ("weapon", attacker, [0, 1])
    play.answer(1)
    assert (play.what, play.player, play.options()) == ("weapon", other, [0, 1])
    play.answer(1)
    dice = (2, 4)
    assert [(e.values["player"], len(e.values["dice"])) for e in play.events("rolled")] == [(attacker, dice[attacker]), (other, dice[other])]
    assert (play.what, play.player) == ("resolve", attacker)
    assert [(e.rule, e.values) for e in play.events("fights")] == [("KT21-FIGHT-01", {"model": attacker, "target": other})]


@pytest.mark.rule("KT21-FIGHT-02")
def test_the_attacker_names_one_enemy_in_engagement_range() -> None:
    """Two enemies are near, a third is not, a friend is: one of the two is named, and that one alone is fought."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 2+ 3/3")])
    friend = scene.add(0, (10, 9.8))
    near = scene.add(1, (11.5, 11), weapons=[])
    other = scene.add(1, (8.5, 11), weapons=[])
    far = scene.add(1, (13, 11), weapons=[])
    play = scene.act(a, "fight", dice=[5])
    assert (play.what, play.player, play.options()) == ("opponent", 0, [near, other])
    assert play.why(far) == play.why(friend) == play.why(a) == "KT21-FIGHT-02"
    play.answer(other)
    assert (play.wounds(near), play.wounds(other), play.wounds(far)) == (10, 7, 10)


@pytest.mark.rule("KT21-FIGHT-03")
def test_only_melee_weapons_are_picked() -> None:
    """Of a gun and two blades each side is offered the blades."""
    arms = [gun(), blade("1 6+ 1/1", name="knife"), blade("1 6+ 1/1", name="sword")]
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=arms)
    scene.add(1, (11.5, 11), weapons=arms[::-1])
    play = scene.act(a, "fight", dice=[1, 1])
    assert play.options() == [1, 2]
    assert play.why(0) == "KT21-FIGHT-03"
    play.answer(2)
    assert (play.player, play.options()) == (1, [0, 1])
    assert play.why(2) == "KT21-FIGHT-03"


@pytest.mark.rule("KT21-INT-40")
def test_without_a_melee_weapon_there_is_no_fight() -> None:
    """An operative with a gun only is not offered Fight, though an enemy is beside it."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[gun()])
    scene.add(1, (11.5, 11))
    play = scene.activate(a).answer("engage")
    assert play.why("fight") == "KT21-INT-40"
    assert "fight" not in play.options()


@pytest.mark.rule("KT21-INT-40")
def test_without_a_melee_weapon_it_rolls_no_dice_when_fought() -> None:
    """The operative fought has a gun only: one roll is made, and every hit strikes unopposed."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("2 4+ 3/4")])
    d = scene.add(1, (11.5, 11), weapons=[gun()])
    play = scene.act(a, "fight", dice=[4, 6]).answer("strike-critical")
    assert play.over
    assert (rolled(play, 0), rolled(play, 1)) == ([2], [])
    assert play.wounds(d) == 3


# --- step 3


@pytest.mark.rule("KT21-FIGHT-04")
def test_each_rolls_the_a_of_the_own_weapon() -> None:
    """A 5 against A 2: five dice of the attacker, then two of the defender."""
    play = brawl("5 6+ 1/1", "2 6+ 1/1", [1, 2, 3, 1, 2, 3, 4])
    assert [(e.values["player"], e.values["dice"]) for e in play.events("rolled")] == [(0, (1, 2, 3, 1, 2)), (1, (3, 4))]
    assert {e.rule for e in play.events("rolled")} == {"KT21-FIGHT-04"}


@pytest.mark.rule("KT21-FIGHT-05")
def test_each_needs_the_ws_of_the_own_weapon() -> None:
    """A 3 hits with WS 3+ and fails with WS 4+; a 4 hits with both. Fails are discarded and never struck with."""
    play = brawl("2 3+ 1/1", "2 4+ 1/1", [3, 2, 3, 4])
    assert (kept(play, 0), kept(play, 1)) == ((0, 1), (0, 1))
    play.answer("strike-normal")
    assert play.over
    assert len(resolved(play)) == 2


@pytest.mark.rule("KT21-INT-29")
def test_a_fight_never_looks_at_bs() -> None:
    """Both carry guns with BS 2+ and blades with WS 5+: a 4 hits no operative."""
    scene = Scene()
    arms = [gun("4 2+ 3/4"), blade("2 5+ 1/1")]
    a = scene.add(0, (10, 11), weapons=arms)
    scene.add(1, (11.5, 11), weapons=arms)
    play = scene.act(a, "fight", dice=[4, 5, 4, 4])
    assert (kept(play, 0), kept(play, 1)) == ((0, 1), (0, 0))


@pytest.mark.rule("KT21-FIGHT-06")
def test_sixes_and_ones_in_a_fight() -> None:
    """A 6 is a critical hit whatever the WS; a 5 with WS 2+ is normal; a 1 fails even then."""
    play = brawl("3 6+ 1/1", "3 2+ 1/1", [6, 5, 5, 5, 2, 1], left=(3, None))
    assert (kept(play, 0), kept(play, 1)) == ((1, 0), (0, 2))
    assert {e.rule for e in play.events("retained")} == {"KT21-FIGHT-06"}


# --- step 4


@pytest.mark.rule("KT21-FIGHT-07")
def test_hits_are_resolved_in_turn_the_attacker_first() -> None:
    """Two hits each, all struck with: attacker, defender, attacker, defender."""
    play = brawl("2 4+ 1/1", "2 4+ 2/2", [4, 4, 4, 4])
    players = []
    while not play.over:
        players.append(play.player)
        play.answer("strike-normal")
    assert resolved(play) == [(ATTACKER, "strike-normal"), (DEFENDER, "strike-normal")] * 2
    assert players == [0, 1, 0]  # the last hit can only strike, so no player is asked
    assert (play.damage(ATTACKER), play.damage(DEFENDER)) == (4, 2)


@pytest.mark.rule("KT21-FIGHT-08")
def test_a_fight_stops_when_either_falls() -> None:
    """The first strike is deadly: the other's two hits are lost, and so is the striker's second. Also the other way round."""
    play = brawl("2 4+ 5/5", "2 4+ 4/4", [4, 4, 4, 4], wounds=(10, 5)).answer("strike-normal")
    assert play.over
    assert resolved(play) == [(ATTACKER, "strike-normal")]
    assert (play.wounds(ATTACKER), play.state.places[DEFENDER]) == (10, None)
    play = brawl("2 4+ 1/1", "2 4+ 5/5", [4, 4, 4, 4], wounds=(5, 10)).answer("strike-normal", "strike-normal")
    assert play.over
    assert resolved(play) == [(ATTACKER, "strike-normal"), (DEFENDER, "strike-normal")]
    assert (play.wounds(DEFENDER), play.state.places[ATTACKER]) == (9, None)


@pytest.mark.rule("KT21-FIGHT-09")
@pytest.mark.parametrize(("dice", "order"), [([4, 4, 4, 4, 1, 1], [0, 1, 0, 0]), ([1, 1, 2, 4, 4, 4], [1, 1, 1]), ([4, 2, 1, 4, 4, 4], [0, 1, 1, 1])])
def test_who_alone_has_hits_left_resolves_them_in_a_row(dice: list[int], order: list[int]) -> None:
    """Three hits against one, or none: once the other has nothing left there is no more alternating."""
    play = brawl("3 4+ 2/2", "3 4+ 2/2", dice)
    while not play.over:
        play.answer("strike-normal")
    assert [who for who, _ in resolved(play)] == order


@pytest.mark.rule("KT21-FIGHT-10")
def test_a_hit_strikes_or_parries_and_is_spent() -> None:
    """The attacker chooses which hit and what for; each can be used once, and striking with the critical comes first by default."""
    play = brawl("2 4+ 1/2", "2 4+ 1/2", [6, 4, 6, 4])
    assert (play.what, play.player) == ("resolve", 0)
    assert play.options() == [
        "strike-critical", "strike-normal", "parry-critical-with-critical", "parry-normal-with-critical", "parry-normal-with-normal",
    ]  # fmt: skip
    assert play.decision.default.value == "strike-critical"  # type: ignore[union-attr]
    play.answer("strike-critical", "strike-normal")
    assert play.over
    assert resolved(play) == [(0, "strike-critical"), (1, "strike-normal"), (0, "strike-normal"), (1, "strike-critical")]


@pytest.mark.rule("KT21-FIGHT-11", "KT21-FIGHT-12")
@pytest.mark.parametrize(("die", "damage"), [(5, 3), (6, 7)])
def test_a_strike_does_normal_or_critical_damage(die: int, damage: int) -> None:
    """D 3/7: a normal hit costs 3 wounds, a critical one 7; the same for the defender's own weapon."""
    play = brawl("1 4+ 3/7", "1 4+ 1/1", [die, 1])
    assert (play.damage(DEFENDER), play.damage(ATTACKER)) == (damage, 0)
    assert [e.rule for e in play.events("struck")] == ["KT21-FIGHT-11" if die == 5 else "KT21-FIGHT-12"]
    play = brawl("1 4+ 1/1", "1 4+ 3/7", [1, die])
    assert (play.damage(DEFENDER), play.damage(ATTACKER)) == (0, damage)


@pytest.mark.rule("KT21-FIGHT-13")
def test_a_normal_hit_parries_one_normal_hit() -> None:
    """Two normals each: one parry leaves one on both sides, and a second ends the fight without a blow."""
    play = brawl("2 4+ 1/1", "2 4+ 1/1", [4, 4, 5, 5]).answer("parry-normal-with-normal")
    assert (play.player, play.options()) == (1, ["strike-normal", "parry-normal-with-normal"])
    play.answer("parry-normal-with-normal")
    assert play.over
    assert play.damage(ATTACKER) == play.damage(DEFENDER) == 0


@pytest.mark.rule("KT21-FIGHT-13")
def test_normal_hits_never_parry_a_critical_not_even_two() -> None:
    """Two normals against one critical can only strike; against a critical and a normal they parry the normal alone."""
    play = brawl("2 4+ 1/1", "1 4+ 1/4", [4, 4, 6])
    assert play.player == 1, "the attacker had nothing to choose"
    assert play.answer("strike-critical").over
    assert play.damage(ATTACKER) == 4
    play = brawl("2 4+ 1/1", "2 4+ 1/4", [4, 4, 6, 4])
    assert play.options() == ["strike-normal", "parry-normal-with-normal"]
    assert play.why("parry-critical-with-normal") == "KT21-FIGHT-13"


@pytest.mark.rule("KT21-FIGHT-14")
@pytest.mark.parametrize(("way", "damage"), [("parry-critical-with-critical", 1), ("parry-normal-with-critical", 4)])
def test_a_critical_hit_parries_either_kind(way: str, damage: int) -> None:
    """Against a critical (4) and a normal (1) the attacker's one critical stops whichever it likes."""
    play = brawl("1 4+ 1/1", "2 4+ 1/4", [6, 6, 4])
    assert play.options() == ["strike-critical", "parry-critical-with-critical", "parry-normal-with-critical"]
    play.answer(way)
    assert play.over
    assert play.damage(ATTACKER) == damage


@pytest.mark.rule("KT21-FIGHT-11", "KT21-FIGHT-12")
def test_what_softens_a_strike_is_counted_before_it_is_made() -> None:
    """4/5 at a target that takes 1 off: 3 or 4 damage are announced, and a normal strike does not fell it; 3/4 in return stays as it is."""
    scene = Scene()
    scene.add(0, (10, 11), weapons=[blade("2 3+ 4/5")])
    tough = Ability(id="tough", name="Tough", text="…", effect="soften", values={"by": 1, "least": 3})
    scene.add(1, (11.5, 11), weapons=[blade("1 3+ 3/4")], left=4, abilities=[tough])
    play = scene.act(ATTACKER, "fight", dice=[6, 4, 4])
    assert (play.decision.context.damage, play.decision.context.their_damage) == ((3, 4), (3, 4))
    assert str(play.game.label(Pick("strike-normal"))) == "strike with a normal hit: 3 damage (wounds left: 1)"
    assert str(play.game.label(Pick("strike-critical"))) == "strike with a critical hit: 4 damage, incapacitated"
    assert play.answer("strike-normal").events("damage")[0].values["amount"] == 3


@pytest.mark.rule("KT21-FIGHT-13", "KT21-FIGHT-14")
@pytest.mark.parametrize(("way", "rule"), [("parry-normal-with-normal", "KT21-FIGHT-13"), ("parry-normal-with-critical", "KT21-FIGHT-14")])
def test_a_parry_names_its_rule(way: str, rule: str) -> None:
    play = brawl("2 4+ 3/3", "1 4+ 1/1", [6, 4, 4]).answer(way)
    assert [e.rule for e in play.events("parried")] == [rule]


# --- rulings


@pytest.mark.rule("KT21-INT-39")
def test_a_hit_that_can_parry_nothing_must_strike() -> None:
    """The defender is down to no hit: the attacker's next one strikes unasked. And no player can hold a hit back."""
    play = brawl("2 4+ 3/3", "1 4+ 1/1", [4, 4, 4])
    assert play.why("pass") == "KT21-INT-39"
    play.answer("parry-normal-with-normal")
    assert play.over
    assert resolved(play) == [(ATTACKER, "parry-normal-with-normal"), (ATTACKER, "strike-normal")]
    assert play.damage(DEFENDER) == 3


@pytest.mark.rule("KT21-INT-39")
def test_a_parry_needs_a_hit_to_discard() -> None:
    """Critical and normal against one normal: there is no critical to parry; a strike with what one has not got is refused too."""
    play = brawl("2 4+ 3/3", "1 4+ 1/1", [6, 4, 4])
    assert "parry-critical-with-critical" not in play.options()
    assert play.why("parry-critical-with-critical") == "KT21-INT-39"
    play = brawl("1 4+ 3/3", "1 4+ 1/1", [4, 4])
    assert play.why("strike-critical") == play.why("parry-normal-with-critical") == "KT21-INT-39"
    assert play.why("feint") == "KT21-FIGHT-10"


@pytest.mark.rule("KT21-INT-39", "KT21-FIGHT-13", "KT21-WR-BRUTAL-01")
@pytest.mark.parametrize(
    ("mine", "theirs", "too_weak", "even"),
    [
        ([6, 4], [6, 4], "KT21-FIGHT-13", "KT21-WR-BRUTAL-01"),
        ([6, 4], [4, 4], "KT21-INT-39", "KT21-WR-BRUTAL-01"),  # no critical to parry
        ([6, 4], [6, 6], "KT21-FIGHT-13", "KT21-INT-39"),  # no normal to parry
        ([6, 6], [6, 4], "KT21-INT-39", "KT21-INT-39"),  # no normal to parry with
    ],
)
def test_a_parry_is_refused_for_what_is_missing_first(mine: list[int], theirs: list[int], too_weak: str, even: str) -> None:
    """Against a Brutal blade: too weak, or barred by Brutal, is only a parry whose two hits are there."""
    play = brawl("2 4+ 3/3", "2 4+ 1/1; Brutal", [*mine, *theirs])
    assert (play.why("parry-critical-with-normal"), play.why("parry-normal-with-normal")) == (too_weak, even)


@pytest.mark.rule("KT21-INT-38")
def test_the_weapon_rules_of_both_fighters_work() -> None:
    """The defender's Lethal 5+ makes a critical of a 5, its Brutal keeps the attacker's normals from parrying, its Stun takes one away."""
    play = brawl("3 4+ 1/1", "1 4+ 2/4; Lethal 5+, Brutal, Stun", [4, 4, 4, 5])
    assert kept(play, 1) == (1, 0)
    assert (play.what, play.player) == ("resolve", 1)  # the attacker could not parry, so its first hit struck unasked
    play.answer("strike-critical")
    assert play.over
    assert resolved(play) == [(0, "strike-normal"), (1, "strike-critical"), (0, "strike-normal")]
    assert (play.damage(ATTACKER), play.damage(DEFENDER)) == (4, 2)


@pytest.mark.rule("KT21-INT-38")
def test_the_charge_is_the_attackers_and_nobody_elses() -> None:
    """Both have an ability of those who have not moved. The attacker charged and cannot use it; the defender, who moved before, can."""
    steady = Ability(id="steady", name="Steady", text="…", effect="weapon-rule", values={"rules": ["Balanced"], "unmoved": True})
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[blade("2 4+ 1/1")], abilities=[steady])
    d = scene.add(1, (10, 11), weapons=[blade("2 4+ 1/1")], abilities=[steady])
    play = scene.play(Task("activation", (d,)), Task("activation", (a,)), dice=[1, 1, 1, 1])
    play.answer("engage", "normal move", [(9, 11)], "end", "engage", "charge", [(7.6, 11)], "fight")
    assert (play.what, play.player) == ("re-roll", 1)
    assert Dice("balanced", (0,)) in play.decision.options
    assert play.answer("pass").over


# --- worked examples


@pytest.mark.rule("KT21-FIGHT-07", "KT21-FIGHT-08", "KT21-FIGHT-11", "KT21-FIGHT-12")
def test_example_13_fight_to_the_end() -> None:
    """Critical and two normals (4/5) against critical and normal (3/4): 9-5=4, 10-4=6, 4-4=0; the rest is lost."""
    play = brawl("4 3+ 4/5", "3 4+ 3/4", [6, 4, 3, 2, 6, 4, 1], wounds=(10, 9))
    assert (kept(play, 0), kept(play, 1)) == ((1, 2), (1, 1))
    assert play.player == 0
    play.answer("strike-critical")
    assert (play.wounds(DEFENDER), play.player) == (4, 1)
    play.answer("strike-critical")
    assert (play.wounds(ATTACKER), play.player) == (6, 0)
    play.answer("strike-normal")
    assert play.over
    assert play.wounds(DEFENDER) == 0
    assert play.state.models[DEFENDER].down
    assert play.state.places[DEFENDER] is None
    assert play.wounds(ATTACKER) == 6
    assert len(resolved(play)) == 3


@pytest.mark.rule("KT21-FIGHT-10", "KT21-FIGHT-13", "KT21-FIGHT-14")
def test_example_14_parry() -> None:
    """A critical and a normal each: (a) both parried and no damage; (b) 6 and 4 wounds left, the defender injured; (c) refused."""
    dice = [6, 3, 2, 1, 6, 5, 2]
    play = brawl("4 3+ 4/5", "3 4+ 3/4", dice, wounds=(10, 9))
    assert (kept(play, 0), kept(play, 1)) == ((1, 1), (1, 1))
    play.answer("parry-critical-with-critical")
    assert play.player == 1
    play.answer("parry-normal-with-normal")
    assert play.over
    assert (play.wounds(ATTACKER), play.wounds(DEFENDER)) == (10, 9)

    play = brawl("4 3+ 4/5", "3 4+ 3/4", dice, wounds=(10, 9)).answer("parry-normal-with-normal", "strike-critical")
    assert play.over  # the critical that is left can only strike
    assert (play.wounds(ATTACKER), play.wounds(DEFENDER)) == (6, 4)
    assert [e.values["model"] for e in play.events("injured")] == [DEFENDER]

    play = brawl("4 3+ 4/5", "3 4+ 3/4", dice, wounds=(10, 9))
    assert play.why("parry-critical-with-normal") == "KT21-FIGHT-13"
    assert "parry-critical-with-normal" not in play.options()


@pytest.mark.rule("KT21-WR-BRUTAL-01", "KT21-WR-STUN-02", "KT21-WR-STUN-03", "KT21-FIGHT-09", "KT21-INT-54")
def test_example_15_brutal_and_stun() -> None:
    """Two criticals and a normal with Brutal and Stun: 16, 11, 6, 2 wounds; 7 left to the striker; then 1 AP for the injured one."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("4 3+ 4/5; Brutal, Stun")], wounds=10)
    d = scene.add(1, (11.5, 11), weapons=[blade("3 4+ 3/4")], wounds=16, apl=2)
    play = then_activated(scene, a, "fight", d, dice=[6, 6, 4, 2, 5, 4, 1])
    assert (kept(play, 0), kept(play, 1)) == ((2, 1), (0, 2))
    play.answer("strike-critical")
    assert resolved(play) == [(a, "strike-critical"), (d, "strike-normal")], "the defender has one normal left, which cannot parry"
    assert (play.wounds(d), play.wounds(a)) == (11, 7)
    play.answer("strike-critical")
    assert [e.values["left"] for e in play.events("damage") if e.values["model"] == d] == [11, 6, 2]
    assert (play.wounds(a), play.wounds(d)) == (7, 2)
    assert [e.values["model"] for e in play.events("injured")] == [d]
    assert (play.what, play.decision.subject) == ("order", d)
    play.answer("engage")
    assert (play.what, play.state.acting[-1].points) == ("action", 1)
