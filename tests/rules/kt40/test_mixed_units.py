"""The odds of attacks on units whose models differ: by hand, against a slow exact twin, and against play-outs. (INT-80, INT-83)"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest

from counteract.core.decision import PASS, Pick
from counteract.core.dice import SeededDice
from counteract.rulesets.kt40 import forecasts
from counteract.rulesets.kt40.attack_groups import AttackRow
from counteract.rulesets.kt40.attack_odds import UnitOdds
from counteract.rulesets.kt40.cards import Deed
from counteract.rulesets.kt40.casualties import order_casualties
from tests.rules.kt40.scenes import Scene, ability, blade, gun

SURE = '24" assault 3, 4 -6 '  # three shots of S4 that no armour stops; the damage follows


def shot_at(text: str, *models: tuple[float, dict[str, Any]], left: list[int] | None = None, **more: Any) -> UnitOdds:
    """Return the odds of the gun of one model at a unit: the distance of each of its models, and their figures if they differ from the usual.

    Each shot hits on 3+ and, with S4, wounds T4 on 4+: one in three wounds.
    """
    scene = Scene()
    scene.squad(0, (10, 2), models=1, weapons=[gun(text)])
    target(scene, models, left, **more)
    return forecasts.shooting(scene.play().arena, scene.state(phase="shooting"), 0, 1)


def target(scene: Scene, models: tuple[tuple[float, dict[str, Any]], ...], left: list[int] | None = None, **more: Any) -> None:
    cards = [scene.card(id=str(n), **figures) for n, (_, figures) in enumerate(models)]
    scene.unit(1, [(10 + n % 2, 2 + y) for n, (y, _) in enumerate(models)], *((card, 1) for card in cards), left=left, **more)


GRUNT: dict[str, Any] = {}
BOSS: dict[str, Any] = {"wounds": 2, "weapons": [blade()]}


# --- by hand


@pytest.mark.rule("KT40-ATT-09", "KT40-INT-83")
def test_a_boss_and_one_lose_three_wounds_to_three_shots() -> None:
    odds = shot_at(SURE + "1", (8, BOSS), (9.2, GRUNT))
    assert odds.wounds == pytest.approx(3 * 1 / 3)
    assert odds.destroyed == pytest.approx(1 / 27)
    assert odds.slain == pytest.approx(12 / 27 + 6 / 27 + 2 / 27)  # the one that is farther falls first; one of two is slain until the third wound


@pytest.mark.rule("KT40-DMG-01")
def test_damage_three_slays_one_of_them_a_shot() -> None:
    """One unsaved attack slays the grunt (1 wound), two the boss too; if the boss is the farther one it falls first (2 wounds)."""
    grunt_first, boss_first = shot_at(SURE + "3", (8, BOSS), (9.2, GRUNT)), shot_at(SURE + "3", (9.2, BOSS), (8, GRUNT))
    assert grunt_first.wounds == pytest.approx(12 / 27 * 1 + 7 / 27 * 3)
    assert boss_first.wounds == pytest.approx(12 / 27 * 2 + 7 / 27 * 3)
    assert grunt_first.destroyed == boss_first.destroyed == pytest.approx(7 / 27)


@pytest.mark.rule("KT40-INT-83")
def test_of_a_boss_and_two_the_commoner_wargear_falls_first() -> None:
    """Then one of each is left, and the farther one is next: 1, 2 and 4 wounds, or 1, 3 and 4."""
    near, far = shot_at(SURE + "3", (8, BOSS), (9.2, GRUNT), (10.4, GRUNT)), shot_at(SURE + "3", (10.4, BOSS), (9.2, GRUNT), (8, GRUNT))
    assert near.wounds == pytest.approx(12 / 27 * 1 + 6 / 27 * 2 + 1 / 27 * 4)
    assert far.wounds == pytest.approx(12 / 27 * 1 + 6 / 27 * 3 + 1 / 27 * 4)
    assert near.destroyed == far.destroyed == pytest.approx(1 / 27)


@pytest.mark.rule("KT40-ATT-09")
def test_a_damaged_boss_goes_first() -> None:
    odds = shot_at(SURE + "3", (8, {**BOSS, "wounds": 3}), (9.2, GRUNT), (10.4, GRUNT), left=[2, 1, 1])
    assert odds.wounds == pytest.approx(12 / 27 * 2 + 6 / 27 * 3 + 1 / 27 * 4)


@pytest.mark.rule("KT40-ATT-09")
def test_several_damaged_models_are_each_counted() -> None:
    odds = shot_at(SURE + "3", *((8 + 1.2 * n, {"wounds": 3}) for n in range(3)), left=[1, 2, 3])
    assert odds.wounds == pytest.approx(12 / 27 * 1 + 6 / 27 * 3 + 1 / 27 * 6)


@pytest.mark.rule("KT40-ATT-10", "KT40-ATT-11")
def test_each_model_has_its_own_save() -> None:
    """The first is saved by nothing, the second on 4+ whatever the AP: the unit falls if one in three of each shot, then one in six, gets through."""
    odds = shot_at('24" assault 2, 4 -6 1', (9.2, {}), (8, {"invulnerable": 4, "weapons": [blade()]}))
    assert odds.destroyed == pytest.approx(1 / 3 * 1 / 6)
    assert odds.wounds == pytest.approx(2 / 3 * 1 / 3 + 1 / 3 * (1 + 1 / 6))
    armour = shot_at('24" assault 2, 4 0 1', (9.2, {"save": 7}), (8, {"save": 3, "weapons": [blade()]}))
    assert armour.destroyed == pytest.approx(1 / 3 * 1 / 9)


@pytest.mark.rule("KT40-INT-80")
def test_toughness_follows_those_that_are_left() -> None:
    """Two of T4 and one of T8: 4+ to wound, and 6+ as soon as one of each is left: the highest of those as common."""
    odds = shot_at('24" assault 2, 4 -6 1', (8, {"toughness": 8, "weapons": [blade()]}), (9.2, GRUNT), (10.4, GRUNT))
    assert odds.wounds == pytest.approx(2 / 3 * 1 / 3 + 1 / 3 * (1 + 1 / 9))


@pytest.mark.rule("KT40-DMG-02")
def test_mortal_wounds_carry_on_to_the_next_model() -> None:
    """D3 of them: the grunt, then the boss is hurt, then it is slain."""
    scene = Scene()
    psyker = scene.psyker(0, (10, 2))
    target(scene, ((8, BOSS), (9.2, GRUNT)))
    arena, s = scene.play().arena, scene.state(phase="psychic")
    odds = forecasts.burning(arena, s, psyker, 1, Deed(kind="bolt", amount=gun('9" assault D3, 1 0 1').attacks))
    assert (odds.wounds, odds.slain, odds.destroyed) == pytest.approx((2, 4 / 3, 1 / 3))


@pytest.mark.rule("KT40-DMG-03", "KT40-WR-SNIPER-01")
def test_a_snipers_mortal_wound_falls_on_the_next_model() -> None:
    """One shot hits with 2/3; a wound of 3 damage slays the grunt, and with a 6 the mortal wound hurts the boss besides."""
    odds = shot_at('24" heavy 1, 4 -6 3; Sniper', (8, BOSS), (9.2, GRUNT))
    assert dict(odds.bars) == pytest.approx({0: 2 / 3, 1: 2 / 3 * 2 / 6, 2: 2 / 3 * 1 / 6})


@pytest.mark.rule("KT40-UNIT-12")
def test_ignored_wounds_of_a_mixed_unit() -> None:
    """One attack of 3 damage, each point ignored on 4+: the grunt, the only one it can hurt, is slain unless all three are."""
    odds = shot_at('24" assault 1, 4 -6 3', (8, BOSS), (9.2, GRUNT), abilities=[ability("ignore-wounds", needed=4)])
    assert odds.wounds == pytest.approx(1 / 3 * 7 / 8)


@pytest.mark.rule("KT40-MORALE-05")
def test_morale_is_tested_with_the_leadership_of_those_left() -> None:
    """One shot of one damage: with the boss slain the others of Ld 5 fail on a 5 and lose 1 on a 6; led by it they cannot fail."""
    lead = {"leadership": 9, "weapons": [blade()]}
    fallen, kept = (shot_at('24" assault 1, 4 -6 1', (away, lead), (8.6, {"leadership": 5})) for away in (9.8, 7.4))
    assert (fallen.fails, kept.fails) == pytest.approx((1 / 3 * 2 / 6, 0))
    assert fallen.fled == pytest.approx(1 / 3 * 2 / 6 * 1)  # it has one wound left
    assert fallen.wounds == kept.wounds == pytest.approx(1 / 3)


@pytest.mark.rule("KT40-FIGHT-09", "KT40-INT-83")
def test_those_that_are_left_of_a_mixed_unit_strike_back() -> None:
    """A sure blow of 3 damage slays the nearer grunt's comrade; the boss, of two attacks, strikes back."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, attacks=1, wounds=9, weapons=[blade("8 -6 3")])
    boss = scene.card(id="boss", wounds=2, attacks=2, weapons=[blade("user -6 1", "axe")])
    scene.unit(1, [(9, 11.2), (11, 11.2)], (boss, 1), (scene.card(id="grunt"), 1))
    arena, s = scene.play().arena, scene.state(phase="fight")
    first = order_casualties(arena, s, 1, 0)[0]
    assert first == 2  # as far as the boss: the highest number falls
    blow = forecasts.fighting(arena, s, 0, 1)
    back = forecasts.struck_back(arena, s, 0, 1, blow)
    assert back is not None
    lands = 2 / 3 * 5 / 6
    axe, fist = 2 * 2 / 3 * 1 / 2, 2 / 3 * 1 / 2 * 1 / 2
    assert back.wounds == pytest.approx(axe + (1 - lands) * fist)


