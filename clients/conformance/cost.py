"""The cost of one call that records and decides, against the two calls that it replaces: the server's CPU time per call, one call at a
time. Fails if `RecordEvents` with `decide` costs more than LIMIT times the costlier of the two. Usage: cost.py --server PATH"""

import argparse
import random
import sys

import thirdseat
from thirdseat.hand import CHAIRS
from thirdseat.v1 import cards_pb2, decision_pb2, game_pb2, rooms_pb2
from local_servers import Replica

LIMIT = 1.2
TIME_S = 30


def opened(client, name, deck):
    """A room in which a player leads as landlord and the bot answers, with the request for the lead."""
    table = client.table(name, codec="RANKS_FROM_0", bots={2: thirdseat.Bot("rules", seed=7)}, time=TIME_S)
    table.deal(landlord=1, bottom=deck[:3], hands={2: deck[20:37]})
    lead = game_pb2.Event(action=game_pb2.Action(play=cards_pb2.Combo(cards=cards_pb2.Cards(ids=[min(deck[:20])]))))
    told = rooms_pb2.RecordEventsRequest(room_id=name)
    told.events.add(sequence=table._sequence + 1, hand_number=1, table=lead)
    return table, told


def measure(client, replica, decks, steps):
    """The server's microseconds for each step: a call in one room per deck."""
    rooms = [opened(client, f"cost-{place}", deck) for place, deck in enumerate(decks)]
    costs = []
    for step in steps:
        began = replica.cpu_us()
        for _, told in rooms:
            step(client, told)
        costs.append((replica.cpu_us() - began) / len(rooms))
    for table, _ in rooms:
        table.close()
    return costs


def record(client, told):
    client.call("RecordEvents", told, TIME_S)


def decide(client, told):
    client.call("Decide", decision_pb2.DecideRequest(chair=CHAIRS[2], room_id=told.room_id), TIME_S)


def both(client, told):
    told.decide = True
    assert client.call("RecordEvents", told, TIME_S).next.HasField("decision")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", required=True)
    parser.add_argument("--rooms", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=8)
    args = parser.parse_args()
    replica, chance = Replica(args.server, {}), random.Random(1)
    try:
        client = thirdseat.Client(replica.address)
        rounds = []
        for _ in range(args.rounds):
            decks = [chance.sample(range(54), 54) for _ in range(args.rooms)]
            rounds.append(measure(client, replica, decks, [record, decide]) + measure(client, replica, decks, [both]))
    finally:
        replica.stop()
    # The median round: the first one also warms up.
    recorded, decided, together = (sorted(costs)[len(rounds) // 2] for costs in zip(*rounds))
    ratio = together / max(recorded, decided)
    print(f"RecordEvents {recorded:.0f} us, Decide {decided:.0f} us, RecordEvents with decide {together:.0f} us: {ratio:.2f} times the dearer")
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
