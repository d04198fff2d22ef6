"""Setting up: battlefields, the roll-off, zones, deploying in turn, reserve and transports. (SETUP, MIS-02, MIS-03, MIS-16, TERR-06)"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from counteract.core.decision import Pick
from counteract.core.registry import find
from counteract.core.state import Task
from counteract.files.reader import FileError
from counteract.game import Game
from counteract.mechanics.missions import load_mission
from counteract.rulesets.kt40.zones import zones_of
from counteract.table.killzone import killzone_ids, load_killzone
from counteract.table.terrain import Board
from tests.rules.kt40.scenes import Play, Scene, ability

LARGE, SMALL = Board(72.0, 48.0), Board(48.0, 36.0)
OURS = ("drill-yard", "mill-crossing", "orchard-wall", "parade-ground", "tannery-row")

Box = tuple[float, float, float, float]


def waiting(players: int = 2, mission: str | None = None, **board: Any) -> Scene:
    """Return armies of two small squads each that have yet to be deployed: units 0 and 1, 2 and 3, and so on."""
    scene = Scene(players=players, mission=load_mission(mission, "kt40") if mission else None, **board)
    for side in range(players):
        for _ in range(2):
            scene.squad(side, None, models=2, state={"deployed": False})
    return scene


def deploying(scene: Scene, order: tuple[int, ...] = (0, 1), **fields: Any) -> Play:
    return scene.play(Task("deploy", (order, 0)), phase="setup", turn=0, order=order, **fields)


# --- battlefields


@pytest.mark.rule("KT40-SETUP-02", "KT40-TERR-06", "KT40-MIS-01")
@pytest.mark.parametrize(
    ("teams", "size"),
    [(("bell-patrol", "hedge-patrol"), SMALL), (("bell-battalion", "hedge-host"), LARGE), (("bell-patrol", "hedge-host"), LARGE)],
)
def test_the_board_is_the_plain_table_by_the_points_of_the_lists(teams: tuple[str, str], size: Board) -> None:
    game = Game.new("kt40", teams=teams, seed=1)
    assert game.arena.terrain.board == size
    assert game.setup["killzone"]["id"] == {LARGE: "parade-ground", SMALL: "drill-yard"}[size]


@pytest.mark.rule("KT40-SETUP-02")
@pytest.mark.parametrize(("points", "zone"), [((500, 500), "drill-yard"), ((500, 501), "parade-ground"), ((501, 100), "parade-ground")])
def test_the_smaller_board_is_for_lists_of_up_to_500_points(points: tuple[int, int], zone: str) -> None:
    scene = Scene()
    for side, cost in enumerate(points):
        scene.squad(side, None, models=1, points=cost)
    assert find("kt40").usual_killzone(scene.teams()) == zone


@pytest.mark.rule("KT40-TERR-06")
@pytest.mark.parametrize(("name", "length", "width"), [("parade-ground", 72, 48), ("drill-yard", 48, 36)])
def test_the_plain_table(name: str, length: float, width: float) -> None:
    """Two ruins with a floor, two woods, four barricades, where the rule puts them."""
    zone = load_killzone(name)
    boxes: dict[tuple[str, ...], list[tuple[float, ...]]] = {}
    for part in zone.parts:
        xs, ys = [x for x, _ in part.footprint], [y for _, y in part.footprint]
        middle = ((min(xs) + max(xs)) / 2 / length, (min(ys) + max(ys)) / 2 / width)
        boxes.setdefault(part.marks, []).append((*middle, max(xs) - min(xs), max(ys) - min(ys), part.bottom, part.top))
    assert sorted(boxes["area", "ruin", "opaque"]) == [(0.25, 0.5, 8, 6, 0, 5), (0.75, 0.5, 8, 6, 0, 5)]
    assert sorted(boxes["vantage", "open"]) == [(0.25, 0.5, 8, 6, 2.9, 3), (0.75, 0.5, 8, 6, 2.9, 3)]
    woods = sorted(boxes["area", "opaque"])
    assert [(x, round(6 * y, 9), *rest) for x, y, *rest in woods] == [(0.5, 1, 6, 6, 0, 4), (0.5, 5, 6, 6, 0, 4)]
    assert sorted(boxes["obstacle",]) == [(x / 8, y / 8, 6, 0.5, 0, 1) for x in (3, 5) for y in (3, 5)]


@pytest.mark.rule("KT40-SETUP-01")
def test_battlefields_are_for_armies_or_for_teams() -> None:
    """Armies are played on battlefields made for them, and only they are; anything else is refused in one sentence."""
    assert tuple(killzone_ids("kt40")) == OURS
    assert not {*OURS} & {*killzone_ids("kt24")}
    with pytest.raises(FileError, match="killzone 'salt-flats': is not made for kt40"):
        Game.new("kt40", killzone="salt-flats", seed=1)
    with pytest.raises(FileError, match="killzone 'parade-ground': is not made for kt18"):
        Game.new("kt18", killzone="parade-ground", seed=1)


@pytest.mark.rule("KT40-SETUP-01", "KT40-MIS-01")
@pytest.mark.parametrize("zone", OURS)
@pytest.mark.parametrize("mission", ["hold-the-line", "hold-the-line-three", "hold-the-line-four", "kings-toll", "river-pact", "errands-of-war"])
def test_every_mission_can_be_begun_on_every_battlefield(zone: str, mission: str) -> None:
    """Each drop zone lies on the board, overlaps no other, and has open ground to stand on."""
    board, task = load_killzone(zone).board, load_mission(mission, "kt40")
    boxes = [one.box(board) for one in task.zones]
    for x0, y0, x1, y1 in boxes:
        assert 0 <= x0 < x1 <= board.width
        assert 0 <= y0 < y1 <= board.depth
    assert all(_apart(one, other) > 0 for k, one in enumerate(boxes) for other in boxes[:k])
    for marker in task.markers:
        x, y = marker.at(board)
        assert 0 < x < board.width
        assert 0 < y < board.depth


# --- zones


def _apart(one: Box, other: Box) -> float:
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    return hypot(across, max(one[1] - other[3], other[1] - one[3], 0.0))


def _boxes(players: int, board: Board) -> list[Box]:
    scene = waiting(players, board=(board.width, board.depth))
    scene.state()
    return [zone.box(board) for zone in zones_of(scene.arena)]


@pytest.mark.rule("KT40-MIS-02")
@pytest.mark.parametrize(("board", "depth"), [(LARGE, 12.0), (SMALL, 9.0)])
def test_two_players_have_strips_along_the_long_edges(board: Board, depth: float) -> None:
    south, north = (zone.box(board) for zone in load_mission("hold-the-line", "kt40").zones)
    assert south == (0, 0, board.width, depth)
    assert north == (0, board.depth - depth, board.width, board.depth)
    assert _apart(south, north) >= 18
    assert _boxes(2, board) == [south, north]


@pytest.mark.rule("KT40-MIS-02")
@pytest.mark.parametrize(("across", "depth"), [(40.0, 11.0), (42.0, 12.0), (41.98, 11.99), (42.02, 12.0)])
def test_strips_are_twelve_inches_deep_or_leave_eighteen_between(across: float, depth: float) -> None:
    """The lesser of 12" and half of what is more than 18", with a mission or without."""
    board = Board(60.0, across)
    zones = [zone.box(board) for zone in load_mission("hold-the-line", "kt40").zones]
    assert [round(y, 3) for _, low, _, high in zones for y in (low, high)] == [0.0, depth, round(across - depth, 3), across]
    assert _boxes(2, board) == zones


@pytest.mark.rule("KT40-MIS-02")
@pytest.mark.parametrize("board", [LARGE, SMALL])
def test_four_players_have_corners(board: Board) -> None:
    w, d = board.width, board.depth
    corners = [(x, y, x + w / 4, y + d / 4) for y in (0, 3 * d / 4) for x in (0, 3 * w / 4)]
    assert [zone.box(board) for zone in load_mission("hold-the-line-four", "kt40").zones] == corners == _boxes(4, board)


@pytest.mark.rule("KT40-MIS-16")
@pytest.mark.parametrize(("board", "between"), [(LARGE, 24.0), (SMALL, 18.0)])
def test_three_players_have_zones_half_the_width_apart(board: Board, between: float) -> None:
    mission = load_mission("hold-the-line-three", "kt40")
    middle, west, east = (zone.box(board) for zone in mission.zones)
    w, d = board.width, board.depth
    inset = (w - d) / 4
    assert middle == (w / 3, 0, 2 * w / 3, d / 4)
    assert west == (inset, 3 * d / 4, inset + w / 4, d)
    assert east == (w - inset - w / 4, 3 * d / 4, w - inset, d)
    assert all(between <= _apart(*pair) < between + 0.03 for pair in ((middle, west), (middle, east), (west, east)))
    assert _boxes(3, board) == [middle, west, east]


@pytest.mark.rule("KT40-MIS-16")
@pytest.mark.parametrize(("board", "away"), [(LARGE, 15.0), (SMALL, 11.25)])
def test_with_three_players_one_marker_is_as_far_from_each_zone(board: Board, away: float) -> None:
    mission = load_mission("hold-the-line-three", "kt40")
    spots = [marker.at(board) for marker in mission.markers]
    w, d = board.width, board.depth
    assert spots == [(w / 2, 9 * d / 16), (w / 2, d / 3), (w / 4, 2 * d / 3), (3 * w / 4, 2 * d / 3)]
    x, y = spots[0]
    assert [_apart(zone.box(board), (x, y, x, y)) for zone in mission.zones] == pytest.approx([away] * 3)


@pytest.mark.rule("KT40-MIS-03", "KT40-DICE-04", "KT40-ALT-06")
def test_players_pick_zones_and_deploy_in_the_order_of_the_roll_off() -> None:
    """The tied ones roll again for the places between them; the last zone is nobody's choice."""
    play = waiting(3, "hold-the-line-three", board=(72, 48)).new([4, 2, 4, 1, 5])
    assert play.state.order == (2, 0, 1)
    assert (play.player, play.options()) == (2, ["south", "north-west", "north-east"])
    play.answer("north-east")
    assert (play.player, play.options()) == (0, ["south", "north-west"])
    play.answer("south")
    assert play.state.zones == (0, 1, 2)
    assert (play.what, play.player) == ("deploy", 2)


