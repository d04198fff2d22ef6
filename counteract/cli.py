"""The command line: thin. Each command imports what it needs when it runs, so that help appears at once.

Bad input anywhere ends in one sentence on standard error and exit code 2, with nothing on standard output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, CycloptsError, Group, Parameter

from counteract import __version__
from counteract.cli_odds import Language, Spoken, odds
from counteract.core.language import LANGUAGES, Phrase, say, speaking
from counteract.printing import as_table, print_json, progress, show

if TYPE_CHECKING:
    from rich.console import RenderableType

    from counteract.core.game import Game
    from counteract.core.record import Opened
    from counteract.core.rulebook import Rule

BAD_INPUT = 2
INTERRUPTED = 130

Each = Annotated[list[str], Parameter(metavar="A B ...", consume_multiple=True)]  # one a side
Json = Annotated[bool, Parameter(help="Print one JSON document instead of text.")]
AtTable = Parameter(group=Group("At the table in the browser", sort_key=1))
InTerminal = Parameter(group=Group("With --terminal", sort_key=2))

app = App(
    name="counteract",
    help="Plays, referees, analyses and simulates the Kill Team family of skirmish games.",
    version=f"counteract {__version__}",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
)


app.command(odds)


def main(tokens: list[str] | None = None) -> None:
    """Run a command and leave with its exit code."""
    sys.exit(run(sys.argv[1:] if tokens is None else tokens))


def run(tokens: list[str]) -> int:
    """Run a command; the one place where what a person did wrong becomes a sentence."""
    with speaking(_language(tokens)):
        return _run(tokens)


def _language(tokens: list[str]) -> str:
    """The language that --lang names, for everything a command says; what names none is left for it to refuse."""
    named = [token.partition("=")[2] or after for token, after in zip(tokens, [*tokens[1:], ""], strict=True) if token.split("=")[0] == "--lang"]
    return named[-1] if named and named[-1] in LANGUAGES else "en"


def _run(tokens: list[str]) -> int:
    try:
        code = app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        sentence = _blame(error)
        if sentence is None:
            raise
        return _complain(sentence)
    return code if isinstance(code, int) else 0


def _blame(error: Exception) -> str | None:
    """What a person did wrong, in one sentence; None if the fault is the program's."""
    from counteract.core.decision import Refusal

    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, (CycloptsError, ValueError, LookupError, OSError, Refusal)):
        return " ".join(str(error).split())
    return None


def _complain(sentence: str) -> int:
    sys.stderr.write(f"counteract: {sentence}\n")
    return BAD_INPUT


# --- commands -----------------------------------------------------------------------------------


