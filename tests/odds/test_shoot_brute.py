"""Shooting: the odds against a second writing of the rules that tries every roll and every choice, in exact fractions."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import pytest

from counteract import odds
from counteract.odds import ShootOdds, Target
from tests.odds.brute import CRITICAL, FAIL, NORMAL, ONE, Arms, Choice, End, Game, Hand, Kept, Kit, Move, Roll, Solved, kept_now, near, results, same


class Foe(NamedTuple):
    """Who is shot at."""

    save: int
    wounds: int
    starting: int = 0
    dice: int = 3
    invulnerable: int = 0
    ignore: int = 0
    rerolls: int = 0
    soften: tuple[tuple[int, int], ...] = ()
    cover: bool = False

    def target(self) -> Target:
        return Target(
            save=self.save, wounds=self.wounds, starting=self.starting, defence_dice=self.dice, invulnerable=self.invulnerable,
            ignore=self.ignore, rerolls=self.rerolls, soften=self.soften,
        )  # fmt: skip

    def softened(self, damage: int) -> int:
        return max(0, damage - sum(by for by, least in self.soften if damage >= least))

    def injured_by(self, lost: int) -> bool:
        """KT24-DMG-04, KT24-INT-41; KT21-DMG-03, KT21-INT-77."""
        return 2 * (self.wounds - lost) < (self.starting or self.wounds)


class Case(NamedTuple):
    """Shots to be worked out twice."""

    arms: Arms
    foes: tuple[Foe, ...]  # one after the other
    shots: int = 1
    obscured: bool = False
    injured: bool = False
    rerolls: int = 0
    defender_rerolls: int = 0
    objective: str = "damage"
    reroll: str = "best"
    cover_save: str = "best"
    printing: str = "2025"
    roof: bool = False
    own: tuple[int, int] | None = None  # the shooter's wounds, left and at the start
    split: tuple[int, ...] = ()


class Now(NamedTuple):
    """Where things stand between two attacks."""

    shot: int
    lost: tuple[int, ...]  # by foe
    rerolls: int
    defender_rerolls: int
    own: int  # wounds left of the shooter; -1: nobody counts
    criticals: int = 0  # retained, if something asks for them
    burnt: int = 0  # suffered by the dice of a hot weapon


class Shooting:
    """The sequence of kt24 and kt21. A state is the name of a step and what the step must know."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.arms = case.arms
        self.edition = case.arms.edition
        self.simple = case.reroll == "fails"
        self.asks_criticals = any(case.arms.has(name) for name in ("stun", "devastating", "splash"))
        self.number = case.shots * len(case.foes)

    def foe(self, now: Now) -> Foe:
        return self.case.foes[now.shot % len(self.case.foes)]

    def attack_kit(self, now: Now) -> Kit:
        injured = self.case.injured or (self.case.own is not None and 2 * now.own < self.case.own[1])
        return self.arms.kit(injured, self.simple)

    def defence_kit(self, foe: Foe, save: int) -> Kit:
        return Kit(self.edition, results(self.edition, save), ("several",) if foe.rerolls else (), foe.rerolls, self.simple)

    def moves(self, state: tuple[Any, ...]) -> Move:
        step: Move = getattr(self, state[0])(*state[1:])
        return step

    # --- attack dice

    def attack(self, now: Now) -> Move:
        """KT24-INT-68, KT21-INT-46: who has fallen shoots no more."""
        if now.shot == self.number or now.own == 0:
            return End((now.lost, now.criticals, now.burnt, now.own))
        return Choice(0, [("roll", now, kept) for kept in range(self.arms.accurate() + 1)])

    def roll(self, now: Now, accurate: int) -> Move:
        dice = self.case.split[now.shot] if self.case.split else self.arms.attacks
        first = self.attack_kit(now).rolled(dice - accurate, now.rerolls)
        return Roll(first.dice, [(ways, ("reroll", now, accurate, hand)) for ways, hand in first.ways])

    def reroll(self, now: Now, accurate: int, hand: Hand) -> Move:
        kit = self.attack_kit(now)
        uses = [("again", now, accurate, after, dice) for after, dice in kit.uses(hand)]
        if self.simple and uses:
            return Choice(0, uses)
        left = hand.commands if now.shot + 1 < self.number else 0
        return Choice(0, [("sort", now._replace(rerolls=left), accurate, kit.ends(hand)), *uses])

    def again(self, now: Now, accurate: int, hand: Hand, dice: int) -> Move:
        new = self.attack_kit(now).again(hand, dice)
        return Roll(dice, [(ways, ("reroll", now, accurate, after)) for ways, after in new.ways])

    def sort(self, now: Now, accurate: int, dice: tuple[int, ...]) -> Move:
        """KT24-MIS-26, -27; KT21-WR-HOT-01."""
        if self.arms.has("hot") and self.edition == "kt21":
            now = now._replace(burnt=now.burnt + 3 * dice[ONE])
        if self.case.obscured:
            return Choice(0, [("hits", now, 0, max(0, dice[CRITICAL] + dice[NORMAL] + accurate - 1))])
        return Choice(0, [("retain", now, Kept(dice[CRITICAL], dice[NORMAL], accurate, dice[FAIL] + dice[ONE]))])

    def retain(self, now: Now, kept: Kept) -> Move:
        stop, *more = kept_now(self.arms, kept, self.case.printing)
        return Choice(0, [("hits", now, stop.criticals, stop.rolled + stop.others), *(("retain", now, one) for one in more)])

    # --- defence dice

    def hits(self, now: Now, criticals: int, normals: int) -> Move:
        """KT24-SHOOT-10, -12, KT24-WR-PIERCING, KT24-WR-SATURATE, KT24-INT-51; KT21-SHOOT-10, -14, KT21-WR-AP, -P, -INVULN, -NOCOVER, -BARRAGE."""
        foe, arms = self.foe(now), self.arms
        if self.asks_criticals:
            now = now._replace(criticals=criticals)
        if self.edition == "kt24":
            pierced = max(arms.has("piercing"), arms.has("piercing crits") if criticals else 0)
            saves = [(foe.save, max(0, foe.dice - pierced))]
            cover = foe.cover and not arms.has("saturate")
        else:
            pierced = max(arms.has("ap"), arms.has("p") if criticals else 0)
            saves = [(foe.save, max(0, foe.dice - pierced))]
            if foe.invulnerable and (pierced or foe.invulnerable < foe.save):  # else it is worse: a trap for who re-rolls fails only
                saves.append((foe.invulnerable, foe.dice))
            cover = (self.case.roof if arms.has("barrage") else foe.cover) and not arms.has("no cover")  # KT21-WR-BARRAGE-02, KT21-INT-61
        ways = []
        for save, dice in saves:
            if cover and dice:
                ways.append(("defend", now, criticals, normals, save, dice - 1, 1))
            if not cover or not dice or self.case.cover_save == "best":
                ways.append(("defend", now, criticals, normals, save, dice, 0))
        return Choice(1, ways)

    def defend(self, now: Now, criticals: int, normals: int, save: int, dice: int, kept: int) -> Move:
        first = self.defence_kit(self.foe(now), save).rolled(dice, now.defender_rerolls)
        return Roll(dice, [(ways, ("saves", now, criticals, normals, save, kept, hand)) for ways, hand in first.ways])

    def saves(self, now: Now, criticals: int, normals: int, save: int, kept: int, hand: Hand) -> Move:
        kit = self.defence_kit(self.foe(now), save)
        uses = [("saves_again", now, criticals, normals, save, kept, after, dice) for after, dice in kit.uses(hand)]
        if self.simple and uses:
            return Choice(1, uses)
        dice = kit.ends(hand)
        left = hand.commands if now.shot + 1 < self.number else 0
        done = ("block", now._replace(defender_rerolls=left), criticals, normals, dice[CRITICAL], dice[NORMAL] + kept)
        return Choice(1, [done, *uses])

    def saves_again(self, now: Now, criticals: int, normals: int, save: int, kept: int, hand: Hand, dice: int) -> Move:
        new = self.defence_kit(self.foe(now), save).again(hand, dice)
        return Roll(dice, [(ways, ("saves", now, criticals, normals, save, kept, after)) for ways, after in new.ways])

    # --- blocking and damage

    def block(self, now: Now, criticals: int, normals: int, save_criticals: int, save_normals: int) -> Move:
        foe, arms = self.foe(now), self.arms
        at_once = arms.at_once() if self.edition == "kt21" else foe.softened(arms.at_once())
        normal, critical = foe.softened(arms.normal), foe.softened(arms.critical)
        left = leavings(self.edition, bool(arms.has("brutal")), criticals, normals, save_criticals, save_normals)
        damages = {criticals * at_once + c * critical + n * normal for c, n in left}
        return Choice(1, [("damage", now, damage) for damage in sorted(damages)])

    def damage(self, now: Now, damage: int) -> Move:
        on = self.foe(now).ignore
        if not on:
            return Choice(0, [("lost", now, damage)])
        return Roll(damage, [(comb(damage, n) * (on - 1) ** n * (7 - on) ** (damage - n), ("lost", now, n)) for n in range(damage + 1)])

    def lost(self, now: Now, lost: int) -> Move:
        at = now.shot % len(self.case.foes)
        total = tuple(has + lost * (k == at) for k, has in enumerate(now.lost))
        after = now._replace(shot=now.shot + 1, lost=total)
        if self.case.own is None or not self.arms.has("hot") or self.edition == "kt21":
            return Choice(0, [("attack", after)])
        needed = self.arms.needs(self.case.injured or 2 * now.own < self.case.own[1])  # KT24-INT-40
        return Roll(1, [(1, ("attack", after._replace(own=max(0, now.own - 2 * face * (face < needed))))) for face in range(1, 7)])

    # --- worth

    def worth(self, outcome: tuple[Any, ...]) -> tuple[int, int]:
        lost, _, burnt, _ = outcome
        pairs = list(zip(lost, self.case.foes, strict=True))
        if self.case.objective == "damage":
            worth = sum(lost)
        elif self.case.objective == "capped":
            worth = sum(min(one, foe.wounds) for one, foe in pairs)
        else:
            worth = sum(one >= foe.wounds for one, foe in pairs)
        return worth, sum(lost) - burnt

    def solve(self) -> Solved:
        arms = self.arms
        damage = arms.attacks * (max(arms.normal, arms.critical) + arms.at_once()) if any(foe.ignore for foe in self.case.foes) else 0
        dice = sum(2 * (arms.attacks + foe.dice) + damage + 1 for foe in self.case.foes) * self.case.shots
        start = Now(0, (0,) * len(self.case.foes), self.case.rerolls, self.case.defender_rerolls, self.case.own[0] if self.case.own else -1)
        return Game(self.moves, self.worth, dice).solve(("attack", start))


