"""The Shooting phase: who shoots when, with what, at whom, and how attacks are divided. (SHOOT)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Allocate, Pick
from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.shots import SHOOTER, TARGET, duel, hit_rolls, kinds, move_and_shoot, rolls, shot

GUN = '24" heavy 1, 4 0 1'


# --- one after another


def ranks(ours: str, theirs: str) -> Scene:
    """Return a scene: two ranks 10" apart, every model with a gun; a letter for each: r is readied, any other is not."""
    scene = Scene()
    for side, rank in enumerate((ours, theirs)):
        for k, letter in enumerate(rank):
            scene.add(side, (2 + 11 * side, 3 + 4 * k), weapons=[gun(GUN)], readied=letter == "r")
    return scene


def turn(play: Play) -> tuple[int, list[Any]]:
    """Return the player who is to choose a model, and the models to choose from."""
    assert play.what == "shoot"
    return play.player, play.options()


@pytest.mark.rule("KT18-SHOOT-01", "KT18-SHOOT-02")
def test_readied_models_shoot_first_and_players_alternate() -> None:
    """The player with the initiative begins each part; a player with no model left for a part is passed over."""
    play = ranks("rr-", "r-").shooting(order=(1, 0), dice=[1] * 5)
    assert turn(play) == (1, [3, "pass"]) and play.decision.rule == "KT18-SHOOT-01"
    assert play.why(4) == "KT18-SHOOT-01"  # not readied
    assert play.why(0) != ""  # not theirs
    play.answer(3, 0)
    assert turn(play) == (0, [0, 1, "pass"])
    assert play.why(2) == "KT18-SHOOT-01"
    play.answer(0, 3)
    assert turn(play) == (0, [1, "pass"])
    play.answer(1, 3)
    assert turn(play) == (1, [4, "pass"]) and play.decision.rule == "KT18-SHOOT-02"
    play.answer(4, 0)
    assert turn(play) == (0, [2, "pass"])
    assert play.answer(2, 3).over


@pytest.mark.rule("KT18-SHOOT-02")
def test_the_rest_alternate_in_the_same_way() -> None:
    """One model each, until all have shot."""
    play = ranks("---", "--").shooting(dice=[1] * 5)
    shooters = []
    while not play.over:
        player, options = turn(play)
        shooters.append(options[0])
        play.answer(options[0], 3 if player == 0 else 0)
    assert shooters == [0, 3, 1, 4, 2]


@pytest.mark.rule("KT18-INT-36")
def test_a_player_who_passes_may_still_shoot_when_the_other_does_not() -> None:
    """A pass is not for good: only when both pass in a row is a part over."""
    play = ranks("--", "--").shooting(dice=[1] * 2).answer("pass", 2, 0)
    assert turn(play) == (0, [0, 1, "pass"])
    play.answer(0, 2, "pass")
    assert turn(play) == (0, [1, "pass"])
    assert play.answer("pass").over


@pytest.mark.rule("KT18-INT-36", "KT18-SHOOT-12")
def test_a_readied_model_that_was_kept_back_shoots_with_the_rest() -> None:
    """Both pass in the first part: it ends, and in the second all may shoot, the readied too."""
    play = ranks("r-", "r-").shooting(dice=[1]).answer("pass")
    assert turn(play) == (1, [2, "pass"])
    play.answer("pass")
    assert turn(play) == (0, [0, 1, "pass"]) and play.decision.rule == "KT18-SHOOT-02"
    assert play.answer(0, 2).events("hit-roll")[0].values["model"] == 0


@pytest.mark.rule("KT18-INT-36")
def test_who_alone_has_models_left_goes_on() -> None:
    """Three against one: after the first exchange the other player is not asked any more."""
    play = ranks("---", "-").shooting(dice=[1] * 4).answer(0, 3, 3, 0)
    assert turn(play) == (0, [1, 2, "pass"])
    play.answer(1, 3)
    assert turn(play) == (0, [2, "pass"])


@pytest.mark.rule("KT18-SHOOT-12")
def test_no_model_shoots_twice_in_a_phase() -> None:
    """Not in the same part, nor in the second after the first."""
    play = ranks("rr", "-").shooting(dice=[1] * 2).answer(0, 2)
    assert turn(play) == (0, [1, "pass"]) and play.why(0) == "KT18-SHOOT-12"
    play.answer("pass", 1, 2)
    assert turn(play) == (1, [2, "pass"])  # both have shot, one in each part


