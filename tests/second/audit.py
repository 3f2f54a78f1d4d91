#!/usr/bin/env python3
"""An auditor of adit(5), written from that page alone.

	python3 audit.py [--host FILE] FOLDER|FILE...

Reads the digests of one game, and says for each check of adit(5), Audit, which digests pass it.  The last
line is "audit: sound" (status 0), "audit: unsound" (1) or "audit: open" (6): nothing is wrong so far, and
something is not revealed yet."""

import argparse
import os
import re
import struct
import sys

from audit_deal import Deal, Table, leaf_of, salt_of
from audit_ledger import Ledger, losses
try:
    import audit_replay
except ImportError:  # No referee here: the rules of the games are not checked.
    audit_replay = None
from audit_seal import (Stream, Wrong, b32, digest_of, hashed, host_opens, host_seals, key_of, recipient_of,
                        signed, subkey, u64, unb32)
from audit_text import Digest, View, need, patched, split_field, when
from audit_votes import Votes

OPEN_ORDERS = ("join", "confirm", "rotate-key", "vote ", "absent ", "leave", "leave no", "resign", "agree",
               "disagree")
# What reading something that is not as adit(5) says can raise.
PROBLEMS = (Wrong, KeyError, ValueError, IndexError, TypeError, StopIteration, AttributeError)
CHECKS = "signature chain time text shares keys secret leaves order notes votes bot replay rules keep view".split()


def groups(lines, first):
    """A flat list of "name: value" lines as dictionaries; each begins with the field named first."""
    found = []
    for name, value in map(split_field, (line[2:] for line in lines)):
        if name == first:
            found.append({})
        need(found, "a list that does not begin with " + first)
        found[-1].setdefault(name, []).append(value)
    return found


class Report:
    """The verdicts: one for each check of each digest; FAIL says why."""

    def __init__(self):
        self.rows, self.unchecked = [], []

    def add(self, result, n, check, why=""):
        self.rows.append((CHECKS.index(check), n, result, check, why))

    def failed(self):
        return any(row[2] == "FAIL" for row in self.rows)

    def print(self, broken=False):
        spans = []
        for _, n, result, check, why in sorted(self.rows, key=lambda row: row[:2]):
            if spans and spans[-1][2:] == [result, check, why] and n <= spans[-1][1] + 1:
                spans[-1][1] = n
            else:
                spans.append([n, n, result, check, why])
        for first, last, result, check, why in spans:
            place = "%d" % first if first == last else "%d-%d" % (first, last)
            print("%-8s digest %-10s %s%s" % (result, place, check, ": " + why if why else ""))
        for what in self.unchecked:
            print("not checked: " + what)
        results = {row[2] for row in self.rows}
        if "FAIL" in results or broken:
            print("audit: unsound")
            return 1
        if "PENDING" in results:
            print("audit: open")
            return 6
        print("audit: sound")
        return 0


