"""Sources of re-rolls: the rules that grant them, how many dice each takes, and its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from counteract.core.language import Phrase, phrases

ANY = 99  # dice
COMMAND_REROLL = "command-reroll"
DEFENCE_REROLL = "defence-reroll"

#: Rules that a player may use on dice.
USES = phrases(
    {
        COMMAND_REROLL: "Command Re-roll",
        "balanced": "Balanced",
        "ceaseless": "Ceaseless",
        "relentless": "Relentless",
        DEFENCE_REROLL: "Defence re-roll",
        "severe": "Severe",
        "rending": "Rending",
        "punishing": "Punishing",
        "devastating": "Devastating",
        "blast": "Blast",
        "torrent": "Torrent",
    }
)


class Source(NamedTuple):
    """A source of a re-roll: how many dice at most, and whether they must all show one result, or which result."""

    name: str
    most: int = ANY
    alike: bool = False
    showing: int = 0


#: The re-roll of one die that a command point buys.
FOR_A_POINT = Source(COMMAND_REROLL, 1)


def sources_of(rules: Any, ceaseless: Source) -> tuple[Source, ...]:
    """Return the re-rolls that Balanced, Ceaseless and Relentless give; the edition defines what Ceaseless re-rolls."""
    ways = (rules.balanced, Source("balanced", 1)), (rules.ceaseless, ceaseless), (rules.relentless, Source("relentless"))
    return tuple(source for has, source in ways if has)


def defence_sources(dice: Iterable[int]) -> tuple[Source, ...]:
    """Return the re-rolls that effects give, each of so many defence dice together; from the second on they are numbered.

    >>> [source.name for source in defence_sources([1, 2])]
    ['defence-reroll', 'defence-reroll-2']
    """
    return tuple(Source(f"{DEFENCE_REROLL}-{k}" if k > 1 else DEFENCE_REROLL, most) for k, most in enumerate(dice, 1))


def distinct(sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """Return the sources without those that equal another one in all but its number."""
    if len(sources) < 2:
        return sources
    found: dict[tuple[object, ...], Source] = {}
    for source in sources:
        found.setdefault((kind_of_use(source.name), *source[1:]), source)
    return tuple(found.values())


def kind_of_use(name: str) -> str:
    """Return the name of a rule used on dice without the number that tells several of a kind apart.

    >>> kind_of_use("defence-reroll"), kind_of_use("defence-reroll-2")
    ('defence-reroll', 'defence-reroll')
    """
    kind, _, number = name.rpartition("-")
    return kind if number.isdigit() else name


def use(name: str) -> Phrase:
    """Return the title of a rule used on dice.

    >>> use("balanced"), use("sure-aim"), use("defence-reroll-2")
    ('Balanced', 'Sure aim', 'Defence re-roll')
    """
    kind = kind_of_use(name)
    return USES.get(kind) or Phrase(kind.replace("-", " ").capitalize())