# --- what ends, or begins, as models fall


def sheltered(*, shots: int = 2, psyker: bool = False) -> Scene:
    """Return a gunner and a unit of two, of which the damaged one alone is within 3" of a banner: by it each wound is ignored on a 4+."""
    scene = Scene()
    if psyker:
        scene.psyker(0, (10, 2))
    else:
        scene.squad(0, (10, 2), models=1, weapons=[gun(f'24" assault {shots}, 4 -6 1')])
    scene.squad(1, [(10, 12), (11.9, 12)], models=2, wounds=2, left=[1, 2])
    scene.character(1, (6, 12), abilities=[ability("aura", "banner", inches=3, boon="ignore wounds", bonus=4)])
    return scene


@pytest.mark.rule("KT40-ATT-09", "KT40-AURA-01", "KT40-INT-83")
def test_an_aura_ends_with_the_damaged_model_that_it_reaches() -> None:
    """The wound of the damaged one may be ignored; once it is slain the others have no banner, so no die is rolled for them."""
    play = sheltered(shots=3).shoot(0, dice=[6, 6, 6, 6, 5, 6, 2, 6])
    ignoring = [event.values["dice"] for event in play.events("ignore-roll")]
    assert (ignoring, play.left(1)) == ([(5,), (2,)], [0, 1])


