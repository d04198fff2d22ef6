"""A battle in the terminal: it asks people for answers, shows the board and the story, and saves after every answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path as FilePath

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from counteract.core import language
from counteract.core.decision import PASS, Answer, Decision, Refusal
from counteract.core.label import Label
from counteract.core.language import Phrase, joined, means_yes, speaking
from counteract.core.rulebook import Rulebook
from counteract.core.state import Event
from counteract.game import Game
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.players import Player
from counteract.players.setting_up import is_setting_up
from counteract.players.suggestions import View, candidates, endpoint, nearest_candidate, suggestions
from counteract.players.unit_suggestions import reach_of_unit, suggest_for_unit
from counteract.terminal.board import DIM
from counteract.terminal.panel import scene
from counteract.terminal.parser import CONTINUOUS, parse_answer
from counteract.terminal.pieces import colour, lettered_names, letters, pieces
from counteract.terminal.places import UnclearInput
from counteract.terminal.story import story
from counteract.terminal.unit_parser import OutOfReach

MOST_LISTED = 12  # options of a long list
INPUT_PROMPT = "> "
HUMAN, DEFAULT_PROGRAM = "human", "novice"
PROGRAMS_TURN = Phrase("A program is to answer this: return goes on, ? helps.")

#: Hints on typing a path, the place of a model, that of any other object, the move of a unit, and setting one up.
_PLACE_HINTS = language.phrases(
    {
        "path": "  or x y, or 3 ne",
        "model": "  or x y",
        "thing": "  or x y, or x y 90 (turned)",
        "unit": "  or to x y, toward B, 3 ne, stay; with a formation behind it: tight, spread, line, as they stand",
        "new unit": "  or to x y, toward B; with a formation behind it: tight, spread, line",
    }
)


def default_players(sides: int) -> list[str]:
    """Return the players to take if none are named: a person against programs.

    >>> default_players(3)
    ['human', 'novice', 'novice']
    """
    return [HUMAN, *[DEFAULT_PROGRAM] * (sides - 1)]


class LeaveTerminal(Exception):
    """The person at the keyboard leaves the battle."""


class Session:
    """A battle in the terminal. A seat without a program is that of a person."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Player | None],
        console: Console,
        *,
        names: Sequence[str] | None = None,
        save: FilePath | None = None,
        lang: str = "en",
        read: Callable[[str], str] = input,
    ) -> None:
        self.game = game
        self.seats = seats
        self.names = [HUMAN] * game.sides if names is None else names
        self.save_to = save
        self.lang = lang
        self.read = read
        self.console = console
        self.rulebook = Rulebook.load(game.ruleset.id)
        self.listed: list[Answer] = []  # the answers that numbers stand for
        self.auto: Callable[[], bool] | None = None  # returns True while the hints are followed
        self.setting_up: set[int] = set()  # the sides whose armies are set up for them
        self._news: list[Event] = [*game.latest]
        self._last: int | None = None  # the player asked before
        self._active: int | None = None
        self._picture = ""
        self._lines_since = 0  # printed since the picture
        self._answers_saved = -1  # answers given when the battle was last saved

    # --- the course of a battle

    def run(self) -> None:
        """Play until the battle is over or the person leaves."""
        with speaking(self.lang):
            try:
                self.welcome()
                while self.game.decision is not None:
                    self.step(self.game.decision)
                self.finish()
            except (LeaveTerminal, EOFError, KeyboardInterrupt):
                self.leave()

    def step(self, decision: Decision) -> None:
        """Have one decision answered, by a program or by a person."""
        player = self.seats[decision.player]
        if not is_setting_up(self.game):
            self.setting_up.clear()
        if player is not None:
            if not self.has_people:
                self.watch()
            self.play(player.choose(self.game))
        elif decision.player in self.setting_up:
            self.play(self.game.ruleset.preview.set_up(self.game))
        elif self.auto is not None and self.auto():
            self.play(self.game.advice())
            self.save()
            if self.view["active"] is None:
                self.tell()
        else:
            self.auto = None
            self.ask(decision)

    def play(self, answer: Answer) -> None:
        """Give an answer, and note its events. Raises `Refusal`."""
        self.game.play(answer)
        self._news += self.game.latest

    def ask(self, decision: Decision) -> None:
        """Ask a person: show the options, and take lines until one of them is an answer."""
        self.tell()
        self.save()
        if decision.kind == "pick" and len(decision.options) == 1:
            self.say(language.say("→ {option}, the only choice", option=self.game.label(decision.options[0])), DIM)
            self.play(decision.options[0])
            return
        self.hand_over(decision.player)
        self.prompt(decision)
        before = self.game.turns_taken
        while self.game.turns_taken == before and self.auto is None and decision.player not in self.setting_up:
            line = self.read(INPUT_PROMPT).strip()
            self._lines_since += 1
            try:
                self.handle(line)
            except UnclearInput as unclear:
                self.say(str(unclear), "yellow")
            except Refusal as refusal:
                self.show_refusal(refusal)
        self.save()

    def handle(self, line: str) -> None:
        """Carry out a command, or take the line for an answer."""
        from counteract.terminal.commands import find_command

        assert self.game.decision is not None
        command, words = find_command(line)
        if command is not None:
            command.run(self, words)
        elif not line and self.is_persons_turn and self.has_usual_answer(self.game.decision):
            self.play(self.game.decision.default)
        elif not line:
            self.prompt(self.game.decision)
        elif not self.is_persons_turn:
            raise UnclearInput(language.say(PROGRAMS_TURN))
        else:
            self.answer(line)

    def answer(self, line: str) -> None:
        """Give the answer in a line. If a place is refused, offer the nearest one."""
        decision = self.game.decision
        assert decision is not None
        try:
            answer = parse_answer(line, self.game, self.listed)
        except OutOfReach as problem:
            self.say(str(problem), "yellow")
            return self.offer(problem.answer, language.say("as near as can be"))
        try:
            self.play(answer)
        except Refusal as refusal:
            self.show_refusal(refusal)
            end = endpoint(answer)
            if end is not None and not line.isdecimal() and candidates(decision):
                x, y, _ = end
                self.offer(nearest_candidate(decision, answer), language.say("as near to ({x:g}, {y:g}) as can be", x=x, y=y))
        return None

    def watch(self) -> None:
        """Pause after each activation for a person who only watches."""
        active = self.view["active"]
        ended, self._active = self._active is not None and active is None, active
        if not ended or (self.auto is not None and self.auto()):
            return
        self.auto = None
        self.tell()
        self.save()
        self.picture()
        while self.auto is None:
            line = self.read(language.say("return goes on, ? helps > ")).strip()
            if not line:
                return
            try:
                self.handle(line)
            except (UnclearInput, Refusal) as problem:
                self.say(str(problem), "yellow")

    def forget_news(self) -> None:
        """Drop events that have not been told yet, because they were undone."""
        self._news, self._answers_saved, self._picture = [], -1, ""

    # --- showing

    @property
    def is_persons_turn(self) -> bool:
        """Return True if a person is to decide."""
        return self.game.decision is not None and self.seats[self.game.decision.player] is None

    @property
    def has_people(self) -> bool:
        """Return True if there is a person who has not given up."""
        return any(seat is None and side not in self.game.state.conceded for side, seat in enumerate(self.seats))

    @property
    def view(self) -> View:
        decision = self.game.decision
        return self.game.view(decision.player if decision else None)

    def show(self, thing: RenderableType) -> None:
        """Print text, and count its lines."""
        self._lines_since += len(self.console.render_lines(thing, pad=False))
        self.console.print(thing)

    def say(self, sentence: str, style: str = "") -> None:
        """Print a sentence."""
        self.show(Text(sentence, style))

    def welcome(self) -> None:
        """Introduce players, killzone and mission."""
        view, setup = self.view, self.game.setup
        for side, name in enumerate(self.names):
            alone = HUMAN not in (*self.names[:side], *self.names[side + 1 :])
            person = language.say("you") if alone else language.say("player {number}", number=side + 1)
            who = {HUMAN: person}.get(name, name)
            letter = next((letter for i, letter in letters(view).items() if view["models"][i]["side"] == side), "")
            self.say(language.say("{team} ({letter} …): {who}", team=view["sides"][side]["team"], letter=letter, who=who), colour(side))
        for key in ("killzone", "mission"):
            about = setup.get(key) or {}
            if about.get("name"):
                self.say(language.say("{name}: {text}", name=Phrase(about["name"]), text=Phrase(about.get("summary", ""))))
        self.say(language.say("Type ? for help at any time."), DIM)

    def hand_over(self, player: int) -> None:
        """Announce the next player at a keyboard that several share."""
        if self.seats.count(None) > 1 and self._last != player:
            self.show(Rule(language.say("{team} to decide", team=self.view["sides"][player]["team"]), style=colour(player)))
        self._last = player

    def tell(self) -> None:
        """Tell the events since the last time."""
        for paragraph in story(self.game, self._news, self.view):
            indent = len(paragraph.plain) - len(paragraph.plain.lstrip())
            self.show(Padding(paragraph[indent:], (0, 0, 0, 2 + indent), expand=False))
        self._news = []

    def picture(self, spots: Sequence[tuple[float, float]] = (), reach: Sequence[tuple[float, float]] = (), *, always: bool = True) -> None:
        """Draw the board; with ``always=False`` only if the same picture is no longer on the screen."""
        lines = scene(self.view, self.console.width, spots, reach, self.console.height)
        plain = "\n".join(line.plain for line in lines)
        if not always and plain == self._picture and self._lines_since + MOST_LISTED + 4 < self.console.height:
            return
        self.console.print()
        for line in lines:
            self.console.print(line, no_wrap=True, overflow="crop", crop=True)
        self._picture, self._lines_since = plain, len(lines)

    def prompt(self, decision: Decision) -> None:
        """Show the board if needed, the question, and the options."""
        if decision.kind in CONTINUOUS:
            return self.prompt_place(decision)
        self.picture(always=False)
        self.question(decision)
        options = list(decision.options)
        if len(options) > MOST_LISTED:
            hint = self.game.advice()
            options.sort(key=lambda option: option != hint)
        self.offer_all(options[:MOST_LISTED])
        if len(options) > MOST_LISTED:
            self.say(language.say("   … and {count} more: all", count=len(options) - MOST_LISTED), DIM)
            if decision.kind == "allocate":
                self.say(language.say("  or how many go to each, as in 2 0 1"), DIM)
        if self.has_usual_answer(decision):
            self.say(language.say("  or return: {option}", option=self.game.label(decision.default)), DIM)
        return self.show_refusals(decision)

    def prompt_place(self, decision: Decision) -> None:
        """Show the board with what is within reach, the question, and a few places."""
        view = self.view
        if isinstance(decision, UnitPathsDecision):
            places = suggest_for_unit(self.game, decision, view, lettered_names(view))
            reach = reach_of_unit(decision) if view["turn"] else []  # before, the drop zones are drawn
            hint = "unit" if decision.limits.ways else "new unit"
        else:
            places = suggestions(self.game, decision, view, lettered_names(view))
            reach = [end[:2] for _, end in candidates(decision)]
            hint = "path" if decision.kind == "path" else "model" if decision.subject >= 0 else "thing"
        self.picture([place.spot for place in places if place.spot], reach, always=False)
        self.question(decision)
        self.listed = []
        for place in places:
            self.offer(place.answer, str(place.label))
        self.say(language.say(_PLACE_HINTS[hint]), DIM)

    def has_usual_answer(self, decision: Decision) -> bool:
        """Return True if an empty line gives the default: in recurring questions where that is more than to decline."""
        return bool(self.game.ruleset.preview.offer(decision)) and decision.default != PASS

    def question(self, decision: Decision) -> None:
        """Show the question of a decision."""
        team = self.view["sides"][decision.player]["team"]
        self.show(Text.assemble((f"{team} · {decision.prompt}", f"bold {colour(decision.player)}"), (f"  {decision.rule}", DIM)))

    def offer_all(self, options: Sequence[Answer]) -> None:
        """List options with numbers."""
        self.listed, view = list(options), self.view
        for number, option in enumerate(options, 1):
            self._row(number, self.label(option, view))

    def _row(self, number: int, label: Text) -> None:
        table = Table.grid(padding=(0, 1))
        table.add_column(justify="right", width=4)
        table.add_row(Text(str(number), "bold"), label)
        self.show(table)

    def label(self, answer: Answer, view: View) -> Text:
        """Return the label of an option, with the letter of the model it stands for."""
        label = self.game.label(answer)
        return self._lettered(answer, label, str(label), view)

    def _lettered(self, answer: Answer, label: Label, words: str, view: View) -> Text:
        """Return words of a label, behind the letter of the model or unit that is its title."""
        number = self.game.ruleset.preview.points_at(self.game, answer)
        piece = next((piece for piece in pieces(view) if number in piece["models"]), None)
        if number is None or piece is None or label.title not in (piece["name"], view["models"][number]["name"]):
            return Text(words)
        return Text.assemble((letters(view)[number], f"bold {colour(piece['side'])}"), " ", words)

    def offer(self, answer: Answer, why: str) -> None:
        """List one more option with the reason for it. An option that is listed already keeps its number."""
        if answer not in self.listed:
            self.listed.append(answer)
        self._row(self.listed.index(answer) + 1, Text(language.say("{why}: {option}", why=why, option=self.game.label(answer))))

    def show_refusals(self, decision: Decision) -> None:
        """List the known answers that are not possible now, with the reasons."""
        view = self.view
        refused = [(answer, self.game.why_not(answer)) for answer in decision.known if answer not in decision.options]
        if not any(refusal for _, refusal in refused):
            return
        self.say(language.say("  not now:"), DIM)
        reasons: dict[Refusal, list[str]] = {}
        for answer, refusal in refused:
            if refusal is not None:
                label = self.game.label(answer)
                reasons.setdefault(refusal, []).append(self._lettered(answer, label, label.title, view).plain)
        for refusal, names in reasons.items():
            reason = language.say("{name}: {text}", name=joined(names), text=refusal.reason)
            self.show(Padding(Text(f"{reason} {refusal.rule}", DIM), (0, 0, 0, 5), expand=False))

    def show_refusal(self, refusal: Refusal) -> None:
        """Show the sentence of a refusal and its rule."""
        title = ""
        if refusal.rule in self.rulebook:
            title = f"  {refusal.rule} {self.rulebook.get(refusal.rule).title(self.lang)}"
        self.show(Text.assemble((refusal.reason, "yellow"), (title, DIM)))

    # --- saving and leaving

    def save(self) -> None:
        """Save to the chosen file, so that nothing is lost when the terminal dies."""
        if self.save_to is None or self._answers_saved == self.game.turns_taken:
            return
        self._answers_saved = self.game.turns_taken
        try:
            self.game.save(self.save_to)
        except OSError as error:
            values = {"file": self.save_to, "problem": error.strerror}
            self.say(language.say("The battle cannot be saved to {file}: {problem}. Name another file: save FILE", **values), "yellow")
            self.save_to = None

    def confirm(self, question: str) -> bool:
        """Ask for yes or no."""
        return means_yes(self.read(language.say("{question} (yes or no) ", question=question)))

    def resume_command(self) -> str:
        """Return the command that resumes this battle."""
        players = "" if list(self.names) == default_players(self.game.sides) else f" --players {' '.join(self.names)}"
        return f"counteract play --terminal --resume {self.save_to}{players}"

    def leave(self) -> None:
        """Save if possible, and say how to go on."""
        self.console.print()
        self.save()
        if self.save_to is not None:
            self.say(language.say("Saved. Go on with: {command}", command=self.resume_command()))
        elif self.game.turns_taken:
            self.say(language.say("The battle was not saved."), DIM)

    def finish(self) -> None:
        """Show the last picture, the winner and the reasons."""
        self.tell()
        self.picture()
        result = self.game.result
        assert result is not None
        style = "bold" if result.winner is None else f"bold {colour(result.winner)}"
        self.say(self.game.ruleset.describe_result(result, [side["team"] for side in self.view["sides"]]), style)
        for rule in result.reasons:
            self.say(f"{rule}  {self.rulebook.get(rule).title(self.lang)}" if rule in self.rulebook else rule, DIM)
        self.save()
        if self.save_to is not None:
            self.say(language.say("Saved. Look at it again with: {command}", command=f"counteract replay {os.fspath(self.save_to)}"))
