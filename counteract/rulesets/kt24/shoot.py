"""The Shoot action of Kill Team 2024: weapon, valid targets, then one attack sequence for each target. (SHOOT, TARGET, COVER)"""

from __future__ import annotations

from functools import partial

import msgspec

from counteract.attacks.dicepool import block_options, sort_roll
from counteract.attacks.rerolls import defence_sources
from counteract.core.decision import PASS, Allocate, Answer, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.field import within
from counteract.mechanics.operatives import stats as shared_stats
from counteract.mechanics.operatives.damage import inflict
from counteract.mechanics.operatives.effects import defence_rerolls
from counteract.mechanics.operatives.fight import choose_weapon
from counteract.mechanics.operatives.rerolls import attack_question, defence_question, reroll, roll_hand
from counteract.mechanics.operatives.shoot import Incoming, TargetContext, ThreatContext, choose_target, let_through, next_shot, use_weapon
from counteract.mechanics.operatives.sight import enemies_in_control, gap, in_control, near_and_seen, sees, visible_enemies
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.attack import declare_accurate, devastate, retain, stun
from counteract.rulesets.kt24.sight import HIGH_GROUND, TargetCover, exposure, height_above, judge_cover
from counteract.rulesets.kt24.state import Ref, Skirmish
from counteract.rulesets.kt24.weapons import DEFENCE, MOVES, Rules, defence_dice, heavy_bars_use, hot_damage, reroll_sources
from counteract.table.kernels.target_cover import LOW_COVER, OPEN

BLAST, TORRENT = "blast", "torrent"


