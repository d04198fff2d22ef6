"""The cards of the army-scale edition: models, units, deeds, stratagems and army lists, as data and as people read them. (ARMY, UNIT)"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any, Literal, get_args

import msgspec

from counteract.attacks.hitwoundsave import Amount
from counteract.core.language import Phrase, joined, phrases, say
from counteract.files.fields import Choice, DieResult, Flag, Id, IfOmitted, Number, References, Text, TextLine, Whole
from counteract.files.reader import Entry
from counteract.mechanics.cards import Ability, Base, CardTable, CardText, Explanation, Height, Legend, RulesetName, TeamHeading
from counteract.mechanics.chain_cards import SHORT_WORDS, power_name, print_characteristics, print_weapons
from counteract.mechanics.chain_fields import MOST_STRENGTH, AmountKind
from counteract.rulesets.kt40.fields import MOST_MODELS, Nested
from counteract.rulesets.kt40.weapons import CLOSE_COMBAT_WEAPON, TYPE_RULES, Weapon, meaning_of

Role = Literal["hq", "troops", "elites", "fast attack", "heavy support", "flyer", "dedicated transport", "lord of war"]
ROLES: tuple[Role, ...] = get_args(Role)

#: The keywords that mean something to the rules. (UNIT-03)
KEYWORDS = (
    "INFANTRY", "BIKE", "MONSTER", "VEHICLE", "TITANIC", "AIRCRAFT", "CHARACTER", "FLY", "PSYKER", "TRANSPORT", "BEAST", "CAVALRY", "SWARM",
)  # fmt: skip

#: The types of units by keyword, the first that matches. All others are infantry. (OBSC-03, INT-11)
TYPES = (("TITANIC", "titanic"), ("VEHICLE", "vehicle"), ("MONSTER", "monster"), ("BIKE", "bike"), ("CAVALRY", "bike"))

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

#: Boons whose bonus is the number a die must reach.
ROLLED_BOONS = ("invulnerable", "ignore wounds")

DeedKind = Literal["bolt", "strike", "boon", "mend", "command points", "fight again", "relic"]
#: The keys that mean something to each kind of deed.
DEED_KEYS: dict[DeedKind, tuple[str, ...]] = {
    "bolt": ("inches", "amount", "strong", "strong_from"),
    "strike": ("inches", "unseen", "amount", "strong", "strong_from"),
    "boon": ("inches", "enemy", "boon", "bonus", "until", "keyword", "condition"),
    "mend": ("inches", "amount", "strong", "strong_from", "keyword"),
    "command points": ("amount",),
    "fight again": ("keyword",),
    "relic": ("amount",),
}


def unit_type(keywords: Collection[str]) -> str:
    """Return the type of a unit with these keywords. (OBSC-03, INT-11)"""
    return next((name for keyword, name in TYPES if keyword in keywords), "infantry")


class Deed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The effect of a power, a stratagem or an ability when it is used.

    bolt: mortal wounds for the closest visible enemy unit within ``inches``; strike: for one such unit of the player's choice (with
    ``unseen`` it need not be visible). boon: one unit gets ``boon`` by ``bonus`` until the end of the phase or turn: a friendly one
    within ``inches``, or with ``enemy`` a visible enemy one. mend: a friendly unit within ``inches`` gets ``amount`` wounds back
    (INT-61). command points: the player gains ``amount``. fight again: a unit that has fought fights once more. relic: the army may
    carry one relic more, paid for with the list (ARMY-08).
    """

    kind: Annotated[DeedKind, Choice(), "what it does to whom"]
    inches: Annotated[float, Number(0, 72), "bolt, strike, boon, mend: how far it reaches"] = 18.0
    enemy: Annotated[bool, Flag(), "boon: it goes to an enemy unit"] = False
    unseen: Annotated[bool, Flag(), "strike: the unit need not be visible"] = False
    amount: Annotated[Amount, AmountKind(), "mortal wounds, wounds given back, command points, relics"] = Amount(plus=1)
    # The amount if the psychic test was `strong_from` or more.
    strong: Annotated[Amount | None, AmountKind(), "bolt, strike, mend: the amount if the psychic test was `strong_from` or more"] = None
    strong_from: Annotated[int, Whole(3, 12), "with `strong`: how good that test must be"] = 11
    boon: Annotated[BoonName, Choice(), "boon: what is changed"] = "to hit"
    bonus: Annotated[int, Whole(-6, 6), "boon: by how much; for saves and ignored wounds, the number to roll"] = 1
    until: Annotated[Literal["phase", "turn"], Choice(), "boon: how long it lasts"] = "turn"
    keyword: Annotated[str, Text(), "boon, mend, fight again: a keyword that the unit must have, in capitals"] = ""
    condition: Annotated[
        Literal["any", "engaged", "hurt", "with a target"], Choice(),
        "boon: the unit must be engaged, have lost wounds this turn, or have something to shoot at",
    ] = "any"  # fmt: skip


