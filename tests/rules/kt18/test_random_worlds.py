"""Random boards and teams: games on them keep every promise."""

from __future__ import annotations

import random
import tempfile
from math import hypot
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from counteract.attacks.hitwoundsave import TYPES, Amount, Strength
from counteract.core.rulebook import Rulebook
from counteract.game import Game
from counteract.rulesets.kt18.cards import SPECIALISTS, Card, Power, Team
from counteract.rulesets.kt18.weapons import NAMES, Weapon, parse_rules
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.killzone import Killzone
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Part
from tests.conformance import check_record, whole_game
from tests.rules.kt18.scene import Ability, Scene, gun
from tests.rules.kt18.test_properties import Watch, check_state
from tests.worlds import LARGE, killzones

MARKS = ["vantage", "insignificant", "blocking", "difficult", "dangerous"]
AREAS = ["difficult", "dangerous"]
BOARDS = [(30, 22), (24, 18), (16, 14)]

amounts = st.sampled_from([Amount(plus=1), Amount(plus=2), Amount(plus=4), Amount(1, 3), Amount(1, 6), Amount(1, 3, 1), Amount(2, 6)])
powers = st.builds(
    Power, id=st.sampled_from(["one", "two", "three"]), name=st.just("Power"), text=st.just("…"), charge=st.integers(2, 9),
    effect=st.sampled_from(["bolt", "strike", "mend", "ward", "hex"]), range=st.integers(3, 24), amount=amounts,
)  # fmt: skip
abilities = st.builds(
    Ability, id=st.just("some"), name=st.just("Some"), text=st.just("…"), effect=st.just("ignore-wounds"),
    values=st.fixed_dictionaries({"needed": st.integers(4, 6)}),
) | st.builds(
    Ability, id=st.just("icon"), name=st.just("Icon"), text=st.just("…"), effect=st.just("icon"), values=st.just({"inches": 6})
)  # fmt: skip


@st.composite
def weapons(draw: st.DrawFn, kind: str) -> Weapon:
    texts = tuple(draw(st.lists(st.sampled_from([n for n in NAMES if kind == "ranged" or n != "Indirect"]), max_size=2, unique=True)))
    own = st.builds(Strength, st.just(0), st.integers(1, 9))
    return Weapon(
        name=f"{kind} {draw(st.integers(1, 9))}", kind=kind, type=draw(st.sampled_from(TYPES)) if kind == "ranged" else None,  # type: ignore[arg-type]
        range=draw(st.sampled_from([2.0, 6.0, 12.0, 24.0, 36.0])) if kind == "ranged" else 0.0, attacks=draw(amounts),
        strength=draw(own if kind == "ranged" else own | st.sampled_from([Strength(), Strength(1, 1), Strength(2, 0)])),
        ap=-draw(st.integers(0, 4)), damage=draw(amounts), text=texts, rules=parse_rules(texts),
    )  # fmt: skip


@st.composite
def teams(draw: st.DrawFn) -> Team:
    kinds = draw(st.permutations([None, None, *SPECIALISTS[:3]]))
    cards = [
        Card(
            id=f"op{k}", name=f"Model {k}", move=draw(st.integers(5, 14)), ws=draw(st.integers(2, 6)), bs=draw(st.integers(2, 6)),
            strength=draw(st.integers(1, 8)), toughness=draw(st.integers(1, 8)), wounds=draw(st.integers(1, 4)),
            attacks=draw(st.integers(1, 4)), leadership=draw(st.integers(3, 10)), save=draw(st.integers(2, 6)),
            invulnerable=draw(st.sampled_from([0, 0, 4, 6])), base=draw(st.sampled_from([25.0, 32.0, 40.0])),
            height=draw(st.sampled_from([1.0, 1.5, 2.5])), leader=k == 0, specialist=kinds[k - 1] if k else None,
            psyker=draw(st.booleans()), fly=draw(st.sampled_from([False, False, True])),
            weapons=tuple(draw(st.lists(weapons("ranged"), max_size=3)) + draw(st.lists(weapons("melee"), max_size=2))),
            abilities=tuple(draw(st.lists(abilities, max_size=1))),
            powers=tuple(draw(st.lists(powers, max_size=2, unique_by=lambda power: power.id))),
        )
        for k in range(draw(st.integers(3, 6)))
    ]  # fmt: skip
    return Team(id="random", name="Random", operatives=tuple(cards))


@given(killzone=killzones(["vantage"], AREAS, towers=True), seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None, suppress_health_check=LARGE)
def test_whoever_falls_lands_on_its_feet(killzone: Killzone, seed: int) -> None:
    """Every model stands on some roof or other and is shot at till it tumbles: down, never onto another base, and not far."""
    rng, scene = random.Random(seed), Scene(board=(killzone.board.width, killzone.board.depth))
    scene.parts = list(killzone.parts)
    roofs = [part for part in killzone.parts if "vantage" in part.marks]
    for k in range(10):
        place = _on_top(rng, killzone, roofs, scene)
        arms = [gun('36" heavy 1, 1 0 1; Auto-hit, Indirect')]
        scene.add(k // 5, place, wounds=4, left=4 if place else 0, toughness=8, weapons=arms)
    play = scene.shooting(dice=rng.choices([1, 1, 4, 5, 6], k=500))
    while not play.over:
        before = play.state.places
        play.answer(play.decision.sample(rng))
        check_state(play.game.arena, play.state, play.game.decision)
        for fall in (event for event in play.game.latest if event.kind == "falls"):
            here, there = before[fall.values["model"]], fall.values["to"]
            assert here is not None and here[2] - there[2] > 1.5
            assert hypot(here[0] - there[0], here[1] - there[1]) < 8


def _on_top(rng: random.Random, killzone: Killzone, roofs: list[Part], scene: Scene) -> tuple[float, float, float] | None:
    """Return a place on a roof where a model can stand among those that are there already."""
    bodies = pack_bodies([Body(*place, Round(0.5), 1.5) for place in scene.places if place is not None])
    for _ in range(20):
        roof = rng.choice(roofs)
        x, y = (rng.uniform(min(axis), max(axis)) for axis in zip(*roof.footprint, strict=True))
        if find_placement_problem(killzone.terrain(), bodies, x, y, roof.top, 0.5, 1.5) is None:
            return x, y, roof.top
    return None


@given(
    pair=st.tuples(teams(), teams()),
    killzone=killzones(MARKS, AREAS, boards=BOARDS, towers=True),
    mission=st.sampled_from(["three-stones", None]),
    seed=st.integers(0, 10**6),
    specialists=st.booleans(),
)
@settings(max_examples=40, deadline=None, suppress_health_check=LARGE)
def test_games_on_random_boards_with_random_teams(
    pair: tuple[Team, Team], killzone: Killzone, mission: str | None, seed: int, specialists: bool
) -> None:
    """They come to an end, every state is sound, what is offered is exactly what is allowed, and their records replay."""
    game = Game.new("kt18", teams=pair, killzone=killzone, mission=mission, seed=seed, specialists=specialists)
    rulebook = Rulebook.load("kt18")
    whole_game(game, seed, rulebook=rulebook, look_closely=40, after=Watch(rulebook))
    with tempfile.TemporaryDirectory() as folder:
        check_record(game, Path(folder))
