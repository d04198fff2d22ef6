"""The command ``counteract simulate``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counteract.cli.parameters import Json, OnePerSide, RulesetName, Spoken, check_position, let_players_be_found, mission_or_none, warm_if_watched
from counteract.core.language import Phrase, say
from counteract.core.registry import default
from counteract.printing import as_table, print_json, progress, show

if TYPE_CHECKING:
    from rich.console import RenderableType


def simulate(
    *,
    teams: OnePerSide | None = None,
    ruleset: RulesetName | None = None,
    players: OnePerSide | None = None,
    games: int = 200,
    seed: int = 1,
    jobs: int = 1,
    killzone: str | None = None,
    mission: str | None = None,
    position: Path | None = None,
    lang: Spoken = None,
    json: Json = False,
) -> None:
    """Play many games between programs and count the wins.

    Parameters
    ----------
    teams
        The teams, one a side, by name or file; needed unless there is a position.
    players
        The programs that play them: novice, random, idle, or a class of your own as module:Class. A novice against random ones if
        nothing is said.
    games
        How many games.
    seed
        The same seed gives the same games, whatever the number of jobs.
    jobs
        How many processes share the work.
    killzone
        The board, by name or file.
    mission
        The mission, by name or file; "none" for a battle without one.
    position
        Begin at a position: a file, see docs/positions.md. Ruleset, teams, killzone and mission are in it.
    """
    from counteract.lab import simulate as lab
    from counteract.position import load_position

    check_position(position, ruleset=ruleset, teams=teams, killzone=killzone, mission=mission)
    let_players_be_found(players or [])
    warm_if_watched()
    if position is not None:
        start = load_position(position)
        with progress(games) as report:
            found = lab.simulate_from(start, players or _default_programs(len(start.setup["teams"])), games, seed, jobs, progress=report)
    elif teams is None:
        raise ValueError(say("name the teams (--teams), or a file to begin at (--position)"))
    else:
        with progress(games) as report:
            programs, aim = players or _default_programs(len(teams)), mission_or_none(mission or "default")
            found = lab.simulate(ruleset or default(), teams, programs, games, seed, jobs, killzone, aim, progress=report)
    if json:
        print_json(found)
    else:
        show(*_describe(found))


def _default_programs(sides: int) -> list[str]:
    """Return the programs to take if none are named: a novice against random players."""
    return ["novice", *["random"] * (sides - 1)]


def _describe(found: dict[str, Any]) -> Iterator[RenderableType]:
    """Yield the wins of each side, and a line about the run."""
    games = found["games"]
    rows = []
    for seat, (team, player, wins) in enumerate(zip(found["teams"], found["players"], found["wins"], strict=True)):
        mean = sum(game["scores"][seat] for game in games) / len(games)
        rows.append((team, player, wins, f"{wins / len(games):.1%}", f"{mean:.1f}"))
    yield as_table((say("team"), say("player"), say("wins"), say("share"), say("mean score")), rows)
    decisions = sum(game["decisions"] for game in games) / len(games)
    values = {"games": len(games), "ruleset": found["ruleset"], "seed": found["seed"], "draws": found["draws"], "decisions": decisions}
    if found["shared"]:
        told = Phrase("{games} games of {ruleset}, seed {seed}; {shared} with several winners; {draws} drawn; {decisions:.0f} decisions a game")
        yield say(told, shared=found["shared"], **values)
    else:
        yield say("{games} games of {ruleset}, seed {seed}; {draws} drawn; {decisions:.0f} decisions a game", **values)
