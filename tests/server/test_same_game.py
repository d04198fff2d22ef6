"""A game is the same game wherever it is: at the table, read from the store again, handed to another process, or sent as a record."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import msgspec
import pytest
from served import ROOT

from counteract.core.dice import CommittedDice
from counteract.core.record import encode, parse, record
from counteract.files.teams import team_ids
from counteract.game import Game, open_record
from counteract.server import telling
from counteract.server.bots import Transcript, Transcripts, caught_up, played
from counteract.server.rooms import find_room, make_seats, new_battle
from counteract.server.store import new_game
from tests.server.test_rooms import keep


def posed(ruleset: str, answers: int, **more):
    """A game that begins in the middle of another."""
    game = Game.new(ruleset, seed=answers, **more)
    for _ in range(answers):
        game.play(game.advice())
    return Game.at(game.position(), dice=CommittedDice(f"posed {answers}"))


def new(ruleset: str, **more):
    return Game.new(ruleset, dice=CommittedDice(f"{ruleset} {sorted(more)}"), **more)


#: Every ruleset, with all kinds of things that a battle can be set up with.
SETUPS = {
    **{ruleset: (lambda ruleset=ruleset: new(ruleset)) for ruleset in ("kt18", "kt21", "kt24", "banners")},
    **{f"{ruleset} without a mission": (lambda ruleset=ruleset: new(ruleset, mission=None)) for ruleset in ("kt18", "kt21", "kt24", "banners")},
    **{
        f"{ruleset} elsewhere": (lambda ruleset=ruleset: new(ruleset, killzone="drowned-yard", teams=team_ids(ruleset)[-2:]))
        for ruleset in ("kt18", "kt21", "kt24")
    },
    **{f"{ruleset} at a position": (lambda ruleset=ruleset: posed(ruleset, 130)) for ruleset in ("kt18", "kt21", "kt24")},
    "kt24 by the book": lambda: new("kt24", limits="book", guard=True, turning_points=2),
    "kt24 by the sheet": lambda: new("kt24", limits="sheet", printing="2024"),
    "kt24 at a position by the book": lambda: posed("kt24", 90, limits="book"),
    "kt18 with specialists": lambda: new("kt18", specialists=True, max_flesh_wounds=0),
    "kt21 whoever defends": lambda: new("kt21", defender="second"),
    "banners by two": lambda: new("banners", teams=["wrens", "larks"], mission="old-quarrel"),
    "banners by four": lambda: new("banners", teams=["wrens", "larks", "herons", "herons"], mission="pairs", rounds=2),
    "an old set-up": lambda: Game(new("kt24").ruleset, _aged(new("kt24").setup), CommittedDice("aged")),
}
ANSWERS = 45


def _aged(setup):
    """A set-up of before there were limits and revisions."""
    options = {name: value for name, value in setup["options"].items() if name != "limits"}
    return {**{name: part for name, part in setup.items() if name != "revision"}, "options": options}


ELSEWHERE = """
import sys, msgspec
from counteract.server.bots import Transcript, caught_up
for line in msgspec.json.decode(sys.stdin.buffer.read(), type=list[Transcript]):
    print(caught_up(line).digest())
"""


@pytest.fixture(scope="module")
def elsewhere():
    """Return the games as other processes replay them, all at once."""

    def digests(transcripts: list[Transcript]) -> list[str]:
        env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'outside'}"}
        done = subprocess.run([sys.executable, "-c", ELSEWHERE], cwd=ROOT, env=env, input=msgspec.json.encode(transcripts), capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().split()

    return digests


def test_a_game_is_the_same_wherever_it_is(store, elsewhere):
    """Also when a step was taken back, and when a player gave up while others go on."""
    rooms = []
    for name, make in SETUPS.items():
        begun = make()
        kept = new_battle(begun, {"clock": None, "open": []}, time.time())
        chairs, _ = make_seats(kept.id, begun.sides * [("human", "")], range(begun.sides))
        store.write(new_game(kept, chairs))
        room = find_room(store, kept.id)
        assert room.game.digest() == begun.digest() and not room.is_remembered, name
        transcripts, (seat, *_) = Transcripts(kept, room.steps), room.seats
        for n in range(ANSWERS):
            if room.game.over:
                break
            keep(store, room, room.answer(seat, room.version, f"m{room.version}", msgspec.to_builtins(room.game.advice())))
            if n == 20 and begun.sides > 2:
                keep(store, room, room.concede(seat, room.version, "enough", (room.game.decision.player + 1) % begun.sides))
            elif n % 7 == 3 and telling.undo(room, seat).possible:
                keep(store, room, room.undo(seat, room.version, f"back {n}"))
            if n % 9 == 0:
                assert caught_up(transcripts.now()).digest() == room.game.digest(), name
        rooms.append((name, room, transcripts.now()))
    for (name, room, transcript), digest in zip(rooms, elsewhere([transcript for *_, transcript in rooms]), strict=True):
        again = find_room(store, room.id)
        whole = Transcripts(store.game(room.id), store.steps(room.id), as_played=True).now()
        found = [again.game, played(transcript), played(whole), caught_up(transcript)]
        assert {game.digest() for game in found} == {room.game.digest()} == {digest}, name
        assert all(game.played_from is None for game in found), name
        assert again.versions == room.versions and again.game.view(0) == room.game.view(0), name
        sent = open_record(parse(encode(record(room.game)), name))
        assert sent.divergence is None and sent.game.digest() == digest, name
