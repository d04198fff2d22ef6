"""Targets and terms of attacks with dice pools: what is settled before the first die is rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from counteract.attacks.damage_reduction import Softener, lessened
from counteract.core.language import Phrase, say
from counteract.odds import terms
from counteract.odds.terms import AS_BEST, CardForm, Detail, OddsWords, RerollStyle, Term, tell_chances, tell_mean, tell_share

CoverSave = Literal["best", "always"]
Policy = Literal["best", "strike"]

MOST_FIGHTS = 3


class Target(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The defence of an operative: ``wounds`` are those left of the ``starting`` ones."""

    save: int
    wounds: int
    starting: int = 0  # 0: as many as are left
    defence_dice: int = 3
    invulnerable: int = 0  # 0: none
    ignore: int = 0  # wounds are not lost on this or more; 0: they are
    rerolls: tuple[int, ...] = ()  # defence dice that may be re-rolled together, by each rule that lets it re-roll some
    soften: tuple[Softener, ...] = ()  # damage is lowered by so much from so much on

    @property
    def full(self) -> int:
        return self.starting or self.wounds

    def softened(self, damage: int) -> int:
        """Return the damage of one die after what protects the target."""
        return lessened(damage, self.soften)[0]


class PoolTerms(NamedTuple):
    """The terms of an attack that are settled before the first die is rolled."""

    cover: bool = False
    obscured: bool = False
    injured: bool = False  # the attacker
    rerolls: int = 0  # Command Re-rolls
    defender_rerolls: int = 0
    reroll: RerollStyle = "best"
    cover_save: CoverSave = "best"
    printing: str = ""  # of the rules; the latest if empty
    accurate_multi: str = "two"
    limits: str = "sheet"  # of what injury does to the Hit stat, and when
    saving: bool = False  # Command Re-rolls that are not used can be used later
    lethal_needs_hit: bool = False
    roof: bool = False  # the target is below terrain
    vantage_cover: bool = False  # the target is in cover, and a target only because the shooter looks down on it


WORDS = OddsWords(Phrase("damage"), Phrase("incapacitated"), Phrase("injured"))

#: How cards are written.
WEAPON_FORM = Phrase('a weapon is written "5 3+ 3/4; Piercing 1, Balanced": attack dice, what they need, damage normal/critical, rules')
TARGET_FORM = Phrase(
    'a target is written "save 3+, wounds 12"; there may also be defence 3, invulnerable 5+, ignore 5+, re-rolls 1, in cover, obscured'
)
CARDS = {
    "weapon": CardForm(WEAPON_FORM, "5 3+ 3/4; Piercing 1, Balanced"),
    "target": CardForm(TARGET_FORM, "save 3+, wounds 12"),
    "attacker": CardForm(WEAPON_FORM, "4 3+ 4/5; Brutal"),
    "defender": CardForm(WEAPON_FORM, "3 4+ 3/4"),
}
ASSUMPTIONS = (
    *terms.ASSUMPTIONS,
    Phrase("Injured is who is left with fewer than half of the starting wounds; who is incapacitated counts as injured too."),
    Phrase("All shots of a row are fired, also at a target that has fallen."),
    Phrase("In a fight the attacker resolves first; it ends when somebody is taken out or no success is left."),
)


def _bystanders(value: Mapping[str, Any]) -> str:
    return say('within {inches:g}": {damage}', inches=value["within"], damage=tell_chances(value["damage"]))


DETAILS: dict[str, Detail] = {
    "stun": (Phrase("stunned"), tell_share),
    "own_damage": (Phrase("damage to the shooter"), tell_chances),
    "bystanders": (Phrase("damage to others"), _bystanders),
    "incapacitated": (Phrase("targets incapacitated on average"), tell_mean),
}

POLICIES = {"best": AS_BEST, "strike": Phrase("strikes always")}
NEEDED = (2, 6)

#: Terms of the editions with dice pools.
SHOOTER_INJURED = Term("shooter_injured", "attacker", "flag", Phrase("injured"), Phrase("Hitting is harder by 1."))
COVER_SAVE = Term(
    "cover_save", "play", "choice", Phrase("The cover save is kept"), None, "best",
    choices={"best": Phrase("if that is best"), "always": Phrase("always")},
)  # fmt: skip
SHOOTER_WOUNDS = Term(
    "shooter_wounds", "attacker", "text", Phrase("Wounds left of the shooter"),
    Phrase("Such as 5 of 12: a Hot weapon may injure it between shots."), "",
)  # fmt: skip
INJURED = Term("attacker_injured", "attacker", "flag", Phrase("injured"), Phrase("Whatever wounds it has left."))
IGNORE = Term("attacker_ignore", "attacker", "number", Phrase("Ignores wounds on"), None, None, NEEDED)
FIGHTS = Term("fights", "dice", "number", Phrase("Fights one after the other"), None, 1, (1, MOST_FIGHTS))
POLICY = Term("attacker_policy", "play", "choice", Phrase("The attacker plays"), None, "best", choices=POLICIES)
DEFENDER_POLICY = POLICY._replace(name="defender_policy", label=Phrase("The defender plays"))

#: Terms of a fight that come before and after those of the dice.
FIGHTERS = (
    terms.ATTACKER_WOUNDS,
    terms.DEFENDER_WOUNDS,
    INJURED,
    INJURED._replace(name="defender_injured", place="defender"),
    IGNORE,
    IGNORE._replace(name="defender_ignore", place="defender"),
    FIGHTS,
    terms.REROLLS,
    terms.DEFENDER_REROLLS,
    terms.FIGHT_OBJECTIVE,
    POLICY,
    DEFENDER_POLICY,
)
