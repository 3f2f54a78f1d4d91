"""What a browser makes of pages: what is seen, heard, printed and loaded.

    look.py FOLDER     an empty folder to work in; ADIT: the program
"""

import os
import re
import sys

from browser import CONTRAST, Browser, is_here
from lib import Table, Tap, adit, skip

SAID = '</li><script>document.title = 1</script><img src=x onerror=alert(1)> "&amp;" <b>b</b>'

# What a page must have to be heard: what is wrong.
HEARD = '''
var wrong = [], ids = {};
function all(s) { return Array.from(document.querySelectorAll(s)); }
function name(el) {
    var by = el.getAttribute('aria-labelledby');
    return (el.getAttribute('aria-label') || by && (document.getElementById(by) || {}).textContent ||
        el.labels && el.labels[0] && el.labels[0].textContent || el.textContent || '').trim();
}
all('[id]').forEach(function (el) { if (ids[el.id]++) wrong.push('twice: ' + el.id); ids[el.id] = 1; });
if (document.documentElement.lang !== 'en') wrong.push('no language');
if (!document.title) wrong.push('no title');
if (all('h1').length !== 1) wrong.push('h1: ' + all('h1').length);
['header', 'main'].forEach(function (s) { if (all('body > ' + s).length !== 1) wrong.push(s); });
Array.from(document.body.children).forEach(function (el) {
    if (!el.matches('header, nav, main, footer, script, .skip, svg[aria-hidden]')) wrong.push('no landmark: ' + el.localName); });
all('section, nav').forEach(function (el) { if (!name(el)) wrong.push('no name: ' + el.localName); });
all('input, select, button, output, [role=button], [role=group]').forEach(function (el) {
    if (!name(el)) wrong.push('no label: ' + el.outerHTML.slice(0, 80)); });
all('.board > svg, .hand svg').forEach(function (el) {
    if (!el.querySelector('title, desc')) wrong.push('a picture without words'); });
all('ul > :not(li), li[role]').forEach(function (el) { wrong.push('a list with ' + el.outerHTML.slice(0, 40)); });
all('table').forEach(function (el) { if (!el.querySelector('th[scope=col]')) wrong.push('a table without heads'); });
all('[tabindex]').forEach(function (el) { if (el.tabIndex > 0) wrong.push('tabindex ' + el.tabIndex); });
all('*').forEach(function (el) {
    Array.from(el.attributes).forEach(function (a) {
        if (a.name === 'style' || a.name.indexOf('on') === 0) wrong.push(el.localName + ' ' + a.name); }); });
var last = 1;
all('h1, h2, h3').forEach(function (el) {
    var level = Number(el.localName[1]);
    if (level > last + 1) wrong.push('h' + level + ' below h' + last);
    last = level;
});
return wrong;
'''

# What can be reached by the tab key, in the order of the document.
STOPS = '''
return Array.from(document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')).filter(
    function (el) { return !el.disabled && (el.type !== 'radio' || el.checked) && el.checkVisibility() && el.getClientRects().length > 0; }).map(
    function (el, i) { el.dataset.stop = i; return i; });
'''

# What has the focus is on the screen; else where it is.
AWAY = '''
var r = document.activeElement.getBoundingClientRect();
return r.bottom > 0 && r.top < innerHeight ? '' : document.activeElement.outerHTML.slice(0, 60) + ' ' + r.top;
'''

SEEN = '''return Array.from(document.querySelectorAll('article')).filter(function (a) {
    return getComputedStyle(a).display !== 'none'; }).map(function (a) { return a.id; })'''


