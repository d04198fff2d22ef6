"""A table in a real browser, and a person who plays on it: by clicking what is offered."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from playwright.sync_api import Locator, Page, expect
from served import Served
from sqlalchemy import update

from counteract.core.dice import CommittedDice
from counteract.core.registry import find
from counteract.game import Game
from counteract.server.questions import question
from counteract.server.rooms import GameRoom, find_room
from counteract.server.steps import standing_of, told_of
from counteract.server.store import GAMES, Job, Store, new_step

PATIENCE = 60_000  # ms: machines that test may be busy
OFTEN = 20  # ms between looks
Offering = str | tuple[str, ...]

#: What is there once a page has all that it asked for, by the beginning of its address.
ARRIVED = {
    "/play": "[data-version], main h1",
    "/replay": "input[type=range]",
    "/rules": "article",
    "/odds": "#answer[aria-busy=false]",
    "/": ".picture svg",
}

FAST = {"message_rate": 1000.0, "message_burst": 1000}  # for a server on which people need no time to think
PLAYING = Path(__file__).with_name("playing.js").read_text(encoding="utf-8")


def chromium() -> str:
    """The program of the system's browser."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found is not None, "no Chromium on the PATH; `make parts` sees to it"
    return found


class Person:
    """Somebody at a table: looks at the page and answers with mouse and keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        self.sent: list[str] = []  # kinds of messages
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)["type"])))

    # --- what is to be seen

    @property
    def table(self) -> Locator:
        return self.page.locator("[data-version]")

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version") or -1)

    @property
    def to_decide(self) -> bool:
        return self.table.get_attribute("data-mine") == "true"

    @property
    def over(self) -> bool:
        return self.page.locator(".over").count() > 0

    def prompt(self) -> str:
        return self.page.locator(".prompt h2").inner_text()

    def see(self, *words: str) -> None:
        """These words are on the page, or will be in a moment."""
        for text in words:
            expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    def wait_until(self, condition: str, arg: Any = None) -> None:
        self.page.wait_for_function(condition, arg=arg, polling=OFTEN)

    def wait_for_turn(self) -> bool:
        """Wait until there is something to decide; False if the battle is over."""
        self.wait_until("() => document.querySelector('[data-mine=\"true\"], .over')")
        return not self.over

    def wait_for_version(self, version: int) -> None:
        self.wait_until("version => Number(document.querySelector('[data-version]')?.dataset.version ?? -1) >= version", version)

    # --- what is done

    def arrive(self, path: str) -> Person:
        """Go to an address, and wait until all that belongs there has come."""
        self.page.goto(path)
        self.page.wait_for_selector(next(there for start, there in ARRIVED.items() if path.startswith(start)))
        self.settle()
        return self

    def sit_down(self, path: str) -> Person:
        """Follow a link to a table; who comes for the first time is greeted."""
        self.page.goto(path)
        self.wait_for_version(0)
        self.settle()
        self.page.evaluate("() => document.querySelector('.greeting button')?.click()")
        return self

    def settle(self) -> None:
        """Wait until everything is drawn where it belongs."""
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn))))")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Walk with the Tab key until that has the focus."""
        for _ in range(200):
            self.press("Tab")
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the Tab key does not lead to {selector}")

    def click(self, name: str, role: Any = "button") -> None:
        self.page.get_by_role(role, name=name, exact=True).first.click()

    def play_on(self, most: int = 1000, until: str = "") -> int:
        """Play by hints; tells how many answers that took."""
        self.begin_playing(most, until)
        return self.have_played()

    def begin_playing(self, most: int = 1000, until: str = "") -> None:
        """Play by hints while others play too."""
        self.page.evaluate(f"asked => void (window.playing = (\n{PLAYING})(asked))", {"most": most, "until": until, "patience": 2 * PATIENCE})

    def have_played(self) -> int:
        return int(self.page.evaluate("() => window.playing"))


def token_of(page: Page) -> str:
    """The seat behind the address of a page."""
    found = re.search(r"/play/([\w-]+)", page.url)
    assert found, page.url
    return found[1]


