"""Breaks: a page that is loaded again, a game that is come back to, a server that goes down and comes back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from browsing import FAST, Person, Table
from playwright.sync_api import expect
from served import Served

Coming = Callable[..., Person]


def test_a_page_loaded_again_is_where_it_was(person: Person) -> None:
    person.click("▶ Play now")
    person.wait_for_turn()
    person.play_on(6)
    person.wait_for_turn()
    before = person.version, person.prompt(), person.page.locator(".log .said").all_inner_texts()
    person.page.reload()
    person.wait_for_version(0)
    assert (person.version, person.prompt(), person.page.locator(".log .said").all_inner_texts()) == before
    person.page.goto("/")
    person.see("Go on playing", "your turn")
    person.page.locator("section", has_text="Go on playing").get_by_role("link").first.click()
    person.wait_for_turn()
    assert person.version == before[0]
    assert person.play_on(2) == 2


def test_the_dice_still_lie_there_on_a_page_loaded_again(served: Served, come: Coming) -> None:
    table = Table(served).played("resolve")
    person = come().sit_down(table.path)
    person.play_on(1)
    person.wait_for_turn()
    tray = person.page.get_by_label("Dice just rolled")
    before = tray.inner_text(), tray.locator(".die").count()
    assert before[1] > 2
    person.page.reload()
    person.wait_for_version(0)
    assert (tray.inner_text(), tray.locator(".die").count()) == before


def test_a_link_to_nowhere_says_so(visit: Coming) -> None:
    person = visit("/play/nobody-sits-here")
    person.see("This table is not here.")
    person.click("To the lobby", "link")
    person.see("A battle tonight")
    person.page.goto("/no/such/page")
    person.see("There is nothing here.")


def test_the_page_comes_back_by_itself_when_the_server_does(come: Coming, tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path}/games.db", **FAST) as mortal:
        table = Table(mortal, seats=[{"kind": "me"}, {"kind": "program"}])
        person = come().sit_down(f"http://{mortal.host}{table.path}")
        person.play_on(4)
        person.wait_for_turn()
        before = person.version, person.prompt()
        mortal.kill()
        person.see("The connection is lost; trying again …")
        expect(person.page.get_by_role("button", name="★ Hint")).to_be_disabled()
        mortal.start()
        expect(person.page.get_by_text("The connection is lost")).to_have_count(0)
        assert (person.version, person.prompt()) == before
        assert person.play_on(3) == 3
        assert all("WebSocket" in trouble or "ERR_CONNECTION_REFUSED" in trouble for trouble in person.troubles)
        person.troubles.clear()
        person.page.close()
