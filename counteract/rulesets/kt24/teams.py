"""The team files of Kill Team 2024: their tables, and how they are read.

A team file is a TOML file::

    id = "night-watch"                 # small letters, digits, hyphens
    name = "Night Watch"
    ruleset = "kt24"
    summary = "Three guards and their sergeant."

    [[operative]]
    id = "guard"
    name = "Guard"
    count = 3
    move = 6                           # inches
    apl = 2
    save = "4+"                        # or 4
    wounds = 8
    base = 28                          # mm
    height = 1.5                       # inches
    keywords = ["watch"]
    abilities = ["sure-shot"]          # ids of abilities further down

    [[operative.weapon]]
    name = "Rifle"
    kind = "ranged"                    # or "melee"
    attacks = 4
    hit = "3+"                         # or 3
    damage = "3/4"                     # normal/critical
    rules = ["Piercing 1"]             # as cards write them; names the game does not know are kept, and not enforced

    [[ability]]
    id = "sure-shot"
    name = "Sure Shot"
    text = "Ranged weapons have Balanced as long as it has not moved."
    effect = "weapon-rule"             # one of EFFECTS in mechanics/operatives/effects.py
    values = { rules = ["Balanced"], weapons = "ranged", unmoved = true }

    [[ploy]]
    id = "at-the-double"
    name = "At the Double"
    kind = "firefight"                 # or "strategy", or "gambit" for a strategic gambit that is no ploy
    moment = "activated"               # firefight ploys: "activated", or a move action as it begins ("dash", ...)
    until = "activation"               # or "turn", or "now" for effects that act at once
    text = "Its Reposition can be an inch longer."
    effect = "longer-move"
    values = { action = "reposition", inches = 1 }

A ploy costs 1CP; a gambit that is no ploy names its price (``cost = 1``), else it is free. Every key with its limits
and its default is in `FILE`, and so in the schema that editors use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core.language import measured
from counteract.files.reader import Entry, read_toml
from counteract.mechanics.cards import Ability
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.teams import OperativeTeamFile, written_rules
from counteract.mechanics.team_tables import Seen
from counteract.rulesets.kt24.cards import Card, Team
from counteract.rulesets.kt24.edition import EDITION
from counteract.rulesets.kt24.weapons import GRAMMAR, MOVES, Weapon, differs_when_repeated

#: A ploy costs 1CP; a gambit that is no ploy names its price. (CP-04, INT-33)
FILE = OperativeTeamFile(EDITION, "Kill Team 2024", Team, Card, GRAMMAR, priced=("gambit",), usual=0, repeatable=differs_when_repeated)

#: How a card is written in short text.
EXAMPLE = "Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 3/4 Piercing 1; fists: 3 4+ 2/3"


def parse_team(text: str, source: str) -> Team:
    """Read a team from the text of its file; ``source`` is what complaints call the file."""
    return read_team(read_toml(text, source))


def read_team(top: Entry) -> Team:
    """Read a team from the table of its file."""
    taken = (COMMAND_REROLL, *(ploy.id for ploy in generic_ploys()))  # PLOY-04, MIS-49
    return Team(**FILE.read(top, _operative, taken))


def _operative(entry: Entry, seen: Seen, abilities: Mapping[str, Ability]) -> tuple[Card, int]:
    """Return a card, and how many operatives have it. (STAT-01 to STAT-04, INT-01)"""
    card = FILE.read_operative(entry, seen, abilities, _weapon)
    count = card.pop("count")
    return Card(**card), count


def _weapon(entry: Entry) -> Weapon:
    """Return a weapon. (STAT-05 to STAT-09)"""
    return Weapon(**FILE.read_weapon(entry))


def written_card(text: str) -> dict[str, Any]:
    """Return the table of an operative from short text. (STAT-01 to STAT-09)

    >>> written_card("Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 3/4 Piercing 1; fists: 3 4+ 2/3")["weapon"][1]
    {'name': 'fists', 'kind': 'melee', 'attacks': 3, 'hit': '4+', 'damage': '2/3', 'rules': []}
    """
    from counteract.mechanics.operatives.card_text import INCHES, NUMBER, CardPart, inches, read_text, stat, whole

    parts = (
        CardPart("apl", ("APL",), NUMBER, whole, "APL 2"),
        CardPart("move", ("Move", "M"), INCHES, inches, "Move 6"),
        CardPart("save", ("Save", "Sv"), NUMBER, stat, "Save 3+"),
        CardPart("wounds", ("Wounds", "W"), NUMBER, whole, "Wounds 12"),
    )
    return read_text(text, parts, EXAMPLE)


@lru_cache(maxsize=1)
def generic_ploys() -> tuple[Ploy, ...]:
    """Return the ploys that both players have besides those of their teams. (MIS-45 to MIS-49)

    >>> [ploy.name for ploy in generic_ploys()]
    ['Brace', 'Focus', 'Grit', 'Surge']
    """
    source = "generic_ploys.toml"
    top = read_toml((files("counteract.rulesets.kt24") / source).read_text(encoding="utf-8"), source)
    ploys = FILE.read_ploys(top.tables("ploy"), ())
    top.done()
    return ploys


def extra_texts() -> Iterator[str]:
    """Yield the texts to be translated that stand in no team file: weapon rules as cards may write them, and generic ploys."""
    rules = [*written_rules(GRAMMAR), *(f"Heavy ({move.title()} only)" for move in MOVES)]
    yield from (measured(rule).template for rule in rules)
    yield from (text for ploy in generic_ploys() for text in (ploy.name, ploy.text))
