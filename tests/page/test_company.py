"""Playing together: beside each other, by link, against the clock; taking back, giving up, playing again, talking."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import PATIENCE, Person, Table, token_of
from playwright.sync_api import expect
from served import Served

from tests.page.conftest import HAND

Coming = Callable[..., Person]


@pytest.fixture
def friends(served: Served, come: Coming) -> tuple[Person, Person]:
    """Two people with browsers of their own at one table; the first has to decide."""
    table = Table(served, seats=[{"kind": "me"}, {"kind": "link"}], name="Ada")
    people = [come().sit_down(f"/play/{table.links[key]}") for key in ("mine", "1")]
    first = people[0] if people[0].to_decide else people[1]
    return first, next(person for person in people if person is not first)


def test_two_beside_each_other_play_on_one_screen(person: Person) -> None:
    person.page.get_by_text("A friend beside you").click()
    person.page.get_by_role("combobox", name="First team").select_option("dusk-runners")
    person.click("To the table")
    person.wait_for_turn()
    deciding = set()
    for _ in range(12):
        deciding.add(re.sub(r".*(side-\d).*", r"\1", person.page.locator(".prompt .who").get_attribute("class") or ""))
        assert person.play_on(1) == 1
        person.wait_for_turn()
    assert deciding == {"side-0", "side-1"}
    expect(person.page.locator(".sides")).to_contain_text("Dusk Runners")


def test_the_clock_runs(person: Person) -> None:
    person.page.get_by_role("combobox", name="Clock").select_option("15+10")
    person.click("To the table")
    person.wait_for_turn()
    person.play_on(1)
    mine = person.page.get_by_role("timer").first
    expect(mine).to_have_text(re.compile(r"^1[45]:\d\d$"))
    shown = mine.inner_text()
    expect(mine).not_to_have_text(shown)
    expect(person.page.get_by_role("timer").last).to_have_text(re.compile("^15:"))


def test_the_flag_falls(served: Served, come: Coming) -> None:
    table = Table(served, seats=[{"kind": "me"}, {"kind": "link"}], clock={"minutes": 0.01, "increment": 0})
    people = [come().sit_down(f"/play/{table.links[key]}") for key in ("mine", "1")]
    next(person for person in people if person.to_decide).play_on(1)  # the clock runs from then on
    for person in people:
        expect(person.page.locator(".over")).to_contain_text("time")
    assert {person.page.locator(".over h2").inner_text() for person in people} == {"Victory", "Defeat"}
    expect(people[0].page.get_by_text("0.0", exact=True)).to_have_count(1)


def test_an_answer_to_the_machine_is_taken_back(served: Served, come: Coming) -> None:
    table = Table(served, seats=[{"kind": "me"}, {"kind": "program"}]).played("deploy")
    person = come().sit_down(table.path)
    asked, placed = person.prompt(), person.page.locator("[data-model]").count()
    lines = person.page.locator(".log .said").count()
    person.play_on(2)
    person.wait_for_turn()
    expect(person.page.locator("[data-model]")).not_to_have_count(placed)
    version = person.version
    person.click("Take back")
    person.wait_for_version(version + 1)
    person.press("u")
    expect(person.page.locator("[data-model]")).to_have_count(placed)
    expect(person.page.locator(".prompt h2")).to_have_text(asked)
    expect(person.page.locator(".log .said")).to_have_count(lines)
    assert person.play_on(3) == 3  # and play goes on


def test_what_the_machine_does_is_shown_at_once_to_whoever_wants_that(served: Served, come: Coming) -> None:
    """Else each move is looked at for a while."""
    table = Table(served, seats=[{"kind": "me"}, {"kind": "program"}]).played("activate")
    person = come(reduced_motion="no-preference").sit_down(table.path)
    person.begin_playing(12)
    button = person.page.get_by_role("button", name="Show at once", exact=True)
    button.wait_for()
    before = person.version
    button.evaluate("(button) => button.click()")
    assert person.version >= before + 2
    assert person.have_played() == 12


def test_dice_are_not_taken_back(served: Served, come: Coming) -> None:
    table = Table(served, seats=[{"kind": "me"}, {"kind": "program"}]).played("re-roll")
    person = come().sit_down(table.path)
    back = person.page.get_by_role("button", name="Take back")
    expect(back).to_be_disabled()
    expect(back).to_have_attribute("title", re.compile("Dice have been rolled"))


def test_a_friend_is_asked_before_an_answer_is_taken_back(friends: tuple[Person, Person]) -> None:
    ada, bea = friends
    for allowed in (False, True):
        before = ""
        while ada.to_decide:  # what nobody else has been asked about since is taken back unasked
            before = ada.prompt()
            ada.play_on(1)
        bea.wait_for_version(ada.version)
        after = ada.prompt()
        assert after != before
        ada.click("Ask to take back")
        bea.see("Allow it?")
        ada.see("You have asked to take back your last answer; waiting for")
        if allowed:
            ada.click("Withdraw")
            bea.see("no longer ask.")
            ada.click("Ask to take back")
            bea.see("Allow it?")
        bea.click("Yes" if allowed else "No")
        expect(bea.page.locator(".offer:not(.told)")).to_have_count(0)  # what became of it may be told already
        ada.see("It is agreed: your last answer is taken back." if allowed else "would rather play on: your last answer stands.")
        expect(ada.page.locator(".prompt h2")).to_have_text(before if allowed else after)
        bea.wait_for_version(ada.version)
        while not allowed and not ada.to_decide:
            bea.play_on(1)
            ada.wait_for_version(bea.version)


@pytest.mark.parametrize(("ruleset", "what"), [("kt40", "manoeuvre"), ("kt24", "activate")])
def test_who_has_just_chosen_goes_back_without_asking_anybody(served: Served, come: Coming, ruleset: str, what: str) -> None:
    table = Table(served, ruleset=ruleset, seats=[{"kind": "me"}, {"kind": "link"}], name="Ada").played(what)
    people = [come().sit_down(f"/play/{table.links[key]}") for key in ("mine", "1")]
    ada, bea = people if people[0].to_decide else reversed(people)
    asked, version = ada.prompt(), ada.version
    ada.press("1")
    ada.wait_for_version(version + 1)
    assert ada.to_decide and ada.prompt() != asked
    ada.click("↶ Back")
    ada.wait_for_version(version + 2)
    expect(ada.page.locator(".prompt h2")).to_have_text(asked)
    expect(bea.page.locator(".offer")).to_have_count(0)


def test_giving_up_and_playing_again(friends: tuple[Person, Person]) -> None:
    ada, bea = friends
    ada.click("Menu")
    ada.click("Concede …")
    ada.click("Play on")
    assert not ada.over
    ada.click("Concede …")
    ada.click("Concede")
    expect(ada.page.locator(".over h2")).to_have_text("Defeat")
    expect(bea.page.locator(".over h2")).to_have_text("Victory")
    seats = token_of(ada.page), token_of(bea.page)
    ada.click("Play again")
    bea.see("would like to play again. You too?")
    bea.click("Yes")
    for person, seat in zip((ada, bea), seats, strict=True):
        person.page.wait_for_url(lambda url, seat=seat: "/play/" in url and seat not in url, timeout=PATIENCE)
        expect(person.table).to_have_attribute("data-version", "0")
        assert not person.over
    assert ada.to_decide != bea.to_decide


def test_a_friend_follows_a_link(served: Served, come: Coming) -> None:
    table = Table(served, seats=[{"kind": "me"}, {"kind": "link"}], name="Ada", teams=["ashen-wardens", "sump-brewers"], clock={"minutes": 9})
    bea = come()
    bea.page.goto(f"/play/{table.links['1']}")
    bea.see("You play Sump Brewers", "Against Ada, who plays Ashen Wardens.", "The clocks start with the first answer.")
    bea.page.get_by_label("My name").fill("Bea")
    bea.click("To the table")
    expect(bea.page.locator(".side-1 .who").first).to_contain_text("Bea (you)")
    expect(bea.page.locator(".side-0 .who").first).to_contain_text("Ada")
    bea.click("Menu")
    bea.click("Link for onlookers")
    onlooker = come().sit_down(bea.page.get_by_label("Link for onlookers").input_value())
    onlooker.see("You are looking on", "Bea", "Ada")
    onlooker.click("Chat")
    onlooker.see("You are looking on; the chat is for the players.")
    bea.page.mouse.click(300, 300)  # beside the menu
    expect(bea.page.get_by_role("button", name="My own link")).to_have_count(0)
    bea.page.reload()
    bea.wait_for_version(0)
    expect(bea.page.locator(".greeting")).to_have_count(0)
    bea.page.goto("/")
    expect(bea.page.get_by_role("link", name="Ashen Wardens – Sump Brewers")).to_have_count(1)
    assert bea.page.evaluate("() => JSON.parse(localStorage.getItem('counteract.settings')).name") == "Bea"


def test_a_friend_chooses_a_team(person: Person, come: Coming, shots: Path) -> None:
    person.page.get_by_text("A friend far away").click()
    person.page.get_by_role("combobox", name="Their team").select_option("they choose")
    person.click("Get the link")
    link = person.page.get_by_label("Link for your friend").input_value()
    person.click("To the table")
    person.see("Waiting for your friend")
    bea = come(**HAND)
    bea.page.goto(link)
    bea.see("You are invited to a battle", "You play against Ashen Wardens.")
    bea.page.screenshot(path=shots / "phone-invited.png")
    bea.page.get_by_text("Dusk Runners").click()
    bea.click("To the table")
    for one in (person, bea):
        one.wait_for_version(0)
        expect(one.page.locator(".sides")).to_contain_text("Dusk Runners")
    assert person.to_decide != bea.to_decide


def test_talking(friends: tuple[Person, Person]) -> None:
    ada, bea = friends
    bea.click("Chat")
    bea.see("Nobody has said anything yet.")
    bea.page.get_by_label("Say something").fill("Good luck <b>tonight</b>!")
    bea.press("Enter")
    bea.see("Good luck <b>tonight</b>!")
    expect(bea.page.locator(".lines strong")).to_have_text(re.compile("^(Ada|Hollow Choir)$"))
    expect(ada.page.get_by_role("button", name="Chat (1)").first).to_be_visible()
    ada.page.get_by_role("button", name="Chat (1)").last.click()
    ada.see("Good luck <b>tonight</b>!")
    ada.page.get_by_label("Say something").fill("u h 1")
    version = ada.version
    ada.press("1", "Enter")
    bea.see("u h 11")
    assert ada.version == bea.version == version  # keys in the chat are words, not answers


def test_an_old_table_leads_on_only_who_wants_to(served: Served, come: Coming) -> None:
    """Who comes back to a battle that was played again finds its result, and a way to the next one."""
    table = Table(served, options={"turning_points": 1}).played()
    person = come().sit_down(table.path)
    person.click("Play again")
    expect(person.page).not_to_have_url(re.compile(table.path))
    following = person.page.url
    person.sit_down(table.path)
    expect(person.page.locator(".over h2")).to_be_visible()
    expect(person.page).to_have_url(re.compile(table.path))
    person.page.get_by_role("link", name="To the next battle").click()
    expect(person.page).to_have_url(following)
