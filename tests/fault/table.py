"""Tables on which faults.py and cuts.py try the verbs of adit: what is there before, what is run, and
what must be the same in the end whatever went wrong on the way."""
import email
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

NOW = 1795283534
PROGRAMS = "adit,adit-letter"  # whose calls fail


def at(hours):
    """Returns a time as --now takes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(NOW + int(hours * 3600)))


def begin(root):
    """Returns the folder for a group of verbs; what else is below `root` stays."""
    root = os.path.abspath(root)
    os.makedirs(root, exist_ok=True)
    for name in "base", "work", "out":
        shutil.rmtree(root + "/" + name, ignore_errors=True)
    return Folder(root)


def chance(verb):
    return random.Random("%s %s" % (os.environ.get("FAULTS_SEED", "1"), verb.name))


def chosen(folder, make_them):
    """Returns the verbs to be tried. make_them makes the tables and returns all verbs."""
    only = os.environ.get("FAULTS_VERBS", "")
    every = make_them(folder)
    if not os.path.exists(os.environ["ADIT_LETTER"]):  # configured without mail
        every = [v for v in every if v.args[0] != "mail" and v.stdin is None]
    return [v for v in every if not only or v.name in only.split(",")]


class Folder:
    """The folder in which a verb runs; its home is in it. `base` is never changed."""

    def __init__(self, root):
        self.root = root
        self.base = root + "/base"
        self.work = root + "/work"
        self.where = self.base
        self.env = {"HOME": "home", "TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"],
                    "ADIT_LETTER": os.environ["ADIT_LETTER"], "ASAN_OPTIONS": "detect_leaks=0",
                    "ADIT_SENDMAIL": "./post", "PYTHONDONTWRITEBYTECODE": "1"}
        os.makedirs(self.base)

    def fresh(self):
        """Makes the working folder what it was before the verb."""
        self.where = self.work
        for name in self.work, self.root + "/out":
            shutil.rmtree(name, ignore_errors=True)
        os.mkdir(self.root + "/out")
        shutil.copytree(self.base, self.work, symlinks=True)

    def run(self, args, stdin=None, tracer=(), at="", seconds=120):
        """Runs adit, or git-adit if that is the first of args, in the folder `at`."""
        where = self.where
        env = dict(self.env, ADIT_HOME=where + "/home", HOME=where + "/home")
        program = os.environ["ADIT"]
        if args[0] == "git-adit":
            program, args = os.environ["GIT_ADIT"], args[1:]
        if args[0] == "play":  # at a terminal
            seconds = 600
            tracer = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "typed.py"), *tracer]
        if where == self.base:  # the same keys and deals at each run
            env.update((k, v) for k, v in os.environ.items()
                       if k in ("LD_PRELOAD", "ADIT_TEST_CHANCE", "ADIT_TEST_SEED"))
        with open(where + "/" + stdin if stdin else os.devnull, "rb") as f:
            return subprocess.run([*tracer, program, *args], stdin=f, cwd=where + "/" + at, env=env,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)

    def again(self, verb, got, done=0):
        """Runs a verb again, where that is to be done, and what settles it. got: of the first run, None: it was
        interrupted; then `done` runs had ended before. Returns what is wrong."""
        wrong = []
        if not verb.is_left or got is None or got.returncode != 0 or b": warning: " in got.stderr:
            for args, stdin in verb.steps()[done:]:
                again = self.run(args, stdin=stdin, at=verb.at)
                left = self.run(["status", "new.db"]) if again.returncode == 73 else again
                if b"an empty file" in left.stderr and b"remove it" in left.stderr:
                    os.unlink(self.where + "/new.db")
                    again = self.run(args, stdin=stdin, at=verb.at)
                if again.returncode not in (0, verb.status_again):
                    wrong.append("again: %d %s" % (again.returncode, again.stderr.decode().strip()))
        for args in verb.settle:
            got = self.run(args)
            if got.returncode != 0:
                wrong.append("%s: %d %s" % (args[0], got.returncode, got.stderr.decode().strip()))
        return wrong

    def must(self, *args, at=""):
        """Runs adit, which must succeed, and returns its output."""
        got = self.run(args, at=at)
        if got.returncode != 0:
            raise RuntimeError("%s: %d %s" % (args, got.returncode, got.stderr.decode()))
        return got.stdout

    def put(self, name, data):
        path = self.where + "/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data)

    def files(self):
        """Returns the names of all files below, without what differs from run to run."""
        found = []
        for folder, _, names in os.walk(self.where):
            for name in names:
                name = os.path.relpath(os.path.join(folder, name), self.where)
                # Mails are looked at elsewhere; .adit-index is a cache, .post the lock of a run that sends, and
                # slow-mails counts tries.
                if name.startswith("sent/") or re.search(r"\.adit-index|\.db\.post$|/slow-mails$", name):
                    continue
                found.append(re.sub(r"[a-z2-7]{52}", "HASH", name))
        return sorted(found)

    def read(self, name):
        try:
            with open(self.where + "/" + name, "rb") as f:
                return f.read()
        except OSError:
            return b""


def tables(folder):
    """The tables of a host, at which anna has moved, carl has queued an order and bob's is waiting; and hill,
    for which the players still have to join."""
    f = folder
    seats = ["--seat", "anna", "--seat", "bob", "--seat", "carl"]
    for name in "host", "anna", "bob", "carl":
        f.must("keygen", "--no-passphrase", name)
    os.mkdir(f.base + "/tables")
    os.mkdir(f.base + "/in")
    mail = ["--mail-from", "cave@example.org"]
    for name in "anna", "bob", "carl":
        mail += ["--mail", "%s=%s@example.org" % (name, name)]
    f.must("new", "tables/cave.db", "--id", "cave", "-k", "host", "--rules", "saboteur", *seats, "--trusted-host",
           "--option", "first=anna", "--now", at(0), "--limit", "4d", "--grace", "12h", "--late", "discard", *mail,
           "--out", ".")
    f.must("new", "tables/hill.db", "--id", "hill", "-k", "host", "--rules", "saboteur", *seats, "--now", at(0),
           "--out", "hill")
    f.must("mail", "--flush", "tables", "--maildir", "sent", "--now", at(0))
    shutil.rmtree(f.base + "/sent")
    deal(f, seats)
    order(f, "anna", "order.anna")
    shutil.copytree(f.base + "/home/games", f.base + "/games")
    f.must("apply", "tables/cave.db", "order.anna", "--now", at(1), "--out", ".")
    f.must("mail", "--flush", "tables", "--maildir", "sent", "--now", at(1))
    shutil.rmtree(f.base + "/sent")
    card = re.search(rb'"name":"carl","hand":\["([^"]*)', f.must("read", ".", "-k", "carl", "--json")).group(1).decode()
    f.put("order.carl", f.must("sign", "-k", "carl", "-d", ".", "--turn", "next", "discard", card))
    order(f, "bob", "order.bob")
    f.put("words", best(f, "bob").encode())
    head = "From: %s@example.org\nTo: cave@example.org\nMessage-ID: <%s1@example.org>\n\n"
    for name in "bob", "carl":
        f.put("in/%s.mail" % name, (head % (name, name)).encode() + f.read("order." + name))
    # Nobody has recorded digest 1 yet.
    shutil.rmtree(f.base + "/home/games")
    os.rename(f.base + "/games", f.base + "/home/games")
    f.put("post", b'#!/bin/sh\ncat > "../out/order.$$"\n')
    os.chmod(f.base + "/post", 0o755)
    f.put("sendmail", b'#!/bin/sh\ncat > "../out/$5.$$"\n')
    os.chmod(f.base + "/sendmail", 0o755)
    return verbs(f.read("words").decode())


def deal(f, seats):
    """The table dale, at which all have joined, and carl's confirmation is the last that is missing."""
    f.must("new", "tables/dale.db", "--id", "dale", "-k", "host", "--rules", "saboteur", *seats, "--now", at(0),
           "--out", "dale")
    for verb, names in ("join", ("anna", "bob", "carl")), ("confirm", ("anna", "bob")):
        for name in names:
            f.put("answer", f.must(verb, "-k", name, "-d", "dale", "--no-record"))
            f.must("apply", "tables/dale.db", "answer", "--now", at(0), "--out", "dale")
    f.put("order.deal", f.must("confirm", "-k", "carl", "-d", "dale", "--no-record"))


