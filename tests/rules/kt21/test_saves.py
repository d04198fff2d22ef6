"""Defence dice, the cover die, and how saves are spent. (SHOOT-10 to -18, INT-31 to INT-37, INVULN)"""

from __future__ import annotations

import pytest

from tests.rules.kt21.scene import Ability, Play, Scene, gun
from tests.rules.kt21.shots import COVER, TARGET, again, attacked, kept, rolled, saved, shot, spend

# --- rolling them


@pytest.mark.rule("KT21-SHOOT-10")
@pytest.mark.parametrize("defence", [0, 1, 3, 5])
def test_as_many_defence_dice_as_df(defence: int) -> None:
    """The defender rolls Df dice, whatever hit; with Df 0 none, and every hit gets through."""
    play = shot("2 3+ 3/4", [5, 5, *[1] * defence], defence=defence)
    assert rolled(play, 1) == ([defence] if defence else [])
    assert play.damage(TARGET) == 6


@pytest.mark.rule("KT21-SHOOT-11")
@pytest.mark.parametrize(("save", "normals"), [(2, 3), (3, 2), (4, 1), (5, 0), (6, 0)])
def test_dice_of_sv_or_more_save(save: int, normals: int) -> None:
    """Of defence dice 4, 3, 2 those equal to the target's Sv or above are saves, the others are discarded."""
    assert saved(shot("3 3+ 3/4", [5, 5, 5, 4, 3, 2], save=save)) == (0, normals)


@pytest.mark.rule("KT21-SHOOT-12")
def test_a_six_is_a_critical_save() -> None:
    """With Sv 3+ a 6 is a critical save; a 5 and a 3 are normal ones."""
    assert saved(shot("3 3+ 3/4", [5, 5, 5, 6, 5, 3], save=3)) == (1, 2)


@pytest.mark.rule("KT21-SHOOT-13")
def test_a_one_never_saves() -> None:
    """Even with Sv 2+ a 1 fails where a 2 saves."""
    assert saved(shot("3 3+ 3/4", [5, 5, 5, 1, 2, 1], save=2)) == (0, 1)


@pytest.mark.rule("KT21-INT-31")
def test_a_six_saves_whatever_the_sv() -> None:
    """With an Sv of 7+ only a 6 saves, and critically."""
    assert saved(shot("3 3+ 3/4", [5, 5, 5, 6, 5, 5], save=7)) == (1, 0)


# --- the cover die


@pytest.mark.rule("KT21-SHOOT-14", "KT21-INT-34")
def test_one_die_may_be_kept_for_cover_before_the_roll() -> None:
    """In cover with Df 3 the defender is asked before rolling: one die kept as a normal save and two rolled, or three rolled."""
    play = shot("3 3+ 3/4", [5, 5, 5, 1, 1], behind=COVER)
    assert (play.what, play.player, play.options()) == ("cover-save", 1, ["cover-save", "pass"])
    assert rolled(play, 1) == []
    assert play.options()[0] == play.decision.default.value  # type: ignore[union-attr]
    play.answer("cover-save")
    assert (rolled(play, 1), saved(play)) == ([2], (0, 1))
    play = shot("3 3+ 3/4", [5, 5, 5, 6, 1, 1], behind=COVER).answer("pass")
    assert (rolled(play, 1), saved(play)) == ([3], (1, 0))


