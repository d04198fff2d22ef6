"""Printing for commands: JSON for scripts, text, tables and progress bars for people. Imports no other package of Counteract."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import RenderableType

PIPED_WIDTH = 160


def print_json(value: object) -> None:
    """Print exactly one JSON document."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def show(*lines: RenderableType) -> None:
    """Print text for people; piped output is not cut to the width of a screen."""
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)
    for line in lines:
        console.print(line)


@contextmanager
def progress(total: int, *, after: float = 0.0, rate: bool = False) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on standard error after some seconds. Yield the function to call with the number done; None off a terminal.

    With ``rate`` it shows how many are done in a second, too.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class RateColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:.1f}/s")

    columns = [BarColumn(), MofNCompleteColumn(), *([RateColumn()] if rate else []), TimeRemainingColumn()]
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=total)
    begin = time.monotonic()

    def report(done: int) -> None:
        if time.monotonic() - begin >= after:
            bar.start()
        bar.update(task, completed=done)

    try:
        if not after:
            bar.start()
        yield report
    finally:
        bar.stop()


def as_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "", *, numbers: Sequence[int] = ()) -> RenderableType:
    """Return a table; the columns with these ``numbers`` are aligned to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, show_edge=False)
    for place, column in enumerate(columns):
        side: Literal["left", "right"] = "right" if place in numbers else "left"
        table.add_column(Text(column), justify=side, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    return table
