"""News of a game for everybody: the log, the latest events, the changes of the view. Always in the language spoken."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from counteract.core.decision import Concede
from counteract.core.language import phrases, say, spoken
from counteract.core.mentions import mention, read_mentions, signing
from counteract.core.rulebook import Rulebook
from counteract.core.state import Event
from counteract.game import Game
from counteract.mechanics.chain_rolls import tell_causes
from counteract.players import current_name
from counteract.server import messages as m
from counteract.server import shown
from counteract.server.bots import LEVELS
from counteract.server.gains import gains
from counteract.server.questions import question
from counteract.server.rooms import STAND_IN, Denied, GameRoom
from counteract.server.store import Seat, StoredGame

View = dict[str, Any]

#: What is counted of a battle besides victory points, a number for each side; whatever else a ruleset reports is for programs.
FIGURES = phrases({"kills": "Enemies brought down", "wounds": "Wounds left", "lost": "Models lost", "flesh_wounds": "Flesh wounds"})

#: How many of the last steps a snapshot tells in full: those of one deed, and some more.
RECENT = 16


def player_of(sides: tuple[int, ...]) -> int | None:
    """Return the side whose view a seat has; None for the view of an onlooker."""
    return sides[0] if len(sides) == 1 else None


# --- what happened


def lines(game: Game, events: Iterable[Event], version: int) -> list[m.Line]:
    """Events as lines of the log."""
    told = ((event, *game.tell_with_mentions(event)) for event in events)
    return [m.Line(version, text, event.rule, game.pace(event), side_of(game, event), mentions) for event, text, mentions in told]


def side_of(game: Game, event: Event) -> int | None:
    """The side that an event is about."""
    player, model, unit = (event.values.get(name) for name in ("player", "model", "unit"))
    if isinstance(player, int):
        return player
    if isinstance(unit, int):
        return int(game.arena.units[unit].side)
    return int(game.state.models[model].side) if isinstance(model, int) else None


def happenings(game: Game, events: Iterable[Event]) -> list[m.Happening]:
    """Events to be shown in motion."""
    return [m.Happening(e.kind, e.rule, e.values, _dice(e), tell_causes(e.values)) for e in events]


def _dice(event: Event) -> list[int] | None:
    dice = event.values.get("dice")
    return list(dice) if isinstance(dice, (tuple, list)) else None


def log(room: GameRoom) -> list[m.Line]:
    """All lines so far, without what was taken back."""
    found = []
    for moment, version in zip(room.game.moments, room.versions, strict=True):
        found += _lines_of(room, room.game.fork(moment), version)
        if room.game.played_from is not None and moment.number == min(room.game.played_from, room.game.turns_taken):
            told = say("The rules have changed since this battle began (revision {then}, now {now}); it goes on from where it stood.",
                       then=room.game.revision, now=room.game.ruleset.revision)  # fmt: skip
            found.append(m.Line(version, told, "", "begins", None))
    return found


def _lines_of(room: GameRoom, game: Game, version: int) -> list[m.Line]:
    """Return the lines of the log for the step that led to a version."""
    if version and room.steps[version - 1].kind == "flag":  # told in other words than that somebody gave up, which comes first
        return [out_of_time(game, room.steps[version - 1].side, version), *lines(game, game.latest[1:], version)]
    return [*change_of_hands(room, game, version), *lines(game, game.latest, version)]


def change_of_hands(room: GameRoom, game: Game, version: int) -> list[m.Line]:
    """Return the line that tells that a program plays for somebody from this version on, or that they play again themselves."""
    if not version or (step := room.steps[version - 1]).kind != "answer":
        return []
    before = (room.steps[earlier - 1] for earlier in reversed(room.versions[: bisect_left(room.versions, version)]) if earlier)
    last = next((one for one in before if one.side == step.side), None)
    now, then = step.message.startswith(STAND_IN), last is not None and last.message.startswith(STAND_IN)
    if now == then:
        return []
    name = next((seat.name for seat in room.seats if seat.kind == "human" and step.side in seat.sides), "")
    with signing():
        team = mention("side", step.side, game.view(None)["sides"][step.side]["team"])
        text, mentions = read_mentions(_taken_over(name, team) if now else _come_back(name, team))
    return [m.Line(version, text, "", "begins", step.side, mentions)]


def stood_in(room: GameRoom, seat: Seat) -> m.StoodIn | UnsetType:
    """Return what a program has answered for a seat since its player last did, if anything."""
    answers, since = 0, 0
    for version in reversed(room.versions):
        step = room.steps[version - 1] if version else None
        if step is None or (step.side in seat.sides and not step.message.startswith(STAND_IN)):
            break
        if step.side in seat.sides:
            answers, since = answers + 1, version
    return m.StoodIn(answers, since) if answers else UNSET


def _taken_over(name: str, team: str) -> str:
    if name:
        return say("{name} is away: the machine plays for {team}.", name=name, team=team)
    return say("Nobody is here for {team}: the machine plays for them.", team=team)


def _come_back(name: str, team: str) -> str:
    if name:
        return say("{name} is back, and plays for {team} again.", name=name, team=team)
    return say("{team} have their player back.", team=team)


def out_of_time(game: Game, side: int, version: int) -> m.Line:
    """The line of a clock that has run out."""
    team = game.view(None)["sides"][side]["team"]
    with signing():
        text, mentions = read_mentions(say("{team} have run out of time.", team=mention("side", side, team)))
    return m.Line(version, text, "", "begins", side, mentions)


def changes(before: View, after: View) -> View:
    """Return the changes between two views: whole entries that differ, but of the models and units only those that do."""
    found = {key: value for key, value in after.items() if before.get(key) != value}
    for key in ("models", "units"):
        if key in found and len(before.get(key, ())) == len(found[key]):
            found[key] = [new for old, new in zip(before[key], found[key], strict=True) if old != new]
    return found


# --- what is


def result(game: Game) -> m.ResultView | None:
    """Return the result of the battle; None if it is not over."""
    ended = game.result
    if ended is None:
        return None
    text = game.ruleset.describe_result(ended, [side["team"] for side in game.view(None)["sides"]])
    figures = {say(FIGURES[name]): list(numbers) for name, numbers in ended.figures.items() if name in FIGURES}
    book = Rulebook.load(game.ruleset.id)
    reasons = [m.Reason(rule, book.get(rule).title(spoken())) for rule in ended.reasons]
    return m.ResultView(list(ended.winners), ended.winner, list(ended.scores), reasons, figures, text, course(game), gains(game))


def course(game: Game) -> list[tuple[int, list[int]]]:
    """The victory points of all sides at the end of each turning point or battle round."""
    ends = {moment.parent.state.turn: moment for moment in game.moments if moment.parent and moment.state.turn != moment.parent.state.turn}
    ends[game.state.turn] = game.moments[-1]
    return [(turn, [side["vp"] for side in game.fork(moment).view(None)["sides"]]) for turn, moment in sorted(ends.items()) if turn > 0]


def recent(game: Game, versions: list[int]) -> list[m.RecentStep]:
    """Return the events of the last steps."""
    forks = ((game.fork(moment), version) for moment, version in zip(game.moments[-RECENT:], versions[-RECENT:], strict=True))
    return [m.RecentStep(version, happenings(then, then.latest)) for then, version in forks]


def undo(room: GameRoom, seat: Seat) -> m.Undo | None:
    """Return what a seat can take back; None for onlookers."""
    if not seat.sides:
        return None
    try:
        way = room.way_back(seat)
    except Denied as denied:
        return m.Undo(possible=False, own=False, offer=bool(room.asked_to_undo(seat)), sentence=denied.sentence)
    return m.Undo(possible=True, own=way.own, offer=bool(way.asked), sentence="")


def fairness(room: GameRoom) -> m.Fairness:
    return m.Fairness(**room.fairness())


def snapshot(room: GameRoom, seat: Seat, view: View, chat: list[m.ChatLine], clock: m.ClockFace | None) -> m.Snapshot:
    """All there is to know now, for one seat."""
    asked = question(room.game, () if room.open else seat.sides)
    return m.Snapshot(
        room.version, cast(shown.View, view), asked, log(room), chat, clock, undo(room, seat), result(room.game), recent(room.game, room.versions)
    )


def step(room: GameRoom, seat: Seat, different: View, clock: m.ClockFace | None) -> m.StepMessage:
    """The last step, for one seat."""
    taken, game = room.steps[-1], room.game
    undone = taken.kind == "undo"
    return m.StepMessage(
        room.version,
        taken.kind,
        taken.side,
        [] if undone else _lines_of(room, game, room.version),
        [] if undone else happenings(game, game.latest),
        different,
        question(game, seat.sides),
        clock,
        undo(room, seat),
        result(game),
        room.versions[-1] if undone else msgspec.UNSET,
        fairness(room) if game.over else msgspec.UNSET,
    )


def settings(kept: StoredGame, seats: Sequence[Seat]) -> m.GameSettings:
    """Return the settings of a game in the current language: teams, killzone, mission, options, clock, and the level of the programs that play."""
    setup, levels = kept.setup, {seat.sides[0]: seat.name for seat in seats if seat.kind == "bot"}
    clock = kept.options.get("clock")
    return m.GameSettings(
        [titled(team) for team in setup["teams"]],
        titled(setup["killzone"]),
        titled(setup["mission"]) if setup["mission"] else None,
        setup["options"],
        clock and m.ClockSetting(clock["minutes"], clock["increment"]),
        [_level(levels[side]) if side in levels else None for side in range(len(setup["teams"]))],
        list(kept.options.get("open", ())),
        "position" in setup,
        kept.options.get("stand_in"),
    )


def seat_face(seat: Seat, here: bool) -> m.SeatFace:
    """Return who sits on a seat, for others to see."""
    return m.SeatFace(list(seat.sides), seat.kind, seat.name, seat.kind == "bot" or here, seat.stood_in and not here)


def _level(program: str) -> str:
    """Return the strength of a program, in words."""
    return say(LEVELS.get(current_name(program), program))


def titled(thing: dict[str, Any]) -> m.Titled:
    """A team, killzone or mission of a set-up by its name, in the language spoken."""
    return m.Titled(thing["id"], say(thing["name"]))


class Glimpse(msgspec.Struct, frozen=True):
    """A game at a glance: the teams with their victory points, the turn, the side that has to decide."""

    teams: list[tuple[str, int]]
    heading: str
    turn: int | None
    version: int
    result: m.ResultView | None


def glimpse_of(game: Game, version: int) -> Glimpse:
    """Return the glimpse of a game at this version."""
    view, decision = game.view(None), game.decision
    teams = [(side["team"], side["vp"]) for side in view["sides"]]
    return Glimpse(teams, view["heading"], None if decision is None else decision.player, version, result(game))


# --- what was


def missed_steps(room: GameRoom, sides: tuple[int, ...], since: int) -> list[m.StepMessage]:
    """Return the steps of a table since a version, nothing having been taken back between, with who has played for whom."""
    steps = past_steps(room.game, room.versions, sides, since)
    return [replace(step, lines=[*change_of_hands(room, room.game, step.version), *step.lines]) for step in steps]


def past_steps(game: Game, versions: list[int], sides: tuple[int, ...], since: int = 0) -> Iterator[m.StepMessage]:
    """The steps that led from a version to now, nothing having been taken back between; what may be answered is left out."""
    before: View | None = None
    for moment, version in zip(game.moments, versions, strict=True):
        if version < since:
            continue
        then = game.fork(moment)
        view = then.view(player_of(sides))
        if before is not None:
            told, shown = lines(then, then.latest, version), happenings(then, then.latest)
            yield m.StepMessage(version, "answer", _answered(then), told, shown, changes(before, view), question(then, ()), None, None, result(then))
        before = view


def _answered(game: Game) -> int:
    """Return the side that gave the last answer."""
    now = game.moments[-1]
    if isinstance(now.answer, Concede) and now.answer.player is not None:
        return now.answer.player
    return now.parent.decision.player if now.parent is not None and now.parent.decision is not None else 0


def replayed(game: Game) -> dict[str, Any]:
    """A finished game to be looked through: the snapshot before the first answer, and all steps."""
    first = game.fork(game.moments[0])
    opening = m.Snapshot(0, cast(shown.View, first.view(None)), question(first, ()), lines(first, first.latest, 0), [], None, None, result(first), [])
    steps = list(past_steps(game, list(range(len(game.moments))), ()))
    dice: dict[str, Any] = game.dice.describe()
    secret = m.Fairness(str(dice["commitment"]), str(dice["secret"])) if "commitment" in dice else None
    rules = {"ruleset": game.ruleset.id, "revision": game.revision, "rules": game.ruleset.revision}
    return {**rules, "snapshot": opening, "steps": steps, "fairness": secret, "result": result(game), "over": game.over}
