"""The terminal: real processes behind a pseudo-terminal, and its parts one by one."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from io import StringIO
from itertools import repeat
from pathlib import Path as FilePath

import pytest
from rich.console import Console

from counteract import PASS, Allocate, Game, Pick, Place
from counteract.core import registry
from counteract.players import make_player
from counteract.players.suggestions import MOST_SUGGESTIONS, endpoint, suggestions
from counteract.terminal.parser import parse_answer
from counteract.terminal.pieces import lettered_names
from counteract.terminal.places import UnclearInput
from counteract.terminal.session import Session, default_players
from tests.commands import call
from tests.rules.kt18.scene import Scene, gun

TEAMS = ["ashen-wardens", "hollow-choir"]
ROOT = FilePath(__file__).parent.parent
OUTSIDE = f"{ROOT}:{ROOT / 'tests' / 'outside'}"  # where a ruleset is found that is no part of the package
PATIENCE = 120  # seconds a busy machine may take for anything
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")
COLOURS = re.compile(r"\x1b\[(\d+;)*(3|4|9|10)[0-7](;\d+)*m")


class Person:
    """A person at a terminal of a certain width."""

    def __init__(self, *words: str, columns: int = 100, rows: int = 50, **environment: str) -> None:
        self.screen, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR")}
        command = [sys.executable, "-c", "from counteract.cli import main; main()", "play", "--terminal", *words]
        self.process = subprocess.Popen(
            command, stdin=there, stdout=there, stderr=there, start_new_session=True, env={**clean, "TERM": "xterm-256color", **environment},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell in the background ignores it
        )  # fmt: skip
        os.close(there)
        self.seen = b""

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *reason: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self.screen)

    @property
    def text(self) -> str:
        """All that has been on the screen, without colours."""
        return ESCAPES.sub("", self.seen.decode(errors="replace"))

    def look(self, until: str) -> str:
        """Wait until something shows up that was not there before; what has come with it."""
        start = len(self.text)
        while not re.search(until, self.text[start:]):
            ready, _, _ = select.select([self.screen], [], [], PATIENCE)
            assert ready, f"nothing like {until!r} after {self.text[-2000:]}"
            try:
                more = os.read(self.screen, 65536)
            except OSError:  # the other end is closed
                more = b""
            assert more, f"the program has ended without {until!r}: {self.text[-2000:]}"
            self.seen += more
        return self.text[start:]

    def type(self, line: str, until: str = r"\n> $") -> str:
        os.write(self.screen, line.encode() + b"\n")
        return self.look(until)

    def interrupt(self) -> None:
        """Press Ctrl-C; again if it goes unheard, as it may while a line editor is about to wait for a key."""
        heard = False
        while not heard:
            self.process.send_signal(signal.SIGINT)
            heard = bool(select.select([self.screen], [], [], 5)[0])

    def end(self) -> int:
        """Wait for the program to end; its exit code."""
        while True:
            ready, _, _ = select.select([self.screen], [], [], PATIENCE)
            try:
                more = os.read(self.screen, 65536) if ready else b""
            except OSError:
                more = b""
            if not more:
                return self.process.wait(PATIENCE)
            self.seen += more


# --- whole battles


def test_a_battle_is_played_saved_killed_resumed_and_finished(tmp_path):
    file, columns = tmp_path / "battle.json", 120
    with Person("--killzone", "foundry", "--seed", "3", "--save", str(file), columns=columns) as person:
        person.look(r"\n> $")
        assert "Turning point 1 of 4" in person.type("auto deploy")
        for _ in range(12):  # whatever is asked, the first option will do
            person.type("1")
        person.process.send_signal(signal.SIGKILL)
    assert all(len(line) <= columns for line in person.text.splitlines())
    before = Game.load(file)
    assert not before.over
    assert before.turns_taken > 30
    with Person("--resume", str(file), columns=columns) as person:
        person.look(r"\n> $")
        assert "Warden Captain" in person.text
        person.type("auto battle", r"counteract replay")
        assert person.end() == 0
    assert re.search(r"win, \d+ to \d+\.", person.text)
    after = Game.load(file)
    assert after.over
    assert [m.digest() for m in after.moments][: before.turns_taken + 1] == [m.digest() for m in before.moments]


def test_a_battle_on_a_board_of_another_size_without_colours():
    with Person("--killzone", "undercroft", "--mission", "two-beacons", "--seed", "2", columns=80, NO_COLOR="1") as person:
        person.look(r"\n> $")
        person.type("auto battle", r"win, \d+ to \d+\.")
        assert person.end() == 0
    assert not COLOURS.search(person.seen.decode())
    board = person.text.rsplit("The battle is over", 1)[1].splitlines()[1:26]
    assert [line[:3] for line in board] == [f"{row:>2} " for row in range(23, -1, -1)] + ["   "]


def test_leaving_by_end_of_input_keeps_the_battle(tmp_path):
    file = tmp_path / "battle.json"
    with Person("--seed", "4", "--save", str(file)) as person:
        person.look(r"\n> $")
        person.type("auto 3")
        os.write(person.screen, b"\x04")
        assert person.end() == 0
    assert f"--resume {file}" in person.text.replace("\n", "")
    assert COLOURS.search(person.seen.decode())
    assert Game.load(file).turns_taken >= 3


def test_leaving_by_interrupt_keeps_the_battle(tmp_path):
    file = tmp_path / "battle.json"
    with Person("--seed", "4", "--save", str(file), "--players", "novice", "human") as person:
        person.look(r"\n> $")
        person.interrupt()
        assert person.end() == 0
    assert "Traceback" not in person.text
    assert "--players novice human" in " ".join(person.text.split())  # the screen may have broken the line
    assert not Game.load(file).over


def test_what_cannot_be_resumed_or_saved_is_one_sentence(tmp_path):
    file = tmp_path / "battle.json"
    game = Game.new("kt24", teams=TEAMS, seed=3)
    for _ in range(5):
        game.play(game.advice())
    game.save(file)
    edited = tmp_path / "edited.json"
    edited.write_text(file.read_text(encoding="utf-8").replace('"seed":3', '"seed":4'), encoding="utf-8")
    for words, problem in (
        (["--resume", str(edited)], "the record disagrees at step 0"),
        (["--resume", str(tmp_path / "none.json")], "No such file"),
        (["--save", str(file)], f"--resume {file}"),
        (["--save", str(tmp_path / "no" / "folder.json")], "there is no folder"),
        (["--players", "human", "novise"], "there are: human, idle, novice, random"),
    ):
        done = call("play", "--terminal", *words)
        assert done.returncode == 2
        assert re.fullmatch(r"counteract: [^\n]+\n", done.stderr)
        assert problem in done.stderr


# --- one session, without a process


def played(game: Game, *lines: str, seats=(None, None), names=("human", "human"), width: int = 100, save=None) -> str:
    """Return the screen of a person who types these lines and then leaves."""
    out = StringIO()
    console = Console(file=out, width=width, height=50, highlight=False, markup=False, emoji=False)
    typed = iter(lines)

    def read(question: str) -> str:
        line = next(typed, None)
        out.write(f"{question}{line}\n")
        if line is None:
            raise EOFError
        return line

    Session(game, seats, console, names=names, save=save, read=read).run()
    return out.getvalue()


@pytest.mark.parametrize("ruleset", registry.names())
@pytest.mark.parametrize("width", [80, 110])
def test_every_ruleset_is_played_to_the_end_at_every_width(ruleset, width):
    """The terminal knows no ruleset: cards, phases, stories and hints come from the game."""
    game = Game.new(ruleset, seed=4)
    lines = ("auto deploy", "card A", *repeat("1", 12), "auto phase", "auto turn", "log 20", "auto battle")
    programs = [make_player("novice", side) for side in range(1, game.sides)]
    seen = played(game, *lines, seats=(None, *programs), names=default_players(game.sides), width=width)
    assert game.over
    assert re.search(r"(win, \d+ to \d+|win: |share the victory: |draw)", seen)
    assert "Weapon" not in seen
    assert all(len(line) <= width for line in seen.splitlines())


# --- more than two sides


def test_three_bands_play_and_one_of_them_gives_up_in_the_middle(tmp_path):
    """Two people and a program at one keyboard; when one gives up the others go on, and the record tells it all."""
    file = tmp_path / "battle.json"
    with Person(
        "--ruleset", "banners", "--players", "human", "human", "novice", "--seed", "3", "--save", str(file), columns=110, PYTHONPATH=OUTSIDE
    ) as person:  # fmt: skip
        person.look(r"\n> $")
        for line in ("Herons (A …): player 1", "Larks (a …): player 2", "Magpies (N …): novice", "/ \\ | drop zones", "Herons to decide"):
            assert line in person.text
        assert "Round 1 of 3" in person.type("auto deploy")
        for row in (r" A◆ Heron 1 +2/2", r" a◆ Lark 1 +2/2", r" N◆ Magpie 1 +2/2"):
            assert re.search(row, person.text)
        while "Larks to decide" not in (person.text.rsplit(" to decide", 1)[0].rsplit("\n", 1)[-1] + " to decide"):
            person.type("1")
        person.type("concede", r"yes or no")
        assert "Larks give up" in person.type("yes")
        assert "The runners of Larks leave the board." in person.text
        assert re.search(r" a× Lark 1", person.text)
        person.type("auto battle", r"counteract replay")
        assert person.end() == 0
    assert re.search(r"(Herons|Magpies) win: Herons \d, Larks 0, Magpies \d\.|share the victory", person.text)
    game = Game.load(file)
    assert game.over and game.state.conceded == (1,) and 1 not in game.result.winners
    done = call("replay", str(file))
    assert "Larks give up." in done.stdout and re.search(r": Herons \d, Larks 0, Magpies \d\. \[BANNERS-", done.stdout)


def test_who_has_given_up_looks_on():
    """The last person gives up, and goes through the rest of the battle one activation at a time."""
    game = Game.new("banners", seed=3)
    seats = (None, make_player("novice", 1), make_player("novice", 2))
    seen = played(game, "auto deploy", "concede", "yes", "", "1", "auto battle", seats=seats, names=default_players(3))
    assert game.over and game.state.conceded == (0,)
    assert "A program is to answer this" in seen and seen.count("? helps > ") == 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--players", "human", "human"], "3 teams need as many players, not 2"),
        (["--teams", "herons"], "Banners is played by 2, 3, 4 teams, not 1"),
        (["--teams", "herons", "larks", "--mission", "fair-day"], "the mission 'fair-day' is for 3 sides, not for 2"),
    ],
)
def test_teams_and_players_go_together(words, says):
    done = call("play", "--terminal", "--ruleset", "banners", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_friends_are_no_enemies_to_move_towards():
    """A model of an allied side is not suggested as a goal of a move."""
    game = Game.new("banners", mission="two-to-one", seed=3)
    while game.decision.what != "move" or game.decision.player == 0:
        game.play(Pick("move") if game.decision.what == "act" and Pick("move") in game.decision.options else game.decision.options[0])
    ideas = suggestions(game, game.decision, game.view(), lettered_names(game.view()))
    named = {name for idea in ideas for name in ("Heron", "Lark", "Magpie") if f" {name} " in str(idea.label) or f" {name}," in str(idea.label)}
    assert named == {"Heron"}


def test_old_names_of_players_are_still_known():
    done = call("simulate", "--teams", *TEAMS, "--players", "greedy", "novice", "--games", "1", "--json")
    assert done.returncode == 0
    assert "novice" in call("play", "--help").stdout and "greedy" not in call("play", "--help").stdout


@pytest.fixture
def deployed() -> Game:
    """Return a game after deployment, at the first activation."""
    game = Game.new("kt24", teams=TEAMS, killzone="foundry", seed=3)
    while game.decision.what != "activate":
        game.play(game.advice())
    return game


def at_action(game: Game, name: str) -> Game:
    """Return a game in which the named operative is active with an Engage order, and asked for an action."""
    model = next(m["id"] for m in game.view()["models"] if m["name"] == name)
    game.play(Pick(model))
    game.play(Pick("engage"))
    return without_ploys(game, "action")


def at_move(game: Game, name: str) -> Game:
    """Return a game in which the named operative is about to make a Reposition."""
    at_action(game, name).play(Pick("reposition"))
    return without_ploys(game, "move")


def without_ploys(game: Game, question: str) -> Game:
    while game.decision.what == "ploy":
        game.play(PASS)
    assert game.decision.what == question
    return game


def test_what_is_not_possible_is_listed_with_the_reason(deployed):
    seen = played(at_action(deployed, "Marksman"))
    assert "not now:" in seen
    assert "Fight: No enemy operative is within control range. KT24-FIGHT-02" in seen


def test_targets_say_how_far_they_are_and_what_to_expect(deployed):
    game = at_action(deployed, "Marksman")
    game.play(Pick("shoot"))
    seen = played(game, "1")
    assert re.search(r"1 Long rifle \(braced\): ATK \d, HIT \d\+, DMG \d/\d, [^\n]*Heavy", seen)
    assert re.search(r"\n +\d [a-j] [^\n]* \(\d+/\d+, Conceal\): \d+\.\d\" away, (obscured, )?about \d+\.\d damage, [<>]?\d+% incapacitated", seen)
    assert re.search(r"not now: [^:]+: Terrain blocks every line [^.]*\. KT24-VIS-01", " ".join(seen.split()))


def test_a_refusal_has_the_sentence_the_rule_and_its_title(deployed):
    seen = played(at_action(deployed, "Marksman"), "fight", "why charge", "why", "why shoot")
    assert "No enemy operative is within control range.  KT24-FIGHT-02 " in seen
    assert "There is no enemy it could reach with a Charge.  KT24-INT-21 " in seen
    assert "KT24-ACT-05  " in seen
    assert "It is possible." in seen


def test_a_place_out_of_reach_is_refused_and_the_nearest_one_offered(deployed):
    game = at_move(deployed, "Field Surgeon")
    x, y, _ = game.view()["models"][6]["place"]
    seen = played(game, f"{x + 8} {y}")
    assert "The path is 8.0\" long; the limit is 5\".  KT24-REPO-02 " in seen
    number = re.search(r"(\d+) as near to .* as can be: to \(", seen).group(1)
    seen = played(game, f"{x + 8} {y}", number)
    assert re.search(r"G Field Surgeon repositions [45]\.\d\" → \(.*\)\.", seen)


def test_compass_steps_and_paths_are_walked_and_measured(deployed):
    game = at_move(deployed, "Field Surgeon")
    x, y, _ = game.view()["models"][6]["place"]
    seen = played(game, "1 s 1 e", "dash", "pass", f"{x + 1} {y - 1}, {x + 1} {y - 2}, {x} {y - 2}")
    assert f'repositions 2.0" → ({x + 1:.1f}, {y - 1:.1f}).' in seen
    assert f'dashes 2.0" → ({x:.1f}, {y - 2:.1f}).' in seen


def test_unknown_words_get_a_kind_sentence(deployed):
    seen = played(at_action(deployed, "Marksman"), "xyzzy", "77", "repositoin", "12 8", "auto sideways", "rules xyzzy", "card z")
    assert '"xyzzy" means nothing here' in seen
    assert "There is no 77 on the list" in seen
    assert "Did you mean reposition?" in seen
    assert '"12 8" means nothing here' in seen
    assert "auto takes a number" in seen
    assert 'No rule speaks of "xyzzy".' in seen
    assert "There is no operative z" in seen


def test_every_command_has_a_letter_and_all_are_in_the_help(deployed):
    from counteract.terminal.commands import COMMANDS

    shorts = [command.short for command in COMMANDS]
    assert len(set(shorts)) == len(shorts)
    seen = played(deployed, "?", "h", "b", "l", "c A", "r KT24-DASH-02", "w", "t", "m")
    for command in COMMANDS:
        assert seen.count(f" {command.short}  {command.word}") == 2
    assert "KT24-DASH-02  " in seen
    assert "Warden Captain  APL 3" in seen
    assert re.search(r"Perhaps \d: [A-G] ", seen)


def test_giving_up_asks_once(deployed):
    assert "Then it goes on." in played(deployed, "concede", "no")
    assert not deployed.over
    seen = played(deployed, "concede", "yes")
    assert deployed.over
    assert "KT24-MIS-20" in seen


def test_undo_goes_back_to_the_last_choice_but_not_past_dice(deployed):
    seen = played(deployed, "undo")
    assert "Dice have been rolled since" in seen or "Taken back." in seen
    game = at_action(deployed, "Marksman")
    given = game.turns_taken
    seen = played(game, "undo", "undo", seats=(None, make_player("novice", 1)), names=("human", "novice"))
    assert seen.count("Taken back.") == 2
    assert "Which operative do you activate?" in seen
    assert game.turns_taken == given, "the session goes on with a fork"


def test_quitting_asks_for_a_file_if_none_is_known(deployed, tmp_path):
    file = tmp_path / "battle.json"
    seen = played(deployed, "quit", str(file))
    assert f"Saved to {file}" in seen.replace("\n", "")
    assert Game.load(file).digest() == deployed.digest()
    file.write_text("mine", encoding="utf-8")
    assert "Nothing was saved." in played(deployed, f"save {file}", "no")
    assert file.read_text(encoding="utf-8") == "mine"


def test_two_people_are_told_when_to_hand_over():
    game = Game.new("kt24", teams=TEAMS, seed=3)
    seen = played(game, "auto 9", *repeat("1", 12))
    assert "Ashen Wardens to decide" in seen
    assert "Hollow Choir to decide" in seen
    assert "Ashen Wardens (A …): player 1" in seen


def test_a_battle_of_programs_can_be_watched():
    game = Game.new("kt24", teams=TEAMS, seed=3)
    seats = (make_player("novice", 1), make_player("random", 2))
    seen = played(game, "", "", "1", "log 5", "auto battle", seats=seats, names=("novice", "random"))
    assert game.over
    assert "A program is to answer this" in seen
    assert seen.count("? helps > ") == 5


def test_the_only_choice_is_taken_and_said():
    game = Game.new("kt24", teams=TEAMS, killzone="foundry", seed=3)
    while not (game.decision.kind == "pick" and len(game.decision.options) == 1):
        game.play(game.advice())
    given = game.turns_taken
    assert "the only choice" in played(game)
    assert game.turns_taken > given


def test_the_story_of_an_activation_takes_few_lines(deployed):
    seats = (None, make_player("novice", 1))
    seen = played(deployed, "auto activation", "auto", "auto activation", seats=seats, names=("human", "novice"))
    told = re.findall(r"\n  ([a-j] [^\n]* is activated.*?)\n\n", seen, re.DOTALL)
    assert told
    assert all(story.count("\n") < 12 for story in told)
    assert re.search(r"It (repositions|dashes) \d", seen)
    assert re.search(r"roll \d \d", seen)


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [("kt24", {"teams": ["dusk-runners", "sump-brewers"], "killzone": "undercroft", "guard": True}), ("kt18", {"killzone": "drowned-yard"})],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_is_typed_brings_it_down(seed, ruleset, options):
    words = ["1", "2", "3", "77", "A", "a", "Z", "pass", "shoot", "charge", "end", "engage", "", "?", "t", "a", "m", "w", "r", "c", "b", "l", "u"]
    words += ["12 8", "3 n", "+2 se", "15 11 3", "1 2, 3 4", "nan nan", "1e9 1e9", "-3 2", "(3, 4)", "3 n then", "² 3", "why A", "why 12 8"]
    words += ["auto 3", "auto activation", "auto sideways", "concede", "no", "save", "log 3", "card", "w xyzzy", "99999999999999999999"]
    rng = random.Random(seed)
    game = Game.new(ruleset, seed=seed, **options)
    seats = (None, make_player("novice", 1))
    seen = played(game, *(rng.choice(words) if rng.random() < 0.7 else "1" for _ in range(250)), seats=seats, names=("human", "novice"))
    assert seen.count("> ") > 150


# --- what is typed


def test_what_people_type_is_understood(deployed):
    game = deployed
    listed = list(game.decision.options)
    captain = next(option for option in listed if game.label(option).title.startswith("Warden Captain"))
    for line in ("A", "warden captain", "captain", str(listed.index(captain) + 1)):
        assert parse_answer(line, game, listed) == captain
    with pytest.raises(UnclearInput, match="Line Warden 1 or Line Warden 2: which one"):
        parse_answer("line", game, listed)
    with pytest.raises(UnclearInput, match="means nothing here"):
        parse_answer("12 8", game, listed)


def test_attacks_are_shared_out_by_numbers():
    drawn = Scene()
    drawn.add(0, (5, 11), weapons=[gun('24" heavy 3, 4 0 1')])
    for y in (11, 13, 9):
        drawn.add(1, (12, y))
    game = drawn.shoot(0).answer(1).game
    for line in ("2 0 1", "2, 0, 1"):
        assert parse_answer(line, game, []) == Allocate((2, 0, 1))
    with pytest.raises(UnclearInput, match="means nothing here"):
        parse_answer("2 0 x", game, [])


def test_suggestions_are_few_legal_and_begin_with_the_hint():
    game = Game.new("kt24", teams=TEAMS, killzone="hollow-quarter", mission="four-wells", seed=5)
    kinds = set()
    while len(kinds) < 4:
        decision = game.decision
        if decision.kind in ("place", "path"):
            ideas = suggestions(game, decision, game.view(), lettered_names(game.view()))
            assert ideas[0].answer == game.advice()
            assert len(ideas) <= MOST_SUGGESTIONS
            assert all(game.why_not(idea.answer) is None for idea in ideas)
            kinds |= {word for idea in ideas for word in ("marker", "behind", "stay", "up to") if word in str(idea.label)}
        game.play(game.advice())


def test_a_place_above_or_below_a_floor_is_found_by_its_height(deployed):
    game = at_move(deployed, "Cannoneer")
    for answer in game.decision.options[:5]:
        x, y, z = endpoint(answer)
        assert endpoint(parse_answer(f"{x} {y} {z}", game, [])) == (x, y, z)


def test_pass_is_an_action_where_there_is_such_an_action():
    """Elsewhere the word declines."""
    game = Game.new("kt21", seed=3)
    while game.decision.what != "action":
        game.play(game.decision.default)
    assert parse_answer("pass", game, list(game.decision.options)) == Pick("pass")
    assert parse_answer("nothing", game, list(game.decision.options)) == PASS


@pytest.fixture
def barricading() -> Game:
    """Return a game in which the first player, whose edge is the southern one, is about to set up a barricade."""
    game = Game.new("kt21", seed=3, defender="first")
    game.play(Pick("south"))
    return game


def test_the_third_number_turns_what_is_no_model(barricading):
    """It is a height for operatives, who do not turn."""
    for line in ("12 4 90", "12 4 90°", "12 4, turned 90 degrees", "12 4 0 90°"):
        assert parse_answer(line, barricading, []) == Place(12.0, 4.0, 0.0, 90.0)
    assert parse_answer("12 4", barricading, []) == Place(12.0, 4.0)
    seen = played(barricading, "12 4 90")
    assert "set up a barricade → (12.0, 4.0)." in seen


def test_a_barricade_that_is_refused_is_offered_as_near_as_can_be_and_turned_alike(barricading):
    """And under one number, however often."""
    seen = played(barricading, "12 11 90", "12 11 30", "12 11 90")
    offers = re.findall(r"(\d+) as near to \(12, 11\) as can be: at \(.*?\), turned (\d+)°", seen)
    assert [turn for _, turn in offers] == ["90", "30", "90"]
    assert offers[0] == offers[2] != offers[1]


def test_overwatch_typed_in_an_activation_is_refused_with_the_reason():
    game = Game.new("kt21", seed=3)
    while game.decision.what != "action":
        game.play(game.decision.default)
    assert "Overwatch is no action of an activation" in played(game, "overwatch").rpartition("> overwatch")[2]


# --- armies


@pytest.fixture
def armed() -> Game:
    """Return a battle of armies in the first movement phase, when the first player chooses a unit."""
    game = Game.new("kt40", seed=3)
    while game.decision.what != "manoeuvre":
        game.play(game.decision.default if game.decision.what == "effect" else game.advice())
    return game


def at_unit_move(game: Game, name: str) -> Game:
    """Return a battle in which the named unit is about to make a normal move."""
    game.play(Pick(next(unit["id"] for unit in game.view()["units"] if unit["name"] == name)))
    game.play(Pick("normal move"))
    assert game.decision.kind == "paths"
    return game


def middle_of(game: Game, name: str) -> tuple[float, float]:
    view = game.view()
    unit = next(unit for unit in view["units"] if unit["name"] == name)
    places = [view["models"][i]["place"] for i in unit["models"]]
    return sum(place[0] for place in places) / len(places), sum(place[1] for place in places) / len(places)


def test_a_unit_moves_with_one_line(armed):
    game = at_unit_move(armed, "Verger File 1")
    x, y = middle_of(game, "Verger File 1")
    seen = played(game, f"to {x + 2:.2f} {y:.2f}, tight")
    assert re.search(r'B Verger File 1 moves \d\.\d" → \(', seen)
    now = middle_of(game, "Verger File 1")
    assert abs(now[0] - x - 2) < 0.5 and abs(now[1] - y) < 0.5


@pytest.mark.parametrize("formation", ["tight", "spread", "line", "as they stand"])
def test_every_formation_gives_a_legal_move(armed, formation):
    game = at_unit_move(armed, "Verger File 1")
    for line in (f"toward marker A, {formation}", f"toward a {formation}", f"2 s {formation}", formation):
        answer = parse_answer(line, game, [])
        assert game.why_not(answer) is None
        assert len(answer.paths) == 5


def test_a_goal_may_be_a_unit_a_marker_a_place_or_a_step(armed):
    """The letter of an enemy comes before the name of a marker, which can be said to be one."""
    game = at_unit_move(armed, "Verger File 1")
    same = [parse_answer(line, game, []) for line in ("toward a", "towards hedge king", "toward Hedge King")]
    assert same[0] == same[1] == same[2]
    assert parse_answer("toward marker C", game, []) == parse_answer("toward ◎C", game, []) != same[0]
    assert parse_answer("1 s", game, []) == parse_answer("1 south", game, [])
    assert parse_answer("stay", game, []) == game.decision.stay
    with pytest.raises(UnclearInput, match='nothing called "the moon"'):
        parse_answer("toward the moon", game, [])
    with pytest.raises(UnclearInput, match="is no goal for a unit"):
        parse_answer("charge", game, [])


def test_a_goal_out_of_reach_is_said_and_the_nearest_offered(armed):
    game = at_unit_move(armed, "Verger File 1")
    seen = played(game, "to 40 5")
    assert re.search(r'The unit gets no nearer to \(40, 5\) than \d+\.\d"\.', seen)
    number = re.search(r"(\d+) as near as can be: to \(", seen)[1]
    assert "Verger File 1 moves" in played(game, "to 40 5", number)


def test_paths_typed_for_each_model_are_refused_with_the_model_and_the_rule(armed):
    game = at_unit_move(armed, "Verger File 1")
    places = [game.view()["models"][i]["place"] for i in (1, 2, 3, 4, 5)]
    too_long = "; ".join([f"{places[0][0]} {places[0][1] - 6.01:.3f}", "-", "-", "-", "-"])
    before = game.digest()
    seen = played(game, too_long, "12 25; 13 25", "12 25; over there; -; -; -")
    assert 'Verger Prior with Blade: the path is 6.1" long; the limit is 6".  KT40-MOVE-05 ' in seen
    assert "with a path for each model: 5 in all.  KT40-UNIT-08 " in seen
    assert '"over there" is no path' in seen
    assert game.digest() == before
    assert 'Verger File 1 moves 1.0"' in played(game, "; ".join(f"{x} {y - 1:.3f}" for x, y, _ in places))


def test_a_unit_is_set_up_with_one_line():
    game = Game.new("kt40", seed=3)
    while game.decision.kind != "paths":
        game.play(game.decision.options[0])
    name = game.decision.prompt_values()["name"]
    x0, y0, x1, y1 = game.view()["zones"][game.decision.player]
    seen = played(game, f"to {(x0 + x1) / 2 + 4} {(y0 + y1) / 2}, line")
    assert f"{name} is set up" in seen


def test_units_have_cards(armed):
    seen = played(armed, "card B", "card c", "card")
    assert "B Verger File 1  MODELS 5/5  WOUNDS 5/5  yet to act" in seen
    assert '  3 × Verger  M 6"  WS 3+' in seen
    assert '    Peal rifle: 24" Rapid Fire 1, S 4' in seen
    assert "c Nettling Band  MODELS 10/10" in seen


def test_casualties_are_taken_by_default_with_return():
    game = Game.new("kt40", seed=3)
    while game.decision.what != "casualties":
        game.play(game.advice())
    default = str(game.label(game.decision.default))
    before, player = game.turns_taken, game.decision.player
    seats = [make_player("novice", side) for side in range(2)]
    seats[player] = None
    assert f"or return: {default}" in " ".join(played(game, "", seats=seats).split())
    assert game.turns_taken > before


def test_four_armies_have_letters_colours_and_zones_of_their_own():
    game = Game.new("kt40", teams=["bell-patrol", "hedge-patrol", "iron-patrol", "bell-patrol"], seed=3)
    seen = played(game, seats=(None,) * 4, names=("human",) * 4)
    for start in ("Patrol of the Low Tower (A …): player 1", "The Lane Raid (a …): player 2", "The Early Shift (N …): player 3"):
        assert start in seen
    assert "Patrol of the Low Tower (n …): player 4" in seen


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_is_typed_brings_a_battle_of_armies_down(seed):
    words = ["1", "2", "77", "A", "a", "Z", "pass", "stay", "tight", "line", "", "?", "t", "a", "m", "w", "c", "c a", "b", "l", "u", "log 3"]
    words += ["to 20 14", "to 20 14, tight", "toward a", "toward A spread", "toward", "toward marker", "3 n line", "nan nan", "to 1e9 1e9"]
    words += ["1 2; 3 4", ";;;;", "1 2;x", "-3 2", "20 14 90°", "why to 20 14", "why A", "auto 3", "normal move", "advance", "charge", "1 0 0"]
    rng = random.Random(seed)
    game = Game.new("kt40", seed=seed)
    seats = (None, make_player("novice", 1))
    seen = played(game, *(rng.choice(words) if rng.random() < 0.7 else "1" for _ in range(150)), seats=seats, names=("human", "novice"))
    assert seen.count("> ") > 80


def test_one_word_sets_up_all_that_is_left_of_a_side():
    game = Game.new("kt40", teams=["bell-patrol", "hedge-patrol"], seed=3)
    seats = [make_player("novice", side) for side in range(2)]
    seats[game.decision.player] = None
    seen = played(game, "setup", "setup", seats=seats, names=("human", "novice"))
    assert game.state.phase != "setup"
    assert "The deployment is over." in seen  # said to who asks again
