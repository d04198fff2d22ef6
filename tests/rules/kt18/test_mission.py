"""Mission play: the board, setting up, markers, scoring, the end of the battle and its winner."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from counteract.core.decision import Concede, Place, Refusal
from counteract.core.state import Task
from counteract.files.reader import FileError
from counteract.game import Game
from counteract.mechanics.missions import load_mission, parse_mission
from counteract.table.killzone import Killzone, load_killzone
from counteract.table.terrain import Board, Part
from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.teams import LEADER, SOLDIER, crew, new, soldier, team

# --- the board and what is given


@pytest.mark.rule("KT18-MIS-01")
def test_the_board_is_30_by_22_and_players_sit_at_the_long_edges() -> None:
    """Unless another board is named; the edges to choose from are those at y = 0 and y = 22."""
    game = Game.new("kt18", teams=["fen-fusiliers", "kite-riders"], seed=1)
    assert game.view()["board"] == [30, 22]
    assert [o.value for o in game.decision.options] == ["south", "north"]  # type: ignore[union-attr]
    game.play(game.decision.options[0])  # type: ignore[union-attr]
    assert sorted(game.view()["zones"]) == [[0, 0, 30, 5], [0, 17, 30, 22]]


@pytest.mark.rule("KT18-MIS-02")
def test_three_markers_in_a_row() -> None:
    """The markers of the default mission lie in a row."""
    assert [m["at"] for m in new().game.view()["markers"]] == [[15, 11], [6, 11], [24, 11]]


@pytest.mark.rule("KT18-MIS-02")
def test_other_markers_are_valid_wherever_they_lie() -> None:
    """Two of them, one in the very corner of the board and one beside it; a model near them controls both."""
    text = """
        id = "corner"\nname = "Corner"\nruleset = "kt18"\nfirst_scoring_tp = 1
        [[zone]]\nedge = "south"\n[[zone]]\nedge = "north"
        [[marker]]\nid = "A"\nx = 0\ny = 0\n[[marker]]\nid = "B"\nx = 1\ny = 0
        [scoring]\neach = 1\nmost = 99\nkills = false
    """
    scene = Scene(mission=parse_mission(text, "corner.toml"))
    scene.add(0, (0.5, 0.5))
    scene.add(1, (20, 20))
    assert ended(scene, turn=4).state.vp == (2, 0)


@pytest.mark.rule("KT18-MIS-02")
def test_one_marker_is_too_few() -> None:
    text = """
        id = "lone"\nname = "Lone"\nruleset = "kt18"
        [[zone]]\nedge = "south"\n[[zone]]\nedge = "north"
        [[marker]]\nid = "A"\nx = 15\ny = 11
    """
    with pytest.raises(FileError, match="there must be at least two markers"):
        parse_mission(text, "lone.toml")


@pytest.mark.rule("KT18-MIS-14")
def test_a_board_without_terrain_is_valid() -> None:
    play = new()
    assert play.game.view()["terrain"] == []
    assert play.what == "edge"


@pytest.mark.rule("KT18-MIS-14", "KT18-GEN-02")
def test_teams_and_terrain_are_there_before_the_roll_off_and_round_1_comes_after_setting_up() -> None:
    """The order is: teams and terrain, the roll-off, an edge, the models, battle round 1; nothing else is in between."""
    wall = Part(id="w", feature="w", footprint=((10, 10), (12, 10), (12, 11), (10, 11)), top=2.0, kind="heavy")
    zone = Killzone(id="z", name="Z", summary="…", board=Board(30, 22), parts=(wall,))
    play = new(dice=(6, 1, 6, 6, 1, 1), killzone=zone)
    assert [m["name"] for m in play.game.view()["models"]] == ["Leader", "Soldier 1", "Soldier 2"] * 2
    assert [t["id"] for t in play.game.view()["terrain"]] == ["w"]
    assert all(m["place"] is None for m in play.game.view()["models"])
    deploy(play.answer("south"))
    kinds = [e.kind for e in play.game.events]
    assert kinds[:9] == ["roll-off", "edge", *["deployed"] * 6, "battle-round"]


@pytest.mark.rule("KT18-MIS-14")
def test_what_terrain_can_be() -> None:
    """A block nothing climbs, one that can be climbed and stood on, a low wall, and ground that costs double or is dangerous besides."""
    scene = Scene()
    scene.wall(3, 8, 4, 14, top=1.0, marks=("blocking",))
    scene.wall(11, 8, 16, 14, top=2.0, marks=("vantage",))
    scene.ground(18, 2, 28, 6, "difficult")
    scene.ground(18, 16, 28, 20, "dangerous")
    walker, climber = scene.add(0, (1, 11), weapons=[gun()]), scene.add(0, (9, 11), move=7)
    wader, darer = scene.add(0, (20, 4)), scene.add(0, (20, 18))
    b = scene.add(1, (6.5, 11))

    def to(i: int, *point: float) -> str:
        return scene.option(i, "normal move").why([point])

    assert to(walker, 2.4, 11) == ""
    assert to(walker, 5, 11) == "KT18-MOVE-07"  # impassable, low as it is
    assert to(climber, 12, 11, 2) == ""  # 3" across and 2" up
    assert (to(wader, 23, 4), to(wader, 23.1, 4)) == ("", "KT18-MOVE-05")
    assert (to(darer, 23, 18), to(darer, 23.1, 18)) == ("", "KT18-MOVE-05")
    assert scene.option(darer, "normal move", dice=[2, 2]).answer([(22, 18)]).events("dangerous")
    assert scene.shoot(walker).options() == [b]  # a low wall does not hide it
    scene.wall(5, 8, 5.5, 14, top=3.0)
    assert scene.shooting().over  # a high one does, and ground hides no model
    marks = [tuple(t["marks"]) for t in scene.manoeuvre().game.view()["terrain"]]
    assert marks == [("blocking",), ("vantage",), ("flat", "difficult"), ("flat", "dangerous"), ()]


# --- setting up


@pytest.mark.rule("KT18-MIS-03")
@pytest.mark.parametrize(("dice", "winner"), [((5, 2), 0), ((2, 5), 1), ((3, 3, 6, 6, 1, 2), 1)])
@pytest.mark.parametrize("edge", ["south", "north"])
def test_the_winner_of_the_roll_off_picks_an_edge(dice: tuple[int, ...], winner: int, edge: str) -> None:
    """A D6 each, ties again; the other player has the opposite edge."""
    play = new(dice=dice)
    assert len(play.events("roll-off")) == len(dice) // 2
    assert (play.what, play.player, play.decision.rule) == ("edge", winner, "KT18-MIS-03")
    play.answer(edge)
    zones = play.game.view()["zones"]
    south, north = [0, 0, 30, 5], [0, 17, 30, 22]
    assert (zones[winner], zones[1 - winner]) == ((south, north) if edge == "south" else (north, south))


def deploy(play: Play, rows: tuple[float, float] = (1, 21)) -> list[int]:
    """Set all models up along the two edges, from left to right; return the side of each, in order."""
    sides = []
    columns = [1.0, 1.0]
    while play.what in ("deploy", "place"):
        if play.what == "deploy":
            play.answer(play.options()[0])
            continue
        side = play.player
        sides.append(side)
        play.answer(Place(columns[side], rows[side]))
        columns[side] += 1.4
    return sides


@pytest.mark.rule("KT18-MIS-04")
@pytest.mark.parametrize("winner", [0, 1])
def test_who_did_not_pick_sets_up_first_then_they_alternate(winner: int) -> None:
    """One model each in turn; when the smaller team is all set up the other sets up the rest."""
    play = new(crew(3), crew(5), dice=(6, 1, 6, 6, 1, 1) if winner == 0 else (1, 6, 6, 6, 1, 1))
    play.answer("south" if winner == 0 else "north")
    sides = deploy(play)
    assert sides == ([1, 0, 1, 0, 1, 0, 1, 1] if winner == 0 else [0, 1, 0, 1, 0, 1, 1, 1])
    assert (play.state.turn, None in play.state.places) == (1, False)


@pytest.mark.rule("KT18-MIS-04")
def test_a_player_picks_which_model_comes_next() -> None:
    """Any of those not yet set up; between models that are alike there is nothing to pick."""
    play = new().answer("south")
    assert (play.what, play.player, play.options()) == ("deploy", 1, [3, 4, 5])
    play.answer(3, Place(1, 21))
    play.answer(0, Place(1, 1))
    assert (play.what, play.player, play.decision.subject) == ("place", 1, 4)


@pytest.mark.rule("KT18-MIS-04")
def test_a_model_is_set_up_wholly_within_5_inches_of_its_edge() -> None:
    """Base radius 0.5": the centre no farther than 4.5" from the edge, and all of it on the board; the other strip is not one's own."""
    play = new().answer("north", 3)  # player 1 has the north edge, player 2, who begins, the south
    assert play.why(Place(10, 4.5)) == ""
    assert play.why(Place(10, 4.51)) == "KT18-MIS-04"
    assert play.why(Place(10, 20)) == "KT18-MIS-04"
    assert play.why(Place(10, 0.5)) == ""
    assert play.why(Place(10, 0.4)) == play.why(Place(0.4, 2)) == "KT18-MIS-04"
    play.answer(Place(10, 4.5), 0)
    assert play.why(Place(10, 17.5)) == ""
    assert play.why(Place(10, 17.49)) == "KT18-MIS-04"
    assert all(17.5 <= o.y <= 21.5 for o in play.decision.options)  # type: ignore[union-attr]


