"""Setting up: killzone, Defender player, drop zones, deployment and first orders."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Pick, Place
from counteract.core.state import Task
from counteract.game import Game
from counteract.mechanics.missions import Mission, ObjectiveMarker, Zone
from counteract.rulesets.kt21 import sight
from counteract.rulesets.kt21.teams import parse_team
from tests.rules.kt21.moving import refused
from tests.rules.kt21.rounds import battle, idle, kinds, lines
from tests.rules.kt21.scene import Play, Scene

BOXES = {"west": [0, 0, 3, 22], "east": [27, 0, 30, 22], "south": [0, 0, 30, 3], "north": [0, 19, 30, 22]}
FACING = {"west": "east", "east": "west", "south": "north", "north": "south"}


def zoned(*zones: Zone) -> Mission:
    return Mission(id="toy", name="Toy", ruleset="kt21", zones=zones, markers=(ObjectiveMarker("A", 2, 2),))


def setting_up(a: int = 1, b: int = 1, *, defender: str = "first", mission: Any = None, **fields: Any) -> Play:
    """Return a battle about to be set up, with a Defender player agreed upon."""
    return battle(lines(a, b, mission=mission, options={"defender": defender}, **fields), dice=[6, 1] * 4)


def no_barricades(play: Play) -> Play:
    while play.what == "barricade":
        play.answer("pass")
    return play


def deploying(scene: Scene, player: int = 0, **fields: Any) -> Play:
    """Return a battle in which a player, whose edge is the southern (0) or northern one (1), sets up an operative."""
    return scene.play(Task("set_up_operative", (player,)), **fields)


# --- the killzone


@pytest.mark.rule("KT21-SETUP-01")
def test_the_board_is_thirty_by_twenty_two_and_carries_terrain() -> None:
    """Nothing named: 30" by 22" with terrain on it. A killzone with a board of its own brings that."""
    view = Game.new("kt21", seed=1).view()
    assert view["board"] == [30, 22]
    assert len(view["terrain"]) > 3
    scene = Scene(board=(20, 18))
    scene.add(0, None)
    scene.add(1, None)
    assert battle(scene, dice=[1]).game.view()["board"] == [20, 18]


@pytest.mark.rule("KT21-INT-01")
@pytest.mark.parametrize(("edge", "inside", "outside"), [
    ("west", (0.5, 11), (3, 11)), ("east", (29.5, 11), (27, 11)), ("south", (15, 0.5), (15, 3)), ("north", (15, 21.5), (15, 19)),
])  # fmt: skip
def test_x_runs_along_the_long_side_and_y_along_the_short_one(edge: str, inside: tuple[float, float], outside: tuple[float, float]) -> None:
    """The four edges are x = 0 (west), x = 30 (east), y = 0 (south) and y = 22 (north), and operatives stand at z = 0."""
    play = no_barricades(setting_up().answer(edge))
    assert play.game.view()["zones"] == [BOXES[edge], BOXES[FACING[edge]]]
    assert play.why(Place(*outside)) == "KT21-SETUP-11"
    play.answer(Place(*inside))
    assert play.state.places[0] == (*inside, 0)


@pytest.mark.rule("KT21-SETUP-03")
@pytest.mark.parametrize("defender", [0, 1])
def test_the_order_of_setting_up(defender: int) -> None:
    """Terrain lies there from the first; then Defender player, edge, four barricades, both teams, first turning point."""
    scene = lines(2, 2)
    scene.wall(14, 10, 16, 12)
    play = battle(scene, dice=[defender + 1, 6, 1])
    assert len(play.game.view()["terrain"]) == 1
    assert [e.kind for e in play.game.events] == ["defender"]
    assert play.game.view()["zones"] == [] and {*play.state.places} == {None}
    play.answer("south")
    for _ in range(4):
        assert play.what == "barricade"
        play.answer(play.decision.options[1])
    idle(play, until="initiative")
    told = kinds(play, "defender", "zone", "barricade", "deployed", "turning-point")
    assert told == ["defender", "zone", *["barricade"] * 4, *["deployed"] * 4, "turning-point"]
    assert play.state.turn == 1


# --- Defender player and drop zones


@pytest.mark.rule("KT21-SETUP-04")
@pytest.mark.parametrize(("agreed", "dice", "defender"), [("first", [], 0), ("second", [], 1), ("random", [1], 0), ("random", [2], 1)])
def test_one_player_is_the_defender_player_by_agreement_or_at_random(agreed: str, dice: list[int], defender: int) -> None:
    """The Defender player is told to all and chooses first; the other one is the Attacker player."""
    play = battle(lines(1, 1, options={"defender": agreed}), dice=dice)
    assert (play.state.defender, play.player, play.what) == (defender, defender, "drop-zone")
    assert [(e.values["player"], e.rule) for e in play.events("defender")] == [(defender, "KT21-SETUP-04")]
    assert play.game.view()["defender"] == defender


@pytest.mark.rule("KT21-SETUP-04")
def test_the_defender_player_is_not_the_defender_of_every_attack() -> None:
    """The Defender player's operative shoots: the defence dice are those of the Attacker player."""
    scene = Scene()
    target = scene.add(0, (15, 11))
    shooter = scene.add(1, (5, 11))
    scene.barricade(13.9, 11, 90)  # nearer to the target
    for defender in (0, 1):
        play = scene.act(shooter, "shoot", dice=[6, *[1] * 6], defender=defender)
        assert play.player == 1
        play.answer(target)
        assert (play.what, play.player) == ("cover-save", 0)


