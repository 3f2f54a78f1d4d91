"""The full screen of `adit play` in a real terminal: whole games by keys, and what disturbs them.

    screen.py CASE...      in an empty folder; ADIT: the program
"""

import glob
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pty  # noqa: E402  (this folder's)
from pty import Failed, has, ok, same  # noqa: E402
from table import ADIT, Table  # noqa: E402

NOW = ["--now", "2026-11-21T17:52:14Z"]
TMP = os.path.join(os.getcwd(), "tmp")
SIZES = [(80, 24), (100, 40), (200, 60)]
PICTURE_ROWS, MESSAGE_ROWS = 3, 2
CARDS = [(5, 3), (3, 3), (3, 1)]  # width and height, the largest first
ASKED = "Enter or y: yes.  Esc or n: no."
LOOKING = "(looking on)"
LONG = os.environ.get("ADIT_LONG") is not None


def adit(folder, *words):
    env = dict(os.environ, ADIT_HOME=folder + "/home")
    return subprocess.run([ADIT] + list(words) + [folder] + NOW, env=env, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)


class Screen(pty.Terminal):
    """A session on the screen."""

    def __init__(self, name, *words, size=(80, 24), env=None, program=(), **more):
        self.name = name
        env = {"TERM": "xterm-256color", "TMPDIR": TMP, "ADIT_HOME": None, "NO_COLOR": None,
               "HOME": os.path.join(os.getcwd(), "nobody"), **(env or {})}
        super().__init__([*program, ADIT, "play", *words], columns=size[0], rows=size[1], env=env, **more)

    # What is shown.

    def rows(self):
        return [line.ljust(self.screen_is.columns) for line in self.screen().split("\n")]

    def message(self):
        """The first line below the hand: where an order is chosen, its words."""
        return (self.rows() + [""] * 24)[self.screen_is.rows - 1 - MESSAGE_ROWS].strip()

    def ready(self):
        """Until the whole screen is drawn."""
        self.wait(re.compile(re.escape(self.name) + ">$"))
        return self

    def panel(self):
        """How many columns the seats have."""
        return self.screen_is.columns - 1 - max(self.rows()[1].rfind(sign) for sign in "│|")

    def turn(self):
        return int(re.search(r" turn (\d+), ", self.rows()[0]).group(1))

    def item(self):
        """The word of the hand where the cursor is."""
        s = self.screen_is
        return self.rows()[s.y][s.x:].split("  ")[0].strip() or self.rows()[s.y][s.x:].split()[0]

    # Keys.

    def press(self, *names):
        """Keys, and wait until all that they change is drawn: a letter typed after them is, and is taken back."""
        last = self.ready().rows()[-1].rstrip()
        self.keys(*names, "z")
        self.wait_for(lambda: self.rows()[-1].rstrip() == last + " z", "%s is not read" % (names,))
        self.keys("backspace")
        self.wait_for(lambda: self.rows()[-1].rstrip() == last and
                      (self.screen_is.y < self.screen_is.rows - 1 or self.name == LOOKING or
                       "game is over" in self.rows()[0]),
                      "what was typed stays")
        return self

    def pasted(self):
        """Until a paste has ended: before, ^A is a part of it."""
        start = self.rows()[-1].index("> ") + 2
        return self.wait_for(lambda: self.screen_is.x == start or not self.keys("^A"), "a paste does not end")

    def press_question(self):
        """Until a key that is no answer was read: the bell rings."""
        bells = self.bells()
        self.keys("left").wait_for(lambda: self.bells() > bells, "no bell")

    def to_item(self, word):
        for _ in range(40):
            if re.fullmatch(re.escape(word) + r"( \(\d+\))?\*?( -\d+)?", self.item()):
                return
            self.press("right")
        raise Failed("no %s in the hand\n%s" % (word, self.screen()))

    def to_order(self, order, arrows=False):
        """Choose the order, by arrows or by Tab, and turn the card if it must be."""
        self.press("enter")
        for _ in range(8 if arrows else 0):
            if target_of(self.message()) != target_of(order):
                self.press(arrow(self.message(), target_of(order)))
        seen = set()
        while self.message() != order:
            if self.message() not in seen and "another way" in self.screen():
                seen.add(self.message())
                self.press("f")
            elif len(seen) < 200:
                seen.add(len(seen))
                self.press("tab")
            else:
                raise Failed("%r cannot be chosen\n%s" % (order, self.screen()))

    def discard(self, order):
        """Mark the cards of the order, and choose it."""
        for card in order.partition(" to ")[0].split()[1:]:
            self.to_item(card)
            self.press("space")
        self.press("delete")
        for _ in range(20):
            if sorted(self.message().split()) == sorted(order.split()):
                return
            self.press("f")
        raise Failed("%r cannot be chosen\n%s" % (order, self.screen()))

    def close_page(self):
        """A page over the board is read."""
        while "Esc: back to the board." in self.screen():
            self.keys("escape").wait_gone("Esc: back to the board.")


