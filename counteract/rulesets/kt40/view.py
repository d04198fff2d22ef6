"""The view of a battle of the army-scale edition: everything on the table, as data for clients."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from counteract.core.label import Label
from counteract.core.language import Phrase, kept_words, phrases, say
from counteract.mechanics import chain_view
from counteract.mechanics import view as shared
from counteract.mechanics.cards import explained_words, named
from counteract.mechanics.text import TURNS, heading
from counteract.rulesets.kt40 import stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import LEGEND, ROLE_NAMES, Card, Power, weapon_name
from counteract.rulesets.kt40.missions import controlled, list_objectives, points_left
from counteract.rulesets.kt40.reserves import TURNS as TURNS_OF_ARRIVAL
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import alive, engaged_with, leader, on_table
from counteract.rulesets.kt40.weapons import TYPE_RULES, Weapon, meaning_of
from counteract.rulesets.kt40.zones import zone_box

#: What a unit's movement option made of it.
_OPTIONS = phrases({"advance": "Advanced", "fall back": "has Fallen Back"})


def view(arena: Arena, s: ArmyBattle, player: int | None) -> dict[str, Any]:
    """Return the view of a battle; nothing is hidden from any player."""
    return {
        "ruleset": "kt40",
        "player": player,
        **shared.table(arena, controlled(arena, s)),
        "turn": s.turn,
        "phase": s.phase,
        "heading": heading(s, TURNS, arena.options.turns),
        "initiative": s.order[0] if s.order and s.phase != "setup" else None,
        "turn_order": list(s.order) if s.phase != "setup" else [],
        "zones": [list(zone_box(arena, s, side)) for side in range(len(s.zones))],
        "sides": [side_view(arena, s, side) for side in range(len(arena.teams))],
        "aims": list_objectives(arena.mission, arena.options),
        "legend": explained_words(LEGEND),
        "models": [model(arena, s, i) for i in range(len(arena.cards))],
        "units": [unit_view(arena, s, unit.number) for unit in arena.units],
        "active": leader(arena, s, s.acting) if s.acting >= 0 else None,
    }


def side_view(arena: Arena, s: ArmyBattle, side: int) -> dict[str, Any]:
    """Return the view of a side: its points, and what is left of its army."""
    lost = sum(s.units[unit].destroyed for unit in arena.units_of[side])
    return {
        "team": say(arena.teams[side].name),
        "cp": s.cp[side] if s.cp else 0,
        "vp": s.vp[side] if s.vp else 0,
        "states": [say("{points} points of units left", points=points_left(arena, s, side))],
        "lost": lost,
    }


def model(arena: Arena, s: ArmyBattle, i: int) -> dict[str, Any]:
    """Return the view of a model; what is printed is shown with its unit."""
    card, m = arena.cards[i], s.models[i]
    return {
        **shared.model(arena, s, i, card.wounds),
        "card": card.id,
        "ready": _is_ready(s, arena.unit_of[i]),
        "condition": "",
        "alert": "",
        "states": [],
        "removed": not m.wounds,
        "profile": [],
        "weapons": [],
        "abilities": [],
    }


def unit_view(arena: Arena, s: ArmyBattle, unit: int) -> dict[str, Any]:
    """Return the view of a unit: its card, its models, and how it stands."""
    own, now = arena.units[unit], s.units[unit]
    left = alive(arena, s, unit)
    told = states(arena, s, unit)
    return {
        "id": unit,
        "name": say(arena.unit_names[unit]),
        "side": own.side,
        "models": list(own.models),
        "card": own.card.sheet,
        "role": say(ROLE_NAMES[own.card.role]),
        "points": own.card.points,
        "alive": len(left),
        "size": len(own.models),
        "ready": _is_ready(s, unit),
        "alert": say(told[0]) if (now.shaken or now.lowered) and told else "",
        "states": list(map(say, told)),
        "removed": now.destroyed,
        "where": where(arena, s, unit),
        "carrier": now.carrier if now.carrier >= 0 else None,
        "keywords": list(map(say, own.card.keywords)),
        "lines": [_line(arena, s, group, count) for group, count in _groups(arena, left or tuple(own.models))],
        "abilities": [*map(named, own.card.abilities), *map(_power, own.card.known_powers), *_weapon_abilities(arena, unit)],
        "engaged": list(engaged_with(arena, s, unit)),
        **({"facing": now.facing} if own.has("AIRCRAFT") else {}),
    }


def where(arena: Arena, s: ArmyBattle, unit: int) -> str:
    """Return where a unit is: on the table, in reserve, embarked, or waiting to be set up."""
    now = s.units[unit]
    if now.reserve:
        return "reserve"
    if now.carrier >= 0:
        return "embarked"
    return "table" if on_table(arena, s, unit) or now.destroyed else "waiting"


def _is_ready(s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit may still act in this phase."""
    now = s.units[unit]
    done = {"movement": bool(now.option), "psychic": now.activated, "shooting": now.shot, "fight": now.fought, "morale": now.tested}
    return not now.destroyed and not done.get(s.phase, False)


