"""One hand as the table saw it, so that it can be told again: to a room that is gone, or as a view to a server without its rooms.

It knows no rules of combos. It counts whose turn it is only for the time in which no server says so.
"""

import re
from collections import namedtuple

from . import cards
from .state import Reading
from .v1 import cards_pb2, decision_pb2, game_pb2, rooms_pb2

CHAIRS = (game_pb2.CHAIR_FIRST, game_pb2.CHAIR_SECOND, game_pb2.CHAIR_THIRD)
SEATS = (game_pb2.SEAT_LANDLORD, game_pb2.SEAT_DOWN, game_pb2.SEAT_UP)
# Something that happened, as the table's methods take it.
Event = namedtuple("Event", "kind chair value reading", defaults=[None])
# How many wild ranks a ruleset has, unless an override says so.
WILDS = {"laizi": 1, "laizi-tiandi": 2}
# What the table would say by the helper's own count.
Facts = namedtuple("Facts", "stage turn landlord standing")


class Hand:
    """`bots` has the cards that each bot was dealt, by chair."""

    def __init__(self, ruleset, codec, first, bots, landlord=None, bottom=None):
        self.ruleset, self.codec, self.first = ruleset, codec, first
        self.bots = bots
        self.appointed, self.bottom = landlord, bottom
        self.events = []

    def landlord(self):
        found = [event.chair for event in self.events if event.kind == "landlord"]
        return found[0] if found else self.appointed

    def played(self, chair):
        return [card for event in self.events if event.kind == "played" and event.chair == chair for card in event.value]

    def taken(self, chair):
        """The bottom cards that the chair took after an auction."""
        return [card for event in self.events if event.kind == "landlord" and event.chair == chair for card in event.value]

    def direction(self):
        """How many chairs on the receiver of passed cards sits; 0 where none are passed on."""
        told = re.search(r"\bpass-on=(next|previous)\b", self.ruleset)
        return {"next": 1, "previous": 2}[told[1]] if told and self.appointed is None else 0

    def gifts(self):
        """What the chairs have passed on, by chair. The cards move when all three have given."""
        return {event.chair: event.value for event in self.events if event.kind == "passed_on"}

    def moved(self, chair):
        """What came to the chair, and what it gave for it."""
        gifts = self.gifts()
        return (gifts[(chair - self.direction()) % 3], gifts[chair]) if len(gifts) == 3 else ([], [])

    def held(self, chair):
        """What a bot holds now."""
        got, gave = self.moved(chair)
        return cards.minus(self.bots[chair] + got + self.taken(chair), gave + self.played(chair))

    def sit(self, chair, held):
        """A bot sits down with these cards: as if it had been dealt what came to them."""
        got, gave = self.moved(chair)
        self.bots[chair] = cards.minus(held + self.played(chair) + gave, self.taken(chair) + got)

    def count(self, chair):
        return 17 + 3 * (chair == self.landlord()) - len(self.played(chair))

    def wilds(self):
        """The wild ranks that were shown."""
        return [event.value for event in self.events if event.kind == "wild"]

    def with_deal(self):
        """How many events belong to the deal: the wild ranks that were shown before anything else."""
        return next((place for place, event in enumerate(self.events) if event.kind != "wild"), len(self.events))

    def _awaits_wild(self, landlord):
        """Whether a wild rank is shown next: the first one before the auction, the other one with the bottom."""
        told = re.search(r"\bwilds=(\d)", self.ruleset)
        number = int(told[1]) if told else WILDS.get(re.match(r"[\w-]*", self.ruleset)[0], 0)
        return len(self.wilds()) < (min(number, 1) if landlord is None else number)

    def facts(self):
        """Stage, turn, landlord and the chair whose combo stands, as far as counting tells."""
        landlord = self.landlord()
        if self._awaits_wild(landlord):
            return Facts(game_pb2.STAGE_WILD, None, landlord, None)
        if self.direction() and len(self.gifts()) < 3:
            return Facts(game_pb2.STAGE_PASS_ON, (self.first + len(self.gifts())) % 3, None, None)
        if landlord is None:
            turn = self._turn_in_auction([event for event in self.events if event.kind == "called"])
            return Facts(game_pb2.STAGE_AUCTION if turn is not None else game_pb2.STAGE_BOTTOM, turn, None, None)
        kinds = [event.kind for event in self.events]
        # Only an auction is followed by doublings and an open hand.
        asked = self.ruleset if self.appointed is None else ""
        raised = kinds.count("raised")
        if re.search(r"\bdoubling=(double|super)\b", asked) and raised < 3:
            return Facts(game_pb2.STAGE_DOUBLING, (landlord + raised) % 3, landlord, None)
        if re.search(r"\bopen-hand=yes\b", asked) and "shown" not in kinds:
            return Facts(game_pb2.STAGE_SHOWING, landlord, landlord, None)
        if any(self.count(chair) <= 0 for chair in range(3)):
            return Facts(game_pb2.STAGE_OVER, None, landlord, None)
        turn, standing = landlord, None
        for event in self.events:
            if event.kind == "played":
                turn = (event.chair + 1) % 3
                standing = event.chair if event.value else standing
                if standing == turn:
                    standing = None  # Both others passed.
        return Facts(game_pb2.STAGE_PLAY, turn, landlord, standing)

    def _turn_in_auction(self, calls):
        """Everybody speaks once; the first caller answers those who robbed; three points and a take end it."""
        words = [event.value for event in calls]
        if game_pb2.CALL_SCORE_3 in words or game_pb2.CALL_TAKE in words:
            return None
        if len(calls) < 3:
            return (self.first + len(calls)) % 3
        if len(calls) == 3 and game_pb2.CALL_ROB in words:
            return calls[words.index(game_pb2.CALL_CALL)].chair
        return None

    # As messages

    def message(self, event):
        """An event as a room takes it."""
        kind, chair, value, reading = event
        if kind == "wild":
            return game_pb2.Event(wild_shown=game_pb2.WildShown(rank=value))
        if kind == "passed_on":
            # What no bot gives or gets stays hidden.
            is_told = chair in self.bots or (chair + self.direction()) % 3 in self.bots
            told = cards.message(value, self.codec) if is_told else None
            return game_pb2.Event(passed_on=game_pb2.PassedOn(chair=CHAIRS[chair], cards=told))
        if kind == "called":
            return game_pb2.Event(called=game_pb2.Called(chair=CHAIRS[chair], call=value))
        if kind == "landlord":
            bottom = cards.message(value, self.codec)
            return game_pb2.Event(landlord_found=game_pb2.LandlordFound(chair=CHAIRS[chair], bottom=bottom))
        seat = SEATS[(chair - self.landlord()) % 3]
        if kind == "raised":
            return game_pb2.Event(raised=game_pb2.Raised(seat=seat, doubling=value))
        if kind == "shown":
            hand = cards.message(value, self.codec) if value else None
            return game_pb2.Event(shown=game_pb2.Shown(open=bool(value), hand=hand))
        if not value:
            return game_pb2.Event(played=game_pb2.Played(seat=seat, passed=game_pb2.Pass()))
        combo = cards_pb2.Combo(cards=cards.message(value, self.codec), **Reading(*(reading or ()))._asdict())
        return game_pb2.Event(played=game_pb2.Played(seat=seat, combo=combo))

    def dealt(self):
        """The deal as an event of a room."""
        dealt = rooms_pb2.Dealt(
            first=CHAIRS[self.first],
            hands=[
                rooms_pb2.ChairCards(chair=CHAIRS[chair], cards=cards.message(held, self.codec))
                for chair, held in sorted(self.bots.items())
            ],
        )
        if self.appointed is not None:
            dealt.ClearField("first")
            dealt.landlord = CHAIRS[self.appointed]
            dealt.bottom.CopyFrom(cards.message(self.bottom, self.codec))
        return dealt

    def view(self, chair, at_deal=False):
        """All that a bot knows, without a room: now, or with the deal. Chairs in it count from who speaks first."""
        held = self.bots[chair] if at_deal else self.held(chair)
        view = game_pb2.View(hand=cards.message(held, self.codec), events_complete=True)
        if self.appointed is None:
            view.chair = CHAIRS[(chair - self.first) % 3]
        else:
            view.seat = SEATS[(chair - self.appointed) % 3]
            view.bottom.CopyFrom(cards.message(self.bottom, self.codec))
        for event in self.events[: self.with_deal()] if at_deal else self.events:
            told = self.message(event)
            if event.kind == "passed_on":
                if len(self.gifts()) < 3:
                    continue  # All give at once: a seat sees no gift before the third.
                if chair not in (event.chair, (event.chair + self.direction()) % 3):
                    told.passed_on.ClearField("cards")
            # Chairs turn; seats stay what they are.
            what = getattr(told, told.WhichOneof("what"))
            if event.kind in ("passed_on", "called", "landlord"):
                what.chair = CHAIRS[(event.chair - self.first) % 3]
            view.events.append(told)
        return view

    def last_resort(self, chair):
        """An action that is always legal, for the time in which no server answers: the lowest cards passed on, no bid, no doubling, a
        closed hand, a pass on what stands, the lowest single as a lead, a wild card last. None where the hand is over or waits for cards
        to be shown."""
        facts = self.facts()
        action = decision_pb2.Decision().action
        if facts.turn is None:
            return None
        wilds = [cards.RANKS.index(rank) for rank in self.wilds()]
        heights = [(card, cards.rank(card, self.codec)) for card in self.held(chair)]
        lowest = [card for card, height in sorted(heights, key=lambda one: (one[1] in wilds, one[1]))]
        if facts.stage == game_pb2.STAGE_PASS_ON:
            action.pass_on.CopyFrom(cards.message(lowest[:3], self.codec))
        elif facts.landlord is None:
            action.call = game_pb2.CALL_PASS
        elif facts.stage == game_pb2.STAGE_DOUBLING:
            action.doubling = game_pb2.DOUBLING_NONE
        elif facts.stage == game_pb2.STAGE_SHOWING:
            action.show = False
        elif facts.standing is not None:
            action.passed.SetInParent()
        else:
            action.play.cards.CopyFrom(cards.message(lowest[:1], self.codec))
        return action
