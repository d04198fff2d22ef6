"""The odds of the 2018 edition against its engine, and against fractions worked out by hand or by brute force."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator, Hashable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from counteract.attacks.hitwoundsave import wound_number
from counteract.core.decision import PASS, Decision, Pick, Roll
from counteract.core.procedure import Referee
from counteract.core.state import Task
from counteract.rulesets.kt18 import attack_odds
from counteract.rulesets.kt18 import odds as kt18
from counteract.rulesets.kt18.ruleset import RULESET
from tests.odds.trees import Answer, Chance, Choice, Program, Solved, dice, ended, solve, totals
from tests.rules.kt18.scene import Scene
from tests.rules.kt18.teams import soldier

NEAR, FAR = 5.0, 15.0  # of a range of 20"
CLOSE = 1e-12
PAST = ("hit", "outcome")


# --- the engine plays


class Case(NamedTuple):
    """A shot as both the odds and the engine can make it."""

    weapon: str
    target: dict[str, Any]
    bs: int = 3
    far: bool = False
    wall: bool = False  # next to the target
    flesh: int = 0
    broken: bool = False
    moved: bool = False
    overwatch: bool = False
    rerolls: tuple[int, int] = (0, 0)
    shots: int = 1
    objective: str = "incapacitate"
    reroll: str = "best"
    guns: tuple[str, ...] = ()  # fired together with the weapon


def drawn(case: Case) -> Scene:
    """Return a scene with shooters side by side and their target; a wall may hide half of it."""
    scene = Scene(board=(40, 40))
    weapons = [kt18.weapon_of(text) for text in (case.weapon, *case.guns)]
    y = 20.0
    for k in range(case.shots):
        scene.add(0, (2 + 1.5 * k, y + 4 * (case.shots > 1) * k), weapons=weapons, bs=case.bs, flesh=case.flesh, moved=case.moved)
    stats = dict(case.target)
    flesh = stats.pop("flesh", 0)
    ignores = stats.pop("ignore", 0)
    stats["save"] = stats.get("save") or 7
    x = 3 + (FAR if case.far else NEAR)
    scene.add(1, (x, y), ignores=ignores, flesh=flesh, **stats)
    if case.wall:
        scene.wall(x - 1.2, y, x - 0.7, y + 9)
    return scene


Fates = tuple[tuple[int, int, bool], ...]  # wounds, flesh wounds, out of action of each model


class Engine:
    """The engine's own procedures as programs: their dice are chances, their decisions choices."""

    def __init__(self, scene: Scene, target: int, worth: Callable[[Fates], tuple[Any, ...]], answer: Answer | None = None) -> None:
        self.arena, _ = RULESET.arrange(scene.setup())
        self.target = target
        self.worth = worth
        self.answer = answer
        self.known: dict[Any, Solved] = {}
        self.merge = True  # places alike in the tree are one
        self.ref: Any = None
        self.running: Any = None

    def solve(self, state: Any) -> Solved:
        """Return all outcomes of a state, to its last task; no model shoots or fights once one is out of action."""
        if not state.agenda or (state.agenda[-1].name in ("shoot", "fight") and any(model.out for model in state.models)):
            fates = tuple((model.wounds, model.flesh, model.out) for model in state.models)
            return ended(fates, *self.worth(fates))
        if state not in self.known:
            self.known[state] = solve(lambda: self.task(state), self.solve, self.answer, self.where if self.merge else None)
        return self.known[state]

    def task(self, state: Any) -> Program:
        """Return the outcomes of one task of the agenda."""
        task = state.agenda[-1]
        self.ref = ref = Referee(self.arena, state)
        self.running = running = RULESET.procedures[task.name](ref, *task.args)
        yield from _procedure(running, self.target)
        return ref.finished()

    def where(self) -> Hashable:
        """Return the state, and the lines and plain values of the procedures.

        How many attacks have hit so far and how they went matters for falls alone, of which there are none here.
        """
        frames, running = [], self.running
        while running is not None:
            frame = running.gi_frame
            known = ((name, tuple(value.items()) if isinstance(value, dict) else value) for name, value in frame.f_locals.items())
            values = tuple((name, value) for name, value in known if name not in PAST and isinstance(value, (int, str, tuple)))
            frames.append((frame.f_code.co_name, frame.f_lineno, values))
            running = running.gi_yieldfrom
        return self.ref.state, tuple(frames)


