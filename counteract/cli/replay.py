"""The command ``counteract replay``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counteract.cli.parameters import Json, Spoken, warm_if_watched
from counteract.core.language import say
from counteract.printing import print_json, show

if TYPE_CHECKING:
    from counteract.game import Game, OpenedRecord


def replay(file: Path, /, *, verify: bool = False, lang: Spoken = None, json: Json = False) -> None:
    """Replay a record, checking every answer and every die, and tell its story.

    Parameters
    ----------
    file
        The record of a battle.
    verify
        Only check it; do not tell the story.
    """
    from counteract.game import open_file

    if not file.is_file():
        raise ValueError(say("{file}: there is no file of this name", file=file))
    warm_if_watched()
    opened = open_file(file)
    if json:
        return print_json(_game_as_data(opened, file, with_events=not verify))
    game = opened.game
    story = [] if verify else [game.tell(event) for event in game.events]
    return show(*(line for line in story if line), *_describe_result(game), *_describe_verification(opened))


def _describe_result(game: Game) -> Iterator[str]:
    """Yield a sentence on how a battle ended."""
    result = game.result
    if result is None:
        yield say("The battle is not over.")
        return
    reasons = ", ".join(result.reasons)
    if game.sides != 2 or len(result.winners) > 1:
        yield f"{game.ruleset.describe_result(result, [side['team'] for side in game.view()['sides']])} [{reasons}]"
        return
    values = {"mine": result.scores[0], "theirs": result.scores[1], "reasons": reasons}
    if result.winner is None:
        yield say("Nobody wins, {mine} to {theirs}. [{reasons}]", **values)
    else:
        yield say("Player {number} wins, {mine} to {theirs}. [{reasons}]", number=result.winner + 1, **values)


def _describe_verification(opened: OpenedRecord) -> Iterator[str]:
    """Yield the revision of the rules that a record was played under, and the result of its verification."""
    from counteract.replay import changed_rules

    game, divergence = opened.game, opened.divergence
    now = game.ruleset.revision
    values = {"ruleset": game.ruleset.id, "revision": opened.revision, "now": now}
    if opened.revision == now:
        yield say("played under revision {revision} of the rules of {ruleset}", **values)
    else:
        yield say("played under revision {revision} of the rules of {ruleset}, which are at revision {now} today", **values)
    if divergence is None:
        yield say("verified: {count} answers, every die and the result as recorded", count=game.turns_taken)
        return
    yield say("not verified: today's rules part from the record at step {step}: {problem}", step=divergence.step, problem=divergence.problem)
    yield say("It is shown as it was played.") if opened.is_whole else say("It is shown up to there.")
    if changed := changed_rules(game.ruleset, opened.revision):
        yield say("rules that have changed since: {rules}", rules=", ".join(changed))


def _game_as_data(opened: OpenedRecord, file: Path, *, with_events: bool) -> dict[str, Any]:
    """Return a replayed game as JSON prints it."""
    from counteract.core.record import record
    from counteract.replay import changed_rules

    game, divergence = opened.game, opened.divergence
    kept = record(game)
    plain: dict[str, Any] = {
        "file": str(file),
        "ruleset": kept.ruleset,
        "revision": opened.revision,
        "verified": divergence is None,
        "divergence": divergence and {**divergence._asdict(), "changed": changed_rules(game.ruleset, opened.revision)},
        "over": game.over,
        "result": kept.result and {**kept.result, "winner": game.result and game.result.winner},
        "turns": game.state.turn,
        "decisions": game.turns_taken,
        "record": kept.hash,
    }
    if with_events:
        plain["events"] = [{"kind": e.kind, "rule": e.rule, "values": e.values, "text": game.tell(e)} for e in game.events]
    return plain
