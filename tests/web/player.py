"""A player with adit.html in Chromium."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'show'))
from browser import Browser  # noqa: E402

FILE = os.path.join(os.environ.get('abs_top_builddir', '.'), 'web/adit.html')
SECRET = 'correct horse'
KEPT = '''
var game = location.hash.split('/')[1], done = arguments[arguments.length - 1], request = indexedDB.open('adit');
request.onsuccess = function () {
    var get = request.result.transaction('home').objectStore('home').get('home');
    get.onsuccess = function () {
        request.result.close();
        done(Array.from(get.result.files.keys()).filter(function (path) {
            return path.indexOf('/home/games/' + game + '/orders/') === 0;
        }));
    };
};
'''


class Player(Browser):
    """home: a folder of the profile; file: the page."""

    def __init__(self, home, file, load=True):
        super().__init__(home)
        self.file = file
        if load:
            self.load()

    def load(self, where=''):
        self.open(self.file, where)
        self.idle()

    def wait(self, what, seconds=60):
        """Until this expression of a script is true; returns its value."""
        end = time.monotonic() + seconds
        while True:
            value = self.script('return ' + what)
            if value:
                return value
            if time.monotonic() > end:
                raise RuntimeError('not so after %d s: %s\n%s' % (seconds, what, self.text()))
            time.sleep(0.05)

    def idle(self):
        """Until nothing runs; or the passphrase is wanted."""
        time.sleep(0.05)
        self.wait("document.querySelector('h1') && !document.body.hasAttribute('aria-busy') ||"
                  " document.getElementById('dialog').open")

    def text(self):
        return self.script("return document.getElementById('status').innerText + '\\n' + document.getElementById('main').innerText")

    def title(self):
        return self.script("return document.querySelector('h1').textContent")

    def element(self, selector):
        found = self.post('/element', {'using': 'css selector', 'value': selector})
        return '/element/' + list(found.values())[0]

    def type(self, selector, text):
        self.post(self.element(selector) + '/value', {'text': text})

    def fill(self, selector, text):
        self.script("var el = document.querySelector(arguments[0]); el.value = arguments[1];"
                    "el.dispatchEvent(new Event('input')); el.dispatchEvent(new Event('change'))", selector, text)

    def press_button(self, words, idle=True):
        done = self.script(
            "var words = arguments[0], all = Array.from(document.querySelectorAll("
            "'dialog[open] button, #main button, #main a, #nav a, #nav button'));"
            "var el = all.find(function (b) { return b.textContent === words && !b.hidden; });"
            "if (el) el.click(); return Boolean(el);", words)
        if not done:
            raise RuntimeError('no button "%s" in\n%s' % (words, self.text()))
        if idle:
            self.idle()

    def start(self, name, secret=SECRET):
        self.fill('#name', name)
        self.fill('#one', secret)
        self.fill('#two', secret)
        self.press_button('Make my keys')

    def unlock(self, secret=SECRET):
        self.wait("document.getElementById('passphrase')")
        self.fill('#passphrase', secret)
        self.press_button('Unlock')

    def paste(self, text):
        self.fill('#paste', text)
        self.press_button('Read it')

    def inside(self):
        """Scripts run in the page of the table from now on; outside() ends it."""
        self.post('/frame', {'id': self.post('/element', {'using': 'css selector', 'value': 'iframe'})})

    def outside(self):
        self.post('/frame', {'id': None})

    def in_frame(self, script):
        self.wait("document.querySelector('iframe')")
        self.inside()
        try:
            return self.script(script)
        finally:
            self.outside()

    def compose(self):
        """Puts the first order together that the first card allows; returns it as the shell shows it."""
        self.in_frame("document.querySelector('#hand [data-card]').click();"
                      "var all = document.querySelectorAll('#fitting button'); if (all.length) all[0].click()")
        return self.wait("document.getElementById('order').value")

    def choose(self, n=-1):
        """Types an order that can be given; default: the one that lays a card farthest east, or the last one."""
        can = self.in_frame("return Array.from(document.querySelectorAll('#can li code')).map(function (c) { return c.textContent; })")
        if not can:
            raise RuntimeError("no order in the page:\n" + self.text() + self.in_frame("return document.body.innerText"))
        places = [line for line in can if line.startswith('place ')]
        best = max(places, key=lambda line: int(line.split(' at ')[1].split(',')[0])) if places else can[-1]
        self.fill('#order', best if n < 0 else can[n])

    def wants_passphrase(self):
        return self.script("return document.getElementById('dialog').open")

    def open_table(self, title):
        self.press_button('Tables')
        self.script("var words = arguments[0]; Array.from(document.querySelectorAll('.tables b')).find("
                    "function (b) { return b.textContent === words; }).click()", title)
        time.sleep(0.1)
        self.idle()
        if self.wants_passphrase():
            self.unlock()

    def choose_file(self, selector, path):
        self.type(selector, os.path.abspath(path))
        time.sleep(0.1)
        self.idle()

    def give(self, data, name):
        """A file with these bytes, as the file picker gives it."""
        path = os.path.join(self.home, name)
        with open(path, 'wb') as out:
            out.write(data if isinstance(data, bytes) else data.encode())
        if not self.script("return document.getElementById('files')"):
            self.press_button('Tables')
        self.choose_file('#files', path)

    def window(self):
        return self.call('GET', self.session + '/window')

    def use(self, window):
        self.post('/window', {'handle': window})

    def new_window(self):
        window = self.post('/window/new', {'type': 'tab'})['handle']
        self.use(window)
        return window

    def everywhere(self, *windows):
        texts = []
        for window in windows:
            self.use(window)
            texts.append(self.text())
        return '\n'.join(texts)

    def kept_orders(self):
        """Names of the files of orders of the table that is open, from the database."""
        return self.post('/execute/async', {'args': [], 'script': KEPT})

    def kill(self):
        """As when the machine loses its power, but for what the system has not written."""
        os.killpg(self.driver.pid, 9)
        self.driver.wait()
        self.driver.stdout.close()

    def block(self):
        return self.script("return document.getElementById('block').value")

    def download(self, end):
        """The newest download with this end, when it is complete."""
        folder = os.path.join(self.home, 'downloads')
        for _ in range(200):
            names = [os.path.join(folder, n) for n in (os.listdir(folder) if os.path.isdir(folder) else []) if n.endswith(end)]
            if names:
                return max(names, key=os.path.getmtime)
            time.sleep(0.05)
        raise RuntimeError('no download ' + end)
