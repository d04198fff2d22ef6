"""Game: play, refuse, undo, fork, and going on from a checkpoint, on a ruleset the engine has never heard of."""

from __future__ import annotations

from pathlib import Path as FilePath

import numpy as np
import pytest

from counteract.core.decision import PASS, Allocate, Concede, Dice, Path, Pick, Place, Refusal
from counteract.core.dice import ScriptedDice, SeededDice
from counteract.core.record import record
from counteract.game import Game
from tests.core.toy import TOY


def toy(*dice: int) -> Game:
    return Game(TOY, TOY.prepare(), ScriptedDice(dice) if dice else SeededDice(3))


def play_all(game: Game, *answers: object) -> Game:
    for answer in answers:
        game.play(PASS if answer == "pass" else Pick(answer))  # type: ignore[arg-type]
    return game


def test_three_players_take_turns_and_who_passes_is_out() -> None:
    game = toy(4, 4, 4, 4)
    players = []
    for answer in (1, "pass", 1, 2, 2):
        assert game.decision is not None
        players.append(game.decision.player)
        play_all(game, answer)
    assert players == [0, 1, 2, 0, 2]
    assert game.state.taken == (1 + 4 + 2 + 4, 0, 1 + 4 + 2 + 4)


def test_the_last_player_in_goes_on_alone_until_passing() -> None:
    game = play_all(toy(1, 1), "pass", "pass", 2, 1, "pass")
    assert game.over
    assert game.result is not None
    assert game.result.winner == 2


def test_a_reaction_happens_inside_another_players_procedure() -> None:
    game = play_all(toy(6), 3)
    assert game.decision is not None
    assert (game.decision.what, game.decision.player) == ("snatch", 1)
    play_all(game, "snatch")
    assert game.state.taken == (2 + 6, 1, 0)
    assert game.state.counters == 9


@pytest.mark.parametrize(
    "answer",
    [
        Pick(4), Pick("3"), Place(1, 2), PASS.__class__, None, 3, "1", Pick(True), Pick(1.0), Pick(np.int64(1)), Pick(None), Pick([1]),
        Path(None), Path((None,)), Path([(1, 2)]), Place("a", None), Dice(None, None), Dice("use", (False,)), Allocate(None), Allocate([3]),
    ],
)  # fmt: skip
def test_what_is_not_offered_is_refused_and_changes_nothing(answer: object) -> None:
    game = toy()
    before = (game.digest(), game.turns_taken, game.decision)
    with pytest.raises(Refusal):
        game.play(answer)  # type: ignore[arg-type]
    assert (game.digest(), game.turns_taken, game.decision) == before


def test_a_refusal_says_the_rule_and_the_reason() -> None:
    game = play_all(toy(1, 1, 1, 1), 3, "pass", 3, "pass", 3, "pass", 2)
    refusal = game.why_not(Pick(2))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("TOY-2", "Only 1 are left.")


def test_the_other_players_answer_is_refused() -> None:
    game = toy()
    with pytest.raises(Refusal, match="player 1's decision"):
        game.play(Pick(1), player=2)


def test_nothing_can_be_played_when_it_is_over() -> None:
    game = play_all(toy(), "pass", "pass", "pass")
    with pytest.raises(Refusal, match="over"):
        game.play(PASS)


def test_undo_takes_back_answers_but_not_dice() -> None:
    game = toy(5)
    start = game.digest()
    play_all(game, "pass")
    game.undo()
    assert game.digest() == start
    play_all(game, 1)
    with pytest.raises(Refusal, match="Dice"):
        game.undo()
    game.undo(across_dice=True)
    assert game.digest() == start
    with pytest.raises(Refusal, match="nothing"):
        game.undo()


def test_a_fork_goes_its_own_way_even_in_the_middle_of_a_procedure() -> None:
    game = play_all(toy(), 3)
    other = game.fork()
    play_all(game, "snatch")
    play_all(other, "pass")
    assert game.state.taken[1] == 1
    assert other.state.taken[1] == 0
    assert other.state.taken[0] == game.state.taken[0] + 1  # the same die fell for both


def test_fork_then_undo_then_replay_gives_the_same_states() -> None:
    game = toy()
    digests = [game.digest()]
    answers = (3, "snatch", 2, 1, "pass", 3, "pass")
    for answer in answers:
        play_all(game, answer)
        digests.append(game.digest())
    copy = game.fork()
    for expected in digests[-2::-1]:
        copy.undo(across_dice=True)
        assert copy.digest() == expected
    for answer, expected in zip(answers, digests[1:], strict=True):
        play_all(copy, answer)
        assert copy.digest() == expected
    assert copy.events == game.events


def test_conceding_ends_the_game_and_is_never_listed() -> None:
    game = toy()
    assert game.decision is not None
    assert Concede() not in game.decision.options
    game.play(Concede())
    assert game.over
    assert game.events[-1].values == {"player": 0}


