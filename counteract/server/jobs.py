"""Jobs for a process of their own, from plain data to plain data: finished games to be looked through, positions."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from counteract.core.decision import Refusal
from counteract.core.dice import CommittedDice
from counteract.core.language import LANGUAGES, say, speaking
from counteract.core.procedure import ASTRAY
from counteract.core.record import RecordError, encode, parse, record
from counteract.game import Game, OpenedRecord, open_record
from counteract.position import read_position
from counteract.replay import changed_rules
from counteract.server.asking import told
from counteract.server.bots import Transcript, caught_up, played
from counteract.server.calls import PositionCard
from counteract.server.messages import RefusedMessage
from counteract.server.questions import question
from counteract.server.rooms import Denied
from counteract.server.telling import glimpse_of, replayed, titled
from counteract.server.wishes import Ask

#: What goes wrong in a record whose cards hold what no card can.
UNSHOWN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


class Failed(Exception):
    """Something that cannot be worked out: why, and which part of the question is to blame, if it is one."""

    def __init__(self, sentence: str, where: str = "") -> None:
        super().__init__(sentence, where)
        self.sentence, self.where = sentence, where


def ask(now: Transcript, asked: Ask, lang: str) -> bytes:
    """Return the message that answers a question asked at a table, or says why it has no answer."""
    with speaking(lang):
        try:
            return msgspec.json.encode({"type": "told", "id": asked.id, "about": asked.about, **told(caught_up(now), asked)})
        except Denied as denied:
            return msgspec.json.encode(RefusedMessage(asked.id, denied.name, denied.sentence, denied.rule))


def replay_kept(now: Transcript, lang: str) -> bytes:
    """A game of the store, to be looked through."""
    with speaking(lang):
        game = played(now)
        note = None if game.played_from is None else _with_changes(say("Today's rules would have it otherwise; it is shown as it was played."), game)
        return msgspec.json.encode({"game": now.game, **replayed(game), "note": note})


# --- positions


def read_posed(text: str, lang: str) -> bytes:
    """The set-up of games that begin at a position that somebody sent, and what it is about."""
    with speaking(lang):
        try:
            position = read_position(text)
            game = Game.at(position, dice=CommittedDice.draw())
            _check_first_question(game)
            setup, heading = position.setup, game.view(None)["heading"]
        except ValueError as error:
            raise Failed(say("This position cannot be played: {problem}.", problem=error)) from None
        except (Refusal, *ASTRAY):
            raise Failed(say("This position cannot be played: it says what no position can.")) from None
        mission = setup["mission"] and titled(setup["mission"])
        player = game.decision.player if game.decision else None
        card = PositionCard(game.ruleset.id, game.sides, [*map(titled, setup["teams"])], titled(setup["killzone"]), mission, heading, player)
        return msgspec.json.encode((setup, card))


def _check_first_question(game: Game) -> None:
    """Refuse a position whose first question nobody could be asked, or whose default is no answer to it."""
    asked = question(game, tuple(range(game.sides)))
    if asked is not None and game.decision is not None and (refusal := game.why_not(game.decision.default)) is not None:
        raise refusal


def position_text(now: Transcript, lang: str, version: int | None = None) -> bytes:
    """Return the state of a stored game, now or at a version, as the file of a position."""
    with speaking(lang):
        game = played(now)
        return _written(game if version is None else _stood(game, version))


def position_sent(data: bytes, lang: str, version: int) -> bytes:
    """Return the state at a version of a game whose record was sent, as the file of a position."""
    with speaking(lang):
        return _written(_stood(_opened(data).game, version))


def _stood(game: Game, version: int) -> Game:
    """A game as it stood at a version."""
    if version >= len(game.moments):
        raise Failed(say("The battle has no version {version}.", version=version), "version")
    return game.fork(game.moments[version])


def _written(game: Game) -> bytes:
    """Return the state of a game as the file of a position; of one that is over, the state of the last choice."""
    if game.over and game.turns_taken:
        game = game.fork(game.moments_back(2)[1])
    if game.played_from is not None and game.turns_taken < game.played_from:
        raise Failed(say("What was played under other rules can only be looked at."))
    try:
        return game.position().text.encode()
    except ValueError as error:
        raise Failed(say("There is no position to be had: {problem}.", problem=error)) from None


def record_kept(now: Transcript) -> bytes:
    """The record of a game of the store, as a file."""
    return encode(record(played(now)))


def glimpses(now: Transcript) -> bytes:
    """Return the glimpse of a stored game, in every language."""
    game, found = played(now), {}
    for lang in LANGUAGES:
        with speaking(lang):
            found[lang] = glimpse_of(game, len(now.steps))
    return msgspec.json.encode(found)


def replay_sent(data: bytes, lang: str) -> bytes:
    """A record that somebody sent, to be looked through once it is verified."""
    with speaking(lang):
        opened = _opened(data)
        try:
            return msgspec.json.encode({"game": None, **replayed(opened.game), "revision": opened.revision, "note": _parted(opened)})
        except UNSHOWN:
            raise Failed(say("This record cannot be shown: it was not set up as any battle is.")) from None


def _opened(data: bytes) -> OpenedRecord:
    """A record that somebody sent, if it can be trusted."""
    try:
        found = parse(data, "record")
    except RecordError:
        raise Failed(say("This is not the record of a battle, or not all of it.")) from None
    try:
        return open_record(found, "record")
    except RecordError as error:
        raise Failed(_distrusted(error)) from None
    except UNSHOWN:
        raise Failed(say("This record cannot be shown: it was not set up as any battle is.")) from None


def _parted(opened: OpenedRecord) -> str | None:
    """Return where today's rules part from a record, and how far it is shown."""
    if opened.divergence is None:
        return None
    values = {"step": opened.divergence.step, "problem": opened.divergence.problem}
    if opened.is_whole:
        told = say("Today's rules would have it otherwise from step {step} on; it is shown as it was played.", **values)
    else:
        told = say("Today's rules part from it at step {step}, and it is shown up to there: {problem}", **values)
    return _with_changes(told, opened.game, opened.revision)


