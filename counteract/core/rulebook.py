"""The rulebook as data: every rule has an ID, and under it a title and a text in each language.

>>> words = {"en": "One step a turn.", "fr": "Un pas par tour.", "zh": "每回合一步。"}
>>> step = Rule(id="TOY-MOVE-01", tags=("limit",), see=(), titles={"en": "Steps", "fr": "Étapes", "zh": "步"}, texts=words)
>>> book = Rulebook("toy", (step,))
>>> book.get("toy-move-01").title("fr"), [rule.id for rule in book.search("etapes")]
('Étapes', ['TOY-MOVE-01'])
>>> book.get("TOY-MOVES-01")
Traceback (most recent call last):
LookupError: there is no rule TOY-MOVES-01 in toy; nearest: TOY-MOVE-01
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import TypeVar

import msgspec

from counteract.core.language import ENGLISH, FOLDER, LANGUAGES, Phrase, say, tied

FILE = "rulebook.toml"
HEADINGS = "sections"  # the table of a book that names its sections

_T = TypeVar("_T")


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule: its ID, tags, related rules, and its title and text by language."""

    id: str
    tags: tuple[str, ...]
    see: tuple[str, ...]
    titles: dict[str, str]
    texts: dict[str, str]

    @property
    def ruleset(self) -> str:
        return self.id.partition("-")[0].lower()

    @property
    def section(self) -> str:
        """The section of the rulebook: "MOVE" of TOY-MOVE-01."""
        return self.id.split("-")[1]

    def title(self, lang: str = ENGLISH) -> str:
        return self.titles.get(known_language(lang)) or self.titles[ENGLISH]

    def text(self, lang: str = ENGLISH) -> str:
        return self.texts.get(known_language(lang)) or self.texts[ENGLISH]


class _Translation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule in the file of a translation."""

    title: str
    text: str


class _Entry(_Translation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rule in the file of a rulebook, in English."""

    tags: tuple[str, ...]
    see: tuple[str, ...]

    def rule(self, rule_id: str, translations: Mapping[str, _Translation]) -> Rule:
        words = {ENGLISH: self, **translations}
        titles = {lang: tied(w.title, lang) for lang, w in words.items()}
        texts = {lang: tied(w.text, lang) for lang, w in words.items()}
        return Rule(id=rule_id, tags=self.tags, see=self.see, titles=titles, texts=texts)


