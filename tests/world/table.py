"""Tables and their hosts: what a host does, and what becomes known outside."""

import base64
import email
import email.policy
import hashlib
import json
import os
import re
import shutil
from email.utils import parsedate_to_datetime

from world import DAY, HOUR, MINUTE, Person, utc

CAVE = 'cave@example.org'
DIGEST = re.compile(r'^adit-digest v\d+\n(?:(?!adit-digest ).*\n)*?head: ([a-z2-7]{52})$', re.M)
AHEAD = 30 * DAY


class Fork(Exception):
    """Two histories, where adit(1) says that there may be two."""


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
        self.late = re.search(r'^host:\n(?:  .*\n)*?  late: (\S+)$', text, re.M)
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
        self.may_fork = False

    def newest(self):
        return max(self.digests, default=-1)

    def saw(self, one, known=None):
        """A digest has come out; known: the newest time that the host's file had before."""
        world, old = self.world, self.digests.get(one.n)
        what = 'digest %d of %s' % (one.n, self.game)
        if old is not None:
            if old.head != one.head and self.may_fork:
                raise Fork(what)
            world.check('one history', old.head == one.head, '%s: %s and %s' % (what, old.head, one.head))
            return
        before = self.digests.get(one.n - 1)
        if before is not None:
            if before.head != one.prev and self.may_fork:
                raise Fork(what)
            world.check('one history', before.head == one.prev, '%s follows %s' % (what, one.prev))
            world.check('time', before.time <= one.time, '%s: %s after %s' % (what, one.time, before.time))
            if one.late:
                world.check('late', before.due != '-' and one.time >= before.due, '%s: due %s, %s is late at %s' % (
                    what, before.due, one.late.group(1), one.time))
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
            was = self.orders.setdefault(order, n)
            self.world.check('taken', was == n, 'order %s: %s as digest %d, before as %s' % (order, result, n, was))


class Host(Person):
    """What hosts have in common: a home, game files, backups, and trouble with the machine."""

    def __init__(self, world):
        super().__init__(world, 'host')
        self.tables, self.backups, self.dir = {}, [], world.folder + '/tables'
        os.mkdir(self.dir)
        self.adit('keygen', '--no-passphrase', 'host', verb=False)
        self.pubs = {}

    def file(self, table):
        return '%s/%s.db' % (self.dir, table.game)

    def key_of(self, player):
        """Players send their public key files."""
        shutil.copy('%s/%s.pub' % (player.home, player.name), self.home)

    def n(self, table):
        _, out, _ = self.adit('status', '--json', self.file(table), want=(0, 65))
        return json.loads(out.splitlines()[0])['n']

    def trouble(self):
        """Options of the next command for a machine that may fail."""
        world = self.world
        if world.chance(world.rates['kill'], 'kill'):
            return {'stop': world.rng.randint(1, 70)}
        if world.chance(world.rates['full'], 'full disk'):
            return {'limit': world.rng.choice((0, 100, 4096, 20000, 60000, 120000, 140000))}
        return {}

    def known(self):
        """The newest time that the game files know, for the promise about clocks."""
        return {game: max([os.stat(self.file(table)).st_mtime] + [seconds(one.time) for one in table.digests.values()])
                for game, table in self.tables.items() if os.path.exists(self.file(table))}

    def verb(self, *args, want=(0,), **more):
        """A verb that may change the game file, whose time of change is then that of the world."""
        before = self.stamp()
        got = self.adit(*args, want=want, **more)
        for file, stamp in self.stamp().items():
            if before.get(file) != stamp:
                now = self.world.now + self.skew
                os.utime(file, (now, now))
        if got[0] != 0:
            self.checked()
        return got

    def stamp(self):
        return {file: os.stat(file).st_mtime_ns for file in map(self.file, self.tables.values()) if os.path.exists(file)}

    def checked(self):
        """The game files are as they have to be, whatever has happened."""
        for table in self.tables.values():
            if os.path.exists(self.file(table)):
                status, _, err = self.adit('fsck', self.file(table), verb=False, want=(0, 1, 65))
                self.world.check('whole', status == 0, 'fsck: %s' % err)

    def look_at_clock(self):
        """The clock of the host jumps, and is set right some time after."""
        world = self.world
        if self.skew == 0 and world.chance(world.rates['clock'], 'clock of the host'):
            self.skew = world.rng.choice((-3 * DAY, -2 * HOUR, 20 * MINUTE, 7 * HOUR, 3 * DAY, 9 * DAY, 40 * DAY))
            world.note('host: the clock is %d s wrong' % self.skew)
            world.later(world.rng.randint(HOUR, DAY), self.right_clock)

    def right_clock(self):
        self.skew = 0
        self.world.note('host: the clock is right')


def seconds(time):
    from calendar import timegm
    from time import strptime
    return timegm(strptime(time, '%Y-%m-%dT%H:%M:%SZ'))


