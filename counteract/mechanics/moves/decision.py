"""The decision along which path a model moves, within the limits of its move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from counteract.core.decision import Answer, Chooser, Decision, Path, Refusal
from counteract.core.state import Point
from counteract.mechanics.moves.limits import Setting, Terms, clean, follow, in_tenths
from counteract.mechanics.moves.reach import leaps, reach_of
from counteract.table.paths import MeasuredPath, measure

if TYPE_CHECKING:
    from counteract.table.reach import Reach, Route

SHORTER = 0.05  # inches: a path that is shorter by less counts as equally short


class PathDecision(Decision):
    """The path that a model moves along: any path that keeps to the terms."""

    __slots__ = ("_checked", "_drawn", "_reach", "model", "places", "setting", "terms")

    def __init__(
        self,
        player: int,
        setting: Setting,
        places: tuple[Point | None, ...],
        model: int,
        terms: Terms,
        rule: str,
        template: str,
        values: dict[str, Any],
    ) -> None:
        super().__init__(player, "move", (), rule, template, values, kind="path", subject=model)
        self.setting = setting
        self.places = places
        self.model = model
        self.terms = terms
        self._reach: Reach | None = None
        self._checked: tuple[Path, Point] | None = None  # the last path found legal, and where it ends
        self._drawn: Path | None = None  # the last path drawn at random: its points need no rounding

    @property
    def reach(self) -> Reach:
        """The places that the model can reach."""
        self.setting.bodies(self.places)  # brings the array that the reach works on up to date
        if self._reach is None:
            self._reach = reach_of(self.setting, self.places, self.model, self.terms)
        return self._reach

    @property
    def closely(self) -> Reach:
        """The places that the model can reach, searched as finely as possible: for people, who see where there is room."""
        return reach_of(self.setting, self.places, self.model, self.terms, closely=True)

    @property
    def options(self) -> Sequence[Answer]:
        if not self._options:
            ways = tuple(dict.fromkeys(map(as_path, self.reach)))
            self._options = ways or tuple(leaps(self.setting, self.places, self.model, self.terms))
        return self._options

    def sample(self, rng: Chooser) -> Answer:
        way = self.reach.sample(rng)
        if way is None:
            return super().sample(rng)
        path = as_path(way)
        self._checked, self._drawn = (path, way[-1][:3]), path
        return path

    def way_to(self, place: Sequence[float]) -> Path | None:
        """Return the shortest legal path to a place, or None."""
        return self._shortest(self.places, self.terms.most, place)

    def way_on(self, begun: Path, place: Sequence[float]) -> Path | None:
        """Return the shortest legal path to a place that begins with all corners of ``begun``, or None."""
        walk = self.walk(begun)
        if walk is None or not walk.ok:
            return None
        places = (*self.places[: self.model], (*walk.place, walk.z), *self.places[self.model + 1 :])
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
            found = reach_of(self.setting, places, self.model, terms, closely=True).find_path(*place[:3])
            if found is None:
                return way
            way = as_path(found)
            walk = measure(self.setting.terrain, self.setting.bodies(places), self.model, found, terms.figures)
            if not walk.climbed and not walk.traversed:
                return way
            most = walk.length - SHORTER
        return way

    def _why_not_stay(self, place: Point) -> Refusal | None:
        """Return why the model may not stand at a place, however it came there; None if it may."""
        places = (*self.places[: self.model], place, *self.places[self.model + 1 :])
        found = follow(self.setting, places, self.model, self.terms, Path((place,)))
        return found if isinstance(found, Refusal) else None

    def length(self, answer: Answer) -> float | None:
        walk = self.walk(answer)
        return walk.length if walk is not None and walk.ok else None

    def walk(self, answer: Answer) -> MeasuredPath | None:
        """Measure a path, legal or not; return None if it does not have the form of one."""
        points = clean(answer) if isinstance(answer, Path) else None
        if points is None:
            return None
        start = self.places[self.model]
        assert start is not None
        return measure(self.setting.terrain, self.setting.bodies(self.places), self.model, [start, *points], self.terms.figures)

    def forget(self) -> None:
        self._options, self._reach, self._checked, self._drawn = (), None, None, None

    def refuse(self, answer: Answer) -> Refusal | None:
        if type(answer) is not Path:
            return Refusal(self.rule, "A move is answered with a path.")
        found = self.follow(answer)
        return found if isinstance(found, Refusal) else None

    def landing(self, answer: Path) -> Point:
        """Return where a legal path ends."""
        found = self.follow(answer)
        assert not isinstance(found, Refusal)
        return found

    def points(self, answer: Path) -> tuple[tuple[Any, ...], ...]:
        """Return the points of a legal path as it was measured: rounded to 0.001"."""
        if answer is self._drawn:
            return answer.points
        points = clean(answer)
        assert points is not None
        return tuple(points)

    def follow(self, answer: Path) -> Point | Refusal:
        """Return where a path ends, or why it is refused."""
        if self._checked is not None and self._checked[0] is answer:
            return self._checked[1]
        found = follow(self.setting, self.places, self.model, self.terms, answer)
        if not isinstance(found, Refusal):
            self._checked = (answer, found)
        return found


def as_path(way: Route) -> Path:
    """Turn a route into a player's answer: without the start, unless it has no other point."""
    return Path(way[1:] or way)
