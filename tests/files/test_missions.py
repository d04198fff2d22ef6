"""Mission files: those that come with the package, and what is said about broken ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shapely import Point, Polygon

from counteract.core.registry import find, shipped
from counteract.files.reader import FileError
from counteract.mechanics.missions import (
    FACING,
    MARKER_RADIUS,
    REFERENCE,
    Mission,
    ObjectiveMarker,
    Scoring,
    Zone,
    load_mission,
    marker_points,
    mission_ids,
    parse_mission,
)
from counteract.table.killzone import load_killzone
from counteract.table.terrain import Board
from tests.worlds import tables

MIDDLE = 0.001  # how much of a marker of the rulebook's must be free in kt21

HILLS = """\
id = "two-hills"
name = "Two Hills"
ruleset = "kt24"
summary = "Hold them."

[[zone]]
edge = "west"
depth = 4

[[zone]]
edge = "east"

[[marker]]
id = "A"
x = 10
y = 11
value = 2

[[marker]]
id = "B"
x = 20
y = 11

[scoring]
each = 1
most = 3
"""


def read(text: str) -> Mission:
    return parse_mission(text, "hills.toml")


def complaint(text: str) -> str:
    with pytest.raises(FileError) as caught:
        read(text)
    return str(caught.value)


def broken(old: str, new: str) -> str:
    assert old in HILLS
    return HILLS.replace(old, new, 1)


# --- points


@pytest.mark.rule("KT24-MIS-09", "KT24-MIS-10")
@pytest.mark.parametrize(("mine", "theirs", "points"), [(0, 0, 0), (0, 2, 0), (1, 1, 1), (1, 0, 2), (3, 0, 2)])
def test_one_point_for_a_marker_and_one_for_more_than_the_opponent(mine: int, theirs: int, points: int) -> None:
    assert marker_points(Scoring(), mine, theirs) == points


def test_more_markers_count_whatever_they_are_worth() -> None:
    """Two markers of value 1 are more than one of value 5; only where each marker is scored does its value count."""
    assert marker_points(Scoring(), 1, 2, value=5) == 1
    assert marker_points(Scoring(), 2, 1, value=2) == 2
    assert marker_points(Scoring(at_least_one=0, more_than_opponent=1, each=2, most=20), 1, 2, value=5) == 10


def test_there_is_a_limit_at_each_scoring() -> None:
    assert marker_points(Scoring(at_least_one=0, more_than_opponent=0, each=1, most=3), 4, 0, value=6) == 3


# --- files that are right


def test_a_file_becomes_a_mission() -> None:
    """Keys that are left out have their defaults; in a scoring table they are not scored, kills excepted."""
    mission = read(HILLS)
    assert (mission.id, mission.name, mission.ruleset, mission.summary) == ("two-hills", "Two Hills", "kt24", "Hold them.")
    assert (mission.turning_points, mission.first_scoring_tp) == (4, 2)
    assert mission.zones == (Zone("west", 4), Zone("east", 3))
    assert mission.markers == (ObjectiveMarker("A", 10, 11, 2), ObjectiveMarker("B", 20, 11, 1))
    assert mission.scoring == Scoring(at_least_one=0, more_than_opponent=0, each=1, most=3, kills=True, leader=0)


def test_the_fall_of_a_leader_can_be_worth_points_and_may_be_all_that_is() -> None:
    scoring = read(broken("each = 1", "kills = false\nleader = 2")).scoring
    assert (scoring.each, scoring.kills, scoring.leader) == (0, False, 2)


def test_without_a_scoring_table_the_usual_is_scored() -> None:
    assert read(HILLS[: HILLS.index("[scoring]")]).scoring == Scoring()


def test_markers_are_scaled_to_the_board() -> None:
    assert ObjectiveMarker("A", 15, 11).at(Board(27.6, 23.9)) == (13.8, 11.95)


def test_a_mission_is_found_by_name_path_or_itself(tmp_path: Path) -> None:
    path = tmp_path / "hills.toml"
    path.write_text(HILLS, encoding="utf-8")
    mission = read(HILLS)
    assert load_mission(path, "kt24") == load_mission(str(path), "kt24") == mission
    assert load_mission(mission, "kt24") is mission
    assert load_mission("default", "kt24") is load_mission("hold-the-ground", "kt24")


# --- files that are wrong


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "two-hills"', 'id = "two hills"', "line 1: 'id' must be small letters, digits and single hyphens, not 'two hills'"),
        ('name = "Two Hills"\n', "", "hills.toml: 'name' is missing"),
        ('ruleset = "kt24"', 'ruleset = "kt2"', "line 3: 'ruleset' cannot be 'kt2' (did you mean 'kt24'?)"),
        ('summary = "Hold them."', "turning_points = 0", "line 4: 'turning_points' must be from 1 to 10, not 0"),
        ('summary = "Hold them."', "turning_points = 2.5", "line 4: 'turning_points' must be a whole number, not 2.5"),
        ('summary = "Hold them."', "first_scoring_tp = 5", "line 4: 'first_scoring_tp' must be from 1 to 4, not 5"),
        ("summary =", "sumary =", "line 4: 'sumary' is not known here (did you mean 'summary'?)"),
        ('edge = "west"', 'edge = "wset"', "line 7: zone 1: 'edge' cannot be 'wset' (did you mean 'west'?)"),
        ('edge = "east"', 'edge = "north"', "line 11: zone 2: 'edge' must be 'east', which faces the other drop zone, not 'north'"),
        ("depth = 4", "depth = 9", "line 8: zone 1: 'depth' must be from 1 to 8, not 9"),
        ("depth = 4", "deep = 4", "line 8: zone 1: 'deep' is not known here"),
        ('[[zone]]\nedge = "east"\n', "", "line 6: zone 1: there must be a drop zone ([[zone]]) for each of 2 sides, not 1"),
        (
            '[[zone]]\nedge = "east"\n',
            '[[zone]]\nedge = "east"\n[[zone]]\nedge = "west"\n',
            "line 12: zone 3: there must be a drop zone ([[zone]]) for each of 2 sides, not 3",
        ),
        ("x = 10", "x = 29.5", "line 15: marker 'A': 'x' must be from 1 to 29, not 29.5"),
        ("y = 11", "y = -1", "line 16: marker 'A': 'y' must be from 1 to 21, not -1"),
        ("value = 2", "value = 0", "line 17: marker 'A': 'value' must be from 1 to 10, not 0"),
        ("value = 2", "worth = 2", "line 17: marker 'A': 'worth' is not known here"),
        ('id = "B"', 'id = "A"', "line 20: marker 'A': the id is used twice"),
        ("x = 20", "x = 13", "line 21: marker 'B': is less than 2\" from marker 'A'"),
        ("each = 1", "each = -1", "line 25: scoring: 'each' must be from 0 to 20, not -1"),
        ("most = 3\n", "", "line 24: scoring: 'most' is missing"),
        ("each = 1", 'kills = "yes"', "line 25: scoring: 'kills' must be true or false"),
        ("each = 1", "kills = false", "line 24: scoring: nothing would ever be scored"),
        ("each = 1", "leader = -1", "line 25: scoring: 'leader' must be from 0 to 20, not -1"),
        ("each = 1", "leader = true", "line 25: scoring: 'leader' must be a number"),
        ("each = 1", "all = 1", "line 25: scoring: 'all' is not known here"),
    ],
)
def test_a_broken_file_is_named_with_line_and_thing(old: str, new: str, says: str) -> None:
    said = complaint(broken(old, new))
    assert says in said
    assert said.startswith("hills.toml") and "\n" not in said


@pytest.mark.rule("KT18-MIS-02")
def test_markers_that_are_spots_may_lie_anywhere() -> None:
    """An inch apart, and on the very edge; where markers are discs neither will do."""
    close = broken("x = 20\ny = 11", "x = 10\ny = 0")
    assert "marker 'B': 'y' must be from 1 to 21, not 0" in complaint(close)
    assert [(m.x, m.y) for m in read(close.replace("kt24", "kt18")).markers] == [(10, 11), (10, 0)]
    assert read(broken("x = 20", "x = 11").replace("kt24", "kt18")).markers[1].x == 11
    assert "marker 'B': 'x' must be from 0 to 30, not 31" in complaint(broken("x = 20", "x = 31").replace("kt24", "kt18"))


def test_a_mission_needs_zones_and_markers() -> None:
    top = 'id = "x"\nname = "X"\nruleset = "kt24"\n'
    zones = '[[zone]]\nedge = "south"\n[[zone]]\nedge = "north"\n'
    assert complaint(top) == "hills.toml: there must be a drop zone ([[zone]]) for each of 2 sides, not 0"
    assert complaint(top + zones) == "hills.toml: there must be at least one marker: [[marker]]"


@pytest.mark.rule("KT21-SETUP-05", "KT21-SETUP-06")
@pytest.mark.parametrize("ruleset", shipped())
def test_drop_zones_may_be_left_out_in_one_ruleset(ruleset: str) -> None:
    """In kt21 players choose among all edges then; but where there are drop zones at all, there are two on facing edges."""
    hills, most = HILLS.replace("kt24", ruleset), max(find(ruleset).sides)
    without = hills[: hills.index("[[zone]]")] + hills[hills.index("[[marker]]") :]
    if ruleset == "kt21":
        assert read(without).zones == ()
    else:
        assert complaint(without) == f"hills.toml: there must be a drop zone ([[zone]]) for each of {most} sides, not 0"
    assert [zone.edge for zone in read(hills).zones] == ["west", "east"]
    assert f"zone 1: there must be a drop zone ([[zone]]) for each of {most} sides, not 1" in complaint(
        hills.replace('[[zone]]\nedge = "east"\n', "")
    )
    assert "zone 2: 'edge' must be 'east'" in complaint(hills.replace('"east"', '"south"'))


@pytest.mark.parametrize(
    ("given", "ruleset", "says"),
    [
        ("four-walls", "kt24", "mission 'four-walls' is not known (nearest: 'four-wells')"),
        ("", "kt24", "mission '' is not known (known: 'four-wells', 'hold-the-ground', 'two-beacons')"),
        ("four-wells", "kt18", "mission 'four-wells': is for kt24, not for kt18"),
        ("two-larder", "kt21", "mission 'two-larder' is not known (nearest: 'two-larders'"),
        ("default", "kt99", "mission 'default' is not known (known: none)"),
        ("no/such.toml", "kt24", "no/such.toml: cannot be read: No such file or directory"),
    ],
)
def test_missions_that_are_not_there(given: str, ruleset: str, says: str) -> None:
    with pytest.raises(FileError, match=re.escape(says)):
        load_mission(given, ruleset)


# --- the missions that come with the package


@pytest.mark.rule("KT24-MIS-01", "KT24-MIS-02", "KT24-MIS-03")
def test_hold_the_ground_is_the_mission_of_the_rulebook() -> None:
    mission = load_mission("default", "kt24")
    assert (mission.id, mission.name, mission.turning_points, mission.first_scoring_tp) == ("hold-the-ground", "Hold the Ground", 4, 2)
    assert {zone.edge: zone.box(REFERENCE) for zone in mission.zones} == {"south": (0, 0, 30, 3), "north": (0, 19, 30, 22)}
    assert [(m.id, m.x, m.y, m.value) for m in mission.markers] == [("A", 15, 11, 1), ("B", 7, 8, 1), ("C", 23, 14, 1)]
    assert mission.scoring == Scoring(at_least_one=1, more_than_opponent=1, each=0, most=2, kills=True)


@pytest.mark.rule("KT18-MIS-01", "KT18-MIS-02", "KT18-MIS-04", "KT18-MIS-08", "KT18-MIS-09", "KT18-MIS-10")
def test_three_stones_is_the_mission_of_the_rulebook() -> None:
    """Five battle rounds; a point for every marker held at the end of each of them, and one for the first fall of a leader."""
    mission = load_mission("default", "kt18")
    assert (mission.id, mission.name, mission.turning_points, mission.first_scoring_tp) == ("three-stones", "Three Stones", 5, 1)
    assert {zone.edge: zone.box(REFERENCE) for zone in mission.zones} == {"south": (0, 0, 30, 5), "north": (0, 17, 30, 22)}
    assert [(m.id, m.x, m.y, m.value) for m in mission.markers] == [("A", 15, 11, 1), ("B", 6, 11, 1), ("C", 24, 11, 1)]
    assert [marker_points(mission.scoring, mine, 3 - mine, value=mine) for mine in range(4)] == [0, 1, 2, 3]
    assert (mission.scoring.kills, mission.scoring.leader) == (False, 1)


@pytest.mark.rule("KT21-MIS-01", "KT21-MIS-03", "KT21-MIS-07", "KT21-MIS-08", "KT21-MIS-09", "KT21-MIS-10")
def test_five_cairns_is_the_mission_of_the_rulebook() -> None:
    """Scored from the first turning point on, at most 2 for markers and 1 for kills each time; no drop zones of its own."""
    mission = load_mission("default", "kt21")
    assert (mission.id, mission.name, mission.turning_points, mission.first_scoring_tp) == ("five-cairns", "Five Cairns", 4, 1)
    assert mission.zones == ()
    assert [(m.x, m.y) for m in mission.markers] == [(15, 11), (7.5, 5.5), (22.5, 5.5), (7.5, 16.5), (22.5, 16.5)]
    assert mission.scoring == Scoring(at_least_one=1, more_than_opponent=1, each=0, most=2, kills=True)


def test_two_larders_pays_double_at_home_and_nothing_for_kills() -> None:
    """Nothing is scored in the first turning point. One's own larder and both loaves are worth as much as both larders."""
    mission = load_mission("two-larders", "kt21")
    assert mission.first_scoring_tp == 2 and not mission.scoring.kills
    assert {zone.edge: zone.box(REFERENCE) for zone in mission.zones} == {"south": (0, 0, 30, 3), "north": (0, 19, 30, 22)}
    worth = {marker.id: marker_points(mission.scoring, 1, 0, value=marker.value) for marker in mission.markers}
    assert worth == {"South": 2, "North": 2, "West": 1, "East": 1}
    assert marker_points(mission.scoring, 4, 0, value=6) == 6


