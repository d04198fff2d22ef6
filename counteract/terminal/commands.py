"""The commands of the terminal: words, each with a letter for short, that are not answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path as FilePath
from typing import NamedTuple

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from counteract.core.decision import Answer, Concede, Pick
from counteract.core.language import Phrase, joined, phrases, say
from counteract.players.setting_up import is_setting_up
from counteract.players.suggestions import View
from counteract.terminal.board import DIM
from counteract.terminal.parser import parse_answer
from counteract.terminal.pieces import colour, letters, pieces
from counteract.terminal.places import UnclearInput
from counteract.terminal.session import PROGRAMS_TURN, LeaveTerminal, Session
from counteract.terminal.story import sentence

MOST_LINES = 20  # of the log, and of a search


class Command(NamedTuple):
    """A command: its word, its letter, its arguments, and a description for the help."""

    word: str
    short: str
    arguments: str
    description: str
    run: Callable[[Session, str], None]


def find_command(line: str) -> tuple[Command | None, str]:
    """Return the command that a line begins with, if any, and the rest of the line."""
    word, _, rest = line.partition(" ")
    if line.startswith("?"):
        word, rest = "help", line[1:]
    for command in COMMANDS:
        if word == command.short or word.lower() == command.word:
            return command, rest.strip()
    return None, line


# --- commands that show


def show_help(session: Session, words: str) -> None:
    """List the commands."""
    session.say(say("Answer with a number of the list, the beginning of its words, or the capital letter of an operative."))
    session.say(say("A place is x y (12.5 8), or x y z on a floor at height z; a way is x y, x y, …; 3 ne goes three inches north-east."))
    if session.view.get("units"):
        session.say(say("A unit goes to 20 14, tight (or spread, line, as they stand), toward B or marker C, or stays; return takes what is usual."))
    session.say(say("What is no operative can be turned: 12 8 90 puts it down turned by 90°."))
    table = Table.grid(padding=(0, 2))
    for command in COMMANDS:
        table.add_row(Text(f"  {command.short}"), Text(f"{command.word} {command.arguments}".strip(), "bold"), Text(say(command.description)))
    session.show(table)


def show_board(session: Session, words: str) -> None:
    """Draw the board again."""
    session.picture()


def show_log(session: Session, words: str) -> None:
    """List the latest events with their rules."""
    view = session.view
    count = int(words) if words.isdecimal() else MOST_LINES
    for event in session.game.events[-count:] if count else ():
        _show_indented(session, sentence(session.game, event, view).append(f"  {event.rule}", DIM))


_ORDERS = phrases({"engage": "engage", "conceal": "conceal"})


def show_card(session: Session, words: str) -> None:
    """Show the card of an operative or of a unit."""
    view = session.view
    piece = _find_piece(session, view, words)
    state = [] if piece["place"] is None else [say(_ORDERS[piece["order"]])] if "order" in piece else []
    waits = "yet to act" if "lines" in piece else "ready"  # a unit, or an operative
    state += [say(waits)] if piece.get("ready") and piece["place"] is not None else []
    state += [*piece.get("states", ()), *([say("removed")] if piece.get("removed") else [])]
    wounds = say("WOUNDS {left}/{all}", left=piece["wounds"], all=piece["starting_wounds"])
    models = [say("MODELS {left}/{all}", left=piece["alive"], all=piece["size"])] if "lines" in piece else []
    stats = [f"{stat} {value}" for stat, value in piece.get("profile", ())]
    name = f"{letters(view)[piece['models'][0]]} {piece['name']}"
    session.say("  ".join([name, *stats, *models, wounds, joined(state)]).rstrip(), f"bold {colour(piece['side'])}")
    for line in piece.get("lines", ()):
        stats = [f"{stat} {value}" for stat, value in line["profile"]]
        _show_indented(session, Text("  ".join([say("{count} × {name}", count=line["count"], name=line["name"]), *stats])))
        _show_weapons(session, line["weapons"], 4)
    _show_weapons(session, piece.get("weapons", ()), 2)
    for ability in piece.get("abilities", ()):
        _show_indented(session, Text.assemble((ability["name"], "bold"), say(": {text}", text=ability["text"])))
    if keywords := piece.get("keywords"):
        _show_indented(session, Text(joined(keywords), DIM))


def _show_weapons(session: Session, weapons: Sequence[View], indent: int) -> None:
    for weapon in weapons:
        _show_indented(session, Text(weapon["line"]), indent)


def _show_indented(session: Session, text: Text, indent: int = 2) -> None:
    session.show(Padding(text, (0, 0, 0, indent), expand=False))


def _find_piece(session: Session, view: View, words: str) -> View:
    """Return the operative or unit with a letter or a name; without words the active one."""
    decision, known = session.game.decision, pieces(view)
    if not words:
        asked = session.game.ruleset.preview.subject_of(session.game, decision)[0] if decision else None
        number = asked if asked is not None else view["active"]
        if number is None:
            raise UnclearInput(say("Whose card? Give a letter: card A"))
        words = letters(view)[number]
    for piece in known:
        if letters(view)[piece["models"][0]] == words or piece["name"].lower() == words.lower():
            return piece
    for piece in known:
        if piece["name"].lower().startswith(words.lower()):
            return piece
    raise UnclearInput(say("There is no operative {words}; the letters are on the board.", words=words))


def show_rule(session: Session, words: str) -> None:
    """Show a rule, or search the rulebook."""
    decision = session.game.decision
    words = words or (decision.rule if decision else "")
    if words.upper() in session.rulebook:
        rule = session.rulebook.get(words.upper())
        session.say(f"{rule.id}  {rule.title(session.lang)}", "bold")
        session.say(rule.text(session.lang))
        if rule.see:
            session.say(say("see {rules}", rules=joined(rule.see)), DIM)
        return
    found = session.rulebook.search(words)
    for rule in found[:MOST_LINES]:
        _show_indented(session, Text.assemble((rule.id, "bold"), f"  {rule.title(session.lang)}"))
    if not found:
        session.say(say('No rule speaks of "{words}".', words=words))
    elif len(found) > MOST_LINES:
        session.say(say("  … and {count} more; another word narrows it down", count=len(found) - MOST_LINES), DIM)


def show_all(session: Session, words: str) -> None:
    """List every option."""
    assert session.game.decision is not None
    session.offer_all(session.game.decision.options)


def show_hint(session: Session, words: str) -> None:
    """Show the answer that the ruleset's policy advises."""
    hint = session.game.advice()
    number = f"{session.listed.index(hint) + 1}: " if hint in session.listed else ""
    session.show(Text(say("Perhaps ")).append(number, "bold").append_text(session.label(hint, session.view)))