def best(f, seat):
    moves = f.must("read", ".", "-k", seat, "--moves").decode().split("\n")
    return [m for m in moves if m and not m.startswith("discard")][0]


def order(f, seat, name):
    f.put(name, f.must("sign", "-k", seat, "-d", ".", best(f, seat)))


# ---- what must be the same -------------------------------------------------------------------------------


def look_table(game, folder):
    """The game, the digests that went out, and what is still to be sent."""
    return lambda f: table_of(f, game, folder)


def look_host(f):
    return table_of(f, "cave", ".")


def look_undone(f):
    """It is not done again, so that the digest went out may be noted only with the next one."""
    return {**look_host(f), "hosted": None}


def table_of(f, game, folder):
    db = "tables/%s.db" % game
    status = f.run(["status", db, "--json", "--now", at(300)])
    turns = {}
    for name in os.listdir(f.where + "/" + folder + "/turns"):
        turns[name] = f.read(folder + "/turns/" + name)
    note = hosted(f, game)
    game = f.run(["digest", db, "--all"])
    try:
        state = json.loads(status.stdout)
        state = {k: state.get(k) for k in ("n", "turn", "queued", "mail", "undelivered", "held")}
    except ValueError:
        state = status.stderr
    return {"game": (game.returncode, game.stdout), "status": (status.returncode, state), "turns": turns,
            "files": f.files(), "hosted": note}


