"""The odds of Kill Team 2018: hit, wound, save, damage, then the Injury roll. (HIT, WOUND, SAVE, DMG, INJ, MW)

Assumptions:

- Damage is counted to the full: all attacks are made and all points taken, as if the target had wounds without end
  (points that are ignored do not count). Lost wounds, flesh wounds and out of action are as in play:
  once it is at 0 wounds, the attacks left are lost (DMG-03). "Capped" are the wounds lost: all of them if it has been
  at 0, even if a flesh wound leaves it with 1 (INJ-09). It is injured if it is in play with a flesh wound more.
- A player has at most one Tactical Re-roll a phase (TAC-02), for a hit roll, a wound roll, a saving throw or all dice of
  an Injury roll, offered where the engine offers it: after a roll that could have been better. (TAC-03, INT-71)
- Neither within half range nor at long range means that neither matters; being in cover (INJ-03) includes being
  obscured (HIT-03). Falls and the Morale phase are left out.
- Several shots are several shooters alike, one after the other in the same phase. (INT-43)
- In a fight the attacker makes its attacks, then the defender, unless it is out of action; "wounds left" is 1 for
  a model that has just taken a flesh wound. (INJ-09)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta

from counteract.core.language import Phrase, say
from counteract.odds.chains.attack import AttackProfile, Faces, attack_profile, faces, from_face
from counteract.odds.chains.edition import ChainOdds
from counteract.odds.chains.questions import ChainQuestion, CombatQuestion
from counteract.odds.chains.states import ATTACKER, PLAIN, Next, Notes, Players, Rows, amounts, gathered, mix
from counteract.odds.chains.terms import ChainFightTerms, ChainShootTerms, check_attacks, check_gun, read_terms, skill_of, times
from counteract.odds.results import FightOdds, ShootOdds
from counteract.odds.terms import BadTerm
from counteract.rulesets.kt18.attack import OVERWATCH
from counteract.rulesets.kt18.cards import Card
from counteract.rulesets.kt18.damage import IN_COVER
from counteract.rulesets.kt18.modifiers import Circumstances, total
from counteract.rulesets.kt18.odds_cards import Combatant, TargetModel, armed, fighter_of, target_of, unknown, weapon_of
from counteract.rulesets.kt18.odds_form import FORM, MOST_FLESH
from counteract.rulesets.kt18.odds_states import DamageCount, ModelAttacks, TargetState, TargetStates, UnsavedAttack
from counteract.rulesets.kt18.weapons import BARE_HANDS, Weapon

RULESET = "kt18"
MOST_ALL = 60  # attacks of all shots

Flesh = Annotated[int, Meta(ge=0, le=MOST_FLESH)]


class ShootTerms(ChainShootTerms, frozen=True, gc=False, kw_only=True):
    """The terms of shooting; ``flesh`` are the shooter's own flesh wounds."""

    REROLL: ClassVar[str] = "Tactical Re-roll"

    long_range: bool = False
    broken: bool = False
    flesh: Flesh = 0
    max_flesh_wounds: Flesh = 0  # 0: no limit (INT-80)


class FightTerms(ChainFightTerms, frozen=True, gc=False, kw_only=True):
    """The terms of close combat."""

    REROLL: ClassVar[str] = ShootTerms.REROLL

    broken: bool = False
    defender_broken: bool = False
    max_flesh_wounds: Flesh = 0


# --- shooting


class Gun(NamedTuple):
    """All attacks of a weapon on a target: their profile, the effect of an unsaved attack, and the possible numbers of attacks."""

    profile: AttackProfile
    blow: UnsavedAttack
    numbers: Mapping[int, float]

    @property
    def most(self) -> int:
        """The most attacks."""
        return max(self.numbers)

    @property
    def damage(self) -> int:
        """The most damage."""
        return self.most * (self.blow.weapon.damage.most + int(self.profile.mortal))


def gun_of(
    weapon: Weapon, target: TargetModel, hit: Faces, *, strength: int = 4, often: int = 1, cover: bool = False, max_flesh_wounds: int = 0
) -> Gun:
    """Return a weapon fired at a target; its number of attacks is made ``often`` times."""
    numbers = {number * often: chance for number, chance in amounts(weapon.attacks).items()}
    return Gun(_profile(ATTACKER, weapon, hit, strength, target), UnsavedAttack(weapon, target, IN_COVER if cover else 0, max_flesh_wounds), numbers)


