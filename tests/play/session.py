"""Sessions at a terminal: whole games, and all that is typed, comes and goes wrong in between."""

import os
import re
import shutil
import signal
import subprocess

import pty
from pty import has, ok, same
from table import ADIT, Table, adit


def whole_game(rules, seats, *options):
    """Each seat its own session and home; the host takes what they write."""
    table = Table(rules, seats, *options, where="whole-" + rules)
    sessions = {name: table.play(name, "--out", "order-" + name).ready() for name in seats}
    turns = 0
    try:
        while table.mover() and turns < 400:
            name = table.mover()
            t = sessions[name]
            line = table.read(name, "--suggest").strip()
            t.ask("")  # what has come since is in the record
            t.order(line)
            table.apply("order-" + name)
            table.read(name)
            turns += 1
        for name in seats:
            table.read(name)
            has("%s: %s sees the end" % (rules, name), sessions[name].ask(""), "The game is over")
            sessions[name].leave()
    finally:
        for t in sessions.values():
            t.close()
    ok("%s: a whole game of %d turns" % (rules, turns), turns > 5 and not table.mover())
    adit("audit", table.path("turns"), home=table.home(seats[0]))


def games():
    whole_game("duel", ["anna", "bob"], "--option=rounds=1")
    whole_game("saboteur", ["anna", "bob", "carl"], "--option=rounds=1")


def heights():
    """On a low terminal whose turn it is comes last, with the commands for what is left out."""
    table = Table("duel", ["anna", "bob"], "--option=first=anna", "--option=rounds=1", where="heights")
    for rows, times in (24, 2), (200, 1):
        with table.play("anna", rows=rows).ready() as t:
            same("%d rows: whose turn it is" % rows, t.all().count("It is your turn, anna"), times)
            below = t.all().split("You are: anna")[1]
            same("%d rows: what is left out" % rows, "It is your turn, anna.  To see the rest: " in below, rows == 24)
            same("%d rows: ... is on a high terminal" % rows, "Orders you can give" in below, rows == 200)
            shown = t.ask("show")
            same("%d rows: ... again" % rows, shown.count("It is your turn, anna"), times)
    for name in "anna", "bob":
        with table.play(name, "--out", "order-" + name).ready() as t:
            t.order("resign")
            t.leave()
        table.apply("order-" + name)
    with table.play("anna", rows=24).ready() as t:
        below = t.all().split("Board")[-1]
        has("24 rows: who has won", below, "The game is over, won by you and bob.")


def commands():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="commands")
    moves = table.moves("anna")
    with table.play("anna").ready() as t:
        has("the table is shown", t.all(), "It is your turn, anna")
        has("moves lists them", t.ask("moves"), moves[0])
        hand = t.ask("hand")
        ok("hand shows cards, of tunnels or of others", "░" in hand or "│" in hand, hand)
        has("cards counts", t.ask("cards"), "break-lamp")
        has("board draws", t.ask("board"), "━━S")
        has("board of a digest", t.ask("board 0"), "━━S")
        has("board of none", t.ask("board 7"), "digest 7 is not in the record")
        has("board of nonsense", t.ask("board x"), "board takes the number")
        has("log tells", t.ask("log"), "round 1 begins")
        has("show", t.ask("show"), "You are: anna")
        has("legend explains symbols", t.ask("legend"), "goal face down")
        has("roles has the seats", t.ask("roles"), "deck ")
        has("roles has what one knows of roles", t.ask("roles"), "Roles")
        has("rules of the game", t.ask("rules"), "2.H What is secret")
        has("... about a card", t.ask("rules map"), "2.D.16  Map: look at a goal that is face down.")
        has("... about a kind of card", t.ask("rules break"), "2.D.13  Break a tool:")
        has("... about a path card", t.ask("rules nesw"), "2.C.11  An unbroken tunnel")
        has("... by its number", t.ask("rules SAB 2.C.11"), "2.C.11  An unbroken tunnel")
        has("... about nothing", t.ask("rules theft"), "rules takes a card of this game")
        has("help", t.ask("?"), "next ORDER")
        has("place typed wrong", t.ask("plaec 1,0"), 'did you mean "place"')
        has("a command typed wrong", t.ask("hadn"), "did you mean hand")
        has("... with words behind it", t.ask("sya hello"), "did you mean say")
        has("... two words for one", t.ask("break pickaxe bob"), 'did you mean "break-pickaxe"')
        has("... of another program", t.ask("exit"), "did you mean quit")
        has("a seat typed wrong", t.ask("vote skip bobb yes"), 'did you mean "bob"')
        has("a vote on nothing", t.ask("vote"), "vote skip bob yes")
        has("cancel of something", t.ask("cancel map"), "cancel is alone")
        has("more than a command takes", t.ask("hand 3"), "hand takes no argument")
        has("say without a text", t.ask("say"), "that is missing")
        has("an order that is not possible", t.ask("place n+s+w at 7,7"), "place n+s+w at 7,7")
        has("undo of nothing", t.ask("undo"), "nothing to undo")
        has("again of nothing", t.ask("again"), "nothing to send")
        has("no news", t.ask(""), "No news")
        has("no is no", t.order(moves[0], "n"), "Nothing is signed")
        same("... and nothing was kept", table.orders("anna"), {})
        has("an every order", t.order("every discard map until 2099-01-01"), "Send this to the host")
        has("until nonsense", t.ask("every discard map until never"), "\nuntil takes a day")
        has("a say beside it has the next number", t.order("say hello"), "Send this to the host")
        has("alternatives", t.order(moves[0] + " | " + moves[-1]), "BEGIN AGE")
        has("... for this turn is the only one", t.ask(moves[1]), "is on its way")
        t.leave()
    with table.play("anna").ready() as t:
        has("what is on its way is told", t.all(), "is on its way")
        t.keys("^D")
        same("the end of input ends it", t.status(), 0)
    with table.play("anna", env={"ADIT_LANG": "uk"}).ready() as t:
        has("rules in the language of the player", t.ask("rules map"), "2.D.16  Карта скарбів: подивіться")
        has("... of the whole game", t.ask("rules"), "2.H Що таємне")
        has("words that are cut within a letter", t.ask("rules x" + 30 * "ж"), '"x' + 19 * "ж" + '?"')
        t.leave()


