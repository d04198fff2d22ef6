"""Leagues: the same bytes however the work is shared out or interrupted, forfeits that stop nobody, and ratings with error bars."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import combinations, product
from math import log10
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from counteract.core import registry
from counteract.core.dice import SeededDice
from counteract.core.record import record
from counteract.files.teams import team_ids
from counteract.game import Game
from counteract.lab.league import LeagueSpec, count_games, play_league
from counteract.lab.league.ratings import POINTS, fit_ratings, log_likelihood, wilson_interval
from counteract.lab.league.results import LeagueFile
from counteract.lab.league.schedule import fixture_of, fixtures_of, league_seed, pairs_of, prepare_contents, settle
from counteract.players import make_player
from counteract.table.killzone import killzone_ids
from tests.commands import call

ROOT = Path(__file__).parents[2]
HERE = "tests.lab.league_players:"
KILLZONES = ("foundry", "salt-flats", "undercroft")
SPEC = LeagueSpec(ruleset="kt24", players=("random", "novice"), killzones=KILLZONES, games=8, seed=5, with_itself=True)
WORDS = ["league", "--players", "random", "novice", "--killzones", *KILLZONES, "--games", "8", "--seed", "5", "--with-itself"]
GAMES = 24  # three pairs
QUICK = {"ruleset": "banners", "teams": ("herons", "larks"), "games": 2, "seed": 1}


def rows(path: Path, what: str = "*") -> list[dict[str, Any]]:
    """Return the games in a file, in the order in which they were finished."""
    base = sqlite3.connect(path)
    base.row_factory = sqlite3.Row
    found = [dict(row) for row in base.execute(f"SELECT {what} FROM games ORDER BY made")]
    base.close()
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """Return the document and the file of a league that nothing has interrupted."""
    path = tmp_path_factory.mktemp("league") / "league.sqlite"
    return play_league(SPEC, out=path), path


# --- the schedule


def test_seats_are_swapped_and_seeds_paired(played: tuple[dict[str, Any], Path]) -> None:
    games = {(row["pair"], row["number"]): row for row in rows(played[1])}
    assert len(games) == GAMES
    for pair, number in product(range(3), range(0, 8, 2)):
        one, other = games[pair, number], games[pair, number + 1]
        for same in ("team_0", "team_1", "killzone", "mission", "dice_seed"):
            assert one[same] == other[same]
        for swapped in ("player", "player_seed"):
            assert (one[f"{swapped}_0"], one[f"{swapped}_1"]) == (other[f"{swapped}_1"], other[f"{swapped}_0"])
        assert (one["first_seat"], other["first_seat"]) == (0, 1)
    assert len({row["dice_seed"] for row in games.values()}) == len({row["player_seed_0"] for row in games.values()}) / 2 == GAMES / 2


def test_set_ups_are_balanced() -> None:
    """After any number of games every team, side and killzone has been used alike; all combinations come before one comes again."""
    spec = settle(LeagueSpec(ruleset="kt24", players=("random",), killzones=KILLZONES, missions=("default", None), games=2 * 96))
    assert spec.teams == tuple(team_ids("kt24"))
    setups = [(game.teams, game.killzone, game.mission) for game in fixtures_of(spec, 0)][::2]
    assert len(set(setups)) == len(setups) == 4 * 4 * 3 * 2 == 96
    for first in range(1, 60):
        for kind in (lambda one: one[0][0], lambda one: one[0][1], lambda one: one[1], lambda one: one[2]):
            counts = [[kind(setup) for setup in setups[:first]].count(choice) for choice in set(map(kind, setups))]
            assert max(counts) - min(counts) <= 1


def test_killzones_are_kept_apart() -> None:
    spec = settle(LeagueSpec(ruleset="kt24", players=("random",), apart=("foundry", "undercroft")))
    assert spec.killzones == tuple(name for name in killzone_ids("kt24") if name not in ("foundry", "undercroft"))


@pytest.mark.parametrize("ruleset", [name for name in registry.shipped() if 2 in registry.find(name).sides])
def test_every_ruleset_has_set_ups_that_can_be_played(ruleset: str) -> None:
    """Killzones that do not suit the mission are left out, unless they are named: then they are refused."""
    spec = settle(LeagueSpec(ruleset=ruleset, players=("random",), games=2))
    prepare_contents(msgspec.structs.replace(spec, games=2 * len(spec.teams) ** 2 * len(spec.killzones)))
    left = [name for name in killzone_ids(ruleset) if name not in spec.killzones]
    assert len(left) < len(spec.killzones)
    for name in left:
        with pytest.raises(ValueError, match="does not suit"):
            prepare_contents(settle(msgspec.structs.replace(spec, killzones=(name,))))


def test_who_meets_whom() -> None:
    assert pairs_of(LeagueSpec(ruleset="kt24", players=("a",))) == [("a", "a")]
    assert pairs_of(LeagueSpec(ruleset="kt24", players=("a", "b", "c"))) == list(combinations("abc", 2))
    spec = LeagueSpec(ruleset="kt24", players=("a", "b"), games=3, with_itself=True)
    assert pairs_of(spec) == [("a", "a"), ("a", "b"), ("b", "b")]
    assert count_games(spec) == 12


def test_a_game_can_be_played_again_from_its_seeds(played: tuple[dict[str, Any], Path]) -> None:
    """The derivation of seeds is documented, so that any game of a league can be had in full."""
    told = next(game for game in played[0]["games"] if (game["pair"], game["number"]) == (1, 3))
    assert told["players"] == ["novice", "random"]
    seeds = [league_seed(5, "random", "novice", 1, purpose) for purpose in ("dice", "second", "first")]
    game = Game.new("kt24", teams=told["teams"], killzone=told["killzone"], dice=SeededDice(seeds[0]))
    seats = [make_player(name, seed) for name, seed in zip(told["players"], seeds[1:], strict=True)]
    while game.decision:
        game.play(seats[game.decision.player].choose(game))
    assert (told["record"], told["winner"], told["decisions"]) == (record(game).hash, game.result.winner, game.turns_taken)


# --- the document


def test_what_is_told_of_a_league(played: tuple[dict[str, Any], Path]) -> None:
    found = played[0]
    assert list(found) == ["specification", "anchor", "ratings", "pairs", "games"]
    assert [pair["players"] for pair in found["pairs"]] == [["random", "random"], ["random", "novice"], ["novice", "novice"]]
    assert [(game["pair"], game["number"]) for game in found["games"]] == list(product(range(3), range(8)))
    assert "seconds" not in found["games"][0]
    for number, pair in enumerate(found["pairs"]):
        games = [game for game in found["games"] if game["pair"] == number]
        assert pair["wins"] == sum(game["winner"] == game["first_seat"] for game in games)
        assert pair["draws"] == sum(game["winner"] is None for game in games)
        assert pair["wins"] + pair["draws"] + pair["losses"] == pair["games"] == 8
        assert pair["observations"] == 4
        assert pair["share"] == pytest.approx((pair["wins"] + pair["draws"] / 2) / 8)
        assert pair["interval"] == pytest.approx(wilson_interval(pair["share"], 4), abs=1e-6)


def test_novice_is_far_above_random_and_each_is_even_with_itself(played: tuple[dict[str, Any], Path]) -> None:
    best, worst = played[0]["ratings"]
    assert (best["player"], best["rating"], best["error"]) == ("novice", 0, 0)
    assert worst["rating"] < -300 and worst["interval"][0] < worst["rating"] < worst["interval"][1]
    for pair in played[0]["pairs"]:
        low, high = pair["interval"]
        assert (low <= 0.5 <= high) == (pair["players"][0] == pair["players"][1])


def test_random_is_even_with_itself() -> None:
    found = play_league(LeagueSpec(ruleset="banners", players=("random",), games=60, seed=2))
    (pair,), (rating,) = found["pairs"], found["ratings"]
    assert pair["interval"][0] <= 0.5 <= pair["interval"][1] and pair["interval"][1] - pair["interval"][0] < 0.4
    assert pair["wins"] > 0 and pair["losses"] > 0
    assert (rating["rating"], rating["error"], found["anchor"]) == (0, 0, "mean")


# --- interruptions


def test_jobs_and_a_killed_worker_change_no_byte(played: tuple[dict[str, Any], Path], tmp_path: Path) -> None:
    """A worker that is killed from outside is replaced, and its game is played again."""
    killed: list[int | None] = []

    def kill(done: int) -> None:
        if done == 5:
            killed.append(active_children()[0].pid)
            os.kill(killed[0] or 0, signal.SIGKILL)

    found = play_league(SPEC, jobs=2, out=tmp_path / "two.sqlite", progress=kill)
    assert len(killed) == 1
    assert msgspec.json.encode(found) == msgspec.json.encode(played[0])


def test_a_league_goes_on_after_it_was_killed(played: tuple[dict[str, Any], Path], tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    words = [sys.executable, "-m", "counteract", *WORDS, "--jobs", "2", "--out", str(path), "--json"]
    running = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE)
    while running.poll() is None and (not path.is_file() or not path.stat().st_size or not _count(path) >= 6):
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    assert running.communicate()[0] == b""
    before = rows(path)
    assert 6 <= len(before) < GAMES
    again = subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    after = rows(path)
    assert after[: len(before)] == before  # with `made` and `seconds`
    assert len(after) == GAMES
    assert json.loads(again.stdout) == json.loads(msgspec.json.encode(played[0]))
    assert play_league(SPEC, out=path) == played[0]
    assert rows(path) == after


def _count(path: Path) -> int:
    try:
        return len(rows(path, "made"))
    except sqlite3.OperationalError:  # its tables are being made
        return 0


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    words = ["--ruleset", "kt24", "--players", HERE + "Hanging", "random", "--out", str(path)]
    running = subprocess.Popen([sys.executable, "-m", "counteract", "league", *words], cwd=ROOT)
    while not (children := _children(running.pid)):
        time.sleep(0.02)
    running.kill()
    running.wait()
    until = time.monotonic() + 20
    while any(_is_alive(child) for child in children) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(_is_alive(child) for child in children)


def _children(pid: int) -> list[int]:
    return [int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--games", "10"], "games 8 instead of 10"),
        (["--seed", "6", "--players", "random", "idle"], "players random, novice instead of random, idle; seed 5 instead of 6|seed 5 instead of 6"),
        (["--apart", "foundry"], "killzones foundry, salt-flats, undercroft instead of salt-flats, undercroft"),
        (["--patience", "9"], "patience 60.0 instead of 9.0"),
    ],
)
def test_the_file_of_another_league_is_refused(played: tuple[dict[str, Any], Path], words: list[str], says: str) -> None:
    before = rows(played[1])
    done = call(*WORDS[:1], *_without(WORDS[1:], words), *words, "--out", str(played[1]))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "holds another league" in done.stderr and any(one in done.stderr for one in says.split("|"))
    assert rows(played[1]) == before


def _without(words: list[str], others: list[str]) -> list[str]:
    """Return words without the options that others give again."""
    kept, skipping = [], False
    for word in words:
        if word.startswith("--"):
            skipping = word in others
        if not skipping:
            kept.append(word)
    return kept


def test_a_league_whose_teams_have_changed_is_refused(tmp_path: Path) -> None:
    team, path = tmp_path / "mine.toml", tmp_path / "league.sqlite"
    text = (ROOT / "tests/outside/banners/data/teams/herons.toml").read_text(encoding="utf-8")
    team.write_text(text, encoding="utf-8")
    spec = LeagueSpec(**{**QUICK, "players": ("random",), "teams": (str(team), "larks")})
    LeagueFile(path, settle(spec), prepare_contents(settle(spec))).close()
    team.write_text(text.replace('name = "', 'name = "Old ', 1), encoding="utf-8")
    with pytest.raises(ValueError, match="have changed since"):
        play_league(spec, out=path)


# --- forfeits


def test_who_misbehaves_forfeits_and_the_rest_is_played(tmp_path: Path) -> None:
    classes = {"Raising": "error", "Leaving": "error", "Unmade": "error", "Inventing": "illegal", "Silent": "illegal", "Framing": "illegal"}
    players = ("random", *(HERE + name for name in classes))
    found = play_league(LeagueSpec(**QUICK, players=players), jobs=2, out=tmp_path / "league.sqlite")
    for game in found["games"]:
        first, second = (name.removeprefix(HERE) for name in game["players"])
        told = (game["ended"], game["by"], game["why"], game["winner"])
        if second == "Unmade":  # players are made before anybody is asked
            assert told == ("forfeit", 1, "error", 0)
        elif first in classes:
            assert told == ("forfeit", 0, classes[first], 1)
            assert (game["scores"], game["record"]) == (None, None)
        else:
            assert told[:3] == ("played", None, None)
    details = {game["players"][game["by"]].removeprefix(HERE): game["detail"] for game in found["games"] if game["ended"] == "forfeit"}
    assert (details["Raising"], details["Unmade"]) == ("ValueError: no idea", "RuntimeError: not today")
    assert details["Silent"] == "an object of the class NoneType is no answer"
    pair = found["pairs"][0]
    assert (pair["players"], pair["forfeits"], pair["faults"], pair["wins"] >= 1) == (["random", HERE + "Raising"], [0, 1], 0, True)
    row = next(row for row in rows(tmp_path / "league.sqlite") if row["player_0"] == HERE + "Raising")
    assert (row["ended"], row["forfeited_by"], row["why"], row["winner"], row["score_0"]) == ("forfeit", 0, "error", 1, None)


def test_who_hangs_or_ends_the_process_forfeits() -> None:
    found = play_league(LeagueSpec(**QUICK, players=(HERE + "Hanging", HERE + "Quitting"), patience=1.0))
    told = [(game["ended"], game["by"], game["winner"], game["why"], game["detail"]) for game in found["games"]]
    assert told == [
        ("forfeit", 0, 1, "time", "no answer within 1 seconds"),
        ("forfeit", 0, 1, "error", "it ended the process"),
    ]
    assert (found["pairs"][0]["wins"], found["pairs"][0]["losses"], found["pairs"][0]["forfeits"]) == (1, 1, [1, 1])


def test_a_game_whose_worker_is_killed_twice_is_nobodys_fault(tmp_path: Path) -> None:
    """It counts for nothing, and is played again when the league is resumed."""
    path, spec = tmp_path / "league.sqlite", LeagueSpec(**QUICK, players=("random", HERE + "Dying"))
    found = play_league(spec, out=path)
    (pair,) = found["pairs"]
    assert (pair["games"], pair["faults"], pair["forfeits"], pair["observations"]) == (1, 1, [0, 0], 1)
    fine, fault = rows(path)
    assert (fine["ended"], fault["ended"], fault["winner"], fault["forfeited_by"]) == ("played", "fault", None, None)
    assert (fault["why"], fault["player_0"]) == ("died", HERE + "Dying")
    file = LeagueFile(path, settle(spec), prepare_contents(settle(spec)))
    assert file.finished() == {(0, 0)}
    file.close()


# --- ratings


def test_three_wins_for_each_loss() -> None:
    one, other = fit_ratings([[0, 3], [1, 0]], prior=0)
    assert one.points - other.points == pytest.approx(400 * log10(3))
    assert fit_ratings([[0, 3], [1, 0]], anchor=1, prior=0)[0].error == pytest.approx(POINTS / (4 * 3 / 4 * 1 / 4) ** 0.5)
    assert fit_ratings([[0, 3], [1, 0]], anchor=1)[0].points == pytest.approx(400 * log10(3.25 / 1.25))


def test_all_wins_stay_finite() -> None:
    assert fit_ratings([[0, 50], [0, 0]], anchor=1)[0].points == pytest.approx(400 * log10(201))


def test_no_ratings_are_likelier() -> None:
    """Every step away from the fit, in any of many directions, makes the results less likely."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        won = rng.integers(0, 9, (4, 4)).astype(float)
        np.fill_diagonal(won, 0)
        scores = won + 0.25 * (won + won.T > 0)
        fitted = np.array([rating.points for rating in fit_ratings(won.tolist())]) / POINTS
        assert fitted.sum() == pytest.approx(0, abs=1e-9)
        best = log_likelihood(fitted, scores)
        for step in (1e-3, 0.1, 1):
            assert all(log_likelihood(fitted + step * rng.normal(size=4), scores) <= best + 1e-9 for _ in range(50))


