"""Weapons of the 2024 edition and their 22 rules: how a card writes them, and what each one does.

`Rules` is what a weapon's rules come to; the functions below it carry them out, one section a rule. The attack
sequences in shoot.py and fight.py ask these functions at the step each rule names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from counteract.core.decision import Why

MOVES = ("reposition", "dash", "fall back", "charge")


class Rules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The rules of one weapon, ready to use. Rules printed several times keep every x where x is a choice."""

    accurate: tuple[int, ...] = ()
    balanced: bool = False
    blast: tuple[float, ...] = ()
    brutal: bool = False
    ceaseless: bool = False
    devastating: tuple[tuple[float, int], ...] = ()
    heavy: bool = False
    heavy_but: str = ""
    hot: bool = False
    lethal: int = 6
    limited: int = 0
    piercing: int = 0
    piercing_crits: int = 0
    punishing: bool = False
    range: float = 0.0
    relentless: bool = False
    rending: bool = False
    saturate: bool = False
    seek: Literal["", "light", "all"] = ""
    severe: bool = False
    shock: bool = False
    silent: bool = False
    stun: bool = False
    torrent: float = 0.0
    unenforced: tuple[str, ...] = ()


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon as it stands on the card: Atk, Hit, Dmg and rules. (STAT-05 to STAT-09)"""

    name: str
    kind: Literal["ranged", "melee"]
    attacks: int
    hit: int
    normal: int
    critical: int
    text: tuple[str, ...] = ()
    rules: Rules = Rules()


class BadRule(ValueError):
    """A weapon rule that is written wrongly, and how it should be written."""


_NUMBER = r"(\d+)"
_INCHES = r"(\d+(?:\.\d+)?)\s*(?:\"|″|”|''|in)?"
_FORMS: tuple[tuple[str, str, str], ...] = (
    ("accurate", rf"accurate {_NUMBER}", "Accurate 1"),
    ("blast", rf"blast {_INCHES}", 'Blast 2"'),
    ("devastating", rf"(?:{_INCHES}\s+)?devastating {_NUMBER}", 'Devastating 2 or 1" Devastating 2'),
    ("heavy", r"heavy(?:\s*\(\s*([a-z ]+?)\s+only\s*\))?", "Heavy or Heavy (Dash only)"),
    ("lethal", r"lethal (\d)\+", "Lethal 5+"),
    ("limited", rf"limited {_NUMBER}", "Limited 1"),
    ("piercing_crits", rf"piercing crits {_NUMBER}", "Piercing Crits 1"),
    ("piercing", rf"piercing {_NUMBER}", "Piercing 1"),
    ("range", rf"range {_INCHES}", 'Range 8"'),
    ("seek", r"seek(?:\s+(light))?", "Seek or Seek Light"),
    ("torrent", rf"torrent {_INCHES}", 'Torrent 2"'),
)
_PLAIN = (
    "balanced", "brutal", "ceaseless", "hot", "punishing", "relentless",
    "rending", "saturate", "severe", "shock", "silent", "stun",
)  # fmt: skip
NAMES = tuple(sorted({*_PLAIN, *(name.split("_")[0] for name, _, _ in _FORMS)}))


def parse_rules(texts: Iterable[str]) -> Rules:
    """The rules written on a card. Names the game does not know are kept and not enforced.

    >>> parse_rules(["Piercing Crits 1", 'Range 8"', "Poison*"]).unenforced
    ('Poison*',)
    """
    rules = Rules()
    for text in texts:
        rules = join(rules, parse_rule(text))
    return rules


@lru_cache(maxsize=1024)
def parse_rule(text: str) -> Rules:
    """One rule as a card writes it."""
    plain = " ".join(text.lower().split())
    if plain in ("", "-"):
        return Rules()
    if plain in _PLAIN:
        return msgspec.structs.replace(Rules(), **{plain: True})
    for name, form, example in _FORMS:
        if match := re.fullmatch(form, plain):
            return _made(name, match, text)
        if plain.split()[0] == name.split("_")[0] and "*" not in plain and name != "piercing_crits":
            raise BadRule(f"{text!r} is not how {name.capitalize()} is written; write for example {example}")
    if "devastating" in plain:
        raise BadRule(f'{text!r} is not how Devastating is written; write for example Devastating 2 or 1" Devastating 2')
    return Rules(unenforced=(text,))


def _made(name: str, match: re.Match[str], text: str) -> Rules:
    first = match.group(1)
    if name == "heavy":
        if first and first not in MOVES:
            raise BadRule(f"{text!r}: {first!r} is no move action; those are {', '.join(m.title() for m in MOVES)}")
        return Rules(heavy=True, heavy_but=first or "")
    if name == "seek":
        return Rules(seek="light" if first else "all")
    if name == "devastating":
        if int(match.group(2)) == 0 or (first and float(first) == 0):
            raise BadRule(f"{text!r}: the numbers must be above 0")
        return Rules(devastating=((float(first or 0), int(match.group(2))),))
    if name == "lethal" and not 2 <= int(first) <= 6:
        raise BadRule(f"{text!r}: a die shows 2+ to 6+ for Lethal")
    if float(first) <= 0:
        raise BadRule(f"{text!r}: the number must be above 0")
    value: object = float(first) if name in ("blast", "range", "torrent") else int(first)
    return msgspec.structs.replace(Rules(), **{name: (value,) if name in ("accurate", "blast") else value})


@lru_cache(maxsize=8192)
def join(first: Rules, second: Rules) -> Rules:
    """Two sets of rules on one weapon. No rule stacks; of two x the better is used, or both kept to choose from.

    (KT24-INT-50)
    """
    merged: dict[str, object] = {}
    for field in msgspec.structs.fields(Rules):
        name = field.name
        one, two = getattr(first, name), getattr(second, name)
        if isinstance(one, bool):
            merged[name] = one or two
        elif name == "accurate" or name == "unenforced":
            merged[name] = one + two
        elif isinstance(one, tuple):
            merged[name] = tuple(sorted({*one, *two}))
        elif name == "lethal":
            merged[name] = min(one, two)
        elif name in ("seek", "heavy_but"):
            merged[name] = max(one, two, key=("", "light", "all").index) if name == "seek" else one or two
        else:
            merged[name] = max(one, two)
    return Rules(**merged)  # type: ignore[arg-type]


# --- Accurate


def accurate_limit(rules: Rules, multi: str) -> int:
    """How many attack dice may be kept unrolled. (WR-ACCURATE-01, -02, DIFF-04, INT-50)"""
    if not rules.accurate:
        return 0
    best = max(rules.accurate)
    return max(best, 2) if len(rules.accurate) > 1 and multi == "two" else best


# --- Balanced, Ceaseless, Relentless


def reroll_sources(rules: Rules) -> tuple[tuple[str, int, bool], ...]:
    """The re-rolls a weapon gives: name, how many dice at most, whether they must show one result.

    (WR-BALANCED-01, WR-CEASELESS-01, WR-RELENTLESS-01)
    """
    sources = []
    if rules.balanced:
        sources.append(("balanced", 1, False))
    if rules.ceaseless:
        sources.append(("ceaseless", 99, True))
    if rules.relentless:
        sources.append(("relentless", 99, False))
    return tuple(sources)


# --- Heavy


def heavy_bars_use(rules: Rules, moves: Iterable[str]) -> bool:
    """Whether moves already made keep the weapon from being used. (WR-HEAVY-01, WR-HEAVY-03)"""
    return rules.heavy and any(move != rules.heavy_but for move in moves)


def heavy_bars_move(used: Iterable[Rules], move: str) -> bool:
    """Whether a heavy weapon already used forbids this move. (WR-HEAVY-02, WR-HEAVY-03)"""
    return any(rules.heavy and rules.heavy_but != move for rules in used)


# --- Hot


def hot_damage(result: int, hit: int) -> int:
    """What the user of a hot weapon suffers. (WR-HOT-02)

    >>> hot_damage(2, 3), hot_damage(3, 3)
    (4, 0)
    """
    return 2 * result if result < hit else 0


# --- Piercing


def defence_dice(rules: Rules, criticals: int, base: int = 3) -> int:
    """How many defence dice are left to take. (SHOOT-10, WR-PIERCING-01, -02, INT-50, INT-51)"""
    pierced = max(rules.piercing, rules.piercing_crits if criticals else 0)
    return max(0, base - pierced)


# --- Severe, Rending, Punishing


class Retained(msgspec.Struct, frozen=True, gc=False):
    """Attack dice being retained: successes by kind, fails, and which normals Rending may not take."""

    criticals: int
    normals: int
    fails: int
    fixed: int = 0  # normals that Rending cannot take: Accurate dice, and the die Punishing kept
    by_severe: bool = False
    used: tuple[str, ...] = ()


RETAIN_RULES = {"severe": "KT24-WR-SEVERE-01", "rending": "KT24-WR-RENDING-01", "punishing": "KT24-WR-PUNISHING-01"}


def why_not_retain(rules: Rules, kept: Retained, printing: str, name: str) -> Why | None:
    """What keeps the user from using Severe, Rending or Punishing now.

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
    """Which of Severe, Rending and Punishing the user may use now."""
    if not (rules.severe or rules.rending or rules.punishing):
        return ()
    return tuple(name for name in RETAIN_RULES if why_not_retain(rules, kept, printing, name) is None)


def use_retain_rule(kept: Retained, name: str) -> Retained:
    """The dice after one of these rules has been used. (WR-SEVERE-01, WR-RENDING-01, WR-PUNISHING-01, INT-82)"""
    used = (*kept.used, name)
    if name == "punishing":
        return Retained(kept.criticals, kept.normals + 1, kept.fails - 1, kept.fixed + 1, kept.by_severe, used)
    # Severe may change any normal success: one that Rending could not take goes first, so that Rending has its choice.
    fixed = kept.fixed if name == "rending" else max(0, kept.fixed - 1)
    return Retained(kept.criticals + 1, kept.normals - 1, kept.fails, fixed, kept.by_severe or name == "severe", used)
