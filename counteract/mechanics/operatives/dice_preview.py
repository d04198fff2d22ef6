"""Previews in the middle of an attack: the dice rolled, the worth of each choice, and the best choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from counteract.attacks.dicepool import read_resolution, sort_roll, unblocked
from counteract.attacks.rerolls import ANY, COMMAND_REROLL, Source, kind_of_use
from counteract.core.decision import Allocate, Answer, Decision, Dice, Pick
from counteract.core.game import BaseGame
from counteract.core.language import phrases, say
from counteract.core.preview import Die, Forecast, Mark, Pool, Rolled, Success, Use
from counteract.mechanics.operatives import attack_odds
from counteract.mechanics.operatives.best_play import AttackHistory, FightPlayer, ShotPlayer, attack_history, rolled_dice
from counteract.mechanics.operatives.fight import UNARMED, FightingOperative, ResolveContext
from counteract.mechanics.operatives.rerolls import RerollDecision
from counteract.mechanics.operatives.shoot import BlockContext
from counteract.mechanics.preview import BasePreview, require_decision
from counteract.odds.pools import shooting
from counteract.odds.pools.fighting import FightCase
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.shooting import Case
from counteract.odds.pools.terms import PoolTerms

MOST_LISTED = 10  # of no more dice than this every legal set is listed
PRICE = 1.0  # wounds that a Command Re-roll should bring to be worth its CP
REROLL_NAMES = phrases(
    {
        "balanced": "Balanced", "ceaseless": "Ceaseless", "relentless": "Relentless", "defence-reroll": "Re-roll of defence dice",
        COMMAND_REROLL: "Command Re-roll (1CP)",
    }
)  # fmt: skip
#: Questions of an attack that best play can answer.
_WEIGHED = ("accurate", "re-roll", "retain", "rending", "devastating", "which-save", "cover-save", "block", "resolve")

Players = ShotPlayer | FightPlayer
#: Faces of a fighter's dice, the best first; None for a success that was kept without a roll.
Faces = Sequence[int | None]


class DicePreview(BasePreview):
    """Previews of shots and fights under way, for every edition with operatives."""

    odds: PoolRules  # the effect of its weapon rules on dice

    # --- parts that each edition adds

    def case(self, arena: Any, s: Any, shot: Any, terms: PoolTerms) -> tuple[Any, PoolTerms]:
        """Return the weapon of a shot under way as it is used, and the shot's terms with all that the edition adds."""
        raise NotImplementedError

    def in_hand(self, arena: Any, s: Any, fighter: FightingOperative, foe: FightingOperative) -> Any:
        """Return the weapon of a fighter as it is used; None if it has none."""
        weapon = _held(arena, fighter)
        return None if weapon is None else attack_odds.in_hand(arena, s, fighter.operative, weapon, foe.operative)

    def options_of(self, arena: Any) -> dict[str, Any]:
        """Return the options of the battle that the odds depend on."""
        raise NotImplementedError

    def attack_mark(self, arena: Any, rules: Any, needed: int, face: int) -> Mark:
        """Return the kind of success of an attack die."""
        raise NotImplementedError

    # --- best play

    def players(self, game: BaseGame, so_far: AttackHistory, payer: int | None = None) -> Players | None:
        """Return best play of the attack under way, given the Command Re-rolls paid for so far, and one more for ``payer``; None if unknown."""
        start = game.moments[-1].checkpoint
        task = start.agenda[-1]
        arena = game.arena
        again = tuple(_paid(so_far, side) + (side == payer) for side in range(game.sides))
        if task.name == "sequence":
            return self._shot_player(arena, start, task.args[0], again)
        if task.name == "melee":
            return self._fight_player(arena, start, task.args[0], task.args[1], again)
        return None

    def _shot_player(self, arena: Any, s: Any, shot: Any, again: tuple[int, ...]) -> ShotPlayer | None:
        mine, theirs = arena.sides[shot.shooter], arena.sides[shot.target]
        if mine == theirs:  # one player rolls all the dice: there is no opponent
            return None
        terms = PoolTerms(cover=shot.cover, rerolls=again[mine], defender_rerolls=again[theirs], **self.options_of(arena))
        weapon, terms = self.case(arena, s, shot, terms)
        target = attack_odds.body(arena, s, shot.target, shot.cover)
        return _shot_player(Case("", self.odds, self.odds.against(weapon, target), target, terms, ()))

    def _fight_player(self, arena: Any, s: Any, attacker: FightingOperative, defender: FightingOperative, again: tuple[int, ...]) -> FightPlayer:
        sides, ready = [], []
        for fighter, foe in ((attacker, defender), (defender, attacker)):
            sides.append(arena.sides[fighter.operative])
            ready.append(attack_odds.ready(arena, s, fighter.operative, _held(arena, fighter), foe.operative))
        terms = tuple(PoolTerms(rerolls=again[side], **self.options_of(arena)) for side in sides)
        bout = FightCase(self.odds, ready[0], ready[1], (terms[0], terms[1]), (False, False), int(s.initiative == sides[1]))
        return _fight_player(bout, sides[0])

    def best(self, game: BaseGame) -> Answer:
        decision = require_decision(game)
        if decision.what not in _WEIGHED:
            return game.advice()
        so_far = attack_history(game)
        play = self.players(game, so_far)
        if play is None:
            return game.advice()
        if _can_pay(decision):
            bought = self._worth_paying(game, decision, so_far, play)
            if bought is not None:
                return bought
        return play.answer(decision, so_far)

    def _worth_paying(self, game: BaseGame, decision: Decision, so_far: AttackHistory, play: Players) -> Answer | None:
        """Return the Command Re-roll to buy if it brings enough for its price, else None."""
        paying = self.players(game, so_far, decision.player)
        assert paying is not None
        answer = paying.answer(decision, so_far)
        if not (isinstance(answer, Dice) and answer.use == COMMAND_REROLL):
            return None
        free, better = play.worth(decision, so_far, play.answer(decision, so_far)), paying.worth(decision, so_far, answer)
        return answer if free is not None and better is not None and abs(better - free) >= PRICE else None

    # --- worth of choices

    def weighs(self, game: BaseGame, answer: Answer) -> bool:
        """Return True if the worth of an answer is known: not where one player rolls all the dice."""
        what, task, sides = require_decision(game).what, game.state.agenda[-1], game.arena.sides
        if what == "block":
            return True
        if task.name == "sequence":
            return what in ("accurate", "re-roll", "which-save", "cover-save") and sides[task.args[0].shooter] != sides[task.args[0].target]
        return task.name == "melee" and what in ("re-roll", "resolve")

    def weigh(self, game: BaseGame, answer: Answer) -> Forecast | None:
        """Return the worth of an answer, and that of the best one; None if that is not known."""
        decision = require_decision(game)
        if not self.weighs(game, answer) or decision.refuse(answer) is not None:
            return None
        if isinstance(answer, Allocate):
            return _certain(game, decision, answer)
        so_far = attack_history(game)
        payers = (None, decision.player)[: 1 + _can_pay(decision)]
        plays = [play for payer in payers if (play := self.players(game, so_far, payer)) is not None]
        if len(plays) < len(payers):
            return None
        play = plays[isinstance(answer, Dice) and answer.use == COMMAND_REROLL]
        worth = play.worth(decision, so_far, answer)
        bests = [one.worth(decision, so_far, one.answer(decision, so_far)) for one in plays]
        known = [one for one in (worth, *bests) if one is not None]
        if worth is None or len(known) <= len(bests):
            return Forecast(text=say("There is a choice that is at least as good."))
        best = max(known) if play.attacks(decision, so_far) else min(known)
        if isinstance(play, ShotPlayer):
            j = game.moments[-1].checkpoint.agenda[-1].args[0].target
            lost = _lost(game, j)
            return _weighed(game.arena.names[j], worth - lost, best - lost, higher=play.attacks(decision, so_far))
        sign = 1 if play.attacks(decision, so_far) else -1
        attacker, defender = (fighter.operative for fighter in game.moments[-1].checkpoint.agenda[-1].args)
        so_much = _lost(game, defender) - _lost(game, attacker)
        worth, best = sign * (worth - so_much), sign * (best - so_much)
        template = "{worth:+.1f} wounds from here on, what is dealt less what is taken; with the best choice {best:+.1f}."
        gains = [round(one, 1) + 0.0 for one in (worth, best)]  # adding 0.0 turns -0.0 into 0.0
        return Forecast(text=say(template, worth=gains[0], best=gains[1]), worth=worth, best=best, higher=True)

    # --- dice on the table

    def rolled(self, game: BaseGame) -> Rolled | None:
        decision = require_decision(game)
        if not isinstance(decision, RerollDecision):
            return None
        uses = tuple(
            Use(source.name, use_line(source), game.arena.rules[kind_of_use(source.name)], tuple(_choices(decision, source.name)))
            for source in decision.sources
        )
        return Rolled(decision.results, uses, self._marks(game, decision))

    def _marks(self, game: BaseGame, decision: RerollDecision) -> tuple[Mark | None, ...]:
        """Return the kind of success of each die of a re-roll."""
        arena, faces = game.arena, decision.results
        start = game.moments[-1].checkpoint
        task = start.agenda[-1]
        if task.name == "melee":
            me, foe = sorted(task.args, key=lambda fighter: arena.sides[fighter.operative] != decision.player)
            weapon = self.in_hand(arena, start, me, foe)
            return tuple(self.attack_mark(arena, weapon.rules, weapon.hit, face) for face in faces)
        if task.name != "sequence":
            return (None,) * len(faces)
        shot, so_far = task.args[0], attack_history(game)
        if so_far.told("retained") is None:
            weapon, _ = self.case(arena, start, shot, PoolTerms(cover=shot.cover))
            return tuple(self.attack_mark(arena, weapon.rules, weapon.hit, face) for face in faces)
        card = arena.cards[shot.target]
        special = [reply for request, reply in so_far.steps if isinstance(request, Decision) and request.what == "which-save"]
        return tuple(_save_mark(card.invulnerable if special == [Pick("invulnerable")] else card.save, face) for face in faces)

    # --- fights

    def pools(self, game: BaseGame) -> tuple[Pool, ...] | None:
        decision = require_decision(game)
        if decision.what != "resolve":
            return None
        arena, start, so_far = game.arena, game.moments[-1].checkpoint, attack_history(game)
        left = decision.about(ResolveContext).left
        found = []
        for k, (me, foe) in enumerate((task := start.agenda[-1].args, task[::-1])):
            side = arena.sides[me.operative]
            kept = next((e.values for e in so_far.events if e.kind == "retained" and e.values["player"] == side), {"criticals": 0, "normals": 0})
            faces = self._best_first(arena, start, me, foe, so_far)
            dice = _dice(faces, (kept["criticals"], kept["normals"]), left[k])
            found.append(Pool(side, me.operative, tuple(dice)))
        return tuple(found)

    def successes_used(self, game: BaseGame, answer: Answer) -> tuple[Success | None, Success | None]:
        match answer:
            case Pick(str(name)) if require_decision(game).what == "resolve":
                used = read_resolution(name)
                return used.die, used.against
        return None, None

    def _best_first(self, arena: Any, s: Any, me: FightingOperative, foe: FightingOperative, so_far: AttackHistory) -> Faces:
        """Return a fighter's dice, the best first; those kept without a roll come right after the normal successes."""
        side = arena.sides[me.operative]
        faces: tuple[int, ...] = next((one.dice.faces for one in rolled_dice(so_far.steps) if one.player == side), ())
        unrolled = sum(int(reply.value) for reply in so_far.replies("accurate", side))
        weapon = self.in_hand(arena, s, me, foe)
        rank = {"critical": 0, "success": 1, "fail": 3}
        dice: list[tuple[int, int | None]] = [(rank[self.attack_mark(arena, weapon.rules, weapon.hit, face)], face) for face in faces]
        dice += [(2, None)] * unrolled
        return [face for _, face in sorted(dice, key=lambda die: (die[0], -(die[1] or 0)))]