def test_a_grid_finds_no_likelier_ratings() -> None:
    won = [[0, 5, 6.5], [3, 0, 4], [1.5, 4, 0]]
    scores = np.array(won) + 0.25 * (1 - np.eye(3))
    grid = np.linspace(-1.5, 1.5, 301)
    best = max(((a, b) for a in grid for b in grid), key=lambda ab: log_likelihood(np.array([0.0, *ab]), scores))
    fitted = fit_ratings(won, anchor=0)
    assert [rating.points / POINTS for rating in fitted[1:]] == pytest.approx(best, abs=0.006)


def test_errors_are_those_of_repeated_leagues() -> None:
    """Ratings of leagues that are drawn by the model scatter as their errors say."""
    rng, strengths = np.random.default_rng(3), np.array([0.0, 0.5, -0.7])
    found, errors = [], []
    for _ in range(400):
        won = np.zeros((3, 3))
        for i, j in combinations(range(3), 2):
            won[i, j] = rng.binomial(60, 1 / (1 + np.exp(strengths[j] - strengths[i])))
            won[j, i] = 60 - won[i, j]
        fitted = fit_ratings(won.tolist(), anchor=0)
        found.append([one.points for one in fitted])
        errors.append([one.error for one in fitted])
    assert np.std(found, axis=0)[1:] == pytest.approx(np.mean(errors, axis=0)[1:], rel=0.12)
    assert errors[0][0] == 0


