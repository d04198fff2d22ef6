"""Weapon rules about who can be shot at and by whom: Range, Seek, Silent."""

from __future__ import annotations

import pytest

from tests.rules.kt24.scene import Scene, gun

BOTH = pytest.mark.parametrize("printing", ["2025", "2024"])


def duel(text: str, *, order: str = "engage", wall: str = "", target: tuple[float, float] = (15, 11), **options: object) -> Scene:
    """Return a scene: an Engage operative with one gun, and an enemy, perhaps behind a wall 1" tall."""
    scene = Scene(**options)
    scene.add(0, (5, 11), weapons=[gun(text)], order="engage")
    scene.add(1, target, order=order)
    if wall:
        scene.wall(13.5, 10, 14, 12, top=1, kind=wall)
    return scene


# --- Range


@pytest.mark.rule("KT24-WR-RANGE-01")
@pytest.mark.parametrize(("x", "why"), [(15.0, ""), (15.1, "KT24-WR-RANGE-01")])
def test_range_is_measured_from_the_active_operative(x: float, why: str) -> None:
    """With Range 9" an enemy 9.0" away is a valid target, one 9.1" away is not; one without Range has no such limit."""
    scene = duel('4 3+ 3/4; Range 9"', target=(x, 11))
    near = scene.add(1, (5, 16), order="engage")
    play = scene.act(0, "shoot")
    assert play.options() == ([1, near] if why == "" else [near])
    assert play.why(1) == why
    assert duel("4 3+ 3/4", target=(29, 11)).act(0, "shoot").options() == [1]


@pytest.mark.rule("KT24-INT-50", "KT24-WR-RANGE-01")
def test_of_two_ranges_the_user_takes_the_longer() -> None:
    """Range 6" and Range 9" on one weapon do not add up and the longer one is used."""
    assert duel('4 3+ 3/4; Range 6", Range 9"', target=(15, 11)).act(0, "shoot").options() == [1]
    far = duel('4 3+ 3/4; Range 6", Range 9"', target=(15.5, 11)).activate(0).answer("engage")
    assert far.why("shoot") == "KT24-INT-76"


# --- Seek


@pytest.mark.rule("KT24-WR-SEEK-01", "KT24-WR-SEEK-02")
@pytest.mark.parametrize(
    ("rules", "wall", "allowed"),
    [
        ("", "light", False),
        ("", "heavy", False),
        ("; Seek", "light", True),
        ("; Seek", "heavy", True),
        ("; Seek Light", "light", True),
        ("; Seek Light", "heavy", False),
    ],
)
def test_seek_takes_cover_away_when_targets_are_chosen(rules: str, wall: str, allowed: bool) -> None:
    """A Conceal enemy in cover is a valid target for Seek, for Seek Light only if the terrain is Light."""
    scene = duel(f"4 3+ 3/4{rules}", order="conceal", wall=wall)
    scene.add(1, (5, 16), order="engage")
    play = scene.act(0, "shoot")
    assert (1 in play.options()) == allowed
    assert play.why(1) == ("" if allowed else "KT24-TARGET-03")


@pytest.mark.rule("KT24-WR-SEEK-02")
def test_seek_light_does_not_disregard_heavy_terrain_beside_light() -> None:
    """Behind a Light and a Heavy wall a Conceal enemy stays hidden from Seek Light, not from Seek."""
    for rule, why in (("Seek Light", "KT24-TARGET-03"), ("Seek", "")):
        scene = duel(f"4 3+ 3/4; {rule}", order="conceal", wall="light")
        scene.wall(13.2, 10, 13.4, 12, top=1, kind="heavy")
        scene.wall(14.05, 10, 14.2, 12, top=1, kind="heavy")
        scene.add(1, (5, 16), order="engage")
        assert scene.act(0, "shoot").why(1) == why


@pytest.mark.rule("KT24-WR-SEEK-03", "KT24-INT-61")
@pytest.mark.parametrize("rule", ["Seek", "Seek Light"])
def test_the_sought_target_keeps_its_cover_save(rule: str) -> None:
    """A Conceal enemy shot thanks to Seek is in cover in step 4; Saturate takes the cover save away."""
    play = duel(f"1 3+ 3/4; {rule}", order="conceal", wall="light").act(0, "shoot", dice=[5]).answer(1)
    assert (play.what, play.player, play.options()) == ("cover-save", 1, ["cover-save", "pass"])
    play = duel(f"1 3+ 3/4; {rule}, Saturate", order="conceal", wall="light").act(0, "shoot", dice=[5, 1, 1, 1]).answer(1)
    assert play.over
    assert play.damage(1) == 3


