"""A battle as data, for clients: everything that can be seen on the table."""

from __future__ import annotations

from typing import Any

from counteract.core.language import Phrase, joined, kept_words, say
from counteract.mechanics import showing
from counteract.mechanics.cards import named
from counteract.rulesets.kt18 import stats
from counteract.rulesets.kt18.actions import why_no_option
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.cards import CHARACTERISTICS
from counteract.rulesets.kt18.fight import why_not_fight
from counteract.rulesets.kt18.measure import drop_zone
from counteract.rulesets.kt18.missions import controlled, lost
from counteract.rulesets.kt18.shoot import why_not_shoot
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.tactics import NAMES
from counteract.rulesets.kt18.weapons import WEAPON_TYPES, Weapon


def view(arena: Arena, s: Skirmish, player: int | None) -> dict[str, Any]:
    """Everything on the table; this edition hides nothing from either player."""
    return {
        "ruleset": "kt18",
        "player": player,
        **showing.table(arena, controlled(arena, s)),
        "turn": s.turn,
        "phase": s.phase,
        "heading": showing.heading(s, showing.BATTLE_ROUNDS, arena.switches.rounds),
        "initiative": s.order[0],
        "zones": [list(drop_zone(arena, s, side)) for side in (0, 1)] if s.zones else [],
        "sides": [side_view(arena, s, side) for side in (0, 1)],
        "models": [model(arena, s, i) for i in range(len(arena.cards))],
        "active": s.acting if s.acting >= 0 else None,
    }


def side_view(arena: Arena, s: Skirmish, side: int) -> dict[str, Any]:
    """A team with what it has to spend, what it has won and lost."""
    return {
        "team": say(arena.teams[side].name),
        "cp": s.cp[side],
        "vp": s.vp[side],
        "broken": s.broken[side],
        "lost": lost(s, side),
        "tactics_used": [say(NAMES[tactic]) for p, tactic in s.used if p == side],
    }


def model(arena: Arena, s: Skirmish, i: int) -> dict[str, Any]:
    """One model as it stands."""
    card, m = arena.cards[i], s.models[i]
    told = states(arena, s, i)
    return {
        **showing.model(arena, s, i, card.wounds),
        "card": card.id,
        "ready": _to_act(arena, s, i),
        "condition": str(condition(s, i)),
        "alert": say(condition(s, i)),
        "states": list(map(say, told)),
        "removed": m.out,
        "profile": profile(arena, s, i),
        "weapons": [{"name": say(w.name), "kind": w.kind, "line": weapon_line(w)} for w in (*arena.guns[i], *arena.blades[i])],
        "abilities": [*map(named, card.abilities), *map(named, arena.powers[i])],
    }


#: What keeps a model from being chosen, by phase.
_BARS = {"movement": why_no_option, "shooting": why_not_shoot, "fight": why_not_fight}


def _to_act(arena: Arena, s: Skirmish, i: int) -> bool:
    """Whether a model may still be chosen to act in this phase."""
    m, bar = s.models[i], _BARS.get(s.phase)
    return not (m.out or m.shaken or (bar is not None and bar(arena, s, i) is not None))


def condition(s: Skirmish, i: int) -> Phrase:
    """What one must not overlook in a model."""
    m = s.models[i]
    told = {Phrase("shaken"): m.shaken, Phrase("flesh wounds"): m.flesh > 0, Phrase("readied"): m.readied}
    return Phrase("") if m.out else next((word for word, holds in told.items() if holds), Phrase(""))


def states(arena: Arena, s: Skirmish, i: int) -> list[Phrase]:
    """What is to be known of a model besides its wounds, the weightiest first."""
    m = s.models[i]
    told = {
        Phrase("shaken"): m.shaken,
        Phrase("1 flesh wound") if m.flesh == 1 else Phrase("{count} flesh wounds", count=m.flesh): m.flesh > 0,
        Phrase("readied"): m.readied,
        Phrase("charged"): bool(m.charged),
        Phrase("was charged"): bool(m.charged_by),
        Phrase("failed a charge"): m.tried and not m.charged,
        Phrase("Advanced"): m.advanced,
        Phrase("Fell Back"): m.fell_back,
        Phrase("Retreated"): m.retreated,
        Phrase("under a hex"): m.hexed,
        Phrase("warded {save}+", save=m.warded): bool(m.warded),
    }
    return [] if m.out else [word for word, holds in told.items() if holds]


def profile(arena: Arena, s: Skirmish, i: int) -> list[list[str]]:
    """The characteristics, as a card prints them. (GEN-04)"""
    card = arena.cards[i]
    save = f"{card.save}+" + (f"/{inv}++" if (inv := stats.invulnerable(arena, s, i)) else "")
    values = (
        f'{card.move:g}"', f"{card.ws}+", f"{card.bs}+", stats.own_strength(arena, s, i), card.toughness, card.wounds,
        stats.attacks(arena, s, i), stats.leadership(arena, s, i), save,
    )  # fmt: skip
    return [[say(name), str(value)] for name, value in zip(CHARACTERISTICS, values, strict=True)]


_MELEE, _RANGED = Phrase("{weapon}: melee, S {strength}, AP {ap}, D {damage}"), Phrase("{weapon}: {type}, S {strength}, AP {ap}, D {damage}")


@kept_words
def weapon_line(weapon: Weapon) -> str:
    """A weapon as a card prints it. (GEN-05)"""
    figures = {"weapon": Phrase(weapon.name), "strength": Phrase(str(weapon.strength)), "ap": weapon.ap, "damage": weapon.damage}
    if weapon.type is None:
        line = say(_MELEE, **figures)
    else:
        kind = say('{range:g}" {type}', range=weapon.range, type=say(WEAPON_TYPES[weapon.type], attacks=weapon.attacks))
        line = say(_RANGED, type=kind, **figures)
    return joined((line, *weapon.text))
