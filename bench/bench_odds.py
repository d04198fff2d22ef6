"""How fast the odds are: shots, tables and fights, each over many different weapons and targets.

A calculator written in TypeScript needs 14 to 40 µs for a Shoot with simple choices; the public one for fights needs
77 ms for 6 against 6 dice and 9 s for 8 against 8, by rules of thumb. Here both sides play as well as can be.
Run: ``python bench/bench_odds.py``
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from typing import Any

from counteract import odds
from counteract.odds.pools.kernels import warm

SHOT_GOAL, TABLE_GOAL, HUGE_GOAL = 40.0, 300_000.0, 2.0  # µs; evaluations a second; seconds
FIGHT_GOALS = {6: 5.0, 8: 50.0}  # ms
PEER_SHOTS, PEER_FIGHTS = (14.0, 40.0), {6: 77.0, 8: 9000.0}

RULES = (
    "", "Piercing 1", "Piercing Crits 1", "Balanced", "Ceaseless", "Relentless", "Rending", "Punishing", "Severe", "Lethal 5+",
    "Accurate 1", "Devastating 3", "Saturate", "Piercing 1, Balanced", "Rending, Balanced", "Ceaseless, Piercing Crits 1",
)  # fmt: skip
GUNS = [f"{dice} {hit}+ {damage}; {rules}" for dice, hit, damage, rules in product((4, 5, 6), (3, 4), ("3/4", "4/6"), RULES)]
MODELS = [f"save {save}+, wounds {wounds}" for save, wounds in product((2, 3, 4, 5, 6), (7, 8, 10, 12, 14))]
#: No two do the same damage, and no two defend alike.
OTHER_GUNS = [f"{4 + k % 3} {3 + k % 2}+ {1 + k % 14}/{2 + k % 14 + k // 14}; {RULES[k % 16]}" for k in range(len(GUNS))]
OTHER_MODELS = [f"save {2 + k % 5}+, wounds {3 + k % 17}, defence {1 + k // 5}" for k in range(len(MODELS))]
HUGE = (("20 3+ 3/4; Relentless", 2), ("18 3+ 3/4; Ceaseless, Balanced", 1), ("10 3+ 3/4; Ceaseless, Relentless", 6), ("20 3+ 3/4; Balanced", 6))
MELEE = ("", "Brutal", "Shock", "Lethal 5+", "Rending", "Balanced", "Ceaseless", "Relentless", "Severe", "Punishing, Brutal")
REROLLS = ("Balanced", "Ceaseless", "Relentless", "Ceaseless, Shock", "Relentless, Shock")


def best_of(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the quickest of some runs, as others use the machine too."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


def shots() -> None:
    """Every fifth weapon at some targets, in and out of cover, one call each."""
    guns = GUNS[::5]
    asked = [{"weapon": weapon, "target": target, "cover": cover} for weapon, target, cover in product(guns, MODELS[::6], (False, True))]

    def ask() -> None:
        for one in asked:
            odds.shoot(**one)

    first = best_of(ask, 1) / len(asked) * 1e6
    mean = best_of(ask) / len(asked) * 1e6
    each = sorted(best_of(lambda one=one: odds.shoot(**one)) * 1e6 for one in asked)
    spread = f"median {each[len(each) // 2]:.1f}, worst {each[-1]:.1f}; the first time {first:.0f}"
    print(f"shoot, 4 to 6 dice, {len(guns)} weapons, {len(asked)} questions: mean {mean:.1f} µs, {spread}")
    print(
        f"ratio {SHOT_GOAL / mean:.2f} (goal {SHOT_GOAL:.0f} µs), to the peer's 14 to 40 µs {PEER_SHOTS[0] / mean:.2f} to {PEER_SHOTS[1] / mean:.2f}"
    )


def tables() -> None:
    """All weapons at all targets in one call; then weapons and targets that have as little in common as can be."""
    for name, terms in (("for damage", {}), ("in cover", {"cover": True}), ("to incapacitate", {"objective": "incapacitate"})):
        tell_table(name, GUNS, MODELS, terms)
    tell_table("to incapacitate, nothing in common", OTHER_GUNS, OTHER_MODELS, {"objective": "incapacitate"})


def tell_table(what: str, guns: list[str], models: list[str], terms: dict[str, Any]) -> None:
    """Print how many evaluations a second a table makes."""
    odds.table(guns, models, **terms)
    found = len(guns) * len(models) / best_of(lambda: odds.table(guns, models, **terms), 25)
    print(f"table {what}, {len(guns)} weapons at {len(models)} targets: {found:,.0f}/s")
    print(f"ratio {found / TABLE_GOAL:.2f} (goal {TABLE_GOAL:,.0f}/s)")


def huge() -> None:
    """The first time that so many dice are asked about with so many re-rolls: nobody should wait."""
    for weapon, rerolls in HUGE:
        taken = best_of(lambda weapon=weapon, rerolls=rerolls: odds.shoot(weapon=weapon, target=MODELS[8], rerolls=rerolls), 1)
        print(f"{weapon} with {rerolls} Command Re-rolls, the first time: {taken:.2f} s")
        print(f"ratio {HUGE_GOAL / taken:.1f} (goal {HUGE_GOAL:.0f} s)")


def fights(dice: int) -> None:
    """Weapons of so many dice against each other, with 12 and 14 wounds; then re-rolls on both sides, in the end with a Command Re-roll each."""
    blades = [f"{dice} {hit}+ {damage}; {rules}" for (hit, damage), rules in product(((3, "3/4"), (4, "4/5"), (3, "4/6")), MELEE)]
    again = list(product((f"{dice} 3+ 3/4; {rules}" for rules in REROLLS), (f"{dice} 4+ 4/5; {rules}" for rules in REROLLS)))
    tell_fights(f"fight, {dice} against {dice} dice", dice, list(zip(blades, blades[7:] + blades[:7], strict=True)), 0)
    tell_fights("the same, re-rolls on both sides", dice, again, 0)
    tell_fights("the same, and a Command Re-roll each", dice, again, 1)


def tell_fights(what: str, dice: int, pairs: list[tuple[str, str]], rerolls: int) -> None:
    """Print how long fights take, against the goal and the peer."""
    taken = sorted(time_fight(one, two, rerolls) for one, two in pairs)
    mean, worst, goal, peer = sum(taken) / len(taken), taken[-1], FIGHT_GOALS[dice], PEER_FIGHTS[dice]
    print(f"{what}, {len(taken)} pairs: mean {mean:.2f} ms, median {taken[len(taken) // 2]:.2f}, worst {worst:.2f}")
    print(f"ratio {goal / mean:.1f}, of the worst {goal / worst:.1f} (goal {goal:.0f} ms), to the peer's {peer:,.0f} ms {peer / mean:,.0f}")


def time_fight(one: str, two: str, rerolls: int) -> float:
    """Milliseconds of a fight, warm."""
    wounds = {"attacker_wounds": 12, "defender_wounds": 14}
    return best_of(lambda: odds.fight(attacker=one, defender=two, rerolls=rerolls, defender_rerolls=rerolls, **wounds)) * 1e3


def main() -> None:
    warm(print)
    shots()
    tables()
    huge()
    for dice in FIGHT_GOALS:
        fights(dice)


if __name__ == "__main__":
    main()
