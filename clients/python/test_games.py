"""The harness is judged: a made-up server that plays single cards, and one that cheats in each way."""

import random
import unittest
from types import SimpleNamespace

import play_games
from play_games import CALL, Illegal, Stateless, Table, text
from thirdseat.v1 import cards_pb2, decision_pb2, game_pb2


class Simple:
    """Wants the landlord's seat if it can, plays its lowest single that beats what stands."""

    def __init__(self):
        self.table = None

    def answer(self, **action):
        action = game_pb2.Action(**action)
        return SimpleNamespace(decision=decision_pb2.Decision(action=action, is_bot=True, reason="It is simple."))

    def Bid(self, request, timeout):
        table = self.table
        if table.landlord is None:
            return self.answer(call=CALL[table.auction.options()[-1]])
        return self.answer(doubling=game_pb2.DOUBLING_DOUBLE) if table.asked else self.answer(show=True)

    def single(self, card):
        return self.answer(play=cards_pb2.Combo(cards=cards_pb2.Cards(ids=[card]), kind="single", key=text([card]), length=1))

    def Play(self, request, timeout):
        return self.single(min(request.view.hand.ids))

    def Follow(self, request, timeout):
        standing = self.table.standing[2][0]
        better = [card for card in request.view.hand.ids if play_games.RANKS.index(text([card])) > play_games.RANKS.index(text([standing]))]
        return self.single(min(better)) if better else self.answer(passed=game_pb2.Pass())


def game(stub, overrides="", seed=1):
    table = stub.table = Table("classic", overrides, random.Random(seed))
    return play_games.play(table, Stateless(stub, "casual")), table


class Games(unittest.TestCase):
    def test_simple_games_end(self):
        for overrides in ("", "auction=call-rob doubling=super open-hand=yes", "auction=take-it doubling=double"):
            for seed in range(20):
                questions, table = game(Simple(), overrides, seed)
                self.assertIsNotNone(table.winner)
                self.assertGreater(questions, 20)
                self.assertFalse(table.hands[table.winner])

    def check_caught(self, cheat, name, sentence):
        stub = Simple()
        setattr(stub, name, lambda request, timeout: cheat(stub, request))
        with self.assertRaisesRegex(Illegal, sentence):
            game(stub)

    def test_cheats_are_caught(self):
        def combo(stub, cards, kind, key):
            return stub.answer(play=cards_pb2.Combo(cards=cards_pb2.Cards(ids=cards), kind=kind, key=key, length=1))

        def two_of_one_card(stub, request):
            card = request.view.hand.ids[0]
            return combo(stub, [card, card], "pair", text([card]))

        self.check_caught(lambda stub, _: combo(stub, [], "single", "3"), "Play", "without card ids")
        self.check_caught(two_of_one_card, "Play", "is not in hand")
        self.check_caught(lambda stub, request: combo(stub, request.view.hand.ids[:6], "bomb", "3"), "Play", "it can be")
        self.check_caught(lambda stub, _: stub.answer(passed=game_pb2.Pass()), "Play", "a pass by who leads")
        self.check_caught(lambda stub, request: stub.single(min(request.view.hand.ids)), "Follow", "does not beat")
        self.check_caught(lambda stub, _: stub.answer(call=game_pb2.CALL_ROB), "Bid", "rob is no call here")
        self.check_caught(lambda stub, _: stub.answer(show=True), "Bid", "show in the auction")


if __name__ == "__main__":
    unittest.main()