@pytest.mark.rule("KT18-MIS-04")
def test_without_a_mission_the_strips_are_the_same() -> None:
    play = new(mission=None).answer("south")
    assert play.game.view()["zones"] == [[0, 0, 30, 5], [0, 17, 30, 22]]


@pytest.mark.rule("KT18-MIS-04", "KT18-INT-11")
def test_a_model_is_set_up_on_a_legal_spot() -> None:
    """Not on top of another base, not in a block, not half over an edge; on a platform it may stand."""
    parts = (
        Part(id="block", feature="block", footprint=((4, 1), (6, 1), (6, 3), (4, 3)), top=3.0, kind="heavy"),
        Part(id="deck", feature="deck", footprint=((10, 0), (14, 0), (14, 4), (10, 4)), bottom=2.9, top=3.0, kind="light", marks=("vantage",)),
    )
    play = new(killzone=Killzone(id="z", name="Z", summary="…", board=Board(30, 22), parts=parts)).answer("north", 3)
    assert play.why(Place(5, 2)) == "KT18-INT-11"
    assert play.why(Place(12, 2, 3)) == ""
    assert play.why(Place(14, 2, 3)) == "KT18-TERR-06"
    play.answer(Place(12, 2, 3), 0, Place(1, 20))
    assert play.why(Place(12.9, 2, 3)) == "KT18-INT-11"
    assert play.why(Place(13.1, 2, 3)) == ""
    assert play.why(Place(12, 2)) == ""  # underneath