def make_pages():
    table = Table('table', 'saboteur', ['anna', 'bob', 'carl'],
                  '--name', "anna=A'na <b>&amp;", '--name', 'carl=Ünal', '--name', 'bob=Wolfeschlegelsteinhausenbergersd')
    table.use()
    for _ in range(12):
        table.suggest()
    seat = table.to_move()
    other = [s for s in table.seats if s != seat][0]
    table.apply(adit('sign', '-k', other, '-d', table.newest(), '--say', SAID))
    pages = {
        'public': table.page(table.at('..', 'public.html')),
        'private': table.page(table.at('..', 'private.html'), '-k', seat),
        'not my turn': table.page(table.at('..', 'waits.html'), '-k', other),
    }
    os.chdir('..')
    talk = Table('talk', 'saboteur', ['anna', 'bob', 'carl', 'dora', 'emil', 'finn', 'gina', 'hugo', 'ida', 'jan'])
    talk.use()
    first = talk.newest()
    talk.apply(''.join(adit('sign', '-k', who, '-d', first, '--say', 'As long as it may be. ' * 22) for who in talk.seats))
    pages['much is said'] = talk.page(talk.at('..', 'said.html'))
    os.chdir('..')
    duel = Table('duel', 'duel', ['anna', 'bob'])
    duel.use()
    while duel.to_move() != '-':
        duel.suggest()
    pages['over'] = duel.page(duel.at('..', 'over.html'))
    pages['replay'] = duel.page(duel.at('..', 'replay.html'), '--replay')
    os.chdir('..')
    long = Table('long', 'saboteur', ['anna', 'bob', 'carl', 'dora', 'emil', 'finn', 'gina', 'hugo', 'ida', 'jan'])
    long.use()
    while long.to_move() != '-':
        long.suggest()
    pages['replay of many'] = long.page(long.at('..', 'many.html'), '--replay')
    os.chdir('..')
    duel.use()
    os.makedirs(duel.at('..', 'bad'))
    bad = duel.at('..', 'bad', '1.txt')
    with open(duel.newest(), encoding='utf-8') as good, open(bad, 'w', encoding='utf-8') as out:
        out.write(good.read().replace('turn: ', 'turn: 1'))
    adit('page', '--html', '-o', duel.at('..', 'wrong.html'), bad, want=1)
    pages['wrong'] = duel.at('..', 'wrong.html')
    os.chdir('..')
    cave = Table('cave', 'dark-cave', ['anna', 'bob'], '--id', 'the-cave')
    adit('page', '--html', '--site=web', 'table', 'talk', 'duel', 'cave', 'nowhere', want=5)
    pages['site'] = 'web/index.html'
    return {name: os.path.abspath(path) for name, path in pages.items()}


def looks(tap, browser, name, path):
    for width in (320, 1280):
        for dark in (False, True):
            browser.size(width, 900)
            browser.media(dark)
            browser.open(path)
            where = '%s, %d, %s' % (name, width, 'dark' if dark else 'light')
            got = browser.script(CONTRAST)
            tap.ok(got['seen'] > 2 and not got['bad'], where + ': contrast', got)
            wide = browser.script('return document.documentElement.scrollWidth')
            tap.ok(wide <= width, where + ': no wider than the screen', wide)
    tap.equal(browser.script(HEARD), [], name + ': can be heard')
    tap.equal(browser.script("return performance.getEntriesByType('resource').map("
                             "function (e) { return e.name; })"), [], name + ': loads nothing')
    stops = browser.script(STOPS)
    browser.script('document.activeElement.blur(); scrollTo(0, 0)')
    away = []
    for _ in stops:
        browser.press('Tab')
        away.append(browser.script(AWAY))
    tap.equal([a for a in away if a], [], name + ': what has the focus is seen')
    got = browser.script('return document.activeElement.dataset.stop')
    if stops:
        tap.equal(got, str(stops[-1]), name + ': the tab key comes to the end of %d stops' % len(stops))


def is_locked(tap, browser, path):
    browser.open(path)
    got = browser.script('''
        window.got = [];
        document.addEventListener('securitypolicyviolation', function (e) { got.push(e.effectiveDirective); });
        var img = document.createElement('img');
        img.src = 'http://127.0.0.1:9/x';
        document.body.appendChild(img);
        var s = document.createElement('script');
        s.textContent = 'document.title = "run"';
        document.body.appendChild(s);
        document.body.setAttribute('onclick', 'document.title = "run"');
        document.body.click();
        var form = document.createElement('form');
        form.action = 'http://127.0.0.1:9/';
        document.body.appendChild(form);
        form.submit();
        return document.title''')
    tap.ok('run' not in got, 'what is put into a page does not run', got)
    kinds = set(browser.script('return got'))
    tap.ok({'img-src', 'form-action'} <= kinds and any('script' in k for k in kinds),
           'a request, a script and a form are refused', kinds)