@lru_cache(maxsize=256)
def _shot_player(case: Case) -> ShotPlayer:
    return ShotPlayer(case, shooting.policy(case, "capped"))


@lru_cache(maxsize=64)
def _fight_player(bout: FightCase, attacker: int) -> FightPlayer:
    return FightPlayer(bout, "difference", attacker)


def _held(arena: Any, fighter: FightingOperative) -> Any:
    """Return the weapon of a fighter as its card has it; None if it has none."""
    return None if fighter.weapon == UNARMED else arena.cards[fighter.operative].weapons[fighter.weapon]


def _can_pay(decision: Decision) -> bool:
    """Return True if a Command Re-roll is offered."""
    return isinstance(decision, RerollDecision) and any(source.name == COMMAND_REROLL for source in decision.sources)


def _paid(so_far: AttackHistory, side: int) -> int:
    """Return how many Command Re-rolls a side has paid for."""
    return sum(isinstance(reply, Dice) and reply.use == COMMAND_REROLL for reply in so_far.replies("re-roll", side))


def _save_mark(needed: int, face: int) -> Mark:
    """Return the kind of success of a defence die."""
    criticals, normals, _ = sort_roll((face,), needed)
    return "critical" if criticals else "success" if normals else "fail"


def _lost(game: BaseGame, j: int) -> int:
    """Return the wounds that an operative has lost so far in the attack under way."""
    return int(game.moments[-1].checkpoint.models[j].wounds - game.state.models[j].wounds)


