"""The table, which records events and returns the moves of bots."""

from __future__ import annotations

import contextlib
import re
import secrets
import time
from collections.abc import Mapping, Sequence

from . import cards
from .client import BaseClient, Error
from .hand import Hand, Step, chair_of
from .state import Bot, Cards, Move, Reading, State
from .v1 import cards_pb2, decision_pb2, game_pb2, rooms_pb2

EVENTS_MAX = 256
REPAIRS_MAX = 2
REPLY_MARGIN_S = 0.02
INVALID_ARGUMENT = 3  # the number of this code in gRPC
SIDES = {game_pb2.SIDE_UNSPECIFIED: None, game_pb2.SIDE_LANDLORD: "landlord", game_pb2.SIDE_PEASANTS: "peasants"}
CALLS = ("PASS", "SCORE_1", "SCORE_2", "SCORE_3")


def _enum_number(kind, prefix, word):
    words = [name.removeprefix(prefix) for name in kind.keys()[1:]]
    if word not in words:
        raise ValueError(f"{word!r} is none of {', '.join(words)}")
    return kind.Value(prefix + word)


def _seconds_left(until):
    return max(until - time.monotonic(), 0.001)


def _budget_ms(until):
    return max(1, int((_seconds_left(until) - REPLY_MARGIN_S) * 1000))


def _check_chairs(*chairs):
    for chair in chairs:
        chair_of(chair)


