"""The base class of rulesets: it turns a set-up into a battle and passes calls on to the ruleset's modules."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.inspect import type_info

from counteract.core.decision import Answer, Decision
from counteract.core.game import FIRST_REVISION, Pace, Setup, plain
from counteract.core.label import Label
from counteract.core.language import Phrase, joined, say
from counteract.core.preview import PreviewProtocol
from counteract.core.procedure import Procedures
from counteract.core.queries import QueriesProtocol
from counteract.core.state import Battle, Event, Result, Task
from counteract.files.data import NONE, brief, entry_of
from counteract.files.reader import Entry, perhaps
from counteract.files.teams import load_team, team_ids
from counteract.mechanics.field import alliances
from counteract.mechanics.gains import count_points
from counteract.mechanics.lobby import say_values, text_of
from counteract.mechanics.missions import Mission, load_mission, mission_ids
from counteract.mechanics.moves.limits import length_of
from counteract.mechanics.policy import Policy, choose_first
from counteract.mechanics.text import outcome
from counteract.table.killzone import Killzone, check_killzone, killzone_ids, load_killzone
from counteract.table.paths import MovementParameters

#: The agenda of a battle before it begins.
START = (Task("set_up"),)

_encoder = msgspec.json.Encoder()


class Rooms(NamedTuple):
    """The modules of a ruleset's folder that are called from outside it."""

    cards: Any  # with `printed` and `appendix`
    missions: Any  # with `result`, `concede`, `controlled` and `POINTS`
    view: Any  # with `view`
    text: Any  # with `tell`, `label` and `PACES`
    policy: Any  # with `POLICY`
    lobby: Any = None  # with `ABOUT` and `OPTIONS`


class OptionError(ValueError):
    """An option of a battle that has a value it cannot have; the sentence says which it can."""

    def __init__(self, option: str, sentence: str) -> None:
        super().__init__(sentence)
        self.option = option


