"""The judge is judged: probes of docs/RULES.md, by hand. Run with `python -m unittest`."""

import unittest

from auction import Auction
from legality import RULESETS, Reading, may_answer, readings


def kinds(cards, ruleset="classic"):
    return {(reading.kind, reading.length, reading.key) for reading in readings(cards, RULESETS[ruleset])}


class Legality(unittest.TestCase):
    # cards, then yes or no for classic, douzero, botzone, ratel, pagat, shuttle
    PROBES = [
        ("33344455", "yynyny"),
        ("333444XD", "nyyynn"),
        ("333444555777", "yynnny"),
        ("333444555667", "yynyny"),
        ("3334445556667777", "nynnnn"),
        ("3334445555", "nnnnnn"),
        ("333345", "yyyyyy"),
        ("333344", "yynnny"),
        ("3333XD", "nyyynn"),
        ("33334455", "yyyyyy"),
        ("33334444", "nnyyny"),
        ("333344445678", "nnyyny"),
        ("3444", "yyyyyy"),
        ("34567", "yyyyyy"),
        ("TJQKA2", "nnnnnn"),
        ("AAA222", "nnnnnn"),
        ("334455", "yyyyyy"),
        ("3344", "nnnnnn"),
        ("34", "nnnnnn"),
        ("33334", "nnnnnn"),
        ("333444555666", "yyyyyy"),
    ]

    def test_probes(self):
        for cards, answers in self.PROBES:
            for ruleset, answer in zip(RULESETS, answers):
                with self.subTest(cards=cards, ruleset=ruleset):
                    self.assertEqual(bool(kinds(cards, ruleset)), answer == "y")

    def test_cards_with_several_readings(self):
        self.assertEqual(kinds("444555666777"), {("airplane", 4, "7")})
        both = {("airplane-singles", 3, "6"), ("airplane-singles", 3, "7")}
        self.assertEqual(kinds("444555666777", "douzero"), {("airplane", 4, "7")} | both)

    def test_who_beats_whom(self):
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
        self.assertTrue(may_answer("3", None, rules))
        self.assertFalse(may_answer("", None, rules))


class Auctions(unittest.TestCase):
    def check(self, kind, words, landlord):
        auction = Auction(kind)
        for word in words.split():
            auction.say(word)
        self.assertTrue(auction.is_over(), words)
        self.assertEqual(auction.landlord, landlord, words)

    def test_ends(self):
        for words, landlord in [("3", 0), ("1 2 no", 1), ("no no no", None), ("1 no 3", 2)]:
            self.check("score", words, landlord)
        for words, landlord in [("no take", 1), ("no no no", None)]:
            self.check("take-it", words, landlord)
        for words, landlord in [
            ("call no no", 0),
            ("call rob no rob", 0),
            ("call rob rob no", 2),
            ("no call rob no", 2),
            ("no no call", 2),
            ("no no no", None),
        ]:
            self.check("call-rob", words, landlord)

    def test_wrong_words_are_refused(self):
        auction = Auction("score")
        auction.say("2")
        for word in ("1", "2", "rob"):
            with self.assertRaises(ValueError):
                auction.say(word)


if __name__ == "__main__":
    unittest.main()
