"""Cards of operatives and ploys: the parts that several editions share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec

from counteract.core.language import joined, measured, say
from counteract.files.fields import Choice, DieResult, Id, IfOmitted, Number, Placeholder, References, TextLine, Texts, Whole
from counteract.mechanics.cards import Ability, Base, CardTable, EffectName, EffectValues, Explanation, Height, NotedText, note
from counteract.mechanics.names import KINDS

#: The most that a price, a damage or any number among the values of an effect can be.
MOST_VALUE = 20

DURATION = 'how long it lasts; left out: "now" for effects that act at once, else "activation" for ploys used at a moment, "turn" for the rest'


class OperativeCard(msgspec.Struct, frozen=True, kw_only=True):
    """One operative as printed; each edition adds its own stats and its own weapons."""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    move: Annotated[float, Number(0.1, 20), "move in inches"]
    apl: Annotated[int, Whole(1, 6), "action point limit"]
    save: Annotated[int, DieResult(), 'save, for example "3+"']
    wounds: Annotated[int, Whole(1, 99)]
    base: Base
    height: Height
    keywords: Annotated[tuple[str, ...], Texts()] = ()
    abilities: Annotated[tuple[Ability, ...], References("ability"), "ids of abilities of this file"] = ()


class Ploy(msgspec.Struct, frozen=True, kw_only=True):
    """A ploy, used in a step of its own or at the moment it names."""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    text: Explanation
    kind: Annotated[str, Placeholder("ploy kind"), "used in a step of the Strategy phase, or at the moment it names"]
    effect: EffectName
    values: EffectValues = {}
    moment: Annotated[str, Placeholder("moment"), "for ploys used at a moment: as an operative is activated, or as it begins that move action"] = ""
    until: Annotated[Literal["turn", "activation", "now"], Choice(), IfOmitted(None), DURATION] = "turn"
    cost: Annotated[int, Whole(0, MOST_VALUE), "price in CP"] = 1


def rules_line(rules: Iterable[str]) -> str:
    """Return weapon rules as a card prints them."""
    return joined(map(measured, rules)) or "-"


def weapon_figures(weapon: Any) -> tuple[object, ...]:
    """Return the columns of a weapon before its rules."""
    return say(weapon.name), say(KINDS[weapon.kind]), weapon.attacks, f"{weapon.hit}+", f"{weapon.normal}/{weapon.critical}"


def enforced(rules: str, unenforced: Sequence[str]) -> str:
    """Return weapon rules with a remark on those that are only shown."""
    return say("{rules} (not enforced: {unenforced})", rules=rules, unenforced=joined(map(measured, unenforced))) if unenforced else rules


def noted(rules: Sequence[tuple[str, str]], unenforced: Sequence[str] = ()) -> NotedText:
    """Return weapon rules as a card prints them, each explained; ``rules`` has the rule behind each of them."""
    line = enforced(rules_line(text for text, _ in rules), unenforced)
    return NotedText(line, (note(say(measured(text)), rule) for text, rule in rules))


def appendix(team: Any) -> tuple[CardTable, ...]:
    """Return the tables that belong to the whole team: its ploys."""
    rows = tuple((say(ploy.name), say(KINDS[ploy.kind]), say("{cost}CP", cost=ploy.cost), say(ploy.text)) for ploy in team.ploys)
    return (CardTable((say("ploy"), "", "", say("what it does")), rows),) if rows else ()
