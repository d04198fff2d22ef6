"""The commands that open a table: ``counteract play`` and ``counteract serve``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Group, Parameter

from counteract.cli.parameters import Language, OnePerSide, RulesetName, check_position, mission_or_none, warm_if_watched
from counteract.core.language import say

AtTable = Parameter(group=Group("At the table in the browser", sort_key=1))
InTerminal = Parameter(group=Group("With --terminal", sort_key=2))


def play(
    *,
    terminal: bool = False,
    port: Annotated[int | None, AtTable] = None,
    database: Annotated[str | None, AtTable] = None,
    no_open: Annotated[bool, AtTable] = False,
    ruleset: Annotated[RulesetName | None, InTerminal] = None,
    teams: Annotated[OnePerSide | None, InTerminal] = None,
    players: Annotated[OnePerSide | None, InTerminal] = None,
    killzone: Annotated[str | None, InTerminal] = None,
    mission: Annotated[str | None, InTerminal] = None,
    position: Annotated[Path | None, InTerminal] = None,
    seed: Annotated[int | None, InTerminal] = None,
    resume: Annotated[Path | None, InTerminal] = None,
    save: Annotated[Path | None, InTerminal] = None,
    lang: Annotated[Language | None, InTerminal] = None,
) -> None:
    """Play a battle, against another person or a program: at a table in the browser, or in this terminal.

    Parameters
    ----------
    terminal
        Play in this terminal instead of the browser.
    port
        The port the table listens on; the first free one from 8300 on if nothing is said.
    database
        Where games are kept, as for counteract serve; your data folder if nothing is said.
    no_open
        Do not open the browser.
    teams
        The teams, one a side, by name or file; see counteract teams.
    players
        Who plays them: human, novice, random, idle. You against novices if nothing is said.
    killzone
        The board, by name or file.
    mission
        The mission, by name or file; "none" for a battle without one.
    position
        Begin at a position: a file, see docs/positions.md. Ruleset, teams, killzone and mission are in it.
    seed
        Fixes the dice; without it nobody can know them beforehand.
    resume
        Go on with a saved battle; it is kept in the same file unless you name another.
    save
        Keep the battle in this file, after every answer.
    lang
        The language.
    """
    battle = {
        "ruleset": ruleset, "teams": teams, "players": players, "killzone": killzone, "mission": mission, "position": position, "seed": seed,
        "resume": resume, "save": save, "lang": lang,
    }  # fmt: skip
    table = {"port": port, "database": database, "no-open": no_open or None}
    for name, value in (table if terminal else battle).items():
        if value is not None:
            raise ValueError(say("--{name} goes without --terminal", name=name) if terminal else say("--{name} goes with --terminal", name=name))
    check_position(position, ruleset=ruleset, teams=teams, killzone=killzone, mission=mission, resume=resume)
    if not terminal:
        return _run_server("127.0.0.1", port, database, open_browser=not no_open)
    from counteract.terminal import play as play_in_terminal

    warm_if_watched()
    return play_in_terminal(
        ruleset=ruleset,
        teams=teams,
        players=players,
        killzone=killzone,
        mission=mission_or_none(mission or "default"),
        seed=seed,
        position=str(position) if position else None,
        resume=str(resume) if resume else None,
        save=str(save) if save else None,
        lang=lang or "en",
    )


def serve(*, host: str = "127.0.0.1", port: int | None = None, database: str | None = None, origin: list[str] | None = None) -> None:
    """Serve the table to browsers, on this machine only unless told otherwise.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 for everybody who can reach this machine.
    port
        The port; the first free one from 8300 on if nothing is said.
    database
        Where games are kept: sqlite:////path/to/games.db or postgresql://user@host/name; your data folder if nothing is said.
    origin
        A page from elsewhere that may use this server, as https://example.org; say it again for each further one.
    """
    _run_server(host, port, database, origins=tuple(origin or ()))


def _run_server(host: str, port: int | None, database: str | None, *, open_browser: bool = False, origins: tuple[str, ...] = ()) -> None:
    """Serve until Ctrl-C; print the address once the table is ready."""
    from counteract.server.settings import Settings
    from counteract.server.starting import default_database, run

    def ready(address: str) -> None:
        sys.stdout.write(say("The table is ready: {address} (Ctrl-C ends it)", address=address) + "\n")
        sys.stdout.flush()
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    run(Settings(database=database or default_database(), origins=origins), host, port, ready)
