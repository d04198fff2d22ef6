"""The attack sequence: hit, wound, allocation, save. (ATT, DICE-02, DICE-03, INT-47, INT-80, INT-83)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate, Dice
from counteract.rulesets.kt40.casualties import CasualtiesContext
from tests.rules.kt40.scenes import Boon, Play, Scene, ability, blade, gun
from tests.rules.kt40.shots import casualties, facing, finish, hits, kinds, rolls

GUN = '24" assault 1, 4 0 1'


def boon(name: str, bonus: int = 1) -> dict[str, tuple[Boon, ...]]:
    """Return the state of a unit with a boon."""
    return {"boons": (Boon(name, bonus, "turn", "x"),)}


@pytest.mark.rule("KT40-ATT-01")
def test_the_steps_of_an_attack() -> None:
    """Hit, wound, save, damage, wounds lost, in this order."""
    play = facing(gun('24" assault 1, 4 0 D3'), enemies=1, target={"wounds": 4}).shoot(0, dice=[3, 4, 3, 4])
    wanted = ["shoots", "hit-roll", "wound-roll", "save-roll", "damage", "wounds-lost"]
    assert kinds(play) == wanted and play.left(1) == [2]


@pytest.mark.rule("KT40-ATT-02", "KT40-ATT-05", "KT40-ATT-03", "KT40-INT-47")
@pytest.mark.parametrize(
    ("bs", "bonus", "die", "hit"), [(3, 0, 2, 0), (3, 0, 3, 1), (3, 1, 2, 1), (2, 3, 1, 0), (5, -4, 6, 1), (5, -4, 5, 0), (7, 1, 5, 0)]
)
def test_hit_rolls(bs: int, bonus: int, die: int, hit: int) -> None:
    """The die and its modifiers reach the BS; an unmodified 1 misses and an unmodified 6 hits whatever they are."""
    scene = facing(bs=bs, state=boon("to hit", bonus))
    assert hits(finish(scene.shoot(0, dice=[die, 1]))) == hit


@pytest.mark.rule("KT40-ATT-04")
@pytest.mark.parametrize(("die", "hit"), [(5, 0), (6, 1)])
def test_a_six_hits_in_close_combat(die: int, hit: int) -> None:
    """WS 3+ at -3."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[blade()], state=boon("to hit fighting", -3))
    scene.squad(1, (10, 11), models=1)
    assert hits(finish(scene.fight(0, dice=[die, 1]))) == hit


@pytest.mark.rule("KT40-ATT-06")
def test_modifiers_add_up_without_a_cap() -> None:
    """Advanced, shaken and a bonus of a power: BS 3+ needs a 4."""
    state = {**boon("to hit shooting", 1), "option": "advance", "shaken": True}
    for die, hit in ((3, 0), (4, 1)):
        play = finish(facing(state=state).shoot(0, dice=[die, 1]))
        assert hits(play) == hit
        assert sum(amount for _, amount, _ in play.events("hit-roll")[0].values["causes"]) == -1


@pytest.mark.rule("KT40-ATT-07")
@pytest.mark.parametrize(("strength", "needed"), [(8, 2), (5, 3), (4, 4), (3, 5), (2, 6)])
def test_wound_rolls_against_toughness_four(strength: int, needed: int) -> None:
    """Twice 2+, above 3+, equal 4+, below 5+, half 6+."""
    for die in (needed - 1, needed):
        play = finish(facing(gun(f'24" assault 1, {strength} 0 1')).shoot(0, dice=[6, die, 6]))
        assert hits(play, "wound-roll") == (die >= needed and die > 1)


@pytest.mark.rule("KT40-ATT-07")
def test_an_unmodified_one_never_wounds_and_a_penalty_can_make_a_six_fail() -> None:
    """+1 does not help a 1; at -1 a strength of half the toughness wounds on nothing."""
    play = facing(gun('24" assault 1, 8 0 1'), state=boon("to wound", 1)).shoot(0, dice=[6, 1])
    assert hits(play, "wound-roll") == 0
    play = facing(gun('24" assault 1, 2 0 1'), state=boon("to wound", -1)).shoot(0, dice=[6, 6])
    assert hits(play, "wound-roll") == 0