class Rulebook:
    """All rules of one ruleset, in the order of the book, with the headings of its sections in each language."""

    def __init__(self, ruleset: str, rules: tuple[Rule, ...], headings: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.ruleset = ruleset
        self.rules = rules
        self._headings = headings or {}
        self._by_id = {rule.id: rule for rule in rules}

    @classmethod
    def load(cls, ruleset: str) -> Rulebook:
        """Return the rulebook of a ruleset; it is read once."""
        return _load(ruleset)

    def __len__(self) -> int:
        return len(self.rules)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._by_id

    def get(self, rule_id: str) -> Rule:
        """Return the rule of this ID, in upper or lower case."""
        found = self._by_id.get(rule_id.upper())
        if found is None:
            raise LookupError(_no_rule(rule_id, self.ruleset, get_close_matches(rule_id.upper(), self._by_id, n=3, cutoff=0.6)))
        return found

    @cached_property
    def sections(self) -> dict[str, tuple[Rule, ...]]:
        """The rules by section, sections and rules in the order of the book."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.section, []).append(rule)
        return {name: tuple(rules) for name, rules in found.items()}

    def heading(self, section: str, lang: str = ENGLISH) -> str:
        """Return the heading of a section; its letters if it has none."""
        return self._headings.get(known_language(lang), {}).get(section) or self._headings.get(ENGLISH, {}).get(section, section)

    def section(self, name: str) -> tuple[Rule, ...]:
        """Return the rules of one section."""
        found = self.sections.get(name.upper())
        if found is None:
            known = ", ".join(self.sections)
            raise LookupError(say("there is no section {name} in {ruleset}; there are: {known}", name=name, ruleset=self.ruleset, known=known))
        return found

    def search(self, words: str, lang: str | None = None) -> list[Rule]:
        """Return the rules with all the words in their ID, title or text, those with more of them in the title first.

        Case and accents do not matter. Latin words are found at the beginning of words, Chinese anywhere.
        Without a language each is tried, but all words must be found in the same one.
        """
        patterns = [_pattern(word) for word in fold(words).split()]
        if not patterns:
            raise ValueError(say("there is nothing to search for: give one word or more"))
        langs = LANGUAGES if lang is None else (known_language(lang),)
        ranked = []
        for number, rule in enumerate(self.rules):
            hits = max(_title_hits(patterns, *self._folded[rule.id, each]) for each in langs)
            if hits >= 0:
                ranked.append((-hits, number, rule))
        return [rule for _, _, rule in sorted(ranked, key=lambda r: r[:2])]

    @cached_property
    def _folded(self) -> dict[tuple[str, str], tuple[str, str]]:
        """ID with title, and text, folded for searching, by rule and language."""
        return {(rule.id, lang): (fold(f"{rule.id} {rule.title(lang)}"), fold(rule.text(lang))) for rule in self.rules for lang in LANGUAGES}


def rulebooks() -> list[str]:
    """Return the rulesets that have a rulebook."""
    from counteract.core.registry import folder, names

    return [name for name in names() if (folder(name) / FILE).is_file()]


def ruleset_of(rule_id: str) -> str:
    """Return the ruleset of a rule ID, which is the beginning of the ID."""
    from counteract.core.registry import default

    ruleset = rule_id.partition("-")[0].lower()
    if ruleset not in rulebooks():
        known = ", ".join(name.upper() for name in rulebooks())
        example = Rulebook.load(default()).rules[0].id
        told = Phrase("{rule_id!r} is no rule ID: one begins with its ruleset ({known}), as {example} does")
        raise LookupError(say(told, rule_id=rule_id, known=known, example=example))
    return ruleset


def known_language(lang: str) -> str:
    """Return the language, checked to be one that rulebooks are written in."""
    if lang not in LANGUAGES:
        raise LookupError(say("there is no rulebook in the language {lang!r}; there are: {known}", lang=lang, known=", ".join(LANGUAGES)))
    return lang


def fold(text: str) -> str:
    """Return a text without the differences that a search ignores: case, accents, the shape of apostrophes.

    >>> fold("Cœur d’Étoile")
    "coeur d'etoile"
    """
    plain = text.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))


@lru_cache(maxsize=8)
def _load(ruleset: str) -> Rulebook:
    if ruleset not in rulebooks():
        raise LookupError(say("there is no rulebook of {ruleset!r}; there are: {known}", ruleset=ruleset, known=", ".join(rulebooks())))
    from counteract.core.registry import data_folders, folder

    headings, entries = _read((folder(ruleset) / FILE).read_bytes(), _Entry)
    titles, translations = {ENGLISH: headings}, {}
    for lang in LANGUAGES:
        for home in data_folders(FOLDER):
            if lang != ENGLISH and (file := home / lang / f"{ruleset}.toml").is_file():
                titles[lang], translations[lang] = _read(file.read_bytes(), _Translation)
    rules = (
        entry.rule(rule_id, {lang: words[rule_id] for lang, words in translations.items() if rule_id in words})
        for rule_id, entry in entries.items()
    )
    return Rulebook(ruleset, tuple(rules), titles)


def _read(data: bytes, kind: type[_T]) -> tuple[dict[str, str], dict[str, _T]]:
    """Return the headings and the entries in the file of a book."""
    top = msgspec.toml.decode(data)
    return top.pop(HEADINGS, {}), msgspec.convert(top, dict[str, kind])  # type: ignore[valid-type]


def _pattern(word: str) -> re.Pattern[str]:
    """Return the pattern of a folded word: Latin ones only where a word begins, so that "cover" does not find "recover"."""
    return re.compile((r"(?<![a-z0-9])" if word[0].isascii() else "") + re.escape(word))


def _title_hits(patterns: list[re.Pattern[str]], title: str, text: str) -> int:
    """Return how many of the words are in the title; -1 if one is neither there nor in the text."""
    if not all(p.search(title) or p.search(text) for p in patterns):
        return -1
    return sum(p.search(title) is not None for p in patterns)


def _no_rule(rule_id: str, ruleset: str, like: list[str]) -> str:
    if not like:
        return say("there is no rule {rule_id} in {ruleset}", rule_id=rule_id, ruleset=ruleset)
    return say("there is no rule {rule_id} in {ruleset}; nearest: {like}", rule_id=rule_id, ruleset=ruleset, like=", ".join(like))
