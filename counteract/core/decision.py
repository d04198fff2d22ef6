"""What the engine asks of a player, what a player may answer, and how an answer is refused.

A procedure yields two things only: a `Decision` (a player must choose) or a `Roll` (dice must fall).
Answers are small immutable values that compare, hash and serialise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from counteract.core.language import Phrase, phrases, say


class Pick(msgspec.Struct, frozen=True, gc=False, tag="pick"):
    """One thing out of a list: a model by its number, anything else by its name."""

    value: int | str


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Decline: use nothing, stop here, hand over."""


class Place(msgspec.Struct, frozen=True, gc=False, tag="place"):
    """Put something down at a point of the table, turned by so many degrees to the left if that matters."""

    x: float
    y: float
    z: float = 0.0
    turn: float = 0.0


class Path(msgspec.Struct, frozen=True, gc=False, tag="path"):
    """Move along a chain of points, the first of which is the first corner after the start.

    A point is (x, y), (x, y, z) to be on the floor at height z there, or (x, y, z, "jump"). Lists are taken as tuples.

    >>> Path([[3, 4], [5, 4]])
    Path(points=((3, 4), (5, 4)))
    """

    points: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        points: Any = self.points
        if type(points) is tuple:
            for point in points:
                if type(point) is list:
                    break
            else:
                return
        if isinstance(points, list | tuple):  # an answer that somebody else could change would be none
            msgspec.structs.force_setattr(self, "points", tuple(tuple(point) if isinstance(point, list) else point for point in points))


class Dice(msgspec.Struct, frozen=True, gc=False, tag="dice"):
    """Some dice of a roll, by their places in it, and the rule they are used with."""

    use: str
    chosen: tuple[int, ...]


class Allocate(msgspec.Struct, frozen=True, gc=False, tag="allocate"):
    """How many of what is spent on what, in the order the decision names."""

    counts: tuple[int, ...]


class Concede(msgspec.Struct, frozen=True, gc=False, tag="concede", omit_defaults=True):
    """Give up the battle: the player named, or else the one who has to decide. Allowed at any time, never listed."""

    player: int | None = None


Answer = Pick | Pass | Place | Path | Dice | Allocate | Concede
PASS = Pass()

#: What is said of an answer that nothing particular is known against.
NOT_AMONG = Phrase("That is not among the options: {prompt}")

#: Why something is not allowed: the rule, and a sentence with {names} to be filled in.
Why = tuple[str, str]


class Refusal(Exception):
    """An answer that was not accepted. It names the rule and the reason, and nothing has changed.

    >>> str(Refusal("TOY-MOVE-01", "A piece moves at most {most} steps.", most=3))
    'A piece moves at most 3 steps. [TOY-MOVE-01]'
    """

    def __init__(self, rule: str, template: str, **values: Any) -> None:
        self.rule = rule
        self.template = template
        self.values = values
        super().__init__(rule, template)

    @property
    def reason(self) -> str:
        return say(self.template, **self.values)

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, self.reason) == (other.rule, other.reason)

    def __hash__(self) -> int:
        return hash((self.rule, self.reason))


class Chooser(Protocol):
    """A source of randomness for players: what `random.Random` offers."""

    def random(self) -> float: ...

    def getrandbits(self, k: int, /) -> int: ...


