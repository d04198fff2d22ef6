"""A battle as data, for clients: everything that can be seen on the table."""

from __future__ import annotations

from typing import Any

from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.measure import drop_zone
from counteract.rulesets.kt24.missions import controlled, grades
from counteract.rulesets.kt24.state import Skirmish


def view(arena: Arena, s: Skirmish, player: int | None) -> dict[str, Any]:
    """Everything on the table; this edition hides nothing from either player. (INT-28)"""
    board = arena.terrain.board
    markers = arena.mission.markers if arena.mission else ()
    return {
        "ruleset": "kt24",
        "player": player,
        "board": [board.width, board.depth],
        "terrain": [
            {
                "id": p.id,
                "feature": p.feature,
                "footprint": [list(c) for c in p.footprint],
                "bottom": p.bottom,
                "top": p.top,
                "kind": p.kind,
                "marks": list(p.marks),
            }
            for p in arena.terrain.parts
        ],
        "turn": s.turn,
        "phase": s.phase,
        "heading": heading(arena, s),
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
        "markers": [{"id": m.id, "at": list(m.at(board)), "holder": holder} for m, holder in zip(markers, controlled(arena, s), strict=True)],
        "models": [operative(arena, s, i) for i in range(len(arena.cards))],
        "active": s.acting[-1].operative if s.acting else None,
    }


def heading(arena: Arena, s: Skirmish) -> str:
    """Where the battle stands, as a title."""
    if s.phase == "setup":
        return "Setting up"
    if s.phase == "over":
        return f"The battle is over after turning point {s.turn}"
    return f"Turning point {s.turn} of {arena.switches.turning_points} · {s.phase.capitalize()} phase"


def operative(arena: Arena, s: Skirmish, i: int) -> dict[str, Any]:
    """One operative as it stands."""
    card, m, place = arena.cards[i], s.models[i], s.places[i]
    return {
        "id": i,
        "name": arena.names[i],
        "card": card.id,
        "side": m.side,
        "place": list(place) if place else None,
        "base": round(2 * arena.radii[i], 3),
        "wounds": m.wounds,
        "starting_wounds": card.wounds,
        "order": m.order,
        "ready": m.ready,
        "injured": stats.injured(arena, s, i) and not m.down,
        "stunned": bool(m.stun),
        "on_guard": m.guard,
        "removed": m.down,
        "move": stats.move(arena, s, i),
        "apl": stats.apl(arena, s, i),
        "save": card.save,
        "weapons": [
            {
                "name": w.name,
                "kind": w.kind,
                "attacks": w.attacks,
                "hit": stats.hit(arena, s, i, w),
                "damage": [w.normal, w.critical],
                "rules": list(w.text),
            }
            for w in card.weapons
        ],
        "abilities": [{"name": a.name, "text": a.text} for a in card.abilities],
    }
