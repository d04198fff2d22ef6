"""Tables that the team files of all rulesets have in common; what is in each of them the rulesets read themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar, cast

from counteract.core.language import Phrase, phrases, say, say_count
from counteract.files import checks
from counteract.files.reader import Entry
from counteract.mechanics.cards import Ability

#: The ids that things of one kind have so far, and their lines.
Seen = dict[str, int | None]


class _Weapon(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...


C = TypeVar("C")
W = TypeVar("W", bound=_Weapon)

#: Reads the effect of an ability: its name and its values.
EffectReader = Callable[[Entry], tuple[str, dict[str, Any]]]


def heading(top: Entry, ruleset: str) -> tuple[str, str, str]:
    """The id, name and summary of a team, whose file is for this ruleset."""
    own, name, summary = checks.identifier(top), top.text("name"), top.text("summary", "")
    top.choice("ruleset", (ruleset,))
    return own, name, summary


def line_up(top: Entry, entries: Sequence[Entry], rows: Iterable[tuple[C, int]], fewest: int, most: int) -> tuple[C, ...]:
    """One card an operative, from the cards and how many operatives have each."""
    cards: list[C] = []
    for entry, (card, count) in zip(entries, rows, strict=True):
        cards += [card] * count
        if len(cards) > most:
            raise entry.error(say("with this there are {count} operatives, and a team has at most {most}", count=len(cards), most=most), "count")
    if not cards:
        raise top.error(say("the team has no operatives: [[operative]]"))
    if len(cards) < fewest:
        one = Phrase("the team has {count} operative, and a team has at least {fewest}")
        many = Phrase("the team has {count} operatives, and a team has at least {fewest}")
        raise top.error(say_count(one, many, len(cards), fewest=fewest))
    return tuple(cards)


def base(entry: Entry, usual: float) -> float:
    """The diameter of a base in mm."""
    return checks.number(entry, "base", 20, 170, usual)


def height(entry: Entry, usual: float) -> float:
    """The height of a model in inches."""
    return checks.number(entry, "height", 0.5, 8, usual)


def named(entry: Entry, key: str, kind: str, known: Mapping[str, C]) -> tuple[C, ...]:
    """The things of the file that an operative names by their ids."""
    if not known and entry.values(key, ()):
        raise entry.error(say("'{key}' names some, but the file has none: [[{kind}]]", key=key, kind=kind), key)
    return tuple(known[name] for name in entry.choices(key, known))


UNUSED = phrases({"ability": "no operative has this ability", "power": "no operative has this power"})


def refuse_unused(entries: Iterable[Entry], kind: str, things: Iterable[C], used: Iterable[Sequence[C]]) -> None:
    """Complain about a thing that no operative names."""
    lists = list(used)
    for entry, thing in zip(entries, things, strict=True):
        if not any(thing in one for one in lists):
            raise entry.error(say(UNUSED[kind]), "id")


def weapons(entry: Entry, read: Callable[[Entry, str, Literal["ranged", "melee"]], W]) -> tuple[W, ...]:
    """The weapons of an operative, no two of a kind with one name; ``read`` is given the table, the name and the kind."""
    found: list[W] = []
    for row in entry.tables("weapon", ()):
        name = row.text("name")
        row.name = say("weapon '{name}' of {owner}", name=name, owner=entry.name)
        weapon = read(row, name, cast(Literal["ranged", "melee"], row.choice("kind", ("ranged", "melee"))))
        row.done()
        if any((weapon.name, weapon.kind) == (other.name, other.kind) for other in found):
            kind = Phrase(weapon.kind)
            if weapon.name == name:
                raise row.error(say("there is another {kind} weapon of this name", kind=kind), "name")
            raise row.error(say("there is another {kind} weapon of this name and profile", kind=kind), "name")
        found.append(weapon)
    return tuple(found)


def weapon_rules(entry: Entry, repeatable: Callable[[str], bool] = lambda rule: False) -> tuple[str, ...]:
    """What is written under the rules of a weapon, each once unless it is ``repeatable``; a dash is nothing."""
    return tuple(rule for rule in checks.texts(entry, "rules", repeatable) if rule.strip() != "-")


def abilities(entries: Iterable[Entry], effect: EffectReader) -> dict[str, Ability]:
    """The abilities of a file, by their ids."""
    seen: Seen = {}
    found = {}
    for entry in entries:
        own, name, text = checks.fresh_id(entry, "ability", seen), entry.text("name"), entry.text("text")
        carried_out_by, values = effect(entry)
        entry.done()
        found[own] = Ability(id=own, name=name, text=text, effect=carried_out_by, values=values)
    return found


def effect_values(entry: Entry) -> dict[str, Any]:
    """The values of an effect, whatever they are."""
    values = checks.raw(entry, "values", {})
    if not isinstance(values, dict):
        raise entry.error(say("'values' must be a table"), "values")
    return values
