"""Translated text. English templates are written in the code and are the keys of the catalogues.

The caller chooses the language: ``with speaking("fr"): ...``. States, events and records hold names and numbers, never
rendered text; they are put into words when they are shown.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FOLDER = "languages"  # a folder for each language: its name and habits, its messages, and the rulebooks in it
ENGLISH = "en"  # the language of the code
COMMA, SEMICOLON = ", ", "; "  # separators of lists; the catalogues translate them too
PAGE = "page"  # the comment in a catalogue that marks the texts of the page

_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)
_Key = TypeVar("_Key")
_Given = TypeVarTuple("_Given")
_Words = TypeVar("_Words")


class Language(NamedTuple):
    """A language as its ``language.toml`` describes it: its own name, how it writes numbers and marks, and its words for yes."""

    name: str
    decimal_comma: bool = False
    one_below: float = 0.0  # counts below this go with the singular; only 1 does if it is 0
    hard_spaces: bool = False
    yes: Sequence[str] = ()  # typed words that mean yes


def read_languages(folder: Traversable) -> dict[str, Language]:
    """Read the languages that have a folder here, English first."""
    found = (one for one in folder.iterdir() if (one / "language.toml").is_file())
    described = {one.name: Language(**tomllib.loads((one / "language.toml").read_text(encoding="utf-8"))) for one in found}
    return dict(sorted(described.items(), key=lambda item: (item[0] != ENGLISH, item[0])))


LANGUAGES = read_languages(files("counteract") / "data" / FOLDER)


class Phrase(str):
    """A template with its values, translated where it fills another template; as a string it is English.

    >>> name = Phrase("{name} {number}", name=Phrase("Guard"), number=2)
    >>> name, say("{name} moves.", name=name)
    ('Guard 2', 'Guard 2 moves.')
    """

    __slots__ = ("template", "values")
    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Phrase:
        self = super().__new__(cls, template.format(**values) if values else template)
        self.template = str(template)
        self.values = values
        return self

    def __format__(self, spec: str, /) -> str:
        return format(say(self), spec)


class Several(tuple[str, ...]):
    """Phrases that fill a template as a list.

    >>> say("{who} move.", who=Several(("Ada", "Grace")))
    'Ada, Grace move.'
    """

    __slots__ = ()

    def __format__(self, spec: str, /) -> str:
        return format(joined(self), spec)


class Clauses(Several):
    """Phrases that fill a template as a list separated by semicolons, because they may contain lists themselves.

    >>> say("It brings {points}.", points=Clauses(("1 for A, B", "2 for C")))
    'It brings 1 for A, B; 2 for C.'
    """

    __slots__ = ()

    def __format__(self, spec: str, /) -> str:
        return format(joined(self, SEMICOLON), spec)


def phrases(table: Mapping[_Key, str]) -> dict[_Key, Phrase]:
    """Return a table of texts as phrases, so that they are found for the catalogues.

    >>> phrases({"dash": "dashes"})["dash"]
    'dashes'
    """
    return {key: Phrase(words) for key, words in table.items()}


def spoken() -> str:
    """Return the current language."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the current language for a block.

    >>> with speaking("fr"):
    ...     spoken()
    'fr'
    """
    if language not in LANGUAGES:
        raise LookupError(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def means_yes(typed: str) -> bool:
    """Return True if a typed word means yes, in the current language or in English.

    >>> means_yes("Y"), means_yes("no")
    (True, False)
    """
    return typed.strip().lower() in (*LANGUAGES[ENGLISH].yes, *LANGUAGES[_spoken.get()].yes)


def say(template: str, /, **values: Any) -> str:
    """Return a template in the current language with its values filled in; values that are phrases are translated too.

    >>> say("{name} moves {inches:g} inches.", name="Ada", inches=3.0)
    'Ada moves 3 inches.'
    """
    if isinstance(template, Phrase):
        values = {**template.values, **values}
        template = template.template
    language = _spoken.get()
    words = template if language == ENGLISH else catalogue(language).get(template, template)
    return words.format(**_written(values)) if values else words


class Figure(float):
    """A number written with a decimal comma, and with a space before the percent sign.

    >>> f"{Figure(4.25):.1f}", f"{Figure(0.125):.1%}"
    ('4,2', '12,5\\xa0%')
    """

    __slots__ = ()

    def __format__(self, spec: str, /) -> str:
        return super().__format__(spec).replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%")


def _written(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that fill a template, numbers as the current language writes them."""
    if not LANGUAGES[_spoken.get()].decimal_comma:
        return values
    return {name: Figure(value) if isinstance(value, float) else value for name, value in values.items()}


