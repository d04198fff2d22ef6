"""The command line as scripts use it: exit codes, standard output and standard error."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from counteract import Game, load_team, team_ids
from counteract.core.rulebook import Rulebook
from counteract.players import make_player
from tests.commands import CommandResult, call

TEAMS = ["ashen-wardens", "hollow-choir"]


def text(*words: str) -> str:
    """Return the output of a command that must succeed."""
    done = call(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def document(*words: str):
    """Return the one JSON document a good call prints."""
    return json.loads(text(*words, "--json"))


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Return the record of a short battle: a few answers, then player 1 gives up."""
    from counteract import Concede

    game = Game.new("kt24", teams=TEAMS, seed=3)
    player = make_player("random", 1)
    for _ in range(20):
        game.play(player.choose(game))
    game.play(Concede())
    path = tmp_path_factory.mktemp("records") / "battle.json"
    game.save(path)
    return path


# --- bad input


BAD = [
    (["nonsense"], "nonsense"),
    (["rules", "KT24-SHOT-04"], "KT24-SHOOT-04"),
    (["rules", "SHOOT-04"], "begins with its ruleset"),
    (["rules", "--ruleset", "kt99"], "kt99"),
    (["rules", "--lang", "de"], "de"),
    (["rules", "--search", ""], "nothing to search for"),
    (["rules", "KT24-GEN-01", "--ruleset", "kt24"], "not both"),
    (["rules", "KT24-GEN-01", "--nonsense"], "--nonsense"),
    (["teams", "nobody"], "nobody"),
    (["teams", "--ruleset", "kt99"], "kt99"),
    (["teams", "no/such/team.toml"], "no/such/team.toml"),
    (["replay"], "FILE"),
    (["replay", "no-such-file.json"], "no-such-file.json"),
    (["replay", "."], "."),
    (["replay", __file__], "not a whole JSON file"),
    (["simulate"], "--teams"),
    (["simulate", "--teams", "nobody", "nowhere", "--games", "1"], "nobody"),
    (["simulate", "--teams", "a", "b", "--games", "many"], "many"),
    (["simulate", "--teams", "a", "b", "--games", "0"], "1 or more"),
    (["simulate", "--teams", "a", "b", "--ruleset", "kt99"], "kt99"),
    (["simulate", "--position", "no-such-file.toml"], "no-such-file.toml"),
    (["simulate", "--position", __file__], "line 1: not valid TOML"),
    (["simulate", "--position", "."], "."),
    (["simulate", "--teams", "a", "b", "--players", "no_such_module:Player", "random"], "No module named 'no_such_module'"),
    (["simulate", "--position", "a.toml", "--teams", "a", "b"], "--teams goes without --position"),
    (["play", "--position", "a.toml"], "--position goes with --terminal"),
    (["play", "--terminal", "--position", "no-such-file.toml"], "no-such-file.toml"),
    (["play", "--terminal", "--position", "a.toml", "--resume", "b.json"], "--resume goes without --position"),
    (["play", "--terminal", "--position", "a.toml", "--ruleset", "kt24"], "--ruleset goes without --position"),
    (["bench", "nonsense"], "nonsense"),
]


@pytest.mark.parametrize(("words", "names"), BAD, ids=[" ".join(words)[:40] for words, _ in BAD])
def test_bad_input_is_one_sentence_and_exit_code_2(words, names):
    done = call(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"counteract: [^\n]+\n", done.stderr), done.stderr
    assert names in done.stderr


@pytest.mark.parametrize("words", [["rules", "KT24-SHOT-04"], ["rules", "KT24-WR-RENDING-01", "--lang", "zh"]], ids=["bad", "good"])
def test_a_process_does_the_same(words):
    done = subprocess.run([sys.executable, "-m", "counteract", *words], check=False, capture_output=True, text=True, encoding="utf-8")
    assert CommandResult(done.returncode, done.stdout, done.stderr) == call(*words)


