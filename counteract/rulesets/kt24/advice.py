"""What a sensible beginner would answer: simple expected damage, markers and cover. The greedy player plays by it."""

from __future__ import annotations

from math import hypot

import msgspec

from counteract.core.decision import PASS, Answer, Decision, Dice, Path, Pick, Place
from counteract.mechanics.advising import Advice, best, first, headed_for, sheltered
from counteract.mechanics.changes import others
from counteract.mechanics.moves import PathDecision
from counteract.rulesets.kt24 import moves, stats
from counteract.rulesets.kt24.actions import why_not
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.attack import RerollDecision
from counteract.rulesets.kt24.measure import enemies_in_control, gap, in_control
from counteract.rulesets.kt24.shoot import legal_targets, usable
from counteract.rulesets.kt24.state import ENGAGE, Acting, Skirmish
from counteract.rulesets.kt24.weapons import Weapon

CLOSE = 1.0 + 20 / 25.4  # from a base edge to a marker's centre, when the marker is contested


def advise(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """A sound answer to any decision."""
    return _BY_QUESTION.get(decision.what, first)(arena, s, decision)


# --- expected damage


def expected_damage(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> float:
    """Roughly what one attack costs the target, not more than it has left; a likely kill counts for more."""
    rules = weapon.rules
    hit = stats.hit(arena, s, i, weapon)
    critical = (7 - max(rules.lethal, hit if rules.lethal < 6 else 6)) / 6
    normal = max(0.0, (7 - hit) / 6 - critical)
    rerolls = 1.15 if rules.balanced or rules.ceaseless else 1.3 if rules.relentless else 1.0
    dice = weapon.attacks * rerolls
    criticals, normals = dice * critical, dice * normal + (max(rules.accurate, default=0) * 0.3)
    damage = criticals * sum(x for _, x in rules.devastating)
    if weapon.kind == "ranged":
        saves = max(0, 3 - rules.piercing) * (7 - arena.cards[j].save) / 6
        criticals, normals = max(0.2 * criticals, criticals - saves / 6), max(0.15 * normals, normals - saves)
    damage += criticals * weapon.critical + normals * weapon.normal
    left: int = s.models[j].wounds
    return min(damage, left) + (3.0 if damage >= left else 0.0)


def _best_shot(arena: Arena, s: Skirmish, i: int) -> float:
    """The best expected damage of shooting from here."""
    return max(
        (expected_damage(arena, s, i, arena.cards[i].weapons[w], j) for w in usable(arena, s, i) for j in legal_targets(arena, s, i, w)),
        default=0.0,
    )


def _best_blow(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    """The best expected damage of fighting someone."""
    return max((expected_damage(arena, s, i, w, j) for w in arena.cards[i].weapons if w.kind == "melee"), default=0.0)


def _melee_gain(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    """What a fight brings less half of what it costs."""
    return _best_blow(arena, s, i, j) - 0.5 * _best_blow(arena, s, j, i)


# --- places


def _near_goal(arena: Arena, s: Skirmish, i: int) -> bool:
    place = s.places[i]
    x, y = headed_for(arena, s, i)
    return place is not None and hypot(place[0] - x, place[1] - y) <= CLOSE + arena.radii[i]


def _place(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    i = decision.subject
    goal = headed_for(arena, s, i)

    def worth(answer: Answer) -> float:
        assert isinstance(answer, Place)
        return -hypot(answer.x - goal[0], answer.y - goal[1]) + 2 * sheltered(arena.terrain, answer.x, answer.y, arena.radii[i])

    return best(decision, worth)


def _move(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """To the marker, into cover; a charge goes for the fight that brings most."""
    assert isinstance(decision, PathDecision)
    i = decision.subject
    action = s.acting[-1].done[-1]
    if action == "charge":
        return best(decision, lambda a: _charge_worth(arena, s, i, a))
    goal = headed_for(arena, s, i)

    def worth(answer: Answer) -> float:
        assert isinstance(answer, Path)
        x, y = answer.points[-1][:2]
        away = max(0.0, hypot(x - goal[0], y - goal[1]) - CLOSE)
        return -away + 0.8 * sheltered(arena.terrain, x, y, arena.radii[i]) - 0.01 * len(answer.points)

    return best(decision, worth)


def _charge_worth(arena: Arena, s: Skirmish, i: int, answer: Answer) -> float:
    assert isinstance(answer, Path)
    x, y = answer.points[-1][:2]
    reached = [
        _melee_gain(arena, s, i, j)
        for j in others(s, arena.sides[i])
        if (p := s.places[j]) and hypot(p[0] - x, p[1] - y) <= arena.radii[i] + arena.radii[j] + 1.0
    ]
    return max(reached, default=-9.0) - 1.5 * (len(reached) - 1)


# --- activations


def _acting(s: Skirmish, i: int, kind: str = "activation") -> Skirmish:
    """The battle as if this operative were about to act with an Engage order."""
    models = (*s.models[:i], msgspec.structs.replace(s.models[i], order=ENGAGE), *s.models[i + 1 :])
    return msgspec.structs.replace(s, models=models, acting=(Acting(i, kind),))


def _prospect(arena: Arena, s: Skirmish, i: int) -> float:
    """How much an operative could do right now."""
    then = _acting(s, i)
    near = enemies_in_control(arena, then, i)
    if near:
        return 2.0 + max(_melee_gain(arena, then, i, j) for j in near)
    return _best_shot(arena, then, i)


def _activate(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return best(decision, lambda a: _prospect(arena, s, a.value) if isinstance(a, Pick) and isinstance(a.value, int) else 0.0)


def _order(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Engage if there is somebody to hurt, or a marker to hold on to near the end."""
    i = decision.subject
    then = _acting(s, i)
    threat = min((gap(arena, s, i, j) for j in others(s, arena.sides[i])), default=99.0)
    if _prospect(arena, s, i) > 0.5 or threat < arena.cards[i].move + 3 or why_not(arena, then, i, "charge") is None:
        return Pick("engage")
    return Pick("conceal")


def _action(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    i = decision.subject
    return best(decision, lambda a: _action_worth(arena, s, i, a.value) if isinstance(a, Pick) else 0.0)


def _action_worth(arena: Arena, s: Skirmish, i: int, name: int | str) -> float:
    near = enemies_in_control(arena, s, i)
    match name:
        case "fight":
            return 4.0 + max(_melee_gain(arena, s, i, j) for j in near)
        case "shoot":
            moved = s.acting[-1].done
            return (3.0 if moved or _near_goal(arena, s, i) else 1.5) + _best_shot(arena, s, i)
        case "charge":
            far = moves.limit(arena, s, i, "charge")[0] + 1
            return 1.0 + max((_melee_gain(arena, s, i, j) for j in others(s, arena.sides[i]) if gap(arena, s, i, j) <= far), default=0.0)
        case "reposition":
            return 0.5 if _near_goal(arena, s, i) else 3.0 + s.turn
        case "dash":
            return -0.5 if _near_goal(arena, s, i) else 2.0 + 0.5 * s.turn
        case "guard":
            return 0.8
        case "mend":
            return 3.0
        case "fall back":
            return -1.0
    return 0.0  # end


def _counteract(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    def worth(answer: Answer) -> float:
        if not isinstance(answer, Pick) or not isinstance(answer.value, int):
            return 0.0
        return _prospect(arena, _acting(s, answer.value, "counteract"), answer.value)

    return best(decision, worth)


# --- attacks


def _weapon(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    i = decision.subject
    card = arena.cards[i]

    def worth(answer: Answer) -> float:
        weapon = card.weapons[answer.value]  # type: ignore[union-attr, index]
        if weapon.kind == "ranged":
            w = card.weapons.index(weapon)
            return max((expected_damage(arena, s, i, weapon, j) for j in legal_targets(arena, s, i, w)), default=0.0)
        foes = [j for j in in_control(arena, s, i) if arena.sides[j] != arena.sides[i]]
        return max((expected_damage(arena, s, i, weapon, j) for j in foes), default=0.0)

    return best(decision, worth)


def _target(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    i = decision.subject
    kind = "melee" if decision.what == "opponent" else "ranged"
    weapons = [w for w in arena.cards[i].weapons if w.kind == kind]
    return best(decision, lambda a: max((expected_damage(arena, s, i, w, a.value) for w in weapons), default=0.0))  # type: ignore[union-attr, arg-type]


def _reroll(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Re-roll what surely fails; pay for it only when command points abound."""
    assert isinstance(decision, RerollDecision)

    def worth(answer: Answer) -> float:
        if not isinstance(answer, Dice):
            return 0.0
        gained = sum(1.0 if decision.results[c] <= 2 else -1.0 for c in answer.chosen)
        return gained - (1.5 if answer.use == "command-reroll" and s.cp[decision.player] < 3 else 0.1)

    return best(decision, worth)


def _block(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Let as little damage through as possible."""
    values = decision.values or {}
    normal, critical = values.get("normal", 3), values.get("critical", 4)

    def stopped(answer: Answer) -> float:
        plain, pairs, hard, easy = answer.counts  # type: ignore[union-attr]
        return float((plain + easy) * normal + (pairs + hard) * critical)

    return best(decision, stopped)


def _resolve(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Strike, unless a block saves more than a strike would cost the enemy."""
    values = decision.values or {}
    mine, theirs = values.get("damage", (3, 4)), values.get("their_damage", (3, 4))
    wounds, foe_wounds = values.get("wounds", 99), values.get("foe_wounds", 99)

    def worth(answer: Answer) -> float:
        name = answer.value  # type: ignore[union-attr]
        if name == "strike-critical":
            return 50.0 if mine[1] >= foe_wounds else mine[1] + 0.5
        if name == "strike-normal":
            return 40.0 if mine[0] >= foe_wounds else mine[0]
        saved = theirs[1] if str(name).startswith("block-critical") else theirs[0]
        cost = 0.6 if str(name).endswith("critical") else 0.0
        return 30.0 - cost if saved >= wounds else saved - 0.25 - cost

    return best(decision, worth)


def _gambit(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return decision.options[0] if s.cp[decision.player] > 1 else PASS


_BY_QUESTION: dict[str, Advice] = {
    "place": _place,
    "move": _move,
    "activate": _activate,
    "order": _order,
    "action": _action,
    "counteract": _counteract,
    "weapon": _weapon,
    "target": _target,
    "opponent": _target,
    "re-roll": _reroll,
    "block": _block,
    "resolve": _resolve,
    "gambit": _gambit,
}