def _procedure(running: Any, target: int) -> Generator[Chance | Choice, Any, None]:
    given: Any = None
    while True:
        try:
            request = running.send(given)
        except StopIteration:
            return
        if isinstance(request, Roll):
            given = yield dice(request.count)
        else:
            given = yield from _decision(request, target)


def _decision(request: Decision, target: int) -> Generator[Chance | Choice, Any, Any]:
    if request.what in ("save", "re-roll", "next-batch"):
        return (yield Choice(request.player, request.options, request))
    if request.what == "target":
        return Pick(target)
    assert request.what in ("close-in", "move", "tactic"), request.what
    return PASS


def failing(needed: int) -> Callable[[Choice], Any]:
    """Return a function that plays simply: the better save, and a re-roll of failures; a wound roll of ``needed`` or more is none."""

    def answer(choice: Choice) -> Any:
        about = choice.about
        wounded = "wound roll" in about.template and about.faces[0] >= needed
        return choice.options[0] if about.what == "save" or wounded else choice.options[1]

    return answer


def by_engine(case: Case, *, merge: bool = True) -> Solved:
    scene, target = drawn(case), case.shots
    tasks = [Task("overwatch", (k, target)) if case.overwatch else Task("shoot", (k,)) for k in range(case.shots)]
    wounds, flesh = case.target.get("wounds", 1), case.target.get("flesh", 0)

    def worth(fates: Fates) -> tuple[int, ...]:
        left, hurt, out = fates[target]
        lost = wounds - (left if hurt == flesh and not out else 0)
        return (int(out),) if case.objective == "incapacitate" else (lost, int(out))

    needed = wound_number(kt18.weapon_of(case.weapon).strength.of(4), case.target["toughness"])
    engine = Engine(scene, target, worth, failing(needed) if case.reroll == "fails" else None)
    engine.merge = merge
    return engine.solve(scene.state(*tasks, phase="shooting", cp=case.rerolls, broken=(case.broken, False)))


def by_odds(case: Case) -> Any:
    return kt18.shoot(
        case.weapon, case.target, bs=case.bs, long_range=case.far, half_range=not case.far, cover=case.wall, flesh=case.flesh, broken=case.broken,
        moved=case.moved, overwatch=case.overwatch, rerolls=case.rerolls[0], defender_rerolls=case.rerolls[1], shots=case.shots,
        objective=case.objective, reroll=case.reroll,
    )  # fmt: skip


def agree(case: Case, slow: Solved | None = None) -> None:
    """Check that wounds left, flesh wounds and out of action are as likely as in the engine."""
    found, ends = by_odds(case), (slow or by_engine(case)).ends
    first = case.target.get("flesh", 0)
    left = totals((fates[case.shots][0], chance) for fates, chance in ends.items())
    hurt = totals((fates[case.shots][1] - first, chance) for fates, chance in ends.items() if not fates[case.shots][2])
    assert found.details["wounds_left"] == pytest.approx(left, abs=CLOSE)
    assert found.details["flesh_wounds"] == pytest.approx(hurt, abs=CLOSE)
    assert found.incapacitate == pytest.approx(left.get(0, 0.0), abs=CLOSE)
    assert sum(found.distribution.values()) == pytest.approx(1, abs=CLOSE)


TYPES = ("Assault", "Heavy", "Pistol", "Rapid Fire", "Grenade")
ABILITIES = ("auto-hit", "unwieldy", "sure", "cruel", "venomous", "indirect")


def case_of(seed: int, *, attacks: tuple[str, ...] = ("1",), damage: tuple[str, ...] = ("1", "1", "2", "3", "D3"), **fixed: Any) -> Case:
    """Return a random shot."""
    rng = random.Random(seed)
    rules = ", ".join(rng.sample(ABILITIES, rng.randrange(3)))
    far = rng.random() < 0.5
    weapon = f'{rng.choice(TYPES)} {rng.choice(attacks)} 20" S{rng.randint(2, 9)} AP-{rng.randrange(4)} D {rng.choice(damage)}; {rules}'
    target = {
        "toughness": rng.randint(2, 8), "wounds": rng.choice((1, 1, 2, 3)), "save": rng.choice((0, 2, 3, 4, 5, 6)),
        "flesh": rng.choice((0, 0, 1, 2, 3)), "invulnerable": rng.choice((0, 0, 4, 5, 6)), "ignore": rng.choice((0, 0, 5, 6)),
    }  # fmt: skip
    given = {
        "bs": rng.randint(2, 6), "far": far, "wall": rng.random() < 0.4, "flesh": rng.choice((0, 0, 1, 2)), "broken": rng.random() < 0.2,
        "moved": rng.random() < 0.5, "overwatch": rng.random() < 0.15,
    }  # fmt: skip
    return Case(weapon, target, **{**given, **fixed})


