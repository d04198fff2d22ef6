"""The schema that helps editors with team files says what the reader says."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from counteract.rosters import team_ids
from counteract.rulesets.kt24.effects import EFFECTS
from tests.rosters.watch import WATCH, broken, complaint

SCHEMA = json.loads((files("counteract") / "data" / "schema" / "team-kt24.schema.json").read_text(encoding="utf-8"))
TYPES: dict[str, Any] = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}


def unfit(schema: dict[str, Any], value: Any, where: str = "") -> list[str]:
    """What about a value is not as the schema says: the few words of JSON Schema that ours uses."""
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        return min((unfit(s, value, where) for s in schema["anyOf"]), key=len)
    kind = schema.get("type", "string")
    found = [] if isinstance(value, TYPES[kind]) and isinstance(value, bool) == (kind == "boolean") else [where]
    if ("const" in schema and value != schema["const"]) or ("enum" in schema and value not in schema["enum"]):
        found.append(where)
    if isinstance(value, str):
        found += [where] * (not re.search(schema.get("pattern", ""), value) or len(value) < schema.get("minLength", 0))
    elif isinstance(value, list):
        found += [where] * (len(value) < schema.get("minItems", 0))
        found += [one for n, v in enumerate(value) for one in unfit(schema["items"], v, f"{where}[{n}]")]
    elif isinstance(value, dict):
        found += [f"{where}.{key}" for key in schema.get("required", ()) if key not in value]
        found += [f"{where}.{key}" for key in value if key not in schema["properties"]]
        found += [one for key, v in value.items() if key in schema["properties"] for one in unfit(schema["properties"][key], v, f"{where}.{key}")]
    else:
        found += [where] * (not schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return found


@pytest.mark.parametrize("name", team_ids("kt24"))
def test_the_teams_fit_the_schema(name: str) -> None:
    text = (files("counteract") / "data" / "teams" / f"{name}.toml").read_text(encoding="utf-8")
    assert unfit(SCHEMA, tomllib.loads(text)) == []
    assert text.startswith("#:schema ../schema/team-kt24.schema.json\n")


def test_the_schema_finds_faults() -> None:
    """The check above would notice: a wrong value, a missing key, a key too many."""
    assert unfit(SCHEMA, tomllib.loads(WATCH)) == []
    assert unfit(SCHEMA, tomllib.loads(broken('save = "4+"', 'save = "7+"'))) == [".operative[0].save"]
    assert unfit(SCHEMA, tomllib.loads(broken("apl = 2", "ap = 2"))) == [".operative[0].apl", ".operative[0].ap"]
    assert unfit(SCHEMA, tomllib.loads(broken("attacks = 4", "attacks = true"))) == [".operative[0].weapon[0].attacks"]


#: For each table of the schema, where in the file a key nobody knows is put.
TABLES = {
    "": 'id = "night-watch"',
    "operative": 'id = "guard"',
    "weapon": 'name = "Rifle"',
    "ability": 'id = "sure-shot"',
    "ploy": 'id = "quick-step"',
}


@pytest.mark.parametrize("table", sorted(TABLES))
def test_the_schema_has_the_keys_that_the_reader_knows(table: str) -> None:
    said = complaint(broken(TABLES[table], f"qqqqqqqqqqqq = 1\n{TABLES[table]}"))
    known = said.partition("(known: ")[2].rstrip(")").split(", ")
    listed = {*(SCHEMA if not table else SCHEMA["$defs"][table])["properties"]} - {"cost"}  # which only gambits have
    assert {*known} == listed


def test_the_schema_has_the_effects_and_values_that_there_are() -> None:
    assert SCHEMA["$defs"]["effect"]["enum"] == sorted(EFFECTS)
    values = {value for effect in EFFECTS.values() for value in (*effect.needs, *effect.takes)}
    assert {*SCHEMA["$defs"]["values"]["properties"]} == values