def zone(*parts: Part) -> Killzone:
    return Killzone(id="z", name="Z", summary="…", board=Board(30, 22), parts=parts)


def solid(x0: float, y0: float, x1: float, y1: float, *, top: float = 5.0, mark: str = "blocking") -> Part:
    name = f"{x0}"
    return Part(id=name, feature=name, footprint=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), top=top, kind="heavy", marks=(mark,))


@pytest.mark.rule("KT18-MIS-04", "KT18-INT-11")
def test_where_a_model_is_set_up_is_known_to_a_thousandth() -> None:
    """As the ends of moves are; a height that near a floor is that of the floor."""
    play = new(killzone=zone(solid(10, 0, 14, 4, top=3, mark="vantage"))).answer("north", 3)
    play.answer(Place(9.5004, 4.5004))  # as if it were half a thousandth inside the block, and over the line
    assert play.at(3) == (9.5, 4.5, 0)
    play.answer(0, Place(1, 20))
    play.answer(Place(12, 2.12345, 3.0009))
    assert play.at(4) == (12, 2.123, 3)


@pytest.mark.rule("KT18-MIS-04")
@pytest.mark.parametrize("place", [Place(True, 2), Place(10, True), Place(10, 2, False), Place(np.float64(10), 2)])
def test_a_place_is_plain_numbers(place: Place) -> None:
    """Anything else would not come back out of a record as it went in."""
    assert new().answer("north", 3).why(place) == "KT18-MIS-04"


