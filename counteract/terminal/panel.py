"""The panel beside the board: rosters, holders of markers, and a legend of the signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from rich.cells import set_cell_size
from rich.text import Text

from counteract.core.language import joined, phrases, say
from counteract.mechanics.names import ORDERS
from counteract.players.suggestions import Spot, View
from counteract.terminal import board
from counteract.terminal.board import ACROSS, DIM, MARGIN, draw
from counteract.terminal.pieces import SHAPES, colour, condition_sign, initials, is_active, letters, pieces, shape, whereabouts

NAMES_WIDTH = 30  # columns a panel needs to show names
LEAST_WIDTH = 14  # columns a panel needs at all
BAR_WIDTH = 6  # columns of a bar of wounds
MOST_OF_NAME = 20  # columns of a name
MOST_BELOW = 12  # lines below the board of an army: the question and its options
INITIATIVE_SIGN = "◂"
POINTS = phrases({"cp": "CP", "vp": "VP"})


def scene(view: View, width: int, spots: Sequence[Spot] = (), reach: Sequence[Spot] = (), height: int = 50) -> list[Text]:
    """Return the whole picture for a screen of this size: heading, board, rosters and legend."""
    drawn = draw(view, spots, reach, columns_an_inch(view, width, height))
    room = width - len(drawn[0]) - 2
    signs = list(legend(view, bool(spots or reach)))
    below = _wrapped(signs, width)
    beside: list[Text] = []
    if room < LEAST_WIDTH:
        below = [*compact(view, width), *below]
    else:
        beside = [*rosters(view, room), *_markers(view, room)]
        legend_beside = _wrapped(signs, room)
        spare = len(drawn) - len(beside) - len(legend_beside)
        if spare > 0 and room >= NAMES_WIDTH:
            beside, below = [*beside, *[Text()] * spare, *legend_beside], []
    blank = Text(" " * len(drawn[0]))
    rows = (Text.assemble(left or blank, "  ", right or "", no_wrap=True) for left, right in zip_longest(drawn, beside))
    return [heading(view), *rows, *below]


def columns_an_inch(view: View, width: int, height: int) -> int:
    """Return the scale of the board: that of an army is halved where it would leave no room for the panel or the questions."""
    board_width, depth = view["board"]
    fits = board_width * ACROSS + MARGIN + 2 + NAMES_WIDTH <= width and depth + MOST_BELOW <= height
    return ACROSS if fits or not view.get("units") else ACROSS // 2


def _wrapped(signs: Sequence[str], width: int) -> list[Text]:
    """Return the signs in lines, with no line break inside one."""
    line = " · ".join(sign.replace(" ", "\N{NO-BREAK SPACE}") for sign in signs)
    return [Text(part.replace("\N{NO-BREAK SPACE}", " "), style=DIM) for part in wrap(line, width)]


def heading(view: View) -> Text:
    """Return the turn and the phase in words."""
    return Text(view.get("heading") or say("Turn {turn}, {phase}", turn=view["turn"], phase=view["phase"]), style="bold")


def rosters(view: View, width: int) -> Iterator[Text]:
    """Yield all teams, one line a piece, with names where there is room for them."""
    own = pieces(view)
    for side in range(len(view["sides"])):
        yield team_title(view, side, width)
        for piece in own:
            if piece["side"] == side:
                yield _row(view, piece, width)


def team_title(view: View, side: int, width: int) -> Text:
    """Return a team with its points."""
    info = view["sides"][side]
    points = "  ".join(f"{word} {info[name]}" for name, word in POINTS.items() if name in info)
    first = INITIATIVE_SIGN if view.get("initiative") == side and view["turn"] else " "
    name = fit(info["team"], width - len(points) - 5) + " " if width >= NAMES_WIDTH else ""
    return Text(f"{name}{first} {points}", style=f"bold {colour(side)}")


def _row(view: View, piece: View, width: int) -> Text:
    """Return the line of a piece; that of a unit says how many models are left of how many."""
    active = is_active(view, piece)
    style = DIM if piece["place"] is None else colour(piece["side"]) + (" bold" if active else "")
    text = f"{board.ACTIVE if active else ' '}{letters(view)[piece['models'][0]]}{shape(view, piece)} "
    wounds = f"{piece['wounds']}/{piece['starting_wounds']}"
    models = f"{piece['alive']}/{piece['size']}" if view.get("units") else ""
    if width >= NAMES_WIDTH:
        room = min(MOST_OF_NAME, width - len(text) - 6 - BAR_WIDTH - 5 - (6 if models else 0))
        text += f"{set_cell_size(fit(piece['name'], room), room)} "
    text += f"{models:>5} " if models else ""
    text += f"{wounds:>5} {bar(piece, BAR_WIDTH if width >= NAMES_WIDTH else 4)}"
    if width >= NAMES_WIDTH:
        text += f" {condition_sign(piece) or ' '}{_height(piece)}{whereabouts(view, piece)}"
    return Text(text[:width].rstrip(), style=style)


def _height(piece: View) -> str:
    """Return the height at which a piece stands; nothing on the ground."""
    return f"↑{piece['place'][2]:.0f}" if piece["place"] and piece["place"][2] > 0 else ""


def bar(model: View, length: int) -> str:
    """Return the wounds left as a bar; a model with any has at least one piece of it.

    >>> bar({"wounds": 1, "starting_wounds": 12}, 6)
    '▮▯▯▯▯▯'
    """
    full: int = -(-length * model["wounds"] // model["starting_wounds"])
    return "▮" * full + "▯" * (length - full)


def fit(name: str, room: int) -> str:
    """Return a name cut to some length, but never its number.

    >>> fit("Sickle Dancer 1", 12), fit("Captain", 12)
    ('Sickle Dan…1', 'Captain')
    """
    if len(name) <= room:
        return name
    tail = name[-1] if name[-1].isdigit() else ""
    return name[: max(0, room - 1 - len(tail))] + "…" + tail


def _markers(view: View, width: int) -> Iterator[Text]:
    """Yield the markers with their holders."""
    for marker, initial in zip(view["markers"], initials(view), strict=True):
        holder = marker["holder"]
        sign = board.NEUTRAL if holder is None else board.holder_sign(holder)
        who = say("nobody") if holder is None else view["sides"][holder]["team"]
        where = f"({marker['at'][0]:.3g}, {marker['at'][1]:.3g})"
        text = f"{sign}{initial} {where} {who}" if width >= NAMES_WIDTH else f"{sign}{initial} {where}"
        yield Text(text[:width], style="bright_white" if holder is None else colour(holder))


def compact(view: View, width: int) -> Iterator[Text]:
    """Yield all teams in as few lines as possible, for screens with no room beside the board."""
    for side in range(len(view["sides"])):
        yield team_title(view, side, NAMES_WIDTH)
        words = [
            f"{letters(view)[p['models'][0]]}{shape(view, p)}{p['wounds']}/{p['starting_wounds']}"
            for p in pieces(view)
            if p["side"] == side and not p.get("removed")
        ]
        yield from (Text(line, style=colour(side)) for line in wrap(" ".join(words), width))


def legend(view: View, with_places: bool) -> Iterator[str]:
    """Yield the meanings of the signs that are on the board."""
    standing = [piece for piece in pieces(view) if piece["place"] is not None]
    for order, name in ORDERS.items():
        if any(m.get("order") == order for m in standing):
            yield f"{SHAPES[order][0]} {name}"
    if any(not m.get("ready", True) for m in standing) and view["turn"]:
        shapes = dict.fromkeys(shape(view, m) for m in standing if not m.get("ready", True))
        yield say("{signs} has acted", signs=" ".join(shapes))
    if any(m["size"] > 1 for m in standing):
        yield say("{signs} models of a unit, with their number", signs=" ".join(board.CROWD))
    alerts: dict[str, list[str]] = {}
    for m in standing:
        word = m.get("alert") or say("wounded")
        if (sign := condition_sign(m)) and word not in alerts.setdefault(sign, []):
            alerts[sign].append(word)
    yield from (f"{sign} {joined(words)}" for sign, words in sorted(alerts.items()))
    if with_places:
        yield say("dots within reach")
    if view["turn"] == 0 and view["zones"]:
        yield say("{signs} drop zones", signs=" ".join(dict.fromkeys(map(board.zone_sign, range(len(view["zones"]))))))
    if view["turn"] and view.get("initiative") is not None:
        yield say("{sign} initiative", sign=INITIATIVE_SIGN)
    if view["markers"]:
        yield say("{sign} marker, {held} held", sign=board.NEUTRAL, held=" ".join(map(board.holder_sign, range(len(view["sides"])))))
    walls = board.walls(view["terrain"])
    signs = {_WALLS[part["kind"]] if part in walls else board.terrain_sign(part)[0] for part in view["terrain"]}
    for sign, name in _TERRAIN.items():
        if sign in signs:
            yield f"{sign} {name}"
    if view["terrain"]:
        yield say("₃ inches high")


_WALLS = {"heavy": "━", "light": "─"}
_TERRAIN = phrases(
    {
        _WALLS["heavy"]: "heavy wall",
        _WALLS["light"]: "light wall",
        board.HEAVY: "heavy",
        board.LIGHT: "light",
        board.RUIN: "ruin",
        board.WOOD: "wood",
        board.FLOOR: "raised floor",
        board.BLOCK: "block to stand on",
        board.OVERHEAD: "overhead",
        board.LADDER: "ladder",
        board.DOOR: "can be passed",
        board.RUBBLE: "rubble",
        board.DIFFICULT: "difficult ground",
        board.DANGEROUS: "dangerous ground",
    }
)
