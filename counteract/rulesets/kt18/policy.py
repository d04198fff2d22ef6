"""The policy of the novice in Kill Team 2018: a sensible answer to each question, from attack odds, markers and cover."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from counteract.core.decision import PASS, Allocate, Answer, Decision, Path, Pick, Place
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.moves.decision import PathDecision
from counteract.mechanics.policy import Policy, choose_best, headed_for, pick_value, rate_shelter
from counteract.mechanics.sides import enemies_of, models_of
from counteract.rulesets.kt18.actions import legal_options
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.attack import Kind
from counteract.rulesets.kt18.attack_odds import attacks
from counteract.rulesets.kt18.fight import BlowsContext
from counteract.rulesets.kt18.missions import CONTROL
from counteract.rulesets.kt18.shoot import GunsContext, WeaponsContext, aimed, groups, legal_targets
from counteract.rulesets.kt18.sight import gap
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.tactics import TacticalRerollDecision
from counteract.rulesets.kt18.weapons import Weapon

CHARGE_MEAN = 7.0  # inches, of 2D6


# --- worth of attacks


def worth(arena: Arena, s: Skirmish, i: int, weapons: list[Weapon], j: int, kind: Kind) -> float:
    """Return the worth of attacks: expected wounds, and a prize for putting the target out of action, higher for a Leader."""
    if not weapons:
        return 0.0
    prize = 4.0 if arena.cards[j].leader else 2.5
    hoped = attacks(arena, s, i, weapons, j, kind)
    return hoped.wounds + prize * hoped.out


def shot_worth(arena: Arena, s: Skirmish, i: int, guns: Iterable[int], j: int, kind: Kind) -> float:
    """Return the worth of firing at an enemy all of these guns that may."""
    return worth(arena, s, i, aimed(arena, s, i, guns, j), j, kind)


def _best_at_all(arena: Arena, s: Skirmish, i: int, guns: Iterable[int]) -> float:
    """Return the worth of these guns at their best target."""
    targets = {j for w in guns for j in legal_targets(arena, s, i, arena.guns[i][w])}
    return max((shot_worth(arena, s, i, guns, j, "shooting") for j in targets), default=0.0)


def _best_shot(arena: Arena, s: Skirmish, i: int) -> float:
    return max((_best_at_all(arena, s, i, guns) for guns in groups(arena, s, i, "shooting").values()), default=0.0)


def _best_blow(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    return max(worth(arena, s, i, [blade], j, "fight") for blade in arena.blades[i])


def _brawl(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    """Return the worth of close combat: the best blow, less part of the best blow in return."""
    return _best_blow(arena, s, i, j) - 0.6 * _best_blow(arena, s, j, i)


# --- places and paths


def _from_goal(arena: Arena, s: Skirmish, i: int) -> float:
    """Return how far a model is from controlling the marker it heads for."""
    place, (x, y) = s.places[i], headed_for(arena, s, i)
    return 0.0 if place is None else max(0.0, hypot(place[0] - x, place[1] - y) - arena.radii[i] - CONTROL)


def _place(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    i, (x, y) = decision.subject, headed_for(arena, s, decision.subject)

    def value(answer: Answer) -> float:
        assert isinstance(answer, Place)
        return -hypot(answer.x - x, answer.y - y) + 2 * rate_shelter(arena.terrain, answer.x, answer.y, arena.radii[i])

    return choose_best(decision, value)


def _move(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose the path to the marker, into cover; charges and pile-ins as near as they can get, Retreats as far."""
    assert isinstance(decision, PathDecision)
    i, (x, y) = decision.subject, headed_for(arena, s, decision.subject)
    terms = decision.terms
    if terms.mode == "end-in" or terms.goal >= 0:
        aim = s.places[terms.goal] if terms.goal >= 0 else None
        if aim is not None:
            x, y = aim[:2]
        sign = 1 if terms.goal_low > 0 else -1
        return choose_best(decision, lambda a: -9.0 if not isinstance(a, Path) else sign * hypot(a.points[-1][0] - x, a.points[-1][1] - y))

    def value(answer: Answer) -> float:
        if not isinstance(answer, Path):
            return -99.0
        ax, ay = answer.points[-1][:2]
        away = max(0.0, hypot(ax - x, ay - y) - arena.radii[i] - CONTROL)
        return -away + 0.8 * rate_shelter(arena.terrain, ax, ay, arena.radii[i]) - 0.01 * len(answer.points)

    return choose_best(decision, value)


# --- options of the Movement phase


