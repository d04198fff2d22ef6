"""The choices of the lobby: rulesets with their options, teams with their cards, killzones as they lie on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.inspect import BoolType, FloatType, IntType, LiteralType, type_info

from counteract.core.dice import CommittedDice
from counteract.core.language import phrases, say
from counteract.core.registry import default, find, names, shipped
from counteract.files.reader import FileError
from counteract.files.teams import find_teams, load_team, team_ids
from counteract.game import Game
from counteract.mechanics.cards import Note, NotedText, explained_words
from counteract.mechanics.lobby import OptionText, limits_of, say_values, text_of
from counteract.mechanics.missions import Mission, load_mission, mission_ids
from counteract.mechanics.ruleset import OptionError
from counteract.mechanics.view import table
from counteract.players import player_names
from counteract.server.bots import LEVELS
from counteract.server.rooms import Denied
from counteract.server.shown import Box, Flat, MarkerView, PartView
from counteract.table.killzone import killzone_ids, load_killzone

#: What programs to play against are like.
MANNERS = phrases(
    {
        "novice": "Plays to win, and takes what looks best at first glance.",
        "random": "Does anything that is allowed, at random.",
        "idle": "Does as little as it may: for trying things out.",
    }
)


class Thing(Struct, frozen=True):
    """Something to choose, by its id."""

    id: str
    name: str
    summary: str = ""


class TeamThing(Thing, frozen=True):
    """A team, the killzone that it usually plays on, and of an army list also the points that it keeps to."""

    killzone: str = ""
    points: int | None = None


class MissionThing(Thing, frozen=True):
    """A mission, the options that are not as always with it, how many sides it can be played by, and those that play together in it."""

    usual: dict[str, Any] = {}
    sides: list[int] = []
    allies: list[list[int]] = []


class OptionCard(Struct, frozen=True):
    """An option of a battle. ``values`` says which it can have; a number may have a ``least`` and a ``most``, and be ``whole``."""

    name: str
    label: str
    help: str
    kind: Literal["choice", "flag", "number"]
    choices: list[Thing]
    default: Any
    values: str
    least: float | None = None
    most: float | None = None
    whole: bool = False


class Defaults(Struct, frozen=True):
    """The game played by default: the number of sides, the teams (enough for the most sides), and the mission.

    ``missions`` has one for each number of sides, or "none".
    """

    sides: int
    teams: list[str]
    killzone: str
    mission: str
    missions: dict[str, str]


class RulesetCard(Struct, frozen=True):
    """A ruleset and everything that can be chosen with it."""

    id: str
    name: str
    about: str
    sides: list[int]  # how many it can be played by
    positions: bool  # whether games can begin at positions
    options: list[OptionCard]
    teams: list[TeamThing]
    killzones: list[Thing]
    missions: list[MissionThing]
    defaults: Defaults
    players: list[Thing]


class PrintedTable(Struct, frozen=True):
    """Part of a card: columns with their rows, and lines below them; a cell is a text, or words that can be explained."""

    columns: list[str]
    rows: list[list[str | list[Note]]]
    lines: list[str]


class OperativeSheet(Struct, frozen=True):
    """A card, and how many operatives of a team have it."""

    id: str
    name: str
    count: int
    base: float
    tables: list[PrintedTable]


class TeamCard(Struct, frozen=True):
    """A team with its cards, and what belongs to all of them: ploys or tactics."""

    id: str
    name: str
    ruleset: str
    summary: str
    operatives: list[OperativeSheet]
    appendix: list[PrintedTable]
    legend: list[tuple[str, str]]  # what short words stand for


class KillzoneCard(Struct, frozen=True):
    """A killzone to be drawn, with the markers and drop zones of a mission."""

    id: str
    name: str
    summary: str
    board: Flat
    terrain: list[PartView]
    markers: list[MarkerView]
    zones: list[Box]


def rulesets() -> list[RulesetCard]:
    """All rulesets there are: our own, the default one first, then those of others."""
    return [_ruleset(name) for name in (*shipped(), *(name for name in names() if name not in shipped()))]


def _ruleset(name: str) -> RulesetCard:
    rules: Any = find(name)
    zones = [load_killzone(zone) for zone in killzone_ids(name)]
    tasks = [load_mission(task, name) for task in mission_ids(name)]
    missions = {str(sides): usual_mission(name, sides) for sides in rules.sides}
    usual, words = len(rules.teams), rules.rooms.lobby
    ground = rules.usual_killzone([load_team(team, name) for team in rules.teams])
    return RulesetCard(
        name,
        say(rules.edition),
        say(words.ABOUT) if words else "",
        list(rules.sides),
        rules.positions is not None,
        [_option(field, words.OPTIONS if words else {}) for field in type_info(rules.options).fields],  # type: ignore[attr-defined]
        [TeamThing(team.id, say(team.name), say(team.summary), rules.usual_killzone([team]), _points(team)) for team in find_teams(name)],
        [Thing(zone.id, say(zone.name), say(zone.summary_in(name))) for zone in zones],
        [_mission(rules, task) for task in tasks],
        Defaults(usual, usual_teams(name, max(rules.sides)), ground, missions[str(usual)], missions),
        [Thing(player, say(LEVELS.get(player, player)), say(MANNERS.get(player, ""))) for player in sorted(player_names(), key=_strength)],
    )


def _mission(rules: Any, task: Mission) -> MissionThing:
    sides, allies = _sides_of(task, rules.sides), [list(group) for group in task.allies]
    return MissionThing(task.id, say(task.name), say(task.summary), rules.usual(task), sides, allies)


def _sides_of(task: Mission, sides: Sequence[int]) -> list[int]:
    """Return the numbers of sides a mission can be played by, of those that its ruleset takes."""
    return [count for count in sides if len(task.zones) in (0, count)]


def usual_mission(ruleset: str, sides: int) -> str:
    """The mission for so many sides if nobody names one, or "none"."""
    found = load_mission("default", ruleset, sides) if mission_ids(ruleset) else None
    return found.id if found is not None and _sides_of(found, (sides,)) else "none"


def usual_teams(ruleset: str, sides: int) -> list[str]:
    """Teams for so many sides if nobody names any: those for beginners, then others, and if there are too few the same again.

    Teams that usually play on another table, as larger armies do, are no company for them.
    """
    rules: Any = find(ruleset)
    ground = {team: rules.usual_killzone([load_team(team, ruleset)]) for team in team_ids(ruleset)}
    others = [team for team in ground if team not in rules.teams and ground[team] == ground[rules.teams[0]]]
    known = [*rules.teams, *others]
    return [known[side % len(known)] for side in range(sides)]


def _points(team: Any) -> int | None:
    """Return the points that an army list keeps to; None of a team that has none."""
    limit: int | None = getattr(team, "limit", None)
    return limit


def _strength(player: str) -> int:
    return [*LEVELS, player].index(player)


def _option(field: Any, texts: Mapping[str, OptionText]) -> OptionCard:
    kind: Any = field.type
    text = text_of(texts, field.name)
    label, help_text, values = say(text.label), say(text.help) if text.help else "", say_values(kind, text)
    match kind:
        case BoolType():
            return OptionCard(field.name, label, help_text, "flag", [], field.default, values)
        case LiteralType(ids):
            choices = [Thing(str(value), say(text.choices.get(str(value), str(value)))) for value in ids]
            return OptionCard(field.name, label, help_text, "choice", choices, field.default, values)
        case IntType() | FloatType():
            whole = isinstance(kind, IntType)
            return OptionCard(field.name, label, help_text, "number", [], field.default, values, *limits_of(kind), whole)
    raise TypeError(f"an option {field.name} of this kind cannot be shown: {kind}")


def team(team_id: str) -> TeamCard:
    """A team that comes with the package."""
    try:
        found: Any = load_team(known_name(team_id))
    except FileError as error:
        raise Denied("not-found", "{problem}.", problem=str(error)) from None
    printed = find(found.ruleset).rooms.cards
    cards = [
        OperativeSheet(card.id, say(card.name), found.operatives.count(card), card.base, [_table(table) for table in printed.printed(card)])
        for number, card in enumerate(found.operatives)
        if card not in found.operatives[:number]
    ]
    appendix = [_table(table) for table in printed.appendix(found)]
    legend = [(word, meaning) for word, meaning in explained_words(printed.LEGEND)]
    return TeamCard(found.id, say(found.name), found.ruleset, say(found.summary), cards, appendix, legend)


def _table(table: Any) -> PrintedTable:
    return PrintedTable(
        [say(column) for column in table.columns], [[_cell(cell) for cell in row] for row in table.rows], [say(line) for line in table.lines]
    )


def _cell(cell: Any) -> str | list[Note]:
    if isinstance(cell, NotedText) and cell.notes:
        return list(cell.notes)
    return str(say(cell) if isinstance(cell, str) else cell)


def killzone(zone_id: str, ruleset: str | None, mission: str | None) -> KillzoneCard:
    """A killzone as a ruleset takes it, with the markers and drop zones of a mission if one is named."""
    try:
        rules: Any = find(ruleset or default())
        zone = load_killzone(known_name(zone_id))
        task = None if mission is None or mission == "none" else load_mission(known_name(mission), rules.id)
        setup = rules.prepare(rules.teams, zone, None, {})
    except (FileError, LookupError) as error:
        raise Denied("not-found", "{problem}.", problem=str(error)) from None
    arena, _ = rules.arrange(setup)
    parts = msgspec.convert(table(arena, ())["terrain"], list[PartView])
    markers = [MarkerView(marker.id, say(marker.id), marker.at(zone.board), None) for marker in task.markers] if task else []
    zones = [strip.box(zone.board) for strip in task.zones] if task else []
    return KillzoneCard(zone.id, say(zone.name), say(zone.summary_in(rules.id)), (zone.board.width, zone.board.depth), parts, markers, zones)


def known_name(name: str) -> str:
    """A name of something that comes with the package; files of the server's own are nobody's business."""
    if not name or len(name) > 64 or not all(c.isalnum() or c in "-_" for c in name):
        raise Denied("not-found", "There is nothing of this name.")
    return name


def new_game(ruleset: str, teams: Sequence[str], zone: str | None, mission: str | None, options: dict[str, Any]) -> Game:
    """A battle, set up with dice that nobody knows beforehand."""
    try:
        chosen = [known_name(name) for name in teams]
        task = usual_mission(ruleset, len(chosen)) if mission is None else known_name(mission)
        ground = None if zone is None else known_name(zone)
        dice = CommittedDice.draw()
        return Game.new(ruleset, teams=chosen, killzone=ground, mission=None if task == "none" else task, dice=dice, **options)
    except OptionError as error:
        raise Denied("bad-battle", "{problem}.", problem=str(error), where=f"options.{error.option}") from None
    except (ValueError, LookupError, TypeError, msgspec.ValidationError) as error:
        raise Denied("bad-battle", "This battle cannot be set up: {problem}.", problem=str(error)) from None
