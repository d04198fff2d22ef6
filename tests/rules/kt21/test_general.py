"""The parts of a battle: two kill teams, their cards, dice, and what these rules leave out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from counteract.core.decision import Path
from counteract.core.dice import SeededDice
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.files.reader import FileError
from counteract.game import Game
from counteract.rulesets.kt21.cards import Team
from counteract.rulesets.kt21.ruleset import RULESET
from counteract.rulesets.kt21.teams import parse_team
from tests.rules.kt21.rounds import idle, lines, take, turning_point
from tests.rules.kt21.scene import Ability, Play, Scene, blade, gun


class WatchedDice(SeededDice):
    """Seeded dice that note each roll asked of them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: list[tuple[int, int]] = []

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        self.asked.append((count, sides))
        return super().roll(at, count, sides)


# --- two kill teams


@pytest.mark.rule("KT21-GEN-01")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_battle_is_for_two_kill_teams(count: int) -> None:
    """One team, or three, cannot play."""
    setup = lines(1, 1).setup()
    setup["teams"] = (setup["teams"] * 2)[:count]
    with pytest.raises(ValueError, match="by 2 teams"):
        RULESET.arrange(setup)


@pytest.mark.rule("KT21-GEN-01")
def test_each_player_controls_the_operatives_of_one_team() -> None:
    """Three operatives against one: each player activates own ones only, and every question about an operative goes to its player."""
    play = lines(3, 1).firefight(0)
    assert (play.player, play.options(), play.why(3)) == (0, [0, 1, 2], "KT21-ACT-01")
    take(play, 1)
    assert (play.player, play.options(), play.why(0)) == (1, [3], "KT21-ACT-01")
    game, rng = Game(RULESET, lines(2, 2).setup(), SeededDice(3)), random.Random(3)
    asked = set()
    while game.decision is not None:
        asked.add(game.decision.player)
        if game.decision.subject >= 0:
            assert game.arena.sides[game.decision.subject] == game.decision.player
        game.play(game.decision.sample(rng))
    assert asked == {0, 1}


@pytest.mark.rule("KT21-INT-82")
@pytest.mark.parametrize("empty", [0, 1])
def test_a_team_without_operatives_cannot_play(empty: int) -> None:
    """Neither player may bring an empty team, and a file that lists no operative is refused as it is read."""
    teams = [Team(id=f"team{side}", name="…") for side in (0, 1)]
    scene = lines(1, 1)
    setup = scene.setup()
    setup["teams"][empty]["operatives"] = []
    with pytest.raises(ValueError, match=f"'team{empty}' has no operatives"):
        RULESET.arrange(setup)
    with pytest.raises(ValueError, match="has no operatives"):
        Game.new("kt21", teams=teams, killzone="salt-flats", mission=None, seed=1)
    with pytest.raises(FileError, match="operative"):
        parse_team('id = "nobody"\nname = "Nobody"\nruleset = "kt21"\n', "nobody.toml")


# --- with a mission and without


@pytest.mark.rule("KT21-GEN-02")
@pytest.mark.parametrize("mission", [None, "default"])
def test_a_battle_can_be_fought_with_and_without_a_mission(mission: str | None) -> None:
    """Both kinds run from set-up to the end of the fourth turning point and have a result."""
    play = idle(Play(Game(RULESET, lines(2, 2, mission=mission).setup(), SeededDice(5))))
    assert play.state.turn == 4
    assert play.game.result is not None
    assert [bool(e) for e in (play.events("scored"), play.game.view()["markers"])] == [mission is not None] * 2


