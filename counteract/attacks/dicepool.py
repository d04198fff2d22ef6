"""Attack dice against defence dice: sorting a roll, blocking, striking. Shared by the dice-pool editions.

Once dice are retained only their kind matters, so everything here works on counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, cast

from counteract.core.decision import Allocate
from counteract.core.language import Phrase, Several
from counteract.core.preview import Success

#: The blocks that an `Allocate` counts, in this order.
BLOCKS = (
    Phrase("normals, each with a normal"),
    Phrase("criticals, each with two dice"),
    Phrase("criticals, each with a critical"),
    Phrase("normals, each with a critical"),
)


#: Dice that count, one of a kind and many.
CRITICALS = Phrase("{count} critical"), Phrase("{count} criticals")
NORMALS = Phrase("{count} normal"), Phrase("{count} normals")


def counted(criticals: int, normals: int) -> Several:
    """Return a phrase that counts dice by kind.

    >>> counted(1, 2), counted(0, 1), counted(0, 0)
    (('1 critical', '2 normals'), ('1 normal',), ('nothing',))
    """
    kinds = (criticals, CRITICALS), (normals, NORMALS)
    return Several(Phrase(words[count > 1], count=count) for count, words in kinds if count) or Several((Phrase("nothing"),))


def sort_roll(results: Iterable[int], needed: int, critical_from: int = 6) -> tuple[int, int, int]:
    """Return how many criticals, normal successes and fails a roll holds.

    A 6 always succeeds and is critical, a 1 always fails; other successes are critical from ``critical_from`` on.

    >>> sort_roll((6, 5, 3, 2), 3)
    (1, 2, 1)
    """
    criticals = normals = fails = 0
    for result in results:
        if result == 6 or (result != 1 and result >= needed and result >= critical_from):
            criticals += 1
        elif result != 1 and result >= needed:
            normals += 1
        else:
            fails += 1
    return criticals, normals, fails


@lru_cache(maxsize=4096)
def block_options(attack_criticals: int, attack_normals: int, save_criticals: int, save_normals: int, brutal: bool = False) -> tuple[Allocate, ...]:
    """Return every way to spend defence successes on attack successes, as counts named by `BLOCKS`; the first blocks most.

    >>> [o.counts for o in block_options(1, 2, 0, 2)]
    [(2, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0)]
    """
    usable = 0 if brutal else save_normals
    ways = [
        Allocate((plain, pairs, hard, easy))
        for plain, pairs, hard, easy in product(
            range(min(usable, attack_normals) + 1),
            range(min(usable // 2, attack_criticals) + 1),
            range(min(save_criticals, attack_criticals) + 1),
            range(min(save_criticals, attack_normals) + 1),
        )
        if plain + 2 * pairs <= usable and hard + easy <= save_criticals and pairs + hard <= attack_criticals and plain + easy <= attack_normals
    ]
    return _best_first(ways)


@lru_cache(maxsize=4096)
def save_options(attack_criticals: int, attack_normals: int, save_criticals: int, save_normals: int) -> tuple[Allocate, ...]:
    """Return the ways to spend defence successes where any two, critical or not, discard a critical hit together.

    >>> [o.counts for o in save_options(2, 0, 1, 1)]
    [(0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 0)]
    """
    saves = save_criticals + save_normals
    ways = [
        Allocate((plain, pairs, hard, easy))
        for plain, pairs, hard, easy in product(
            range(min(save_normals, attack_normals) + 1),
            range(min(saves // 2, attack_criticals) + 1),
            range(min(save_criticals, attack_criticals) + 1),
            range(min(save_criticals, attack_normals) + 1),
        )
        if plain + 2 * pairs + hard + easy <= saves
        and hard + easy <= save_criticals
        and pairs + hard <= attack_criticals
        and plain + easy <= attack_normals
    ]
    return _best_first(ways)


def _best_first(ways: list[Allocate]) -> tuple[Allocate, ...]:
    return tuple(sorted(ways, key=lambda w: (-sum(w.counts), *(-c for c in w.counts))))


def unblocked(attack_criticals: int, attack_normals: int, blocks: Allocate) -> tuple[int, int]:
    """Return the criticals and normal successes that get through."""
    plain, pairs, hard, easy = blocks.counts
    return attack_criticals - pairs - hard, attack_normals - plain - easy


@lru_cache(maxsize=4096)
def fight_options(mine: tuple[int, int], theirs: tuple[int, int], their_brutal: bool = False, ward: str = "block") -> tuple[str, ...]:
    """Return the uses of one success: (criticals, normals) of both sides are those still unresolved.

    ``ward`` is the edition's word for warding off.

    >>> fight_options((1, 1), (0, 2))
    ('strike-critical', 'strike-normal', 'block-normal-with-critical', 'block-normal-with-normal')
    """
    criticals, normals = mine
    ways = []
    if criticals:
        ways.append("strike-critical")
    if normals:
        ways.append("strike-normal")
    if criticals and theirs[0]:
        ways.append(f"{ward}-critical-with-critical")
    if criticals and theirs[1]:
        ways.append(f"{ward}-normal-with-critical")
    if normals and theirs[1] and not their_brutal:
        ways.append(f"{ward}-normal-with-normal")
    return tuple(ways)


class Resolution(NamedTuple):
    """The use of one success by a fighter: a strike, or warding off one of the enemy's successes."""

    verb: str  # "strike", or the edition's word for warding off
    die: Success  # the one used
    against: Success | None  # the enemy's that is warded off


@lru_cache(maxsize=64)
def read_resolution(name: str) -> Resolution:
    """Return the meaning of one of the `fight_options`.

    >>> read_resolution("strike-critical")
    Resolution(verb='strike', die='critical', against=None)
    >>> read_resolution("block-normal-with-critical")
    Resolution(verb='block', die='critical', against='normal')
    """
    verb, _, kinds = name.partition("-")
    first, _, second = kinds.partition("-with-")
    return Resolution(verb, cast(Success, second), cast(Success, first)) if second else Resolution(verb, cast(Success, first), None)


@lru_cache(maxsize=4096)
def subsets(results: tuple[int, ...], free: tuple[int, ...], most: int, alike: bool) -> tuple[tuple[int, ...], ...]:
    """Return the different non-empty choices of dice to roll again, by place in the roll.

    ``free`` are the places that may be chosen, ``most`` how many at once; with ``alike`` all must show one result.
    Choices that differ only in which of two equal dice is taken count as one.
    """
    seen: dict[tuple[int, ...], tuple[int, ...]] = {}
    for size in range(1, min(most, len(free)) + 1):
        for chosen in combinations(free, size):
            faces = tuple(sorted(results[c] for c in chosen))
            if not alike or faces[0] == faces[-1]:
                seen.setdefault(faces, chosen)
    return tuple(seen.values())


def replaced(results: Sequence[int], chosen: Sequence[int], new: Sequence[int]) -> tuple[int, ...]:
    """Return a roll in which the chosen dice have been rolled again."""
    after = list(results)
    for place, result in zip(chosen, new, strict=True):
        after[place] = result
    return tuple(after)
