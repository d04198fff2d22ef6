"""A second, slow way to count what the ground does to a path: many small steps, written down first and judged afterwards.

All parts stand on the board floor and nothing hangs over anything. So the level at a place is simply the highest top
under the base: no memory of the way is needed, and the whole profile is there before anything is paid for.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot, inf

import numpy as np
import shapely
from shapely import Polygon

from counteract.table.paths import MoveFigures
from counteract.table.terrain import Part

STEP = 0.004
EPS = 1e-6

Place = tuple[float, float]


@dataclass
class Sample:
    """One small step: how long it is, on what level it is made, and in what the centre is."""

    length: float
    level: float
    within: frozenset[int]


class Unsure(Exception):
    """Something hangs on less than the steps can tell."""


class Ground:
    """Parts on a table, and one base that goes over them."""

    def __init__(self, parts: tuple[Part, ...], radius: float, figures: MoveFigures) -> None:
        self.parts, self.radius, self.figures = parts, radius, figures
        self.outlines = [Polygon(part.footprint) for part in parts]
        shapely.prepare(self.outlines)

    def samples(self, path: list[Place]) -> list[Sample]:
        found = []
        solid = np.array([0.0 if "flat" in part.marks else part.top for part in self.parts])
        for (ax, ay), (bx, by) in pairwise(path):
            length = hypot(bx - ax, by - ay)
            count = max(1, round(length / STEP))
            shares = (np.arange(count) + 0.5) / count
            spots = shapely.points(ax + shares * (bx - ax), ay + shares * (by - ay))
            apart = np.array([shapely.distance(o, spots) for o in self.outlines]).reshape(len(self.parts), count)
            levels = np.max((apart < self.radius - EPS) * solid[:, None], axis=0, initial=0.0).tolist()
            within = [frozenset(np.flatnonzero(column).tolist()) for column in (apart == 0).T]
            found += [Sample(length / count, level, inside) for level, inside in zip(levels, within, strict=True)]
        return found

    def length(self, path: list[Place]) -> float:
        """How long a path is by the rules, judged from its samples."""
        samples, figures = self.samples(path), self.figures
        total = sum(s.length * (figures.rough if self._rough(s, s.level) else 1.0) for s in samples)
        self.climbed = self.dropped = 0.0
        k = 1
        while k < len(samples):
            before, here = samples[k - 1].level, samples[k].level
            if here < before:
                self._drop(samples[k], before)
            elif here > before:
                if figures.step_high > 0 and here - before <= figures.step_high + 0.001:
                    k = self._excursion(samples, k)
                    continue
                self._climb(samples[k], before)
            k += 1
        return total + self.climbed + max(0.0, self.dropped - figures.drop_free)

    def _excursion(self, samples: list[Sample], first: int) -> int:
        """Follow an obstacle from where it is stepped on, and pay for it or not; returns the next sample to look at."""
        start, figures = samples[first - 1].level, self.figures
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
        return last + 1

    def _sure(self, wide: float, most: float) -> None:
        if abs(wide - most - 0.001) < 5 * STEP:
            raise Unsure

    def _climb(self, sample: Sample, start: float) -> None:
        rise = max(sample.level - start, self.figures.climb_least)
        self.climbed += rise * (self.figures.rough if self._rough(sample, start) else 1.0)

    def _drop(self, sample: Sample, start: float) -> None:
        self.dropped += (start - sample.level) * (self.figures.rough if self._rough(sample, sample.level) else 1.0)

    def _rough(self, sample: Sample, level: float) -> bool:
        areas = (self.parts[p] for p in sample.within)
        return any({"difficult", "dangerous"} & set(a.marks) and a.bottom <= level <= a.top for a in areas)


def widest_gap(parts: tuple[Part, ...], radius: float, a: Place, b: Place, low: float, high: float) -> tuple[float, float]:
    """How long a base that jumps from a to b overlaps no top from low to high: at a stretch, and in all."""
    count = round(hypot(b[0] - a[0], b[1] - a[1]) / STEP)
    best = run = total = 0.0
    outlines = [Polygon(p.footprint) for p in parts if low - EPS <= p.top <= high + EPS]
    for k in range(count):
        share = (k + 0.5) / count
        spot = shapely.Point(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        over = min((o.distance(spot) for o in outlines), default=inf) < radius - EPS
        run = 0.0 if over else run + STEP
        total += 0.0 if over else STEP
        best = max(best, run)
    return best, total
