"""The command ``counteract league``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from counteract.cli.parameters import Json, OnePerSide, RulesetName, Spoken, let_players_be_found, mission_or_none, warm_if_watched
from counteract.core.language import say, say_count
from counteract.core.registry import default
from counteract.printing import as_table, print_json, progress, show

if TYPE_CHECKING:
    from rich.console import RenderableType


def league(
    *,
    players: OnePerSide,
    ruleset: RulesetName | None = None,
    teams: OnePerSide | None = None,
    killzones: OnePerSide | None = None,
    apart: OnePerSide | None = None,
    missions: OnePerSide | None = None,
    games: int = 100,
    seed: int = 1,
    with_itself: bool = False,
    patience: float = 60.0,
    jobs: int = 1,
    out: Annotated[Path | None, Parameter(metavar="FILE.sqlite")] = None,
    lang: Spoken = None,
    json: Json = False,
) -> None:
    """Play every player against every other, and rate them with error bars.

    Parameters
    ----------
    players
        The programs: novice, random, idle, or a class of your own as module:Class, see docs/players.md.
    teams
        The teams, by name or file; all of the ruleset if nothing is said.
    killzones
        The boards, by name or file; all of the ruleset that suit the missions if nothing is said.
    apart
        Boards that are not played on: kept apart for another league.
    missions
        The missions, by name or file; "none" for battles without one.
    games
        How many games for each pair of players; an odd number is rounded up, as each set-up is played from both seats.
    seed
        The same seed gives the same games, whatever the number of jobs.
    with_itself
        Each player also plays against itself.
    patience
        The seconds that a player has for one answer; who takes longer, raises or answers illegally loses that game.
    jobs
        How many processes share the work.
    out
        A SQLite file with a row for each game. The same command again goes on where it was interrupted.
    """
    from counteract.lab.league import LeagueSpec, count_games, play_league

    let_players_be_found(players)
    spec = LeagueSpec(
        ruleset=ruleset or default(), players=tuple(players), teams=tuple(teams or ()), killzones=tuple(killzones or ()),
        apart=tuple(apart or ()), missions=tuple(map(mission_or_none, missions or ["default"])), games=games, seed=seed,
        patience=patience, with_itself=with_itself,
    )  # fmt: skip
    warm_if_watched()
    with nullcontext() if json else progress(count_games(spec), rate=True) as report:
        found = play_league(spec, jobs, out, report)
    if json:
        print_json(found)
    else:
        show(*_describe(found))


def _describe(found: dict[str, Any]) -> Iterator[RenderableType]:
    """Yield the ratings, the pairs, and a line about the league."""
    ratings = [(row["player"], f"{row['rating']:+.0f}", _ends(row, found["anchor"])) for row in found["ratings"]]
    yield as_table((say("player"), say("rating"), say("95 % interval")), ratings, numbers=(1, 2))
    yield ""
    rows = []
    for pair in found["pairs"]:
        share = "–" if pair["share"] is None else f"{pair['share']:.1%}"
        ends = "–" if pair["interval"] is None else "{:.1%} … {:.1%}".format(*pair["interval"])
        rows.append((*pair["players"], pair["wins"], pair["draws"], pair["losses"], share, ends))
    columns = (say("player"), say("against"), say("wins"), say("draws"), say("losses"), say("share"), say("95 % interval"))
    yield as_table(columns, rows, numbers=(2, 3, 4, 5, 6))
    yield ""
    spec, games = found["specification"], found["games"]
    yield say("{games} games of {ruleset}, seed {seed}", games=len(games), ruleset=spec["ruleset"], seed=spec["seed"])
    if forfeits := sum(game["ended"] == "forfeit" for game in games):
        yield say_count("{count} game was forfeited", "{count} games were forfeited", forfeits)
    if faults := sum(game["ended"] == "fault" for game in games):
        yield say_count("{count} game was a fault, which counts for nothing", "{count} games were faults, which count for nothing", faults)
    yield from _describe_endings(games)


def _ends(row: dict[str, Any], anchor: str) -> str:
    """Return the interval of a rating; that of the anchor is 0 by definition."""
    return say("the anchor") if row["player"] == anchor else "{:+.0f} … {:+.0f}".format(*row["interval"])


def _describe_endings(games: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the first forfeit of each player for each reason, and the first fault for each."""
    seen = set()
    for game in games:
        player = None if game["by"] is None else game["players"][game["by"]]
        if game["ended"] != "played" and (player, game["why"]) not in seen:
            seen.add((player, game["why"]))
            yield f"  {game['detail']}" if player is None else f"  {player}: {game['detail']}"
