"""Deals that do not shuffle, written from docs/use/rules.md and the design of the dealers. Each returns the 54 cards, of which three hands
of 17 and the bottom of three are cut in order. Cards are numbers, four of each rank from the 3s on, then the jokers.
"""


def is_bomb_in(hand):
    ranks = [card // 4 for card in hand if card < 52]
    return {52, 53} <= set(hand) or any(ranks.count(rank) == 4 for rank in set(ranks))


def random_deal(rng, pile):
    deck = list(range(54))
    rng.shuffle(deck)
    return deck


def blocks(rng, pile):
    """The fours and each joker in random order; every fourth place swaps with one at or before it."""
    fours = [list(range(first, first + 4)) for first in range(0, 52, 4)] + [[52], [53]]
    rng.shuffle(fours)
    deck = [card for four in fours for card in four]
    for place in range(53, 0, -4):
        other = rng.randrange(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def clusters(rng, pile):
    """The fours and the pair of jokers in random order; five places swap; dealt in fours. Up to eight tries until a hand has a bomb."""
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
        if any(is_bomb_in(hand) for hand in hands):
            break
    return [card for hand in hands for card in hand] + deck


def recycled(rng, pile):
    """The last hand's cards as they were played, then the rests, low to high; one cut. The first deal is random."""
    if not pile:
        return random_deal(rng, pile)
    cut = rng.randint(10, 44)
    return pile[cut:] + pile[:cut]


DEALERS = {"random": random_deal, "blocks": blocks, "clusters": clusters, "recycled": recycled}