@pytest.mark.parametrize("seed", range(40))
def test_the_engine_agrees(seed: int) -> None:
    """A random weapon at a random target, every roll of the engine's own procedures followed; the better save is taken."""
    agree(case_of(seed))


@pytest.mark.parametrize("seed", range(100, 116))
def test_the_engine_agrees_about_several_attacks(seed: int) -> None:
    """Attacks left at 0 wounds are lost, be it a flesh wound or worse."""
    agree(case_of(seed, attacks=("2", "3", "D3"), damage=("1", "2", "D3")))


@pytest.mark.parametrize("seed", range(200, 208))
def test_the_engine_agrees_about_several_shooters(seed: int) -> None:
    """A second and a third shooter meet whatever the first has left."""
    case = case_of(seed, attacks=("1", "2"), damage=("1", "2"), shots=2 + seed % 2, far=True, wall=False, overwatch=False)
    agree(case._replace(weapon=case.weapon.replace("Grenade", "Heavy")))  # only one of them may throw


@pytest.mark.parametrize("seed", [*range(704, 709), *range(710, 718)])
def test_the_engine_agrees_about_several_guns_at_once(seed: int) -> None:
    """Attacks of a second gun at a target at 0 wounds are lost, and the best order is chosen."""
    numbers = (("1", "2"), ("1", "D3"), ("1", "1", "1"))[seed % 3]
    first, *others = (case_of(10 * seed + k, attacks=(number,), damage=("1", "2", "3"), overwatch=False) for k, number in enumerate(numbers))
    case = first._replace(weapon=_together(first.weapon), guns=tuple(_together(one.weapon) for one in others))
    scene, slow = drawn(case), by_engine(case)
    arena, _ = RULESET.arrange(scene.setup())
    state = scene.state(phase="shooting", broken=(case.broken, False))
    found = attack_odds.attacks(arena, state, 0, arena.guns[0], 1, "shooting")
    assert found.out == pytest.approx(float(slow.worth[0]), abs=CLOSE)


def _together(text: str) -> str:
    """Return a weapon of a type that is fired together with others."""
    return text.replace("Grenade", "Heavy").replace("Pistol", "Assault")


@pytest.mark.parametrize("seed", range(300, 324))
def test_no_use_of_re_rolls_in_the_engine_is_better(seed: int) -> None:
    """Both players try everything that the engine offers them: the outcome with best play is what the odds say."""
    rerolls, objective = ((1, 0), (0, 1), (1, 1))[seed % 3], ("incapacitate", "capped")[seed % 2]
    case = case_of(seed, far=True, attacks=("1", "2"), damage=("1", "2", "D3"), rerolls=rerolls, objective=objective)
    slow, found = by_engine(case), by_odds(case)
    assert found.value == pytest.approx(float(slow.worth[0]), abs=CLOSE)
    assert found.incapacitate == pytest.approx(float(slow.worth[-1]), abs=CLOSE)


@pytest.mark.parametrize("seed", range(400, 416))
def test_the_engine_agrees_about_re_rolled_failures(seed: int) -> None:
    """Each player rolls the first failure again."""
    agree(case_of(seed, attacks=("1", "2"), damage=("1", "2"), rerolls=((1, 0), (0, 1), (1, 1))[seed % 3], reroll="fails"))


@pytest.mark.parametrize("seed", range(500, 508))
def test_damage_is_what_a_target_without_end_of_wounds_loses(seed: int) -> None:
    """Of a target with 20 wounds the engine takes just the damage, and re-rolls are used for as much of it as can be."""
    case = case_of(seed, attacks=("2", "3"), damage=("1", "2", "D3"), rerolls=(seed % 2, seed % 3 % 2))
    small, big = (
        case._replace(target=case.target | {"wounds": wounds}, objective=objective) for wounds, objective in ((1, "damage"), (20, "capped"))
    )
    slow, found = by_engine(big), by_odds(small)
    assert found.distribution == pytest.approx(totals((20 - fates[1][0], chance) for fates, chance in slow.ends.items()), abs=CLOSE)
    assert (found.value, found.expected) == pytest.approx((float(slow.worth[0]),) * 2, abs=CLOSE)


@pytest.mark.parametrize("seed", [0, 3, 8])
def test_places_in_the_tree_can_be_told_apart(seed: int) -> None:
    """Following every branch to its end comes to the same as working out each place once."""
    case = case_of(seed, damage=("1",))
    assert by_engine(case, merge=False) == by_engine(case)


