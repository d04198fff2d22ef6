"""Mission play: markers, scoring, elimination, concession, the end of the battle and its winner. (MIS, EOT-02, RES-07, INT-71, INT-82)"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from counteract.core.decision import Concede
from counteract.core.state import Result, Task
from counteract.game import Game
from counteract.mechanics.missions import Mission, TacticalObjective, load_mission
from counteract.rulesets.kt40.markers import controlled
from counteract.rulesets.kt40.objectives import is_achieved
from tests.rules.kt40.scenes import RULESET, Play, Scene, ability, gun

LINE = load_mission("hold-the-line", "kt40")
THREE, FOUR, PACT = (load_mission(name, "kt40") for name in ("hold-the-line-three", "hold-the-line-four", "river-pact"))
ERRANDS = load_mission("errands-of-war", "kt40")
CENTRE = (36.0, 24.0)


def field(mission: Mission = LINE, **more: Any) -> Scene:
    """Return the larger board with as many players as the mission has zones."""
    return Scene(board=(72, 48), players=len(mission.zones), mission=mission, **more)


def near(count: int, x: float, y: float, step: float = 1.1) -> list[tuple[float, float]]:
    """Return places in a row that begins at (x, y)."""
    return [(x + step * k, y) for k in range(count)]


def holders(scene: Scene) -> tuple[int | None, ...]:
    state = scene.state()
    return controlled(scene.arena, state)


def end(scene: Scene, *, turn: int = 2, **fields: Any) -> Play:
    """Play the end of a turn up to the next one's initiative, for which no dice are needed: the battle ends with it."""
    scene.options = {"turns": turn} if "turns" not in scene.options else scene.options
    return scene.play(Task("end_turn"), turn=turn, phase="end", **fields)


def result(play: Play) -> Result:
    assert play.game.result is not None
    return play.game.result


# --- the mission


@pytest.mark.rule("KT40-MIS-01", "KT40-MIS-04", "KT40-MIS-05", "KT40-MIS-17")
@pytest.mark.parametrize(("sides", "name"), [(2, "hold-the-line"), (3, "hold-the-line-three"), (4, "hold-the-line-four")])
def test_the_default_mission_is_for_two_to_four_players(sides: int, name: str) -> None:
    """Five turns, the bonus for who deploys first, no tactical objectives; five markers with two or four players."""
    mission = load_mission("default", "kt40", sides)
    assert (mission.id, len(mission.zones), mission.turning_points, mission.deploy_bonus, mission.hold) == (name, sides, 5, True, 0)
    scene = Scene(board=(72, 48), players=sides, mission=mission)
    for side in range(sides):
        scene.squad(side, (5, 5 + 10 * side), models=1)
    scene.state()
    assert scene.arena.options.turns == 5
    if sides != 3:
        spots = [marker.at(scene.board) for marker in mission.markers]
        assert spots == [(36, 24), (18, 16), (54, 16), (18, 32), (54, 32)]


@pytest.mark.rule("KT40-MIS-08", "KT40-MIS-09", "KT40-MIS-10", "KT40-MIS-11")
@pytest.mark.parametrize("mission", [LINE, THREE, FOUR], ids=lambda mission: mission.id)
def test_what_the_default_missions_score(mission: Mission) -> None:
    """One point for each marker from the second turn on, for the first strike, each Warlord and a broken line."""
    scoring = mission.scoring
    assert (scoring.each, scoring.first_strike, scoring.warlord, scoring.linebreaker, mission.first_scoring_tp) == (1, 1, 1, 1, 2)
    assert (scoring.at_least_one, scoring.more_than_opponent, scoring.leader, scoring.kills) == (0, 0, 0, False)
    assert {marker.value for marker in mission.markers} == {1} and scoring.most >= len(mission.markers)


# --- markers


@pytest.mark.rule("KT40-MIS-06")
def test_more_models_within_3_inches_control_a_marker() -> None:
    """Two against one; equal numbers, and nobody, hold nothing."""
    scene = field()
    scene.squad(0, [(36, 24), (37.2, 24), (18, 16)], models=3, role="elites")
    scene.squad(1, [(36, 26), (18, 17.2), (60, 40)], models=3, role="elites")
    assert holders(scene) == (0, None, None, None, None)


@pytest.mark.rule("KT40-MIS-06", "KT40-INT-02", "KT40-INT-03")
@pytest.mark.parametrize(("away", "held"), [(3.5, True), (3.501, True), (3.502, False)])
def test_the_distance_is_from_the_base_to_the_middle_of_the_marker(away: float, held: bool) -> None:
    """A base of 0.5" radius 3.5" away is within 3"."""
    scene = field()
    scene.squad(0, [(36 + away, 24)], models=1, role="elites")
    scene.squad(1, [(60, 40)], models=1, role="elites")
    assert holders(scene)[0] == (0 if held else None)


