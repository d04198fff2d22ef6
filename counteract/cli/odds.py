"""The odds on the command line: thin, like the other commands. What only some editions know is refused in the others."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from counteract.core.language import LANGUAGES, say
from counteract.printing import print_json, progress, show

Ruleset = Annotated[str, Parameter(help="kt24, kt21, kt18 or kt40.")]
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[*LANGUAGES]
Spoken = Annotated[Language | None, Parameter(help="The language; English if nothing is said.")]
Json = Annotated[bool, Parameter(help="Print one JSON document instead of text.")]
Plot = Annotated[Path | None, Parameter(help="Draw it too, into a .png or .svg file.")]
Advice = Annotated[bool, Parameter(help="Tell what to do in each situation (--json always does).")]
Objective = Literal["damage", "incapacitate", "capped"]
FightObjective = Literal["difference", "survive", "remove"]

PATIENCE = 1.0  # seconds before a table shows how far it is

POOLS, CHAINS = ("kt24", "kt21"), ("kt18", "kt40")

#: What terms are called here that are called otherwise in `counteract.odds`.
NAMES = {"injured": "shooter_injured", "unanswered": "strikes_back"}

odds = App(name="odds", help="Exact odds of shooting and fighting, with best play by both sides.", help_format="plaintext")


# --- terms, the same for all editions first


@Parameter(name="*")
@dataclass(frozen=True)
class Terms:
    """Terms of every attack."""

    rerolls: int = 0
    "Command Re-rolls (kt18: Tactical Re-rolls) that the attacker has, for each attack of a table."
    defender_rerolls: int = 0
    "The same for the defender."
    reroll: Literal["best", "fails"] = "best"
    "How re-rolls are used: as well as can be, or on fails only."
    printing: Literal["2024", "2025"] | None = None
    "kt24: the printing of the rules; the later one if it is left out."
    limits: Literal["sheet", "book"] | None = None
    "kt24: what injury does, as the sheets print it or with the limits of the full game; as the sheets do if it is left out."


@Parameter(name="*")
@dataclass(frozen=True)
class Shots(Terms):
    """Terms of every shot."""

    cover: bool = False
    'Every target is in cover; for some of them alone write it there, "save 3+, wounds 12, in cover".'
    obscured: bool = False
    'Every target is obscured; for some of them alone write it there, "save 3+, wounds 12, obscured".'
    objective: Objective = "damage"
    'What the attacker wants high and the defender low; in a table with "incapacitate" fights are for removing the defender, else for the difference.'
    injured: bool = False
    "kt24, kt21: whoever shoots, or begins a fight, is injured."
    cover_save: Literal["best", "always"] = "best"
    "kt24, kt21: whether the cover save is taken if that is best, or always."
    vantage: bool = False
    'kt24: targets in cover are targets only because the shooter looks down on them; for some of them alone write "in cover, seen from above".'


@Parameter(name="*")
@dataclass(frozen=True)
class Old(Terms):
    """Terms of every attack with chains of single dice."""

    modifier: int = 0
    "kt18, kt40: any other modifier to the attacker's hit rolls."
    broken: bool = False
    "kt18: the attacker's team is broken."
    max_flesh_wounds: int = 0
    "kt18: with so many flesh wounds a model is out of action at 0 wounds; 0 for no limit."


@Parameter(name="*")
@dataclass(frozen=True)
class Shooting(Old, Shots):
    """Terms of shooting."""

    shots: int = 1
    "How many shots one after the other."
    shooter_wounds: str | None = None
    'kt24, kt21: what the shooter has left, such as "5 of 12"; then a Hot weapon can injure it between shots.'
    split: str | None = None
    'kt21: the dice of Fusillade on each target, such as "3,2"; the best if it is left out.'
    roof: bool = False
    "kt21: the target is below terrain (for Barrage)."
    bs: int | None = None
    "kt18, kt40: the BS of the shooter, if the weapon does not say it."
    half_range: bool = False
    "kt18, kt40: the target is within half range."
    moved: bool = False
    "kt18, kt40: the shooter has moved (for Heavy weapons)."
    advanced: bool = False
    "kt18, kt40: the shooter has advanced."
    overwatch: bool = False
    "kt18, kt40: it is Overwatch, which hits on 6s."
    long_range: bool = False
    "kt18: the target is at long range."
    flesh: int = 0
    "kt18: flesh wounds of the shooter."
    models: int = 1
    "kt40: how many models shoot."
    morale_rerolls: int = 0
    "kt40: Command Re-rolls of the target in the Morale phase."
    morale_modifier: int = 0
    "kt40: a modifier to the morale test."


@Parameter(name="*")
@dataclass(frozen=True)
class Fighting(Old):
    """Terms of a fight."""

    objective: FightObjective = "difference"
    "What the attacker wants high and the defender low: damage dealt less damage taken, or the chance to survive, or to remove the defender."
    attacker_policy: Literal["best", "strike"] = "best"
    "kt24, kt21: the attacker strikes and blocks as well as can be, or always strikes, criticals first."
    defender_policy: Literal["best", "strike"] = "best"
    "kt24, kt21: the same for the defender."
    attacker_injured: bool = False
    "kt24, kt21: the attacker is injured, whatever its wounds."
    defender_injured: bool = False
    "kt24, kt21: the defender is injured, whatever its wounds."
    attacker_ignore: int | None = None
    "kt24, kt21: the attacker does not lose wounds on this or more."
    defender_ignore: int | None = None
    "kt24, kt21: the defender does not lose wounds on this or more."
    fights: int = 1
    "kt24, kt21: so many fights one after the other."
    initiative: Literal["attacker", "defender"] = "attacker"
    "kt24: who has the initiative, and so re-rolls first."
    defender_modifier: int = 0
    "kt18, kt40: a modifier to the defender's hit rolls."
    unanswered: bool = False
    "kt18, kt40: the defender does not strike back."
    obstacle: bool = False
    "kt18, kt40: they fight across an obstacle."
    defender_broken: bool = False
    "kt18: the defender's team is broken."
    opportunity: bool = False
    "kt40: it is an opportunity strike, which hits on 6s and is not answered."


def _said(ruleset: str, terms: Terms) -> dict[str, Any]:
    """What was said and is not as usual; refused if it means nothing in the edition."""
    from counteract.odds.asking import RULESETS, known
    from counteract.odds.forms import EDITIONS

    known("ruleset", ruleset, RULESETS)
    usual = asdict(type(terms)())
    said = {name: value for name, value in asdict(terms).items() if value != usual[name]}
    for name in said:
        editions = EDITIONS[NAMES.get(name, name)]
        if ruleset not in editions:
            values = {"name": name.replace("_", "-"), "ruleset": ruleset, "known": say(" and ").join(editions)}
            raise ValueError(say("--{name} means nothing in {ruleset}; it is for {known}", **values))
    return said


def _told(said: Mapping[str, Any]) -> str:
    """Terms in words."""
    return ", ".join(name.replace("_", " ") + ("" if value is True else f" {value}") for name, value in said.items())


# --- commands


@odds.command
def shoot(
    *,
    weapon: str,
    target: list[str],
    ruleset: Ruleset = "kt24",
    terms: Shooting = Shooting(),
    advice: Advice = False,
    lang: Spoken = None,
    json: Json = False,
    plot: Plot = None,
) -> None:
    """The odds of shooting.

    Parameters
    ----------
    weapon
        team/operative/weapon, or card text such as "5 3+ 3/4; Piercing 1, Balanced" (kt18, kt40: 'Rapid Fire 1 24" S4 AP-1 D1 BS3+').
    target
        team/operative, or "save 3+, wounds 12" (kt18: "T4 save 3+ wounds 1"; kt40 adds "models 5"), perhaps with ", in cover" behind it. Again for
        each target of Blast and the like.
    """
    from counteract.odds import shoot as ask
    from counteract.odds import showing

    said = _said(ruleset, terms)
    question = showing.Shot(ruleset, weapon, tuple(target), _told(said))
    file = _file(plot)
    if "split" in said:
        said["split"] = _split(said["split"])
    if len(target) > 1 and ruleset in CHAINS:
        raise ValueError(say("{ruleset} has no attack on several targets; say one --target", ruleset=ruleset))
    at = target if len(target) > 1 else target[0]
    found = ask(ruleset=ruleset, weapon=weapon, target=at, **_renamed(said, injured="shooter_injured"))
    _draw("shot", found, question, file)
    if json:
        print_json({"weapon": weapon, "target": at, **found.as_dict()})
    else:
        show(*showing.shot(found, question, advice=advice), *_drawn(file))


@odds.command
def fight(
    *,
    attacker: str,
    defender: str,
    attacker_wounds: str | None = None,
    defender_wounds: str | None = None,
    ruleset: Ruleset = "kt24",
    terms: Fighting = Fighting(),
    advice: Advice = False,
    lang: Spoken = None,
    json: Json = False,
    plot: Plot = None,
) -> None:
    """The odds of a fight.

    Parameters
    ----------
    attacker
        team/operative/weapon, or card text such as "4 3+ 4/5; Brutal" (kt18, kt40: with its defence, "A2 WS3+ S4 AP0 D1 | T4 save 4+ wounds 1").
    defender
        The same for the defender; "none" if it has no weapon to fight with (kt24, kt21).
    attacker_wounds
        What the attacker has left, such as 13 or "5 of 13"; not needed if the attacker is named or its text says it.
    defender_wounds
        The same for the defender.
    """
    from counteract.odds import fight as ask
    from counteract.odds import showing

    said = _said(ruleset, terms)
    question = showing.Fight(ruleset, attacker, defender, _told(said))
    file = _file(plot)
    if said.pop("unanswered", False):
        said["strikes_back"] = False
    foe = None if defender == "none" and ruleset in POOLS else defender
    found = ask(ruleset=ruleset, attacker=attacker, defender=foe, attacker_wounds=attacker_wounds, defender_wounds=defender_wounds, **said)
    _draw("fight", found, question, file)
    if json:
        print_json({"attacker": attacker, "defender": defender, **found.as_dict()})
    else:
        show(*showing.fight(found, question, advice=advice), *_drawn(file))


@odds.command
def table(
    *,
    team: str | None = None,
    against: str | None = None,
    weapon: list[str] | None = None,
    target: list[str] | None = None,
    ruleset: Annotated[str | None, Parameter(help="kt24, kt21, kt18 or kt40; that of the team if it is left out.")] = None,
    terms: Shots = Shots(),
    lang: Spoken = None,
    json: Json = False,
    csv: Annotated[bool, Parameter(help="Print a line of numbers for each weapon and target.")] = False,
) -> None:
    """The odds of every weapon against every target.

    Parameters
    ----------
    team
        A team, by name or file: each of its ranged weapons is shot, and a fight is begun with each of its melee weapons.
    against
        The team whose operatives are attacked.
    weapon
        A ranged weapon, as for odds shoot, instead of a team; say it again for each further one.
    target
        A target, as for odds shoot, instead of a team; say it again for each further one.
    """
    from counteract.files.teams import load_team
    from counteract.odds import matchups, showing
    from counteract.odds import table as ask

    if json and csv:
        raise ValueError(say("say --json or --csv, not both"))
    if team and against and not weapon and not target:
        mine = load_team(team, ruleset)
        theirs = load_team(against, mine.ruleset)
        said = _said(mine.ruleset, terms)
        shots, fights = matchups.sizes(mine, theirs)
        with progress(shots, after=PATIENCE) as report:
            found = matchups.ranged(mine, theirs, report=report, **_renamed(said, injured="shooter_injured"))
        with progress(fights, after=PATIENCE) as report:
            melee = matchups.melee(mine, theirs, report=report, **matchups.in_melee(_renamed(said, injured="shooter_injured")))
    elif weapon and target and not team and not against:
        said = _renamed(_said(ruleset or "kt24", terms), injured="shooter_injured")
        with progress(len(weapon) * len(target), after=PATIENCE) as report:
            found, melee = ask(weapon, target, ruleset=ruleset or "kt24", report=report, **said), None
    else:
        raise ValueError(say("say either --team and --against, or --weapon and --target"))
    if json:
        print_json({**(found.as_dict() if found else {}), "melee": melee.as_dict() if melee else None})
    elif csv:
        sys.stdout.write(showing.as_csv(found, melee))
    else:
        show(*showing.table(found, melee))


# --- the rest


def _renamed(said: Mapping[str, Any], **names: str) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in said.items()}


def _file(plot: Path | None) -> Path | None:
    """Where to draw; what cannot be drawn to is refused before anything is worked out."""
    if plot is None:
        return None
    from counteract.odds import plots

    return plots.checked(plot)


def _split(text: str) -> list[int]:
    from counteract.odds.reading import MOST_DICE, number

    return [number(part, "dice on a target", 1, MOST_DICE) for part in text.split(",")]


def _draw(what: Literal["shot", "fight"], found: Any, question: Any, file: Path | None) -> None:
    if file is not None:
        from counteract.odds import plots

        plots.save(plots.shot(found, question) if what == "shot" else plots.fight(found, question), file)


def _drawn(file: Path | None) -> list[str]:
    return [] if file is None else [say("drawn in {file}", file=file)]
