"""The story of the latest events in few lines: one for an activation and its moves, one for each attack."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from counteract.core.language import ENGLISH, say, spoken
from counteract.core.state import Event
from counteract.game import Game
from counteract.mechanics.text import point
from counteract.players.suggestions import View
from counteract.terminal.board import colour, letters

#: The kind of mention that each value of an event stands for.
_ROLES = {"player": "side", "model": "model", "target": "model"}

#: Pronouns for a name that comes twice in a row. Only English has them: elsewhere they depend on the gender of the name.
PRONOUNS = {"player": "They", "model": "It", "target": "It"}


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
    (words, mentions), place = game.tell_with_mentions(event), _place(event)
    if place is not None:
        words = say("{sentence} → {place}.", sentence=words.rstrip(".。"), place=point(place))
    text, at = Text(), 0
    for mention in mentions:
        key = next((key for key, kind in _ROLES.items() if (kind, event.values.get(key)) == (mention.kind, mention.number)), None)
        if key is None:
            continue
        shown, side = _name(view, key, mention.number)
        if not mention.start and subject == (key, mention.number) and spoken() == ENGLISH:
            shown = PRONOUNS[key]
        text.append(words[at : mention.start]).append(shown, colour(side))
        at = mention.end
    return text.append(words[at:])


def _place(event: Event) -> tuple[float, ...] | None:
    """Return the place where an event ended."""
    values = event.values
    return values.get("to") or ((values["x"], values["y"], values.get("z", 0.0)) if "x" in values else None)


def _name(view: View, key: str, value: int) -> tuple[str, int]:
    """Return a team's name, or a model's with its letter, and its side."""
    if key == "player":
        return view["sides"][value]["team"], value
    model = view["models"][value]
    return f"{letters(view)[value]} {model['name']}", model["side"]
