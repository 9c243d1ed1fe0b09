"""Tests of the judge: examples of docs/use/rules.md, by hand. Run with `python -m unittest`."""

import unittest

from auction import Auction
from legality import RULESETS, Reading, may_answer, readings


def kinds(cards, ruleset="classic"):
    return {(reading.kind, reading.length, reading.key) for reading in readings(cards, RULESETS[ruleset])}


class Legality(unittest.TestCase):
    # cards, then yes or no for classic, douzero, botzone, ratel, pagat, shuttle, journey
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
    def check(self, kind, words, landlord):
        auction = Auction(kind)
        for word in words.split():
            auction.say(word)
        self.assertTrue(auction.is_over(), words)
        self.assertEqual(auction.landlord, landlord, words)

    def test_ends(self):
        for words, landlord in [("3", 0), ("1 2 no", 1), ("no no no", None), ("1 no 3", 2)]:
            self.check("score", words, landlord)
        for words, landlord in [("1", 0), ("no no 2", 2), ("no no no", None)]:
            self.check("first-score", words, landlord)
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