def test_wilson() -> None:
    """Figures of the literature (Newcombe 1998, method 3)."""
    for wins, count, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)):
        assert wilson_interval(wins / count, count) == pytest.approx((low, high), abs=6e-5)


# --- bad input

BAD = [
    ([], "--players"),
    (["--players", "random", "randon"], "no player 'randon'"),
    (["--players", "random", "random"], "'random' is named twice"),
    (["--players", "novice", "greedy"], "'novice' is named twice"),
    (["--players", "no_such_module:Player"], "ModuleNotFoundError: No module named 'no_such_module'"),
    (["--players", HERE + "Nobody"], "no class 'Nobody'"),
    (["--players", HERE + "NoPlayer"], "no method 'choose'"),
    (["--players", HERE + "NeedsTwo"], "called with a seed"),
    (["--players", "random", "--teams", "ashen-wardens", "fen-fusiliers"], "is for kt18, not for kt24"),
    (["--players", "random", "--teams", "nobody"], "nobody"),
    (["--players", "random", "--killzones", "foundri"], "foundri"),
    (["--players", "random", "--killzones", "parade-ground"], "parade-ground"),
    (["--players", "random", "--apart", "foundri"], "'foundri' cannot be kept apart"),
    (["--players", "random", "--killzones", "foundry", "--apart", "foundry"], "no killzone is left"),
    (["--players", "random", "--missions", "nothing"], "nothing"),
    (["--players", "random", "--ruleset", "kt99"], "kt99"),
    (["--players", "random", "--games", "0"], "1 or more, not 0"),
    (["--players", "random", "--jobs", "0"], "1 or more, not 0"),
    (["--players", "random", "--patience", "0"], "above 0"),
    (["--players", "random", "--patience", "nan"], "above 0"),
    (["--players", "random", "--out", "no/such/folder/league.sqlite"], "no/such/folder/league.sqlite"),
    (["--players", "random", "--out", "."], "cannot be written"),
    (["--players", "random", "--out", __file__], "not a database"),
]


