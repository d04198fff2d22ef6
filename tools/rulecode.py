"""The code of a ruleset as its procedures reach it: its own package and what that uses of `counteract.mechanics` and `counteract.attacks`.

`Code` finds the functions, methods and constants that procedures lead to, and every call in them. `Reader` works out what an
argument can be: constants, either side of a condition, what a name was assigned, what a field was given, and for a parameter what
callers pass.
"""

from __future__ import annotations

import ast
import importlib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from counteract.core import registry
from counteract.core.decision import Decision
from counteract.game import Game

SHARED = ("counteract.mechanics", "counteract.attacks")
#: What an expression may also be, besides what could be worked out.
UNKNOWN = object()
#: What a decision is made up of, in order.
PLACES = ["player", "what", "listed", "rule", "template", "context"]
ROOTS = ("concede",)  # what tells of events besides procedures

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
Function = ast.FunctionDef


class Scope(NamedTuple):
    """The place of an expression: its module, and the function and class around it, if any."""

    module: str
    function: Function | None = None
    owner: str = ""


class Call(NamedTuple):
    """A call, and where it stands."""

    node: ast.Call
    scope: Scope


class Source:
    """A module: what is defined at its top, and where the names come from that it imports."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.module: ModuleType = importlib.import_module(name)
        assert self.module.__file__ is not None
        tree = ast.parse(Path(self.module.__file__).read_text(encoding="utf-8"))
        self.top: dict[str, Definition] = {}
        self.imports: dict[str, tuple[str, str]] = {}
        for node in tree.body:
            match node:
                case ast.FunctionDef(name=own) | ast.ClassDef(name=own):
                    self.top[own] = node
                case ast.Assign(targets=targets):
                    self.top.update({part.id: node for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)})
                case ast.AnnAssign(target=ast.Name(id=own)):
                    self.top[own] = node
                case ast.ImportFrom(module=home, names=names) if home:
                    self.imports.update({alias.asname or alias.name: (home, alias.name) for alias in names})
        #: Classes that a decorator puts into a table, where nobody mentions them by name.
        self.registered = [own for own, node in self.top.items() if isinstance(node, ast.ClassDef) and node.decorator_list]


@cache
def _source(name: str) -> Source | None:
    try:
        return Source(name)
    except ImportError:
        return None


class Code:
    """The code that the procedures of a ruleset lead to, with every call in it by the name that is called."""

    def __init__(self, ruleset: str) -> None:
        rules = registry.find(ruleset)
        home = type(rules).__module__
        self.inside = (f"{home.rpartition('.')[0]}.", *(f"{package}." for package in SHARED))
        self.tasks = {name: procedure.__name__ for name, procedure in rules.procedures.items()}
        self.rules: dict[str, str] = getattr(Game.new(ruleset, seed=0).arena, "rules", {})  # what shared code asks the arena for
        self.calls: dict[str, list[Call]] = defaultdict(list)
        self.functions: dict[str, list[tuple[Function, Scope]]] = defaultdict(list)
        self._sources: set[Source] = set()
        self._seen: set[ast.AST] = set()
        self._mentioned: set[str] = set()
        self._methods: dict[str, list[tuple[Function, Scope]]] = defaultdict(list)
        for procedure in rules.procedures.values():
            self._reach(procedure.__module__, procedure.__name__)
        for name in ROOTS:
            self._reach(rules.rooms.missions.__name__, name)
        self.calls, self.functions = dict(self.calls), dict(self.functions)

    def value(self, scope: Scope, name: str) -> Any:
        """Return the value of a name at the top of a module."""
        source = _source(scope.module)
        return getattr(source.module, name, UNKNOWN) if source else UNKNOWN

    def decisions(self, kind: type = Decision) -> Iterator[Call]:
        """Every place where a decision of some class is made up."""
        for name, calls in self.calls.items():
            for call in calls:
                made = self.value(call.scope, name)
                if isinstance(made, type) and issubclass(made, kind):
                    yield call

    def _reach(self, module: str, name: str) -> None:
        """Take in what a name stands for in a module, wherever it is defined."""
        source = _source(module) if f"{module}.".startswith(self.inside) else None
        if source is None:
            return
        if name in source.imports:
            self._reach(*source.imports[name])
        definition = source.top.get(name)
        if definition is not None and source not in self._sources:
            self._sources.add(source)
            for registered in source.registered:
                self._reach(module, registered)
        if definition is None or definition in self._seen:
            return
        self._seen.add(definition)
        scope = Scope(module)
        if isinstance(definition, ast.ClassDef):
            self._take_class(definition, scope._replace(owner=definition.name))
        elif isinstance(definition, ast.FunctionDef):
            self._take_function(definition, scope)
        else:
            self._walk(definition, scope)

    def _take_class(self, node: ast.ClassDef, scope: Scope) -> None:
        """A class: its bases and its fields, and of its methods those that somebody mentions."""
        for above in (*node.bases, *node.decorator_list):
            self._walk(above, scope)
        for part in node.body:
            if not isinstance(part, ast.FunctionDef):
                self._walk(part, scope)
            elif part.name in self._mentioned or part.name.startswith("__"):
                self._take_function(part, scope)
            else:
                self._methods[part.name].append((part, scope))

    def _take_function(self, node: Function, scope: Scope) -> None:
        self.functions[node.name].append((node, scope))
        self._walk(node, scope._replace(function=node))

    def _walk(self, node: ast.AST, scope: Scope) -> None:
        others = dict(_aliases(node))
        for part in ast.walk(node):
            match part:
                case ast.Call():
                    called = name_called(part, scope)
                    for name in others.get(called, (called,)):
                        self.calls[name].append(Call(part, scope))
                case ast.Name(id=name):
                    self._reach(scope.module, name)
                case ast.Attribute(value=value, attr=name):
                    self._mention(value, name, scope)

    def _mention(self, value: ast.AST, name: str, scope: Scope) -> None:
        """``module.name``, or any method of this name."""
        source = _source(scope.module)
        if source and isinstance(value, ast.Name) and value.id in source.imports:
            self._reach(".".join(source.imports[value.id]), name)
        self._mentioned.add(name)
        for method, around in self._methods.pop(name, ()):
            self._take_function(method, around)


def _aliases(node: ast.AST) -> Iterator[tuple[str, tuple[str, str]]]:
    """Names that stand for one of two others: ``ask = This if so else That``."""
    for part in ast.walk(node):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.IfExp(body=ast.Name(id=one), orelse=ast.Name(id=other))):
                yield name, (one, other)


def name_called(call: ast.Call, scope: Scope) -> str:
    """The bare name of what is called; ``super().__init__`` goes by the class around it."""
    target = call.func
    if isinstance(target, ast.Attribute) and target.attr == "__init__" and isinstance(target.value, ast.Call):
        return f"super of {scope.owner}"
    return target.attr if isinstance(target, ast.Attribute) else target.id if isinstance(target, ast.Name) else ""


# --- what an expression can be


class Reader:
    """Works out what expressions of a ruleset's code can be."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._seen: dict[tuple[ast.AST, Scope], list[Any]] = {}

    def texts(self, node: ast.AST | None, scope: Scope) -> set[str]:
        """All texts that an expression can be; those that cannot be worked out are left out."""
        return {value for value in self.values(node, scope) if isinstance(value, str)}

    def values(self, node: ast.AST | None, scope: Scope) -> list[Any]:
        """Everything that an expression can be, as far as it can be worked out."""
        if node is None:
            return [UNKNOWN]
        if (node, scope) not in self._seen:
            self._seen[node, scope] = [UNKNOWN]  # for whoever asks on the way
            found = list(self._values(node, scope)) or [UNKNOWN]
            self._seen[node, scope] = [value for n, value in enumerate(found) if not any(value is other for other in found[:n])]
        return self._seen[node, scope]

    def _values(self, node: ast.AST, scope: Scope) -> Iterator[Any]:
        match node:
            case ast.Constant(value):
                yield value
            case ast.IfExp():
                yield from (*self.values(node.body, scope), *self.values(node.orelse, scope))
            case ast.BoolOp():
                yield from (value for part in node.values for value in self.values(part, scope))
            case ast.NamedExpr() | ast.FormattedValue() | ast.YieldFrom():
                yield from self.values(node.value, scope)
            case ast.JoinedStr():
                parts = [[text for text in self.values(part, scope) if isinstance(text, str)] for part in node.values]
                yield from map("".join, product(*parts))
            case ast.Tuple() | ast.List():
                yield from self._tuples([self.values(item, scope) for item in node.elts])
            case ast.Dict():
                pairs = zip(node.keys, node.values, strict=True)
                yield {key.value: self.values(value, scope)[0] for key, value in pairs if isinstance(key, ast.Constant)}
            case ast.Name(name):
                yield from self._named(name, scope)
            case ast.Subscript():
                yield from self._items(node, scope)
            case ast.Attribute():
                yield from self._attribute(node, scope)
            case ast.Call():
                yield from self._returned(node, scope)

    @staticmethod
    def _tuples(items: list[list[Any]]) -> Iterator[tuple[Any, ...]]:
        """As many tuples as it takes for each item to be everything it can be; not all combinations."""
        for n in range(max(map(len, items), default=0)):
            yield tuple(values[n % len(values)] for values in items)

    def _named(self, name: str, scope: Scope) -> Iterator[Any]:
        """Yield the values that a name can stand for: those assigned to it, passed by callers, or given by the module."""
        function = scope.function
        if isinstance(function, ast.FunctionDef):
            assigned = list(self._assigned(function, name, scope))
            if name in _parameters(function):
                yield from (*self._passed(function, name, scope), *assigned)
                return
            if assigned or _binds(function, name):
                yield from assigned
                return
        yield self.code.value(scope, name)

    def _assigned(self, function: ast.FunctionDef, name: str, scope: Scope) -> Iterator[Any]:
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=[target], value=value) | ast.NamedExpr(target=target, value=value):
                    yield from self._unpacked(target, value, name, scope)
                case ast.AnnAssign(target=target, value=value) if value is not None:
                    yield from self._unpacked(target, value, name, scope)
                case ast.For(target=target, iter=over) | ast.comprehension(target=target, iter=over):
                    for items in self.values(over, scope) if _mentions(target, name) else ():
                        for item in items if isinstance(items, tuple | list | dict) else ():
                            yield from _matched(target, item, name)

    def _unpacked(self, target: ast.AST, value: ast.AST, name: str, scope: Scope) -> Iterator[Any]:
        if isinstance(target, ast.Name):
            yield from self.values(value, scope) if target.id == name else ()
        elif isinstance(target, ast.Tuple) and _mentions(target, name):
            found = [part for whole in self.values(value, scope) for part in _matched(target, whole, name)]
            yield from found or self._fields(name)

    def _passed(self, function: ast.FunctionDef, name: str, scope: Scope) -> Iterator[Any]:
        """Yield the values that callers pass for a parameter, or its default; a task on the agenda is a call too."""
        arguments = function.args
        places = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        bound = bool(scope.owner) and places[:1] in (["self"], ["cls"])
        defaults = dict(zip(places[::-1], arguments.defaults[::-1], strict=False)) | {
            argument.arg: value for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value is not None
        }
        called = scope.owner if function.name == "__init__" else function.name
        for call in (*self.code.calls.get(called, ()), *self._from_below(called)):
            given = list(self._given(call, name, places[bound:]))
            yield from given or self.values(defaults.get(name), scope._replace(function=None))
        for call in self.code.calls.get("Task", ()):
            task, *rest = call.node.args
            if isinstance(task, ast.Constant) and self.code.tasks.get(str(task.value)) == function.name and rest and name in places[1:]:
                for values in self.values(rest[0], call.scope):
                    yield from [values[places.index(name) - 1]] if isinstance(values, tuple) and len(values) >= places.index(name) else []

    def _given(self, call: Call, name: str, places: list[str]) -> Iterator[Any]:
        """Yield the values that one call gives for a parameter; a list with a star before it is taken apart."""
        direct = argument(call.node, name, places)
        if direct is not None:
            yield from self.values(direct, call.scope)
            return
        stars = [n for n, value in enumerate(call.node.args) if isinstance(value, ast.Starred)]
        if name in places and stars and stars[0] <= places.index(name):
            star = call.node.args[stars[0]]
            assert isinstance(star, ast.Starred)
            for values in self.values(star.value, call.scope):
                at = places.index(name) - stars[0]
                yield values[at] if isinstance(values, tuple) and at < len(values) else UNKNOWN

    def _from_below(self, owner: str) -> Iterator[Call]:
        """Calls of ``super().__init__`` in the classes derived from one."""
        for name, calls in self.code.calls.items():
            if name.startswith("super of "):
                for call in calls:
                    kind = self.code.value(call.scope, call.scope.owner)
                    if isinstance(kind, type) and any(base.__name__ == owner for base in kind.__bases__):
                        yield call

    def _items(self, node: ast.Subscript, scope: Scope) -> Iterator[Any]:
        """Yield the values under a key: under the keys that are possible, or all of them if those are not known."""
        keys = self.values(node.slice, scope)
        for whole in self.values(node.value, scope):
            if isinstance(whole, dict):
                some = [whole[key] for key in keys if isinstance(key, str | int) and key in whole]
                yield from some if some and (UNKNOWN not in keys or whole is self.code.rules) else whole.values()
            elif isinstance(whole, tuple | list):
                yield from [whole[key] for key in keys if isinstance(key, int) and -len(whole) <= key < len(whole)] or whole

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Iterator[Any]:
        if node.attr == "rules" and self.code.rules and ast.unparse(node.value).endswith("arena"):
            yield self.code.rules
            return
        wholes = self.values(node.value, scope)
        known = [getattr(whole, node.attr) for whole in wholes if whole is not UNKNOWN and hasattr(whole, node.attr)]
        yield from known or self._asked(node, scope) or self._fields(node.attr)

    def _asked(self, node: ast.Attribute, scope: Scope) -> list[Any]:
        """Return the values of a part of a decision that was made in the same function, such as ``decision.rule``."""
        if not isinstance(scope.function, ast.FunctionDef) or not isinstance(node.value, ast.Name) or node.attr not in PLACES:
            return []
        made = [part.value for part in ast.walk(scope.function) if isinstance(part, ast.Assign) and _mentions(part.targets[0], node.value.id)]
        made_by = [name_called(call, scope) for call in made if isinstance(call, ast.Call)]
        calls = [call for maker in made_by for call in self._decisions_of(maker, scope)]
        return [value for call in calls for value in self.values(argument(call.node, node.attr, PLACES), call.scope)]

    def _decisions_of(self, maker: str, scope: Scope) -> Iterator[Call]:
        """The constructions of decisions of a class, or of the classes that a function makes."""
        kinds = {self.code.value(scope, maker)}
        if not any(isinstance(kind, type) for kind in kinds):
            within = (call for call in self.code.decisions() if call.scope.function is not None and call.scope.function.name == maker)
            kinds = {self.code.value(call.scope, name_called(call.node, call.scope)) for call in within}
        for kind in kinds:
            yield from self.code.decisions(kind) if isinstance(kind, type) else ()

    def _fields(self, name: str) -> Iterator[Any]:
        """Yield the values that a field of this name is given wherever something that has one is made."""
        for called, calls in self.code.calls.items():
            for call in calls:
                kind = self.code.value(call.scope, called)
                fields = getattr(kind, "__struct_fields__", None) or getattr(kind, "_fields", None) if isinstance(kind, type) else None
                if fields and name in fields and not issubclass(kind, Decision):
                    yield from self.values(argument(call.node, name, list(fields)), call.scope)

    def _returned(self, node: ast.Call, scope: Scope) -> Iterator[Any]:
        """Yield the values a function returns; a phrase is its text, and a look-up in a table gives anything in it, or the default."""
        called = name_called(node, scope)
        if called == "get" and isinstance(node.func, ast.Attribute):
            tables = [whole for whole in self.values(node.func.value, scope) if isinstance(whole, dict)]
            yield from (value for table in tables for value in table.values())
            yield from (value for part in node.args[1:] for value in self.values(part, scope))
            return
        if called in ("Phrase", "str", "phrases", "cast"):
            yield from self.values(node.args[-1] if node.args else None, scope)
            return
        for function, around in self.code.functions.get(called, ()):
            inside = around._replace(function=function)
            for part in ast.walk(function):
                if isinstance(part, ast.Return):
                    yield from self.values(part.value, inside)


def _parameters(function: ast.FunctionDef) -> set[str]:
    arguments = function.args
    return {argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


def _binds(function: ast.FunctionDef, name: str) -> bool:
    """Return True if a name is the function's own."""
    return any(isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in ast.walk(function))


def _mentions(target: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(target))


def _matched(target: ast.AST, item: Any, name: str) -> Iterator[Any]:
    """Yield what a name in a target gets of an item."""
    if isinstance(target, ast.Name):
        yield from [item] if target.id == name else []
    elif isinstance(target, ast.Tuple) and isinstance(item, tuple | list) and len(item) == len(target.elts):
        for part, inner in zip(target.elts, item, strict=True):
            yield from _matched(part, inner, name)


def argument(call: ast.Call, name: str, places: list[str]) -> ast.AST | None:
    """The argument that a call gives to a parameter."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if name in places and not any(isinstance(value, ast.Starred) for value in call.args[: places.index(name) + 1]):
        at = places.index(name)
        return call.args[at] if at < len(call.args) else None
    return None