def narrow():
    """Words are not cut at the edge of the terminal, unless they are longer."""
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="narrow")
    move = table.moves("anna")[0]
    with table.play("anna", "--out", "order", columns=80, rows=24).ready() as t:
        said = t.ask("help") + t.ask("vote end maybe")
        ok("no word of the help is cut", "cannot be\nplayed." in said and "still\n" + 28 * " " + "to come" in said, said)
        has("... nor of what is wrong", said, "replace\nNAME, extend 2d")
        asked = t.order(move, "n")
        ok("... nor of a question", re.search(r"send\s+it\s+to\s+/", asked), asked)
        t.resize(20, 24)
        t.send("?\r")  # the prompt may be drawn again in between
        narrow_help = "\n  hand\n    your cards\n"
        t.wait_for(lambda: narrow_help in t.all(), "no narrow help").ready()
        has("of a narrow help neither", t.all(), narrow_help)
        hand = t.ask("hand")
        ok("a hand that is too wide is told in words", not re.search("[░│╭]", hand), hand)
        t.leave()


def wide(t, since, columns, which):
    """The lines that are wider, of those that which matches."""
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", t.raw[since:].decode()).splitlines()
    return [line for line in lines if len(line) > columns and re.search(which, line)]


def drawings_fit():
    """In a terminal in which there is room for a board nothing that is drawn is cut by its edge."""
    for rules, seats in (("duel", ["anna", "bob"]), ("saboteur2", ["anna", "bob", "carl"]),
                         ("dark-cave", ["anna", "bob"])):
        table = Table(rules, seats, "--option=first=anna", where="fit-" + rules)
        with table.play("anna").ready() as t:
            for columns in (40, 60):
                t.resize(columns, 80)
                before = len(t.raw)
                t.ask("hand")
                same("%s: a hand in %d columns" % (rules, columns), wide(t, before, columns, ""), [])
            t.leave()
        with table.play("anna", start="", columns=48, rows=80).ready() as t:
            same("%s: a table in 48" % rules, wide(t, 0, 48, "[╔═║░━┃╭│╰∙?]|start of"), [])
            t.leave()


def before_the_deal():
    """What there is to say before cards are dealt, and to do: the whole deal in two sessions."""
    table = Table("duel", ["anna", "bob"], where="open", trusted=False)
    with table.play("anna", "--out", "order").ready() as t:
        has("there is no board yet", t.ask("board"), "Nothing was dealt yet")
        has("... no orders either, and how there will be", t.ask("say hello"), "`join` takes a seat")
        has("confirm comes later", t.ask("confirm"), "anna has not joined")
        has("a seat that is none", t.ask("join eve"), "eve")
        has("join is asked", t.order("join", "n"), "Nothing is signed")
        same("... and a no is no", table.orders("anna"), {})
        has("join leaves", t.order("join"), "It is on its way to")
        table.apply("order")
        t.leave()
    for name in ("bob", "anna", "bob"):
        with table.play(name, "--out", "order-" + name, start=table.path("turns")) as t:
            t.prompt = table.game
            verb = "join" if "is expected" in t.ready().all() else "confirm"
            has("%s: %s leaves" % (name, verb), t.order(verb), "It is on its way to")
            table.apply("order-" + name)
            t.leave()
    ok("the cards are dealt", table.mover() is not None, open(table.newest()).read())
    with table.play("anna") as t:
        t.prompt = table.game
        has("who joined so plays", t.ready().all(), "You are: anna")
        ok("... and is asked for nothing that belongs to the deal", t.questions() == 0, t.all())
        t.leave()