@pytest.mark.rule("KT18-MIS-04", "KT18-INT-74")
@pytest.mark.parametrize(
    ("parts", "spot"),
    [
        ((solid(0, 0, 30, 5.5, top=2, mark="vantage"),), (None, None, 2)),  # the whole strip is a platform
        ((solid(0, 0, 3.1, 5), solid(4.2, 0, 30, 5)), (3.65, None, 0)),  # a slot 1.1" wide
        ((solid(0, 0, 3.13, 5), solid(4.13, 0, 30, 5)), (3.63, None, 0)),  # and one that is just as wide as the base
        ((solid(0, 0, 17.3, 5), solid(18.31, 0, 30, 5), solid(17.3, 1.07, 18.31, 5)), (17.805, 0.53, 0)),  # a hole
        ((solid(0, 0, 30, 3.93), solid(0, 5.01, 30, 6)), (None, 4.46, 0)),  # between a wall and the end of the strip
    ],
)  # fmt: skip
def test_if_there_is_room_at_all_it_is_found(parts: tuple[Part, ...], spot: tuple[float | None, ...]) -> None:
    """A base of 1" on raised floors, in slots and holes: whatever is offered stands there, and who plays at random finds it too."""
    play = new(killzone=zone(*parts)).answer("north", 3)
    decision = play.decision
    assert play.what == "place" and not play.events("no-room")
    for place in (*decision.options, decision.sample(random.Random(1))):
        assert decision.refuse(place) is None and isinstance(place, Place)
        assert all(asked is None or abs(asked - given) <= 0.08 for asked, given in zip(spot, (place.x, place.y, place.z), strict=True))


@pytest.mark.rule("KT18-INT-74")
def test_a_slot_too_narrow_is_no_room() -> None:
    """0.99" for a base of 1": no model of that side can be set up."""
    play = new(killzone=zone(solid(0, 0, 3.1, 5), solid(4.09, 0, 30, 5))).answer("north", 3)
    assert [e.values["model"] for e in play.events("no-room")] == [3]


@pytest.mark.rule("KT18-INT-74")
def test_a_model_there_is_no_room_for_takes_no_part() -> None:
    """A base wider than the strip cannot be set up: the engine goes on without it and says so, and no player scores for it."""
    giant = soldier("giant", base=170.0)
    play = new(team(LEADER, SOLDIER, giant), crew(), dice=(6, 1, 6, 6, 1, 1)).answer("south")
    deploy(play)
    assert (play.state.turn, play.out(2), play.at(2), play.wounds(2)) == (1, True, None, 0)
    assert [(e.rule, e.values["model"]) for e in play.events("no-room")] == [("KT18-INT-74", 2)]
    assert play.game.tell(play.events("no-room")[0]) == "There is no room to set Giant up; it takes no part."
    assert play.state.vp == (0, 0)


# --- teams


@pytest.mark.rule("KT18-MIS-05")
@pytest.mark.parametrize("size", [3, 20])
def test_teams_of_3_to_20_models_are_accepted_whatever_they_are_worth(size: int) -> None:
    assert new(crew(size), team(LEADER, *[soldier(wounds=9, attacks=9, save=2, toughness=9)] * (size - 1))).what == "edge"