@lru_cache(maxsize=65536)
def leavings(edition: str, brutal: bool, criticals: int, normals: int, save_criticals: int, save_normals: int) -> frozenset[tuple[int, int]]:
    """What saves can leave of hits, spent in whatever way. (KT24-SHOOT-14 to -16, KT24-INT-53, -54; KT21-SHOOT-15 to -17, KT21-INT-32)"""
    c, n, sc, sn = criticals, normals, save_criticals, save_normals
    steps = []
    if sc and c:
        steps.append((c - 1, n, sc - 1, sn))
    if sc and n:
        steps.append((c, n - 1, sc - 1, sn))
    if sn and n and not brutal:
        steps.append((c, n - 1, sc, sn - 1))
    if sn >= 2 and c and not brutal:
        steps.append((c - 1, n, sc, sn - 2))
    if edition == "kt21" and c:
        steps += [(c - 1, n, sc - 1, sn - 1)] if sc and sn else []
        steps += [(c - 1, n, sc - 2, sn)] if sc >= 2 else []
    return frozenset({(c, n)}).union(*(leavings(edition, brutal, *step) for step in steps))


# --- the odds


def asked(case: Case, split: Sequence[int] | None = None) -> ShootOdds:
    several = len(case.foes) > 1
    return odds.shoot(
        ruleset=case.arms.edition, weapon=case.arms.text(),
        target=[foe.target() for foe in case.foes] if several else case.foes[0].target(),
        cover=[foe.cover for foe in case.foes] if several else case.foes[0].cover,
        obscured=case.obscured, shooter_injured=case.injured, rerolls=case.rerolls, defender_rerolls=case.defender_rerolls, shots=case.shots,
        objective=case.objective, reroll=case.reroll, cover_save=case.cover_save,
        printing=case.printing if case.arms.edition == "kt24" else None, roof=case.roof,
        shooter_wounds=f"{case.own[0]} of {case.own[1]}" if case.own else None, split=split,
    )  # fmt: skip


