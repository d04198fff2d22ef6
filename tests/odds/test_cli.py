"""The odds on the command line: what is printed, what is drawn, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from counteract import odds
from counteract.cli import odds_text, run
from counteract.files.teams import load_team
from counteract.odds import matchups, plots
from counteract.odds.captions import FightCaption, ShotCaption
from counteract.odds.pools import kernels

GUN, MODEL = "5 3+ 3/4; Piercing 1, Balanced", "save 3+, wounds 12"
SHOT = ["odds", "shoot", "--weapon", GUN, "--target", MODEL]
FIGHT = ["odds", "fight", "--attacker", "4 3+ 4/5; Brutal", "--attacker-wounds", "13", "--defender", "3 4+ 3/4", "--defender-wounds", "8"]
OLD_GUN, OLD_MODEL, UNIT = 'Rapid Fire 1 24" S4 AP-1 D1 BS3+', "T4 save 3+ wounds 2", "models 3 T4 save 3+ wounds 2 Ld 7"
OLD_FIGHTER, FIGHTERS = "A2 WS3+ S4 AP0 D1 | T4 save 4+ wounds 2", "A2 WS3+ S4 AP0 D1 | models 3 T4 save 4+"
OLD_SHOT = ["odds", "shoot", "--ruleset", "kt18", "--weapon", OLD_GUN, "--target", OLD_MODEL]
UNIT_SHOT = ["odds", "shoot", "--ruleset", "kt40", "--weapon", OLD_GUN, "--target", UNIT]
OLD_FIGHT = ["odds", "fight", "--ruleset", "kt18", "--attacker", OLD_FIGHTER, "--defender", OLD_FIGHTER]
UNIT_FIGHT = ["odds", "fight", "--ruleset", "kt40", "--attacker", FIGHTERS, "--defender", FIGHTERS]
TEAMS = {"kt24": ("ashen-wardens", "hollow-choir"), "kt21": ("moth-parade", "quarry-guild"), "kt18": ("fen-fusiliers", "kite-riders")}


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return the output of a good call."""

    def ask(*words: str) -> str:
        code = run(list(words))
        out, err = capsys.readouterr()
        assert (code, err) == (0, ""), err
        return out

    return ask


# --- JSON


@pytest.mark.parametrize("words", [SHOT, [*SHOT, "--ruleset", "kt21"], OLD_SHOT, UNIT_SHOT], ids=odds.RULESETS)
def test_a_shot_as_json_in_every_edition(words: list[str], said: Any) -> None:
    found = json.loads(said(*words, "--json"))
    assert {"ruleset", "weapon", "target", "expected", "incapacitate", "injure", "distribution", "at_least", "advice"} <= set(found)
    chances = {int(damage): chance for damage, chance in found["distribution"].items()}
    assert sum(chances.values()) == pytest.approx(1.0, abs=1e-12)
    assert sum(damage * chance for damage, chance in chances.items()) == pytest.approx(found["expected"])
    assert found["at_least"][min(found["at_least"], key=int)] == pytest.approx(1.0)


@pytest.mark.parametrize("words", [FIGHT, [*FIGHT, "--ruleset", "kt21"], OLD_FIGHT, UNIT_FIGHT], ids=odds.RULESETS)
def test_a_fight_as_json_in_every_edition(words: list[str], said: Any) -> None:
    found = json.loads(said(*words, "--json"))
    assert {"ruleset", "attacker", "defender", "joint", "expected_dealt", "expected_taken", "advice"} <= set(found)
    assert sum(chance for _, _, chance in found["joint"]) == pytest.approx(1.0, abs=1e-12)
    assert sum(chance for _, theirs, chance in found["joint"] if not theirs) == pytest.approx(found["defender_incapacitated"])


