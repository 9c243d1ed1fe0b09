"""Plays whole games of DouDizhu with three of Thirdseat's bots, over gRPC.

An example to start from, and a test. This program deals, keeps the complete state of the table, and judges every action by its own rules
(legality.py, wild.py, opening.py). It asks for decisions in three ways:

  stateless  every request has all knowledge of the seat; any replica can answer it
  present    from the first lead, a request has only the present of the hand, as for the seat of a dropped player
  room       the server remembers the table; the program records events, and requests are short

`./check.sh` also starts a server. With a running server:

  python play_games.py --address 127.0.0.1:50051 --games 2
"""

import argparse
import random
import sys
from collections import Counter
from dataclasses import replace

import grpc

from legality import CHAIN_END, RANKS, RULESETS
from opening import CALLS, DEALERS, Auction
from wild import stands_for_fits, wild_readings

from thirdseat.v1 import cards_pb2, companion_service_pb2_grpc, decision_pb2, game_pb2, rooms_pb2

SEATS = ("landlord", "down", "up")
CHAIRS = [game_pb2.CHAIR_FIRST, game_pb2.CHAIR_SECOND, game_pb2.CHAIR_THIRD]
CALL_OF_WORD = {
    "no": game_pb2.CALL_PASS,
    "1": game_pb2.CALL_SCORE_1,
    "2": game_pb2.CALL_SCORE_2,
    "3": game_pb2.CALL_SCORE_3,
    "call": game_pb2.CALL_CALL,
    "rob": game_pb2.CALL_ROB,
    "take": game_pb2.CALL_TAKE,
}
WORD_OF_CALL = {number: word for word, number in CALL_OF_WORD.items()}
# The points that the judge's rules take from overrides. Other points are read where they are used.
POINTS = {"dealer": str, "wilds": int, "shuttle": lambda word: word == "yes"}
CODEC = cards_pb2.CARD_CODEC_RANKS_FROM_0

# The rulesets and overrides that are played.
TABLES = [
    ("classic", ""),
    ("classic", "auction=call-rob doubling=super open-hand=yes"),
    ("classic", "auction=take-it doubling=double"),
    ("douzero", ""),
    ("botzone", "open-hand=yes"),
    ("ratel", ""),
    ("pagat", ""),
    ("shuttle", "auction=take-it"),
    ("journey", ""),
    ("unshuffled", ""),
    ("unshuffled", "dealer=clusters"),
    ("unshuffled", "dealer=recycled"),
    ("laizi", ""),
    ("laizi", "doubling=super open-hand=yes"),
    ("laizi-tiandi", ""),
    ("laizi-tiandi", "auction=score doubling=double shuttle=yes"),
    ("classic", "auction=first-score pass-on=next"),
    ("laizi", "pass-on=previous"),
]


class Illegal(Exception):
    """The server's action or answer is wrong by the judge's rules."""


