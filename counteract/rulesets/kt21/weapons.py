"""Weapons of the 2021 edition and their rules: how a card writes them, and what they come to. (WR)

Many names are those of other editions; what they do is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from counteract.core.language import Phrase, say
from counteract.mechanics.dicepool import sort_roll
from counteract.mechanics.operatives.rerolls import Source, sources_of
from counteract.mechanics.operatives.weapon_rules import NUMBER, BadRule, Grammar, positive
from counteract.rulesets.kt21.gauge import DISTANCE, inches, tidy

MOVES = ("normal move", "dash", "fall back", "charge")
AT_SEVERAL = ("fusillade", "blast", "torrent")  # rules that say who else is attacked
BARRED_BY_HEAVY = ("charge", "fall back", "normal move")  # WR-HEAVY-01, INT-57


_CEASELESS = Source("ceaseless", showing=1)


class Rules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The rules of one weapon, ready to use; nothing stacks, of two x the better is used. (INT-36)"""

    ap: int = 0
    balanced: bool = False
    barrage: bool = False
    blast: float = 0.0
    brutal: bool = False
    ceaseless: bool = False
    fusillade: bool = False
    heavy: bool = False
    hot: bool = False
    indirect: bool = False
    lethal: int = 7  # no die is critical on account of it
    limited: bool = False
    mw: int = 0
    no_cover: bool = False
    p: int = 0
    range: float = 0.0
    reap: int = 0
    relentless: bool = False
    rending: bool = False
    silent: bool = False
    splash: int = 0
    stun: bool = False
    torrent: float = 0.0
    unwieldy: bool = False
    unenforced: tuple[str, ...] = ()

    @property
    def widest(self) -> float:
        """The inches of its Blast."""
        return self.blast


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon, or one profile of it: A, BS or WS, D, special and critical rules. (GEN-03, WR-GEN-01, WR-GEN-02)"""

    name: str
    kind: Literal["ranged", "melee"]
    attacks: int
    hit: int  # BS or WS
    normal: int
    critical: int
    of: str = ""  # the weapon that this is a profile of
    text: tuple[str, ...] = ()
    rules: Rules = Rules()


#: Rules that act on critical hits; a card prints them in a column of their own.
CRITICAL_RULES = ("mw", "p", "reap", "rending", "splash", "stun")

_FORMS: tuple[tuple[str, str, str], ...] = (
    ("ap", rf"ap\s*{NUMBER}", "AP1"),
    ("blast", rf"blast {DISTANCE}", "Blast ●"),
    ("lethal", r"lethal (\d)\+?", "Lethal 5+"),
    ("mw", rf"mw\s*{NUMBER}", "MW2"),
    ("p", rf"p\s*{NUMBER}", "P1"),
    ("range", rf"(?:range|rng) {DISTANCE}", "Range ⬟"),
    ("reap", rf"reap {NUMBER}", "Reap 1"),
    ("splash", rf"splash {NUMBER}", "Splash 1"),
    ("torrent", rf"torrent {DISTANCE}", "Torrent ●"),
)
DISTANCES = ("blast", "range", "torrent")


def _made(name: str, match: re.Match[str], text: str) -> Rules:
    if name in DISTANCES:
        distance = inches(match.group(1))
        positive(text, str(distance))
        return msgspec.structs.replace(Rules(), **{name: distance})
    number = int(positive(text, match.group(1)))
    if name == "lethal" and not 2 <= number <= 6:
        raise BadRule(say("{text!r}: a die shows 2+ to 6+ for Lethal", text=text))
    return msgspec.structs.replace(Rules(), **{name: number})


GRAMMAR = Grammar(Rules, _FORMS, _made, {"lethal": min}, tidy)
NAMES = tuple(sorted({*GRAMMAR.plain.values(), *(name for name, _, _ in _FORMS)}))
join = GRAMMAR.join


def parse_rules(texts: Sequence[str]) -> Rules:
    """The rules written on a card, of which at most one says who else is attacked. (WR-FUSILLADE-01, WR-BLAST-01, WR-TORRENT-01)"""
    rules = GRAMMAR.parse(texts)
    several = [name for name in AT_SEVERAL if getattr(rules, name)]
    if len(several) > 1:
        one, two = several[:2]
        sources = f"KT21-WR-{one.upper()}-01, KT21-WR-{two.upper()}-01"
        told = Phrase("a weapon cannot have both {one} and {two}, which differ on who else is attacked ({rules})")
        raise BadRule(say(told, one=Phrase(one.title()), two=Phrase(two.title()), rules=sources))
    return rules


def rule_of(text: str) -> str:
    """The rule behind what a card writes of a weapon; none if the game does not know it.

    >>> rule_of("AP1"), rule_of("No Cover"), rule_of("Singing*")
    ('KT21-WR-AP-01', 'KT21-WR-NOCOVER-01', '')
    """
    name = GRAMMAR.field_of(text).replace("_", "").upper()
    return f"KT21-WR-{name}-01" if name else ""


def is_critical_rule(text: str) -> bool:
    """Whether a rule as a card writes it belongs in the column of critical rules."""
    rules = GRAMMAR.parse_rule(text)
    return any(getattr(rules, name) for name in CRITICAL_RULES)


def reroll_sources(rules: Rules) -> tuple[Source, ...]:
    """The re-rolls a weapon gives. (WR-BALANCED-01, WR-CEASELESS-01, WR-RELENTLESS-01)"""
    return sources_of(rules, _CEASELESS)


# --- what the rules make of dice


def sorted_hits(rules: Rules, results: tuple[int, ...], needed: int, *, lethal_needs_hit: bool) -> tuple[int, int]:
    """Critical and normal hits; with Lethal a die may be a critical hit that would not have hit. (SHOOT-06 to -09, FIGHT-05, -06, INT-55)"""
    if not lethal_needs_hit:
        needed = min(needed, rules.lethal)
    criticals, normals, _ = sort_roll(results, needed, min(6, rules.lethal))
    return criticals, normals


def can_rend(rules: Rules, criticals: int, normals: int) -> bool:
    """Whether one normal hit may become critical. (WR-RENDING-01)"""
    return bool(rules.rending and criticals and normals)


def pierced(rules: Rules, criticals: int) -> int:
    """How many defence dice are taken away. (WR-AP-01, WR-P-01, INT-36)"""
    return max(rules.ap, rules.p if criticals else 0)