@pytest.mark.rule("KT40-MIS-02", "KT40-INT-71")
def test_a_team_takes_the_two_corners_of_one_edge() -> None:
    """Players 1 and 2 are friends, and so are 3 and 4. Player 3 rolls highest and takes a northern corner: the south is the others'."""
    play = waiting(4, "river-pact", board=(72, 48)).new([5, 4, 6, 1])
    assert (play.player, play.options()) == (2, ["south-west", "south-east", "north-west", "north-east"])
    play.answer("north-west")
    assert (play.player, play.options()) == (0, ["south-west", "south-east"])
    play.answer("south-east")
    assert play.what == "deploy"  # the mates have one corner left each
    assert play.state.zones == (1, 0, 2, 3)


# --- deploying


@pytest.mark.rule("KT40-SETUP-03", "KT40-SETUP-06")
def test_one_unit_each_until_all_are_deployed() -> None:
    """The second player has three units: the first is skipped once it has none left, and finished first."""
    scene = waiting()
    scene.squad(1, None, models=1, state={"deployed": False})
    play = deploying(scene)
    hands = []
    while not play.over:
        hands.append((play.what, play.player))
        play.game.play(play.decision.default)
    assert [player for what, player in hands if what == "set-up"] == [0, 1, 0, 1, 1]
    assert play.state.finished_first == 0
    assert all(place is not None for place in play.state.places)