@pytest.mark.rule("KT21-SHOOT-14", "KT21-INT-34")
def test_two_barricades_keep_one_die_in_all() -> None:
    """A target behind two barricades keeps one die, not two."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("3 3+ 3/4")])
    scene.add(1, (15, 11), defence=3)
    scene.barricade(13.6, 11, 90)
    scene.barricade(13.9, 11, 90)
    play = scene.act(0, "shoot", dice=[5, 5, 5, 1, 1]).answer(TARGET, "cover-save")
    assert (rolled(play, 1), saved(play)) == ([2], (0, 1))


@pytest.mark.rule("KT21-SHOOT-14")
def test_nothing_is_kept_in_the_open() -> None:
    """Without cover no player is asked about a die to keep."""
    play = shot("3 3+ 3/4", [5, 5, 5, 1, 1, 1])
    assert play.over
    assert rolled(play, 1) == [3]


@pytest.mark.rule("KT21-INT-35")
@pytest.mark.parametrize(("ap", "asked"), [("AP2", True), ("AP3", False), ("AP4", False)])
def test_df_falls_to_0_at_worst_and_then_cover_gives_nothing(ap: str, asked: bool) -> None:
    """In cover with Df 3: one die left may be kept; with none left there is nothing to keep, and nothing to roll."""
    play = shot(f"1 3+ 3/4; {ap}", [5], behind=COVER, defence=3)
    if asked:
        assert play.what == "cover-save"
        play.answer("cover-save", spend())
    assert play.over
    assert rolled(play, 1) == []
    assert saved(play) == (0, int(asked))
    assert play.damage(TARGET) == 3


# --- spending them


def against(attack: list[int], defence: list[int], text: str = "3/5") -> Play:
    """Return a shot on 3+ with D 3/5 at Sv 3+, at the moment saves are spent."""
    return shot(f"{len(attack)} 3+ {text}", [*attack, *defence], defence=len(defence), save=3)


@pytest.mark.rule("KT21-SHOOT-16")
def test_a_normal_save_cancels_one_normal_hit() -> None:
    """Two normal hits, one normal save: one of them can be cancelled, not both."""
    play = against([5, 5], [4, 1])
    assert play.options() == [spend(1), spend()]
    assert play.why(spend(2)) == "KT21-SHOOT-16"
    assert play.answer(spend(1)).damage(TARGET) == 3


@pytest.mark.rule("KT21-SHOOT-16", "KT21-SHOOT-17")
def test_a_single_normal_save_never_stops_a_critical() -> None:
    """One critical hit, one normal save: there is nothing to choose, and the critical gets through."""
    play = against([6], [4])
    assert play.over
    assert play.damage(TARGET) == 5


@pytest.mark.rule("KT21-SHOOT-16")
def test_saves_cannot_be_spent_on_hits_that_are_not_there() -> None:
    """One normal and one critical hit against three critical saves: a second one of either kind cannot be cancelled."""
    play = against([6, 5], [6, 6, 6])
    assert play.why(spend(critical_on_normal=2)) == "KT21-SHOOT-16"
    assert play.why(spend(critical_on_critical=2)) == "KT21-SHOOT-15"
    assert play.why(spend(critical_on_critical=1, critical_on_normal=1)) == ""


@pytest.mark.rule("KT21-SHOOT-15")
@pytest.mark.parametrize(("way", "damage"), [(spend(critical_on_critical=1), 3), (spend(critical_on_normal=1), 5), (spend(), 8)])
def test_a_critical_save_cancels_any_one_hit(way: object, damage: int) -> None:
    """Against one critical and one normal hit the one critical save stops either of them, not both."""
    play = against([6, 5], [6])
    assert (play.what, play.player) == ("block", 1)
    assert play.why(spend(critical_on_critical=1, critical_on_normal=1)) == "KT21-SHOOT-15"
    assert play.answer(way).damage(TARGET) == damage


@pytest.mark.rule("KT21-SHOOT-17")
def test_two_saves_discard_a_critical_and_are_used_up() -> None:
    """Two normal saves stop one critical hit and nothing besides; three do not stop two criticals."""
    play = against([6, 5], [4, 4])
    assert play.options() == [spend(pairs_on_critical=1), spend(normal_on_normal=1), spend()]
    assert play.why(spend(normal_on_normal=1, pairs_on_critical=1)) == "KT21-SHOOT-17"
    assert play.answer(spend(pairs_on_critical=1)).damage(TARGET) == 3
    play = against([6, 6], [4, 4, 4])
    assert play.why(spend(pairs_on_critical=2)) == "KT21-SHOOT-17"
    assert play.answer(spend(pairs_on_critical=1)).damage(TARGET) == 5


@pytest.mark.rule("KT21-INT-32")
@pytest.mark.parametrize("saves", [[6, 4], [6, 6], [4, 4]])
def test_any_two_saves_make_a_pair(saves: list[int]) -> None:
    """A critical and a normal save, two criticals, two normals: each pair discards one critical hit if the defender likes."""
    play = against([6, 6], saves)
    assert play.why(spend(pairs_on_critical=1)) == ""
    assert play.answer(spend(pairs_on_critical=1)).damage(TARGET) == 5


@pytest.mark.rule("KT21-SHOOT-18", "KT21-INT-33")
def test_saves_left_over_are_gone_after_the_attack() -> None:
    """Three saves against one hit, then a second attack of the same Torrent: that one is met by its own dice alone."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Torrent 2"')])
    first = scene.add(1, (15, 11), save=3)
    second = scene.add(1, (15, 13), save=3)
    play = scene.act(0, "shoot", dice=[5, 6, 6, 6, 5, 1, 1, 1]).answer(first, spend(critical_on_normal=1), second)
    assert play.over
    assert attacked(play) == [first, second]
    assert (play.damage(first), play.damage(second)) == (0, 3)


