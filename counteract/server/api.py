"""The HTTP calls, as docs/protocol.md says them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from counteract import __version__
from counteract.core.language import LANGUAGES, page_catalogue, speaking
from counteract.core.rulebook import Rule, Rulebook, rulebooks, ruleset_of
from counteract.server import calls, jobs, lobby, odds, setups, sheets, sitting, telling
from counteract.server.bots import Transcript
from counteract.server.hall import Hall
from counteract.server.messages import LANG_PATTERN
from counteract.server.origins import is_at_home
from counteract.server.rooms import Denied
from counteract.server.schema import speaks
from counteract.server.store import StoredGame
from counteract.server.telling import Glimpse, glimpse_of

router = APIRouter(prefix="/api")

Language = Annotated[str, Query(pattern=LANG_PATTERN)]
Token = Annotated[str, Path(min_length=1, max_length=64)]
GameId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
ThingId = Annotated[str, Path(max_length=64)]
TOML = "application/toml"


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(_hall)]


def told(message: Any, *, seconds: int = 0) -> Response:
    """An answer; it may be kept for so many seconds."""
    kept = {"cache-control": f"public, max-age={seconds}" if seconds else "no-store"}
    return Response(message if isinstance(message, bytes) else msgspec.json.encode(message), media_type="application/json", headers=kept)


async def sent(request: Request, most: int) -> bytes:
    """The body of a call, as long as it is not too large and comes from one of our pages."""
    if not is_at_home(request.headers, request.app.state.hall.settings):
        raise Denied("not-allowed", "A page from elsewhere may not play here.")
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise Denied("too-large", "This is too large: at most {most} bytes are taken.", most=most)
    return bytes(data)


async def asked(request: Request, kind: type[Any]) -> Any:
    """The body of a call as what it should be."""
    data = await sent(request, request.app.state.hall.settings.body_size)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Denied("bad-question", "This cannot be understood: {problem}", problem=str(error)) from None


# --- what there is to play


@router.get("/rulesets", **speaks(gives=list[lobby.RulesetCard]))
async def rulesets(lang: Language = "en") -> Response:
    """All rulesets, with everything that can be chosen."""
    with speaking(lang):
        return told(lobby.rulesets())


@router.get("/teams/{team}", **speaks(gives=lobby.TeamCard))
async def team(team: ThingId, lang: Language = "en") -> Response:
    """A team with its cards."""
    with speaking(lang):
        return told(lobby.team(team))


@router.get("/killzones/{zone}", **speaks(gives=lobby.KillzoneCard))
async def killzone(
    zone: ThingId,
    ruleset: Annotated[str | None, Query(max_length=16)] = None,
    mission: Annotated[str | None, Query(max_length=64)] = None,
    lang: Language = "en",
) -> Response:
    """A killzone to be drawn."""
    with speaking(lang):
        return told(lobby.killzone(zone, ruleset, mission))


# --- games


@router.post("/games", status_code=201, **speaks(takes=calls.NewGame, gives=calls.Created, status=201))
async def new_game(request: Request, hall: InHall, lang: Language = "en") -> Response:
    """Set up a game."""
    wish: calls.NewGame = await asked(request, calls.NewGame)
    name = sitting.called(wish.name, hall.settings)
    posed = None if wish.position is None else await _posed(hall, wish.position, lang)
    with speaking(lang):
        battle = setups.set_up(wish, name, posed and (posed[1].ruleset, posed[0]))
    answer = told(await hall.set_up(*battle))
    answer.status_code = 201
    return answer


async def _posed(hall: Hall, text: str, lang: str) -> tuple[dict[str, Any], calls.PositionCard]:
    """The set-up of games that begin at a position, and what it is about."""
    try:
        found = await _helped(hall, jobs.read_posed, text, lang)
    except Denied as denied:
        if denied.name != "bad-question":
            raise
        raise Denied("bad-battle", "{problem}", problem=denied.sentence) from None
    return msgspec.json.decode(found, type=tuple[dict[str, Any], calls.PositionCard])


@router.post("/positions", **speaks(takes=calls.PositionText, gives=calls.PositionCard))
async def check_position(request: Request, hall: InHall, lang: Language = "en") -> Response:
    """Return the summary of a position, if games can begin at it."""
    wish: calls.PositionText = await asked(request, calls.PositionText)
    return told((await _posed(hall, wish.position, lang))[1])


@router.get("/seats/{token}", **speaks(gives=calls.SeatCard))
async def seat(token: Token, hall: InHall, lang: Language = "en") -> Response:
    """The game behind a link."""
    found = await hall.seat(token)
    table = hall.tables.get(found.game)
    kept = table.room.kept if table else await hall.kept(found.game)
    glimpse = await _glimpse(hall, kept, lang)
    here = {link.seat.token for link in table.links} if table else set()
    seats = [s for s in (table.room.seats if table else await hall.seats(kept.id)) if s.sides]
    with speaking(lang):
        settings = telling.settings(kept, seats)
    card = calls.SeatCard(
        kept.id,
        kept.ruleset,
        found.kind,
        list(found.sides),
        found.name,
        [calls.TeamScore(team["id"], *score) for team, score in zip(kept.setup["teams"], glimpse.teams, strict=True)],
        glimpse.heading,
        glimpse.turn,
        glimpse.turn in found.sides,
        glimpse.turn is None,
        glimpse.result,
        glimpse.version,
        table.room.steps[-1].at if table and table.room.steps else kept.touched,
        [telling.seat_face(seat, seat.token in here) for seat in seats],
        settings,
    )
    return told(card)


async def _glimpse(hall: Hall, kept: StoredGame, lang: str) -> Glimpse:
    """Return how a game stands: from its table, from memory, or worked out in another process."""
    table = hall.tables.get(kept.id)
    if table is not None:
        with speaking(lang):
            return glimpse_of(table.room.game, table.room.version)
    known = hall.glimpses.get(kept.id, kept.touched)
    if known is None:
        known = msgspec.json.decode(await _helped(hall, jobs.glimpses, await hall.transcript(kept)), type=dict[str, Glimpse])
        hall.glimpses.keep(kept.id, kept.touched, known)
    return known[lang]


async def _finished(hall: Hall, game: str) -> Transcript:
    """A game that is over."""
    kept = await hall.kept(game)
    if not kept.over:
        raise Denied("not-over", "The record can be had once the battle is over: it holds the secret behind the dice.")
    return await hall.transcript(kept)


async def _helped(hall: Hall, job: Any, *args: Any) -> bytes:
    """Return the result of a job in another process, if it is done in time."""
    try:
        return await hall.helpers.call(job, *args, seconds=hall.settings.helping)
    except jobs.Failed as failed:
        raise Denied("bad-question", "{problem}", problem=failed.sentence, where=failed.where) from None
    except TimeoutError:
        raise Denied("busy", "This takes too long; try again with less, or later.") from None


@router.get("/games/{game}/record", **speaks(gives=dict[str, Any]))
async def record(game: GameId, hall: InHall, lang: Language = "en") -> Response:
    """The record as a file."""
    return _file(await _helped(hall, jobs.record_kept, await _finished(hall, game)), f"{game}.json", "application/json")


@router.get("/games/{game}/position", **speaks(gives=str, media=TOML))
async def position(game: GameId, hall: InHall, seat: Annotated[str | None, Query(max_length=64)] = None, lang: Language = "en") -> Response:
    """Return a game's present state as the file of a position: for those at the table, and for everybody once it is over."""
    kept = await hall.kept(game)
    if not kept.over and (seat is None or (await hall.seat(seat)).game != game):
        raise Denied("not-allowed", "Where a battle stands is told to those at the table, until it is over.")
    return _file(await _helped(hall, jobs.position_text, await hall.transcript(kept), lang), f"{game}.toml", TOML)


