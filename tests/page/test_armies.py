"""Battles of armies on the page: targets in a hand, what a tap means, why dice need more, where points came from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Map, Person, Table
from playwright.sync_api import expect
from served import Served

from counteract.game import Game
from tests.page.conftest import HAND
from tests.page.test_phone import FINGER, fits

Coming = Callable[..., Person]
ANYTHING = ()  # options need not be listed where a place on the board is asked for


def several(game: Game) -> bool:
    """Return True if several units may be shot at."""
    return game.decision is not None and len(game.decision.options) >= 5


@pytest.fixture
def aiming(served: Served) -> Table:
    """A table at which a unit chooses among several targets."""
    return Table(served, ruleset="kt40").played("target", ANYTHING, several)


def test_targets_are_compact_rows_below_a_question_that_stays(aiming: Table, come: Coming, shots: Path) -> None:
    person = come(**HAND).sit_down(aiming.path)
    page = person.page
    rows = page.locator(".option.foreseen")
    boxes = [box for n in range(rows.count()) if (box := rows.nth(n).bounding_box())]
    assert len(boxes) >= 3
    assert all(FINGER <= box["height"] <= 60 for box in boxes)
    assert len({box["width"] for box in boxes}) == 1 and boxes[0]["width"] > 340
    for n in range(3):
        expect(rows.nth(n).locator(".detail")).to_contain_text(" wounds")
    page.screenshot(path=shots / "armies-phone-targets.png")
    page.locator(".prompt").evaluate("(sheet) => sheet.scrollTo(0, sheet.scrollHeight)")
    expect(page.locator(".option").last).to_be_in_viewport()
    expect(page.locator(".prompt h2")).to_be_in_viewport(ratio=0.99)
    middle = page.locator(".prompt h2").bounding_box()
    assert middle
    on_top = page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('h2')", [middle["x"] + 40, middle["y"] + middle["height"] / 2])
    assert on_top
    fits(person)


def circles(person: Person) -> dict[int, tuple[float, float, float]]:
    """The bases on the screen: their middles and radii, by model."""
    found = person.page.evaluate(
        """() => [...document.querySelectorAll('[data-model]')].map((piece) => {
          const { x, y, width } = piece.querySelector('.base').getBoundingClientRect()
          return [Number(piece.dataset.model), x + width / 2, y + width / 2, width / 2]
        })"""
    )
    return {number: (x, y, radius) for number, x, y, radius in found}


def crowded_points(bases: dict[int, tuple[float, float, float]], unit_of: dict[int, int]) -> Iterator[tuple[int, float, float]]:
    """Points on bases, as near as can be to the middle of a base of another unit: each with the model that is there."""
    for one, (x, y, radius) in bases.items():
        for other, (u, v, small) in bases.items():
            far = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
            if unit_of[one] != unit_of[other] and radius + small < far < radius + small + FINGER / 2 and radius > small:
                share = (radius - 1) / far
                yield one, x + (u - x) * share, y + (v - y) * share


def test_a_tap_means_the_base_that_it_hits(served: Served, come: Coming) -> None:
    """However small the board is, and however near the middle of a smaller base of another unit."""
    table = Table(served, ruleset="kt40").played("target", ANYTHING, several)
    state = table.state()
    unit_of = {model["id"]: model["unit"] for model in state["view"]["models"]}
    person = come(**HAND).sit_down(table.path)
    expect(person.page.locator(".prompt .body:not([inert])")).to_be_visible()
    person.page.add_style_tag(content="aside.foreseen { display: none !important }")  # a tap on what is foreseen puts it away, and means nobody
    points = list(crowded_points(circles(person), unit_of))[:12]
    assert points
    offered = {unit_of[option["model"]] for option in state["question"]["options"] if option["model"] is not None}
    for model, x, y in points:
        person.page.touchscreen.tap(x, y)
        name = state["view"]["units"][unit_of[model]]["name"]
        expect(person.page.locator(f'[data-model="{model}"]')).to_have_attribute("aria-pressed", "true")
        if unit_of[model] in offered:
            expect(person.page.locator(".option.hovered")).to_contain_text(name)
        person.page.get_by_role("navigation", name="Panels").get_by_role("button", name="Decide").focus()
    for option in state["question"]["options"]:
        if option["model"] is not None and person.version == state["version"]:
            own = [m for m in state["view"]["models"] if m["unit"] == unit_of[option["model"]] and m["place"]]
            person.page.touchscreen.tap(*Map(person, table)(own[-1]["place"]))
            expect(person.page.locator(".option.hovered")).to_contain_text(state["view"]["units"][own[-1]["unit"]]["name"])
    assert "answer" not in person.sent


def masked(game: Game) -> bool:
    """Return True if the last shots were masked."""
    return any(cause[0] == "masked" for event in game.latest for cause in event.values.get("causes", ()) if event.kind == "hit-roll")


@pytest.mark.parametrize("settings", [{}, HAND], ids=["wide", "phone"])
def test_dice_tell_why_they_need_more(served: Served, come: Coming, shots: Path, settings: dict[str, Any]) -> None:
    table = Table(served, ruleset="kt40").played("casualties", ANYTHING, masked)
    person = come(**settings).sit_down(table.path)
    told = person.page.locator(".tray .needed").first
    expect(told).to_contain_text("+: masked −1")
    told.scroll_into_view_if_needed()
    person.page.screenshot(path=shots / f"armies-masked-{'phone' if settings else 'wide'}.png")
    if not settings:
        french = come(locale="fr-FR").sit_down(table.path)
        expect(french.page.locator(".tray .needed").first).to_contain_text("masquée −1")


def test_the_end_tells_where_the_points_came_from(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served, ruleset="kt40").played()
    result = table.state()["result"]
    assert [sum(gain["points"][side] for gain in result["gains"]) for side in (0, 1)] == result["scores"]
    person = come(**HAND).sit_down(table.path)
    lines = person.page.get_by_role("table", name="Victory points by turn and source").locator("tr")
    expect(lines).to_have_count(len(result["gains"]))
    for line, gain in zip(lines.all(), result["gains"], strict=True):
        expect(line).to_contain_text(gain["source"])
        assert [cell.strip("+") or "0" for cell in line.locator(".points").all_inner_texts()] == [str(points) for points in gain["points"]]
    person.page.screenshot(path=shots / "armies-gains.png")
    fits(person)


SAYS_MORE = "() => document.querySelector('.prompt .more') !== null"
HAS_MORE = """() => {
  const part = document.querySelector('.prompt .main')
  return [...part.children].some((child) => child.getBoundingClientRect().bottom - part.getBoundingClientRect().bottom > 14)
}"""


def test_more_below_is_told_only_while_there_is_more(served: Served, come: Coming) -> None:
    """On a low screen a list of targets goes on below; once it is answered, nothing does, and nothing says so."""
    table = Table(served, ruleset="kt40").played("target", ANYTHING, several)
    person = come(viewport={"width": 1366, "height": 620}).sit_down(table.path)
    told = set()
    for _ in range(8):
        agree = f"() => ({SAYS_MORE})() === ({HAS_MORE})()"
        person.wait_until(agree)
        told.add(bool(person.page.evaluate(SAYS_MORE)))
        person.play_on(1)
        person.settle()
    assert told == {True, False}