# --- languages

SPOKEN = [
    ["rules", "KT24-SHOT-04"], ["rules", "--search", "xyzzy"], ["rules"], ["teams", "nobody"], ["teams", "--ruleset", "kt99"],
    ["teams", "hollow-choir"],
    ["simulate", "--teams", "a", "b", "--games", "0"], ["simulate", "--teams", "ashen-wardens", "fen-fusiliers", "--games", "1"],
    ["replay", "no-such-file.json"], ["replay", __file__], ["odds", "shoot", "--weapon", "x", "--target", "y"],
]  # fmt: skip


@pytest.mark.parametrize("words", SPOKEN, ids=[" ".join(words)[:40] for words in SPOKEN])
def test_every_command_speaks_the_language_that_is_asked_for(words):
    """In each language something else is said, with the same exit code and on the same stream."""
    said = [call(*words, *more) for more in ([], ["--lang", "fr"], ["--lang=zh"])]
    assert len({done.stdout + done.stderr for done in said}) == 3, said
    assert len({(done.returncode, done.stdout == "", done.stderr == "") for done in said}) == 1


TEAM = """
id = "mine"
name = "Mine"
ruleset = "kt24"
summary = "Few."
%s
"""
OPERATIVE = """
[[operative]]
id = "one"
name = "One"
"""


