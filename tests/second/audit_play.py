"""Games through the program's own verbs, for audit.t: keys, table, orders, what goes wrong at a table.

	python3 audit_play.py ADIT FOLDER RULES NUMBER

plays game NUMBER (0 to 5) of the rules set in FOLDER, which gets home (keys), mine.db and turns."""

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import datetime, timedelta, timezone

SEATS = ["anna", "bob", "carl", "dora", "emil"]
VARIANTS = {"saboteur": (5, ["dwarf=selfish", "draft=ask"]), "saboteur2": (4, []), "duel": (2, ["goals=box"]),
            "dark-cave": (4, ["clan=blue"])}
FEWEST = {"saboteur": 3, "saboteur2": 2, "duel": 2, "dark-cave": 2}


class TooShort(Exception):
    """The deal ended the game before all that the game shall show."""


class Table:
    """One table whose host and players are all here.  joint: the seats have joined and confirmed; with None
    they still have to; with False the host deals."""

    def __init__(self, adit, folder, rules, seats, *options, joint=True):
        self.adit, self.folder, self.seats = adit, folder, SEATS[:seats]
        self.keys = {name: name for name in self.seats}
        self.hour = 0
        self.turns = os.path.join(folder, "turns")
        self.database = os.path.join(folder, "mine.db")
        os.makedirs(folder, exist_ok=True)
        self.environment = dict(os.environ, ADIT_HOME=os.path.join(folder, "home"))
        for name in ["host"] + self.seats:
            self.run("keygen", "--no-passphrase", name)
        given = [part for name in self.seats for part in ("--seat", name)]
        self.run("new", self.database, "-k", "host", "--rules", rules, "--out", folder, *given, *options,
                 *(["--trusted-host"] if joint is False else []))
        if joint:
            self.answer("join")
            self.answer("confirm")

    def answer(self, verb, *options, seats=None):
        for name in seats or self.seats:
            self.apply(self.run(verb, *options, "-k", self.keys[name], "-d", self.turns))

    def run(self, *words, given=None, status=(0,)):
        done = subprocess.run([self.adit, *words], input=given, env=self.environment, capture_output=True,
                              check=False)
        if done.returncode not in status:
            if done.stderr.endswith(b": the game is over\n"):
                raise TooShort
            sys.exit("adit %s: %d\n%s" % (" ".join(words), done.returncode, done.stderr.decode()))
        return done.stdout

    def newest(self):
        return os.path.join(self.turns, max(name for name in os.listdir(self.turns) if name.endswith(".txt")))

    def value(self, name):
        with open(self.newest(), encoding="utf-8") as file:
            return next(line.split(": ", 1)[1].strip() for line in file if line.startswith(name + ": "))

    def number(self):
        return int(self.value("n"))

    def clock(self):
        """Time as the host's verbs take it."""
        if not self.hour:
            return []
        now = datetime.now(timezone.utc) + timedelta(hours=self.hour)
        return ["--now", now.strftime("%Y-%m-%dT%H:%M:%SZ")]

    def apply(self, order, *options, status=(0,)):
        return self.run("apply", self.database, "--out", self.folder, *self.clock(), *options, given=order,
                        status=status)

    def order(self, name, *words, status=(0,)):
        """Sign an order as the seat and apply it."""
        self.apply(self.run("sign", "-k", self.keys[name], "-d", self.newest(), "--no-record", *words),
                   status=status)

    def host(self, verb, *words):
        self.run(verb, self.database, "--out", self.folder, *self.clock(), *words)

    def moves(self, name):
        """All orders that the seat can give."""
        return self.run("read", "-k", self.keys[name], "--moves", self.newest()).decode().split("\n")[:-1]

    def hand(self, name):
        text = self.run("read", "-k", self.keys[name], "--json", "--no-record", self.newest())
        view = json.loads(text)
        return next(seat["hand"] for seat in view["position"]["seats"] if seat["name"] == name)

    def turn(self):
        """The seat to move plays what the program suggests."""
        name = self.value("next")
        suggested = self.run("read", "-k", self.keys[name], "--suggest", "--no-record", self.newest())
        self.order(name, suggested.decode().strip())

    def has_played(self, name):
        """Whether the newest digest plays for the seat."""
        with open(self.newest(), encoding="utf-8") as file:
            return re.search("^  (placed|played|discarded) %s " % name, file.read(), re.M) is not None

    def play(self, turns=None):
        """So many turns, or until the game is over."""
        while self.value("next") != "-" and turns != 0:
            self.turn()
            turns = turns and turns - 1


