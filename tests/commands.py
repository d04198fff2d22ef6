"""Commands as a script gives them, without a process for each: what is on which stream, and the exit code."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from counteract.cli import run


class Done(NamedTuple):
    """What came of a command."""

    returncode: int
    stdout: str
    stderr: str


def call(*words: str) -> Done:
    """Give a command."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(list(words))
    return Done(code, out.getvalue(), err.getvalue())