def _weighed(target: str, worth: float, best: float, *, higher: bool = False) -> Forecast:
    """Return the forecast of a choice by the wounds that the target loses on average, with it and with the best one."""
    if abs(worth - best) < 0.05:
        text = say("{name} loses {worth:.1f} wounds on average, and no choice does better.", name=target, worth=worth)
    else:
        text = say("{name} loses {worth:.1f} wounds on average; with the best choice {best:.1f}.", name=target, worth=worth, best=best)
    return Forecast(text=text, worth=worth, best=best, higher=higher)


def _certain(game: BaseGame, decision: Decision, blocks: Allocate) -> Forecast:
    """Return the forecast of a way to spend saves, after which no die is rolled."""
    name, lost = game.arena.names[decision.subject], _let_through(game, blocks)
    least = min(_let_through(game, option) for option in decision.options if isinstance(option, Allocate))
    if lost == least:
        text = say("{name} loses {lost:g} wounds, and no choice does better.", name=name, lost=lost)
    else:
        text = say("{name} loses {lost:g} wounds; with the best choice {least:g}.", name=name, lost=lost, least=least)
    return Forecast(text=text, worth=lost, best=least, higher=False)


def _let_through(game: BaseGame, blocks: Allocate) -> float:
    """Return the wounds that the target loses with a way to spend saves, at most all it has."""
    decision = require_decision(game)
    about = decision.about(BlockContext)
    criticals, normals = unblocked(about.criticals, about.normals, blocks)
    return float(min(game.state.models[decision.subject].wounds, about.damage(criticals, normals)))


