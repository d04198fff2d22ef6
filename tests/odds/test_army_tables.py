"""Tables of army lists: a row is a weapon of a unit in the hands of all that bear it, a column a whole unit. Every cell is a single attack."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from counteract import odds
from counteract.files.teams import find_teams, load_team
from counteract.odds import matchups
from counteract.rulesets.kt40 import odds as kt40
from tests.commands import run

PATROLS = ("bell-patrol", "hedge-patrol", "iron-patrol")
TERMS: tuple[dict[str, Any], ...] = ({}, {"cover": True, "objective": "incapacitate", "rerolls": 1, "defender_rerolls": 1})


@pytest.fixture(scope="module")
def bells() -> Any:
    return load_team("bell-patrol")


@pytest.fixture(scope="module")
def hedge() -> Any:
    return load_team("hedge-patrol")


def row(team: Any, kind: str, name: str) -> int:
    return [label for label, _ in matchups.carried(team, kind)].index(name)


@pytest.mark.parametrize("terms", TERMS, ids=["plain", "re-rolls"])
@pytest.mark.parametrize(("mine", "theirs"), [("bell-patrol", "hedge-patrol"), ("hedge-patrol", "bell-patrol"), ("iron-patrol", "bell-patrol")])
def test_every_cell_is_the_attack_that_its_names_ask_for(mine: str, theirs: str, terms: dict[str, Any]) -> None:
    """Of shots and of fights, whatever is said besides."""
    team, against = load_team(mine), load_team(theirs)
    shots, targets = matchups.ranged(team, against, **terms), matchups.target_ids(against)
    assert shots is not None
    for i, weapon in enumerate(matchups.ids(team, "ranged")):
        for j, target in enumerate(targets):
            one = odds.shoot(ruleset="kt40", weapon=weapon, target=target, **terms)
            cell = shots.expected[i, j], shots.incapacitate[i, j], shots.injure[i, j]
            assert cell == pytest.approx((one.expected, one.incapacitate, one.injure), abs=1e-12)
    said_of_fights = matchups.in_melee("kt40", terms)
    fights = matchups.melee(team, against, **said_of_fights)
    assert fights is not None
    for i, weapon in enumerate(matchups.ids(team, "melee")):
        for j, blade in enumerate(fights.answers[i]):
            assert blade.startswith(targets[j])
            duel = odds.fight(ruleset="kt40", attacker=weapon, defender=blade, **said_of_fights)
            cell = fights.dealt[i, j], fights.taken[i, j], fights.incapacitate[i, j], fights.incapacitated[i, j]
            found = duel.expected_dealt, duel.expected_taken, duel.defender_incapacitated, duel.attacker_incapacitated
            assert cell == pytest.approx(found, abs=1e-12)


def test_three_rifles_fire_at_ten_nettlings(bells: Any, hedge: Any) -> None:
    """Three of the five Vergers have a rifle: 2/3 hit, 2/3 wound, 5/6 are not saved. Nobody destroys ten models with three shots."""
    shots = matchups.ranged(bells, hedge)
    assert shots is not None
    cell = row(bells, "ranged", "Peal rifle ×3 (Verger File 1)"), shots.targets.index("Nettling Band")
    assert shots.expected[cell] == pytest.approx(3 * 2 / 3 * 2 / 3 * 5 / 6)
    assert shots.incapacitate[cell] == 0


def test_columns_are_the_units_of_the_list(bells: Any, hedge: Any) -> None:
    shots = matchups.ranged(hedge, bells)
    assert shots is not None
    assert shots.targets == ("Provost", "Verger File 1", "Verger File 2", "Sexton Guild", "Carillon Squadron", "Almoner")
    assert matchups.target_ids(bells)[:3] == ["bell-patrol/provost", "bell-patrol/vergers", "bell-patrol/vergers-2"]


def test_modes_are_rows_of_their_own(bells: Any, hedge: Any) -> None:
    """With a label, a name to ask with, and numbers of their own."""
    shots, ids = matchups.ranged(bells, hedge), matchups.ids(bells, "ranged")
    assert shots is not None
    banked, roaring = (row(bells, "ranged", f"Furnace pistol ({mode}) (Provost)") for mode in ("banked", "roaring"))
    assert (ids[banked], ids[roaring]) == ("bell-patrol/provost/furnace-pistol-banked", "bell-patrol/provost/furnace-pistol-roaring")
    assert shots.expected[banked, 0] < shots.expected[roaring, 0]


@pytest.mark.parametrize("name", [team.id for team in find_teams("kt40")])
@pytest.mark.parametrize("kind", ["ranged", "melee"])
def test_every_row_has_a_label_and_a_name_of_its_own(name: str, kind: str) -> None:
    team = load_team(name)
    labels, ids = [label for label, _ in matchups.carried(team, kind)], matchups.ids(team, kind)
    assert len({*labels}) == len(labels) and len({*ids}) == len(ids) and all(ids)
    read = kt40.weapon_of if kind == "ranged" else kt40.fighter_of
    for weapon in ids:
        read(weapon)


def test_a_close_combat_weapon_can_be_asked_about(bells: Any) -> None:
    """Five of the second file have one attack with it, their Prior two: two rows, and two names."""
    ids = matchups.ids(bells, "melee")
    assert "bell-patrol/vergers/close-combat-weapon" in ids
    prior = ids[row(bells, "melee", "Close combat weapon ×1 (Verger Prior in Verger File 2)")]
    assert prior == "bell-patrol/vergers-2/close-combat-weapon-verger-prior"
    five, one = kt40.fighter_of("bell-patrol/vergers-2/close-combat-weapon"), kt40.fighter_of(prior)
    assert [(unit.bearers, unit.weapon.attacks.plus, unit.target.models) for unit in (five, one)] == [(5, 1, 6), (1, 2, 6)]


def test_as_many_shoot_as_bear_the_weapon_unless_a_number_is_said() -> None:
    """By name three Vergers, by hand one model; one model of a unit throws a grenade."""
    ask = {"ruleset": "kt40", "target": "models 10 T3 save 6+"}
    named, rifle = "bell-patrol/vergers/peal-rifle", 'Rapid Fire 1 24" S4 AP0 D1 BS3+'
    one = odds.shoot(weapon=rifle, **ask).expected
    for weapon, terms, models in ((named, {}, 3), (named, {"models": 1}, 1), (named, {"models": 5}, 5), (rifle, {"models": 3}, 3)):
        assert odds.shoot(weapon=weapon, **ask, **terms).expected == pytest.approx(models * one)
    bomb = "bell-patrol/vergers/censer-bomb"
    assert odds.shoot(weapon=bomb, **ask).distribution == odds.shoot(weapon=bomb, models=1, **ask).distribution


def test_the_name_of_a_model_stands_for_its_unit() -> None:
    by_model = odds.shoot(ruleset="kt40", weapon="bell-patrol/verger/peal-rifle", target="hedge-patrol/nettling")
    by_unit = odds.shoot(ruleset="kt40", weapon="bell-patrol/vergers/peal-rifle", target="hedge-patrol/nettlings")
    assert by_model.distribution == by_unit.distribution
    assert kt40.target_of("bell-patrol/verger-file-2") == kt40.target_of("bell-patrol/vergers-2")


def test_those_without_the_weapon_do_not_strike_and_fall_first() -> None:
    """Two of three bear it: they strike twice, and twice again as long as no more than one of the three is slain."""
    foe = "A1 WS3+ S4 AP0 D1 | models 9 T4"
    two, three = f"{foe.replace('9', '3')} bearers 2", f"{foe.replace('9', '3')}"
    strike = 2 / 3 * 1 / 2
    assert kt40.fight(two, foe).expected_dealt == pytest.approx(2 * strike)
    assert kt40.fight(three, foe).expected_dealt == pytest.approx(3 * strike)
    single = "A1 WS3+ S4 AP0 D1 | models 1 T4 wounds 9"
    assert kt40.fight(single, two).expected_taken == pytest.approx(2 * strike)  # one of three falls at most
    assert kt40.fight(single, three).expected_taken == pytest.approx((3 - strike) * strike)


def test_units_as_text_are_what_they_are_by_name() -> None:
    """Also characters and vehicles, whose morale differs."""
    for team in map(load_team, PATROLS):
        for piece in matchups.pieces(team):
            assert kt40.target_of(kt40.ODDS.target_text(piece)) == kt40.target_of(f"{team.id}/{piece.id}")


def test_the_commands_print_the_cell_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    def said(*words: str) -> str:
        assert run(["odds", *words]) == 0
        return capsys.readouterr().out

    cells = [*csv.DictReader(io.StringIO(said("table", "--team", "bell-patrol", "--against", "hedge-patrol", "--csv")))]
    (cell,) = (cell for cell in cells if cell["weapon"] == "Peal rifle ×5 (Verger File 2)" and cell["target"] == "Lancer Swarm")
    ask = ("--ruleset", "kt40", "--weapon", "bell-patrol/vergers-2/peal-rifle", "--target", "hedge-patrol/wasp-lancers", "--json")
    shot, alone = json.loads(said("shoot", *ask)), json.loads(said("shoot", *ask, "--models", "1"))
    assert float(cell["expected"]) == pytest.approx(shot["expected"]) == pytest.approx(5 * alone["expected"])
    assert float(cell["incapacitate"]) == pytest.approx(shot["incapacitate"])


@pytest.mark.parametrize(("ruleset", "name"), [("kt24", "ashen-wardens"), ("kt18", "kite-riders")])
def test_where_models_act_alone_they_are_the_columns(ruleset: str, name: str) -> None:
    """One of each kind."""
    team = load_team(name, ruleset)
    assert [piece.id for piece in matchups.pieces(team)] == [*dict.fromkeys(card.id for card in team.operatives)]
