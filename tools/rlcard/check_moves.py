#!/usr/bin/env python3
"""Compares lists of legal plays with two public engines that share no code with ours.

Reads lines `hand<TAB>standing<TAB>play play play ...` in text cards (3456789TJQKA2XD): standing is empty for a
lead, and `pass` is among the plays of a follower. `--ruleset douzero` asks DouZero's generator and selector,
`--ruleset classic` asks RLCard. Exits 1 when the lists differ, 2 for a line that cannot be read.
"""

import argparse
import sys
from collections import Counter
from types import SimpleNamespace

TEXT = "3456789TJQKA2XD"
ORDER = {letter: i for i, letter in enumerate(TEXT)}
DOUZERO_CARD = dict(zip(TEXT, (*range(3, 15), 17, 20, 30)))
DOUZERO_TEXT = {card: letter for letter, card in DOUZERO_CARD.items()}
# RLCard calls the jokers B and R.
TO_RLCARD = str.maketrans("XD", "BR")
FROM_RLCARD = str.maketrans("BR", "XD")
RUN_RANKS = TEXT.index("2")
SHOWN_MAX = 20


class BadLine(Exception):
    pass


def canonical(text):
    if not text or any(letter not in ORDER for letter in text):
        raise BadLine(f"{text!r} is no text of cards")
    return "".join(sorted(text, key=ORDER.__getitem__))


class DouZero:
    def __init__(self):
        from douzero.env.game import GameEnv

        self._env = GameEnv(None)
        self._env.acting_player_position = "landlord_down"

    def plays(self, hand, standing):
        self._env.info_sets["landlord_down"].player_hand_cards = [DOUZERO_CARD[c] for c in hand]
        self._env.card_play_action_seq = [[DOUZERO_CARD[c] for c in standing]] if standing else []
        moves = self._env.get_legal_card_play_actions()
        return {"".join(DOUZERO_TEXT[c] for c in move) or "pass" for move in moves}

    def is_known_fault(self, hand, standing, play, ours_has_it):
        """True if DouZero's rules, with its two faults in following airplanes mended, agree with ours on this play.

        The faults: it ranks an airplane by its highest triple, even if that is a wing; and it cannot classify some of
        the airplanes that it generates, so that only bombs answer them. Judged here from the rules as its
        generator states them, not from its answer, so that a fault of ours is not excused.
        """
        if not standing or play == "pass" or Counter(play) - Counter(hand):
            return False
        # Cards that can be read in two ways stand as their longest chain, then as their highest.
        to_beat = max(airplane_readings(standing), default=None, key=lambda r: (r[1], r[2]))
        if to_beat is None:
            return False
        kind, length, top = to_beat
        beats = any(k == kind and n == length and t > top for k, n, t in airplane_readings(play))
        return beats == ours_has_it


def airplane_readings(text):
    """All `(wings, length, top)` that these cards are by DouZero's generator: wings are any cards of other ranks,
    or pairs of different other ranks."""
    counts = [text.count(letter) for letter in TEXT]
    readings = []
    for first in range(RUN_RANKS):
        for end in range(first + 2, RUN_RANKS + 1):
            length = end - first
            if any(count != 3 for count in counts[first:end]):
                break
            wings = counts[:first] + counts[end:]
            if not any(wings):
                readings.append(("bare", length, end - 1))
            elif sum(wings) == length:
                readings.append(("singles", length, end - 1))
            elif wings.count(2) == length and sum(wings) == 2 * length:
                readings.append(("pairs", length, end - 1))
    return readings


class RLCard:
    def __init__(self):
        from rlcard.games.doudizhu import utils
        from rlcard.games.doudizhu.judger import DoudizhuJudger

        self._utils = utils
        self._leads = DoudizhuJudger.playable_cards_from_hand

    def plays(self, hand, standing):
        hand = hand.translate(TO_RLCARD)
        if not standing:
            return {play.translate(FROM_RLCARD) for play in self._leads(hand)}
        standing = standing.translate(TO_RLCARD)
        if standing not in self._utils.CARD_TYPE[0]:
            raise BadLine(f"RLCard has no type for the standing {standing!r}")
        # It only reads the suits of jokers, the ranks of other cards, and the played text.
        player = SimpleNamespace(current_hand=[SimpleNamespace(suit="", rank=letter) for letter in hand])
        greater = self._utils.get_gt_cards(player, SimpleNamespace(played_cards=standing))
        return {play.translate(FROM_RLCARD) for play in greater}

    def is_known_fault(self, hand, standing, play, ours_has_it):
        return False


ENGINES = {"classic": RLCard, "douzero": DouZero}


def read(line):
    fields = line.rstrip("\r\n").split("\t")
    if len(fields) != 3:
        raise BadLine(f"{len(fields)} fields between tabs, not 3")
    hand, standing = canonical(fields[0]), fields[1] and canonical(fields[1])
    listed = fields[2].split()
    ours = {play if play == "pass" else canonical(play) for play in listed}
    return hand, standing, ours, len(listed) - len(ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", choices=sorted(ENGINES), required=True)
    parser.add_argument("file", nargs="?", type=argparse.FileType(), default=sys.stdin)
    args = parser.parse_args()
    engine = ENGINES[args.ruleset]()

    lines = plays = wrong = 0
    faults, fault_example = 0, None
    for number, line in enumerate(args.file, 1):
        if not line.strip():
            continue
        try:
            hand, standing, ours, doubles = read(line)
            theirs = engine.plays(hand, standing)
        except BadLine as error:
            print(f"line {number}: {error}", file=sys.stderr)
            return 2
        lines += 1
        plays += len(ours)
        where = f"line {number}: hand {hand}, {'facing ' + standing if standing else 'leading'}"
        found = [f"{doubles} plays are listed twice"] if doubles else []
        for play in sorted(ours ^ theirs):
            ours_has_it = play in ours
            verdict = f"{play} is legal for {'us' if ours_has_it else args.ruleset} only"
            if engine.is_known_fault(hand, standing, play, ours_has_it):
                faults += 1
                fault_example = fault_example or f"{where}: {verdict}"
            else:
                found.append(verdict)
        for verdict in found:
            wrong += 1
            if wrong <= SHOWN_MAX:
                print(f"{where}: {verdict}")

    print(f"{lines} positions, {plays} plays: {wrong} disagreements, {faults} known faults of the engine")
    if fault_example:
        print(f"known fault, for example: {fault_example}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
