"""The referee of the 2021 edition as an oracle.

It plays attacks over all dice, with the odds as both players, and every end is as likely as they say.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from counteract import odds
from counteract.core.state import Task
from counteract.mechanics.cards import Ability
from counteract.odds import fighting, kt21, reading, shooting
from counteract.odds.answers import FightPlayer, ShotPlayer
from counteract.odds.fighting import Bout, Ready
from counteract.odds.terms import Terms
from counteract.rulesets.kt21.ruleset import RULESET
from counteract.rulesets.kt21.state import Acting
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
from tests.rules.kt21.scene import Scene, blade, gun

REROLLS = ("Balanced", "Ceaseless", "Relentless", "Balanced, Ceaseless")
SHOOTING = (
    "AP1", "AP2", "Barrage", "Hot", "Hot", "Lethal 4+", "Lethal 5+", "MW1", "MW2", "No Cover", "P1", "P2", "Rending", "Rending", "Splash 1",
    "Splash 2", "Stun",
)  # fmt: skip
FIGHTING = ("Brutal", "Lethal 4+", "Lethal 5+", "Reap 1", "Rending", "Rending", "Stun", "Stun", "Hot")


# --- shots


class Shooting(NamedTuple):
    """A shot to be played over all dice."""

    weapon: str
    abilities: tuple[Ability, ...]  # of the target
    stats: dict[str, int]  # of the target
    left: int  # of its wounds
    terms: Terms
    objective: Any


def some_shot(seed: int) -> Shooting:
    rng = Random(seed)
    rules = rng.sample(SHOOTING, rng.randint(0, 4))
    again = rng.choice([*REROLLS, "", "", ""])
    commands = rng.choice([0, 0, 0, 1, 2]), rng.choice([0, 0, 0, 1])
    protection = rng.choice(["", "", "", "soften", "ignore", "re-roll"])
    if protection == "ignore":
        again, commands = "", (0, 0)
    busy = bool(again) + bool(commands[0]) + 2 * bool(commands[1]) + {"ignore": 3, "re-roll": 2}.get(protection, 0)
    rules += [again] if again else []
    rng.shuffle(rules)
    normal, critical = (1, rng.randint(1, 2)) if protection == "ignore" else some_damage(rng, 4)
    text = f"{2 if busy else 3} {rng.randint(2, 5)}+ {normal}/{critical}; {', '.join(rules)}"
    abilities = {
        "": (),
        "soften": (ability("soften", by=rng.randint(1, 2), least=rng.randint(1, 3)),),
        "ignore": (ability("ignore-wounds", on=rng.randint(3, 6)),),
        "re-roll": (ability("defence-reroll", dice=rng.randint(1, 2), in_cover=rng.random() < 0.5),),
    }[protection]
    wounds = some_wounds(rng)
    stats = {
        "defence": rng.choice({0: [0, 1, 2, 3], 1: [1, 2, 2], 2: [1, 2]}.get(busy, [1])), "save": rng.randint(2, 6), "wounds": wounds[1],
        "invulnerable": rng.choice([0, 0, 3, 4, 5, 6]),
    }  # fmt: skip
    terms = Terms(
        cover=rng.random() < 0.5, injured=rng.random() < 0.3, rerolls=commands[0], defender_rerolls=commands[1], roof=rng.random() < 0.4,
        lethal_needs_hit=rng.random() < 0.3,
    )  # fmt: skip
    if not terms.roof and "Barrage" in rules:
        terms = terms._replace(roof=rng.random() < 0.5)
    return Shooting(text, abilities, stats, wounds[0], terms, rng.choice(["damage", "incapacitate", "capped"]))


def range_of_fire(shot: Shooting) -> Scene:
    """The shooter, the target behind or below what the terms say, and somebody beside the target."""
    scene = Scene(lethal_needs_hit=shot.terms.lethal_needs_hit)
    scene.add(0, (5, 11), weapons=[gun(shot.weapon)], wounds=13, left=6 if shot.terms.injured else 13)
    scene.add(1, (15, 11), weapons=[], left=shot.left, abilities=shot.abilities, **shot.stats)
    scene.add(1, (16.5, 12), weapons=[], wounds=9)
    if shot.terms.cover:
        scene.barricade(13.6, 11, 90)
    if shot.terms.roof:
        scene.roof(15.2, 10, 17, 12)
    return scene


def doing(action: str) -> dict[str, Any]:
    """Somebody's activation in which an action is being performed."""
    return {"acting": (Acting(0, "activation", points=1, spent=1, done=(action,)),)}


def posed_shot(shot: Shooting) -> Posed:
    scene, terms = range_of_fire(shot), shot.terms
    target = reading.target_card(scene.cards[TARGET][1], shot.left, cover=terms.cover).target
    case = shooting.case_of("kt21", gun(shot.weapon), target, terms)
    player = ShotPlayer(case, shooting.policy(case, shot.objective))
    tasks = Task("perform", (SHOOTER, "shoot")), Task("actions", (SHOOTER,))
    state = scene.state(*tasks, **doing("shoot"), cp=(terms.rerolls, terms.defender_rerolls))
    return Posed(RULESET, scene.setup(), state, player, shooting.solve(case, shot.objective), ignored(*shot.abilities))