@pytest.mark.rule("KT21-SETUP-05")
@pytest.mark.parametrize("defender", [0, 1])
@pytest.mark.parametrize("chosen", ["south", "north"])
def test_with_a_mission_one_of_its_drop_zones_is_chosen(defender: int, chosen: str) -> None:
    """The mission has zones 4" and 5" deep on two edges. The Defender player takes one, the opponent gets the other."""
    play = setting_up(defender=("first", "second")[defender], mission=zoned(Zone("north", 5), Zone("south", 4)))
    assert (play.player, play.options(), play.decision.rule) == (defender, ["south", "north"], "KT21-SETUP-05")
    assert play.why("west") == "KT21-SETUP-05"
    play.answer(chosen)
    mine, theirs = {"south": ([0, 0, 30, 4], [0, 17, 30, 22]), "north": ([0, 17, 30, 22], [0, 0, 30, 4])}[chosen]
    assert play.game.view()["zones"][defender] == mine
    assert play.game.view()["zones"][1 - defender] == theirs


@pytest.mark.rule("KT21-SETUP-06", "KT21-SETUP-07", "KT21-INT-01")
@pytest.mark.parametrize("defender", [0, 1])
@pytest.mark.parametrize("chosen", ["west", "east", "south", "north"])
def test_without_one_any_edge_is_chosen(defender: int, chosen: str) -> None:
    """The Attacker player has the opposite edge. Both zones are 3" deep. The default is the edge x = 0."""
    play = setting_up(defender=("first", "second")[defender])
    assert (play.player, play.decision.rule) == (defender, "KT21-SETUP-06")
    assert play.options() == ["west", "east", "south", "north"]
    assert play.decision.default == Pick("west")
    assert play.why("middle") == "KT21-SETUP-06"
    play.answer(chosen)
    zones = play.game.view()["zones"]
    assert zones[defender] == BOXES[chosen]
    assert zones[1 - defender] == BOXES[FACING[chosen]]
    assert [(e.values["player"], e.values["edge"], e.rule) for e in play.events("zone")] == [(defender, chosen, "KT21-SETUP-06")]


@pytest.mark.rule("KT21-SETUP-07")
def test_a_drop_zone_is_three_inches_deep() -> None:
    """A base of 1" stands wholly within it up to 2.5" from the edge."""
    assert sight.DROP_ZONE == 3
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    play = deploying(scene)
    assert play.why(Place(10, 2.5)) == ""
    refused(play, Place(10, 2.6), "KT21-SETUP-11")
    north = deploying(scene, 1)
    assert (north.player, north.why(Place(10, 19.5)), north.why(Place(10, 19.4))) == (1, "", "KT21-SETUP-11")