@pytest.mark.parametrize(("words", "names"), BAD, ids=[" ".join(words)[-40:] for words, _ in BAD])
def test_bad_input_is_one_sentence_and_nothing_is_written(words: list[str], names: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = call("league", *words, *([] if "--out" in words else ["--out", "league.sqlite"]), "--json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert names in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE games (name TEXT)")
    base.close()
    before = path.read_bytes()
    done = call("league", "--players", "random", "--out", str(path))
    assert (done.returncode, path.read_bytes()) == (2, before)
    assert "not of a league" in done.stderr


# --- players of others


def test_a_player_of_ones_own_is_simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found in the current folder, and handed games without the dice to come."""
    (tmp_path / "my_own_player.py").write_text(
        "class Own:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, game):\n"
        "        assert game.dice.describe() == {'kind': 'seeded', 'seed': 0}, game.dice.describe()\n"
        "        return game.advice()\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    done = call("simulate", "--ruleset", "banners", "--teams", "herons", "larks", "--players", "my_own_player:Own", "novice", "--games", "2")
    assert done.returncode == 0, done.stderr
    assert "my_own_player:Own" in done.stdout


def test_a_table_is_readable(played: tuple[dict[str, Any], Path]) -> None:
    done = call(*WORDS, "--out", str(played[1]))
    assert done.returncode == 0 and done.stderr == ""
    for words in ("novice", "random", "95 % interval", "the anchor", "24 games of kt24, seed 5"):
        assert words in done.stdout


def test_fixtures_need_no_file() -> None:
    assert fixture_of(settle(SPEC), 1, 3) == list(fixtures_of(settle(SPEC), 1))[3]
