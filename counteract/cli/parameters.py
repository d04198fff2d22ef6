"""Parameters and checks that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from counteract.core.language import LANGUAGES, say
from counteract.core.registry import default, shipped

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[*LANGUAGES]
Spoken = Annotated[Language | None, Parameter(help="The language; English if nothing is said.")]
OLDER = ", ".join(shipped()[1:])
RulesetName = Annotated[str, Parameter(help=f"{default()} (if nothing is said), {OLDER}, or another one that is installed.")]
OnePerSide = Annotated[list[str], Parameter(metavar="A B ...", consume_multiple=True)]
Json = Annotated[bool, Parameter(help="Print one JSON document instead of text.")]


def mission_or_none(name: str) -> str | None:
    """Return the mission of this name; None for a battle without one."""
    return None if name == "none" else name


def let_players_be_found(names: Sequence[str]) -> None:
    """Let players named as ``module:Class`` be found in the current folder, as `python -m` does and an installed command does not."""
    if any(":" in name for name in names) and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


def check_position(position: Path | None, **others: object) -> None:
    """Refuse options that a position contains itself."""
    for name, value in others.items():
        if position is not None and value is not None:
            raise ValueError(say("--{name} goes without --position", name=name))


def warm_if_watched() -> None:
    """Compile the kernels first if a person is watching, with a notice if it takes long."""
    if sys.stderr.isatty():
        from counteract.warming import warm_with_notice

        warm_with_notice()
