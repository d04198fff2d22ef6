"""Mission play: the markers of Five Cairns, who controls them, and what that is worth."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from counteract.core.decision import Place
from counteract.core.state import Task
from counteract.game import Game
from counteract.mechanics.missions import MARKER_RADIUS, load_mission
from counteract.mechanics.operatives.sight import sees
from counteract.rulesets.kt21.missions import controlled
from counteract.rulesets.kt21.ruleset import RULESET
from tests.rules.kt21.rounds import battle, idle, lines, take, turning_point
from tests.rules.kt21.scene import Ability, Lasting, Play, Scene, blade, gun

CAIRNS = load_mission("default", "kt21")
A, B, C, D, E = (15.0, 11.0), (7.5, 5.5), (22.5, 5.5), (7.5, 16.5), (22.5, 16.5)
NOWHERE = ((2, 2), (28, 20))  # far from every marker


def on(*operatives: tuple[int, tuple[float, float], dict[str, Any]]) -> Scene:
    """Return a scene with operatives of side 0, then of side 1, at these places."""
    scene = Scene(mission=CAIRNS)
    for side, place, fields in operatives:
        scene.add(side, place, **fields)
    return scene


def holders(scene: Scene, **fields: Any) -> tuple[int | None, ...]:
    """Return the controllers of markers A to E."""
    play = scene.play(**fields)
    return controlled(play.game.arena, play.state)


def scored(scene: Scene, *, turn: int = 2, **fields: Any) -> tuple[int, ...]:
    """Return the victory points after the end of a turning point."""
    return tuple(scene.play(Task("end_turning_point"), turn=turn, dice=[6, 1], **fields).state.vp)


# --- markers


@pytest.mark.rule("KT21-MIS-01", "KT21-GEN-02")
def test_five_cairns_is_the_default_mission() -> None:
    """Five markers of 40 mm on the 30 by 22 board, scored from the first turning point on."""
    game = Game(RULESET, lines(1, 1, mission="default").setup(), battle(lines(1, 1), dice=[1]).game.dice)
    assert [tuple(m["at"]) for m in game.view()["markers"]] == [A, B, C, D, E]
    assert round(2 * MARKER_RADIUS * 25.4, 6) == 40
    assert (CAIRNS.name, CAIRNS.turning_points, CAIRNS.first_scoring_tp, CAIRNS.zones) == ("Five Cairns", 4, 1, ())
    assert load_mission("five-cairns", "kt21") == CAIRNS


@pytest.mark.rule("KT21-MIS-01")
def test_markers_hinder_nobody() -> None:
    """An operative walks straight across one, or stops on it; one is seen across it and is in no cover from it."""
    scene = on((0, (12, 11), {}), (1, (25, 11), {"order": "conceal"}))
    play = scene.activate(0).answer("engage", "normal move")
    assert (play.why([(18, 11)]), play.why([(18.01, 11)])) == ("", "KT21-MOVE-02")
    play.answer([A])
    assert play.state.places[0] == (15, 11, 0)
    assert sees(play.game.arena, play.state, 1, 0)
    assert "shoot" in play.options(), "the concealed enemy on the other side is a valid target"


@pytest.mark.rule("KT21-MIS-02")
@pytest.mark.parametrize(("x", "covered"), [(14.5, True), (14.01, True), (15.1, False), (13.9, False)])
def test_terrain_may_not_cover_the_middle_of_a_marker(x: float, covered: bool) -> None:
    """A wall 1\" wide over the centre of marker A is refused with the mission, one beside it is not; without a mission both may stand."""
    scene = lines(1, 1, mission=CAIRNS)
    scene.wall(x, 10, x + 1, 12)
    if covered:
        with pytest.raises(ValueError, match="covers marker A"):
            RULESET.arrange(scene.setup())
    else:
        RULESET.arrange(scene.setup())
    scene.mission = None
    RULESET.arrange(scene.setup())


@pytest.mark.rule("KT21-MIS-02")
def test_a_roof_over_a_marker_is_above_it() -> None:
    """A part overhead stands on nothing, so a marker may lie under it."""
    scene = lines(1, 1, mission=CAIRNS)
    scene.roof(14, 10, 16, 12)
    RULESET.arrange(scene.setup())


