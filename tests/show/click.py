"""An order of every kind, clicked together on private pages, is what `adit sign` takes.

    click.py FOLDER     an empty folder to work in; ADIT: the program
"""

import os
import re
import subprocess
import sys
import time
import urllib.parse

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
            if ((all[i].dataset.order || all[i].textContent) === arguments[1]) { all[i].click(); return true; }
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
    tap.ok(browser.script(GHOST)['at'] is not None, '... and shows it')


GHOST = """
var g = document.querySelector('.board .ghost'), card = g && g.querySelector('g[transform]');
return { at: card && card.getAttribute('transform'), drawn: card ? card.children.length : 0,
    way: g && g.querySelector('.way') ? g.querySelector('.way').getAttribute('points').split(' ').length : 0,
    steps: g ? Array.from(g.querySelectorAll('text')).map(function (t) { return t.textContent; }) : [],
    gone: g ? g.querySelectorAll('.gone').length : 0, panels: document.querySelectorAll('.panel .preview svg').length,
    turned: document.querySelectorAll('#hand .turned').length };"""
PLACES = """return Array.from(document.querySelectorAll('.board g[data-at].can')).filter(function (g) {
    return g.querySelector('.a-pl') && getComputedStyle(g).visibility === 'visible'; }).map(function (g) {
    return g.dataset.at; }).sort()"""


def places(browser, orders, tap, name):
    """Each card has its places, and each of them shows it there as it will lie.  Returns how many turns were forced."""
    free = browser.script("return Array.from(document.querySelectorAll('.board g[data-at]')).filter(function (g) {"
                          "return g.querySelector('.a-pl'); }).map(function (g) { return g.dataset.at; }).sort()")
    laid = [o.split() for o in orders if o.startswith('place')]
    tap.equal(free, sorted(set(w[3] for w in laid)), name + ': a place is offered if a card of the hand can go there')
    wrong, forced = [], 0
    for kind in sorted(set(w[1] for w in laid)):
        click(browser, '#again')
        click(browser, '#hand [data-card="%s"]' % kind)
        own = [w for w in laid if w[1] == kind]
        if browser.script(PLACES) != sorted(set(w[3] for w in own)):
            wrong.append([kind, browser.script(PLACES)])
        for at in sorted(set(w[3] for w in own)):
            click(browser, '.board [data-at="%s"]' % at)
            seen, order = browser.script(GHOST), line(browser).split()
            x, y = (int(n) * 100 for n in at.split(','))
            turn = 'flipped' in order
            if seen['at'] != 'translate(%d,%d)' % (x, y) + (' rotate(180)' if turn else '') or seen['drawn'] < 2 or \
                    seen['turned'] != turn:
                wrong.append([kind, at, order, seen])
            forced += turn and all('flipped' in w for w in own if w[3] == at)
            click(browser, '.board [data-at="%s"]' % at)
    tap.equal(wrong, [], '... with a card chosen only its places, and each shows the card as it will lie')
    return forced


def until(table, least, wanted):
    """Play so many turns, and on to one whose orders are wanted.  Returns the seat."""
    for i in range(least + 40):
        seat = table.to_move()
        if i >= least and wanted(table.moves(seat)):
            return seat
        table.suggest()
    raise RuntimeError('no such turn')


def turns_a_card(moves):
    """Is there a place where a card only fits turned?"""
    laid = {' '.join(o.split()[:4]) for o in moves if o.startswith('place') and 'flipped' not in o}
    return any(o.startswith('place') and ' '.join(o.split()[:4]) not in laid for o in moves)


def preview(tap, browser):
    forced = 0
    for rules in ('saboteur', 'duel'):
        table = Table('seen-' + rules, rules, ['anna', 'bob', 'carl'][:2 + (rules == 'saboteur')])
        table.use()
        seat = until(table, 7, turns_a_card)
        browser.open(table.page(table.folder + '.html', '-k', seat))
        forced += places(browser, table.moves(seat), tap, rules)
        click(browser, '#again')
        tap.equal(browser.script(GHOST)['at'], None, '... begun again, nothing is shown')
        os.chdir('..')
    tap.ok(forced > 0, 'a turn that the place forces is shown', forced)


