"""A decision as a question to a page: what can be answered, what cannot and why, and what there is to click on."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from counteract.attacks.dicepool import BLOCKS
from counteract.core.decision import PASS, Allocate, Answer, Decision, Refusal
from counteract.core.language import phrases, say
from counteract.core.preview import Pool, Success
from counteract.game import Game
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.moves.decision import PathDecision
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.operatives.shoot import BlockContext
from counteract.players.suggestions import endpoint, names_in, suggestions
from counteract.server.messages import DieAt, Marching, Option, QuestionView, RefusedOption, Shares

MOST_OPTIONS = 400  # a page lists no more; any other answer is taken all the same

Pools = tuple[Pool, ...]

#: What others are told of questions; {name} is the model or unit that one is about.
DECIDING = phrases({
    "zone": "{team} choose their deployment zone …",
    "deploy": "{team} deploy …",
    "initiative": "{team} decide who has the initiative …",
    "activate": "{team} choose who acts next …",
    "act": "{team} choose what {name} does …",
    "move": "{team} move {name} …",
    "target": "{team} choose a target …",
    "effect": "{team} may use an effect …",
    "re-roll": "{team} may roll dice again …",
    "mode": "{team} choose how {name} attacks …",
    "overwatch": "{team} may fire overwatch at {name} …",
    "strike": "{team} may strike at {name}, which falls back …",
    "ready": "{team} ready units …",
    "morale": "{team} choose who tests its morale …",
    "deny": "{team} may deny the power of {name} …",
    "casualties": "{team} choose their losses …",
    "defend": "{team} defend themselves …",
    "discard": "{team} may give up an objective …",
    "explosion": "{team} choose what explodes first …",
})  # fmt: skip
#: Questions by their names, as others are told of them; of any other question it is only told who decides.
TOLD_AS = {
    what: told
    for told, questions in {
        "zone": ("zone", "edge", "drop-zone"),
        "deploy": ("deploy", "place", "set-up", "barricade", "passengers"),
        "initiative": ("initiative",),
        "activate": ("activate", "manoeuvre", "shoot", "fight", "psyker", "counteract"),
        "act": ("act", "option", "action", "order", "weapon", "weapons", "power", "embark"),
        "move": ("move", "close-in", "fall-short"),
        "target": ("target", "next-target", "secondary", "split-target", "opponent", "charge-target", "power-target"),
        "effect": ("effect", "ploy", "gambit", "strategic-ploy", "tactic", "decisive", "named-unit", "insane-bravery"),
        "re-roll": ("re-roll", "scout"),
        "mode": ("next-group", "next-batch", "mode", "grenade", "pistols", "blade", "blows", "divide", "divide-blows"),
        "overwatch": ("overwatch",),
        "strike": ("strike",),
        "ready": ("ready",),
        "morale": ("morale", "nerve"),
        "deny": ("deny",),
        "casualties": ("allocate", "casualties"),
        "defend": ("block", "cover-save", "save", "which-save", "reaction"),
        "discard": ("discard",),
        "explosion": ("explosion",),
    }.items()
    for what in questions
}


def question(game: Game, sides: tuple[int, ...]) -> QuestionView | None:
    """Return the pending decision as a seat that plays these sides may see it; None if there is none."""
    decision = game.decision
    if decision is None:
        return None
    yours = decision.player in sides
    subject, unit = game.ruleset.preview.subject_of(game, decision)
    about = UNSET if unit is None else unit
    prompt = decision.prompt if yours else _deciding(game, decision, subject, unit)
    asked = QuestionView(decision.player, decision.what, decision.kind, decision.rule, prompt, subject, yours, about)  # type: ignore[arg-type]
    return _answerable(game, decision, asked) if yours else asked


def _deciding(game: Game, decision: Decision, subject: int | None, unit: int | None) -> str:
    """Return who decides what, for those who only wait for it."""
    team, arena = say(game.arena.teams[decision.player].name), game.arena
    name = say(arena.unit_names[unit]) if unit is not None else say(arena.names[subject]) if subject is not None else ""
    told = TOLD_AS.get(decision.what)
    if told is not None and (name or "{name}" not in DECIDING[told]):
        return say(DECIDING[told], team=team, name=name)
    return say("{team} decide …", team=team)


def _answerable(game: Game, decision: Decision, asked: QuestionView) -> QuestionView:
    pools = game.ruleset.preview.pools(game)
    rolled = game.ruleset.preview.rolled(game) if decision.kind == "dice" else None
    return replace(
        asked,
        deeds=decision.what in game.ruleset.preview.action_prompts or UNSET,
        drag=game.ruleset.preview.drag(decision) or UNSET,
        rest=game.ruleset.preview.rest(decision) or UNSET,
        offer=game.ruleset.preview.offer(decision) or UNSET,
        standing=game.ruleset.preview.is_standing(decision) or UNSET,
        moot=decision.no_effect or UNSET,
        options=_options(game, decision, pools),
        refused=_refused(game, decision),
        default=None if game.ruleset.preview.is_weighed(decision) else decision.default,
        may_pass=decision.optional if isinstance(decision, UnitPathsDecision) else PASS in decision.options,
        candidates=decision.kind not in ("place", "path", "paths") and len(decision.options) <= MOST_OPTIONS,
        most=_most(decision),
        shape=list(decision.shape) or UNSET,
        marching=_marching(decision) if isinstance(decision, UnitPathsDecision) else UNSET,
        models=list(game.ruleset.preview.models_meant(game, decision)) or UNSET,
        dice=rolled or UNSET,
        allocate=_shares(game, decision) if decision.kind == "allocate" else UNSET,
        pools=pools or UNSET,
    )


def _most(decision: Decision) -> float | UnsetType:
    """The inches that a model, or the quickest of a unit, may move."""
    if isinstance(decision, PathDecision):
        return decision.terms.most
    return max(decision.limits.most) if isinstance(decision, UnitPathsDecision) and decision.limits.most else UNSET


def _marching(decision: UnitPathsDecision) -> Marching:
    limits = decision.limits
    return Marching(list(limits.models), not limits.ways, bool(limits.toward))


# --- options


def _options(game: Game, decision: Decision, pools: Pools | None) -> list[Option]:
    if isinstance(decision, UnitPathsDecision):  # where to is shown on the board
        return [_option(game, decision, decision.default, None)]
    if decision.kind in ("place", "path"):
        view = game.view(decision.player)
        ideas = suggestions(game, decision, view, names_in(view))
        return [Option(idea.answer, game.label(PASS) if idea.answer == PASS else idea.label, at=endpoint(idea.answer)) for idea in ideas]  # type: ignore[arg-type]
    ranked = game.ruleset.preview.rank(game, decision.options[:MOST_OPTIONS])
    return together([_option(game, decision, answer, pools) for answer in ranked])


def together(options: list[Option]) -> list[Option]:
    """Options with those of each group side by side, where the first of them stood."""
    groups = list(dict.fromkeys(option.group for option in options))
    return sorted(options, key=lambda option: groups.index(option.group))


def _option(game: Game, decision: Decision, answer: Answer, pools: Pools | None) -> Option:
    die, against = _dice_meant(game, decision, answer, pools) if pools else (UNSET, UNSET)
    return Option(
        answer,  # type: ignore[arg-type]
        game.label(answer),
        game.ruleset.preview.group(game, answer),
        game.ruleset.preview.points_at(game, answer),
        endpoint(answer),
        game.ruleset.preview.has_forecast(game, answer),
        game.ruleset.preview.area(game, answer) or UNSET,
        die,
        against,
        game.ruleset.preview.is_of_models(decision) or UNSET,
    )


def _refused(game: Game, decision: Decision) -> list[RefusedOption]:
    told = []
    for answer in decision.known:
        if answer not in decision.options and (refusal := game.why_not(answer)) is not None:
            told.append(RefusedOption(answer, game.label(answer), refusal.reason, refusal.rule, game.ruleset.preview.points_at(game, answer)))  # type: ignore[arg-type]
    return told


# --- shares, pools


def _shares(game: Game, decision: Decision) -> Shares:
    """The rows that something is shared out to; of a list of ways, the rows that the prompt names."""
    models = list(game.ruleset.preview.rows(game, decision))
    if isinstance(decision, AllocationDecision):
        names, barred = [say(name) for name in decision.names], [Refusal(*why).reason if why else "" for why in decision.barred]
        return Shares(names, [0 if why else decision.total for why in decision.barred], decision.total, barred, models or UNSET)
    ways = [answer.counts for answer in decision.options if isinstance(answer, Allocate)]
    most = [max(row) for row in zip(*ways, strict=True)] or [1] * len(models)
    blocks = BLOCKS if isinstance(decision.context, BlockContext) else ()
    names = [say(name) for name in blocks] or _names(game, decision, models)
    sums = {sum(way) for way in ways}
    total = sums.pop() if models and len(sums) == 1 else None
    return Shares(names, most, total, [""] * len(most), models or UNSET)


def _names(game: Game, decision: Decision, models: list[int]) -> list[str]:
    """The names of models; where a question is about no unit of its own they stand for units, and these are named."""
    arena, units = game.arena, [game.arena.unit_of[i] for i in models]
    return [say(arena.unit_names[unit]) for unit in units] if decision.subject < 0 else [say(arena.names[i]) for i in models]


def _dice_meant(game: Game, decision: Decision, answer: Answer, pools: Pools) -> tuple[DieAt | UnsetType | None, DieAt | UnsetType | None]:
    """The die that an option uses, and the one it is used against."""
    mine, theirs = sorted(pools, key=lambda pool: pool.side != decision.player)
    used, against = game.ruleset.preview.successes_used(game, answer)
    return _die(mine, used), _die(theirs, against)


def _die(pool: Pool, kind: Success | None) -> DieAt | None:
    return next((DieAt(pool.side, number) for number, die in enumerate(pool.dice) if die.kind == kind), None)
