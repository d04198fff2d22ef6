"""A battle as data, for clients: everything that can be seen on the table."""

from __future__ import annotations

from typing import Any

from counteract.mechanics import showing
from counteract.rulesets.kt18 import stats
from counteract.rulesets.kt18.actions import why_no_option
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.fight import why_not_fight
from counteract.rulesets.kt18.measure import drop_zone
from counteract.rulesets.kt18.missions import controlled, lost
from counteract.rulesets.kt18.shoot import why_not_shoot
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.tactics import NAMES
from counteract.rulesets.kt18.weapons import Weapon


def view(arena: Arena, s: Skirmish, player: int | None) -> dict[str, Any]:
    """Everything on the table; this edition hides nothing from either player."""
    return {
        "ruleset": "kt18",
        "player": player,
        **showing.table(arena, controlled(arena, s)),
        "turn": s.turn,
        "phase": s.phase,
        "heading": showing.heading(s, "battle round", arena.switches.rounds),
        "initiative": s.order[0],
        "zones": [list(drop_zone(arena, s, side)) for side in (0, 1)] if s.zones else [],
        "sides": [side_view(arena, s, side) for side in (0, 1)],
        "models": [model(arena, s, i) for i in range(len(arena.cards))],
        "active": s.acting if s.acting >= 0 else None,
    }


def side_view(arena: Arena, s: Skirmish, side: int) -> dict[str, Any]:
    """A team with what it has to spend, what it has won and lost."""
    return {
        "team": arena.teams[side].name,
        "cp": s.cp[side],
        "vp": s.vp[side],
        "broken": s.broken[side],
        "lost": lost(s, side),
        "tactics_used": [NAMES[tactic] for p, tactic in s.used if p == side],
    }


def model(arena: Arena, s: Skirmish, i: int) -> dict[str, Any]:
    """One model as it stands."""
    card, m = arena.cards[i], s.models[i]
    told = states(arena, s, i)
    return {
        **showing.model(arena, s, i, card.wounds),
        "card": card.id,
        "ready": _to_act(arena, s, i),
        "alert": alert(s, i),
        "states": told,
        "removed": m.out,
        "profile": profile(arena, s, i),
        "weapons": [{"name": w.name, "kind": w.kind, "line": weapon_line(w)} for w in (*arena.guns[i], *arena.blades[i])],
        "abilities": [{"name": a.name, "text": a.text} for a in card.abilities] + [{"name": p.name, "text": p.text} for p in arena.powers[i]],
    }


#: What keeps a model from being chosen, by phase.
_BARS = {"movement": why_no_option, "shooting": why_not_shoot, "fight": why_not_fight}


def _to_act(arena: Arena, s: Skirmish, i: int) -> bool:
    """Whether a model may still be chosen to act in this phase."""
    m, bar = s.models[i], _BARS.get(s.phase)
    return not (m.out or m.shaken or (bar is not None and bar(arena, s, i) is not None))


def alert(s: Skirmish, i: int) -> str:
    """What one must not overlook in a model."""
    m = s.models[i]
    told = {"shaken": m.shaken, "flesh wounds": m.flesh > 0, "readied": m.readied}
    return "" if m.out else next((word for word, holds in told.items() if holds), "")


def states(arena: Arena, s: Skirmish, i: int) -> list[str]:
    """What is to be known of a model besides its wounds, the weightiest first."""
    m = s.models[i]
    told = {
        "shaken": m.shaken,
        f"{m.flesh} flesh wound{'s' if m.flesh > 1 else ''}": m.flesh > 0,
        "readied": m.readied,
        "charged": bool(m.charged),
        "was charged": bool(m.charged_by),
        "failed a charge": m.tried and not m.charged,
        "Advanced": m.advanced,
        "Fell Back": m.fell_back,
        "Retreated": m.retreated,
        "under a hex": m.hexed,
        f"warded {m.warded}+": bool(m.warded),
    }
    return [] if m.out else [word for word, holds in told.items() if holds]


def profile(arena: Arena, s: Skirmish, i: int) -> list[list[str]]:
    """The characteristics, as a card prints them. (GEN-04)"""
    card = arena.cards[i]
    save = f"{card.save}+" + (f"/{inv}++" if (inv := stats.invulnerable(arena, s, i)) else "")
    lines = {
        "M": f'{card.move:g}"', "WS": f"{card.ws}+", "BS": f"{card.bs}+", "S": stats.own_strength(arena, s, i), "T": card.toughness, "W": card.wounds,
        "A": stats.attacks(arena, s, i), "Ld": stats.leadership(arena, s, i), "Sv": save,
    }  # fmt: skip
    return [[name, str(value)] for name, value in lines.items()]


def weapon_line(weapon: Weapon) -> str:
    """A weapon as a card prints it. (GEN-05)"""
    reach = f'{weapon.range:g}" {(weapon.type or "").title()} {weapon.attacks}' if weapon.kind == "ranged" else "melee"
    rules = f", {', '.join(weapon.text)}" if weapon.text else ""
    return f"{weapon.name}: {reach}, S {weapon.strength}, AP {weapon.ap}, D {weapon.damage}{rules}"