# --- fights


class Duel(NamedTuple):
    """A fight as both the odds and the engine can have it: weapon, attacks, WS, strength and defence of either side."""

    attacker: dict[str, Any]
    defender: dict[str, Any]
    rerolls: tuple[int, int] = (0, 0)
    objective: str = "difference"
    reroll: str = "best"


def duel_of(seed: int, **fixed: Any) -> Duel:
    rng = random.Random(seed)

    def side() -> dict[str, Any]:
        rules = ", ".join(rng.sample(("auto-hit", "unwieldy", "sure", "cruel", "venomous"), rng.randrange(2)))
        strength = rng.choice(("user", "+1", "x2", "5"))
        weapon = f"A{rng.randint(1, 2)} WS{rng.randint(2, 5)}+ S{strength} AP-{rng.randrange(3)} D{rng.randint(1, 2)}; {rules}"
        return {
            "weapon": weapon, "toughness": rng.randint(2, 6), "strength": rng.randint(2, 5), "save": rng.choice((0, 3, 4, 5)),
            "invulnerable": rng.choice((0, 5)), "wounds": rng.choice((1, 1, 2)), "flesh": rng.choice((0, 0, 1)), "ignore": rng.choice((0, 0, 6)),
        }  # fmt: skip

    return Duel(side(), side(), **fixed)


def fought(duel: Duel) -> Solved:
    """Return the outcomes in the engine: the attacker fights, then the defender."""
    scene = Scene()
    for side, given in enumerate((duel.attacker, duel.defender)):
        fighter = kt18.fighter_of(given)
        target = fighter.target
        scene.add(
            side, (10 + side, 11), weapons=[fighter.weapon], ws=fighter.ws, attacks=fighter.attacks, strength=fighter.strength,
            toughness=target.toughness, wounds=target.wounds, save=target.save or 7, invulnerable=target.invulnerable, ignores=target.ignore,
            flesh=target.flesh,
        )  # fmt: skip
    full = duel.attacker["wounds"], duel.defender["wounds"]

    def worth(fates: Fates) -> tuple[int, ...]:
        (mine, _, gone), (theirs, _, beaten) = fates
        return ({"difference": full[1] - theirs - full[0] + mine, "survive": int(not gone), "remove": int(beaten)}[duel.objective],)

    engine = Engine(scene, 1, worth, failing(7) if duel.reroll == "fails" else None)
    return engine.solve(scene.state(Task("fight", (0,)), Task("fight", (1,)), phase="fight", cp=duel.rerolls))


def odds_of(duel: Duel) -> Any:
    return kt18.fight(
        duel.attacker, duel.defender, rerolls=duel.rerolls[0], defender_rerolls=duel.rerolls[1], objective=duel.objective, reroll=duel.reroll
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(24))
def test_the_engine_agrees_about_fights(seed: int) -> None:
    """A model strikes; its enemy strikes back, with the flesh wound it may have got, if it is not out of action."""
    duel = duel_of(seed)
    found, ends = odds_of(duel), fought(duel).ends
    joint = totals(((fates[0][0], fates[1][0]), chance) for fates, chance in ends.items())
    assert {(mine, theirs): chance for mine, theirs, chance in found.joint} == pytest.approx(joint, abs=CLOSE)
    for k, (name, side) in enumerate((("attacker", duel.attacker), ("defender", duel.defender))):
        hurt = sum(chance for fates, chance in ends.items() if not fates[k][2] and fates[k][1] > side["flesh"])
        assert found.details[f"{name}_flesh_wound"] == pytest.approx(float(hurt), abs=CLOSE)
    assert found.value == pytest.approx(found.expected_dealt - found.expected_taken, abs=CLOSE)


@pytest.mark.parametrize("seed", range(600, 612))
def test_no_use_of_re_rolls_in_a_fight_is_better(seed: int) -> None:
    """A re-roll not used to strike is there for a saving throw, and the other way round."""
    duel = duel_of(seed, rerolls=((1, 1), (1, 0), (0, 1))[seed % 3], objective=("difference", "survive", "remove")[seed % 4 % 3])
    assert odds_of(duel).value == pytest.approx(float(fought(duel).worth[0]), abs=CLOSE)


# --- brute force


class Shot(NamedTuple):
    """A volley in plain numbers: chances of a hit and a wound (with a 6 of it apart), saves, damage, wounds."""

    attacks: int
    hit: int
    wound: int
    save: int
    damage: str
    wounds: int
    venomous: bool
    ignore: int


