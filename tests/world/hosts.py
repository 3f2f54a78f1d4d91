"""Hosts, by mail and with a folder: what they do, what fails for them, and how they come back from backups."""

import email
import email.policy
import json
import os
import re
import shutil
from email.utils import parsedate_to_datetime

from table import digests, seconds
from world import DAY, HOUR, MINUTE, Person

CAVE = 'cave@example.org'
RESULTS = ('taken', 'kept', 'held', 'refused', 'repeated', 'done')


class Host(Person):
    """What hosts have in common: a home, game files, backups, and trouble with the machine."""

    heals = False  # it needs the players after a backup was restored

    def __init__(self, world):
        super().__init__(world, 'host')
        self.tables, self.backup, self.dir = {}, None, world.folder + '/tables'
        self.old, self.lost = set(), set()  # games whose file is old, and whose home is old, too
        self.held = {}                      # order: its table, until the stopped table goes on
        self.adit('keygen', '--no-passphrase', 'host', verb=False)

    def file(self, table):
        return '%s/%s.db' % (self.dir, table.game)

    def key_of(self, player):
        """Players send their public key files."""
        shutil.copy('%s/%s.pub' % (player.home, player.name), self.home)

    def n(self, table):
        _, out, _ = self.adit('status', '--json', self.file(table), want=(0, 65))
        return json.loads(out.splitlines()[0])['n']

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
        files = map(self.file, self.tables.values())
        return {file: os.stat(file).st_mtime_ns for file in files if os.path.exists(file)}

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

    def post(self, arrive, *args):
        """Something is on its way: it may be late, come twice, or never."""
        world = self.world
        if world.chance(world.rates['loss'], 'loss'):
            return
        for _ in range(2 if world.chance(world.rates['twice'], 'duplicate') else 1):
            late = world.chance(world.rates['delay'], 'delay')
            world.later(world.rng.randint(HOUR, 3 * DAY) if late else world.rng.randint(5, 20 * MINUTE), arrive, *args)

    def result(self, table, order, got):
        """What the host says of an order."""
        if got['result'] == 'held':
            self.world.check('stopped', table.may_fork, 'held, but nothing was restored: %r' % got)
            self.held[order] = table
            if table.game not in self.lost:
                self.lost.add(table.game)
                self.world.later(HOUR, self.repair)
        elif order:
            table.result(order, got['result'], got.get('digest', got.get('n')))

    # ---- backups

    def backups(self):
        """Game files and homes are copied now and then; the machine comes back from such a copy, but rarely."""
        world = self.world
        if world.story in ('stopped', 'fork'):
            self.come_back()
        if world.rates['restore'] == 0 or self.old or self.lost:
            return
        if self.backup is None or world.rng.random() < 0.2:
            self.save()
        elif world.chance(world.rates['restore'], 'restore'):
            self.restore(world.rng.choice(('home', 'file', 'both')))
            if not self.heals and (self.old or self.lost):
                world.later(world.rng.randint(0, DAY), self.repair)

    def save(self):
        self.world.copy(self.home, self.world.folder + '/backup/home')
        self.world.copy(self.dir, self.world.folder + '/backup/tables')
        self.backup = {game: table.newest() for game, table in self.tables.items()}

    def restore(self, what):
        world, copy = self.world, self.world.folder + '/backup'
        newer = {game for game, table in self.tables.items() if table.newest() > self.backup[game]}
        world.note('host: %s restored, digests %s' % (what, self.backup))
        world.faults['restore ' + what] += 1
        if what != 'file':
            world.copy(copy + '/home', self.home)
        if what != 'home':
            world.copy(copy + '/tables', self.dir)
        if self.heals:
            return
        if what != 'home':
            (self.old if what == 'file' else self.lost).update(newer)
        if what == 'both':
            for game in newer:
                self.tables[game].may_fork = True

    def come_back(self):
        """The stories of two histories: all comes back from a copy that lacks two digests, once. Then newer orders
        stop the table, or its player sends the first order again that the copy lacks."""
        world, (table,) = self.world, self.tables.values()
        if self.backup is None and table.newest() > 0:
            self.save()
        elif self.backup and not world.faults['restore both'] and table.newest() > self.backup[table.game] + 1:
            order = table.digests[self.backup[table.game] + 1].order
            self.restore('both')
            world.later(2 * DAY, self.repair)
            if world.story == 'fork' and order in table.signed:
                player = table.players[table.signed[order]]
                self.arrive(player, player.letter(player.sent[order]['block']), [order])

    def repair(self, tries=3):
        """adit(1), A MACHINE THAT CAME BACK FROM A BACKUP: the players have the digests, or get them soon."""
        for table in [self.tables[game] for game in sorted(self.old | self.lost)]:
            if tries and table.read() < table.newest():
                self.world.later(6 * HOUR, self.repair, tries - 1)
                return
            self.rebuild(table)
            self.old.discard(table.game)
            self.lost.discard(table.game)

    def rebuild(self, table):
        world, old, new, given = self.world, self.dir + '/OLD.db', self.dir + '/NEW.db', self.world.folder + '/given'
        os.rename(self.file(table), old)
        shutil.rmtree(given, ignore_errors=True)
        os.mkdir(given)
        _, texts, _ = self.adit('digest', '--all', old, verb=False)
        texts = [texts] + [one.text for player in table.players.values() for one in player.read_digests]
        texts += self.published(table)
        for i, text in enumerate(texts):
            with open('%s/%d.txt' % (given, i), 'w', encoding='utf-8') as file:
                file.write(text)
        self.adit('rebuild', '-k', 'host', new, *('%s/%d.txt' % (given, i) for i in range(len(texts))), verb=False)
        now = world.now + self.skew
        os.utime(new, (now, now))  # which the host takes for a day that it knows
        status, held, _ = self.adit('fsck', '--held', old, verb=False)
        _, addresses, _ = self.adit('address', old)
        if addresses.strip():
            self.adit('address', new, '-', stdin=addresses)
        os.rename(new, self.file(table))
        os.rename(old, world.folder + '/OLD.db')
        os.utime(self.file(table), (now, now))
        rebuilt = self.n(table)
        world.note('host: %s made again, to digest %d of %d' % (table.game, rebuilt, table.newest()))
        table.may_fork = rebuilt < table.newest()
        if held.strip():
            self.held_again(table, held)

    def held_again(self, table, held):
        """What was held is applied; nothing of it is lost."""
        world = self.world
        _, out, _ = self.verb('apply', '--json', '-k', 'host', *self.where(), self.file(table), '-', stdin=held,
                              want=(0, 3, 4, 75))
        results = [json.loads(line) for line in out.splitlines()]
        mine = [order for order, one in self.held.items() if one is table]
        world.check('stopped', len(results) >= len(mine), '%d orders were held: %r' % (len(mine), results))
        for one in results:
            if one.get('order'):
                self.held.pop(one['order'], None)
                self.result(table, one['order'], one)
        for order in [order for order, one in self.held.items() if one is table]:
            table.results[order] = 'refused'
            del self.held[order]
        self.spread({})

    def where(self):
        return ()

    def published(self, table):
        """Digests that the host finds outside of the game file."""
        del table
        return []

    def spread(self, known):
        """What a command has made goes out."""


