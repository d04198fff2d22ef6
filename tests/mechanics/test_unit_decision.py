"""The decision about the paths of a whole unit: what is refused and why, arranging, defaults and random answers."""

from __future__ import annotations

import math
import random

import pytest

from counteract.core.decision import PASS, Paths, Pick, Refusal
from counteract.mechanics.field import Field
from counteract.mechanics.moves.limits import MALFORMED
from counteract.mechanics.moves.unit_checking import turn_between
from counteract.mechanics.moves.unit_decision import UnitPathContext, UnitPathsDecision
from counteract.mechanics.moves.unit_limits import AT_THE_END, MISSING, Goal, UnitLimits
from counteract.table.paths import MovementParameters
from counteract.table.terrain import Board, Part, Terrain

WALKING = MovementParameters(
    climb=True,
    climb_least=0.0,
    climb_most=math.inf,
    drop_free=0.0,
    jump_from=math.inf,
    jump_most=0.0,
    jump_slack=0.0,
    ladder_reach=0.0,
    friends_block=True,
)
PROBLEMS = {
    name: (name, "{model}: …")
    for name in (
        "off-board", "end-overlaps-base", "end-overlaps-terrain", "end-not-flat", "solid", "too-high", "no-climb", "enemy-base", "friend-base",
        "wrong-level", "tangled", MALFORMED, MISSING,
    )
}  # fmt: skip
WALL = Part(id="wall", feature="wall", footprint=((12, 0), (13, 0), (13, 8), (12, 8)), top=9.0, kind="heavy", marks=("blocking",))


class Card:
    """A model on a base of one inch."""

    name, base, height = "Guard", 25.4, 1.5


UNIT = (0, 1, 2)
FOE = 3
PLACES = ((5.0, 5.0, 0.0), (6.5, 5.0, 0.0), (8.0, 5.0, 0.0), (5.0, 12.0, 0.0))


def decide(places: tuple[tuple[float, float, float] | None, ...] = PLACES, *, optional: bool = False, **changed: object) -> UnitPathsDecision:
    """Return the decision about a unit of three models, with an enemy and a wall on the board."""
    field = Field(Terrain(Board(30, 20), (WALL,)), None, [[Card(), Card(), Card()], [Card()]])
    usual: dict[str, object] = {
        "models": UNIT, "terrain": field.terrain, "figures": WALKING, "problems": PROBLEMS, "most": (6.0, 6.0, 6.0), "too_long": "too long",
        "kept": (FOE,), "kept_out": ("near", "{model} is near."), "apart": ("apart", '{model} is {gap:.2f}" away.'),
    }  # fmt: skip
    limits = UnitLimits(**{**usual, **changed})  # type: ignore[arg-type]
    return UnitPathsDecision(
        0, "move", (), "rule", "{name}: where to?", UnitPathContext("Guards", "walk", 6.0), kind="paths", subject=0,
        field=field, places=places, limits=limits, optional=optional, aims=lambda: [(10.0, 15.0)],
    )  # fmt: skip


def why(decision: UnitPathsDecision, *paths: list[tuple[float, ...]]) -> tuple[str, int]:
    """Return the rule and the model that a refusal names; ("", -1) if the answer is legal."""
    refusal = decision.refuse(Paths(list(paths)))
    return ("", -1) if refusal is None else (refusal.rule, refusal.values.get("number", -1))


# --- legality


def test_one_answer_moves_all_models_and_an_empty_path_leaves_one_where_it_is() -> None:
    decision = decide()
    answer = Paths([[(5, 7)], [], [(8, 6), (8, 7)]])
    assert decision.refuse(answer) is None
    move = decision.move(answer)
    assert move.ends == ((5, 7, 0), (6.5, 5, 0), (8, 7, 0))
    assert decision.lengths(answer) == (2.0, 0.0, 2.0)
    assert decision.length(answer) == 2.0
    assert move.place_all(PLACES) == ((5, 7, 0), (6.5, 5, 0), (8, 7, 0), PLACES[3])


