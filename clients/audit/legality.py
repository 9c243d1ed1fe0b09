"""The legal plays of DouDizhu, written from docs/use/rules.md; wild.py adds the wild ranks.

play_games.py judges games by it. The code shares nothing with the server, so both seldom make the same mistake. The code is simple,
not fast."""

from collections import Counter
from dataclasses import dataclass

RANKS = "3456789TJQKA2XD"
# Chains run from 3 to the ace.
CHAIN_END = RANKS.index("2")


@dataclass(frozen=True)
class Rules:
    """Points in which rulesets differ."""

    wing_copies: int = 3
    wings_rocket: bool = False
    wings_lengthen: bool = False
    four_pair_as_singles: bool = True
    four_rocket: bool = False
    shuttle: bool = False
    auction: str = "score"
    # The order of the ranks outside chains, the weakest first.
    order: str = RANKS
    only_fives_carry: bool = False
    triple_over_small: bool = False
    pass_card: bool = False
    # The number of wild ranks that are drawn, and the table of bomb factors.
    wilds: int = 0
    bomb_factors: str = "double"
    dealer: str = "random"
    scoring: str = "stakes"


RULESETS = {
    "classic": Rules(),
    "douzero": Rules(wing_copies=4, wings_rocket=True, wings_lengthen=True, four_rocket=True),
    "botzone": Rules(wing_copies=1, wings_rocket=True, four_pair_as_singles=False, four_rocket=True, shuttle=True),
    "ratel": Rules(
        wing_copies=2, wings_rocket=True, four_pair_as_singles=False, four_rocket=True, shuttle=True, auction="call-rob"
    ),
    "pagat": Rules(wing_copies=1, four_pair_as_singles=False),
    "shuttle": Rules(shuttle=True),
    "journey": Rules(
        auction="take-it", order="4673859TJQKA2XD", only_fives_carry=True, triple_over_small=True, pass_card=True,
        scoring="cards",
    ),
    "unshuffled": Rules(dealer="blocks"),
    "laizi": Rules(auction="call-rob", wilds=1, bomb_factors="laizi"),
    "laizi-tiandi": Rules(auction="call-rob", wilds=2, bomb_factors="tiandi"),
}
# The grades of bombs of the same size, the weakest first.
BOMB_GRADES = ("soft", "hard", "mixed", "pure")

# For each kind but the rocket: copies of each rank in the body, fewest and most ranks of the body, cards of a wing, wings for each rank.
KINDS = {
    "single": (1, 1, 1, 0, 0),
    "pair": (2, 1, 1, 0, 0),
    "triple": (3, 1, 1, 0, 0),
    "triple-single": (3, 1, 1, 1, 1),
    "triple-pair": (3, 1, 1, 2, 1),
    "straight": (1, 5, 12, 0, 0),
    "pair-chain": (2, 3, 12, 0, 0),
    "airplane": (3, 2, 12, 0, 0),
    "airplane-singles": (3, 2, 12, 1, 1),
    "airplane-pairs": (3, 2, 12, 2, 1),
    "four-singles": (4, 1, 1, 1, 2),
    "four-pairs": (4, 1, 1, 2, 2),
    "shuttle": (4, 2, 12, 0, 0),
    "shuttle-singles": (4, 2, 12, 1, 2),
    "shuttle-pairs": (4, 2, 12, 2, 2),
    "bomb": (4, 1, 1, 0, 0),
}


@dataclass(frozen=True)
class Reading:
    """Cards as one kind of combo."""

    kind: str
    length: int
    key: str
    # The number of cards and the grade of a bomb.
    size: int = 4
    grade: str = "hard"

    def has_wings(self):
        return KINDS.get(self.kind, (0, 0, 0, 0, 0))[3] > 0

    def beats(self, other, rules):
        """True if this may be played on `other`."""
        if other.kind == "rocket":
            return False
        if self.kind == "rocket":
            return True
        # Fives carry no joker as a wing, so a standing combo with a joker has the joker as its key.
        if rules.pass_card and (self.kind, self.key) == ("single", "2") and other.key not in "XD":
            return True
        if rules.only_fives_carry and other.has_wings():
            return self.kind == "bomb" and rules.order.index(self.key) > rules.order.index("5")
        if rules.only_fives_carry and self.has_wings():
            return False
        if self.kind == "bomb" and other.kind != "bomb":
            return True
        if self.kind == "bomb" and (self.size, self.grade) != (other.size, other.grade):
            return (self.size, BOMB_GRADES.index(self.grade)) > (other.size, BOMB_GRADES.index(other.grade))
        if self.grade == "mixed":
            return False  # A mixed bomb has no rank that could be higher.
        if rules.triple_over_small and self.kind == "triple" and other.kind in ("single", "pair"):
            return True
        order = RANKS if self.length > 1 else rules.order
        same = (self.kind, self.length) == (other.kind, other.length)
        return same and order.index(self.key) > order.index(other.key)

    def factor(self, rules):
        if self.kind.startswith("shuttle"):
            return 2
        if self.kind not in ("bomb", "rocket"):
            return 1
        if rules.bomb_factors == "double":
            return 2
        if self.kind == "rocket":
            return 6 if rules.bomb_factors == "tiandi" else 4
        if self.size > 4:
            return 6
        return 2 if self.grade == "soft" else 4


def readings(cards, rules):
    """Returns every possible combo of `cards`, a string of ranks."""
    counts = Counter(cards)
    found = set()
    if counts == Counter("XD"):
        found.add(Reading("rocket", 2, "D"))
    for kind, (copies, shortest, longest, wing, per_rank) in KINDS.items():
        if kind.startswith("shuttle") and not rules.shuttle:
            continue
        for length in range(shortest, longest + 1):
            if len(cards) != length * (copies + wing * per_rank):
                continue
            for top in range(length - 1, len(RANKS)):
                if length > 1 and top >= CHAIN_END:
                    break
                body = RANKS[top - length + 1 : top + 1]
                if any(counts[rank] < copies for rank in body):
                    continue
                rest = counts.copy()
                for rank in body:
                    rest[rank] -= copies
                rest = +rest
                if may_be_wings(kind, rest, body, copies, wing, rules):
                    found.add(Reading(kind, length, RANKS[top]))
    return found


def may_be_wings(kind, rest, body, copies, wing, rules):
    if any(rank in rest for rank in body):
        return False
    if wing == 0:
        return not rest
    if rules.only_fives_carry and (body != "5" or any(rank in rest for rank in "2XD")):
        return False
    if wing == 2:
        # All wings are pairs of different ranks. Jokers cannot be pairs.
        return all(count == 2 for count in rest.values())
    rocket = rest["X"] and rest["D"]
    if kind == "four-singles":
        if rocket:
            return rules.four_rocket
        return len(rest) == 2 or rules.four_pair_as_singles
    if kind == "triple-single":
        return True
    if rocket and not rules.wings_rocket:
        return False
    if max(rest.values()) > rules.wing_copies:
        return False
    low, high = RANKS.index(body[0]), RANKS.index(body[-1])
    beside = [place for place in (low - 1, high + 1) if 0 <= place < CHAIN_END]
    longer = any(rest[RANKS[place]] >= copies for place in beside)
    return rules.wings_lengthen or not longer


def may_answer(cards, standing, rules):
    """True if `cards` can be played on the reading `standing`, or led if this is None."""
    found = readings(cards, rules)
    return any(standing is None or reading.beats(standing, rules) for reading in found)
