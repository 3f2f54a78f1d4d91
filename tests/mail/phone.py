"""What a telephone of 390 pixels makes of the HTML of mails (adit(5), MAIL).

    phone.py FOLDER     an empty folder to work in; ADIT: the program; ADIT_PICTURES: a folder for pictures
"""

import email
import os
import re
import sys

from browser import CONTRAST, Browser, is_here
from lib import Table, Tap, adit, skip
import plain_table

WIDE, HIGH = 390, 844
NOW = '2026-11-22T00:00:00Z'
NAMES = ['anna', 'wolfeschlegelstein-9', 'carl', 'dora', 'emil', 'fina', 'gwen', 'hans', 'inga', 'jo', 'kim', 'lea']
SAID = 'https://example.org/' + 'a-word-that-is-longer-than-a-line/' * 4 + ' <b>and</b> more'

# What is too wide or too small.
WRONG = '''
var wrong = [];
document.querySelectorAll('body, body *').forEach(function (el) {
    var what = el.outerHTML.slice(0, 60);
    if (el.clientWidth > 0 && el.scrollWidth > el.clientWidth) wrong.push('scrolls: ' + what);
    if (el.getBoundingClientRect().right > innerWidth) wrong.push('wide: ' + what);
    if (parseFloat(getComputedStyle(el).fontSize) < 14) wrong.push('small: ' + what);
});
return [innerWidth, wrong];
'''

# Where the first paragraph ends, and the row of a seat.
FIRST = '''
var seat = arguments[0], rows = Array.from(document.querySelectorAll('div > div')).filter(function (el) {
    return el.textContent.replace(/^[^a-z]*/, '').split(/[^a-z0-9-]/)[0] === seat; });
return [document.querySelector('p').getBoundingClientRect().bottom,
    rows.length ? rows[0].getBoundingClientRect().bottom : null];
'''


def html_of(out):
    """The HTML of each mail in a mail box, by seat."""
    for text in re.split(r'^From .*\n', out, flags=re.M)[1:]:
        mail = email.message_from_string(text)
        for part in mail.walk():
            if part.get_content_type() == 'text/html':
                yield mail['To'].strip('<>').split('@')[0], part.get_payload(decode=True).decode()


class Mails:
    def __init__(self, rules, n, *options):
        self.table = Table(rules, rules, NAMES[:n], *options)
        self.table.use()
        adit('address', 't.db', '--table', 'cave@example.org', '--now', NOW)
        for seat in self.table.seats:
            adit('address', 't.db', seat, seat + '@example.org', '--now', NOW)

    def newest(self):
        return dict(html_of(adit('mail', '--flush', '--stdout', '--now', NOW, 't.db')))

    def after(self, turns):
        """The mails of each turn."""
        for _ in range(turns):
            if self.table.to_move() == '-':
                break
            self.table.suggest()
            yield self.newest()


def make_pages():
    pages = {}
    for rules, n, turns in (('saboteur', 10, 30), ('saboteur2', 12, 60), ('dark-cave', 8, 60), ('duel', 2, 200)):
        mails = Mails(rules, n, '--title', 'The long game of the dwarves of Erebor')
        first = mails.newest()
        pages[rules + ' invites'] = (NAMES[1], first[NAMES[1]])
        for page in mails.after(turns):
            if '  seat ' in page[NAMES[1]] and mails.table.to_move() != '-':
                pages[rules + ': a round ends'] = (NAMES[1], page[NAMES[1]])
            for seat in (NAMES[0], NAMES[1]):
                pages[rules + ' to ' + seat] = (seat, page[seat])
        if rules == 'saboteur':
            table = mails.table
            seat = NAMES[1]
            table.apply(adit('sign', '-k', seat, '-d', table.newest(), '--turn', 'any', '--say', SAID))
            pages['something is said'] = (NAMES[0], mails.newest()[NAMES[0]])
        os.chdir('..')
        pages.update(plain_pages(rules, n, turns))
        os.chdir('..')
    return pages


def plain_pages(rules, n, turns):
    """Mails to seats that play by plain mail."""
    plain = {name: name + '@example.org' for name in NAMES[:n]}
    table = plain_table.Table('plain-' + rules, rules, [], plain, '--title', 'The long game of the dwarves of Erebor')
    pages = {rules + ' plain invites': (NAMES[0], table.newest(NAMES[0]).html)}
    for _ in range(turns):
        seat = table.status()['to_move']
        if seat not in plain:
            break
        table.play()
    for seat in NAMES[0], NAMES[1]:
        pages['%s plain to %s' % (rules, seat)] = (seat, table.newest(seat).html)
    pages[rules + ' plain help invites'] = (NAMES[0], table.answer(table.newest(NAMES[0]), 'help')[0].html)
    return pages


def looks(tap, browser, name, seat, text):
    path = re.sub('[^a-z0-9]+', '-', name) + '.html'
    with open(path, 'w', encoding='utf-8') as out:
        out.write(text)
    for dark in (False, True):
        where = '%s, %s' % (name, 'dark' if dark else 'light')
        browser.size(WIDE, HIGH)
        browser.media(dark)
        browser.open(path)
        tap.equal(browser.script(WRONG), [WIDE, []], where + ': fits, and can be read')
        got = browser.script(CONTRAST)
        tap.ok(got['seen'] > 2 and not got['bad'], where + ': contrast', got)
        if 'ADIT_PICTURES' in os.environ:
            browser.picture(os.path.join(os.environ['ADIT_PICTURES'], path[:-5] + ('-dark' if dark else '') + '.png'))
    lead, row = browser.script(FIRST, seat)
    tap.ok(lead < HIGH / 4, name + ': whose turn it is stands first', lead)
    boards = text.count('role="img"') - ('"Your cards"' in text)
    tap.equal(boards, 2 if 'ends' in name else 1, '... the boards')
    if 'invites' not in name:
        tap.ok(row is not None and row < HIGH, '... and the cards of the seat are on the first screen', row)
    tap.equal(browser.script("return performance.getEntriesByType('resource').length"), 0, '... it loads nothing')


def main():
    if not is_here():
        skip('mails on a telephone', 'no chromium with its driver here')
    os.makedirs(sys.argv[1])
    os.chdir(sys.argv[1])
    tap = Tap()
    pages = make_pages()
    tap.ok('duel: a round ends' in pages, 'a round ends', list(pages))
    with Browser() as browser:
        for name, (seat, text) in pages.items():
            looks(tap, browser, name, seat, text)
    tap.end()


main()
