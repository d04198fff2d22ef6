"""The parser of typed lines: answers as numbers of a list, places, compass steps, letters and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from counteract.core.decision import PASS, Allocate, Answer, Decision, Path, Pick, Place
from counteract.core.label import Label
from counteract.core.language import joined, say
from counteract.game import Game
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.players.suggestions import View
from counteract.terminal.pieces import letters
from counteract.terminal.places import UnclearInput, heights_at, parse_points, parse_steps, split_turn
from counteract.terminal.unit_parser import parse_unit

CONTINUOUS = ("place", "path", "paths")  # kinds of decisions whose options are only some of the answers
DECLINE_WORDS = ("pass", "no", "none", "nothing")
_SHARES = re.compile(r"\d{1,4}([ ,]+\d{1,4})+")


def parse_answer(line: str, game: Game, listed: Sequence[Answer]) -> Answer:
    """Return the answer that a line stands for; it need not be legal. ``listed`` are the answers with numbers."""
    decision = game.decision
    assert decision is not None
    view = game.view(decision.player)
    if line.isdecimal():
        if not 1 <= int(line) <= len(listed):
            raise UnclearInput(say("There is no {line} on the list, which goes to {last}.", line=line, last=len(listed)))
        return listed[int(line) - 1]
    if line.lower() in DECLINE_WORDS and Pick(line.lower()) not in decision.options:
        return PASS
    if decision.kind in ("place", "path") and (wished := parse_place(line, decision, view)):
        return wished
    if isinstance(decision, UnitPathsDecision) and (moved := parse_unit(line, decision, view)):
        return moved
    if decision.kind == "allocate" and _SHARES.fullmatch(line):
        return Allocate(tuple(map(int, re.findall(r"\d+", line))))
    if len(line) <= 2 and (meant := _by_letter(line, game, decision, view)):
        return meant
    return _by_name(line, game, decision)


# --- places


def parse_place(line: str, decision: Decision, view: View) -> Answer | None:
    """Return the move or placement that coordinates or compass steps stand for; None if a line has neither."""
    start = view["models"][decision.subject]["place"] if decision.subject >= 0 else None
    line, turn = split_turn(line)
    points = parse_points(line) or (parse_steps(line, start) if start else [])
    if not points:
        return None
    if decision.kind == "path" and len(points) > 1:
        return Path(tuple(points))
    x, y, *rest = points[0]
    if decision.subject < 0 and rest and not turn:  # things lie on the table: a third number turns them
        turn, rest = rest[0], []
    levels = rest or heights_at(view, x, y, start[2] if start else 0.0)
    if decision.kind == "place":
        placings = [Place(x, y, z, turn) for z in levels]
        return next((p for p in placings if decision.refuse(p) is None), placings[0])
    ways = (decision.way_to((x, y, z)) for z in levels)
    return next((way for way in ways if way is not None), Path((points[0],)))


# --- names


def _by_letter(letter: str, game: Game, decision: Decision, view: View) -> Answer | None:
    """Return the answer that points at the model or unit with a letter. A capital one does for both sides if only one of them can be meant."""
    pointed = {answer: game.ruleset.preview.points_at(game, answer) for answer in (*decision.options, *decision.known)}
    asked = [number for number in pointed.values() if number is not None]
    if not asked:
        return None
    names, sides = letters(view), {view["models"][number]["side"] for number in asked}
    for model in view["models"]:
        name = names[model["id"]]
        if name == letter or (len(sides) == 1 and model["side"] in sides and name.upper() == letter):
            return next((answer for answer, number in pointed.items() if number is not None and names[number] == name), Pick(model["unit"]))
    return None


def _by_name(line: str, game: Game, decision: Decision) -> Answer:
    """Return the option, or else the known answer, whose label a line matches."""
    words = line.lower()
    options = decision.options if decision.kind not in CONTINUOUS else ()
    for answers in (options, decision.known):
        labels = {answer: game.label(answer) for answer in answers}
        for matches in (_is_equal, _is_start, _is_contained):
            meant = [answer for answer, label in labels.items() if matches(words, str(label).lower(), answer)]
            if len(meant) > 1:
                either = _list_titles(labels[answer] for answer in meant[:4])
                raise UnclearInput(say('"{line}" may be {either}: which one?', line=line, either=either))
            if meant:
                return meant[0]
    raise UnclearInput(_advise(line, [game.label(answer) for answer in (*options, *decision.known)], decision))


def _is_equal(words: str, label: str, answer: Answer) -> bool:
    return words in (label, str(getattr(answer, "value", "")))


def _is_start(words: str, label: str, answer: Answer) -> bool:
    return label.startswith(words)


def _is_contained(words: str, label: str, answer: Answer) -> bool:
    return len(words) > 2 and f" {words}" in label


def _list_titles(labels: Iterable[Label]) -> str:
    *others, last = (label.title for label in labels)
    return say("{others} or {last}", others=joined(others), last=last)


def _advise(line: str, labels: Sequence[Label], decision: Decision) -> str:
    names = [label.title.lower() for label in labels]
    like = get_close_matches(line.lower(), names, n=1, cutoff=0.6)
    if like:
        return say('"{line}" is not on the list. Did you mean {like}?', line=line, like=like[0])
    if decision.kind == "paths":
        return say('"{line}" is no goal for a unit: type a number of the list, to 20 14, toward B, stay, or ? for help.', line=line)
    if decision.kind in CONTINUOUS:
        return say('"{line}" is no place: type a number of the list, x and y as in 12 8, or ? for help.', line=line)
    return say('"{line}" means nothing here: type a number of the list, or ? for help.', line=line)
