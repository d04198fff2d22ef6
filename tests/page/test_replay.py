"""Looking through a battle again: timeline, steps, keys; from the server and from a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Person, Table
from playwright.sync_api import expect
from served import Served

Coming = Callable[..., Person]


@pytest.fixture(scope="module")
def fought(served: Served) -> Table:
    """A battle that is over."""
    return Table(served, ruleset="kt24", options={"turning_points": 1}).played()


def test_the_timeline(fought: Table, visit: Coming, shots: Path) -> None:
    person = visit(f"/replay/{fought.game}")
    page, line = person.page, person.page.get_by_role("slider")
    expect(line).to_have_value("0")
    expect(page.locator("[data-model]")).to_have_count(0)
    last = int(line.get_attribute("max") or 0)
    assert last > 100
    for name, value in (("One step on", 1), ("One step on", 2), ("One step back", 1), ("To the end", last), ("To the beginning", 0)):
        person.click(name)
        expect(line).to_have_value(str(value))
    person.click("To turn 1")
    expect(page.locator("[data-model]").first).to_be_visible()
    person.press("Home")
    page.locator("h1").click()
    for key, value in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        person.press(key)
        expect(line).to_have_value(str(value))
    line.fill(str(last // 2))
    expect(page.locator("[data-model]").first).to_be_visible()
    half = page.locator(".log .said").count()
    person.press("End")
    line.fill(str(last))
    assert page.locator(".log .said").count() > half
    page.screenshot(path=shots / "replay.png")


def test_the_card_of_a_unit_is_shown_in_full(served: Served, visit: Coming, shots: Path) -> None:
    table = Table(served, ruleset="kt40", options={"turns": 1}).played()
    person = visit(f"/replay/{table.game}")
    person.click("To the end")
    model = next(one for one in table.state()["view"]["models"] if one["place"])
    person.page.locator(f'[data-model="{model["id"]}"]').focus()
    card = person.page.locator(".card section")
    expect(card.locator("h2")).to_have_text(table.state()["view"]["units"][model["unit"]]["name"])
    expect(card.locator("dl dd").first).to_be_visible()
    expect(card.locator("tbody tr").first).to_be_visible()
    person.page.screenshot(path=shots / "replay-unit.png")


def test_it_plays_by_itself(fought: Table, visit: Coming) -> None:
    person = visit()
    person.page.clock.install()
    person.arrive(f"/replay/{fought.game}")
    line = person.page.get_by_role("slider")
    person.page.get_by_label("Speed").select_option("4")
    person.page.get_by_role("group", name="Timeline").get_by_role("button", name="Play").click()
    person.page.clock.run_for(5_000)
    expect(line).to_have_value(re.compile(r"[3-9]|\d\d+"))
    person.click("Pause")
    at = line.input_value()
    person.page.clock.run_for(5_000)
    expect(line).to_have_value(at)
    person.page.context.close()  # with its clock


def test_a_record_is_downloaded_and_opened_again(fought: Table, visit: Coming, tmp_path: Path) -> None:
    person = visit(f"/replay/{fought.game}")
    last = person.page.get_by_role("slider").get_attribute("max")
    with person.page.expect_download() as download:
        person.click("Download the record", "link")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.suffix == ".json"
    person.page.goto("/")
    person.page.get_by_label("Open a record …").set_input_files(saved)
    expect(person.page.get_by_role("slider")).to_have_attribute("max", str(last))
    person.press("End")
    expect(person.page.get_by_role("slider")).to_have_value(str(last))


NO_RECORD = "This is not the record of a battle, or not all of it."
ALTERED = "This record was altered: at step 0 it is not what the rules and its dice make of it."


@pytest.mark.parametrize(("broken", "sentence"), [("", NO_RECORD), ("nonsense", NO_RECORD), ("{}", NO_RECORD), ("altered", ALTERED)])
def test_a_broken_file_is_refused_with_a_sentence(fought: Table, visit: Coming, tmp_path: Path, broken: str, sentence: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(_altered(fought) if broken == "altered" else broken)
    person = visit()
    person.page.get_by_label("Open a record …").set_input_files(file)
    expect(person.page.get_by_role("alert")).to_have_text(sentence)
    assert all("status of 400" in trouble for trouble in person.troubles)  # which the browser notes
    person.troubles.clear()


def _altered(fought: Table) -> str:
    """The record with a die turned over."""
    record = fought.served.call(f"/api/games/{fought.game}/record")[1]
    dice = next(step["dice"] for step in record["steps"] if step["dice"])
    dice[0][0] = dice[0][0] % 6 + 1
    return json.dumps(record)


def test_a_replay_that_is_not_there(visit: Coming) -> None:
    person = visit("/replay/0000000000000000")
    person.see("There is nothing to look at here.")
    person.troubles.clear()  # the browser notes that the server refused
    person.page.goto("/replay/opened")
    person.see("Open a record in the lobby first.")
