"""Compiled tables of shots: every weapon on every target, many targets in a batch.

What successes come to against a target depends on the damage and piercing of a weapon and not on its dice, so it is found
once for all weapons of a make. The shots themselves are those of shots.py.
"""

from __future__ import annotations

from counteract.odds.pools.kernels.shots import (
    ATTACK,
    OTHER_ATTACK,
    WAY,
    Gains,
    attack,
    attacks_in,
    defences_in,
    meet,
    room_in,
    spot_of,
)
from counteract.odds.pools.kernels.vectors import Batch, Floats, Ints, copy, take_better
from counteract.table.kernels.compiler import allocation_free

DEFENCE, FIRST, TARGETS, GAINS = range(4)  # of a run of targets that defend alike


@allocation_free
def fill(
    attack_ints: Ints, attack_floats: Floats, weapons: Ints, makes: Ints, defence_ints: Ints, defence_floats: Floats, run0: Ints, runs: Ints,
    cover: bool, gains: Floats, measures: int, worth: int, second: int, sizes: Ints, scratch: Ints, scratch_floats: Floats,
    found: Floats,
) -> None:  # fmt: skip
    """Fill in every weapon on every target.

    ``weapons`` are runs of attacks, of which the best is made, and their rows in the table; ``makes`` say where weapons begin
    that do the same with their successes. Targets stand in runs of those that defend alike: of each run its defence, its first
    target in the batch, how many there are, and where its gains begin, which are by damage, measure and target. The runs of
    batch i are those from ``run0[i]`` on. ``found`` is filled in by measure, weapon and target; it has no place for measures
    that only decide.
    """
    attacks, defences = attacks_in(attack_ints, attack_floats), defences_in(defence_ints, defence_floats)
    stride = int(sizes[3])
    target0 = 0
    for b in range(len(run0) - 1):
        last = runs[run0[b + 1] - 1]
        targets = last[FIRST] + last[TARGETS]
        batch = Batch(targets, measures, worth, second)
        size = targets * measures
        room = room_in(scratch, scratch_floats, sizes, stride, batch)
        for m in range(len(makes) - 1):
            for spot in range(stride * stride):
                room.way[spot] = -1
            for weapon in range(makes[m], makes[m + 1]):
                first = weapons[weapon, 0]
                for a in range(first, weapons[weapon, 1]):
                    for o in range(attacks.option0[attacks.final0[a]], attacks.option0[attacks.final0[a + 1]]):
                        spot = spot_of(attacks, 0, o, stride)
                        if room.way[spot] < 0:
                            for r in range(run0[b], run0[b + 1]):
                                run = runs[r]
                                alike = Batch(run[TARGETS], measures, worth, second)
                                gain = Gains(gains, run[GAINS], 1, 1, 0)
                                c, n = attacks.criticals[o], attacks.normals[o]
                                room.way[spot] = meet(attacks, a, defences, run[DEFENCE], cover, c, n, 0, 0, gain, alike, room)
                                for k in range(measures):
                                    to = spot * size + k * targets + run[FIRST]
                                    copy(run[TARGETS], room.met, to, room.trial, (WAY * measures + k) * run[TARGETS])
                    attack(attacks, a, batch, room, ATTACK if a == first else OTHER_ATTACK)
                    if a > first:
                        take_better(batch, 1, room.trial, ATTACK * size, room.trial, OTHER_ATTACK * size, room.chosen)
                for k in range(found.shape[0]):
                    for target in range(targets):
                        found[k, weapons[weapon, 2], target0 + target] = room.trial[ATTACK * size + k * targets + target]
        target0 += targets
