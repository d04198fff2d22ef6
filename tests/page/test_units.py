"""Units on the page: dragged, formed, put right and confirmed as one; losses by clicking models; an army set up by the machine."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import Map, Person, Table
from playwright.sync_api import expect
from served import Served

from counteract.game import Game
from tests.page.conftest import HAND
from tests.page.test_access import accessible
from tests.page.test_phone import fits

Coming = Callable[..., Person]
Point = tuple[float, float]
ME, NOVICE, LINK = {"kind": "me"}, {"kind": "program", "level": "novice"}, {"kind": "link"}
ANYTHING = ()  # options need not be listed where a place on the board is asked for


def many(game: Game) -> bool:
    """Whether a unit of several models is asked where to go, and not merely led toward enemies."""
    limits = game.decision.limits
    return len(limits.models) >= 5 and not limits.toward and min(limits.most) >= 5


def gap(one: Any, other: Any) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def crowded(game: Game) -> bool:
    """Whether units fight, and models stand on markers."""
    view = game.view(None)
    places = [model["place"] for model in view["models"] if model["place"]]
    held = [marker for marker in view["markers"] if any(gap(marker["at"], at) < 0.8 for at in places)]
    return any(unit.get("engaged") for unit in view["units"]) and len(held) >= 2


@pytest.fixture
def moving(served: Served) -> Table:
    """A table at which a unit of five or more moves."""
    return Table(served, ruleset="kt40").played("move", ANYTHING, many)


class Moved:
    """The unit that a table asks about: its models, where they stand, and a few inches toward the middle of the board."""

    def __init__(self, table: Table) -> None:
        state = table.state()
        self.models: list[int] = state["question"]["marching"]["models"]
        self.places = [state["view"]["models"][i]["place"] for i in self.models]
        self.forward = 1.0 if self.places[0][1] < state["view"]["board"][1] / 2 else -1.0


def ghosts(person: Person) -> list[tuple[int, float, float]]:
    """The ghosts on the board: each its model, and where it is on the screen."""
    return [tuple(one) for one in person.page.evaluate(
        """() => [...document.querySelectorAll('[data-ghost]')].map((ghost) => {
          const { x, y, width, height } = ghost.querySelector('circle').getBoundingClientRect()
          return [Number(ghost.dataset.ghost), x + width / 2, y + height / 2]
        })"""
    )]  # fmt: skip


def wait_for_ghost(person: Person, model: int, at: Point) -> None:
    """Wait until the ghost of a model is shown at a place on the screen, to a few pixels: where it was dropped, not where it was on the way."""
    person.wait_until(
        """([model, x, y]) => {
          const box = document.querySelector(`[data-ghost="${model}"] circle`).getBoundingClientRect()
          return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 3
        }""",
        [model, *at],
    )  # fmt: skip


def drag(person: Person, start: Point, end: Point, drop: bool = True) -> None:
    mouse = person.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=6)
    if drop:
        mouse.up()


def going(person: Person) -> Any:
    return expect(person.page.get_by_role("button", name="Go there"))


def events(table: Table, kind: str) -> list[dict[str, Any]]:
    """What happened of a kind, in the last steps."""
    return [event for step in table.state()["recent"] for event in step["events"] if event["kind"] == kind]


def test_a_unit_is_dragged_formed_by_keys_and_confirmed(moving: Table, come: Coming, shots: Path) -> None:
    person, unit = come().sit_down(moving.path), Moved(moving)
    seen = Map(person, moving)
    x, y, _ = unit.places[0]
    drag(person, seen((x, y)), seen((x, y + 2 * unit.forward)), drop=False)
    expect(person.page.locator("[data-ghost]")).to_have_count(len(unit.models))
    expect(person.page.locator(".verdict strong")).to_contain_text(" of ")
    going(person).to_be_disabled()
    person.page.screenshot(path=shots / "unit-dragged.png")
    person.page.mouse.up()
    going(person).to_be_enabled()
    last = person.page.locator("[data-ghost] circle").last.get_attribute("cx")
    person.press("2")
    expect(person.page.get_by_role("button", name="Tight")).to_have_attribute("aria-pressed", "true")
    person.wait_until("x => [...document.querySelectorAll('[data-ghost] circle')].at(-1).getAttribute('cx') !== x", last)
    going(person).to_be_enabled()
    assert len(ghosts(person)) == len(unit.models)
    assert accessible(person) == []
    version = person.version
    person.press("Enter")
    person.wait_for_version(version + 1)
    (event,) = events(moving, "unit-moved")[-1:]
    assert event["values"]["models"] == unit.models
    ends = [moving.state()["view"]["models"][i]["place"] for i in unit.models]
    assert ends != unit.places


def test_a_unit_is_chosen_and_moved_with_one_drag(served: Served, come: Coming) -> None:
    table = Table(served, ruleset="kt40").played("manoeuvre", ANYTHING)
    state = table.state()
    units, view = {option["model"]: option for option in state["question"]["options"] if option["model"] is not None}, state["view"]
    lead = next(i for i in units if len(view["units"][view["models"][i]["unit"]]["models"]) >= 5 and view["models"][i]["place"])
    own = view["units"][view["models"][lead]["unit"]]
    x, y, _ = view["models"][lead]["place"]
    person = come().sit_down(table.path)
    seen, version = Map(person, table), person.version
    drag(person, seen((x, y)), seen((x, y + (2 if y < view["board"][1] / 2 else -2))))
    person.wait_for_version(version + 2)
    expect(person.page.locator("[data-ghost]")).to_have_count(own["alive"])
    going(person).to_be_enabled()
    person.press("Enter")
    person.wait_for_version(version + 3)
    assert events(table, "unit-moved")[-1]["values"]["unit"] == own["id"]


def test_a_unit_is_dragged_by_what_lies_between_its_models(moving: Table, come: Coming) -> None:
    person, unit = come().sit_down(moving.path), Moved(moving)
    seen, radius = Map(person, moving), moving.state()["view"]["models"][unit.models[0]]["base"] / 2
    beside = max(unit.places)
    x, y = beside[0] + radius + 0.2, beside[1]
    drag(person, seen((x, y)), seen((x, y + 2 * unit.forward)))
    expect(person.page.locator("[data-ghost]")).to_have_count(len(unit.models))
    going(person).to_be_enabled()


def overlap(person: Person, sign: str) -> list[float]:
    """How far signs reach over the base of a model, in pixels: the most of each, below 0 where it covers none."""
    return person.page.evaluate(
        """(sign) => {
          const round = (one) => { const { x, y, width } = one.getBoundingClientRect(); return { x: x + width / 2, y: y + width / 2, r: width / 2 } }
          const bases = [...document.querySelectorAll('[data-model] .base')].map(round)
          const over = (one, base) => one.r + base.r - Math.hypot(one.x - base.x, one.y - base.y)
          return [...document.querySelectorAll(sign)].map(round).map((one) => Math.max(...bases.map((base) => over(one, base))))
        }""",
        sign,
    )  # fmt: skip


def test_markers_and_fights_are_seen_above_the_models(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served, ruleset="kt40").played("move", ANYTHING, crowded)
    view = table.state()["view"]
    covered = {m["id"] for m in view["markers"] for n in view["models"] if n["place"] and gap(m["at"], n["place"]) < 20 / 25.4 + n["base"] / 2}
    person = come().sit_down(table.path)
    expect(person.page.locator(".flag")).to_have_count(len(covered))
    expect(person.page.locator(".fights")).to_have_count(sum(bool(unit.get("engaged")) for unit in view["units"]))
    assert all(over <= 1.5 for sign in (".flag .disc", ".fights circle") for over in overlap(person, sign))
    fills = person.page.evaluate("() => [...document.querySelectorAll('[data-model] .inner')].map((one) => getComputedStyle(one).fill)")
    assert len(set(fills)) == 2  # each side has its own, whether models have acted or not
    person.page.screenshot(path=shots / "unit-signs.png")
    person.press("t")
    named = view["units"][view["models"][table.state()["question"]["subject"]]["unit"]]["name"]
    expect(person.page.locator(".legend strong")).to_contain_text(named)


def test_a_click_leads_the_unit_there_too(moving: Table, come: Coming) -> None:
    person, unit = come().sit_down(moving.path), Moved(moving)
    x, y, _ = unit.places[0]
    person.page.mouse.click(*Map(person, moving)((x, y + 3 * unit.forward)))
    going(person).to_be_enabled()
    person.press("Escape")
    expect(person.page.locator("[data-ghost]")).to_have_count(0)


def test_one_model_is_put_right_and_a_refused_move_says_why(moving: Table, come: Coming, shots: Path) -> None:
    person, unit = come().sit_down(moving.path), Moved(moving)
    seen = Map(person, moving)
    x, y, _ = unit.places[0]
    drag(person, seen((x, y)), seen((x, y + 2 * unit.forward)))
    going(person).to_be_enabled()
    before = ghosts(person)
    model, u, v = before[-1]
    far = u, v - unit.forward * 150  # away from the others
    drag(person, (u, v), far)
    wait_for_ghost(person, model, far)
    expect(person.page.locator(".verdict p")).to_be_visible()
    expect(person.page.locator(".drawing .bad, .marching .bad").first).to_be_visible()
    going(person).to_be_disabled()
    person.page.screenshot(path=shots / "unit-refused.png")
    others = [ghost for ghost in ghosts(person) if ghost[0] != model]
    assert [ghost[0] for ghost in others] == [ghost[0] for ghost in before[:-1]]
    for now, then in zip(others, before[:-1], strict=True):
        assert now == pytest.approx(then, abs=1.0)
    drag(person, far, (u, v - unit.forward * 4))
    going(person).to_be_enabled()
    version = person.version
    person.click("Go there")
    person.wait_for_version(version + 1)


def test_a_charge_opens_with_a_legal_arrangement_and_enter_makes_it(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served, ruleset="kt40").played("move", ANYTHING, lambda game: bool(game.decision.limits.meets))
    models = table.state()["question"]["marching"]["models"]
    person = come().sit_down(table.path)
    going(person).to_be_enabled()
    expect(person.page.locator("[data-ghost]")).to_have_count(len(models))
    expect(person.page.locator(".marching .bad, .verdict p")).to_have_count(0)
    person.page.screenshot(path=shots / "unit-charge.png")
    version = person.version
    person.press("Enter")
    person.wait_for_version(version + 1)
    assert events(table, "unit-moved")[-1]["values"]["models"] == models


def test_a_unit_is_set_up_in_a_line_that_turns_as_it_was_shown(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served, ruleset="kt40").played("set-up", ANYTHING, lambda game: len(game.decision.limits.models) >= 8)
    person = come().sit_down(table.path)
    board = person.page.locator(".board svg").first.bounding_box()
    zone = person.page.locator(".reach path").first.bounding_box()
    assert board and zone
    expect(person.page.get_by_role("button", name="As they stand")).to_have_count(0)
    x, y = zone["x"] + 0.75 * zone["width"], zone["y"] + (4 if zone["y"] > board["y"] + board["height"] / 2 else zone["height"] - 4)
    person.page.mouse.move(x, y)
    person.press("3")
    expect(person.page.get_by_role("button", name="Line", exact=True)).to_have_attribute("aria-pressed", "true")
    rows = "new Set([...document.querySelectorAll('[data-ghost] circle')].map((one) => Math.round(one.getAttribute('cy') * 2))).size"
    person.wait_until(f"() => [1, 2].includes({rows})")
    ends = "[...document.querySelectorAll('[data-ghost] circle')].map((one) => [one.getAttribute('cx'), one.getAttribute('cy')])"
    person.page.evaluate(f"() => addEventListener('pointerdown', () => (window.shown = {ends}), {{ capture: true, once: true }})")
    person.page.mouse.click(x, y)
    going_up = expect(person.page.get_by_role("button", name="Set up here"))
    going_up.to_be_enabled()
    shown, kept = person.page.evaluate(f"() => [window.shown, {ends}]")
    assert kept == shown and len(shown) >= 8
    person.page.screenshot(path=shots / "unit-line.png")
    _, u, v = ghosts(person)[0]
    drag(person, (u, v), (u, v + (-70 if zone["y"] > board["y"] + board["height"] / 2 else 70)))
    expect(person.page.locator(".verdict p")).to_contain_text("deployment zone")
    expect(person.page.locator("[data-ghost] .up")).to_have_count(0)
    person.press("r")
    going_up.to_be_enabled()
    person.wait_until(f"count => {rows} > count", 3)
    person.page.screenshot(path=shots / "unit-line-turned.png")


def test_losses_fall_on_the_models_that_are_clicked(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served, ruleset="kt40").played("casualties", ANYTHING)
    asked = table.state()["question"]
    models, usual = asked["allocate"]["models"], asked["default"]["counts"]
    taken = [i for i, count in zip(models, usual, strict=True) if count]
    spared = next(i for i, count in zip(models, usual, strict=True) if not count)
    person = come().sit_down(table.path)
    expect(person.page.locator(".loses")).to_have_count(len(taken))
    person.page.mouse.click(*Map(person, table)(table.state()["view"]["models"][spared]["place"]))
    expect(person.page.locator(f'[data-model="{spared}"] .loses')).to_be_visible()
    expect(person.page.locator(".loses")).to_have_count(len(taken))
    person.page.screenshot(path=shots / "unit-losses.png")
    person.page.mouse.click(*Map(person, table)(table.state()["view"]["models"][spared]["place"]))
    expect(person.page.locator(f'[data-model="{spared}"] .loses')).to_have_count(0)
    expect(person.page.get_by_role("button", name="So be it")).to_be_disabled()
    person.see("One more model must be taken.")
    person.page.mouse.click(*Map(person, table)(table.state()["view"]["models"][spared]["place"]))
    expect(person.page.locator(f'[data-model="{spared}"] .loses')).to_be_visible()
    version = person.version
    person.click("So be it")
    person.wait_for_version(version + 1)
    lost = [i for event in events(table, "wounds-lost") for i in event["values"]["models"]]
    assert spared in lost and taken[-1] not in lost


def test_an_army_is_set_up_by_the_machine(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served, ruleset="kt40", seats=[ME, NOVICE])
    person = come().sit_down(table.path)
    person.play_on(until=".prompt .later")
    person.page.screenshot(path=shots / "unit-deploy.png")
    person.page.get_by_role("button", name="Set up for me").first.click()
    person.wait_until("() => !document.querySelector('header')?.innerText.includes('Setting up')")
    assert all(unit["where"] != "waiting" for unit in table.state()["view"]["units"])


def test_the_machine_goes_on_setting_up_whatever_others_do_in_between(served: Served, come: Coming, shots: Path) -> None:
    """Two people: one has set up for them with one click; the other sets up by hand, and takes a choice back in between."""
    table = Table(served, ruleset="kt40", seats=[ME, LINK], name="Ada").played("deploy")
    people = [come().sit_down(f"/play/{table.links[key]}") for key in ("mine", "1")]
    first = table.state()["question"]["player"]
    idle, busy = people[first], people[1 - first]
    idle.page.get_by_role("button", name="Set up for me").first.click()
    expect(idle.page.get_by_text("goes on with setting up")).to_be_visible()
    expect(idle.page.get_by_role("button", name="Stop setting up for me")).to_be_visible()
    idle.page.screenshot(path=shots / "unit-setting-up-goes-on.png")
    busy.wait_for_turn()
    version = busy.version
    busy.press("1")  # a unit
    busy.wait_for_version(version + 1)
    assert busy.to_decide
    busy.click("↶ Back")
    busy.wait_for_version(version + 2)
    version = busy.version
    busy.page.get_by_role("button", name="Set up for me").first.click()
    busy.wait_until("() => !document.querySelector('header')?.innerText.includes('Setting up')")
    assert busy.version > version + 4 and all(unit["where"] != "waiting" for unit in table.state()["view"]["units"])


def test_one_of_two_armies_at_a_screen_is_set_up_and_that_is_taken_back_as_usual(served: Served, come: Coming) -> None:
    table = Table(served, ruleset="kt40").played("deploy")
    first = table.state()["question"]["player"]
    person = come().sit_down(table.path)
    person.page.get_by_role("button", name="Set up for me").first.click()
    expect(person.page.locator(f".prompt .who.side-{1 - first}")).to_be_visible()
    set_up = sum(unit["where"] != "waiting" for unit in table.state()["view"]["units"])
    assert set_up >= 1
    person.press("u")
    expect(person.page.locator(f".prompt .who.side-{first}")).to_be_visible()
    person.page.wait_for_timeout(300)  # nothing goes on by itself
    assert table.state()["question"]["player"] == first


def test_the_card_and_the_roster_show_units(moving: Table, come: Coming, shots: Path) -> None:
    person, unit = come().sit_down(moving.path), Moved(moving)
    view = moving.state()["view"]
    own = next(one for one in view["units"] if one["models"][0] <= unit.models[0] <= one["models"][-1])
    card = person.page.locator(".side .card section.card")
    expect(card.locator("h2")).to_have_text(own["name"])
    expect(card).to_contain_text(f"{own['alive']} of {own['size']}")
    person.page.locator(".sides button.side").first.click()
    expect(person.page.locator("dialog article")).to_have_count(sum(one["side"] == 0 for one in view["units"]))
    person.page.screenshot(path=shots / "unit-roster.png")


def test_a_unit_moves_by_taps(moving: Table, come: Coming, shots: Path) -> None:
    person, unit = come(**HAND).sit_down(moving.path), Moved(moving)
    fits(person)
    x, y, _ = unit.places[0]
    person.page.touchscreen.tap(*Map(person, moving)((x, y + 3 * unit.forward)))
    going(person).to_be_enabled()
    fits(person)
    person.page.get_by_role("button", name="Line", exact=True).tap()
    going(person).to_be_enabled()
    person.page.screenshot(path=shots / "unit-phone.png")
    version = person.version
    person.page.get_by_role("button", name="Go there").tap()
    person.wait_for_version(version + 1)


def test_a_model_put_right_by_a_finger_stays_so(moving: Table, come: Coming, shots: Path) -> None:
    """What the referee says is read outside the lens meanwhile, and a tap on another model of the unit moves nobody."""
    person, unit = come(**HAND).sit_down(moving.path), Moved(moving)
    x, y, _ = unit.places[0]
    person.page.touchscreen.tap(*Map(person, moving)((x, y + 3 * unit.forward)))
    going(person).to_be_enabled()
    first, *_, (_, u, v) = sorted(ghosts(person), key=lambda ghost: ghost[1:])
    fingers = person.page.context.new_cdp_session(person.page)
    for kind, off in (("touchStart", 0), ("touchMove", -10), ("touchMove", -16)):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": first[1], "y": first[2] + off}]})
    lens, told = person.page.locator(".board > svg[width]"), person.page.locator(".verdict")
    expect(lens).to_be_visible()
    expect(told).to_be_visible()
    person.settle()
    person.page.screenshot(path=shots / "unit-lens.png")
    one, other = lens.bounding_box(), told.bounding_box()
    assert one and other
    aside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    assert aside or one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    going(person).to_be_enabled()
    corrected = ghosts(person)
    person.page.touchscreen.tap(u, v)
    person.settle()
    assert ghosts(person) == corrected


def test_a_whole_battle_of_two(served: Served, come: Coming) -> None:
    table = Table(served, ruleset="kt40", seats=[ME, NOVICE])
    person = come().sit_down(table.path)
    assert 30 < person.play_on() <= 400
    expect(person.page.locator(".over h2")).to_be_visible()


def test_a_whole_battle_of_three_people(served: Served, come: Coming, shots: Path) -> None:
    armies = ["hedge-patrol", "bell-patrol", "iron-patrol"]
    table = Table(served, ruleset="kt40", teams=armies, seats=[ME, LINK, LINK], name="Ada", options={"turns": 2})
    people = [come().sit_down(f"/play/{table.links[key]}") for key in ("mine", "1", "2")]
    for person in people:
        person.begin_playing()
    assert sum(person.have_played() for person in people) > 60
    people[0].page.screenshot(path=shots / "unit-battle-of-three.png")
    expect(people[0].page.locator(".over tbody tr").first.locator("td")).to_have_count(3)
