"""The catalogues: every text that a person may read, collected from code, data and page, and held against its translations.

Without arguments the catalogues in ``counteract/data/languages`` are brought up to date: what is new waits there for its
translation, what is no longer said is dropped. With ``--check`` nothing is written, and whatever is missing, left over or
has other {places} than the English is complained about.

Texts are read from the syntax tree: arguments of `say`, `say_count`, `Phrase` and `phrases`, and in the parts where the
rules are, every constant that is a sentence. Names and texts of teams, missions and killzones come from their files, the
page's own from its calls of ``t("…")``.

With ``--ruleset NAME`` it is the catalogues of a ruleset from outside the package, in ``data/languages`` beside its modules;
what Counteract says already is not said again.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from counteract.core import registry
from counteract.core.language import COMMA, LANGUAGES, PAGE, SEMICOLON, measured
from counteract.files.teams import find_teams
from counteract.mechanics.missions import load_mission, mission_ids
from counteract.mechanics.names import part as part_name
from counteract.table.killzone import load_killzone

ROOT = Path(__file__).resolve().parent.parent
CODE, WEB = ROOT / "counteract", ROOT / "web" / "src"
FOLDER = CODE / "data" / "languages"
TRANSLATED = [language for language in LANGUAGES if language != "en"]

#: Where a constant that is a sentence is one that players read, and what is raised to people who write files instead.
SPEAKING = ("core/decision.py", "core/game.py", "mechanics", "rulesets", "server")
TO_PLAYERS = ("Refusal", "Denied")
SENTENCE = re.compile(r"[A-Z{].* .*[.?]|[A-Z{].* .*\{.*\)", re.DOTALL)

HEADER = """# {title} in {name}.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""

#: Calls some of whose arguments are said.
SAYING = {"say": (0,), "say_label": (0,), "Phrase": (0,), "say_count": (0, 1), "Refusal": (1,), "Denied": (1,), "Cause": (1,)}

#: A call of ``t`` on the page, with the text in any kind of quotes.
ON_THE_PAGE = re.compile(r"""\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\$]|\\.)*)`)""")


class Text(NamedTuple):
    """A text and the file it stands in."""

    words: str
    place: str


# --- the code


def code_texts(folder: Path = CODE, speaking: tuple[str, ...] = SPEAKING) -> Iterator[Text]:
    """Return the texts in the code of a package; in the parts named, every sentence is one that players read."""
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        words = dict.fromkeys(said(tree))
        if inside.startswith(speaking):
            words |= dict.fromkeys(sentences(tree))
        yield from (Text(text, f"{folder.name}/{inside}") for text in words if text)


