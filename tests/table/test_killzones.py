"""Killzone files: the shipped ones are playable, and a fault in one is reported with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from shapely import Polygon, box
from shapely.geometry.base import BaseGeometry

from counteract.files.reader import FileError
from counteract.table.bodies import Round
from counteract.table.killzone import Killzone, load_killzone, parse_killzone
from counteract.table.terrain import Part
from tests.worlds import KILLZONES

SHIPPED = ["drowned-yard", "foundry", "hollow-quarter", "proving-ground", "salt-flats", "undercroft"]

#: Places of markers, as shares of the board's width and depth.
MARKERS = [
    (0.5, 0.5),
    (7 / 30, 8 / 22),
    (23 / 30, 14 / 22),
    (0.5, 0.25),
    (0.5, 0.75),
    (0.25, 0.5),
    (0.75, 0.5),
    (0.2, 0.75),
    (0.8, 0.25),
]
#: The default board is laid down by the rules, and has walls nearer to two of these places.
TIGHT = {"proving-ground": {(0.5, 0.25): 1.0, (0.5, 0.75): 1.0}}

#: Models walk beneath what begins at this height.
HEADROOM = 2.0


@pytest.fixture(params=SHIPPED)
def zone(request: pytest.FixtureRequest) -> Killzone:
    return load_killzone(str(request.param))


def on_the_ground(zone: Killzone) -> BaseGeometry:
    return shapely.union_all([Polygon(p.footprint) for p in zone.parts if p.bottom < HEADROOM and "flat" not in p.marks])


def test_these_are_shipped() -> None:
    assert KILLZONES == SHIPPED


def test_the_id_is_the_name_of_the_file(zone: Killzone) -> None:
    assert zone.id in SHIPPED
    assert zone.name
    assert zone.summary.endswith(".")
    assert 15 <= len(zone.parts) <= 30


def test_same_after_half_a_turn(zone: Killzone) -> None:
    def shape(part: Part, turned: bool) -> tuple[object, ...]:
        width, depth = zone.board.width, zone.board.depth
        corners = part.footprint
        if turned:
            corners = tuple((width - x, depth - y) for x, y in corners)
        rounded = frozenset((round(x, 6), round(y, 6)) for x, y in corners)
        return rounded, part.bottom, part.top, part.kind, part.marks

    assert {shape(p, False) for p in zone.parts} == {shape(p, True) for p in zone.parts}


def test_ten_bases_fit_along_every_edge(zone: Killzone) -> None:
    """Bases of 32 mm wholly within 3" of the edge, none touching terrain or another."""
    w, d, radius = zone.board.width, zone.board.depth, Round.of_mm(32).radius
    walls = on_the_ground(zone).buffer(radius)
    strips = [box(0, 0, w, 3), box(0, d - 3, w, d), box(0, 0, 3, d), box(w - 3, 0, w, d)]
    for strip in strips:
        room = strip.buffer(-radius, join_style="mitre").difference(walls)
        x0, y0, x1, y1 = room.bounds
        placed = 0
        for kx in range(int((x1 - x0) / 0.1) + 1):
            for ky in range(int((y1 - y0) / 0.1) + 1):
                x, y = x0 + kx * 0.1, y0 + ky * 0.1
                if shapely.intersects_xy(room, x, y):
                    placed += 1
                    room = room.difference(shapely.Point(x, y).buffer(2.001 * radius, quad_segs=32))
        assert placed >= 10, strip.bounds


def test_markers_can_be_reached(zone: Killzone) -> None:
    ground = on_the_ground(zone)
    for share in MARKERS:
        place = shapely.Point(share[0] * zone.board.width, share[1] * zone.board.depth)
        clear = TIGHT.get(zone.id, {}).get(share, 1.5)
        assert place.distance(ground) >= clear - 1e-9, share


