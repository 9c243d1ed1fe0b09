"""Runs the conformance suite: the cases of cases/*.json in each named language, against real servers with injected faults.

A runner in each language does the steps. This program deals, plays for the people, makes the faults of a case, judges moves by the
rules of clients/audit, and compares the results of the languages. README.md describes the cases. Usage:

run.py --server PATH [--case WORD] NAME=COMMAND…      the address is added to the command

NAME@http is a client with HTTP/1.1 instead of gRPC. It gets the address of another proxy, which makes the same faults."""

import argparse
import json
import math
import random
import shlex
import subprocess
import sys
import time
from pathlib import Path

import grpc

from play_games import Illegal, Table
from thirdseat.v1 import endgame_pb2, rooms_pb2
from truth import TrueTable, to_codec
from world import CaseServers

HERE = Path(__file__).resolve().parent
# The time limit is long, because a machine that also builds is slow.
TIME_LIMIT_S = 120
# Cases that take longer are named in the output, so that the suite stays fast.
SLOW_S = 2


class CaseFailed(Exception):
    """Something is not as the case expects."""


class Runner:
    def __init__(self, command, address):
        self.process = subprocess.Popen([*command, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def step(self, step):
        self.process.stdin.write(json.dumps(step) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the runner ended at {step}")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)


class CaseRun:
    def __init__(self, case, world, runner, name):
        self.case, self.world, self.runner, self.room = case, world, runner, name
        self.bots = {int(chair) for chair in case.get("bots", {})}
        self.number, self.truth, self.result, self.log, self.turns = 0, None, {}, [], []
        options = {key: case[key] for key in ("ruleset", "bots", "players", "codec", "strict") if key in case}
        if case.get("codec") == "OWN":
            options["numbers"] = [to_codec(card, "OWN") for card in range(54)]
        self.step({"do": "table", "name": self.room, "bots": {}, "time": case.get("time", TIME_LIMIT_S), **options})
        world.proxy.calls.clear()  # The call that a client may make while it connects must not count.

    def step(self, step):
        began = time.monotonic()
        self.result = self.runner.step(step)
        self.took_s = time.monotonic() - began
        error = self.result.get("error")
        # The message is left out, because each language has its own sentences about misuse.
        told = error and {key: value for key, value in error.items() if key != "message"}
        self.log.append({"move": without_unset(self.result.get("move")), "error": without_unset(told)})
        if self.result.get("error") and not self.case.get("errors"):
            raise CaseFailed(f"{step} ended with {self.result['error']}")
        return self.result

    def run_steps(self):
        for step in self.case["steps"]:
            kind = next(iter(step))
            try:
                STEP_KINDS[kind](self, step)
            except (CaseFailed, Illegal) as wrong:
                raise CaseFailed(f"step {json.dumps(step)}: {wrong}; last {json.dumps(self.result)}") from wrong
        if self.case.get("ledger", True):
            self.compare_ledger()

    # The kinds of steps

    def do_step(self, step):
        self.step(dict(step))

    def set_fault(self, step):
        self.world.set_fault(step, self.room)

    def check_result(self, step):
        lacking = difference(step["expect"], {**self.result, "trips": len(self.world.proxy.calls)})
        if lacking:
            raise CaseFailed(lacking)

    def deal(self, step=None):
        self.number += 1
        truth = self.truth = TrueTable(self.case, self.number, self.truth.table.pile() if self.truth else ())
        dealt = {"do": "deal", "first": truth.first, "hands": {str(chair): truth.dealt_cards(chair) for chair in sorted(self.bots)}}
        if truth.landlord() is not None:
            del dealt["first"]
            dealt.update(landlord=truth.landlord(), bottom=truth.bottom())
        self.step(dealt)
        self.show_wilds()
        self.compare_turn()

    def play(self, step):
        """Plays a number of actions, or to the end of the hand if `play` is "out"."""
        left = step["play"]
        while left and self.truth.turn() is not None:
            self.play_action()
            left = left if left == "out" else left - 1

    def play_action(self):
        move, truth = self.result.get("move"), self.truth
        place = truth.turn()
        if not move and place in self.bots:
            move = self.step({"do": "ask"}).get("move") if self.case.get("ask") else None
            if not move and not self.is_unanswered():
                raise CaseFailed(f"it is the turn of the bot on chair {place}, and there is no move")
        if move:
            if move["degraded"] and not self.case.get("degraded"):
                raise CaseFailed(f"the move is degraded: {move}")
            found = truth.act(move["chair"], move)
            # A bot's gift is recorded with its receiver, which only the table knows.
            self.step(RECORDING_STEPS["pass_on"](place, move, truth) if move["kind"] == "pass_on" else {"do": "accept"})
        else:
            # The chair of a person, or of a bot while no server answers: the backend acts.
            move = truth.person_action()
            found = truth.act(place, move)
            self.step(RECORDING_STEPS[move["kind"]](place, move, truth))
        if found:
            self.step({"do": "landlord", "chair": truth.landlord(), "bottom": truth.bottom()})
            self.show_wilds()
        self.compare_turn()

    def is_unanswered(self):
        return (self.result.get("error") or {}).get("retry") == "later"

    def show_wilds(self):
        for letter in self.truth.take_wilds():
            if self.result["state"]["stage"] not in ("WILD", "UNSPECIFIED"):
                raise CaseFailed(f"a wild rank is shown at stage {self.result['state']['stage']}")
            self.step({"do": "wild_shown", "rank": letter})

    def settle(self, step=None):
        table = self.truth.table
        if table.winner is None:
            self.step({"do": "settled"})
        else:
            self.step({"do": "settled", "winner": "landlord" if table.winner == table.landlord else "peasants"})

    def play_hands(self, step):
        """Deals, plays and settles whole hands. A hand without a landlord is dealt again and does not count."""
        for _ in range(step["hand"]):
            while True:
                self.deal()
                self.play({"play": "out"})
                self.settle()
                if self.truth.table.winner is not None:
                    break

    def take_over(self, step):
        chair = step["take-over"]
        self.bots.add(chair)
        hand = self.truth.hand(chair) if self.truth and self.truth.turn() is not None else None
        self.step({"do": "take_over", "chair": chair, "bot": step.get("bot", {"persona": "rules", "seed": 7}), **({"hand": hand} if hand else {})})

    def hand_back(self, step):
        self.bots.discard(step["hand-back"])
        self.step({"do": "hand_back", "chair": step["hand-back"], "player_id": step.get("player", "p-1")})

    def overrule(self, step):
        """Makes an action for a bot in place of the one that the bot chose."""
        place, move = self.truth.turn(), self.truth.person_action()
        self.truth.act(place, move)
        self.step(RECORDING_STEPS[move["kind"]](place, move, self.truth))
        self.compare_turn()

    def play_until_answered(self, step):
        """Plays on until a bot's move is not degraded, or the hand ends. Fails after this number of seconds."""
        until = time.monotonic() + step["until-answered"]
        while self.truth.turn() is not None:
            if self.truth.turn() in self.bots:
                move = self.step({"do": "ask"}).get("move")
                if move and not move["degraded"]:
                    return
                if time.monotonic() > until:
                    raise CaseFailed("no server answered again")
                time.sleep(0.1)
            else:
                self.play_action()

    def wait(self, step):
        time.sleep(step["wait"])

    def check_in_time(self, step):
        """Checks that 99% of the bots' turns since the last such step, if any, had a move in this number of milliseconds."""
        late = sum(took > step["in-time"] / 1000 for took in self.turns)
        p99 = sorted(self.turns)[len(self.turns) * 99 // 100] * 1000
        told = f"{len(self.turns)} turns with {step['of']}: {late} without a play in {step['in-time']} ms, 99th percentile {p99:.0f} ms"
        print(f"  {self.room}: {told}")
        if late * 100 > len(self.turns):
            raise CaseFailed(told)
        self.turns.clear()

    def check_puzzle(self, step):
        """Checks that a puzzle has the promised solution, and that the judge reads the winning first plays in the same way."""
        server, asked = self.world.direct_stub(), step["puzzle"]
        made = server.GenerateEndgame(endgame_pb2.GenerateEndgameRequest(**asked), timeout=TIME_LIMIT_S, wait_for_ready=True)
        solved = server.SolveEndgame(endgame_pb2.SolveEndgameRequest(hand=made.hand, want_all_first_plays=True), timeout=TIME_LIMIT_S)
        wilds, wins = made.hand.present.wilds, [first.action.play for first in solved.first_plays if first.wins]
        if len(wilds) != step["wilds"] or not wins or wins != [first.action.play for first in made.solution.first_plays]:
            raise CaseFailed(f"the puzzle {made} is won by {wins}")
        table = Table(asked["ruleset"], "", random.Random(0))
        table.shown = wilds
        for combo in wins:
            found = [(one.kind, one.key, one.length) for one in table.readings(combo.cards.text)]
            if (combo.kind, combo.key, combo.length) not in found:
                raise CaseFailed(f"the judge reads {combo.cards.text} as {found}, not as {combo}")

    # The checks

    def compare_turn(self):
        """Checks that the client and the judge agree on the chair on turn, if the client knows a stage, and, in the play, on the numbers
        of cards left."""
        turn, state = self.truth.turn(), self.result.get("state", {})
        if turn in self.bots:
            self.turns.append(self.took_s if self.result.get("move") else math.inf)
        if state.get("turn") != turn and state.get("stage") != "UNSPECIFIED":
            raise CaseFailed(f"the judge says that it is the turn of {turn}")
        if state.get("stage") == "PLAY" and state["left"] != self.truth.cards_left():
            raise CaseFailed(f"the judge counts {self.truth.cards_left()} cards left by chair")

    def compare_ledger(self):
        """Checks that the room has every event of the hand exactly once."""
        asked = rooms_pb2.GetRoomRequest(room_id=self.room)
        room = self.world.direct_stub().GetRoom(asked, timeout=TIME_LIMIT_S, wait_for_ready=True)
        events = [compared_parts(event) for event in room.hand.events]
        truth = [compared_parts(event) for event in self.truth.table.events]
        if events != truth:
            raise CaseFailed(f"the room has the events {events}, the table {truth}")


STEP_KINDS = {
    "do": CaseRun.do_step, "fault": CaseRun.set_fault, "expect": CaseRun.check_result, "deal": CaseRun.deal, "play": CaseRun.play,
    "settle": CaseRun.settle, "hand": CaseRun.play_hands, "take-over": CaseRun.take_over, "hand-back": CaseRun.hand_back,
    "overrule": CaseRun.overrule, "until-answered": CaseRun.play_until_answered, "wait": CaseRun.wait, "in-time": CaseRun.check_in_time,
    "puzzle": CaseRun.check_puzzle,
}
# The client's calls that record an action, by its kind.
RECORDING_STEPS = {
    "pass_on": lambda chair, move, truth: {"do": "passed_on", "chair": chair, "cards": move["cards"], "to": truth.receiver(chair)},
    "call": lambda chair, move, truth: {"do": "called", "chair": chair, "call": move["value"]},
    "doubling": lambda chair, move, truth: {"do": "raised", "chair": chair, "doubling": move["value"]},
    "show": lambda chair, move, truth: {"do": "shown", "chair": chair, **({"hand": truth.hand(chair)} if move["value"] else {})},
    "pass": lambda chair, move, truth: {"do": "played", "chair": chair, "cards": "" if truth.codec is None else []},
    "play": lambda chair, move, truth: {"do": "played", "chair": chair, "cards": move["cards"], "reading": sent_reading(truth, move["reading"])},
}


def sent_reading(truth, reading):
    """Returns the reading as the client is given it: kind, key and length, or for some actions only the ranks that the cards stand for."""
    *names, stands_for = reading
    return ["", "", 0, stands_for] if stands_for and truth.actions % 2 else [*names, ""]


def compared_parts(event):
    """Returns the parts of an event that are compared: its kind, its wild rank and the reading of its combo."""
    combo = event.action.play
    return event.WhichOneof("what"), event.action.WhichOneof("what"), event.wild_shown, combo.kind, combo.key, combo.length


def without_unset(told):
    """Returns the value without unset fields, because some languages write them as null."""
    return {key: value for key, value in told.items() if value is not None} if isinstance(told, dict) else told


def difference(promised, found, path=""):
    """Returns a difference between the result and the promise; None if there is none. ">=1" means a number of at least one."""
    if isinstance(promised, dict) and isinstance(found, dict):
        for key, value in promised.items():
            lacking = difference(value, found.get(key), f"{path}.{key}")
            if lacking:
                return lacking
        return None
    if isinstance(promised, str) and promised.startswith(">="):
        return None if isinstance(found, int) and found >= int(promised[2:]) else f"{path} is {found!r}, expected {promised}"
    return None if promised == found else f"{path} is {found!r}, expected {promised!r}"


def read_cases():
    cases = []
    for path in sorted((HERE / "cases").glob("*.json")):
        for case in json.loads(path.read_text()):
            cases.append({**case, "name": f"{path.stem}: {case['name']}"})
    names = [case["name"] for case in cases]
    assert len(set(names)) == len(names), "two cases have one name"
    return cases


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", required=True)
    parser.add_argument("--case", default="", help="only cases whose name has this in it")
    parser.add_argument("--short", action="store_true", help="without the cases that are marked as long")
    parser.add_argument("runners", nargs="+", metavar="NAME=COMMAND")
    args = parser.parse_args()
    runners = dict(told.split("=", 1) for told in args.runners)
    cases = [case for case in read_cases() if args.case in case["name"] and not (args.short and case.get("long"))]
    worlds, logs, failed, took = {}, {}, 0, dict.fromkeys(runners, 0.0)
    try:
        for told in sorted({json.dumps(case.get("server", {})) for case in cases}):
            world = worlds[told] = CaseServers(args.server, json.loads(told))
            mine = [case for case in cases if json.dumps(case.get("server", {})) == told]
            for name, command in runners.items():
                began = time.monotonic()
                proxy = world.web if name.endswith("@http") else world.proxy
                runner = Runner(shlex.split(command), f"127.0.0.1:{proxy.port}")
                for case in mine:
                    failed += not run_case(case, world, runner, name, logs)
                runner.close()
                took[name] += time.monotonic() - began
    finally:
        for world in worlds.values():
            world.close()
    for name, seconds in took.items():
        print(f"{name}: {seconds:.1f} s")
    print(f"conformance: {len(cases)} cases in {', '.join(runners)}: {failed} failed")
    return 1 if failed or not cases else 0


def run_case(case, world, runner, name, logs):
    """Runs one case in one language. Returns true if it passed. Its results are compared with another language's unless `same` is
    false."""
    world.clear_faults()
    # The server stores players beyond rooms, so the records are deleted before each language.
    for player in case.get("players", {}).values():
        world.direct_stub().ForgetPlayer(rooms_pb2.GetPlayerRequest(player_id=player), timeout=TIME_LIMIT_S, wait_for_ready=True)
    room = "".join(letter if letter.isalnum() else "-" for letter in case["name"])[:48] + "." + name.split("@")[0]
    began = time.monotonic()
    try:
        run = CaseRun(case, world, runner, room)
        run.run_steps()
        before = logs.setdefault(case["name"], run.log)
        if before != run.log and case.get("same", True):
            place = next((place for place, (one, two) in enumerate(zip(before, run.log)) if one != two), len(before))
            raise CaseFailed(f"step {place} was {run.log[place:place + 1]}, in another language {before[place:place + 1]}")
        return True
    except (CaseFailed, Illegal, grpc.RpcError) as wrong:
        print(f"FAILED in {name}: {case['name']}: {wrong}", file=sys.stderr)
        return False
    finally:
        if time.monotonic() - began > SLOW_S:
            print(f"slow in {name}: {case['name']} took {time.monotonic() - began:.1f} s")
        world.set_fault({"fault": "heal"}, room)


if __name__ == "__main__":
    sys.exit(main())
