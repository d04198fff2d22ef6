"""Questions about chains of single dice: shooting and close combat, as far as the editions share them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

import numpy as np

from counteract.odds.chains.attack import AttackProfile, save_advice
from counteract.odds.chains.states import ATTACKER, DEFENDER, PLAIN, WORTH, Next, Notes, Players, Rows, lefts, reroll_advice
from counteract.odds.chains.terms import ChainFightTerms, ChainTerms
from counteract.odds.results import Advice, FightOdds

S = TypeVar("S")
T = TypeVar("T", bound=ChainTerms)


class ChainQuestion(Generic[T]):
    """A question about attacks: terms and profiles, settled before the first die; each edition defines `solve`."""

    def __init__(self, terms: T, profiles: Sequence[AttackProfile]) -> None:
        self.terms = terms
        self.profiles = profiles

    def solve(self, notes: Notes | None = None) -> Rows:
        """Return the first row of the table before the first die; with ``notes``, of the columns that count re-rolls."""
        raise NotImplementedError

    def players(self, notes: Notes | None) -> Players:
        return Players(self.terms.reroll, notes)

    def after(self, rows: Rows) -> Next:
        """Return a table for every number of re-rolls left, all equal."""
        return dict.fromkeys(lefts(*self.terms.rerolls_left), rows)

    def first(self, then: Next) -> Rows:
        """Return the first row of the table with all re-rolls left."""
        return cast(Rows, then[self.terms.rerolls_left][0])

    @cached_property
    def row(self) -> Rows:
        return self.solve()

    @property
    def value(self) -> float:
        return float(self.row[WORTH])

    def advise(self) -> list[Advice]:
        """Return advice on which save to take, and when to use a re-roll."""
        notes = Notes()
        row = self.solve(notes)
        wounded = 1.0 - float(row[notes.CALM])
        taken = [advice for profile in self.profiles for advice in save_advice(profile, wounded)]
        return [*dict.fromkeys(taken), *reroll_advice(notes, row, self.terms.rerolls_left)]


class CombatQuestion(ChainQuestion[ChainFightTerms], Generic[S]):
    """A question about close combat: the attacker strikes, then the defender; each side ends in one of its states."""

    def __init__(self, terms: ChainFightTerms, profiles: Sequence[AttackProfile], states: tuple[Sequence[S], Sequence[S]]) -> None:
        super().__init__(terms, profiles)
        self.states = states
        self.wounds = tuple(self.wounds_left(player, states[player][0]) for player in (ATTACKER, DEFENDER))

    def wounds_left(self, player: int, state: S) -> int:
        """Return the wounds that a side has left in a state; with 0 it is out."""
        raise NotImplementedError

    def strikes(self, players: Players, player: int, state: S, then: Next) -> Next:
        """Return the outcomes of one side's attacks, made in some state of that side."""
        raise NotImplementedError

    def worths(self, mine: S, theirs: S) -> tuple[float, float]:
        """Return the worth of an end to the attacker, and the worth that breaks ties."""
        own, other = self.wounds_left(ATTACKER, mine), self.wounds_left(DEFENDER, theirs)
        difference = float((self.wounds[DEFENDER] - other) - (self.wounds[ATTACKER] - own))
        match self.terms.objective:
            case "difference":
                return difference, float(not other) - float(not own)
            case "survive":
                return float(own > 0), difference
        return float(not other), difference

    def ends(self, at: int, notes: Notes | None) -> Rows:
        """Return the table of ends over the attacker's states, for one end of the defender."""
        own, other = self.states
        rows = np.zeros((len(own), notes.WIDTH if notes else PLAIN + len(own) * len(other)))
        rows[:, :PLAIN] = [self.worths(mine, other[at]) for mine in own]
        if notes:
            rows[:, notes.CALM] = 1.0
        else:
            rows[:, PLAIN + at * len(own) : PLAIN + (at + 1) * len(own)] = np.eye(len(own))
        return rows

    def solve(self, notes: Notes | None = None) -> Rows:
        players = self.players(notes)
        answers = [self.strikes(players, DEFENDER, theirs, self.after(self.ends(at, notes))) for at, theirs in enumerate(self.states[DEFENDER])]
        then: Next = {left: np.array([answer[left][0] for answer in answers]) for left in lefts(*self.terms.rerolls_left)}
        return self.first(self.strikes(players, ATTACKER, self.states[ATTACKER][0], then))

    @property
    def odds(self) -> Rows:
        """The probability of each end: a row for each state of the defender, a column for each of the attacker."""
        own, other = self.states
        return self.row[PLAIN:].reshape(len(other), len(own))

    def told(self, ruleset: str, details: dict[str, Any], not_computed: Sequence[str]) -> FightOdds:
        joint: dict[tuple[int, int], float] = {}
        for theirs, row in zip(self.states[DEFENDER], self.odds.tolist(), strict=True):
            for mine, chance in zip(self.states[ATTACKER], row, strict=True):
                if chance > 0.0:
                    key = self.wounds_left(ATTACKER, mine), self.wounds_left(DEFENDER, theirs)
                    joint[key] = joint.get(key, 0.0) + chance
        return FightOdds(
            ruleset,
            [(mine, theirs, chance) for (mine, theirs), chance in sorted(joint.items(), reverse=True)],
            attacker_wounds=self.wounds[ATTACKER],
            defender_wounds=self.wounds[DEFENDER],
            value=self.value,
            objective=self.terms.objective,
            details=details,
            not_computed=not_computed,
            advise=self.advise,
        )
