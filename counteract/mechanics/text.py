"""Texts that all rulesets share: headings, events, results, paths and places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from counteract.core.decision import Answer, Decision, Pass, Path, Pick, Place, show
from counteract.core.label import Label
from counteract.core.language import Phrase, Several, phrases, say
from counteract.core.mentions import mention, mention_dice
from counteract.core.state import Event, Result
from counteract.mechanics.moves.limits import in_tenths

PHASES = phrases(
    {
        "initiative": "Initiative phase",
        "strategy": "Strategy phase",
        "firefight": "Firefight phase",
        "movement": "Movement phase",
        "psychic": "Psychic phase",
        "shooting": "Shooting phase",
        "fight": "Fight phase",
        "morale": "Morale phase",
        "start": "Start of the turn",
        "end": "End of the turn",
    }
)


#: The sentence that begins a phase, in editions whose turns have these.
PHASE_BEGINS = phrases(
    {
        "movement": "The movement phase begins.",
        "psychic": "The psychic phase begins.",
        "shooting": "The shooting phase begins.",
        "fight": "The fight phase begins.",
        "morale": "The morale phase begins.",
    }
)


class Headings(NamedTuple):
    """The templates of a battle's title: while it lasts, and after it."""

    now: Phrase
    over: Phrase


TURNING_POINTS = Headings(Phrase("Turning point {turn} of {turns} · {phase}"), Phrase("The battle is over after turning point {turn}"))
TURNS = Headings(Phrase("Turn {turn} of {turns} · {phase}"), Phrase("The battle is over after turn {turn}"))
BATTLE_ROUNDS = Headings(Phrase("Battle round {turn} of {turns} · {phase}"), Phrase("The battle is over after battle round {turn}"))


def heading(battle: Any, headings: Headings, turns: int) -> str:
    """Return the title of a battle: its turn and phase, or its end."""
    if battle.phase == "setup":
        return say("Setting up")
    if battle.phase == "over":
        return say(headings.over, turn=battle.turn)
    return say(headings.now, turn=battle.turn, turns=turns, phase=PHASES[battle.phase])


def sentence(template: str, event: Event, names: Sequence[str], teams: Sequence[str], **more: Any) -> str:
    """Return an event as a sentence: {model} and {target} are names of models, {player} and {teams[0]} of teams, {faces} the dice rolled."""
    values: dict[str, Any] = {key: Phrase(value) if isinstance(value, str) else value for key, value in event.values.items()}
    for key in ("model", "target"):
        if isinstance(values.get(key), int):
            values[key] = name_of(names, values[key])
    values["teams"] = [mention("side", side, say(team)) for side, team in enumerate(teams)]
    if isinstance(values.get("player"), int):
        values["player"] = values["teams"][values["player"]]
    if "dice" in values:
        values["faces"] = mention_dice(values["dice"])
    return say(template, **{**values, **more})


def name_of(names: Sequence[str], model: int) -> str:
    """Return the name of a model, as events mention it."""
    return mention("model", model, say(names[model]))


def outcome(result: Result, teams: Sequence[str]) -> str:
    """Return the text of a result: with two sides their scores, the winner's first; with more sides each name with its score."""
    scores = Several(say("{team} {score}", team=team, score=score) for team, score in zip(teams, result.scores, strict=True))
    if not result.winners:
        if len(teams) == 2:
            return say("Nobody wins, {mine} to {theirs}.", mine=result.scores[0], theirs=result.scores[1])
        return say("Nobody wins: {scores}.", scores=scores)
    winners = Several(teams[side] for side in result.winners)
    if len(winners) > 1:
        return say("{teams} share the victory: {scores}.", teams=winners, scores=scores)
    if len(teams) == 2:
        mine, theirs = result.scores if result.winner == 0 else result.scores[::-1]
        return say("{team} win, {mine} to {theirs}.", team=winners[0], mine=mine, theirs=theirs)
    return say("{team} win: {scores}.", team=winners[0], scores=scores)


def describe_move(moved: Event) -> Phrase:
    """Return the text of a move: its length, and the floor it ends on."""
    length, before, after = in_tenths(moved.values["length"]), moved.values["start"][2], moved.values["to"][2]
    if abs(after - before) < 0.05:
        return Phrase('{length:.1f}"', length=length)
    if after < 0.05:
        return Phrase('{length:.1f}", down to the ground', length=length)
    return Phrase('{length:.1f}", to a height of {z:.3g}"', length=length, z=after)


def point(where: Sequence[Any]) -> str:
    """Return the text of a place.

    >>> point((3, 4.26)), point((3.0, 4.0, 3.0))
    ('(3.0, 4.3)', '(3.0, 4.0, 3" up)')
    """
    x, y, z, *_ = (*where, 0.0)
    return say('({x:.1f}, {y:.1f}, {z:g}" up)', x=x, y=y, z=z) if z and z > 0 else say("({x:.1f}, {y:.1f})", x=x, y=y)


def option(
    decision: Decision, answer: Answer, number: Callable[[int], Label], name: Callable[[str], Label], declined: Mapping[str, str]
) -> Label:
    """Return the label of an option: numbers and names as the ruleset words them, and the text of declining for each question."""
    match answer:
        case Pick(int(value)):
            return number(value)
        case Pick(str(value)):
            return name(value)
        case Pass():
            return Label(say(declined.get(decision.what, "pass")))
        case Path():
            return Label(way(decision, answer))
        case Place(x, y, z):
            return Label(say("at {place}", place=point((x, y, z))))
    return Label(show(answer))


def way(decision: Decision, path: Path) -> str:
    """Return the text of a path: its end, its corners and its length."""
    *corners, end = map(point, path.points)
    words = {"end": end, "corners": say(" by ").join(corners), "length": decision.length(path)}
    if words["length"] is None:
        return say("to {end} by {corners}", **words) if corners else say("to {end}", **words)
    return say('to {end} by {corners}, {length:.1f}"', **words) if corners else say('to {end}, {length:.1f}"', **words)
