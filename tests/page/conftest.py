"""A server in a process of its own, and the system's Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import FAST, PATIENCE, Person
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from served import Served

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
USUAL = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "dark"}
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server, and that it complained about nothing."""
    folder = tmp_path_factory.mktemp("served")
    found = Served(f"sqlite:///{folder}/games.db", **FAST).start()
    try:
        yield found
    finally:
        complaints = found.stop()
    assert complaints == ""


@pytest.fixture
def server(served: Served) -> str:
    """The address of the page."""
    return f"http://{served.host}"


@pytest.fixture(scope="package")  # gone before tests of other folders begin loops of their own
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program is not None, "no Chromium on the PATH; `make parts` sees to it"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Callable[..., Person]]:
    """Somebody comes to an address of the page with a browser of their own, and nothing goes wrong on the page until the end of the test."""
    contexts: list[BrowserContext] = []
    people: list[Person] = []

    def come(path: str = "/", **browsing: object) -> Person:
        context = browser.new_context(**{**USUAL, "base_url": server, **browsing})
        contexts.append(context)
        people.append(Person(context.new_page()))
        people[-1].page.goto(path)
        return people[-1]

    yield come
    troubles = [trouble for person in people for trouble in person.troubles]
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def person(visit: Callable[..., Person]) -> Person:
    """Somebody who has not been here before, in the lobby."""
    return visit()


@pytest.fixture
def page(person: Person) -> Page:
    return person.page


@pytest.fixture(scope="session")
def shots() -> Path:
    """Where pictures of the page are put, to be looked at."""
    folder = Path(__file__).parents[2] / "build" / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
