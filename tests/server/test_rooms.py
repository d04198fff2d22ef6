"""Game rooms: the permissions of seats, the steps that follow from messages, and how they are stored."""

from __future__ import annotations

import time

import msgspec
import pytest

from counteract.core import history
from counteract.core.decision import Concede, Pick, Roll
from counteract.core.dice import CommittedDice
from counteract.core.record import encode, parse, record
from counteract.core.registry import find
from counteract.game import Game, open_record, replay
from counteract.position import read_position
from counteract.server import telling
from counteract.server.bots import Transcripts, caught_up, played
from counteract.server.jobs import Failed, position_text, replay_kept, rolls
from counteract.server.rooms import Change, Denied, GameRoom, find_room, make_seats, new_battle
from counteract.server.steps import standing_of
from counteract.server.store import GAMES, STEPS, AlreadyTaken, Seat, Store, StoredStep, new_game, new_line, new_seat, new_step, rematch, set_up_anew

PEOPLE = (("human", "Ann"), ("human", "Ben"))


def opened(store: Store, seats=PEOPLE, *, hot_seat: bool = False) -> tuple[GameRoom, dict]:
    """A room that is kept, and its seats by their names."""
    kept = new_battle(Game.new("kt24", dice=CommittedDice("the same dice for every test")), {}, time.time())
    chairs, tokens = make_seats(kept.id, seats, (0, 1) if hot_seat else ())
    store.write(new_game(kept, chairs))
    return find_room(store, kept.id), {name: store.seat(token) for name, token in tokens.items()}


def keep(store: Store, room: GameRoom, change: Change) -> None:
    store.write(new_step(room.id, change.step, over=change.game.over, result=msgspec.to_builtins(change.game.result)))
    room.accept(change)


@pytest.fixture
def seated(store):
    """A room with two people and an onlooker, and their seats."""
    return opened(store)


def play(store: Store, room: GameRoom, seats: dict, answers: int) -> None:
    for _ in range(answers):
        seat = seats[str(room.game.decision.player)]
        keep(store, room, room.answer(seat, room.version, f"m{room.version}", msgspec.to_builtins(room.game.advice())))


def denied(call) -> Denied:
    with pytest.raises(Denied) as caught:
        call()
    return caught.value


def test_a_game_comes_back_as_it_was_left(store, seated):
    room, seats = seated
    play(store, room, seats, 30)
    again = find_room(store, room.id)
    assert again.version == 30
    assert again.game.digest() == room.game.digest()
    assert [seat.name for seat in again.seats if seat.sides] == ["Ann", "Ben"]


def test_an_undo_is_a_step_like_any_other(store, seated):
    """It leads back to the last choice of whoever asks for it."""
    room, seats = seated
    play(store, room, seats, 4)
    before, player = room.game.digest(), room.game.decision.player
    play(store, room, seats, 1)
    keep(store, room, room.undo(seats[str(player)], 5, "undo"))
    assert room.version == 6 and room.game.digest() == before
    assert room.versions == [0, 1, 2, 3, 4]
    again = find_room(store, room.id)
    assert again.game.digest() == before and again.versions == room.versions


def test_who_takes_back_only_what_they_have_chosen_themselves_asks_nobody(store, seated):
    """As long as nobody else has been asked anything since, and no dice have been rolled; answers of others are theirs too."""
    room, seats = seated
    alone = together = 0
    for _ in range(60):
        player, before = room.game.decision.player, room.game.digest()
        play(store, room, seats, 1)
        moment = room.game.moments_back(1)[0]
        for side in (0, 1):
            try:
                way = room.way_back(seats[str(side)])
            except Denied:
                continue
            if side == player == room.game.decision.player and way.answers == 1 and not moment.dice:
                assert way.own and way.asked == []
                alone += 1
            if side != player or room.game.decision.player != side:
                assert not way.own and way.asked == [1 - side]
                together += 1
        if room.game.decision.player == player and telling.undo(room, seats[str(player)]).own:
            undone = room.undo(seats[str(player)], room.version, f"u{room.version}")
            assert undone.step.body["answers"] > 1 or undone.game.digest() == before
    assert alone > 3 and together > 3


# --- when the rules change under way


