"""Setting up: teams, killzone, drop zones, deployment in thirds."""

from __future__ import annotations

import pytest

from counteract.core.decision import Place
from counteract.core.dice import DiceExhausted
from counteract.core.state import Task
from counteract.game import Game
from counteract.mechanics.missions import load_mission
from counteract.rulesets.kt24.cards import Card, Team
from counteract.table.killzone import load_killzone
from tests.rules.kt24.rounds import batches, battle, deploy, idle, strategy, take
from tests.rules.kt24.scene import Play, Scene, blade


def squad(size: int, name: str) -> Team:
    cards = tuple(Card(id=f"{name}-{k}", name=f"{name} {k}", move=6, apl=2, save=4, wounds=8 + k, weapons=(blade(),)) for k in range(size))
    return Team(id=name, name=name.title(), operatives=cards)


def setting_up(a: int = 3, b: int = 3, *, drawn: int = 0, **scene: object) -> Play:
    """Return a battle about to be set up: ``a`` operatives against ``b``, one of the players drawn for the initiative."""
    drawing = Scene(**scene)  # type: ignore[arg-type]
    for side, size in ((0, a), (1, b)):
        for _ in range(size):
            drawing.add(side, None)
    return battle(drawing, dice=[drawn + 1, 6, 1])


def deploying(scene: Scene) -> Play:
    """Return a battle in which the first player, whose edge is the southern one, sets up an operative."""
    return scene.play(Task("set_up_operative", (0,)))


@pytest.mark.rule("KT24-SETUP-01")
def test_each_player_fields_the_operatives_of_the_team_they_chose() -> None:
    """Two teams of different sizes are chosen: exactly their operatives take part, each on its owner's side, with its own wounds."""
    game = Game.new("kt24", teams=[squad(2, "reds"), squad(3, "blues")], seed=1)
    models = game.view()["models"]
    assert [(m["name"], m["side"], m["wounds"]) for m in models] == [
        ("reds 0", 0, 8), ("reds 1", 0, 9), ("blues 0", 1, 8), ("blues 1", 1, 9), ("blues 2", 1, 10),
    ]  # fmt: skip
    assert [side["team"] for side in game.view()["sides"]] == ["Reds", "Blues"]


@pytest.mark.rule("KT24-SETUP-01")
@pytest.mark.parametrize("count", [1, 3])
def test_two_players_bring_one_team_each(count: int) -> None:
    """With one team or with three there is no battle."""
    with pytest.raises(ValueError, match="by 2 teams"):
        Game.new("kt24", teams=[squad(2, f"team{k}") for k in range(count)], seed=1)


@pytest.mark.rule("KT24-SETUP-02")
def test_the_board_is_thirty_by_twenty_two_unless_the_killzone_says_otherwise() -> None:
    """Nothing named: 30" by 22" with terrain on it. A killzone with a board of its own brings that."""
    usual = Game.new("kt24", teams=[squad(2, "reds"), squad(2, "blues")], seed=1)
    assert usual.view()["board"] == [30, 22]
    assert len(usual.view()["terrain"]) > 0
    other = Scene(board=(20, 18))
    other.add(0, None)
    other.add(1, None)
    other.wall(9, 8, 11, 10)
    play = battle(other, dice=[1, 6, 1])
    assert play.game.view()["board"] == [20, 18]
    assert [part["footprint"] for part in play.game.view()["terrain"]] == [[[9, 8], [11, 8], [11, 10], [9, 10]]]
    deploy(play.answer("east"))
    assert play.game.view()["zones"] == [[17, 0, 20, 18], [0, 0, 3, 18]]


@pytest.mark.rule("KT24-SETUP-03")
def test_inches_six_sided_dice_tokens_and_markers() -> None:
    """A base of 25.4 mm is 1" across; a 7 is no result; each operative shows its order and whether it is ready; markers show places."""
    scene = Scene(mission="default")
    scene.add(0, (5, 2))
    scene.add(1, (5, 20))
    play = strategy(scene, dice=[6, 1])
    assert [m["base"] for m in play.game.view()["models"]] == [1.0, 1.0]
    take(play.answer(0), 0, "engage")
    states = [(m["order"], m["ready"]) for m in play.game.view()["models"]]
    assert states == [("engage", False), ("conceal", True)]
    assert [(m["id"], m["at"]) for m in play.game.view()["markers"]] == [("A", [15, 11]), ("B", [7, 8]), ("C", [23, 14])]
    with pytest.raises(DiceExhausted, match="D6"):
        strategy(scene, dice=[7, 1])


