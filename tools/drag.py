"""Smoothness of dragging a unit on a full table: a real browser, three large armies, one drag after the other.

Prints how long the referee takes to answer each frame of a drag (from the page and back), and how many frames a second are drawn meanwhile.
Run: ``python tools/drag.py``
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from browsing import FAST, Map, Person, Table, chromium
from playwright.sync_api import sync_playwright
from served import Served

from counteract.mechanics.moves.unit_decision import UnitPathsDecision

ARMIES = ("hedge-host", "hedge-host", "hedge-patrol")
LIMIT, FRAMES = 60.0, 50.0  # ms for an answer, at the 95th percentile; frames a second
STEPS, PACE = 60, 16  # moves of the mouse in one drag, and ms between them
#: Notes when each question is sent and answered, and when each frame is drawn.
WATCH = """
(() => {
  const times = (window.times = { asked: new Map(), told: [], frames: [] })
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    const message = JSON.parse(data)
    if (message.about === 'arrange' && !message.settle) times.asked.set(message.id, performance.now())
    if (!this.watched) {
      this.watched = true
      this.addEventListener('message', (event) => {
        const { id, type } = JSON.parse(event.data)
        if (type === 'told' && times.asked.has(id)) times.told.push(performance.now() - times.asked.get(id))
      })
    }
    return send.call(this, data)
  }
  const draw = (now) => {
    times.frames.push(now)
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
})()
"""


def ready_to_move(served: Served) -> Table:
    """A table of 72" by 48" at which a unit of ten or more is asked where to go."""
    table = Table(served, ruleset="kt40", teams=[*ARMIES], seats=[{"kind": "me"}] * len(ARMIES))
    return table.played("move", (), lambda game: isinstance(game.decision, UnitPathsDecision) and len(game.decision.limits.models) >= 10)


def drag_about(person: Person, table: Table, drags: int) -> dict[str, list[float]]:
    """Drag the unit this way and that; what was noted meanwhile, in ms."""
    state, seen = table.state(), Map(person, table)
    models = state["question"]["marching"]["models"]
    x, y, _ = state["view"]["models"][models[0]]["place"]
    forward = 1 if y < state["view"]["board"][1] / 2 else -1
    mouse, told, frames = person.page.mouse, [], []
    for drag in range(drags):
        mouse.move(*seen((x, y)))
        mouse.down()
        person.page.evaluate("() => { window.times.told = []; window.times.frames = [] }")
        for step in range(1, STEPS + 1):
            share = step / STEPS
            mouse.move(*seen((x + (6 if drag % 2 else -6) * share, y + forward * 6 * share)))
            person.page.wait_for_timeout(PACE)
        noted: dict[str, Any] = person.page.evaluate("() => ({ told: window.times.told, frames: window.times.frames })")
        mouse.up()
        person.press("Escape")
        told += noted["told"]
        frames += [later - earlier for earlier, later in zip(noted["frames"], noted["frames"][1:], strict=False)]
    return {"told": told, "frames": frames}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--drags", type=int, default=6)
    drags = asked.parse_args().drags
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(f"sqlite:///{Path(folder)}/games.db", **FAST).start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=f"http://{served.host}").new_page()
            page.add_init_script(WATCH)
            table = ready_to_move(served)
            person = Person(page).sit_down(table.path)
            drag_about(person, table, 2)  # until everything has been drawn once
            found = drag_about(person, table, drags)
            standing = sum(model["place"] is not None for model in table.state()["view"]["models"])
        finally:
            served.stop()
    told, frames = sorted(found["told"]), found["frames"]
    late = statistics.quantiles(told, n=20)[-1]
    rate = 1000.0 * len(frames) / sum(frames)
    sys.stdout.write(f'{standing} models on 72" by 48", {len(told)} previews in {drags} drags\n')
    sys.stdout.write(f"a preview is answered in {statistics.median(told):.1f} ms, 95 % in {late:.1f} ms (at most {LIMIT:g})\n")
    sys.stdout.write(f"{rate:.1f} frames a second (at least {FRAMES:g}), 95 % within {statistics.quantiles(frames, n=20)[-1]:.1f} ms\n")


if __name__ == "__main__":
    main()
