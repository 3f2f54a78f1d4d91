"""First start to first move with the browser file in Firefox.

Needs Debian's python3-websocket, so run it with /usr/bin/python3.
"""

import os
import sys
import time

from player import FILE, SECRET
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


def play(tap):
    game = Game('firefox')
    with Player(False) as anna:
        anna.size(390, 844)
        anna.open(FILE)
        anna.wait("document.getElementById('name')")
        anna.fill('#name', 'anna')
        for one in ('#one', '#two'):
            anna.fill(one, SECRET)
        anna.press('Make my keys', 'The card of anna')
        tap.ok(True, 'Firefox: keys are made')
        game.open(anna.script("return document.getElementById('card').value"), '--trusted-host', '--title', 'Friday mine')
        anna.press('Tables', 'Tables')
        anna.script('document.getElementById("paste").value = %r; return 0' % game.news())
        anna.press('Read it', 'Friday mine')
        tap.ok(True, 'Firefox: a digest is read')
        anna.press('In words', 'The table in words')
        card = anna.script("return document.querySelector('pre').textContent.match(/discard 1 of (\\S+)|discard (\\S+)/).slice(1).filter(Boolean)[0]")
        anna.press('Back to the table', 'Friday mine')
        anna.fill('#order', 'discard ' + card)
        anna.press('Sign …', 'Send your order')
        game.apply(anna.script("return document.getElementById('block').value"))
        tap.equal(len(game.numbers()), 2, 'Firefox: the host takes the order')
        anna.open(FILE)
        anna.wait("document.querySelector('.tables b')")
        tap.ok(True, 'Firefox: keys and tables outlive the page')
