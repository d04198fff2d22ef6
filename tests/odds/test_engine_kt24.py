"""The referee of the 2024 edition as an oracle.

It plays attacks over all dice, with the odds as both players, and every end is as likely as they say.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from counteract import odds
from counteract.core.state import Task
from counteract.mechanics.cards import Ability
from counteract.odds import fighting, kt24, reading, shooting
from counteract.odds.answers import FightPlayer, ShotPlayer
from counteract.odds.fighting import Bout, Ready
from counteract.odds.terms import Terms
from counteract.rulesets.kt24.ruleset import RULESET
from counteract.rulesets.kt24.state import Acting
from tests.odds.enumerate import (
    ATTACKER,
    SHOOTER,
    TARGET,
    Posed,
    ability,
    check_answers,
    check_best,
    check_fight,
    check_shot,
    ignored,
    some_damage,
    some_wounds,
)
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


# --- shots


class Shooting(NamedTuple):
    """A shot to be played over all dice."""

    weapon: str
    abilities: tuple[Ability, ...]  # of the target
    save: int
    wounds: tuple[int, int]  # left, at the start
    terms: Terms
    objective: Any


def some_shot(seed: int) -> Shooting:
    rng = Random(seed)
    rules = rng.sample(SHOOTING, rng.randint(0, 4))
    again = rng.choice([*REROLLS, "", ""])
    commands = rng.choice([0, 0, 0, 1, 2]), rng.choice([0, 0, 0, 1])
    protection = rng.choice(["", "", "", "soften", "ignore", "re-roll"])
    if protection == "ignore":
        again, commands = "", (0, 0)
    busy = bool(again) + bool(commands[0]) + 2 * bool(commands[1]) + {"ignore": 3, "re-roll": 2}.get(protection, 0)
    pierces = rng.choice([1, 2] if busy < 3 else [2]) if busy or rng.random() < 0.6 else 0
    rules += [rule for rule in (again, f"Piercing {pierces}" if pierces else "") if rule]
    rng.shuffle(rules)
    attacks = 2 if busy else 3
    normal, critical = (1, rng.randint(1, 2)) if protection == "ignore" else some_damage(rng, 4)
    abilities = {
        "": (),
        "soften": (ability("soften", by=rng.randint(1, 2), least=rng.randint(1, 3)),),
        "ignore": (ability("ignore-wounds", on=rng.randint(3, 6)),),
        "re-roll": (ability("defence-reroll", dice=rng.randint(1, 2), in_cover=rng.random() < 0.5),),
    }[protection]
    terms = Terms(
        cover=rng.random() < 0.5, obscured=rng.random() < 0.2, injured=rng.random() < 0.3, rerolls=commands[0], defender_rerolls=commands[1],
        printing=rng.choice(["2024", "2025"]), accurate_multi=rng.choice(["two", "two", "largest"]),
    )  # fmt: skip
    if terms.cover and not terms.obscured and rng.random() < 0.2:
        terms = terms._replace(boon=True)
    text = f"{attacks} {rng.randint(2, 5)}+ {normal}/{critical}; {', '.join(rules)}"
    return Shooting(text, abilities, rng.randint(2, 6), some_wounds(rng), terms, rng.choice(["damage", "incapacitate", "capped"]))


def range_of_fire(shot: Shooting) -> Scene:
    """The shooter, the target behind what the terms say, and somebody beside the target."""
    terms = shot.terms
    scene = Scene(obscuring=True, printing=terms.printing, accurate_multi=terms.accurate_multi)
    left, full = shot.wounds
    above = 3.0 if terms.boon else 0.0
    scene.add(0, (5, 11, above), weapons=[gun(shot.weapon)], wounds=13, left=6 if terms.injured else 13, order="engage")
    order = "conceal" if terms.boon else "engage"
    scene.add(1, (15, 11), weapons=[], save=shot.save, wounds=full, left=left, abilities=shot.abilities, order=order)
    scene.add(1, (16.5, 12), weapons=[], wounds=9, order="engage")
    if terms.cover:
        scene.wall(13.5, 10, 14, 12, top=1)
    if terms.obscured:
        scene.wall(9, 9, 11, 13, top=1, kind="heavy")
    if terms.boon:
        scene.floor(3, 9, 5.5, 13, z=above)
    return scene


def doing(action: str) -> dict[str, Any]:
    """Somebody's activation in which an action is being performed."""
    return {"acting": (Acting(0, "activation", spent=1, done=(action,)),)}


def posed_shot(shot: Shooting) -> Posed:
    scene, terms = range_of_fire(shot), shot.terms
    target = reading.target_card(scene.cards[TARGET][1], shot.wounds[0], cover=terms.cover).target
    case = shooting.case_of("kt24", gun(shot.weapon), target, terms)
    player = ShotPlayer(case, shooting.policy(case, shot.objective))
    tasks = Task("perform", (SHOOTER, "shoot")), Task("after_action", (SHOOTER,))
    state = scene.state(*tasks, **doing("shoot"), cp=(terms.rerolls, terms.defender_rerolls))
    return Posed(RULESET, scene.setup(), state, player, shooting.solve(case, shot.objective), ignored(*shot.abilities))


