"""A small team file that is right, in the words of the 2024 edition and in those of the 2021 edition."""

from __future__ import annotations

from counteract.rulesets.kt21 import teams as teams21
from counteract.rulesets.kt21.cards import Team as Team21
from counteract.rulesets.kt24 import teams as teams24
from counteract.rulesets.kt24.cards import Team as Team24
from tests.files.example import Example

WATCH = """\
id = "night-watch"
name = "Night Watch"
ruleset = "kt24"
summary = "Three guards."

[[operative]]
id = "guard"
name = "Guard"
count = 3
move = 6
apl = 2
save = "4+"
wounds = 8
base = 32
height = 1.7
keywords = ["watch"]
abilities = ["sure-shot"]

[[operative.weapon]]
name = "Rifle"
kind = "ranged"
attacks = 4
hit = "3+"
damage = "3/4"
rules = ["Piercing 1", "Poison*"]

[[operative.weapon]]
name = "Club"
kind = "melee"
attacks = 3
hit = 4
damage = "3/4"

[[ability]]
id = "sure-shot"
name = "Sure Shot"
text = "Ranged weapons have Balanced."
effect = "weapon-rule"
values = { rules = ["Balanced"], weapons = "ranged" }

[[ploy]]
id = "hold-fast"
name = "Hold Fast"
kind = "strategy"
text = "Damage is less."
effect = "soften"

[[ploy]]
id = "quick-step"
name = "Quick Step"
kind = "firefight"
moment = "dash"
text = "A longer Dash."
effect = "longer-move"
values = { action = "dash", inches = 2 }
"""

#: Replacements for the 2021 edition.
IN_2021 = {
    '"kt24"': '"kt21"',
    "move = 6\n": 'move = "3●"\ndefence = 3\ninvulnerable = "5+"\ngroup = 2\n',
    "Piercing 1": "AP1",
    "Piercing": "AP",
    "Poison*": 'Range ⬟", "Rending", "Poison*',
    "strategy": "strategic",
    "firefight": "tactical",
    "reposition": "normal move",
}


def in_2021(text: str) -> str:
    """Return a file of the 2024 edition in the words of the 2021 edition."""
    for old, new in IN_2021.items():
        text = text.replace(old, new)
    return text


KT24: Example[Team24] = Example("kt24", "watch.toml", WATCH, teams24.parse_team)
KT21: Example[Team21] = Example("kt21", "watch.toml", in_2021(WATCH), teams21.parse_team)
