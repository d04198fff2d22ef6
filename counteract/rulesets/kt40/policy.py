"""The policy of the army-scale edition: what a sensible beginner answers. Worth is counted in points of the army list."""

from __future__ import annotations

from math import hypot

from counteract.core.decision import PASS, Answer, Decision, Dice, Paths, Pick
from counteract.mechanics.chain_rolls import RollContext
from counteract.mechanics.moves.unit_decision import UnitPathContext, UnitPathsDecision
from counteract.mechanics.policy import Policy, choose_best, pick_value
from counteract.rulesets.kt40 import deeds, stats
from counteract.rulesets.kt40.actions import OPTIONS, why_not
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.charge import DICE, LONG_DICE, LONG_REACH, REACH, ChargeContext
from counteract.rulesets.kt40.forecasts import attack_odds
from counteract.rulesets.kt40.policy_goals import (
    CROWD,
    HOLDING,
    Place,
    best_shot,
    blows,
    brawl,
    centre,
    charge_worth,
    goals,
    harm,
    shot_worth,
    to_go,
)
from counteract.rulesets.kt40.psychic import DenyContext
from counteract.rulesets.kt40.shoot import WeaponContext, aim_shot, fire_of
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.stratagems import DECISIVE_MOVEMENT, DECISIVE_SHOT, CommandRerollDecision, own_stratagem
from counteract.rulesets.kt40.targeting import shots
from counteract.rulesets.kt40.units import alive, enemy_units, engaged_with, gap, on_table, own_units, standing
from counteract.rulesets.kt40.zones import zone_box

NEAR = 12.0  # inches within which enemies make passengers get out
DEAR_ROLLS = ("save", "damage", "charge", "morale", "psychic", "ignore")
AMOUNTS, BAD = ("advance", "move", "shots", "damage", "mortal", "perils", "mend"), 2  # rolls that add up, and the highest die that is a bad one
LOW_ROLLS = ("perils", "morale", "explodes")  # rolls in which a low die is a good one


# --- setting up