def show_why(session: Session, words: str) -> None:
    """Show why an answer is not possible."""
    if not words or words.upper() in session.rulebook:
        return show_rule(session, words)
    refusal = session.game.why_not(_answer_in(session, words))
    if refusal is not None:
        return session.show_refusal(refusal)
    return session.say(say("It is possible."))


def _answer_in(session: Session, words: str) -> Answer:
    """Return the answer that words stand for, legal or not."""
    try:
        return parse_answer(words, session.game, session.listed)
    except UnclearInput:
        named = [m["id"] for m in pieces(session.view) if words in (letters(session.view)[m["models"][0]], m["name"])]
        return Pick(named[0] if named else words)


# --- commands that act


def follow_hints(session: Session, words: str) -> None:
    """Answer as the hints say: once, several times, or until a phase or the battle is over."""
    view = session.view
    if words in ("", "1") and session.is_persons_turn:
        hint = session.game.advice()
        session.show(Text("→ ", DIM).append_text(session.label(hint, view)))
        return session.play(hint)
    if words.isdecimal() or not words:
        left = count(int(words or 1), -1)
        session.auto = lambda: next(left) > 0
    elif words in ("deploy", "deployment", "setup"):
        if view["turn"]:
            raise UnclearInput(say("The deployment is over."))
        session.auto = lambda: session.view["turn"] == 0
    elif words in ("activation", "turn"):
        key = "active" if words == "activation" else "turn"
        if view[key] is None:
            raise UnclearInput(say("Nobody is being activated."))
        session.auto = lambda: bool(session.view[key] == view[key])
    elif words == "phase":
        here = view["turn"], view["phase"]
        session.auto = lambda: (session.view["turn"], session.view["phase"]) == here
    elif words in ("battle", "game", "end", "all"):
        session.auto = lambda: True
    else:
        raise UnclearInput(say("auto takes a number, or deploy, activation, phase, turn or battle."))
    return None


