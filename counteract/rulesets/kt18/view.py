"""The view of a battle of Kill Team 2018: everything on the table, as data for clients."""

from __future__ import annotations

from typing import Any

from counteract.core.label import Label
from counteract.core.language import Phrase, kept_words, say
from counteract.mechanics import chain_view
from counteract.mechanics import view as shared
from counteract.mechanics.cards import explained_words, named
from counteract.mechanics.text import BATTLE_ROUNDS, heading
from counteract.rulesets.kt18 import stats
from counteract.rulesets.kt18.actions import why_no_option
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.cards import LEGEND, Power, traits
from counteract.rulesets.kt18.fight import why_not_fight
from counteract.rulesets.kt18.missions import controlled, list_objectives, lost
from counteract.rulesets.kt18.shoot import why_not_shoot
from counteract.rulesets.kt18.sight import drop_zone
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.tactics import NAMES as TACTICS
from counteract.rulesets.kt18.weapons import TYPE_RULES, Weapon, meaning_of


def view(arena: Arena, s: Skirmish, player: int | None) -> dict[str, Any]:
    """Return the view of a battle; nothing is hidden from either player."""
    return {
        "ruleset": "kt18",
        "player": player,
        **shared.table(arena, controlled(arena, s)),
        "turn": s.turn,
        "phase": s.phase,
        "heading": heading(s, BATTLE_ROUNDS, arena.options.rounds),
        "initiative": None if s.phase in ("setup", "initiative") else s.order[0],
        "zones": [list(drop_zone(arena, s, side)) for side in (0, 1)] if s.zones else [],
        "sides": [side_view(arena, s, side) for side in (0, 1)],
        "aims": list_objectives(arena.mission, arena.options),
        "legend": explained_words(LEGEND),
        "models": [model(arena, s, i) for i in range(len(arena.cards))],
        "active": s.acting if s.acting >= 0 else None,
    }


def side_view(arena: Arena, s: Skirmish, side: int) -> dict[str, Any]:
    """Return the view of a side: its points, its losses, the Tactics it has used."""
    return {
        "team": say(arena.teams[side].name),
        "cp": s.cp[side],
        "vp": s.vp[side],
        "broken": s.broken[side],
        "states": [say("broken")] if s.broken[side] else [],
        "lost": lost(s, side),
        "tactics_used": [say(TACTICS[tactic]) for p, tactic in s.used if p == side],
    }


def model(arena: Arena, s: Skirmish, i: int) -> dict[str, Any]:
    """Return the view of a model."""
    card, m = arena.cards[i], s.models[i]
    told, weapons = states(arena, s, i), (*arena.guns[i], *arena.blades[i])
    return {
        **shared.model(arena, s, i, card.wounds),
        "card": card.id,
        "ready": _to_act(arena, s, i),
        "condition": str(condition(s, i)),
        "alert": say(told[0]) if condition(s, i) else "",
        "states": list(map(say, told)),
        "removed": m.out,
        "profile": profile(arena, s, i),
        "weapons": list(map(weapon, weapons)),
        "traits": list(map(say, traits(card, arena.specialists[i]))),
        "abilities": [*map(named, card.abilities), *map(_power, arena.powers[i]), *chain_view.view_weapon_abilities(weapons, meaning_of)],
    }


@kept_words
def weapon(w: Weapon) -> dict[str, Any]:
    """Return the view of a weapon: its figures, and its type and abilities as rules. (GEN-05)"""
    return chain_view.view_weapon(w, say(w.name), TYPE_RULES)


@kept_words
def _power(power: Power) -> dict[str, str]:
    return chain_view.view_power(power)


#: The check that may bar a model from being chosen, by phase.
_BARS = {"movement": why_no_option, "shooting": why_not_shoot, "fight": why_not_fight}


def _to_act(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if a model may still be chosen to act in this phase."""
    m, bar = s.models[i], _BARS.get(s.phase)
    return not (m.out or m.shaken or (bar is not None and bar(arena, s, i) is not None))


def condition(s: Skirmish, i: int) -> Phrase:
    """Return the word for a model's worst condition; empty if there is none."""
    m = s.models[i]
    told = {Phrase("shaken"): m.shaken, Phrase("flesh wounds"): m.flesh > 0}
    return Phrase("") if m.out else next((word for word, holds in told.items() if holds), Phrase(""))


def states(arena: Arena, s: Skirmish, i: int) -> list[Phrase]:
    """Return the states of a model besides its wounds, bad conditions first."""
    m = s.models[i]
    told = {
        Phrase("shaken"): m.shaken,
        Phrase("1 flesh wound") if m.flesh == 1 else Phrase("{count} flesh wounds", count=m.flesh): m.flesh > 0,
        Phrase("readied"): m.readied,
        Phrase("charged"): bool(m.charged),
        Phrase("was charged"): bool(m.charged_by),
        Phrase("failed a charge"): m.tried and not m.charged and s.acting != i,
        Phrase("Advanced"): m.advanced,
        Phrase("Fell Back"): m.fell_back,
        Phrase("Retreated"): m.retreated,
        Phrase("under a hex"): m.hexed,
        Phrase("warded {save}+", save=m.warded): bool(m.warded),
    }
    return [] if m.out else [word for word, holds in told.items() if holds]


def profile(arena: Arena, s: Skirmish, i: int) -> list[list[str]]:
    """Return the current characteristics in the order of a card. (GEN-04)"""
    card = arena.cards[i]
    save = f"{card.save}+" + (f"/{inv}++" if (inv := stats.invulnerable(arena, s, i)) else "")
    values = (
        f'{card.move:g}"', f"{card.ws}+", f"{card.bs}+", stats.own_strength(arena, s, i), card.toughness, card.wounds,
        stats.attacks(arena, s, i), stats.leadership(arena, s, i), save,
    )  # fmt: skip
    return chain_view.view_profile(values)


@kept_words
def label_weapon(weapon: Weapon) -> Label:
    """Return a weapon as a card prints it. (GEN-05)"""
    return chain_view.label_weapon(weapon, say(weapon.name))