def odds_in_six(faces: int, yes: Any, no: Any) -> Chance:
    return Chance(tuple((Fraction(n, 6), way) for n, way in ((faces, yes), (6 - faces, no)) if n))


def volley(shot: Shot, mine: int, theirs: int) -> Program:
    """Return the outcomes of all attacks of one shooter; for the sake of damage they go on when the target is down."""
    left = [mine, theirs]
    damage, wounds, down, out = 0, shot.wounds, False, False

    def test(player: int, ways: dict[str, int], good: set[str]) -> Program:
        attack_odds = Chance(tuple((Fraction(n, 6), name) for name, n in ways.items() if n))
        result = yield attack_odds
        if result not in good and left[player] and (yield Choice(player, (False, True))):
            left[player] -= 1
            result = yield attack_odds
        return result

    def take(points: int, dice: int) -> Program:
        nonlocal damage, wounds, down, out
        for _ in range(points):
            if shot.ignore and (yield odds_in_six(7 - shot.ignore, True, False)):
                continue
            damage += 1
            if down:
                continue
            wounds -= 1
            if not wounds:
                down = True
                stays = Fraction(1, 2**dice)
                injury = Chance(((stays, False), (1 - stays, True)))
                out = yield injury
                if not out and left[0] and (yield Choice(0, (False, True))):
                    left[0] -= 1
                    out = yield injury
        return None

    for _ in range(shot.attacks):
        if (yield from test(0, {"miss": shot.hit - 1, "hit": 7 - shot.hit}, {"hit"})) == "miss":
            continue
        sixes = int(shot.venomous)
        result = yield from test(
            0, {"fails": shot.wound - 1, "wounds": 7 - shot.wound - sixes, "6": sixes}, {"6"} if shot.venomous else {"wounds"}
        )  # fmt: skip
        if result == "fails":
            continue
        if shot.save > 6 or (yield from test(1, {"fails": shot.save - 1, "saves": 7 - shot.save}, {"saves"})) == "fails":
            points = {"1": 1, "2": 2}.get(shot.damage) or (yield Chance(tuple((Fraction(1, 3), n) for n in (1, 2, 3))))
            yield from take(points, points)
        if result == "6":
            yield from take(1, 1)
    return damage, down, out


SKILL = {2: 8, 3: 5, 4: 4, 5: 3, 6: 2}  # a strength that wounds T4 on so much


@pytest.mark.parametrize("objective", ["damage", "incapacitate", "capped"])
@pytest.mark.parametrize("seed", range(12))
def test_brute_force_agrees(seed: int, objective: str) -> None:
    """Random weapons with re-rolls of both players, followed attack by attack with fractions."""
    rng = random.Random(seed)
    rerolls = rng.choice(((0, 0), (1, 0), (0, 1), (1, 1)))
    shot = Shot(
        rng.randint(1, 2 if sum(rerolls) else 3), rng.randint(2, 6), rng.randint(2, 6), rng.choice((2, 3, 4, 5, 7)), rng.choice(("1", "2", "D3")),
        rng.randint(1, 3), rng.random() < 0.4, rng.choice((0, 0, 5)),
    )  # fmt: skip

    def end(fate: tuple[int, bool, bool]) -> Solved:
        damage, down, out = map(int, fate)
        return ended(fate, *{"damage": (damage, out), "incapacitate": (out, damage), "capped": (shot.wounds if down else damage, out)}[objective])

    slow = solve(lambda: volley(shot, *rerolls), end)
    weapon = f'Assault {shot.attacks} 20" S{SKILL[shot.wound]} AP0 D {shot.damage}; {"venomous" if shot.venomous else ""}'
    target = {"toughness": 4, "save": shot.save % 7, "wounds": shot.wounds, "ignore": shot.ignore}
    found = kt18.shoot(weapon, target, bs=shot.hit, rerolls=rerolls[0], defender_rerolls=rerolls[1], objective=objective)
    assert found.value == pytest.approx(float(slow.worth[0]), abs=CLOSE)
    assert found.distribution == pytest.approx(totals((end[0], chance) for end, chance in slow.ends.items()), abs=CLOSE)
    assert found.incapacitate == pytest.approx(totals((end[2], chance) for end, chance in slow.ends.items()).get(True, 0.0), abs=CLOSE)
    assert found.details["brought_to_0"] == pytest.approx(totals((end[1], chance) for end, chance in slow.ends.items()).get(True, 0.0), abs=CLOSE)


# --- worked out by hand


