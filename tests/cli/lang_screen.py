#!/usr/bin/env python3
"""lang_screen.py FOLDER [GAME]: prints a practice game in the pseudo-language of FOLDER, 80 columns and 24 lines.

Without GAME: the first screen of Saboteur. With one: all lines of the lesson of that game to its end, with one order
that is refused, two that were not proposed, and `undo`; saboteur: also those
of a practice game whose order is taken back.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "play"))
import pty  # noqa: E402  (that of the tests)


def start(*words):
    env = {"TERM": "xterm-256color", "ADIT_HOME": None, "HOME": os.path.join(sys.argv[1], "nobody"),
           "ADIT_CATALOGUES": sys.argv[1], "ADIT_LANG": "qps"}
    return pty.Terminal([os.environ["ADIT"], "play"] + list(words), columns=80, rows=24, env=env)


class Lines:
    """A session line by line."""

    def __init__(self, *words):
        self.t = start("--lines", *words)
        self.page = ""
        self.prompted(0)

    def prompted(self, before):
        self.t.wait_for(lambda: len(self.t.all().rstrip()) > before and self.t.all().rstrip().endswith("player>"),
                        "no prompt")
        self.page = self.t.all()[before:]

    def give(self, line):
        before = len(self.t.all().rstrip())
        self.t.send(line + "\r")
        self.t.wait_for(lambda: self.t.all()[before:].lstrip().startswith(line + "\n"), "no echo of " + line)
        self.prompted(before + len(line) + 2)

    def proposed(self):
        """The order that the last page proposes, or None."""
        found = re.findall(r"^Týpé: ([^~\n]*)~*\]$", self.page, re.M)
        return found[-1] if found else None

    def leave(self):
        self.t.send("quit\r")
        self.t.status()
        # What was typed is no output.
        print(re.sub(r"^\w+ player>.*$", "", self.t.all(), flags=re.M))
        self.t.close()


def lesson(game):
    t = Lines("--learn", game)
    t.give("nonsense")
    for _ in range(2):
        t.give("moves")
        t.give(re.findall(r"^(?:discard|stay)\b.*$", t.page, re.M)[-1])
    t.give("undo")
    t.give("undo")
    while t.proposed() is not None:
        t.give(t.proposed())
    t.leave()


def taken_back():
    t = Lines("--rules", "saboteur", "--against", "greedy,greedy", "--seed", "4a")
    for line in "place new at 1,0", "undo", "undo", "nonsense", "place new at 9,9", "say hi":
        t.give(line)
    t.leave()


def main():
    if len(sys.argv) > 2:
        if sys.argv[2] == "saboteur":
            taken_back()
        lesson(sys.argv[2])
        return
    with start("--rules", "saboteur", "--against", "greedy,greedy", "--seed", "4a") as t:
        t.wait(re.compile(">$"))
        print(t.screen())


if __name__ == "__main__":
    sys.exit(main())