# --- deployment


@pytest.mark.rule("KT21-SETUP-10")
@pytest.mark.parametrize("defender", [0, 1])
def test_one_whole_team_then_the_other(defender: int) -> None:
    """The Defender player sets up three operatives in any order, then the Attacker player two; the players do not take turns."""
    play = no_barricades(setting_up(3, 2, defender=("first", "second")[defender]).answer("south"))
    asked = []
    while play.what != "initiative":
        asked.append(play.player)
        if play.what == "deploy":
            play.answer(play.options()[-1])
        else:
            play.answer(play.decision.default)
    sides = [play.state.models[e.values["model"]].side for e in play.events("deployed")]
    assert sides == ([0, 0, 0, 1, 1] if defender == 0 else [1, 1, 0, 0, 0])
    assert sorted(asked, reverse=bool(defender)) == asked
    first = [e.values["model"] for e in play.events("deployed")]
    assert first == ([2, 1, 0, 4, 3] if defender == 0 else [4, 3, 2, 1, 0])


@pytest.mark.rule("KT21-SETUP-11", "KT21-INT-03")
@pytest.mark.parametrize(
    ("x", "y", "rule"),
    [
        (10, 2.5, ""), (10, 2.501, ""), (10, 2.502, "KT21-SETUP-11"), (10, 11, "KT21-SETUP-11"), (10, 20, "KT21-SETUP-11"),
        (0.5, 0.5, ""), (29.5, 0.5, ""), (0.498, 1, "KT21-SETUP-11"), (29.502, 1, "KT21-SETUP-11"), (10, 0.498, "KT21-SETUP-11"),
    ],
)  # fmt: skip
def test_the_whole_base_is_in_the_own_drop_zone(x: float, y: float, rule: str) -> None:
    """A base of 1" in the zone from y = 0 to 3: no part of it outside, whatever the direction."""
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    play = deploying(scene)
    assert play.why(Place(x, y)) == rule
    if not rule:
        play.answer(Place(x, y))
        assert play.state.places[0] == (x, y, 0)
        assert [(e.values["x"], e.values["y"], e.rule) for e in play.events("deployed")] == [(x, y, "KT21-SETUP-11")]


@pytest.mark.rule("KT21-SETUP-11", "KT21-INT-08")
def test_every_place_offered_is_legal() -> None:
    """All candidates lie in the zone, on free ground."""
    scene = Scene()
    scene.add(0, (5, 1.5))
    scene.add(0, None, base=40)
    scene.add(1, None)
    scene.wall(9, 0, 12, 2, top=1)
    play = deploying(scene)
    assert len(play.options()) > 10
    for option in play.options():
        assert 0.787 <= option.x <= 29.213 and 0.787 <= option.y <= 2.213 and option.z == 0
        assert (option.x - 5) ** 2 + (option.y - 1.5) ** 2 >= 1.287**2
        assert play.why(option) == ""


@pytest.mark.rule("KT21-INT-08")
def test_nobody_is_set_up_on_others_or_on_terrain() -> None:
    """Not on a base, not on a wall or a barricade, not on a floor above; touching is fine, and so is standing below a roof."""
    scene = Scene()
    scene.add(0, (5, 1.5))
    scene.add(0, None)
    scene.add(1, None)
    scene.wall(9, 0, 12, 2, top=3)
    scene.floor(15, 0, 20, 3, z=3)
    scene.barricade(25, 1)
    play = deploying(scene)
    for at in ((5.9, 1.5), (10, 1), (8.6, 1), (25, 1), (25, 1.5)):
        refused(play, Place(*at), "KT21-INT-08")
    assert "another base" in play.refusal(Place(5.9, 1.5)).reason and "part0" in play.refusal(Place(10, 1)).reason
    refused(play, Place(17, 1, 3), "KT21-INT-11")
    for at in ((6, 1.5), (8.5, 1), (17, 1), (25, 1.625)):
        assert play.why(Place(*at)) == "", at


