"""The document of a league: its specification, ratings, pairs and games, as plain data without any time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from counteract.lab.league.games import GameOutcome
from counteract.lab.league.ratings import NORMAL_95, fit_ratings, wilson_interval
from counteract.lab.league.schedule import LeagueSpec, fixture_of, pairs_of

#: The player whose rating is 0 if it takes part; else the mean of all is.
ANCHOR = "novice"


def describe_league(spec: LeagueSpec, outcomes: Sequence[GameOutcome]) -> dict[str, Any]:
    """Return the document of a league, from its games in order."""
    told = _plain(spec)
    del told["apart"]  # it is settled which killzones are played on
    pairs = [[one for one in outcomes if one.pair == pair] for pair in range(len(pairs_of(spec)))]
    observed = [_observe(spec, games) for games in pairs]
    return {
        "specification": told,
        "anchor": ANCHOR if ANCHOR in spec.players else "mean",
        "ratings": _ratings(spec, observed),
        "pairs": [_pair(spec, pair, games, observed[pair]) for pair, games in enumerate(pairs)],
        "games": [_game(spec, outcome) for outcome in outcomes],
    }


def _first_score(spec: LeagueSpec, outcome: GameOutcome) -> float:
    """Return what the pair's first player has of a game: 1, 0, or a half for a draw."""
    if outcome.winner is None:
        return 0.5
    return float(outcome.winner == fixture_of(spec, outcome.pair, outcome.number).first_seat)


def _observe(spec: LeagueSpec, outcomes: Sequence[GameOutcome]) -> list[float]:
    """Return the observations of a pair: the mean score of its first player over the games of each set-up."""
    counted = [outcome for outcome in outcomes if outcome.ended != "fault"]
    setups = groupby(counted, key=lambda outcome: outcome.number // 2)
    scores = [[_first_score(spec, outcome) for outcome in games] for _, games in setups]
    return [sum(games) / len(games) for games in scores]


def _pair(spec: LeagueSpec, pair: int, outcomes: Sequence[GameOutcome], observed: Sequence[float]) -> dict[str, Any]:
    """Return wins, draws and losses of the pair's first player, its share, and the interval of that over observations."""
    counted = [outcome for outcome in outcomes if outcome.ended != "fault"]
    scores = [_first_score(spec, outcome) for outcome in counted]
    forfeits = [0, 0]
    for outcome in counted:
        if outcome.by is not None:
            forfeits[outcome.by != fixture_of(spec, pair, outcome.number).first_seat] += 1
    share = sum(observed) / len(observed) if observed else None
    return {
        "players": list(pairs_of(spec)[pair]),
        "games": len(counted),
        "wins": scores.count(1.0),
        "draws": scores.count(0.5),
        "losses": scores.count(0.0),
        "forfeits": forfeits,
        "faults": len(outcomes) - len(counted),
        "observations": len(observed),
        "share": None if share is None else round(share, 6),
        "interval": None if share is None else [round(end, 6) for end in wilson_interval(share, len(observed))],
    }


def _ratings(spec: LeagueSpec, observed: Sequence[Sequence[float]]) -> list[dict[str, Any]]:
    """Return the ratings, best first. Games of a player against itself say nothing about it."""
    players = spec.players
    won = [[0.0] * len(players) for _ in players]
    for (first, second), scores in zip(pairs_of(spec), observed, strict=True):
        one, other = players.index(first), players.index(second)
        if one != other:
            won[one][other], won[other][one] = sum(scores), len(scores) - sum(scores)
    fitted = fit_ratings(won, players.index(ANCHOR) if ANCHOR in players else None)
    rows = []
    for player, (points, error) in zip(players, fitted, strict=True):
        ends = [_tenths(points + way * NORMAL_95 * error) for way in (-1, 1)]
        rows.append({"player": player, "rating": _tenths(points), "error": _tenths(error), "interval": ends})
    return sorted(rows, key=lambda row: -row["rating"])


def _tenths(value: float) -> float:
    """Return a number rounded to a tenth, and never -0.0."""
    return round(value, 1) + 0.0


def _game(spec: LeagueSpec, outcome: GameOutcome) -> dict[str, Any]:
    """Return a game as plain data: where and by whom it was played, and how it ended."""
    fixture, ended = _plain(fixture_of(spec, outcome.pair, outcome.number)), _plain(outcome)
    del ended["seconds"]
    return {**fixture, **{name: ended[name] for name in ended if name not in fixture}}


def _plain(struct: msgspec.Struct) -> dict[str, Any]:
    """Return a struct as JSON has it, with lists for tuples."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(struct))
    return plain
