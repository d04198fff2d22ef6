"""The JSON schemas of team files and army books, which editors use: written from the definitions in the ``teams.py`` of the rulesets.

Without arguments the files in ``counteract/data/schema`` are brought up to date; a test compares them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from counteract.core import registry

FOLDER = Path(registry.__file__).parent.parent / "data" / "schema"
WIDTH = 160  # characters in a line


def schemas() -> dict[str, str]:
    """Return the text of each schema, by the name of its file."""
    rooms: list[Any] = [registry.room(name, "teams") for name in registry.shipped()]
    return {file.schema_name: write(file.schema()) + "\n" for room in rooms for file in getattr(room, "FILES", (room.FILE,))}


def write(value: Any, depth: int = 0) -> str:
    """Return a value as JSON: in one line if it is short enough, else one line for each of its parts."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= WIDTH or not isinstance(value, dict):
        return line
    parts = (f"{' ' * (depth + 1)}{json.dumps(key)}: {write(part, depth + 1)}" for key, part in value.items())
    return "{\n" + ",\n".join(parts) + f"\n{' ' * depth}}}"


if __name__ == "__main__":
    for name, text in schemas().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