def rank(card):
    """Returns the rank of a card number of RANKS_FROM_0: four 3s first, the jokers last."""
    return RANKS[card // 4] if card < 52 else RANKS[card - 39]


def as_text(cards):
    return "".join(rank(card) for card in sorted(cards))


class Table:
    """The complete state of one hand, as in a backend. Cards are numbers, so that suits are kept. A recycled deal cuts `pile`."""

    def __init__(self, ruleset, overrides, rng, pile=()):
        self.ruleset = f"{ruleset} {overrides}".strip()
        points = dict(word.split("=") for word in overrides.split())
        self.rules = replace(RULESETS[ruleset], **{key: kind(points[key]) for key, kind in POINTS.items() if key in points})
        self.doubling = points.get("doubling", "none")
        self.open_hand = points.get("open-hand") == "yes"
        # The distance from the giver of passed cards to the receiver, in chairs; 0 if no cards are passed.
        self.direction = {"none": 0, "next": 1, "previous": 2}[points.get("pass-on", "none")]
        self.gifts = []  # the cards that the chairs have passed on, in the order of the chairs
        self.auction = Auction(points.get("auction", self.rules.auction))
        deck = DEALERS[self.rules.dealer](rng, list(pile))
        self.hands = [deck[:17], deck[17:34], deck[34:51]]
        self.bottom = deck[51:]
        self.appointee = rng.randrange(3)
        self.wilds = "".join(rng.sample(RANKS[: CHAIN_END + 1], self.rules.wilds))
        self.shown = ""  # the wild ranks that the table has seen
        self.landlord = None
        self.asked = []  # seats that still choose their doubling
        self.showing = False
        self.turn = 0  # chair
        self.standing = None  # (chair, Reading, cards)
        self.passes = 0
        self.winner = None
        self.events = []
        self.piled = []  # the cards in the order in which they were played
        self.factor = 1  # the factor of the payment, without the spring and the doublings
        self.doublings = [1, 1, 1]  # by chair
        self.plays = [0, 0, 0]  # by chair
        self.show_wild()

    # The steps of a hand

    def show_wild(self):
        """Shows the next wild rank, if there is one: the first before the first call, the second after the bottom cards."""
        if len(self.shown) < len(self.wilds):
            self.shown += self.wilds[len(self.shown)]
            self.events.append(game_pb2.Event(wild_shown=self.shown[-1]))

    def readings(self, cards):
        """Returns every possible combo of these cards, given as ranks."""
        return wild_readings(cards, self.rules, self.shown)

    def seat(self, chair):
        return SEATS[(chair - self.landlord) % 3]

    def add_action(self, chair, **what):
        self.events.append(game_pb2.Event(chair=CHAIRS[chair], action=game_pb2.Action(**what)))

    def chair_and_rpc(self):
        """Returns the chair on turn, and the RPC that asks for its decision."""
        if self.is_passing_on():
            return len(self.gifts), "Bid"
        if self.landlord is None:
            return self.auction.turn, "Bid"
        if self.asked:
            return (self.landlord + SEATS.index(self.asked[0])) % 3, "Bid"
        if self.showing:
            return self.landlord, "Bid"
        return self.turn, "Follow" if self.standing else "Play"

    def act(self, chair, action):
        """Applies the action of a chair. Returns the new events of the table, or raises Illegal."""
        before = len(self.events)
        kind = action.WhichOneof("what")
        if self.is_passing_on():
            self.expect(kind == "pass_on", f"{kind} where cards are passed on")
            self.give(chair, list(action.pass_on.ids))
        elif self.landlord is None:
            self.expect(kind == "call", f"{kind} in the auction")
            self.call(chair, WORD_OF_CALL[action.call])
        elif self.asked:
            known = {"double": 2, "super": 3}[self.doubling]
            self.expect(kind == "doubling" and 1 <= action.doubling <= known, f"{action} is no doubling here")
            self.doublings[chair] = 2 ** (action.doubling - 1)
            self.asked.pop(0)
            self.add_action(chair, doubling=action.doubling)
            self.showing = not self.asked and self.open_hand
        elif self.showing:
            self.expect(kind == "show", f"{kind} where the hand may be shown")
            hand = cards_pb2.Cards(ids=self.hands[chair]) if action.show.open else None
            self.add_action(chair, show=game_pb2.Show(open=action.show.open, hand=hand))
            self.factor *= 2 if action.show.open else 1
            self.showing = False
        elif kind == "passed":
            self.expect(self.standing is not None, "a pass by who leads")
            self.add_action(chair, passed=True)
            self.passes += 1
            if self.passes == 2:
                self.standing, self.passes = None, 0
            self.turn = (chair + 1) % 3
        else:
            self.expect(kind == "play", f"{kind} in the play")
            self.play(chair, action.play)
        return self.events[before:]

    def is_passing_on(self):
        return self.direction and len(self.gifts) < 3

    def give(self, chair, cards):
        """Records three passed cards. They move to their receivers when all three chairs have given."""
        self.expect(len(set(cards)) == 3 and set(cards) <= set(self.hands[chair]), f"{cards} passed on of {self.hands[chair]}")
        self.gifts.append(cards)
        self.add_action(chair, pass_on=cards_pb2.Cards(ids=cards))
        if len(self.gifts) == 3:
            for one in range(3):
                kept = [card for card in self.hands[one] if card not in self.gifts[one]]
                self.hands[one] = kept + self.gifts[(one - self.direction) % 3]

    def events_for(self, chair):
        """Yields the events as a chair sees them. It sees the cards that it gave, and, after all have given, those that it got."""
        for event in self.events:
            if event.action.HasField("pass_on"):
                giver = CHAIRS.index(event.chair)
                got = len(self.gifts) == 3 and chair == (giver + self.direction) % 3
                if chair != giver and not got:
                    event = game_pb2.Event(chair=event.chair, action=game_pb2.Action(pass_on=cards_pb2.Cards()))
            yield event

    def expect(self, holds, sentence):
        if not holds:
            raise Illegal(sentence)

    def call(self, chair, word):
        try:
            self.auction.apply_call(word)
        except ValueError as error:
            raise Illegal(str(error)) from error
        self.add_action(chair, call=CALL_OF_WORD[word])
        self.factor *= 2 if word == "rob" else 1
        if not self.auction.is_over():
            return
        self.landlord = self.auction.landlord
        if self.landlord is None and self.auction.kind == "take-it":
            self.landlord = self.appointee
        if self.landlord is None:
            return  # dealt again
        self.hands[self.landlord] = self.hands[self.landlord] + self.bottom
        self.events.append(game_pb2.Event(chair=CHAIRS[self.landlord], landlord_found=cards_pb2.Cards(ids=self.bottom)))
        self.show_wild()
        self.factor *= max(1, self.auction.highest)
        self.turn = self.landlord
        self.asked = list(SEATS) if self.doubling != "none" else []
        self.showing = not self.asked and self.open_hand

    def play(self, chair, combo):
        cards = list(combo.cards.ids)
        self.expect(cards, f"a play without card ids: {combo}")
        self.expect(not Counter(cards) - Counter(self.hands[chair]), f"{cards} is not in hand {self.hands[chair]}")
        possible = self.readings(as_text(cards))
        told = (combo.kind, combo.length, combo.key)
        reading = next((one for one in possible if (one.kind, one.length, one.key) == told), None)
        self.expect(reading, f"{as_text(cards)} is not {told}, it can be {possible}")
        if any(letter in self.shown for letter in as_text(cards)):
            told = stands_for_fits(combo.stands_for, as_text(cards), reading, self.rules, self.shown)
            self.expect(told, f"{as_text(cards)} as {reading} stands for {combo.stands_for!r}")
        if self.standing:
            self.expect(reading.beats(self.standing[1], self.rules), f"{reading} does not beat {self.standing[1]}")
        self.hands[chair] = [card for card in self.hands[chair] if card not in cards]
        # An answer has cards as numbers and as text. A request needs only one of them.
        said = cards_pb2.Combo(
            cards=cards_pb2.Cards(ids=cards), kind=combo.kind, key=combo.key, length=combo.length, stands_for=combo.stands_for
        )
        self.factor *= reading.factor(self.rules)
        self.piled += cards
        self.plays[chair] += 1
        self.add_action(chair, play=said)
        self.standing, self.passes = (chair, reading, cards), 0
        self.turn = (chair + 1) % 3
        if not self.hands[chair]:
            self.winner = chair

    def is_over(self):
        return self.winner is not None or (self.auction.is_over() and self.landlord is None)

    def pile(self):
        """Returns the cards after the hand: first the played cards, then the cards in the hands, and the bottom if there was no
        landlord."""
        rests = [card for hand in self.hands for card in sorted(hand)]
        return self.piled + rests + (self.bottom if self.landlord is None else [])

    def score(self):
        """Returns the factor that holds for all seats, and the amount of each chair."""
        is_won = self.winner == self.landlord
        peasants = [chair for chair in range(3) if chair != self.landlord]
        spring = not any(self.plays[chair] for chair in peasants) if is_won else self.plays[self.landlord] == 1
        factor = self.factor * (2 if spring else 1)
        amounts = [factor * self.doublings[chair] * self.doublings[self.landlord] * (-1 if is_won else 1) for chair in range(3)]
        amounts[self.landlord] = -sum(amounts[chair] for chair in peasants)
        return factor, amounts


def held_cards(table, chair):
    return game_pb2.ChairCards(chair=CHAIRS[chair], cards=cards_pb2.Cards(ids=table.hands[chair]))


class StatelessForm:
    """Every request has all knowledge of the seat."""

    def __init__(self, stub, persona):
        self.stub = stub
        self.persona = persona

    def deal(self, table):
        self.table = table

    def hand(self, chair):
        table = self.table
        return game_pb2.Hand(ruleset=table.ruleset, card_codec=CODEC, holds=[held_cards(table, chair)], events=table.events_for(chair))

    def ask(self, chair, rpc):
        options = decision_pb2.DecisionOptions(persona=self.persona, hand_seed=7)
        request = decision_pb2.DecideRequest(chair=CHAIRS[chair], hand=self.hand(chair), options=options)
        return getattr(self.stub, rpc)(request, timeout=10)

    def record(self, events):
        pass

    def close(self):
        pass


class PresentForm(StatelessForm):
    """A request has only the present of the hand. Before the first lead there is no present, so it has all knowledge."""

    def hand(self, chair):
        table = self.table
        if table.landlord is None or table.asked or table.showing:
            return super().hand(chair)
        left = [game_pb2.ChairPresent(chair=CHAIRS[one], cards_left=len(table.hands[one])) for one in range(3)]
        present = game_pb2.Present(landlord=CHAIRS[table.landlord], chairs=left, bottom=cards_pb2.Cards(ids=table.bottom), wilds=table.shown)
        if table.standing:
            played = [event.action.play for event in table.events if event.action.HasField("play")]
            present.standing.CopyFrom(game_pb2.ComboToBeat(chair=CHAIRS[table.standing[0]], combo=played[-1]))
        return game_pb2.Hand(ruleset=table.ruleset, card_codec=CODEC, holds=[held_cards(table, chair)], present=present)


class RoomForm:
    """The server remembers the hand: the room gets the events, and requests name the room."""

    def __init__(self, stub, persona):
        self.stub = stub
        self.persona = persona
        self.room = None
        self.sequence = 0
        self.hand_number = 0

    def deal(self, table):
        self.table = table
        if self.room is None:
            bots = [rooms_pb2.BotSeat(chair=chair, persona=self.persona, seed=number) for number, chair in enumerate(CHAIRS)]
            request = rooms_pb2.OpenRoomRequest(
                request_id=f"python-{random.getrandbits(64):x}", ruleset=table.ruleset, card_codec=CODEC, bots=bots, strict=True
            )
            self.room = self.stub.OpenRoom(request, timeout=10).room.room_id
        self.hand_number += 1
        self.send_event(dealt=rooms_pb2.Dealt(first=CHAIRS[0], holds=[held_cards(table, chair) for chair in range(3)]))
        self.record(table.events)

    def ask(self, chair, rpc):
        turn = decision_pb2.DecideRequest(chair=CHAIRS[chair], room_id=self.room, room_version=self.version)
        return getattr(self.stub, rpc)(turn, timeout=10)

    def record(self, events):
        for event in events:
            answer = self.send_event(table=event)
            if answer.warnings:
                raise Illegal(f"the room warns of what the judge accepted: {answer.warnings}")
        if self.table.winner is not None:
            # With `scoring=cards` a hand is paid by its rounds, which the judge does not record.
            if self.table.rules.scoring == "stakes":
                told = answer.state.stakes.multiplier, list(answer.state.stakes.amounts)
                self.table.expect(told == self.table.score(), f"the room settles {told}, the judge {self.table.score()}")
            side = game_pb2.SIDE_LANDLORD if self.table.winner == self.table.landlord else game_pb2.SIDE_PEASANTS
            self.send_event(settled=rooms_pb2.Settled(winner=side))

    def send_event(self, **event):
        self.sequence += 1
        event = rooms_pb2.RoomEvent(sequence=self.sequence, hand_number=self.hand_number, **event)
        answer = self.stub.RecordEvents(rooms_pb2.RecordEventsRequest(room_id=self.room, events=[event]), timeout=10)
        self.version = answer.version
        return answer

    def close(self):
        if self.room is not None:
            self.stub.CloseRoom(rooms_pb2.CloseRoomRequest(room_id=self.room), timeout=10)


def play_hand(table, bots):
    """Plays one hand to its end. Returns the number of requests for decisions."""
    bots.deal(table)
    questions = 0
    while not table.is_over():
        chair, rpc = table.chair_and_rpc()
        decision = bots.ask(chair, rpc)
        questions += 1
        table.expect(decision.reason.code and decision.reason.text, f"a decision without a reason: {decision}")
        bots.record(table.act(chair, decision.action))
    return questions


FORMS = {"stateless": StatelessForm, "present": PresentForm, "room": RoomForm}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--address", default="127.0.0.1:50051")
    parser.add_argument("--games", type=int, default=2, help="hands for each table and form (default 2)")
    parser.add_argument("--form", choices=[*FORMS, "all"], default="all")
    parser.add_argument("--ruleset", default="", help="only tables whose ruleset has this in it")
    parser.add_argument("--persona", default="casual")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    forms = [FORMS[arguments.form]] if arguments.form in FORMS else list(FORMS.values())
    tables = [one for one in TABLES if arguments.ruleset in " ".join(one)]
    hands = questions = redeals = 0
    auctions = set()
    with grpc.insecure_channel(arguments.address) as channel:
        stub = companion_service_pb2_grpc.CompanionServiceStub(channel)
        for form in forms:
            for ruleset, overrides in tables:
                rng = random.Random(f"{arguments.seed} {ruleset} {overrides}")
                bots = form(stub, arguments.persona)
                played, pile = 0, []
                # A hand without a landlord is dealt again and not counted.
                while played < arguments.games:
                    table = Table(ruleset, overrides, rng, pile)
                    try:
                        questions += play_hand(table, bots)
                    except Illegal as error:
                        print(f"{form.__name__}, {table.ruleset}: {error}\n{table.events}", file=sys.stderr)
                        return 1
                    pile = table.pile()
                    redeals += table.winner is None
                    played += table.winner is not None
                    auctions.add(table.auction.kind)
                bots.close()
                hands += played
    missing = set(CALLS) - auctions
    if missing and not arguments.ruleset:
        print(f"no game had the auction {missing}", file=sys.stderr)
        return 1
    print(f"{hands} hands, {redeals} redeals, {questions} questions: every action was legal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
