"""The rules of banners, each as an example that can be checked by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from banners.missions import controlled
from counteract.core.decision import Path, Pick, Place, Refusal
from counteract.files.reader import FileError
from counteract.files.teams import parse_team
from counteract.game import Game
from counteract.mechanics.missions import ObjectiveMarker, load_mission, parse_mission
from counteract.table.killzone import Killzone
from counteract.table.terrain import Board, Part
from tests.rules.banners.scene import BANDS, WALL, battle, play, told

#: Markers A, B, C of "fair-day" on a board of 30" by 22".
A, B, C = (15.0, 14.0), (10.0, 9.0), (20.0, 9.0)


# --- setting up


@pytest.mark.rule("BANNERS-GEN-01")
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_two_to_four_bands_of_three(sides: int) -> None:
    game = Game.new("banners", teams=BANDS[:sides], seed=1)
    assert game.sides == sides
    assert [model.side for model in game.state.models] == [side for side in range(sides) for _ in range(3)]


@pytest.mark.parametrize("sides", [1, 5])
def test_no_other_number_plays(sides: int) -> None:
    with pytest.raises(ValueError, match=f"Banners is played by 2, 3, 4 teams, not {sides}"):
        Game.new("banners", teams=[BANDS[0]] * sides, seed=1)


@pytest.mark.rule("BANNERS-GEN-01")
def test_a_band_is_three_runners() -> None:
    text = 'id = "crows"\nname = "Crows"\nruleset = "banners"\n[[operative]]\nid = "crow"\nname = "Crow"\ncount = 2\n'
    with pytest.raises(FileError, match="the team has 2 operatives, and a team has at least 3"):
        parse_team(text + 'move = 6\nrange = 6\naim = "4+"\nwounds = 1\n', "crows.toml")


@pytest.mark.rule("BANNERS-SETUP-01", "BANNERS-SETUP-02")
def test_bands_set_up_in_turn_each_along_its_edge() -> None:
    game = Game.new("banners", seed=1)
    order = []
    while game.decision is not None and game.decision.what == "place":
        order.append(game.decision.subject)
        assert game.why_not(Place(10.0, 9.0)) == Refusal("BANNERS-SETUP-01", "The runner must lie wholly within the strip along its band's edge.")
        game.play(game.decision.options[0])
    assert order == [0, 3, 6, 1, 4, 7, 2, 5, 8]
    assert all(game.state.places[i][1] < 3 for i in (0, 1, 2))  # south
    assert all(game.state.places[i][0] < 3 for i in (3, 4, 5))  # west
    assert all(game.state.places[i][0] > 17 for i in (6, 7, 8))  # east


@pytest.mark.rule("BANNERS-SETUP-03")
def test_who_finds_no_room_takes_no_part() -> None:
    bog = Part(id="bog", feature="bog", footprint=((0, 0), (20, 0), (20, 3), (0, 3)), top=3.0, kind="heavy")
    zone = Killzone(id="bog", name="Bog", summary="", board=Board(20, 18), parts=(bog,))
    game = Game.new("banners", killzone=zone, seed=1)
    assert game.decision is not None and game.decision.player == 1
    while game.decision is not None and game.decision.what == "place":
        game.play(game.decision.default)
    assert [model.gone for model in game.state.models[:3]] == [True] * 3
    assert not game.over and game.decision is not None and game.decision.player == 1


# --- rounds and turns


@pytest.mark.rule("BANNERS-BATTLE-01", "BANNERS-BATTLE-02")
def test_bands_take_turns_and_each_round_another_begins() -> None:
    """A band with no runner ready is passed over."""
    game = battle({0: (2, 2), 1: (4, 2), 3: (2, 20), 6: (28, 20)})
    hands = []
    while not game.over:
        assert game.decision is not None
        if game.decision.what == "activate":
            hands.append((game.state.turn, game.decision.player))
        game.play(Pick("stop") if game.decision.what == "act" else game.decision.options[0])
    assert hands == [(1, 0), (1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0), (2, 0), (3, 2), (3, 0), (3, 1), (3, 0)]
    assert game.state.turn == 3


@pytest.mark.rule("BANNERS-BATTLE-02", "BANNERS-DMG-01")
def test_who_cannot_be_activated_and_why() -> None:
    game = play(battle({0: (2, 2), 1: (4, 2), 3: (2, 20), 6: (28, 20)}), 0, "stop", 3, "stop", 6, "stop")
    for model, reason in ((0, "Heron 1 has acted this round."), (2, "Heron 3 is no longer in play."), (3, "Lark 1 is not one of your runners.")):
        refused = game.why_not(Pick(model))
        assert refused is not None and refused.reason == reason


# --- activations


@pytest.mark.rule("BANNERS-ACT-01", "BANNERS-MOVE-01")
def test_a_runner_moves_once_then_throws_once() -> None:
    game = play(battle({0: (2, 2), 3: (14, 2), 6: (28, 20)}, 1), 0)
    assert game.why_not(Pick("throw")) == Refusal("BANNERS-SHOOT-01", "It sees no enemy within its range.")
    play(game, "move")
    refused = game.why_not(Path(((9.5, 2.0),)))
    assert refused == Refusal("BANNERS-MOVE-01", 'The path is 7.5" long; the limit is 7".')
    play(game, (9, 2))
    assert game.state.places[0] == (9.0, 2.0, 0.0)
    assert game.why_not(Pick("move")) == Refusal("BANNERS-ACT-01", "It has moved in this activation.")
    play(game, "throw", 3)
    assert game.decision is not None and (game.decision.what, game.decision.player) == ("activate", 1)


@pytest.mark.rule("BANNERS-ACT-01")
def test_a_runner_that_throws_first_does_not_move_any_more() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, 1), 0, "throw", 3)
    assert game.decision is not None and game.decision.what == "activate"


@pytest.mark.rule("BANNERS-MOVE-02", "BANNERS-MOVE-03")
def test_what_is_in_the_way() -> None:
    game = play(battle({0: (9, 5), 1: (7, 5), 3: (9, 8), 6: (28, 20)}, parts=[WALL]), 0, "move")
    for end, refusal in (
        ((12, 5), Refusal("BANNERS-MOVE-02", "Terrain (wall) is in the way, and runners do not climb.")),
        ((9, 10), Refusal("BANNERS-MOVE-02", "Lark 1 is in the way.")),
        ((7, 5.5), Refusal("BANNERS-MOVE-03", "The base would end on top of another base.")),
        ((9, -1), Refusal("BANNERS-MOVE-03", "The base would leave the board.")),
    ):
        assert game.why_not(Path((tuple(map(float, end)),))) == refusal, end
    assert game.why_not(Path(((4.0, 5.0),))) is None  # through a friend


# --- throwing


@pytest.mark.rule("BANNERS-SHOOT-01")
def test_only_enemies_in_sight_and_in_range_are_thrown_at() -> None:
    game = play(battle({0: (9, 5), 1: (8, 3), 3: (12, 5), 4: (5, 5), 6: (9, 14)}, parts=[WALL]), 0, "throw")
    assert game.decision is not None and list(game.decision.options) == [Pick(4)]
    for model, reason in ((1, "Heron 2 is a friend."), (3, "Lark 1 is not to be seen."), (6, "Magpie 1 is out of range.")):
        refused = game.why_not(Pick(model))
        assert refused is not None and (refused.rule, refused.reason) == ("BANNERS-SHOOT-01", reason)


@pytest.mark.rule("BANNERS-SHOOT-02", "BANNERS-DMG-01")
@pytest.mark.parametrize(("die", "left"), [(3, 2), (4, 1)])
def test_a_throw_hits_on_what_the_card_says(die: int, left: int) -> None:
    game = battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, die, first=1)
    play(game, 3, "stop", 6, "stop", 0, "throw", 3)  # the Lark has acted, and cannot dodge
    assert game.state.models[3].wounds == left


@pytest.mark.rule("BANNERS-SHOOT-03")
@pytest.mark.parametrize(("dodge", "dice", "left", "ready"), [(None, (4,), 1, True), ("dodge", (4, 3), 1, False), ("dodge", (4, 4), 2, False)])
def test_who_is_ready_may_dodge_for_its_activation(dodge: str | None, dice: tuple[int, ...], left: int, ready: bool) -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, *dice), 0, "throw", 3)
    assert game.decision is not None and (game.decision.what, game.decision.player) == ("dodge", 1)
    play(game, dodge)
    assert (game.state.models[3].wounds, game.state.models[3].ready) == (left, ready)


# --- banners


@pytest.mark.rule("BANNERS-MIS-01")
def test_most_runners_hold_a_banner_and_as_many_hold_nothing() -> None:
    (ax, ay), (bx, by), (cx, cy) = A, B, C
    places = {0: (ax - 1, ay), 3: (ax + 1, ay), 1: (bx - 1, by), 2: (bx + 1, by), 6: (bx, by + 1.2), 7: (cx, cy), 4: (cx + 2.6, cy)}
    assert controlled(battle(places).arena, battle(places).state) == (None, 0, 2)


@pytest.mark.rule("BANNERS-MIS-01", "BANNERS-GEN-02")
def test_friends_hold_a_banner_together() -> None:
    """Two of the first band against one of each of two friends, and then one more friend."""
    x, y = A
    places = {0: (x - 1.2, y), 1: (x + 1.2, y), 3: (x, y - 1.2), 6: (x, y + 1.2)}
    alone, together = (battle(places, mission=mission) for mission in ("fair-day", "two-to-one"))
    assert controlled(alone.arena, alone.state)[0] == 0
    assert controlled(together.arena, together.state)[0] is None
    more = battle({**places, 7: (x, y)}, mission="two-to-one")
    assert controlled(more.arena, more.state)[0] == 2


@pytest.mark.rule("BANNERS-MIS-02", "BANNERS-MIS-03")
def test_banners_bring_points_each_round_and_the_most_win() -> None:
    game = stand_still(battle({0: A, 3: B, 6: C, 7: (29, 1)}, turn=2, options={"rounds": 3}))
    assert game.state.points == (2, 2, 2) and game.result is not None and game.result.winners == (0, 1, 2)
    game = stand_still(battle({0: A, 3: B, 6: (29, 1)}, turn=2))
    assert game.result is not None
    assert (game.result.winners, game.result.scores, game.result.reasons, game.result.winner) == ((0, 1), (2, 2, 0), ("BANNERS-MIS-03",), None)
    game = stand_still(battle({0: A, 3: (2, 2), 6: (29, 1)}, turn=3))
    assert game.result is not None and (game.result.winners, game.result.winner) == ((0,), 0)


@pytest.mark.rule("BANNERS-MIS-03", "BANNERS-GEN-02")
def test_friends_win_by_their_points_together() -> None:
    game = stand_still(battle({0: A, 3: B, 6: C}, mission="two-to-one", turn=3))
    assert game.result is not None and (game.result.winners, game.result.scores) == ((1, 2), (1, 1, 1))


@pytest.mark.rule("BANNERS-MIS-04")
@pytest.mark.parametrize(("mission", "points"), [("fair-day", (0, 0, 0)), ("two-to-one", (1, 0, 0)), (None, (1, 0, 0))])
def test_who_makes_an_enemy_fall_scores_where_that_counts(mission: str | None, points: tuple[int, ...]) -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 4: (29, 1), 6: (28, 20)}, 5, mission=mission, wounds={3: 1}), 0, "throw", 3, None)
    assert game.state.points == points and game.state.places[3] is None and game.state.models[3].gone


def stand_still(game: Game) -> Game:
    while game.decision is not None:
        game.play(Pick("stop") if game.decision.what == "act" else game.decision.options[0])
    return game


# --- friends and enemies


@pytest.mark.rule("BANNERS-GEN-02")
def test_friends_are_not_thrown_at_and_are_not_in_the_way() -> None:
    places = {0: (29, 20), 3: (5, 5), 6: (5, 8)}
    enemies, friends = (battle(places, mission=mission, first=1) for mission in ("fair-day", "two-to-one"))
    assert enemies.why_not(Pick(3)) is None
    play(enemies, 3), play(friends, 3)
    assert Pick("throw") in enemies.decision.options and Pick("throw") not in friends.decision.options
    play(enemies, "move"), play(friends, "move")
    through = Path(((5.0, 10.0),))
    assert enemies.why_not(through) == Refusal("BANNERS-MOVE-02", "Magpie 1 is in the way.")
    assert friends.why_not(through) is None


@pytest.mark.rule("BANNERS-GEN-04", "BANNERS-GEN-02")
def test_the_last_without_an_enemy_has_won() -> None:
    """The last enemy of two friends falls in the first round: both have won, whatever the points are."""
    game = play(battle({0: (6, 2), 3: (2, 2), 6: (28, 20)}, 6, mission="two-to-one", wounds={0: 1}, first=1), 3, "throw", 0, None)
    assert game.over and game.result is not None
    assert (game.result.winners, game.result.reasons) == ((1, 2), ("BANNERS-GEN-04",))


@pytest.mark.rule("BANNERS-GEN-04")
def test_a_band_with_nobody_left_is_out_and_the_others_go_on() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20), 7: A}, 6, wounds={3: 1}), 0, "throw", 3, None)
    assert not game.over
    asked = set()
    while game.decision is not None:
        asked.add(game.decision.player)
        game.play(Pick("stop") if game.decision.what == "act" else game.decision.options[0])
    assert asked == {0, 2}
    assert game.result is not None and game.result.winners == (2,)


@pytest.mark.rule("BANNERS-GEN-04")
def test_who_has_fallen_wins_only_through_friends() -> None:
    """Points of a band that is out count for its friends, and are lost if it has none."""
    for mission, winners in (("fair-day", (0,)), ("two-to-one", (1, 2))):
        game = battle({0: (2, 2), 6: (28, 20)}, mission=mission, turn=3)
        game = Game.at(game.position().replace(points=[2, 5, 0]), dice=game.dice)
        assert stand_still(game).result.winners == winners


# --- missions for other numbers of sides


def test_the_usual_mission_is_for_as_many_as_play() -> None:
    for sides, mission in ((2, "old-quarrel"), (3, "fair-day"), (4, "pairs")):
        assert Game.new("banners", teams=BANDS[:sides], seed=1).setup["mission"]["id"] == mission


def test_a_mission_for_another_number_is_refused() -> None:
    with pytest.raises(ValueError, match="the mission 'pairs' is for 4 sides, not for 3"):
        Game.new("banners", mission="pairs", seed=1)


def test_not_everybody_can_be_friends() -> None:
    mission = load_mission("two-to-one", "banners")
    for allies in (((0, 1, 2),), ((0, 7),)):
        with pytest.raises(ValueError, match="the mission 'two-to-one' allies players that it cannot ally"):
            Game.new("banners", mission=replace(mission, allies=allies), seed=1)


def test_allies_are_named_by_their_numbers_in_the_file() -> None:
    text = 'id = "x"\nname = "X"\nruleset = "banners"\nallies = {allies}\n[[marker]]\nid = "A"\nx = 15\ny = 11\n'
    text += '[[zone]]\nedge = "south"\n[[zone]]\nedge = "west"\n[[zone]]\nedge = "east"\n'
    assert parse_mission(text.replace("{allies}", "[[1, 3]]"), "x.toml").allies == ((0, 2),)
    for wrong in ("[[0, 1]]", "[[1, 5]]", "[[1, 2], [2, 3]]", "[1, 2]", '[["one", "two"]]'):
        with pytest.raises(FileError, match=r"x\.toml, line 4: 'allies' must be lists of players from 1 to 4, each named once"):
            parse_mission(text.replace("{allies}", wrong), "x.toml")


def test_markers_are_foretold_for_three_sides() -> None:
    """The preview of banners at a place: all other sides are enemies, friends are not."""
    game = battle({0: A, 3: (2, 2), 6: (28, 20)})
    near = (A[0] + 1.2, A[1], 0.0)
    assert game.ruleset.preview.markers(game, 3, near) == ("contests A",)
    assert game.ruleset.preview.markers(game, 6, (*B, 0.0)) == ("holds B",)
    assert ObjectiveMarker("A", *A) in game.arena.mission.markers


def test_the_story_of_a_throw() -> None:
    game = play(battle({0: (2, 2), 3: (6, 2), 6: (28, 20)}, 4, 3), 0, "throw", 3, "dodge")
    assert told(game)[-4:] == [
        "Heron 1 sets off.", "Heron 1 throws at Lark 1: 4 against 4+, a hit.", "Lark 1 dodges: 3 against 4+, in vain.",
        "Lark 1 loses a wound (1 left).",
    ]  # fmt: skip
