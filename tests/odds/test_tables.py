"""Whole tables, cell by cell against single shots; and hands of many dice, which tables and shots are made of."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import numpy as np
import pytest

from counteract import odds
from counteract.attacks.rerolls import Source
from counteract.files.teams import load_team
from counteract.odds import matchups
from counteract.odds.pools import graph_builder
from counteract.odds.pools.graph_builder import build_graph
from counteract.odds.pools.nodes import CHANCE, CHOICE, FINAL
from counteract.odds.pools.reroll_graph import RerollGraph
from counteract.printing import progress

FACES_3UP = (0, 0, 1, 1, 1, 2)
RULES = {
    "kt24": ("Piercing 1", "Piercing Crits 1", "Balanced", "Relentless", "Rending", "Severe", "Accurate 1", "Devastating 2", "Saturate", "Brutal"),
    "kt21": ("AP1", "P1", "Balanced", "Relentless", "Rending", "MW2", "No Cover", "Hot", "Lethal 5+"),
}


def guns(rng: Random, edition: str, number: int) -> list[str]:
    """Return weapons of up to four dice; many have the same damage."""
    return [
        f"{rng.randint(1, 4)} {rng.randint(2, 5)}+ {rng.choice(('2/3', '3/4', '4/4'))}; {', '.join(rng.sample(RULES[edition], rng.randint(0, 2)))}"
        for _ in range(number)
    ]


def bodies(rng: Random, number: int) -> list[str]:
    """Return targets, some of which differ only in wounds, and some not at all."""
    found = []
    for _ in range(number):
        wounds = rng.randint(1, 9)
        text = f"save {rng.choice((3, 5))}+, wounds {wounds} of {wounds + rng.choice((0, 0, 5))}, defence {rng.choice((2, 3, 3, 4))}"
        found.append(text + rng.choice(("", "", "", ", ignore 5+", ", re-rolls 1")))
    return found


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@pytest.mark.parametrize("objective", ["damage", "incapacitate", "capped"])
@pytest.mark.parametrize("seed", range(3))
def test_every_cell_is_a_single_shot(edition: str, objective: Any, seed: int) -> None:
    """Whatever weapons and targets have in common."""
    rng = Random(f"{edition} {objective} {seed}")
    weapons, targets = guns(rng, edition, 6), bodies(rng, 10)
    terms: dict[str, Any] = {"ruleset": edition, "objective": objective, "cover": seed > 0, "rerolls": seed % 2, "defender_rerolls": seed // 2}
    found = odds.table(weapons, targets, **terms)
    for (i, weapon), (j, target) in [(i, j) for i in enumerate(weapons) for j in enumerate(targets)]:
        one = odds.shoot(weapon=weapon, target=target, **terms)
        cell = found.expected[i, j], found.incapacitate[i, j], found.injure[i, j]
        assert cell == pytest.approx((one.expected, one.incapacitate, one.injure), abs=1e-12)


def test_many_targets_alike_but_for_their_wounds() -> None:
    targets = [f"save 4+, wounds {wounds}" for wounds in range(1, 66)]
    found = odds.table(["4 3+ 3/4; Relentless", "2 3+ 3/4"], [*targets, targets[0]], objective="incapacitate").incapacitate
    assert (np.diff(found[:, :-1], axis=1) <= 1e-12).all()
    assert (found[:, -1] == found[:, 0]).all()
    assert not found[:, 16:-1].any()


# --- hands


def worth(graph: RerollGraph, values: dict[tuple[int, ...], float]) -> float:
    """Return the worth of best play with a hand, given the worth of each result of its dice."""
    nodes: list[float] = []
    for node in graph.nodes:
        if node.kind == FINAL:
            nodes.append(values[graph.finals[node.final].dice])
        elif node.kind == CHANCE:
            nodes.append(sum(nodes[to] * chance for to, chance in zip(node.to, graph.chances, strict=True) if chance))
        else:
            nodes.append(max(nodes[to] for to in node.to))
    return sum(nodes[node] * chance for node, chance in graph.roots)


def by_hand(dice: int, values: dict[tuple[int, ...], float], sources: tuple[Source, ...], commands: int) -> float:
    """Return the same worth over all faces, die by die, with nothing put together."""
    known: dict[Any, float] = {}

    def rolled(places: tuple[int, ...], faces: list[int], free: frozenset[int], left: tuple[Source, ...], points: int) -> float:
        if not places:
            return best(tuple(faces), free, left, points)
        return sum(rolled(places[1:], [*faces[: places[0]], face, *faces[places[0] + 1 :]], free, left, points) for face in range(1, 7)) / 6

    def best(faces: tuple[int, ...], free: frozenset[int], left: tuple[Source, ...], points: int) -> float:
        key = tuple(sorted((face, place in free) for place, face in enumerate(faces))), left, points
        if key not in known:
            results = [FACES_3UP[face - 1] for face in faces]
            ways = [values[tuple(results.count(result) for result in range(4))]]
            able = [(source, tuple(s for s in left if s is not source), points) for source in left]
            able += [(Source("command", 1), left, points - 1)] if points else []
            for source, rest, more in able:
                for mask in range(1, 1 << dice):
                    chosen = tuple(place for place in range(dice) if mask >> place & 1)
                    if set(chosen) <= free and len(chosen) <= source.most and (not source.alike or len({faces[place] for place in chosen}) == 1):
                        ways.append(rolled(chosen, list(faces), free - set(chosen), rest, more))
            known[key] = max(ways)
        return known[key]

    return rolled(tuple(range(dice)), [0] * dice, frozenset(range(dice)), sources, commands)


@pytest.mark.parametrize(
    ("sources", "commands"),
    [
        ((Source("relentless"),), 1),
        ((Source("balanced", 1), Source("relentless")), 0),
        ((Source("ceaseless", alike=True),), 1),
        ((Source("balanced", 1), Source("ceaseless", alike=True)), 0),
        ((Source("pair", 2),), 1),
        ((), 2),
    ],
)
def test_graphs_lose_nothing(sources: tuple[Source, ...], commands: int) -> None:
    """For any worth, also one where a fail is better than a success, the graph of three dice is worth what all faces die by die are."""
    rng = Random(len(sources) + 10 * commands)
    graph = build_graph(3, FACES_3UP, sources, commands)
    values = {final.dice: rng.random() for final in graph.finals}
    assert worth(graph, values) == pytest.approx(by_hand(3, values, sources, commands), abs=1e-12)


def test_nodes_stand_after_those_they_lead_to() -> None:
    graph = build_graph(6, FACES_3UP, (Source("ceaseless", alike=True), Source("relentless")), 1)
    for at, node in enumerate(graph.nodes):
        assert all(to < at for to in node.to)
    choices = [(at, node) for at, node in enumerate(graph.nodes) if node.kind == CHOICE]
    assert {graph.move(at, way).source for at, node in choices for way in range(1, len(node.to))} == {"ceaseless", "relentless", "command-reroll"}


def test_many_dice_do_not_make_one_wait() -> None:
    """And after Relentless, which re-rolls all that should be, Command Re-rolls add nothing."""
    begin = time.process_time()
    found = odds.shoot(weapon="20 3+ 3/4; Relentless", target="save 3+, wounds 12", rerolls=2)
    assert time.process_time() - begin < 4
    assert sum(found.distribution.values()) == pytest.approx(1, abs=1e-12)
    assert found.expected == pytest.approx(odds.shoot(weapon="20 3+ 3/4; Relentless", target="save 3+, wounds 12").expected, abs=1e-9)


def test_what_is_too_much_is_refused_before_it_is_made() -> None:
    begin = time.process_time()
    with pytest.raises(ValueError, match="take a die or a re-roll away"):
        graph_builder.build_graph(20, FACES_3UP, (Source("balanced", 1), Source("ceaseless", alike=True), Source("relentless")), 6)
    assert time.process_time() - begin < 4


# --- how far a table is


def test_tables_tell_how_far_they_are(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[int] = []
    one = 'Rapid Fire 1 24" S4 AP-1 D1 BS3+'
    odds.table([one, one, one], ["T4 save 3+ wounds 1"] * 2, ruleset="kt18", report=told.append)
    assert told == [2, 4, 6]
    team = load_team("ashen-wardens", "kt24")
    shots, fights = matchups.sizes(team, team)
    told.clear()
    matchups.melee(team, team, report=told.append)
    assert told[-1] == fights
    assert shots == matchups.ranged(team, team).expected.size  # type: ignore[union-attr]
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for after, seen in ((0.0, True), (60.0, False)):
        with progress(6, after=after) as report:
            assert report is not None
            report(2)
        assert ("2/6" in capsys.readouterr().err) == seen
