"""Weapon rules and abilities as cards write them, and their effect. (WR-GEN-01, WR-PSYCHIC-01)"""

from __future__ import annotations

import pytest

from counteract.attacks.weapon_rules import BadRule
from counteract.rulesets.kt21.cards import printed
from counteract.rulesets.kt21.edition import EDITION
from counteract.rulesets.kt21.teams import parse_team
from counteract.rulesets.kt21.weapons import NAMES, Rules, parse_rules
from tests.rules.kt21.scene import Ability, Scene, blade, gun
from tests.rules.kt21.shots import rolled, shot

STRIKE = Ability(id="strike", name="Strike", text="…", effect="psychic-strike", values={"inches": 6, "wounds": 2})
WARD = Ability(id="ward", name="Ward", text="…", effect="psychic-ward", values={"inches": 3})

WRITTEN = {
    "ap": ("AP2", 2), "balanced": ("Balanced", True), "barrage": ("Barrage", True), "blast": ("Blast ●", 2.0), "brutal": ("Brutal", True),
    "ceaseless": ("Ceaseless", True), "fusillade": ("Fusillade", True), "heavy": ("Heavy", True), "hot": ("Hot", True),
    "indirect": ("Indirect", True), "lethal": ("Lethal 5+", 5), "limited": ("Limited", True), "mw": ("MW3", 3), "no_cover": ("No Cover", True),
    "p": ("P1", 1), "range": ("Range ⬟", 6.0), "reap": ("Reap 1", 1), "relentless": ("Relentless", True), "rending": ("Rending", True),
    "silent": ("Silent", True), "splash": ("Splash 1", 1), "stun": ("Stun", True), "torrent": ('Torrent 2"', 2.0), "unwieldy": ("Unwieldy", True),
}  # fmt: skip


@pytest.mark.rule("KT21-WR-GEN-01")
@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_every_common_rule_is_read_from_a_card(name: str) -> None:
    """Each rule by its printed name, x after it as a number or in symbols of the gauge; it and no other is in force."""
    text, value = WRITTEN[name]
    rules = parse_rules([text])
    assert getattr(rules, name) == value
    assert [other for other in NAMES if getattr(rules, other) != getattr(Rules(), other)] == [name]


@pytest.mark.rule("KT21-WR-GEN-01")
def test_the_list_of_common_rules_is_complete() -> None:
    """Cards may write the rules listed above, and no other is known."""
    assert sorted(WRITTEN) == sorted(NAMES)
    assert parse_rules(["Sparkling"]).unenforced == ("Sparkling",)


@pytest.mark.rule("KT21-WR-GEN-01")
@pytest.mark.parametrize("text", ["Lethal 7+", "Lethal 1+", "AP0", "Blast 0", "Torrent far", "Reap", "Splash"])
def test_x_must_make_sense(text: str) -> None:
    """A rule without its x, or with one that means nothing, is refused when the card is read."""
    with pytest.raises(BadRule):
        parse_rules([text])


@pytest.mark.rule("KT21-WR-FUSILLADE-01", "KT21-WR-BLAST-01", "KT21-WR-TORRENT-01")
@pytest.mark.parametrize(
    ("texts", "both", "rules"),
    [
        (["Blast ●", "Torrent ●"], "Blast and Torrent", "KT21-WR-BLAST-01, KT21-WR-TORRENT-01"),
        (["Torrent ●", "Heavy", "Fusillade"], "Fusillade and Torrent", "KT21-WR-FUSILLADE-01, KT21-WR-TORRENT-01"),
        (["Blast ●", "Fusillade", "Torrent ●"], "Fusillade and Blast", "KT21-WR-FUSILLADE-01, KT21-WR-BLAST-01"),
    ],
)
def test_one_rule_at_most_says_who_else_is_attacked(texts: list[str], both: str, rules: str) -> None:
    """Two of them are refused when the card is read, for one would be lost."""
    with pytest.raises(BadRule) as refused:
        parse_rules(texts)
    assert str(refused.value) == f"a weapon cannot have both {both}, which differ on who else is attacked ({rules})"
    assert parse_rules(["Blast ●", "Blast ■"]).blast == 3, "the same rule twice is no such pair"


