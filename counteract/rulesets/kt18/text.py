"""The texts of Kill Team 2018: sentences for events and labels for options."""

from __future__ import annotations

from functools import partial

from counteract.core import language
from counteract.core.decision import Allocate, Answer, Decision, Dice
from counteract.core.game import Pace
from counteract.core.label import Label, say_label
from counteract.core.language import SEMICOLON, Phrase, joined, phrases, say, say_count
from counteract.core.state import Event
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.chain_rolls import added, signed, tell_thrown
from counteract.mechanics.moves.limits import in_tenths
from counteract.mechanics.names import EDGES
from counteract.mechanics.operatives import text
from counteract.mechanics.operatives.text import shares
from counteract.mechanics.text import PHASE_BEGINS, describe_move, name_of, option, sentence
from counteract.rulesets.kt18.actions import OPTIONS
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.attack import Kind, SaveChoiceContext, hit_modifiers
from counteract.rulesets.kt18.attack_odds import InjuryOdds, attack, attacks
from counteract.rulesets.kt18.cards import Power
from counteract.rulesets.kt18.charge import ChargeContext, arrival
from counteract.rulesets.kt18.fight import blow, why_not_struck
from counteract.rulesets.kt18.morale import highest_passing_roll, nerve_modifier
from counteract.rulesets.kt18.psychic import passes, power_targets
from counteract.rulesets.kt18.shoot import GunsContext, WeaponsContext, aimed
from counteract.rulesets.kt18.sight import engaged_enemies, gap, judge_visibility
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.tactics import COSTS, NAMES, OUTCOMES, ROLLS
from counteract.rulesets.kt18.view import label_weapon, states

#: The sentence of each event; {model}, {target}, {player} and {faces} are filled in for all of them.
SENTENCES = phrases(
    {
        "roll-off": "Roll-off: {teams[0]} {dice[0]}, {teams[1]} {dice[1]}.",
        "edge": "{player} take {edge}.",
        "no-room": "There is no room to set {model} up; it takes no part.",
        "deployed": "{model} is set up.",
        "battle-round": "Battle round {turn}.",
        "cp": "{player} gain {amount}CP (now {cp}CP).",
        "initiative-roll": "Initiative: {teams[0]} {first}, {teams[1]} {second}.",
        "initiative": "{player} have the initiative.",
        "tactic": "{player} use {tactic} ({cp}CP left).",
        "decisive": "{model} will act before all others.",
        "gritted": "The flesh wounds of {model} do not make it hit worse this phase.",
        "rerolled": "{player} roll {roll} {first} again: {faces}.",
        "stays": "{model} stays where it is.",
        "readied": "{model} is readied.",
        "advance-roll": "{model} Advances with a {faces}.",
        "dangerous": "{model} on dangerous ground: {faces}, {success}.",
        "charge-declared": "{model} declares a charge against {targets}.",
        "cannot-react": "{model} cannot react. {reason}",
        "reacts": "{model} reacts: {reaction}.",
        "charge-roll": "{model} rolls {faces} for its charge: {distance} inches.",
        "charge-failed": "{model} fails its charge.",
        "charged": "{model} has charged {targets}.",
        "psychic-test": "{model} attempts {power}: {faces} against {needed}, {success}.",
        "perils": "Perils strike {model}.",
        "psyker-lost": "The power fails, and the blast tears at everybody near.",
        "deny-test": "{model} tries to deny it: {faces}, {success}.",
        "no-effect": "{power} touches nobody.",
        "power": "{power} strikes {target}.",
        "mended": "{model} is mended{thrown} ({left} wounds now).",
        "warded": "{model} has a {save}+ invulnerable save this round.",
        "hexed": "{model} is under a hex this round.",
        "fights": "{model} fights.",
        "attacks": "{model} attacks: {batches}.",
        "number-of-attacks": "{weapon}: {attacks}{thrown}.",
        "auto-hit": "{model} hits {target} without a roll.",
        "hit-roll": "{model} attacks {target}: {faces}{modified} against {needed}+, {success}.",
        "wound-roll": "To wound: {faces} against {needed}+, {success}.",
        "save-roll": "{model} saves ({save}): {faces} against {needed}+, {success}.",
        "damage": "{model} takes {amount} damage{thrown}.",
        "ignore-roll": "{model} tries to ignore the wound: {faces}, {success}.",
        "mortal-wounds": "{model} suffers {mortal}{thrown}.",
        "wound-lost": "{model} loses a wound ({left} left).",
        "injury-roll": "Injury roll for {model}: {faces}{modified} against {needed}+.",
        "flesh-wound": "{model} takes a flesh wound ({flesh} now).",
        "out-of-action": "{model} is out of action.",
        "leader-lost": "The enemy leader is lost: {player} score {amount}.",
        "falling-test": "{model} totters at the edge: {faces}, {success}.",
        "falls": "{model} falls {drop:g}\" down.",
        "impact": "The impact on {model}: {faces}.",
        "broken-test": "{player} may break: {faces}, at most {needed} holds: {success}.",
        "broken": "{player} are broken.",
        "steadied": "{player}: whoever was shaken before is steady again.",
        "nerve-test": "{model} tests its nerve: {faces}{modified}, at most {needed} passes: {success}.",
        "brave": "{model} keeps its nerve without a test.",
        "shaken": "{model} is shaken.",
        "scored": "Markers score: {teams[0]} {gained[0]}, {teams[1]} {gained[1]}.",
        "round-over": "Battle round {turn} is over.",
        "wiped-out": "{player} are wiped out.",
        "conceded": "{player} concede.",
    }
)

