"""adit play, killed before each step by which it writes, renames, syncs or starts programs, from the answer to the
question on; then started again: the same bytes go out, never another order for the turn."""

import glob
import os
import shutil

import pty
from pty import ok, same
from table import Table

STOPPED = os.path.join(os.environ["TOP_BUILDDIR"], "tests/mail/adit-stopped")


def sent(table):
    """The orders that went out, each once."""
    return {open(name).read().split("\n\n", 1)[1] for name in glob.glob(table.path("box.*"))}


def send(table, program, move, stop=None, torn=False):
    """Give the order, up to the step; how many steps came before the answer, and in all."""
    steps = table.path("steps")
    if os.path.exists(steps):
        os.remove(steps)
    env = {"ADIT_STEPS": steps, "ADIT_SENDMAIL": table.path("sendmail"), "ADIT_STOP": stop and str(stop),
           "ADIT_TORN": "1" if torn else None}
    before = 0
    with table.play("anna", "--send", "--to=cave@example.org", program=program, env=env) as t:
        try:
            t.ready().question(move)
            before = len(open(steps).readlines())
            t.send("y\r").ready()
            t.leave()
        except (pty.Failed, OSError):
            pass
        t.status()
    return before, len(open(steps).readlines())


def again(table, other, env):
    """Start once more: take what is offered, else give another order.  The last one may not."""
    with table.play("anna", env=env) as t:
        t.wait_for(lambda: t.questions() > 0 or t.prompts() > 0, "neither question nor prompt")
        offered = t.questions() > 0
        if offered:
            t.send("y\r")
        t.ready()
        if "is on its way" not in t.all():
            t.order(other)
        same_turn = t.ask(other)
        t.leave()
    return offered, same_turn


def killed():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna")
    with open(table.path("sendmail"), "w") as f:
        f.write('#!/bin/sh\ncat > "${0%/*}/box.$$.part" && mv "${0%/*}/box.$$.part" "${0%/*}/box.$$"\n')
    os.chmod(table.path("sendmail"), 0o755)
    moves = table.moves("anna")
    table.read("anna")
    shutil.copytree(table.home("anna"), table.path("kept"))
    env = {"ADIT_SENDMAIL": table.path("sendmail")}
    first, last = send(table, STOPPED, moves[0])
    ok("there are steps to stop at", last - first > 15, (first, last))
    wrong, offers, runs = [], 0, 0
    for stop in range(first + 1, last + 1):
        for torn in (False, True):
            shutil.rmtree(table.home("anna"))
            shutil.copytree(table.path("kept"), table.home("anna"))
            for name in glob.glob(table.path("box.*")):
                os.remove(name)
            send(table, STOPPED, moves[0], stop, torn)
            offered, refused = again(table, moves[1], env)
            runs += 1
            offers += offered
            orders = sent(table)
            if len(orders) != 1 or "is on its way" not in refused:
                wrong.append((stop, torn, len(orders), refused))
                continue
            with open(table.path("order"), "w") as f:
                f.write(orders.pop())
            # Nothing stays of what was killed while it was written.
            files = os.listdir(table.record("anna") + "/orders")
            if list(table.orders("anna").values()) != ["sent"] or len(files) != 2:
                wrong.append((stop, torn, files))
    same("killed at each of %d steps one order went out" % (last - first), wrong, [])
    ok("... often the one that was kept was offered", offers > runs // 4, (offers, runs))
    table.apply("order")
    ok("... and the host takes it", table.newest().endswith("000001.txt"))


pty.run(killed)
