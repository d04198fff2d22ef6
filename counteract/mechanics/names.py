"""Display names for ids of rules and records: actions, edges, rules used on dice, kinds of weapon, parts of the terrain."""

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
#: Rules that a player may use on dice.
USES = phrases(
    {
        "command-reroll": "Command Re-roll",
        "balanced": "Balanced",
        "ceaseless": "Ceaseless",
        "relentless": "Relentless",
        "defence-reroll": "Defence re-roll",
        "severe": "Severe",
        "rending": "Rending",
        "punishing": "Punishing",
        "devastating": "Devastating",
        "blast": "Blast",
        "torrent": "Torrent",
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


def kind_of_use(name: str) -> str:
    """Return the name of a rule used on dice, without the number that tells several of a kind apart.

    >>> kind_of_use("defence-reroll"), kind_of_use("defence-reroll-2")
    ('defence-reroll', 'defence-reroll')
    """
    kind, _, number = name.rpartition("-")
    return kind if number.isdigit() else name


def use(name: str) -> Phrase:
    """Return the display name of a rule used on dice, as it begins a sentence.

    >>> use("balanced"), use("sure-aim"), use("defence-reroll-2")
    ('Balanced', 'Sure aim', 'Defence re-roll')
    """
    kind = kind_of_use(name)
    return USES.get(kind) or Phrase(kind.replace("-", " ").capitalize())


def part(one: Part) -> Phrase:
    """Return the display name of a part of the terrain: that of the feature it belongs to."""
    return measured(one.feature.replace("-", " "))


def part_of(terrain: Terrain, known_as: str | None) -> Phrase:
    """Return the display name of the part with this id; empty if there is none."""
    return next((part(one) for one in terrain.parts if one.id == known_as), Phrase(""))