#: The pace of each event that does not begin a paragraph.
PACES: dict[str, Pace] = {
    **dict.fromkeys(("wound-lost", "battle-round", "unable"), "quiet"),
    **dict.fromkeys(
        (
            "edge", "deployed", "cp", "initiative-roll", "initiative", "rerolled", "moved", "dangerous", "impact", "cannot-react",
            "charge-roll", "charge-failed", "charged", "perils", "psyker-lost", "deny-test", "no-effect", "power", "mended", "warded", "hexed",
            "attacks", "number-of-attacks", "lost", "auto-hit", "hit-roll", "wound-roll", "save-roll", "damage", "ignore-roll", "mortal-wounds",
            "injury-roll", "flesh-wound", "out-of-action", "leader-lost", "falling-test", "gritted", "falls", "broken", "shaken", "round-over",
        ),
        "goes on",
    ),
    "tactic": "goes on",
    "moved: normal move": "begins",
    "moved: fall back": "begins",
    "charge-declared": "opens",
    "fights": "opens",
    "reacts": "quiet",
    "shoots": "belongs",
}  # fmt: skip

#: The sentences of events that have several, by the value that selects one.
MOVED = phrases(
    {
        "normal move": "{model} moves {way}.",
        "advance": "{model} Advances {way}.",
        "fall back": "{model} Falls Back {way}.",
        "retreat": "{model} Retreats {way}.",
        "charge": "{model} charges {way}.",
        "failed charge": "{model} falls short, going {way}.",
        "pile in": "{model} piles in {way}.",
        "consolidate": "{model} consolidates {way}.",
    }
)
UNABLE = phrases(
    {
        "move": "{player} have no model that can move.",
        "shoot": "{player} have no model that can shoot.",
        "shoot among the first": "{player} have no model that can shoot among the first.",
        "fight": "{player} have no model that can fight.",
        "fight among the first": "{player} have no model that can fight among the first.",
        "attempt a power": "{player} have no model that can attempt a power.",
    }
)
SHOOTS = phrases(
    {True: "{model} fires Overwatch at {target} with {weapons}.", False: "{model} shoots at {target} with {weapons}."}
)
LOST = phrases({True: "{amount} attack at {target} is lost.", False: "{amount} attacks at {target} are lost."})
SAVES = phrases({"normal": "normal", "invulnerable": "invulnerable"})


def tell(arena: Arena, event: Event) -> str:
    """Return an event as a sentence."""
    return sentence(_template(event), event, arena.names, [team.name for team in arena.teams], **_told(arena, event))


def _template(event: Event) -> Phrase:
    values = event.values
    match event.kind:
        case "moved":
            return MOVED[values["move"]]
        case "phase":
            return PHASE_BEGINS[values["phase"]]
        case "unable":
            return UNABLE[values["what"]]
        case "shoots":
            return SHOOTS[bool(values["overwatch"])]
        case "lost":
            return LOST[values["amount"] == 1]
    return SENTENCES[event.kind]


