"""The pieces of a battle: what has a letter on the board and a row in the panel. It is a unit where there are units, else a model.

Colour never tells anything alone: letters tell the sides apart (A … and a …, then N … and n …), shapes the orders, and a
filled shape is a piece that is ready.
"""

from __future__ import annotations

from collections.abc import Sequence

from counteract.core.language import say
from counteract.players.suggestions import Names, View

COLOURS = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "bright_red", "bright_blue")

#: Shapes of each order, ready and not ready; pieces without an order have the last.
SHAPES = {"engage": ("▲", "△"), "conceal": ("■", "□"), "": ("◆", "◇")}
WOUNDED, ALERT = "'", "!"
SIGNS = {"on guard": "*", "shaken": "?"}  # every other state has ALERT
GONE, WAITING = "×", "-"
ALPHABET = 26


def colour(side: int) -> str:
    """Return the colour of a side."""
    return COLOURS[side % len(COLOURS)]


def pieces(view: View) -> list[View]:
    """Return the pieces of a view: its units, each with the wounds of its models and the place in their midst, or its models."""
    if not view.get("units"):
        return [{**model, "models": [model["id"]], "alive": 1, "size": 1} for model in view["models"]]
    return [{**unit, **_together([view["models"][i] for i in unit["models"]])} for unit in view["units"]]


def _together(models: Sequence[View]) -> View:
    """Return the place in the midst of some models, and their wounds added up."""
    places = [model["place"] for model in models if model["place"] is not None]
    middle = [sum(place[axis] for place in places) / len(places) for axis in (0, 1)] + [max(place[2] for place in places)] if places else None
    return {
        "place": middle,
        "wounds": sum(model["wounds"] for model in models),
        "starting_wounds": sum(model["starting_wounds"] for model in models),
    }


def is_active(view: View, piece: View) -> bool:
    """Return True if a piece is acting."""
    return view["active"] is not None and view["active"] in piece["models"]


def letters(view: View) -> dict[int, str]:
    """Return the letter of each model, which is that of its piece: A, B, … on the first side, a, b, … on the second.

    Further sides begin later in the alphabet. A side with more pieces than letters goes on with two signs.

    >>> view = {"sides": [{}, {}, {}], "models": [{"id": number, "side": number // 2} for number in range(6)]}
    >>> "".join(letters(view).values())
    'ABabNO'
    """
    owners = view.get("units") or [{**model, "models": [model["id"]]} for model in view["models"]]
    pairs = -(-len(view["sides"]) // 2)  # of sides: one of each pair has capitals
    room = ALPHABET // pairs
    counts = [0] * len(view["sides"])
    found: dict[int, str] = {}
    for owner in owners:
        side = owner["side"]
        again, k = divmod(counts[side], room)
        letter = chr(ord("Aa"[side % 2]) + side // 2 * room + k)
        found |= dict.fromkeys(owner["models"], f"{letter}{again + 1}" if again else letter)
        counts[side] += 1
    return {model["id"]: found[model["id"]] for model in view["models"]}


def shape(view: View, piece: View) -> str:
    """Return the shape that shows a piece's order and whether it is ready."""
    if piece["place"] is None:
        return GONE if piece.get("removed") else WAITING
    ready = piece.get("ready", True) or view["turn"] == 0
    return SHAPES.get(piece.get("order", ""), SHAPES[""])[not ready]


def condition_sign(piece: View) -> str:
    """Return the sign behind a piece: its most urgent state, or wounded, or nothing."""
    if piece["place"] is None:
        return ""
    if piece.get("alert"):
        return SIGNS.get(piece.get("condition", ""), ALERT)
    return WOUNDED if piece["wounds"] < piece["starting_wounds"] else ""


def whereabouts(view: View, piece: View) -> str:
    """Return where a piece is that is not on the board: in reserve, or aboard another; nothing for all others."""
    if piece.get("where") == "reserve":
        return say("reserve")
    if piece.get("where") == "embarked" and piece["carrier"] is not None:
        return say("in {letter}", letter=letters(view)[view["units"][piece["carrier"]]["models"][0]])
    return ""


def initials(view: View) -> list[str]:
    """Return the letter of each marker."""
    return [str(marker["id"])[:1].upper() for marker in view["markers"]]


def lettered_names(view: View) -> Names:
    """Return the names of models, or of the units they belong to, with their letters, and of markers their letters alone."""
    signs = letters(view)
    named = {i: f"{signs[i]} {piece['name']}" for piece in pieces(view) for i in piece["models"]}
    return Names([named[model["id"]] for model in view["models"]], initials(view))
