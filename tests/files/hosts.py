"""A small army list of the army-scale edition that is right, with its book in it."""

from __future__ import annotations

import re

from counteract.rulesets.kt40 import teams
from counteract.rulesets.kt40.cards import Team
from tests.files.example import Example

BOOK = """\
id = "toll-host"
name = "The Toll Host"
ruleset = "kt40"
bonus = ["stubborn"]

[[datasheet]]
id = "reeve"
name = "Reeve"
role = "hq"
factions = ["Toll", "Road"]
keywords = ["infantry", "Character"]
abilities = ["bell"]

[[datasheet.model]]
id = "reeve"
name = "Reeve"
points = 50
move = 6
ws = "2+"
bs = 3
strength = 4
toughness = 4
wounds = 4
attacks = 3
leadership = 8
save = "3+"
invulnerable = "5+"
weapons = ["pistol", "hook"]

[[datasheet]]
id = "seer"
name = "Seer"
role = "hq"
factions = ["Toll"]
keywords = ["INFANTRY", "CHARACTER", "PSYKER"]
casts = 1
denies = 1
powers = ["second-sight", "wall-of-air"]
knows = 1

[[datasheet.model]]
id = "seer"
name = "Seer"
points = 60
move = 6
ws = "4+"
bs = "4+"
strength = 3
toughness = 3
wounds = 4
attacks = 1
leadership = 8
save = "5+"

[[datasheet]]
id = "keepers"
name = "Keepers"
role = "troops"
factions = ["Toll"]
keywords = ["INFANTRY"]

[[datasheet.model]]
id = "elder"
name = "Elder"
points = 10
move = 6
ws = "3+"
bs = "3+"
strength = 3
toughness = 3
wounds = 1
attacks = 2
leadership = 8
save = "4+"
base = 40
height = 1.8
weapons = ["pistol"]

[[datasheet.model]]
id = "keeper"
name = "Keeper"
least = 4
most = 9
points = 8
move = 6
ws = "3+"
bs = "3+"
strength = 3
toughness = 3
wounds = 1
attacks = 1
leadership = 7
save = "4+"
weapons = ["rifle"]

[[datasheet.model.wargear]]
id = "bell"
name = "Bell Keeper"
weapons = ["clapper"]
replaces = ["rifle"]
points = 5
per = 5

[[datasheet.model.wargear]]
id = "flare"
name = "Flare Keeper"
weapons = ["flare"]
points = 2
most = 2

[[datasheet]]
id = "cart"
name = "Toll Cart"
role = "dedicated transport"
factions = ["Toll"]
keywords = ["VEHICLE", "TRANSPORT"]
capacity = 10
carries = ["infantry"]

[[datasheet.model]]
id = "cart"
name = "Toll Cart"
points = 40
move = 10
ws = "6+"
bs = "4+"
strength = 6
toughness = 6
wounds = 8
attacks = 2
leadership = 7
save = "3+"

[[datasheet.degrading]]
least = 4

[[datasheet.degrading]]
least = 1
move = 5
bs = "5+"

[[datasheet]]
id = "kite"
name = "Kite"
role = "flyer"
factions = ["Sky"]
keywords = ["VEHICLE", "FLY", "AIRCRAFT"]
min_move = 10

[[datasheet.model]]
id = "kite"
name = "Kite"
points = 70
move = 30
ws = "6+"
bs = "3+"
strength = 5
toughness = 6
wounds = 8
attacks = 1
leadership = 7
save = "4+"
weapons = ["rifle"]

[[weapon]]
id = "pistol"
name = "Toll pistol"
kind = "ranged"
type = "pistol"
range = 12
attacks = "D3"
strength = 5
ap = -1

[[weapon]]
id = "rifle"
name = "Toll rifle"
mode = "single"
kind = "ranged"
type = "rapid fire"
range = 24
attacks = 1
strength = 4

[[weapon]]
id = "rifle"
name = "Toll rifle"
mode = "double"
kind = "ranged"
type = "heavy"
range = 24
attacks = 2
strength = 4
rules = ["overheat"]

[[weapon]]
id = "hook"
name = "Hook"
kind = "melee"
strength = "+1"
damage = "D3"
rules = ["Unwieldy", "Extra attacks 2"]

[[weapon]]
id = "clapper"
name = "Clapper"
kind = "melee"
strength = "x2"

[[weapon]]
id = "flare"
name = "Flare"
kind = "ranged"
type = "assault"
range = 12
attacks = 1
strength = 8
ap = -4
damage = "D6"
rules = ["Melta"]

[[ability]]
id = "stubborn"
name = "Stubborn"
text = "The unit has 1 more Leadership."
effect = "constant"
values = { boon = "leadership", bonus = 1 }

[[ability]]
id = "bell"
name = "Toll Bell"
text = "At the start of the turn, on a 4 or more, a friend within 6 inches gets D3 wounds back."
effect = "act"
values = { window = "turn start", needed = "4+", deed = { kind = "mend", inches = 6, amount = "D3" } }

[[power]]
id = "second-sight"
name = "Second Sight"
text = "A visible enemy unit within 12 inches suffers D3 mortal wounds."
charge = 6
deed = { kind = "strike", inches = 12, amount = "D3" }

[[power]]
id = "wall-of-air"
name = "Wall of Air"
text = "A friendly unit within 12 inches has a 4+ invulnerable save."
charge = 7
deed = { kind = "boon", inches = 12, boon = "invulnerable", bonus = 4 }

[[stratagem]]
id = "toll-is-due"
name = "The Toll Is Due"
text = "An enemy unit suffers D3 mortal wounds."
cost = 2
window = "shooting start"
deed = { kind = "strike", unseen = true, amount = "D3" }

[[stratagem]]
id = "heirlooms"
name = "Heirlooms"
text = "The army carries one relic more."
cost = 1
window = "list"
deed = { kind = "relic" }

[[trait]]
id = "old-hand"
name = "Old Hand"
text = "A roll of 5 or more gives back 1 CP."
effect = "thrift"
values = { needed = 5 }

[[relic]]
id = "first-coin"
name = "The First Coin"
text = "The bearer has a 4+ invulnerable save."
effect = "constant"
values = { boon = "invulnerable", bonus = 4 }

[[relic]]
id = "long-hook"
name = "The Long Hook"
text = "A clapper in place of a hook."
weapons = ["clapper"]
replaces = ["hook"]

[[relic]]
id = "third-eye"
name = "The Third Eye"
text = "The bearer rolls hit rolls of 1 again."
keyword = "PSYKER"
effect = "constant"
values = { boon = "re-roll ones to hit" }
"""

ARMY = """\
id = "toll-patrol"
name = "Toll Patrol"
ruleset = "kt40"
points = 400
summary = "A reeve and those who stand by him."
#ARMY

[[detachment]]
kind = "patrol"

[[detachment.unit]]
sheet = "reeve"
warlord = true
trait = "old-hand"
relic = "first-coin"

[[detachment.unit]]
sheet = "seer"
name = "Old Agnes"
powers = ["wall-of-air"]

[[detachment.unit]]
sheet = "keepers"
models = { keeper = 9 }
wargear = { bell = 2, flare = 1 }

[[detachment.unit]]
sheet = "cart"
"""


def inline(book: str) -> str:
    """Return a book as the table of a list."""
    return "\n[book]\n" + re.sub(r"^\[\[", "[[book.", book, flags=re.MULTILINE)


HOST = Example[Team]("kt40", "patrol.toml", ARMY + inline(BOOK), teams.parse_team)
