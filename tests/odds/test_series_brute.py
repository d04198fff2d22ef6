"""Shots one after the other, and wounds ignored before the saves: the odds against a second writing of the rules."""

from __future__ import annotations

import random

import pytest

from tests.odds.brute import near, same
from tests.odds.test_shoot_brute import Case, Shooting, asked, compare, some_arms, some_case, some_foe, some_own, some_series


@pytest.mark.parametrize("burns", [False, True])
@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_shots_in_a_row_share_command_rerolls(edition: str, burns: bool) -> None:
    """And what the first does to the shooter and to the target is known at the second."""
    rng = random.Random(f"row {edition} {burns}")
    cases = [some_series(rng, edition, burns=burns)._replace(foes=(some_foe(rng, edition, 2)._replace(ignore=0),), shots=2) for _ in range(16)]
    assert sum(map(compare, cases)) > 12


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_a_hot_weapon_injures_or_fells_its_user_between_shots(edition: str) -> None:
    rng = random.Random(f"hot {edition}")
    compared = 0
    for _ in range(20):
        arms = some_arms(rng, edition, 2, chance=0.1)
        arms.rules["hot"] = True
        full = rng.randint(3, 14)
        case = Case(
            arms, (some_foe(rng, edition, 1)._replace(ignore=0, rerolls=()),), shots=rng.randint(2, 3), own=(rng.randint(1, full), full),
            rerolls=rng.randint(0, 1), objective=rng.choice(("damage", "incapacitate", "capped")), injured=rng.random() < 0.2,
        )  # fmt: skip
        compared += compare(case)
    assert compared > 15


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_who_ignores_wounds_knows_how_many_before_it_saves(edition: str) -> None:
    """In one shot, in two, and against several targets."""
    rng = random.Random(f"ignore {edition}")
    compared = 0
    for n in range(24):
        shots, foes = ((1, 1), (1, 1), (2, 1), (1, 2))[n % 4]
        arms = some_arms(rng, edition, 2, chance=0.25)._replace(normal=rng.randint(1, 2), critical=rng.randint(1, 3))
        arms.rules.pop("hot", None)
        at_once = rng.randint(1, 2 if shots * foes == 1 else 1)
        arms.rules.update({"devastating": ((rng.choice((0, 2)), at_once),)} if edition == "kt24" else {rng.choice(("mw", "splash")): at_once})
        those = [some_foe(rng, edition, 2)._replace(ignore=rng.randint(3, 6), cover=True, wounds=rng.randint(1, 4), starting=5) for _ in range(foes)]
        case = some_case(rng, edition)._replace(objective=rng.choice(("incapacitate", "capped")), cover_save="best", obscured=False)
        case = case._replace(arms=arms, foes=tuple(those), shots=shots, rerolls=rng.randint(0, 1), defender_rerolls=rng.randint(0, 1))
        compared += compare(case)
    assert compared > 18


@pytest.mark.parametrize("burns", [False, True])
@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_several_targets(edition: str, burns: bool) -> None:
    rng = random.Random(f"several {edition} {burns}")
    compared = 0
    for _ in range(15):
        foes = tuple(some_foe(rng, edition, 2)._replace(ignore=0 if burns else rng.choice((0, 0, 5))) for _ in range(2))
        compared += compare(some_series(rng, edition, burns=burns)._replace(foes=foes))
    assert compared > 10


def test_fusillade_divides_its_dice() -> None:
    rng = random.Random("fusillade")
    for _ in range(14):
        arms = some_arms(rng, "kt21", 3, chance=0.15)._replace(attacks=3)
        arms.rules["fusillade"] = True
        foes = tuple(some_foe(rng, "kt21", 2)._replace(ignore=0, rerolls=()) for _ in range(2))
        own = some_own(rng) if arms.has("hot") else None
        case = Case(arms, foes, rerolls=rng.randint(0, 1), objective=rng.choice(("damage", "incapacitate", "capped")), own=own)
        exact = {split: Shooting(case._replace(split=split)).solve() for split in ((1, 2), (2, 1))}
        best = max(one.worth for one in exact.values())
        found = asked(case)
        assert near(found.value, best), case
        assert near(found.value, exact[tuple(found.details["split"])].worth), case
        for split, one in exact.items():
            given = asked(case, split)
            assert near(given.value, one.worth) and given.details["split"] == list(split), case
            if one.unique:
                assert same(given.distribution, one.share(lambda end: sum(end.lost))), case
