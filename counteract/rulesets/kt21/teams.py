"""Team files of the 2021 edition: what is in them, and how they are read.

A team file is a TOML file::

    id = "lamp-wardens"                # small letters, digits, hyphens
    name = "Lamp Wardens"
    ruleset = "kt21"
    summary = "Four wardens and their keeper."

    [[operative]]
    id = "warden"
    name = "Warden"
    count = 4                          # 1 if left out
    move = "3●"                        # in symbols of the gauge (▲ 1", ● 2", ■ 3", ⬟ 6"), or inches: '6"', 6
    apl = 2
    group = 1                          # GA, which these rules do not use; 1 if left out
    defence = 3                        # DF
    save = "4+"                        # or 4
    wounds = 8
    invulnerable = "5+"                # none if left out
    base = 32                          # mm, 32 if left out
    height = 1.5                       # inches; if left out 1.5, and 2 on bases of 40 mm and more
    keywords = ["warden"]
    abilities = ["cold-hands"]         # ids of abilities further down

    [[operative.weapon]]
    name = "Coil gun"
    profile = "overload"               # one of several ways to use it; left out if there is one way only
    kind = "ranged"                    # or "melee"
    attacks = 4                        # A
    hit = "3+"                         # BS or WS
    damage = "3/4"                     # D: normal/critical
    rules = ["AP1", "Range ⬟", "P1"]   # as cards write them, SR and ! alike; names the game does not know are kept, and not enforced

    [[ability]]
    id = "cold-hands"
    name = "Cold Hands"
    text = "Its blades have Rending against the wounded."
    effect = "weapon-rule"             # one of effects.EFFECTS
    values = { rules = ["Rending"], weapons = "melee", against_wounded = true }

    [[ploy]]
    id = "long-strides"
    name = "Long Strides"
    kind = "tactical"                  # or "strategic"
    cost = 1                           # in CP, 1 if left out
    moment = "activated"               # tactical ploys: "activated", or a move action as it begins ("dash", ...)
    until = "activation"               # or "turn", or "now" for effects that act at once
    text = "Its Normal Move can be an inch longer."
    effect = "longer-move"
    values = { action = "normal move", inches = 1 }

Left out, ``until`` is "now" for an effect that acts at once, else "activation" for tactical ploys and "turn" for strategic ones.
A weapon with several profiles stands in the file once for each of them, under one name.
"""

from __future__ import annotations

from typing import Any, Literal

from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core.language import say
from counteract.files import checks
from counteract.files.reader import Entry, is_number, read_toml
from counteract.mechanics import team_tables
from counteract.mechanics.cards import Ability
from counteract.mechanics.operatives import teams
from counteract.mechanics.operatives.teams import MOST_OPERATIVES
from counteract.rulesets.kt21.cards import DEFAULT_BASE, DEFAULT_HEIGHT, TALL, TALL_FROM, Card, Team
from counteract.rulesets.kt21.edition import EDITION
from counteract.rulesets.kt21.gauge import DISTANCE, inches, tidy
from counteract.rulesets.kt21.weapons import Weapon

PRICED = ("strategic", "tactical")  # PLOY-01, PLOY-03
EXAMPLE = "Warden; M 3●, APL 2, DF 3, SV 4+, W 8; coil gun: 4 3+ 3/4 AP1, Range ⬟; hook: 3 4+ 3/4"  # a card in short text
LEAST_MOVE, MOST_MOVE = 0.1, 20.0  # inches


def parse_team(text: str, source: str) -> Team:
    """Read a team from the text of its file; ``source`` is what complaints call the file. (GEN-06, INT-82)"""
    return read_team(read_toml(text, source))


