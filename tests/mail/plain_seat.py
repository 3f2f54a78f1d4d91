"""From a mail to an order of a plain seat, and what must not become one (adit(5), PLAIN SEATS).

    plain_seat.py FOLDER    an empty folder to work in
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

from plain_table import CAVE, DAY, HOUR, Table
from lib import Tap, adit

tap = Tap()
PLAIN = {'dora': 'dora@example.org', 'eva': 'eva@example.org'}


def new(name, *options, **more):
    more.setdefault('order', ['dora', 'anna', 'eva'])
    return Table(os.path.join(sys.argv[1], name), 'saboteur', ['anna'], PLAIN, '--trusted-host', '--option',
                 'first=' + more['order'][0], *options, **more)


def taken(t, name, body, mail=None, want=1, **more):
    """The reply is an order (want: digests that it makes); the next mail is the answer."""
    before = t.n()
    mail = mail or t.newest('dora')
    out = t.answer(mail, body, **more)
    n = t.n()
    tap.equal(n - before, want, name + ': taken')
    answers = [one for one in out if one.seat == mail.seat]
    tap.equal([(one.kind, one.n) for one in answers], [('digest', n)], '... the digest is the answer')
    return answers[0] if answers else None


def refused(t, name, out, n, why, seat='dora', lead='No order was taken: '):
    """Nothing was taken, and only the seat hears why."""
    tap.equal(t.n(), n, name + ': not taken')
    tap.equal([(one.seat, one.to, one.kind) for one in out], [(seat, PLAIN[seat], 'help')], '... one answer')
    if out:
        tap.ok(out[0].lead.startswith(lead) and re.search(why, out[0].lead), '... why', out[0].lead)


def silent(t, name, out, n):
    tap.equal((t.n(), [one.lead for one in out]), (n, []), name + ': nothing happens')


# ---- which mail, from whom -----------------------------------------------------------------------

def secrets():
    t = new('secrets')
    t.keep('begin')
    first = t.newest('dora')
    orders = first.orders()
    for by in (('id',), ('refs',), ('code',), ('id', 'code')):
        t.back()
        answer = taken(t, 'the secret by %s' % '+'.join(by), '3', by=by)
        tap.ok(answer and answer.lead.startswith('Your order was taken: %s.' % orders[3]), '... which one it was',
               answer and answer.lead)
        tap.equal(answer.head['In-Reply-To'], '<m%d@mail.example.org>' % t.count, '... in the thread')
    t.back()
    taken(t, 'the code in capital letters', '3\n\n> Reply code:  ' + first.code.upper(), by=())
    for name, more in (('no secret', {'by': ()}), ('no secret, no quote', {'by': (), 'quoted': ''})):
        t.back()
        out = t.answer(first, '3', **more)
        refused(t, name, out, 0, 'answer to a mail of this table', lead='No order was taken')
        tap.ok(out[0].code != first.code and '\n  3. ' in out[0].text, '... with the list again')
        t.answer(first, '4', **more)
        silent(t, '... more than twice a day', t.answer(first, '5', **more), 0)
        taken(t, '... whose mail can be answered', '3', mail=out[0])
    t.back()
    refused(t, 'another address with the secret', t.answer(first, '3', frm='mallory@example.net'), 0, 'another address',
            lead='No order was taken')
    t.answer(first, '3', frm='mallory@example.net')
    silent(t, 'at most twice a day', t.answer(first, '3', frm='mallory@example.net'), 0)
    taken(t, '... after which the seat still plays', '3')
    for name, frm in (('two addresses', 'dora@example.org, mallory@example.net'), ('a name like the address',
                      '"dora@example.org" <mallory@example.net>'), ('no address', 'dora'),
                      ('a longer one', 'dora@example.org.example.net')):
        t.back()
        t.answer(first, '3', frm=frm)
        tap.equal(t.n(), 0, name + ' in From: not taken')
    t.back()
    taken(t, 'the address in other letters with a name', '3', frm='"Dora, the miner" <Dora@Example.ORG>')
    # Who forges From, and has no secret.
    for name, head in (('a guessed Message-ID', 'In-Reply-To: %s\n' % re.sub(r'\.[a-z2-7]{16}@', '.aaaaaaaaaaaaaaaa@',
                                                                                 first.id)),
                       ('the Message-ID of another seat', 'In-Reply-To: %s\n' % t.last('anna').id),
                       ('the id of the mails of a round', 'In-Reply-To: <%s.0.dora.%s@example.org>\n' % (
                           first.id[1:].split('.')[0], first.code.split('.')[-1]))):
        t.back()
        t.send(t.letter('dora@example.org', '3', head=head))
        tap.equal(t.n(), 0, name + ': not taken')
    t.back()
    for head in ('Auto-Submitted: auto-replied\n', 'Precedence: bulk\n', 'List-Id: <x.example.org>\n',
                 'X-Autoreply: yes\n'):
        out = t.answer(first, 'leave', head=head)
        silent(t, 'automatic: ' + head.split(':')[0], out, 0)
    # Between two plain seats.
    t.back()
    out = t.answer(first, '3', frm='eva@example.org')
    refused(t, 'another plain seat with the secret', out, 0, 'another address', lead='No order was taken')
    eva = t.newest('eva')
    t.back()
    out = t.send(t.reply(first, '3\nreply code: ' + eva.code))
    refused(t, 'secrets of two seats', out, 0, 'two mails')
    for mail in (first, eva):
        t.back()
        out = t.send(t.letter('dora@example.org', '3', head='In-Reply-To: %s\nReferences: %s %s\n' % (
            mail.id, first.id, eva.id)))
        tap.equal(t.n(), 0, '... in References: not taken')
    check_leaks(t)


# ---- freshness -----------------------------------------------------------------------------------

def freshness():
    t = new('freshness')
    first = t.newest('dora')
    orders = first.orders()
    taken(t, 'a turn', '1')
    used = t.n()
    out = t.answer(first, '2')
    refused(t, 'a secret after its turn', out, used, 'earlier turn')
    tap.ok('\n  1. ' not in out[0].text, '... no list: it is the turn of another')
    t.play()
    t.play()
    n = t.n()
    second = t.newest('dora')
    tap.equal(t.status()['to_move'], 'dora', 'the next turn')
    refused(t, 'a number of an old list', t.answer(first, '2'), n, 'earlier turn')
    refused(t, '... an order in words', t.answer(first, 'discard ' + orders[1].split()[1]), n, 'earlier turn|no card|hand')
    refused(t, '... the same again', t.answer(first, '1'), n, 'before|earlier turn')
    refused(t, '... by another mail with the old code', t.send(t.reply(second, '1\nreply code: ' + first.code)), n,
            'two mails')
    middle = [one for one in t.boxes['dora'] if one.n == n - 1 and one.kind == 'digest'][0]
    refused(t, 'a number without a list', t.answer(middle, '1'), n, 'no list')
    t.keep('second')
    word = second.orders()[1]
    # Of a mail after the seat's last turn, but for another turn number
    refused(t, 'an order in words to the mail of another turn', t.answer(middle, word), n, 'earlier turn')
    taken(t, 'talk to an old mail', 'say good luck', mail=first)
    taken(t, '... and the turn, whose list is the same', '1', mail=second)
    # Undo
    t.back()
    t.now += DAY + 1
    taken(t, 'a turn that is taken back', '1', mail=second)
    t.adit('undo', '-k', 'host', t.file, '--to', str(n), '--reason', 'x')
    t.flush()
    t.send(t.letter('anna@example.org', t.signed('anna', 'vote undo %d yes' % n)))
    taken(t, 'a vote', 'Vote undo %d yes.' % n, mail=t.newest('eva'), want=2)
    n = t.n()
    refused(t, 'a mail older than an undo', t.answer(second, '2'), n, 'taken back')
    refused(t, '... talk too', t.answer(second, 'say hello'), n, 'taken back')
    refused(t, '... the order that was taken back', t.answer(second, '1'), n, 'taken back|before')
    again = t.newest('dora')
    tap.ok(again.n == n and again.orders() == second.orders(), 'the mail after it has the list')
    taken(t, '... and is answered', '1', mail=again)
    check_leaks(t)


def move_on():
    """The seat moves to a key of its own, back into custody, and to another address."""
    t = new('moves')
    first = t.newest('dora')
    t.adit('address', t.file, 'dora', 'dora@new.example.org')
    t.flush()
    out = t.answer(first, '1')
    tap.equal((t.n(), [one.to for one in out]), (0, []), 'a mail to the old address counts no more')
    out = t.answer(first, '1', frm='dora@new.example.org')
    tap.equal((t.n(), [(one.to, one.kind) for one in out]), (0, [('dora@new.example.org', 'help')]),
              '... neither from the new one')
    before = t.n()
    out = t.answer(out[0], '1')
    tap.equal(t.n(), before + 1, 'the answer to the new address can be answered')
    t.adit('address', t.file, 'dora', 'dora@example.org')
    t.play()
    t.play()
    second = t.newest('dora')
    tap.equal(second.to, 'dora@example.org', 'the address of before')
    adit('keygen', '--no-passphrase', 'dora')
    t.adit('seat', '-k', 'host', t.file, 'dora=%s/dora.pub' % t.home)
    n = t.n()
    out = t.answer(second, '1')
    tap.equal(t.n(), n, 'a mail to the seat in custody counts no more when it has its own keys')
    out = t.flush() + out
    mine = [one for one in out if one.seat == 'dora' and one.kind == 'digest']
    tap.equal([(one.files, one.code) for one in mine], [(1, None)], '... and gets files, not its cards in clear')
    tap.ok(not [one for one in out if 'Your cards' in one.text and one.seat == 'dora'], '... no cards')
    os.unlink(t.home + '/dora.key')
    # Into custody again while mails of the time before wait.
    t.adit('apply', '-k', 'host', t.file, '-', stdin=t.signed('anna', '--turn', 'any', '--say', 'they wait'))
    t.adit('seat', '-k', 'host', t.file, 'dora=mail:dora@example.org', '--reason', 'x')
    status, out = t.run('--flush')
    tap.equal((status, t.said.count('stays')), (0, 0), 'back into custody')
    for seat in ('anna',):
        t.send(t.letter('anna@example.org', t.signed('anna', 'vote dora yes')))
    n = t.n()
    third = t.newest('dora')
    t.answer(second, '1')
    tap.equal(t.n(), n, '... the mails of the first custody count no more')
    tap.ok(third.code and third.orders(), '... there are new ones', third.text)
    t.answer(third, '1')
    tap.equal(t.n(), n + 1, '... which are answered')
    # A seat with its own keys goes into custody with mails that wait.
    t.adit('apply', '-k', 'host', t.file, '-', stdin=t.signed('anna', '--turn', 'any', '--say', 'they wait'))
    t.adit('seat', '-k', 'host', t.file, 'anna=mail:anna@example.org', '--reason', 'x')
    status, out = t.run('--flush')
    tap.equal(status, 0, 'a seat goes into custody while mails wait')
    tap.ok([one for one in out if one.seat == 'anna' and one.code], '... and gets plain mails', t.said)
    check_leaks(t, hand=False)


# ---- what it asks for ----------------------------------------------------------------------------

def requests():
    t = new('requests')
    t.keep('begin')
    first = t.newest('dora')
    orders = first.orders()
    a, b = orders[1], orders[len(orders)]
    out = t.answer(first, '1\n\n%s' % b)
    refused(t, 'two orders', out, 0, 'two orders: .*%s.* and .*%s' % (re.escape(a), re.escape(b)))
    taken(t, 'the same order twice', '1\n%s.' % a.capitalize(), mail=first)
    for body in ('%s or %s' % (a, b), '1 or %d' % len(orders), '%s\nor\n%s' % (a, b), '1 or\n%d' % len(orders)):
        t.back()
        answer = taken(t, 'two by or: %r' % body, body, mail=first)
        tap.ok(answer.lead.startswith('Your order was taken: %s' % a), '... the first', answer.lead)
    t.back()
    answer = taken(t, 'talk alone', 'say "Hello, all!"', mail=first)
    tap.ok('Hello, all!' in t.last('anna').text, '... is for all', t.last('anna').text)
    answer = taken(t, '... and then the turn', '1\nsay that was it', mail=first)
    tap.ok('that was it' in t.last('anna').text, '... with more talk')
    t.back()
    for body in ('place nsw at 99,99', 'discard start', 'place', 'I like this game', '', '21 22', '999'):
        out = t.answer(first, body)
        refused(t, 'no order: %r' % body, out, 0, '')
        tap.ok('\n  1. ' + a in out[0].text and out[0].code, '... with the list')
    t.now += DAY + 1
    for word, want in (('help', 'Answer a mail of this table'), ('Board.', 'Here is the table'), ('history', 'What happened'),
                       ('RULES', ''), ('rules map', ''), ('rules C5', ''), ('rules nonsense', 'not an order|no card')):
        out = t.answer(first, word)
        tap.equal((t.n(), [(one.seat, one.kind) for one in out]), (0, [('dora', 'help')]), word + ': one answer')
        tap.ok(out and re.search(want, out[0].lead), '... of it', out and out[0].text)
    taken(t, '... whose mail can be answered as well', '1', mail=out[0])
    # Talk beside a word is not lost.
    for word, kind in (('board', 'help'), ('lang en', 'help'), ('resend', 'help'), ('mail mine', 'setting'),
                       ('address dora2@example.org', 'address')):
        t.back()
        n = t.n()
        out = t.answer(first, word + '\nsay hello all')
        tap.equal(t.n(), n + 1, 'talk beside a word is taken: ' + word)
        tap.equal(sorted(one.kind for one in out if one.seat == 'dora'), sorted(['digest', kind]), '... and the word is answered')
    # A say with the secret.
    t.back()
    for body in ('say reply code: ' + first.code, 'say my code is %s, look' % first.code.upper(), 'say ' + first.id,
                 'say see ' + first.id.strip('<>')):
        out = t.answer(first, body)
        refused(t, 'talk with a secret', out, 0, 'code|secret|Everybody')
    # A reply of which nothing can be read.
    t.back()
    out = t.send(t.letter('dora@example.org', '0\x82\0', head='In-Reply-To: %s\n' % first.id, kind='application/pkcs7-mime'))
    refused(t, 'S/MIME in one piece', out, 0, 'there is none')
    tap.ok('Your mail had smime.p7m, which adit does not open:' in out[0].text, '... is named', out[0].text)
    # Once too often.
    t.back()
    for i in range(11):
        t.answer(t.newest('dora'), 'say %d' % i)
    tap.equal(t.n(), 10, 'talk counts ten times a day')
    tap.ok('No order was taken' in t.last('dora').lead, '... which the answer says', t.last('dora').lead)
    t.now += DAY + 1
    t.answer(t.newest('dora'), 'say hello')
    tap.equal(t.n(), 11, '... and the next day again')
    # Eight answers a day.
    t.back()
    for i in range(10):
        out = t.answer(first, 'nonsense %d\ndiscard start' % i)
        tap.equal(len(out), int(i < 8), 'answer %d of a day' % (i + 1))
    tap.ok('last' in t.last('dora').text, '... the last one says so', t.last('dora').text)
    taken(t, '... an order counts as ever', '1', mail=first)
    t.now += DAY + 1
    tap.equal(len(t.answer(t.newest('dora'), '999')), 1, '... the next day again')
    check_leaks(t)


def questions():
    for word in ('resign', 'leave'):
        t = new(word, '--standby', 'open')
        first = t.newest('dora')
        out = t.answer(first, word.capitalize() + '.')
        tap.equal((t.n(), [one.kind for one in out]), (0, ['help']), word + ': is asked back')
        question = out[0]
        tap.ok('    %s yes\n' % word in question.text and 'Your cards' not in question.text, '... how', question.text)
        other = t.answer(t.newest('eva'), word)[0]
        n = t.n()
        for name, mail in (('the mail before', first), ('the newest digest', t.newest('dora'))):
            refused(t, '%s yes to %s' % (word, name), t.answer(mail, word + ' yes'), n, 'no open question')
        refused(t, '... with the code of another question', t.send(t.letter('dora@example.org', word + ' yes\nreply code: ' +
                other.code, head='In-Reply-To: %s\n' % question.id)), n, '')
        wrong = {'resign': 'leave', 'leave': 'resign'}[word]
        refused(t, '... yes to something else', t.answer(question, wrong + ' yes'), n, 'no open question')
        t.keep('asked')
        t.now += 7 * DAY + 60
        refused(t, '... after seven days', t.answer(question, word + ' yes'), n, 'no open question')
        t.back()
        t.now += 7 * DAY - 60
        out = t.answer(question, word + ' yes')
        tap.ok(t.n() > n, '... before that it counts', out and out[0].text)
        n = t.n()
        out = t.answer(question, word + ' yes', id='another%s' % word)
        tap.equal(t.n(), n, '... once')
        check_leaks(t)


def settings():
    """Orders about the mail of the seat: the same words, and the answer is a mail."""
    t = new('settings')
    out = t.answer(t.newest('dora'), 'Mail mine.')
    tap.equal((t.n(), [(one.seat, one.kind) for one in out]), (0, [('dora', 'setting')]), 'mail mine: one answer, no digest')
    tap.ok('Your order was taken' in out[0].lead and out[0].orders() and out[0].code, '... that can be answered', out[0].text)
    out = t.answer(out[0], 'resend 3')
    refused(t, 'resend', out, 0, 'no files')
    out = t.answer(t.last('dora'), 'address Dora.New@example.net')
    tap.equal(sorted((one.to, one.kind) for one in out),
              [('Dora.New@example.net', 'address'), ('dora@example.org', 'address')], 'address: both are asked')
    for one in out:
        tap.ok('Your cards' not in one.raw and '1. ' not in one.text and one.code is None,
               '... the question shows nothing of the game: ' + one.to, one.text)
        silent(t, '... and another word is no answer', t.answer(one, 'hello'), 0)
    new_one, old = sorted(out, key=lambda one: one.to)
    tap.equal([one.to for one in t.answer(new_one, 'yes')], [], 'the new address says yes')
    tap.ok('dora@example.org' in t.adit('address', t.file), '... which does not suffice')
    t.answer(old, 'yes')
    tap.ok('Dora.New@example.net' in t.adit('address', t.file), '... the old one, too: mail goes to the new one')
    t.flush()
    last = [one for one in t.all if one.to == 'Dora.New@example.net'][-1]
    tap.ok(last.kind == 'digest' and last.orders(), '... with the table', last.text)
    out = t.answer(t.newest('dora'), '1')
    tap.equal((t.n(), [one for one in out if one.seat == 'dora']), (0, []), 'the old address has no say any more')
    t.answer(last, '1')
    tap.equal(t.n(), 1, '... the new one has')


def german():
    """What the host refuses is in the language of the seat."""
    t = new('german', '--limit', '1d', '--absence', '14d', '--standby', 'open')
    t.answer(t.newest('dora'), 'lang de')
    for line, why in (('vote undo 9 yes', 'es gibt keinen Rundbrief 9[.]'),
                      ('vote replace eva yes', 'niemand wartet auf einen Platz: adit join --standby, nach Rundbrief 0[.]'),
                      ('absent 2026-12-24 to 2027-01-24', '"absent .*": das wäre insgesamt länger, als Rundbrief 0'),
                      ('address ' + CAVE, 'das ist die Adresse des Tisches selbst[.]')):
        refused(t, line, t.answer(t.newest('dora'), line), 0, why, lead='Kein Befehl wurde angenommen: ')


# ---- twice, elsewhere, and when the machine fails ---------------------------------------------------

def twice():
    t = new('twice')
    first = t.newest('dora')
    raw = t.reply(first, '1')
    t.keep('begin')
    t.send(raw)
    silent(t, 'delivered twice', t.send(raw), 1)
    other = re.sub(r'(?m)^Message-ID: .*', 'Message-ID: <gateway@example.net>', raw)
    out = t.send(other)
    tap.equal((t.n(), [one.kind for one in out]), (1, ['help']), 'delivered again with another Message-ID: not taken')
    tap.ok('taken before' in out[0].lead, '... it was taken before', out[0].lead)
    silent(t, '... twice', t.send(other), 1)
    t.back()
    talk = t.reply(first, 'say hello')
    t.send(talk)
    t.send(re.sub(r'(?m)^Message-ID: .*', 'Message-ID: <gateway2@example.net>', talk))
    tap.equal(t.n(), 1, 'talk delivered with two Message-IDs')
    t.back()
    word = t.reply(first, 'help')
    tap.equal((len(t.send(word)), len(t.send(word))), (1, 0), 'a word delivered twice is answered once')
    # No Message-ID at all.
    t.back()
    for i in range(2):
        t.send(re.sub(r'(?m)^Message-ID: .*\n', '', raw))
        tap.equal(t.n(), 1, 'no Message-ID, %d' % (i + 1))
    # An order of another seat in the same message.
    t.back()
    t.answer(first, '1')
    n = t.n()
    dora = t.newest('dora')
    block = t.signed('anna')
    out = t.send(t.reply(dora, '1\n\n' + block))
    tap.equal(t.n(), n + 1, 'a signed order of another seat in the mail is taken')
    check_leaks(t)


def storm():
    """Two plain seats whose programs answer each mail."""
    t = new('storm')
    todo, mails = list(t.all), 0
    for _ in range(200):
        if not todo:
            break
        mail = todo.pop(0)
        if mail.seat == 'anna':
            continue
        mails += 1
        who = {'dora': 'eva', 'eva': 'dora'}[mail.seat]
        todo += t.send(t.reply(mail, 'I am away.', frm=PLAIN[who]))
    tap.ok(not todo and mails < 12, 'two seats that answer the mails of each other fall silent', mails)
    t = new('storm2')
    todo, mails = list(t.all), 0
    for _ in range(200):
        if not todo:
            break
        mail = todo.pop(0)
        if mail.seat in PLAIN:
            mails += 1
            todo += t.send(t.reply(mail, 'I am away.'))
    tap.ok(not todo and mails < 24, '... and two that answer their own', mails)
    tap.equal(t.n(), 0, '... nothing is taken')


def bounce():
    """A mail to a plain seat comes back."""
    t = new('bounce')
    report = ('From: MAILER-DAEMON@example.org\nReturn-Path: <>\nMIME-Version: 1.0\nContent-Type: multipart/report; '
              'report-type=delivery-status; boundary="b"\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA:'
              ' dns; example.org\n\nFinal-Recipient: rfc822; dora@example.org\nAction: failed\nStatus: 5.1.1\n\n--b\n'
              'Content-Type: text/rfc822-headers\n\nMessage-ID: %s\n\n--b--\n')
    t.now += HOUR
    t.send(report % t.newest('dora').id.replace('dora', 'eva'))
    tap.equal(t.status()['seats'][0]['bounce'], None, 'a report with another Message-ID does not count')
    mails = [t.newest('dora'), t.answer(t.newest('dora'), 'help')[0]]
    t.now += HOUR
    for mail in mails:
        t.send(report % mail.id)
    tap.equal([json.loads(line)['letter'] for line in t.log().splitlines()[-2:]], ['bounce'] * 2,
              'mails to a plain seat that come back are counted')
    tap.equal(t.status()['seats'][0]['bounce'], '5.1.1', '... status says so')
    check_leaks(t)


def folder():
    """Two tables of a folder with the same player, and a third that is stopped."""
    a = new('folder', '--id', 'aaaa', file='aaaa.db')
    where = a.folder
    b = new('folder', '--id', 'bbbb', file='bbbb.db', home=a.home, order=['eva', 'dora', 'anna'])
    mail_a, mail_b = a.newest('dora'), b.newest('dora')

    def send(raw, want=0):
        status, out = a.run(stdin=raw, where=where)
        tap.equal((status, a.said if status else ''), (want, ''), '... status')
        return out
    send(a.reply(mail_b, 'say hello', by=('id',)))
    tap.equal((a.n(), b.n()), (0, 1), 'a folder: by In-Reply-To')
    send(a.reply(mail_a, '1', by=('code',)))
    tap.equal((a.n(), b.n()), (1, 1), '... by the code alone')
    out = send(a.reply(mail_b, 'say a', by=()))
    tap.equal((a.n(), b.n()), (1, 1), '... without a secret: nothing is taken')
    tap.equal([(one.seat, one.kind) for one in out], [('dora', 'help')], '... one answer')
    tap.ok('several tables' in out[0].text, '... which lists both', out[0].text)
    # a is stopped: its file is older than what went out.
    a.keep('old')
    a.play()
    a.play()
    shutil.copy('old/aaaa.db', 'aaaa.db')
    a.boxes = {seat: list(mails) for seat, mails in a.kept['boxes'].items()}
    status, out = a.run(stdin=a.reply(a.newest('dora'), 'say x', by=('id',)), where=where)
    tap.equal((status, out), (75, []), 'a table with an older file: the mail stays')
    out = send(a.reply(b.newest('dora'), 'say more'))
    tap.equal(b.n(), 2, '... the other one plays')
    check_leaks(a)


def stopped():
    t = new('stopped')
    t.keep('old')
    first = t.newest('dora')
    t.answer(first, '1')
    shutil.copy('old/t.db', 't.db')
    for body in ('1', 'help', 'nonsense', 'resign'):
        status, out = t.run(stdin=t.reply(first, body))
        tap.equal((status, out), (75, []), 'an older file: %s' % body)
    check_leaks(t)


def steps(t):
    """The numbers of all steps of a delivery, with their names."""
    if os.path.exists('steps'):
        os.unlink('steps')
    t.run(stdin=t.raw, program=os.environ['ADIT_STOPPED'], env={'ADIT_STEPS': os.path.abspath('steps')})
    with open('steps', encoding='utf-8') as text:
        return list(enumerate(text.read().split('\n')[:-1], 1))


def killed():
    """Killed before each step, then delivered again as mail servers do: taken once, answered at least once."""
    t = new('killed')
    first = t.newest('dora')
    t.keep('begin')
    few = 'ADIT_FEW' in os.environ
    for body in ('1\nsay hello', 'help', 'resign', 'board\nsay hello'):
        t.back()
        t.raw = t.reply(first, body, id='killed')
        every = steps(t)
        chosen = [i for i, name in every if 'ADIT_LONG' in os.environ or
                  (not few and not re.match('pwrite|fdata', name)) or i % (40 if few else 12) == 0]
        found = []
        for torn in (False, True):
            for i in chosen if not torn else [i for i in chosen if 'write' in every[i - 1][1]]:
                t.back()
                got = len(t.all)
                env = {'ADIT_STOP': str(i), **({'ADIT_TORN': '1'} if torn else {})}
                status, _ = t.run(stdin=t.raw, program=os.environ['ADIT_STOPPED'], env=env)
                again, _ = t.run(stdin=t.raw)
                t.now += HOUR
                flushed, _ = t.run('--flush')
                mails = [one for one in t.all[got:] if one.seat == 'dora']
                digests = {one.n for one in mails if one.kind == 'digest'}
                ids = {one.id for one in mails if one.kind != 'digest'}
                want = (int('say' in body), {1} if 'say' in body else set(), int('1' not in body))
                if (status, again, flushed) != (-9, 0, 0) or (t.n(), digests, len(ids)) != want:
                    found.append('step %d, %s%s: %s, then %s, %s: n %d, digests %s, answers %s' % (
                        i, every[i - 1][1], ' torn' if torn else '', status, again, flushed, t.n(), digests, ids))
        tap.ok(chosen and len(every) >= 30, 'there are many steps', (len(chosen), len(every)))
        tap.equal(found, [], '%r, killed before a step, then again' % body)
    check_leaks(t)


def full():
    """A disk that is full, and a game file that is locked."""
    t = new('full')
    first = t.newest('dora')
    raw = t.reply(first, '1')
    lock = sqlite3.connect(t.file, isolation_level=None)
    lock.execute('BEGIN EXCLUSIVE')
    status, out = t.run(stdin=raw)
    lock.execute('ROLLBACK')
    lock.close()
    tap.equal((status, out, t.n()), (75, [], 0), 'a file that is locked: the mail stays')
    taken_then(t, raw)
    t = new('full2')
    raw = t.reply(t.newest('dora'), '1')
    size = os.path.getsize(t.file)
    done = subprocess.run(['sh', '-c', 'ulimit -f %d; trap "" XFSZ; exec "$ADIT" mail -k host --stdout --now %s t.db' % (
        size // 512, t.time())], input=raw, text=True, capture_output=True, check=False)
    tap.equal((done.returncode, done.stdout, t.n()), (75, '', 0), 'a disk that is full: the mail stays')
    taken_then(t, raw)


def taken_then(t, raw):
    t.send(raw)
    tap.equal(t.n(), 1, '... and is taken when it comes again')
    silent(t, '... once', t.send(raw), 1)


def older():
    """A reply to a mail that a newer copy of the game file has sent stays, and others are taken."""
    t = new('older')
    t.keep('first')
    t.answer(t.newest('dora'), '1')
    ahead = t.reply(t.newest('eva'), 'say hello')
    t.back()
    status, out = t.run(stdin=ahead)
    tap.equal((status, out, t.n()), (75, [], 0), 'a reply to a lost mail stays')
    tap.ok('lacks digest 1' in t.said, '... why', t.said)
    taken(t, '... another is taken', '1')


# ---- what may be seen ------------------------------------------------------------------------------

def check_leaks(t, hand=True):
    """Secrets of the mails to plain seats are nowhere else: not in logs, status, digests and mails to others."""
    secrets = {word: mail.seat for mail in t.all if mail.code for word in mail.secrets()}
    status = t.adit('status', '--json', t.file) + t.adit('status', t.file)
    digests = ''.join(adit('digest', t.file, str(n)) for n in range(t.n() + 1))
    for name, text in (('the log', t.log()), ('-v', t.told), ('status', status), ('digests', digests)):
        found = [word for word in secrets if word in text.lower()]
        tap.equal(found, [], 'no secret in %s of %s' % (name, os.path.basename(t.folder)))
    found = ['%s to %s' % (word, mail.seat) for mail in t.all for word, seat in secrets.items()
             if word in mail.raw.replace('=\n', '').lower() and seat != mail.seat]
    tap.equal(found, [], '... in the mails to others')
    if hand:
        found = [mail.raw for mail in t.all if mail.seat not in PLAIN and re.search('Your cards|Your orders', mail.text)]
        tap.equal(found, [], '... no cards in the mails to seats with their own keys')
        found = [mail.seat for mail in t.all if mail.seat in PLAIN and
                 (mail.files or 'You are %s,' % mail.seat not in mail.text) and mail.kind == 'digest']
        tap.equal(found, [], '... a plain seat sees its own')
    lines = [line for line in t.log().splitlines() if '@' in line]
    tap.equal(lines, [], '... no address and no Message-ID in the log')


def words():
    """What a person reads."""
    t = new('words', '--limit', '3d', '--grace', '12h', '--late', 'suggest', '--absence', '14d')
    first = t.newest('dora')
    tap.ok(re.search(r'order, or its number, such as %d[.]$' % max(first.orders()), first.text, re.M),
           'an example of an order', first.text)
    tap.ok('Your order is due on 2026-11-24 at 17:52 UTC.' in first.text, '... until when')
    for mark in ('* ', ': ', '# ', '- ', '"', '| ', ''):
        t.answer(first, 'later', quoted='', by=('id',))
        out = t.answer(first, 'I answer later.\n\n' + ''.join('%s%s\n' % (mark, line) for line in
                                                            first.text.splitlines()), quoted='')
        tap.equal(t.n(), 0, 'a copy of the mail plays nothing, marked with %r' % mark)
        t.now += DAY
    late = t.answer(first, 'board')[-1]
    tap.ok('Your order was due on 2026-11-24 at 17:52 UTC.' in late.text, 'until when, after that', late.text)
    t = new('signs')
    html = {word: t.answer(t.newest('dora'), word)[0].html for word in ('rules', 'history')}
    tap.ok('<br>\nC2      The board' in html['rules'] and '<pre' in html['rules'].split('2.A.2')[0],
           'HTML has a line for each rule, and tables')
    tap.ok('<br>\nyou begin' in html['history'], '... and for each thing that happened')
    t.now += HOUR
    t.adit('seat', '-k', 'host', t.file, 'anna=mail:anna@new.example.org')
    t.flush()
    tap.ok('You need nothing but your mail program.' in t.last('anna').text, 'who gets a seat later is told how it works')
    t.play()
    tap.ok('You need nothing' not in t.newest('dora').text, '... and others once')
    for seat in ('dora', 'eva'):
        out = t.answer(t.newest(seat), 'vote anna yes')
        tap.ok([mail for mail in out if mail.seat == seat and mail.lead.startswith('Your order was taken: vote anna')],
               'a vote on new keys', [mail.lead for mail in out])


def away():
    """The host plays for a seat that does not answer."""
    t = new('away', '--limit', '1d', '--late', 'suggest')
    for _ in range(30):
        if t.status()['to_move'] == 'anna' and 'You are away' in t.newest('dora').text:
            break
        if t.status()['to_move'] == 'dora':
            t.now += 3 * DAY
            t.adit('tick', '-k', 'host', '--catch-up', '--all-taken', t.file)
            t.flush()
        else:
            t.play()
    tap.ok('To play again, answer' in t.newest('dora').text, 'who is away reads how to come back', t.newest('dora').text)
    t.answer(t.newest('dora'), 'say I am here')
    tap.ok('You have nothing to do now.' in t.newest('dora').text, '... which works')


os.makedirs(sys.argv[1])
PARTS = [words, away, secrets, freshness, move_on, requests, questions, settings, german, twice, storm, bounce, folder, stopped,
         killed, full, older]
for part in PARTS:
    if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
        part()
tap.end()
