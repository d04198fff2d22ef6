"""A slow twin of the movement costs: many small steps along a path, recorded first and judged afterwards.

All parts stand on the board floor and nothing hangs over anything. So the level at a place is simply the highest top
under the base: no memory of the way is needed, and the whole profile is there before anything is paid for.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot

import numpy as np
import shapely
from shapely import Polygon

from counteract.table.paths import MovementParameters
from counteract.table.terrain import Part

STEP = 0.005
EPS = 1e-6

Place = tuple[float, float]


@dataclass
class Stretch:
    """Small steps that are all alike: their length, their level, and the parts that the centre is in."""

    length: float
    level: float
    within: frozenset[int]


class Unsure(Exception):
    """Raised if a result hangs on less than the steps can tell."""


class Ground:
    """Parts on a table, and a path of one base over them, looked at every STEP."""

    def __init__(self, parts: tuple[Part, ...], path: list[Place], figures: MovementParameters) -> None:
        self.parts, self.figures = parts, figures
        spots, lengths = [], []
        for (ax, ay), (bx, by) in pairwise(path):
            length = hypot(bx - ax, by - ay)
            count = max(1, round(length / STEP))
            shares = (np.arange(count) + 0.5) / count
            spots.append(shapely.points(ax + shares * (bx - ax), ay + shares * (by - ay)))
            lengths.append(np.full(count, length / count))
        self.lengths = np.concatenate(lengths)
        outlines = [Polygon(part.footprint) for part in parts]
        shapely.prepare(outlines)
        self.apart = np.array([shapely.distance(o, np.concatenate(spots)) for o in outlines]).reshape(len(parts), -1)

    def stretches(self, radius: float) -> list[Stretch]:
        tops = np.array([0.0 if "flat" in part.marks else part.top for part in self.parts])
        levels = np.max((self.apart < radius - EPS) * tops[:, None], axis=0, initial=0.0)
        inside = self.apart == 0
        changes = (np.diff(levels) != 0) | np.any(inside[:, 1:] != inside[:, :-1], axis=0)
        ends = [0, *(np.flatnonzero(changes) + 1).tolist(), len(levels)]
        return [
            Stretch(float(self.lengths[a:b].sum()), float(levels[a]), frozenset(np.flatnonzero(inside[:, a]).tolist())) for a, b in pairwise(ends)
        ]

    def length(self, radius: float) -> float:
        """Return the cost of the path, judged when all of it is known."""
        samples, figures = self.stretches(radius), self.figures
        total = sum(s.length * (figures.rough if self._rough(s, s.level) else 1.0) for s in samples)
        self.climbed = self.dropped = 0.0
        k = 1
        while k < len(samples):
            before, here = samples[k - 1].level, samples[k].level
            if here < before:
                self._drop(samples[k], before)
            elif here > before:
                if figures.step_high > 0 and here - before <= figures.step_high + 0.001:
                    first, k = k, self._excursion(samples, k)
                    if self.stepped:
                        total += (figures.rough - 1) * self._beneath(samples[first : k - 1], before)
                    continue
                self._climb(samples[k], before)
            k += 1
        return total + self.climbed + max(0.0, self.dropped - figures.drop_free)

    def _excursion(self, samples: list[Stretch], first: int) -> int:
        """Follow an obstacle from where it is stepped on, and pay for it or not; returns the next sample to look at."""
        start, figures = samples[first - 1].level, self.figures
        self.stepped = False
        last = first
        while last < len(samples) and start < samples[last].level <= start + figures.step_high + 0.001:
            last += 1
        steps = {p for p, part in enumerate(self.parts) if "flat" not in part.marks and start < part.top <= start + figures.step_high + 0.001}
        wide = 0.0
        for k in range(first, last):
            wide += samples[k].length if samples[k].within & steps else 0.0
            if wide > figures.step_wide + 0.001:
                break
        self._sure(sum(s.length for s in samples[first:last] if s.within & steps), figures.step_wide)
        if wide > figures.step_wide + 0.001:  # a floor like others: all ups and downs so far are paid for
            for j in range(first, k + 1):
                if samples[j].level > samples[j - 1].level:
                    self._climb(samples[j], samples[j - 1].level)
                elif samples[j].level < samples[j - 1].level:
                    self._drop(samples[j], samples[j - 1].level)
            return k + 1
        if last < len(samples):
            if samples[last].level > start:
                self._climb(samples[last], start)
            elif samples[last].level < start:
                self._drop(samples[last], start)
            self.stepped = samples[last].level <= start
        return last + 1

    def _beneath(self, samples: list[Stretch], level: float) -> float:
        """Return the length over an obstacle on which the ground is rough on the level it is stepped on from, but not on top."""
        return sum(s.length for s in samples if self._rough(s, level) and not self._rough(s, s.level))

    def _sure(self, wide: float, most: float) -> None:
        if abs(wide - most - 0.001) < 3 * STEP:
            raise Unsure

    def _climb(self, sample: Stretch, start: float) -> None:
        rise = max(sample.level - start, self.figures.climb_least)
        self.climbed += rise * (self.figures.rough if self._rough(sample, start) else 1.0)

    def _drop(self, sample: Stretch, start: float) -> None:
        self.dropped += (start - sample.level) * (self.figures.rough if self._rough(sample, sample.level) else 1.0)

    def _rough(self, sample: Stretch, level: float) -> bool:
        areas = (self.parts[p] for p in sample.within)
        return any({"difficult", "dangerous"} & set(a.marks) and a.bottom <= level <= a.top for a in areas)

    def widest_gap(self, radius: float, low: float, high: float) -> tuple[float, float]:
        """Return the lengths on which a base overlaps no top from low to high: the longest interval, and the sum."""
        held = [k for k, part in enumerate(self.parts) if low - EPS <= part.top <= high + EPS]
        off = np.all(self.apart[held] >= radius - EPS, axis=0)
        best = run = 0.0
        for length, free in zip(self.lengths.tolist(), off.tolist(), strict=True):
            run = run + length if free else 0.0
            best = max(best, run)
        return best, float(self.lengths[off].sum())
