"""What others send to a session, and what fails on the way out of it."""

import errno
import os
import re
import shutil
import signal
import subprocess
import termios

import pty
from pty import has, ok, same, skip
from table import ADIT, Table, adit

LIAR = os.path.join(os.environ["TOP_BUILDDIR"], "tests/cli/adit-liar")


def script(table, name, text):
    with open(table.path(name), "w") as f:
        f.write("#!/bin/sh\n" + text + "\n")
    os.chmod(table.path(name), 0o755)
    return {"ADIT_SENDMAIL": table.path(name)}


def write(table, name, *pieces):
    with open(table.path(name), "wb") as f:
        for piece in pieces:
            f.write(piece if isinstance(piece, bytes) else open(piece, "rb").read() + b"\n")
    return table.path(name)


def broken_off():
    """A program that does not end: the player sees that, and ^C gives the prompt back."""
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="broken")
    moves = table.moves("anna")
    there, fifo = table.path("there"), table.path("fifo")
    os.mkfifo(fifo)
    env = script(table, "hangs", "cat > /dev/null; echo > '%s'; cat '%s'" % (there, fifo))
    with table.play("anna", "--send", "--to=cave@example.org", env=env).ready() as t:
        t.question(moves[0]).send("y\r")
        t.wait("Waiting for sendmail.  ^C interrupts it")
        ok("who waits for sendmail is told so", os.path.exists(there))
        t.keys("^Z").wait_stopped().resume()
        t.wait_for(lambda: not t.settings()[3] & termios.ICANON, "it does not wait again")
        t.send("meanwhile").resize(100, 30).keys("^C").ready()
        has("^C breaks it off", t.all(), "Whether it left is not known: sendmail: it was broken off")
        same("... what was typed meanwhile is dropped, and never was on the screen", t.all().count("meanwhile"), 0)
        same("... and the order is kept", list(table.orders("anna").values()), ["going"])
        try:
            os.close(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))
            ok("... nothing goes on behind it", False)
        except OSError as e:
            same("... nothing goes on behind it", e.errno, errno.ENXIO)
        os.unlink(there)
        t.question("again").send("y\r").wait_for(lambda: os.path.exists(there), "it does not go again")
        t.send("say half").wait_for(lambda: t.all().count("Waiting") == 2, "it does not last")
        with open(fifo, "w"):
            pass
        t.ready().wait("> say half")
        has("the same goes again, and ends", t.all(), "It is on its way by mail")
        ok("... and what was typed meanwhile is typed now", True)
        t.keys("^U").question("again").send("y\r").wait_for(lambda: t.all().count("Waiting") == 3, "it ends")
        t.kill(signal.SIGHUP)
        same("a signal ends it all", t.status(), -signal.SIGHUP)
        ok("... and the terminal is as it was", t.is_as_before(), t.settings())


def roads():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="roads")
    moves = table.moves("anna")
    send = ["--send", "--to=cave@example.org"]
    with table.play("anna", *send, env=script(table, "fails", "cat >/dev/null; echo no route >&2; exit 75")) as t:
        has("sendmail fails: it did not leave", t.ready().order(moves[0]), "It did not leave: sendmail: status 75")
        same("... and is ready", list(table.orders("anna").values()), ["ready"])
        has("... another one is not signed before", t.ask(moves[1]), "First comes")
        has("... undo forgets it", t.ask("undo"), "is forgotten")
        same("... and nothing is left of it", os.listdir(table.record("anna") + "/orders"), [])
        t.order(moves[0])
        t.leave()
    with table.play("anna", env=script(table, "dies", "cat >> box; kill -9 $$")) as t:
        t.wait_for(lambda: t.questions() == 1, "it is not offered")
        t.send("y\r").ready()
        has("sendmail is killed: nobody knows", t.all(), "Whether it left is not known: sendmail: signal 9")
        has("... and it cannot be undone", t.ask("undo"), "cannot be undone")
        has("... nor another one given", t.ask(moves[1]), "may have left")
        t.leave()
    with table.play("anna", env=script(table, "works", "cat >> box")) as t:
        t.wait_for(lambda: t.questions() == 1, "it is not offered again")
        t.send("y\r").ready()
        has("the same goes again", t.all(), "It is on its way by mail to cave@example.org")
        has("again is asked", t.order("again"), "It is on its way")
        t.leave()
    armor = re.findall("-----BEGIN.*?-----END[^\n]*\n", open(table.path("box")).read(), re.S)
    same("three mails, one order", (len(armor), len(set(armor))), (3, 1))
    names = re.findall("^Message-ID: (.*)$", open(table.path("box")).read(), re.M)
    same("... by one name", (len(names), len(set(names))), (3, 1))
    table.apply("box")
    os.mkdir(table.path(".git"))
    with table.play("anna", "--git", ".", start="") as t:
        has("git fails", t.ready().order("say hello"), "It did not leave: git adit send: status")
        t.ask("undo")
        t.leave()


