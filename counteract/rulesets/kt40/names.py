"""Names in the army-scale edition: of zones, boons, powers, stratagems and abilities, as people read them."""

from __future__ import annotations

from counteract.core.language import Phrase, phrases
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import BoonName
from counteract.rulesets.kt40.stratagems import NAMES

#: The deployment zones. (MIS-02, MIS-16)
ZONES = phrases(
    {
        "south": "the southern zone",
        "north": "the northern zone",
        "west": "the western zone",
        "east": "the eastern zone",
        "south-west": "the south-western zone",
        "south-east": "the south-eastern zone",
        "north-west": "the north-western zone",
        "north-east": "the north-eastern zone",
    }
)
#: What a boon gives.
BOONS: dict[BoonName, Phrase] = phrases(
    {
        "to hit": "{bonus:+d} to hit",
        "to hit shooting": "{bonus:+d} to hit when shooting",
        "to hit fighting": "{bonus:+d} to hit in a fight",
        "to wound": "{bonus:+d} to wound",
        "save": "{bonus:+d} to its saves",
        "invulnerable": "a {bonus}+ invulnerable save",
        "ignore wounds": "it ignores wounds on {bonus}+",
        "attacks": "{bonus:+d} attacks",
        "strength": "{bonus:+d} strength",
        "toughness": "{bonus:+d} toughness",
        "move": '{bonus:+d}" of movement',
        "leadership": "{bonus:+d} leadership",
        "charge": "{bonus:+d} to its charge rolls",
        "re-roll ones to hit": "it rolls ones to hit again",
        "re-roll ones to wound": "it rolls ones to wound again",
    }
)


def name_source(arena: Arena, ident: str) -> Phrase:
    """Return the name of a power, an ability or a stratagem by its id."""
    if ident in NAMES:
        return NAMES[ident]
    powers = {power.id: power.name for unit in arena.units for power in unit.card.known_powers}
    abilities = {ability.id: ability.name for unit in arena.units for ability in unit.card.abilities}
    stratagems = {one.id: one.name for team in arena.teams for one in team.stratagems}
    return Phrase({**stratagems, **abilities, **powers}.get(ident, ident))