class ShotQuestion(ChainQuestion[ShootTerms]):
    """Shots at a target, each with some guns at once.

    The numbers of attacks are rolled first. Then the shooter chooses, as long as there is a choice, which gun's attacks come
    next. (INT-38, INT-42)
    """

    def __init__(self, terms: ShootTerms, guns: Sequence[Gun]) -> None:
        super().__init__(terms, [gun.profile for gun in guns])
        self.guns = guns
        self.states = TargetStates(guns[0].blow.target, terms.shots)
        self.most = terms.shots * sum(gun.damage for gun in guns)

    def worths(self, state: TargetState) -> tuple[float, float]:
        """Return the worth of an end without its damage, and the worth that breaks ties."""
        first = {"damage": 0.0, "capped": float(self.states.lost(state)), "incapacitate": float(state.out)}[self.terms.objective]
        return first, float(state.out)

    def ends(self, notes: Notes | None) -> Rows:
        """Return the table of ends: a column for each state, then one for each number of points of damage."""
        count = len(self.states.all)
        rows = np.zeros((count, notes.WIDTH if notes else PLAIN + count + self.most + 1))
        rows[:, :PLAIN] = [self.worths(state) for state in self.states.all]
        if notes:
            rows[:, notes.CALM] = 1.0
        else:
            rows[:, PLAIN : PLAIN + count] = np.eye(count)
            rows[:, PLAIN + count] = 1.0
        return rows

    def solve(self, notes: Notes | None = None) -> Rows:
        objective = self.terms.objective
        count = DamageCount(float(objective == "damage"), float(objective == "incapacitate"), 0 if notes else PLAIN + len(self.states.all))
        players = self.players(notes)
        chains = [ModelAttacks(players, gun.profile, gun.blow, self.states, count) for gun in self.guns]
        then = self.after(self.ends(notes))
        for _ in range(self.terms.shots):
            rested = {left: rows[self.states.fresh] for left, rows in then.items()}
            then = self.shot(players, chains, rested)
        return self.first(then)

    def shot(self, players: Players, chains: Sequence[ModelAttacks], then: Next) -> Next:
        """Return the outcomes of one shot with all guns."""
        order = FiringOrder(players, chains, [gun.most for gun in self.guns], then)
        rolls = [(prod(chance for _, chance in roll), order.best(tuple(number for number, _ in roll))) for roll in self.rolls()]
        return {left: mix((chance, found[left]) for chance, found in rolls) for left in then}

    def rolls(self) -> product[tuple[tuple[int, float], ...]]:
        """Return the numbers of attacks that the guns may make together, each number with its chance."""
        return product(*(gun.numbers.items() for gun in self.guns))


class FiringOrder:
    """The order in which guns are fired, with the best result for the shooter."""

    def __init__(self, players: Players, chains: Sequence[ModelAttacks], most: Sequence[int], then: Next) -> None:
        self.players = players
        self.chains = chains
        self.most = most
        self._best: dict[tuple[int, ...], Next] = {(0,) * len(chains): then}
        self._layers: dict[tuple[int, tuple[int, ...]], list[Next]] = {}

    def best(self, waiting: tuple[int, ...]) -> Next:
        """Return the outcomes with so many attacks of each gun still to be made."""
        if waiting not in self._best:
            options = [self.fired(at, waiting) for at, number in enumerate(waiting) if number]
            self._best[waiting] = {left: self.players.better(ATTACKER, [option[left] for option in options]) for left in options[0]}
        return self._best[waiting]

    def fired(self, at: int, waiting: tuple[int, ...]) -> Next:
        """Return the outcomes if this gun is fired next."""
        rest = (*waiting[:at], 0, *waiting[at + 1 :])
        if (at, rest) not in self._layers:
            self._layers[at, rest] = self.chains[at].attacks(self.most[at], self.best(rest), sum(rest))
        return self._layers[at, rest][waiting[at]]


def shoot(
    weapon: Weapon | str | Mapping[str, Any] | tuple[Card, Weapon], target: TargetModel | Card | str | Mapping[str, Any], **given: Any
) -> ShootOdds:
    """Return the odds of shooting at a model, on the terms of `ShootTerms`.

    >>> odds = shoot('Rapid Fire 1 24" S4 AP0 D1 BS3+', "T4 save 3+ wounds 1", half_range=True)
    >>> round(odds.expected, 4), round(odds.incapacitate, 4)
    (0.2222, 0.1049)
    """
    gun, aim, terms = weapon_of(weapon), target_of(target), read_terms(RULESET, ShootTerms, given)
    check_gun(gun, terms)
    if terms.long_range and terms.half_range:
        raise BadTerm("long_range", say("a target within half range is not at long range; say one of half_range and long_range"))
    cover = terms.cover or aim.cover
    now = Circumstances(
        far=terms.long_range, obscured=terms.obscured or cover, moved=terms.moved, advanced=terms.advanced, flesh=terms.flesh, broken=terms.broken
    )
    hit = from_face(OVERWATCH) if terms.overwatch else faces(skill_of(gun, terms), terms.modifier + total(gun, now))
    fired = gun_of(gun, aim, hit, strength=terms.strength, often=times(gun, terms), cover=cover, max_flesh_wounds=terms.max_flesh_wounds)
    check_attacks(terms.shots * fired.most, MOST_ALL)
    return odds_of(ShotQuestion(terms, [fired]), unknown(gun))


