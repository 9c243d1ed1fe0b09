#!/usr/bin/env python3
"""Trains the deep nets by policy iteration: plays hands with the current nets, learns from these hands, and keeps the new nets if they win.

`lab selfplay` processes know the game. They ask this process for the values of plays, through files, and write samples.
This process has the nets: it answers waiting questions in batches, and learns from the samples between two batches. It runs on
a GPU, or slowly on a CPU. If it is killed, the same command continues from the last checkpoint.
"""

import argparse
import contextlib
import functools
import glob
import math
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import jax
import jax.numpy as jnp
import numpy as np

ROWS, WIDE, HIDDEN, BLOCKS = 1367, 512, 256, 4  # the same as in crates/engine/src/net
ROWS_KEPT, PLAYS_ASKED = 96, 6  # rows of a play, plays of a turn with a pass: the same as in crates/lab/src/commands/selfplay
SEATS, NETS, FACTOR_WEIGHT, FIRST_LAYER_RATE, BATCH_MAX = 3, 6, 0.25, 0.3, 65536
IS_CPU = jax.default_backend() == "cpu"
# The batch sizes that are compiled. A batch of questions is filled up to the next of these sizes.
BATCHES = (256, 2048, 16384, BATCH_MAX) if IS_CPU else (2048, 16384, 32768, BATCH_MAX)
jax.config.update("jax_default_matmul_precision", "float32" if IS_CPU else "tensorfloat32")  # bf16 ruins the nets


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--lab", required=True, help="the lab program")
    parser.add_argument("--nets", help="folder of the nets to begin with: deep.0.f32, deep.1.f32, deep.2.f32; else the small nets in their form")
    parser.add_argument("--small", default="shipped", help="a weights file whose small nets choose which plays the deep nets value")
    parser.add_argument("--dir", required=True, help="folder of the checkpoint, the kept nets and the log; resumed if there is one")
    parser.add_argument("--work", help="folder of questions and samples, best in shared memory; by default a new one there")
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="self-play processes")
    parser.add_argument("--hands", type=int, default=1024, help="hands side by side in each half of a process")
    parser.add_argument("--step-hands", type=float, default=15e6, help="hands of a step")
    parser.add_argument("--steps", type=int, default=1, help="stop after this many steps")
    parser.add_argument("--seconds", type=float, default=math.inf, help="or after this time")
    parser.add_argument("--rate", type=float, default=3e-4, help="learning rate at first; it falls to a hundredth of that")
    parser.add_argument("--reuse", type=float, default=2, help="how often a sample is used on average")
    parser.add_argument("--batch", type=int, default=16384, help="samples of an update")
    parser.add_argument("--per-file", type=int, default=32768, help="samples of a file")
    parser.add_argument("--files", type=int, default=64 if IS_CPU else 512, help="files of each seat that are kept for learning")
    parser.add_argument("--first-files", type=int, default=8 if IS_CPU else 48, help="files of each seat before learning begins")
    parser.add_argument("--save-every", type=float, default=120, help="seconds between checkpoints")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--selfplay", default="", help="more options for lab selfplay")
    args = parser.parse_args()
    # The name of the folder is the same in every start, so that files of a killed process are found and removed.
    place = "/dev/shm" if os.path.isdir("/dev/shm") else tempfile.gettempdir()
    args.work = args.work or f"{place}/thirdseat-train{os.path.abspath(args.dir).replace('/', '-')}"
    return args


# The net without its biases: x = clip(sum of rows, 0, 1); h = relu(x W1); h += relu(h A) B, four times; three outputs.
SHAPES = {"W0": (ROWS, WIDE), "c0": (WIDE,), "W1": (WIDE, HIDDEN), "c1": (HIDDEN,)}
SHAPES |= {f"{name}{k}": (HIDDEN, HIDDEN) if name in "AB" else (HIDDEN,) for k in range(BLOCKS) for name in "AaBb"}
SHAPES |= {"Wo": (HIDDEN, 3), "co": (3,)}


