"""A table: what has come out of it, and what that promises."""

import base64
import calendar
import hashlib
import re
import time

from world import DAY, HOUR, utc

GRACE = 12 * HOUR
DIGEST = re.compile(r'^adit-digest v\d+\n(?:(?!adit-digest ).*\n)*?head: ([a-z2-7]{52})$', re.M)
AHEAD = 30 * DAY


class Fork(Exception):
    """Two histories, where adit(1) says that there may be two."""


def seconds(text):
    return calendar.timegm(time.strptime(text, '%Y-%m-%dT%H:%M:%SZ'))


def order_hash(text):
    h = hashlib.blake2b(digest_size=32, person=b'adit/order'.ljust(16, b'\0'))
    h.update(len(text).to_bytes(8, 'little') + text)
    return base64.b32encode(h.digest()).decode().lower().rstrip('=')


class Digest:
    def __init__(self, text, head):
        fields = dict(re.findall(r'^([a-z]+): (.*)$', text[:text.index('\n\n')], re.M))
        self.text, self.head, self.n, self.prev = text, head, int(fields['n']), fields['prev']
        self.game, self.order, self.time = fields['game'], fields['order'], fields['time']
        self.due, self.next = fields['due'], fields['next']
        self.late = re.search(r'^  note late (\S+)$', text, re.M)
        self.undone = '\n  note undone ' in text
        # Before the deal: what each seat has sent.
        seats = re.search(r'^seats:\n((?:  .*\n)*)', text, re.M)
        self.steps = {seat: re.findall(r'^  (commit|reveal): [a-z2-7]', rest, re.M) for seat, rest in re.findall(
            r'^  seat: (\S+)\n((?:  (?!seat:).*\n)*)', seats.group(1) if seats else '', re.M)}
        self.views = re.findall(r'^for (\S+):$', text, re.M)


def digests(text):
    """All digests in a text, with what follows each up to the next."""
    found = list(DIGEST.finditer(text))
    ends = [one.start() for one in found[1:]] + [len(text)]
    return [Digest(text[one.start():end], one.group(1)) for one, end in zip(found, ends)]


class Table:
    """One game, as everybody outside could know it."""

    def __init__(self, world, game, rules, seats, options):
        self.world, self.game, self.rules, self.seats, self.options = world, game, rules, seats, options
        self.limit, self.players = '--limit' in options, {}
        self.digests = {}    # n: the first that came out
        self.orders = {}     # hash of an order: the digest that has it
        self.signed = {}     # hash: the seat that signed it
        self.results = {}    # hash: what the host said of it last
        self.told = {}       # hash: the digest in which the host said that it is
        self.may_fork = False
        self.back = None     # the digest to which the seats vote to go back

    def newest(self):
        return max(self.digests, default=-1)

    def read(self):
        """The newest digest that any player has read."""
        return max((one.n for player in self.players.values() for one in player.read_digests), default=-1)

    def saw(self, one, known=None):
        """A digest has come out; known: the newest time that the host's file had before."""
        world, old = self.world, self.digests.get(one.n)
        what = 'digest %d of %s' % (one.n, self.game)
        if old is not None:
            if old.head != one.head and self.may_fork:
                raise Fork(self, one)
            world.check('one history', old.head == one.head, '%s: %s and %s' % (what, old.head, one.head))
            return
        before = self.digests.get(one.n - 1)
        if before is not None:
            if before.head != one.prev and self.may_fork:
                raise Fork(self, one)
            world.check('one history', before.head == one.prev, '%s follows %s' % (what, one.prev))
            world.check('time', before.time <= one.time, '%s: %s after %s' % (what, one.time, before.time))
            if one.late:
                world.check('late', before.due != '-' and seconds(one.time) >= seconds(before.due) + GRACE,
                            '%s: due %s, %s is late at %s' % (what, before.due, one.late.group(1), one.time))
        if known is not None:
            world.check('clock', one.time <= utc(known + AHEAD), '%s: %s after %s' % (what, one.time, utc(known)))
        if one.order != '-':
            world.check('signed', one.order in self.signed, '%s has order %s' % (what, one.order))
            world.check('once', self.orders.get(one.order, one.n) == one.n, '%s has the order of digest %s' % (
                what, self.orders.get(one.order)))
            self.orders[one.order] = one.n
        self.digests[one.n] = one
        world.note('-- %s: order %s, next %s' % (what, one.order[:8], one.next))

    def result(self, order, result, n):
        """The host reports what became of an order."""
        self.results[order] = result
        if result in ('taken', 'kept', 'repeated') and n is not None:
            was = self.orders.get(order, n)
            self.world.check('taken', was == n, 'order %s: %s as digest %d, before as %s' % (order, result, n, was))
            self.told[order] = n