@pytest.mark.parametrize("more", ["", "number = 3", OPERATIVE, OPERATIVE + "apl = 'two'", "name ="], ids=["empty", "key", "lack", "kind", "toml"])
def test_what_is_wrong_with_a_team_is_said_in_the_language(more, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(TEAM % more, encoding="utf-8")
    said = [call("teams", str(file), "--lang", lang) for lang in ("en", "fr", "zh")]
    assert all(done.returncode == 2 and re.fullmatch(r"counteract: mine\.toml[^\n]+\n", done.stderr) for done in said), said
    assert len({done.stderr for done in said}) == 3


# --- help


def test_help_lists_the_commands():
    for command in ("bench", "league", "odds", "play", "replay", "rules", "simulate", "teams"):
        assert re.search(rf"\b{command}\b", text("--help"))


def test_help_loads_nothing_heavy():
    """Help appears at once, because it imports nothing heavy."""
    code = "import sys; from counteract.cli import run; run(['--help']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.splitlines()[-1].split()
    assert not {"msgspec", "numpy", "numba", "shapely", "rich.markdown", "counteract.core.game"} & set(loaded)


def test_version():
    assert re.fullmatch(r"counteract \d+\.\d+\.\d+\n", text("--version"))


# --- rules


def test_a_rule_in_english_french_and_chinese():
    assert "Rending" in text("rules", "KT24-WR-RENDING-01")
    assert "Fracassante" in text("rules", "kt24-wr-rending-01", "--lang", "fr")
    assert "撕裂" in text("rules", "KT24-WR-RENDING-01", "--lang", "zh")


def test_a_rule_as_json():
    rule = document("rules", "KT24-WR-RENDING-01", "--lang", "fr")
    assert rule["id"] == "KT24-WR-RENDING-01"
    assert rule["lang"] == "fr"
    assert rule["title"].startswith("Fracassante")
    assert "KT24-INT-46" in rule["see"]


def test_all_rules_of_a_ruleset():
    rules = document("rules", "--ruleset", "kt24")
    known = [rule.id for rule in Rulebook.load("kt24").rules]
    assert [rule["id"] for rule in rules] == known
    assert re.findall(r"KT24-[A-Z0-9-]+", text("rules", "--ruleset", "kt24")) == known


def test_searching_rules():
    assert document("rules", "--search", "severe", "rending")[0]["id"] == "KT24-WR-SEVERE-03"
    assert document("rules", "--search", "severe rending") == document("rules", "--search", "severe", "rending")
    assert "KT24-WR-RENDING-01" in text("rules", "--search", "撕裂")


def test_finding_nothing_is_no_error():
    assert document("rules", "--search", "xyzzy") == []
    assert "No rule" in text("rules", "--search", "xyzzy")


def test_rules_alone_tells_what_rulebooks_there_are():
    assert f"kt24: {len(Rulebook.load('kt24'))} rules" in text("rules")


def test_a_reader_that_stops_early_is_no_error():
    line = f"{sys.executable} -c 'from counteract.cli import main; main()' rules --ruleset kt24 | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], check=False, capture_output=True, text=True)
    assert done.stderr == ""


# --- teams


def test_teams_as_json_are_objects_with_id_name_and_ruleset():
    teams = document("teams")
    assert {team["id"] for team in teams} == set(team_ids())
    assert all(set(team) == {"id", "name", "ruleset"} for team in teams)
    assert document("teams", "--ruleset", "kt24") == [team for team in teams if team["ruleset"] == "kt24"]


@pytest.mark.parametrize("name", team_ids())
def test_every_team_shows_its_cards(name):
    shown = text("teams", name)
    for card in load_team(name).operatives:
        assert card.name in shown
        assert all(weapon.name in shown for weapon in getattr(card, "weapons", ()))


def test_a_team_has_its_columns():
    shown = text("teams", TEAMS[0])
    for column in ("APL", "MOVE", "SAVE", "WOUNDS", "ATK", "HIT", "DMG", "WR"):
        assert re.search(rf"\b{column}\b", shown)
    assert document("teams", TEAMS[0])["id"] == TEAMS[0]


# --- replay


def test_a_record_is_told_with_its_result(saved):
    story = text("replay", str(saved))
    assert "wins" in story
    assert "verified: 21 answers" in story


def test_verifying_tells_no_story(saved):
    assert len(text("replay", str(saved), "--verify").splitlines()) == 3


def test_a_record_as_json(saved):
    told = document("replay", str(saved))
    assert told["verified"] is True
    assert told["decisions"] == 21
    assert told["result"]["reasons"] == ["KT24-MIS-20"]
    assert {"kind", "rule", "values", "text"} == set(told["events"][0])
    assert "events" not in document("replay", str(saved), "--verify")


def test_a_record_that_was_tampered_with_is_refused(saved, tmp_path):
    whole = saved.read_text(encoding="utf-8")
    changed = tmp_path / "changed.json"
    changed.write_text(whole.replace('"seed":3', '"seed":4'), encoding="utf-8")
    done = call("replay", str(changed), "--json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"counteract: [^\n]*changed\.json: the record disagrees at step \d+: [^\n]+\n", done.stderr)


# --- simulate


def test_simulating_as_json_is_the_same_whatever_the_jobs():
    words = ("simulate", "--teams", *TEAMS, "--players", "random", "random", "--games", "2", "--seed", "1")
    found = text(*words, "--json")
    assert [set(game) for game in json.loads(found)["games"]] == [{"game", "winner", "winners", "scores", "turns", "decisions", "record"}] * 2
    assert found == text(*words, "--json", "--jobs", "2")


def test_simulating_tells_wins_and_shares():
    shown = text("simulate", "--teams", *TEAMS, "--players", "random", "random", "--games", "2")
    assert "2 games of kt24, seed 1" in shown


# --- armies

ARMY = """id = "mine"
name = "Mine"
ruleset = "kt40"
army = "ninth-bell"
points = 300
summary = "Few."

[[detachment]]
kind = "patrol"

[[detachment.unit]]
sheet = "provost"
warlord = true

[[detachment.unit]]
sheet = "vergers"
"""
LEADERLESS = ARMY.replace('"provost"', '"ushers"')
BOARDING = """ruleset = "kt40"
teams = ["bell-battalion", "hedge-patrol"]
turn = 1
phase = "movement"

[[units]]
unit = "reliquary"
at = [[20, 14]]

[[units]]
unit = "vergers"
carrier = "reliquary"
[[units]]
unit = "ushers"
carrier = "reliquary"
[[units]]
unit = "founders"
carrier = "reliquary"
"""
BAD_LISTS = [
    ("points = 300", "points = 100", "mine.toml, line 5: the units cost 141 points, and the list may have 100 [KT40-ARMY-02]"),
    ('"provost"', '"ushers"', "mine.toml, line 8: detachment 1: a Patrol detachment needs at least 1 HQ, and this one has 0 [KT40-ARMY-04]"),
    ("warlord = true", "warlord = false", "mine.toml, line 1: the army has no Warlord: one unit must have 'warlord = true' [KT40-ARMY-06]"),
    (
        '"vergers"',
        '"vergers"\nmodels = { verger = 12 }',
        "mine.toml, line 17: unit 'vergers': has 12 models 'verger', and its datasheet allows 4 to 9 [KT40-UNIT-02]",
    ),
    ("kt40", "kt24", "mine.toml, line 3: the team is for kt24, not for kt40"),
]


@pytest.mark.parametrize(("old", "new", "says"), BAD_LISTS, ids=[says.rpartition("[")[2] for _, _, says in BAD_LISTS])
def test_a_list_that_may_not_be_is_refused_at_its_line_with_the_rule(old, new, says, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(ARMY.replace(old, new), encoding="utf-8")
    done = call("simulate", "--ruleset", "kt40", "--teams", str(file), "hedge-patrol", "--games", "1")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"counteract: {says}\n")


def test_the_list_itself_may_be(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(ARMY, encoding="utf-8")
    assert "Provost" in text("teams", str(file))


@pytest.mark.parametrize("count", [1, 5])
def test_two_to_four_armies_play(count):
    done = call("simulate", "--ruleset", "kt40", "--teams", *["bell-patrol"] * count, "--players", *["random"] * count, "--games", "1")
    assert done == (2, "", f"counteract: Army Battle is played by 2, 3, 4 teams, not {count} [KT40-MIS-01]\n")


def test_a_transport_over_its_capacity_is_refused(tmp_path):
    file = tmp_path / "boarding.toml"
    file.write_text(BOARDING, encoding="utf-8")
    done = call("simulate", "--position", str(file), "--games", "1")
    assert (done.returncode, done.stdout) == (2, "")
    says = r"boarding\.toml, line 12: unit 'vergers': Reliquary has room for 10 models, not for \d+ \[KT40-TRANS-01\]"
    assert re.fullmatch(rf"counteract: {says}\n", done.stderr)


def test_armies_show_their_units_with_size_and_points():
    assert re.search(r"Verger File +Troops +5 +80 +INFANTRY", text("teams", "bell-patrol"))
    assert re.search(r"bell-patrol +Patrol of the Low Tower +kt40 +19 ", text("teams"))
    assert document("teams", "bell-patrol")["army"] == "ninth-bell"


def test_simulated_battles_of_three_armies_are_the_same_whatever_the_jobs():
    words = ("simulate", "--ruleset", "kt40", "--teams", "bell-patrol", "hedge-patrol", "iron-patrol", "--players", "novice", "random", "random")
    found = text(*words, "--games", "2", "--json")
    assert found == text(*words, "--games", "2", "--json", "--jobs", "2")
    assert [len(game["scores"]) for game in json.loads(found)["games"]] == [3, 3]


def test_the_record_of_a_battle_of_armies_is_told_and_verified(tmp_path):
    game, file = Game.new("kt40", seed=3), tmp_path / "battle.json"
    player = make_player("random", 1)
    for _ in range(60):
        game.play(player.choose(game))
    game.save(file)
    shown = text("replay", str(file))
    assert "verified: 60 answers" in shown and "is set up." in shown


def test_the_rules_of_armies_are_listed():
    assert re.findall(r"KT40-[A-Z0-9-]+", text("rules", "--ruleset", "kt40")) == [rule.id for rule in Rulebook.load("kt40").rules]
