"""Everything a player reads is in the catalogues, in every language, and no language changes a game.

A made-up language that writes every letter wide shows texts that slip past the catalogues: any text in narrow
letters was said without a catalogue. It knows just the texts that the real catalogues know.
"""

from __future__ import annotations

import importlib.util
import os
import pickle
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path as FilePath
from string import Formatter, ascii_letters
from typing import Any

import msgspec
import pytest

from counteract.core import language, registry
from counteract.core.decision import PASS, Allocate, Dice, Path, Pick, Place, Refusal
from counteract.core.language import LANGUAGES, Phrase, catalogue, measured, page_catalogue, say, say_count, speaking
from counteract.core.rulebook import Rule
from counteract.files.teams import load_team, team_ids
from counteract.game import Game

WIDE = "wide"
_WIDENED = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in ascii_letters})

#: Rules and dice are written in the same way everywhere.
_SAME = re.compile(r"(?:KT\d\d|BANNERS)-[A-Z]+(?:-[A-Z]+)*-\d+|\b\d?D[36]\b|\bx\d\b")

#: Battles that between them ask most of what can be asked.
BATTLES: dict[str, dict[str, Any]] = {
    "kt24": {"teams": ["ashen-wardens", "sump-brewers"], "killzone": "hollow-quarter", "guard": True},
    "kt21": {"teams": ["tide-callers", "quarry-guild"], "killzone": "salt-flats"},
    "kt18": {"teams": ["lantern-circle", "fen-fusiliers"], "killzone": "drowned-yard", "specialists": True},
    "kt40": {"teams": ["bell-patrol", "hedge-patrol", "iron-patrol"], "mission": "hold-the-line-three"},
    "banners": {"mission": "two-to-one"},
}

#: Keys of a view that are for programs, the same in every language.
IDS = {"ruleset", "id", "feature", "kind", "marks", "phase", "card", "order", "condition", "ploys_used", "where"}

#: Answers that few questions allow.
ODD = (PASS, Pick(-1), Pick("¿"), Path(((1.0, 1.0),)), Path(()), Place(0.1, 0.1), Place(9.0, 9.0, 7.0), Allocate((99,)), Dice("¿", (0,)))