def load_net(path):
    numbers, start, net = np.fromfile(path, "<f4"), 0, {}
    expected = sum(map(math.prod, SHAPES.values()))
    if len(numbers) != expected:
        sys.exit(f"train: {path}: a deep net has {expected} numbers, this file has {len(numbers)}")
    for name, shape in SHAPES.items():
        net[name] = jnp.asarray(numbers[start:start + math.prod(shape)].reshape(shape))
        start += math.prod(shape)
    return net


def forward(net, rows):
    rows = rows.astype(jnp.int32)
    hot = jnp.zeros((len(rows), ROWS + 1)).at[jnp.arange(len(rows))[:, None], rows].add(1)[:, :ROWS]
    x = jnp.clip(hot @ net["W0"] + net["c0"], 0, 1)
    h = jax.nn.relu(x @ net["W1"] + net["c1"])
    for k in range(BLOCKS):
        h += jax.nn.relu(h @ net[f"A{k}"] + net[f"a{k}"]) @ net[f"B{k}"] + net[f"b{k}"]
    return h @ net["Wo"] + net["co"]


def losses(net, rows, chance, factor, won):
    """Returns the log-loss of the win chance, and the squared error of the factor, for the outcome that came."""
    out = forward(net, rows)
    odds = out[:, 0]
    log_loss = jnp.maximum(odds, 0) - odds * chance + jnp.log1p(jnp.exp(-jnp.abs(odds)))
    return jnp.stack([jnp.mean(log_loss), jnp.mean((jnp.where(won == 1, out[:, 1], out[:, 2]) - factor) ** 2)])


@functools.partial(jax.jit, static_argnums=4, donate_argnums=0)
def adam_step(state, ring, count, key, batch, rate):
    """Does one step of Adam with clipped gradients. `mean` is a moving average of the weights."""
    picked = jax.random.randint(key, (batch,), 0, count)
    total = lambda net: jnp.dot(losses(net, *(column[picked] for column in ring)), jnp.array([1, FACTOR_WEIGHT]))
    slopes = jax.grad(total)(state["net"])
    norm = jnp.sqrt(sum(jnp.sum(slope**2) for slope in slopes.values()))
    t = state["t"] + 1
    decay = jnp.minimum(0.9995, t / (t + 50))
    new = {part: {} for part in ("net", "moment", "square", "mean")}
    for name, slope in slopes.items():
        slope = slope * jnp.minimum(1, 1 / (norm + 1e-9))
        new["moment"][name] = moment = 0.9 * state["moment"][name] + 0.1 * slope
        new["square"][name] = square = 0.999 * state["square"][name] + 0.001 * slope**2
        step = moment / (1 - 0.9**t) / (jnp.sqrt(square / (1 - 0.999**t)) + 1e-8)
        # Most rows of the first layer occur rarely, so large steps of these rows would be noise: their rate is lower.
        new["net"][name] = value = state["net"][name] - rate * (FIRST_LAYER_RATE if name in ("W0", "c0") else 1) * step
        new["mean"][name] = decay * state["mean"][name] + (1 - decay) * value
    return {**new, "t": t}


put_samples = jax.jit(lambda ring, new, at: [jax.lax.dynamic_update_slice_in_dim(r, n, at, 0) for r, n in zip(ring, new)], donate_argnums=0)
infer, evaluate = jax.jit(forward), jax.jit(losses)
copy_net = jax.jit(lambda net: {name: value + 0 for name, value in net.items()})


