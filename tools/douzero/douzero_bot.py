#!/usr/bin/env python3
"""DouZero's published networks as a bot over stdin/stdout.

It uses the protocol of `lab bot`: each input line is an observation as JSON, each output line an answer. Features and legal plays come
from the `douzero` package, and numpy computes the network here. The checkpoints are not in this repository: `--checkpoints` names a
folder with landlord.ckpt, landlord_down.ckpt and landlord_up.ckpt. The names may also end in .f32 (see `--convert`): such files need no
torch, and `lab match` reads them too."""

import argparse
import json
import os
import sys
from collections import Counter
from types import SimpleNamespace

# One thread is enough, because a single observation is too little work for more.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from douzero.env.env import get_obs
from douzero.env.game import GameEnv

# The roles in the order of play: the landlord makes the first play of a game.
ROLES = ("landlord", "landlord_down", "landlord_up")
DECK = Counter({**{card: 4 for card in (*range(3, 15), 17)}, 20: 1, 30: 1})
LSTM_WIDTH = 128
DENSE_WIDTH = 512
DENSE_LAYERS = 6


class BadLine(Exception):
    """The observation is invalid; the message names the wrong field."""


def array_shapes(role):
    """Yields the name and shape of each array of a network, in the order of a converted file."""
    situation = 373 if role == "landlord" else 484
    yield "lstm.weight_ih_l0", (4 * LSTM_WIDTH, 162)
    yield "lstm.weight_hh_l0", (4 * LSTM_WIDTH, LSTM_WIDTH)
    yield "lstm.bias_ih_l0", (4 * LSTM_WIDTH,)
    yield "lstm.bias_hh_l0", (4 * LSTM_WIDTH,)
    widths = (LSTM_WIDTH + situation, *[DENSE_WIDTH] * (DENSE_LAYERS - 1), 1)
    for number in range(1, DENSE_LAYERS + 1):
        yield f"dense{number}.weight", (widths[number], widths[number - 1])
        yield f"dense{number}.bias", (widths[number],)


def read_checkpoint(path, role):
    """Returns the weights by name, as arrays of 32-bit floats."""
    if path.endswith(".f32"):
        numbers, weights = np.fromfile(path, "<f4"), {}
        if len(numbers) != sum(int(np.prod(shape)) for _, shape in array_shapes(role)):
            sys.exit(f"douzero_bot: {path}: it has {len(numbers)} numbers, which is no network of {role}")
        for name, shape in array_shapes(role):
            count = int(np.prod(shape))
            weights[name], numbers = numbers[:count].reshape(shape), numbers[count:]
        return weights
    import torch  # only to read the published files

    state = torch.load(path, map_location="cpu")
    return {name: state[name].numpy().astype(np.float32) for name, _ in array_shapes(role)}


def write_checkpoint(path, role, weights):
    np.concatenate([weights[name].ravel() for name, _ in array_shapes(role)]).astype("<f4").tofile(path)


def find_checkpoint(folder, role):
    for ending in (".f32", ".ckpt"):
        path = os.path.join(folder, role + ending)
        if os.path.exists(path):
            return path
    sys.exit(f"douzero_bot: --checkpoints {folder}: there is no {role}.ckpt and no {role}.f32")


class Network:
    """An LSTM over the last plays, then dense layers over its state and the features of one candidate play. The output is its value."""

    def __init__(self, weights):
        self.weights = weights

    def values(self, plays, candidates):
        state = np.tile(self.lstm_state(plays), (len(candidates), 1))
        layer = np.concatenate([state, candidates], axis=1)
        for number in range(1, DENSE_LAYERS + 1):
            layer = layer @ self.weights[f"dense{number}.weight"].T + self.weights[f"dense{number}.bias"]
            if number < DENSE_LAYERS:
                layer = np.maximum(layer, 0)
        return layer[:, 0]

    def lstm_state(self, plays):
        from_input, from_state = self.weights["lstm.weight_ih_l0"], self.weights["lstm.weight_hh_l0"]
        bias = self.weights["lstm.bias_ih_l0"] + self.weights["lstm.bias_hh_l0"]
        hidden, cell = np.zeros(LSTM_WIDTH, np.float32), np.zeros(LSTM_WIDTH, np.float32)
        for play in plays:
            gates = from_input @ play + from_state @ hidden + bias
            enter, keep, offer, show = np.split(gates, 4)
            cell = sigmoid(keep) * cell + sigmoid(enter) * np.tanh(offer)
            hidden = sigmoid(show) * np.tanh(cell)
        return hidden


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def required_field(line, name):
    if name not in line:
        raise BadLine(f"no field {name!r}")
    return line[name]


def infoset(line):
    """Returns the values that DouZero's environment would give to the player on turn."""
    role = required_field(line, "role")
    if role not in ROLES:
        raise BadLine(f"role {role!r} is none of {', '.join(ROLES)}")
    plays = [sorted(play) for play in required_field(line, "card_play_action_seq")]
    played = {each: [] for each in ROLES}
    last_move_of = {each: [] for each in ROLES}
    for number, play in enumerate(plays):
        player = ROLES[number % len(ROLES)]
        played[player] += play
        last_move_of[player] = play
    hand = sorted(required_field(line, "hand"))
    bottom_left = Counter(required_field(line, "three_landlord_cards")) - Counter(played["landlord"])
    unseen = DECK - Counter(hand) - sum((Counter(cards) for cards in played.values()), Counter())
    # After one pass, the play before it still stands. After two passes, the player leads.
    standing = next((play for play in reversed(plays[-2:]) if play), [])
    info = SimpleNamespace(
        player_position=role,
        player_hand_cards=hand,
        num_cards_left_dict=required_field(line, "num_cards_left"),
        three_landlord_cards=sorted(bottom_left.elements()),
        card_play_action_seq=plays,
        other_hand_cards=sorted(unseen.elements()),
        last_move=standing,
        last_move_dict=last_move_of,
        played_cards=played,
        bomb_num=line.get("bomb_num", 0),
    )
    game = SimpleNamespace(
        card_play_action_seq=plays, info_sets={role: info}, acting_player_position=role
    )
    info.legal_actions = GameEnv.get_legal_card_play_actions(game)
    return info


def answer(line, networks):
    info = infoset(line)
    legal = info.legal_actions
    if len(legal) == 1:
        return legal[0]
    seen = get_obs(info)
    network = networks[info.player_position]
    plays, candidates = seen["z_batch"][0].astype(np.float32), seen["x_batch"].astype(np.float32)
    return legal[int(np.argmax(network.values(plays, candidates)))]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--checkpoints", required=True, metavar="FOLDER")
    options.add_argument("--convert", action="store_true", help="write .f32 files beside the .ckpt files, and end")
    options = options.parse_args()
    weights = {role: read_checkpoint(find_checkpoint(options.checkpoints, role), role) for role in ROLES}
    if options.convert:
        for role, arrays in weights.items():
            write_checkpoint(os.path.join(options.checkpoints, role + ".f32"), role, arrays)
        return
    networks = {role: Network(arrays) for role, arrays in weights.items()}
    for text in sys.stdin:
        if not text.strip():
            continue
        line = json.loads(text)
        reply = {"id": line.get("id")}
        try:
            reply["action"] = [int(card) for card in answer(line, networks)]
        except BadLine as bad:
            reply["error"] = str(bad)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