@pytest.mark.rule("KT18-MIS-05")
@pytest.mark.parametrize("size", [1, 2, 21])
def test_smaller_and_larger_teams_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"^team 'mob': a team has 3 to 20 operatives, not {size}$"):
        new(crew(), crew(size, "mob"))


# --- markers


def ended(scene: Scene, **fields: Any) -> Play:
    """Play the end of a battle round, and with it of the battle if it is the fifth."""
    return scene.play(Task("end_round"), **{"turn": 5, **fields})


def holder(*models: tuple[int, tuple[float, ...], dict[str, Any]]) -> int | None:
    """Return the side that controls the marker at (15, 11)."""
    scene = Scene(mission="three-stones")
    for side, at, state in models:
        scene.add(side, at, **state)
    if models[-1][0] == 0:
        scene.add(1, (28, 20))
    found: int | None = ended(scene).events("scored")[0].values["holders"][0]
    return found


@pytest.mark.rule("KT18-MIS-06")
@pytest.mark.parametrize(("x", "controls"), [(17.5, 0), (17.5009, 0), (17.52, None), (15, 0), (12.5, 0), (12.4, None)])
def test_a_model_counts_whose_base_is_within_2_inches_of_the_line(x: float, controls: int | None) -> None:
    """From the edge of the base, radius 0.5", to a line without thickness."""
    assert holder((0, (x, 11), {})) == controls


@pytest.mark.rule("KT18-MIS-06")
def test_more_models_control_a_marker_and_equal_numbers_leave_it_to_nobody() -> None:
    one, two, three = (15, 12.5), (15, 9.5), (16.5, 11)
    assert holder((0, one, {}), (1, two, {})) is None
    assert holder((0, one, {}), (0, three, {}), (1, two, {})) == 0
    assert holder((0, one, {}), (1, two, {}), (1, three, {})) == 1


@pytest.mark.rule("KT18-MIS-06", "KT18-QA-16")
def test_shaken_models_and_those_out_of_action_do_not_count() -> None:
    """A wounded one does."""
    one, two = (15, 12.5), (15, 9.5)
    assert holder((0, one, {}), (1, two, {"shaken": True})) == 0
    assert holder((0, one, {"shaken": True}), (1, two, {})) == 1
    assert holder((0, one, {"flesh": 2}), (1, (28, 20), {})) == 0
    scene = Scene(mission="three-stones")
    scene.add(0, one)
    scene.add(1, None)
    scene.add(1, (28, 20))
    assert ended(scene).events("scored")[0].values["holders"][0] == 0


@pytest.mark.rule("KT18-QA-01")
@pytest.mark.parametrize("z", [0.0, 3.0, 9.0])
def test_a_marker_is_a_line_without_end(z: float) -> None:
    """Held from every level; only the distance in plan matters, there too."""
    for x, controls in ((17.5, 0), (17.6, None)):
        scene = Scene(mission="three-stones")
        scene.floor(13, 9, 20, 13, z=z) if z else None
        scene.add(0, (x, 11, z))
        scene.add(1, (28, 20))
        assert ended(scene).events("scored")[0].values["holders"][0] == controls


@pytest.mark.rule("KT18-MIS-07")
def test_control_is_judged_after_the_morale_phase() -> None:
    """One holder loses its nerve in the Morale phase and does not count; another comes to its senses there and does."""
    scene = Scene(mission="three-stones", rounds=1)
    scene.add(0, (15, 11), flesh=1, leadership=2)
    scene.add(0, (6, 11), shaken=True)
    for x in (2, 10, 20):
        scene.add(0, (x, 2))
    scene.add(1, (28, 20))
    play = scene.round(dice=[6, 6, 1, 1, 6]).decline("decisive", "manoeuvre", "tactic", "re-roll")
    (scored,) = play.events("scored")
    assert scored.values["holders"] == (None, 0, None)
    assert play.state.vp == (1, 0)


