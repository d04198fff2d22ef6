"""The story of the latest events in few lines: one for an activation and its moves, one for each attack."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from counteract.core.language import say, spoken
from counteract.core.state import Event
from counteract.game import Game
from counteract.mechanics.text import point
from counteract.players.suggestions import View
from counteract.terminal.board import colour, letters

#: Words for a name that was the last one said, in languages where one word does.
PRONOUNS = {"en": {"player": "They", "model": "It", "target": "It"}}


def story(game: Game, events: Iterable[Event], view: View) -> list[Text]:
    """Return the events as paragraphs. A name that comes twice in a row is "it" the second time."""
    paragraphs: list[Text] = []
    subject: tuple[str, int] | None = None
    is_open = False
    for event in events:
        pace = game.pace(event)
        if pace == "quiet":
            continue
        if paragraphs and (pace == "goes on" or (is_open and pace == "goes on within")):
            paragraphs[-1].append(" ")
        else:
            is_indented = is_open and pace == "belongs"
            is_open = is_indented or pace == "opens"
            paragraphs.append(Text("  " if is_indented else ""))
            subject = None
        paragraphs[-1].append_text(sentence(game, event, view, subject))
        subject = _subject(event)
    return paragraphs


def _subject(event: Event) -> tuple[str, int] | None:
    """Return the model or player that an event is about, as its key and number."""
    for key in ("model", "player"):
        if isinstance(event.values.get(key), int):
            return key, event.values[key]
    return None


def sentence(game: Game, event: Event, view: View, subject: tuple[str, int] | None = None) -> Text:
    """Return the sentence of an event, with the letters, colours and places of the board."""
    words, place = game.tell(event), _place(event)
    if place is not None:
        words = say("{sentence} → {place}.", sentence=words.rstrip(".。"), place=point(place))
    text, rest = Text(), words
    for key in ("player", "model", "target"):
        value = event.values.get(key)
        if not isinstance(value, int):
            continue
        name, shown, side = _name(view, key, value)
        before, found, after = rest.partition(name)
        if not found:
            continue
        if not before and not text and subject == (key, value) and spoken() in PRONOUNS:
            shown = PRONOUNS[spoken()][key]
        text.append(before).append(shown, colour(side))
        rest = after
    return text.append(rest)


def _place(event: Event) -> tuple[float, ...] | None:
    """Return the place where an event ended."""
    values = event.values
    return values.get("to") or ((values["x"], values["y"], values.get("z", 0.0)) if "x" in values else None)


def _name(view: View, key: str, value: int) -> tuple[str, str, int]:
    """Return a team's or model's name, the same with its letter, and its side."""
    if key == "player":
        name = view["sides"][value]["team"]
        return name, name, value
    model = view["models"][value]
    return model["name"], f"{letters(view)[value]} {model['name']}", model["side"]
