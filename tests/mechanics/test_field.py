"""The field of a game: the array of bodies follows the places of the models."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counteract.core.state import Point
from counteract.mechanics.field import MOST_MEMOS, Field
from counteract.table.kernels import sight
from counteract.table.terrain import Board, Part, Terrain


class Card(NamedTuple):
    name: str
    base: float
    height: float


WALL = Part(id="wall", feature="wall", footprint=((2.9, 4.8), (3, 4.8), (3, 5.2), (2.9, 5.2)), top=3.0, kind="heavy")
PLACES = ((2.0, 5.0, 0.0), (3.9, 5.0, 0.0))


def field(**asked: float) -> Field:
    card = Card("Guard", 25.4, 1.5)
    return Field(Terrain(Board(20, 20), (WALL,)), None, ((card,), (card,)), **asked)


@pytest.mark.parametrize(("asked", "columns", "seen"), [({}, 6, False), ({"figure": 0.6}, 6, False), ({"figure": 1.0}, 7, True)])
def test_how_wide_figures_are(asked: dict[str, float], columns: int, seen: bool) -> None:
    here = field(**asked)
    rows = here.bodies(PLACES)
    assert rows.shape == (2, columns)
    assert (sight.see(here.terrain.parts_array, here.terrain.corners_array, rows, 0, 1) >= 0) is seen


def test_rows_follow_the_models() -> None:
    here = field(figure=1.0)
    assert here.bodies(PLACES).tolist() == [[2, 5, 0, 0.5, 1.5, 0, 1], [3.9, 5, 0, 0.5, 1.5, 1, 1]]
    moved = (None, (7.0, 6.0, 3.0))
    assert here.bodies(moved).tolist()[1] == [7, 6, 3, 0.5, 1.5, 1, 1]
    assert here.bodies(moved)[0, 3] < 0


def test_answers_are_kept_for_several_positions() -> None:
    """A search goes back and forth between positions: the answers of the table about each are still known."""
    one = field()
    here: tuple[Point | None, ...] = ((5.0, 5.0, 0.0), (9.0, 5.0, 0.0))
    there: tuple[Point | None, ...] = (here[0], (9.0, 9.0, 0.0))
    one.memo(here)["asked"] = "here"
    one.memo(there)["asked"] = "there"
    assert one.memo(here)["asked"] == "here" and one.bodies(here)[1, 1] == 5.0
    assert one.memo(there)["asked"] == "there" and one.bodies(there)[1, 1] == 9.0


def test_no_more_positions_are_kept_than_a_few() -> None:
    one = field()
    positions: list[tuple[Point | None, ...]] = [((float(k), 5.0, 0.0), None) for k in range(MOST_MEMOS + 1)]
    for places in positions:
        one.memo(places)["asked"] = True
    assert "asked" not in one.memo(positions[0])
