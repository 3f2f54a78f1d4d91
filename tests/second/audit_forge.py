"""A host that lies: makes the digests of a finished game again with one thing changed, so that everything
else is true.  Hashes, orders, private views and signatures follow, as if all had been played so.

Only for tests: it has the secrets of the host and of all seats."""

import base64
import copy
import os
import re

from audit_seal import digest_of, hashed, host_opens, host_seals, recipient_of, secret_of, sign, u64, unb32
from audit_text import Digest, Order

LINE = 60


def secret_key(path):
    """Number and secret of a minisign secret key that is not encrypted."""
    with open(path, encoding="utf-8") as file:
        raw = base64.b64decode(file.read().split("\n")[1])
    return raw[54:62], raw[62:126]


def wrapped(raw, size, indent=""):
    text = base64.b64encode(raw).decode()
    return "".join("%s%s\n" % (indent, text[at:at + size]) for at in range(0, len(text), size))


class Forger:
    """Reads a game of audit_play.py; write() makes it again with the lies that were told."""

    def __init__(self, folder):
        self.folder, self.digests = os.path.join(folder, "turns"), []
        self.names = sorted(name for name in os.listdir(self.folder) if name.endswith(".txt"))
        for name in self.names:
            with open(os.path.join(self.folder, name), "rb") as file:
                self.digests.append(Digest(file.read()))
        home = os.path.join(folder, "home")
        self.secrets = {}
        for name in os.listdir(home):
            if name.endswith(".key"):
                number, secret = secret_key(os.path.join(home, name))
                self.secrets[number] = secret
        self.host_number = base64.b64decode(self.digests[0].host["host-sign"])[2:10]
        self.game = self.digests[0].header["game"]
        self.secret = unb32(next(digest.secret for digest in self.digests if digest.secret), 32)
        for seat in {name for digest in self.digests for name in digest.custody}:
            self.add_kept(seat)
        self.orders = {order.hash: order for digest in self.digests for _, order in digest.orders}
        self.lies, self.skip = {}, set()

    def add_kept(self, seat):
        """The keys that the host makes for a seat, PLAIN SEATS of adit(5)."""
        seed = digest_of("adit/custody", self.secrets[self.host_number][:32], self.game, seat, u64(1))
        number, secret = (digest_of("adit/derive", seed, letter) for letter in "is")
        self.secrets[number[:8]] = secret_of(secret)

    def fresh(self):
        """The same game without lies."""
        new = copy.copy(self)
        new.orders, new.lies, new.skip = dict(self.orders), {}, set()
        return new

    def lie(self, what, n, function):
        """Change a text of digest n.  what: "signed", the signed part; "view SEAT", the view above its
        signature; "order", the canonical text of the order that it accepts; "keep", what the host seals for
        itself."""
        self.lies[what, n] = function

    def told(self, what, n, text):
        return self.lies.get((what, n), lambda same: same)(text)

    def sign(self, number, comment, text):
        return sign(number, self.secrets[number], comment, text)

    def write(self, folder, last=None):
        """last: the number of the digest with which the game ends so far, or None."""
        os.makedirs(folder, exist_ok=True)
        self.hashes, self.zero = {}, "-"
        for name, digest in zip(self.names, self.digests[:None if last is None else last + 1]):
            text = self.remade(digest)
            if digest.n not in self.skip:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)

    def again(self, text):
        """A text with the names of digests and orders that are new."""
        return re.sub(r"\b[a-z2-7]{52}\b", lambda match: self.hashes.get(match[0], match[0]), text)

    def remade(self, digest):
        signed = self.head_of(digest)
        views = {seat: self.view(digest, seat) for seat in digest.views}
        for seat, raw in views.items():
            signed = signed.replace("view: %s\n  %s\n" % (seat, digest.view_hashes[seat]),
                                    "view: %s\n  %s\n" % (seat, hashed("adit/view", raw)))
        signed = self.told("signed", digest.n, signed)
        name = hashed("adit/digest", signed)
        self.hashes[digest.hash] = name
        comment = "adit-digest v3 %s/%d %s %s" % (self.game, digest.n, name, self.zero)
        text = signed + "sig:\n" + wrapped(self.sign(self.host_number, comment, signed), LINE)
        text += "head: %s\nzero: %s\n" % (name, self.zero)
        if digest.n == 0:
            self.zero = name
        for seat, raw in views.items():
            text += "\nfor %s:\n-----BEGIN AGE ENCRYPTED FILE-----\n%s-----END AGE ENCRYPTED FILE-----\n" % (
                seat, wrapped(raw, 64))
        return text

    def head_of(self, digest):
        """The signed part with the orders and the section keep made again."""
        order = self.orders.get(digest.header["order"])
        keep = host_opens(self.secret, self.game, digest.n, "", self.host_age(), digest.keep).decode()
        if order and order.hash not in self.hashes:
            new = self.order(digest.n, order)
            self.hashes[order.hash] = new.hash
            self.orders[order.hash] = new
            if order.text in keep:
                keep = "adit-keep v2\n%ssig: %s\n" % (new.text, new["sig"])
        signed = digest.signed
        for _, shown in digest.orders:
            signed = self.block(signed, shown)
        signed = self.again(signed)
        keep = self.told("keep", digest.n, keep)
        raw = host_seals(self.secret, self.game, digest.n, "", self.host_age(),
                         keep.encode().ljust(1483, b"\n"))
        return signed.replace(wrapped(digest.keep, 64, "  "), wrapped(raw, 64, "  "))

    def host_age(self):
        return recipient_of(self.digests[0].host["host-age"])

    def order(self, n, order):
        text = self.told("order", n, self.again(order.text))
        number = base64.b64decode(order["sig"])[2:10]
        values = [line.split(": ", 1) for line in text.split("\n")[1:-1]]
        get = dict(values).get
        comment = "adit-order v1 %s/%s/%s/%s" % (get("game"), get("turn"), get("seat"), get("seq"))
        sig = base64.b64encode(self.sign(number, comment, text)).decode()
        return Order([": ".join(value) for value in values] + ["sig: " + sig])

    def block(self, signed, shown):
        """The signed part with what is new in an order that it shows."""
        new = self.orders[shown.hash]
        parts = re.split(r"(?m)^(?=  order \d+\n)", signed)
        for at, part in enumerate(parts):
            if "  seat: %s\n" % shown["seat"] in part and "\n  nonce: %s\n" % shown["nonce"] in part:
                block, rest = part.split("  -----END ADIT ORDER-----", 1)
                for name in ("turn", "until", "seq", "head", "do", "nonce"):
                    if new[name] != shown[name]:
                        block = re.sub(r"(?m)^  %s: .*$" % name, "  %s: %s" % (name, new[name]), block)
                block = block.split("\n  sig: ", 1)[0] + "\n  sig: %s\n" % new["sig"][:LINE]
                block += "".join("  %s\n" % new["sig"][i:i + LINE] for i in range(LINE, 184, LINE))
                parts[at] = block + "  -----END ADIT ORDER-----" + rest
        return "".join(parts)

    def opened(self, digest, seat):
        """The bytes of a view, padded."""
        return host_opens(self.secret, self.game, digest.n, seat, self.recipient(digest, seat), digest.views[seat])

    def view(self, digest, seat):
        recipient = self.recipient(digest, seat)
        plain = self.opened(digest, seat)
        text = plain.decode()
        text = self.again(text[:text.index("\nsig:\n") + 1])
        text = self.told("view " + seat, digest.n, text)
        comment = "adit-view v3 %s/%d/%s" % (self.game, digest.n, seat)
        text += "sig:\n" + wrapped(self.sign(self.host_number, comment, text), LINE)
        return host_seals(self.secret, self.game, digest.n, seat, recipient,
                          text.encode().ljust(len(plain), b"\n"))

    def recipient(self, digest, seat):
        """The key that the seat has after the digest."""
        for n in range(digest.n, -1, -1):
            for section in ("new-keys", "seats", "setup"):
                lines = [line[2:] for line in self.digests[n].section(section)]
                if "seat: " + seat in lines:
                    return recipient_of(lines[lines.index("seat: " + seat) + 2].split(": ")[1])
        raise KeyError(seat)
