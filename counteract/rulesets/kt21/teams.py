"""The team files of Kill Team 2021: their tables, and how they are read.

A team file is a TOML file::

    id = "lamp-wardens"                # small letters, digits, hyphens
    name = "Lamp Wardens"
    ruleset = "kt21"
    summary = "Four wardens and their keeper."

    [[operative]]
    id = "warden"
    name = "Warden"
    count = 4
    move = "3●"                        # in symbols of the gauge (▲ 1", ● 2", ■ 3", ⬟ 6"), or inches: '6"', 6
    apl = 2
    group = 1                          # GA, which these rules do not use
    defence = 3                        # DF
    save = "4+"                        # or 4
    wounds = 8
    invulnerable = "5+"
    base = 32                          # mm
    height = 1.5                       # inches
    keywords = ["warden"]
    abilities = ["cold-hands"]         # ids of abilities further down

    [[operative.weapon]]
    name = "Coil gun"
    profile = "overload"               # one of several ways to use it
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
    cost = 1                           # in CP
    moment = "activated"               # tactical ploys: "activated", or a move action as it begins ("dash", ...)
    until = "activation"               # or "turn", or "now" for effects that act at once
    text = "Its Normal Move can be an inch longer."
    effect = "longer-move"
    values = { action = "normal move", inches = 1 }

A weapon with several profiles stands in the file once for each of them, under one name. Every key with its limits and its default
is in `FILE`, and so in the schema that editors use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core.language import measured, say
from counteract.files.fields import TextLine
from counteract.files.reader import Entry, read_toml
from counteract.mechanics.cards import Ability
from counteract.mechanics.names import part as part_name
from counteract.mechanics.operatives.teams import OperativeTeamFile, WeaponTable, written_rules
from counteract.mechanics.team_tables import Seen
from counteract.rulesets.kt21.arena import as_part
from counteract.rulesets.kt21.cards import DEFAULT_HEIGHT, TALL, TALL_FROM, Card, Team
from counteract.rulesets.kt21.edition import EDITION
from counteract.rulesets.kt21.gauge import DISTANCE, plain, rewritten, tidy
from counteract.rulesets.kt21.weapons import GRAMMAR, Weapon

EXAMPLE = "Warden; M 3●, APL 2, DF 3, SV 4+, W 8; coil gun: 4 3+ 3/4 AP1, Range ⬟; hook: 3 4+ 3/4"  # a card in short text


class ProfileTable(WeaponTable):
    """A weapon, or one profile of it, as team files write it. (WR-GEN-02)"""

    profile: Annotated[str, TextLine(), "one of several ways to use the weapon; the others stand in the file under the same name"] = ""


#: Ploys of both kinds name their price. (PLOY-01, PLOY-03)
FILE = OperativeTeamFile(EDITION, "Kill Team 2021", Team, Card, GRAMMAR, priced=("strategic", "tactical"), usual=1, weapon=ProfileTable)


def parse_team(text: str, source: str) -> Team:
    """Read a team from the text of its file; ``source`` is what complaints call the file. (GEN-06, INT-82)"""
    return read_team(read_toml(text, source))


def read_team(top: Entry) -> Team:
    """Read a team from the table of its file."""
    return Team(**FILE.read(top, _operative, (COMMAND_REROLL,)))


def _operative(entry: Entry, seen: Seen, abilities: Mapping[str, Ability]) -> tuple[Card, int]:
    """Return a card, and how many operatives have it. (GEN-03, INT-02)"""
    card = FILE.read_operative(entry, seen, abilities, _weapon)
    if card["height"] is None:
        card["height"] = TALL if card["base"] >= TALL_FROM else DEFAULT_HEIGHT
    count = card.pop("count")
    return Card(**card), count


def _weapon(entry: Entry) -> Weapon:
    """Return a weapon, or one profile of it. (GEN-03, WR-GEN-01, WR-GEN-02)"""
    weapon = FILE.read_weapon(entry, profile=lambda: _profile(entry))
    profile, name = weapon.pop("profile"), weapon.pop("name")
    return Weapon(**weapon, name=f"{name} ({profile})" if profile else name, of=name)


def _profile(entry: Entry) -> str:
    profile = entry.text("profile", "").strip()
    if not profile and "profile" in entry:
        raise entry.error(say("'profile' must not be empty; a weapon with one profile only has none"), "profile")
    return profile


def written_card(text: str) -> dict[str, Any]:
    """Return the table of an operative from short text. (GEN-03, GEN-04)

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


def extra_texts() -> Iterator[str]:
    """Yield the texts to be translated that stand in no team file: weapon rules as cards may write them, and barricades."""
    for rule in written_rules(GRAMMAR):
        yield from (measured(text).template for text in (rule, rewritten(rule, plain)))
    yield part_name(as_part(0, (0.0, 0.0, 0.0))).template
