"""Tests of the judge's rules. Run with `python -m unittest`."""

import random
import unittest
from collections import Counter
from itertools import combinations_with_replacement

from legality import RULESETS, Reading, may_answer, readings
from opening import Auction
from wild import WILD_CARD_RANKS, stands_for_fits, wild_readings


def reading_keys(cards, ruleset="classic"):
    return {(reading.kind, reading.length, reading.key) for reading in readings(cards, RULESETS[ruleset])}


class Legality(unittest.TestCase):
    # Cards, and whether they are a combo (y or n) in classic, douzero, botzone, ratel, pagat, shuttle, journey.
    PROBES = [
        ("33344455", "yynynyn"),
        ("333444XD", "nyyynnn"),
        ("333444555777", "yynnnyn"),
        ("333444555667", "yynynyn"),
        ("3334445556667777", "nynnnnn"),
        ("3334445555", "nnnnnnn"),
        ("333345", "yyyyyyn"),
        ("333344", "yynnnyn"),
        ("3333XD", "nyyynnn"),
        ("33334455", "yyyyyyn"),
        ("33334444", "nnyynyn"),
        ("333344445678", "nnyynyn"),
        ("3444", "yyyyyyn"),
        ("34567", "yyyyyyy"),
        ("TJQKA2", "nnnnnnn"),
        ("AAA222", "nnnnnnn"),
        ("334455", "yyyyyyy"),
        ("3344", "nnnnnnn"),
        ("34", "nnnnnnn"),
        ("33334", "nnnnnnn"),
        ("333444555666", "yyyyyyy"),
    ]

    def test_combos_by_ruleset(self):
        for cards, answers in self.PROBES:
            for ruleset, answer in zip(RULESETS, answers):
                with self.subTest(cards=cards, ruleset=ruleset):
                    self.assertEqual(bool(reading_keys(cards, ruleset)), answer == "y")

    def test_cards_may_have_several_readings(self):
        self.assertEqual(reading_keys("444555666777"), {("airplane", 4, "7")})
        both = {("airplane-singles", 3, "6"), ("airplane-singles", 3, "7")}
        self.assertEqual(reading_keys("444555666777", "douzero"), {("airplane", 4, "7")} | both)

    def test_plays_beat_standing_combos(self):
        rules = RULESETS["shuttle"]
        straight = Reading("straight", 5, "7")
        for cards, standing, answer in [
            ("45678", straight, True),
            ("456789", straight, False),
            ("34567", straight, False),
            ("3333", straight, True),
            ("3333", Reading("bomb", 1, "4"), False),
            ("XD", Reading("bomb", 1, "2"), True),
            ("3333", Reading("shuttle", 2, "K"), True),
            ("44445555", Reading("shuttle", 2, "4"), True),
            ("2", Reading("single", 1, "A"), True),
            ("X", Reading("single", 1, "D"), False),
        ]:
            with self.subTest(cards=cards, standing=standing):
                self.assertEqual(may_answer(cards, standing, rules), answer)
        journey = RULESETS["journey"]
        for cards, standing, answer in [
            ("5", Reading("single", 1, "8"), True),
            ("8", Reading("single", 1, "9"), False),
            ("3", Reading("single", 1, "7"), True),
            ("45678", straight, True),
            ("444", Reading("pair", 1, "A"), True),
            ("444", Reading("triple", 1, "6"), False),
            ("2", Reading("bomb", 1, "9"), True),
            ("2", Reading("single", 1, "X"), False),
            ("8888", Reading("triple-single", 1, "5"), False),
            ("9999", Reading("triple-single", 1, "5"), True),
            ("5553", Reading("single", 1, "4"), False),
            ("5553", None, True),
            ("5552", None, False),
            ("3334", None, False),
        ]:
            with self.subTest(cards=cards, standing=standing):
                self.assertEqual(may_answer(cards, standing, journey), answer)
        self.assertTrue(may_answer("3", None, rules))
        self.assertFalse(may_answer("", None, rules))