def _told(arena: Arena, event: Event) -> dict[str, str]:
    """Return the values of an event's sentence that need wording."""
    values, more = event.values, {"thrown": tell_thrown(event)}
    if "targets" in values:
        more["targets"] = joined(name_of(arena.names, j) for j in values["targets"])
    if "tactic" in values:
        more["tactic"] = NAMES[values["tactic"]]
    if "power" in values:
        more["power"] = Phrase(next((p.name for p in arena.powers[values["model"]] if p.id == values["power"]), values["power"]))
    if "edge" in values:
        more["edge"] = EDGES[values["edge"]]
    if "modifier" in values:
        more["modified"] = signed(values["modifier"])
        if values.get("causes"):
            more["modified"] = say("{modified} ({causes})", modified=more["modified"], causes=joined(map(Phrase, values["causes"])))
    if "hit" in values:
        more["success"] = OUTCOMES[event.kind.partition("-")[0]][not values["hit"]]
    match event.kind:
        case "moved":
            more["way"] = describe_move(event)
        case "nerve-test" if values["hit"] and values["dice"][0] + values["modifier"] > values["needed"]:  # NERVE-05
            more["success"] = Phrase("steady: a 1 always passes")
        case "rerolled":
            more["roll"], more["first"] = ROLLS[values["roll"]], " ".join(map(str, values["before"]))
        case "initiative-roll":
            dice = values["dice"]
            more["first"], more["second"] = added(dice[:2]), added(dice[2:])
        case "mortal-wounds":
            more["mortal"] = say_count("{count} mortal wound", "{count} mortal wounds", values["amount"])
        case "number-of-attacks":
            more["attacks"] = say_count("{count} attack", "{count} attacks", values["amount"])
        case "shoots":
            more["weapons"] = say(" and ").join(map(say, values["weapons"]))
        case "attacks":
            more["batches"] = joined(
                say("{count} × {thing}", count=count, thing=blow(name, name_of(arena.names, j))) for name, j, count in values["batches"]
            )
        case "save-roll":
            more["save"] = SAVES[values["save"]]
    return more


# --- options

#: The label of declining, by question.
_DECLINED = phrases(
    {
        "manoeuvre": "the rest stay where they are",
        "decisive": "nobody",
        "tactic": "do without",
        "re-roll": "keep it as it is",
        "scout": "keep it as it is",
        "charge-target": "no further target",
        "react": "no further reaction",
        "reaction": "do nothing",
        "fall-short": "stay where it is",
        "close-in": "stay where it is",
        "move": "stay where it is",
        "psyker": "no power this round",
        "deny": "let it happen",
        "shoot": "pass",
        "fight": "pass",
    }
)
_MEANINGS = phrases(
    {
        "normal move": 'Normal Move\nup to {move:g}"',
        "advance": 'Advance\nup to {move:g}" and a D6; no reactions',
        "stay": "Stay where it is",
        "ready": "Ready\nstay, and shoot among the first",
        "fall back": "Fall Back\nleave the enemy; no shooting afterwards (unless it can FLY)",
        "charge": 'Charge\nname targets within 12", then 2D6 inches',
        "overwatch": "Overwatch\nshoot at once, hitting on 6 only",
        "retreat": 'Retreat\n3" away from the charger; no more movement, and no shooting this round (unless it can FLY)',
    }
)

_SAVING = phrases({"normal": "normal save\n{needed}+", "invulnerable": "invulnerable save\n{needed}+"})


