"""The list of all questions, answers and events in `docs/questions-and-events.md`, made from the code.

    python tools/questions.py            write the page
    python tools/questions.py --check    complain if the page is not what it would be written as

Every construction of a `Decision` (or of a class derived from it) and every ``ref.emit(…)`` that the procedures of a ruleset lead to is
looked up in its source. The name of a question and the kind of an event must be clear from that; rules and prompts are as
complete as the source shows.
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
from rulecode import PLACES, Call, Code, Reader, argument

from counteract.core import registry
from counteract.core.decision import Allocate, Answer, Concede, Dice, Pass, Paths, Pick, Place
from counteract.core.decision import Path as Way
from counteract.core.state import Event

PAGE = Path(__file__).parent.parent / "docs" / "questions-and-events.md"
COMMAND = "python tools/questions.py"


class Question(NamedTuple):
    """A question: how it is answered, by which rules, in which words."""

    kinds: set[str]
    rules: set[str]
    prompts: set[str]


class Told(NamedTuple):
    """A kind of event: its rules, the values it always has, and those it may have besides."""

    rules: set[str]
    values: set[str]
    perhaps: set[str]


class Vocabulary(NamedTuple):
    """All questions and all kinds of events of a ruleset, by name."""

    questions: dict[str, Question]
    events: dict[str, Told]


class Unclear(Exception):
    """The name of a question or an event that cannot be worked out from the source."""


# --- from the code


@cache
def vocabulary(ruleset: str) -> Vocabulary:
    """Return the questions and events in the code of a ruleset."""
    code = Code(ruleset)
    reader = Reader(code)
    return Vocabulary(dict(sorted(_questions(code, reader).items())), dict(sorted(_events(code, reader).items())))


def _questions(code: Code, reader: Reader) -> dict[str, Question]:
    questions: dict[str, Question] = {}
    for call in code.decisions():
        kinds = reader.texts(argument(call.node, "kind", []), call.scope) or {"pick"}
        for name in _known(reader, call, argument(call.node, "what", PLACES)):
            question = questions.setdefault(name, Question(set(), set(), set()))
            question.kinds.update(kinds)
            question.rules.update(reader.texts(argument(call.node, "rule", PLACES), call.scope))
            question.prompts.update(reader.texts(argument(call.node, "template", PLACES), call.scope))
    return questions


def _events(code: Code, reader: Reader) -> dict[str, Told]:
    events: dict[str, Told] = {}
    for call in code.calls.get("emit", ()):
        values = {keyword.arg for keyword in call.node.keywords if keyword.arg is not None}
        for kind in _known(reader, call, call.node.args[0]):
            _note(events, kind, reader.texts(call.node.args[1], call.scope), values, _loose(reader, call))
    for call in code.calls.get("Event", ()):
        if code.value(call.scope, "Event") is Event and isinstance(call.node.args[2], ast.Dict):
            values = {str(key.value) for key in call.node.args[2].keys if isinstance(key, ast.Constant)}
            for kind in _known(reader, call, call.node.args[0]):
                _note(events, kind, reader.texts(call.node.args[1], call.scope), values, set())
    return events


def _known(reader: Reader, call: Call, node: ast.AST | None) -> set[str]:
    found = reader.texts(node, call.scope)
    if not found:
        what = ast.unparse(node) if node else "an argument"
        raise Unclear(f"{call.scope.module}, line {call.node.lineno}: the source does not show what {what} can be")
    return found


def _note(events: dict[str, Told], kind: str, rules: set[str], values: set[str], loose: set[str]) -> None:
    if kind not in events:
        events[kind] = Told(set(rules), set(values), set(loose))
        return
    told = events[kind]
    told.rules.update(rules)
    told.perhaps.update(loose, told.values ^ values)
    told.values.intersection_update(values)
    told.perhaps.difference_update(told.values)


def _loose(reader: Reader, call: Call) -> set[str]:
    """Names of values that are handed on as a whole: ``**thrown``."""
    names: set[str] = set()
    for keyword in call.node.keywords:
        if keyword.arg is None:
            names |= {str(key) for whole in reader.values(keyword.value, call.scope) if isinstance(whole, dict) for key in whole}
    return names


# --- the page


HEAD = f"""# Questions, answers and events

<!-- Written by `{COMMAND}`; do not change it by hand. -->

Whatever is asked of a player is a `Decision`: `decision.what` is its name, `decision.kind` how it is answered, `decision.rule`
the rule behind it, `decision.options` the answers, `decision.context` what it is about. Whatever happens is an `Event`: `event.kind`,
`event.rule` and `event.values`.
These are all there are, by ruleset, as the code has them; a value with a question mark is not in every event of its kind. Where
the same lines of code ask several questions, each is listed with the rules and words of all of them.

## Answers

An answer is one of these small values. `msgspec.json.encode(answer)` gives the JSON that records hold and that the page sends.

| answer | `decision.kind` | what it says | JSON |
| --- | --- | --- | --- |
"""

#: An answer of each type, and the kinds of questions it is given to.
EXAMPLES: dict[Any, tuple[Any, str]] = {
    Pick: (Pick("dash"), "pick"),
    Pass: (Pass(), "pick, path, paths, dice, allocate"),
    Place: (Place(5.0, 11.0), "place"),
    Way: (Way(((5.0, 14.0, 0.0), (8.0, 14.0, 0.0))), "path"),
    Paths: (Paths((((5.0, 14.0, 0.0), (8.0, 14.0, 0.0)), ())), "paths"),
    Dice: (Dice("command-re-roll", (0, 2)), "dice"),
    Allocate: (Allocate((2, 0, 1)), "allocate"),
    Concede: (Concede(1), "any"),
}


def page() -> str:
    """The whole page."""
    sections = (_section(ruleset) for ruleset in registry.shipped())
    return HEAD + "".join(map(_answer, get_args(Answer))) + "".join(sections)


def _answer(kind: Any) -> str:
    example, kinds = EXAMPLES[kind]
    fields = ", ".join(kind.__struct_fields__)
    said = " ".join(kind.__doc__.split("\n\n")[0].split())
    return f"| `{kind.__name__}({fields})` | {kinds} | {said} | `{msgspec.json.encode(example).decode()}` |\n"


def _section(ruleset: str) -> str:
    found = vocabulary(ruleset)
    head = f"\n## {ruleset}: questions\n\n| `what` | `kind` | rules | the question |\n| --- | --- | --- | --- |\n"
    events = f"\n## {ruleset}: events\n\n| `kind` | values | rules |\n| --- | --- | --- |\n"
    asked = (
        f"| `{name}` | {_list(question.kinds)} | {_list(question.rules)} | {'<br>'.join(map(_cell, sorted(question.prompts)))} |\n"
        for name, question in found.questions.items()
    )
    told = (f"| `{kind}` | {_values(event)} | {_list(event.rules)} |\n" for kind, event in found.events.items())
    return head + "".join(asked) + events + "".join(told)


def _list(words: set[str]) -> str:
    return ", ".join(sorted(words))


def _values(event: Told) -> str:
    return ", ".join([*(f"`{name}`" for name in sorted(event.values)), *(f"`{name}`?" for name in sorted(event.perhaps))])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main(words: list[str]) -> int:
    text = page()
    if "--check" not in words:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE.name} is not what the code says; run {COMMAND}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