def completed():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="completed")
    move = table.moves("anna")[0]
    with table.play("anna").ready() as t:
        for typed, line in [("vote sk\tb\ty\t", "vote skip bob yes"), ("vote e\tn\t", "vote end no"),
                            ("vote rep\tc\tn\t", "vote replace carl no"), ("every disc\t", "every discard"),
                            ("next disc\t", "next discard"), (move + " | disc\t", move + " | discard"),
                            ("lea\t", "leave"), ("un\t", "undo")]:
            t.send(typed).wait_for(lambda: t.all().replace("\n", "").rstrip().endswith("anna> " + line),
                                   "%r is not completed to %r" % (typed, line))
            ok("TAB: " + line, True)
            t.keys("^C").ready()
        t.question("next " + move).send("n\r").ready()
        has("an order for the next turn, during one's turn", t.all(), "It is your turn: an order for your next turn is played at once")
        t.leave()


def pasted():
    """Lines that come at once are orders and questions, never answers."""
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="pasted")
    move = table.moves("anna")[0]
    with table.play("anna").ready() as t:
        t.question(move + "\ry\ry\rquit").send("n\r").ready()
        same("a paste signs nothing", table.orders("anna"), {})
        t.paste("say \x1b[2J\nquit\n")
        t.wait("say [2J quit")
        t.question("").send("n\r").ready()
        has("what is pasted is one line", t.all(), 'Sign "say [2J quit"')
        t.leave()


def looks_on():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="looks-on")
    move = table.moves("anna")[0]
    adit("keygen", "--no-passphrase", "dora", home=table.home("anna"))
    with table.play("dora", env={"ADIT_HOME": table.home("anna")}) as t:
        t.prompt = table.game + " (looking on)>"
        t.ready()
        has("a key without a seat looks on", t.ask(move), "You are a watcher")
        has("... and has no hand", t.ask("hand"), "You are a watcher")
        t.leave()
    other = table.path("home-empty")
    os.mkdir(other)
    t = pty.Terminal([ADIT, "play", "--lines", table.newest()], env={"ADIT_HOME": other})
    with t:
        t.wait("(looking on)>")
        t.send("quit\r")
        same("who has no key looks on, too", t.status(), 0)
    has("no terminal", fails("play", "-kanna", table.newest(), home=table.home("anna"), status=2),
        'no terminal; "adit read" shows the table without one')


def fails(*words, home, status, data=b""):
    """What it complains of, without any terminal."""
    done = subprocess.run([ADIT, *words], input=data, capture_output=True, check=False,
                          start_new_session=True, env=dict(os.environ, ADIT_HOME=home))
    same("status of adit %s" % words[0], done.returncode, status)
    return done.stderr.decode()


def several():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="several")
    other = Table("duel", ["dora", "emil"], where="several-2")
    table.read("anna")
    adit("read", "--public", other.newest(), home=table.home("anna"))
    with table.play("anna", start="", cwd="/") as t:
        t.wait("which game?")
        lines = t.all()
        has("games are listed with whose turn it is", lines, "to move: anna")
        number = re.search(r"^(\d)  game %s" % table.game, lines, re.M).group(1)
        t.send(number + "\r").ready()
        has("one is chosen by its number", t.all(), "It is your turn, anna")
        t.leave()
    with table.play("anna", start="", cwd="/") as t:
        t.wait("which game?").send("3\r")
        t.wait_for(lambda: t.all().count("which game?") == 2, "no second question")
        t.send(number + "\r").ready()
        has("a number that is none is asked again", t.all(), "It is your turn, anna")
        t.leave()
    with table.play("anna", start="", cwd="/") as t:
        for i in 1, 2, 3:
            t.wait_for(lambda: t.all().count("which game?") == i, "no question %d" % i)
            t.send("x\r")
        same("... three times", t.status(), 2)
    with table.play("anna", start=table.game) as t:
        has("or by its name", t.ready().all(), "It is your turn, anna")
        t.leave()


def killed():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="killed")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        with table.play("anna").ready() as t:
            t.send("say half")
            t.wait("> say half").kill(number)
            same("who is ended by signal %d dies of it" % number, t.status(), -number)
            ok("... and the terminal is as before", t.is_as_before())
    with table.play("anna").ready() as t:
        t.question(table.moves("anna")[0]).kill(signal.SIGTERM)
        same("... also at a question", t.status(), -signal.SIGTERM)
        ok("... and there", t.is_as_before())
        same("... and nothing is signed", table.orders("anna"), {})