def figure(number: float, spec: str) -> str:
    """Return a number as the current language writes it.

    >>> figure(0.125, ".1%")
    '12.5%'
    """
    return say("{number:" + spec + "}", number=float(number))


def chance(share: float) -> str:
    """Return a chance in whole percent, but never 0% or 100% for an uncertain event.

    >>> chance(0.314), chance(0.004), chance(0.999), chance(1.0)
    ('31%', '<1%', '>99%', '100%')
    """
    if 1e-9 < share < 0.005:
        return "<" + figure(0.01, ".0%")
    if 0.995 <= share < 1 - 1e-9:
        return ">" + figure(0.99, ".0%")
    return figure(share, ".0%")


def say_count(one: str, many: str, count: int, /, **values: Any) -> str:
    """Return the singular or the plural template with {count} filled in.

    >>> say_count("{count} wound", "{count} wounds", 2)
    '2 wounds'
    """
    return say(one if _alone(count) else many, count=count, **values)


def kept_words(function: Callable[[*_Given], _Words]) -> Callable[[*_Given], _Words]:
    """Decorate a function: cache its text by language and arguments, which must be immutable.

    >>> kept_words(lambda name: say("{name} moves.", name=name))("Ada")
    'Ada moves.'
    """

    @lru_cache(maxsize=8192)
    def kept(language: str, *given: *_Given) -> _Words:
        return function(*given)

    @wraps(function)
    def words(*given: *_Given) -> _Words:
        return kept(_spoken.get(), *given)

    return words


def _alone(count: int) -> bool:
    below = LANGUAGES[_spoken.get()].one_below
    return abs(count) < below if below else count == 1


def joined(words: Iterable[str], between: str = COMMA) -> str:
    """Return words as a list in the current language.

    >>> joined(["Ada", "Grace"])
    'Ada, Grace'
    """
    return say(between).join(map(say, words))


#: A space before or within French marks.
_LOOSE = re.compile(r" (?=[?!:;»])|(?<=«) ")
_NUMBER = re.compile(r"(?:\d+(?:\.\d+)?|[▲●■⬟])+")


@lru_cache(maxsize=4096)
def measured(text: str) -> Phrase:
    """Return a text as a template with its numbers (or gauge marks) as values, so that one translation serves them all.

    >>> measured('1" Devastating 3').template
    '{x}" Devastating {y}'
    """
    numbers = _NUMBER.findall(text)
    if not 1 <= len(numbers) <= 3 or "{" in text:
        return Phrase(text)
    names = iter("xyz")
    return Phrase(_NUMBER.sub(lambda _: f"{{{next(names)}}}", text), **dict(zip("xyz", map(_read, numbers), strict=False)))


def _read(number: str) -> str | float:
    """Return a decimal number as a float if it is written back the same; anything else as it stands."""
    return float(number) if "." in number and number[0] in "0123456789" and str(float(number)) == number else number


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> Mapping[str, str]:
    """Return all translated templates of a language."""
    return {words: translated for words, translated, _ in _messages(language)}


@lru_cache(maxsize=len(LANGUAGES))
def page_catalogue(language: str) -> Mapping[str, str]:
    """Return the translated texts of the page; none in English, which the page holds itself."""
    return {words: translated for words, translated, marks in _messages(language) if PAGE in marks} if language != ENGLISH else {}


def _messages(language: str) -> Iterator[tuple[str, str, list[str]]]:
    from babel.messages.pofile import read_po

    from counteract.core.registry import data_folders

    for folder in reversed(list(data_folders(FOLDER))):  # the catalogues of Counteract go before those of other packages
        if (catalogue := folder / language / "messages.po").is_file():
            with catalogue.open("rb") as file:
                found = read_po(file)
            yield from ((str(m.id), tied(str(m.string), language), m.auto_comments) for m in found if m.id and m.string)


def tied(text: str, language: str) -> str:
    """Return a text with no-break spaces before punctuation, where the language puts a space there.

    >>> tied("Qui agit ?", "fr")
    'Qui agit\\xa0?'
    """
    return _LOOSE.sub("\N{NO-BREAK SPACE}", text) if LANGUAGES[language].hard_spaces else text