class SeatNets:
    """The nets of a seat: the net that learns, its mean, which plays, and the net from the beginning of the step."""

    def __init__(self, net, args):
        self.args, self.first, self.playing = args, net, net
        self.files = self.used = 0
        self.fresh = []
        size = args.files * args.per_file
        self.ring = [jnp.zeros((size, ROWS_KEPT), jnp.uint16), jnp.zeros(size), jnp.zeros(size), jnp.zeros(size, jnp.uint16)]
        self.reset(net)

    def reset(self, net):
        zeros = lambda: {name: jnp.zeros_like(value) for name, value in net.items()}
        self.state = {"net": copy_net(net), "moment": zeros(), "square": zeros(), "mean": copy_net(net), "t": jnp.array(0.0)}

    def add_samples(self, columns):
        columns = [jnp.asarray(column) for column in columns]
        # Before these new samples are learned, the current mean is compared with the first net on them.
        if self.files % 16 == 0:
            self.fresh.append((evaluate(self.state["mean"], *columns), evaluate(self.first, *columns)))
        self.ring = put_samples(self.ring, columns, self.files % self.args.files * self.args.per_file)
        self.files += 1

    def is_learning_due(self):
        return self.files >= self.args.first_files and self.used < self.args.reuse * self.files * self.args.per_file

    def learn(self, key, rate):
        count = min(self.files, self.args.files) * self.args.per_file
        self.state = adam_step(self.state, self.ring, count, key, self.args.batch, rate)
        self.used += self.args.batch


def save_net(net, path):
    np.concatenate([np.asarray(value, "<f4").ravel() for value in net.values()]).tofile(path + ".new")
    os.replace(path + ".new", path)


class QuestionFiles:
    """The files with the questions of all processes, and the answers to them."""

    def __init__(self, args, processes):
        self.files, size = [], PLAYS_ASKED * args.hands
        for path in [f"{args.work}/questions{p:03}.{half}" for p in range(args.processes) for half in range(2)]:
            while not os.path.exists(path):
                check_processes(processes)
                time.sleep(0.05)
            memory = np.memmap(path, "u1", "r+")
            rows, values = np.split(memory[4096:], [2 * ROWS_KEPT * size])
            self.files.append((memory[:128].view("<u4"), rows.view("<u2").reshape(size, ROWS_KEPT), values.view("<f4").reshape(size, 3)))
        self.answered = [0] * len(self.files)
        self.stage = [np.full((BATCH_MAX, ROWS_KEPT), ROWS, np.uint16) for _ in range(NETS)]
        self.pool = ThreadPoolExecutor(NETS)

    def start_batch(self, nets):
        """Takes waiting questions and starts their computation."""
        parts, fill = [], [0] * NETS
        for number, (head, rows, _) in enumerate(self.files):
            if int(head[0]) == self.answered[number]:
                continue
            counts = head[2:2 + NETS].tolist()  # The number above is written last, so these counts are complete.
            if any(f + c > BATCH_MAX for f, c in zip(fill, counts)):
                continue
            start = 0
            for net, count in enumerate(counts):
                parts.append((number, net, start, count, fill[net]))
                start, fill[net] = start + count, fill[net] + count

        def compute_answers(net):
            for number, of_net, start, count, at in parts:
                if of_net == net:
                    self.stage[net][at:at + count] = self.files[number][1][start:start + count]
            size = next(size for size in BATCHES if size >= fill[net])
            return infer(nets[net], self.stage[net][:size]) if fill[net] else None

        return parts, list(self.pool.map(compute_answers, range(NETS)))

    def finish_batch(self, parts, outputs):
        outputs = [None if output is None else np.asarray(output) for output in outputs]
        for number, net, start, count, at in parts:
            if count:
                self.files[number][2][start:start + count] = outputs[net][at:at + count]
        for number in {part[0] for part in parts}:
            head = self.files[number][0]
            self.answered[number] = int(head[0])
            head[16] = head[0]


def check_processes(processes):
    """Ends the training if a self-play process has ended. That process may have printed the reason."""
    if any(process.poll() is not None for process in processes):
        sys.exit("train: a lab selfplay has ended")


def clear_files(work):
    for pattern in ("questions*", "counts*", "samples/*"):
        for path in glob.glob(f"{work}/{pattern}"):
            with contextlib.suppress(FileNotFoundError):  # the reader of samples may have removed it already
                os.remove(path)


