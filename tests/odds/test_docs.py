"""The examples of docs/odds.md do what the page says: in Python and on the command line."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from counteract.cli import run

PAGE = Path(__file__).parents[2] / "docs" / "odds.md"
TEXT = PAGE.read_text(encoding="utf-8")
PYTHON = re.findall(r"^```pycon\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
SHELL = re.findall(r"^```console\n\$ counteract (.*?)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_python_examples_run() -> None:
    """All of them, one after the other, as a reader would type them."""
    example = doctest.DocTestParser().get_doctest("\n".join(PYTHON), {}, "odds.md", str(PAGE), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example, out=said.append)
    assert len(example.examples) > 15
    assert said == []


@pytest.mark.parametrize(("words", "output"), SHELL, ids=[words[:30] for words, _ in SHELL])
def test_the_commands_print_what_the_page_shows(words: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shlex.split(words)) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert printed == [line.rstrip() for line in output.splitlines()]


def test_the_pictures_are_there() -> None:
    pictures = re.findall(r"^```\{image\} (\S+)", TEXT, re.MULTILINE)
    assert len(pictures) == 2
    assert all((PAGE.parent / picture).is_file() for picture in pictures)
