"""Bad input to the odds: one sentence that names the wrong part and what would be right; unknown rules are told."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any

import pytest

from counteract import odds
from counteract.odds import Target
from counteract.odds.pools import graph_builder
from counteract.rulesets.kt24.weapons import Weapon

GUN = "4 3+ 3/4"
BODY = "save 3+, wounds 12"
FORM = "a weapon is written"
BODY_FORM = "a target is written"
DICE = "must be from 1 to 20"
WOUNDS = "must be from 1 to 99"


def shoot(**given: Any) -> Any:
    return odds.shoot(**{"weapon": GUN, "target": BODY, **given})


def fight(**given: Any) -> Any:
    return odds.fight(**{"attacker": GUN, "defender": GUN, "attacker_wounds": 10, "defender_wounds": 10, **given})


def table(**given: Any) -> Any:
    return odds.table(**{"weapons": [GUN], "targets": [BODY], **given})


def refused(ask: Callable[..., Any], *parts: str, **given: Any) -> None:
    """Check that the question is refused in one short sentence that has these parts."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 the message is looked at below
        ask(**given)
    said = str(caught.value)
    assert all(part in said for part in parts), said
    assert "\n" not in said and len(said) < 250 and "unpack" not in said and " object" not in said, said


# --- weapons

STATS = {"attacks": 4, "hit": 3, "normal": 3, "critical": 4}

WEAPONS: list[tuple[Any, tuple[str, ...]]] = [
    ("5 7+ 3/4", ("'7+'", "Hit", "2+ to 6+")),
    ("5 1+ 3/4", ("'1+'", "Hit", "2+ to 6+")),
    ("5 3+ 3/4; Lethal 9+", ("Lethal 9+", "2+ to 6+")),
    ("5 3+ 3/4; Lethal", ("Lethal", "Lethal 5+")),
    ("5 3+ 3/4; Balanced 2", ("Balanced 2", "nothing stands after")),
    ("5 3+ 3/4; Accurate x", ("Accurate x", "Accurate 1")),
    ("5 3+ 3/4; Piercing 0", ("Piercing 0", "above 0")),
    ("5 3+ 3/4; Piercing 9999999", ("Piercing 9999999", "too large")),
    (f"5 3+ 3/4; Piercing {'9' * 100}", ("Piercing", "too large")),
    ("5 3+ 3/4; Devastating 999", ("'999'", "damage", "0 to 30")),
    ("0 3+ 3/4", ("'0'", "attack dice", DICE)),
    ("40 3+ 3/4", ("'40'", "attack dice", DICE)),
    ("-1 3+ 3/4", ("'-1'", "attack dice", DICE)),
    ("99999999999999 3+ 3/4", ("attack dice", DICE)),
    ("nan 3+ 3/4", ("'nan'", "attack dice", DICE)),
    ("4.5 3+ 3/4", ("'4.5'", "attack dice", DICE)),
    ("4 3+ 3", ("'3'", "normal/critical")),
    ("4 3+ 3/4/5", ("'3/4/5'", "normal/critical")),
    ("4 3+ -1/4", ("'-1'", "damage", "0 to 30")),
    ("4 3+ 3/99", ("'99'", "damage", "0 to 30")),
    ("4 3+ x/y", ("'x'", "damage", "0 to 30")),
    ("4 3+", ("'4 3+'", FORM)),
    ("4 3+ 3/4 Balanced", ("4 3+ 3/4 Balanced", FORM)),
    ("", ("''", FORM)),
    ("   ", (FORM,)),
    (None, ("None", FORM)),
    (5, ("5", FORM)),
    (nan, ("nan", FORM)),
    (True, ("True", FORM)),
    ([], ("[]", FORM)),
    ((), ("()", FORM)),
    ((None, None), ("None", FORM)),
    (b"4 3+ 3/4", ("b'4 3+ 3/4'", FORM)),
    ({}, ("attacks", "missing")),
    ({"attacks": 4}, ("hit, normal, critical", "missing")),
    ({**STATS, "range": 4}, ("range", "not known")),
    ({**STATS, "attacks": nan}, ("'nan'", "attack dice", DICE)),
    ({**STATS, "attacks": True}, ("'True'", "attack dice", DICE)),
    ({**STATS, "attacks": 10**30}, ("attack dice", DICE)),
    ({**STATS, "hit": None}, ("None", "Hit", "2+ to 6+")),
    ({**STATS, "hit": 7}, ("'7+'", "Hit", "2+ to 6+")),
    ({**STATS, "normal": None}, ("'None'", "damage", "0 to 30")),
    ({**STATS, "critical": 1.5}, ("'1.5'", "damage", "0 to 30")),
    ({**STATS, "rules": None}, ("rules", "list of texts", "None")),
    ({**STATS, "rules": 5}, ("rules", "list of texts", "5")),
    ({**STATS, "rules": [None]}, ("rules", "list of texts", "None")),
    ("nobody/captain/pistol", ("'nobody'", "known", "ashen-wardens")),
    ("ashen-wardens/nobody/pistol", ("'nobody'", "warden-captain")),
    ("ashen-wardens/captain/spoon", ("'spoon'", "ember-pistol")),
    ("ashen-wardens/captain", ("ashen-wardens/captain", "team/operative/weapon")),
    ("ashen-wardens/captain/Breaker maul", ("Breaker maul", "ranged")),
    ("moth-parade/captain/pistol", ("moth-parade",)),  # a team of another edition
    (Weapon(name="gun", kind="ranged", attacks=0, hit=3, normal=3, critical=4), ("'0'", "attack dice", DICE)),
    (Weapon(name="gun", kind="ranged", attacks=4, hit=9, normal=3, critical=4), ("'9'", "Hit", "2+ to 6+")),
]


