#!/usr/bin/env python3
"""Draws the output of `lab ladder --json`: Elo with 95% bars, by player or by strength. Needs matplotlib.

    plot.py strength.json data/strength/strength.svg
"""

import argparse
import json

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

Z = 1.96  # half of a 95% interval, in standard errors


def plot_by_strength(axes, rows):
    rows = sorted(rows, key=lambda row: int(row["player"]))
    strengths = [int(row["player"]) for row in rows]
    axes.errorbar(strengths, [row["elo"] for row in rows], [Z * row["error"] for row in rows], fmt="o-", capsize=3)
    axes.set_xlabel("strength")
    axes.set_ylabel("Elo")
    axes.set_xticks(strengths)
    axes.grid(axis="y", alpha=0.3)


def plot_by_player(axes, rows):
    places = range(len(rows), 0, -1)
    axes.errorbar([row["elo"] for row in rows], list(places), xerr=[Z * row["error"] for row in rows], fmt="o", capsize=3)
    axes.set_yticks(list(places), [row["player"] for row in rows])
    axes.set_xlabel("Elo")
    axes.grid(axis="x", alpha=0.3)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("figures", help="what `lab ladder --json` printed")
    parser.add_argument("picture", help="the .svg file to write")
    args = parser.parse_args()
    with open(args.figures, encoding="utf-8") as file:
        ladder = json.load(file)
    rows = [row for row in ladder["rows"] if row["elo"] is not None]
    # Text is stored as text, and the same numbers make the same file.
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "thirdseat", "font.family": "sans-serif", "font.size": 10})
    is_strength = all(row["player"].isdigit() for row in rows)
    figure, axes = plt.subplots(figsize=(7.5, 4 if is_strength else 0.8 + 0.25 * len(rows)), layout="constrained")
    (plot_by_strength if is_strength else plot_by_player)(axes, rows)
    axes.set_title(f"{ladder['anchor']} is 0; ruleset {ladder['ruleset']}, {ladder['version']}", fontsize=9)
    # The white background is needed on a dark page.
    figure.savefig(args.picture, metadata={"Date": None}, facecolor="white")


if __name__ == "__main__":
    main()
