"""The commands ``counteract odds shoot``, ``fight`` and ``table``. An option that an edition does not know is refused in it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from counteract.cli.parameters import Json, Spoken
from counteract.core.language import say
from counteract.odds.captions import FightCaption, ShotCaption
from counteract.odds.edition import check_ruleset, question_form, rulesets
from counteract.odds.terms import FightObjective, Objective, RerollStyle
from counteract.printing import print_json, progress, show

Ruleset = Annotated[str, Parameter(help=f"{', '.join(rulesets())}.")]
Plot = Annotated[Path | None, Parameter(help="Draw it too, into a .png or .svg file.")]
Advice = Annotated[bool, Parameter(help="Tell what to do in each situation (--json always does).")]

NEWEST = rulesets()[0]
PATIENCE = 1.0  # seconds before a table shows how far it is

#: Options whose names differ from those of the terms in `counteract.odds`.
NAMES = {"injured": "shooter_injured", "unanswered": "strikes_back"}


# --- terms


def _known(name: str, text: str) -> Parameter:
    """Return the help of a term that only some editions know: those editions, and its meaning."""
    return Parameter(help=f"{', '.join(_editions(name))}: {text}")


def _editions(name: str) -> list[str]:
    return [ruleset for ruleset in rulesets() if name in question_form(ruleset).names]


def _choices(name: str) -> tuple[str, ...]:
    """Return the choices that a term has in any edition."""
    terms = [term for ruleset in rulesets() for term in question_form(ruleset).shoot if term.name == name]
    return tuple(sorted({choice for term in terms for choice in term.choices or ()}))


def _examples(kind: str) -> str:
    """Return examples of the cards of a kind, with the editions that write them so."""
    written: dict[str, list[str]] = {}
    for ruleset in rulesets():
        written.setdefault(question_form(ruleset).cards[kind].example, []).append(ruleset)
    return "; ".join(f"{', '.join(editions)}: {example}" for example, editions in written.items())


if TYPE_CHECKING:
    Printing = str
else:
    Printing = Literal[*_choices("printing")]


@Parameter(name="*")
@dataclass(frozen=True)
class AttackOptions:
    """Terms of every attack."""

    rerolls: int = 0
    "Command or Tactical Re-rolls that the attacker has, for each attack of a table."
    defender_rerolls: int = 0
    "The same for the defender."
    reroll: RerollStyle = "best"
    "How re-rolls are used: as well as can be, or on fails only."
    printing: Annotated[Printing | None, _known("printing", "the printing of the rules; the later one if it is left out.")] = None
    limits: Annotated[
        Literal["sheet", "book"] | None,
        _known("limits", "what injury does, as the sheets print it or with the limits of the full game; as the sheets do if it is left out."),
    ] = None


@Parameter(name="*")
@dataclass(frozen=True)
class ShotOptions(AttackOptions):
    """Terms of every shot."""

    cover: bool = False
    'Every target is in cover; for some of them alone write it there, "save 3+, wounds 12, in cover".'
    obscured: bool = False
    'Every target is obscured; for some of them alone write it there, "save 3+, wounds 12, obscured".'
    objective: Objective = "damage"
    'What the attacker wants high and the defender low; in a table with "incapacitate" fights are for removing the defender, else for the difference.'
    injured: Annotated[bool, _known("shooter_injured", "whoever shoots, or begins a fight, is injured.")] = False
    cover_save: Annotated[Literal["best", "always"], _known("cover_save", "whether the cover save is taken if that is best, or always.")] = "best"
    vantage: Annotated[
        bool,
        _known(
            "vantage",
            'targets in cover are targets only because the shooter looks down on them; for some of them alone write "in cover, seen from above".',
        ),
    ] = False


@Parameter(name="*")
@dataclass(frozen=True)
class ChainOptions(AttackOptions):
    """Terms of every attack with chains of single dice."""

    modifier: Annotated[int, _known("modifier", "any other modifier to the attacker's hit rolls.")] = 0
    broken: Annotated[bool, _known("broken", "the attacker's team is broken.")] = False
    max_flesh_wounds: Annotated[
        int, _known("max_flesh_wounds", "with so many flesh wounds a model is out of action at 0 wounds; 0 for no limit.")
    ] = 0


@Parameter(name="*")
@dataclass(frozen=True)
class ShootOptions(ChainOptions, ShotOptions):
    """Terms of shooting."""

    shots: int = 1
    "How many shots one after the other."
    shooter_wounds: Annotated[
        str | None, _known("shooter_wounds", 'what the shooter has left, such as "5 of 12"; then a Hot weapon can injure it between shots.')
    ] = None
    split: Annotated[str | None, _known("split", 'the dice of Fusillade on each target, such as "3,2"; the best if it is left out.')] = None
    roof: Annotated[bool, _known("roof", "the target is below terrain (for Barrage).")] = False
    bs: Annotated[int | None, _known("bs", "the BS of the shooter, if the weapon does not say it.")] = None
    half_range: Annotated[bool, _known("half_range", "the target is within half range.")] = False
    moved: Annotated[bool, _known("moved", "the shooter has moved (for Heavy weapons).")] = False
    advanced: Annotated[bool, _known("advanced", "the shooter has advanced.")] = False
    overwatch: Annotated[bool, _known("overwatch", "it is Overwatch, which hits on 6s.")] = False
    long_range: Annotated[bool, _known("long_range", "the target is at long range.")] = False
    flesh: Annotated[int, _known("flesh", "flesh wounds of the shooter.")] = 0
    models: Annotated[
        int | None, _known("models", "how many models shoot; if it is left out, all that have the weapon in the unit it is named with, else one.")
    ] = None
    morale_rerolls: Annotated[int, _known("morale_rerolls", "Command Re-rolls of the target in the Morale phase.")] = 0
    morale_modifier: Annotated[int, _known("morale_modifier", "a modifier to the morale test.")] = 0


@Parameter(name="*")
@dataclass(frozen=True)
class FightOptions(ChainOptions):
    """Terms of a fight."""

    objective: FightObjective = "difference"
    "What the attacker wants high and the defender low: damage dealt less damage taken, or the chance to survive, or to remove the defender."
    attacker_policy: Annotated[
        Literal["best", "strike"], _known("attacker_policy", "the attacker strikes and blocks as well as can be, or always strikes, criticals first.")
    ] = "best"
    defender_policy: Annotated[Literal["best", "strike"], _known("defender_policy", "the same for the defender.")] = "best"
    attacker_injured: Annotated[bool, _known("attacker_injured", "the attacker is injured, whatever its wounds.")] = False
    defender_injured: Annotated[bool, _known("defender_injured", "the defender is injured, whatever its wounds.")] = False
    attacker_ignore: Annotated[int | None, _known("attacker_ignore", "the attacker does not lose wounds on this or more.")] = None
    defender_ignore: Annotated[int | None, _known("defender_ignore", "the defender does not lose wounds on this or more.")] = None
    fights: Annotated[int, _known("fights", "so many fights one after the other.")] = 1
    initiative: Annotated[Literal["attacker", "defender"], _known("initiative", "who has the initiative, and so re-rolls first.")] = "attacker"
    defender_modifier: Annotated[int, _known("defender_modifier", "a modifier to the defender's hit rolls.")] = 0
    unanswered: Annotated[bool, _known("strikes_back", "the defender does not strike back.")] = False
    obstacle: Annotated[bool, _known("obstacle", "they fight across an obstacle.")] = False
    defender_broken: Annotated[bool, _known("defender_broken", "the defender's team is broken.")] = False
    opportunity: Annotated[bool, _known("opportunity", "it is an opportunity strike, which hits on 6s and is not answered.")] = False


def _said(ruleset: str, terms: AttackOptions) -> dict[str, Any]:
    """Return the options that differ from their defaults; refuse those that the edition does not know."""
    check_ruleset(ruleset)
    usual = asdict(type(terms)())
    said = {name: value for name, value in asdict(terms).items() if value != usual[name]}
    for name in said:
        editions = _editions(NAMES.get(name, name))
        if ruleset not in editions:
            values = {"name": name.replace("_", "-"), "ruleset": ruleset, "known": say(" and ").join(editions)}
            raise ValueError(say("--{name} means nothing in {ruleset}; it is for {known}", **values))
    return said


def _told(said: Mapping[str, Any]) -> str:
    """Return terms in words."""
    return ", ".join(name.replace("_", " ") + ("" if value is True else f" {value}") for name, value in said.items())


# --- commands

TARGET = 'team/operative, or card text, perhaps with ", in cover" behind it. Again for each target of Blast and the like.'


def shoot(
    *,
    weapon: Annotated[str, Parameter(help=f"team/operative/weapon, or card text. {_examples('weapon')}")],
    target: Annotated[list[str], Parameter(help=f"{TARGET} {_examples('target')}")],
    ruleset: Ruleset = NEWEST,
    terms: ShootOptions = ShootOptions(),
    advice: Advice = False,
    lang: Spoken = None,
    json: Json = False,
    plot: Plot = None,
) -> None:
    """The odds of shooting."""
    from counteract.cli import odds_text
    from counteract.odds import shoot as ask

    said = _said(ruleset, terms)
    question = ShotCaption(ruleset, weapon, tuple(target), _told(said))
    file = _file(plot)
    if "split" in said:
        said["split"] = _split(said["split"])
    if len(target) > 1 and not question_form(ruleset).several_targets:
        raise ValueError(say("{ruleset} has no attack on several targets; say one --target", ruleset=ruleset))
    at = target if len(target) > 1 else target[0]
    found = ask(ruleset=ruleset, weapon=weapon, target=at, **_renamed(said, injured="shooter_injured"))
    _draw("shot", found, question, file)
    if json:
        print_json({"weapon": weapon, "target": at, **found.as_dict()})
    else:
        show(*odds_text.shot(found, question, advice=advice), *_drawn(file))


def fight(
    *,
    attacker: Annotated[str, Parameter(help=f"team/operative/weapon, or card text. {_examples('attacker')}")],
    defender: str,
    attacker_wounds: str | None = None,
    defender_wounds: str | None = None,
    ruleset: Ruleset = NEWEST,
    terms: FightOptions = FightOptions(),
    advice: Advice = False,
    lang: Spoken = None,
    json: Json = False,
    plot: Plot = None,
) -> None:
    """The odds of a fight.

    Parameters
    ----------
    defender
        The same for the defender; "none" if it has no weapon to fight with.
    attacker_wounds
        What the attacker has left, such as 13 or "5 of 13"; not needed if the attacker is named or its text says it.
    defender_wounds
        The same for the defender.
    """
    from counteract.cli import odds_text
    from counteract.odds import fight as ask

    said = _said(ruleset, terms)
    question = FightCaption(ruleset, attacker, defender, _told(said))
    file = _file(plot)
    if said.pop("unanswered", False):
        said["strikes_back"] = False
    foe = None if defender == "none" and question_form(ruleset).unarmed else defender
    found = ask(ruleset=ruleset, attacker=attacker, defender=foe, attacker_wounds=attacker_wounds, defender_wounds=defender_wounds, **said)
    _draw("fight", found, question, file)
    if json:
        print_json({"attacker": attacker, "defender": defender, **found.as_dict()})
    else:
        show(*odds_text.fight(found, question, advice=advice), *_drawn(file))


def table(
    *,
    team: str | None = None,
    against: str | None = None,
    weapon: list[str] | None = None,
    target: list[str] | None = None,
    ruleset: Annotated[str | None, Parameter(help=f"{', '.join(rulesets())}; that of the team if it is left out.")] = None,
    terms: ShotOptions = ShotOptions(),
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
        The team whose operatives or units are attacked.
    weapon
        A ranged weapon, as for odds shoot, instead of a team; say it again for each further one.
    target
        A target, as for odds shoot, instead of a team; say it again for each further one.
    """
    from counteract.cli import odds_text
    from counteract.files.teams import load_team
    from counteract.odds import matchups
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
            melee = matchups.melee(mine, theirs, report=report, **matchups.in_melee(mine.ruleset, _renamed(said, injured="shooter_injured")))
    elif weapon and target and not team and not against:
        said = _renamed(_said(ruleset or NEWEST, terms), injured="shooter_injured")
        with progress(len(weapon) * len(target), after=PATIENCE) as report:
            found, melee = ask(weapon, target, ruleset=ruleset or NEWEST, report=report, **said), None
    else:
        raise ValueError(say("say either --team and --against, or --weapon and --target"))
    if json:
        print_json({**(found.as_dict() if found else {}), "melee": melee.as_dict() if melee else None})
    elif csv:
        sys.stdout.write(odds_text.as_csv(found, melee))
    else:
        show(*odds_text.table(found, melee))


# --- the rest


def _renamed(said: Mapping[str, Any], **names: str) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in said.items()}


def _file(plot: Path | None) -> Path | None:
    """Return the file to draw to; refuse one that cannot be drawn to before anything is computed."""
    if plot is None:
        return None
    from counteract.odds import plots

    return plots.checked(plot)


def _split(said: str) -> list[int]:
    from counteract.odds.pools.cards import MOST_DICE
    from counteract.odds.terms import read_number

    return [read_number(part, "dice on a target", 1, MOST_DICE) for part in said.split(",")]


def _draw(what: Literal["shot", "fight"], found: Any, question: Any, file: Path | None) -> None:
    if file is not None:
        from counteract.odds import plots

        plots.save(plots.shot(found, question) if what == "shot" else plots.fight(found, question), file)


def _drawn(file: Path | None) -> list[str]:
    return [] if file is None else [say("drawn in {file}", file=file)]
