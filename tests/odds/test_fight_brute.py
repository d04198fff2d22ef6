"""Fighting: the odds against a second writing of the rules that tries every roll and every choice, in exact fractions."""

from __future__ import annotations

import random
import tomllib
from importlib.resources import files
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import pytest

from counteract import odds
from counteract.odds import FightOdds
from tests.odds.brute import CRITICAL, FAIL, NORMAL, ONE, Arms, Choice, End, Game, Hand, Kept, Kit, Move, Roll, Solved, kept_now, near, same
from tests.odds.test_shoot_brute import Foe, some_arms

UNARMED = Arms("", 0, 6, 0, 0, {})


class Case(NamedTuple):
    """Fights to be worked out twice."""

    arms: tuple[Arms, Arms]
    wounds: tuple[int, int]
    full: tuple[int, int]
    strikes: tuple[bool, bool] = (False, False)
    reroll: str = "best"
    objective: str = "difference"
    rerolls: tuple[int, int] = (0, 0)
    injured: tuple[bool, bool] = (False, False)
    fights: int = 1
    first: int = 0  # who has the initiative
    printing: str = "2025"
    limits: str = "sheet"
    ignores: tuple[int, int] = (0, 0)  # what a die must show so that a wound is not lost


class Now(NamedTuple):
    """The state between two fights."""

    fight: int
    wounds: tuple[int, int]


class Blows(NamedTuple):
    """The state of a fight: unresolved successes by side, whose turn it is, and who has struck with a critical."""

    left: tuple[tuple[int, int], tuple[int, int]]
    wounds: tuple[int, int]
    turn: int
    struck: tuple[bool, bool]