@pytest.mark.rule("KT24-SETUP-04", "KT24-MIS-05")
def test_the_killzone_is_laid_out_before_anything_else() -> None:
    """At the first decision board, terrain and markers are there and the initiative is drawn; drop zones and operatives are not."""
    scene = Scene(mission="default")
    scene.add(0, None)
    scene.add(1, None)
    scene.wall(10, 1, 12, 2)
    play = battle(scene, dice=[1])
    view = play.game.view()
    assert view["board"] == [30, 22]
    assert len(view["terrain"]) == 1
    assert len(view["markers"]) == 3
    assert view["zones"] == []
    assert [m["place"] for m in view["models"]] == [None, None]
    assert [e.kind for e in play.game.events] == ["drawn"]
    play.answer("south")
    assert play.why(Place(11, 1.5)) == "KT24-INT-15"  # the terrain is already in the way


@pytest.mark.rule("KT24-MIS-05", "KT24-SETUP-04")
def test_the_order_of_a_battle() -> None:
    """Draw, drop zone, deployment in thirds, four turning points, final scoring, and nothing else."""
    scene = Scene(mission="default")
    scene.add(0, None)
    scene.add(1, None)
    play = battle(scene, dice=[1, 5, 2, 5, 2, 5, 2, 5, 2])
    idle(deploy(play.answer("south")))
    steps = [e.kind for e in play.game.events if e.kind in ("drawn", "zone", "deployed", "turning-point", "kills-scored")]
    assert steps == ["drawn", "zone", "deployed", "deployed", *["turning-point"] * 4, "kills-scored"]
    assert play.game.events[-1].kind == "kills-scored"


@pytest.mark.rule("KT24-SETUP-05")
@pytest.mark.parametrize("drawn", [0, 1])
def test_the_player_drawn_at_random_holds_the_initiative_for_set_up(drawn: int) -> None:
    """A draw between two: a 1 is the first player, a 2 the second, and it is that player who chooses a drop zone."""
    play = setting_up(drawn=drawn)
    assert play.state.initiative == drawn
    assert play.what == "drop-zone"
    assert play.player == drawn


@pytest.mark.rule("KT24-SETUP-05", "KT24-INT-79")
def test_the_draw_is_even_and_comes_from_the_seed() -> None:
    """Over 400 seeds each player is drawn about half of the time, and a seed always draws the same player."""
    teams = [squad(1, "reds"), squad(1, "blues")]
    drawn = [Game.new("kt24", teams=teams, mission=None, seed=seed).state.initiative for seed in range(400)]
    assert 160 < sum(drawn) < 240
    assert [Game.new("kt24", teams=teams, mission=None, seed=seed).state.initiative for seed in range(20)] == drawn[:20]


@pytest.mark.rule("KT24-SETUP-06", "KT24-MIS-02")
@pytest.mark.parametrize("drawn", [0, 1])
@pytest.mark.parametrize(("chosen", "zones"), [("south", ([0, 0, 30, 3], [0, 19, 30, 22])), ("north", ([0, 19, 30, 22], [0, 0, 30, 3]))])
def test_with_a_mission_one_of_its_drop_zones_is_chosen(drawn: int, chosen: str, zones: tuple[list[int], list[int]]) -> None:
    """The mission map has a South and a North zone. Whoever holds the initiative takes one, the opponent gets the other."""
    play = setting_up(drawn=drawn, mission="default")
    assert play.player == drawn
    assert play.options() == ["south", "north"]
    assert play.why("west") == "KT24-SETUP-06"
    play.answer(chosen)
    mine, theirs = zones
    assert play.game.view()["zones"] == ([mine, theirs] if drawn == 0 else [theirs, mine])


