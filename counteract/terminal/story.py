"""What has just happened, told in few lines: one for an activation and its moves, one for each attack."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from counteract.core.game import Game
from counteract.core.language import say, spoken
from counteract.core.state import Event
from counteract.mechanics.showing import point
from counteract.terminal.board import View, colour, letters

#: What a name is when it is said again, where that needs no more than a word.
PRONOUNS = {"en": {"player": "They", "model": "It", "target": "It"}}


def story(game: Game, events: Iterable[Event], view: View) -> list[Text]:
    """The events as paragraphs; who is named twice in a row is "it" the second time."""
    paragraphs: list[Text] = []
    subject: tuple[str, int] | None = None
    under_way = False
    for event in events:
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
        paragraphs[-1].append_text(sentence(game, event, view, subject))
        subject = _subject(event)
    return paragraphs


def _subject(event: Event) -> tuple[str, int] | None:
    for key in ("model", "player"):
        if isinstance(event.values.get(key), int):
            return key, event.values[key]
    return None


def sentence(game: Game, event: Event, view: View, subject: tuple[str, int] | None = None) -> Text:
    """An event in words, with the letters, colours and places that people know from the board."""
    words, place = game.tell(event), _place(event)
    if place is not None:
        words = say("{sentence} → {place}.", sentence=words.rstrip(".。"), place=point(place))
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
        text.append(before).append(shown, colour(side))
        rest = after
    return text.append(rest)


def _place(event: Event) -> tuple[float, ...] | None:
    """Where something has been put down or gone to."""
    values = event.values
    return values.get("to") or ((values["x"], values["y"], values.get("z", 0.0)) if "x" in values else None)


def _named(view: View, key: str, value: int) -> tuple[str, str, int]:
    """A team or model: its name, how the terminal calls it, and its side."""
    if key == "player":
        name = view["sides"][value]["team"]
        return name, name, value
    model = view["models"][value]
    return model["name"], f"{letters(view)[value]} {model['name']}", model["side"]