def test_the_missions_there_are() -> None:
    assert mission_ids("kt18") == ["last-light", "three-stones"]
    assert mission_ids("kt21") == ["five-cairns", "two-larders"]
    assert mission_ids("kt24") == ["four-wells", "hold-the-ground", "two-beacons"]
    assert mission_ids("kt40") == ["errands-of-war", "hold-the-line", "hold-the-line-four", "hold-the-line-three", "kings-toll", "river-pact"]
    assert mission_ids("kt99") == []


SHIPPED = [(ruleset, name) for ruleset in shipped() for name in mission_ids(ruleset)]


@pytest.mark.parametrize(("ruleset", "name"), SHIPPED)
def test_missions_favour_no_side(ruleset: str, name: str) -> None:
    """Half a turn of the board gives the same mission with the sides exchanged; with three sides its west and east are alike."""
    mission = load_mission(name, ruleset)
    if len(mission.zones) == 2:
        one, two = mission.zones
        assert (two.edge, two.depth) == (FACING[one.edge], one.depth)
    up = len(mission.zones) != 3
    turned = {_turned(zone.box(REFERENCE), up) for zone in mission.zones}
    assert turned == {tuple(round(side, 6) for side in zone.box(REFERENCE)) for zone in mission.zones}
    spots = {(round(m.x, 6), round(m.y, 6), m.value) for m in mission.markers}
    assert spots == {(round(REFERENCE.width - x, 6), round(REFERENCE.depth - y if up else y, 6), value) for x, y, value in spots}