@pytest.mark.rule("KT24-SETUP-06")
def test_the_drop_zones_are_those_of_the_mission_played() -> None:
    """Another mission is played the long way, with zones 5" deep: those are the ones on offer."""
    play = setting_up(drawn=0, mission=load_mission("four-wells", "kt24"))
    assert play.options() == ["west", "east"]
    play.answer("east")
    assert play.game.view()["zones"] == [[25, 0, 30, 22], [0, 0, 5, 22]]


FACING = {"south": "north", "north": "south", "west": "east", "east": "west"}
STRIPS = {"south": [0, 0, 30, 3], "north": [0, 19, 30, 22], "west": [0, 0, 3, 22], "east": [27, 0, 30, 22]}


@pytest.mark.rule("KT24-SETUP-07", "KT24-SETUP-08")
@pytest.mark.parametrize("drawn", [0, 1])
@pytest.mark.parametrize("edge", FACING)
def test_without_a_mission_one_of_four_edges_is_chosen(drawn: int, edge: str) -> None:
    """All four edges are on offer. The opponent gets the one facing it, and each zone reaches 3" in along the whole edge."""
    play = setting_up(drawn=drawn)
    assert play.player == drawn
    assert sorted(play.options()) == ["east", "north", "south", "west"]
    play.answer(edge)
    zones = play.game.view()["zones"]
    assert zones[drawn] == STRIPS[edge]
    assert zones[1 - drawn] == STRIPS[FACING[edge]]


@pytest.mark.rule("KT24-DIFF-14", "KT24-SETUP-08")
@pytest.mark.parametrize("printing", ["2025", "2024"])
def test_within_three_inches_of_the_edge_and_a_strip_three_inches_wide_are_the_same(printing: str) -> None:
    """Both printings: a base is inside if no point of it is more than 3" from the edge, into both corners of the board."""
    play = setting_up(printing=printing).answer("west", 0)
    for x, y in [(0.5, 0.5), (0.5, 21.5), (2.5, 0.5), (2.5, 21.5), (1.3, 11), (2.5, 11)]:
        assert play.why(Place(x, y)) == "", (x, y)
    for x, y in [(2.51, 0.5), (2.51, 11), (2.6, 21.5), (3.5, 11), (27.5, 11)]:
        assert play.why(Place(x, y)) == "KT24-SETUP-10", (x, y)


@pytest.mark.rule("KT24-SETUP-09", "KT24-INT-31")
def test_ex_18_deployment() -> None:
    """Ten operatives against five, the larger team first: 4, 2, 4, 2, 2, 1."""
    play = deploy(setting_up(10, 5, drawn=0).answer("south"))
    assert batches(play) == [(0, 4), (1, 2), (0, 4), (1, 2), (0, 2), (1, 1)]
    assert play.what == "initiative"


@pytest.mark.rule("KT24-INT-31", "KT24-SETUP-09")
@pytest.mark.parametrize(
    ("size", "thirds"), [(10, [4, 4, 2]), (11, [4, 4, 3]), (7, [3, 3, 1]), (5, [2, 2, 1]), (4, [2, 2]), (2, [1, 1]), (3, [1, 1, 1]), (1, [1])]
)
def test_a_third_is_a_third_of_the_whole_team_rounded_up(size: int, thirds: list[int]) -> None:
    """Each batch is a third of the team as it was, rounded up; the last one is what is left."""
    play = deploy(setting_up(size, size, drawn=1).answer("south"))
    assert batches(play) == [(side, n) for n in thirds for side in (1, 0)]


@pytest.mark.rule("KT24-INT-31", "KT24-SETUP-09")
@pytest.mark.parametrize("drawn", [0, 1])
def test_who_has_nobody_left_to_deploy_is_skipped(drawn: int) -> None:
    """Five operatives against one: once the one is placed, the other player sets up the rest without waiting."""
    play = deploy(setting_up(5, 1, drawn=drawn).answer("south"))
    assert batches(play) == ([(0, 2), (1, 1), (0, 3)] if drawn == 0 else [(1, 1), (0, 5)])


