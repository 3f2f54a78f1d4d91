"""Firefox without a window, spoken to by WebDriver BiDi: the part of browser.Browser that pictures need.

Needs Debian's python3-websocket, so run it with /usr/bin/python3.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

import websocket


class Firefox:
    def __init__(self, dark):
        self.home = tempfile.mkdtemp(prefix='adit-firefox.')
        with open(os.path.join(self.home, 'user.js'), 'w', encoding='utf-8') as prefs:
            prefs.write('user_pref("layout.css.prefers-color-scheme.content-override", %d);\n' % (0 if dark else 1))
        env = dict(os.environ, HOME=self.home, TMPDIR=self.home)
        self.process = subprocess.Popen(
            ['firefox-esr', '--headless', '--no-remote', '--profile', self.home, '--remote-debugging-port=0',
             'about:blank'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        where = os.path.join(self.home, 'WebDriverBiDiServer.json')
        while not os.path.exists(where) or os.path.getsize(where) == 0:
            if self.process.poll() is not None:
                raise RuntimeError('firefox-esr ended')
            time.sleep(0.1)
        with open(where, encoding='utf-8') as text:
            port = json.load(text)['ws_port']
        self.socket = websocket.create_connection('ws://127.0.0.1:%d/session' % port, suppress_origin=True)
        self.n = 0
        self.call('session.new', capabilities={})
        self.context = self.call('browsingContext.getTree')['contexts'][0]['context']

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def call(self, method, **params):
        self.n += 1
        self.socket.send(json.dumps({'id': self.n, 'method': method, 'params': params}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get('id') == self.n:
                break
        if answer['type'] == 'error':
            raise RuntimeError(answer['message'])
        return answer['result']

    def size(self, width, height):
        self.call('browsingContext.setViewport', context=self.context, viewport={'width': width, 'height': height})

    def open(self, path):
        self.call('browsingContext.navigate', context=self.context, url='file://' + os.path.abspath(path),
                  wait='complete')

    def script(self, text):
        """The value is passed as JSON."""
        answer = self.call('script.callFunction', functionDeclaration='async function () { return JSON.stringify('
                           'await (async function () {' + text + '})()) || "null"; }',
                           target={'context': self.context}, awaitPromise=True)
        if answer['type'] != 'success':
            raise RuntimeError(answer['exceptionDetails']['text'])
        return json.loads(answer['result']['value'])

    def picture(self, path):
        answer = self.call('browsingContext.captureScreenshot', context=self.context, origin='document')
        with open(path, 'wb') as out:
            out.write(base64.b64decode(answer['data']))
