"""The combat gauge: distances in symbols and in inches."""

from __future__ import annotations

import pytest

from counteract.files.reader import FileError
from counteract.rulesets.kt21.cards import printed
from counteract.rulesets.kt21.gauge import SYMBOLS, circles, inches, symbols, tidy
from counteract.rulesets.kt21.teams import parse_team
from counteract.rulesets.kt21.weapons import parse_rules


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize(("symbol", "distance"), [("▲", 1), ("●", 2), ("■", 3), ("⬟", 6)])
def test_what_the_four_symbols_stand_for(symbol: str, distance: int) -> None:
    """Triangle 1", circle 2", square 3", pentagon 6"; read and printed."""
    assert SYMBOLS[symbol] == inches(symbol) == distance
    assert symbols(distance) == symbol


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize(
    ("text", "distance"),
    [
        ("3●", 6), ("3 ●", 6), ("2●▲", 5), ("⬟■", 9), ("⬟ ■", 9), ("2⬟", 12), ("△", 1), ("○", 2), ("⬤", 2), ("◯", 2), ("□", 3), ("⬠", 6),
        ("triangle", 1), ("Circle", 2), ("square", 3), ("pentagon", 6), ("3 circle", 6),
        ('6"', 6), ("6″", 6), ("6”", 6), ("6''", 6), ("6 in", 6), ("6", 6), ('2.5"', 2.5), (" 7 ", 7),
    ],
)  # fmt: skip
def test_distances_are_read_however_they_are_written(text: str, distance: float) -> None:
    """Symbols filled or hollow, their names, several of them added up, or inches."""
    assert inches(text) == distance


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize("text", ["", "far", "●3", "2.5●", "-2", "6 miles", "▲x"])
def test_what_is_no_distance_is_refused(text: str) -> None:
    """The complaint shows what may be written instead."""
    with pytest.raises(ValueError, match="is no distance; write inches"):
        inches(text)


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize("distance", [*range(1, 31), 0.5, 2.5, 7.25])
def test_what_is_printed_is_read_as_the_same(distance: float) -> None:
    """Whole inches in symbols, others in inches; a Move in circles and at most one triangle."""
    for text in (symbols(distance), circles(distance)):
        assert inches(text) == distance
        assert ('"' in text) is (distance != int(distance))
    assert {*circles(distance)} <= {*'0123456789.●▲"'}


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize(("distance", "text"), [(4, "2●"), (5, "■●"), (7, "⬟▲"), (8, "⬟●"), (12, "2⬟"), (15, "2⬟■"), (0, '0"')])
def test_as_few_symbols_as_will_do(distance: float, text: str) -> None:
    """Pentagons first, then what is left."""
    assert symbols(distance) == text


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize(
    ("text", "name", "distance"),
    [
        ("Blast ●", "blast", 2), ("Torrent ⬤", "torrent", 2), ("Range ⬟", "range", 6), ("Rng ⬟■", "range", 9), ('Range 7"', "range", 7),
        ("Blast circle", "blast", 2),
    ],
)  # fmt: skip
def test_weapon_rules_are_written_in_symbols_or_inches(text: str, name: str, distance: float) -> None:
    """As on cards."""
    assert getattr(parse_rules((text,)), name) == distance
    assert tidy(text.replace("●", "○")) == tidy(text.replace("●", "⬤"))


def team(move: str) -> str:
    return f"""
        id = "toys"
        name = "Toys"
        ruleset = "kt21"
        [[operative]]
        id = "toy"
        name = "Toy"
        move = {move}
        apl = 2
        defence = 3
        save = "4+"
        wounds = 8
    """


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize(("move", "distance"), [('"3●"', 6), ('"2●▲"', 5), ("'6\"'", 6), ("6", 6), ("4.5", 4.5), ('"■"', 3)])
def test_m_is_read_from_a_team_file_in_symbols_or_inches(move: str, distance: float) -> None:
    """And printed in circles."""
    (card,) = parse_team(team(move), "toys.toml").operatives
    assert card.move == distance
    stats, *_ = printed(card)
    assert stats.rows[0][0] == circles(distance)


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize("move", ['"far"', '"9⬟"', '"0"', "true"])
def test_a_team_file_with_a_wrong_m_is_refused(move: str) -> None:
    """The complaint names the entry."""
    with pytest.raises(FileError, match="'move'"):
        parse_team(team(move), "toys.toml")