def read_samples(args, samples, stop):
    size = args.per_file
    while not stop.is_set():
        for path in sorted(glob.glob(f"{args.work}/samples/*.bin"), key=os.path.getmtime):
            if stop.is_set():
                return
            data = np.fromfile(path, "u1")
            os.remove(path)
            ends = np.cumsum([2 * ROWS_KEPT * size, 4 * size, 4 * size])
            rows, chance, factor, won = np.split(data, ends)
            columns = rows.view("<u2").reshape(size, ROWS_KEPT), chance.view("<f4"), factor.view("<f4"), won.view("<u2")
            samples.put((int(os.path.basename(path)[0]), columns))
        time.sleep(0.02)


class Training:
    def __init__(self, args):
        self.args, self.path = args, f"{args.dir}/checkpoint.npz"
        self.log = open(f"{args.dir}/log.txt", "a")
        nets = args.nets or f"{args.dir}/start"
        if not args.nets and not os.path.exists(f"{nets}/deep.{SEATS - 1}.f32"):
            subprocess.run([args.lab, "selfplay", "--start", nets, "--small", args.small], check=True)
        self.seats = [SeatNets(load_net(f"{nets}/deep.{seat}.f32"), args) for seat in range(SEATS)]
        # Totals over all starts: starts, finished steps, hands, hands of the current step. `measured` has the columns of lab's counts.
        self.starts = self.step = self.hands = self.step_hands = 0
        self.rate, self.measured = args.rate, np.zeros((2, 4))
        self.seen = np.zeros(11)
        if os.path.exists(self.path):
            self.resume()
        self.starts += 1

    def print_and_log(self, text):
        print(text, flush=True)
        self.log.write(text + "\n")
        self.log.flush()

    def save(self):
        numbers = {"numbers": np.array([self.starts, self.step, self.hands, self.step_hands, self.rate]), "measured": self.measured}
        for k, seat in enumerate(self.seats):
            for part in ("net", "moment", "square", "mean"):
                numbers.update({f"{k}.{part}.{name}": np.asarray(value) for name, value in seat.state[part].items()})
            numbers.update({f"{k}.first.{name}": np.asarray(value) for name, value in seat.first.items()})
            numbers[f"{k}.t"] = np.asarray(seat.state["t"])
        with open(self.path + ".new", "wb") as file:
            np.savez(file, **numbers)
        os.replace(self.path + ".new", self.path)

    def resume(self):
        kept = np.load(self.path)
        self.starts, self.step, self.hands, self.step_hands = (int(number) for number in kept["numbers"][:4])
        self.rate, self.measured = float(kept["numbers"][4]), kept["measured"]
        for k, seat in enumerate(self.seats):
            for part in ("net", "moment", "square", "mean"):
                seat.state[part] = {name: jnp.asarray(kept[f"{k}.{part}.{name}"]) for name in seat.first}
            seat.first = {name: jnp.asarray(kept[f"{k}.first.{name}"]) for name in seat.first}
            seat.state["t"], seat.playing = jnp.asarray(kept[f"{k}.t"]), copy_net(seat.state["mean"])

    def add_counts(self):
        """Adds the counts of the processes since the last call."""
        lines = [open(path).read().split() for path in glob.glob(f"{self.args.work}/counts???")]
        seen = np.sum([np.array(line, float) for line in lines], axis=0) if lines else self.seen
        new, self.seen = seen - self.seen, seen
        self.hands, self.step_hands = self.hands + int(new[0]), self.step_hands + int(new[0])
        # Only the last quarter of a step decides whether the step is kept.
        if self.step_hands > 0.75 * self.args.step_hands:
            self.measured = self.measured + new[3:].reshape(2, 4)

    def win_share(self):
        """Returns the share of wins against the first nets, its standard error, and the mean score."""
        hands, wins = np.maximum(self.measured[:, 0], 1), self.measured[:, 1]
        share = wins / hands
        return share.mean(), math.sqrt(sum(share * (1 - share) / hands)) / 2, (self.measured[:, 2] / hands).mean()

    def report(self, began):
        fresh = [np.mean([[np.asarray(loss) for loss in pair] for pair in seat.fresh], axis=0) for seat in self.seats if seat.fresh]
        held = " ".join(f"{now[0]:.4f} ({now[0] - first[0]:+.4f})" for now, first in fresh)
        for seat in self.seats:
            seat.fresh.clear()
        share, error, score = self.win_share()
        self.print_and_log(f"{time.time() - began:.0f} s, step {self.step + 1}, {self.hands} hands; held-out loss and against the first nets: "
                           f"{held}; wins against them {share:.4f} ± {error:.4f}, score {score:+.4f}")

    def finish_step(self):
        """Keeps the new nets if they win. Otherwise restarts from the earlier nets, with half the learning rate."""
        share, error, score = self.win_share()
        wins = share - error > 0.5
        self.step += 1
        self.print_and_log(f"step {self.step}: {'kept' if wins else 'not kept'}: {share:.4f} ± {error:.4f}, {score:+.4f} after {self.hands} hands")
        self.rate *= 1 if wins else 0.5
        for k, seat in enumerate(self.seats):
            seat.first = copy_net(seat.state["mean"]) if wins else seat.first
            seat.reset(seat.first)
            seat.playing, seat.files, seat.used = seat.first, 0, 0
            save_net(seat.first, f"{self.args.dir}/deep.{k}.f32")
        self.step_hands, self.measured = 0, np.zeros((2, 4))
        self.save()

    def run(self, answers, samples, processes, began):
        key = jax.random.PRNGKey(self.args.seed * 1000 + self.starts)
        turn, renewed, told, saved = 0, 0.0, time.time(), time.time()
        while time.time() - began < self.args.seconds and self.step < self.args.steps:
            asked = answers.start_batch([seat.playing for seat in self.seats] + [seat.first for seat in self.seats])
            turn += 1
            seat, now = self.seats[turn % SEATS], time.time()
            if seat.is_learning_due():
                key, draw = jax.random.split(key)
                done = min(1, self.step_hands / self.args.step_hands)
                warm = min(1, (float(seat.used) / self.args.batch + 1) / 300)
                seat.learn(draw, self.rate * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done))))
            if now - renewed > 2:
                renewed = now
                check_processes(processes)
                for each in self.seats:
                    each.playing = copy_net(each.state["mean"])
                self.add_counts()
            answers.finish_batch(*asked)
            for _ in range(min(samples.qsize(), 2 * SEATS)):
                of_seat, columns = samples.get()
                self.seats[of_seat].add_samples(columns)
            if not asked[0] and not seat.is_learning_due():
                time.sleep(0.0005)
            if self.step_hands >= self.args.step_hands:
                self.report(began)
                self.finish_step()
            if now - told > 15:
                told = now
                self.report(began)
            if now - saved > self.args.save_every:
                saved = now
                self.save()


