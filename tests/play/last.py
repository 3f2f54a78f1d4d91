"""adit play without arguments (adit(1), play): it goes on with the game, the key, the place of news and the way of
orders that were used last."""

import os
import shutil
import subprocess

import pty
from pty import has, ok, same
from table import ADIT, Session, Table, adit

SEATS = ["anna", "bob", "carl"]


def lacks(name, text, piece):
    ok(name, piece not in text, text)


def again(table, name, *words, cwd="/", prompt=None, env=None):
    """A later session, in another folder, that names no key."""
    return Session([ADIT, "play", "--lines", *words], prompt or "%s %s>" % (table.game, name), cwd=cwd, columns=160,
                   env=dict({"ADIT_HOME": table.home(name), "NO_COLOR": "1"}, **(env or {})))


def move(table):
    name = table.mover()
    order = table.moves(name)[0].split()
    with open(table.path("order"), "wb") as f:
        f.write(adit("sign", "-k", name, "-d", table.newest(), *order, home=table.home(name)))
    table.apply("order")
    return table.newest()


def settings(table, name):
    with open(table.record(name) + "/play") as f:
        return f.read().splitlines()


def folder():
    table = Table("saboteur", SEATS, "--option=first=bob", where="folder")
    adit("keygen", "--no-passphrase", "spare", home=table.home("anna"))
    with again(table, "anna", "turns", cwd=table.where).ready() as t:
        has("several keys: the one with the seat plays", t.all(), "You are: anna")
        t.leave()
    ok("the folder is saved with its absolute path", "from %s/turns" % os.path.realpath(table.where)
       in settings(table, "anna"), settings(table, "anna"))
    move(table)
    with again(table, "anna").ready() as t:
        has("the next session begins with the newest digest there", t.all(), "turn 2")
        lacks("... and not with an older one", t.all(), "turn 1")
        same("... once", t.all().count(", turn 2"), 1)
        move(table)
        t.wait_for(lambda: "turn 3" in t.all(), "what comes there is not shown")
        ok("... and shows what comes", True)
        t.leave()
    os.rename(table.path("turns"), table.path("away"))
    with again(table, "anna").ready() as t:
        same("a folder that is gone: one line", t.all().count("no news from %s/turns" % os.path.realpath(table.where)), 1)
        has("... and the record", t.all(), "turn 3")
        has("... which is no news", t.ask(""), "No news")
        t.leave()
    with open(table.path("turns"), "w") as f:
        f.write("no folder\n")
    with again(table, "anna").ready() as t:
        has("a file in its place", t.all(), "no news from")
        t.leave()
    os.remove(table.path("turns"))
    os.mkdir(table.path("turns"))
    with again(table, "anna").ready() as t:
        lacks("an empty folder is no trouble", t.all(), "no news from")
        t.leave()
    with open(table.path("turns/000003.txt"), "w") as f:
        f.write("adit-digest v3\ngarbage\n")
    with again(table, "anna").ready() as t:
        has("damaged digests do no harm", t.all(), "turn 3")
        t.leave()
    with again(table, "anna", "--follow=-").ready() as t:
        t.leave()
    ok("--follow=- forgets it", not [line for line in settings(table, "anna") if line.startswith("from")],
       settings(table, "anna"))


def here():
    table = Table("saboteur", SEATS, "--option=first=bob", where="here")
    other = Table("duel", ["dora", "emil"], where="here-2")
    adit("read", "--public", other.newest(), home=table.home("anna"))
    with again(table, "anna", cwd=table.where).ready() as t:
        has("in a folder with turns/ that is the game", t.all(), "turn 1")
        t.leave()
    ok("... and is saved", "from " + os.path.realpath(table.where) in settings(table, "anna"), settings(table, "anna"))
    move(table)
    with again(table, "anna") as t:
        t.wait("which game?")
        number = 1 + [table.game in line for line in t.all().splitlines()].index(True)
        t.send("%d\r" % number).ready()
        has("of several games the chosen one has its folder", t.all(), "turn 2")
        t.leave()
    with again(table, "anna", "-g", other.game, cwd=table.where,
               prompt="%s (looking on)>" % other.game).ready() as t:
        has("-g comes before the folder here", t.all(), other.game)
        t.leave()


