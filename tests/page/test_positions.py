"""Positions on the page: saved at a table and in a replay, opened in the lobby, played on; and under which rules a record was played."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Person, Table
from playwright.sync_api import expect
from served import Served

from tests.page.conftest import HAND
from tests.page.test_access import accessible
from tests.page.test_phone import fits

Coming = Callable[..., Person]
RECORDS = Path(__file__).parents[1] / "records"


def saved(person: Person, folder: Path) -> Path:
    """Return the file that the button saves."""
    with person.page.expect_download() as download:
        person.click("Save this position")
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_position_is_saved_opened_and_played_on(served: Served, come: Coming, tmp_path: Path, shots: Path) -> None:
    table = Table(served).played("activate")
    person = come().sit_down(table.path)
    person.click("Menu")
    first = saved(person, tmp_path)
    assert first.suffix == ".toml"
    stood = [model["place"] for model in table.state()["view"]["models"]]
    person.page.goto("/")
    person.page.get_by_label("Open a position …").set_input_files(first)
    sheet = person.page.get_by_role("dialog", name="A position to play on from")
    for words in ("Kill Team 2024", "Proving Ground", "Turning point 1 of 4", "Who is to act", "Hollow Choir"):
        expect(sheet).to_contain_text(words)
    person.page.screenshot(path=shots / "position.png")
    assert accessible(person) == []
    person.page.get_by_label("Who plays side 2").select_option("me, at this screen")
    person.click("Play on from here")
    person.wait_for_turn()
    with served.join(person.page.url.rpartition("/")[2]) as seat:
        assert [model["place"] for model in seat.state["view"]["models"]] == stood
    assert person.play_on(6) == 6
    person.click("Menu")
    second = saved(person, tmp_path)
    assert second.read_text() != first.read_text()
    expect(person.page.get_by_role("alert")).to_have_count(0)


def test_a_position_is_opened_on_a_phone_for_a_friend(served: Served, come: Coming, tmp_path: Path) -> None:
    table = Table(served, ruleset="kt18").played("move")
    status, text = served.call(f"/api/games/{table.game}/position?seat={table.yours}")
    assert status == 200
    file = tmp_path / "position.toml"
    file.write_bytes(text)
    person = come(**HAND).arrive("/")
    person.page.get_by_label("Open a position …").set_input_files(file)
    person.page.get_by_label("Who plays side 1").select_option("a friend, by link")
    person.page.get_by_label("Who plays side 2").select_option("me, at this screen")
    fits(person)
    person.click("Get the links")
    friend = come().sit_down(person.page.get_by_label("Link for your friend").input_value())
    person.page.get_by_role("button", name="To the table").last.click()
    person.wait_for_version(0)
    assert friend.to_decide != person.to_decide


def test_what_is_wrong_with_a_position_is_said_in_the_words_of_the_server(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    for text, sentence in (("ruleset =", "This position cannot be played: position"), ('ruleset = "kt24"\nphase = "tea"\n', "tea")):
        file.write_text(text)
        person.page.get_by_label("Open a position …").set_input_files(file)
        expect(person.page.get_by_role("alert")).to_contain_text(sentence)
    assert all("status of 400" in trouble for trouble in person.troubles)  # which the browser notes
    person.troubles.clear()


def test_a_position_of_three_sides(served: Served, come: Coming, tmp_path: Path) -> None:
    table = Table(served, ruleset="banners", seats=[{"kind": "me"}] * 3).played("activate")
    person = come().sit_down(table.path)
    person.click("Menu")
    file = saved(person, tmp_path)
    person.page.goto("/")
    person.page.get_by_label("Open a position …").set_input_files(file)
    for side, team in enumerate(("Herons", "Larks", "Magpies"), 1):
        expect(person.page.get_by_role("group", name=f"Side {side}")).to_contain_text(team)
    person.click("Play on from here")
    person.wait_for_turn()
    expect(person.page.locator(".sides > button")).to_have_count(3)
    expect(person.page.locator("[data-model]")).to_have_count(9)


def test_why_a_position_cannot_be_saved_is_said(served: Served, come: Coming) -> None:
    person = come().sit_down(Table(served).path)
    problem = {"detail": "There is no position to be had: it is too late."}
    person.page.route("**/position?*", lambda route: route.fulfill(status=400, content_type="application/problem+json", body=json.dumps(problem)))
    person.click("Menu")
    person.click("Save this position")
    expect(person.page.get_by_role("alert")).to_contain_text(problem["detail"])
    person.page.unroute("**/position?*")
    person.troubles.clear()  # the browser notes that it was refused


def opened(person: Person, data: bytes, folder: Path) -> Person:
    """A record that is opened in the lobby."""
    file = folder / "record.json"
    file.write_bytes(data)
    person.page.get_by_label("Open a record …").set_input_files(file)
    expect(person.page.get_by_role("slider")).to_be_visible()
    return person


@pytest.mark.parametrize(("name", "note"), [("kt21-3", ""), ("kt24-2", "Today's rules part from it at step 280, and it is shown up to there:")])
def test_a_record_of_format_1_says_under_which_rules_it_was_played(person: Person, tmp_path: Path, shots: Path, name: str, note: str) -> None:
    data = lzma.decompress((RECORDS / f"{name}.json.xz").read_bytes())
    assert json.loads(data)["version"] == 1
    opened(person, data, tmp_path)
    person.see("Played under revision 1 of the rules; today's is 2.")
    expect(person.page.get_by_role("note")).to_contain_text([note] if note else [])
    expect(person.page.get_by_role("note")).to_contain_text(["Changed since then: KT24-INT-09"] if note else [])
    person.page.screenshot(path=shots / f"replay-{name}.png")
    assert accessible(person) == []


def test_a_record_of_format_2_and_a_position_out_of_it(served: Served, person: Person, tmp_path: Path) -> None:
    table = Table(served, options={"turning_points": 1}).played()
    record = served.call(f"/api/games/{table.game}/record")[1]
    assert record["version"] == 2
    opened(person, json.dumps(record).encode(), tmp_path)
    person.see("Played under revision 2 of the rules, which is today's.")
    person.page.get_by_role("slider").fill("60")
    from_file = saved(person, tmp_path)
    person.arrive(f"/replay/{table.game}")
    person.page.get_by_role("slider").fill("60")
    assert saved(person, tmp_path).read_text() == from_file.read_text()
    person.page.goto("/")
    person.page.get_by_label("Open a position …").set_input_files(from_file)
    person.see("A position to play on from")
