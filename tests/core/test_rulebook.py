"""The rulebook: finding rules by ID, by section and by words."""

from __future__ import annotations

import pytest

from counteract.core.language import LANGUAGES
from counteract.core.rulebook import Rulebook, fold, rulebooks, ruleset_of

BOOK = Rulebook.load("kt24")


@pytest.mark.parametrize("ruleset", rulebooks())
def test_every_rule_has_a_title_and_a_text_in_every_language(ruleset):
    for rule in Rulebook.load(ruleset).rules:
        for lang in LANGUAGES:
            assert rule.title(lang).strip() == rule.title(lang) != ""
            assert rule.text(lang).strip() == rule.text(lang) != ""


@pytest.mark.parametrize("ruleset", rulebooks())
def test_every_reference_leads_to_another_rule_of_the_book(ruleset):
    book = Rulebook.load(ruleset)
    for rule in book.rules:
        assert rule.tags
        assert rule.id not in rule.see
        assert all(other in book for other in rule.see), rule.id


@pytest.mark.parametrize("ruleset", rulebooks())
def test_every_id_begins_with_its_ruleset(ruleset):
    for rule in Rulebook.load(ruleset).rules:
        assert rule.ruleset == ruleset_of(rule.id) == ruleset


def test_a_book_is_read_once():
    assert Rulebook.load("kt24") is BOOK


def test_a_rule_is_found_however_its_letters_are_written():
    assert BOOK.get("kt24-shoot-04") is BOOK.get("KT24-SHOOT-04")


def test_a_rule_knows_its_section():
    rule = BOOK.get("KT24-WR-RENDING-01")
    assert rule.section == "WR"
    assert rule in BOOK.section("wr")


def test_sections_hold_every_rule_once_and_in_order():
    assert list(BOOK.sections)[:3] == ["GEN", "STAT", "SETUP"]
    assert sorted(r.id for rules in BOOK.sections.values() for r in rules) == sorted(r.id for r in BOOK.rules)
    assert [rule.id for rule in BOOK.section("DICE")] == ["KT24-DICE-01", "KT24-DICE-02", "KT24-DICE-03"]


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: BOOK.get("KT24-SHOT-04"), "no rule KT24-SHOT-04 in kt24; nearest: KT24-SHOOT-04"),
        (lambda: BOOK.get("?"), r"there is no rule \? in kt24$"),
        (lambda: BOOK.section("SHOT"), "no section SHOT in kt24; there are: GEN, "),
        (lambda: BOOK.get("KT24-GEN-01").title("de"), "language 'de'; there are: en, fr, zh"),
        (lambda: BOOK.search("cover", "de"), "language 'de'"),
        (lambda: Rulebook.load("kt99"), "no rulebook of 'kt99'; there are: .*kt24"),
        (lambda: Rulebook.load("../kt24"), "no rulebook of"),
        (lambda: ruleset_of("SHOOT-04"), "'SHOOT-04' is no rule ID: .*KT24"),
    ],
)
def test_what_does_not_exist_is_named_in_one_sentence(ask, says):
    with pytest.raises(LookupError, match=says) as caught:
        ask()
    assert "\n" not in str(caught.value)


def found(words: str, lang: str | None = None) -> list[str]:
    return [rule.id for rule in BOOK.search(words, lang)]


def test_case_and_accents_do_not_matter():
    assert found("étourdissante") == found("ETOURDISSANTE") == found("Étourdissante")
    assert found("étourdissante")[0] == "KT24-WR-STUN-01"


def test_chinese_is_found_anywhere_in_a_text():
    assert found("撕裂")[0] == "KT24-WR-RENDING-01"
    assert "KT24-INT-46" in found("应用目标被遮挡")


def test_all_words_must_be_there():
    both = found("severe rending")
    assert set(both) == set(found("severe")) & set(found("rending"))
    assert both[0] == "KT24-WR-SEVERE-03"


def test_words_are_looked_for_in_one_language_at_a_time():
    assert found("success fracassante") == []
    assert found("fracassante", "en") == []
    assert found("fracassante", "fr") == found("fracassante") != []


def test_an_id_can_be_searched_for():
    assert found("WR-BLAST")[:2] == ["KT24-WR-BLAST-01", "KT24-WR-BLAST-02"]


def test_hits_in_the_title_come_first():
    rules = BOOK.search("cover", "en")
    in_title = ["cover" in fold(f"{rule.id} {rule.title()}") for rule in rules]
    assert in_title == sorted(in_title, reverse=True)
    assert True in in_title
    assert False in in_title


def test_latin_words_are_found_where_a_word_begins():
    assert found("rend", "en") == found("rending", "en")
    assert found("ending rule", "en") != found("rending", "en")


@pytest.mark.parametrize("words", ["", "  "])
def test_nothing_to_search_for_is_refused(words):
    with pytest.raises(ValueError, match="nothing to search for"):
        BOOK.search(words)


def stands_in(word: str, text: str) -> bool:
    """Return True if a word is in a text as it is written, not in the middle of another word."""
    places = (k for k in range(len(text)) if text.startswith(word, k))
    return any(k == 0 or not (text[k - 1].isascii() and text[k - 1].isalnum()) for k in places)


@pytest.mark.parametrize(
    ("words", "any_rule"),
    [("(", True), ('2"', True), ("3+", True), ("+2", False), ("[a-z]", False), ("*", False), ("\\", False), ("c.ver", False), ("cov|blast", False)],
)
def test_signs_stand_for_themselves(words, any_rule):
    """A bracket, an inch sign or a plus is looked for as such; what would be a pattern elsewhere finds nothing."""
    written = [r.id for r in BOOK.rules if any(stands_in(words, fold(f"{r.id} {r.title(lang)}\n{r.text(lang)}")) for lang in LANGUAGES)]
    assert sorted(found(words)) == sorted(written)
    assert bool(written) == any_rule
