"""The odds of the army-scale edition against brute force with fractions, and against examples worked out by hand."""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Hashable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from counteract.rulesets.kt40 import odds as kt40
from counteract.rulesets.kt40 import odds_morale as kt40_morale
from counteract.rulesets.kt40.odds_cards import fighter_of, target_of, weapon_of
from counteract.rulesets.kt40.weapons import NAMES
from tests.odds.trees import Answer, Chance, Choice, Program, Solved, ended, solve, totals

CLOSE = 1e-12
AMOUNTS = {"1": ((1,),), "2": ((2,),), "3": ((3,),), "D3": ((1, 2, 3),), "2D3": ((1, 2, 3), (1, 2, 3))}


# --- brute force


class Attack(NamedTuple):
    """One weapon against one unit in plain numbers: what each die must show, what it may do."""

    shots: str
    hit: int
    wound: int
    save: int  # 7: none
    invulnerable: int
    damage: str
    wounds: int  # of a model
    hurt: int = 0
    ignore: int = 0
    melta: bool = False
    sniper: bool = False
    overheat: bool = False
    sure: bool = False
    cruel: bool = False


class Volley:
    """Models firing one after the other at a unit without end, as the specification reads; every die may be rolled again."""

    def __init__(self, attack: Attack, bearers: int, left: tuple[int, int]) -> None:
        self.attack, self.bearers, self.first = attack, bearers, left
        self.spot: Hashable = None

    def where(self) -> Hashable:
        return self.spot

    def run(self) -> Program:
        self.left, self.lost, self.standing, self.slain = list(self.first), 0, self.attack.wounds - self.attack.hurt, 0
        for bearer in range(self.bearers):
            self.bearer, self.one, self.shot, self.about = bearer, False, -1, ()
            shots = yield from self.amount("shots", self.attack.shots, False)
            for shot in range(shots):
                self.shot, self.about = shot, (shots,)
                yield from self.strike()
            self.slain += int(self.attack.overheat and self.one)
        return self.lost, self.slain

    def strike(self) -> Program:
        attack = self.attack
        face = yield from self.die(0, "hit", attack.sure)
        self.one = self.one or (attack.overheat and face == 1)
        if face < attack.hit and face != 6:
            return
        face = yield from self.die(0, "wound", attack.cruel)
        if face < attack.wound:
            return
        self.about += (attack.sniper and face == 6,)
        extra = attack.sniper and face == 6
        if not (yield from self.saved()):
            points = yield from self.amount("damage", attack.damage, attack.melta)
            for point in range(points):
                self.about = (*self.about[:2], points, point)
                if (yield from self.wounded()):
                    break
        self.about = (*self.about[:2], "mortal")
        if extra:
            yield from self.wounded()

    def saved(self) -> Program:
        ways = [needed for needed in (self.attack.save, self.attack.invulnerable) if needed < 7]
        if not ways:
            return False
        needed = ways[0]
        if len(ways) > 1:
            needed = yield from self.ask("way", Choice(1, ways))
        self.about += (needed,)
        face = yield from self.die(1, "save", False)
        return face >= needed and face != 1

    def wounded(self) -> Program:
        """Lose one wound unless it is ignored; return True if that slays a model."""
        if self.attack.ignore and (yield from self.die(1, "ignore", False)) >= self.attack.ignore:
            return False
        self.lost += 1
        self.standing -= 1
        if self.standing:
            return False
        self.standing = self.attack.wounds
        return True

    def amount(self, name: str, text: str, higher: bool) -> Program:
        """Roll the dice of an amount, any one of which may be rolled again."""
        values = list(AMOUNTS[text]) * (2 if higher else 1)
        found = []
        for ways in values:
            found.append((yield from self.ask((name, tuple(found)), Chance(tuple((Fraction(1, len(ways)), way) for way in ways)))))
        if self.left[0] and len(values[0]) > 1:
            again = yield from self.ask((name, "again", tuple(found)), Choice(0, (None, *range(len(found)))))
            if again is not None:
                self.left[0] -= 1
                ways = values[again]
                found[again] = yield from self.ask((name, again, tuple(found)), Chance(tuple((Fraction(1, len(ways)), way) for way in ways)))
        return max(found) if higher else sum(found)

    def die(self, player: int, name: str, ones: bool) -> Program:
        six = Chance(tuple((Fraction(1, 6), face) for face in range(1, 7)))
        face = yield from self.ask((name, 0), six)
        if face == 1 and ones:
            return (yield from self.ask((name, 1), six))
        if self.left[player] and (yield from self.ask((name, face), Choice(player, (False, True), (name, face)))):
            self.left[player] -= 1
            face = yield from self.ask((name, 2), six)
        return face

    def ask(self, about: Hashable, request: Chance | Choice) -> Generator[Chance | Choice, Any, Any]:
        self.spot = about, self.bearer, self.shot, self.about, tuple(self.left), self.lost, self.standing, self.one, self.slain
        return (yield request)


