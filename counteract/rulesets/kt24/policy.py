"""The policy of the novice in Kill Team 2024: a sensible answer to each question, from attack odds, markers and cover."""

from __future__ import annotations

import msgspec

from counteract.core.decision import Answer, Decision, Pick
from counteract.mechanics.operatives import attack_odds, policy, stats
from counteract.mechanics.operatives.sight import enemies_in_control, gap
from counteract.mechanics.operatives.state import ENGAGE
from counteract.mechanics.policy import Policy, choose_best
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt24 import moves
from counteract.rulesets.kt24.actions import why_not
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.attack_odds import shot
from counteract.rulesets.kt24.odds import RULES
from counteract.rulesets.kt24.shoot import BLAST, TORRENT, SpreadContext, legal_targets, torrent_targets, usable_weapons
from counteract.rulesets.kt24.state import Acting, Skirmish
from counteract.rulesets.kt24.weapons import Rules, Weapon

CLOSE = 1.0 + 20 / 25.4  # the farthest a base edge may be from the centre of a marker to contest it


# --- worth of attacks


def expected(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> float:
    worth = attack_odds.expected(RULES, arena, s, i, weapon, j, shot)
    if weapon.rules.blast and weapon.rules.torrent:  # INT-83
        worth += max(0.0, _torrent_gain(arena, s, i, arena.cards[i].weapons.index(weapon), j, weapon.rules))
    return worth


def _torrent_gain(arena: Arena, s: Skirmish, i: int, w: int, j: int, rules: Rules) -> float:
    """Return how much more Torrent is worth than Blast, the primary target aside."""
    weapon = arena.cards[i].weapons[w]
    torrent = sum(attack_odds.worth(shot(arena, s, i, weapon, k)) for k in torrent_targets(arena, s, i, w, j, rules))
    return torrent - attack_odds.blast_worth(RULES, arena, s, i, weapon, j, rules.blast_radius)


def _best_shot(arena: Arena, s: Skirmish, i: int) -> float:
    """Return the worth of the best shot an operative has from where it stands."""
    return max(
        (expected(arena, s, i, arena.cards[i].weapons[w], j) for w in usable_weapons(arena, s, i) for j in legal_targets(arena, s, i, w)),
        default=0.0,
    )


# --- moves


def _move(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    if s.acting[-1].done[-1] == "charge":
        return policy.into_fight(arena, s, decision, expected)
    return policy.to_goal(arena, s, decision, CLOSE)


def _melee_gain(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    return policy.melee_gain(arena, s, i, j, expected)


def _near_goal(arena: Arena, s: Skirmish, i: int) -> bool:
    return policy.near_goal(arena, s, i, CLOSE)


# --- activations


def about_to_act(s: Skirmish, i: int, kind: str = "activation") -> Skirmish:
    """Return the battle as if an operative were about to act with an Engage order."""
    models = (*s.models[:i], msgspec.structs.replace(s.models[i], order=ENGAGE), *s.models[i + 1 :])
    return msgspec.structs.replace(s, models=models, acting=(Acting(i, kind),))


def _attack_worth(arena: Arena, s: Skirmish, i: int) -> float:
    """Return the worth of the best attack an operative has now."""
    then = about_to_act(s, i)
    near = enemies_in_control(arena, then, i)
    if near:
        return 2.0 + max(_melee_gain(arena, then, i, j) for j in near)
    return _best_shot(arena, then, i)


def _activate(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return choose_best(decision, lambda a: _attack_worth(arena, s, a.value) if isinstance(a, Pick) and isinstance(a.value, int) else 0.0)


def _order(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose Engage if an attack is worth it, an enemy is near or a Charge is possible; else Conceal."""
    i = decision.subject
    then = about_to_act(s, i)
    threat = min((gap(arena, s, i, j) for j in enemies_of(arena, s, arena.sides[i])), default=99.0)
    if _attack_worth(arena, s, i) > 0.5 or threat < arena.cards[i].move + 3 or why_not(arena, then, i, "charge") is None:
        return Pick("engage")
    return Pick("conceal")


def _action(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    i = decision.subject
    return choose_best(decision, lambda a: _action_worth(arena, s, i, a.value) if isinstance(a, Pick) else 0.0)


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
            return 1.0 + max((_melee_gain(arena, s, i, j) for j in enemies_of(arena, s, arena.sides[i]) if gap(arena, s, i, j) <= far), default=0.0)
        case "reposition":
            return policy.rate_moving_on(arena, s, i) if _near_goal(arena, s, i) else 3.0 + s.turn
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
        return _attack_worth(arena, about_to_act(s, answer.value, "counteract"), answer.value)

    return choose_best(decision, worth)


# --- attacks


def _weapon(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return policy.weapon(arena, s, decision, expected, lambda i, w: legal_targets(arena, s, i, w))


def _spread(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    """Choose Blast unless Torrent is worth more. (INT-83)"""
    about = decision.about(SpreadContext)
    i, (w,), j = decision.subject, about.uses, about.target
    rules = stats.weapon_rules(arena, s, i, arena.cards[i].weapons[w], j, gap(arena, s, i, j))
    return Pick(TORRENT if _torrent_gain(arena, s, i, w, j, rules) > 0.0 else BLAST)


def _target(arena: Arena, s: Skirmish, decision: Decision) -> Answer:
    return policy.target(arena, s, decision, expected)


#: The policy for each question; any other is answered with its first option.
POLICY: dict[str, Policy] = {
    "place": policy.place,
    "move": _move,
    "activate": _activate,
    "order": _order,
    "action": _action,
    "counteract": _counteract,
    "weapon": _weapon,
    "target": _target,
    "opponent": _target,
    "blast-or-torrent": _spread,
    "re-roll": policy.reroll,
    "block": policy.block,
    "resolve": policy.resolve,
    "gambit": policy.early_ploy,
}
