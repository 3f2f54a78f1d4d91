"""adit play --follow at a terminal: digests that come into a folder, a Maildir and a git repository."""

import os
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
    with table.play("anna", "--follow", clone, start=start).ready() as t:
        os.rename(table.path(".git"), away)
        has("a fetch that fails is told", t.ask(""), "cannot fetch")
        has("... and ends nothing", t.ask("help"), "say")
        os.rename(away, table.path(".git"))
        move(table, "bob")
        git("add", "turns", cwd=table.where)
        git("commit", "-q", "-m", "1", cwd=table.where)
        has("what was fetched is shown", t.ask(""), "turn 2")
        same("... and not checked out", os.listdir(clone + "/turns"), ["000000.txt"])
        has("... once", t.ask(""), "No news")
        t.leave()


def nothing():
    table = Table("saboteur", SEATS, where="nothing")
    with table.play("anna", "--follow", table.path("none")) as t:
        same("a folder that is not there", t.status(), 5)
        has("... is told", t.all(), "no folder to follow")


pty.run(folder, maildir, repository, nothing)