def read_team(top: Entry) -> Team:
    """Read a team from the table of its file."""
    own, name, summary = team_tables.heading(top, EDITION.id)
    operatives, abilities, ploys = (top.tables(key, ()) for key in ("operative", "ability", "ploy"))
    top.done()
    known = team_tables.abilities(abilities, teams.ability_effect(EDITION))
    seen: team_tables.Seen = {}
    cards = team_tables.line_up(top, operatives, [_operative(entry, seen, known) for entry in operatives], 1, MOST_OPERATIVES)
    team_tables.refuse_unused(abilities, "ability", known.values(), [card.abilities for card in cards])
    return Team(id=own, name=name, summary=summary, operatives=cards, ploys=teams.ploys(ploys, EDITION, (COMMAND_REROLL,), PRICED, 1))


def _operative(entry: Entry, seen: team_tables.Seen, abilities: dict[str, Ability]) -> tuple[Card, int]:
    """One card, and how many operatives have it. (GEN-03, INT-02)"""
    common = teams.card(entry, seen, abilities, _weapon)
    base = team_tables.base(entry, DEFAULT_BASE)
    card = Card(
        **common,
        move=_move(entry),
        group=checks.whole(entry, "group", 1, 4, 1),
        defence=checks.whole(entry, "defence", 0, 8),
        invulnerable=checks.stat(entry, "invulnerable", 0),
        base=base,
        height=team_tables.height(entry, TALL if base >= TALL_FROM else DEFAULT_HEIGHT),
    )
    return card, teams.count(entry)


def _move(entry: Entry) -> float:
    """M, in symbols or inches. (GEN-04)"""
    given = checks.raw(entry, "move")
    if not isinstance(given, str) and not is_number(given):
        raise entry.error(say("'move' must be a distance: symbols of the gauge, such as \"3●\", or inches, such as 6"), "move")
    try:
        distance = inches(given) if isinstance(given, str) else float(given)
    except ValueError as error:
        raise entry.error(say("'move': {error}", error=error), "move") from None
    if not LEAST_MOVE <= distance <= MOST_MOVE:
        raise entry.error(say("'move' must be from {least:g}\" to {most:g}\", not {given}", least=LEAST_MOVE, most=MOST_MOVE, given=given), "move")
    return distance


def _weapon(entry: Entry, name: str, kind: Literal["ranged", "melee"]) -> Weapon:
    """One weapon, or one profile of it. (GEN-03, WR-GEN-01, WR-GEN-02)"""
    profile = entry.text("profile", "").strip()
    if not profile and "profile" in entry:
        raise entry.error(say("'profile' must not be empty; a weapon with one profile only has none"), "profile")
    normal, critical = teams.damage(entry)
    text = team_tables.weapon_rules(entry)
    return Weapon(
        name=f"{name} ({profile})" if profile else name, of=name, kind=kind,
        attacks=checks.whole(entry, "attacks", 1, 12), hit=checks.stat(entry, "hit"), normal=normal, critical=critical,
        text=text, rules=teams.weapon_rules(entry, EDITION, text),
    )  # fmt: skip


def written_card(text: str) -> dict[str, Any]:
    """The table of an operative from short text. (GEN-03, GEN-04)

    >>> card = written_card("Warden; M 3●, APL 2, DF 3, SV 4+, W 8; coil gun: 4 3+ 3/4 AP1, Range ⬟; hook: 3 4+ 3/4")
    >>> card["move"], card["weapon"][0]["rules"]
    ('3●', ['AP1', 'Range ⬟'])
    """
    from counteract.mechanics.operatives.card_text import NUMBER, CardPart, read_text, stat, whole

    parts = (
        CardPart("move", ("M", "Move"), rf"(?:{DISTANCE[1:-1]})", stat, "M 3●"),
        CardPart("apl", ("APL",), NUMBER, whole, "APL 2"),
        CardPart("group", ("GA",), NUMBER, whole, "GA 1"),
        CardPart("defence", ("DF", "defence"), NUMBER, whole, "DF 3"),
        CardPart("save", ("SV", "save"), NUMBER, stat, "SV 4+"),
        CardPart("wounds", ("W", "wounds"), NUMBER, whole, "W 8"),
        CardPart("invulnerable", ("invulnerable", "inv"), NUMBER, stat, "invulnerable 5+"),
    )
    return read_text(tidy(text), parts, EXAMPLE)
