"""The odds as the page asks for them: the sheet of each ruleset, answers in words, and faults reported at their field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from counteract import odds as exact
from counteract.core.language import say, speaking
from counteract.core.registry import shipped as names
from counteract.files.teams import find_teams, load_team
from counteract.odds.edition import question_form, rulesets
from counteract.odds.matchups import pieces
from counteract.server.calls import FightQuery, ShootQuery, TableQuery
from counteract.server.jobs import Failed
from counteract.server.odds import odds
from counteract.server.rooms import Denied
from counteract.server.sheets import sheet

#: Editions in which wounds stand on the cards.
CHAINS = ("kt18", "kt40")
GUN = {
    "kt24": "5 3+ 3/4; Piercing 1, Balanced",
    "kt21": "5 3+ 3/4; P1, Balanced",
    "kt18": 'Rapid Fire 1 24" S4 AP-1 D1 BS3+',
    "kt40": 'Rapid Fire 1 24" S4 AP-1 D1 BS3+',
}
MARK = {
    "kt24": "save 3+, wounds 12",
    "kt21": "save 3+, wounds 12",
    "kt18": "T4 save 3+ wounds 2",
    "kt40": "models 3 T4 save 3+ wounds 2",
}
BLADE = {
    "kt24": "4 4+ 3/4",
    "kt21": "4 4+ 3/4",
    "kt18": "A2 WS3+ S4 AP0 D1 | T4 save 4+ wounds 2",
    "kt40": "A2 WS3+ S4 AP0 D1 | models 2 T4 save 4+ wounds 2",
}


def answer(kind: str, lang: str = "en", **asked: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(odds(kind, asked, lang))
    return found


def refused(kind: str, lang: str = "en", **asked: Any) -> Failed:
    with pytest.raises(Failed) as caught:
        odds(kind, asked, lang)
    return caught.value

#: What must be said along with some terms.
ALONG: dict[str, dict[str, Any]] = {"vantage": {"cover": True}, "advanced": {"weapon": 'Assault 2 18" S4 AP0 D1 BS3+'}}


# --- the sheet


@pytest.mark.parametrize("ruleset", names())
def test_the_sheet_lists_every_weapon_and_operative_by_names_that_can_be_asked_with(ruleset: str) -> None:
    told = sheet(ruleset)
    assert [team.id for team in told.teams] == [team.id for team in find_teams(ruleset)]
    for team in told.teams:
        assert [row.name for row in team.operatives] == [say(piece.name) for piece in pieces(load_team(team.id))]
    team = told.teams[0]
    for row in team.operatives:
        assert answer("shoot", ruleset=ruleset, weapon=GUN[ruleset], target=row.id)["expected"] > 0
        for weapon in row.weapons:
            if weapon.kind == "ranged":
                assert answer("shoot", ruleset=ruleset, weapon=weapon.id, target=MARK[ruleset])["expected"] > 0
            else:
                wounds = {} if ruleset in CHAINS else {"defender_wounds": "9"}
                assert answer("fight", ruleset=ruleset, attacker=weapon.id, defender=BLADE[ruleset], **wounds)["expected_dealt"] > 0


@pytest.mark.parametrize("ruleset", names())
def test_a_card_as_text_has_the_odds_of_the_card(ruleset: str) -> None:
    for row in (row for team in sheet(ruleset).teams for row in team.operatives):
        if row.text:
            text, name = (exact.shoot(ruleset=ruleset, weapon=GUN[ruleset], target=target) for target in (row.text, row.id))
            assert text.distribution == pytest.approx(name.distribution)
            assert text.incapacitate == pytest.approx(name.incapacitate)
        for weapon in row.weapons:
            if not weapon.text:
                continue
            if weapon.kind == "ranged":
                asked = {"ruleset": ruleset, "target": MARK[ruleset]}
                text, name = exact.shoot(weapon=weapon.text, **asked, **weapon.terms), exact.shoot(weapon=weapon.id, **asked)
                assert text.distribution == pytest.approx(name.distribution)
                continue
            foe: dict[str, Any] = {"defender": BLADE[ruleset]} | ({} if ruleset in CHAINS else {"defender_wounds": 9})
            own: dict[str, Any] = {} if ruleset in CHAINS else {"attacker_wounds": row.wounds, "attacker_ignore": row.ignore}
            fights = exact.fight(ruleset=ruleset, attacker=weapon.text, **own, **foe), exact.fight(ruleset=ruleset, attacker=weapon.id, **foe)
            assert fights[0].value == pytest.approx(fights[1].value), weapon.id


@pytest.mark.parametrize("ruleset", names())
def test_the_examples_of_the_sheet_are_understood(ruleset: str) -> None:
    cards = {name: written.example for name, written in sheet(ruleset).cards.items()}
    answer("shoot", ruleset=ruleset, weapon=cards["weapon"], target=cards["target"])
    wounds = {} if ruleset in CHAINS else {"attacker_wounds": "12", "defender_wounds": "5 of 12"}
    answer("fight", ruleset=ruleset, attacker=cards["attacker"], defender=cards["defender"], **wounds)


def _values(term: Any) -> list[Any]:
    match term.kind:
        case "flag":
            return [not term.usual]
        case "number":
            return [term.least, term.most]
        case "choice":
            return [choice.id for choice in term.choices]
    return {"shooter_wounds": ["5 of 12"], "split": []}.get(term.name, ["2"])


@pytest.mark.parametrize("ruleset", names())
def test_every_term_of_the_sheet_can_be_said(ruleset: str) -> None:
    told = sheet(ruleset)
    asked: dict[str, dict[str, Any]] = {
        "shoot": {"weapon": GUN[ruleset], "target": MARK[ruleset]},
        "fight": {"attacker": BLADE[ruleset], "defender": BLADE[ruleset]},
        "table": {"team": told.teams[0].id, "against": told.teams[1].id},
    }
    if ruleset != "kt40":  # where the wounds of units stand on their cards
        asked["fight"] |= {"attacker_wounds": "2", "defender_wounds": "2"}
    for kind, terms in (("shoot", told.shoot), ("fight", told.fight), ("table", told.table)):
        for term in terms if kind != "table" else [term for term in terms if term.kind != "number"]:
            for value in _values(term):
                more: dict[str, Any] = ALONG.get(term.name, {})
                answer(kind, **{**asked[kind], "ruleset": ruleset, **more, term.name: value})


def test_every_term_can_be_sent() -> None:
    for form in map(question_form, rulesets()):
        for terms, call in ((form.shoot, ShootQuery), (form.fight, FightQuery), (form.table, TableQuery)):
            assert {term.name for term in terms} <= {field.name for field in msgspec.structs.fields(call)}


def test_there_is_no_sheet_of_what_there_is_not() -> None:
    with pytest.raises(Denied):
        sheet("kt99")


# --- answers


def test_a_shot_is_told_with_the_damage_from_which_on_things_happen() -> None:
    told = answer("shoot", weapon="5 3+ 3/4; Stun, Poison*", target="save 3+, wounds 12")
    assert told["marks"] == [{"from": 7, "text": "injured"}, {"from": 12, "text": "incapacitated"}]
    assert told["not_computed"] == ["Poison*"]
    assert [name for name, _ in told["told"]] == ["stunned"]
    assert told["told"][0][1].endswith("%")


def test_a_fight_is_told_with_the_wounds_both_began_with() -> None:
    told = answer("fight", attacker="4 3+ 4/5", attacker_wounds="13", defender="3 4+ 3/4", defender_wounds="5 of 8")
    assert (told["attacker_wounds"], told["defender_wounds"]) == (13, 5)
    assert max(mine for mine, _, _ in told["joint"]) == 13


@pytest.mark.parametrize(("ruleset", "team", "against"), [("kt24", "ashen-wardens", "hollow-choir"), ("kt18", "kite-riders", "fen-fusiliers")])
def test_the_cells_of_a_table_can_be_asked_about(ruleset: str, team: str, against: str) -> None:
    told = answer("table", ruleset=ruleset, team=team, against=against, cover=True, rerolls=1)
    shots = told["ranged"]
    assert (len(shots["weapons"]), len(shots["targets"])) == (len(shots["weapon_ids"]), len(shots["target_ids"]))
    shot = answer("shoot", ruleset=ruleset, weapon=shots["weapon_ids"][2], target=shots["target_ids"][1], cover=True, rerolls=1)
    assert shot["expected"] == pytest.approx(shots["expected"][2][1])
    fights = told["melee"]
    assert len(fights["weapons"]) == len(fights["weapon_ids"])
    assert fights["dealt"] != answer("table", ruleset=ruleset, team=team, against=against)["melee"]["dealt"]  # re-rolls count in fights too


@pytest.mark.parametrize("team", ["bell-patrol", "hedge-patrol"])
@pytest.mark.parametrize("terms", [{}, {"objective": "incapacitate", "cover": True, "rerolls": 1, "defender_rerolls": 1}], ids=["plain", "re-rolls"])
def test_every_cell_of_a_table_of_units_is_what_its_ids_are_answered(team: str, terms: dict[str, Any]) -> None:
    """Shots from every weapon of every unit at every unit, and fights against the weapon that the table says the target strikes back with."""
    told = answer("table", ruleset="kt40", team=team, against="hedge-patrol", **terms)
    listed = {weapon.id for rows in sheet("kt40").teams for unit in rows.operatives for weapon in unit.weapons}
    for grid in (told["ranged"], told["melee"]):
        assert len({*grid["weapon_ids"]}) == len({*grid["weapons"]}) == len(grid["weapons"])
        assert {*grid["weapon_ids"]} <= listed
    for i, weapon in enumerate(told["ranged"]["weapon_ids"]):
        for j, target in enumerate(told["ranged"]["target_ids"]):
            shot = answer("shoot", ruleset="kt40", weapon=weapon, target=target, **terms)
            for name in ("expected", "incapacitate", "injure"):
                assert told["ranged"][name][i][j] == pytest.approx(shot[name], abs=1e-12)
    fought = {"rerolls": 1, "defender_rerolls": 1, "objective": "remove"} if terms else {}
    for i, weapon in enumerate(told["melee"]["weapon_ids"]):
        for j, blade in enumerate(told["melee"]["answer_ids"][i]):
            assert blade in listed and blade.startswith(told["melee"]["target_ids"][j])
            fight = answer("fight", ruleset="kt40", attacker=weapon, defender=blade, **fought)
            found = fight["expected_dealt"], fight["expected_taken"], fight["defender_incapacitated"]
            assert tuple(told["melee"][name][i][j] for name in ("dealt", "taken", "incapacitate")) == pytest.approx(found, abs=1e-12)


def test_a_unit_is_told_with_its_models_and_each_weapon_with_those_that_bear_it() -> None:
    (patrol,) = (team for team in sheet("kt40").teams if team.id == "bell-patrol")
    assert [unit.name for unit in patrol.operatives][:3] == ["Provost", "Verger File 1", "Verger File 2"]
    file = patrol.operatives[1]
    assert dict(file.figures)["models"] == "5" and file.text == "models 5 T4 save 3+ wounds 1 Ld 8"
    weapons = {weapon.id: weapon for weapon in file.weapons}
    assert weapons["bell-patrol/vergers/peal-rifle"].terms == {"models": 3}
    assert weapons["bell-patrol/vergers/censer-bomb"].terms == {"models": 1}  # one model of a unit throws a grenade
    assert weapons["bell-patrol/vergers/founder-s-blade"].text.endswith("Ld 8 bearers 1")
    assert weapons["bell-patrol/vergers/furnace-rifle-roaring"].name == "Furnace rifle (roaring)"


@pytest.mark.parametrize("lang", ["fr", "zh"])
def test_odds_are_told_in_the_language_of_who_asks(lang: str) -> None:
    asked = {"weapon": "5 3+ 3/4; Piercing 1, Balanced", "target": "save 3+, wounds 12"}
    english, other = answer("shoot", **asked), answer("shoot", lang, **asked)
    assert english["distribution"] == other["distribution"]
    with speaking(lang):
        assert sheet("kt24").words["out"] == other["marks"][1]["text"] != english["marks"][1]["text"]
    assert all(one["when"] != two["when"] and one["do"] != two["do"] for one, two in zip(english["advice"], other["advice"], strict=True))
    assert refused("shoot", lang, weapon="5 9+ 3/4", target="save 3+, wounds 12").sentence != refused("shoot", weapon="5 9+ 3/4", target="x").sentence


# --- what is wrong, and where

SHOT = {"weapon": GUN["kt24"], "target": MARK["kt24"]}
OLD = {"ruleset": "kt18", "weapon": GUN["kt18"], "target": MARK["kt18"]}
DUEL = {"attacker": "4 3+ 4/5", "attacker_wounds": "13", "defender": "3 4+ 3/4", "defender_wounds": "8"}
WRONG = [
    ("shoot", {**SHOT, "weapon": "5 9+ 3/4"}, "weapon", "Hit"),
    ("shoot", {**SHOT, "weapon": "4 3+ 3/4; Lethal 9+"}, "weapon", "Lethal"),
    ("shoot", {**SHOT, "weapon": "ashen-wardens/nobody/slug-rifle"}, "weapon", "nobody"),
    ("shoot", {**SHOT, "target": "save 3+"}, "target", "wounds"),
    ("shoot", {**SHOT, "target": [MARK["kt24"], "save 3+, wounds 0"]}, "target.1", "wounds"),
    ("shoot", {**SHOT, "shots": 99}, "shots", "10"),
    ("shoot", {**SHOT, "vantage": True}, "vantage", "cover"),
    ("shoot", {**SHOT, "shooter_wounds": "9 of 5"}, "shooter_wounds", "too many"),
    ("shoot", {**SHOT, "overwatch": True}, "overwatch", "kt24"),
    ("shoot", {**OLD, "weapon": 'Rapid 1 24" S4'}, "weapon", "Rapid"),
    ("shoot", {**OLD, "target": "save 3+"}, "target", "toughness"),
    ("shoot", {**OLD, "advanced": True}, "advanced", "Assault"),
    ("shoot", {**OLD, "half_range": True, "long_range": True}, "long_range", "half range"),
    ("fight", {**DUEL, "attacker": "4 3+ 4"}, "attacker", "damage"),
    ("fight", {**DUEL, "defender": "x"}, "defender", "weapon"),
    ("fight", {**DUEL, "defender_wounds": "many"}, "defender_wounds", "many"),
    ("fight", {"attacker": "4 3+ 4/5", "defender": None}, "attacker_wounds", "missing"),
    ("table", {"team": "ashen-wardens", "against": "nobody"}, "against", "nobody"),
    ("table", {"team": "../etc", "against": "hollow-choir"}, "team", "name"),
    ("table", {"team": "ashen-wardens"}, "against", "table"),
]


@pytest.mark.parametrize(("kind", "asked", "where", "word"), WRONG, ids=str)
def test_what_is_wrong_is_said_with_where_it_is(kind: str, asked: dict[str, Any], where: str, word: str) -> None:
    failed = refused(kind, **asked)
    assert failed.where == where
    assert word in failed.sentence
    assert "\n" not in failed.sentence


def test_files_of_the_server_are_nobodys_business() -> None:
    assert "names" in refused("shoot", weapon="pyproject.toml/a/b", target="save 3+, wounds 12").sentence