STRENGTHS = {2: 8, 3: 5, 4: 4, 5: 3, 6: 2}  # that wound T4 on so much


def attack_of(seed: int) -> tuple[Attack, int]:
    """Return a random weapon and unit, and how many fire."""
    rng = random.Random(seed)
    wounds = rng.randint(1, 3)
    damage = rng.choice(("1", "2", "3", "D3", "2D3"))
    attack = Attack(
        shots=rng.choice(("1", "2", "D3")), hit=rng.randint(2, 6), wound=rng.randint(2, 6), save=rng.choice((2, 3, 5, 7)),
        invulnerable=rng.choice((7, 7, 4, 5)), damage=damage, wounds=wounds, hurt=rng.randrange(wounds), ignore=rng.choice((0, 0, 5)),
        melta=damage == "D3" and rng.random() < 0.6, sniper=rng.random() < 0.3, overheat=rng.random() < 0.3, sure=rng.random() < 0.3,
        cruel=rng.random() < 0.3,
    )  # fmt: skip
    return attack, 1 if attack.shots != "1" else rng.randint(1, 2)


def cards(attack: Attack, models: int) -> tuple[str, dict[str, Any]]:
    """Return the attack as cards that the odds read."""
    flags = {
        "melta": attack.melta, "sniper": attack.sniper, "overheat": attack.overheat, "re-roll ones to hit": attack.sure,
        "re-roll ones to wound": attack.cruel,
    }  # fmt: skip
    rules = ", ".join(name for name, holds in flags.items() if holds)
    weapon = f'Assault {attack.shots} 24" S{STRENGTHS[attack.wound]} AP0 D {attack.damage} BS{attack.hit}+; {rules}'
    target = {
        "models": models, "toughness": 4, "save": attack.save % 7, "invulnerable": attack.invulnerable % 7, "wounds": attack.wounds,
        "hurt": attack.hurt, "ignore": attack.ignore,
    }  # fmt: skip
    return weapon, target


@pytest.mark.parametrize("objective", ["damage", "incapacitate", "capped"])
@pytest.mark.parametrize("seed", range(24))
def test_brute_force_agrees(seed: int, objective: str) -> None:
    """Random weapons and units: every die followed, every die tried again; wounds lost and bearers slain are as the odds say."""
    attack, bearers = attack_of(seed)
    rerolls = ((0, 0), (1, 0), (0, 1), (1, 1))[seed % 4]
    weapon, target = cards(attack, 2)
    whole = 2 * attack.wounds - attack.hurt

    def end(found: tuple[int, int]) -> Solved:
        lost, _ = found
        return ended(
            found, *{"damage": (lost, lost >= whole), "incapacitate": (lost >= whole, lost), "capped": (min(lost, whole), lost >= whole)}[objective]
        )

    volley = Volley(attack, bearers, rerolls)
    slow = solve(volley.run, end, where=volley.where)
    odds = kt40.shoot(weapon, target, models=bearers, half_range=True, rerolls=rerolls[0], defender_rerolls=rerolls[1], objective=objective)  # type: ignore[arg-type]
    assert odds.value == pytest.approx(float(slow.worth[0]), abs=CLOSE)
    assert odds.incapacitate == pytest.approx(float(slow.worth[0 if objective == "incapacitate" else 1]), abs=CLOSE)
    assert sum(odds.distribution.values()) == pytest.approx(1, abs=CLOSE)
    if sum(rerolls) == 0 or objective == "damage":
        assert odds.expected == pytest.approx(float(sum(lost * chance for (lost, _), chance in slow.ends.items())), abs=CLOSE)
    if sum(rerolls) == 0:
        assert odds.distribution == pytest.approx(totals((lost, chance) for (lost, _), chance in slow.ends.items()), abs=CLOSE)
        if attack.overheat:
            slain = sum(burnt * chance for (_, burnt), chance in slow.ends.items())
            assert odds.details["bearers_slain"] == pytest.approx(float(slain), abs=CLOSE)


