"""Properties of all odds: sums, monotonicity, best play against simple play, tables against single shots, policies against kernels."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import icepool
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from counteract import odds
from counteract.odds.edition import find
from counteract.odds.pools import fighting, shooting
from counteract.odds.pools.fight import best
from counteract.odds.pools.fight_policy import DuelPolicy, RerollState
from counteract.odds.pools.nodes import CHANCE, FINAL
from counteract.odds.pools.questions import terms_of
from counteract.odds.pools.reroll_graph import RerollGraph
from counteract.odds.pools.shot import play, problem, split_worths, worths
from counteract.odds.pools.shot_policy import ShotPolicy, Solved
from tests.odds.brute import Arms
from tests.odds.test_fight_brute import some_melee
from tests.odds.test_shoot_brute import Foe, leavings, some_arms, some_foe

FEW = settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
OBJECTIVES = ("damage", "incapacitate", "capped")
DICE = st.randoms(use_true_random=False)
EDITION = st.sampled_from(["kt24", "kt21"])
CLOSE = 1e-10


def shot(arms: Arms, foe: Foe, **more: Any) -> odds.ShootOdds:
    return odds.shoot(ruleset=arms.edition, weapon=arms.text(), target=foe.target(), cover=foe.cover, **more)


def without_rerolls(arms: Arms) -> Arms:
    return arms._replace(rules={name: value for name, value in arms.rules.items() if name not in ("balanced", "ceaseless", "relentless")})


# --- shooting


@FEW
@given(DICE, EDITION, st.sampled_from(OBJECTIVES), st.integers(0, 1), st.integers(0, 1))
def test_chances_of_a_shot_add_up(rng: random.Random, edition: str, objective: str, rerolls: int, defender_rerolls: int) -> None:
    foe = some_foe(rng, edition)
    found = shot(some_arms(rng, edition, 6), foe, objective=objective, rerolls=rerolls, defender_rerolls=defender_rerolls)
    assert abs(sum(found.distribution.values()) - 1) < 1e-12
    assert all(chance > 0 for chance in found.distribution.values())
    assert 0 <= found.incapacitate <= found.injure + 1e-12 <= 1 + 2e-12
    asked = {"damage": found.expected, "incapacitate": found.incapacitate}
    asked["capped"] = sum(min(damage, foe.wounds) * chance for damage, chance in found.distribution.items())
    assert found.value == pytest.approx(asked[objective], abs=1e-11)
    told = json.loads(json.dumps(found.as_dict()))
    assert told["at_least"]["0" if "0" in told["at_least"] else str(min(found.distribution))] == pytest.approx(1.0)
    assert all(0 < advice.chance <= 1 + 1e-12 for advice in found.advice)


@FEW
@given(DICE, EDITION, st.integers(0, 1))
def test_one_more_attack_die_never_lowers_the_damage(rng: random.Random, edition: str, rerolls: int) -> None:
    arms, foe = some_arms(rng, edition, 5), some_foe(rng, edition)
    more = arms._replace(attacks=arms.attacks + 1)
    for objective in OBJECTIVES:
        assert shot(more, foe, objective=objective, rerolls=rerolls).value >= shot(arms, foe, objective=objective, rerolls=rerolls).value - CLOSE


@FEW
@given(DICE, EDITION, st.sampled_from(OBJECTIVES))
def test_more_choice_never_hurts_who_has_it(rng: random.Random, edition: str, objective: str) -> None:
    arms, foe = some_arms(rng, edition, 4), some_foe(rng, edition)
    plain = shot(arms, foe, objective=objective).value
    assert shot(arms, foe, objective=objective, rerolls=1).value >= plain - CLOSE
    assert shot(arms, foe, objective=objective, defender_rerolls=1).value <= plain + CLOSE
    assert shot(arms, foe._replace(cover=True), objective=objective).value <= shot(arms, foe._replace(cover=False), objective=objective).value + CLOSE
    assert shot(arms, foe._replace(dice=foe.dice + 1), objective=objective).value <= plain + CLOSE
    assert shot(arms, foe._replace(save=max(2, foe.save - 1)), objective=objective).value <= plain + CLOSE


@FEW
@given(DICE, EDITION, st.sampled_from(OBJECTIVES), st.integers(0, 2))
def test_best_play_is_never_worse_than_simple_play_of_a_shot(rng: random.Random, edition: str, objective: str, rerolls: int) -> None:
    arms, foe = some_arms(rng, edition, 4), some_foe(rng, edition)
    attacked = foe._replace(rerolls=())
    assert shot(arms, attacked, objective=objective, rerolls=rerolls).value >= (
        shot(arms, attacked, objective=objective, rerolls=rerolls, reroll="fails").value - CLOSE
    )
    plain = without_rerolls(arms)
    assert shot(plain, foe, objective=objective, defender_rerolls=rerolls).value <= (
        shot(plain, foe, objective=objective, defender_rerolls=rerolls, reroll="fails").value + CLOSE
    )
    for reroll in ("best", "fails"):
        choice = shot(arms, foe, objective=objective, defender_rerolls=rerolls, reroll=reroll).value
        assert choice <= shot(arms, foe, objective=objective, defender_rerolls=rerolls, reroll=reroll, cover_save="always").value + CLOSE


@settings(FEW, max_examples=20)
@given(DICE, EDITION, st.sampled_from(OBJECTIVES))
def test_a_table_agrees_with_single_shots(rng: random.Random, edition: str, objective: str) -> None:
    weapons = [some_arms(rng, edition, 5) for _ in range(4)]
    foes = [some_foe(rng, edition) for _ in range(3)]
    cover = rng.random() < 0.5
    terms: dict[str, Any] = {
        "ruleset": edition, "cover": cover, "rerolls": rng.randint(0, 1), "defender_rerolls": rng.randint(0, 1), "objective": objective,
        "shooter_injured": rng.random() < 0.3, "reroll": rng.choice(("best", "fails")), "cover_save": rng.choice(("best", "always")),
        "obscured": edition == "kt24" and rng.random() < 0.2, "printing": rng.choice((None, "2024")) if edition == "kt24" else None,
        "roof": edition == "kt21" and rng.random() < 0.5,
    }  # fmt: skip
    found = odds.table([arms.text() for arms in weapons], [foe.target() for foe in foes], **terms)
    assert found.expected.shape == found.incapacitate.shape == found.injure.shape == (4, 3)
    for i, arms in enumerate(weapons):
        for j, foe in enumerate(foes):
            one = odds.shoot(weapon=arms.text(), target=foe.target(), **terms)
            assert found.expected[i, j] == pytest.approx(one.expected, abs=1e-10)
            assert found.incapacitate[i, j] == pytest.approx(one.incapacitate, abs=1e-10)
            assert found.injure[i, j] == pytest.approx(one.injure, abs=1e-10)


# --- fighting


def duel_of(rng: random.Random, edition: str, dice: tuple[int, int], sources: float) -> dict[str, Any]:
    one, two = (some_melee(rng, edition, most, sources) for most in dice)
    wounds = rng.randint(1, 12), rng.randint(1, 12)
    return {"ruleset": edition, "attacker": one.text(), "defender": two.text(), "attacker_wounds": wounds[0], "defender_wounds": wounds[1]}


@FEW
@given(DICE, EDITION, st.sampled_from(["difference", "survive", "remove"]), st.integers(1, 2))
def test_chances_of_a_fight_add_up(rng: random.Random, edition: str, objective: str, fights: int) -> None:
    asked = duel_of(rng, edition, (4, 4), 0.1)
    found = odds.fight(**asked, objective=objective, fights=fights)
    assert abs(sum(chance for _, _, chance in found.joint) - 1) < 1e-12
    for mine, theirs, chance in found.joint:
        assert 0 <= mine <= asked["attacker_wounds"] and 0 <= theirs <= asked["defender_wounds"] and chance > 0
    worth = {"difference": found.expected_dealt - found.expected_taken, "survive": 1 - found.attacker_incapacitated}
    worth["remove"] = found.defender_incapacitated
    assert found.value == pytest.approx(worth[objective], abs=1e-11)
    assert json.loads(json.dumps(found.as_dict()))["value"] == found.value


@FEW
@given(DICE, EDITION, st.sampled_from(["difference", "survive", "remove"]))
def test_best_play_is_never_worse_than_always_striking(rng: random.Random, edition: str, objective: str) -> None:
    asked = duel_of(rng, edition, (5, 5), 0.1)

    def value(mine: str, theirs: str) -> float:
        return odds.fight(**asked, objective=objective, attacker_policy=mine, defender_policy=theirs).value

    for other in ("best", "strike"):
        assert value("best", other) >= value("strike", other) - CLOSE
        assert value(other, "best") <= value(other, "strike") + CLOSE


@FEW
@given(DICE, EDITION, st.sampled_from(["difference", "survive", "remove"]), st.integers(0, 1))
def test_best_rerolls_in_a_fight_are_never_worse_than_simple_ones(rng: random.Random, edition: str, objective: str, side: int) -> None:
    arms = [some_melee(rng, edition, 3, 0.4), some_melee(rng, edition, 3, 0.4)]
    arms[1 - side] = without_rerolls(arms[1 - side])
    asked: dict[str, Any] = {"ruleset": edition, "attacker": arms[0].text(), "defender": arms[1].text(), "objective": objective}
    asked |= {"attacker_wounds": rng.randint(1, 9), "defender_wounds": rng.randint(1, 9), ("rerolls", "defender_rerolls")[side]: rng.randint(0, 1)}
    gain = odds.fight(**asked).value - odds.fight(**asked, reroll="fails").value
    assert (gain if side == 0 else -gain) >= -CLOSE


@FEW
@given(DICE, EDITION)
def test_a_die_more_never_hurts_its_fighter(rng: random.Random, edition: str) -> None:
    """It may be used to strike without giving anything away; criticals that strike their own user do."""
    one, two = some_melee(rng, edition, 4, 0.0), some_melee(rng, edition, 4, 0.0)
    assume(not any(inches for arms in (one, two) for inches, _ in arms.has("devastating") or ()))
    wounds = {"attacker_wounds": rng.randint(1, 12), "defender_wounds": rng.randint(1, 12)}
    for objective in ("difference", "survive", "remove"):
        terms = {"ruleset": edition, "objective": objective, **wounds}
        plain = odds.fight(attacker=one.text(), defender=two.text(), **terms).value
        assert odds.fight(attacker=one._replace(attacks=one.attacks + 1).text(), defender=two.text(), **terms).value >= plain - CLOSE
        assert odds.fight(attacker=one.text(), defender=two._replace(attacks=two.attacks + 1).text(), **terms).value <= plain + CLOSE


# --- what the policies do is worth what the kernels say


def finals(graph: RerollGraph, picks: Callable[[int], int]) -> Iterator[tuple[int, float]]:
    """Yield the finals of a hand and their chances if these children are picked."""

    def walk(at: int, chance: float) -> Iterator[tuple[int, float]]:
        node = graph.nodes[at]
        if node.kind == FINAL:
            yield node.final, chance
        elif node.kind == CHANCE:
            for to, share in zip(node.to, graph.chances, strict=True):
                if share:
                    yield from walk(to, chance * share)
        else:
            yield from walk(node.to[picks(at)], chance)

    for root, chance in graph.roots:
        yield from walk(root, chance)


def damages(policy: ShotPolicy) -> dict[tuple[int, int], float]:
    """Return the chance of each damage if both sides follow the policy: wounds lost at once that the defender looks at, and the rest."""

    def picks(solved: Solved) -> Callable[[int], int]:
        return lambda at: solved.picks[at]

    found: dict[tuple[int, int], float] = {}
    attack = policy.attack
    for at, chance in finals(attack.graph, picks(policy.solved)):
        final = attack.graph.finals[at]
        c, n = policy.keep(final)
        for lost, likely in policy.struck(c):
            way, solved = policy.against(c, n, attack.row(final), lost)
            for end, share in finals(way.graph, picks(solved)):
                saves = way.graph.finals[end]
                plain, pairs, hard, easy = policy.block(c, n, saves.criticals + way.criticals, saves.normals + way.normals).counts
                damage = (c - pairs - hard) * attack.critical + (n - plain - easy) * attack.normal
                key = lost, damage if policy.thin else damage + c * attack.direct
                found[key] = found.get(key, 0.0) + chance * likely * share
    return found


@FEW
@given(DICE, EDITION, st.sampled_from(OBJECTIVES), st.integers(0, 1), st.integers(0, 1), st.sampled_from(["best", "fails"]))
def test_following_the_policy_of_a_shot(rng: random.Random, edition: str, objective: Any, rerolls: int, defender_rerolls: int, reroll: str) -> None:
    arms, foe = some_arms(rng, edition, 4), some_foe(rng, edition)
    obscured = edition == "kt24" and rng.random() < 0.1
    terms = terms_of(find(edition), foe.cover, obscured, False, rerolls, defender_rerolls, reroll, "best", None, None, False)
    case = shooting.case_of(find(edition), arms.text(), foe.target(), terms)
    given = problem(case.edition, case.weapon, case.target, case.terms)
    gains = worths(objective, case.target.wounds, case.target.ignore, given.first, given.most)
    outcome = play(given, gains)
    policy = shooting.policy(case, objective)
    found = damages(policy)
    assert sum(found.values()) == pytest.approx(1, abs=1e-11)
    assert policy.solved.worth[0] == pytest.approx(outcome.worth, abs=1e-10)
    for wanted in split_worths(given, gains):
        told = sum(chance * wanted[0, 0, lost, damage] for (lost, damage), chance in found.items())
        assert told == pytest.approx(float((outcome.result * wanted).sum()), abs=1e-9)


class Follower:
    """A fight in which both sides do what the policy says."""

    def __init__(self, policy: DuelPolicy) -> None:
        self.policy = policy
        self.graphs = policy.duel.attacker.graph, policy.duel.defender.graph

    def ends(self) -> dict[tuple[int, int], float]:
        found: dict[tuple[int, int], float] = {}
        first = self.policy.duel.first if self.policy.duel.in_turn else 0
        for i, one in self.graphs[0].roots:
            for j, two in self.graphs[1].roots:
                self._reroll(RerollState((i, j), first, False), one * two, found)
        return found

    def _reroll(self, now: RerollState, chance: float, found: dict[tuple[int, int], float]) -> None:
        k, in_turn = now.turn, self.policy.duel.in_turn
        way = self.policy.reroll(now)
        if way:
            for node, share in self._rolled(k, self.graphs[k].nodes[now.nodes[k]].to[way]):
                nodes = (node, now.nodes[1]) if k == 0 else (now.nodes[0], node)
                self._reroll(RerollState(nodes, 1 - k if in_turn else k, False), chance * share, found)
        elif (in_turn and not now.passed) or (not in_turn and k == 0):
            self._reroll(RerollState(now.nodes, 1 - k, in_turn), chance, found)
        else:
            one, two = (self._stopped(side) for side in zip(self.graphs, now.nodes, strict=True))
            self._resolve(self.policy.made(one, two)[:2], chance, found)

    def _rolled(self, k: int, at: int) -> Iterator[tuple[int, float]]:
        node = self.graphs[k].nodes[at]
        if node.kind != CHANCE:
            yield at, 1.0
            return
        for to, share in zip(node.to, self.graphs[k].chances, strict=True):
            if share:
                for after, more in self._rolled(k, to):
                    yield after, share * more

    @staticmethod
    def _stopped(side: tuple[RerollGraph, int]) -> int:
        graph, at = side
        node = graph.nodes[at]
        return node.final if node.kind == FINAL else graph.nodes[node.to[0]].final

    def _resolve(self, kept: tuple[tuple[int, int], tuple[int, int]], chance: float, found: dict[tuple[int, int], float]) -> None:
        waiting = [(moment, chance * share) for moment, share in self.policy.starts(*kept)]
        while waiting:
            now, share = waiting.pop()
            way, _ = self.policy.resolve(now)
            if not way:
                found[now.wounds] = found.get(now.wounds, 0.0) + share
                continue
            if now.left[now.turn] == (0, 0):
                now = now._replace(turn=1 - now.turn)
            waiting += [(after, share * more) for after, more in self.policy.outcomes(now, way)]


@settings(FEW, max_examples=30)
@given(DICE, EDITION, st.sampled_from(["difference", "survive", "remove"]))
def test_following_the_policy_of_a_fight(rng: random.Random, edition: str, objective: Any) -> None:
    arms = some_melee(rng, edition, 3, 0.3), some_melee(rng, edition, 2, 0.3)
    assume(sum(bool(one.has(name)) for one in arms for name in ("balanced", "ceaseless", "relentless")) <= 3)
    ready = [fighting._fighter(find(edition), one.text(), rng.randint(1, 9), rng.choice((None, None, 5)), "attacker") for one in arms]
    terms = terms_of(find(edition), False, False, False, rng.randint(0, 1), 0, "best", "best", None, None, False)
    bout = fighting.FightCase(find(edition).rules, ready[0], ready[1], (terms, terms._replace(rerolls=0)), (False, False), rng.randint(0, 1))
    rounds = fighting.rounds_of(bout, objective)
    wounds = ready[0].wounds, ready[1].wounds
    worth, second = rounds.ends(0, *wounds)
    duel, fought = best(bout.duels(*wounds), worth, second)
    ends = Follower(fighting.policy_for(duel, worth, second)).ends()
    assert sum(ends.values()) == pytest.approx(1, abs=1e-11)
    assert sum(chance * worth[end] for end, chance in ends.items()) == pytest.approx(fought.worth, abs=1e-9)
    assert sum(chance * second[end] for end, chance in ends.items()) == pytest.approx(fought.second, abs=1e-9)


# --- icepool as an oracle for plain attacks


def successes(needed: int, dice: int, *, critical: int = 6, rerolled: tuple[int, ...] = ()) -> Any:
    """Return criticals and normal successes of some dice, each rolled once more if it shows one of these faces."""
    one = icepool.d6.reroll(list(rerolled), depth=1) if rerolled else icepool.d6
    sort = one.map(lambda face: icepool.Vector((int(face == 6 or face >= max(critical, needed)), int(needed <= face < min(6, critical)))))
    return dice @ sort if dice else icepool.Die([icepool.Vector((0, 0))])


def hurt(edition: str, brutal: bool, normal: int, critical: int) -> Callable[[Any, Any], int]:
    return lambda hits, saves: min(c * critical + n * normal for c, n in leavings(edition, brutal, *hits, *saves))


def agree(found: dict[int, float], die: Any) -> None:
    assert set(found) == set(die.outcomes())
    for damage, chance in found.items():
        assert chance == pytest.approx(float(die.probability(damage)), abs=1e-12)


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_plain_shots_agree_with_icepool(edition: str) -> None:
    rng = random.Random(f"icepool {edition}")
    for _ in range(12):
        attacks, hit, save, pierced = rng.randint(1, 8), rng.randint(2, 5), rng.randint(2, 6), rng.randint(0, 2)
        normal, critical, lethal = rng.randint(1, 5), rng.randint(3, 8), rng.choice((6, 5))
        rules = [f"Lethal {lethal}+"] + ([f"Piercing {pierced}" if edition == "kt24" else f"AP{pierced}"] if pierced else [])
        found = odds.shoot(ruleset=edition, weapon=f"{attacks} {hit}+ {normal}/{critical}; {', '.join(rules)}", target=f"save {save}+, wounds 9")
        hits, saves = successes(hit, attacks, critical=lethal), successes(save, 3 - pierced)
        agree(found.distribution, icepool.map(hurt(edition, False, normal, critical), hits, saves))


def test_rerolled_fails_agree_with_icepool() -> None:
    relentless = odds.shoot(weapon="6 4+ 3/5; Relentless, Brutal", target="save 3+, wounds 9", reroll="fails")
    hits = successes(4, 6, rerolled=(1, 2, 3))
    agree(relentless.distribution, icepool.map(hurt("kt24", True, 3, 5), hits, successes(3, 3)))
    ceaseless = odds.shoot(ruleset="kt21", weapon="6 3+ 3/5; Ceaseless", target="save 4+, wounds 9, defence 4")
    agree(ceaseless.distribution, icepool.map(hurt("kt21", False, 3, 5), successes(3, 6, rerolled=(1,)), successes(4, 4)))


def test_ignored_wounds_agree_with_icepool() -> None:
    found = odds.shoot(weapon="4 3+ 3/4", target="save 4+, wounds 9, ignore 5+", cover=True, cover_save="always")
    damage = icepool.map(lambda hits, saves: hurt("kt24", False, 3, 4)(hits, (saves[0], saves[1] + 1)), successes(3, 4), successes(4, 2))
    agree(found.distribution, damage.map(lambda n: n @ icepool.coin(2, 3) if n else 0))


def test_exchanges_of_strikes_agree_with_icepool() -> None:
    def strikes(mine: Any, theirs: Any) -> tuple[int, int]:
        """Return the strikes of both sides in turn, criticals first."""
        wounds, dice = [8, 9], [[5] * mine[0] + [4] * mine[1], [4] * theirs[0] + [3] * theirs[1]]
        turn = 0
        while any(dice) and all(wounds):
            if dice[turn]:
                wounds[1 - turn] = max(0, wounds[1 - turn] - dice[turn].pop(0))
            turn = 1 - turn
        return wounds[0], wounds[1]

    found = odds.fight(
        attacker="4 3+ 4/5", defender="3 4+ 3/4", attacker_wounds=8, defender_wounds=9, attacker_policy="strike", defender_policy="strike"
    )
    ends = icepool.map(strikes, successes(3, 4), successes(4, 3))
    assert {(mine, theirs) for mine, theirs, _ in found.joint} == set(ends.outcomes())
    for mine, theirs, chance in found.joint:
        assert chance == pytest.approx(float(ends.probability((mine, theirs))), abs=1e-12)
