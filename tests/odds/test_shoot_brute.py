"""Shooting: the odds against a second writing of the rules that tries every roll and every choice, in exact fractions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import pytest

from counteract import odds
from counteract.odds import ShootOdds, Target
from tests.odds.brute import CRITICAL, FAIL, NORMAL, ONE, Arms, Choice, End, Game, Hand, Kept, Kit, Move, Roll, Solved, kept_now, near, results, same


class Foe(NamedTuple):
    """The target of shots."""

    save: int
    wounds: int
    starting: int = 0
    dice: int = 3
    invulnerable: int = 0
    ignore: int = 0
    rerolls: tuple[int, ...] = ()
    soften: tuple[tuple[int, int], ...] = ()
    cover: bool = False

    def target(self) -> Target:
        return Target(
            save=self.save, wounds=self.wounds, starting=self.starting, defence_dice=self.dice, invulnerable=self.invulnerable,
            ignore=self.ignore, rerolls=self.rerolls, soften=self.soften,
        )  # fmt: skip

    def softened(self, damage: int) -> int:
        """KT24-INT-85: one after the other, in the order that leaves least."""

        def left(order: tuple[tuple[int, int], ...]) -> int:
            now = damage
            for by, least in order:
                now = max(0, now - by) if now >= least else now
            return now

        return min(map(left, permutations(self.soften)))

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
    limits: str = "sheet"
    roof: bool = False
    vantage: bool = False
    own: tuple[int, int] | None = None  # the shooter's wounds, left and at the start
    split: tuple[int, ...] = ()


class Now(NamedTuple):
    """The state between two attacks."""

    shot: int
    lost: tuple[int, ...]  # by foe
    rerolls: int
    defender_rerolls: int
    own: int  # wounds left of the shooter; -1: not counted
    criticals: tuple[int, ...]  # retained, by foe, if something asks for them
    stunned: tuple[bool, ...]  # by foe
    burnt: int = 0  # suffered from a hot weapon


class Ended(NamedTuple):
    """The end of a series: wounds lost, criticals, stunned foes, and damage to the user."""

    lost: tuple[int, ...]
    criticals: tuple[int, ...]
    stunned: tuple[bool, ...]
    burnt: int
    own: int


class Shooting:
    """The sequence of kt24 and kt21. A state is the name of a step and what the step must know."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.hot = bool(case.arms.has("hot"))
        self.arms = case.arms
        self.edition = case.arms.edition
        self.simple = case.reroll == "fails"
        self.asks_criticals = any(case.arms.has(name) for name in ("devastating", "splash"))
        self.number = case.shots * len(case.foes)

    def foe(self, now: Now) -> Foe:
        return self.case.foes[self.at(now)]

    def at(self, now: Now) -> int:
        return now.shot % len(self.case.foes)

    def injured(self, now: Now) -> bool:
        return self.case.injured or (self.case.own is not None and 2 * now.own < self.case.own[1])

    def attack_kit(self, now: Now) -> Kit:
        return self.arms.kit(self.injured(now), self.case.limits, self.simple)

    def defence_kit(self, foe: Foe, save: int) -> Kit:
        several = tuple(f"several {k}" for k in range(len(foe.rerolls)))  # KT24-INT-84
        return Kit(self.edition, results(self.edition, save), several, foe.rerolls, self.simple)

    def moves(self, state: tuple[Any, ...]) -> Move:
        step: Move = getattr(self, state[0])(*state[1:])
        return step

    # --- attack dice

    def attack(self, now: Now) -> Move:
        """KT24-INT-68, KT21-INT-46: a fallen shooter shoots no more."""
        if now.shot == self.number or now.own == 0:
            return End(Ended(now.lost, now.criticals, now.stunned, now.burnt, now.own))
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
        if self.hot and self.edition == "kt21":
            now = self.burn(now, 3 * dice[ONE])
        if self.case.obscured:
            return Choice(0, [("hits", now, 0, max(0, dice[CRITICAL] + dice[NORMAL] + accurate - 1))])
        return Choice(0, [("retain", now, Kept(dice[CRITICAL], dice[NORMAL], accurate, dice[FAIL] + dice[ONE]))])

    def retain(self, now: Now, kept: Kept) -> Move:
        stop, *more = kept_now(self.arms, kept, self.case.printing)
        return Choice(0, [("hits", now, stop.criticals, stop.rolled + stop.others), *(("retain", now, one) for one in more)])

    def burn(self, now: Now, harm: int) -> Now:
        return now._replace(burnt=now.burnt + harm, own=max(0, now.own - harm) if self.case.own else now.own)

    # --- defence dice

    def hits(self, now: Now, criticals: int, normals: int) -> Move:
        """KT24-WR-DEVASTATING-01, KT24-INT-46; KT21-WR-MW-01, KT21-WR-SPLASH-01, KT21-INT-42."""
        foe, at = self.foe(now), self.at(now)
        if self.asks_criticals:
            now = now._replace(criticals=tuple(has + criticals * (k == at) for k, has in enumerate(now.criticals)))
        hurts = [self.arms.at_once()] if self.edition == "kt21" else [foe.softened(damage) for _, damage in self.arms.has("devastating") or ()]
        at_once = max(hurts, default=0)
        return self.suffer(foe, criticals * at_once, lambda lost: ("struck", now, criticals, normals, lost))

    def suffer(self, foe: Foe, damage: int, then: Callable[[int], Any]) -> Move:
        """Inflict damage, some of which may be ignored at once."""
        on = foe.ignore
        if not on:
            return Choice(0, [then(damage)])
        return Roll(damage, [(comb(damage, n) * (on - 1) ** n * (7 - on) ** (damage - n), then(n)) for n in range(damage + 1)])

    def struck(self, now: Now, criticals: int, normals: int, lost: int) -> Move:
        """KT24-WR-STUN-01, KT21-WR-STUN-01: a target that still stands is stunned."""
        at = self.at(now)
        total = tuple(has + lost * (k == at) for k, has in enumerate(now.lost))
        now = now._replace(lost=total)
        if self.arms.has("stun") and criticals and total[at] < self.foe(now).wounds:
            now = now._replace(stunned=tuple(was or k == at for k, was in enumerate(now.stunned)))
        return Choice(1, self.ways(now, criticals, normals))

    def ways(self, now: Now, criticals: int, normals: int) -> list[Any]:
        """KT24-SHOOT-10, -12, KT24-WR-PIERCING, KT24-WR-SATURATE, KT24-INT-51; KT21-SHOOT-10, -14, KT21-WR-AP, -P, -INVULN, -NOCOVER, -BARRAGE."""
        foe, arms = self.foe(now), self.arms
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
            for kept in ((0, 1), (1, 0), (0, 2)) if self.case.vantage else ((0, 1),):  # KT24-MIS-36
                if cover and sum(kept) <= dice:
                    ways.append(("defend", now, criticals, normals, save, dice - sum(kept), kept))
            if not cover or not dice or self.case.cover_save == "best":
                ways.append(("defend", now, criticals, normals, save, dice, (0, 0)))
        return ways

    def defend(self, now: Now, criticals: int, normals: int, save: int, dice: int, kept: tuple[int, int]) -> Move:
        first = self.defence_kit(self.foe(now), save).rolled(dice, now.defender_rerolls)
        return Roll(dice, [(ways, ("saves", now, criticals, normals, save, kept, hand)) for ways, hand in first.ways])

    def saves(self, now: Now, criticals: int, normals: int, save: int, kept: tuple[int, int], hand: Hand) -> Move:
        kit = self.defence_kit(self.foe(now), save)
        uses = [("saves_again", now, criticals, normals, save, kept, after, dice) for after, dice in kit.uses(hand)]
        if self.simple and uses:
            return Choice(1, uses)
        dice = kit.ends(hand)
        left = hand.commands if now.shot + 1 < self.number else 0
        done = ("block", now._replace(defender_rerolls=left), criticals, normals, dice[CRITICAL] + kept[0], dice[NORMAL] + kept[1])
        return Choice(1, [done, *uses])

    def saves_again(self, now: Now, criticals: int, normals: int, save: int, kept: tuple[int, int], hand: Hand, dice: int) -> Move:
        new = self.defence_kit(self.foe(now), save).again(hand, dice)
        return Roll(dice, [(ways, ("saves", now, criticals, normals, save, kept, after)) for ways, after in new.ways])

    # --- blocking and damage

    def block(self, now: Now, criticals: int, normals: int, save_criticals: int, save_normals: int) -> Move:
        foe, arms = self.foe(now), self.arms
        normal, critical = foe.softened(arms.normal), foe.softened(arms.critical)
        left = leavings(self.edition, bool(arms.has("brutal")), criticals, normals, save_criticals, save_normals)
        damages = {c * critical + n * normal for c, n in left}
        return Choice(1, [("damage", now, damage) for damage in sorted(damages)])

    def damage(self, now: Now, damage: int) -> Move:
        return self.suffer(self.foe(now), damage, lambda lost: ("lost", now, lost))

    def lost(self, now: Now, lost: int) -> Move:
        """KT24-WR-HOT-01 to -03: a roll when the action is over, which attacks all foes once."""
        at = self.at(now)
        after = now._replace(shot=now.shot + 1, lost=tuple(has + lost * (k == at) for k, has in enumerate(now.lost)))
        if not self.hot or self.edition == "kt21" or self.at(after):
            return Choice(0, [("attack", after)])
        needed = self.arms.needs(self.injured(now), self.case.limits)  # KT24-INT-40
        return Roll(1, [(1, ("attack", self.burn(after, 2 * face * (face < needed)))) for face in range(1, 7)])

    # --- worth

    def worth(self, end: Ended) -> tuple[int, int]:
        lost = end.lost
        pairs = list(zip(lost, self.case.foes, strict=True))
        if self.case.objective == "damage":
            worth = sum(lost)
        elif self.case.objective == "capped":
            worth = sum(min(one, foe.wounds) for one, foe in pairs)
        else:
            worth = sum(one >= foe.wounds for one, foe in pairs)
        return worth, sum(lost) - (end.burnt if self.edition == "kt21" else 0)

    def solve(self) -> Solved:
        arms = self.arms
        damage = arms.attacks * (max(arms.normal, arms.critical) + arms.at_once()) if any(foe.ignore for foe in self.case.foes) else 0
        dice = sum(2 * (arms.attacks + foe.dice) + damage + 1 for foe in self.case.foes) * self.case.shots
        none = (0,) * len(self.case.foes)
        own = self.case.own[0] if self.case.own else -1
        start = Now(0, none, self.case.rerolls, self.case.defender_rerolls, own, none, tuple(map(bool, none)))
        return Game(self.moves, self.worth, dice).solve(("attack", start))


