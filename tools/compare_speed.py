"""This checkout against another one (an earlier commit) in one run: random games of every ruleset, forks in the middle of an attack, the odds.

Both play the same seeds in turns, in processes of their own; what counts is the time on the processor. Two processes with the
same code differ by some per cent, whatever they do, so several pairs are started. Goal: 0.97 of the other's speed. Run:
``git worktree add ../before COMMIT; python tools/compare_speed.py ../before [games|forks|shots|tables|fights ...]``
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PAIRS, ROUNDS = 6, 8  # pairs of processes, and seeds that each pair plays
GOAL = 0.97
TABLES = ("damage", "cover", "incapacitate", "apart")  # those of bench/bench_odds.py; the last has nothing in common

#: What a process does: it reads the name of some work and a seed, and tells its decisions or questions a second.
WORK = """
import random, sys, time
from pathlib import Path
import counteract
from counteract import Game, odds
from counteract.warming import warm

def games(ruleset, seed):
    rng, decisions = random.Random(seed), 0
    for _ in range(12):
        game = Game.new(ruleset, seed=rng.randrange(10**9), **({} if ruleset == "kt40" else {"killzone": "foundry"}))
        while (decision := game.decision) is not None:
            game.play(decision.sample(rng))
            decisions += 1
    return 12

def attack(seed):
    rng = random.Random(seed)
    game = Game.new("kt24", teams=["ashen-wardens", "hollow-choir"], killzone="foundry", seed=seed)
    while (decision := game.decision) is not None:
        if game.state.turn >= 2 and decision.what in ("block", "resolve"):
            return game
        options = decision.options  # drawn here, so that both draw the same
        game.play(options[int(rng.random() * len(options))])
    return attack(seed + 1)

def forks(ruleset, seed):
    game = attack(1)
    start = time.process_time()
    for _ in range(2000):
        fork = game.fork()
        fork.play(fork.decision.options[0])
    return 2000, start

def question(rng):
    hit, save, most = rng.randint(2, 5), rng.randint(2, 6), rng.randint(2, 6)
    damage = rng.randint(2, 5)
    return f"{most} {hit}+ {damage}/{damage + rng.randint(0, 3)}", f"save {save}+, wounds {rng.randint(5, 18)}"

def shots(ruleset, seed):
    rng = random.Random(seed)
    for _ in range(300):
        weapon, target = question(rng)
        odds.shoot(weapon=weapon + rng.choice(["", "; Balanced", "; Lethal 5+", "; Rending", "; Ceaseless"]), target=target, cover=rng.random() < 0.5)
    return 300

RULES = ("", "Piercing 1", "Piercing Crits 1", "Balanced", "Ceaseless", "Relentless", "Rending", "Punishing", "Severe", "Lethal 5+",
    "Accurate 1", "Devastating 3", "Saturate", "Piercing 1, Balanced", "Rending, Balanced", "Ceaseless, Piercing Crits 1")
GUNS = [f"{dice} {hit}+ {damage}; {rules}" for dice in (4, 5, 6) for hit in (3, 4) for damage in ("3/4", "4/6") for rules in RULES]
MODELS = [f"save {save}+, wounds {wounds}" for save in (2, 3, 4, 5, 6) for wounds in (7, 8, 10, 12, 14)]
OTHER_GUNS = [f"{4 + k % 3} {3 + k % 2}+ {1 + k % 14}/{2 + k % 14 + k // 14}; {RULES[k % 16]}" for k in range(len(GUNS))]
OTHER_MODELS = [f"save {2 + k % 5}+, wounds {3 + k % 17}, defence {1 + k // 5}" for k in range(len(MODELS))]
TABLES = {
    "damage": (GUNS, MODELS, {}),
    "cover": (GUNS, MODELS, {"cover": True}),
    "incapacitate": (GUNS, MODELS, {"objective": "incapacitate"}),
    "apart": (OTHER_GUNS, OTHER_MODELS, {"objective": "incapacitate"}),
}

def tables(name, seed):
    guns, models, terms = TABLES[name]
    for _ in range(10):
        odds.table(guns, models, **terms)
    return 10 * len(guns) * len(models)

def fights(ruleset, seed):
    rng = random.Random(seed)
    for _ in range(40):
        (one, _), (other, _) = question(rng), question(rng)
        odds.fight(attacker=one, attacker_wounds=rng.randint(5, 15), defender=other, defender_wounds=rng.randint(5, 15))
    return 40

warm(lambda line: None)
folder = Path(counteract.__file__).parent / "rulesets"  # found in this way whatever an earlier commit is made of
print(" ".join(sorted(file.parent.name for file in folder.glob("*/ruleset.py"))), flush=True)
for line in sys.stdin:
    what, ruleset, seed = line.split()
    start = time.process_time()
    done = {"games": games, "forks": forks, "shots": shots, "tables": tables, "fights": fights}[what](ruleset, int(seed))
    done, start = done if isinstance(done, tuple) else (done, start)
    print(done / (time.process_time() - start), flush=True)
"""


class Checkout:
    """A process that works with the code of one folder."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORK], cwd=folder, env={"PYTHONPATH": str(folder), "PATH": ""}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.rulesets = self._line().split()

    def rate(self, what: str, ruleset: str, seed: int) -> float:
        """Games or questions a second."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{what} {ruleset} {seed}\n")
        self.process.stdin.flush()
        return float(self._line())

    def end(self) -> None:
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


def main(other: str, *chosen: str) -> None:
    folders = Path(__file__).parent.parent, Path(other).resolve()
    ours, theirs = map(Checkout, folders)
    work = [("games", name) for name in theirs.rulesets if name in ours.rulesets] + [("forks", "-"), ("shots", "-")]
    work += [*(("tables", name) for name in TABLES), ("fights", "-")]
    for one in (ours, theirs):
        one.end()
    for what, ruleset in work:
        if chosen and what not in chosen and ruleset not in chosen:
            continue
        pairs = [rates for number in range(PAIRS) for rates in compare(*folders, what, ruleset, number * ROUNDS + 1)]
        now, before = (statistics.median(pair[k] for pair in pairs) for k in (0, 1))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"{what} {ruleset}: {now:,.1f}/s, before {before:,.1f}/s, ratio {ratio:.3f} (goal {GOAL})", flush=True)


def compare(our_folder: Path, their_folder: Path, what: str, ruleset: str, first_seed: int) -> Iterator[tuple[float, float]]:
    """Yield the rates of both in each round of a fresh pair of processes."""
    ours, theirs = Checkout(our_folder), Checkout(their_folder)
    for one in (ours, theirs):
        one.rate(what, ruleset, 0)
    for seed in range(first_seed, first_seed + ROUNDS):
        first, second = (ours, theirs) if seed % 2 else (theirs, ours)
        rates = {one: one.rate(what, ruleset, seed) for one in (first, second)}
        yield rates[ours], rates[theirs]
    for one in (ours, theirs):
        one.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
