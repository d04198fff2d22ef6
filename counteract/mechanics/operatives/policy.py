"""The policy of a sensible beginner for operatives: expected damage, markers, cover, saves."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from counteract.attacks.dicepool import read_resolution
from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core.decision import PASS, Answer, Decision, Dice, Path, Pick, Place
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.fight import ResolveContext
from counteract.mechanics.operatives.rerolls import RerollContext, RerollDecision
from counteract.mechanics.operatives.shoot import BlockContext, TargetContext
from counteract.mechanics.operatives.sight import enemies_in_control
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.mechanics.policy import choose_best, headed_for, rate_shelter
from counteract.mechanics.sides import enemies_of

#: A function that returns the worth of an attack of operative i on operative j with a weapon.
Expected = Callable[[Any, Any, int, Any, int], float]


def melee_gain(arena: OperativeArena, s: OperativeBattle, i: int, j: int, expected: Expected) -> float:
    """Return the worth of operative i's best melee weapon against operative j."""
    return max((expected(arena, s, i, w, j) for w in arena.cards[i].weapons if w.kind == "melee"), default=0.0)


# --- places


def near_goal(arena: OperativeArena, s: OperativeBattle, i: int, close: float) -> bool:
    """Return True if an operative is near the marker it is headed for."""
    place = s.places[i]
    x, y = headed_for(arena, s, i)
    return place is not None and hypot(place[0] - x, place[1] - y) <= close + arena.radii[i]


def rate_moving_on(arena: OperativeArena, s: OperativeBattle, i: int) -> float:
    """Return the worth of moving for an operative near its marker: above 0 only if it has no shelter yet."""
    place = s.places[i]
    assert place is not None
    return -0.5 if rate_shelter(arena.terrain, place[0], place[1], arena.radii[i]) else 0.5


def place(arena: OperativeArena, s: OperativeBattle, decision: Decision) -> Answer:
    """Choose a place near the marker that the operative is headed for, and behind terrain."""
    i = decision.subject
    goal = headed_for(arena, s, i)

    def worth(answer: Answer) -> float:
        assert isinstance(answer, Place)
        return -hypot(answer.x - goal[0], answer.y - goal[1]) + 2 * rate_shelter(arena.terrain, answer.x, answer.y, arena.radii[i])

    return choose_best(decision, worth)


def to_goal(arena: OperativeArena, s: OperativeBattle, decision: Decision, close: float) -> Answer:
    """Choose a path to the marker that the operative is headed for, and into cover."""
    i = decision.subject
    goal = headed_for(arena, s, i)

    def worth(answer: Answer) -> float:
        assert isinstance(answer, Path)
        x, y = answer.points[-1][:2]
        away = max(0.0, hypot(x - goal[0], y - goal[1]) - close)
        return -away + 0.8 * rate_shelter(arena.terrain, x, y, arena.radii[i]) - 0.01 * len(answer.points)

    return choose_best(decision, worth)


def into_fight(arena: OperativeArena, s: OperativeBattle, decision: Decision, expected: Expected) -> Answer:
    """Choose the charge into the fight that is worth most, and not into several at once."""
    i = decision.subject

    def worth(answer: Answer) -> float:
        assert isinstance(answer, Path)
        x, y = answer.points[-1][:2]
        reached = [
            melee_gain(arena, s, i, j, expected)
            for j in enemies_of(arena, s, arena.sides[i])
            if (p := s.places[j]) and hypot(p[0] - x, p[1] - y) <= arena.radii[i] + arena.radii[j] + 1.0
        ]
        return max(reached, default=-9.0) - 1.5 * (len(reached) - 1)

    return choose_best(decision, worth)


# --- attacks


def weapon(arena: OperativeArena, s: OperativeBattle, decision: Decision, expected: Expected, legal: Callable[[int, int], list[int]]) -> Answer:
    """Choose the weapon that is worth most against an enemy; ``legal`` returns the targets of a ranged one."""
    i = decision.subject

    def worth(answer: Answer) -> float:
        w: int = answer.value  # type: ignore[union-attr, assignment]
        weapon = arena.cards[i].weapons[w]
        foes = legal(i, w) if weapon.kind == "ranged" else enemies_in_control(arena, s, i)
        return max((expected(arena, s, i, weapon, j) for j in foes), default=0.0)

    return choose_best(decision, worth)


def target(arena: OperativeArena, s: OperativeBattle, decision: Decision, expected: Expected) -> Answer:
    """Choose the enemy against which the weapon in use or, in a fight, any melee weapon is worth most."""
    i = decision.subject
    context, weapons = decision.context, arena.cards[i].weapons
    weapons = [weapons[w] for w in context.uses] if isinstance(context, TargetContext) else [w for w in weapons if w.kind == "melee"]
    return choose_best(decision, lambda a: max((expected(arena, s, i, w, a.value) for w in weapons), default=0.0))  # type: ignore[union-attr, arg-type]


def reroll(arena: OperativeArena, s: OperativeBattle, decision: Decision) -> Answer:
    """Re-roll failed dice; pay a command point more readily with three or more in hand."""
    assert isinstance(decision, RerollDecision)
    needed = decision.about(RerollContext).needed

    def worth(answer: Answer) -> float:
        if not isinstance(answer, Dice):
            return 0.0
        gained = sum((7 - needed) / 6 if decision.results[c] < needed else -1.0 for c in answer.chosen)
        return gained - (0.75 if answer.use == COMMAND_REROLL and s.cp[decision.player] < 3 else 0.1)

    return choose_best(decision, worth)


def block(arena: OperativeArena, s: OperativeBattle, decision: Decision) -> Answer:
    """Let as little damage through as possible."""
    normal, critical = decision.about(BlockContext).incoming.damage

    def stopped(answer: Answer) -> float:
        plain, pairs, hard, easy = answer.counts  # type: ignore[union-attr]
        return float((plain + easy) * normal + (pairs + hard) * critical)

    return choose_best(decision, stopped)


def resolve(arena: OperativeArena, s: OperativeBattle, decision: Decision) -> Answer:
    """Strike, unless warding off saves more than a strike would cost the enemy."""
    about = decision.about(ResolveContext)
    mine, theirs, wounds, foe_wounds = about.damage, about.their_damage, about.wounds, about.foe_wounds

    def worth(answer: Answer) -> float:
        used = read_resolution(answer.value)  # type: ignore[union-attr]
        critical = used.die == "critical"
        if used.against is None:
            return 40.0 + 10.0 * critical if mine[critical] >= foe_wounds else mine[critical] + 0.5 * critical
        saved, cost = theirs[used.against == "critical"], 0.6 if critical else 0.0
        return 30.0 - cost if saved >= wounds else saved - 0.25 - cost

    return choose_best(decision, worth)


def early_ploy(arena: OperativeArena, s: OperativeBattle, decision: Decision) -> Answer:
    """Choose the first ploy that can be of use, if the player has more than one command point."""
    player = decision.player
    useful = (a for a in decision.options if isinstance(a, Pick) and _promising(arena, s, player, a.value))
    return next(useful, PASS) if s.cp[player] > 1 else PASS


def _promising(arena: OperativeArena, s: OperativeBattle, player: int, ploy: object) -> bool:
    effect = arena.effects.get(f"ploy/{player}/{ploy}")
    return effect is None or effect.promising(arena, s, player)
