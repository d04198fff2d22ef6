"""A battle for people: what can be seen of it, and its events in words."""

from __future__ import annotations

from typing import Any

from counteract.core.decision import Allocate, Answer, Decision, Dice, Path, Pick, show
from counteract.core.state import Event
from counteract.mechanics.dicepool import BLOCKS
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.actions import ACTIONS
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.attack import RerollDecision
from counteract.rulesets.kt24.deploy import drop_zone
from counteract.rulesets.kt24.missions import controlled, grades
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import Weapon


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
        "markers": [
            {"id": m.id, "at": list(m.at(board)), "holder": holder} for m, holder in zip(markers, controlled(arena, s), strict=True)
        ],
        "models": [operative(arena, s, i) for i in range(len(arena.cards))],
        "active": s.acting[-1].operative if s.acting else None,
    }


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
    }


#: What each kind of event says; {model} and {target} become names, {player} the name of a team.
SENTENCES: dict[str, str] = {
    "drawn": "{player} hold the initiative for setting up.",
    "zone": "{player} take the {edge} edge.",
    "deployed": "{model} is set up at ({x:g}, {y:g}).",
    "turning-point": "Turning point {turn}.",
    "initiative-roll": "Initiative: {dice[0]} against {dice[1]}.",
    "initiative": "{player} have the initiative.",
    "cp": "{player} gain {amount}CP ({cp}CP).",
    "ready": "All operatives are ready.",
    "firefight": "The Firefight phase begins.",
    "ploy": "{player} use {ploy} ({cp}CP left).",
    "activated": "{model} is activated with {order} orders.",
    "counteracts": "{model} counteracts.",
    "action": "{model}: {action}.",
    "moved": "{model} moves to ({to[0]:g}, {to[1]:g}).",
    "shoots": "{model} shoots at {target} with {weapon}.",
    "fights": "{model} fights {target}.",
    "rolled": "{player} roll {dice}.",
    "rerolled": "{player} re-roll with {use}: {dice}.",
    "used": "{player} use {use}.",
    "retained": "{player} retain {criticals} critical and {normals} normal.",
    "cover-save": "{model} keeps a die for cover ({use}).",
    "saves": "{player} save {criticals} critical and {normals} normal.",
    "unblocked": "{criticals} critical and {normals} normal get through to {model}.",
    "damage": "{model} loses {amount} ({left} left).",
    "shrugged": "{model} shrugs it off.",
    "healed": "{model} regains {amount}.",
    "injured": "{model} is injured.",
    "incapacitated": "{model} is incapacitated.",
    "removed": "{model} is removed.",
    "stunned": "{model} is stunned.",
    "hot": "{model}'s weapon runs hot: {result}.",
    "struck": "{model} strikes {target} ({use}).",
    "blocked": "{model} blocks ({use}).",
    "shocked": "{model} is shocked and loses a success.",
    "on-guard": "{model} is on guard.",
    "off-guard": "{model} is no longer on guard.",
    "interrupts": "{model} interrupts.",
    "expended": "{model} is expended.",
    "scored": "Markers score {gained[0]} and {gained[1]}.",
    "turning-point-over": "Turning point {turn} is over.",
    "kills-scored": "Kill grades {grades[0]} and {grades[1]}, bonus {bonus[0]} and {bonus[1]}.",
    "wiped-out": "{player} are wiped out.",
    "conceded": "{player} concede.",
}


def tell(arena: Arena, event: Event) -> str:
    """An event as a sentence."""
    values = dict(event.values)
    for key in ("model", "target"):
        if isinstance(values.get(key), int):
            values[key] = arena.names[values[key]]
    if isinstance(values.get("player"), int):
        values["player"] = arena.teams[values["player"]].name
    return SENTENCES[event.kind].format(**values)


def label(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> str:
    """An option in a few words, for a person who has to choose."""
    match answer:
        case Pick(int(w)) if decision.what == "weapon":
            return weapon_line(arena.cards[decision.subject].weapons[w])
        case Pick(int(player)) if decision.what == "initiative":
            return arena.teams[player].name
        case Pick(int(i)) if decision.what != "accurate":
            return f"{arena.names[i]} ({s.models[i].wounds}/{arena.cards[i].wounds} wounds, {s.models[i].order})"
        case Pick(str(name)) if decision.what == "action" and name in ACTIONS:
            return f"{name.title()} ({ACTIONS[name].cost}AP)"
        case Pick(str(name)) if decision.what in ("gambit", "ploy"):
            ploy = next(p for p in arena.ploys[decision.player] if p.id == name)
            return f"{ploy.name}: {ploy.text}"
        case Pick(str(name)) if decision.what == "order-of-effects":
            number, _, what = name.partition("/")
            return f"{arena.names[int(number)]}: {what.replace('-', ' ')}"
        case Dice(use, chosen) if isinstance(decision, RerollDecision):
            return f"{use}: re-roll {', '.join(str(decision.results[c]) for c in chosen)}"
        case Allocate(counts) if decision.what == "block":
            return ", ".join(f"{n} × {name}" for n, name in zip(counts, BLOCKS, strict=True) if n) or "block nothing"
        case Path(points):
            return "to " + " then ".join(f"({p[0]:g}, {p[1]:g})" for p in points)
        case Pick(value):
            return str(value).replace("-", " ")
    return show(answer)


def weapon_line(weapon: Weapon) -> str:
    """A weapon as a card prints it."""
    rules = ", ".join(weapon.text) or "-"
    return f"{weapon.name}: {weapon.attacks} {weapon.hit}+ {weapon.normal}/{weapon.critical} {rules}"