@pytest.mark.rule("KT40-INT-80")
def test_toughness_of_most_models_tied_the_highest() -> None:
    """Three of T3 and two of T5: T3; two and two: T5."""
    for few, needed in ((3, 3), (2, 5)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
        scene.unit(1, (10, 20), (scene.card(toughness=3), few), (scene.card(toughness=5), 2))
        assert finish(scene.shoot(0, dice=[6, 1])).events("wound-roll")[0].values["needed"] == needed


@pytest.mark.rule("KT40-ATT-08")
def test_the_defender_allocates_to_any_model_seen_or_not() -> None:
    """The model behind the block may fall although nobody saw it."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    enemy = scene.squad(1, [(10, 20), (12, 20)], models=2, save=7)
    scene.block(11.2, 14, 30, 15)
    play = scene.shoot(0, dice=[6, 6])
    assert (play.what, play.player) == ("casualties", 1)
    assert casualties(play, 0, 1).models(enemy) == (1,)


@pytest.mark.rule("KT40-ATT-09", "KT40-INT-83")
def test_a_damaged_model_takes_the_next_wound() -> None:
    """One of three has 1 of 2 wounds left: two wounds slay it and leave another with 1; nobody may begin elsewhere."""
    scene = facing(gun('24" assault 2, 4 0 1'), enemies=3, target={"wounds": 2, "save": 7, "left": [2, 1, 2]})
    play = scene.shoot(0, dice=[6, 6, 6, 6])
    assert play.what == "casualties" and play.decision.about(CasualtiesContext).models == (1, 3)
    assert casualties(play, 0, 1).left(1) == [2, 0, 1]


@pytest.mark.rule("KT40-ATT-09")
def test_wounds_are_not_spread_thin() -> None:
    """Three wounds on models of two: one is slain and one loses one."""
    scene = facing(gun('24" assault 3, 4 0 1'), enemies=3, target={"wounds": 2, "save": 7})
    play = scene.shoot(0, dice=[6] * 6)
    assert play.why(Allocate((1, 1, 1))) == "KT40-ATT-09" and play.why(Allocate((2, 2, 0))) == "KT40-ATT-08"
    assert casualties(play, 1, 0, 2).left(1) == [1, 2, 0]


@pytest.mark.rule("KT40-ATT-10", "KT40-TERR-02")
def test_saves_with_piercing_and_cover() -> None:
    """Worked example 12: Sv 4+, AP -2, in cover: a 5 saves, a 4 does not."""
    for die, lost in ((5, 0), (4, 1)):
        scene = facing(gun('24" assault 1, 4 -2 1'), enemies=1)
        scene.wood(5, 18, 15, 25)
        play = scene.shoot(0, dice=[6, 6, die])
        assert play.lost(1) == lost and play.events("save-roll")[0].values["needed"] == 5


@pytest.mark.rule("KT40-ATT-11")
def test_the_better_save_is_used() -> None:
    """Worked example 12: Sv 4+/5++ against AP -3 in cover: a 5 saves; cover and AP leave the invulnerable save alone."""
    scene = facing(gun('24" assault 1, 4 -3 1'), enemies=1, target={"invulnerable": 5})
    scene.wood(5, 18, 15, 25)
    play = scene.shoot(0, dice=[6, 6, 5])
    assert play.lost(1) == 0
    assert (play.events("save-roll")[0].values["needed"], play.events("save-roll")[0].values["save"]) == (5, "invulnerable")
    play = facing(gun('24" assault 1, 4 0 1'), enemies=1, target={"invulnerable": 5}).shoot(0, dice=[6, 6, 4])
    assert play.lost(1) == 0 and play.events("save-roll")[0].values["save"] == "normal"


@pytest.mark.rule("KT40-ATT-10")
def test_an_unmodified_one_fails_and_no_die_is_rolled_in_vain() -> None:
    """Sv 2+ in cover fails on a 1; against AP -5 nothing can save Sv 2+."""
    scene = facing(enemies=1, target={"save": 2, "state": boon("save", 2)})
    assert finish(scene.shoot(0, dice=[6, 6, 1])).lost(1) == 1
    assert not finish(facing(gun('24" assault 1, 4 -5 1'), enemies=1, target={"save": 2}).shoot(0, dice=[6, 6])).events("save-roll")


# --- re-rolls


@pytest.mark.rule("KT40-DICE-02", "KT40-DICE-03")
def test_a_die_is_rolled_again_once_and_before_modifiers() -> None:
    """Ones to hit are re-rolled; the second 1 stays, and Command Re-roll is not offered for it."""
    scene = facing(gun(GUN + "; Re-roll ones to hit"))
    play = scene.shoot(0, dice=[1, 1], cp=(1, 0))
    assert play.over and hits(play) == 0


@pytest.mark.rule("KT40-INT-28", "KT40-INT-84", "KT40-STRAT-09")
def test_command_re_roll_of_attack_dice() -> None:
    """Each player for its own dice: the attacker for hits, wounds and damage, the defender for saves; once a phase, and only where it helps."""
    scene = facing(gun('24" assault 2, 4 0 1'), enemies=1, target={"wounds": 3})
    play = scene.shoot(0, dice=[2, 6, 4, 5, 5, 1, 6], cp=(1, 1))
    assert (play.what, play.player) == ("re-roll", 0) and play.options() == ["pass", Dice("command-re-roll", (0,))]
    play.answer(Dice("command-re-roll", (0,)))  # the 2 becomes a 4: two hits; two wounds of 5
    assert (play.what, play.player) == ("re-roll", 1)
    play.answer("pass")
    assert play.over and play.lost(1) == 1


@pytest.mark.rule("KT40-INT-84", "KT40-STRAT-09")
def test_of_failed_dice_that_are_alike_the_first_stands_for_all() -> None:
    """For hits, wounds and saves only the first is listed. Another one that failed is taken all the same, a die that succeeded is refused."""
    scene = facing(gun('24" assault 4, 4 0 1'), enemies=5)
    play = scene.shoot(0, dice=[6, 2, 1, 6, 1, 1, 6, 6, 1, 1], cp=(1, 1))
    assert play.options() == ["pass", Dice("command-re-roll", (1,))]
    assert play.game.why_not(Dice("command-re-roll", (2,))) is None
    assert "could not make the result any better" in play.refusal(Dice("command-re-roll", (0,))).reason
    play.answer("pass")
    assert play.options() == ["pass", Dice("command-re-roll", (0,))]  # wounds: 1 and 1
    play = scene.shoot(0, dice=[6] * 8 + [5, 1, 2, 1], cp=(0, 1))
    assert (play.player, play.options()) == (1, ["pass", Dice("command-re-roll", (1,))])  # saves: 1, 2 and 1


@pytest.mark.rule("KT40-INT-84", "KT40-STRAT-09")
def test_failed_dice_that_differ_are_offered_each() -> None:
    """By what they need, by the strength behind them, in their half range with Melta; by a 1 that slays its bearer, and by a 6 for Sniper."""
    some = [Dice("command-re-roll", (k,)) for k in (0, 1)]
    scene = Scene()
    scene.unit(0, (10, 10), *((scene.card(bs=bs, weapons=[gun('24" assault 1, 4 0 1')]), 1) for bs in (3, 4)))
    scene.squad(1, (10, 20), models=5)
    assert scene.shoot(0, dice=[2, 2], cp=(1, 0)).options() == ["pass", *some]
    scene = Scene()
    scene.unit(0, (10, 10), *((scene.card(strength=strength, weapons=[blade()]), 1) for strength in (4, 5)))
    scene.squad(1, [(10, 11.2), (11.5, 11.2)], models=2, wounds=2)
    assert scene.fight(0, dice=[1, 1], cp=(1, 0)).decline("move").options() == ["pass", *some]  # to hit: they would wound differently
    scene = facing(gun('24" assault 2, 8 0 1; Overheat'))
    assert scene.shoot(0, dice=[1, 2], cp=(1, 0)).options() == ["pass", *some]
    scene = facing(gun('24" assault 2, 4 0 1; Sniper'))
    assert scene.shoot(0, dice=[6, 6, 2, 5], cp=(1, 0)).options() == ["pass", *some]
    melta = gun('24" assault 1, 4 0 D6; Melta')
    scene = Scene()
    scene.squad(0, [(10, 10), (10, 6)], models=2, weapons=[melta], base=20.0)
    scene.squad(1, (10, 22.5), models=2, wounds=6)
    assert scene.shoot(0, dice=[2, 2], cp=(1, 0)).options() == ["pass", *some]


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-83")
def test_the_question_for_a_re_roll_tells_the_wounds_left_and_the_attacks_to_come() -> None:
    """Together: the wounds of the unit. One by one: how many attacks come after this, and the wounds of the model allocated."""
    play = facing(gun('24" assault 2, 4 0 1'), enemies=3, target={"wounds": 2, "left": [1, 2, 2]}).shoot(0, dice=[6, 2, 4], cp=(1, 0))
    assert play.decision.prompt.endswith("hits on 3+, rolled 6, 2; wounds left: 5. Roll one die again for 1CP?")
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 3, 4 0 1')])
    scene.unit(1, (10, 20), (scene.card(save=5, wounds=2), 2), (scene.card(save=3, wounds=3), 1))
    play = scene.shoot(0, dice=[6, 6, 6, 2, 4, 2, 4], cp=(1, 1))
    assert play.decision.prompt.endswith("wounds on 4+, rolled 2; wounds left: 7; attacks to come: 2. Roll one die again for 1CP?")
    play.answer("pass", 3)
    assert play.player == 1
    assert play.decision.prompt.endswith("saves on 3+, rolled 2; wounds left of the model: 3; attacks to come: 1. Roll one die again for 1CP?")


@pytest.mark.rule("KT40-STRAT-03", "KT40-INT-84")
def test_command_re_roll_is_not_offered_for_dice_that_succeeded() -> None:
    """All dice hit and wound: nobody is asked."""
    assert facing(enemies=1, target={"save": 7}).shoot(0, dice=[6, 6], cp=(3, 3)).over


# --- together or one by one


@pytest.mark.rule("KT40-INT-83")
def test_the_default_casualties() -> None:
    """Those that keep the unit together, of the commonest wargear, farthest from the attacker, of the highest number."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 4 0 1')])
    special = scene.card(save=7, weapons=[gun(GUN, "special")])
    enemy = scene.unit(1, [(10, 20), (10, 22), (10, 24), (10, 26), (10, 28)], (scene.card(save=7), 4), (special, 1))
    play = scene.shoot(0, dice=[6] * 4)
    assert play.decision.default == Allocate((1, 1, 0, 0, 0))  # the far end is special, the middle holds them together
    assert play.answer(play.decision.default).models(enemy) == (3, 4, 5)


@pytest.mark.rule("KT40-INT-83", "KT40-ATT-09")
def test_a_damaged_model_is_gone_when_the_next_is_chosen_by_default() -> None:
    """Two of either kind, and the damaged one is slain: the other kind is the commoner then, whoever is the farthest."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 4 0 2')])
    usual, special = scene.card(save=7, wounds=2), scene.card(id="special", save=7, wounds=2, weapons=[gun(GUN, "special")])
    scene.unit(1, [(10, 23.5), (10, 20), (10, 21.2), (10, 22.4)], (usual, 2), (special, 2), left=[2, 1, 2, 2])
    play = scene.shoot(0, dice=[6] * 4)
    assert casualties(play).left(1) == [2, 0, 2, 0]


@pytest.mark.rule("KT40-INT-83")
def test_the_farthest_and_then_the_highest_number_fall_by_default() -> None:
    """A square of four like models, the first two behind the others."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 4 0 1')])
    scene.squad(1, [(9.4, 21.2), (10.6, 21.2), (9.4, 20), (10.6, 20)], models=4, save=7)
    play = scene.shoot(0, dice=[6] * 2)
    assert play.decision.default == Allocate((0, 1, 0, 0))


@pytest.mark.rule("KT40-INT-83", "KT40-ATT-08")
def test_models_with_different_saves_are_allocated_one_by_one() -> None:
    """A shield bearer of 2+ stands before two of 5+: each wound is allocated before its save."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 4 0 1')])
    enemy = scene.unit(1, (10, 20), (scene.card(save=5), 2), (scene.card(save=2), 1))
    play = scene.shoot(0, dice=[6, 6, 6, 2, 6, 4])
    assert play.what == "allocate" and play.options() == [3, 2, 1, "in order"]
    play.answer(3)  # 2 saves
    assert play.what == "allocate" and play.options() == [3, 2, 1]  # the last one
    play.answer(2)  # 4 does not
    assert play.over and play.models(enemy) == (1, 3)


@pytest.mark.rule("KT40-INT-83", "KT40-INT-84")
def test_all_wounds_of_a_group_can_be_left_to_the_usual_order() -> None:
    """The farthest first, and of those the one with the highest number; nobody is asked for the second wound."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 4 0 1')])
    enemy = scene.unit(1, (10, 20), (scene.card(save=5), 2), (scene.card(save=2), 1))
    play = scene.shoot(0, dice=[6, 6, 6, 1, 6, 1]).answer("in order")
    assert play.over and play.models(enemy) == (1,)


@pytest.mark.rule("KT40-ATT-08", "KT40-INT-83")
def test_one_by_one_the_defender_may_name_any_model() -> None:
    """Of three alike that explode, and of a mob with its boss, each model may take the wound; the default comes first."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 4 0 1')])
    walkers = scene.squad(1, (10, 20), models=3, save=7, abilities=[ability("explodes", needed=6, inches=3)])
    play = scene.shoot(0, dice=[6, 6, 1])
    assert play.what == "allocate" and play.options() == [3, 2, 1]
    assert play.answer(1).models(walkers) == (2, 3)
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 4 0 1')])
    mob = scene.unit(1, (10, 20), (scene.card(save=7, wounds=2), 1), (scene.card(save=7), 3))
    play = scene.shoot(0, dice=[6, 6])
    assert play.what == "allocate" and sorted(play.options()) == [1, 2, 3, 4]
    assert play.answer(3).models(mob) == (1, 2, 4)


@pytest.mark.rule("KT40-INT-83", "KT40-INT-80")
def test_models_of_different_toughness_are_wounded_one_by_one() -> None:
    """Two of T3 and two of T5: S4 needs a 5; once a T5 has fallen, a 3."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 4 0 1')])
    enemy = scene.unit(1, (10, 20), (scene.card(toughness=3, save=7), 2), (scene.card(toughness=5, save=7), 2))
    play = scene.shoot(0, dice=[6, 6, 5, 3])
    assert play.what == "allocate"
    play.answer(4)
    assert [event.values["needed"] for event in finish(play).events("wound-roll")] == [5, 3] and len(play.models(enemy)) == 2


@pytest.mark.rule("KT40-ATT-09")
def test_among_different_models_the_damaged_one_is_hit_first() -> None:
    """The sergeant of three wounds has two left: nobody is asked."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 4 0 1')])
    scene.unit(1, (10, 20), (scene.card(save=7), 2), (scene.card(save=7, wounds=3), 1), left=[1, 1, 2])
    play = scene.shoot(0, dice=[6, 6])
    assert play.over and play.left(1) == [1, 1, 1]


@pytest.mark.rule("KT40-INT-84", "KT40-WR-SNIPER-01")
def test_command_re_roll_may_look_for_the_six_of_a_sniper() -> None:
    """A wound roll of 5 wounds; a 6 would add a mortal wound."""
    play = facing(gun(GUN + "; Sniper"), enemies=1).shoot(0, dice=[6, 5, 6, 6], cp=(1, 0))
    assert play.options() == ["pass", Dice("command-re-roll", (0,))]


@pytest.mark.rule("KT40-INT-83", "KT40-TERR-02")
def test_cover_that_casualties_bring_is_counted() -> None:
    """One model stands outside the wood: once it has fallen, the next save has cover."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 4 0 1')])
    scene.squad(1, [(10, 20), (10, 22), (11.5, 22)], models=3)
    scene.wood(5, 21, 15, 25)
    play = scene.shoot(0, dice=[6, 6, 6, 3, 6, 3])
    assert play.what == "allocate"
    play.answer(1)
    assert finish(play).models(1) == (2, 3)
    assert [event.values["needed"] for event in play.events("save-roll")] == [4, 3]


def half_in_a_wood(ap: int, invulnerable: int, dice: list[int]) -> Play:
    """Return a play in which two shots hit three models of Sv 5+, the first of which stands outside a wood."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(f'24" assault 2, 4 {ap} 1')])
    scene.squad(1, [(10, 20), (10, 22), (11.5, 22)], models=3, save=5, invulnerable=invulnerable)
    scene.wood(5, 21, 15, 25)
    return scene.shoot(0, dice=[6, 6, *dice])


@pytest.mark.rule("KT40-INT-83", "KT40-TERR-02")
@pytest.mark.parametrize(("ap", "invulnerable", "dice", "needed"), [(-2, 0, [6, 6, 6], [6]), (-1, 6, [6, 5, 6, 5], [6, 5])])
def test_attacks_come_one_by_one_where_only_cover_makes_a_save_good(ap: int, invulnerable: int, dice: list[int], needed: list[int]) -> None:
    """At -2 nothing saves in the open, and a 6 in cover; at -1 a 6+ is as good as the 6++, and in cover a 5+ better: the second is saved."""
    play = half_in_a_wood(ap, invulnerable, dice)
    assert play.what == "allocate"
    finish(play.answer(1))
    assert play.models(1) == (2, 3) and [event.values["needed"] for event in play.events("save-roll")] == needed


@pytest.mark.rule("KT40-INT-83", "KT40-TERR-02")
@pytest.mark.parametrize(("ap", "invulnerable", "dice"), [(-3, 0, [6, 6]), (-2, 6, [6, 6, 5, 5])])
def test_attacks_are_rolled_together_where_cover_makes_no_save_better(ap: int, invulnerable: int, dice: list[int]) -> None:
    """At -3 nothing saves in cover either; at -2 cover makes a 6+, which is no better than the 6++."""
    play = half_in_a_wood(ap, invulnerable, dice)
    assert play.what == "casualties" and rolls(play, "wound-roll") == [(6, 6)]


def against(kind: str, shots: int) -> Scene:
    """Return a scene: a model with two guns of so many shots each, and a unit of two models that attacks may have to be taken one by one at."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(f'24" assault {shots}, 4 0 1', name) for name in ("carbine", "lamp")])
    places, card = [(10, 20), (10, 22)], scene.card()
    match kind:
        case "models":
            scene.unit(1, places, (card, 1), (scene.card(save=2), 1), name="Blues")
        case "explosion":
            scene.unit(1, places, (card, 2), abilities=[ability("explodes", needed=6, inches=3)], name="Blues")
        case _:
            scene.unit(1, places, (card, 2), name="Blues")
    if kind == "aura":
        scene.squad(1, (10, 30), models=1, abilities=[ability("aura", inches=7, boon="save", bonus=1)])
    if kind == "cover":
        scene.wood(5, 21, 15, 25)
    return scene


@pytest.mark.rule("KT40-INT-83")
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("models", "These attacks come one by one: the models of Blues differ."),
        ("explosion", "These attacks come one by one: models of Blues may explode."),
        ("aura", "These attacks come one by one: an aura that protects Blues may end."),
        ("cover", "These attacks come one by one: as models fall, Blues may come into cover."),
    ],
)
def test_it_is_told_once_a_group_why_attacks_come_one_by_one(kind: str, told: str) -> None:
    """Three shots of either gun hit and none wounds: of each group it is told after its hit roll; of a single hit there is nothing to tell."""
    for shots, dice, groups in ((3, [6, 6, 6, 1, 1, 1], ["carbine", "lamp"]), (2, [6, 1, 1, 1], []), (1, [6, 1], [])):
        play = against(kind, shots).shoot(0, dice=dice * 2, phase="shooting")
        if play.what == "target":
            play.answer(1)
        finish(play)
        events = play.events("one-by-one")
        assert [event.values for event in events] == [{"unit": 0, "target": 1, "weapon": weapon, "why": kind} for weapon in groups]
        assert {(event.rule, play.game.tell(event)) for event in events} == ({("KT40-INT-83", told)} if groups else set())
        assert kinds(play)[1:3] == ["hit-roll", "one-by-one" if groups else "wound-roll"]