# --- tables that were set up and played on before anybody comes to look


class Table:
    """A game on a server, with dice that a seed decides. It is played by hints where it is kept, before anybody comes."""

    def __init__(self, served: Served, seed: int = 1, **wish: Any) -> None:
        self.served = served
        made = served.new_game(**{"seats": [{"kind": "me"}, {"kind": "me"}], **wish})
        self.game: str = made["game"]
        self.links: dict[str, str] = made["links"]
        self.yours: str = self.links[made["yours"]]
        with served.store() as store:
            store.write(_with_dice(store, self.game, CommittedDice(f"seed {seed}")))

    @property
    def path(self) -> str:
        return f"/play/{self.yours}"

    def played(self, what: str = "", offering: Offering = "", when: Callable[[Game], bool] = lambda game: True) -> Table:
        """The same table once that is to be decided, with options whose labels begin so, and that is so; without either, once all is over."""
        with self.served.store() as store:
            room, steps = find_room(store, self.game), []
            while (decision := room.game.decision) and not (_mine(room) and decision.what == what and _offers(room, offering) and when(room.game)):
                steps.append(_answered(room))
            store.write(*steps)
        assert bool(what) == bool(decision), f"{what} was never to be decided"
        return self

    def ask(self, about: str, **more: Any) -> dict[str, Any]:
        """Return the referee's answer to a question from the table."""
        with self.served.join(self.yours) as seat:
            return seat.ask(about, **more)

    def state(self) -> dict[str, Any]:
        """The table as it is."""
        with self.served.join(self.yours) as seat:
            return seat.state


def _with_dice(store: Store, game: str, dice: CommittedDice) -> Job:
    """Begin a game that nobody has played yet anew, with other dice."""
    kept = store.game(game)
    assert kept is not None
    begun = Game(find(kept.ruleset), kept.setup, dice)
    new = {"dice": msgspec.json.encode(dice.describe()), "opening": told_of(begun), "standing": standing_of(begun)}
    return lambda db: db.execute(update(GAMES).where(GAMES.c.id == game).values(new))


def _mine(room: GameRoom) -> bool:
    """Return True if a person is to decide."""
    return room.bot_to_move() is None


def _offers(room: GameRoom, beginnings: Offering) -> bool:
    """Return True if there is an option for each of these beginnings."""
    asked = question(room.game, (0, 1))
    labels = [str(option.label) for option in asked.options] if asked and asked.options else []
    wanted = (beginnings,) if isinstance(beginnings, str) else beginnings
    return all(any(label.startswith(beginning) for label in labels) for beginning in wanted)


def _answered(room: GameRoom) -> Job:
    """Have a room answered by a hint; what is to be written of that."""
    decision = room.game.decision
    assert decision is not None
    seat = next(seat for seat in room.seats if decision.player in seat.sides)
    change = room.answer(seat, room.version, f"played:{room.version}", msgspec.to_builtins(room.game.ruleset.preview.best(room.game)))
    room.accept(change)
    return new_step(room.id, change.step, over=change.game.over, result=msgspec.to_builtins(change.game.result) if change.game.over else None)


class Map:
    """Positions of a table's things on a person's screen: found from the pieces, however the board is turned and zoomed."""

    def __init__(self, person: Person, table: Table) -> None:
        places = {model["id"]: model["place"] for model in table.state()["view"]["models"] if model["place"]}
        seen = person.page.evaluate(
            """() => [...document.querySelectorAll('[data-model]')].map((piece) => {
              const { x, y, width, height } = piece.querySelector('.base').getBoundingClientRect()
              return [Number(piece.dataset.model), x + width / 2, y + height / 2]
            })"""
        )
        known = np.array([[*places[number][:2], 1.0] for number, _, _ in seen])
        self.matrix = np.linalg.lstsq(known, np.array([[x, y] for _, x, y in seen]), rcond=None)[0]

    def __call__(self, place: Sequence[float]) -> tuple[float, float]:
        """The point on the screen, in pixels."""
        x, y = np.array([place[0], place[1], 1.0]) @ self.matrix
        return float(x), float(y)