def failing(attack: Attack) -> Answer:
    """Return a function that plays simply: the better save, and a re-roll of failures but of no number."""

    def answer(choice: Choice) -> Any:
        if choice.about is None:
            return choice.options[0] if None in choice.options else min(choice.options)
        name, face = choice.about
        needed = {"hit": attack.hit, "wound": attack.wound, "save": min(attack.save, attack.invulnerable), "ignore": attack.ignore}
        return face < needed[name]

    return answer


@pytest.mark.parametrize("seed", range(40, 56))
def test_brute_force_agrees_about_re_rolled_failures(seed: int) -> None:
    """Each player rolls the first failure again: all ends are as likely as the odds say."""
    attack, bearers = attack_of(seed)
    rerolls = ((1, 0), (0, 1), (1, 1))[seed % 3]
    weapon, target = cards(attack, 2)
    volley = Volley(attack, bearers, rerolls)
    slow = solve(volley.run, lambda found: ended(found, found[0]), failing(attack), volley.where)
    odds = kt40.shoot(weapon, target, models=bearers, half_range=True, rerolls=rerolls[0], defender_rerolls=rerolls[1], reroll="fails")
    assert odds.distribution == pytest.approx(totals((lost, chance) for (lost, _), chance in slow.ends.items()), abs=CLOSE)


# --- fights


class Brawl:
    """Two units of models with one wound strike in turn, as the specification reads."""

    def __init__(self, models: tuple[int, int], attacks: tuple[int, int], needed: tuple[tuple[int, int, int], ...], left: tuple[int, int]) -> None:
        self.models, self.attacks, self.needed, self.first = models, attacks, needed, left
        self.spot: Hashable = None

    def where(self) -> Hashable:
        return self.spot

    def run(self) -> Program:
        self.left, lost = list(self.first), [0, 0]
        for player in (0, 1):
            for blow in range((self.models[player] - lost[player]) * self.attacks[player]):
                if lost[1 - player] < self.models[1 - player]:
                    lost[1 - player] += yield from self.blow(player, (player, blow, tuple(lost)))
        return tuple(lost)

    def blow(self, player: int, spot: Hashable) -> Program:
        for roller, name, needed in zip((player, player, 1 - player), ("hit", "wound", "save"), self.needed[player], strict=True):
            face = yield from self.die(roller, needed, (spot, name))
            if (face >= needed) is (name == "save"):
                return 0
        return 1

    def die(self, player: int, needed: int, spot: Hashable) -> Program:
        six = Chance(tuple((Fraction(1, 6), face) for face in range(1, 7)))
        self.spot = spot, tuple(self.left)
        face = yield six
        if self.left[player]:
            self.spot = spot, tuple(self.left), face
            if (yield Choice(player, (False, True))):
                self.left[player] -= 1
                self.spot = spot, tuple(self.left), "again"
                face = yield six
        return face