SHOTS: list[tuple[list[str], dict[str, Any]]] = [
    ([], {}),
    (["--cover"], {"cover": True}),
    (["--cover", "--cover-save", "always"], {"cover": True, "cover_save": "always"}),
    (["--cover", "--vantage"], {"cover": True, "vantage": True}),
    (["--target", "save 5+, wounds 7, in cover"], {"target": [MODEL, "save 5+, wounds 7"], "cover": [False, True]}),
    (["--obscured"], {"obscured": True}),
    (["--injured"], {"shooter_injured": True}),
    (["--shooter-wounds", "5 of 12"], {"shooter_wounds": "5 of 12"}),
    (["--rerolls", "1", "--defender-rerolls", "1"], {"rerolls": 1, "defender_rerolls": 1}),
    (["--shots", "2"], {"shots": 2}),
    (["--objective", "incapacitate"], {"objective": "incapacitate"}),
    (["--reroll", "fails"], {"reroll": "fails"}),
    (["--printing", "2024"], {"printing": "2024"}),
    (["--limits", "book"], {"limits": "book"}),
    (["--target", "save 5+, wounds 7"], {"target": [MODEL, "save 5+, wounds 7"]}),
]


@pytest.mark.parametrize(("words", "terms"), SHOTS, ids=[" ".join(words) or "plain" for words, _ in SHOTS])
def test_every_term_of_a_shot_counts(words: list[str], terms: dict[str, Any], said: Any) -> None:
    found = json.loads(said(*SHOT, *words, "--json"))
    asked = odds.shoot(**{"weapon": GUN, "target": MODEL, **terms}).as_dict()
    assert {name: found[name] for name in asked} == json.loads(json.dumps(asked))


OTHERS: list[tuple[list[str], list[str], dict[str, Any]]] = [
    (["--ruleset", "kt21", "--weapon", "5 3+ 3/4; Fusillade", "--target", MODEL, "--target", MODEL, "--split", "3,2"], [],
     {"ruleset": "kt21", "weapon": "5 3+ 3/4; Fusillade", "target": [MODEL, MODEL], "split": [3, 2]}),
    (["--ruleset", "kt21", "--weapon", "5 3+ 3/4; Barrage", "--target", MODEL], ["--cover", "--roof"],
     {"ruleset": "kt21", "weapon": "5 3+ 3/4; Barrage", "target": MODEL, "cover": True, "roof": True}),
    (OLD_SHOT[2:], ["--half-range", "--moved", "--modifier", "-1", "--flesh", "1", "--broken", "--max-flesh-wounds", "1"],
     {"ruleset": "kt18", "weapon": OLD_GUN, "target": OLD_MODEL, "half_range": True, "moved": True, "modifier": -1, "flesh": 1, "broken": True,
      "max_flesh_wounds": 1}),
    (OLD_SHOT[2:], ["--long-range", "--bs", "2", "--cover", "--rerolls", "1"],
     {"ruleset": "kt18", "weapon": OLD_GUN, "target": OLD_MODEL, "long_range": True, "bs": 2, "cover": True, "rerolls": 1}),
    (UNIT_SHOT[2:], ["--models", "4", "--overwatch", "--morale-rerolls", "1", "--morale-modifier", "1"],
     {"ruleset": "kt40", "weapon": OLD_GUN, "target": UNIT, "models": 4, "overwatch": True, "morale_rerolls": 1, "morale_modifier": 1}),
    (["--ruleset", "kt40", "--weapon", 'Assault 2 18" S4 BS3+', "--target", UNIT], ["--advanced"],
     {"ruleset": "kt40", "weapon": 'Assault 2 18" S4 BS3+', "target": UNIT, "advanced": True}),
    (["--weapon", "1 6+ 1/2; Hot", "--target", MODEL, "--shots", "2", "--shooter-wounds", "12", "--injured"], ["--limits", "book"],
     {"weapon": "1 6+ 1/2; Hot", "target": MODEL, "shots": 2, "shooter_wounds": "12", "shooter_injured": True, "limits": "book"}),
    (["--weapon", "ashen-wardens/line-warden/slug-rifle", "--target", "hollow-choir/chorister"], [],
     {"weapon": "ashen-wardens/line-warden/slug-rifle", "target": "hollow-choir/chorister"}),
    (["--ruleset", "kt18", "--weapon", "fen-fusiliers/heron/heron-gun", "--target", "kite-riders/rider"], [],
     {"ruleset": "kt18", "weapon": "fen-fusiliers/heron/heron-gun", "target": "kite-riders/rider"}),
]  # fmt: skip


