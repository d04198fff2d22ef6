"""Events and marks: changes of numbers are told, and a question with nothing to gain is marked."""

from __future__ import annotations

import pytest

from counteract.mechanics.operatives.cards import Ability
from tests.rules.kt21.scene import Play
from tests.rules.kt21.shots import COVER, shot

SLEEVES = Ability(id="sleeves", name="Mostly Sleeves", text="…", effect="ignore-wounds", values={"on": 5})


def told(play: Play, *kinds: str) -> list[str]:
    return [play.game.tell(event) for event in play.game.events if event.kind in kinds]


@pytest.mark.rule("KT21-DMG-03")
def test_ignored_wounds_are_told_with_their_dice() -> None:
    play = shot("1 3+ 5/6", [4, 1, 1, 1, 5, 6, 2, 3, 4], abilities=[SLEEVES])
    assert told(play, "unblocked", "ignored", "damage") == [
        "Not blocked on Op 1: 1 normal.",
        "Mostly Sleeves of Op 1, 5+ each: 5 6 2 3 4, so 2 of 5 damage ignored.",
        "Op 1 takes 3 damage (27 left).",
    ]


@pytest.mark.rule("KT21-WR-HOT-01", "KT21-WR-MW-01", "KT21-WR-AP-01")
def test_what_does_damage_besides_hits_is_named() -> None:
    play = shot("2 3+ 3/4; Hot, MW2, AP1", [6, 1, 1, 1])
    assert told(play, "damage")[:2] == ["Hot: Op 0 takes 3 damage (27 left).", "Mortal wounds: Op 1 takes 2 damage (28 left)."]
    assert told(play, "pierced") == ["The armour of Op 1 is pierced: one defence die fewer."]


@pytest.mark.rule("KT21-SHOOT-10", "KT21-SHOOT-15")
@pytest.mark.parametrize(
    ("attack", "defence", "no_effect", "damage"),
    [
        ((4, 4), (6, 1, 1), False, 3),
        ((4, 1), (4, 1, 1), True, 0),
        ((6, 4), (6, 1, 1), False, 3),
        ((4, 4), (6, 4, 1), True, 0),
        ((6, 6), (6, 6, 1), True, 0),
    ],
)
def test_saves_that_stop_everything_need_not_be_rolled_again(
    attack: tuple[int, ...], defence: tuple[int, ...], no_effect: bool, damage: int
) -> None:
    play = shot("2 3+ 3/4", [*attack, *defence], cp=(0, 1))
    assert (play.what, play.decision.no_effect) == ("re-roll", no_effect)
    assert f"Op 1: {damage} damage as the dice lie" in play.decision.prompt


@pytest.mark.rule("KT21-SHOOT-14")
def test_a_kept_die_counts_among_those_that_stop_something() -> None:
    play = shot("2 3+ 3/4", [4, 4, 4, 1], behind=[COVER], cp=(0, 1)).answer("cover-save")
    assert (play.what, play.decision.no_effect) == ("re-roll", True)
