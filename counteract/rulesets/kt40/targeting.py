"""Legal weapons and targets of shooting and overwatch. (TARGET, WT-06, ADV-02, ADV-03, FALLBACK-03, PISTOL, OW-08, SHOOT-06)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from counteract.core.decision import Why
from counteract.core.state import TOLERANCE
from counteract.mechanics.field import within
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack_groups import Kind
from counteract.rulesets.kt40.sight import aims, closest_enemies
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import ENGAGED, are_enemies, engaged_with, model_gap
from counteract.rulesets.kt40.weapons import Weapon

PROTECTED = 10  # a CHARACTER of fewer wounds hides among other units (TARGET-03)
#: The rules that may bar a weapon from firing at a target, the most general first.
CHECKS = (
    "KT40-SHOOT-05", "KT40-FALLBACK-03", "KT40-ADV-02", "KT40-ADV-03", "KT40-PISTOL-03", "KT40-GREN-02", "KT40-PISTOL-01", "KT40-PISTOL-05",
    "KT40-SHOOT-06", "KT40-TARGET-01", "KT40-PISTOL-02", "KT40-PISTOL-06", "KT40-TARGET-02", "KT40-TARGET-03",
)  # fmt: skip


class OpenShot(NamedTuple):
    """A weapon of a model that may fire at a unit."""

    model: int
    weapon: int  # its number among the guns of the model
    target: int


def furthest(problems: Iterable[Why]) -> Why | None:
    """Return the problem of the weapon that passes the most checks before it is barred; None if there is none."""
    return max(problems, key=lambda problem: CHECKS.index(problem[0]), default=None)


def why_not_weapon(arena: Arena, s: ArmyBattle, i: int, weapon: Weapon, kind: Kind) -> Why | None:
    """Return why a model may not fire a weapon now, or None. (FALLBACK-03, ADV-02, ADV-03, WT-06, GREN-02, PISTOL, SHOOT-06, INT-27, INT-39)"""
    unit = arena.unit_of[i]
    own = s.units[unit]
    if kind == "shooting" and own.option == "fall back" and not own.decisive and not arena.units[unit].has("FLY"):  # INT-50
        return "KT40-FALLBACK-03", "It has fallen back this turn."
    if own.option == "advance" and weapon.type != "assault" and not (own.decisive and kind == "shooting"):
        return "KT40-ADV-02" if kind == "shooting" else "KT40-ADV-03", "After an advance only Assault weapons can be fired."
    if kind == "overwatch" or weapon.type == "pistol":
        return None
    if own.charged_by:
        rule = "KT40-PISTOL-03" if weapon.type == "grenade" else "KT40-PISTOL-01"
        return rule, "Its unit was charged this turn: only pistols can be fired."
    if own.declared:
        return "KT40-PISTOL-05", "Its unit has charged this turn: only pistols can be fired."
    if engaged_with(arena, s, unit):
        rule = "KT40-GREN-02" if weapon.type == "grenade" else "KT40-SHOOT-06"
        return rule, 'With an enemy within 1" of its unit only pistols can be fired.'
    return None


def why_not_target(arena: Arena, s: ArmyBattle, i: int, weapon: Weapon, target: int, kind: Kind) -> Why | None:
    """Return why a unit may not be the target of a model's weapon, or None. (TARGET, PISTOL, OW-08, WR-INDIRECT-01, WR-SNIPER-01)"""
    unit = arena.unit_of[i]
    if not are_enemies(arena, unit, target):
        return "KT40-TARGET-01", "Only enemy units are targets."
    seen = aims(arena, s, unit)[i].get(target)
    aim = aims(arena, s, unit, indirect=True)[i].get(target) if weapon.rules.indirect else seen
    if aim is None or seen is None or not within(aim.nearest, weapon.range):
        return "KT40-TARGET-01", "It is out of range."
    if not aim.can_see(weapon.range):
        return "KT40-TARGET-01", "No model of it in range can be seen."
    if kind == "overwatch":
        return None
    problem = _why_not_pistol(arena, s, i, target)
    if problem is not None:
        return problem
    if not engaged_with(arena, s, unit) and any(not are_enemies(arena, unit, v) for v in engaged_with(arena, s, target)):  # PISTOL-07
        return "KT40-TARGET-02", 'A unit friendly to the shooter is within 1" of it.'
    if is_protected(arena, target) and not (weapon.rules.sniper or _is_closest(arena, s, i, target)):
        return "KT40-TARGET-03", "It is a character, and another enemy unit is closer."
    if is_protected(arena, target) and not seen.can_see(weapon.range):
        return "KT40-TARGET-03", "It is a character that cannot be seen."
    return None


def _why_not_pistol(arena: Arena, s: ArmyBattle, i: int, target: int) -> Why | None:
    """Return why a model whose unit charged, was charged or is engaged may not shoot at a unit, or None. (PISTOL-02, PISTOL-05, PISTOL-06)"""
    own = s.units[arena.unit_of[i]]
    if own.declared and target not in (own.charged or own.declared):  # INT-38
        return "KT40-PISTOL-05", "A unit that charged shoots only at the units it charged."
    if own.charged_by and not within(model_gap(arena, s, i, target), ENGAGED):  # INT-48, INT-49
        return "KT40-PISTOL-02", 'A model of a charged unit shoots only at units within 1" of it.'
    if not own.declared and not own.charged_by and engaged_with(arena, s, arena.unit_of[i]) and target not in closest_enemies(arena, s, i):
        return "KT40-PISTOL-06", "In close combat a pistol is fired at the closest enemy unit."
    return None


def is_protected(arena: Arena, unit: int) -> bool:
    """Return True if a unit is a CHARACTER that can be shot at only as the closest one. (TARGET-03, INT-70)"""
    own = arena.units[unit]
    return own.has("CHARACTER") and arena.cards[own.models[0]].wounds < PROTECTED


def _is_closest(arena: Arena, s: ArmyBattle, i: int, target: int) -> bool:
    """Return True if no enemy unit, seen or not, is closer to a model than a CHARACTER, others like it apart. (TARGET-03, INT-52, INT-79)"""
    away = aims(arena, s, arena.unit_of[i])[i]
    return all(aim.nearest >= away[target].nearest - TOLERANCE for unit, aim in away.items() if not is_protected(arena, unit))


def why_not_fire(arena: Arena, s: ArmyBattle, i: int, weapon: Weapon, target: int, kind: Kind) -> Why | None:
    """Return why a model may not fire a weapon at a unit, or None."""
    return why_not_weapon(arena, s, i, weapon, kind) or why_not_target(arena, s, i, weapon, target, kind)


def shots(arena: Arena, s: ArmyBattle, unit: int, kind: Kind, at: int = -1) -> Iterator[OpenShot]:
    """Yield every weapon of a unit with every target that it may fire at; only ``at`` a unit if one is given."""
    for i, targets in aims(arena, s, unit).items():
        for w, gun in enumerate(arena.guns[i]):
            if why_not_weapon(arena, s, i, gun, kind) is None:
                for target, aim in targets.items():
                    if at in (-1, target) and within(aim.nearest, gun.range) and why_not_target(arena, s, i, gun, target, kind) is None:
                        yield OpenShot(i, w, target)
