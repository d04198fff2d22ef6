"""The board as text: north on top, one line an inch deep, two columns an inch wide, so that it keeps its shape.

Colour never tells anything alone: letters tell the sides apart (A … and a …, then N … and n …), shapes the orders, and a
filled shape is a model that is ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import ceil

from rich.text import Text

from counteract.players.suggestions import Names, Spot, View

Cell = tuple[str, str]  # a character and its style

COLOURS = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "bright_red", "bright_blue")
DIM = "dim"
MARGIN = 3  # columns of the ruler
ACROSS = 2  # columns an inch
GRID = 5  # inches between the crosses on the ground

#: Shapes of each order, ready and not ready; models without an order have the last.
SHAPES = {"engage": ("▲", "△"), "conceal": ("■", "□"), "": ("◆", "◇")}
ACTIVE = "▸"
WOUNDED, ALERT = "'", "!"
SIGNS = {"on guard": "*", "shaken": "?"}  # every other state has ALERT
GONE, WAITING = "×", "-"
NEUTRAL, HELD = "◎", "①②③④⑤⑥⑦⑧⑨"
REACHED = "·"
ZONES = ("/", "\\", "|", "-")
HEAVY, LIGHT, FLOOR, BLOCK, OVERHEAD, LADDER, DOOR, RUBBLE = "▓", "░", "=", "≡", "~", "#", ":", ","
DIFFICULT, DANGEROUS = "∴", "※"
NO_HEIGHT = (RUBBLE, DIFFICULT, DANGEROUS)
THIN = 0.6  # inches: thinner parts are drawn as lines
HIGHS = "₀₁₂₃₄₅₆₇₈₉"
#: Line characters by their directions, added up: 1 north, 2 east, 4 south, 8 west.
HEAVY_LINES = "╋┃━┗┃┃┏┣━┛━┻┓┫┳╋"
LIGHT_LINES = "┼│─└││┌├─┘─┴┐┤┬┼"


class Canvas:
    """A grid of cells to draw on. The first row is the south edge."""

    def __init__(self, width: float, depth: float) -> None:
        self.columns, self.rows = ceil(width * ACROSS), ceil(depth)
        self.cells: list[list[Cell]] = [[self._ground(c, r) for c in range(self.columns)] for r in range(self.rows)]
        self.taken: set[tuple[int, int]] = set()  # by models
        self.marked: set[tuple[int, int]] = set()  # by markers and signs

    @staticmethod
    def _ground(column: int, row: int) -> Cell:
        return ("+" if row % GRID == 0 and column % (GRID * ACROSS) == 0 and row and column else " "), DIM

    def at(self, x: float, y: float, length: int = 1) -> tuple[int, int]:
        """Return the row and the first column of a text centred on a point."""
        column = round(x * ACROSS - length / 2)
        return max(0, min(self.rows - 1, int(y))), max(0, min(self.columns - length, column))

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write a text; cells outside the board are left out."""
        for k, char in enumerate(text):
            if 0 <= row < self.rows and 0 <= column + k < self.columns:
                self.cells[row][column + k] = (char, style)

    def fill(self, corners: Sequence[Spot], char: str, style: str) -> None:
        """Fill every cell whose middle lies in an area. An area that is too narrow to have any is drawn along its middle."""
        xs, ys = [c[0] for c in corners], [c[1] for c in corners]
        row_of_middle, column_of_middle = self.at(sum(xs) / len(xs), sum(ys) / len(ys))
        flat, narrow = max(ys) - min(ys) < 1, (max(xs) - min(xs)) * ACROSS < 1
        for row in range(max(0, int(min(ys))), min(self.rows, ceil(max(ys)))):
            for column in range(max(0, int(min(xs) * ACROSS)), min(self.columns, ceil(max(xs) * ACROSS))):
                along = (flat and row == row_of_middle) or (narrow and column == column_of_middle)
                if along or _is_inside((column + 0.5) / ACROSS, row + 0.5, corners):
                    self.put(row, column, char, style)

    def lines(self) -> Iterator[Text]:
        """Yield the rows from north to south."""
        for row in range(self.rows - 1, -1, -1):
            line = Text(f"{row:>2} ", style=DIM, no_wrap=True)
            for style, cells in groupby(self.cells[row], key=lambda cell: cell[1]):
                line.append("".join(char for char, _ in cells), style)
            yield line


