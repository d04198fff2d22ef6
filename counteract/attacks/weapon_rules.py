"""The grammar of weapon rules: parsing them as cards write them, and joining two sets of them on one weapon."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from counteract.core.language import Phrase, say

R = TypeVar("R", bound=msgspec.Struct)

NUMBER = r"(\d+)"
INCHES = r"(\d+(?:\.\d+)?)\s*(?:\"|″|”|''|in)?"
MOST = 999  # for any number

_WORD = re.compile("([a-z]+)[^a-z]*")
_NAME_AND_MORE = re.compile(r"([a-z ]*[a-z])\s*(?:[^a-z]+|\(.*\))")  # more being a number, or something in brackets


class BadRule(ValueError):
    """A weapon rule that is written wrongly; the message says how to write it."""


class Grammar(Generic[R]):
    """The rules that cards of an edition may write, as a struct of one field a rule, with a field ``unenforced``.

    A field that is true or false is a plain rule: cards write its name. ``forms`` define the others: field, pattern (of small
    letters), example. ``make`` turns a match of one of them into rules. ``joined`` says how values of a field come
    together if not as usual, which is: the greater number, all of several choices, True if either is.
    """

    def __init__(
        self,
        rules: type[R],
        forms: Iterable[tuple[str, str, str]],
        make: Callable[[str, re.Match[str], str], R],
        joined: Mapping[str, Callable[[Any, Any], Any]],
        tidy: Callable[[str], str] = str,
    ) -> None:
        self.rules = rules
        self.forms = [(name, re.compile(form), example) for name, form, example in forms]
        formed = {name for name, _, _ in self.forms}
        flags = (field.name for field in msgspec.structs.fields(rules) if field.type is bool and field.name not in formed)
        self.plain = {name.replace("_", " "): name for name in flags}  # by the words that cards write
        self.make = make
        self.joined = {"unenforced": _both, **joined}
        self.tidy = tidy
        self.join = lru_cache(maxsize=8192)(self._join)
        self.parse_rule = lru_cache(maxsize=1024)(self._parse_rule)

    def parse(self, texts: Iterable[str]) -> R:
        """Return the rules written on a card. Names that the game does not know are kept and not enforced."""
        rules = self.rules()
        for text in texts:
            rules = self.join(rules, self.parse_rule(text))
        return rules

    def field_of(self, text: str) -> str:
        """Return the field of a rule as a card writes it; empty if the game does not know the rule."""
        plain = self._plain(text)
        return self.plain.get(plain) or next((name for name, form, _ in self.forms if form.fullmatch(plain)), "")

    def _plain(self, text: str) -> str:
        return self.tidy(" ".join(text.lower().split()))

    def _parse_rule(self, text: str) -> R:
        """Return one rule as a card writes it."""
        plain = self._plain(text)
        if plain in ("", "-"):
            return self.rules()
        if plain in self.plain:
            return self.rules(**{self.plain[plain]: True})
        for name, form, _ in self.forms:
            if match := form.fullmatch(plain):
                return self.make(name, match, text)
        if "*" not in plain:
            self._refuse_misspelt(text, plain)
        return self.rules(unenforced=(text,))

    def _refuse_misspelt(self, text: str, plain: str) -> None:
        """Refuse an unknown rule that looks like a known one written wrongly."""
        match = _NAME_AND_MORE.fullmatch(plain)
        if match and match.group(1) in self.plain:
            raise BadRule(say("{text!r}: nothing stands after {rule}", text=text, rule=Phrase(match.group(1).title())))
        examples = {name: example for name, _, example in self.forms}
        for word in map(_WORD.fullmatch, plain.split()):
            if word and (example := examples.get(word.group(1))):
                rule = example.split()[0].rstrip("0123456789")
                raise BadRule(say("{text!r} is not how {rule} is written; write for example {example}", text=text, rule=rule, example=example))

    def _join(self, first: R, second: R) -> R:
        merged: dict[str, Any] = {}
        for field in msgspec.structs.fields(self.rules):
            name = field.name
            one, two = getattr(first, name), getattr(second, name)
            if name in self.joined:
                merged[name] = self.joined[name](one, two)
            elif isinstance(one, bool):
                merged[name] = one or two
            elif isinstance(one, tuple):
                merged[name] = tuple(sorted({*one, *two}))
            else:
                merged[name] = max(one, two)
        return self.rules(**merged)


def _both(one: tuple[Any, ...], two: tuple[Any, ...]) -> tuple[Any, ...]:
    return one + two


def positive(text: str, number: str) -> float:
    """Return a number above 0 and at most `MOST`; refuse any other."""
    value = float(number)
    if value <= 0:
        raise BadRule(say("{text!r}: the number must be above 0", text=text))
    if value > MOST:
        raise ValueError("the number is too large")
    return value
