"""Yardsticks: what an earlier version of the code answered, kept, and compared with what the code answers now.

    python tools/yardsticks.py compare           compare, and print what differs
    python tools/yardsticks.py take [NAME ...]   write yardsticks anew, from the code as it is

They are in `tests/yardsticks` (and, as files of records, in `tests/records`), packed with xz:

    records   30 records of whole battles, as files of the format of their day
    games     50 seeded battles: set-up, answers, dice and result, compared by giving the answers again
    novice    what the novice answers to 500 decisions of those battles in each ruleset, compared with them
    odds      2,000 questions to the odds with their answers, compared to 1e-12
    commands  what every command prints for --help, and for one call

Where a changed rule changes an answer, `tests/yardsticks/differences.toml` names the rule.
"""

from __future__ import annotations

import io
import json
import lzma
import math
import os
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import msgspec

from counteract import odds
from counteract.cli import run
from counteract.core.decision import Answer, Refusal, read_answer
from counteract.core.dice import DiceExhausted
from counteract.core.record import RecordError, encode, parse, record
from counteract.game import Game, begin, replay
from counteract.players import make_player

TESTS = Path(__file__).parent.parent / "tests"
FOLDER = TESTS / "yardsticks"
RECORDS = TESTS / "records"

CLOSE = 1e-12
DECISIONS = 500
QUESTIONS = 2000

#: The battles: ruleset, teams, killzone, mission, options.
BATTLES: dict[str, list[tuple[tuple[str, str], str, str | None, dict[str, Any]]]] = {
    "kt24": [
        (("ashen-wardens", "hollow-choir"), "foundry", "default", {}),
        (("dusk-runners", "sump-brewers"), "undercroft", "two-beacons", {"guard": True}),
        (("sump-brewers", "ashen-wardens"), "hollow-quarter", None, {"printing": "2024"}),
        (("hollow-choir", "dusk-runners"), "proving-ground", "default", {"charge_lock": "enemies"}),
        (("ashen-wardens", "sump-brewers"), "salt-flats", "default", {"guard": True, "allow_draw": True}),
    ],
    "kt21": [
        (("thorn-wardens", "tide-callers"), "salt-flats", "default", {}),
        (("quarry-guild", "moth-parade"), "hollow-quarter", "two-larders", {}),
        (("moth-parade", "tide-callers"), "undercroft", None, {}),
        (("quarry-guild", "thorn-wardens"), "foundry", "two-larders", {}),
        (("tide-callers", "quarry-guild"), "salt-flats", "default", {}),
    ],
    "kt18": [
        (("barrow-company", "lantern-circle"), "proving-ground", "default", {}),
        (("kite-riders", "fen-fusiliers"), "drowned-yard", "last-light", {"specialists": True}),
        (("lantern-circle", "kite-riders"), "foundry", "default", {}),
        (("fen-fusiliers", "barrow-company"), "hollow-quarter", None, {}),
        (("barrow-company", "kite-riders"), "drowned-yard", "default", {"specialists": True}),
    ],
}
PLAYERS = [("greedy", "greedy"), ("random", "greedy"), ("greedy", "random"), ("random", "random")]

Difference = tuple[str, str]  # what differs, and how


# --- files


def load(name: str) -> Any:
    return json.loads(lzma.decompress((FOLDER / f"{name}.json.xz").read_bytes()))


def _keep(name: str, content: Any) -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json.xz").write_bytes(lzma.compress(json.dumps(content, ensure_ascii=False).encode(), preset=9))


def explained() -> dict[str, str]:
    """The differences there should be: what differs, and the rule behind it."""
    text = (FOLDER / "differences.toml").read_text(encoding="utf-8")
    return {what: entry["rule"] for entry in tomllib.loads(text).get("difference", []) for what in entry["what"]}


def stored_records() -> dict[str, bytes]:
    return {path.name.removesuffix(".json.xz"): lzma.decompress(path.read_bytes()) for path in sorted(RECORDS.glob("*.json.xz"))}


# --- battles


