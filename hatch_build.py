"""Builds the page into the package, if it is not there yet: `pip install .` from a clone gives a working `counteract play`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = ROOT / "counteract" / "server" / "page" / "index.html"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs npm where the page is missing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the package is put together."""
        if PAGE.exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            sys.exit("Counteract's page is built with Node 20.19 or newer, and there is no npm here.")
        for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            done = subprocess.run([npm, *command], cwd=ROOT / "web", capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"The page could not be built: npm {' '.join(command)} failed.\n{done.stdout}{done.stderr}")
        if not PAGE.exists():
            sys.exit(f"The page could not be built: {PAGE} is missing.")
