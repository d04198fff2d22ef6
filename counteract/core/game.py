"""A game is a fold over answers: play, undo, fork, save and replay are all steps along one chain of states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Literal, Protocol

import msgspec

from counteract.core.decision import Answer, Concede, Decision, Place, Refusal, Roll, is_plain
from counteract.core.dice import CommittedDice, DiceStream, SeededDice
from counteract.core.foresight import Foresight
from counteract.core.procedure import Procedure, Procedures, Referee
from counteract.core.state import Battle, Event, Result, digest

Setup = dict[str, Any]


_plain: dict[int, tuple[object, Any]] = {}


def plain(thing: object) -> Any:
    """A loaded team, killzone or mission as plain data; what is loaded once is turned once."""
    known = _plain.get(id(thing))
    if known is None or known[0] is not thing:
        if len(_plain) > 256:
            _plain.clear()
        known = _plain[id(thing)] = (thing, msgspec.to_builtins(thing))
    return known[1]


#: How an event is told: it begins a paragraph, opens one that others belong to, is one of those, goes on with the one
#: before, goes on only with one that has been opened, or is left out because others tell of it.
Pace = Literal["begins", "opens", "belongs", "goes on", "goes on within", "quiet"]


class Ruleset(Protocol):
    """What a set of rules brings to the engine."""

    id: str
    teams: tuple[str, str]  # to play with if nobody names any
    cards: Any  # the module that knows how cards are printed
    procedures: Procedures
    foresight: Foresight

    def prepare(self, teams: Sequence[Any], killzone: Any, mission: Any, options: Mapping[str, Any]) -> Setup:
        """Names, files or objects turned into one plain description that a record can hold."""

    def arrange(self, setup: Setup) -> tuple[Any, Any]:
        """The arena (all that never changes) and the first state of a battle so described."""

    def arena_at(self, arena: Any, battle: Any) -> Any:
        """The arena as it is in some state: players may have put terrain on the table since."""

    def result(self, arena: Any, battle: Any) -> Result: ...

    def concede(self, arena: Any, battle: Any, player: int) -> tuple[Any, Event]: ...

    def view(self, arena: Any, battle: Any, player: int | None) -> dict[str, Any]: ...

    def tell(self, arena: Any, event: Event) -> str: ...

    def pace(self, event: Event) -> Pace: ...

    def label(self, arena: Any, battle: Any, decision: Decision, answer: Answer) -> str: ...

    def advise(self, arena: Any, battle: Any, decision: Decision) -> Answer: ...


class Moment:
    """One link of the chain: the state after an answer, up to the next decision."""

    __slots__ = ("answer", "at", "checkpoint", "decision", "dice", "events", "inputs", "number", "parent", "state")

    def __init__(
        self,
        parent: Moment | None,
        answer: Answer | None,
        dice: tuple[tuple[int, ...], ...],
        events: tuple[Event, ...],
        state: Battle,
        decision: Decision | None,
        checkpoint: Battle,
        inputs: tuple[Any, ...],
        at: int,
    ) -> None:
        self.parent = parent
        self.answer = answer
        self.dice = dice
        self.events = events
        self.state = state
        self.decision = decision
        self.checkpoint = checkpoint  # the state in which the running procedure began
        self.inputs = inputs  # what it has been handed since: answers and dice
        self.at = at  # how far the dice stream has been read
        self.number: int = parent.number + 1 if parent else 0

    def digest(self) -> str:
        """The fingerprint of this moment."""
        return digest(self.state, self.inputs)


class Game:
    """A battle being played: `play` answers `decision` until there is none.

    >>> from counteract import rulesets
    >>> game = Game.new(rulesets.names()[0], seed=7)
    >>> game.play(game.decision.options[0])
    """

    __slots__ = ("_arena", "_live", "_now", "dice", "ruleset", "setup")

    def __init__(self, ruleset: Ruleset, setup: Setup, dice: DiceStream, state: Battle | None = None) -> None:
        """A battle from its set-up; ``state`` starts it in the middle (puzzles, tests), which a record cannot hold."""
        self.ruleset = ruleset
        self.setup = setup
        self.dice = dice
        self._arena, first = ruleset.arrange(setup)
        state = first if state is None else state
        self._live: tuple[Referee[Any, Any], Procedure] | None = None
        self._now = self._run(None, None, state, (), 0)

    @classmethod
    def new(
        cls,
        ruleset: str,
        *,
        teams: Sequence[Any] | None = None,
        killzone: Any = None,
        mission: Any = "default",
        seed: int | None = None,
        dice: DiceStream | None = None,
        **options: Any,
    ) -> Game:
        """Set up a battle. Teams, killzone and mission are names, files or loaded objects; ``seed`` fixes the dice.

        What is not named is what the ruleset has for beginners.

        Without a seed the dice are committed: `commitment` is known at once, the secret is in the record.
        """
        from counteract.rulesets import find

        if dice is None:
            dice = CommittedDice.draw() if seed is None else SeededDice(seed)
        rules = find(ruleset)
        return cls(rules, rules.prepare(rules.teams if teams is None else teams, killzone, mission, options), dice)

    # --- what is

    @property
    def state(self) -> Any:
        return self._now.state

    @property
    def arena(self) -> Any:
        """All that does not change from here on while nobody puts anything on the table."""
        return self.ruleset.arena_at(self._arena, self._now.state)

    @property
    def decision(self) -> Decision | None:
        """The decision to be made now, or None once the battle is over."""
        return self._now.decision

    @property
    def over(self) -> bool:
        return self._now.decision is None

    @property
    def result(self) -> Result | None:
        """Winner, scores and reasons once the battle is over."""
        return self.ruleset.result(self.arena, self._now.state) if self.over else None

    @property
    def turns_taken(self) -> int:
        """How many answers have been given."""
        return self._now.number

    @property
    def commitment(self) -> str | None:
        """The hash of the dice secret, to be published before the first answer."""
        return self.dice.commitment if isinstance(self.dice, CommittedDice) else None

    @property
    def moments(self) -> list[Moment]:
        """All links of the chain, the first first."""
        chain = []
        link: Moment | None = self._now
        while link is not None:
            chain.append(link)
            link = link.parent
        return chain[::-1]

    @property
    def events(self) -> list[Event]:
        """What has happened so far, in order."""
        return [event for moment in self.moments for event in moment.events]

    @property
    def latest(self) -> tuple[Event, ...]:
        """What the last answer brought about."""
        return self._now.events

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What this player (or, with None, an onlooker) may know, as plain data."""
        return self.ruleset.view(self.arena, self._now.state, player)

    def tell(self, event: Event) -> str:
        """An event in words."""
        return self.ruleset.tell(self.arena, event)

    def pace(self, event: Event) -> Pace:
        """How an event is told among others."""
        return self.ruleset.pace(event)

    def label(self, answer: Answer) -> str:
        """An answer to the current decision in a few words."""
        assert self._now.decision is not None, "there is nothing to decide"
        return self.ruleset.label(self.arena, self._now.state, self._now.decision, answer)

    def advice(self) -> Answer:
        """What a sensible beginner would answer now."""
        assert self._now.decision is not None, "there is nothing to decide"
        return self.ruleset.advise(self.arena, self._now.state, self._now.decision)

    # --- what can be done

    def why_not(self, answer: Answer, player: int | None = None) -> Refusal | None:
        """None if the answer is legal now, else the refusal it would get."""
        decision = self._now.decision
        if decision is None:
            return Refusal("", "The battle is over; there is nothing left to decide.")
        if type(answer) is Concede:
            return self._why_not_concede(answer, player)
        if player is not None and player != decision.player:
            return Refusal(decision.rule, "It is player {turn}'s decision, not player {player}'s.", turn=decision.player + 1, player=player + 1)
        return decision.refuse(answer)

    def _why_not_concede(self, answer: Concede, player: int | None) -> Refusal | None:
        if not is_plain(answer) or answer.player not in (None, *range(len(self.ruleset.teams))):
            return Refusal("", "There is no such player to give up.")
        if player is not None and player != self._conceding(answer):
            return Refusal("", "Nobody gives up for somebody else.")
        return None

    def _conceding(self, answer: Concede) -> int:
        """Who gives up."""
        assert self._now.decision is not None
        return self._now.decision.player if answer.player is None else answer.player

    def play(self, answer: Answer, player: int | None = None) -> None:
        """Give the answer to the current decision. Raises `Refusal`, and then nothing has changed."""
        now = self._now
        decision = now.decision
        plainly = decision is not None and player is None and type(answer) is not Concede
        problem = decision.refuse(answer) if plainly and decision is not None else self.why_not(answer, player)
        if problem is not None:
            raise problem
        if type(answer) is Place:  # whole numbers too are kept as a record would read them
            answer = Place(float(answer.x), float(answer.y), float(answer.z), float(answer.turn))
        live, self._live = self._live, None  # if anything below fails, the chain still stands where it stood
        if type(answer) is Concede:
            state, event = self.ruleset.concede(self.arena, now.state, self._conceding(answer))
            self._now = Moment(now, answer, (), (event,), state, None, state, (), now.at)
            return
        self._now = self._run(now, answer, now.checkpoint, now.inputs, now.at, live or self._revive(now))

    def undo(self, *, across_dice: bool = False) -> None:
        """Take back the last answer; refused if dice have been rolled since, unless told otherwise."""
        now = self._now
        if now.parent is None:
            raise Refusal("", "There is nothing to take back.")
        if now.dice and not across_dice:
            raise Refusal("", "Dice have been rolled since; what they showed cannot be unseen.")
        self._now = now.parent
        self._live = None

    def fork(self, moment: Moment | None = None) -> Game:
        """Another game that goes on from here, or from an earlier moment; both share everything that happened until then."""
        other = Game.__new__(Game)
        other.ruleset = self.ruleset
        other.setup = self.setup
        other._arena = self._arena
        other.dice = self.dice
        other._now = self._now if moment is None else moment
        other._live = None
        return other

    def drop_past(self) -> None:
        """Let go of what led here: the game goes on as ever, but nothing can be taken back and no record made."""
        now = self._now
        self._now = Moment(None, None, (), now.events, now.state, now.decision, now.checkpoint, now.inputs, now.at)
        self._now.number = now.number

    def save(self, path: str | FilePath) -> None:
        """Write the record of this game to a file."""
        from counteract.core.record import write

        write(self, path)

    @classmethod
    def load(cls, path: str | FilePath) -> Game:
        """Read a record and replay it, checking every state on the way."""
        from counteract.core.record import read

        return read(path)

    def digest(self) -> str:
        """The fingerprint of the present moment."""
        return self._now.digest()

    # --- running

    def _revive(self, now: Moment) -> tuple[Referee[Any, Any], Procedure]:
        """The running procedure as it stood at this moment, from its checkpoint and its inputs."""
        referee, procedure = self._begin(now.checkpoint, [])
        send: Any = None
        for value in (*now.inputs, None):
            procedure.send(send)
            send = value
        return referee, procedure

    def _begin(self, checkpoint: Battle, events: list[Event]) -> tuple[Referee[Any, Any], Procedure]:
        task = checkpoint.agenda[-1]
        referee = Referee(self.ruleset.arena_at(self._arena, checkpoint), checkpoint, events)
        return referee, self.ruleset.procedures[task.name](referee, *task.args)

    def _run(
        self,
        parent: Moment | None,
        answer: Answer | None,
        checkpoint: Battle,
        inputs: tuple[Any, ...],
        at: int,
        running: tuple[Referee[Any, Any], Procedure] | None = None,
    ) -> Moment:
        """Go on until the next decision or the end."""
        dice: tuple[tuple[int, ...], ...] = ()
        events: list[Event] = []
        if running is None:
            if not checkpoint.agenda:
                return Moment(parent, answer, (), (), checkpoint, None, checkpoint, (), at)
            referee, procedure = self._begin(checkpoint, events)
        else:
            referee, procedure = running
            referee.events = events
            inputs = (*inputs, answer)
        send: Any = answer
        while True:
            try:
                request = procedure.send(send)
            except StopIteration:
                checkpoint = referee.finished()
                if not checkpoint.agenda:
                    return Moment(parent, answer, dice, tuple(events), checkpoint, None, checkpoint, (), at)
                referee, procedure = self._begin(checkpoint, events)
                send, inputs = None, ()
                continue
            if type(request) is Roll:
                send, at = self.dice.roll(at, request.count, request.sides)
                dice = (*dice, send)
                inputs = (*inputs, send)
                continue
            assert isinstance(request, Decision)
            self._live = (referee, procedure)
            return Moment(parent, answer, dice, tuple(events), referee.state, request, checkpoint, inputs, at)