@pytest.mark.rule("KT40-SETUP-03", "KT40-UNIT-06")
def test_a_unit_is_set_up_wholly_within_its_own_zone_and_in_coherency() -> None:
    play = deploying(waiting()).answer(0)
    assert play.what == "set-up"
    assert play.why(play.stand(0, 10, 8.8)) == "KT40-SETUP-03"
    assert play.why(play.stand(0, 10, 30)) == "KT40-SETUP-03"
    assert play.why(play.stand(0, 10, 5, step=4)) == "KT40-UNIT-06"
    assert play.why(play.stand(0, 0.3, 5)) in ("KT40-SETUP-02", "KT40-SETUP-03")
    assert play.why(play.stand(0, 10, 8.5)) == ""


@pytest.mark.rule("KT40-SETUP-04")
def test_a_unit_with_the_ability_may_be_declared_in_reserve_and_that_is_its_step() -> None:
    scene = Scene()
    for abilities in ([ability("reserve")], []):
        scene.squad(0, None, models=1, abilities=abilities, state={"deployed": False})
    scene.squad(1, None, models=1, state={"deployed": False})
    play = deploying(scene)
    assert play.options() == [0, 1, "reserve:0"]
    assert play.why("reserve:1") == "KT40-SETUP-04"
    play.answer("reserve:0")
    assert (play.unit(0).reserve, play.unit(0).deployed) == (True, True)
    assert play.player == 1


