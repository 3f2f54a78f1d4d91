"""The browser file in Firefox: first start to first move, and a whole game with a player in Chromium.

Needs Debian's python3-websocket, so run it with /usr/bin/python3.
"""

import os
import sys
import time

from player import FILE, SECRET
from player import Player as Chromium
from firefox import Firefox
from game import Game


class Player(Firefox):
    def wait(self, what):
        for _ in range(600):
            value = self.script('return Boolean(%s)' % what)
            if value:
                return value
            time.sleep(0.1)
        raise RuntimeError('not so after 60 s: ' + what + '\n' + self.script("return document.body.innerText"))

    def press(self, words, title):
        """Presses a button and waits for the screen."""
        self.script("Array.from(document.querySelectorAll('#main button, nav a, dialog button')).find(function (b) {"
                    " return b.textContent === '%s'; }).click(); return 0" % words)
        self.wait("document.querySelector('h1').textContent === '%s' && !document.body.hasAttribute('aria-busy')" % title)

    def fill(self, selector, text):
        self.script("document.querySelector('%s').value = %r; return 0" % (selector, text))

    def start(self, name):
        """Makes keys; returns the public key file."""
        self.open(FILE)
        self.wait("document.getElementById('name')")
        self.fill('#name', name)
        for one in ('#one', '#two'):
            self.fill(one, SECRET)
        self.press('Make my keys', 'The card of ' + name)
        return self.script("return document.getElementById('card').value")

    def take(self, digests, title):
        self.press('Tables', 'Tables')
        self.script('document.getElementById("paste").value = %r; return 0' % digests)
        self.press('Read it', title)

    def discard(self, title):
        """Signs that a card is discarded; returns the block."""
        self.press('In words', 'The table in words')
        card = self.script("return Array.from(document.querySelector('pre').textContent.matchAll(/discard (?:1 of )?([a-z+-]+)/g)).pop()[1]")
        self.press('Back to the table', title)
        self.fill('#order', 'discard ' + card)
        self.press('Sign …', 'Send your order')
        return self.script("return document.getElementById('block').value")


def play(tap):
    game = Game('firefox')
    with Player(False) as anna:
        anna.size(390, 844)
        card = anna.start('anna')
        tap.ok(True, 'Firefox: keys are made')
        game.open(card, '--trusted-host', '--title', 'Friday mine')
        anna.take(game.news(), 'Friday mine')
        tap.ok(True, 'Firefox: a digest is read')
        game.apply(anna.discard('Friday mine'))
        tap.equal(len(game.numbers()), 2, 'Firefox: the host takes the order')
        anna.open(FILE)
        anna.wait("document.querySelector('.tables b')")
        tap.ok(True, 'Firefox: keys and tables outlive the page')
    three(tap)


def three(tap):
    """A whole game: anna in Firefox, bob in Chromium, carl with the native program; digests go as files."""
    game, title = Game('three'), 'Three'
    with Player(False) as anna, Chromium(os.path.abspath('bob'), FILE) as bob:
        bob.start('bob')
        game.open(anna.start('anna'), '--title', title, bob=bob.script("return document.getElementById('card').value"))
        seen = {'anna': 0, 'bob': 0}

        def news(who):
            new = game.numbers()[seen[who]:]
            seen[who] += len(new)
            return ''.join(game.digest(name) for name in new)

        for verb, button in (('join', 'Join'), ('confirm', 'Confirm')):
            anna.take(news('anna'), title)
            anna.press(button, 'Send your order')
            game.apply(anna.script("return document.getElementById('block').value"))
            bob.press_button('Tables')
            bob.paste(news('bob'))
            bob.press_button(button)
            game.apply(bob.block())
            game.apply(game.adit(verb, '-k', 'carl', game.at('turns')))
        orders = {'anna': 0, 'bob': 0}
        while game.next() != '-':
            who = game.next()
            if who == 'carl':
                game.others('carl')
                continue
            orders[who] += 1
            if who == 'anna':
                anna.take(news('anna'), title)
                game.apply(anna.discard(title))
            else:
                bob.press_button('Tables')
                bob.paste(news('bob'))
                bob.choose()
                bob.press_button('Sign …')
                game.apply(bob.block())
        tap.ok(min(orders.values()) > 1, 'a whole game of three kinds of players', orders)
        anna.take(news('anna'), title)
        tap.ok('PASS' in game.adit('audit', game.at('turns')), 'and its audit passes')
