"""How kernels are compiled: one decorator, so that every kernel has the same settings and keeps its types."""

from __future__ import annotations

import ast
import os
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

#: The folder that holds the package.
ROOT = Path(__file__).parents[3]


def kernel(f: F, **options: Any) -> F:
    """Compile a function and keep the result on disk; ``options`` are numba's.

    No fast-math: the same numbers must come out on every machine.
    """
    settings: Any = numba.config
    usual = settings.CACHE_DIR
    settings.CACHE_DIR = _store(Path(f.__code__.co_filename), usual)
    try:
        compiled: Any = numba.njit(cache=True, **options)(f)
    finally:
        settings.CACHE_DIR = usual
    if compiled is not f:  # it is if compiling is switched off
        _once_for_all_numbers(compiled)
    return cast("F", compiled)


def _once_for_all_numbers(compiled: Any) -> None:
    """Compile a kernel once for all numbers of a type, and not again for each constant that another kernel hands to it."""
    folded = compiled._compiler.fold_argument_types

    def fold(args: Any, kws: Any) -> tuple[Any, tuple[Any, ...]]:
        signature, types = folded(args, kws)
        return signature, tuple(map(numba.types.unliteral, types))

    compiled._compiler.fold_argument_types = fold


@cache
def _store(file: Path, usual: str) -> str:
    """The folder for what is compiled from a file.

    Numba throws compiled code away when the file of the kernel changes, but not when another file does that a kernel or
    constant is imported from. So the folder is named after the text of all of them. Where the package cannot be written
    to, nobody edits it either, and the usual folder will do.
    """
    folder = Path(usual) if usual else file.parent / "__pycache__"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return str(folder / f"{file.stem}-{fingerprint(file, ROOT)}")
    except OSError:
        pass
    return usual


def fingerprint(file: Path, root: Path) -> str:
    """A short text that changes with a file or with any file below root that it imports, directly or not."""
    digest = blake2b(digest_size=8)
    for source in sorted(_sources(file, root, set())):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _sources(file: Path, root: Path, found: set[Path]) -> set[Path]:
    found.add(file)
    for source in _imported(file.read_bytes(), root):
        if source not in found and source.is_file():
            _sources(source, root, found)
    return found


@cache
def _imported(text: bytes, root: Path) -> tuple[Path, ...]:
    """Where the modules would be that a text imports from; kept, as many kernels import the same."""
    names = [node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom) and node.module]
    return tuple(root.joinpath(*name.split(".")).with_suffix(".py") for name in names)
