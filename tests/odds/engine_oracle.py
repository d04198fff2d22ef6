"""The referees of the editions with operatives as oracles: attacks posed to them, as far as they have them in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from counteract import odds
from counteract.core.state import Task
from counteract.mechanics.cards import Ability
from counteract.mechanics.operatives.best_play import FightPlayer, ShotPlayer
from counteract.odds import FightOdds, ShootOdds
from counteract.odds.edition import find
from counteract.odds.pools import cards, fighting, shooting
from counteract.odds.pools.fighting import FightCase, ReadyFighter
from counteract.odds.pools.terms import PoolTerms
from tests.odds.enumerate import ATTACKER, SHOOTER, TARGET, Posed, ability, ignored, some_damage, some_wounds


class Engine(NamedTuple):
    """An edition: its part of the odds, its referee, and how battles of it are laid out."""

    name: str
    odds: Any
    ruleset: Any
    scene: Callable[..., Any]
    gun: Callable[[str], Any]
    blade: Callable[[str], Any]
    doing: Callable[[str], Mapping[str, Any]]  # an activation in which an action is being performed
    after: str  # the task after an action
    rerolls: Sequence[str]  # weapon rules
    fighting: Sequence[str]  # weapon rules too
    options: Sequence[str]  # terms that the battle has
    some_options: Callable[[Random], Mapping[str, Any]]
    stats: Mapping[str, Any] = {}  # of all operatives

    def battle(self, terms: PoolTerms, **more: Any) -> Any:
        return self.scene(**{name: getattr(terms, name) for name in self.options if getattr(terms, name) != ""}, **more)

    def state(self, scene: Any, action: str, **more: Any) -> Any:
        """Return the state in which the first operative is about to perform an action."""
        return scene.state(Task("perform", (0, action)), Task(self.after, (0,)), **self.doing(action), **more)


# --- shots


class Help(NamedTuple):
    """The advantages of both sides besides their dice."""

    again: str  # a weapon rule
    commands: tuple[int, int]  # Command Re-rolls
    abilities: tuple[Ability, ...]  # of the target
    busy: int  # how much there is to work out
    damage: tuple[int, int]


def some_help(rng: Random, rerolls: Sequence[str]) -> Help:
    again = rng.choice([*rerolls, "", ""])
    commands = rng.choice([0, 0, 0, 1, 2]), rng.choice([0, 0, 0, 1])
    protection = rng.choice(["", "", "", "soften", "ignore", "re-roll"])
    if protection == "ignore":
        again, commands = "", (0, 0)
    busy = bool(again) + bool(commands[0]) + 2 * bool(commands[1]) + {"ignore": 3, "re-roll": 2}.get(protection, 0)
    damage = (1, rng.randint(1, 2)) if protection == "ignore" else some_damage(rng, 4)
    return Help(again, commands, protected(rng, protection), busy, damage)


def protected(rng: Random, protection: str) -> tuple[Ability, ...]:
    match protection:
        case "soften":
            one, two = (ability("soften", f"soft-{k}", by=rng.randint(1, 2), least=rng.randint(1, 3)) for k in range(2))
            return (one, two) if rng.random() < 0.4 else (one,)
        case "ignore":
            return (ability("ignore-wounds", on=rng.randint(3, 6)),)
        case "re-roll":
            one, two = (ability("defence-reroll", f"re-roll-{k}", dice=rng.randint(1, 2), in_cover=rng.random() < 0.5) for k in range(2))
            return (one, two) if rng.random() < 0.4 else (one,)
    return ()


class Shooting(NamedTuple):
    """A shot to be played over all dice."""

    weapon: str
    abilities: tuple[Ability, ...]  # of the target
    stats: dict[str, int]  # of the target
    left: int  # of its wounds
    terms: PoolTerms
    objective: Any


def posed_shot(engine: Engine, scene: Any, shot: Shooting) -> Posed:
    terms = shot.terms
    case = shooting.case_of(find(engine.name), engine.gun(shot.weapon), aimed_at(scene, shot), terms)
    player = ShotPlayer(case, shooting.policy(case, shot.objective))
    state = engine.state(scene, "shoot", cp=(terms.rerolls, terms.defender_rerolls))
    return Posed(engine.ruleset, scene.setup(), state, player, shooting.solve(case, shot.objective), ignored(*shot.abilities))


def aimed_at(scene: Any, shot: Shooting) -> Any:
    return cards.target_card(scene.cards[TARGET][1], shot.left, cover=shot.terms.cover).target


def asked(engine: Engine, scene: Any, shot: Shooting, **more: Any) -> ShootOdds:
    """Return the odds of the same shot through the public function."""
    terms = shot.terms
    return odds.shoot(
        ruleset=engine.name, weapon=shot.weapon, target=aimed_at(scene, shot), cover=terms.cover, obscured=terms.obscured,
        shooter_injured=terms.injured, rerolls=terms.rerolls, defender_rerolls=terms.defender_rerolls, objective=shot.objective, **more,
    )  # fmt: skip


def told_alike(engine: Engine, posed: Posed, chances: Any) -> None:
    """Check that the table tells a shot as the odds have it."""
    arena = engine.ruleset.arena_at(engine.ruleset.arrange(posed.setup)[0], posed.state)
    told = chances.shot(arena, posed.state, SHOOTER, arena.cards[SHOOTER].weapons[0], TARGET)
    assert (told.wounds, told.falls) == (posed.odds.value, posed.odds.incapacitate)


# --- fights


class Fighting(NamedTuple):
    """A fight to be played over all dice; pairs are of attacker and defender."""

    weapons: tuple[str, str | None]
    abilities: tuple[tuple[Ability, ...], tuple[Ability, ...]]
    wounds: tuple[tuple[int, int], tuple[int, int]]  # left, at the start
    terms: tuple[PoolTerms, PoolTerms]
    strikes: tuple[bool, bool]
    initiative: int
    objective: Any


def some_fight(engine: Engine, seed: int) -> Fighting:
    rng = Random(seed)
    protection = rng.choice(["", "", "", "soften", "ignore"])
    again = [rng.choice([*engine.rerolls, "", "", ""]) for _ in range(2)]
    commands = [rng.choice([0, 0, 0, 0, 1]) for _ in range(2)]
    if protection == "ignore":
        again[rng.randint(0, 1)], commands = "", [0, 0]
    rules = [rng.sample(engine.fighting, rng.randint(0, 1 if protection == "ignore" else 3)) for _ in range(2)]
    busy = sum(map(bool, again)) + sum(commands) + 2 * (protection == "ignore") + sum("Hot" in some for some in rules)
    dice = rng.choice({0: [(3, 2), (2, 3), (3, 1)], 1: [(2, 2), (3, 1), (1, 3)], 2: [(2, 1), (1, 2)]}.get(busy, [(1, 1)]))
    most = 2 if protection == "ignore" else 4
    weapons = [
        "{} {}+ {}/{}; ".format(dice[k], rng.randint(2, 5), *some_damage(rng, most)) + ", ".join(rule for rule in (*rules[k], again[k]) if rule)
        for k in (0, 1)
    ]
    abilities = protected(rng, protection)
    wounds = some_wounds(rng), some_wounds(rng)
    switches = engine.some_options(rng)
    one, two = (PoolTerms(rerolls=number, **switches) for number in commands)
    return Fighting(
        (weapons[0], None if rng.random() < 0.05 else weapons[1]), (abilities, abilities if rng.random() < 0.5 else ()), wounds, (one, two),
        (rng.random() < 0.15, rng.random() < 0.15), rng.randint(0, 1) if engine.odds.alternating_rerolls else 0,
        rng.choice(["difference", "survive", "remove"]),
    )  # fmt: skip


def posed_fight(engine: Engine, fight: Fighting) -> Posed:
    scene = engine.battle(fight.terms[0])
    fighters = []
    for side, at in ((0, (10, 11)), (1, (11.5, 11))):
        arms = [engine.blade(text) for text in (fight.weapons[side],) if text]
        left, full = fight.wounds[side]
        scene.add(side, at, weapons=arms, wounds=full, left=left, abilities=fight.abilities[side], **engine.stats)
        fighters.append(ReadyFighter(arms[0] if arms else None, left, full, cards.target_card(scene.cards[side][1], left).target, ()))
    bout = FightCase(engine.odds, fighters[0], fighters[1], fight.terms, fight.strikes, fight.initiative)
    state = engine.state(scene, "fight", cp=tuple(t.rerolls for t in fight.terms), initiative=fight.initiative)
    player = FightPlayer(bout, fight.objective, attacker=ATTACKER)
    found: FightOdds = fighting.solve(engine.name, bout, fight.objective, 1)
    return Posed(engine.ruleset, scene.setup(), state, player, found, ignored(*fight.abilities[0], *fight.abilities[1]))