@pytest.mark.rule("KT24-WR-SEEK-03")
def test_the_sought_target_must_be_visible() -> None:
    """A wall that hides the enemy altogether hides it from Seek as well."""
    scene = duel("1 3+ 3/4; Seek", order="conceal")
    scene.wall(13, 8, 14, 14, top=3)
    scene.add(1, (5, 16), order="engage")
    assert scene.act(0, "shoot").why(1) == "KT24-VIS-01"


@pytest.mark.rule("KT24-DIFF-05", "KT24-WR-SEEK-01")
@pytest.mark.parametrize("rule", ["Seek", "Seek Light"])
@pytest.mark.parametrize("order", ["engage", "conceal"])
@pytest.mark.parametrize("wall", ["light", "heavy"])
def test_seek_is_the_same_in_both_printings(rule: str, order: str, wall: str) -> None:
    """Whatever order and terrain, both wordings offer the same targets and the same cover save."""
    seen = []
    for printing in ("2025", "2024"):
        scene = duel(f"1 3+ 3/4; {rule}", order=order, wall=wall, printing=printing)
        scene.add(1, (5, 16), order="engage")
        play = scene.act(0, "shoot", dice=[5])
        offered = play.options()
        seen.append((offered, play.answer(1).what if 1 in offered else ""))
    assert seen[0] == seen[1]
    hidden = rule == "Seek Light" and order == "conceal" and wall == "heavy"
    assert seen[0] == (([2], "") if hidden else ([1, 2], "cover-save"))


@pytest.mark.rule("KT24-DIFF-11")
@BOTH
def test_cover_is_looked_at_from_the_shooter_to_the_target(printing: str) -> None:
    """A wall near one of the two covers that one only: not the shooter's target, but the shooter when shot at."""
    for shooter, target, asked in ((0, 1, "block"), (1, 0, "cover-save")):
        scene = Scene(printing=printing)
        for side, x in ((0, 5), (1, 15)):
            scene.add(side, (x, 11), weapons=[gun("1 3+ 3/4")], order="engage", save=2)
        scene.wall(6, 10, 6.5, 12, top=1)
        play = scene.act(shooter, "shoot", dice=[5, 5, 5, 5]).answer(target)
        assert play.what == asked


# --- Silent


@pytest.mark.rule("KT24-WR-SILENT-01", "KT24-INT-75", "KT24-SHOOT-02")
def test_silent_weapons_shoot_with_a_conceal_order() -> None:
    """With a Conceal order only the Silent one of two guns may be used; with Engage either."""
    for order, weapons in (("conceal", [1, 2]), ("engage", [0, 1, 2])):
        scene = Scene()
        arms = [gun("4 3+ 3/4", "rifle"), gun("4 3+ 3/4; Silent", "bow"), gun("2 3+ 3/4; Silent", "sling")]
        scene.add(0, (5, 11), weapons=arms, order=order)
        scene.add(1, (15, 11), order="engage")
        play = scene.activate(0).answer(order)
        assert "shoot" in play.options()
        play.answer("shoot")
        assert (play.what, play.options()) == ("weapon", weapons)
        assert play.why(0) == ("KT24-SHOOT-02" if order == "conceal" else "")


@pytest.mark.rule("KT24-INT-75")
def test_silent_does_not_let_a_concealed_operative_counteract() -> None:
    """All of side 0 are expended: the Engage operative may counteract, the Conceal one with a Silent gun may not."""
    from counteract.core.state import Task

    scene = Scene()
    silent = scene.add(0, (5, 11), weapons=[gun("4 3+ 3/4; Silent")], order="conceal", ready=False)
    loud = scene.add(0, (5, 14), weapons=[gun()], order="engage", ready=False)
    scene.add(1, (15, 11), order="engage")
    play = scene.play(Task("firefight", (0,)))
    assert (play.what, play.options()) == ("counteract", [loud, "pass"])
    assert play.why(silent) == "KT24-COUNTER-02"