def use_name(use: str) -> str:
    """Return the name of a re-roll."""
    return say(REROLL_NAMES[kind_of_use(use)])


def use_line(source: Source) -> str:
    """Return the name of a re-roll with the dice it may take.

    >>> use_line(Source("balanced", 1)), use_line(Source("ceaseless", alike=True))
    ('Balanced: one die', 'Ceaseless: dice that show the same')
    """
    values = {"use": REROLL_NAMES[kind_of_use(source.name)], "most": source.most, "face": source.showing}
    if source.most == 1:
        return say("{use}: one die", **values)
    if source.alike:
        return say("{use}: dice that show the same", **values)
    if source.showing:
        return say("{use}: dice that show {face}", **values)
    return say("{use}: any dice", **values) if source.most == ANY else say("{use}: up to {most} dice", **values)


def _choices(decision: RerollDecision, use: str) -> Iterable[tuple[int, ...]]:
    """Return all sets of dice that a re-roll may take; equal dice are told apart unless there are too many."""
    if len(decision.free) > MOST_LISTED:
        return [option.chosen for option in decision.options if isinstance(option, Dice) and option.use == use]
    sets = (chosen for size in range(1, len(decision.free) + 1) for chosen in combinations(decision.free, size))
    return [chosen for chosen in sets if decision.refuse(Dice(use, chosen)) is None]


def _dice(faces: Faces, kept: tuple[int, int], left: tuple[int, int]) -> Iterator[Die]:
    """Yield the successes that are not resolved yet, the last of each kind, each with its face."""
    shown = [*faces, *(None,) * sum(kept)]
    criticals, normals = shown[: kept[0]], shown[kept[0] : sum(kept)]
    yield from (Die("critical", face) for face in criticals[kept[0] - left[0] :])
    yield from (Die("normal", face) for face in normals[kept[1] - left[1] :])
