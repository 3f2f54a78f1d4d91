"""Compare the referee with the program, turn by turn.

    compare.py ADIT games N SEED RULES PLAYERS POLICY [NAME=VALUE...]
        N games of adit simulate: the list of legal orders, the next position, the events
    compare.py ADIT wild N SEED RULES PLAYERS [NAME=VALUE...]
        N games through adit referee with orders that a policy never gives, legal and illegal
    compare.py ADIT cards
        the card lists

Prints what differs, a line each, and ends with 1 if anything does.
"""

import itertools
import json
import random
import subprocess
import sys

import cards
import draws
import referee
import wild


def difference(mine, theirs, path=""):
    """Where two JSON values differ, as text; None if they are equal."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in sorted(set(mine) | set(theirs)):
            found = difference(mine.get(key, "(none)"), theirs.get(key, "(none)"), path + "/" + key)
            if found:
                return found
        return None
    if isinstance(mine, list) and isinstance(theirs, list) and mine and theirs:
        for i, (one, other) in enumerate(itertools.zip_longest(mine, theirs, fillvalue="(none)")):
            found = difference(one, other, "%s/%d" % (path, i))
            if found:
                return found
        return None
    return None if mine == theirs else "%s: mine %s, theirs %s" % (path, json.dumps(mine), json.dumps(theirs))


def lists(position, theirs):
    """What differs between the two lists of legal orders, or None."""
    mine = referee.legal(position)
    if mine == theirs:
        return None
    return "legal: only mine %s; only theirs %s" % ([o for o in mine if o not in theirs], [o for o in theirs if o not in mine])


def applied(position, order, seat, after, events):
    """What differs after an order that the program has carried out, or None."""
    try:
        mine, happened = referee.apply(position, order, seat, draws.Given(after, events))
    except (referee.Refused, draws.Wrong) as wrong:
        return "%s: %s: %s" % (order, type(wrong).__name__, wrong)
    found = difference(happened, events, "events") or difference(mine, after)
    return found and "%s: %s" % (order, found)


class Report:
    """What differs, and where."""

    def __init__(self):
        self.bad, self.turns, self.orders = 0, 0, 0

    def add(self, where, found):
        if found:
            self.bad += 1
            print("%s: %s" % (where, found))


def final(line, where, report):
    """The result at the end of a game: op score."""
    scores = referee.score(line["position"])
    report.add(where, difference(scores, line["final"], "final"))


def games(adit, count, seed, rules, players, policy, options, report):
    """Follow the traces of whole games."""
    words = [adit, "simulate", "--rules", rules, "--players", players, "--games", count, "--seed", seed,
             "--policy", policy, "--trace"]
    for option in options:
        words += ["--option", option]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as run:
        before = None
        for text in run.stdout:
            line = json.loads(text)
            where = "%s %s %s seed %s game %d turn %s" % (rules, players, policy, seed, line["game"], line.get("turn", "-"))
            if before:
                report.turns += 1
                report.add(where, lists(before["position"], before["legal"]))
                report.add(where, applied(before["position"], before["order"], None, line["position"], before["events"]))
            if "final" in line:
                final(line, where, report)
            before = line if "legal" in line else None
    if run.returncode:
        report.add(" ".join(words), "status %d" % run.returncode)


class Pipe:
    """adit referee, which answers requests."""

    def __init__(self, adit):
        self.run = subprocess.Popen([adit, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.run.stdin.write(json.dumps({k: v for k, v in request.items() if v is not None}) + "\n")
        self.run.stdin.flush()
        return json.loads(self.run.stdout.readline())


def one_order(pipe, position, order, seat, seed, report, where):
    """Give one order to both. Gives the next position if the program carried it out, else None."""
    report.orders += 1
    answer = pipe.ask(op="apply", position=position, order=order, seat=seat, seed=seed)
    where = "%s: %s of %s" % (where, order, seat or position["to_move"])
    if "error" in answer:
        mine = referee.check(position, order, seat)
        if answer["error"]["code"] not in mine:
            report.add(where, "mine %s, theirs %s" % (sorted(mine) or "legal", answer["error"]))
        return None
    report.add(where, applied(position, order, seat, answer["position"], answer["events"]))
    return answer["position"]


def wild_games(adit, count, seed, rules, players, options, report):
    """Play games with orders that nobody sane would give."""
    pipe = Pipe(adit)
    named = dict(option.split("=", 1) for option in options)
    for game in range(count):
        chance = random.Random("%s %s %s %s %d" % (seed, rules, players, options, game))
        start = pipe.ask(op="new", rules=rules, players=int(players), options=named, seed=seed, game=game)
        position, where = start["position"], "%s %s wild seed %s game %d" % (rules, players, seed, game)
        report.add(where, difference(*referee.start(position, start["events"])))
        gives_up = chance.choice((0, 0.003, 0.05))
        while position["to_move"] is not None:
            here = "%s turn %d" % (where, position["turn"])
            report.turns += 1
            legal = pipe.ask(op="legal", position=position)["legal"]
            report.add(here, lists(position, legal))
            for order, seat in wild.orders(chance, position, legal):
                one_order(pipe, position, order, seat, seed, report, here)
            order, seat = wild.step(chance, position, legal, gives_up)
            after = one_order(pipe, position, order, seat, "%x" % chance.randrange(1 << 64), report, here)
            if after is None:
                break
            position = after
    pipe.run.stdin.close()
    pipe.run.wait()


def card_lists(adit, report):
    """Compare the card lists of all rules sets."""
    for rules, kinds in cards.KINDS.items():
        words = [adit, "referee", "--cards", rules]
        theirs = [json.loads(line) for line in subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout.splitlines()]
        theirs = [[t["kind"], t["class"], t["count"], t.get("deck")] for t in theirs]
        mine = [[k.kind, k.sort, k.count, k.deck] for k in kinds]
        report.add(rules, difference(mine, theirs, "cards"))


def main(words):
    adit, what, words = words[0], words[1], words[2:]
    report = Report()
    if what == "games":
        games(adit, *words[:5], words[5:], report)
    elif what == "wild":
        wild_games(adit, int(words[0]), *words[1:4], words[4:], report)
    elif what == "cards":
        card_lists(adit, report)
    print("# %s: %d turns, %d other orders, %d differ" % (" ".join([what] + words), report.turns, report.orders, report.bad))
    return 1 if report.bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
