"""The dice stream: fair, the same everywhere, and provable."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest

from counteract.core.dice import CommittedDice, DiceExhausted, ScriptedDice, SeededDice, SharedDice, TypedDice, dice_from


def test_the_same_seed_gives_the_same_dice_whatever_the_grouping() -> None:
    stream = SeededDice(42)
    together, end = stream.roll(0, 50, 6)
    at, one_by_one = 0, []
    while len(one_by_one) < 50:
        (die,), at = stream.roll(at, 1, 6)
        one_by_one.append(die)
    assert tuple(one_by_one) == together
    assert at == end


def test_known_dice_of_a_known_seed() -> None:
    """These must never change: old records depend on them."""
    assert SeededDice(1).roll(0, 12, 6)[0] == (3, 2, 4, 1, 3, 5, 5, 6, 3, 5, 3, 6)


@pytest.mark.parametrize(
    ("stream", "sides", "end", "fingerprint"),
    [
        (SeededDice(1), 6, 10151, "4b85c5f4cc0e4967"),
        (SeededDice(-7), 2, 10000, "2a2740f96764b700"),
        (CommittedDice("abc"), 6, 10171, "712b93676cee5d5b"),
        (SharedDice(["abc", "xyz"]), 6, 10161, "9552d35d2fa7170e"),
    ],
)
def test_many_dice_of_a_known_seed(stream: SeededDice, sides: int, end: int, fingerprint: str) -> None:
    """Nor may these: ten thousand dice, and where the stream then stands."""
    results, at = stream.roll(0, 10_000, sides)
    assert (at, hashlib.sha256(bytes(results)).hexdigest()[:16]) == (end, fingerprint)


def test_every_face_is_equally_likely() -> None:
    results, _ = SeededDice(5).roll(0, 60_000, 6)
    assert set(results) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 10_000) < 400 for count in Counter(results).values())


#: Enough dice to tell a fair face from one that is 1 % too frequent or too rare: that much are almost eight standard deviations.
MANY, SECRETS = 3_000_000, 20


@pytest.fixture(scope="module")
def committed() -> np.ndarray:
    """Return the dice of several games, each with a secret of its own that looks like a drawn one."""
    secrets = [hashlib.sha256(str(k).encode()).hexdigest() for k in range(SECRETS)]
    games = [CommittedDice(secret).roll(0, MANY // SECRETS, 6)[0] for secret in secrets]
    return np.array(games).ravel()


def suspicious(results: np.ndarray) -> list[int]:
    """Return the faces that come up too often or too rarely by more than half a percent of their share."""
    share = len(results) / 6
    return [face for face in range(1, 7) if abs(int((results == face).sum()) - share) > 0.005 * share]


def test_committed_dice_favour_no_face(committed: np.ndarray) -> None:
    assert len(committed) == MANY and set(committed.tolist()) == {1, 2, 3, 4, 5, 6}
    assert suspicious(committed) == []
    counts = np.bincount(committed)[1:]
    assert ((counts - MANY / 6) ** 2 / (MANY / 6)).sum() < 20.5  # chi-square with 5 degrees of freedom: 1 in 1000 is above


def test_a_committed_die_does_not_hang_on_the_one_before(committed: np.ndarray) -> None:
    pairs = np.bincount(6 * committed[:-1] + committed[1:] - 7, minlength=36)
    assert ((pairs - MANY / 36) ** 2 / (MANY / 36)).sum() < 66.6  # 35 degrees of freedom: 1 in 1000 is above


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("percent", [1, -1])
def test_a_bias_of_a_hundredth_would_be_noticed(committed: np.ndarray, face: int, percent: int) -> None:
    """Dice of which some are turned, so that one face comes up a hundredth more or less often than it should."""
    rng = np.random.default_rng(face)
    turned = committed.copy()
    if percent > 0:
        turned[(committed != face) & (rng.random(MANY) < 0.01 / 5)] = face
    else:
        gone = (committed == face) & (rng.random(MANY) < 0.01)
        turned[gone] = (face + rng.integers(0, 5, int(gone.sum()))) % 6 + 1
    assert face in suspicious(turned)


def test_dice_of_bytes_that_are_all_taken_would_be_noticed() -> None:
    """256 is no multiple of 6: without a second try for the highest bytes 5 and 6 come up too rarely."""
    rng = np.random.default_rng(1)
    assert {5, 6} <= {*suspicious(rng.integers(0, 256, MANY) % 6 + 1)}


def test_a_coin_has_two_sides() -> None:
    results, _ = SeededDice(5).roll(0, 1000, 2)
    assert set(results) == {1, 2}


def test_different_seeds_give_different_dice() -> None:
    assert SeededDice(1).roll(0, 30, 6) != SeededDice(2).roll(0, 30, 6)


def test_a_commitment_binds_the_secret() -> None:
    dice = CommittedDice.draw()
    assert CommittedDice.check(dice.commitment, dice.secret)
    assert not CommittedDice.check(dice.commitment, dice.secret[:-1] + "x")
    assert CommittedDice(dice.secret).roll(0, 20, 6) == dice.roll(0, 20, 6)


def test_scripted_dice_fall_as_written_and_run_out() -> None:
    dice = ScriptedDice([6, 1])
    assert dice.roll(0, 2, 6) == ((6, 1), 2)
    with pytest.raises(DiceExhausted, match="2 dice, die 3"):
        dice.roll(2, 1, 6)
    with pytest.raises(DiceExhausted, match="not results of a D2"):
        dice.roll(0, 1, 2)


@pytest.mark.parametrize("stream", [SeededDice(9), CommittedDice("abc"), ScriptedDice([1, 2, 3])])
def test_a_description_brings_the_stream_back(stream: SeededDice) -> None:
    assert dice_from(dict(stream.describe())).roll(0, 3, 6) == stream.roll(0, 3, 6)


@pytest.mark.parametrize("description", [
    {}, {"kind": "seeded"}, {"kind": "loaded", "seed": 1}, {"kind": "scripted", "results": ["six"]},
    {"kind": "shared", "shares": []}, {"kind": "shared", "shares": ["abc"]}, {"kind": "shared"},
    {"kind": "typed", "rolls": [], "stream": {}}, {"kind": "typed", "rolls": [[0, ["six"]]], "stream": None},
    {"kind": "typed", "rolls": [[0, [6.0]]], "stream": None}, {"kind": "typed", "rolls": [[True, [6]]], "stream": None},
    {"kind": "typed", "rolls": [[0, 6]], "stream": None}, {"kind": "typed", "rolls": [[0]], "stream": None},
])  # fmt: skip
def test_nonsense_describes_no_dice(description: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no dice"):
        dice_from(description)


def test_a_wrong_secret_is_noticed() -> None:
    with pytest.raises(ValueError, match="commitment"):
        dice_from({"kind": "committed", "secret": "a", "commitment": "0" * 64})


@pytest.mark.parametrize("seed", ["7", 7.0, True, None, [7]])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        SeededDice(seed)  # type: ignore[arg-type]


def test_a_whole_number_of_another_kind_is_kept_as_a_record_holds_it() -> None:
    dice = SeededDice(np.int64(7))  # type: ignore[arg-type]
    assert type(dice.seed) is int
    assert dice.roll(0, 9, 6) == SeededDice(7).roll(0, 9, 6)
    assert dice_from(dict(dice.describe())).roll(0, 9, 6) == dice.roll(0, 9, 6)


@pytest.mark.parametrize("results", [[1.0], [True], ["1"], [None], 5, None])
def test_scripted_dice_show_whole_numbers(results: object) -> None:
    with pytest.raises(ValueError, match=r"a whole number|a list of results"):
        ScriptedDice(results)  # type: ignore[arg-type]


# --- dice from several sources


def test_where_one_share_ends_and_the_next_begins_counts() -> None:
    """Or two players could agree on dice by moving letters from one secret to the other after the third has shown theirs."""
    rolls = {SharedDice(shares).roll(0, 30, 6)[0] for shares in (["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["c", "ab"])}
    assert len(rolls) == 5


def test_typed_rolls_fall_where_they_were_typed_and_all_others_from_the_stream() -> None:
    """Four dice: two typed at the beginning, then two of the stream from where it stands, then one typed again."""
    stream = SeededDice(1)
    dice = TypedDice({0: (6, 5), 4: (2,)}, stream)
    assert dice.roll(0, 2, 6) == ((6, 5), 2)
    assert dice.roll(2, 2, 6) == stream.roll(2, 2, 6) != stream.roll(0, 2, 6)
    assert dice.roll(4, 1, 6) == ((2,), 5)


@pytest.mark.parametrize(
    ("typed", "count", "sides", "told"),
    [((6, 6), 1, 6, "1 results of a D6"), ((6,), 2, 6, "2 results of a D6"), ((3,), 1, 2, "results of a D2"), ((0,), 1, 6, "results of a D6")],
)
def test_typed_rolls_must_be_those_that_are_wanted(typed: tuple[int, ...], count: int, sides: int, told: str) -> None:
    with pytest.raises(DiceExhausted, match=told):
        TypedDice({0: typed}, SeededDice(1)).roll(0, count, sides)


def test_what_has_not_been_typed_in_is_asked_for() -> None:
    with pytest.raises(DiceExhausted, match="the roll of 3 dice at 2 has not been typed in"):
        TypedDice({0: (6, 6)}).roll(2, 3, 6)


def test_a_description_of_typed_rolls_is_in_their_order() -> None:
    """Whichever was typed in first: the same rolls make the same record."""
    one, other = TypedDice({0: (1,), 7: (2, 3)}), TypedDice({7: (2, 3), 0: (1,)})
    assert one.describe() == other.describe() == {"kind": "typed", "rolls": [[0, [1]], [7, [2, 3]]], "stream": None}
    assert dice_from(one.describe()).describe() == one.describe()
