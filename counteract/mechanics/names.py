"""Display names of ids that rules and records use: actions, edges, kinds of weapon, parts of the terrain."""

from __future__ import annotations

from counteract.core.language import Phrase, measured, phrases
from counteract.table.terrain import Part, Terrain

#: Actions within a sentence.
ACTIONS = phrases(
    {
        "reposition": "reposition",
        "normal move": "normal move",
        "dash": "dash",
        "fall back": "fall back",
        "retreat": "retreat",
        "charge": "charge",
        "shoot": "shoot",
        "fight": "fight",
        "overwatch": "overwatch",
        "guard": "guard",
        "mend": "mend",
        "psychic strike": "psychic strike",
        "pass": "pass",
    }
)
#: Actions as titles.
TITLES = phrases(
    {
        "reposition": "Reposition",
        "normal move": "Normal Move",
        "advance": "Advance",
        "dash": "Dash",
        "fall back": "Fall Back",
        "charge": "Charge",
        "shoot": "Shoot",
        "fight": "Fight",
        "overwatch": "Overwatch",
        "guard": "Guard",
        "mend": "Mend",
        "psychic strike": "Psychic Strike",
        "pass": "Pass",
    }
)
#: Edges of the board.
EDGES = phrases({"south": "the south edge", "north": "the north edge", "west": "the west edge", "east": "the east edge"})
ORDERS = phrases({"engage": "Engage", "conceal": "Conceal"})
#: Kinds of weapons and ploys.
KINDS = phrases(
    {
        "ranged": "ranged",
        "melee": "melee",
        "strategy": "strategy",
        "firefight": "firefight",
        "gambit": "gambit",
        "strategic": "strategic",
        "tactical": "tactical",
    }
)


def part(one: Part) -> Phrase:
    """Return the display name of a part of the terrain: that of the feature it belongs to."""
    return measured(one.feature.replace("-", " "))


def part_of(terrain: Terrain, known_as: str | None) -> Phrase:
    """Return the display name of the part with this id; empty if there is none."""
    return next((part(one) for one in terrain.parts if one.id == known_as), Phrase(""))
