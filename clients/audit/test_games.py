"""Tests of play_games.py: with a fake server that plays single cards, and with fake servers that each cheat in one way."""

import random
import unittest

import play_games
from opening import DEALERS, has_bomb_or_rocket
from play_games import CALL_OF_WORD, Illegal, PresentForm, StatelessForm, Table, as_text
from thirdseat.v1 import cards_pb2, decision_pb2, game_pb2


def held_ids(request):
    return request.hand.holds[0].cards.ids


class SimpleServer:
    """A fake server: bids for the landlord's seat if it can, and plays its lowest single that beats the standing one."""

    def __init__(self):
        self.table = None

    def decision(self, **action):
        action = game_pb2.Action(**action)
        return decision_pb2.Decision(action=action, reason=decision_pb2.DecisionReason(code="simple", text="It is simple."))

    def Bid(self, request, timeout):
        table = self.table
        if table.is_passing_on():
            return self.decision(pass_on=cards_pb2.Cards(ids=sorted(held_ids(request))[:3]))
        if table.landlord is None:
            return self.decision(call=CALL_OF_WORD[table.auction.options()[-1]])
        return self.decision(doubling=game_pb2.DOUBLING_DOUBLE) if table.asked else self.decision(show=game_pb2.Show(open=True))

    def play_single(self, card):
        combo = cards_pb2.Combo(cards=cards_pb2.Cards(ids=[card]), kind="single", key=as_text([card]), length=1, stands_for=as_text([card]))
        return self.decision(play=combo)

    def Play(self, request, timeout):
        return self.play_single(min(held_ids(request)))

    def Follow(self, request, timeout):
        standing = self.table.standing[2][0]
        better = [card for card in held_ids(request) if play_games.RANKS.index(as_text([card])) > play_games.RANKS.index(as_text([standing]))]
        return self.play_single(min(better)) if better else self.decision(passed=True)


def play_game(stub, overrides="", seed=1, ruleset="classic", form=StatelessForm):
    table = stub.table = Table(ruleset, overrides, random.Random(seed))
    return play_games.play_hand(table, form(stub, "casual")), table