@pytest.mark.rule("KT21-GEN-02")
def test_a_mission_changes_nothing_of_how_one_moves_and_shoots() -> None:
    """An activation with the same dice leads to the same places and wounds, mission or not."""
    ends = []
    for mission in (None, "default"):
        scene = Scene(mission=mission)
        scene.add(0, (5, 11))
        scene.add(1, (15, 11))
        play = scene.activate(0, dice=[6, 5, 4, 1, 5, 2, 2]).answer("engage", "normal move", [(8, 9)], "shoot", 1)
        play.game.play(play.decision.default)
        ends.append((play.state.places, play.state.models))
    assert ends[0] == ends[1]
    assert ends[0][1][1].wounds < 10


# --- cards


TEAM = """
id = "lamp-wardens"
name = "Lamp Wardens"
ruleset = "kt21"

[[operative]]
id = "warden"
name = "Warden"
count = 2
move = "2●▲"
apl = 3
group = 2
defence = 4
save = "5+"
wounds = 11
keywords = ["fly"]
abilities = ["drive"]

[[operative.weapon]]
name = "Coil gun"
kind = "ranged"
attacks = 5
hit = "4+"
damage = "2/6"
rules = ["AP1", "Range ⬟"]

[[operative.weapon]]
name = "Hook"
kind = "melee"
attacks = 2
hit = "2+"
damage = "3/7"

[[ability]]
id = "drive"
name = "Drive"
text = "…"
effect = "ignore-injury"

[[ploy]]
id = "plan"
name = "Plan"
kind = "strategic"
text = "…"
effect = "rally"
"""


@pytest.mark.rule("KT21-GEN-03", "KT21-GEN-06")
def test_an_army_list_supplies_all_there_is_to_know() -> None:
    """M, APL, Df, Sv and W of an operative; A, BS or WS, D and rules of its weapons; abilities and ploys."""
    team = parse_team(TEAM, "lamp-wardens.toml")
    assert len(team.operatives) == 2
    card = team.operatives[0]
    assert (card.move, card.apl, card.defence, card.save, card.wounds) == (5, 3, 4, 5, 11)
    coil, hook = card.weapons
    assert (coil.kind, coil.attacks, coil.hit, coil.normal, coil.critical) == ("ranged", 5, 4, 2, 6)
    assert (coil.rules.ap, coil.rules.range, coil.text) == (1, 6.0, ("AP1", "Range ⬟"))
    assert (hook.kind, hook.attacks, hook.hit, hook.normal, hook.critical, hook.text) == ("melee", 2, 2, 3, 7, ())
    assert [a.id for a in card.abilities] == ["drive"]
    assert [p.id for p in team.ploys] == ["plan"]


@pytest.mark.rule("KT21-GEN-03")
@pytest.mark.parametrize("name", ["move", "apl", "defence", "save", "wounds"])
def test_no_characteristic_can_be_left_out(name: str) -> None:
    """A card without one of the five is refused, by name."""
    text = "\n".join(line for line in TEAM.splitlines() if not line.startswith(f"{name} ="))
    with pytest.raises(FileError, match=name):
        parse_team(text, "lamp-wardens.toml")


@pytest.mark.rule("KT21-GEN-03")
def test_each_characteristic_is_used_for_what_it_is() -> None:
    """M 5: moves of 5 inches; APL 3: three AP; A 5 and BS 4+ against Df 2 and Sv 5+; D 2/6; W 11."""
    scene = Scene()
    scene.add(0, (5, 11), move=5, apl=3, weapons=[gun("5 4+ 2/6")])
    scene.add(1, (15, 11), defence=2, save=5, wounds=11)
    play = scene.activate(0, dice=[6, 4, 3, 2, 1, 4, 5]).answer("engage")
    assert play.state.acting[-1].points == 3
    play.answer("normal move")
    assert (play.why([(10, 11)]), play.why([(10.01, 11)])) == ("", "KT21-MOVE-02")
    play.answer([(5, 11)], "shoot", 1)
    assert [(e.values["player"], len(e.values["dice"])) for e in play.events("rolled")] == [(0, 5), (1, 2)]
    (hit,) = play.events("retained")
    (saved,) = play.events("saves")
    assert (hit.values["criticals"], hit.values["normals"]) == (1, 1)
    assert (saved.values["criticals"], saved.values["normals"]) == (0, 1), "a 5 saves and a 4 does not"
    play.answer(play.decision.default)
    assert play.wounds(1) == 11 - 6


