"""A table with plain seats, and what its players get and write: for plain_seat.py, plain_text.py and plain_game.py."""

import email
import email.policy
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'show'))
from lib import ADIT, adit  # noqa: E402

BEGIN = 1795283534  # 2026-11-21T17:52:14Z
HOUR = 3600
DAY = 24 * HOUR
CAVE = 'cave@example.org'


def time_of(second):
    return subprocess.run(['date', '-u', '-d', '@%d' % second, '+%Y-%m-%dT%H:%M:%SZ'], stdout=subprocess.PIPE,
                          text=True, check=True).stdout.strip()


def box(text):
    """The mails of a mail box."""
    return [Mail(one) for one in re.split(r'(?m)^From [^\n]*\n', text)[1:]]


class Mail:
    def __init__(self, raw):
        self.raw = raw
        self.head = email.message_from_string(raw, policy=email.policy.default)
        self.to = self.head['To'].strip('<>')
        self.seat = self.to.split('@')[0]
        self.id = self.head['Message-ID']
        self.game = re.search(r'game=([^;]+)', self.head['X-Adit']).group(1)
        self.kind = re.search(r'kind=(\w+)', self.head['X-Adit']).group(1)
        n = re.search(r' n=(\d+)', self.head['X-Adit'])
        self.n = int(n.group(1)) if n else -1
        self.text, self.html, self.files = '', None, 0
        for part in self.head.walk():
            if part.get_filename():
                self.files += 1
            elif part.get_content_type() == 'text/plain':
                self.text = part.get_content()
            elif part.get_content_type() == 'text/html':
                self.html = part.get_content()
        code = re.search(r'^    reply code: (\S+)$', self.text, re.M)
        self.code = code.group(1) if code else None
        # The words before the first blank line.
        self.lead = ' '.join(self.text.split('\n\n')[0].split())

    def orders(self):
        """The numbered list: {number: order}."""
        words = re.sub(r'\n {5}\| (?=\S)', ' ', self.text)
        return {int(n): order for n, order in re.findall(r'(?m)^ *(\d+)\. (.*)$', words)}

    def sample(self):
        """The order that it gives as an example."""
        return re.search(r'with one line, such as "(.*)"[.]', self.text).group(1)

    def secrets(self):
        return [word.split('.')[-1] for word in (self.id.strip('<>').split('@')[0], self.code or '') if word]


