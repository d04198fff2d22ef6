"""The view of a battle of Kill Team 2021: everything on the table, as data for clients."""

from __future__ import annotations

from typing import Any

from counteract.core.label import Label
from counteract.core.language import Phrase, joined, kept_words, phrases, say
from counteract.mechanics.operatives import view as shared
from counteract.mechanics.operatives.stats import apl, hit, is_injured
from counteract.rulesets.kt21 import stats
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.cards import LEGEND, rule_columns
from counteract.rulesets.kt21.gauge import plain, rewritten
from counteract.rulesets.kt21.missions import controlled, list_objectives
from counteract.rulesets.kt21.sight import drop_zone
from counteract.rulesets.kt21.state import Skirmish
from counteract.rulesets.kt21.weapons import Weapon, weapon_rule_id


def view(arena: Arena, s: Skirmish, player: int | None) -> dict[str, Any]:
    """Return the view of a battle; nothing is hidden from either player."""
    zones = [drop_zone(arena, s, player) for player in (0, 1)] if s.zones else []
    return {
        **shared.battle(arena, s, player, controlled(arena, s), zones, LEGEND),
        "defender": s.defender,
        "sides": [shared.side(arena, s, number, s.vp[number]) for number in (0, 1)],
        "aims": list_objectives(arena.mission, arena.options),
        "models": [operative(arena, s, i) for i in range(len(arena.cards))],
    }


def operative(arena: Arena, s: Skirmish, i: int) -> dict[str, Any]:
    """Return the view of an operative."""
    card, m, inches = arena.cards[i], s.models[i], stats.move(arena, s, i)
    save = f"{card.save}+" + (f"/{card.invulnerable}++" if card.invulnerable else "")
    profile = [
        (Phrase("M"), f'{inches:g}"'), (Phrase("APL"), str(apl(arena, s, i))), (Phrase("DF"), str(card.defence)), (Phrase("SV"), save)
    ]  # fmt: skip
    states = {Phrase("injured"): is_injured(arena, s, i), Phrase("stunned"): bool(m.stun)}
    weapons = [weapon(w, hit(arena, s, i, w)) for w in card.weapons]
    return {
        **shared.operative(arena, s, i, states, profile, weapons),
        "move": inches,
        "defence": card.defence,
        "invulnerable": card.invulnerable,
        "overwatched": m.overwatched,
    }


FIGURES = (Phrase("A"), Phrase("BS/WS"), Phrase("D"))


@kept_words
def weapon(w: Weapon, skill: int) -> dict[str, Any]:
    """Return the view of a weapon with its current BS or WS and distances in inches."""
    return shared.weapon(w, skill, str(label_weapon(w, skill)), FIGURES, [(rewritten(text, plain), weapon_rule_id(text)) for text in w.text])


_FIGURES = phrases(
    {
        "ranged": "A {attacks}, BS {skill}+, D {normal}/{critical}",
        "melee": "A {attacks}, WS {skill}+, D {normal}/{critical}",
    }
)


@kept_words
def label_weapon(weapon: Weapon, skill: int) -> Label:
    """Return a weapon as a card prints it, with its current BS or WS."""
    special, critical = rule_columns(weapon, plain)
    figures = say(_FIGURES[weapon.kind], attacks=weapon.attacks, skill=skill, normal=weapon.normal, critical=weapon.critical)
    return Label(say(weapon.name), joined((figures, *(text for text in (special, critical) if text != "-"))))
