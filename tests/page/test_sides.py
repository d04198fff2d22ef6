"""More than two sides: the lobby sets them up, people follow their links, one gives up and the others go on."""

from __future__ import annotations

import re
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
ME, LINK = {"kind": "me"}, {"kind": "link"}


def begin_setting_up(person: Person, sides: int) -> None:
    """In the lobby, choose the ruleset for many and how many it is for."""
    person.page.get_by_text("Banners", exact=True).click()
    person.page.get_by_role("radiogroup", name="How many sides").get_by_text(str(sides), exact=True).click()


def test_three_people_play_by_links_and_one_gives_up_in_the_middle(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served, ruleset="banners", seats=[ME, LINK, LINK], name="Ada")
    ada, bea, cem = (come().sit_down(f"/play/{table.links[key]}") for key in ("mine", "1", "2"))
    for person in (ada, bea):
        person.begin_playing()
    assert cem.play_on(5) == 5
    cem.click("Menu")
    cem.click("Concede …")
    cem.see("The others go on, and you can look on.")
    cem.click("Concede")
    cem.see("You are out, and look on")
    expect(cem.page.get_by_role("button", name="Take back")).to_have_count(0)
    for person in (ada, bea, cem):
        magpies = person.page.locator(".sides .side-2")
        expect(magpies).to_have_class(re.compile("gone"))
        expect(magpies).to_contain_text("given up")
    cem.page.screenshot(path=shots / "sides-given-up.png")
    assert ada.have_played() + bea.have_played() > 10
    titles = [person.page.locator(".over h2").inner_text() for person in (ada, bea, cem)]
    assert titles[2] == "Defeat" and set(titles[:2]) in ({"Victory", "Defeat"}, {"Victory"})
    expect(ada.page.locator(".over tbody tr").first.locator("td")).to_have_count(3)


def test_all_others_are_asked_before_an_answer_is_taken_back(served: Served, come: Coming) -> None:
    table = Table(served, ruleset="banners", seats=[ME, LINK, LINK]).played("act")
    people = [come().sit_down(f"/play/{table.links[key]}") for key in ("mine", "1", "2")]
    asking = next(person for person in people if person.to_decide)
    first, second = (person for person in people if person is not asking)
    version = asking.version
    asking.page.locator(".option", has_text="Stop").click()  # somebody else is asked next
    asking.wait_for_version(version + 1)
    before = asking.prompt()
    asking.page.get_by_role("button", name="Ask to take back").click()
    for person in (first, second):
        person.see("Allow it?")
    first.click("Yes")
    for person in (asking, first):
        person.see("; waiting for")
        expect(person.page.get_by_role("button", name="Yes", exact=True)).to_have_count(0)
    second.click("Yes")
    asking.see("It is agreed: your last answer is taken back.")
    expect(asking.page.locator(".prompt h2")).not_to_have_text(before)


def test_armies_are_chosen_with_their_points_and_are_of_one_size(person: Person) -> None:
    page = person.page
    page.get_by_text("Whole armies of two to four players").click()
    chosen = "select => select.selectedOptions[0].text"
    for label in ("My army", "Their army"):
        assert page.get_by_label(label).evaluate(chosen).endswith(" · 500 points")
    expect(page.get_by_label("Battlefield")).to_be_visible()
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    for side in (1, 2, 3):
        row = page.get_by_role("group", name=f"Side {side}")
        assert row.get_by_label(f"Army of side {side}").evaluate(chosen).endswith(" · 500 points")
        expect(row.locator("small").first).not_to_be_empty()


def test_a_number_that_an_option_cannot_have_is_told_where_one_looks(person: Person, shots: Path) -> None:
    page = person.page
    page.get_by_text("Whole armies of two to four players").click()
    page.get_by_text("Options of the rules").click()
    turns = page.get_by_label("Turns", exact=False).and_(page.locator("input[type=number]"))
    assert [turns.get_attribute(name) for name in ("min", "max", "step")] == ["1", "10", "1"]
    turns.fill("54")
    turns.blur()
    expect(turns).to_have_attribute("aria-invalid", "true")
    page.get_by_text("Options of the rules").click()
    person.click("To the table")
    expect(page.locator(".trouble")).to_have_text("Turns (turns): a whole number from 1 to 10.")
    expect(page.locator(".trouble")).to_be_in_viewport()
    expect(turns).to_be_visible()
    page.screenshot(path=shots / "lobby-option-refused.png")
    turns.fill("3")
    turns.blur()
    expect(page.locator(".trouble")).to_have_count(0)
    person.troubles.clear()  # the browser tells of the refused call
    person.click("To the table")
    page.wait_for_url("**/play/*")


