"""The rulebook, and the colours of the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from browsing import Person
from playwright.sync_api import expect

Coming = Callable[..., Person]
GROUND = "getComputedStyle(document.body).backgroundColor"


def test_the_rulebook_is_searched(visit: Coming, shots: Path) -> None:
    person = visit("/rules")
    page = person.page
    expect(page.locator("article").first).to_be_visible()
    everything = page.locator("article").count()
    page.get_by_label("Search the rulebook").fill("cover save")
    expect(page.locator("article")).not_to_have_count(everything)
    found = page.locator("article").all_text_contents()  # also of those below what is in sight
    assert 0 < len(found) < everything and all("cover" in text.lower() and "save" in text.lower() for text in found)
    assert "search=cover+save" in page.url
    page.reload()
    expect(page.locator("article")).to_have_count(len(found))
    page.get_by_label("Search the rulebook").fill("charge")
    page.get_by_label("Ruleset").select_option("kt18")
    expect(page.locator("article a").first).to_contain_text("KT18")
    page.screenshot(path=shots / "rules.png")


def test_a_link_leads_to_a_rule_in_any_language(visit: Coming) -> None:
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


def test_what_was_chosen_last_is_still_chosen(visit: Coming) -> None:
    """The rules everywhere, also another day; teams for as long as the page is open."""
    page = visit().page
    page.get_by_text("Kill Team 2021").click()
    theirs = page.get_by_role("combobox", name="Their team")
    theirs.select_option("quarry-guild")
    page.get_by_role("link", name="Rulebook").click()
    expect(page.locator("article, section").filter(has_text="KT21-").first).to_be_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    expect(theirs).to_have_value("quarry-guild")
    page.reload()
    expect(page.get_by_role("radio", name="Kill Team 2021")).to_be_checked()


def test_colours_are_chosen_and_kept(visit: Coming) -> None:
    person = visit()
    dark = person.page.evaluate(GROUND)
    person.click("Light colours")
    light = person.page.evaluate(GROUND)
    assert dark != light and person.page.locator("html").get_attribute("data-theme") == "light"
    person.page.reload()
    assert person.page.evaluate(GROUND) == light
    assert visit(color_scheme="light").page.evaluate(GROUND) == light
    assert visit(color_scheme="dark").page.evaluate(GROUND) == dark
