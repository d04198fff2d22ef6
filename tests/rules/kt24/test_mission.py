"""Mission play: the board of Hold the Ground, its markers, and who controls them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from counteract.core.decision import Place
from counteract.core.state import Task
from counteract.game import Game
from counteract.mechanics.missions import MARKER_RADIUS, load_mission
from counteract.mechanics.operatives.sight import sees
from counteract.rulesets.kt24.missions import controlled
from counteract.rulesets.kt24.ruleset import RULESET
from counteract.rulesets.kt24.shoot import why_not_target
from counteract.table.killzone import load_killzone
from tests.rules.kt24.rounds import firefight, idle, strategy, take
from tests.rules.kt24.scene import Ability, Scene, gun
from tests.rules.kt24.test_setup import squad

A, B, C = (15.0, 11.0), (7.0, 8.0), (23.0, 14.0)
CLOSE = 0.5 + MARKER_RADIUS + 1.0  # from the centre of a 1" base to the centre of a marker when the gap is exactly 1"


def holders(scene: Scene, **fields: Any) -> tuple[int | None, ...]:
    """Return the controllers of markers A, B and C."""
    play = scene.play(**fields)
    return controlled(play.game.arena, play.state)


def on_marker(*operatives: tuple[int, dict[str, Any]]) -> Scene:
    """Return a scene with operatives round marker A, all of them contesting it."""
    scene = Scene(mission="default")
    for k, (side, fields) in enumerate(operatives):
        angle = k * 2 * math.pi / max(1, len(operatives))
        scene.add(side, (15 + 1.5 * math.cos(angle), 11 + 1.5 * math.sin(angle)), **fields)
    return scene


# --- board and markers


@pytest.mark.rule("KT24-MIS-01", "KT24-BATTLE-01")
def test_hold_the_ground_is_the_default_mission() -> None:
    """Named or not it is the same mission: 30" by 22", four turning points, three markers, scored from turning point 2 on."""
    by_name = Game.new("kt24", teams=[squad(1, "reds"), squad(1, "blues")], mission="hold-the-ground", seed=1)
    unnamed = Game.new("kt24", teams=[squad(1, "reds"), squad(1, "blues")], seed=1)
    assert by_name.setup == unnamed.setup
    mission = unnamed.arena.mission
    assert (mission.name, mission.turning_points, mission.first_scoring_tp) == ("Hold the Ground", 4, 2)
    assert (unnamed.arena.terrain.board.width, unnamed.arena.terrain.board.depth) == (30, 22)


@pytest.mark.rule("KT24-MIS-02")
def test_the_drop_zones_run_along_the_long_edges() -> None:
    """South from y 0 to 3, North from y 19 to 22, over the whole width."""
    scene = Scene(mission="default")
    scene.add(0, None)
    scene.add(1, None)
    south = scene.play(Task("set_up_operative", (0,)))
    north = scene.play(Task("set_up_operative", (1,)))
    for x in (0.5, 15, 29.5):
        assert (south.why(Place(x, 2.5)), south.why(Place(x, 0.5)), south.why(Place(x, 2.6))) == ("", "", "KT24-SETUP-10")
        assert (north.why(Place(x, 19.5)), north.why(Place(x, 21.5)), north.why(Place(x, 19.4))) == ("", "", "KT24-SETUP-10")


@pytest.mark.rule("KT24-MIS-03")
def test_three_markers_that_hinder_nobody() -> None:
    """Discs of 40 mm at A, B and C. An operative walks over one and stops on it; one is seen across it; it stays where it is."""
    scene = Scene(mission="default")
    scene.add(0, (12, 11), order="engage")
    scene.add(1, (25, 11), order="engage")
    play = scene.activate(0).answer("engage", "reposition")
    markers = play.game.view()["markers"]
    assert [tuple(m["at"]) for m in markers] == [A, B, C]
    assert round(2 * MARKER_RADIUS * 25.4, 6) == 40
    assert play.why([(18, 11)]) == ""  # straight across it, not an inch longer for that
    play.answer([A])
    assert play.state.places[0] == (15, 11, 0)
    assert sees(play.game.arena, play.state, 0, 1)
    assert [m["at"] for m in play.game.view()["markers"]] == [m["at"] for m in markers]


HEAVY = [(4, 4.5, 8, 6.5), (22, 15.5, 26, 17.5), (19, 4, 21, 8), (9, 14, 11, 18)]
LIGHT = [
    (12, 10, 12.5, 12), (17.5, 10, 18, 12), (13.5, 6.5, 16.5, 7), (13.5, 15, 16.5, 15.5),
    (8.5, 7, 9, 9), (21, 13, 21.5, 15), (24, 8, 27, 8.5), (3, 13.5, 6, 14),
    (9.5, 3.5, 16.5, 4), (23, 3.5, 28, 4), (13.5, 18, 20.5, 18.5), (2, 18, 7, 18.5),
]  # fmt: skip


@pytest.mark.rule("KT24-MIS-04")
def test_the_default_terrain() -> None:
    """Four Heavy blocks 3" tall and twelve Light walls 1" tall, each a feature of its own, the same after half a turn."""
    parts = load_killzone("proving-ground").parts
    boxes = {(*p.footprint[0], *p.footprint[2]): (p.kind, p.bottom, p.top) for p in parts}
    assert sorted(box for box, what in boxes.items() if what == ("heavy", 0, 3)) == sorted(HEAVY)
    assert sorted(box for box, what in boxes.items() if what == ("light", 0, 1)) == sorted(LIGHT)
    assert len(parts) == len({p.feature for p in parts}) == 16
    turned = {(30 - x1, 22 - y1, 30 - x0, 22 - y0): what for (x0, y0, x1, y1), what in boxes.items()}
    assert turned == boxes


@pytest.mark.rule("KT24-MIS-04")
def test_ten_bases_can_start_in_cover_behind_the_front_barriers() -> None:
    """32 mm bases in the South zone, six behind one barrier and four behind the other: no enemy in the North zone ahead may shoot them."""
    scene = Scene(mission="default")
    base, y = 32.0, 3 - 32 / 25.4 / 2
    spots = [*(9.7 + 1.32 * k for k in range(6)), *(23.4 + 1.32 * k for k in range(4))]
    for x in spots:
        scene.add(0, (x, y), base=base)
    for x in (4, 13, 25.5):
        scene.add(1, (x, 20), weapons=[gun()], order="engage")
    scene.parts = list(load_killzone("proving-ground").parts)
    play = scene.play()
    arena, state = play.game.arena, play.state
    for i in range(10):
        ahead = 11 if i < 6 else 12
        assert why_not_target(arena, state, ahead, 0, i) is not None, spots[i]


@pytest.mark.rule("KT24-MIS-04")
def test_other_terrain_may_be_given() -> None:
    """A mission on another killzone has the terrain of that one and the markers of its own."""
    game = Game.new("kt24", teams=[squad(1, "reds"), squad(1, "blues")], killzone="salt-flats", seed=1)
    assert game.arena.terrain.parts == load_killzone("salt-flats").parts
    assert game.arena.terrain.parts != load_killzone("proving-ground").parts
    assert len(game.view()["markers"]) == 3


# --- contesting and controlling


@pytest.mark.rule("KT24-MIS-06")
@pytest.mark.parametrize(("away", "holder"), [(0.0, 0), (1.0, 0), (CLOSE, 0), (CLOSE + 0.0009, 0), (CLOSE + 0.002, None), (4.0, None)])
def test_a_marker_is_contested_from_an_inch_away(away: float, holder: int | None) -> None:
    """From the edge of the base to the edge of the marker: 1" will do, a little more will not."""
    scene = Scene(mission="default")
    scene.add(0, (15 + away, 11))
    scene.add(1, (2, 20))
    assert holders(scene) == (holder, None, None)


