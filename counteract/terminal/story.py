"""The story of the latest events in few lines: one for an activation and its moves, one for each attack."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from counteract.core.language import ENGLISH, say, spoken
from counteract.core.state import Event
from counteract.game import Game
from counteract.mechanics.text import point
from counteract.players.suggestions import View
from counteract.terminal.pieces import colour, letters

#: The kinds of mention that are shown with letters and colours, by the value of an event that makes one its subject.
_KINDS = {"unit": "unit", "model": "model", "side": "player"}

#: Pronouns for a name that comes twice in a row. Only English has them: elsewhere they depend on the gender of the name.
_PRONOUNS = {"side": "They", "unit": "It", "model": "It"}


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
    """Return the unit, model or side that an event is about, as the kind of its mention and its number."""
    for kind, key in _KINDS.items():
        if isinstance(event.values.get(key), int):
            return kind, event.values[key]
    return None


def sentence(game: Game, event: Event, view: View, subject: tuple[str, int] | None = None) -> Text:
    """Return the sentence of an event, with the letters, colours and places of the board."""
    (words, mentions), place = game.tell_with_mentions(event), _place(event)
    if place is not None:
        words = say("{sentence} → {place}.", sentence=words.rstrip(".。"), place=point(place))
    text, at = Text(), 0
    for mention in mentions:
        if mention.kind not in _KINDS:
            continue
        shown, side = _name(view, mention.kind, mention.number)
        if not mention.start and subject == (mention.kind, mention.number) and spoken() == ENGLISH and words[mention.end] == " ":
            shown = _PRONOUNS[mention.kind]
        text.append(words[at : mention.start]).append(shown, colour(side))
        at = mention.end
    return text.append(words[at:])


def _place(event: Event) -> tuple[float, ...] | None:
    """Return the place where an event ended; that of a unit is in the midst of its models."""
    values = event.values
    to = values.get("to")
    if to and not isinstance(to[0], int | float):
        return sum(end[0] for end in to) / len(to), sum(end[1] for end in to) / len(to), max(end[2] for end in to)
    return to or ((values["x"], values["y"], values.get("z", 0.0)) if "x" in values else None)


def _name(view: View, kind: str, number: int) -> tuple[str, int]:
    """Return a team's name, or a unit's or model's with its letter, and its side."""
    if kind == "side":
        return view["sides"][number]["team"], number
    named = view["units" if kind == "unit" else "models"][number]
    return f"{letters(view)[named['models'][0] if kind == 'unit' else number]} {named['name']}", named["side"]