def files():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="files")
    moves = table.moves("anna")
    write(table, "order", b"my diary\n")
    with table.play("anna", "--out", "order") as t:
        has("a file that is no order stays", t.ready().order(moves[0]), "contains something else")
        same("... as it was", open(table.path("order")).read(), "my diary\n")
        os.remove(table.path("order"))
        t.order("again")
        has("... then it goes", open(table.path("order")).read(), "BEGIN AGE")
        t.order("say hello")
        table.apply("order")
        t.leave()
    with table.play("anna", "--out", "nowhere/order") as t:
        same("no such folder", t.status(), 2)
    memory = table.record("anna") + "/play"
    has("it is remembered", open(memory).read(), "file " + table.path("order"))
    for damage in ("", "adit-play v1\nmail \n", "adit-play v1\nfile ../x\n", "adit-play v1\nmail a@b\nmail c@d\n",
                   "junk\n", "adit-play v1\nfile /x\x1b[2J\n", "adit-play v1\nmail -f@x\n"):
        with open(memory, "w") as f:
            f.write(damage)
        with table.play("anna", start="") as t:
            t.ready()
            has("remembered %r is not believed" % damage, t.all(), "is damaged, and not used")
            has("... orders are shown", t.all(), "Orders are shown here")
            t.leave()
        os.remove(memory)
    out = os.open(table.path("stdout"), os.O_WRONLY | os.O_CREAT)
    with table.play("anna", "--out", "-", start="", files={1: out}) as t:
        t.ready().order("say to standard output")
        t.leave()
    os.close(out)
    ok("standard output has the order alone", open(table.path("stdout")).read().startswith("-----BEGIN AGE"))


def strangers():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=bob", where="ours")
    other = Table("saboteur", ["anna", "bob", "carl"], where="theirs")
    table.read("anna")
    with table.play("bob", "--out", "order") as t:
        t.ready().order(table.moves("bob")[0])
        t.leave()
    table.apply("order")
    good = open(table.newest(), "rb").read()
    forged = good.replace(b"saboteur", b"saboteus", 3)
    mixed = write(table, "mixed", other.newest(), forged, b"\n", good, b"\nfor anna:\n")
    with table.play("anna", start=mixed) as t:
        t.ready()
        has("a stranger's digest is ignored", t.all(), "ignored: 1 of another game or host")
        has("a forged one, too", t.all(), "ignored: 1 that look like digests and are not signed")
        has("the good one counts", t.all(), "Digest 1 of")
        t.leave()
    view = re.search(b"for anna:\n(.*?END[^\n]*\n)", good, re.S).group(1)
    foreign = re.search(b"for bob:\n(.*?END[^\n]*\n)", good, re.S).group(1)
    swapped = write(table, "swapped", good.replace(view, foreign))
    with table.play("anna", start=swapped) as t:
        t.ready()
        ok("a view that somebody put there catches nobody", "cheats" not in t.all() and "caught" not in t.all())
        t.leave()
    with table.play("anna", start="") as t:
        has("... and the session goes on with its own", t.ready().ask("hand"), "╰")
        t.leave()


