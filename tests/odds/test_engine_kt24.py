"""The referee of the 2024 edition as an oracle.

It plays attacks over all dice, with the odds as both players, and every end is as likely as they say.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from counteract import odds
from counteract.odds import ShootOdds, shoot
from counteract.odds.pools.terms import PoolTerms
from counteract.rulesets.kt24 import attack_odds
from counteract.rulesets.kt24.odds import RULES
from counteract.rulesets.kt24.ruleset import RULESET
from counteract.rulesets.kt24.state import Acting
from tests.odds import engine_oracle
from tests.odds.engine_oracle import Engine, Fighting, Shooting, some_help
from tests.odds.enumerate import Posed, ability, check_answers, check_best, check_fight, check_shot, some_damage, some_wounds
from tests.rules.kt24.scene import Scene, blade, gun

REROLLS = ("Balanced", "Ceaseless", "Relentless")
SHOOTING = (
    "Accurate 1", "Accurate 2", "Accurate 1, Accurate 1", "Brutal", "Devastating 1", "Devastating 3", '2" Devastating 2',
    'Devastating 1, 2" Devastating 3', "Hot", "Lethal 4+", "Lethal 5+", "Piercing Crits 1", "Piercing Crits 2", "Punishing", "Punishing", "Rending",
    "Rending", "Saturate", "Severe", "Severe", "Stun",
)  # fmt: skip
FIGHTING = (
    "Accurate 1", "Accurate 2", "Accurate 1, Accurate 1", "Brutal", "Devastating 1", "Devastating 2", '1" Devastating 1', "Hot", "Lethal 5+",
    "Punishing", "Rending", "Severe", "Shock",
)  # fmt: skip


SWITCHES = {"printing": ["2024", "2025"], "accurate_multi": ["two", "two", "largest"], "limits": ["sheet", "book"]}


def doing(action: str) -> dict[str, Any]:
    """Return the fields of an activation in which an action is being performed."""
    return {"acting": (Acting(0, "activation", spent=1, done=(action,)),)}


def some_options(rng: Random) -> dict[str, str]:
    return {name: rng.choice(values) for name, values in SWITCHES.items()}


ENGINE = Engine(
    "kt24", RULES, RULESET, Scene, gun, blade, doing, "after_action", REROLLS, FIGHTING, (*SWITCHES,), some_options,
    {"order": "engage"},
)  # fmt: skip


# --- shots


def some_shot(seed: int) -> Shooting:
    rng = Random(seed)
    rules = rng.sample(SHOOTING, rng.randint(0, 4))
    given = some_help(rng, REROLLS)
    pierces = rng.choice([1, 2] if given.busy < 3 else [2]) if given.busy or rng.random() < 0.6 else 0
    rules += [rule for rule in (given.again, f"Piercing {pierces}" if pierces else "") if rule]
    rng.shuffle(rules)
    terms = PoolTerms(
        cover=rng.random() < 0.5, obscured=rng.random() < 0.2, injured=rng.random() < 0.3, rerolls=given.commands[0],
        defender_rerolls=given.commands[1], **some_options(rng),
    )  # fmt: skip
    if terms.cover and not terms.obscured and rng.random() < 0.2:
        terms = terms._replace(vantage_cover=True)
    text = "{} {}+ {}/{}; {}".format(2 if given.busy else 3, rng.randint(2, 5), *given.damage, ", ".join(rules))
    left, full = some_wounds(rng)
    stats = {"save": rng.randint(2, 6), "wounds": full}
    return Shooting(text, given.abilities, stats, left, terms, rng.choice(["damage", "incapacitate", "capped"]))


def range_of_fire(shot: Shooting) -> Scene:
    """Return the shooter, the target behind the terrain of the terms, and an operative beside the target."""
    terms = shot.terms
    scene: Scene = ENGINE.battle(terms, obscuring=True)
    above = 3.0 if terms.vantage_cover else 0.0
    scene.add(0, (5, 11, above), weapons=[gun(shot.weapon)], wounds=13, left=6 if terms.injured else 13, order="engage")
    order = "conceal" if terms.vantage_cover else "engage"
    scene.add(1, (15, 11), weapons=[], left=shot.left, abilities=shot.abilities, order=order, **shot.stats)
    scene.add(1, (16.5, 12), weapons=[], wounds=9, order="engage")
    if terms.cover:
        scene.wall(13.5, 10, 14, 12, top=1)
    if terms.obscured:
        scene.wall(9, 9, 11, 13, top=1, kind="heavy")
    if terms.vantage_cover:
        scene.floor(3, 9, 5.5, 13, z=above)
    return scene


def posed_shot(shot: Shooting) -> Posed:
    return engine_oracle.posed_shot(ENGINE, range_of_fire(shot), shot)


def asked(shot: Shooting) -> ShootOdds:
    """Return the odds of the same shot through the public function."""
    terms = shot.terms
    return engine_oracle.asked(
        ENGINE, range_of_fire(shot), shot, printing=terms.printing or None, limits=terms.limits, vantage=terms.vantage_cover
    )


@pytest.mark.rule("KT24-MIS-36")
@pytest.mark.parametrize("weapon", ["3 3+ 2/3", "3 3+ 2/4; Lethal 5+, Rending, Piercing Crits 1", "2 2+ 3/3; Brutal, Balanced, Piercing 1"])
def test_who_is_shot_from_above_has_more_ways_to_use_cover(weapon: str) -> None:
    """A cover save, a critical one or two, or none; so it is told at the table too."""
    shot = Shooting(weapon, (), {"save": 5, "wounds": 6}, 6, PoolTerms(cover=True, vantage_cover=True), "capped")
    posed = posed_shot(shot)
    check_shot(posed)
    assert asked(shot).distribution == posed.odds.distribution
    engine_oracle.told_alike(ENGINE, posed, attack_odds)


@pytest.mark.rule("KT24-WR-DEVASTATING-02", "KT24-INT-50")
@pytest.mark.parametrize(
    "rules", ['2" Devastating 3', 'Devastating 3, 2" Devastating 2', '2" Devastating 3, Devastating 1', 'Devastating 2, 2" Devastating 2']
)
def test_who_stands_by_is_not_protected_by_what_protects_the_target(rules: str) -> None:
    """Of several Devastating the one is used that does most to this target."""
    soften = (ability("soften", by=2, least=3),)
    check_shot(posed_shot(Shooting(f"2 3+ 2/3; Piercing 1, {rules}", soften, {"save": 4, "wounds": 9}, 9, PoolTerms(), "damage")))


@pytest.mark.rule("KT24-INT-84")
@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (2, 1)])
@pytest.mark.parametrize("commands", [0, 1])
def test_several_effects_that_re_roll_defence_dice_are_used_one_after_the_other(dice: tuple[int, int], commands: int) -> None:
    """The next dice to take are chosen once the ones before have fallen; that is worth more than all at once."""
    abilities = tuple(ability("defence-reroll", f"again-{k}", dice=n) for k, n in enumerate(dice))
    shot = Shooting("2 2+ 2/3", abilities, {"save": 4, "wounds": 9}, 9, PoolTerms(defender_rerolls=commands), "damage")
    check_shot(posed_shot(shot))
    target = f"save 4+, wounds 9, re-rolls {dice[0]}, re-rolls {dice[1]}"
    assert asked(shot).expected == shoot(weapon=shot.weapon, target=target, defender_rerolls=commands).expected
    together = shoot(weapon=shot.weapon, target=f"save 4+, wounds 9, re-rolls {sum(dice)}", defender_rerolls=commands)
    assert asked(shot).expected < together.expected - 1e-6


@pytest.mark.rule("KT24-WR-STUN-01")
def test_who_ignores_wounds_may_live_to_be_stunned() -> None:
    """Devastating would fell it, but for the wounds that it ignores."""
    ignore = (ability("ignore-wounds", on=4),)
    check_shot(posed_shot(Shooting("2 3+ 1/1; Piercing 2, Stun, Devastating 2", ignore, {"save": 4, "wounds": 4}, 2, PoolTerms(), "capped")))


# --- fights


posed_fight = partial(engine_oracle.posed_fight, ENGINE)


@pytest.mark.rule("KT24-WR-DEVASTATING-02", "KT24-INT-50", "KT24-INT-66")
@pytest.mark.parametrize("ignoring", [False, True])
@pytest.mark.parametrize("rules", ['1" Devastating 2', 'Devastating 1, 1" Devastating 2', 'Devastating 2, 1" Devastating 1'])
def test_devastating_with_a_distance_strikes_its_user_in_a_fight(rules: str, ignoring: bool) -> None:
    """Whoever stands beside the target is within 1" of it."""
    abilities = (ability("ignore-wounds", on=5),) if ignoring else (ability("soften", by=1, least=2),)
    weapons = f"2 3+ 1/2; {rules}", '1 4+ 1/2; 1" Devastating 1'
    fight = Fighting(weapons, (abilities, ()), ((4, 5), (5, 5)), (PoolTerms(), PoolTerms()), (False, False), 0, "difference")
    check_fight(posed_fight(fight))


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-38", "KT24-INT-39", "KT24-INT-40")
@pytest.mark.parametrize("limits", ["sheet", "book"])
@pytest.mark.parametrize("wounds", [((6, 8), (5, 6)), ((3, 8), (6, 6))])
def test_hot_blades_compare_with_the_hit_of_the_injured(limits: str, wounds: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """By the sheet the fight itself may make the Hot roll worse, up to 7+; by the book what holds when it begins does, up to 6+."""
    terms = PoolTerms(limits=limits)
    check_fight(posed_fight(Fighting(("1 6+ 1/2; Hot", "2 3+ 2/3; Hot"), ((), ()), wounds, (terms, terms), (False, False), 0, "difference")))


def torn(seed: int) -> Fighting:
    """Return a fight of weapons with several Devastating, of which now one is best and now another."""
    rng = Random(f"torn {seed}")
    ignoring = seed % 3 == 0
    several = ['Devastating 1, 1" Devastating 2', '1" Devastating 3, Devastating 1', 'Devastating 2, 1" Devastating 3, 1" Devastating 1']
    rules = [rng.choice(several[: 2 - ignoring]), rng.choice([several[0], "Shock", ""]) if ignoring else rng.choice(several)]
    dice = (1, 1) if ignoring else rng.choice([(2, 2), (3, 1), (1, 3)])
    weapons = ["{} {}+ {}/{}; Lethal 5+, ".format(dice[k], rng.randint(2, 4), *some_damage(rng, 3)) + rules[k] for k in (0, 1)]
    protection = (ability("ignore-wounds", on=rng.randint(3, 5)),) if ignoring else (ability("soften", by=1, least=2),) * rng.randint(0, 1)
    wounds = [(left := rng.randint(2, 3 if ignoring else 9), left + rng.randint(0, 3)) for _ in range(2)]
    return Fighting(
        (weapons[0], weapons[1]), (protection, protection * rng.randint(0, 1)), (wounds[0], wounds[1]), (PoolTerms(), PoolTerms()), (False, False),
        rng.randint(0, 1), rng.choice(["difference", "survive", "remove"]),
    )  # fmt: skip


@pytest.mark.rule("KT24-INT-50", "KT24-INT-66", "KT24-INT-81")
@pytest.mark.parametrize("seed", range(12))
def test_which_devastating_takes_effect_in_a_fight(seed: int) -> None:
    """Each side picks one for all its criticals, the attacker first; the defender sees what came of it."""
    fight = torn(seed)
    check_fight(posed_fight(fight))
    mine, theirs = (left for left, _ in fight.wounds)
    posed = posed_fight(fight._replace(objective="difference"))
    check_best(posed, lambda models: theirs - models[1].wounds - (mine - models[0].wounds), seed % 2, seed)


def test_devastating_is_chosen_again_whatever_was_done_before() -> None:
    """Also after choices that the odds would not have made."""
    assert sum(check_answers(posed_fight(torn(seed)), again) for seed in range(12) for again in range(5)) > 20


@pytest.mark.rule("KT24-WR-DEVASTATING-02")
def test_devastating_with_a_distance_can_fell_its_user_in_a_fight() -> None:
    """Asked for as people do."""
    fight = odds.fight(attacker='1 2+ 1/1; 1" Devastating 2, Lethal 2+', attacker_wounds=2, defender=None, defender_wounds=9)
    assert {(mine, theirs): round(chance, 12) for mine, theirs, chance in fight.joint} == {(0, 7): round(5 / 6, 12), (2, 9): round(1 / 6, 12)}