class Table:
    """One table. `bots` has the bots by chair: {2: "casual"} or {2: Bot("casual", seed=11)}; chairs are 0, 1 and 2.

    `numbers` are your own numbers of the codec "OWN": of 3♠ 3♥ 3♣ 3♦, then the 4s … the 2s, the small joker, the big one.

    With `strict` the server refuses events that break the ruleset; without it, the server accepts them. `time` is the
    time limit for a turn, in seconds. Do not use a table in two threads at the same time, and let only one Table own a room."""

    def __init__(self, client: BaseClient, name: str, ruleset: str = "classic", bots: Mapping[int, str | Bot] | None = None,
                 players: Mapping[int, str] | None = None, codec: str | None = None, strict: bool = True, time: float = 3.0,
                 numbers: Sequence[int] = ()) -> None:
        self.client, self.name, self.ruleset, self.codec = client, name, ruleset, codec
        self.strict, self.time, self.numbers = strict, time, tuple(numbers)
        self.bots = {chair: bot if isinstance(bot, Bot) else Bot(bot) for chair, bot in (bots or {}).items()}
        self.players = dict(players or {})
        self.state = State()
        # Counts of this client's repairs: repeated attempts, rooms that were opened again, moves without a room, and dropped events of
        # earlier calls.
        self.counts = {"retried": 0, "reopened": 0, "stateless": 0, "dropped": 0}
        cards.codec_number(codec)
        _check_chairs(*self.bots, *self.players)
        self._hand = None
        self._number = 0  # of the hand
        self._sequence = 0  # of the last event that the room has
        self._unsent = []  # events that the room may lack, each with the number of its hand
        self._is_open = False
        self._was_open = False
        self._opening = None  # an OpenRoom request that may have reached the server
        self._pending = None  # the last move, which is not recorded yet
        self._is_away = False  # set by a turn that failed without a reason
        self._warnings = []  # warnings for the next move
        self._legal = None  # the backend's own list, for the next move

    # The events of the backend. Most calls return the next bot's move, or None.

    def deal(self, first: int = 0, hands: Mapping[int, Cards] | None = None, landlord: int | None = None,
             bottom: Cards | None = None) -> Move | None:
        """Begins a hand. `hands` has the 17 cards of each bot, and no other cards. In a hand without an auction, `landlord` is the
        landlord's chair and `bottom` has its three bottom cards."""
        _check_chairs(first if landlord is None else landlord)
        hands = {chair: self._read(held) for chair, held in (hands or {}).items()}
        if set(hands) != set(self.bots):
            raise ValueError(f"hands are those of chairs {sorted(hands)}, bots sit on {sorted(self.bots)}")
        bottom = self._read(bottom) if landlord is not None else None
        with self._undo_if_refused():
            before = len(self._unsent)
            self._add_pending()
            self._hand = Hand(self.codec, first, hands)
            self._number += 1
            self._unsent.append((self._number, {"dealt": rooms_pb2.Dealt(first=chair_of(first), holds=self._hand.chair_cards())}, None))
            if landlord is not None:
                self._append(self._landlord_step(landlord, bottom))
            return self._send_events(told=len(self._unsent) - before)

    def called(self, chair: int, call: int | str) -> Move | None:
        """Records a call in the auction: 0 to 3 points, or "PASS", "CALL", "ROB", "TAKE"."""
        word = CALLS[call] if isinstance(call, int) else call
        return self._record_action(chair, game_pb2.Action(call=_enum_number(game_pb2.Call, "CALL_", word)))

    def wild_shown(self, rank: str) -> Move | None:
        """Records the wild rank that is shown, as a letter."""
        return self._record_step(Step(game_pb2.Event(wild_shown=rank)))

    def passed_on(self, chair: int, cards: Cards, to: int) -> Move | None:
        """Records that a chair passes three cards on to another one, before the first call. The chairs do this in the order of speaking.
        Cards that no bot gives or gets are not sent to the server. Use this also for the gift of a bot, because only you know which
        chair gets it."""
        _check_chairs(to)
        said = self._read(cards)
        return self._record_action(chair, game_pb2.Action(pass_on=self._message(said)), said, to)

    def landlord(self, chair: int, bottom: Cards) -> Move | None:
        """Ends the auction: the bottom cards are shown."""
        return self._record_step(self._landlord_step(chair, self._read(bottom)))

    def raised(self, chair: int, doubling: str) -> Move | None:
        """Records a doubling: "NONE", "DOUBLE" or "SUPER"."""
        return self._record_action(chair, game_pb2.Action(doubling=_enum_number(game_pb2.Doubling, "DOUBLING_", doubling)))

    def shown(self, chair: int, hand: Cards | None = None, factor: int = 0) -> Move | None:
        """Records that a chair opens this hand, or keeps it closed. With `open-hand=deal` it may open its hand in the auction, for 2 to 5
        times the stake."""
        open_hand = hand and self._message(self._read(hand))
        show = game_pb2.Show(open=True, hand=open_hand, factor=factor) if open_hand else game_pb2.Show()
        return self._record_action(chair, game_pb2.Action(show=show))

    def played(self, chair: int, cards: Cards, reading: Reading | tuple[str, str, int] | None = None) -> Move | None:
        """Records that cards are played; no cards mean a pass. `reading` is (kind, key, length) or Reading(stands_for="444+7") if the
        cards alone could be several combos."""
        said = self._read(cards) if cards else []
        if not said:
            return self._record_action(chair, game_pb2.Action(passed=True))
        combo = cards_pb2.Combo(cards=self._message(said), **Reading(*(reading or ()))._asdict())
        return self._record_action(chair, game_pb2.Action(play=combo), said)

    def take_over(self, chair: int, bot: str | Bot, hand: Cards | None = None) -> Move | None:
        """Seats a bot. In the middle of a hand, give the cards of the chair."""
        _check_chairs(chair)
        held = self._read(hand) if hand else None
        if self._hand and not held:
            raise ValueError("a bot that sits down in the middle of a hand needs its cards")
        # A pending move is not recorded: the bot on turn is asked again.
        with self._undo_if_refused():
            if self._hand:
                self._hand.holds[chair] = held
            self.bots[chair] = bot if isinstance(bot, Bot) else Bot(bot)
            self.players.pop(chair, None)
            gifts = self._hand.gifts() if self._hand else []
            gave = [card for gift in gifts if gift.event.chair == chair_of(chair) for card in gift.cards]
            got = [card for gift in gifts if gift.to == chair for card in gift.cards]
            holds, gave, got = (self._message(list) if list else None for list in (held, gave, got))
            return self._record_event({"seat_changed": rooms_pb2.SeatChanged(bot=self._bot_seat(chair), holds=holds, gave=gave, got=got)})

    def hand_back(self, chair: int, player_id: str = "") -> Move | None:
        """Seats a person on the chair of a bot."""
        _check_chairs(chair)
        with self._undo_if_refused():
            self.bots.pop(chair, None)
            self.players[chair] = player_id
            if self._hand:
                self._hand.holds.pop(chair, None)
            player = rooms_pb2.PlayerSeat(chair=chair_of(chair), player_id=player_id)
            return self._record_event({"seat_changed": rooms_pb2.SeatChanged(player=player)})

    def said(self, chair: int, face: str) -> Move | None:
        """Records that a player shows an emote: "HURRY", "HAPPY", "ANGRY", "PRAISE" or "SORRY". It does not change the turn: a bot on
        turn is asked again."""
        emote = _enum_number(decision_pb2.Emote, "EMOTE_", face)
        with self._undo_if_refused():
            return self._record_event({"said": rooms_pb2.Said(chair=chair_of(chair), emote=emote)})

    def legal_plays(self, plays: Sequence[Cards], may_pass: bool = False) -> None:
        """Sets the plays that your game allows the next bot, if its rules differ from the ruleset. Call it before the event that gives
        the bot the turn: it is used only for that move."""
        plays = [cards_pb2.Combo(cards=self._message(self._read(play))) for play in plays]
        self._legal = cards_pb2.LegalPlays(plays=plays, may_pass=may_pass)

    def ask(self) -> Move | None:
        """Asks again after a turn without an answer. Returns the move of the bot on turn, or None."""
        self._pending = None
        return self._send_events()

    def settled(self, winner: str | None = None, amounts: Sequence[int] = (), remaining: Mapping[int, Cards] | None = None) -> None:
        """Records that the hand is paid. `winner` is "landlord", "peasants" or None (the hand was stopped), `amounts` are the payments by
        chair, and `remaining` are the shown cards. Without an answer there is no error: an open room gets the settlement with the next
        call."""
        side = next((side for side, name in SIDES.items() if name == (winner or None)), None)
        if side is None:
            raise ValueError(f'"{winner}" is no winner: it may be landlord or peasants, and none where the hand is broken off')
        shown = [
            game_pb2.ChairCards(chair=chair_of(chair), cards=self._message(self._read(left)))
            for chair, left in sorted((remaining or {}).items())
        ]
        self._record_end({"settled": rooms_pb2.Settled(winner=side, amounts=amounts, remaining=shown)})

    def close(self) -> None:
        """Closes the table. If the server does not answer, it deletes the room later by itself."""
        try:
            self.client.call("CloseRoom", rooms_pb2.CloseRoomRequest(room_id=self.name), self.time)
        except Error:
            pass
        self._is_open, self._was_open = False, False


    def _read(self, said):
        return cards.read(said, self.codec)

    def _message(self, list):
        return cards.message(list, self.codec)

    def _landlord_step(self, chair, bottom):
        return Step(game_pb2.Event(chair=chair_of(chair), landlord_found=self._message(bottom)), bottom)

    def _bot_seat(self, chair):
        bot = self.bots[chair]
        return rooms_pb2.BotSeat(chair=chair_of(chair), persona=bot.persona, seed=bot.seed, strength=bot.strength,
                                 disclosed=bot.disclosed, matching=bot.matching)

    def _accept(self, move):
        if self._pending is not move:
            return self._pending
        if move._step is None:
            raise ValueError("the table says to whom cards are passed on: record them by passed_on")
        return self._record_step(move._step)

    def _add_pending(self):
        if self._pending and self._pending._step:
            self._append(self._pending._step)

    def _append(self, step):
        self._pending = None
        self._hand.add(step)
        self._unsent.append((self._number, {"table": self._hand.event_for_room(step)}, step))

    def _record_action(self, chair, action, said=(), to=None):
        return self._record_step(Step(game_pb2.Event(chair=chair_of(chair), action=action), said, to))

    def _record_step(self, step):
        if self._hand is None:
            raise ValueError("no hand is being played: deal first")
        with self._undo_if_refused():
            before = len(self._unsent)
            # The pending move is dropped if this event is of the same chair.
            if self._pending and chair_of(self._pending.chair) != step.event.chair:
                self._add_pending()
            self._append(step)
            return self._send_events(told=len(self._unsent) - before)

    @contextlib.contextmanager
    def _undo_if_refused(self):
        """Runs a step, and undoes it if the server refuses it for good."""
        kept = dict(bots=dict(self.bots), players=dict(self.players), _hand=self._hand and self._hand.copy(), _number=self._number,
                    _unsent=list(self._unsent), _pending=self._pending)
        try:
            yield
        except Error as error:
            # Events that the server has recorded stay, even if there is no decision of a bot.
            if error.retry == "never" and self._unsent:
                self.__dict__.update(kept)
            raise

    def _record_event(self, what):
        self._pending = None
        self._unsent.append((self._number, what, None))
        return self._send_events(told=1)

    def _record_end(self, what):
        try:
            with self._undo_if_refused():
                before = len(self._unsent)
                self._add_pending()
                self._hand = None
                self._unsent.append((self._number, what, None))
                if self._is_open:
                    self._send_events(told=len(self._unsent) - before, is_end=True)
        except Error as error:
            # No move depends on this call, so events that do not arrive now wait for the next call.
            if error.retry == "never":
                raise

    def _send_events(self, told=0, is_end=False):
        """Sends the unsent events and returns the next bot's move, or None. The last `told` events belong to this call. After a turn
        that failed without a reason, an event waits only a short time, so that people can go on playing. With `is_end` it does not
        try again later, because no move is needed."""
        until = time.monotonic() + (self.time / 10 if self._is_away and told else self.time)
        wait, repairs, error = 0.01, 0, None
        while _seconds_left(until) > 0.001:
            try:
                move = self._exchange(until, is_again=error is not None)
                self._is_away = False
                return move
            except Error as refused:
                error = refused
            gone = error.reason == "ROOM_NOT_FOUND" or error.retry == "reread" and error.reason != "SUPERSEDED"
            if gone and repairs < REPAIRS_MAX:
                # The room is gone or in another state, so the next attempt does not use it.
                repairs += 1
                self._is_open = False
                continue
            if error.retry == "never":
                if not self._drop_earlier_event(error, told):
                    raise error
                continue
            if is_end:
                raise error
            self.state = State(hand_number=self._number)
            if error.reason == "STORE_UNAVAILABLE" and self._hand:
                is_answered, move = self._decide_without_room(until)
                if is_answered:
                    return move
            if error.is_unreached:
                break
            time.sleep(max(0, min(error.retry_after or wait, _seconds_left(until))))
            wait = min(wait * 2, 0.2)
        self._is_away = not (error and error.reason)  # A server that refuses a call can be reached.
        raise error or Error("DEADLINE_EXCEEDED", "", f"no answer within {self.time} s")

    def _drop_earlier_event(self, error, told):
        """If the server refuses an event of an earlier call, drops this event and returns true."""
        place = re.match(r"(hand\.)?events\[(\d+)\]", error.field)
        if not place:
            return False
        kept = [(0, None, step) for step in self._hand.steps] if place[1] else self._unsent
        if int(place[2]) >= len(kept) - told:
            return False
        gone = kept[int(place[2])]
        self._unsent = [one for one in self._unsent if one is not gone and (one[2] is None or one[2] is not gone[2])]
        if self._hand:
            self._hand.drop(gone[2])
        self.counts["dropped"] += 1
        return True

    def _exchange(self, until, is_again):
        """Makes one attempt. Returns the move of the answer, or None; raises Error."""
        if len(self._unsent) > EVENTS_MAX:
            self._is_open = False
        if not self._is_open and not (self._hand and self.bots):
            self._unsent.clear()  # Without a hand or a bot there is no room. It is opened later with the hand.
            self.state = State(hand_number=self._number)
            return None
        self.counts["retried"] += is_again
        budget = decision_pb2.DecisionOptions(budget_ms=_budget_ms(until))
        if not self._is_open:
            answer = self._open_room(until)
        else:
            request = rooms_pb2.RecordEventsRequest(room_id=self.name, decide=self._hand is not None, options=budget, want_reactions=True,
                                                   legal_plays=self._legal)
            for place, (number, what, _) in enumerate(self._unsent):
                request.events.add(sequence=self._sequence + 1 + place, hand_number=number, **what)
            answer = self.client.call("RecordEvents", request, _seconds_left(until))
        self._sequence, self._unsent = answer.sequence, []
        return self._read_answer(answer)

    def _open_room(self, until):
        request = rooms_pb2.OpenRoomRequest(
            room_id=self.name, ruleset=self.ruleset, card_codec=cards.codec_number(self.codec), card_numbers=self.numbers, strict=self.strict,
            bots=[self._bot_seat(chair) for chair in sorted(self.bots)],
            players=[
                rooms_pb2.PlayerSeat(chair=chair_of(chair), player_id=name) for chair, name in sorted(self.players.items())
            ],
            decide=True, hand=self._hand.message(), hand_number=self._number, sequence=self._sequence + len(self._unsent),
            legal_plays=self._legal,
        )
        try:
            answer = self._request_room(request, until)
        except Error as error:
            if error.reason != "ROOM_EXISTS":
                raise
            # A room of this name exists, for example from an earlier process. This table owns it, so it may close it.
            self.client.call("CloseRoom", rooms_pb2.CloseRoomRequest(room_id=self.name), _seconds_left(until))
            self._opening = None
            answer = self._request_room(request, until)
        self.counts["reopened"] += self._was_open
        self._is_open, self._was_open, self._opening = True, True, None
        return answer

    def _request_room(self, request, until):
        # A repeated request keeps its id, so that it opens only one room. A changed request needs a new id.
        if self._opening is None or self._opening[1] != request:
            self._opening = (secrets.token_hex(16), request)
        named = rooms_pb2.OpenRoomRequest(request_id=self._opening[0])
        named.MergeFrom(request)
        answer = self.client.call("OpenRoom", named, _seconds_left(until))
        return rooms_pb2.RecordEventsResponse(
            sequence=answer.room.sequence, state=answer.room.state, warnings=answer.warnings,
            next=answer.next if answer.HasField("next") else None,
        )

    def _read_answer(self, answer):
        now = answer.state
        self.state = State(
            game_pb2.Stage.Name(now.stage).removeprefix("STAGE_"), now.turn - 1 if now.turn else None, now.landlord - 1 if now.landlord else None,
            SIDES.get(now.stakes.winner), tuple(now.stakes.amounts), now.hand_number,
            tuple(answer.reactions), now,
        )
        self._add_warnings(answer.warnings)
        if not answer.HasField("next"):
            self._legal = None
            return None
        if answer.next.WhichOneof("result") == "status":
            # The events are recorded, but there is no decision. The client asks again, unless the request was wrong.
            told = answer.next.status
            if told.code == INVALID_ARGUMENT:
                self._legal = None
                raise Error("INVALID_ARGUMENT", "", told.message, retry="never")
            raise Error("UNAVAILABLE", "", told.message)
        return self._new_move(answer.next.chair - 1, answer.next.decision)

    def _add_warnings(self, warnings):
        self._warnings += [f"{one.rule}: {one.message}" for one in warnings]

    def _decide_without_room(self, until):
        """Asks for the bots one by one, because the rooms are unavailable. Returns True and the first move or None; False
        and None if a call may be repeated later."""
        for bot in sorted(self.bots):
            hand, who = self._hand.view_of(bot), self.bots[bot]
            hand.ruleset, hand.card_codec = self.ruleset, cards.codec_number(self.codec)
            hand.card_numbers.extend(self.numbers)
            options = decision_pb2.DecisionOptions(persona=who.persona, hand_seed=who.seed, strength=who.strength, budget_ms=_budget_ms(until))
            request = decision_pb2.DecideRequest(chair=chair_of(bot), hand=hand, options=options, legal_plays=self._legal)
            try:
                decision = self.client.call("Decide", request, _seconds_left(until))
            except Error as error:
                if error.retry == "later":
                    return False, None
                continue
            if decision.action.HasField("pass_on") and not self._hand.must_give(bot):
                continue
            self.counts["stateless"] += 1
            return True, self._new_move(bot, decision, "STORE")
        return True, None

    def _new_move(self, chair, decision, degraded=""):
        action = decision.action
        what = action.WhichOneof("what")
        said = action.pass_on if what == "pass_on" else action.play.cards
        move = Move(chair, "pass" if what == "passed" else what, decision=decision, _table=self)
        move.think_time, move.reason, move.degraded = decision.think_time_ms / 1000, decision.reason.text, degraded
        self._add_warnings(decision.warnings)
        move.warnings, self._warnings = tuple(self._warnings), []
        if not degraded and decision.source.degraded:
            move.degraded = decision_pb2.Degraded.Name(decision.source.degraded).removeprefix("DEGRADED_")
        if what == "call":
            move.value = game_pb2.Call.Name(action.call).removeprefix("CALL_")
        elif what == "doubling":
            move.value = game_pb2.Doubling.Name(action.doubling).removeprefix("DOUBLING_")
        elif what == "show":
            move.value = action.show.open
        elif what in ("play", "pass_on"):
            move.cards = said.text.replace("+", "") if self.codec is None else list(said.ids)
            if action.play.kind:
                move.reading = Reading(action.play.kind, action.play.key, action.play.length, action.play.stands_for)
        if what != "pass_on":  # Only the table knows which chair gets them.
            move._step = Step(game_pb2.Event(chair=chair_of(chair), action=action), self._read(move.cards) if move.cards else ())
        self._pending, self._legal = move, None
        return move