class MailHost(Host):
    """A folder of tables that answers its mail."""

    def __init__(self, world):
        super().__init__(world)
        os.mkdir(self.dir)
        self.ids, self.answers, self.log = {}, {}, world.folder + '/mail.log'

    def open(self, table, players):
        words = []
        for player in players:
            self.key_of(player)
            words += ['--seat', player.name, '--mail', '%s=%s' % (player.name, player.address)]
        self.tables[table.game] = table
        self.verb('new', self.dir + '/', '-k', 'host', '--id', table.game, '--rules', table.rules, '--mail-from', CAVE,
                  *words, *table.options)
        self.mail('--flush')

    def mail(self, *args, stdin='', **more):
        """adit mail, and what it sends; then its status."""
        known = self.known()
        status, _, _ = self.verb('mail', '-k', 'host', '--log', self.log, *args, self.dir, stdin=stdin,
                                 want=(0, 75), **more)
        self.spread(known)
        return status

    def spread(self, known):
        world, found = self.world, []
        for name in os.listdir(world.folder + '/box'):
            with open('%s/box/%s' % (world.folder, name), encoding='utf-8', newline='') as file:
                text = file.read()
            os.remove('%s/box/%s' % (world.folder, name))
            if name.endswith('.mail'):
                found.append((email.message_from_string(text, policy=email.policy.default), text))
        for mail, text in sorted(found, key=lambda one: (one[0]['To'], one[0]['Message-ID'])):
            to, name = mail['To'].strip('<>'), mail['Message-ID']
            table = self.tables[re.search('game=([^;]+)', mail['X-Adit']).group(1)]
            world.note('host: mail to %s: %s' % (to, mail['Subject']))
            if (to, name) not in self.ids and re.search('kind=(receipt|help)$', mail['X-Adit']):
                self.count_answer(to, parsedate_to_datetime(mail['Date']).timestamp())
            world.check('same mail', self.ids.setdefault((to, name), text) == text or self.backup, name)
            for part in mail.walk():
                if part.get_filename():
                    for one in digests(part.get_payload(decode=True).decode()):
                        new = one.n not in table.digests
                        world.check('old file', not new or table.game not in self.old, 'digest %d is new' % one.n)
                        table.saw(one, known.get(table.game))
                        world.check('own view', set(one.views) <= {to.split('@')[0]}, '%s: %s' % (to, one.views))
            for player in table.players.values():
                if player.address == to:
                    self.post(player.inbox.append, text)

    def count_answer(self, to, when):
        """Eight receipts and two answers to anybody are made in a day, if the clock shows days."""
        times = self.answers.setdefault(to, [])
        times.append(when)
        self.world.check('few answers', self.world.rates['clock'] > 0 or self.backup is not None or
                         len([time for time in times if when - DAY < time <= when]) <= 10, to)

    def send(self, player, text, orders):
        self.post(self.arrive, player, player.letter(text), orders)

    def arrive(self, player, text, orders):
        """The mail server runs the command for each mail, again as long as that ends with 75."""
        world, at = self.world, 0
        self.look_at_clock()
        self.backups()
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
            world.check('answered', got['result'] in RESULTS, repr(got))
            self.result(player.table, order, got)

    def server(self, how):
        """The mail server fails for some hours: it takes nothing, or takes mails and says that it did not."""
        path = '%s/%s' % (self.world.folder, how)
        if not os.path.exists(path):
            with open(path, 'w', encoding='utf-8'):
                self.world.later(self.world.rng.randint(HOUR, 8 * HOUR), os.remove, path)

    def routine(self):
        """What cron runs; no timer runs on a machine that was restored."""
        world = self.world
        self.look_at_clock()
        self.backups()
        if any(table.limit for table in self.tables.values()) and not self.lost:
            known = self.known()
            self.verb('tick', '-k', 'host', self.dir, want=(0, 65, 75), **self.trouble())
            self.spread(known)
        self.mail('--flush', **self.trouble())
        if not world.quiet:
            world.later(world.rng.randint(3 * HOUR, 12 * HOUR), self.routine)

    def fetch(self, player):
        """Mails come by themselves."""


