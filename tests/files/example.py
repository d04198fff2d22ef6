"""A small team file that is right, and what is said when something in it is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Generic, TypeVar

import pytest

from counteract.files.reader import FileError

T = TypeVar("T")

#: The text replaced, its replacement, the line of the complaint (one that starts so, after the change), and its text.
Case = tuple[str, str, str | None, str]


class Example(Generic[T]):
    """A team file, and the reader of the ruleset it is for."""

    def __init__(self, ruleset: str, source: str, text: str, parse: Callable[[str, str], T]) -> None:
        self.ruleset = ruleset
        self.source = source
        self.text = text
        self.parse = parse

    def read(self, text: str) -> T:
        return self.parse(text, self.source)

    def broken(self, old: str, new: str) -> str:
        """Return the file with its first ``old`` replaced."""
        assert old in self.text
        return self.text.replace(old, new, 1)

    def with_change(self, old: str, new: str) -> T:
        """Return the team of that file."""
        return self.read(self.broken(old, new))

    def without(self, table: str) -> str:
        """Return the file without any tables of this name."""
        return "".join(part for part in self.parts() if not part.startswith(f"[[{table}]]"))

    def twice(self, table: str) -> str:
        """Return the file with its first table of this name once more, at the end."""
        return self.text + "\n" + next(part for part in self.parts() if part.startswith(f"[[{table}]]"))

    def parts(self) -> list[str]:
        """Return the file in parts, one a table; the tables below an operative are part of it."""
        return re.split(r"^(?=\[\[\w+\]\])", self.text, flags=re.MULTILINE)

    def complaint(self, text: str) -> str:
        with pytest.raises(FileError) as caught:
            self.read(text)
        return str(caught.value)

    def check(self, old: str, new: str, start: str | None, says: str) -> None:
        """Check that the complaint is one sentence with the file, the line, the thing and the problem."""
        text = self.broken(old, new)
        said = self.complaint(text)
        assert says in said
        assert "\n" not in said and len(said) < 400
        assert re.match(rf"{re.escape(self.source)}, line \d+: ", said)
        if start is not None:
            assert said.startswith(f"{self.source}, line {line_of(start, text)}: ")


def line_of(start: str, text: str) -> int:
    """Return the first line that starts so, or that gives this key."""
    starts = (start,) if "=" in start or "[" in start else (f"{start} =",)
    return next(n for n, line in enumerate(text.splitlines(), start=1) if line.startswith(starts))


def names(cases: list[Case]) -> list[str]:
    """Return the names of the cases in the list of tests."""
    return [f"{n}-{case[3][:40]}" for n, case in enumerate(cases)]