def asked(shot: Shooting) -> odds.ShootOdds:
    """The same shot as people ask for it."""
    terms = shot.terms
    target = reading.target_card(range_of_fire(shot).cards[TARGET][1], shot.left, cover=terms.cover).target
    return odds.shoot(
        ruleset="kt21", weapon=shot.weapon, target=target, cover=terms.cover, shooter_injured=terms.injured, rerolls=terms.rerolls,
        defender_rerolls=terms.defender_rerolls, objective=shot.objective, roof=terms.roof,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(45))
def test_shots_end_as_the_odds_say(seed: int) -> None:
    """Whatever the weapon, the target and the terms."""
    shot = some_shot(seed)
    posed = posed_shot(shot)
    check_shot(posed)
    if not shot.terms.lethal_needs_hit:
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
    assert sum(check_answers(posed, seed) for posed in cases for seed in range(5)) > 100


@pytest.mark.rule("KT21-WR-BARRAGE-01", "KT21-WR-BARRAGE-02", "KT21-INT-61")
@pytest.mark.parametrize("rules", ["Barrage", "Barrage, No Cover", "Indirect"])
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("roof", [False, True])
def test_barrage_asks_for_a_roof_and_not_for_cover(rules: str, cover: bool, roof: bool) -> None:
    """Whichever of them there is."""
    stats = {"defence": 2, "save": 4, "wounds": 9, "invulnerable": 0}
    shot = Shooting(f"2 3+ 3/4; {rules}", (), stats, 9, Terms(cover=cover, roof=roof), "damage")
    check_shot(posed_shot(shot))
    (row,) = odds.table(["2 3+ 3/4; " + rules], ["save 4+, wounds 9, defence 2"], ruleset="kt21", cover=cover, roof=roof).expected.tolist()
    assert row == pytest.approx([asked(shot).expected], abs=1e-12)


# --- fights


class Fighting(NamedTuple):
    """A fight to be played over all dice; pairs are of attacker and defender."""

    weapons: tuple[str, str | None]
    abilities: tuple[tuple[Ability, ...], tuple[Ability, ...]]
    wounds: tuple[tuple[int, int], tuple[int, int]]  # left, at the start
    terms: tuple[Terms, Terms]
    strikes: tuple[bool, bool]
    objective: Any


def some_fight(seed: int) -> Fighting:
    rng = Random(seed)
    protection = rng.choice(["", "", "", "soften", "ignore"])
    again = [rng.choice([*REROLLS, "", "", "", ""]) for _ in range(2)]
    commands = [rng.choice([0, 0, 0, 0, 1]) for _ in range(2)]
    if protection == "ignore":
        again[rng.randint(0, 1)], commands = "", [0, 0]
    busy = sum(map(bool, again)) + sum(commands) + 2 * (protection == "ignore")
    dice = rng.choice({0: [(3, 2), (2, 3), (3, 1)], 1: [(2, 2), (3, 1), (1, 3)], 2: [(2, 1), (1, 2)]}.get(busy, [(1, 1)]))
    most = 2 if protection == "ignore" else 4
    weapons = [
        "{} {}+ {}/{}; ".format(dice[k], rng.randint(2, 5), *some_damage(rng, most))
        + ", ".join(rule for rule in (*rng.sample(FIGHTING, rng.randint(0, 3)), again[k]) if rule)
        for k in (0, 1)
    ]
    abilities = {
        "": (),
        "soften": (ability("soften", by=rng.randint(1, 2), least=rng.randint(1, 3)),),
        "ignore": (ability("ignore-wounds", on=rng.randint(3, 6)),),
    }
    wounds = some_wounds(rng), some_wounds(rng)
    needs_hit = rng.random() < 0.3
    one, two = (Terms(rerolls=number, lethal_needs_hit=needs_hit) for number in commands)
    return Fighting(
        (weapons[0], None if rng.random() < 0.05 else weapons[1]),
        (abilities[protection], abilities[protection if rng.random() < 0.5 else ""]),
        wounds,
        (one, two), (rng.random() < 0.15, rng.random() < 0.15), rng.choice(["difference", "survive", "remove"]),
    )  # fmt: skip


def posed_fight(fight: Fighting) -> Posed:
    scene = Scene(lethal_needs_hit=fight.terms[0].lethal_needs_hit)
    fighters = []
    for side, at in ((0, (10, 11)), (1, (11.5, 11))):
        arms = [blade(text) for text in (fight.weapons[side],) if text]
        left, full = fight.wounds[side]
        scene.add(side, at, weapons=arms, wounds=full, left=left, abilities=fight.abilities[side])
        fighters.append(Ready(arms[0] if arms else None, left, full, reading.target_card(scene.cards[side][1], left).target, ()))
    bout = Bout(kt21, fighters[0], fighters[1], fight.terms, fight.strikes, 0)
    tasks = Task("perform", (ATTACKER, "fight")), Task("actions", (ATTACKER,))
    state = scene.state(*tasks, **doing("fight"), cp=tuple(t.rerolls for t in fight.terms))
    player = FightPlayer(bout, fight.objective, attacker=0)
    found = fighting.solve("kt21", bout, fight.objective, 1)
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
    assert sum(check_answers(posed, seed) for posed in cases for seed in range(5)) > 100
