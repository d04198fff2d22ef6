"""A game in progress on the server: who may do what, and what would come of it.

A room knows neither network nor database. What a seat asks for becomes a `Change`, which alters nothing; once it has
been kept it is accepted. The version of a room is the number of steps taken, so whoever knows a version can be told
exactly what has happened since.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from counteract.core.decision import Answer, Concede, Decision, Pick, Refusal, read_answer
from counteract.core.dice import CommittedDice, dice_from
from counteract.core.language import Phrase, say
from counteract.core.procedure import ASTRAY
from counteract.core.registry import find
from counteract.game import Game
from counteract.server.steps import answers_in, is_as_stored, remembered, standing_of, stored, take, taken, told_of
from counteract.server.store import Seat, SeatKind, StepKind, Store, StoredGame, StoredStep

MOST_MESSAGE_ID = 48
NOT_YOURS = Phrase("It is for another player to decide.")
OUT = Phrase("You are out of the battle, and look on.")
STAND_IN = "stand-in:"  # begins the ids of answers that a program gave for somebody who was away


class Denied(Exception):
    """A request that cannot be carried out: a short name for programs, a sentence for people."""

    def __init__(self, name: str, template: str, rule: str = "", /, **values: Any) -> None:
        super().__init__(template)
        self.name, self.template, self.rule, self.values = name, template, rule, values

    @property
    def sentence(self) -> str:
        return say(self.template, **self.values)


class Refused(Denied):
    """A request that the referee does not allow."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("refused", refusal.template, refusal.rule, **refusal.values)


class WayBack(NamedTuple):
    """An undo that is possible: how many answers it takes back, if these are only those of the one who asks, and the sides that are asked first."""

    answers: int
    own: bool
    asked: list[int]


class Change(NamedTuple):
    """A step that could be taken, and the game after it."""

    step: StoredStep
    game: Game


def make_seats(game: str, players: Sequence[tuple[str, str]], mine: Sequence[int] = ()) -> tuple[list[Seat], dict[str, str]]:
    """The seats of a new game with their secret links by key: one a side, and one for onlookers ("watch").

    ``players`` has a kind and a name for each side; a kind other than "human" is the program that plays. The sides that are
    ``mine`` have one seat together.
    """
    chairs: list[tuple[str, SeatKind, tuple[int, ...], str]] = []
    for side, (kind, name) in enumerate(players):
        if kind != "human":
            chairs.append((str(side), "bot", (side,), kind))
        elif side not in mine:
            chairs.append((str(side), "human", (side,), name))
        elif side == min(mine):
            chairs.append(("mine", "human", tuple(sorted(mine)), name))
    tokens = {key: secrets.token_urlsafe(24) for key in (*(key for key, *_ in chairs), "watch")}
    made = [Seat(tokens[key], game, kind, sides, name) for key, kind, sides, name in chairs]
    return [*made, Seat(tokens["watch"], game, "onlooker", (), "")], tokens


def new_battle(game: Game, settings: dict[str, Any], now: float) -> StoredGame:
    """A game that nobody has played yet, as it is kept."""
    return StoredGame(
        secrets.token_hex(8), now, now, game.ruleset.id, game.setup, game.dice.describe(), settings, over=False, revision=game.revision,
        opening=told_of(game), standing=standing_of(game),
    )  # fmt: skip


def find_room(store: Store, game: str, now: Callable[[], float] = time.time) -> GameRoom:
    """A game from the store, as far as it was played."""
    kept = store.game(game)
    if kept is None:
        raise Denied("no-game", "There is no such game.")
    seats, steps = store.seats(game), store.steps(game)
    try:
        room = GameRoom(kept, seats, steps, now)
        return room if room.is_as_kept else GameRoom.as_played(kept, seats, steps, now)
    except (Refusal, ValueError, LookupError):
        return GameRoom.as_played(kept, seats, steps, now)


def sender(seat: Seat) -> str:
    """Return the name of a seat where two may use the same ids: its first side, which is nobody else's."""
    return str(seat.sides[0]) if seat.sides else ""


