"""adit play --follow at a terminal: digests that come into a folder, a Maildir and a git repository."""

import errno
import os
import re
import shutil
import subprocess

import pty
from pty import has, ok, same
from table import Table

SEATS = ["anna", "bob", "carl"]


def move(table, name):
    """Somebody plays, and the host takes it: the next digest is table.newest()."""
    first = table.moves(name)[0]
    with table.play(name, "--out", "order-" + name).ready() as t:
        t.order(first)
        t.leave()
    table.apply("order-" + name)
    return table.newest()


def put(folder, name, data):
    """As mail programs do: whole, by one rename."""
    with open(folder + "/.part", "wb") as f:
        f.write(data)
    os.rename(folder + "/.part", os.path.join(folder, name))


def comes_while_typing(t, what):
    """Digest 1 is shown above the prompt, and what was typed is there again, still to be edited."""
    t.wait_for(lambda: "turn 2" in t.all() and t.screen().endswith("> say half"), "no digest 1 above the text")
    ok(what + " is shown at once", True)
    t.keys("backspace", "backspace").send("lo").wait("> say halo").keys("^U")
    ok(what + ": what was typed is still typed", t.bells() > 0)


def folder():
    table = Table("saboteur", SEATS, "--option=first=bob", where="folder")
    start = shutil.copy(table.newest(), table.path("start"))
    with table.play("anna", "--follow", table.where, start=start).ready() as t:
        t.send("say half").wait("> say half")
        move(table, "bob")
        comes_while_typing(t, "a digest in a folder")
        t.resize(20, 12)
        t.send("say x").wait("say x").keys("^U")
        t.resize(80, 24)
        t.leave()
        ok("... and the terminal is as it was", t.is_as_before(), t.settings())


def letter(digest):
    return b"From: host@example.org\nTo: anna@example.org\nSubject: turn\n\n" + digest


def maildir():
    table = Table("saboteur", SEATS, "--option=first=bob", where="maildir")
    box = table.path("box")
    for sub in ("new", "cur", "tmp"):
        os.makedirs(os.path.join(box, sub))
    new = os.path.join(box, "new")
    with open(table.newest(), "rb") as f:
        old = f.read()
    with table.play("anna", "--follow", box).ready() as t:
        t.send("say half").wait("> say half")
        os.mkfifo(os.path.join(new, "0.fifo"))
        os.symlink("/dev/zero", os.path.join(new, "0.link"))
        os.mkdir(os.path.join(new, "0.folder"))
        with open(os.path.join(new, "0.huge"), "wb") as f:
            f.truncate(1 << 30)
        put(new, "1.noise", bytes(range(256)) * 100)
        put(new, "2.escapes", letter(b"\x1b]0;owned\x07\x1b[2J\x1b[31mhello\r\nquit\ry\r"))
        forged = old.replace(b"bob", b"eve")
        put(new, "3.forged", letter(forged))
        t.wait_for(lambda: "not signed" in t.all(), "nothing is said of the forged one")
        with open(move(table, "bob"), "rb") as f:
            put(new, "4.turn", letter(f.read()))
        comes_while_typing(t, "a digest in a Maildir")
        same("... behind junk, of which no byte reaches the terminal", t.screen_is.strange, [])
        ok("... no title of a window either", b"owned" not in t.raw)
        same("... and nothing there is moved", len(os.listdir(new)), 8)
        t.leave()


def begins_with_letters():
    """A Maildir is enough: what a mail program has shown already, and what it has not."""
    table = Table("saboteur", SEATS, "--option=first=bob", where="letters")
    box = table.path("box")
    for sub in ("new", "cur", "tmp"):
        os.makedirs(os.path.join(box, sub))
    with open(table.newest(), "rb") as f:
        put(box + "/cur", "1.read:2,S", letter(f.read()))
    put(box + "/new", "2.noise", letter(b"hello\n"))
    with table.play("anna", start=box).ready() as t:
        has("a Maildir: what was read before is shown", t.all(), "turn 1")
        t.send("say half").wait("> say half")
        with open(move(table, "bob"), "rb") as f:
            put(box + "/new", "3.turn", letter(f.read()))
        comes_while_typing(t, "... and what comes there")
        t.leave()