@pytest.mark.rule("KT40-AURA-01", "KT40-INT-83")
@pytest.mark.parametrize(("shots", "ignoring"), [(1, [(2,)]), (3, [(2,), (2,)])])
def test_an_aura_ends_with_the_only_model_that_it_reaches(shots: int, ignoring: list[tuple[int, ...]]) -> None:
    """Nobody is hurt yet. The farthest falls first, and it alone is near the banner: the third wound is not rolled for."""
    scene = Scene()
    scene.squad(0, (14, 2), models=1, weapons=[gun(f'24" assault {shots}, 4 -6 1')])
    scene.squad(1, [(10, 12), (11.9, 12), (13.8, 12)], models=3, wounds=2)
    scene.character(1, (6, 12), abilities=[ability("aura", "banner", inches=3, boon="ignore wounds", bonus=4)])
    play = scene.shoot(0, dice=[*[6] * shots, 6, 2, 6, 2, 6])
    while play.what in ("allocate", "casualties"):
        play.game.play(play.game.decision.default)
    assert [event.values["dice"] for event in play.events("ignore-roll")] == ignoring
    assert sum(play.left(1)) == 6 - shots


@pytest.mark.rule("KT40-ATT-09", "KT40-AURA-01", "KT40-INT-83")
def test_the_odds_know_of_an_aura_that_ends() -> None:
    """A shot slays the damaged one with 1/6; then each costs a wound with 1/3, else with 1/6 again."""
    scene = sheltered()
    odds = forecasts.shooting(scene.play().arena, scene.state(phase="shooting"), 0, 1)
    assert dict(odds.bars) == pytest.approx({0: 25 / 36, 1: 1 / 6 * 2 / 3 + 5 / 6 * 1 / 6, 2: 1 / 6 * 1 / 3})