class Audit:
    def __init__(self, digests, host=None):
        self.digests = sorted(digests, key=lambda digest: digest.n)
        self.all = {digest.n: digest for digest in self.digests}
        self.host, self.report = host, Report()
        self.first, self.last = self.digests[0], self.digests[-1]
        self.game = self.first.header["game"]
        self.secret, self.master, self.revealed, self.rules, self.queues = None, None, {}, None, {}

    def check(self, name, digest, function):
        """Run one check of one digest; anything that the page does not allow is a FAIL."""
        try:
            result = function(digest)
        except PROBLEMS as error:
            self.report.add("FAIL", digest.n, name, str(error) or repr(error))
            return
        if result is None:
            self.report.add("PASS", digest.n, name)
        elif result:
            self.report.add("PENDING", digest.n, name, result)

    def run(self):
        for digest in self.digests:
            self.check("signature", digest, self.signature)
        for digest in self.digests:
            self.check("chain", digest, self.chain)
            self.check("time", digest, self.time)
        if self.report.failed() or self.last.n != len(self.digests) - 1:
            return self.report
        self.setup()
        for digest in self.digests:
            self.keys_of(digest)
        for digest in self.digests:
            self.check("shares", digest, self.shares)
        self.master_secret()
        self.shown = {}
        for digest in self.digests:
            for n, order in digest.orders:
                self.shown.setdefault(n, []).append(order)
        for digest in self.digests:
            self.check("keys", digest, self.keys)
            self.check("secret", digest, self.secrets)
        for digest in self.digests:
            self.check("replay", digest, self.replay)
        if audit_replay and audit_replay.knows(self.table.rules) and not self.first.section("deck"):
            self.rules = audit_replay.Replay(self)
            for digest in self.digests:
                self.check("rules", digest, self.rules.check)
        votes = Votes(self)
        for digest in self.digests:
            self.check("leaves", digest, self.leaves)
            self.check("order", digest, self.order)
            self.check("notes", digest, self.notes)
            self.check("votes", digest, votes.check)
            self.check("bot", digest, self.bot)
            self.check("keep", digest, self.keep)
            self.check("view", digest, self.view)
        return self.report

    # Signatures and the chain

    def signature(self, digest):
        need(digest.hash == digest.head, "the line head is not the hash")
        need(self.host in (None, digest.host["host-sign"]) and
             digest.host["host-sign"] == self.first.host["host-sign"], "another host")
        comment = "adit-digest v3 %s/%d %s %s" % (digest.header["game"], digest.n, digest.hash, digest.zero)
        need(signed(key_of(digest.host["host-sign"]), digest.sig, comment, digest.signed), "not the host's")

    def chain(self, digest):
        before = self.all.get(digest.n - 1)
        need(digest.header["game"] == self.game, "another game")
        if digest.n == 0:
            need(digest.header["prev"] == digest.zero == "-", "a first digest with one before it")
            return
        need(self.first.n != 0 or digest.zero == self.first.hash, "another digest 0: a fork")
        if not before:
            return "the digests before it are missing"
        if before:
            need(digest.header["prev"] == before.hash, "it does not follow the digest before")
            need(digest.header["rules"] == before.header["rules"], "other rules")
            need(digest.host == before.host, "other keys of the host")

    def time(self, digest):
        before = self.all.get(digest.n - 1)
        now = when(digest.header["time"])
        need(not before or when(before.header["time"]) <= now, "before the digest before it")
        due = digest.header["due"]
        if due != "-":
            need(before is None or self.limit() is not None, "due without a limit")
            need(when(due) >= now or digest.header["due"] == before.header["due"], "due before its time")

    def limit(self):
        line = next((line for line in self.first.section("setup") if line.startswith("  limit: ")), None)
        return None if line in (None, "  limit: -") else int(line[9:].split(" ")[0])

    # The seats and their keys

    def setup(self):
        fields = groups(self.first.section("setup"), "revision")[0]
        need(self.first.header["order"] == "-", "a first digest with an order")
        self.commit = fields["commit"][0]
        self.options = dict(option.split("=", 1) for option in fields.get("option", []))
        cards = [(line.rsplit(" ", 1)[0], int(line.rsplit(" ", 1)[1])) for line in fields["card"]]
        self.names = [seat["name"] for seat in self.first.position["seats"]]
        self.table = Table(self.first.header["rules"], self.options, cards, len(self.names))
        self.policies = fields.get("bot", [])
        self.report.unchecked += ["the choices of bot " + policy for policy in self.policies]
        self.trusted = self.first.header["dealing"] == "trusted"
        self.seat_keys = {}
        self.known = {}
        if self.trusted:
            for name, sign, age in zip(fields["seat"], fields["sign"], fields["age"]):
                self.known[name] = (sign, age)

    def keys_of(self, digest):
        """Which keys each seat has after the digest."""
        for seat in groups(digest.section("seats"), "seat"):
            self.known[seat["seat"][0]] = (seat["sign"][0], seat["age"][0])
        for seat in groups(digest.section("new-keys"), "seat"):
            self.known[seat["seat"][0]] = (seat["sign"][0], seat["age"][0])
        self.seat_keys[digest.n] = dict(self.known)

    # The joint deal

    def opened_by(self, digest):
        """The digest that opened the attempt of a digest."""
        for n in range(digest.n, -1, -1):
            if n == 0 or any(line.startswith("  restart: ") for line in self.all[n].section("host")):
                return self.all[n]
        raise Wrong("an attempt that nothing opened")

    def shares(self, digest):
        seats = groups(digest.section("seats"), "seat")
        dealing = digest.header["dealing"]
        need((not seats) == (dealing == "trusted" or dealing == "audited" and self.dealt(digest) < digest.n),
             "the section seats is missing or should be")
        if not seats:
            return False
        opened, before = self.opened_by(digest), self.all.get(digest.n - 1)
        need([seat["seat"][0] for seat in seats] == self.names, "other seats")
        for field in ("sign", "age", "commit"):
            values = [seat[field][0] for seat in seats if seat[field][0] != "-"]
            need(len(values) == len(set(values)), "two seats have the same " + field)
        was = {seat["seat"][0]: seat for seat in groups(before.section("seats"), "seat")} if before else {}
        if was and before.header["dealing"] == "open" and not self.host_says(digest, "lost"):
            self.custody_first(before, was, digest)
        for seat in seats:
            name, reveal = seat["seat"][0], seat["reveal"][0]
            if reveal != "-":
                share = unb32(reveal, 32)
                need(seat["commit"][0] == hashed("adit/seat", self.game, name, unb32(opened.hash, 32), share),
                     "the share of %s is not that of its commitment" % name)
                need(all(other["commit"][0] != "-" for other in seats), "a share before the last commitment")
            if opened is not digest and name in was:
                for field in ("commit", "reveal"):
                    need(was[name][field][0] in ("-", seat[field][0]), "%s of %s has changed" % (field, name))
        return None

    def custody_first(self, before, was, digest):
        """The seats that the host keeps join and confirm before anything else is accepted."""
        joined = all(was[name]["commit"][0] != "-" for name in self.names)
        field, note = ("reveal", "note confirmed ") if joined else ("commit", "note joined ")
        waits = [name for name in self.names if name in before.custody and was[name][field][0] == "-"]
        if waits:
            need(note + waits[0] in digest.notes and digest.header["time"] == before.header["time"],
                 "%s, which the host keeps, does not publish first" % waits[0])

    def dealt(self, digest):
        """The number of the digest that deals."""
        return next((other.n for other in self.digests if other.section("seats") and
                     other.header["dealing"] == "audited"), digest.n)

    # Keys of the rounds

    def master_secret(self):
        """s, if it is revealed and has the hash that digest 0 commits to; S follows from it."""
        text = next((digest.secret for digest in self.digests if digest.secret), None)
        if not text or hashed("adit/host", self.game, unb32(text, 32)) != self.commit:
            return
        self.secret = unb32(text, 32)
        shares = []
        if not self.trusted:
            deal = self.all.get(self.dealt(self.last))
            seats = groups(deal.section("seats"), "seat")
            if any(seat["reveal"][0] == "-" for seat in seats):
                return
            shares = [unb32(seat["reveal"][0], 32) for seat in seats]
        self.master = digest_of("adit/master", self.game, self.secret, *shares)

    def epochs(self, digest):
        """The epochs up to a digest: for each, the round in which it begins."""
        found = [1]
        for n in range(digest.n + 1):
            if self.shuffle_of(self.all[n]):
                found.append(int(self.all[n].position["round"]))
        return found

    def shuffle_of(self, digest):
        line = next((line for line in digest.section("host") if line.startswith("  shuffle: ")), None)
        return int(line[11:]) if line else None

    def withheld(self, turn_key):
        purpose = turn_key % 256
        return purpose in (2, 6) or purpose == 4 and self.options.get("goals") == "box" and \
            self.table.rules == "duel"

    def due_keys(self, digest):
        """The keys that a digest has to reveal, by round, purpose and epoch."""
        over = "game-over" in digest.events
        ended = any(line.startswith("round-end") for line in digest.events)
        before = self.all[digest.n - 1] if digest.n else digest
        done = sum(line.startswith("round-end") for n in range(digest.n) for line in self.counting(n))
        rounds = int(before.position["round"])
        found = []
        for epoch, begun in enumerate(self.epochs(digest)):
            for turn in range(begun, rounds + 1):
                for purpose in range(1, 10):
                    number = epoch * 65536 + turn * 256 + purpose
                    now = ended and turn == rounds and not self.withheld(number)
                    if now or over and number not in self.revealed:
                        found.append(number)
        need(done >= 0, "")
        return sorted(found, key=lambda number: (number // 256 % 256, number % 256, number // 65536))

    def counting(self, n):
        return self.all[n].events

    def keys(self, digest):
        numbers = [number for number, _ in digest.keys]
        committed = dict(tuple(line.split()) for line in digest.section("keys"))
        need(bool(committed) == (not self.trusted and (digest.n == self.dealt(digest) and
                                                       digest.header["dealing"] == "audited" or
                                                       self.shuffle_of(digest) is not None)),
             "commitments to keys are missing or should be")
        if committed:
            epoch = len(self.epochs(digest)) - 1
            turns = range(int(digest.position["round"]), int(digest.position["rounds"]) + 1)
            want = [epoch * 65536 + turn * 256 + purpose for turn in turns for purpose in range(1, 10)]
            need([int(number) for number in committed] == want, "commitments to other keys")
            self.commitments = {**getattr(self, "commitments", {}), **committed}
            if self.master:
                for number in want:
                    need(committed[str(number)] == self.key_hash(number, self.derived(number)),
                         "the commitment to key %d is not that of the master secret" % number)
        want = self.due_keys(digest)
        need(numbers == want, "keys that should be revealed are missing, or others are revealed")
        for number, text in digest.keys:
            key = unb32(text, 32)
            need(self.trusted or self.commitments[str(number)] == self.key_hash(number, key),
                 "key %d is not that of its commitment" % number)
            need(not self.master or key == self.derived(number), "key %d does not follow from S" % number)
            self.revealed[number] = key
        return None if numbers or committed else False

    def key_hash(self, number, key):
        return hashed("adit/key", self.game, struct.pack("<I", number), key)

    def derived(self, number):
        return subkey(self.master, number // 65536, number // 256 % 256, number % 256)

    def key(self, number):
        return self.derived(number) if self.master else self.revealed.get(number)

    def secrets(self, digest):
        over = "game-over" in digest.events
        need(bool(digest.secret) == over, "the secret is missing where the game ends" if over else
             "a secret before the game ends")
        if digest.secret:
            need(self.secret, "it is not what digest 0 commits to")
        return None if over else False

    # Cards

    def deal_of(self, digest, turn, ledger):
        """What a round that begins in a digest deals."""
        epoch = len(self.epochs(digest)) - 1
        gone = {at for at, seat in enumerate(digest.position["seats"]) if seat.get("resigned")}
        owned, out = [], []
        if turn > 1 and self.table.rules == "saboteur":
            owned = self.nuggets(digest)
        if turn > 1 and self.table.rules == "duel":
            owned = [kind for seat in digest.position["seats"] for kind in seat["gold"]]
            out = digest.position["out_of_game"]
            if self.options.get("goals") == "box":
                out = [kind for kind in out if kind not in ledger.lain] + ledger.lain
                owned = [kind for kind in owned if kind not in ledger.lain]
        return Deal(self.table, turn, lambda purpose: self.key(epoch * 65536 + turn * 256 + purpose), gone,
                    owned, out)

    def nuggets(self, digest):
        """The nuggets that the seats own after a digest, by their own views."""
        owned = []
        for at, name in enumerate(self.names):
            view = self.read_view(digest, name)
            owned += ["gold-%d" % value for value in
                      patched(digest.position, view.patch)["seats"][at].get("gold", [])]
        return owned

    def leaves(self, digest):
        lines = [line.split() for line in digest.section("leaves")]
        begins = any(line.startswith("round ") for line in digest.events)
        need(bool(lines) == (not self.trusted and (begins or self.shuffle_of(digest) is not None)),
             "commitments to cards are missing or should be")
        if not lines:
            return False
        if not self.master:
            return "the salts are not revealed before the game is over"
        turn = int(digest.position["round"])
        if digest.n not in self.ledgers:
            return "a digest before it is not proven"
        if begins:
            piles = {name: list(enumerate(pile)) for name, pile in self.ledgers[digest.n].deal.piles().items()}
        else:
            piles = self.piles[digest.n]
        salts = self.key((len(self.epochs(digest)) - 1) * 65536 + turn * 256 + 2)
        want = [[str(turn), name, str(at), leaf_of(self.game, turn, name, at, kind, salt_of(salts, name, at))]
                for name, pile in piles.items() for at, kind in pile]
        for have, true in zip(lines, want):
            need(have == true, "the leaf %s is not that of the deal" % " ".join(true[:3]))
        need(len(lines) == len(want), "leaves are missing, or there are too many")
        return None

    # Who has which card

    def stream(self, key):
        return Stream(key)

    def host_says(self, digest, name):
        """The value of a line of the section host, or None."""
        start = "  %s: " % name
        return next((line[len(start):] for line in digest.section("host") if line.startswith(start)), None)

    def replay(self, digest):
        """Follow the hidden cards.  Sets, for each digest, what is hidden after it and its events in full."""
        if not hasattr(self, "ledgers"):
            self.ledgers, self.full, self.piles = {-1: Ledger(self.table, self.names)}, {}, {}
        if digest.n - 1 not in self.ledgers:
            return "a digest before it is not proven"
        ledger = self.ledgers[digest.n - 1].copy()
        if self.host_says(digest, "undo"):
            ledger = self.ledgers[int(self.host_says(digest, "undo").split()[0])].copy()
            if self.shuffle_of(digest) is not None:
                first = self.shuffle_of(digest) * 65536 + ledger.deal.turn * 256
                if not self.key(first + 1):
                    return "the keys of the round are not revealed yet"
                self.piles[digest.n] = ledger.shuffle(digest.position, lambda purpose: self.key(first + purpose))
        full, part = [], []
        for line in digest.events + ["end"]:
            if line == "end" or line.startswith("round "):
                full += ledger.follow(part, self.thrown(digest, ledger, part), self.random(digest))
                part = []
            if line.startswith("round "):
                deal = self.deal_of(digest, int(line[6:]), ledger)
                if not deal.deck:
                    return "the keys of the round are not revealed yet"
                ledger.begin(deal)
            part.append(line)
        self.settle(digest, ledger, full)
        self.ledgers[digest.n], self.full[digest.n] = ledger, full
        return None

    def settle(self, digest, ledger, full):
        """Compare with the position what is counted there, and take from the views what cannot be followed."""
        seats = digest.position["seats"]
        if "deck" not in digest.position:
            return
        over = "game-over" in digest.events
        need(len(digest.position["deck"]) == ledger.left(), "the pile has not as many cards as the deal leaves")
        for at, name in enumerate(self.names):
            if ledger.hands[name] is None and self.secret:
                ledger.hands[name] = self.read_view(digest, name).hand()
            need(ledger.hands[name] is None or len(seats[at]["hand"]) == len(ledger.hands[name]),
                 "%s has not as many cards as the events give" % name)
        need(over or full is not None, "")

    def random(self, digest):
        """The streams of losses of the turn that a digest plays, by step."""
        before, streams = self.all[max(digest.n - 1, 0)], {}
        phase = 1 if before.position.get("phase") == "walk" else 0
        epoch = len(self.epochs(before)) - 1

        def stream(step):
            step = max(phase, step or 0)
            if step not in streams:
                key = self.key(epoch * 65536 + int(before.position["round"]) * 256 + 7)
                streams[step] = losses(key, int(before.header["turn"]), step) if key else None
            return streams[step]
        return stream

    def thrown(self, digest, ledger, events):
        """The cards that a digest discards face down, in order; fewer where that cannot be known."""
        seats = [line.split(" ")[1] for line in events if line.startswith("discarded ") and line.endswith(" ?")]
        if not seats or ledger.hands[seats[0]] is None:
            return []
        hand = list(ledger.hands[seats[0]])
        if "resigned " + seats[0] in events:
            return hand
        if self.host_says(digest, "skip") or self.host_says(digest, "by") == "discard":
            random = self.random(digest)(0)
            return [hand[random.draw(len(hand))]] if random else []
        order = self.order_of(digest.n)
        for line in order.alternatives() if order else []:
            for part in line.split("; "):
                words = part.split(" to remove ")[0].split(" ")
                if words[0] == "discard" and len(words) == len(seats) + 1 and \
                        all(hand.count(kind) >= words.count(kind) for kind in words[1:]):
                    return words[1:]
        if not self.secret:
            return []
        view = self.read_view(digest, seats[0])
        return [line.split(" ")[2] for line in view.events if line.startswith("discarded ")]

    # Orders

    def order(self, digest):
        name = digest.header["order"]
        need(digest.n == 0 or (name != "-") != bool(digest.section("host")),
             "neither an order nor a host action, or both")
        shown = self.shown.get(digest.n, [])
        early = [other for other in self.digests[:digest.n] if digest.n in dict(other.orders)]
        need(not early, "digest %d reveals it before it was made" % (early[0].n if early else 0))
        for order in shown:
            need(order.hash == name, "the order that is revealed is not the one that the digest names")
            self.signed_order(digest.n, order)
            self.allowed(digest, order)
        if name == "-":
            return False
        played = [n for n in range(digest.n) if self.all[n].header["order"] == name]
        order = self.order_of(digest.n)
        need(not order or not order["until"] or when(digest.header["time"]) < when(order["until"]),
             "an order is kept or played at its until, or later")
        need(len(shown) <= (0 if played else 1), "its order is revealed twice")
        need(shown or played or not self.secret, "its order is not revealed")
        return None if shown or played else "its order is not revealed yet"

    def signed_order(self, n, order):
        keys = self.seat_keys[n - 1].get(order["seat"], ("-", "-"))
        if order["do"] == "join":
            keys = (order["sign"], order["age"])
            need(self.seat_keys[n][order["seat"]] == keys, "a join with other keys than its digest has")
        need(order["game"] == self.game, "an order of another game")
        need(order["seat"] in self.names, "an order of no seat")
        need(signed(key_of(keys[0]), order.sig, order.comment(), order.text),
             "the order of digest %d is not signed by its seat" % n)
        need(order["head"] in {self.all[m].hash for m in range(n)}, "an order that answers no digest")

    def standing(self, n):
        """The numbers of the digests that count after digest n: not those that were taken back."""
        counting = []
        for m in range(n + 1):
            back = self.host_says(self.all[m], "undo")
            if back:
                counting = [other for other in counting if other <= int(back.split()[0])]
            counting.append(m)
        return counting

    def newest_undo(self, n):
        return max((m for m in range(n + 1) if self.host_says(self.all[m], "undo")), default=0)

    def allowed(self, digest, order):
        """What the host does with it: whether the fields allow the order at its place."""
        before, seat = self.all[digest.n - 1], order["seat"]
        head = next(m for m in range(digest.n) if self.all[m].hash == order["head"])
        turn, do = order["turn"], order["do"]
        need(head >= self.newest_undo(digest.n - 1), "an order that is older than an undo")
        need(int(order["seq"]) >= 1, "seq is not a number from 1")
        if do in ("join", "confirm"):
            opened = self.opened_by(before)
            need(turn == "any" and order["seq"] == before.header["attempt"] and head >= opened.n,
                 "a %s of another attempt" % do)
            need(do == "join" or all(one["commit"][0] != "-" for one in groups(self.all[head].section("seats"), "seat")),
                 "a confirmation that does not answer all commitments")
            return
        kept = "note kept" in digest.notes
        if turn == "any":
            need(self.is_open(order) or self.is_standing(order), "an order for no turn that belongs to one")
        elif turn in ("next", "every"):
            need(kept or turn == "next" and before.header["next"] == seat, "a queued order is played too early")
        else:
            need(self.is_standing(order) or turn == before.header["turn"] and before.header["next"] == seat,
                 "turn %s has not come: it is turn %s, of %s" % (turn, before.header["turn"], before.header["next"]))
            need(self.is_standing(order) or self.all[head].header["turn"] == turn and
                 self.all[head].header["next"] == seat, "it acts on a digest of another turn")
        for n in range(1, digest.n):
            other = next((one for one in self.shown.get(n, []) if one.hash == self.all[n].header["order"]), None)
            need(not other or other["seat"] != seat or self.count(other) != self.count(order) or
                 other.hash == order.hash or int(other["seq"]) < int(order["seq"]),
                 "its seq is not above that of the order of digest %d" % n)

    def is_open(self, order):
        do = order["do"]
        return order["or"] is None and (do is None and order["say"] is not None or do is not None and any(
            do == word or word.endswith(" ") and do.startswith(word) for word in OPEN_ORDERS))

    def is_standing(self, order):
        return order["do"] is not None and order["do"].split(" ")[0] in ("steal", "axe")

    def count(self, order):
        """Which count its seq belongs to; None for joins and confirmations."""
        if order["do"] in ("join", "confirm"):
            return None
        if self.is_open(order) and order["turn"] == "any":
            return "open"
        return "any" if order["turn"] in ("next", "every", "any") or self.is_standing(order) else order["turn"]

    # Bots

    def bot(self, digest):
        """A bot plays at once, and does nothing else.  What it chooses is not checked."""
        if digest.n == 0:
            need(digest.bots == [policy.split(" ")[0] for policy in self.policies], "other bots than the setup has")
            return None if digest.bots else False
        before, order = self.all[digest.n - 1], self.order_of(digest.n)
        need(digest.bots == [name for name in before.bots if name != self.host_says(digest, "replace")],
             "another seat is a bot, or is no bot any more")
        need(set(digest.bots) <= set(digest.custody), "a bot has keys of its own")
        if order and order["seat"] in before.bots and order["do"] not in ("join", "confirm"):
            self.bot_order(digest, before, order)
        if before.header["next"] not in before.bots or any(line.startswith("  is: ") for line in before.section("asked")) \
                or self.host_says(digest, "by") == "table" or self.host_says(digest, "lost"):
            return None if before.bots else False
        need(digest.header["order"] != "-" and digest.header["time"] == before.header["time"],
             "a bot does not play at once")
        need(not order or order["seat"] == before.header["next"], "another seat is before a bot")
        return None if order else "the order of a bot is not revealed yet"

    def bot_order(self, digest, before, order):
        need(order["turn"] == before.header["turn"] and before.header["next"] == order["seat"] and
             not self.is_open(order) and not self.is_standing(order) and order["do"] != "resign",
             "a bot does more than to play")
        need(not order["or"] and not order["say"] and "; " not in order["do"], "a bot plays more than a step")
        need(order["head"] == before.hash, "a bot does not answer the digest before")

    # Notes

    def notes_of_order(self, digest, order):
        """The notes that an order makes, as patterns."""
        seat, do, notes = order["seat"], order["do"], []
        if order["say"] is not None and not (do and order["turn"] in ("next", "every") and
                                             "note kept" in digest.notes):
            text = re.sub(r"\\(.)", r"\1", order["say"][1:-1])
            notes.append("said %s %s" % (seat, re.escape(text)))
        words = do.split(" ") if do else []
        simple = {"join": "joined", "confirm": "confirmed", "rotate-key": "rotated", "leave": "leaves",
                  "leave no": "stays"}
        if "note kept" in digest.notes and order["turn"] in ("next", "every"):
            notes = ["kept"]
        elif do in simple:
            notes.append("%s %s" % (simple[do], seat))
        elif words[:1] == ["absent"]:
            notes.append("absent %s \\S+ \\S+" % seat)
        elif words[:2] == ["vote", "undo"] and self.all[digest.n - 1].section("asked"):
            notes.append("voted-undo %s %s %s" % (seat, words[2], words[3]))
        elif words[:1] == ["vote"] and words[1] in ("undo", "skip", "replace", "extend", "end"):
            notes.append("voted %s %s %s" % (seat, words[-1], " ".join(words[1:-1])))
        elif words[:1] == ["vote"]:
            notes.append("voted-keys %s %s %s" % (seat, words[1], words[2]))
        return notes

    def closing_notes(self, digest, notes):
        """The notes that close others."""
        seats = groups(digest.section("seats"), "seat")
        for note in list(notes):
            if note.startswith("joined") and all(seat["commit"][0] != "-" for seat in seats):
                notes.append("all-joined")
            if note.startswith("confirmed") and all(seat["reveal"][0] != "-" for seat in seats):
                notes.append("all-confirmed")
            if note.startswith("voted-keys") and not any(
                    seat["seat"][0] == note.split(" ")[2] and seat["by"][0] == "host"
                    for seat in groups(digest.section("new-keys"), "seat")):
                notes.append("keys-confirmed " + note.split(" ")[2])
        return notes

    def notes_of_host(self, digest):
        says = {name: value for name, value in
                (line[2:].split(": ", 1) for line in unwrap_host(digest.section("host")))}
        table = says.get("by") == "table"
        notes = {"late": "late {0}", "away": "away {0}", "skip": "skipped {0}", "extend": "extended {0}",
                 "end": "voted-end", "undo-refused": "undo-refused {0}", "undo-withdrawn": "undo-withdrawn {0}",
                 "undo-asked": "undo-asked {1} %d" % (digest.n - 1), "lost": "lost {0}",
                 "standby": "standby", "standby-no": "standby-no", "standby-dropped": "standby-dropped {0}",
                 "replace": "seated {0}" if table else "replaced {0}",
                 "undo": "undone {1} %d" % (digest.n - 1)}
        found = ["voted-back " + says["undo"]] if table and "undo" in says else []
        for name in sorted(set(notes) & set(says)):
            first = says[name].split(" ")[0]
            found.append(notes[name].format(first, int(first) + 1 if first.isdigit() else 0))
        if "shuffle" in says:
            found.append("shuffled")
        if "restart" in says:
            found.append("restarted " + says["restart"])
            found += ["had-confirmed " + name for name in says.get("confirmed", "-").split(" ") if name != "-"]
        return found

    def notes(self, digest):
        """The notes are those of what has happened, no more and no less."""
        name, order = digest.header["order"], self.order_of(digest.n)
        if digest.n == 0:
            want = ["open"] if digest.header["dealing"] == "open" else []
        elif name == "-":
            want = self.notes_of_host(digest)
        elif order is None:
            return False
        elif any(self.all[n].header["order"] == name for n in range(digest.n)):
            want = []
        else:
            want = self.closing_notes(digest, self.notes_of_order(digest, order))
        have = [note[5:] for note in digest.notes]
        need(len(have) == len(want) and all(re.fullmatch(b, a) for a, b in zip(have, want)),
             "its notes are %s, they should be %s" % (have, want))
        return None

    # What the host seals

    def open_sealed(self, digest, seat, recipient, raw):
        plain = host_opens(self.secret, self.game, digest.n, seat, recipient, raw)
        need(host_seals(self.secret, self.game, digest.n, seat, recipient, plain) == raw,
             "not sealed as an honest host does")
        return plain

    def order_of(self, n):
        name = self.all[n].header["order"]
        return next((order for digest in self.digests for _, order in digest.orders if order.hash == name), None)

    def keep(self, digest):
        if not self.secret:
            return False
        plain = self.open_sealed(digest, "", recipient_of(digest.host["host-age"]), digest.keep)
        need(len(plain) == 1483, "the section keep has another length")
        text = plain.decode().rstrip("\n")
        name = digest.header["order"]
        if digest.n == 0:
            want = "adit-keep v2\nsecret: " + b32(self.secret)
        elif name == "-" or any(self.all[n].header["order"] == name for n in range(digest.n)):
            want = ""
        else:
            order = self.order_of(digest.n)
            need(order, "its order is not revealed")
            want = "adit-keep v2\n" + order.text + "sig: " + order["sig"]
        need(text == want, "the section keep has something else")
        return None

    def read_view(self, digest, name):
        recipient = recipient_of(self.seat_keys[digest.n][name][1])
        plain = self.open_sealed(digest, name, recipient, digest.views[name])
        need(len(plain) % 128 == 0, "its length is not a multiple of 128")
        return View(plain)

    def view(self, digest):
        dealt = self.trusted or digest.n >= self.dealt(self.last) and digest.header["dealing"] == "audited"
        need(list(digest.view_hashes) == (self.names if dealt else []), "the views are not those of the seats")
        for name, raw in digest.views.items():
            need(hashed("adit/view", raw) == digest.view_hashes[name], "the view of %s is another" % name)
        if not dealt:
            return False
        if not self.secret:
            return "the host's secret is not revealed yet"
        for name in digest.views:
            try:
                self.one_view(digest, name)
            except Wrong as error:
                raise Wrong("the view of %s: %s" % (name, error)) from error
        return None

    def one_view(self, digest, name):
        view = self.read_view(digest, name)
        comment = "adit-view v3 %s/%d/%s" % (self.game, digest.n, name)
        need(signed(key_of(digest.host["host-sign"]), view.sig, comment, view.signed), "not signed by the host")
        need(not view.padding.strip("\n"), "something follows the signature")
        header = view.header
        need((header["game"], header["n"], header["prev"], header["seat"], header["to"]) ==
             (self.game, str(digest.n), digest.header["prev"], name, self.seat_keys[digest.n][name][1]),
             "made for another digest or seat")
        position = patched(digest.position, view.patch)
        seat = position["seats"][self.names.index(name)]
        need(view.hand() == seat["hand"], "the hand is not that of the position")
        if digest.n in self.ledgers:
            self.hidden_view(digest, name, view, position)

    def queued(self, digest, name, view):
        """A hash comes after waiting and every in the digest that queues its order, and leaves with a note, or
        when the order is played."""
        key, order = digest.header["order"], self.order_of(digest.n)
        mine = order is not None and order["seat"] == name
        first = not any(self.all[n].header["order"] == key for n in range(digest.n))
        queues = self.queues.setdefault(name, {"next": "-", "every": "-"})
        have = {"next": view.header["waiting"], "every": view.header.get("every", "-")}
        notes = {note.split(" ")[1] for note in view.notes}
        for turn, was in queues.items():
            want = was
            if mine and first and "note kept" in digest.notes and order["turn"] == turn and \
                    order["do"] not in ("cancel", "cancel every"):
                want = key
            gone = notes & {"cancelled", "dropped", "unplayable", "ended"} or was == key and turn == "next" and \
                not first or was != "-" and turn == "next" and name in (
                    digest.header["next"], self.all[digest.n - 1].header["next"])
            if turn == "next" and "unplayable" in notes and self.rules and digest.n in self.rules.positions:
                dropped = next(self.order_of(n) for n in range(digest.n) if self.all[n].header["order"] == was)
                need(not audit_replay.possible(self.rules.positions[digest.n], name, dropped.alternatives()),
                     "a queued order is dropped, though it is possible")
            need(have[turn] == want or have[turn] == "-" and gone and want == was,
                 "a queued order is %s, it should be %s" % (have[turn], want))
            queues[turn] = have[turn]

    def openings(self, digest, name, view):
        """Each opening leads to its leaf, and what only this seat knows is opened."""
        need(not self.trusted or "open" not in view.sections, "openings without commitments")
        opened = {}
        for n, turn, pile, index, kind, salt in view.openings:
            leaves = {tuple(line.split()[:3]): line.split()[3] for line in self.all[int(n)].section("leaves")}
            need(int(n) <= digest.n and leaves.get((turn, pile, index)) ==
                 leaf_of(self.game, int(turn), pile, int(index), kind, unb32(salt, 32)),
                 "the opening of %s %s %s is not that of its leaf" % (turn, pile, index))
            if turn == str(digest.position["round"]):
                opened.setdefault(pile, []).append(kind)
        for kind in set(view.hand()):
            need(opened.get("deck", []).count(kind) >= view.hand().count(kind) or self.trusted,
                 "a card of the hand is not opened: " + kind)
        role = view.header.get("role")
        public = digest.position["seats"][self.names.index(name)].get("role")
        need(self.trusted or role is None or role == public or role in opened.get("roles", []),
             "the role is not opened")

    def hidden_view(self, digest, name, view, position):
        """Compare a view with what is hidden."""
        ledger, at = self.ledgers[digest.n], self.names.index(name)
        need(ledger.hands[name] in (None, view.hand()), "the hand should be " + " ".join(ledger.hands[name] or []))
        need(view.header.get("role") in (None, ledger.roles[name]), "the role should be %s" % ledger.roles[name])
        shown = {(card["x"], card["y"]) for card in digest.position["board"] if card["kind"] != "?"}
        for card in position["board"]:
            place = "%d,%d" % (card["x"], card["y"])
            if card.get("face") == "down" and (card["x"], card["y"]) not in shown:
                need(card["kind"] in ("?", ledger.goals[place]), "the goal at %s should be %s" %
                     (place, ledger.goals[place]))
                need((card["kind"] != "?") == (place in position["seats"][at]["seen"]),
                     "it shows a goal that was not seen, or hides one that was")
        self.openings(digest, name, view)
        self.queued(digest, name, view)
        if self.rules and digest.n in self.rules.positions:
            audit_replay.seat_sees(position, at, self.rules.positions[digest.n])
        want = [true for line, true in zip(digest.events, self.full[digest.n])
                if line != true and line.split(" ")[1] == name]
        have = [line for line in view.events if line.split(" ")[0] != "nugget"]
        need(have == want, "its events are %s, by the deal and the orders they are %s" % (have, want))


def unwrap_host(lines):
    """The lines of the section host; continuation lines, indented by four, are left out."""
    return [line for line in lines if not line.startswith("    ")]


def read_all(paths):
    files = []
    for path in paths:
        if os.path.isdir(path):
            files += [os.path.join(path, name) for name in sorted(os.listdir(path)) if name.endswith(".txt")]
        else:
            files.append(path)
    return files


def verdict(paths, host=None):
    """Audit the digests of these files and folders, print what was found; the exit status."""
    digests, seen, broken = [], {}, []
    for path in read_all(paths):
        with open(path, "rb") as file:
            raw = file.read()
        try:
            digest = Digest(raw)
        except PROBLEMS as error:
            broken.append("%s: %s" % (path, error))
            continue
        if seen.setdefault(digest.n, digest) is digest:
            digests.append(digest)
        elif digest.hash != seen[digest.n].hash:
            broken.append("%s: another digest %d: a fork" % (path, digest.n))
    for line in broken:
        print("FAIL     " + line)
    if not digests:
        sys.exit("no digest was found")
    status = Audit(digests, host).run().print(bool(broken))
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--host", help="the public key file that the host must have")
    parser.add_argument("paths", nargs="+", metavar="FOLDER|FILE")
    arguments = parser.parse_args()
    host = None
    if arguments.host:
        with open(arguments.host, encoding="utf-8") as file:
            host = next(line.strip() for line in file if line.startswith("RW"))
    sys.exit(verdict(arguments.paths, host))


if __name__ == "__main__":
    main()