def _with_changes(told: str, game: Game, revision: int | None = None) -> str:
    """Return the note on a battle of earlier rules, with the rules that have changed since."""
    changed = changed_rules(game.ruleset, game.revision if revision is None else revision)
    return say("{told} Changed since then: {rules}.", told=told, rules=", ".join(changed)) if changed else told


def _distrusted(error: RecordError) -> str:
    """Return why a record is not looked through, for whoever sent it."""
    if error.step is None:
        return say("This record cannot be trusted: {problem}.", problem=error.problem)
    return say("This record was altered: at step {step} it is not what the rules and its dice make of it.", step=error.step)


class _Noting:
    """Dice that note what is rolled."""

    def __init__(self, dice: Any) -> None:
        self.dice = dice
        self.rolls: list[dict[str, Any]] = []

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        faces, after = self.dice.roll(at, count, sides)
        self.rolls.append({"faces": faces, "sides": sides})
        return faces, after

    def describe(self) -> Any:
        return self.dice.describe()


def rolls(now: Transcript) -> bytes:
    """Every roll of a finished game, in order, so that anybody can check it against the secret."""
    game = played(now)
    fell = [faces for moment in game.moments for faces in moment.dice]
    noting = _Noting(game.dice)
    with suppress(Refusal):
        again = Game(game.ruleset, game.setup, noting)
        for moment in game.moments[1:]:
            assert moment.answer is not None
            again.play(moment.answer)
    if [roll["faces"] for roll in noting.rolls] != fell:  # how many sides the dice had is not known of what was played under other rules
        return msgspec.json.encode({"rolls": [{"faces": faces, "sides": max(6, *faces)} for faces in fell]})
    return msgspec.json.encode({"rolls": noting.rolls})