# --- who may shoot

TYPES = ("assault", "grenade", "heavy", "pistol", "rapid fire")
ENEMY = 2


def rule_for(*weapons: str, reach: int = 24, fly: bool = False, engaged: bool = False, **state: Any) -> str:
    """Return the rule that keeps a model with these weapons alone from being chosen to shoot; "" if it can be."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f'{reach}" {weapon} 1, 4 0 1') for weapon in weapons], fly=fly, **state)
    scene.add(0, (5, 3), weapons=[gun(GUN)])
    scene.add(1, (6.5, 11) if engaged else (25, 20))
    scene.add(1, (15, 15))
    play = scene.shooting()
    assert play.player == 0
    assert (0 in play.options()) == (play.why(0) == "")
    return play.why(0)


#: The move of a model, and the rule that bars each type of weapon after it, in the order of TYPES.
BARS: dict[str, tuple[dict[str, Any], str | tuple[str, ...]]] = {
    "free": ({}, ""),
    "moved": ({"moved": True}, ""),
    "shaken": ({"shaken": True}, "QA-16"),
    "failed a charge": ({"tried": True, "moved": True}, "CHARGE-06"),
    "charged": ({"tried": True, "moved": True, "charged": (ENEMY,), "engaged": True}, "CHARGE-06"),
    "failed a charge, with FLY": ({"tried": True, "fly": True}, "CHARGE-06"),
    "Advanced": ({"advanced": True}, ("", "ADV-03", "WR-HEAVY-02", "ADV-03", "WR-RAPID-02")),
    "Advanced, with FLY": ({"advanced": True, "fly": True}, ("", "ADV-03", "WR-HEAVY-02", "ADV-03", "WR-RAPID-02")),
    "Retreated": ({"retreated": True, "moved": True}, "RETREAT-03"),
    "Retreated, with FLY": ({"retreated": True, "moved": True, "fly": True}, ""),
    "Fell Back": ({"fell_back": True, "moved": True, "began": True}, "FALLBACK-06"),
    "Fell Back, with FLY": ({"fell_back": True, "moved": True, "began": True, "fly": True}, ""),
    "began engaged, enemy gone": ({"began": True}, "SHOOT-04"),
    "began engaged, enemy gone, with FLY": ({"began": True, "fly": True}, "SHOOT-04"),
    "engaged since last round": ({"began": True, "engaged": True}, ("SHOOT-05",) * 3 + ("", "SHOOT-05")),
    "engaged by an enemy that fell": ({"engaged": True}, ("SHOOT-05",) * 3 + ("", "SHOOT-05")),
    "engaged, with FLY": ({"engaged": True, "fly": True}, ("SHOOT-05",) * 3 + ("", "SHOOT-05")),
    "was charged": ({"engaged": True, "charged_by": (ENEMY,)}, ("SHOOT-05",) * 3 + ("QA-13", "SHOOT-05")),
    "engaged, and charged besides": ({"engaged": True, "began": True, "charged_by": (ENEMY,)}, ("SHOOT-05",) * 3 + ("QA-13", "SHOOT-05")),
    "was charged, charger gone": ({"charged_by": (ENEMY,)}, ("", "", "", "QA-13", "")),
    "Advanced, then engaged": ({"advanced": True, "engaged": True}, ("SHOOT-05", "ADV-03", "WR-HEAVY-02", "ADV-03", "WR-RAPID-02")),
    "shaken, with a charge failed": ({"shaken": True, "tried": True}, "QA-16"),
    "charge failed after an Advance": ({"tried": True, "advanced": True}, "CHARGE-06"),
}


@pytest.mark.rule("KT18-INT-35", "KT18-SHOOT-03", "KT18-SHOOT-04", "KT18-SHOOT-05")
@pytest.mark.parametrize("how", BARS)
def test_what_keeps_a_model_from_shooting(how: str) -> None:
    """The bars one after another, and what FLY, Assault weapons and Pistols are excepted from."""
    state, rules = BARS[how]
    expected = [rules] * len(TYPES) if isinstance(rules, str) else list(rules)
    assert [rule_for(weapon, **state).removeprefix("KT18-") for weapon in TYPES] == expected


@pytest.mark.rule("KT18-SHOOT-04", "KT18-INT-35")
def test_an_enemy_that_went_away_still_keeps_a_model_from_shooting() -> None:
    """Played through: P Falls Back from Q; in the Shooting phase neither can fire, Q not even its Pistol."""
    for fly, able in ((False, [2, "pass"]), (True, [1, 2, "pass"])):
        scene = Scene()
        q = scene.add(0, (5, 11), weapons=[gun('12" pistol 1, 4 0 1')])
        p = scene.add(1, (6.5, 11), weapons=[gun(GUN)], fly=fly)
        scene.add(1, (14, 11), weapons=[gun(GUN)])
        play = move_and_shoot(scene, (1, 0)).answer(p, "fall back", [(10.0, 14.0)], "pass", "pass")
        assert play.model(p).fell_back and play.model(q).began
        assert turn(play) == (1, able) and play.why(p) == ("" if fly else "KT18-FALLBACK-06")
        assert play.answer("pass").over  # no model on the other side can


@pytest.mark.rule("KT18-SHOOT-05")
@pytest.mark.parametrize(("gap", "rule"), [(1.0, "KT18-SHOOT-05"), (1.01, "")])
def test_engaged_is_within_an_inch(gap: float, rule: str) -> None:
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(GUN)])
    scene.add(0, (5, 3), weapons=[gun(GUN)])
    scene.add(1, (6 + gap, 11))
    scene.add(1, (15, 3))
    assert scene.shooting().why(0) == rule


@pytest.mark.rule("KT18-SHOOT-06")
@pytest.mark.parametrize("weapons", [[], [gun('9" heavy 1, 4 0 1')]])
def test_who_has_no_weapon_or_no_target_cannot_be_chosen(weapons: list[Any]) -> None:
    scene = Scene()
    scene.add(0, (2, 11), weapons=weapons)
    scene.add(0, (2, 3), weapons=[gun(GUN)])
    scene.add(1, (13, 11))
    play = scene.shooting()
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-SHOOT-06"


@pytest.mark.rule("KT18-INT-35")
@pytest.mark.parametrize(
    ("weapons", "state", "rule"),
    [
        (("heavy", "assault"), {"advanced": True, "engaged": True}, "KT18-SHOOT-05"),
        (("heavy", "pistol"), {"charged_by": (ENEMY,), "engaged": True}, "KT18-QA-13"),
        (("heavy", "assault"), {"advanced": True, "reach": 3}, "KT18-SHOOT-06"),
    ],
)
def test_the_reason_is_that_of_the_weapon_that_comes_nearest_to_firing(weapons: tuple[str, str], state: dict[str, Any], rule: str) -> None:
    """Whichever of two weapons stands first on the card."""
    assert rule_for(*weapons, **state) == rule_for(*weapons[::-1], **state) == rule


# --- with what


def arsenal(*friends: tuple[float, float]) -> Scene:
    """Return a scene: a model with two guns, two Pistols and two Grenades, and one enemy that all of them reach; perhaps friends."""
    scene = Scene()
    texts = {
        "long": '24" heavy 1, 4 0 1', "P1": '12" pistol 1, 4 0 1', "G1": '6" grenade 1, 4 0 1',
        "short": '12" assault 1, 4 0 1', "P2": '12" pistol 1, 4 0 1', "G2": '6" grenade 1, 4 0 1',
    }  # fmt: skip
    scene.add(0, (2, 11), weapons=[gun(text, name) for name, text in texts.items()])
    for friend in friends:
        scene.add(0, friend)
    scene.add(1, (7, 11))
    return scene


@pytest.mark.rule("KT18-INT-37", "KT18-SHOOT-06", "KT18-WR-PISTOL-01")
@pytest.mark.parametrize(
    ("group", "fired"), [("guns", ("long", "short")), ("pistols", ("P1", "P2")), ("grenade: G1", ("G1",)), ("grenade: G2", ("G2",))]
)
def test_which_weapons_are_fired_together(group: str, fired: tuple[str, ...]) -> None:
    """All that are neither Pistol nor Grenade, or all Pistols, or one Grenade: its player chooses."""
    play = arsenal().shoot(SHOOTER, dice=[1] * len(fired))
    assert (play.what, play.player, play.decision.rule) == ("weapons", 0, "KT18-INT-37")
    assert play.options() == ["guns", "pistols", "grenade: G1", "grenade: G2"]
    play.answer(group, TARGET)
    if len(fired) > 1:
        play.answer(play.options()[0])
    assert play.over and [e.values["weapons"] for e in play.events("shoots")] == [fired]
    assert len(play.events("hit-roll")) == len(fired)


@pytest.mark.rule("KT18-INT-37")
def test_weapons_that_cannot_fire_are_not_offered_and_said_why() -> None:
    """Another model of the team has thrown a Grenade; after an Advance there is nothing to choose, for only the Assault gun fires."""
    play = arsenal((2, 3)).shoot(SHOOTER, grenadiers=(1, -1))
    assert play.options() == ["guns", "pistols"]
    assert play.why("grenade: G1") == "KT18-WR-GREN-01"
    scene = arsenal()
    scene.fighters[SHOOTER]["advanced"] = True
    play = scene.shoot(SHOOTER, dice=[1]).answer(TARGET)
    assert play.over and play.events("shoots")[0].values["weapons"] == ("short",)


@pytest.mark.rule("KT18-SHOOT-06", "KT18-SHOOT-08")
def test_weapons_that_do_not_reach_the_main_target_are_not_fired_at_it() -> None:
    """One gun with 24" and one with 12": at 15" only the first is fired, at 12" both are."""
    for away, fired in ((15, ("long",)), (12, ("long", "short"))):
        scene = Scene()
        scene.add(0, (2, 11), weapons=[gun('24" heavy 1, 4 0 1', "long"), gun('12" heavy 1, 4 0 1', "short")])
        scene.add(1, (3 + away, 11))
        assert scene.shoot(SHOOTER, dice=[1, 1]).answer(TARGET).events("shoots")[0].values["weapons"] == fired


@pytest.mark.rule("KT18-INT-37")
def test_a_choice_of_weapons_names_those_that_would_be_fired() -> None:
    """The second gun reaches no enemy, and so it is not among those that are offered."""
    scene = Scene()
    texts = {"long": GUN, "short": '5" assault 6, 8 -4 3', "pistol": '12" pistol 1, 4 0 1'}
    scene.add(0, (2, 11), weapons=[gun(text, name) for name, text in texts.items()])
    scene.add(1, (9, 11))
    play = scene.shoot(SHOOTER)
    assert [str(play.game.label(option)) for option in play.decision.options] == [
        'long: 24" Heavy 1, S 4, AP 0, D 1', 'pistol: 12" Pistol 1, S 4, AP 0, D 1',
    ]  # fmt: skip
    assert play.game.advice() == Pick("guns") != play.decision.options[1]


# --- at whom


@pytest.mark.rule("KT18-SHOOT-06")
def test_the_shooters_player_chooses_the_main_target_among_the_enemies() -> None:
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun(GUN)])
    friend = scene.add(0, (2, 14))
    scene.add(1, (13, 11))
    scene.add(1, (13, 14))
    play = scene.shoot(SHOOTER)
    assert (play.what, play.player, play.options(), play.decision.rule) == ("target", 0, [2, 3], "KT18-SHOOT-06")
    assert play.why(friend) == play.why(SHOOTER) == play.why("pass") == "KT18-SHOOT-06"


@pytest.mark.rule("KT18-SHOOT-07")
@pytest.mark.parametrize(("weapon", "rule"), [(GUN, "KT18-SHOOT-07"), (GUN + "; Indirect", "")])
def test_a_target_must_be_seen_unless_the_weapon_says_otherwise(weapon: str, rule: str) -> None:
    """Behind a wall; a weapon that fires over it may all the same."""
    scene = duel(weapon)
    scene.add(1, (13, 18))
    scene.wall(8, 9, 8.5, 13)
    play = scene.shoot(SHOOTER)
    assert play.why(TARGET) == rule and (TARGET in play.options()) == (rule == "")


@pytest.mark.rule("KT18-SHOOT-08")
@pytest.mark.parametrize(("away", "rule"), [(18.0, ""), (18.01, "KT18-SHOOT-08")])
def test_a_target_must_be_within_range(away: float, rule: str) -> None:
    scene = duel('18" heavy 1, 4 0 1', away=away)
    scene.add(1, (5, 3))
    play = scene.shoot(SHOOTER)
    assert play.why(TARGET) == rule and (TARGET in play.options()) == (rule == "")


@pytest.mark.rule("KT18-SHOOT-07", "KT18-SHOOT-08")
@pytest.mark.parametrize("order", [1, -1])
def test_a_target_is_refused_for_the_reason_of_the_weapon_that_comes_nearest(order: int) -> None:
    """One gun does not reach it, the other does but cannot see it: that is what keeps it from being a target."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('6" assault 1, 4 0 1', "short"), gun(GUN, "long")][::order])
    scene.add(1, (9, 7))
    scene.add(1, (20, 11))
    scene.wall(18, 8, 18.5, 14, top=6)
    play = scene.shoot(SHOOTER)
    assert (play.options(), play.why(2)) == ([1], "KT18-SHOOT-07")


