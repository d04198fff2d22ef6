"""The Shoot action and Overwatch of Kill Team 2021: weapon, valid targets, then one attack for each target. (SHOOTACT, OW, SHOOT, LOS, WR)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

import msgspec

from counteract.attacks.dicepool import save_options, sort_roll
from counteract.attacks.rerolls import defence_sources
from counteract.core.decision import PASS, Allocate, Answer, Context, Decision, Pick, Refusal, Why
from counteract.core.language import Several
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.field import within
from counteract.mechanics.operatives import stats
from counteract.mechanics.operatives.damage import damage_of, inflict
from counteract.mechanics.operatives.effects import defence_rerolls
from counteract.mechanics.operatives.fight import choose_weapon
from counteract.mechanics.operatives.refusals import refuse_number
from counteract.mechanics.operatives.rerolls import attack_question, defence_question, roll_hand
from counteract.mechanics.operatives.shoot import Incoming, TargetContext, ThreatContext, choose_target, let_through, next_shot, use_weapon
from counteract.mechanics.operatives.sight import gap, near_and_seen, sees, visible_enemies
from counteract.mechanics.operatives.state import CONCEAL, change_activation
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.attack import Hits, rend, reroll, sort_hits, stun
from counteract.rulesets.kt21.sight import COVERED, OBSCURED, engaged_enemies, judge_cover, under_roof
from counteract.rulesets.kt21.state import Ref, Skirmish
from counteract.rulesets.kt21.weapons import BARRED_BY_HEAVY, Rules, Weapon, pierced, reroll_sources

OVERWATCH = "overwatch"
WORSE_IN_OVERWATCH = 1  # OW-06
FUSILLADE = 2.0  # WR-FUSILLADE-01
SPLASH = 2.0  # WR-SPLASH-02
HOT = 3  # WR-HOT-01
UNWIELDY = 1  # WR-UNWIELDY-01

_IN_COVER = "KT21-SHOOT-14", "{threat} It is in cover: keep a defence die unrolled as a normal save?"
_UNDER_ROOF = "KT21-WR-BARRAGE-02", "{threat} It is below terrain: keep a defence die unrolled as a normal save?"
NO_HITS = 0, 0


class Shot(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A shooting attack to resolve: shooter, weapon, target and dice, with the cover set when the target was chosen."""

    shooter: int
    weapon: int
    target: int
    dice: int
    cover: bool  # INT-23
    worse: int = 0  # by how much BS is worsened (OW-06)


class FusilladeContext(Context, frozen=True, gc=False):
    """The context of the division of attack dice: the shooter, and the names and numbers of the targets."""

    name: str
    targets: Sequence[str]
    rows: tuple[int, ...]


class SaveContext(ThreatContext, frozen=True, gc=False):
    """The context of the choice of a save: the number needed and the dice of the usual one, then of the invulnerable one."""

    save: int
    dice: int
    special: int
    all: int


# --- weapons and targets


def usable_weapons(arena: Arena, s: Skirmish, i: int) -> list[int]:
    """Return the ranged weapons an operative may use now."""
    return [w for w, weapon in enumerate(arena.cards[i].weapons) if weapon.kind == "ranged" and why_not_weapon(arena, s, i, w) is None]


def hit_penalty(arena: Arena, s: Skirmish, i: int) -> int:
    """Return by how much the BS of an operative is worsened now. (OW-06)"""
    return WORSE_IN_OVERWATCH if s.acting and s.acting[-1].kind == OVERWATCH else 0


