"""Whole games by mail of five seats, of which two need only a mail program: for plain_game.t.

    plain_game.py N    N tests have been made before
"""

import glob
import html
import json
import os
import quopri
import re
import subprocess
import sys
import time

from plain_table import Mail
from lib import Tap, adit

CAVE = 'cave@cave.test'
GAME, BOXES, CONF = (os.environ['POSTFIX_' + name] for name in ('GAME', 'BOXES', 'CONF'))
DB = GAME + '/cave.db'
HOME = os.environ['HOME'] + '/players'
tap = Tap()
tap.n = int(sys.argv[1])


# ---- replies as mail programs write them ------------------------------------------------------------

def quoted(mail, mark='> '):
    return ''.join(mark + line + '\n' for line in mail.text.splitlines())


def multi(text, page):
    return ('Content-Type: multipart/alternative; boundary="b"\n\n--b\nContent-Type: text/plain; charset="UTF-8"\n'
            'Content-Transfer-Encoding: quoted-printable\n\n%s\n--b\nContent-Type: text/html; charset="UTF-8"\n'
            'Content-Transfer-Encoding: quoted-printable\n\n%s\n--b--\n' % (coded(text), coded(page)))


def coded(text):
    return quopri.encodestring(text.encode()).decode()


def plain(text, more=''):
    return ('Content-Type: text/plain; charset=utf-8%s\nContent-Transfer-Encoding: quoted-printable\n\n%s' % (
        more, coded(text)))


def page(text):
    return ('Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n' + coded(text))


def lines(mail):
    return '<br>\n'.join(html.escape(line) for line in mail.text.splitlines())


def gmail_page(said, mail):
    return ('<div dir="ltr">%s</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
            'On Sat, Nov 21, 2026 at 6:01 PM Cave &lt;%s&gt; wrote:<br></div><blockquote class="gmail_quote">%s'
            '</blockquote></div>' % (said, CAVE, lines(mail)))


def gmail(said, mail):
    return multi('%s\n\nOn Sat, Nov 21, 2026 at 6:01 PM Cave <%s> wrote:\n\n%s' % (said, CAVE, quoted(mail)),
                 gmail_page(said, mail))


def gmail_html_only(said, mail):
    return page(gmail_page(said, mail))


def gmail_inline(said, mail):
    first, *rest = quoted(mail).splitlines()
    return plain('On Sat, Nov 21, 2026 at 6:01 PM Cave <%s> wrote:\n\n%s\n\n%s\n\n%s\n' % (
        CAVE, first, said, '\n'.join(rest)))


def outlook(said, mail):
    head = 'From: Cave <%s>\nSent: Saturday, 21 November 2026 18:01\nTo: Dora\nSubject: %s\n\n' % (
        CAVE, mail.head['Subject'])
    return multi('%s\n\nKind regards\nDora\n\nThis e-mail may contain confidential information. If you are not\nthe '
                 'intended recipient, please delete it.\n\n%s%s' % (said, head, mail.text), '<p>x</p>')


def outlook_web(said, mail):
    return page('<html><body dir="ltr"><div class="elementToProof">%s</div><div id="appendonsend"></div><hr><div '
                'id="divRplyFwdMsg" dir="ltr"><b>From:</b> Cave<br><b>Sent:</b> Saturday</div><div>%s</div></body></html>' % (
                    said, lines(mail)))


def apple(said, mail):
    return plain('%s\n\nSent from my iPhone\n\n> On 21. Nov 2026, at 18:01, Cave <%s> wrote:\n> \n%s' % (
        said, CAVE, quoted(mail)), '; format=flowed; delsp=yes')


def k9(said, mail):
    return plain('On 21 November 2026 18:01:02 CET, Cave <%s> wrote:\n%s\n%s\n-- \nSent from my Android device with K-9 '
                 'Mail. Please excuse my brevity.\n' % (CAVE, quoted(mail, '>'), said))