class Play(Screen):
    """A practice game."""

    def __init__(self, folder, *words, **more):
        self.folder = folder
        super().__init__("player", *words, "--keep", folder, *NOW, **more)

    def newest(self):
        return max([int(os.path.basename(f)[:6]) for f in glob.glob(self.folder + "/turns/*.txt")], default=-1)

    def signed(self):
        return len(glob.glob(self.folder + "/home/games/*/orders/*.txt"))

    def digest(self):
        return json.loads(adit(self.folder, "read", "-k", "player", "--json").stdout)

    def suggestion(self):
        """What the simple player would do; empty: the game is over."""
        return adit(self.folder, "read", "-k", "player", "--suggest").stdout.strip()

    def enter(self):
        """Give what is chosen or typed, and wait for the table that comes of it: here nobody is asked."""
        before = self.newest()
        self.keys("enter")
        self.wait_for(lambda: self.newest() > before, "no new table came").ready()
        self.press()

    def give(self, order, arrows=False):
        """Give an order with keys."""
        if order.startswith("discard "):
            self.discard(order)
        else:
            self.to_item(item_of(order))
            self.to_order(order, arrows)
        self.enter()

    def type(self, order):
        """Give an order by its words."""
        self.send(order)
        self.enter()


class Seat(Screen):
    """A seat of a table with a host."""

    def __init__(self, table, name, *words, env=None, **more):
        self.table = table
        super().__init__(name, "-k", name, *words, table.newest(), cwd=table.where,
                         env={"ADIT_HOME": table.home(name), **(env or {})}, **more)
        self.ready()

    def signed(self):
        return len(glob.glob(self.table.record(self.name) + "/orders/*.txt"))

    def ask(self, order):
        """Type an order, until it is asked for."""
        self.send(order + "\r").wait(ASKED)
        return self


def item_of(order):
    """The card of an order, or its verb."""
    words = order.split()
    return words[1] if words[0] in ("place", "play") else words[0]


def target_of(order):
    """The place, seat or goal of an order."""
    place = re.search(r"(-?\d+,-?\d+)(/\w)?( flipped| \w+)?$", order)
    return place.group(1) if place else order.split()[-1]


def arrow(order, wanted):
    here, there = [re.fullmatch(r"(-?\d+),(-?\d+)", t) for t in (target_of(order), wanted)]
    if not here or not there:
        return "down" if not here and not there else "right" if here else "left"
    dx, dy = [int(there.group(i)) - int(here.group(i)) for i in (1, 2)]
    if abs(dx) >= abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"


# ---- what belongs on the screen --------------------------------------------------------------------

def hand_words(t):
    """The lines of the codes of the hand: one, or two if they need more room."""
    rows = t.rows()[-1 - MESSAGE_ROWS - 2:-1 - MESSAGE_ROWS]
    return rows if re.search("[a-z][a-z]", rows[0]) else rows[1:]


def hand_rows(t, d):
    return PICTURE_ROWS + len(hand_words(t)) if d["position"]["seats"][0]["hand"] else 0