@pytest.mark.parametrize("seed", range(12))
def test_brute_force_agrees_about_fights(seed: int) -> None:
    """Small units: those left of the defenders strike back; one Command Re-roll each serves to strike and to save."""
    rng = random.Random(seed)
    models, attacks = (rng.randint(1, 2), rng.randint(1, 2)), (rng.randint(1, 2), 1)
    needed = tuple((rng.randint(2, 5), rng.randint(2, 6), rng.randint(2, 6)) for _ in range(2))
    rerolls = ((0, 0), (1, 0), (0, 1), (1, 1))[seed % 4]
    objective = ("difference", "survive", "remove")[seed % 3]

    def end(lost: tuple[int, int]) -> Solved:
        worth = {"difference": lost[1] - lost[0], "survive": lost[0] < models[0], "remove": lost[1] == models[1]}[objective]
        return ended(lost, worth)

    brawl = Brawl(models, attacks, needed, rerolls)
    slow = solve(brawl.run, end, where=brawl.where)
    units = [
        f"A{attacks[k]} WS{needed[k][0]}+ S{STRENGTHS[needed[k][1]]} AP0 D1 | models {models[k]} T4 save {needed[1 - k][2]}+" for k in (0, 1)
    ]  # fmt: skip
    found = kt40.fight(*units, rerolls=rerolls[0], defender_rerolls=rerolls[1], objective=objective)  # type: ignore[arg-type]
    assert found.value == pytest.approx(float(slow.worth[0]), abs=CLOSE)
    assert sum(chance for _, _, chance in found.joint) == pytest.approx(1, abs=CLOSE)
    if sum(rerolls) == 0:
        ends = totals(((models[0] - lost[0], models[1] - lost[1]), chance) for lost, chance in slow.ends.items())
        assert {(mine, theirs): chance for mine, theirs, chance in found.joint} == pytest.approx(ends, abs=CLOSE)


def test_an_opportunity_strike_needs_sixes_and_is_not_answered() -> None:
    unit = "A1 WS2+ S4 AP0 D1 | models 3 T4"
    odds = kt40.fight(unit, unit, opportunity=True)
    assert (odds.expected_dealt, odds.expected_taken) == pytest.approx((3 / 6 * 1 / 2, 0))


def test_unwieldy_extra_attacks_and_obstacles() -> None:
    """Two attacks and one extra at WS 3+, -1 each for an Unwieldy weapon and for a barricade: 5+."""
    odds = kt40.fight("A2 WS3+ S8 AP0 D1; unwieldy, extra attacks 1 | T4", "A1 WS3+ | models 9 T4", obstacle=True, strikes_back=False)
    assert odds.expected_dealt == pytest.approx(3 * 2 / 6 * 5 / 6)


# --- morale


def lost(number: int, target: str, **more: Any) -> kt40_morale.Morale:
    return kt40_morale.morale(kt40.target_of(target), {number: 1.0}, **more)


def sixths(*faces: int) -> Any:
    """Return how often each number comes on a die with these faces."""
    return pytest.approx({face: faces.count(face) / 6 for face in faces})


def test_ordinary_morale() -> None:
    """Ten models, 5 wounds lost, Ld 7: 1 and 2 pass, 3 to 6 cost 1 to 4 wounds. Twelve lost at Ld 6: only a 1 passes."""
    test = lost(5, "models 10 T4 Ld 7")
    assert test.fails == pytest.approx(4 / 6)
    assert test.losses == sixths(0, 0, 1, 2, 3, 4)
    assert test.left == sixths(5, 5, 4, 3, 2, 1)
    assert lost(12, "models 20 T4 Ld 6").fails == pytest.approx(5 / 6)


def test_no_wounds_lost_no_test_and_nobody_left_none() -> None:
    assert lost(0, "models 10 T4 Ld 1").fails == 0
    assert lost(10, "models 10 T4 Ld 1").fails == 0
    assert lost(0, "models 10 T4 Ld 2 lost 3").fails == pytest.approx(5 / 6)


def test_damage_mortal_wounds_and_morale() -> None:
    """Three models of two wounds that have lost 5, Ld 7: from a 3 on the last one goes too."""
    assert lost(5, "models 3 T4 wounds 2 Ld 7").left == sixths(1, 1, 0, 0, 0, 0)


def test_vehicles_and_characters() -> None:
    """A vehicle loses wounds unless it has a table; a character loses none. All of them test."""
    assert lost(6, "T7 wounds 8 Ld 7 vehicle").losses == sixths(0, 1, 2, 2, 2, 2)
    for kind in ("vehicle degrading table", "character", "character vehicle", "character vehicle table"):
        test = lost(6, f"T7 wounds 8 Ld 7 {kind}")
        assert test.losses == {0: pytest.approx(1)} and test.fails == pytest.approx(5 / 6)


def test_a_shaken_character_tests_at_one_more() -> None:
    assert lost(2, "T4 wounds 5 Ld 9 character", modifier=1).fails == 0
    assert lost(3, "T4 wounds 5 Ld 9 character", modifier=1).fails == pytest.approx(1 / 6)