def thunderbird(said, mail):
    return plain('On 21/11/2026 18:01, Cave <%s> wrote:\n%s\n%s\n\n-- \nDora\n7\n' % (CAVE, quoted(mail), said),
                 '; format=flowed')


PROGRAMS = [gmail, outlook, apple, k9, thunderbird, gmail_html_only, outlook_web, gmail_inline]


# ---- the table -----------------------------------------------------------------------------------------

class Game:
    def __init__(self, rules, own, plain_seats, options):
        for name in glob.glob(BOXES + '/*/new/*') + glob.glob(GAME + '/cave.db*') + [GAME + '/log']:
            if os.path.exists(name):
                os.unlink(name)
        os.environ['ADIT_HOME'] = HOME
        self.own, self.plain, self.seats = own, plain_seats, own + plain_seats
        self.replies, self.sent, self.replied = 0, 0, set()
        words = []
        for seat in self.seats:
            if seat in own:
                if not os.path.exists('%s/%s.key' % (HOME, seat)):
                    adit('keygen', '--no-passphrase', seat)
                words += ['--seat', seat, '--mail', '%s=%s@example.test' % (seat, seat)]
            else:
                words += ['--seat', '%s=mail:%s@example.test' % (seat, seat)]
        if not os.path.exists(HOME + '/host.key'):
            adit('keygen', '--no-passphrase', 'host')
        subprocess.run('cp %s/host.* %s/home' % (HOME, GAME), shell=True, check=True)
        adit('new', DB, '-k', 'host', '--rules', rules, '--mail-from', CAVE, *words, *options)
        subprocess.run(['chown', '-R', 'nobody', GAME], check=True)
        subprocess.run(['su', '-s', '/bin/sh', 'nobody', '-c', 'exec %s/../bin/take --flush' % GAME], check=True,
                       stdin=subprocess.DEVNULL)

    def status(self):
        return json.loads(adit('status', '--json', DB))

    def mails(self, seat):
        found = []
        for name in glob.glob('%s/%s/new/*' % (BOXES, seat)):
            with open(name, encoding='utf-8') as text:
                found.append(Mail(re.sub(r'^(?:(?:Return-Path|Delivered-To|X-Original-To|Received):.*\n(?:[ \t].*\n)*)*', '',
                                         text.read())))
        return found

    def wait_for(self, seat, n):
        """The mail with digest n: none after a minute."""
        for _ in range(300):
            for mail in self.mails(seat):
                if mail.n == n and mail.kind == 'digest':
                    return mail
            time.sleep(0.2)
        return None

    def post(self, seat, text):
        self.sent += 1
        subprocess.run(['sendmail', '-C', CONF, '-i', '-f', seat + '@example.test', '--', CAVE], input=text.encode(),
                       check=True)

    def sign(self, seat, n, *args):
        with open('digest.txt', 'w', encoding='utf-8') as out:
            for i in range(n + 1) if args else [n]:
                out.write(adit('digest', DB, str(i), '--seat', seat))
        if not args:
            args = ['sign', adit('read', '-k', seat, '--suggest', 'digest.txt').strip()]
        signed = adit(args[0], '-k', seat, '-d', 'digest.txt', *args[1:])
        self.post(seat, 'From: %s@example.test\nTo: %s\nSubject: order\nMessage-ID: <%s.%d@example.test>\n\n%s' % (
            seat, CAVE, seat, self.sent, signed))

    def reply(self, seat, mail, said, twice=False):
        write = PROGRAMS[self.replies % len(PROGRAMS)]
        self.replies += 1
        self.replied.add(seat)
        text = ('From: %s <%s@example.test>\nTo: Cave <%s>\nSubject: Re: %s\nMessage-ID: <%s.%d@example.test>\nIn-Reply-To: '
                '%s\nReferences: %s\nMIME-Version: 1.0\n%s' % (seat.capitalize(), seat, CAVE, mail.head['Subject'], seat,
                                                               self.sent, mail.id, mail.id, write(said, mail)))
        self.post(seat, text)
        if twice:
            self.post(seat, text)
        return write.__name__

    def go_on(self, n):
        """Waits until the table is after digest n."""
        for _ in range(300):
            if self.status()['n'] > n:
                return True
            time.sleep(0.1)
        return False

    def choose(self, mail):
        """An order of the list, as its number, or in words."""
        numbers = mail.orders()
        if not numbers:
            return mail.sample()
        pick = sorted(numbers)[(7 * self.replies) % len(numbers)]
        return [str(pick), numbers[pick], 'Please %s, thanks!' % numbers[pick], '%d. %s' % (pick, numbers[pick])][
            self.replies % 4]

    def play(self):
        n, how = self.status()['n'], ''
        for answer in ('join', 'confirm'):
            for seat in self.own:
                self.sign(seat, n, answer)
                if not self.go_on(n):
                    return '%s of %s is lost' % (answer, seat)
                n = self.status()['n']
        while True:
            state = self.status()
            n, seat = state['n'], state['to_move']
            if state['phase'] == 'over':
                return 'over'
            if seat in self.own:
                self.sign(seat, n)
            else:
                mail = self.wait_for(seat, n)
                if mail is None:
                    return 'digest %d did not come to %s' % (n, seat)
                said = self.choose(mail)
                how = '%s of %s: %r' % (self.reply(seat, mail, said, twice=self.replies % 5 == 4), seat, said)
            if not self.go_on(n):
                return 'lost after digest %d: %s' % (n, how)

    def idle(self):
        for _ in range(300):
            if not [name for name in glob.glob(CONF + '/../queue/*/*') + glob.glob(CONF + '/../queue/*/*/*')
                    if os.path.isfile(name) and re.search('/(active|incoming|maildrop|deferred)/', name)]:
                return True
            time.sleep(0.2)
        return False


