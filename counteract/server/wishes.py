"""Messages from a page to its server. A message is a JSON object whose ``type`` says what it is."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from counteract.server.messages import Lang, OfferKind

MessageId = Annotated[str, msgspec.Meta(min_length=1, max_length=48)]
Version = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10**6)]


class GiveAnswer(Struct, frozen=True, tag="answer"):
    """The answer to the question of a version."""

    id: MessageId
    version: Version
    answer: Any


class TakeBack(Struct, frozen=True, tag="undo"):
    """Take the last answer back, or offer to."""

    id: MessageId
    version: Version


class GiveUp(Struct, frozen=True, tag="concede"):
    """Give up the battle; ``side`` says which one where a link plays several."""

    id: MessageId
    version: Version
    side: Number | None = None


class Again(Struct, frozen=True, tag="rematch"):
    """Offer another battle."""

    id: MessageId
    version: Version = 0


class Reply(Struct, frozen=True, tag="reply"):
    """Accept or decline an offer, or withdraw one's own."""

    id: MessageId
    kind: OfferKind
    accept: bool


class Say(Struct, frozen=True, tag="chat"):
    """Say something at the table."""

    id: MessageId
    text: str


class Introduce(Struct, frozen=True, tag="name"):
    """Say what one is called."""

    id: MessageId
    name: str


class ChooseTeam(Struct, frozen=True, tag="team"):
    """Choose the team of one's side, where that was left open."""

    id: MessageId
    team: str


class Invite(Struct, frozen=True, tag="invite"):
    """Ask for a link for onlookers."""

    id: MessageId


class Speak(Struct, frozen=True, tag="language"):
    """From now on in this language; a welcome and a snapshot follow."""

    lang: Lang


class Ping(Struct, frozen=True, tag="ping"):
    """Is anybody there?"""


class ModelAt(Struct, frozen=True):
    """A model, as one end of a measurement."""

    model: Number


class Ask(Struct, frozen=True, tag="ask"):
    """Ask the referee something that changes nothing."""

    id: MessageId
    about: Literal["reach", "way", "spot", "arrange", "arrange-one", "check", "foresee", "acts", "sees", "threat", "measure", "hint", "set-up"]
    version: Version
    answer: Any = None
    to: tuple[float, ...] | ModelAt | None = None
    turn: float = 0.0
    from_: tuple[float, ...] | ModelAt | None = msgspec.field(default=None, name="from")
    model: Number | None = None
    at: tuple[float, ...] | None = None
    formation: Literal["as they stand", "tight", "spread", "line"] = "as they stand"
    settle: bool = False


FromPage = GiveAnswer | TakeBack | GiveUp | Again | Reply | Say | Introduce | ChooseTeam | Invite | Speak | Ping | Ask
