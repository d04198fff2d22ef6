"""How a battle is described and begun: what every ruleset does in the same way."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from counteract.core.decision import Answer, Decision
from counteract.core.foresight import Foresight
from counteract.core.game import Pace, Setup, plain
from counteract.core.language import say
from counteract.core.procedure import Procedures
from counteract.core.state import Event, Result, Task
from counteract.mechanics.advising import Advice, first
from counteract.mechanics.missions import Mission, load_mission
from counteract.rosters import load_team
from counteract.rosters.files import perhaps
from counteract.table.killzone import Killzone, load_killzone

PLAYERS = 2

#: The agenda of a battle before it begins.
START = (Task("set_up"),)

_encoder = msgspec.json.Encoder()


class Rules:
    """A ruleset, but for its rules: `begin` makes the arena and the first state from a set-up."""

    id: str
    edition: str  # what complaints call the game
    teams: tuple[str, str]  # to play with, and the killzone to play on, if none are named
    killzone: str
    procedures: Procedures
    team: type[msgspec.Struct]
    switches: type[msgspec.Struct]
    cards: Any  # the module with `printed` and `appendix`
    missions: Any  # the module with `result`, `concede` and `controlled`
    showing: Any  # the one with `view`
    words: Any  # with `tell`, `label` and `PACES`
    advice: Any  # with `BY_QUESTION`
    foresight: Foresight

    def __init__(self) -> None:
        kinds = {"teams": tuple[self.team, ...], "killzone": Killzone, "mission": Mission | None, "options": self.switches}  # type: ignore[name-defined]
        self._description = msgspec.defstruct("Description", [*kinds.items()], frozen=True, forbid_unknown_fields=True)
        self._begun: deque[tuple[tuple[Any, ...], bytes, tuple[Any, Any]]] = deque(maxlen=16)

    def begin(self, given: Any) -> tuple[Any, Any]:
        raise NotImplementedError

    def arena_at(self, arena: Any, battle: Any) -> Any:
        return arena

    def usual(self, mission: Mission | None) -> dict[str, Any]:
        """The options that are not as always with this mission, or without one."""
        raise NotImplementedError

    def result(self, arena: Any, battle: Any) -> Result:
        result: Result = self.missions.result(arena, battle)
        return result

    def concede(self, arena: Any, battle: Any, player: int) -> tuple[Any, Event]:
        given_up: tuple[Any, Event] = self.missions.concede(arena, battle, player)
        return given_up

    def view(self, arena: Any, battle: Any, player: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = self.showing.view(arena, battle, player)
        return seen

    def tell(self, arena: Any, event: Event) -> str:
        return str(self.words.tell(arena, event))

    def pace(self, event: Event) -> Pace:
        """By the kind of the event, or of the move that it tells of."""
        paces: dict[str, Pace] = self.words.PACES
        return paces.get(f"{event.kind}: {event.values.get('move')}") or paces.get(event.kind, "begins")

    def label(self, arena: Any, battle: Any, decision: Decision, answer: Answer) -> str:
        return str(self.words.label(arena, battle, decision, answer))

    def advise(self, arena: Any, battle: Any, decision: Decision) -> Answer:
        advice: Advice = self.advice.BY_QUESTION.get(decision.what, first)
        return advice(arena, battle, decision)

    def check(self, team: Any) -> None:
        """Refuse a team that the rules do not allow. A file was checked when it was read; a team made elsewhere was not."""

    def prepare(self, teams: Sequence[Any], killzone: Any, mission: Any, options: Mapping[str, Any]) -> Setup:
        """Names, files or objects turned into one plain description."""
        loaded = [load_team(team, self.id) for team in teams]
        for team in loaded:
            self.check(team)
        zone = killzone if isinstance(killzone, Killzone) else load_killzone(killzone or self.killzone)
        task = load_mission(mission, self.id) if mission is not None else None
        settled = msgspec.to_builtins(self.settle(options, task))
        return {"teams": [plain(team) for team in loaded], "killzone": plain(zone), "mission": plain(task), "options": settled}

    def settle(self, options: Mapping[str, Any], mission: Mission | None) -> Any:
        """The options given, and for the rest the usual ones."""
        for name in options:
            if name not in self.switches.__struct_fields__:
                hint = perhaps(name, self.switches.__struct_fields__)
                raise ValueError(say("there is no option {name!r} in {id}{hint}", name=name, id=self.id, hint=hint))
        try:
            return msgspec.convert({**self.usual(mission), **options}, self.switches)
        except msgspec.ValidationError as error:
            raise ValueError(say("an option of {id} has a value it cannot have: {error}", id=self.id, error=error)) from None

    def arrange(self, setup: Setup) -> tuple[Any, Any]:
        """The arena and the first state. Games with the same set-up share both, and with them what is known of the terrain."""
        parts = setup.get("teams"), setup.get("killzone"), setup.get("mission"), setup.get("options")
        for known, _, begun in self._begun:  # what was loaded once is the same object, which is quicker to see than to read
            if known[1] is parts[1] and known[2] is parts[2] and known[0] == parts[0] and known[3] == parts[3]:
                return begun
        text = _encoder.encode(setup)
        begun = next((begun for _, known_text, begun in self._begun if known_text == text), None) or self.begin(self._read(text))
        self._begun.append((parts, text, begun))
        return begun

    def _read(self, setup: bytes) -> Any:
        try:
            given: Any = msgspec.json.decode(setup, type=self._description)
        except msgspec.ValidationError as error:
            raise ValueError(say("the set-up is not as it should be: {error}", error=error)) from None
        if len(given.teams) != PLAYERS:
            raise ValueError(say("{edition} is played by two teams, not {count}", edition=self.edition, count=len(given.teams)))
        for team in given.teams:
            if team.ruleset != self.id:
                raise ValueError(say("the team {id!r} is made for {own}, not for {ruleset}", id=team.id, own=team.ruleset, ruleset=self.id))
        return given