@pytest.mark.rule("KT24-MIS-06")
def test_a_marker_must_be_visible_to_be_contested() -> None:
    """Within 1" of the marker behind a tall wall: not contested. Behind a low wall: contested."""
    for top, holder in ((5.0, None), (0.5, 0)):
        scene = Scene(mission="default")
        scene.add(0, (15 + CLOSE - 0.1, 11))
        scene.add(1, (2, 20))
        scene.wall(15.9, 7, 16.6, 15, top=top)
        assert holders(scene) == (holder, None, None), top


@pytest.mark.rule("KT24-MIS-06")
@pytest.mark.parametrize("order", ["engage", "conceal"])
@pytest.mark.parametrize("ready", [True, False])
def test_orders_and_readiness_make_no_difference(order: str, ready: bool) -> None:
    """A concealed, expended operative contests as well as a ready and engaged one."""
    scene = on_marker((0, {"order": order, "ready": ready, "apl": 2}), (1, {"apl": 1}))
    assert holders(scene)[0] == 0


@pytest.mark.rule("KT24-MIS-07")
@pytest.mark.parametrize(
    ("mine", "theirs", "holder"), [((2,), (), 0), ((2,), (2,), None), ((2, 2), (3,), 0), ((2,), (3,), 1), ((1, 1), (2,), None), ((), (), None)]
)
def test_the_greater_apl_total_controls(mine: tuple[int, ...], theirs: tuple[int, ...], holder: int | None) -> None:
    """APL is added up, not heads; equal totals, also none against none, mean no control."""
    scene = on_marker(*((0, {"apl": apl}) for apl in mine), *((1, {"apl": apl}) for apl in theirs))
    if not mine:
        scene = Scene(mission="default")
        scene.add(0, (2, 2))
        scene.add(1, (2, 20))
    elif not theirs:
        scene.add(1, (2, 20))
    assert holders(scene)[0] == holder