def test_every_place_can_be_walked_to(zone: Killzone) -> None:
    """Wherever a base of 40 mm can stand on the ground, it can walk there from anywhere else."""
    radius = Round.of_mm(40).radius
    board = box(0, 0, zone.board.width, zone.board.depth).buffer(-radius, join_style="mitre")
    free = board.difference(on_the_ground(zone).buffer(radius, quad_segs=64))
    pieces = [piece for piece in shapely.get_parts(free) if piece.area > 1e-3]
    assert len(pieces) == 1


def test_floors_rest_on_something_and_hold_several(zone: Killzone) -> None:
    """Every corner of a raised floor has a part below it; three bases of 32 mm have room on it."""
    diameter = 2 * Round.of_mm(32).radius
    for floor in (p for p in zone.parts if "vantage" in p.marks):
        below = [p for p in zone.parts if p.bottom < floor.bottom <= p.top]
        for corner in floor.footprint:
            assert any(Polygon(p.footprint).covers(shapely.Point(corner)) for p in below), floor.id
        x0, y0, x1, y1 = Polygon(floor.footprint).bounds
        assert max(x1 - x0, y1 - y0) >= 3 * diameter
        assert min(x1 - x0, y1 - y0) >= 1.4 * diameter


def test_no_two_solids_share_a_face(zone: Killzone) -> None:
    """A line exactly along the face that two solids share would run between them."""
    for n, one in enumerate(zone.parts):
        for other in zone.parts[:n]:
            if min(one.top, other.top) <= max(one.bottom, other.bottom):
                continue
            a, b = Polygon(one.footprint), Polygon(other.footprint)
            ladder = "ladder" in one.marks + other.marks
            assert ladder or not a.touches(b), (one.id, other.id)


def test_the_drowned_yard_has_ground_of_every_kind() -> None:
    """Mud, scalding water, dykes to step over, floors at 3" and 6", and a gap between roofs that can be leapt but not stepped over."""
    zone = load_killzone("drowned-yard")
    marks = [{*part.marks} for part in zone.parts]
    assert marks.count({"flat", "difficult"}) == marks.count({"flat", "dangerous"}) == 2
    floors = {part.id: part for part in zone.parts if "vantage" in part.marks}
    assert {part.top for part in floors.values()} == {3.0, 6.0}
    for side in ("south", "north"):
        floor, roof = (Polygon(floors[f"{side}-{name}"].footprint) for name in ("tower-floor", "pump-house-roof"))
        assert 1.5 < floor.distance(roof) < 2
        low = [part for part in zone.parts if part.feature in (f"{side}-dyke", f"{side}-block")]
        assert [part.top for part in low] == [1.2, 1.5]
        for part in low:
            x0, y0, x1, y1 = Polygon(part.footprint).bounds
            assert min(x1 - x0, y1 - y0) <= 1.5


def test_proving_ground_is_the_default_board() -> None:
    zone = load_killzone("proving-ground")
    boxes = {Polygon(p.footprint).bounds: (p.bottom, p.top, p.kind) for p in zone.parts}
    heavy = [(4, 4.5, 8, 6.5), (22, 15.5, 26, 17.5), (19, 4, 21, 8), (9, 14, 11, 18)]
    light = [
        (12, 10, 12.5, 12),
        (17.5, 10, 18, 12),
        (13.5, 6.5, 16.5, 7),
        (13.5, 15, 16.5, 15.5),
        (8.5, 7, 9, 9),
        (21, 13, 21.5, 15),
        (24, 8, 27, 8.5),
        (3, 13.5, 6, 14),
        (9.5, 3.5, 16.5, 4),
        (23, 3.5, 28, 4),
        (13.5, 18, 20.5, 18.5),
        (2, 18, 7, 18.5),
    ]
    assert boxes == dict.fromkeys(heavy, (0, 3, "heavy")) | dict.fromkeys(light, (0, 1, "light"))
    assert len(zone.features) == 16
    assert (zone.board.width, zone.board.depth) == (30, 22)


# --- broken files -------------------------------------------------------------------------------