@pytest.mark.rule("KT18-MIS-07")
def test_control_is_not_remembered() -> None:
    """Held in round 1, left in round 2: nothing more for it."""
    scene = Scene(mission="three-stones")
    a = scene.add(0, (15, 11))
    scene.add(1, (28, 20))
    play = scene.round(dice=[6, 6, 1, 1] * 3).decline("decisive")
    play.answer("pass", "pass").decline("decisive")
    assert (play.state.turn, play.what, play.state.vp) == (2, "manoeuvre", (1, 0))
    play.answer(a, "normal move", [(15, 5)], "pass")
    assert (play.state.turn, play.state.vp) == (3, (1, 0))


@pytest.mark.rule("KT18-MIS-08")
def test_each_marker_scores_a_point_in_every_round() -> None:
    """Two for one player, one for the other; in the first round already, with no cap."""
    scene = Scene(mission="three-stones")
    scene.add(0, (15, 11))
    scene.add(0, (6, 11))
    scene.add(1, (24, 11))
    for turn in (1, 2, 5):
        play = scene.play(Task("end_round"), turn=turn, vp=(7, 3), dice=[6, 6, 1, 1])
        assert play.state.vp == (9, 4)
        assert (play.events("scored")[0].rule, play.events("scored")[0].values["gained"]) == ("KT18-MIS-08", (2, 1))


@pytest.mark.rule("KT18-MIS-09")
@pytest.mark.parametrize("side", [0, 1])
def test_a_leader_out_of_action_scores_a_point_for_the_opponent_at_once(side: int) -> None:
    """In the middle of the Shooting phase, not at its end; any other model scores nothing."""
    for leader in (True, False):
        scene = Scene(mission="three-stones")
        models = [scene.add(0, (5, 5), leader=leader, weapons=[gun('24" assault 1, 8 -6 1')]), scene.add(0, (5, 20))]
        models += [scene.add(1, (15, 5), leader=leader, weapons=[gun('24" assault 1, 8 -6 1')]), scene.add(1, (15, 20))]
        shooter, target = (models[0], models[2]) if side == 1 else (models[2], models[0])
        play = scene.shooting(order=(1 - side, side), dice=[6, 6, 6, 1])
        play.answer(shooter, target)
        assert play.out(target)
        assert play.state.vp == (int(leader and side == 1), int(leader and side == 0))
        told = [(e.rule, e.values["player"], e.values["model"]) for e in play.events("leader-lost")]
        assert told == [("KT18-MIS-09", 1 - side, target)] * leader


@pytest.mark.rule("KT18-MIS-09", "KT18-PSY-07")
def test_who_loses_a_leader_to_its_own_psyker_scores_nothing_for_it() -> None:
    """Perils take the psyker, and the blast its own Leader beside it: the point is the opponent's."""
    scene = Scene(mission="three-stones")
    psyker, leader, other = scene.add(0, (5, 5), psyker=True), scene.add(0, (7, 5), leader=True), scene.add(0, (2, 20))
    scene.add(1, (28, 20), leader=True)
    play = scene.psychic(0, dice=[6, 6, 1, 4, 1, 4]).answer(psyker)
    assert (play.out(psyker), play.out(leader), play.out(other)) == (True, True, False)
    assert play.state.vp == (0, 1)
    assert [(e.values["player"], e.values["model"]) for e in play.events("leader-lost")] == [(1, leader)]


# --- the end


@pytest.mark.rule("KT18-MIS-10")
def test_the_battle_ends_after_round_5_and_its_scoring() -> None:
    scene = Scene(mission="three-stones")
    scene.add(0, (15, 11))
    scene.add(1, (28, 20))
    play = scene.round(turn=3, dice=[6, 6, 1, 1] * 2)
    play.decline("decisive", "manoeuvre")
    assert play.over
    assert [e.values["turn"] for e in play.events("battle-round")] == [4, 5]
    assert play.state.vp == (2, 0)  # rounds 4 and 5
    assert [e.kind for e in play.game.events if e.kind in ("scored", "round-over")][-2:] == ["scored", "round-over"]