class DeedTable(Nested, frozen=True):
    """A deed in a file."""

    def check(self, entry: Entry, thing: Any) -> None:
        for key in Deed.__struct_fields__[1:]:
            if key in entry and key not in DEED_KEYS[thing.kind]:
                raise entry.error(say("'{key}' means nothing to the kind '{kind}'", key=key, kind=thing.kind), key)
        if thing.kind == "boon":
            check_boon(entry, thing.boon, thing.bonus)


def check_boon(entry: Entry, boon: str, bonus: int) -> None:
    """Refuse the number of a boon that cannot be rolled, and one that is missing."""
    if "boon" not in entry:
        raise entry.error(say("'{key}' is missing", key="boon"))
    if boon in ROLLED_BOONS and not 2 <= bonus <= 6:
        raise entry.error(say("'bonus' of the boon '{boon}' is the number to roll, from 2 to 6, not {bonus}", boon=boon, bonus=bonus), "bonus")


class Power(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A psychic power: the number its test must reach, and what it does. (PSY-08)"""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    text: Explanation
    charge: Annotated[int, Whole(2, 12), "what the psychic test must reach"]
    deed: Annotated[Deed, DeedTable(Deed), "what it does"]


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

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    text: Explanation
    cost: Annotated[int, Whole(1, 3), "price in CP"]
    # list: paid for when the army is mustered
    window: Annotated[Window | Literal["list"], Choice((*WINDOWS, "list")), 'when it is used; "list": it is paid for with the army list']
    deed: Annotated[Deed, DeedTable(Deed), "what it does"]


class DegradingLine(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One line of a degrading table: the characteristics of a model with at least so many wounds left. None: as on the card. (DEG-01)"""

    least: Annotated[int, Whole(1, 60), "the fewest wounds left that this line is for"]
    move: Annotated[float | None, Number(0, 60), "move in inches"] = None
    ws: Annotated[int | None, DieResult()] = None
    bs: Annotated[int | None, DieResult()] = None
    strength: Annotated[int | None, Whole(1, MOST_STRENGTH)] = None
    attacks: Annotated[int | None, Whole(1, 20)] = None


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One model as printed. (UNIT-01)"""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    move: Annotated[float, Number(0, 60), "move in inches"]
    ws: Annotated[int, DieResult(), 'weapon skill, for example "3+"']
    bs: Annotated[int, DieResult(), 'ballistic skill, for example "3+"']
    strength: Annotated[int, Whole(1, MOST_STRENGTH)]
    toughness: Annotated[int, Whole(1, MOST_STRENGTH)]
    wounds: Annotated[int, Whole(1, 60)]
    attacks: Annotated[int, Whole(1, 20), "attacks in close combat"]
    leadership: Annotated[int, Whole(2, 12)]
    save: Annotated[int, DieResult(), 'save, for example "4+"']
    invulnerable: Annotated[int, DieResult(), 'invulnerable save, for example "5+"; none if left out'] = 0  # 0: none
    base: Annotated[Base, IfOmitted(None)] = 32.0
    height: Annotated[Height, IfOmitted(None)] = 1.5
    weapons: Annotated[tuple[Weapon, ...], References("weapon"), "ids of weapons of the book"] = ()

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
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_MODELS)] = 1


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
    move_dice: Amount | None = None  # rolled each time it moves, and added to M (DICE-06)
    warlord: bool = False
    trait: str = ""  # the id of its warlord trait (ARMY-06)
    relic: str = ""  # the id of the relic it carries (ARMY-08)

    @property
    def size(self) -> int:
        """The number of models."""
        return sum(group.count for group in self.models)

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
    paid: tuple[str, ...] = ()  # the stratagems paid for with the list
    units: tuple[Unit, ...] = ()

    @property
    def operatives(self) -> tuple[Card, ...]:
        """A card for each model, unit after unit."""
        return tuple(card for unit in self.units for card in unit.cards)

    @property
    def points(self) -> int:
        """The points of all units."""
        return sum(unit.points for unit in self.units)


# --- as people read them

LEGEND: Legend = (*SHORT_WORDS[:7], (Phrase("Ld"), Phrase("leadership, for morale tests")), *SHORT_WORDS[7:])
ROLE_NAMES: dict[Role, Phrase] = phrases(
    {
        "hq": "HQ",
        "troops": "Troops",
        "elites": "Elites",
        "fast attack": "Fast Attack",
        "heavy support": "Heavy Support",
        "flyer": "Flyer",
        "dedicated transport": "Dedicated Transport",
        "lord of war": "Lord of War",
    }
)
WINDOW_NAMES: dict[Window | Literal["list"], Phrase] = phrases(
    {
        "turn start": "at the start of the turn",
        "movement start": "at the start of the Movement phase",
        "movement end": "at the end of the Movement phase",
        "psychic start": "at the start of the Psychic phase",
        "psychic end": "at the end of the Psychic phase",
        "shooting start": "at the start of the Shooting phase",
        "shooting end": "at the end of the Shooting phase",
        "fight start": "at the start of the Fight phase",
        "fight end": "at the end of the Fight phase",
        "morale start": "at the start of the Morale phase",
        "morale end": "at the end of the Morale phase",
        "turn end": "at the end of the turn",
        "list": "with the army list",
    }
)


def weapon_phrase(weapon: Weapon) -> Phrase:
    """Return the name of a weapon, with its mode if it has several, to be translated."""
    return Phrase("{name} ({mode})", name=Phrase(weapon.name), mode=Phrase(weapon.mode)) if weapon.mode else Phrase(weapon.name)


def weapon_name(weapon: Weapon) -> str:
    """Return the name of a weapon, with its mode if it has several."""
    return say(weapon_phrase(weapon))


def printed(card: Card) -> tuple[CardTable, ...]:
    """Return the tables of a model's card: its characteristics and its weapons. (UNIT-01, UNIT-04)"""
    return print_characteristics(card), print_weapons(card.weapons, weapon_name, TYPE_RULES, meaning_of)


def appendix(team: Team) -> tuple[CardTable, ...]:
    """Return the tables that belong to the whole army: its units, their abilities, degrading tables and powers, and its stratagems."""
    units = CardTable(
        (say("unit"), say("role"), say("models"), say("points"), say("notes")),
        tuple((say(unit.name), say(ROLE_NAMES[unit.role]), unit.size, unit.points, joined(_notes(unit))) for unit in team.units),
    )
    abilities = _shared(((unit, ability) for unit in team.units for ability in unit.abilities), len(team.units))
    powers = _shared(((unit, power) for unit in team.units for power in unit.known_powers), 0)
    stratagems = [
        (say(one.name), say("{cost}CP", cost=one.cost), say(WINDOW_NAMES[one.window]), say(one.text)) for one in team.stratagems
    ]  # fmt: skip
    tables = (
        units,
        CardTable((say("ability"), say("units"), say("what it does")), tuple((say(one.name), who, say(one.text)) for one, who in abilities)),
        CardTable((say("unit"), say("wounds left"), *map(say, ("M", "WS", "BS", "S", "A"))), tuple(_degrading(team.units))),
        CardTable((say("power"), say("units"), say("what it does")), tuple((power_name(one), who, say(one.text)) for one, who in powers)),
        CardTable((say("stratagem"), "", "", say("what it does")), tuple(stratagems)),
    )
    return tuple(table for table in tables if table.rows)


def _notes(unit: Unit) -> Iterator[str | Phrase]:
    """Yield what there is to say of a unit besides its figures."""
    if unit.warlord:
        yield Phrase("Warlord")
    yield from map(Phrase, (*unit.keywords, *unit.factions))
    if unit.capacity:
        yield Phrase("carries {count} {keywords}", count=unit.capacity, keywords=joined(unit.carries))
    if unit.casts:
        yield Phrase("powers it tries in a phase: {count}", count=unit.casts)
    if unit.denies:
        yield Phrase("powers it tries to deny: {count}", count=unit.denies)
    if unit.min_move:
        yield Phrase('moves at least {inches:g}"', inches=unit.min_move)
    if unit.move_dice is not None:
        yield Phrase('moves {dice}" farther, rolled each time', dice=unit.move_dice)


def _shared(owners: Iterable[tuple[Unit, Any]], everybody: int) -> list[tuple[Any, str]]:
    """Return the things that units have, each once, with the names of those units; ``everybody`` is how many units there are."""
    found: dict[str, tuple[CardText, list[str]]] = {}
    for unit, thing in owners:
        found.setdefault(thing.id, (thing, []))[1].append(unit.name)
    alone = everybody == 1
    return [
        (thing, say("all") if len(names) == everybody and not alone else joined(map(Phrase, dict.fromkeys(names)))) for thing, names in found.values()
    ]  # fmt: skip


def _degrading(units: Iterable[Unit]) -> Iterator[tuple[object, ...]]:
    """Yield the lines of the degrading tables. (DEG-01)"""
    for unit in units:
        card = unit.models[0].card
        most = card.wounds
        for line in unit.degrading:
            own = {name: given if (given := getattr(line, name)) is not None else getattr(card, name) for name in line.__struct_fields__}
            left = f"{most}-{line.least}" if most > line.least else str(most)
            yield say(unit.name), left, f'{own["move"]:g}"', f"{own['ws']}+", f"{own['bs']}+", own["strength"], own["attacks"]
            most = line.least - 1
