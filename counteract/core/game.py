"""A game is a fold over answers: play, undo, fork, save and replay are all steps along one chain of states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

import msgspec

from counteract.core.decision import Answer, Concede, Decision, Place, Refusal, Roll, is_plain
from counteract.core.dice import CommittedDice, DiceStream, SeededDice, dice_for
from counteract.core.label import Label
from counteract.core.language import Phrase, say
from counteract.core.mentions import Mention, read_mentions, signing
from counteract.core.preview import PreviewProtocol
from counteract.core.procedure import Procedure, Procedures, Referee
from counteract.core.state import Battle, Event, Result, digest

if TYPE_CHECKING:
    from counteract.core.queries import ControlRange, Distance, Finding, Named, QueriesProtocol, ReachableProtocol

Setup = dict[str, Any]

#: The revision of the rules that is meant by a set-up or a record that names none.
FIRST_REVISION = 1

#: The dice of a game whose own are hidden: everybody knows them, and they tell nothing.
HIDDEN = SeededDice(0)

#: Why no record can be made of a game.
IN_THE_MIDDLE = Phrase("the game was begun in the middle of a battle that its set-up does not hold: begin it at a position instead (Game.at)")
OTHER_DICE = Phrase("the game goes on with other dice than it began with, so there is nothing to write down")


_plain: dict[int, tuple[object, Any]] = {}


def plain(thing: object) -> Any:
    """Return a loaded team, killzone or mission as plain data; the same object is converted once."""
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
    """The interface of a ruleset to the engine."""

    id: str
    revision: int  # of its rules: raised whenever a rule changes what happens in a battle
    revised: Mapping[int, tuple[str, ...]]  # the rules that each revision after the first changed
    sides: tuple[int, ...]  # the numbers of sides it can be played by
    teams: tuple[str, ...]  # the default teams
    rooms: Any  # the modules of its folder that are called from outside: cards, missions, view, text, policy
    battle: type[Battle]  # what a state of it is
    procedures: Procedures
    preview: PreviewProtocol
    queries: QueriesProtocol

    def prepare(self, teams: Sequence[Any], killzone: Any, mission: Any, options: Mapping[str, Any]) -> Setup:
        """Turn names, files or loaded objects into a set-up: plain data that a record can hold."""

    def arrange(self, setup: Setup) -> tuple[Any, Any]:
        """Return the arena (all that never changes) and the first state of a battle with this set-up."""

    def prepare_position(self, teams: Sequence[Any], killzone: Any, mission: Any, options: Mapping[str, Any]) -> Setup:
        """Return the set-up of a position, whose teams need not be legal to muster."""

    def arrange_position(self, setup: Setup, position: Any) -> tuple[Any, Any]:
        """Return the arena, and the state that a position (the entry of a file) describes."""

    def describe(self, setup: Setup, battle: Any) -> dict[str, Any]:
        """Return a state as the fields of a position."""

    def named(self, setup: Setup) -> dict[str, Any]:
        """Return a set-up with shipped teams, killzone and mission replaced by their names."""

    def arena_at(self, arena: Any, battle: Any) -> Any:
        """Return the arena in a given state: players may have put terrain on the table."""

    def result(self, arena: Any, battle: Any) -> Result: ...

    def concede(self, arena: Any, battle: Any, player: int) -> tuple[Any, Event]:
        """Return the battle after a player gave up: over, or with the player in `Battle.conceded` and nothing else changed.

        What becomes of the player's models is for the procedures to see to; until then every choice the player owes is
        made by default.
        """

    def view(self, arena: Any, battle: Any, player: int | None) -> dict[str, Any]: ...

    def tell(self, arena: Any, event: Event) -> str: ...

    def describe_result(self, result: Result, teams: Sequence[str]) -> str:
        """Return the text of a result, given the names of the sides."""

    def count_points(self, arena: Any, event: Event) -> Sequence[tuple[Phrase, Sequence[int]]]:
        """Return the victory points that an event tells of, by source and with a number for each side."""

    def complete(self, arena: Any, event: Event) -> Event:
        """Return an event that an earlier version has written with all that today's events hold."""

    def pace(self, event: Event) -> Pace: ...

    def label(self, arena: Any, battle: Any, decision: Decision, answer: Answer) -> Label: ...

    def advise(self, arena: Any, battle: Any, decision: Decision) -> Answer: ...