@pytest.mark.rule("KT21-WR-GEN-01")
def test_special_rules_and_critical_rules_stand_in_columns_of_their_own() -> None:
    """A card prints AP and Balanced among the special rules, Rending and MW among the critical ones."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("4 3+ 3/4; AP1, Rending, Balanced, MW2")], abilities=[STRIKE], invulnerable=5)
    _, arms = printed(scene.cards[0][1])
    assert (arms.columns[-2:], arms.rows[0][-2:]) == (("SR", "!"), ("AP1, Balanced", "Rending, MW2"))
    assert arms.lines == ("Invulnerable save 5+", "Strike: …")


@pytest.mark.rule("KT21-WR-GEN-01")
@pytest.mark.parametrize(("x", "dice"), [(1, 2), (2, 1)])
def test_x_is_what_is_printed_after_the_name(x: int, dice: int) -> None:
    """AP1 takes one defence die, AP2 two."""
    assert rolled(shot(f"1 3+ 3/4; AP{x}", [5, 1, 1]), 1) == [dice]


@pytest.mark.rule("KT21-WR-INVULN-04", "KT21-WR-GEN-02")
def test_team_files_give_invulnerable_saves_and_profiles() -> None:
    """``invulnerable = "5+"`` on a card, ``profile`` on a weapon: two profiles of one weapon have its name in common."""
    team = parse_team(
        """
        id = "lamps"
        name = "Lamps"
        ruleset = "kt21"
        [[operative]]
        id = "lamp"
        name = "Lamp"
        move = "3●"
        apl = 2
        defence = 3
        save = "4+"
        wounds = 8
        invulnerable = "5+"
        [[operative.weapon]]
        name = "Coil"
        profile = "low"
        kind = "ranged"
        attacks = 4
        hit = "3+"
        damage = "3/4"
        [[operative.weapon]]
        name = "Coil"
        profile = "high"
        kind = "ranged"
        attacks = 4
        hit = "3+"
        damage = "4/5"
        rules = ["Hot"]
        """,
        "lamps.toml",
    )
    (card,) = team.operatives
    assert card.invulnerable == 5
    assert [(w.name, w.of) for w in card.weapons] == [("Coil (low)", "Coil"), ("Coil (high)", "Coil")]


@pytest.mark.rule("KT21-WR-GEN-01")
def test_abilities_can_give_weapons_rules_that_are_looked_up_at_every_use() -> None:
    """An ability may give Balanced or Lethal; rules that decide whether a weapon can be used at all must stand on it."""
    sure = Ability(id="sure", name="Sure", text="…", effect="weapon-rule", values={"rules": ["Lethal 4+"], "weapons": "ranged"})
    assert shot("1 3+ 1/9", [4, 1, 1, 1], shooter={"abilities": [sure]}).damage(1) == 9
    assert {*EDITION.fixed} == {"heavy", "limited", "silent", "unwieldy", "blast", "torrent", "fusillade", "indirect"}


# --- psychic actions


def seer(*, engaged: bool = False, ward_at: tuple[float, float] | None = None) -> Scene:
    """Return a scene: an operative with a psychic action of its own, and an enemy it sees."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade()], abilities=[STRIKE])
    scene.add(1, (6.5 if engaged else 10, 11))
    if ward_at:
        scene.add(1, ward_at, abilities=[WARD])
    return scene


@pytest.mark.rule("KT21-WR-PSYCHIC-01")
@pytest.mark.parametrize("engaged", [False, True])
def test_a_psychic_action_is_an_action_like_others(engaged: bool) -> None:
    """The label forbids nothing by itself: it is paid for, done once, under either order, beside an enemy or not."""
    for order in ("engage", "conceal"):
        play = seer(engaged=engaged).activate(0).answer(order, "psychic strike")
        assert play.damage(1) == 2
        assert play.state.acting[-1].spent == 1
        assert play.why("psychic strike") == "KT21-ACT-05"


@pytest.mark.rule("KT21-WR-PSYCHIC-01")
@pytest.mark.parametrize(("gap", "why"), [(3.0, "KT21-WR-PSYCHIC-01"), (3.1, "")])
def test_other_rules_may_refer_to_psychic_actions(gap: float, why: str) -> None:
    """An enemy that keeps psychic actions away within 3" bars this one and no other action."""
    play = seer(ward_at=(5, 12 + gap)).activate(0).answer("engage")
    assert play.why("psychic strike") == why
    assert ("psychic strike" in play.options()) == (why == "")
    assert play.why("dash") == ""


@pytest.mark.rule("KT21-WR-PSYCHIC-01")
def test_what_keeps_psychic_actions_away_is_meant_for_enemies() -> None:
    """Neither a friend that wards nor the one that strikes itself is in the way."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade()], abilities=[STRIKE, WARD])
    scene.add(0, (5, 13), abilities=[WARD])
    scene.add(1, (10, 11))
    assert scene.activate(0).answer("engage").why("psychic strike") == ""
