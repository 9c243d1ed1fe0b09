#!/usr/bin/env python3
"""RLCard's rule agent, as in the published comparisons, as a bot over stdin/stdout.

It uses the protocol of `lab bot`: each input line is an observation as JSON, each output line an answer.
The agent is the imported `douzero.evaluation.rlcard_agent.RLCardAgent`. This file builds, from one line, the few fields of DouZero's
infoset that the agent reads, and replaces its random numbers.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from collections import Counter
from types import SimpleNamespace

from douzero.env import move_detector
from douzero.env.game import GameEnv
from douzero.evaluation import rlcard_agent

# The roles in the order of play: the landlord makes the first play of a game.
ROLES = ("landlord", "landlord_down", "landlord_up")
COPIES = {**{card: 4 for card in (*range(3, 15), 17)}, 20: 1, 30: 1}
HAND_CARDS_MAX = 20
READ_BYTES = 1 << 16
LINE_BYTES_MAX = 1 << 20


class BadLine(Exception):
    """The observation is invalid; the message names the wrong value."""


class SeededChoice:
    """Replaces the module `random` inside the agent, which calls only `choice`.

    With one stream of random numbers for the process, a decision would depend on earlier games. A hash of the seed and the seat's view
    gives each position its own number, in any order of games and in any process. The hash is SHA-256 and not `random.Random`, whose
    sequence may change between versions."""

    def __init__(self, seed):
        self.seed = seed
        self.observation = None

    def choice(self, options):
        digest = hashlib.sha256(repr((self.seed, self.observation)).encode()).digest()
        return options[int.from_bytes(digest[:8], "big") % len(options)]


class LegalMoves:
    """The legal moves of one position. The list is made only if the agent needs it.

    An agent that leads chooses from its own split of the hand, and only asserts at the end that its choice is legal. For this the list
    of all leads, which is slow, is not needed.

    The list has the order and the duplicates of DouZero, because the agent takes the first of equal answers and also draws from the list
    at random."""

    def __init__(self, env, role, hand, seq):
        self._env, self._role, self._hand, self._seq = env, role, hand, seq
        self._moves = None

    def _all_moves(self):
        if self._moves is None:
            env = self._env
            env.acting_player_position = self._role
            env.info_sets[self._role].player_hand_cards = self._hand
            env.card_play_action_seq = self._seq
            self._moves = env.get_legal_card_play_actions()
        return self._moves

    def __contains__(self, move):
        if self._moves is not None:
            return move in self._moves
        if self._seq[-2:] in ([], [[], []]):
            # A lead of the agent is one group of its split of the hand, of a kind without wings. For such groups DouZero's detector of move
            # types agrees with its generator of moves.
            return (bool(move) and not Counter(move) - Counter(self._hand)
                    and move_detector.get_move_type(move)["type"] != move_detector.TYPE_15_WRONG)
        return move in self._all_moves()

    def __iter__(self):
        return iter(self._all_moves())

    def __len__(self):
        return len(self._all_moves())

    def __getitem__(self, index):
        return self._all_moves()[index]


class Bot:
    def __init__(self, seed):
        self._choice = SeededChoice(seed)
        rlcard_agent.random = self._choice
        self._agents = {role: rlcard_agent.RLCardAgent(role) for role in ROLES}
        # No game is played in this environment. It only chooses DouZero's generator and selector for the standing play.
        self._env = GameEnv(None)

    def decide(self, line):
        role = line.get("role")
        if role not in ROLES:
            raise BadLine(f"role {role!r} is none of {', '.join(ROLES)}")
        hand = read_cards(line.get("hand"), "hand")
        if not 1 <= len(hand) <= HAND_CARDS_MAX:
            raise BadLine(f"hand has {len(hand)} cards")
        seq = read_plays(line.get("card_play_action_seq"), "card_play_action_seq")
        if ROLES[len(seq) % 3] != role:
            raise BadLine(f"{role} is not to move after {len(seq)} plays")
        last = next((i for i in range(len(seq) - 1, -1, -1) if seq[i]), None)
        if len(seq) - (0 if last is None else last + 1) > (0 if last is None else 2):
            raise BadLine("card_play_action_seq passes where a play must be made")

        recent = ([[], []] + seq)[-2:]
        legal = LegalMoves(self._env, role, hand, seq)
        # The agent replaces the cards in its infoset by letters, so it gets copies.
        infoset = SimpleNamespace(
            player_hand_cards=hand.copy(),
            last_move=(recent[1] or recent[0]).copy(),
            last_two_moves=[recent[1].copy(), recent[0].copy()],
            last_pid="landlord" if last is None else ROLES[last % 3],
            legal_actions=legal,
        )
        self._choice.observation = (role, hand, seq)
        return self._agents[role].act(infoset)


def read_cards(value, field):
    # The test uses `type` and not `isinstance`, because true and false would count as integers.
    if not isinstance(value, list) or any(type(card) is not int or card not in COPIES for card in value):
        raise BadLine(f"{field} is no list of cards: {value!r:.80}")
    if len(value) > 1:
        for card, count in Counter(value).items():
            if count > COPIES[card]:
                raise BadLine(f"{field} holds {card} {count} times")
    return sorted(value)


def read_plays(value, field):
    if not isinstance(value, list):
        raise BadLine(f"{field} is no list of plays: {value!r:.80}")
    return [read_cards(play, field) if play != [] else [] for play in value]


def answer(bot, raw):
    """Returns the answer to one raw line, as an object."""
    start = time.perf_counter()
    line_id = None
    try:
        if len(raw) > LINE_BYTES_MAX:
            raise BadLine(f"the line has more than {LINE_BYTES_MAX} bytes")
        line = json.loads(raw)
        if not isinstance(line, dict):
            raise BadLine("the line is no JSON object")
        line_id = line.get("id")
        action = bot.decide(line)
        return {"id": line_id, "action": action, "ms": round((time.perf_counter() - start) * 1000, 3)}
    # A bad line must not end the other games of this process, even if it makes the imported code fail.
    except Exception as error:
        text = str(error) if isinstance(error, BadLine) else f"{type(error).__name__}: {error}"
        return {"id": line_id, "error": text}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="seeds the agent's random choices")
    bot = Bot(parser.parse_args().seed)

    # With raw reads, the lines of one read get their answers in one write. A line costs less then if many games share the
    # process. A single line is still answered at once.
    rest = b""
    while chunk := os.read(0, READ_BYTES):
        *lines, rest = (rest + chunk).split(b"\n")
        if len(rest) > LINE_BYTES_MAX:
            # Keep one byte more than allowed, so that the line stays too long but grows no further.
            rest = rest[: LINE_BYTES_MAX + 1]
        write_answers([answer(bot, raw) for raw in lines if raw.strip()])
    if rest.strip():
        write_answers([answer(bot, rest)])


def write_answers(answers):
    if answers:
        sys.stdout.write("".join(json.dumps(a, separators=(",", ":")) + "\n" for a in answers))
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        # The reader may have ended. Standard output is replaced, so that the interpreter's flush at the end raises no error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