def test_a_missing_path_a_wrong_form_and_another_kind_of_answer_are_refused() -> None:
    decision = decide()
    assert why(decision, [(5, 6)], []) == (MISSING, -1)
    assert why(decision, [], [], [(8.0,)]) == (MALFORMED, 2)
    assert why(decision, [], [], [(8, math.nan)]) == (MALFORMED, 2)
    assert decision.refuse(Pick(3)) is not None
    assert decision.refuse(PASS) is not None
    assert decide(optional=True).refuse(PASS) is None


def test_a_path_too_long_by_a_hundredth_names_its_model() -> None:
    decision = decide(most=(6.0, 4.0, 6.0))
    assert why(decision, [(5, 9)], [(6.5, 9)], [(8, 9)]) == ("", -1)
    assert why(decision, [(5, 9)], [(6.5, 9.01)], [(8, 9)]) == ("too long", 1)


def test_a_coherency_gap_of_a_hundredth_names_the_model_that_is_apart() -> None:
    decision = decide()
    assert why(decision, [], [], [(9.5, 5)]) == ("", -1)
    assert why(decision, [], [], [(9.51, 5)]) == ("apart", 2)
    assert "2.01" in str(decision.refuse(Paths([[], [], [(9.51, 5)]])))


def test_a_base_through_a_wall_or_through_another_names_the_model() -> None:
    decision = decide(most=(9.0, 9.0, 9.0), kept=())
    assert why(decision, [(11, 5)], [(12.4, 5)], [(14, 5)]) == ("solid", 1)
    assert why(decision, [(5, 14)], [(6.5, 13)], [(8, 13)]) == ("friend-base", 0)


def test_models_of_the_unit_pass_through_each_other_but_do_not_end_on_each_other() -> None:
    decision = decide()
    assert why(decision, [(9.5, 5)], [], []) == ("", -1)
    assert why(decision, [(8.4, 5)], [], []) == ("end-overlaps-base", 0)


def test_who_must_be_kept_clear_of_counts_on_the_way_or_at_the_end() -> None:
    assert why(decide(), [(5, 10.0)], [(6.5, 8)], [(8, 8)]) == ("near", 0)
    assert why(decide(most=(9.0,) * 3), [(5, 10.5), (7, 9.5)], [(6.5, 8)], [(8, 8)]) == ("near", 0)
    assert why(decide(most=(9.0,) * 3, mode=AT_THE_END), [(5, 10.5), (7, 9.5)], [(6.5, 8)], [(8, 8)]) == ("", -1)


def test_a_goal_binds_those_that_move() -> None:
    goals = tuple((Goal(FOE, most),) for most in (5.9, 6.0, 6.1))
    decision = decide(goals=goals, goal_why=("goal", "{model}: {gap:g} {most:g}"))
    assert why(decision, [(5, 6)], [], []) == ("", -1)
    assert why(decision, [(5, 4)], [], []) == ("goal", 0)


def test_somebody_must_meet_an_enemy() -> None:
    decision = decide(kept=(), meets=(FOE,), must_meet=("meet", "Nobody is there."))
    assert why(decision, [(5, 10.001)], [(6.5, 8)], [(8, 8)]) == ("", -1)
    assert why(decision, [(5, 9.99)], [(6.5, 8)], [(8, 8)]) == ("meet", -1)


def test_a_straight_move_turns_by_a_quarter_at_most() -> None:
    decision = decide(heading=0.0, least=4.0, turned=("turned", "{model}"), too_short=("short", "{model}"), kept=())
    assert why(decision, [(5, 10)], [(6.5, 10)], [(8, 10)]) == ("", -1)
    assert why(decision, [(4.9, 10)], [(6.5, 10)], [(8, 10)]) == ("turned", 0)
    assert why(decision, [(5, 8.9)], [(6.5, 10)], [(8, 10)]) == ("short", 0)
    assert why(decision, [(5, 8), (7, 10)], [(6.5, 10)], [(8, 10)]) == ("turned", 0)
    assert (turn_between(350, 10), turn_between(90, 270)) == (20, -180)