def compare(case: Case) -> bool:
    """Check one case; returns whether best play was unique, so that all was compared."""
    found, exact = asked(case), Shooting(case).solve()
    foe = case.foes[0]
    burns = case.arms.edition == "kt21" and case.arms.has("hot")
    assert near(found.value, exact.worth), case
    assert abs(sum(found.distribution.values()) - 1) < 1e-12, case
    assert burns or not exact.sharp or near(found.expected, exact.second), case
    assert set(found.not_computed) <= ({"Hot", "Stun"} if case.shots * len(case.foes) > 1 else set()), case
    if not exact.unique:
        return False
    total = exact.share(lambda end: sum(end[0]))
    assert same(found.distribution, total), case
    if len(case.foes) == 1:
        assert near(found.incapacitate, exact.share(lambda end: end[0][0] >= foe.wounds).get(True, 0)), case
        assert near(found.injure, exact.share(lambda end: foe.injured_by(end[0][0])).get(True, 0)), case
    for k, (one, other) in enumerate(zip(found.targets, case.foes, strict=True) if len(case.foes) > 1 else ()):
        assert same(one.distribution, exact.share(lambda end, k=k: end[0][k])), case
        assert near(one.incapacitate, exact.share(lambda end, k=k, other=other: end[0][k] >= other.wounds).get(True, 0)), case
    if case.shots == len(case.foes) == 1:
        compare_details(case, found, exact)
    if case.own and "own_damage" in found.details:
        assert same(found.details["own_damage"], exact.share(lambda end: case.own[0] - end[3])), case
    return True