def swapped(pair: tuple[Any, Any], k: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if k == 0 else (pair[0], value)


def lost(ignore: int, damage: int) -> list[tuple[int, int]]:
    """Return the wounds lost to some damage, in how many of the 6**damage ways; each is ignored on ``ignore`` or more."""
    if not ignore:
        return [(1, damage)]
    return [(comb(damage, n) * (ignore - 1) ** n * (7 - ignore) ** (damage - n), n) for n in range(damage + 1)]


class Fighting:
    """The sequence of kt24 and kt21. A state is the name of a step and what the step must know."""

    def __init__(self, case: Case, edition: str) -> None:
        self.case = case
        self.edition = edition
        self.simple = case.reroll == "fails"
        self.kits = [[arms.kit(injured, case.limits, self.simple) for injured in (False, True)] for arms in case.arms]

    def needs_more(self, wounds: tuple[int, int], k: int) -> bool:
        """KT24-DMG-04, -06; KT21-DMG-03, -05."""
        return self.case.injured[k] or 2 * wounds[k] < self.case.full[k]

    def kit(self, now: Now, k: int) -> Kit:
        return self.kits[k][self.needs_more(now.wounds, k)]

    def moves(self, state: tuple[Any, ...]) -> Move:
        step: Move = getattr(self, state[0])(*state[1:])
        return step

    # --- rolling

    def begin(self, now: Now) -> Move:
        """The attacker declares Accurate dice, then the defender. (KT24-INT-81)"""
        if now.fight == self.case.fights or 0 in now.wounds:
            return End(now.wounds)
        return Choice(0, [("defender_declares", now, n) for n in range(self.case.arms[0].accurate() + 1)])

    def defender_declares(self, now: Now, mine: int) -> Move:
        return Choice(1, [("roll", now, (mine, n)) for n in range(self.case.arms[1].accurate() + 1)])

    def roll(self, now: Now, kept: tuple[int, int]) -> Move:
        one, two = (self.kit(now, k).rolled(self.case.arms[k].attacks - kept[k], self.case.rerolls[k]) for k in (0, 1))
        first = self.case.first if self.edition == "kt24" else 0
        return Roll(
            one.dice + two.dice,
            [(a * b, ("reroll", now, kept, (mine, theirs), first, False)) for a, mine in one.ways for b, theirs in two.ways],
        )

    def reroll(self, now: Now, kept: tuple[int, int], hands: tuple[Hand, Hand], k: int, passed: bool) -> Move:
        """kt24: one source each in turn until both pass (KT24-INT-44); kt21: the attacker first, then the defender (KT21-INT-28)."""
        kits = self.kit(now, 0), self.kit(now, 1)
        uses = [("again", now, kept, swapped(hands, k, after), dice, k) for after, dice in kits[k].uses(hands[k])]
        if self.simple and uses:
            return Choice(k, uses)
        last = passed if self.edition == "kt24" else k == 1
        if last:
            dice = kits[0].ends(hands[0]), kits[1].ends(hands[1])
            mine, theirs = (Kept(d[CRITICAL], d[NORMAL], kept[i], d[FAIL] + d[ONE]) for i, d in enumerate(dice))
            return Choice(k, [("retain", now, mine, theirs, 0), *uses])
        return Choice(k, [("reroll", now, kept, hands, 1 - k, True), *uses])

    def again(self, now: Now, kept: tuple[int, int], hands: tuple[Hand, Hand], dice: int, k: int) -> Move:
        new = self.kit(now, k).again(hands[k], dice)
        following = 1 - k if self.edition == "kt24" else k
        return Roll(dice, [(ways, ("reroll", now, kept, swapped(hands, k, after), following, False)) for ways, after in new.ways])

    def retain(self, now: Now, mine: Kept, theirs: Kept, k: int) -> Move:
        """The attacker retains, then the defender. (KT24-INT-81)"""
        if k == 2:
            left = (mine.criticals, mine.rolled + mine.others), (theirs.criticals, theirs.rolled + theirs.others)
            return Choice(0, [("devastate", now, left, now.wounds, 0)])
        _, *more = kept_now(self.case.arms[k], (mine, theirs)[k], self.case.printing)
        options = [("retain", now, mine, theirs, k + 1)]
        options += [("retain", now, *swapped((mine, theirs), k, one), k) for one in more]
        return Choice(k, options)

    # --- resolving

    def devastate(self, now: Now, left: tuple[tuple[int, int], tuple[int, int]], wounds: tuple[int, int], k: int) -> Move:
        """Devastating of both acts, also of who falls; of several each picks one for all criticals, the attacker first. (KT24-INT-50, -66, -81)"""
        if k == 2:
            return Choice(0, [("resolve", now, Blows(left, wounds, 0, (False, False)))])
        several = (self.case.arms[k].has("devastating") or ()) if self.edition == "kt24" and left[k][0] else ()
        return Choice(k, [("at_once", now, left, wounds, k, inches > 0, damage) for inches, damage in several or ((0, 0),)])

    def at_once(self, now: Now, left: Any, wounds: tuple[int, int], k: int, near: bool, damage: int) -> Move:
        """With a distance it strikes its user too, who is near. (KT24-WR-DEVASTATING-01, -02)"""
        harm = swapped((left[k][0] * damage,) * 2, k, left[k][0] * damage * near)
        ways = [
            (a * b, ("devastate", now, left, (max(0, wounds[0] - x), max(0, wounds[1] - y)), k + 1))
            for a, x in lost(self.case.ignores[0], harm[0])
            for b, y in lost(self.case.ignores[1], harm[1])
        ]
        return Roll(sum(harm[i] for i in (0, 1) if self.case.ignores[i]), ways)

    def resolve(self, now: Now, blows: Blows) -> Move:
        """KT24-FIGHT-09 to -16, KT24-INT-63, -65; KT21-FIGHT-07 to -14, KT21-INT-39."""
        if 0 in blows.wounds or blows.left == ((0, 0), (0, 0)):
            return Choice(0, [("burn", now, blows.wounds, 0)])
        k = blows.turn
        if blows.left[k] == (0, 0):
            return Choice(k, [("resolve", now, blows._replace(turn=1 - k))])
        options = [("strike", now, blows, critical) for critical in (True, False) if blows.left[k][not critical]]
        if self.case.strikes[k]:
            return Choice(k, options[:1])
        return Choice(k, options + [("resolve", now, after) for after in self.blocks(blows)])

    def spent(self, blows: Blows, critical: bool) -> Blows:
        c, n = blows.left[blows.turn]
        return blows._replace(left=swapped(blows.left, blows.turn, (c - critical, n - (not critical))))

    def strike(self, now: Now, blows: Blows, critical: bool) -> Move:
        arms, ignore = self.case.arms[blows.turn], self.case.ignores[1 - blows.turn]
        damage = arms.critical if critical else arms.normal
        ways = [(ways, ("resolve", now, self.struck(blows, critical, harm))) for ways, harm in lost(ignore, damage)]
        return Roll(damage if ignore else 0, ways)

    def struck(self, blows: Blows, critical: bool, harm: int) -> Blows:
        """KT24-WR-SHOCK-01, -02; KT21-WR-STUN-02."""
        k, after = blows.turn, self.spent(blows, critical)
        arms = self.case.arms[k]
        wounds = max(0, blows.wounds[1 - k] - harm)
        after = after._replace(wounds=swapped(blows.wounds, 1 - k, wounds), turn=1 - k)
        if critical and not blows.struck[k]:
            after = after._replace(struck=swapped(blows.struck, k, True))
            c, n = after.left[1 - k]
            if arms.has("shock" if self.edition == "kt24" else "stun") and n:
                after = after._replace(left=swapped(after.left, 1 - k, (c, n - 1)))
            elif self.edition == "kt24" and arms.has("shock") and c:
                after = after._replace(left=swapped(after.left, 1 - k, (c - 1, n)))
        return after

    def blocks(self, blows: Blows) -> list[Blows]:
        """KT24-FIGHT-15, -16, KT24-WR-BRUTAL-01; KT21-FIGHT-13, -14, KT21-WR-BRUTAL-01."""
        k = blows.turn
        (c, n), (their_c, their_n) = blows.left[k], blows.left[1 - k]
        found = []
        for mine, theirs in (("c", "c"), ("c", "n"), ("n", "n")):
            able = (c if mine == "c" else n) and (their_c if theirs == "c" else their_n)
            if able and (mine == "c" or not self.case.arms[1 - k].has("brutal")):
                after = self.spent(blows, mine == "c")
                gone = (their_c - 1, their_n) if theirs == "c" else (their_c, their_n - 1)
                found.append(after._replace(left=swapped(after.left, 1 - k, gone), turn=1 - k))
        return found

    # --- afterwards

    def burn(self, now: Now, wounds: tuple[int, int], k: int) -> Move:
        """Hot, unless the user has fallen. (KT24-WR-HOT-01, -02, KT24-DIFF-16, KT24-INT-40, -71; KT21-WR-HOT-01 is about shooting)"""
        if k == 2:
            return Choice(0, [("begin", Now(now.fight + 1, wounds))])
        arms = self.case.arms[k]
        if self.edition == "kt21" or not arms.has("hot") or wounds[k] == 0:
            return Choice(0, [("burn", now, wounds, k + 1)])
        needed = arms.needs(self.needs_more(now.wounds if self.case.limits == "book" else wounds, k), self.case.limits)
        return Roll(1, [(1, ("burnt", now, wounds, k, 2 * face if face < needed else 0)) for face in range(1, 7)])

    def burnt(self, now: Now, wounds: tuple[int, int], k: int, damage: int) -> Move:
        ignore = self.case.ignores[k]
        left = [(ways, swapped(wounds, k, max(0, wounds[k] - harm))) for ways, harm in lost(ignore, damage)]
        return Roll(damage if ignore else 0, [(ways, ("burn", now, one, k + 1)) for ways, one in left])

    def worth(self, wounds: tuple[int, int]) -> tuple[int, int]:
        mine, theirs = wounds
        difference = (self.case.wounds[1] - theirs) - (self.case.wounds[0] - mine)
        return {"difference": difference, "survive": int(mine > 0), "remove": int(theirs == 0)}[self.case.objective], difference

    def solve(self) -> Solved:
        dice = 2 * sum(arms.attacks for arms in self.case.arms) + 2
        for arms, ignore in zip(self.case.arms, reversed(self.case.ignores), strict=True):
            dice += arms.attacks * (max(arms.normal, arms.critical) + arms.at_once()) if ignore else 0
            dice += arms.attacks * arms.at_once() * any(self.case.ignores)
        dice = self.case.fights * (dice + 10 * sum(map(bool, self.case.ignores)))
        return Game(self.moves, self.worth, dice).solve(("begin", Now(0, self.case.wounds)))


# --- the odds


def asked(case: Case, edition: str) -> FightOdds:
    one, two = (arms.text() if arms is not UNARMED else None for arms in case.arms)
    policies = ["strike" if strikes else "best" for strikes in case.strikes]
    return odds.fight(
        ruleset=edition, attacker=one, defender=two, attacker_wounds=f"{case.wounds[0]} of {case.full[0]}",
        defender_wounds=f"{case.wounds[1]} of {case.full[1]}", attacker_policy=policies[0], defender_policy=policies[1], reroll=case.reroll,
        objective=case.objective, rerolls=case.rerolls[0], defender_rerolls=case.rerolls[1], attacker_injured=case.injured[0],
        defender_injured=case.injured[1], fights=case.fights, initiative=("attacker", "defender")[case.first],
        printing=case.printing if edition == "kt24" else None, limits=case.limits if edition == "kt24" else None,
        attacker_ignore=case.ignores[0] or None,
        defender_ignore=case.ignores[1] or None,
    )  # fmt: skip


def compare(case: Case, edition: str) -> bool:
    """Check one case; returns whether best play was unique, so that all was compared."""
    found, exact = asked(case, edition), Fighting(case, edition).solve()
    assert near(found.value, exact.worth), case
    assert abs(sum(chance for _, _, chance in found.joint) - 1) < 1e-12, case
    assert not exact.sharp or near(found.expected_dealt - found.expected_taken, exact.second), case
    assert not found.not_computed, case
    if not exact.unique:
        return False
    assert same({(mine, theirs): chance for mine, theirs, chance in found.joint}, exact.ends), case
    assert near(found.attacker_incapacitated, exact.share(lambda end: end[0] == 0).get(True, 0)), case
    assert near(found.defender_incapacitated, exact.share(lambda end: end[1] == 0).get(True, 0)), case
    return True


# --- random cases


def some_case(rng: random.Random, edition: str, dice: tuple[int, int], *, sources: float, commands: int, wounds: int = 12) -> Case:
    rerolls = rng.randint(0, commands), rng.randint(0, commands)
    arms = tuple(some_melee(rng, edition, most, sources) for most in dice)
    full = rng.randint(1, wounds), rng.randint(1, wounds)
    return Case(
        (arms[0], arms[1]), (rng.randint(1, full[0]), rng.randint(1, full[1])), full,
        strikes=rng.choice(((False, False), (False, False), (False, False), (True, False), (False, True), (True, True))),
        reroll=rng.choice(("best", "best", "best", "fails")), objective=rng.choice(("difference", "difference", "survive", "remove")),
        rerolls=rerolls, injured=(rng.random() < 0.15, rng.random() < 0.15), first=rng.randint(0, 1), printing=rng.choice(("2024", "2025")),
        limits=rng.choice(("sheet", "book")),
    )  # fmt: skip


def some_melee(rng: random.Random, edition: str, most: int, sources: float) -> Arms:
    arms = some_arms(rng, edition, most, chance=sources)
    attacks = rng.randint(1, most)
    rules = {name: value for name, value in arms.rules.items() if name not in ("fusillade", "barrage")}
    for name in ("brutal", "shock" if edition == "kt24" else "stun"):
        if rng.random() < 0.3:
            rules[name] = True
    return arms._replace(attacks=attacks, normal=rng.randint(0, 4), critical=rng.randint(1, 6), rules=rules)


def rerolls_of(case: Case) -> int:
    return sum(case.rerolls) + sum(bool(arms.has(name)) for arms in case.arms for name in ("balanced", "ceaseless", "relentless"))


EDITIONS = pytest.mark.parametrize("edition", ["kt24", "kt21"])


@EDITIONS
def test_strike_and_block_as_a_game(edition: str) -> None:
    rng = random.Random(f"blows {edition}")
    dice = [(5, 3), (3, 5), (4, 4)]
    assert sum(compare(some_case(rng, edition, dice[n % 3], sources=0.0, commands=0, wounds=16), edition) for n in range(60)) > 40


@EDITIONS
@pytest.mark.parametrize("batch", range(3))
def test_rerolls_on_both_sides(edition: str, batch: int) -> None:
    rng = random.Random(f"rerolls {edition} {batch}")
    cases = [some_case(rng, edition, (3, 2), sources=0.35, commands=1) for _ in range(30)]
    assert sum(compare(case, edition) for case in cases if rerolls_of(case) <= 4) > 15


@EDITIONS
def test_rerolls_on_one_side(edition: str) -> None:
    rng = random.Random(f"one side {edition}")
    for n in range(24):
        case = some_case(rng, edition, (2, 2), sources=0.0, commands=0)
        side = n % 2
        arms = some_melee(rng, edition, 4, 0.4)
        compare(case._replace(arms=swapped(case.arms, side, arms), rerolls=swapped((0, 0), side, rng.randint(0, 1))), edition)


@EDITIONS
def test_a_defender_without_a_weapon(edition: str) -> None:
    rng = random.Random(f"unarmed {edition}")
    for _ in range(10):
        case = some_case(rng, edition, (4, 1), sources=0.2, commands=0)
        compare(case._replace(arms=(case.arms[0], UNARMED)), edition)


@EDITIONS
def test_a_second_fight_with_injury(edition: str) -> None:
    rng = random.Random(f"second {edition}")
    for _ in range(20):
        case = some_case(rng, edition, (2, 2), sources=0.1, commands=0, wounds=9)
        compare(case._replace(fights=2), edition)


def test_hot_weapons_burn_both_sides() -> None:
    rng = random.Random("hot")
    for n in range(12):
        case = some_case(rng, "kt24", (2, 2), sources=0.1, commands=0, wounds=9)
        for side, arms in enumerate(case.arms):
            if n % 3 != side:
                arms.rules["hot"] = True
        compare(case._replace(fights=1 + n % 2), "kt24")


@EDITIONS
def test_ignored_wounds(edition: str) -> None:
    rng = random.Random(f"ignored {edition}")
    for n in range(24):
        case = some_case(rng, edition, (3, 2), sources=0.15, commands=n % 4 == 0, wounds=9)
        if n % 3 == 0:
            case.arms[n % 2].rules["hot"] = True
        for arms in case.arms:
            if arms.has("devastating"):
                arms.rules["devastating"] = arms.rules["devastating"][:1]  # of several: test_which_devastating_to_use
        compare(case._replace(ignores=rng.choice(((5, 0), (0, 6), (4, 5))), fights=1 + (n % 5 == 0)), edition)


def test_which_devastating_to_use() -> None:
    """The one that does most to the foe may do too much to its user, and each side looks at the other's choice."""
    rng = random.Random("devastating")
    chosen = []
    for n in range(36):
        ignoring = n % 3 == 0
        case = some_case(rng, "kt24", (2, 1) if ignoring else (3, 3), sources=0.1, commands=0, wounds=5 if ignoring else 12)
        for arms in case.arms[: 1 + n % 2]:
            arms.rules["devastating"] = tuple((rng.choice((0, 0, 1)), damage) for damage in rng.sample(range(1, 4), 2 if ignoring else 3))
        case = case._replace(ignores=rng.choice(((5, 0), (0, 6), (4, 4))) if ignoring else (0, 0), fights=1 + (n % 5 == 1))
        compare(case, "kt24")
        chosen += [advice.do for advice in asked(case, "kt24").advice if advice.do.startswith("Devastating")]
    assert any("to itself" in do for do in chosen) and not all("to itself" in do for do in chosen)


def test_the_strongest_devastating_is_not_always_the_best() -> None:
    """Best for the difference is what hurts only the foe, unless the foe falls by the other."""
    weapon = '2 2+ 1/1; Lethal 2+, Devastating 2, 1" Devastating 3'
    far_off, close = (odds.fight(attacker=weapon, defender=None, attacker_wounds=20, defender_wounds=wounds) for wounds in (20, 7))
    assert min(mine for mine, _, _ in far_off.joint) == 20
    assert min(mine for mine, _, _ in close.joint) == 20
    felled = odds.fight(attacker=weapon, defender=None, attacker_wounds=20, defender_wounds=7, objective="remove")
    assert felled.defender_incapacitated > close.defender_incapacitated


def carved(edition: str, weapon: dict[str, Any]) -> Arms:
    """Return a weapon of a team's file."""
    rules: dict[str, Any] = {}
    for text in weapon.get("rules", ()):
        name, _, number = text.rpartition(" ")
        rules[name.lower() if name else text.lower()] = int(number.rstrip("+")) if name else True
    normal, critical = map(int, weapon["damage"].split("/"))
    return Arms(edition, weapon["attacks"], int(weapon["hit"][0]), normal, critical, rules)


def test_fighters_of_teams_with_armour() -> None:
    """Abilities that lower damage count for both sides, and wounds are those on the card."""
    compared = 0
    for team, edition in (("ashen-wardens", "kt24"), ("sump-brewers", "kt24"), ("quarry-guild", "kt21")):
        file = tomllib.loads(files("counteract").joinpath(f"data/teams/{team}.toml").read_text())
        abilities = {one["id"]: one for one in file["ability"]}

        def softening(operative: dict[str, Any], abilities: dict[str, Any] = abilities) -> Foe:
            values = [abilities[name]["values"] for name in operative.get("abilities", ()) if abilities[name]["effect"] == "soften"]
            return Foe(6, 1, soften=tuple((one.get("by", 1), one.get("least", 3)) for one in values))

        fit = [
            one for one in file["operative"]
            if not any(abilities[name]["effect"].startswith(("weapon-rule", "ignore")) for name in one.get("abilities", ()))
        ]  # fmt: skip
        for one, two in permutations(fit[:3], 2):
            weapons = [next(w for w in who["weapon"] if w["kind"] == "melee") for who in (one, two)]
            arms = []
            for weapon, foe in zip(weapons, (softening(two), softening(one)), strict=True):
                plain = carved(edition, weapon)
                arms.append(plain._replace(normal=foe.softened(plain.normal), critical=foe.softened(plain.critical)))
            wounds = one["wounds"], two["wounds"]
            exact = Fighting(Case((arms[0], arms[1]), wounds, wounds), edition).solve()
            attacker, defender = (f"{team}/{who['id']}/{weapon['name']}" for who, weapon in zip((one, two), weapons, strict=True))
            found = odds.fight(ruleset=edition, attacker=attacker, defender=defender)
            assert near(found.value, exact.worth), (attacker, defender)
            assert not exact.unique or same({(a, b): chance for a, b, chance in found.joint}, exact.ends), (attacker, defender)
            compared += bool(softening(one).soften or softening(two).soften)
    assert compared > 4


def test_command_rerolls_are_there_in_each_fight() -> None:
    rng = random.Random("each fight")
    for _ in range(6):
        case = some_case(rng, "kt24", (2, 2), sources=0.0, commands=1, wounds=6)
        compare(case._replace(fights=2, rerolls=(1, rng.randint(0, 1))), "kt24")