def test_who_is_not_to_decide_may_concede_too_but_not_for_others() -> None:
    game = toy()
    for answer, player in ((Concede(7), None), (Concede(True), None), (Concede(1), 0), (Concede(), 1)):
        refused = game.why_not(answer, player)
        assert refused is not None and refused.reason.endswith(".")
    game.play(Concede(1), player=1)
    assert game.over
    assert game.events[-1].values == {"player": 1}


def test_a_game_goes_on_from_an_earlier_moment() -> None:
    game = play_all(toy(4, 4, 4), 1, "pass", 2)
    early = game.fork(game.moments[1])
    assert early.turns_taken == 1 and game.turns_taken == 3
    assert play_all(early, "pass", 2).digest() == game.digest()


def test_a_procedure_that_breaks_leaves_the_game_where_it_was() -> None:
    game = play_all(toy(6), "pass")  # one die only
    play_all(game, 1)
    before = game.digest()
    with pytest.raises(Exception, match="die 2 was asked for"):
        game.play(Pick(1))
    assert game.digest() == before
    assert game.decision is not None
    assert game.why_not(PASS) is None
    game.play(PASS)
    assert game.digest() != before


def test_a_game_goes_on_without_its_past() -> None:
    game, whole = (play_all(toy(4, 4, 4), 1, "pass") for _ in range(2))
    game.drop_past()
    assert (game.digest(), game.turns_taken, len(game.moments)) == (whole.digest(), 2, 1)
    with pytest.raises(Refusal, match="nothing to take back"):
        game.undo()
    with pytest.raises(ValueError, match="let go of its past"):
        record(game)
    assert play_all(game, 2).digest() == play_all(whole, 2).digest()
    game.undo(across_dice=True)
    assert game.turns_taken == 2


# --- what callers may get wrong


def test_a_path_made_of_lists_is_nobodys_to_change() -> None:
    points = [[3, 4], [5, 4]]
    path = Path(points)  # type: ignore[arg-type]
    points[0][0] = 99
    assert path == Path(((3, 4), (5, 4)))
    assert hash(path) == hash(Path(((3, 4), (5, 4))))


@pytest.mark.parametrize("player", [False, True, 0.0, "0"])
def test_only_a_number_is_a_player(player: object) -> None:
    game = toy()
    for answer in (Pick(1), Concede()):
        refusal = game.why_not(answer, player)  # type: ignore[arg-type]
        assert refusal is not None and refusal.reason.endswith(".")
        with pytest.raises(Refusal):
            game.play(answer, player)  # type: ignore[arg-type]


def test_a_game_begun_with_internals_makes_no_record(tmp_path: FilePath) -> None:
    state = toy().state
    game = Game(TOY, {}, SeededDice(3), state)
    for one in (game, game.fork()):
        with pytest.raises(ValueError, match="begin it at a position instead"):
            one.save(tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


def test_a_fork_begins_at_a_moment_of_its_own_game_only() -> None:
    game, other = play_all(toy(), 1), play_all(toy(), 1)
    assert game.fork(game.moments[0]).turns_taken == 0
    for moment in (other.moments[0], other.moments[1], "first"):
        with pytest.raises(ValueError, match="no moment of this game"):
            game.fork(moment)  # type: ignore[arg-type]
    later = game.moments[1]
    game.undo(across_dice=True)
    with pytest.raises(ValueError, match="no moment of this game"):
        game.fork(later)


# --- other dice


class Watched(SeededDice):
    """Dice that note when they are looked at."""

    asked = 0

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        self.asked += 1
        return super().roll(at, count, sides)


def test_a_fork_with_dice_of_its_own_never_sees_those_to_come(tmp_path: FilePath) -> None:
    dice = Watched(3)
    game = play_all(Game(TOY, {}, dice), 2)
    seen = dice.asked
    for script in ((6, 6), (1, 2)):
        fork = game.fork(dice=ScriptedDice(script))
        assert fork.dice is not dice
        play_all(fork, 1, 1)
        assert tuple(die for moment in fork.moments[-2:] for (die,) in moment.dice) == script
        assert fork.events[0] == game.events[0]
        with pytest.raises(ValueError, match="other dice"):
            fork.save(tmp_path / "fork.json")
        with pytest.raises(ValueError, match="other dice"):
            fork.fork().save(tmp_path / "fork.json")
        fork.undo(across_dice=True)
        fork.undo(across_dice=True)
        assert fork.digest() == game.digest()
    assert dice.asked == seen
    game.save(tmp_path / "game.json")


def test_only_dice_are_dice() -> None:
    for nonsense in (5, "dice", SeededDice):
        with pytest.raises(ValueError, match="are no dice"):
            toy().fork(dice=nonsense)  # type: ignore[arg-type]