@pytest.mark.rule("KT40-INT-83")
def test_nothing_is_told_of_attacks_that_are_rolled_together() -> None:
    play = finish(against("like", 3).shoot(0, dice=[6, 6, 6, 1, 1, 1] * 2))
    assert not play.events("one-by-one") and rolls(play, "wound-roll") == [(1, 1, 1), (1, 1, 1)]


@pytest.mark.rule("KT40-INT-83")
def test_dice_of_a_group_are_rolled_together() -> None:
    """Five shots, then all wound rolls, then all saves."""
    play = finish(facing(models=5).shoot(0, dice=[3, 3, 3, 1, 1, 4, 4, 1, 1, 6]))
    assert [len(rolls(play, kind)[0]) for kind in ("hit-roll", "wound-roll", "save-roll")] == [5, 3, 2] and play.lost(1) == 1


@pytest.mark.rule("KT40-UNIT-12")
def test_ignored_wounds() -> None:
    """A roll for each wound about to be lost, mortal or not; only one ability is used, the best."""
    abilities = [ability("ignore-wounds", needed=5), ability("ignore-wounds", "worse", needed=6)]
    scene = facing(gun('24" assault 1, 8 -6 3; Sniper'), enemies=1, target={"wounds": 5, "abilities": abilities})
    play = scene.shoot(0, dice=[6, 6, 5, 4, 6, 1])  # damage 3 and a mortal wound: four rolls
    assert play.lost(1) == 2 and play.left(1) == [3] and rolls(play, "ignore-roll") == [(5, 4, 6, 1)]