@pytest.mark.rule("KT21-SETUP-11")
@pytest.mark.parametrize("answer", [Place(float("nan"), 1), Place(5, True), Place(5, 1e9), "pass", 3])
def test_what_is_no_place_is_refused(answer: Any) -> None:
    """An answer is a place in plain numbers."""
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    assert deploying(scene).why(answer) == "KT21-SETUP-11"


@pytest.mark.rule("KT21-SETUP-12")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("order", ["engage", "conceal"])
def test_each_operative_gets_an_order_as_it_is_set_up(player: int, order: str) -> None:
    """Its own player chooses, right after placing it; who does not answer gets Conceal."""
    scene = Scene()
    scene.add(0, None, order="conceal")
    scene.add(1, None, order="conceal")
    play = deploying(scene, player).answer(Place(10, 1 if player == 0 else 21))
    assert (play.what, play.player, play.decision.subject, play.decision.rule) == ("order", player, player, "KT21-SETUP-12")
    assert {*play.options()} == {"engage", "conceal"}
    assert play.decision.default == Pick("conceal")
    play.answer(order)
    assert play.state.models[player].order == order
    assert play.game.view()["models"][player]["order"] == order


# --- sizes


TEAM = """
    id = "toys"
    name = "Toys"
    ruleset = "kt21"
    [[operative]]
    id = "toy"
    name = "Toy"
    move = 6
    apl = 2
    defence = 3
    save = "4+"
    wounds = 8
"""


@pytest.mark.rule("KT21-INT-02")
@pytest.mark.parametrize(
    ("given", "base", "height"),
    [
        ("", 32, 1.5), ("base = 25", 25, 1.5), ("base = 28.5", 28.5, 1.5), ("base = 40", 40, 2.0), ("base = 50", 50, 2.0),
        ("base = 40\nheight = 1.5", 40, 1.5), ("height = 3", 32, 3.0),
    ],
)  # fmt: skip
def test_bases_and_heights(given: str, base: float, height: float) -> None:
    """32 mm and 1.5" unless the team file says otherwise; from 40 mm on 2". In play a base of 32 mm has a radius of 0.63"."""
    (card,) = parse_team(TEAM + given, "toys.toml").operatives
    assert (card.base, card.height) == (base, height)
    scene = Scene()
    scene.add(0, None, base=card.base)
    scene.add(1, None)
    play = deploying(scene)
    radius = base / 25.4 / 2
    assert play.game.view()["models"][0]["base"] == pytest.approx(2 * radius, abs=0.001)
    assert play.why(Place(10, radius + 0.001)) == ""
    assert play.why(Place(10, radius - 0.002)) == "KT21-SETUP-11"


# --- full zones, zones that meet


@pytest.mark.rule("KT21-INT-24")
def test_who_finds_no_room_is_out_of_the_battle() -> None:
    """Walls leave room for one base in the zone: the second operative counts as incapacitated, and the battle goes on without it."""
    scene = Scene(defender="first")
    for _ in range(2):
        scene.add(0, None)
    scene.add(1, None)
    scene.wall(1.2, 0, 30, 3, top=3)
    scene.wall(0, 1.2, 1.2, 3, top=3)
    play = no_barricades(battle(scene, dice=[6, 1]).answer("south"))
    idle(play.answer(Pick(0)), until="initiative")
    assert [(e.values["model"], e.rule) for e in play.events("no-room")] == [(1, "KT21-INT-24")]
    down = play.state.models[1]
    assert (down.down, down.wounds, down.ready, play.state.places[1]) == (True, 0, False, None)
    idle(play, until="activate")
    assert play.options() == [0]


