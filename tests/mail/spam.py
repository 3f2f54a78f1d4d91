"""What SpamAssassin, with its local rules, says about mails to plain seats (adit(5), PLAIN SEATS).

    spam.py FOLDER    an empty folder to work in
"""

import os
import re
import subprocess
import sys

from plain_table import Table
from lib import Tap

MOST = 2.0
# As mail comes: from a server that has signed nothing.
RECEIVED = ('Return-Path: <cave@example.org>\nReceived: from mail.example.org (mail.example.org [93.184.215.14])\n'
            '\tby mx.example.net (Postfix) with ESMTPS id 4F0\n\tfor <dora@example.org>; Sat, 21 Nov 2026 17:52:15 +0000 (UTC)\n')
tap = Tap()


def score(mail):
    done = subprocess.run(['spamassassin', '--local', '--test-mode'], input=RECEIVED + mail.raw, capture_output=True,
                          text=True, check=False)
    found = re.search(r'^X-Spam-Status:.*?score=(-?[0-9.]+)', done.stdout, re.M | re.S)
    return (float(found.group(1)), done.stdout[:2000]) if found else (99, done.stdout + done.stderr)


def check(name, mail):
    points, said = score(mail)
    tap.ok(points < MOST, '%s: %.1f' % (name, points), said)


os.makedirs(sys.argv[1])
for rules, seats in (('saboteur', 'dora eva fritz'), ('saboteur2', 'dora eva fritz'), ('dark-cave', 'dora eva'),
                     ('duel', 'dora eva')):
    seats = {seat: seat + '@example.org' for seat in seats.split()}
    t = Table(os.path.join(sys.argv[1], rules), rules, [], seats)
    check(rules + ': the first mail', t.newest('dora'))
    for _ in range(4):
        t.play()
    check('... a turn', t.newest(t.status()['to_move']))
    if rules == 'saboteur':
        for word in 'help', 'nonsense', 'resign':
            check('... ' + word, t.answer(t.newest('dora'), word)[0])
tap.end()
