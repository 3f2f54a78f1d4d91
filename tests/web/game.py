"""A table of three seats, of which one has the browser file; the host and the others use the native program."""

import os
import re

from player import FILE  # noqa: F401  finds lib
from lib import adit

# So few cards that a game is over after about fifteen orders.
DECK = ('start 1\ngoal-gold 1\ngoal-stone-ne 1\ngoal-stone-nw 1\nnesw 27\new 12\nrockfall 1\n'
        'gold-1 16\ngold-2 8\ngold-3 4\nminer 7\nsaboteur 4\n')


class Game:
    """A table of three in a folder, of which anna has the browser file."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        os.makedirs(self.folder)
        self.read = 0

    def at(self, *path):
        return os.path.join(self.folder, *path)

    def adit(self, *args, stdin=None, want=0):
        os.environ['ADIT_HOME'] = self.at('home')
        return adit(*args, stdin=stdin, want=want)

    def open(self, card, *options, bob=None):
        """card, bob: the public key files of anna, and of bob if they have a browser, too."""
        with open(self.at('anna.pub'), 'w', encoding='utf-8') as out:
            out.write(card)
        with open(self.at('deck'), 'w', encoding='utf-8') as out:
            out.write(DECK)
        for who in ('host', 'bob', 'carl'):
            self.adit('keygen', '--no-passphrase', who)
        if bob:
            with open(self.at('bob.pub'), 'w', encoding='utf-8') as out:
                out.write(bob)
        seats = ['--seat', 'anna=' + self.at('anna.pub'), '--seat', 'bob=' + self.at('bob.pub') if bob else 'bob', '--seat', 'carl']
        self.adit('new', self.at('t.db'), '-k', 'host', '--rules', 'saboteur', '--option', 'first=anna', '--option', 'rounds=1',
                  '--deck', self.at('deck'), '--out', self.folder, *seats, *options)

    def numbers(self):
        return sorted(os.listdir(self.at('turns')))

    def news(self):
        """The digests since it was called last."""
        new = self.numbers()[self.read:]
        self.read += len(new)
        return ''.join(self.digest(name) for name in new)

    def digest(self, name):
        with open(self.at('turns', name), encoding='utf-8') as text:
            return text.read()

    def next(self):
        return re.search(r'^next: (\S+)', self.digest(self.numbers()[-1]), re.M).group(1)

    def apply(self, block):
        self.adit('apply', self.at('t.db'), '--out', self.folder, '-', stdin=block)

    def others(self, *who):
        """These, else bob and carl, play until it is the turn of somebody else."""
        while self.next() in (who or ('bob', 'carl')):
            seat, newest = self.next(), self.at('turns', self.numbers()[-1])
            order = self.adit('read', '--suggest', '-k', seat, newest).strip()
            self.apply(self.adit('sign', '-k', seat, '-d', newest, order))