@pytest.mark.rule("KT40-AURA-01", "KT40-DMG-02")
def test_mortal_wounds_are_not_ignored_by_an_aura_that_has_ended() -> None:
    """Two of them: the first slays the damaged one, and the second is not rolled for."""
    play = sheltered(psyker=True).manifest(0, dice=[3, 4, 3, 1]).answer("smite")
    ignoring = [event.values["dice"] for event in play.events("ignore-roll")]
    assert (ignoring, play.left(1)) == ([(1,)], [0, 1])


@pytest.mark.rule("KT40-TERR-02", "KT40-SHOOT-05")
def test_the_odds_know_of_cover_that_is_won_as_models_fall() -> None:
    """Two of three stand in a wood, and the third falls first: 6+ saves one wound in six, and then 5+ two."""
    scene = Scene()
    scene.squad(0, (10, 2), models=1, weapons=[gun('24" assault 2, 4 0 1')])
    scene.squad(1, [(10, 12), (11.2, 12), (12.4, 14.5)], models=3, save=6)
    scene.wood(8, 11, 11.6, 13)
    odds = forecasts.shooting(scene.play().arena, scene.state(phase="shooting"), 0, 1)
    first, then = 1 / 3 * 5 / 6, 1 / 3 * 4 / 6
    assert dict(odds.bars) == pytest.approx({0: (1 - first) ** 2, 1: first * (1 - then) + (1 - first) * first, 2: first * then})


# --- a slow exact twin


class Body(NamedTuple):
    """A model: its wounds left and what an attack meets."""

    wounds: int
    toughness: int
    save: int
    invulnerable: int


class Gun(NamedTuple):
    """A weapon of the twin."""

    shots: int
    strength: int
    ap: int
    damage: tuple[int, ...]  # the results of its die
    sniper: bool


FACES = range(1, 7)
DIE = Fraction(1, 6)


def twin(left: tuple[Body, ...], guns: tuple[Gun, ...], ignore: int) -> dict[int, Fraction]:
    """Return the chances of each number of wounds lost, die after die as the specification reads; hits are on 3+."""
    total = sum(body.wounds for body in left)

    @cache
    def after(left: tuple[Body, ...], shots: tuple[Gun, ...]) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for chance, then in attack(left, shots[0]) if shots and left else ():
            for number, share in after(then, shots[1:]).items():
                found[number] = found.get(number, Fraction(0)) + chance * share
        return found or {total - sum(body.wounds for body in left): Fraction(1)}

    def attack(left: tuple[Body, ...], gun: Gun) -> Iterator[tuple[Fraction, tuple[Body, ...]]]:
        yield Fraction(1, 3), left  # a miss
        counts = {body.toughness: sum(other.toughness == body.toughness for other in left) for body in left}
        toughness = max(value for value, count in counts.items() if count == max(counts.values()))
        needed = next(n for n, good in enumerate((gun.strength >= 2 * toughness, gun.strength > toughness, gun.strength == toughness,
                                                  2 * gun.strength > toughness, True), 2) if good)  # fmt: skip
        for face in FACES:
            hurts, pierces = face >= needed, gun.sniper and face == 6
            for chance, then in saved(left, gun) if hurts else [(Fraction(1), left)]:
                for more, end in point(then, 1) if pierces and then else [(Fraction(1), then)]:
                    yield Fraction(2, 3) * DIE * chance * more, end

    def saved(left: tuple[Body, ...], gun: Gun) -> Iterator[tuple[Fraction, tuple[Body, ...]]]:
        body = left[0]
        for face in FACES:
            if face > 1 and (face + gun.ap >= body.save or (body.invulnerable and face >= body.invulnerable)):
                yield DIE, left
                continue
            for points in gun.damage:
                for chance, then in point(left, points):
                    yield DIE * Fraction(1, len(gun.damage)) * chance, then

    def point(left: tuple[Body, ...], points: int) -> list[tuple[Fraction, tuple[Body, ...]]]:
        if not points:
            return [(Fraction(1), left)]
        ways = []
        kept = Fraction(7 - ignore, 6) if ignore else Fraction(0)
        if kept:
            ways += [(kept * chance, then) for chance, then in point(left, points - 1)]
        body = left[0]._replace(wounds=left[0].wounds - 1)
        rest = point((body, *left[1:]), points - 1) if body.wounds else [(Fraction(1), left[1:])]
        return ways + [((1 - kept) * chance, then) for chance, then in rest]

    return after(left, tuple(one for one in guns for _ in range(one.shots)))


