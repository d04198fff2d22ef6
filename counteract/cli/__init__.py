"""The command line. Each command imports what it needs when it runs, so that help appears at once.

Bad input anywhere ends in one sentence on standard error and exit code 2, with nothing on standard output.
"""

from __future__ import annotations

import os
import sys

from cyclopts import App, CycloptsError, Parameter

from counteract import __version__
from counteract.cli.bench import bench
from counteract.cli.league import league
from counteract.cli.odds import odds
from counteract.cli.play import play, serve
from counteract.cli.replay import replay
from counteract.cli.rules import rules
from counteract.cli.simulate import simulate
from counteract.cli.teams import teams
from counteract.core.language import LANGUAGES, speaking

BAD_INPUT = 2
INTERRUPTED = 130

app = App(
    name="counteract",
    help="Plays, referees, analyses and simulates the Kill Team family of skirmish games.",
    version=f"counteract {__version__}",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
)
app.command(odds)
for command in (play, serve, simulate, league, rules, teams, replay, bench):
    app.command(command)


def main(tokens: list[str] | None = None) -> None:
    """Run a command and leave with its exit code."""
    sys.exit(run(sys.argv[1:] if tokens is None else tokens))


def run(tokens: list[str]) -> int:
    """Run a command in the language that it names, and return its exit code."""
    with speaking(_language(tokens)):
        return _run(tokens)


def _language(tokens: list[str]) -> str:
    """Return the language that --lang names; an unknown one is left for the command to refuse."""
    named = [token.partition("=")[2] or after for token, after in zip(tokens, [*tokens[1:], ""], strict=False) if token.split("=")[0] == "--lang"]
    return named[-1] if named and named[-1] in LANGUAGES else "en"


def _run(tokens: list[str]) -> int:
    """Run a command; turn an error in its input into one sentence."""
    try:
        code = app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        sentence = _input_error(error)
        if sentence is None:
            raise
        sys.stderr.write(f"counteract: {sentence}\n")
        return BAD_INPUT
    return code if isinstance(code, int) else 0


def _input_error(error: Exception) -> str | None:
    """Return a sentence on bad input; None if the error is the program's."""
    from counteract.core.decision import Refusal

    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, (CycloptsError, ValueError, LookupError, OSError, Refusal)):
        return " ".join(str(error).split())
    return None
