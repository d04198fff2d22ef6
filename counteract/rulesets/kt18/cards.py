"""The cards of Kill Team 2018: models, powers and teams, as data and as people read them. (GEN-04)"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from counteract.attacks.hitwoundsave import Amount
from counteract.core.language import Phrase, joined, phrases, say, spoken
from counteract.core.rulebook import Rulebook
from counteract.files.fields import REQUIRED, Choice, DieResult, Flag, Id, IfOmitted, Number, References, Rows, TextLine, Texts, Whole
from counteract.mechanics.cards import (
    Ability,
    Base,
    CardTable,
    Explanation,
    Height,
    Legend,
    RulesetName,
    TeamHeading,
    explained,
)
from counteract.mechanics.chain_cards import SHORT_WORDS, explained_power, print_characteristics, print_weapons
from counteract.mechanics.chain_fields import MOST_STRENGTH, AmountKind
from counteract.rulesets.kt18.weapons import TYPE_RULES, Weapon, meaning_of

DEFAULT_BASE = 32.0  # mm (INT-01)
DEFAULT_HEIGHT = 1.5  # inches (INT-03)

Specialist = Literal["combat", "scout", "sniper", "heavy", "zealot"]
SPECIALISTS: tuple[Specialist, ...] = get_args(Specialist)
SPECIALIST_RULES: dict[Specialist, str] = {name: f"KT18-SPEC-{number:02}" for number, name in enumerate(SPECIALISTS, start=3)}


PowerEffect = Literal["bolt", "strike", "mend", "ward", "hex"]
POWER_EFFECTS: tuple[PowerEffect, ...] = get_args(PowerEffect)


class Power(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A psychic power: the number its test must reach, its effect and its targets. (PSY-03, PSY-04, PSY-11)"""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    text: Explanation
    charge: Annotated[int, Whole(2, 12), "what the psychic test must reach"]
    effect: Annotated[PowerEffect, Choice(), "what it does to whom"]
    range: Annotated[float, Number(1, 99), "how far it reaches, in inches"] = 18.0
    amount: Annotated[Amount, AmountKind(), "bolt, strike: mortal wounds; mend: wounds given back"] = Amount(plus=1)
    strong: Annotated[Amount | None, AmountKind(), "bolt, strike, mend: the amount if the psychic test was `strong_from` or more"] = None
    strong_from: Annotated[int, Whole(3, 12), "with `strong`: how good that test must be"] = 11
    save: Annotated[int, DieResult(), "ward: the invulnerable save it gives"] = 5


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

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    move: Annotated[float, Number(1, 20), "move in inches"]
    ws: Annotated[int, DieResult(), 'weapon skill, for example "3+"']
    bs: Annotated[int, DieResult(), 'ballistic skill, for example "3+"']
    strength: Annotated[int, Whole(1, MOST_STRENGTH)]
    toughness: Annotated[int, Whole(1, MOST_STRENGTH)]
    wounds: Annotated[int, Whole(1, 20)]
    attacks: Annotated[int, Whole(1, 12), "attacks in close combat"]
    leadership: Annotated[int, Whole(2, 12)]
    save: Annotated[int, DieResult(), 'save, for example "4+"']
    invulnerable: Annotated[int, DieResult(), 'invulnerable save, for example "5+"; none if left out'] = 0  # 0: none
    base: Base = DEFAULT_BASE
    height: Height = DEFAULT_HEIGHT
    leader: Annotated[bool, Flag(), "one operative of the team is its leader"] = False
    specialist: Annotated[Specialist | None, Choice(), "up to three operatives besides the leader are specialists, each of another kind"] = None
    psyker: bool = False
    fly: bool = False
    keywords: Annotated[tuple[str, ...], Texts(), "any words; the game knows PSYKER, FLY and LEADER, in any case"] = ()
    weapons: Annotated[tuple[Weapon, ...], Rows("weapon")] = ()
    abilities: Annotated[tuple[Ability, ...], References("ability"), "ids of abilities of this file"] = ()
    powers: Annotated[tuple[Power, ...], References("power"), "psykers only: ids of powers of this file, besides the one that all know"] = ()

    @property
    def known_powers(self) -> tuple[Power, ...]:
        """The powers of a psyker. (PSY-11, INT-52)"""
        return (PSYBOLT, *self.powers) if self.psyker else ()


class Team(TeamHeading, frozen=True, kw_only=True):
    """A kill team ready to play: one card a model, in deployment order."""

    ruleset: RulesetName = "kt18"
    operatives: Annotated[tuple[Card, ...], Rows("operative", 1), IfOmitted(REQUIRED)] = ()


# --- as people read them


LEGEND: Legend = (*SHORT_WORDS[:7], (Phrase("Ld"), Phrase("leadership, for Nerve tests")), *SHORT_WORDS[7:])
SPECIALTIES: dict[Specialist | None, Phrase] = phrases(
    {
        "combat": "combat specialist",
        "scout": "scout specialist",
        "sniper": "sniper specialist",
        "heavy": "heavy specialist",
        "zealot": "zealot specialist",
    }
)


def printed(card: Card) -> tuple[CardTable, ...]:
    """Return the tables of a card: its characteristics, its weapons, then its roles, abilities and powers."""
    who = joined(traits(card, None))
    about = (who, _specialism(card.specialist)) if card.specialist else (who,)
    lines = (*filter(None, about), *map(explained, card.abilities), *map(explained_power, card.known_powers))
    return print_characteristics(card), print_weapons(card.weapons, lambda weapon: say(weapon.name), TYPE_RULES, meaning_of, lines)


def traits(card: Card, specialist: Specialist | None) -> list[Phrase]:
    """Return the roles and gifts of a model, each in a word."""
    flags = {
        Phrase("Leader"): card.leader,
        SPECIALTIES.get(specialist, Phrase("")): specialist,
        Phrase("PSYKER"): card.psyker,
        Phrase("FLY"): card.fly,
    }
    return [word for word, holds in flags.items() if holds]


def _specialism(specialist: Specialist) -> str:
    """Return the ability of a specialist. (SPEC-02 to SPEC-07)"""
    rule = Rulebook.load("kt18").get(SPECIALIST_RULES[specialist])
    return say("{title}, only with the option Specialists: {text}", title=rule.title(spoken()), text=rule.text(spoken()))


def appendix(team: Team) -> tuple[CardTable, ...]:
    """Return no tables: nothing belongs to the whole team in this edition."""
    return ()
