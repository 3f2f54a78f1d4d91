"""Practice games in a real terminal: whole ones of every rules set, interrupted, resized, damaged.

    practice.py ADIT CASE...      in an empty folder
"""

import glob
import os
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pty  # noqa: E402  (this folder's)

ADIT = sys.argv[1]
NOW = ["--now", "2026-11-21T17:52:14Z"]
TMP = os.path.join(os.getcwd(), "tmp")


def start(*words, columns=80, rows=24, blocks=None):
    """blocks: no file may be longer than so many of 512 bytes, as on a full disk."""
    env = {"TMPDIR": TMP, "ADIT_HOME": None, "HOME": os.path.join(os.getcwd(), "nobody")}
    limit = ["sh", "-c", 'ulimit -f %d; exec "$@"' % blocks, "sh"] if blocks is not None else []
    return pty.Terminal(limit + [ADIT, "play", "--lines"] + list(words) + NOW, columns=columns, rows=rows, env=env)


def left():
    return sorted(os.listdir(TMP))


def newest(folder):
    return max([int(os.path.basename(f)[:6]) for f in glob.glob(folder + "/turns/*.txt")], default=-1)


def adit(folder, *words):
    env = dict(os.environ, ADIT_HOME=folder + "/home")
    return subprocess.run([ADIT] + list(words) + [folder] + NOW, env=env, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)


def suggestion(folder):
    """What the simple player would do; empty: the game is over."""
    return adit(folder, "read", "-k", "player", "--suggest").stdout.strip()


def give(t, folder, order):
    """Type an order, which needs no confirmation, and wait for the table after it."""
    before = newest(folder)
    t.send(order + "\r")
    # The others answer meanwhile, digest by digest.
    t.wait_for(lambda: newest(folder) > before and "Digest %d of" % newest(folder) in t.all(),
               "no new table after " + order)
    t.wait("player>")


def to_the_end(t, folder, turns=400):
    for _ in range(turns):
        order = suggestion(folder)
        if not order:
            return
        give(t, folder, order)


def whole(rules, against, *words):
    """Resized in the middle, killed, gone on with, to the end; then audited."""
    folder = "kept-" + rules
    words = ["--rules", rules, "--against", against, "--seed", "5eed", "--keep", folder] + list(words)
    with start(*words) as t:
        t.wait("player>")
        give(t, folder, suggestion(folder))
        t.resize(48, 20)
        give(t, folder, suggestion(folder))
        t.resize(120, 50)
        give(t, folder, suggestion(folder))
        t.kill(signal.SIGKILL)
        t.status()
    at = newest(folder)
    orders = adit(folder, "read", "-k", "player").stdout.partition("Orders you can give")[2].splitlines()
    pty.same(rules + ": no line of orders is too wide", [line for line in orders if len(line) > 72], [])
    with start(*words) as t:
        t.wait("player>")
        pty.has(rules + ": goes on where it was", t.all(), "Digest %d of" % at)
        to_the_end(t, folder)
        t.wait("The game is over", above=True)
        t.wait("The whole game", above=True)
        pty.has(rules + ": to its end, with what it came to", t.all(), "The whole game")
        pty.ok(rules + ": no order needs confirmation", "[y/N]" not in t.all())
        pty.same(rules + ": one wording says who has won",
                 len(set(re.findall("^The game is over.*", t.all(), re.M))), 1)
        t.send("quit\r")
        pty.same(rules + ": quit", t.status(), 0)
    audit = adit(folder, "audit")
    pty.same(rules + ": an audit finds nothing\n" + audit.stdout + audit.stderr, audit.returncode, 0)


def duel():
    whole("duel", "greedy")


def saboteur():
    whole("saboteur", "greedy,random", "--option", "rounds=1")


def saboteur2():
    whole("saboteur2", "random", "--option", "rounds=1")


def cave():
    whole("dark-cave", "greedy,random,greedy")


def ask(t, command):
    """What a command prints, up to the next prompt."""
    t.wait_for(lambda: t.all().rstrip().endswith("player>"), "no prompt before " + command)
    before = len(t.all().rstrip())
    t.send(command + "\r")
    t.wait_for(lambda: t.all()[before:].lstrip().startswith(command + "\n") and
               t.all().rstrip().endswith("player>"), "no prompt after " + command)
    return t.all()[before:].rpartition("\n")[0]