def said(tree: ast.AST) -> Iterator[str]:
    """The texts in calls that say something.

    >>> list(said(ast.parse("say('a' if b else 'c', d='e'); phrases({'f': 'g'}); map(Phrase, ('h',))")))
    ['a', 'c', 'g', 'h']
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func).removeprefix("language.")
        if name in SAYING:
            for place in SAYING[name]:
                yield from _words(node.args[place]) if place < len(node.args) else ()
        elif name == "phrases" and node.args and isinstance(node.args[0], ast.Dict):
            for value in node.args[0].values:
                yield from _words(value)
        elif name == "map" and ast.unparse(node.args[0]) in SAYING and isinstance(node.args[1], ast.Tuple):
            for value in node.args[1].elts:
                yield from _words(value)


def _words(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(_, body, orelse):
            yield from _words(body)
            yield from _words(orelse)


def sentences(tree: ast.Module) -> Iterator[str]:
    """All constants that are sentences, but for docstrings and complaints about files."""
    silent = set(_silent(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent and SENTENCE.fullmatch(node.value):
            yield node.value


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr() | ast.Expr(ast.Constant()):
                yield from ast.walk(node)
            case ast.Raise(ast.Call(func)) if ast.unparse(func) not in TO_PLAYERS:
                yield from ast.walk(node)
            case ast.Call(func) if ast.unparse(func).endswith(("Fault", "compile")):
                yield from ast.walk(node)


# --- the data


def file_texts(folder: Path, names: Sequence[str]) -> Iterator[Text]:
    """Names and texts in the files of a package: of the teams and missions of its rulesets, and of its killzones."""
    for team in (team for team in find_teams() if team.ruleset in names):
        yield from (Text(words, f"{folder.name}/data/teams/{team.id}.toml") for words in _team(team))
    for mission in (load_mission(name, ruleset) for ruleset in names for name in mission_ids(ruleset)):
        words = (mission.name, mission.summary, *(marker.id for marker in mission.markers), *(one.name for one in mission.objectives))
        yield from (Text(text, f"{folder.name}/data/missions/{mission.id}.toml") for text in words if text)
    for killzone in map(load_killzone, sorted((folder / "data" / "killzones").glob("*.toml"))):
        parts = killzone.terrain().parts
        words = (killzone.name, killzone.summary, *killzone.summaries.values(), *dict.fromkeys(part_name(part).template for part in parts))
        yield from (Text(text, f"{folder.name}/data/killzones/{killzone.id}.toml") for text in words if text)


def data_texts() -> Iterator[Text]:
    """Names and texts of everything that comes with Counteract."""
    yield from file_texts(CODE, registry.shipped())
    for name in registry.shipped():
        room: Any = registry.room(name, "teams")
        yield from (Text(text, f"counteract/rulesets/{name}/teams.py") for text in dict.fromkeys(room.extra_texts()))
    yield from (Text(mark, "counteract/core/language.py") for mark in (COMMA, SEMICOLON))


def _team(team: Any) -> Iterator[str]:
    yield from (team.name, team.summary)
    yield from (word for ploy in getattr(team, "ploys", ()) for word in (ploy.name, ploy.text))
    for card in team.operatives:
        yield card.name
        yield from (word for what in ("abilities", "powers") for thing in getattr(card, what, ()) for word in (thing.name, thing.text))
        for weapon in getattr(card, "weapons", ()):
            yield weapon.name
            yield from (measured(rule).template for rule in weapon.text)


# --- the page


def page_texts() -> Iterator[Text]:
    """Return the texts of the page."""
    for path in sorted((*WEB.rglob("*.svelte"), *WEB.rglob("*.ts"))):
        if ".test." not in path.name:
            yield from (Text(words, path.relative_to(ROOT).as_posix()) for words in on_the_page(path.read_text(encoding="utf-8")))


def on_the_page(source: str) -> Iterator[str]:
    """The texts in calls of ``t``.

    >>> list(on_the_page("t('It\\\\'s {name}', { name }) + t(\\"Go\\")"))
    ["It's {name}", 'Go']
    """
    for match in ON_THE_PAGE.finditer(source):
        yield re.sub(r"\\(.)", r"\1", next(filter(None, match.groups()), ""))


# --- the catalogues


def collected() -> Catalog:
    """Every text, once, with the files it stands in; what the page says is marked."""
    catalog = Catalog(charset="utf-8")
    for text in (*code_texts(), *data_texts()):
        catalog.add(text.words, locations=[(text.place, 0)], flags=[])
    for text in page_texts():
        catalog.add(text.words, locations=[(text.place, 0)], auto_comments=[PAGE], flags=[])
    return catalog


def collected_outside(ruleset: str) -> Catalog:
    """Every text of a ruleset from outside that Counteract does not say itself."""
    folder, catalog = folder_of(ruleset), Catalog(charset="utf-8")
    own = translations(TRANSLATED[0], FOLDER)
    for text in (*code_texts(folder, ("",)), *file_texts(folder, [ruleset])):
        if text.words not in own:
            catalog.add(text.words, locations=[(text.place, 0)], flags=[])
    return catalog


def folder_of(ruleset: str) -> Path:
    """The folder of a ruleset from outside."""
    if ruleset in registry.shipped():
        raise SystemExit(f"{ruleset} comes with Counteract, and so do its catalogues")
    return Path(str(registry.folder(ruleset)))


def updated(texts: Catalog, language: str, known: dict[str, str]) -> Catalog:
    """The catalogue of a language: all texts with the translations that are known."""
    catalog = Catalog(locale=language, charset="utf-8", fuzzy=False)
    for message in texts:
        if message.id:
            places = sorted(set(message.locations), key=lambda place: place[0])
            comments = list(dict.fromkeys(message.auto_comments))
            catalog.add(message.id, known.get(str(message.id), ""), locations=places, auto_comments=comments)
    return catalog


def translations(language: str, folder: Path = FOLDER) -> dict[str, str]:
    """Return the present translations of a catalogue."""
    path = folder / language / "messages.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def write(catalog: Catalog, language: str, folder: Path = FOLDER, title: str = "Counteract") -> None:
    (folder / language).mkdir(parents=True, exist_ok=True)
    with (folder / language / "messages.po").open("wb") as file:
        file.write(HEADER.format(title=title, name=LANGUAGES[language].name, language=language).encode())
        write_po(file, catalog, width=0, omit_header=True, include_lineno=False)


def fields(template: str) -> set[str]:
    """The {places} of a template, with how they are filled.

    >>> sorted(fields("{name} moves {inches:g} inches."))
    ['inches:g', 'name']
    """
    return {f"{name}:{spec}".rstrip(":") for _, name, spec, _ in Formatter().parse(template) if name is not None}


def complaints(texts: Iterable[str], language: str, folder: Path = FOLDER) -> Iterator[str]:
    """Yield the faults of a catalogue."""
    known, wanted = translations(language, folder), set(texts)
    for text in sorted(wanted):
        if not known.get(text):
            yield f"{language}: not translated: {text!r}"
        elif fields(text) != fields(known[text]):
            yield f"{language}: other places: {text!r} and {known[text]!r}"
    yield from (f"{language}: no longer said: {text!r}" for text in sorted(known.keys() - wanted))


def main() -> int:
    """Bring the catalogues up to date, or check them."""
    parser = argparse.ArgumentParser(description="Bring the catalogues of translations up to date.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if anything is missing, left over or unlike the English")
    parser.add_argument("--ruleset", help="the catalogues of a ruleset from outside the package, by its name")
    check, ruleset = parser.parse_args().check, parser.parse_args().ruleset
    texts, folder = (collected_outside(ruleset), folder_of(ruleset) / "data" / "languages") if ruleset else (collected(), FOLDER)
    wanted = [str(message.id) for message in texts if message.id]
    if not check:
        for language in TRANSLATED:
            write(updated(texts, language, translations(language, folder)), language, folder, ruleset or "Counteract")
    found = [complaint for language in TRANSLATED for complaint in complaints(wanted, language, folder)]
    print(*found, f"{len(wanted)} texts in {len(TRANSLATED)} languages, {len(found)} to mend", sep="\n")
    return int(bool(found) and check)


if __name__ == "__main__":
    sys.exit(main())
