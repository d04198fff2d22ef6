"""The view of a battle of Kill Team 2024: everything on the table, as data for clients."""

from __future__ import annotations

from typing import Any

from counteract.core.label import Label
from counteract.core.language import Phrase, joined, kept_words, measured, say
from counteract.mechanics.operatives import stats as shared_stats
from counteract.mechanics.operatives import view as shared
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.cards import LEGEND
from counteract.rulesets.kt24.missions import controlled, grades, list_objectives
from counteract.rulesets.kt24.sight import drop_zone
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import Weapon, weapon_rule_id

FIGURES = (Phrase("ATK"), Phrase("HIT"), Phrase("DMG"))


def view(arena: Arena, s: Skirmish, player: int | None) -> dict[str, Any]:
    """Return the view of a battle; nothing is hidden from either player. (INT-28)"""
    grade = grades(arena, s)
    return {
        **shared.battle(arena, s, player, controlled(arena, s), [drop_zone(arena, s, side) for side in (0, 1)] if s.zones else [], LEGEND),
        "sides": [{**shared.side(arena, s, k, s.marker_vp[k] + s.kill_vp[k]), "kill_grade": grade[k]} for k in (0, 1)],
        "aims": list_objectives(arena.mission, arena.options),
        "models": [operative(arena, s, i) for i in range(len(arena.cards))],
    }


def operative(arena: Arena, s: Skirmish, i: int) -> dict[str, Any]:
    """Return the view of an operative."""
    card, m, move = arena.cards[i], s.models[i], stats.move(arena, s, i)
    states = {Phrase("on guard"): m.guard, Phrase("injured"): shared_stats.is_injured(arena, s, i), Phrase("stunned"): m.stuns > 0}
    profile = [(Phrase("APL"), str(shared_stats.apl(arena, s, i))), (Phrase("MOVE"), f'{move:g}"'), (Phrase("SAVE"), f"{card.save}+")]
    weapons = [weapon(w, shared_stats.hit(arena, s, i, w)) for w in card.weapons]
    seen = shared.operative(arena, s, i, states, profile, weapons)
    return {**seen, "move": move, "on_guard": m.guard and not m.down}


@kept_words
def weapon(w: Weapon, hit: int) -> dict[str, Any]:
    """Return the view of a weapon with its current Hit stat."""
    return shared.weapon(w, hit, str(label_weapon(w, hit)), FIGURES, [(text, weapon_rule_id(text)) for text in w.text])


@kept_words
def label_weapon(weapon: Weapon, hit: int) -> Label:
    """Return a weapon as a card prints it, with its current Hit stat. (STAT-05 to STAT-09)"""
    figures = say(
        "ATK {attacks}, HIT {hit}+, DMG {normal}/{critical}", attacks=weapon.attacks, hit=hit, normal=weapon.normal, critical=weapon.critical
    )
    return Label(say(weapon.name), joined((figures, *map(measured, weapon.text))))
