"""The weapons of Kill Team 2021 and their rules: how a card writes each rule, and its effect on dice. (WR)

Many rules share their names with rules of other editions, but not their effects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from counteract.attacks.dicepool import sort_roll
from counteract.attacks.rerolls import Source, sources_of
from counteract.attacks.weapon_rules import NUMBER, BadRule, Grammar, positive
from counteract.core.language import Phrase, say
from counteract.rulesets.kt21.gauge import DISTANCE, inches, tidy

MOVES = ("normal move", "dash", "fall back", "charge")
AT_SEVERAL = ("fusillade", "blast", "torrent")  # rules that add targets
BARRED_BY_HEAVY = ("charge", "fall back", "normal move")  # WR-HEAVY-01, INT-57


_CEASELESS = Source("ceaseless", showing=1)


class Rules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The rules of one weapon, ready to use; nothing stacks, of two x the better is used. (INT-36)

    The comment on each rule gives its effect and the function that carries it out: of this file, unless it names another.
    """

    ap: int = 0  # defence dice that are not rolled: `pierced`
    balanced: bool = False  # one die may be re-rolled: `reroll_sources`
    barrage: bool = False  # a roof shelters the target, not cover: shoot.is_sheltered
    blast: float = 0.0  # operatives so near the target are shot too: shoot.blast_shots
    brutal: bool = False  # only criticals parry: fight.MELEE_STYLE
    ceaseless: bool = False  # dice that show 1 may be re-rolled: `reroll_sources`
    fusillade: bool = False  # dice are shared out among targets: shoot.shoot
    heavy: bool = False  # not used with the moves of `BARRED_BY_HEAVY`: shoot.why_not_weapon
    hot: bool = False  # each 1 hurts the user: shoot.sequence
    indirect: bool = False  # cover does not hide the target: shoot.why_not_target
    lethal: int = 7  # no die is critical on account of it
    limited: bool = False  # one use in a battle: shoot.why_not_weapon
    mw: int = 0  # mortal wounds by each critical: shoot._criticals
    no_cover: bool = False  # the target keeps no cover save: shoot.is_sheltered
    p: int = 0  # defence dice that are not rolled if there is a critical: `pierced`
    range: float = 0.0  # targets within so many inches only: shoot.why_not_target
    reap: int = 0  # a critical strike hurts others close by: fight._critical_strike
    relentless: bool = False  # any dice may be re-rolled: `reroll_sources`
    rending: bool = False  # with a critical hit, a normal one becomes another: `can_rend`
    silent: bool = False  # may be fired while concealed: shoot.why_not_weapon
    splash: int = 0  # mortal wounds by each critical, to others nearby too: shoot._criticals
    stun: bool = False  # a critical costs APL, or a die in a fight: shoot._criticals, fight._critical_strike
    torrent: float = 0.0  # further targets near those chosen are shot too: shoot.torrent, shoot.torrent_targets
    unwieldy: bool = False  # costs more AP, and no Overwatch: shoot.why_not_weapon
    unenforced: tuple[str, ...] = ()  # names that the game does not know

    @property
    def blast_radius(self) -> float:
        """The radius of Blast, in inches."""
        return self.blast


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon or one profile of it, as printed on the card: A, BS or WS, D, special and critical rules. (GEN-03, WR-GEN-01, WR-GEN-02)"""

    name: str
    kind: Literal["ranged", "melee"]
    attacks: int
    hit: int  # BS or WS
    normal: int
    critical: int
    of: str = ""  # the weapon, if this is one of its profiles
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
    """Return the rules written on a card, of which at most one may add targets. (WR-FUSILLADE-01, WR-BLAST-01, WR-TORRENT-01)"""
    rules = GRAMMAR.parse(texts)
    several = [name for name in AT_SEVERAL if getattr(rules, name)]
    if len(several) > 1:
        one, two = several[:2]
        sources = f"KT21-WR-{one.upper()}-01, KT21-WR-{two.upper()}-01"
        told = Phrase("a weapon cannot have both {one} and {two}, which differ on who else is attacked ({rules})")
        raise BadRule(say(told, one=Phrase(one.title()), two=Phrase(two.title()), rules=sources))
    return rules


def weapon_rule_id(text: str) -> str:
    """Return the ID of the weapon rule that a card writes; empty if the rule is unknown.

    >>> weapon_rule_id("AP1"), weapon_rule_id("No Cover"), weapon_rule_id("Singing*")
    ('KT21-WR-AP-01', 'KT21-WR-NOCOVER-01', '')
    """
    name = GRAMMAR.field_of(text).replace("_", "").upper()
    return f"KT21-WR-{name}-01" if name else ""


def is_critical_rule(text: str) -> bool:
    """Return True if a card prints this rule in the column of critical rules."""
    rules = GRAMMAR.parse_rule(text)
    return any(getattr(rules, name) for name in CRITICAL_RULES)


def reroll_sources(rules: Rules) -> tuple[Source, ...]:
    """Return the re-rolls that a weapon gives. (WR-BALANCED-01, WR-CEASELESS-01, WR-RELENTLESS-01)"""
    return sources_of(rules, _CEASELESS)


# --- effects of rules on dice


def count_hits(rules: Rules, results: tuple[int, ...], needed: int, *, lethal_needs_hit: bool) -> tuple[int, int]:
    """Return critical and normal hits; through Lethal a die that would miss may be a critical hit. (SHOOT-06 to -09, FIGHT-05, -06, INT-55)"""
    if not lethal_needs_hit:
        needed = min(needed, rules.lethal)
    criticals, normals, _ = sort_roll(results, needed, min(6, rules.lethal))
    return criticals, normals


def can_rend(rules: Rules, criticals: int, normals: int) -> bool:
    """Return True if Rending may turn a normal hit into a critical one. (WR-RENDING-01)"""
    return bool(rules.rending and criticals and normals)


def pierced(rules: Rules, criticals: int) -> int:
    """Return how many defence dice AP or P removes. (WR-AP-01, WR-P-01, INT-36)"""
    return max(rules.ap, rules.p if criticals else 0)
