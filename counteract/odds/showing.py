"""The odds as people read them in a terminal: numbers, bars and advice, within 80 columns and without colour."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from counteract.core.language import Phrase, figure, say
from counteract.odds.asking import POOLS, aimed
from counteract.odds.pools import injuring
from counteract.odds.results import Advice, FightOdds, ShootOdds, at_least
from counteract.odds.terms import Terms
from counteract.printing import as_table

if TYPE_CHECKING:
    from rich.console import RenderableType

    from counteract.odds.matchups import Melee
    from counteract.odds.results import Table

WIDTH = 80
BAR = 24  # columns
SEEN = 0.0001  # to reach so much, if it is as unlikely as that, is not worth a row
ROWS = 24  # of a chart at most
LISTED = 15  # situations that advice tells of
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")


class Words(NamedTuple):
    """What an edition calls things."""

    damage: Phrase
    out: Phrase
    hurt: Phrase


POOL = Words(Phrase("damage"), Phrase("incapacitated"), Phrase("injured"))
WORDS = {
    "kt24": POOL,
    "kt21": POOL,
    "kt18": Words(Phrase("damage"), Phrase("out of action"), Phrase("flesh wound")),
    "kt40": Words(Phrase("wounds lost"), Phrase("destroyed"), Phrase("wounded")),
}
OBJECTIVES = {
    "damage": "expected damage",
    "incapacitate": "the chance to take the target out",
    "capped": "expected damage, capped at the wounds left",
    "difference": "damage dealt less damage taken",
    "survive": "the chance that the attacker survives",
    "remove": "the chance to remove the defender",
}


class Shot(NamedTuple):
    """A question about shooting, in the words of who asks."""

    ruleset: str
    weapon: str
    targets: tuple[str, ...]
    terms: str = ""

    @property
    def marks(self) -> dict[int, Phrase]:
        """What happens to the target, if it is the only one, by the damage from which on it does.

        >>> Shot("kt24", "5 3+ 3/4", ("save 3+, wounds 12",)).marks
        {7: 'injured', 12: 'incapacitated'}
        """
        if len(self.targets) > 1:
            return {}
        if self.ruleset not in POOLS:
            model = import_module(f"counteract.odds.{self.ruleset}_cards").target_of(self.targets[0])
            return {model.all: WORDS["kt40"].out} if self.ruleset == "kt40" else {model.wounds: Phrase("Injury roll")}
        target = aimed(self.ruleset, self.targets[0], Terms(cover=True)).target
        marks = {injuring(target): POOL.hurt, target.wounds: POOL.out}
        return {value: text for value, text in marks.items() if value > 0}


class Fight(NamedTuple):
    """A question about a fight, in the words of who asks."""

    ruleset: str
    attacker: str
    defender: str
    terms: str = ""


def shot(found: ShootOdds, question: Shot, *, advice: bool = False) -> Iterator[RenderableType]:
    """The odds of shooting."""
    words, targets = WORDS[found.ruleset], question.targets
    yield f"{found.ruleset}: {question.weapon}"
    if len(targets) == 1:
        yield f"against {targets[0]}"
        yield f"expected {words.damage} {found.expected:.3f}, {words.out} {found.incapacitate:.1%}, {words.hurt} {found.injure:.1%}"
    for name, one in zip(targets, found.targets, strict=False):
        yield f"against {name}"
        yield f"  expected {words.damage} {one.expected:.3f}, {words.out} {one.incapacitate:.1%}, {words.hurt} {one.injure:.1%}"
        yield from (f"  {line}" for line in _details(one.details))
    if found.targets:
        yield f"in all, expected {words.damage} {found.expected:.3f}"
    yield from _details(found.details)
    yield from _settled(found, question.terms)
    yield ""
    yield from chart(found.distribution, words.damage, question.marks)
    if advice:
        yield from _advised(found.advice)


def fight(found: FightOdds, question: Fight, *, advice: bool = False) -> Iterator[RenderableType]:
    """The odds of a fight."""
    words = WORDS[found.ruleset]
    yield f"{found.ruleset}: {question.attacker}, {_wounds(found.attacker_wounds)}"
    yield f"against {question.defender}, {_wounds(found.defender_wounds)}"
    yield f"attacker: loses {found.expected_taken:.3f} on average, {words.out} {found.attacker_incapacitated:.1%}"
    yield f"defender: loses {found.expected_dealt:.3f} on average, {words.out} {found.defender_incapacitated:.1%}"
    yield from _details(found.details)
    yield from _settled(found, question.terms)
    yield ""
    yield from sides(found, words.out)
    if advice:
        yield from _advised(found.advice)


def _wounds(number: int) -> str:
    return f"{number} wound" if number == 1 else f"{number} wounds"


def _settled(found: ShootOdds | FightOdds, terms: str) -> Iterator[str]:
    if terms:
        yield fill(f"terms: {terms}", WIDTH, subsequent_indent="  ")
    yield f"objective: {OBJECTIVES[found.objective]}, {found.value:.4f}"
    if found.not_computed:
        yield fill(f"not computed: {', '.join(dict.fromkeys(found.not_computed))}", WIDTH, subsequent_indent="  ")


# --- bars


def bar(share: float, width: int = BAR) -> str:
    """A bar for a share of 1; what is not nothing is seen.

    >>> bar(0.5, 4), bar(0.3, 4), bar(0.001, 4), bar(0.0, 4)
    ('██', '█▎', '▏', '')
    """
    full, rest = divmod(max(round(8 * width * share), 1 if share > 0 else 0), 8)
    return "█" * full + EIGHTHS[rest]


class Span(NamedTuple):
    """Values from ``low`` to ``high`` in one row of a chart."""

    low: int
    high: int
    chance: float

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def spans(distribution: Mapping[int, float], most: int = ROWS) -> list[Span]:
    """A distribution in as many rows as a chart can have.

    >>> [str(span) for span in spans({0: 0.25, 3: 0.5, 4: 0.25}, 2)]
    ['0-2', '3-5']
    """
    if len(distribution) <= most:
        return [Span(value, value, chance) for value, chance in sorted(distribution.items())]
    each = -(-(max(distribution) + 1) // most)
    found: dict[int, float] = {}
    for value, chance in sorted(distribution.items()):
        found[value // each] = found.get(value // each, 0.0) + chance
    return [Span(at * each, (at + 1) * each - 1, chance) for at, chance in found.items()]


def chart(distribution: Mapping[int, float], name: str, marks: Mapping[int, str]) -> Iterator[str]:
    """How likely which value is, and how likely it is to reach it."""
    likely = [value for value, chance in at_least(distribution).items() if chance >= SEEN]
    rows = spans({value: distribution[value] for value in likely})
    rest = 1.0 - sum(row.chance for row in rows)
    reach = {low: min(1.0, chance + rest) for low, chance in at_least({row.low: row.chance for row in rows}).items()}
    highest = max(row.chance for row in rows)
    wide = max(len(name), *(len(str(row)) for row in rows))
    size = _bar_size(wide)
    yield f"{name:>{wide}}  {'chance':>8}  {'':{size}}  {'at least':>8}"
    waiting = sorted(marks.items())
    for row in rows:
        while waiting and row.high >= waiting[0][0]:
            value, text = waiting.pop(0)
            yield f"{f' from {value} on: {text} ':─^{wide + 2 * size + 24}}"
        yield f"{row!s:>{wide}}  {row.chance:>8.2%}  {bar(row.chance / highest, size):{size}}  {reach[row.low]:>8.2%}  {bar(reach[row.low], size)}"
    if len(likely) < len(distribution):
        yield f"{'more':>{wide}}  less than {SEEN:.2%}"


def _bar_size(wide: int) -> int:
    """How long bars can be, two of them in a row after so wide a name and beside two numbers."""
    return min(BAR, (WIDTH - wide - 24) // 2)


def sides(found: FightOdds, out: str) -> Iterator[str]:
    """How likely which wounds are left on either side."""
    left: list[dict[int, float]] = [{}, {}]
    for mine, theirs, chance in found.joint:
        for side, wounds in zip(left, (mine, theirs), strict=True):
            side[wounds] = side.get(wounds, 0.0) + chance
    most = max(max(side) for side in left)
    both = spans(dict.fromkeys(sorted({*left[0], *left[1]}), 0.0) | {most: 0.0})
    wide = max(len("wounds left"), len(out))
    size = _bar_size(wide)
    highest = max(chance for side in left for chance in side.values())
    yield f"{'wounds left':>{wide}}  {'attacker':>8}  {'':{size}}  {'defender':>8}"
    for row in reversed(both):
        chances = [sum(chance for wounds, chance in side.items() if row.low <= wounds <= row.high) for side in left]
        name = out if row.high == 0 else str(row)
        columns = [f"{chance:>8.2%}  {bar(min(1.0, chance / highest), size):{size}}" if chance else f"{'-':>8}  {'':{size}}" for chance in chances]
        yield f"{name:>{wide}}  {'  '.join(columns)}".rstrip()


# --- further numbers


def _chances(value: Mapping[int, float]) -> str:
    return ", ".join(f"{number}: {figure(chance, '.1%')}" for number, chance in sorted(value.items()))


def _morale(value: Mapping[str, Any]) -> str:
    return say("fails {chance}, costs {wounds}", chance=figure(value["fails"], ".1%"), wounds=_chances(value["losses"]))


def _bystanders(value: Mapping[str, Any]) -> str:
    return say('within {inches:g}": {damage}', inches=value["within"], damage=_chances(value["damage"]))


DETAILS: dict[str, tuple[Phrase, Callable[[Any], str]]] = {
    "stun": (Phrase("stunned"), partial(figure, spec=".1%")),
    "own_damage": (Phrase("damage to the shooter"), _chances),
    "bystanders": (Phrase("damage to others"), _bystanders),
    "incapacitated": (Phrase("targets incapacitated on average"), partial(figure, spec=".3f")),
    "split": (Phrase("dice on each target"), lambda value: " + ".join(map(str, value))),
    "wounds_lost": (Phrase("wounds lost"), _chances),
    "flesh_wounds": (Phrase("new flesh wounds, still in play"), _chances),
    "brought_to_0": (Phrase("brought to 0 wounds"), partial(figure, spec=".1%")),
    "attacker_flesh_wound": (Phrase("flesh wound of the attacker"), partial(figure, spec=".1%")),
    "defender_flesh_wound": (Phrase("flesh wound of the defender"), partial(figure, spec=".1%")),
    "capped": (Phrase("wounds lost on average"), partial(figure, spec=".3f")),
    "models_slain": (Phrase("models slain"), _chances),
    "attacker_models_slain": (Phrase("attacking models slain"), _chances),
    "defender_models_slain": (Phrase("defending models slain"), _chances),
    "morale": (Phrase("morale"), _morale),
    "attacker_morale": (Phrase("morale of the attacker"), _morale),
    "defender_morale": (Phrase("morale of the defender"), _morale),
    "destroyed": (Phrase("destroyed, with morale"), partial(figure, spec=".1%")),
    "bearers_slain": (Phrase("bearers slain on average"), partial(figure, spec=".3f")),
}
TOLD_ELSEWHERE = ("wounds_left",)


def details(numbers: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Further numbers in words: what they are, and how much."""
    for name, value in numbers.items():
        if name not in TOLD_ELSEWHERE:
            said, tell = DETAILS.get(name, (Phrase(name.replace("_", " ")), str))
            yield say(said), tell(value)


