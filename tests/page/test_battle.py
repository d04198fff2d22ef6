"""Whole battles on the page, played by clicking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Person, Table, token_of
from playwright.sync_api import Page, expect
from served import Served

from counteract.game import Game
from tests.page.conftest import PHONE

Coming = Callable[..., Person]


def test_a_stranger_plays_a_battle_against_the_machine(person: Person, page: Page, shots: Path) -> None:
    person.click("▶ Play now")
    person.wait_for_turn()
    assert person.play_on() > 40
    expect(page.locator(".over h2")).to_have_text(_title(page))
    page.screenshot(path=shots / "over.png")
    page.locator(".over summary").click()
    person.click("Verify the dice")
    person.see("The secret is the one that was promised before the battle.", "follow from it.")
    expect(page.get_by_text("✗")).to_have_count(0)
    person.click("Link to share")
    over, foot = page.locator(".over").bounding_box(), page.locator(".over > .row").bounding_box()
    assert over and foot and foot["y"] + foot["height"] <= over["y"] + over["height"] + 1  # what can be done stays in sight
    page.locator(".over figure svg").scroll_into_view_if_needed()
    expect(page.locator(".over figure svg")).to_be_in_viewport(ratio=0.9)  # and what is told keeps its size, and scrolls
    person.click("Look at the table")
    expect(page.locator(".over")).to_have_count(0)
    person.click("Back to the result")
    person.click("Look through it again")
    person.click("Back to the table", "link")
    expect(page.locator(".over h2")).to_be_visible()


def _title(page: Page) -> str:
    """What the result is called for the first side, by the sentence below it: points may be level, and something else decide."""
    told = page.locator(".over p").first.inner_text()
    if " win, " not in told:
        return "A draw"
    return "Victory" if told.startswith(page.locator(".sides .side-0 .team").inner_text()) else "Defeat"


@pytest.mark.parametrize(("ruleset", "length"), [("Kill Team 2021", "Turning points"), ("Kill Team 2018", "Battle rounds")])
def test_a_short_battle_of_other_rules_is_played_with_the_same_page(person: Person, page: Page, shots: Path, ruleset: str, length: str) -> None:
    page.get_by_text(ruleset).click()
    page.get_by_text("Options of the rules").click()
    page.get_by_role("spinbutton", name=length).fill("1")
    person.click("To the table")
    person.wait_for_turn()
    assert 20 < person.play_on() < 150
    page.screenshot(path=shots / f"over-{ruleset[-4:]}.png")


def test_two_friends_play_by_link_and_one_of_them_breaks_down(visit: Coming, come: Coming) -> None:
    ada = visit()
    ada.page.get_by_text("A friend far away").click()
    ada.page.get_by_text("Options of the rules").click()
    ada.page.get_by_role("spinbutton", name="Turning points").fill("1")
    ada.click("Get the link")
    link = ada.page.get_by_label("Link for your friend").input_value()
    ada.page.get_by_role("button", name="To the table").last.click()
    bea = come(viewport=PHONE).sit_down(link)
    ada.wait_for_version(0)
    ada.begin_playing()
    first = bea.play_on(20)
    assert first == 20
    before = bea.version
    bea.page.context.close()  # as if the browser were killed
    ada.wait_for_version(before)
    expect(ada.table).to_have_attribute("data-mine", "false")
    ada.see("Nobody is at the table for")
    assert not ada.over
    before = ada.version
    bea = come().sit_down(link)
    assert bea.version == before
    second = bea.play_on()
    assert ada.have_played() + first + second > 80
    assert ada.over and bea.over
    assert {ada.page.locator(".over h2").inner_text(), bea.page.locator(".over h2").inner_text()} in ({"Victory", "Defeat"}, {"A draw"})


def test_an_onlooker_sees_everything_and_can_do_nothing(served: Served, come: Coming) -> None:
    table = Table(served, seats=[{"kind": "me"}, {"kind": "program"}])
    player, onlooker = come().sit_down(table.path), come().sit_down(f"/play/{table.links['watch']}")
    player.play_on(3)
    player.wait_for_turn()
    onlooker.wait_for_version(player.version)
    version = player.version
    onlooker.press("h", "u", "1", "Enter")
    assert onlooker.page.locator(".prompt .option, .prompt .hint, .prompt .first").count() == 0
    assert onlooker.page.get_by_role("button", name="Take back").count() == 0
    onlooker.page.locator("[data-model]").first.click()
    expect(onlooker.page.locator("section.card h2")).to_be_visible()
    assert onlooker.page.locator(".log p").count() == player.page.locator(".log p").count()
    assert player.version == onlooker.version == version
    assert token_of(player.page) not in onlooker.page.content()


def test_the_rest_of_a_battle_against_nobody_is_played_for_who_likes(served: Served, come: Coming) -> None:
    def alone(game: Game) -> bool:
        return all(place is None for place, side in zip(game.state.places, game.arena.sides, strict=True) if side == 1)

    table = Table(served, seed=6, seats=[{"kind": "me"}, {"kind": "program"}]).played("activate", when=alone)
    person = come().sit_down(table.path)
    person.click("Play the rest for me")
    expect(person.page.locator(".over h2")).to_have_text("Victory")
