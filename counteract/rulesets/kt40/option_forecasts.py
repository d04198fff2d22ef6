"""Forecasts of single answers in the army-scale edition: the target, the weapons, who is seen, and the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec.structs import replace

from counteract.core.decision import Decision, Pick, Refusal, Why
from counteract.core.language import Several, joined, say
from counteract.core.preview import Forecast, Odds, Prospect, Sight, State
from counteract.mechanics.names import part_of
from counteract.mechanics.preview import round_point
from counteract.rulesets.kt40 import forecasts, labels, option_odds
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack_groups import AttackRow, Kind, weapon_of
from counteract.rulesets.kt40.attack_odds import NOTHING, UnitOdds
from counteract.rulesets.kt40.cards import weapon_name
from counteract.rulesets.kt40.deeds import targets
from counteract.rulesets.kt40.fight import BY_MODEL, BladeContext, open_targets
from counteract.rulesets.kt40.option_odds import hoped, prospect
from counteract.rulesets.kt40.queries import parts_of, trace
from counteract.rulesets.kt40.shoot import fire_of
from counteract.rulesets.kt40.sight import has_cover
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.targeting import furthest, shots, why_not_fire
from counteract.rulesets.kt40.units import gap, gaps, leader, standing

UNARMED: Why = ("KT40-SHOOT-05", "It has no ranged weapon.")


def _target(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    """Return the forecast of shooting at a target, or of the refusal."""
    if not isinstance(answer.value, int):
        return None
    unit, refusal = answer.value, decision.refuse(answer)
    if refusal is not None:
        sight = sight_of(arena, s, leader(arena, s, decision.subject), unit)
        return Forecast(text=refusal.reason, model=leader(arena, s, unit), sight=sight)
    able = option_odds.open_shots(arena, s, decision, unit)
    rows = forecasts.shot_rows(arena, s, decision.subject, forecasts.usual_shots(arena, able))
    return _attacked(arena, s, decision.subject, fire_of(s), unit, rows)


def _overwatch(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    if not isinstance(answer.value, int):
        return None
    able = tuple(shots(arena, s, answer.value, "overwatch", decision.subject))
    rows = forecasts.shot_rows(arena, s, answer.value, forecasts.usual_shots(arena, able))
    return _attacked(arena, s, answer.value, "overwatch", decision.subject, rows)


def _grenade(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    shot = labels.read_shot(str(answer.value))
    if shot is None:
        return None
    rows = option_odds.throw_rows(arena, s, decision, shot)
    return _attacked(arena, s, decision.subject, fire_of(s), shot.target, rows[shot.target])


def _attacked(arena: Arena, s: ArmyBattle, unit: int, kind: Kind, target: int, rows: Sequence[AttackRow]) -> Forecast | None:
    """Return the forecast of declared shots at a unit."""
    if not rows:
        return None
    odds = forecasts.attack_odds(arena, s, unit, kind, target, rows)
    weapons = [weapon_of(arena, kind, row) for row in rows]
    note = say("A 1 to hit slays the bearer.") if any(weapon.rules.overheat for weapon in weapons) else None
    return Forecast(
        text=hoped(arena, target, odds), model=leader(arena, s, target), weapon=joined(dict.fromkeys(map(weapon_name, weapons))),
        sight=sight_of(arena, s, rows[0].model, target), odds=show_odds("shot", odds), note=note,
    )  # fmt: skip


def show_odds(kind: Literal["shot", "fight"], odds: UnitOdds, back: UnitOdds | None = None) -> Odds:
    """Return odds as clients show them; ``back`` are those of the blows in return."""
    returned = None if back is None else Prospect(back.wounds, back.destroyed, back.fails, back.bars, prospect(back))
    return Odds(kind, odds.wounds, odds.destroyed, odds.fails, odds.bars, prospect(odds), returned)


def _shooter(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    """Return the forecast of a unit's shots at its best target, or None."""
    found = option_odds.best_target(arena, s, int(answer.value)) if isinstance(answer.value, int) else None
    if found is None or not isinstance(answer.value, int):
        return None
    able = tuple(shots(arena, s, answer.value, "shooting", found[0]))
    rows = forecasts.shot_rows(arena, s, answer.value, forecasts.usual_shots(arena, able))
    return _attacked(arena, s, answer.value, "shooting", found[0], rows)