def _turned(box: tuple[float, float, float, float], up: bool) -> tuple[float, ...]:
    """Return a rectangle after half a turn of the board, or with west and east exchanged."""
    x0, y0, x1, y1 = box
    w, d = REFERENCE.width, REFERENCE.depth
    return tuple(round(side, 6) for side in ((w - x1, d - y1, w - x0, d - y0) if up else (w - x1, y0, w - x0, y1)))


ON_A_TABLE = [(ruleset, name, zone) for ruleset, name in SHIPPED for zone, task in tables(ruleset) if task == name]


@pytest.mark.rule("KT21-MIS-02")
@pytest.mark.parametrize(("ruleset", "name", "zone"), ON_A_TABLE)
def test_markers_lie_on_free_ground_of_every_killzone(ruleset: str, name: str, zone: str) -> None:
    """An operative can stand on each marker: no terrain lower than a head is on the disc, or on the middle of it where that will do."""
    killzone = load_killzone(zone)
    solid = [p for p in killzone.parts if p.bottom < 2 and not {"insignificant", "flat", "area"} & {*p.marks}]
    for marker in load_mission(name, ruleset).markers:
        disc = Point(marker.at(killzone.board)).buffer(MIDDLE if name == "five-cairns" else MARKER_RADIUS)
        assert [p.id for p in solid if disc.intersects(Polygon(p.footprint))] == []