@pytest.mark.parametrize(("words", "more", "terms"), OTHERS, ids=range(len(OTHERS)))
def test_every_term_of_another_edition_counts(words: list[str], more: list[str], terms: dict[str, Any], said: Any) -> None:
    found, plain = json.loads(said("odds", "shoot", *words, *more, "--json")), json.loads(said("odds", "shoot", *words, "--json"))
    asked = odds.shoot(**terms).as_dict()
    assert {name: found[name] for name in asked} == json.loads(json.dumps(asked))
    assert not more or found["distribution"] != plain["distribution"]


FIGHTS: list[tuple[list[str], list[str], dict[str, Any]]] = [
    (FIGHT, ["--attacker-policy", "strike"], {"attacker_policy": "strike"}),
    (FIGHT, ["--defender-policy", "strike", "--objective", "remove"], {"defender_policy": "strike", "objective": "remove"}),
    (FIGHT, ["--rerolls", "1", "--defender-rerolls", "1", "--initiative", "defender"],
     {"rerolls": 1, "defender_rerolls": 1, "initiative": "defender"}),
    (FIGHT, ["--attacker-injured", "--defender-injured"], {"attacker_injured": True, "defender_injured": True}),
    (FIGHT, ["--attacker-ignore", "5", "--defender-ignore", "6"], {"attacker_ignore": 5, "defender_ignore": 6}),
    (FIGHT, ["--fights", "2"], {"fights": 2}),
    ([*FIGHT[:2], "--attacker", "3 3+ 2/3; Hot", "--attacker-wounds", "9", "--defender", "3 3+ 3/4", "--defender-wounds", "9"], ["--limits", "book"],
     {"limits": "book"}),
    (OLD_FIGHT, ["--modifier", "-1", "--defender-modifier", "1", "--broken"], {"modifier": -1, "defender_modifier": 1, "broken": True}),
    (OLD_FIGHT, ["--obstacle", "--defender-broken", "--max-flesh-wounds", "1", "--attacker-wounds", "1"],
     {"obstacle": True, "defender_broken": True, "max_flesh_wounds": 1, "attacker_wounds": 1}),
    (UNIT_FIGHT, ["--unanswered"], {"strikes_back": False}),
    (UNIT_FIGHT, ["--opportunity"], {"opportunity": True}),
]  # fmt: skip


@pytest.mark.parametrize(("words", "more", "terms"), FIGHTS, ids=[" ".join(more) for _, more, _ in FIGHTS])
def test_every_term_of_a_fight_counts(words: list[str], more: list[str], terms: dict[str, Any], said: Any) -> None:
    found, plain = json.loads(said(*words, *more, "--json")), json.loads(said(*words, "--json"))
    pairs = dict(zip(words[2::2], words[3::2], strict=True))
    given = {name.strip("-").replace("-", "_"): value for name, value in pairs.items()}
    asked = odds.fight(**{**given, **terms}).as_dict()  # type: ignore[arg-type]
    assert {name: found[name] for name in asked} == json.loads(json.dumps(asked))
    assert found["joint"] != plain["joint"]


def test_a_defender_without_a_weapon(said: Any) -> None:
    words = ("odds", "fight", "--attacker", "4 3+ 4/5", "--attacker-wounds", "9", "--defender", "none", "--defender-wounds", "8")
    assert json.loads(said(*words, "--json"))["expected_taken"] == 0.0


def test_named_fighters_bring_their_wounds(said: Any) -> None:
    words = ("--attacker", "ashen-wardens/line-warden/bayonet", "--defender", "hollow-choir/precentor/tuned-glaive")
    assert "bayonet, 10 wounds" in said("odds", "fight", *words)
    foe = f"kite-riders/gaff/{_blade('kite-riders', 'Gaff')}"
    assert "fen-fusiliers/reeve, 2 wounds" in said("odds", "fight", "--ruleset", "kt18", "--attacker", "fen-fusiliers/reeve", "--defender", foe)


def _blade(team: str, operative: str) -> str:
    card = next(card for card in load_team(team).operatives if card.name == operative)
    return str(next(weapon.name for weapon in card.weapons if weapon.kind == "melee"))


# --- text