def labels(t, d):
    """The coordinates at the edges of the board: {x: its column}, {y: its row}."""
    width = t.screen_is.columns - t.panel() - 1
    low = len(t.rows()) - 1 - MESSAGE_ROWS - hand_rows(t, d)
    rows = [line[:width] for line in t.rows()[1:low]]
    top = next((i for i, line in enumerate(rows) if re.fullmatch(r"( *-?\d+)+ *", line)), None)
    if top is None:
        return {}, {}
    across = {int(m.group()): m.start() + len(m.group()) // 2 for m in re.finditer(r"-?\d+", rows[top])}
    left = {}
    for i, line in enumerate(rows[top + 1:]):
        m = re.match(r" *(-?\d+) ", line)
        if m and m.end() <= min(across.values()):
            left[int(m.group(1))] = 1 + top + 1 + i
    x = sorted(across)
    if len(x) > 1:  # narrow columns are not all labelled
        step = (across[x[-1]] - across[x[0]]) // (x[-1] - x[0])
        across = {n: across[x[0]] + step * (n - x[0]) for n in range(x[0], x[-1] + 1)}
    return across, left


def board_missing(t, d):
    """Cells of the board that are not shown, and whether the pane is too small for all of them."""
    across, left = labels(t, d)
    cells = {(c["x"], c["y"]) for c in d["position"]["board"]}
    if not cells:
        return [], False
    gone = [c for c in cells if c[0] not in across or c[1] not in left or
            t.rows()[left[c[1]]][across[c[0]]] in " ∙"]
    columns = t.screen_is.columns - t.panel() - 1
    rows = t.screen_is.rows - 2 - MESSAGE_ROWS - hand_rows(t, d) - 1
    x, y = [[c[i] for c in cells] for i in (0, 1)]
    # Empty places around the cards and the coordinates belong to the drawing.
    wide, high = max(x) - min(x) + 3, max(y) - min(y) + 3
    return gone, wide * CARDS[-1][0] > columns - 4 or high > rows


def newest_card(d):
    """The place of the newest card, if the newest digest has one."""
    at = [e["at"] for e in d["events"] if e["kind"] in ("placed", "laid") and "at" in e]
    m = re.match(r"(-?\d+),(-?\d+)", at[-1]) if at else None
    return (int(m.group(1)), int(m.group(2))) if m else None


def missing(t, d):
    """What a turn needs and the screen does not show."""
    rows = t.rows()
    found = []
    p = d["position"]
    if len(rows) != t.screen_is.rows or not re.search(r" turn %d, " % d["turn"], rows[0]):
        found.append("the turn")
    if d["to_move"] and ("your turn" if d["to_move"] == "player" else d["to_move"]) not in rows[0]:
        found.append("who is to move")
    if not rows[-1].startswith("%s player>" % d["game"]):
        found.append("the prompt")
    panel = [line[-t.panel():].strip() for line in rows[1:]]
    for seat in p["seats"]:
        if not any(re.match("[▸>]?%s +%d( |$)" % (seat["name"], len(seat["hand"])), line) for line in panel):
            found.append("seat " + seat["name"])
        if not any(re.search(r"(?<!\S)%s(?!\w)" % re.escape(seat.get("at") or ""), line) for line in panel):
            found.append("where %s is" % seat["name"])
    # What names the player says "you" or "your" here.
    newest = re.split(r"^player \w+|\bplayer(?:'s)?\b", d["since"][-1]) if d["since"] else []
    text = "".join("".join(panel).split())
    if not re.search(".{,9}".join(re.escape("".join(part.split())) for part in newest), text):
        found.append("the newest event: " + d["since"][-1])
    hand = "\n".join(hand_words(t))
    for card in set(p["seats"][0]["hand"]):
        if not re.search(r"(^| )%s( |\*|$)" % re.escape(card), hand, re.M):
            found.append("card " + card)
    tops = rows[-1 - MESSAGE_ROWS - hand_rows(t, d)].split() if p["seats"][0]["hand"] else []
    if any(len(top) not in (3, 5) for top in tops):
        found.append("a whole picture of each card")
    gone, is_large = board_missing(t, d)
    if is_large:
        gone = [c for c in gone if c == newest_card(d)]
    found += ["place %d,%d" % c for c in sorted(gone)]
    return found


# ---- whole games -----------------------------------------------------------------------------------

def look(t, d, what, bad):
    """The same turn on terminals of three sizes."""
    for size in SIZES[1:] + SIZES[:1]:
        t.resize(*size)
        t.ready().press()
        found = missing(t, d)
        if found:
            bad.append("%s at %dx%d: %s\n%s" % (what, *size, ", ".join(found), t.screen()))


def all_orders(t, d, bad):
    """Each order can be chosen."""
    can = {o for o in d["can"] if not o.startswith("discard ")}
    found = set()
    for word in sorted({item_of(o) for o in can}):
        t.to_item(word)
        t.press("enter")
        while True:
            while t.message() not in found:
                found.add(t.message())
                if "another way" in t.screen():
                    t.press("f")
            if len({target_of(o) for o in can if item_of(o) == word}) < 2:
                break
            t.press("tab")
            if t.message() in found:
                break
        t.press("escape")
    if can != found:
        bad.append("%s cannot be chosen; %s can" % (sorted(can - found), sorted(found - can)))


def whole(rules, against, *words):
    """Every turn from the first to the last, by keys and now and then typed."""
    folder = "whole-" + rules
    bad, turns = [], 0
    with Play(folder, "--rules", rules, "--against", against, "--seed", "5eed", *words) as t:
        t.ready()
        while turns < 300:
            t.close_page()
            d = t.digest()
            look(t, d, "digest %d" % d["n"], bad)
            order = t.suggestion()
            if not order:
                break
            if turns % 5 == 0:
                all_orders(t, d, bad)
            if turns % 5 == 4:
                t.type(order)
            else:
                t.give(order, turns % 2 == 0)
            turns += 1
        same(rules + ": a whole game", d["phase"], "over")
        ok("... of %d turns" % turns, turns > 3)
        ok("... all of each turn is visible at once", not bad, "\n".join(bad[:4]))
        same("... and the terminal understands it", t.screen_is.strange, [])
        t.keys("^D")
        same("... ^D leaves", t.status(), 0)
        ok("... and the terminal is as it was", t.is_as_before(), (t.screen_is.modes, t.screen_is.look))
    audit = adit(folder, "audit")
    same("... an audit finds nothing", (audit.returncode, audit.stderr), (0, ""))


def duel():
    whole("duel", "greedy", *rounds())


def saboteur():
    whole("saboteur", "greedy,random", *rounds())


def saboteur2():
    whole("saboteur2", "random,greedy", *rounds())


def cave():
    whole("dark-cave", "greedy,random,greedy")


def rounds():
    return [] if LONG else ["--option", "rounds=1"]


# ---- what disturbs ---------------------------------------------------------------------------------

def practice(folder, **more):
    return Play(folder, "--rules", "saboteur", "--against", "greedy,random", "--seed", "5eed", **more).ready()


def table(where, *options):
    return Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", *options, where=where)


def leaves(name, t, status=0):
    """It ends so, and all is restored."""
    same(name + ": it ends", t.status(), status)
    if t.master is not None:
        ok("... and the terminal is as it was", t.is_as_before(), (t.screen_is.modes, t.screen_is.look, t.settings()))
    same("... and it understood all", t.screen_is.strange, [])


def drawn(t, last):
    """All of a page is drawn, up to this line: then the cursor is back at the prompt."""
    t.wait(last).wait_for(lambda: t.screen_is.y == t.screen_is.rows - 1, "the cursor does not come back")


def resizing():
    """To sizes that are too small, too large, and back, in the middle of everything."""
    seats = table("resizing")
    order = seats.moves("anna")[0]
    with Seat(seats, "anna", "--out", "order") as t:
        for what, begin in [
                ("in the hand", lambda: t.press("right")),
                ("on the board", lambda: t.press("enter")),
                ("with a page", lambda: drawn(t.press("escape").keys("?"), "Bright rock")),
                ("with a line", lambda: t.keys("escape").wait_gone("Esc: back").send("say half").wait("> say half")),
                ("with a question", lambda: t.keys("^U").ready().ask(order))]:
            begin()
            before = t.screen()
            for size in [(20, 5), (1, 1), (1000, 1000), (79, 24), (80, 23)]:
                t.resize(*size)
                if size[0] in (20, 79):
                    t.wait_for(lambda: "%dand%d." % size in "".join(t.screen().split()), "not drawn again")
            t.resize(80, 24)
            t.wait_for(lambda: t.screen() == before, "it is not as before %s:\n%s\n----" % (what, before))
            ok("resized %s: it is as before" % what, True)
        same("... and nothing is signed", t.signed(), 0)
        t.keys("n").ready()
        t.resize(30, 10).wait("needs 80").keys("enter", "y", "up", "f", "enter", "q").wait(re.compile("anna>$"))
        same("too small: no other key means anything", t.signed(), 0)
        t.send("quit\r")
        leaves("too small: q goes on line by line", t)
    for key in "^D", "^C":
        with Seat(seats, "anna", "--out", "order") as t:
            t.resize(30, 10).wait("needs 80").keys(key)
            leaves("too small: %s leaves" % key, t)
        with Seat(seats, "anna", "--out", "order") as t:
            t.ask(order)
            t.resize(30, 10).wait("needs 80").keys("y", "enter", key)
            leaves("too small: %s leaves at a question" % key, t)
            same("... and nothing is signed", t.signed(), 0)
    with Seat(seats, "anna", "--out", "order") as t:
        t.ask(order)
        t.resize(30, 10).wait("needs 80").keys("y", "q").wait(re.compile("anna>$"))
        same("too small: q is no to a question", t.signed(), 0)
        t.send("quit\r")
        leaves("... and goes on line by line", t)


def unannounced():
    """A new size that a session finds before the signal about it comes."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])
    with practice("unannounced") as t:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        t.resize(20, 1).keys("right").wait("The table needs")
        ok("a terminal that has become too small", True)
        t.resize(80, 24).keys("right").ready()
        ok("... and is large enough again", len(t.rows()) == 24)
        t.keys("^D")
        leaves("... as ever", t)


def wide(t):
    """Lines of a page that reach the edge."""
    page = list(itertools.dropwhile(lambda line: "Esc: back" not in line, t.rows()))
    return [line for line in page[1:] if len(line.rstrip()) >= t.screen_is.columns]


def is_end(t):
    """All of a page is drawn, up to its end: then the cursor is back in the last line."""
    title = re.search(r"( Lines \d+ to (\d+) of (\d+)\..*)?Esc: back to the board", t.screen())
    return title and title.group(2) == title.group(3) and t.screen_is.y == t.screen_is.rows - 1


def helps():
    """No line of a page of text is cut; a letter that opened one may also begin a line."""
    with practice("helps") as t:
        for line in ["hand", "log", "cards", "leave", "rockfall"]:
            t.send(line).wait("player> " + line).keys("^U").ready()
        ok("lines may begin with letters that are commands", True)
        t.keys("l").wait("Esc: back").keys("c").wait("out yet own off").close_page()
        ok("... two that begin no word are two commands", True)
        t.keys("pageup").wait("Esc: back").keys("e").wait(re.compile("player> l?e$"))
        same("... the key of the log begins no word", t.rows()[-1].split("> ")[1].strip(), "e")
        t.keys("^U").ready()
        for key, last in [("?", "^D leaves."), ("r", "open edge of a reached tunnel."), ("o", "discard rockfall"),
                          ("c", "goals not seen yet"), ("l", "random draws a card")]:
            t.keys(key).wait("Esc: back")
            t.keys("home", "pagedown", "end")
            t.wait_for(lambda: is_end(t), "the end of a page is not shown")
            same("no line of the page of %s reaches the edge" % key, wide(t), [])
            has("... its end is shown", t.screen(), last)
            t.close_page()
        t.press().keys("^D")
        leaves("pages", t)


def turned():
    """A letter that turned the card may begin a line, and the card is as before."""
    with Play("turned", "--rules", "saboteur2", "--against", "greedy", "--seed", "5eed").ready() as t:
        before = t.screen()
        t.send("free-at-last").wait("player> free-at-last").keys("^U").ready()
        same("f turned nothing", t.screen(), before)
        t.send("hands-off").wait("player> hands-off").keys("^U").ready().keys("^D")
        leaves("turned", t)


def signals():
    for name, number in [("SIGHUP", signal.SIGHUP), ("SIGTERM", signal.SIGTERM), ("SIGQUIT", signal.SIGQUIT)]:
        with practice("signals") as t:
            t.press("enter")
            t.kill(number)
            leaves(name, t, -number)
    with practice("signals") as t:
        t.keys("^\\")
        leaves("^\\", t, -signal.SIGQUIT)
    with practice("signals") as t:
        t.send("say half").wait("> say half").keys("^C").ready()
        ok("^C drops the line", True)
        t.press("enter")
        t.keys("?").wait("Esc: back").keys("^C").wait_gone("Esc: back").press()
        has("... and closes a page, goes back to the hand", t.screen(), "Left, right: a card.")
        before = t.screen()
        for _ in range(3):
            t.keys("^Z").wait_stopped()
            ok("^Z: the terminal is as it was", t.is_as_before(), (t.screen_is.modes, t.settings()))
            t.resume().wait_for(lambda: t.screen() == before, "it is not drawn again")
            t.press()
        t.resize(20, 5).wait("needs 80").keys("^Z").wait_stopped()
        t.resize(100, 40).resume().ready().press()
        ok("stopped, resized, resumed: drawn in the new size", len(t.rows()) == 40)
        t.kill(signal.SIGKILL)
        t.status()
    with practice("signals") as t:
        t.resize(100, 40)
        t.ready().press()
        before = t.turn()
        t.give(t.suggestion())
        t.kill(signal.SIGKILL)
        t.status()
    with practice("signals") as t:
        ok("killed: goes on after the order", t.turn() > before, (before, t.screen()))
        t.hang_up()
        ok("no terminal any more: it ends", t.status() in (0, -signal.SIGHUP), t.ended)


def pasting():
    seats = table("pasting")
    order = seats.moves("anna")[0]
    with Seat(seats, "anna", "--out", "order") as t:
        for what, text, wanted in [
                ("lines", order + "\ny\n\ny\r\nquit\r", order + " y y quit"),
                ("controls", "say \x01a\x04b\x0bc\x00d\x15e\x7ff\tg", "say abcdef g"),
                ("sequences", "say \x1b[Aa\x1b[<0;10;10Mb\x1bOBc", None),
                ("an end mark", "say a\x1b[201~\r\ry\r", None),
                ("a beginning", "say \x1b[200~a\x1b[200~\rb", None),
                ("half a character", b"say \xc3", "say"),
                ("wide ones", "say \u4e2d\u6587 e\u0301", "say \u4e2d\u6587 e\u0301")]:
            t.paste(text)
            # Of what is inside only characters count; the end is known by a pause.
            t.wait("> " + (wanted or "say"))
            t.wait_for(lambda: "Enter or y" not in t.screen(), "a paste asks")
            t.pasted()
            same("pasted %s: nothing is signed" % what, (t.signed(), t.ended), (0, None))
            if wanted:
                has("... only the characters are there", t.rows()[-1], "> " + wanted)
            t.keys("^E", "^U").ready()
        t.send("\x1b[200~say a").wait("> say a").keys("^Z").wait_stopped()
        ok("^Z in a paste: the terminal is as it was", t.is_as_before(), (t.screen_is.modes, t.settings()))
        t.resume().wait("> say a").pasted()
        ok("... and the paste has ended", True)
        t.keys("^E", "^U").ready()
        before = len(t.raw)
        t.paste("x" * 4000 + "end").wait("xend").pasted()
        ok("a long paste is not drawn for each character", len(t.raw) - before < 100000, len(t.raw) - before)
        t.keys("^E", "^U").ready()
        t.ask(order).paste("y\r\ry")
        t.wait_for(lambda: t.bells() or not t.keys("left"), "a paste does not end")
        same("pasted into a question: nothing is signed", t.signed(), 0)
        t.keys("escape").ready()
        t.keys("^D")
        leaves("pasted", t)


def by_hand():
    """An order to send by hand can be copied after the screen is gone. A long title leaves room for the state."""
    seats = table("by-hand", "--title=" + "Donnerstags im Stollen " + "x" * 17, "--limit=3d")
    with Seat(seats, "anna") as t:
        t.ready()
        has("a title that is cut says so", t.rows()[0], " Donnerstag\u2026 your turn, anna, until ")
        t.ask(seats.moves("anna")[0]).keys("enter").wait("Send this to the host")
        t.close_page()
        t.keys("^D")
        t.status()
        has("the order is printed at the end", t.all(), "-----END AGE ENCRYPTED FILE-----")


def ahead():
    """What is typed before a question is no answer to it."""
    seats = table("ahead")
    order = seats.moves("anna")[0]
    with Seat(seats, "anna", "--out", "order") as t:
        for keys in ["\r\r\r", "yyy", "\ry\ry\r", "y" * 5000]:
            t.send(order + "\r" + keys).wait(ASKED)
            t.press_question()
            same("typed ahead: nothing is signed", (t.signed(), ASKED in t.screen()), (0, True))
            t.keys("escape").ready()
        t.to_item(item_of(order))
        t.send("\r" * 50).wait(ASKED)
        t.press_question()
        same("Enter held down on the hand: it stops at the question", t.signed(), 0)
        t.keys("escape").ready()
        t.ask(order).keys("y").ready()
        same("y signs", t.signed(), 1)
        t.keys("^D")
        leaves("ahead", t)


def clicks():
    """The mouse chooses; it signs nothing that was not shown."""
    seats = table("clicks")
    with Seat(seats, "anna", "--out", "order") as t:
        t.press()
        for y in range(-1, 26):  # everywhere, twice, also beyond the edges
            for x in range(-1, 82, 3):
                t.click(max(x, 0), max(y, 0))
        t.keys("z").wait_for(lambda: t.rows()[-1].rstrip().endswith("> z") or t.bells(), "clicks are not read")
        t.keys("backspace" if ASKED not in t.screen() else "escape").ready().press()
        same("clicks everywhere: nothing is signed", t.signed(), 0)
        t.press("escape")
        card = item_of(seats.moves("anna")[0])
        for row, words in enumerate(hand_words(t), t.screen_is.rows - 1 - MESSAGE_ROWS - len(hand_words(t))):
            for word in re.finditer(r"(?<!\S)%s(?![\w+:-])" % re.escape(card), words):
                t.click(word.start() + 1, row)
        t.wait_for(lambda: card in t.message(), "the card is not chosen")
        t.press()
        x, y = t.screen_is.x, t.screen_is.y
        for _ in range(6):  # twice, and again
            t.click(x, y)
        t.wait(ASKED)
        t.press_question()
        same("a double click: nothing is signed", t.signed(), 0)
        t.keys("escape").ready()
        t.keys("^D")
        leaves("clicks", t)
    with Play("clicked", "--rules", "saboteur", "--against", "greedy,greedy", "--seed", "5eed").ready() as t:
        order = next(o for o in t.digest()["can"] if o.startswith("place "))
        t.to_item(item_of(order))
        t.press("enter")
        before = t.newest()
        # Backspace separates the clicks: ncurses takes those that follow each other as one.
        t.send(b"\r" + 6 * (t.clicked(t.screen_is.x, t.screen_is.y) + b"\x7f"))
        t.wait_for(lambda: t.newest() > before, "no new table came").ready().press()
        same("clicks before the new table is shown give no order of it", t.signed(), 1)
        t.keys("^D")
        leaves("clicked", t)
    with practice("covered") as t:
        t.to_item("break-cart")
        t.press("enter")
        x, y = t.screen_is.x, t.screen_is.y
        t.press("down")
        before = t.message()
        t.keys("?").wait("Esc: back to").click(x, y).wait_gone("Esc: back to")
        same("a click on a page chooses nothing of what it covers", t.press().message(), before)
        t.keys("^D")
        leaves("covered", t)


def say(seats, name, text):
    """Somebody says something: a new digest."""
    with open(seats.path("said"), "w", encoding="utf-8") as f:
        f.write(adit_as(seats, name, "sign", "--say=" + text, "--digest=" + seats.newest()))
    seats.apply("said")


def adit_as(seats, name, verb, *words):
    env = dict(os.environ, ADIT_HOME=seats.home(name))
    done = subprocess.run([ADIT, verb, "-k", name, *words], env=env, capture_output=True, check=False)
    if done.returncode:
        raise Failed(done.stderr.decode())
    return done.stdout.decode()


def news():
    """A digest that comes while something is open."""
    seats = table("news")
    with Seat(seats, "anna", "--out", "order", "--follow", seats.where) as t:
        with Screen("anna", "-k", "anna", seats.newest(), env={"ADIT_HOME": seats.home("anna")}) as other:
            leaves("a second session of the seat", other, 75)
            has("... says why", other.screen(), "another adit play has seat anna")
        order = seats.moves("anna")[0]
        t.ask(order)
        say(seats, "bob", "many words " * 40 + "\u4e2d\u6587\u4e2d\u6587 e\u0301\u0301\u0301 at last")
        t.keys("y")
        t.wait_for(lambda: t.signed() > 0 or t.bells() > 0, "neither signed nor shown")
        same("a digest during a question: nothing is signed", t.signed(), 0)
        t.wait("at last").wait(ASKED)
        has("... it is shown, and asked again", t.screen(), "\u4e2d\u6587\u4e2d\u6587 e\u0301\u0301\u0301")
        t.keys("y").ready()
        same("... then signed", t.signed(), 1)
        t.close_page()
        t.press().keys("^D")
        leaves("news", t)


def long_news():
    """Of many cards since the last look each is marked as news."""
    seats = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="long-news")

    def watch():
        return Screen(LOOKING, seats.path("turns"), env={"ADIT_HOME": seats.home("nobody")}, size=(200, 60)).ready()

    with watch() as t:
        t.keys("^D")
        leaves("a first look", t)
    board = []
    while len(board) <= 4 + 18:  # to the west and without dead ends: no goal is reached, and the round goes on
        name = seats.mover()
        moves = seats.moves(name)
        places = [o for o in moves if o.startswith("place ")]
        order = min(places, key=lambda o: ("+" in o, int(target_of(o).split(",")[0])), default=moves[-1])
        with open(seats.path("order"), "w", encoding="utf-8") as f:
            f.write(adit_as(seats, name, "sign", "--digest=" + seats.newest(), *order.split()))
        seats.apply("order")
        board = json.loads(seats.read("anna", "--json"))["position"]["board"]
    with watch() as t:
        t.close_page()
        t.press()
        rock = [(x, y) for y, row in enumerate(t.rows()) for x, c in enumerate(row) if c == "\u2591"]
        ok("many new cards are shown", len(rock) > 3 * 18, t.screen())
        same("... and marked", [at for at in rock if 1 not in t.screen_is.looks[at]], [])
        t.keys("^D")
        leaves("a later look", t)


def joint():
    """An open table: joined, confirmed and dealt on the screen; others only look."""
    seats = Table("saboteur", ["anna", "bob", "carl"], trusted=False, where="joint")
    for verb, said in [("join", "joined"), ("confirm", "confirmed")]:
        for name in seats.seats:
            file = verb + "-" + name
            with Screen(LOOKING, "-k", name, "--out", file, seats.path("turns"), cwd=seats.where,
                        env={"ADIT_HOME": seats.home(name)}) as t:
                t.ready()
                t.close_page()
                has("an open table: %s sees what to do" % name, t.ready().press().screen(), "Type join")
                t.send(verb + "\r").wait(ASKED).keys("y").wait("It is on its way").ready()
                t.keys("^D")
                leaves(name + " has " + said, t)
            seats.apply(file)
    with Screen(LOOKING, seats.path("turns"), env={"ADIT_HOME": seats.home("nobody")}) as t:
        t.ready()
        t.close_page()
        t.press().send("discard map\r").wait("You are a watcher")
        ok("a watcher sees the seats and gives no order", all(name in t.screen() for name in seats.seats))
        t.keys("^D")
        leaves("a watcher", t)
    with Screen("anna", "-k", "anna", seats.path("turns"), env={"ADIT_HOME": seats.home("anna")}) as t:
        t.ready()
        same("dealt: anna has a hand", len(json.loads(seats.read("anna", "--json"))["position"]["seats"][0]["hand"]), 6)
        t.send("vote end yes\r").wait(ASKED)
        has("a vote asks, too", t.screen(), "vote end yes")
        t.keys("n").ready()
        t.press().keys("^D")
        leaves("anna", t)


def types():
    """Terminals of other types, without colours, in another locale, in ASCII."""
    plain = {"NO_COLOR": "1"}
    for name, env, words in [
            ("xterm", {"TERM": "xterm"}, []), ("tmux", {"TERM": "tmux-256color"}, []), ("screen", {"TERM": "screen"}, []),
            ("linux", {"TERM": "linux"}, []), ("vt100", {"TERM": "vt100"}, []), ("no colour", plain, []),
            ("--ascii", {}, ["--ascii"]), ("the C locale", {"LC_ALL": "C", "LANG": None}, [])]:
        if subprocess.run(["infocmp", env.get("TERM", "xterm")], capture_output=True, check=False).returncode:
            pty.skip(name, "not known here")
            continue
        folder = "types-" + name.replace(" ", "-")
        with Play(folder, "--rules", "saboteur", "--against", "greedy,random", "--seed", "5eed", *words, env=env) as t:
            t.ready().press()
            found = missing(t, t.digest())
            same(name + ": all of a turn is visible", found, [])
            item = t.item()
            t.send("\x1b[C").press().send("\x1b[D").press()
            same("... and the other sequences of arrows are known", (t.item(), t.bells()), (item, 0))
            t.give(t.suggestion())
            t.keys("?").wait("Esc: back").keys("escape").wait_gone("Esc: back")
            ok("... and an order is given with keys", t.newest() > 0)
            if env == plain:
                ok("... without colours", not re.search(rb"\x1b\[[0-9;]*[34][0-8][;m]", t.raw))
            if words:
                ok("... only ASCII is written", all(c < 128 for c in t.raw), [c for c in t.raw if c > 127])
            t.keys("^D")
            leaves("... " + name, t)


def lies():
    """A terminal that says another size than it has."""
    for size in [(0, 0), (80, 0), (65535, 65535), (500, 30)]:
        with Play("lies", "--rules", "duel", "--against", "greedy", "--seed", "1") as t:
            t.ready()
            t._size(*size)  # pylint: disable=protected-access
            t.keys("?").wait("Esc: back")
            t.keys("escape")
            t.resize(80, 24)
            t.ready().press()
            same("the size %dx%d is a lie: it goes on" % size, missing(t, t.digest()), [])
            t.keys("^D")
            leaves("... lie", t)


def ends():
    """Input or output is no terminal."""
    read, write = os.pipe()
    with Play("ends", "--rules", "duel", "--against", "greedy", files={0: read}) as t:
        ok("no terminal as input: it ends, and why", t.status() == 2 and "terminal" in t.all(), t.all())
        ok("... and draws nothing", b"\x1b[" not in t.raw)
    with Play("ends", "--rules", "duel", "--against", "greedy", files={1: write}) as t:
        t.ready().press().keys("^D")
        leaves("no terminal as output: the session has its own", t)
    os.close(write)
    same("... and writes nothing there", os.read(read, 1), b"")
    os.close(read)


def full():
    """A full disk while it signs: nothing leaves, and what is signed is the same later."""
    with Play("full", "--rules", "duel", "--against", "greedy", "--seed", "7") as t:
        t.ready().keys("^D")
        t.status()
    with Play("full", "--rules", "duel", "--against", "greedy", "--seed", "7",
              program=["sh", "-c", 'ulimit -f 40; exec "$@"', "sh"]) as t:
        t.ready().press()
        at = t.newest()
        order = t.suggestion()
        t.send(order + "\r").wait("again")
        same("a full disk: no turn is played", t.newest(), at)
        t.close_page()
        t.press().keys("^D")
        leaves("a full disk", t)


os.mkdir(TMP)
pty.run(*[globals()[name] for name in sys.argv[1:]])
