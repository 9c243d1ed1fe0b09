"""A table from the deal to settlement: the only class that a backend needs besides `Client`."""

import contextlib
import re
import secrets
import time

from . import cards
from .client import Error
from .hand import CHAIRS, Event, Hand
from .state import Bot, Move, Reading, State
from .v1 import decision_pb2, game_pb2, rooms_pb2

EVENTS_MAX = 256
REPAIRS_MAX = 2
REPLY_MARGIN_S = 0.02
SIDES = {game_pb2.SIDE_LANDLORD: "landlord", game_pb2.SIDE_PEASANTS: "peasants"}
CALLS = ("PASS", "SCORE_1", "SCORE_2", "SCORE_3")


class Table:
    """One table. `bots` says who sits where: {2: "casual"} or {2: Bot("casual", seed=11)}; chairs are 0, 1 and 2.

    `time` is how many seconds a turn may take. With `last_resort` a turn that no server answers is decided here: by a pass, or the
    lowest single. Not to be used by two threads at a time, and only one Table may own a room."""

    def __init__(self, client, name, ruleset="classic", bots=None, players=None, codec=None, strict=False, time=3.0,
                 last_resort=False):
        self.client, self.name, self.ruleset, self.codec = client, name, ruleset, codec
        self.strict, self.time, self.last_resort = strict, time, last_resort
        self.bots = {chair: bot if isinstance(bot, Bot) else Bot(bot) for chair, bot in (bots or {}).items()}
        self.players = dict(players or {})
        self.state = State()
        # How often the helper had to help: calls sent again, rooms opened again, turns without a room, turns without a server, events
        # that the server refused when it was there again.
        self.counts = {"retried": 0, "reopened": 0, "stateless": 0, "local": 0, "dropped": 0}
        cards.codec_number(codec)
        self._hand = None
        self._number = 0  # of the hand
        self._sequence = 0  # of the last event that the room has
        self._version = 0  # of the room as it answered last
        self._unsent = []  # events that the room lacks, each with the number of its hand
        self._is_open = False
        self._was_open = False
        self._opening = None  # a request that may have reached the server
        self._pending = None  # a move that is not recorded

    # What the backend says. Each answers the move of the bot that is to act, or None.

    def deal(self, first=0, hands=None, landlord=None, bottom=None):
        """A hand begins. `hands` has the cards of each bot and no others. Without an auction, `landlord` and `bottom` say who plays
        alone; the landlord's hand holds the bottom then."""
        hands = {chair: self._read(held) for chair, held in (hands or {}).items()}
        if set(hands) != set(self.bots):
            raise ValueError(f"hands are those of chairs {sorted(hands)}, bots sit on {sorted(self.bots)}")
        with self._undone_if_refused():
            self._keep_pending()
            self._hand = Hand(self.ruleset, self.codec, first, hands, landlord, self._read(bottom) if bottom else None)
            self._number += 1
            return self._tell({"dealt": self._hand.dealt()})

    def called(self, chair, call):
        """A word in the auction: 0 to 3 points, or "PASS", "CALL", "ROB", "TAKE"."""
        word = CALLS[call] if isinstance(call, int) else call
        return self._happened(Event("called", chair, game_pb2.Call.Value(f"CALL_{word}")))

    def wild_shown(self, rank):
        """A wild rank is shown, as a letter: the first one before the auction, a second one after the bottom."""
        return self._happened(Event("wild", None, rank))

    def passed_on(self, chair, cards):
        """A chair passes three cards on, before the first call; the chairs do so in the order of speaking. Cards that no bot gives or gets
        are kept from the server."""
        return self._happened(Event("passed_on", chair, self._read(cards)))

    def landlord(self, chair, bottom):
        """The auction is over, and the bottom cards are shown."""
        return self._happened(Event("landlord", chair, self._read(bottom)))

    def raised(self, chair, doubling):
        """A doubling: "NONE", "DOUBLE" or "SUPER"."""
        return self._happened(Event("raised", chair, game_pb2.Doubling.Value(f"DOUBLING_{doubling}")))

    def shown(self, chair, hand=None):
        """The landlord shows this hand, or none."""
        return self._happened(Event("shown", chair, self._read(hand) if hand else []))

    def played(self, chair, cards, reading=None):
        """Cards are played; none is a pass. `reading` is (kind, key, length) or Reading(stands_for="444+7") where the cards alone could
        be several combos."""
        return self._happened(Event("played", chair, self._read(cards) if cards else [], reading))

    def take_over(self, chair, bot, hand=None):
        """A bot sits down. In the middle of a hand it has to be told its cards."""
        held = self._read(hand) if hand else None
        if self._hand and not held:
            raise ValueError("a bot that sits down in the middle of a hand needs its cards")
        # A move that waits is not an event yet: the answer has it again, or another one.
        with self._undone_if_refused():
            if self._hand:
                self._hand.sit(chair, held)
            self.bots[chair] = bot if isinstance(bot, Bot) else Bot(bot)
            self.players.pop(chair, None)
            told = cards.message(held, self.codec) if held else None
            gifts = self._hand.gifts() if self._hand else {}
            gave, got = gifts.get(chair), gifts.get((chair - self._hand.direction()) % 3) if gifts else None
            return self._tell({"seat_changed": rooms_pb2.SeatChanged(
                bot=self._seat(chair), hand=told, gave=cards.message(gave, self.codec) if gave else None,
                got=cards.message(got, self.codec) if got else None)})

    def hand_back(self, chair, player_id=""):
        """A person sits down in a bot's place."""
        with self._undone_if_refused():
            self.bots.pop(chair, None)
            self.players[chair] = player_id
            if self._hand:
                self._hand.bots.pop(chair, None)
            player = rooms_pb2.PlayerSeat(chair=CHAIRS[chair], player_id=player_id)
            return self._tell({"seat_changed": rooms_pb2.SeatChanged(player=player)})

    def ask(self, chair):
        """What the bot on this chair does: to ask again after a turn without an answer."""
        self._pending = None
        return self._turn(chair)

    def redealt(self):
        """The hand was broken off, or no player wanted to be landlord."""
        self._end({"redealt": rooms_pb2.Redealt()})

    def settled(self, winner, amounts=(), remaining=None):
        """The hand is paid: `winner` is "landlord", "peasants" or None, `amounts` what each chair gets, `remaining` what was shown."""
        side = next((side for side, name in SIDES.items() if name == winner), game_pb2.SIDE_UNSPECIFIED)
        shown = [
            rooms_pb2.ChairCards(chair=CHAIRS[chair], cards=cards.message(self._read(left), self.codec))
            for chair, left in sorted((remaining or {}).items())
        ]
        self._end({"settled": rooms_pb2.Settled(winner=side, amounts=amounts, remaining=shown)})

    def close(self):
        """The table is over. A server that does not answer forgets the room by itself."""
        try:
            self.client.call("CloseRoom", rooms_pb2.CloseRoomRequest(room_id=self.name), self.time)
        except Error:
            pass
        self._is_open, self._was_open = False, False

    # How it is told

    def _read(self, said):
        return cards.read(said, self.codec)

    def _seat(self, chair):
        bot = self.bots[chair]
        return rooms_pb2.BotSeat(chair=CHAIRS[chair], persona=bot.persona, seed=bot.seed, strength=bot.strength,
                                 disclosed=bot.disclosed)

    def _accept(self, move):
        if self._pending is not move:
            return self._pending
        return self._happened(move._event)

    def _keep_pending(self):
        if self._pending:
            self._append(self._pending._event)

    def _append(self, event):
        self._pending = None
        told = self._hand.message(event)
        self._hand.events.append(event)
        self._unsent.append((self._number, {"table": told}, event))

    def _happened(self, event):
        if self._hand is None:
            raise ValueError("no hand is being played: deal first")
        with self._undone_if_refused():
            before = len(self._unsent)
            # A move that the backend overruled by an event of its own is dropped.
            if self._pending and self._pending.chair != event.chair:
                self._keep_pending()
            self._append(event)
            return self._turn(told=len(self._unsent) - before)

    @contextlib.contextmanager
    def _undone_if_refused(self):
        """What the server will never take did not happen: the table is as before, and goes on."""
        hand, parts = self._hand, self._hand and (list(self._hand.events), dict(self._hand.bots))
        kept = dict(bots=dict(self.bots), players=dict(self.players), _hand=hand, _number=self._number,
                    _unsent=list(self._unsent), _pending=self._pending)
        try:
            yield
        except Error as error:
            if error.retry == "never":
                self.__dict__.update(kept)
                if hand:
                    hand.events, hand.bots = parts
            raise

    def _tell(self, what):
        self._pending = None
        self._unsent.append((self._number, what, None))
        return self._turn(told=1)

    def _end(self, what):
        self._keep_pending()
        self._hand = None
        self._unsent.append((self._number, what, None))
        # Nothing waits for it: what does not arrive now goes with the next deal.
        try:
            if self._is_open:
                self._exchange(self.time)
        except Error:
            self.counts["retried"] += 1

    def _turn(self, chair=None, told=0):
        """Tells what is unsent and answers the move of the bot that is to act. The last `told` events are this call's."""
        until, wait, repairs, error = time.monotonic() + self.time, 0.01, 0, None
        while (left := until - time.monotonic()) > 0.001:
            try:
                return self._exchange(left, chair)
            except Error as refused:
                error = refused
            self.counts["retried"] += 1
            gone = error.reason == "ROOM_NOT_FOUND" or error.retry == "reread" and error.reason != "SUPERSEDED"
            if gone and repairs < REPAIRS_MAX:
                # The room is not what it should be: it is opened again and told this hand from its deal.
                repairs += 1
                self._is_open = False
                continue
            if error.retry == "never":
                if not self._drop_earlier(error, told):
                    raise error
                continue
            self._count()
            if chair is None and self.state.turn not in self.bots:
                return None  # Nothing waits: the event goes with the next call.
            if error.reason == "STORE_UNAVAILABLE":
                move = self._stateless(until - time.monotonic(), chair)
                if move:
                    return move
            time.sleep(max(0, min(error.retry_after or wait, until - time.monotonic())))
            wait = min(wait * 2, 0.2)
        return self._decided_here(chair, error)

    def _drop_earlier(self, error, told):
        """Whether the server refuses an event of an earlier call, which was kept while no server answered. It will never take it, so
        it is dropped, and the table goes on without it."""
        place = re.match(r"events\[(\d+)\]", error.field)
        if not place:
            return False
        kept = [unsent[2] for unsent in self._unsent] if self._is_open else self._hand.events[self._hand.with_deal() :]
        if int(place[1]) >= len(kept) - told:
            return False
        event = kept[int(place[1])]
        self._unsent = [unsent for unsent in self._unsent if event is None or unsent[2] is not event]
        self._hand.events = [known for known in self._hand.events if known is not event]
        self.counts["dropped"] += 1
        return event is not None

    def _exchange(self, left, chair=None):
        """One call. Answers a move, None where no bot is to act, or raises Error."""
        if len(self._unsent) > EVENTS_MAX:
            self._is_open = False
        if not self._is_open and (not (self._hand and self.bots) or self._hand.facts().stage == game_pb2.STAGE_WILD):
            # A room is opened when a bot sits in a hand and knows its wild cards, and is told that hand then.
            self._unsent.clear()
            self._count()
            return None
        budget = decision_pb2.DecisionOptions(budget_ms=max(1, int((left - REPLY_MARGIN_S) * 1000)))
        if not self._is_open:
            answer = self._open(left)
        elif chair is not None and not self._unsent:
            turn = decision_pb2.RoomTurn(room_id=self.name, chair=CHAIRS[chair], version=self._version)
            answer = self.client.call("Decide", decision_pb2.DecideRequest(room=turn, options=budget), left)
            return self._move(chair, answer.decision.action, answer.decision)
        else:
            request = rooms_pb2.RecordEventsRequest(room_id=self.name, decide=self._hand is not None, options=budget)
            for place, (number, what, _) in enumerate(self._unsent):
                request.events.add(sequence=self._sequence + 1 + place, hand_number=number, **what)
            answer = self.client.call("RecordEvents", request, left)
        self._sequence, self._version, self._unsent = answer.sequence, answer.version, []
        return self._answered(answer)

    def _open(self, left):
        hand = self._hand
        request = rooms_pb2.OpenRoomRequest(
            room_id=self.name, ruleset=self.ruleset, card_codec=cards.codec_number(self.codec), strict=self.strict,
            bots=[self._seat(chair) for chair in sorted(self.bots)],
            players=[
                rooms_pb2.PlayerSeat(chair=CHAIRS[chair], player_id=name) for chair, name in sorted(self.players.items())
            ],
            decide=True,
        )
        # The deal as a snapshot, so that hand and events keep their numbers; what followed as events.
        dealt = self._sequence + 1 + hand.with_deal()
        request.snapshot.hand_number, request.snapshot.sequence = self._number, dealt
        for chair in sorted(self.bots):
            request.snapshot.views.add(chair=CHAIRS[chair], view=hand.view(chair, at_deal=True))
        for place, event in enumerate(hand.events[hand.with_deal() :]):
            request.events.add(sequence=dealt + 1 + place, hand_number=self._number, table=hand.message(event))
        try:
            answer = self._open_as(request, left)
        except Error as error:
            if error.reason != "ROOM_EXISTS":
                raise
            # Left over from an earlier process, or from a call whose answer was lost: this table owns the room.
            self.client.call("CloseRoom", rooms_pb2.CloseRoomRequest(room_id=self.name), left)
            self._opening = None
            answer = self._open_as(request, left)
        self.counts["reopened"] += self._was_open
        self._is_open, self._was_open, self._opening = True, True, None
        return answer.recorded

    def _open_as(self, request, left):
        # The same request again keeps its name, so that it opens one room; one that says something else needs a new name.
        if self._opening is None or self._opening[1] != request:
            self._opening = (secrets.token_hex(16), request)
        named = rooms_pb2.OpenRoomRequest(request_id=self._opening[0])
        named.MergeFrom(request)
        return self.client.call("OpenRoom", named, left)

    def _answered(self, answer):
        now = answer.state
        self.state = State(
            game_pb2.Stage.Name(now.stage).removeprefix("STAGE_"), now.turn - 1 if now.turn else None, now.landlord - 1 if now.landlord else None,
            now.may if now.HasField("may") else None, SIDES.get(now.score.winner), tuple(now.score.amounts), now.hand_number,
        )
        if not answer.HasField("next"):
            return None
        if answer.next.WhichOneof("result") == "status":
            # Recorded, but not decided in time, whatever the status says in detail: asked again.
            raise Error("UNAVAILABLE", "", answer.next.status.message)
        decision = answer.next.decision
        return self._move(answer.next.chair - 1, decision.action, decision)

    def _count(self):
        """Whose turn it is by the helper's own count."""
        facts = self._hand.facts() if self._hand else None
        if facts:
            stage = game_pb2.Stage.Name(facts.stage).removeprefix("STAGE_")
            self.state = State(stage, facts.turn, facts.landlord, hand_number=self._number)

    def _stateless(self, left, chair):
        """The rooms are away: the bot is asked with all that it knows. None where that fails too."""
        chair = self.state.turn if chair is None else chair
        if chair not in self.bots:
            return None
        view = self._hand.view(chair)
        view.ruleset, view.card_codec = self.ruleset, cards.codec_number(self.codec)
        budget = max(1, int((left - REPLY_MARGIN_S) * 1000))
        bot = self.bots[chair]
        options = decision_pb2.DecisionOptions(persona=bot.persona, hand_seed=bot.seed, strength=bot.strength, budget_ms=budget)
        try:
            decision = self.client.call("Decide", decision_pb2.DecideRequest(view=view, options=options), max(left, 0.001)).decision
        except Error:
            return None
        self.counts["stateless"] += 1
        return self._move(chair, decision.action, decision, "STORE")

    def _decided_here(self, chair, error):
        """No server answered in time."""
        chair = self.state.turn if chair is None else chair
        action = self._hand.last_resort(chair) if self.last_resort and chair in self.bots else None
        if action is None:
            raise error or Error("DEADLINE_EXCEEDED", "", f"no answer within {self.time} s")
        self.counts["local"] += 1
        return self._move(chair, action, None, "LOCAL")

    def _move(self, chair, action, decision, degraded=""):
        what = action.WhichOneof("what")
        kind = {"passed": "pass"}.get(what, what)
        move = Move(chair, kind, _table=self, decision=decision, degraded=degraded)
        if decision is not None:
            move.think_time, move.reason = decision.pace.think_time_ms / 1000, decision.reason.text
            if not degraded and decision.source.degraded:
                move.degraded = decision_pb2.Degraded.Name(decision.source.degraded).removeprefix("DEGRADED_")
        if what == "call":
            move.value = game_pb2.Call.Name(action.call).removeprefix("CALL_")
            move._event = Event("called", chair, action.call)
        elif what == "doubling":
            move.value = game_pb2.Doubling.Name(action.doubling).removeprefix("DOUBLING_")
            move._event = Event("raised", chair, action.doubling)
        elif what == "show":
            move.value = action.show
            move._event = Event("shown", chair, self._hand.held(chair) if action.show else [])
        elif what == "pass_on":
            move.cards = action.pass_on.text if self.codec is None else list(action.pass_on.ids)
            move._event = Event("passed_on", chair, self._read(move.cards))
        elif what == "passed":
            move._event = Event("played", chair, [])
        else:
            said = action.play.cards.text.replace("+", "") if self.codec is None else list(action.play.cards.ids)
            move.cards = said
            play = action.play
            move.reading = Reading(play.kind, play.key, play.length, play.stands_for) if play.kind else None
            move._event = Event("played", chair, self._read(said), move.reading)
        self._pending = move
        return move

