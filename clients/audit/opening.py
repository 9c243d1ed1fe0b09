"""Auctions and deals, written from docs/use/rules.md and the design of the dealers. A dealer returns the 54 cards in order: three
hands of 17 cards, then the three bottom cards. Cards are numbers: four of each rank from the 3s on, then the jokers."""

CALLS = {"score": ["no", "1", "2", "3"], "first-score": ["no", "1", "2", "3"], "call-rob": ["no", "call", "rob"], "take-it": ["no", "take"]}


class Auction:
    """The state of an auction. Chairs are 0, 1 and 2 in the order of speaking."""

    def __init__(self, kind):
        self.kind = kind
        self.turn = 0
        self.landlord = None
        self.caller = None
        self.highest = 0
        self.declined = set()
        self.robbed = False
        # True if the auction is over without a landlord. Then the cards are dealt again, or a player is appointed.
        self.unwanted = False

    def options(self):
        """Returns the calls that the chair on turn may make."""
        if self.kind in ("score", "first-score"):
            return ["no"] + [str(points) for points in range(self.highest + 1, 4)]
        if self.kind == "take-it":
            return ["no", "take"]
        return ["no", "rob" if self.caller is not None else "call"]

    def is_over(self):
        return self.turn is None

    def apply_call(self, word):
        """Applies a call, or raises ValueError if it is not allowed."""
        if self.is_over() or word not in self.options():
            raise ValueError(f"{word} is no call here; there are {self.options()}")
        {"score": self._score, "first-score": self._score, "take-it": self._take_it, "call-rob": self._call_rob}[self.kind](word)
        if self.is_over():
            self.unwanted = self.landlord is None

    def _score(self, word):
        if word != "no":
            self.landlord, self.highest = self.turn, int(word)
        last = self.turn == 2 or self.highest == 3 or self.kind == "first-score" and word != "no"
        self.turn = None if last else self.turn + 1

    def _take_it(self, word):
        if word == "take":
            self.landlord = self.turn
        self.turn = None if word == "take" or self.turn == 2 else self.turn + 1

    def _call_rob(self, word):
        chair = self.turn
        if self.caller is None:
            if word == "call":
                self.caller = self.landlord = chair
            else:
                self.declined.add(chair)
                self.turn = None if chair == 2 else chair + 1
                return
        elif word == "rob":
            self.landlord, self.robbed = chair, True
        if chair == self.caller and word != "call":
            # The caller has answered the robs, so the auction is over.
            self.turn = None
            return
        following = (chair + 1) % 3
        while following != self.caller and following in self.declined:
            following = (following + 1) % 3
        # The caller is asked again only if another player robbed.
        self.turn = None if following == self.caller and not self.robbed else following


def has_bomb_or_rocket(hand):
    ranks = [card // 4 for card in hand if card < 52]
    return {52, 53} <= set(hand) or any(ranks.count(rank) == 4 for rank in set(ranks))


def random_deal(rng, pile):
    deck = list(range(54))
    rng.shuffle(deck)
    return deck


def blocks_deal(rng, pile):
    """Deals a deck in which the four cards of each rank stay together; these groups and the jokers are in random order. Then the card at
    every fourth place changes places with a card at or before it."""
    fours = [list(range(first, first + 4)) for first in range(0, 52, 4)] + [[52], [53]]
    rng.shuffle(fours)
    deck = [card for four in fours for card in four]
    for place in range(53, 0, -4):
        other = rng.randrange(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def clusters_deal(rng, pile):
    """The four cards of each rank, and the two jokers, stay together in random order. Then there are five swaps, and cards are dealt
    up to four at a time. It tries up to eight deals until a hand has a bomb or the rocket."""
    for _ in range(8):
        fours = [list(range(first, min(first + 4, 54))) for first in range(0, 54, 4)]
        rng.shuffle(fours)
        deck = [card for four in fours for card in four]
        for place in range(0, 49, 12):
            other = rng.randrange(54)
            deck[place], deck[other] = deck[other], deck[place]
        hands, chair = [[], [], []], rng.randrange(3)
        while any(len(hand) < 17 for hand in hands):
            hand = hands[chair]
            while len(hand) < 17:
                hand.append(deck.pop(0))
                if len(hand) % 4 == 0:
                    break
            chair = (chair + 1) % 3
        if any(has_bomb_or_rocket(hand) for hand in hands):
            break
    return [card for hand in hands for card in hand] + deck


def recycled_deal(rng, pile):
    """Cuts the pile of the last hand once. The first deal is random."""
    if not pile:
        return random_deal(rng, pile)
    cut = rng.randint(10, 44)
    return pile[cut:] + pile[:cut]


DEALERS = {"random": random_deal, "blocks": blocks_deal, "clusters": clusters_deal, "recycled": recycled_deal}