class Table:
    """Everything happens in the folder: T.db with a home of its own. options: more of adit new."""

    def __init__(self, folder, rules, own, plain, *options, order=None, file='t.db', home=None):
        self.folder = os.path.abspath(folder)
        os.makedirs(self.folder, exist_ok=True)
        os.chdir(self.folder)
        self.home = home or self.folder + '/home'
        os.environ['ADIT_HOME'] = self.home
        self.file, self.now, self.count = file, BEGIN, 0
        self.boxes, self.all, self.told = {}, [], ''
        for who in ['host', *own]:
            if not os.path.exists('%s/%s.key' % (self.home, who)):
                adit('keygen', '--no-passphrase', who)
        words = []
        for seat in order or [*plain, *own]:
            if seat in plain:
                words += ['--seat', '%s=mail:%s' % (seat, plain[seat])]
            else:
                words += ['--seat', seat, '--mail', '%s=%s@example.org' % (seat, seat)]
        adit('new', file, '-k', 'host', '--rules', rules, *words, '--mail-from', CAVE, *options, '--now', self.time())
        self.game = self.status()['game']
        self.flush()

    def time(self):
        return time_of(self.now)

    def adit(self, *args, stdin=None, want=0):
        return adit(*args, '--now', self.time(), stdin=stdin, want=want)

    def run(self, *args, stdin='', program=ADIT, env=None, where=None):
        """adit mail: its status, and the mails that go out."""
        done = subprocess.run([program, 'mail', '-v', '-k', 'host', '--log', 'log', '--stdout', '--now', self.time(),
                               *args, where or self.file], input=stdin.encode('utf-8', 'surrogateescape'),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              env=dict(os.environ, **(env or {})))
        out = box(done.stdout.decode())
        self.said = done.stderr.decode()
        self.told += self.said
        for mail in out:
            if mail.game == self.game:
                self.boxes.setdefault(mail.seat, []).append(mail)
            self.all.append(mail)
        return done.returncode, out

    def flush(self):
        status, out = self.run('--flush')
        assert status == 0, self.said
        return out

    def send(self, raw, want=0, **more):
        """A message comes: the mails that it causes."""
        status, out = self.run(stdin=raw, **more)
        assert status == want, 'status %d: %s' % (status, self.said)
        return out

    def last(self, seat):
        return self.boxes[seat][-1]

    def newest(self, seat):
        """The newest mail with a digest."""
        return [mail for mail in self.boxes[seat] if mail.kind == 'digest'][-1]

    def status(self):
        return json.loads(self.adit('status', '--json', self.file))

    def n(self):
        return self.status()['n']

    def log(self):
        with open('log', encoding='utf-8') as text:
            return text.read()

    def letter(self, frm, body, *, id=None, head='', kind='text/plain; charset=UTF-8'):
        self.count += 1
        return ('From: %s\nTo: %s\nSubject: Re: the table\nMessage-ID: <%s@mail.example.org>\n%sMIME-Version: 1.0\n'
                'Content-Type: %s\nContent-Transfer-Encoding: 8bit\n\n%s\n' % (
                    frm, CAVE, id or 'm%d' % self.count, head, kind, body))

    def reply(self, mail, body, *, frm=None, by=('id',), id=None, head='', quoted=None):
        """A reply as a program writes it. by: id, refs and code, whichever bring the secret back."""
        if 'id' in by:
            head += 'In-Reply-To: %s\n' % mail.id
        if 'id' in by or 'refs' in by:
            head += 'References: <other@example.org>\n %s\n' % mail.id
        text = mail.text if quoted is None else quoted
        if 'code' not in by:
            text = re.sub(r'\n *reply code:.*', '', text)
        quote = 'On Sat, Nov 21, 2026 at 6:01 PM the table <%s> wrote:\n%s' % (
            CAVE, ''.join('> %s\n' % line for line in text.splitlines()))
        return self.letter(frm or mail.to, body + '\n\n' + quote, id=id, head=head)

    def answer(self, mail, body, **more):
        return self.send(self.reply(mail, body, **more))

    def keep(self, name):
        shutil.rmtree(name, ignore_errors=True)
        os.makedirs(name)
        shutil.copy(self.file, name)
        if os.path.isdir(self.home + '/hosted'):
            shutil.copytree(self.home + '/hosted', name + '/hosted')
        self.kept = {'now': self.now, 'boxes': {seat: list(mails) for seat, mails in self.boxes.items()}, 'name': name}

    def back(self):
        kept = self.kept
        shutil.rmtree(self.home + '/hosted', ignore_errors=True)
        shutil.copytree(kept['name'] + '/hosted', self.home + '/hosted')
        for name in (self.file + '-journal', self.file + '.post'):
            if os.path.exists(name):
                os.unlink(name)
        shutil.copy(kept['name'] + '/' + self.file, self.file)
        self.now = kept['now']
        self.boxes = {seat: list(mails) for seat, mails in kept['boxes'].items()}

    def signed(self, seat, *order):
        """The order of a seat with keys of its own, as adit sign makes it."""
        digest = adit('digest', self.file)
        with open('newest.txt', 'w', encoding='utf-8') as out:
            out.write(digest)
        if not order:
            order = [adit('read', '-k', seat, '--suggest', 'newest.txt').strip()]
        return adit('sign', '-k', seat, '-d', 'newest.txt', *order)

    def play(self):
        """The seat whose turn it is plays: what it did."""
        seat = self.status()['to_move']
        if os.path.exists('%s/%s.key' % (self.home, seat)):
            return self.send(self.letter(seat + '@example.org', self.signed(seat)))
        mail = self.newest(seat)
        numbers = mail.orders()
        return self.answer(mail, str(min(numbers)) if numbers else mail.sample())