def widened(template: str) -> str:
    """Return a template with its own letters wide, and its places as they are."""
    parts = []
    for words, name, spec, conversion in Formatter().parse(template):
        parts.append(words.replace("{", "{{").replace("}", "}}").translate(_WIDENED))
        if name is not None:
            parts.append("{" + name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}")
    return "".join(parts)


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use the made-up language for all texts, the rulebooks included."""
    known = {words: widened(words) for words in catalogue("fr")}
    monkeypatch.setitem(language.LANGUAGES, WIDE, language.Language(WIDE))
    monkeypatch.setattr(language, "catalogue", lambda spoken: known if spoken == WIDE else catalogue(spoken))
    for part, words in (("title", "titles"), ("text", "texts")):
        monkeypatch.setattr(Rule, part, lambda rule, lang, words=words: getattr(rule, words)["en"].translate(_WIDENED))
    with speaking(WIDE):
        yield


def slipped(text: str) -> str:
    """Return the letters of a text that were not translated."""
    return "".join(re.findall(r"[A-Za-z]+", _SAME.sub("", text)))


def texts(thing: Any, key: str = "") -> Iterator[str]:
    """Yield all texts of a view that people read."""
    if isinstance(thing, dict):
        for name, value in thing.items():
            yield from texts(value, name)
    elif isinstance(thing, list):
        for value in thing:
            yield from texts(value, key)
    elif isinstance(thing, str) and key not in IDS:
        yield thing


def said_of(game: Game, rng: random.Random, labels: int) -> Iterator[str]:
    """Yield the texts of a moment: the prompt, some of the options, the events, and the reasons of refusals."""
    yield from map(game.tell, game.latest)
    decision = game.decision
    if decision is None:
        return
    yield decision.prompt
    yield from (str(game.label(answer)) for answer in rng.sample(decision.options, min(labels, len(decision.options))))
    yield from (str(game.label(answer)) for answer in decision.known)
    wrong = (*decision.known, *ODD, *map(Pick, range(0, len(game.state.models), 3)))
    yield from (refusal.reason for answer in wrong if (refusal := game.why_not(answer)) is not None)


def moments(ruleset: str, seed: int, rng: random.Random) -> Iterator[Game]:
    """Yield the moments of a battle between random players."""
    game = Game.new(ruleset, seed=seed, **BATTLES[ruleset])
    while game.decision is not None:
        yield game
        game.play(game.decision.sample(rng))
    yield game


@pytest.mark.parametrize("ruleset", BATTLES)
def test_nothing_said_slips_past_the_catalogues(wide: None, ruleset: str) -> None:
    rng = random.Random(5)
    seen: set[str] = set()
    for game in moments(ruleset, 5, rng):
        seen.update(said_of(game, rng, 2))
        if game.turns_taken % 40 == 0 or game.over:
            seen.update(texts(game.view(0)))
    assert len(seen) > (500 if ruleset in registry.shipped() else 200)
    assert {text for text in seen if slipped(text)} == set()


def test_cards_are_in_the_catalogues(wide: None) -> None:
    printed = []
    for team in map(load_team, team_ids()):
        cards = registry.find(team.ruleset).rooms.cards
        tables = [table for card in team.operatives for table in cards.printed(card)] + list(cards.appendix(team))
        printed += [str(cell) for table in tables for row in (table.columns, table.lines, *table.rows) for cell in row]
        printed += [say(team.name), say(team.summary)]
    assert len(printed) > 1000
    assert {text for text in printed if slipped(text)} == set()


def test_what_a_team_of_ones_own_is_called_stays_as_it_is(wide: None) -> None:
    team = msgspec.structs.replace(load_team("ashen-wardens"), name="Own Goals {x}")
    game = Game.new("kt24", teams=[team, "hollow-choir"], seed=1)
    assert game.view()["sides"][0]["team"] == "Own Goals {x}"


@pytest.mark.parametrize("ruleset", BATTLES)
def test_languages_change_nothing_but_words(ruleset: str) -> None:
    rng, talk = random.Random(3), random.Random(4)
    game = Game.new(ruleset, seed=3, **BATTLES[ruleset])
    heard: dict[str, list[str]] = {name: [] for name in LANGUAGES}
    while (decision := game.decision) is not None and game.turns_taken < 120:
        before = game.digest()
        for name, said in heard.items():
            with speaking(name):
                said += [decision.prompt, game.view()["heading"], *map(game.tell, game.latest), str(game.label(decision.options[0]))]
        assert game.digest() == before
        with speaking(talk.choice(list(LANGUAGES))):
            game.play(decision.sample(rng))
        msgspec.json.encode((game.view(), game.latest))  # what goes to clients is plain
    alone = Game(game.ruleset, game.setup, game.dice)
    for moment in game.moments[1:]:
        alone.play(moment.answer)
    assert alone.digest() == game.digest()
    assert alone.events == game.events
    different = [len({one, two, three}) for one, two, three in zip(*heard.values(), strict=True)]
    assert different.count(3) > 0.9 * len(different)


# --- the catalogues


def _tool() -> Any:
    path = FilePath(__file__).parents[2] / "tools" / "messages.py"
    spec = importlib.util.spec_from_file_location("messages_tool", path)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_catalogues_are_whole() -> None:
    tool = _tool()
    wanted = [str(message.id) for message in tool.collected() if message.id]
    assert len(wanted) > 1500
    assert [complaint for name in tool.TRANSLATED for complaint in tool.complaints(wanted, name)] == []


def test_catalogues_of_a_ruleset_from_outside_are_whole() -> None:
    tool = _tool()
    wanted = [str(message.id) for message in tool.collected_outside("banners") if message.id]
    assert "Old Quarrel" in wanted and "Concede" not in wanted
    folder = tool.folder_of("banners") / "data" / "languages"
    assert [complaint for name in tool.TRANSLATED for complaint in tool.complaints(wanted, name, folder)] == []


def test_a_faulty_catalogue_is_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = _tool()
    monkeypatch.setattr(tool, "translations", lambda *_: {"{a} of {b}": "{a}", "old": "vieux", "new": ""})
    complaints = [line.split(": ")[1] for line in tool.complaints(["{a} of {b}", "new"], "fr")]
    assert complaints == ["not translated", "other places", "no longer said"]


def test_the_page_is_sent_its_own_words_only() -> None:
    for name in LANGUAGES:
        assert page_catalogue(name).items() <= (catalogue(name).items() if name != "en" else set())
    assert 0 < len(page_catalogue("fr")) < len(catalogue("fr"))


# --- speaking


def test_there_is_no_other_language() -> None:
    with pytest.raises(LookupError, match="there is no language 'de'; there are: en, fr, zh"), speaking("de"):
        pass


def test_phrases_speak_wherever_they_are_filled_in() -> None:
    name = pickle.loads(pickle.dumps(Phrase("{name} {number}", name=Phrase("Runner"), number=2)))
    refusal = Refusal("KT24-ACT-01", "{name} is expended.", name=name)
    with speaking("fr"):
        assert (f"{name}", refusal.reason) == ("Coureur 2", "Coureur 2 est indisponible.")
        assert say_count("{count} attack", "{count} attacks", 0) == "0 attaque"
    assert (name, refusal.reason) == ("Runner 2", "Runner 2 is expended.")
    assert say_count("{count} attack", "{count} attacks", 0) == "0 attacks"


@pytest.mark.parametrize(
    ("written", "french", "chinese"),
    [('1" Devastating 3', '1" Dévastatrice 3', "1英寸毁灭3"), ("Range ⬟2●", "Portée ⬟2●", "攻击范围⬟2●"), ("Poison 2*", "Poison 2*", "Poison 2*")],
)
def test_weapon_rules_keep_their_numbers(written: str, french: str, chinese: str) -> None:
    for name, expected in (("en", written), ("fr", french), ("zh", chinese)):
        with speaking(name):
            assert say(measured(written)) == expected


def test_a_new_language_is_one_folder(tmp_path: FilePath) -> None:
    """A copy of the package with one more folder speaks one more language: its name, its messages, a rulebook as far as it is translated."""
    package = tmp_path / "counteract"
    shutil.copytree(FilePath(language.__file__).parents[1], package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    folder = package / "data" / "languages" / "eo"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "Esperanto"\ndecimal_comma = true\nyes = ["jes"]\n', encoding="utf-8")
    (folder / "messages.po").write_text('msgid "{count} wound"\nmsgstr "{count} vundo"\n', encoding="utf-8")
    (folder / "kt24.toml").write_text('[sections]\nGEN = "La ludo"\n[KT24-GEN-01]\ntitle = "Du ludantoj"\ntext = "Du."\n', encoding="utf-8")
    said = subprocess.run(
        [sys.executable, "-m", "counteract", "rules", "KT24-GEN-01", "--lang", "eo"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout  # fmt: skip
    assert "Du ludantoj" in said
    code = (
        "from counteract.core.language import *; from counteract.core.rulebook import Rulebook\n"
        "book = Rulebook.load('kt24')\n"
        "with speaking('eo'): print(LANGUAGES['eo'].name, say_count('{count} wound', '{count} wounds', 1), figure(0.5, '.1f'), means_yes('jes'))\n"
        "print(book.heading('GEN', 'eo'), book.get('KT24-GEN-02').title('eo'))"
    )
    here = {**os.environ, "PYTHONPATH": "."}
    told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=here, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["Esperanto 1 vundo 0,5 True", "La ludo With or without a mission"]


@pytest.mark.parametrize("folder", ["counteract", "web/src"])
def test_no_code_lists_the_languages(folder: str) -> None:
    """Languages are found by their folders, so that no source file, the generated types of the page included, names one but English."""
    names = re.compile("|".join(rf"""(?<=['"]){name}(?=['"])""" for name in LANGUAGES if name != language.ENGLISH))
    root = FilePath(language.__file__).parents[2] / folder
    files = [path for path in root.rglob("*") if path.suffix in (".py", ".ts", ".svelte") and ".test." not in path.name]
    examples = re.compile(r'^""".*?"""|^ *>>>.*$|^ *\'\w+\'$', re.DOTALL | re.MULTILINE)  # of docstrings
    assert [str(path) for path in files if names.search(examples.sub("", path.read_text(encoding="utf-8")))] == []