@pytest.mark.rule("KT21-INT-33")
def test_saves_need_not_be_used() -> None:
    """With a save in hand the defender may still take the hit."""
    play = against([5], [4])
    assert spend() in play.options()
    assert play.answer(spend()).damage(TARGET) == 3


@pytest.mark.rule("KT21-INT-33")
@pytest.mark.parametrize(
    ("damage", "attack", "defence", "best"),
    [
        ("3/5", [6, 5, 5], [4, 4], spend(normal_on_normal=2)),  # 5 rather than 6
        ("3/7", [6, 5, 5], [4, 4], spend(pairs_on_critical=1)),  # 6 rather than 7
        ("3/3", [6, 5], [4, 4], spend(normal_on_normal=1)),  # 3 either way: one die rather than two
        ("3/5", [6], [6, 4, 4], spend(critical_on_critical=1)),  # one die rather than two
        ("2/5", [6, 6, 5], [6, 4, 4], spend(pairs_on_critical=1, critical_on_critical=1)),
        ("4/5", [6, 6, 5], [6, 4, 4], spend(pairs_on_critical=1, critical_on_critical=1)),
        ("6/5", [6, 5], [6], spend(critical_on_normal=1)),
        ("0/4", [6, 5, 5], [4, 4], spend(pairs_on_critical=1)),
        ("0/0", [6, 5, 5], [6, 4], spend()),
    ],
)  # fmt: skip
def test_without_a_choice_the_damage_is_least_with_the_fewest_dice(damage: str, attack: list[int], defence: list[int], best: object) -> None:
    """The least damage that gets through counts first, then the fewest dice spent."""
    assert against(attack, defence, damage).decision.default == best


@pytest.mark.rule("KT21-INT-33")
def test_the_least_damage_is_what_the_target_would_really_suffer() -> None:
    """D 3/5 at a target that takes 2 off damage of 5 and more: normals and criticals cost it 3 each, so one die each is best."""
    tough = Ability(id="tough", name="Tough", text="…", effect="soften", values={"by": 2, "least": 5})
    play = shot("2 3+ 3/5", [6, 5, 4, 4, 1], save=3, abilities=[tough])
    assert play.decision.default == spend(normal_on_normal=1)
    assert play.answer(play.decision.default).damage(TARGET) == 3


@pytest.mark.rule("KT21-SHOOT-19", "KT21-SHOOT-20")
def test_what_softens_damage_is_counted_before_saves_are_spent() -> None:
    """D 4/5 at a target that takes 1 off: one normal hit let through is 3 damage, and leaves it standing with 4 wounds."""
    tough = Ability(id="tough", name="Tough", text="…", effect="soften", values={"by": 1, "least": 3})
    play = shot("1 3+ 4/5", [4, 4, 1, 1], wounds=10, left=4, abilities=[tough])
    assert play.decision.context.incoming.damage == (3, 4)
    assert str(play.game.label(spend())) == "block nothing: 3 damage (wounds left: 1)"
    assert play.answer(spend()).wounds(TARGET) == 1


@pytest.mark.rule("KT21-SHOOT-19", "KT21-SHOOT-20")
@pytest.mark.parametrize(("attack", "rule"), [([5, 5], "KT21-SHOOT-19"), ([6, 5], "KT21-SHOOT-20"), ([6, 6], "KT21-SHOOT-20")])
def test_damage_names_its_rule(attack: list[int], rule: str) -> None:
    """Of normal hits alone the one, as soon as a critical is among them the other."""
    play = shot("2 3+ 3/4", [*attack, 1, 1, 1])
    assert [e.rule for e in (*play.events("unblocked"), *play.events("damage"))] == [rule, rule]


@pytest.mark.rule("KT21-GEN-06")
def test_an_ability_that_re_rolls_defence_dice_is_the_army_lists() -> None:
    """A defence die rolled again by an ability was no ploy."""
    nimble = Ability(id="nimble", name="Nimble", text="…", effect="defence-reroll")
    play = shot("1 3+ 3/4", [5, 1, 1, 1, 6], abilities=[nimble]).answer(again("defence-reroll", 0))
    assert [e.rule for e in play.events("rerolled")] == ["KT21-GEN-06"]