@pytest.mark.rule("KT24-MIS-06", "KT24-MIS-07")
@pytest.mark.parametrize(("stunned", "holder"), [(False, 0), (True, None)])
def test_ex_20_marker_control_and_stun(stunned: bool, holder: int | None) -> None:
    """Two with APL 2 against one with APL 3: 4 to 3. One of the two stunned: 3 to 3, and no side controls it."""
    scene = on_marker((0, {"apl": 2}), (0, {"apl": 2, "stun": int(stunned)}), (1, {"apl": 3}))
    assert holders(scene)[0] == holder


@pytest.mark.rule("KT24-MIS-07")
def test_apl_counts_as_it_is_at_the_moment() -> None:
    """2 against 2; with an ability that raises its APL by one the first controls it."""
    drive = Ability(id="drive", name="Drive", text="…", effect="more-apl")
    assert holders(on_marker((0, {"abilities": [drive]}), (1, {})))[0] == 0


@pytest.mark.rule("KT24-MIS-07")
def test_each_marker_is_looked_at_by_itself() -> None:
    """One operative a marker: A is mine, B is theirs, C no side's."""
    scene = Scene(mission="default")
    scene.add(0, A)
    scene.add(1, B)
    assert holders(scene) == (0, 1, None)


@pytest.mark.rule("KT24-MIS-08")
def test_control_is_read_at_the_end_of_the_turning_point_only() -> None:
    """Passing over a marker in the middle of a move, or standing on it between two moves, brings nothing; where it ends counts."""
    scene = Scene(mission="default")
    scene.add(0, (15, 13))
    scene.add(1, (2, 20))
    passing = firefight(scene, turn=2, dice=[6, 1]).answer(0, "engage", "reposition", [(15, 9), (15, 7.5)])
    assert passing.events("scored") == []
    passing.answer("end")
    take(passing, 1)
    assert [e.values["gained"] for e in passing.events("scored")] == [(0, 0)]
    stopping = firefight(scene, turn=2, dice=[6, 1]).answer(0, "engage", "reposition", [A], "dash", [(15, 8)])
    assert stopping.events("scored") == []
    take(stopping, 1)
    assert [e.values["gained"] for e in stopping.events("scored")] == [(0, 0)]
    staying = firefight(scene, turn=2, dice=[6, 1]).answer(0, "engage", "reposition", [A], "end")
    assert staying.state.marker_vp == (0, 0)
    take(staying, 1)
    assert [e.values["gained"] for e in staying.events("scored")] == [(2, 0)]


@pytest.mark.rule("KT24-MIS-08")
def test_one_reading_a_turning_point_from_the_second_on() -> None:
    """Through a whole battle control is read three times, each time at the very end of a turning point."""
    scene = Scene(mission="default")
    scene.add(0, A)
    scene.add(1, (2, 20))
    play = idle(strategy(scene, dice=[6, 1] * 4))
    steps = [e.kind for e in play.game.events if e.kind in ("scored", "turning-point-over", "expended")]
    once = ["expended", "expended", "scored", "turning-point-over"]
    assert steps == ["expended", "expended", "turning-point-over", *once * 3]


@pytest.mark.rule("KT24-MIS-01")
def test_what_a_mission_switches_on() -> None:
    """With a mission obscuring and the generic ploys are in use; in training they are not, unless asked for."""
    mission = load_mission("default", "kt24")
    assert (RULESET.settle({}, mission).obscuring, RULESET.settle({}, mission).generic_ploys) == (True, True)
    assert (RULESET.settle({}, None).obscuring, RULESET.settle({}, None).generic_ploys) == (False, False)
    assert RULESET.settle({"obscuring": True}, None).obscuring
    with pytest.raises(ValueError, match="there is no option 'fog'"):
        RULESET.settle({"fog": True}, None)
    with pytest.raises(ValueError, match="printing"):
        RULESET.settle({"printing": "2023"}, None)
