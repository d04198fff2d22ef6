"""A battle as data, for clients: everything that can be seen on the table."""

from __future__ import annotations

from typing import Any

from banners import teams
from banners.missions import CONTROL, controlled
from banners.state import Arena, Race
from counteract.core.language import Phrase, joined, say
from counteract.mechanics import view as shared
from counteract.mechanics.cards import explained_words
from counteract.mechanics.objectives import BATTLE_ROUNDS, Objective, Shown, render_objectives, scored


def view(arena: Arena, s: Race, player: int | None) -> dict[str, Any]:
    """Everything on the table; nothing is hidden from anybody."""
    return {
        "ruleset": "banners",
        "player": player,
        **shared.table(arena, controlled(arena, s)),
        "turn": s.turn,
        "phase": s.phase,
        "heading": heading(arena, s),
        "initiative": (s.turn - 1) % len(arena.teams) if s.phase == "round" else None,
        "zones": [list(zone) for zone in arena.zones],
        "sides": [side_view(arena, s, side) for side in range(len(arena.teams))],
        "aims": list_objectives(arena),
        "legend": explained_words(teams.LEGEND),
        "models": [model(arena, s, i) for i in range(len(arena.cards))],
        "active": s.acting if s.acting >= 0 else None,
    }


def heading(arena: Arena, s: Race) -> str:
    """Where the battle stands, as a title."""
    match s.phase:
        case "setup":
            return say("Setting up")
        case "over":
            return say("The battle is over")
    return say("Round {turn} of {turns}", turn=s.turn, turns=arena.options.rounds)


def list_objectives(arena: Arena) -> Shown:
    """What brings victory. (MIS-01 to MIS-04, GEN-04)"""
    found = list[Objective]()
    if mission := arena.mission:
        held = Phrase('A banner is held by the band with the most runners within {inches:g}" of it; friends count together.', inches=CONTROL)
        found.append(Objective(held, "BANNERS-MIS-01"))
        found.append(scored(mission, BATTLE_ROUNDS, mission.first_scoring_tp, "BANNERS-MIS-02"))
    if mission is None or mission.scoring.kills:
        found.append(Objective(Phrase("An enemy that falls is worth a point."), "BANNERS-MIS-04"))
    most = Phrase("After {turns} rounds the most points win, those of friends together.", turns=arena.options.rounds)
    found.append(Objective(most, "BANNERS-MIS-03"))
    found.append(Objective(Phrase("Whoever is left without enemies has won."), "BANNERS-GEN-04"))
    return render_objectives(found)


def side_view(arena: Arena, s: Race, side: int) -> dict[str, Any]:
    """A band with its points."""
    lost = sum(s.models[i].gone for i in arena.band(side))
    return {"team": say(arena.teams[side].name), "vp": s.points[side], "lost": lost, "states": [say("given up")] if side in s.conceded else []}


def model(arena: Arena, s: Race, i: int) -> dict[str, Any]:
    """One runner as it stands."""
    card, m = arena.cards[i], s.models[i]
    figures = teams.figures(card)
    line = say("{weapon}: {figures}", weapon=teams.THROWN, figures=joined(say("{name} {value}", name=n, value=v) for n, v in figures))
    return {
        **shared.model(arena, s, i, card.wounds),
        "card": card.id,
        "ready": m.ready,
        "condition": "",
        "alert": "",
        "states": [],
        "removed": m.gone,
        "profile": [[say("M"), f'{card.move:g}"'], [say("W"), str(card.wounds)]],
        "weapons": [shared.weapon(teams.THROWN, "ranged", line, figures, ())],
        "abilities": [],
    }
