"""A battle as data, for clients: everything that can be seen on the table."""

from __future__ import annotations

from typing import Any

from counteract.mechanics import showing
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.measure import drop_zone
from counteract.rulesets.kt24.missions import controlled, grades
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import Weapon


def view(arena: Arena, s: Skirmish, player: int | None) -> dict[str, Any]:
    """Everything on the table; this edition hides nothing from either player. (INT-28)"""
    return {
        "ruleset": "kt24",
        "player": player,
        **showing.table(arena, controlled(arena, s)),
        "turn": s.turn,
        "phase": s.phase,
        "heading": showing.heading(s, "turning point", arena.switches.turning_points),
        "initiative": s.initiative,
        "zones": [list(drop_zone(arena, s, side)) for side in (0, 1)] if s.zones else [],
        "sides": [
            {
                "team": team.name,
                "cp": s.cp[side],
                "vp": s.marker_vp[side] + s.kill_vp[side],
                "kill_grade": grades(arena, s)[side],
                "ploys_used": [ploy for p, ploy in s.used if p == side],
            }
            for side, team in enumerate(arena.teams)
        ],
        "models": [operative(arena, s, i) for i in range(len(arena.cards))],
        "active": s.acting[-1].operative if s.acting else None,
    }


def operative(arena: Arena, s: Skirmish, i: int) -> dict[str, Any]:
    """One operative as it stands."""
    card, m = arena.cards[i], s.models[i]
    told = states(arena, s, i)
    return {
        **showing.model(arena, s, i, card.wounds),
        "card": card.id,
        "order": m.order,
        "ready": m.ready,
        "alert": told[0] if told else "",
        "states": told,
        "removed": m.down,
        "injured": "injured" in told,
        "stunned": "stunned" in told,
        "on_guard": "on guard" in told,
        "move": stats.move(arena, s, i),
        "apl": stats.apl(arena, s, i),
        "save": card.save,
        "profile": [["APL", str(stats.apl(arena, s, i))], ["MOVE", f'{stats.move(arena, s, i):g}"'], ["SAVE", f"{card.save}+"]],
        "weapons": [weapon(arena, s, i, w) for w in card.weapons],
        "abilities": [{"name": a.name, "text": a.text} for a in card.abilities],
    }


def states(arena: Arena, s: Skirmish, i: int) -> list[str]:
    """What is to be known of an operative besides its wounds and its order, the weightiest first."""
    m = s.models[i]
    told = {"on guard": m.guard, "injured": stats.injured(arena, s, i), "stunned": bool(m.stun)}
    return [] if m.down else [word for word, holds in told.items() if holds]


def weapon(arena: Arena, s: Skirmish, i: int, w: Weapon) -> dict[str, Any]:
    """A weapon with the Hit it has now."""
    hit = stats.hit(arena, s, i, w)
    figures = {"attacks": w.attacks, "hit": hit, "damage": [w.normal, w.critical], "rules": list(w.text)}
    return {"name": w.name, "kind": w.kind, "line": weapon_line(w, hit), **figures}


def weapon_line(weapon: Weapon, hit: int) -> str:
    """A weapon as a card prints it, with the Hit it has now. (STAT-05 to STAT-09)"""
    rules = ", ".join(weapon.text) or "-"
    return f"{weapon.name}: ATK {weapon.attacks}, HIT {hit}+, DMG {weapon.normal}/{weapon.critical}, {rules}"
