"""The odds of the army-scale edition: hit, wound, save, damage over several models, then morale. (ATT, DMG, WR, MORALE)

Assumptions:

- Damage is counted as wounds lost by a unit with models without end: what exceeds a model's last wound is lost
  (DMG-01), mortal wounds go on to the next model (DMG-02), ignored wounds do not count. "Capped" stops at the wounds
  that the unit has. It is incapacitated if the attacks destroy it, and injured if it has lost a wound, so that it owes a
  morale test (MORALE-02); what that brings is in the details.
- All models of a unit are alike, and all of them see, reach and strike. Wounds go to the model that has lost some
  already. (ATT-09) Models fire one after the other, and each rolls its number of shots when its turn comes. (DICE-06)
- A player has at most one Command Re-roll a phase (STRAT-03), for any one die just rolled: a hit, wound, save, damage,
  number of shots or ignored wound. (STRAT-09) The defender may have another in the Morale phase.
- Overheating bearers fall when their attacks are over and weigh nothing in the objective.
- In a fight the attacking unit strikes with all models, then the survivors of the defending one; degrading tables are
  left out, except that a vehicle with one loses no wounds to a failed morale test. (MORALE-09)
- A weapon of a unit from an army list is used by the models that bear it, a grenade by one of them (GREN-01). In a fight
  the others do not strike, and they are the first to fall. The unit is as many models like most of its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from counteract.core.language import Phrase, joined, say
from counteract.odds.chains.attack import AttackProfile, Faces, attack_profile, faces, from_face
from counteract.odds.chains.cards import MOST_WOUNDS
from counteract.odds.chains.edition import ChainOdds
from counteract.odds.chains.questions import ChainQuestion, CombatQuestion
from counteract.odds.chains.states import ATTACKER, DEFENDER, Next, Notes, Players, Rows, gathered
from counteract.odds.chains.terms import ChainFightTerms, ChainShootTerms, Modifier, check_attacks, check_gun, read_terms, skill_of, times
from counteract.odds.edition import Bearer
from counteract.odds.results import FightOdds, ShootOdds, mean
from counteract.rulesets.kt40 import modifiers
from counteract.rulesets.kt40.modifiers import Circumstances
from counteract.rulesets.kt40.odds_cards import Combatant, TargetUnit, fighter_of, gun_of, target_of, unknown, weapon_of
from counteract.rulesets.kt40.odds_form import FORM, MOST_MODELS
from counteract.rulesets.kt40.odds_morale import morale
from counteract.rulesets.kt40.odds_states import BEARERS, LOST, UnitAttacks, UnsavedAttack, up_to, without_end
from counteract.rulesets.kt40.odds_units import FieldedUnit, UnitWeapon, arm, fielded_units, print_unit
from counteract.rulesets.kt40.weapons import Weapon

RULESET = "kt40"
MOST_ALL = 120  # attacks of a unit
IN_COVER = 1  # to saving throws but invulnerable ones (TERR-02)
SIX = 6  # the only face that hits in overwatch and opportunity strikes (OW-02, OPP-04)


class ShootTerms(ChainShootTerms, frozen=True, gc=False, kw_only=True):
    """The terms of shooting with ``models`` alike; ``obscured`` is the -1 for obstacles in the line of sight.

    If ``models`` is left out, as many shoot as bear the weapon in the unit whose it is, or else one.
    """

    REROLL: ClassVar[str] = "Command Re-roll"

    models: Annotated[int, Meta(ge=1, le=MOST_MODELS)] = 1
    morale_rerolls: int = 0
    morale_modifier: Modifier = 0


class FightTerms(ChainFightTerms, frozen=True, gc=False, kw_only=True):
    """The terms of close combat."""

    REROLL: ClassVar[str] = ShootTerms.REROLL

    opportunity: bool = False


def _profile(player: int, weapon: Weapon, hit: Faces, strength: int, target: TargetUnit, *, cover: bool = False) -> AttackProfile:
    """Return the profile of an attack. (ATT-02 to ATT-11, TERR-02, WR)"""
    rules = weapon.rules
    bonus = IN_COVER if cover and not rules.no_cover else 0
    return attack_profile(player, weapon, hit, strength, target, bonus=bonus, mortal=rules.sniper, burns=rules.overheat and weapon.kind == "ranged")


# --- shooting


class ShotQuestion(ChainQuestion[ShootTerms]):
    """Shots of a unit at another."""

    def __init__(self, terms: ShootTerms, profile: AttackProfile, blow: UnsavedAttack, gun: Weapon) -> None:
        super().__init__(terms, [profile])
        self.blow = blow
        self.gun = gun
        self.often = times(gun, terms)
        self.bearers = terms.models * terms.shots

    @property
    def most(self) -> int:
        """The most wounds that a unit without end could lose."""
        each = min(self.blow.damage.most, self.blow.target.wounds) + int(self.profiles[0].mortal)
        return self.bearers * self.often * self.gun.attacks.most * each

    def solve(self, notes: Notes | None = None) -> Rows:
        losses = without_end(self.blow.target, self.terms.objective)
        ends = np.zeros((len(losses.next), notes.WIDTH if notes else LOST + self.most + 1))
        ends[:, notes.CALM if notes else LOST] = 1.0
        attacks_of_unit = UnitAttacks(self.players(notes), self.profiles[0], self.blow, losses)
        return self.first(attacks_of_unit.bearers(self.bearers, self.gun.attacks, self.often, self.after(ends)))


def shoot(weapon: Weapon | str | Mapping[str, Any] | Bearer, target: TargetUnit | FieldedUnit | str | Mapping[str, Any], **given: Any) -> ShootOdds:
    """Return the odds of shooting at a unit, on the terms of `ShootTerms`, and of its morale test after that, which counts in the details alone.

    >>> odds = shoot('Rapid Fire 1 24" S4 AP0 D1 BS3+', "models 5 T4 save 3+ Ld 7", models=5, half_range=True)
    >>> round(odds.expected, 4), round(odds.details["models_slain"][2], 4)
    (1.1111, 0.2165)
    """
    (gun, bearers), aim, terms = gun_of(weapon), target_of(target), read_terms(RULESET, ShootTerms, given)
    if "models" not in given:
        terms = replace(terms, models=bearers)
    check_gun(gun, terms)
    check_attacks(terms.models * terms.shots * times(gun, terms) * gun.attacks.most, MOST_ALL)
    now = Circumstances(masked=terms.obscured, advanced=terms.advanced, moved=terms.moved)
    hit = from_face(SIX) if terms.overwatch else faces(skill_of(gun, terms), terms.modifier + modifiers.total(gun, now))
    fired = _profile(ATTACKER, gun, hit, terms.strength, aim, cover=terms.cover or aim.cover)
    return _shoot_odds(ShotQuestion(terms, fired, UnsavedAttack(gun.damage, aim, gun.rules.melta and terms.half_range), gun))


def _shoot_odds(shooting: ShotQuestion) -> ShootOdds:
    aim, gun, terms = shooting.blow.target, shooting.gun, shooting.terms
    damage = gathered(enumerate(shooting.row[LOST:]))
    lost = gathered((min(number, aim.all), chance) for number, chance in damage.items())
    test = morale(aim, lost, modifier=terms.morale_modifier, rerolls=terms.morale_rerolls)
    details: dict[str, Any] = {
        "wounds_lost": lost,
        "capped": mean(lost),
        "models_slain": gathered((aim.slain(number), chance) for number, chance in lost.items()),
        "morale": {"fails": test.fails, "losses": test.losses, "models_slain": gathered((aim.slain(aim.all - n), c) for n, c in test.left.items())},
        "destroyed": test.left.get(0, 0.0),
    }
    if gun.rules.overheat:
        details["bearers_slain"] = float(shooting.row[BEARERS])
    return ShootOdds(
        RULESET,
        damage,
        incapacitate=lost.get(aim.all, 0.0),
        injure=sum(chance for number, chance in lost.items() if number),
        value=shooting.value,
        objective=terms.objective,
        details=details,
        not_computed=unknown(gun),
        advise=shooting.advise,
    )


# --- close combat


class Combat(CombatQuestion[int]):
    """Two units in close combat; a state is how many wounds one of them has lost."""

    terms: FightTerms

    def __init__(self, terms: FightTerms, fighters: tuple[Combatant, Combatant]) -> None:
        self.terms = terms
        self.fighters = fighters
        self.units = fighters[0].target, fighters[1].target
        super().__init__(terms, [self.profile(0), self.profile(1)], (range(self.units[0].all + 1), range(self.units[1].all + 1)))

    def profile(self, player: int) -> AttackProfile:
        me, terms = self.fighters[player], self.terms
        now = Circumstances(across=terms.obstacle)
        modifier = (terms.modifier, terms.defender_modifier)[player] + modifiers.total(me.weapon, now, fight=True)
        hit = from_face(SIX) if terms.opportunity else faces(me.weapon.skill, modifier)
        return _profile(player, me.weapon, hit, me.strength, self.units[1 - player])

    def wounds_left(self, player: int, state: int) -> int:
        return self.units[player].all - state

    def strikes(self, players: Players, player: int, state: int, then: Next) -> Next:
        """Return the outcomes of the attacks of the models that a unit has left; those that bear the weapon fall last."""
        if player == DEFENDER and (self.terms.opportunity or not self.terms.strikes_back):
            return then
        me, own, other = self.fighters[player], self.units[player], self.units[1 - player]
        weapon, count = me.weapon, min(me.bearers, own.models - own.slain(state)) * attacks(me.weapon)
        return UnitAttacks(players, self.profiles[player], UnsavedAttack(weapon.damage, other), up_to(other)).attacks(count, then)[-1]


def attacks(weapon: Weapon) -> int:
    """Return the number of attacks of one model. (WR-EXTRA-01)"""
    return weapon.attacks.plus + weapon.rules.extra


def fight(attacker: Combatant | str | Mapping[str, Any], defender: Combatant | str | Mapping[str, Any], **given: Any) -> FightOdds:
    """Return the odds of a fight, on the terms of `FightTerms`, over the wounds left of both units.

    The attackers strike, then the defenders that are left.

    The attacker wants much, the defender little, of the objective: "difference", the wounds that the defender loses less
    those the attacker does; "survive", the chance that the attacking unit is not destroyed; "remove", the chance that the
    defending one is. An ``opportunity`` strike hits on 6s alone and is not answered. (OPP-04)

    >>> odds = fight("A2 WS3+ S4 AP0 D1 | models 3 T4 save 4+", "A1 WS3+ S4 AP0 D1 | models 3 T4 save 4+")
    >>> round(odds.expected_dealt, 4), round(odds.expected_taken, 4)
    (0.9906, 0.3349)
    """
    terms = read_terms(RULESET, FightTerms, given)
    if terms.attacker_wounds is not None or terms.defender_wounds is not None:
        raise ValueError("the wounds of a unit stand on its card; write it like 'models 5 wounds 2 hurt 1'")
    units = fighter_of(attacker), fighter_of(defender)
    for fighter in units:
        check_attacks(min(fighter.bearers, fighter.target.models) * attacks(fighter.weapon), MOST_ALL)
    found = Combat(terms, units)
    details: dict[str, Any] = {}
    for who, unit, suffered in zip(("attacker", "defender"), found.units, (found.odds.sum(axis=0), found.odds.sum(axis=1)), strict=True):
        lost = gathered(enumerate(suffered))
        test = morale(unit, lost)
        details[f"{who}_models_slain"] = gathered((unit.slain(number), chance) for number, chance in lost.items())
        details[f"{who}_morale"] = {"fails": test.fails, "losses": test.losses}
    return found.told(RULESET, details, [*_left_out(units[0].weapon), *_left_out(units[1].weapon)])


def _left_out(weapon: Weapon) -> Sequence[str]:
    """Return the rules of a weapon that the odds of a fight do not count."""
    return [*unknown(weapon), *(["overheat"] if weapon.rules.overheat else [])]


class ArmyOdds(ChainOdds):
    """The odds of units: a row of a table is a weapon of a unit in the hands of all that bear it, a column a unit of the army list."""

    def pieces(self, team: Any) -> list[FieldedUnit]:
        return fielded_units(team)

    def weapon_key(self, piece: FieldedUnit, weapon: UnitWeapon) -> str:
        return weapon.id

    def row_name(self, bearers: Sequence[Bearer]) -> str:
        weapon: UnitWeapon = bearers[0][1]
        told = {"weapon": weapon.label, "bearers": joined(_bearers(unit, one) for unit, one in bearers)}
        if weapon.models == 1 and all(unit.unit.size == 1 for unit, _ in bearers):
            return say("{weapon} ({bearers})", **told)
        return say("{weapon} ×{models} ({bearers})", models=weapon.models, **told)

    def printed(self, piece: FieldedUnit) -> tuple[Any, Any]:
        return print_unit(piece)

    def usual_terms(self, weapon: UnitWeapon) -> dict[str, Any]:
        return {"models": weapon.models} if weapon.kind == "ranged" else {}

    def likeness(self, card: FieldedUnit, weapon: UnitWeapon) -> Hashable:
        return (self.fighter_of((card, weapon)) if weapon.kind == "melee" else weapon.weapon), weapon.models

    def weapon_text(self, card: FieldedUnit, weapon: UnitWeapon) -> str:
        figures = self.figures_text(weapon.card, weapon.weapon)
        if weapon.kind == "ranged":
            return figures
        bearers = f" bearers {weapon.models}" if weapon.models < card.unit.size else ""
        return f"{figures} | S{weapon.card.strength} {self.target_text(card)}{bearers}"

    def target_text(self, card: FieldedUnit) -> str:
        unit = self.target_of(card)
        if unit.models > MOST_MODELS or unit.wounds > MOST_WOUNDS:
            return ""
        flags = {"character": unit.character, "vehicle": unit.vehicle, "degrading table": unit.table}
        said = (f"models {unit.models}", super().target_text(card), f"Ld {unit.leadership}", *(name for name, holds in flags.items() if holds))
        return " ".join(said)


def _bearers(unit: FieldedUnit, weapon: UnitWeapon) -> Phrase:
    """Return the unit that has a weapon, and the models that bear it if others have it too."""
    return Phrase("{model} in {unit}", unit=unit.name, model=Phrase(weapon.whose)) if weapon.whose else unit.name


ODDS = ArmyOdds(
    ruleset=RULESET, form=FORM, solve_shot=shoot, solve_fight=fight, weapon_of=weapon_of, target_of=target_of, fighter_of=fighter_of,
    mark=lambda unit: (unit.all, FORM.words.out), armed=arm,
)  # fmt: skip