def main():
    args = parse_arguments()
    # So SIGTERM runs the `finally` below, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began, stop = time.time(), threading.Event()
    clear_files(args.work)
    for folder in (args.dir, f"{args.work}/samples"):
        os.makedirs(folder, exist_ok=True)
    training = Training(args)
    command = [args.lab, "selfplay", "--work", args.work, "--small", args.small, "--hands", str(args.hands),
               "--per-file", str(args.per_file), *args.selfplay.split()]
    seed = lambda process: str((args.seed * 1000 + training.starts) * 1000 + process)
    # If this process ends, the input of the self-play processes is closed, and this ends them too.
    processes = [subprocess.Popen([*command, "--process", str(p), "--seed", seed(p)], stdin=subprocess.PIPE) for p in range(args.processes)]
    samples = queue.Queue(64)
    try:
        answers = QuestionFiles(args, processes)
        threading.Thread(target=read_samples, args=(args, samples, stop), daemon=True).start()
        training.print_and_log(f"{jax.devices()[0].platform}, {args.processes} processes, start {training.starts}")
        training.run(answers, samples, processes, began)
        training.report(began)
        training.save()
    finally:
        stop.set()
        for process in processes:
            process.stdin.close()
            process.wait()
        clear_files(args.work)
        for folder in (f"{args.work}/samples", args.work):
            with contextlib.suppress(OSError):  # it is not empty
                os.rmdir(folder)


if __name__ == "__main__":
    main()
