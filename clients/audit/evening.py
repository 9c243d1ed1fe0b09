"""Evenings of players, over HTTP. Three scripted people (weak, strong and learning), one after the other, play with two companions whose
strength follows their level. After each hand the script reads the player's level. In the middle of a long evening a bot takes over the
player's seat and gives it back. Prints a table. Fails if the service counts differently.
Usage: evening.py --server PATH [--hands N] [--seed N]."""

import argparse
import http.client
import json
import random
import sys
import time

from local_servers import Replica

CHAIRS = ("CHAIR_FIRST", "CHAIR_SECOND", "CHAIR_THIRD")
PLAYER_CHAIR = CHAIRS[0]
CODEC = "CARD_CODEC_RANKS_FROM_0"
BOARD = "evening"
# The strength with which each person plays hand number `hand` of `hands`.
PEOPLE = {
    "weak": lambda hand, hands: 15,
    "strong": lambda hand, hands: 85,
    "learner": lambda hand, hands: 15 + 70 * hand // max(1, hands - 1),
}


class Service:
    """One connection; every call is a POST of JSON."""

    def __init__(self, address):
        self.connection = http.client.HTTPConnection(address)

    def __getattr__(self, rpc):
        def call(**request):
            headers = {"content-type": "application/json"}
            self.connection.request("POST", f"/thirdseat.v1.CompanionService/{rpc}", json.dumps(request), headers)
            answer = self.connection.getresponse()
            body = json.loads(answer.read())
            if answer.status != 200:
                raise SystemExit(f"{rpc}: {body}")
            return body

        return call


class Evening:
    """A backend's room with one person and two companions."""

    def __init__(self, service, name, seed):
        self.service, self.name, self.rng = service, name, random.Random(f"{name} {seed}")
        self.sequence = self.hand = self.hands = self.points = self.wins = 0
        bots = [
            {"chair": chair, "persona": persona, "seed": str(seed + place), "strength": 50, "disclosed": True, "matching": {}}
            for place, (chair, persona) in enumerate(zip(CHAIRS[1:], ("casual-patient", "casual-hasty")))
        ]
        service.OpenRoom(requestId=name, roomId=name, ruleset="classic", cardCodec=CODEC, strict=True, bots=bots,
                         players=[{"chair": PLAYER_CHAIR, "playerId": name}])

    def record(self, **what):
        """Records one event. Returns the state of the table, and the decision of a bot or None."""
        self.sequence += 1
        event = {"sequence": self.sequence, "handNumber": self.hand, **what}
        answer = self.service.RecordEvents(roomId=self.name, events=[event], decide=True)
        return answer["state"], answer.get("next", {}).get("decision")

    def deal(self):
        deck = list(range(54))
        self.rng.shuffle(deck)
        self.held = {chair: deck[place * 17:place * 17 + 17] for place, chair in enumerate(CHAIRS)}
        self.bottom, self.events, self.hand = deck[51:], [], self.hand + 1
        holds = [{"chair": chair, "cards": {"ids": self.held[chair]}} for chair in self.bots()]
        self.first = CHAIRS[self.hand % 3]
        return self.record(dealt={"first": self.first, "holds": holds})

    def bots(self):
        room = self.service.GetRoom(roomId=self.name, audience="AUDIENCE_OPERATOR")
        return {bot["chair"]: bot for bot in room["bots"]}

    def record_step(self, event):
        """Records a step of the hand. Takes played cards from the hand."""
        for card in event.get("action", {}).get("play", {}).get("cards", {}).get("ids", []):
            self.held[event["chair"]].remove(card)
        self.events.append(event)
        return self.record(table=event)

    def decide(self, strength):
        """Asks for the person's action: the action of a bot with the person's strength and cards."""
        hand = {"ruleset": "classic", "cardCodec": CODEC, "first": self.first, "events": self.events,
                "holds": [{"chair": PLAYER_CHAIR, "cards": {"ids": self.held[PLAYER_CHAIR]}}]}
        options = {"persona": "casual", "strength": strength, "handSeed": str(self.hand)}
        return self.service.Decide(chair=PLAYER_CHAIR, hand=hand, options=options)

    def play_hand(self, strength, is_dropped):
        """Plays a hand to its settlement. If `is_dropped`, a bot takes the seat from the first play to the end of the hand."""
        state, decision = self.deal()
        while state["awaited"] != "AWAITED_SETTLEMENT":
            if state["awaited"] == "AWAITED_DEAL":
                state, decision = self.deal()
            elif state["awaited"] == "AWAITED_LANDLORD":
                self.held[state["landlord"]] += self.bottom
                state, decision = self.record_step({"chair": state["landlord"], "landlordFound": {"ids": self.bottom}})
            elif is_dropped and state["stage"] == "STAGE_PLAY":
                is_dropped = False
                level = self.player_record()["levels"][0]["level"]
                bot = {"chair": PLAYER_CHAIR, "persona": "casual", "seed": "5", "matching": {"predecessor": True}}
                state, decision = self.record(seatChanged={"bot": bot, "holds": {"ids": self.held[PLAYER_CHAIR]}})
                seat = self.bots()[PLAYER_CHAIR]
                check(seat["strength"] == level, f"the bot that took over plays at {seat['strength']}, the player at {level}")
            else:
                chair = state["turn"]
                action = (decision or self.decide(strength))["action"]
                state, decision = self.record_step({"chair": chair, "action": action})
        remaining = [{"chair": chair, "cards": {"ids": left}} for chair, left in self.held.items() if left]
        score, was_away = state["stakes"], PLAYER_CHAIR in self.bots()
        settled = {"winner": score["winner"], "amounts": score["amounts"], "remaining": remaining, "boards": [BOARD]}
        self.record(settled=settled)
        if was_away:
            self.record(seatChanged={"player": {"chair": PLAYER_CHAIR, "playerId": self.name}})
            return
        self.hands += 1
        self.points += int(score["amounts"][0])
        self.wins += int(score["amounts"][0]) > 0

    def player_record(self):
        return self.service.GetPlayer(playerId=self.name)

    def wait_for_grade(self, before):
        """Waits a short time for the grade of the last hand, which comes after the answer. Returns the player's record. A hand in which
        the player had no choice changes no level."""
        until = time.monotonic() + 2
        while (player := self.player_record()).get("levels") == before and time.monotonic() < until:
            time.sleep(0.005)
        return player