@pytest.fixture
def revised(store, seated, monkeypatch):
    """A battle of which the server knows 60 answers, one of them taken back, and rules that would no longer have it so."""
    room, seats = seated
    play(store, room, seats, 58)
    player = room.game.decision.player
    play(store, room, seats, 1)
    keep(store, room, room.undo(seats[str(player)], 59, "undo"))
    play(store, room, seats, 2)
    revise(monkeypatch)
    return room, seats


def revise(monkeypatch):
    """Other rules, by which every battle begins with other dice."""
    rules = find("kt24")
    monkeypatch.setattr(type(rules), "revision", rules.revision + 1)
    set_up = rules.procedures["set_up"]

    def set_up_otherwise(ref):
        yield Roll(0, 1, "KT24-SETUP-05")  # one die more than before
        yield from set_up(ref)

    monkeypatch.setitem(rules.procedures, "set_up", set_up_otherwise)


def test_a_game_under_way_survives_a_change_of_the_rules_and_says_so(store, revised):
    room, _ = revised
    again = find_room(store, room.id)
    assert again.game.digest() == room.game.digest()
    assert (again.versions, again.version) == (room.versions, room.version)
    assert list(again.game.decision.options) == list(room.game.decision.options)
    lines = [line.text for line in telling.log(again)]
    assert lines[:-1] == [line.text for line in telling.log(room)]
    assert lines[-1] == "The rules have changed since this battle began (revision 2, now 3); it goes on from where it stood."


def test_it_is_played_on_and_comes_back_once_more(store, revised):
    room, seats = revised
    again = find_room(store, room.id)
    play(store, again, seats, 5)
    keep(store, again, again.concede(seats["0"], again.version, "end"))
    third = find_room(store, room.id)
    assert third.game.over and third.game.result.winner == 1
    assert third.game.view(None) == again.game.view(None)
    assert open_record(parse(encode(record(third.game)), "record")).game.result.winner == 1


def test_a_replay_of_it_says_so_and_has_no_positions(store, revised):
    """While it goes on there is one of where it stands; in the end it is shown as it was played, though the new rules refuse nothing of it."""
    room, seats = revised
    again = find_room(store, room.id)
    play(store, again, seats, 5)
    now = Transcripts(store.game(room.id), store.steps(room.id), as_played=True).now()
    assert read_position(position_text(now, "en").decode()).ruleset == "kt24"
    keep(store, again, again.concede(seats["0"], again.version, "end"))
    now = Transcripts(store.game(room.id), store.steps(room.id), as_played=True).now()
    shown = msgspec.json.decode(replay_kept(now, "en"))
    assert (shown["revision"], shown["rules"]) == (again.game.revision, again.game.ruleset.revision) and shown["revision"] < shown["rules"]
    assert shown["note"] == "Today's rules would have it otherwise; it is shown as it was played."
    assert [step["lines"] for step in shown["steps"]][-6:-1] != [[]] * 5
    for version in (0, 10, None):
        with pytest.raises(Failed, match="can only be looked at"):
            position_text(now, "en", version)


def test_a_battle_that_is_over_is_shown_as_it_was_played_whatever_rules_say_now(store, seated, monkeypatch):
    """All answers would still be taken, but one die more is rolled: nothing that stands shows it, so what was told of each step decides."""
    room, seats = seated
    play(store, room, seats, 3)
    keep(store, room, room.concede(seats["0"], 3, "end"))
    rules = find("kt24")
    monkeypatch.setattr(type(rules), "revision", rules.revision + 1)
    deploy = rules.procedures["deploy"]

    def deploy_otherwise(ref, player):
        ref.emit("rolled-off", "KT24-SETUP-05", player=0)
        yield Roll(0, 1, "KT24-SETUP-05")
        yield from deploy(ref, player)

    monkeypatch.setitem(rules.procedures, "deploy", deploy_otherwise)
    again = find_room(store, room.id)
    assert [moment.dice for moment in again.game.moments] == [moment.dice for moment in room.game.moments]
    assert again.game.events == room.game.events and again.game.view(None) == room.game.view(None)


def test_what_was_played_before_the_change_is_not_taken_back(store, revised):
    room, seats = revised
    again = find_room(store, room.id)
    seat = seats[str(again.game.decision.player)]
    assert denied(lambda: again.undo(seat, again.version, "back")).sentence == "What was played under other rules cannot be taken back."