def text_stays(tap, browser, pages):
    for name in ('public', 'private'):
        browser.open(pages[name])
        tap.equal(browser.script("return document.querySelectorAll('main script, main img, main b, main iframe').length"),
                  0, name + ': what was said is no element')
        words = browser.script("return document.body.textContent")
        tap.ok('document.title' in words and 'A\'na <b>&amp;' in words, '... but text', words[:1000])


def prints(tap, browser, pages):
    for name, path in pages.items():
        browser.media(False)
        browser.open(path)
        n = len(re.findall(rb'/Type\s*/Page\b', browser.pages()))
        tap.equal(n, 1, name + ': is printed on one sheet')
        if name in ('replay', 'replay of many', 'wrong', 'site'):
            continue
        # As much of a sheet as its margins leave: 190 by 277 mm.
        browser.size(718, 1046)
        browser.media(kind='print')
        board, rest, last, wide = browser.script("""
            var all = Array.from(document.querySelectorAll('.rest section')).map(function (s) {
                return s.getBoundingClientRect().bottom; });
            var board = document.querySelector('#table svg').getBoundingClientRect();
            return [board.height, document.querySelector('.rest').getBoundingClientRect().top - board.bottom,
                Math.max(...all), document.documentElement.scrollWidth];""")
        tap.ok(last <= 1046 and wide <= 718, '... of which nothing is cut', (last, wide))
        # The board has all that the rest leaves, up to the width of the sheet.
        tap.ok(0 < rest < 20 and (last > 0.9 * 1046 or board > 0.45 * 700), '... and which is filled', (board, rest, last))
        browser.size(1280, 900)
    browser.media()


def replays(tap, browser, path):
    browser.size(1280, 900)
    browser.open(path)
    last = int(browser.script("return document.getElementById('slider').max"))
    tap.equal(browser.script(SEEN), [str(last)], 'a replay begins with its end')
    for keys, want in ((['ArrowLeft'], last - 1), (['ArrowLeft'], last - 2), (['ArrowRight'], last - 1),
                       (['Home'], 0), (['PageDown'], None), (['End'], last)):
        browser.press(*keys)
        seen = browser.script(SEEN)
        if want is not None:
            tap.equal(seen, [str(want)], '%s leads to %d' % (keys[0], want))
        else:
            tap.ok(len(seen) == 1 and 0 < int(seen[0]) <= last, 'a round on', seen)
        tap.equal(browser.script("return document.getElementById('slider').value"), seen[0], '... the slider follows')
    browser.script("var s = document.getElementById('slider'); s.value = 5; s.dispatchEvent(new Event('input'))")
    tap.equal(browser.script(SEEN), ['5'], 'the slider leads')
    browser.open(path, '#17')
    tap.equal(browser.script(SEEN), ['17'], 'an address leads')
    for where in ('#9999', '#-1', '#017', '#1.5', '#slider', '#'):
        browser.script("location.hash = arguments[0]", where)
        browser.script("dispatchEvent(new HashChangeEvent('hashchange'))")
        tap.equal(browser.script(SEEN) + [browser.script("return document.getElementById('slider').value")],
                  [str(last)] * 2, 'no state has the address %s: it is the last, and the slider says so' % where)
    browser.open(path, '#17')
    hidden = '''return Array.from(document.querySelectorAll('[id="17"] .secret')).map(function (s) {
        return s.checkVisibility() && s.textContent.length > 0; })'''
    tap.equal(browser.script(hidden), [False, False], 'hands are not seen')
    browser.script("document.getElementById('secrets').click()")
    tap.equal(browser.script(hidden), [True, True], '... but with the switch')
    browser.size(1280, 900, scripts=False)
    browser.post('/url', {'url': 'about:blank'})
    browser.open(path, '#3')
    still = browser.script(SEEN + ".concat(document.getElementById('slider').checkVisibility())")
    tap.equal(still, ['3', False], 'without scripts an address leads, too')
    browser.size(1280, 900)