def hosted(f, game="cave"):
    """The newest digest of which the home notes that it went out."""
    line = f.read("home/hosted/" + game).split(b"\n")
    return line[-2].split()[1] if len(line) > 2 and not line[-1] else line


def mails(f):
    """Returns [(address, Message-ID, numbers of digests, text)] of all that was sent."""
    found = []
    for folder in "../out", "sent":
        for where, _, names in os.walk(f.where + "/" + folder):
            for name in names if not where.endswith("/tmp") else ():
                with open(os.path.join(where, name), "rb") as one:
                    text = one.read()
                mail = email.message_from_bytes(text)
                n = set()
                for part in mail.walk():
                    joined = part.get_payload(decode=True) if part.get_filename() else b""
                    n.update(re.findall(rb"^adit-digest v[0-9]+$(?:\n[^\n]+)*?\nn: ([0-9]+)$", joined, re.M))
                found.append((mail["To"], mail["Message-ID"], tuple(sorted(n)), text))
    return found


def look_mail(f):
    """Also the mails: which digests came to whom. A mail can come twice only as it is."""
    seen = look_host(f)
    texts, got = {}, {}
    for to, name, digests, text in mails(f):
        if texts.setdefault(name, text) != text:
            got[to, name] = "two mails with one name"
        got.setdefault(to, set()).update(digests)
    seen["mails"] = got
    return seen


def look_any(f):
    """What holds of orders that are taken in any order: all are, and everybody has all digests."""
    seen = look_mail(f)
    n = seen["status"][1]["n"]
    turns = {name for name in seen["turns"] if ".foreign-" in name or int(name[:6]) > n}
    return {"turn": seen["status"][1]["turn"], "turns": turns, "files": bool(seen["files"]),
            "mails": {to: len(got) == n - 1 if isinstance(got, set) else got for to, got in seen["mails"].items()}}


def look_player(seat, game="cave"):
    """What a player's record knows."""
    def look(f):
        seen = {"files": f.files()}
        for name in seen["files"]:
            if name.startswith("home/games/") and "HASH" not in name:
                seen[name] = f.read(name)
        got = f.run(["read", "-k", seat, "-g", game, "--json", "--now", at(3)])
        seen["read"] = got.returncode
        seen["files"] = sorted(set(seen["files"]))
        if got.returncode == 0:
            page = json.loads(got.stdout)
            # Each time that an order is signed it is another one.
            seen["orders"] = sorted({(str(o["do"]), str(o["say"]), o["result"]) for o in page.pop("orders")})
            seen["page"] = page
        return seen
    return look