class Games(unittest.TestCase):
    def test_simple_games_end(self):
        for overrides in ("", "auction=call-rob doubling=super open-hand=yes", "auction=take-it doubling=double"):
            for seed in range(20):
                questions, table = play_game(SimpleServer(), overrides, seed)
                self.assertIsNotNone(table.winner)
                self.assertGreater(questions, 20)
                self.assertFalse(table.hands[table.winner])

    def test_wild_ranks_are_shown_in_order(self):
        for ruleset, count in (("unshuffled", 0), ("laizi", 1), ("laizi-tiandi", 2)):
            for form in (StatelessForm, PresentForm):
                _, table = play_game(SimpleServer(), "doubling=super", ruleset=ruleset, form=form)
                kinds = [event.WhichOneof("what") for event in table.events]
                shown = [place for place, kind in enumerate(kinds) if kind == "wild_shown"]
                self.assertEqual(shown, [0, kinds.index("landlord_found") + 1][:count])
                self.assertEqual(len(set(table.shown)), count)

    def test_givers_and_receivers_see_gifts(self):
        for overrides, direction in (("pass-on=next", 1), ("pass-on=previous", 2)):
            dealt = [sorted(hand) for hand in Table("classic", overrides, random.Random(1)).hands]
            _, table = play_game(SimpleServer(), overrides)
            self.assertEqual(table.gifts, [hand[:3] for hand in dealt])
            seen = [[bool(event.action.pass_on.ids) for event in table.events_for(chair)][:3] for chair in range(3)]
            self.assertEqual(seen, [[chair in (giver, (giver + direction) % 3) for giver in range(3)] for chair in range(3)])

    def test_a_present_has_the_wild_ranks(self):
        class RecordingServer(SimpleServer):
            hands = []

            def Follow(self, request, timeout):
                self.hands.append(request.hand)
                return super().Follow(request, timeout)

        _, table = play_game(RecordingServer(), ruleset="laizi-tiandi", form=PresentForm)
        self.assertTrue(RecordingServer.hands)
        for hand in RecordingServer.hands:
            self.assertEqual((hand.present.wilds, list(hand.events)), (table.shown, []))

    def test_settlement_factors(self):
        """The first player calls, two others rob, and the first robs back. It opens its hand, and all players double. The factor is 2 for each
        of three robs, and 2 for the open hand."""
        _, table = play_game(SimpleServer(), "auction=call-rob doubling=super open-hand=yes", ruleset="laizi")
        self.assertEqual((table.factor, table.doublings), (16, [2, 2, 2]))
        table.factor *= table.readings("7777" if "7" not in table.shown else "8888").pop().factor(table.rules)
        table.winner, table.plays = table.landlord, [1, 1, 1]
        peasant = (table.landlord + 1) % 3
        self.assertEqual((table.score()[0], table.score()[1][peasant], sum(table.score()[1])), (64, -256, 0))
        table.winner = peasant
        self.assertEqual((table.score()[0], table.score()[1][peasant]), (128, 512))

    def test_dealers_deal_as_many_bombs_as_designed(self):
        """The bombs per deal, and the share of the ranks whose four cards are in one hand, are about those of the design."""
        deals = 2000
        for name, bombs, fours in (("random", 0.58, 0.023), ("blocks", 3.02, 0.206), ("clusters", 4.39, 0.288)):
            with self.subTest(dealer=name):
                rng, found, together = random.Random(name), [], 0
                for _ in range(deals):
                    deck = DEALERS[name](rng, [])
                    self.assertEqual(sorted(deck), list(range(54)))
                    hands = [deck[:17], deck[17:34], deck[34:51]]
                    whole = [sum(set(range(first, first + 4)) <= set(hand) for hand in hands) for first in range(0, 52, 4)]
                    together += sum(whole)
                    found.append(sum(whole) + sum({52, 53} <= set(hand) for hand in hands))
                    self.assertEqual(sum(found[-1:]) > 0, any(has_bomb_or_rocket(hand) for hand in hands))
                mean = sum(found) / deals
                error = (sum((one - mean) ** 2 for one in found) / deals / deals) ** 0.5
                self.assertAlmostEqual(mean, bombs, delta=3 * error + 0.005)
                self.assertAlmostEqual(together / deals / 13, fours, delta=3 * error / 13 + 0.0005)

    def test_a_recycled_deal_is_the_pile_with_one_cut(self):
        _, table = play_game(SimpleServer(), "dealer=recycled", ruleset="unshuffled")
        pile = table.pile()
        self.assertEqual(sorted(pile), list(range(54)))
        self.assertEqual(pile[: len(table.piled)], table.piled)
        deck = DEALERS["recycled"](random.Random(1), pile)
        cut = 54 - deck.index(pile[0])
        self.assertTrue(10 <= cut <= 44)
        self.assertEqual(deck, pile[cut:] + pile[:cut])

    def check_caught(self, cheat, name, sentence, ruleset="classic", overrides=""):
        stub = SimpleServer()
        setattr(stub, name, lambda request, timeout: cheat(stub, request))
        with self.assertRaisesRegex(Illegal, sentence):
            play_game(stub, overrides, ruleset=ruleset)

    def test_cheats_are_caught(self):
        def combo(stub, cards, kind, key):
            return stub.decision(play=cards_pb2.Combo(cards=cards_pb2.Cards(ids=cards), kind=kind, key=key, length=1))

        def two_of_one_card(stub, request):
            card = held_ids(request)[0]
            return combo(stub, [card, card], "pair", as_text([card]))

        self.check_caught(lambda stub, _: combo(stub, [], "single", "3"), "Play", "without card ids")
        self.check_caught(two_of_one_card, "Play", "is not in hand")
        self.check_caught(lambda stub, request: combo(stub, held_ids(request)[:6], "bomb", "3"), "Play", "it can be")
        self.check_caught(lambda stub, _: stub.decision(passed=True), "Play", "a pass by who leads")
        self.check_caught(lambda stub, request: stub.play_single(min(held_ids(request))), "Follow", "does not beat")
        self.check_caught(lambda stub, _: stub.decision(call=game_pb2.CALL_ROB), "Bid", "rob is no call here")
        self.check_caught(lambda stub, _: stub.decision(show=game_pb2.Show(open=True)), "Bid", "show in the auction")
        gives = lambda stub, cards: stub.decision(pass_on=cards_pb2.Cards(ids=cards))
        for cheat in (lambda stub, request: gives(stub, held_ids(request)[:2]), lambda stub, request: gives(stub, stub.table.bottom),
                      lambda stub, request: gives(stub, [held_ids(request)[0]] * 3)):
            self.check_caught(cheat, "Bid", "passed on of", overrides="pass-on=next")

        def wild_as_another(stub, request):
            """Leads a single wild card as if it stood for another rank."""
            wild = [card for card in held_ids(request) if as_text([card]) in stub.table.shown]
            return combo(stub, wild[:1], "single", "34"[stub.table.shown == "3"]) if wild else stub.play_single(min(held_ids(request)))

        def wild_without_stands_for(stub, request):
            wild = [card for card in held_ids(request) if as_text([card]) in stub.table.shown]
            return combo(stub, wild[:1], "single", as_text(wild[:1])) if wild else stub.play_single(min(held_ids(request)))

        self.check_caught(wild_as_another, "Play", "it can be", "laizi")
        self.check_caught(wild_without_stands_for, "Play", "stands for ''", "laizi")


if __name__ == "__main__":
    unittest.main()