# States whose news say where a card was placed, and where the marks of the newest move on their boards are.
MARKED = '''
return Array.from(document.querySelectorAll('article')).map(function (a) {
    var said = Array.from(a.querySelectorAll('li')).map(function (li) {
        return / lays [^ ]+ at (-?[0-9]+,-?[0-9]+)/.exec(li.textContent); }).filter(Boolean)[0];
    return [a.id, said ? said[1] : null, Array.from(a.querySelectorAll('.board:not(.past) use[href="#adit-new"]')).map(
        function (u) { return u.getAttribute('x') / 100 + ',' + u.getAttribute('y') / 100; })];
});
'''


def marks(tap, browser, path):
    browser.open(path)
    placed = [row for row in browser.script(MARKED) if row[1] is not None and row[2]]
    tap.ok(len(placed) > 20, 'a replay says where cards are placed', placed)
    tap.equal([row for row in placed if row[1] not in row[2]], [], '... and marks that on the board of that state')
    browser.open(path, '#' + placed[3][0])
    at = "document.querySelector('[id=\"%s\"] .at')" % placed[3][0]
    for how, go, leave in (('the pointer', browser.hover, lambda: browser.hover('document.querySelector("h1")')),
                           ('the focus', lambda el: browser.script(el + '.focus()'),
                            lambda: browser.script('document.activeElement.blur()'))):
        go(at)
        tap.equal(browser.script("""return Array.from(document.querySelectorAll('.a-hv')).map(function (m) {
            return [m.closest('article').id, (Number(m.getAttribute('x')) + 50) / 100 + ',' +
                (Number(m.getAttribute('y')) + 50) / 100]; })"""), [placed[3][:2]],
                  '%s on a place of the news marks it on the board that is shown' % how)
        leave()
        tap.equal(browser.script("return document.querySelectorAll('.a-hv').length"), 0, '... as long as it is there')


# Instead of time: what waits, and for how long.
CLOCK = '''
window.waits = null;
window.setTimeout = function (f, ms) { window.waits = { f: f, ms: ms }; return 1; };
window.clearTimeout = function () { window.waits = null; };
'''
TICK = 'var w = window.waits; window.waits = null; w.f(); return w.ms;'


def state(browser):
    """The only state that is seen; the slider and the address say the same."""
    seen = browser.script(SEEN)
    said = browser.script("return [document.getElementById('slider').value, location.hash.slice(1)]")
    return int(seen[0]) if seen == said[:1] and said[1] in seen + [''] else [seen, said]


def plays(tap, browser, path):
    browser.size(1280, 900)
    browser.post('/url', {'url': 'about:blank'})
    browser.open(path, '#20')
    browser.script(CLOCK)
    length = browser.script('return history.length')
    tap.equal(browser.script('return window.waits'), None, 'a replay does not play by itself')
    browser.press(' ')
    got = [browser.script(TICK), state(browser), browser.script(TICK), state(browser)]
    tap.equal(got, [1000, 21, 1000, 22], 'the space bar plays: a step a second')
    tap.equal(browser.script("return document.getElementById('play').getAttribute('aria-label')"), 'Pause',
              '... its button pauses then')
    tap.equal(browser.script('return history.length'), length + 1, '... as one entry of the history')
    browser.press(' ')
    tap.equal(browser.script("return [window.waits, document.getElementById('play').getAttribute('aria-label')]"),
              [None, 'Play'], '... and pauses')
    browser.script("var s = document.getElementById('speed'); s.focus(); s.value = '500'")
    browser.click("document.getElementById('play')")
    tap.equal([browser.script(TICK), state(browser)], [500, 23], 'the button plays; faster')
    browser.press('ArrowRight')
    tap.equal([browser.script('return window.waits'), state(browser)], [None, 24], 'a step of the reader pauses')
    last = int(browser.script("return document.getElementById('slider').max"))
    browser.press('End', ' ')
    tap.equal(state(browser), 0, 'at the end it plays from the beginning')
    browser.press('Escape', 'End', 'ArrowLeft', ' ')
    browser.script(TICK)
    tap.equal([state(browser), browser.script('return window.waits')], [last, None], '... and stops at the end')
    browser.post('/back')
    tap.equal(state(browser), last - 1, '... Back leads to where playing began')