def test_a_re_roll_of_the_morale_test() -> None:
    """Losses of 0, 0, 1, 2, 3, 4 are 5/3 on average: 2 and more are rolled again, 1 is not."""
    test = lost(5, "models 10 T4 Ld 7", rerolls=1)
    again = 3 / 6 / 6
    assert test.losses == pytest.approx({0: 2 / 6 + 2 * again, 1: 1 / 6 + again, 2: again, 3: again, 4: again})


# --- worked out by hand


def expected(weapon: str, target: str, **more: Any) -> float:
    return kt40.shoot(weapon, target, **more).expected


def test_damage_does_not_carry_over() -> None:
    """Damage 3 on models of two wounds takes two; two such attacks that wound on 2+ slay up to two models."""
    odds = kt40.shoot('Heavy 2 36" S8 AP0 D3; auto-hit', "models 3 T4 wounds 2")
    assert odds.distribution == pytest.approx({0: 1 / 36, 2: 10 / 36, 4: 25 / 36})
    assert odds.details["models_slain"] == pytest.approx({0: 1 / 36, 1: 10 / 36, 2: 25 / 36})


def test_a_hurt_model_goes_first() -> None:
    """With one wound of the first model left, damage 2 slays it and no more."""
    odds = kt40.shoot('Heavy 1 36" S8 AP0 D2; auto-hit', "models 2 T4 wounds 2 hurt 1")
    assert odds.distribution == pytest.approx({0: 1 / 6, 1: 5 / 6})
    assert odds.details["models_slain"] == pytest.approx({0: 1 / 6, 1: 5 / 6})


def test_a_snipers_mortal_wound_goes_on_to_the_next_model() -> None:
    """S4 against T4, no save, damage 2 on models of two wounds: a 6 takes three wounds."""
    odds = kt40.shoot('Heavy 1 36" S4 AP0 D2; auto-hit, sniper', "models 2 T4 wounds 2")
    assert odds.distribution == pytest.approx({0: 3 / 6, 2: 2 / 6, 3: 1 / 6})


def test_saves() -> None:
    """Sv 4+ against AP -2 in cover needs a 5; against AP -3 in cover a 5++ is better; a 2+ in cover still fails on a 1."""
    gun = 'Heavy 1 36" S8 AP{} D1; auto-hit'
    assert expected(gun.format(-2), "T4 save 4+ in cover") == pytest.approx(5 / 6 * 4 / 6)
    assert expected(gun.format(-2), "T4 save 4+") == pytest.approx(5 / 6 * 5 / 6)
    assert expected(gun.format(-3), "T4 save 4+ invulnerable 5+", cover=True) == pytest.approx(5 / 6 * 4 / 6)
    assert expected(gun.format(0), "T4 save 2+", cover=True) == pytest.approx(5 / 6 * 1 / 6)
    assert expected(gun.format(-2) + ", ignores cover", "T4 save 4+ in cover") == pytest.approx(5 / 6 * 5 / 6)


def test_what_makes_hitting_harder() -> None:
    """Obstacles, a Heavy weapon after a move and an Assault weapon after an advance: -1 each; in overwatch only 6s hit."""

    def hit(weapon: str = 'Heavy 1 36" S8 AP0 D1 BS4+', **more: Any) -> float:
        return round(expected(weapon, "T4", **more) * 36 / 5)

    assert [hit(), hit(obscured=True), hit(obscured=True, moved=True), hit(obscured=True, moved=True, modifier=-3)] == [3, 2, 1, 1]
    assert hit('Assault 1 36" S8 AP0 D1 BS4+', advanced=True, moved=True) == 2
    assert hit(overwatch=True, modifier=1) == 1
    assert hit('Heavy 1 8" S8 AP0 D1; auto-hit', overwatch=True, obscured=True) == 6


def test_melta_within_half_range() -> None:
    """The higher of two D6 is 161/36 on average, one is 7/2; against ten wounds nothing is lost."""
    gun = 'Assault 1 12" S8 AP0 D D6; auto-hit, melta'
    assert expected(gun, "T4 wounds 10") == pytest.approx(5 / 6 * 7 / 2)
    assert expected(gun, "T4 wounds 10", half_range=True) == pytest.approx(5 / 6 * 161 / 36)


