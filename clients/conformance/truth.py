"""The complete state of a case's table, and the actions of the people. The judge of clients/audit, which shares no code with the server,
judges every action."""

import random
from collections import Counter

from legality import RANKS
from play_games import CALL_OF_WORD, Illegal, Table, rank, as_text
from thirdseat.v1 import cards_pb2, game_pb2

# The orders of ranks in the codecs that are sorted by suit, written from docs/use/rules.md.
KING_ORDER, ACE_ORDER = "KA23456789TJQ", "A23456789TJQK"
# The kinds of combos that a person plays.
SAME_RANK_KINDS = ("single", "pair", "triple", "bomb")
CALL_WORDS = {number: name.removeprefix("CALL_") for name, number in game_pb2.Call.items()}
DOUBLING = {number: name.removeprefix("DOUBLING_") for name, number in game_pb2.Doubling.items()}


def to_codec(card, codec):
    """Returns the codec's number or letter of a card. `card` is 0 to 53 with the 3s first."""
    letter, suit = rank(card), card % 4
    if codec in (None, "TEXT"):
        return letter
    if codec == "RANKS_FROM_0":
        return card
    if codec == "OWN":
        return 464 + card if card >= 52 else 100 * (1 + suit) + 3 + card // 4
    if codec == "RANK_TEXT":
        return ord(letter)
    if codec == "DOUZERO":
        return {"2": 17, "X": 20, "D": 30}.get(letter, RANKS.index(letter) + 3)
    if codec == "COUNTS_15":
        return RANKS.index(letter)
    order = KING_ORDER if "KING" in codec else ACE_ORDER
    start = 1 if codec.endswith("FROM_1") else 0
    return card + start if card >= 52 else start + 13 * suit + order.index(letter)


def write_cards(cards, codec):
    """Returns cards in the form that steps use."""
    told = [to_codec(card, codec) for card in cards]
    if codec is None:
        return "".join(told)
    return [told.count(place) for place in range(15)] if codec == "COUNTS_15" and told else told


def read_cards(said, held, codec):
    """Returns the cards of `held` that a move names. Raises Illegal for other cards."""
    if codec == "COUNTS_15":
        said = [place for place, count in enumerate(said) for _ in range(count)]
    left, found = list(held), []
    for one in said:
        card = next((card for card in left if to_codec(card, codec) == one), None)
        if card is None:
            raise Illegal(f"{one} of {said} is not in {write_cards(held, codec)}")
        left.remove(card)
        found.append(card)
    return found


