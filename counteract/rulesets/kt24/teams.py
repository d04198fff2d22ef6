"""Team files of the 2024 edition: what is in them, how they are read, and what is wrong with them if something is.

A team file is a TOML file::

    id = "night-watch"                 # small letters, digits, hyphens
    name = "Night Watch"
    ruleset = "kt24"
    summary = "Three guards and their sergeant."

    [[operative]]
    id = "guard"
    name = "Guard"
    count = 3                          # 1 if left out
    move = 6                           # inches
    apl = 2
    save = "4+"                        # or 4
    wounds = 8
    base = 28                          # mm, 28 if left out
    height = 1.5                       # inches, 1.5 if left out
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
    effect = "weapon-rule"             # one of effects.EFFECTS
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

Left out, ``until`` is "now" for an effect that acts at once, else "activation" for firefight ploys and "turn" for the rest.
A ploy costs 1CP; a gambit that is no ploy costs what it says (``cost = 1``), nothing if it says nothing.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.files import checks
from counteract.files.reader import Entry, read_toml
from counteract.mechanics import team_tables
from counteract.mechanics.cards import Ability
from counteract.mechanics.operatives import teams
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.teams import MOST_OPERATIVES
from counteract.rulesets.kt24.cards import DEFAULT_BASE, DEFAULT_HEIGHT, Card, Team
from counteract.rulesets.kt24.edition import EDITION
from counteract.rulesets.kt24.weapons import Weapon, means_more_again

#: A ploy costs 1CP; a gambit that is no ploy what it says. (CP-04, INT-33)
PRICED = ("gambit",)

#: How a card is written in short text.
EXAMPLE = "Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 3/4 Piercing 1; fists: 3 4+ 2/3"


def parse_team(text: str, source: str) -> Team:
    """Read a team from the text of its file; ``source`` is what complaints call the file."""
    return read_team(read_toml(text, source))


def read_team(top: Entry) -> Team:
    """Read a team from the table of its file."""
    team_id, name, summary = team_tables.heading(top, EDITION.id)
    operatives, abilities, ploys = top.tables("operative", ()), top.tables("ability", ()), top.tables("ploy", ())
    top.done()
    known = team_tables.abilities(abilities, teams.ability_effect(EDITION))
    seen: team_tables.Seen = {}
    cards = team_tables.line_up(top, operatives, [_operative(entry, seen, known) for entry in operatives], 1, MOST_OPERATIVES)
    team_tables.refuse_unused(abilities, "ability", known.values(), (card.abilities for card in cards))
    taken = (COMMAND_REROLL, *(ploy.id for ploy in generic_ploys()))  # PLOY-04, MIS-49
    return Team(id=team_id, name=name, summary=summary, operatives=cards, ploys=teams.ploys(ploys, EDITION, taken, PRICED, 0))


def _operative(entry: Entry, seen: team_tables.Seen, abilities: dict[str, Ability]) -> tuple[Card, int]:
    """One card, and how many operatives have it. (STAT-01 to STAT-04, INT-01)"""
    card = Card(
        **teams.card(entry, seen, abilities, _weapon),
        move=checks.number(entry, "move", 0.1, 20),
        base=team_tables.base(entry, DEFAULT_BASE),
        height=team_tables.height(entry, DEFAULT_HEIGHT),
    )
    return card, teams.count(entry)


def _weapon(entry: Entry, name: str, kind: Literal["ranged", "melee"]) -> Weapon:
    """One weapon. (STAT-05 to STAT-09)"""
    attacks, hit = checks.whole(entry, "attacks", 1, 12), checks.stat(entry, "hit")
    normal, critical = teams.damage(entry)
    text = team_tables.weapon_rules(entry, means_more_again)
    rules = teams.weapon_rules(entry, EDITION, text)
    return Weapon(name=name, kind=kind, attacks=attacks, hit=hit, normal=normal, critical=critical, text=text, rules=rules)


def written_card(text: str) -> dict[str, Any]:
    """The table of an operative from short text. (STAT-01 to STAT-09)

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
    """The ploys that both players have besides those of their teams. (MIS-45 to MIS-49)

    >>> [ploy.name for ploy in generic_ploys()]
    ['Brace', 'Focus', 'Grit', 'Surge']
    """
    source = "generic_ploys.toml"
    top = read_toml((files("counteract.rulesets.kt24") / source).read_text(encoding="utf-8"), source)
    ploys = teams.ploys(top.tables("ploy"), EDITION, (), PRICED, 0)
    top.done()
    return ploys