def compare_details(case: Case, found: ShootOdds, exact: Solved) -> None:
    foe, arms = case.foes[0], case.arms
    if arms.has("stun"):  # who falls at once is not stunned
        at_once = arms.at_once() if arms.edition == "kt21" else foe.softened(arms.at_once())
        criticals = exact.share(lambda end: end[1]).items()
        assert near(found.details["stun"], sum(chance * stands(foe, n * at_once) for n, chance in criticals if n)), case
    if arms.has("hot") and arms.edition == "kt21":
        assert case.reroll == "fails" or same(found.details["own_damage"], exact.share(lambda end: end[2])), case
    elif arms.has("hot"):
        needed = arms.needs(case.injured)
        burnt: dict[int, float] = defaultdict(float)
        for face in range(1, 7):
            burnt[2 * face if face < needed else 0] += 1 / 6
        assert found.details["own_damage"] == pytest.approx(burnt), case
    hurts = arms.has("devastating") or () if arms.edition == "kt24" else ((2, arms.has("splash")),)
    most = max((foe.softened(damage) for _, damage in hurts), default=0)
    used = [pair for pair in hurts if arms.edition == "kt21" or foe.softened(pair[1]) == most]
    if len(used) == 1 and all(used[0]):
        inches, each = used[0]
        assert found.details["bystanders"]["within"] == inches
        assert same(found.details["bystanders"]["damage"], exact.share(lambda end: end[1] * each)), case


def stands(foe: Foe, damage: int) -> Fraction:
    """How likely so much damage leaves a foe standing."""
    suffers = Fraction(foe.ignore - 1, 6) if foe.ignore else Fraction(1)
    return sum((comb(damage, n) * suffers**n * (1 - suffers) ** (damage - n) for n in range(min(damage, foe.wounds - 1) + 1)), Fraction(0))


# --- random cases


def some_arms(rng: random.Random, edition: str, most: int, *, commands: int = 0, chance: float = 0.3) -> Arms:
    """A random weapon, with fewer dice the more re-rolls there are."""

    def maybe(likely: float = 0.15) -> bool:
        return rng.random() < likely

    rules: dict[str, Any] = {}
    for name in ("balanced", "ceaseless", "relentless"):
        if maybe(chance):
            rules[name] = True
    if maybe(0.3):
        rules["lethal"] = rng.randint(2, 5)
    if edition == "kt24":
        if maybe(0.25):
            rules["accurate"] = tuple(rng.randint(1, 3) for _ in range(rng.randint(1, 2)))
        for name in ("severe", "rending", "punishing"):
            if maybe(0.35):
                rules[name] = True
        for name in ("brutal", "saturate", "stun", "hot"):
            if maybe():
                rules[name] = True
        for name in ("piercing", "piercing crits"):
            if maybe(0.25):
                rules[name] = rng.randint(1, 3)
        if maybe(0.25):
            chosen = {(rng.choice((0, 0, 1, 3)), rng.randint(1, 4)) for _ in range(rng.randint(1, 2))}
            rules["devastating"] = tuple(sorted(chosen)) if len({damage for _, damage in chosen}) == len(chosen) else tuple(sorted(chosen))[:1]
    else:
        for name in ("rending", "hot", "stun", "barrage"):
            if maybe(0.25):
                rules[name] = True
        for name, likely in (("ap", 0.3), ("p", 0.3), ("mw", 0.2), ("splash", 0.15)):
            if maybe(likely):
                rules[name] = rng.randint(1, 3)
        if maybe(0.1):
            rules["no cover"] = True
    sources = sum(name in rules for name in ("balanced", "ceaseless", "relentless")) + commands
    attacks = rng.randint(1, max(2, min(most, most + 1 - sources)))
    normal = rng.randint(0, 6)
    critical = rng.randint(max(0, normal - 1), 8)
    return Arms(edition, attacks, rng.randint(2, 6), normal, critical, rules)