def test_programs_and_helpers_see_the_same_game(store, revised):
    room, _ = revised
    again = find_room(store, room.id)
    now = Transcripts(again.kept, again.steps, as_played=True).now()
    assert played(now).digest() == again.game.digest() == caught_up(now).digest()


def test_a_battle_that_nobody_had_answered_in_goes_on_from_its_first_question(store, seated, monkeypatch):
    """For everybody: the table, the log, programs, and whoever reads its rolls in the end."""
    room, seats = seated
    revise(monkeypatch)
    again = find_room(store, room.id)
    assert again.is_remembered and again.version == 0 and again.game.decision is not None
    assert telling.log(again)[-1].text.startswith("The rules have changed since this battle began")
    transcripts = Transcripts(again.kept, again.steps, as_played=again.is_remembered)
    play(store, again, seats, 10)
    assert caught_up(transcripts.now()).digest() == again.game.digest() == find_room(store, room.id).game.digest()
    keep(store, again, again.concede(seats["0"], again.version, "end"))
    fell = [list(faces) for moment in again.game.moments for faces in moment.dice]
    assert [roll["faces"] for roll in msgspec.json.decode(rolls(transcripts.now()))["rolls"]] == fell


def test_what_too_little_is_kept_of_does_not_go_on(store, revised):
    """Of one step it is not known what happened: the battle cannot be shown as it was played, and today's rules lead elsewhere."""
    room, _ = revised
    with store.engine.begin() as db:
        db.execute(STEPS.update().where(STEPS.c.number == 7).values(told=None))
    found = denied(lambda: find_room(store, room.id))
    assert (found.name, found.sentence) == ("no-game", "This battle was begun under other rules, and cannot go on here.")


def test_what_is_told_of_a_step_is_kept_with_it(store, seated):
    """What happened, of every answer; of one that takes others back there is nothing to tell."""
    room, seats = seated
    play(store, room, seats, 2)
    seat = seats[str(room.game.decision.player)]
    play(store, room, seats, 1)
    keep(store, room, room.undo(seat, 3, "undo"))
    told = [step.told for step in store.steps(room.id)]
    assert told[3] is None
    steps = [msgspec.json.decode(one, type=history.Step) for one in told[:3]]
    assert [step.answer for step in steps[:2]] == [moment.answer for moment in room.game.moments[1:]]
    assert store.game(room.id).standing == standing_of(room.game)


def test_a_game_that_still_replays_stays_of_the_revision_it_was_begun_under(store, seated):
    """One that names none is of the first."""
    room, seats = seated
    play(store, room, seats, 3)
    for revision, found in ((1, 1), (None, 1), (room.game.ruleset.revision, room.game.ruleset.revision)):
        with store.engine.begin() as db:
            db.execute(GAMES.update().values(revision=revision))
        again = find_room(store, room.id)
        assert again.game.revision == found and again.game.digest() == room.game.digest()


def test_a_game_that_is_over_stands_nowhere(store, seated):
    room, seats = seated
    assert store.game(room.id).standing is not None
    keep(store, room, room.concede(seats["0"], 0, "end"))
    assert store.game(room.id).standing is None
    assert find_room(store, room.id).game.over


def test_a_game_that_has_begun_is_not_set_up_anew(store, seated):
    room, seats = seated
    kept, other = store.game(room.id), new_battle(Game.new("kt21", dice=CommittedDice("b")), {}, 0.0)
    anew = msgspec.structs.replace(kept, setup=other.setup, opening=other.opening, standing=other.standing, revision=7)
    assert store.write(set_up_anew(msgspec.structs.replace(kept, options={"open": [1]}), kept)) == [True]
    play(store, room, seats, 1)
    assert store.write(set_up_anew(anew, store.game(room.id))) == [False]
    now = store.game(room.id)
    assert (now.setup, now.opening, now.revision, now.options) == (kept.setup, kept.opening, kept.revision, {"open": [1]})


def test_all_that_belongs_to_a_set_up_is_kept_with_it(store, seated):
    room, _ = seated
    kept = store.game(room.id)
    anew = msgspec.structs.replace(kept, setup={**kept.setup, "mission": None}, opening=b"opening", standing=b"standing", revision=7)
    assert store.write(set_up_anew(anew, kept)) == [True]
    assert store.game(room.id) == anew


