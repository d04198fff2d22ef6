"""Prints what the package needs, a requirement a line: `python tools/needs.py play`, or with the extra `dev` or `docs` besides."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def list_needs(extra: str) -> list[str]:
    """Return the requirements of the package, with those of an extra unless it is ``play``."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    return [*project["dependencies"], *([] if extra == "play" else project["optional-dependencies"][extra])]


if __name__ == "__main__":
    print("\n".join(list_needs(sys.argv[1])))
