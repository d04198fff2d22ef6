"""Position files as people write them: each fault is reported in one sentence with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import counteract as ca
from tests.commands import call

FILE = """ruleset = "kt24"
turn = 2

[[models]]
model = "captain"
at = [3, 3]
"""


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("scene.toml", b"", "scene.toml: 'ruleset' is missing"),
        ("scene.toml", bytes(range(256)), "scene.toml: is not a text in UTF-8"),
        ("scene.toml", b'ruleset = "kt24"\nteams = ["ashen-wardens", "hollow-choir", "dusk-runners"]\n',
         "scene.toml, line 2: 'teams': Kill Team 2024 is played by 2 teams, not 3"),
        ("scene.toml", b'ruleset = "kt24"\noptions = "none"\n', "scene.toml, line 2: 'options' must be a table, not 'none'"),
        ("scene.toml", b'ruleset = "banners"\nteams = ["herons", "larks"]\nmission = "pairs"\n',
         "scene.toml: the mission 'pairs' is for 4 sides, not for 2"),
        ("scene.toml", b'ruleset = "banners"\n[[models]]\nside = 3\nmodel = "heron"\nat = [3, 3]\n',
         "scene.toml, line 3: models 1: 'side' must be a side, from 0 to 2, not 3"),
        ("scene.toml", b'ruleset = "banners"\nteams = [{ name = "A", models = ["Ann; fast"] }, "larks"]\n',
         "scene.toml, line 2: teams 1: cards of banners have no short text: list them under 'operative'"),
        ("scene.toml", b'ruleset = "kt24"\nagenda = [["deploy", 0]]\nphase = "setup"\n',
         "scene.toml, line 2: 'agenda': task 1 ('deploy'): it needs the edges that the sides set up at: 'edges'"),
        ("scene.toml", b'ruleset = "kt21"\nphase = "strategy"\ninitiative = "nobody"\n',
         "scene.toml, line 3: 'initiative' must be a side in this phase"),
        ("scene.toml", b'ruleset = "kt24"\ninitiative = "nobody"\n', "scene.toml, line 2: 'initiative' must be a side, from 0 to 1, not 'nobody'"),
        ("scene.toml", b'ruleset = "banners"\nteams = ["herons", "larks", "herons"]\nmission = "fair-day"\n[[models]]\nside = 0\nmodel = "heron"\n'
         b'at = [3, 3]\n[[models]]\nside = 2\nmodel = "heron"\nat = [3.5, 3]\n',
         "scene.toml, line 7: model 'heron' of side 0: 'at': the base would overlap that of model 'heron' of side 2"),
        ("scene.json", b"[1, 2]", "scene.json, line 1: the file must hold one table: {…}"),
        ("scene.json", b'{"ruleset": "kt24", "turn": 1, "turn": 2}', "scene.json: 'turn' stands there twice"),
        ("scene.json", b'ruleset = "kt24"', "scene.json, line 1: not valid JSON: expecting value"),
    ],
)  # fmt: skip
def test_one_sentence_says_what_is_wrong_with_a_file(name: str, content: bytes, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ca.FileError) as caught:
        ca.load_position(tmp_path / name)
    assert str(caught.value).replace(f"{tmp_path}/", "") == told
    done = call("simulate", "--position", str(tmp_path / name), "--games", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.replace(f"{tmp_path}/", "") == f"counteract: {told}\n"


def test_a_mark_at_the_beginning_and_json_by_another_name_are_read(tmp_path: Path) -> None:
    """Some editors begin a file with a mark that is no text; a TOML file never begins with a brace."""
    marked, other = tmp_path / "marked.toml", tmp_path / "other.txt"
    marked.write_bytes(b"\xef\xbb\xbf" + FILE.encode())
    ca.load_position(marked).save(tmp_path / "scene.json")
    other.write_bytes((tmp_path / "scene.json").read_bytes())
    assert ca.load_position(other) == ca.load_position(marked)


def test_teams_of_ones_own_are_written_without_what_is_as_always(tmp_path: Path) -> None:
    reds = {"name": "Reds", "models": ["Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 3/4 Piercing 1; fists: 3 4+ 2/3"]}
    path = tmp_path / "scene.toml"
    ca.Position("kt24", teams=[reds, {**reds, "name": "Blues"}], models=[{"side": 0, "model": "gunner", "at": (3, 3)}]).save(path)
    row, _ = [line for line in path.read_text().splitlines() if "Gunner" in line]
    assert row == (
        '  { id = "gunner", name = "Gunner", move = 6.0, apl = 2, save = 3, wounds = 12, weapons = '
        '[{ name = "rifle", kind = "ranged", attacks = 4, hit = 3, normal = 3, critical = 4, text = ["Piercing 1"], rules = { piercing = 1 } }, '
        '{ name = "fists", kind = "melee", attacks = 3, hit = 4, normal = 2, critical = 3 }] },'
    )
