"""A game in progress on the server: who may do what, what everybody is told, and nothing said before it is kept.

A room knows no network. It takes what a seat asks, gives back what is to be told, and lets the store keep every step
first. Its version is the number of steps taken, so whoever knows a version can be told exactly what has happened since.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec

from counteract.core.decision import Answer, Refusal
from counteract.core.dice import CommittedDice, dice_from
from counteract.core.game import Game
from counteract.core.record import encode, record
from counteract.server.steps import read_answer, take
from counteract.server.store import AlreadyTaken, Kept, Seat, Step, Store

MOST_MESSAGE_ID = 64



class Denied(Exception):
    """What a seat asked for cannot be done: a short name for programs, a sentence for people."""

    def __init__(self, name: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.name, self.sentence, self.rule = name, sentence, rule


class Taken(msgspec.Struct, frozen=True):
    """A step that has been taken and kept."""

    version: int
    kind: str
    side: int
    events: tuple[dict[str, Any], ...]
    again: bool = False  # it had been taken before; this was a resend


def open_game(
    store: Store,
    ruleset: str,
    *,
    teams: Any = None,
    killzone: Any = None,
    mission: Any = "default",
    seats: tuple[tuple[str, str], ...] = (("human", "Player 1"), ("human", "Player 2")),
    hot_seat: bool = False,
    options: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
    now: Callable[[], float] = time.time,
) -> tuple[Room, dict[str, str]]:
    """Set up a game and keep it. Gives the room, and the secret links: one a side (or one for both), and one for onlookers."""
    game = Game.new(ruleset, teams=teams, killzone=killzone, mission=mission, dice=CommittedDice.draw(), **(options or {}))
    made = now()
    kept = Kept(secrets.token_hex(8), made, made, game.ruleset.id, game.setup, game.dice.describe(), dict(settings or {}), over=False)
    tokens, chairs = {}, []
    if hot_seat:
        tokens["both"] = secrets.token_urlsafe(24)
        chairs.append(Seat(tokens["both"], kept.id, "human", (0, 1), seats[0][1]))
    else:
        for side, (kind, name) in enumerate(seats):
            tokens[str(side)] = secrets.token_urlsafe(24)
            chairs.append(Seat(tokens[str(side)], kept.id, "bot" if kind != "human" else "human", (side,), name if kind == "human" else kind))
    tokens["watch"] = secrets.token_urlsafe(24)
    chairs.append(Seat(tokens["watch"], kept.id, "onlooker", (), ""))
    store.add_game(kept, chairs)
    return Room(store, kept, now), tokens


def find_room(store: Store, game: str, now: Callable[[], float] = time.time) -> Room:
    """A game from the store, as far as it was played."""
    kept = store.game(game)
    if kept is None:
        raise Denied("no-game", "There is no such game.")
    return Room(store, kept, now)


class Room:
    """One game, its seats and its steps."""

    def __init__(self, store: Store, kept: Kept, now: Callable[[], float] = time.time) -> None:
        from counteract.rulesets import find

        self.store = store
        self.kept = kept
        self.now = now
        self.seats = store.seats(kept.id)
        self.game = Game(find(kept.ruleset), kept.setup, dice_from(kept.dice))
        self.steps: list[Step] = []
        for step in store.steps(kept.id):
            self._replay(step)

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def version(self) -> int:
        return len(self.steps)

    # --- what is

    def bot_to_move(self) -> str | None:
        """The name of the program whose turn it is, if it is one's."""
        decision = self.game.decision
        if decision is None:
            return None
        return next((seat.name for seat in self.seats if seat.kind == "bot" and decision.player in seat.sides), None)

    def record(self) -> bytes:
        """The record as a file. While the battle lasts it does not tell the secret behind the dice."""
        if not self.game.over:
            raise Denied("not-over", "The record can be had once the battle is over: it holds the secret behind the dice.")
        return encode(record(self.game))

    def fairness(self) -> dict[str, Any]:
        """The commitment, and after the battle the secret that it was made to."""
        dice = self.game.dice
        assert isinstance(dice, CommittedDice)
        return {"commitment": dice.commitment, "secret": dice.secret if self.game.over else None}

    # --- what can be done

    def answer(self, seat: Seat, version: int, message: str, body: Any) -> Taken:
        """Answer the current decision; kept before anybody is told. A resend is not played twice."""
        if (known := self._resent(message)) is not None:
            return known
        self._check(seat, version, message)
        answer = _read(body)
        decision = self.game.decision
        if decision is None:
            raise Denied("over", "The battle is over; there is nothing left to decide.")
        if decision.player not in seat.sides:
            raise Denied("not-yours", "It is the other player's decision.", decision.rule)
        before = self.game.fork()
        try:
            self.game.play(answer)
        except Refusal as refusal:
            raise Denied("refused", refusal.reason, refusal.rule) from None
        return self._keep(before, "answer", decision.player, message, msgspec.to_builtins(answer))

    def undo(self, seat: Seat, version: int, message: str) -> Taken:
        """Take back the last answer, where no dice have been rolled since."""
        if (known := self._resent(message)) is not None:
            return known
        self._check(seat, version, message)
        if not seat.sides:
            raise Denied("onlooker", "Onlookers only look on.")
        before = self.game.fork()
        try:
            self.game.undo()
        except Refusal as refusal:
            raise Denied("refused", refusal.reason, refusal.rule) from None
        return self._keep(before, "undo", seat.sides[0], message, None)

    def concede(self, seat: Seat, version: int, message: str) -> Taken:
        """Give up the battle, on one's own turn."""
        return self.answer(seat, version, message, {"type": "concede"})

    def _resent(self, message: str) -> Taken | None:
        for number, step in enumerate(self.steps, start=1):
            if step.message == message:
                return Taken(number, step.kind, step.side, (), again=True)
        return None

    def _check(self, seat: Seat, version: int, message: str) -> None:
        if not message or len(message) > MOST_MESSAGE_ID:
            raise Denied("bad-message", f"A message needs an id of 1 to {MOST_MESSAGE_ID} characters.")
        if not seat.sides:
            raise Denied("onlooker", "Onlookers only look on.")
        if version != self.version:
            raise Denied("stale", f"The game is at version {self.version}; this was for version {version}.")

    def _keep(self, before: Game, kind: Any, side: int, message: str, body: Any) -> Taken:
        step = Step(self.version + 1, kind, side, message, body, self.now())
        result = msgspec.to_builtins(self.game.result) if self.game.over else None
        try:
            self.store.add_step(self.id, step, over=self.game.over, result=result)
        except AlreadyTaken:
            self.game = before
            raise Denied("stale", "Somebody else was quicker.") from None
        except BaseException:
            self.game = before
            raise
        self.steps.append(step)
        events = () if kind == "undo" else tuple({"kind": e.kind, "rule": e.rule, "values": e.values} for e in self.game.latest)
        return Taken(self.version, kind, side, events)

    def _replay(self, step: Step) -> None:
        take(self.game, step.kind, step.body)
        self.steps.append(step)


def _read(body: Any) -> Answer:
    try:
        return read_answer(body)
    except ValueError as error:
        raise Denied("bad-answer", f"This is no answer: {error}.") from None