@pytest.mark.rule("KT40-MIS-06")
def test_height_does_not_matter_at_a_marker() -> None:
    scene = field()
    scene.ruin(33, 21, 39, 27)
    scene.squad(0, [(36, 24, 3)], models=1, role="elites")
    scene.squad(1, [(60, 40)], models=1, role="elites")
    assert holders(scene)[0] == 0


@pytest.mark.rule("KT40-MIS-06")
def test_aircraft_embarked_and_reserve_models_do_not_count() -> None:
    scene = field()
    wagon = scene.transport(0, (18, 16))
    scene.squad(0, None, models=5, state={"carrier": wagon})
    scene.squad(0, None, models=5, state={"reserve": True})
    scene.squad(1, [(18, 19.2), (16.9, 19.2)], models=2, role="elites")
    scene.aircraft(1, (36, 24))
    assert holders(scene)[:2] == (None, 1)


@pytest.mark.rule("KT40-MIS-06", "KT40-MIS-07", "KT40-MIS-08", "KT40-MIS-14")
def test_worked_example_25() -> None:
    """Turn 2. Centre: 3 Troops of A against 5 others of B: A's. At (18,16) 2 against 2, none Troops: nobody's. A +1."""
    scene = field()
    scene.squad(0, near(3, 34, 24), models=3, points=400)
    scene.squad(0, near(2, 17, 16), models=2, role="elites", points=0)
    scene.squad(1, near(5, 34, 26), models=5, role="elites", points=550)
    scene.squad(1, near(2, 17, 17.5), models=2, role="elites", points=0)
    assert holders(scene) == (0, None, None, None, None)
    play = end(scene, turn=2)
    assert play.state.vp == (1, 0)
    last = end(scene, turn=5, vp=(5, 6))
    assert last.state.vp == (6, 6)
    assert (result(last).winners, result(last).reasons, result(last).figures["points"]) == ((1,), ("KT40-MIS-14",), (400, 550))


@pytest.mark.rule("KT40-MIS-07")
def test_troops_of_both_sides_are_counted_with_all_models() -> None:
    """One Troops model each; B has two more of another unit there."""
    scene = field()
    scene.squad(0, [(36, 24)], models=1)
    scene.squad(1, [(36, 25.2)], models=1)
    scene.squad(1, near(2, 35, 26.4), models=2, role="elites")
    assert holders(scene)[0] == 1


@pytest.mark.rule("KT40-MIS-07")
def test_troops_of_an_army_that_is_not_battle_forged_have_no_precedence() -> None:
    scene = field()
    scene.team(0, battle_forged=False)
    scene.squad(0, [(36, 24)], models=1)
    scene.squad(1, near(2, 35, 26), models=2, role="elites")
    assert holders(scene)[0] == 1


@pytest.mark.rule("KT40-INT-71", "KT40-MIS-06")
def test_models_of_a_team_count_together_on_a_marker() -> None:
    """Players 1 and 2 are friends with one model each; player 3 has one: the team holds the marker."""
    scene = field(PACT)
    for side, spot in enumerate([(36, 24), (36, 25.5), (36, 22.5), (60, 40)]):
        scene.squad(side, [spot], models=1, role="elites")
    holder = holders(scene)[0]
    assert holder in (0, 1)


@pytest.mark.rule("KT40-MIS-06", "KT40-GEN-08")
def test_without_a_team_each_player_counts_alone() -> None:
    """Two models of different players against two of another: that one has more than each."""
    scene = field(FOUR)
    rows: list[list[tuple[float, float]]] = [[(36, 24)], [(36, 25.5)], near(2, 35, 22.5), [(60, 40)]]
    for side, spots in enumerate(rows):
        scene.squad(side, spots, models=len(spots), role="elites")
    assert holders(scene)[0] == 2


# --- scoring


