"""A browser without a window, spoken to by its own driver over HTTP: what tests of pages need of it.

    with Browser() as b:
        b.open('page.html')
        b.script('return document.title')
"""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.request

# The contrast of each piece of text that is seen: [ratio, needed, text] of those below.  Drawings need less.
CONTRAST = '''
function rgb(s) { return s.match(/[0-9.]+/g).map(Number); }
function light(c) {
    var v = c.slice(0, 3).map(function (x) {
        x /= 255;
        return x <= 0.03928 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
}
function paper(el) {
    for (; el; el = el.parentElement) {
        var c = rgb(getComputedStyle(el).backgroundColor);
        if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
}
var bad = [], seen = 0, walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (var t = walk.nextNode(); t; t = walk.nextNode()) {
    var el = t.parentElement, style = getComputedStyle(el);
    if (!t.data.trim() || el.closest('svg, script, :disabled') || !el.checkVisibility()) continue;
    var a = light(rgb(style.color)), b = light(paper(el)), size = parseFloat(style.fontSize);
    var ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    var need = el.closest('[role=img]') || size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
    seen++;
    if (ratio < need) bad.push([ratio, need, t.data.trim().slice(0, 40)]);
}
return { seen: seen, bad: bad };
'''


def is_here():
    return shutil.which('chromedriver') is not None and shutil.which('chromium') is not None


class Browser:
    def __init__(self, home=None):
        """home: a folder for the profile and for downloads that stays; default: one that is removed."""
        self.stays = home is not None
        self.home = home or tempfile.mkdtemp(prefix='adit-browser.')
        env = dict(os.environ, HOME=self.home, TMPDIR=self.home, XDG_CONFIG_HOME=self.home,
                   XDG_CACHE_HOME=self.home)
        self.driver = subprocess.Popen(
            ['chromedriver', '--port=0'], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=env, text=True, start_new_session=True)
        self.url = None
        for line in self.driver.stdout:
            found = re.search(r'on port (\d+)', line)
            if found and 'successfully' in line:
                self.url = 'http://127.0.0.1:' + found.group(1)
                break
        args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
                '--hide-scrollbars', '--force-color-profile=srgb',
                '--user-data-dir=' + os.path.join(self.home, 'profile')]
        answer = self.call('POST', '/session', {'capabilities': {'alwaysMatch': {
            'browserName': 'chrome', 'goog:chromeOptions': {'args': args, 'prefs': {
                'download.default_directory': os.path.join(self.home, 'downloads')}},
            'goog:loggingPrefs': {'browser': 'ALL'}}}})
        self.session = '/session/' + answer['sessionId']

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call('DELETE', self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.driver.stdout.close()
            if not self.stays:
                shutil.rmtree(self.home, ignore_errors=True)

    def call(self, method, path, body=None):
        data = None if method == 'GET' or method == 'DELETE' else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.url + path, data, {'Content-Type': 'application/json'},
                                         method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as answer:
                return json.load(answer)['value']
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)['value']['message']) from None

    def post(self, path, body=None):
        return self.call('POST', self.session + path, body)

    def open(self, path, where=''):
        self.post('/url', {'url': 'file://' + os.path.abspath(path) + where})

    def script(self, text, *args):
        return self.post('/execute/sync', {'script': text, 'args': list(args)})

    def log(self):
        return self.post('/se/log', {'type': 'browser'})

    def devtools(self, command, **params):
        return self.post('/goog/cdp/execute', {'cmd': command, 'params': params})

    def size(self, width, height, scripts=True):
        self.devtools('Emulation.setDeviceMetricsOverride', width=width, height=height,
                      deviceScaleFactor=1, mobile=width < 600)
        self.devtools('Emulation.setScriptExecutionDisabled', value=not scripts)

    def media(self, dark=False, kind=''):
        self.devtools('Emulation.setEmulatedMedia', media=kind, features=[
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}])

    def press(self, *keys):
        for key in keys:
            code = {'ArrowLeft': '\ue012', 'ArrowRight': '\ue014', 'Enter': '\ue007', 'End': '\ue010',
                    'Home': '\ue011', 'Tab': '\ue004', 'PageDown': '\ue00f',
                    'PageUp': '\ue00e', 'Escape': '\ue00c'}.get(key, key)
            self.post('/actions', {'actions': [{'type': 'key', 'id': 'keys', 'actions': [
                {'type': 'keyDown', 'value': code}, {'type': 'keyUp', 'value': code}]}]})

    def hover(self, element, *then):
        """Moves the pointer over what this expression of a script is."""
        x, y = self.script('var r = %s.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]' % element)
        self.post('/actions', {'actions': [{'type': 'pointer', 'id': 'mouse', 'actions': [
            {'type': 'pointerMove', 'x': round(x), 'y': round(y)}, *then]}]})

    def click(self, element):
        self.hover(element, {'type': 'pointerDown', 'button': 0}, {'type': 'pointerUp', 'button': 0})

    def swipe(self, *points):
        """Moves one finger."""
        for i, (x, y) in enumerate(points):
            self.devtools('Input.dispatchTouchEvent', type='touchMove' if i else 'touchStart',
                          touchPoints=[{'x': x, 'y': y}])
        self.devtools('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])

    def picture(self, path, whole=True):
        answer = self.devtools('Page.captureScreenshot', format='png', captureBeyondViewport=whole)
        with open(path, 'wb') as out:
            out.write(base64.b64decode(answer['data']))

    def pages(self):
        """On paper: the PDF."""
        return base64.b64decode(self.post('/print', {'page': {'width': 21.0, 'height': 29.7},
                                                     'shrinkToFit': True}))
