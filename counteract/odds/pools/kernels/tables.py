"""Compiled tables of shots: every weapon on every target, many targets in a batch.

What successes come to against a target depends on the damage and piercing of a weapon and not on its dice, so it is found
once for all weapons of a make. The shots themselves are those of shots.py.
"""

from __future__ import annotations

from counteract.odds.pools.kernels.shots import (
    ATTACK,
    OTHER_ATTACK,
    WAY,
    Attacks,
    Defences,
    Gains,
    ShotWorkspace,
    attack,
    attacks_in,
    defences_in,
    meet,
    room_in,
    spot_of,
)
from counteract.odds.pools.kernels.vectors import Batch, Floats, Ints, copy, inlined, take_better
from counteract.table.kernels.compiler import allocation_free

DEFENCE, FIRST, TARGETS, GAINS = range(4)  # of a run of targets that defend alike


@inlined
def meet_all(
    attacks: Attacks, a: int, defences: Defences, runs: Ints, run: int, end: int, cover: bool, gains: Floats, batch: Batch, room: ShotWorkspace
) -> None:
    """Find how all targets of a batch, in some runs, meet all successes of an attack that have not come up before."""
    targets, measures = batch.targets, batch.measures
    for o in range(attacks.option0[attacks.final0[a]], attacks.option0[attacks.final0[a + 1]]):
        c, n, spot = attacks.criticals[o], attacks.normals[o], spot_of(attacks, 0, o, room.stride)
        if room.way[spot] >= 0:
            continue
        for r in range(run, end):
            alike = Batch(runs[r, TARGETS], measures, batch.worth, batch.second)
            room.way[spot] = meet(attacks, a, defences, runs[r, DEFENCE], cover, c, n, 0, 0, Gains(gains, runs[r, GAINS], 1, 1, 0), alike, room)
            for k in range(measures):
                to = (spot * measures + k) * targets + runs[r, FIRST]
                copy(alike.targets, room.met, to, room.trial, (WAY * measures + k) * alike.targets)


@allocation_free
def fill(
    attack_ints: Ints, attack_floats: Floats, weapons: Ints, makes: Ints, defence_ints: Ints, defence_floats: Floats, run0: Ints, runs: Ints,
    cover: bool, gains: Floats, largest: Batch, scratch: Ints, scratch_floats: Floats, found: Floats,
) -> None:  # fmt: skip
    """Fill in every weapon on every target.

    ``weapons`` are runs of attacks, of which the best is made, and their rows in the table; ``makes`` say where weapons begin
    that do the same with their successes. Targets stand in runs of those that defend alike: of each run its defence, its first
    target in the batch, how many there are, and where its gains begin, which are by damage, measure and target. The runs of
    batch i are those from ``run0[i]`` on. ``found`` is filled in by measure, weapon and target; it has no place for measures
    that only decide.
    """
    attacks, defences = attacks_in(attack_ints, attack_floats), defences_in(defence_ints, defence_floats)
    stride, target0 = int(scratch[3]), 0
    for b in range(len(run0) - 1):
        last = runs[run0[b + 1] - 1]
        targets = last[FIRST] + last[TARGETS]
        size = targets * largest.measures
        batch = Batch(targets, largest.measures, largest.worth, largest.second)
        room = room_in(scratch, scratch_floats, stride, batch)
        for make in range(len(makes) - 1):
            for spot in range(stride * stride):
                room.way[spot] = -1
            for weapon in range(makes[make], makes[make + 1]):
                first = weapons[weapon, 0]
                for a in range(first, weapons[weapon, 1]):
                    meet_all(attacks, a, defences, runs, run0[b], run0[b + 1], cover, gains, batch, room)
                    attack(attacks, a, batch, room, ATTACK if a == first else OTHER_ATTACK)
                    if a > first:
                        take_better(batch, 1, room.trial, ATTACK * size, room.trial, OTHER_ATTACK * size, room.chosen)
                for k in range(found.shape[0]):
                    for target in range(targets):
                        found[k, weapons[weapon, 2], target0 + target] = room.trial[ATTACK * size + k * targets + target]
        target0 += targets
