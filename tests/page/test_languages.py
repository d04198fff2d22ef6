"""English, French and Chinese, at any time: everything on the page changes, and the game does not."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from browsing import Person, Table
from messages import translations as catalogue
from playwright.sync_api import expect
from served import Served

Coming = Callable[..., Person]

#: Every text that can be read or heard.
TEXTS = """
() => {
  const found = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement
    if (!parent.closest('script, style, [lang]:not(html), code, kbd') && walk.currentNode.data.trim()) found.push(walk.currentNode.data.trim())
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name).trim())
  return [...new Set([document.title, ...found])]
}
"""

#: Words that English sentences are made of and French ones are not.
ENGLISH = re.compile(r"\b(the|and|with|your|which|from|this|that|they|have|wounds?|turning|where|would|shoots?|moves?|dice|rules?|board)\b", re.I)
OWN = {"Counteract", "Kill Team"}  # names that stay
RULE = re.compile(r"KT\d\d(-[A-Z]+)+-\d+")
SECTION = re.compile(r"[A-Z]+")


@cache
def translations(language: str) -> dict[str, str]:
    """Return the contents of a catalogue."""
    return catalogue(language)


@cache
def _english(language: str) -> re.Pattern[str]:
    """Any text that is different in a language, as it would be found in English."""
    found = []
    for text, translated in translations(language).items():
        words = re.sub(r"\{[^}]*\}", "", text)
        if translated and translated != text and len(re.findall(r"[A-Za-z]{2,}", words)) >= (2 if "{" in text else 1):
            found.append("".join(".+" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{[^}]*\})", text)))
    return re.compile("|".join(found))


def _left(person: Person, language: str) -> list[str]:
    """Return the texts on the page that are still in English."""
    shown = {text for text in (RULE.sub("", found) for found in person.page.evaluate(TEXTS)) if not set(re.findall(r"[A-Za-z ]+", text)) <= OWN}
    if "/rules" in person.page.url:  # where sections go by part of their rules' names
        shown = {text for text in shown if not SECTION.fullmatch(text)}
    known = translations(language)
    same = {text for text, translated in known.items() if text == translated} | set(known.values())
    found = [text for text in sorted(shown) if text not in same and _english(language).fullmatch(text)]
    telling = ENGLISH if language == "fr" else re.compile(r"[A-Za-z]{3,} [a-z]{3,}")
    return found + [text for text in sorted(shown) if telling.search(text) and text not in same and text not in found]


@pytest.mark.parametrize("language", ["fr", "zh"])
def test_the_language_is_changed_in_the_middle_of_a_game(served: Served, come: Coming, shots: Path, language: str) -> None:
    table = Table(served).played("action", offering="Shoot")
    person = come().sit_down(table.path)
    before = table.state()
    version, english = person.version, set(person.page.evaluate(TEXTS))
    prompt, log = person.prompt(), person.page.locator(".log .said").all_inner_texts()
    person.click("Menu")
    person.page.get_by_label("Language").select_option(language)
    expect(person.page.locator(".prompt h2")).not_to_have_text(prompt)
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.get_by_label("Language")).to_have_count(0)
    person.settle()
    told = person.page.locator(".log .said").all_inner_texts()
    assert len(told) == len(log) and all(new != old for new, old in zip(told, log, strict=True))
    assert _left(person, language) == []
    assert len(english & set(person.page.evaluate(TEXTS))) < len(english) / 3  # numbers, signs and the ids of rules
    person.page.screenshot(path=shots / f"table-{language}.png")
    assert person.version == version and table.state()["view"]["models"] == before["view"]["models"]
    assert person.play_on(12) == 12
    assert _left(person, language) == []
    person.page.reload()
    expect(person.page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("language", ["fr", "zh"])
def test_no_english_is_left(served: Served, visit: Coming, shots: Path, language: str) -> None:
    person = visit(locale={"fr": "fr-FR", "zh": "zh-CN"}[language])
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator("summary").first.click()
    assert _left(person, language) == []
    page.screenshot(path=shots / f"lobby-{language}.png", full_page=True)
    page.locator(".cards").first.click()
    page.wait_for_selector("dialog article")
    assert _left(person, language) == []
    for path in ("/odds", "/odds?odds=fight&ruleset=kt21", "/odds?odds=table&ruleset=kt18", "/rules?ruleset=kt24", "/play/nobody"):
        person.arrive(path)
        assert _left(person, language) == [], path


@pytest.mark.parametrize("language", ["fr", "zh"])
@pytest.mark.parametrize("ruleset", ["kt24", "kt21", "kt18"])
def test_a_battle_is_told_in_the_language(served: Served, visit: Coming, ruleset: str, language: str) -> None:
    length = {"kt18": "rounds"}.get(ruleset, "turning_points")
    table = Table(served, ruleset=ruleset, options={length: 1}).played()
    person = visit(f"/replay/{table.game}", locale={"fr": "fr-FR", "zh": "zh-CN"}[language])
    expect(person.page.get_by_role("slider")).to_be_visible()
    person.press("End")
    person.settle()
    assert _left(person, language) == []
    person.sit_down(table.path)
    expect(person.page.locator(".over")).to_be_visible()
    person.press("?")
    assert _left(person, language) == []
