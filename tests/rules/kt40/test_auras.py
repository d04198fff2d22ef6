"""Auras: whom they reach, and that one counts once. (AURA, MORALE-11, TRANS-04)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.rulesets.kt40 import stats
from tests.rules.kt40.scenes import Scene, ability, gun
from tests.rules.kt40.shots import rolls

AURA = ability("aura", "leader", inches=6, boon="re-roll ones to hit", bonus=1)
INSPIRING = ability("aura", "inspiring", inches=6, boon="leadership", bonus=1)


def near(*at: Any, bearers: int = 1, state: dict[str, Any] | None = None, aura: Any = INSPIRING, **more: Any) -> int:
    """Return the Leadership of a squad of Ld 7 at a place, with bearers of an aura at (10, 10), (11.2, 10) and so on."""
    scene = Scene()
    squad = scene.squad(0, at[0] if isinstance(at[0], list) else at, models=len(at[0]) if isinstance(at[0], list) else 1, **more)
    for k in range(bearers):
        scene.character(0, (10 + 1.2 * k, 10), abilities=[aura], state=state or {}, leadership=7)
    scene.squad(1, (40, 30))
    s = scene.state()
    return stats.leadership(scene.arena, s, squad)


@pytest.mark.rule("KT40-AURA-01")
def test_a_unit_is_affected_while_any_of_its_models_is_near() -> None:
    """At 6" it is, at 6.1" not; one model of several is enough."""
    assert (near(10, 17), near(10, 17.1)) == (8, 7)
    assert near([(10, 18.5), (10, 17)]) == 8


@pytest.mark.rule("KT40-AURA-01")
def test_the_bearer_is_affected_itself_and_enemies_are_not() -> None:
    """Friends of its own side alone."""
    scene = Scene()
    hero = scene.character(0, (10, 10), abilities=[INSPIRING], leadership=9)
    enemy = scene.squad(1, (10, 13))
    s = scene.state()
    assert (stats.leadership(scene.arena, s, hero), stats.leadership(scene.arena, s, enemy)) == (10, 7)


@pytest.mark.rule("KT40-AURA-02")
def test_the_same_aura_of_several_bearers_counts_once() -> None:
    """Two bearers give +1, not +2."""
    assert near(10, 14, bearers=2) == 8


@pytest.mark.rule("KT40-AURA-02")
def test_different_auras_add_up() -> None:
    """Another ability with the same effect is another aura."""
    scene = Scene()
    squad = scene.squad(0, (10, 13), models=1)
    (
        scene.character(0, (10, 10), abilities=[INSPIRING]),
        scene.character(0, (12, 10), abilities=[ability("aura", "banner", inches=6, boon="leadership")]),
    )
    scene.squad(1, (40, 30))
    s = scene.state()
    assert stats.leadership(scene.arena, s, squad) == 9


@pytest.mark.rule("KT40-AURA-01")
def test_an_aura_may_be_for_a_keyword() -> None:
    """Only units that have it."""
    aura = ability("aura", "chosen", inches=6, boon="leadership", keyword="CHOSEN")
    assert near(10, 14, aura=aura) == 7
    assert near(10, 14, aura=aura, keywords=("INFANTRY", "CHOSEN")) == 8


@pytest.mark.rule("KT40-MORALE-11")
def test_a_shaken_character_has_no_auras() -> None:
    """All through the turn after its failed test."""
    assert near(10, 14, state={"shaken": True}) == 7


@pytest.mark.rule("KT40-TRANS-04")
def test_an_embarked_unit_projects_no_aura() -> None:
    """It is not on the table."""
    scene = Scene()
    squad = scene.squad(0, (10, 13), models=1)
    scene.character(0, None, abilities=[INSPIRING], state={"carrier": 2})
    scene.transport(0, (10, 10))
    scene.squad(1, (40, 30))
    s = scene.state()
    assert stats.leadership(scene.arena, s, squad) == 7


@pytest.mark.rule("KT40-AURA-01", "KT40-WR-REROLL-01")
def test_an_aura_of_re_rolls() -> None:
    """Ones to hit are rolled again near the bearer."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 4 0 1')])
    scene.character(0, (14, 10), abilities=[AURA])
    scene.squad(1, (10, 20))
    assert rolls(scene.shoot(0, dice=[1, 2]), "hit-roll") == [(2,)]