@router.get("/replays/{game}/position", **speaks(gives=str, media=TOML))
async def past_position(game: GameId, hall: InHall, version: Annotated[int, Query(ge=0, le=10**6)], lang: Language = "en") -> Response:
    """Return the state of a finished game at a version, as the file of a position."""
    return _file(await _helped(hall, jobs.position_text, await _finished(hall, game), lang, version), f"{game}-{version}.toml", TOML)


@router.post("/replays/position", **speaks(takes=dict[str, Any], gives=str, media=TOML))
async def sent_position(request: Request, hall: InHall, version: Annotated[int, Query(ge=0, le=10**6)], lang: Language = "en") -> Response:
    """Return the state at a version of a game whose record is sent, as the file of a position."""
    data = await sent(request, hall.settings.upload_size)
    return _file(await _helped(hall, jobs.position_sent, data, lang, version), f"position-{version}.toml", TOML)


def _file(data: bytes, name: str, media: str) -> Response:
    """Something to be kept as a file."""
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="counteract-{name}"'}
    return Response(data, media_type=media, headers=headers)


@router.get("/replays/{game}", **speaks(gives=calls.Replay))
async def replay(game: GameId, hall: InHall, lang: Language = "en") -> Response:
    """A finished game to be looked through."""
    return told(await _helped(hall, jobs.replay_kept, await _finished(hall, game), lang))


