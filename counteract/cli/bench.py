"""The command ``counteract bench``."""

from __future__ import annotations

import sys
from pathlib import Path

from counteract.core.language import say


def bench(name: str | None = None, /) -> int:
    """Run the benchmarks of a checkout, or one of them.

    Parameters
    ----------
    name
        The benchmark to run; all of them if it is left out.
    """
    import subprocess

    folder = Path(__file__).parent.parent.parent / "bench"
    scripts = {path.stem: path for path in sorted(folder.glob("*.py")) if not path.stem.startswith("_")}
    if not scripts:
        raise LookupError(say("there are no benchmarks in {folder}; they come with a checkout, not with the package", folder=folder))
    if name is not None and name not in scripts:
        raise LookupError(say("there is no benchmark {name!r}; there are: {known}", name=name, known=", ".join(scripts)))
    chosen = scripts.values() if name is None else [scripts[name]]
    return max(subprocess.run([sys.executable, str(path)], check=False).returncode for path in chosen)