def why_not_weapon(arena: Arena, s: Skirmish, i: int, w: int) -> Why | None:
    """Return why an operative may not shoot with a weapon at any target, or None."""
    weapon = arena.cards[i].weapons[w]
    rules: Rules = weapon.rules
    if weapon.kind != "ranged":
        return "KT21-SHOOT-03", "Only ranged weapons shoot."
    if rules.limited and used_up(arena, s, i, w):
        return "KT21-WR-LIMITED-01", "This weapon has been used in this battle."
    acting = s.acting[-1]
    if acting.kind == OVERWATCH:
        if rules.blast:
            return "KT21-WR-BLAST-04", "A weapon with Blast cannot overwatch."
        return ("KT21-WR-UNWIELDY-02", "An unwieldy weapon cannot overwatch.") if rules.unwieldy else None
    if s.models[i].order == CONCEAL and not rules.silent:
        return "KT21-SHOOTACT-03", "With a Conceal order only a Silent weapon can be fired."
    if rules.heavy and not {*acting.done}.isdisjoint(BARRED_BY_HEAVY):
        return "KT21-WR-HEAVY-01", "A Heavy weapon cannot be fired in an activation with a Normal Move, Charge or Fall Back."
    if rules.unwieldy and _points_left(s) < UNWIELDY:
        return "KT21-WR-UNWIELDY-01", "An unwieldy weapon takes 1 AP more, and there is none left."
    return None


def _points_left(s: Skirmish) -> int:
    """Return the AP left once Shoot is paid for."""
    acting = s.acting[-1]
    return int(acting.points - acting.spent - ("shoot" not in acting.done))


def used_up(arena: Arena, s: Skirmish, i: int, w: int) -> bool:
    """Return True if a Limited weapon has been used, with any of its profiles. (WR-LIMITED-01, INT-58)"""
    weapons = arena.cards[i].weapons
    return any(n and _weapon_of(weapons[k]) == _weapon_of(weapons[w]) for k, n in enumerate(s.models[i].uses))


def _weapon_of(profile: Weapon) -> tuple[str, str]:
    return profile.of or profile.name, profile.kind


def why_not_target(arena: Arena, s: Skirmish, i: int, w: int, j: int) -> Why | None:
    """Return why an operative is not a valid target, or None. (SHOOT-04, LOS-02, LOS-03, WR-RANGE-01, -02, WR-INDIRECT-01)"""
    if s.places[j] is None or s.models[j].down or not arena.is_enemy(i, j):
        return "KT21-SHOOT-04", "The target must be an enemy operative on the board."
    if not sees(arena, s, i, j):
        return "KT21-VIS-02", "Terrain blocks every line from the shooter's head to the target."
    weapon = arena.cards[i].weapons[w]
    if weapon.rules.range or arena.ranges_granted:
        away = gap(arena, s, i, j)
        far = stats.weapon_rules(arena, s, i, weapon, j, away).range
        if far and not within(away, far):
            return "KT21-WR-RANGE-01", "The target is beyond the weapon's range."
    if engaged_enemies(arena, s, j):
        return "KT21-SHOOT-04", "It is within Engagement Range of a friend of the shooter."
    return why_not_in_sight(arena, s, i, j, weapon.rules.indirect)


def why_not_in_sight(arena: Arena, s: Skirmish, i: int, j: int, indirect: bool = False) -> Why | None:
    """Return why a visible operative is not in line of sight, or None. (LOS-02, LOS-03, OBSCURE-01, COVER-01, INT-60)"""
    screen = judge_cover(arena, s, i, j)
    if screen == OBSCURED:
        return "KT21-OBSCURE-01", 'It is obscured: Heavy terrain more than 2" from it lies between.'
    if screen == COVERED and s.models[j].order == CONCEAL and not indirect:
        return "KT21-LOS-03", "It has a Conceal order and is in cover."
    return None


def legal_targets(arena: Arena, s: Skirmish, i: int, w: int) -> list[int]:
    return sorted(j for j in visible_enemies(arena, s, i) if why_not_target(arena, s, i, w, j) is None)


def targets_by_weapon(arena: Arena, s: Skirmish, i: int) -> dict[int, list[int]]:
    """Return the valid targets of each weapon that an operative may use now and that has any."""
    return {w: targets for w in usable_weapons(arena, s, i) if (targets := legal_targets(arena, s, i, w))}