@pytest.mark.rule("KT24-SETUP-09")
def test_each_player_sets_up_their_own_operatives_in_any_order() -> None:
    """The owner picks which operative comes next and where it goes; those of the opponent are not on offer."""
    play = setting_up(3, 3, drawn=1).answer("north")
    assert (play.what, play.player) == ("deploy", 1)
    assert play.options() == [3, 4, 5]
    assert play.why(0) == "KT24-SETUP-09"
    play.answer(5)
    assert (play.what, play.player) == ("place", 1)
    play.answer(Place(15, 21))
    assert play.state.places[5] == (15, 21, 0)
    assert (play.what, play.player) == ("deploy", 0)
    assert play.options() == [0, 1, 2]


@pytest.mark.rule("KT24-SETUP-10")
@pytest.mark.parametrize(
    ("at", "rule"),
    [
        ((15, 2.5), ""),  # touching the line from inside
        ((0.5, 0.5), ""),
        ((29.5, 2.5), ""),
        ((15, 2.502), "KT24-SETUP-10"),
        ((15, 3), "KT24-SETUP-10"),  # half inside
        ((15, 20), "KT24-SETUP-10"),  # in the other zone
        ((15, 11), "KT24-SETUP-10"),
        ((0.4, 1), "KT24-SETUP-10"),  # over the edge of the board
        ((10, 1), "KT24-INT-15"),  # on top of a friend
        ((20, 2.8), "KT24-SETUP-10"),
        ((20, 1.5), "KT24-INT-15"),  # inside a wall
    ],
)
def test_an_operative_is_set_up_wholly_within_its_own_drop_zone(at: tuple[float, float], rule: str) -> None:
    """The whole base lies in the zone, and it must be able to stand there."""
    scene = Scene()
    scene.add(0, (10, 1))
    scene.add(0, None)
    scene.add(1, None)
    scene.wall(19, 1, 21, 2)
    play = deploying(scene)
    assert play.why(Place(*at)) == rule
    offered = play.decision.options
    assert len(offered) > 20
    assert all(play.game.why_not(option) is None for option in offered)
    assert all(0.5 <= p.y <= 2.5 and 0.5 <= p.x <= 29.5 for p in offered)  # type: ignore[union-attr]


@pytest.mark.rule("KT24-SETUP-10")
@pytest.mark.parametrize("answer", [Place(float("nan"), 1), Place(1, float("inf")), Place(10**400, 1), Place("left", 1), "south"])  # type: ignore[arg-type]
def test_what_is_no_place_on_the_board_is_refused(answer: object) -> None:
    """Nonsense is refused like any other wrong place, and nothing breaks."""
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    assert deploying(scene).why(answer) == "KT24-SETUP-10"


@pytest.mark.rule("KT24-SETUP-11", "KT24-ORDER-01")
def test_a_deployed_operative_has_a_conceal_order() -> None:
    """Whatever token lay beside it, at the moment it is set up it shows Conceal."""
    scene = Scene()
    scene.add(0, None, order="engage")
    scene.add(1, None)
    play = deploying(scene).answer(Place(15, 1))
    assert play.state.models[0].order == "conceal"


@pytest.mark.rule("KT24-SETUP-10")
def test_a_place_in_whole_numbers_is_kept_as_inches() -> None:
    """Whole numbers are places too; what is kept is the same as if they had been written with a point."""
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    one, two = (deploying(scene).answer(Place(*at)) for at in ((15, 1), (15.0, 1.0)))
    assert one.game.digest() == two.game.digest()


@pytest.mark.rule("KT24-SETUP-02", "KT24-MIS-01")
def test_the_usual_killzone_is_the_one_of_the_default_mission() -> None:
    """A battle for which nothing is named is Hold the Ground on the Proving Ground, over four turning points."""
    game = Game.new("kt24", teams=[squad(2, "reds"), squad(2, "blues")], seed=1)
    assert game.arena.mission == load_mission("hold-the-ground", "kt24")
    assert game.arena.mission.name == "Hold the Ground"
    assert game.arena.terrain.parts == load_killzone("proving-ground").parts
    assert (game.arena.terrain.board.width, game.arena.terrain.board.depth) == (30, 22)
    assert game.arena.options.turning_points == 4