@pytest.mark.rule("KT40-SETUP-05")
def test_at_most_half_of_the_units_and_of_the_points_begin_in_reserve() -> None:
    """Of three units one may; and a unit of more than half of the points may not, even as one of four."""
    scene = Scene()
    for points in (10, 10, 500):
        scene.squad(0, None, models=1, points=points, abilities=[ability("reserve")], state={"deployed": False})
    scene.squad(1, None, models=1, state={"deployed": False})
    play = deploying(scene).answer("reserve:0")
    play.game.play(play.decision.default)
    assert play.options() == [1, 2]
    assert play.why("reserve:1") == "KT40-SETUP-05"
    rich = Scene()
    for points in (301, 100, 100, 100):
        rich.squad(0, None, models=1, points=points, abilities=[ability("reserve")], state={"deployed": False})
    rich.squad(1, None, models=1, state={"deployed": False})
    assert deploying(rich).why("reserve:0") == "KT40-SETUP-05"
    assert "reserve:1" in deploying(rich).options()


@pytest.mark.rule("KT40-SETUP-05")
def test_what_another_player_has_in_reserve_does_not_count() -> None:
    """The last unit of all is in reserve already; of the first player's two one may be."""
    scene = Scene()
    for _ in range(2):
        scene.squad(0, None, models=1, abilities=[ability("reserve")], state={"deployed": False})
    scene.squad(1, (24, 30), models=1)
    scene.squad(1, None, models=1, abilities=[ability("reserve")], state={"deployed": True, "reserve": True})
    assert deploying(scene).options() == [0, 1, "reserve:0", "reserve:1"]


@pytest.mark.rule("KT40-INT-77")
@pytest.mark.parametrize(("spot", "facing"), [((12, 6), 45.0), ((36, 6), 135.0), ((24, 4.5), 90.0)])
def test_an_aircraft_faces_the_middle_of_the_board_unless_told_otherwise(spot: tuple[float, float], facing: float) -> None:
    scene = Scene()
    scene.aircraft(0, None, state={"deployed": False})
    scene.squad(1, (24, 30), models=1)
    play = deploying(scene)
    play.game.play(play.stand(0, *spot))
    assert play.unit(0).facing == facing


def wagon_train(**wagon: Any) -> Scene:
    scene = Scene()
    scene.transport(0, None, capacity=5, state={"deployed": False}, **wagon)
    for models in (3, 2, 4):
        scene.squad(0, None, models=models, state={"deployed": False})
    scene.squad(1, None, models=1, state={"deployed": False})
    return scene


@pytest.mark.rule("KT40-SETUP-04", "KT40-TRANS-01")
def test_passengers_are_declared_with_their_transport_in_one_step() -> None:
    """A transport for five takes the squads of three and two; the squad of four has no room. All that is one step."""
    play = deploying(wagon_train()).answer(0)
    play.game.play(play.decision.default)
    assert (play.what, play.options()) == ("passengers", ["pass", 1, 2, 3])
    play.answer(1)
    assert play.options() == ["pass", 2]
    play.answer(2)
    assert play.player == 1
    assert (play.unit(1).carrier, play.unit(2).carrier, play.unit(3).carrier) == (0, 0, -1)
    play.game.play(play.decision.default)
    assert play.decision.subject == 3  # it is the last: nobody asks which


@pytest.mark.rule("KT40-SETUP-04")
def test_a_unit_may_be_declared_embarked_in_its_own_step() -> None:
    play = deploying(wagon_train()).answer(0)
    play.game.play(play.decision.default)
    play.answer("pass")
    play.game.play(play.decision.default)
    assert [option for option in play.options() if str(option).startswith("embark")] == ["embark:1:0", "embark:2:0", "embark:3:0"]
    play.answer("embark:3:0")
    assert play.unit(3).carrier == 0
    assert play.why("embark:2:0") == "KT40-TRANS-01"


@pytest.mark.rule("KT40-INT-81", "KT40-SETUP-05")
def test_passengers_of_a_transport_in_reserve_are_in_reserve_too() -> None:
    """Of four units two may be away: the wagon and one squad inside it."""
    play = deploying(wagon_train(abilities=[ability("reserve")])).answer("reserve:0")
    assert (play.what, play.options()) == ("passengers", ["pass", 1, 2, 3])
    play.answer(2)
    assert play.player == 1
    assert (play.unit(2).carrier, play.unit(0).reserve) == (0, True)