GUN = 'Rapid Fire 1 24" S4 AP-1 D1 BS3+; venomous'


def chance(weapon: str, target: str, **more: Any) -> float:
    """Return the probability that a target that cannot save is put out of action."""
    return kt18.shoot(f"{weapon}; auto-hit", target, **more).incapacitate


def test_injury_dice_are_the_damage() -> None:
    """Damage 3 wounds 2+ on two wounds: three dice, the best of which must be a 4; in cover a 5, with a flesh wound a 3."""
    weapon = 'Heavy 1 24" S8 AP0 D3'
    assert chance(weapon, "T4 wounds 2") == pytest.approx(5 / 6 * (1 - 1 / 8))
    assert chance(weapon, "T4 wounds 2", cover=True) == pytest.approx(5 / 6 * (1 - (4 / 6) ** 3))
    assert chance(weapon, "T4 wounds 2 flesh 1") == pytest.approx(5 / 6 * (1 - (2 / 6) ** 3))
    assert chance(weapon, "T4 wounds 2 flesh 3") == pytest.approx(5 / 6)
    assert chance(weapon, "T4 wounds 2 flesh 3 in cover") == pytest.approx(5 / 6 * (1 - (1 / 6) ** 3))


def test_a_most_of_flesh_wounds_puts_out_of_action() -> None:
    """With at most one flesh wound, the second felling is the last. (INT-80)"""
    assert chance('Heavy 1 24" S8 AP0 D1', "T4 flesh 1", max_flesh_wounds=1) == pytest.approx(5 / 6)


def test_one_injury_roll_a_shooter() -> None:
    """Four attacks that wound on 2+ at one wound: whoever wounds first, one Injury roll. A second shooter meets 1 wound and +1."""
    felled = 1 - (1 / 6) ** 4
    assert chance('Assault 4 24" S8 AP0 D1', "T4") == pytest.approx(felled / 2)
    again = felled * (1 / 2 + 1 / 2 * felled * 4 / 6) + (1 - felled) * felled / 2
    assert chance('Assault 4 24" S8 AP0 D1', "T4", shots=2) == pytest.approx(again)


def test_ignored_wounds_leave_the_injury_dice() -> None:
    """Damage 2 on one wound that is ignored on 5+: two dice, unless both points are ignored. (INT-44)"""
    assert chance('Heavy 1 24" S8 AP0 D2', "T4 ignore 5+") == pytest.approx(5 / 6 * (1 - 1 / 9) * 3 / 4)


def test_a_mortal_wound_has_one_die() -> None:
    """S4 against T4, a 2+ save, damage 3: a 6 that is saved fells by its mortal wound, with one die."""
    unsaved, saved = 1 / 6, 5 / 6
    expected = 2 / 6 * unsaved * 7 / 8 + 1 / 6 * (unsaved * 7 / 8 + saved * 1 / 2)
    odds = kt18.shoot('Heavy 1 24" S4 AP0 D3; venomous, auto-hit', "T4 save 2+")
    assert odds.incapacitate == pytest.approx(expected)
    assert odds.expected == pytest.approx(3 / 6 * unsaved * 3 + 1 / 6)


def test_what_makes_hitting_harder() -> None:
    """Each is -1, a natural 6 hits all the same; Grenades know no long range; in Overwatch only a 6 counts."""

    def hit(weapon: str = 'Heavy 1 24" S8 AP0 D1 BS3+', **more: Any) -> float:
        return round(kt18.shoot(weapon, "T4", **more).expected * 6 / 5 * 6)

    assert [hit(), hit(long_range=True), hit(obscured=True), hit(cover=True), hit(moved=True), hit(broken=True), hit(flesh=2)] == [
        4,
        3,
        3,
        3,
        3,
        3,
        2,
    ]
    assert hit(long_range=True, obscured=True, flesh=3, moved=True) == hit(overwatch=True, flesh=1) == 1
    assert hit('Grenade 1 6" S8 AP0 D1 BS3+', long_range=True, moved=True) == 4
    assert hit('Assault 1 6" S8 AP0 D1 BS3+', advanced=True) == hit('Assault 1 6" S8 AP0 D1 BS3+; unwieldy') == 3
    assert hit('Heavy 1 24" S8 AP0 D1 BS3+', modifier=1) == 5
    assert hit('Heavy 1 24" S8 AP0 D1; auto-hit', overwatch=True) == 6