@lru_cache(maxsize=65536)
def leavings(edition: str, brutal: bool, criticals: int, normals: int, save_criticals: int, save_normals: int) -> frozenset[tuple[int, int]]:
    """Return the hits that any use of saves can leave. (KT24-SHOOT-14 to -16, KT24-INT-53, -54; KT21-SHOOT-15 to -17, KT21-INT-32)"""
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
        printing=case.printing if case.arms.edition == "kt24" else None, limits=case.limits if case.arms.edition == "kt24" else None,
        roof=case.roof and case.arms.edition == "kt21", vantage=case.vantage,
        shooter_wounds=f"{case.own[0]} of {case.own[1]}" if case.own else None, split=split,
    )  # fmt: skip


def compare(case: Case) -> bool:
    """Check one case; returns whether best play was unique, so that all was compared."""
    found, exact = asked(case), Shooting(case).solve()
    burns = case.arms.edition == "kt21" and case.arms.has("hot")
    assert near(found.value, exact.worth), case
    assert abs(sum(found.distribution.values()) - 1) < 1e-12, case
    assert burns or not exact.sharp or near(found.expected, exact.second), case
    assert not found.not_computed, case
    if not exact.unique:
        return False
    total = exact.share(lambda end: sum(end.lost))
    assert same(found.distribution, total), case
    for k, (one, foe) in enumerate(zip(found.targets or [found], case.foes, strict=True)):
        assert same(one.distribution, exact.share(lambda end, k=k: end.lost[k])), case
        assert near(one.incapacitate, exact.share(lambda end, k=k, foe=foe: end.lost[k] >= foe.wounds).get(True, 0)), case
        assert near(one.injure, exact.share(lambda end, k=k, foe=foe: foe.injured_by(end.lost[k])).get(True, 0)), case
        assert ("stun" in one.details) == bool(case.arms.has("stun")), case
        assert near(one.details.get("stun", 0.0), exact.share(lambda end, k=k: end.stunned[k]).get(True, Fraction(0))), case
        compare_bystanders(case, k, one, exact)
    assert ("own_damage" in found.details) == bool(case.arms.has("hot")), case
    if case.arms.has("hot") and not (burns and case.reroll == "fails"):
        suffered = exact.share(lambda end: case.own[0] - end.own if case.own else end.burnt)
        assert same(found.details["own_damage"], suffered), case
    return True