def mails():
    if not os.path.exists(os.environ.get("ADIT_LETTER", "")):
        skip("a mail on standard input", "no adit-letter here")
        return
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="mails")
    head = b"From: Cave <cave@example.org>\nDate: Sat, 21 Nov 2026 17:52:14 +0000\nSubject: x\n\n"
    mail = write(table, "mail", head, table.newest())
    move = table.moves("anna")[0]
    env = script(table, "works", "cat >> box; echo \"$@\" >> to")

    def piped(file, *words):
        return table.play("anna", *words, "-", start="", env=env, files={0: os.open(file, os.O_RDONLY)})

    with piped(mail) as t:
        t.wait("by mail to cave@example.org?")
        t.send("n\r").ready()
        has("an address that was not taken is not used", t.order(move), "Send this to the host")
        t.leave()
    shutil.rmtree(table.record("anna"))
    with piped(mail) as t:
        t.wait("by mail to cave@example.org?")
        t.send("y\r").ready()
        has("the terminal is /dev/tty", t.order(move), "It is on its way by mail to cave@example.org")
        t.leave()
    same("one address, behind --", open(table.path("to")).read(), "-i -- cave@example.org\n")
    evil = write(table, "evil", head.replace(b"cave@", b"evil@"), table.newest())
    with piped(evil) as t:
        t.ready()
        has("another sender leads no order away", t.all(), "This mail is from evil@example.org; orders go to cave@")
        t.order("again")
        t.leave()
    ok("... nor any", "evil" not in open(table.path("to")).read())
    junk = write(table, "junk", os.urandom(10 << 20))
    with piped(junk) as t:
        same("10 MiB of junk", t.status(), 65)
    text = write(table, "text", b"adit-digest v3\ngame: x\n" * (10 << 15))
    with piped(text) as t:
        same("... of what begins like digests", t.status(), 65)


def receipts():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="receipts")
    with table.play("anna", "--out", "order") as t:
        t.ready().order("say first")
        t.leave()
    write(table, "second", adit("sign", "-k", "anna", "-d", table.newest(), "--say", "second", "--seq", "1",
                                home=table.home("anna")))
    with table.play("anna", start="") as t:
        t.wait_for(lambda: t.questions() == 1, "what adit sign printed is not offered")
        t.send("n\r").ready()
        has("an order of adit sign is offered", t.all(), "was signed by adit sign")
        t.leave()
    table.apply("second")
    adit("apply", table.db, table.path("order"), "--hold", "--receipts", table.path("told"), home=table.home("host"),
         status=None)
    told = table.path("told/anna.txt")
    marks = sorted(table.orders("anna").values())
    same("before the receipt it is on its way", marks, ["", "sent"])
    forged = write(table, "forged", open(told, "rb").read().replace(b"time: 2026", b"time: 2025"))
    with table.play("anna", start=forged) as t:
        t.wait_for(lambda: t.questions() > 0 or t.prompts() > 0, "neither question nor prompt")
        t.send("n\r").ready()
        has("a forged receipt is ignored", t.all(), "ignored: a receipt")
        same("... and changes nothing", sorted(table.orders("anna").values()), ["", "sent"])
        t.leave()
    with table.play("anna", start=told) as t:
        t.wait_for(lambda: t.questions() > 0 or t.prompts() > 0, "neither question nor prompt")
        t.send("n\r").ready()
        has("a receipt is shown", t.all(), "the order of anna was refused")
        same("... and ends the order", sorted(table.orders("anna").values()), ["", "refused"])
        t.leave()