def git(*words, cwd):
    subprocess.run(["git", "-c", "user.name=host", "-c", "user.email=host@example.org", *words], cwd=cwd, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def repository():
    table = Table("saboteur", SEATS, "--option=first=bob", where="repository")
    start = shutil.copy(table.newest(), table.path("start"))
    git("init", "-q", "-b", "main", cwd=table.where)
    git("add", "turns", cwd=table.where)
    git("commit", "-q", "-m", "0", cwd=table.where)
    clone = table.path("clone")
    git("clone", "-q", table.where, clone, cwd=table.where)
    away = table.where + "-away"
    # What the environment names is another repository.
    with table.play("anna", "--follow", clone, start=start, env={"GIT_DIR": "/nowhere"}).ready() as t:
        os.rename(table.path(".git"), away)
        t.ask("")
        t.wait("cannot fetch")
        ok("a fetch that fails is told, and why", re.search("cannot fetch main.*: .*repository", t.all()), t.all())
        has("... and ends nothing", t.ask("help"), "say")
        os.rename(away, table.path(".git"))
        move(table, "bob")
        git("add", "turns", cwd=table.where)
        git("commit", "-q", "-m", "1", cwd=table.where)
        t.ask("")
        t.wait_for(lambda: "turn 2" in t.all(), "what was fetched is not shown")
        same("what was fetched is not checked out", os.listdir(clone + "/turns"), ["000000.txt"])
        t.ask("")
        t.wait("No news")
        same("... and shown once", t.all().count("turn 2"), 1)
        t.leave()


def remote_hangs():
    """A remote that takes the connection and says nothing, until somebody writes into `fifo`."""
    table = Table("saboteur", SEATS, "--option=first=anna", where="hangs")
    clone, fifo, there = table.path("clone"), table.path("fifo"), table.path("there")
    git("init", "-q", "-b", "main", clone, cwd=table.where)
    git("remote", "add", "origin", "ssh://nowhere.invalid/cave", cwd=clone)
    with open(table.path("ssh"), "w") as f:
        f.write("#!/bin/sh\ntouch '%s'\ncat '%s' > /dev/null\nexit 1\n" % (there, fifo))
    os.chmod(table.path("ssh"), 0o755)
    os.mkfifo(fifo)
    git("config", "core.sshCommand", table.path("ssh"), cwd=clone)
    git("config", "ssh.variant", "ssh", cwd=clone)
    order = table.moves("anna")[0]
    with table.play("anna", "--out", "order", "--follow", clone).ready() as t:
        t.wait_for(lambda: os.path.exists(there), "git did not begin")
        has("while a fetch hangs, lines are read", t.ask("help"), "quit")
        t.send("say half").keys("^U")
        t.ask("")
        has("... who asks again is told", t.ask(""), "Still looking")
        has("... and orders leave", t.order(order), "It is on its way")
        os.unlink(there)
        with open(fifo, "w"):
            pass
        t.wait("cannot fetch")
        ok("... whose end is told", True)
        t.wait_for(lambda: os.path.exists(there), "git did not begin again")
        t.leave()
        ok("a session ends while it hangs", True)
    try:
        os.close(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))
        ok("... and leaves no git behind", False)
    except OSError as e:
        same("... and leaves no git behind", e.errno, errno.ENXIO)


def without_views(table):
    """The newest digest as everybody may have it."""
    with open(table.newest()) as f, open(table.path("public"), "w") as out:
        out.write(re.match(r".*?^sig:\n.*?^zero: \S+\n", f.read(), re.S | re.M).group(0))
    return table.path("public")


def view_comes():
    table = Table("saboteur", SEATS, "--option=first=anna", where="comes")
    order = table.moves("anna")[0]
    shutil.rmtree(table.record("anna"))
    box = table.path("box")
    os.mkdir(box)
    start = without_views(table)
    with table.play("anna", "--out", "none/order", start=start) as t:
        same("a road that leads nowhere, before there is a view", t.status(), 2)
        has("... is told", t.all(), "no such folder")
    with table.play("anna", "--out", "order", "--follow", box, start=start) as t:
        t.wait("(looking on)>").send("say half")
        shutil.copy(table.newest(), box + "/.part")
        os.rename(box + "/.part", box + "/000000.txt")
        t.wait("anna> say half").keys("^U")
        t.ready()
        has("who gets a view while looking on can play", t.order(order), "It is on its way to")
        same("... on the road that was asked for", os.listdir(table.path("")).count("order"), 1)
        with table.play("anna") as other:
            same("... has the seat alone", other.status(), 75)
        t.leave()


def nothing():
    table = Table("saboteur", SEATS, where="nothing")
    os.makedirs(table.path("box/cur"))
    os.mkdir(table.path("box/new"))
    for start, words, wanted in ((table.newest(), ["--git", "/"], "not a folder with a git repository"),
                                 (table.path("box"), [], "no digest is in the newest letters of"),
                                 ("nosuch", [], "no game of that name was read here either")):
        with table.play("anna", *words, start=start) as t:
            ok("%s %s: nothing to begin with" % (os.path.basename(start), words), t.status() in (2, 5), t.all())
            has("... is told", t.all(), wanted)
    with table.play("anna", "--follow", table.path("none")) as t:
        same("a folder that is not there", t.status(), 5)
        has("... is told", t.all(), "no folder to follow")


pty.run(folder, maildir, begins_with_letters, repository, remote_hangs, view_comes, nothing)