@pytest.mark.rule("KT18-SHOOT-08")
def test_what_to_expect_counts_the_weapons_that_reach_a_target() -> None:
    """A strong gun with 6", a weak one with 24": far away only the weak one counts, and the near enemy is the better target."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('24" heavy 1, 3 0 1', "rifle"), gun('6" assault 6, 8 -4 3', "melta")])
    near = scene.add(1, (10, 11), wounds=2)
    far = scene.add(1, (17, 14), wounds=2, leader=True)
    play = scene.shoot(SHOOTER)
    alone = duel('24" heavy 1, 3 0 1', target={"wounds": 2, "leader": True}).shoot(SHOOTER)
    assert str(play.game.label(Pick(far))).partition("; ")[2] == str(alone.game.label(Pick(TARGET))).partition("; ")[2]
    assert play.game.advice() == Pick(near)


@pytest.mark.rule("KT18-SHOOT-09")
@pytest.mark.parametrize(("gap", "rule"), [(0.1, "KT18-SHOOT-09"), (1.0, "KT18-SHOOT-09"), (1.01, "")])
def test_an_enemy_beside_a_friend_is_no_target(gap: float, rule: str) -> None:
    """Within 1" of a model friendly to the shooter; beside others of its own it is one."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun(GUN)])
    scene.add(0, (13, 12 + gap))
    scene.add(1, (13, 11))
    scene.add(1, (13, 6))
    scene.add(1, (13, 7.2))
    play = scene.shoot(SHOOTER)
    assert play.why(2) == rule and (2 in play.options()) == (rule == "")
    assert {3, 4} <= set(play.options())


