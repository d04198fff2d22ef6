"""Armies that are set up for their players: spread along their zones in all missions, by answers that the referee takes."""

from __future__ import annotations

import pytest

from counteract.core.decision import Paths
from counteract.game import Game
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.players.setting_up import is_setting_up, plan_set_up
from counteract.rulesets.kt40.deployment_policy import choose_row, find_places, has_view
from counteract.rulesets.kt40.units import gap, on_table
from counteract.rulesets.kt40.zones import zone_box
from counteract.table.terrain import Part

PATROLS = ("bell-patrol", "hedge-patrol", "iron-patrol", "bell-patrol")
MISSIONS = [
    ("errands-of-war", 2), ("hold-the-line", 2), ("kings-toll", 3), ("hold-the-line-three", 3), ("hold-the-line-four", 4), ("river-pact", 4),
]  # fmt: skip


def width(game: Game, side: int) -> float:
    """Return which share of its zone, along its longer side, an army takes up."""
    x0, y0, x1, y1 = zone_box(game.arena, game.state, side)
    axis = 0 if x1 - x0 >= y1 - y0 else 1
    places = [place[axis] for unit in game.arena.units_of[side] for i in game.arena.units[unit].models if (place := game.state.places[i])]
    return (max(places) - min(places)) / max(x1 - x0, y1 - y0)


@pytest.mark.parametrize(("mission", "players"), MISSIONS)
def test_every_army_is_spread_along_its_zone_in_every_mission(mission: str, players: int) -> None:
    game = Game.new("kt40", teams=PATROLS[:players], mission=mission, seed=3)
    while is_setting_up(game):
        assert game.decision is not None
        answer = game.ruleset.preview.set_up(game)
        assert game.why_not(answer) is None
        game.play(answer)
    assert all(width(game, side) > 0.45 for side in range(players))


def test_characters_stand_beside_those_who_fight_with_them() -> None:
    game = Game.new("kt40", teams=["bell-battalion", "hedge-patrol"], seed=3)
    while is_setting_up(game):
        game.play(game.ruleset.preview.set_up(game))
    arena, s = game.arena, game.state
    for side in (0, 1):
        own = [unit for unit in arena.units_of[side] if on_table(arena, s, unit)]
        others = [unit for unit in own if not arena.units[unit].has("CHARACTER")]
        for unit in own:
            assert unit in others or min(gap(arena, s, unit, v) for v in others if v != unit) < 6.0


def test_a_large_army_takes_up_most_of_a_wide_zone() -> None:
    game = Game.new("kt40", teams=["bell-battalion", "iron-battalion"], seed=3)
    while is_setting_up(game):
        game.play(game.ruleset.preview.set_up(game))
    assert width(game, 0) > 0.8
    assert width(game, 1) > 0.8


def test_a_plan_holds_as_long_as_the_others_answer_as_was_thought() -> None:
    game = Game.new("kt40", teams=PATROLS[:2], mission="hold-the-line", seed=5)
    assert game.decision is not None
    side = game.decision.player
    plan = plan_set_up(game, side)
    for planned in plan:
        while game.decision.player != side:
            game.play(game.advice())
        assert (game.decision.what, game.decision.subject) == (planned.what, planned.subject)
        game.play(planned.answer)
    assert not any(decision.player == side for decision in [game.decision] if is_setting_up(game))
    assert sum(isinstance(planned.answer, Paths) for planned in plan) >= 4


def test_the_answers_of_programs_stay_what_they_were() -> None:
    game = Game.new("kt40", teams=["bell-battalion", "iron-battalion"], seed=3)
    while is_setting_up(game):
        game.play(game.advice())
    assert width(game, 0) < 0.4


def test_fast_units_go_to_the_front_and_those_that_shoot_far_to_the_back() -> None:
    game = Game.new("kt40", teams=["bell-battalion", "iron-battalion"], seed=3)
    while not isinstance(game.decision, UnitPathsDecision):
        game.play(game.advice())
    arena, s = game.arena, game.state
    zone = game.decision.limits.zones[0]
    rows = {unit: choose_row(arena, s, unit) for unit in arena.units_of[game.decision.player]}
    assert len(set(rows.values())) > 1
    board = arena.terrain.board
    ahead = {unit: abs(find_places(arena, s, unit, zone)[0][1] - board.depth / 2) for unit in rows}
    assert ahead[max(rows, key=lambda unit: rows[unit])] < ahead[min(rows, key=lambda unit: rows[unit])]


def test_tall_terrain_is_no_view_but_for_what_one_stands_at() -> None:
    wall = Part(id="wall", feature="wall", footprint=((10, 4), (11, 4), (11, 8), (10, 8)), top=4.0, kind="heavy")
    assert not has_view([wall], (5, 6), (20, 6))
    assert has_view([wall], (9, 6), (20, 6))
    assert has_view([wall], (5, 12), (20, 12))