ALL = [
    SHOT, [*SHOT, "--shots", "3", "--cover"], [*SHOT, "--target", "save 5+, wounds 7"], FIGHT, OLD_SHOT, UNIT_SHOT, OLD_FIGHT, UNIT_FIGHT,
    ["odds", "shoot", "--weapon", "5 3+ 3/4; Hot, Stun, 1\" Devastating 2, Poison*", "--target", "save 3+, wounds 5 of 12"],
]  # fmt: skip


@pytest.mark.parametrize("words", ALL, ids=[" ".join(words[1:4]) + str(n) for n, words in enumerate(ALL)])
def test_text_fits_80_columns_and_needs_no_colour(words: list[str], said: Any) -> None:
    text = said(*words)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert "█" in text and "%" in text


def test_the_numbers_and_the_bars_of_a_shot(said: Any) -> None:
    text = said(*SHOT)
    assert "expected damage 8.598, incapacitated 24.9%, injured 69.1%" in text
    assert re.search(r"^ +9 +13\.86%  █{24} +56\.40%  █{13}", text, re.MULTILINE)  # the likeliest damage has the longest bar
    assert text.index(" 6 ") < text.index("from 7 on: injured") < text.index(" 7 ", text.index("injured ─"))
    assert "from 12 on: incapacitated" in text


def test_the_numbers_and_the_bars_of_a_fight(said: Any) -> None:
    text = said(*FIGHT)
    assert "defender: loses 7.211 on average, incapacitated 79.9%" in text
    assert re.search(r"^incapacitated +- +79\.88%  █+$", text, re.MULTILINE)


def test_what_is_not_computed_is_said(said: Any) -> None:
    assert "not computed: Poison*\n" in said("odds", "shoot", "--weapon", "5 3+ 3/4; Poison*", "--target", MODEL)
    assert "not computed" not in said(*SHOT)


def test_the_terms_are_said(said: Any) -> None:
    assert "terms: rerolls 1, cover\n" in said(*SHOT, "--cover", "--rerolls", "1")
    assert "terms" not in said(*SHOT)


def test_further_numbers_are_told_in_words(said: Any) -> None:
    hot = said("odds", "shoot", "--weapon", '5 3+ 3/4; Hot, Stun, 1" Devastating 2', "--target", MODEL)
    assert re.search(r'^stunned: \d\d\.\d%$\n^damage to the shooter: 0: .*$\n^damage to others: within 1": 0: ', hot, re.MULTILINE)
    assert re.search(r"^morale: fails \d+\.\d%, costs 0: ", said(*UNIT_SHOT), re.MULTILINE)
    assert re.search(r"^flesh wound of the attacker: ", said(*OLD_FIGHT), re.MULTILINE)


def test_advice_is_told_when_asked_for(said: Any) -> None:
    text = said(*SHOT, "--advice")
    assert "Balanced: re-roll 1 fail" in text and "and 6 more, which --json lists" in text
    assert "balanced" not in said(*SHOT)
    assert "There is nothing to decide." in said("odds", "shoot", "--weapon", "5 3+ 3/4", "--target", MODEL, "--advice")
    assert "strike with a critical" in said(*FIGHT, "--advice")


def test_long_distributions_are_put_together() -> None:
    rows = list(odds_text.chart(dict.fromkeys(range(90), 1 / 90), "damage", {50: "out"}))
    assert len(rows) <= odds_text.ROWS + 2
    assert [row for row in rows if "from 50 on: out" in row]
    assert rows[1].split() == ["0-3", "4.44%", "█" * odds_text.BAR, "100.00%", "█" * odds_text.BAR]


def test_what_hardly_ever_happens_has_no_row() -> None:
    rows = list(odds_text.chart({0: 0.5, 1: 0.49995, 2: 0.00005}, "damage", {}))
    assert [row.split()[0] for row in rows] == ["damage", "0", "1", "more"]
    assert rows[2].split()[3] == "50.00%"


# --- tables