#: A procedure under way, and the referee it works with.
Running = tuple[Referee[Any, Any], Procedure]


class Moment(msgspec.Struct, eq=False):
    """A link of the chain: the state after an answer, up to the next decision."""

    parent: Moment | None
    answer: Answer | None
    dice: tuple[tuple[int, ...], ...]
    events: tuple[Event, ...]
    state: Battle
    decision: Decision | None
    checkpoint: Battle  # the state in which the running procedure began
    inputs: tuple[Any, ...]  # what it has been handed since: answers and dice
    at: int  # how far the dice stream has been read
    number: int = 0  # of answers given so far

    def digest(self) -> str:
        """Return the fingerprint of this moment."""
        return digest(self.state, self.inputs)

    def with_fresh_dice(self) -> Moment:
        """Return a copy of this moment that reads another dice stream from its first die."""
        return msgspec.structs.replace(self, at=0)


class BaseGame:
    """A battle being played by the ruleset it is handed: `play` answers `decision` until there is none."""

    __slots__ = ("_arena", "_live", "_no_record", "_now", "dice", "played_from", "revision", "ruleset", "setup", "started")

    def __init__(self, ruleset: Ruleset, setup: Setup, dice: DiceStream, state: Battle | None = None, *, start: bool = True) -> None:
        """Set up a battle; ``state`` starts it in the middle (for tests), which a record cannot hold.

        With ``start=False`` nothing has happened yet, and no die falls before `start` is called.
        """
        self.ruleset = ruleset
        self.setup = setup
        self.dice = dice
        self._arena, first = ruleset.arrange(setup)
        self._no_record = "" if state is None else IN_THE_MIDDLE  # why no record can be made
        first = first if state is None else state
        self._live: Running | None = None
        self._now = Moment(None, None, (), (), first, None, first, (), 0)
        self.revision = ruleset.revision  # of the rules that the battle was begun under
        self.started = False
        self.played_from: int | None = None  # moments before this one are remembered from a battle under other rules, and only to be looked at
        if start:
            self.start()

    def start(self) -> None:
        """Begin the battle: go on to the first decision. A battle begins once."""
        if self.started:
            raise Refusal("", "The battle has begun already.")
        first = self._now.checkpoint
        self._now = self._advance(None, None, first, (), 0)
        self.started = True

    # --- what is

    @property
    def state(self) -> Any:
        return self._now.state

    @property
    def arena(self) -> Any:
        """The arena of the current state: cards, terrain, mission and options."""
        return self.ruleset.arena_at(self._arena, self._now.state)

    @property
    def decision(self) -> Decision | None:
        """The decision to be made now, or None once the battle is over."""
        return self._now.decision

    @property
    def over(self) -> bool:
        return self.started and self._now.decision is None

    @property
    def sides(self) -> int:
        """The number of sides."""
        return len(self.setup["teams"])

    @property
    def result(self) -> Result | None:
        """The winners, scores and reasons once the battle is over, else None."""
        return self.ruleset.result(self.arena, self._now.state) if self.over else None

    @property
    def turns_taken(self) -> int:
        """The number of answers given so far."""
        return self._now.number

    @property
    def commitment(self) -> str | None:
        """The hash of the dice secret, to be published before the first answer."""
        return self.dice.commitment if isinstance(self.dice, CommittedDice) else None

    @property
    def moments(self) -> list[Moment]:
        """All moments of the game, the first one first."""
        chain = []
        link: Moment | None = self._now
        while link is not None:
            chain.append(link)
            link = link.parent
        return chain[::-1]

    def moments_back(self, count: int) -> list[Moment]:
        """Return the last ``count`` moments, the latest one first."""
        found = [self._now]
        while len(found) < count and found[-1].parent is not None:
            found.append(found[-1].parent)
        return found

    @property
    def events(self) -> list[Event]:
        """All events so far, in order."""
        return [event for moment in self.moments for event in moment.events]

    @property
    def latest(self) -> tuple[Event, ...]:
        """The events since the last answer."""
        return self._now.events

    @property
    def latest_dice(self) -> tuple[tuple[int, ...], ...]:
        """The rolls since the last answer."""
        return self._now.dice

    def view(self, player: int | None = None) -> dict[str, Any]:
        """Return the battle as plain data, as this player (with None: an onlooker) may see it."""
        return self.ruleset.view(self.arena, self._now.state, player)

    def tell(self, event: Event) -> str:
        """Return an event as a sentence."""
        return self.ruleset.tell(self.arena, event)

    def tell_with_mentions(self, event: Event) -> tuple[str, tuple[Mention, ...]]:
        """Return an event as a sentence, with the models, sides and dice it mentions."""
        with signing():
            return read_mentions(self.ruleset.tell(self.arena, event))

    def pace(self, event: Event) -> Pace:
        """Return how an event is laid out among others in the log."""
        return self.ruleset.pace(event)

    def label(self, answer: Answer) -> Label:
        """Return the label of an answer to the current decision."""
        assert self._now.decision is not None, "there is nothing to decide"
        return self.ruleset.label(self.arena, self._now.state, self._now.decision, answer)

    def advice(self) -> Answer:
        """Return the policy's answer to the current decision: that of a sensible beginner."""
        assert self._now.decision is not None, "there is nothing to decide"
        return self.ruleset.advise(self.arena, self._now.state, self._now.decision)

    # --- questions about the table; models by number, by name, or by side and name as positions have them

    def visible(self, one: Named, other: Named) -> Finding:
        """Return whether one model sees the other, with the line of sight or the obstacle."""
        return self.ruleset.queries.visible(self, one, other)

    def cover(self, one: Named, other: Named) -> Finding:
        """Return whether the other model is in cover from the first, with the terrain that covers it."""
        return self.ruleset.queries.cover(self, one, other)

    def obscured(self, one: Named, other: Named) -> Finding:
        """Return whether the other model is obscured from the first, with the terrain that obscures it."""
        return self.ruleset.queries.obscured(self, one, other)

    def control_range(self, model: Named) -> ControlRange:
        """Return the models within control range, Engagement Range or 1" of a model, as the ruleset has it."""
        return self.ruleset.queries.control_range(self, model)

    def distance(self, one: Named, other: Named) -> Distance:
        """Return the distance between two models, base edge to base edge."""
        return self.ruleset.queries.distance(self, one, other)

    def reach(self, model: Named, action: str | None = None) -> ReachableProtocol:
        """Return the places a model can reach: with the named move, else the move asked about now, else its plain move."""
        return self.ruleset.queries.reach(self, model, action)

    # --- what can be done

    def why_not(self, answer: Answer, player: int | None = None) -> Refusal | None:
        """Return the refusal that an answer would get now, or None if it is legal."""
        decision = self._now.decision
        if decision is None:
            return Refusal("", "The battle is over; there is nothing left to decide." if self.started else "The battle has not begun.")
        if type(answer) is Concede:
            return self._why_not_concede(answer, player)
        if player is not None and type(player) is not int:
            return Refusal(decision.rule, "{player!r} is no player.", player=player)
        if player is not None and player != decision.player:
            return Refusal(decision.rule, "It is player {turn}'s decision, not player {player}'s.", turn=decision.player + 1, player=player + 1)
        return decision.refuse(answer)

    def _why_not_concede(self, answer: Concede, player: int | None) -> Refusal | None:
        if not is_plain(answer) or answer.player not in (None, *range(self.sides)):
            return Refusal("", "There is no such player to give up.")
        if player is not None and (type(player) is not int or player != self._conceding(answer)):
            return Refusal("", "Nobody gives up for somebody else.")
        if self._conceding(answer) in self._now.state.conceded:
            return Refusal("", "Player {player} has given up already.", player=self._conceding(answer) + 1)
        if self._conceding(answer) in self._now.state.out:
            return Refusal("", "Player {player} is out of the battle.", player=self._conceding(answer) + 1)
        return None

    def _conceding(self, answer: Concede) -> int:
        """Return the player who gives up."""
        if answer.player is not None:
            return answer.player
        assert self._now.decision is not None
        return self._now.decision.player

    def play(self, answer: Answer, player: int | None = None) -> None:
        """Give the answer to the current decision. Raises `Refusal`, and then nothing has changed."""
        now = self._now
        decision = now.decision
        if decision is None or player is not None or answer is not decision.accepted:
            problem = self.why_not(answer, player)
            if problem is not None:
                raise problem
        if type(answer) is Place:  # whole numbers too are kept as a record would read them
            answer = Place(float(answer.x), float(answer.y), float(answer.z), float(answer.turn))
        live, self._live = self._live, None  # if anything below fails, the chain still stands where it stood
        if type(answer) is Concede:
            self._now = self._concede(now, Concede(self._conceding(answer)), live or self._revive(now)[0])
        else:
            self._now = self._advance(now, answer, now.checkpoint, (*now.inputs, answer), now.at, live or self._revive(now)[0])

    def undo(self, *, across_dice: bool = False) -> None:
        """Take back the last answer; refused if dice have been rolled since, unless told otherwise."""
        now = self._now
        if now.parent is None:
            raise Refusal("", "There is nothing to take back.")
        if self.played_from is not None and now.number <= self.played_from:
            raise Refusal("", "What was played under other rules cannot be taken back.")
        if now.dice and not across_dice:
            raise Refusal("", "Dice have been rolled since; what they showed cannot be unseen.")
        self._now = now.parent
        self._live = None

    def fork(self, moment: Moment | None = None, *, dice: DiceStream | None = None) -> Self:
        """Return another game that goes on from here or from an earlier moment; both share the past.

        It rolls the dice that this game would roll. With ``dice`` it rolls those from here on, and never sees the coming ones of
        this game: programs that think must have it so. No record can be made of such a game.
        """
        other = type(self).__new__(type(self))
        other.ruleset = self.ruleset
        other.setup = self.setup
        other._arena = self._arena
        other.dice = self.dice
        other._now = self._now if moment is None else self._own(moment)
        other._live = None
        other.started = self.started
        other.played_from = self.played_from
        other.revision = self.revision
        other._no_record = self._no_record
        if dice is not None:
            other.dice, other._no_record = dice_for(None, dice), OTHER_DICE
            other._now = other._now.with_fresh_dice()
        return other

    def hide_dice(self) -> Self:
        """Return a fork for programs and previews: it has dice of its own, and nothing in it leads to the coming dice of this game."""
        return self.fork(dice=HIDDEN)

    def _own(self, moment: Moment) -> Moment:
        """Return a moment, which must belong to this game."""
        link: Moment | None = self._now
        while link is not None and link is not moment:
            link = link.parent
        if link is None:
            raise ValueError(say("this is no moment of this game"))
        return link

    def drop_past(self) -> None:
        """Drop the past: the game goes on, but nothing can be taken back and no record made."""
        now = self._now
        self._now = Moment(None, None, (), now.events, now.state, now.decision, now.checkpoint, now.inputs, now.at, now.number)

    def save(self, path: str | FilePath) -> None:
        """Write the record of this game to a file."""
        from counteract.core.record import write

        write(self, path)

    def digest(self) -> str:
        """Return the fingerprint of the current moment."""
        return self._now.digest()

    # --- running

    def _revive(self, now: Moment) -> tuple[Running, Decision | Roll]:
        """Bring back the running procedure of a moment from its checkpoint and inputs; return it with its request."""
        referee, procedure = self._begin(now.checkpoint, [])
        request = procedure.send(None)
        for value in now.inputs:
            if type(value) is Concede:
                referee.state, _ = self.ruleset.concede(referee.arena, referee.state, self._conceding(value))
            if type(value) is not Concede or (isinstance(request, Decision) and request.renewed):
                request = procedure.send(value)
        return (referee, procedure), request

    def _begin(self, checkpoint: Battle, events: list[Event]) -> Running:
        task = checkpoint.agenda[-1]
        referee = Referee(self.ruleset.arena_at(self._arena, checkpoint), checkpoint, events)
        return referee, self.ruleset.procedures[task.name](referee, *task.args)

    def _concede(self, now: Moment, answer: Concede, running: Running) -> Moment:
        """Return the moment after a player gave up: the battle ends, or the player gives default answers from here on.

        A question that is renewed is put anew, whoever was asked.
        """
        referee, _ = running
        player = self._conceding(answer)
        state, event = self.ruleset.concede(referee.arena, referee.state, player)
        if not state.agenda:
            return Moment(now, answer, (), (event,), state, None, state, (), now.at, now.number + 1)
        assert now.decision is not None
        referee.state = state
        inputs = (*now.inputs, answer)
        if now.decision.renewed:
            return self._advance(now, answer, now.checkpoint, inputs, now.at, running, events=[event])
        if now.decision.player == player:
            default = now.decision.default
            return self._advance(now, answer, now.checkpoint, (*inputs, default), now.at, running, send=default, events=[event])
        self._live = running
        return Moment(now, answer, (), (event,), state, now.decision, now.checkpoint, inputs, now.at, now.number + 1)

    def _advance(
        self,
        parent: Moment | None,
        answer: Answer | None,
        checkpoint: Battle,
        inputs: tuple[Any, ...],
        at: int,
        running: Running | None = None,
        *,
        send: Any = None,
        events: list[Event] | None = None,
    ) -> Moment:
        """Advance to the next decision or the end; the running procedure is sent ``send``, or else the answer."""
        ruleset, arena = self.ruleset, self._arena
        procedures = ruleset.procedures
        number = 0 if parent is None else parent.number + 1
        dice: tuple[tuple[int, ...], ...] = ()
        events = [] if events is None else events
        if running is None:
            if not checkpoint.agenda:
                return Moment(parent, answer, (), (), checkpoint, None, checkpoint, (), at, number)
            referee, procedure = self._begin(checkpoint, events)
        else:
            referee, procedure = running
            referee.events = events
            send = answer if send is None else send
        while True:
            try:
                request = procedure.send(send)
            except StopIteration:
                checkpoint = referee.finished()
                agenda = checkpoint.agenda
                if not agenda:
                    return Moment(parent, answer, dice, tuple(events), checkpoint, None, checkpoint, (), at, number)
                task = agenda[-1]
                referee = Referee(ruleset.arena_at(arena, checkpoint), checkpoint, events)
                procedure = procedures[task.name](referee, *task.args)
                send, inputs = None, ()
                continue
            if type(request) is Roll:
                send, at = self.dice.roll(at, request.count, request.sides)
                dice = (*dice, send)
                inputs = (*inputs, send)
                continue
            assert isinstance(request, Decision)
            if request.player in referee.state.conceded:
                send = request.default
                inputs = (*inputs, send)
                continue
            self._live = (referee, procedure)
            return Moment(parent, answer, dice, tuple(events), referee.state, request, checkpoint, inputs, at, number)