def test_who_puts_the_links_aside_finds_the_battle_in_the_lobby(person: Person) -> None:
    begin_setting_up(person, 3)
    person.page.get_by_label("Who plays side 2").select_option("a friend, by link")
    person.click("Get the links")
    person.page.get_by_role("dialog").get_by_label("My own link").wait_for()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("region", name="Go on playing").get_by_role("link")).to_be_in_viewport()


def test_a_battle_of_three_is_set_up_in_the_lobby(person: Person, come: Coming, shots: Path) -> None:
    page = person.page
    begin_setting_up(person, 3)
    page.get_by_label("Who plays side 2").select_option("a friend, by link")
    page.get_by_label("Who plays side 3").select_option("a friend, by link")
    page.get_by_label("Team of side 3").select_option("they choose")
    assert accessible(person) == []
    person.click("Get the links")
    links = [page.get_by_label(name).input_value() for name in ("Link for Larks", "Link for Side 3")]
    expect(page.locator("dialog .presence", has_text="not at the table yet")).to_have_count(2)
    bea, cem = come(), come(**HAND)
    bea.page.goto(links[0])
    bea.see("Waiting for your friends")
    expect(page.locator("dialog .presence.here")).to_have_count(1)
    page.screenshot(path=shots / "sides-links.png")
    cem.page.goto(links[1])
    cem.see("The other teams are Herons and Larks.")
    fits(cem)
    cem.page.get_by_text("Wrens").click()
    cem.click("To the table")
    page.get_by_role("button", name="To the table").last.click()
    for one in (person, bea, cem):
        one.wait_for_version(0)
        expect(one.page.locator(".sides > button")).to_have_text([re.compile("Herons"), re.compile("Larks"), re.compile("Wrens")])
    assert [one.to_decide for one in (person, bea, cem)].count(True) == 1


def test_two_sides_of_the_same_rules_are_set_up_as_ever(person: Person) -> None:
    begin_setting_up(person, 2)
    expect(person.page.get_by_role("radiogroup", name="Against whom")).to_be_visible()
    expect(person.page.get_by_label("Mission")).to_have_value("old-quarrel")
    person.page.get_by_text("A friend beside you").click()
    person.click("To the table")
    person.wait_for_turn()
    expect(person.page.locator(".sides > button")).to_have_count(2)


def test_allies_are_told(person: Person, shots: Path) -> None:
    begin_setting_up(person, 4)
    expect(person.page.get_by_role("group", name="Side 1")).to_contain_text("together with Larks")
    expect(person.page.get_by_role("group", name="Side 4")).to_contain_text("together with Magpies")
    person.click("To the table")
    person.wait_for_turn()
    expect(person.page.locator(".sides .joined")).to_have_count(2)
    expect(person.page.locator(".sides .side-3")).to_have_attribute("title", "Cards of Wrens, together with Magpies")
    person.page.screenshot(path=shots / "sides-four.png")
    assert accessible(person) == []


@pytest.mark.parametrize("browsing", [{}, HAND], ids=["wide", "phone"])
def test_a_result_of_four(served: Served, come: Coming, shots: Path, browsing: dict[str, object]) -> None:
    table = Table(served, ruleset="banners", mission="pairs", teams=["herons", "larks", "magpies", "wrens"], seats=[ME] * 4).played()
    person = come(**browsing).sit_down(table.path)
    expect(person.page.locator(".over h2")).to_have_text(re.compile("^(Herons and Larks|Magpies and Wrens) share the victory$"))
    expect(person.page.locator(".over figure svg")).to_have_attribute("aria-label", re.compile(r"after turn 3: \d+ : \d+ : \d+ : \d+"))
    person.page.screenshot(path=shots / f"sides-over-{'phone' if browsing else 'wide'}.png")
    if browsing:
        fits(person)
    assert accessible(person) == []


def test_four_on_a_phone(served: Served, come: Coming) -> None:
    table = Table(served, ruleset="banners", mission="pairs", teams=["herons", "larks", "magpies", "wrens"], seats=[ME] * 4, clock={"minutes": 15})
    fits(come(**HAND).sit_down(table.played("activate").path))