def check(rules, own, plain_seats, options):
    game = Game(rules, own, plain_seats, options)
    tap.equal(game.play(), 'over', rules + ': a whole game')
    tap.ok(game.idle(), '... all mails arrive')
    n = game.status()['n']
    tap.equal(sorted(game.replied), sorted(game.plain), '... with replies of each plain seat')
    with open(GAME + '/log', encoding='utf-8') as text:
        log = [json.loads(line) for line in text]
    results = [(one['seat'], one['result']) for line in log for one in line.get('orders', [])]
    mine = [result for seat, result in results if seat in game.plain]
    tap.equal(mine.count('taken'), game.replies, '... each was taken once')
    tap.equal([one for one in results if one[1] not in ('taken', 'repeated')], [], '... none was refused')
    for seat in game.plain:
        mails = game.mails(seat)
        got = [mail.n for mail in mails if mail.kind == 'digest']
        tap.equal((sorted(set(got)) == sorted(got), max(got)), (True, n), '... %s has the newest digest, none twice' % seat)
        tap.equal([mail.lead for mail in mails if mail.lead.startswith('No order')], [], '... no answer says no')
        tap.equal([mail.n for mail in mails if mail.files], [], '... no files')
    os.makedirs('turns-' + rules)
    names = []
    for i in range(n + 1):
        names.append('turns-%s/%06d.txt' % (rules, i))
        with open(names[-1], 'w', encoding='utf-8') as out:
            out.write(adit('digest', DB, str(i)))
    said = adit('audit', *names)
    tap.ok('PASS' in said and 'FAIL' not in said and 'PENDING' not in said, '... the audit passes', said)
    adit('fsck', DB)
    adit('rebuild', '-k', 'host', 'again-%s.db' % rules, *names)
    tap.equal(adit('digest', 'again-%s.db' % rules, str(n)), adit('digest', DB, str(n)), '... fsck and rebuild')


FIVE = (['anna', 'bob', 'carl'], ['dora', 'emil'])
if 'ADIT_LONG' in os.environ:
    for five in 'saboteur', 'saboteur2', 'dark-cave':
        check(five, *FIVE, [])
    check('duel', ['anna'], ['dora'], [])
else:
    check('saboteur', *FIVE, ['--option', 'rounds=1'])
tap.end()
