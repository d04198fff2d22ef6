"""Plain data: Python values as a file can hold them, JSON files with the line of every fault, and TOML files to write."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from json import JSONDecodeError
from os import PathLike, fspath
from pathlib import Path as FilePath
from typing import Any, TypeVar

import msgspec

from counteract.core.language import say
from counteract.files.reader import Entry, FileError, Path, is_number, read_path, read_toml

T = TypeVar("T")

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_TOKEN = re.compile(r'\s+|"(?:\\.|[^"\\])*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
MOST_DEPTH = 32  # lists within lists

#: The text that stands for None in a file, which cannot hold None.
NONE = "none"


# --- from Python


def entry_of(given: Mapping[str, Any], source: str) -> Entry:
    """Return a mapping as the entry of a file; ``source`` is its name in error messages."""
    table = plain_data(given, source)
    assert isinstance(table, dict)
    return Entry(source, table, {}, (), "")


def plain_data(value: object, source: str, where: str = "", depth: int = 0) -> Any:
    """Return a value in lists, tables, texts, numbers and truth values; refuse anything else.

    >>> plain_data({"at": (5, 11.5)}, "position")
    {'at': [5, 11.5]}
    >>> plain_data({"at": {5, 11}}, "position")
    Traceback (most recent call last):
    counteract.files.reader.FileError: position: at: a set is nothing that can be written down
    """
    if depth > MOST_DEPTH:
        raise FileError(source, where, say("lists are nested too deeply"))
    if value is None or isinstance(value, bool):
        return value
    for kind in (str, int, float):
        if isinstance(value, kind):
            if kind is not str and not is_number(value):
                raise FileError(source, where, say("{value} is no number that can be written down", value=value))
            return kind(value)
    if isinstance(value, Mapping):
        return {_key(key, source, where): plain_data(item, source, _within(where, key), depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(item, source, _within(where, n + 1), depth + 1) for n, item in enumerate(value)]
    raise FileError(source, where, say("a {kind} is nothing that can be written down", kind=type(value).__name__))


def converted(top: Entry, kind: type[T]) -> T:
    """Return the object of a kind that an entry holds as plain data."""
    try:
        return msgspec.convert(top.as_data(), kind)
    except msgspec.ValidationError as error:
        raise top.error(say("a field is not as it should be: {error}", error=error)) from None


def brief(thing: Any) -> Any:
    """Return a loaded object as plain data, without the fields that have their defaults."""
    if isinstance(thing, msgspec.Struct) and not thing.__struct_config__.array_like:
        fields = ((field, getattr(thing, field.name)) for field in msgspec.structs.fields(thing))
        return {field.encode_name: brief(value) for field, value in fields if value != _default(field)}
    if isinstance(thing, list | tuple):
        return [brief(item) for item in thing]
    return msgspec.to_builtins(thing)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _key(key: object, source: str, where: str) -> str:
    if not isinstance(key, str):
        raise FileError(source, where, say("names must be texts, not {key!r}", key=key))
    return str(key)


def _within(where: str, key: object) -> str:
    return f"{where} {key}" if where else str(key)


# --- files


def read_file(path: str | PathLike[str]) -> Entry:
    """Read a TOML file, or a JSON file if that is how its name ends or how it begins."""
    if not isinstance(path, str | PathLike):
        raise ValueError(say("{path!r} is no path of a file", path=path))
    text, source = read_path(path)
    is_json = fspath(path).endswith(".json") or text.lstrip().startswith("{")
    return read_json(text, source) if is_json else read_toml(text, source)


def read_json(text: str, source: str) -> Entry:
    """Read the whole of a JSON file as an entry.

    >>> read_json('{"turn": 1,\\n "models": [{"at": 3}]}', "p.json").tables("models")[0].values("at")
    Traceback (most recent call last):
    counteract.files.reader.FileError: p.json, line 2: models 1: 'at' must be a list
    """
    try:
        table = json.loads(text, parse_constant=lambda name: _refuse_constant(name, source), object_pairs_hook=lambda pairs: _table(pairs, source))
    except JSONDecodeError as error:
        raise FileError(source, "", say("not valid JSON: {problem}", problem=error.msg[:1].lower() + error.msg[1:]), error.lineno) from None
    except FileError:
        raise
    except (ValueError, RecursionError):
        raise FileError(source, "", say("not valid JSON: a number is too long, or lists are nested too deeply")) from None
    if not isinstance(table, dict):
        raise FileError(source, "", say("the file must hold one table: {example}", example="{…}"), 1)
    plain_data(table, source)
    return Entry(source, table, find_json_lines(text), (), "")


def _table(pairs: list[tuple[str, Any]], source: str) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise FileError(source, "", say("'{key}' stands there twice", key=key))
        table[key] = value
    return table


def _refuse_constant(name: str, source: str) -> None:
    raise FileError(source, "", say("{value} is no number that can be written down", value=name))


def find_json_lines(text: str) -> dict[Path, int]:
    """Return the line of every key and of every item of a list, in a valid JSON text.

    >>> find_json_lines('{"a": 1,\\n "b": [2,\\n {"c": 3}]}')
    {('a',): 1, ('b',): 2, ('b', 0): 2, ('b', 1): 3, ('b', 1, 'c'): 3}
    """
    lines: dict[Path, int] = {}
    stack: list[str | int] = []  # the key or number that is being read, of every table and list around
    fresh, line = True, 1  # True if a key or an item comes next
    for token in _TOKEN.findall(text):
        if token.isspace():
            line += token.count("\n")
            continue
        if token in "}]":
            stack.pop()
            fresh = False
            continue
        if token == ",":
            if isinstance(stack[-1], int):
                stack[-1] += 1
            fresh = True
            continue
        if fresh and stack:
            if isinstance(stack[-1], str):
                stack[-1] = json.loads(token)
            lines.setdefault(tuple(stack), line)
            fresh = False
        if token in "{[":
            stack.append("" if token == "{" else 0)
            fresh = True
    return lines


def write_file(table: Mapping[str, Any], path: str | PathLike[str]) -> None:
    """Write a table to a TOML file, or to a JSON file if that is how its name ends."""
    if not isinstance(path, str | PathLike):
        raise ValueError(say("{path!r} is no path of a file", path=path))
    text = json.dumps(table, indent=1, ensure_ascii=False) + "\n" if fspath(path).endswith(".json") else write_toml(table)
    try:
        FilePath(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise FileError(str(path), "", say("cannot be written: {problem}", problem=getattr(error, "strerror", None) or error)) from None


def write_toml(table: Mapping[str, Any]) -> str:
    """Return a table as the text of a TOML file: single values first, then tables and lists of tables; None is left out.

    >>> print(write_toml({"turn": 1, "models": [{"side": 0, "at": [5, 11.5]}], "options": {"guard": True}}), end="")
    turn = 1
    <BLANKLINE>
    [options]
    guard = true
    <BLANKLINE>
    [[models]]
    side = 0
    at = [5, 11.5]
    """
    single = [f"{_name(key)} = {_value(value)}\n" for key, value in table.items() if value is not None and not _is_section(value)]
    sections = [f"\n[{_name(key)}]\n{_lines(value)}" for key, value in table.items() if isinstance(value, Mapping)]
    lists = [f"\n[[{_name(key)}]]\n{_lines(row)}" for key, value in table.items() if _is_list_of_tables(value) for row in value]
    return "".join((*single, *sections, *lists))


def _is_section(value: object) -> bool:
    return isinstance(value, Mapping) or _is_list_of_tables(value)


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(f"{_name(key)} = {_long(value)}\n" for key, value in table.items() if value is not None)


def _long(value: Any) -> str:
    """Return a value in the lines of a table: a list of tables has a line for each."""
    if _is_list_of_tables(value):
        return "[\n" + "".join(f"  {_value(item)},\n" for item in value) + "]"
    return _value(value)


def _name(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_name(key)} = {_value(item)}" for key, item in value.items() if item is not None) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)
