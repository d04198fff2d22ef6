"""The board as text: north on top, one line an inch deep, two columns an inch wide, so that it keeps its shape.

Nothing is said by colour alone: letters tell the sides apart (A … and a …, then N … and n …), shapes the orders, fill who
is ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import ceil
from typing import Any

from rich.text import Text

View = dict[str, Any]
Cell = tuple[str, str]  # a character and its style
Corner = tuple[float, float]

COLOURS = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "bright_red", "bright_blue")
DIM = "dim"
MARGIN = 3  # columns of the ruler
ACROSS = 2  # columns an inch
GRID = 5  # inches between the crosses on the ground

#: Shapes tell orders, and whether they are filled who is ready; other rulesets' models have the last.
SHAPES = {"engage": ("▲", "△"), "conceal": ("■", "□"), "": ("◆", "◇")}
ACTIVE = "▸"
WOUNDED, ALERT = "'", "!"
SIGNS = {"on guard": "*", "shaken": "?"}  # other states have the sign before
GONE, WAITING = "×", "-"
NEUTRAL, HELD = "◎", "①②③④⑤⑥⑦⑧⑨"
REACHED = "·"
ZONES = ("/", "\\", "|", "-")
HEAVY, LIGHT, FLOOR, BLOCK, OVERHEAD, LADDER, DOOR, RUBBLE = "▓", "░", "=", "≡", "~", "#", ":", ","
DIFFICULT, DANGEROUS = "∴", "※"
NO_HEIGHT = (RUBBLE, DIFFICULT, DANGEROUS)
THIN = 0.6  # inches: what is thinner is drawn as a line
HIGHS = "₀₁₂₃₄₅₆₇₈₉"
#: Lines by where they go on from a cell: 1 north, 2 east, 4 south, 8 west.
HEAVY_LINES = "╋┃━┗┃┃┏┣━┛━┻┓┫┳╋"
LIGHT_LINES = "┼│─└││┌├─┘─┴┐┤┬┼"


class Canvas:
    """Cells to draw on, the first line being the south edge."""

    def __init__(self, width: float, depth: float) -> None:
        self.columns, self.rows = ceil(width * ACROSS), ceil(depth)
        self.cells: list[list[Cell]] = [[self._ground(c, r) for c in range(self.columns)] for r in range(self.rows)]
        self.taken: set[tuple[int, int]] = set()  # by models
        self.marked: set[tuple[int, int]] = set()  # by markers and signs

    @staticmethod
    def _ground(column: int, row: int) -> Cell:
        return ("+" if row % GRID == 0 and column % (GRID * ACROSS) == 0 and row and column else " "), DIM

    def at(self, x: float, y: float, length: int = 1) -> tuple[int, int]:
        """The line and first column of a text of some length that lies about a point."""
        column = round(x * ACROSS - length / 2)
        return max(0, min(self.rows - 1, int(y))), max(0, min(self.columns - length, column))

    def put(self, row: int, column: int, text: str, style: str) -> None:
        for k, char in enumerate(text):
            if 0 <= row < self.rows and 0 <= column + k < self.columns:
                self.cells[row][column + k] = (char, style)

    def fill(self, corners: Sequence[Corner], char: str, style: str) -> None:
        """Cover every cell whose middle lies on an area; what is too flat or too narrow for that, along its middle."""
        xs, ys = [c[0] for c in corners], [c[1] for c in corners]
        row_of_middle, column_of_middle = self.at(sum(xs) / len(xs), sum(ys) / len(ys))
        flat, narrow = max(ys) - min(ys) < 1, (max(xs) - min(xs)) * ACROSS < 1
        for row in range(max(0, int(min(ys))), min(self.rows, ceil(max(ys)))):
            for column in range(max(0, int(min(xs) * ACROSS)), min(self.columns, ceil(max(xs) * ACROSS))):
                along = (flat and row == row_of_middle) or (narrow and column == column_of_middle)
                if along or _inside((column + 0.5) / ACROSS, row + 0.5, corners):
                    self.put(row, column, char, style)

    def lines(self) -> Iterator[Text]:
        """From north to south."""
        for row in range(self.rows - 1, -1, -1):
            line = Text(f"{row:>2} ", style=DIM, no_wrap=True)
            for style, cells in groupby(self.cells[row], key=lambda cell: cell[1]):
                line.append("".join(char for char, _ in cells), style)
            yield line


def _inside(x: float, y: float, corners: Sequence[Corner]) -> bool:
    """Whether a point lies in a polygon."""
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside


# --- who is who


def colour(side: int) -> str:
    """The colour of a side."""
    return COLOURS[side % len(COLOURS)]


def held(side: int) -> str:
    """The sign of a marker that a side holds."""
    return HELD[side % len(HELD)]


def zone(side: int) -> str:
    """The sign of the ground that a side sets up on."""
    return ZONES[side % len(ZONES)]


def letters(view: View) -> dict[int, str]:
    """The letter each model has on the board: A, B, … on the first side, a, b, … on the second; further sides begin later in the alphabet.

    >>> view = {"sides": [{}, {}, {}], "models": [{"id": number, "side": number // 2} for number in range(6)]}
    >>> "".join(letters(view).values())
    'ABabNO'
    """
    pairs = -(-len(view["sides"]) // 2)  # of sides: one of each pair has capitals
    following = [26 * (side // 2) // pairs for side in range(len(view["sides"]))]
    found: dict[int, str] = {}
    for model in view["models"]:
        side = model["side"]
        found[model["id"]] = chr(ord("Aa"[side % 2]) + following[side] % 26)
        following[side] += 1
    return found


def shape(view: View, model: View) -> str:
    """The shape that tells a model's order and whether it is ready."""
    if model["place"] is None:
        return GONE if model.get("removed") else WAITING
    ready = model.get("ready", True) or view["turn"] == 0
    return SHAPES.get(model.get("order", ""), SHAPES[""])[not ready]


def hurt(model: View) -> str:
    """The sign behind a model: what is most to be known of it, wounded, or nothing."""
    if model["place"] is None:
        return ""
    if model.get("alert"):
        return SIGNS.get(model.get("condition", ""), ALERT)
    return WOUNDED if model["wounds"] < model["starting_wounds"] else ""


def initials(view: View) -> list[str]:
    """The letters that tell markers apart on the board."""
    return [str(marker["id"])[:1].upper() for marker in view["markers"]]


# --- drawing


def draw(view: View, spots: Sequence[Corner] = (), reach: Iterable[Corner] = ()) -> list[Text]:
    """The board as lines of text. ``spots`` are numbered places, ``reach`` places that can be got to."""
    canvas = Canvas(*view["board"])
    if view["turn"] == 0:
        for side, (x0, y0, x1, y1) in enumerate(view["zones"]):
            for row, column in product(range(round(y0), round(y1)), range(round(x0) * ACROSS, round(x1) * ACROSS, ACROSS)):
                canvas.put(row, column, zone(side), colour(side))
    _terrain(canvas, view["terrain"])
    for x, y in reach:
        canvas.put(*canvas.at(x, y), REACHED, "bold green")
    for marker, initial in zip(view["markers"], initials(view), strict=True):
        holder = marker["holder"]
        style = "bold bright_white" if holder is None else f"bold {colour(holder)}"
        row, column = canvas.at(marker["at"][0], marker["at"][1], 2)
        canvas.put(row, column, (NEUTRAL if holder is None else held(holder)) + initial, style)
        canvas.marked |= {(row, column), (row, column + 1)}
    _models(canvas, view)
    _spots(canvas, spots)
    ruler = "".join(f"{x:<{GRID * ACROSS}}" for x in range(0, ceil(view["board"][0]), GRID))
    return [*canvas.lines(), Text(" " * MARGIN + ruler[: canvas.columns], style=DIM, no_wrap=True)]


def _terrain(canvas: Canvas, parts: Sequence[View]) -> None:
    """Areas from the lowest to the highest, then lines on top of them, then the heights of what is large enough."""
    lines_of = walls(parts)
    for part in sorted((part for part in parts if part not in lines_of), key=lambda part: part["top"]):
        canvas.fill(part["footprint"], *glyph(part))
    for kind, lines, style in (("light", LIGHT_LINES, "yellow"), ("heavy", HEAVY_LINES, "white")):
        _lines(canvas, [part for part in lines_of if part["kind"] == kind], lines, style)
    for part in parts:
        x0, y0, x1, y1 = _box(part)
        if "ladder" in part["marks"]:
            canvas.put(*canvas.at(*_middle(part)), *glyph(part))
        elif min(x1 - x0, y1 - y0) >= 0.9 and glyph(part)[0] not in NO_HEIGHT:
            canvas.put(*canvas.at(*_middle(part)), HIGHS[min(9, round(part["top"]))], "bold " + glyph(part)[1])


def glyph(part: View) -> Cell:
    """How a part of the terrain looks from above: what it does first, what it is made of second."""
    marks, style = part["marks"], "yellow" if part["kind"] == "light" else "white"
    if "ladder" in marks:
        return LADDER, "bold green"
    if "flat" in marks and (len(marks) > 1 or part["bottom"] <= 1):  # else it is a roof
        return (DANGEROUS, "red") if "dangerous" in marks else (DIFFICULT, "green")
    if "accessible" in marks:
        return DOOR, style
    if "insignificant" in marks:
        return RUBBLE, style
    if "vantage" in marks:
        return (FLOOR if part["bottom"] > 0 else BLOCK), "bright_blue"
    if part["bottom"] > 1:
        return OVERHEAD, style
    return (LIGHT if part["kind"] == "light" else HEAVY), style


def _box(part: View) -> tuple[float, float, float, float]:
    xs, ys = [c[0] for c in part["footprint"]], [c[1] for c in part["footprint"]]
    return min(xs), min(ys), max(xs), max(ys)


def _middle(part: View) -> Corner:
    x0, y0, x1, y1 = _box(part)
    return (x0 + x1) / 2, (y0 + y1) / 2


def walls(parts: Sequence[View]) -> list[View]:
    """What is drawn as lines: thin parts that lie straight on the board, and the rails of raised floors."""
    floors = {part["feature"] for part in parts if "vantage" in part["marks"]}
    return [p for p in parts if _is_thin(p) and (glyph(p)[0] in (HEAVY, LIGHT) or (glyph(p)[0] == OVERHEAD and p["feature"] in floors))]


def _is_thin(part: View) -> bool:
    x0, y0, x1, y1 = _box(part)
    straight = len(part["footprint"]) == 4 and all(x in (x0, x1) and y in (y0, y1) for x, y in part["footprint"])
    return straight and min(x1 - x0, y1 - y0) < THIN and max(x1 - x0, y1 - y0) >= THIN


def _lines(canvas: Canvas, parts: Iterable[View], shapes: str, style: str) -> None:
    """Walls as lines that join where they meet."""
    joins: dict[tuple[int, int], int] = {}
    for part in parts:
        x0, y0, x1, y1 = _box(part)
        x, y = _middle(part)
        if x1 - x0 >= y1 - y0:
            row, first = canvas.at(x0 + 0.01, y)
            last = canvas.at(x1 - 0.01, y)[1]
            cells, ahead, back = [(row, c) for c in range(first, last + 1)], 2, 8
        else:
            first, column = canvas.at(x, y0 + 0.01)
            last = canvas.at(x, y1 - 0.01)[0]
            cells, ahead, back = [(r, column) for r in range(first, last + 1)], 1, 4
        for k, cell in enumerate(cells):
            alone = ahead | back if len(cells) == 1 else 0
            joins[cell] = joins.get(cell, 0) | alone | (ahead if k < len(cells) - 1 else 0) | (back if k else 0)
    for (row, column), directions in joins.items():
        canvas.put(row, column, shapes[directions], style)


def _models(canvas: Canvas, view: View) -> None:
    """Everybody on the board: the active one first, so that it stands exactly where it should."""
    names = letters(view)
    placed = []
    for model in sorted(view["models"], key=lambda m: m["id"] != view["active"]):
        if model["place"] is not None:
            x, y, _ = model["place"]
            row, column = _free(canvas, *canvas.at(x, y, 2))
            canvas.taken |= {(row, column), (row, column + 1)}
            placed.append((model, row, column))
    for model, row, column in placed:
        active = model["id"] == view["active"]
        style = f"bold {colour(model['side'])}" + (" reverse" if active else "")
        canvas.put(row, column, names[model["id"]] + shape(view, model), style)
        for beside, sign in ((column - 1, ACTIVE if active else ""), (column + 2, hurt(model))):
            if sign and (row, beside) not in canvas.taken:
                canvas.put(row, beside, sign, f"bold {colour(model['side'])}")
                canvas.marked.add((row, beside))


def _free(canvas: Canvas, row: int, column: int) -> tuple[int, int]:
    """The nearest two cells that no other model has."""
    steps = sorted(((r, c) for r in range(-3, 4) for c in range(-6, 7)), key=lambda step: (ACROSS * step[0]) ** 2 + step[1] ** 2)
    for r, c in steps:
        cells = {(row + r, column + c), (row + r, column + c + 1)}
        if 0 <= row + r < canvas.rows and 0 <= column + c < canvas.columns - 1 and not cells & canvas.taken:
            return row + r, column + c
    return row, column


def _spots(canvas: Canvas, spots: Sequence[Corner]) -> None:
    """The numbers of suggested places, as far as they have one digit and do not hide a model."""
    for number, (x, y) in enumerate(spots[:9], 1):
        row, column = canvas.at(x, y)
        beside = sorted(range(canvas.columns), key=lambda c: abs(c - column))
        column = next((c for c in beside if (row, c) not in canvas.taken | canvas.marked), column)
        canvas.taken.add((row, column))
        canvas.put(row, column, str(number), "bold black on green")
