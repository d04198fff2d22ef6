"""What has just happened, told in few lines: one for an activation and its moves, one for each attack."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from counteract.core.game import Game
from counteract.core.state import Event
from counteract.terminal.board import SIDES, View, letters

#: An event, and how long the way was if it is a move.
Happening = tuple[Event, float | None]

#: Kinds that other events tell of anyway; they are in the log.
QUIET = {"action", "expended", "removed", "ready"}
#: Kinds that go on a line which an earlier event has begun. Kinds not known here begin a line.
GOES_ON = {
    "blocked", "cover-save", "cp", "damage", "deployed", "firefight", "healed", "hot", "incapacitated", "initiative",
    "initiative-roll", "injured", "moved", "on-guard", "rerolled", "retained", "rolled", "saves", "shocked",
    "shrugged", "struck", "stunned", "unblocked", "used", "zone",
}  # fmt: skip
#: Kinds that belong to an activation under way.
INDENTED = {"shoots", "fights", "interrupts"}


def story(game: Game, happenings: Iterable[Happening], view: View) -> list[Text]:
    """The events as paragraphs; who is named twice in a row is "it" the second time."""
    paragraphs: list[Text] = []
    subject: tuple[str, int] | None = None
    under_way = False
    for event, length in happenings:
        if event.kind in QUIET:
            continue
        begins = not paragraphs or not (event.kind in GOES_ON or (under_way and event.kind == "ploy"))
        if begins:
            under_way = (under_way and event.kind in INDENTED) or event.kind in ("activated", "counteracts")
            paragraphs.append(Text("  " if under_way and event.kind in INDENTED else ""))
            subject = None
        else:
            paragraphs[-1].append(" ")
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
        words = f'{words.rstrip(".")}, {length:.1f}".'
    text, rest = Text(), words
    for key in ("player", "model", "target"):
        value = event.values.get(key)
        if not isinstance(value, int):
            continue
        name, shown, side = _named(view, key, value)
        before, found, after = rest.partition(name)
        if not found:
            continue
        if not before and not text and subject == (key, value):
            shown = "They" if key == "player" else "It"
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