@pytest.mark.rule("KT40-INT-73")
def test_a_unit_without_room_is_set_up_in_a_wider_zone() -> None:
    """A board whose zone is full of rubble: the unit stands just outside it."""
    scene = waiting()
    scene.block(0, 0, 48, 9.5, top=9)
    play = deploying(scene).answer(0)
    play.game.play(play.decision.default)
    assert all(place[1] > 9.9 for place in play.state.places[:2] if place)
    assert play.at(0) is not None


@pytest.mark.rule("KT40-INT-73")
def test_a_wider_zone_is_wider_by_whole_inches_and_more_than_nine_from_enemies() -> None:
    """Rubble fills the 9" of the zone and half an inch more: two more inches are enough, and exactly 9" from an enemy is too near."""
    scene = Scene()
    scene.squad(0, None, models=1, state={"deployed": False})
    scene.squad(1, (24, 20.25), models=1)
    scene.block(0, 0, 48, 9.5, top=9)
    play = deploying(scene)
    assert (play.what, play.why(play.stand(0, 5, 10.5)), play.why(play.stand(0, 5, 10.502))) == ("set-up", "", "KT40-INT-73")
    assert play.why(play.stand(0, 24, 10.25)) == "KT40-SETUP-03"
    assert play.why(play.stand(0, 24, 10.248)) == ""


@pytest.mark.rule("KT40-INT-73")
def test_one_inch_more_is_tried_first() -> None:
    """Half an inch of the zone is free: with one more a base of 1" has room, and no more is given."""
    scene = Scene()
    scene.squad(0, None, models=1, state={"deployed": False})
    scene.squad(1, (24, 30), models=1)
    scene.block(0, 0, 48, 8.5, top=9)
    play = deploying(scene)
    assert (play.why(play.stand(0, 5, 9.5)), play.why(play.stand(0, 5, 9.502))) == ("", "KT40-INT-73")


@pytest.mark.rule("KT40-INT-73")
def test_a_unit_without_any_room_is_lost_to_nobody() -> None:
    scene = Scene(board=(12, 12))
    scene.vehicle(0, None, base=170.0, state={"deployed": False})
    scene.squad(1, None, models=1, state={"deployed": False})
    for x in (2, 8):
        scene.block(x, 0, x + 2, 12, top=9)
    play = deploying(scene)
    while not play.over:
        play.game.play(play.decision.default)
    assert (play.unit(0).destroyed, play.unit(0).destroyed_by) == (True, -1)


@pytest.mark.rule("KT40-SETUP-01", "KT40-MIS-03")
def test_a_whole_set_up_ends_in_the_first_turn() -> None:
    scene = waiting(2, "hold-the-line")
    play = scene.new([6, 1, 1, 1, 6, 6])
    while play.state.turn == 0:
        play.game.play(play.decision.default)
    assert (play.state.turn, play.state.order) == (1, (1, 0))
    assert play.state.finished_first == 0


@pytest.mark.rule("KT40-TRANS-01", "KT40-SETUP-04")
def test_it_is_said_why_a_unit_does_not_begin_inside_a_transport() -> None:
    """A unit that is too large and one that is not carried stand among the answers that are not possible, with the reason."""
    scene, later = Scene(), {"deployed": False}
    carrier = scene.transport(0, None, capacity=5, carries=("INFANTRY",), state=later)
    fits, large = scene.squad(0, None, models=3, state=later), scene.squad(0, None, models=6, state=later)
    bikes = scene.squad(0, None, models=2, keywords=("BIKE",), state=later)
    scene.squad(1, None, models=1, state=later)
    play = deploying(scene).answer(carrier)
    play.game.play(play.decision.default)
    assert (play.what, play.options()) == ("passengers", ["pass", fits])
    assert {pick.value for pick in play.decision.known if isinstance(pick, Pick)} == {fits, large, bikes}
    assert play.refusal(large).reason == "Unit 0 has 5 seats left, and Unit 2 is 6 models."
    assert play.refusal(bikes).reason == "Unit 0 does not carry Unit 3."
    assert {play.why(unit) for unit in (large, bikes)} == {"KT40-TRANS-01"}
