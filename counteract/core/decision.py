"""Decisions (questions to players), answers, and refusals.

A procedure yields two things only: a `Decision` (a player must choose) or a `Roll` (dice must fall).
Answers are small immutable values that compare, hash and serialise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

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
        if isinstance(points, list | tuple):  # an answer must not be changed from outside
            msgspec.structs.force_setattr(self, "points", tuple(tuple(point) if isinstance(point, list) else point for point in points))


class Paths(msgspec.Struct, frozen=True, gc=False, tag="paths"):
    """Move a whole unit: a path for each of its models, in the order of their numbers; an empty one for a model that stays.

    Where a unit is set up, each path is the one point where a model stands.

    >>> Paths([[[3, 4]], []])
    Paths(paths=(((3, 4),), ()))
    """

    paths: tuple[tuple[tuple[Any, ...], ...], ...]

    def __post_init__(self) -> None:
        paths: Any = self.paths
        if isinstance(paths, list | tuple):  # an answer must not be changed from outside
            msgspec.structs.force_setattr(self, "paths", tuple(map(_frozen, paths)))


def _frozen(path: Any) -> Any:
    """Return a path with its lists as tuples; anything else as it is."""
    if not isinstance(path, list | tuple):
        return path
    return tuple(tuple(point) if isinstance(point, list) else point for point in path)


class Dice(msgspec.Struct, frozen=True, gc=False, tag="dice"):
    """Some dice of a roll, by their places in it, and the rule they are used with."""

    use: str
    chosen: tuple[int, ...]


class Allocate(msgspec.Struct, frozen=True, gc=False, tag="allocate"):
    """Numbers spent on each entry of a list, in the order the decision names."""

    counts: tuple[int, ...]


class Concede(msgspec.Struct, frozen=True, gc=False, tag="concede", omit_defaults=True):
    """Give up the battle: the player named, or else the one who has to decide. Allowed at any time, never listed."""

    player: int | None = None


Answer = Pick | Pass | Place | Path | Paths | Dice | Allocate | Concede
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


class Context(msgspec.Struct, frozen=True, gc=False):
    """The data of a decision besides its player, subject and options. Its fields fill the prompt.

    Each kind of question has a context of its own, defined where the question is asked. What takes time to work out is a property.
    """

    def prompt_values(self) -> dict[str, Any]:
        """Return the values that fill the prompt, by name."""
        return msgspec.structs.asdict(self)


class NameContext(Context, frozen=True, gc=False):
    """A question about one model, by its name."""

    name: str


NO_CONTEXT = Context()
NOT_YET = object()  # no answer
C = TypeVar("C", bound=Context)


class Decision(msgspec.Struct, eq=False, gc=False):
    """One question to one player: who, what, the legal options, the rule behind it.

    ``options`` lists every legal answer of a finite choice. Of a continuous one (kind "place" or "path"), or of one
    with too many answers to list, it is a lazily computed list of sensible candidates, and any
    other answer of that kind is checked on its merits.
    ``known`` are answers a person may wonder about, whether they are legal now or not: every action there is.
    ``default`` is the answer of a player who gives none, the first option unless something else is said.
    ``context`` is what the question is about; ``about`` returns it as the type it has in this kind of question.
    ``no_effect`` is a question in which no answer can be better than the default, so that clients need not ask it. ``settled`` says
    so, or works it out.
    ``renewed`` is a question that is put anew when a player gives up: its procedure is then sent the `Concede`.

    The garbage collector does not see decisions, of which a game keeps hundreds: nothing that one refers to may refer back to it.
    """

    player: int
    what: str
    listed: Sequence[Answer]
    rule: str
    template: str
    context: Context = NO_CONTEXT
    kind: str = "pick"
    subject: int = -1
    known: Sequence[Answer] = ()
    why: Callable[[Answer], Refusal | None] | None = None
    usual: Answer | None = None
    settled: bool | Callable[[], bool] = False
    renewed: bool = False
    accepted: object = NOT_YET  # the last answer that was found legal

    @property
    def options(self) -> Sequence[Answer]:
        return self.listed

    @property
    def default(self) -> Answer:
        return self.options[0] if self.usual is None else self.usual

    @property
    def no_effect(self) -> bool:
        settled = self.settled
        return settled if isinstance(settled, bool) else settled()

    @property
    def prompt(self) -> str:
        return say(self.template, **self.prompt_values())

    def prompt_values(self) -> dict[str, Any]:
        """Return the values that fill the prompt, by name."""
        return self.context.prompt_values()

    def about(self, kind: type[C]) -> C:
        """Return the context, which must be of this type."""
        context = self.context
        if not isinstance(context, kind):
            raise TypeError(f"the context of {self.what!r} is a {type(context).__name__}, not a {kind.__name__}")
        return context

    def candidates(self) -> Sequence[Answer]:
        """Return a finite set of sensible answers: the options themselves where they are finite."""
        return self.options

    def sample(self, rng: Chooser) -> Answer:
        """Return one of the candidates at random, all equally likely."""
        options = self.options
        answer = self.accepted = options[int(rng.random() * len(options))]
        return answer

    @property
    def shape(self) -> Sequence[tuple[float, float]]:
        """The outline of terrain to be set up, about its place and unturned; empty for models."""
        return ()

    @property
    def area(self) -> tuple[float, float, float, float] | None:
        """The part of the board that the thing to be set up must lie in or touch: x0, y0, x1, y1."""
        return None

    def place_near(self, place: Place) -> Place | None:
        """Return the legal place nearest to a wished one, or None; for decisions about a place."""
        return place if self.refuse(place) is None else None

    def way_to(self, place: Sequence[float]) -> Answer | None:
        """Return the path to a place by the shortest legal way, or None; for decisions about a path."""
        return None

    def length(self, answer: Answer) -> float | None:
        """Return the length of a legal path in inches, or None; for decisions about a path."""
        return None

    def forget(self) -> None:
        """Drop cached data; for decisions that have been answered and are kept."""

    def refuse(self, answer: Answer) -> Refusal | None:
        """Return the refusal that an answer would get, or None if it is legal."""
        if answer is self.accepted or (answer in self.listed and is_plain(answer)):
            return None
        return self.explain(answer)

    def explain(self, answer: Answer) -> Refusal:
        """Return the refusal of an answer that is not among the options; ``why`` gives the particular reason."""
        if not is_plain(answer):
            return Refusal(self.rule, "{answer!r} is no answer to a decision.", answer=answer)
        if self.why is not None and (problem := self.why(answer)) is not None:
            return problem
        return Refusal(self.rule, NOT_AMONG, prompt=Phrase(self.template, **self.prompt_values()))

    def __repr__(self) -> str:
        return f"<Decision {self.what} by player {self.player}: {self.prompt}>"


class CheckedDecision(Decision, kw_only=True):
    """A choice whose answers are checked one at a time, when they are asked about.

    ``likely`` are the answers that may be legal; no other one is, but for those in ``before`` and ``after``, which always are. The
    options are those in ``before``, the likely ones that are legal, and those in ``after``.
    """

    likely: tuple[Pick, ...]
    before: tuple[Answer, ...] = ()
    after: tuple[Answer, ...] = ()

    def barred(self, value: Any) -> Why | None:
        """Return why the player may not pick this, or None."""
        raise NotImplementedError

    def is_judged(self, value: Any) -> bool:
        """Return True if `barred` can tell why a value that is not likely is refused."""
        return False

    def has_any(self) -> bool:
        """Return True if a likely answer is legal."""
        for pick in self.likely:
            if self.barred(pick.value) is None:
                self.accepted = pick
                return True
        return False

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            self.listed = (*self.before, *(pick for pick in self.likely if self.barred(pick.value) is None), *self.after)
        return self.listed

    def sample(self, rng: Chooser) -> Answer:
        """Draw from all that may be legal until one is, so that all options are equally likely."""
        left: Sequence[Answer] = (*self.before, *self.likely, *self.after)
        first = len(self.before)
        end = first + len(self.likely)
        while left:
            k = int(rng.random() * len(left))
            answer = left[k]
            if answer is self.accepted or not first <= k < end or self.barred(answer.value) is None:  # type: ignore[union-attr]
                self.accepted = answer
                return answer
            left = (*left[:k], *left[k + 1 :])
            end -= 1
        raise LookupError("there is no legal answer")

    def refuse(self, answer: Answer) -> Refusal | None:
        if answer is self.accepted:
            return None
        if is_plain(answer) and self._is_option(answer):
            self.accepted = answer
            return None
        return self.explain(answer)

    def _is_option(self, answer: Answer) -> bool:
        if answer in self.before or answer in self.after:
            return True
        return type(answer) is Pick and answer in self.likely and self.barred(answer.value) is None

    def explain(self, answer: Answer) -> Refusal:
        if type(answer) is Pick and is_plain(answer) and (answer in self.likely or self.is_judged(answer.value)):
            problem = self.barred(answer.value)
            if problem is not None:
                return Refusal(*problem)
        return super().explain(answer)


class Roll(msgspec.Struct, frozen=True, gc=False):
    """Dice to be rolled by a player; the procedure is handed the results in order."""

    player: int
    count: int
    rule: str
    sides: int = 6


def is_plain(answer: object) -> bool:
    """Return True if an answer holds exactly the types that its class names, as a record does.

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
        case Paths(paths):
            return type(paths) is tuple and all(type(path) is tuple and all(_of_types(point, int, float) for point in path) for path in paths)
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
    """Return an answer as a person would write it.

    >>> show(Pick("dash")), show(Path(((3, 4), (5, 4))))
    ('dash', '(3, 4) (5, 4)')
    """
    match answer:
        case Pick(value):
            return say(str(value))
        case Path(points):
            return _show_points(points)
        case Paths(paths):
            return "; ".join(map(_show_points, paths))
        case Place(x, y, z, turn):
            place = f"({_short(x)}, {_short(y)}, {_short(z)})"
            return say("{place} turned {turn}°", place=place, turn=_short(turn)) if turn else place
        case Dice(use, chosen):
            return say("{use}: dice {dice}", use=Phrase(use), dice=", ".join(str(c + 1) for c in chosen))
        case Allocate(counts):
            return " ".join(map(str, counts))
    return say(_BARE[type(answer).__name__])


def _show_points(points: tuple[tuple[Any, ...], ...]) -> str:
    return " ".join("(" + ", ".join(_short(c) for c in p) + ")" for p in points) or "-"


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