def undo():
    """undo takes back the last order of the round that counts, with what the others did after it."""
    for rules, against in [("duel", "greedy"), ("saboteur", "greedy,random"), ("dark-cave", "random")]:
        folder = "undo-" + rules
        with start("--rules", rules, "--against", against, "--seed", "7", "--keep", folder, rows=60) as t:
            t.wait("player>")
            boards = [ask(t, "board")]
            pty.has(rules + ": nothing to take back yet", ask(t, "undo"), "no order of yours in this round")
            for _ in range(3):
                give(t, folder, suggestion(folder))
                boards.append(ask(t, "board"))
            for i in 2, 1:
                pty.has(rules + ": taken back", ask(t, "undo"), "takes back digest")
                pty.same(rules + ": the board is that before order %d" % (i + 1), ask(t, "board"), boards[i])
            give(t, folder, suggestion(folder))
            ask(t, "undo")
            pty.same(rules + ": another order there is taken back, too", ask(t, "board"), boards[1])
            ask(t, "undo")
            pty.same(rules + ": back to the beginning", ask(t, "board"), boards[0])
            pty.has(rules + ": and no further", ask(t, "undo"), "no order of yours in this round")
            give(t, folder, suggestion(folder))
            t.send("quit\r")
            t.status()
        pty.has(rules + ": an audit finds nothing", adit(folder, "audit").stdout, "nothing is wrong so far")


def unqueued():
    """adit(1), play: a refused order leaves nothing to send in a practice game."""
    with start("--rules", "duel", "--against", "greedy", "--seed", "7", "--keep", "unqueued", rows=60) as t:
        t.wait("player>")
        said = ask(t, "cancel")
        pty.has("cancel without a queued order", said, "refused: no stored order of player to cancel")
        pty.has("... leaves nothing", ask(t, "again"), "There is nothing to send again.")
        give(t, "unqueued", suggestion("unqueued"))
        said = ask(t, "next " + suggestion("unqueued"))
        pty.has("next on one's own turn", said, "an order for your next turn is played at once")
        pty.ok("no question", "[y/N]" not in t.all(), t.all())
        t.send("quit\r")
        t.status()


def suggest():
    with start("--rules", "duel", "--against", "greedy", "--seed", "7", "--keep", "hints") as t:
        t.wait("player>")
        for word in "suggest", "hint":
            said = ask(t, word)
            pty.has(word + ": the order of the simple player", said, suggestion("hints"))
            pty.has("... and what it is", said, "the simple player greedy would")
        pty.has("of another revision", ask(t, "suggest greedy:2"), "the simple player greedy:2 would")
        pty.has("... which the help names", ask(t, "help"), "greedy:2")
        t.send("quit\r")
        t.status()


def rules():
    """A card has the names of orders, and those that its player reads. Refusals are in that language, too."""
    with start("--rules", "saboteur", "--against", "greedy,greedy", "--seed", "7", "--lang=de") as t:
        t.wait("player>")
        wanted = ask(t, "rules break-lamp").partition("\n")[2]
        pty.has("the rules of a card", wanted, "2.D.13")
        for name in "kaputte Laterne", "Kaputte Laterne", "Break lamp", "break-la", "kaputte lat":
            pty.same("... " + name, ask(t, "rules " + name).partition("\n")[2], wanted)
        pty.has("another card", ask(t, "rules Steinschlag"), "2.D.15")
        pty.has("a role", ask(t, "rules Goldsucher"), "2.A.1")
        pty.has("no card", " ".join(ask(t, "rules linterna rota").split()), 'nicht "linterna rota"')
        pty.has("what the host refuses", ask(t, "cancel"), "kein gespeicherter Befehl von player")
        t.send("quit\r")
        t.status()


def search():
    """A search at another seat, which remembers the round, and as a hint."""
    with start("--rules", "saboteur", "--against", "search:20,greedy", "--seed", "7", "--keep", "deep") as t:
        t.wait("player>")
        said = ask(t, "suggest search:40")
        hint = adit("deep", "read", "-k", "player", "--suggest=search:40", "--why").stdout.splitlines()
        pty.same("five or six lines", len(hint) in (5, 6), True)
        for line in hint:
            pty.has("a hint: " + line, said, line)
        believed = adit("deep", "read", "-k", "player", "--suggest=greedy:2", "--why").stdout.splitlines()
        pty.same("what greedy:2 believes of two seats", len(believed), 3)
        said = ask(t, "suggest greedy:2")
        for line in believed:
            pty.has("... is said: " + line, said, line)
        pty.has("a bad one", ask(t, "suggest search:0"), "N from 1 to 100000")
        for _ in range(3):
            give(t, "deep", suggestion("deep"))
        t.send("quit\r")
        pty.same("the search has played", t.status(), 0)