def rounds(rules, number):
    return [] if rules == "dark-cave" else ["--option", "rounds=%d" % number]


def plain(adit, folder, rules):
    table = Table(adit, folder, rules, FEWEST[rules], *rounds(rules, 1))
    table.play()
    table.order("anna", "--say", "Thanks for the game.")


def trusted(adit, folder, rules):
    """No shares, more seats, options, a second round, and somebody who waits for a seat."""
    seats, options = VARIANTS[rules]
    given = [part for option in options for part in ("--option", option)]
    table = Table(adit, folder, rules, seats, *rounds(rules, 2), *given, "--standby", "open", joint=False)
    table.run("keygen", "--no-passphrase", "zoe")
    table.play(2)
    table.apply(table.run("join", "--standby", "-k", "zoe", "-d", table.newest()))
    table.play(2)
    table.order("bob", "leave")
    table.keys["bob"] = "zoe"
    table.play()


def taken_back(adit, folder, rules):
    """Votes to go back, which shuffle; a seat that resigns; messages."""
    table = Table(adit, folder, rules, FEWEST[rules], *rounds(rules, 1))
    table.play(3)
    back = table.number() - 2
    table.host("undo", "--to", str(back), "--reason", "the wrong card; we all saw it")
    table.order("bob", "vote undo %d yes" % back)
    table.order("bob", "--say", "Not again! | > = \"quoted\" \\ " + "long " * 40)
    table.order("anna", "vote undo %d yes" % back)
    for name in table.seats[2:]:
        table.order(name, "vote undo %d yes" % back, status=(0, 3, 4, 65, 6))
    table.play(4)
    back = table.number() - 3
    for name in table.seats[:2]:
        table.order(name, "vote undo %d yes" % back)
    table.play(6)
    table.order(table.seats[-1], "resign")
    table.play()


def queued(adit, folder, rules):
    """A deal in two attempts, orders for the next turn and for every turn, and other keys."""
    table = Table(adit, folder, rules, FEWEST[rules], *rounds(rules, 1), joint=None)
    table.answer("join")
    table.answer("confirm", seats=["anna"])
    table.host("restart", "--reason", "bob does not answer")
    table.answer("join", "--again")
    table.answer("confirm")
    table.play(1)
    for name in table.seats[:2]:
        if name != table.value("next"):
            table.order(name, "--turn", "next", "--force", "discard " + table.hand(name)[0], "--or",
                        "rockfall 1,0")
    table.play(2)
    name = table.value("next")
    other = next(seat for seat in table.seats if seat != name)
    table.order(other, "--turn", "every", "suggest")
    table.order(other, "--turn", "next", "--force", "rockfall 9,9")
    table.play(3)
    table.order(other, "--turn", "next", "cancel every")
    table.run("keygen", "--no-passphrase", "second")
    table.apply(table.run("rotate-key", "-k", table.keys[other], "--new", "second", "-d", table.newest()))
    table.keys[other] = "second"
    table.run("keygen", "--no-passphrase", "third")
    table.host("seat", table.seats[0], "--replace", os.path.join(folder, "home", "third.pub"), "--reason", "lost")
    table.keys[table.seats[0]] = "third"
    table.order(table.seats[0], "--say", "Here I am again.")
    for name in table.seats[1:]:
        table.order(name, "vote %s yes" % table.seats[0])
    if rules == "saboteur":
        table.play(54 - table.number())
        table.order("bob", "vote end yes")
    table.play()