@pytest.mark.parametrize(("weapon", "parts"), WEAPONS, ids=str)
def test_weapons(weapon: Any, parts: tuple[str, ...]) -> None:
    refused(shoot, *parts, weapon=weapon)
    refused(table, *parts, weapons=[GUN, weapon])


def test_weapons_of_fighters() -> None:
    for side in ("attacker", "defender"):
        for weapon, parts in WEAPONS:
            if not isinstance(weapon, Weapon) and "Breaker maul" not in parts and (weapon is not None or side == "attacker"):
                refused(fight, *parts, **{side: weapon})
        refused(fight, "Ember pistol", "melee", **{side: "ashen-wardens/captain/Ember pistol"})


# --- targets

NUMBERS = {"save": 3, "wounds": 12}

TARGETS: list[tuple[Any, tuple[str, ...]]] = [
    ("", (BODY_FORM,)),
    ("  ", (BODY_FORM,)),
    (None, ("None", BODY_FORM)),
    (5, ("5", BODY_FORM)),
    (True, ("True", BODY_FORM)),
    ("save 3+", ("wounds", "missing", BODY_FORM)),
    ("wounds 12", ("save", "missing", BODY_FORM)),
    ("save 7+, wounds 12", ("'7+'", "Save", "2+ to 6+")),
    ("save 1+, wounds 12", ("'1+'", "Save", "2+ to 6+")),
    ("save 3+, wounds 0", ("'0'", "wounds", WOUNDS)),
    ("save 3+, wounds -3", ("'-3'", "wounds", WOUNDS)),
    ("save 3+, wounds 1000", ("'1000'", "wounds", WOUNDS)),
    ("save 3+, wounds many", ("'wounds many'", BODY_FORM)),
    ("save 3+, wounds 12 of 5", ("12 wounds of 5", "too many")),
    ("save 3+ of 4, wounds 5", ("save 3+ of 4", BODY_FORM)),
    ("save 3+, wounds 12, save 4+", ("save", "twice")),
    ("save 3+, wounds 12, luck 3", ("'luck'", BODY_FORM)),
    ("save 3+, wounds 12, defence 99", ("'99'", "defence dice", "0 to 10")),
    ("save 3+, wounds 12, ignore 1+", ("'1+'", "ignore", "2+ to 6+")),
    ("save 3+, wounds 12, re-rolls 99", ("'99'", "re-rolls", "0 to 10")),
    ("save 3+, wounds 12, invulnerable 5+", ("kt24", "invulnerable", "leave it out")),
    ({}, ("save", "missing")),
    ({"save": 3}, ("wounds", "missing")),
    ({**NUMBERS, "save": nan}, ("'nan'", "Save", "2+ to 6+")),
    ({**NUMBERS, "save": True}, ("'True'", "Save", "2+ to 6+")),
    ({**NUMBERS, "save": None}, ("save", "missing")),
    ({**NUMBERS, "save": [3]}, ("'[3]'", "Save", "2+ to 6+")),
    ({**NUMBERS, "wounds": nan}, ("'nan'", "wounds", WOUNDS)),
    ({**NUMBERS, "wounds": True}, ("'True'", "wounds", WOUNDS)),
    ({**NUMBERS, "wounds": [1]}, ("'[1]'", "wounds", WOUNDS)),
    ({**NUMBERS, "wounds": 3.0}, ("'3.0'", "wounds", WOUNDS)),
    ({**NUMBERS, "wounds": 10**30}, ("wounds", WOUNDS)),
    ({**NUMBERS, "luck": 1}, ("'luck'", BODY_FORM)),
    ({3: 3}, ("'3'", BODY_FORM)),
    (Target(save=9, wounds=3), ("'9'", "Save", "2+ to 6+")),
    (Target(save=3, wounds=0), ("'0'", "wounds", WOUNDS)),
    (Target(save=3, wounds=5, starting=3), ("5 wounds of 3", "too many")),
    (Target(save=3, wounds=5, ignore=9), ("'9'", "ignore", "2+ to 6+")),
    (Target(save=3, wounds=5, soften=((-1, 3),)), ("'-1'", "damage", "0 to 30")),
    (Target(save=3, wounds=5, defence_dice=11), ("'11'", "defence dice", "0 to 10")),
    (Target(save=3, wounds=5, rerolls=(1, 11)), ("'11'", "re-rolls", "0 to 10")),
    (Target(save=3, wounds=5, rerolls=11), ("'11'", "re-rolls", "0 to 10")),  # type: ignore[arg-type]
    ({**NUMBERS, "rerolls": [1, nan]}, ("'nan'", "re-rolls", "0 to 10")),
    ({**NUMBERS, "re-rolls": [[1]]}, ("'[1]'", "re-rolls", "0 to 10")),
    ("nobody/captain", ("'nobody'", "ashen-wardens")),
    ("ashen-wardens/nobody", ("'nobody'", "warden-captain")),
    ("ashen-wardens/captain/Ember pistol", ("names no target", "team/operative")),
    ("ashen-wardens", ("'ashen-wardens'", BODY_FORM)),
]