class Decision:
    """One question to one player: who, what, the legal options, the rule behind it.

    ``options`` lists every legal answer of a finite choice. Of a continuous one (kind "place" or "path"), or of one
    with more answers than anybody would look through, it is a lazily computed list of sensible candidates, and any
    other answer of that kind is checked on its merits.
    ``known`` are answers a person may wonder about, whether they are legal now or not: every action there is.
    ``default`` is the answer of a player who gives none, the first option unless something else is said.
    ``moot`` is a question in which no answer can be better than that: nobody need be bothered with it.
    """

    __slots__ = ("_default", "_options", "_why", "kind", "known", "moot", "player", "rule", "subject", "template", "values", "what")

    def __init__(
        self,
        player: int,
        what: str,
        options: Sequence[Answer],
        rule: str,
        template: str,
        values: dict[str, Any] | None = None,
        *,
        kind: str = "pick",
        subject: int = -1,
        known: Sequence[Answer] = (),
        why: Callable[[Answer], Refusal | None] | None = None,
        default: Answer | None = None,
        moot: bool = False,
    ) -> None:
        self._why = why
        self._default = default
        self.player = player
        self.what = what
        self.kind = kind
        self._options = options
        self.rule = rule
        self.template = template
        self.values = values
        self.subject = subject
        self.known = known
        self.moot = moot

    @property
    def options(self) -> Sequence[Answer]:
        return self._options

    @property
    def default(self) -> Answer:
        return self.options[0] if self._default is None else self._default

    @property
    def prompt(self) -> str:
        return say(self.template, **(self.values or {}))

    def candidates(self) -> Sequence[Answer]:
        """A finite set of sensible answers (the options themselves where there are finitely many)."""
        return self.options

    def sample(self, rng: Chooser) -> Answer:
        """One of the candidates, all equally likely."""
        options = self.options
        return options[int(rng.random() * len(options))]

    @property
    def shape(self) -> Sequence[tuple[float, float]]:
        """The outline of what is put down, about its place and unturned, where that is no model."""
        return ()

    @property
    def area(self) -> tuple[float, float, float, float] | None:
        """The part of the board that what is put down has to lie in or touch: x0, y0, x1, y1."""
        return None

    def place_near(self, place: Place) -> Place | None:
        """The legal place nearest to one that was wished for, if any is near, where the question is where to put something down."""
        return place if self.refuse(place) is None else None

    def way_to(self, place: Sequence[float]) -> Answer | None:
        """The answer that leads to a place by the shortest legal way, where the question is which way to go."""
        return None

    def length(self, answer: Answer) -> float | None:
        """How long a legal way is, in inches, where the question is which way to go."""
        return None

    def forget(self) -> None:
        """Let go of what can be worked out again; for decisions that have been made and are kept all the same."""

    def refuse(self, answer: Answer) -> Refusal | None:
        """The refusal this answer would meet, or None if it is legal."""
        if answer in self._options and is_plain(answer):
            return None
        return self.explain(answer)

    def explain(self, answer: Answer) -> Refusal:
        """Why an answer that is not among the options is refused; ``why`` knows the particular reason."""
        if not is_plain(answer):
            return Refusal(self.rule, "{answer!r} is no answer to a decision.", answer=answer)
        if self._why is not None and (problem := self._why(answer)) is not None:
            return problem
        prompt = Phrase(self.template, **(self.values or {}))
        return Refusal(self.rule, NOT_AMONG, prompt=prompt)

    def __repr__(self) -> str:
        return f"<Decision {self.what} by player {self.player}: {self.prompt}>"


class Roll(msgspec.Struct, frozen=True, gc=False):
    """Dice to be rolled by a player; the procedure is handed the results in order."""

    player: int
    count: int
    rule: str
    sides: int = 6


def is_plain(answer: object) -> bool:
    """Whether this is an answer of just the types its class names, as a record holds it.

    >>> is_plain(Pick(1)), is_plain(Pick(True)), is_plain(Allocate((2, 1))), is_plain(Allocate([2, 1]))
    (True, False, True, False)
    """
    match answer:
        case Pick(value):
            return type(value) in (int, str)
        case Pass():
            return True
        case Concede(player):
            return type(player) in (int, type(None))
        case Path(points):
            return type(points) is tuple and all(_of_types(point, int, float, str, type(None)) for point in points)
        case Place(x, y, z, turn):
            return _of_types((x, y, z, turn), int, float)
        case Dice(use, chosen):
            return type(use) is str and _of_types(chosen, int)
        case Allocate(counts):
            return _of_types(counts, int)
    return False


def _of_types(values: object, *types: type) -> bool:
    return type(values) is tuple and all(type(value) in types for value in values)


def read_answer(plain: Any) -> Answer:
    """Return the answer that plain data stands for, as JSON holds it; a `ValueError` says what is wrong with it.

    >>> read_answer({"type": "place", "x": 3, "y": 4})
    Place(x=3.0, y=4.0, z=0.0, turn=0.0)
    """
    return msgspec.convert(plain, Answer)  # type: ignore[no-any-return]


_BARE = phrases({"Pass": "pass", "Concede": "concede"})


def show(answer: Answer) -> str:
    """An answer as a person would write it.

    >>> show(Pick("dash")), show(Path(((3, 4), (5, 4))))
    ('dash', '(3, 4) (5, 4)')
    """
    match answer:
        case Pick(value):
            return say(str(value))
        case Path(points):
            return " ".join("(" + ", ".join(_short(c) for c in p) + ")" for p in points)
        case Place(x, y, z, turn):
            place = f"({_short(x)}, {_short(y)}, {_short(z)})"
            return say("{place} turned {turn}°", place=place, turn=_short(turn)) if turn else place
        case Dice(use, chosen):
            return say("{use}: dice {dice}", use=Phrase(use), dice=", ".join(str(c + 1) for c in chosen))
        case Allocate(counts):
            return " ".join(map(str, counts))
    return say(_BARE[type(answer).__name__])


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