@pytest.mark.rule("KT21-INT-26", "KT21-INT-28", "KT21-GEN-06")
def test_each_ability_that_re_rolls_defence_dice_is_used_by_itself() -> None:
    """The second is there once the first has shown what it gave; no die is rolled a third time, and a Command Re-roll ends both."""
    nimble = [Ability(id=f"nimble-{k}", name=f"Nimble {k}", text="…", effect="defence-reroll") for k in (0, 1)]
    play = shot("1 3+ 3/4", [5, 1, 2, 3, 2, 5], abilities=nimble)
    assert play.why(again("defence-reroll", 0, 1)) == play.why(again("defence-reroll-2", 0)) == "KT21-GEN-06"
    play.answer(again("defence-reroll", 0))
    assert play.what == "re-roll" and play.why(again("defence-reroll-2", 0)) == "KT21-INT-26"
    play.answer(again("defence-reroll-2", 1))
    assert saved(play) == (0, 1)
    play = shot("1 3+ 3/4", [5, 1, 2, 3, 2, 2], abilities=nimble, cp=(0, 1))
    play.answer(again("defence-reroll", 0), again("command-reroll", 1))
    assert play.what != "re-roll"


@pytest.mark.rule("KT21-SHOOT-15", "KT21-SHOOT-16")
def test_a_refusal_is_grammatical_whatever_the_number() -> None:
    """Against one hit of each kind, one save of each kind."""
    play = against([6, 5], [6, 5])
    assert play.refusal(spend(normal_on_normal=2)).reason == "That takes more normal saves than there are (1)."
    assert play.refusal(spend(critical_on_critical=1, critical_on_normal=1)).reason == "That takes more critical saves than there are (1)."


# --- the invulnerable save


def blessed(text: str, dice: list[int], *, save: int = 3, special: int = 5, defence: int = 3, cover: bool = False) -> Play:
    """Play a shot at a target with an invulnerable save."""
    return shot(text, dice, defence=defence, save=save, invulnerable=special, behind=COVER if cover else ())


@pytest.mark.rule("KT21-WR-INVULN-01", "KT21-INT-37")
def test_the_defender_picks_the_save_before_rolling() -> None:
    """Against AP the defender is asked, before any defence die, which save to use for the whole attack."""
    play = blessed("2 3+ 3/4; AP1", [5, 5])
    assert (play.what, play.player, play.options()) == ("which-save", 1, ["save", "invulnerable"])
    assert rolled(play, 1) == []
    assert play.decision.rule == "KT21-WR-INVULN-01"


@pytest.mark.rule("KT21-WR-INVULN-01", "KT21-WR-INVULN-04")
@pytest.mark.parametrize(("choice", "saves"), [("save", (0, 0)), ("invulnerable", (0, 2))])
def test_the_invulnerable_save_takes_the_place_of_sv(choice: str, saves: tuple[int, int]) -> None:
    """Sv 5+, invulnerable 4+, no AP: dice of 4 are saves with the one and fails with the other."""
    play = blessed("3 3+ 3/4", [5, 5, 5, 4, 4, 3], save=5, special=4).answer(choice)
    assert saved(play) == saves
    told = [(e.rule, e.values["save"]) for e in play.events("invulnerable")]
    assert told == ([("KT21-WR-INVULN-01", 4)] if choice == "invulnerable" else [])


@pytest.mark.rule("KT21-WR-INVULN-02", "KT21-WR-INVULN-04")
def test_it_works_like_sv() -> None:
    """With 5+ a 6 is a critical save, a 5 a normal one, a 4 and a 1 fail; and the cover die is kept like any."""
    play = blessed("3 3+ 3/4", [5, 5, 5, 6, 5, 4], save=6, special=5).answer("invulnerable")
    assert saved(play) == (1, 1)
    play = blessed("3 3+ 3/4", [5, 5, 5, 6, 1], save=6, special=5, cover=True).answer("invulnerable", "cover-save")
    assert (rolled(play, 1), saved(play)) == ([2], (1, 1))


@pytest.mark.rule("KT21-WR-INVULN-02", "KT21-WR-INVULN-03")
@pytest.mark.parametrize("rules", ["AP1", "AP3", "AP9", "P3", "AP1, P3"])
def test_no_armour_penetration_changes_it(rules: str) -> None:
    """Whatever AP or P there is, the invulnerable save has the dice of the full Df and needs what the card says."""
    play = blessed(f"2 3+ 3/4; {rules}", [6, 5, 5, 4, 5]).answer("invulnerable")
    assert (rolled(play, 1), saved(play)) == ([3], (0, 2))


