"""Army books of the army-scale edition: datasheets, weapons, abilities, powers, stratagems, relics and traits. (GEN-07, UNIT-02)

A book is a TOML file in ``data/armies``, or one of a player's own::

    id = "toll-host"                   # small letters, digits, hyphens
    name = "The Toll Host"
    ruleset = "kt40"
    summary = "They guard a road and mean it."
    bonus = ["stubborn"]               # ids of abilities that every unit of a Battle-forged army has

    [[datasheet]]
    id = "keepers"
    name = "Keepers"
    role = "troops"                    # one of cards.ROLES
    factions = ["TOLL HOST"]
    keywords = ["INFANTRY"]            # the game knows those of UNIT-03, in any case
    abilities = ["stubborn"]           # ids of abilities further down
    # casts = 1                        # PSYKER: powers it tries in a phase
    # denies = 1                       # PSYKER: powers it tries to deny
    # powers = ["second-sight"]        # PSYKER: ids of powers it may know besides Smite,
    # knows = 1                        # and how many of them the army list chooses
    # capacity = 10                    # TRANSPORT: models it carries,
    # carries = ["INFANTRY"]           # each with one of these keywords
    # min_move = 20                    # AIRCRAFT: inches
    # move_dice = "2D6"                # rolled for the unit each time it moves, and added to M

    [[datasheet.model]]                # the kinds of models of the unit
    id = "keeper"
    name = "Keeper"
    least = 5                          # the fewest and the most of them in a unit; both 1 if left out
    most = 10
    points = 9                         # each
    move = 6
    ws = "3+"
    bs = "3+"
    strength = 3
    toughness = 3
    wounds = 1
    attacks = 1
    leadership = 7
    save = "4+"
    # invulnerable = "5+"
    # base = 32                        # mm; by the type of the unit if left out
    # height = 1.5                     # inches; likewise
    weapons = ["rifle"]                # ids of weapons further down

    [[datasheet.model.wargear]]        # what models of this kind may carry instead; a model takes one of them at most
    id = "bell"
    name = "Bell Keeper"               # what a model with it is called
    weapons = ["bell"]
    replaces = ["rifle"]
    points = 6
    most = 1                           # models of the unit that may take it; or `per = 5`: one for every five

    # [[datasheet.degrading]]          # lines of a degrading table, the best first
    # least = 7                        # wounds left
    # move = 10

    [[weapon]]                         # as on a card; several with one id and different modes are one weapon with several profiles
    id = "rifle"
    name = "Toll rifle"
    kind = "ranged"
    type = "rapid fire"
    range = 24
    attacks = 1
    strength = 4

    [[ability]]
    id = "stubborn"
    name = "Stubborn"
    text = "The unit has 1 more Leadership."
    effect = "constant"                # one of effects.EFFECTS
    values = { boon = "leadership", bonus = 1 }

    [[power]]
    id = "second-sight"
    name = "Second Sight"
    text = "One friendly unit within 12 inches has 1 more to hit when it shoots, until the end of the turn."
    charge = 6
    deed = { kind = "boon", inches = 12, boon = "to hit shooting" }

    [[stratagem]]
    id = "toll-is-due"
    name = "The Toll Is Due"
    text = "A visible enemy unit within 18 inches suffers D3 mortal wounds."
    cost = 2
    window = "shooting start"          # one of cards.WINDOWS, or "list"
    deed = { kind = "strike", amount = "D3" }

    [[trait]]                          # for the Warlord, if it is a CHARACTER
    id = "old-hand"
    name = "Old Hand"
    text = "When a stratagem has been paid for, a roll of 5 or more gives back 1 CP."
    effect = "thrift"
    values = { needed = 5 }

    [[relic]]                          # an ability, a weapon, or both
    id = "first-coin"
    name = "The First Coin"
    text = "The bearer has a 4+ invulnerable save."
    effect = "constant"
    values = { boon = "invulnerable", bonus = 4 }

The classes here define the tables of a book. They are read in book_reader.py.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from counteract.attacks.hitwoundsave import Amount
from counteract.files.fields import Choice, Id, IfOmitted, Number, Placeholder, References, Rows, TextLine, Texts, Whole
from counteract.mechanics.cards import Ability, Explanation, RulesetName, TeamHeading
from counteract.mechanics.chain_fields import AmountKind
from counteract.mechanics.team_tables import TableFile
from counteract.rulesets.kt40.cards import Card, DegradingLine, Power, Role, Stratagem, unit_type
from counteract.rulesets.kt40.effects import EFFECTS
from counteract.rulesets.kt40.fields import MOST_MODELS
from counteract.rulesets.kt40.weapons import Weapon

#: Base in mm and height in inches of models by the type of their unit. (INT-01)
BODIES = {
    "infantry": (32.0, 1.5), "bike": (60.0, 1.75), "monster": (80.0, 3.0), "vehicle": (100.0, 3.0), "titanic": (170.0, 8.0),
    "aircraft": (120.0, 6.0),
}  # fmt: skip


def body_of(keywords: tuple[str, ...]) -> tuple[float, float]:
    """Return the base and height of models with these keywords whose card gives none. (INT-01)"""
    return BODIES["aircraft" if "AIRCRAFT" in keywords else unit_type(keywords)]


class ListedWeapon(Weapon, frozen=True, kw_only=True):
    """A profile of a weapon in a book."""

    id: Annotated[str, Id()]


class Wargear(msgspec.Struct, frozen=True, kw_only=True):
    """Weapons that a model may carry instead of others: what such a model is called, its price, and how many of a unit may have it."""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine(), "what a model with it is called"]
    weapons: Annotated[tuple[str, ...], References("weapon"), "ids of the weapons it brings"] = ()
    replaces: Annotated[tuple[str, ...], References("weapon"), "ids of weapons that it takes the place of"] = ()
    points: Annotated[int, Whole(0, 500), "its price"] = 0
    most: Annotated[int, Whole(1, MOST_MODELS), "how many models of the unit may have it"] = MOST_MODELS
    per: Annotated[int, Whole(1, MOST_MODELS), "one model may have it for every so many models of the unit"] = 0


class ModelLine(Card, frozen=True, kw_only=True):
    """One kind of models of a datasheet: the card, the price, how many a unit has, and what they may carry. (UNIT-01, UNIT-02)"""

    points: Annotated[int, Whole(0, 1000), "price of each model"]
    least: Annotated[int, Whole(0, MOST_MODELS), "the fewest in a unit"] = 1
    most: Annotated[int, Whole(1, MOST_MODELS), "the most in a unit; as many as the fewest if left out", IfOmitted(None)] = 1
    wargear: Annotated[tuple[Wargear, ...], Rows("wargear")] = ()
    carried: tuple[str, ...] = ()  # the ids of its weapons


class Datasheet(msgspec.Struct, frozen=True, kw_only=True):
    """A datasheet: everything about a kind of unit. (UNIT-02)"""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    role: Annotated[Role, Choice(), "battlefield role"]
    factions: Annotated[tuple[str, ...], Texts(), "faction keywords; all units of a Battle-forged army share one"]
    keywords: Annotated[tuple[str, ...], Texts(), "any words; the game knows INFANTRY, BIKE, MONSTER, VEHICLE, TITANIC and the like"]
    models: Annotated[tuple[ModelLine, ...], Rows("model", 1)]
    abilities: Annotated[tuple[Ability, ...], References("ability"), "ids of abilities of the book"] = ()
    casts: Annotated[int, Whole(0, 6), "PSYKER: powers it tries in a phase"] = 0
    denies: Annotated[int, Whole(0, 6), "PSYKER: powers it tries to deny in a phase"] = 0
    powers: Annotated[tuple[Power, ...], References("power"), "PSYKER: ids of powers that it may know besides Smite"] = ()
    knows: Annotated[int, Whole(0, 6), "PSYKER: how many of them the army list chooses"] = 0
    capacity: Annotated[int, Whole(0, MOST_MODELS), "TRANSPORT: models that it carries"] = 0
    carries: Annotated[tuple[str, ...], Texts(), "TRANSPORT: a passenger must have one of these keywords"] = ()
    degrading: Annotated[tuple[DegradingLine, ...], Rows("degrading")] = ()
    min_move: Annotated[float, Number(0, 60), "AIRCRAFT: the shortest move in inches"] = 0.0
    move_dice: Annotated[Amount | None, AmountKind(), "a random Move: rolled for the unit each time it moves, and added to M"] = None


class Relic(msgspec.Struct, frozen=True, kw_only=True):
    """A relic: an ability of its bearer, a weapon, or both. (ARMY-08)"""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    text: Explanation
    effect: Annotated[str, Placeholder("effect"), "the effect that carries it out, if it has one"] = ""
    values: Annotated[dict[str, Any], Placeholder("values"), "the numbers and conditions of the effect"] = {}
    weapons: Annotated[tuple[str, ...], References("weapon"), "ids of the weapons it brings"] = ()
    replaces: Annotated[tuple[str, ...], References("weapon"), "ids of weapons that it takes the place of"] = ()
    keyword: Annotated[str, IfOmitted(""), TextLine(), "its bearer must have this keyword, in capitals, besides CHARACTER"] = ""

    @property
    def ability(self) -> tuple[Ability, ...]:
        """Its effect as an ability of the bearer; none if it is a weapon only."""
        return (Ability(id=self.id, name=self.name, text=self.text, effect=self.effect, values=self.values),) if self.effect else ()


class BookHeading(TeamHeading, frozen=True, kw_only=True):
    """The heading of a book."""

    ruleset: RulesetName = "kt40"
    bonus: Annotated[tuple[Ability, ...], References("ability"), "ids of abilities that every unit of a Battle-forged army has"] = ()


class Book(BookHeading, frozen=True, kw_only=True):
    """An army book: all that army lists choose from. (GEN-07)"""

    datasheets: dict[str, Datasheet]
    weapons: dict[str, tuple[Weapon, ...]]  # by id, with all profiles
    stratagems: tuple[Stratagem, ...] = ()
    traits: dict[str, Ability] = {}  # of the Warlord (ARMY-06)
    relics: dict[str, Relic] = {}


BOOK = TableFile(
    "army", "An army book", "kt40", "armies", BookHeading,
    {
        "datasheet": Datasheet, "model": ModelLine, "wargear": Wargear, "degrading": DegradingLine, "weapon": ListedWeapon,
        "ability": Ability, "power": Power, "stratagem": Stratagem, "trait": Ability, "relic": Relic,
    },
    EFFECTS,
)  # fmt: skip
