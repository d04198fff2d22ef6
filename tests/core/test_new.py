"""Arguments of a new game: a value of the wrong kind is refused in one sentence that names it."""

from __future__ import annotations

from typing import Any

import pytest

import counteract as ca
from counteract.core import registry


@pytest.mark.parametrize("ruleset", registry.names())
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"teams": 5}, "'teams' must be a list of teams, not 5"),
        ({"teams": "ashen-wardens"}, "'teams' must be a list of teams, not 'ashen-wardens'"),
        ({"teams": {"a": 1}}, "'teams' must be a list of teams"),
        ({"teams": [1, 2]}, "1 is no team"),
        ({"teams": [None, None]}, "None is no team"),
        ({"teams": [object, object]}, "is no team"),
        ({"killzone": 5}, "5 is no killzone"),
        ({"killzone": ["foundry"]}, "['foundry'] is no killzone"),
        ({"mission": 5}, "5 is no mission"),
        ({"mission": b"default"}, "b'default' is no mission"),
        ({"dice": 5}, "5 are no dice"),
        ({"dice": [1, 2, 3]}, "[1, 2, 3] are no dice"),
        ({"seed": "7"}, "a seed is a whole number, not '7'"),
        ({"seed": 7.5}, "a seed is a whole number, not 7.5"),
        ({"seed": True}, "a seed is a whole number, not True"),
    ],
)  # fmt: skip
def test_wrong_kinds_of_things_are_refused(ruleset: str, given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        ca.Game.new(ruleset, **{"seed": 1, **given})
    assert told in str(caught.value)
