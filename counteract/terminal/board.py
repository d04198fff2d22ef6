"""The board as text: north on top. Two columns are as wide as one line is deep, so that it keeps its shape.

One line is an inch deep, or two inches where the board of an army would not fit the screen otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import ceil, floor

from rich.text import Text

from counteract.players.suggestions import Spot, View
from counteract.terminal.pieces import colour, condition_sign, initials, is_active, letters, pieces, shape

Cell = tuple[str, str]  # a character and its style

DIM = "dim"
MARGIN = 3  # columns of the ruler
ACROSS = 2  # columns an inch, at full scale
GRID = 5, 10  # lines and columns between the crosses on the ground

ACTIVE = "▸"
NEUTRAL, HELD = "◎", "①②③④⑤⑥⑦⑧⑨"
REACHED = "·"
CROWD = "•", "◦"  # the models about a unit's letter, by the side
ZONES = ("/", "\\", "|", "-")
HEAVY, LIGHT, FLOOR, BLOCK, OVERHEAD, LADDER, DOOR, RUBBLE = "▓", "░", "=", "≡", "~", "#", ":", ","
RUIN, WOOD = "▒", "♣"
DIFFICULT, DANGEROUS = "∴", "※"
NO_HEIGHT = (RUBBLE, DIFFICULT, DANGEROUS)
THIN = 0.6  # inches: thinner parts are drawn as lines
HIGHS = "₀₁₂₃₄₅₆₇₈₉"
#: Line characters by their directions, added up: 1 north, 2 east, 4 south, 8 west.
HEAVY_LINES = "╋┃━┗┃┃┏┣━┛━┻┓┫┳╋"
LIGHT_LINES = "┼│─└││┌├─┘─┴┐┤┬┼"


class Canvas:
    """A grid of cells to draw on. The first row is the south edge; ``across`` is the number of columns an inch."""

    def __init__(self, width: float, depth: float, across: int = ACROSS) -> None:
        self.across, self.up = across, across / 2
        self.columns, self.rows = ceil(width * self.across), ceil(depth * self.up)
        self.cells: list[list[Cell]] = [[self._ground(c, r) for c in range(self.columns)] for r in range(self.rows)]
        self.taken: set[tuple[int, int]] = set()  # by pieces
        self.marked: set[tuple[int, int]] = set()  # by markers and signs

    @staticmethod
    def _ground(column: int, row: int) -> Cell:
        return ("+" if row % GRID[0] == 0 and column % GRID[1] == 0 and row and column else " "), DIM

    def at(self, x: float, y: float, length: int = 1) -> tuple[int, int]:
        """Return the row and the first column of a text centred on a point."""
        column = round(x * self.across - length / 2)
        return max(0, min(self.rows - 1, int(y * self.up))), max(0, min(self.columns - length, column))

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write a text; cells outside the board are left out."""
        for k, char in enumerate(text):
            if 0 <= row < self.rows and 0 <= column + k < self.columns:
                self.cells[row][column + k] = (char, style)

    def fill(self, corners: Sequence[Spot], char: str, style: str) -> None:
        """Fill every cell whose middle lies in an area. An area that is too narrow to have any is drawn along its middle."""
        xs, ys = [c[0] for c in corners], [c[1] for c in corners]
        row_of_middle, column_of_middle = self.at(sum(xs) / len(xs), sum(ys) / len(ys))
        flat, narrow = (max(ys) - min(ys)) * self.up < 1, (max(xs) - min(xs)) * self.across < 1
        for row in range(max(0, int(min(ys) * self.up)), min(self.rows, ceil(max(ys) * self.up))):
            for column in range(max(0, int(min(xs) * self.across)), min(self.columns, ceil(max(xs) * self.across))):
                along = (flat and row == row_of_middle) or (narrow and column == column_of_middle)
                if along or is_inside((column + 0.5) / self.across, (row + 0.5) / self.up, corners):
                    self.put(row, column, char, style)

    def lines(self) -> Iterator[Text]:
        """Yield the rows from north to south."""
        for row in range(self.rows - 1, -1, -1):
            line = Text(f"{floor(row / self.up):>2} ", style=DIM, no_wrap=True)
            for style, cells in groupby(self.cells[row], key=lambda cell: cell[1]):
                line.append("".join(char for char, _ in cells), style)
            yield line


def is_inside(x: float, y: float, corners: Sequence[Spot]) -> bool:
    """Return True if a point lies in a polygon."""
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside


