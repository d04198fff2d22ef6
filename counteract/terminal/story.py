"""What has just happened, told in few lines: one for an activation and its moves, one for each attack."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from counteract.core.game import Game
from counteract.core.language import say, spoken
from counteract.core.state import Event
from counteract.terminal.board import SIDES, View, letters

#: What a name is when it is said again, where that needs no more than a word.
PRONOUNS = {"en": {"player": "They", "model": "It", "target": "It"}}

#: An event, and how long the way was if it is a move.
Happening = tuple[Event, float | None]


def story(game: Game, happenings: Iterable[Happening], view: View) -> list[Text]:
    """The events as paragraphs; who is named twice in a row is "it" the second time."""
    paragraphs: list[Text] = []
    subject: tuple[str, int] | None = None
    under_way = False
    for event, length in happenings:
        pace = game.pace(event)
        if pace == "quiet":
            continue
        if paragraphs and (pace == "goes on" or (under_way and pace == "goes on within")):
            paragraphs[-1].append(" ")
        else:
            inset = under_way and pace == "belongs"
            under_way = inset or pace == "opens"
            paragraphs.append(Text("  " if inset else ""))
            subject = None
        paragraphs[-1].append_text(sentence(game, event, view, length, subject))
        subject = _subject(event)
    return paragraphs


def _subject(event: Event) -> tuple[str, int] | None:
    for key in ("model", "player"):
        if isinstance(event.values.get(key), int):
            return key, event.values[key]
    return None


def sentence(game: Game, event: Event, view: View, length: float | None = None, subject: tuple[str, int] | None = None) -> Text:
    """An event in words, with the letters and colours that people know from the board."""
    words = game.tell(event)
    if length is not None:
        words = say('{sentence}, {length:.1f}".', sentence=words.rstrip(".。"), length=length)
    text, rest = Text(), words
    for key in ("player", "model", "target"):
        value = event.values.get(key)
        if not isinstance(value, int):
            continue
        name, shown, side = _named(view, key, value)
        before, found, after = rest.partition(name)
        if not found:
            continue
        if not before and not text and subject == (key, value) and spoken() in PRONOUNS:
            shown = PRONOUNS[spoken()][key]
        text.append(before).append(shown, SIDES[side])
        rest = after
    return text.append(rest)


def _named(view: View, key: str, value: int) -> tuple[str, str, int]:
    """A team or model: its name, how the terminal calls it, and its side."""
    if key == "player":
        name = view["sides"][value]["team"]
        return name, name, value
    model = view["models"][value]
    return model["name"], f"{letters(view)[value]} {model['name']}", model["side"]
