"""A small team file that is right, and what is said when something in it is not."""

from __future__ import annotations

import pytest

from counteract.rosters.files import FileError
from counteract.rulesets.kt24 import teams
from counteract.rulesets.kt24.cards import Team

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


def read(text: str) -> Team:
    return teams.parse_team(text, "watch.toml")


def complaint(text: str) -> str:
    with pytest.raises(FileError) as caught:
        read(text)
    return str(caught.value)


def broken(old: str, new: str) -> str:
    """The file with its first ``old`` replaced."""
    assert old in WATCH
    return WATCH.replace(old, new, 1)
