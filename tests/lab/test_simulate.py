"""Many games: the same seed gives the same bytes, however the work is shared out."""

from __future__ import annotations

import msgspec
import pytest

from counteract import Concede
from counteract.core import registry
from counteract.core.dice import SeededDice
from counteract.core.record import record
from counteract.files.teams import team_ids
from counteract.game import Game
from counteract.lab.simulate import derived_seed, simulate, simulate_from
from counteract.players import make_player

TEAMS = ["ashen-wardens", "hollow-choir"]
BANDS = ["herons", "larks", "magpies"]


def run(**changes):
    plan = {"ruleset": "kt24", "teams": TEAMS, "players": ["random", "random"], "games": 3, "seed": 5}
    return simulate(**{**plan, **changes})


@pytest.mark.parametrize("ruleset", registry.names())
def test_the_number_of_jobs_changes_no_byte(ruleset):
    teams = team_ids(ruleset)[: max(registry.find(ruleset).sides)]
    plan = {"ruleset": ruleset, "teams": teams, "players": ["random"] * len(teams)}
    assert msgspec.json.encode(run(**plan)) == msgspec.json.encode(run(**plan, jobs=2))


@pytest.mark.parametrize("ruleset", registry.names())
def test_advice_is_worth_following(ruleset):
    """A player that follows the policy clearly beats a random one, on either side."""
    plan = {"ruleset": ruleset, "teams": team_ids(ruleset)[1:3], "games": 8}
    assert run(**plan, players=["novice", "random"])["wins"][0] >= 7
    assert run(**plan, players=["random", "novice"])["wins"][1] >= 7


def test_game_k_is_the_same_in_a_longer_run():
    assert run(games=4)["games"][:2] == run(games=2)["games"]


def test_another_seed_gives_other_games():
    assert {game["record"] for game in run()["games"]}.isdisjoint(game["record"] for game in run(seed=6)["games"])


def test_a_game_can_be_played_again_from_its_seeds():
    """The derivation of seeds is documented, so that game 1 of a run can be had in full."""
    game = Game.new("kt24", teams=TEAMS, dice=SeededDice(derived_seed(5, 1, "dice")))
    seats = [make_player("random", derived_seed(5, 1, f"player {seat}")) for seat in (0, 1)]
    while game.decision:
        game.play(seats[game.decision.player].choose(game))
    told = run(games=2)["games"][1]
    assert told["record"] == record(game).hash
    assert told["winner"] == game.result.winner
    assert told["decisions"] == game.turns_taken


def test_what_is_told_of_a_run():
    found = run()
    assert list(found) == ["ruleset", "teams", "players", "seed", "killzone", "mission", "wins", "shared", "draws", "games"]
    assert list(found["games"][0]) == ["game", "winner", "winners", "scores", "turns", "decisions", "record"]
    assert [game["game"] for game in found["games"]] == [0, 1, 2]
    assert sum(found["wins"]) + found["draws"] == 3 and found["shared"] == 0
    assert all(game["winners"] == ([] if game["winner"] is None else [game["winner"]]) for game in found["games"])
    for seat in (0, 1):
        assert found["wins"][seat] == sum(game["winner"] == seat for game in found["games"])


def test_three_sides():
    """Each has chance of its own; who shares a victory has won too."""
    found = run(ruleset="banners", teams=BANDS, players=["novice", "novice", "random"], games=12)
    winners = [game["winners"] for game in found["games"]]
    assert list(found["games"][0]) == ["game", "winners", "scores", "turns", "decisions", "record"]
    assert found["wins"] == [sum(side in won for won in winners) for side in range(3)]
    assert found["shared"] == sum(len(won) > 1 for won in winners) > 0
    assert found["draws"] == sum(not won for won in winners)
    assert sum(found["wins"]) == 12 - found["draws"] + sum(len(won) - 1 for won in winners if won)
    again = run(ruleset="banners", teams=BANDS, players=["random"] * 3, games=1)["games"][0]
    game = Game.new("banners", teams=BANDS, dice=SeededDice(derived_seed(5, 0, "dice")))
    seats = [make_player("random", derived_seed(5, 0, f"player {seat}")) for seat in range(3)]
    while game.decision:
        game.play(seats[game.decision.player].choose(game))
    assert (again["winners"], again["scores"], again["record"]) == (list(game.result.winners), list(game.result.scores), record(game).hash)


def test_progress_is_told_up_to_the_last_game():
    told: list[int] = []
    run(progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 3


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"games": 0}, "number of games must be 1 or more, not 0"),
        ({"jobs": 0}, "number of jobs must be 1 or more, not 0"),
        ({"players": ["random"]}, "2 teams need as many players, not 1"),
        ({"teams": TEAMS * 2, "players": ["random"] * 4}, "Kill Team 2024 is played by 2 teams, not 4"),
        ({"players": ["random", "randon"]}, "no player 'randon' .did you mean 'random'"),
        ({"ruleset": "kt99"}, "no ruleset 'kt99'"),
        ({"teams": [TEAMS[0], "nobody"], "jobs": 2}, "nobody"),
        ({"killzone": "foundri"}, "foundri"),
        ({"options": {"printin": "2024"}}, "printin"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_before_any_game(changes, says):
    with pytest.raises((ValueError, LookupError), match=says):
        run(**changes)


# --- from a position


def test_games_from_a_position_begin_there_whatever_the_number_of_jobs():
    position = Game.new("kt24", teams=TEAMS, seed=1).position().replace(cp=[2, 1])
    plan = {"position": position, "players": ["random", "random"], "games": 2, "seed": 5}
    found = simulate_from(**plan)
    assert (found["teams"], found["killzone"]) == (TEAMS, "proving-ground")
    assert msgspec.json.encode(found) == msgspec.json.encode(simulate_from(**plan, jobs=2))


def test_a_position_needs_a_player_for_every_side():
    with pytest.raises(ValueError, match="2 teams need as many players, not 1"):
        simulate_from(Game.new("kt24", teams=TEAMS, seed=1).position(), ["random"], 1, 1)


class Quitter:
    """A player that plays by chance for a while, then gives up."""

    def __init__(self, seed):
        self.player, self.left = make_player("random", seed), 6

    def choose(self, game):
        self.left -= 1
        return self.player.choose(game) if self.left else Concede()


def test_one_of_three_gives_up_in_the_middle_and_the_others_go_on(monkeypatch):
    monkeypatch.setattr("counteract.lab.simulate.make_player", lambda name, seed: Quitter(seed) if name == "idle" else make_player(name, seed))
    found = run(ruleset="banners", teams=BANDS, players=["random", "idle", "random"], games=4)
    assert found["wins"][1] == 0 and min(found["wins"][0], found["wins"][2]) > 0
    for game in found["games"]:
        assert {*game["winners"]} <= {0, 2} and game["turns"] == 3 and game["decisions"] > 20