class FolderHost(Host):
    """A host who applies what players send, and publishes a folder of digests."""

    def __init__(self, world):
        super().__init__(world)
        os.mkdir(self.dir)
        self.out, self.drop, self.count, self.waits = world.folder + '/out', [], 0, False

    def where(self):
        return ('--out', self.out)

    def open(self, table, players):
        words = []
        for player in players:
            self.key_of(player)
            words += ['--seat', player.name]
        self.tables[table.game] = self.table = table
        self.verb('new', self.file(table), '-k', 'host', '--id', table.game, '--rules', table.rules, *self.where(),
                  *words, *table.options)
        self.spread({})

    def published(self, table):
        texts = []
        for n in sorted(table.digests):
            with open('%s/turns/%06d.txt' % (self.out, n), encoding='utf-8') as file:
                texts.append(file.read())
        return texts

    def spread(self, known):
        for name in sorted(os.listdir(self.out + '/turns')):
            if re.fullmatch('[0-9]{6}.txt', name) and int(name[:6]) not in self.table.digests:
                with open('%s/turns/%s' % (self.out, name), encoding='utf-8') as file:
                    found = digests(file.read())
                self.world.check('whole', len(found) == 1 and found[0].n == int(name[:6]), 'turns/%s' % name)
                self.world.check('old file', self.table.game not in self.old, 'digest %d is new' % found[0].n)
                self.table.saw(found[0], known.get(self.table.game))
            self.world.check('whole', '.foreign' not in name, name)

    def send(self, player, text, orders):
        self.post(self.arrive, player, text, orders)

    def arrive(self, player, text, orders):
        """The host applies what has come, later and together."""
        self.drop.append((player, text, orders))
        if not self.waits:
            self.waits = True
            self.world.later(self.world.rng.choice((0, HOUR)), self.apply)

    def apply(self):
        world, files, drop = self.world, [], self.drop
        self.waits, self.drop = False, []
        self.look_at_clock()
        self.backups()
        world.rng.shuffle(drop)
        for _, text, _ in drop:
            self.count += 1
            files.append('%s/in.%d' % (world.folder, self.count))
            with open(files[-1], 'w', encoding='utf-8') as file:
                file.write(text)
        known = self.known()
        status, out, _ = self.verb('apply', '--json', '-k', 'host', *self.where(), self.file(self.table), *files,
                                   want=(0, 3, 4, 65, 75), **self.trouble())
        self.spread(known)
        results = [json.loads(line) for line in out.splitlines() if line.endswith('}')] if status >= 0 else []
        for (player, text, orders), file in zip(drop, files):
            mine = [one for one in results if one.get('file') == file and one.get('result')]
            if status in (-9, 75) or status == 65 and not mine:
                world.later(15 * MINUTE, self.arrive, player, text, orders)
            else:
                world.check('answered', len(mine) == len(orders), '%s: %s' % (file, results))
            for order, one in zip(orders, mine):
                self.result(self.table, order, one)

    def routine(self):
        world = self.world
        self.look_at_clock()
        self.backups()
        if self.table.limit and not self.lost:
            known = self.known()
            self.verb('tick', '-k', 'host', *self.where(), self.file(self.table), want=(0, 65, 75), **self.trouble())
            self.spread(known)
        if not world.quiet:
            world.later(world.rng.randint(3 * HOUR, 12 * HOUR), self.routine)

    def fetch(self, player):
        """A player copies what is new; some files may be missing yet."""
        world = self.world
        for name in sorted(os.listdir(self.out + '/turns')):
            if re.fullmatch('[0-9]{6}.txt', name) and int(name[:6]) not in player.have | {
                    one.n for text in player.inbox for one in digests(text)}:
                if not world.chance(world.rates['loss'], 'loss'):
                    with open('%s/turns/%s' % (self.out, name), encoding='utf-8') as file:
                        player.inbox.append(file.read())