class BaseRuleset:
    """The base class of rulesets: each defines `begin`, which makes the arena and the first state from a set-up.

    A set-up names the revision of the rules it was made under. Where an earlier revision differed only by a figure or an
    option, its battles are played as they were then, so that old records replay.
    """

    id: str
    revision: int
    revised: Mapping[int, tuple[str, ...]] = {}
    edition: str  # the game's name in error messages
    sides: tuple[int, ...] = (2,)
    sides_rule: str = ""  # the rule that says how many there may be
    teams: tuple[str, ...]  # the teams, and below the killzone, that are used if none are named
    killzone: str
    procedures: Procedures
    team: type[msgspec.Struct]
    options: type[msgspec.Struct]
    battle: type[Battle]
    before: Mapping[str, Any] = {}  # options of set-ups too old to name them, where today's default is another
    rooms: Rooms
    preview: PreviewProtocol
    positions: Any = None  # with `read` and `describe`, where games can begin at positions
    queries: QueriesProtocol

    def __init__(self) -> None:
        kinds = {"teams": tuple[self.team, ...], "killzone": Killzone, "mission": Mission | None, "options": self.options}  # type: ignore[name-defined]
        revision = ("revision", int, FIRST_REVISION)  # set-ups older than revisions name none
        self._description = msgspec.defstruct("Description", [*kinds.items(), revision], frozen=True, forbid_unknown_fields=True)
        self._stood: deque[tuple[Any, Entry, Any]] = deque(maxlen=4)
        self._begun: deque[tuple[tuple[Any, ...], bytes, tuple[Any, Any]]] = deque(maxlen=16)

    def begin(self, given: Any) -> tuple[Any, Any]:
        raise NotImplementedError

    def arena_at(self, arena: Any, battle: Any) -> Any:
        return arena

    def usual(self, mission: Mission | None) -> dict[str, Any]:
        """Return the options whose defaults change with this mission, or without one."""
        raise NotImplementedError

    def usual_killzone(self, teams: Sequence[Any]) -> str:
        """Return the id of the killzone that these teams play on if none is named."""
        return self.killzone

    def result(self, arena: Any, battle: Any) -> Result:
        result: Result = self.rooms.missions.result(arena, battle)
        return result

    def concede(self, arena: Any, battle: Any, player: int) -> tuple[Any, Event]:
        given_up: tuple[Any, Event] = self.rooms.missions.concede(arena, battle, player)
        return given_up

    def view(self, arena: Any, battle: Any, player: int | None) -> dict[str, Any]:
        """Return the view of the ruleset, with the alliance of each side and whether it is out of the battle, or has conceded it."""
        seen: dict[str, Any] = self.rooms.view.view(arena, battle, player)
        left = {model["side"] for model in seen["models"] if not model["removed"]}
        for number, side in enumerate(seen["sides"]):
            side |= {"alliance": arena.alliances[number], "gone": number in battle.conceded or number not in left}
            if number in battle.conceded:
                side["conceded"] = True
        return seen

    def tell(self, arena: Any, event: Event) -> str:
        return str(self.rooms.text.tell(arena, event))

    def describe_result(self, result: Result, teams: Sequence[str]) -> str:
        """Return the text of a result, given the names of the sides."""
        return outcome(result, teams)

    def count_points(self, arena: Any, event: Event) -> Sequence[tuple[Phrase, Sequence[int]]]:
        return count_points(self.rooms.missions.POINTS, event, len(arena.teams))

    def complete(self, arena: Any, event: Event) -> Event:
        """Return an event of an earlier version with the values that today's events hold: a move with its length."""
        if event.kind != "moved" or "length" in event.values:
            return event
        model, start = event.values["model"], event.values["start"]
        alone = tuple(start if i == model else None for i in range(len(arena.names)))
        length = length_of(arena, alone, model, self.figures(arena, event), event.values["path"])
        return Event(event.kind, event.rule, {**event.values, "length": length})

    def figures(self, arena: Any, moved: Event) -> MovementParameters:
        """Return the parameters that a move is measured with, from its event."""
        raise NotImplementedError

    def pace(self, event: Event) -> Pace:
        """Return the pace of an event, by its kind or by its move."""
        paces: dict[str, Pace] = self.rooms.text.PACES
        return paces.get(f"{event.kind}: {event.values.get('move')}") or paces.get(event.kind, "begins")

    def label(self, arena: Any, battle: Any, decision: Decision, answer: Answer) -> Label:
        label: Label = self.rooms.text.label(arena, battle, decision, answer)
        return label

    def advise(self, arena: Any, battle: Any, decision: Decision) -> Answer:
        advice: Policy = self.rooms.policy.POLICY.get(decision.what, choose_first)
        return advice(arena, battle, decision)

    def check(self, team: Any) -> None:
        """Refuse a team that the rules do not allow. A file was checked when it was read; a team made elsewhere was not."""

    def prepare(self, teams: Sequence[Any], killzone: Any, mission: Any, options: Mapping[str, Any]) -> Setup:
        """Turn names, files or objects into a set-up of plain data."""
        loaded = self._load(teams)
        for team in loaded:
            self.check(team)
        return self.prepare_position(loaded, killzone, mission, options)

    def prepare_position(self, teams: Sequence[Any], killzone: Any, mission: Any, options: Mapping[str, Any]) -> Setup:
        """Return the set-up of a position, whose teams need not be legal to muster."""
        loaded = self._load(teams)
        self._check_count(len(loaded))
        zone = load_killzone(self.usual_killzone(loaded) if killzone in (None, "") else killzone)
        check_killzone(zone, self.id)
        task = load_mission(mission, self.id, len(loaded)) if mission is not None else None
        settled = msgspec.to_builtins(self.settle(options, task))
        teams_played = [plain(team) for team in loaded]
        return {"teams": teams_played, "killzone": plain(zone), "mission": plain(task), "options": settled, "revision": self.revision}

    def _load(self, teams: Sequence[Any]) -> list[Any]:
        if not isinstance(teams, list | tuple):
            raise ValueError(say("'teams' must be a list of teams, not {given!r}", given=teams))
        loaded = [load_team(team, self.id) for team in teams]
        for team in loaded:
            if not isinstance(team, self.team):
                raise ValueError(say("{team!r} is no team: give a name, a file, a table or a loaded team", team=team))
        return loaded

    def settle(self, options: Mapping[str, Any], mission: Mission | None) -> Any:
        """Return the options given, with defaults for the rest."""
        for name in options:
            if name not in self.options.__struct_fields__:
                hint = perhaps(name, self.options.__struct_fields__)
                raise ValueError(say("there is no option {name!r} in {id}{hint}", name=name, id=self.id, hint=hint))
        settled = {**self.usual(mission), **options}
        try:
            return msgspec.convert(settled, self.options)
        except msgspec.ValidationError as error:
            self._check_options(settled)
            raise ValueError(say("the options of {id} do not go together: {error}", id=self.id, error=error)) from None

    def _check_options(self, settled: Mapping[str, Any]) -> None:
        """Refuse the first option whose value it cannot have by itself, and say which it can."""
        for field in msgspec.structs.fields(self.options):
            if field.name not in settled:
                continue
            try:
                msgspec.convert(settled[field.name], field.type)
            except msgspec.ValidationError:
                text = text_of(self.rooms.lobby.OPTIONS if self.rooms.lobby else {}, field.name)
                values = say_values(type_info(field.type), text)
                raise OptionError(field.name, say("{option} ({name}): {values}", option=Phrase(text.label), name=field.name, values=values)) from None

    def arrange(self, setup: Setup) -> tuple[Any, Any]:
        """Return the arena and the first state. Games with the same set-up share both, and with them the caches of the terrain."""
        if "position" in setup:
            return self._at_position(setup)
        parts = setup.get("teams"), setup.get("killzone"), setup.get("mission"), setup.get("options"), setup.get("revision")
        for known, _, begun in self._begun:  # parts loaded once are the same objects, which is quicker to check than to read them
            if known[1] is parts[1] and known[2] is parts[2] and known[0] == parts[0] and known[3:] == parts[3:]:
                return begun
        text = _encoder.encode(self._completed(setup))
        begun = next((begun for _, known_text, begun in self._begun if known_text == text), None) or self.begin(self._read(text))
        self._begun.append((parts, text, begun))
        return begun

    def arrange_position(self, setup: Setup, position: Entry) -> tuple[Any, Any]:
        """Return the arena of a set-up, and the state that a position describes."""
        self._check_positions()
        arena, first = self.arrange({name: part for name, part in setup.items() if name != "position"})
        state = self.positions.read(arena, first, position)
        self._stood.append((arena, position, state))
        return arena, state

    def _at_position(self, setup: Setup) -> tuple[Any, Any]:
        """Return the arena and the state of a set-up with a position; the positions read last are not read again."""
        given = _table(setup["position"])
        for arena, known, state in self._stood:
            if known.holds(given) and arena is self.arrange({name: part for name, part in setup.items() if name != "position"})[0]:
                return arena, state
        return self.arrange_position(setup, entry_of(given, "position"))

    def describe(self, setup: Setup, battle: Any) -> dict[str, Any]:
        """Return the position that describes a state."""
        self._check_positions()
        arena, first = self.arrange({name: part for name, part in setup.items() if name != "position"})
        described: dict[str, Any] = self.positions.describe(arena, first, battle)
        return described

    def _check_positions(self) -> None:
        if self.positions is None:
            raise ValueError(say("games of {edition} cannot be begun at positions", edition=Phrase(self.edition)))

    def named(self, setup: Setup) -> dict[str, Any]:
        """Return a set-up as a file holds it: shipped teams, killzone and mission by name, and only options that differ from the defaults."""
        mission = setup["mission"]
        task = None if mission is None else load_mission(mission, self.id)
        usual: dict[str, Any] = msgspec.to_builtins(self.settle({}, task))
        options = {name: value for name, value in setup["options"].items() if value != usual[name]}
        return {
            "teams": [_by_name(team, team_ids(self.id), lambda team: load_team(team, self.id)) for team in setup["teams"]],
            "killzone": _by_name(setup["killzone"], killzone_ids(), load_killzone),
            "mission": NONE if task is None else _by_name(mission, mission_ids(self.id), lambda name: load_mission(name, self.id)),
            **({"options": options} if options else {}),
        }

    def _completed(self, setup: Setup) -> Setup:
        """Return a set-up with the options that are newer than it."""
        options = setup.get("options")
        return {**setup, "options": {**self.before, **options}} if self.before and isinstance(options, dict) else setup

    def _check_count(self, count: int) -> None:
        if count not in self.sides:
            wanted = {"edition": self.edition, "sides": joined(map(str, self.sides)), "count": count}
            told = say("{edition} is played by {sides} teams, not {count}", **wanted)
            raise ValueError(f"{told} [{self.sides_rule}]" if self.sides_rule else told)

    def _read(self, setup: bytes) -> Any:
        try:
            given: Any = msgspec.json.decode(setup, type=self._description)
        except msgspec.ValidationError as error:
            raise ValueError(say("the set-up is not as it should be: {error}", error=error)) from None
        self._check_count(len(given.teams))
        for team in given.teams:
            if team.ruleset != self.id:
                raise ValueError(say("the team {id!r} is made for {own}, not for {ruleset}", id=team.id, own=team.ruleset, ruleset=self.id))
        if given.mission is not None:
            _check_sides(given.mission, len(given.teams))
        return given


def _check_sides(mission: Mission, sides: int) -> None:
    """Refuse a mission for another number of sides, or one that allies unknown sides or all of them."""
    if len(mission.zones) not in (0, sides):
        wanted = {"id": mission.id, "sides": len(mission.zones), "count": sides}
        raise ValueError(say("the mission {id!r} is for {sides} sides, not for {count}", **wanted))
    if any(not 0 <= side < sides for group in mission.allies for side in group) or len({*alliances(sides, mission.allies)}) < 2:
        raise ValueError(say("the mission {id!r} allies players that it cannot ally", id=mission.id))


def _by_name(data: Any, names: Sequence[str], load: Callable[[Any], Any]) -> Any:
    """Return the name of shipped data if ``data`` is equal to it, else the data without its default values."""
    own = data["id"]
    return own if own in names and plain(load(own)) == data else brief(load(data))


def _table(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise ValueError(say("a position is a table, not {given!r}", given=given))
    return given
