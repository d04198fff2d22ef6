"""Records: whole or refused, and a refusal names the first point of disagreement."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from counteract.core.decision import Place
from counteract.core.record import RecordError, encode, parse, record
from counteract.game import Game, open_record

TEAMS = ["ashen-wardens", "hollow-choir"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game saved in the middle of its second turning point."""
    game = Game.new("kt24", teams=TEAMS, killzone="proving-ground", seed=11)
    rng = random.Random(11)
    while game.decision is not None and (game.state.turn < 2 or game.turns_taken < 180):
        game.play(game.decision.sample(rng))
    path = tmp_path_factory.mktemp("records") / "game.json"
    game.save(path)
    return path


def edited(saved: Path, tmp_path: Path, old: str, new: str) -> Path:
    text = saved.read_text()
    assert old in text
    path = tmp_path / "edited.json"
    path.write_text(text.replace(old, new, 1))
    return path


def test_a_saved_game_goes_on_as_if_never_put_away(saved: Path) -> None:
    one, two = Game.load(saved), Game.load(saved)
    for game in (one, two):
        rng = random.Random(5)
        while game.decision is not None:
            game.play(game.decision.sample(rng))
    assert one.result == two.result
    assert record(one).hash == record(two).hash


@pytest.mark.parametrize("ruleset", ["kt18", "kt21", "kt24"])
def test_a_game_can_be_put_away_in_the_middle_of_anything(ruleset: str) -> None:
    """Whatever has been answered since the procedure began that is under way: models, places, paths, dice."""
    game, kinds = Game.new(ruleset, seed=2), set()
    while game.decision is not None and game.turns_taken < 200:
        game.play(game.advice())
        moment = game.moments_back(1)[0]
        fresh = {type(value).__name__ for value in moment.inputs} - kinds
        if fresh:
            kinds |= fresh
            assert open_record(parse(encode(record(game)), "record")).game.digest() == game.digest()
    assert {"Pick", "Dice", "tuple"} <= kinds


def test_saving_twice_gives_the_same_bytes(saved: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    Game.load(saved).save(again)
    assert again.read_bytes() == saved.read_bytes()


def test_every_changed_byte_is_noticed(saved: Path, tmp_path: Path) -> None:
    """Change one byte anywhere: the record is refused with a sentence that names the file."""
    data = saved.read_bytes()
    rng = random.Random(3)
    path = tmp_path / "broken.json"
    for _ in range(60):
        at = rng.randrange(len(data))
        new = rng.choice([b for b in range(32, 127) if b != data[at]])
        path.write_bytes(data[:at] + bytes([new]) + data[at + 1 :])
        with pytest.raises(RecordError, match=r"broken\.json"):
            Game.load(path)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_record_is_refused(saved: Path, tmp_path: Path, share: float) -> None:
    data = saved.read_bytes()
    path = tmp_path / "cut.json"
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(RecordError, match="not a whole JSON file"):
        Game.load(path)


def test_a_record_of_a_newer_version_is_refused(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="record format 3; this version reads formats 1 to 2"):
        Game.load(edited(saved, tmp_path, '"version": 2', '"version": 3'))


def test_a_record_of_rules_to_come_is_refused(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="played under revision 99 of the rules of kt24; this version knows them up to 2"):
        Game.load(edited(saved, tmp_path, '"revision": 2', '"revision": 99'))


def test_a_loaded_die_is_named_with_its_step(saved: Path, tmp_path: Path) -> None:
    """A die changed in the file disagrees with the seed at that very step."""
    lines = saved.read_text().splitlines()
    number = next(k for k, line in enumerate(lines) if '"dice":[[' in line and k > 60)
    step = json.loads(lines[number].strip().rstrip(","))
    first = next(k for k, line in enumerate(lines) if line.strip().startswith('{"answer":null'))
    step["dice"][0][0] = step["dice"][0][0] % 6 + 1
    lines[number] = "  " + json.dumps(step) + ","
    path = tmp_path / "loaded.json"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(RecordError, match=f"at step {number - first}: the dice were"):
        Game.load(path)


def test_an_illegal_answer_is_named_with_its_step_and_rule(saved: Path, tmp_path: Path) -> None:
    text = saved.read_text()
    at = text.index('{"type":"pick","value":"engage"}')
    lines = text[:at].count("\n")
    first = text[: text.index('{"answer":null')].count("\n")
    path = tmp_path / "illegal.json"
    path.write_text(text[:at] + '{"type":"pick","value":"hover"}' + text[at + len('{"type":"pick","value":"engage"}') :])
    with pytest.raises(RecordError, match=rf"at step {lines - first}: the referee refuses the answer.*KT24-ACT-03"):
        Game.load(path)


def test_a_stronger_team_in_the_file_is_noticed(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"at step|hash"):
        Game.load(edited(saved, tmp_path, '"wounds":12', '"wounds":22'))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"format": "counteract-record"}', '{"format": "counteract-record", "version": 1}', "\x00\xff"]
)
def test_other_files_are_not_taken_for_records(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(RecordError):
        Game.load(path)


def test_a_failed_save_leaves_the_old_file_alone(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "keep.json"
    path.write_text("what was there")
    game = Game.load(saved)
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        game.save(path)
    assert path.read_text() == "what was there"
    assert [p.name for p in tmp_path.iterdir()] == ["keep.json"]


def test_the_dice_secret_is_in_the_record_and_bound_by_the_commitment(tmp_path: Path) -> None:
    """Without a seed the dice are committed before the first answer, and the record proves it."""
    game = Game.new("kt24", teams=TEAMS)
    commitment = game.commitment
    assert commitment
    rng = random.Random(1)
    for _ in range(30):
        assert game.decision is not None
        game.play(game.decision.sample(rng))
    game.save(tmp_path / "fair.json")
    assert Game.load(tmp_path / "fair.json").commitment == commitment
    text = (tmp_path / "fair.json").read_text()
    path = tmp_path / "unfair.json"
    path.write_text(text.replace(commitment, "0" * 64))
    with pytest.raises(RecordError, match="commitment"):
        Game.load(path)


@pytest.mark.parametrize("more", [" ", "\n"])
def test_a_file_that_is_written_in_another_way_is_refused(saved: Path, tmp_path: Path, more: str) -> None:
    """It means the same, but these are not the bytes that were saved: the first that differs is named."""
    text = saved.read_text()
    at = text.index('"engine"')
    path = tmp_path / "spaced.json"
    path.write_text(text[:at] + more + text[at:])
    with pytest.raises(RecordError, match=f"the file differs from the game it holds at byte {at + 1}"):
        Game.load(path)


def test_a_place_in_whole_numbers_is_written_as_it_is_read(tmp_path: Path) -> None:
    """Or the file would differ from the game it holds."""
    game, path = Game.new("kt24", seed=11), tmp_path / "game.json"
    while game.decision is not None and game.decision.what != "place":
        game.play(game.decision.options[0])
    x0, y0, x1, y1 = game.decision.area  # type: ignore[misc,union-attr]
    whole = (Place(x, y) for x in range(int(x0), int(x1) + 1) for y in range(int(y0), int(y1) + 1))
    game.play(next(place for place in whole if game.why_not(place) is None))
    game.save(path)
    assert Game.load(path).digest() == game.digest()
