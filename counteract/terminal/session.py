"""One battle at one keyboard: who is asked, what they see, and what becomes of what they type."""

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
from counteract.core.decision import Answer, Decision, Path, Place, Refusal
from counteract.core.game import Game
from counteract.core.language import Phrase, joined, speaking
from counteract.core.rulebook import Rulebook
from counteract.core.state import Event
from counteract.mechanics.showing import outcome
from counteract.players import Player
from counteract.terminal.board import DIM, View, colour, letters
from counteract.terminal.panel import scene
from counteract.terminal.reading import Unclear, model_of, shortened, understand
from counteract.terminal.story import story
from counteract.terminal.suggest import drawn_names, end_of, instead_of, suggestions, ways

SHOWN = 12  # options listed of a long list
QUESTION = "> "
HUMAN, PROGRAM = "human", "novice"  # who plays the first side, and the others, if nobody is named
NOT_YOURS = Phrase("A program is to answer this: return goes on, ? helps.")
YES = ("y", "yes", "o", "oui", "是")

#: What can be typed where places are asked for: a way, where a model is put, where anything else is.
_OR_TYPE = language.phrases({"path": "  or x y, or 3 ne", "model": "  or x y", "thing": "  or x y, or x y 90 (turned)"})


def usual_players(sides: int) -> list[str]:
    """Who plays if nobody is named: a person against programs.

    >>> usual_players(3)
    ['human', 'novice', 'novice']
    """
    return [HUMAN, *[PROGRAM] * (sides - 1)]


class Leave(Exception):
    """The person at the keyboard wants to go."""


