"""The parts of a view that editions with operatives share: battle, sides, weapons and operatives as data for clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from counteract.core.language import Phrase, measured, say
from counteract.mechanics import view as shared
from counteract.mechanics.cards import Legend, explained_words, named
from counteract.mechanics.deployment import Box
from counteract.mechanics.operatives import stats
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.state import NOBODY, OperativeBattle
from counteract.mechanics.text import TURNING_POINTS, heading


def battle(
    arena: OperativeArena, s: OperativeBattle, player: int | None, holders: Sequence[int | None], zones: Sequence[Box], legend: Legend
) -> dict[str, Any]:
    """Return the table and the state of the battle; the edition adds operatives and sides."""
    return {
        "ruleset": arena.edition.id,
        "player": player,
        **shared.table(arena, holders),
        "turn": s.turn,
        "phase": s.phase,
        "heading": heading(s, TURNING_POINTS, arena.options.turning_points),
        "initiative": None if s.initiative == NOBODY or s.phase == "initiative" else s.initiative,
        "zones": [list(zone) for zone in zones],
        "active": s.acting[-1].operative if s.acting else None,
        "legend": explained_words(legend),
    }


def side(arena: OperativeArena, s: OperativeBattle, number: int, vp: int) -> dict[str, Any]:
    """Return one side: its team, command points, victory points and the ploys it has used."""
    used = [ploy for player, ploy in s.used if player == number]
    return {"team": say(arena.teams[number].name), "cp": s.cp[number], "vp": vp, "ploys_used": used}


def weapon(w: Any, hit: int, line: str, labels: Sequence[str], rules: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return a weapon with its current Hit stat: its figures under the edition's labels, and its rules with the rule behind each."""
    figures = zip(labels, (w.attacks, f"{hit}+", f"{w.normal}/{w.critical}"), strict=True)
    told = [(say(measured(text)), rule) for text, rule in rules]
    return shared.weapon(w.name, w.kind, line, list(figures), told, attacks=w.attacks, hit=hit, damage=[w.normal, w.critical])


def operative(
    arena: OperativeArena,
    s: OperativeBattle,
    i: int,
    states: Mapping[Phrase, bool],
    profile: Sequence[tuple[str, str]],
    weapons: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """Return one operative as it stands; ``states`` says of each possible condition, the gravest first, whether it holds."""
    card, m = arena.cards[i], s.models[i]
    told = [] if m.down else [state for state, holds in states.items() if holds]
    return {
        **shared.model(arena, s, i, card.wounds),
        "card": card.id,
        "order": m.order,
        "ready": m.ready,
        "condition": str(told[0]) if told else "",
        "alert": say(told[0]) if told else "",
        "states": list(map(say, told)),
        "removed": m.down,
        "injured": "injured" in told,
        "stunned": "stunned" in told,
        "apl": stats.apl(arena, s, i),
        "save": card.save,
        "profile": [[say(name), value] for name, value in profile],
        "weapons": list(weapons),
        "abilities": list(map(named, card.abilities)),
    }
