"""The page in a hand: a small screen, fingers, nothing too small to touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Map, Person, Table
from playwright.sync_api import expect
from served import Served

from tests.page.conftest import HAND

Coming = Callable[..., Person]
FINGER = 44  # px

#: What can be touched, is in sight, and answers to less than a finger's width around its middle. Links within a text are read, not aimed at.
SMALL = """
(finger) => {
  const labelled = (element, found) => (found.contains(element) && found.matches('label')) || element.labels?.[0]?.contains(found)
  const own = (element, found) => found && (element.contains(found) || labelled(element, found))
  const touched = [...document.querySelectorAll('button, select, input, summary, a[href], [data-model]')]
  return touched.filter((element) => {
    if (element.disabled || element.closest('p a, p .rule, .said, .title a')) return false
    if (!element.matches('[data-model]')) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const box = (element.matches('[data-model]') ? element.querySelector('.hit') : element.closest('label') ?? element).getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    if (!box.width || !own(element, document.elementFromPoint(x, y))) return false
    const half = finger / 2 - 1
    const wide = [[x - half, y], [x + half, y]].every(([u, v]) => u < 0 || u > innerWidth || own(element, document.elementFromPoint(u, v)))
    const high = [[x, y - half], [x, y + half]].every(([u, v]) => v < 0 || v > innerHeight || own(element, document.elementFromPoint(u, v)))
    return !(wide && high) && !element.matches('[data-model]') || (element.matches('[data-model]') && box.width < finger - 1)
  }).map((element) => `${element.outerHTML.slice(0, 120)} ${JSON.stringify(element.getBoundingClientRect())}`)
}
"""


#: What lies over what is before it in the sheet: pairs of their texts.
COVERED = """
() => {
  const boxes = [...document.querySelectorAll('.prompt > :not(header, .more), .prompt header > .about')]
    .map((element) => ({ text: element.innerText, box: element.getBoundingClientRect() })).filter(({ box, text }) => text && box.height)
  boxes.sort((one, other) => one.box.top - other.box.top)
  return boxes.slice(1).map((one, k) => [boxes[k], one]).filter(([over, under]) => under.box.top < over.box.bottom - 1)
    .map((pair) => pair.map(({ text }) => text.slice(0, 60)))
}
"""


def fits(person: Person) -> None:
    """Nothing sticks out to the side or lies over anything else, and nothing is too small for a finger."""
    assert person.page.evaluate(COVERED) == []
    assert person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert person.page.evaluate(SMALL, FINGER) == []


def test_an_activation_by_taps(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served).played("activate")
    person = come(**HAND).sit_down(table.path)
    page = person.page
    fits(person)
    page.screenshot(path=shots / "phone-activate.png")
    chosen = table.ask("hint")["answer"]["value"]
    option = next(one for one in table.state()["question"]["options"] if one["answer"] == {"type": "pick", "value": chosen})
    page.touchscreen.tap(*Map(person, table)(table.state()["view"]["models"][option["model"]]["place"]))
    expect(page.locator(f'[data-model="{option["model"]}"]')).to_have_attribute("aria-pressed", "true")
    version = person.version
    page.locator(".option.hovered").tap()
    person.wait_for_version(version + 1)
    taps = 0
    while "Which operative do you activate?" not in person.prompt() and taps < 40:
        person.wait_for_turn()
        version, question = person.version, table.state()["question"]
        if question["kind"] == "path":
            _tap_a_path(person, table, shots)
        else:
            page.locator(".hint").tap()
            page.locator("[data-hint]:not([disabled])").first.tap()
            if page.locator("[data-hint].hovered").count():  # the first tap shows what may come of it
                page.locator("[data-hint].hovered").tap()
        person.wait_for_version(version + 1)
        fits(person)
        taps += 1
    assert taps > 2


def _tap_a_path(person: Person, table: Table, shots: Path) -> None:
    """Tap where to go; a second tap, on the button beside it, goes there."""
    answer = table.ask("hint")["answer"]
    if answer["type"] == "pass":
        person.page.locator(".drawing .pass").tap()
        return
    version = person.version
    person.page.touchscreen.tap(*Map(person, table)(answer["points"][-1]))
    expect(person.page.locator(".prompt").get_by_role("button", name="Go there")).to_be_enabled()
    assert person.version == version
    person.page.screenshot(path=shots / "phone-move.png")
    person.page.locator(".prompt").get_by_role("button", name="Go there").tap()


def test_a_model_is_set_up_by_taps(served: Served, come: Coming, shots: Path) -> None:
    """A tap says where, also one on or beside the ghost; the button does it."""
    table = Table(served).played("place")
    person = come(**HAND).sit_down(table.path)
    page, state, ghost = person.page, table.state(), person.page.locator(".ghost circle")
    person.see("Tap where it should stand")
    zone = page.locator("g.reach path").first.bounding_box()
    assert zone
    middle = zone["x"] + zone["width"] / 2, zone["y"] + zone["height"] / 2
    seen = []
    for off in (0, 8, 16):
        page.touchscreen.tap(middle[0], middle[1] + off)
        expect(page.locator(".prompt").get_by_role("button", name="Set it down")).to_be_enabled()
        box = ghost.bounding_box()
        assert box
        seen.append(box["y"])
    assert seen == sorted(set(seen)) and person.version == state["version"]
    page.screenshot(path=shots / "phone-set-up.png")
    page.locator(".prompt").get_by_role("button", name="Set it down").tap()
    person.wait_for_version(state["version"] + 1)


def test_the_board_comes_nearer(served: Served, come: Coming) -> None:
    table = Table(served).played("activate")
    person = come(**HAND).sit_down(table.path)
    board = person.page.locator("svg[role=group]")
    whole = board.get_attribute("viewBox")
    box = board.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = person.page.context.new_cdp_session(person.page)
    for kind, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90), ("touchEnd", None)):
        points = [] if apart is None else [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    seen, before = ([float(part) for part in (text or "").split()][2] for text in (board.get_attribute("viewBox"), whole))
    assert seen == pytest.approx(before / 3, rel=0.1)
    person.page.get_by_role("button", name="Tools of the board").click()  # a tap right after a pinch may be taken for a part of it
    person.page.get_by_role("button", name="Show the whole board").click()
    assert [float(part) for part in (board.get_attribute("viewBox") or "").split()][2] > 2 * seen
    whole = board.get_attribute("viewBox")
    for kind, apart, off in (("touchStart", 90, 0), ("touchMove", 60, 60), ("touchMove", 30, 90), ("touchEnd", None, 0)):
        points = [] if apart is None else [{"x": x - apart + off, "y": y + off}, {"x": x + apart + off, "y": y + off}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert board.get_attribute("viewBox") == whole  # all of it is seen, and in the middle
    assert "answer" not in person.sent


def test_what_is_touched_is_what_is_explained(served: Served, come: Coming) -> None:
    """However the list moves to show the reason: nothing moves under a finger."""
    small = {**HAND, "viewport": {"width": 360, "height": 600}}
    person = come(**small).sit_down(Table(served).played("target", when=lambda game: len(game.decision.options) < 5).path)
    expect(person.page.locator(".prompt .body:not([inert])")).to_be_visible()
    refused = person.page.locator(".option.refused")
    assert refused.count() > 2
    for n in range(refused.count()):
        refused.nth(n).evaluate("(button) => button.scrollIntoView({ block: 'nearest', behavior: 'instant' })")
        name = refused.nth(n).inner_text().removeprefix("✗").strip()
        person.page.evaluate("() => new Promise(requestAnimationFrame)")
        box = refused.nth(n).bounding_box()
        assert box is not None
        person.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(person.page.locator(".why strong")).to_contain_text(name)
        expect(person.page.locator(".why")).to_be_in_viewport()
    assert "answer" not in person.sent


@pytest.mark.parametrize("path", ["/", "/rules/KT24-SHOOT-04", "/odds", "/replay"])
def test_other_pages_fit_a_hand(served: Served, come: Coming, shots: Path, path: str) -> None:
    game = Table(served, options={"turning_points": 1}, killzone="salt-flats").played().game if path == "/replay" else ""
    person = come(**HAND).arrive(f"{path}/{game}".rstrip("/") or "/")
    fits(person)
    person.page.screenshot(path=shots / f"phone{path.split('-')[0].replace('/', '-')}.png", full_page=path == "/")


@pytest.mark.parametrize("ruleset", ["2024", "2021", "2018"])
def test_cards_of_a_team_in_a_hand(come: Coming, shots: Path, ruleset: str) -> None:
    person = come(**HAND).arrive("/")
    page = person.page
    page.get_by_text(f"Kill Team {ruleset}").tap()
    page.get_by_text("Options of the rules").tap()
    fits(person)
    page.get_by_role("button", name="See its cards").first.tap()
    expect(page.locator("article").first).to_be_visible()
    assert page.evaluate("() => [...document.querySelectorAll('.around')].filter((table) => table.scrollWidth > table.clientWidth + 1).length") == 0
    page.locator(".note").last.tap()
    expect(page.locator(".meaning")).to_contain_text(page.locator(".note").last.inner_text())
    page.screenshot(path=shots / f"phone-cards-{ruleset}.png")
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("article")).to_have_count(0)


def test_tabs_hold_what_there_is_no_room_for(served: Served, come: Coming, shots: Path) -> None:
    person = come(**HAND).sit_down(Table(served).played("action").path)
    tabs = person.page.get_by_role("navigation", name="Panels")
    tabs.get_by_role("button", name="Log").tap()
    expect(person.page.locator(".log .said").last).to_be_in_viewport()
    fits(person)
    person.page.screenshot(path=shots / "phone-log.png")
    tabs.get_by_role("button", name="Card").tap()
    expect(person.page.locator("section.card h2")).to_be_in_viewport()
    fits(person)
    tabs.get_by_role("button", name="Decide").tap()
    expect(person.page.locator(".prompt h2")).to_be_in_viewport()


def test_a_second_tap_does_not_answer_the_next_question(served: Served, come: Coming) -> None:
    """What comes in the place of what was tapped is not touched by the same finger."""
    table = Table(served).played("action", offering="Shoot")
    person = come(**HAND).sit_down(table.path)
    page = person.page
    page.locator(".option", has_text="Shoot").first.tap()
    expect(page.locator(".option .again")).to_be_visible()
    box = page.locator(".option", has_text="Shoot").first.bounding_box()
    assert box is not None
    before, middle = person.version, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(3):
        page.touchscreen.tap(*middle)
    person.wait_for_version(before + 1)
    page.touchscreen.tap(*middle)
    person.settle()
    assert person.sent.count("answer") == 1
