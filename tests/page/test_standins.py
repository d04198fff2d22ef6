"""Somebody is away: the others are told that the machine plays for them, until they are back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Person, Table
from playwright.sync_api import expect
from served import Served

from tests.page.conftest import HAND, WIDE
from tests.page.test_access import accessible
from tests.page.test_phone import fits

Coming = Callable[..., Person]
ME, LINK = {"kind": "me"}, {"kind": "link"}
BANDS = ["herons", "larks", "magpies", "wrens"]
AWAY = "the machine plays for"


def test_the_machine_plays_for_who_is_away_and_hands_back(served: Served, come: Coming, shots: Path) -> None:
    """Three browsers: one leaves and the others play on; somebody looks on with a phone."""
    table = Table(served, ruleset="banners", seats=[ME, LINK, LINK], name="Ada", stand_in=0.02)
    ada = come().sit_down(f"/play/{table.links['mine']}")
    bea = come().sit_down(f"/play/{table.links['1']}")
    cem = come().sit_down(f"/play/{table.links['2']}")
    eve = come(**HAND).sit_down(f"/play/{table.links['watch']}")
    for person in (ada, bea, cem, eve):
        expect(person.page.locator(".sides .machine")).to_have_count(0)
    link = cem.page.url
    cem.page.goto("/")
    for person in (ada, bea):
        person.begin_playing(3)  # each sets up all they have
    for person in (ada, bea, eve):
        expect(person.page.locator(".sides .side-2 .machine")).to_be_visible()
        expect(person.page.locator(".log .said", has_text=AWAY)).to_have_count(1)
    expect(ada.page.locator(".prompt div.waiting")).to_contain_text("Nobody is here for Magpies: the machine plays for them.")
    assert [ada.have_played(), bea.have_played()] == [3, 3]
    ada.page.screenshot(path=shots / "away-wide.png")
    eve.page.screenshot(path=shots / "away-phone.png")
    fits(eve)
    assert accessible(ada) == accessible(eve) == []
    cem.sit_down(link)
    expect(cem.page.locator(".log .said", has_text=AWAY)).to_have_count(1)
    expect(cem.page.locator(".absence")).to_contain_text("for you while you were away")
    cem.page.screenshot(path=shots / "away-back.png")
    cem.click("Show in the log")
    expect(cem.page.locator(".log .said", has_text=AWAY)).to_be_in_viewport()
    for person in (ada, bea, eve):
        expect(person.page.locator(".sides .machine")).to_have_count(0)
    ada.begin_playing()
    bea.begin_playing()
    assert cem.play_on(1) == 1
    expect(ada.page.locator(".log .said", has_text="Magpies have their player back.")).to_have_count(1)


def test_the_lobby_asks_what_is_to_be_done_when_somebody_is_away(person: Person, shots: Path) -> None:
    page = person.page
    field = page.get_by_label("When somebody is away")
    expect(field).to_have_count(0)
    page.get_by_text("A friend far away").click()
    expect(field).to_have_value("")
    field.select_option("a program plays after 3 minutes")
    person.see("Whoever comes back has their side again at once.")
    assert accessible(person) == []
    page.screenshot(path=shots / "away-lobby.png", full_page=True)
    with page.expect_request("**/api/games*") as sent:
        person.click("Get the link")
    assert sent.value.post_data_json["stand_in"] == 3
    page.get_by_role("button", name="To the table").last.click()
    person.see("Whoever is to decide and does not come is played for after 3 min.")


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("browsing", [{}, HAND, {"viewport": {"width": 844, "height": 390}}], ids=["wide", "phone", "on its side"])
def test_whose_hand_it_is_can_always_be_seen(served: Served, come: Coming, shots: Path, sides: int, browsing: dict[str, object]) -> None:
    """Whatever panel is open: the side to decide is framed above, and only that one."""
    table = Table(served, ruleset="banners", teams=BANDS[:sides], seats=[ME] * sides, clock={"minutes": 15})
    person = come(**browsing).sit_down(table.played("activate", when=lambda game: game.decision is not None and game.decision.player == 1).path)
    turn = person.page.locator(".sides [aria-current]")
    expect(turn).to_have_count(1)
    expect(turn).to_have_class(re.compile("side-1"))
    expect(person.page.locator(".prompt .who")).to_have_class(re.compile("side-1"))
    width = (browsing.get("viewport") or WIDE)["width"]  # type: ignore[index]
    person.page.screenshot(path=shots / f"hand-{sides}-{width}.png")
    if browsing:
        person.page.get_by_role("navigation").get_by_role("button", name="Log").click()
    expect(turn).to_be_in_viewport(ratio=1)
