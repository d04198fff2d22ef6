"""The pages to read and to reckon with: rulebook, odds; and their colours."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.page.table import Person

Visit = Callable[..., Person]
BROWN = "getComputedStyle(document.body).backgroundColor"


def test_the_rulebook_is_searched(visit: Visit, shots: Path) -> None:
    person = visit("/rules")
    page = person.page
    expect(page.locator("article").first).to_be_visible()
    everything = page.locator("article").count()
    page.get_by_label("Search the rulebook").fill("cover save")
    expect(page.locator("article")).not_to_have_count(everything)
    found = page.locator("article").all_inner_texts()
    assert 0 < len(found) < everything and all("cover" in text.lower() and "save" in text.lower() for text in found)
    assert "search=cover+save" in page.url
    page.reload()
    expect(page.locator("article")).to_have_count(len(found))
    page.get_by_label("Search the rulebook").fill("charge")
    page.get_by_label("Ruleset").select_option("kt18")
    expect(page.locator("article a").first).to_contain_text("KT18")
    page.screenshot(path=shots / "rules.png")


def test_a_link_leads_to_a_rule_in_any_language(visit: Visit) -> None:
    person = visit("/rules/KT24-SHOOT-04")
    wanted = person.page.locator("article.wanted")
    expect(wanted).to_be_in_viewport()
    expect(wanted).to_contain_text("KT24-SHOOT-04")
    english = wanted.inner_text()
    person.page.get_by_label("Language").select_option("fr")
    expect(wanted).not_to_have_text(english)
    expect(wanted).to_be_in_viewport()
    person.page.locator(".see a").first.click()
    expect(person.page).not_to_have_url(re.compile("KT24-SHOOT-04"))
    expect(person.page.locator("article.wanted")).to_be_in_viewport()


def test_the_odds_are_in_the_address(visit: Visit, shots: Path) -> None:
    person = visit("/odds")
    page = person.page
    expect(page.get_by_text("%").first).to_be_visible()
    person.click("Kill Team 2021", "link")
    page.wait_for_url(re.compile("kt21"))
    expect(page.get_by_text("%").first).to_be_visible()
    plain = _answer(person)
    person.click("in cover")
    page.get_by_role("spinbutton", name="Shots one after the other").fill("2")
    person.press("Tab")
    page.wait_for_url(re.compile("shots=2"))
    person.wait_until("plain => JSON.stringify(document.querySelector('main').innerText.match(/[\\d.]+%/g)) !== JSON.stringify(plain)", plain)
    asked, shown = _fields(person), _answer(person)
    page.screenshot(path=shots / "odds.png")
    other = visit(page.url)
    expect(other.page.get_by_text(shown[0]).first).to_be_visible()
    assert _fields(other) == asked and _answer(other) == shown != plain


def _fields(person: Person) -> list[list[object]]:
    """Everything that was asked."""
    fields = person.page.locator("main form input, main form select, main form button")
    return fields.evaluate_all("found => found.map((field) => [field.type, field.value, field.ariaPressed, field.ariaLabel])")


def _answer(person: Person) -> list[str]:
    """The chances told."""
    return re.findall(r"[\d.]+%", person.page.locator("main").inner_text())


def test_colours_are_chosen_and_kept(visit: Visit) -> None:
    person = visit()
    dark = person.page.evaluate(BROWN)
    person.click("Light colours")
    light = person.page.evaluate(BROWN)
    assert dark != light and person.page.locator("html").get_attribute("data-theme") == "light"
    person.page.reload()
    assert person.page.evaluate(BROWN) == light
    assert visit(color_scheme="light").page.evaluate(BROWN) == light
    assert visit(color_scheme="dark").page.evaluate(BROWN) == dark