def odds_of(shooting: ShotQuestion, not_computed: Sequence[str] = ()) -> ShootOdds:
    """Return the odds of a question about shooting."""
    states, row = shooting.states, shooting.row[PLAIN:]
    chances = [(state, float(chance)) for state, chance in zip(states.all, row, strict=False)]
    first = states.start.flesh
    lost = gathered((states.lost(state), chance) for state, chance in chances)
    details = {
        "wounds_lost": lost,
        "wounds_left": gathered((state.wounds, chance) for state, chance in chances),
        "flesh_wounds": gathered((state.flesh - first, chance) for state, chance in chances if not state.out),
        "brought_to_0": sum(chance for state, chance in chances if state.out or state.flesh > first),
        "capped": sum(number * chance for number, chance in lost.items()),
    }
    return ShootOdds(
        RULESET,
        gathered(enumerate(row[len(states.all) :])),
        incapacitate=sum(chance for state, chance in chances if state.out),
        injure=sum(chance for state, chance in chances if not state.out and state.flesh > first),
        value=shooting.value,
        objective=shooting.terms.objective,
        details=details,
        not_computed=not_computed,
        advise=shooting.advise,
    )


def _profile(player: int, weapon: Weapon, hit: Faces, strength: int, target: TargetModel) -> AttackProfile:
    return attack_profile(player, weapon, hit, strength, target, mortal=weapon.rules.venomous)


# --- close combat


class Combat(CombatQuestion[TargetState]):
    """Two models in close combat."""

    terms: FightTerms

    def __init__(self, terms: FightTerms, fighters: tuple[Combatant, Combatant]) -> None:
        self.terms = terms
        self.fighters = fighters
        self.outcomes = TargetStates(fighters[0].target, 1), TargetStates(fighters[1].target, 1)
        profiles = [self.profile(player, 0) for player in (0, 1)]
        super().__init__(terms, profiles, (self.outcomes[0].all, self.outcomes[1].all))

    def profile(self, player: int, flesh: int) -> AttackProfile:
        """Return the profile of one side's attacks, with the flesh wounds it has by then. (FIGHT-07 to FIGHT-11)"""
        me, other, terms = self.fighters[player], self.fighters[1 - player], self.terms
        now = Circumstances(between=terms.obstacle, flesh=flesh, broken=(terms.broken, terms.defender_broken)[player])
        modifier = (terms.modifier, terms.defender_modifier)[player] + total(me.weapon, now, fight=True)
        return _profile(player, me.weapon, faces(me.ws, modifier), me.strength, other.target)

    def wounds_left(self, player: int, state: TargetState) -> int:
        return state.wounds

    def strikes(self, players: Players, player: int, state: TargetState, then: Next) -> Next:
        """Return the outcomes of one side's attacks; none are made by a model out of action."""
        me, other = self.fighters[player], self.fighters[1 - player]
        if state.out:
            return then
        blow = UnsavedAttack(me.weapon, other.target, 0, self.terms.max_flesh_wounds)  # INJ-05
        return ModelAttacks(players, self.profile(player, state.flesh), blow, self.outcomes[1 - player], DamageCount()).attacks(me.attacks, then)[-1]


def fight(
    attacker: Combatant | Card | str | Mapping[str, Any] | tuple[Card, Weapon],
    defender: Combatant | Card | str | Mapping[str, Any] | tuple[Card, Weapon],
    **given: Any,
) -> FightOdds:
    """Return the odds of a fight, on the terms of `FightTerms`: the attacker makes its attacks, then the defender does if it still can.

    The attacker wants much, the defender little, of the objective: "difference", what the defender loses of its wounds less what
    the attacker does; "survive", the chance that the attacker is not out of action; "remove", the chance that the defender is.

    >>> odds = fight("A2 WS3+ S4 AP0 D1 | T4 save 4+ wounds 1", "A1 WS4+ S4 AP0 D1 | T4 save 4+ wounds 1")
    >>> round(odds.defender_incapacitated, 4), round(odds.attacker_incapacitated, 4)
    (0.1528, 0.0498)
    """
    terms = read_terms(RULESET, FightTerms, given)
    one, two = _left(fighter_of(attacker), terms.attacker_wounds), _left(fighter_of(defender), terms.defender_wounds)
    found = Combat(terms, (one, two if terms.strikes_back else msgspec.structs.replace(two, attacks=0)))
    own, other = (np.array([not state.out and state.flesh > states.start.flesh for state in states.all]) for states in found.outcomes)
    details = {"attacker_flesh_wound": float(found.odds[:, own].sum()), "defender_flesh_wound": float(found.odds[other].sum())}
    return found.told(RULESET, details, [*unknown(one.weapon), *unknown(two.weapon)])


def _left(fighter: Combatant, wounds: int | str | None) -> Combatant:
    """Return a fighter with the wounds left that a term gives, if any: 2 or "2 of 3"."""
    if wounds is None:
        return fighter
    target = target_of({"toughness": fighter.target.toughness, "wounds": str(wounds).partition(" of ")[0]})
    return msgspec.structs.replace(fighter, target=msgspec.structs.replace(fighter.target, wounds=target.wounds))


ODDS = ChainOdds(
    ruleset=RULESET, form=FORM, solve_shot=shoot, solve_fight=fight, weapon_of=weapon_of, target_of=target_of, fighter_of=fighter_of,
    mark=lambda target: (target.wounds, Phrase("Injury roll")), armed=armed, unarmed=BARE_HANDS,
)  # fmt: skip