@pytest.mark.rule("KT21-MIS-02")
def test_a_barricade_may_not_cover_the_middle_of_a_marker() -> None:
    """Upright at x 7.5 it would cover the centre of marker B; a little to the side it may stand. Without a mission both are legal."""
    for mission, refused in ((CAIRNS, "KT21-MIS-02"), (None, "")):
        play = battle(lines(1, 1, mission=mission), dice=[1]).answer("south")
        assert play.what == "barricade"
        assert play.why(Place(7.5, 6.0, 0.0, 90.0)) == refused
        assert play.why(Place(7.37, 6.0, 0.0, 90.0)) == ""
        assert play.why(Place(7.4, 6.0, 0.0, 90.0)) == refused


@pytest.mark.rule("KT21-MIS-03")
def test_set_up_is_as_without_a_mission() -> None:
    """The Defender player takes any edge, gets a zone 3\" deep, both set up two barricades, then all of D and all of A with an order each."""
    play = battle(lines(2, 1, mission=CAIRNS), dice=[2])
    assert (play.player, sorted(play.options())) == (1, ["east", "north", "south", "west"])
    play.answer("west")
    assert [tuple(zone) for zone in play.game.view()["zones"]] == [(27, 0, 30, 22), (0, 0, 3, 22)]
    asked: list[tuple[str, int]] = []
    while play.state.turn == 0 and len(asked) < 20:
        asked.append((play.what, play.player))
        if play.what == "place":
            zone = play.game.view()["zones"][play.player]
            assert (play.why(Place(zone[0] + 0.5, 5)), play.why(Place(zone[0] + 2.5, 5)), play.why(Place(15, 5))) == ("", "", "KT21-SETUP-11")
        if asked[-1] == ("order", 0) and asked.count(("order", 0)) == 2:
            break
        play.game.play(play.decision.default)
    barricades = [("barricade", 1), ("barricade", 0)] * 2
    assert asked == [*barricades, ("place", 1), ("order", 1), ("deploy", 0), ("place", 0), ("order", 0), ("place", 0), ("order", 0)]


# --- contesting and controlling


@pytest.mark.rule("KT21-MIS-04")
@pytest.mark.parametrize(("away", "holder"), [(0.0, 0), (2.0, 0), (2.5, 0), (2.5009, 0), (2.502, None), (4.0, None)])
def test_a_marker_is_contested_from_two_inches_of_its_centre(away: float, holder: int | None) -> None:
    """From the edge of the base (0.5\" in radius) to the centre point of the marker: 2\" will do, a little more will not."""
    assert holders(on((0, (15 + away, 11), {}), (1, NOWHERE[1], {})))[0] == holder


@pytest.mark.rule("KT21-MIS-04")
def test_larger_bases_contest_from_farther_away() -> None:
    """A base of 50 mm reaches as far again as it is larger."""
    far = 2 + 25 / 25.4
    for away, holder in ((far, 0), (far + 0.01, None)):
        assert holders(on((0, (15 + away, 11), {"base": 50.0}), (1, NOWHERE[1], {})))[0] == holder


@pytest.mark.rule("KT21-MIS-04")
@pytest.mark.parametrize("order", ["engage", "conceal"])
@pytest.mark.parametrize("ready", [True, False])
def test_neither_walls_nor_orders_nor_readiness_matter(order: str, ready: bool) -> None:
    """Behind a tall wall, concealed and activated it contests all the same."""
    scene = on((0, (17, 11), {"order": order, "ready": ready}), (1, NOWHERE[1], {}))
    scene.wall(15.5, 8, 16, 14, top=5)
    assert holders(scene)[0] == 0


@pytest.mark.rule("KT21-MIS-05")
@pytest.mark.parametrize(
    ("mine", "theirs", "holder"),
    [((2,), (), 0), ((), (1,), 1), ((2,), (2,), None), ((2, 2), (3,), 0), ((2,), (3,), 1), ((1, 1), (2,), None), ((), (), None)],
)
def test_the_higher_total_of_apl_controls(mine: tuple[int, ...], theirs: tuple[int, ...], holder: int | None) -> None:
    """APL is added up, not heads; equal totals, also none against none, mean no control."""
    around = iter([(15 + 1.5 * math.cos(k), 11 + 1.5 * math.sin(k)) for k in range(6)])
    scene = Scene(mission=CAIRNS)
    for side, apls in enumerate((mine, theirs)):
        scene.add(side, NOWHERE[side])
        for apl in apls:
            scene.add(side, next(around), apl=apl)
    assert holders(scene)[0] == holder


