"""The page's types are those of the server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_page_are_current(tmp_path: Path) -> None:
    described = subprocess.run([sys.executable, "-m", "counteract.server.schema"], check=True, capture_output=True).stdout
    (tmp_path / "schema.json").write_bytes(described)
    written = tmp_path / "schema.d.ts"
    command = ["npx", "--no-install", "openapi-typescript", str(tmp_path / "schema.json"), "--output", str(written)]
    subprocess.run(command, check=True, capture_output=True, cwd=WEB)
    assert written.read_text() == (WEB / "src/lib/schema.d.ts").read_text(), "run `make types`"
