"""Files that would choke a parser get a sentence like all others."""

from __future__ import annotations

import pytest

from counteract.files.reader import FileError, read_toml


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = " + "9" * 5000, "not valid TOML"),
        ("a = " + "[" * 30000 + "]" * 30000, "not valid TOML"),
        ("a = ", "not valid TOML"),
    ],
)
def test_what_cannot_be_parsed_is_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(FileError, match=problem):
        read_toml(text, "odd.toml")


def test_a_number_beyond_all_measure_is_refused() -> None:
    with pytest.raises(FileError, match="'top' must be a number"):
        read_toml("top = 1" + "0" * 400, "odd.toml").number("top")