def posted(f):
    """Returns the orders that were sent as mails, each once; what a killed program has sent in part does not count."""
    found = set()
    for name in os.listdir(f.root + "/out"):
        with open(f.root + "/out/" + name, "rb") as mail:
            found.update(re.findall(rb"-----BEGIN AGE.*?-----END AGE", mail.read(), re.S))
    return found


def look_posted(f):
    """What bob's record knows, and how many orders he has sent."""
    return {**look_player("bob")(f), "posted": len(posted(f))}


def kept_posted(f, shown):
    """An order that was sent is in the record."""
    is_kept = any(re.search("games/cave/orders/000001-bob-.*[.]txt$", name) for name in f.files())
    return [] if is_kept or not posted(f) else ["an order that was sent is not in the record"]


def look_out(name):
    """A file that was made, and that nothing else is there."""
    def look(f):
        return {"files": f.files(), name: f.read(name)}
    return look


# ---- what was shown must not be lost -----------------------------------------------------------------------


def kept_host(f, shown):
    """A digest that was printed, written or mailed is in the game file."""
    told = re.findall(rb"turns/([0-9]{6})\.txt", shown) + re.findall(rb"(?m)^n: ([0-9]+)$", shown)
    told += [n for mail in mails(f) for n in mail[2]]
    newest = max(map(int, told), default=-1)
    got = f.run(["digest", "tables/cave.db"])
    n = re.search(rb"(?m)^n: ([0-9]+)$", got.stdout)
    return [] if n and int(n.group(1)) >= newest else ["digest %d is lost: %s" % (newest, got.stderr)]


def kept_page(f, shown):
    """A digest that was shown is in the record."""
    if b"Digest 1 of" not in shown:
        return []
    got = f.run(["read", "-k", "carl", "-g", "cave", "--json", "--now", at(3)])
    return [] if b'"n":1,' in got.stdout else ["the digest is not in the record: %s" % got.stderr]


def kept_order(seat, game):
    """An order that was printed is in the record."""
    def kept(f, shown):
        if b"-----END AGE" not in shown:
            return []
        got = f.run(["read", "-k", seat, "-g", game, "--json", "--now", at(3)])
        orders = json.loads(got.stdout)["orders"] if got.returncode == 0 else None
        if orders is None or not (orders or any("/orders/" in name for name in f.files())):
            return ["the order is not in the record: %s" % got.stderr]
        return []
    return kept


class Verb:
    """args: of adit. stdin: a file. settle: runs after the verb, once nothing fails any more. is_same: the
    verb prints the same each time. look: what must be the same in the end. kept: what must be there at once if it
    was shown. before: other runs before, where the power may fail, too. status_again: of one run more; is_left: there
    is none after a run without trouble. lines: how many an error may have, one for each input. at: the folder in
    which it runs. programs: whose calls fail. sample: how many faults are tried, since it takes long; 0: all. is_safe: files that no power cut
    changes."""

    def __init__(self, name, args, look, stdin=None, settle=(), is_same=True, is_left=False, status_again=0,
                 kept=None, before=(), lines=1, at="",
                 programs=PROGRAMS, sample=0, is_safe=lambda path: False):
        self.name, self.args, self.look, self.stdin = name, args, look, stdin
        self.settle, self.is_same, self.kept, self.before = settle, is_same, kept, before
        self.is_left, self.status_again, self.lines, self.at = is_left, status_again, lines, at
        self.programs, self.sample, self.is_safe = programs, sample, is_safe

    def steps(self):
        """What is run, in turn: (args, stdin)."""
        return [(args, None) for args in self.before] + [(self.args, self.stdin)]