@pytest.mark.parametrize(("target", "parts"), TARGETS, ids=str)
def test_targets(target: Any, parts: tuple[str, ...]) -> None:
    refused(shoot, *parts, target=target)
    refused(shoot, *parts, target=[BODY, target])
    refused(table, *parts, targets=[BODY, target])


@pytest.mark.rule("KT24-INT-84")
def test_re_rolls_of_defence_dice_may_be_said_in_many_ways() -> None:
    """As one number or several, in text, in a mapping, in a target; none is none."""
    plain = {"save": 4, "wounds": 9}
    once: list[Any] = [Target(**plain, rerolls=1), Target(**plain, rerolls=(1, 0)), {**plain, "rerolls": 1}, {**plain, "re-rolls": [1]}]  # type: ignore[arg-type]
    twice: list[Any] = [Target(**plain, rerolls=(1, 2)), {**plain, "rerolls": [1, 2]}]  # type: ignore[arg-type]
    for given in once:
        assert shoot(target=given).distribution == shoot(target="save 4+, wounds 9, re-rolls 1").distribution
    for given in twice:
        assert shoot(target=given).distribution == shoot(target="save 4+, wounds 9, re-rolls 1, re-rolls 2").distribution
    assert shoot(target={**plain, "rerolls": 0}).distribution == shoot(target=plain).distribution


def test_what_was_right_once_does_not_let_pass_what_equals_it() -> None:
    """True equals 1 and 1.0 does, so that what is remembered must not answer for them."""
    shoot(target={"save": 3, "wounds": 1}, rerolls=1, shots=1)
    refused(shoot, "wounds", target={"save": 3, "wounds": True})
    refused(shoot, "wounds", target={"save": 3, "wounds": 1.0})
    refused(shoot, "rerolls", rerolls=True)
    refused(shoot, "rerolls", rerolls=1.0)
    refused(shoot, "shots", shots=True)
    fight(attacker_wounds=1, fights=1)
    refused(fight, "wounds", attacker_wounds=True)
    refused(fight, "fights", fights=1.0)


# --- the rest of a question

NONE_OF = ("", None, 5, [], "none of these")
NO_FLAG = (None, "yes", 1, nan, [])
NO_NUMBER = (-1, 99, None, True, 1.0, nan, "1", 10**20, [])