GOOD = """\
id = "ruins"
name = "Ruins"
summary = "A hall."
board = { width = 30, depth = 22 }

[[feature]]
id = "hall"

[[feature.part]]
id = "wall-1"
box = [4, 4, 8, 5]
top = 3

[[feature.part]]
id = "wall-2"
footprint = [[10, 4], [12, 4], [11, 6]]
bottom = 1
top = 1.5
marks = ["exposed"]
"""


def test_a_good_file() -> None:
    """A part is heavy from 2" of its own height on; a box has its four corners."""
    zone = parse_killzone(GOOD, "ruins.toml")
    one, other = zone.parts
    assert (one.kind, other.kind) == ("heavy", "light")
    assert one.footprint == ((4, 4), (8, 4), (8, 5), (4, 5))
    assert other.marks == ("exposed",)
    assert zone.features == ("hall",)
    assert zone.terrain().parts_array.shape == (2, 10)


WALL_1 = "part 'wall-1' of feature 'hall'"
WALL_2 = "part 'wall-2' of feature 'hall'"

BROKEN = [
    ("top = 3", "top =", "line 12: not valid TOML: invalid value"),
    ('id = "ruins"', "", "'id' is missing"),
    ('name = "Ruins"', "name = 3", "line 2: 'name' must be a text"),
    ('name = "Ruins"', 'name = ""', "line 2: 'name' must not be empty"),
    ("summary =", "sumary =", "'summary' is missing"),
    ("summary =", "nmae = 'x'\nsummary =", "line 3: 'nmae' is not known here (did you mean 'name'?)"),
    ("board = {", "board = 3 # {", "line 4: 'board' must be a table"),
    (", depth = 22", "", "line 4: board: 'depth' is missing"),
    ("depth = 22", "depth = 0", "line 4: board: 'depth' must be more than 0"),
    ("[[feature]]", "[feature]", "line 6: 'feature' must be a list of tables: [[feature]]"),
    ('id = "hall"', "", "line 6: feature 1: 'id' is missing"),
    ('id = "wall-2"', "", "line 14: part 2 of feature 'hall': 'id' is missing"),
    ("wall-2", "wall-1", f"line 15: {WALL_1}: the id is used twice (first in line 10)"),
    ("top = 3", "", f"line 9: {WALL_1}: 'top' is missing"),
    ("top = 3", "top = true", f"line 12: {WALL_1}: 'top' must be a number"),
    ("top = 3", "top = inf", f"line 12: {WALL_1}: 'top' must be a number"),
    ("top = 3", "tpo = 3", f"line 9: {WALL_1}: 'top' is missing"),
    ("top = 3", "top = 3\nbotom = 1", f"line 13: {WALL_1}: 'botom' is not known here (did you mean 'bottom'?)"),
    ("bottom = 1", "bottom = 1.5", f"line 18: {WALL_2}: top must be above bottom"),
    ("bottom = 1", "bottom = -1", f"line 17: {WALL_2}: bottom must not be below the floor"),
    ("top = 3", 'top = 3\nkind = "haevy"', f"line 13: {WALL_1}: 'kind' cannot be 'haevy' (did you mean 'heavy'?)"),
    ('"exposed"', '"exposd"', f"line 19: {WALL_2}: 'marks' cannot hold 'exposd' (did you mean 'exposed'?)"),
    ('"exposed"', "7", f"line 19: {WALL_2}: 'marks' must be a list of texts"),
    ('"exposed"', '"exposed", "exposed"', f"line 19: {WALL_2}: 'marks' holds 'exposed' twice"),
    ('["exposed"]', '"exposed"', f"line 19: {WALL_2}: 'marks' must be a list"),
    ("[4, 4, 8, 5]", "[4, 4, 8]", f"line 11: {WALL_1}: 'box' must be four numbers: x0, y0, x1, y1"),
    ("[4, 4, 8, 5]", "[4, 5, 8, 5]", f"line 11: {WALL_1}: 'box' must have x0 below x1 and y0 below y1"),
    ("[4, 4, 8, 5]", "[4, 4, 31, 5]", f"line 11: {WALL_1}: corner (31, 4) is outside the board"),
    ("box = [4, 4, 8, 5]", "", f"line 9: {WALL_1}: needs either 'box' or 'footprint', and not both"),
    ("bottom = 1", "box = [1, 1, 2, 2]", f"line 14: {WALL_2}: needs either 'box' or 'footprint', and not both"),
    (", [11, 6]]", "]", f"line 16: {WALL_2}: 'footprint' must have from 3 to 32 corners, not 2"),
    ("[11, 6]]", "[11, 6]" + ", [1, 1]" * 30 + "]", f"line 16: {WALL_2}: 'footprint' must have from 3 to 32 corners, not 33"),
    ("[11, 6]]", "[11]]", f"line 16: {WALL_2}: 'footprint' must be a list of corners [x, y]"),
    ("[11, 6]]", "[11, 4]]", f"line 16: {WALL_2}: the footprint has no area"),
    ("[11, 6]]", "[11, 6], [11, 6]]", f"line 16: {WALL_2}: the footprint has the same corner twice"),
    ("[11, 6]]", "[11, 6], [11, 3]]", f"line 16: {WALL_2}: the footprint crosses or touches itself"),
    ("[12, 4], [11, 6]]", "[12, 6], [12, 4], [10, 6]]", f"line 16: {WALL_2}: the footprint crosses or touches itself"),
    ("[11, 6]]", "[11, 23]]", f"line 16: {WALL_2}: corner (11, 23) is outside the board"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence"), BROKEN)
def test_a_broken_file_says_what_is_wrong_and_where(old: str, new: str, sentence: str) -> None:
    assert old in GOOD
    with pytest.raises(FileError) as caught:
        parse_killzone(GOOD.replace(old, new, 1), "ruins.toml")
    assert str(caught.value).startswith(("ruins.toml, ", "ruins.toml: "))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_features_of_one_name() -> None:
    again = GOOD[GOOD.index("[[feature]]") :].replace("wall", "arch")
    with pytest.raises(FileError, match=r"line 22: feature 'hall': the id is used twice \(first in"):
        parse_killzone(GOOD + "\n" + again, "ruins.toml")


def test_a_feature_without_parts() -> None:
    with pytest.raises(FileError, match=r"line 21: feature 'yard': 'part' is missing"):
        parse_killzone(GOOD + "\n[[feature]]\nid = 'yard'\n", "ruins.toml")


def test_lines_are_found_after_long_texts_and_lists() -> None:
    """Brackets, quotes and signs inside texts, comments and lists do not mislead."""
    text = GOOD.replace(
        'name = "Ruins"',
        'name = "Ruins" # [[feature]] """\nnote = """\n[[feature]]\ntop = 3 \'\'\'\n"""',
    ).replace("[[10, 4], [12, 4]", "[\n  [10, 4], # one\n  [12, 4]")
    with pytest.raises(FileError, match=r"line 24: part 'wall-2' of feature 'hall': top must be"):
        parse_killzone(text.replace("bottom = 1", "bottom = 2"), "ruins.toml")


def test_an_unknown_id_names_the_nearest() -> None:
    with pytest.raises(FileError) as caught:
        load_killzone("hollow-quarters")
    assert str(caught.value) == "killzone 'hollow-quarters' is not known (nearest: 'hollow-quarter')"
    with pytest.raises(FileError, match="known: 'drill-yard', 'drowned-yard', "):
        load_killzone("xyz")


def test_files_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(FileError, match=r"mine.toml: cannot be read: No such file"):
        load_killzone(path)
    path.write_text(GOOD, encoding="utf-8")
    assert load_killzone(path) == load_killzone(str(path)) == parse_killzone(GOOD, "")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="is not a text in UTF-8"):
        load_killzone(str(path))