def label(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> Label:
    """Return the label of an option."""
    if isinstance(answer, Dice):
        return Label(say("roll again"), figures=(text.in_command_points(1),) if decision.what == "re-roll" else ())
    if isinstance(answer, Allocate) and isinstance(decision, AllocationDecision):
        return Label(shares(answer.counts, decision.names))
    return option(decision, answer, partial(_number, arena, s, decision), partial(_name, arena, s, decision), _DECLINED)


def _number(arena: Arena, s: Skirmish, decision: Decision, j: int) -> Label:
    match decision.what:
        case "target":
            about = _shot(arena, s, decision, j)
        case "fight":
            return _label_fighter(arena, s, j)
        case "strike":
            about = _brawl(arena, s, decision.subject, j)
        case "charge-target":
            there = arrival(arena, s, decision.subject, j, decision.about(ChargeContext).named)
            odds = reached(there.likely, _brawl(there.arena, there.then, decision.subject, j))
            away, way = text.describe_distance(gap(arena, s, decision.subject, j)), in_tenths(there.way)
            about = say('{away}, {way:.1f}" to go; {odds}' if way else "{away}; {odds}", away=away, way=way, odds=odds)
        case "react" | "fall-short" | "close-in" | "power-target":
            about = text.describe_distance(gap(arena, s, decision.subject, j))
        case "nerve":
            modifier, most = nerve_modifier(arena, s, j), highest_passing_roll(arena, s, j)
            about = say("{modifier:+d} to the die, steady on {most} or less", modifier=modifier, most=most)
        case _:
            about = ""
    return label_model(arena, s, j, about)


def label_model(arena: Arena, s: Skirmish, i: int, detail: str = "") -> Label:
    """Return the label of a model: wounds and states; before it is set up, how far it moves."""
    if s.places[i] is None:
        return Label(say(arena.names[i]), detail, (say('M {move:g}"', move=arena.cards[i].move),))
    return Label(say(arena.names[i]), detail, (f"{s.models[i].wounds}/{arena.cards[i].wounds}", *map(say, states(arena, s, i))))


def _shot(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    """Return a target's distance, the hit modifiers, cover, and the odds."""
    i = decision.subject
    guns = aimed(arena, s, i, decision.about(GunsContext).guns, j)
    kind: Kind = "shooting"
    harder = list(dict.fromkeys(name for gun in guns for _, name, _ in hit_modifiers(arena, s, i, gun, j, kind)))
    cover = [Phrase("in cover")] if judge_visibility(arena, s, i, j).in_cover else []
    known = joined((text.describe_distance(gap(arena, s, i, j)), *harder, *cover))
    return say("{away}; {odds}", away=known, odds=hoped(attacks(arena, s, i, guns, j, kind)))


def _brawl(arena: Arena, s: Skirmish, i: int, j: int) -> str:
    """Return the odds of close combat with an enemy, with the best weapon, in words."""
    return hoped(max((attack(arena, s, i, blade, j, "fight") for blade in arena.blades[i]), key=lambda chance: (chance.out, chance.wounds)))


def reached(likely: float, odds: str) -> str:
    """Return the probability that a charge arrives and the odds of the close combat after it, in words."""
    return say("{chance} to get there; then {odds}", chance=language.chance(likely), odds=odds)


class _Fighter(Label, frozen=True):
    """The label of a model whose detail is a list of its opponents."""

    def __str__(self) -> str:
        return joined(filter(None, (self.heading, self.detail)), SEMICOLON)


def _label_fighter(arena: Arena, s: Skirmish, i: int) -> Label:
    """Return the label of a model with the enemies it can strike, and the odds of it."""
    foes = [j for j in engaged_enemies(arena, s, i) if why_not_struck(arena, s, i, j) is None]
    odds = joined((say("{name}: {text}", name=arena.names[j], text=_brawl(arena, s, i, j)) for j in foes), SEMICOLON)
    model = label_model(arena, s, i)
    return _Fighter(model.title, odds, model.figures)


def hoped(chance: InjuryOdds) -> str:
    """Return the odds of attacks in words: wounds and out of action."""
    wounds, out, _ = prospect(chance)
    return joined((wounds, out))


def prospect(chance: InjuryOdds) -> tuple[str, str, str]:
    """Return three texts: expected wounds, and the probabilities of out of action and of a flesh wound or worse."""
    return (
        say("about {wounds:.1f} wounds", wounds=chance.wounds),
        say("{chance} out of action", chance=language.chance(chance.out)),
        say("{chance} flesh wound or worse", chance=language.chance(chance.hurt)),
    )


def _name(arena: Arena, s: Skirmish, decision: Decision, name: str) -> Label:
    i = decision.subject
    match decision.what:
        case "reaction" if name == "overwatch" and all(gun.rules.auto_hit for gun in arena.guns[i]):
            return say_label("Overwatch\nshoot at once, hitting without a roll")
        case "option" if name in OPTIONS:
            return say_label(_MEANINGS[name], move=arena.cards[i].move)
        case "weapons":
            guns = decision.about(WeaponsContext).guns.get(name, ())
            first, *others = (label_weapon(weapon) for w, weapon in enumerate(arena.guns[i]) if (w in guns if guns else weapon.group == name))
            return Label(first.title, joined((first.detail, *map(str, others))))
        case "next-batch":
            w, _, j = name.partition("/")
            weapons = arena.blades[i] if s.phase == "fight" else arena.guns[i]
            return Label(say(blow(weapons[int(w)].name, arena.names[int(j)])))
        case "power":
            return label_power(arena, s, i, next(p for p in arena.powers[i] if p.id == name))
        case "tactic":
            return Label(say(NAMES[name]), figures=(text.in_command_points(COSTS[name]),))
        case "save":
            return say_label(_SAVING[name], needed=decision.about(SaveChoiceContext).needed[name])
        case "edge":
            return Label(say(EDGES[name]))
    return say_label(_MEANINGS.get(name) or Phrase(name.replace("-", " ")))


def label_power(arena: Arena, s: Skirmish, i: int, power: Power) -> Label:
    """Return the label of a power with the probability that it is manifested, and the models it may affect."""
    charge = say("warp charge {charge}, {chance}", charge=power.charge, chance=language.chance(passes(power)))
    words, able = Phrase(power.text), [arena.names[j] for j in power_targets(arena, s, i, power)]
    if able:
        touched = say("{text} In reach: {names}.", text=words, names=text.abbreviate_names(able))
    else:
        touched = say("{text} Nobody is there for it.", text=words)
    return Label(say(power.name), touched, (charge,))
