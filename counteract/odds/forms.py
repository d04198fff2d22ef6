"""Everything the odds can be told besides who attacks whom: what it is called, what it may be, and in which editions it means something."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from counteract.core.language import Phrase, phrases
from counteract.odds.asking import MOST_REROLLS, MOST_SHOTS, POOLS, RULESETS
from counteract.odds.fighting import MOST_FIGHTS

Kind = Literal["flag", "number", "choice", "text"]

#: Where a term belongs: to the attacker, to the target or defender, to the dice of both, or to how they play.
Place = Literal["attacker", "defender", "dice", "play"]

CHAINS = tuple(name for name in RULESETS if name not in POOLS)
MOST_FLESH = 6
MODIFIER = (-6, 6)
NEEDED = (2, 6)


class Term(NamedTuple):
    """A term of an attack."""

    name: str
    place: Place
    kind: Kind
    label: Phrase
    help: Phrase | None = None
    usual: Any = False
    limits: tuple[int, int] | None = None
    choices: dict[str, Phrase] | None = None
    editions: tuple[str, ...] = RULESETS
    written: str = ""  # how it is said behind a target, of one of several


def _flag(name: str, place: Place, label: Phrase, help: Phrase | None = None, editions: tuple[str, ...] = RULESETS, written: str = "") -> Term:
    return Term(name, place, "flag", label, help, editions=editions, written=written)


OBJECTIVES = phrases({"damage": "most damage", "incapacitate": "to take the target out", "capped": "wounds lost"})
FIGHT_OBJECTIVES = phrases({"difference": "damage dealt less damage taken", "survive": "to survive", "remove": "to take the defender out"})
AS_BEST = Phrase("as well as can be")
POLICIES = {"best": AS_BEST, "strike": Phrase("strikes always")}

RANGED_AIM = Term(
    "objective", "play", "choice", Phrase("Both play for"), Phrase("The attacker wants it high, the defender low."), "damage", choices=OBJECTIVES
)
MELEE_AIM = RANGED_AIM._replace(usual="difference", choices=FIGHT_OBJECTIVES)
COMMON = (
    Term("rerolls", "dice", "number", Phrase("Re-rolls of the attacker"), None, 0, (0, MOST_REROLLS)),
    Term("defender_rerolls", "dice", "number", Phrase("Re-rolls of the defender"), None, 0, (0, MOST_REROLLS)),
    Term("reroll", "play", "choice", Phrase("Re-rolls are used"), None, "best", choices={"best": AS_BEST, "fails": Phrase("on fails only")}),
    Term(
        "printing", "play", "choice", Phrase("Printing of the rules"), None, "2025", choices={"2025": Phrase("2025"), "2024": Phrase("2024")},
        editions=("kt24",),
    ),
    Term(
        "limits", "play", "choice", Phrase("Limits of stats"), Phrase("How bad the Hit of the injured can get, and when injury counts."), "sheet",
        choices={"sheet": Phrase("as the sheets print them"), "book": Phrase("as in the full game")}, editions=("kt24",),
    ),
)  # fmt: skip
MODIFIED = Term("modifier", "attacker", "number", Phrase("Modifier to hit"), Phrase("Any that is not said otherwise."), 0, MODIFIER, editions=CHAINS)
BROKEN = _flag("broken", "attacker", Phrase("its team is broken"), editions=("kt18",))
FLESH = Term(
    "max_flesh_wounds", "play", "number", Phrase("Most flesh wounds (0: no limit)"), None, 0, (0, MOST_FLESH), editions=("kt18",)
)

SHOTS = (
    _flag("cover", "defender", Phrase("in cover"), written="in cover"),
    _flag("obscured", "defender", Phrase("obscured"), written="obscured"),
    _flag(
        "vantage", "defender", Phrase("seen from above"), Phrase("It is in cover, and a target only because the shooter looks down on it."),
        ("kt24",), "seen from above",
    ),
    _flag("shooter_injured", "attacker", Phrase("injured"), Phrase("Hitting is harder by 1."), POOLS),
    RANGED_AIM,
    Term(
        "cover_save", "play", "choice", Phrase("The cover save is kept"), None, "best",
        choices={"best": Phrase("if that is best"), "always": Phrase("always")}, editions=POOLS,
    ),
)  # fmt: skip

#: The terms of shooting.
SHOOT = (
    *SHOTS,
    _flag("roof", "defender", Phrase("below terrain"), Phrase("Barrage looks for a roof instead of cover."), ("kt21",), "below terrain"),
    _flag("half_range", "defender", Phrase("within half range"), editions=CHAINS),
    _flag("long_range", "defender", Phrase("at long range"), editions=("kt18",)),
    Term(
        "shooter_wounds", "attacker", "text", Phrase("Wounds left of the shooter"),
        Phrase("Such as 5 of 12: a Hot weapon may injure it between shots."), "", editions=POOLS,
    ),
    _flag("moved", "attacker", Phrase("has moved"), Phrase("For Heavy weapons."), CHAINS),
    _flag("advanced", "attacker", Phrase("has advanced"), editions=CHAINS),
    _flag("overwatch", "attacker", Phrase("Overwatch"), Phrase("Hits on sixes."), CHAINS),
    BROKEN,
    Term("flesh", "attacker", "number", Phrase("Flesh wounds of the shooter"), None, 0, (0, MOST_FLESH), editions=("kt18",)),
    Term("bs", "attacker", "number", Phrase("BS of the shooter"), Phrase("If the weapon does not say it."), None, NEEDED, editions=CHAINS),
    MODIFIED,
    Term("shots", "dice", "number", Phrase("Shots one after the other"), None, 1, (1, MOST_SHOTS)),
    Term("models", "attacker", "number", Phrase("Models that shoot"), None, 1, (1, 30), editions=("kt40",)),
    *COMMON,
    Term(
        "split", "play", "text", Phrase("Dice of Fusillade on each target"), Phrase("Such as 3, 2; as is best if nothing is said."), "",
        editions=("kt21",),
    ),
    FLESH,
    Term("morale_rerolls", "dice", "number", Phrase("Re-rolls of the target in the Morale phase"), None, 0, (0, 1), editions=("kt40",)),
    Term("morale_modifier", "defender", "number", Phrase("Modifier to the morale test"), None, 0, MODIFIER, editions=("kt40",)),
)  # fmt: skip

#: The terms of a fight.
FIGHT = (
    Term("attacker_wounds", "attacker", "text", Phrase("Wounds left"), Phrase("Such as 12, or 5 of 12."), ""),
    Term("defender_wounds", "defender", "text", Phrase("Wounds left"), Phrase("Such as 12, or 5 of 12."), ""),
    _flag("attacker_injured", "attacker", Phrase("injured"), Phrase("Whatever wounds it has left."), POOLS),
    _flag("defender_injured", "defender", Phrase("injured"), Phrase("Whatever wounds it has left."), POOLS),
    Term("attacker_ignore", "attacker", "number", Phrase("Ignores wounds on"), None, None, NEEDED, editions=POOLS),
    Term("defender_ignore", "defender", "number", Phrase("Ignores wounds on"), None, None, NEEDED, editions=POOLS),
    MODIFIED,
    MODIFIED._replace(name="defender_modifier", place="defender"),
    BROKEN,
    BROKEN._replace(name="defender_broken", place="defender"),
    Term("strikes_back", "defender", "flag", Phrase("strikes back"), None, True, editions=CHAINS),
    Term("fights", "dice", "number", Phrase("Fights one after the other"), None, 1, (1, MOST_FIGHTS), editions=POOLS),
    *COMMON[:2],
    _flag("obstacle", "dice", Phrase("across an obstacle"), editions=CHAINS),
    _flag("opportunity", "dice", Phrase("opportunity strike"), Phrase("Hits on sixes and is not answered."), ("kt40",)),
    MELEE_AIM,
    Term("attacker_policy", "play", "choice", Phrase("The attacker plays"), None, "best", choices=POLICIES, editions=POOLS),
    Term("defender_policy", "play", "choice", Phrase("The defender plays"), None, "best", choices=POLICIES, editions=POOLS),
    Term(
        "initiative", "play", "choice", Phrase("Initiative"), Phrase("Who has it re-rolls first."), "attacker",
        choices={"attacker": Phrase("attacker"), "defender": Phrase("defender")}, editions=("kt24",),
    ),
    *COMMON[2:],
    FLESH,
)  # fmt: skip

#: The terms of a table of one team against another.
TABLE = (*SHOTS, *COMMON)

#: Terms that an edition knows, and has a rule against.
RULED_OUT = {("kt21", "obscured")}

#: In which editions a term means something.
EDITIONS = {term.name: term.editions for term in (*SHOOT, *FIGHT)}


def terms_in(terms: tuple[Term, ...], ruleset: str) -> list[Term]:
    """Those of some terms that an edition allows, as it knows them."""
    found = [term for term in terms if ruleset in term.editions and (ruleset, term.name) not in RULED_OUT]
    if ruleset in POOLS:
        return found
    return [term._replace(limits=(0, 1)) if term.name.endswith("rerolls") else term for term in found]
