"""Acting on the board: drags that are refused, an activation by keyboard alone, and what can be laid over the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Map, Person, Table
from playwright.sync_api import Locator, expect
from served import Served

from counteract.game import Game

Coming = Callable[..., Person]


def test_an_illegal_drag_is_refused_before_release(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served).played("move", offering="towards")
    person = come().sit_down(table.path)
    page, at = person.page, Map(person, table)
    state = table.state()
    model = state["view"]["models"][state["question"]["subject"]]
    said, go = page.locator(".prompt .drawing .bad"), page.locator(".prompt").get_by_role("button", name="Go there")
    width, depth = state["view"]["board"]
    afar = [width - model["place"][0], depth - model["place"][1]]
    other = next(one for one in state["view"]["models"] if one["place"] and one["side"] == model["side"] and one["id"] != model["id"])
    wall = min((part for part in state["view"]["terrain"] if part["top"] >= 3), key=lambda part: abs(part["footprint"][0][0] - model["place"][0]))
    person.sent.clear()
    page.mouse.move(*at(model["place"]))
    page.mouse.down()
    for refused in (afar, other["place"], wall["footprint"][0]):
        why = table.ask("way", to=refused[:2])
        assert why["sentence"]
        page.mouse.move(*at(refused), steps=3)
        expect(said).to_be_visible()
        expect(page.locator(".prompt .drawing p .rule")).to_be_visible()
        expect(page.locator(".ghost")).to_have_class(re.compile(r"\bbad\b"))
        expect(go).to_be_disabled()
    page.mouse.move(*at(other["place"]), steps=3)
    expect(said).to_contain_text("The base would end on top of another base.")
    expect(page.locator(".prompt .drawing p .rule")).to_have_text("KT24-INT-15")
    page.screenshot(path=shots / "refused.png")
    page.mouse.up()
    person.press("Enter")
    expect(go).to_be_disabled()
    assert "answer" not in person.sent and person.version == state["version"]

    end = table.ask("hint")["answer"]["points"][-1]
    page.mouse.move(*at(model["place"]))
    page.mouse.down()
    page.mouse.move(*at(end), steps=3)
    expect(page.locator(".prompt .drawing strong")).to_have_text(re.compile(rf'[\d.]+" of {state["question"]["most"]:g}"'))
    page.mouse.up()
    expect(go).to_be_enabled()
    go.click()
    person.wait_for_version(state["version"] + 1)
    moved = table.state()["view"]["models"][model["id"]]["place"]
    assert moved[:2] == pytest.approx(end[:2], abs=0.1)


def test_a_corner_of_the_path_is_clicked_and_taken_back(served: Served, come: Coming) -> None:
    table = Table(served).played("move", offering="towards")
    person = come().sit_down(table.path)
    at, state = Map(person, table), table.state()
    x, y, _ = state["view"]["models"][state["question"]["subject"]]["place"]
    free = next([x + dx, y + dy] for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)) if not table.ask("way", to=[x + dx, y + dy]).get("sentence"))
    person.page.mouse.move(*at(free))
    person.page.mouse.click(*at(free))
    expect(person.page.locator(".draft .corner")).to_have_count(1)
    person.press("Escape")
    expect(person.page.locator(".draft .corner")).to_have_count(0)
    assert person.version == state["version"]


def _on_empty(person: Person, table: Table) -> Callable[[float, float], tuple[float, float]]:
    """Where a place is on the screen, of a board that is not turned and has nobody on it yet."""
    box, (width, depth) = person.page.locator("svg[role=group] rect.table").bounding_box(), table.state()["view"]["board"]
    assert box
    return lambda x, y: (box["x"] + x / width * box["width"], box["y"] + (1 - y / depth) * box["height"])


def test_a_zone_is_pointed_at_and_taken(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served).played("drop-zone")
    person = come().sit_down(table.path)
    page, state, at = person.page, table.state(), _on_empty(person, table)
    option = state["question"]["options"][1]
    x0, y0, x1, y1 = option["area"]
    page.mouse.move(*at((x0 + x1) / 2, (y0 + y1) / 2))
    expect(page.locator(".option.hovered")).to_contain_text(re.compile(option["label"]["title"], re.IGNORECASE))
    expect(page.locator("svg[role=group] g.lit")).to_have_count(1)
    page.screenshot(path=shots / "zones.png")
    page.mouse.click(*at((x0 + x1) / 2, (y0 + y1) / 2))
    person.wait_for_version(state["version"] + 1)
    assert table.state()["view"]["zones"][state["question"]["player"]] == option["area"]


def test_what_is_put_a_little_outside_is_set_inside(served: Served, come: Coming) -> None:
    table = Table(served).played("place")
    person = come().sit_down(table.path)
    page, state, at = person.page, table.state(), _on_empty(person, table)
    (_, y0), _, (_, y1), _ = table.ask("reach")["polygons"][0]["rings"][0]
    beyond = y1 + 0.2 if y0 == 0 else y0 - 0.2
    x = next(x for x in range(2, 28) if table.ask("spot", to=[x, beyond])["answer"])
    page.mouse.move(*at(x, beyond))
    expect(page.locator(".prompt").get_by_role("button", name="Set it down")).to_be_enabled()
    expect(page.get_by_role("button", name="Turn it")).to_have_count(0)  # a base is round
    page.mouse.click(*at(x, beyond))
    person.wait_for_version(state["version"] + 1)
    assert y0 < table.state()["view"]["models"][state["question"]["subject"]]["place"][1] < y1


def test_a_model_that_may_act_is_chosen_by_dragging_it(served: Served, come: Coming) -> None:
    table = Table(served).played("activate")
    person = come().sit_down(table.path)
    at, state = Map(person, table), table.state()
    model = next(option["model"] for option in state["question"]["options"] if option["model"] is not None)
    x, y = at(state["view"]["models"][model]["place"])
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x + 60, y - 60, steps=4)
    person.page.mouse.up()
    person.wait_for_version(state["version"] + 1)
    assert table.state()["question"]["subject"] == model
    assert Map(person, table)(state["view"]["models"][model]["place"]) == pytest.approx((x, y), abs=1)  # and the board stays


UNBURDENED = ["hollow-choir", "hollow-choir"]  # no weapon of theirs is too heavy to move with


def test_a_model_that_is_asked_what_it_does_walks_by_dragging_it(served: Served, come: Coming) -> None:
    """It is held over the board at once, stays where it is released, and is taken back like any other answer."""
    table = Table(served, teams=UNBURDENED).played("action", offering="Reposition")
    person = come().sit_down(table.path)
    at, state = Map(person, table), table.state()
    asked, start = person.prompt(), state["view"]["models"][state["question"]["subject"]]["place"]
    person.page.mouse.move(*at(start))
    person.page.mouse.down()
    person.page.mouse.move(*at((start[0] + 1, start[1])), steps=4)
    person.page.mouse.move(*at((start[0], start[1] + (1 if start[1] > state["view"]["board"][1] / 2 else -1))), steps=4)
    person.page.mouse.up()
    person.wait_for_version(state["version"] + 1)
    assert table.state()["question"]["kind"] == "path"
    expect(person.page.locator(".ghost:not(.asking)")).to_be_visible()
    expect(person.page.locator(".verdict strong")).to_have_text(re.compile(r"^(0\.9|1(\.1)?)\" of"))
    expect(person.page.locator(".prompt").get_by_role("button", name="Go there")).to_be_enabled()
    person.press("u")
    person.wait_for_version(state["version"] + 2)
    expect(person.page.locator(".ghost")).to_have_count(0)
    assert person.prompt() == asked


def test_an_activation_by_keyboard_alone(served: Served, come: Coming) -> None:
    table = Table(served, teams=UNBURDENED).played("action", offering=("Shoot", "Reposition"))
    person = come().sit_down(table.path)
    active = table.state()["view"]["active"]
    options = person.page.locator(".prompt .option:not(.refused)")
    person.press(_number(options, "Shoot"))
    _until_asked(person, "which (target|weapon)")
    person.tab_to(".prompt .option")
    expect(person.page.locator("div.foreseen")).to_be_visible()  # focus shows what pointing shows
    while (asked := table.state())["question"]["what"] != "action":
        _take_the_hint(person)
    before = asked["view"]["models"][active]["place"]
    person.press(_number(options, "Reposition"))
    _until_asked(person, "Where to?")
    _walk(person)
    version = person.version
    person.press("Enter")
    person.wait_for_version(version + 1)
    assert table.state()["view"]["models"][active]["place"] != before
    while table.state()["question"]["what"] != "activate":
        _take_the_hint(person)
    ended = table.state()
    assert not ended["view"]["models"][active]["ready"]
    assert ended["question"]["player"] != ended["view"]["models"][active]["side"]


def _take_the_hint(person: Person) -> None:
    """Answer as the hint says, with keys."""
    version = person.version
    person.press("h")
    hint = person.page.wait_for_selector(".prompt [data-hint]:not([disabled])")
    number = hint.inner_text().split("\n")[0] if hint else ""
    if number.isdecimal():
        person.press(number)
    else:
        person.tab_to("[data-hint]")
        person.press("Enter")
    person.wait_for_version(version + 1)


def _walk(person: Person) -> None:
    """Step away with the arrow keys, in the first direction that is free."""
    go = person.page.locator(".prompt").get_by_role("button", name="Go there")
    for arrow in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        person.press(arrow, arrow, arrow)
        expect(person.page.locator(".prompt .drawing .bad, .prompt .drawing strong").first).to_be_visible()
        if go.is_enabled():
            break
        person.press("Escape")
    expect(go).to_be_enabled()


def _number(options: Locator, label: str) -> str:
    """The key of the option that begins so."""
    return next(text.split("\n")[0] for text in options.all_inner_texts() if label in text)


def _until_asked(person: Person, words: str) -> None:
    expect(person.page.locator(".prompt h2")).to_contain_text(re.compile(words))


#: Words on the board that lie over a base, over each other or beyond the edge.
COVERED = """() => {
  const box = (element) => element.getBoundingClientRect()
  const words = [...document.querySelectorAll('.labels text')]
  const bases = [...document.querySelectorAll('.piece .base')]
  const board = box(document.querySelector('.desk .board'))
  const meet = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 4 && b.top < a.bottom - 4
  const out = ({ left, right, top, bottom }) => left < board.left || right > board.right || top < board.top || bottom > board.bottom
  if (words.length < 2) return ['hardly any words']
  const covers = (word, others) => out(box(word)) || others.some((other) => meet(box(word), box(other)))
  return words.filter((word, n) => covers(word, [...bases, ...words.slice(n + 1)])).map((word) => word.textContent)
}"""


@pytest.fixture
def before_the_first_shot(served: Served, come: Coming) -> tuple[Table, Person]:
    table = Table(served).played("action", offering="Shoot")
    return table, come().sit_down(table.path)


def test_what_is_laid_over_the_board(before_the_first_shot: tuple[Table, Person], shots: Path) -> None:
    table, person = before_the_first_shot
    page, state = person.page, table.state()
    active = state["view"]["active"]
    person.press("s")
    expect(page.get_by_role("button", name="Sees")).to_have_attribute("aria-pressed", "true")
    told = table.ask("sees", model=active)["models"]
    expect(page.locator(".sight .line")).to_have_count(len(told))
    for sight in ("open", "cover", "obscured", "hidden"):
        expect(page.locator(f".sight > .{sight}")).to_have_count(sum(one["state"] == sight for one in told))
    assert page.evaluate(COVERED) == []
    page.screenshot(path=shots / "sees.png")
    expect(page.locator(".legend")).to_contain_text(state["view"]["models"][active]["name"])
    page.locator(f'[data-model="{told[0]["model"]}"]').hover()
    expect(page.locator(".card h2")).to_have_text(state["view"]["models"][active]["name"])  # the card of the one that looks about
    page.mouse.move(0, 0)
    person.press("t")
    expect(page.locator(".sight")).to_have_count(0)
    expect(page.locator("g.move path").first).to_be_visible()
    expect(page.locator("g.shoot path").first).to_be_visible()
    page.screenshot(path=shots / "threat.png")
    person.press("Escape")
    expect(page.locator("g.move path")).to_have_count(0)


def test_the_mission_tells_how_it_is_won(before_the_first_shot: tuple[Table, Person]) -> None:
    table, person = before_the_first_shot
    person.page.locator(".legend").get_by_role("button").click()
    expect(person.page.get_by_role("dialog")).to_contain_text(table.state()["view"]["aims"][0]["text"])


def test_dice_that_can_only_be_rolled_again_together_are_not_chosen_one_by_one(served: Served, come: Coming) -> None:
    table = Table(served, ruleset="kt18").played("re-roll", when=lambda game: len(game.decision.faces) > 1)
    person = come().sit_down(table.path)
    dice = person.page.get_by_role("group", name="The dice").get_by_role("button")
    assert dice.count() > 1
    assert all(dice.nth(n).is_disabled() for n in range(dice.count()))
    expect(person.page.get_by_role("button", name="Roll again")).to_be_enabled()


def test_measuring(before_the_first_shot: tuple[Table, Person], shots: Path) -> None:
    table, person = before_the_first_shot
    page = person.page
    at = Map(person, table)
    models = [model for model in table.state()["view"]["models"] if model["place"]]
    first, last = models[0], models[-1]
    person.press("m")
    page.mouse.click(*at(first["place"]))
    page.mouse.click(*at(last["place"]))
    told = table.ask("measure", **{"from": {"model": first["id"]}, "to": {"model": last["id"]}})
    expect(page.locator("svg.measuring").get_by_text(told["text"], exact=True)).to_be_visible()
    page.screenshot(path=shots / "measure.png")
    assert "answer" not in person.sent


def test_a_target_is_looked_at_before_it_is_shot(served: Served, come: Coming, shots: Path) -> None:
    table = Table(served).played("target")
    person = come().sit_down(table.path)
    question = table.state()["question"]
    person.page.locator(f'[data-model="{question["options"][0]["model"]}"]').hover()
    told = table.ask("foresee", answer=question["options"][0]["answer"])
    expect(person.page.locator("div.foreseen")).to_contain_text(f"about {told['odds']['expected']:.1f} damage")
    expect(person.page.locator("div.foreseen figure svg rect:not(.whole)")).to_have_count(len(told["odds"]["bars"]))
    expect(person.page.locator(".sight .line")).to_have_count(1)
    expect(person.page.locator(".card h2")).to_have_text(table.state()["view"]["models"][question["options"][0]["model"]]["name"])
    person.page.screenshot(path=shots / "target.png")
    assert "answer" not in person.sent


def test_whom_a_blast_strikes_too_is_seen_before_it_is_fired(served: Served, come: Coming, shots: Path) -> None:
    def strikes(game: Game) -> bool:
        foreseen = game.ruleset.preview.forecast(game, game.decision.options[0]) if game.decision else None
        return foreseen is not None and len(foreseen.also) > 1

    table = Table(served, ruleset="kt24", teams=["sump-brewers", "ashen-wardens"]).played("target", when=strikes)
    person, question = come().sit_down(table.path), table.state()["question"]
    person.page.locator(f'[data-model="{question["options"][0]["model"]}"]').hover()
    told = table.ask("foresee", answer=question["options"][0]["answer"])["also"]
    expect(person.page.locator(".also li")).to_have_count(len(told))
    expect(person.page.locator(".also li").first).to_contain_text(told[0]["text"])
    for one in told:
        expect(person.page.locator(f'[data-model="{one["model"]}"] .struck')).to_be_visible()
    person.page.screenshot(path=shots / "blast.png")


def test_a_greyed_action_says_why_and_does_nothing(before_the_first_shot: tuple[Table, Person]) -> None:
    table, person = before_the_first_shot
    refused = table.state()["question"]["refused"][0]
    person.page.locator(".option.refused").first.hover()
    person.page.locator(".option.refused").first.click(force=True)
    expect(person.page.locator(".why")).to_contain_text(refused["sentence"])
    person.page.locator(".why .rule").click()
    expect(person.page.get_by_role("dialog")).to_contain_text(refused["rule"])
    person.click("Close")
    assert "answer" not in person.sent


def test_a_readied_model_is_told_of_and_not_warned_of(served: Served, come: Coming, shots: Path) -> None:
    """Options are numbered as they stand on the screen; what is good for a model is on its card, and no sign of alarm on the board."""
    table = Table(served, ruleset="kt18").played("option", offering="Ready")
    person = come().sit_down(table.path)
    numbers = person.page.locator(".options .option kbd:not(.enter)").all_inner_texts()
    assert numbers == [str(n + 1) for n in range(len(numbers))]
    version, subject = person.version, table.state()["question"]["subject"]
    person.page.locator(".options .option", has_text="Ready").first.click()
    person.wait_for_version(version + 1)
    person.page.locator(f'[data-model="{subject}"]').hover()
    readied = person.page.locator(".card .states li", has_text="readied")
    expect(readied).to_be_visible()
    expect(readied).not_to_have_class(re.compile(r"\balert\b"))
    expect(person.page.locator(f'[data-model="{subject}"] .badge')).to_have_count(0)
    person.page.screenshot(path=shots / "readied.png")


def test_an_offer_is_declined_for_a_whole_turn(served: Served, come: Coming) -> None:
    """The page passes by itself whenever the same is offered again, until it is told to ask again."""
    table = Table(served, seed=4, teams=["dusk-runners", "sump-brewers"]).played("ploy")
    person = come().sit_down(table.path)
    turn = table.state()["view"]["turn"]
    person.click("Do not ask again this turn")
    person.sent.clear()
    given = person.play_on(14)
    assert table.state()["view"]["turn"] == turn
    assert person.sent.count("answer") > given
    person.sit_down(table.path)  # also once the page has been loaded again
    person.click("Ask about offers again")
    expect(person.page.get_by_role("button", name="Ask about offers again")).to_have_count(0)


def test_what_is_declined_for_a_turn_is_never_seen_again(served: Served, come: Coming) -> None:
    """While the page answers by itself, it tells that the battle goes on, and shows no question."""
    table = Table(served, ruleset="kt40", seats=[{"kind": "me"}, {"kind": "program"}]).played("re-roll", ())
    person = come(reduced_motion="no-preference").sit_down(table.path)
    person.page.evaluate(
        """() => {
          window.seen = []
          const look = () => window.seen.push(document.querySelector('.prompt h2')?.textContent ?? '')
          const all = { subtree: true, childList: true, characterData: true, attributes: true }
          new MutationObserver(look).observe(document.querySelector('.decide'), all)
        }"""
    )
    person.click("Do not ask again this turn")
    person.begin_playing(20)
    person.have_played()
    told = person.page.evaluate("window.seen")
    assert any("The battle goes on" in words for words in told)
    assert not any("1CP?" in words for words in told[1:])


def test_what_is_hinted_at_is_taken_by_enter(served: Served, come: Coming) -> None:
    table = Table(served, ruleset="kt40", seats=[{"kind": "me"}, {"kind": "program"}]).played("manoeuvre", ())
    person = come().sit_down(table.path)
    version, best = person.version, table.ask("hint")["answer"]
    person.click("★ Hint")
    expect(person.page.locator("[data-hint]")).to_be_focused()
    person.page.keyboard.press("Enter")
    person.wait_for_version(version + 1)
    assert best["type"] == "pass" or table.state()["question"]["what"] != "manoeuvre"


def test_enter_answers_wherever_the_last_click_was(served: Served, come: Coming) -> None:
    """Neither the board nor a button that was clicked keeps it, nor the rule of the question once it has been read."""
    table = Table(served, ruleset="kt40", seats=[{"kind": "me"}, {"kind": "program"}]).played("re-roll", ())
    person = come().sit_down(table.path)
    version = person.version
    person.page.locator(".board svg").first.click(position={"x": 12, "y": 12})
    person.press("Enter")
    person.wait_for_version(version + 1)
    person.wait_for_turn()
    rule = person.page.locator(".prompt .about .rule")
    rule.click()
    expect(person.page.locator("dialog[open]")).to_be_visible()
    person.press("Escape")
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    expect(rule).not_to_be_focused()


def test_what_is_declined_for_a_turn_stays_so_when_something_is_taken_back(served: Served, come: Coming) -> None:
    """The page goes back beyond what it has declined unasked; the decision itself can be taken back."""
    table = Table(served, seed=4, teams=["dusk-runners", "sump-brewers"]).played("ploy")
    person = come().sit_down(table.path)
    person.click("Do not ask again this turn")
    again = person.page.get_by_role("button", name="Ask about offers again")
    expect(again).to_be_visible()
    chosen = person.version
    person.play_on(1)
    person.wait_for_version(chosen + 1)
    person.page.locator(".help .back").click()
    expect(again).to_be_visible()
    expect(person.page.get_by_role("button", name="Do not ask again this turn")).to_have_count(0)


def test_a_roll_is_made_again_by_a_number_key_and_kept_by_enter(served: Served, come: Coming) -> None:
    table = Table(served, ruleset="kt40", seats=[{"kind": "me"}, {"kind": "program"}]).played("re-roll", ())
    person = come().sit_down(table.path)
    version = person.version
    expect(person.page.locator(".choice button", has_text="⏎")).to_contain_text("Keep")
    person.press("Enter")
    person.wait_for_version(version + 1)
    assert not any(event["kind"] == "rerolled" for step in table.state()["recent"] if step["version"] > version for event in step["events"])


def test_what_no_answer_can_change_is_not_asked(served: Served, come: Coming) -> None:
    """One save against hits of which it can only stop a normal one: the page spends it, and goes on to the next question."""
    table = Table(served, seed=3).played("block")
    before = table.state()
    assert before["question"]["moot"]
    come().sit_down(table.path).wait_for_version(before["version"] + 1)
    after = table.state()
    assert after["question"]["what"] != "block" and after["version"] == before["version"] + 1


def test_how_the_battle_is_won(before_the_first_shot: tuple[Table, Person]) -> None:
    table, person = before_the_first_shot
    person.click("How to win")
    view, dialog = table.state()["view"], person.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(view["mission"])
    for aim in view["aims"]:
        expect(dialog).to_contain_text(aim["text"])
    person.click("Close")
    expect(dialog).to_have_count(0)


def test_keys_are_for_the_sheet_that_is_open(before_the_first_shot: tuple[Table, Person]) -> None:
    """Also once a link on it has been followed; Escape closes it, and only then do keys answer again."""
    table, person = before_the_first_shot
    dialog = person.page.get_by_role("dialog")
    person.page.locator(".prompt header .rule").click()
    dialog.locator(".see a, p a").first.click()
    expect(dialog.get_by_role("button", name="Back")).to_be_visible()
    for key in ("1", "2", "Enter", "h", "s"):
        person.press(key)
    expect(person.page.get_by_role("button", name="Sees")).to_have_attribute("aria-pressed", "false")
    person.press("Escape")
    expect(dialog).to_have_count(0)
    assert "answer" not in person.sent
    person.press("1")
    person.wait_for_version(table.state()["version"])
    assert "answer" in person.sent


def test_dice_are_not_chosen_by_numbers_that_nobody_sees(served: Served, come: Coming) -> None:
    person = come().sit_down(Table(served, seed=4).played("re-roll").path)
    expect(person.page.get_by_role("group", name="The dice")).to_be_visible()
    for key in "123":
        person.press(key)
    person.settle()
    assert "answer" not in person.sent


def test_the_cards_of_both_teams_are_at_hand(before_the_first_shot: tuple[Table, Person], shots: Path) -> None:
    """With how each model is, and what short words stand for; a name leads to its model."""
    table, person = before_the_first_shot
    page, view = person.page, table.state()["view"]
    for side, told in enumerate(view["sides"]):
        page.locator(".sides").get_by_role("button", name=told["team"]).click()
        dialog = page.get_by_role("dialog", name=told["team"])
        team = [model for model in view["models"] if model["side"] == side]
        expect(dialog.locator("article")).to_have_count(len({model["card"] for model in team}))
        for word, meaning in view["legend"]:
            expect(dialog.locator("dl", has_text=meaning)).to_contain_text(word)
        twin = next(model for model in team if sum(one["card"] == model["card"] for one in team) > 1 and model["place"])
        page.screenshot(path=shots / f"roster-{side}.png")
        dialog.get_by_role("button", name=twin["name"]).click()
        expect(dialog).to_have_count(0)
        expect(page.locator(".card h2")).to_have_text(twin["name"])
    assert "answer" not in person.sent


def test_who_has_begun_to_move_may_go_back(served: Served, come: Coming) -> None:
    table = Table(served).played("move", offering="towards")
    person = come().sit_down(table.path)
    before = table.state()["version"]
    person.page.get_by_role("button", name="↶ Back").click()
    person.wait_for_version(before + 1)
    assert table.state()["question"]["what"] != "move"


def test_nobody_has_acted_before_anybody_may(served: Served, come: Coming) -> None:
    """While the initiative is decided all models look as if they were yet to act."""
    table = Table(served).played("initiative")
    person = come().sit_down(table.path)
    assert not any(model["ready"] for model in table.state()["view"]["models"])
    expect(person.page.locator("[data-model].spent")).to_have_count(0)
    expect(person.page.locator(".card .states")).to_have_count(0)


def test_a_card_is_seen_before_its_model_is_set_up(served: Served, come: Coming) -> None:
    table = Table(served).played("deploy")
    person = come().sit_down(table.path)
    state = table.state()
    for option in state["question"]["options"][:3]:
        name = state["view"]["models"][option["model"]]["name"]
        person.page.locator(".option", has_text=name).first.hover()
        expect(person.page.locator(".card h2")).to_have_text(name)
    assert "answer" not in person.sent
