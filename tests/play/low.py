"""Whole practice games line by line at 80x24: what is on the screen when an order is typed.

    low.py ADIT CASE...      in an empty folder
"""

import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pty  # noqa: E402  (this folder's)

ADIT = sys.argv[1]
NOW = ["--now", "2026-11-21T17:52:14Z"]
ROWS = 24
AXIS = re.compile(r"^ +[-0-9┊;]+( *[-0-9┊;]+){2,}$")  # the coordinates above and below a board


def suggestion(game):
    """What the simple player would do; empty: the game is over."""
    env = dict(os.environ, ADIT_HOME=game + "/home")
    return subprocess.run([ADIT, "read", "-k", "player", "--suggest", game, *NOW], env=env, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False).stdout.strip()


def newest(game):
    return max(int(os.path.basename(f)[:6]) for f in glob.glob(game + "/turns/*.txt"))


def lacks(screen):
    """The parts that are not on the screen, in this order: the newest event, the board, the hand, whose turn it is."""
    lines = screen.split("\n")
    axes = [i for i, line in enumerate(lines) if AXIS.match(line)]
    hand = [i for i, line in enumerate(lines) if line.startswith("You are: player")]
    turn = [i for i, line in enumerate(lines) if line.startswith("It is your turn, player")]
    lack = []
    if len(axes) < 2 or len(axes) % 2:
        lack.append("board")
    if not axes or not hand or hand[-1] < axes[-1]:
        lack.append("hand")
    if not turn or not hand or turn[-1] < hand[-1]:
        lack.append("turn")
    if not axes or axes[0] == 0 or not lines[axes[0] - 1].strip() or ">" in lines[axes[0] - 1]:
        lack.append("event")
    return lack


def prompts(t):
    return t.all().count("player>")


def settled(t, before):
    """All digests are shown, and the prompt is the last line, after so many others: not the one of the order before."""
    return prompts(t) > before and re.search(r"(It is your turn, player|The game is over)[^>]*player>$", t.screen()) is not None


def play(rules, *words):
    turns, missing, shown = 0, {}, ""
    words = ["play", "--rules", rules, *words, "--seed", "5eed", "--keep", rules, *NOW]
    env = {"TERM": "dumb", "ADIT_HOME": None, "HOME": os.path.join(os.getcwd(), "nobody")}
    with pty.Terminal([ADIT, *words], columns=80, rows=ROWS, env=env) as t:
        t.wait("player>")
        while turns < 400:
            order = suggestion(rules)
            if not order:
                break
            turns += 1
            for part in lacks(t.screen()):
                missing[part] = missing.get(part, 0) + 1
                shown = t.screen()
            before, asked = newest(rules), prompts(t)
            t.send(order + "\r").wait_for(lambda: newest(rules) > before, "no new digest")
            t.wait_for(lambda: settled(t, asked), "no prompt after the newest table")
        t.send("quit\r")
        pty.same(rules + ": quit", t.status(), 0)
    pty.ok(rules + ": a whole game", turns > 5 and "The game is over" in t.all(), turns)
    for part in "event", "board", "hand", "turn":
        pty.same("%s: of %d turns those without the %s on the screen" % (rules, turns, part), missing.get(part, 0), 0)
    for line in shown.split("\n") if missing else []:
        print("# " + line)


def duel():
    play("duel", "--against", "greedy")


def saboteur():
    play("saboteur", "--against", "greedy,random", "--option", "rounds=1")


def saboteur2():
    play("saboteur2", "--against", "random", "--option", "rounds=1")


def cave():
    play("dark-cave", "--against", "greedy,random,greedy")


pty.run(*[globals()[name] for name in sys.argv[2:]])