@pytest.mark.rule("KT21-GEN-03")
def test_a_melee_weapon_has_a_ws() -> None:
    """A 2 and WS 2+ against A 3 and WS 5+: what each rolls and hits with; D 3/7 of the striker."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade("2 2+ 3/7")])
    scene.add(1, (6.5, 11), weapons=[blade("3 5+ 1/1")], wounds=20)
    play = scene.act(0, "fight", dice=[6, 2, 4, 4, 1])
    told = [(e.values["player"], e.values["criticals"], e.values["normals"]) for e in play.events("retained")]
    assert told == [(0, 1, 1), (1, 0, 0)]
    while not play.over:
        play.game.play(play.decision.default)
    assert play.wounds(1) == 20 - 7 - 3


@pytest.mark.rule("KT21-GEN-06")
def test_each_team_plays_by_its_own_list() -> None:
    """Each moves as far and shoots with as many dice as its own card says; a ploy is its team's, an ability its owner's."""
    mend = Ability(id="mend", name="Mend", text="…", effect="mend")
    scene = Scene()
    scene.add(0, (5, 5), move=4, weapons=[gun("2 6+ 1/1")], left=5)
    scene.add(1, (20, 5), move=7, weapons=[gun("5 6+ 1/1")], left=5, abilities=[mend])
    scene.ploy(0, name="drill", kind="strategic", effect="rally", until="now")
    for i, move, dice, x in ((0, 4, 2, 5), (1, 7, 5, 20)):
        going = scene.act(i, "normal move")
        assert (going.why([(x, 5 + move)]), going.why([(x, 5 + move + 0.01)])) == ("", "KT21-MOVE-02")
        shooting = scene.act(i, "shoot", dice=[1] * (dice + 3)).answer(1 - i)
        assert len(shooting.events("rolled")[0].values["dice"]) == dice
        assert ("mend" in scene.activate(i).answer("engage").options()) == (i == 1)
    asked = scene.play(Task("strategy", (Alternation((1, 0)),)), cp=(2, 2), phase="strategy")
    assert (asked.player, asked.options()) == (0, ["pass", "drill"])


@pytest.mark.rule("KT21-GEN-05")
def test_every_die_is_a_d6() -> None:
    """In whole battles at random, with everything that rolls, nothing but D6 is asked for."""
    for seed in range(3):
        shrug = Ability(id="shrug", name="Shrug", text="…", effect="ignore-wounds", values={"on": 5})
        scene = lines(3, 3, options={"defender": "first"}, weapons=[gun("4 3+ 3/4; Balanced, Hot"), blade("4 3+ 3/4; Ceaseless")], abilities=[shrug])
        dice = WatchedDice(seed)
        game, rng = Game(RULESET, scene.setup(), dice), random.Random(seed)
        while game.decision is not None:
            game.play(game.decision.sample(rng))
        assert len(dice.asked) > 10
        assert {sides for _, sides in dice.asked} == {6}


# --- the worked example


@pytest.mark.rule("KT21-GEN-03", "KT21-DMG-03", "KT21-DMG-04", "KT21-DMG-05", "KT21-CHARGE-02", "KT21-DASH-01")
@pytest.mark.parametrize(("wounds", "left", "injured"), [(7, 4, False), (7, 3, True), (8, 4, False), (8, 3, True)])
def test_example_12_injured(wounds: int, left: int, injured: bool) -> None:
    """W 7: not at 4, but at 3; W 8: not at 4, but at 3. Injured with M 6, BS 3+ and WS 3+: M 4, 4+, 4+, Charge 6, Dash still 3."""
    scene = Scene()
    scene.add(0, (5, 11), move=6, wounds=wounds, left=left, weapons=[gun("4 3+ 1/1"), blade("4 3+ 1/1")])
    scene.add(1, (20, 11))
    shown = scene.play().game.view()["models"][0]
    assert shown["injured"] == injured
    worse = int(injured)
    assert (shown["move"], [w["hit"] for w in shown["weapons"]]) == (6 - 2 * worse, [3 + worse, 3 + worse])
    for action, most, rule in (("normal move", 6 - 2 * worse, "KT21-MOVE-02"), ("dash", 3, "KT21-DASH-01")):
        play = scene.act(0, action)
        assert (play.why([(5 + most, 11)]), play.why([(5 + most + 0.01, 11)])) == ("", rule)
    far = 8 - 2 * worse
    scene.places[1] = (5 + far + 1.5, 11.0, 0.0)
    charge = scene.act(0, "charge")
    assert (charge.why([(5 + far, 11)]), charge.why([(5 + far + 0.01, 11)])) == ("", "KT21-CHARGE-02")


# --- what these rules leave out


@pytest.mark.rule("KT21-INT-79")
def test_nobody_is_activated_as_a_group() -> None:
    """Operatives with a group activation of 2 on their cards are activated one at a time all the same."""
    play = lines(2, 2, group=2).firefight(0)
    take(play, 0)
    assert (play.what, play.player) == ("activate", 1)


@pytest.mark.rule("KT21-INT-79")
def test_friends_beside_the_enemy_lend_no_support() -> None:
    """With two friends in Engagement Range of the enemy a fighter still needs its own WS and rolls its own dice."""
    for friends in (0, 2):
        scene = Scene()
        scene.add(0, (5, 11), weapons=[blade("2 4+ 1/1")])
        for k in range(friends):
            scene.add(0, (7.5, 10 + 2 * k))
        scene.add(1, (6.3, 11), weapons=[], wounds=20)
        play = scene.act(0, "fight", dice=[3, 3])
        (told,) = play.events("retained")
        assert (told.values["criticals"], told.values["normals"]) == (0, 0)


@pytest.mark.rule("KT21-INT-79")
def test_there_are_neither_vantage_points_nor_climbing_nor_flying() -> None:
    """No operative stands on the floors of other editions, whatever its keywords, and none jumps."""
    scene = Scene()
    scene.add(0, (5, 11), keywords=("fly",), move=10)
    scene.add(1, (28, 20))
    scene.wall(7, 9, 12, 13, top=1.0, kind="heavy", marks=("vantage",))
    play = scene.act(0, "normal move")
    assert play.why([(9, 11)]) != ""
    assert play.why([(14, 11)]) == "KT21-INT-10"
    assert play.why(Path(((9.0, 11.0, 1.0),))) != ""
    assert play.why(Path(((6.0, 11.0, 0.0, "jump"),))) == "KT21-INT-11"


@pytest.mark.rule("KT21-INT-79")
@pytest.mark.parametrize("extra", ['equipment = ["rope"]', "[[equipment]]\nid = 'rope'"])
def test_there_is_no_equipment(extra: str) -> None:
    """A team file that lists equipment is refused: these rules know none."""
    text = TEAM + "\n" + extra if extra.startswith("[[") else TEAM.replace("apl = 3", f"apl = 3\n{extra}")
    with pytest.raises(FileError, match="equipment"):
        parse_team(text, "lamp-wardens.toml")


@pytest.mark.rule("KT21-INT-79")
def test_a_turning_point_has_no_further_steps() -> None:
    """From initiative to the first activation nothing else is asked: no equipment, no tactical operations, no scouting."""
    play: Any = turning_point(lines(1, 1), dice=[6, 1], cp=(2, 2))
    asked = [play.what]
    play.answer(0)
    asked.append(play.what)
    assert asked == ["initiative", "activate"]
