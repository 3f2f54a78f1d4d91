"""Players with the browser file in Chromium; the host and the other seats use the native program.

    shell.py FOLDER [AXE]     an empty folder; ADIT: the program; AXE: axe-core's axe.min.js
"""

import http.server
import os
import quopri
import re
import shutil
import subprocess
import sys
import threading
import time

from player import FILE, SECRET, Player
from lib import Tap, adit
from game import Game

AXE = '''return axe.run(document).then(function (r) { return r.violations.map(function (v) {
    return v.id + ': ' + v.nodes.slice(0, 3).map(function (n) { return n.html.slice(0, 120); }).join(' | '); }); })'''


class Test:
    def __init__(self, axe):
        self.tap = Tap()
        self.axe = axe
        self.n = 0

    def player(self, profile, file=FILE, load=True):
        return Player(os.path.abspath(profile), file, load)

    def look(self, player, where):
        """What is true of every screen."""
        wide = player.script('return [document.documentElement.scrollWidth, innerWidth]')
        self.tap.ok(wide[0] <= wide[1], where + ': no wider than the screen', wide)
        pictures = os.environ.get('ADIT_PICTURES')
        if pictures:
            self.n += 1
            player.script('scrollTo(0, 0)')
            player.picture(os.path.join(pictures, '%02d-%s.png' % (self.n, re.sub(r'\W+', '-', where))))
        if self.axe:
            player.script(self.axe + '; return 0')
            self.tap.equal(player.script(AXE), [], where + ': axe finds nothing')

    def quiet(self, player, where):
        self.tap.equal([entry['message'] for entry in player.log()], [], where + ': the browser complains of nothing')

    def first_move(self):
        """A new profile on a phone; afterwards anna has a table and an order."""
        game, tap = Game('first'), self.tap
        with self.player('profile') as anna:
            anna.size(390, 844)
            self.look(anna, 'start')
            anna.start('anna')
            tap.equal(anna.title(), 'The card of anna', 'a new profile makes keys')
            self.look(anna, 'card')
            card = anna.script("return document.getElementById('card').value")
            anna.press_button('Save the backup')
            backup = anna.download('.tar')
            game.open(card, '--trusted-host', '--title', '<img src=x onerror=alert(1)>')
            anna.press_button('Tables')
            self.look(anna, 'no table')
            anna.paste(game.news())
            tap.equal(anna.title(), '<img src=x onerror=alert(1)>', 'a pasted digest opens its table; its text is only text')
            tap.ok('seen here for the first time' in anna.text(), 'the fingerprint of the host is shown', anna.text())
            self.look(anna, 'table')
            anna.media(dark=True)
            self.look(anna, 'table, dark')
            anna.script("postMessage({ order: 'discard everything' }, '*')")
            anna.inside()
            anna.script("parent.postMessage({ order: 'two\\nlines' }, '*'); parent.postMessage({ order: {} }, '*'); parent.postMessage(null, '*')")
            reach = anna.script("try { return String(parent.document); } catch (e) { return e.name; }")
            anna.outside()
            tap.equal(reach, 'SecurityError', 'the page of the table cannot reach the shell')
            time.sleep(0.2)
            tap.equal(anna.script("return document.getElementById('order').value"), '', 'no other message puts an order there')
            words = anna.compose()
            anna.press_button('Sign …')
            tap.equal(anna.title(), 'Send your order', 'an order that was clicked together is signed')
            tap.ok(words in anna.text(), 'its words are shown', anna.text())
            self.look(anna, 'send')
            block = anna.block()
            anna.devtools('Browser.setPermission', permission={'name': 'clipboard-write'}, setting='denied')
            anna.script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
            anna.press_button('Copy')
            tap.equal(anna.script("var a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd)"), block,
                      'without a clipboard the order is selected')
            anna.press_button('Back to the table')
            tap.ok('You have signed an order for this turn' in anna.text(), 'a signed order is not signed again', anna.text())
            tap.equal(anna.script("return document.getElementById('order')"), None, 'and no other one can be')
            anna.press_button('Sign another order')
            tap.ok(anna.script("return Boolean(document.getElementById('order'))"), 'but if a player says that it was refused')
            anna.press_button('Tables')
            anna.open_table('<img src=x onerror=alert(1)>')
            anna.press_button('Send it again')
            tap.equal(anna.block(), block, 'it is sent again: the same bytes')
            game.apply(block)
            tap.equal(len(game.numbers()), 2, 'the host takes it')
            anna.press_button('Settings')
            self.look(anna, 'settings')
            self.quiet(anna, 'first move')
        return game, card, backup

    def whole_game(self, card):
        """Joined by all, played to the end and checked; anna in the browser."""
        game, tap = Game('whole'), self.tap
        with self.player('profile') as anna:
            anna.size(1280, 900)
            tap.equal(anna.title(), 'Tables', 'keys and tables outlive the browser')
            self.look(anna, 'tables')
            game.open(card)
            for verb, button in (('join', 'Join'), ('confirm', 'Confirm')):
                anna.give(game.news(), 'digest.txt')
                if anna.wants_passphrase():
                    anna.unlock()
                self.look(anna, verb)
                anna.press_button(button)
                game.apply(anna.block())
                for who in ('bob', 'carl'):
                    game.apply(game.adit(verb, '-k', who, game.at('turns')))
            orders = 0
            while True:
                game.others()
                anna.give(game.news(), 'digest.txt')
                if game.next() != 'anna':
                    break
                orders += 1
                anna.choose()
                anna.press_button('Sign …')
                game.apply(anna.block())
            tap.ok(orders > 1, 'a whole game was played', orders)
            tap.ok('The game is over' in anna.in_frame("return document.body.innerText"), 'its end is shown', anna.text())
            anna.press_button('Check all digests')
            tap.ok('All that can be checked is good.' in anna.text(), 'an audit of it passes', anna.text())
            self.look(anna, 'check')
            self.quiet(anna, 'whole game')

    def mails(self, card):
        """Mails as they came, with encodings."""
        game, tap = Game('mails'), self.tap
        game.open(card, '--trusted-host', '--title', 'By mail')
        digest = game.news().encode()
        head = b'From: host@example.org\nSubject: your turn\nMIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: '
        mails = {'qp.eml': head + b'quoted-printable\n\n' + quopri.encodestring(digest),
                 'crlf.eml': (head + b'7bit\n\nHello anna,\n\n' + b''.join(b'> ' + line + b'\n' for line in digest.splitlines())).replace(b'\n', b'\r\n')}
        with self.player('profile') as anna:
            for name, mail in mails.items():
                anna.load()
                anna.give(mail, name)
                if name == 'qp.eml':
                    anna.unlock('wrong horse')
                    tap.ok('not the passphrase' in anna.script("return document.getElementById('dialog').innerText"), 'a wrong passphrase is refused')
                    self.look(anna, 'passphrase')
                anna.unlock()
                tap.equal(anna.title(), 'By mail', name + ' is read as it came')
            anna.paste('Dear anna, no digest.')
            tap.ok(anna.script("return document.querySelector('.wrong').textContent") != '', 'what is no digest gets the line of the verb')
            self.quiet(anna, 'mails')
        return game

    def two_windows(self):
        """Both sign for the same turn: one order."""
        tap = self.tap
        with self.player('profile') as anna:
            first = anna.window()
            anna.open_table('By mail')
            second = anna.new_window()
            anna.load()
            anna.open_table('By mail')
            anna.choose(0)
            anna.use(first)
            anna.choose(1)
            anna.press_button('Sign …', idle=False)
            anna.use(second)
            anna.press_button('Sign …')
            anna.use(first)
            anna.idle()
            titles = [anna.title()]
            anna.use(second)
            titles.append(anna.title())
            tap.equal(sorted(titles), ['By mail', 'Send your order'], 'of two windows one signs')
            tap.ok('another window' in anna.everywhere(first, second), 'the other one says why')
            tap.equal(len(anna.kept_orders()), 1, 'there is one order')

    def killed(self, card):
        """The browser is killed around the moment in which an order is stored."""
        tap = self.tap
        game = Game('killed')
        game.open(card, '--trusted-host', '--title', 'Killed')
        seen = set()
        for i, delay in enumerate((0.02, 0.3, 0.5, 0.8)):
            anna = self.player('profile')
            if i == 0:
                anna.paste(game.news())
                anna.unlock()
            else:
                anna.open_table('Killed')
            kept = anna.kept_orders()
            seen.update(kept)
            if not kept:
                anna.choose(i)
                anna.press_button('Sign …', idle=False)
                time.sleep(delay)
            anna.kill()
        with self.player('profile') as anna:
            anna.open_table('Killed')
            kept = anna.kept_orders()
            seen.update(kept)
            tap.ok(len(seen) <= 1 and len(kept) == len(seen), 'a killed browser leaves one order or none', seen)
            tap.equal(anna.title(), 'Killed', 'and nothing is lost')
            tap.equal('You have signed an order' in anna.text(), bool(kept), 'an order that was stored is offered again')

    def another_machine(self, backup):
        """A backup in a second profile, and in the native program; then the database is evicted."""
        tap = self.tap
        with self.player('second') as anna:
            anna.choose_file('#backup', __file__)
            tap.ok('not a backup' in anna.text(), 'another file is no backup', anna.text())
            anna.choose_file('#backup', backup)
            tap.equal(anna.title(), 'Tables', 'a backup is restored on another machine')
            anna.open_table('By mail')
            tap.ok('PRIVATE' in anna.in_frame('return document.title'), 'its keys open the private view')
            anna.script("indexedDB.deleteDatabase('adit')")
            time.sleep(0.3)
            anna.load()
            tap.equal(anna.title(), 'Your keys are not here any more', 'an evicted database is reported')
            self.look(anna, 'evicted')
            anna.choose_file('#backup', backup)
            tap.equal(anna.title(), 'Tables', 'and the backup restored')
            anna.script("var r = indexedDB.open('adit'); r.onsuccess = function () { r.result.transaction('home', 'readwrite')"
                        ".objectStore('home').put({ revision: 'x' }, 'home'); r.result.close(); }")
            time.sleep(0.3)
            anna.load()
            tap.ok('is damaged' in anna.text(), 'a damaged record is reported', anna.text())
            anna.press_button('Begin again')
            tap.equal(anna.title(), 'Play the Saboteur card games by mail', 'and can be removed')
        os.makedirs('native')
        subprocess.run(['tar', '-xf', backup, '-C', 'native'], check=True)
        os.environ['ADIT_HOME'] = os.path.abspath('native')
        with open('secret', 'w', encoding='utf-8') as out:
            out.write(SECRET + '\n')
        with open('secret', encoding='utf-8') as secret:
            got = subprocess.run([os.environ['ADIT'], 'read', '-g', self.game_of('By mail'), '--passphrase-fd=0'], stdin=secret, capture_output=True, text=True, check=False)
        tap.ok('It is your turn, anna' in got.stdout, 'the native program reads the backup', got.stderr)

    def game_of(self, title):
        for game in os.listdir(os.path.join(os.environ['ADIT_HOME'], 'games')):
            if title in adit('read', '--public', '-g', game):
                return game
        return ''

    def no_storage(self):
        """A browser that stores nothing, and one whose disk is full."""
        tap = self.tap
        with open(FILE, encoding='utf-8') as text:
            page = text.read()
        changes = {'refused': ("indexedDB.open('adit', 1)", "(() => { throw new Error('no') })()"),
                   'full': ("store.put({ revision: next, files }, 'home');", 'change.abort();')}
        for name, (old, new) in changes.items():
            assert page.count(old) == 1
            with open(name + '.html', 'w', encoding='utf-8') as out:
                out.write(page.replace(old, new))
        with self.player('third', os.path.abspath('refused.html')) as anna:
            tap.equal(anna.title(), 'This browser keeps nothing', 'a browser that stores nothing is reported')
            anna.file = os.path.abspath('full.html')
            anna.load()
            anna.start('anna')
            tap.ok('nothing was stored' in anna.text(), 'and a full disk', anna.text())

    def keyboard(self):
        """No mouse."""
        tap = self.tap
        with self.player('fourth') as dora:
            def tab_to(expression):
                for _ in range(60):
                    if dora.script('var el = document.activeElement; return ' + expression):
                        return
                    dora.press('Tab')
                raise RuntimeError('no way by Tab to ' + expression)
            tab_to("el.id === 'name'")
            dora.press(*'dora')
            for one in ('one', 'two'):
                tab_to("el.id === '%s'" % one)
                dora.press(*SECRET)
            dora.press('Enter')
            dora.wait("document.querySelector('h1').textContent === 'The card of dora'")
            dora.idle()
            tap.equal(dora.script('return document.activeElement.localName'), 'h1', 'keys are made by keyboard alone; the focus is on the new heading')
            tab_to("el.textContent === 'Lock'")
            dora.press('Enter')
            dora.idle()
            tab_to("el.textContent === 'Settings'")
            dora.press('Enter')
            dora.wait("document.querySelector('h1').textContent === 'Settings'")
            tap.ok(True, 'the settings are reached')

    def rare(self):
        """What few players do, and a host to them."""
        tap = self.tap
        with self.player('sixth') as anna:
            anna.start('anna')
            card = anna.script("return document.getElementById('card').value")
            anna.load('#table/aaaaaaaa')
            tap.ok('was read here' in anna.text(), 'a table that is not here is reported', anna.text())
            anna.press_button('To your tables')
            tap.equal(anna.title(), 'Tables', 'and leads to the tables')
            anna.load('#constructor')
            tap.equal(anna.title(), 'Tables', 'as does a screen that does not exist')
            self.new_seat(anna, card)
            self.restarted(anna, card)
            self.quiet(anna, 'rare')

    def new_seat(self, anna, card):
        """A watcher gets a seat, and signs two orders for one turn."""
        game, tap = Game('seat'), self.tap
        with open(game.at('anna.pub'), 'w', encoding='utf-8') as out:
            out.write(card)
        for who in ('host', 'bob', 'carl', 'dave'):
            game.adit('keygen', '--no-passphrase', who)
        game.adit('new', game.at('t.db'), '-k', 'host', '--rules', 'saboteur', '--trusted-host', '--option', 'first=dave', '--title', 'New seat',
                  '--seat', 'dave', '--seat', 'bob', '--seat', 'carl', '--out', game.folder)
        anna.paste(game.news())
        if anna.wants_passphrase():
            anna.unlock()
        tap.equal(anna.title(), 'New seat', 'somebody without a seat watches')
        game.adit('seat', '-k', 'host', '--replace', game.at('anna.pub'), '--reason', 'a new player', '--out', game.folder, game.at('t.db'), 'dave')
        anna.paste(game.news())
        if anna.wants_passphrase():
            anna.unlock()
        tap.ok('PRIVATE' in anna.in_frame('return document.title'), 'and plays with the seat that they get', anna.text())
        anna.choose(0)
        anna.press_button('Sign …')
        anna.press_button('Back to the table')
        anna.press_button('Sign another order')
        anna.choose(1)
        second = anna.script("return document.getElementById('order').value")
        anna.press_button('Sign …')
        block = anna.block()
        anna.press_button('Back to the table')
        tap.ok(second in anna.text(), 'of two orders for a turn the newest waits', anna.text())
        anna.press_button('Send it again')
        tap.equal(anna.block(), block, 'and is sent again')
        first = anna.window()
        other = anna.new_window()
        anna.load()
        anna.open_table('New seat')
        anna.use(first)
        anna.press_button('Lock')
        anna.use(other)
        anna.wait("document.querySelector('h1').textContent === 'Tables'")
        tap.ok(anna.script("return document.getElementById('lock').hidden"), 'Lock locks all windows')

    def restarted(self, anna, card):
        """The deal begins again after a confirmation that was not sent."""
        game, tap = Game('restarted'), self.tap
        game.open(card, '--title', 'Again')
        anna.paste(game.news())
        if anna.wants_passphrase():
            anna.unlock()
        anna.press_button('Join')
        game.apply(anna.block())
        for who in ('bob', 'carl'):
            game.apply(game.adit('join', '-k', who, game.at('turns')))
        anna.press_button('Back to the table')
        anna.paste(game.news())
        anna.press_button('Confirm')
        game.adit('restart', '-k', 'host', '--reason', 'no answer', '--out', game.folder, game.at('t.db'))
        anna.press_button('Back to the table')
        anna.paste(game.news())
        anna.press_button('Join')
        tap.ok('you signed a confirmation' in anna.text(), 'a deal that begins again after a confirmation is reported', anna.text())
        anna.press_button('Join all the same')
        game.apply(anna.block())
        tap.ok(game.news() != '', 'and can be joined')

    def two_keys(self):
        """A home of the native program with two keys, of which one plays."""
        game, tap = Game('keys'), self.tap
        for who in ('zoe', 'yan'):
            game.adit('keygen', '--passphrase-fd=0', who, stdin=SECRET + '\n')
        shutil.copytree(game.at('home'), 'two')
        subprocess.run(['tar', '-cf', os.path.abspath('two.tar'), '-C', 'two', '.'], check=True)
        with open(game.at('home', 'zoe.pub'), encoding='utf-8') as card:
            game.open(card.read(), '--trusted-host', '--title', 'Two keys')
        with self.player('seventh') as zoe:
            zoe.choose_file('#backup', os.path.abspath('two.tar'))
            zoe.paste(game.news())
            if zoe.wants_passphrase():
                zoe.unlock()
            zoe.press_button('yan')
            if zoe.wants_passphrase():
                zoe.unlock()
            tap.ok('no private view' in zoe.text(), 'a key that does not play is reported', zoe.text())
            zoe.press_button('zoe')
            tap.ok('PRIVATE' in zoe.in_frame('return document.title'), 'and another one can be chosen', zoe.text())
            zoe.load()
            zoe.open_table('Two keys')
            tap.ok('PRIVATE' in zoe.in_frame('return document.title'), 'it is remembered', zoe.text())

    @staticmethod
    def speak(player, lang):
        """Chooses a language in the menu."""
        player.script("var s = document.getElementById('lang'); s.value = '%s'; s.dispatchEvent(new Event('change'))" % lang)
        player.idle()

    def languages(self):
        """The first screen in each language, on a phone."""
        titles = {'de': 'Spiele die Saboteur-Kartenspiele per Mail', 'es': 'Juega a los juegos de cartas Saboteur por correo',
                  'ru': 'Играйте в карточные игры Saboteur по почте', 'uk': 'Грайте в карткові ігри Saboteur поштою',
                  'en': 'Play the Saboteur card games by mail'}
        with self.player('tongues') as anna:
            anna.size(390, 844)
            self.tap.equal(anna.script("return Array.from(document.querySelectorAll('#lang option'), function (o) { return o.value; })"),
                           sorted(titles, key=lambda lang: (lang != 'en', lang)), 'the menu has every language')
            for lang, title in titles.items():
                self.speak(anna, lang)
                self.tap.equal([anna.title(), anna.script('return document.documentElement.lang')], [title, lang], lang + ' is chosen')
                self.look(anna, 'start, ' + lang)
            self.speak(anna, 'uk')
            anna.load()
            self.tap.equal(anna.title(), titles['uk'], 'it is remembered')
            self.quiet(anna, 'languages')

    def site(self, game):
        """Beside the tables of a site."""
        tap = self.tap
        env = dict(os.environ, ADIT_HOME=os.path.abspath('reader'), ADIT_PLAYER_FILE=FILE.replace('adit.html', 'adit-site.html'))
        subprocess.run([os.environ['ADIT'], 'page', '--html', '--site=site', '--player', game.folder], env=env, check=True, stderr=subprocess.DEVNULL)

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *args):
                super().__init__(*args, directory=os.path.abspath('site'))

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with self.player('fifth', load=False) as anna:
            anna.post('/url', {'url': 'http://127.0.0.1:%d/adit.html' % server.server_port})
            anna.idle()
            anna.start('emil')
            anna.press_button('Tables')
            tap.ok('Tables of this site' in anna.text(), 'the tables of a site are listed', anna.text())
            self.look(anna, 'site')
            anna.script("document.querySelector('section .tables a').click()")
            anna.wait("document.querySelector('iframe')")
            anna.idle()
            tap.ok('to move' in anna.in_frame('return document.body.innerText'), 'and their digests are fetched', anna.text())
            self.speak(anna, 'uk')
            anna.wait("document.querySelector('iframe')")
            anna.idle()
            tap.equal(anna.in_frame('return document.documentElement.lang'), 'uk', 'the page of a table has the language of the reader')
            self.look(anna, 'table, uk')
            self.quiet(anna, 'site')
        server.shutdown()


def main():
    axe = None
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding='utf-8') as text:
            axe = text.read()
    os.makedirs(sys.argv[1])
    os.chdir(sys.argv[1])
    test = Test(axe)
    game, card, _ = test.first_move()
    test.whole_game(card)
    test.mails(card)
    with test.player('profile') as anna:
        anna.press_button('Settings')
        anna.press_button('Save the backup')
        backup = anna.download('.tar')
        shutil.copy(backup, 'backup.tar')
    test.two_windows()
    test.killed(card)
    test.another_machine(os.path.abspath('backup.tar'))
    test.no_storage()
    test.keyboard()
    test.rare()
    test.two_keys()
    test.languages()
    test.site(game)
    if axe:
        from first_firefox import play  # needs a package that a short run does not
        play(test.tap)
    test.tap.end()


main()
