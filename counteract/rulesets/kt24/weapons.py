"""The weapons of Kill Team 2024 and their 22 rules: how a card writes each rule, and its effect.

`Rules` holds the parsed rules of a weapon; the functions below it carry them out, one section for each rule. The attack
sequences in shoot.py and fight.py call these functions at the step that each rule names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from counteract.attacks.rerolls import Source, sources_of
from counteract.attacks.weapon_rules import INCHES, NUMBER, BadRule, Grammar, positive
from counteract.core.decision import Why
from counteract.core.language import say

MOVES = ("reposition", "dash", "fall back", "charge")


_CEASELESS = Source("ceaseless", alike=True)


class Rules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The rules of one weapon, ready to use. Rules printed several times keep every x where x is a choice.

    The comment on each rule gives its effect and the function that carries it out: of this file, unless it names another.
    """

    accurate: tuple[int, ...] = ()  # so many dice may be kept unrolled: `accurate_limit`
    balanced: bool = False  # one die may be re-rolled: `reroll_sources`
    blast: tuple[float, ...] = ()  # operatives so near the target and visible to it are shot too: shoot._blast
    brutal: bool = False  # only criticals block: shoot.defend, fight.melee
    ceaseless: bool = False  # dice with one and the same result may be re-rolled: `reroll_sources`
    devastating: tuple[tuple[float, int], ...] = ()  # each critical hurts at once, others within so many inches too: attack.devastate
    heavy: bool = False  # not used after a move, nor a move after it: `heavy_bars_use`, `heavy_bars_move`
    heavy_but: str = ""  # the one move that Heavy allows
    hot: bool = False  # the user may be hurt afterwards: `hot_damage`
    lethal: int = 6  # dice are critical from here on: attack.retain
    limited: int = 0  # so many uses in a battle: shoot.why_not_weapon, fight.why_not_weapon
    piercing: int = 0  # defence dice that are not rolled: `defence_dice`
    piercing_crits: int = 0  # the same if there is a critical: `defence_dice`
    punishing: bool = False  # with a critical, a fail becomes a normal success: `use_retain_rule`
    range: float = 0.0  # targets within so many inches only: shoot.why_not_valid
    relentless: bool = False  # any dice may be re-rolled: `reroll_sources`
    rending: bool = False  # with a critical, a normal becomes another: `use_retain_rule`
    saturate: bool = False  # the target keeps no cover save: shoot.defend
    seek: Literal["", "light", "all"] = ""  # cover, or light cover, does not hide a concealed target: shoot.why_not_valid
    severe: bool = False  # without a critical, a normal becomes one: `use_retain_rule`
    shock: bool = False  # the first critical strike discards a die of the foe: fight.melee
    silent: bool = False  # may be fired while concealed: shoot.why_not_weapon
    stun: bool = False  # a critical costs the target APL: attack.stun
    torrent: float = 0.0  # further targets near the first are shot too: shoot._torrent, shoot.torrent_targets
    unenforced: tuple[str, ...] = ()  # what a card writes besides

    @property
    def blast_radius(self) -> float:
        """The radius of the widest Blast, in inches."""
        return max(self.blast, default=0.0)


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon as printed on the card: Atk, Hit, Dmg and rules. (STAT-05 to STAT-09)"""

    name: str
    kind: Literal["ranged", "melee"]
    attacks: int
    hit: int
    normal: int
    critical: int
    text: tuple[str, ...] = ()
    rules: Rules = Rules()


_FORMS: tuple[tuple[str, str, str], ...] = (
    ("accurate", rf"accurate {NUMBER}", "Accurate 1"),
    ("blast", rf"blast {INCHES}", 'Blast 2"'),
    ("devastating", rf"(?:{INCHES}\s+)?devastating {NUMBER}", 'Devastating 2 or 1" Devastating 2'),
    ("heavy", r"heavy(?:\s*\(\s*([a-z ]+?)\s+only\s*\))?", "Heavy or Heavy (Dash only)"),
    ("lethal", r"lethal (\d)\+", "Lethal 5+"),
    ("limited", rf"limited {NUMBER}", "Limited 1"),
    ("piercing_crits", rf"piercing crits {NUMBER}", "Piercing Crits 1"),
    ("piercing", rf"piercing {NUMBER}", "Piercing 1"),
    ("range", rf"range {INCHES}", 'Range 8"'),
    ("seek", r"seek(?:\s+(light))?", "Seek or Seek Light"),
    ("torrent", rf"torrent {INCHES}", 'Torrent 2"'),
)


def _made(name: str, match: re.Match[str], text: str) -> Rules:
    first = match.group(1)
    if name == "heavy":
        if first and first not in MOVES:
            known = ", ".join(m.title() for m in MOVES)
            raise BadRule(say("{text!r}: {word!r} is no move action; those are {known}", text=text, word=first, known=known))
        return Rules(heavy=True, heavy_but=first or "")
    if name == "seek":
        return Rules(seek="light" if first else "all")
    if name == "devastating":
        inches = positive(text, first) if first else 0.0
        return Rules(devastating=((inches, int(positive(text, match.group(2)))),))
    if name == "lethal" and not 2 <= int(first) <= 6:
        raise BadRule(say("{text!r}: a die shows 2+ to 6+ for Lethal", text=text))
    number = positive(text, first)
    value: object = number if name in ("blast", "range", "torrent") else int(first)
    return msgspec.structs.replace(Rules(), **{name: (value,) if name in ("accurate", "blast") else value})


#: No rule stacks; of two x the better counts, or both are kept to choose from. (INT-50)
GRAMMAR = Grammar(
    Rules,
    _FORMS,
    _made,
    {
        "accurate": lambda one, two: one + two,
        "lethal": min,
        "seek": lambda one, two: max(one, two, key=("", "light", "all").index),
        "heavy_but": lambda one, two: one or two,
    },
)
NAMES = tuple(sorted({*GRAMMAR.plain.values(), *(name.split("_")[0] for name, _, _ in _FORMS)}))
parse_rules, parse_rule, join = GRAMMAR.parse, GRAMMAR.parse_rule, GRAMMAR.join


def differs_when_repeated(text: str) -> bool:
    """Return True if a rule written twice on a card differs from the rule written once. (DIFF-04, INT-50)

    >>> differs_when_repeated("Accurate 1"), differs_when_repeated("Balanced")
    (True, False)
    """
    return GRAMMAR.field_of(text) == "accurate"


def weapon_rule_id(text: str) -> str:
    """Return the ID of the weapon rule that a card writes; empty if the rule is unknown.

    >>> weapon_rule_id("Piercing 1"), weapon_rule_id("Seek Light"), weapon_rule_id("Singing*")
    ('KT24-WR-PIERCING-01', 'KT24-WR-SEEK-02', '')
    """
    match GRAMMAR.field_of(text):
        case "":
            return ""
        case "piercing_crits":
            return "KT24-WR-PIERCING-02"
        case "seek" if parse_rule(text).seek == "light":
            return "KT24-WR-SEEK-02"
        case name:
            return f"KT24-WR-{name.upper()}-01"


# --- Accurate


def accurate_limit(rules: Rules, multi: str) -> int:
    """Return how many attack dice may be retained unrolled. (WR-ACCURATE-01, -02, DIFF-04, INT-50)"""
    if not rules.accurate:
        return 0
    best = max(rules.accurate)
    return max(best, 2) if len(rules.accurate) > 1 and multi == "two" else best


# --- Balanced, Ceaseless, Relentless


def reroll_sources(rules: Rules) -> tuple[Source, ...]:
    """Return the re-rolls that a weapon gives. (WR-BALANCED-01, WR-CEASELESS-01, WR-RELENTLESS-01)"""
    return sources_of(rules, _CEASELESS)


# --- Heavy


def heavy_bars_use(rules: Rules, moves: Iterable[str]) -> bool:
    """Return True if a move already made bars the use of the weapon. (WR-HEAVY-01, WR-HEAVY-03)"""
    return rules.heavy and any(move != rules.heavy_but for move in moves)


def heavy_bars_move(used: Iterable[Rules], move: str) -> bool:
    """Return True if a Heavy weapon already used bars this move. (WR-HEAVY-02, WR-HEAVY-03)"""
    return any(rules.heavy and rules.heavy_but != move for rules in used)


# --- Hot


def hot_damage(result: int, hit: int) -> int:
    """Return the damage that a Hot weapon does to its user. (WR-HOT-02)

    >>> hot_damage(2, 3), hot_damage(3, 3)
    (4, 0)
    """
    return 2 * result if result < hit else 0


# --- Piercing


DEFENCE = 3  # SHOOT-10


def defence_dice(rules: Rules, criticals: int, base: int = DEFENCE) -> int:
    """Return how many defence dice are left after Piercing. (SHOOT-10, WR-PIERCING-01, -02, INT-50, INT-51)"""
    pierced = max(rules.piercing, rules.piercing_crits if criticals else 0)
    return max(0, base - pierced)


# --- Severe, Rending, Punishing


class Retained(msgspec.Struct, frozen=True, gc=False):
    """Attack dice while they are retained: successes, fails, and how many normal successes Rending may not take."""

    criticals: int
    normals: int
    fails: int
    fixed: int = 0  # normals that Rending cannot take: Accurate dice, and the die Punishing kept
    by_severe: bool = False
    used: tuple[str, ...] = ()


RETAIN_RULES = {"severe": "KT24-WR-SEVERE-01", "rending": "KT24-WR-RENDING-01", "punishing": "KT24-WR-PUNISHING-01"}


def why_not_retain(rules: Rules, kept: Retained, printing: str, name: str) -> Why | None:
    """Return why the attacker may not use Severe, Rending or Punishing now, or None.

    (WR-SEVERE-01, -03, WR-RENDING-01, WR-PUNISHING-01, DIFF-02, INT-46, INT-47)
    """
    rule = RETAIN_RULES[name]
    if not getattr(rules, name) or name in kept.used:
        return rule, "The weapon does not have this rule, or it has been used."
    if name == "severe":
        return None if kept.normals and not kept.criticals else (rule, "Severe needs a normal success and no critical one.")
    if not kept.criticals:
        return rule, "This rule needs a retained critical success."
    if kept.by_severe and printing == "2025":
        return "KT24-WR-SEVERE-03", "A critical success made by Severe does not bring this rule into effect."
    if name == "rending":
        return None if kept.normals > kept.fixed else ("KT24-INT-47", "Rending takes a normal success that was rolled, and there is none.")
    return None if kept.fails else (rule, "There is no fail to retain.")


def retain_options(rules: Rules, kept: Retained, printing: str) -> tuple[str, ...]:
    """Return those of Severe, Rending and Punishing that the attacker may use now."""
    if not (rules.severe or rules.rending or rules.punishing):
        return ()
    return tuple(name for name in RETAIN_RULES if why_not_retain(rules, kept, printing, name) is None)


def use_retain_rule(kept: Retained, name: str) -> Retained:
    """Return the dice after Severe, Rending or Punishing has been used. (WR-SEVERE-01, WR-RENDING-01, WR-PUNISHING-01, INT-82)"""
    used = (*kept.used, name)
    if name == "punishing":
        return Retained(kept.criticals, kept.normals + 1, kept.fails - 1, kept.fixed + 1, kept.by_severe, used)
    # Severe takes a normal success that Rending may not, if there is one, so that Rending keeps its choice.
    fixed = kept.fixed if name == "rending" else max(0, kept.fixed - 1)
    return Retained(kept.criticals + 1, kept.normals - 1, kept.fails, fixed, kept.by_severe or name == "severe", used)
