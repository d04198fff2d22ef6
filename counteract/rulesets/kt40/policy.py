"""The policy of the army-scale edition: what a sensible beginner answers. Worth is counted in points of the army list."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, hypot

from counteract.core.decision import PASS, Answer, Decision, Dice, Paths, Pick
from counteract.mechanics.moves.unit_decision import UnitPathContext, UnitPathsDecision
from counteract.mechanics.policy import Policy, choose_best, pick_value
from counteract.rulesets.kt40 import deeds, stats
from counteract.rulesets.kt40.actions import OPTIONS, why_not
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack_odds import NOTHING, UnitOdds
from counteract.rulesets.kt40.charge import DICE, LONG_DICE, LONG_REACH, REACH, ChargeContext
from counteract.rulesets.kt40.forecasts import attack_odds, blow_rows, reaches, shooting
from counteract.rulesets.kt40.markers import CONTROL, controlled, holds
from counteract.rulesets.kt40.psychic import DenyContext
from counteract.rulesets.kt40.shoot import WeaponContext, aim_shot, fire_of, shots
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.stratagems import DECISIVE_MOVEMENT, DECISIVE_SHOT, CommandRerollDecision, own_stratagem
from counteract.rulesets.kt40.units import ENGAGED, alive, enemy_units, engaged_with, gap, on_table, own_units, standing
from counteract.rulesets.kt40.zones import zone_box

HOLDING = 45.0  # points that a marker held is worth
CROWD = 10.0  # inches that each friendly unit at a marker makes it seem farther away
NEAR = 12.0  # inches within which enemies make passengers get out
DEAR_ROLLS = ("save", "damage", "charge", "morale", "psychic", "ignore")
AMOUNTS, BAD = ("advance", "move", "shots", "damage", "mortal", "perils", "mend"), 2  # rolls that add up, and the highest die that is a bad one
LOW_ROLLS = ("perils", "morale", "explodes")  # rolls in which a low die is a good one
Place = tuple[float, float]


# --- worth


def harm(arena: Arena, odds: UnitOdds, target: int) -> float:
    """Return what attacks on a unit are worth: the share of its points that they cost it, and a prize for destroying it."""
    points = arena.units[target].card.points
    full = sum(arena.cards[i].wounds for i in arena.units[target].models)
    return points * (odds.wounds + odds.fled) / full + 0.25 * points * odds.destroyed


def shot_worth(arena: Arena, s: ArmyBattle, unit: int, target: int) -> float:
    """Return the worth of a unit's shooting at another."""
    return harm(arena, shooting(arena, s, unit, target), target)


def best_shot(arena: Arena, s: ArmyBattle, unit: int) -> float:
    """Return the worth of a unit's shooting at its best target from where it stands."""
    memo, key = arena.memo(s.places), ("best shot", unit, s.units[unit], s.models)
    if key not in memo:
        targets = {shot.target for shot in shots(arena, s, unit, "shooting")}
        memo[key] = max((shot_worth(arena, s, unit, target) for target in targets), default=0.0)
    return float(memo[key])


def blows(arena: Arena, s: ArmyBattle, unit: int, target: int) -> UnitOdds:
    """Return the odds of the blows of all models of a unit at another, wherever they stand."""
    rows = [row._replace(hindered=False) for row in blow_rows(arena, s, target, standing(arena, s, unit))]
    return attack_odds(arena, s, unit, "fight", target, rows)


def brawl(arena: Arena, s: ArmyBattle, unit: int, target: int) -> float:
    """Return the worth of close combat with a unit that is struck first: the blows dealt less part of those that come back."""
    dealt = blows(arena, s, unit, target)
    return harm(arena, dealt, target) - 0.6 * (1.0 - dealt.destroyed) * harm(arena, blows(arena, s, target, unit), unit)


def charge_worth(arena: Arena, s: ArmyBattle, unit: int, target: int, dice: int = DICE) -> float:
    """Return the worth of charging a unit: the fight if it arrives, less overwatch and a marker that is left for it."""
    needed = max(dice, ceil(gap(arena, s, unit, target) - ENGAGED))
    fire = shooting(arena, s, target, unit, "overwatch") if not engaged_with(arena, s, target) else NOTHING
    given_up = HOLDING if _would_leave(arena, s, unit, target) else 0.0
    return reaches(needed, dice) * brawl(arena, s, unit, target) - harm(arena, fire, unit) - given_up