class MailHost(Host):
    """A folder of tables that answers its mail."""

    def __init__(self, world):
        super().__init__(world)
        self.ids, self.answers, self.log = {}, {}, world.folder + '/mail.log'

    def open(self, table, players):
        words = []
        for player in players:
            self.key_of(player)
            words += ['--seat', player.name, '--mail', '%s=%s' % (player.name, player.address)]
        self.tables[table.game] = table
        self.verb('new', self.dir + '/', '-k', 'host', '--id', table.game, '--rules', table.rules, '--mail-from', CAVE,
                  *words, *table.options)
        self.flush()

    def mail(self, *args, stdin='', **more):
        """adit mail, and what it sends; then its status."""
        known = self.known()
        status, _, _ = self.verb('mail', '-k', 'host', '--log', self.log, *args, self.dir, stdin=stdin,
                                 want=(0, 75), **more)
        self.collect(known)
        return status

    def flush(self):
        self.mail('--flush')

    def collect(self, known):
        world, found = self.world, []
        for name in os.listdir(world.folder + '/box'):
            with open('%s/box/%s' % (world.folder, name), encoding='utf-8', newline='') as file:
                text = file.read()
            os.remove('%s/box/%s' % (world.folder, name))
            if name.endswith('.mail'):
                found.append((email.message_from_string(text, policy=email.policy.default), text))
        for mail, text in sorted(found, key=lambda one: (one[0]['To'], one[0]['Message-ID'])):
            to, name = mail['To'].strip('<>'), mail['Message-ID']
            if (to, name) not in self.ids and re.search('kind=(receipt|help)$', mail['X-Adit']):
                self.count_answer(to, parsedate_to_datetime(mail['Date']).timestamp())
            world.check('same mail', self.ids.setdefault((to, name), text) == text, 'two mails are %s' % name)
            for part in mail.walk():
                if part.get_filename():
                    for one in digests(part.get_payload(decode=True).decode()):
                        self.tables[one.game].saw(one, known.get(one.game))
                        world.check('own view', set(one.views) <= {to.split('@')[0]}, 'mail to %s: %s' % (to, one.views))
            world.note('host: mail to %s: %s' % (to, mail['Subject']))
            for table in self.tables.values():
                for player in table.players.values():
                    if player.address == to and table.game == re.search('game=([^;]+)', mail['X-Adit']).group(1):
                        self.post(lambda player=player, text=text: player.inbox.append(text))

    def count_answer(self, to, when):
        """Eight receipts and two answers to anybody are made in a day, if the clock shows days."""
        times = self.answers.setdefault(to, [])
        times.append(when)
        self.world.check('few answers', self.world.rates['clock'] > 0 or
                         len([time for time in times if when - DAY < time <= when]) <= 10, to)

    def post(self, arrive):
        """A mail is on its way: it may be late, come twice, or never."""
        world = self.world
        if world.chance(world.rates['loss'], 'loss'):
            return
        for _ in range(2 if world.chance(world.rates['twice'], 'duplicate') else 1):
            late = world.chance(world.rates['delay'], 'delay')
            world.later(world.rng.randint(HOUR, 3 * DAY) if late else world.rng.randint(5, 20 * MINUTE), arrive)

    def send(self, player, text, orders):
        self.post(lambda: self.arrive(player, text, orders))

    def arrive(self, player, text, orders):
        """The mail server runs the command for each mail, again as long as that ends with 75."""
        world, at = self.world, 0
        self.look_at_clock()
        if os.path.exists(self.log):
            at = os.path.getsize(self.log)
        if world.chance(world.rates['server'], 'no mail server'):
            self.server(world.rng.choice(('broken', 'lies')))
        status = self.mail(stdin=text, **self.trouble())
        if status != 0:
            world.later(15 * MINUTE, self.arrive, player, text, orders)
            return
        with open(self.log, encoding='utf-8') as log:
            log.seek(at)
            lines = [json.loads(line) for line in log]
        taken = [line for line in lines if 'letter' in line]
        world.check('answered', len(taken) == 1 and (not orders or len(taken[0]['orders']) == len(orders)), repr(lines))
        for order, got in zip(orders, taken[0]['orders']):
            world.check('answered', got['result'] in ('taken', 'kept', 'held', 'refused', 'repeated', 'done'), repr(got))
            if order:
                player.table.result(order, got['result'], got.get('digest'))

    def server(self, how):
        """The mail server fails for some hours: it takes nothing, or takes mails and says that it did not."""
        path = '%s/%s' % (self.world.folder, how)
        if not os.path.exists(path):
            with open(path, 'w', encoding='utf-8'):
                self.world.later(self.world.rng.randint(HOUR, 8 * HOUR), os.remove, path)

    def routine(self):
        """What cron runs."""
        world = self.world
        self.look_at_clock()
        if any(table.limit for table in self.tables.values()):
            known = self.known()
            self.verb('tick', '-k', 'host', self.dir, want=(0, 75), **self.trouble())
            self.collect(known)
        self.mail('--flush', **self.trouble())
        if not world.quiet:
            world.later(world.rng.randint(3 * HOUR, 12 * HOUR), self.routine)

    def settled(self, table):
        return self.n(table) == table.newest()
