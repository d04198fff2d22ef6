"""Programs that play, in processes of their own."""

from __future__ import annotations

import asyncio
import os

import msgspec
import pytest

from counteract.game import Game
from counteract.players import make_player
from counteract.server.bots import Bots, caught_up, played, transcript
from counteract.server.rooms import GameRoom, find_room
from tests.server.test_rooms import keep, opened


@pytest.fixture
def room(store):
    return opened(store, (("greedy", ""), ("random", "")))[0]


def chair(room: GameRoom):
    return next(seat for seat in room.seats if room.game.decision.player in seat.sides)


def test_programs_play_a_game_between_them(store, room):
    """Each answer is thought of elsewhere, and is the one that the program gives."""

    async def play() -> None:
        bots = Bots(2)
        try:
            for n in range(40):
                player = room.bot_to_move()
                answer = await bots.answer(transcript(room.kept, room.steps), player)
                assert answer == msgspec.to_builtins(make_player(player, n).choose(room.game))
                keep(store, room, room.answer(chair(room), n, f"m{n}", answer))
        finally:
            bots.close()

    asyncio.run(play())
    assert find_room(store, room.id).game.digest() == room.game.digest()


def test_a_program_that_thinks_keeps_nobody_waiting(room):
    """The loop goes on ticking while other processes are at work."""

    async def ticks() -> int:
        bots, count = Bots(1), 0
        try:
            thinking = asyncio.ensure_future(bots.answer(transcript(room.kept, room.steps), "greedy"))
            while not thinking.done():
                await asyncio.sleep(0)
                count += 1
            assert thinking.result() is not None
        finally:
            bots.close()
        return count

    assert asyncio.run(ticks()) > 100


def test_thinking_happens_in_another_process(room):
    bots = Bots(1)
    try:
        assert bots.pool.submit(os.getpid).result() != os.getpid()
    finally:
        bots.close()


def test_a_game_is_caught_up_with_after_an_undo(store, room):
    """Taking an answer back is one step more, not one fewer."""
    for n in range(6):
        keep(store, room, room.answer(chair(room), n, f"m{n}", msgspec.to_builtins(room.game.advice())))
    assert caught_up(transcript(room.kept, room.steps)).digest() == room.game.digest()
    keep(store, room, room.undo(chair(room), 6, "undo"))
    assert caught_up(transcript(room.kept, room.steps)).digest() == room.game.digest()


def test_a_battle_set_up_anew_is_not_taken_for_the_one_before(room):
    """A friend may choose another team after something has been asked of the battle."""
    before, anew = caught_up(transcript(room.kept, ())), Game.new("kt24", teams=2 * [room.kept.setup["teams"][0]["id"]], dice=room.game.dice)
    after = caught_up(transcript(msgspec.structs.replace(room.kept, setup=anew.setup), ()))
    assert before.digest() != after.digest() == anew.digest()
    assert after.view(0)["sides"] == anew.view(0)["sides"]
    assert caught_up(transcript(room.kept, ())).digest() == before.digest()


def test_what_is_kept_in_mind_does_not_grow_with_the_game(room):
    """A process that thinks keeps where a game stands, not how it came there."""
    for n in range(12):
        room.follow(room.answer(chair(room), n, f"m{n}", msgspec.to_builtins(room.game.advice())).step)
        kept = caught_up(transcript(room.kept, room.steps))
        assert len(kept.moments) == 1
        assert (kept.digest(), kept.turns_taken) == (room.game.digest(), room.game.turns_taken)
        assert kept.advice() == room.game.advice()
    assert len(played(transcript(room.kept, room.steps)).moments) == 13
