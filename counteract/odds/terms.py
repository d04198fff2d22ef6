"""Terms of a question to the odds, such as cover and re-rolls: their declarations and their checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from counteract.core.language import Phrase, figure, phrases, say

Objective = Literal["damage", "incapacitate", "capped"]
FightObjective = Literal["difference", "survive", "remove"]

#: How re-rolls are used: as well as can be, or on fails only.
RerollStyle = Literal["best", "fails"]

MOST_REROLLS = 6
MOST_SHOTS = 10
MOST_WOUNDS = 99

WHOLE = Phrase("{what} must be a whole number from {least} to {most}, not {value!r}")
NO_NUMBER = Phrase("{text!r} is no number of {what}: it must be from {least} to {most}")


# --- declarations


class Term(NamedTuple):
    """A term of an attack: its name, the side it belongs to, and its possible values."""

    name: str
    place: Literal["attacker", "defender", "dice", "play"]  # dice: those of both sides; play: how both sides decide
    kind: Literal["flag", "number", "choice", "text"]
    label: Phrase
    help: Phrase | None = None
    usual: Any = False
    limits: tuple[int, int] | None = None
    choices: dict[str, Phrase] | None = None
    written: str = ""  # how it is written after one of several targets
    ruled_out: bool = False  # a rule of the edition forbids it, and refusals cite that rule


class OddsWords(NamedTuple):
    """The edition's words for damage, for a target that is out, and for one that is hurt."""

    damage: Phrase
    out: Phrase
    hurt: Phrase


class CardForm(NamedTuple):
    """The form of a card: in words, and an example."""

    form: Phrase
    example: str


#: The name of a further number of a result, and the function that words its value.
Detail = tuple[Phrase, Callable[[Any], str]]


class QuestionForm(NamedTuple):
    """The form of questions to an edition's odds: the terms of each kind of question, the forms of cards, and the assumptions."""

    words: OddsWords
    shoot: tuple[Term, ...]
    fight: tuple[Term, ...]
    table: tuple[Term, ...]
    cards: Mapping[str, CardForm]  # of a weapon, a target, an attacker and a defender
    assumptions: tuple[Phrase, ...]
    details: Mapping[str, Detail]  # of results, by name
    several_targets: bool  # of one attack
    unarmed: bool  # a defender may have no weapon

    @property
    def names(self) -> set[str]:
        """The names of all terms."""
        return {term.name for term in (*self.shoot, *self.fight, *self.table)}


OBJECTIVES = phrases({"damage": "most damage", "incapacitate": "to take the target out", "capped": "wounds lost"})
FIGHT_OBJECTIVES = phrases({"difference": "damage dealt less damage taken", "survive": "to survive", "remove": "to take the defender out"})
AS_BEST = Phrase("as well as can be")

#: Terms of every edition.
COVER = Term("cover", "defender", "flag", Phrase("in cover"), written="in cover")
OBSCURED = Term("obscured", "defender", "flag", Phrase("obscured"), written="obscured")
OBJECTIVE = Term(
    "objective", "play", "choice", Phrase("Both play for"), Phrase("The attacker wants it high, the defender low."), "damage", choices=OBJECTIVES
)
FIGHT_OBJECTIVE = OBJECTIVE._replace(usual="difference", choices=FIGHT_OBJECTIVES)
SHOTS = Term("shots", "dice", "number", Phrase("Shots one after the other"), None, 1, (1, MOST_SHOTS))
REROLLS = Term("rerolls", "dice", "number", Phrase("Re-rolls of the attacker"), None, 0, (0, MOST_REROLLS))
DEFENDER_REROLLS = Term("defender_rerolls", "dice", "number", Phrase("Re-rolls of the defender"), None, 0, (0, MOST_REROLLS))
REROLL = Term("reroll", "play", "choice", Phrase("Re-rolls are used"), None, "best", choices={"best": AS_BEST, "fails": Phrase("on fails only")})
ATTACKER_WOUNDS = Term("attacker_wounds", "attacker", "text", Phrase("Wounds left"), Phrase("Such as 12, or 5 of 12."), "")
DEFENDER_WOUNDS = Term("defender_wounds", "defender", "text", Phrase("Wounds left"), Phrase("Such as 12, or 5 of 12."), "")

#: The assumptions of every edition's odds.
ASSUMPTIONS = (
    Phrase("Damage is counted to the full, also what exceeds the wounds of the target."),
    Phrase("Ranges, sight and orders are settled: say what holds."),
    Phrase("Ploys are not used, but for the re-rolls that are said; what they cost does not count."),
)


# --- further numbers of results

tell_share: Callable[[Any], str] = partial(figure, spec=".1%")
tell_mean: Callable[[Any], str] = partial(figure, spec=".3f")


def tell_chances(value: Mapping[int, float]) -> str:
    """Return numbers with their chances."""
    return ", ".join(f"{number}: {tell_share(chance)}" for number, chance in sorted(value.items()))


# --- checks


class BadTerm(ValueError):
    """A term with an impossible value; it holds the name of the term."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


def check_choice(what: str, value: object, choices: Sequence[str]) -> None:
    """Refuse a value that is not one of the choices."""
    if value not in choices:
        raise BadTerm(what, say("{what} must be {known}, not {value!r}", what=what, known=say(" or ").join(choices), value=value))


def check_flag(what: str, value: object) -> bool:
    """Return a value that is True or False; refuse any other."""
    if not isinstance(value, bool):
        raise BadTerm(what, say("{what} must be true or false, not {value!r}", what=what, value=value))
    return value


def check_number(what: str, value: object, least: int, most: int) -> int:
    """Return a whole number within limits; refuse any other value."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadTerm(what, say(WHOLE, what=what, least=least, most=most, value=value))
    return value


def meaningless(name: str, ruleset: str) -> BadTerm:
    """Return the refusal of a term that the edition does not know."""
    return BadTerm(name, say("{name!r} means nothing in {ruleset}", name=name, ruleset=ruleset))


# --- text


def read_number(text: str, what: str, least: int, most: int) -> int:
    """Read a whole number within limits."""
    if not re.fullmatch(r"-?\d{1,6}", text.strip()) or not least <= int(text) <= most:
        raise ValueError(say(NO_NUMBER, text=text.strip(), what=what, least=least, most=most))
    return int(text)


def read_wounds(given: int | str | None) -> tuple[int, int] | None:
    """Read wounds left and at the start: "5 of 12", or a number for both."""
    if given is None:
        return None
    left, _, full = str(given).partition(" of ")
    wounds = read_number(left, Phrase("wounds"), 1, MOST_WOUNDS)
    if full and read_number(full, Phrase("wounds"), 1, MOST_WOUNDS) < wounds:
        raise ValueError(say("{left} wounds of {full} are too many", left=left.strip(), full=full.strip()))
    return wounds, int(full) if full else wounds
