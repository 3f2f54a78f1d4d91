"""Check what a table did for players who were late, from adit(5) and adit(6) alone.

    late.py GAME.db

GAME.db: a game of trusted dealing with a clock, in which nothing is voted on but what the host asks.  Of it are
taken the digests, the orders and the secret.  For each digest: when it is due, the section people:, whether what the
host did in it was to be done, then and for whom, and whether anything was left undone; of each discard the card,
which follows from the secret, and of each nugget that nobody on offer was worth more.  Prints a line for each thing
that differs, then what there was.
"""
import base64
import datetime
import json
import re
import sqlite3
import sys
from collections import Counter

import clock
from page import H, Stream, base32, recipient_of, subkey, u, unseal


def instant(text):
    when = datetime.datetime.strptime(text, '%Y-%m-%dT%H:%M:%SZ')
    return int(when.replace(tzinfo=datetime.timezone.utc).timestamp())


def section(text, name):
    """The lines of a section of a digest or of a view."""
    found = re.search(rf'\n\n{name}:\n((?:  .*\n)*)', text)
    return found.group(1).replace('\n    ', ' ').split('\n')[:-1] if found else []


class Table:
    """What digest 0 lays down."""

    def __init__(self, text):
        setup = section(text, 'setup')

        def lines(key):
            return [line.split(': ')[1] for line in setup if line.startswith(f'  {key}: ')]

        def seconds(key):
            return int(lines(key)[0].split()[0]) if lines(key) else 0

        self.seats, self.age = lines('seat'), dict(zip(lines('seat'), lines('age')))
        self.limit, self.grace = seconds('limit'), seconds('grace')
        self.late, self.misses = lines('late')[0], seconds('misses')
        self.zone = clock.zone((lines('zone') or ['UTC0'])[0])
        self.weekdays, self.pauses = [], []
        for line in lines('pause'):
            if line[0].isdigit():
                first, last = line.split()
                self.pauses.append((datetime.date.fromisoformat(first), datetime.date.fromisoformat(last)))
            else:
                self.weekdays = [clock.DAYS.index(day) for day in line.split()]


class Digest:
    def __init__(self, n, text):
        self.n, self.text = n, text
        header = dict(line.split(': ', 1) for line in text.split('\n\n')[0].split('\n') if ': ' in line)
        self.turn, self.next, self.due = int(header['turn']), header['next'], header['due']
        self.time, self.order = instant(header['time']), header['order']
        self.round = int(header['round'].split()[0])
        self.host = dict(line.strip().split(': ', 1) for line in section(text, 'host'))
        asked = re.search(r'^  is: (.*)$', '\n'.join(section(text, 'asked')), re.M)
        self.asked = asked.group(1) if asked else None
        self.rests = self.asked in ('open', 'carried')  # nobody plays before it is decided, or done
        self.seat = self.host.get('late') or self.host.get('away')
        self.position = json.loads(re.search(r'\n\nposition:\n(.*?)\n\n', text, re.S).group(1))
        self.playing = [seat['name'] for seat in self.position['seats'] if not seat.get('resigned')]