class TrueTable:
    """The state of a hand. Callers use places, which are the fixed chairs of the room. The judge counts chairs from the first speaker."""

    def __init__(self, case, number, pile=()):
        words = case.get("ruleset", "classic").split(" ", 1)
        self.codec = case.get("codec")
        self.keen = case.get("humans") == "keen"
        rng = random.Random(f"{case['name']} {case.get('seed', 0)} {number}")
        self.table = Table(words[0], words[1] if len(words) > 1 else "", rng, pile)
        self.first = case.get("first", number % 3)
        if "hands" in case:
            self.table.hands = [read_cards(case["hands"][str(self.place_of(chair))], range(54), None) for chair in range(3)]
            rest = set(range(54)) - {card for hand in self.table.hands for card in hand}
            self.table.bottom = sorted(rest)
        self.actions = 0
        self.wilds_told = 0
        if "landlord" in case:
            table, chair = self.table, (case["landlord"] - self.first) % 3
            table.auction.turn, table.landlord, table.turn, table.direction = None, chair, chair, 0
            table.hands[chair] = table.hands[chair] + table.bottom
            table.events.insert(0, game_pb2.Event(landlord_found=cards_pb2.Cards(ids=table.bottom)))
            table.show_wild()

    def place_of(self, chair):
        return (chair + self.first) % 3

    def turn(self):
        """Returns the place on turn; None if the hand is over."""
        return None if self.table.is_over() else self.place_of(self.table.chair_and_rpc()[0])

    def receiver(self, place):
        return (place + self.table.direction) % 3

    def hand(self, place):
        return write_cards(self.table.hands[(place - self.first) % 3], self.codec)

    def cards_left(self):
        return [len(self.table.hands[(place - self.first) % 3]) for place in range(3)]

    def dealt_cards(self, place):
        return write_cards(self.table.hands[(place - self.first) % 3][:17], self.codec)

    def bottom(self):
        return write_cards(self.table.bottom, self.codec)

    def take_wilds(self):
        """Returns the shown wild ranks that the client does not know yet."""
        shown = self.table.shown[self.wilds_told :]
        self.wilds_told = len(self.table.shown)
        return shown

    def landlord(self):
        return None if self.table.landlord is None else self.place_of(self.table.landlord)

    def act(self, place, move):
        """Applies the move of a place, or raises Illegal. Returns true if the move ended the auction with a landlord."""
        chair, action, known = (place - self.first) % 3, game_pb2.Action(), self.table.landlord
        self.table.expect(not self.table.is_over() and self.turn() == place, f"{move} is no turn of {place}")
        if move["kind"] == "pass_on":
            action.pass_on.ids.extend(read_cards(move["cards"], self.table.hands[chair], self.codec))
        elif move["kind"] == "call":
            action.call = game_pb2.Call.Value(f"CALL_{move['value']}")
        elif move["kind"] == "doubling":
            action.doubling = game_pb2.Doubling.Value(f"DOUBLING_{move['value']}")
        elif move["kind"] == "show":
            action.show.open = move["value"]
        elif move["kind"] == "pass":
            action.passed = True
        else:
            cards = read_cards(move["cards"], self.table.hands[chair], self.codec)
            kind, key, length, stands_for = move.get("reading") or self.reading(cards)
            action.play.CopyFrom(
                cards_pb2.Combo(cards=cards_pb2.Cards(ids=cards), kind=kind, key=key, length=length, stands_for=stands_for)
            )
        self.table.act(chair, action)
        self.actions += 1
        return known is None and self.table.landlord is not None

    def reading(self, cards):
        """Returns the reading of cards for which the move names none."""
        found = sorted(self.table.readings(as_text(cards)), key=lambda one: -one.length)
        self.table.expect(found, f"{as_text(cards)} is no combo")
        return self.client_reading(cards, found[0])

    def client_reading(self, cards, found):
        """Returns a reading in the client's form. With wild cards it must have no chain and no wings."""
        letters = as_text(cards)
        is_wild = any(letter in self.table.shown for letter in letters)
        stands_for = letters if found.grade == "mixed" else len(letters) * found.key
        return [found.kind, found.key, found.length, stands_for if is_wild else ""]

    def person_action(self):
        """Returns a person's action. The person passes on its lowest cards, passes or bids as the case says, answers with a combo of one
        rank if it can, and leads the lowest single."""
        table = self.table
        chair, _ = table.chair_and_rpc()
        if table.is_passing_on():
            return {"kind": "pass_on", "cards": write_cards(sorted(table.hands[chair])[:3], self.codec)}
        if table.landlord is None:
            options = table.auction.options()
            return {"kind": "call", "value": CALL_WORDS[CALL_OF_WORD[options[-1] if self.keen else "no"]]}
        if table.asked:
            return {"kind": "doubling", "value": "DOUBLE" if self.keen else "NONE"}
        if table.showing:
            return {"kind": "show", "value": self.keen}
        held = sorted(table.hands[chair])
        standing = table.standing and table.standing[1]
        wild = [card for card in held if rank(card) in table.shown]
        counts = Counter(rank(card) for card in held)
        for count in range(1, 5):
            for letter in sorted(counts, key=table.rules.order.index):
                cards = ([card for card in held if rank(card) == letter] + [card for card in wild if rank(card) != letter])[:count]
                possible = table.readings(as_text(cards)) if len(cards) == count else ()
                for found in sorted((one for one in possible if one.kind in SAME_RANK_KINDS), key=str):
                    if standing is None or found.beats(standing, table.rules):
                        return {"kind": "play", "cards": write_cards(cards, self.codec), "reading": self.client_reading(cards, found)}
        return {"kind": "pass"}