def _is_inside(x: float, y: float, corners: Sequence[Spot]) -> bool:
    """Return True if a point lies in a polygon."""
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside


# --- colours, letters and signs


def colour(side: int) -> str:
    """Return the colour of a side."""
    return COLOURS[side % len(COLOURS)]


def holder_sign(side: int) -> str:
    """Return the sign of a marker that a side holds."""
    return HELD[side % len(HELD)]


def zone_sign(side: int) -> str:
    """Return the sign of a side's drop zone."""
    return ZONES[side % len(ZONES)]


def letters(view: View) -> dict[int, str]:
    """Return the letter of each model: A, B, … on the first side, a, b, … on the second; further sides begin later in the alphabet.

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
    """Return the shape that shows a model's order and whether it is ready."""
    if model["place"] is None:
        return GONE if model.get("removed") else WAITING
    ready = model.get("ready", True) or view["turn"] == 0
    return SHAPES.get(model.get("order", ""), SHAPES[""])[not ready]


def condition_sign(model: View) -> str:
    """Return the sign behind a model: its most urgent state, or wounded, or nothing."""
    if model["place"] is None:
        return ""
    if model.get("alert"):
        return SIGNS.get(model.get("condition", ""), ALERT)
    return WOUNDED if model["wounds"] < model["starting_wounds"] else ""


def initials(view: View) -> list[str]:
    """Return the letter of each marker."""
    return [str(marker["id"])[:1].upper() for marker in view["markers"]]


def lettered_names(view: View) -> Names:
    """Return the names of models with their letters, and of markers their letters alone."""
    return Names([f"{letters(view)[model['id']]} {model['name']}" for model in view["models"]], initials(view))


# --- drawing


def draw(view: View, spots: Sequence[Spot] = (), reach: Iterable[Spot] = ()) -> list[Text]:
    """Return the board as lines of text. ``spots`` get numbers, and the places within ``reach`` dots."""
    canvas = Canvas(*view["board"])
    if view["turn"] == 0:
        for side, (x0, y0, x1, y1) in enumerate(view["zones"]):
            for row, column in product(range(round(y0), round(y1)), range(round(x0) * ACROSS, round(x1) * ACROSS, ACROSS)):
                canvas.put(row, column, zone_sign(side), colour(side))
    _draw_terrain(canvas, view["terrain"])
    for x, y in reach:
        canvas.put(*canvas.at(x, y), REACHED, "bold green")
    for marker, initial in zip(view["markers"], initials(view), strict=True):
        holder = marker["holder"]
        style = "bold bright_white" if holder is None else f"bold {colour(holder)}"
        row, column = canvas.at(marker["at"][0], marker["at"][1], 2)
        canvas.put(row, column, (NEUTRAL if holder is None else holder_sign(holder)) + initial, style)
        canvas.marked |= {(row, column), (row, column + 1)}
    _draw_models(canvas, view)
    _draw_spots(canvas, spots)
    ruler = "".join(f"{x:<{GRID * ACROSS}}" for x in range(0, ceil(view["board"][0]), GRID))
    return [*canvas.lines(), Text(" " * MARGIN + ruler[: canvas.columns], style=DIM, no_wrap=True)]