def test_rapid_fire_and_models() -> None:
    assert expected('Rapid Fire 1 24" S4 AP0 D1 BS3+', "T4", models=5, half_range=True) == pytest.approx(10 * 4 / 6 * 1 / 2)
    assert expected('Rapid Fire 1 24" S4 AP0 D1 BS3+', "T4", models=5, shots=2) == pytest.approx(10 * 4 / 6 * 1 / 2)


def test_overheating_slays_the_bearer() -> None:
    """Each bearer with two shots rolls a 1 with one of them in 11 of 36 cases; with ones rolled again in far fewer."""
    gun = 'Assault 2 24" S4 AP0 D1 BS3+; overheat'
    assert kt40.shoot(gun, "T4", models=3).details["bearers_slain"] == pytest.approx(3 * 11 / 36)
    assert kt40.shoot(gun + ", re-roll ones to hit", "T4").details["bearers_slain"] == pytest.approx(1 - (35 / 36) ** 2)


def test_morale_after_shooting() -> None:
    """One attack slays one of two models of Ld 5 with 5/6; a 5 or a 6 with 1 wound lost is above 5, and the other model goes too."""
    odds = kt40.shoot('Heavy 1 24" S8 AP0 D1; auto-hit', "models 2 T4 Ld 5")
    assert odds.details["morale"]["fails"] == odds.details["destroyed"] == pytest.approx(5 / 6 * 2 / 6)
    assert odds.incapacitate == 0 and odds.injure == pytest.approx(5 / 6)


@pytest.mark.parametrize("seed", range(30))
def test_chances_make_one(seed: int) -> None:
    """Whatever is asked."""
    rng = random.Random(seed)
    rules = ", ".join(rng.sample([*NAMES], 3)).replace("melta", "indirect").replace("unwieldy", "indirect")
    kind, number, damage = rng.choice(("Heavy", "Rapid Fire")), rng.choice(("1", "2", "D6")), rng.choice(("1", "D3"))
    weapon = f'{kind} {number} 24" S{rng.randint(1, 9)} AP-{rng.randrange(4)} D {damage} BS3+; {rules}'
    target = f"models {rng.randint(1, 10)} T{rng.randint(2, 8)} save {rng.randint(2, 6)}+ wounds {rng.randint(1, 4)} Ld {rng.randint(4, 9)}"
    odds = kt40.shoot(
        weapon, target, models=rng.randint(1, 4), rerolls=rng.randrange(2), defender_rerolls=rng.randrange(2), half_range=rng.random() < 0.5
    )
    details = odds.details
    for table in (odds.distribution, details["wounds_lost"], details["models_slain"], details["morale"]["losses"], details["morale"]["models_slain"]):
        assert sum(table.values()) == pytest.approx(1, abs=CLOSE)
    assert odds.incapacitate <= details["destroyed"] + CLOSE
    assert odds.value == pytest.approx(odds.expected, abs=1e-9)


# --- cards


def test_a_unit_is_read_from_text_and_mapping() -> None:
    text = kt40.target_of("models 5 T4 save 3+ wounds 2 Ld 8 hurt 1 invulnerable 5+ ignore 6+ lost 2 in cover vehicle degrading table")
    mapping = {
        "models": 5, "toughness": 4, "save": 3, "wounds": 2, "leadership": 8, "hurt": 1, "invulnerable": "5+", "ignore": 6, "lost": 2, "cover": True,
        "vehicle": True, "table": True,
    }  # fmt: skip
    assert kt40.target_of(mapping) == text and text.all == 9


