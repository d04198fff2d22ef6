"""The page for everybody: axe-core finds nothing serious on it, in either set of colours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import Person, Table
from served import Served

from tests.page.conftest import HAND

Coming = Callable[..., Person]
AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
CHECK = """
async (more) => (await axe.run(document, { resultTypes: ['violations'], ...more })).violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .flatMap(({ id, nodes }) => nodes.map(({ any, all, html }) => `${id}: ${[...any, ...all][0]?.message} ${html.slice(0, 160)}`))
"""

#: Everything in one set of colours; in the other, what depends on colours.
COLOURS: dict[str, dict[str, Any]] = {"dark": {}, "light": {"runOnly": ["color-contrast", "link-in-text-block"]}}


def accessible(person: Person) -> list[str]:
    """Check the page with axe, in dark and in light colours."""
    person.page.evaluate(f"{AXE}; undefined")
    found = []
    for theme, rules in COLOURS.items():
        person.page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
        person.settle()
        found += [f"{theme}: {one}" for one in person.page.evaluate(CHECK, rules)]
    return found


@pytest.mark.parametrize("path", ["/", "/rules?ruleset=kt24&search=cover+save", "/odds", "/odds?odds=fight&ruleset=kt18", "/play/nobody-sits-here"])
def test_pages(come: Coming, path: str) -> None:
    assert accessible(come().arrive(path)) == []


#: Questions of each kind: where they are found.
STATES: dict[str, dict[str, Any]] = {
    "pick": {"what": "activate"},
    "actions": {"what": "action", "offering": "Shoot"},
    "place": {"what": "place"},
    "path": {"what": "move"},
    "dice": {"what": "re-roll"},
    "allocate": {"what": "block"},
    "over": {},
}


@pytest.mark.parametrize("state", STATES)
def test_the_table(served: Served, come: Coming, state: str) -> None:
    person = come().sit_down(Table(served, options={"turning_points": 1}).played(**STATES[state]).path)
    if state == "pick":
        person.click("Menu")
    if state == "path":
        person.press("ArrowRight", "s")
    if state == "actions":
        person.page.locator(".option").nth(2).hover()
    person.settle()
    assert accessible(person) == []


def test_a_fight(served: Served, come: Coming) -> None:
    table = Table(served, killzone="undercroft", teams=["ashen-wardens", "hollow-choir"]).played("resolve")
    assert accessible(come().sit_down(table.path)) == []


def test_a_replay_and_the_phone(served: Served, come: Coming) -> None:
    table = Table(served, options={"turning_points": 1}).played()
    replay = come().arrive(f"/replay/{table.game}")
    replay.press("End")
    replay.settle()
    assert accessible(replay) == []
    hand = come(**HAND).sit_down(Table(served).played("action").path)
    assert accessible(hand) == []


def test_sheets(served: Served, visit: Coming) -> None:
    person = visit()
    person.page.get_by_role("button", name="See its cards").first.click()
    person.page.wait_for_selector("dialog article")
    assert accessible(person) == []
    person.sit_down(Table(served).played("activate").path)
    person.page.locator(".prompt .rule").first.click()
    person.page.wait_for_selector("dialog p")
    assert accessible(person) == []
    person.click("Close")
    person.press("?")
    person.page.wait_for_selector("dialog kbd")
    assert accessible(person) == []
