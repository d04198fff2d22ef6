"""The decision along which path a model moves, within the limits of its move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from counteract.core.decision import NOT_YET, Answer, Chooser, Context, Decision, Path, Refusal
from counteract.core.state import Point
from counteract.mechanics.moves.limits import MoveLimits, Setting, check_path, clean, in_millionths, in_tenths, length_of
from counteract.mechanics.moves.reach import leaps, reach_of
from counteract.table.paths import MeasuredPath, measure

if TYPE_CHECKING:
    from counteract.table.reach import Reach, Route

SHORTER = 0.05  # inches: a path that is shorter by less counts as equally short


class PathContext(Context, frozen=True, gc=False):
    """The move that a question is about: the model's name, the kind of move, and the most inches it may be long."""

    name: str
    action: str
    most: float


class PathDecision(Decision, kw_only=True):
    """The question for the path of a model, its subject: any path that keeps to the terms."""

    setting: Setting
    places: tuple[Point | None, ...]
    terms: MoveLimits
    followed: tuple[Path, Point, float] | None = None  # the last path found legal, where it ends, and its length
    drawn: Path | None = None  # the last path drawn by chance: its points need no rounding
    found: Reach | None = None

    @property
    def reach(self) -> Reach:
        """The places that the model can reach."""
        self.setting.bodies(self.places)  # brings the array that the reach works on up to date
        if self.found is None:
            self.found = reach_of(self.setting, self.places, self.subject, self.terms)
        return self.found

    @property
    def closely(self) -> Reach:
        """The places that the model can reach, searched as finely as possible: for people, who see where there is room."""
        return reach_of(self.setting, self.places, self.subject, self.terms, closely=True)

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            ways = tuple(dict.fromkeys(map(as_path, self.reach)))
            self.listed = ways or tuple(leaps(self.setting, self.places, self.subject, self.terms))
        return self.listed

    def sample(self, rng: Chooser) -> Answer:
        found = self.found  # one that is only drawn from is not kept
        drawn = reach_of(self.setting, self.places, self.subject, self.terms).sample(rng) if found is None else self.reach.sample(rng)
        if drawn is None:
            return super().sample(rng)
        way, length = drawn
        path, end = as_path(way), way[-1][:3]
        if length is None and end[:2] != (round(end[0], 3), round(end[1], 3)):  # it was searched for, and is to be rounded and judged
            return path if self.refuse(path) is None else super().sample(rng)
        if length is None or len(way) == 1:
            length = length_of(self.setting, self.places, self.subject, self.terms.figures, path.points)
        self.followed, self.accepted, self.drawn = (path, end, length), path, path
        return path

    def way_to(self, place: Sequence[float]) -> Path | None:
        """Return the shortest legal path to a place, or None."""
        return self._shortest(self.places, self.terms.most, place)

    def way_on(self, begun: Path, place: Sequence[float]) -> Path | None:
        """Return the shortest legal path to a place that begins with all corners of ``begun``, or None."""
        walk = self.walk(begun)
        if walk is None or not walk.ok:
            return None
        places = (*self.places[: self.subject], (*walk.place, walk.z), *self.places[self.subject + 1 :])
        on = self._shortest(places, self.terms.most - walk.length, place)
        whole = None if on is None else Path((*begun.points, *on.points))
        return None if whole is None or self.refuse(whole) else whole

    def why_no_way(self, places: Sequence[Point]) -> tuple[Refusal, Path | None] | None:
        """Return why no path leads to a place, given on each of its floors: the model may not stop there, or the shortest path is too long.

        The shortest path comes with the second reason. Return None if neither holds.
        """
        board = self.setting.terrain.board
        stays = [self._why_not_stay(place) for place in places]
        if stays[0] is not None and all(stays):
            return stays[0], None
        found = [way for place in places if (way := self._shortest(self.places, 2 * (board.width + board.depth), place)) is not None]
        lengths = {way: walk.length for way in found if (walk := self.walk(way)) is not None}
        shortest = min(lengths, key=lambda way: lengths[way], default=None)
        if shortest is None or lengths[shortest] <= self.terms.most:
            return None
        values = {"used": in_tenths(lengths[shortest]), "most": self.terms.most}
        return Refusal(self.terms.too_long, 'The shortest way there is {used:.1f}" long; the limit is {most:g}".', **values), shortest

    def _shortest(self, places: tuple[Point | None, ...], most: float, place: Sequence[float]) -> Path | None:
        """Return the shortest legal path from where the model stands in ``places``, or None.

        A path found that climbs or traverses need not be the shortest, so shorter ones are looked for until there is none.
        """
        way: Path | None = None
        while most > 0.0:
            terms = msgspec.structs.replace(self.terms, most=most)
            found = reach_of(self.setting, places, self.subject, terms, closely=True).find_path(*place[:3])
            if found is None:
                return way
            way = as_path(found)
            walk = measure(self.setting.terrain, self.setting.bodies(places), self.subject, found, terms.figures)
            if not walk.climbed and not walk.traversed:
                return way
            most = walk.length - SHORTER
        return way

    def _why_not_stay(self, place: Point) -> Refusal | None:
        """Return why the model may not stand at a place, however it came there; None if it may."""
        places = (*self.places[: self.subject], place, *self.places[self.subject + 1 :])
        found = check_path(self.setting, places, self.subject, self.terms, Path((place,)))
        return found if isinstance(found, Refusal) else None

    def length(self, answer: Answer) -> float | None:
        walk = self.walk(answer)
        return walk.length if walk is not None and walk.ok else None

    def walk(self, answer: Answer) -> MeasuredPath | None:
        """Measure a path, legal or not; return None if it does not have the form of one."""
        points = clean(answer) if isinstance(answer, Path) else None
        if points is None:
            return None
        start = self.places[self.subject]
        assert start is not None
        return measure(self.setting.terrain, self.setting.bodies(self.places), self.subject, [start, *points], self.terms.figures)

    def forget(self) -> None:
        self.listed, self.found, self.accepted, self.followed, self.drawn = (), None, NOT_YET, None, None

    def refuse(self, answer: Answer) -> Refusal | None:
        if type(answer) is not Path:
            return Refusal(self.rule, "A move is answered with a path.")
        found = self.follow(answer)
        return found if isinstance(found, Refusal) else None

    def landing(self, answer: Path) -> Point:
        """Return where a legal path ends."""
        found = self.follow(answer)
        assert not isinstance(found, Refusal)
        return found[1]

    def points(self, answer: Path) -> tuple[tuple[Any, ...], ...]:
        """Return the points of a legal path as it was measured: rounded to 0.001"."""
        if answer is self.drawn:
            return answer.points
        points = clean(answer)
        assert points is not None
        return tuple(points)

    def length_gone(self, answer: Path) -> float:
        """Return the length of a legal path, as an event tells it."""
        found = self.follow(answer)
        assert not isinstance(found, Refusal)
        return in_millionths(found[2])

    def follow(self, answer: Path) -> tuple[Path, Point, float] | Refusal:
        """Return a path with the place where it ends and its length, or why it is refused."""
        followed = self.followed
        if followed is not None and followed[0] is answer:
            return followed
        found = check_path(self.setting, self.places, self.subject, self.terms, answer)
        if isinstance(found, Refusal):
            return found
        self.followed = answer, *found
        return self.followed


def as_path(way: Route) -> Path:
    """Turn a route into a player's answer: without the start, unless it has no other point."""
    return Path(way[1:] or way)