def test_rapid_fire_at_half_range() -> None:
    assert kt18.shoot(GUN, "T4", half_range=True).expected == pytest.approx(2 * kt18.shoot(GUN, "T4").expected)
    assert kt18.shoot('Assault 1 24" S4 AP0 D1 BS3+', "T4", half_range=True).expected == pytest.approx(4 / 6 * 3 / 6)


def test_the_better_save_is_advised() -> None:
    """3+ against AP -3 is a 6+, so an invulnerable 5+ is better; against AP 0 it is not."""
    (line,) = kt18.shoot('Heavy 1 24" S4 AP-3 D1 BS3+', "T4 save 3+ invulnerable 5+").advice
    assert line == ("defender: an attack wounds", "take the invulnerable save, 5+; the normal save needs 6+", pytest.approx(1 / 3))
    (line,) = kt18.shoot('Heavy 1 24" S4 AP0 D1 BS3+', "T4 save 3+ invulnerable 5+").advice
    assert line.do == "take the normal save, 3+; the invulnerable save needs 5+"
    (line,) = kt18.shoot('Heavy 1 24" S4 AP-6 D1 BS3+', "T4 save 3+").advice
    assert line.do == "no save is possible"
    assert kt18.shoot('Heavy 1 24" S4 AP0 D1 BS3+', "T4 save 3+").advice == ()


def test_re_rolls_are_advised() -> None:
    """With one attack every failure is rolled again; the chances that the re-roll is used or kept make 1 for each player."""
    odds = kt18.shoot('Heavy 1 24" S4 AP0 D1 BS3+', "T4 save 3+", rerolls=1, defender_rerolls=1, objective="incapacitate")
    lines = {(line.when, line.do): line.chance for line in odds.advice}
    assert lines["attacker: hit roll: miss", "use the re-roll"] == pytest.approx(2 / 6)
    assert lines["attacker: wound roll: fails", "use the re-roll"] == pytest.approx(4 / 6 * 3 / 6)
    for player in ("attacker", "defender"):
        assert sum(chance for (when, _), chance in lines.items() if when.startswith(player)) == pytest.approx(1)
    assert [line.chance for line in odds.advice] == sorted((line.chance for line in odds.advice), reverse=True)


def test_a_wound_roll_is_worth_more_than_a_hit_roll() -> None:
    """Far from the last attack a failed wound roll is rolled again, a missed hit roll is not: there may be better use for it."""
    odds = kt18.shoot('Heavy 6 24" S4 AP0 D1 BS3+', "T4 save 5+ wounds 9", rerolls=1)
    used = [line.when for line in odds.advice if line.do.startswith("use")]
    assert "attacker: wound roll: fails" in used
    assert "attacker: hit roll: miss, with 3 or more attacks to come" not in used
    assert "attacker: hit roll: miss, with no attack to come" in used


def test_a_re_roll_helps_and_never_hurts() -> None:
    """More for the attacker with one, less with one of the defender's, and the first failure is no better than the best one."""
    plain, best, first, against = (
        kt18.shoot('Heavy 4 24" S4 AP-1 D D3 BS3+', "T4 save 3+ wounds 3", objective="incapacitate", **more).value
        for more in ({}, {"rerolls": 1}, {"rerolls": 1, "reroll": "fails"}, {"defender_rerolls": 1})  # type: ignore[arg-type]
    )
    assert against < plain < first < best


# --- cards


def test_a_weapon_is_read_in_any_order() -> None:
    assert kt18.weapon_of(GUN) == kt18.weapon_of('D1, BS 3+ AP -1 S 4 24" rapid fire 1; Venomous'.replace("Venomous", "venomous"))
    mapping = {"type": "rapid fire", "attacks": 1, "range": 24, "strength": 4, "ap": -1, "damage": 1, "bs": "3+", "rules": ["venomous"]}
    assert kt18.weapon_of(mapping) == kt18.weapon_of(GUN)
    blade = kt18.weapon_of("Saw: A2 WS3+ S+1 AP0 D D3; cruel")
    assert (blade.name, blade.kind, str(blade.strength), str(blade.damage), blade.rules.cruel) == ("Saw", "melee", "+1", "D3", True)


def test_a_target_is_read_from_text_mapping_and_card() -> None:
    text = kt18.target_of("T4 save 3+ wounds 2 invulnerable 5+ ignore 6+ flesh 1 in cover")
    mapping = {"toughness": 4, "save": "3+", "wounds": 2, "invulnerable": 5, "ignore": 6, "flesh": 1, "cover": True}
    assert kt18.target_of(mapping) == text
    assert kt18.target_of(soldier(invulnerable=5)) == kt18.target_of("T4 save 4+ wounds 1 invulnerable 5+")
    assert kt18.fighter_of(soldier()).attacks == 1