def twice():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="twice")
    with table.play("anna").ready() as t:
        with table.play("anna") as second:
            same("a second session ends", second.status(), 75)
            has("... and says why", second.all(), "another adit play has seat anna")
        with table.play("bob", "-g", table.game, start="", env={"ADIT_HOME": table.home("bob")}) as other:
            same("a game that was never read", other.status(), 5)
        t.kill(signal.SIGKILL)
        t.status()
    with table.play("anna").ready() as t:
        t.leave()
    ok("a session that was killed leaves no lock", True)


def read_only():
    """adit(1), play: where the record cannot be written, the table is shown and nothing is signed."""
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode != 0:
        pty.skip("a home that is read-only", "no unshare here")
        return
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="readonly")
    home = table.home("anna")
    program = table.path("read-only")
    with open(program, "w") as f:
        f.write('#!/bin/sh\nexec unshare -rm sh -c \'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && '
                'exec "$@"\' "%s" "%s" "$@"\n' % (home, ADIT))
    os.chmod(program, 0o755)
    for name in "no record yet", "a record":
        with table.play("anna", program=program) as t:
            t.wait("(looking on)>", above=True)
            said = " ".join(t.all().split())
            has(name + ": the table is shown", said, "It is your turn, anna")
            has("... and why nothing is signed", said, "Nothing can be signed, since the record cannot be written")
            has("... with the cause", said, "Read-only file system")
            ok("... and no other", "No such file" not in said, said)
            t.send(table.moves("anna")[0] + "\r")
            t.wait("Nothing is signed:", above=True)
            t.send("quit\r")
            same("... quit", t.status(), 0)
        table.read("anna")


def orders_unread():
    """Where nobody can tell what was signed before, nothing else is signed."""
    if subprocess.run(["strace", "true"], capture_output=True, check=False).returncode != 0:
        pty.skip("orders that cannot be read", "no strace here")
        return
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="unread")
    first, second = table.moves("anna")[:2]
    with table.play("anna", "--out", "order").ready() as t:
        t.order(first)
        t.leave()
    signed = table.orders("anna")
    broken = table.path("broken")
    with open(broken, "w") as f:
        f.write('#!/bin/sh\nASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0; export ASAN_OPTIONS\nexec strace -o /dev/null -P "%s/orders" -e inject=openat:error=EIO "%s" "$@"\n'
                % (table.record("anna"), ADIT))
    os.chmod(broken, 0o755)
    with table.play("anna", "--out", "order", program=broken).ready() as t:
        for line in second, "again":
            has("orders that cannot be read: " + line.split()[0], t.ask(line), "cannot list folder")
        t.leave()
    same("... and nothing else is signed", table.orders("anna"), signed)


def while_typing():
    """A digest comes while an order is typed, and while the question stands."""
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=bob", where="typing")
    with table.play("anna", "--out", "order").ready() as t:
        with table.play("bob", "--out", "order-bob").ready() as bob:
            t.question("say wait").send("")
            bob.order(table.moves("bob")[0])
            table.apply("order-bob")
            table.read("anna")
            t.send("y\r")
            same("nothing is signed on the old table", table.orders("anna"), {})
            t.wait_for(lambda: t.questions() == 2, "it is not asked again")
            t.send("y\r").ready()
            bob.leave()
        same("... then it is", list(table.orders("anna").values()), ["sent"])
        head = [name for name in os.listdir(table.record("anna") + "/orders") if name.endswith(".txt")]
        has("... on the new one", head[0], "000001-anna-")
        t.leave()


def passphrase():
    table = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="passphrase")
    home = table.home("anna")
    adit("keygen", "--no-passphrase", "spare", home=home)
    word = table.path("word")
    with open(word, "w") as f:
        f.write("correct horse\n")
    for file in os.listdir(home):
        if file.startswith("locked."):
            os.remove(os.path.join(home, file))
    with open(word) as f:
        subprocess.run([ADIT, "keygen", "--work=10", "--passphrase-fd", "0", "locked"], stdin=f, check=True,
                       capture_output=True, env=dict(os.environ, ADIT_HOME=home))
    table2 = Table("saboteur", ["anna", "bob", "carl"], "--option=first=anna", where="locked")
    for suffix in (".pub", ".key", ".age"):
        os.remove(table2.home("anna") + "/anna" + suffix)
        shutil.copy(home + "/locked" + suffix, table2.home("anna") + "/anna" + suffix)
    with table2.play("anna") as t:
        for n, word in enumerate(("wrong", "also wrong", "no")):
            t.wait_for(lambda: t.all().count("passphrase of anna") > n, "it is not asked for again")
            t.send(word + "\r")
        same("three wrong passphrases", t.status(), 1)
        ok("none of them is shown", "also wrong" not in t.all())


pty.run(heights, commands, narrow, drawings_fit, before_the_deal, completed, pasted, looks_on, several, killed, twice, read_only, orders_unread, while_typing, passphrase, games)