def test_setting_up_takes_one_point_each() -> None:
    decision = decide((None, None, None, PLACES[3]), ways=False, most=(), zones=((0, 0, 10, 6),), outside=("zone", "{model}"), clear=9.0)
    assert why(decision, [(15, 3)], [(1, 1)], [(2.5, 1)]) == ("zone", 0)
    assert why(decision, [(1, 1)], [(2.5, 1)], [(4, 1)]) == ("", -1)
    assert why(decision, [(1, 1)], [(2.5, 1)], [(5, 3)]) == ("near", 2)
    assert why(decision, [(1, 1)], [(2.5, 1)], [(4, 1), (4, 2)]) == (MALFORMED, 2)
    assert why(decision, [(1, 1)], [(2.5, 1)], []) == (MALFORMED, 2)
    faced = Paths([[(1, 1, 0, 370)], [(2.5, 1)], [(4, 1)]])
    assert decision.move(faced).paths[0] == ((1, 1, 0, 10),)


# --- answers


def test_arranging_brings_the_unit_about_a_goal_or_names_who_cannot_follow() -> None:
    decision = decide()
    found = decision.arrange((8, 8))
    assert isinstance(found, Paths)
    assert decision.move(found).ends == ((6.5, 8, 0), (8, 8, 0), (9.5, 8, 0))
    tight = decision.arrange((8, 8), "tight", quick=False)
    assert isinstance(tight, Paths)
    assert decision.refuse(tight) is None
    again = decision.arrange((8.1, 8), "tight", previous=tight)
    assert isinstance(again, Paths)
    hemmed = decide((*PLACES[:3], PLACES[3]), zones=((20, 10, 21.5, 12),), outside=("zone", "{model}"), ways=False, most=())
    refusal = hemmed.arrange((21, 11))
    assert isinstance(refusal, Refusal)
    assert refusal.values["number"] in UNIT


def test_the_default_is_to_stay_or_to_decline() -> None:
    assert decide().default == Paths([[], [], []])
    assert decide(optional=True).default == PASS
    must = decide(kept=(), meets=(FOE,), toward=(FOE,), must_meet=("meet", "…"))
    assert isinstance(must.default, Paths)
    assert must.refuse(must.default) is None


def test_options_are_legal_and_begin_with_staying() -> None:
    decision = decide()
    assert decision.options[0] == decision.stay
    assert len(decision.options) == 2
    assert all(decision.refuse(option) is None for option in decision.options)
    decision.forget()
    assert decision.listed == ()


@pytest.mark.parametrize("seed", range(40))
def test_random_answers_are_legal(seed: int) -> None:
    rng = random.Random(seed)
    for decision in (
        decide(),
        decide(optional=True),
        decide(heading=40.0, least=3.0, turned=("turned", "{model}"), too_short=("short", "{model}")),
        decide(kept=(), meets=(FOE,), toward=(FOE,), engage=True, must_meet=("meet", "…")),
        decide((None, None, None, PLACES[3]), ways=False, most=(), zones=((0, 0, 12, 8),), outside=("zone", "{model}")),
        decide((None, None, None, PLACES[3]), ways=False, most=(), near=((FOE,), 3.0), kept=(), too_far=("far", "{model}")),
    ):
        answer = decision.sample(rng)
        decision.followed = None  # judged anew
        assert decision.refuse(answer) is None


def test_a_unit_without_a_legal_move_says_so() -> None:
    decision = decide(kept=(FOE,), most=(0.5, 0.5, 0.5), mode=AT_THE_END, clear=9.0)
    found = decision.find()
    assert isinstance(found, Refusal)
