"""The referee of the 2021 edition as an oracle.

It plays attacks over all dice, with the odds as both players, and every end is as likely as they say.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from counteract import odds
from counteract.odds import ShootOdds
from counteract.odds.pools.terms import PoolTerms
from counteract.rulesets.kt21 import attack_odds
from counteract.rulesets.kt21.odds import RULES
from counteract.rulesets.kt21.ruleset import RULESET
from counteract.rulesets.kt21.state import Acting
from tests.odds import engine_oracle
from tests.odds.engine_oracle import Engine, Shooting, some_help
from tests.odds.enumerate import Posed, check_shot, some_wounds
from tests.rules.kt21.scene import Scene, blade, gun

REROLLS = ("Balanced", "Ceaseless", "Relentless", "Balanced, Ceaseless")
SHOOTING = (
    "AP1", "AP2", "Barrage", "Hot", "Hot", "Lethal 4+", "Lethal 5+", "MW1", "MW2", "No Cover", "P1", "P2", "Rending", "Rending", "Splash 1",
    "Splash 2", "Stun",
)  # fmt: skip
FIGHTING = ("Brutal", "Lethal 4+", "Lethal 5+", "Reap 1", "Rending", "Rending", "Stun", "Stun", "Hot")


def doing(action: str) -> dict[str, Any]:
    """Return the fields of an activation in which an action is being performed."""
    return {"acting": (Acting(0, "activation", points=1, spent=1, done=(action,)),)}


def some_options(rng: Random) -> dict[str, bool]:
    return {"lethal_needs_hit": rng.random() < 0.3}


ENGINE = Engine("kt21", RULES, RULESET, Scene, gun, blade, doing, "actions", REROLLS, FIGHTING, ("lethal_needs_hit",), some_options)


# --- shots


def some_shot(seed: int) -> Shooting:
    rng = Random(seed)
    rules = rng.sample(SHOOTING, rng.randint(0, 4))
    given = some_help(rng, REROLLS)
    rules += [given.again] if given.again else []
    rng.shuffle(rules)
    text = "{} {}+ {}/{}; {}".format(2 if given.busy else 3, rng.randint(2, 5), *given.damage, ", ".join(rules))
    left, full = some_wounds(rng)
    stats = {
        "defence": rng.choice({0: [0, 1, 2, 3], 1: [1, 2, 2], 2: [1, 2]}.get(given.busy, [1])), "save": rng.randint(2, 6), "wounds": full,
        "invulnerable": rng.choice([0, 0, 3, 4, 5, 6]),
    }  # fmt: skip
    terms = PoolTerms(
        cover=rng.random() < 0.5, injured=rng.random() < 0.3, rerolls=given.commands[0], defender_rerolls=given.commands[1],
        roof=rng.random() < 0.4 or ("Barrage" in rules and rng.random() < 0.5), **some_options(rng),
    )  # fmt: skip
    return Shooting(text, given.abilities, stats, left, terms, rng.choice(["damage", "incapacitate", "capped"]))


def range_of_fire(shot: Shooting) -> Scene:
    """Return the shooter, the target behind or below the terrain of the terms, and an operative beside the target."""
    scene: Scene = ENGINE.battle(shot.terms)
    scene.add(0, (5, 11), weapons=[gun(shot.weapon)], wounds=13, left=6 if shot.terms.injured else 13)
    scene.add(1, (15, 11), weapons=[], left=shot.left, abilities=shot.abilities, **shot.stats)
    scene.add(1, (16.5, 12), weapons=[], wounds=9)
    if shot.terms.cover:
        scene.barricade(13.6, 11, 90)
    if shot.terms.roof:
        scene.roof(15.2, 10, 17, 12)
    return scene


def posed_shot(shot: Shooting) -> Posed:
    return engine_oracle.posed_shot(ENGINE, range_of_fire(shot), shot)


def asked(shot: Shooting) -> ShootOdds:
    """Return the odds of the same shot through the public function."""
    return engine_oracle.asked(ENGINE, range_of_fire(shot), shot, roof=shot.terms.roof)


@pytest.mark.rule("KT21-WR-BARRAGE-01", "KT21-WR-BARRAGE-02", "KT21-INT-61")
@pytest.mark.parametrize("rules", ["Barrage", "Barrage, No Cover", "Indirect"])
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("roof", [False, True])
def test_barrage_asks_for_a_roof_and_not_for_cover(rules: str, cover: bool, roof: bool) -> None:
    """Whichever of them there is."""
    stats = {"defence": 2, "save": 4, "wounds": 9, "invulnerable": 0}
    shot = Shooting(f"2 3+ 3/4; {rules}", (), stats, 9, PoolTerms(cover=cover, roof=roof), "damage")
    posed = posed_shot(shot._replace(objective="capped"))
    check_shot(posed)
    engine_oracle.told_alike(ENGINE, posed, attack_odds)
    (row,) = odds.table(["2 3+ 3/4; " + rules], ["save 4+, wounds 9, defence 2"], ruleset="kt21", cover=cover, roof=roof).expected.tolist()
    assert row == pytest.approx([asked(shot).expected], abs=1e-12)
