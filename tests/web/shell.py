"""Players with the browser file in Chromium; the host and the other seats use the native program.

    shell.py FOLDER     an empty folder; ADIT: the program
"""

import os
import sys

from player import FILE, Player
from lib import Tap, adit


class Game:
    """A table of three, of which anna has the browser file."""

    def __init__(self, tap, folder):
        self.tap = tap
        self.folder = os.path.abspath(folder)
        self.host = os.path.join(self.folder, 'host')
        os.makedirs(self.folder)
        os.chdir(self.folder)

    def use(self):
        os.environ['ADIT_HOME'] = self.host

    def open(self, card, *options):
        """With the public key file of anna."""
        self.use()
        with open('anna.pub', 'w', encoding='utf-8') as out:
            out.write(card)
        for who in ('host', 'bob', 'carl'):
            adit('keygen', '--no-passphrase', who)
        adit('new', 't.db', '-k', 'host', '--title', 'Friday mine', '--rules', 'saboteur', '--option', 'first=anna', '--seat', 'anna=anna.pub',
             '--seat', 'bob', '--seat', 'carl', '--out', '.', *options)

    def digest(self, n=-1):
        name = os.path.join('turns', sorted(os.listdir('turns'))[n])
        with open(name, encoding='utf-8') as text:
            return text.read()

    def apply(self, block):
        self.use()
        adit('apply', 't.db', '--out', '.', '-', stdin=block)


def first_move(tap):
    """First start to first move, in a new profile."""
    game = Game(tap, 'first')
    with Player(os.path.abspath('profile'), FILE) as anna:
        anna.size(390, 844)
        tap.equal(anna.title(), 'Play the Saboteur card games by mail', 'a new profile begins at the start')
        anna.start('anna')
        tap.equal(anna.title(), 'The card of anna', 'keys are made')
        card = anna.script("return document.getElementById('card').value")
        anna.press_button('Save the backup')
        backup = anna.download('.tar')
        game.open(card, '--trusted-host')
        anna.press_button('Tables')
        anna.paste(game.digest())
        tap.equal(anna.title(), 'Friday mine', 'a pasted digest opens its table')
        tap.ok('seen here for the first time' in anna.text(), 'the fingerprint of the host is shown', anna.text())
        order = anna.compose()
        tap.ok(order != '', 'an order is put together in the page of the table')
        anna.press_button('Sign …')
        tap.equal(anna.title(), 'Send your order', 'it is signed')
        game.apply(anna.block())
        tap.ok(len(os.listdir('turns')) == 2, 'the host takes it')
        wide = anna.script('return document.documentElement.scrollWidth')
        tap.ok(wide <= 390, 'no wider than a phone', wide)
        tap.equal([entry['message'] for entry in anna.log()], [], 'the browser complains of nothing')
    return backup


def main():
    os.makedirs(sys.argv[1])
    os.chdir(sys.argv[1])
    tap = Tap()
    first_move(tap)
    tap.end()


main()
