"""What a kill team of the 2018 edition brings to the table: cards of models, weapons, abilities and powers."""

from __future__ import annotations

from typing import Literal

import msgspec

from counteract.attacks.hitwoundsave import Amount
from counteract.core.language import Phrase, joined, phrases, say, spoken
from counteract.core.rulebook import Rulebook
from counteract.mechanics.cards import Ability, Legend, Note, Table, Words, explained, note
from counteract.mechanics.operatives.cards import rules_line
from counteract.rulesets.kt18.weapons import TYPE_RULES, WEAPON_TYPES, Weapon, meaning_of

DEFAULT_BASE = 32.0  # mm (INT-01)
DEFAULT_HEIGHT = 1.5  # inches (INT-03)

Specialist = Literal["combat", "scout", "sniper", "heavy", "zealot"]
SPECIALISTS: tuple[Specialist, ...] = ("combat", "scout", "sniper", "heavy", "zealot")
SPECIALIST_RULES: dict[Specialist, str] = {name: f"KT18-SPEC-{number:02}" for number, name in enumerate(SPECIALISTS, start=3)}


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

    @property
    def known_powers(self) -> tuple[Power, ...]:
        """(PSY-11, INT-52)"""
        return (PSYBOLT, *self.powers) if self.psyker else ()


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A kill team ready to play: one card a model, in deployment order."""

    id: str
    name: str
    ruleset: str = "kt18"
    summary: str = ""
    operatives: tuple[Card, ...] = ()


# --- as people read them


#: What a model has, and what its kind of specialist is called.
LEGEND: Legend = (
    (Phrase("M"), Phrase("how far it moves")),
    (Phrase("WS"), Phrase("what it must roll to hit in a fight")),
    (Phrase("BS"), Phrase("what it must roll to hit when shooting")),
    (Phrase("S"), Phrase("strength, which wounds")),
    (Phrase("T"), Phrase("toughness, which keeps from wounds")),
    (Phrase("W"), Phrase("wounds")),
    (Phrase("A"), Phrase("attacks in a fight")),
    (Phrase("Ld"), Phrase("leadership, for Nerve tests")),
    (Phrase("Sv"), Phrase("what a save must roll; ++ is invulnerable")),
    (Phrase("AP"), Phrase("taken off the save")),
    (Phrase("D"), Phrase("damage")),
)
CHARACTERISTICS = tuple(map(Phrase, ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv")))
SPECIALTIES: dict[Specialist | None, Phrase] = phrases(
    {
        "combat": "combat specialist",
        "scout": "scout specialist",
        "sniper": "sniper specialist",
        "heavy": "heavy specialist",
        "zealot": "zealot specialist",
    }
)


def printed(card: Card) -> tuple[Table, ...]:
    """A card: its characteristics, its weapons, then who it is and what it can do."""
    save = f"{card.save}+" + (f", {card.invulnerable}++" if card.invulnerable else "")
    row = (
        f'{card.move:g}"', f"{card.ws}+", f"{card.bs}+", card.strength, card.toughness, card.wounds, card.attacks, card.leadership, save
    )  # fmt: skip
    who = joined(traits(card, None))
    columns = (say("weapon"), say("range"), say("type"), say("S"), say("AP"), say("D"), say("abilities"))
    about = (who, _specialism(card.specialist)) if card.specialist else (who,)
    lines = (*filter(None, about), *map(explained, card.abilities), *map(_explained_power, card.known_powers))
    weapons = Table(columns, tuple(map(_printed_weapon, card.weapons)), lines)
    return Table(tuple(map(say, CHARACTERISTICS)), (row,)), weapons


def traits(card: Card, specialist: Specialist | None) -> list[Phrase]:
    """Who a model is, in single words."""
    flags = {
        Phrase("Leader"): card.leader,
        SPECIALTIES.get(specialist, Phrase("")): specialist,
        Phrase("PSYKER"): card.psyker,
        Phrase("FLY"): card.fly,
    }
    return [word for word, holds in flags.items() if holds]


def _specialism(specialist: Specialist) -> str:
    """What a specialist can do, where there are any. (SPEC-02 to SPEC-07)"""
    rule = Rulebook.load("kt18").get(SPECIALIST_RULES[specialist])
    return say("{title}, only with the option Specialists: {text}", title=rule.title(spoken()), text=rule.text(spoken()))


def power_name(power: Power) -> str:
    """A power with what its test must reach. (PSY-04)"""
    return say("{name} (warp charge {charge})", name=Phrase(power.name), charge=power.charge)


def _explained_power(power: Power) -> str:
    return say("{name}: {text}", name=power_name(power), text=Phrase(power.text))


def _printed_weapon(weapon: Weapon) -> tuple[object, ...]:
    reach = f'{weapon.range:g}"' if weapon.kind == "ranged" else "-"
    abilities = Words(rules_line(weapon.text), (Note(say(text), meaning=say(meaning_of(text))) for text in weapon.text))
    return say(weapon.name), reach, _printed_type(weapon), say(str(weapon.strength)), weapon.ap, weapon.damage, abilities


def _printed_type(weapon: Weapon) -> Words | str:
    if weapon.type is None:
        return say("Melee")
    line = say(WEAPON_TYPES[weapon.type], attacks=weapon.attacks)
    return Words(line, (note(line, TYPE_RULES[weapon.type]),))


def appendix(team: Team) -> tuple[Table, ...]:
    """Nothing belongs to the whole team in this edition."""
    return ()