def _battle(ruleset: str, number: int) -> Game:
    """Battle ``number`` of a ruleset, played to its end."""
    teams, killzone, mission, options = BATTLES[ruleset][number % len(BATTLES[ruleset])]
    game = Game.new(ruleset, teams=teams, killzone=killzone, mission=mission, seed=1000 + number, **options)
    seats = [make_player(name, 7 * number + k) for k, name in enumerate(PLAYERS[(number + number // 5) % len(PLAYERS)])]
    while (decision := game.decision) is not None:
        game.play(seats[decision.player].choose(game))
    return game


def take_records() -> None:
    RECORDS.mkdir(exist_ok=True)
    for ruleset in BATTLES:
        for number in range(10):
            data = encode(record(_battle(ruleset, number)))
            (RECORDS / f"{ruleset}-{number}.json.xz").write_bytes(lzma.compress(data, preset=9))


def compare_records() -> Iterator[Difference]:
    """Records are read and replayed to their end."""
    for name, data in stored_records().items():
        try:
            replay(parse(data, name), name)
        except RecordError as error:
            yield f"record {name}", error.problem if error.step is None else f"step {error.step}: {error.problem}"


def take_games() -> None:
    numbers = {"kt24": range(100, 117), "kt21": range(100, 117), "kt18": range(100, 116)}
    games = []
    for ruleset, chosen in numbers.items():
        for number in chosen:
            kept = record(_battle(ruleset, number))
            steps = [(msgspec.to_builtins(step.answer), step.dice) for step in kept.steps]
            name = f"{ruleset}-{number}"
            games.append({"name": name, "ruleset": ruleset, "setup": kept.setup, "dice": kept.dice, "steps": steps, "result": kept.result})
    _keep("games", games)


def _again(kept: dict[str, Any]) -> Iterator[tuple[int, Game]]:
    """A kept battle after each of its answers; what differs is raised as a `RecordError`."""
    game = begin(kept["ruleset"], kept["setup"], kept["dice"])
    for step, (answer, dice) in enumerate(kept["steps"]):
        if step:
            try:
                game.play(read_answer(answer))
            except (Refusal, DiceExhausted) as refused:
                raise RecordError(kept["name"], str(refused), step) from None
        if [list(rolled) for rolled in game.moments[-1].dice] != dice:
            raise RecordError(kept["name"], f"the dice are {game.moments[-1].dice}, not {dice}", step)
        yield step, game
    assert game.result is not None
    result = {"winner": game.result.winner, **json.loads(msgspec.json.encode(game.result))}
    differing = {key: value for key, value in kept["result"].items() if result.get(key) != value}
    if differing:
        raise RecordError(kept["name"], f"the result is {result}, not {kept['result']}", len(kept["steps"]))


def take_novice() -> None:
    """Decisions of every kind: the rarest kinds all, the others evenly."""
    kept = []
    for ruleset in BATTLES:
        games = [game for game in load("games") if game["ruleset"] == ruleset]
        found: dict[str, list[tuple[str, int]]] = {}
        for game in games:
            for step, now in _again(game):
                if now.decision is not None and len(now.decision.options) > 1:
                    found.setdefault(now.decision.what, []).append((game["name"], step))
        chosen: set[tuple[str, int]] = set()
        rng = random.Random(ruleset)
        pools = {what: rng.sample(places, len(places)) for what, places in sorted(found.items())}
        while len(chosen) < DECISIONS:
            for places in pools.values():
                if places and len(chosen) < DECISIONS:
                    chosen.add(places.pop())
        for game in games:
            for step, now in _again(game):
                if (game["name"], step) in chosen:
                    kept.append({"game": game["name"], "step": step, "what": now.decision.what, "answer": msgspec.to_builtins(now.advice())})  # type: ignore[union-attr]
    _keep("novice", kept)


def compare_games() -> Iterator[Difference]:
    """Give the answers again, and ask the novice on the way; what cannot be asked any more is a difference too."""
    asked: dict[str, dict[int, dict[str, Any]]] = {}
    for entry in load("novice"):
        asked.setdefault(entry["game"], {})[entry["step"]] = entry
    novice = make_player("greedy", 0)
    for kept in load("games"):
        questions = asked.get(kept["name"], {})
        try:
            for step, game in _again(kept):
                entry = questions.pop(step, None)
                if entry is not None and (answer := _plain(novice.choose(game))) != entry["answer"]:
                    yield f"novice {kept['name']} {step}", f"{entry['what']}: {answer}, not {entry['answer']}"
        except RecordError as error:
            yield f"game {kept['name']}", f"step {error.step}: {error.problem}"
            for step in sorted(questions):
                yield f"novice {kept['name']} {step}", f"cannot be asked: the battle differs at step {error.step}"


def _plain(answer: Answer) -> Any:
    return json.loads(msgspec.json.encode(answer))


# --- odds

_RULES = {
    "kt24": [
        "Accurate 1", "Accurate 2", "Balanced", "Brutal", "Ceaseless", "Devastating 2", '1" Devastating 1', "Heavy", "Hot", "Lethal 5+", "Lethal 4+",
        "Limited 1", "Piercing 1", "Piercing 2", "Piercing Crits 1", "Punishing", "Relentless", "Rending", "Saturate", "Seek Light", "Severe",
        "Shock", "Stun",
    ],
    "kt21": [
        "AP1", "AP2", "Balanced", "Barrage", "Brutal", "Ceaseless", "Hot", "Indirect", "Invulnerable", "Lethal 5+", "Lethal 4+", "Limited", "MW1",
        "MW3", "No Cover", "P1", "P2", "Reap 1", "Relentless", "Rending", "Silent", "Splash 1", "Stun", "Unwieldy", "Fusillade",
    ],
}  # fmt: skip


def _sometimes(rng: random.Random, chance: float, **terms: Any) -> dict[str, Any]:
    return {name: value for name, value in terms.items() if rng.random() < chance}


def _pool_weapon(rng: random.Random, ruleset: str, most: int) -> str:
    normal = rng.randint(1, 5)
    rules = rng.sample(_RULES[ruleset], rng.randint(0, 3))
    return f"{rng.randint(2, most)} {rng.randint(2, 6)}+ {normal}/{normal + rng.randint(0, 3)}" + ("; " + ", ".join(rules) if rules else "")


def _pool_question(rng: random.Random, ruleset: str) -> dict[str, Any]:
    if rng.random() < 0.6:
        target = f"save {rng.randint(2, 6)}+, wounds {rng.randint(5, 16)}"
        objective = rng.choice(["incapacitate", "capped"])
        terms = _sometimes(rng, 0.35, cover=True, shooter_injured=True, rerolls=1, defender_rerolls=1, objective=objective)
        terms |= _sometimes(rng, 0.2, obscured=True) if ruleset == "kt24" else _sometimes(rng, 0.2, roof=True)
        return {"call": "shoot", "ruleset": ruleset, "weapon": _pool_weapon(rng, ruleset, 6), "target": target, **terms}
    return {
        "call": "fight", "ruleset": ruleset, "attacker": _pool_weapon(rng, ruleset, 5), "attacker_wounds": rng.randint(5, 16),
        "defender": _pool_weapon(rng, ruleset, 5), "defender_wounds": rng.randint(5, 16),
        **_sometimes(rng, 0.25, objective=rng.choice(["survive", "remove"]), rerolls=1),
    }  # fmt: skip


def _chain_question(rng: random.Random, ruleset: str) -> dict[str, Any]:
    strength, toughness = rng.randint(3, 8), rng.randint(3, 7)
    damage = rng.choice(["1", "1", "2", "3", "D3"])
    target = f"T{toughness} save {rng.randint(2, 6)}+ wounds {rng.randint(1, 4)}"
    if ruleset == "kt40":
        target = f"models {rng.randint(1, 6)} {target} Ld {rng.randint(6, 9)}"
    if rng.random() < 0.7:
        kind = rng.choice(["Assault 2", "Heavy 1", "Rapid Fire 1", "Pistol 1", "Heavy D3", "Grenade D3" if ruleset == "kt18" else "Assault 3"])
        weapon = f'{kind} 24" S{strength} AP-{rng.randint(0, 3)} D{damage} BS{rng.randint(2, 5)}+'
        terms = _sometimes(rng, 0.3, cover=True, half_range=True, moved=True, rerolls=1, modifier=rng.choice([-1, 1]))
        terms |= {"models": rng.randint(1, 5)} if ruleset == "kt40" else _sometimes(rng, 0.3, long_range=True, flesh=1)
        return {"call": "shoot", "ruleset": ruleset, "weapon": weapon, "target": target, **terms}
    sides = [f"A{rng.randint(1, 4)} WS{rng.randint(2, 5)}+ S{rng.randint(3, 6)} AP-{rng.randint(0, 2)} D{damage} | {target}" for _ in range(2)]
    return {"call": "fight", "ruleset": ruleset, "attacker": sides[0], "defender": sides[1], **_sometimes(rng, 0.2, rerolls=1)}


#: What questions meant that do not name a term which came later.
_MEANT = {"kt24": {"limits": "book"}}


def _answers(question: dict[str, Any]) -> Any:
    """All numbers of an answer of the odds; None if the question is refused."""
    terms = {**_MEANT.get(question["ruleset"], {}), **{name: value for name, value in question.items() if name != "call"}}
    try:
        found = getattr(odds, question["call"])(**terms).as_dict()
    except ValueError:
        return None
    return {name: value for name, value in found.items() if name not in ("advice", "at_least", "not_computed")}


def take_odds() -> None:
    rng, kept = random.Random("odds"), []
    counts = {"kt24": 700, "kt21": 600, "kt18": 400, "kt40": 300}
    assert sum(counts.values()) == QUESTIONS
    for ruleset, count in counts.items():
        asked = 0
        while asked < count:
            question = _pool_question(rng, ruleset) if ruleset in _RULES else _chain_question(rng, ruleset)
            if (answer := _answers(question)) is not None:
                kept.append({"question": question, "answer": answer})
                asked += 1
    _keep("odds", kept)


def _apart(old: Any, new: Any) -> bool:
    """Return True if two answers differ by more than the last digits."""
    if isinstance(old, dict):
        return not isinstance(new, dict) or any(_apart(value, new.get(name, 0.0)) for name, value in old.items())
    if isinstance(old, list):
        return not isinstance(new, list) or len(old) != len(new) or any(map(_apart, old, new))
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return abs(old - new) > CLOSE
    return bool(old != new)


def compare_odds() -> Iterator[Difference]:
    for number, entry in enumerate(load("odds")):
        answer = json.loads(json.dumps(_answers(entry["question"])))
        if _apart(entry["answer"], answer):
            yield f"odds {number}", f"{entry['question']}: {answer}, not {entry['answer']}"


# --- commands

_COMMANDS = ["", "play", "serve", "simulate", "rules", "teams", "replay", "bench", "odds", "odds shoot", "odds fight", "odds table"]
_RECORD = "RECORD"  # stands for the file of a record
CALLS: list[list[str]] = [
    *([*command.split(), "--help"] for command in _COMMANDS),
    ["--version"],
    ["simulate", "--teams", "ashen-wardens", "hollow-choir", "--players", "greedy", "random", "--games", "2", "--seed", "1", "--json"],
    ["simulate", "--ruleset", "kt21", "--teams", "thorn-wardens", "tide-callers", "--games", "2", "--seed", "1", "--json"],
    ["simulate", "--ruleset", "kt18", "--teams", "fen-fusiliers", "kite-riders", "--games", "2", "--seed", "1"],
    ["rules"],
    ["rules", "KT24-SHOOT-04", "--lang", "fr"],
    ["rules", "--search", "cover", "save", "--json"],
    ["teams"],
    ["teams", "--json"],
    ["teams", "hollow-choir", "--lang", "zh"],
    ["replay", _RECORD, "--json"],
    ["replay", _RECORD, "--verify"],
    ["replay", "no-such-file.json"],
    ["odds", "shoot", "--weapon", "5 3+ 3/4; Piercing 1, Balanced", "--target", "save 3+, wounds 12", "--json"],
    ["odds", "fight", "--attacker", "4 3+ 4/5; Brutal", "--attacker-wounds", "13", "--defender", "3 4+ 3/4", "--defender-wounds", "8"],
    ["odds", "table", "--team", "ashen-wardens", "--against", "hollow-choir", "--csv"],
    ["bench", "no-such-benchmark"],
    ["play", "--terminal", "--port", "1"],
    ["serve", "--port", "-1"],
]


def _called(words: Sequence[str]) -> dict[str, Any]:
    """The exit code of a command and all it printed."""
    import tempfile

    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "battle.json"
        file.write_bytes(stored_records()["kt24-0"])
        with redirect_stdout(out), redirect_stderr(err):
            code = run([str(file) if word == _RECORD else word for word in words])
    printed = [stream.getvalue().replace(folder, "FOLDER").replace(str(TESTS.parent), "CHECKOUT") for stream in (out, err)]
    return {"call": list(words), "code": code, "out": printed[0], "err": printed[1]}


def _all_called(calls: list[list[str]]) -> list[dict[str, Any]]:
    """Return what commands print in a process of their own, where nobody has set the width of the terminal before."""
    env = {**os.environ, "COLUMNS": "100", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, __file__, "call"], input=json.dumps(calls), env=env, check=True, capture_output=True, text=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def take_commands() -> None:
    _keep("commands", _all_called(CALLS))


_NUMBER = re.compile(r"(\d+\.\d+)")


def _alike(one: str, other: str) -> bool:
    """Return True if two texts are the same but for the last digits of fractions, which depend on the processor."""
    ours, theirs = _NUMBER.split(one), _NUMBER.split(other)
    return ours[::2] == theirs[::2] and all(math.isclose(float(a), float(b), rel_tol=1e-12) for a, b in zip(ours[1::2], theirs[1::2], strict=True))


def compare_commands() -> Iterator[Difference]:
    import difflib

    known = load("commands")
    for kept, now in zip(known, _all_called([kept["call"] for kept in known]), strict=True):
        for stream in ("out", "err"):
            if not _alike(now[stream], kept[stream]):
                changed = [line for line in difflib.ndiff(kept[stream].splitlines(), now[stream].splitlines()) if line[0] in "+-"]
                yield f"command {' '.join(kept['call'])}", " | ".join(line[:300] for line in changed[:6])
                break
        if now["code"] != kept["code"]:
            yield f"command {' '.join(kept['call'])}", f"exit code {now['code']}, not {kept['code']}"


# --- all of them

TAKE: dict[str, Callable[[], None]] = {
    "records": take_records,
    "games": take_games,
    "novice": take_novice,
    "odds": take_odds,
    "commands": take_commands,
}
COMPARE: dict[str, Callable[[], Iterator[Difference]]] = {
    "records": compare_records,
    "games": compare_games,
    "odds": compare_odds,
    "commands": compare_commands,
}


def main(words: Sequence[str]) -> int:
    """Take or compare the yardsticks; exit 1 if something differs that no rule explains."""
    if words == ["call"]:
        print(json.dumps([_called(call) for call in json.load(sys.stdin)]))
        return 0
    if not words or words[0] not in ("take", "compare") or not {*words[1:]} <= {*(TAKE if words[0] == "take" else COMPARE)}:
        print(__doc__)
        return 2
    if words[0] == "take":
        for name in words[1:] or TAKE:
            TAKE[name]()
        return 0
    known, unexplained = explained(), 0
    for name in words[1:] or COMPARE:
        differences = list(COMPARE[name]())
        print(f"{name}: {len(differences)} differ")
        for what, how in differences:
            unexplained += what not in known
            print(f"  {what} [{known.get(what, 'NOT EXPLAINED')}]: {how[:400]}")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
