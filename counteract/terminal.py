"""A game in the terminal: a drawn board, numbered options, and the rule behind every refusal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path as FilePath
from typing import Any

from rich.console import Console
from rich.text import Text

from counteract.core.decision import PASS, Answer, Concede, Decision, Path, Pick, Place, Refusal
from counteract.core.game import Game
from counteract.core.rulebook import Rulebook
from counteract.players import Player, make

SIDES = ("bright_cyan", "bright_magenta")
SHOWN = 12  # options listed of a long list
HELP = """Answer with the number of an option, or with
  x y            a place, or where to move to (the engine finds the way)
  x y, x y, …    a path through these points; x y z stands on the floor at height z
  why WORDS      why something is not possible (why charge, why 12 8, why 3)
  rules ID       the text of a rule         card A       an operative's card
  board          draw the board again       log          what has happened lately
  all            list every option          hint         what a beginner would do
  undo           take back (not past dice)  save FILE    keep the game for later
  concede        give up                    quit         leave (and save, if a file was named)"""


class Leave(Exception):
    """The person at the keyboard wants to go."""


class Terminal:
    """One person, or two taking turns, at one keyboard."""

    def __init__(self, game: Game, players: list[Player | None], *, save: FilePath | None = None, lang: str = "en", read: Callable[[str], str] = input) -> None:
        self.game = game
        self.players = players
        self.save_to = save
        self.lang = lang
        self.read = read
        self.console = Console(highlight=False)
        self.rulebook = Rulebook.load(game.ruleset.id)
        self.told = 0

    def run(self) -> None:
        """Play until the battle is over or the person leaves."""
        self.console.print("Type ? for help.", style="dim")
        try:
            while (decision := self.game.decision) is not None:
                player = self.players[decision.player]
                if player is None:
                    self.ask(decision)
                else:
                    self.game.play(player.choose(self.game))
                self.tell()
            self.finish()
        except (Leave, EOFError, KeyboardInterrupt):
            self.leave()

    # --- showing

    def tell(self) -> None:
        for event in self.game.latest:
            self.console.print(f"  {self.game.tell(event)}", style="dim", end="")
            self.console.print(f"  {event.rule}", style="bright_black")

    def board(self) -> None:
        for line in draw(self.game.view()):
            self.console.print(line)
        view = self.game.view()
        for side, info in enumerate(view["sides"]):
            letters = "A" if side == 0 else "a"
            self.console.print(f"{info['team']} ({letters}…)  CP {info['cp']}  VP {info['vp']}", style=SIDES[side])

    def card(self, name: str) -> None:
        model = next((m for m in self.game.view()["models"] if letter(self.game.view(), m) == name or m["name"].lower() == name.lower()), None)
        if model is None:
            self.console.print(f"There is no operative {name}.")
            return
        state = "removed" if model["removed"] else f"{model['order']}, {'ready' if model['ready'] else 'expended'}"
        self.console.print(f"{model['name']}  APL {model['apl']}  MOVE {model['move']:g}\"  SAVE {model['save']}+  WOUNDS {model['wounds']}/{model['starting_wounds']}  ({state})", style=SIDES[model["side"]])
        for weapon in model["weapons"]:
            normal, critical = weapon["damage"]
            self.console.print(f"  {weapon['name']} ({weapon['kind']})  ATK {weapon['attacks']}  HIT {weapon['hit']}+  DMG {normal}/{critical}  {', '.join(weapon['rules']) or '-'}")

    def rule(self, rule_id: str) -> None:
        try:
            rule = self.rulebook.get(rule_id.upper())
        except LookupError as error:
            self.console.print(str(error.args[0]))
            return
        self.console.print(f"{rule.id}  {rule.title(self.lang)}", style="bold")
        self.console.print(rule.text(self.lang))

    def refused(self, refusal: Refusal) -> None:
        self.console.print(refusal.reason, style="yellow")
        if refusal.rule:
            self.rule(refusal.rule)

    def finish(self) -> None:
        self.board()
        result = self.game.result
        assert result is not None
        names = [side["team"] for side in self.game.view()["sides"]]
        winner = "Nobody wins" if result.winner is None else f"{names[result.winner]} win"
        self.console.print(f"{winner}, {result.scores[0]} to {result.scores[1]}.", style="bold")
        for rule in result.reasons:
            self.rule(rule)
        if self.save_to:
            self.save(str(self.save_to))

    # --- asking

    def ask(self, decision: Decision) -> None:
        """One decision of a person: show what can be done, take one answer."""
        self.board()
        names = [side["team"] for side in self.game.view()["sides"]]
        self.console.print(f"\n{names[decision.player]}: {decision.prompt}", style=f"bold {SIDES[decision.player]}", end="")
        self.console.print(f"  {decision.rule}", style="bright_black")
        options = list(decision.options)
        self.list(options[:SHOWN])
        if len(options) > SHOWN:
            self.console.print(f"   … {len(options) - SHOWN} more (all)", style="dim")
        while self.game.decision is decision:
            line = self.read("> ").strip()
            try:
                self.obey(line, decision, options)
            except Refusal as refusal:
                self.refused(refusal)

    def list(self, options: list[Answer]) -> None:
        for number, option in enumerate(options, 1):
            self.console.print(f"  {number:>2}  {self.game.label(option)}")

    def obey(self, line: str, decision: Decision, options: list[Answer]) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "?": lambda: self.console.print(HELP),
            "help": lambda: self.console.print(HELP),
            "board": self.board,
            "all": lambda: self.list(options),
            "hint": lambda: self.console.print(f"Perhaps {self.game.label(self.game.advice())}."),
            "log": self.log,
            "rules": lambda: self.rule(rest.strip()),
            "card": lambda: self.card(rest.strip()),
            "save": lambda: self.save(rest.strip()),
            "undo": self.game.undo,
            "concede": lambda: self.game.play(Concede()),
            "quit": self.quit,
        }
        if word == "why":
            self.why(rest, decision, options)
        elif word in commands:
            commands[word]()
        else:
            self.game.play(self.understand(line, decision, options))

    def understand(self, line: str, decision: Decision, options: list[Answer]) -> Answer:
        """The answer a person means."""
        if line.isdigit() and 1 <= int(line) <= len(options):
            return options[int(line) - 1]
        if line == "pass":
            return PASS
        if decision.kind in ("place", "path") and (points := numbers(line)):
            if decision.kind == "place":
                return Place(*points[0])
            if len(points) == 1:
                return self.way(decision, points[0])
            return Path(tuple(points))
        for option in options:
            if self.game.label(option).lower().startswith(line.lower()):
                return option
        return Pick(line)

    def way(self, decision: Decision, point: tuple[float, ...]) -> Answer:
        """The shortest way to a place, or the straight line if there is none (so that the refusal says why)."""
        found = decision.way_to(point) if hasattr(decision, "way_to") else None
        return found or Path((point,))

    def why(self, words: str, decision: Decision, options: list[Answer]) -> None:
        refusal = self.game.why_not(self.understand(words.strip(), decision, options))
        if refusal is None:
            self.console.print("It is possible.")
        else:
            self.refused(refusal)

    def log(self) -> None:
        for event in self.game.events[-20:]:
            self.console.print(f"  {self.game.tell(event)}  [bright_black]{event.rule}[/]")

    def save(self, name: str) -> None:
        path = FilePath(name) if name else self.save_to
        if path is None:
            self.console.print("Save to which file? save FILE")
            return
        try:
            self.game.save(path)
        except OSError as error:
            self.console.print(f"It cannot be saved to {path}: {error.strerror}.")
            return
        self.console.print(f"Saved to {path}; go on with: counteract play --terminal --resume {path}")

    def quit(self) -> None:
        raise Leave

    def leave(self) -> None:
        self.console.print()
        if self.save_to:
            self.save(str(self.save_to))


def numbers(line: str) -> list[tuple[float, ...]]:
    """Points as people type them.

    >>> numbers("12 8, 14.5 9 3"), numbers("dash")
    ([(12.0, 8.0), (14.5, 9.0, 3.0)], [])
    """
    points = []
    for chunk in re.split(r"[,;]\s+|;", line.strip()):
        words = re.split(r"[\s,]+", chunk.strip("() "))
        try:
            point = tuple(float(word) for word in words)
        except ValueError:
            return []
        if len(point) not in (2, 3):
            return []
        points.append(point)
    return points


def letter(view: dict[str, Any], model: dict[str, Any]) -> str:
    """The letter an operative has on the board: A, B, … for the first side, a, b, … for the second."""
    index = [m["id"] for m in view["models"] if m["side"] == model["side"]].index(model["id"])
    return chr((65 if model["side"] == 0 else 97) + index % 26)


def draw(view: dict[str, Any]) -> list[Text]:
    """The board as lines of text, one line an inch, two columns an inch, north on top."""
    from shapely import Point, Polygon

    width, depth = view["board"]
    columns, rows = round(width) * 2, round(depth)
    cells = [[(" ·"[(c + r) % 4 == 0], "bright_black") for c in range(columns)] for r in range(rows)]
    for part in sorted(view["terrain"], key=lambda p: p["top"]):
        outline = Polygon(part["footprint"])
        shade = "▓" if part["kind"] == "heavy" else "▒" if "vantage" not in part["marks"] else "░"
        for r in range(rows):
            for c in range(columns):
                if outline.distance(Point(c / 2 + 0.25, r + 0.5)) < 0.2:
                    cells[r][c] = (shade, "yellow" if part["kind"] == "light" else "white")
    for marker in view["markers"]:
        x, y = marker["at"]
        style = "bold bright_white" if marker["holder"] is None else f"bold {SIDES[marker['holder']]}"
        _put(cells, x, y, "◎" + marker["id"][:1], style)
    for model in view["models"]:
        if model["place"] is not None:
            mark = {"engage": "!", "conceal": "^"}[model["order"]] if model["ready"] or view["turn"] == 0 else "."
            style = SIDES[model["side"]] + (" reverse" if model["id"] == view["active"] else "")
            _put(cells, model["place"][0], model["place"][1], letter(view, model) + mark, style)
    lines = []
    for r in range(rows - 1, -1, -1):
        line = Text(f"{r:>2} ", style="bright_black")
        for char, style in cells[r]:
            line.append(char, style)
        lines.append(line)
    ruler = "".join(f"{x:<10}" for x in range(0, round(width), 5))
    lines.append(Text("   " + ruler, style="bright_black"))
    return lines


def _put(cells: list[list[tuple[str, str]]], x: float, y: float, text: str, style: str) -> None:
    r = min(len(cells) - 1, max(0, int(y)))
    c = min(len(cells[0]) - len(text), max(0, int(x * 2) - 1))
    for k, char in enumerate(text):
        cells[r][c + k] = (char, style)


def play(
    ruleset: str = "kt24",
    teams: list[str] | None = None,
    players: list[str] | None = None,
    killzone: str | None = None,
    mission: str | None = "default",
    seed: int | None = None,
    resume: str | None = None,
    save: str | None = None,
    lang: str = "en",
    **options: Any,
) -> None:
    """Start or resume a game in the terminal; a player named "human" is the person at the keyboard."""
    who = players or ["human", "greedy"]
    seats: list[Player | None] = [None if name == "human" else make(name, (seed or 0) + k) for k, name in enumerate(who)]
    if resume:
        game = Game.load(resume)
    else:
        game = Game.new(ruleset, teams=teams or ["ashen-wardens", "hollow-choir"], killzone=killzone, mission=mission, seed=seed, **options)
    target = save or resume
    Terminal(game, seats, save=FilePath(target) if target else None, lang=lang).run()