def _draw_terrain(canvas: Canvas, parts: Sequence[View]) -> None:
    """Draw areas from the lowest to the highest, then walls as lines, then the heights of parts that are large enough."""
    as_lines = walls(parts)
    for part in sorted((part for part in parts if part not in as_lines), key=lambda part: part["top"]):
        canvas.fill(part["footprint"], *terrain_sign(part))
    for kind, lines, style in (("light", LIGHT_LINES, "yellow"), ("heavy", HEAVY_LINES, "white")):
        _draw_walls(canvas, [part for part in as_lines if part["kind"] == kind], lines, style)
    for part in parts:
        x0, y0, x1, y1 = _box(part)
        if "ladder" in part["marks"]:
            canvas.put(*canvas.at(*_middle(part)), *terrain_sign(part))
        elif min(x1 - x0, y1 - y0) >= 0.9 and terrain_sign(part)[0] not in NO_HEIGHT:
            canvas.put(*canvas.at(*_middle(part)), HIGHS[min(9, round(part["top"]))], "bold " + terrain_sign(part)[1])


def terrain_sign(part: View) -> Cell:
    """Return the sign of a part of the terrain: by its effect first, by its kind second."""
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


def _middle(part: View) -> Spot:
    x0, y0, x1, y1 = _box(part)
    return (x0 + x1) / 2, (y0 + y1) / 2


def walls(parts: Sequence[View]) -> list[View]:
    """Return the parts to draw as lines: thin parts parallel to an edge of the board, and the rails of raised floors."""
    floors = {part["feature"] for part in parts if "vantage" in part["marks"]}
    return [p for p in parts if _is_thin(p) and (terrain_sign(p)[0] in (HEAVY, LIGHT) or (terrain_sign(p)[0] == OVERHEAD and p["feature"] in floors))]


def _is_thin(part: View) -> bool:
    x0, y0, x1, y1 = _box(part)
    straight = len(part["footprint"]) == 4 and all(x in (x0, x1) and y in (y0, y1) for x, y in part["footprint"])
    return straight and min(x1 - x0, y1 - y0) < THIN and max(x1 - x0, y1 - y0) >= THIN


def _draw_walls(canvas: Canvas, parts: Iterable[View], shapes: str, style: str) -> None:
    """Draw walls as lines that join where they meet."""
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


def _draw_models(canvas: Canvas, view: View) -> None:
    """Draw all models, the active one first, so that it stands exactly where it should."""
    names = letters(view)
    placed = []
    for model in sorted(view["models"], key=lambda m: m["id"] != view["active"]):
        if model["place"] is not None:
            x, y, _ = model["place"]
            row, column = _free_cells(canvas, *canvas.at(x, y, 2))
            canvas.taken |= {(row, column), (row, column + 1)}
            placed.append((model, row, column))
    for model, row, column in placed:
        active = model["id"] == view["active"]
        style = f"bold {colour(model['side'])}" + (" reverse" if active else "")
        canvas.put(row, column, names[model["id"]] + shape(view, model), style)
        for beside, sign in ((column - 1, ACTIVE if active else ""), (column + 2, condition_sign(model))):
            if sign and (row, beside) not in canvas.taken:
                canvas.put(row, beside, sign, f"bold {colour(model['side'])}")
                canvas.marked.add((row, beside))


def _free_cells(canvas: Canvas, row: int, column: int) -> tuple[int, int]:
    """Return the nearest two cells that no other model has."""
    steps = sorted(((r, c) for r in range(-3, 4) for c in range(-6, 7)), key=lambda step: (ACROSS * step[0]) ** 2 + step[1] ** 2)
    for r, c in steps:
        cells = {(row + r, column + c), (row + r, column + c + 1)}
        if 0 <= row + r < canvas.rows and 0 <= column + c < canvas.columns - 1 and not cells & canvas.taken:
            return row + r, column + c
    return row, column


def _draw_spots(canvas: Canvas, spots: Sequence[Spot]) -> None:
    """Draw the numbers of suggested places that have one digit, where they hide no model."""
    for number, (x, y) in enumerate(spots[:9], 1):
        row, column = canvas.at(x, y)
        beside = sorted(range(canvas.columns), key=lambda c: abs(c - column))
        column = next((c for c in beside if (row, c) not in canvas.taken | canvas.marked), column)
        canvas.taken.add((row, column))
        canvas.put(row, column, str(number), "bold black on green")
