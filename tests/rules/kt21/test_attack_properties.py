"""Whatever dice fall, some things always hold: of saves and how they are spent, of shooting attacks, of fights."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counteract.attacks.dicepool import save_options, unblocked
from counteract.core.decision import Allocate
from counteract.rulesets.kt21.shoot import cheapest_first
from tests.rules.kt21.shots import ATTACKER, COVER, DEFENDER, TARGET, brawl, kept, resolved, rolled, saved, shot

FACES = st.integers(1, 6)
FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
MANY = settings(max_examples=150, deadline=None)


# --- spending saves, against every way to lay the dice on the table


def laid_out(hits: tuple[int, int], saves: tuple[int, int]) -> Iterator[tuple[int, int, int]]:
    """Lay each save on one hit or on none, in every way that cancels something with it: criticals and normals left, dice used.

    A critical save on a hit cancels it, a normal one cancels a normal hit, and any two cancel a critical hit.
    """
    hit_dice = ["critical"] * hits[0] + ["normal"] * hits[1]
    save_dice = ["critical"] * saves[0] + ["normal"] * saves[1]
    for laid in product(range(-1, len(hit_dice)), repeat=len(save_dice)):
        left = [0, 0]
        for h, kind in enumerate(hit_dice):
            on_it = [save for save, where in zip(save_dice, laid, strict=True) if where == h]
            cancels = {
                "critical": [[], ["critical"], ["critical", "critical"], ["critical", "normal"], ["normal", "normal"]],
                "normal": [[], ["critical"], ["normal"]],
            }
            if sorted(on_it) not in cancels[kind]:
                break
            left[kind == "normal"] += not on_it
        else:
            yield left[0], left[1], len(laid) - laid.count(-1)


HITS = st.tuples(st.integers(0, 3), st.integers(0, 3))
SAVES = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda s: sum(s) <= 4)


def dice_used(way: Allocate) -> int:
    plain, pairs, hard, easy = way.counts
    return plain + 2 * pairs + hard + easy


@pytest.mark.rule("KT21-SHOOT-15", "KT21-SHOOT-16", "KT21-SHOOT-17", "KT21-INT-32")
@given(hits=HITS, saves=SAVES)
@MANY
def test_the_ways_offered_are_those_there_are(hits: tuple[int, int], saves: tuple[int, int]) -> None:
    """No way to spend saves is missing, none is offered that the dice could not do, and each save counts as what it is."""
    ways = save_options(*hits, *saves)
    assert {(*unblocked(*hits, way), dice_used(way)) for way in ways} == set(laid_out(hits, saves))
    for way in ways:
        plain, _, hard, easy = way.counts
        assert plain <= saves[1]
        assert hard + easy <= saves[0]


@pytest.mark.rule("KT21-INT-33")
@given(hits=HITS, saves=SAVES, normal=st.integers(0, 7), critical=st.integers(0, 9))
@MANY
def test_the_default_is_best_of_all_ways(hits: tuple[int, int], saves: tuple[int, int], normal: int, critical: int) -> None:
    """The first way lets the least damage through, and of those that do takes the fewest dice."""
    best = min((c * critical + n * normal, used) for c, n, used in laid_out(hits, saves))
    first = cheapest_first(save_options(*hits, *saves), normal, critical)[0]
    c, n = unblocked(*hits, first)
    assert (c * critical + n * normal, dice_used(first)) == best


# --- a shooting attack


@pytest.mark.rule("KT21-SHOOT-06", "KT21-SHOOT-08", "KT21-SHOOT-09", "KT21-SHOOT-10", "KT21-SHOOT-11", "KT21-SHOOT-19", "KT21-SHOOT-20")
@given(
    attack=st.lists(FACES, min_size=1, max_size=6), defence=st.lists(FACES, max_size=5), skill=st.integers(2, 6), save=st.integers(2, 7),
    damage=st.tuples(st.integers(1, 6), st.integers(1, 8)), ap=st.integers(0, 3), cover=st.booleans(), wounds=st.integers(1, 40),
    choice=st.integers(0, 10**6),
)  # fmt: skip
@FEW
def test_a_shooting_attack_keeps_its_books(
    attack: list[int], defence: list[int], skill: int, save: int, damage: tuple[int, int], ap: int, cover: bool, wounds: int, choice: int
) -> None:
    """Hits and saves are what the dice say; the damage is what the hits left over do, never more than all hits, nor than the wounds."""
    rules = f"; AP{ap}" if ap else ""
    text = f"{len(attack)} {skill}+ {damage[0]}/{damage[1]}{rules}"
    play = shot(text, [*attack, *defence], behind=COVER if cover else (), defence=len(defence), save=save, wounds=wounds)
    criticals, normals = attack.count(6), sum(skill <= die < 6 for die in attack)
    dice = max(0, len(defence) - ap)
    sheltered = cover and dice > 0 and criticals + normals > 0
    if sheltered:
        assert play.what == "cover-save"
        play.answer("cover-save")
        dice -= 1
    assert kept(play) == (criticals, normals)
    assert rolled(play, 1) == ([dice] if dice else [])
    if defence:
        assert saved(play) == (defence[:dice].count(6), sum(save <= die < 6 for die in defence[:dice]) + sheltered)
    if not play.over:
        ways = play.decision.options
        saves = sum(saved(play))
        assert all(isinstance(way, Allocate) and dice_used(way) <= saves for way in ways)
        way = ways[choice % len(ways)]
        assert isinstance(way, Allocate)
        play.answer(way)
        criticals, normals = unblocked(criticals, normals, way)
    assert play.over
    assert play.wounds(TARGET) == max(0, wounds - criticals * damage[1] - normals * damage[0])


# --- a fight


@pytest.mark.rule("KT21-FIGHT-07", "KT21-FIGHT-08", "KT21-FIGHT-09", "KT21-FIGHT-13", "KT21-FIGHT-14", "KT21-INT-39")
@given(
    mine=st.lists(FACES, min_size=1, max_size=6), theirs=st.lists(FACES, min_size=1, max_size=6),
    wounds=st.tuples(st.integers(1, 30), st.integers(1, 30)), brutal=st.booleans(), choices=st.lists(st.integers(0, 10**6), min_size=12, max_size=12),
)  # fmt: skip
@FEW
def test_a_fight_keeps_its_books(mine: list[int], theirs: list[int], wounds: tuple[int, int], brutal: bool, choices: list[int]) -> None:
    """Every hit is used once or parried once, in turn, until one falls or none is left; damage is what the strikes do."""
    damage = ((3, 4), (2, 5))
    play = brawl(f"{len(mine)} 3+ 3/4{'; Brutal' if brutal else ''}", f"{len(theirs)} 4+ 2/5", [*mine, *theirs], wounds=wounds)
    left = [list(kept(play, 0)), list(kept(play, 1))]
    assert left == [[mine.count(6), sum(3 <= d < 6 for d in mine)], [theirs.count(6), sum(4 <= d < 6 for d in theirs)]]
    for number in choices:
        if not play.over:
            play.answer(play.decision.options[number % len(play.decision.options)])
    assert play.over
    turn, suffered = ATTACKER, [0, 0]
    for who, use in resolved(play):
        assert all(hurt < most for hurt, most in zip(suffered, wounds, strict=True)), "the fight should have stopped"
        turn = turn if sum(left[turn]) else 1 - turn
        assert who == turn
        normal = not (use == "strike-critical" or use.endswith("with-critical"))
        left[who][normal] -= 1
        if use.startswith("strike"):
            suffered[1 - who] += damage[who][1 - normal]
        else:
            parried_normal = use.startswith("parry-normal")
            assert not normal or parried_normal
            assert not (brutal and who == DEFENDER and normal)
            left[1 - who][parried_normal] -= 1
        assert min(map(min, left)) >= 0
        turn = 1 - who
    fell = [hurt >= most for hurt, most in zip(suffered, wounds, strict=True)]
    assert any(fell) or left == [[0, 0], [0, 0]]
    assert [play.wounds(i) for i in (0, 1)] == [max(0, most - hurt) for hurt, most in zip(suffered, wounds, strict=True)]