def compare_bystanders(case: Case, k: int, found: ShootOdds, exact: Solved) -> None:
    """Compare the damage of criticals against a foe to an operative beside it."""
    foe, arms = case.foes[k], case.arms
    hurts = arms.has("devastating") or () if arms.edition == "kt24" else ((2, arms.has("splash")),)
    most = max((foe.softened(damage) for _, damage in hurts), default=0)
    used = [pair for pair in hurts if arms.edition == "kt21" or foe.softened(pair[1]) == most]
    if len(used) == 1 and all(used[0]):
        inches, each = used[0]
        assert found.details["bystanders"]["within"] == inches
        assert same(found.details["bystanders"]["damage"], exact.share(lambda end: end.criticals[k] * each)), case


# --- random cases


def some_arms(rng: random.Random, edition: str, most: int, *, commands: int = 0, chance: float = 0.3) -> Arms:
    """Return a random weapon, with fewer dice the more re-rolls there are."""

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
    rerolls = rng.choice(((), (), (), (1,), (2,), (1, 1), (1, 2)))
    return Foe(
        save=rng.randint(2, 6), wounds=rng.randint(1, starting), starting=starting, dice=rng.choice((most, most, rng.randint(0, most))),
        invulnerable=rng.choice((0, rng.randint(3, 6))) if edition == "kt21" else 0, ignore=rng.choice((0, 0, 0, 0, 5, 6, 4)),
        rerolls=rerolls, soften=rng.choice(((), (), (), ((1, 3),), ((1, 3), (2, 5)), ((1, 3), (2, 4)), ((2, 2), (1, 4), (3, 5)))),
        cover=rng.random() < 0.4,
    )  # fmt: skip