@pytest.mark.rule("KT40-INT-80", "KT40-INT-83", "KT40-DMG-01")
@pytest.mark.parametrize("seed", range(12))
def test_the_twin_agrees(seed: int) -> None:
    rng = random.Random(seed)
    scene, guns, weapons = Scene(), [], []
    for n in range(rng.randint(1, 3)):
        own = Gun(rng.randint(1, 2), rng.randint(3, 8), -rng.randint(0, 2), rng.choice([(1,), (2,), (3,), (1, 2, 3)]), rng.random() < 0.3)
        damage = "D3" if len(own.damage) > 1 else str(own.damage[0])
        guns.append(own)
        weapons.append(gun(f'24" assault {own.shots}, {own.strength} {own.ap} {damage}' + ("; Sniper" if own.sniper else ""), f"gun {n}"))
    scene.squad(0, (10, 2), models=1, weapons=weapons)
    models: list[dict[str, Any]] = [
        {"wounds": rng.randint(1, 3), "toughness": rng.choice([3, 4, 6]), "save": rng.randint(3, 7), "invulnerable": rng.choice([0, 0, 4, 5]),
         "weapons": rng.choice([[], [blade()]])}
        for _ in range(rng.randint(2, 4))
    ]  # fmt: skip
    left = [rng.randint(1, models[0]["wounds"]), *(own["wounds"] for own in models[1:])]
    ignore = rng.choice([0, 5])
    target(scene, tuple((8 + 1.2 * n, own) for n, own in enumerate(models)), left, abilities=[ability("ignore-wounds", needed=5)] if ignore else [])
    arena, s = scene.play().arena, scene.state(phase="shooting")
    odds = forecasts.attack_odds(arena, s, 0, "shooting", 1, [AttackRow(0, n, 1) for n in range(len(guns))])
    order = [i - 1 for i in order_casualties(arena, s, 1, 0)]
    bodies = tuple(Body(left[i], *(models[i][name] for name in ("toughness", "save", "invulnerable"))) for i in order)
    found = {number: chance for number, chance in twin(bodies, tuple(guns), ignore).items() if chance}
    assert dict(odds.bars) == pytest.approx({number: float(chance) for number, chance in found.items()}, abs=1e-12)
    assert odds.wounds <= sum(left)
    assert odds.destroyed == pytest.approx(float(found.get(sum(left), 0)), abs=1e-12)


# --- play-outs


@pytest.mark.rule("KT40-ATT-08", "KT40-ATT-09", "KT40-INT-83")
@pytest.mark.parametrize("left", [[2, 0, 0, 0, 1], [2, 0, 0, 1, 1], [1, 1, 1, 1, 1], [2, 1, 1, 1, 1]])
def test_what_is_played_out_with_default_casualties_agrees(left: list[int]) -> None:
    """A boss with a better save and its unit, shot at by five guns of D3 damage; within four standard errors."""
    scene, count = Scene(), 500
    scene.squad(0, (10, 2), models=5, weapons=[gun('24" assault 1, 5 -1 D3')])
    models: tuple[dict[str, Any], ...] = ({"wounds": 2, "save": 3, "toughness": 5, "leadership": 8, "weapons": [blade()]}, *[{"save": 6}] * 4)
    target(scene, tuple((10 + 1.2 * n, own) for n, own in enumerate(models)), left)
    scene.squad(1, (20, 12), models=1)
    play = scene.shoot(0)
    odds = forecasts.shooting(play.arena, play.s, 0, 1)
    lost, slain = [], []
    for seed in range(count):
        game = play.game.fork(dice=SeededDice(seed))
        game.play(Pick(1))
        while game.decision is not None:
            game.play(game.decision.default if game.decision.what in ("allocate", "casualties") else PASS)
        own = [game.state.models[i].wounds for i in range(5, 10)]
        lost.append(sum(left) - sum(own))
        slain.append(sum(map(bool, left)) - sum(map(bool, own)))
    for found, value in ((lost, odds.wounds), (slain, odds.slain), ([number == sum(left) for number in lost], odds.destroyed)):
        mean = sum(found) / count
        error = (sum((number - mean) ** 2 for number in found) / count / count) ** 0.5
        assert abs(mean - value) <= 4 * error
    assert odds.wounds <= sum(left)