@pytest.mark.rule("KT40-MIS-08")
@pytest.mark.parametrize(("turn", "points"), [(1, 0), (2, 2), (4, 2)])
def test_each_marker_scores_from_the_second_turn_on(turn: int, points: int) -> None:
    scene = field(turns=5)
    scene.squad(0, [(36, 24)], models=1)
    scene.squad(0, [(18, 16)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    assert end(scene, turn=turn, dice=[6, 6, 1, 1]).state.vp == (points, 0)


@pytest.mark.rule("KT40-MIS-09", "KT40-EOT-02")
def test_first_strike_is_scored_at_the_end_of_the_first_turn() -> None:
    """Both destroyed a unit in turn 1: a point each. In turn 2 nobody gets one for it."""
    scene = field(turns=5)
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    assert end(scene, turn=1, struck=(True, True), dice=[6, 6, 1, 1]).state.vp == (1, 1)
    assert end(scene, turn=1, struck=(False, True), dice=[6, 6, 1, 1]).state.vp == (0, 1)
    assert end(scene, turn=2, struck=(True, True), dice=[6, 6, 1, 1]).state.vp == (0, 0)


@pytest.mark.rule("KT40-MIS-09", "KT40-MIS-10", "KT40-INT-82")
def test_who_destroys_a_unit_in_turn_1_has_struck_and_who_slays_a_warlord_is_remembered() -> None:
    scene = field()
    scene.squad(0, (5, 5), models=1, weapons=[gun('24" heavy 1, 8 -6 9')])
    lord = scene.character(1, (15, 5), warlord=True)
    scene.squad(1, (60, 40), models=1)
    play = scene.shoot(0, dice=[6, 6, 1])
    assert play.unit(lord).destroyed
    assert (play.unit(lord).destroyed_by, play.state.struck, play.state.slayers) == (0, (True, False), (-1, 0))


@pytest.mark.rule("KT40-MIS-10")
def test_a_slain_warlord_scores_at_the_end_of_the_battle() -> None:
    scene = field(turns=5)
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    assert end(scene, turn=4, slayers=(-1, 0), dice=[6, 6, 1, 1]).state.vp == (0, 0)
    assert end(scene, turn=5, slayers=(-1, 0)).state.vp == (1, 0)


@pytest.mark.rule("KT40-MIS-10")
def test_a_warlord_that_lives_or_fell_to_nobody_scores_for_nobody() -> None:
    scene = field(turns=5)
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    play = end(scene, turn=5, slayers=(-1, -1))
    assert (play.state.vp, play.events("warlord-slain")) == ((0, 0), [])


@pytest.mark.rule("KT40-MIS-11")
def test_linebreaker_needs_a_unit_wholly_in_an_enemy_zone() -> None:
    """The zone of the second player is the north, from y = 36 on. A base of 0.5" at y = 36.4 lies across its border."""
    for spots, points in (([(10, 36.5), (11.2, 37)], 1), ([(10, 36.4), (11.2, 37)], 0)):
        scene = field()
        scene.squad(0, spots, models=2)
        scene.squad(1, [(60, 40)], models=1)
        assert end(scene, turn=5).state.vp == (points, 0)


@pytest.mark.rule("KT40-MIS-11")
def test_aircraft_and_units_in_their_own_zone_break_no_line() -> None:
    scene = field()
    scene.aircraft(0, (10, 42))
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    assert end(scene, turn=5).state.vp == (0, 0)


@pytest.mark.rule("KT40-MIS-11", "KT40-MIS-12")
def test_the_zone_of_an_eliminated_player_still_counts() -> None:
    scene = field(THREE)
    scene.squad(0, [(10, 40)], models=1)  # in the north-west, the zone of the second player
    scene.squad(1, None, models=1, left=[0])
    scene.squad(2, [(40, 20)], models=1)
    assert end(scene, turn=5, eliminated=(1,)).state.vp == (1, 0, 0)


@pytest.mark.rule("KT40-RES-07", "KT40-EOT-02", "KT40-INT-81")
def test_units_still_in_reserve_are_lost_at_the_end_of_turn_3_to_nobody() -> None:
    """Its passengers go with a transport in reserve. That comes before the victory points and the eliminations."""
    for turn, lost in ((2, False), (3, True)):
        scene = field(turns=5)
        scene.squad(0, [(5, 5)], models=1)
        late = scene.squad(0, None, models=1, abilities=[ability("reserve")], state={"reserve": True})
        wagon = scene.transport(0, None, abilities=[ability("reserve")], state={"reserve": True})
        rider = scene.squad(0, None, models=1, state={"carrier": wagon})
        scene.squad(1, [(60, 40)], models=1)
        play = end(scene, turn=turn, dice=[6, 6, 1, 1])
        assert [play.unit(unit).destroyed for unit in (late, wagon, rider)] == [lost] * 3
        assert play.unit(late).destroyed_by == -1
        assert play.state.struck == (False, False)


# --- elimination and the end


@pytest.mark.rule("KT40-MIS-12", "KT40-MIS-13")
def test_a_player_without_models_on_the_battlefield_is_eliminated_and_the_last_one_wins() -> None:
    """Whatever the victory points; and nothing more is scored."""
    scene = field(turns=5)
    scene.squad(0, [(10, 40)], models=1)
    scene.squad(1, None, models=1, left=[0])
    play = end(scene, turn=2, vp=(0, 9), slayers=(-1, 0))
    assert play.over
    assert (result(play).winners, result(play).reasons, result(play).scores) == ((0,), ("KT40-MIS-13",), (0, 9))
    assert play.events("over")[0].rule == "KT40-MIS-13" and not play.events("warlord-slain")
    told = RULESET.describe_result(result(play), ["Reds", "Blues"])
    assert told == "Blues have nobody left, so Reds win, and victory points do not count (Reds 0, Blues 9)."


@pytest.mark.rule("KT40-MIS-13", "KT40-MIS-14")
def test_a_battle_that_is_decided_by_points_is_told_by_points() -> None:
    scene = field(turns=5)
    scene.squad(0, [(10, 40)], models=1)
    scene.squad(1, [(20, 10)], models=1)
    play = end(scene, turn=5, vp=(0, 9))
    assert play.events("over")[0].rule == "KT40-MIS-14"
    assert RULESET.describe_result(result(play), ["Reds", "Blues"]) == "Blues win, 10 to 1."


@pytest.mark.rule("KT40-MIS-13")
def test_how_to_win_tells_that_the_last_side_with_models_wins_at_once() -> None:
    scene = field()
    scene.squad(0, [(10, 40)], models=1)
    scene.squad(1, [(20, 10)], models=1)
    aims = RULESET.view(scene.play().arena, scene.state(), 0)["aims"]
    (told,) = (aim for aim in aims if aim["rule"] == "KT40-MIS-13")
    assert "wins at once, whatever the VP, and nothing is scored for the end." in told["text"]


@pytest.mark.rule("KT40-MIS-12")
@pytest.mark.parametrize(("turn", "over"), [(1, False), (2, True)])
def test_reserve_counts_only_at_the_end_of_the_first_turn(turn: int, over: bool) -> None:
    scene = field(turns=5)
    scene.squad(0, [(10, 10)], models=1)
    away = scene.squad(1, None, models=1, abilities=[ability("reserve")], state={"reserve": True})
    play = end(scene, turn=turn, dice=[6, 6, 1, 1])
    assert (play.over, play.unit(away).destroyed) == (over, over)


@pytest.mark.rule("KT40-MIS-12")
def test_embarked_models_count_as_on_the_battlefield() -> None:
    """A team mate's transport carries the last model of a player: it is not eliminated."""
    scene = field(PACT, turns=5)
    wagon = scene.transport(0, (10, 10))
    scene.squad(1, None, models=1, state={"carrier": wagon})
    scene.squad(2, [(60, 40)], models=1)
    scene.squad(3, None, models=1, left=[0])
    play = end(scene, turn=2, dice=[1, 1, 2, 2, 3, 3])
    assert play.state.eliminated == (3,)


@pytest.mark.rule("KT40-MIS-13", "KT40-INT-71")
def test_a_team_is_eliminated_with_its_last_member_and_counts_the_points_of_all() -> None:
    """Players 1 and 2 against 3 and 4. Player 2 is gone; its 5 points still count for the team."""
    scene = field(PACT)
    scene.squad(0, [(10, 10)], models=1)
    scene.squad(1, None, models=1, left=[0])
    scene.squad(2, [(60, 40)], models=1)
    scene.squad(3, [(60, 44)], models=1)
    play = end(scene, turn=5, vp=(1, 5, 3, 2))
    assert play.state.eliminated == (1,)
    assert (result(play).winners, result(play).reasons) == ((0, 1), ("KT40-MIS-14",))


@pytest.mark.rule("KT40-MIS-13", "KT40-MIS-10", "KT40-MIS-11")
def test_if_nobody_is_left_those_eliminated_last_are_compared() -> None:
    """The third player was eliminated before, with more points; slain Warlords are scored first."""
    scene = field(THREE, turns=5)
    for side in range(3):
        scene.squad(side, None, models=1, left=[0])
    play = end(scene, turn=3, vp=(2, 2, 9), eliminated=(2,), slayers=(-1, 0, -1), order=(0, 1))
    assert play.over
    assert play.state.vp == (3, 2, 9)
    assert (result(play).winners, result(play).reasons) == ((0,), ("KT40-MIS-14",))


@pytest.mark.rule("KT40-MIS-14")
def test_an_eliminated_player_cannot_win_by_its_points() -> None:
    scene = field(THREE)
    scene.squad(0, None, models=1, left=[0])
    scene.squad(1, [(36, 40)], models=1)
    scene.squad(2, [(60, 44)], models=1)
    play = end(scene, turn=5, vp=(9, 3, 2))
    assert result(play).winners == (1,)


@pytest.mark.rule("KT40-MIS-14")
def test_a_tie_is_broken_by_the_points_of_units_left_and_else_it_is_a_draw_of_the_tied() -> None:
    """A unit counts in full while one of its models is left."""

    def battle(one: int, two: int, three: int) -> Result:
        scene = field(THREE)
        scene.squad(0, [(30, 30), (31, 30)], models=2, points=one, left=[1, 0])
        scene.squad(1, [(36, 44)], models=1, points=two)
        scene.squad(2, [(66, 30)], models=1, points=three)
        return result(end(scene, turn=5, vp=(4, 4, 1)))

    assert battle(300, 200, 900).winners == (0,)
    assert battle(200, 200, 900).winners == (0, 1)


@pytest.mark.rule("KT40-MIS-14")
def test_a_draw_of_two() -> None:
    scene = field()
    scene.squad(0, [(30, 20)], models=1)
    scene.squad(1, [(60, 20)], models=1)
    assert result(end(scene, turn=5)).winners == ()


@pytest.mark.rule("KT40-MIS-05", "KT40-EOT-02")
def test_the_battle_lasts_as_many_turns_as_the_mission_says() -> None:
    scene = field(turns=6)
    scene.squad(0, [(30, 20)], models=1)
    scene.squad(1, [(60, 20)], models=1)
    play = end(scene, turn=5, dice=[6, 6, 1, 1])
    assert (play.over, play.state.turn) == (False, 6)
    assert end(scene, turn=6).over


# --- concession


@pytest.mark.rule("KT40-MIS-15")
def test_with_two_players_a_concession_ends_the_battle_at_once() -> None:
    scene = field()
    scene.squad(0, (5, 5), models=2, weapons=[gun('72" assault 1, 4 0 1')])
    scene.squad(1, (60, 40), models=2, weapons=[gun()])
    play = scene.alternate("shooting", vp=(9, 0))
    play.game.play(Concede(0))
    assert play.over
    assert (result(play).winners, result(play).reasons) == ((1,), ("KT40-MIS-15",))


def melee() -> Scene:
    """Return three players with two gunners each."""
    scene = field(THREE)
    for side in range(3):
        for k in range(2):
            scene.squad(side, (5 + 30 * k, 5 + 18 * side), models=2, weapons=[gun('72" assault 1, 4 0 1')])
    return scene


@pytest.mark.rule("KT40-MIS-15")
def test_with_more_players_the_units_of_who_concedes_leave_and_the_others_go_on() -> None:
    play = melee().alternate("shooting", order=(0, 1, 2))
    play.game.play(Concede(1))  # it is the first player's hand: no activation is under way
    assert not play.over
    assert play.player == 0
    assert [play.unit(unit).destroyed for unit in range(6)] == [False, False, True, True, False, False]
    assert {play.unit(unit).destroyed_by for unit in (2, 3)} == {-1}
    assert play.state.eliminated == (1,)


@pytest.mark.rule("KT40-MIS-15")
def test_between_activations_the_units_of_who_concedes_leave_before_the_next_one() -> None:
    """The first player is asked which unit shoots when the third gives up: it is asked anew, and its guns find nobody of the third."""
    scene = Scene(players=3)
    for side in range(3):
        scene.squad(side, (10, 10 + 8 * side), models=1, weapons=[gun('24" assault 1, 4 0 1')])
    play = scene.alternate("shooting", dice=[1])
    play.game.play(Concede(2))
    play.answer(0).aim()
    assert [event.values["target"] for event in play.events("shoots")] == [1]


@pytest.mark.rule("KT40-MIS-15", "KT40-STRAT-10")
def test_what_a_concession_makes_impossible_is_asked_no_more() -> None:
    """Counter-Offensive is offered for a unit whose only enemy leaves: it is not engaged any more, and nothing is asked or paid."""
    scene = Scene(players=3)
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, (40, 30), models=1)
    scene.squad(2, (10, 11.5), models=1, state={"charged": (0,), "fought": True})
    play = scene.alternate("hammer", cp=(2, 0, 0))
    assert play.player == 0
    play.game.play(Concede(2))
    assert (play.state.cp[0], play.what) == (2, "")


@pytest.mark.rule("KT40-MIS-15", "KT40-INT-26")
def test_the_units_of_who_concedes_leave_before_the_next_decisive_movement() -> None:
    scene = Scene(players=3)
    for side in range(3):
        scene.squad(side, (10, 10 + 8 * side), models=1)
    play = scene.play(Task("decisive_moves"), dice=[6, 4], named=(0, 1))
    assert play.player == 0
    play.game.play(Concede(2))
    assert not play.unit(2).destroyed
    play.answer("stay")
    assert (play.player, play.unit(2).destroyed) == (1, True)


@pytest.mark.rule("KT40-MIS-15", "KT40-INT-83")
def test_until_its_units_leave_a_conceding_player_answers_by_default() -> None:
    """The second player gives up at its own hand: it passes, and is gone."""
    play = melee().alternate("shooting").hold(0)
    assert play.player == 1
    play.game.play(Concede())
    assert play.player == 2
    assert play.state.eliminated == (1,)


@pytest.mark.rule("KT40-MIS-15", "KT40-SETUP-03")
@pytest.mark.parametrize("who", [0, 1])
def test_who_concedes_while_a_unit_is_set_up_is_out(who: int) -> None:
    """Whoever is asked where a unit is set up: who gives up then is not asked again, and its units leave with the next step."""
    game = Game.new("kt40", teams=["bell-patrol", "hedge-patrol", "iron-patrol"], seed=1)
    while not (game.decision is not None and game.decision.what == "set-up" and game.decision.player == 0):
        game.play(game.decision.default)
    game.play(Concede(who))
    while who not in game.state.eliminated:
        assert game.decision.player != who
        game.play(game.decision.default)
    assert game.state.conceded == (who,)
    assert not any(game.state.places[i] for unit in game.arena.units_of[who] for i in game.arena.units[unit].models)


@pytest.mark.rule("KT40-MIS-13", "KT40-MIS-15")
def test_when_all_but_one_have_conceded_that_one_wins() -> None:
    play = melee().alternate("shooting")
    play.game.play(Concede(1))
    play.game.play(Concede(0))
    assert play.over
    assert result(play).winners == (2,)


@pytest.mark.rule("KT40-MIS-15", "KT40-INT-71")
def test_a_team_fights_on_without_a_member_that_conceded() -> None:
    """Its mate may still win for the team, but who gave up has not won."""
    scene = field(PACT)
    for side in range(4):
        scene.squad(side, (10 + 15 * side, 20), models=1, weapons=[gun('72" assault 1, 4 0 1')])
    play = scene.alternate("shooting")
    for side in (0, 2, 3):
        assert not play.over
        play.game.play(Concede(side))
    assert play.over
    assert result(play).winners == (1,)


@pytest.mark.rule("KT40-MIS-15")
def test_passengers_of_a_team_mate_get_out_when_their_transport_leaves() -> None:
    scene = field(PACT)
    wagon = scene.transport(0, (20, 20))
    rider = scene.squad(1, None, models=1, weapons=[gun('72" assault 1, 4 0 1')], state={"carrier": wagon})
    scene.squad(2, (60, 10), models=1, weapons=[gun('72" assault 1, 4 0 1')])
    scene.squad(3, (60, 40), models=1, weapons=[gun('72" assault 1, 4 0 1')])
    play = scene.alternate("shooting", dice=[6])
    play.game.play(Concede(0))
    while play.what == "set-up":
        play.game.play(play.decision.default)
    assert play.unit(rider).carrier == -1
    assert play.at(1) is not None
    assert play.at(0) is None


@pytest.mark.rule("KT40-MIS-15")
def test_who_gives_up_while_others_leave_is_gone_before_the_next_activation() -> None:
    """Another player gives up while the passengers of the first are set up: the units of both leave, and then the next hand comes."""
    scene = field(PACT)
    wagon = scene.transport(0, (20, 20))
    scene.squad(1, None, models=1, weapons=[gun('72" assault 1, 4 0 1')], state={"carrier": wagon})
    scene.squad(1, (20, 40), models=1, weapons=[gun('72" assault 1, 4 0 1')])
    scene.squad(2, (60, 10), models=1, weapons=[gun('72" assault 1, 4 0 1')])
    scene.squad(3, (60, 40), models=1, weapons=[gun('72" assault 1, 4 0 1')])
    play = scene.alternate("shooting", dice=[6])
    play.game.play(Concede(0))
    assert play.what == "set-up"
    play.game.play(Concede(3))
    while play.what == "set-up":
        play.game.play(play.decision.default)
    assert play.state.eliminated == (0, 3)
    assert play.at(4) is None


@pytest.mark.rule("KT40-MIS-15", "KT40-MIS-11", "KT40-EOT-02")
def test_who_gives_up_as_objectives_are_discarded_scores_nothing_at_the_end() -> None:
    """Its unit stands in an enemy zone, but is gone before lines are broken."""
    four = msgspec.structs.replace(PACT, objectives=ERRANDS.objectives, hold=ERRANDS.hold, discards=ERRANDS.discards)
    scene = field(four)
    scene.squad(0, [(5, 46)], models=1)
    for side in (1, 2, 3):
        scene.squad(side, [(20 + 10 * side, 24)], models=1)
    play = end(scene, turn=5, hands=[("no-quarter",)] * 4)
    assert play.what == "discard"
    play.game.play(Concede(0))
    while not play.over:
        play.game.play(play.decision.default)
    assert [event.values["player"] for event in play.events("linebreaker")] == []
    assert [event.values["player"] for event in play.events("withdrawn")] == [0]


@pytest.mark.rule("KT40-MIS-13", "KT40-MIS-15")
def test_who_is_eliminated_cannot_give_up_and_wins_with_its_team() -> None:
    scene = field(PACT)
    for side in (1, 2, 3):
        scene.squad(side, (10 + 15 * side, 20), models=1, weapons=[gun('72" assault 1, 4 0 1')])
    play = scene.alternate("shooting", eliminated=(0,))
    refusal = play.game.why_not(Concede(0))
    assert refusal is not None and refusal.reason == "Player 1 is out of the battle."
    for side in (2, 3):
        play.game.play(Concede(side))
    assert (result(play).winners, result(play).reasons) == ((0, 1), ("KT40-MIS-15",))


@pytest.mark.rule("KT40-MIS-13")
def test_a_victory_is_by_elimination_although_somebody_gave_up_before() -> None:
    scene = field(THREE)
    scene.squad(0, (10, 20), models=1)
    scene.squad(1, (30, 20), models=1, state={"reserve": True})
    scene.squad(2, (50, 20), models=1)
    play = end(scene, turn=3, conceded=(2,))
    assert (result(play).winners, result(play).reasons) == ((0,), ("KT40-MIS-13",))


# --- tactical objectives


@pytest.mark.rule("KT40-MIS-17")
def test_objectives_are_drawn_as_the_turn_starts_in_turn_order() -> None:
    """Each holds three of the thirteen; the dice say which, and none is drawn twice."""
    scene = field(ERRANDS)
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    play = scene.window("turn start", order=(1, 0), dice=[1, 1, 1, 13, 12, 11])
    ids = [one.id for one in ERRANDS.objectives]
    assert play.state.hands == (tuple(ids[:-4:-1]), tuple(ids[:3]))
    assert [event.values["player"] for event in play.events("objective-drawn")] == [1, 1, 1, 0, 0, 0]


@pytest.mark.rule("KT40-MIS-17")
@pytest.mark.parametrize(("left", "dice", "drawn"), [(2, [2], 1), (2, [1], 0), (1, [], 0)])
def test_the_last_objectives_of_a_deck(left: int, dice: list[int], drawn: int) -> None:
    """Of two a die says which; one alone is drawn without a die."""
    scene = field(ERRANDS)
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    ids = tuple(one.id for one in ERRANDS.objectives)
    play = scene.window("turn start", dice=dice, hands=(ids[-2:], ids[-3:]), discarded=(ids[left:-2], ()))
    assert play.state.hands == ((*ids[-2:], ids[drawn]), ids[-3:])


@pytest.mark.rule("KT40-MIS-17", "KT40-EOT-02")
def test_what_is_achieved_scores_at_the_end_of_the_turn_and_leaves_the_hand() -> None:
    scene = field(ERRANDS, turns=5)
    scene.squad(0, [(36, 24)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    play = end(scene, turn=1, hands=(("take-the-hill", "no-quarter"), ("hold-the-roads",)))
    assert play.state.vp == (1, 0)
    assert play.state.achieved == (("take-the-hill",), ())
    assert play.state.hands == (("no-quarter",), ("hold-the-roads",))


@pytest.mark.rule("KT40-MIS-17")
def test_one_objective_may_be_given_up_at_the_end_of_a_turn() -> None:
    scene = field(ERRANDS, turns=5)
    scene.squad(0, [(30, 10)], models=1)
    scene.squad(1, [(60, 40)], models=1)
    play = end(scene, turn=1, hands=(("no-quarter", "iron-harvest"), ("hold-the-roads",)), dice=[6, 6, 1, 1, *[1] * 5])
    assert (play.what, play.player, play.options()) == ("discard", 0, ["pass", "no-quarter", "iron-harvest"])
    play.answer("iron-harvest")
    assert (play.what, play.player) == ("discard", 1)
    play.answer("pass")
    assert play.state.discarded == (("iron-harvest",), ())
    assert "iron-harvest" not in play.state.hands[0]
    assert len(play.state.hands[0]) == 3  # drawn anew as the next turn starts


def asks(kind: str, **more: Any) -> TacticalObjective:
    return TacticalObjective(id="it", name="It", asks=kind, **more)  # type: ignore[arg-type]


def achieved(scene: Scene, one: TacticalObjective, **fields: Any) -> bool:
    state = scene.state(**fields)
    return is_achieved(scene.arena, state, 0, one)


@pytest.mark.rule("KT40-MIS-17")
def test_holding_markers() -> None:
    scene = field()
    scene.squad(0, [(36, 24)], models=1)
    scene.squad(0, [(18, 16)], models=1)
    scene.squad(1, [(54, 16)], models=1)
    assert achieved(scene, asks("hold marker", marker="A"))
    assert not achieved(scene, asks("hold marker", marker="C"))
    assert achieved(scene, asks("hold markers", count=2))
    assert not achieved(scene, asks("hold markers", count=3))


@pytest.mark.rule("KT40-MIS-17")
def test_destroying_units_this_turn() -> None:
    """Only those credited to the player, in this turn, and with the keyword."""
    gone = {"destroyed": True, "destroyed_by": 0, "lost": 3}
    scene = field()
    scene.squad(0, [(5, 5)], models=1, state={"charged": (1,)})
    scene.vehicle(1, None, left=[0], state=gone)
    scene.squad(1, None, models=1, left=[0], state={**gone, "lost": 0})  # in an earlier turn
    scene.squad(1, None, models=1, left=[0], state={**gone, "destroyed_by": -1})
    assert achieved(scene, asks("destroy units"))
    assert achieved(scene, asks("destroy units", keyword="VEHICLE"))
    assert not achieved(scene, asks("destroy units", keyword="CHARACTER"))
    assert not achieved(scene, asks("destroy units", count=2))
    assert achieved(scene, asks("charge"))
    assert not achieved(scene, asks("charge", count=2))


@pytest.mark.rule("KT40-MIS-17")
@pytest.mark.parametrize(("lost", "counts"), [(1, True), (0, False)])
def test_a_unit_destroyed_this_turn_has_lost_a_wound_at_least(lost: int, counts: bool) -> None:
    """One is enough; with none it was destroyed in an earlier turn."""
    scene = field()
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, None, models=1, left=[0], state={"destroyed": True, "destroyed_by": 0, "lost": lost})
    assert achieved(scene, asks("destroy units")) is counts


@pytest.mark.rule("KT40-MIS-17", "KT40-INT-03")
@pytest.mark.parametrize(("spot", "clear"), [((18.35, 12.36), True), ((18.35, 12.352), False), ((18.5, 5), True), ((18.498, 5), False)])
def test_ground_is_clear_if_no_base_reaches_into_it(spot: tuple[float, float], clear: bool) -> None:
    """At the corner (18, 12) of a zone a base of 0.5" is 0.502" away, or 0.496"; beside it 0.5", or a hair less."""
    scene = field(FOUR)
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, [spot], models=1)
    assert achieved(scene, asks("clear the ground")) is clear


@pytest.mark.rule("KT40-MIS-17")
def test_ground_won_and_lost() -> None:
    """A unit in the enemy's zone; an enemy whose base touches one's own; and units in three quarters of the table."""
    scene = field()
    scene.squad(0, [(10, 40)], models=1)
    scene.squad(0, [(60, 40)], models=1)
    scene.squad(0, [(60, 10)], models=1)
    scene.squad(1, [(30, 12.6)], models=1)
    assert achieved(scene, asks("break through", count=2))
    assert not achieved(scene, asks("break through", count=3))
    assert achieved(scene, asks("spread out", count=3))
    assert not achieved(scene, asks("spread out", count=4))
    assert achieved(scene, asks("clear the ground"))
    scene.squad(1, [(30, 12.4)], models=1)
    assert not achieved(scene, asks("clear the ground"))


@pytest.mark.rule("KT40-MIS-17")
def test_standing_firm() -> None:
    for failing in (False, True):
        scene = field()
        scene.squad(0, [(10, 10)], models=1, state={"tested": True})
        scene.squad(0, [(20, 10)], models=1, state={"tested": True, "failing": failing})
        scene.squad(1, [(30, 40)], models=1)
        assert achieved(scene, asks("stand firm", count=2)) is not failing
        assert not achieved(scene, asks("stand firm", count=3))


@pytest.mark.rule("KT40-MIS-17")
def test_a_mission_of_ours_has_at_least_six_kinds_of_objectives() -> None:
    assert len({one.asks for one in ERRANDS.objectives}) >= 6
    assert (ERRANDS.hold, ERRANDS.discards) == (3, 1)
    assert msgspec.to_builtins(ERRANDS)["objectives"][0]["id"] == "take-the-hill"
