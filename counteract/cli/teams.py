"""The command ``counteract teams``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from counteract.cli.parameters import Json, Spoken
from counteract.core.language import Phrase, say
from counteract.printing import as_table, print_json, show

if TYPE_CHECKING:
    from rich.console import RenderableType


def teams(name: str | None = None, /, *, ruleset: str | None = None, lang: Spoken = None, json: Json = False) -> None:
    """List the teams, or show the cards of one.

    Parameters
    ----------
    name
        A team, by name or file.
    ruleset
        Only teams of this ruleset.
    """
    from counteract.core.registry import find
    from counteract.files.teams import find_teams, load_team

    if ruleset is not None:
        find(ruleset)  # raises LookupError if there is none
    if name is not None:
        import msgspec

        team = load_team(name, ruleset)
        return print_json(msgspec.to_builtins(team)) if json else show(*_describe_team(team))
    known = find_teams(ruleset)
    if json:
        return print_json([{"id": team.id, "name": team.name, "ruleset": team.ruleset} for team in known])
    rows = [(t.id, say(t.name), t.ruleset, len(t.operatives)) for t in known]
    return show(as_table((say("team"), say("name"), say("ruleset"), say("models")), rows))


def _describe_team(team: Any) -> Iterator[RenderableType]:
    """Yield the cards of a team, then the tables that all of its operatives share."""
    from counteract.core.registry import find

    printed = find(team.ruleset).rooms.cards
    yield say("{name} ({id}, {ruleset})", name=Phrase(team.name), id=team.id, ruleset=team.ruleset)
    if team.summary:
        yield say(team.summary)
    for number, card in enumerate(team.operatives):
        if card in team.operatives[:number]:
            continue
        count = team.operatives.count(card)
        title = say("{name} × {count}", name=Phrase(card.name), count=count) if count > 1 else say(card.name)
        yield ""
        for table in printed.printed(card):
            yield _as_table(table, title)
            yield from map(say, table.lines)
            title = ""
    for table in printed.appendix(team):
        yield ""
        yield _as_table(table)


def _as_table(table: Any, title: str = "") -> RenderableType:
    """Return a table of a card in the current language."""
    rows = [[say(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    return as_table([say(column) for column in table.columns], rows, title)