def new():
    """After the end another game begins, with its own cards, in the same session."""
    for words in [], ["--keep", "first/"]:
        with start("--rules", "duel", "--against", "random", "--seed", "7", *words) as t:
            t.wait("player>")
            game = re.search(r"duel, game (\w+)", t.all()).group(1)
            pty.has("a game that runs: no other yet", ask(t, "new"), "This game is not over")
            ask(t, "resign")
            t.wait("The game is over", above=True)
            pty.has("a game that is over: undo says so", ask(t, "undo"), "no order of yours in this round")
            t.send("new\r")
            t.wait_for(lambda: len(set(re.findall(r"duel, game (\w+)", t.all()))) > 1, "no other game")
            t.wait("player>")
            pty.same("another seed is named", len(re.findall("game; --seed ", t.all())), 2)
            pty.ok("another game", game not in ask(t, "show"))
            pty.has("... which can be played", ask(t, "suggest"), "greedy would")
            ask(t, "resign")
            t.send("new\r")
            t.wait_for(lambda: len(set(re.findall(r"duel, game (\w+)", t.all()))) > 2, "no third game")
            t.send("quit\r")
            pty.same("quit", t.status(), 0)
    pty.same("nothing is left of those that are not kept", left(), [])
    pty.ok("those that are kept have a folder each", newest("first") > 0 and newest("first-2") > 0 and
           newest("first-3") >= 0, os.listdir("."))
    audit = adit("first-2", "audit")
    pty.same("an audit finds nothing\n" + audit.stdout + audit.stderr, audit.returncode, 0)


def again():
    """The same seed, time and orders: the same digests, byte for byte."""
    text = []
    for folder in ["one", "two"]:
        with start("--rules", "duel", "--against", "random", "--seed", "C0FFEE", "--keep", folder) as t:
            t.wait("player>")
            for _ in range(4):
                give(t, folder, suggestion(folder))
            t.send("quit\r")
            t.status()
        text.append([open(f, "rb").read() for f in sorted(glob.glob(folder + "/turns/*.txt"))])
    pty.same("the same seed and orders: the same game", text[0], text[1])
    pty.ok("... of some digests", len(text[0]) > 4)


def temporary():
    """Nothing stays of a game that is not kept, whatever ends it."""
    for name, end, wanted in [
            ("quit", lambda t: t.send("quit\r"), 0),
            ("^D", lambda t: t.keys("^D"), 0),
            ("SIGTERM", lambda t: t.kill(signal.SIGTERM), None),
            ("SIGHUP", lambda t: t.kill(signal.SIGHUP), None),
            ("no terminal any more", lambda t: t.hang_up(), None)]:
        with start("--rules", "duel", "--against", "greedy") as t:
            t.wait("player>")
            pty.same(name + ": there is a folder", len(left()), 1)
            mode = os.stat(os.path.join(TMP, left()[0])).st_mode & 0o777
            pty.same("... private", mode, 0o700)
            end(t)
            status = t.status()
            pty.ok("... ends", wanted is None or status == wanted, status)
        pty.same("... and none", left(), [])
    with start("--rules", "duel", "--against", "greedy") as t:
        t.wait("player>")
        session = open("/proc/%d/task/%d/children" % (t.pid, t.pid)).read().split()
        for pid in [str(t.pid)] + session:
            os.kill(int(pid), signal.SIGKILL)
        t.status()
    pty.same("killed: it is left", len(left()), 1)
    with start("--rules", "duel", "--against", "greedy") as t:
        t.wait("player>")
        pty.same("the next removes it, and has one itself", len(left()), 1)
        with start("--rules", "duel", "--against", "greedy") as other:
            other.wait("player>")
            pty.same("two at once: each has one", len(left()), 2)
        t.send("quit\r")
        t.status()


def plain():
    with start("--rules", "dark-cave", "--against", "greedy", "--plain") as t:
        t.wait("player>")
        text = t.all()
        pty.has("--plain: the board in words", text, "cards lie on the table.")
        pty.ok("... and no drawing", not re.search("[│━╔░]", text))
        t.send("quit\r")
        t.status()