@pytest.mark.parametrize("ruleset", list(TEAMS))
def test_a_team_against_another(ruleset: str, said: Any) -> None:
    team, against = TEAMS[ruleset]
    found = json.loads(said("odds", "table", "--team", team, "--against", against, "--json"))
    mine, theirs = load_team(team), load_team(against)
    assert found["ruleset"] == ruleset
    assert found["targets"] == found["melee"]["targets"] == list(dict.fromkeys(card.name for card in theirs.operatives))
    for kind, weapons in (("ranged", found["weapons"]), ("melee", found["melee"]["weapons"])):
        names = {weapon.name for card in mine.operatives for weapon in card.weapons if weapon.kind == kind}
        assert {name for name in names if any(label.startswith(f"{name} (") for label in weapons)} == names
        assert len(weapons) == len(set(weapons))
    assert np.shape(found["expected"]) == (len(found["weapons"]), len(found["targets"]))
    assert np.shape(found["melee"]["dealt"]) == (len(found["melee"]["weapons"]), len(found["targets"]))
    text = said("odds", "table", "--team", team, "--against", against)
    assert all(label.split(" (")[0] in text for label in found["weapons"])


def test_a_table_says_what_single_questions_say(said: Any) -> None:
    words = ("odds", "table", "--team", "ashen-wardens", "--against", "hollow-choir", "--cover", "--injured", "--rerolls", "1", "--json")
    found = json.loads(said(*words))
    i, j = found["weapons"].index("Slug rifle (Line Warden)"), found["targets"].index("Chorister")
    rifle, chorister = "ashen-wardens/line-warden/slug-rifle", "hollow-choir/chorister"
    shot = odds.shoot(weapon=rifle, target=chorister, cover=True, shooter_injured=True, rerolls=1)
    assert found["expected"][i][j] == pytest.approx(shot.expected)
    assert found["incapacitate"][i][j] == pytest.approx(shot.incapacitate)
    i = next(n for n, label in enumerate(found["melee"]["weapons"]) if label.startswith("Bayonet (Line Warden"))
    card = next(card for card in load_team("hollow-choir").operatives if card.name == "Chorister")
    blades = [f"{chorister}/{weapon.name}" for weapon in card.weapons if weapon.kind == "melee"]
    asked = {"attacker": "ashen-wardens/line-warden/bayonet", "attacker_injured": True, "rerolls": 1}
    fight = min((odds.fight(**asked, defender=blade) for blade in blades), key=lambda one: one.value)
    assert found["melee"]["dealt"][i][j] == pytest.approx(fight.expected_dealt)
    assert found["melee"]["taken"][i][j] == pytest.approx(fight.expected_taken)


def test_a_table_of_weapons_and_targets_as_csv(said: Any) -> None:
    guns, models = ["4 3+ 3/4", GUN], [MODEL, "save 5+, wounds 7"]
    words = [word for gun in guns for word in ("--weapon", gun)] + [word for model in models for word in ("--target", model)]
    rows = list(csv.DictReader(io.StringIO(said("odds", "table", *words, "--csv"))))
    assert [(row["kind"], row["weapon"], row["target"]) for row in rows] == [("ranged", gun, model) for gun in guns for model in models]
    for row in rows:
        assert float(row["expected"]) == pytest.approx(odds.shoot(weapon=row["weapon"], target=row["target"]).expected)


def test_a_table_of_a_team_as_csv_has_both_kinds(said: Any) -> None:
    rows = list(csv.DictReader(io.StringIO(said("odds", "table", "--team", "moth-parade", "--against", "quarry-guild", "--csv"))))
    assert {row["kind"] for row in rows} == {"ranged", "melee"}
    assert all((row["taken"] == "") == (row["kind"] == "ranged") for row in rows)


def test_tables_of_other_editions(said: Any) -> None:
    for ruleset, target in (("kt18", OLD_MODEL), ("kt40", UNIT)):
        found = json.loads(said("odds", "table", "--ruleset", ruleset, "--weapon", OLD_GUN, "--target", target, "--json"))
        assert (found["weapons"], found["targets"], found["melee"]) == ([OLD_GUN], [target], None)


def test_a_team_file_can_be_asked_about(tmp_path: Path, said: Any) -> None:
    source = Path(matchups.__file__).parents[1] / "data" / "teams" / "ashen-wardens.toml"
    copy = tmp_path / "wardens.toml"
    copy.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    assert said("odds", "table", "--team", str(copy), "--against", "hollow-choir") == said(
        "odds", "table", "--team", "ashen-wardens", "--against", "hollow-choir"
    )