def test_a_weapon_is_read_from_text_and_mapping() -> None:
    weapon = kt40.weapon_of('Lance: Heavy D3 36" S8 AP-4 D D6 BS3+; Re-roll ones to hit, melta')
    assert (weapon.name, str(weapon.attacks), weapon.rules.sure, weapon.rules.melta) == ("Lance", "D3", True, True)
    mapping = {
        "type": "heavy D3",
        "range": 36,
        "strength": 8,
        "ap": -4,
        "damage": "D6",
        "bs": 3,
        "rules": "Re-roll ones to hit, melta",
        "name": "Lance",
    }
    assert kt40.weapon_of(mapping) == weapon
    assert kt40.fighter_of({"weapon": "A1 WS3+", "toughness": 4, "strength": 5}) == kt40.fighter_of("A1 WS3+ | T4 S5")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("models 0 T4", "models 0"),
        ("models 31 T4", "models 31"),
        ("models 5 T4 Ld 0", "Ld 0"),
        ("models 5 save 3+", "toughness"),
        ("T4 wounds 2 hurt 2", "hurt 2"),
        ("T4 wounds -2", "wounds -2"),
        ("T4 purple", "purple"),
    ],
)
def test_bad_units_are_told_how_to_be_written(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named) as caught:
        kt40.target_of(text)
    assert "write it like" in str(caught.value)


@pytest.mark.parametrize(
    ("weapon", "more", "named"),
    [
        ('Heavy 1 24" S4 D1 BS3+; melta', {}, "melta"),
        ('Heavy 1 24" S4 D1 BS3+; unwieldy', {}, "unwieldy"),
        ('Heavy 1 24" S4 D1', {}, "BS"),
        ("A1 WS3+", {}, "melee"),
        ('Heavy 1 24" S4 BS3+', {"advanced": True}, "advance"),
        ('Heavy 1 24" S4 BS3+', {"rerolls": 2}, "rerolls"),
        ('Heavy 1 24" S4 BS3+', {"models": 0}, "models"),
        ('Heavy 20 24" S4 BS3+', {"models": 9}, "attacks"),
        ('Heavy 1 24" S4 BS3+', {"objective": "fame"}, "objective"),
    ],
)
def test_what_cannot_be_asked_is_refused(weapon: str, more: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        kt40.shoot(weapon, "T4", **more)


def test_unknown_abilities_are_kept_and_named() -> None:
    assert kt40.shoot('Heavy 1 24" S4 D1 BS3+; holy', "T4").not_computed == ("holy",)
    assert kt40.fight("A1 WS3+; overheat | T4", "A1 WS3+; grim | T4").not_computed == ("overheat", "grim")


def test_advice_and_json() -> None:
    odds = kt40.shoot('Heavy D6 24" S4 AP-2 D D3 BS3+', "models 3 T4 save 3+ invulnerable 5+ wounds 2", rerolls=1, defender_rerolls=1)
    whens = [line.when for line in odds.advice]
    assert "defender: an attack wounds" in whens
    assert any(when.startswith("attacker: number of shots: 1") for when in whens)
    assert json.loads(json.dumps(odds.as_dict()))["ruleset"] == "kt40"
    assert json.loads(json.dumps(kt40.fight("A1 WS3+ | T4", "A1 WS3+ | T4", rerolls=1).as_dict()))["advice"]


# --- by name


def test_weapons_and_units_of_armies_are_known_by_name():
    """A model's weapon comes with its skill and attacks, a unit with its size; what differs stands behind a comma."""
    rifle = weapon_of("bell-patrol/vergers/peal-rifle")
    assert (rifle.type, rifle.skill, rifle.damage.mean) == ("rapid fire", 3, 1.0)
    assert weapon_of("bell-patrol/vergers/furnace-rifle-roaring").rules.overheat
    unit = target_of("hedge-patrol/nettlings, hurt 0 in cover")
    assert (unit.models, unit.toughness, unit.cover) == (10, 3, True)
    king = fighter_of("hedge-patrol/hedge-king/the-king-of-crows")
    assert king.weapon.attacks.plus == 4 and king.target.wounds == 5


@pytest.mark.parametrize(
    ("read", "name", "says"),
    [
        (weapon_of, "bell-patrol/vergers/longbow", "Verger File 1 has no weapon 'longbow'; it has peal-rifle"),
        (weapon_of, "bell-patrol/vergers", "write team/unit/weapon"),
        (target_of, "bell-patrol/dragons", "bell-patrol has no unit 'dragons'; it has provost, vergers, vergers-2"),
        (fighter_of, "bell-patrol/vergers/peal-rifle", "is a ranged weapon"),
    ],
)
def test_names_that_armies_do_not_have_are_refused(read, name, says):
    with pytest.raises(ValueError, match=says):
        read(name)
