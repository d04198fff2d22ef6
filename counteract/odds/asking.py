"""What everybody asks the odds with: checked, and turned into terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any, Literal

from counteract.odds import reading
from counteract.odds.terms import Terms

RULESETS = ("kt24", "kt21", "kt18", "kt40")
POOLS = ("kt24", "kt21")  # attack dice against defence dice; the others are chains of single dice
OBJECTIVES = ("damage", "incapacitate", "capped")

CoverSave = Literal["best", "always"]
MOST_REROLLS = 6


def chain(ruleset: str) -> ModuleType:
    """The module of an edition of single dice."""
    known("ruleset", ruleset, RULESETS)
    return import_module(f"counteract.odds.{ruleset}")


def terms_of(*given: Any) -> Terms:
    """The terms from what was given, in the order of `_terms`; checked."""
    try:
        return _terms(*given)
    except TypeError:  # a list, say, cannot be looked up; the check tells what is wrong with it
        return _terms.__wrapped__(*given)


@lru_cache(maxsize=4096, typed=True)
def _terms(
    ruleset: str, cover: bool, obscured: bool, injured: bool, rerolls: int, defender_rerolls: int, reroll: str, cover_save: str,
    printing: str | None, roof: bool,
) -> Terms:  # fmt: skip
    for what, value in (("cover", cover), ("obscured", obscured), ("injured", injured), ("roof", roof)):
        flag(what, value)
    known("reroll", reroll, ("best", "fails"))
    known("cover_save", cover_save, ("best", "always"))
    if printing is not None:
        if ruleset != "kt24":
            raise ValueError(f"{ruleset} has one printing only; leave printing out")
        known("printing", printing, ("2024", "2025"))
    if obscured and ruleset == "kt21":
        raise ValueError("in kt21 an obscured operative is no target (KT21-OBSCURE-01)")
    return Terms(
        cover, obscured, injured, number("rerolls", rerolls, 0, MOST_REROLLS),
        number("defender_rerolls", defender_rerolls, 0, MOST_REROLLS), reroll, cover_save, printing or "2025", roof=roof,  # type: ignore[arg-type]
    )  # fmt: skip


def known(what: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        raise ValueError(f"{what} must be {' or '.join(known)}, not {value!r}")


def refuse(ruleset: str, **given: object) -> None:
    """Say which of these means nothing in an edition, if it was given."""
    for name, value in given.items():
        if value:
            raise ValueError(f"{name!r} means nothing in {ruleset}")


def flag(what: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{what} must be true or false, not {value!r}")
    return value


def number(what: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{what} must be a whole number from {least} to {most}, not {value!r}")
    return value


def wounds_of(given: int | str | None) -> tuple[int, int] | None:
    """Wounds left and at the start: "5 of 12", or a number for both."""
    if given is None:
        return None
    left, _, full = str(given).partition(" of ")
    wounds = reading.number(left, "wounds", 1, reading.MOST_WOUNDS)
    if full and reading.number(full, "wounds", 1, reading.MOST_WOUNDS) < wounds:
        raise ValueError(f"{left.strip()} wounds of {full.strip()} are too many")
    return wounds, int(full) if full else wounds


def hashable(target: Any) -> Any:
    return reading.target_of(target).target if isinstance(target, Mapping) else target


def aimed(ruleset: str, target: Any, cover: bool) -> reading.Aimed:
    at = _aimed(ruleset, target, cover)
    if at.target.invulnerable and ruleset == "kt24":
        raise ValueError("kt24 has no invulnerable saves; leave it out")
    return at


def _aimed(ruleset: str, target: Any, cover: bool) -> reading.Aimed:
    if isinstance(target, str):
        return reading.named_target(ruleset, target, cover)
    if hasattr(target, "abilities"):
        return reading.target_card(target, cover=cover)
    return reading.target_of(target)