@pytest.mark.rule("KT21-INT-24")
def test_a_place_that_just_fits_is_found() -> None:
    """A pocket exactly as wide as the base is room enough, wherever it is."""
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    scene.wall(0, 0, 7.13, 3, top=3)
    scene.wall(8.13, 0, 30, 3, top=3)
    scene.wall(7.13, 1.41, 8.13, 3, top=3)
    play = deploying(scene)
    assert play.why(Place(7.63, 0.6)) == ""
    assert all(abs(place.x - 7.63) < 0.001 and 0.5 <= place.y <= 0.91 for place in play.options())


@pytest.mark.rule("KT21-INT-25", "KT21-INT-12")
@pytest.mark.parametrize(
    ("gap", "top", "rule"),
    [(1.0, 0, "KT21-INT-25"), (1.002, 0, ""), (0.3, 0, "KT21-INT-25"), (0.3, 3, ""), (0.3, 1, "KT21-INT-25")],
)
def test_nobody_is_set_up_within_engagement_range(gap: float, top: float, rule: str) -> None:
    """On a narrow board the zones of the mission meet. Within 1" of an enemy is too near, unless a high wall hides both."""
    scene = Scene(board=(30, 8), mission=zoned(Zone("south", 4), Zone("north", 4)))
    scene.add(0, (10, 3.4))
    scene.add(1, None)
    if top:
        scene.wall(6, 3.95, 14, 4.05, top=top)
    play = deploying(scene, 1)
    assert play.why(Place(10, 4.4 + gap)) == rule
    if top != 3:
        assert all((place.x - 10) ** 2 + (place.y - 3.4) ** 2 > 2.001**2 for place in play.options())


@pytest.mark.rule("KT21-INT-25", "KT21-INT-24")
@pytest.mark.parametrize(("enemy", "room"), [((3.5, 3.0), False), ((7.3, 0.6), True)])
def test_a_place_that_just_fits_must_be_far_enough_as_well(enemy: tuple[float, float], room: bool) -> None:
    """The only place left is a pocket as wide as the base; with an enemy before it there is no room at all."""
    scene = Scene(board=(8, 8), mission=zoned(Zone("south", 4), Zone("north", 4)))
    scene.add(0, enemy)
    scene.add(1, None)
    scene.wall(0, 4, 3, 8, top=3)
    scene.wall(4, 4, 8, 8, top=3)
    scene.wall(3, 5, 4, 8, top=3)
    play = deploying(scene, 1)
    assert (play.what == "place") is room
    assert len(play.events("no-room")) == (not room)
    if room:
        assert play.why(Place(3.5, 4.5)) == ""


# --- the example


@pytest.mark.rule("KT21-SETUP-06", "KT21-SETUP-07", "KT21-SETUP-08", "KT21-SETUP-09", "KT21-SETUP-10", "KT21-SETUP-11", "KT21-INT-06")
@pytest.mark.parametrize("defender", [0, 1])
def test_example_30_set_up(defender: int) -> None:
    """Edge y = 0: zones 0 to 3 and 19 to 22; bases of 32 mm, barricades 2" from the zone; D, A, D, A, then all of D's, all of A's."""
    play = setting_up(2, 2, defender=("first", "second")[defender], base=32.0).answer("south")
    zones = play.game.view()["zones"]
    assert (zones[defender], zones[1 - defender]) == ([0, 0, 30, 3], [0, 19, 30, 22])
    asked = []
    for k in range(4):
        asked.append(play.player)
        if k == 0:
            refused(play, Place(10, 5.1 + 0.125), "KT21-SETUP-09")
            play.answer(Place(10, 5.0 + 0.125))
        else:
            play.answer("pass" if k > 1 else Place(20, 17 - 0.125))
    assert asked == [defender, 1 - defender, defender, 1 - defender]
    play.answer(Pick(0 if defender == 0 else 2))
    refused(play, Place(10, 2.5), "KT21-SETUP-11")
    play.answer(Place(10, 2.3))
    idle(play, until="initiative")
    order = [play.state.models[e.values["model"]].side for e in play.events("deployed")]
    assert order == [defender, defender, 1 - defender, 1 - defender]