@pytest.mark.rule("KT21-MIS-05")
@pytest.mark.parametrize(("stun", "more", "holder"), [(0, False, None), (1, False, 1), (0, True, 0)])
def test_apl_counts_as_it_is_now(stun: int, more: bool, holder: int | None) -> None:
    """2 against 2: no side's. The first one stunned: the other's. The first one with an ability for a higher APL: its own."""
    drive = Ability(id="drive", name="Drive", text="…", effect="more-apl")
    mine = {"state": {"stun": stun}, "abilities": [drive] if more else []}
    assert holders(on((0, (14, 11), mine), (1, (16, 11), {})))[0] == holder


@pytest.mark.rule("KT21-MIS-05")
def test_who_has_left_the_killzone_contests_nothing() -> None:
    """Of two operatives on the marker one is incapacitated and gone: the enemy beside it controls it."""
    scene = on((0, (14, 11), {"apl": 2}), (0, (15, 12), {"apl": 2}), (1, (16, 11), {"apl": 3}))
    assert holders(scene)[0] == 0
    scene.places[1] = None
    scene.operatives[1] |= {"wounds": 0, "down": True}
    assert holders(scene)[0] == 1


@pytest.mark.rule("KT21-MIS-05")
def test_each_marker_is_looked_at_by_itself() -> None:
    """One operative a marker: A and D are mine, B theirs, C and E no side's."""
    assert holders(on((0, A, {}), (0, D, {}), (1, B, {}))) == (0, 1, None, 0, None)


@pytest.mark.rule("KT21-MIS-06")
def test_control_is_not_remembered() -> None:
    """On the marker it is mine; having gone away it is no side's, though no other operative has come; and so it is scored."""
    scene = on((0, (15, 13), {}), (1, NOWHERE[1], {}))
    play = scene.firefight(0, turn=2, dice=[6, 1])
    assert play.game.view()["markers"][0]["holder"] == 0
    play.answer(0, "engage", "normal move", [(15, 17)])
    assert play.game.view()["markers"][0]["holder"] is None
    play.answer("end")
    take(play, 1)
    assert play.state.vp == (0, 0)


@pytest.mark.rule("KT21-MIS-06", "KT21-MIS-07")
def test_it_is_read_at_the_end_of_the_turning_point_only() -> None:
    """Standing on a marker between two moves brings nothing; the points come after the last activation."""
    scene = on((0, (15, 15), {}), (1, NOWHERE[1], {}))
    passing = scene.firefight(0, turn=2, dice=[6, 1]).answer(0, "engage", "normal move", [(15, 11)], "dash", [(15, 8)])
    assert passing.state.vp == (0, 0)
    assert take(passing, 1).state.vp == (0, 0)
    staying = scene.firefight(0, turn=2, dice=[6, 1]).answer(0, "engage", "normal move", [(15, 11)], "end")
    assert staying.state.vp == (0, 0)
    assert take(staying, 1).state.vp == (2, 0)


# --- scoring


@pytest.mark.rule("KT21-MIS-07", "KT21-MIS-08")
@pytest.mark.parametrize(
    ("mine", "theirs", "points"),
    [
        ((), (), (0, 0)),
        ((A,), (), (2, 0)),
        ((), (E,), (0, 2)),
        ((A,), (B,), (1, 1)),
        ((A, B), (C,), (2, 1)),
        ((A,), (B, C), (1, 2)),
        ((A, B), (C, D), (1, 1)),
        ((A, B, C, D, E), (), (2, 0)),
    ],
)
def test_one_for_a_marker_and_one_more_for_more_markers(mine: tuple[Any, ...], theirs: tuple[Any, ...], points: tuple[int, int]) -> None:
    """1 VP for controlling any, however many; 1 further VP for controlling more than the opponent; equal numbers bring neither player that one."""
    scene = on((0, NOWHERE[0], {}), *((0, at, {}) for at in mine), (1, NOWHERE[1], {}), *((1, at, {}) for at in theirs))
    assert scored(scene) == points


@pytest.mark.rule("KT21-MIS-07", "KT21-MIS-08", "KT21-MIS-09")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_every_turning_point_is_scored(turn: int) -> None:
    """The first and the last too, on top of what has been scored before."""
    scene = on((0, A, {}), (1, NOWHERE[1], {}), (1, None, {"left": 0, "state": {"down": True}}))
    assert scored(scene, turn=turn, vp=(2, 5)) == (5, 5)