def test_a_seat_that_is_there_already_stays_as_it_is(store, seated):
    room, _ = seated
    before = store.seats(room.id)
    link = Seat("a link", room.id, "onlooker", (), "")
    store.write(new_seat(link))
    store.write(new_seat(msgspec.structs.replace(link, name="Zoe")))
    assert sorted(seat.name for seat in store.seats(room.id)) == sorted(["", *(seat.name for seat in before)])


def test_a_game_kept_before_there_was_a_history_is_played_again(store, seated):
    room, seats = seated
    play(store, room, seats, 20)
    with store.engine.begin() as db:
        db.execute(GAMES.update().values(revision=None, opening=None, standing=None))
        db.execute(STEPS.update().values(told=None))
    assert find_room(store, room.id).game.digest() == room.game.digest()


def test_what_would_come_of_an_answer_changes_nothing_yet(seated):
    room, seats = seated
    before, decision = room.game.digest(), room.game.decision
    change = room.answer(seats[str(decision.player)], 0, "one", msgspec.to_builtins(decision.options[0]))
    assert room.version == 0 and room.game.digest() == before and room.sent("one") is None
    room.accept(change)
    assert room.version == 1 and room.sent("one") == 1


@pytest.mark.parametrize(
    ("seat", "version", "message", "body", "name"),
    [
        ("watch", 0, "m", {"type": "pass"}, "onlooker"),
        ("other", 0, "m", {"type": "pass"}, "not-yours"),
        ("own", 7, "m", {"type": "pass"}, "stale"),
        ("own", 0, "", {"type": "pass"}, "bad-message"),
        ("own", 0, "m" * 65, {"type": "pass"}, "bad-message"),
        ("own", 0, "m\x00", {"type": "pass"}, "bad-message"),
        ("own", 0, "m", {"type": "pick"}, "bad-answer"),
        ("own", 0, "m", {"type": "sing"}, "bad-answer"),
        ("own", 0, "m", [1, 2], "bad-answer"),
        ("own", 0, "m", {"type": "pick", "value": "no such option"}, "refused"),
    ],
)
def test_what_is_not_allowed_changes_nothing(store, seated, seat, version, message, body, name):
    room, seats = seated
    turn = room.game.decision.player
    chair = seats[{"own": str(turn), "other": str(1 - turn)}.get(seat, seat)]
    before = room.game.digest()
    found = denied(lambda: room.answer(chair, version, message, body))
    assert found.name == name and found.sentence.endswith((".", ":", "?"))
    assert room.version == 0 and room.game.digest() == before
    assert store.steps(room.id) == []


def test_a_refusal_names_its_rule(seated):
    room, seats = seated
    decision = room.game.decision
    found = denied(lambda: room.answer(seats[str(decision.player)], 0, "m", {"type": "pick", "value": "nothing"}))
    assert found.rule == room.game.why_not(Pick("nothing")).rule


def test_a_step_number_is_taken_once(store, seated):
    room, _ = seated
    store.write(new_step(room.id, StoredStep(1, "answer", 0, "a", None, 0.0)))
    for step in (StoredStep(1, "answer", 0, "b", None, 0.0), StoredStep(2, "answer", 0, "a", None, 0.0)):
        with pytest.raises(AlreadyTaken):
            store.write(new_step(room.id, step))


def test_jobs_are_carried_out_together_or_not_at_all(store, seated):
    room, _ = seated
    with pytest.raises(AlreadyTaken):
        store.write(*(new_step(room.id, StoredStep(number, "answer", 0, "same", None, 0.0)) for number in (1, 2)))
    assert store.steps(room.id) == []


def test_the_secret_behind_the_dice_is_kept_back_until_the_end(store, seated):
    room, seats = seated
    play(store, room, seats, 3)
    fairness = room.fairness()
    assert fairness["secret"] is None
    keep(store, room, room.answer(seats[str(room.game.decision.player)], room.version, "end", msgspec.to_builtins(Concede())))
    fair = room.fairness()
    assert fair["commitment"] == fairness["commitment"] and CommittedDice.check(fair["commitment"], fair["secret"])
    assert replay(parse(encode(record(room.game)), "record")).digest() == room.game.digest()