def _fighter(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    """Return the forecast of a unit's blows at its best target, and of those in return, or None."""
    found = option_odds.best_foe(arena, s, answer.value) if isinstance(answer.value, int) else None
    return None if found is None or not isinstance(answer.value, int) else _brawl(arena, s, answer.value, *found)


def _brawl(arena: Arena, s: ArmyBattle, unit: int, target: int, odds: UnitOdds) -> Forecast:
    back = forecasts.struck_back(arena, s, unit, target, odds)
    there = hoped(arena, target, odds)
    text = there if back is None else say("{there}; in return {back}", there=there, back=hoped(arena, unit, back))
    return Forecast(
        text=text, model=leader(arena, s, target), weapon=_blades(arena, s, unit, target),
        odds=show_odds("fight", odds, back),
    )  # fmt: skip


def _blades(arena: Arena, s: ArmyBattle, unit: int, target: int) -> str:
    able = [i for i, own in open_targets(arena, s, unit).items() if target in own]
    rows = forecasts.blow_rows(arena, s, target, able or standing(arena, s, unit))
    return joined(dict.fromkeys(weapon_name(weapon_of(arena, "fight", row)) for row in rows))


def _struck(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    if not isinstance(answer.value, int):
        return None
    return _brawl(arena, s, decision.subject, answer.value, forecasts.fighting(arena, s, decision.subject, answer.value))


def _strike(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    """Return the forecast of an opportunity strike at the unit that falls back."""
    if not isinstance(answer.value, int):
        return None
    odds = forecasts.fighting(arena, s, answer.value, decision.subject, "strike")
    return Forecast(
        text=hoped(arena, decision.subject, odds), model=leader(arena, s, decision.subject),
        weapon=_blades(arena, s, answer.value, decision.subject), odds=show_odds("fight", odds),
    )  # fmt: skip


def _blade(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    """Return the forecast of attacks with one of several melee weapons."""
    if answer.value == BY_MODEL:
        return None
    asked = decision.about(BladeContext)
    rows = forecasts.blow_rows(arena, s, asked.target, asked.models, str(answer.value))
    odds = forecasts.attack_odds(arena, s, decision.subject, asked.kind, asked.target, rows)
    return Forecast(
        text=option_odds.name_odds(arena, asked.target, odds), model=leader(arena, s, asked.target),
        weapon=weapon_name(weapon_of(arena, asked.kind, rows[0])), odds=show_odds("fight", odds),
    )  # fmt: skip


def _charge(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    """Return the forecast of a charge: the chance that it arrives, and the blows of all models there."""
    if not isinstance(answer.value, int):
        return None
    unit = answer.value
    refusal = decision.refuse(answer)
    if refusal is not None:
        return Forecast(text=refusal.reason, model=leader(arena, s, unit))
    odds = option_odds.charge_odds(arena, s, decision, unit)
    return Forecast(
        text=option_odds.reached(arena, unit, odds), model=leader(arena, s, unit), weapon=_blades(arena, s, decision.subject, unit),
        odds=show_odds("fight", odds.blows),
    )  # fmt: skip


def _power(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    """Return the forecast of a power at the closest unit that it may harm, its psychic test included."""
    power = next((one for one in arena.units[decision.subject].card.known_powers if one.id == answer.value), None)
    if power is None:
        return None
    able = targets(arena, s, decision.player, power.deed, decision.subject)
    if not able or power.deed.kind not in ("bolt", "strike"):
        return None
    unit = min(able, key=lambda v: gap(arena, s, decision.subject, v))
    odds = forecasts.power_odds(arena, s, decision.subject, power, unit)
    return Forecast(text=option_odds.name_odds(arena, unit, odds), model=leader(arena, s, unit), weapon=say(power.name), odds=show_odds("shot", odds))


def _power_target(arena: Arena, s: ArmyBattle, decision: Decision, answer: Pick) -> Forecast | None:
    if not isinstance(answer.value, int):
        return None
    odds = option_odds.deed_odds(arena, s, decision, answer.value)
    if odds == NOTHING:
        return None
    return Forecast(
        text=hoped(arena, answer.value, odds), model=leader(arena, s, answer.value), odds=show_odds("shot", odds),
    )  # fmt: skip


#: The forecast of an answer, by question.
FORECASTS: dict[str, Callable[[Arena, ArmyBattle, Decision, Pick], Forecast | None]] = {
    "target": _target,
    "split-target": _target,
    "overwatch": _overwatch,
    "grenade": _grenade,
    "shoot": _shooter,
    "fight": _fighter,
    "blows": _struck,
    "blade": _blade,
    "strike": _strike,
    "charge-target": _charge,
    "power": _power,
    "power-target": _power_target,
}


# --- sight


def sight_of(arena: Arena, s: ArmyBattle, i: int, unit: int) -> Sight:
    """Return the sight of a model on an enemy unit: on the model of it that it sees best. (INT-06 to INT-09)"""
    near = gaps(arena, s)[i]
    lines = {j: trace(arena, s, i, j) for j in standing(arena, s, unit)}
    j = min(lines, key=lambda k: (not lines[k].visible, lines[k].masked, float(near[k])))
    line, covered = lines[j], has_cover(arena, s, i, unit)
    state: State = "hidden" if not line.visible else "masked" if line.masked else "cover" if covered else "open"
    hidden_by = [line.stopped_by] if not line.visible else [line.masked_by_element]
    parts, models = parts_of(arena, hidden_by), () if line.masked_by_model is None else (line.masked_by_model,)
    numbers = [n for n, weapon in enumerate(arena.cards[i].weapons) if weapon.kind == "ranged"]
    problems = [why_not_fire(arena, s, i, gun, unit, "shooting") for gun in arena.guns[i]]
    able = tuple(n for n, why in zip(numbers, problems, strict=True) if why is None)
    drawn = (line.start, line.end) if not line.masked else line.middle
    sight = Sight(j, state, bool(able), able, (round_point(drawn[0]), round_point(drawn[1])), parts, models)
    if able:
        return sight
    why = furthest(why for why in problems if why) or UNARMED
    if state == "hidden" and parts and why[0] == "KT40-TARGET-01":
        things = Several(dict.fromkeys(part_of(arena.terrain, part) for part in parts))
        return replace(sight, sentence=say("No line to it is clear: {things} in between.", things=things), rule="KT40-INT-06")
    return replace(sight, sentence=Refusal(*why).reason, rule=why[0])