def test_names() -> None:
    for ask in (shoot, fight, table):
        for wrong in (*NONE_OF, "KT24"):
            refused(ask, "ruleset must be kt24 or kt21 or kt18 or kt40", repr(wrong), ruleset=wrong)
        for wrong in NONE_OF:
            refused(ask, "objective must be", repr(wrong), objective=wrong)
            refused(ask, "reroll must be best or fails", repr(wrong), reroll=wrong)
        for wrong in ("", 2024, [], "2023"):
            refused(ask, "printing must be 2024 or 2025", repr(wrong), printing=wrong)
        refused(ask, "kt21 has one printing", ruleset="kt21", printing="2024")
        for wrong in ("", "none", [], 1):
            refused(ask, "limits must be sheet or book", repr(wrong), limits=wrong)
        for other in ("kt21", "kt18"):
            refused(ask, f"'limits' means nothing in {other}", ruleset=other, limits="book")
    for wrong in NONE_OF:
        refused(shoot, "cover_save must be best or always", repr(wrong), cover_save=wrong)
        refused(table, "cover_save must be best or always", repr(wrong), cover_save=wrong)
        refused(fight, "attacker_policy must be best or strike", repr(wrong), attacker_policy=wrong)
        refused(fight, "defender_policy must be best or strike", repr(wrong), defender_policy=wrong)
        refused(fight, "initiative must be attacker or defender", repr(wrong), initiative=wrong)
    refused(fight, "objective must be difference or survive or remove", objective="damage")
    refused(shoot, "objective must be damage or incapacitate or capped", objective="difference")
    refused(shoot, "'luck'", luck=1)
    refused(fight, "'luck'", luck=1)


def test_true_or_false() -> None:
    for wrong in NO_FLAG:
        for name in ("obscured", "shooter_injured", "roof", "vantage", "cover"):
            refused(shoot, "true or false", name, **{name: wrong})
        for name in ("obscured", "roof", "vantage", "cover"):
            refused(table, f"{name} must be true or false", **{name: wrong})
        for name in ("attacker_injured", "defender_injured"):
            refused(fight, f"{name} must be true or false", **{name: wrong})
        refused(shoot, "cover must be true or false", target=[BODY, BODY], cover=[True, wrong])


def test_numbers() -> None:
    for wrong in NO_NUMBER:
        for ask in (shoot, table, fight):
            refused(ask, "rerolls must be a whole number from 0 to 6", repr(wrong), rerolls=wrong)
            refused(ask, "defender_rerolls must be a whole number from 0 to 6", repr(wrong), defender_rerolls=wrong)
        refused(shoot, "shots must be a whole number from 1 to 10", repr(wrong), shots=wrong)
        refused(fight, "fights must be a whole number from 1 to 3", repr(wrong), fights=wrong)
    refused(shoot, "shots must be", shots=0)
    refused(fight, "fights must be", fights=0)


def test_wounds() -> None:
    for wrong in ("", 0, -1, 100, "x", nan, True, 1.5, [], 10**9, "0 of 5", "5 of", "of 5"):
        refused(shoot, "wounds", WOUNDS, shooter_wounds=wrong)
        refused(fight, "wounds", WOUNDS, attacker_wounds=wrong)
        refused(fight, "wounds", WOUNDS, defender_wounds=wrong)
    refused(shoot, "5 wounds of 3", "too many", shooter_wounds="5 of 3")
    refused(fight, "5 wounds of 3", "too many", attacker_wounds="5 of 3")
    refused(fight, "attacker's wounds are missing", "write 12", attacker_wounds=None)
    refused(fight, "defender's wounds are missing", "write 12", defender_wounds=None)
    for wrong in (0, 1, 7, True, "x", nan, []):
        refused(fight, "ignore", "2+ to 6+", attacker_ignore=wrong)
        refused(fight, "ignore", "2+ to 6+", defender_ignore=wrong)


def test_lists() -> None:
    for wrong in ([], (), None, GUN, 5):
        refused(table, "weapons must be a list", weapons=wrong)
        refused(table, "targets must be a list", targets=wrong)
    refused(shoot, "at least one target", target=[])
    refused(shoot, "one cover for each", target=[BODY, BODY], cover=[True])
    refused(shoot, "list of targets", cover=[True])
    refused(shoot, "one target only", target=[BODY, BODY], shots=2)
    refused(shoot, "Fusillade", target=[BODY, BODY], split=[2, 2])
    refused(shoot, "split", "list of targets", split=[4])
    for wrong in ([2, 3], [4], [1, 1, 2], 4, (), [0, 4], [True, 3], ["a", "b"], "22", [2.0, 2.0]):
        refused(shoot, "split" if isinstance(wrong, (list, str)) and wrong not in ([2, 3], [4], [1, 1, 2]) else "divide",
                ruleset="kt21", weapon="4 3+ 3/4; Fusillade", target=[BODY, BODY], split=wrong)  # fmt: skip
    refused(shoot, "too few for 3 targets", ruleset="kt21", weapon="2 3+ 3/4; Fusillade", target=[BODY] * 3)


