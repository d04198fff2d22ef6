"""Messages from a server to its pages: the one description that tests hold real games against.

A message is a JSON object whose ``type`` says what it is.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from counteract.core.decision import Allocate, Dice, Pass, Path, Paths, Pick, Place
from counteract.core.game import Pace
from counteract.core.label import Label
from counteract.core.language import LANGUAGES
from counteract.core.mentions import Mention
from counteract.core.preview import Area, Pool, Rolled, Sight
from counteract.players.setting_up import PlannedAnswer
from counteract.server.shown import Cited, Flat, Plain, Spot, View

Answer = Pick | Pass | Place | Path | Paths | Dice | Allocate
#: The languages as a pattern, so that neither the description of the API nor the page's types list them.
LANG_PATTERN = f"^({'|'.join(LANGUAGES)})$"
Lang = Annotated[str, Meta(pattern=LANG_PATTERN.removesuffix("$") + r"(?!\n)$")]  # Python's $ also matches before a line end


# --- the question


class DieAt(Plain, frozen=True):
    """A die of a pool, by its side and its place there."""

    side: int
    number: int


class Option(Plain, frozen=True):
    """One answer that is allowed."""

    answer: Answer
    label: Label
    group: str | None = None
    model: int | None = None
    at: Spot | None = None
    foresight: bool = False
    area: tuple[float, float, float, float] | UnsetType = UNSET
    die: DieAt | UnsetType | None = UNSET
    against: DieAt | UnsetType | None = UNSET
    alone: bool | UnsetType = UNSET  # it stands for the model, not for its unit


class RefusedOption(Plain, frozen=True):
    """An answer one may wonder about, and why it is refused."""

    answer: Answer
    label: Label
    sentence: str
    rule: str
    model: int | None = None


class Shares(Plain, frozen=True):
    """The rows that something is shared out to: their names, the most that each can get, and how many there are in all (if that is fixed).

    ``barred`` tells of each row why it can get nothing, or is empty. ``models`` are those on the board that the rows stand for, if they do.
    """

    names: list[str]
    most: list[int]
    total: int | None
    barred: list[str]
    models: list[int] | UnsetType = UNSET


class Marching(Plain, frozen=True):
    """A unit to be moved, or to be set up: the models that a path is asked for, in the order of the answer.

    ``sets_up`` is whether no ways are needed, ``led`` whether its models go toward enemies of themselves, wherever it is pointed to.
    """

    models: list[int]
    sets_up: bool
    led: bool


class QuestionView(Plain, frozen=True, omit_defaults=True):
    """A pending decision; its possible answers are told only to those who may give them."""

    player: int
    what: str
    kind: Literal["pick", "place", "path", "paths", "dice", "allocate"]
    rule: str
    prompt: str
    subject: int | None
    yours: bool
    unit: int | UnsetType = UNSET
    deeds: bool | UnsetType = UNSET
    drag: Answer | UnsetType = UNSET
    rest: Answer | UnsetType = UNSET
    offer: str | UnsetType = UNSET
    standing: bool | UnsetType = UNSET
    moot: bool | UnsetType = UNSET
    options: list[Option] | UnsetType = UNSET
    refused: list[RefusedOption] | UnsetType = UNSET
    default: Answer | UnsetType | None = UNSET
    may_pass: bool | UnsetType = UNSET
    candidates: bool | UnsetType = UNSET
    most: float | UnsetType = UNSET
    shape: list[Flat] | UnsetType = UNSET
    marching: Marching | UnsetType = UNSET
    models: list[int] | UnsetType = UNSET
    dice: Rolled | UnsetType = UNSET
    allocate: Shares | UnsetType = UNSET
    pools: tuple[Pool, ...] | UnsetType = UNSET


# --- what happened


class Line(Plain, frozen=True):
    """A line of the log."""

    version: int
    text: str
    rule: str
    pace: Pace
    side: int | None
    mentions: tuple[Mention, ...] = ()


class Happening(Plain, frozen=True):
    """An event, to be shown in motion; ``causes`` are what modifies its dice, in short words."""

    kind: str
    rule: str
    values: dict[str, Any]
    dice: list[int] | None
    causes: list[str]


class Reason(Plain, frozen=True):
    """A rule that decided a battle."""

    rule: str
    title: str


class Gain(Plain, frozen=True):
    """Victory points of one turn and one source, for each side."""

    turn: int
    source: str
    points: list[int]


class ResultView(Plain, frozen=True):
    """The end of a battle: all sides that have won (several share a victory, or nobody has), and the one side that has, if it is one."""

    winners: list[int]
    winner: int | None
    scores: list[int]
    reasons: list[Reason]
    figures: dict[str, list[int]]
    text: str
    course: list[tuple[int, list[int]]]
    gains: list[Gain]


class ClockFace(Plain, frozen=True):
    """Seconds left to each side, whose clock runs, and the seconds gained with every hand-over."""

    left: list[float]
    running: int | None
    increment: float


class Undo(Plain, frozen=True):
    """Undo for a seat: if the last answer can be taken back, if nobody else has been asked since, if others are asked first, and why not."""

    possible: bool
    own: bool
    offer: bool
    sentence: str


class SeatFace(Plain, frozen=True):
    """Somebody who sits at the table."""

    sides: list[int]
    kind: Literal["human", "bot", "onlooker"]
    name: str
    here: bool
    stood_in: bool  # a program plays for them while they are away


class You(Plain, frozen=True):
    """The identity of a connection."""

    sides: list[int]
    kind: Literal["human", "bot", "onlooker"]
    name: str


class Fairness(Plain, frozen=True):
    """The hash of the secret behind the dice, and after the battle the secret."""

    commitment: str
    secret: str | None


class ChatLine(Plain, frozen=True):
    """Something said at the table."""

    number: int
    name: str
    side: int | None
    text: str
    at: float


# --- from the server

OfferKind = Literal["undo", "rematch"]
OfferEnd = Literal["accepted", "declined", "withdrawn", "lapsed"]


class Titled(Plain, frozen=True):
    """Something by its id, and what it is called."""

    id: str
    name: str


Minutes = Annotated[float, Meta(gt=0, le=600)]


class ClockSetting(Plain, frozen=True):
    """Minutes for each side, and seconds more with each hand-over."""

    minutes: Minutes
    increment: Annotated[float, Meta(ge=0, le=600)] = 0.0


class GameSettings(Plain, frozen=True):
    """The settings of a game; of lists with an entry a side, ``programs`` has the level of the program that plays it, or nothing.

    ``open`` are the sides whose teams are yet to be chosen, ``position`` is whether the game began at one, ``stand_in`` the
    minutes after which a program plays for somebody who is away (None: everybody is waited for).
    """

    teams: list[Titled]
    killzone: Titled
    mission: Titled | None
    options: dict[str, Any]
    clock: ClockSetting | None
    programs: list[str | None]
    open: list[int]
    position: bool
    stand_in: float | None


class StoodIn(Plain, frozen=True):
    """The number of answers a program has given for a seat since its player last did, and the version that the first of them led to."""

    answers: int
    since: int


class Welcome(Plain, frozen=True, tag="welcome"):
    """The first message; ``stood_in`` is told where a program has answered for whoever comes."""

    game: str
    you: You
    seats: list[SeatFace]
    settings: GameSettings
    fairness: Fairness
    ruleset: str
    version: int
    stood_in: StoodIn | UnsetType = UNSET


class RecentStep(Plain, frozen=True):
    """The events of the step that led to a version."""

    version: int
    events: list[Happening]


class Snapshot(Plain, frozen=True, tag="snapshot"):
    """All there is to know now; of the last steps also what happened in them, for the dice on the table."""

    version: int
    view: View
    question: QuestionView | None
    log: list[Line]
    chat: list[ChatLine]
    clock: ClockFace | None
    undo: Undo | None
    result: ResultView | None
    recent: list[RecentStep]


class StepMessage(Plain, frozen=True, tag="step"):
    """One thing that happened, and what is different now. After an undo the log has no lines later than version ``back``."""

    version: int
    kind: Literal["answer", "undo", "flag"]
    side: int
    lines: list[Line]
    events: list[Happening]
    changes: dict[str, Any]
    question: QuestionView | None
    clock: ClockFace | None
    undo: Undo | None
    result: ResultView | None
    back: int | UnsetType = UNSET
    fairness: Fairness | UnsetType = UNSET


class Ack(Plain, frozen=True, tag="ack"):
    """The acknowledgement of a message: what was sent under this id is kept and done."""

    id: str
    version: int


class RefusedMessage(Plain, frozen=True, tag="refused"):
    """The refusal of a message: it is not carried out, and nothing has changed."""

    id: str
    name: str
    sentence: str
    rule: str


class Chat(ChatLine, frozen=True, tag="chat"):
    """Somebody says something."""


class Presence(Plain, frozen=True, tag="presence"):
    """Somebody has come or gone, or has said what they are called."""

    seats: list[SeatFace]


class OfferMessage(Plain, frozen=True, tag="offer"):
    """A side offers something, and waits for the replies of these sides. Sent again when one of several accepts."""

    kind: OfferKind
    side: int
    waiting: list[int]


class OfferOver(Plain, frozen=True, tag="offer-over"):
    """An offer of a side has been replied to, ``by`` whom if declined, or no longer stands: it was withdrawn, or something else has happened."""

    kind: OfferKind
    side: int
    how: OfferEnd
    by: int | UnsetType = UNSET


class Rematch(Plain, frozen=True, tag="rematch"):
    """The next battle is set up; this is the link to the same seat."""

    token: str


class Thinking(Plain, frozen=True, tag="thinking"):
    """A program is at work."""

    side: int


class Pong(Plain, frozen=True, tag="pong"):
    """The answer to a ping."""


class ToldMessage(Plain, frozen=True, tag="told"):
    """The reply to a question; the fields of the answer stand beside these."""

    id: str
    about: str


FromServer = (
    Welcome | Snapshot | StepMessage | Ack | RefusedMessage | ToldMessage | Chat | Presence | OfferMessage | OfferOver | Rematch | Thinking | Pong
)


# --- what is told to those who ask


class Climb(Plain, frozen=True):
    """A place where a way goes up, and how far; below 0 it goes down."""

    at: Spot
    inches: float


class ReachTold(Plain, frozen=True):
    """The area that a model can get to, or may be set up in."""

    polygons: list[Area]
    most: float


class WayTold(Plain, frozen=True):
    """A way or a place as the referee sees it; ``sentence`` and ``rule`` say why it is refused, ``corner`` is a path to go on from."""

    answer: Answer | UnsetType | None = UNSET
    corner: Path | UnsetType | None = UNSET
    legal: bool | UnsetType = UNSET
    length: float | UnsetType = UNSET
    left: float | UnsetType = UNSET
    most: float | UnsetType = UNSET
    points: list[Spot] | UnsetType = UNSET
    climbs: list[Climb] | UnsetType = UNSET
    climbed: float | UnsetType = UNSET
    dropped: float | UnsetType = UNSET
    traversed: float | UnsetType = UNSET
    rough: float | UnsetType = UNSET
    seen_by: list[int] | UnsetType = UNSET
    markers: list[str] | UnsetType = UNSET
    risks: list[Cited] | UnsetType = UNSET
    sentence: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    model: int | UnsetType | None = UNSET


class ArrangedTold(Plain, frozen=True):
    """An arrangement of a unit as the referee sees it: where each of its models would end, and how long its way is.

    ``left`` are the inches that the model with least has left of its ``most``. ``broken`` are pairs of models between which the unit would
    fall apart, ``faulty`` the models at fault. ``seen_by`` are the enemy units that could shoot at it there, ``watched_by`` the enemy
    models that see it. ``stays`` are the models that do not follow where the unit is wished. ``sentence``, ``rule`` and ``model`` say why
    it is refused, or why it would lead nobody any nearer to where it is wished.
    """

    models: list[int]
    answer: Paths | None
    ends: list[Spot | None]
    lengths: list[float]
    left: float | UnsetType = UNSET
    most: float | UnsetType = UNSET
    broken: list[tuple[int, int]] | UnsetType = UNSET
    faulty: list[int] | UnsetType = UNSET
    seen_by: list[int] | UnsetType = UNSET
    watched_by: list[int] | UnsetType = UNSET
    markers: list[str] | UnsetType = UNSET
    stays: list[int] | UnsetType = UNSET
    sentence: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    model: int | UnsetType | None = UNSET


class MeasureTold(Plain, frozen=True):
    """A distance."""

    inches: float
    text: str


class SetUpTold(Plain, frozen=True):
    """All answers that are left of setting up: each with the name of its question, and the model or unit that it is about."""

    answers: list[PlannedAnswer]


class HintTold(Plain, frozen=True):
    """The answer a sensible player would give."""

    answer: Answer
    label: Label


class Act(Plain, frozen=True):
    """Something a model could do if it were to act next, or why it could not."""

    label: Label
    sentence: str | None = None
    rule: str | None = None


class ActsTold(Plain, frozen=True):
    """The actions a model could take if it were to act next, and why that is not now (None: it acts, or can be chosen to)."""

    acts: list[Act]
    sentence: str | None


class InviteTold(Plain, frozen=True):
    """A link for onlookers."""

    token: str


class SeesTold(Plain, frozen=True):
    """The models that a model could shoot at."""

    models: list[Sight]
