"""A host whose table is a git repository: git adit host, with real repositories and real pushes."""

import os
import re

from hosts import Host
from table import digests
from world import DAY, HOUR

CONFIG = '[user]\n\tname = nobody\n\temail = nobody@example.org\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n'


class GitHost(Host):
    """The clone cave, which has the game file, and server.git between host and players."""

    heals = True  # what a backup lacks comes back from main

    def __init__(self, world):
        super().__init__(world)
        self.dir, self.server, self.main, self.waits = world.folder + '/cave', world.folder + '/server.git', '', False
        with open(world.folder + '/user/.gitconfig', 'w', encoding='utf-8') as file:
            file.write(CONFIG)
        for folder, program in (('bin', 'adit'), ('bin.stop', 'tests/mail/adit-stopped')):
            os.mkdir('%s/%s' % (world.folder, folder))
            os.symlink('%s/%s' % (world.build, program), '%s/%s/adit' % (world.folder, folder))
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'src')
        self.path = ':'.join((world.folder + '/bin', source, world.env['PATH']))

    def file(self, table):
        return self.dir + '/.git/adit/game.db'

    def git(self, *words, cwd=None):
        status, out, err = self.world.run(['git', *words], cwd=cwd or self.server)
        assert status == 0, 'git %s: %s' % (words, err)
        return out

    def git_adit(self, *words, cwd, stop=None, limit=None):
        env = {'PATH': self.path}
        if stop is not None:
            env.update(PATH='%s/bin.stop:%s' % (self.world.folder, self.path), ADIT_STOP=str(stop))
        status, _, err = self.world.run(['sh', self.path.split(':')[1] + '/git-adit', *words], home=self.home, env=env,
                                        cwd=cwd, limit=limit)
        self.world.note('host: git adit %s: %d %s' % (' '.join(words), status, err.strip().replace('\n', ' / ')))
        self.world.check('honest', status != 1, 'git adit %s: %s' % (' '.join(words), err))
        if stop is None and limit is None:
            self.world.check('status', status == 0, 'git adit %s: status %d, %s' % (' '.join(words), status, err))
        return status

    def open(self, table, players):
        words = []
        for player in players:
            self.key_of(player)
            words += ['--seat', player.name]
        self.tables[table.game] = self.table = table
        self.git_adit('init', 'cave', '-k', 'host', '--rules', table.rules, '--id', table.game, *words, *table.options,
                      '--now', self.time(), cwd=self.world.folder)
        self.git('init', '-q', '--bare', '--template=', '-b', 'main', self.server, cwd=self.world.folder)
        self.git('remote', 'add', 'origin', self.server, cwd=self.dir)
        self.git('push', '-q', '-u', 'origin', 'main', cwd=self.dir)
        for player in players:
            self.git('clone', '-q', self.server, player.home + '/clone', cwd=self.world.folder)
        self.spread({})

    def routine(self):
        """A run of cron: orders, what is due, main."""
        world = self.world
        self.look_at_clock()
        self.backups()
        self.vandal()
        self.run()
        if not world.quiet:
            world.later(world.rng.randint(3 * HOUR, 12 * HOUR), self.routine)

    def run(self):
        self.waits = False
        known, before = self.known(), self.stamp()
        fails = {} if self.skew not in (40 * DAY, -3 * DAY) else {'limit': 1 << 30}  # the clock is refused
        status = self.git_adit('host', '-k', 'host', '--now', self.time(), cwd=self.dir, **(self.trouble() or fails))
        for file, stamp in self.stamp().items():
            if before.get(file) != stamp:
                now = self.world.now + self.skew
                os.utime(file, (now, now))
        if status != 0:
            self.checked()
        self.spread(known, status)

    def spread(self, known, status=0):
        """What is on main, and receipts."""
        world, table = self.world, self.table
        main = self.git('for-each-ref', '--format=%(objectname)', 'refs/heads/main').strip()
        if main and main != self.main:
            names = re.findall(r'([0-9]{6})\.txt$', self.git('ls-tree', '--name-only', 'main', 'turns/'), re.M)
            world.check('main', [int(name) for name in names] == list(range(len(names))), 'main has %s' % names)
            for n in map(int, names):
                if n not in table.digests:
                    text = self.git('cat-file', 'blob', 'main:turns/%06d.txt' % n)
                    table.saw(digests(text)[0], known.get(table.game))
            if world.rates['vandal'] == 0:
                world.check('main', len(names) == int(self.git('rev-list', '--count', 'main')), 'one commit a digest')
                if self.main:
                    self.git('merge-base', '--is-ancestor', self.main, main)
            self.main = main
        if status == 0:
            world.check('main', main and len(table.digests) == self.n(table) + 1, 'main has %d' % len(table.digests))
        receipts = self.git('for-each-ref', '--format=%(objectname)', 'refs/heads/receipts').strip()
        for name in self.git('ls-tree', '--name-only', receipts).split() if receipts else ():
            for order in re.findall(r'^order: (\S+)$', self.git('cat-file', 'blob', '%s:%s' % (receipts, name)), re.M):
                if order not in table.orders:
                    table.results[order] = 'refused'

    def vandal(self):
        """Somebody forces main back, or removes a branch."""
        world = self.world
        if not world.chance(world.rates['vandal'], 'forced branch'):
            return
        refs = self.git('for-each-ref', '--format=%(refname)', 'refs/heads').split()
        ref = world.rng.choice(refs)
        world.note('somebody changes %s' % ref)
        long = ref == 'refs/heads/main' and self.git('rev-list', '--count', 'main').strip() != '1'
        if long and world.rng.random() < 0.7:
            self.git('update-ref', ref, 'main~1')
        else:
            self.git('update-ref', '-d', ref)

    def send(self, player, text, orders):
        """A push; it fails if the server is not there, and is tried again."""
        world = self.world
        gone = world.chance(world.rates['loss'], 'no git server')
        if gone:
            os.rename(self.server, self.server + '.gone')
        status, _, _ = player.adit('send', '--json', '-k', player.name, '-', stdin=text, verb=False,
                                   cwd=player.home + '/clone', want=(75,) if gone else (0,), **player.trouble())
        if gone:
            os.rename(self.server + '.gone', self.server)
        if status != 0:
            world.later(HOUR, self.send, player, text, orders)
        elif not self.waits:
            self.waits = True
            self.post(self.run)
            self.waits = any(action == self.run for _, _, action, _ in world.heap)

    def fetch(self, player):
        clone = player.home + '/clone'
        self.git('fetch', '-q', '--prune', cwd=clone)
        if not self.git('for-each-ref', 'refs/remotes/origin/main', cwd=clone):
            return
        got = player.have | {one.n for text in player.inbox for one in digests(text)}
        names = self.git('ls-tree', '--name-only', 'origin/main', 'turns/', cwd=clone)
        for name in re.findall(r'([0-9]{6})\.txt$', names, re.M):
            if int(name) not in got:
                player.inbox.append(self.git('cat-file', 'blob', 'origin/main:turns/%s.txt' % name, cwd=clone))
