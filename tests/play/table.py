"""A table for tests of sessions: keys, a game, a home for each player, and `adit play` at a terminal.

    table = Table("saboteur", ["anna", "bob", "carl"], "--option=rounds=1")
    with table.play("anna", "--out", "order") as t:
        t.ask("moves")                 type a line, and wait for the next prompt
        t.order("pass")                ... an order, answered with y
    table.apply("order")               the host takes it: the next digest
    table.read("anna")                 what mail would: the newest digest into her record
"""

import glob
import os
import re
import shutil
import subprocess

import pty

ADIT = os.environ["ADIT"]
NOW = "2026-11-21T17:52:14Z"


def adit(*words, home, status=0, data=b""):
    """What it prints; it ends with that status."""
    done = subprocess.run([ADIT, *words], input=data, capture_output=True, check=False,
                          env=dict(os.environ, ADIT_HOME=home))
    if status is not None and done.returncode != status:
        raise pty.Failed("adit %s: status %d\n%s" % (words, done.returncode, done.stderr.decode()))
    return done.stdout


class Session(pty.Terminal):
    """`adit play`, asked line by line."""

    def __init__(self, argv, prompt, **more):
        super().__init__(argv, **more)
        self.prompt = prompt
        self.answered = 0

    def prompts(self):
        return len(re.findall(r"^%s" % re.escape(self.prompt), self.all(), re.M))

    def questions(self):
        """How many were asked; a narrow screen breaks them."""
        return self.all().replace("\n", "").count("[y/N]")

    def ready(self):
        """Until there is a prompt behind the last one."""
        self.wait_for(lambda: self.prompts() > self.answered, "no prompt came")
        self.answered = self.prompts()
        return self

    def ask(self, line):
        """What it says to a line."""
        before = self.all()
        self.send(line + "\r").ready()
        return self.all()[len(before):]

    def question(self, line):
        """Type an order, and wait until it is asked for."""
        asked = self.questions()
        self.send(line + "\r")
        self.wait_for(lambda: self.questions() > asked, "no question came")
        return self

    def order(self, line, answer="y"):
        before = self.all()
        self.question(line).send(answer + "\r").ready()
        return self.all()[len(before):]

    def leave(self, status=0):
        self.send("quit\r")
        got = self.status()
        if got != status:
            raise pty.Failed("it ended with %d\n%s" % (got, self.all()))


class Table:
    def __init__(self, rules, seats, *options, where="table", trusted=True):
        self.where = os.path.abspath(where)
        self.seats = seats
        self.trusted = trusted  # else the players are to join first, and have no seat yet
        os.mkdir(self.where)
        host = self.home("host")
        for name in ["host", *seats]:
            adit("keygen", "--no-passphrase", name, home=host)
        for name in seats:
            os.mkdir(self.home(name))
            for key in glob.glob("%s/%s.*" % (host, name)):
                shutil.copy(key, self.home(name))
        self.db = self.path("cave.db")
        adit("new", self.db, "-k", "host", "--rules", rules, "--now", NOW, "--out", self.where,
             *["--trusted-host"] * trusted, *["--seat=" + name for name in seats], *options, home=host)
        self.game = re.search(r"^game: (.*)$", open(self.newest()).read(), re.M).group(1)

    def path(self, name):
        return os.path.join(self.where, name)

    def home(self, name):
        return self.path("home-" + name)

    def record(self, name):
        return os.path.join(self.home(name), "games", self.game)

    def newest(self):
        return sorted(glob.glob(self.path("turns/*.txt")))[-1]

    def mover(self):
        """Whose turn it is; None: nobody's any more."""
        found = re.search(r"^next: ([a-z].*)$", open(self.newest()).read(), re.M)
        return found.group(1) if found else None

    def apply(self, name, status=0):
        return adit("apply", self.db, self.path(name), "--out", self.where, home=self.home("host"),
                    status=status)

    def read(self, name, *words):
        return adit("read", self.newest(), "-k", name, *words, home=self.home(name)).decode()

    def moves(self, name):
        """What he can order, without discards first."""
        moves = self.read(name, "--moves").split("\n")[:-1]
        return sorted(moves, key=lambda line: line.startswith("discard"))

    def play(self, name, *words, start=None, program=ADIT, env=None, cwd=None, **more):
        """start: what it begins with, the newest digest; "": what it finds in cwd, by default the folder of turns/."""
        start = self.newest() if start is None else start
        argv = [program, "play", "--lines", "-k", name, *words] + ([start] if start else [])
        more.setdefault("columns", 160)  # nothing that is looked for is broken
        return Session(argv, "%s %s>" % (self.game, name if self.trusted else "(looking on)"), cwd=cwd or self.where,
                       env=dict({"ADIT_HOME": self.home(name), "NO_COLOR": "1"}, **(env or {})),
                       **more)

    def orders(self, name):
        """The orders that are kept: {hash: mark}."""
        found = {}
        for file in glob.glob(self.record(name) + "/orders/*.txt"):
            mark = file[:-4] + ".mark"
            found[file[:-4].rsplit("-", 1)[1]] = open(mark).read().strip() if os.path.exists(mark) else ""
        return found
