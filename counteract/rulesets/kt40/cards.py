"""The cards of the army-scale edition: models, units, deeds, stratagems and army lists, as data. (ARMY, UNIT)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import msgspec

from counteract.attacks.hitwoundsave import Amount
from counteract.mechanics.cards import Ability, RulesetName, TeamHeading
from counteract.rulesets.kt40.weapons import CLOSE_COMBAT_WEAPON, Weapon

Role = Literal["hq", "troops", "elites", "fast attack", "heavy support", "flyer", "dedicated transport", "lord of war"]
ROLES: tuple[Role, ...] = get_args(Role)

#: The twelve effect windows of a turn, in their order. (ALT-08)
Window = Literal[
    "turn start", "movement start", "movement end", "psychic start", "psychic end", "shooting start", "shooting end",
    "fight start", "fight end", "morale start", "morale end", "turn end",
]  # fmt: skip
WINDOWS: tuple[Window, ...] = get_args(Window)

#: Characteristics and rolls that an effect can change. "invulnerable" and "ignore wounds" are replaced by the better one, the others add up.
BoonName = Literal[
    "to hit", "to hit shooting", "to hit fighting", "to wound", "save", "invulnerable", "ignore wounds", "attacks", "strength", "toughness",
    "move", "leadership", "charge", "re-roll ones to hit", "re-roll ones to wound",
]  # fmt: skip
BOON_NAMES: tuple[BoonName, ...] = get_args(BoonName)

DeedKind = Literal["bolt", "strike", "boon", "mend", "command points", "fight again", "relic"]


class Deed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a power, a stratagem or an ability does when it is used.

    bolt: mortal wounds for the closest visible enemy unit within ``inches``; strike: for one such unit of the player's choice (with
    ``unseen`` it need not be visible). boon: one unit gets ``boon`` by ``bonus`` until the end of the phase or turn: a friendly one
    within ``inches``, or with ``enemy`` a visible enemy one. mend: a friendly unit within ``inches`` gets ``amount`` wounds back
    (INT-61). command points: the player gains ``amount``. fight again: a unit that has fought fights once more. relic: the army may
    carry one relic more, paid for with the list (ARMY-08).
    """

    kind: DeedKind
    inches: float = 18.0
    enemy: bool = False
    unseen: bool = False
    amount: Amount = Amount(plus=1)
    strong: Amount | None = None  # the amount if the psychic test was `strong_from` or more
    strong_from: int = 11
    boon: BoonName = "to hit"
    bonus: int = 1
    until: Literal["phase", "turn"] = "turn"
    keyword: str = ""  # the unit chosen must have it


class Power(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A psychic power: the number its test must reach, and what it does. (PSY-08)"""

    id: str
    name: str
    text: str
    charge: int
    deed: Deed


#: The power that every Psyker knows. (PSY-13)
SMITE = Power(
    id="smite",
    name="Smite",
    text='The closest visible enemy unit within 18" suffers D3 mortal wounds, or D6 if the psychic test was 11 or more.',
    charge=5,
    deed=Deed(kind="bolt", amount=Amount(1, 3), strong=Amount(1, 6), strong_from=11),
)


class Stratagem(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A stratagem of an army: its cost, the window it is used in, and what it does. (STRAT-01)"""

    id: str
    name: str
    text: str
    cost: int
    window: Window | Literal["list"]  # list: paid for when the army is mustered
    deed: Deed


class DegradingLine(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One line of a degrading table: the characteristics of a model with at least so many wounds left. None: as on the card. (DEG-01)"""

    least: int
    move: float | None = None
    ws: int | None = None
    bs: int | None = None
    strength: int | None = None
    attacks: int | None = None


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One model as printed. (UNIT-01)"""

    id: str
    name: str
    move: float
    ws: int
    bs: int
    strength: int
    toughness: int
    wounds: int
    attacks: int
    leadership: int
    save: int
    invulnerable: int = 0  # 0: none
    base: float = 32.0
    height: float = 1.5
    weapons: tuple[Weapon, ...] = ()

    @property
    def guns(self) -> tuple[Weapon, ...]:
        """The ranged weapons."""
        return tuple(weapon for weapon in self.weapons if weapon.kind == "ranged")

    @property
    def blades(self) -> tuple[Weapon, ...]:
        """The melee weapons; a model without one has a close combat weapon. (UNIT-05)"""
        return tuple(weapon for weapon in self.weapons if weapon.kind == "melee") or (CLOSE_COMBAT_WEAPON,)


class Models(msgspec.Struct, frozen=True, gc=False):
    """So many models of one card in a unit."""

    card: Card
    count: int = 1


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """One unit of an army list as it is mustered. (UNIT-02)"""

    id: str  # one in the list
    name: str
    sheet: str  # the id of its datasheet
    role: Role
    points: int
    detachment: int = 0  # its place in the list of detachments
    keywords: tuple[str, ...] = ()  # in capitals
    factions: tuple[str, ...] = ()
    models: tuple[Models, ...]
    abilities: tuple[Ability, ...] = ()  # with those of the army, of a warlord trait and of a relic
    powers: tuple[Power, ...] = ()  # besides Smite
    casts: int = 0  # powers it tries in a phase; above 0 for PSYKERs
    denies: int = 0
    capacity: int = 0  # models that it carries
    carries: tuple[str, ...] = ()  # a passenger must have one of these keywords
    degrading: tuple[DegradingLine, ...] = ()  # of its first model; the best line first
    min_move: float = 0.0  # AIRCRAFT
    warlord: bool = False

    @property
    def cards(self) -> Iterator[Card]:
        """A card for each model, in order."""
        return (group.card for group in self.models for _ in range(group.count))

    @property
    def known_powers(self) -> tuple[Power, ...]:
        """The powers of a Psyker. (PSY-04)"""
        return (SMITE, *self.powers) if self.casts or self.denies else ()


class Team(TeamHeading, frozen=True, kw_only=True):
    """An army list ready to play. (ARMY-01)"""

    ruleset: RulesetName = "kt40"
    army: str = ""  # the id of the army book it was mustered from
    limit: int = 1000  # points (ARMY-02)
    battle_forged: bool = True
    detachments: tuple[str, ...] = ()
    cp: int = 0  # command points at the start (ARMY-05)
    stratagems: tuple[Stratagem, ...] = ()
    units: tuple[Unit, ...] = ()

    @property
    def operatives(self) -> tuple[Card, ...]:
        """A card for each model, unit after unit."""
        return tuple(card for unit in self.units for card in unit.cards)

    @property
    def points(self) -> int:
        """The points of all units."""
        return sum(unit.points for unit in self.units)