def test_how_a_target_stands_is_written_behind_it() -> None:
    """In text, behind a name, in a mapping; for each of several targets and in tables."""
    for said, terms in (
        ("in cover", {"cover": True}), ("obscured", {"obscured": True}), ("Obscured, in cover", {"cover": True, "obscured": True}),
        ("in cover, seen from above", {"cover": True, "vantage": True}),
    ):  # fmt: skip
        plain = shoot(weapon=GUN, target="save 4+, wounds 9", **terms)
        assert shoot(weapon=GUN, target=f"save 4+, {said}, wounds 9").distribution == plain.distribution
        assert shoot(weapon=GUN, target={"save": 4, "wounds": 9, **terms}).distribution == plain.distribution
        assert shoot(weapon=GUN, target=["save 4+, wounds 9", f"save 4+, wounds 9, {said}"]).targets[1].expected == pytest.approx(plain.expected)
        (row,) = table(weapons=[GUN], targets=["save 4+, wounds 9", f"save 4+, wounds 9, {said}"]).expected.tolist()
        assert row == pytest.approx([shoot(weapon=GUN, target="save 4+, wounds 9").expected, plain.expected])
    named = shoot(weapon=GUN, target="hollow-choir/chorister, in cover").distribution
    assert named == shoot(weapon=GUN, target="hollow-choir/chorister", cover=True).distribution
    barrage = {"ruleset": "kt21", "weapon": "4 3+ 3/4; Barrage"}
    assert shoot(**barrage, target=f"{BODY}, below terrain").distribution == shoot(**barrage, target=BODY, roof=True).distribution
    old = {"ruleset": "kt18", "weapon": 'Heavy 2 24" S4 AP0 D1 BS3+'}
    assert shoot(**old, target="kite-riders/rider, in cover").distribution == shoot(**old, target="kite-riders/rider", cover=True).distribution


def test_how_a_target_cannot_stand() -> None:
    refused(shoot, "cover stands twice", target=f"{BODY}, in cover, cover")
    refused(shoot, "seen from above", "in cover", target=f"{BODY}, seen from above")
    refused(shoot, "vantage", "say cover too", vantage=True)
    refused(shoot, "cover of a target must be true or false", target={"save": 4, "wounds": 9, "cover": "yes"})
    refused(shoot, "'in clover' says nothing about a target", target=f"{BODY}, in clover")
    refused(shoot, "KT21-OBSCURE-01", ruleset="kt21", target=f"{BODY}, obscured")
    refused(shoot, "vantage", "kt21", ruleset="kt21", cover=True, vantage=True)
    refused(shoot, "roof", "kt24", roof=True)
    refused(shoot, "roof", "kt24", target=f"{BODY}, below terrain")
    for edition in ("kt18", "kt40"):
        refused(shoot, "vantage", edition, ruleset=edition, vantage=True)
        refused(table, "vantage", edition, ruleset=edition, vantage=True)


def test_what_an_edition_does_not_have() -> None:
    refused(shoot, "kt21", "obscured", "no target", ruleset="kt21", obscured=True)
    refused(shoot, "Fusillade", "Blast", ruleset="kt21", weapon='4 3+ 3/4; Fusillade, Blast 2"')
    for edition in ("kt18", "kt40"):
        for wrong in (None, 5, [], (), ""):
            refused(shoot, "write it like", ruleset=edition, weapon=wrong)
        refused(shoot, "roof", edition, ruleset=edition, roof=True)
        refused(shoot, "split", edition, ruleset=edition, split=[1])


def test_too_many_ways_to_reroll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_builder, "MOST_WAYS", 1000)
    refused(shoot, "re-roll", "take a die or a re-roll away", weapon="13 3+ 3/4; Ceaseless, Relentless", rerolls=2)