@pytest.mark.rule("KT18-MIS-11")
@pytest.mark.parametrize("phase", ["movement", "psychic", "shooting", "fight"])
def test_a_side_without_models_has_lost_at_the_end_of_the_phase(phase: str) -> None:
    """In whichever phase its last model falls: that phase is the last, no marker is scored, and victory points do not matter."""
    scene = Scene(mission="three-stones")
    a = scene.add(0, (14, 11), psyker=True, weapons=[gun('24" assault 1, 8 -6 1')])
    at = {"movement": (20, 11), "psychic": (20, 11), "shooting": (20, 11), "fight": (15.001, 11)}[phase]
    b = scene.add(1, at)
    dice = {"movement": [6, 6, 6], "psychic": [3, 4, 6], "shooting": [6, 6, 6], "fight": [6, 6, 1, 6]}[phase]
    order = (1, 0) if phase == "movement" else (0, 1)
    play = scene.round(vp=(0, 9), dice=[*([1, 1, 6, 6] if order == (1, 0) else [6, 6, 1, 1]), *dice])
    play.decline("decisive")
    if phase == "movement":
        play.answer(b, "charge", a)
        play.answer("overwatch")
    play.decline("manoeuvre")
    for what in ("psychic", "shooting", "fight"):
        play.decline("decisive")
        if play.state.phase == phase == what:
            play.answer(*([a, b] if what == "shooting" else [a]))
            play.decline("move", "re-roll")
        play.decline({"psychic": "psyker", "shooting": "shoot", "fight": "fight"}[what])
    assert play.over
    assert [e.values["phase"] for e in play.events("phase")][-1] == phase
    assert not play.events("scored")
    assert [(e.rule, e.values["player"]) for e in play.events("wiped-out")] == [("KT18-MIS-11", 1)]
    assert play.game.result is not None
    assert (play.game.result.winner, play.game.result.reasons, play.game.result.scores) == (0, ("KT18-MIS-11",), (0, 9))


@pytest.mark.rule("KT18-MIS-11", "KT18-MIS-12")
@pytest.mark.parametrize(("vp", "winner"), [((3, 2), 0), ((2, 3), 1), ((2, 2), None)])
def test_if_neither_side_has_a_model_left_victory_points_decide(vp: tuple[int, int], winner: int | None) -> None:
    """Perils take the psyker, and the blast the last enemy beside it."""
    scene = Scene(mission="three-stones")
    a = scene.add(0, (14, 11), psyker=True)
    scene.add(1, (16, 11))
    tasks = Task("psychic", (0,)), Task("end_phase", ("psychic",)), Task("end_round")
    play = scene.play(*tasks, vp=vp, dice=[1, 1, 1, 6, 1, 6], phase="psychic").answer(a)
    assert play.over
    assert not play.events("scored")
    assert play.game.result is not None
    assert (play.game.result.winner, play.game.result.reasons) == (winner, ("KT18-MIS-12",))


def winner(
    vp: tuple[int, int] = (0, 0), broken: tuple[bool, bool] = (False, False), teams: tuple[tuple[int, int], tuple[int, int]] = ((1, 3), (1, 3))
) -> int | None:
    """Return the winner after round 5; of each team, how many are left of how many."""
    scene = Scene()
    for side, (left, size) in enumerate(teams):
        for k in range(size):
            scene.add(side, (2 + 2 * k, 2 + 18 * side) if k < left else None)
    result = ended(scene, vp=vp, broken=broken).game.result
    assert result is not None
    assert result.reasons == ("KT18-MIS-12",)
    return result.winner


