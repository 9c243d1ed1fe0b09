"""Runs steps of the conformance suite with this client: each line of standard input is a step as JSON, each line of standard output its
result. Usage: conformance_runner.py grpc|http ADDRESS."""

import json
import sys

import thirdseat
from thirdseat.v1.decision_pb2 import Emote


def to_bot(told):
    return thirdseat.Bot(told["persona"], told.get("seed"), told.get("strength")) if isinstance(told, dict) else told


def by_chair(told):
    return {int(chair): value for chair, value in (told or {}).items()}


class Runner:
    def __init__(self, client):
        self.client = client
        self.table_ = None
        self.move = None

    def table(self, name, bots, **options):
        options["players"] = by_chair(options.get("players"))
        self.table_ = self.client.table(name, bots={chair: to_bot(one) for chair, one in by_chair(bots).items()}, **options)

    def deal(self, hands, **options):
        return self.table_.deal(hands=by_chair(hands), **options)

    def take_over(self, chair, bot_, hand=None):
        return self.table_.take_over(chair, to_bot(bot_), hand)

    def settled(self, remaining=None, **options):
        self.table_.settled(remaining=by_chair(remaining), **options)

    def accept(self):
        return self.move.accept()

    def run_step(self, step):
        do = step.pop("do")
        if "bot" in step:
            step["bot_"] = step.pop("bot")
        own = getattr(self, do, None)
        said = {}
        try:
            result = own(**step) if own else getattr(self.table_, do)(**step)
            if isinstance(result, thirdseat.Move):
                self.move = result
                said["move"] = {"chair": result.chair, "kind": result.kind, "value": result.value, "cards": result.cards,
                                "reading": result.reading, "degraded": result.degraded, "warnings": list(result.warnings)}
            elif result is not None:
                said["answer"] = result
        except thirdseat.Error as error:
            said["error"] = {"code": error.code, "reason": error.reason, "retry": error.retry, "field": error.field}
        except ValueError as error:
            said["error"] = {"code": "MISUSE", "reason": "", "retry": "never", "field": "", "message": str(error)}
        if self.table_:
            state = self.table_.state
            reactions = [{"chair": one.chair - 1, "face": Emote.Name(one.emote).removeprefix("EMOTE_"), "urges": len(one.urge_after_ms),
                          "hurries": one.hurries} for one in state.reactions]
            said["state"] = {"stage": state.stage, "turn": state.turn, "landlord": state.landlord,
                             "hand": state.hand_number, "winner": state.winner, "amounts": list(state.amounts),
                             "reactions": reactions, "left": list(state.table.cards_left) if state.table else []}
            said["counts"] = self.table_.counts
        return said


def main():
    way, address = sys.argv[1:]
    client = thirdseat.Client(address) if way == "grpc" else thirdseat.HttpClient(f"http://{address}")
    runner = Runner(client)
    for line in sys.stdin:
        print(json.dumps(runner.run_step(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