def test_too_many_moments_of_a_fight() -> None:
    wounds = {"attacker_wounds": 99, "defender_wounds": 99}
    refused(fight, "dice and wounds", "take some dice away", attacker="20 3+ 4/5; Shock", defender="20 3+ 3/4", **wounds)
    assert fight(attacker="4 3+ 3/4", defender="4 3+ 3/4", **wounds).attacker_incapacitated == 0


def test_the_most_that_may_be_asked() -> None:
    found = shoot(weapon="20 2+ 30/30; Devastating 30", target="save 6+, wounds 99, ignore 5+")
    assert sum(found.distribution.values()) == pytest.approx(1, abs=1e-12)
    assert max(found.distribution) == 20 * 60


# --- rules that the odds do not know


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_unknown_rules_are_told(edition: str) -> None:
    weapon = f"{GUN}; Balanced, Sings loudly, Frost*"
    plain = shoot(ruleset=edition, weapon=f"{GUN}; Balanced")
    found = shoot(ruleset=edition, weapon=weapon)
    assert plain.not_computed == ()
    assert found.not_computed == ("Sings loudly", "Frost*")
    assert found.distribution == plain.distribution
    assert found.as_dict()["not_computed"] == ["Sings loudly", "Frost*"]
    assert fight(ruleset=edition, attacker=weapon, defender=f"{GUN}; Growls").not_computed == ("Sings loudly", "Frost*", "Growls")
    assert table(ruleset=edition, weapons=[GUN, weapon]).not_computed == ("Sings loudly", "Frost*")
    assert shoot(ruleset=edition, weapon=weapon, target=[BODY, BODY]).not_computed == ("Sings loudly", "Frost*")


def test_rules_that_depend_on_the_table_are_told() -> None:
    """The captain's weapons are Accurate while it has not moved, which the odds cannot know."""
    found = shoot(weapon="ashen-wardens/captain/Ember pistol", target="ashen-wardens/captain")
    assert found.not_computed == ("Dug In",)


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_what_several_shots_and_several_targets_tell(edition: str) -> None:
    """As much as one shot: who is stunned, what the shooter suffers, and what criticals do to others."""
    others = {"kt24": '2" Devastating 1', "kt21": "Splash 1"}[edition]
    weapon = f"{GUN}; Hot, Stun, {others}"
    for more in ({"shots": 2}, {"shots": 2, "shooter_wounds": 9}):
        found = shoot(ruleset=edition, weapon=weapon, **more)
        assert found.not_computed == ()
        assert {*found.details} == {"stun", "own_damage", "bystanders"}
        assert found.details["stun"] > shoot(ruleset=edition, weapon=weapon).details["stun"]
    several = shoot(ruleset=edition, weapon=weapon, target=[BODY, BODY])
    assert {*several.details} == {"incapacitated", "own_damage"}
    assert [{*one.details} for one in several.targets] == [{"stun", "bystanders"}] * 2


def test_a_hot_weapon_is_rolled_for_once_an_action() -> None:
    found = shoot(weapon=f"{GUN}; Hot", target=[BODY, BODY])
    assert found.details["own_damage"] == pytest.approx({2: 1 / 6, 4: 1 / 6, 0: 4 / 6})
    assert shoot(weapon=f"{GUN}; Hot", shooter_wounds=3).details["own_damage"] == pytest.approx({2: 1 / 6, 3: 1 / 6, 0: 4 / 6})


# --- what may be written in several ways


def test_ways_to_write_the_same() -> None:
    wanted = shoot(weapon="4 3+ 3/4; Piercing 1, Balanced").distribution
    for weapon in (
        "  4   3+  3/4 ;Piercing 1,Balanced", "4 3 3/4; balanced, PIERCING 1", {**STATS, "rules": "Piercing 1, Balanced"},
        {**STATS, "rules": ["Balanced", "Piercing 1"], "name": "gun"}, {**STATS, "hit": "3+", "rules": ("Balanced", "Piercing 1")},
    ):  # fmt: skip
        assert shoot(weapon=weapon).distribution == wanted
    for target in (
        "Save 3+, Wounds 12", "wounds 12, save 3", "Sv 3+, W 12", NUMBERS, {"save": "3+", "wounds": "12"}, Target(save=3, wounds=12),
        {**NUMBERS, "defence_dice": 3, "invulnerable": None}, {**NUMBERS, "invulnerable": 0}, "save 3+, wounds 12 of 12",
    ):  # fmt: skip
        assert shoot(target=target).distribution == shoot().distribution
