"""Battles that outlive rules: shown as they were played, played on from where they stood, whatever fields and tasks are called."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from counteract.core import history
from counteract.core.decision import Answer, Refusal, Roll
from counteract.core.dice import CommittedDice, SeededDice, SharedDice, TypedDice, dice_from
from counteract.core.history import changes
from counteract.core.record import OldRecord, Record, RecordError, encode, fingerprint, parse, record
from counteract.core.registry import find, names
from counteract.core.rulebook import Rulebook
from counteract.core.state import Battle, Model, Task, digest
from counteract.game import Game, open_record, replay
from counteract.replay import changed_rules

RULESETS = {"kt24": {"guard": True}, "kt21": {}, "kt18": {"specialists": True}}


@lru_cache(maxsize=8)
def battle(ruleset: str, seed: int = 4) -> Game:
    """Return a whole battle of random players."""
    game = Game.new(ruleset, seed=seed, **RULESETS[ruleset])
    rng = random.Random(seed)
    while game.decision is not None:
        game.play(game.decision.sample(rng))
    return game


def forks(game: Game, every: int) -> Iterator[Game]:
    """Return the battle after every so many answers."""
    return (game.fork(moment) for moment in game.moments[:-1:every])


def written(game: Game) -> Record:
    """Return the record of a game as it is read from a file."""
    read = parse(encode(record(game)), "battle.json")
    assert isinstance(read, Record)
    return read


def signed(rec: Any, **fields: Any) -> Any:
    changed = msgspec.structs.replace(rec, **fields)
    return msgspec.structs.replace(changed, hash=fingerprint(changed))


@pytest.fixture
def stricter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the rules of 2024 by stricter ones: the winner of the roll no longer chooses, so no record replays."""
    battle("kt24")  # is played before
    rules = find("kt24")
    monkeypatch.setattr(type(rules), "revision", rules.revision + 1)
    turning_point = rules.procedures["turning_point"]

    def revised(ref: Any) -> Any:
        procedure = turning_point(ref)
        request = next(procedure)
        with suppress(StopIteration):
            while True:
                reply = request.options[0] if getattr(request, "what", "") == "initiative" else (yield request)
                request = procedure.send(reply)

    monkeypatch.setitem(rules.procedures, "turning_point", revised)


# --- shown without being played again


@pytest.mark.usefixtures("stricter")
def test_a_battle_under_other_rules_is_shown_as_it_was_played() -> None:
    game = battle("kt24")
    rec = signed(written(game), revision=find("kt24").revision - 1)
    opened = open_record(rec)
    assert opened.divergence is not None and opened.is_whole and opened.revision == rec.revision
    shown = opened.game
    assert shown.over and shown.result == game.result
    with pytest.raises(Refusal, match="other rules"):
        shown.undo(across_dice=True)
    for old, new in zip(game.moments, shown.moments, strict=True):
        assert shown.fork(new).view(None) == game.fork(old).view(None)
        assert [shown.tell(event) for event in new.events] == [game.tell(event) for event in old.events]
        assert (old.decision and (old.decision.player, old.decision.rule)) == (new.decision and (new.decision.player, new.decision.rule))
        assert (old.dice, old.answer) == (new.dice, new.answer)
        if new.decision is not None:
            assert new.decision.prompt == Rulebook.load("kt24").get(new.decision.rule).title("en")


@pytest.mark.usefixtures("stricter")
def test_under_the_rules_it_names_a_record_that_does_not_replay_was_altered() -> None:
    rec = signed(written(battle("kt24")), revision=find("kt24").revision)
    with pytest.raises(RecordError, match="at step"):
        open_record(rec)


@pytest.mark.usefixtures("stricter")
def test_what_was_altered_is_not_shown_under_any_rules() -> None:
    rec = written(battle("kt24"))
    altered = msgspec.structs.replace(rec, revision=find("kt24").revision - 1, result={**(rec.result or {}), "scores": [99, 0]})
    with pytest.raises(RecordError, match="hash"):
        open_record(altered)


