"""Random boards and teams, and the invariants of every game, for the property tests of all rulesets."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations
from math import hypot
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import strategies as st

from counteract.core.decision import Path, Pick, Place
from counteract.core.registry import default, find, shipped
from counteract.core.state import Point
from counteract.files.teams import team_ids
from counteract.game import Game
from counteract.mechanics.field import Field
from counteract.mechanics.missions import load_mission, mission_ids
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.table.killzone import Killzone, killzone_ids, load_killzone
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Board, Part

#: Health checks that random games fail by their nature: they are long, and made from large examples.
LARGE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


LARGE_BOARD = 72  # inches: armies of 1000 points do not fit on smaller ones

#: The killzones that come with Counteract; rulesets from outside may bring others.
KILLZONES = [zone for zone in killzone_ids(default()) if zone != "fairground"]

#: Ruleset, killzone and mission that do not fit together: terrain of the killzone covers a marker of the mission.
UNSUITED = {("kt21", "proving-ground", "five-cairns")}


def tables(ruleset: str) -> list[tuple[str, str | None]]:
    """Return every killzone of Counteract or of the ruleset, with every mission that fits it and without a mission."""
    zones = [zone for zone in killzone_ids(ruleset) if zone != "fairground" or ruleset not in shipped()]
    pairs = [(killzone, mission) for killzone in zones for mission in (*mission_ids(ruleset), None)]
    return [pair for pair in pairs if (ruleset, *pair) not in UNSUITED]


def teams_for(ruleset: str, killzone: str, mission: str | None, number: int) -> list[str]:
    """Return teams for a table, ever others by ``number``: one a zone of the mission, or as many as can play; none too large for the board."""
    task, width = load_mission(mission, ruleset) if mission else None, load_killzone(killzone).board.width
    sizes = find(ruleset).sides
    sides = len(task.zones) if task and task.zones else sizes[number % len(sizes)]
    known = [team for team in team_ids(ruleset) if width >= LARGE_BOARD or team.endswith("-patrol") or ruleset != "kt40"]
    return [known[(number // (side + 1) + side) % len(known)] for side in range(sides)]


# --- boards


@st.composite
def killzones(
    draw: st.DrawFn, marks: Sequence[str], areas: Sequence[str] = (), *, boards: Sequence[tuple[float, float]] = ((30, 22),), towers: bool = False
) -> Killzone:
    """Draw killzones with boxes anywhere but near the long edges: low and high, hanging and standing, floors among them.

    With ``areas`` there is also flat ground marked with these, with ``towers`` there are blocks to stand on with gaps
    between them.
    """
    board = Board(*draw(st.sampled_from(boards)))
    boxes = [draw(_boxes(k, board, marks)) for k in range(draw(st.integers(0, 14)))]
    flats = [draw(_areas(k, board, areas)) for k in range(draw(st.integers(0, 4)))] if areas else []
    blocks = [part for k in range(draw(st.integers(1, 3))) for part in draw(_towers(k, board))] if towers else []
    parts = tuple(part for part in (*boxes, *flats, *blocks) if part is not None)
    return Killzone(id="random", name="Random", summary="", board=board, parts=parts)


@st.composite
def _boxes(draw: st.DrawFn, k: int, board: Board, marks: Sequence[str]) -> Part | None:
    x, y = draw(st.integers(0, int(board.width * 8) - 40)) / 8, 3.2 + draw(st.integers(0, int(board.depth * 8) - 76)) / 8
    wide, deep = draw(st.integers(1, 40)) / 8, draw(st.integers(1, 24)) / 8
    bottom = draw(st.sampled_from([0.0, 0.0, 0.0, 2.0, 2.9]))
    top = bottom + draw(st.sampled_from([0.1, 0.5, 1.0, 2.0, 3.0, 5.0]))
    chosen = tuple(sorted(draw(st.sets(st.sampled_from(marks), max_size=2))))
    x1, y1 = min(board.width, x + wide), min(board.depth - 3.2, y + deep)
    if x1 <= x or y1 <= y:
        return None
    corners = ((x, y), (x1, y), (x1, y1), (x, y1)) if draw(st.booleans()) else ((x, y), (x1, y), (x1, y1))
    kind = draw(st.sampled_from(["light", "heavy"]))
    feature = f"feature{draw(st.integers(0, 5))}"
    return Part(id=f"part{k}", feature=feature, footprint=corners, bottom=bottom, top=top, kind=kind, marks=chosen)  # type: ignore[arg-type]


@st.composite
def _areas(draw: st.DrawFn, k: int, board: Board, marks: Sequence[str]) -> Part:
    """Draw flat ground on the board."""
    x, y = draw(st.integers(0, int(board.width) - 4)), draw(st.integers(0, int(board.depth) - 4))
    x1, y1 = min(board.width, x + draw(st.integers(2, 12))), min(board.depth, y + draw(st.integers(2, 8)))
    chosen = sorted(draw(st.sets(st.sampled_from(marks), min_size=1)))
    corners = ((x, y), (x1, y), (x1, y1), (x, y1))
    return Part(id=f"area{k}", feature=f"area{k}", footprint=corners, top=0.1, kind="light", marks=("flat", *chosen))


@st.composite
def _towers(draw: st.DrawFn, k: int, board: Board) -> list[Part]:
    """Draw two blocks side by side, with a gap between them that can or cannot be jumped."""
    x, y = draw(st.integers(1, int(board.width) - 14)), draw(st.integers(3, int(board.depth) - 8))
    gap, wide, deep = draw(st.integers(4, 20)) / 8, draw(st.integers(24, 40)) / 8, draw(st.integers(24, 40)) / 8
    heights = [draw(st.sampled_from([1.6, 2.0, 3.0, 3.2, 4.0, 6.5])) for _ in range(2)]
    blocks = []
    for n, left in enumerate((x, x + wide + gap)):
        corners = ((left, y), (left + wide, y), (left + wide, y + deep), (left, y + deep))
        blocks.append(Part(id=f"tower{k}-{n}", feature=f"tower{k}", footprint=corners, top=heights[n], kind="heavy", marks=("vantage",)))
    return blocks


# --- teams


@st.composite
def weapons(draw: st.DrawFn, kind: str, weapon: Callable[..., Any], parse: Callable[[Sequence[str]], Any], rules: Sequence[str]) -> Any:
    """Draw weapons of an edition with operatives, with up to four of these rules."""
    texts = tuple(draw(st.lists(st.sampled_from(rules), max_size=4)))
    damage = draw(st.integers(1, 6))
    return weapon(
        name=f"{kind} weapon", kind=kind, attacks=draw(st.integers(1, 6)), hit=draw(st.integers(2, 6)), normal=damage,
        critical=damage + draw(st.integers(0, 3)), text=texts, rules=parse(texts),
    )  # fmt: skip


@st.composite
def companies(
    draw: st.DrawFn, team: Callable[..., Any], card: Callable[..., Any], arms: Callable[[str], st.SearchStrategy[Any]], **more: st.SearchStrategy[Any]
) -> Any:
    """Draw teams of up to six operatives; ``arms`` draws weapons of a kind, ``more`` the stats that only this edition has."""
    cards = [
        card(
            id=f"op{k}", name=f"Operative {k}", move=draw(st.integers(3, 8)), apl=draw(st.integers(1, 3)), save=draw(st.integers(2, 6)),
            wounds=draw(st.integers(1, 18)), base=draw(st.sampled_from([25.0, 28.0, 32.0, 40.0])), height=draw(st.sampled_from([1.0, 1.5, 2.5])),
            weapons=tuple(draw(st.lists(arms("ranged"), max_size=2)) + draw(st.lists(arms("melee"), max_size=2))),
            **{name: draw(values) for name, values in more.items()},
        )
        for k in range(draw(st.integers(1, 6)))
    ]  # fmt: skip
    return team(id="random", name="Random", operatives=tuple(cards))


# --- invariants


def check_table(field: Field, places: tuple[Point | None, ...]) -> None:
    """Check that no two bases overlap, and that every model stands wholly on the board where a model can stand."""
    standing = [(i, p) for i, p in enumerate(places) if p is not None]
    for (i, a), (j, b) in combinations(standing, 2):
        apart = hypot(a[0] - b[0], a[1] - b[1])
        same_height = a[2] < b[2] + field.heights[j] and b[2] < a[2] + field.heights[i]
        assert not same_height or apart >= field.radii[i] + field.radii[j] - 1e-5, f"bases {i} and {j} overlap"
    board, bodies = field.terrain.board, field.bodies(places)
    for i, (x, y, z) in standing:
        r = field.radii[i] - 1e-5
        assert r <= x <= board.width - r
        assert r <= y <= board.depth - r
        wrong = find_placement_problem(field.terrain, bodies, x, y, z, field.radii[i], field.heights[i], i)
        assert wrong is None, f"{i} cannot stand at {(x, y, z)}: {wrong}"


def check_operatives(arena: OperativeArena, s: OperativeBattle) -> None:
    """Check the invariants of every state of a battle of operatives."""
    check_table(arena, s.places)
    for i, m in enumerate(s.models):
        assert 0 <= m.wounds <= arena.cards[i].wounds
        assert m.down == (m.wounds == 0)
        assert m.order in ("engage", "conceal")
        if s.turn and s.places[i] is None:
            assert m.down
            assert not m.ready
    assert min(s.cp) >= 0
    assert len(set(s.used)) == len(s.used), "a ploy was used twice in a turning point"


# --- what holds in every game


def check_undo(game: Game, seed: int, steps: int) -> None:
    """Check that taking back any number of answers and giving them again passes through the same states."""
    rng = random.Random(seed)
    answers, digests = [], [game.digest()]
    for _ in range(steps):
        if game.decision is None:
            break
        answers.append(game.decision.sample(rng))
        game.play(answers[-1])
        digests.append(game.digest())
    back = rng.randrange(len(answers) + 1)
    fork = game.fork()
    for k in range(back):
        fork.undo(across_dice=True)
        assert fork.digest() == digests[-2 - k]
    for k in range(len(answers) - back, len(answers)):
        fork = fork.fork()
        fork.play(answers[k])
        assert fork.digest() == digests[k + 1]


def check_noise(game: Game, seed: int, steps: int, noise: st.DataObject, words: Sequence[str]) -> None:
    """Check that a random answer, given after some legal ones, is refused by a rule if it is not legal, and that nothing changes."""
    rng = random.Random(seed)
    for _ in range(steps):
        if game.decision is None:
            return
        game.play(game.decision.sample(rng))
    decision = game.decision
    if decision is None:
        return
    number: Any = st.floats(-5, 40) | st.integers(-3, 30) | st.just(float("nan"))
    answer = noise.draw(
        st.builds(Pick, st.integers(-2, 30) | st.sampled_from([*words, ""]))
        | st.builds(Place, number, number, number)
        | st.builds(Path, st.lists(st.tuples(number, number), max_size=4).map(tuple))
    )
    before = game.digest()
    refusal = game.why_not(answer)
    if decision.kind == "pick":
        assert (refusal is None) == (answer in decision.options)
    if refusal is not None:
        assert refusal.reason
        assert refusal.rule.startswith(game.ruleset.id.upper() + "-")
        with pytest.raises(type(refusal)):
            game.play(answer)
    assert game.digest() == before