class Check:
    def __init__(self, file):
        db = sqlite3.connect(file)
        self.game, self.secret = db.execute('SELECT id, secret FROM game').fetchone()
        self.master = H('adit/master', self.game, self.secret)
        rows = db.execute('SELECT n, text FROM digest ORDER BY n').fetchall()
        self.digests = [Digest(n, t if isinstance(t, str) else t.decode()) for n, t in rows]
        self.orders = {}
        for (text,) in db.execute('SELECT text FROM orders'):
            text = text if isinstance(text, str) else text.decode()
            self.orders[base32(H('adit/order', text))] = text
        self.table = Table(self.digests[0].text)
        self.missed = dict.fromkeys(self.table.seats, 0)
        self.absent = {seat: [] for seat in self.table.seats}
        self.began = self.digests[0].time
        self.epoch = 0
        self.seen = Counter()

    def expect(self, d, what, ours, theirs):
        self.seen[what] += 1
        if ours != theirs:
            print(f'{d.n}: {what}: from adit(5) {ours}, from adit {theirs}')

    def view(self, d, seat):
        armor = re.search(rf'^for {seat}:\n-.*\n((?:.*\n)*?)-----END', d.text, re.M).group(1)
        recipient = recipient_of(self.table.age[seat])
        return unseal(self.secret, self.game, d.n, seat, recipient, base64.b64decode(armor)).decode()

    def is_away(self, seat):
        return 0 < self.table.misses <= self.missed[seat]

    def all_away(self, d):
        return all(map(self.is_away, d.playing))

    def discarded(self, before, d):
        """The card of the hand, as it stood there, that the first draw of that turn's losses names."""
        hand = re.search(r'^hand: ((?:.*\n)(?:  .*\n)*)', self.view(before, d.seat), re.M).group(1).split()
        loss = H('adit/loss', subkey(self.master, before.round, 7, self.epoch), u(32, before.turn), u(8, 0))
        events = section(self.view(d, d.seat), 'events')
        gone = [line.split()[-1] for line in events if line.startswith(f'  discarded {d.seat} ')]
        self.expect(d, 'discard', [hand[Stream(loss).draw(len(hand))]], gone)

    def chosen(self, before, d):
        """A nugget that is worth most."""
        offer = json.loads(re.search(r'"drafting":\{"=":(\[.*?\])', self.view(before, d.seat)).group(1))
        mine = [e for e in section(self.view(d, d.seat), 'events') if e.startswith(f'  nugget {d.seat} ')]
        self.expect(d, 'nugget', [f'  nugget {d.seat} {max(offer)}'], mine)

    def walked(self, d):
        self.expect(d, 'walk', [], [e for e in section(d.text, 'events') if e.startswith(f'  walked {d.seat}')])

    def act(self, before, d):
        """What the host did for a seat."""
        table, seat, again = self.table, d.seat, before.host.get('turn') == d.host['turn']
        kind = 'late' if 'late' in d.host else 'away'
        self.expect(d, f'{kind}: whom and what for', [before.next, str(before.turn), table.late],
                    [seat, d.host['turn'], d.host['by']])
        at_once = self.is_away(seat) and not self.all_away(before)
        if again:
            self.expect(d, 'the second step of a turn', before.time, d.time)
        elif kind == 'away':
            self.expect(d, 'away at once', [True, before.time], [at_once, d.time])
        else:
            self.expect(d, 'late not too early', [False, True],
                        [at_once, d.time >= instant(before.due) + table.grace])
        if not again:
            self.missed[seat] += 1
        phase = before.position['phase']
        if table.late == 'discard':
            if phase == 'play':
                self.discarded(before, d)
            elif phase == 'walk':
                self.walked(d)
            else:
                self.chosen(before, d)

    def undone(self, before, d):
        """What was carried is done at once."""
        self.expect(d, 'undo, as voted', ['carried', before.time], [before.asked, d.time])
        self.epoch = int(d.host.get('shuffle', self.epoch))

    def ordered(self, before, d):
        """What an order does to the clock."""
        text = self.orders[d.order]
        seat = re.search(r'^seat: (.*)$', text, re.M).group(1)
        absent = re.search(r'^do: absent (\S+) to (\S+)$', text, re.M)
        self.missed[seat] = 0
        if absent:
            first, last = (datetime.date.fromisoformat(day) for day in absent.groups())
            behind = last + datetime.timedelta(1)
            self.absent[seat].append((max(clock.day_begins(first, self.table.zone), d.time),
                                      clock.day_begins(behind, self.table.zone)))
        # Orders that were kept come first.
        every = re.search(r'^turn: (\d+|next|every|any)$', text, re.M).group(1) == 'every'
        if every and 'note kept' not in d.text:
            self.expect(d, 'an order for every turn is played by', before.next, seat)

    def people(self, d):
        began = clock.text(self.began) if d.next != '-' and not d.rests else '-'
        return ([f'  began: {began}'] +
                [f'  missed: {seat} {n}' for seat, n in self.missed.items() if n] +
                [f'  absent: {seat} {clock.text(a)} {clock.text(b)}'
                 for seat, spans in self.absent.items() for a, b in sorted(spans)])

    def run(self):
        table, before = self.table, None
        for d in self.digests:
            if before:
                if d.seat:
                    self.act(before, d)
                elif 'undo' in d.host:
                    self.undone(before, d)
                elif d.order != '-':
                    self.ordered(before, d)
                # A turn begins, or is given back.
                if (d.turn, d.next) != (before.turn, before.next) or (before.rests and not d.rests):
                    self.began = d.time
            due = '-' if d.next == '-' or d.rests else clock.text(
                clock.due(self.began, table.limit, table.weekdays, table.pauses, table.zone,
                          self.absent[d.next]))
            self.expect(d, 'due', due, d.due)
            self.expect(d, 'people', self.people(d), section(d.text, 'people'))
            # No more than 64 turns in one command.
            run = [e for e in self.digests[:d.n + 1] if e.time == d.time and 'away' in e.host]
            if (before and d.next != '-' and not d.rests and self.is_away(d.next) and
                    not self.all_away(d) and len(run) < 64):
                after = self.digests[d.n + 1]
                self.expect(d, 'away seats are played for', [d.next, d.time], [after.seat, after.time])
            before = d
        print(', '.join(f'{what} {n}' for what, n in sorted(self.seen.items())))


Check(sys.argv[1]).run()