# --- dividing


def crowd(weapon: str = '24" heavy 3, 4 0 1', *, gaps: tuple[float, ...] = (2.0,)) -> Scene:
    """Return a scene with the main target 10" away, and others so far to one side of it."""
    scene = duel(weapon)
    for k, gap in enumerate(gaps):
        scene.add(1, (13, 12 + gap) if k % 2 == 0 else (13, 10 - gap))
    return scene


@pytest.mark.rule("KT18-SHOOT-10", "KT18-INT-38")
def test_attacks_may_be_divided_among_those_near_the_main_target() -> None:
    """Three attacks: all at the main target, or some at one 2.0" from it; its player says so before any die is rolled."""
    play = crowd().shoot(SHOOTER, dice=[1] * 3).answer(TARGET)
    assert (play.what, play.player, play.decision.rule) == ("divide", 0, "KT18-SHOOT-10")
    assert play.options() == [Allocate((3, 0)), Allocate((2, 1)), Allocate((1, 2))]
    assert rolls(play) == []
    play.answer(Allocate((1, 2)), f"0/{TARGET}")
    assert [e.values["target"] for e in play.events("hit-roll")] == [TARGET, 2, 2]


@pytest.mark.rule("KT18-SHOOT-10")
def test_attacks_go_to_several_others_at_once() -> None:
    play = crowd(gaps=(0.5, 1.5)).shoot(SHOOTER, dice=[1] * 3).answer(TARGET, Allocate((1, 1, 1)), "0/3", "0/2")
    assert play.over and [e.values["target"] for e in play.events("hit-roll")] == [3, 2, TARGET]


