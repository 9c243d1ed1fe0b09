"""Prints what ghz measured as a table. Usage: table.py REPORT.json…; ends with 1 when a call failed that should not."""

import json
import os
import sys


# Codes other than OK that are no failure. A watched room never ends, so ghz hangs up after the first update, which is CANCELLED.
FINE = {"11-watch-room": {"Canceled"}}


def row(path):
    report = json.load(open(path))
    times = {part["percentage"]: part["latency"] / 1e6 for part in report.get("latencyDistribution") or []}
    codes = report.get("statusCodeDistribution") or {}
    told = ", ".join(f"{code} {count}" for code, count in sorted(codes.items()))
    numbers = [report["count"], f"{report['rps']:.0f}", f"{report['average'] / 1e6:.2f}"]
    numbers += [f"{times[share]:.2f}" if share in times else "–" for share in (50, 95, 99)]
    name = os.path.basename(path)[:-len(".json")]
    return [name, *map(str, numbers), told], set(codes) - {"OK"} - FINE.get(name, set())


def main(paths):
    titles = ["configuration", "calls", "a second", "mean ms", "p50 ms", "p95 ms", "p99 ms", "codes"]
    print("| " + " | ".join(titles) + " |")
    print("|---" * len(titles) + "|")
    failed = False
    for path in paths:
        cells, wrong = row(path)
        print("| " + " | ".join(cells) + " |")
        failed |= bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