@pytest.mark.parametrize(
    ("text", "named", "shown"),
    [
        ("T4 save 7+", "save 7+", "save 3+"),
        ("T4 save 1+", "save 1+", "save 3+"),
        ("T4 save x", "save x", "save 3+"),
        ("T4 wounds -1", "wounds -1", "wounds 1"),
        ("T4 wounds 0", "wounds 0", "wounds 1"),
        ("T40", "T40", "T4"),
        ("T4 T5", "T5", "T4"),
        ("T4 shiny", "shiny", "T4 save 3+"),
        ("save 3+", "toughness", "T4 save 3+"),
    ],
)
def test_bad_targets_are_told_how_to_be_written(text: str, named: str, shown: str) -> None:
    """One sentence that names what is wrong and shows how it is right."""
    with pytest.raises(ValueError, match="write") as caught:
        kt18.target_of(text)
    assert named in str(caught.value) and shown in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('Rapid Fire 0 24" S4', "Rapid Fire 0"),
        ('Rapid Fire 40 24" S4', "Rapid Fire 40"),
        ('Rapid Fire 24" S4', "rapid fire"),
        ('Heavy 1 24" S4 AP1', "AP1"),
        ('Heavy 1 24" S4 BS7+', "BS7+"),
        ('Heavy 1 24" S4 D0', "D0"),
        ('Heavy 1 24" S4 D3+1', "D3+1"),
        ('Heavy 1 24"', "strength"),
        ('Heavy 1 24" S4 WS3+', "WS"),
        ("A0 WS3+", "A0"),
        ("A40 WS3+", "A40"),
        ("A D3 WS3+", "D3"),
        ('24" S4', "type"),
        ("bolter", "bolter"),
    ],
)
def test_bad_weapons_are_told_how_to_be_written(text: str, named: str) -> None:
    with pytest.raises(ValueError, match="write") as caught:
        kt18.weapon_of(text)
    assert named in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "mapping", [{"toughness": 4, "shine": 1}, {"toughness": 4, "save": "x"}, {"toughness": 4, "cover": 1}, {"toughness": 4, "wounds": -2}]
)
def test_bad_mappings_are_refused(mapping: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=list(mapping)[-1]):
        kt18.target_of(mapping)


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"rerolls": 2}, "rerolls"),
        ({"defender_rerolls": -1}, "defender_rerolls"),
        ({"long_range": True, "half_range": True}, "half_range"),
        ({"objective": "win"}, "objective"),
        ({"reroll": "never"}, "reroll"),
        ({"advanced": True}, "Advance"),
        ({"shots": 0}, "shots"),
        ({"bs": 7}, "BS"),
        ({"weapon": 'Heavy 20 24" S4 AP0 D1 BS3+', "shots": 4}, "80 attacks"),
    ],
)
def test_what_cannot_be_asked_is_refused(more: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        kt18.shoot(**{"weapon": GUN, "target": "T4"} | more)


def test_a_fighter_needs_a_melee_weapon() -> None:
    for text in (f"{GUN} | T4", "A1 WS3+", "A1 | T4", "A1 WS3+ | save 3+"):
        with pytest.raises(ValueError, match="fighter"):
            kt18.fighter_of(text)
    with pytest.raises(ValueError, match="melee weapon"):
        kt18.shoot("A1 WS3+", "T4")


def test_wounds_left_can_be_said_apart() -> None:
    text = "A1 WS3+ | T4 wounds 3"
    assert kt18.fight(text, text, defender_wounds="1 of 3").joint == kt18.fight(text, "A1 WS3+ | T4 wounds 1").joint
    assert kt18.fight(text, text, strikes_back=False).expected_taken == 0


def test_unknown_abilities_are_kept_and_named() -> None:
    odds = kt18.shoot('Heavy 1 24" S4 AP0 D1 BS3+; blessed, sure', "T4")
    assert odds.not_computed == ("blessed",)
    assert kt18.fight("A1 WS3+; holy | T4", "A1 WS3+; grim | T4").not_computed == ("holy", "grim")


def test_all_of_it_is_ready_for_json() -> None:
    shot = kt18.shoot(GUN, "T4 save 3+ invulnerable 5+", rerolls=1)
    assert json.loads(json.dumps(shot.as_dict()))["ruleset"] == "kt18"
    assert json.loads(json.dumps(kt18.fight("A1 WS3+ | T4", "A1 WS3+ | T4", rerolls=1).as_dict()))["joint"]
