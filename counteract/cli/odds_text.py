"""The odds as text in a terminal: numbers, bars and advice, within 80 columns and without colour."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from counteract.odds.captions import FightCaption, ShotCaption, describe
from counteract.odds.edition import question_form
from counteract.odds.results import Advice, FightOdds, ShootOdds, at_least
from counteract.printing import as_table

if TYPE_CHECKING:
    from rich.console import RenderableType

    from counteract.odds.matchups import FightTable
    from counteract.odds.results import ShotTable

WIDTH = 80
BAR = 24  # columns
SEEN = 0.0001  # values less likely than this to be reached get no row
ROWS = 24  # of a chart at most
LISTED = 15  # situations that advice tells of
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")


OBJECTIVES = {
    "damage": "expected damage",
    "incapacitate": "the chance to take the target out",
    "capped": "expected damage, capped at the wounds left",
    "difference": "damage dealt less damage taken",
    "survive": "the chance that the attacker survives",
    "remove": "the chance to remove the defender",
}


def shot(found: ShootOdds, question: ShotCaption, *, advice: bool = False) -> Iterator[RenderableType]:
    """Yield the odds of shooting."""
    words, targets = question_form(found.ruleset).words, question.targets
    yield f"{found.ruleset}: {question.weapon}"
    if len(targets) == 1:
        yield f"against {targets[0]}"
        yield f"expected {words.damage} {found.expected:.3f}, {words.out} {found.incapacitate:.1%}, {words.hurt} {found.injure:.1%}"
    for name, one in zip(targets, found.targets, strict=False):
        yield f"against {name}"
        yield f"  expected {words.damage} {one.expected:.3f}, {words.out} {one.incapacitate:.1%}, {words.hurt} {one.injure:.1%}"
        yield from (f"  {line}" for line in _details(found.ruleset, one.details))
    if found.targets:
        yield f"in all, expected {words.damage} {found.expected:.3f}"
    yield from _details(found.ruleset, found.details)
    yield from _settled(found, question.terms)
    yield ""
    yield from chart(found.distribution, words.damage, question.marks)
    if advice:
        yield from _advised(found.advice)


def fight(found: FightOdds, question: FightCaption, *, advice: bool = False) -> Iterator[RenderableType]:
    """Yield the odds of a fight."""
    words = question_form(found.ruleset).words
    yield f"{found.ruleset}: {question.attacker}, {_wounds(found.attacker_wounds)}"
    yield f"against {question.defender}, {_wounds(found.defender_wounds)}"
    yield f"attacker: loses {found.expected_taken:.3f} on average, {words.out} {found.attacker_incapacitated:.1%}"
    yield f"defender: loses {found.expected_dealt:.3f} on average, {words.out} {found.defender_incapacitated:.1%}"
    yield from _details(found.ruleset, found.details)
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
    """Return a bar for a share of 1; a share above 0 has at least one sign.

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
    """Return a distribution in as many rows as a chart can have.

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
    """Yield the probability of each value, and of that value or more."""
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
    """Return the length of bars, two of them in a row after a name of this width and beside two numbers."""
    return min(BAR, (WIDTH - wide - 24) // 2)


def sides(found: FightOdds, out: str) -> Iterator[str]:
    """Yield the probability of the wounds left on either side."""
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


def _details(ruleset: str, details: Mapping[str, Any]) -> Iterator[str]:
    return (fill(f"{label}: {value}", WIDTH, subsequent_indent="  ") for label, value in describe(ruleset, details))


def _advised(advice: Sequence[Advice]) -> Iterator[RenderableType]:
    yield ""
    if not advice:
        yield "There is nothing to decide."
        return
    yield as_table(("chance", "when", "do"), [(f"{one.chance:.2%}", one.when, one.do) for one in advice[:LISTED]], numbers=(0,))
    if len(advice) > LISTED:
        yield f"and {len(advice) - LISTED} more, which --json lists"


# --- tables


def table(found: ShotTable | None, melee: FightTable | None) -> Iterator[RenderableType]:
    """Yield weapons against targets: two numbers for each shot, three for each fight."""
    left: dict[str, None] = {}
    if found is not None:
        words = question_form(found.ruleset).words
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
        yield f"{melee.ruleset}, fighting: wounds taken from the defender, wounds lost, defender {question_form(melee.ruleset).words.out}"
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


def as_csv(found: ShotTable | None, melee: FightTable | None) -> str:
    """Return weapons against targets, one line for each pair."""
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