@pytest.mark.rule("KT18-SHOOT-10")
@pytest.mark.parametrize(("gap", "asked"), [(2.0, True), (2.01, False)])
def test_near_is_within_two_inches(gap: float, asked: bool) -> None:
    play = crowd(gaps=(gap,)).shoot(SHOOTER, dice=[1] * 3).answer(TARGET)
    assert (play.what == "divide") is asked
    assert asked or [e.values["target"] for e in play.events("hit-roll")] == [TARGET] * 3


@pytest.mark.rule("KT18-SHOOT-10")
def test_two_inches_are_from_the_main_target_not_from_another() -> None:
    """Three in a row, 1.5" apart: of the last in the row nothing is said as long as the first is the main target."""
    scene = crowd(gaps=())
    for y in (13.5, 16):
        scene.add(1, (13, y))
    play = scene.shoot(SHOOTER).answer(TARGET)
    assert play.decision.context.rows == (TARGET, 2)
    assert play.why(Allocate((1, 1, 1))) == "KT18-SHOOT-10"
    assert scene.shoot(SHOOTER).answer(2).decision.context.rows == (2, TARGET, 3)


@pytest.mark.rule("KT18-INT-38")
@pytest.mark.parametrize("why", ["KT18-SHOOT-07", "KT18-SHOOT-08", "KT18-SHOOT-09"])
def test_those_near_the_main_target_must_be_targets_themselves(why: str) -> None:
    """Seen, in range and not beside a friend: else they get no attack, while another that is gets some."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('11" heavy 3, 4 0 1')])
    scene.add(0, (11.2, 8.6) if why == "KT18-SHOOT-09" else (2, 20))
    scene.add(1, (13, 11))
    scene.add(1, (13, 13))
    scene.add(1, (14.5, 9) if why == "KT18-SHOOT-08" else (12.6, 8.6))
    if why == "KT18-SHOOT-07":
        scene.wall(11.2, 7, 11.5, 9.6)
    play = scene.shoot(SHOOTER).answer(2)
    assert play.what == "divide" and play.decision.context.rows == (2, 3, 4)
    assert play.options() == [Allocate((3, 0, 0)), Allocate((2, 1, 0)), Allocate((1, 2, 0))]
    assert play.why(Allocate((2, 0, 1))) == why


@pytest.mark.rule("KT18-INT-38")
def test_the_main_target_gets_at_least_one_attack() -> None:
    play = crowd().shoot(SHOOTER).answer(TARGET)
    assert play.why(Allocate((0, 3))) == "KT18-INT-38"
    assert play.why(Allocate((1, 2))) == ""
    assert crowd('24" heavy 1, 4 0 1').shoot(SHOOTER, dice=[1]).answer(TARGET).over  # the only one is its own


@pytest.mark.rule("KT18-INT-38")
@pytest.mark.parametrize("first", [Allocate((0, 2)), Allocate((1, 1))])
def test_one_attack_of_all_weapons_is_enough_for_the_main_target(first: Allocate) -> None:
    """Two guns with two attacks each: the first need not fire at it if the second does, and the other way round."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 2, 4 0 1', "one"), gun('24" heavy 2, 4 0 1', "two")])
    scene.add(1, (13, 11))
    scene.add(1, (13, 13))
    play = scene.shoot(SHOOTER).answer(TARGET)
    assert (play.what, play.why(first)) == ("divide", "")
    play.answer(first)
    assert (play.what, play.why(Allocate((0, 2)))) == ("divide", "KT18-INT-38" if first.counts[0] == 0 else "")
    assert play.why(Allocate((1, 1))) == ""