def refused(name, words, says, status=2):
    with start(*words) as t:
        pty.same(name, t.status(), status)
        pty.has("... says so", " ".join((t.all()).split()), says)


def bad():
    duel_game = ["--rules", "duel", "--against"]
    refused("an unknown player", duel_game + ["clever"], "--against takes")
    refused("none", duel_game + [""], "--against takes")
    refused("too many", duel_game + ["greedy,greedy"], "duel is for 2 seats, not 3")
    refused("too few", ["--rules", "saboteur", "--against", "greedy"], "saboteur is for 3 to 10 seats")
    refused("far too many", duel_game + [",".join(["random"] * 40)], "more than")
    refused("nobody", ["--rules", "duel"], "--against=PLAYER is required")
    refused("no such rules", ["--rules", "chess", "--against", "greedy"], "chess")
    refused("a seed that is no number", duel_game + ["greedy", "--seed", "xyz"], "--seed takes")
    refused("a seed that is too long", duel_game + ["greedy", "--seed", "a" * 65], "--seed takes")
    refused("no such option", duel_game + ["greedy", "--option", "colour=red"], "colour")
    refused("--against alone", ["--against", "greedy"], "--against")
    refused("an operand", duel_game + ["greedy", "other"], "is too much")
    os.mkdir("foreign")
    with open("foreign/letters", "w", encoding="ascii") as f:
        f.write("mine\n")
    refused("a folder with something else", duel_game + ["greedy", "--keep", "foreign"],
            "is not a practice game", 73)
    pty.same("... it is as it was", os.listdir("foreign"), ["letters"])
    refused("a file", duel_game + ["greedy", "--keep", "foreign/letters"], "foreign/letters", 73)
    with start(*duel_game, "greedy", "--keep", "mine") as t:
        t.wait("player>")
        refused("the same folder twice", duel_game + ["greedy", "--keep", "mine"], "has mine open", 75)
        t.send("quit\r")
        t.status()
    refused("another game in it", duel_game + ["random", "--keep", "mine"], "another practice game")
    refused("another seed", duel_game + ["greedy", "--seed", "1", "--keep", "mine"], "another practice game")
    with open("mine/practice", "w", encoding="ascii") as f:
        f.write("adit")
    refused("a damaged one", duel_game + ["greedy", "--keep", "mine"], "another practice game")
    pty.same("nothing is left of what was refused", left(), [])


def killed():
    """Killed while it is made, at whatever file: the same command makes the rest."""
    words = ["--rules", "duel", "--against", "greedy", "--seed", "7", "--keep", "part"]
    with start(*words) as t:
        t.wait("player>")
        t.kill(signal.SIGKILL)
        t.status()
    first = open("part/turns/000000.txt", "rb").read()
    for gone in ["turns", "game.db", "home/games", "home/player.pub", "home/player.age", "home/player.key", "home"]:
        for path in glob.glob("part/" + gone + "*"):
            shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
        with start(*words) as t:
            t.wait("player>")
            t.send("quit\r")
            pty.same("without %s and what comes later" % gone, t.status(), 0)
        pty.same("... the same game", open("part/turns/000000.txt", "rb").read(), first)


def full():
    """A full disk: what cannot be made leaves nothing, what cannot be written is not played."""
    game = ["--rules", "duel", "--against", "greedy", "--seed", "7"]
    with start(*game, blocks=8) as t:
        pty.same("no room for a game", t.status(), 75)
    pty.same("... nothing is left", left(), [])
    with start(*game, "--keep", "room") as t:
        t.wait("player>")
        t.send("quit\r")
        t.status()
    with start(*game, "--keep", "room", blocks=40) as t:
        t.wait("player>")
        at = newest("room")
        t.send(suggestion("room") + "\r")
        t.wait("`again`", above=True)
        pty.same("no room for a turn: none is played", newest("room"), at)
        t.send("quit\r")
        pty.same("... and one can leave", t.status(), 0)


def small():
    with start("--rules", "duel", "--against", "greedy", columns=20, rows=8) as t:
        t.wait("player>")
        t.send("quit\r")
        pty.same("twenty columns will do", t.status(), 0)


os.mkdir(TMP)
pty.run(*[globals()[name] for name in sys.argv[2:]])
