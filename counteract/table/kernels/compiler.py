"""Decorators that compile kernels with numba, all with the same settings and a cache on disk."""

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

#: The folder that holds the package.
ROOT = Path(__file__).parents[3]
F = TypeVar("F", bound="Callable[..., Any]")


def kernel(f: F, **options: Any) -> F:
    """Compile a function and keep the result on disk; ``options`` are numba's.

    No fast-math: the same numbers must come out on every machine.
    """
    settings: Any = numba.config
    usual = settings.CACHE_DIR
    settings.CACHE_DIR = _cache_folder(Path(f.__code__.co_filename), usual)
    try:
        compiled: Any = numba.njit(cache=True, **options)(f)
    finally:
        settings.CACHE_DIR = usual
    if compiled is not f:  # it is if compiling is switched off
        _ignore_literal_types(compiled)
    return cast("F", compiled)


def _ignore_literal_types(compiled: Any) -> None:
    """Compile a kernel once for all numbers of a type instead of once for each constant it is called with."""
    folded = compiled._compiler.fold_argument_types

    def fold(args: Any, kws: Any) -> tuple[Any, tuple[Any, ...]]:
        signature, types = folded(args, kws)
        return signature, tuple(map(numba.types.unliteral, types))

    compiled._compiler.fold_argument_types = fold


@cache
def _cache_folder(file: Path, usual: str) -> str:
    """Return the folder for the compiled code of a file.

    Numba discards compiled code when the file of the kernel changes, but not when a file changes that it imports kernels or constants
    from. So the folder is named after the text of all of them. Where the package cannot be written to, nobody edits it either, and
    the usual folder will do.
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
    """Return a short text that changes with a file or with any file below root that it imports, directly or not."""
    digest = blake2b(digest_size=8)
    for source in sorted(_sources(file, root, set())):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _sources(file: Path, root: Path, found: set[Path]) -> set[Path]:
    """Add a file and all files below root that it imports to those found."""
    found.add(file)
    for source in _imported(file.read_bytes(), root):
        if source not in found and source.is_file():
            _sources(source, root, found)
    return found


@cache
def _imported(text: bytes, root: Path) -> tuple[Path, ...]:
    """Return the files of the modules that a text imports; cached, as many kernels import the same."""
    names = [node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom) and node.module]
    return tuple(root.joinpath(*name.split(".")).with_suffix(".py") for name in names)


def allocation_free(f: F, **options: Any) -> F:
    """Compile a kernel that allocates no arrays.

    It does without the reference counts of the arrays it is given, which in small kernels take half of the time. A kernel that
    allocates does not compile this way.
    """
    compiled: Any = kernel(f, **options)
    if compiled is not f:  # it is if compiling is switched off
        compiled.targetoptions["_nrt"] = False
    return cast("F", compiled)