class Session:
    """A battle in a terminal. A seat without a player is that of a person."""

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
        self.listed: list[Answer] = []  # what numbers mean
        self.auto: Callable[[], bool] | None = None  # whether to go on by the hints
        self._news: list[Event] = [*game.latest]
        self._last: int | None = None  # who was asked before
        self._active: int | None = None
        self._picture = ""
        self._since = 0  # lines printed since the picture
        self._kept = -1  # answers given when the battle was last saved

    # --- the course of a battle

    def run(self) -> None:
        """Play until the battle is over or the person leaves."""
        with speaking(self.lang):
            try:
                self.welcome()
                while self.game.decision is not None:
                    self.step(self.game.decision)
                self.finish()
            except (Leave, EOFError, KeyboardInterrupt):
                self.leave()

    def step(self, decision: Decision) -> None:
        """See one decision answered, by a program or by a person."""
        player = self.seats[decision.player]
        if player is not None:
            if not self.anybody_left:
                self.watch()
            self.play(player.choose(self.game))
        elif self.auto is not None and self.auto():
            self.play(self.game.advice())
            self.keep()
            if self.view["active"] is None:
                self.tell()
        else:
            self.auto = None
            self.ask(decision)

    def play(self, answer: Answer) -> None:
        """Give an answer, and note what it brings about. Raises `Refusal`."""
        self.game.play(answer)
        self._news += self.game.latest

    def ask(self, decision: Decision) -> None:
        """One decision of a person: show what can be done, and take what is typed until something has been done."""
        self.tell()
        self.keep()
        if decision.kind == "pick" and len(decision.options) == 1:
            self.say(language.say("→ {option}, the only choice", option=self.game.label(decision.options[0])), DIM)
            self.play(decision.options[0])
            return
        self.hand_over(decision.player)
        self.prompt(decision)
        before = self.game.turns_taken
        while self.game.turns_taken == before and self.auto is None:
            line = self.read(QUESTION).strip()
            self._since += 1
            try:
                self.obey(line)
            except Unclear as unclear:
                self.say(str(unclear), "yellow")
            except Refusal as refusal:
                self.refused(refusal)
        self.keep()

    def obey(self, line: str) -> None:
        """Carry out a command, or take the line for an answer."""
        from counteract.terminal.commands import find

        assert self.game.decision is not None
        command, words = find(line)
        if command is not None:
            command.run(self, words)
        elif not line:
            self.prompt(self.game.decision)
        elif not self.asked:
            raise Unclear(language.say(NOT_YOURS))
        else:
            self.answer(line)

    def answer(self, line: str) -> None:
        decision = self.game.decision
        assert decision is not None
        answer = understand(line, self.game, self.listed)
        try:
            self.play(answer)
        except Refusal as refusal:
            self.refused(refusal)
            if isinstance(answer, (Path, Place)) and not line.isdecimal() and ways(decision):
                x, y, _ = end_of(answer)
                self.offer(instead_of(decision, answer), language.say("as near to ({x:g}, {y:g}) as can be", x=x, y=y))

    def watch(self) -> None:
        """Let a person who only looks on go through the battle one activation at a time."""
        active = self.view["active"]
        ended, self._active = self._active is not None and active is None, active
        if not ended or (self.auto is not None and self.auto()):
            return
        self.auto = None
        self.tell()
        self.keep()
        self.picture()
        while self.auto is None:
            line = self.read(language.say("return goes on, ? helps > ")).strip()
            if not line:
                return
            try:
                self.obey(line)
            except (Unclear, Refusal) as problem:
                self.say(str(problem), "yellow")

    def retold(self) -> None:
        """Forget what was to be told; the past has changed."""
        self._news, self._kept, self._picture = [], -1, ""

    # --- showing

    @property
    def asked(self) -> bool:
        """Whether it is for a person to decide."""
        return self.game.decision is not None and self.seats[self.game.decision.player] is None

    @property
    def anybody_left(self) -> bool:
        """Whether there is a person who has not given up."""
        return any(seat is None and side not in self.game.state.conceded for side, seat in enumerate(self.seats))

    @property
    def view(self) -> View:
        decision = self.game.decision
        return self.game.view(decision.player if decision else None)

    def show(self, thing: RenderableType) -> None:
        """Print, and count the lines."""
        self._since += len(self.console.render_lines(thing, pad=False))
        self.console.print(thing)

    def say(self, sentence: str, style: str = "") -> None:
        self.show(Text(sentence, style))

    def welcome(self) -> None:
        """Who plays whom, where, and what for."""
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
        """Say whose turn it is at a keyboard that several share."""
        if self.seats.count(None) > 1 and self._last != player:
            self.show(Rule(language.say("{team} to decide", team=self.view["sides"][player]["team"]), style=colour(player)))
        self._last = player

    def tell(self) -> None:
        """What has happened since this was last told."""
        for paragraph in story(self.game, self._news, self.view):
            indent = len(paragraph.plain) - len(paragraph.plain.lstrip())
            self.show(Padding(paragraph[indent:], (0, 0, 0, 2 + indent), expand=False))
        self._news = []

    def picture(self, spots: Sequence[tuple[float, float]] = (), reach: Sequence[tuple[float, float]] = (), *, always: bool = True) -> None:
        """Draw the board; unless told to, not if the same picture is still to be seen."""
        lines = scene(self.view, self.console.width, spots, reach)
        plain = "\n".join(line.plain for line in lines)
        if not always and plain == self._picture and self._since + SHOWN + 4 < self.console.height:
            return
        self.console.print()
        for line in lines:
            self.console.print(line, no_wrap=True, overflow="crop", crop=True)
        self._picture, self._since = plain, len(lines)

    def prompt(self, decision: Decision) -> None:
        """The board as far as it is needed, the question, and what can be answered."""
        if decision.kind in ("place", "path"):
            ideas = suggestions(self.game, decision, self.view, drawn_names(self.view))
            self.picture([idea.end for idea in ideas if idea.end], [end_of(answer)[:2] for answer in ways(decision)], always=False)
            self.question(decision)
            self.listed = []
            for idea in ideas:
                self.offer(idea.answer, idea.why)
            self.say(language.say(_OR_TYPE["path" if decision.kind == "path" else "model" if decision.subject >= 0 else "thing"]), DIM)
            return
        self.picture(always=False)
        self.question(decision)
        options = list(decision.options)
        if len(options) > SHOWN:
            hint = self.game.advice()
            options.sort(key=lambda option: option != hint)
        self.offer_all(options[:SHOWN])
        if len(options) > SHOWN:
            self.say(language.say("   … and {count} more: all", count=len(options) - SHOWN), DIM)
            if decision.kind == "allocate":
                self.say(language.say("  or how many go to each, as in 2 0 1"), DIM)
        self.refusals(decision)

    def question(self, decision: Decision) -> None:
        team = self.view["sides"][decision.player]["team"]
        self.show(Text.assemble((f"{team} · {decision.prompt}", f"bold {colour(decision.player)}"), (f"  {decision.rule}", DIM)))

    def offer_all(self, options: Sequence[Answer]) -> None:
        """Options with their numbers."""
        self.listed, view = list(options), self.view
        for number, option in enumerate(options, 1):
            self._row(number, self.label(option, view))

    def _row(self, number: int, label: Text) -> None:
        table = Table.grid(padding=(0, 1))
        table.add_column(justify="right", width=4)
        table.add_row(Text(str(number), "bold"), label)
        self.show(table)

    def label(self, answer: Answer, view: View) -> Text:
        """An option in words, with the letter of the model it stands for."""
        text, model = self.game.label(answer), model_of(self.game, view, answer)
        return Text(text) if model is None else Text.assemble((letters(view)[model["id"]], f"bold {colour(model['side'])}"), " ", text)

    def offer(self, answer: Answer, why: str) -> None:
        """One more numbered option, and why one might take it; one that is listed keeps its number."""
        if answer not in self.listed:
            self.listed.append(answer)
        self._row(self.listed.index(answer) + 1, Text(language.say("{why}: {option}", why=why, option=self.game.label(answer))))

    def refusals(self, decision: Decision) -> None:
        """What a person may expect to be possible, and why it is not."""
        view = self.view
        refused = [(answer, self.game.why_not(answer)) for answer in decision.known if answer not in decision.options]
        if not any(refusal for _, refusal in refused):
            return
        self.say(language.say("  not now:"), DIM)
        reasons: dict[Refusal, list[str]] = {}
        for answer, refusal in refused:
            if refusal is not None:
                reasons.setdefault(refusal, []).append(shortened(self.label(answer, view).plain))
        for refusal, names in reasons.items():
            reason = language.say("{name}: {text}", name=joined(names), text=refusal.reason)
            self.show(Padding(Text(f"{reason} {refusal.rule}", DIM), (0, 0, 0, 5), expand=False))

    def refused(self, refusal: Refusal) -> None:
        """The referee's sentence, with the rule it rests on."""
        title = ""
        if refusal.rule in self.rulebook:
            title = f"  {refusal.rule} {self.rulebook.get(refusal.rule).title(self.lang)}"
        self.show(Text.assemble((refusal.reason, "yellow"), (title, DIM)))

    # --- keeping and leaving

    def keep(self) -> None:
        """Save to the file that was named, so that nothing is lost when the terminal dies."""
        if self.save_to is None or self._kept == self.game.turns_taken:
            return
        self._kept = self.game.turns_taken
        try:
            self.game.save(self.save_to)
        except OSError as error:
            values = {"file": self.save_to, "problem": error.strerror}
            self.say(language.say("The battle cannot be saved to {file}: {problem}. Name another file: save FILE", **values), "yellow")
            self.save_to = None

    def confirm(self, question: str) -> bool:
        return self.read(language.say("{question} (yes or no) ", question=question)).strip().lower() in YES

    def resumption(self) -> str:
        """The command that goes on with this battle."""
        players = "" if list(self.names) == usual_players(self.game.sides) else f" --players {' '.join(self.names)}"
        return f"counteract play --terminal --resume {self.save_to}{players}"

    def leave(self) -> None:
        """Go, with everything saved that can be."""
        self.console.print()
        self.keep()
        if self.save_to is not None:
            self.say(language.say("Saved. Go on with: {command}", command=self.resumption()))
        elif self.game.turns_taken:
            self.say(language.say("The battle was not saved."), DIM)

    def finish(self) -> None:
        """The last picture, who has won, and why."""
        self.tell()
        self.picture()
        result = self.game.result
        assert result is not None
        style = "bold" if result.winner is None else f"bold {colour(result.winner)}"
        self.say(outcome(result, [side["team"] for side in self.view["sides"]]), style)
        for rule in result.reasons:
            self.say(f"{rule}  {self.rulebook.get(rule).title(self.lang)}" if rule in self.rulebook else rule, DIM)
        self.keep()
        if self.save_to is not None:
            self.say(language.say("Saved. Look at it again with: {command}", command=f"counteract replay {os.fspath(self.save_to)}"))
