"""The policy of the novice in Kill Team 2021: a sensible answer to each question, from attack odds, markers and cover."""

from __future__ import annotations

import msgspec

from counteract.core.decision import PASS, Allocate, Answer, Decision, Pick, Place
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.operatives import attack_odds, policy
from counteract.mechanics.operatives.sight import gap
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE
from counteract.mechanics.policy import Policy, choose_best
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt21 import moves
from counteract.rulesets.kt21.actions import why_not
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.attack_odds import shot
from counteract.rulesets.kt21.odds import RULES
from counteract.rulesets.kt21.shoot import OVERWATCH, legal_targets, usable_weapons
from counteract.rulesets.kt21.sight import CONTESTED, engaged_enemies
from counteract.rulesets.kt21.state import Acting, Skirmish
from counteract.rulesets.kt21.weapons import Weapon

# --- worth of attacks


def expected(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> float:
    return attack_odds.expected(RULES, arena, s, i, weapon, j, shot)


def _best_shot(arena: Arena, s: Skirmish, i: int) -> float:
    """Return the worth of the best shot an operative has from where it stands."""
    shots = ((arena.cards[i].weapons[w], j) for w in usable_weapons(arena, s, i) for j in legal_targets(arena, s, i, w))
    return max((expected(arena, s, i, weapon, j) for weapon, j in shots), default=0.0)


def _gain(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    return policy.melee_gain(arena, s, i, j, expected)


# --- set-up


def _barricade(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose a place near the middle line, parallel to the player's edge, first on one flank, then on the other."""
    board = arena.terrain.board
    across = s.zones[decision.player] < 2  # the edge runs along the x axis
    side = -1.0 if len(s.barricades) < 2 else 1.0

    def worth(answer: Answer) -> float:
        if not isinstance(answer, Place):
            return -99.0
        off = answer.x - board.width / 2, answer.y - board.depth / 2
        aside, ahead = off if across else off[::-1]
        return -abs(ahead) - 0.3 * abs(aside - side * 4.0) - (2.0 if answer.turn != (0.0 if across else 90.0) else 0.0)

    return choose_best(decision, worth)


def _order(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose Engage at set-up; later only if an attack is worth it, an enemy is near or a Charge is possible."""
    i = decision.subject
    if s.turn == 0:
        return Pick(ENGAGE)
    then = about_to_act(s, i)
    threat = min((gap(arena, s, i, j) for j in enemies_of(arena, s, arena.sides[i])), default=99.0)
    if _attack_worth(arena, s, i) > 0.5 or threat < arena.cards[i].move + 3 or why_not(arena, then, i, "charge") is None:
        return Pick(ENGAGE)
    return Pick(CONCEAL)


# --- activations


def about_to_act(s: Skirmish, i: int, kind: str = "activation") -> Skirmish:
    """Return the battle as if an operative were about to act with an Engage order, or with its own if that is fixed. (ORDER-05)"""
    model = s.models[i]
    order = model.order if s.turn == 1 and model.ready else ENGAGE
    models = (*s.models[:i], msgspec.structs.replace(model, order=order), *s.models[i + 1 :])
    return msgspec.structs.replace(s, models=models, acting=(Acting(i, kind, points=9),))


def _attack_worth(arena: Arena, s: Skirmish, i: int, kind: str = "activation") -> float:
    """Return the worth of the best attack an operative has now."""
    then = about_to_act(s, i, kind)
    near = engaged_enemies(arena, then, i)
    return 2.0 + max(_gain(arena, then, i, j) for j in near) if near else _best_shot(arena, then, i)


def _who(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose the operative whose best attack is worth most."""
    kind = OVERWATCH if decision.what == "overwatch" else "activation"
    return choose_best(decision, lambda a: _attack_worth(arena, s, a.value, kind) if isinstance(a, Pick) and isinstance(a.value, int) else 0.0)


def _action(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    i = decision.subject
    return choose_best(decision, lambda a: _action_worth(arena, s, i, str(a.value)) if isinstance(a, Pick) else 0.0)


def _action_worth(arena: Arena, s: Skirmish, i: int, name: str) -> float:
    at_goal = policy.near_goal(arena, s, i, CONTESTED)
    match name:
        case "fight":
            return 4.0 + max(_gain(arena, s, i, j) for j in engaged_enemies(arena, s, i))
        case "shoot":
            return (3.0 if s.acting[-1].done or at_goal else 1.5) + _best_shot(arena, s, i)
        case "psychic strike":
            return 5.0
        case "charge":
            far = moves.limit(arena, s, i, "charge") + 1  # with no enemy so near, the Charge would need a ploy
            return 1.0 + max((_gain(arena, s, i, j) for j in enemies_of(arena, s, arena.sides[i]) if gap(arena, s, i, j) <= far), default=-2.0)
        case "normal move":
            return policy.rate_moving_on(arena, s, i) if at_goal else 3.0 + s.turn
        case "dash":
            return -0.5 if at_goal else 2.0 + 0.5 * s.turn
        case "mend":
            return 3.0
        case "fall back":
            return -1.0
    return 0.0 if name == "end" else -0.1


def _move(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    if s.acting[-1].done[-1] == "charge":
        return policy.into_fight(arena, s, decision, expected)
    return policy.to_goal(arena, s, decision, CONTESTED)


# --- attacks


def _weapon(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return policy.weapon(arena, s, decision, expected, lambda i, w: legal_targets(arena, s, i, w))


def _target(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose the target worth most; of secondary targets, the first."""
    if decision.what == "secondary":
        return next(answer for answer in decision.options if answer != PASS)
    return policy.target(arena, s, decision, expected)


def _fusillade(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Give all dice to the first target."""
    assert isinstance(decision, AllocationDecision)
    return Allocate((decision.total, *[0] * (len(decision.barred) - 1)))


def _rending(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return decision.options[1]


def _which_save(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return decision.default


#: The policy for each question; any other is answered with its first option.
POLICY: dict[str, Policy] = {
    "barricade": _barricade,
    "place": policy.place,
    "order": _order,
    "activate": _who,
    "overwatch": _who,
    "action": _action,
    "move": _move,
    "weapon": _weapon,
    "target": _target,
    "opponent": _target,
    "secondary": _target,
    "fusillade": _fusillade,
    "rending": _rending,
    "which-save": _which_save,
    "re-roll": policy.reroll,
    "resolve": policy.resolve,
    "strategic-ploy": policy.early_ploy,
}