def verbs(words):
    flush = (["mail", "--flush", "tables", "--sendmail", "./sendmail", "--now", at(300)],)
    apply = ["apply", "tables/cave.db", "order.bob", "--now", at(2), "--out", "."]
    out = (["digest", "tables/cave.db", "--undelivered", "--out", "."],)
    page = ["page", "--html", "-o", "page.html", "turns"]
    return [
        Verb("apply", apply, look_host, settle=out, kept=kept_host),
        Verb("apply-twice", ["apply", "tables/cave.db", "order.carl", "--now", at(3), "--out", "."], look_host,
             settle=out, kept=kept_host, before=[apply]),
        Verb("apply-two", ["apply", "tables/cave.db", "order.bob", "order.carl", "--now", at(2), "--out", "."], look_any,
             settle=out, kept=kept_host, lines=2),
        Verb("deal", ["apply", "tables/dale.db", "order.deal", "--now", at(2), "--out", "dale"],
             look_table("dale", "dale"), settle=(["digest", "tables/dale.db", "--undelivered", "--out", "dale"],)),
        Verb("undo", ["undo", "tables/cave.db", "--to", "0", "--reason", "wrong", "--now", at(2), "--out", "."],
             look_undone, settle=out, is_left=True, status_again=4),
        Verb("apply-print", ["apply", "tables/cave.db", "order.bob", "--now", at(2)], look_host, kept=kept_host),
        Verb("mail", ["mail", "tables", "-k", "host", "--sendmail", "./sendmail", "--now", at(2)], look_mail,
             stdin="in/bob.mail", settle=flush, is_left=True, kept=kept_host),
        Verb("mail-folder", ["mail", "tables/cave.db", "in/bob.mail", "in/carl.mail", "-k", "host", "--maildir", "sent",
                             "--now", at(2)], look_any, settle=flush, is_left=True, kept=kept_host),
        Verb("tick", ["tick", "tables", "--all-taken", "--now", at(200)], look_mail, settle=flush, kept=kept_host),
        Verb("tick-out", ["tick", "tables/cave.db", "--all-taken", "--now", at(200), "--out", "."], look_mail,
             settle=flush + out, kept=kept_host),
        Verb("rebuild", ["rebuild", "-k", "host", "new.db", "turns"], look_rebuilt, status_again=73),
        Verb("page", page, look_out("page.html"), settle=(page,)),
        Verb("read", ["read", "-k", "carl", ".", "--now", at(2)], look_player("carl"), kept=kept_page),
        Verb("read-mail", ["read", "-k", "carl", "-", "--now", at(2)], look_player("carl"), stdin="turns/000001.txt",
             kept=kept_page),
        Verb("sign", ["sign", "-k", "bob", "-d", ".", words, "--say", "Mine."], look_player("bob"), is_same=False,
             is_left=True, kept=kept_order("bob", "cave")),
        Verb("play", ["play", "--lines", "-k", "bob", "--send", "--to=cave@example.org", "turns/000001.txt"], look_posted,
             is_same=False, kept=kept_posted, sample=400),
        Verb("join", ["join", "-k", "anna", "-d", "hill"], look_player("anna", "hill"), is_same=False, is_left=True,
             kept=kept_order("anna", "hill")),
        Verb("confirm", ["confirm", "-k", "carl", "-d", "dale"], look_player("carl", "dale"), is_same=False,
             is_left=True, kept=kept_order("carl", "dale")),
    ]


def look_rebuilt(f):
    """The file that was made again, or that it can be made once what was left is moved away."""
    seen = {"files": f.files()}
    got = f.run(["digest", "new.db", "--all"])
    seen["game"] = (got.returncode, got.stdout)
    seen["hosted"] = hosted(f)
    return seen


def differs(want, got):
    """Says where two dictionaries differ, in short."""
    out = []
    for key in sorted(set(want) | set(got), key=str):
        a, b = want.get(key), got.get(key)
        if a == b:
            continue
        if isinstance(a, dict) and isinstance(b, dict):
            out.append("%s{%s}" % (key, differs(a, b)))
        elif isinstance(a, list) and isinstance(b, list):
            out.append("%s -%s +%s" % (key, [x for x in a if x not in b], [x for x in b if x not in a]))
        else:
            a, b = repr(a), repr(b)
            at = len(os.path.commonprefix([a, b]))
            out.append("%s: at %d %.100s, not %.100s" % (key, at, b[max(0, at - 20):], a[max(0, at - 20):]))
    return "; ".join(out)