def some_foe(rng: random.Random, edition: str, most: int = 3) -> Foe:
    starting = rng.randint(1, 18)
    rerolls = rng.choice((0, 0, 0, 1, 2))
    return Foe(
        save=rng.randint(2, 6), wounds=rng.randint(1, starting), starting=starting, dice=rng.choice((most, most, rng.randint(0, most))),
        invulnerable=rng.choice((0, rng.randint(3, 6))) if edition == "kt21" else 0, ignore=rng.choice((0, 0, 0, 0, 5, 6, 4)),
        rerolls=rerolls, soften=rng.choice(((), (), (), ((1, 3),), ((1, 3), (2, 5)))), cover=rng.random() < 0.4,
    )  # fmt: skip


def some_case(rng: random.Random, edition: str) -> Case:
    rerolls, defender_rerolls = rng.choice((0, 0, 0, 1, 1, 2)), rng.choice((0, 0, 0, 1, 2))
    return Case(
        some_arms(rng, edition, 5, commands=rerolls), (some_foe(rng, edition),), obscured=edition == "kt24" and rng.random() < 0.12,
        injured=rng.random() < 0.2, rerolls=rerolls, defender_rerolls=defender_rerolls,
        objective=rng.choice(("damage", "incapacitate", "capped")), reroll=rng.choice(("best", "best", "best", "fails")),
        cover_save=rng.choice(("best", "best", "always")), printing=rng.choice(("2024", "2025")), roof=rng.random() < 0.5,
    )  # fmt: skip


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_one_shot(edition: str) -> None:
    rng = random.Random(f"one {edition}")
    assert sum(compare(some_case(rng, edition)) for _ in range(150)) > 120


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_shots_in_a_row_share_command_rerolls(edition: str) -> None:
    rng = random.Random(f"row {edition}")
    for _ in range(30):
        case = some_case(rng, edition)
        rerolls = rng.randint(0, 2)
        arms = some_arms(rng, edition, 2, chance=0.15)
        arms.rules.pop("hot", None)
        foe = some_foe(rng, edition, 2)._replace(ignore=0)
        compare(case._replace(arms=arms, foes=(foe,), shots=2, rerolls=rerolls, defender_rerolls=rng.randint(0, 1)))


def test_a_hot_weapon_injures_its_user_between_shots() -> None:
    rng = random.Random("hot")
    for _ in range(25):
        arms = some_arms(rng, "kt24", 2, chance=0.1)
        arms.rules["hot"] = True
        full = rng.randint(3, 14)
        case = Case(
            arms, (some_foe(rng, "kt24", 1)._replace(ignore=0, rerolls=0),), shots=rng.randint(2, 3), own=(rng.randint(1, full), full),
            rerolls=rng.randint(0, 1), objective=rng.choice(("damage", "incapacitate", "capped")), injured=rng.random() < 0.2,
        )  # fmt: skip
        compare(case)


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_several_targets(edition: str) -> None:
    rng = random.Random(f"several {edition}")
    for _ in range(25):
        arms = some_arms(rng, edition, 2, chance=0.15)
        arms.rules.pop("hot", None)
        foes = tuple(some_foe(rng, edition, 2)._replace(ignore=rng.choice((0, 0, 5))) for _ in range(2))
        case = some_case(rng, edition)
        compare(case._replace(arms=arms, foes=foes, rerolls=rng.randint(0, 1), defender_rerolls=rng.randint(0, 1)))


def test_fusillade_divides_its_dice() -> None:
    rng = random.Random("fusillade")
    for _ in range(12):
        arms = some_arms(rng, "kt21", 3, chance=0.15)._replace(attacks=3)
        arms.rules.pop("hot", None)
        arms.rules["fusillade"] = True
        foes = tuple(some_foe(rng, "kt21", 2)._replace(ignore=0, rerolls=0) for _ in range(2))
        case = Case(arms, foes, rerolls=rng.randint(0, 1), objective=rng.choice(("damage", "incapacitate", "capped")))
        exact = {split: Shooting(case._replace(split=split)).solve() for split in ((1, 2), (2, 1))}
        best = max(one.worth for one in exact.values())
        found = asked(case)
        assert near(found.value, best), case
        assert near(found.value, exact[tuple(found.details["split"])].worth), case
        for split, one in exact.items():
            given = asked(case, split)
            assert near(given.value, one.worth) and given.details["split"] == list(split), case
            if one.unique:
                assert same(given.distribution, one.share(lambda end: sum(end[0]))), case
