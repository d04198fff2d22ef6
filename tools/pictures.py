"""Take the pictures of the player's guide from the page itself: ``make pictures``.

A server of its own is started, battles with dice that are the same every time are played on it by hints up to the moments
worth seeing, and what a browser then shows is kept in docs/pictures.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import dist
from pathlib import Path
from typing import Any

from browsing import FAST, Map, Person, Table, chromium
from PIL import Image, ImageChops, ImageDraw, ImageFont
from playwright.sync_api import Browser, FloatRect, sync_playwright
from served import Served

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
HAND: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1.25}
BOARD, PROMPT = ".desk", ".decide"
PATIENCE = 120_000  # ms: a picture is worth waiting for
SMALL = 860  # px across
WHIMS = 40  # of 255, of any colour of any pixel
#: The parts of a table as the guide numbers them, and where in each there is room for its number.
PARTS = {
    ".table > header": (0.84, 0.5),
    ".desk .board": (0.96, 0.92),
    ".tools": (0.5, 0.42),
    ".side .card": (0.94, 0.09),
    ".side .log": (0.94, 0.9),
    ".decide": (0.62, 0.13),
}


class Studio:
    """A server, a browser, and people who sit for pictures."""

    def __init__(self, served: Served, browser: Browser) -> None:
        self.served, self.browser = served, browser

    @contextmanager
    def visit(self, path: str = "/", **browsing: Any) -> Iterator[Person]:
        """Somebody at an address of the page, with a browser of their own."""
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "dark", "base_url": f"http://{self.served.host}", **WIDE}
        context = self.browser.new_context(**{**usual, **browsing})
        person = Person(context.new_page())
        person.page.set_default_timeout(PATIENCE)
        person.page.goto(path)
        yield person
        context.close()

    @contextmanager
    def seated(self, table: Table, **browsing: Any) -> Iterator[Person]:
        """Somebody at a table."""
        with self.visit(table.path, **browsing) as person:
            person.wait_for_version(0)
            person.settle()
            yield person

    def battle(self, what: str = "", offering: str | tuple[str, ...] = "", **wish: Any) -> Table:
        """A battle at the moment when that is to be decided."""
        return Table(self.served, **wish).played(what, offering)


# --- what becomes of what is on the screen


def shot(person: Person, *parts: str) -> Image.Image:
    """Return a picture of the screen, or only of these parts of it, as wide as the first."""
    person.page.evaluate("document.fonts.ready")
    person.settle()
    taken = person.page.screenshot(clip=around(person, parts)) if parts else person.page.screenshot()
    return Image.open(io.BytesIO(taken)).convert("RGB")


def small(picture: Image.Image) -> Image.Image:
    """A picture that is there for the whole and not for the words."""
    return picture.resize((SMALL, round(picture.height * SMALL / picture.width)), Image.Resampling.LANCZOS)


def beside(one: Image.Image, other: Image.Image, gap: int = 24) -> Image.Image:
    """Two pictures of a size in one."""
    both = Image.new("RGB", (2 * one.width + gap, one.height), "#ffffff")
    both.paste(one, (0, 0))
    both.paste(other, (one.width + gap, 0))
    return both


def keep(picture: Image.Image, name: str) -> None:
    """Put a picture among those of the guide; one that looks like the one there already is not worth another file."""
    path, taken = FOLDER / f"{name}.webp", io.BytesIO()
    picture.save(taken, "webp", quality=85, method=6)
    fresh = not path.exists() or not alike(taken, path)
    if fresh:
        path.write_bytes(taken.getvalue())
    print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size // 1024} kB, {'taken anew' if fresh else 'as it was'}", flush=True)


def alike(taken: io.BytesIO, kept: Path) -> bool:
    """Return True if two pictures differ by no more than the whims of drawing."""
    one, other = Image.open(taken).convert("RGB"), Image.open(kept).convert("RGB")
    return one.size == other.size and max(ImageChops.difference(one, other).tobytes()) <= WHIMS


def around(person: Person, parts: Sequence[str]) -> FloatRect:
    """The piece of the screen that is as wide as the first of these parts, and high enough for all of them."""
    boxes = [box for part in parts if (box := person.page.locator(part).first.bounding_box())]
    size = person.page.viewport_size
    assert len(boxes) == len(parts) and size, f"not on the page: {parts}"
    top, bottom = max(0, min(box["y"] for box in boxes)), max(box["y"] + box["height"] for box in boxes)
    return {"x": boxes[0]["x"], "y": top, "width": boxes[0]["width"], "height": min(bottom, size["height"]) - top}


def within(person: Person, part: str, across: float, down: float) -> tuple[float, float]:
    """A point so far across and down a part of the page."""
    box = around(person, [part])
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def numbered(picture: Image.Image, person: Person) -> Image.Image:
    """A picture of a table with its parts numbered."""
    for number, (part, share) in enumerate(PARTS.items(), 1):
        put_number(picture, number, *within(person, part, *share))
    return picture


def put_number(picture: Image.Image, number: int, x: float, y: float, radius: int = 17) -> None:
    """Draw a number in a disc."""
    pen = ImageDraw.Draw(picture)
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill="#f4c04e", outline="#14181f", width=3)
    pen.text((x, y), str(number), fill="#14181f", font=ImageFont.load_default(22), anchor="mm")


# --- the pictures, each a scene of its own


def lobby(studio: Studio) -> None:
    with studio.visit() as person:
        person.page.wait_for_selector(".picture.small svg")
        keep(small(shot(person)), "lobby")
        person.page.get_by_text("A friend far away").click()
        person.click("Get the link")
        person.page.wait_for_selector(".invitation textarea")
        for link, token in zip(person.page.locator(".invitation textarea").all(), ("pXBx5Zk0gS…", "q7Rt2mWcYd…", "a3Kf9uVhLe…"), strict=True):
            link.evaluate("(field, token) => void (field.value = `http://127.0.0.1:8300/play/${token}`)", token)
        keep(shot(person, ".invitation"), "link")


def table(studio: Studio) -> None:
    """The parts of a table, and what can be laid over the board."""
    battle = studio.battle("action", offering=("Shoot", "Charge"), seats=[{"kind": "me"}, {"kind": "program"}])
    with studio.seated(battle) as person:
        pointing_at(person, "Shoot")
        keep(numbered(shot(person), person), "table")
        person.page.mouse.move(640, 5)
        person.press("s")
        person.page.wait_for_selector(".sight .line")
        keep(shot(person, BOARD), "sees")
        person.press("t")
        person.page.wait_for_selector("g.move path")
        keep(shot(person, BOARD), "threat")
        person.press("m")
        at, view = Map(person, battle), battle.state()["view"]
        me = view["models"][view["active"]]
        foe = next(model for model in view["models"] if model["place"] and model["side"] != me["side"])
        person.page.mouse.click(*at(me["place"]))
        person.page.mouse.click(*at(foe["place"]))
        person.page.mouse.move(640, 5)
        person.page.wait_for_selector("path.under ~ text")
        keep(shot(person, BOARD), "measure")
        person.press("Escape")
        person.click("Menu")
        keep(shot(person, ".sheet"), "menu")


def moving(studio: Studio) -> None:
    battle = studio.battle("move", offering="towards")
    with studio.seated(battle) as person:
        at, state = Map(person, battle), battle.state()
        model = state["view"]["models"][state["question"]["subject"]]
        person.page.wait_for_selector(".reach path")
        person.page.mouse.move(*at(model["place"]))
        person.page.mouse.down()
        person.page.mouse.move(*at(battle.ask("hint")["answer"]["points"][-1]), steps=4)
        person.page.wait_for_selector(".prompt .drawing strong")
        keep(shot(person, BOARD, PROMPT), "moving")
        others = [one["place"] for one in state["view"]["models"] if one["place"] and one["id"] != model["id"]]
        person.page.mouse.move(*at(min(others, key=lambda place: dist(place, model["place"]))), steps=4)
        person.page.wait_for_selector(".prompt .drawing .bad")
        keep(shot(person, BOARD, PROMPT), "refused")


def climbing(studio: Studio) -> None:
    battle = studio.battle("move", offering="up to the floor", killzone="drowned-yard")
    with studio.seated(battle) as person:
        top = next(one for one in battle.state()["question"]["options"] if one["label"]["title"].startswith("up to the floor"))
        person.page.wait_for_selector(".reach path")
        person.page.mouse.move(*Map(person, battle)(top["at"]))
        person.page.mouse.wheel(0, -500)
        person.page.mouse.click(*Map(person, battle)(top["at"]))
        person.page.wait_for_selector(".prompt .drawing strong")
        keep(shot(person, BOARD, PROMPT), "climbing")


def shooting(studio: Studio) -> None:
    battle = studio.battle("target")
    with studio.seated(battle) as person:
        target = battle.ask("hint")["answer"]["value"]
        option = next(one for one in battle.state()["question"]["options"] if one["answer"]["value"] == target)
        person.page.locator(f'[data-model="{option["model"]}"]').hover()
        person.page.wait_for_selector("div.foreseen figure")
        keep(shot(person), "target")
    with studio.seated(studio.battle("re-roll", seed=6)) as person:
        hinted(person)
        person.page.locator("[data-hint]").hover()
        person.page.wait_for_selector("div.foreseen")
        keep(shot(person, PROMPT), "dice")


def fighting(studio: Studio) -> None:
    with studio.seated(studio.battle("resolve", killzone="undercroft")) as person:
        hinted(person)
        person.page.locator("[data-hint]").hover()
        person.page.wait_for_selector("div.foreseen")
        keep(shot(person), "fighting")


def after(studio: Studio) -> None:
    battle = studio.battle(seed=6)
    with studio.seated(battle) as person:
        person.page.wait_for_selector(".over")
        keep(shot(person, ".over"), "over")
        person.page.locator(".over summary").click()
        person.click("Verify the dice")
        person.page.wait_for_selector(".over li:nth-child(2)")
        person.page.locator(".over li").last.scroll_into_view_if_needed()
        keep(shot(person, ".over details"), "fair")
    with studio.visit(f"/replay/{battle.game}") as person:
        line = person.page.get_by_role("slider")
        line.fill(str(int(line.get_attribute("max") or 0) // 2))
        line.blur()
        keep(small(shot(person)), "replay")


def reading(studio: Studio) -> None:
    with studio.visit("/rules?ruleset=kt24&search=cover") as person:
        person.page.wait_for_selector("article")
        keep(small(shot(person)), "rules")


def reckoning(studio: Studio) -> None:
    with studio.visit("/odds?odds=shoot&ruleset=kt24&weapon=ashen-wardens/cannoneer/rotary-cannon&target=hollow-choir/chorister&cover=1") as person:
        person.page.wait_for_selector("figure svg")
        keep(shot(person), "odds")
    with studio.visit("/odds?odds=table&ruleset=kt24&team=ashen-wardens&against=hollow-choir") as person:
        person.page.wait_for_selector("table td")
        keep(small(shot(person)), "odds-table")


def in_hand(studio: Studio) -> None:
    battle = studio.battle("move", offering="towards")
    with studio.seated(battle, **HAND) as person:
        person.page.wait_for_selector(".reach path")
        person.page.touchscreen.tap(*Map(person, battle)(battle.ask("hint")["answer"]["points"][-1]))
        person.page.wait_for_selector(".prompt .drawing strong")
        moving = shot(person)
    with studio.seated(studio.battle("action", offering="Shoot"), **HAND) as person:
        person.page.get_by_role("button", name="Shoot").first.tap()
        person.page.wait_for_selector("div.foreseen")
        keep(beside(moving, shot(person)), "phone")


def in_other_words(studio: Studio) -> None:
    with studio.seated(studio.battle("action", offering=("Shoot", "Charge"), killzone="undercroft"), locale="fr-FR") as person:
        pointing_at(person, "Tirer")
        keep(small(shot(person)), "french")
    with studio.seated(studio.battle("action", offering=("Shoot", "Charge"), killzone="foundry"), locale="zh-CN", color_scheme="light") as person:
        pointing_at(person, "射击")
        keep(small(shot(person)), "chinese")


def other_rules(studio: Studio) -> None:
    with studio.seated(studio.battle("overwatch", ruleset="kt21")) as person:
        keep(small(shot(person)), "kt21")
    with studio.seated(studio.battle("reaction", ruleset="kt18")) as person:
        keep(small(shot(person)), "kt18")


def pointing_at(person: Person, option: str) -> None:
    """Point at an option, and wait for what would come of it."""
    person.page.get_by_role("button", name=option).first.hover()
    person.page.wait_for_selector("div.foreseen")


def hinted(person: Person) -> None:
    """Ask for a hint, and wait until it is there."""
    person.press("h")
    person.page.wait_for_selector("[data-hint]")


SCENES: tuple[Callable[[Studio], None], ...] = (
    lobby, table, moving, climbing, shooting, fighting, after, reading, reckoning, in_hand, in_other_words, other_rules,
)  # fmt: skip


def main() -> None:
    """Take all pictures, or those of the scenes named."""
    FOLDER.mkdir(exist_ok=True)
    wanted = [scene for scene in SCENES if scene.__name__ in sys.argv[1:] or not sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder, Served(f"sqlite:///{folder}/games.db", **FAST) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for scene in wanted:
            scene(Studio(served, browser))
        browser.close()


if __name__ == "__main__":
    main()