def set_up(session: Session, words: str) -> None:
    """Set up all that is left of the side that is asked."""
    _check_turn(session)
    if not is_setting_up(session.game) or session.game.decision is None:
        raise UnclearInput(say("The deployment is over."))
    session.setting_up.add(session.game.decision.player)


def undo(session: Session, words: str) -> None:
    """Go back to the last decision in which a person had a choice."""
    _check_turn(session)
    game = session.game.fork()
    game.undo()
    while (decision := game.decision) and (session.seats[decision.player] is not None or (decision.kind == "pick" and len(decision.options) == 1)):
        game.undo()
    session.game = game
    session.setting_up.clear()
    session.say(say("Taken back."), DIM)
    session.forget_news()


def _check_turn(session: Session) -> None:
    """Refuse a command that is only for a person's turn while a program decides."""
    if not session.is_persons_turn:
        raise UnclearInput(say(PROGRAMS_TURN))


def save(session: Session, words: str) -> None:
    """Save the battle now, and from now on after every answer."""
    path = FilePath(words).expanduser() if words else session.save_to
    if path is None:
        raise UnclearInput(say("Save it where? Name a file: save battle.json"))
    taken = path.exists() and path != session.save_to
    if taken and not session.confirm(say("There is a file {path} already. Write over it?", path=path)):
        return session.say(say("Nothing was saved."))
    try:
        session.game.save(path)
    except OSError as error:
        raise UnclearInput(say("It cannot be saved to {path}: {problem}.", path=path, problem=error.strerror)) from None
    session.save_to = path
    command = session.resume_command()
    return session.say(say("Saved to {path}, and from now on after every answer. Go on later with: {command}", path=path, command=command))


def concede(session: Session, words: str) -> None:
    """Give up the battle."""
    _check_turn(session)
    if session.confirm(say("Do you give up the battle?")):
        session.play(Concede())
    else:
        session.say(say("Then it goes on."))


def leave(session: Session, words: str) -> None:
    """Leave the battle, after saving it if the person wishes."""
    if session.save_to is None and session.game.turns_taken:
        name = session.read(say("Save the battle? Type the name of a file, or just return to leave without: ")).strip()
        if name:
            save(session, name)
            if session.save_to is None:
                return
    raise LeaveTerminal


COMMANDS = (
    Command("help", "h", "", Phrase("this list"), show_help),
    Command("hint", "t", "", Phrase("what a sensible beginner would do"), show_hint),
    Command("auto", "a", "[5 | deploy | activation | turn | battle]", Phrase("do as the hint says, once or for longer"), follow_hints),
    Command("setup", "d", "", Phrase("set up all that is left of your side"), set_up),
    Command("all", "m", "", Phrase("every option, where only some are listed"), show_all),
    Command("why", "w", "[WORDS]", Phrase("why something is not possible: why charge, why 12 8, why b"), show_why),
    Command("rules", "r", "[ID | WORDS]", Phrase("a rule, or a search in the rulebook"), show_rule),
    Command("card", "c", "[A]", Phrase("an operative's card"), show_card),
    Command("board", "b", "", Phrase("the board again"), show_board),
    Command("log", "l", "[50]", Phrase("what has happened, with the rules"), show_log),
    Command("undo", "u", "", Phrase("take back, but never past a roll of dice"), undo),
    Command("save", "s", "[FILE]", Phrase("save now, and then after every answer"), save),
    Command("concede", "g", "", Phrase("give up"), concede),
    Command("quit", "q", "", Phrase("leave; what is saved can be gone on with"), leave),
)
