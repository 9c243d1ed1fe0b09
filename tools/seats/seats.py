#!/usr/bin/env python3
"""One player for `lab match`, with another program for each seat.

    seats.py --landlord COMMAND --landlord-down COMMAND --landlord-up COMMAND

Each command uses the protocol of `lab bot`: each input line is a question as JSON, each output line an answer. A question goes to the
program of its seat. Equal commands share one process. A seat without a command must never be asked.
"""

import argparse
import json
import shlex
import subprocess
import sys

ROLES = ("landlord", "landlord_down", "landlord_up")


class Program:
    """A running command."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"seats.py: {self.command} ended without an answer")
        return answer


def main():
    parser = argparse.ArgumentParser(description="One player made of another program for each seat.")
    for role in ROLES:
        parser.add_argument("--" + role.replace("_", "-"), metavar="COMMAND", help=f"who plays the {role}")
    commands = vars(parser.parse_args())
    programs = {command: Program(command) for command in set(commands.values()) if command}
    if not programs:
        parser.error("no seat has a command")
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            question = json.loads(line)
            role = question["role"]
        except (ValueError, KeyError, TypeError):
            print(json.dumps({"error": "no question with a role"}), flush=True)
            continue
        command = commands.get(role)
        if command is None:
            answer = json.dumps({"id": question.get("id"), "error": f"{role!r} has no command"}) + "\n"
        else:
            answer = programs[command].ask(line if line.endswith("\n") else line + "\n")
        sys.stdout.write(answer)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