def letter(digest, sender):
    with open(digest, "rb") as f:
        return b"From: Cave <%s>\nTo: anna@example.org\nDate: Sat, 21 Nov 2026 17:52:14 +0000\nSubject: x\n\n%s" % (
            sender.encode(), f.read())


def deliver(box, name, data):
    with open(box + "/tmp/" + name, "wb") as f:
        f.write(data)
    os.rename(box + "/tmp/" + name, box + "/new/" + name)


def maildir():
    if not os.path.exists(os.environ.get("ADIT_LETTER", "")):
        pty.skip("mail", "adit-letter is not built")
        return
    table = Table("saboteur", SEATS, "--option=first=bob", where="maildir")
    other = Table("duel", ["dora", "emil"], where="maildir-2")
    box = table.path("box")
    for sub in ("new", "cur", "tmp"):
        os.makedirs(os.path.join(box, sub))
    deliver(box, "1.cave", letter(table.newest(), "cave@example.org"))
    with again(table, "anna", "box", cwd=table.where).ready() as t:
        same("a Maildir: without --send nothing is asked", t.questions(), 0)
        t.leave()
    deliver(box, "2.cave", letter(move(table), "cave@example.org"))
    deliver(box, "3.other", letter(other.newest(), "other@example.org"))
    forged = letter(table.newest(), "evil@example.org").replace(b"bob", b"eve")
    deliver(box, "4.forged", forged)
    with again(table, "anna").ready() as t:
        has("the Maildir is remembered", t.all(), "turn 2")
        has("... of other games nothing is used", t.all(), "ignored: 1 of another game or host")
        t.leave()
    with again(table, "anna", "--send") as t:
        t.wait_for(lambda: t.questions() > 0, "--send does not ask")
        has("--send takes the sender of the newest digest of this game", t.all(), "by mail to cave@example.org?")
        t.send("n\r")
        same("... not without a yes", t.status(), 2)
    with again(table, "anna", "--send") as t:
        t.wait_for(lambda: t.questions() > 0, "--send does not ask")
        t.send("y\r").ready().leave()
    ok("... and saves it then", "mail cave@example.org" in settings(table, "anna"), settings(table, "anna"))
    deliver(box, "5.evil", letter(table.newest(), "evil@example.org"))
    with again(table, "anna", "--send").ready() as t:
        same("a later sender changes nothing", t.questions(), 0)
        t.leave()
    ok("... at all", "mail cave@example.org" in settings(table, "anna"), settings(table, "anna"))


def mail_on_input():
    """An invitation by mail, then nothing but `adit play`."""
    if not os.path.exists(os.environ.get("ADIT_LETTER", "")):
        return
    table = Table("saboteur", SEATS, "--option=first=bob", where="input")
    with open(table.path("mail"), "wb") as f:
        f.write(letter(table.newest(), "cave@example.org"))
    with open(table.path("mail"), "rb") as f:
        with Session([ADIT, "play", "--lines", "-"], "%s anna>" % table.game, columns=160, files={0: f.fileno()},
                     env={"ADIT_HOME": table.home("anna"), "NO_COLOR": "1"}) as t:
            t.wait_for(lambda: t.questions() > 0, "the sender is not asked for")
            t.send("y\r").ready().leave()
    with again(table, "anna").ready() as t:
        has("the game goes on", t.all(), "turn 1")
        same("... and nothing is asked", t.questions(), 0)
        t.leave()
    ok("orders go where they went", "mail cave@example.org" in settings(table, "anna"), settings(table, "anna"))