# --- zones that are no strips, other boards, tactical objectives

FIELDS = """\
id = "three-fields"
name = "Three Fields"
ruleset = "kt40"
summary = "Hold them."
board = [72, 48]
deploy_bonus = true

[tactical]
hold = 1

[[zone]]
edge = "south"
shape = "middle"

[[zone]]
edge = "north"
shape = "flank"
end = "west"

[[zone]]
edge = "north"
shape = "flank"
end = "east"

[[marker]]
id = "A"
x = 36
y = 16

[scoring]
each = 1
most = 9
linebreaker = 1

[[objective]]
id = "take-it"
name = "Take It"
asks = "hold marker"
marker = "A"

[[objective]]
id = "charge"
name = "Charge"
asks = "charge"
count = 2
points = 3
"""


@pytest.mark.rule("KT40-MIS-16", "KT40-MIS-17", "KT40-INT-76")
def test_a_mission_for_armies() -> None:
    mission = read(FIELDS)
    assert [zone.name for zone in mission.zones] == ["south", "north-west", "north-east"]
    assert mission.markers[0].at(Board(48.0, 36.0)) == (24.0, 12.0)
    assert (mission.deploy_bonus, mission.hold, mission.discards, mission.scoring.linebreaker) == (True, 1, 0, 1)
    assert [(one.asks, one.marker, one.count, one.points) for one in mission.objectives] == [("hold marker", "A", 1, 1), ("charge", "", 2, 3)]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("board = [72, 48]", "board = [72]", "'board' must be the width and the depth of a board in inches"),
        ("board = [72, 48]", "board = [30, 48]", "marker 'A': 'x' must be from 0 to 30, not 36"),
        ('edge = "south"', 'edge = "west"', "a corner or a flank lies at an end of the south or north edge, a middle between its ends"),
        ('end = "west"', "", "a corner or a flank lies at an end of the south or north edge, a middle between its ends"),
        ('marker = "A"', 'marker = "B"', "objective 'take-it': 'marker' must name a marker of the mission, if and only if that one is to be held"),
        ('id = "charge"', 'id = "take-it"', "objective 'take-it': the id is used twice"),
        ("hold = 1", "hold = 2", "there must be more tactical objectives ([[objective]]) than a player holds ([tactical])"),
        ("[tactical]\nhold = 1\n", "", "there must be more tactical objectives ([[objective]]) than a player holds ([tactical])"),
        ('shape = "middle"', "depth = 20", "zone 1: 'depth' must be from 1 to 12, not 20"),
    ],
)
def test_what_is_said_about_broken_missions_for_armies(old: str, new: str, says: str) -> None:
    assert old in FIELDS
    assert says in complaint(FIELDS.replace(old, new, 1))