@app.command
def play(
    *,
    terminal: bool = False,
    port: Annotated[int | None, AtTable] = None,
    database: Annotated[str | None, AtTable] = None,
    no_open: Annotated[bool, AtTable] = False,
    ruleset: Annotated[str | None, InTerminal] = None,
    teams: Annotated[Each | None, InTerminal] = None,
    players: Annotated[Each | None, InTerminal] = None,
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
    ruleset
        kt24 (if nothing is said), kt21, kt18, or another one that is installed.
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
    _check_position(position, ruleset=ruleset, teams=teams, killzone=killzone, mission=mission, resume=resume)
    if not terminal:
        return _serve("127.0.0.1", port, database, open_browser=not no_open)
    from counteract.terminal import play as play_in_terminal

    _warm()
    return play_in_terminal(
        ruleset=ruleset or "kt24",
        teams=teams,
        players=players,
        killzone=killzone,
        mission=_mission(mission or "default"),
        seed=seed,
        position=str(position) if position else None,
        resume=str(resume) if resume else None,
        save=str(save) if save else None,
        lang=lang or "en",
    )


@app.command
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
    _serve(host, port, database, origins=tuple(origin or ()))


def _serve(host: str, port: int | None, database: str | None, *, open_browser: bool = False, origins: tuple[str, ...] = ()) -> None:
    from counteract.server.settings import Settings
    from counteract.server.starting import default_database, run

    def ready(address: str) -> None:
        sys.stdout.write(say("The table is ready: {address} (Ctrl-C ends it)", address=address) + "\n")
        sys.stdout.flush()
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    run(Settings(database=database or default_database(), origins=origins), host, port, ready)


@app.command
def simulate(
    *,
    teams: Each | None = None,
    ruleset: str | None = None,
    players: Each | None = None,
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
    ruleset
        kt24 (if nothing is said), kt21, kt18, or another one that is installed.
    players
        The programs that play them: novice, random, idle. A novice against random ones if nothing is said.
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
    from counteract.core.position import load_position
    from counteract.lab import simulate as lab

    _check_position(position, ruleset=ruleset, teams=teams, killzone=killzone, mission=mission)
    _warm()
    if position is not None:
        start = load_position(position)
        with progress(games) as report:
            found = lab.simulate_from(start, players or _programs(len(start.setup["teams"])), games, seed, jobs, progress=report)
    elif teams is None:
        raise ValueError(say("name the teams (--teams), or a file to begin at (--position)"))
    else:
        with progress(games) as report:
            who, task = players or _programs(len(teams)), _mission(mission or "default")
            found = lab.simulate(ruleset or "kt24", teams, who, games, seed, jobs, killzone, task, progress=report)
    if json:
        print_json(found)
    else:
        show(*_simulated(found))


@app.command
def rules(
    rule_id: Annotated[str | None, Parameter(name="ID")] = None,
    /,
    *,
    ruleset: str | None = None,
    search: Annotated[list[str] | None, Parameter(consume_multiple=True)] = None,
    lang: Language | None = None,
    json: Json = False,
) -> None:
    """Show a rule, list the rules of a ruleset, or search them.

    Parameters
    ----------
    rule_id
        The ID of one rule, for example KT24-SHOOT-04.
    ruleset
        List, or search, this ruleset only.
    search
        Words that must all be in the ID, title or text.
    lang
        The language to show, and to search in; without it English is shown and all languages are searched.
    """
    from counteract.core.rulebook import Rulebook, rulebooks, ruleset_of

    if rule_id is not None and (ruleset is not None or search is not None):
        raise ValueError(say("give either the rule ID {rule_id} or --ruleset and --search, not both", rule_id=rule_id))
    if rule_id is not None:
        rule = Rulebook.load(ruleset_of(rule_id)).get(rule_id)
        return print_json(_plain_rule(rule, lang)) if json else show(*_told_rule(rule, lang))
    books = [Rulebook.load(name) for name in (rulebooks() if ruleset is None else [ruleset])]
    if search is not None:
        found = [rule for book in books for rule in book.search(" ".join(search), lang)]
    elif ruleset is not None or json:
        found = [rule for book in books for rule in book.rules]
    else:
        told = Phrase("{ruleset}: {count} rules in {sections}")
        return show(*(say(told, ruleset=book.ruleset, count=len(book), sections=", ".join(book.sections)) for book in books))
    if json:
        return print_json([_plain_rule(rule, lang) for rule in found])
    return show(_listed(found, lang) if found else say("No rule has all of these words."))


@app.command
def teams(name: str | None = None, /, *, ruleset: str | None = None, lang: Spoken = None, json: Json = False) -> None:
    """List the teams, or show the cards of one.

    Parameters
    ----------
    name
        A team, by name or file.
    ruleset
        Only teams of this ruleset.
    """
    from counteract.rosters import find_teams, load_team
    from counteract.rulesets import find

    if ruleset is not None:
        find(ruleset)  # says so if there is none
    if name is not None:
        import msgspec

        team = load_team(name, ruleset)
        return print_json(msgspec.to_builtins(team)) if json else show(*_cards(team))
    known = find_teams(ruleset)
    if json:
        return print_json([{"id": team.id, "name": team.name, "ruleset": team.ruleset} for team in known])
    rows = [(t.id, say(t.name), t.ruleset, len(t.operatives)) for t in known]
    return show(as_table((say("team"), say("name"), say("ruleset"), say("operatives")), rows))


@app.command
def replay(file: Path, /, *, verify: bool = False, lang: Spoken = None, json: Json = False) -> None:
    """Replay a record, checking every answer and every die, and tell its story.

    Parameters
    ----------
    file
        The record of a battle.
    verify
        Only check it; do not tell the story.
    """
    from counteract.core.record import open_file

    if not file.is_file():
        raise ValueError(say("{file}: there is no file of this name", file=file))
    _warm()
    opened = open_file(file)
    if json:
        return print_json(_plain_game(opened, file, with_events=not verify))
    game = opened.game
    story = [] if verify else [game.tell(event) for event in game.events]
    return show(*(line for line in story if line), *_ended(game), *_trusted(opened))


@app.command
def bench(name: str | None = None, /) -> int:
    """Run the benchmarks of a checkout, or one of them.

    Parameters
    ----------
    name
        The benchmark to run; all of them if it is left out.
    """
    import subprocess

    folder = Path(__file__).parent.parent / "bench"
    scripts = {path.stem: path for path in sorted(folder.glob("*.py")) if not path.stem.startswith("_")}
    if not scripts:
        raise LookupError(say("there are no benchmarks in {folder}; they come with a checkout, not with the package", folder=folder))
    if name is not None and name not in scripts:
        raise LookupError(say("there is no benchmark {name!r}; there are: {known}", name=name, known=", ".join(scripts)))
    chosen = scripts.values() if name is None else [scripts[name]]
    return max(subprocess.run([sys.executable, str(path)], check=False).returncode for path in chosen)


def _mission(name: str) -> str | None:
    return None if name == "none" else name


def _programs(sides: int) -> list[str]:
    """Who plays if nobody is named: a novice against random players."""
    return ["novice", *["random"] * (sides - 1)]


def _check_position(position: Path | None, **others: object) -> None:
    """Refuse what a position says itself."""
    for name, value in others.items():
        if position is not None and value is not None:
            raise ValueError(say("--{name} goes without --position", name=name))


# --- what they print ----------------------------------------------------------------------------


def _listed(rules: list[Rule], lang: Language | None) -> RenderableType:
    return as_table((say("rule"), say("title")), [(rule.id, rule.title(lang or "en")) for rule in rules])


def _told_rule(rule: Rule, lang: Language | None) -> list[str]:
    lines = [f"{rule.id}  {rule.title(lang or 'en')}", "", rule.text(lang or "en")]
    return [*lines, "", say("see {rules}", rules=", ".join(rule.see))] if rule.see else lines


def _plain_rule(rule: Rule, lang: Language | None) -> dict[str, Any]:
    shown = lang or "en"
    words = {"lang": shown, "title": rule.title(shown), "text": rule.text(shown)}
    return {"id": rule.id, "ruleset": rule.ruleset, "section": rule.section, "tags": rule.tags, "see": rule.see, **words}


def _cards(team: Any) -> Iterator[RenderableType]:
    """A team as its players know it: cards with their columns, then what belongs to all of them."""
    from counteract.rulesets import find

    printed = find(team.ruleset).cards
    yield say("{name} ({id}, {ruleset})", name=Phrase(team.name), id=team.id, ruleset=team.ruleset)
    if team.summary:
        yield say(team.summary)
    for number, card in enumerate(team.operatives):
        if card in team.operatives[:number]:
            continue
        count = team.operatives.count(card)
        title = say("{name} × {count}", name=Phrase(card.name), count=count) if count > 1 else say(card.name)
        yield ""
        for table in printed.printed(card):
            yield _table(table, title)
            yield from map(say, table.lines)
            title = ""
    for table in printed.appendix(team):
        yield ""
        yield _table(table)


def _table(table: Any, title: str = "") -> RenderableType:
    rows = [[say(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    return as_table([say(column) for column in table.columns], rows, title)


def _ended(game: Game) -> Iterator[str]:
    result = game.result
    if result is None:
        yield say("The battle is not over.")
        return
    reasons = ", ".join(result.reasons)
    if game.sides != 2 or len(result.winners) > 1:
        from counteract.mechanics.showing import outcome

        yield f"{outcome(result, [side['team'] for side in game.view()['sides']])} [{reasons}]"
        return
    values = {"mine": result.scores[0], "theirs": result.scores[1], "reasons": reasons}
    if result.winner is None:
        yield say("Nobody wins, {mine} to {theirs}. [{reasons}]", **values)
    else:
        yield say("Player {number} wins, {mine} to {theirs}. [{reasons}]", number=result.winner + 1, **values)


def _trusted(opened: Opened) -> Iterator[str]:
    """Under which rules a record was played, and whether it is what they and its dice make of it."""
    from counteract.core.record import changed_rules

    game, divergence = opened.game, opened.divergence
    now = game.ruleset.revision
    values = {"ruleset": game.ruleset.id, "revision": opened.revision, "now": now}
    if opened.revision == now:
        yield say("played under revision {revision} of the rules of {ruleset}", **values)
    else:
        yield say("played under revision {revision} of the rules of {ruleset}, which are at revision {now} today", **values)
    if divergence is None:
        yield say("verified: {count} answers, every die and the result as recorded", count=game.turns_taken)
        return
    yield say("not verified: today's rules part from the record at step {step}: {problem}", step=divergence.step, problem=divergence.problem)
    yield say("It is shown as it was played.") if opened.whole else say("It is shown up to there.")
    if changed := changed_rules(game.ruleset, opened.revision):
        yield say("rules that have changed since: {rules}", rules=", ".join(changed))


def _plain_game(opened: Opened, file: Path, *, with_events: bool) -> dict[str, Any]:
    from counteract.core.record import changed_rules, record

    game, divergence = opened.game, opened.divergence
    kept = record(game)
    plain: dict[str, Any] = {
        "file": str(file),
        "ruleset": kept.ruleset,
        "revision": opened.revision,
        "verified": divergence is None,
        "divergence": divergence and {**divergence._asdict(), "changed": changed_rules(game.ruleset, opened.revision)},
        "over": game.over,
        "result": kept.result and {**kept.result, "winner": game.result and game.result.winner},
        "turns": game.state.turn,
        "decisions": game.turns_taken,
        "record": kept.hash,
    }
    if with_events:
        plain["events"] = [{"kind": e.kind, "rule": e.rule, "values": e.values, "text": game.tell(e)} for e in game.events]
    return plain


def _simulated(found: dict[str, Any]) -> Iterator[RenderableType]:
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


# --- waiting ------------------------------------------------------------------------------------


def _warm() -> None:
    """Compile the kernels while a person watches."""
    if sys.stderr.isatty():
        from counteract.warming import warm_patiently

        warm_patiently()