def goes_back(tap, browser, path):
    browser.open(path, '#20')
    browser.press('ArrowRight', 'ArrowRight', 'PageDown')
    there = state(browser)
    browser.script("""var s = document.getElementById('slider');
        [30, 31, 32].forEach(function (n) { s.value = n; s.dispatchEvent(new Event('input')); });
        s.dispatchEvent(new Event('change'))""")
    got = [state(browser)]
    for _ in range(4):
        browser.post('/back')
        got.append(state(browser))
    tap.equal(got, [32, there, 22, 21, 20], 'Back leaves one step; the slider is one, however it was moved')
    browser.post('/forward')
    tap.equal(state(browser), 21, '... and forward repeats it')


def jumps(tap, browser, path):
    browser.open(path, '#0')
    for kind in ('goal', 'tool', 'over'):
        ids = browser.script("""var kind = arguments[0];
            return Array.from(document.querySelectorAll('article')).filter(function (a) {
                return (a.dataset.what || '').split(' ').includes(kind); }).map(function (a) { return Number(a.id); })""", kind)
        browser.press('Home')
        got = []
        for _ in range(len(ids) + 1):
            browser.click("document.querySelector('[data-step=%s]')" % kind)
            got.append(state(browser))
        tap.ok(len(ids) > 1 and got == ids + ids[:1], 'a button leads to each state of %s' % kind, (got, ids))
    said = browser.script("""return Array.from(document.querySelectorAll('article')).filter(function (a) {
        return ((a.dataset.what || '').split(' ').includes('over')) !== / the round is over/.test(a.textContent); }).length""")
    tap.equal(said, 0, '... which are those that say so')


def ends_rounds(tap, browser, path):
    """Each end of a round has its last board and a table; the end of the game a table of all rounds, too."""
    browser.open(path)
    got = browser.script("""return Array.from(document.querySelectorAll('[data-what~=over]')).map(function (a) {
        return [a.querySelectorAll('.board > svg').length, a.querySelectorAll('.past use[href="#adit-new"], .past use[href="#adit-stop"]').length > 0,
            a.querySelectorAll('table').length, a.querySelectorAll('tbody tr').length,
            Array.from(a.querySelectorAll('caption')).map(function (c) { return c.textContent; })]; })""")
    tap.equal([[row[0], row[2], row[3], row[4]] for row in got],
              [[2, 1, 2, []]] * 2 + [[1, 2, 4, ['Gold after each round']]], 'the end of a round shows its board and scores')
    tap.equal([row[1] for row in got], [True, True, False], '... and marks what the last move changed there')
    tap.ok(browser.script("return document.querySelectorAll('.seats > li > svg').length") > 100, '... seats have pictures')


def swipes(tap, browser, path):
    browser.size(390, 844)
    browser.open(path, '#20')
    browser.devtools('Emulation.setTouchEmulationEnabled', enabled=True)
    for name, points, want in (('to the left', [(300, 400), (200, 400), (100, 405)], 21),
                               ('to the right', [(100, 400), (200, 400), (300, 395)], 20),
                               ('down', [(200, 600), (195, 500), (140, 400)], 20),
                               ('a little', [(200, 400), (180, 400)], 20)):
        browser.swipe(*points)
        tap.equal(state(browser), want, 'a swipe ' + name)
    browser.devtools('Emulation.setTouchEmulationEnabled', enabled=False)
    line = browser.script("""return Array.from(document.querySelectorAll('#states > *')).map(function (el) {
        return el.getBoundingClientRect(); }).filter(function (r) { return r.right > 0 && r.width > 0; }).map(function (r) {
        return [r.width, r.height, r.top, r.right]; })""")
    tap.ok(len(line) == 7 and all(w >= 44 and h >= 44 and right <= 390 for w, h, top, right in line)
           and len(set(top for w, h, top, right in line)) == 1, 'on a telephone the controls are one line for fingers', line)
    tap.ok(browser.script("return document.getElementById('states').getBoundingClientRect().height") <= 48, '... of 48 pixels')
    browser.click("document.getElementById('more')")
    tap.equal(browser.script("return Array.from(document.querySelectorAll('#states button, #states select')).filter("
                             "function (b) { return !b.checkVisibility() || b.getBoundingClientRect().height < 44; }).length"),
              0, '... and one of them shows the others')
    browser.press('Escape')
    tap.equal(browser.script("return document.getElementById('menu').checkVisibility()"), False, '... until Escape')
    browser.size(1280, 900)