# --- played on


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_battle_goes_on_from_where_it_stood(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of procedures too: the same question, the same options, the same dice."""
    rules = find(ruleset)
    monkeypatch.setattr(type(rules), "revision", rules.revision + 1)
    monkeypatch.setattr("counteract.game.play_record", lambda game, rec: (0, "the rules have changed"))
    for game in forks(battle(ruleset), 11):
        again = open_record(signed(written(game), revision=rules.revision - 1)).game
        assert again.digest() == game.digest()
        assert again.moments[-1].inputs == game.moments[-1].inputs and again.turns_taken == game.turns_taken
        assert game.decision is not None and again.decision is not None
        assert (again.decision.what, list(again.decision.options)) == (game.decision.what, list(game.decision.options))
        assert again.view(0) == game.view(0)
        for one in (game, again):
            rng = random.Random(1)
            for _ in range(4):
                if one.decision is not None:
                    one.play(one.decision.sample(rng))
        assert again.digest() == game.digest()


@pytest.mark.usefixtures("stricter")
def test_what_was_played_under_other_rules_is_not_taken_back() -> None:
    game = battle("kt24").fork(battle("kt24").moments[120])
    again = open_record(signed(written(game), revision=find("kt24").revision - 1)).game
    with pytest.raises(Refusal, match="other rules"):
        again.undo(across_dice=True)
    assert again.decision is not None
    again.play(again.decision.options[0])
    again.undo(across_dice=True)
    assert again.digest() == game.digest()
    with pytest.raises(Refusal, match="looked at"):
        again.fork(again.moments[50]).play(game.decision.options[0])  # type: ignore[union-attr]


@pytest.mark.parametrize("changed", [{"what": "something else"}, {"player": 0}, {"player": 1}, {}], ids=str)
def test_a_procedure_that_asks_something_else_now_begins_anew(changed: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The shot under way is void when shooting has changed, and the battle goes on all the same, with the dice that come next."""
    rules = find("kt24")
    game = next(game for game in forks(battle("kt24"), 1) if len(game.moments[-1].inputs) > 3)
    now, rec = game.moments[-1], signed(written(game))
    asked = rec.steps[-1].asks
    assert asked is not None
    steps = (*rec.steps[:-1], msgspec.structs.replace(rec.steps[-1], asks=msgspec.structs.replace(asked, **changed)))
    monkeypatch.setattr(type(rules), "revision", rules.revision + 1)
    monkeypatch.setattr("counteract.game.play_record", lambda game, rec: (0, "the rules have changed"))
    again = open_record(signed(rec, steps=steps, revision=rules.revision - 1)).game
    then = again.moments[-1]
    assert then.checkpoint.agenda[-1].name == now.checkpoint.agenda[-1].name and again.turns_taken == game.turns_taken
    if steps[-1].asks == asked:
        assert then.inputs == now.inputs and then.at == now.at
    else:  # nothing but dice has been handed to it since
        assert len(then.inputs) < len(now.inputs) and not any(isinstance(value, Answer) for value in then.inputs)
        at = now.at
        for roll in then.dice:
            expected, at = game.dice.roll(at, len(roll), 6)
            assert roll == expected
        assert then.at == at
    assert again.decision is not None
    again.play(again.decision.options[0])
    assert again.turns_taken == game.turns_taken + 1


@pytest.mark.parametrize("error", [AssertionError, ZeroDivisionError, RuntimeError, KeyError, TypeError, AttributeError, ValueError])
def test_a_procedure_that_can_do_nothing_with_what_it_was_handed_begins_anew(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that have changed may stumble over an answer of before in any way: the first question of the procedure is asked again."""
    rules = find("kt24")
    game = next(game for game in forks(battle("kt24"), 1) if len(game.moments[-1].inputs) > 3 and isinstance(game.moments[-1].inputs[0], Answer))
    rec, name = written(game), game.moments[-1].checkpoint.agenda[-1].name
    procedure = rules.procedures[name]

    def stumbling(ref: Any, *given: Any) -> Any:
        yield next(procedure(ref, *given))
        raise error("an answer that means nothing any more")

    monkeypatch.setitem(rules.procedures, name, functools.wraps(procedure)(stumbling))
    monkeypatch.setattr(type(rules), "revision", rules.revision + 1)
    monkeypatch.setattr("counteract.game.play_record", lambda game, rec: (0, "the rules have changed"))
    again = open_record(signed(rec, revision=rules.revision - 1)).game
    assert again.moments[-1].inputs == () and again.turns_taken == game.turns_taken
    assert again.decision is not None and again.decision.options


# --- format 1


def old_form(game: Game) -> OldRecord:
    """Return the record as format 1 wrote it."""
    rec = record(game)
    assert rec.result is not None and game.result is not None
    result = {"winner": game.result.winner, **{name: value for name, value in rec.result.items() if name != "winners"}}
    steps = [{"answer": step.answer, "dice": step.dice, "state": "0" * 16} for step in rec.steps]
    plain = {"format": rec.format, "version": 1, "ruleset": rec.ruleset, "setup": rec.setup, "dice": rec.dice, "steps": steps, "result": result}
    parsed = parse(msgspec.json.encode({**plain, "hash": ""}), "battle.json")
    assert isinstance(parsed, OldRecord)
    found: OldRecord = signed(parsed)
    return found


def test_format_1_is_replayed_and_compared_by_dice_answers_and_result() -> None:
    game = battle("kt24")
    assert replay(old_form(game)).digest() == game.digest()
    with pytest.raises(RecordError, match="hash"):
        open_record(msgspec.structs.replace(old_form(game), hash="0" * 64))


@pytest.mark.parametrize("field", ["winner", "scores", "reasons"])
def test_an_altered_result_of_format_1_is_noticed(field: str) -> None:
    """An altered result is noticed even if the record was signed again, because its answers lead to another; it cannot be played on."""
    old = old_form(battle("kt24"))
    assert old.result is not None
    other = {"winner": 1 - (old.result["winner"] or 0), "scores": [99, 0], "reasons": []}[field]
    opened = open_record(signed(old, result={**old.result, field: other}))
    assert opened.divergence == (len(old.steps), "the result written is not the result of these answers") and not opened.is_whole


@pytest.mark.usefixtures("stricter")
def test_format_1_is_shown_as_far_as_the_rules_agree() -> None:
    game = battle("kt24")
    opened = open_record(old_form(game))
    assert opened.divergence is not None and not opened.is_whole and opened.revision == 1
    assert opened.game.turns_taken == opened.divergence.step - 1
    assert opened.game.moments[-2].digest() == game.moments[opened.divergence.step - 2].digest()
    with pytest.raises(RecordError, match="at step"):
        replay(old_form(game))


def test_format_1_is_shown_up_to_the_first_die_that_falls_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the rules now roll one die more before a turning point, the record is shown up to the last step whose dice agree."""
    game, rules = battle("kt24"), find("kt24")
    old, turning_point = old_form(game), rules.procedures["turning_point"]

    def revised(ref: Any) -> Any:
        yield Roll(0, 1, "KT24-INIT-01")
        yield from turning_point(ref)

    monkeypatch.setitem(rules.procedures, "turning_point", revised)
    opened = open_record(old)
    assert opened.divergence is not None and "the dice were" in opened.divergence.problem
    assert 0 < opened.game.turns_taken == opened.divergence.step - 1
    assert [m.digest() for m in opened.game.moments] == [m.digest() for m in game.moments[: opened.divergence.step]]


# --- what records hold


def test_a_battle_that_is_over_stands_nowhere() -> None:
    """A record holds a standing, which is needed to go on, only if the battle is not over."""
    game = battle("kt24")
    assert record(game).standing is None
    assert record(game.fork(game.moments[-2])).standing is not None


def test_a_record_that_still_replays_stays_one_of_its_day() -> None:
    """Read and written again it is the same record, of the revision it was played under; the battle it holds, and forks of that, too."""
    rec = signed(written(battle("kt24")), revision=find("kt24").revision - 1)
    opened = open_record(rec)
    assert opened.divergence is None and opened.revision == opened.game.revision == rec.revision
    assert encode(record(opened.game)) == encode(record(opened.game.fork())) == encode(rec)


def test_a_fork_was_begun_under_the_rules_of_its_game() -> None:
    game = battle("kt24").fork()
    game.revision -= 1
    assert record(game.fork()).revision == record(game).revision == find("kt24").revision - 1


class Heap(Battle, frozen=True):
    points: int = 3


def test_what_has_changed_is_told_once() -> None:
    """Everything at first; then fields and single models that are other than before; all models if there are more or fewer."""
    one, two = Model(0, 5), Model(1, 7)
    first = Heap((), (one, two), (None, (1.0, 2.0, 0.0)), 1, False)
    hurt = msgspec.structs.replace(first, models=(Model(0, 5), Model(1, 6)), points=4)
    joined = msgspec.structs.replace(hurt, models=(*hurt.models, one), places=(None, None, None))
    assert [number for number, _ in changes(None, first)] == [1, 2, 3, 4, *range(5, len(first.__struct_fields__))]
    assert [*changes(first, first)] == []
    points = first.__struct_fields__.index("points")
    assert [*changes(first, hurt)] == [(1, 1, Model(1, 6)), (points, 4)]
    assert [*changes(hurt, joined)] == [(1, joined.models), (2, joined.places)]


@pytest.mark.usefixtures("stricter")
def test_what_cannot_be_shown_is_refused() -> None:
    """Of a battle under earlier rules: a part of the state that nothing is said of, and a step after the end."""
    rec = written(battle("kt24"))
    missing = (msgspec.structs.replace(rec.steps[0], changes=tuple(change for change in rec.steps[0].changes if change[0] != 3)), *rec.steps[1:])
    for steps, told in ((missing, "a part of the state is missing"), ((*rec.steps, rec.steps[1]), "a battle that is over has no further steps")):
        with pytest.raises(RecordError, match=told):
            open_record(signed(rec, steps=steps, revision=find("kt24").revision - 1))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_record_is_at_most_twice_as_large_as_format_1(ruleset: str) -> None:
    """Format 1 took 91 kB for 404 steps."""
    game = battle(ruleset)
    assert len(encode(record(game))) <= 2 * 91_000 / 404 * len(game.moments)


def test_fingerprints_know_no_names_of_fields_and_tasks() -> None:
    class One(Battle, frozen=True):
        points: int = 3

    class Other(Battle, frozen=True):
        victory_points: int = 3

    first = One((Task("shoot", (1, "gun")),), (Model(0, 5),), (None,), 1, False)
    second = Other((Task("fire", (1, "gun")),), (Model(0, 5),), (None,), 1, False)
    assert digest(first) == digest(second)
    assert digest(first) != digest(msgspec.structs.replace(second, victory_points=4))
    assert digest(first) != digest(msgspec.structs.replace(second, agenda=(Task("fire", (2, "gun")),)))


#: The written form of states. A field may be renamed. A new one goes to the end of its class, with a default, and here.
LAYOUT = Path(__file__).with_name("layout.txt")


def test_states_are_laid_out_as_records_and_stored_games_know_them() -> None:
    lines = []
    for name in RULESETS:
        rules = find(name)
        model = msgspec.inspect.type_info(rules.battle).fields[1].type.item_type.cls  # type: ignore[attr-defined]
        lines += [f"{name} {len(kind.__struct_fields__)}: {' '.join(kind.__struct_fields__)}" for kind in (rules.battle, model)]
    assert "\n".join(lines) + "\n" == LAYOUT.read_text()


# --- dice from several sources, and none before the start


@pytest.mark.parametrize(
    "dice", [SharedDice(["mine", "yours", "theirs"]), TypedDice({0: (2,)}, SeededDice(9)), TypedDice({}, CommittedDice("secret"))]
)
def test_a_record_holds_dice_from_several_sources(dice: Any) -> None:
    game = Game.new("kt24", dice=dice)
    rng = random.Random(2)
    for _ in range(60):
        assert game.decision is not None
        game.play(game.decision.sample(rng))
    rec = written(game)
    again = replay(rec)
    assert again.digest() == game.digest() and again.dice.describe() == dice.describe()
    assert [dice_from(rec.dice).roll(at, 2, 6) for at in (7, 40)] == [dice.roll(at, 2, 6) for at in (7, 40)]


def test_every_share_counts_and_is_bound_by_its_commitment() -> None:
    shares = ["mine", "yours", "theirs"]
    rolled = SharedDice(shares).roll(0, 30, 6)[0]
    for k in range(3):
        assert SharedDice([*shares[:k], "another", *shares[k + 1 :]]).roll(0, 30, 6)[0] != rolled
    described = SharedDice(shares).describe()
    described["shares"][1]["secret"] = "another"
    with pytest.raises(ValueError, match="commitment"):
        dice_from(described)


class Counting(SeededDice):
    """Dice that count how often they are rolled."""

    rolls = 0

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        self.rolls += 1
        return super().roll(at, count, sides)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_die_falls_before_the_battle_is_started(ruleset: str) -> None:
    dice = Counting(4)
    game = Game.new(ruleset, dice=dice, start=False)
    game.view(None)
    fork = game.fork()
    assert (fork.started, fork.over, fork.decision) == (False, False, None)
    assert (game.started, game.over, game.decision, game.result, dice.rolls) == (False, False, None, None, 0)
    assert replay(written(game)).started is False
    with pytest.raises(Refusal, match="not begun"):
        game.play(battle(ruleset).moments[1].answer)  # type: ignore[arg-type]
    game.start()
    assert game.decision is not None
    assert game.digest() == Game.new(ruleset, seed=4).digest()
    with pytest.raises(Refusal, match="begun already"):
        game.start()
    fork.start()
    assert fork.digest() == game.digest()


@pytest.mark.parametrize("name", names())
def test_every_revision_names_the_rules_it_changed(name: str) -> None:
    rules, book = find(name), Rulebook.load(name)
    assert [*rules.revised] == [*range(2, rules.revision + 1)]
    assert all(rule in book for changed in rules.revised.values() for rule in changed)
    assert changed_rules(rules, rules.revision) == ()
    assert changed_rules(rules, 1) == tuple(rule for changed in rules.revised.values() for rule in changed)


# --- events that tell less than today's


def without_lengths(steps: tuple[history.Step, ...]) -> tuple[history.Step, ...]:
    """Return steps as they were written before moves carried their lengths."""

    def old(event: history.Told) -> history.Told:
        return msgspec.structs.replace(event, values={key: value for key, value in event.values.items() if key != "length"})

    return tuple(msgspec.structs.replace(step, events=tuple(map(old, step.events))) for step in steps)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_events_without_lengths_are_told_in_the_same_words(ruleset: str) -> None:
    """A move's event carries its length; one that was written before is completed as it is read, and replays."""
    game = battle.__wrapped__(ruleset, 9)
    rec = written(game)
    old = signed(rec, steps=without_lengths(rec.steps))
    assert any("length" in event.values for event in game.events) and old != rec
    remembered = Game(find(ruleset), rec.setup, dice_from(rec.dice), start=False)
    history.remember(remembered, old.steps, None, rec.revision)
    assert [remembered.tell(event) for event in remembered.events] == [game.tell(event) for event in game.events]
    moved = [[event.values["length"] for event in one.events if event.kind == "moved"] for one in (remembered, game)]
    assert moved[0] == moved[1]
    assert replay(old).digest() == game.digest()


def test_a_step_is_the_same_if_its_events_tell_more_and_not_if_they_tell_otherwise() -> None:
    (step,) = (step for step in written(battle("kt24")).steps[-1:])
    (old,) = without_lengths((step,))
    other = msgspec.structs.replace(step, dice=((6, 6),))
    assert history.is_same(old, step) and history.is_same(step, step)
    assert not history.is_same(other, step) and not history.is_same(step, msgspec.structs.replace(step, events=step.events[1:]))
    told = step.events[0]
    changed = (msgspec.structs.replace(told, values={**told.values, "more": 1}), *step.events[1:])
    assert not history.is_same(msgspec.structs.replace(step, events=changed), step)