def states(arena: Arena, s: ArmyBattle, unit: int) -> list[Phrase]:
    """Return the states of a unit, bad ones first."""
    now = s.units[unit]
    if now.destroyed:
        return []
    told = {
        Phrase("shaken: no auras, -1 to its tests"): now.shaken,
        Phrase("one line lower on its table"): now.lowered,
        _describe_reserve(s.turn): now.reserve,
        Phrase("aboard {carrier}", carrier=arena.unit_names[now.carrier]): now.carrier >= 0,
        Phrase("readied"): now.readied,
        Phrase("charged"): bool(now.charged),
        Phrase("was charged"): bool(now.charged_by),
        Phrase("failed a charge"): bool(now.declared) and not now.charged and s.acting != unit,
        _OPTIONS.get(now.option, Phrase("")): now.option in _OPTIONS,
        Phrase("fights because it began the turn engaged"): _fights_on(arena, s, unit),
        Phrase("disembarked"): now.disembarked,
        Phrase("arrived this turn"): now.arrived,
        Phrase("wounds lost this turn: {count}", count=now.lost): now.lost > 0,
    }
    return [word for word, holds in told.items() if holds]


def _describe_reserve(turn: int) -> Phrase:
    """Return when a unit in reserve arrives. (RES-02, RES-07)"""
    first, last = TURNS_OF_ARRIVAL
    if turn < last:
        return Phrase("in reserve: arrives in turn {first} or {last}, else it is lost", first=max(first, turn), last=last)
    return Phrase("in reserve: arrives this turn, else it is lost")


def _fights_on(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit fights now only because it began the turn engaged. (FIGHT-03, INT-59)"""
    now = s.units[unit]
    fights = s.phase == "fight" and s.acting == unit and now.fought and now.began
    return fights and not now.charged and not now.charged_by and not engaged_with(arena, s, unit)


# --- cards


def _groups(arena: Arena, models: Iterable[int]) -> list[tuple[int, int]]:
    """Return a model of each card among some models, and how many have it."""
    found: dict[Card, list[int]] = {}
    for i in models:
        found.setdefault(arena.cards[i], []).append(i)
    return [(own[0], len(own)) for own in found.values()]


def _line(arena: Arena, s: ArmyBattle, i: int, count: int) -> dict[str, Any]:
    card = arena.cards[i]
    return {"name": say(card.name), "count": count, "profile": profile(arena, s, i), "weapons": list(map(weapon, card.weapons or card.blades))}


def profile(arena: Arena, s: ArmyBattle, i: int) -> list[list[str]]:
    """Return the current characteristics of a model in the order of a card. (UNIT-01)"""
    unit = arena.unit_of[i]
    save = f"{stats.save(arena, s, i)}+" + (f"/{inv}++" if (inv := stats.invulnerable(arena, s, i)) else "")
    dice = stats.move_dice(arena, unit)
    move = f'{stats.move(arena, s, i):g}"' + (f"+{dice}" if dice != stats.NO_DICE else "")
    values = (
        move, f"{stats.ws(arena, s, i)}+", f"{stats.bs(arena, s, i)}+", stats.own_strength(arena, s, i),
        stats.toughness(arena, s, unit), arena.cards[i].wounds, stats.attacks(arena, s, i), stats.leadership(arena, s, unit), save,
    )  # fmt: skip
    return chain_view.view_profile(values)


@kept_words
def weapon(w: Weapon) -> dict[str, Any]:
    """Return the view of a weapon: its figures, and its type and abilities as rules. (UNIT-04)"""
    return chain_view.view_weapon(w, weapon_name(w), TYPE_RULES)


@kept_words
def _power(power: Power) -> dict[str, str]:
    return chain_view.view_power(power)


def _weapon_abilities(arena: Arena, unit: int) -> list[dict[str, str]]:
    """Return the abilities of a unit's weapons with their explanations."""
    return chain_view.view_weapon_abilities((w for i in arena.units[unit].models for w in arena.cards[i].weapons), meaning_of)


@kept_words
def label_weapon(weapon: Weapon) -> Label:
    """Return a weapon as a card prints it. (UNIT-04)"""
    return chain_view.label_weapon(weapon, weapon_name(weapon))