def prints_states(tap, browser, path):
    browser.open(path, '#20')
    browser.media(kind='print')
    tap.equal(browser.script(SEEN), ['20'], 'the state that is shown is printed')
    n = browser.script("document.getElementById('all').checked = true; return document.querySelectorAll('article').length")
    tap.equal(len(browser.script(SEEN)), n, '... or all of them')
    browser.media()
    tap.equal(state(browser), 20, '... while one is shown')


CARDS = """return Array.from(document.querySelectorAll('.card')).filter(function (c) {
    return c.checkVisibility(); }).map(function (c) {
    var a = c.querySelector('h2 a'); return a ? a.textContent + ' ' + a.getAttribute('href').split('/')[1] : 'wrong'; })"""


def filters(tap, browser, path):
    browser.size(1280, 900, scripts=False)
    browser.post('/url', {'url': 'about:blank'})
    browser.open(path)
    sab, duel, cave, bad = ['Saboteur index.html'] * 2, ['Saboteur: The Duel replay.html'], ['Saboteur: The Dark Cave index.html'], ['wrong']
    tap.equal(browser.script(CARDS), sab + duel + cave + bad, 'a list of tables has all; one that is over leads to its replay')
    tap.equal(browser.script("return document.querySelectorAll('.card .board > svg').length"), 4, '... each with its board')
    browser.click("document.querySelector('label[for=state]')")
    for keys, want, name in ((['ArrowRight'], sab + cave + bad, 'those that run'), (['ArrowRight'], duel + bad, 'those that are over'),
                             (['ArrowRight'], sab + duel + cave + bad, 'all'),
                             (['Tab', 'ArrowRight'], sab + bad, 'those of a game'), (['ArrowRight'], duel + bad, 'those of another game')):
        browser.press(*keys)
        tap.equal(browser.script(CARDS), want, '... without scripts the keys choose ' + name)
    browser.media(kind='print')
    tap.equal(len(browser.script(CARDS)), 5, '... and all are printed')
    browser.media()
    browser.click("document.querySelector('label[for=\"state-0\"]')")
    tap.equal(browser.script(CARDS), bad, '... the filters work together; a table that cannot be shown stays')
    browser.size(1280, 900)


def keeps_place(tap, browser, path):
    browser.open(path)
    browser.script("document.querySelector('#verbs button').focus()")
    first = browser.script('return document.activeElement.textContent')
    for pressed in ('true', 'false'):
        browser.press('Enter')
        tap.equal(browser.script("var a = document.activeElement; return [a.textContent, a.getAttribute('aria-pressed')]"),
                  [first, pressed], 'a word that is pressed by a key keeps the focus')


def complete(tap, browser, path):
    browser.size(1280, 900, scripts=False)
    browser.open(path)
    got = browser.script('''document.querySelector('#can').open = true;
        return [document.getElementById('compose').hidden, document.querySelectorAll('#can li code').length > 5,
            document.querySelector('#can li').checkVisibility()]''')
    tap.equal(got, [True, True, True], 'without scripts there is the list of orders')
    browser.size(1280, 900)


def main():
    if not is_here():
        skip('pages in a browser', 'no chromium with its driver here')
    os.makedirs(sys.argv[1])
    os.chdir(sys.argv[1])
    tap = Tap()
    pages = make_pages()
    with Browser() as browser:
        for name, path in pages.items():
            looks(tap, browser, name, path)
        text_stays(tap, browser, pages)
        prints(tap, browser, pages)
        replays(tap, browser, pages['replay'])
        for test in (marks, plays, goes_back, jumps, ends_rounds, swipes, prints_states):
            test(tap, browser, pages['replay'])
        filters(tap, browser, pages['site'])
        browser.open(pages['over'])
        tap.equal(browser.script("return document.querySelectorAll('.a-pl').length"), 0,
                  'when the game is over no place takes a card')
        keeps_place(tap, browser, pages['private'])
        complete(tap, browser, pages['private'])
        tap.equal([entry['message'] for entry in browser.log()], [], 'the browser complains of nothing')
        is_locked(tap, browser, pages['private'])
    tap.end()


main()
