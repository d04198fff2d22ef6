"""Giving up while the others go on: at every kind of question, by the player asked and by any other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path as FilePath

import pytest

from counteract.core.decision import Concede, Pick, Refusal
from counteract.game import Game
from tests.conformance import check_concession, check_record
from tests.rules.banners.scene import BANDS, battle, play, told

KINDS = {"place", "activate", "act", "move", "target", "dodge"}


def moments(seed: int, **options: object) -> Iterator[Game]:
    """Yield the questions of a whole battle between players who follow the policy, or else play at random."""
    game, rng = Game.new("banners", seed=seed, **options), random.Random(seed)
    while game.decision is not None:
        yield game
        game.play(game.advice() if rng.random() < 0.7 else game.decision.sample(rng))


# --- what becomes of it


@pytest.mark.rule("BANNERS-GEN-03")
def test_who_is_asked_what_to_do_does_no_more_and_leaves() -> None:
    game = play(battle({0: (2, 2), 1: (4, 2), 3: (6, 2), 6: (28, 20)}), 0, "move", Concede())
    assert told(game)[-2:] == ["Herons give up.", "The runners of Herons leave the board."]
    assert game.state.places[:2] == (None, None) and not any(e.kind == "moved" for e in game.events)
    assert game.decision is not None and (game.decision.what, game.decision.player) == ("activate", 1)


@pytest.mark.rule("BANNERS-GEN-03")
def test_who_is_asked_whom_to_activate_activates_nobody() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}), Concede())
    assert not any(e.kind == "activated" for e in game.events)
    assert game.decision is not None and game.decision.player == 1


@pytest.mark.rule("BANNERS-GEN-03")
def test_who_is_asked_whom_to_throw_at_throws_at_nobody() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}), 0, "throw", Concede())  # and no die is there to fall
    assert not any(e.kind == "thrown" for e in game.events)


@pytest.mark.rule("BANNERS-GEN-03")
def test_who_is_asked_to_dodge_takes_the_hit_and_leaves_afterwards() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, 5), 0, "throw", 3, Concede())
    assert told(game)[-3:] == ["Larks give up.", "Lark 1 loses a wound (1 left).", "The runners of Larks leave the board."]
    assert game.state.places[3] is None
    assert game.decision is not None and game.decision.player == 2


@pytest.mark.rule("BANNERS-GEN-03", "BANNERS-SHOOT-03")
def test_until_they_leave_runners_can_be_thrown_at_and_do_not_dodge() -> None:
    """The Larks give up while a Heron is asked whom it throws at: it may still choose one of them, and no dodge is asked about."""
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, 5), 0, "throw")
    asked = game.decision
    game.play(Concede(1), player=1)
    assert game.decision is asked and game.state.places[3] is not None
    play(game, 3)
    assert told(game)[-2:] == ["Lark 1 loses a wound (1 left).", "The runners of Larks leave the board."]


@pytest.mark.rule("BANNERS-GEN-03", "BANNERS-SETUP-02")
def test_giving_up_while_bands_set_up() -> None:
    """Runners that are set up already leave, no further runner is set up, and the others go on in turn."""
    game = Game.new("banners", seed=1)
    for _ in range(4):
        game.play(game.decision.default)
    game.play(Concede())
    assert [event.values["model"] for event in game.events if event.kind == "deployed"] == [0, 3, 6, 1]  # the one asked about stays away
    assert game.state.places[3:6] == (None, None, None) and all(m.gone for m in game.state.models[3:6])
    order = []
    while game.decision.what == "place":
        order.append(game.decision.player)
        game.play(game.decision.default)
    assert order == [2, 0, 2]
    assert sum(place is not None for place in game.state.places) == 6


@pytest.mark.rule("BANNERS-GEN-03", "BANNERS-GEN-04")
def test_the_last_who_has_not_given_up_wins_whatever_the_points() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}), Concede(0), Concede(2))
    assert game.over and game.result is not None
    assert (game.result.winners, game.result.winner, game.result.reasons) == ((1,), 1, ("BANNERS-GEN-04",))


@pytest.mark.rule("BANNERS-GEN-03", "BANNERS-GEN-04", "BANNERS-GEN-02")
def test_who_has_given_up_does_not_win_even_with_friends() -> None:
    game = battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, mission="two-to-one")
    game.play(Concede(1))
    assert not game.over  # the other two are enemies
    game.play(Concede(0))
    assert game.result is not None and game.result.winners == (2,)


@pytest.mark.rule("BANNERS-GEN-04")
def test_a_battle_is_over_when_only_friends_are_left() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, mission="two-to-one"), Concede())
    assert game.over and game.result is not None and game.result.winners == (1, 2)


def test_two_bands_play_as_ever() -> None:
    game = Game.new("banners", teams=BANDS[:2], seed=1)
    game.play(Concede())
    assert game.over and game.result is not None and game.result.winner == 1


# --- who may, and when


def test_nobody_gives_up_twice_or_for_somebody_else() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}), Concede(1))
    before = game.digest()
    for answer, player, reason in (
        (Concede(1), None, "Player 2 has given up already."),
        (Concede(1), 1, "Player 2 has given up already."),
        (Concede(2), 0, "Nobody gives up for somebody else."),
        (Concede(), 2, "Nobody gives up for somebody else."),
        (Concede(3), None, "There is no such player to give up."),
    ):
        with pytest.raises(Refusal) as caught:
            game.play(answer, player)
        assert caught.value.reason == reason
    assert game.digest() == before


def test_it_can_be_taken_back_as_long_as_no_die_has_fallen() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, 5), 0, "throw")
    before, asked = game.digest(), game.decision
    for player in (0, 1, 2):
        game.play(Concede(player))
        assert player in game.state.conceded
        game.undo()
        assert game.digest() == before and game.decision is asked
    play(game, Concede(1), 3)
    with pytest.raises(Refusal, match="Dice have been rolled"):
        game.undo()
    game.undo(across_dice=True)
    assert game.state.conceded == (1,)
    game.undo()
    assert game.digest() == before


# --- the engine's promises


def test_at_every_kind_of_question_everybody_may_give_up() -> None:
    """Live and revived games agree from there on, none who gave up is asked or wins, and undoing leads back."""
    seen: dict[tuple[str, bool], int] = {}
    for game in moments(3):
        for player in range(game.sides):
            kind = game.decision.what, player == game.decision.player
            if seen.setdefault(kind, 0) < 3:
                seen[kind] += 1
                check_concession(game, player, game.turns_taken)
    assert set(seen) == {(kind, own) for kind in KINDS for own in (True, False)}


@pytest.mark.parametrize("options", [{}, {"mission": "two-to-one"}, {"teams": BANDS}, {"teams": BANDS, "mission": None}])
def test_a_record_holds_who_gave_up_and_when(options: dict[str, object], tmp_path: FilePath) -> None:
    """Battles in which players give up now and then, their own turn or not, are replayed state for state."""
    for seed in range(4):
        game, rng = Game.new("banners", seed=seed, **options), random.Random(seed)
        while game.decision is not None:
            left = [player for player in range(game.sides) if player not in game.state.conceded]
            if rng.random() < 0.03:
                game.play(Concede(rng.choice(left)))
            else:
                game.play(game.advice() if rng.random() < 0.5 else game.decision.sample(rng))
        assert game.state.conceded
        check_record(game, tmp_path)


def test_who_gave_up_is_named_in_the_record() -> None:
    """Also where the answer did not say it: a record is read without looking up whose turn it was."""
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}), Concede())
    assert game.moments[-1].answer == Concede(0)


def test_a_fork_in_the_middle_of_an_activation_agrees() -> None:
    """Two give up in one activation, one of them at its own question: a game revived at every step goes the same way."""
    live = play(battle({0: (2, 2), 1: (3, 4), 3: (6, 2), 6: (6, 6), 9: (20, 20)}, 5, 6, sides=4, mission=None), 0, "throw")
    revived = live.fork()
    for answer in (Concede(2), Pick(3), Concede()):
        revived = revived.fork()
        play(live, answer), play(revived, answer)
        assert live.digest() == revived.digest() and live.latest == revived.latest
    assert live.state.conceded == (2, 1)
    assert told(live)[-4:] == [
        "Larks give up.", "Lark 1 loses a wound (1 left).", "The runners of Magpies leave the board.", "The runners of Larks leave the board.",
    ]  # fmt: skip
    assert live.decision is not None and live.decision.player == 3
