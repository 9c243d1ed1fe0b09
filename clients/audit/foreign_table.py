"""Plays hands at the table of another engine. OpenSpiel's dou_dizhu deals and knows the rules. Two chairs play at random. A bot of the
service plays the other chair, by calls without a room. If cards are played, a call has the engine's own list of plays, unless the list is
too long. The engine's auction goes in rounds, and the engine reads some cards differently. Prints counts. Fails if a call is refused or if an
action is illegal at the engine. Usage: foreign_table.py ADDRESS [HANDS [SEED]]."""

import collections
import random
import sys

import pyspiel
import thirdseat
from thirdseat.v1 import cards_pb2, catalog_pb2, decision_pb2, game_pb2

RULESETS = ["classic auction=rounds", "classic"]  # The first one that the service knows is used.
PLAYS_MAX = 4096
BIDS = {game_pb2.CALL_PASS: "Pass", game_pb2.CALL_SCORE_1: "Bid 1", game_pb2.CALL_SCORE_2: "Bid 2", game_pb2.CALL_SCORE_3: "Bid 3"}
CALLS = {said: call for call, said in BIDS.items()}
JOKERS = {"(BWJ)": "X", "(CJ)": "D"}  # Without brackets, CJ is the jack of clubs.


def sorted_letters(play):
    """Returns the cards of a play as sorted text. OpenSpiel writes jokers in brackets, and a minus before wings; the service writes a
    plus."""
    for said, letter in [*JOKERS.items(), ("-", ""), ("+", "")]:
        play = play.replace(said, letter)
    return "".join(sorted(play))


def cards_message(text):
    return cards_pb2.Cards(text=text)


class Table:
    """A hand of OpenSpiel, with its events for the service."""

    def __init__(self, rng):
        self.rng, self.game = rng, pyspiel.load_game("dou_dizhu")
        self.state = self.game.new_initial_state()
        self.hands, self.events, self.words = ["", "", ""], [], 0
        deck, place = self.deal()
        self.first = place % 3
        self.bottom = "".join(deck)

    def deal(self):
        deck = collections.Counter({rank: 4 for rank in "3456789TJQKA2"} | {"X": 1, "D": 1})
        place = self.draw_chance()
        for number in range(51):
            said = self.draw_chance().removeprefix("Deal ")
            card = JOKERS.get(said, said[-1])
            deck[card] -= 1
            self.hands[number % 3] += card
        return deck.elements(), int(place.rsplit(" ", 1)[1])

    def draw_chance(self):
        action = self.rng.choice(self.state.chance_outcomes())[0]
        said = self.state.action_to_string(action)
        self.state.apply_action(action)
        return said

    def hand_message(self, chair, ruleset):
        held = game_pb2.ChairCards(chair=chair + 1, cards=cards_message(self.hands[chair]))
        return game_pb2.Hand(ruleset=ruleset, first=self.first + 1, holds=[held], events=self.events)

    def legal_actions(self):
        """Returns the legal actions by text. The letters of a play are sorted."""
        said = {self.state.action_to_string(action): action for action in self.state.legal_actions()}
        return said if self.is_auction() else {one if one == "Pass" else sorted_letters(one): action for one, action in said.items()}

    def is_auction(self):
        return not any(event.HasField("landlord_found") for event in self.events)

    def act(self, said, action):
        chair = self.state.current_player()
        is_auction = self.is_auction()
        self.state.apply_action(action)
        event = game_pb2.Event(chair=chair + 1)
        if is_auction:
            self.words += 1
            event.action.call = CALLS[said]
        elif said == "Pass":
            event.action.passed = True
        else:
            event.action.play.cards.text = said
            for card in said:
                self.hands[chair] = self.hands[chair].replace(card, "", 1)
        self.events.append(event)
        # The auction is over when the next player may not pass, because a leader cannot pass.
        if is_auction and not self.state.is_terminal() and "Pass" not in map(self.state.action_to_string, self.state.legal_actions()):
            self.find_landlord()

    def find_landlord(self):
        chair = self.state.current_player()
        self.hands[chair] += self.bottom
        self.events.append(game_pb2.Event(chair=chair + 1, landlord_found=cards_message(self.bottom)))


class Bot:
    def __init__(self, client, ruleset, counts):
        self.client, self.ruleset, self.counts = client, ruleset, counts

    def choose(self, table, legal):
        """Returns one of the `legal` moves."""
        if table.is_auction() and table.words >= 3 and "rounds" not in self.ruleset:
            self.counts["words in later rounds"] += 1
            return "Pass"
        chair = table.state.current_player()
        options = decision_pb2.DecisionOptions(persona="casual")
        request = decision_pb2.DecideRequest(chair=chair + 1, hand=table.hand_message(chair, self.ruleset), options=options)
        if not table.is_auction() and len(legal) <= PLAYS_MAX:
            request.legal_plays.may_pass = "Pass" in legal
            request.legal_plays.plays.extend(cards_pb2.Combo(cards=cards_message(play)) for play in legal if play != "Pass")
        self.counts["calls"] += 1
        try:
            decision = self.client.call("Decide", request, 10)
        except thirdseat.Error as error:
            self.counts["refused"] += 1
            print(f"refused: {error}", file=sys.stderr)
            return "Pass" if "Pass" in legal else next(iter(legal))
        self.counts["warned"] += bool(decision.warnings)
        action = decision.action
        said = BIDS.get(action.call) if action.HasField("call") else sorted_letters(action.play.cards.text) or "Pass"
        if said not in legal:
            self.counts["illegal"] += 1
            print(f"illegal: {said!r} of {sorted(legal)}", file=sys.stderr)
            return next(iter(legal))
        return said


def known_ruleset(client):
    for ruleset in RULESETS:
        try:
            client.call("ListRulesets", catalog_pb2.ListRulesetsRequest(rulesets=[ruleset]), 10)
            return ruleset
        except thirdseat.Error as error:
            if error.reason != "UNKNOWN_RULESET":
                raise
    raise SystemExit(f"the service knows none of {RULESETS}")


def main():
    address, hands, seed = (sys.argv[1:] + ["30", "1"][len(sys.argv) - 2:])[:3]
    counts = collections.Counter(refused=0, illegal=0)
    with thirdseat.Client(address) as client:
        bot = Bot(client, known_ruleset(client), counts)
        for number in range(int(hands)):
            table = Table(random.Random(f"{seed} {number}"))
            while not table.state.is_terminal():
                legal = table.legal_actions()
                is_bots = table.state.current_player() == number % 3
                said = bot.choose(table, legal) if is_bots else table.rng.choice(sorted(legal))
                table.act(said, legal[said])
            counts["hands"] += 1
            counts["hands played"] += not table.is_auction()
    print(f"OpenSpiel's table, {bot.ruleset}: {', '.join(f'{count} {name}' for name, count in sorted(counts.items()))}")
    return int(counts["refused"] or counts["illegal"])


if __name__ == "__main__":
    sys.exit(main())
