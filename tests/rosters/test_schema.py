"""The schemas that help editors with team files say what the readers say."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from counteract.mechanics.operatives import effects as effects24
from counteract.rosters import team_ids
from counteract.rulesets.kt18 import effects as effects18
from counteract.rulesets.kt18.cards import SPECIALISTS
from counteract.rulesets.kt18.teams import POWER_EFFECTS
from counteract.rulesets.kt18.weapons import NAMES, TYPES
from tests.rosters import keepers, watch


def load(ruleset: str) -> Any:
    return json.loads((files("counteract") / "data" / "schema" / f"team-{ruleset}.schema.json").read_text(encoding="utf-8"))


SCHEMAS = {"kt18": load("kt18"), "kt24": load("kt24")}
KINDS: dict[str, Any] = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}


def unfit(ruleset: str, text: str) -> list[str]:
    """Where a file is not as the schema says."""
    return _unfit(SCHEMAS[ruleset], SCHEMAS[ruleset], tomllib.loads(text), "")


def _unfit(root: dict[str, Any], schema: dict[str, Any], value: Any, where: str) -> list[str]:
    """The few words of JSON Schema that ours use."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        return min((_unfit(root, s, value, where) for s in schema["anyOf"]), key=len)
    kind = schema.get("type", "string")
    found = [] if isinstance(value, KINDS[kind]) and isinstance(value, bool) == (kind == "boolean") else [where]
    if ("const" in schema and value != schema["const"]) or ("enum" in schema and value not in schema["enum"]):
        found.append(where)
    if isinstance(value, str):
        found += [where] * (not re.search(schema.get("pattern", ""), value) or len(value) < schema.get("minLength", 0))
    elif isinstance(value, list):
        found += [where] * (len(value) < schema.get("minItems", 0))
        found += [one for n, v in enumerate(value) for one in _unfit(root, schema["items"], v, f"{where}[{n}]")]
    elif isinstance(value, dict):
        known = schema["properties"]
        found += [f"{where}.{key}" for key in schema.get("required", ()) if key not in value]
        found += [f"{where}.{key}" for key in value if key not in known]
        found += [one for key, v in value.items() if key in known for one in _unfit(root, known[key], v, f"{where}.{key}")]
    else:
        found += [where] * (not schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return found


@pytest.mark.parametrize(("ruleset", "name"), [(ruleset, name) for ruleset in SCHEMAS for name in team_ids(ruleset)])
def test_the_teams_fit_the_schema(ruleset: str, name: str) -> None:
    text = (files("counteract") / "data" / "teams" / f"{name}.toml").read_text(encoding="utf-8")
    assert unfit(ruleset, text) == []
    assert text.startswith(f"#:schema ../schema/team-{ruleset}.schema.json\n")


def test_the_schema_of_the_2024_edition_finds_faults() -> None:
    """The check above would notice: a wrong value, a missing key, a key too many."""
    assert unfit("kt24", watch.WATCH) == []
    assert unfit("kt24", watch.broken('save = "4+"', 'save = "7+"')) == [".operative[0].save"]
    assert unfit("kt24", watch.broken("apl = 2", "ap = 2")) == [".operative[0].apl", ".operative[0].ap"]
    assert unfit("kt24", watch.broken("attacks = 4", "attacks = true")) == [".operative[0].weapon[0].attacks"]


#: What is wrong with the file, and where the schema of the 2018 edition says so.
FAULTS = [
    ('ws = "3+"', 'ws = "7+"', ".operative[0].ws"),
    ("bs = 3", "bs = 1", ".operative[0].bs"),
    ("leader = true", 'leader = "yes"', ".operative[0].leader"),
    ('specialist = "scout"', 'specialist = "spy"', ".operative[1].specialist"),
    ('attacks = "D3"', 'attacks = "D4"', ".operative[0].weapon[0].attacks"),
    ("strength = 5", 'strength = "half"', ".operative[0].weapon[0].strength"),
    ("ap = -1", "ap = 1", ".operative[0].weapon[0].ap"),
    ('type = "pistol"', 'type = "bow"', ".operative[0].weapon[0].type"),
    ("{ inches = 6 }", "{ inches = 13 }", ".ability[0].values.inches"),
    ("charge = 6", "charge = 13", ".power[0].charge"),
    ('effect = "strike"', 'effect = "slap"', ".power[0].effect"),
]


@pytest.mark.parametrize(("old", "new", "where"), FAULTS)
def test_the_schema_of_the_2018_edition_finds_what_the_reader_finds(old: str, new: str, where: str) -> None:
    text = keepers.broken(old, new)
    assert unfit("kt18", keepers.KEEPERS) == []
    assert unfit("kt18", text) == [where]
    assert keepers.complaint(text)


@pytest.mark.parametrize("written", ['"user"', '"+2"', '"x2"', '"×2"', "5", '"5"'])
def test_the_schema_knows_the_forms_of_strength(written: str) -> None:
    text = keepers.broken('strength = "+1"', f"strength = {written}")
    assert unfit("kt18", text) == []
    assert keepers.read(text)


#: For each table of the schemas, where in the file a key nobody knows is put.
TABLES = {
    ("kt24", ""): 'id = "night-watch"',
    ("kt24", "operative"): 'id = "guard"',
    ("kt24", "weapon"): 'name = "Rifle"',
    ("kt24", "ability"): 'id = "sure-shot"',
    ("kt24", "ploy"): 'id = "quick-step"',
    ("kt18", ""): 'id = "toll-keepers"',
    ("kt18", "operative"): 'id = "reeve"',
    ("kt18", "weapon"): 'name = "Toll pistol"',
    ("kt18", "ability"): 'id = "toll-bell"',
    ("kt18", "power"): 'id = "second-sight"',
}


@pytest.mark.parametrize(("ruleset", "table"), sorted(TABLES))
def test_the_schema_has_the_keys_that_the_reader_knows(ruleset: str, table: str) -> None:
    line = TABLES[ruleset, table]
    file = {"kt18": keepers, "kt24": watch}[ruleset]
    said = file.complaint(file.broken(line, f"qqqqqqqqqqqq = 1\n{line}"))
    known = said.partition("(known: ")[2].rstrip(")").split(", ")
    schema = SCHEMAS[ruleset]
    listed = {*(schema["$defs"][table] if table else schema)["properties"]} - {"cost"}  # which only gambits have
    assert {*known} == listed


def test_the_schema_of_the_2024_edition_has_the_effects_and_values_that_there_are() -> None:
    defs = SCHEMAS["kt24"]["$defs"]
    assert defs["effect"]["enum"] == sorted(effects24.EFFECTS)
    values = {value for effect in effects24.EFFECTS.values() for value in (*effect.needs, *effect.takes)}
    assert {*defs["values"]["properties"]} == values


def test_the_schema_of_the_2018_edition_has_the_names_and_limits_that_there_are() -> None:
    defs = SCHEMAS["kt18"]["$defs"]
    ability, operative, weapon, power = (defs[name]["properties"] for name in ("ability", "operative", "weapon", "power"))
    assert ability["effect"]["enum"] == sorted(effects18.EFFECTS)
    values = ability["values"]["properties"]
    assert {*values} == {field.name for effect in effects18.EFFECTS.values() for field in msgspec.structs.fields(effect)}
    for effect in effects18.EFFECTS.values():
        for name, least in effect.least.items():
            assert (values[name]["minimum"], values[name]["maximum"]) == (least, effect.most[name])
    assert operative["specialist"]["enum"] == [*SPECIALISTS]
    assert weapon["type"]["enum"] == [*TYPES]
    assert weapon["rules"]["items"]["examples"] == [*NAMES]
    assert power["effect"]["enum"] == [*POWER_EFFECTS]
