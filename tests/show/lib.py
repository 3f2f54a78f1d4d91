"""What scripts on pages share: TAP, tables that are played through the verbs."""

import os
import subprocess
import sys

ADIT = os.environ['ADIT']


class Tap:
    def __init__(self):
        self.n = 0
        self.failed = 0

    def ok(self, good, name, detail=''):
        self.n += 1
        self.failed += not good
        print(('ok' if good else 'not ok') + ' %d - %s' % (self.n, name))
        if not good:
            for line in str(detail).splitlines()[:20]:
                print('#   ' + line)
        sys.stdout.flush()

    def equal(self, got, want, name):
        self.ok(got == want, name, 'got    %r\nwanted %r' % (got, want))

    def end(self):
        print('1..%d' % self.n)
        sys.exit(1 if self.failed else 0)


def skip(name, why):
    print('ok 1 - %s # SKIP %s\n1..1' % (name, why))
    sys.exit(0)


def adit(*args, stdin=None, want=0):
    done = subprocess.run([ADIT, *args], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    if done.returncode != want:
        raise RuntimeError('adit %s: %d: %s' % (' '.join(args), done.returncode, done.stderr))
    return done.stdout


class Table:
    """In a folder of its own, with keys in its home; everything is done there."""

    def __init__(self, folder, rules, seats, *options):
        self.folder = os.path.abspath(folder)
        os.makedirs(self.folder)
        self.seats = seats
        os.environ['ADIT_HOME'] = self.folder + '.home'
        for who in ['host', *seats]:
            adit('keygen', '--no-passphrase', who)
        seat = [word for who in seats for word in ('--seat', who)]
        adit('new', self.at('t.db'), '-k', 'host', '--rules', rules, *seat, '--trusted-host',
             '--option', 'first=' + seats[0], *options, '--now', '2026-11-21T17:52:14Z',
             '--out', self.folder)

    def at(self, *path):
        return os.path.join(self.folder, *path)

    def use(self):
        os.environ['ADIT_HOME'] = self.folder + '.home'
        os.chdir(self.folder)

    def newest(self):
        return self.at('turns', sorted(os.listdir(self.at('turns')))[-1])

    def to_move(self):
        with open(self.newest(), encoding='utf-8') as text:
            for line in text:
                if line.startswith('next: '):
                    return line.split()[1]
        return '-'

    def moves(self, seat):
        return adit('read', '--moves', '-k', seat, self.newest()).splitlines()

    def apply(self, signed):
        adit('apply', self.at('t.db'), '--out', self.folder, '--now', '2026-11-22T00:00:00Z', '-', stdin=signed)

    def suggest(self):
        seat = self.to_move()
        order = adit('read', '--suggest', '-k', seat, self.newest()).strip()
        self.apply(adit('sign', '-k', seat, '-d', self.newest(), order))

    def page(self, out, *args):
        adit('page', '--html', '-o', out, *args)
        return out
