"""Output for screens whose encoding lacks some signs: the nearest letters instead."""

from __future__ import annotations

from typing import Any, TextIO

SUBSTITUTES = str.maketrans(
    {
        "▲": "E", "△": "e", "■": "C", "□": "c", "◆": "X", "◇": "x", "×": "x", "▸": ">", "◂": "<", "◎": "o", "·": ".",
        "•": "*", "◦": "o", "▒": "%", "♣": "&",
        "▓": "#", "░": "%", "≡": "=", "━": "=", "─": "-", "┃": "I", "│": "|", "▮": "#", "▯": ".", "…": "~", "→": ">", "↑": "^",
        **dict.fromkeys("┏┓┗┛┣┫┳┻╋┌┐└┘├┤┬┴┼", "+"),
        **{sign: str(digit) for digit, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")},
        **{sign: str(digit) for digit, sign in enumerate("①②③④⑤⑥⑦⑧⑨", 1)},
    }
)  # fmt: skip


class SubstitutingStream:
    """A stream that takes any text and writes the nearest signs that its encoding has.

    >>> from io import BytesIO, TextIOWrapper
    >>> bytes_written = BytesIO()
    >>> stream = SubstitutingStream(TextIOWrapper(bytes_written, encoding="ascii", write_through=True))
    >>> _ = stream.write("▸A▲ ▓₃▓ é")
    >>> bytes_written.getvalue()
    b'>AE #3# ?'
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        encoding = self._stream.encoding or "ascii"
        return self._stream.write(text.translate(SUBSTITUTES).encode(encoding, "replace").decode(encoding))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def printable(stream: TextIO) -> TextIO:
    """Return a stream itself if it can show every sign, else one that substitutes."""
    if "utf" in (stream.encoding or "").lower():
        return stream
    return SubstitutingStream(stream)  # type: ignore[return-value]
