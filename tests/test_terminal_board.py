"""The board in the terminal: small scenes line by line, and whole boards."""

from __future__ import annotations

import re

import pytest

from counteract import Game
from counteract.terminal.board import draw
from counteract.terminal.panel import scene
from counteract.terminal.pieces import letters

TEAMS = ["ashen-wardens", "hollow-choir"]


def model(number, side, place, **more):
    usual = {"order": "conceal", "ready": True, "wounds": 8, "starting_wounds": 8, "alert": "", "removed": False}
    return {"id": number, "name": f"Model {number}", "side": side, "place": place, "base": 1.1, **usual, **more}


def part(name, x0, y0, x1, y1, top, kind="heavy", bottom=0.0, marks=()):
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    return {"id": name, "feature": name, "footprint": corners, "bottom": bottom, "top": top, "kind": kind, "marks": list(marks)}


def small(**changes):
    """Return a board of 8 by 5 inches with two models, a marker and some terrain."""
    return {
        "board": [8.0, 5.0],
        "turn": 1,
        "phase": "firefight",
        "initiative": 0,
        "zones": [[0, 0, 8, 1], [0, 4, 8, 5]],
        "sides": [{"team": "Reds", "cp": 1, "vp": 2}, {"team": "Blues", "cp": 0, "vp": 3}],
        "markers": [{"id": "Well", "at": [4.0, 2.5], "holder": None}],
        "terrain": [part("block", 5, 3, 7, 5, 3.0), part("wall", 1, 1.4, 3, 1.6, 1.0, "light")],
        "models": [model(0, 0, [1.0, 0.5, 0.0]), model(1, 1, [7.0, 1.5, 0.0], order="engage", ready=False, wounds=3, alert="injured")],
        "active": None,
        **changes,
    }


def text(lines) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def test_the_board_is_drawn_true_to_scale():
    assert text(draw(small())) == [
        " 4           ▓▓₃▓",
        " 3           ▓▓▓▓",
        " 2        ◎W",
        " 1   ────       a△!",
        " 0  A■",
        "   0         5",
    ]


def test_the_active_model_the_wounded_and_held_markers_are_marked():
    view = small(active=0, markers=[{"id": "Well", "at": [4.0, 2.5], "holder": 1}])
    view["models"][0] |= {"wounds": 7, "order": "engage"}
    drawn = text(draw(view))
    assert drawn[2] == " 2        ②W"
    assert drawn[4] == " 0 ▸A▲'"


def test_drop_zones_are_drawn_while_setting_up():
    drawn = text(draw(small(turn=0)))
    assert drawn[4] == " 0 /A■ / / / / / /"
    assert drawn[0] == " 4 \\ \\ \\ \\ \\ ▓▓₃▓\\"
    assert "/" not in "".join(text(draw(small())))


def test_reach_and_numbered_places_are_drawn_and_hide_nobody():
    drawn = text(draw(small(), spots=[(2.25, 2.5), (1.0, 0.5)], reach=[(2.25, 3.5), (2.25, 2.5)]))
    assert drawn[1] == " 3     ·     ▓▓▓▓"
    assert drawn[2] == " 2     1  ◎W"
    assert drawn[4] in (" 0  A■2", " 0 2A■")


def test_models_side_by_side_are_all_to_be_seen():
    view = small()
    view["models"] = [{**view["models"][0], "id": i, "place": [2.0 + 0.4 * i, 2.6, 0.0]} for i in range(4)]
    drawn = "".join(text(draw(view)))
    assert all(f"{letter}■" in drawn for letter in "ABCD")
    assert letters(view) == {0: "A", 1: "B", 2: "C", 3: "D"}


def test_thin_walls_join_where_they_meet():
    walls = [part("south", 1, 1.4, 4, 1.7, 3.5), part("west", 1, 1.4, 1.3, 4, 3.5)]
    view = small(terrain=walls, models=[], markers=[])
    assert text(draw(view))[1:4] == [" 3   ┃", " 2   ┃", " 1   ┗━━━━━"]


@pytest.mark.parametrize("killzone", ["foundry", "hollow-quarter", "proving-ground", "salt-flats", "undercroft"])
@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_a_scene_never_is_wider_than_the_screen_it_is_for(killzone, width):
    game = Game.new("kt24", teams=TEAMS, killzone=killzone, seed=1)
    lines = scene(game.view(), width)
    board = max(len(line.plain.rstrip()) for line in draw(game.view()))
    assert max(len(line.plain.rstrip()) for line in lines) <= max(width, board)