def _details(numbers: Mapping[str, Any]) -> Iterator[str]:
    return (fill(f"{said}: {told}", WIDTH, subsequent_indent="  ") for said, told in details(numbers))


def _advised(advice: Sequence[Advice]) -> Iterator[RenderableType]:
    yield ""
    if not advice:
        yield "There is nothing to decide."
        return
    yield as_table(("chance", "when", "do"), [(f"{one.chance:.2%}", one.when, one.do) for one in advice[:LISTED]], numbers=(0,))
    if len(advice) > LISTED:
        yield f"and {len(advice) - LISTED} more, which --json lists"


# --- tables


def table(found: Table | None, melee: Melee | None) -> Iterator[RenderableType]:
    """Weapons against targets: two numbers for each shot, three for each fight."""
    left: dict[str, None] = {}
    if found is not None:
        words = WORDS[found.ruleset]
        yield f"{found.ruleset}, shooting: expected {words.damage}, {words.out}"
        cells = [
            [f"{expected:.2f} {chance:.0%}" for expected, chance in zip(*row, strict=True)]
            for row in zip(found.expected, found.incapacitate, strict=True)
        ]
        yield _matrix(found.weapons, found.targets, cells)
        left |= dict.fromkeys(found.not_computed)
    if found is not None and melee is not None:
        yield ""
    if melee is not None:
        yield f"{melee.ruleset}, fighting: wounds taken from the defender, wounds lost, defender {WORDS[melee.ruleset].out}"
        cells = [
            [f"{dealt:.1f} {taken:.1f} {chance:.0%}" for dealt, taken, chance in zip(*row, strict=True)]
            for row in zip(melee.dealt, melee.taken, melee.incapacitate, strict=True)
        ]
        yield _matrix(melee.weapons, melee.targets, cells)
        left |= dict.fromkeys(melee.not_computed)
    if left:
        yield fill(f"not computed: {', '.join(left)}", WIDTH, subsequent_indent="  ")


def _matrix(weapons: Sequence[str], targets: Sequence[str], cells: Sequence[Sequence[str]]) -> RenderableType:
    rows = [(weapon, *row) for weapon, row in zip(weapons, cells, strict=True)]
    return as_table(("", *targets), rows, numbers=range(1, len(targets) + 1))


COLUMNS = ("kind", "weapon", "target", "expected", "taken", "incapacitate", "injure")


def as_csv(found: Table | None, melee: Melee | None) -> str:
    """Weapons against targets, one line a pair."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    if found is not None:
        for i, weapon in enumerate(found.weapons):
            for j, target in enumerate(found.targets):
                numbers = found.expected[i, j], "", found.incapacitate[i, j], found.injure[i, j]
                writer.writerow(("ranged", weapon, target, *numbers))
    if melee is not None:
        for i, weapon in enumerate(melee.weapons):
            for j, target in enumerate(melee.targets):
                writer.writerow(("melee", weapon, target, melee.dealt[i, j], melee.taken[i, j], melee.incapacitate[i, j], ""))
    return text.getvalue()