def asked(shot: Shooting) -> odds.ShootOdds:
    """The same shot as people ask for it."""
    terms = shot.terms
    target = reading.target_card(range_of_fire(shot).cards[TARGET][1], shot.wounds[0], cover=terms.cover).target
    return odds.shoot(
        weapon=shot.weapon, target=target, cover=terms.cover, obscured=terms.obscured, shooter_injured=terms.injured, rerolls=terms.rerolls,
        defender_rerolls=terms.defender_rerolls, objective=shot.objective, printing=terms.printing,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(50))
def test_shots_end_as_the_odds_say(seed: int) -> None:
    """Whatever the weapon, the target and the terms."""
    shot = some_shot(seed)
    posed = posed_shot(shot)
    check_shot(posed)
    if shot.terms.accurate_multi == "two" and not shot.terms.boon:
        assert asked(shot).distribution == posed.odds.distribution


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("strayer", [0, 1])
def test_no_answers_in_a_shot_do_better(strayer: int, seed: int) -> None:
    """Than those of the odds."""
    shot = some_shot(100 + seed)
    posed = posed_shot(shot._replace(objective="capped"))
    full = posed.state.models[TARGET].wounds
    check_best(posed, lambda models: full - models[TARGET].wounds, strayer, seed)


def test_shots_that_go_another_way_are_answered_too() -> None:
    """Whatever has been done before."""
    cases = [posed_shot(some_shot(seed)) for seed in range(100)]
    assert sum(check_answers(posed, seed) for posed in cases for seed in range(5)) > 200


@pytest.mark.rule("KT24-MIS-36")
@pytest.mark.parametrize("weapon", ["3 3+ 2/3", "3 3+ 2/4; Lethal 5+, Rending, Piercing Crits 1", "2 2+ 3/3; Brutal, Balanced, Piercing 1"])
def test_who_is_shot_from_above_has_more_ways_to_use_cover(weapon: str) -> None:
    """A cover save, a critical one or two, or none."""
    check_shot(posed_shot(Shooting(weapon, (), 5, (6, 6), Terms(cover=True, boon=True), "damage")))


@pytest.mark.rule("KT24-WR-DEVASTATING-02", "KT24-INT-50")
@pytest.mark.parametrize(
    "rules", ['2" Devastating 3', 'Devastating 3, 2" Devastating 2', '2" Devastating 3, Devastating 1', 'Devastating 2, 2" Devastating 2']
)
def test_who_stands_by_is_not_protected_by_what_protects_the_target(rules: str) -> None:
    """Of several Devastating the one is used that does most to this target."""
    soften = (ability("soften", by=2, least=3),)
    check_shot(posed_shot(Shooting(f"2 3+ 2/3; Piercing 1, {rules}", soften, 4, (9, 9), Terms(), "damage")))


@pytest.mark.rule("KT24-WR-STUN-01")
def test_who_ignores_wounds_may_live_to_be_stunned() -> None:
    """Devastating would fell it, but for the wounds that it ignores."""
    ignore = (ability("ignore-wounds", on=4),)
    check_shot(posed_shot(Shooting("2 3+ 1/1; Piercing 2, Stun, Devastating 2", ignore, 4, (2, 4), Terms(), "capped")))


# --- fights


class Fighting(NamedTuple):
    """A fight to be played over all dice; pairs are of attacker and defender."""

    weapons: tuple[str, str | None]
    abilities: tuple[tuple[Ability, ...], tuple[Ability, ...]]
    wounds: tuple[tuple[int, int], tuple[int, int]]  # left, at the start
    terms: tuple[Terms, Terms]
    strikes: tuple[bool, bool]
    initiative: int
    objective: Any


