"""The odds in a browser: asked by picking, by typing and by keyboard; and an address that holds the question."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browsing import Person
from playwright.sync_api import Page, expect

from counteract import odds
from tests.page.conftest import PHONE

Coming = Callable[..., Person]
GUN, MODEL = "5 3+ 3/4; Piercing 1, Balanced", "save 3+, wounds 12"


def figure(page: Page, name: str) -> str:
    return page.locator(".figures div", has=page.get_by_text(name, exact=True)).locator("dd").inner_text()


def is_answered(page: Page, name: str, number: float) -> None:
    expect(page.locator(".figures div", has=page.get_by_text(name, exact=True)).locator("dd")).to_have_text(f"{number:.2f}")


def test_a_shot_is_answered_as_one_types_and_its_address_brings_it_back(visit: Coming) -> None:
    person = visit("/odds")
    page = person.page
    expect(page).to_have_url(re.compile("weapon=.*target="))
    weapon, target = page.get_by_role("region", name="Weapon"), page.get_by_role("region", name="Target")
    weapon.get_by_role("button", name="By hand").click()
    weapon.get_by_role("textbox").fill(GUN)
    target.get_by_role("button", name="By hand").click()
    target.get_by_role("textbox").fill(MODEL)
    is_answered(page, "expected damage", odds.shoot(weapon=GUN, target=MODEL).expected)
    target.get_by_role("button", name="in cover").click()
    page.get_by_role("button", name="More: Shots one after the other").click()
    found = odds.shoot(weapon=GUN, target=MODEL, cover=True, shots=2)
    is_answered(page, "expected damage", found.expected)
    assert figure(page, "incapacitated") == f"{found.incapacitate:.0%}"

    again = visit(page.url).page
    is_answered(again, "expected damage", found.expected)
    expect(again.get_by_role("region", name="Weapon").get_by_role("textbox")).to_have_value(GUN)
    expect(again.get_by_role("button", name="in cover")).to_have_attribute("aria-pressed", "true")


def test_what_is_wrong_is_said_where_it_is_wrong(visit: Coming) -> None:
    person = visit("/odds?odds=shoot&ruleset=kt24&weapon=5 3%2B 3/4&target=save 3%2B, wounds 12")
    page = person.page
    weapon = page.get_by_role("region", name="Weapon")
    is_answered(page, "expected damage", odds.shoot(weapon="5 3+ 3/4", target=MODEL).expected)
    weapon.get_by_role("textbox").fill("5 9+ 3/4")
    expect(weapon.get_by_role("alert").filter(has_text="2+ to 6+")).to_be_visible()
    expect(weapon.get_by_role("textbox")).to_have_attribute("aria-invalid", "true")
    weapon.get_by_role("textbox").fill("5 2+ 3/4")
    is_answered(page, "expected damage", odds.shoot(weapon="5 2+ 3/4", target=MODEL).expected)
    expect(weapon.get_by_role("textbox")).not_to_have_attribute("aria-invalid", "true")
    person.troubles = [trouble for trouble in person.troubles if "400" not in trouble]


def test_the_chances_are_read_by_keyboard(visit: Coming) -> None:
    page = visit("/odds?odds=shoot&ruleset=kt24&weapon=4 3%2B 3/4&target=save 3%2B, wounds 12").page
    chart = page.get_by_role("slider")
    chart.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    chance = odds.shoot(weapon="4 3+ 3/4", target=MODEL).distribution[3]
    expect(chart).to_have_attribute("aria-valuetext", re.compile(f"^3 damage: exactly {chance:.0%}"))


def test_a_team_against_a_team_leads_to_the_odds_of_a_fight(visit: Coming) -> None:
    page = visit("/odds?odds=table&ruleset=kt24&team=ashen-wardens&against=hollow-choir").page
    page.get_by_role("region", name="Fighting").get_by_role("link").first.click()
    found = odds.fight(attacker="ashen-wardens/captain/breaker-maul", defender="hollow-choir/precentor/tuned-glaive")
    is_answered(page, "wounds the defender loses", found.expected_dealt)
    page.get_by_role("button", name="Change places").click()
    found = odds.fight(attacker="hollow-choir/precentor/tuned-glaive", defender="ashen-wardens/captain/breaker-maul")
    is_answered(page, "wounds the attacker loses", found.expected_taken)
    page.go_back()
    expect(page.get_by_role("region", name="Fighting")).to_be_visible()


def test_an_army_against_an_army_leads_to_the_odds_of_units(visit: Coming) -> None:
    """A mode of a weapon, the three that have a rifle, and the answer of a unit with two blades: what the cell says is what its link shows."""
    page = visit("/odds?odds=table&ruleset=kt40&team=bell-patrol&against=hedge-patrol").page
    expect(page.get_by_role("link", name="Army against army")).to_be_visible()
    asked = {"ruleset": "kt40", "target": "hedge-patrol/wasp-lancers"}
    for name, weapon in (("Furnace pistol (roaring)", "provost/furnace-pistol-roaring"), ("Peal rifle ×3", "vergers/peal-rifle")):
        page.get_by_title(f"{name} against Lancer Swarm").click()
        is_answered(page, "expected wounds lost", odds.shoot(weapon=f"bell-patrol/{weapon}", **asked).expected)
        page.go_back()
    page.get_by_title("Peal rifle ×3 against Lancer Swarm").click()
    models = page.get_by_role("spinbutton", name="Models that shoot")
    expect(models).to_have_value("3")
    page.get_by_role("button", name="Less: Models that shoot").click()
    is_answered(page, "expected wounds lost", odds.shoot(weapon="bell-patrol/vergers/peal-rifle", models=2, **asked).expected)
    page.go_back()
    page.get_by_title("Spade fist ×3 against Lancer Swarm").last.click()
    answers = [f"hedge-patrol/wasp-lancers/{blade}" for blade in ("wasp-lance", "sting")]
    fights = [odds.fight(ruleset="kt40", attacker="bell-patrol/sextons/spade-fist", defender=answer) for answer in answers]
    is_answered(page, "wounds the attacker loses", min(fights, key=lambda fight: fight.value).expected_taken)


@pytest.mark.parametrize("ruleset", ["kt24", "kt21", "kt18", "kt40"])
@pytest.mark.parametrize("kind", ["shoot", "fight", "table"])
def test_every_ruleset_has_its_odds_on_a_phone_in_every_language(visit: Coming, ruleset: str, kind: str) -> None:
    page = visit(f"/odds?odds={kind}&ruleset={ruleset}", viewport=PHONE).page
    answer = page.locator("#answer[aria-busy=false]")
    for language in ("en", "fr", "zh"):
        page.get_by_role("banner").get_by_role("combobox").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(answer.locator("table, .figures").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
