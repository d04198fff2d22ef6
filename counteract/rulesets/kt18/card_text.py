"""The card text of Kill Team 2018: cards written in one line, read into the tables of team files. (GEN-04, GEN-05)"""

from __future__ import annotations

from typing import Any

from counteract.mechanics.chain_card_text import read_chain_card
from counteract.odds.chains.cards import FLAG, CardPart, said

EXAMPLE = 'Keeper; M 6", WS 3+, BS 3+, S 4, T 4, W 1, A 2, Ld 7, Sv 4+, leader; pistol: Pistol 1 12" S4 AP-1 D1; hook: S+1'
KEYWORDS = ("psyker", "fly")
LEADER = CardPart("leader", ("leader",), FLAG, said, "leader")


def read_text(text: str) -> dict[str, Any]:
    """Return the table of a model from the text of its card."""
    return read_chain_card(text, EXAMPLE, KEYWORDS, (LEADER,))