def some_fight(seed: int) -> Fighting:
    rng = Random(seed)
    protection = rng.choice(["", "", "", "soften", "ignore"])
    again = [rng.choice([*REROLLS, "", "", ""]) for _ in range(2)]
    commands = [rng.choice([0, 0, 0, 0, 1]) for _ in range(2)]
    if protection == "ignore":
        again[rng.randint(0, 1)], commands = "", [0, 0]
    rules = [rng.sample(FIGHTING, rng.randint(0, 1 if protection == "ignore" else 3)) for _ in range(2)]
    busy = sum(map(bool, again)) + sum(commands) + 2 * (protection == "ignore") + sum("Hot" in some for some in rules)
    dice = rng.choice({0: [(3, 2), (2, 3), (3, 1)], 1: [(2, 2), (3, 1), (1, 3)], 2: [(2, 1), (1, 2)]}.get(busy, [(1, 1)]))
    most = 2 if protection == "ignore" else 4
    weapons = [
        "{} {}+ {}/{}; ".format(dice[k], rng.randint(2, 5), *some_damage(rng, most)) + ", ".join(rule for rule in (*rules[k], again[k]) if rule)
        for k in (0, 1)
    ]
    abilities = {
        "": (),
        "soften": (ability("soften", by=rng.randint(1, 2), least=rng.randint(1, 3)),),
        "ignore": (ability("ignore-wounds", on=rng.randint(3, 6)),),
    }
    wounds = some_wounds(rng), some_wounds(rng)
    printing, multi = rng.choice(["2024", "2025"]), rng.choice(["two", "two", "largest"])
    one, two = (Terms(rerolls=number, printing=printing, accurate_multi=multi) for number in commands)
    return Fighting(
        (weapons[0], None if rng.random() < 0.05 else weapons[1]),
        (abilities[protection], abilities[protection if rng.random() < 0.5 else ""]),
        wounds,
        (one, two), (rng.random() < 0.15, rng.random() < 0.15), rng.randint(0, 1), rng.choice(["difference", "survive", "remove"]),
    )  # fmt: skip


def posed_fight(fight: Fighting) -> Posed:
    terms = fight.terms[0]
    scene = Scene(printing=terms.printing, accurate_multi=terms.accurate_multi)
    fighters = []
    for side, at in ((0, (10, 11)), (1, (11.5, 11))):
        arms = [blade(text) for text in (fight.weapons[side],) if text]
        left, full = fight.wounds[side]
        scene.add(side, at, weapons=arms, wounds=full, left=left, abilities=fight.abilities[side], order="engage")
        fighters.append(Ready(arms[0] if arms else None, left, full, reading.target_card(scene.cards[side][1], left).target, ()))
    bout = Bout(kt24, fighters[0], fighters[1], fight.terms, fight.strikes, fight.initiative)
    tasks = Task("perform", (ATTACKER, "fight")), Task("after_action", (ATTACKER,))
    state = scene.state(*tasks, **doing("fight"), cp=tuple(t.rerolls for t in fight.terms), initiative=fight.initiative)
    player = FightPlayer(bout, fight.objective, attacker=0)
    found = fighting.solve("kt24", bout, fight.objective, 1)
    return Posed(RULESET, scene.setup(), state, player, found, ignored(*fight.abilities[0], *fight.abilities[1]))


@pytest.mark.parametrize("seed", range(50))
def test_fights_end_as_the_odds_say(seed: int) -> None:
    """Whatever the weapons, the fighters and the terms."""
    check_fight(posed_fight(some_fight(seed)))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("strayer", [0, 1])
def test_no_answers_in_a_fight_do_better(strayer: int, seed: int) -> None:
    """Than those of the odds."""
    fight = some_fight(100 + seed)._replace(objective="difference", strikes=(False, False))
    mine, theirs = (left for left, _ in fight.wounds)
    check_best(posed_fight(fight), lambda models: theirs - models[1].wounds - (mine - models[0].wounds), strayer, seed)


def test_fights_that_go_another_way_are_answered_too() -> None:
    """Whatever has been done before."""
    cases = [posed_fight(some_fight(seed)) for seed in range(100)]
    assert sum(check_answers(posed, seed) for posed in cases for seed in range(5)) > 200


@pytest.mark.rule("KT24-WR-DEVASTATING-02", "KT24-INT-50", "KT24-INT-66")
@pytest.mark.parametrize("ignoring", [False, True])
@pytest.mark.parametrize("rules", ['1" Devastating 2', 'Devastating 1, 1" Devastating 2', 'Devastating 2, 1" Devastating 1'])
def test_devastating_with_a_distance_strikes_its_user_in_a_fight(rules: str, ignoring: bool) -> None:
    """Whoever stands beside the target is within 1" of it."""
    abilities = (ability("ignore-wounds", on=5),) if ignoring else (ability("soften", by=1, least=2),)
    weapons = f"2 3+ 1/2; {rules}", '1 4+ 1/2; 1" Devastating 1'
    fight = Fighting(weapons, (abilities, ()), ((4, 5), (5, 5)), (Terms(), Terms()), (False, False), 0, "difference")
    check_fight(posed_fight(fight))


@pytest.mark.rule("KT24-WR-DEVASTATING-02")
def test_devastating_with_a_distance_can_fell_its_user_in_a_fight() -> None:
    """Asked for as people do."""
    fight = odds.fight(attacker='1 2+ 1/1; 1" Devastating 2, Lethal 2+', attacker_wounds=2, defender=None, defender_wounds=9)
    assert {(mine, theirs): round(chance, 12) for mine, theirs, chance in fight.joint} == {(0, 7): round(5 / 6, 12), (2, 9): round(1 / 6, 12)}
