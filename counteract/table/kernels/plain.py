"""A second way to compile: for kernels that make no arrays of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from counteract.table.kernels.compiled import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


def plain(f: F, **options: Any) -> F:
    """Compile a kernel that makes no arrays.

    It need not count who holds the arrays it is given, which for small kernels is half of the work. One that does make
    an array will not compile.
    """
    compiled: Any = kernel(f, **options)
    if compiled is not f:  # it is if compiling is switched off
        compiled.targetoptions["_nrt"] = False
    return cast("F", compiled)
