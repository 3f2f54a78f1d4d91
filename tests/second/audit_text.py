"""Digests, private views and orders as text, as DIGESTS, PRIVATE VIEWS and ORDERS of adit(5) define
them."""

import base64
import binascii
import json
import re
from datetime import datetime, timezone

from audit_seal import Wrong, hashed, unb64

HEADER = "game rules deck n round turn prev time next due dealing attempt custody bot order text".split()
MAY_LACK = {"deck", "attempt", "custody", "bot"}
SECTIONS = ("setup deck seats since events host asked new-keys people ended summary table board keys leaves "
            "reveal position").split()
FIELDS = "game seat turn until seq head do or sign age commit reveal proof say nonce sig".split()
ONE_WORD = {"sign", "age", "commit", "reveal", "proof", "nonce", "sig", "head"}
BEGIN, END = "-----BEGIN ADIT ORDER-----", "-----END ADIT ORDER-----"


def need(good, why):
    if not good:
        raise Wrong(why)


def when(text):
    need(len(text) == 20, "not a time: " + text)
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)


def split_field(line):
    name, colon, value = line.partition(": ")
    need(colon and value, "not a field: " + line)
    return name, value


class Order:
    """A signed order, read from a block of the section reveal."""

    def __init__(self, lines):
        self.values, name, quoted = [], None, False
        for line in lines:
            word = line.split(":", 1)[0]
            if not quoted and word in FIELDS and line.startswith(word + ": "):
                name = word
                self.values.append([word, line[len(word) + 2:]])
            else:
                need(name, "a block that begins with no field")
                self.values[-1][1] += ("" if name in ONE_WORD else " ") + line
            quoted = name == "say" and len(re.findall(r'(?<!\\)(?:\\\\)*"', self.values[-1][1])) < 2
        order = [FIELDS.index(word) for word, _ in self.values]
        need(order == sorted(order) and all(a != b or FIELDS[a] == "or" for a, b in zip(order, order[1:])),
             "the fields of an order are not in their order")
        self.sig = unb64(self["sig"], 138)
        self.text = "adit-order v1\n" + "".join("%s: %s\n" % (a, b) for a, b in self.values if a != "sig")
        self.hash = hashed("adit/order", self.text)
        need(len(self.text.encode()) <= 1280, "an order of more than 1280 bytes")
        need(self["until"] is None or self["turn"] == "every" and when(self["until"]), "until without turn: every")
        for must in ("game", "seat", "turn", "seq", "head", "nonce"):
            need(self[must], "an order without " + must)

    def __getitem__(self, name):
        return next((value for word, value in self.values if word == name), None)

    def alternatives(self):
        return [value for word, value in self.values if word in ("do", "or")]

    def comment(self):
        return "adit-order v1 %s/%s/%s/%s" % (self["game"], self["turn"], self["seat"], self["seq"])


def unwrap(lines):
    """Lines of which long ones continue after four blanks; a word that is cut ends with =."""
    whole = []
    for line in lines:
        need(line.startswith("  "), "a line that is not indented: " + line)
        if line.startswith("    "):
            need(whole, "a continuation of nothing")
            whole[-1] = whole[-1][:-1] + line[4:] if whole[-1].endswith("=") else whole[-1] + " " + line[4:]
        else:
            whole.append(line[2:])
    return whole


def armored(lines):
    need(lines[:1] == ["-----BEGIN AGE ENCRYPTED FILE-----"] and
         lines[-1:] == ["-----END AGE ENCRYPTED FILE-----"], "not an armored age file")
    try:
        raw = base64.b64decode("".join(lines[1:-1]), validate=True)
    except (ValueError, binascii.Error) as error:
        raise Wrong("not an armored age file") from error
    text = base64.b64encode(raw).decode()
    need(lines[1:-1] == [text[at:at + 64] for at in range(0, len(text), 64)], "not an armored age file")
    return raw


