"""Golden games: whole games as text must come out as written down, so that a change of behaviour shows as a difference."""

from __future__ import annotations

import pytest

from tests.golden.trace import FOLDER, GAMES, tell


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_as_written(name: str) -> None:
    assert tell(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