# --- pictures


PICTURES = [SHOT, [*SHOT, "--target", MODEL], FIGHT, OLD_SHOT, UNIT_FIGHT]


@pytest.mark.parametrize("words", PICTURES, ids=[" ".join(words[1:4]) + str(n) for n, words in enumerate(PICTURES)])
def test_pictures_are_real_files_of_their_kind(words: list[str], said: Any, tmp_path: Path) -> None:
    png, svg = tmp_path / "odds.png", tmp_path / "odds.SVG"
    assert f"drawn in {png}" in said(*words, "--plot", str(png))
    said(*words, "--plot", str(svg), "--json")
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n") and data.rstrip().endswith(b"IEND\xaeB`\x82")
    assert int.from_bytes(data[16:20]) > 1000 and int.from_bytes(data[20:24]) > 600  # dots
    assert ElementTree.parse(svg).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["odds.SVG", "odds.png"]


def test_the_same_question_gives_the_same_picture(said: Any, tmp_path: Path) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for file in (one, two):
        said(*SHOT, "--plot", str(file))
    assert one.read_bytes() == two.read_bytes()


def test_a_picture_of_a_shot_says_what_it_shows() -> None:
    found = odds.shoot(weapon=GUN, target=MODEL)
    figure = plots.shot(found, ShotCaption("kt24", GUN, (MODEL,), "cover"))
    axes, curve = figure.axes
    assert axes.get_title(loc="left").splitlines()[:3] == [f"kt24: {GUN}", f"against {MODEL}", "cover"]
    assert [bar.get_height() for bar in axes.patches] == list(found.distribution.values())
    assert {text.get_text() for text in axes.texts} == {"injured from 7 on", "incapacitated from 12 on"}
    heights = [float(y) for y in curve.lines[0].get_ydata()]
    assert heights == sorted(heights, reverse=True) and heights[0] == pytest.approx(1.0)
    assert all((axes.get_xlabel(), axes.get_ylabel(), curve.get_ylabel()))


def test_a_picture_of_a_fight_says_what_it_shows() -> None:
    found = odds.fight(attacker="4 3+ 4/5", attacker_wounds=7, defender="3 4+ 3/4", defender_wounds=8)
    axes, bar = plots.fight(found, FightCaption("kt24", "4 3+ 4/5", "3 4+ 3/4")).axes
    chances = np.ma.filled(axes.collections[0].get_array(), 0.0).reshape(8, 9)
    assert all(chances[mine, theirs] == pytest.approx(chance) for mine, theirs, chance in found.joint)
    assert axes.get_title(loc="left").splitlines()[:2] == ["kt24: 4 3+ 4/5", "against 3 4+ 3/4"]
    assert axes.xaxis.get_major_formatter()(0) == axes.yaxis.get_major_formatter()(0) == "out"
    assert sorted(line.get_linestyle() for line in axes.lines) == ["-", "-"] and bar.get_ylabel() == "chance"


def test_a_picture_that_fails_leaves_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    def half(self: Any, file: Any, **_: object) -> None:
        file.write(b"half")
        raise OSError(28, "No space left on device", "odds.png")

    monkeypatch.setattr(Figure, "savefig", half)
    (tmp_path / "odds.png").write_bytes(b"before")
    assert run([*SHOT, "--plot", str(tmp_path / "odds.png")]) == 2
    assert capsys.readouterr() == ("", "counteract: odds.png: No space left on device\n")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"before"]


def test_what_cannot_be_drawn_to_is_refused_before_anything_is_worked_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(odds, "shoot", lambda **_: pytest.fail("this was worked out"))
    for name in ("odds.pdf", "odds", "png", "nowhere/odds.png"):
        assert run([*SHOT, "--plot", str(tmp_path / name)]) == 2
        assert name in capsys.readouterr().err
    (tmp_path / "folder.png").mkdir()
    assert run([*SHOT, "--plot", str(tmp_path / "folder.png")]) == 2


# --- bad input


BAD: list[tuple[list[str], str]] = [
    (["shoot", "--weapon", "5 7+ 3/4", "--target", MODEL], "'7+' is no Hit"),
    (["shoot", "--weapon", "5 3+ 3/4; Lethal 9+", "--target", MODEL], "'Lethal 9+'"),
    (["shoot", "--weapon", "5 3+ 3", "--target", MODEL], "'3' is no damage"),
    (["shoot", "--weapon", "0 3+ 3/4", "--target", MODEL], "'0' is no number of attack dice"),
    (["shoot", "--weapon", "40 3+ 3/4", "--target", MODEL], "'40' is no number of attack dice"),
    (["shoot", "--weapon", GUN, "--target", "save 3+, wounds -2"], "'-2' is no number of wounds"),
    (["shoot", "--weapon", GUN, "--target", "save 3+"], "wounds"),
    (["shoot", "--weapon", GUN, "--target", "save 3+, wounds 9 of 8"], "9 wounds of 8"),
    (["shoot", "--weapon", GUN], "--target"),
    (["shoot", "--weapon", "ashen-wardens/nobody/x", "--target", MODEL], "nobody"),
    (["shoot", "--weapon", "ashen-wardens/line-warden/bayonet", "--target", MODEL], "Bayonet is a melee weapon"),
    (["shoot", "--weapon", GUN, "--target", "ashen-wardens/nobody"], "nobody"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--ruleset", "kt99"], "kt99"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--objective", "fun"], "fun"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--rerolls", "-1"], "rerolls"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--rerolls", "two"], "two"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--shots", "0"], "shots"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--shots", "2", "--target", MODEL], "several shots"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--vantage"], "say cover too"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--ruleset", "kt21", "--cover", "--vantage"], "--vantage means nothing in kt21"),
    (["shoot", "--weapon", GUN, "--target", f"{MODEL}, in clover"], "'in clover' says nothing about a target"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--split", "3,2"], "--split means nothing in kt24"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--half-range"], "--half-range means nothing in kt24; it is for kt18 and kt40"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--ruleset", "kt21", "--printing", "2024"], "--printing means nothing in kt21"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--ruleset", "kt21", "--limits", "book"], "--limits means nothing in kt21; it is for kt24"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--ruleset", "kt21", "--obscured"], "KT21-OBSCURE-01"),
    (["shoot", "--weapon", "5 3+ 3/4", "--target", MODEL, "--ruleset", "kt21", "--split", "5"], "split"),
    (["shoot", "--weapon", "5 3+ 3/4; Fusillade", "--target", MODEL, "--target", MODEL, "--ruleset", "kt21", "--split", "3,x"], "'x'"),
    (["shoot", "--weapon", "5 3+ 3/4; Fusillade", "--target", MODEL, "--target", MODEL, "--ruleset", "kt21", "--split", "3,1"], "5 dice"),
    (["shoot", "--weapon", GUN, "--target", MODEL, "--shooter-wounds", "many"], "'many'"),
    ([*OLD_SHOT[1:], "--models", "2"], "--models means nothing in kt18; it is for kt40"),
    ([*OLD_SHOT[1:], "--cover-save", "always"], "--cover-save means nothing in kt18"),
    ([*OLD_SHOT[1:], "--target", OLD_MODEL], "several targets"),
    ([*OLD_SHOT[1:], "--flesh", "-1"], "flesh must be a whole number from 0 to 6, not -1"),
    ([*OLD_SHOT[1:], "--bs", "7"], "BS"),
    ([*OLD_SHOT[1:], "--rerolls", "2"], "rerolls"),
    ([*UNIT_SHOT[1:], "--models", "0"], "models must be a whole number from 1 to 30, not 0"),
    (["fight", "--attacker", "4 3+ 4/5", "--defender", "4 3+ 4/5", "--defender-wounds", "8"], "the attacker's wounds are missing"),
    (["fight", "--attacker", "4 3+ 4/5", "--attacker-wounds", "8"], "--defender"),
    ([*FIGHT[1:], "--fights", "9"], "fights"),
    ([*FIGHT[1:], "--attacker-policy", "run"], "run"),
    ([*FIGHT[1:], "--obstacle"], "--obstacle means nothing in kt24"),
    ([*FIGHT[1:], "--defender-ignore", "9"], "'9'"),
    ([*OLD_FIGHT[1:], "--fights", "2"], "--fights means nothing in kt18"),
    ([*UNIT_FIGHT[1:], "--attacker-wounds", "4"], "wounds"),
    (["table"], "--team"),
    (["table", "--team", "ashen-wardens"], "--against"),
    (["table", "--team", "ashen-wardens", "--against", "nobody"], "nobody"),
    (["table", "--team", "ashen-wardens", "--against", "moth-parade"], "moth-parade"),
    (["table", "--team", "ashen-wardens", "--against", "hollow-choir", "--json", "--csv"], "not both"),
    (["table", "--team", "fen-fusiliers", "--against", "kite-riders", "--injured"], "--injured means nothing in kt18"),
    (["table", "--weapon", "x", "--target", MODEL], "'x' is no weapon"),
    (["table", "--weapon", GUN], "--target"),
    (["nonsense"], "nonsense"),
]


@pytest.mark.parametrize(("words", "names"), BAD, ids=[" ".join(words)[:60] for words, _ in BAD])
def test_bad_input_is_one_sentence_and_exit_code_2(
    words: list[str], names: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    drawn = ["--plot", "odds.png"] if words[0] in ("shoot", "fight") else []
    code = run(["odds", *words, *drawn])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert re.fullmatch(r"counteract: [^\n]+\n", err), err
    assert names in err
    assert list(tmp_path.iterdir()) == []


# --- the first use


def test_help_tells_the_commands_and_loads_nothing_heavy() -> None:
    code = "import sys; from counteract.cli import run; run(['odds', '--help']); print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.splitlines()
    assert all(re.search(rf"\b{name}\b", "\n".join(shown[:-1])) for name in ("shoot", "fight", "table"))
    assert not {"msgspec", "numpy", "numba", "matplotlib", "counteract.odds"} & set(shown[-1].split())


NEW_PROCESS = """
from counteract.odds.pools.kernels import warm
warm()
from numba.core import event
seen = event.RecordingListener()
event.register("numba:compile", seen)
from counteract import odds
for ruleset in ("kt24", "kt21"):
    for terms in ({}, {"cover": True, "rerolls": 1, "objective": "capped"}, {"shots": 2}):
        odds.shoot(ruleset=ruleset, weapon="3 3+ 3/4; Relentless", target="save 3+, wounds 5 of 12, ignore 5+", **terms)
    odds.shoot(ruleset=ruleset, weapon="3 3+ 3/4", target=["save 3+, wounds 5", "save 4+, wounds 6"])
    odds.table(["3 3+ 3/4", "2 3+ 3/4; Ceaseless"], ["save 3+, wounds 5", "save 4+, wounds 7, ignore 5+"], ruleset=ruleset, cover=True)
    for one, two in (("3 3+ 4/5; Ceaseless", "3 3+ 3/4; Balanced"), ("3 3+ 4/5", "3 3+ 3/4"), ("3 3+ 4/5; Relentless", None)):
        for more in ({}, {"defender_ignore": 5}):
            odds.fight(ruleset=ruleset, attacker=one, defender=two, attacker_wounds="5 of 12", defender_wounds=9, **more)
print(len(seen.buffer))
"""


def test_nothing_is_left_to_compile_after_warming_and_nothing_is_said_then() -> None:
    subprocess.run([sys.executable, "-c", "from counteract.odds.pools.kernels import warm; warm()"], check=True, capture_output=True)
    done = subprocess.run([sys.executable, "-c", NEW_PROCESS], check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_compiling_is_said_once_and_only_for_the_odds(capsys: pytest.CaptureFixture[str]) -> None:
    listener = kernels._Compiling()

    def compiling(module: str) -> Any:
        return SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=SimpleNamespace(__module__=module))})

    for module in ("somebody.else", "counteract.odds.pools.kernels.shots", "counteract.odds.pools.kernels.fights"):
        listener.on_start(compiling(module))
        listener.on_end(compiling(module))
    assert capsys.readouterr().err == "preparing the odds; this happens once on a machine and can take a minute ...\n"