# --- where to go


def goals(arena: Arena, s: ArmyBattle, side: int) -> dict[int, Place]:
    """Return the place that each unit of a side heads for: markers shared out by distance, enemies for those that hold none."""
    memo, key = arena.memo(s.places), ("goals", side)
    if key not in memo:
        memo[key] = _share_out(arena, s, side)
    found: dict[int, Place] = memo[key]
    return found


def _share_out(arena: Arena, s: ArmyBattle, side: int) -> dict[int, Place]:
    board = arena.terrain.board
    markers = [marker.at(board) for marker in arena.mission.markers] if arena.mission else []
    holders = controlled(arena, s)
    crowd = [0.0] * len(markers)
    found: dict[int, Place] = {}
    for unit in own_units(arena, s, side):  # who holds a marker stays at it
        k = next((k for k, at in enumerate(markers) if holders[k] == side and not crowd[k] and _is_at(arena, s, unit, at)), -1)
        if k >= 0:
            found[unit], crowd[k] = markers[k], CROWD
    for unit in own_units(arena, s, side):
        if unit in found:
            continue
        if not markers or arena.units[unit].has("AIRCRAFT"):
            found[unit] = _nearest_enemy(arena, s, unit)
            continue
        x, y = centre(s, standing(arena, s, unit))
        away = [hypot(mx - x, my - y) + crowd[k] + (0.0 if holders[k] == side else -3.0) for k, (mx, my) in enumerate(markers)]
        k = min(range(len(markers)), key=lambda k: round(away[k], 6))
        crowd[k] += CROWD
        found[unit] = markers[k]
    return found


def _nearest_enemy(arena: Arena, s: ArmyBattle, unit: int) -> Place:
    board = arena.terrain.board
    foes = enemy_units(arena, s, arena.units[unit].side)
    if not foes or not on_table(arena, s, unit):
        return board.width / 2, board.depth / 2
    return centre(s, standing(arena, s, min(foes, key=lambda v: gap(arena, s, unit, v))))


def centre(s: ArmyBattle, models: Iterable[int]) -> Place:
    """Return the middle of some models on the table."""
    places = [place for i in models if (place := s.places[i]) is not None]
    return sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)


def _to_go(arena: Arena, s: ArmyBattle, unit: int) -> float:
    """Return how many inches a unit is from counting at the place it heads for."""
    x, y = goals(arena, s, arena.units[unit].side)[unit]
    own = standing(arena, s, unit)
    nearest = min(hypot(p[0] - x, p[1] - y) - arena.radii[i] for i in own if (p := s.places[i]) is not None)
    return max(0.0, nearest - CONTROL)


def _is_at(arena: Arena, s: ArmyBattle, unit: int, marker: Place) -> bool:
    """Return True if a model of a unit counts at a marker."""
    return any(holds(arena, s, i, *marker) for i in standing(arena, s, unit))


def _would_leave(arena: Arena, s: ArmyBattle, unit: int, target: int) -> bool:
    """Return True if a unit that holds a marker would leave it to charge another."""
    board, side = arena.terrain.board, arena.units[unit].side
    markers = [marker.at(board) for marker in arena.mission.markers] if arena.mission else []
    held = [at for at, holder in zip(markers, controlled(arena, s), strict=True) if holder == side and _is_at(arena, s, unit, at)]
    friends = [v for v in own_units(arena, s, side) if v != unit]
    alone = [at for at in held if not any(_is_at(arena, s, v, at) for v in friends)]
    return any(hypot(p[0] - at[0], p[1] - at[1]) > 2 * CONTROL for at in alone for i in standing(arena, s, target) if (p := s.places[i]) is not None)


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
    return _to_go(arena, s, carrier) <= 6.0 or near <= NEAR or 2 * s.models[i].wounds < arena.cards[i].wounds


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
    away = _to_go(arena, s, unit)
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
    found = decision.arrange(goal, "tight" if _to_go(arena, s, unit) <= 6.0 else "as they stand", quick=True)
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