def why_not_shoot(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why an operative may not shoot: it has no usable weapon, or none has a target; else None. (INT-40)"""
    weapons = usable_weapons(arena, s, i)
    if not weapons:
        ranged = (why_not_weapon(arena, s, i, w) for w, weapon in enumerate(arena.cards[i].weapons) if weapon.kind == "ranged")
        return next(ranged, ("KT21-INT-40", "It has no ranged weapon."))
    if any(why_not_target(arena, s, i, w, j) is None for w in weapons for j in visible_enemies(arena, s, i)):
        return None
    return "KT21-INT-40", "No weapon it can use has a valid target."


# --- the action


def shoot(ref: Ref, i: int) -> Procedure:
    """Resolve steps 1 and 2 of shooting: choose weapon and targets; attacks follow. Overwatch worsens BS. (SHOOT-01 to -04, OW-06, INT-68)"""
    arena, s = ref.arena, ref.state
    targets = targets_by_weapon(arena, s, i)
    none = ("KT21-INT-40", "No enemy is a valid target for this weapon.")
    w = yield from choose_weapon(ref, i, [*targets], "KT21-SHOOT-03", lambda w: why_not_weapon(arena, s, i, w) or none)
    weapon = arena.cards[i].weapons[w]
    target = yield from choose_target(ref, i, w, targets[w], "KT21-SHOOT-04", lambda j: why_not_target(arena, s, i, w, j))
    overwatch = s.acting[-1].kind == OVERWATCH
    use_weapon(ref, i, w)
    if weapon.rules.unwieldy:
        change_activation(ref, spent=ref.state.acting[-1].spent + UNWIELDY)
        ref.emit("unwieldy", "KT21-WR-UNWIELDY-01", model=i, weapon=weapon.name, cost=UNWIELDY)
    cover = judge_cover(arena, s, i, target) == COVERED
    first = Shot(i, w, target, weapon.attacks, cover, hit_penalty(arena, s, i))
    if weapon.rules.fusillade and not overwatch:
        shots = yield from _fusillade(ref, first)
        ref.then(Task("volley", (shots, "KT21-WR-FUSILLADE-03")))
    elif weapon.rules.blast:
        ref.then(Task("sequence", (first,)), Task("blast", (first,)))
    elif weapon.rules.torrent:
        ref.then(Task("sequence", (first,)), Task("torrent", (first,)))
    else:
        ref.then(Task("sequence", (first,)))


# --- several targets


def _fusillade(ref: Ref, first: Shot) -> Steps[tuple[Shot, ...]]:
    """Ask how the attack dice are divided among the target and valid targets near it. (WR-FUSILLADE-01, -02, INT-51)"""
    arena, s, i, w = ref.arena, ref.state, first.shooter, first.weapon
    rows = [first.target, *fusillade_targets(arena, s, i, w, first.target)]
    if min(len(rows), first.dice) == 1:
        return (first,)
    answer = yield AllocationDecision(
        arena.sides[i], "fusillade", (), "KT21-WR-FUSILLADE-02", "{name}: how are the {total} attack dice divided among {targets}?",
        FusilladeContext(arena.names[i], Several(arena.names[j] for j in rows), tuple(rows)), kind="allocate",
        subject=i, total=first.dice, barred=(None,) * len(rows),
        names=[arena.names[j] for j in rows], due=("KT21-INT-51", "Every chosen target gets at least one die, the first one too."),
    )  # fmt: skip
    return tuple(
        msgspec.structs.replace(first, target=j, dice=dice, cover=judge_cover(arena, s, i, j) == COVERED)
        for j, dice in zip(rows, answer.counts, strict=True)
        if dice
    )


def fusillade_targets(arena: Arena, s: Skirmish, i: int, w: int, first: int) -> list[int]:
    """Return the other valid targets that Fusillade may give dice to. (WR-FUSILLADE-01)"""
    near = [j for j in enemies_of(arena, s, arena.sides[i]) if j != first and within(gap(arena, s, first, j), FUSILLADE)]
    return [j for j in near if why_not_target(arena, s, i, w, j) is None]


def blast(ref: Ref, first: Shot) -> Procedure:
    """Resolve the attacks of Blast on operatives near the target. (WR-BLAST-01 to -03, INT-47 to INT-49)"""
    return volley(ref, blast_shots(ref.arena, ref.state, first), "KT21-INT-48")


def blast_shots(arena: Arena, s: Skirmish, first: Shot) -> tuple[Shot, ...]:
    """Return the attacks on operatives near the target, friends and shooter too, with cover measured from the target. (WR-BLAST-01, -02)"""
    t = first.target
    inches = arena.cards[first.shooter].weapons[first.weapon].rules.blast
    struck = [j for j in near_and_seen(arena, s, t, inches) if why_not_in_sight(arena, s, t, j) is None]
    return tuple(msgspec.structs.replace(first, target=j, cover=judge_cover(arena, s, t, j) == COVERED) for j in struck)


def torrent(ref: Ref, first: Shot) -> Procedure:
    """Ask for more targets of Torrent, all near the first target and each other, and resolve the attacks on them. (WR-TORRENT-01, -02, INT-50)"""
    arena, s = ref.arena, ref.state
    i, w = first.shooter, first.weapon
    if s.models[i].down:
        return
    chosen = [first.target]
    while open_to := torrent_targets(arena, s, i, w, tuple(chosen)):
        choice = yield Decision(
            arena.sides[i], "secondary", (PASS, *map(Pick, open_to)), "KT21-WR-TORRENT-01", "{name}: add a further target?",
            TargetContext(arena.names[i], (w,)), subject=i,
            why=partial(refuse_number, len(arena.cards), partial(_why_not_torrent, arena, s, i, w, tuple(chosen))),
        )  # fmt: skip
        if choice == PASS:
            break
        chosen.append(choice.value)
    shots = tuple(msgspec.structs.replace(first, target=j, cover=judge_cover(arena, s, i, j) == COVERED) for j in chosen[1:])
    yield from volley(ref, shots, "KT21-INT-50")


def torrent_targets(arena: Arena, s: Skirmish, i: int, w: int, chosen: tuple[int, ...]) -> list[int]:
    """Return the targets that Torrent may add. (WR-TORRENT-01, -02)"""
    return [j for j in enemies_of(arena, s, arena.sides[i]) if _why_not_torrent(arena, s, i, w, chosen, j) is None]


def _why_not_torrent(arena: Arena, s: Skirmish, i: int, w: int, chosen: tuple[int, ...], j: int) -> Why | None:
    if j in chosen:
        return "KT21-WR-TORRENT-01", "It is a target already."
    problem = why_not_target(arena, s, i, w, j)
    if problem is None and not all(within(gap(arena, s, k, j), arena.cards[i].weapons[w].rules.torrent) for k in chosen):
        return "KT21-INT-50", "It is too far from one of the other targets."
    return problem


def volley(ref: Ref, waiting: tuple[Shot, ...], rule: str) -> Procedure:
    """Resolve the remaining attacks in the order the attacker chooses, unless the shooter is incapacitated. (INT-46)"""
    if waiting and not ref.state.models[waiting[0].shooter].down:
        yield from next_shot(ref, waiting, rule)


# --- one shooting attack


def sequence(ref: Ref, shot: Shot) -> Procedure:
    """Resolve steps 3 to 6 against one target: attack dice, defence dice, saves, damage. (SHOOT-05 to SHOOT-20, INT-42, INT-75)"""
    arena, s = ref.arena, ref.state
    weapon = arena.cards[shot.shooter].weapons[shot.weapon]
    attacker = arena.sides[shot.shooter]
    rules: Rules = stats.weapon_rules(arena, s, shot.shooter, weapon, shot.target, gap(arena, s, shot.shooter, shot.target))
    needed = stats.hit(arena, s, shot.shooter, weapon, worse=shot.worse)
    ref.emit("shoots", "KT21-SHOOT-01", model=shot.shooter, weapon=weapon.name, target=shot.target)

    # Step 3
    asking = attack_question(needed, arena.names[shot.target], friend=not arena.is_enemy(shot.shooter, shot.target))
    hand = yield from roll_hand(ref, attacker, shot.dice, reroll_sources(rules), "KT21-SHOOT-05", asking)
    yield from reroll(ref, hand)
    hits = sort_hits(ref, rules, hand.results, needed)
    if rules.hot and 1 in hand.results:
        yield from inflict(ref, shot.shooter, HOT * hand.results.count(1), "KT21-WR-HOT-01")
    hits = yield from rend(ref, attacker, rules, hits)
    ref.emit("retained", "KT21-SHOOT-08", player=attacker, criticals=hits.criticals, normals=hits.normals)
    if hits.criticals:
        yield from _criticals(ref, shot, rules, hits.criticals)
    if ref.state.models[shot.target].down:  # INT-45
        return

    # Steps 4 to 6
    threat = Incoming(arena, ref.state, shot, (hits.criticals, hits.normals), partial(save_options, hits.criticals, hits.normals))
    saves = yield from defend(ref, shot, rules, pierced(rules, hits.criticals), threat)
    options = cheapest_first(threat.ways(*saves), *damage_of(arena, ref.state, weapon, shot.target))
    refuse = partial(_refuse_saves, hits, *saves)
    yield from let_through(ref, threat, options, ("KT21-SHOOT-15", "KT21-SHOOT-19", "KT21-SHOOT-20"), refuse)


def _criticals(ref: Ref, shot: Shot, rules: Rules, criticals: int) -> Procedure:
    """Resolve the immediate effects of critical hits: MW, Splash and Stun. (WR-MW-01, WR-SPLASH-01, -02, WR-STUN-01, INT-43 to INT-45, INT-52)"""
    if rules.mw:
        yield from inflict(ref, shot.target, criticals * rules.mw, "KT21-WR-MW-01", shot.shooter)
    if rules.splash:
        yield from inflict(ref, shot.target, criticals * rules.splash, "KT21-WR-SPLASH-01", shot.shooter)
        for j in near_and_seen(ref.arena, ref.state, shot.target, SPLASH):
            yield from inflict(ref, j, criticals * rules.splash, "KT21-WR-SPLASH-02", shot.shooter)
    if rules.stun:
        stun(ref, shot.target, "KT21-WR-STUN-01")


def defend(ref: Ref, shot: Shot, rules: Rules, taken: int, against: Incoming) -> Steps[tuple[int, int]]:
    """Resolve the defence dice; return critical and normal saves. Without hits they are rolled but nothing is asked. (SHOOT-10 to -13)"""
    arena = ref.arena
    card, defender = arena.cards[shot.target], arena.sides[shot.target]
    hit = against.hits != NO_HITS
    save, dice, kept = card.save, max(0, card.defence - taken), 0
    if hit:
        save, dice, kept = yield from _prepare(ref, shot, rules, taken, against)
    if dice < card.defence:
        ref.emit("pierced", "KT21-WR-AP-01" if taken == rules.ap else "KT21-WR-P-01", model=shot.target, amount=card.defence - dice)
    sources = defence_sources(defence_rerolls(arena, ref.state, shot.target, shot.cover))
    hand = yield from roll_hand(ref, defender, dice - kept, sources, "KT21-SHOOT-10", defence_question(save, against, (0, kept)))
    if hit:
        yield from reroll(ref, hand)
    criticals, normals, _ = sort_roll(hand.results, save)  # SHOOT-11 to -13, INT-31
    if card.defence:
        ref.emit("saves", "KT21-SHOOT-11", player=defender, criticals=criticals, normals=normals + kept, unrolled=kept)
    return criticals, normals + kept


def _prepare(ref: Ref, shot: Shot, rules: Rules, taken: int, against: Incoming) -> Steps[tuple[int, int, int]]:
    """Ask, before the defence dice are rolled, for the save and the cover die; return save, dice and dice kept. (SHOOT-14, INT-35, INT-37)"""
    sheltered = is_sheltered(ref.arena, ref.state, rules, shot.target, shot.cover)
    save, dice = yield from _choose_save(ref, shot.target, taken, sheltered, against)
    kept = 0
    if sheltered and dice:
        kept = yield from _cover_die(ref, shot.target, against, *(_UNDER_ROOF if rules.barrage else _IN_COVER))
    return save, dice, kept


def is_sheltered(arena: Arena, s: Skirmish, rules: Rules, target: int, cover: bool) -> bool:
    """Return True if the target may retain a cover die against a weapon with these rules. (SHOOT-14, WR-BARRAGE-01, -02, WR-NOCOVER-01, INT-61)"""
    return not rules.no_cover and (under_roof(arena, s, target) if rules.barrage else cover)


def _choose_save(ref: Ref, i: int, taken: int, sheltered: bool, against: Incoming) -> Steps[tuple[int, int]]:
    """Ask for the save to use; return it with its number of dice. (WR-INVULN-01 to -04, INT-35, INT-37)"""
    arena = ref.arena
    card = arena.cards[i]
    ways = ways_to_save(card.save, card.invulnerable, card.defence, taken)
    if len(ways) == 1:
        return ways[0]
    usual, special = ways
    options = Pick("save"), Pick("invulnerable")
    better = expected_saves(*special, sheltered) > expected_saves(*usual, sheltered)
    choice = yield Decision(
        arena.sides[i], "which-save", options, "KT21-WR-INVULN-01",
        "{threat} Defence dice for a save on {save}+: {dice}, for the invulnerable one on {special}+: {all}. Which?",
        SaveContext(against, usual[0], usual[1], special[0], special[1]),
        subject=i, usual=options[better],
    )  # fmt: skip
    if choice == options[1]:
        ref.emit("invulnerable", "KT21-WR-INVULN-01", model=i, save=card.invulnerable)
        return special
    return usual


def ways_to_save(save: int, invulnerable: int, dice: int, taken: int) -> tuple[tuple[int, int], ...]:
    """Return the saves to choose from with their dice: Sv with the dice left, and a useful invulnerable save with all. (WR-INVULN-01 to -04)

    >>> ways_to_save(3, 5, 3, 1), ways_to_save(3, 5, 3, 0)
    (((3, 2), (5, 3)), ((3, 3),))
    """
    usual = save, max(0, dice - taken)
    if not (invulnerable and dice) or (not taken and save <= invulnerable):
        return (usual,)
    return usual, (invulnerable, dice)


def expected_saves(save: int, dice: int, sheltered: bool) -> float:
    """Return the expected number of saves, the retained cover die included. (INT-37)

    >>> expected_saves(3, 1, False) < expected_saves(5, 3, False), expected_saves(4, 2, True)
    (True, 1.5)
    """
    kept = int(sheltered and dice > 0)
    return kept + (dice - kept) * (7 - min(save, 6)) / 6


def _cover_die(ref: Ref, i: int, against: Incoming, rule: str, prompt: str) -> Steps[int]:
    options = Pick("cover-save"), PASS
    choice = yield Decision(ref.arena.sides[i], "cover-save", options, rule, prompt, ThreatContext(against), subject=i)
    if choice == PASS:
        return 0
    ref.emit("cover-save", rule, model=i)
    return 1


@lru_cache(maxsize=4096)
def cheapest_first(options: tuple[Allocate, ...], normal: int, critical: int) -> tuple[Allocate, ...]:
    """Return the ways to spend saves, least damage and then fewest dice first. (INT-33)"""

    def cost(way: Allocate) -> tuple[int, int]:
        plain, pairs, hard, easy = way.counts
        return -(plain + easy) * normal - (pairs + hard) * critical, plain + 2 * pairs + hard + easy

    return tuple(sorted(options, key=cost))


def _refuse_saves(hits: Hits, criticals: int, normals: int, answer: Answer) -> Refusal | None:
    match answer:
        case Allocate((plain, pairs, hard, easy)) if min(plain, pairs, hard, easy) >= 0:
            if plain > normals:
                return Refusal("KT21-SHOOT-16", "That takes more normal saves than there are ({normals}).", normals=normals)
            if hard + easy > criticals:
                return Refusal("KT21-SHOOT-15", "That takes more critical saves than there are ({criticals}).", criticals=criticals)
            if plain + 2 * pairs + hard + easy > criticals + normals:
                return Refusal("KT21-SHOOT-17", "It takes two saves to discard a critical hit, and there are not so many.")
            if plain + easy > hits.normals:
                return Refusal("KT21-SHOOT-16", "That would cancel more normal hits than there are ({normals}).", normals=hits.normals)
            if pairs + hard > hits.criticals:
                return Refusal("KT21-SHOOT-15", "That would cancel more critical hits than there are ({criticals}).", criticals=hits.criticals)
    return None