def git(*words, cwd):
    subprocess.run(["git", "-c", "user.name=host", "-c", "user.email=host@example.org", *words], cwd=cwd, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def commit(table):
    git("add", "turns", cwd=table.where)
    git("commit", "-q", "-m", "turns", cwd=table.where)


def fetched(table, turn, what):
    """The next session fetches the turn that is played now."""
    move(table)
    commit(table)
    with again(table, "anna").ready() as t:
        t.wait_for(lambda: turn in t.all(), what + ": nothing is fetched")
        ok(what + " is fetched in the next session", True)
        t.leave()


def repository():
    table = Table("saboteur", SEATS, "--option=first=bob", where="repository")
    git("init", "-q", "-b", "main", cwd=table.where)
    commit(table)
    git("clone", "-q", table.where, table.path("clone"), cwd=table.where)
    with again(table, "anna", "clone", cwd=table.where).ready() as t:
        t.leave()
    fetched(table, "turn 2", "a repository")
    shutil.rmtree(table.home("anna") + "/games")
    with again(table, "anna", "--git", "clone", table.newest(), cwd=table.where).ready() as t:
        t.leave()
    fetched(table, "turn 3", "the clone through which orders leave")


def two_seats():
    table = Table("saboteur", SEATS, "--option=first=bob", where="two")
    for suffix in (".pub", ".key", ".age"):
        shutil.copy(table.home("bob") + "/bob" + suffix, table.home("anna"))
    with again(table, "anna", table.newest()) as t:
        same("two keys with seats: doubt", t.status(), 2)
        has("... which is told", t.all(), "which key? with a seat in game %s: anna, bob" % table.game)
    with table.play("anna", "-k", "bob", env={"ADIT_HOME": table.home("anna")}) as t:
        same("-k is given once", t.status(), 2)
    with again(table, "anna", "-k", "anna", table.newest()).ready() as t:
        t.leave()
    with again(table, "anna").ready() as t:
        has("then the one that was used plays", t.all(), "You are: anna")
        t.leave()


def no_key():
    """Without any key `play` says how to make one, and offers to where there is a seat to take."""
    table = Table("duel", ["anna", "bob"], where="no-key", trusted=False)
    home = table.path("home-new")
    env = {"ADIT_HOME": home, "NO_COLOR": "1"}
    watch = "%s (looking on)>" % table.game

    def start(*words):
        return Session([ADIT, "play", "--lines", *words], watch, cwd="/", columns=160, env=env)

    with start() as t:
        t.wait("Make one now?").wait("[y/N]")
        t.send("n\r")
        same("no game and no key: a key is offered", t.status(), 2)
        has("... and told how to make", t.all(), "make a key with: adit keygen NAME")
    with start(table.newest()) as t:
        t.wait("Make one now?").wait("[y/N]")
        t.send("n\r").ready()
        has("an open table: a no watches", t.all(), "adit keygen NAME")
        t.leave()
    ok("... and nothing is made", not [f for f in os.listdir(home) if f.endswith(".key")], os.listdir(home))
    with start(table.newest()) as t:
        t.wait("Make one now?").wait("[y/N]")
        t.send("y\r").wait("its name").send("Anna\r")
        same("a name that is none", t.status(), 2)
    with start(table.newest()) as t:
        t.wait("Make one now?").wait("[y/N]")
        t.send("y\r").wait("its name").send("dora\r")
        t.wait("new passphrase for dora:").send("correct horse\r")
        t.wait("again").send("correct horse\r").ready()
        has("a yes makes one", t.all(), "Made key dora, fingerprint")
        has("... and says what the host needs", t.all(), "Give %s/dora.pub to the host" % home)
        lacks("... the passphrase is asked for twice, not a third time", t.all(), "passphrase of dora")
        lacks("... and not shown", t.all(), "correct horse")
        lacks("... and is used at once", t.ask("join"), "You are a watcher")
        t.leave()
    with open(home + "/dora.age") as f:
        ok("... it locks the key", f.readline().startswith("-----BEGIN AGE"))
    dealt = Table("duel", ["anna", "bob"], where="no-key-2")
    os.mkdir(dealt.path("home-new"))
    with Session([ADIT, "play", "--lines", dealt.newest()], "%s (looking on)>" % dealt.game, columns=160,
                 env={"ADIT_HOME": dealt.path("home-new"), "NO_COLOR": "1"}).ready() as t:
        same("a table that is dealt is only watched", t.questions(), 0)
        has("...", t.all(), "You have no key, so you watch")
        t.leave()


pty.run(no_key, folder, here, maildir, mail_on_input, repository, two_seats)
