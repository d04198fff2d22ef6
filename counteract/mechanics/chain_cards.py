"""Cards of editions whose attacks hit, wound and are saved, as people read them: characteristics, weapons and powers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

from counteract.attacks.hitwoundsave import Amount, Strength, WeaponType
from counteract.core.language import Phrase, measured, phrases, say
from counteract.mechanics.cards import CardTable, Legend, Note, NotedText, note
from counteract.mechanics.operatives.cards import rules_line

#: A weapon's type and number of attacks, as cards print them.
WEAPON_TYPES: dict[str, Phrase] = phrases(
    {
        "assault": "Assault {attacks}",
        "grenade": "Grenade {attacks}",
        "heavy": "Heavy {attacks}",
        "pistol": "Pistol {attacks}",
        "rapid fire": "Rapid Fire {attacks}",
    }
)
CHARACTERISTICS = tuple(map(Phrase, ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv")))
#: The short words that cards of all these editions have in common.
SHORT_WORDS: Legend = (
    (Phrase("M"), Phrase("how far it moves")),
    (Phrase("WS"), Phrase("what it must roll to hit in a fight")),
    (Phrase("BS"), Phrase("what it must roll to hit when shooting")),
    (Phrase("S"), Phrase("strength, which wounds")),
    (Phrase("T"), Phrase("toughness, which keeps from wounds")),
    (Phrase("W"), Phrase("wounds")),
    (Phrase("A"), Phrase("attacks in a fight")),
    (Phrase("Sv"), Phrase("what a save must roll; ++ is invulnerable")),
    (Phrase("AP"), Phrase("taken off the save")),
    (Phrase("D"), Phrase("damage")),
)


class ChainCard(Protocol):
    """The characteristics of a model."""

    @property
    def move(self) -> float: ...
    @property
    def ws(self) -> int: ...
    @property
    def bs(self) -> int: ...
    @property
    def strength(self) -> int: ...
    @property
    def toughness(self) -> int: ...
    @property
    def wounds(self) -> int: ...
    @property
    def attacks(self) -> int: ...
    @property
    def leadership(self) -> int: ...
    @property
    def save(self) -> int: ...
    @property
    def invulnerable(self) -> int: ...


class ChainWeapon(Protocol):
    """The figures of a weapon."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def type(self) -> WeaponType | None: ...
    @property
    def range(self) -> float: ...
    @property
    def attacks(self) -> Amount: ...
    @property
    def strength(self) -> Strength: ...
    @property
    def ap(self) -> int: ...
    @property
    def damage(self) -> Amount: ...
    @property
    def text(self) -> tuple[str, ...]: ...


class ChainPower(Protocol):
    """A psychic power with the number that its test must reach."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def charge(self) -> int: ...


W = TypeVar("W", bound=ChainWeapon)


def print_characteristics(card: ChainCard) -> CardTable:
    """Return the table with the characteristics of a model."""
    save = f"{card.save}+" + (f", {card.invulnerable}++" if card.invulnerable else "")
    row = (
        f'{card.move:g}"', f"{card.ws}+", f"{card.bs}+", card.strength, card.toughness, card.wounds, card.attacks, card.leadership, save
    )  # fmt: skip
    return CardTable(tuple(map(say, CHARACTERISTICS)), (row,))


def print_weapons(
    weapons: Iterable[W], name: Callable[[W], str], type_rules: Mapping[str, str], meaning: Callable[[str], Phrase],
    lines: Iterable[str] = (),
) -> CardTable:  # fmt: skip
    """Return the table of a model's weapons with ``lines`` below it.

    ``name`` is what a weapon is called, ``type_rules`` has the rule ID of each type, ``meaning`` explains an ability of a weapon.
    """
    columns = (say("weapon"), say("range"), say("type"), say("S"), say("AP"), say("D"), say("abilities"))
    rows = []
    for weapon in weapons:
        reach = f'{weapon.range:g}"' if weapon.kind == "ranged" else "-"
        abilities = NotedText(rules_line(weapon.text), (Note(say(measured(text)), meaning=say(meaning(text))) for text in weapon.text))
        kind = _print_type(weapon, type_rules)
        rows.append((name(weapon), reach, kind, say(str(weapon.strength)), weapon.ap, weapon.damage, abilities))
    return CardTable(columns, tuple(rows), tuple(lines))


def _print_type(weapon: ChainWeapon, type_rules: Mapping[str, str]) -> NotedText | str:
    if weapon.type is None:
        return say("Melee")
    line = say(WEAPON_TYPES[weapon.type], attacks=weapon.attacks)
    return NotedText(line, (note(line, type_rules[weapon.type]),))


def power_name(power: ChainPower) -> str:
    """Return the name of a power with its warp charge."""
    return say("{name} (warp charge {charge})", name=Phrase(power.name), charge=power.charge)


def explained_power(power: ChainPower) -> str:
    """Return the name of a power and its text in one line."""
    return say("{name}: {text}", name=power_name(power), text=Phrase(power.text))