def check(holds, otherwise):
    if not holds:
        raise SystemExit(f"evening: {otherwise}")


def play_evening(service, name, hands, seed):
    """Plays one person's evening. Returns a row for each hand, and the entry on the board."""
    evening, rows, levels = Evening(service, name, seed), [], None
    for hand in range(hands):
        is_dropped = hand > 3 and hand == hands // 2
        strength = PEOPLE[name](hand, hands)
        evening.play_hand(strength, is_dropped)
        player = evening.player_record() if is_dropped else evening.wait_for_grade(levels)
        levels = player.get("levels")
        companions = [bot["strength"] for bot in evening.bots().values()]
        rows.append({"strength": strength, "level": levels and levels[0], "companions": companions, "away": is_dropped})
    standing = next(one for one in player["standings"] if one["board"] == BOARD)
    told = [int(standing.get(key, 0)) for key in ("points", "wins", "hands")]
    check(told == [evening.points, evening.wins, evening.hands], f"{name}: {told} on the board, {vars(evening)}")
    service.CloseRoom(roomId=name)
    return rows, standing


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--server", required=True)
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    replica = Replica(args.server, {"THIRDSEAT__ROOMS__PLAYERS__KEEP": "true"})
    try:
        service = Service(replica.address)
        evenings = {name: play_evening(service, name, args.hands, args.seed) for name in PEOPLE}
        places = [row["playerId"] for row in service.ListStandings(board=BOARD, ruleset="classic")["standings"]]
        for name in PEOPLE:
            service.ForgetPlayer(playerId=name)
            check(not service.GetPlayer(playerId=name), f"{name} is forgotten")
    finally:
        replica.stop()
    print("| player | plays at | level at the end | companions | wins | points | place |\n|---|---:|---:|---:|---:|---:|---:|")
    for name, (rows, standing) in evenings.items():
        last, share = rows[-1], standing.get("wins", 0) / standing["hands"]
        level = last["level"]
        print(f"| {name} | {last['strength']} | {level['level']} ({level['low']} to {level['high']}) | {last['companions'][0]} | "
              f"{share:.0%} | {standing.get('points', 0)} | {places.index(name) + 1} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