def walk(tap, browser):
    """A walk is a line with its steps; other orders show what they change."""
    table = Table('walk', 'dark-cave', ['anna', 'bob', 'carl'])
    table.use()
    shown = set()
    for _ in range(40):
        seat = table.to_move()
        if seat == '-' or {'walk', 'rockfall', 'panel'} <= shown:
            break
        moves = table.moves(seat)
        browser.open(table.page(table.folder + '.html', '-k', seat))
        far = [o for o in moves if o.startswith('walk to')]
        for order in far[:3] + [o for o in moves if o.startswith('rockfall') or o.endswith(tuple(table.seats))][:3]:
            if compose(browser, order, table.seats) == 'none':
                continue
            seen = browser.script(GHOST)
            if order in far and 'walk' not in shown or order in far and len(seen['steps']) > 1:
                shown.add('walk')
                n = seen['way'] - 1
                tap.ok(1 <= n <= 4 and seen['steps'] == [str(i + 1) for i in range(n)],
                       order + ': a line with its steps counted', seen)
            if order.startswith('rockfall') and 'rockfall' not in shown:
                shown.add('rockfall')
                tap.ok(seen['gone'] > 0, order + ': the card that goes is marked', seen)
            if order.endswith(tuple(table.seats)) and 'panel' not in shown:
                shown.add('panel')
                tap.ok(seen['panels'] > 0, order + ': the seat shows what it gets', seen)
        table.suggest()
    tap.ok('walk' in shown, 'somebody walked', shown)
    os.chdir('..')


SMALL = """return Array.from(document.querySelectorAll('button, #hand [data-card], summary, input, label[for=large],' +
    '.panel .can, #give a')).filter(function (el) { return el.checkVisibility(); }).map(function (el) {
        var r = el.getBoundingClientRect(), after = getComputedStyle(el, '::after');
        if (after.position === 'absolute')
            r = el.closest('.panel').getBoundingClientRect();
        return [el.outerHTML.slice(0, 60), r.width, r.height]; }).filter(function (r) {
            return r[2] < 43.9 || r[1] < 23.9; })"""


def telephone(tap, browser):
    """On 390 pixels all of the board, the hand and the order are on the screen, and fingers find what they need."""
    table = Table('phone', 'saboteur2', ['anna', 'bob', 'carl', 'dora'])
    table.use()
    seat = until(table, 9, lambda moves: any(o.startswith('place') for o in moves))
    browser.size(390, 844)
    browser.open(table.page(table.folder + '.html', '-k', seat))
    got = browser.script("""var at = function (s) { return document.querySelector(s).getBoundingClientRect(); };
        var board = at('.board svg');
        return { left: board.left, right: board.right, top: board.top, board: board.bottom, hand: at('#hand').bottom,
            line: at('#line').bottom }""")
    tap.ok(0 <= got['left'] and got['right'] <= 390 and 0 < got['top'] < got['board'] < got['hand'] < got['line'] <= 844,
           'on a telephone board, hand and order are on one screen', got)
    tap.equal(browser.script(SMALL), [], '... and nothing is too small for a finger')
    order = [o for o in table.moves(seat) if o.startswith('place')][0]
    click(browser, '#hand [data-card="%s"]' % order.split()[1])
    tap.equal(browser.script(SMALL), [], '... also with a card chosen')
    tap.ok(press_text(browser, '#fitting', order) and line(browser) == order, '... its places are buttons, too')
    browser.script("document.getElementById('large').click()")
    cell = browser.script("return document.querySelector('.board [data-at]').getBoundingClientRect().width")
    wide = browser.script("return document.documentElement.scrollWidth")
    tap.ok(cell >= 44 or browser.script("return document.querySelector('.board .a-bg')"
                                        ".getBoundingClientRect().width") > 390, 'a large board has large places', cell)
    tap.ok(wide <= 390, '... and scrolls in its frame', wide)
    browser.size(1280, 900)
    os.chdir('..')


