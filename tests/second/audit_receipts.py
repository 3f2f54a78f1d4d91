"""Receipts, as RECEIPTS of adit(5) defines them: an honest host's, and damaged ones, as `adit read` and this see
them.

	python3 audit_receipts.py ADIT FOLDER RULES

plays the begin of a game in FOLDER. Prints a line for each comparison; the status is 1 if one differs."""

import json
import os
import re
import subprocess
import sys

import audit_play
from audit_forge import secret_key, wrapped
from audit_seal import Wrong, hashed, identity_opens, key_of, sign, signed, unb32, unb64, unbech32
from audit_text import Digest, armored, need, split_field

BOX = 2560
WHY = ("code", "why", "hint")


def reasons(lines):
    """The lines code, why and hint of a refused order."""
    names = [split_field(line)[0] for line in lines]
    need(names in (list(WHY[:2]), list(WHY)), "code, why and hint are not as they should be")


def receipt(raw, first, names, secret=None):
    """Check a receipt against digest 0; secret: of the seat, which opens what is sealed."""
    text = raw.decode()
    need(text.startswith("adit-receipt v1\n") and "\nsig:\n" in text, "not a receipt")
    end = text.index("\nsig:\n") + 1
    lines = text[:end].split("\n")[1:-1]
    fields = [split_field(line) for line in lines[:5]]
    need([name for name, _ in fields] == ["game", "seat", "order", "result", "time"], "other fields")
    game, seat, order, result, time = (value for _, value in fields)
    need(game == first.header["game"] and seat in names, "of another game or seat")
    need(re.fullmatch(r"refused|repeated (0|[1-9]\d*)", result), "no result: " + result)
    need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", time), "no time: " + time)
    unb32(order, 32)
    need(signed(key_of(first.host["host-sign"]), unb64(text[end + 5:].replace("\n", ""), 138),
                "adit-receipt v1 %s/%s" % (game, seat), text[:end]), "not signed by the host")
    rest = lines[5:]
    if rest[:1] != ["-----BEGIN AGE ENCRYPTED FILE-----"]:
        if result == "refused":
            reasons(rest)
        else:
            need(not rest, "a reason of a repeated order")
        return
    sealed = armored(rest)
    if not secret:
        return
    plain = identity_opens(secret, sealed)
    need(len(plain) == BOX, "another length")
    head, _, order_text = plain.decode().rstrip("\n").partition("\ntext:\n")
    head = head.split("\n")
    need(head[0] == "adit-receipt-box v1" and
         head[1] == "order: " + hashed("adit/order", order_text + "\n"), "the hash is not that of the order")
    if result == "refused":
        reasons(head[2:])
    else:
        need(len(head) == 2, "a reason of a repeated order")


def made(table, who, *options):
    """A receipt of the host for an order that is refused."""
    order = table.run("sign", "-k", who, "-d", table.newest(), "--no-record", "--force", "--turn", "77", *options,
                      "discard rockfall")
    out = table.run("apply", "--hold", "--json", table.database, given=order)
    return json.loads(out.decode().split("\n")[0])["receipt"].encode()


def changes(raw, number, secret):
    """Damaged receipts by what is wrong, and some that the host could have made: raw changed, signed again."""
    text = raw.decode()
    end = text.index("\nsig:\n") + 1
    seat = re.search("^seat: (.*)$", text, re.M)[1]

    def again(pattern, new, comment=None):
        changed = re.sub(pattern, new, text[:end], count=1, flags=re.M | re.S)
        game = re.search("^game: (.*)$", changed, re.M)[1]
        with_sig = sign(number, secret, comment or "adit-receipt v1 %s/%s" % (game, seat), changed)
        return (changed + "sig:\n" + wrapped(with_sig, 60)).encode()
    yield "signed again", again("$^", ""), True
    yield "a later time", text.replace("time: 2", "time: 3").encode(), False
    yield "another result", text.replace("result: refused", "result: repeated 1").encode(), False
    yield "the end is missing", raw[:len(raw) * 2 // 3], False
    yield "another comment", again("$^", "", "adit-receipt v1 else/" + seat), False
    yield "another game", again("^game: .*?$", "game: zzzzzzzz"), False
    yield "no seat of the table", again("^seat: .*?$", "seat: nobody"), False
    yield "no result", again("^result: .*?$", "result: perhaps"), False
    yield "no hash", again("^order: .*?$", "order: 77"), False
    yield "no time", again("^time: .*?$", "time: now"), False
    if "code: " in text:
        yield "without a code", again("^code: .*?\n", ""), False
        yield "the reason of a repeated order", again("^result: .*?$", "result: repeated 1"), False
        yield "a repeated order", again("^result: .*", "result: repeated 1\ntime: 2026-01-21T18:41:00Z\n"), True


def main():
    adit, folder, rules = sys.argv[1:]
    table = audit_play.Table(adit, folder, rules, audit_play.FEWEST[rules], joint=False)
    table.play(2)
    with open(os.path.join(table.turns, "000000.txt"), "rb") as file:
        first = Digest(file.read())
    number, secret = secret_key(os.path.join(folder, "home", "host.key"))
    wrong = 0

    def compare(what, raw, good, key=None):
        path = os.path.join(folder, "receipt")
        with open(path, "wb") as file:
            file.write(raw)
        theirs = subprocess.run([adit, "read", "--public", "--json", table.newest(), path], check=False,
                                capture_output=True, env=dict(table.environment, ADIT_HOME=folder + "/nobody"))
        try:
            receipt(raw, first, table.seats, key)
            ours = True
        except (Wrong, ValueError, KeyError, IndexError, StopIteration) as error:
            ours, what = False, "%s (%s)" % (what, error)
        same = ours == good == (theirs.returncode == 0 and theirs.stdout.startswith(b'{"receipt":'))
        print("%s %s: %s" % ("same" if same else "DIFFERENT", what, "good" if good else "refused"))
        if not same:
            print(theirs.returncode, theirs.stderr.decode(), theirs.stdout.decode()[:300], raw.decode())
        return not same
    for who in table.seats:
        with open(os.path.join(folder, "home", who + ".age"), encoding="utf-8") as file:
            key = unbech32("age-secret-key-", file.read().split("\n")[1].lower())
        for options in ((), ("--clear",)):
            raw = made(table, who, *options)
            wrong += compare("%s %s" % (who, " ".join(options)), raw, True, key)
            for what, bad, good in changes(raw, number, secret) if who == table.seats[0] else ():
                wrong += compare(what, bad, good)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