class GameRoom:
    """One game, its seats and its steps."""

    def __init__(self, kept: StoredGame, seats: Sequence[Seat], steps: Sequence[StoredStep] = (), now: Callable[[], float] = time.time) -> None:
        self.kept = kept
        self.now = now
        self.seats = list(seats)
        self.game = Game(find(kept.ruleset), kept.setup, dice_from(kept.dice))
        self.steps: list[StoredStep] = []
        self.versions = [0]  # of each moment of the game: the step that led to it
        self._sent: dict[str, int] = {}  # the version that each message led to
        self._out: tuple[int, frozenset[int]] = -1, frozenset()  # the sides that are out of the battle, and the version they were at
        for step in steps:
            self.follow(step)

    @classmethod
    def as_played(cls, kept: StoredGame, seats: Sequence[Seat], steps: Sequence[StoredStep], now: Callable[[], float] = time.time) -> GameRoom:
        """A game that today's rules would not bring about again: as it was played, to go on from where it stood."""
        room = cls(kept, seats, (), now)
        try:
            room.game = remembered(stored(kept), taken(steps))
        except (ValueError, LookupError) as error:
            raise Denied("no-game", "This battle was begun under other rules, and cannot go on here.") from error
        for step in steps:
            room._note(step)
        return room

    @property
    def is_as_kept(self) -> bool:
        """Return True if the game, played again, is what the store says it was."""
        return is_as_stored(self.game, stored(self.kept), taken(self.steps))

    @property
    def is_remembered(self) -> bool:
        """Return True if the game was begun under other rules, and goes on from where it stood."""
        return self.game.played_from is not None

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def version(self) -> int:
        return len(self.steps)

    # --- what is

    @property
    def open(self) -> tuple[int, ...]:
        """The sides whose players have yet to choose a team."""
        return tuple(self.kept.options.get("open", ()))

    def sent(self, message: str) -> int | None:
        """The version that a message led to, if it has been here before."""
        return self._sent.get(message)

    def program_of(self, side: int) -> str | None:
        """The name of the program that plays a side, if one does."""
        return next((seat.name for seat in self.seats if seat.kind == "bot" and side in seat.sides), None)

    def bot_to_move(self) -> str | None:
        """The name of the program whose turn it is, if it is one's."""
        decision = self.game.decision
        return None if decision is None else self.program_of(decision.player)

    def others(self, seat: Seat) -> list[int]:
        """The sides that other people play, whether they have been here or not."""
        return [side for side in range(self.game.sides) if side not in seat.sides and self.program_of(side) is None]

    @property
    def out(self) -> frozenset[int]:
        """Return the sides that have given up, and with more than two sides those that have nobody left: they only look on."""
        if self.game.sides == 2:
            return frozenset(self.game.state.conceded)
        if self._out[0] != self.version:
            sides = self.game.view(None)["sides"]
            self._out = self.version, frozenset(side for side in range(self.game.sides) if sides[side]["gone"])
        return self._out[1]

    @property
    def stood_in(self) -> frozenset[int]:
        """Return the sides that a program plays for somebody who is away."""
        return frozenset(side for seat in self.seats if seat.stood_in for side in seat.sides)

    def asked_to_undo(self, seat: Seat) -> list[int]:
        """The sides that are asked before a seat takes back more than its own answers: all others that are in the battle and play themselves."""
        return [side for side in self.others(seat) if side not in self.out and side not in self.stood_in]

    def fairness(self) -> dict[str, Any]:
        """The commitment, and after the battle the secret that it was made to."""
        dice = self.game.dice
        assert isinstance(dice, CommittedDice)
        return {"commitment": dice.commitment, "secret": dice.secret if self.game.over else None}

    # --- what can be done

    def answer(self, seat: Seat, version: int, message: str, body: Any) -> Change:
        """Answer the current decision."""
        self.check(seat, version, message)
        answer = read_sent(body)
        if isinstance(answer, Concede):
            return self.concede(seat, version, message, answer.player)
        decision = self.game.decision
        assert decision is not None
        if decision.player not in seat.sides:
            raise Denied("not-yours", NOT_YOURS, decision.rule)
        return self._change("answer", decision.player, message, msgspec.to_builtins(answer), answer)

    def concede(self, seat: Seat, version: int, message: str, side: int | None = None) -> Change:
        """Give up the battle, whoever's turn it is; a seat with several sides gives up for the one to decide unless it says which."""
        self.check(seat, version, message)
        assert self.game.decision is not None
        turn, left = self.game.decision.player, [one for one in seat.sides if one not in self.game.state.conceded]
        giving = side if side is not None else turn if turn in left else (left or seat.sides)[0]
        if giving not in seat.sides:
            raise Denied("not-yours", "Nobody gives up for somebody else.")
        if giving in self.out and giving not in self.game.state.conceded:
            raise Denied("refused", OUT)
        return self._change("answer", giving, message, msgspec.to_builtins(Concede(giving)), Concede(giving))

    def undo(self, seat: Seat, version: int, message: str) -> Change:
        """Go back to the last decision this seat had a choice in, where no dice have been rolled and nobody has given up since."""
        self.check(seat, version, message)
        return self._change("undo", seat.sides[0], message, {"answers": self.way_back(seat).answers})

    def flag(self, side: int) -> Change:
        """The clock of a side has run out."""
        return self._change("flag", side, f"flag:{self.version}", None)

    def way_back(self, seat: Seat) -> WayBack:
        """Return what an undo takes back; nobody is asked where this seat alone has answered and been asked since."""
        if self.game.over:
            raise Denied("over", "The battle is over, and the secret behind the dice is out.")
        if self.out.issuperset(seat.sides):
            raise Denied("refused", OUT)
        game, count = self.game.fork(), 0
        while count == 0 or not _chooses(game, seat):
            if isinstance(game.moments_back(1)[0].answer, Concede):
                raise Denied("refused", "Somebody has given up since, and that cannot be taken back.")
            if self._is_of_somebody_away(self.versions[-1 - count]):
                raise Denied("refused", "Somebody who is away has answered since, and cannot be asked.")
            try:
                game.undo()
            except Refusal as refusal:
                raise Refused(refusal) from None
            count += 1
        own = all(asked is not None and asked.player in seat.sides for asked in (self.game.decision, *self._answered(count)))
        return WayBack(count, own, [] if own else self.asked_to_undo(seat))

    def _answered(self, count: int) -> list[Decision | None]:
        """Return the decisions of the last ``count`` answers."""
        return [moment.decision for moment in self.game.moments_back(count + 1)[1:]]

    def _is_of_somebody_away(self, version: int) -> bool:
        """Return True if the answer that led to a version was given by a player whom a program stands in for by now."""
        if version == 0:
            return False
        step = self.steps[version - 1]
        return step.side in self.stood_in and not step.message.startswith(STAND_IN)

    def check(self, seat: Seat, version: int, message: str) -> None:
        """Deny what no seat may do, or not this one, or not any more."""
        if not 0 < len(message.partition(":")[2] or message) <= MOST_MESSAGE_ID or not message.isprintable():
            raise Denied("bad-message", "A message needs an id of 1 to {most} characters.", most=MOST_MESSAGE_ID)
        if not seat.sides:
            raise Denied("onlooker", "Onlookers only look on.")
        if self.open:
            raise Denied("not-yet", "The battle begins once all teams are chosen.")
        if self.game.over:
            raise Denied("over", "The battle is over; there is nothing left to decide.")
        if version != self.version:
            raise Denied("stale", "The game is at version {now}; this was for version {version}.", now=self.version, version=version)

    def _change(self, kind: StepKind, side: int, message: str, body: Any, answer: Answer | None = None) -> Change:
        after = self.game.fork()
        try:
            take(after, kind, side, body, answer)
        except Refusal as refusal:
            raise Refused(refusal) from None
        except ASTRAY:
            if "agenda" not in self.kept.setup.get("position", {}):  # what somebody wrote there may not belong there
                raise
            raise Denied("refused", "The battle cannot go on like this from the position that it began at.") from None
        told = None if kind == "undo" else told_of(after)
        step = StoredStep(self.version + 1, kind, side, message, body, self.now(), told=told, standing=standing_of(after))
        return Change(step, after)

    def follow(self, step: StoredStep) -> None:
        """Take a step that was kept before."""
        take(self.game, step.kind, step.side, step.body)
        self._note(step)

    def accept(self, change: Change) -> None:
        """Take a step that has been kept."""
        self.game = change.game
        self._note(change.step)

    def _note(self, step: StoredStep) -> None:
        self.steps.append(step)
        self._sent[step.message] = step.number
        if step.kind == "undo":
            del self.versions[len(self.versions) - answers_in(step.body) :]
        else:
            self.versions.append(step.number)


def _chooses(game: Game, seat: Seat) -> bool:
    """Return True if a seat has a choice here: a decision with one answer only, or with one that none can be better than, is no choice."""
    decision = game.decision
    if decision is None or decision.player not in seat.sides or decision.no_effect:
        return False
    return not (decision.kind == "pick" and len(decision.options) == 1 and isinstance(decision.options[0], Pick))


def read_sent(body: Any) -> Answer:
    """Return the answer that a page has sent; raises `Denied`."""
    try:
        return read_answer(body)
    except ValueError as error:
        raise Denied("bad-answer", "This is no answer: {problem}.", problem=str(error)) from None