@router.get("/replays/{game}/rolls", **speaks(gives=calls.Rolls))
async def rolls(game: GameId, hall: InHall, lang: Language = "en") -> Response:
    """Every roll of a finished game."""
    return told(await _helped(hall, jobs.rolls, await _finished(hall, game)))


@router.post("/replays", **speaks(takes=dict[str, Any], gives=calls.Replay))
async def replay_sent(request: Request, hall: InHall, lang: Language = "en") -> Response:
    """A record that is sent, to be looked through once it is verified."""
    data = await sent(request, hall.settings.upload_size)
    return told(await _helped(hall, jobs.replay_sent, data, lang))


# --- rules and odds


@router.get("/rules", **speaks(gives=list[calls.RuleText]))
async def rules(
    ruleset: Annotated[str | None, Query(max_length=16)] = None,
    search: Annotated[str | None, Query(max_length=200)] = None,
    lang: Language = "en",
) -> Response:
    """The rules of a ruleset, or those with all of some words."""
    try:
        books = [Rulebook.load(name) for name in (rulebooks() if ruleset is None else [ruleset])]
        found = [rule for book in books for rule in (book.search(search, lang) if search and search.strip() else book.rules)]
    except (LookupError, ValueError) as error:
        raise Denied("not-found", "{problem}.", problem=str(error)) from None
    return told([_rule(rule, lang) for rule in found])


@router.get("/rules/{rule}", **speaks(gives=calls.RuleText))
async def rule(rule: Annotated[str, Path(max_length=40)], lang: Language = "en") -> Response:
    """One rule."""
    try:
        return told(_rule(Rulebook.load(ruleset_of(rule)).get(rule), lang))
    except LookupError as error:
        raise Denied("not-found", "{problem}.", problem=str(error)) from None


def _rule(rule: Rule, lang: str) -> calls.RuleText:
    heading = Rulebook.load(rule.ruleset).heading(rule.section, lang)
    return calls.RuleText(rule.id, rule.ruleset, rule.section, heading, list(rule.tags), list(rule.see), rule.title(lang), rule.text(lang))


@router.get("/odds/{ruleset}", **speaks(gives=sheets.OddsSheet))
async def odds_sheet(ruleset: ThingId, lang: Language = "en") -> Response:
    """The weapons, targets, terms and rules that questions for the odds of a ruleset may name."""
    with speaking(lang):
        return told(sheets.sheet(ruleset), seconds=60)


async def _odds(request: Request, hall: Hall, kind: str, form: type[Any], lang: str) -> Response:
    wish = calls.said(await asked(request, form))
    return told(await _helped(hall, odds.odds, kind, wish, lang))


@router.post("/odds/shoot", **speaks(takes=calls.ShootQuery, gives=dict[str, Any]))
async def odds_shoot(request: Request, hall: InHall, lang: Language = "en") -> Response:
    """The odds of shooting."""
    return await _odds(request, hall, "shoot", calls.ShootQuery, lang)


@router.post("/odds/fight", **speaks(takes=calls.FightQuery, gives=dict[str, Any]))
async def odds_fight(request: Request, hall: InHall, lang: Language = "en") -> Response:
    """The odds of a fight."""
    return await _odds(request, hall, "fight", calls.FightQuery, lang)


@router.post("/odds/table", **speaks(takes=calls.TableQuery, gives=dict[str, Any]))
async def odds_table(request: Request, hall: InHall, lang: Language = "en") -> Response:
    """Every weapon against every target."""
    return await _odds(request, hall, "table", calls.TableQuery, lang)


# --- the rest


@router.get("/messages/{language}", **speaks(gives=dict[str, str]))
async def messages(language: Annotated[str, Path(max_length=8)]) -> Response:
    """The page's words in a language, by their English."""
    if language not in LANGUAGES:
        raise Denied("not-found", "There is no such language.")
    return told(dict(page_catalogue(language)), seconds=60)


@router.get("/health", **speaks(gives=calls.Health))
async def health(hall: InHall) -> Response:
    """The health of the server."""
    return told(calls.Health(True, __version__, len(hall.tables)))
