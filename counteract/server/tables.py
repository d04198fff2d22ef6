"""A table: one game with everybody who is there. What they send is taken one after the other, and nobody is told of a
step before it is kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from counteract.core.language import speaking
from counteract.server import jobs, sitting, telling, wishes
from counteract.server import messages as m
from counteract.server.asking import OWN, takes_long, told
from counteract.server.bots import Transcripts
from counteract.server.clocks import clock_of
from counteract.server.offers import Offers
from counteract.server.rooms import NOT_YOURS, STAND_IN, Change, Denied, GameRoom, sender
from counteract.server.standins import StandIns
from counteract.server.store import AlreadyTaken, new_line, new_step

if TYPE_CHECKING:
    from counteract.server.hall import Hall
    from counteract.server.sockets import Link

MOST_HEARD = 500  # ids of offers and replies that are remembered
LONG_THOUGHT = 0.3  # seconds after which everybody is told that a program is at work

_log = logging.getLogger("counteract")

Work = Callable[[], Awaitable[None]]
Audience = tuple[str, tuple[int, ...]]  # a language, and the sides it is told to


class TableSession:
    """A room, who is there, and what is waiting to be done."""

    def __init__(self, hall: Hall, room: GameRoom, chat: Iterable[m.ChatLine]) -> None:
        self.hall = hall
        self.room = room
        self.chat = deque(chat, hall.settings.chat_lines)
        self.links: list[Link] = []
        self.clock = clock_of(room.kept.options, room.steps, room.game.sides)
        self.come = {step.side for step in room.steps}  # the sides that have been here
        self.offers = Offers(self)
        self.stand_ins = StandIns(self)
        self.seen = hall.now()
        self._views: dict[Audience, telling.View] = {}
        self._transcripts = Transcripts(room.kept, room.steps, as_played=room.is_remembered)
        self._inbox: asyncio.Queue[Work | None] = asyncio.Queue()
        self._flag: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._heard: OrderedDict[str, int] = OrderedDict()  # offers and replies, by their ids: not made twice
        self._busy = False
        self._running = asyncio.create_task(self._run(), name=f"table {room.id}")
        self.go_on()

    # --- one thing after the other

    def post(self, work: Work) -> None:
        """Have something done when its turn comes."""
        self._inbox.put_nowait(work)

    async def _run(self) -> None:
        while (work := await self._inbox.get()) is not None:
            self._busy = True
            try:
                await work()
            except Exception:
                _log.exception("at table %s", self.room.id)
            finally:
                self._busy = False

    async def close(self) -> None:
        """Finish what is waiting, and stop."""
        if self._thinking is not None:
            self._thinking.cancel()
        if self._flag is not None:
            self._flag.cancel()
        self.stand_ins.stop()
        self._inbox.put_nowait(None)
        await self._running

    @property
    def idle(self) -> bool:
        """Return True if nobody is there, nothing is under way and no clock runs."""
        waits = self._busy or self._thinking is not None or not self._inbox.empty()
        return not self.links and not waits and (self.clock is None or self.clock.running is None)

    @property
    def left(self) -> float:
        """Seconds since anybody was there."""
        return self.hall.now() - self.seen

    # --- coming and going

    def join(self, link: Link, have: int | None) -> None:
        """Somebody comes: a welcome, and all there is to know or what they missed."""
        self.links.append(link)
        if all(seat.token != link.seat.token for seat in self.room.seats):  # it was made since
            self.room.seats.append(link.seat)
        self.stand_ins.come(link)
        self.come.update(link.seat.sides)
        self.seen = self.hall.now()
        self._set_clock()
        with speaking(link.lang):
            link.send(self.welcome(link))
            missed = [msgspec.json.encode(step) for step in self._missed(link, have)]
            said = [msgspec.json.encode(m.Chat(*msgspec.structs.astuple(line))) for line in self.chat]
            if not missed or sum(map(len, missed + said)) > self.hall.settings.backlog // 2:
                self.show(link)
            else:
                for message in (*missed, *said):  # a page knows the lines that it has
                    link.send_bytes(message)
        self.offers.show(link)
        self.presence(but=link)
        self.go_on()

    def leave(self, link: Link) -> None:
        if link in self.links:
            self.links.remove(link)
            self.seen = self.hall.now()
            here = {self._audience(other) for other in self.links}
            self._views = {audience: view for audience, view in self._views.items() if audience in here}
            self.presence()
            self.stand_ins.look()

    def greet(self, link: Link) -> None:
        """Tell a link all from the beginning, as to somebody who has just come."""
        with speaking(link.lang):
            link.send(self.welcome(link))
        self.show(link)
        self.offers.show(link)

    def show(self, link: Link) -> None:
        """All there is to know now."""
        with speaking(link.lang):
            view = self._views[self._audience(link)] = self.room.game.view(telling.player_of(link.seat.sides))
            link.send(telling.snapshot(self.room, link.seat, view, list(self.chat), self._face()))

    def _missed(self, link: Link, have: int | None) -> list[m.StepMessage]:
        """The steps since a version; none if a snapshot is better."""
        room = self.room
        if have is None or not 0 <= have <= room.version or room.version - have > self.hall.settings.tail or have not in room.versions:
            return []
        if have == room.version or any(step.kind != "answer" for step in room.steps[have:]):
            return []
        seat = link.seat
        self._views[self._audience(link)] = room.game.view(telling.player_of(seat.sides))
        *before, last = telling.missed_steps(room, seat.sides, have)
        return [*before, telling.step(room, seat, last.changes, self._face())]

    def welcome(self, link: Link) -> m.Welcome:
        room, seat = self.room, link.seat
        you = m.You(list(seat.sides), seat.kind, seat.name)
        settings, fairness = telling.settings(room.kept, room.seats), telling.fairness(room)
        return m.Welcome(room.id, you, self.seats(), settings, fairness, room.kept.ruleset, room.version, telling.stood_in(room, seat))

    def seats(self) -> list[m.SeatFace]:
        """Return the players at the table, each with whether they are here."""
        here = {link.seat.token for link in self.links}
        return [telling.seat_face(seat, seat.token in here) for seat in self.room.seats if seat.sides or seat.token in here]

    def presence(self, but: Link | None = None) -> None:
        self.tell_all(m.Presence(self.seats()), but)

    def tell_all(self, message: Any, but: Link | None = None) -> None:
        data = msgspec.json.encode(message)
        for link in self.links:
            if link is not but:
                link.send_bytes(data)

    @staticmethod
    def _audience(link: Link) -> Audience:
        return link.lang, link.seat.sides

    # --- what is sent

    async def hear(self, link: Link, message: wishes.FromPage) -> None:
        """Do what somebody sent; what cannot be done is refused and changes nothing."""
        with speaking(link.lang):
            try:
                await self._obey(link, message)
            except Denied as denied:
                link.send(m.RefusedMessage(getattr(message, "id", ""), denied.name, denied.sentence, denied.rule))
            except AlreadyTaken:
                link.send(m.RefusedMessage(getattr(message, "id", ""), "stale", Denied("stale", "Somebody else was quicker.").sentence, ""))
                await self.catch_up()
            except Exception:
                self._sorry(link, getattr(message, "id", ""))

    def _sorry(self, link: Link, id: str) -> None:
        """Something went wrong that should not."""
        _log.exception("at table %s", self.room.id)
        with speaking(link.lang):
            sorry = Denied("trouble", "Something went wrong at the table; nothing has changed.")
            link.send(m.RefusedMessage(id, sorry.name, sorry.sentence, ""))

    async def _obey(self, link: Link, message: wishes.FromPage) -> None:
        room, seat = self.room, link.seat
        match message:
            case wishes.Ping():
                link.send(m.Pong())
            case wishes.Speak(lang):
                link.lang = lang
                self.greet(link)
            case wishes.Ask():
                self._tell(link, message)
            case wishes.Say(id, text):
                await self._chat(link, id, text)
            case wishes.Invite(id):
                link.send({"type": "told", "id": id, "about": "invite", "token": await sitting.invite(self, link)})
            case _:
                key = f"{sender(seat)}:{message.id}"
                if (known := self._known(key)) is not None:
                    link.send(m.Ack(message.id, known))
                    return
                match message:
                    case wishes.GiveAnswer(id, version, answer):
                        await self.take(room.answer(seat, version, key, answer), link, id)
                    case wishes.GiveUp(id, version, side):
                        await self.take(room.concede(seat, version, key, side), link, id)
                    case wishes.TakeBack(id, version):
                        change = room.undo(seat, version, key)
                        if asked := room.way_back(seat).asked:
                            self.offers.make(link, "undo", asked)
                            self._note(link, key, id)
                        else:
                            await self.take(change, link, id)
                    case wishes.Again(id):
                        await self.offers.rematch(link)
                        self._note(link, key, id)
                    case wishes.Reply(id, kind, accept):
                        await self.offers.reply(link, kind, accept, key)
                        self._note(link, key, id)
                    case wishes.Introduce(id, name):
                        await sitting.introduce(self, link, name)
                        self._note(link, key, id)
                    case wishes.ChooseTeam(id, team):
                        await sitting.choose_team(self, link, team)
                        self._note(link, key, id)

    def _known(self, key: str) -> int | None:
        known = self.room.sent(key)
        return self._heard.get(key) if known is None else known

    def _note(self, link: Link, key: str, id: str) -> None:
        self._heard[key] = self.room.version
        if len(self._heard) > MOST_HEARD:
            self._heard.popitem(last=False)
        link.send(m.Ack(id, self.room.version))

    def _tell(self, link: Link, ask: wishes.Ask) -> None:
        room = self.room
        if ask.version != room.version:
            raise Denied("stale", "The game is at version {now}; this was for version {version}.", now=room.version, version=ask.version)
        if ask.about in OWN and (room.game.decision is None or room.game.decision.player not in link.seat.sides):
            raise Denied("not-yours", NOT_YOURS)
        if takes_long(ask):
            link.turns.begin()
            self.hall.spawn(self._find_out(link, ask))
        else:
            link.send({"type": "told", "id": ask.id, "about": ask.about, **told(room.game, ask)})

    async def _find_out(self, link: Link, ask: wishes.Ask) -> None:
        """Tell what takes long to find out, while everything goes on."""
        try:
            link.send_bytes(await self.hall.helpers.call(jobs.ask, self._transcripts.now(), ask, link.lang))
        except Exception:
            self._sorry(link, ask.id)
        finally:
            link.turns.end()

    async def _chat(self, link: Link, id: str, text: str) -> None:
        most, seat = self.hall.settings.chat_length, link.seat
        text = "".join(c for c in text if c.isprintable() or c == "\n").strip()
        if not seat.sides:
            raise Denied("onlooker", "Onlookers only look on.")
        if not 0 < len(text) <= most or not id.isprintable():
            raise Denied("bad-message", "Say something, in at most {most} characters.", most=most)
        side = seat.sides[0] if len(seat.sides) == 1 else None
        key = f"{sender(seat)}:{id}"
        said, fresh = await self.hall.writer.do(new_line(self.room.id, seat.name, text, side, key))
        link.send(m.Ack(id, self.room.version))
        if fresh:
            line = m.ChatLine(said.number, said.name, said.side, said.text, said.at)
            self.chat.append(line)
            self.tell_all(m.Chat(*msgspec.structs.astuple(line)))

    # --- steps

    async def take(self, change: Change, link: Link | None = None, id: str = "") -> None:
        """Keep a step, then take it, then tell everybody."""
        room, before = self.room, self.room.game.decision
        if self.clock is not None:
            passed_on = change.step.kind == "answer" and change.game.decision is not None and change.game.decision.player != change.step.side
            left = self.clock.after(change.step.side if passed_on else None)
            change = change._replace(step=msgspec.structs.replace(change.step, clock=left))
        ended = msgspec.to_builtins(change.game.result) if change.game.over else None
        await self.hall.writer.do(new_step(room.id, change.step, over=change.game.over, result=ended))
        assert before is room.game.decision, "a table does one thing at a time"
        room.accept(change)
        self.seen = self.hall.now()
        if self.clock is not None and change.step.clock is not None:
            self.clock.set(change.step.clock)
        self._set_clock()
        if link is not None:
            link.send(m.Ack(id, room.version))
        self._tell_step()
        self.offers.end("undo", "lapsed")
        self.go_on()

    def _tell_step(self) -> None:
        """Tell everybody of the last step, each in their language and as much as they may know."""
        ready: dict[Audience, bytes] = {}
        for link in list(self.links):
            audience = self._audience(link)
            if audience not in ready:
                with speaking(link.lang):
                    view = self.room.game.view(telling.player_of(link.seat.sides))
                    different = telling.changes(self._views[audience], view)
                    self._views[audience] = view
                    ready[audience] = msgspec.json.encode(telling.step(self.room, link.seat, different, self._face()))
            link.send_bytes(ready[audience])

    async def catch_up(self) -> None:
        """Something else has been written of this game: take it from the store as it is there."""
        self.room = await self.hall.fetch(self.room.id)
        self._transcripts = Transcripts(self.room.kept, self.room.steps, as_played=self.room.is_remembered)
        self.clock = clock_of(self.room.kept.options, self.room.steps, self.room.game.sides)
        self._set_clock()
        self.stand_ins.remind()
        for link in self.links:
            self.greet(link)
        self.go_on()

    # --- programs

    def go_on(self) -> None:
        """Let a program think, if it is to decide and somebody is there to see; wait for whoever is away."""
        self.stand_ins.look()
        decision, program = self.room.game.decision, self.room.bot_to_move() or self.stand_ins.program()
        if decision is None or program is None or self._thinking is not None or not self.links or self.room.open:
            return
        self._thinking = asyncio.create_task(self._think(program, decision.player, self.room.version))

    async def _think(self, program: str, side: int, version: int) -> None:
        answer, begun = None, self.hall.now()
        telling_so = asyncio.get_running_loop().call_later(LONG_THOUGHT, self.tell_all, m.Thinking(side))
        try:
            answer = await self.hall.bots.answer(self._transcripts.now(), program)
        except Exception:
            _log.exception("%s at table %s", program, self.room.id)
        if all(seat.kind != "human" for seat in self.room.seats):
            await asyncio.sleep(self.hall.settings.watch_pace - (self.hall.now() - begun))
        telling_so.cancel()
        self.post(lambda: self._thought(program, side, version, answer))

    async def _thought(self, program: str, side: int, version: int, answer: Any) -> None:
        self._thinking = None
        room, decision = self.room, self.room.game.decision
        seat = next(seat for seat in room.seats if seat.kind != "onlooker" and side in seat.sides)
        stands_in = seat.kind == "human"
        if decision is None or room.version != version or (stands_in and self.stand_ins.program() is None):
            self.go_on()  # taken back, given up, out of time or come back meanwhile
            return
        body = msgspec.to_builtins(decision.default) if answer is None else answer
        message = f"{STAND_IN if stands_in else 'program:'}{version}"
        try:
            change = room.answer(seat, version, message, body)
        except Denied as denied:
            _log.error("%s at table %s: %s", program, room.id, denied.sentence)
            change = room.answer(seat, version, message, msgspec.to_builtins(decision.default))
        try:
            await self.take(change)
        except AlreadyTaken:
            await self.catch_up()

    # --- clocks

    def _face(self) -> m.ClockFace | None:
        return None if self.clock is None else self.clock.face()

    def _set_clock(self) -> None:
        """Let the clock run of whoever has to decide, once all who play have been here; programs need none."""
        if self.clock is None:
            return
        decision, room = self.room.game.decision, self.room
        gone = room.game.state.conceded
        here = all(side in self.come or side in gone or room.program_of(side) is not None for side in range(room.game.sides))
        runs = decision is not None and here and room.version > 0 and room.program_of(decision.player) is None
        self.clock.run(decision.player if runs and decision is not None else None)
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self.clock.running is not None:
            side, version = self.clock.running, room.version
            left = self.clock.shown()[side]
            self._flag = asyncio.get_running_loop().call_later(left, lambda: self.post(lambda: self._fall(side, version)))

    async def _fall(self, side: int, version: int) -> None:
        """The flag of a side falls, unless it has answered just in time."""
        room = self.room
        if room.game.over or room.version != version or self.clock is None or self.clock.shown()[side] > 0.01:
            return
        try:
            await self.take(room.flag(side))
        except AlreadyTaken:
            await self.catch_up()