@pytest.mark.rule("KT21-MIS-05", "KT21-MIS-07")
@pytest.mark.parametrize("turn", [1, 4])
@pytest.mark.parametrize(("side", "gained"), [(0, (2, 0)), (1, (0, 2))])
def test_what_lasts_for_the_turning_point_still_counts_when_it_is_scored(turn: int, side: int, gained: tuple[int, int]) -> None:
    """APL 2 against APL 2 at a marker, and a ploy that adds 1 APL until the end of the turning point; after the scoring it is over."""
    scene = on((0, (A[0] - 1, A[1]), {}), (1, (A[0] + 1, A[1]), {}))
    scene.ploy(side, name="drums", kind="strategic", effect="more-apl", until="turn")
    assert scored(scene, turn=turn) == (0, 0)
    play = scene.play(Task("end_turning_point"), turn=turn, dice=[6, 1], lasting=(Lasting(f"ploy/{side}/drums", side, -1, "turn"),))
    assert play.state.vp == gained
    if turn == 1:
        assert play.state.lasting == ()


@pytest.mark.rule("KT21-MIS-09")
@pytest.mark.parametrize(("before", "gained"), [((0, 0), (0, 1)), ((1, 0), (0, 1)), ((2, 0), (0, 0))])
def test_one_for_an_enemy_incapacitated_during_the_turning_point(before: tuple[int, int], gained: tuple[int, int]) -> None:
    """Two of A are down. Both since the turning point began, or one of them: 1 VP for B. Both before: nothing."""
    gone = {"left": 0, "state": {"down": True}}
    scene = on((0, NOWHERE[0], {}), (0, None, gone), (0, None, gone), (1, NOWHERE[1], {}))
    assert scored(scene, down_before=before) == gained


@pytest.mark.rule("KT21-MIS-09")
def test_it_is_scored_for_the_turning_point_it_happened_in_only() -> None:
    """A kill in turning point 1 is worth 1 VP at its end and nothing at the end of turning point 2."""
    scene = on((0, (3, 20), {"weapons": [gun("2 2+ 9/9")]}), (1, (8, 20), {"wounds": 3, "weapons": []}), (1, NOWHERE[1], {"weapons": []}))
    play = scene.firefight(0, turn=1, dice=[5, 5, 1, 1, 1, 6, 1, 6, 1]).answer(0, "shoot", 1, "end")
    idle(play, until="initiative")
    assert (play.state.turn, play.state.vp) == (2, (1, 0))
    assert play.events("scored")[-1].values["kills"] == (1, 0)
    play.answer(0)
    idle(play, until="initiative")
    assert (play.state.turn, play.state.vp) == (3, (1, 0))


@pytest.mark.rule("KT21-MIS-09")
def test_any_cause_will_do() -> None:
    """A's operative falls to its own Hot weapon, or to a friend's Blast: B scores, A does not."""
    hot = on((0, (3, 20), {"weapons": [gun("1 3+ 1/1; Hot")], "wounds": 3}), (1, (12, 20), {"weapons": []}))
    play = hot.firefight(0, turn=2, dice=[1, 1, 1, 1, 6, 1]).answer(0, "engage", "shoot", 1)
    assert idle(play, until="initiative").state.vp == (0, 1)
    blast = on(
        (0, (3, 20), {"weapons": [gun('1 2+ 4/4; Blast 3"')]}), (0, (12, 18), {"wounds": 3, "weapons": []}),
        (1, (12, 20.5), {"weapons": [], "wounds": 30}),
    )  # fmt: skip
    play = blast.firefight(0, turn=2, dice=[5, 1, 1, 1, 5, 1, 1, 1, 6, 1]).answer(0, "engage", "shoot", 2, "end")
    assert play.state.places[1] is None
    assert idle(play, until="initiative").state.vp == (0, 1)


@pytest.mark.rule("KT21-MIS-09", "KT21-WR-BLAST-02", "KT21-WR-SPLASH-02")
@pytest.mark.parametrize("rules", ['Blast 2"', "Splash 5"])
@pytest.mark.parametrize(("fallen", "cp", "wounds", "vp"), [("friend", 0, 4, (0, 1)), ("enemy", 1, 6, (1, 0))])
def test_who_fells_a_friend_is_not_rewarded_for_it(rules: str, fallen: str, cp: int, wounds: int, vp: tuple[int, int]) -> None:
    """An operative beside the target falls. If it is an enemy, that is worth 1 VP, and to this shooter 1 CP and 2 wounds; if it is a friend,
    the VP is the opponent's and the shooter has nothing of it.
    """
    rewards = [Ability(id="bounty", name="Bounty", text="…", effect="bounty"), Ability(id="feed", name="Feed", text="…", effect="feed")]
    scene = on(
        (0, (3, 20), {"weapons": [gun(f"1 2+ 1/1; {rules}")], "left": 4, "abilities": rewards}),
        (0, (12.5, 17.8) if fallen == "friend" else NOWHERE[0], {"weapons": [], "left": 1}),
        (1, (12.5, 20), {"weapons": [], "wounds": 30, "defence": 0}),
        (1, (12.5, 17.8) if fallen == "enemy" else NOWHERE[1], {"weapons": [], "left": 1}),
    )  # fmt: skip
    play = scene.firefight(0, turn=2, dice=[6, 6, 1, 1, 1, 6, 1]).answer(0, "engage", "shoot", 2)
    down = [m.down for m in play.state.models]
    assert down == [False, fallen == "friend", False, fallen == "enemy"]
    assert (play.state.cp, play.wounds(0)) == ((cp, 0), wounds)
    if play.what == "action":
        play.answer("end")
    idle(play, until="initiative")
    assert play.state.vp == vp