# --- signs


def holder_sign(side: int) -> str:
    """Return the sign of a marker that a side holds."""
    return HELD[side % len(HELD)]


def zone_sign(side: int) -> str:
    """Return the sign of a side's drop zone."""
    return ZONES[side % len(ZONES)]


# --- drawing


def draw(view: View, spots: Sequence[Spot] = (), reach: Iterable[Spot] = (), across: int = ACROSS) -> list[Text]:
    """Return the board as lines of text, with so many columns an inch. ``spots`` get numbers, and the places within ``reach`` dots."""
    width, depth = view["board"]
    canvas = Canvas(width, depth, across)
    if view["turn"] == 0:
        for side, (x0, y0, x1, y1) in enumerate(view["zones"]):
            rows = range(round(y0 * canvas.up), round(y1 * canvas.up))
            for row, column in product(rows, range(round(x0 * across), round(x1 * across), ACROSS)):
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
    if view.get("units"):
        _draw_crowds(canvas, view)
    _draw_pieces(canvas, view)
    _draw_spots(canvas, spots)
    ruler = "".join(f"{x:<{GRID[1]}}" for x in range(0, ceil(view["board"][0]), GRID[1] // across))
    return [*canvas.lines(), Text(" " * MARGIN + ruler[: canvas.columns], style=DIM, no_wrap=True)]


def _draw_terrain(canvas: Canvas, parts: Sequence[View]) -> None:
    """Draw areas from the lowest to the highest, those that models walk in first; then walls as lines, then the heights of larger parts."""
    as_lines = walls(parts)
    for part in sorted((part for part in parts if part not in as_lines), key=lambda part: ("area" not in part["marks"], part["top"])):
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
    if "area" in marks:
        return (RUIN, style) if "ruin" in marks else (WOOD, "green")
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


def _draw_crowds(canvas: Canvas, view: View) -> None:
    """Draw a dot for each model of a unit; the unit's letter comes over those in the middle."""
    for model in view["models"]:
        if model["place"] is not None:
            canvas.put(*canvas.at(*model["place"][:2]), CROWD[model["side"] % 2], colour(model["side"]))


def _draw_pieces(canvas: Canvas, view: View) -> None:
    """Draw all pieces, the active one first, so that it stands exactly where it should. A unit has the number of its models behind it."""
    names = letters(view)
    placed = []
    for piece in sorted(pieces(view), key=lambda piece: not is_active(view, piece)):
        if piece["place"] is not None:
            x, y, _ = piece["place"]
            text = names[piece["models"][0]] + shape(view, piece) + (str(piece["alive"]) if piece["size"] > 1 else "")
            row, column = _free_cells(canvas, *canvas.at(x, y, len(text)), len(text))
            canvas.taken |= {(row, column + k) for k in range(len(text))}
            placed.append((piece, text, row, column))
    for piece, text, row, column in placed:
        active = is_active(view, piece)
        style = f"bold {colour(piece['side'])}" + (" reverse" if active else "")
        canvas.put(row, column, text, style)
        for beside, sign in ((column - 1, ACTIVE if active else ""), (column + len(text), condition_sign(piece))):
            if sign and (row, beside) not in canvas.taken:
                canvas.put(row, beside, sign, f"bold {colour(piece['side'])}")
                canvas.marked.add((row, beside))


def _free_cells(canvas: Canvas, row: int, column: int, length: int) -> tuple[int, int]:
    """Return the nearest row and first column where so many cells are taken by no other piece."""
    steps = sorted(((r, c) for r in range(-3, 4) for c in range(-6, 7)), key=lambda step: (ACROSS * step[0]) ** 2 + step[1] ** 2)
    for r, c in steps:
        cells = {(row + r, column + c + k) for k in range(length)}
        if 0 <= row + r < canvas.rows and 0 <= column + c <= canvas.columns - length and not cells & canvas.taken:
            return row + r, column + c
    return row, column


def _draw_spots(canvas: Canvas, spots: Sequence[Spot]) -> None:
    """Draw the numbers of suggested places that have one digit, where they hide no piece."""
    for number, (x, y) in enumerate(spots[:9], 1):
        row, column = canvas.at(x, y)
        beside = sorted(range(canvas.columns), key=lambda c: abs(c - column))
        column = next((c for c in beside if (row, c) not in canvas.taken | canvas.marked), column)
        canvas.taken.add((row, column))
        canvas.put(row, column, str(number), "bold black on green")
