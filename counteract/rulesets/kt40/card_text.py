"""The card text of the army-scale edition: units written in one line each, without a book and without points. (UNIT-01, UNIT-04)"""

from __future__ import annotations

from typing import Any

from counteract.core.language import say
from counteract.files import checks
from counteract.files.fields import Flag, Texts, Whole, fields_of, read_fields
from counteract.files.reader import Entry
from counteract.mechanics.chain_card_text import read_chain_card
from counteract.mechanics.chain_fields import read_weapon
from counteract.mechanics.team_tables import read_weapons
from counteract.odds.chains.cards import FLAG, CardPart, said
from counteract.rulesets.kt40.books import body_of
from counteract.rulesets.kt40.cards import KEYWORDS, Card, Models, Team, Unit
from counteract.rulesets.kt40.fields import MOST_MODELS
from counteract.rulesets.kt40.weapons import Weapon, parse_rules

EXAMPLE = 'Keeper; M 6", WS 3+, BS 3+, S 4, T 4, W 1, A 1, Ld 7, Sv 4+, infantry; rifle: Rapid Fire 1 24" S4 AP0 D1; hook: S+1'
WARLORD = CardPart("warlord", ("warlord",), FLAG, said, "warlord")


def read_text(text: str) -> dict[str, Any]:
    """Return the table of a unit of models that are alike from the text of their card; ``count`` is how many there are."""
    return read_chain_card(text, EXAMPLE, [word.lower() for word in KEYWORDS], (WARLORD,))


def read_units(top: Entry) -> Team:
    """Return an army of units without datasheets, each from a table ``operative`` with its card, keywords and number of models."""
    heading: dict[str, Any] = {key: top.text(key) for key in ("id", "name", "ruleset")}
    summary, entries = top.text("summary", ""), top.tables("operative")
    top.done()
    return Team(**heading, summary=summary, battle_forged=False, units=tuple(_unit(entry, n) for n, entry in enumerate(entries)))


def _unit(entry: Entry, number: int) -> Unit:
    own = checks.identifier(entry)
    entry.name = say(checks.CALLED["unit"], id=own)
    keywords = tuple(word.strip().upper() for word in Texts().get(entry, "keywords", ()))
    count, warlord = Whole(1, MOST_MODELS).get(entry, "count", 1), Flag().get(entry, "warlord", False)
    weapons = read_weapons(entry, lambda row: Weapon(**read_weapon(row, fields_of(Weapon), parse_rules)))
    values = read_fields(entry, (field for field in fields_of(Card) if field.key != "weapons"))
    entry.done()
    body = zip(("base", "height"), body_of(keywords), strict=True)
    card = Card(**{**values, **{key: values[key] or usual for key, usual in body}}, weapons=weapons)
    powers = int("PSYKER" in keywords)
    return Unit(
        id=f"{own}-{number + 1}", name=card.name, sheet=own, role="troops", points=0, keywords=keywords, models=(Models(card, count),),
        casts=powers, denies=powers, warlord=warlord,
    )  # fmt: skip