def late(adit, folder, rules):
    """A limit, late players, absences, and an end by vote."""
    table = Table(adit, folder, rules, FEWEST[rules], *rounds(rules, 1), "--limit", "2d", "--late", "discard",
                  "--grace", "1h", "--misses", "2", "--absence", "30d", "--pause", "sun", "--standby", "open",
                  joint=False)
    table.play(2)
    for _ in range(3):
        table.hour += 96
        table.host("tick", "--all-taken")
    table.play(3)
    table.order(table.seats[1], "vote extend 2d yes")
    table.order(table.seats[0], "vote extend 2d yes")
    table.play(2)
    if rules == "saboteur":
        table.run("keygen", "--no-passphrase", "zoe")
        table.apply(table.run("join", "--standby", "-k", "zoe", "-d", table.newest()))
        table.hour += 120
        late_seat = table.value("next")
        other = next(name for name in table.seats if name != late_seat)
        table.order(other, "vote skip %s yes" % late_seat)
        table.order(other, "vote replace %s yes" % late_seat)
        table.play(2)
    for name in table.seats:
        if table.value("next") != "-":
            table.order(name, "vote end yes")


def often(adit, folder, rules):
    """Seats that leave, and a host that goes back as often as it can."""
    table = Table(adit, folder, rules, FEWEST[rules], *rounds(rules, 1), "--standby", "open", joint=False)
    for name in table.seats[:-1]:
        table.order(name, "leave")
    table.order(table.seats[-1], "--say", "I stay.")
    back = table.number() - 1
    for _ in range(64):
        table.host("undo", "--to", str(back), "--reason", "again")
    table.order(table.seats[-1], "--say", "No more.")
    for name in table.seats:
        if table.value("next") != "-":
            table.order(name, "vote end yes")


def house(adit, folder, rules):
    """A bot, a plain seat for a while, and an order for every turn until a time."""
    table = Table(adit, folder, rules, 4, *rounds(rules, 1), "--seat", "erik=bot:greedy:2", "--mail-from",
                  "table@example.org", "--standby", "open")
    table.play(2)
    end = datetime.now(timezone.utc) + timedelta(hours=2)
    table.order("bob", "--turn", "every", "suggest", "--until", end.strftime("%Y-%m-%dT%H:%M:%SZ"))
    table.play(1)
    while not table.has_played("erik"):
        table.play(1)
    table.hour = 1
    table.play(6)
    table.hour = 3
    table.play(3)
    back = table.number() - 2
    table.host("seat", "carl=mail:carl@example.org")
    table.order("anna", "vote end yes")
    for name in "anna", "bob":
        table.order(name, "vote carl yes")
    table.host("undo", "--to", str(back), "--reason", "the wrong card")
    for name in "anna", "bob", "dora":
        table.order(name, "vote undo %d yes" % back)
    table.host("seat", "carl", "--replace", os.path.join(folder, "home", "carl.pub"), "--reason", "a computer")
    for name in "anna", "bob":
        table.order(name, "vote carl yes")
    table.play(2)
    for name in table.seats:
        if table.value("next") != "-":
            table.order(name, "vote end yes")


GAMES = [plain, trusted, taken_back, queued, late]
MORE = [often, house]  # in one rules set


def play(adit, folder, rules, number):
    """Play game NUMBER, from another deal if one was too short."""
    for _ in range(9):
        try:
            return (GAMES + MORE)[number](adit, folder, rules)
        except TooShort:
            shutil.rmtree(folder)
    sys.exit("nine games were too short")


def main():
    adit, folder, rules, number = sys.argv[1:]
    play(adit, folder, rules, int(number))


if __name__ == "__main__":
    main()
