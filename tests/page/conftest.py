"""A server in a process of its own, and the system's Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import FAST, PATIENCE, Person, chromium
from playwright.sync_api import Browser, Page, expect, sync_playwright
from served import Served

OUTSIDE = Path(__file__).parents[1] / "outside"  # with a ruleset for more than two sides
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
USUAL = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "dark"}
expect.set_options(timeout=PATIENCE)


class Windows:
    """Clean browser windows by their settings; a window is cleared after a test and used again."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[str, list[Person]] = {}
        self._settings: dict[Person, str] = {}

    def open(self, settings: dict[str, Any]) -> Person:
        free = self._free.setdefault(repr(settings), [])
        person = free.pop() if free else Person(self.browser.new_context(**settings).new_page())
        self._settings[person] = repr(settings)
        return person

    def shut(self, person: Person, home: str, *, again: bool) -> None:
        """Clear a window, or close it if it shows another site or a test failed in it."""
        page, settings = person.page, self._settings.pop(person)
        if page.is_closed():
            return
        if not again or not page.url.startswith(home):
            page.context.close()
            return
        page.goto(f"{home}/api/health")  # of the same origin, so that the browser keeps its process
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear() }")
        page.mouse.move(0, 0)
        person.troubles.clear()
        person.sent.clear()
        self._free[settings].append(person)


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in its own process; it must not report any error until the end of the tests."""
    folder = tmp_path_factory.mktemp("served")
    found = Served(f"sqlite:///{folder}/games.db", **FAST)
    found.path = OUTSIDE
    found.start()
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
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    """Windows that are used again, which is much quicker than to open new ones."""
    return Windows(browser)


@pytest.fixture
def come(windows: Windows, server: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Open the browser of a new visitor; the page must not report any error until the end of the test."""
    people: list[Person] = []

    def one_more(**browsing: object) -> Person:
        people.append(windows.open({**USUAL, "base_url": server, **browsing}))
        return people[-1]

    failed = request.session.testsfailed
    yield one_more
    troubles = [trouble for person in people for trouble in person.troubles]
    for person in people:
        windows.shut(person, server, again=not troubles and request.session.testsfailed == failed)
    assert troubles == []


@pytest.fixture
def visit(come: Callable[..., Person]) -> Callable[..., Person]:
    """Open an address of the page for a new visitor."""

    def to(path: str = "/", **browsing: object) -> Person:
        person = come(**browsing)
        person.page.goto(path)
        return person

    return to


@pytest.fixture
def person(visit: Callable[..., Person]) -> Person:
    """A new visitor in the lobby."""
    return visit()


@pytest.fixture
def page(person: Person) -> Page:
    return person.page


@pytest.fixture(scope="session")
def shots() -> Path:
    """The folder for pictures of the page."""
    folder = Path(__file__).parents[2] / "build" / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