@pytest.mark.rule("KT21-INT-37")
@pytest.mark.parametrize(
    ("text", "save", "special", "cover", "default"),
    [
        ("AP1", 3, 5, False, "save"),  # 2 dice on 3+: 1.33; 3 dice on 5+: 1
        ("AP1", 4, 5, False, "save"),  # 1 each: the Sv if equal
        ("AP1", 5, 5, False, "invulnerable"),  # 0.67 against 1
        ("AP2", 3, 5, False, "invulnerable"),  # 0.67 against 1
        ("AP2", 3, 5, True, "invulnerable"),  # a kept die alone: 1, against 1.67
        ("AP2", 2, 6, False, "save"),  # 0.83 against 0.5
        ("AP2", 2, 6, True, "invulnerable"),  # 1 against 1.33: cover turns it round
        ("AP3", 2, 6, True, "invulnerable"),  # nothing to keep without a die
    ],
)  # fmt: skip
def test_the_default_is_the_save_that_is_expected_to_save_more(text: str, save: int, special: int, cover: bool, default: str) -> None:
    """More saves on average, a kept cover die included; Sv if it is the same."""
    play = blessed(f"2 3+ 3/4; {text}", [5, 5], save=save, special=special, cover=cover)
    assert play.decision.default.value == default  # type: ignore[union-attr]


@pytest.mark.rule("KT21-WR-INVULN-01")
def test_nobody_is_asked_where_sv_is_as_good_and_has_all_its_dice() -> None:
    """Without AP a better Sv is used unasked; without defence dice there is no save to pick."""
    play = blessed("3 3+ 3/4", [5, 5, 5, 3, 1, 1], save=3, special=5)
    assert saved(play) == (0, 1)
    assert not play.events("invulnerable")
    assert blessed("1 3+ 3/4; AP1", [5], defence=0).over


# --- worked examples


@pytest.mark.rule("KT21-SHOOT-16", "KT21-SHOOT-17", "KT21-INT-33")
def test_example_04_two_saves_for_a_critical() -> None:
    """6, 5, 2, 1 on 4+ with 4/5 against two normal saves: both on the critical costs 4, one on the normal 5; the default costs 4."""
    dice = [6, 5, 2, 1, 3, 5, 2]
    for way, damage in ((spend(pairs_on_critical=1), 4), (spend(normal_on_normal=1), 5)):
        play = shot("4 4+ 4/5", dice, defence=3, save=3)
        assert (kept(play), saved(play)) == ((1, 1), (0, 2))
        assert play.answer(way).damage(TARGET) == damage
    play = shot("4 4+ 4/5", dice, defence=3, save=3)
    assert play.answer(play.decision.default).damage(TARGET) == 4


@pytest.mark.rule("KT21-SHOOT-14", "KT21-SHOOT-15", "KT21-SHOOT-16", "KT21-INT-34")
def test_example_05_cover_die() -> None:
    """6, 6, 4, 2 at a target in cover, Df 3, Sv 5+: one die kept, 6 and 2 rolled; 4 damage at best."""
    play = shot("4 3+ 3/4", [6, 6, 4, 2, 6, 2], behind=COVER, order="engage", defence=3, save=5)
    assert (play.what, kept(play)) == ("cover-save", (2, 1))
    play.answer("cover-save")
    assert (rolled(play, 1), saved(play)) == ([2], (1, 1))
    assert play.decision.default == spend(normal_on_normal=1, critical_on_critical=1)
    assert play.answer(play.decision.default).damage(TARGET) == 4


@pytest.mark.rule("KT21-WR-AP-01", "KT21-INT-35")
@pytest.mark.parametrize(("ap", "kept_dice", "rolled_dice"), [(1, 1, [1]), (2, 1, []), (3, 0, [])])
def test_example_06_apx_and_cover(ap: int, kept_dice: int, rolled_dice: list[int]) -> None:
    """In cover with Df 3: AP1 leaves one kept and one rolled, AP2 one kept, AP3 nothing."""
    play = shot(f"1 3+ 3/4; AP{ap}", [5, *[1 for _ in rolled_dice]], behind=COVER, defence=3)
    if kept_dice:
        play.answer("cover-save")
    assert rolled(play, 1) == rolled_dice
    assert saved(play) == (0, kept_dice)


@pytest.mark.rule("KT21-WR-INVULN-01", "KT21-WR-INVULN-03", "KT21-INT-37")
def test_example_07_invulnerable_save() -> None:
    """Df 3, Sv 3+, invulnerable 5+, AP2: one die on 3+, or three on 5+, of which 5, 3, 2 make one normal save."""
    for die, saves in ((3, (0, 1)), (2, (0, 0))):
        play = blessed("1 3+ 3/4; AP2", [5, die]).answer("save")
        assert (rolled(play, 1), saved(play)) == ([1], saves)
    play = blessed("1 3+ 3/4; AP2", [5, 5, 3, 2]).answer("invulnerable")
    assert (rolled(play, 1), saved(play)) == ([3], (0, 1))