def two_ranges(short: str = '12" assault 2, 4 0 1', *, near: float = 16.5) -> Scene:
    """Return a scene with a gun of 24" and one of 12"; the main target is 13" away, and a neighbour of it 10.5"."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(short, "short"), gun('24" heavy 1, 4 0 1', "long")])
    scene.add(1, (19, 11))
    scene.add(1, (near, 11.9))
    return scene


@pytest.mark.rule("KT18-SHOOT-10", "KT18-INT-38")
def test_a_weapon_that_cannot_reach_the_main_target_is_fired_at_its_neighbour() -> None:
    """The short gun has no other target, so nothing is asked about it; the one attack of the long gun is due to the main target."""
    play = two_ranges().shoot(SHOOTER, dice=[1] * 3).answer(1)
    assert play.events("shoots")[0].values["weapons"] == ("short", "long")
    assert (play.what, play.options()) == ("next-batch", ["0/2", "1/1"])
    play.answer("0/2")
    assert play.over and [e.values["target"] for e in play.events("hit-roll")] == [2, 2, 1]


@pytest.mark.rule("KT18-SHOOT-10", "KT18-INT-38")
def test_neighbours_out_of_reach_as_well_leave_the_weapon_unfired() -> None:
    play = two_ranges(near=21).shoot(SHOOTER, dice=[1]).answer(1)
    assert play.over and play.events("shoots")[0].values["weapons"] == ("long",)


@pytest.mark.rule("KT18-SHOOT-10", "KT18-INT-38")
def test_of_two_neighbours_a_weapon_takes_those_it_reaches() -> None:
    """The short gun may share its attacks out over the two that it reaches, not at the main target, to which it owes nothing."""
    scene = two_ranges()
    scene.add(1, (16.5, 10.1))
    play = scene.shoot(SHOOTER, dice=[1] * 3).answer(1)
    assert (play.what, play.decision.prompt) == ("divide", "M 0, short: how are the 2 attacks divided among M 2, M 3?")
    assert play.options() == [Allocate((0, 2, 0)), Allocate((0, 1, 1)), Allocate((0, 0, 2))]
    assert play.why(Allocate((1, 1, 0))) == "KT18-SHOOT-08"
    play.answer(Allocate((0, 1, 1)))
    assert play.options() == ["0/2", "0/3", "1/1"]


@pytest.mark.rule("KT18-INT-38", "KT18-WR-RAPID-01")
@pytest.mark.parametrize(("main", "total"), [(TARGET, 4), (2, 2)])
def test_rapid_fire_is_doubled_by_the_main_target_alone(main: int, total: int) -> None:
    """One of two neighbours is within half range and the other is not: what counts is which of them is the main target."""
    scene = duel('24" rapid fire 2, 4 0 1', away=12)
    scene.add(1, (15.5, 12.5))
    play = scene.shoot(SHOOTER).answer(main)
    assert (play.what, play.decision.total) == ("divide", total)


@pytest.mark.rule("KT18-INT-38", "KT18-HIT-02", "KT18-HIT-03")
def test_range_and_sight_are_judged_for_each_target() -> None:
    """The main target is near and seen in full; the other is beyond half range, and half hidden."""
    scene = duel('24" heavy 2, 4 0 1', away=12)
    scene.add(1, (15.5, 12.5))
    scene.wall(8, 11.86, 8.5, 20)
    play = scene.shoot(SHOOTER, dice=[2, 2]).answer(TARGET, Allocate((1, 1)), f"0/{TARGET}")
    assert play.over and hit_rolls(play) == [(2, 0, False), (2, -2, False)]


@pytest.mark.rule("KT18-INT-38")
def test_a_random_number_of_attacks_is_rolled_once_and_before_dividing() -> None:
    """Two guns, D6 and D3: both dice have fallen when the first attacks are given out, and none falls for it later."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy D6, 4 0 1', "one"), gun('24" rapid fire D3, 4 0 1', "two")])
    scene.add(1, (13, 11))
    scene.add(1, (13, 13))
    play = scene.shoot(SHOOTER, dice=[2, 3, *[1] * 6]).answer(TARGET)
    assert (play.what, play.decision.total, rolls(play)) == ("divide", 2, [(2,), (3,)])
    play.answer(Allocate((1, 1)))
    assert (play.what, play.decision.total, rolls(play)) == ("divide", 4, [(2,), (3,)])  # a D3 of 2, doubled
    play.answer(Allocate((2, 2)))
    while not play.over:
        play.answer(play.options()[0])
    assert len(play.events("hit-roll")) == 6
    assert [play.game.tell(e) for e in play.events("number-of-attacks")] == ["one: 2 attacks (D6: 2).", "two: 4 attacks (D3: 3 → 2)."]


@pytest.mark.rule("KT18-SHOOT-10")
def test_the_question_names_the_weapon_and_the_targets() -> None:
    play = crowd().shoot(SHOOTER).answer(TARGET)
    assert play.decision.prompt == "M 0, gun: how are the 3 attacks divided among M 1, M 2?"
    assert [str(play.game.label(option)) for option in play.decision.options] == ["3 × M 1", "2 × M 1, 1 × M 2", "1 × M 1, 2 × M 2"]


# --- the attack


@pytest.mark.rule("KT18-SHOOT-11")
@pytest.mark.parametrize(
    ("dice", "steps"),
    [
        ([2], ["hit-roll"]),
        ([3, 3], ["hit-roll", "wound-roll"]),
        ([3, 4, 4], ["hit-roll", "wound-roll", "save-roll"]),
        ([3, 4, 3], ["hit-roll", "wound-roll", "save-roll", "damage", "wound-lost"]),
    ],
)
def test_hit_wound_save_damage(dice: list[int], steps: list[str]) -> None:
    """One after the other, and the first that goes amiss ends it."""
    play = shot(GUN, dice, target={"wounds": 2})
    assert play.over and kinds(play)[1:] == steps and rolls(play) == [(die,) for die in dice]