def _manoeuvre(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose the first model with an option worth taking; else pass."""
    for option in decision.options:
        if isinstance(option, Pick) and isinstance(option.value, int) and _best_option(arena, s, option.value)[1] > 0:
            return option
    return PASS


def _option(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return Pick(_best_option(arena, s, decision.subject)[0])


def _best_option(arena: Arena, s: Skirmish, i: int) -> tuple[str, float]:
    names = legal_options(arena, s, i)
    return max(((name, _option_worth(arena, s, i, name)) for name in ("stay", *names)), key=lambda pair: pair[1])


def _option_worth(arena: Arena, s: Skirmish, i: int, name: str) -> float:
    away = _from_goal(arena, s, i)
    match name:
        case "charge":
            near = [j for j in enemies_of(arena, s, arena.sides[i]) if gap(arena, s, i, j) <= CHARGE_MEAN + 1]
            return max((_brawl(arena, s, i, j) for j in near), default=-1.0)
        case "ready":
            return 0.3 + _best_shot(arena, s, i) if away <= 0 else 0.8 * _best_shot(arena, s, i) - 0.3
        case "normal move":
            return (0.6 + 0.1 * s.turn if away > 0 else -0.1) + 0.5 * _best_shot(arena, s, i)
        case "advance":
            return 0.7 + 0.15 * s.turn if away > arena.cards[i].move else -0.5
        case "fall back":
            return 0.2 if arena.cards[i].fly or _worst_brawl(arena, s, i) < -1 else -0.2
    return 0.0  # stay


def _worst_brawl(arena: Arena, s: Skirmish, i: int) -> float:
    return min((_brawl(arena, s, i, j) for j in enemies_of(arena, s, arena.sides[i]) if gap(arena, s, i, j) <= 1.0), default=0.0)


def _charge_target(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Name the enemy worth most and near enough, and no other."""
    i = decision.subject
    if PASS in decision.options:
        return PASS
    return choose_best(decision, lambda a: _brawl(arena, s, i, pick_value(a)) - 0.5 * max(0.0, gap(arena, s, i, pick_value(a)) - CHARGE_MEAN))


def _reaction(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return decision.options[0]


# --- attacks


def _shooter(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return choose_best(decision, lambda a: _best_shot(arena, s, a.value) if isinstance(a, Pick) and isinstance(a.value, int) else 0.0)


def _fighter(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    def value(answer: Answer) -> float:
        if not isinstance(answer, Pick):
            return -1.0
        i = pick_value(answer)
        return max((_best_blow(arena, s, i, j) for j in enemies_of(arena, s, arena.sides[i]) if gap(arena, s, i, j) <= 1.0), default=0.0)

    return choose_best(decision, value)


def _weapons(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose the group of weapons worth most, at the charging model or at any target."""
    i, weapons = decision.subject, decision.about(WeaponsContext)
    at, guns = weapons.at, weapons.guns

    def value(answer: Answer) -> float:
        assert isinstance(answer, Pick)
        own = guns[str(answer.value)]
        return shot_worth(arena, s, i, own, at, "overwatch") if at >= 0 else _best_at_all(arena, s, i, own)

    return choose_best(decision, value)


def _target(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    i = decision.subject
    guns = decision.about(GunsContext).guns
    return choose_best(decision, lambda a: shot_worth(arena, s, i, guns, pick_value(a), "shooting"))


def _blows(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Give all attacks to the weapon and enemy worth most."""
    assert isinstance(decision, AllocationDecision)
    i, rows = decision.subject, decision.about(BlowsContext).rows
    open_rows = [k for k, why in enumerate(decision.barred) if why is None]
    k = max(open_rows, key=lambda k: worth(arena, s, i, [arena.blades[i][rows[k][0]]], rows[k][1], "fight"))
    return Allocate(tuple(decision.total if row == k else 0 for row in range(len(rows))))


# --- powers and Tactics


def _power(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose the power worth most by its effect, less a little for its warp charge."""
    i = decision.subject
    hurt = any(s.models[j].wounds < arena.cards[j].wounds for j in models_of(s, arena.sides[i]))
    rank = {"strike": 4.0, "bolt": 3.0, "mend": 5.0 if hurt else 0.0, "ward": 2.0, "hex": 2.5}
    powers = {power.id: power for power in arena.powers[i]}
    return choose_best(decision, lambda a: rank[powers[str(a.value)].effect] - 0.3 * powers[str(a.value)].charge if isinstance(a, Pick) else 0.0)


def _power_target(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return choose_best(decision, lambda a: -s.models[pick_value(a)].wounds - 0.1 * gap(arena, s, decision.subject, pick_value(a)))


def _reroll(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Buy a re-roll of an Injury roll or save; of any other roll only with more than 3 CP."""
    dear = isinstance(decision, TacticalRerollDecision) and decision.roll in ("injury", "save")
    return decision.options[1] if dear or s.cp[decision.player] > 3 else PASS


def _tactic(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return decision.options[1] if s.cp[decision.player] > 2 else PASS


#: The policy for each question; any other is answered with its first option.
POLICY: dict[str, Policy] = {
    "place": _place,
    "move": _move,
    "manoeuvre": _manoeuvre,
    "option": _option,
    "charge-target": _charge_target,
    "reaction": _reaction,
    "shoot": _shooter,
    "fight": _fighter,
    "weapons": _weapons,
    "target": _target,
    "blows": _blows,
    "power": _power,
    "power-target": _power_target,
    "re-roll": _reroll,
    "tactic": _tactic,
}