class Digest:
    """One digest, read strictly: each section once, in its place."""

    def __init__(self, raw):
        text = raw.decode("utf-8").lstrip("\ufeff").replace("\r\n", "\n")
        start = text.index("adit-digest v") if text.startswith("adit-digest v") else \
            text.index("\nadit-digest v") + 1
        need(text[start:].startswith("adit-digest v3\n"), "a digest of another version")
        end = text.index("\nsig:\n", start) + 1
        self.signed = text[start:end]
        self.hash = hashed("adit/digest", self.signed)
        self.lines, self.at = self.signed.split("\n")[:-1], 1
        self.read_header()
        self.sections = {}
        while self.lines[self.at:] and not self.lines[self.at].startswith("host-sign: "):
            self.read_section()
        self.read_keep()
        self.read_after(text[end:].split("\n")[1:])
        self.n = int(self.header["n"])
        self.events = unwrap(self.section("events"))
        self.notes = [line for line in self.events if line.startswith("note ")]
        self.events = [line for line in self.events if not line.startswith("note ")]
        self.position = json.loads("\n".join(self.section("position")))
        self.reveal()

    def section(self, name):
        return self.sections.get(name, [])

    def read_header(self):
        self.header, self.custody, self.bots, places = {}, [], [], []
        while self.lines[self.at]:
            name, value = split_field(self.lines[self.at])
            need(name in HEADER and (name in ("custody", "bot") or name not in self.header), "unknown: " + name)
            places.append(HEADER.index(name))
            self.header[name] = value
            if name == "custody":
                self.custody.append(value)
            if name == "bot":
                self.bots.append(value)
            self.at += 1
        need(places == sorted(places) and not set(HEADER) - MAY_LACK - set(self.header),
             "a field of the header is missing or out of place")
        self.at += 1

    def read_section(self):
        name = self.lines[self.at][:-1]
        need(self.lines[self.at] == name + ":" and name in SECTIONS, "no section: " + self.lines[self.at])
        done = [SECTIONS.index(other) for other in self.sections]
        need(not done or done[-1] < SECTIONS.index(name), "a section out of place: " + name)
        end = self.at + 1
        while not (self.lines[end] == "" and re.match(r"[a-z-]+:( |$)", self.lines[end + 1])):
            end += 1
        self.sections[name] = self.lines[self.at + 1:end]
        self.at = end + 1

    def read_keep(self):
        self.host, self.view_hashes = {}, {}
        for name in ("host-sign", "host-age"):
            word, self.host[name] = split_field(self.lines[self.at])
            need(word == name, "no line " + name)
            self.at += 1
        need(self.lines[self.at] == "keep:", "no section keep")
        self.at += 1
        keep = ""
        while self.at < len(self.lines) and self.lines[self.at].startswith("  "):
            keep += self.lines[self.at][2:]
            self.at += 1
        self.keep = unb64(keep)
        while self.at < len(self.lines):
            name, seat = split_field(self.lines[self.at])
            need(name == "view" and seat not in self.view_hashes, "after keep there is something else")
            need(self.lines[self.at + 1].startswith("  "), "no hash of a view")
            self.view_hashes[seat] = self.lines[self.at + 1][2:]
            self.at += 2

    def read_after(self, lines):
        """What follows the signed part: signature, head, zero, the private views."""
        at = next(i for i, line in enumerate(lines) if line.startswith("head: "))
        self.sig = unb64("".join(lines[:at]), 138)
        self.head, self.zero = lines[at][6:], lines[at + 1]
        need(self.zero.startswith("zero: "), "no line zero")
        self.zero = self.zero[6:]
        self.views, at = {}, at + 2
        while at + 1 < len(lines) and lines[at] == "" and re.match("for [a-z0-9_-]+:$", lines[at + 1]):
            seat = lines[at + 1][4:-1]
            end = lines.index("-----END AGE ENCRYPTED FILE-----", at) + 1
            self.views[seat] = armored(lines[at + 2:end])
            at = end

    def reveal(self):
        """The section reveal: keys by id, s, orders with the number of their digest."""
        self.keys, self.secret, self.orders = [], None, []
        lines, at = self.section("reveal"), 0
        while at < len(lines):
            words = lines[at][2:].split(" ")
            need(lines[at].startswith("  "), "a line of reveal that is not indented")
            at += 1
            if words[0] == "key" and len(words) == 3:
                self.keys.append((int(words[1]), words[2]))
            elif words[0] == "secret" and len(words) == 2:
                self.secret = words[1]
            else:
                need(words[0] == "order" and len(words) == 2 and lines[at] == "  " + BEGIN, "unknown in reveal")
                end = lines.index("  " + END, at)
                self.orders.append((int(words[1]), Order([line[2:] for line in lines[at + 1:end]])))
                at = end + 1


class View:
    """The contents of a private view."""

    HEADER = "game n prev seat to seq seq-any seq-open waiting every role hand gold seen".split()

    def __init__(self, plain):
        text = plain.decode("utf-8")
        end = text.index("\nsig:\n") + 1
        self.signed = text[:end]
        lines = text[end:].split("\n")[1:]
        stop = lines.index("") if "" in lines else len(lines)
        self.sig = unb64("".join(lines[:stop]), 138)
        self.padding = "\n".join(lines[stop:])
        parts = self.signed.rstrip("\n").split("\n\n")
        need(parts[0].startswith("adit-view v3\n"), "not a view")
        self.header, self.seen, name = {}, [], None
        for line in parts[0].split("\n")[1:]:
            if line.startswith("  "):
                self.header[name] += " " + line[2:]
                continue
            name, _, value = line.partition(":")
            need(name in self.HEADER and (name == "seen" or name not in self.header), "a view with " + name)
            self.header[name] = value.strip()
            if name == "seen":
                self.seen.append(value.strip())
        places = [self.HEADER.index(name) for name in self.header]
        need(places == sorted(places), "fields of a view out of place")
        self.sections = {}
        for part in parts[1:]:
            first, *rest = part.rstrip("\n").split("\n")
            need(first.endswith(":") and first[:-1] not in self.sections, "a view with " + first)
            self.sections[first[:-1]] = rest
        need([s for s in ("events", "open", "position", "can") if s in self.sections] == list(self.sections),
             "sections of a view out of place")
        lines = unwrap(self.sections.get("events", []))
        self.events = [line for line in lines if not line.startswith("note ")]
        self.notes = [line for line in lines if line.startswith("note ")]
        self.patch = json.loads("\n".join(self.sections["position"]))
        self.openings = []
        lines = self.sections.get("open", [])
        for card, salt in zip(lines[::2], lines[1::2]):
            need(re.match("  [0-9]", card) and salt.startswith("    "), "not an opening: " + card)
            self.openings.append(card.split() + [salt[4:]])

    def hand(self):
        return [] if self.header["hand"] == "-" else self.header["hand"].split(" ")


def patched(value, patch):
    """The value with a patch, see Patches; Wrong if it does not fit."""
    if isinstance(patch, dict) and set(patch) == {"="}:
        return patch["="]
    need(isinstance(patch, dict) and isinstance(value, (dict, list)) or patch == {}, "a patch that does not fit")
    if not patch:
        return value
    new = value.copy()
    for name, inner in patch.items():
        if isinstance(new, list):
            need(name.isdigit() and int(name) < len(new), "a patch of an index that is not there")
            new[int(name)] = patched(new[int(name)], inner)
        else:
            need(name in new or set(inner) == {"="}, "a patch of a key that is not there")
            new[name] = patched(new.get(name), inner)
    return new