class Shot(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A shot to resolve: shooter, weapon and target, with the Hit stat and the cover set when the target was chosen."""

    shooter: int
    weapon: int
    target: int
    hit: int  # see stats.fixed_hit
    cover: bool
    obscured: bool
    vantage_cover: bool = False  # a valid target only through Vantage (MIS-36)


class SpreadContext(TargetContext, frozen=True, gc=False, kw_only=True):
    """The context of the choice between Blast and Torrent: the primary target."""

    target: int


# --- weapons and targets


def usable_weapons(arena: Arena, s: Skirmish, i: int) -> list[int]:
    """Return the ranged weapons an operative may use now. (SHOOT-05, ORDER-05, WR-HEAVY-01, WR-LIMITED-01)"""
    return [w for w, weapon in enumerate(arena.cards[i].weapons) if weapon.kind == "ranged" and why_not_weapon(arena, s, i, w) is None]


def why_not_weapon(arena: Arena, s: Skirmish, i: int, w: int) -> Why | None:
    """Return why an operative may not shoot with a weapon at any target, or None."""
    weapon, operative = arena.cards[i].weapons[w], s.models[i]
    rules = weapon.rules
    if weapon.kind != "ranged":
        return "KT24-STAT-08", "Only ranged weapons shoot."
    if operative.order == CONCEAL and not rules.silent:
        return "KT24-SHOOT-02", "With a Conceal order only a Silent weapon can be fired."
    if rules.limited and operative.uses and operative.uses[w] >= rules.limited:
        return "KT24-WR-LIMITED-01", "This weapon has been used up."
    if rules.heavy and s.acting and heavy_bars_use(rules, [a for a in s.acting[-1].done if a in MOVES]):
        return "KT24-WR-HEAVY-01", "A Heavy weapon cannot be used after moving."
    return None


def why_not_target(arena: Arena, s: Skirmish, i: int, w: int, j: int, *, point_blank: bool = False) -> Why | None:
    """Return why an operative may not be chosen as the target in step 2, or None. (SHOOT-06, SHOOT-07, TARGET-02, TARGET-03)"""
    if s.places[j] is None or not arena.is_enemy(i, j):
        return "KT24-SHOOT-06", "The target must be an enemy operative on the board."
    if point_blank:  # MIS-42
        return None if j in in_control(arena, s, i) else ("KT24-MIS-42", "At point-blank range the target must be within control range.")
    if not sees(arena, s, i, j):
        return "KT24-VIS-01", "Terrain blocks every line from the shooter's head to the target."
    if enemies_in_control(arena, s, j):
        return "KT24-SHOOT-07", "A friend of the shooter is within the target's control range."
    return why_not_valid(arena, s, i, w, j)


def why_not_valid(arena: Arena, s: Skirmish, i: int, w: int, j: int) -> Why | None:
    """Return why a visible operative is not a valid target, or None. (TARGET, WR-RANGE-01, WR-SEEK)"""
    weapon = arena.cards[i].weapons[w]
    engages = s.models[j].order == ENGAGE
    if engages and not weapon.rules.range and not arena.ranges_granted:
        return None
    away = gap(arena, s, i, j)
    rules = shared_stats.weapon_rules(arena, s, i, weapon, j, away)
    if rules.range and not within(away, rules.range):
        return "KT24-WR-RANGE-01", "The target is beyond the weapon's range."
    if engages or rules.seek == "all":
        return None
    seen = exposure(arena, s, i, j)
    if seen == OPEN or (seen == LOW_COVER and (rules.seek == "light" or is_high_above(arena, s, i, j))):
        return None
    return "KT24-TARGET-03", "The target has a Conceal order and is in cover."


def is_high_above(arena: Arena, s: Skirmish, i: int, j: int) -> bool:
    """Return True if the shooter is so high on Vantage that Light terrain does not make the target invalid. (MIS-36)"""
    return height_above(arena, s, i, j) >= HIGH_GROUND - 0.001


def is_point_blank(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if an operative interrupts with an enemy within its control range. (MIS-42)"""
    return s.acting[-1].kind == "interrupt" and bool(enemies_in_control(arena, s, i))


def hit_penalty(arena: Arena, s: Skirmish, i: int) -> int:
    """Return by how much the Hit stat of an operative is worsened now. (MIS-42)"""
    return 1 if s.acting and is_point_blank(arena, s, i) else 0


def legal_targets(arena: Arena, s: Skirmish, i: int, w: int, *, point_blank: bool = False) -> list[int]:
    if point_blank:
        return list(enemies_in_control(arena, s, i))
    return sorted(j for j in _prospects(arena, s, i, w) if why_not_target(arena, s, i, w, j) is None)


def _prospects(arena: Arena, s: Skirmish, i: int, w: int) -> list[int]:
    """Return the enemies in sight and in range; no other can be a target of the weapon."""
    enemies = visible_enemies(arena, s, i)
    far = arena.cards[i].weapons[w].rules.range
    if far and not arena.ranges_granted:
        return [j for j in enemies if within(gap(arena, s, i, j), far)]
    return enemies


def why_not_shoot(arena: Arena, s: Skirmish, i: int, *, point_blank: bool = False) -> Why | None:
    """Return why an operative may not shoot: it has no usable weapon, or none has a target; else None. (INT-76)"""
    weapons = usable_weapons(arena, s, i)
    if point_blank and weapons and enemies_in_control(arena, s, i):
        return None
    for w in () if point_blank else weapons:
        for j in _prospects(arena, s, i, w):
            if why_not_target(arena, s, i, w, j) is None:
                return None
    if not weapons:
        for w, weapon in enumerate(arena.cards[i].weapons):
            if weapon.kind == "ranged":
                return why_not_weapon(arena, s, i, w)
    return "KT24-INT-76", "No weapon it can use has a legal target."


# --- the action


def shoot(ref: Ref, i: int, point_blank: bool = False) -> Procedure:
    """Resolve steps 1 and 2 of shooting: choose weapon and targets; sequences and the Hot roll follow. (SHOOT-01, SHOOT-05, SHOOT-06)"""
    arena, s = ref.arena, ref.state
    targets = {w: legal_targets(arena, s, i, w, point_blank=point_blank) for w in usable_weapons(arena, s, i)}
    weapons = [w for w, legal in targets.items() if legal]
    none = ("KT24-INT-76", "No enemy is a legal target for this weapon.")
    w = yield from choose_weapon(ref, i, weapons, "KT24-SHOOT-05", lambda w: why_not_weapon(arena, s, i, w) or none)
    weapon = arena.cards[i].weapons[w]
    target = yield from choose_target(
        ref, i, w, targets[w], "KT24-SHOOT-06", lambda j: why_not_target(arena, s, i, w, j, point_blank=point_blank)
    )
    hit = stats.fixed_hit(arena, s, i, weapon, worse=1 if point_blank else 0)  # MIS-42
    use_weapon(ref, i, w)
    ref.emit("shoots", "KT24-SHOOT-01", model=i, weapon=weapon.name, target=target)
    rules = yield from _one_spread(ref, i, w, target, shared_stats.weapon_rules(arena, s, i, weapon, target, gap(arena, s, i, target)))
    first = yield from _aim(ref, i, w, target, hit)
    last = (Task("hot", (i, hit)),) if rules.hot else ()
    if rules.blast:
        waiting = yield from _blast(ref, first, rules)
        ref.then(Task("sequence", (first,)), Task("volley", (waiting, "KT24-WR-BLAST-03")), *last)
    elif rules.torrent:
        waiting = yield from _torrent(ref, first, rules)
        ref.then(Task("volley", (waiting, "KT24-WR-TORRENT-04")), *last)
    else:
        ref.then(Task("sequence", (first,)), *last)


def _aim(ref: Ref, i: int, w: int, j: int, hit: int) -> Steps[Shot]:
    """Determine cover and obscuring of one target. (SHOOT-12, MIS-25, MIS-28, MIS-36, INT-08)"""
    arena, s = ref.arena, ref.state
    screen = judge_cover(arena, s, i, j)
    rules = shared_stats.weapon_rules(arena, s, i, arena.cards[i].weapons[w], j, gap(arena, s, i, j))
    vantage_cover = is_valid_through_vantage(arena, s, i, rules, j, screen)
    cover, obscured = yield from _cover_or_obscured(ref, j, screen)
    return Shot(i, w, j, hit, cover, obscured, vantage_cover)


def is_valid_through_vantage(arena: Arena, s: Skirmish, i: int, rules: Rules, j: int, screen: TargetCover) -> bool:
    """Return True if the target is valid only through Vantage. (MIS-36)"""
    hidden = s.models[j].order == CONCEAL and not screen.valid
    return hidden and not rules.seek and screen.valid_light and is_high_above(arena, s, i, j)


def _cover_or_obscured(ref: Ref, j: int, screen: TargetCover) -> Steps[tuple[bool, bool]]:
    """Ask the defender whether a feature that does both gives cover or obscures. (MIS-28)"""
    cover, obscured = _features(ref.arena, screen)
    while (feature := _in_doubt(cover, obscured)) is not None:
        options = (Pick("cover"), Pick("obscured"))
        choice = yield Decision(
            ref.arena.sides[j], "cover-or-obscured", options, "KT24-MIS-28",
            "{name}: what does the terrain do for it?", NameContext(ref.arena.names[j]), subject=j,
        )  # fmt: skip
        if choice == options[0]:
            obscured -= {feature}
        else:
            cover -= {feature}
    return bool(cover), bool(obscured)


def cover_choices(arena: Arena, screen: TargetCover) -> set[tuple[bool, bool]]:
    """Return the pairs (in cover, obscured) the defender can choose between. (MIS-28)"""
    return _ways(*_features(arena, screen))


def _ways(cover: frozenset[str], obscured: frozenset[str]) -> set[tuple[bool, bool]]:
    feature = _in_doubt(cover, obscured)
    if feature is None:
        return {(bool(cover), bool(obscured))}
    return _ways(cover, obscured - {feature}) | _ways(cover - {feature}, obscured)


def _features(arena: Arena, screen: TargetCover) -> tuple[frozenset[str], frozenset[str]]:
    """Return the features that cover a target, and those that obscure it."""
    parts = arena.terrain.parts
    return frozenset(parts[p].feature for p in screen.cover), frozenset(parts[p].feature for p in screen.obscured)


def _in_doubt(cover: frozenset[str], obscured: frozenset[str]) -> str | None:
    """Return a feature that both covers and obscures; None if there is none or two features do each anyway."""
    return None if len(cover) > 1 and len(obscured) > 1 else min(cover & obscured, default=None)


# --- several targets


def _one_spread(ref: Ref, i: int, w: int, target: int, rules: Rules) -> Steps[Rules]:
    """Return the weapon rules with one of Blast and Torrent; ask the attacker if the weapon has both. (INT-83)"""
    if not (rules.blast and rules.torrent):
        return rules
    arena, s = ref.arena, ref.state
    options = (Pick(BLAST), Pick(TORRENT))
    alone = not near_and_seen(arena, s, target, rules.blast_radius) and not torrent_targets(arena, s, i, w, target, rules)
    choice = yield Decision(
        arena.sides[i], "blast-or-torrent", options, "KT24-INT-83", "{name}: use Blast or Torrent?",
        SpreadContext(arena.names[i], (w,), target=target), subject=i, settled=alone,
    )  # fmt: skip
    ref.emit("used", "KT24-INT-83", player=arena.sides[i], use=choice.value)
    return msgspec.structs.replace(rules, torrent=0.0) if choice == options[0] else msgspec.structs.replace(rules, blast=())


def _blast(ref: Ref, first: Shot, rules: Rules) -> Steps[tuple[Shot, ...]]:
    """Return the shots of Blast at the secondary targets; ask which Blast if the weapon has several. (WR-BLAST-04 to -06, INT-58, INT-59)"""
    inches = rules.blast[-1]
    if len(rules.blast) > 1:
        options = tuple(Pick(f'Blast {x:g}"') for x in rules.blast)
        choice = yield Decision(ref.arena.sides[first.shooter], "blast", options, "KT24-INT-50", "Which Blast takes effect?")
        inches = rules.blast[options.index(choice)]
    return blast_shots(ref.arena, ref.state, first, inches)


def blast_shots(arena: Arena, s: Skirmish, first: Shot, inches: float) -> tuple[Shot, ...]:
    """Return the shots at operatives near the primary target, friends too, in cover or obscured as that target is. (WR-BLAST-04 to -06)"""
    struck = near_and_seen(arena, s, first.target, inches)
    return tuple(Shot(first.shooter, first.weapon, j, first.hit, first.cover, first.obscured) for j in struck)


def _torrent(ref: Ref, first: Shot, rules: Rules) -> Steps[tuple[Shot, ...]]:
    """Ask for any number of secondary targets of Torrent and return the shots at all targets. (WR-TORRENT-02, -03, INT-59, INT-60)"""
    arena, s = ref.arena, ref.state
    i, w = first.shooter, first.weapon
    shots = [first]
    open_to = torrent_targets(arena, s, i, w, first.target, rules)
    while open_to:
        choice = yield Decision(
            arena.sides[i], "secondary", (*map(Pick, open_to), PASS), "KT24-WR-TORRENT-02",
            "{name}: add a further target?", TargetContext(arena.names[i], (w,)), subject=i,
            why=lambda a: _refuse_torrent(arena, s, i, w, first.target, a, rules),
        )  # fmt: skip
        if choice == PASS:
            break
        open_to.remove(choice.value)
        shots.append((yield from _aim(ref, i, w, choice.value, first.hit)))
    return tuple(shots)


def torrent_targets(arena: Arena, s: Skirmish, i: int, w: int, primary: int, rules: Rules) -> list[int]:
    """Return the secondary targets that Torrent may add. (WR-TORRENT-02, -03)"""
    return [j for j in enemies_of(arena, s, arena.sides[i]) if _why_not_torrent(arena, s, i, w, primary, j, rules) is None]


def _why_not_torrent(arena: Arena, s: Skirmish, i: int, w: int, primary: int, j: int, rules: Rules) -> Why | None:
    if j == primary or not arena.is_enemy(i, j):
        return "KT24-INT-60", "Secondary targets of Torrent are other enemy operatives."
    if not within(gap(arena, s, primary, j), rules.torrent):
        return "KT24-WR-TORRENT-02", "It is too far from the primary target."
    if not sees(arena, s, i, j):
        return "KT24-VIS-01", "Terrain blocks every line from the shooter's head to the target."
    if arena.options.printing == "2025" and any(not arena.is_enemy(i, k) for k in in_control(arena, s, j)):
        return "KT24-WR-TORRENT-03", "A friend of the shooter is within its control range."
    return why_not_valid(arena, s, i, w, j)


def _refuse_torrent(arena: Arena, s: Skirmish, i: int, w: int, primary: int, answer: Answer, rules: Rules) -> Refusal | None:
    match answer:
        case Pick(int(j)) if 0 <= j < len(arena.cards) and s.places[j] is not None:
            problem = _why_not_torrent(arena, s, i, w, primary, j, rules)
            return Refusal(*problem) if problem else None
    return None


# --- one attack sequence


def sequence(ref: Ref, shot: Shot) -> Procedure:
    """Resolve steps 3 to 6 against one target: attack dice, defence dice, blocks, damage. (SHOOT-08 to SHOOT-19)"""
    arena, s = ref.arena, ref.state
    weapon = arena.cards[shot.shooter].weapons[shot.weapon]
    attacker = arena.sides[shot.shooter]
    rules = shared_stats.weapon_rules(arena, s, shot.shooter, weapon, shot.target, gap(arena, s, shot.shooter, shot.target))
    if s.models[shot.target].order == ENGAGE:
        rules = stats.high_ground(rules, height_above(arena, s, shot.shooter, shot.target))  # MIS-35

    hit = stats.current_hit(arena, s, shot.shooter, shot.hit)  # DIFF-16, INT-39

    # Step 3
    accurate = yield from declare_accurate(ref, shot.shooter, shot.target, rules, weapon.attacks)
    friend = not arena.is_enemy(shot.shooter, shot.target)
    asking = attack_question(hit, arena.names[shot.target], friend=friend)
    hand = yield from roll_hand(ref, attacker, weapon.attacks - accurate, reroll_sources(rules), "KT24-SHOOT-08", asking)
    yield from reroll(ref, hand)
    kept = yield from retain(ref, attacker, rules, hand.results, hit, accurate, obscured=shot.obscured, friend=friend)
    yield from devastate(ref, attacker, rules, kept, shot.shooter, shot.target)
    stun(ref, rules, kept, shot.target)
    if ref.state.models[shot.target].down:  # INT-69
        return

    # Step 4
    hits = kept.criticals, kept.normals
    threat = Incoming(arena, ref.state, shot, hits, partial(block_options, *hits, brutal=rules.brutal))
    saves = yield from defend(ref, shot, rules, defence_dice(rules, kept.criticals), threat)

    # Steps 5 and 6
    refuse = partial(_refuse_block, *saves, rules.brutal)
    yield from let_through(ref, threat, threat.ways(*saves), ("KT24-SHOOT-13", "KT24-SHOOT-17", "KT24-SHOOT-17"), refuse)


def _refuse_block(criticals: int, normals: int, brutal: bool, answer: Answer) -> Refusal | None:
    match answer:
        case Allocate((plain, pairs, hard, easy)) if min(plain, pairs, hard, easy) >= 0:
            if brutal and plain + pairs:
                return Refusal("KT24-WR-BRUTAL-01", "Only critical successes block the dice of a Brutal weapon.")
            if plain + 2 * pairs > normals:
                rule = "KT24-SHOOT-15" if pairs else "KT24-SHOOT-14"
                return Refusal(rule, "That takes more normal successes than there are ({normals}).", normals=normals)
            if hard + easy > criticals:
                return Refusal("KT24-SHOOT-16", "That takes more critical successes than there are ({criticals}).", criticals=criticals)
    return None


def defend(ref: Ref, shot: Shot, rules: Rules, dice: int, against: Incoming) -> Steps[tuple[int, int]]:
    """Resolve the defence dice: cover save, roll, re-rolls; return critical and normal successes. (SHOOT-10 to SHOOT-12)"""
    arena = ref.arena
    if dice < DEFENCE:
        ref.emit("pierced", "KT24-WR-PIERCING-01", model=shot.target, amount=DEFENCE - dice)
    defender = arena.sides[shot.target]
    kept = (0, 0)
    if dice and shot.cover and not rules.saturate:  # WR-SATURATE-01, INT-51, INT-52
        kept = yield from _cover_save(ref, shot, dice, against)
    sources = defence_sources(defence_rerolls(arena, ref.state, shot.target, shot.cover))  # INT-84
    save = arena.cards[shot.target].save
    hand = yield from roll_hand(ref, defender, dice - sum(kept), sources, "KT24-SHOOT-10", defence_question(save, against, kept))
    yield from reroll(ref, hand)
    criticals, normals, _ = sort_roll(hand.results, save)
    saves = criticals + kept[0], normals + kept[1]
    ref.emit("saves", "KT24-SHOOT-11", player=defender, criticals=saves[0], normals=saves[1], unrolled=sum(kept))
    return saves


def _cover_save(ref: Ref, shot: Shot, dice: int, against: Incoming) -> Steps[tuple[int, int]]:
    options: list[Answer] = [Pick("cover-save"), PASS]
    if shot.vantage_cover:  # MIS-36
        options[1:1] = [Pick("critical-cover-save"), *([Pick("two-cover-saves")] if dice > 1 else [])]
    choice = yield Decision(
        ref.arena.sides[shot.target], "cover-save", tuple(options), "KT24-SHOOT-12",
        "{threat} It is in cover: keep a defence die unrolled as a success?", ThreatContext(against), subject=shot.target,
        settled=against.is_harmless,
    )  # fmt: skip
    if choice == PASS:
        return 0, 0
    ref.emit("cover-save", "KT24-SHOOT-12", model=shot.target, use=choice.value)
    return {"cover-save": (0, 1), "critical-cover-save": (1, 0), "two-cover-saves": (0, 2)}[choice.value]


def volley(ref: Ref, waiting: tuple[Shot, ...], rule: str) -> Procedure:
    """Resolve the remaining shots in the order the attacker chooses. (WR-BLAST-03, WR-TORRENT-04)"""
    return next_shot(ref, waiting, rule)


def hot(ref: Ref, i: int, settled: int) -> Procedure:
    """Resolve the Hot roll of an action, unless its user is incapacitated. (WR-HOT-01 to -03, INT-40, INT-71)"""
    if ref.state.models[i].down:
        return
    hit = stats.current_hit(ref.arena, ref.state, i, settled)
    (result,) = yield Roll(ref.arena.sides[i], 1, "KT24-WR-HOT-01")
    ref.emit("hot", "KT24-WR-HOT-01", model=i, dice=(result,), result=result, needed=hit, hit=result >= hit)
    yield from inflict(ref, i, hot_damage(result, hit), "KT24-WR-HOT-02")