# --- no room


def crowded(*, enemy: tuple[float, float] | None = None) -> Play:
    """Return a battle in which the southern drop zone is under a block of stone as deep as itself; an enemy may stand before it."""
    scene = Scene(board=(12, 22))
    scene.add(0, None)
    scene.add(1, enemy)
    scene.wall(0, 0, 12, 3, top=6)
    return deploying(scene)


@pytest.mark.rule("KT24-INT-86")
def test_who_finds_no_room_is_set_up_as_near_to_the_drop_zone_as_can_be() -> None:
    """The zone is covered: the operative, 1" across, goes right in front of it, and no farther off than it must."""
    play = crowded()
    places = [option for option in play.decision.options if isinstance(option, Place)]
    assert places and all(place.y == pytest.approx(3.5, abs=0.25) for place in places)
    assert play.why(Place(6.0, 5.0)) == "KT24-INT-86"
    assert play.game.why_not(play.decision.default) is None
    play.answer(Place(6.0, 3.5))
    assert play.state.places[0] == (6.0, 3.5, 0.0)
    assert play.state.models[0].order == "conceal"  # as all operatives that are set up
    assert play.events("deployed")[0].rule == "KT24-INT-86"


@pytest.mark.rule("KT24-INT-86")
def test_it_is_never_set_up_within_control_range_of_an_enemy() -> None:
    """An enemy stands at (6, 4.5): within 1" of it no operative is set up, beside it an operative is."""
    play = crowded(enemy=(6.0, 4.5))
    places = [option for option in play.decision.options if isinstance(option, Place)]
    assert places and all(abs(place.x - 6.0) > 1.5 for place in places)
    assert play.why(Place(6.0, 3.5)) == "KT24-INT-86"
    assert play.why(Place(9.0, 3.5)) == ""


@pytest.mark.rule("KT24-INT-86")
@pytest.mark.parametrize(("enemy", "y"), [((7.4, 11.0), 3.5), ((3.63, 5.2), 5.5)])
def test_a_pocket_that_just_fits_must_be_out_of_control_range_too(enemy: tuple[float, float], y: float) -> None:
    """Stone with a gap as wide as the base fills the zone and 2" more. In the gap is nearest, unless an enemy stands before it."""
    scene = Scene(board=(8, 22))
    scene.add(0, None)
    scene.add(1, enemy)
    for box in ((0, 0, 8, 3), (0, 3, 3.13, 5), (4.13, 3, 8, 5)):
        scene.wall(*box, top=6)
    play = deploying(scene)
    places = [option for option in play.decision.options if isinstance(option, Place)]
    assert places and all(place.y == pytest.approx(y, abs=0.25) for place in places)


@pytest.mark.rule("KT24-INT-86")
def test_nowhere_at_all_is_out_of_the_battle() -> None:
    """A board that is one block of stone has no place: the operative is out, and the battle is set up without it."""
    scene = Scene(board=(12, 22))
    scene.add(0, None)
    scene.add(1, None)
    scene.wall(0, 0, 12, 22, top=6)
    play = deploying(scene)
    assert play.state.models[0].down
    assert play.events("no-room")[0].rule == "KT24-INT-86"
    assert "There is no room for" in play.game.tell(play.events("no-room")[0])


@pytest.mark.rule("KT24-INT-86")
def test_a_base_that_does_not_fit_into_the_empty_zone_is_refused_with_the_set_up() -> None:
    """Drop zones are 3" deep: a base of 76 mm fits in, one of 77 mm does not, and the complaint names the field."""
    def with_base(base: float) -> Team:
        card = Card(id="giant", name="Giant", move=6, apl=2, save=4, wounds=9, base=base, weapons=(blade(),))
        return Team(id="giants", name="Giants", operatives=(card,))

    game = Game.new("kt24", teams=[with_base(76), squad(2, "blues")], seed=1)
    assert game.decision is not None
    with pytest.raises(ValueError, match="team 'giants', operative 'giant': 'base' is 77 mm, and drop zones are 3\" deep"):
        Game.new("kt24", teams=[with_base(77), squad(2, "blues")], seed=1)