def leaves(tap, browser):
    """An order leaves the page as a line, a command, a file and a mail: none says that it is signed."""
    table = Table('leaves', 'saboteur', ['anna', 'bob', 'carl'])
    table.use()
    page = table.page(table.folder + '.html', '-k', 'anna')
    browser.open(page)
    state = "return ['save', 'mail'].map(function (id) { return document.getElementById(id).getAttribute('href'); })"
    tap.equal(browser.script(state), [None, None], 'without an order nothing can be saved or mailed')
    seen = "return document.getElementById('give').checkVisibility()"
    tap.equal(browser.script(seen), False, '... nor is it offered')
    order = [o for o in table.moves('anna') if o.startswith('place')][-1]
    compose(browser, order, table.seats)
    tap.equal(browser.script(seen), True, 'with an order it is')
    saved, mail = (urllib.parse.unquote(href) for href in browser.script(state))
    tap.equal(saved, 'data:text/plain;charset=utf-8,' + order + '\n', 'the file is the order alone')
    command = browser.script("return document.getElementById('command').value")
    tap.ok(mail.startswith('mailto:?subject=') and order in mail and 'not signed' in mail and command in mail,
           'the mail has the order and the command, and says that it is not signed', mail)
    name = browser.script("return document.getElementById('save').download")
    tap.ok(re.match(r'^[a-z0-9]+-0-anna\.txt$', name), 'its name is that of the table, the digest and the seat', name)
    done = subprocess.run([ADIT, 'sign', '-k', 'anna', '-'], input=order + '\n', stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    tap.equal(done.returncode, 0, '... which adit sign takes')
    browser.devtools('Browser.setDownloadBehavior', behavior='allow', downloadPath=os.getcwd())
    browser.script("document.getElementById('save').click()")
    for _ in range(100):
        if os.path.exists(name):
            break
        time.sleep(.1)
    tap.ok(os.path.exists(name), 'the browser saves it', os.listdir('.'))
    for own, want in (('undefined', True), ('function (what) { window.shared = what.text; return Promise.resolve(); }', False)):
        browser.devtools('Page.addScriptToEvaluateOnNewDocument',
                         source="Object.defineProperty(navigator, 'share', { value: %s, configurable: true })" % own)
        browser.open(page)
        tap.equal(browser.script("return document.getElementById('share').hidden"), want,
                  'sharing is offered only where it exists')
    compose(browser, order, table.seats)
    click(browser, '#share')
    tap.ok(order in browser.script('return shared') and 'not signed' in browser.script('return shared'),
           '... and says the same', browser.script('return shared'))
    os.chdir('..')


MARKS = """return Array.from(document.querySelectorAll('svg .a-hv')).map(function (m) {
    return [m.closest('#table') !== null, Number(m.getAttribute('x')) + 50, Number(m.getAttribute('y')) + 50]; })"""


def links(tap, browser):
    """An event marks its place while the pointer or the focus is on it, and leads there, if it is still there."""
    table = Table('links', 'saboteur', ['anna', 'bob', 'carl'])
    table.use()
    until(table, 6, lambda moves: True)
    browser.open(table.page(table.folder + '.html'))
    found = browser.script("""return Array.from(document.querySelectorAll('a.at')).map(function (a) {
        return [a.dataset.to, document.querySelector(a.getAttribute('href').replace(',', '\\\\,')) !== null]; })""")
    tap.ok(found and all(there for _, there in found), 'an event leads to a place of the board', found)
    wrong = []
    for i, (to, _) in enumerate(found):
        x, y = (100 * int(n) for n in to.split(','))
        for act in ("focus()", "dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))"):
            browser.script("document.querySelectorAll('a.at')[arguments[0]]." + act, i)
            if browser.script(MARKS) != [[True, x, y]]:
                wrong.append([to, act, browser.script(MARKS)])
    tap.equal(wrong, [], '... which is marked under the pointer and the focus')
    browser.script("document.activeElement.blur()")
    tap.equal(browser.script(MARKS), [], '... and no longer after that')
    browser.script("""var a = document.querySelector('a.at'); a.setAttribute('href', '#at99_99');
        a.dataset.to = '99,99'; scrollTo(0, 0); a.click(); a.focus({ preventScroll: true });""")
    tap.equal(browser.script("return [scrollY, document.documentElement.scrollWidth <= innerWidth]"), [0, True],
              'a place that is gone leads nowhere')
    os.chdir('..')


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
        for look in (preview, walk, telephone, leaves, links):
            os.chdir(here)
            look(tap, browser)
        wrong = [entry['message'] for entry in browser.log()]
        tap.equal(wrong, [], 'the browser complains of nothing')
    tap.end()


main()
