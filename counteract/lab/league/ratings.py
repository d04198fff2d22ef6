"""Ratings with error bars, and intervals of shares.

The unit of both is the *observation*: the two games that are played of one set-up and one seed, with the seats swapped, count as one
result between 0 and 1 (their mean; a draw is a half). The two share their dice and their ground and so are not independent; to
count them as two could make the error bars too narrow. A single game whose other one was a fault is an observation by itself.

The model is that of Bradley and Terry: a player of strength a beats one of strength b with probability 1 / (1 + exp(b - a)). The
strengths are those of the greatest likelihood, the errors come from the inverse of the Fisher information. The prior is one drawn
game (half an observation) for each two players that meet, so that 100:0 stays finite.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

POINTS = 400 / log(10)  # rating points for one unit of strength, as Elo has them: 400 points are ten wins for each loss
PRIOR = 0.5  # observations drawn between each two players that meet: one game
NORMAL_95 = 1.959963984540054  # standard errors on either side of the mean that hold 95 % of a normal distribution
CLOSE_ENOUGH = 1e-12
MOST_STEPS = 200


class Rating(NamedTuple):
    """The rating of a player in points, and its standard error."""

    points: float
    error: float


def fit_ratings(won: Sequence[Sequence[float]], anchor: int | None = None, prior: float = PRIOR) -> list[Rating]:
    """Return the rating of each player, where ``won[i][j]`` are the observations that player i has won against player j.

    The ``anchor`` is at 0, without an error; with None the mean of all is at 0. Three wins for each loss, without a prior:

    >>> round(fit_ratings([[0, 3], [1, 0]], anchor=1, prior=0)[0].points, 3)  # 400 log10(3)
    190.849
    """
    scores = np.array(won, dtype=np.float64)
    np.fill_diagonal(scores, 0.0)
    played = scores + scores.T
    met = played > 0
    scores, played = scores + met * prior / 2, played + met * prior
    strengths = _greatest_likelihood(scores, played)
    covariance = np.linalg.pinv(_information(strengths, played), hermitian=True)
    if anchor is None:
        errors = np.diag(covariance)
    else:
        strengths = strengths - strengths[anchor]
        errors = np.diag(covariance) - 2 * covariance[anchor] + covariance[anchor, anchor]
    return [Rating(POINTS * float(s), POINTS * sqrt(max(0.0, float(e)))) for s, e in zip(strengths, errors, strict=True)]


def log_likelihood(strengths: Floats, scores: Floats) -> float:
    """Return the logarithm of the likelihood of strengths, which the fit makes as great as can be."""
    return float(-(scores * np.logaddexp(0.0, strengths[None, :] - strengths[:, None])).sum())


def _greatest_likelihood(scores: Floats, played: Floats) -> Floats:
    """Return the strengths of the greatest likelihood, with mean 0: Newton's steps, each halved until it is one uphill."""
    strengths = np.zeros(len(scores))
    for _ in range(MOST_STEPS):
        slope = (scores - played * _chances(strengths)).sum(axis=1)
        step = np.linalg.pinv(_information(strengths, played), hermitian=True) @ slope
        height = log_likelihood(strengths, scores)
        while log_likelihood(strengths + step, scores) < height and np.abs(step).max() > CLOSE_ENOUGH:
            step = step / 2
        strengths = strengths + step
        if np.abs(step).max(initial=0.0) <= CLOSE_ENOUGH:
            break
    centred: Floats = strengths - strengths.mean()
    return centred


def _chances(strengths: Floats) -> Floats:
    """Return the probability of each player to beat each other."""
    chances: Floats = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    return chances


def _information(strengths: Floats, played: Floats) -> Floats:
    """Return the Fisher information of the strengths; its null space is to add the same to all of them."""
    chances = _chances(strengths)
    weights = played * chances * chances.T
    information: Floats = np.diag(weights.sum(axis=1)) - weights
    return information


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share that was seen in so many observations.

    >>> [round(end, 3) for end in wilson_interval(0.5, 10)]
    [0.237, 0.763]
    """
    if count == 0:
        return 0.0, 1.0
    square = NORMAL_95**2
    centre = (share + square / (2 * count)) / (1 + square / count)
    half = NORMAL_95 * sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    return max(0.0, centre - half), min(1.0, centre + half)
