"""A small team file of the 2018 edition that is right."""

from __future__ import annotations

from counteract.rulesets.kt18 import teams
from counteract.rulesets.kt18.cards import Team
from tests.files.example import Example

KEEPERS = """\
id = "toll-keepers"
name = "Toll Keepers"
ruleset = "kt18"
summary = "A reeve, a seer, two carriers."

[[operative]]
id = "reeve"
name = "Reeve"
move = 6
ws = "3+"
bs = 3
strength = 3
toughness = 4
wounds = 2
attacks = 3
leadership = 8
save = "4+"
invulnerable = "5+"
base = 40
height = 1.8
leader = true
keywords = ["keeper", "Fly"]
abilities = ["toll-bell"]

[[operative.weapon]]
name = "Toll pistol"
kind = "ranged"
type = "pistol"
range = 12
attacks = "D3"
strength = 5
ap = -1
damage = "D3+1"
rules = ["Sure", "auto-hit"]

[[operative.weapon]]
name = "Staff"
kind = "melee"
strength = "+1"

[[operative]]
id = "seer"
name = "Seer"
move = 5
ws = "4+"
bs = "4+"
strength = 3
toughness = 3
wounds = 1
attacks = 1
leadership = 7
save = "5+"
specialist = "scout"
keywords = ["psyker"]
powers = ["second-sight", "wall-of-air"]

[[operative]]
id = "carrier"
name = "Carrier"
count = 2
move = 4
ws = "5+"
bs = "5+"
strength = 4
toughness = 4
wounds = 1
attacks = 1
leadership = 6
save = "6+"

[[ability]]
id = "toll-bell"
name = "Toll Bell"
text = "Steadier within 6 inches."
effect = "icon"
values = { inches = 6 }

[[power]]
id = "second-sight"
name = "Second Sight"
text = "It hurts."
charge = 6
effect = "strike"
range = 12
amount = 2
strong = "D6"
strong_from = 10

[[power]]
id = "wall-of-air"
name = "Wall of Air"
text = "It helps."
charge = 5
effect = "ward"
save = "4+"
"""

#: One operative more, for teams with too many of something.
EXTRA = """
[[operative]]
id = "{id}"
name = "Extra"
move = 4
ws = 5
bs = 5
strength = 4
toughness = 4
wounds = 1
attacks = 1
leadership = 6
save = 6
{more}
"""


def extra(own: str, more: str = "") -> str:
    return EXTRA.format(id=own, more=more)


KT18: Example[Team] = Example("kt18", "keepers.toml", KEEPERS, teams.parse_team)
read, complaint, broken = KT18.read, KT18.complaint, KT18.broken
