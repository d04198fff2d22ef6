"""Commands run inside the test process: exit code, standard output and standard error."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from counteract.cli import run


class CommandResult(NamedTuple):
    """The outcome of a command."""

    returncode: int
    stdout: str
    stderr: str


def call(*words: str) -> CommandResult:
    """Run a command and return its outcome."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(list(words))
    return CommandResult(code, out.getvalue(), err.getvalue())
