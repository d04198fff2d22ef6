"""What a kill team of the 2018 edition brings to the table: cards of models, weapons, abilities and powers."""

from __future__ import annotations

from typing import Literal

import msgspec

from counteract.mechanics.cards import Ability, Table
from counteract.mechanics.hitwoundsave import Amount
from counteract.rulesets.kt18.weapons import Weapon

DEFAULT_BASE = 32.0  # mm (INT-01)
DEFAULT_HEIGHT = 1.5  # inches (INT-03)

Specialist = Literal["combat", "scout", "sniper", "heavy", "zealot"]
SPECIALISTS: tuple[Specialist, ...] = ("combat", "scout", "sniper", "heavy", "zealot")  # SPEC-03 to SPEC-07


class Power(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A psychic power: the number its test must reach, and what it does to whom. (PSY-03, PSY-04, PSY-11)"""

    id: str
    name: str
    text: str
    charge: int
    effect: Literal["bolt", "strike", "mend", "ward", "hex"]
    range: float = 18.0
    amount: Amount = Amount(plus=1)  # mortal wounds, or wounds given back
    strong: Amount | None = None  # the amount if the psychic test was `strong_from` or more
    strong_from: int = 11
    save: int = 5  # the invulnerable save that a ward gives


#: The power that every PSYKER knows. (PSY-11)
PSYBOLT = Power(
    id="psybolt",
    name="Psybolt",
    text='The closest visible enemy within 18" suffers 1 mortal wound, or D3 if the psychic test was 11 or more.',
    charge=5,
    effect="bolt",
    strong=Amount(1, 3),
)


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One model as printed. (GEN-04)"""

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
    base: float = DEFAULT_BASE
    height: float = DEFAULT_HEIGHT
    leader: bool = False
    specialist: Specialist | None = None
    psyker: bool = False
    fly: bool = False
    keywords: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    powers: tuple[Power, ...] = ()  # besides the one every PSYKER knows


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A kill team ready to play: one card a model, in deployment order."""

    id: str
    name: str
    ruleset: str = "kt18"
    summary: str = ""
    operatives: tuple[Card, ...] = ()


# --- as people read them


def printed(card: Card) -> tuple[Table, ...]:
    """A card: its characteristics, its weapons, then who it is and what it can do."""
    save = f"{card.save}+" + (f", {card.invulnerable}++" if card.invulnerable else "")
    row = (
        f'{card.move:g}"', f"{card.ws}+", f"{card.bs}+", card.strength, card.toughness, card.wounds, card.attacks, card.leadership, save
    )  # fmt: skip
    flags = {"Leader": card.leader, f"{card.specialist} specialist": card.specialist, "PSYKER": card.psyker, "FLY": card.fly}
    who = ", ".join(word for word, holds in flags.items() if holds)
    told = [(ability.name, ability.text) for ability in card.abilities] + [(power.name, power.text) for power in card.powers]
    lines = (*((who,) if who else ()), *(f"{name}: {text}" for name, text in told))
    weapons = Table(("weapon", "range", "type", "S", "AP", "D", "abilities"), tuple(map(_printed_weapon, card.weapons)), lines)
    return Table(("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv"), (row,)), weapons


def _printed_weapon(weapon: Weapon) -> tuple[object, ...]:
    ranged = weapon.kind == "ranged"
    kind = f"{(weapon.type or '').title()} {weapon.attacks}" if ranged else "Melee"
    reach = f'{weapon.range:g}"' if ranged else "-"
    return weapon.name, reach, kind, weapon.strength, weapon.ap, weapon.damage, ", ".join(weapon.text) or "-"


def appendix(team: Team) -> tuple[Table, ...]:
    """Nothing belongs to the whole team in this edition."""
    return ()
