#!/usr/bin/env python3
"""lang_screen.py FOLDER: prints the first screen of a practice game, 80 columns and 24 lines, in the pseudo-language of FOLDER."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "play"))
import pty  # noqa: E402  (that of the tests)


def main():
    env = {"TERM": "xterm-256color", "ADIT_HOME": None, "HOME": os.path.join(sys.argv[1], "nobody"),
           "ADIT_CATALOGUES": sys.argv[1], "ADIT_LANG": "qps"}
    words = [os.environ["ADIT"], "play", "--rules", "saboteur", "--against", "greedy,greedy", "--seed", "4a"]
    with pty.Terminal(words, columns=80, rows=24, env=env) as t:
        t.wait(re.compile(">$"))
        print(t.screen())


if __name__ == "__main__":
    sys.exit(main())