def some_case(rng: random.Random, edition: str) -> Case:
    rerolls, defender_rerolls = rng.choice((0, 0, 0, 1, 1, 2)), rng.choice((0, 0, 0, 1, 2))
    return Case(
        some_arms(rng, edition, 5, commands=rerolls), (some_foe(rng, edition),), obscured=edition == "kt24" and rng.random() < 0.12,
        injured=rng.random() < 0.2, rerolls=rerolls, defender_rerolls=defender_rerolls,
        objective=rng.choice(("damage", "incapacitate", "capped")), reroll=rng.choice(("best", "best", "best", "fails")),
        cover_save=rng.choice(("best", "best", "always")), printing=rng.choice(("2024", "2025")), limits=rng.choice(("sheet", "book")),
        roof=rng.random() < 0.5,
    )  # fmt: skip


def some_own(rng: random.Random) -> tuple[int, int] | None:
    """Return the shooter's wounds, or None where they do not count."""
    full = rng.randint(3, 14)
    return rng.choice((None, (rng.randint(1, full), full)))


def some_series(rng: random.Random, edition: str, *, burns: bool) -> Case:
    """Return a series of two or three dice a shot; a hot weapon is used with best play, since equal fails differ for its user."""
    case, arms = some_case(rng, edition), some_arms(rng, edition, 2, chance=0.15)
    arms.rules.pop("hot", None)
    if burns:
        arms.rules["hot"] = True
        case = case._replace(reroll="best", own=some_own(rng))
    if rng.random() < 0.4:
        arms.rules["stun"] = True
    return case._replace(arms=arms, rerolls=rng.randint(0, 1), defender_rerolls=rng.randint(0, 1))


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_one_shot(edition: str) -> None:
    rng = random.Random(f"one {edition}")
    assert sum(compare(some_case(rng, edition)) for _ in range(150)) > 120


@pytest.mark.rule("KT24-MIS-36")
def test_targets_that_are_seen_from_above() -> None:
    """One or two of them in cover, who keep a cover save, a critical one or two."""
    rng = random.Random("vantage")
    for n in range(40):
        foes = [some_foe(rng, "kt24", 3 - n % 2)._replace(cover=True, ignore=0) for _ in range(1 + n % 2)]
        case = some_case(rng, "kt24") if n % 2 == 0 else some_series(rng, "kt24", burns=False)
        compare(case._replace(foes=tuple(foes), vantage=True))