class Auctions(unittest.TestCase):
    def check_landlord(self, kind, words, landlord):
        auction = Auction(kind)
        for word in words.split():
            auction.apply_call(word)
        self.assertTrue(auction.is_over(), words)
        self.assertEqual(auction.landlord, landlord, words)

    def test_an_auction_ends_with_its_landlord(self):
        for words, landlord in [("3", 0), ("1 2 no", 1), ("no no no", None), ("1 no 3", 2)]:
            self.check_landlord("score", words, landlord)
        for words, landlord in [("1", 0), ("no no 2", 2), ("no no no", None)]:
            self.check_landlord("first-score", words, landlord)
        for words, landlord in [("no take", 1), ("no no no", None)]:
            self.check_landlord("take-it", words, landlord)
        for words, landlord in [
            ("call no no", 0),
            ("call rob no rob", 0),
            ("call rob rob no", 2),
            ("no call rob no", 2),
            ("no no call", 2),
            ("no no no", None),
        ]:
            self.check_landlord("call-rob", words, landlord)

    def test_wrong_calls_are_refused(self):
        auction = Auction("score")
        auction.apply_call("2")
        for word in ("1", "2", "rob"):
            with self.assertRaises(ValueError):
                auction.apply_call(word)


RANKS_BELOW_JOKERS = "3456789TJQKA2"
# The names of kinds in the tables below, with the number of ranks of the body.
SHORT_KINDS = {
    "1": ("single", 1), "2": ("pair", 1), "3": ("triple", 1), "3+1": ("triple-single", 1), "3+2": ("triple-pair", 1),
    "4+1": ("four-singles", 1), "run5": ("straight", 5), "run6": ("straight", 6), "twos3": ("pair-chain", 3),
    "plane2": ("airplane", 2), "plane4": ("airplane", 4), "plane2+1": ("airplane-singles", 2),
    "plane3+1": ("airplane-singles", 3), "plane2+2": ("airplane-pairs", 2), "XD": ("rocket", 2),
}


def rules_of(wilds):
    return RULESETS[{0: "classic", 1: "laizi", 2: "laizi-tiandi"}[len(wilds)]]


def reading_named(cards, wilds, name):
    """Returns the reading that `name` gives: one of SHORT_KINDS or a grade of bombs, then keys, as in "run5 7", "soft 3"."""
    kind, key = name.split()
    for reading in wild_readings(cards, rules_of(wilds), wilds):
        if (reading.grade == kind and reading.kind == "bomb" or SHORT_KINDS.get(kind) == (reading.kind, reading.length)) and reading.key in key:
            return reading
    raise AssertionError(f"{cards} is no {name} where {wilds} are wild")


