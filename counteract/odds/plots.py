"""Pictures of the odds: bars and a curve for shots, a heat map for fights."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from textwrap import fill
from typing import TYPE_CHECKING, Any

from counteract.core.language import say
from counteract.odds.captions import FightCaption, ShotCaption
from counteract.odds.edition import question_form
from counteract.odds.results import FightOdds, ShootOdds, at_least

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")
BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#555555"  # colours that colour-blind readers tell apart (Okabe and Ito)
COLOURS = "Oranges"
DOTS = 150  # to the inch
DOTTED = 40  # values up to which the curve has dots
WRITTEN = 300  # cells up to which their chances are written into them
SEEN = 0.0005  # less than this is not seen
HEADROOM = 1.2
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "svg.hashsalt": "counteract",
}


def checked(file: Path) -> Path:
    """Return the path of a file that a picture can be written to; refuse any other."""
    if file.suffix.lower() not in SUFFIXES:
        raise ValueError(say("{file}: a plot is written to a .png or .svg file", file=file))
    if not file.absolute().parent.is_dir():
        raise ValueError(say("{file}: there is no folder {parent}", file=file, parent=file.parent))
    if file.is_dir():
        raise ValueError(say("{file} is a folder", file=file))
    return file


def save(figure: Figure, file: Path) -> None:
    """Write a picture, whole or not at all."""
    from matplotlib import rc_context

    kind = file.suffix.lower()[1:]
    with NamedTemporaryFile(dir=file.absolute().parent, prefix=f".{file.stem}-", suffix=file.suffix, delete=False) as whole:
        try:
            with rc_context(STYLE):
                figure.savefig(whole, format=kind, dpi=DOTS, metadata={"Date": None} if kind == "svg" else {"Software": "counteract"})
            whole.flush()
            os.chmod(whole.name, 0o666 & ~_umask())
            os.replace(whole.name, file)
        except BaseException:
            os.unlink(whole.name)
            raise


def _umask() -> int:
    """Return the permissions that new files do not get; they can only be read by setting them."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


# --- shots


def shot(found: ShootOdds, question: ShotCaption) -> Figure:
    """Return a figure: the distribution as bars, the chance of at least as much as a curve, and lines at outcomes for the target."""
    from matplotlib import rc_context

    with rc_context(STYLE):
        figure, axes = _figure(8.0, 4.8)
        words, marks = question_form(found.ruleset).words, question.marks
        reach = at_least(found.distribution)
        last = max(1, *(value for value, chance in reach.items() if chance >= SEEN), *marks)
        _bars(axes, found.distribution, last)
        _curve(axes, reach)
        for place, (value, text) in enumerate(sorted(marks.items())):
            _mark(axes, value, f"{text} from {value} on", last, 0.99 - 0.055 * place)
        axes.set_xlabel(words.damage)
        numbers = f"expected {found.expected:.2f}, {words.out} {found.incapacitate:.1%}, {words.hurt} {found.injure:.1%}"
        if found.targets:
            numbers = f"expected {found.expected:.2f} in all"
        axes.set_title(_titled(found.ruleset, question.weapon, f"against {' and '.join(question.targets)}", question.terms, numbers))
        return figure


def _bars(axes: Axes, distribution: Mapping[int, float], last: int) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.bar(list(distribution), list(distribution.values()), width=0.8, color=BLUE, zorder=2)
    axes.set_xlim(-0.8, last + 0.8)
    axes.set_ylim(0, HEADROOM * max(distribution.values()))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=16))
    axes.yaxis.set_major_formatter(_percent)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6))
    axes.tick_params(axis="y", colors=BLUE)
    axes.set_ylabel("bars: chance of exactly this", color=BLUE)


def _curve(axes: Axes, reach: Mapping[int, float]) -> None:
    other = axes.twinx()
    other.spines["right"].set_visible(True)
    other.step(list(reach), list(reach.values()), where="pre", color=ORANGE, linewidth=1.6)
    if len(reach) <= DOTTED:
        other.plot(list(reach), list(reach.values()), linestyle="none", marker="o", markersize=4, color=ORANGE)
    other.set_ylim(0, HEADROOM)
    other.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    other.yaxis.set_major_formatter(_percent)
    other.tick_params(axis="y", colors=ORANGE)
    other.set_ylabel("curve: chance of at least this", color=ORANGE)


def _mark(axes: Axes, value: int, text: str, last: int, height: float) -> None:
    """Draw a line to the left of the first value that brings an outcome about."""
    side = "right" if value > 0.7 * last else "left"
    axes.axvline(value - 0.5, color=GREY, linestyle="--", linewidth=1.2, zorder=3)
    axes.annotate(
        text, (value - 0.5, height), xycoords=("data", "axes fraction"), xytext=(-4 if side == "right" else 4, 0), textcoords="offset points",
        color=GREY, fontsize=9, va="top", ha=side, zorder=4, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )  # fmt: skip


# --- fights


def fight(found: FightOdds, question: FightCaption) -> Figure:
    """Return a figure with the probability of the wounds left on either side; the edges where one of them is out are set apart."""
    import numpy as np
    from matplotlib import rc_context

    chances = np.zeros((found.attacker_wounds + 1, found.defender_wounds + 1))
    for mine, theirs, chance in found.joint:
        chances[mine, theirs] += chance
    with rc_context(STYLE):
        figure, axes = _figure(7.4, 6.2)
        _map(figure, axes, chances)
        out = question_form(found.ruleset).words.out
        _edge(axes.xaxis, axes.axvline, f"defender's wounds left ({out} {found.defender_incapacitated:.1%})")
        _edge(axes.yaxis, axes.axhline, f"attacker's wounds left ({out} {found.attacker_incapacitated:.1%})")
        numbers = f"on average {found.expected_dealt:.2f} dealt, {found.expected_taken:.2f} taken"
        axes.set_title(_titled(found.ruleset, question.attacker, f"against {question.defender}", question.terms, numbers))
        return figure


def _map(figure: Figure, axes: Axes, chances: Any) -> None:
    import numpy as np
    from matplotlib.colors import PowerNorm

    highest = float(chances.max())
    rows, columns = (np.arange(size + 1) - 0.5 for size in chances.shape)
    picture = axes.pcolormesh(columns, rows, np.ma.masked_equal(chances, 0.0), cmap=COLOURS, norm=PowerNorm(0.5, 0.0, highest))
    figure.colorbar(picture, ax=axes, format=_percent, pad=0.02, label="chance")
    axes.set_xticks(columns, minor=True)
    axes.set_yticks(rows, minor=True)
    axes.tick_params(which="minor", length=0)
    axes.grid(which="minor", color="#dddddd", linewidth=0.6)
    if chances.size <= WRITTEN:
        for i, j in np.argwhere(chances >= SEEN):
            colour = "white" if chances[i, j] > highest / 2 else "black"
            axes.text(j, i, f"{100 * chances[i, j]:.1f}", ha="center", va="center", fontsize=8, color=colour)


def _edge(axis: Axis, line: Callable[..., object], label: str) -> None:
    """Set the edge of an axis apart at which a side has no wounds left."""
    from matplotlib.ticker import MaxNLocator

    line(0.5, color=BLUE, linewidth=1.8)
    axis.set_major_locator(MaxNLocator(integer=True, nbins=16))
    axis.set_major_formatter(lambda value, _: "out" if value == 0 else f"{value:.0f}")
    axis.set_label_text(label)


def _percent(value: float, _: object = None) -> str:
    return f"{100 * value:g}%"


def _titled(ruleset: str, *lines: str) -> str:
    return f"{ruleset}: " + "\n".join(fill(line, 72) for line in lines if line)