@pytest.mark.rule("KT18-MIS-12")
def test_most_victory_points_win() -> None:
    """Whatever else there is to be said of the teams."""
    assert winner((3, 2)) == 0
    assert winner((2, 3)) == 1
    assert winner((3, 2), broken=(True, False), teams=((1, 5), (5, 5))) == 0


@pytest.mark.rule("KT18-MIS-12")
def test_of_equal_points_the_team_that_is_not_broken_wins() -> None:
    assert winner(broken=(False, True), teams=((1, 5), (5, 5))) == 0
    assert winner(broken=(True, False), teams=((5, 5), (1, 5))) == 1


@pytest.mark.rule("KT18-MIS-12")
@pytest.mark.parametrize(
    ("teams", "best"),
    [
        (((2, 3), (2, 4)), 0),
        (((2, 4), (2, 3)), 1),
        (((3, 7), (4, 9)), 1),  # 0.428… against 0.444…
        (((2, 6), (3, 9)), None),  # a third each
        (((1, 3), (1, 3)), None),
    ],
)
@pytest.mark.parametrize("broken", [(False, False), (True, True)])
def test_then_the_larger_share_of_models_left_wins_and_equal_shares_are_a_draw(
    teams: tuple[tuple[int, int], tuple[int, int]], best: int | None, broken: tuple[bool, bool]
) -> None:
    """Fractions of the starting teams are compared exactly; being broken decides nothing if both are."""
    assert winner(broken=broken, teams=teams) == best


@pytest.mark.rule("KT18-MIS-13")
@pytest.mark.parametrize("player", [0, 1])
def test_a_player_may_concede_at_any_decision_of_theirs(player: int) -> None:
    """While setting up, in the middle of an attack, with more points: the opponent wins."""
    play = new(dice=(6, 1) if player == 0 else (1, 6))
    play.game.play(Concede())
    assert play.game.result is not None
    assert (play.game.result.winner, play.game.result.reasons) == (1 - player, ("KT18-MIS-13",))
    scene = Scene(mission="three-stones")
    models = scene.add(0, (5, 11), weapons=[gun()]), scene.add(1, (10, 11), weapons=[gun()])
    play = scene.shoot(models[player], vp=(9, 9))
    assert play.player == player
    play.game.play(Concede())
    assert play.over
    assert play.game.result is not None and play.game.result.winner == 1 - player
    assert [(e.rule, e.values["player"]) for e in play.events("conceded")] == [("KT18-MIS-13", player)]


@pytest.mark.rule("KT18-MIS-13")
def test_nobody_concedes_for_the_other() -> None:
    play = new()
    for answer in (Concede(), Concede(0)):
        with pytest.raises(Refusal, match=re.escape("Nobody gives up for somebody else.")):
            play.game.play(answer, player=1)
    assert not play.over
    play.game.play(Concede(1), player=1)
    assert play.game.result.winner == 0


# --- worked examples


@pytest.mark.rule("KT18-QA-01", "KT18-QA-16", "KT18-MIS-06", "KT18-MIS-08")
def test_example_30_objective_from_above() -> None:
    """A steady model of A on a platform 6" up, 1.5" away in plan; a shaken one of B 0.5" away. A controls it: 1 VP."""
    scene = Scene(mission="three-stones")
    scene.floor(15, 9, 20, 13, z=6)
    scene.add(0, (17, 11, 6))
    scene.add(1, (15, 10), shaken=True)
    play = ended(scene)
    assert play.events("scored")[0].values["holders"] == (0, None, None)
    assert play.state.vp == (1, 0)


@pytest.mark.rule("KT18-MIS-02", "KT18-MIS-10")
def test_what_the_default_mission_says() -> None:
    """Five rounds, scoring from the first, a point a marker and one for a Leader, on the board it is meant for."""
    mission = load_mission("default", "kt18")
    assert (mission.turning_points, mission.first_scoring_tp, mission.scoring.each, mission.scoring.leader) == (5, 1, 1, 1)
    board = load_killzone("proving-ground").board
    assert (board.width, board.depth) == (30, 22)
