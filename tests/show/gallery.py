"""Eight tables as players see them: public and private pages, replays and a site, as pictures of a browser.

    gallery.py FOLDER [AXE]     an empty folder; ADIT: the program; AXE: axe-core's axe.min.js, for a long run

Without AXE one browser looks at two sizes; with it, two browsers look at three widths in two schemes, and axe reads
every page.  The pictures stay in the folder.
"""

import os
import shutil
import sys

from browser import Browser
from lib import Table, Tap, adit

SEATS = ['anna', 'bob', 'carl', 'dora', 'emil', 'finn', 'gina', 'hugo', 'ida', 'jan', 'karl', 'lena']

LONG = ['maximilian_alexander', 'wolfgang_amadeus1756']

# Folder, rules, number of seats, orders that are played; those of the last have the longest names.
TABLES = (
    ('saboteur-5', 'saboteur', 5, 22),
    ('saboteur-10', 'saboteur', 10, 40),
    ('saboteur2-12', 'saboteur2', 12, 45),
    ('saboteur2-4', 'saboteur2', 4, 30),
    ('duel', 'duel', 2, 34),
    ('dark-cave-8', 'dark-cave', 8, 60),
    ('dark-cave-3', 'dark-cave', 3, 40),
    ('duel-over', 'duel', 2, 1000),
)
LOOKS = {
    False: (('wide', 1000, 900, False), ('phone', 390, 844, True)),
    True: tuple((name, width, height, dark) for name, width, height in
                (('wide', 1440, 900), ('tablet', 820, 1180), ('phone', 390, 844)) for dark in (False, True)),
}
# What the pages of one table may need: a private page of 12 seats, a replay of 178 digests.
SIZES = {'private': 120000, 'public': 120000, 'replay': 1000000}

AXE = '''return axe.run(document).then(function (r) { return r.violations.map(function (v) {
    return v.id + ': ' + v.nodes.slice(0, 3).map(function (n) { return n.html.slice(0, 120); }).join(' | '); }); })'''


def make(tap, folder, rules, seats, orders):
    names = LONG if folder == TABLES[-1][0] else SEATS[:seats]
    table = Table(folder, rules, names, '--title', 'Friday mine')
    table.use()
    for _ in range(orders):
        if table.to_move() == '-':
            break
        table.suggest()
    seat = table.to_move() if table.to_move() != '-' else names[0]
    pages = {'public': table.page(table.at('..', folder + '.public.html')),
             'private': table.page(table.at('..', folder + '.private.html'), '-k', seat),
             'replay': table.page(table.at('..', folder + '.replay.html'), '--replay')}
    os.chdir('..')
    for kind, path in pages.items():
        size = os.path.getsize(path)
        tap.ok(size <= SIZES[kind], '%s, %s: %d bytes are at most %d' % (folder, kind, size, SIZES[kind]))
    return {folder + '.' + kind: os.path.abspath(path) for kind, path in pages.items()}


def look(tap, browser, name, path, size, axe):
    """size: its name, width, height."""
    browser.size(size[1], size[2])
    browser.open(path)
    where = '%s, %s' % (name, size[0])
    wide = browser.script('return document.documentElement.scrollWidth')
    tap.ok(wide <= size[1], where + ': no wider than the screen', wide)
    if axe is not None:
        browser.script(axe + '; return 0')
        tap.equal(browser.script(AXE), [], where + ': axe finds nothing')
    browser.picture('%s.%s.png' % (name, size[0]))


def main():
    os.makedirs(sys.argv[1])
    os.chdir(sys.argv[1])
    axe = None
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding='utf-8') as text:
            axe = text.read()
    tap = Tap()
    pages = {}
    for row in TABLES:
        pages.update(make(tap, *row))
    os.makedirs('tables')
    for folder, _, _, _ in TABLES:
        shutil.copytree(os.path.join(folder, 'turns'), os.path.join('tables', folder, 'turns'))
    os.environ['ADIT_HOME'] = os.path.abspath('reader.home')
    adit('page', '--html', '--site=site', *sorted(os.path.join('tables', row[0]) for row in TABLES))
    pages['site'] = os.path.abspath('site/index.html')
    with Browser() as browser:
        for name, path in pages.items():
            for size in LOOKS[axe is not None]:
                browser.media(size[3])
                look(tap, browser, 'chromium.%s.%s' % (name, 'dark' if size[3] else 'light'), path, size, axe)
        tap.equal([entry['message'] for entry in browser.log()], [], 'the browser complains of nothing')
    if axe is not None:
        from firefox import Firefox  # needs a package that a short run does not
        for dark in (False, True):
            with Firefox(dark) as browser:
                for name, path in pages.items():
                    for size in LOOKS[True]:
                        if size[3] == dark:
                            look(tap, browser, 'firefox.%s.%s' % (name, 'dark' if dark else 'light'), path, size, axe)
    tap.end()


main()
