"""An order of every kind, clicked together on private pages, is what `adit sign` takes.

    click.py FOLDER     an empty folder to work in; ADIT: the program
"""

import os
import re
import subprocess
import sys

from browser import Browser, is_here
from lib import ADIT, Table, Tap, skip

GAMES = [
    ('saboteur', ['anna', 'bob', 'carl'], []),
    ('saboteur2', ['anna', 'bob', 'carl', 'dora'], []),
    ('duel', ['anna', 'bob'], []),
    ('dark-cave', ['anna', 'bob', 'carl'], []),
]
STEPS = 26 if not os.environ.get('ADIT_FEW') else 8

WHOLE = re.compile(r'^-?\d+,-?\d+$')

PLACE = re.compile(r'^(-?\d+,-?\d+)(/.*)?$')


def click(browser, selector, index=0):
    """As a mouse does, but wherever it is: false if there is nothing to be pressed."""
    return browser.script('''
        var el = document.querySelectorAll(arguments[0])[arguments[1]];
        if (!el || el.disabled || el.getAttribute('role') !== 'button' && el.localName !== 'button')
            return false;
        el.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        return true;''', selector, index)


def line(browser):
    return browser.script("return document.getElementById('line').value")


def press_text(browser, box, text):
    return browser.script('''
        var all = document.querySelectorAll(arguments[0] + ' button');
        for (var i = 0; i < all.length; i++)
            if (all[i].textContent === arguments[1]) { all[i].click(); return true; }
        return false;''', box, text)


def compose(browser, order, seats):
    """Click card, flip, places and seats of the order: is it there?  Else what is listed as fitting."""
    words = order.split()
    held = words[:words.index('remove')] if 'remove' in words else words
    cards = browser.script("return Array.from(document.querySelectorAll('#hand [data-card]'))"
                           ".map(function (c) { return c.dataset.card; })")
    used = set()
    click(browser, '#again')
    for word in held:
        for i, kind in enumerate(cards):
            if kind == word and i not in used:
                used.add(i)
                click(browser, '#hand [data-card]', i)
                break
    press_text(browser, '#verbs', words[0])
    if 'flipped' in words:
        click(browser, '#flip')
    for word in words[1:]:
        found = PLACE.match(word)
        if line(browser) == order:
            break
        if found:
            click(browser, '.board [data-at="%s"]' % found.group(1))
        elif word in seats:
            click(browser, '[data-seat="%s"]' % word)
    if line(browser) == order:
        return 'clicked'
    return 'listed' if press_text(browser, '#fitting', order) and line(browser) == order else 'none'


def is_plain(order, seats):
    """Are there only such things in it?  Tools, parts of a card, trolls to pay are chosen from the orders that fit."""
    verb, *words = order.split()
    if verb == 'discard':
        return 'remove' not in words
    if verb == 'place':
        words = [word for word in words[1:] if word not in ('at', 'flipped')]
    return all(WHOLE.match(word) or word in seats for word in words)


def play(tap, browser, rules, seats, options):
    table = Table(rules, rules, seats, *options)
    table.use()
    page = table.folder + '.html'
    done, missed, listed = {}, [], {}
    for _ in range(STEPS):
        seat = table.to_move()
        if seat == '-':
            break
        moves = table.moves(seat)
        table.page(page, '-k', seat)
        browser.open(page)
        # One of each verb, that which was seen least; the last of them is played.
        by_verb = {}
        for order in moves:
            by_verb.setdefault(order.split()[0], []).append(order)
        best = sorted(by_verb, key=lambda verb: done.get(verb, 0))
        for verb in reversed(best):
            wish = by_verb[verb][len(by_verb[verb]) // 2]
            how = compose(browser, wish, seats)
            if how == 'none':
                missed.append(wish)
            elif how == 'listed' and is_plain(wish, seats):
                listed[verb] = wish
        how = compose(browser, wish, seats)
        done[wish.split()[0]] = done.get(wish.split()[0], 0) + 1
        command = browser.script("return document.getElementById('command').value")
        if how == 'none':
            table.suggest()
            continue
        signed = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                stdin=subprocess.DEVNULL, text=True, check=False)
        if signed.returncode != 0:
            missed.append(command + ': ' + signed.stderr)
            table.suggest()
            continue
        table.apply(signed.stdout)
        os.chdir(table.folder)
    tap.equal(missed, [], '%s: every order is clicked together, signed and played' % rules)
    tap.ok(len(done) > 2, '... %d verbs were' % len(done), sorted(done))
    tap.equal(listed, {}, '... by clicks on cards, places and seats alone, if there is nothing else in it')
    print('# %s: %s' % (rules, ' '.join('%s %d' % item for item in sorted(done.items()))))


def say(tap, browser):
    """What one says beside it is one word of the command, whatever it is."""
    table = Table('said', 'saboteur', ['anna', 'bob', 'carl'])
    table.use()
    browser.open(table.page(table.folder + '.html', '-k', 'anna'))
    order = table.moves('anna')[-1]
    compose(browser, order, table.seats)
    browser.script("var say = document.getElementById('say'); say.value = arguments[0];"
                   "say.dispatchEvent(new Event('input'))", "it's $(id) `id` \\ \"now\"")
    command = browser.script("return document.getElementById('command').value")
    shown = subprocess.run('printf "%s\\n" ' + command.replace('adit ', '', 1), shell=True,
                           stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    tap.equal(shown, ['sign', '-k', 'anna', order, '--say', "it's $(id) `id` \\ \"now\""],
              'what is said is quoted for the shell')


def by_keyboard(tap, browser):
    table = Table('keys', 'saboteur', ['anna', 'bob', 'carl'])
    table.use()
    browser.open(table.page(table.folder + '.html', '-k', 'anna'))
    order = [o for o in table.moves('anna') if o.startswith('place')][0].split()
    for selector in ('#hand [data-card="%s"]' % order[1], '.board [data-at="%s"]' % order[3]):
        browser.script("document.querySelector(arguments[0]).focus()", selector)
        browser.press('Enter')
    tap.ok(line(browser).startswith(' '.join(order[:4])), 'the keyboard alone does it, too',
           line(browser))


def main():
    if not is_here():
        skip('orders by clicks', 'no chromium with its driver here')
    os.makedirs(sys.argv[1] + '/bin')
    os.chdir(sys.argv[1])
    os.symlink(ADIT, 'bin/adit')
    os.environ['PATH'] = os.path.abspath('bin') + ':' + os.environ['PATH']
    here = os.getcwd()
    tap = Tap()
    with Browser() as browser:
        for game in GAMES:
            os.chdir(here)
            play(tap, browser, *game)
        os.chdir(here)
        say(tap, browser)
        os.chdir(here)
        by_keyboard(tap, browser)
        wrong = [entry['message'] for entry in browser.log()]
        tap.equal(wrong, [], 'the browser complains of nothing')
    tap.end()


main()