class WildReadings(unittest.TestCase):
    # Wild ranks, cards, and all their readings: kind and keys.
    PROBES = [
        ("7", "7", "1 7"),
        ("7", "77", "2 7"),
        ("7", "777", "3 7"),
        ("7", "7777", "pure 7"),
        ("7", "57", "2 5"),
        ("7", "27", "2 2"),
        ("7", "7X 77X 7XD", ""),
        ("7", "277", "3 2"),
        ("7", "777A", f"soft A, 3+1 {RANKS_BELOW_JOKERS}"),
        ("7", "777X", f"3+1 {RANKS_BELOW_JOKERS}"),
        ("7", "4447 4477", "soft 4, 3+1 4"),
        ("7", "4457", "3+1 4"),
        ("7", "4577", "3+1 45"),
        ("7", "34777", "run5 7, 3+2 34"),
        ("7", "44557", "3+2 45"),
        ("7", "44477", "3+2 4"),
        ("7", "34567 34577", "run5 7"),
        ("7", "56789", "run5 9"),
        ("7", "56778", "run5 89"),
        ("7", "TJQK7", "run5 KA"),
        ("7", "JQKA7", "run5 A"),
        ("7", "JQKA77", "run6 A"),
        ("7", "QKA27 3457A", ""),
        ("7", "344557", "twos3 5"),
        ("7", "QQKKA7", "twos3 A"),
        ("7", "344577", "twos3 5, 4+1 4"),
        ("7", "445577", "plane2 5, twos3 56, 4+1 45"),
        ("7", "333457 33337X 333577", "4+1 3"),
        ("7", "33344457", "plane2+1 4"),
        ("7", "3334445577", "plane2+2 4"),
        ("7", "333444555777", "plane4 6, plane3+1 5"),
        ("7", "333777", "plane2 4, 4+1 3"),
        ("7", "44447 33344457X 5557XD", ""),
        ("7", "33355577 333444567 33344XD7", ""),
        ("7", "37777", f"run5 7, 3+2 {RANKS_BELOW_JOKERS}"),
        ("79", "79 779 X79", ""),
        ("79", "7799", "mixed 9"),
        ("79", "7779", "mixed 9, 3+1 7"),
        ("79", "33337", "soft 3"),
        ("79", "33379", "soft 3, 3+2 3"),
        ("79", "333379", "soft 3, 4+1 3"),
        ("79", "77779999", "mixed 9"),
        ("79", "333377779999", "soft 3"),
        ("79", "56779", "run5 789, 3+2 56"),
        ("79", "345679", "run6 8"),
        ("78", "777888", "plane2 8, mixed 8"),
        ("34", "33334444", "mixed 4"),
        ("2", "TJQK2", "run5 KA"),
        ("2", "32222", f"run5 7, 3+2 {RANKS_BELOW_JOKERS}"),
        ("A", "TJQKA", "run5 KA"),
        ("A", "TJQKA2", ""),
        ("A", "A2", "2 2"),
        ("7", "XD", "XD D"),
        ("7", "3333", "hard 3"),
    ]

    def test_wild_readings(self):
        for wilds, listed, reading_list in self.PROBES:
            expected = set()
            for part in filter(None, reading_list.split(", ")):
                kind, keys = part.split()
                expected |= {(*SHORT_KINDS.get(kind, ("bomb", kind)), key) for key in keys}
            for cards in listed.split():
                with self.subTest(wilds=wilds, cards=cards):
                    found = wild_readings(cards, rules_of(wilds), wilds)
                    self.assertEqual({(one.kind, one.grade if one.kind == "bomb" else one.length, one.key) for one in found}, expected)

    # Wild ranks, then a play and a standing combo that it beats.
    BEATS = [
        ("7", "4447 soft 4", "3338 3+1 3"),
        ("7", "4447 soft 4", "3337 3+1 3"),
        ("7", "4447 soft 4", "3337 soft 3"),
        ("7", "3333 hard 3", "AAA7 soft A"),
        ("7", "7777 pure 7", "2222 hard 2"),
        ("7", "XD XD D", "7777 pure 7"),
        ("7", "57 2 5", "44 2 4"),
        ("7", "27 2 2", "AA 2 A"),
        ("7", "77 2 7", "66 2 6"),
        ("7", "56778 run5 8", "34567 run5 7"),
        ("79", "33337 soft 3", "7777 pure 7"),
        ("79", "33337 soft 3", "2222 hard 2"),
        ("79", "77799 mixed 9", "22227 soft 2"),
        ("79", "333377 soft 3", "77799 mixed 9"),
        ("79", "XD XD D", "333377779999 soft 3"),
        ("79", "7799 mixed 9", "2222 hard 2"),
        ("79", "7777 pure 7", "7999 mixed 9"),
        ("79", "9999 pure 9", "7777 pure 7"),
    ]
    # Wild ranks, then a play and a standing combo that it does not beat.
    BEATS_NOT = [
        ("7", "4447 soft 4", "3333 hard 3"),
        ("7", "4477 soft 4", "4447 soft 4"),
        ("7", "AAA7 soft A", "3333 hard 3"),
        ("7", "57 2 5", "66 2 6"),
        ("7", "77 2 7", "88 2 8"),
        ("7", "56778 run5 8", "56778 run5 9"),
        ("7", "56778 run5 9", "56789 run5 9"),
        ("79", "7779 mixed 9", "7799 mixed 9"),
        ("79", "7799 mixed 9", "7779 mixed 9"),
        ("79", "7799 mixed 9", "7777 pure 7"),
    ]

    def test_wild_plays_beat_standing_combos(self):
        for rows, answer in ((self.BEATS, True), (self.BEATS_NOT, False)):
            for wilds, *plays in rows:
                with self.subTest(wilds=wilds, plays=plays):
                    over, under = (reading_named(play.split(" ", 1)[0], wilds, play.split(" ", 1)[1]) for play in plays)
                    self.assertEqual(over.beats(under, rules_of(wilds)), answer)

    def test_bomb_factors(self):
        for wilds, play, factor in [
            ("", "3333 hard 3", 2), ("", "XD XD D", 2), ("7", "3337 soft 3", 2), ("7", "3333 hard 3", 4), ("7", "7777 pure 7", 4),
            ("7", "XD XD D", 4), ("7", "57 2 5", 1), ("79", "3337 soft 3", 2), ("79", "7799 mixed 9", 4), ("79", "33337 soft 3", 6),
            ("79", "77799 mixed 9", 6), ("79", "XD XD D", 6),
        ]:
            with self.subTest(wilds=wilds, play=play):
                self.assertEqual(reading_named(*[play.split(" ", 1)[0], wilds, play.split(" ", 1)[1]]).factor(rules_of(wilds)), factor)

    def test_stands_for_fits_cards(self):
        for cards, name, stands_for, answer in [
            ("4447", "3+1 4", "444+7", True), ("4447", "3+1 4", "4447", False), ("4447", "3+1 4", "444+5", True),
            ("4447", "soft 4", "4444", True), ("4447", "soft 4", "444+4", False), ("4447", "soft 4", "444+7", False),
            ("56778", "run5 8", "45678", True), ("56778", "run5 9", "45678", False), ("57", "2 5", "55", True), ("57", "2 5", "77", False),
            ("57", "2 5", "5", False), ("7777", "pure 7", "7777", True),
        ]:
            with self.subTest(cards=cards, stands_for=stands_for):
                self.assertEqual(stands_for_fits(stands_for, cards, reading_named(cards, "7", name), rules_of("7"), "7"), answer)

    def test_readings_are_those_of_every_substitution(self):
        """Compares the readings with a slow and obvious method, which tries every possible rank for each wild card. Bombs are left out, because
        the probes test them."""
        rng = random.Random(7)
        several = 0
        for _ in range(700):
            wilds = "".join(rng.sample(RANKS_BELOW_JOKERS, rng.choice((1, 2))))
            rules = rules_of(wilds)
            deck = [rank for rank in RANKS_BELOW_JOKERS for _ in range(4)] + ["X", "D"]
            narrow = [rank for rank in deck if rank in wilds or abs(RANKS_BELOW_JOKERS.find(rank) - rng.randrange(11)) < 3]
            cards = "".join(rng.sample(narrow, min(len(narrow), rng.randint(2, 10))))
            wild = [card for card in cards if card in wilds]
            if len(wild) > 3 or not set(cards) - set(wilds):
                continue
            natural = "".join(card for card in cards if card not in wilds)
            found = set()
            for ranks in combinations_with_replacement(WILD_CARD_RANKS, len(wild)):
                stood = natural + "".join(ranks)
                if max(Counter(stood).values()) <= 4:
                    found |= {one for one in readings(stood, rules) if one.kind != "bomb"}
            judged = {one for one in wild_readings(cards, rules, wilds) if one.kind != "bomb"}
            several += len(found) > 1
            with self.subTest(cards=cards, wilds=wilds):
                self.assertEqual(judged, found)
        self.assertGreater(several, 25)


if __name__ == "__main__":
    unittest.main()
