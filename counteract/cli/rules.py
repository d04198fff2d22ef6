"""The command ``counteract rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from counteract.cli.parameters import Json, Language
from counteract.core.language import Phrase, say
from counteract.core.registry import default
from counteract.printing import as_table, print_json, show

if TYPE_CHECKING:
    from rich.console import RenderableType

    from counteract.core.rulebook import Rule

RULE_ID_HELP = f"The ID of one rule, for example {default().upper()}-SHOOT-04."


def rules(
    rule_id: Annotated[str | None, Parameter(name="ID", help=RULE_ID_HELP)] = None,
    /,
    *,
    ruleset: str | None = None,
    search: Annotated[list[str] | None, Parameter(consume_multiple=True)] = None,
    lang: Language | None = None,
    json: Json = False,
) -> None:
    """Show a rule, list the rules of a ruleset, or search them.

    Parameters
    ----------
    ruleset
        List, or search, this ruleset only.
    search
        Words that must all be in the ID, title or text.
    lang
        The language to show, and to search in; without it English is shown and all languages are searched.
    """
    from counteract.core.rulebook import Rulebook, rulebooks, ruleset_of

    if rule_id is not None and (ruleset is not None or search is not None):
        raise ValueError(say("give either the rule ID {rule_id} or --ruleset and --search, not both", rule_id=rule_id))
    if rule_id is not None:
        rule = Rulebook.load(ruleset_of(rule_id)).get(rule_id)
        return print_json(_rule_as_data(rule, lang)) if json else show(*_describe_rule(rule, lang))
    books = [Rulebook.load(name) for name in (rulebooks() if ruleset is None else [ruleset])]
    if search is not None:
        found = [rule for book in books for rule in book.search(" ".join(search), lang)]
    elif ruleset is not None or json:
        found = [rule for book in books for rule in book.rules]
    else:
        line = Phrase("{ruleset}: {count} rules in {sections}")
        return show(*(say(line, ruleset=book.ruleset, count=len(book), sections=", ".join(book.sections)) for book in books))
    if json:
        return print_json([_rule_as_data(rule, lang) for rule in found])
    return show(_list_rules(found, lang) if found else say("No rule has all of these words."))


def _list_rules(rules: list[Rule], lang: Language | None) -> RenderableType:
    """Return a table of the IDs and titles of rules."""
    return as_table((say("rule"), say("title")), [(rule.id, rule.title(lang or "en")) for rule in rules])


def _describe_rule(rule: Rule, lang: Language | None) -> list[str]:
    """Return a rule as lines of text."""
    lines = [f"{rule.id}  {rule.title(lang or 'en')}", "", rule.text(lang or "en")]
    return [*lines, "", say("see {rules}", rules=", ".join(rule.see))] if rule.see else lines


def _rule_as_data(rule: Rule, lang: Language | None) -> dict[str, Any]:
    """Return a rule as JSON prints it."""
    shown = lang or "en"
    words = {"lang": shown, "title": rule.title(shown), "text": rule.text(shown)}
    return {"id": rule.id, "ruleset": rule.ruleset, "section": rule.section, "tags": rule.tags, "see": rule.see, **words}
