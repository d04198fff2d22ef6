"""A battle in words: what has happened, and what each option would mean."""

from __future__ import annotations

from functools import partial

from banners.actions import DODGE, DODGES, MOVE, STOP, THROW
from banners.state import Arena, Race
from counteract.core.decision import Answer, Decision
from counteract.core.game import Pace
from counteract.core.label import Label, say_label
from counteract.core.language import Phrase, Several, phrases, say
from counteract.core.mentions import mention
from counteract.core.state import Event
from counteract.mechanics.text import describe_move, option, sentence

#: What each kind of event says. {model}, {target}, {player}, and {faces} are filled in for all of them.
SENTENCES = phrases(
    {
        "no-room": "There is no room to set {model} up; it takes no part.",
        "deployed": "{model} is set up.",
        "round": "Round {turn}.",
        "activated": "{model} sets off.",
        "moved": "{model} moves {way}.",
        "thrown": "{model} throws at {target}: {faces} against {needed}+, {success}.",
        "dodged": "{model} dodges: {faces} against {needed}+, {success}.",
        "wounded": "{model} loses a wound ({left} left).",
        "fallen": "{model} falls.",
        "felled": "{player} score a point for that.",
        "scored": "The banners score: {points}.",
        "conceded": "{player} give up.",
        "withdrawn": "The runners of {player} leave the board.",
        "over": "The battle is over.",
    }
)
OUTCOMES = phrases({("thrown", True): "a hit", ("thrown", False): "a miss", ("dodged", True): "it gets away", ("dodged", False): "in vain"})

#: How each kind of event is told among others, if it does not begin a paragraph.
PACES: dict[str, Pace] = {
    **dict.fromkeys(("moved", "thrown", "dodged", "wounded", "fallen", "felled", "deployed"), "goes on"),
    "over": "quiet",
}


def tell(arena: Arena, event: Event) -> str:
    """An event as a sentence."""
    more: dict[str, object] = {}
    names = [team.name for team in arena.teams]
    match event.kind:
        case "moved":
            more["way"] = describe_move(event)
        case "thrown" | "dodged":
            more["success"] = OUTCOMES[event.kind, event.values["hit"]]
        case "scored":
            bands = (mention("side", side, say(name)) for side, name in enumerate(names))
            more["points"] = Several(say("{name} {value}", name=band, value=n) for band, n in zip(bands, event.values["gained"], strict=True))
    return sentence(SENTENCES[event.kind], event, arena.names, names, **more)


# --- options

_DECLINED = phrases({"dodge": "Take the hit, and act later"})
_MEANINGS = phrases(
    {
        STOP: "Stop\nits activation is over",
        MOVE: 'Move\nup to {move:g}"',
        THROW: 'Throw\nat an enemy within {range:g}" that it sees, hitting on {aim}+',
        DODGE: "Dodge\nget away on {dodges}+, and do not act this round",
    }
)


def label(arena: Arena, s: Race, decision: Decision, answer: Answer) -> Label:
    """An option in a few words, for a person who has to choose."""
    return option(decision, answer, partial(_number, arena, s, decision), partial(_name, arena, decision), _DECLINED)


def _number(arena: Arena, s: Race, decision: Decision, j: int) -> Label:
    away = ""
    if decision.what == "target":
        inches, band = arena.gap(s.places, decision.subject, j), Phrase(arena.teams[arena.sides[j]].name)
        away = say('{inches:.1f}" away, {band}', inches=inches, band=band)
    return Label(say(arena.names[j]), away, (f"{s.models[j].wounds}/{arena.cards[j].wounds}",))


def _name(arena: Arena, decision: Decision, name: str) -> Label:
    card = arena.cards[decision.subject]
    return say_label(_MEANINGS[name], move=card.move, range=card.range, aim=card.aim, dodges=DODGES)