@pytest.mark.parametrize(("holder", "signs"), [(None, 0), (0, 2), (1, 2)])
def test_the_initiative_is_marked_once_somebody_has_it(holder, signs):
    lines = text(scene(small(initiative=holder), 100))
    assert "\n".join(lines).count("◂") == signs  # beside the team, and in the legend
    assert [name for name in ("Reds", "Blues") if any(f"{name} ◂" in line for line in lines)] == [("Reds", "Blues")[h] for h in (0, 1) if h == holder]


def test_rosters_stand_beside_the_board_with_names_where_there_is_room():
    game = Game.new("kt24", teams=TEAMS, killzone="foundry", seed=3)
    while game.decision.what != "activate":
        game.play(game.advice())
    view = game.view()
    wide = "\n".join(text(scene(view, 100)))
    assert re.search(r"A[■□▲△] Warden Captain +\d+/12 [▮▯]{6}", wide)
    assert "Ashen Wardens" in wide
    narrow = "\n".join(text(scene(view, 80)))
    assert re.search(r"A[■□▲△] +\d+/12 [▮▯]{4}", narrow)
    assert "Warden Captain" not in narrow
    none = "\n".join(text(scene(view, 70)))
    assert re.search(r"\nA[■□▲△]\d+/12 B", none)


# --- units


def unit(number, side, models, **more):
    usual = {"ready": True, "alert": "", "states": [], "removed": False, "where": "table", "carrier": None}
    return {"id": number, "name": f"Unit {number}", "side": side, "models": models, "alive": len(models), "size": len(models), **usual, **more}


def armies(**changes):
    """Return a board of 12 by 6 inches with a unit of three, one of one, and one that waits in reserve."""
    places = [[2.5, 1.5, 0.0], [4.5, 1.5, 0.0], [6.5, 1.5, 0.0], [9.0, 4.5, 0.0], None]
    models = [model(i, int(i > 2), place, unit=unit) for i, (place, unit) in enumerate(zip(places, (0, 0, 0, 1, 2), strict=True))]
    units = [unit(0, 0, [0, 1, 2]), unit(1, 1, [3]), unit(2, 1, [4], where="reserve")]
    return small(**{"board": [12.0, 6.0], "terrain": [], "models": models, "units": units, "markers": [], **changes})


def test_units_are_drawn_with_one_letter_and_their_number():
    assert text(draw(armies())) == [
        " 5           +         +",
        " 4                  a◆",
        " 3",
        " 2",
        " 1     •   A◆3 •",
        " 0",
        "   0         5         10",
    ]


def test_a_unit_that_acts_has_lost_models_and_is_shaken_is_marked():
    view = armies(active=1)
    view["models"][2] |= {"place": None, "wounds": 0}
    view["units"][0] |= {"alive": 2, "alert": "shaken"}
    assert text(draw(view))[4] == " 1     •▸A◆2!"


def test_a_board_of_an_army_is_drawn_at_half_the_size_where_it_would_not_fit():
    view = armies(board=[72.0, 48.0])
    half, whole = text(scene(view, 80)), text(scene(view, 190, height=70))
    assert half[1].startswith("46") and half[25].startswith("   0         10        20 ")
    assert whole[1].startswith("47") and whole[49].startswith("   0         5         10 ")
    assert max(map(len, half)) <= 80
    assert text(draw(view, across=1))[-2] == " 0   •A◆3•"


def test_the_panel_lists_units_with_models_wounds_and_whereabouts():
    lines = "\n".join(text(scene(armies(), 110)))
    assert re.search(r" A◆ Unit 0 +3/3 24/24 ▮▮▮▮▮▮", lines)
    assert re.search(r" b- Unit 2 +1/1   8/8 ▮▮▮▮▮▮  reserve", lines)
    assert "• ◦ models of a unit, with their number" in lines


def test_a_unit_aboard_another_is_listed_with_its_letter():
    view = armies()
    view["units"][2] |= {"where": "embarked", "carrier": 1}
    assert "▮▮▮▮▮▮  in a" in "\n".join(text(scene(view, 110)))


def test_a_side_with_more_units_than_letters_goes_on_with_two_signs():
    view = armies()
    view["models"] = [model(i, i % 2, None) for i in range(60)]
    view["units"] = [unit(i, i % 2, [i]) for i in range(60)]
    names = letters(view)
    assert (names[0], names[1], names[50], names[52], names[53]) == ("A", "a", "Z", "A2", "a2")


@pytest.mark.parametrize("teams", [["bell-patrol", "hedge-patrol"], ["bell-battalion", "hedge-host", "iron-battalion", "iron-gantry"]])
@pytest.mark.parametrize("width", [80, 100, 140, 200])
def test_a_scene_of_armies_never_is_wider_than_the_screen(teams, width):
    view = Game.new("kt40", teams=teams, seed=1).view()
    assert max(len(line.plain.rstrip()) for line in scene(view, width)) <= width