@pytest.mark.parametrize("waiting", [False, True])
def test_anybody_may_give_up_at_any_time_but_only_for_themselves(store, seated, waiting):
    room, seats = seated
    play(store, room, seats, 3)
    side = room.game.decision.player if not waiting else 1 - room.game.decision.player
    assert denied(lambda: room.answer(seats[str(side)], 3, "no", {"type": "concede", "player": 1 - side})).name == "not-yours"
    keep(store, room, room.concede(seats[str(side)], 3, "end"))
    assert room.game.result.winner == 1 - side
    assert store.game(room.id).over and store.game(room.id).result["winners"] == [1 - side]
    assert find_room(store, room.id).game.result.winner == 1 - side
    assert replay(parse(encode(record(room.game)), "record")).result.winner == 1 - side


def test_a_battle_that_is_over_takes_no_answers_and_nothing_back(store, seated):
    room, seats = seated
    seat = seats[str(room.game.decision.player)]
    keep(store, room, room.concede(seat, 0, "end"))
    assert denied(lambda: room.answer(seat, 1, "more", {"type": "pass"})).name == "over"
    assert denied(lambda: room.undo(seat, 1, "back")).name == "over"


@pytest.mark.parametrize("waiting", [False, True])
def test_a_clock_that_ran_out_is_a_step(store, seated, waiting):
    """Whoever's it is has lost, whoever is to decide."""
    room, seats = seated
    play(store, room, seats, 2)
    side = room.game.decision.player if not waiting else 1 - room.game.decision.player
    keep(store, room, room.flag(side))
    again = find_room(store, room.id)
    assert again.game.over and again.game.result.winner == 1 - side and again.steps[-1].kind == "flag"


def test_one_link_plays_both_sides_of_a_hot_seat(store):
    room, seats = opened(store, hot_seat=True)
    play(store, room, {"0": seats["mine"], "1": seats["mine"]}, 12)
    assert room.version == 12 and not room.others(seats["mine"])


@pytest.mark.parametrize("turn", [0, 1])
def test_who_has_both_sides_gives_up_for_the_one_to_decide_unless_it_says_which(store, turn):
    room, seats = opened(store, hot_seat=True)
    both = seats["mine"]
    while room.game.decision.player != turn:
        play(store, room, {"0": both, "1": both}, 1)
    assert room.concede(both, room.version, "end").game.result.winner == 1 - turn
    for side in (0, 1):
        assert room.concede(both, room.version, "end", side).game.result.winner == 1 - side


def test_nobody_is_alone_who_plays_somebody_else(store):
    """Against a person one asks before taking back, against a program one does not."""
    room, seats = opened(store)
    assert room.others(seats["0"]) and room.others(seats["1"])
    room, seats = opened(store, (("human", "Ann"), ("novice", "")))
    assert not room.others(seats["0"])


def test_a_program_is_known_by_its_name(store):
    room, _ = opened(store, (("novice", ""), ("novice", "")))
    assert room.bot_to_move() == "novice"


def test_tokens_are_not_in_the_database(tmp_path, store):
    kept = new_battle(Game.new("kt24", dice=CommittedDice.draw()), {}, 0.0)
    seats, tokens = make_seats(kept.id, PEOPLE)
    store.write(new_game(kept, seats))
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(token.encode() not in held for token in tokens.values())


def test_chat_is_kept_in_order_and_not_said_twice(store, seated):
    room, _ = seated
    lines = [store.write(new_line(room.id, "Ann", text, 0, message))[0] for text, message in (("hello", "a"), ("luck", "b"), ("hello", "a"))]
    assert [(said.number, fresh) for said, fresh in lines] == [(1, True), (2, True), (1, False)]
    assert [said.text for said in store.said(room.id)] == ["hello", "luck"]


def test_there_is_one_rematch(store, seated):
    room, _ = seated
    first, second = (new_battle(room.game, {}, 0.0) for _ in range(2))
    assert store.write(rematch(room.id, first, []))[0] == first.id == store.write(rematch(room.id, second, []))[0]


def test_there_is_no_room_without_a_game(store):
    assert denied(lambda: find_room(store, "nowhere")).name == "no-game"