def damaged():
    """A mark that cannot be read may stand for anything; a session in a small terminal."""
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="damaged")
    moves = table.moves("anna")
    with table.play("anna", "--out", "order") as t:
        t.ready().order(moves[0])
        t.leave()
    orders = table.record("anna") + "/orders/"
    mark = [name for name in os.listdir(orders) if name.endswith(".mark")][0]
    with open(orders + mark, "w") as f:
        f.write("rea")
    with table.play("anna", start="", columns=20, rows=10) as t:
        t.wait_for(lambda: t.questions() == 1, "it is not offered")
        has("half a mark: it may have left", t.all().replace("\n", " "), "may have left")
        t.send("n\r").ready()
        has("... and cannot be undone", t.ask("undo").replace("\n", " "), "cannot be undone")
        t.resize(80, 24)
        t.ask("board")
        t.leave()


def liar():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="liar")
    discard = [line for line in table.moves("anna") if line.startswith("discard")][0]
    with table.play("bob", "--out", "order") as bob, table.play("anna", "--out", "order-anna") as anna:
        card = adit("read", table.newest(), "-k", "bob", "--json", home=table.home("bob")).decode()
        hand = re.search(r'"hand":\["([^"?]+)"', card).group(1)
        bob.ready().order("every discard " + hand)
        table.apply("order")
        table.read("anna")
        anna.ready().ask("")
        anna.order(discard)
        subprocess.run([LIAR, "apply", table.db, table.path("order-anna"), "--out", table.where], check=True,
                       capture_output=True, env=dict(os.environ, ADIT_HOME=table.home("host")))
        adit("read", table.path("turns"), "-k", "bob", home=table.home("bob"), status=None)
        bob.ask("")
        has("a host that lies is caught", bob.all(), "From now on nothing is signed")
        has("... and nothing is signed", bob.ask("say you lie"), "The host was caught")
        bob.send("quit\r")
        same("... and the status tells", bob.status(), 1)
        anna.leave()
    with table.play("bob", start="") as t:
        has("the next session knows it", t.ready().ask("say you lied"), "The host was caught")
        t.send("quit\r")
        t.status()


def histories():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="histories")
    moves = table.moves("anna")
    shutil.copy(table.db, table.path("other.db"))
    adit("read", table.newest(), "-k", "carl", home=table.home("carl"))
    for n, db in enumerate(("cave.db", "other.db")):
        order = adit("sign", "-k", "anna", "-d", table.path("turns/000000.txt"), *moves[n].split(),
                     home=table.home("anna"))
        shutil.rmtree(table.home("host") + "/hosted", ignore_errors=True)
        write(table, "order", order)
        out = adit("apply", table.path(db), table.path("order"), home=table.home("host"))
        write(table, "one-%d" % n, out)
    with table.play("carl", start=table.path("one-0")) as t:
        t.ready().leave()
    with table.play("carl", start=table.path("one-1")) as t:
        same("two histories", t.status(), 1)
        has("... are told", t.all().replace("\n", " "), "two different digests 1")
    with table.play("carl", start="") as t:
        has("... and the next session signs nothing", t.ready().ask("say both"), "The host was caught")
        t.leave(1)
    both = table.path("both")
    write(table, "both", b"".join(open(table.path("one-%d" % n), "rb").read() for n in (0, 1)))
    with table.play("bob", start=both) as t:
        same("two histories of a game that nobody knew", t.status(), 1)
    with table.play("bob", start=table.path("one-0")) as t:
        has("... and the next session, with one of them, signs nothing", t.ready().ask("say one"), "The host was caught")
        t.leave(1)
    for name in os.listdir(table.record("bob")):
        if name.startswith("caught"):
            os.rename(os.path.join(table.record("bob"), name), os.path.join(table.record("bob"), "caught-RWnobody"))
    with table.play("bob", start=table.path("one-0")) as t:
        has("... unless it is another host", t.ready().question("say one").send("n\r").ready().all(), "Nothing is signed.")
        t.leave()


pty.run(broken_off, roads, files, strangers, mails, receipts, damaged, liar, histories)