@pytest.mark.rule("KT21-MIS-09")
def test_several_at_once_are_worth_no_more() -> None:
    """Three enemies down in one turning point: still 1 VP."""
    gone = {"left": 0, "state": {"down": True}}
    assert scored(on((0, NOWHERE[0], {}), (1, NOWHERE[1], {}), *[(1, None, gone)] * 3)) == (1, 0)


@pytest.mark.rule("KT21-MIS-10")
def test_three_is_the_most_in_a_turning_point_and_twelve_in_a_battle() -> None:
    """All markers and a kill, four times over: 3, 6, 9, 12."""
    scene = on(
        *((0, at, {"weapons": [blade("2 2+ 9/9")]}) for at in (A, B, C, D, E)),
        *((1, (x + 1.3, y), {"wounds": 3, "weapons": [], "apl": 1}) for x, y in (A, B, C, D)), (1, NOWHERE[1], {"weapons": []}),
    )  # fmt: skip
    play = turning_point(scene, dice=[6, 1, *[5, 5, 6, 1] * 4])
    points = []
    for turn in range(4):
        play.answer(0, turn)
        if turn:
            play.answer("engage")
        play.answer("fight", "pass")
        idle(play, until="initiative")
        points.append(play.state.vp)
    assert points == [(3, 0), (6, 0), (9, 0), (12, 0)]
    assert play.over


@pytest.mark.rule("KT21-MIS-07", "KT21-MIS-08", "KT21-MIS-09")
def test_what_is_scored_is_told() -> None:
    """One event at the end of the turning point: points for markers, for kills, and who holds what."""
    play: Play = on((0, A, {}), (1, B, {}), (1, None, {"left": 0, "state": {"down": True}})).play(Task("end_turning_point"), dice=[6, 1])
    (told,) = play.events("scored")
    assert told.values == {"markers": (1, 1), "kills": (1, 0), "holders": (0, 1, None, None, None)}
    assert told.rule == "KT21-MIS-07"
    assert play.game.tell(told) == "Victory points for markers and kills: Team 0 1 and 1, Team 1 1 and 0."


@pytest.mark.rule("KT21-MIS-07")
def test_other_missions_may_score_otherwise() -> None:
    """The rules of scoring are the mission's: one that counts neither kills nor majorities brings 1 VP for three markers and a kill."""
    plain = msgspec.structs.replace(CAIRNS, scoring=msgspec.structs.replace(CAIRNS.scoring, more_than_opponent=0, kills=False))
    scene = on((0, A, {}), (0, B, {}), (0, C, {}), (1, NOWHERE[1], {}), (1, None, {"left": 0, "state": {"down": True}}))
    scene.mission = plain
    assert scored(scene) == (1, 0)


# --- the worked example


@pytest.mark.rule("KT21-MIS-05", "KT21-MIS-07", "KT21-MIS-08", "KT21-MIS-09")
def test_example_29_mission_scoring() -> None:
    """A 4 to 3 at marker 1; 1 to 1 with a stunned operative at marker 2; only B at marker 3; one of B down. A 2 VP, B 1."""
    scene = on(
        (0, (14, 11), {"apl": 2}), (0, (15, 12), {"apl": 2}), (0, (6.5, 5.5), {"apl": 2, "state": {"stun": 1}}),
        (1, (16, 11), {"apl": 3}), (1, (8.5, 5.5), {"apl": 1}), (1, C, {}), (1, None, {"left": 0, "state": {"down": True}}),
    )  # fmt: skip
    assert holders(scene) == (0, None, 1, None, None)
    assert scored(scene, turn=2) == (2, 1)
