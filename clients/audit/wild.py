"""The possible combos of cards with wild ranks, written from docs/use/rules.md.

Wild cards first fill the body. The remaining wild cards are tried as wings of other ranks.
"""

from collections import Counter
from itertools import combinations_with_replacement

from legality import CHAIN_END, KINDS, RANKS, Reading, may_be_wings, readings

# The ranks that a wild card may stand for: all except the jokers.
WILD_CARD_RANKS = RANKS[: CHAIN_END + 1]
BOMB_MAX = {1: 4, 2: 12}


def wild_readings(cards, rules, wilds):
    """Returns every possible combo of `cards`; `wilds` are the shown wild ranks."""
    wild = [card for card in cards if card in wilds]
    natural = Counter(card for card in cards if card not in wilds)
    if not wild:
        return readings(cards, rules)
    found = _bomb_readings(len(cards), wild, natural, rules)
    if not natural:
        # If all cards are wild, each stands for its own rank.
        return found | {reading for reading in readings(cards, rules) if reading.kind != "bomb"}
    for kind, (copies, shortest, longest, wing, per_rank) in KINDS.items():
        if kind == "bomb" or kind.startswith("shuttle") and not rules.shuttle:
            continue
        for length in range(shortest, longest + 1):
            if len(cards) != length * (copies + wing * per_rank):
                continue
            for top in range(length - 1, len(RANKS)):
                if top >= (CHAIN_END if length > 1 else len(RANKS)):
                    break
                body = RANKS[top - length + 1 : top + 1]
                if _fills_body_and_wings(kind, body, copies, wing, wild, natural, rules):
                    found.add(Reading(kind, length, RANKS[top]))
    return found


def _fills_body_and_wings(kind, body, copies, wing, wild, natural, rules):
    """True if the wild cards fill the body, and the remaining cards may be its wings."""
    lacking = sum(max(0, copies - natural[rank]) for rank in body)
    if lacking > len(wild) or any(rank not in WILD_CARD_RANKS and natural[rank] < copies for rank in body):
        return False
    rest = natural.copy()
    for rank in body:
        rest[rank] -= min(copies, rest[rank])
    others = [rank for rank in WILD_CARD_RANKS if rank not in body]
    return any(
        may_be_wings(kind, rest + Counter(ridden), body, copies, wing, rules)
        for ridden in combinations_with_replacement(others, len(wild) - lacking)
    )


def _bomb_readings(size, wild, natural, rules):
    """Returns a set with the only reading of the cards as a bomb, or an empty set."""
    if not 4 <= size <= BOMB_MAX[rules.wilds]:
        return set()
    if not natural:
        ranks = sorted(set(wild), key=RANKS.index)
        return {Reading("bomb", 1, ranks[-1], size, "pure" if len(ranks) == 1 else "mixed")}
    if len(natural) == 1 and set(natural) <= set(WILD_CARD_RANKS):
        return {Reading("bomb", 1, next(iter(natural)), size, "soft")}
    return set()


def stands_for_fits(stands_for, cards, reading, rules, wilds):
    """True if `stands_for` fits the cards and the reading: natural cards have their own rank, and each wild card has a possible rank."""
    letters = Counter(stands_for.replace("+", ""))
    natural = Counter(card for card in cards if card not in wilds)
    stood = letters - natural
    if natural - letters or len(cards) != sum(letters.values()) or any(rank not in WILD_CARD_RANKS for rank in stood):
        return False
    if reading.kind == "bomb":
        return "+" not in stands_for and (reading.grade == "mixed" or set(letters) == {reading.key})
    plain = readings("".join(letters.elements()), rules)
    body = KINDS[reading.kind][0] * reading.length
    return (reading.kind, reading.length, reading.key) in {(one.kind, one.length, one.key) for one in plain} and (
        len(stands_for.split("+")[0]) == body
    )