def _deploy(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Deploy transports first, then keep a unit that can arrive later in reserve, then the others in order."""
    options = [option for option in decision.options if isinstance(option, Pick)]
    carriers = [o for o in options if isinstance(o.value, int) and arena.units[o.value].card.capacity]
    held = [o for o in options if str(o.value).startswith("reserve:")]
    kept = sum(own.reserve for unit, own in enumerate(s.units) if arena.units[unit].side == decision.player)
    return (carriers or (held if kept < 2 else []) or options)[0]


def _passengers(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Let Troops ride, else anybody who is no CHARACTER."""
    able = [option for option in decision.options if isinstance(option, Pick)]
    able.sort(key=lambda o: (arena.units[pick_value(o)].card.role != "troops", arena.units[pick_value(o)].has("CHARACTER")))
    return PASS if not able or arena.units[pick_value(able[0])].has("CHARACTER") else able[0]


def _set_up(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Set a unit up as near as can be to the marker that has fewest friends about it."""
    assert isinstance(decision, UnitPathsDecision)
    goal = _landing(arena, s, decision.subject)
    found = decision.arrange(goal, "tight", quick=True)
    return found if isinstance(found, Paths) else decision.default


def _landing(arena: Arena, s: ArmyBattle, unit: int) -> Place:
    board, side = arena.terrain.board, arena.units[unit].side
    markers = [marker.at(board) for marker in arena.mission.markers] if arena.mission else []
    if not markers:
        return board.width / 2, board.depth / 2
    friends = [centre(s, standing(arena, s, v)) for v in own_units(arena, s, side) if v != unit]
    home = _home(arena, s, unit)

    def cost(at: Place) -> float:
        near = sum(hypot(at[0] - x, at[1] - y) < CROWD for x, y in friends)
        return round(hypot(at[0] - home[0], at[1] - home[1]) + CROWD * near, 6)

    return min(markers, key=cost)


def _home(arena: Arena, s: ArmyBattle, unit: int) -> Place:
    """Return the middle of a unit's zone, or of the transport it gets out of."""
    own = s.units[unit]
    if own.carrier >= 0 and on_table(arena, s, own.carrier):
        return centre(s, standing(arena, s, own.carrier))
    x0, y0, x1, y1 = zone_box(arena, s, arena.units[unit].side)
    return (x0 + x1) / 2, (y0 + y1) / 2


# --- the movement phase


def _manoeuvre(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Choose the first unit with something better to do than to stay; then the others stay."""
    options = [option for option in decision.options if isinstance(option, Pick)]
    for option in options:
        unit = pick_value(option)
        if not on_table(arena, s, unit):
            if _should_disembark(arena, s, unit):
                return option
        elif best_option(arena, s, unit) not in ("stay", "ready"):
            return option
    return PASS if PASS in decision.options else options[0]


def _should_disembark(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if the transport is at its goal, near an enemy, or hurt."""
    carrier = s.units[unit].carrier
    if carrier < 0 or not on_table(arena, s, carrier):
        return False
    foes = enemy_units(arena, s, arena.units[unit].side)
    near = min((gap(arena, s, carrier, v) for v in foes), default=99.0)
    i = standing(arena, s, carrier)[0]
    return to_go(arena, s, carrier) <= 6.0 or near <= NEAR or 2 * s.models[i].wounds < arena.cards[i].wounds


def _option(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    unit = decision.subject
    if not on_table(arena, s, unit):
        return decision.options[0]
    best = Pick(best_option(arena, s, unit))
    return best if best in decision.options else decision.default


def best_option(arena: Arena, s: ArmyBattle, unit: int) -> str:
    """Return the movement option worth most to a unit."""
    names = [name for name in OPTIONS if why_not(arena, s, unit, name) is None]
    return max(names, key=lambda name: round(_option_worth(arena, s, unit, name), 6), default="stay")


def _option_worth(arena: Arena, s: ArmyBattle, unit: int, name: str) -> float:
    side, own = arena.units[unit].side, arena.units[unit]
    if name in ("charge", "long charge"):
        reach, dice = (LONG_REACH, LONG_DICE) if name == "long charge" else (REACH, DICE)
        near = [v for v in enemy_units(arena, s, side) if gap(arena, s, unit, v) <= reach]
        return max((charge_worth(arena, s, unit, v, dice) for v in near), default=-1.0)
    if name == "fall back":
        foes = engaged_with(arena, s, unit)
        worst = sum(brawl(arena, s, unit, v) for v in foes)
        return -0.5 * worst if worst < 0.0 and not s.units[unit].charged_by else -1.0
    move = max(stats.move(arena, s, i) for i in standing(arena, s, unit)) + stats.move_dice(arena, unit).mean
    away = to_go(arena, s, unit)
    pace = HOLDING * (1.0 if own.card.role == "troops" else 0.7)
    match name:
        case "normal move":
            shot = best_shot(arena, s, unit)
            return (0.5 + 0.9 * shot + 0.5 * pace * min(1.0, move / away)) if away > 0.0 else 0.8 * shot - 1.0
        case "advance":
            return 0.5 + 0.6 * pace * min(1.0, (move + 3.5) / away) + 0.1 * best_shot(arena, s, unit) if away > move else -1.0
        case "ready":
            return 1.05 * best_shot(arena, s, unit) + 0.1
    return best_shot(arena, s, unit)  # stay


def _ready(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    return decision.options[0]


def _move(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Go to the place the unit heads for; charges, pile-ins and the like as near as they can get."""
    assert isinstance(decision, UnitPathsDecision)
    unit, kind = decision.subject, decision.about(UnitPathContext).action
    if decision.limits.toward:
        found = decision.arrange(None, quick=True)
        return found if isinstance(found, Paths) else decision.default
    goal = _away_from_enemies(arena, s, unit) if kind == "fall back" else goals(arena, s, arena.units[unit].side)[unit]
    found = decision.arrange(goal, "tight" if to_go(arena, s, unit) <= 6.0 else "as they stand", quick=True)
    return found if isinstance(found, Paths) else decision.default


def _away_from_enemies(arena: Arena, s: ArmyBattle, unit: int) -> Place:
    x, y = centre(s, standing(arena, s, unit))
    fx, fy = centre(s, [i for v in engaged_with(arena, s, unit) for i in standing(arena, s, v)] or standing(arena, s, unit))
    far = hypot(x - fx, y - fy) or 1.0
    return x + 8.0 * (x - fx) / far, y + 8.0 * (y - fy) / far


def _charge_target(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Declare the target worth most, and no other."""
    best = choose_best(decision, lambda a: charge_worth(arena, s, decision.subject, pick_value(a)) if isinstance(a, Pick) else 0.0)
    return PASS if decision.about(ChargeContext).named else best


def _react(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """React with every unit that can: it costs nothing."""
    return next((option for option in decision.options if isinstance(option, Pick)), PASS)


# --- attacks


def _shooter(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Choose the unit whose shooting is worth most; pass if nobody has a target."""
    best = choose_best(decision, lambda a: best_shot(arena, s, pick_value(a)) if isinstance(a, Pick) else 0.0)
    return best if isinstance(best, Pick) and best_shot(arena, s, pick_value(best)) > 0.0 else PASS


def _target(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    unit = decision.subject
    return choose_best(decision, lambda a: shot_worth(arena, s, unit, a.value) if isinstance(a, Pick) and isinstance(a.value, int) else -1.0)


def _grenade(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Throw the grenade that gains most over what the thrower gives up."""
    unit, kind = decision.subject, fire_of(s)

    def value(answer: Answer) -> float:
        if not isinstance(answer, Pick):
            return 0.0
        model, weapon, target = map(int, str(answer.value).split("/"))
        own = [shot for shot in shots(arena, s, unit, kind, target) if shot.model == model]
        given_up = [aim_shot(arena, s, unit, shot) for shot in own if arena.guns[model][shot.weapon].type != "grenade"]
        thrown = [aim_shot(arena, s, unit, shot) for shot in own if shot.weapon == weapon]
        return sum(sign * harm(arena, attack_odds(arena, s, unit, kind, target, rows), target) for sign, rows in ((1, thrown), (-1, given_up)))

    return choose_best(decision, value)


def _mode(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Choose the mode worth most at the unit's best target, less what a bearer that overheats is worth."""
    unit, name = decision.subject, decision.about(WeaponContext).weapon
    kind = fire_of(s)
    able = list(shots(arena, s, unit, kind))

    def value(answer: Answer) -> float:
        assert isinstance(answer, Pick)
        guns = {shot: arena.guns[shot.model][shot.weapon] for shot in able}
        fired = [shot for shot, gun in guns.items() if gun.name == name and gun.mode == answer.value]
        worths = [
            harm(arena, attack_odds(arena, s, unit, kind, v, [aim_shot(arena, s, unit, shot) for shot in fired if shot.target == v]), v)
            for v in {shot.target for shot in fired}
        ]
        risky = sum(guns[shot].rules.overheat for shot in fired) / max(1, len(fired))
        return max(worths, default=0.0) - risky * arena.units[unit].card.points / len(arena.units[unit].models) / 6

    return choose_best(decision, value)


def _fighter(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Choose the unit whose fight is worth most; Counter-Offensive if it could be hurt badly."""

    def value(answer: Answer) -> float:
        if not isinstance(answer, Pick):
            return 0.0
        unit = int(str(answer.value).rpartition(":")[2])
        foes = engaged_with(arena, s, unit)
        best = max((harm(arena, blows(arena, s, unit, v), v) for v in foes), default=0.0)
        return best - (20.0 if isinstance(answer.value, str) else 0.0)

    return choose_best(decision, value)


def _blows(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    unit = decision.subject
    return choose_best(
        decision, lambda a: harm(arena, blows(arena, s, unit, a.value), a.value) if isinstance(a, Pick) and isinstance(a.value, int) else -1.0
    )


def _default(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    return decision.default


# --- powers, stratagems, effects


def _power(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Try the power that is likeliest to do something that matters."""
    unit = decision.subject
    powers = {power.id: power for power in arena.units[unit].card.known_powers}

    def value(answer: Answer) -> float:
        if not isinstance(answer, Pick):
            return 0.0
        power = powers[str(answer.value)]
        if not deeds.can_do(arena, s, decision.player, power.deed, unit=unit):
            return -1.0
        return (6.0 if power.deed.kind in ("bolt", "strike") else 4.0) * (1.0 - 0.08 * power.charge)

    return choose_best(decision, value)


def _power_target(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Choose the unit with most points for its wounds, a friend in need before others."""

    def value(answer: Answer) -> float:
        unit = pick_value(answer)
        left = sum(s.models[i].wounds for i in alive(arena, s, unit))
        return arena.units[unit].card.points / max(1, left)

    return choose_best(decision, value)


def _deny(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    return decision.options[1] if decision.about(DenyContext).total <= 10 else PASS


def _effect(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Bring reserves, use what is free, intervene where it pays, and spend command points while there are some to spare."""

    def value(answer: Answer) -> float:
        if not isinstance(answer, Pick):
            return 0.0
        kind, _, what = str(answer.value).partition(":")
        match kind:
            case "arrive":
                return 50.0
            case "ability":
                return 40.0
            case "intervene":
                return _intervention(arena, s, int(what))
        return _stratagem_worth(arena, s, decision.player, what)

    return choose_best(decision, value)


def _intervention(arena: Arena, s: ArmyBattle, unit: int) -> float:
    near = [v for v in enemy_units(arena, s, arena.units[unit].side) if gap(arena, s, unit, v) <= 3.0]
    return max((brawl(arena, s, unit, v) for v in near), default=-1.0)


def _stratagem_worth(arena: Arena, s: ArmyBattle, player: int, ident: str) -> float:
    if ident == DECISIVE_MOVEMENT:
        return -1.0
    if ident == DECISIVE_SHOT:
        late = [u for u in own_units(arena, s, player) if not s.units[u].readied]
        return max((best_shot(arena, s, u) for u in late), default=0.0) - 40.0
    own = own_stratagem(arena, player, ident)
    spare = s.cp[player] - (own.cost if own else 0)
    return 1.0 + spare if spare >= 1 else -1.0


def _named_unit(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    return choose_best(decision, lambda a: best_shot(arena, s, pick_value(a)) if isinstance(a, Pick) else -1.0)


def _reroll(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Buy a re-roll of the worst die of a roll that matters; of any other only with points to spare, and never of a good die."""
    assert isinstance(decision, CommandRerollDecision)
    if decision.roll not in DEAR_ROLLS and s.cp[decision.player] <= 3:
        return PASS
    if decision.roll == "psychic" and sum(decision.faces) > decision.about(RollContext).needed:
        return PASS  # it has worked
    sign = -1 if decision.roll in LOW_ROLLS else 1
    worst = min((option for option in decision.options if isinstance(option, Dice)), key=lambda option: sign * decision.faces[option.chosen[0]])
    face = decision.faces[worst.chosen[0]]
    return PASS if decision.roll in AMOUNTS and (face if sign > 0 else 7 - face) > BAD else worst


def _bravery(arena: Arena, s: ArmyBattle, decision: Decision) -> Answer:
    """Buy Insane Bravery for a unit that stands to lose four wounds or more."""
    unit = decision.subject
    return decision.options[1] if s.units[unit].lost + 3.5 - stats.leadership(arena, s, unit) >= 4.0 else PASS


#: The policy for each question; any other is answered with its first option.
POLICY: dict[str, Policy] = {
    "deploy": _deploy,
    "passengers": _passengers,
    "set-up": _set_up,
    "manoeuvre": _manoeuvre,
    "option": _option,
    "ready": _ready,
    "move": _move,
    "charge-target": _charge_target,
    "overwatch": _react,
    "strike": _react,
    "shoot": _shooter,
    "target": _target,
    "grenade": _grenade,
    "mode": _mode,
    "fight": _fighter,
    "blows": _blows,
    "casualties": _default,
    "power": _power,
    "power-target": _power_target,
    "deny": _deny,
    "effect": _effect,
    "named-unit": _named_unit,
    "re-roll": _reroll,
    "insane-bravery": _bravery,
}
